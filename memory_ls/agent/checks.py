"""What is checked before anything is written: secrets, lengths, the room that a store's agent has, names of files."""

from __future__ import annotations

from memory_ls.agent.answer import Declined
from memory_ls.agent.place import Place
from memory_ls.detect import find_invisible, find_secrets, quote
from memory_ls.detect.injection import find_injections
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import FileSeen
from memory_ls.formats.notes import File
from memory_ls.text import utf16_length
from memory_ls.workspace.reach import Reached
from memory_ls.workspace.workspace import Workspace


def fitting_text(place: Place, where: Reached, said: str, inside: str = "") -> None:
    """Declines a text that the agent of a store could not keep, or that would give a secret away."""
    text = FORMATS[where.store.format].clean(said)
    file = _file(where, inside)
    limit, length = place.workspace().limits(file).note, _length(file, text)
    if limit and length > limit:
        raise Declined(f"{length} characters are too many for a note; its agent takes at most {limit}: say it shorter")
    without_secrets(text)
    if where.store.format == "sections":
        _believed(text)


def _believed(text: str) -> None:
    """Declines what agents of sections refuse to keep, or put `[BLOCKED]` in its place when they read it."""
    hidden = next(iter(find_invisible(text)), None)
    if hidden is not None:
        raise Declined("the note hides invisible characters, so its agent would not take it; write it without them")
    if next(iter(find_injections(text)), None) is not None:
        raise Declined(
            "the note reads like an instruction to whoever reads it, so its agent would not take it; say it as a fact"
        )


def without_secrets(text: str) -> None:
    """Declines a text with what is certainly a secret: notes are sent to models."""
    for secret in find_secrets(text):
        if secret.certain:
            raise Declined(
                f"the note holds what looks like {secret.kind}; notes are sent to models: say where it is kept instead"
            )


def fits(workspace: Workspace, before: FileSeen, after: FileSeen) -> None:
    """Declines a file of sections that grew beyond its limit: its agent would refuse every further note."""
    if after.file.store.format != "sections" or after.missing:
        return
    limit = workspace.limits(after.file).budget
    now, was = (_length(after.file, str(one.text).strip()) for one in (after, before))
    if limit and now > limit and now > was:
        raise Declined(
            f"{quote(after.file.inside)} would have {now} of {limit} characters (it has {was}): merge, "
            "shorten or forget notes first, or in the same call with `operations`"
        )


def safe_inside(where: Reached, said: str) -> str:
    """A file of the store that a call names; declines every other."""
    if not said:
        return ""
    known = {file.inside for file in where.files} | set(FORMATS[where.store.format].files(where.store))
    if said in known:
        return said
    raise Declined(f"{where.id} has no file {quote(said)}; there are: {', '.join(map(quote, sorted(known)[:20]))}")


def _file(where: Reached, inside: str) -> File:
    for file in where.files:
        if file.inside == inside:
            return file
    return File(f"{where.store.folder}/{inside}", where.store, inside) if inside else where.readable[0]


def _length(file: File, text: str) -> int:
    """As the agent counts: code points in hermes, UTF-16 units in the others."""
    return len(text) if file.store.dialect == "hermes" else utf16_length(text)
