"""What a call says of a record, checked: names normalised, facts flattened, lengths and targets looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memory_ls.agent.answer import Declined
from memory_ls.agent.asking import ITEMS_AT_MOST, Ask
from memory_ls.agent.record_names import labels_of
from memory_ls.detect import quote
from memory_ls.formats.record_facts import Fact, compact, read_facts
from memory_ls.formats.record_ids import KINDS, id_of_path, is_id, is_key, kind_of, slug_of
from memory_ls.formats.record_reading import DESCRIPTION_LIMIT, SUMMARY_LIMIT
from memory_ls.text import utf16_length

FIELDS = ("path", "kind", "summary", "description", "concepts", "claims", "facts", "relations", "notes", "content",
          "tags", "sensitive", "supersedes", "forceCreate", "store")  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_KEY = re.compile(r"[^a-z0-9_.-]+")
_DEEP = 8
_BITS = 1024
"""Of a whole number; longer ones are none in JavaScript, and from 4300 digits on Python does not write them."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What was said; None: not said, so what is there stays. `facts` pairs of a key and JSON, `relations` of a key and
    an id without its ``@``; `content` is all below the frontmatter as it is, `content_facts` the facts in it; `odd`
    what to say of names that were not taken as they are."""

    id: str
    summary: str | None = field(default=None, repr=False)
    description: str | None = field(default=None, repr=False)
    concepts: tuple[str, ...] | None = None
    claims: tuple[str, ...] | None = field(default=None, repr=False)
    tags: tuple[str, ...] | None = None
    facts: tuple[tuple[str, str], ...] | None = field(default=None, repr=False)
    relations: tuple[tuple[str, str], ...] | None = None
    notes: str | None = field(default=None, repr=False)
    content: str | None = field(default=None, repr=False)
    content_facts: tuple[Fact, ...] = field(default=(), repr=False)
    odd: tuple[str, ...] = ()
    sensitive: bool | None = None
    supersedes: tuple[str, ...] = ()
    force: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said that a record could hold."""
        parts = (self.summary, self.description, self.concepts, self.claims, self.facts, self.relations, self.notes)
        return not any(parts) and not self.content

    @property
    def content_keys(self) -> tuple[str, ...]:
        """The names of the facts in `content`."""
        return tuple(fact.key for fact in self.content_facts if not fact.is_relation)

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids that relations point at."""
        said = tuple(fact.value for fact in self.content_facts if fact.is_relation)
        return (*(to for _, to in self.relations or ()), *said)


def fields_of(ask: Ask) -> Fields:
    """The fields of a call. Raises `Declined`."""
    id = wanted_id(ask.wanted("path", most=300), ask.choice("kind", KINDS))
    summary, description = _line(ask, "summary", SUMMARY_LIMIT), _line(ask, "description", DESCRIPTION_LIMIT)
    notes, content = _rows(ask, "notes"), _rows(ask, "content")
    claims = _lines(ask, "claims")
    facts = tuple(_flat(ask.mapping("facts"))) if ask.has("facts") else None
    concepts, odd = labels_of(ask.texts("concepts"))
    return Fields(
        id,
        summary,
        description,
        concepts if ask.has("concepts") else None,
        claims,
        _lines(ask, "tags"),
        facts,
        tuple(_relations(ask.mapping("relations"), id)) if ask.has("relations") else None,
        notes,
        content,
        _facts_in(ask, content, id),
        odd,
        ask.flag("sensitive"),
        tuple(dict.fromkeys(one.strip().removeprefix("@") for one in ask.texts("supersedes"))),
        ask.flag("forceCreate") is True,
    )


def wanted_id(path: str, kind: str) -> str:
    """The id that a path or an id stands for: ``events/foo.md``, ``@state.foo``, ``foo``. Raises `Declined`."""
    said = path.strip()
    if said.startswith("/") or ".." in said.split("/") or "\\" in said or "\0" in said or said.startswith("~"):
        raise Declined("`path` stays inside the store: say an id such as `state.runtime`, or `events/release.md`")
    bare = said.removeprefix("@")
    id = id_of_path(bare) if "/" in bare else bare.removesuffix(".md")
    if not is_id(id) and "/" not in bare:
        slug = slug_of(id)
        id = f"{kind or 'event'}.{slug}" if slug else ""
    if not is_id(id) or ".." in id or id.endswith("."):
        raise Declined(
            f"{quote(said)} names no record; say an id such as `state.runtime` or `event.release`, in a-z, 0-9, `-`"
        )
    if kind and kind_of(id) != kind:
        raise Declined(f"{quote(id)} is {kind_of(id)} by its name, but `kind` says {kind}")
    return id


def _rows(ask: Ask, name: str) -> str | None:
    """A text of several rows, each ended by a newline."""
    return ask.text(name).replace("\r\n", "\n").replace("\r", "\n").strip("\n") if ask.has(name) else None


def _facts_in(ask: Ask, content: str | None, id: str) -> tuple[Fact, ...]:
    """The facts block in `content`, which excludes everything that would be written in its place."""
    if content is None:
        return ()
    beside = [f"`{name}`" for name in ("facts", "relations", "notes") if ask.has(name)]
    if beside:
        raise Declined(f"`content` is all of the text, so it takes no {', '.join(beside)} beside it; say it there")
    rows = content.split("\n")
    if rows[0].rstrip() == "---":
        raise Declined("`content` begins below the frontmatter; give summary, concepts and claims as arguments")
    facts = read_facts(rows, 0)
    if facts.flaws:
        raise Declined(f"the facts in `content`: {facts.flaws[0].message}")
    if any(fact.is_relation and fact.value == id for fact in facts.rows):
        raise Declined("a record has no relation to itself")
    return facts.rows


def _line(ask: Ask, name: str, most: int) -> str | None:
    if not ask.has(name):
        return None
    said = " ".join(ask.text(name).split())
    if utf16_length(said) > most:
        raise Declined(
            f"`{name}` has {utf16_length(said)} characters of {most}; the rest goes into claims, facts or notes"
        )
    return said


def _lines(ask: Ask, name: str) -> tuple[str, ...] | None:
    if not ask.has(name):
        return None
    return tuple(said for one in ask.texts(name, most=2000) if (said := " ".join(one.split())))


def _flat(said: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Facts as keys and JSON; nested objects as dotted keys."""
    done: dict[str, str] = {}
    waiting: list[tuple[str, object, int]] = [(key, value, 0) for key, value in said.items()]
    for path, value, depth in waiting:  # grows while it is walked
        if len(waiting) > ITEMS_AT_MOST * 4 or depth > _DEEP:
            raise Declined("`facts` are too many or nested too deeply")
        if isinstance(value, Mapping):
            waiting += [(f"{path}.{inner}", one, depth + 1) for inner, one in value.items()]
            continue
        key = _key(path)
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(one, (str, int, float, bool, type(None))) for one in items):
            raise Declined(f"the fact {quote(key)} must be a text, a number, true, false, null, or a list of these")
        if any(isinstance(one, float) and (one != one or one in (float("inf"), float("-inf"))) for one in items):
            raise Declined(f"the fact {quote(key)} is no number")
        if any(isinstance(one, str) and any("\ud800" <= char <= "\udfff" for char in one) for one in items):
            raise Declined(f"the fact {quote(key)} holds half a character")
        if any(isinstance(one, int) and one.bit_length() > _BITS for one in items):
            raise Declined(f"the fact {quote(key)} is too long; put it into notes")
        if key in done:
            raise Declined(f"two facts are called {quote(key)}")
        done[key] = compact(value)
        if len(done[key]) > 4000:
            raise Declined(f"the fact {quote(key)} is too long; put it into notes")
    yield from done.items()


def _key(path: str) -> str:
    key = _NOT_KEY.sub("_", _CAMEL.sub("_", path).lower()).strip("_.-")
    if not is_key(key):
        raise Declined(f"{quote(path)} cannot be the name of a fact: begin it with a letter a-z")
    return key


def _relations(said: Mapping[str, object], id: str) -> Iterator[tuple[str, str]]:
    for path, target in said.items():
        for one in target if isinstance(target, list) else [target]:
            to = one.strip().removeprefix("@") if isinstance(one, str) else ""
            if not is_id(to):
                raise Declined(f"the relation {quote(path)} must name a record, such as `@event.release`")
            if to == id:
                raise Declined("a record has no relation to itself")
            key = _key(path)
            yield (key if key.startswith("relation.") else f"relation.{key}"), to
