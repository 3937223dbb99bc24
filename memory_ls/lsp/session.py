"""One client's session: its buffers feed the workspace, and what is found goes back to it.

Everything here runs on the event loop; what takes time (version control, the disk of closed files) is done in a thread
or in slices between two messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote, unquote, urlsplit

from memory_ls.formats.notes import FileId
from memory_ls.lsp.coalesce import Coalescer
from memory_ls.lsp.documents import BufferWorkspace, Document, Followed
from memory_ls.lsp.render import Renderer
from memory_ls.lsp.starting import Control
from memory_ls.lsp.watching import Disk
from memory_ls.text import Splice
from memory_ls.workspace.workspace import Workspace

Publish = Callable[[str, "int | None", list[str]], None]
_SLICE = 24
"""Notes whose likeness is looked up between two messages: about 10 ms."""
_FILES = 10
"""Closed files of a large store that are read between two messages."""
POLL_SECONDS = 1.5
"""How often files on the disk are looked at."""


@dataclass(slots=True)
class Client:
    """What the client said of itself."""

    related: bool = False
    tags: bool = False
    asks: bool = False
    asks_text: bool = False
    shows_documents: bool = False
    opens_documents: bool = False
    applies_edits: bool = False
    resolves_edits: bool = False
    renames_files: bool = False


class Session:
    """Buffers by URI, files by id, and what was last published for each."""

    def __init__(
        self,
        workspace: Workspace,
        documents: BufferWorkspace,
        publish: Publish,
        client: Client,
        coalescer: Coalescer,
        control: Control,
        pending: Callable[[], bool],
    ) -> None:
        self.workspace, self.documents, self.client = workspace, documents, client
        self.renderer = Renderer(workspace, documents.encoding, self.uri_of, related=client.related, tags=client.tags)
        self._publish, self._pending = publish, pending
        self.coalescer, self.control = coalescer, control
        self._files: dict[str, FileId] = {}
        self._uris: dict[FileId, str] = {}
        self._published: dict[FileId, list[str]] = {}
        self.disk = Disk(workspace)
        self._background: asyncio.Task[None] | None = None
        self._unaged: dict[FileId, None] = {}
        self.roots: list[str] = []

    # --- documents

    def uri_of(self, file: FileId) -> str:
        """The URI that the client used for a file, else the usual one."""
        return self._uris.get(file) or path_to_uri(file)

    def file_of(self, uri: str) -> FileId | None:
        """The memory file that an open URI is, if it is one."""
        document = self.documents.document(uri)
        return self._files.get(document.uri) if document else None

    def opened(self, document: Document) -> None:
        path = uri_to_path(document.uri)
        file = self.workspace.recognise(path) if path else None
        if file is None:
            return
        known = self._files.get(document.uri)
        if known is not None and known in self.workspace.held:
            self.workspace.replace(known, document.text, document.version)
        else:
            if file.id in self._uris and self._uris[file.id] in self._files:
                return  # the same file under a second name: the first buffer is its text
            self._files[document.uri], self._uris[file.id] = file.id, document.uri
            self.workspace.open(file, document.text, document.version)
            self.disk.saw(file.id)
        self._unaged[file.id] = None
        self.coalescer.schedule(self.analyse)

    def edited(self, document: Document, done: Followed) -> None:
        """Follow one change; the analysis comes when the input is quiet."""
        file = self._files.get(document.uri)
        if file is None:
            return
        if isinstance(done, Splice):
            self.workspace.change(file, [done], document.version)
            self._focus(file, done.first)
        else:
            self.workspace.replace(file, document.text, document.version)

    def changed(self, document: Document) -> None:
        """All changes of a message are in."""
        file = self._files.get(document.uri)
        if file is not None:
            self.workspace.change(file, (), document.version)
            self.coalescer.schedule(self.analyse)

    def saved(self, uri: str) -> None:
        file = self.file_of(uri)
        if file is not None:
            self.workspace.saved(file)
            self.disk.saw(file)
            self._unaged[file] = None
            self.coalescer.schedule(self.analyse)

    def closed(self, document: Document) -> None:
        file = self._files.pop(document.uri, None)
        if file is None:
            return
        before = set(self.workspace.held)
        self.workspace.close(file)
        for gone in before - self.workspace.held.keys():
            self._clear(gone)
        self._uris.pop(file, None)
        self.coalescer.schedule(self.analyse)

    # --- analysis

    def flush(self) -> None:
        """Bring everything up to date before an answer."""
        self.coalescer.flush()
        self.analyse_changes()

    def analyse(self) -> None:
        """Analyse and publish what changed, then go on in the background."""
        self.analyse_changes()
        if self._behind and (self._background is None or self._background.done()):
            self._background = asyncio.ensure_future(self._in_background())

    @property
    def _behind(self) -> bool:
        workspace = self.workspace
        return bool(workspace.loading or workspace.waiting or workspace.unlooked or self._unaged)

    def analyse_changes(self) -> None:
        self._look_at_calendar()
        for file in self.workspace.settle():
            self.publish(file)

    def publish(self, file: FileId) -> None:
        """Send a file's findings: always for the version of an open buffer, for a closed file when they changed."""
        held = self.workspace.held.get(file)
        if held is None:
            return
        limit = self.workspace.settings(held.live.file).max_diagnostics
        parts = self.renderer.diagnostics(file, limit)
        stamp = [str(held.version), *parts] if held.open else parts
        if stamp != self._published.get(file, []):
            self._published[file] = stamp
            self._publish(self.uri_of(file), held.version if held.open else None, parts)

    def republish(self) -> None:
        """Everything anew: settings, trust or the day changed."""
        self.coalescer.schedule(self.analyse)

    async def _in_background(self) -> None:
        """Whatever a key need not wait for; what came meanwhile, too."""
        while self._behind:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Files of large stores and look-alikes in slices, paths and ages from a thread."""
        while self.workspace.loading:
            self.workspace.load_more(_FILES)
            self.analyse_changes()
            await self._let_input_through()
        self.analyse_changes()
        while self.workspace.waiting:
            touched = self.workspace.advance(_SLICE)
            if not self.workspace.waiting:
                self.workspace.touch(touched)
            await self._let_input_through()
        self.analyse_changes()
        self._learned(self.workspace.learn_instructions())
        self.workspace.learn_sharing()
        self.analyse_changes()
        if self.workspace.look_up_paths():
            self._learned(self.workspace.learn_paths())
        while self._unaged:
            file = next(iter(self._unaged))
            del self._unaged[file]
            if await asyncio.to_thread(self.workspace.look_up_ages, file):
                self._learned(self.workspace.learn_ages(file))

    def _learned(self, files: Iterable[FileId]) -> None:
        if files:
            self.analyse_changes()

    async def _let_input_through(self) -> None:
        await asyncio.sleep(0)
        for _ in range(100):
            if not (self._pending() or self.coalescer.waiting):
                return
            await asyncio.sleep(0.002)

    # --- the disk

    async def watch(self) -> None:
        """Look at the files of all views for ever; what changed on the disk is taken up without the client's help."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if self.look_at_disk():
                self.analyse()

    def look_at_disk(self) -> bool:
        """Whether any file of a view changed, came or went on the disk."""
        before = set(self.workspace.held)
        changed = self._look_at_calendar()
        changed |= bool(self.workspace.learn_instructions())
        changed |= self.disk.look(self._files.values())
        for gone in before - self.workspace.held.keys():
            self._clear(gone)
        return changed

    def _look_at_calendar(self) -> bool:
        """Whether a new day began that changes findings."""
        today = date.today()
        if today == self.workspace.today:
            return False
        self.workspace.today = today
        return bool(self.workspace.learn_today())

    # --- settings and trust

    def configure(self, settings: object) -> None:
        """The editor's settings changed."""
        self.control.configure(settings)
        self.reconfigure()

    def trust_editor(self) -> None:
        """The editor's user trusts the open folders."""
        self.control.trust_folders(self.roots)
        self.reconfigure()

    def trust(self, root: str) -> None:
        """A person trusts one project from now on."""
        self.control.trust(root)
        self.reconfigure()

    def reconfigure(self) -> None:
        """Everything anew under the settings and the trust as they are now."""
        self.control.reread()
        self.workspace.reconfigure()
        self._unaged.update(dict.fromkeys(self.workspace.held))
        self.coalescer.schedule(self.analyse)

    # --- inside

    def _focus(self, file: FileId, row: int) -> None:
        for view in self.workspace.views.values():
            if file in view.members:
                view.focus = (file, row)

    def _clear(self, file: FileId) -> None:
        if self._published.pop(file, None):
            self._publish(self.uri_of(file), None, [])


def uri_to_path(uri: str) -> str | None:
    """The path of a ``file:`` URI on this machine; None for any other."""
    try:
        parts = urlsplit(uri)
    except ValueError:  # half an address
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    path = unquote(parts.path, errors="surrogateescape")
    return path if path.startswith("/") and "\0" not in path else None


def path_to_uri(path: str) -> str:
    """A path as a ``file:`` URI."""
    return "file://" + quote(path, errors="surrogateescape")
