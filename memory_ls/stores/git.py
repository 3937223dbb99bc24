"""How old a file's rows are, by git: only for folders that a person trusts, and with everything off that runs code.

A repository's own configuration can name programs: fsmonitor, hooks, textconv, clean filters, credential helpers. The
first three are overridden. Filters run when git reads the work tree, so only what is committed is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, timezone

SECONDS = 5.0
"""How long git may take."""
_QUIET = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "blame.ignoreRevsFile="),
    *("-c", "protocol.allow=never"),
    *("-c", "safe.directory=*"),  # whose it is does not matter: a person trusts it
)


def line_ages(work_tree: str, path: str) -> Mapping[str, date] | None:
    """The day (UTC) of the last commit of each row, by the row's text; the newest where a text occurs twice.

    `path` is relative to `work_tree`. Rows that are not committed are left out. None where git is missing, takes longer
    than `SECONDS`, or does not know the file.
    """
    import subprocess

    command = ["git", *_QUIET, "blame", "--porcelain", "--no-textconv", "--no-progress", "HEAD", "--", path]
    try:
        done = subprocess.run(
            command,
            cwd=work_tree,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return _parsed(done.stdout) if done.returncode == 0 else None


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {
        **kept,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C",
    }


def _parsed(output: bytes) -> Mapping[str, date]:
    """From porcelain: a header row per line, facts of a commit at its first mention, then a tab and the row."""
    days: dict[str, date] = {}
    ages: dict[str, date] = {}
    commit = ""
    for row in output.split(b"\n"):
        if row.startswith(b"\t"):
            text = row[1:].decode("utf-8", "replace").removesuffix("\r").removeprefix("\ufeff")
            day = days.get(commit)
            if day is not None:
                ages[text] = max(day, ages.get(text, day))
        elif row.startswith(b"committer-time "):
            with suppress(ValueError, OverflowError, OSError):  # a forged commit may be of any year
                days[commit] = datetime.fromtimestamp(int(row.split()[1]), timezone.utc).date()
        else:
            first = row.split(b" ", 1)[0]
            if len(first) in (40, 64):
                commit = first.decode("ascii", "replace")
    return ages
