"""Runs in hermes-agent's own Python: calls its memory tool and prints what it answers.

Reads a JSON list of calls from its standard input: the tool's own arguments, or ``{"action": "snapshot"}`` for what its
prompt would hold now. Prints a JSON list of answers. With ``--wait`` it first says that it is ready and waits for a
line, so that another writer can start at the same moment.
"""

import json
import sys

from tools.memory_tool import MemoryStore, memory_tool  # type: ignore[import-not-found]


def loaded() -> MemoryStore:
    store = MemoryStore()
    store.load_from_disk()
    return store


def answer(store: MemoryStore, call: dict[str, str]) -> object:
    if call["action"] == "snapshot":
        fresh = loaded()
        return {target: fresh.format_for_system_prompt(target) for target in ("memory", "user")}
    if call["action"] == "entries":
        fresh = loaded()
        return {"memory": fresh.memory_entries, "user": fresh.user_entries}
    return json.loads(memory_tool(store=store, **call))


def main() -> None:
    calls = json.loads(sys.stdin.readline())
    store = loaded()
    if "--wait" in sys.argv:
        print("ready", flush=True)
        sys.stdin.readline()
    print(json.dumps([answer(store, call) for call in calls]), flush=True)


main()
