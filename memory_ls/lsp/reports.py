"""Reports as markdown for an editor: listing, paths, preview, comparison, what was cleared or read anew.

Note text is masked: a report is shown, copied and sent around.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence

from memory_ls.detect import mask, quote
from memory_ls.formats.notes import File, FileId, Fragment, Role, Scope, Store
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import Found, Missing
from memory_ls.workspace.applying import Applied, see
from memory_ls.workspace.given import given
from memory_ls.workspace.workspace import Workspace


def listing(workspace: Workspace, files: Sequence[File]) -> str:
    """The notes of each store, file by file where it has several; sensitive ones by their name alone."""
    rows = ["# Notes"]
    for store, own in by_store(files).items():
        notes = {file: live_fragments(workspace, file) for file in own}
        rows += ["", f"## {titled(store)} ({sum(map(len, notes.values()))})", ""]
        said = [
            f"- {_file_in(file, own)}{mask(note.text) if not note.sensitive else '(sensitive)'}"
            for file, some in notes.items()
            for note in some
        ]
        rows += said or ["No notes."]
    return "\n".join(rows) + "\n"


def paths(workspace: Workspace, files: Sequence[File]) -> str:
    """Where the stores lie, how many files they have, and whether a project is trusted."""
    rows = ["# Paths", ""]
    for store, own in by_store(files).items():
        found = workspace.read(own[0])
        state = (
            "" if isinstance(found, Found) else " (not there)" if isinstance(found, Missing) else f" ({found.clause})"
        )
        if len(own) > 1:
            rows.append(f"- {store.label}: `{quote(store.folder, 4096)}` ({len(own)} files)")
        else:
            rows.append(f"- {store.label}: `{quote(own[0].id, 4096)}`{state}")
        if store.scope is Scope.PROJECT:
            rows.append(f"- trusted: {'yes' if workspace.trusts(store) else 'no'}")
    return "\n".join(rows) + "\n"


def preview(workspace: Workspace, views: Sequence[Sequence[File]]) -> str:
    """What each agent would be given now. An untrusted project contributes nothing."""
    rows = ["# What the agent is given", ""]
    for files in views:
        if len(views) > 1:
            rows += [f"## {titled(files[0].store)}", ""]
        said = given(workspace, files)
        if not said.limits.inject:
            rows += ["Recall is switched off in the agent's configuration: nothing.", ""]
            continue
        rows.append(f"{said.plan.fit} of {said.plan.total} notes, {said.summary}." if said.summary else "Nothing.")
        if said.untrusted:
            rows.append("The project is not trusted: its notes are left out.")
        rows += ["", "```text", said.text or "(nothing: no notes)", "```", ""]
    return "\n".join(rows)


def by_store(files: Sequence[File]) -> dict[Store, list[File]]:
    """Files by the store that they belong to, in their order."""
    stores: dict[Store, list[File]] = {}
    for file in files:
        stores.setdefault(file.store, []).append(file)
    return stores


def titled(store: Store) -> str:
    """A store's label, with its place where that alone would name any."""
    if store.label.startswith("this "):
        return f"{store.format} in {quote(store.folder, 4096)}"
    return store.label


def _file_in(file: File, own: Sequence[File]) -> str:
    return f"{quote(file.inside, 4096)}: " if len(own) > 1 else ""


def comparison(workspace: Workspace, file: FileId) -> str:
    """The buffer and the disk as a diff, from the one to the other."""
    held = workspace.held[file]
    disk = held.disk.text if isinstance(held.disk, Found) else ""
    diff = difflib.unified_diff(
        mask(str(held.live.text)).splitlines(), mask(disk).splitlines(), "open here", "on disk", lineterm="", n=2
    )
    rows = list(diff)
    return "\n".join(["# On disk", "", *(["```diff", *rows, "```"] if rows else ["Both are the same."]), ""])


def cleared(store: Store, count: int, outcome: Applied) -> str:
    notes = "1 note" if count == 1 else f"{count} notes"
    rows = [f"# Cleared {titled(store)}", "", f"{notes} went."]
    rows += [f"Backup: `{quote(path, 4096)}`" for path in outcome.backups]
    return "\n".join([*rows, ""])


def changes(files: Sequence[File], before: Mapping[FileId, int], after: Mapping[FileId, int]) -> str:
    """What reading anew changed, in one sentence."""
    new = [id for id in after if id not in before]
    if not files and not new:
        return "Nothing changed on disk."
    said = [f"{file.store.label}: {before.get(file.id, 0)} notes before, {after.get(file.id, 0)} now" for file in files]
    said += [f"{after[id]} notes in a file that is new" for id in new]
    return "; ".join(said) + "."


def live_fragments(workspace: Workspace, file: File) -> list[Fragment]:
    """The notes of a file as it is now, buffer or disk."""
    seen = see(workspace, file)
    return [block.fragment for block in seen.blocks if block.fragment is not None and block.fragment.role is Role.NOTE]


def kept(env: Environment, title: str, markdown: str) -> str:
    """A report as a file in the user's state folder, for clients that can only open files; private, overwritten."""
    folder = os.path.join(env.state_dir, "reports")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"{title.replace(' ', '-')}.md")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(markdown)
    return path


__all__ = [
    "Workspace",
    "by_store",
    "changes",
    "cleared",
    "comparison",
    "kept",
    "listing",
    "live_fragments",
    "paths",
    "preview",
    "titled",
]
