"""What an agent is given of the notes now, note for note, in our own framing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from memory_ls.data import dataclass, field
from memory_ls.detect import mask
from memory_ls.formats.changes import FileSeen
from memory_ls.formats.format import Limits
from memory_ls.formats.notes import File, Placed, Role, Store
from memory_ls.recall import NOT_A_NOTE, RECALLS, Part, Plan
from memory_ls.text import utf8_length

if TYPE_CHECKING:
    from memory_ls.workspace.workspace import Workspace


class Source(Protocol):
    """Who knows trust and limits: a workspace, or what a hook sees."""

    def trusts(self, store: Store) -> bool: ...
    def limits(self, file: File) -> Limits: ...


@dataclass(frozen=True, slots=True)
class Given:
    """`text` is masked and empty when nothing is given; `summary` says how full the budget is; `untrusted` are files
    whose notes are left out for that.
    """

    text: str = field(repr=False)
    plan: Plan
    limits: Limits
    summary: str = ""
    untrusted: tuple[File, ...] = ()
    parts: tuple[Part, ...] = field(default=(), repr=False)


def left_out(path: str) -> str:
    """What to say of a file whose notes nobody is given; `path` is safe to show."""
    return f"{path} is left out: the project is not trusted (ask the user to run `memory-ls trust .`)"


def given(workspace: Workspace, files: Sequence[File]) -> Given:
    """Replay the agent's plan on the files of one view; an untrusted project contributes nothing."""
    from memory_ls.workspace.applying import see  # only here: hooks see for themselves

    return given_by(workspace, files, lambda file: see(workspace, file))


def given_by(source: Source, files: Sequence[File], see: Callable[[File], FileSeen]) -> Given:
    """The same by somebody else's eyes."""
    untrusted = tuple(file for file in files if not source.trusts(file.store))
    limits = source.limits(files[0])
    recall = RECALLS.get(files[0].store.format)
    seen = [see(file) for file in files if file not in untrusted]
    parts = [part for one in seen if (part := _part(one, source.limits(one.file))) is not None]
    if recall is None or not limits.inject or not parts:
        return Given("", Plan((), sum(part.notes for part in parts), 0), limits, "", untrusted, tuple(parts))
    plan = recall.plan(parts)
    return Given(mask(recall.text(parts, plan)), plan, limits, recall.summary(parts, plan), untrusted, tuple(parts))


def _part(seen: FileSeen, limits: Limits) -> Part | None:
    """A file's share; None for one that its agent does not read, or that has none."""
    if seen.missing or (limits.read and utf8_length(str(seen.text)) > limits.read):
        return None
    part = Part(seen.file, limits, [_cost(block) for block in seen.blocks], seen.blocks, seen.text)
    return part if part.notes else None


def _cost(block: Placed) -> int:
    fragment = block.fragment
    if fragment is None or not fragment.cost or fragment.role not in (Role.NOTE, Role.ENTRY):
        return NOT_A_NOTE
    return fragment.cost
