"""A case on the core alone: checked on the disk, held in buffers, typed there by random edits, fixed both ways."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hands import Type, straight
from page import Chosen
from scenery import Scenery, as_editor, lay_file, on_disk, others_write
from showing import changes, finding_row, step_row

from memory_ls import edits
from memory_ls.edits import Intention
from memory_ls.formats.changes import Anchor, FileSeen, Refusal, Remove, Write, digest
from memory_ls.formats.notes import File
from memory_ls.lsp.actions import actions
from memory_ls.text import Span, Text, replaced, split_rows
from memory_ls.workspace.applying import apply_on_disk, snapshot, take_step
from memory_ls.workspace.checking import examine, place_of, reported
from memory_ls.workspace.wording import by_line, filled
from memory_ls.workspace.workspace import Workspace

FIX_ALL = "Fix what cannot lose meaning"


# --- findings


def checked(scene: Scenery) -> list[str]:
    """What `check` finds on the disk."""
    workspace = scene.workspace()
    files = [file for file, _ in scene.memories() if os.path.lexists(file.id)]
    there = examine(workspace, files)
    out = []
    for file in there:
        for one in reported(workspace, file.id, scene.shown):
            assert one.finding is not None
            message = filled(one.finding.message, by_line(file))
            out.append(finding_row(scene.shown(file.id), one.span, one.severity, one.rule, message))
    return in_order(scene, out)


def in_editor(scene: Scenery, type_in: Type) -> tuple[Workspace, list[str]]:
    """A workspace that holds the case's files in buffers, and what it finds."""
    workspace = scene.workspace()
    opened = scene.opened()
    for file, one in opened:
        start = editor_text(one.base if one.base is not None else one.disk)
        workspace.open(file, Text(start), 1)
    for file, one in opened:
        wanted = editor_text(one.buffer if one.buffer is not None else one.disk)
        for version, (span, new) in enumerate(type_in(str(workspace.held[file.id].live.text), wanted), 2):
            workspace.change(file.id, [workspace.held[file.id].live.text.splice(span, new)], version)
            if version % 2:
                workspace.settle()
        assert str(workspace.held[file.id].live.text) == wanted
    workspace.settle()
    others_write(scene)
    for file, one in opened:
        if one.base is not None:
            workspace.reload(file.id)
    _settle(workspace)
    out = [
        finding_row(
            scene.shown(id),
            place_of(one, workspace.held[id].live.text),
            one.severity,
            one.rule,
            filled(one.message, by_line(one.at.file)),
        )
        for id in workspace.held
        for one in workspace.findings(id)
    ]
    return workspace, in_order(scene, out)


def _settle(workspace: Workspace) -> None:
    """All that an editor's session does in the background."""
    workspace.settle()
    while workspace.loading:
        workspace.load_more(20)
    workspace.settle()
    while workspace.waiting:
        workspace.advance(24)
    workspace.learn_instructions()
    workspace.learn_sharing()
    workspace.settle()
    if workspace.look_up_paths():
        workspace.learn_paths()
    for id in list(workspace.held):
        if workspace.look_up_ages(id):
            workspace.learn_ages(id)
    workspace.settle()


def editor_text(text: str | None) -> str:
    return as_editor(text or "")


def in_order(scene: Scenery, rows: Iterable[str]) -> list[str]:
    """Findings in the order of the page's files, then of their places."""
    paths = list(scene.case.files)

    def key(row: str) -> tuple[int, int, int, str]:
        path, line, col = re.match(r"(.+?):(\d+):(\d+)", row).groups()  # type: ignore[union-attr]
        return paths.index(path) if path in paths else len(paths), int(line), int(col), row

    return sorted(rows, key=key)


# --- offers and fixes


def offers(workspace: Workspace, scene: Scenery, path: str, row: int) -> list[str]:
    """The fixes of the findings in a row, as an `actions` fence lists them."""
    file = scene.file(path)
    assert file is not None
    listed = [one for one in actions(workspace, file.id, row, row) if one.finding is not None]
    return [f"{'*' if one.preferred else ' '} {one.title}" for one in listed]


def intended(workspace: Workspace, scene: Scenery, chosen: Chosen) -> Intention:
    """The intention behind a title in a menu."""
    file = scene.file(chosen.path)
    assert file is not None
    if chosen.text is not None:
        return _edit(workspace, file, chosen)
    if chosen.title == FIX_ALL:
        return Intention("fix-all", file=file.id)
    listed = {one.title: one.intention for one in actions(workspace, file.id, chosen.first, chosen.last)}
    assert chosen.title in listed, f"{chosen.title!r} is not offered, but {sorted(listed)}"
    return listed[chosen.title]


def _edit(workspace: Workspace, file: File, chosen: Chosen) -> Intention:
    """An edit that agents and the command line ask for: of a whole store, or of the note in a row."""
    if chosen.title in ("add", "clear"):
        return Intention(chosen.title, file=file.id, text=chosen.text)
    live = workspace.held[file.id].live
    note = next(block for block in live.blocks if block.row <= chosen.first < block.row + block.n)
    return Intention(chosen.title, (Anchor(file.id, note.row, digest(live.rows(note))),), text=chosen.text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`rows` as a `fix` fence says it, `steps` as one with steps does; a refusal's reason instead."""

    rows: Sequence[str] = ()
    steps: Sequence[str] = ()
    refused: str = ""

    @property
    def said(self) -> Sequence[str]:
        """As a `verb` fence says it."""
        return [f"refused: {self.refused}"] if self.refused else self.rows


def fixed_on_disk(scene: Scenery, chosen: Chosen) -> Outcome:
    """A fix as a locked write, planned on what lies there."""
    workspace = scene.workspace()
    examine(workspace, [file for file, _ in scene.memories() if os.path.lexists(file.id)])
    intention = intended(workspace, scene, chosen)
    before = texts(scene)
    bring_about(scene, None, chosen.when)
    file = scene.file(chosen.path)
    assert file is not None
    files = list(dict.fromkeys([*workspace.company(intention.files), *scene.company(file)]))
    done = apply_on_disk(scene.workspace(), intention, files)
    if isinstance(done, Refusal):
        return Outcome(refused=done.reason)
    return Outcome(changes(before, texts(scene)))


def fixed_in_buffers(scene: Scenery, chosen: Chosen) -> Outcome:
    """A fix on open buffers, and on the disk where a file is closed, step by step."""
    workspace, _ = in_editor(scene, straight)
    intention = intended(workspace, scene, chosen)
    before = {**texts(scene), **buffers(scene, workspace)}
    bring_about(scene, workspace, chosen.when)
    file = scene.file(chosen.path)
    assert file is not None
    seen = snapshot(workspace, workspace.company([file.id]))
    planned = edits.plan(intention, seen, workspace.world(file))
    if isinstance(planned, Refusal):
        return Outcome(refused=planned.reason)
    steps: list[str] = []
    for step in planned:
        target = seen.at(step.file)
        steps.append(_step(scene, workspace, target, step))
        if isinstance(step, Write) and _is_open(workspace, step.file):
            for one in sorted(step.replace, key=lambda one: one.span, reverse=True):
                splice = workspace.held[step.file].live.text.replace(one)
                workspace.change(step.file, [splice], None)
        elif (refusal := take_step(workspace, target, step)) is not None:
            return Outcome(refused=refusal.reason)
    untouched = [file.id for file in workspace.company([file.id]) if file.id not in {step.file for step in planned}]
    steps += [f"{scene.shown(id)} unchanged" for id in untouched if os.path.lexists(id)]
    gone = {scene.shown(step.file) for step in planned if isinstance(step, Remove)}
    left = {path: text for path, text in buffers(scene, workspace).items() if path not in gone}
    return Outcome(changes(before, {**texts(scene), **left}), steps)


def _step(scene: Scenery, workspace: Workspace, target: FileSeen, step: Write | Remove) -> str:
    if isinstance(step, Remove):
        return f"{scene.shown(step.file)} removed"
    where = "buffer" if _is_open(workspace, step.file) else "disk"
    return step_row(scene.shown(step.file), where, str(target.text), replaced(target.text, step.replace))


def texts(scene: Scenery) -> Mapping[str, str]:
    """Every file as text, a byte order mark at its start as such."""
    return {path: data.decode("utf-8", "surrogateescape") for path, data in on_disk(scene).items()}


def buffers(scene: Scenery, workspace: Workspace) -> Mapping[str, str]:
    """Every buffer, as it would be saved."""
    return {
        scene.shown(file.id): ("\ufeff" if one.bom else "") + str(workspace.held[file.id].live.text)
        for file, one in scene.opened()
        if file.id in workspace.held
    }


def _is_open(workspace: Workspace, file: str) -> bool:
    held = workspace.held.get(file)
    return held is not None and held.open


# --- what happens between planning and applying

_BECOMES = re.compile(r"line (\d+) of (\S+) (?:says (.*)|is gone)\Z")


def bring_about(scene: Scenery, workspace: Workspace | None, when: str) -> None:
    """Change the world: "PATH is a symlink", "PATH is missing", "line N of PATH says TEXT" or "is gone"."""
    if not when:
        return
    if when.endswith(" is a symlink"):
        path = scene.path(when.removesuffix(" is a symlink"))
        if os.path.lexists(path):
            os.rename(path, path + ".real")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(path + ".real", path)
        return
    if when.endswith(" is missing"):
        os.unlink(scene.path(when.removesuffix(" is missing")))
        return
    span, new, path = becomes(when, lambda shown: _text_of(scene, workspace, shown))
    file = scene.file(path)
    assert file is not None
    if workspace is not None and _is_open(workspace, file.id):
        workspace.change(file.id, [workspace.held[file.id].live.text.splice(span, new)], None)
        return
    text = Text(_text_of(scene, None, path))
    text.splice(span, new)
    one = scene.case.files[path]
    Path(file.id).unlink()
    lay_file(scene, one, str(text))


def becomes(when: str, text_of: Callable[[str], str]) -> tuple[Span, str, str]:
    """The edit that a `when` speaks of, and the file's path."""
    said = _BECOMES.match(when)
    if said is None:
        raise ValueError(f"nothing is known of how {when!r} comes about")
    row, path, new = int(said[1]) - 1, said[2], said[3]
    rows, _ = split_rows(text_of(path))
    if new is None:
        return Span(row, 0, row + 1, 0), "", path
    return Span(row, 0, row, len(rows[row])), new, path


def _text_of(scene: Scenery, workspace: Workspace | None, path: str) -> str:
    file: File | None = scene.file(path)
    assert file is not None
    if workspace is not None and _is_open(workspace, file.id):
        return str(workspace.held[file.id].live.text)
    return Path(file.id).read_bytes().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
