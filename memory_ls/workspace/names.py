"""Names in notes: what stands under the cursor, where it is defined and mentioned, and what completes it.

A name is a keyword, a record's id, a topic's name, or a file of a store that an index row or a link points at.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from memory_ls.data import dataclass, field
from memory_ls.formats.notes import FileId, Mention, Placed, Ref, Role
from memory_ls.formats.topic_links import name_ref, stem
from memory_ls.text import Span
from memory_ls.workspace.view import LiveView
from memory_ls.workspace.workspace import Workspace

NAMED = frozenset({"keyword", "id", "name", "file"})
"""Kinds of names that a person can follow and rename."""
_OWN = ("id", "name", "file")
"""Kinds by which a note itself is known, the most telling first."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name under the cursor: where it stands there, and the view in which it means something."""

    ref: Ref
    span: Span
    view: LiveView


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name is defined or mentioned."""

    file: FileId
    span: Span
    note: Placed


def name_at(workspace: Workspace, file: FileId, row: int, col: int) -> Named | None:
    """The name that a place in a file mentions; columns in code points. The ``#`` or ``@`` before it counts as it."""
    view, note = _view_of(workspace, file), _note_at(workspace, file, row)
    if view is None or note is None or note.fragment is None:
        return None
    text = workspace.held[file].live.text
    for mention in note.fragment.mentions:
        span = mention.span.down(note.row)
        if mention.ref.kind not in NAMED or not span.row <= row <= span.end_row:
            continue
        marked = span.col > 0 and text.rows[span.row][span.col - 1] in "#@"
        if (span.row, span.col - marked) <= (row, col) <= (span.end_row, span.end_col):
            return Named(mention.ref, span, view)
    return None


def meant_at(workspace: Workspace, file: FileId, row: int, col: int) -> Named | None:
    """The same, and anywhere else in a row of an index the topic that it is about."""
    named = name_at(workspace, file, row, col)
    view, note = _view_of(workspace, file), _note_at(workspace, file, row)
    if named is not None or view is None or note is None or note.fragment is None:
        return named
    if note.fragment.role is not Role.ENTRY or not note.fragment.mentions:
        return None
    first = note.fragment.mentions[0]
    return Named(first.ref, first.span.down(note.row), view)


def own_name(workspace: Workspace, file: FileId, row: int) -> Named | None:
    """The name that the note at a row is known by, wherever the cursor stands in it."""
    view, note = _view_of(workspace, file), _note_at(workspace, file, row)
    if view is None or note is None or note.fragment is None:
        return None
    known = [ref for kind in _OWN for ref in note.fragment.defines if ref.kind == kind]
    return Named(known[0], note.body, view) if known else None


def definers(view: LiveView, ref: Ref) -> list[Placed]:
    """The notes that a name belongs to."""
    return [note for note in view.group(ref) if note.fragment is not None and ref in note.fragment.defines]


def definitions(named: Named) -> list[Place]:
    """Where a name is defined; for a keyword, every note that has it."""
    return [
        Place(note.file.id, own.span.down(note.row) if own and named.ref.kind != "keyword" else note.body, note)
        for note in definers(named.view, named.ref)
        for own in [note.fragment.mention_of(named.ref) if note.fragment else None]
    ]


def references(named: Named, *, declared: bool = True) -> Iterator[Place]:
    """Every place that mentions a name, in the order of files and rows; `declared`: also where a note names itself.

    A topic is mentioned by its name and by its file alike, so both are found from either.
    """
    refs = {named.ref, *_aliases(named)}
    places = {}
    for ref in refs:
        for note, mention in mentions_of(named.view, ref):
            own = named.ref.kind != "keyword" and note.fragment is not None and ref in note.fragment.defines
            if declared or not own:
                span = mention.span.down(note.row)
                places[note.file.id, span] = Place(note.file.id, span, note)
    order = {id: member.place for id, member in named.view.members.items()}
    yield from sorted(places.values(), key=lambda place: (order.get(place.file, 0), place.span))


def mentions_of(view: LiveView, ref: Ref) -> Iterator[tuple[Placed, Mention]]:
    """Every mention of a name with the note in which it stands."""
    for note in view.group(ref):
        for mention in note.fragment.mentions if note.fragment else ():
            if mention.ref == ref:
                yield note, mention


def _aliases(named: Named) -> set[Ref]:
    """Further names of the one topic that a name means."""
    known = definers(named.view, named.ref) if named.ref.kind in ("name", "file") else []
    if len(known) != 1 or known[0].fragment is None:
        return set()
    return {ref for ref in known[0].fragment.defines if len(definers(named.view, ref)) == 1}


_BEFORE = (
    ("name", re.compile(r"\[\[([^\[\]|]*)\Z")),
    ("name", re.compile(r"\Asuperseded_by:\s*[\"']?([\w -]*)\Z")),
    ("file", re.compile(r"\]\(<?([^()<>]*)\Z")),
    ("id", re.compile(r"(?:->\s*@|\AsupersededBy:\s*[\"']?@?)([\w.-]*)\Z")),
    ("keyword", re.compile(r"(?:\A|\s)#([\w-]*)\Z")),
)
"""What stands before the cursor where a name of a kind is expected."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name that fits; `count` notes go by it, the first of which is `note`."""

    name: str
    count: int
    note: Placed = field(repr=False)


@dataclass(frozen=True, slots=True)
class Completion:
    """Names that fit before the cursor, and the span that one of them replaces."""

    kind: str
    span: Span
    names: tuple[Candidate, ...]


def completion(workspace: Workspace, file: FileId, row: int, col: int) -> Completion | None:
    """What could be meant at a place; None where no name is expected or known."""
    view = _view_of(workspace, file)
    rows = workspace.held[file].live.text.rows
    if view is None or row >= len(rows):
        return None
    for kind, pattern in _BEFORE:
        found = pattern.search(rows[row][:col])
        known = sorted(_known(view, kind, file), key=lambda one: one.name) if found else []
        if found and known:
            return Completion(kind, Span(row, found.start(1), row, col), tuple(known))
    return None


def _known(view: LiveView, kind: str, file: FileId) -> Iterator[Candidate]:
    """Names that notes go by, each as it is written; a note is not offered its own."""
    inside = view.members[file].live.file.inside
    for ref in view.names(kind):
        notes = definers(view, ref)
        if notes and (kind == "keyword" or any(note.file.id != file for note in notes)):
            yield Candidate(_written(ref, notes[0], inside), len(notes), notes[0])


def _written(ref: Ref, note: Placed, inside: str) -> str:
    """A name as one writes it in the file `inside`."""
    if ref.kind == "file":
        return posixpath.relpath(ref.value, posixpath.dirname(inside) or ".")
    if ref.kind == "name":
        title = note.fragment.title if note.fragment else ""
        return next((said for said in (title, stem(note.file.inside)) if name_ref(said) == ref), ref.value)
    return ref.value


def _view_of(workspace: Workspace, file: FileId) -> LiveView | None:
    return next((view for view in workspace.views.values() if file in view.members), None)


def _note_at(workspace: Workspace, file: FileId, row: int) -> Placed | None:
    held = workspace.held.get(file)
    return held.live.block_at(row) if held is not None else None
