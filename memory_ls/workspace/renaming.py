"""A new name: what changes where it is mentioned, and the file that is called by it.

A topic goes by its file's name and by the name in its frontmatter. Whoever is renamed, everything that pointed at the
topic points at it afterwards: links by its path, `[[names]]`, the marks of topics that it superseded.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

from memory_ls.data import dataclass, field
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import File, FileId, Mention, Placed, Ref
from memory_ls.formats.topic_links import INDEX, name_ref, stem
from memory_ls.stores.reading import Missing
from memory_ls.text import Replace, Span
from memory_ls.workspace.names import Named, definers, mentions_of
from memory_ls.workspace.view import LiveView
from memory_ls.workspace.workspace import Workspace

_VALID: Mapping[str, tuple[re.Pattern[str], str]] = {
    "keyword": (re.compile(r"[^\W_][\w-]*\Z"), "a keyword is letters, digits, `_` and `-`"),
    "id": (
        re.compile(r"(?:state|event)\.[a-z0-9_.-]*[a-z0-9_-]\Z"),
        "an id is `state.` or `event.`, then a-z, 0-9, `_.-`",
    ),
    "name": (
        re.compile(r"[^\W\d_](?:[\w .&+()-]{0,118}[\w)])?\Z"),
        "a name begins with a letter and is letters, digits, blanks and `_ . -`",
    ),
    "file": (
        re.compile(r"(?![/.])(?!.*(?:\.\.|/\.|//))[^\0-\x1f\\()<>#?*:|\"{}]{1,200}\.md\Z"),
        "a topic is a `.md` file inside its store",
    ),
}
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off"})
"""Words that YAML does not read as text."""
_NOT_IN_FILES = re.compile(r"[^\w.-]+")
_LINKED = re.compile(r"(?P<path>[^#?]*)(?P<rest>.*)\Z", re.S)


@dataclass(frozen=True, slots=True)
class Renaming:
    """The edits of a new name, by file, and the files that get another path: the edits come first."""

    edits: Mapping[FileId, tuple[Replace, ...]] = field(repr=False)
    moves: tuple[tuple[FileId, FileId], ...] = ()


def renamed(workspace: Workspace, named: Named, new: str) -> Renaming | Refusal:
    """What a new name changes: all its mentions, and the path of a record or topic that is called by it."""
    ref, kind = named.ref, named.ref.kind
    new = new.strip().removeprefix({"keyword": "#", "id": "@"}.get(kind, "")).strip()
    valid, rule = _VALID[kind]
    if not valid.match(new) or new.casefold() in _RESERVED:
        return Refusal(rule)
    if not named.view.complete:
        return Refusal("not all files of this store have been read yet; try again in a moment")
    if kind == "keyword":
        return Renaming(_edits((note, mention, new) for note, mention in mentions_of(named.view, ref)))
    known = definers(named.view, ref)
    if len(known) > 1:
        return Refusal("more than one note goes by that name")
    note = known[0] if known else None
    goal = name_ref(new) if kind == "name" else Ref(kind, new)
    if any(other is not note for other in definers(named.view, goal)):
        return Refusal("another note has that name")
    inside = _new_path(ref, note, new)
    if isinstance(inside, Refusal):
        return inside
    moves: tuple[tuple[FileId, FileId], ...] = ()
    if note is not None and inside is not None and inside != note.file.inside:
        target = File(posixpath.join(note.file.store.folder, inside), note.file.store, inside)
        if posixpath.basename(inside).casefold() == INDEX.casefold() or not _is_free(workspace, target):
            return Refusal("there is a file of that name already")
        moves = ((note.file.id, target.id),)
    path = inside if moves else None
    return Renaming(_edits(_said(workspace, named.view, ref, note, new, path)), moves)


def _new_path(ref: Ref, note: Placed | None, new: str) -> str | Refusal | None:
    """The path inside its store that a note gets by its new name; None where its file is not called by the old one."""
    if note is None:
        return None
    inside = note.file.inside
    if ref.kind == "file":
        return new
    folder = posixpath.dirname(inside)
    if ref.kind == "id":
        if posixpath.basename(inside) != f"{ref.value}.md":
            return Refusal("the id of this record comes from its folders; save it as a file of `records/` first")
        return posixpath.join(folder, f"{new}.md")
    if name_ref(stem(inside)) != ref:
        return None
    apart = "_" if "_" in stem(inside) else "-"
    called = _NOT_IN_FILES.sub(apart, new).strip(apart)
    if not called or (name_ref(called) != name_ref(new) and not _has_name(note, ref)):
        return Refusal("no file can be called that; only letters, digits and `_ . -`")
    return posixpath.join(folder, f"{called}.md")


def _has_name(note: Placed, ref: Ref) -> bool:
    """Whether a topic's own frontmatter gives it a name."""
    return note.fragment is not None and note.fragment.mention_of(ref) is not None


def _is_free(workspace: Workspace, file: File) -> bool:
    return file.id not in workspace.held and isinstance(workspace.read(file), Missing)


def _said(
    workspace: Workspace, view: LiveView, ref: Ref, note: Placed | None, new: str, path: str | None
) -> Iterator[tuple[Placed, Mention, str]]:
    """Each mention that changes, with what it says then; `path` is the new path of a file that moves."""
    names = {ref} if ref.kind != "file" else set()
    if note is not None and path is not None and ref.kind == "file":
        old = name_ref(stem(note.file.inside))
        if name_ref(stem(path)) != old and not _has_name(note, old) and len(definers(view, old)) == 1:
            names, new = {old}, stem(path)  # those who call it by the old file's name
    for one in names:
        for at, mention in mentions_of(view, one):
            yield at, mention, _as_written(workspace, at, mention, new)
    if ref.kind == "file" and note is None:
        path = new
    gone = Ref("file", note.file.inside) if note is not None else ref
    if path is None or gone.kind != "file":
        return
    for at, mention in mentions_of(view, gone):
        home = path if at is note else at.file.inside
        yield at, mention, _as_written(workspace, at, mention, _link(path, home))
    if note is not None and posixpath.dirname(path) != posixpath.dirname(note.file.inside) and note.fragment:
        for mention in note.fragment.mentions:  # its own links count from another folder now
            if mention.ref.kind == "file" and mention.ref != gone:
                yield note, mention, _as_written(workspace, note, mention, _link(mention.ref.value, path))


def _link(path: str, home: str) -> str:
    return posixpath.relpath(path, posixpath.dirname(home) or ".")


def _as_written(workspace: Workspace, note: Placed, mention: Mention, new: str) -> str:
    """A new name in the way in which the old one was written: with its brackets, its ending, its anchor."""
    text = workspace.held[note.file.id].live.text
    span = mention.span.down(note.row)
    old = text.slice(span)
    if old.startswith("[[") and old.endswith("]]"):
        return f"[[{new}]]"
    if mention.ref.kind == "name":
        return f"{new}.md" if old.lower().endswith(".md") else new
    if mention.ref.kind == "file":
        linked = _LINKED.match(old)
        rest = linked["rest"] if linked else ""
        angled = span.col > 0 and text.rows[span.row][span.col - 1] == "<"
        quoted = span.col > 0 and text.rows[span.row][span.col - 1] in "\"':"
        return (new if angled or quoted else new.replace(" ", "%20")) + rest
    return new


def _edits(said: Iterator[tuple[Placed, Mention, str]]) -> dict[FileId, tuple[Replace, ...]]:
    """By file, each span once, in order."""
    edits: dict[FileId, dict[Span, Replace]] = {}
    for note, mention, new in said:
        span = mention.span.down(note.row)
        edits.setdefault(note.file.id, {})[span] = Replace(span, new)
    return {file: tuple(some[span] for span in sorted(some)) for file, some in edits.items()}
