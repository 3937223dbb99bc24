"""Notes for agents' tests: one of each of several formats, where any agent's session is given them."""

from __future__ import annotations

from client_world import World

SAYS = {
    "bullets": "the user prefers tabs",
    "cards": "#database-port",
    "sections": "the user writes British English",
    "topics": "[merge-freeze]",
}
"""What of each format stands in what a session is given at its start."""
PROMPT = "When does the merge freeze for the release begin?"
RECALLED = "The merge freeze begins on 2026-12-05."
"""What that prompt recalls, and the start of a session does not hold."""


def furnish(world: World) -> None:
    """The user's notes in four formats."""
    world.remember(None, "- the user prefers tabs\n")
    cards = world.agent / "memory-auto" / "notes.md"
    sections = world.home / ".hermes" / "memories" / "USER.md"
    texts = ((cards, "The database listens on port 5433.\n#database-port\n"), (sections, f"{SAYS['sections']}\n"))
    for path, text in texts:
        path.parent.mkdir(parents=True)
        path.write_text(text)
    topic(world, "merge-freeze", "the freeze before a release", RECALLED)


def topic(world: World, name: str, about: str, body: str = "A body.") -> None:
    """A topic of the user's that no host loads by itself."""
    folder = world.home / ".agents" / "memory"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "MEMORY.md").open("a") as index:
        index.write(f"- [{name}]({name}.md) — {about}\n")
    (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: {about}\n---\n\n{body}\n")
