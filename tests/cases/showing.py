"""How a page shows what came out: findings, offers, and what an edit did to files, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from made_up import taken_out

from memory_ls.rules import Severity
from memory_ls.text import Span, split_rows

_KEPT_WHOLE = 12
_AROUND = 2
_VISIBLE = re.compile(
    r"[^\\\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)


def finding_row(path: str, span: Span, severity: Severity, rule: str, message: str) -> str:
    """One row of a `findings` fence; rows and columns from 1, columns in code points, the end exclusive."""
    end = f"{span.end_col + 1}" if span.end_row == span.row else f"{span.end_row + 1}:{span.end_col + 1}"
    return f"{path}:{span.row + 1}:{span.col + 1}-{end} {severity.word} {rule}: {message}"


def escaped(text: str) -> str:
    """A row as a page may hold it: what nobody sees as its code, made values by their names."""
    out = []
    for char in taken_out(text):
        if _VISIBLE.match(char):
            out.append(char)
        elif char in "\r\t\\":
            out.append({"\r": "\\r", "\t": "\\t", "\\": "\\\\"}[char])
        elif "\udc80" <= char <= "\udcff":
            out.append(f"\\x{ord(char) - 0xDC00:02x}")
        else:
            out.append(f"\\u{ord(char):04x}" if char < "\U00010000" else f"\\U{ord(char):08x}")
    if out and out[-1] == " ":
        out[-1] = "\\u0020"  # editors drop blanks at a row's end
    return "".join(out)


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """What became of files, as a `fix` fence says it; equal rows in it mean equal bytes."""
    out: list[str] = []
    for path in sorted({*before, *after}, key=lambda path: (path.startswith("~"), path)):
        old, new = before.get(path), after.get(path)
        if old != new:
            note = " (new)" if old is None else " (gone)" if new is None else ""
            out += [f"{path}{note}", *_diff(_rows(old or ""), _rows(new or ""))]
    return out or ["nothing changes"]


def _rows(text: str) -> list[str]:
    """Rows with the ends of theirs that are not a line feed; the last one says if it has none."""
    rows, ends = split_rows(text)
    shown = [escaped(row + end.replace("\n", "")) for row, end in zip(rows, ends, strict=True)]
    if not shown[-1]:
        return shown[:-1]
    shown[-1] += " (no newline)"
    return shown


def _diff(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    rows: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            rows += [f"  {row}".rstrip() for row in old[a:b]]
        else:
            rows += [f"- {row}".rstrip() for row in old[a:b]] + [f"+ {row}".rstrip() for row in new[c:d]]
    if len(rows) <= _KEPT_WHOLE:
        yield from rows
        return
    changed = [at for at, row in enumerate(rows) if row[:1] in ("-", "+")]
    skipping = False
    for at, row in enumerate(rows):
        near = any(abs(at - one) <= _AROUND for one in changed)
        if near:
            yield row
        elif not skipping:
            yield "  …"
        skipping = not near


def step_row(path: str, where: str, before: str, after: str) -> str:
    """One row of a `fix … steps` fence: how many rows a step adds and takes away."""
    old, new = _rows(before), _rows(after)
    added = removed = 0
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            removed, added = removed + b - a, added + d - c
    counts = [f"+{added}"] * bool(added) + [f"-{removed}"] * bool(removed)
    return " ".join([path, where, *counts])
