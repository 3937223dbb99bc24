"""How the Anthropic memory tool shows folders and files: sizes, row numbers, secrets masked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from memory_ls.detect import mask

LINES = 999_999
"""Rows that a shown file may have; the SDK's own limit, and the width of its row numbers."""
_WIDTH = len(str(LINES))


def masked(lines: Sequence[str]) -> list[str]:
    """Rows with secrets masked and invisible characters as codes; a CR at a row's end and a BOM stay as they are."""
    bom = "\ufeff" if lines[0].startswith("\ufeff") else ""
    plain = "\n".join(line.removesuffix("\r") for line in lines).removeprefix("\ufeff")
    rows = mask(plain).split("\n")
    rows[0] = bom + rows[0]
    return [f"{row}\r" if line.endswith("\r") else row for row, line in zip(rows, lines, strict=True)]


def numbered(lines: Sequence[str], first: int) -> Iterator[str]:
    return (f"{number:>{_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def below(real: str, inside: str, levels: int) -> Iterator[tuple[int, str]]:
    """Size in bytes and path of what lies in a folder, folders with a slash at the end; links and hidden ones not."""
    try:
        entries = sorted(os.scandir(real), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        here = f"{inside}/{entry.name}" if inside else entry.name
        try:
            size = entry.stat(follow_symlinks=False).st_size
        except OSError:  # gone meanwhile
            continue
        if entry.is_dir(follow_symlinks=False):
            yield size, f"{here}/"
            if levels > 1:
                yield from below(entry.path, here, levels - 1)
        elif entry.is_file(follow_symlinks=False):
            yield size, here


def shown_size(size: int) -> str:
    """Bytes in the largest unit of 1024 that fits, with one digit behind the point where it is no whole number."""
    unit = min(max(size.bit_length() - 1, 0) // 10, 3)
    value = size / 1024**unit
    return f"{int(value) if value == int(value) else f'{value:.1f}'}{'BKMG'[unit]}"
