"""The tools: their names, schemas and hints as data, and one entry for every call. The same for every project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memory_ls.agent import words
from memory_ls.agent.answer import Answer, Declined
from memory_ls.agent.looking import PARTS
from memory_ls.agent.memory import ACTIONS, SCOPES, memory
from memory_ls.agent.notes import SHOWN_ON_ERROR, notes_of, shown
from memory_ls.agent.place import Place
from memory_ls.agent.reading import VIEWS, memory_delete, memory_read
from memory_ls.agent.recalling import memory_doctor, memory_recall
from memory_ls.agent.record_writing import memory_write
from memory_ls.agent.searching import memory_search
from memory_ls.stores.failure import StoreFailure

Json = Mapping[str, object]
Run = Callable[[Place, object], Answer]


def _text(said: str = "") -> Json:
    return {"type": "string", "description": said} if said else {"type": "string"}


def _texts(said: str = "") -> Json:
    return {"type": "array", "items": {"type": "string"}, **({"description": said} if said else {})}


def _object(required: tuple[str, ...] = (), **properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


_STORE_ALL = _text("id of a store")
_STORE = _text("id of a store, from the list; default: that of the scope")


@dataclass(frozen=True, slots=True)
class Tool:
    """`reads`: it changes nothing; `meta` is for hosts that load tools late."""

    name: str
    title: str
    description: str
    schema: Json
    run: Run = field(repr=False)
    reads: bool = True
    deletes: bool = False
    meta: Json = field(default_factory=dict)


TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory",
        "Memory notes",
        words.MEMORY,
        _object(
            action={"type": "string", "enum": list(ACTIONS)},
            text=_text("the note to add, or the note that is meant"),
            to=_text("its new text; for move where it goes"),
            scope={"type": "string", "enum": list(SCOPES), "description": "default: project; list: both"},
            store=_STORE,
            by=_text("supersede: the note that is true now"),
            notes=_texts("merge: the notes that become one"),
            keyword=_text("of a card"),
            title=_text("name of a topic or record"),
            description=_text("of a topic or record, in one line"),
            kind=_text("of a topic: user, feedback, project, reference"),
            file=_text("a file of the store, such as USER.md"),
            operations={"type": "array", "items": {"type": "object"},
                        "description": "objects with action and its arguments, instead of those here"},
        ),
        memory,
        reads=False,
        deletes=True,
        meta={"anthropic/alwaysLoad": True},
    ),
    Tool(
        "memory_search",
        "Search memory",
        words.SEARCH,
        _object(
            query=_text("words; notes with any of them, those with most of them first"),
            searchIn={"type": "string", "enum": list(PARTS)},
            store=_STORE_ALL,
            limit={"type": "integer", "minimum": 1},
            page={"type": "integer", "minimum": 1},
            includeSuperseded={"type": "boolean"},
        ),
        memory_search,
    ),
    Tool(
        "memory_read",
        "Read a note",
        words.READ,
        _object(
            ("path",),
            path=_text("id, name or path"),
            view={"type": "string", "enum": list(VIEWS)},
            store=_STORE_ALL,
            offset={"type": "integer", "minimum": 1, "description": "character to begin with"},
        ),
        memory_read,
    ),
    Tool(
        "memory_write",
        "Write a record",
        words.WRITE,
        _object(
            ("path",),
            path=_text("id, or path such as events/release.md"),
            kind={"type": "string", "enum": ["state", "event"]},
            summary=_text("at most 300 characters"),
            description=_text("at most 160"),
            concepts=_texts("what it is about"),
            claims=_texts("what holds, a sentence each"),
            facts={"type": "object", "description": "names and JSON values"},
            relations={"type": "object", "description": "names and @ids"},
            notes=_text("markdown, only in the full view"),
            tags=_texts(),
            sensitive={"type": "boolean", "description": "never given without being asked for"},
            supersedes=_texts("@ids that this one replaces"),
            forceCreate={"type": "boolean", "description": "also when it looks like another state"},
            store=_STORE_ALL,
        ),
        memory_write,
        reads=False,
    ),
    Tool(
        "memory_delete",
        "Delete a record",
        words.DELETE,
        _object(("path",), path=_text("id, name or path"), store=_STORE_ALL),
        memory_delete,
        reads=False,
        deletes=True,
    ),
    Tool(
        "memory_recall",
        "Recall",
        words.RECALL,
        _object(query=_text("what you are about to do"), store=_STORE_ALL),
        memory_recall,
    ),
    Tool("memory_doctor", "Memory health", words.DOCTOR, _object(store=_STORE_ALL), memory_doctor),
)  # fmt: skip
BY_NAME = {tool.name: tool for tool in TOOLS}


def call(place: Place, name: str, arguments: object) -> Answer:
    """Run a tool. What a model, a file or the disk did wrong comes back as a failed answer that says what to do."""
    place, tool = place.fresh(), BY_NAME.get(name)
    if tool is None:
        return Answer(f"there is no such tool; there are: {', '.join(BY_NAME)}", {"error": "unknown tool"}, failed=True)
    try:
        return tool.run(place, arguments)
    except Declined as declined:
        return _declined(place, declined)
    except StoreFailure as failure:
        return Answer(failure.message, {"error": failure.message}, failed=True)


def _declined(place: Place, declined: Declined) -> Answer:
    """Why, with the unchanged notes of the store where that helps."""
    data: dict[str, object] = {"changed": False, "error": declined.reason}
    store = place.stores().get(declined.shows or "")
    if store is None or not place.readable(store.store):
        return Answer(declined.reason, data, failed=True)
    notes = notes_of(place, store)
    said, rows, more = shown(notes, SHOWN_ON_ERROR)
    data.update(store=store.id, counts={store.id: len(notes)}, notes=said)
    lines = [declined.reason, f"{store.id} is unchanged ({len(notes)}):", *(rows or ["- none"])]
    return Answer("\n".join([*lines, *([f"- (+{more} more)"] if more else [])]), data, failed=True)
