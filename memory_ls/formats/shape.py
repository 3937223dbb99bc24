"""The rows of a note that mean something: list items, code, headings, as against the wraps of a paragraph."""

from __future__ import annotations

from memory_ls.lazily import lazy

_MARK = lazy(r"\A[ \t]*(?:#{1,6}[ \t]+|[-*+>][ \t]+|\d{1,9}[.)][ \t]+|(?:`{3,}|~{3,})[^`]*\Z)")
_FENCE = lazy(r"[ \t]*(`{3,}|~{3,})")


def shape(text: str) -> list[str]:
    """The rows of a text without blank ones and without the blanks at their ends, wrapped paragraphs on one row each.

    A row goes on a paragraph when it begins with a letter, a digit or a bracket, straight below a row that says
    something; in a code fence every row stands for itself.
    """
    rows: list[str] = []
    fence, goes_on = "", False
    for row in text.strip().split("\n"):
        kept = row.rstrip()
        found = _FENCE.match(kept)
        opens = bool(found) and (not fence or kept.strip().startswith(fence))
        if not kept:
            goes_on = False
        elif goes_on and not (fence or opens or _MARK.match(kept)) and (kept[0].isalnum() or kept[0] in "(["):
            rows[-1] = f"{rows[-1]} {kept}"
        else:
            rows.append(kept)
            goes_on = not (fence or opens)
        if found and opens:
            fence = "" if fence else found[1]
    return rows


def plain(text: str) -> str:
    """The words of a text on one line, without what makes its rows items, headings, quotes or code."""
    return " ".join(" ".join(_MARK.sub("", row, count=1) for row in text.split("\n")).split())


def is_plain(text: str) -> bool:
    """Whether a text is one paragraph, whose wraps mean nothing."""
    rows = shape(text)
    return len(rows) < 2 and not (rows and _MARK.match(rows[0]))
