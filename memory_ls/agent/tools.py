"""The tools: their names, schemas and hints as data, and one entry for every call. The same for every project."""

from __future__ import annotations

from collections.abc import Callable
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
from memory_ls.agent.shapes import (
    ANY,
    BY_STORE,
    COUNTS,
    LIST,
    Json,
    asked,
    choice,
    flag,
    text,
    texts,
    told,
    whole,
)
from memory_ls.formats.record_ids import KINDS
from memory_ls.stores.failure import StoreFailure

Run = Callable[[Place, object], Answer]


_STORE_ALL = text("id of a store")
_STORE = text("id of a store, from the list; default: that of the scope")


@dataclass(frozen=True, slots=True)
class Tool:
    """`schema` says what it takes, `answers` what comes back, where that is promised. `reads`: it changes no note;
    `deletes`: it may take away or write over what was there; `meta` is for hosts that load tools late."""

    name: str
    title: str
    description: str
    schema: Json
    run: Run = field(repr=False)
    reads: bool = True
    deletes: bool = False
    meta: Json = field(default_factory=dict)
    answers: Json | None = None


TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory",
        "Memory notes",
        words.MEMORY,
        asked(
            action=choice(ACTIONS),
            text=text("the note to add, or the note that is meant"),
            to=text("its new text; for move where it goes"),
            scope=choice(SCOPES, "default: project; list: both"),
            store=_STORE,
            by=text("supersede: the note that is true now"),
            notes=texts("merge: the notes that become one"),
            keyword=text("of a card; update: its new one"),
            title=text("name of a topic or record"),
            description=text("of a topic or record, in one line"),
            kind=text("of a topic: user, feedback, project, reference"),
            file=text("a file of the store, such as USER.md"),
            operations={"type": "array", "items": {"type": "object"},
                        "description": "objects with action and its arguments, instead of those here"},
        ),
        memory,
        answers=told(
            ("changed",),
            changed=flag(),
            action=text(),
            store=text(),
            scope=text(),
            entry=text(),
            to=text(),
            existing=ANY,
            keyword=text(),
            counts=COUNTS,
            notes=BY_STORE,
            possible_conflicts=LIST,
            usage=text(),
            untrusted=texts(),
        ),
        reads=False,
        deletes=True,
        meta={"anthropic/alwaysLoad": True},
    ),
    Tool(
        "memory_search",
        "Search memory",
        words.SEARCH,
        asked(
            query=text("words, a regular expression, or #keyword of cards"),
            searchIn=choice(PARTS),
            store=_STORE_ALL,
            limit=whole(),
            page=whole(),
            includeSuperseded=flag(),
        ),
        memory_search,
        answers=told(
            total={"type": "integer"},
            page=whole(),
            results=LIST,
            possible_conflicts={"type": "array", "items": texts()},
            hints=texts(),
            next=ANY,
            untrusted=texts(),
        ),
    ),
    Tool(
        "memory_read",
        "Read a note",
        words.READ,
        asked(
            ("path",),
            path=text("id, name or path"),
            view=choice(VIEWS),
            store=_STORE_ALL,
            offset=whole("character to begin with"),
        ),
        memory_read,
        answers=told(
            id=text(),
            name=text(),
            store=text(),
            text=text(),
            content=text(),
            superseded=flag(),
            referenced_by=texts(),
        ),
    ),
    Tool(
        "memory_write",
        "Write a record",
        words.WRITE,
        asked(
            ("path",),
            path=text("id, or path such as events/release.md"),
            kind=choice(KINDS),
            summary=text("at most 300 characters"),
            description=text("at most 160"),
            concepts=texts("what it is about"),
            claims=texts("what holds, a sentence each"),
            facts={"type": "object", "description": "names and JSON values"},
            relations={"type": "object", "description": "names and @ids"},
            notes=text("markdown, only in the full view"),
            content=text("markdown as it is, in place of facts, relations and notes"),
            tags=texts(),
            sensitive=flag("never given without being asked for"),
            supersedes=texts("@ids that this one replaces"),
            forceCreate=flag("also when it looks like another state"),
            store=_STORE_ALL,
        ),
        memory_write,
        answers=told(
            ("changed",),
            changed=flag(),
            store=text(),
            id=text(),
            counts=COUNTS,
            version_of=texts(),
            diff=texts(),
            superseded=texts(),
            superseded_already=texts(),
            left_behind=texts(),
            warnings=texts(),
        ),
        reads=False,
        deletes=True,
    ),
    Tool(
        "memory_delete",
        "Delete a record",
        words.DELETE,
        asked(("path",), path=text("id, name or path"), store=_STORE_ALL),
        memory_delete,
        answers=told(
            ("changed",), changed=flag(), store=text(), id=text(), counts=COUNTS, freed=texts()
        ),
        reads=False,
        deletes=True,
    ),
    Tool(
        "memory_recall",
        "Recall",
        words.RECALL,
        asked(query=text("what you are about to do"), store=_STORE_ALL),
        memory_recall,
        answers=told(notes=LIST, views=LIST, untrusted=texts()),
    ),
    Tool("memory_doctor", "Memory health", words.DOCTOR, asked(store=_STORE_ALL), memory_doctor,
         answers=told(views=ANY, untrusted=texts())),
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
        return Answer(failure.message, {"changed": False, "error": failure.message}, failed=True)


def _declined(place: Place, declined: Declined) -> Answer:
    """Why, with the unchanged notes of the store where that helps."""
    data: dict[str, object] = {"changed": False, "error": declined.reason}
    store = place.stores().get(declined.shows or "")
    if store is None or not place.readable(store.store):
        return Answer(declined.reason, data, failed=True)
    notes = notes_of(place, store)
    said, rows, more = shown(notes, SHOWN_ON_ERROR)
    data.update(store=store.id, counts={store.id: len(notes)}, notes={store.id: said})
    lines = [declined.reason, f"{store.id} is unchanged ({len(notes)}):", *(rows or ["- none"])]
    return Answer("\n".join([*lines, *([f"- (+{more} more)"] if more else [])]), data, failed=True)
