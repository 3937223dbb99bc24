"""Which stores a command is about: those in view of a memory file, else all in reach of the open folders."""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.formats.notes import File, Scope, Store
from memory_ls.lsp.session import Session
from memory_ls.workspace.company import company
from memory_ls.workspace.reach import Reached, file_of, in_reach, reached
from memory_ls.workspace.recognise import global_file, project_root


def views(session: Session, uri: str | None) -> list[list[File]]:
    """The files that one agent sees together, per view; missing ones of bullets too. Never empty."""
    file = session.file_of(uri) if uri else None
    held = session.workspace.held.get(file) if file else None
    if held is not None:
        return [seen_with(session, held.live.file)]
    return [list(one.company) for one in _widest(stores(session))] or [[global_file(session.workspace.env)]]


def stores(session: Session) -> list[Reached]:
    """All stores of the open folders' repositories and of this user, each once."""
    known: dict[Store, Reached] = {}
    for root in session.roots:
        configured = session.workspace.settings_of(project_root(root)).stores
        for one in in_reach(session.workspace.env, root, configured).values():
            known.setdefault(one.store, one)
    return list(known.values())


def seen_with(session: Session, file: File) -> list[File]:
    """The files that an agent sees together with one, itself among them: from the open folder for a user's own store
    that agents read beside a project's."""
    env, root = session.workspace.env, next(iter(session.roots), None)
    shared = file.store.scope is Scope.GLOBAL and file.store.format in ("bullets", "cards")
    if shared and root is not None:
        files = reached(file.store, env, project_root(root)).company
    else:
        files = company(file, env).files
    known = {one.id: one for one in files}
    known.setdefault(file.id, file)
    return list(known.values())


def files_of(store: Store, among: Sequence[File]) -> list[File]:
    """A store's files among some; what stands for it where it has none."""
    return [file for file in among if file.store == store] or [file_of(store)]


def _widest(some: Sequence[Reached]) -> list[Reached]:
    """Of stores that are seen together, one for all."""
    views = {frozenset(file.id for file in one.company): one for one in reversed(some)}
    return [one for ids, one in reversed(views.items()) if not any(ids < other for other in views)]
