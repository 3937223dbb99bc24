"""The workspace commands. Each takes one object; reports come back as a title and a markdown text.

A client that shows reports itself says so when it starts (`showsDocuments`); for every other the report is written
into the user's state folder and shown with `window/showDocument`, or as a message.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from memory_ls.edits import Intention, live_notes
from memory_ls.edits.intention import find_all
from memory_ls.formats.changes import Refusal
from memory_ls.formats.common import merged_wording
from memory_ls.formats.notes import File, Scope, Store
from memory_ls.lsp import looked_at, reports
from memory_ls.lsp.applying import Applier
from memory_ls.lsp.render import Json
from memory_ls.lsp.session import Session, path_to_uri
from memory_ls.lsp.transport import Code, LspError
from memory_ls.workspace.applying import Applied, snapshot

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
        """The health of the stores in view of a memory file, else of all in reach of the open folder."""
        from memory_ls import doctor

        views = looked_at.views(self.session, params.uri)
        texts = [doctor.markdown(doctor.examine(self.workspace, files)) for files in views]
        return await self._show("memory-ls doctor", doctor.joined(texts))

    async def list_notes(self, params: FileParams) -> Json | None:
        return await self._show("memory-ls list", reports.listing(self.workspace, self._files(params.uri)))

    async def paths(self, params: FileParams) -> Json | None:
        return await self._show("memory-ls paths", reports.paths(self.workspace, self._files(params.uri)))

    async def preview(self, params: FileParams) -> Json | None:
        """What the agent is given, note for note, in our own framing."""
        views = looked_at.views(self.session, params.uri)
        return await self._show("memory-ls preview", reports.preview(self.workspace, views))

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
        files = await self._files_to_clear(params)
        if not files:
            return None
        store = files[0].store
        seen = snapshot(self.workspace, files).files.values()
        count = sum(1 for file in seen for _ in live_notes(file))
        label = reports.titled(store)
        if not count:
            self._say(f"there are no notes in {label}")
            return None
        notes = "1 note" if count == 1 else f"{count} notes"
        answer = await self._ask(f"Clear {label}? {notes} would go; a backup is kept.", f"Clear {notes}")
        if not answer:
            return None
        among = looked_at.seen_with(self.session, files[0])
        intention = Intention("clear", file=files[0].id)
        outcome = await self.applier.apply(intention, f"Clear {label}", keep_backup=True, among=[*files, *among])
        if isinstance(outcome, Refusal):
            raise LspError(Code.REQUEST_FAILED, outcome.reason)
        self.session.republish()
        return await self._show("memory-ls clear", reports.cleared(store, count, outcome))

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

    async def _files_to_clear(self, params: ScopeParams) -> list[File]:
        """The files of the one store that is meant; asks where it may be several."""
        found = looked_at.views(self.session, params.uri)
        by_store = reports.by_store([file for files in found for file in files])
        if params.scope is not None:
            chosen = [store for store in by_store if store.scope.value == params.scope]
            if len(found) > 1:  # no file in view tells which is meant
                chosen = [store for store in chosen if store.format == "bullets"]
            if len(chosen) != 1:
                raise LspError(Code.REQUEST_FAILED, "there is no such memory here")
            return by_store[chosen[0]]
        if len(by_store) == 1:
            return next(iter(by_store.values()))
        titles = _titles(by_store)
        answer = await self._choose("Which memory is to be cleared?", [*titles, CANCEL])
        return by_store[titles[answer]] if answer in titles else []

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
        for store in self.workspace.stores_of(self.applier.company(intention)):
            if not self.workspace.trusts(store):
                return self.workspace.root_of(store)
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

    def _files(self, uri: str | None) -> list[File]:
        """The files of the stores that are looked at, each once."""
        known = {file.id: file for files in looked_at.views(self.session, uri) for file in files}
        return list(known.values())


def _titles(stores: Iterable[Store]) -> dict[str, Store]:
    """What to call stores when one of them is to be chosen: their labels, and the format where two are alike."""
    labels = [reports.titled(store) for store in stores]
    return {
        f"{label} ({store.format})" if labels.count(label) > 1 else label: store
        for label, store in zip(labels, stores, strict=True)
    }


__all__ = ["Applied", "Commands", "FileParams", "IntentionParams", "ScopeParams"]
