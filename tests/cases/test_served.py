"""Every case of every page through the real server, in the three position encodings."""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from hands import Type, randomly, straight
from page import Case, Chosen
from reference_client import Client, offset, row_starts, row_text, units
from replay import (
    FIX_ALL,
    becomes,
    bring_about,
    editor_text,
    fixed_in_buffers,
    in_order,
    texts,
)
from scenery import Scenery, laid_out, others_write, variables
from showing import changes, finding_row
from test_cases import CASES, FIXES, REFUSED, expected, named

from memory_ls.rules import Severity
from memory_ls.text import Span

HERE = Path(__file__).parent
FILE = "file://"


class Served:
    """One server for one encoding, and a world for each case."""

    def __init__(self, folder: Path, encoding: str) -> None:
        self.folder, self.encoding = folder, encoding
        self.home = folder / "home"
        self.home.mkdir()
        self.today = folder / "today"
        self.today.write_text("2026-11-30")
        self._numbers = itertools.count()
        environment = {**variables(str(self.home)), "MEMORY_LS_CASES_TODAY": str(self.today)}
        environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parents[1]), environment.get("PYTHONPATH", "")])
        command = [sys.executable, str(HERE / "serve.py")]
        self.client = Client(command, environment, encoding, FILE + quote(str(folder)))
        self.repository: Path | None = None

    def lay_out(self, case: Case) -> Scenery:
        self.client.close_all()
        if self.repository is not None:
            shutil.rmtree(self.repository)
        self.repository = self.folder / f"repository-{next(self._numbers)}"
        self.today.write_text(case.given.today.isoformat())
        return laid_out(case, self.home, self.repository)

    def open(self, scene: Scenery, type_in: Type) -> None:
        """Open the case's files and edit them until they are what stands in its buffers."""
        for file, one in scene.opened():
            self.client.open(uri_of(file.id), editor_text(one.base if one.base is not None else one.disk))
        self.client.settle()
        for file, one in scene.opened():
            buffer = self.client.buffers[uri_of(file.id)]
            wanted = editor_text(one.buffer if one.buffer is not None else one.disk)
            for span, new in type_in(buffer.text, wanted):
                self.client.edit(uri_of(file.id), [{"range": self.range(buffer.text, span), "newText": new}])
            assert buffer.text == wanted
        self.client.settle()
        if any(one.base is not None for one in scene.case.files.values()):
            others_write(scene)
            self.client.settle()

    def range(self, text: str, span: Span) -> dict[str, dict[str, int]]:
        start = units(row_text(text, span.row)[: span.col], self.encoding)
        end = units(row_text(text, span.end_row)[: span.end_col], self.encoding)
        return {
            "start": {"line": span.row, "character": start},
            "end": {"line": span.end_row, "character": end},
        }

    def found(self, scene: Scenery) -> list[str]:
        """What was published last for each file, as a page says it."""
        out = []
        for uri, (version, diagnostics) in self.client.published.items():
            path = unquote(uri.removeprefix(FILE))
            buffer = self.client.buffers.get(uri)
            assert version == (buffer.version if buffer else None)
            for one in diagnostics:
                text = buffer.text if buffer else on_disk_text(path)
                assert one["source"] == "memory-ls"
                out.append(
                    finding_row(
                        scene.shown(path),
                        self.span(text, one["range"]),
                        Severity(one["severity"]),
                        one["code"],
                        one["message"],
                    )
                )
        return in_order(scene, out)

    def span(self, text: str, range: dict[str, dict[str, int]]) -> Span:
        places = []
        for end in ("start", "end"):
            row = range[end]["line"]
            places += [row, offset(text, range[end], self.encoding) - row_starts(text)[row]]
        return Span(*places)

    def state(self, scene: Scenery) -> dict[str, str]:
        """Every file as it would be if all buffers were saved."""
        out = dict(texts(scene))
        for file, one in scene.opened():
            out[scene.shown(file.id)] = ("\ufeff" if one.bom else "") + self.client.buffers[uri_of(file.id)].text
        return out

    def act(self, scene: Scenery, chosen: Chosen) -> str:
        """Choose a fix from the menu; gives why it was refused, or nothing."""
        file = scene.file(chosen.path)
        assert file is not None
        only = "source.fixAll" if chosen.title == FIX_ALL else None
        listed = self.client.actions(uri_of(file.id), chosen.first, chosen.last, only)
        action = next((one for one in listed if one["title"] == chosen.title), None)
        assert action is not None, f"{chosen.title!r} is not among {[one['title'] for one in listed]}"
        self.bring_about(scene, chosen.when)
        return self.client.choose(action)

    def bring_about(self, scene: Scenery, when: str) -> None:
        if " says " in when or when.endswith(" is gone"):
            uris: dict[str, str] = {}

            def text_of(path: str) -> str:
                file = scene.file(path)
                assert file is not None
                uris[path] = uri_of(file.id)
                return self.client.buffers[uris[path]].text if uris[path] in self.client.buffers else ""

            path = when.split(" of ", 1)[1].split(" ", 1)[0]
            if text_of(path):
                span, new, path = becomes(when, text_of)
                text = self.client.buffers[uris[path]].text
                self.client.edit(uris[path], [{"range": self.range(text, span), "newText": new}])
                return
        bring_about(scene, None, when)


def uri_of(path: str) -> str:
    return FILE + quote(path)


def on_disk_text(path: str) -> str:
    if not os.path.isfile(path) or os.path.islink(path):
        return ""
    return Path(path).read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")


@pytest.fixture(scope="session", params=["utf-8", "utf-16", "utf-32"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    one = Served(Path(os.path.realpath(tmp_path_factory.mktemp("served"))), request.param)
    yield one
    assert one.client.stop() == 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_session_publishes_what_the_page_says(served: Served, case: Case) -> None:
    scene = served.lay_out(case)
    served.open(scene, randomly(f"{case.name}/{served.encoding}"))
    assert served.found(scene) == expected(case)
    for path, row, fence in case.actions:
        file = scene.file(path)
        assert file is not None
        listed = served.client.actions(uri_of(file.id), row, row, "quickfix")
        titles = [f"{'*' if one.get('isPreferred') else ' '} {one['title']}" for one in listed if "diagnostics" in one]
        assert titles == list(fence.body)


@pytest.mark.parametrize(("case", "chosen"), FIXES, ids=named(FIXES))
def test_a_chosen_fix_leaves_what_the_page_says(served: Served, case: Case, chosen: Chosen, tmp_path: Path) -> None:
    scene = served.lay_out(case)
    served.open(scene, straight)
    before = served.state(scene)
    assert served.act(scene, chosen) == ""
    gone = [path for path in before if not os.path.lexists(scene.path(path))]  # a buffer of theirs may still be open
    rows = changes(before, {path: text for path, text in served.state(scene).items() if path not in gone})
    if chosen.steps:
        apart = laid_out(case, tmp_path / "home", tmp_path / "repository")
        assert rows == list(fixed_in_buffers(apart, chosen).rows)
    else:
        assert rows == list(chosen.fence.body)


@pytest.mark.parametrize(("case", "chosen"), REFUSED, ids=named(REFUSED))
def test_a_refused_fix_says_why_and_changes_nothing(served: Served, case: Case, chosen: Chosen) -> None:
    scene = served.lay_out(case)
    served.open(scene, straight)
    buffers = {uri: buffer.text for uri, buffer in served.client.buffers.items()}
    refused = served.act(scene, chosen)
    assert [refused] == list(chosen.fence.body)
    if " line " not in f" {chosen.when}":
        assert {uri: buffer.text for uri, buffer in served.client.buffers.items()} == buffers


def test_a_day_that_begins_while_a_file_is_open_ages_its_notes(served: Served) -> None:
    case = next(case for case in CASES if case.name == "stale: 180 days are not long yet")
    scene = served.lay_out(case)
    served.open(scene, straight)
    assert served.found(scene) == []
    served.today.write_text("2026-12-10")
    file = scene.file(".pi/memory.md")
    assert file is not None
    served.client.edit(uri_of(file.id), [{"range": served.range("", Span(0, 0, 0, 0)), "newText": " "}])
    served.client.actions(uri_of(file.id), 0, 0)  # is answered from an analysis of the present text
    served.client.settle()
    assert [row.split(" ")[2] for row in served.found(scene)] == ["stale:"]
