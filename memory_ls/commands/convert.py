"""`memory-ls convert`: the notes of a store in another format, as new files; without --yes they are only shown."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.notes import many, note_data
from memory_ls.commands.scene import Scene
from memory_ls.commands.targets import NO_NAME, targets
from memory_ls.detect import find_secrets, mask, quote
from memory_ls.edits.convert import Converted, Outcome
from memory_ls.edits.convert_traits import FORMS, KEEPS, Trait, way
from memory_ls.formats import FORMATS
from memory_ls.formats.changes import Refusal
from memory_ls.formats.notes import Placed, Role, Store
from memory_ls.formats.section_grammar import DIALECTS
from memory_ls.workspace.converting import (
    NOWHERE,
    Source,
    converted,
    folder_source,
    source_of,
    target_store,
    write_converted,
)
from memory_ls.workspace.reach import named

_DIALECTS = {"sections": tuple(DIALECTS), "topics": ("claude", "pi")}


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    format, dialect = _format(options.to)
    if options.yes and options.into is None:
        raise Failure("say with --into DIR where the new files go")
    source = _source(scene, options.source, options.store_format)
    if source.store.format == format:
        raise Failure(f"{quote(options.source, 4096)} is in that format already")
    target = target_store(scene.env, options.into, format, dialect)
    if isinstance(target, Refusal):
        raise Failure(target.reason)
    if options.yes:
        _write(scene, console, source, target)
    else:
        _preview(scene, console, source, target, "say --yes to write them" if options.into else "--into DIR --yes does")
    scene.warn()
    return 0


def _write(scene: Scene, console: Console, source: Source, target: Store) -> None:
    written = write_converted(scene.workspace(), source, target, date.today())
    if isinstance(written, Refusal):
        raise Failure(written.reason)
    done, applied = written
    _tell(scene, console, source.store, done)
    console.data(**_data(scene, source.store, done), files=[scene.show(path) for path in applied.files])
    for path in applied.files:
        console.line(f"wrote {scene.said(path)}")
    if not applied.files:
        console.line("there is nothing to write")


def _preview(scene: Scene, console: Console, source: Source, target: Store, how: str) -> None:
    done = converted(scene.workspace(), source, target, date.today())
    if isinstance(done, Refusal):
        raise Failure(done.reason)
    _tell(scene, console, source.store, done)
    console.data(**_data(scene, source.store, done), files=[])
    _show(scene, console, done)
    console.line(f"nothing was written; {how}" if done.change else "there is nothing to write")


def _format(said: str) -> tuple[str, str]:
    """A format and the agent among those that share it; the first of them that asks for nothing of its own."""
    format, _, dialect = said.partition(":")
    if format not in FORMS:
        raise Failure(f"notes are not converted to {quote(said)}; possible are: {', '.join(FORMS)}")
    known = _DIALECTS.get(format, ())
    if dialect and dialect not in known:
        every = ", ".join(f"{format}:{one}" for one in known) or format
        raise Failure(f"there is no {quote(said)}; known are: {every}")
    return format, dialect or {"sections": "plan", "topics": "claude"}.get(format, "")


def _source(scene: Scene, said: str, store_format: str | None) -> Source:
    if store_format is not None and store_format not in FORMATS:
        raise Failure(f"there is no format {quote(store_format)}; known are: {', '.join(FORMATS)}")
    if not said:
        raise Failure(NO_NAME)
    if not os.path.lexists(said):
        one = named(scene.stores(), said)
        if isinstance(one, Refusal):
            raise Failure(f"there is no {quote(said, 4096)}, and {one.reason}")
        return Source(one.store, one.files)
    is_folder = os.path.isdir(said)
    if is_folder and store_format is not None:
        return folder_source(said, store_format)
    found = source_of(targets(scene, [said], store_format), not is_folder)
    if isinstance(found, Refusal):
        raise Failure(found.reason)
    return found


# --- what is said


def _tell(scene: Scene, console: Console, source: Store, done: Converted) -> None:
    target = done.store.store
    notes = [one for one in done.outcomes if one.note.fragment and one.note.fragment.role is not Role.ENTRY]
    gone = sum(1 for seen in done.store.files.values() for block in seen.blocks if _is_superseded(block))
    superseded = f" ({gone} superseded)" if gone else ""
    console.line((f"{source.format} to {target.format}: {done.kept} of {many(len(notes))}{superseded}", "strong"))
    both = way(source.format, target.format)
    console.line(f"kept on this way: {_listed(both)}")
    only = KEEPS.get(source.format, KEEPS["bullets"]) - both
    if only:
        console.line(f"not kept on this way: {_listed(only)}")
    _list(scene, console, "not kept:", [(one, ", ".join(loss.said for loss in one.lost)) for one in notes if one.lost])
    joined = [(one, "") for one in notes if one.joined and not one.left_out]
    _list(scene, console, "joined with a note that says the same:", joined)
    _list(scene, console, "left out:", [(one, one.left_out) for one in notes if one.left_out])
    dead = len(done.outcomes) - len(notes)
    if dead:
        console.line(f"left out: {dead} {'row' if dead == 1 else 'rows'} of the index whose file is not there")
    if done.beside:
        console.line(f"stay behind: {done.beside} pieces that are no notes (headings, prose)")
    for warning in _warnings(done):
        console.line((warning, "warning"))


def _data(scene: Scene, source: Store, done: Converted) -> dict[str, object]:
    """The same for programs; `files` says what was written."""
    notes = [one for one in done.outcomes if one.note.fragment and one.note.fragment.role is not Role.ENTRY]
    return {
        "command": "convert",
        "from": source.format,
        "to": done.store.store.format,
        "kept": done.kept,
        "total": len(notes),
        "not_kept": [
            {**note_data(scene, one.note), "lost": [loss.said for loss in one.lost]} for one in notes if one.lost
        ],
        "joined": [note_data(scene, one.note) for one in notes if one.joined and not one.left_out],
        "left_out": [{**note_data(scene, one.note), "why": one.left_out} for one in notes if one.left_out],
        "warnings": list(_warnings(done)),
    }


def _is_superseded(note: Placed) -> bool:
    return note.fragment is not None and note.fragment.role is Role.RETIRED


def _listed(traits: Iterable[Trait]) -> str:
    chosen = set(traits)
    return ", ".join(one.value for one in Trait if one in chosen) or "nothing more"


def _list(scene: Scene, console: Console, head: str, rows: Sequence[tuple[Outcome, str]]) -> None:
    if not rows:
        return
    console.line((head, "strong"))
    for one, said in rows:
        fragment = one.note.fragment
        text = "(sensitive)" if fragment and fragment.sensitive else quote(fragment.text) if fragment else ""
        place = f"{scene.said(one.note.file.id)}:{one.note.row + 1}"
        console.line("  ", (place, "path"), f" {text}", (f": {said}" if said else "", "frame"))


def _warnings(done: Converted) -> Iterator[str]:
    """What the agent of the new format would trip over."""
    format = FORMATS[done.store.store.format]
    notes = [block.fragment for seen in done.store.files.values() for block in seen.blocks
             if block.fragment and block.fragment.role is Role.NOTE]  # fmt: skip
    secrets = sum(1 for one in notes if any(secret.certain for secret in find_secrets(one.text)))
    if secrets:
        yield f"{many(secrets)} of them with what looks like a secret; it is copied as it is"
    for seen in done.store.files.values():
        limits = format.limits(seen.file, ())
        here = [block.fragment for block in seen.blocks if block.fragment and block.fragment.role is Role.NOTE]
        long = sum(1 for one in here if limits.note and one.length > limits.note)
        if long:
            yield f"{many(long)} of {seen.file.inside} longer than the {limits.note} characters that its agent takes"
        cost = sum(one.cost for one in here)
        if done.store.store.format in ("bullets", "sections") and limits.room and cost > limits.room:
            yield f"{seen.file.inside} holds {cost} {limits.unit}; its agent takes or is given {limits.room}"


def _show(scene: Scene, console: Console, done: Converted) -> None:
    """The new files, masked; those with a sensitive note by their names only."""
    for step in done.change:
        seen = done.store.files[step.file]
        shown = step.file.removeprefix(f"{NOWHERE}/")
        console.line((f"+++ {quote(shown, 4096) if shown != step.file else scene.said(step.file)}", "path"))
        if any(block.fragment and block.fragment.sensitive for block in seen.blocks):
            console.line(("+ (sensitive)", "added"))
            continue
        rows = mask(str(seen.text)).removesuffix("\n").split("\n")
        for row in rows:
            console.line((f"+ {row}", "added"))
