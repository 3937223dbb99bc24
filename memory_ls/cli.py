"""The one executable: what can be said on its command line. Each command imports its door when it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from memory_ls import __version__
from memory_ls.commands.failure import Failure
from memory_ls.stores.failure import StoreFailure
from memory_ls.stores.places import unsupported

if TYPE_CHECKING:
    import argparse

WRONG_USE = 2
SEVERITIES = ("error", "warning", "information", "hint")
SCOPES = ("project", "global")


class Command(Protocol):
    """A module of `commands`."""

    def run(self, options: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit code: 0 nothing at that severity, 1 findings, 2 wrong use."""
    declined = unsupported()
    if declined:
        return _refused(declined)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        said = sys.argv[1:] if argv is None else list(argv)
        if said[:1] == ["hook"] and not {"-h", "--help"} & set(said):
            from memory_ls.commands.hook import answer, answer_and_leave

            return answer_and_leave(said[1:]) if argv is None else answer(said[1:])
        options = parser().parse_args(said)
        command = cast(Command, import_module(f"memory_ls.commands.{options.command}"))
        code = command.run(options)
        _flush()
    except Failure as failure:
        return _refused(str(failure))
    except StoreFailure as failure:
        return _refused(failure.message)
    except BrokenPipeError:
        from memory_ls.commands.console import discard

        discard(sys.stdout)
        return 0
    except OSError as error:
        return _refused(_words(error))
    except KeyboardInterrupt:
        return 130
    except SystemExit as end:  # argparse after --help and --version
        return end.code if isinstance(end.code, int) else WRONG_USE
    return code


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        from memory_ls.commands.console import discard

        discard(sys.stdout)


def _refused(reason: str) -> int:
    _flush()
    print(f"memory-ls: {reason}", file=sys.stderr)
    return WRONG_USE


def _words(error: OSError) -> str:
    from memory_ls.detect import quote

    reason = (error.strerror or "the system refused").lower()
    return f"{quote(str(error.filename), 4096)}: {reason}" if error.filename else reason


def _too_much(command: str, words: Sequence[str]) -> str:
    """What to say of words that a command does not take: mostly a text whose quotes were forgotten."""
    from memory_ls.detect import quote

    said = f"{quote(' '.join(words))} is more than it takes"
    if command in _WITH_TEXT and not words[0].startswith("-"):
        said += f"; put a text of several words in quotes: memory-ls {command} {_WITH_TEXT[command]}"
    return f"{said} (see memory-ls {command} --help)"


_WITH_TEXT = {"add": '"TEXT"', "update": '"NOTE" "TEXT"', "forget": '"NOTE"'}


def _wrong(message: str) -> Exception:
    from argparse import ArgumentTypeError

    return ArgumentTypeError(message)


def _days(said: str) -> int:
    if not said.isascii() or not said.isdigit() or len(said) > 6:
        raise _wrong("it takes a number of days")
    return int(said)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    import argparse  # only here: a hook, which runs at every prompt, needs none of it

    class _Parser(argparse.ArgumentParser):
        """Says wrong use in one line."""

        def error(self, message: str) -> None:  # type: ignore[override]
            from memory_ls.detect import mask

            raise Failure(f"{mask(message)} (see {self.prog} --help)")

        def parse_args(self, *args: Any, **more: Any) -> Any:
            options, unknown = self.parse_known_args(*args, **more)
            if unknown:
                raise Failure(_too_much(options.command, unknown))
            return options

    top = _Parser(
        prog="memory-ls", description="Look after the markdown files in which coding agents keep their memory."
    )
    top.add_argument("--version", action="version", version=f"memory-ls {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    server = commands.add_parser("server", help="speak the language server protocol on standard input and output")
    server.add_argument(
        "--stdio", action="store_true", help="accepted, since some editors add it; there is no other way"
    )

    mcp = commands.add_parser("mcp", help="notes for agents, over the Model Context Protocol on stdin and stdout")
    mcp.add_argument("--project", metavar="DIR", help="the project (default: $MEMORY_LS_PROJECT, the host's, this one)")
    mcp.add_argument("--trusted", action="store_true", help="the host says that the user trusts this project")

    check = commands.add_parser("check", help="find what an agent would trip over")
    check.add_argument(
        "paths", nargs="*", metavar="PATH", help="files and folders; none: the stores of this repository and user"
    )
    check.add_argument("--output-format", choices=("text", "json", "sarif", "github"), default="text")
    check.add_argument(
        "--select", action="append", default=[], metavar="RULE", help="only these rules (repeat, or separate by commas)"
    )
    check.add_argument("--ignore", action="append", default=[], metavar="RULE", help="all but these rules")
    check.add_argument(
        "--fail-on", choices=SEVERITIES, default="warning", help="exit with 1 from this severity on (default: warning)"
    )
    check.add_argument(
        "--store-format", metavar="FORMAT", help="read named files in this format where their place names none"
    )
    check.add_argument("--baseline", metavar="FILE", help="leave out the findings that this file knows")
    check.add_argument(
        "--write-baseline", action="store_true", help="write what is found now into the --baseline file instead"
    )

    add = commands.add_parser("add", help="add a note")
    add.add_argument("text", metavar="TEXT")
    update = commands.add_parser("update", help="reword a note")
    update.add_argument("note", metavar="NOTE", help="its text, or its id from `memory-ls list --ids`")
    update.add_argument("text", metavar="TEXT", help="what it says from now on")
    forget = commands.add_parser("forget", help="remove a note")
    forget.add_argument("note", metavar="NOTE", help="its text, or its id from `memory-ls list --ids`")
    listing = commands.add_parser("list", help="show the notes")
    listing.add_argument("--ids", action="store_true", help="show each note's id, by which it can be silenced or named")
    paths = commands.add_parser("paths", help="show where notes and configuration are kept")
    preview = commands.add_parser("preview", help="show what the agent is given at the start of its work")
    edit = commands.add_parser("edit", help="open a store in $VISUAL or $EDITOR")
    add.add_argument("--title", help="its name or id, in a store whose notes have one")
    add.add_argument("--keyword", help="the keyword of a card")
    add.add_argument("--description", help="what a topic or a record is about, in one line")
    add.add_argument("--kind", help="a topic's type (user, feedback, project, reference); state or event of a record")
    add.add_argument("--in", dest="inside", metavar="FILE", help="the file of the store that it goes to (USER.md)")
    for one in (add, update, forget, edit):
        one.add_argument("--scope", choices=SCOPES, default="project", help="default: project")
    for one in (listing, paths, preview):
        one.add_argument("--scope", choices=SCOPES, help="default: both")
    for one in (add, update, forget, edit, listing, preview):
        one.add_argument(
            "--store", metavar="ID", help="another store than that of bullets; `memory-ls paths` has the ids"
        )

    fix = commands.add_parser("fix", help="apply the fixes of findings, after showing a diff")
    fix.add_argument(
        "paths", nargs="*", metavar="PATH[:ROW]", help="one file, or one row of it; with --all any files and folders"
    )
    fix.add_argument("--rule", metavar="RULE", help="only findings of this rule")
    fix.add_argument("--title", metavar="TITLE", help='this fix instead of the preferred one, such as "Keep ours"')
    fix.add_argument(
        "--all", action="store_true", help="what cannot lose meaning: exact copies in one file, invisible characters"
    )
    fix.add_argument("--yes", action="store_true", help="apply without asking")

    doctor = commands.add_parser("doctor", help="report on the health of the stores of this repository and user")
    clear = commands.add_parser("clear", help="remove every note of a scope, keeping a backup")
    clear.add_argument("scope", nargs="?", choices=SCOPES, metavar="SCOPE", help="project or global")
    clear.add_argument("--store", metavar="ID", help="the store with this id instead; `memory-ls paths` has the ids")
    clear.add_argument("--yes", action="store_true", help="clear without asking")
    told = [add, update, forget, listing, paths, preview, fix, doctor, clear]
    for name, what in (("compact", "join exact copies of cards"), ("rebuild", "make the keyword list of cards anew")):
        tidy = commands.add_parser(name, help=f"{what}, after showing a diff and keeping a backup")
        tidy.add_argument("scope", nargs="?", choices=("project", "user"), metavar="SCOPE", help="project or user")
        tidy.add_argument("--yes", action="store_true", help="change without asking")
        told.append(tidy)
    convert = commands.add_parser("convert", help="show the notes of a store in another format, or write them so")
    convert.add_argument("source", metavar="SOURCE", help="a file or folder of a store, or a store's id")
    convert.add_argument(
        "--to",
        required=True,
        metavar="FORMAT",
        help="bullets, cards, records, topics or sections (sections:pi-hermes)",
    )
    convert.add_argument("--into", metavar="DIR", help="the folder for the new files; none: only show them")
    convert.add_argument("--store-format", metavar="FORMAT", help="read SOURCE in this format")
    convert.add_argument("--yes", action="store_true", help="write the new files into --into DIR")
    trust = commands.add_parser("trust", help="trust a project: its configuration, its history, notes written into it")
    trust.add_argument("folder", nargs="?", metavar="DIR")
    trust.add_argument("--yes", action="store_true", help="trust without asking")
    trust.add_argument("--revoke", action="store_true", help="trust it no longer")
    trust.add_argument("--list", action="store_true", help="show what is trusted")
    explain = commands.add_parser("explain", help="explain a rule, and how to silence it")
    explain.add_argument("rule", nargs="?", metavar="RULE", help="none: all rules in a table")
    hook = commands.add_parser("hook", help="answer an agent host at one of its events, by JSON on stdin and stdout")
    hook.add_argument("event", metavar="EVENT", help="session-start, prompt, turn-end, pre-compact or session-end")
    hosts = "claude, codex, gemini, cursor, pi, opencode; default: auto"
    hook.add_argument("--host", default="auto", metavar="HOST", help=hosts)
    hook.add_argument("--trusted", action="store_true", help="the host says that the user trusts this project")
    pause = commands.add_parser("pause", help="give this project's agents no notes until the next session starts")
    pause.add_argument("--session", metavar="ID", help="only this session of the host")
    pause.add_argument("--end", action="store_true", help="end the pause now")
    recall = commands.add_parser("recall", help="show which notes a prompt would recall, or what was given last")
    recall.add_argument("query", nargs="*", metavar="QUERY", help="a prompt, or a keyword such as '#deploy'")
    recall.add_argument("--last", action="store_true", help="show what the hooks gave an agent of this project last")
    backups = commands.add_parser("backups", help="list, restore or remove what bulk changes took away")
    backups.add_argument("action", nargs="?", choices=("list", "restore", "prune"), default="list", metavar="ACTION")
    backups.add_argument("backup", nargs="?", metavar="ID", help="the backup to restore; its beginning will do")
    backups.add_argument("--days", type=_days, metavar="N", help="prune: what is older than this (default: 30)")
    backups.add_argument("--yes", action="store_true", help="restore over a file that was changed since")
    for one in (*told, convert, trust, explain, pause, recall, backups):
        one.add_argument("--json", action="store_true", help="print JSON for programs")
    commands.add_parser("demo", help="check a small store with planted problems in a temporary folder")
    return top


if __name__ == "__main__":
    sys.exit(main())
