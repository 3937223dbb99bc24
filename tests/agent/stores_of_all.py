"""Stores of every format with notes that point at each other, and what is there of them at a moment."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from prefixes import There

from memory_ls.formats.notes import File, Store
from memory_ls.stores.folders import store_files
from memory_ls.stores.reading import Found, read
from memory_ls.workspace.reach import in_reach

from .user import User

CARDS = "app/.pi/agent/memory-auto"
RECORDS = "home/.pi/memory-md/projects/app/records"
HERMES = "home/.hermes/memories"


def topics_folder(user: User) -> str:
    slug = "".join(char if char.isalnum() else "-" for char in str(user.project))
    return f"home/.claude/projects/{slug}/memory"


def topic(name: str, *body: str, more: str = "") -> str:
    return f"---\nname: {name}\ndescription: about {name}\n{more}metadata:\n  type: project\n---\n\n" + "\n".join(
        (*body, "")
    )


def record(summary: str, *facts: str, more: str = "") -> str:
    rows = ["---", f'description: "{summary}"', f'summary: "{summary}"', *([more] if more else []), "---"]
    rows += [f"# {summary}", "", "<!-- memory:facts:v1 -->", *facts, "<!-- /memory:facts -->", ""]
    return "\n".join(rows)


def lay(user: User, *, circles: bool = True) -> None:
    """Several notes in each store, that name each other where the format knows names; `circles`: and back again."""
    user.write("app/.pi/memory.md", "- deploy with make\n- deploy with make from main\n- port 9000\n")
    user.write("home/.pi/agent/memory.md", "- likes tea\n")
    user.write(
        f"{CARDS}/notes.md", "Tabs, not spaces.\n#style\n\nThe port is 9000.\n#port\n\nTabs, not spaces.\n#style\n"
    )
    user.write(f"{CARDS}/testing.md", "Run the slow ones too.\n#test\n\n\n\nThe port is 9000.\n#port\n")
    user.write("home/.pi/agent/memory-auto/notes.md", "Answer briefly.\n#tone\n")
    for name, points in {"a": "b", "b": "c", "c": "a" if circles else "", "d": "a"}.items():
        relation = (f"relation.next -> @state.{points}",) if points else ()
        user.write(f"{RECORDS}/state.{name}.md", record(f"what {name} says", f"{name} = 1", *relation))
    user.write(f"{RECORDS}/event.e.md", record("e was", more="supersededBy: state.a"))
    folder = topics_folder(user)
    rows = [f"- [{name.upper()}]({name}.md) — about {name}" for name in ("deploy", "release", "ports")]
    user.write(f"{folder}/MEMORY.md", "\n".join(["# Index", "", *rows, ""]))
    user.write(f"{folder}/deploy.md", topic("deploy", "Run make.", "See [release](release.md) and [[ports]]."))
    user.write(f"{folder}/release.md", topic("release", "Ask Ana.", "See [deploy](deploy.md)." if circles else ""))
    user.write(f"{folder}/ports.md", topic("ports", "From 9000 on."))
    user.write(f"{HERMES}/MEMORY.md", "likes tea\n§\nhas a cat\n§\nruns on port 9000")
    user.write(f"{HERMES}/USER.md", "Ann")


def stores(user: User) -> list[Store]:
    """The stores in reach."""
    return [one.store for one in in_reach(user.env, str(user.project)).values()]


def there(known: Iterable[Store]) -> There:
    """What the files of some stores hold, as they lie on the disk."""
    found: dict[str, tuple[File, str]] = {}
    for store in known:
        for file in store_files(store):
            said = read(file.id, store.root)
            if isinstance(said, Found):
                found[file.id] = (file, said.text)
    return There.of(found)


def temporary(user: User) -> Iterator[str]:
    """Files that a writer makes for a moment."""
    for _, _, names in os.walk(user.top):
        yield from (name for name in names if ".tmp" in name)
