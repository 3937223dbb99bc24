"""The only source of severities: every code, its severity, and what it is about in one line."""

from __future__ import annotations

from memory_ls.rules.finding import Severity

SEVERITIES: dict[str, Severity] = {
    "secret": Severity.ERROR,
    "merge-conflict": Severity.ERROR,
    "unreadable": Severity.ERROR,
    "duplicate": Severity.WARNING,
    "over-budget": Severity.WARNING,
    "too-long": Severity.WARNING,
    "invisible-character": Severity.WARNING,
    "elided": Severity.WARNING,
    "changed-on-disk": Severity.WARNING,
    "similar": Severity.INFORMATION,
    "not-injected": Severity.INFORMATION,
    "missing-path": Severity.INFORMATION,
    "recall-off": Severity.INFORMATION,
    "line-ends": Severity.INFORMATION,
    "superseded": Severity.HINT,
    "stale": Severity.HINT,
}
"""Severity by code. Codes are stable; a rule may lower its severity for a finding, never raise it."""
