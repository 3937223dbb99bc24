"""A § file that its agent cuts into other notes than it looks, or refuses to change.

A separator is a row that is exactly ``§``, between two notes. With blanks beside it the agent does not see it, and two
notes are one; straight below another one, in the first row, or in a last row that no newline ends, it is text of the
note. pi-hermes and the seed's plan do not see one whose row ends in CRLF; hermes-agent does.

hermes-agent takes an empty note, a separator after the last note, or blanks at a note's edge for a stranger's edit: it
goes on adding, but refuses to replace or remove any note of that file, and leaves a copy of it at each try. A byte
order mark becomes a part of the first note, which it then keeps out of its prompt.

Source: hermes-agent 0.19 and pi-hermes-memory 0.9, read and run on such files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Mark, Placed, Ref
from memory_ls.formats.section_grammar import DELIMITER, EDGE_KIND, REFUSES, dialect_of
from memory_ls.formats.world import Fact
from memory_ls.rules.finding import FileState, Finding, Message, Offer, Severity, View
from memory_ls.rules.told import problems_of

code = "bad-separator"
needs: frozenset[Fact] = frozenset()
check = problems_of(code)
_TAIL = 16
"""Blocks without text at a file's end that are looked past for the last separator."""


class BlankEdges:
    """Blanks at the edges of notes: one finding a file, since they are mended together."""

    code = code
    kinds = frozenset({EDGE_KIND})

    def check(self, ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
        files: dict[str, list[Placed]] = {}
        for block in group:
            files.setdefault(block.file.id, []).append(block)
        for blocks in files.values():
            title = Message("Remove the blanks at the notes' edges")
            offer = Offer("mend", title, tuple(blocks), preferred=True, choice="blanks")
            message = Message(f"blanks at a note's edge: {REFUSES} they are gone")
            yield Finding(code, blocks[0], message, _severity(blocks[0].file.store.enforced), offers=(offer,))


class WholeFile:
    """What concerns the file as a whole: its last separator, its line ends, its byte order mark."""

    code = code

    def check(self, file: FileState, view: View) -> Iterator[Finding]:
        if file.file.store.format != "sections":
            return
        severity = _severity(file.file.store.enforced)
        strict = dialect_of(file.file).strict
        last = _last_separator(file)
        if last is not None and last.row == len(file.text.rows) - 1:
            message = "no row follows this §, so to the agent it is text of the note above"
            yield Finding(code, last, Message(message), severity, offers=(_remove(last),))
        elif last is not None and strict:
            message = f"a separator without a note below: {REFUSES} it is gone"
            yield Finding(code, last, Message(message), severity, offers=(_remove(last),))
        if not strict and "\r\n" in file.text.newlines:
            unseen = _ends_in_crlf(file)
            if unseen:
                what = "the separator ends" if unseen == 1 else f"{unseen} separators end"
                message = f"{what} in CRLF, which the agent does not see: it takes those notes as one; save with LF"
                yield Finding(code, file.top, Message(message), severity)
        if strict and file.bom:
            message = "a byte order mark: the agent takes it for a part of the first note and leaves that note out"
            yield Finding(code, file.top, Message(message), severity)


IN_GROUP = BlankEdges()
IN_FILE = WholeFile()


def _remove(block: Placed) -> Offer:
    return Offer("mend", Message("Remove the separator"), (block,), preferred=True, choice="last")


def _severity(enforced: bool) -> Severity:
    return Severity.WARNING if enforced else Severity.INFORMATION


def _last_separator(file: FileState) -> Placed | None:
    """The separator below which nothing stands."""
    for block in reversed(file.blocks[-_TAIL:]):
        if block.mark is not Mark.GAP:
            return None
        if file.text.rows[block.row] == DELIMITER:
            return block
    return None


def _ends_in_crlf(file: FileState) -> int:
    rows = zip(file.text.rows, file.text.ends, strict=True)
    return sum(1 for row, end in rows if end == "\r\n" and row == DELIMITER)
