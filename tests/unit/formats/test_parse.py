"""Blocks of formats in which a file is one note: the same whether the grammar is asked row by row or not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_ls.formats import FORMATS
from memory_ls.formats.format import Grammar
from memory_ls.formats.notes import File, Mark, Placed, Scope, Store
from memory_ls.formats.parse import scan
from memory_ls.text import Text

FILES = [("records", "records/state.runtime.md"), ("topics", "a.md"), ("cards", "MEMORY.md"), ("bullets", "memory.md")]


class Asked:
    """A grammar that does not say what it is, so that each row is asked about."""

    def __init__(self, grammar: Grammar) -> None:
        self.start, self.step, self.fragment = grammar.start, grammar.step, grammar.fragment


def _blocks(grammar: Grammar, file: File, text: Text) -> list[tuple[int, int, Mark, int]]:
    out: list[Placed] = []
    assert scan(grammar, file, text.rows, 0, grammar.start, out) == len(text.rows)
    return [(block.row, block.n, block.mark, block.state) for block in out]


@pytest.mark.parametrize(("format", "inside"), FILES)
@given(text=st.text("-a:\n# ", max_size=40))
def test_a_file_that_is_one_note_is_the_same_block_asked_row_by_row(format: str, inside: str, text: str) -> None:
    file = File(f"/x/{inside}", Store(format, Scope.GLOBAL, "/x"), inside)
    grammar = FORMATS[format].grammar(file)
    assert grammar is not None
    assert _blocks(grammar, file, Text(text)) == _blocks(Asked(grammar), file, Text(text))
