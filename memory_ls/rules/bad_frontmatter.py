"""A topic's or record's frontmatter that its agent, or YAML, does not read as it is meant.

Topics are found by their name and description. An agent that looks at single rows sees `>-` where the text goes on
below, and nothing where a fence is not closed or rows end in CRLF; YAML stops at an unquoted `: `, cuts at ` #`, and
then knows no field at all. What both read alike is silent, however it is written. An unknown type, or no frontmatter at
all, is a hint: the agent reads such a file, but cannot sort it.

Source: topics, "Memory file format", and its reader's code; records, "Frontmatter".
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.formats.topic_links import INDEX
from memory_ls.formats.topic_reader import hidden_by_crlf, read_simple
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import FileState, Finding, Message, Severity, View
from memory_ls.rules.told import problems_of

code = "bad-frontmatter"
needs: frozenset[Fact] = frozenset()
check = problems_of(code)


class LineEnds:
    """Fields that a reader which splits at LF alone does not see."""

    code = code

    def check(self, file: FileState, view: View) -> Iterator[Finding]:
        store = file.file.store
        concerned = store.format == "topics" and store.dialect == "pi" and file.file.inside != INDEX
        if not concerned or "\r\n" not in file.text.newlines or not file.blocks:
            return
        simple = read_simple(file.text.rows)
        if simple is None:
            return
        hidden = dict.fromkeys(hidden_by_crlf(file.text.rows, file.text.ends, simple.end))
        if hidden:
            message = f"the agent reads no {' and no '.join(hidden)} here: the line ends are CRLF; save with LF"
            severity = Severity.WARNING if store.enforced else Severity.INFORMATION
            yield Finding(code, file.blocks[0], Message(message), severity)


IN_FILE = LineEnds()
"""For the rules that look at a file as a whole."""
