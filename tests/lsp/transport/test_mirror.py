"""The mirror of a buffer is the buffer: rows, columns in three units, random edits."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types
from wire import URI, Wire

from memory_ls.lsp.documents import FULL, BufferWorkspace, Change, Document, MalformedChange, hull, key_of
from memory_ls.lsp.positions import Encoding, range_json, span_from_units, span_to_units, to_column, to_units
from memory_ls.text import Span

ODD = "ab\u2028\u2029\x85\f\v\x1c\x1d\x1e\ufeff\u0301é漢\U0001f600\ud800"
ROWS = st.text(st.sampled_from(ODD), max_size=8)
TEXTS = st.text(st.sampled_from(ODD + "\r\n\n\r"), max_size=40)
ENCODINGS = pytest.mark.parametrize("encoding", list(Encoding))
EDITS = st.lists(
    st.tuples(st.one_of(st.none(), st.tuples(*[st.integers(0, 12)] * 4)), TEXTS),
    max_size=6,
)


def units(char: str, encoding: Encoding) -> int:
    if encoding is Encoding.UTF8:
        return len(char.encode("utf-8", "surrogatepass"))
    return 2 if encoding is Encoding.UTF16 and char > "\uffff" else 1


def offset(text: str, line: int, character: int, encoding: Encoding) -> int:
    """Where a position is in a string, the slow way: character by character, as the protocol words it."""
    at = row = 0
    while row < line and at < len(text):
        if text[at] == "\n" or (text[at] == "\r" and text[at + 1 : at + 2] != "\n"):
            row += 1
        at += 1
    if row < line:
        return len(text)
    passed = 0
    while at < len(text) and text[at] not in "\r\n":
        passed += units(text[at], encoding)
        if passed > character:
            break
        at += 1
    return at


def edited(text: str, where: tuple[int, int, int, int] | None, new: str, encoding: Encoding) -> str:
    if where is None:
        return new
    start, end = sorted((offset(text, *where[:2], encoding), offset(text, *where[2:], encoding)))
    return text[:start] + new + text[end:]


@ENCODINGS
@settings(max_examples=300, deadline=None)
@given(text=TEXTS, edits=EDITS)
def test_random_edits_leave_the_mirror_equal_to_the_buffer(
    encoding: Encoding, text: str, edits: list[tuple[tuple[int, int, int, int] | None, str]]
) -> None:
    document = Document(URI, text, 1, "markdown", encoding)
    before = list(document.text.rows)
    done = document.apply([Change(where, new) for where, new in edits])
    for where, new in edits:
        text = edited(text, where, new, encoding)
    assert str(document.text) == text
    if done is not FULL:
        whole = hull(done)
        if whole is not None:
            assert before[: whole.first] == document.text.rows[: whole.first]
            assert before[whole.old_end :] == document.text.rows[whole.new_end :]


@ENCODINGS
@given(row=ROWS, column=st.integers(-1, 12))
def test_columns_go_there_and_back(encoding: Encoding, row: str, column: int) -> None:
    clamped = min(max(column, 0), len(row))
    there = to_units(row, column, encoding)
    assert there == sum(units(char, encoding) for char in row[:clamped])
    assert to_column(row, there, encoding) == clamped


@ENCODINGS
def test_inside_a_character_is_its_start_and_past_the_end_the_end(encoding: Encoding) -> None:
    row = "é\U0001f600z"
    starts = [sum(units(char, encoding) for char in row[:at]) for at in range(4)]
    for unit in range(starts[-1] + 3):
        assert to_column(row, unit, encoding) == max(at for at in range(4) if starts[at] <= unit)
    assert to_column(row, -1, encoding) == 0


@ENCODINGS
def test_places_that_do_not_exist_are_the_text_s_end(encoding: Encoding) -> None:
    rows = ["a", "é\U0001f600"]
    assert span_from_units(rows, (7, 0, 9, 9), encoding) == Span(1, 2, 1, 2)
    assert span_from_units(rows, (-1, 5, 0, 99), encoding) == Span(0, 0, 0, 1)
    end = to_units(rows[1], 2, encoding)
    assert span_to_units(rows, Span(0, 9, 5, 0), encoding) == (0, 1, 1, end)


def test_a_document_converts_for_its_client() -> None:
    document = Document(URI, "\U0001f600ab\r\nc", 1, "markdown", Encoding.UTF16)
    where = types.Range(types.Position(0, 2), types.Position(9, 9))
    assert document.span(where) == Span(0, 1, 1, 1)
    assert document.place(types.Position(0, 1)) == (0, 0)
    assert document.position(0, 1) == types.Position(0, 2)
    assert document.range(Span(0, 1, 1, 1)) == types.Range(types.Position(0, 2), types.Position(1, 1))
    assert json.loads(document.range_json(Span(0, 1, 0, 2))) == {
        "start": {"line": 0, "character": 2},
        "end": {"line": 0, "character": 3},
    }
    assert json.loads(range_json((1, 2, 3, 4)))["end"] == {"line": 3, "character": 4}


def test_edits_are_seen_one_by_one() -> None:
    document = Document(URI, "a\nb")
    seen = []
    for done in document.edits([Change((0, 1, 0, 1), "\nx"), Change((1, 0, 1, 1), "y"), Change(None, "z")]):
        seen.append((done, str(document.text)))  # noqa: PERF401 - the text is read between two steps
    assert [text for _, text in seen] == ["a\nx\nb", "a\ny\nb", "z"]
    assert seen[2][0] is FULL


def test_a_bom_is_a_character_of_the_buffer() -> None:
    document = Document(URI, "\ufeff- a")
    document.apply([Change((0, 1, 0, 2), "*")])
    assert str(document.text) == "\ufeff* a"


@pytest.mark.parametrize(
    "change",
    [
        *(None, [], {}, {"text": 1}, {"text": "a", "range": {}}, {"text": "a", "range": 5}),
        {"text": "a", "range": {"start": {"line": "1", "character": 0}, "end": {"line": 1, "character": 0}}},
    ],
)
def test_a_change_of_another_shape_is_refused(change: object) -> None:
    with pytest.raises(MalformedChange):
        Change.parse(change)


def test_neither_text_nor_place_shows_in_a_repr() -> None:
    assert "hidden" not in repr(Document("file:///hidden", "hidden"))
    assert "hidden" not in repr(Change(None, "hidden"))


def test_pygls_is_kept_from_documents() -> None:
    workspace = BufferWorkspace(None)
    workspace.put_text_document(types.TextDocumentItem("file:///a%20b", "markdown", 1, "- a"))
    change = types.TextDocumentContentChangeWholeDocument(text="- b")
    workspace.update_text_document(types.VersionedTextDocumentIdentifier(2, "file:///a b"), change)
    document = workspace.get_text_document("file:///a b")
    assert (document.uri, document.version, str(document.text)) == ("file:///a%20b", 2, "- b")
    assert list(workspace.text_documents.values()) == [document]
    workspace.remove_text_document("file:///a%20b")
    with pytest.raises(KeyError):
        workspace.get_text_document("file:///a b")
    with pytest.raises(KeyError):
        workspace._create_text_document("file:///a b")


def test_uris_of_names_that_are_no_utf8_stay_apart() -> None:
    assert key_of("file:///%ff") != key_of("file:///%fe")
    assert key_of("file:///a%20b") == key_of("file:///a b")


@ENCODINGS
def test_a_server_mirrors_in_the_units_its_client_asks_for(fresh: Wire, encoding: Encoding) -> None:
    capabilities = fresh.initialize(encoding.value)["capabilities"]
    assert capabilities["positionEncoding"] == encoding.value
    uri = "file:///store/a%20b.md"
    text = "x\u2028y\x85z\f\n\U0001f600é end\r\nlast"
    fresh.open(text, uri=uri)
    assert fresh.notification("textDocument/publishDiagnostics")["uri"] == uri
    after = sum(units(char, encoding) for char in "\U0001f600é")
    five = sum(units(char, encoding) for char in "x\u2028y\x85z")
    fresh.change(((1, after, 1, after), "!"), ((0, five, 0, five), "?"), ((2, 100, 2, 100), "."), version=5, uri=uri)
    expected = "x\u2028y\x85z?\f\n\U0001f600é! end\r\nlast."
    assert fresh.text("file:///store/a b.md") == expected
    fresh.change(((1, 0, 1, after), ""), version=3, uri=uri)
    assert fresh.ask("toy/text", {"uri": uri}) == {"text": expected.replace("\U0001f600é", ""), "version": 3}
    position = {"line": 1, "character": 99}
    hover = fresh.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})
    assert hover["contents"] == "1:5"
    fresh.notify("textDocument/didClose", {"textDocument": {"uri": "file:///store/a b.md"}})
    assert fresh.ask("toy/text", {"uri": uri}) is None
