"""Recall: what the agent is given of the notes."""

from __future__ import annotations

from memory_ls.recall.plan import NOT_A_NOTE, Plan, injection_plan

__all__ = ["NOT_A_NOTE", "Plan", "injection_plan"]
