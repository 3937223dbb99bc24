"""Text that reads like an instruction to the agent that reads it, planted or pasted.

An agent takes its memory for its own, so what stands there commands it: to disregard what it was told, to be someone
else, to hide its doings from the user, to send data out, to keep or spread the text, to lift its checks. Plain advice
("never push to main"), quoted examples and talk about such attacks are left alone. The message names the kind and never
repeats the text. See where the note came from, then remove it, or quote it if it is about such things.

Source: OWASP LLM01 (prompt injection) and ASI06 (memory poisoning), MITRE ATLAS AML.T0051 and AML.T0070.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect.injection import find_injections
from memory_ls.edits.redact import span_of
from memory_ls.formats.notes import Fragment, Role
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import Around, Hit

code = "prompt-injection"
needs: frozenset[Fact] = frozenset()


def check(fragment: Fragment, around: Around) -> Iterator[Hit]:
    fixes = (("forget", "Forget this note", False),) if fragment.role is Role.NOTE else ()
    for found in find_injections("\n".join(around.rows)):
        span = span_of(around.rows, found.start, found.end)
        yield Hit(f"reads like an instruction to its reader: {found.kind}", span, fixes)
