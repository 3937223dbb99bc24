"""Ids of records: from paths, from words; dates in them, families, and which two are alike.

Source: the records agent's document and code, "IDs and paths" and "Write rules".
"""

from __future__ import annotations

import unicodedata

from memory_ls.lazily import lazy

KINDS = ("state", "event")
RECORDS_FOLDER = "records"
_LEGACY = {"state": "state", "events": "event"}
_ID = lazy(r"(?:state|event)\.[a-z0-9_.-]*\Z")
_KEY = lazy(r"[a-z][a-z0-9_.-]*\Z")
_NOT_SLUG = lazy(r"[^a-z0-9-]+")
_NOT_LABEL = lazy(r"[^a-z0-9]+")
_QUOTES = lazy("[\"'`\u2018\u2019\u201c\u201d]")
_DATE = lazy(r"(?:\A|[.-])((?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])))(?=[.-]|\Z)")  # fmt: skip  # noqa: E501
_FAMILY = lazy(
    r"-(?:v\d+|final|new|latest|done|\d{4}-\d\d-\d\d|\d{8})(?=[-.]|\Z)",
)
_TOKEN = lazy(r"[a-z0-9]+")


def is_id(text: str) -> bool:
    """Whether a text is the id of a record: lower case, beginning with its kind."""
    return _ID.match(text) is not None and len(text) > len("state.")


def is_key(text: str) -> bool:
    """Whether a text is the key of a fact or relation, or the target of one."""
    return _KEY.match(text) is not None


def kind_of(id: str) -> str:
    """``state`` or ``event``; empty for what is no id."""
    kind = id.partition(".")[0]
    return kind if kind in KINDS else ""


def id_of_path(inside: str) -> str:
    """The id that a path inside the store gives to its record; empty where the agent takes none from it.

    ``records/state.a.md`` is ``state.a``, ``records/a/b.md`` ``a.b``; in the folders of older versions each part of the
    path is made a slug: ``state/Foo Bar/baz_qux.md`` is ``state.foo-bar.baz-qux``.
    """
    if not inside.endswith(".md"):
        return ""
    folder, _, rest = inside[: -len(".md")].partition("/")
    if folder == RECORDS_FOLDER and rest:
        id = rest.replace("/", ".")
        return id if is_id(id) else ""
    if folder in _LEGACY and rest:
        parts = [_NOT_SLUG.sub("-", part.lower()).strip("-") for part in rest.split("/")]
        named = [part for part in parts if part]
        return ".".join((_LEGACY[folder], *named)) if named else ""
    return ""


def path_of_id(id: str) -> str:
    """Where new records are written."""
    return f"{RECORDS_FOLDER}/{id}.md"


def slug_of(name: str) -> str:
    """A name as a part of an id, or a concept's label: accents, quotes and all but letters and digits go; may be empty
    (names without any Latin letter)."""
    plain = unicodedata.normalize("NFKD", name.strip().replace("đ", "d").replace("Đ", "d").replace("ð", "d")).lower()
    plain = "".join([char for char in plain if not unicodedata.combining(char)]) if not plain.isascii() else plain
    return _NOT_LABEL.sub("-", _QUOTES.sub("", plain)).strip("-")


def words_of(text: str, most: int = 5) -> str:
    """The first words of a text as a part of an id; ``note`` where it has none."""
    parts = [part for part in slug_of(text[:200]).split("-") if part]
    return "-".join(parts[:most]) or "note"


def date_in(id: str) -> str | None:
    """The date that an id carries as a part of its own, ``2026-10-01`` or ``20261001``."""
    found = _DATE.search(id.partition(".")[2])
    return found[1] if found else None


def undated(id: str) -> str:
    """An id without the dates in it; may end up as the bare kind."""
    kind, _, rest = id.partition(".")
    kept = _DATE.sub("", rest).strip("-.")
    return f"{kind}.{kept}" if kept else kind


def family_of(id: str) -> str:
    """An id without ``-v2``, ``-final``, ``-new``, ``-latest``, ``-done`` or a date, and what follows that."""
    found = _FAMILY.search(id)
    return id[: found.start()] if found and found.start() > len("state.") else id


def families_of(id: str) -> list[str]:
    """All names of which an id may be a version, the longest first: ``state.a-v2-final`` of ``state.a-v2``."""
    return [id[: found.start()] for found in _FAMILY.finditer(id) if found.start() > len("state.")][::-1]


def tokens_of(id: str) -> frozenset[str]:
    """The words of an id without its kind."""
    return frozenset(_TOKEN.findall(id.partition(".")[2]))
