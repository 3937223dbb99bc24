"""`memory-ls explain`: what a rule finds and why, and how to silence it."""

from __future__ import annotations

from argparse import Namespace

from memory_ls.commands.check import unknown_rule
from memory_ls.commands.console import Console, Style
from memory_ls.commands.failure import Failure
from memory_ls.rules import MODULES, SEVERITIES, documentation
from memory_ls.settings import SECURITY

_STYLES: dict[str, Style] = {"error": "error", "warning": "warning", "information": "information", "hint": "hint"}


def run(options: Namespace) -> int:
    console = Console.standard(as_program=options.json)
    if options.rule is None:
        _table(console)
        console.data(rules=[_data(code) for code in sorted(MODULES)])
    elif options.rule in MODULES:
        _rule(console, options.rule)
        console.data(rules=[_data(options.rule)])
    else:
        raise Failure(unknown_rule(options.rule))
    return 0


def _table(console: Console) -> None:
    width = max(map(len, MODULES))
    for code in sorted(MODULES, key=lambda code: (SEVERITIES[code], code)):
        word = SEVERITIES[code].word
        console.line((f"{word:<11}", _STYLES[word]), f"  {code:<{width}}  {documentation(code).splitlines()[0]}")


def _rule(console: Console, code: str) -> None:
    word = SEVERITIES[code].word
    console.line((code, "strong"), " (", (word, _STYLES[word]), ")")
    console.line()
    console.line(documentation(code))
    console.line()
    console.line(
        ("To silence it", "strong"), " on one note, in the row above it (not in § files, whose agents read it as text):"
    )
    console.line()
    console.line(f"    <!-- memory-ls: ignore {code} -->")
    console.line("in the frontmatter of a record or topic:")
    console.line(f"    # memory-ls: ignore {code}")
    console.line()
    console.line("Or in .memory-ls.toml at the repository's root, or in the user's config.toml:")
    console.line()
    console.line("on one note, by its id from `memory-ls list --ids`:")
    console.line(f'    [[silence]]\n    rule = "{code}"\n    note = "ID"')
    console.line("everywhere:")
    console.line(f'    ignore = ["{code}"]')
    console.line("in some files, by a pattern of their names inside their store:")
    console.line(f'    [per-path-ignore]\n    "memory.md" = ["{code}"]')
    console.line("for one run:")
    console.line(f"    memory-ls check --ignore {code}")
    if code in SECURITY:
        console.line()
        console.line(
            "This rule guards secrets and hidden text: only the user's file and trusted projects can silence it."
        )


def _data(code: str) -> dict[str, object]:
    return {
        "rule": code,
        "severity": SEVERITIES[code].word,
        "documentation": documentation(code),
        "guards_security": code in SECURITY,
    }
