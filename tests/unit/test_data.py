"""Our dataclasses are to everybody what the standard library's are."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from memory_ls.data import dataclass, field, replace

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True, order=True)
class Note:
    """A note."""

    row: int
    text: str = field(default="", repr=False)
    words: tuple[str, ...] = field(default_factory=tuple)


@dataclass(slots=True)
class Open:
    rows: list[int] = field(default_factory=list)
    name: str = "none"


@dataclass(frozen=True, slots=True)
class Nothing:
    """Without a field."""


def test_values_are_equal_by_what_they_hold() -> None:
    assert Note(1, "a") == Note(row=1, text="a")
    assert Note(1) != Note(2)
    assert len({Note(1), Note(1), Note(2)}) == 2
    assert Nothing() == Nothing()
    assert Note(1, "b") < Note(2, "a")


def test_what_is_frozen_stays() -> None:
    note = Note(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        note.row = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del note.row
    with pytest.raises(TypeError, match="row"):
        Note()  # type: ignore[call-arg]


def test_what_is_open_changes_for_itself_alone() -> None:
    one, other = Open(), Open()
    one.rows.append(1)
    one.name = "one"
    assert (other.rows, other.name) == ([], "none")
    with pytest.raises(TypeError):
        hash(one)


def test_a_repr_leaves_out_what_it_should() -> None:
    assert repr(Note(1, "secret")) == "Note(row=1, words=())"


def test_copies_are_the_same_value() -> None:
    note = Note(1, "a", ("b",))
    assert copy.deepcopy(note) == pickle.loads(pickle.dumps(note)) == copy.copy(note) == note
    assert replace(note, row=2) == dataclasses.replace(note, row=2) == Note(2, "a", ("b",))


def test_the_standard_library_knows_the_fields() -> None:
    assert [one.name for one in dataclasses.fields(Note)] == ["row", "text", "words"]
    assert dataclasses.asdict(Note(1)) == {"row": 1, "text": "", "words": ()}
    assert dataclasses.is_dataclass(Open)
    assert Note.__doc__ == "A note."


def test_the_standard_librarys_are_not_loaded_for_ours() -> None:
    program = "import sys, memory_ls.formats.notes; print(sorted({'dataclasses', 'inspect'} & sys.modules.keys()))"
    ran = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout == "[]\n"
