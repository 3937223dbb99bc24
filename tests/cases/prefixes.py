"""What is there after some steps of a change: is a note missing everywhere, does something living point at nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from memory_ls.edits import Snapshot
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import FileSeen, Remove, Write
from memory_ls.formats.notes import File, Fragment, Ref, Role
from memory_ls.formats.parse import blocks_of
from memory_ls.text import Text, replaced

Files = Mapping[str, tuple[File, str]]
"""Each file that is there by its id, with its text."""
_POINTED = ("file", "name", "id", "same")


@dataclass(frozen=True, slots=True)
class There:
    """The notes of some files, and who points at what is not there: the pointing note's text and the name."""

    notes: frozenset[str]
    dangling: frozenset[tuple[str, Ref]]

    @classmethod
    def of(cls, files: Files) -> There:
        found = [fragment for file, text in files.values() for fragment in fragments(file, text)]
        notes = frozenset(one.text for one in found if one.role in (Role.NOTE, Role.RETIRED))
        defined = {name for one in found for name in (*one.defines, *([one.identity] if one.identity else []))}
        pointing = {(one.text, name) for one in found for name in pointed_at(one) if name not in defined}
        return cls(notes, frozenset(pointing))


def pointed_at(one: Fragment) -> Iterator[Ref]:
    """The names that a fragment's reader would follow: the links of what lives, the mark of what was superseded."""
    if one.role is not Role.RETIRED:
        yield from (mention.ref for mention in one.mentions if mention.ref.kind in _POINTED)
    elif one.superseded_by is not None:
        yield one.superseded_by


def fragments(file: File, text: str) -> Iterator[Fragment]:
    grammar = FORMATS[file.store.format].grammar(file)
    if grammar is not None:
        yield from (block.fragment for block in blocks_of(grammar, file, Text(text)) if block.fragment is not None)


def laid(seen: Iterable[FileSeen]) -> dict[str, tuple[File, str]]:
    """The files of a snapshot that are there."""
    return {one.file.id: (one.file, str(one.text)) for one in seen if not one.missing}


def after(seen: Snapshot, steps: Iterable[Write | Remove]) -> Files:
    """The files as some steps leave them."""
    files = laid(seen)
    for step in steps:
        file = seen.at(step.file)
        if isinstance(step, Remove):
            files.pop(step.file)
        else:
            files[step.file] = (file.file, replaced(file.text, step.replace))
    return files


def complaints(before: There, now: There, then: There) -> Iterator[str]:
    """What is wrong with a state on the way from one to another: a note that both have is missing; of those that one
    replaces by the other neither kind is whole; something points at nothing that did not before and will not then."""
    for lost in (before.notes & then.notes) - now.notes:
        yield f"missing: {lost!r}"
    old, new = before.notes - then.notes, then.notes - before.notes
    if new and not (old <= now.notes or new <= now.notes):
        yield f"neither {sorted(old)} nor {sorted(new)} but {sorted(now.notes)}"
    for text, name in now.dangling - before.dangling - then.dangling:
        yield f"{text!r} points at {name.kind} {name.value!r}"
