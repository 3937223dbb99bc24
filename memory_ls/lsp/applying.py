"""How a change reaches the files of an editor: open ones as versioned edits of their buffers, others on the disk.

Steps keep their order across both. An edit of buffers alone is given to the editor as one edit, so that one undo takes
it back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from memory_ls import edits
from memory_ls.edits import Intention, Snapshot
from memory_ls.formats.changes import Change, FileSeen, Refusal, Remove, Write
from memory_ls.formats.notes import File
from memory_ls.lsp.positions import Encoding, span_to_units
from memory_ls.lsp.render import Json
from memory_ls.stores.agent_locks import agents_locked
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.locking import locked
from memory_ls.workspace.applying import Applied, back_up_files, snapshot, take_steps
from memory_ls.workspace.company import company
from memory_ls.workspace.workspace import Workspace

_PATIENCE = 2.0
"""Seconds that an editor waits for another writer's lock; the server answers nothing else meanwhile."""
_OF_STORES = frozenset({"clear", "compact", "rebuild"})
"""Edits of everything that a store has, not of what stands beside one note."""
ApplyEdit = Callable[[str, Json], Awaitable[bool]]


class Applier:
    """Plans on buffers and disk, and applies; one for a session."""

    def __init__(
        self, workspace: Workspace, encoding: Encoding, uri_of: Callable[[str], str], apply_edit: ApplyEdit
    ) -> None:
        self.workspace, self.encoding, self.uri_of, self._apply_edit = workspace, encoding, uri_of, apply_edit

    def plan(self, intention: Intention, among: Sequence[File] = ()) -> tuple[Snapshot, Change] | Refusal:
        """What an intention comes to now; `among` are the files of a change of whole stores, else it is told by what it
        names."""
        files = list(among) or self.company(intention)
        if not files:
            return Refusal("this file is no longer open")
        seen = snapshot(self.workspace, files)
        planned = edits.plan(intention, seen, self.workspace.world(files[0]))
        return planned if isinstance(planned, Refusal) else (seen, planned)

    def company(self, intention: Intention) -> list[File]:
        """The files that a plan may need: those that are named, and what stands beside them in a view; for a change of
        a whole store all that it has."""
        files = self.workspace.company(intention.files)
        if intention.edit in _OF_STORES:
            known = {file.id: file for file in files}
            for file in files:
                known.update((one.id, one) for one in company(file, self.workspace.env).files)
            return list(known.values())
        return files

    def as_edit(self, intention: Intention) -> Json | Refusal | None:
        """A WorkspaceEdit, if all files concerned are open buffers; None if one is not."""
        planned = self.plan(intention)
        if isinstance(planned, Refusal):
            return planned
        seen, change = planned
        return self.workspace_edit(seen, change) if all(self._in_buffer(step) for step in change) else None

    async def apply(
        self, intention: Intention, label: str, *, keep_backup: bool = False, among: Sequence[File] = ()
    ) -> Applied | Refusal:
        """Plan and apply, step by step; stops at the first step that is refused, so that nothing is lost. What a
        removed file held is kept in any case."""
        planned = self.plan(intention, among)
        if isinstance(planned, Refusal):
            return planned
        seen, change = planned
        files: list[str] = []
        try:
            rewritten = tuple(step for step in change if isinstance(step, Write)) if keep_backup else ()
            backups = back_up_files(self.workspace, seen, rewritten)
        except StoreFailure as failure:
            return Refusal(failure.message)
        for part in self._parts(change):
            if self._in_buffer(part[0]):
                if not await self._apply_edit(label, self.workspace_edit(seen, part)):
                    return Refusal("the editor refused the edit")
                files += [step.file for step in part]
                continue
            done = self._write(seen, part)
            if isinstance(done, Refusal):
                return done
            files += done.files
            backups = [*backups, *done.backups]
        removed = {step.file for step in change if isinstance(step, Remove)}
        for file in files:
            if (file in removed or not self._is_open(file)) and file in self.workspace.held:
                self.workspace.reload(file)
        return Applied(tuple(files), tuple(backups))

    def _write(self, seen: Snapshot, part: Change) -> Applied | Refusal:
        """Steps on the disk, under the locks of their stores; a file that changed since it was seen is left alone."""
        try:
            stores = {seen.at(step.file).file.store for step in part}
            roots = {store.root for store in stores}
            with locked(self.workspace.env, roots, _PATIENCE), agents_locked(stores, _PATIENCE):
                return take_steps(self.workspace, seen, part)
        except StoreFailure as failure:
            return Refusal(failure.message)

    def workspace_edit(self, seen: Snapshot, change: Sequence[object]) -> Json:
        """Steps on open buffers as the protocol's WorkspaceEdit."""
        documents = []
        for step in change:
            if isinstance(step, Write):
                file = seen.files[step.file]
                document = {"uri": self.uri_of(step.file), "version": step.expect}
                documents.append({"textDocument": document, "edits": self._text_edits(file, step)})
        return {"documentChanges": documents}

    def _text_edits(self, file: FileSeen, step: Write) -> list[Json]:
        out: list[Json] = []
        for replace in step.replace:
            line, character, end_line, end_character = span_to_units(file.text.rows, replace.span, self.encoding)
            newline = file.text.newline_at(file.text.clamp(replace.span.row, 0)[0])
            start = {"line": line, "character": character}
            end = {"line": end_line, "character": end_character}
            out.append({"range": {"start": start, "end": end}, "newText": replace.new.replace("\n", newline)})
        return out

    def _parts(self, change: Change) -> list[Change]:
        """Runs of steps on buffers, and of steps on the disk, in order."""
        parts: list[Change] = []
        for step in change:
            if parts and self._in_buffer(parts[-1][0]) == self._in_buffer(step):
                parts[-1] = (*parts[-1], step)
            else:
                parts.append((step,))
        return parts

    def _in_buffer(self, step: Write | Remove) -> bool:
        """Whether a step is an edit of a buffer; a file that goes is removed on the disk, open or not."""
        return isinstance(step, Write) and self._is_open(step.file)

    def _is_open(self, file: str) -> bool:
        held = self.workspace.held.get(file)
        return held is not None and held.open
