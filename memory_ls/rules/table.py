"""The only source of severities: every code, its severity, and what it is about in one line."""

from __future__ import annotations

from memory_ls.rules.finding import Severity

SEVERITIES: dict[str, Severity] = {
    "secret": Severity.ERROR,
    "merge-conflict": Severity.ERROR,
    "unreadable": Severity.ERROR,
    "duplicate": Severity.WARNING,
    "conflict": Severity.WARNING,
    "over-budget": Severity.WARNING,
    "too-long": Severity.WARNING,
    "prompt-injection": Severity.WARNING,
    "invisible-character": Severity.WARNING,
    "elided": Severity.WARNING,
    "broken-link": Severity.WARNING,
    "unlisted": Severity.WARNING,
    "bad-frontmatter": Severity.WARNING,
    "bad-facts": Severity.WARNING,
    "bad-separator": Severity.WARNING,
    "mixed-format": Severity.WARNING,
    "generated": Severity.WARNING,
    "changed-on-disk": Severity.WARNING,
    "similar": Severity.INFORMATION,
    "not-injected": Severity.INFORMATION,
    "relative-date": Severity.INFORMATION,
    "missing-path": Severity.INFORMATION,
    "keyword": Severity.INFORMATION,
    "bad-id": Severity.INFORMATION,
    "in-instructions": Severity.INFORMATION,
    "shared-store": Severity.INFORMATION,
    "recall-off": Severity.INFORMATION,
    "line-ends": Severity.INFORMATION,
    "superseded": Severity.HINT,
    "stale": Severity.HINT,
}
"""Severity by code. Codes are stable; a rule may lower its severity for a finding, never raise it."""
