"""`memory-ls recall QUERY`: the notes that a prompt would recall here; `--last`: what the hooks gave an agent last."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from datetime import date, datetime

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import mask, quote
from memory_ls.formats.notes import File
from memory_ls.recall.ledger import Ledger
from memory_ls.recall.ranking import is_asking
from memory_ls.recall.search import Note, by_keyword, not_found, notes_of, recall, told
from memory_ls.stores.session_state import sessions
from memory_ls.stores.usefulness import change
from memory_ls.workspace.applying import see
from memory_ls.workspace.given import left_out
from memory_ls.workspace.reach import Reached


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    query = " ".join(options.query)
    if options.last:
        return _last(scene, console)
    if not query.strip():
        raise Failure("say what the notes should be about, or --last")
    found = _found(scene, query)
    untrusted = _untrusted(scene)
    for file in untrusted:
        console.line((left_out(scene.said(file.id)), "warning"))
    notes = [_data(scene, one) for one in found]
    console.data(query=query, notes=notes, untrusted=[scene.show(file.id) for file in untrusted])
    if found:
        console.line("\n\n".join(told(one, date.today(), scene.show) for one in found))
    else:
        console.line(_nothing(query))
    scene.warn()
    return 0


def _found(scene: Scene, query: str) -> Sequence[Note]:
    """The notes under a keyword such as ``#deploy``, else those that a prompt would recall."""
    workspace = scene.workspace()

    def is_given(one: Reached) -> bool:
        return bool(one.files) and workspace.trusts(one.store) and workspace.limits(one.files[0]).inject

    stores = [one for one in scene.stores().values() if is_given(one)]
    notes = notes_of([see(workspace, file) for one in stores for file in one.files])
    if _is_keyword(query):
        found = by_keyword(query.strip(), notes, date.today())
        _record(scene, query.strip().lstrip("#"), stores, found)
        return found
    if not is_asking(query):
        return ()
    return recall(query, notes, Ledger(), date.today(), scene.show).notes


def _untrusted(scene: Scene) -> list[File]:
    """The files that count for nothing since their project is not trusted: of each store one."""
    workspace = scene.workspace()
    return [one.files[0] for one in scene.stores().values() if one.files and not workspace.trusts(one.store)]


def _record(scene: Scene, keyword: str, stores: Sequence[Reached], found: Sequence[Note]) -> None:
    """A search by a keyword counts in every cards store, and as useful where it led to a note."""
    led = {one.note.file.store.folder for one in found}
    for one in stores:
        if one.store.format == "cards":
            useful = one.store.folder in led
            change(
                scene.env,
                one.store,
                lambda uses, useful=useful: (  # type: ignore[misc]
                    uses.record_search(keyword).record_read(keyword) if useful else uses.record_search(keyword)
                ),
            )


def _nothing(query: str) -> str:
    if _is_keyword(query):
        return f"no note has the keyword {quote(query)}"
    if not is_asking(query):
        return "a single word recalls nothing; say more, or name a keyword, such as '#deploy'"
    return not_found(query)


def _is_keyword(query: str) -> bool:
    return query.startswith("#") and len(query.split()) == 1


def _data(scene: Scene, one: Note) -> dict[str, object]:
    return {
        "path": scene.show(one.note.file.id),
        "line": one.note.row + 1,
        "name": quote(one.title, 200),
        "keywords": [quote(word) for word in one.candidate.keywords.split()],
        "date": one.day.isoformat() if one.day is not None else None,
        "text": mask(one.candidate.text),
    }


def _last(scene: Scene, console: Console) -> int:
    """The text that stood last before an agent of this project."""
    state = next((one for one in sessions(scene.env) if one.root == scene.root and one.last), None)
    console.data(last=None if state is None else {"event": state.event, "at": _when(state.at), "text": state.last})
    if state is None:
        console.line("no agent of this project was given anything by a hook yet")
    else:
        console.line((f"given at {_when(state.at).replace('T', ' ')} ({quote(state.event)}):", "frame"))
        console.line(state.last)
    return 0


def _when(at: float) -> str:
    return datetime.fromtimestamp(at).isoformat(timespec="seconds")
