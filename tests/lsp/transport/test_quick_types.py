"""Types built late are the types built at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from wire import ROOT

DESCRIBE = """
import inspect, json, sys
if sys.argv[1] == "late":
    import memory_ls.lsp
import attrs
from lsprotocol import converters, types

def marked(kind):
    return vars(kind).get("__attrs_attrs__").__class__.__name__ == "_Fields"

kinds = {name: kind for name, kind in types.ALL_TYPES_MAP.items() if isinstance(kind, type)}
late = sum(marked(kind) for kind in kinds.values())
print(late, file=sys.stderr)
converter = converters.get_converter()
shown = {"contents": ["a", {"language": "b", "value": "c"}]}
result = converter.structure({"jsonrpc": "2.0", "id": 1, "result": shown}, types.HoverResponse)
asked = {"processId": 1, "rootUri": None, "capabilities": {"window": {"showDocument": {"support": True}}},
         "workspaceFolders": [{"uri": "file:///a", "name": "a"}]}
print(result, converter.structure(asked, types.InitializeParams))
edit = types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(
    types.OptionalVersionedTextDocumentIdentifier("file:///a", None),
    [types.AnnotatedTextEdit("x", types.Range(types.Position(1, 2), types.Position(3, 4)), "text")])])
print(json.dumps(converter.unstructure(edit)), edit == edit, edit, types.Position(1, 2) < types.Position(1, 3))
for call in (lambda: types.Position("a", 1), lambda: types.Position(1), lambda: types.Range(1, 2, 3)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
for name, kind in sorted(kinds.items()):
    print(name, kind.__name__, kind.__mro__, kind.__doc__)
    if attrs.has(kind):
        for field in attrs.fields(kind):
            print("   ", field.name, field.type, field.default, field.validator, field.kw_only, field.eq, field.init)
        print(inspect.signature(kind), getattr(kind, "__hash__", None) is None, kind.__match_args__)
"""


def described(how: str) -> tuple[str, int]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBE, how], capture_output=True, text=True, check=True, env=env, timeout=120
    )
    return re.sub(r" at 0x[0-9a-f]+", "", done.stdout), int(done.stderr)


def test_types_built_late_are_the_types_built_at_once() -> None:
    at_once, none_late = described("at once")
    late, many_late = described("late")
    assert none_late == 0
    assert many_late > 400
    assert late.splitlines() == at_once.splitlines()
