"""What can be configured, as a schema: one row an option, and how layers of configuration become `Settings`.

Order: the user's file < the project's `.memory-ls.toml` < the editor's settings (the agent's own configuration comes
before them all and belongs to the formats). A wrong value is named and the one before it used. In a project that is not
trusted the file may only select, ignore, exclude and set thresholds, and rules about security stay on.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from fnmatch import fnmatchcase
from typing import Any

from memory_ls.data import dataclass, field, replace

SECURITY = frozenset({"secret", "invisible-character", "prompt-injection", "in-instructions"})
"""Rules that an untrusted project's configuration may not quieten."""


class Origin(IntEnum):
    """Who says something; later ones win."""

    USER = 1
    PROJECT = 2
    TRUSTED_PROJECT = 3
    EDITOR = 4


@dataclass(frozen=True, slots=True)
class Silence:
    """One rule on one note is quiet; the note by its id, as `memory-ls list --ids` and hovers show it."""

    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class StoreEntry:
    """A store at a place that nothing else names, its format, and whose it is: `project` or `global`.

    The path is as it was written; `stores.configuration` makes it absolute, and a project's lies inside it.
    """

    path: str
    format: str
    scope: str = "project"
    origin: Origin = Origin.USER


@dataclass(frozen=True, slots=True)
class Settings:
    """What rules and doors go by."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    per_path: tuple[tuple[str, tuple[str, ...]], ...] = ()
    silenced: tuple[Silence, ...] = ()
    exclude: tuple[str, ...] = ()
    stale_days: int = 180
    max_diagnostics: int = 1000
    stores: tuple[StoreEntry, ...] = ()

    def is_quiet(self, code: str, path: str, note: str | None) -> bool:
        """Whether a rule is quiet for a file (its path inside the store) and a note."""
        if code in self.ignore or (self.select is not None and code not in self.select):
            return True
        if any(code in rules and fnmatchcase(path, glob) for glob, rules in self.per_path):
            return True
        return note is not None and any(one.rule == code and one.note == note for one in self.silenced)


@dataclass(frozen=True, slots=True)
class Layer:
    """What one origin says, by option; `name` is how a message calls it."""

    origin: Origin
    said: Mapping[str, object] = field(repr=False)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a configuration that was passed over: a clause for a person, and whose it is."""

    layer: str
    message: str


Limit = Callable[[Origin, Any], tuple[object, Sequence[str]]]
"""From a value and its origin to what of it counts, and why the rest does not."""

IsKnown = Callable[[str, str], bool]
"""Whether there is a name of a kind, `rule` or `format`."""


def _whole(_: Origin, value: object) -> tuple[object, Sequence[str]]:
    return value, ()


def _nameless(value: object, _: IsKnown) -> object:
    return value


@dataclass(frozen=True, slots=True)
class Option:
    """`read` gives the value or raises ValueError with what it must be; `untrusted`: any project may set it.

    `known` gives the value without the names that there are not.
    """

    key: str
    attribute: str
    read: Callable[[object], object]
    default: str
    doc: str
    limit: Limit = _whole
    untrusted: bool = True
    known: Callable[[Any, IsKnown], object] = _nameless


def _whole_number(low: int, high: int) -> Callable[[object], int]:
    def read(said: object) -> int:
        if type(said) is not int or not low <= said <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return said

    return read


def _strings(said: object) -> tuple[str, ...]:
    if not isinstance(said, (list, tuple)) or not all(isinstance(one, str) for one in said):
        raise ValueError("must be a list of strings")
    return tuple(said)


def _maybe_strings(said: object) -> tuple[str, ...] | None:
    return _strings(said) or None


def _per_path(said: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    expected = 'must be a table of lists of rules, such as {"docs/*" = ["stale"]}'
    if not isinstance(said, Mapping):
        raise ValueError(expected)
    try:
        return tuple((str(glob), _strings(rules)) for glob, rules in said.items())
    except ValueError:
        raise ValueError(expected) from None


def _tables(said: object, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """Tables whose values are strings, as the keyword arguments that they are."""
    expected = f"must be tables with {' and '.join(keys)}" + "".join(f", and {key} if you like" for key in optional)
    if not isinstance(said, (list, tuple)):
        raise ValueError(expected)
    for table in said:
        if not isinstance(table, Mapping) or not set(keys) <= set(table) <= {*keys, *optional}:
            raise ValueError(expected)
        if not all(isinstance(value, str) and value for value in table.values()):
            raise ValueError(f"{expected}; each a string")
        yield dict(table)


def _silenced(said: object) -> tuple[Silence, ...]:
    return tuple(Silence(**table) for table in _tables(said, ("rule", "note")))


def _stores(said: object) -> tuple[StoreEntry, ...]:
    tables = list(_tables(said, ("path", "format"), ("scope",)))
    if any(table.get("scope", "project") not in ("project", "global") for table in tables):
        raise ValueError('must have a scope of "project" or "global"')
    return tuple(StoreEntry(table["path"], table["format"], table.get("scope", "project")) for table in tables)


def _kept_on(rules: Iterable[str]) -> list[str]:
    return [f"{rule} stays on in a project that is not trusted" for rule in sorted(SECURITY.intersection(rules))]


def _without_security(rules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rule for rule in rules if rule not in SECURITY)


def _limited_select(origin: Origin, rules: tuple[str, ...] | None) -> tuple[object, Sequence[str]]:
    more = sorted(SECURITY.difference(rules)) if rules and origin is Origin.PROJECT else []
    return rules and (*rules, *more), ()


def _limited_ignore(origin: Origin, rules: tuple[str, ...]) -> tuple[object, Sequence[str]]:
    return (_without_security(rules), _kept_on(rules)) if origin is Origin.PROJECT else (rules, ())


def _limited_per_path(origin: Origin, table: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[object, Sequence[str]]:
    if origin is not Origin.PROJECT:
        return table, ()
    named = {rule for _, rules in table for rule in rules}
    return tuple((glob, _without_security(rules)) for glob, rules in table), _kept_on(named)


def _limited_silences(origin: Origin, silences: tuple[Silence, ...]) -> tuple[object, Sequence[str]]:
    if origin is not Origin.PROJECT:
        return silences, ()
    return tuple(one for one in silences if one.rule not in SECURITY), _kept_on(one.rule for one in silences)


def _limited_stores(origin: Origin, stores: tuple[StoreEntry, ...]) -> tuple[object, Sequence[str]]:
    """A project names no places of the user's."""
    said = tuple(replace(one, origin=origin) for one in stores)
    if origin in (Origin.USER, Origin.EDITOR):
        return said, ()
    own = tuple(one for one in said if one.scope == "project")
    return own, ["a project cannot name global places"] if len(own) < len(said) else []


def _known_rules(rules: Iterable[str] | None, is_known: IsKnown) -> tuple[str, ...]:
    return tuple(rule for rule in rules or () if is_known("rule", rule))


OPTIONS: tuple[Option, ...] = (
    Option(
        "select",
        "select",
        _maybe_strings,
        "all rules",
        "Only these rules.",
        _limited_select,
        known=lambda rules, is_known: _known_rules(rules, is_known) or None,
    ),
    Option("ignore", "ignore", _strings, "none", "Not these rules.", _limited_ignore, known=_known_rules),
    Option(
        "per-path-ignore",
        "per_path",
        _per_path,
        "none",
        "Rules that are quiet in files that match a pattern.",
        _limited_per_path,
        known=lambda table, is_known: tuple((glob, _known_rules(rules, is_known)) for glob, rules in table),
    ),
    Option(
        "silence",
        "silenced",
        _silenced,
        "none",
        "One rule on one note: tables with `rule` and `note`, its id.",
        _limited_silences,
        known=lambda silences, is_known: tuple(one for one in silences if is_known("rule", one.rule)),
    ),
    Option("exclude", "exclude", _strings, "none", "Patterns of paths that `check` does not walk."),
    Option("stale-days", "stale_days", _whole_number(1, 36500), "180", "Days after which a note is `stale`."),
    Option(
        "max-diagnostics",
        "max_diagnostics",
        _whole_number(1, 100000),
        "1000",
        "Findings shown a file at most, worst first.",
        untrusted=False,  # a small number could hide a security finding
    ),
    Option(
        "stores",
        "stores",
        _stores,
        "none",
        "More stores: tables with `path` and `format`, and `scope` (`project` or `global`).",
        _limited_stores,
        untrusted=False,
        known=lambda stores, is_known: tuple(one for one in stores if is_known("format", one.format)),
    ),
)
"""Every option; the README's table is made of it."""

NEAR = 0.75
"""How alike, from 0 to 1, a name must be to one that there is to be taken for a misspelt one."""

_BY_KEY = {option.key: option for option in OPTIONS}
_OF_CLIENTS = frozenset({"server", "trace"})
"""What editors keep beside our settings for themselves."""

Quote = Callable[[str], str]


def _plainly(text: str) -> str:
    """A text on one line, in ASCII, at most 60 characters: enough where no secret can be."""
    return ascii(text)[1:-1][:60]


def parse_settings(
    layers: Sequence[Layer], quote: Quote = _plainly, names: Mapping[str, Collection[str]] | None = None
) -> tuple[Settings, tuple[Problem, ...]]:
    """The settings that layers come to, lowest first, and what of them was passed over.

    `quote` makes what a person wrote safe for a message. `names` are the rules and formats that there are, by `rule`
    and `format`; what is said of others is passed over, and a kind of name that is not given is not looked at.
    """
    settings, problems = Settings(), list[Problem]()
    for layer in sorted(layers, key=lambda layer: layer.origin):
        for key, said in layer.said.items():
            option = _BY_KEY.get(_kebab(key))
            if said is None or (option is None and layer.origin is Origin.EDITOR and key in _OF_CLIENTS):
                continue
            if option is None:
                problems.append(Problem(layer.name, _unknown(key, quote)))
                continue
            if layer.origin is Origin.PROJECT and not option.untrusted:
                problems.append(Problem(layer.name, f"{option.key} counts only in a trusted project"))
                continue
            try:
                value = option.read(said)
            except ValueError as error:
                problems.append(Problem(layer.name, _wrong(option, said, str(error), settings, quote)))
                continue
            value, misspelt = _with_known_names(option, value, names or {}, quote)
            value, dropped = option.limit(layer.origin, value)
            problems += [Problem(layer.name, f"{option.key}: {why}") for why in misspelt]
            problems += [Problem(layer.name, f"{option.key}: {why}") for why in dropped]
            settings = replace(settings, **{option.attribute: value})  # type: ignore[arg-type]
    return settings, tuple(problems)


def _with_known_names(
    option: Option, value: object, names: Mapping[str, Collection[str]], quote: Quote
) -> tuple[object, list[str]]:
    """A value without the rules and formats that there are not, and what to say of those."""
    misspelt: list[str] = []

    def is_known(kind: str, name: str) -> bool:
        known = names.get(kind)
        if known is None or name in known:
            return True
        near = difflib.get_close_matches(name[:40], known, 1, NEAR)
        misspelt.append(f"there is no {kind} {quote(name)}" + (f"; do you mean {near[0]}?" if near else ""))
        return False

    return option.known(value, is_known), misspelt


def _wrong(option: Option, said: object, why: str, settings: Settings, quote: Quote) -> str:
    """What was said, what it must be, and what counts instead."""
    shown = f'is "{quote(said)}" but ' if isinstance(said, str) else ""
    shown = f"is {str(said).lower()} but " if isinstance(said, (int, float)) else shown
    before = getattr(settings, option.attribute)
    unset = before == getattr(Settings(), option.attribute)
    return f"{option.key} {shown}{why}; {option.default if unset else 'what was set before'} is used"


def _kebab(key: str) -> str:
    """An editor's `staleDays` as `stale-days`."""
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in key).replace("_", "-")


def _unknown(key: str, quote: Quote) -> str:
    near = difflib.get_close_matches(_kebab(key[:40]), list(_BY_KEY), 1, NEAR)
    return f"there is no option {quote(key)}" + (f"; do you mean {near[0]}?" if near else "")
