"""The floors of the house: each module imports only what stands below it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import memory_ls

ROOT = Path(memory_ls.__file__).parent
FLOORS = [
    {"data", "digest", "lazily", "word_lists"},
    {"text", "settings"},
    {"detect"},
    {"formats"},
    {"index"},
    {"recall"},
    {"edits"},
    {"rules"},
    {"stores"},
    {"workspace"},
    {"doctor"},
    {"lsp", "agent", "hooks", "commands"},
    {"cli"},
    {"__main__"},
]
"""From the ground up. Rooms of one floor do not import each other, but for `settings`, which may use `text`."""
DOORS = {"commands/server.py": "lsp", "commands/mcp.py": "agent", "commands/hook.py": "hooks"}
"""The subcommands that start another door."""
LEVEL = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}
PURE = {
    "data",
    "digest",
    "lazily",
    "word_lists",
    "text",
    "settings",
    "detect",
    "formats",
    "index",
    "recall",
    "edits",
    "rules",
}
OUTSIDE_WORLD = {
    "os", "pathlib", "time", "io", "shutil", "tempfile", "subprocess", "socket", "glob", "fcntl", "sys", "threading",
    "asyncio", "platformdirs", "filelock",
}  # fmt: skip
PROTOCOL = {"pygls", "lsprotocol"}


def sources() -> Iterator[tuple[Path, str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        inside = path.relative_to(ROOT)
        room = inside.parts[0].removesuffix(".py")
        if room != "__init__":
            yield inside, room, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    """Full names of all modules that a module imports, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_imported(tree: ast.Module) -> set[str]:
    parts = [name.split(".") for name in imported(tree) if name.startswith("memory_ls.")]
    return {part[1] for part in parts if part[1] in LEVEL}


def test_every_module_stands_on_a_floor() -> None:
    assert {room for _, room, _ in sources()} <= LEVEL.keys()


def test_modules_import_only_what_stands_below_them() -> None:
    wrong = []
    for path, room, tree in sources():
        for other in rooms_imported(tree) - {room}:
            opens_a_door = DOORS.get(path.as_posix()) == other
            reads_text = room == "settings" and other == "text"
            if LEVEL[other] >= LEVEL[room] and not (opens_a_door or reads_text):
                wrong.append(f"{path} imports {other}")
    assert wrong == []


def test_no_module_imports_relatively() -> None:
    relative = [
        str(path)
        for path, _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_only_lsp_knows_the_protocol() -> None:
    wrong = [
        f"{path} imports {name}"
        for path, room, tree in sources()
        for name in imported(tree)
        if name.split(".")[0] in PROTOCOL and room != "lsp"
    ]
    assert wrong == []


def test_what_stands_under_stores_reaches_for_nothing_outside() -> None:
    wrong = []
    for path, room, tree in sources():
        if room not in PURE:
            continue
        wrong += [f"{path} imports {name}" for name in imported(tree) if name.split(".")[0] in OUTSIDE_WORLD]
        wrong += [f"{path}:{node.lineno} calls {said}" for node, said in calls(tree) if said in FORBIDDEN_CALLS]
    assert wrong == []


FORBIDDEN_CALLS = {"open", "input", "print", "date.today", "datetime.now", "datetime.today", "datetime.utcnow"}


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, ast.unparse(node.func)


def test_a_check_loads_neither_the_protocol_nor_what_only_colours_need(tmp_path: Path) -> None:
    store = tmp_path / "memory.md"
    store.write_text("- Use pnpm\n- use pnpm.\n")
    program = (
        "import sys; from memory_ls.cli import main; "
        f"code = main(['check', {str(store)!r}]); "
        "heavy = {'pygls', 'lsprotocol', 'asyncio', 'rich', 'frontmatter', 'yaml', 'subprocess', 'rapidfuzz'}; "
        "print(code, sorted(heavy & sys.modules.keys()))"
    )
    environment = {
        "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "PYTHONPATH": str(ROOT.parent),
    }  # fmt: skip
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout.splitlines()[-1] == "1 []"
