"""Rows to blocks: a grammar run over a text, from any row on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory_ls.formats.format import Grammar
from memory_ls.formats.notes import File, Mark, Placed
from memory_ls.text import Text

Rejoin = Callable[[int, int], bool]


def scan(
    grammar: Grammar,
    file: File,
    rows: Sequence[str],
    row: int,
    state: int,
    out: list[Placed],
    rejoin: Rejoin | None = None,
) -> int:
    """Append the blocks from `row` on to `out`, to the end or to where `rejoin(row, state)` says that the old ones go
    on; gives the row that was reached. Blocks have no fragment yet.
    """
    if row == 0 and getattr(grammar, "one_block", False):  # to be asked about each row would only take time
        out.append(Placed(file, 0, len(rows), Mark.OPEN, state))
        return len(rows)
    step, current = grammar.step, None
    while row < len(rows):
        if rejoin is not None and rejoin(row, state):
            break
        after, mark = step(state, rows[row])
        if mark is Mark.MORE and current is not None and current.mark is Mark.OPEN:
            current.n += 1
        else:
            current = Placed(file, row, 1, Mark.GAP if mark is Mark.GAP else Mark.OPEN, state)
            out.append(current)
        state = after
        row += 1
    return row


def blocks_of(grammar: Grammar, file: File, text: Text) -> list[Placed]:
    """All blocks of a text, with their fragments."""
    blocks: list[Placed] = []
    scan(grammar, file, text.rows, 0, grammar.start, blocks)
    for block in blocks:
        block.fragment = grammar.fragment(block.state, tuple(text.rows[block.row : block.row + block.n]))
    return blocks
