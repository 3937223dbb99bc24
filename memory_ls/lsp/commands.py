"""The workspace commands. Each takes one object; reports come back as a title and a markdown text.

A client that shows reports itself says so when it starts (`showsDocuments`); for every other the report is written
into the user's state folder and shown with `window/showDocument`, or as a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from memory_ls.edits import Intention
from memory_ls.edits.intention import find_all
from memory_ls.formats.changes import Refusal
from memory_ls.formats.common import merged_wording
from memory_ls.formats.notes import File, FileId, Scope
from memory_ls.lsp import reports
from memory_ls.lsp.applying import Applier
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Session, path_to_uri
from memory_ls.lsp.transport import Code, LspError
from memory_ls.workspace.applying import Applied, snapshot
from memory_ls.workspace.recognise import global_file, project_file, project_root

if TYPE_CHECKING:
    from memory_ls.lsp.server import Server

ROTATE = "The value is out of the text. Rotate it: version control, backups and earlier sessions still have it."
CANCEL = "Cancel"


@dataclass(frozen=True, slots=True)
class FileParams:
    """`uri`: the file that is looked at; None for the folder that is open."""

    uri: str | None = None


@dataclass(frozen=True, slots=True)
class ScopeParams:
    """`scope`: ``project`` or ``global``; None asks."""

    uri: str | None = None
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class IntentionParams:
    """`intention` as `Intention.to_data` gives it."""

    intention: dict[str, object]
    title: str = "memory-ls"


class Commands:
    """The commands of one session."""

    def __init__(self, server: Server, session: Session, applier: Applier) -> None:
        self.server, self.session, self.applier = server, session, applier

    @property
    def workspace(self) -> reports.Workspace:
        return self.session.workspace

    # --- reports

    async def doctor(self, params: FileParams) -> Json | None:
        """The health of the stores in view."""
        from memory_ls import doctor

        text = doctor.markdown(doctor.examine(self.workspace, self._view(params.uri)))
        return await self._show("memory-ls doctor", text)

    async def list_notes(self, params: FileParams) -> Json | None:
        return await self._show("memory-ls list", reports.listing(self.workspace, self._view(params.uri)))

    async def paths(self, params: FileParams) -> Json | None:
        return await self._show("memory-ls paths", reports.paths(self.workspace, self._view(params.uri)))

    async def preview(self, params: FileParams) -> Json | None:
        """What the agent is given, note for note, in our own framing."""
        return await self._show("memory-ls preview", reports.preview(self.workspace, self._view(params.uri)))

    async def compare(self, params: FileParams) -> Json | None:
        """The buffer beside what lies on the disk."""
        file = self.session.file_of(params.uri or "")
        if file is None:
            self._say("there is no memory file open")
            return None
        return await self._show("memory-ls compare", reports.comparison(self.workspace, file))

    async def reload(self, params: FileParams) -> Json:
        """Read everything anew and say what changed."""
        before = {id: len(held.live.notes()) for id, held in self.workspace.held.items()}
        names = [held.live.file for id, held in self.workspace.held.items() if self.workspace.reload(id)]
        self.workspace.load_missing()
        self.session.reconfigure()
        self.session.analyse_changes()
        after = {id: len(held.live.notes()) for id, held in self.workspace.held.items()}
        message = reports.changes(names, before, after)
        if not self.session.client.shows_documents:
            self._say(message)
        return {"message": message}

    # --- changes

    async def clear(self, params: ScopeParams) -> Json | None:
        """Clear a scope after asking; always with a backup."""
        if not self.session.client.asks:
            raise LspError(
                Code.REQUEST_FAILED, "this client cannot ask, so nothing is cleared; use memory-ls clear on a terminal"
            )
        file = await self._file_to_clear(params)
        if file is None:
            return None
        seen = snapshot(self.workspace, [file]).files[file.id]
        count = sum(1 for block in seen.blocks if block.fragment is not None and block.fragment.identity is not None)
        if not count:
            self._say(f"there are no notes in {file.store.label}")
            return None
        notes = "1 note" if count == 1 else f"{count} notes"
        answer = await self._ask(f"Clear {file.store.label}? {notes} would go; a backup is kept.", f"Clear {notes}")
        if not answer:
            return None
        outcome = await self.applier.apply(
            Intention("clear", file=file.id), f"Clear {file.store.label}", keep_backup=True
        )
        if isinstance(outcome, Refusal):
            raise LspError(Code.REQUEST_FAILED, outcome.reason)
        return await self._show("memory-ls clear", reports.cleared(file, count, outcome))

    async def apply(self, params: IntentionParams) -> Json | None:
        """A chosen code action that writes a closed file, or asks for a wording first."""
        intention = Intention.from_data(params.intention)
        if intention is None:
            raise LspError(Code.INVALID_PARAMS)
        if intention.edit == "merge" and intention.text is None and self.session.client.asks_text:
            said = await self._ask_wording(intention)
            if said is None:
                return None
            intention = Intention("merge", intention.notes, text=said)
        outcome = await self.applier.apply(intention, params.title)
        if isinstance(outcome, Refusal):
            await self._refused(outcome, intention)
            return None
        self.session.republish()
        if intention.edit == "redact":
            self._say(ROTATE, types.MessageType.Warning)
        return None

    async def advise(self, params: FileParams) -> None:
        """After a redaction: what is still to do."""
        self._say(ROTATE, types.MessageType.Warning)

    def configure(self, settings: object) -> None:
        """The editor's settings changed."""
        self.session.configure(settings)
        self.server.warn()

    def grant_trust(self) -> None:
        """The editor's user trusts the folder now."""
        self.session.trust_editor()

    # --- asking

    async def _file_to_clear(self, params: ScopeParams) -> File | None:
        view = self._view(params.uri)
        files = {file.store.scope: file for file in view}
        if params.scope is not None:
            chosen = next((file for scope, file in files.items() if scope.value == params.scope), None)
            if chosen is None:
                raise LspError(Code.REQUEST_FAILED, "there is no such memory here")
            return chosen
        if len(files) == 1:
            return next(iter(files.values()))
        titles = {file.store.label: file for file in files.values()}
        answer = await self._choose("Which memory is to be cleared?", [*titles, CANCEL])
        return titles.get(answer or "")

    async def _ask(self, question: str, yes: str) -> bool:
        return await self._choose(question, [yes, CANCEL]) == yes

    async def _choose(self, question: str, titles: list[str]) -> str | None:
        actions = [types.MessageActionItem(title) for title in titles]
        params = types.ShowMessageRequestParams(types.MessageType.Warning, question, actions)
        answer = await self.server.window_show_message_request_async(params)
        return answer.title if answer is not None else None

    async def _ask_wording(self, intention: Intention) -> str | None:
        """The suggested wording, offered to the person for change; None when it was cancelled."""
        seen = snapshot(self.workspace, self.applier.company(intention))
        notes = find_all(intention.notes, seen)
        if isinstance(notes, Refusal):
            raise LspError(Code.CONTENT_MODIFIED, notes.reason)
        answer = await self.server.protocol.send_request_async(
            "memoryLs/ask", {"prompt": "The merged note", "value": merged_wording([one.note for one in notes])}
        )
        return answer if isinstance(answer, str) and answer.strip() else None

    async def _refused(self, outcome: Refusal, intention: Intention) -> None:
        """Why nothing was changed; for an untrusted project with an offer to trust it."""
        root = self._untrusted_root(intention)
        if root is None or not self.session.client.asks:
            self._say(outcome.reason, types.MessageType.Warning)
            return
        if await self._ask(f"{outcome.reason}. Trust it now?", "Trust this project"):
            self.session.trust(root)
            again = await self.applier.apply(intention, "memory-ls")
            if isinstance(again, Refusal):
                self._say(again.reason, types.MessageType.Warning)

    def _untrusted_root(self, intention: Intention) -> str | None:
        if intention.scope is not Scope.PROJECT:
            return None
        for file in self.applier.company(intention):
            if file.store.scope is Scope.PROJECT and not self.workspace.trusted(file.store.root):
                return file.store.root
        return None

    # --- showing

    def _say(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        self.server.window_show_message(types.ShowMessageParams(kind, message))

    async def _show(self, title: str, markdown: str) -> Json | None:
        if not self.session.client.shows_documents:
            if self.session.client.opens_documents:
                path = reports.kept(self.workspace.env, title, markdown)
                await self.server.window_show_document_async(
                    types.ShowDocumentParams(path_to_uri(path), take_focus=True)
                )
            else:
                self._say(markdown)
        return {"title": title, "markdown": markdown}

    # --- which files

    def _view(self, uri: str | None) -> list[File]:
        """The files of the view that a URI, or else the open folder, belongs to; missing ones too."""
        file: FileId | None = self.session.file_of(uri) if uri else None
        held = self.workspace.held.get(file) if file else None
        if held is not None and held.live.file.store.scope is not Scope.GLOBAL:
            return self.workspace.company([held.live.file.id])
        root = next(iter(self.session.roots), None)
        everywhere = global_file(self.workspace.env)
        return [project_file(project_root(root)), everywhere] if root else [everywhere]


__all__ = ["Applied", "Commands", "FileParams", "IntentionParams", "ScopeParams"]
