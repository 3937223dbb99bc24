# ruff: noqa: E501 - one pattern a line
"""Passwords in a table of markdown: the column's name says what the cells are."""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect.judging import is_password, is_random
from memory_ls.lazily import lazy

_RULE = lazy(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*")
_PASSWORDS = lazy(
    r"[*_` ]*(?:[\w /-]{0,24}\b)?(?:passwords?|passwd|passwort|pwd|pass|pw|passphrase|密码|口令|пароль|contraseña|senha|mot de passe)[*_` ]*",
    2,
)
_TOKENS = lazy(
    r"[*_` ]*(?:[\w /-]{0,24}\b)?(?:tokens?|api[ _-]?keys?|secrets?|secret[ _-]?keys?|access[ _-]?keys?|密钥|令牌)[*_` ]*",
    2,
)
_AROUND = " \t`*_\"'"


def _cells(row: str) -> Iterator[tuple[int, int]]:
    """Where the cells of a row are, without blanks and marks around them."""
    start = 0
    for cell in row.split("|"):
        left, right = start, start + len(cell)
        while left < right and row[left] in _AROUND:
            left += 1
        while right > left and row[right - 1] in _AROUND:
            right -= 1
        yield left, right
        start += len(cell) + 1


def find_in_tables(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """The cells of columns named password, token and the like that hold one."""
    if "--" not in text or text.count("|") < 3 or "\n" not in text:
        return
    at, above = 0, ""
    kinds: dict[int, str] = {}
    for row in text.split("\n"):
        if "|" not in row:
            kinds = {}
        elif _RULE.fullmatch(row):
            names = [above[left:right] for left, right in _cells(above)] if len(above) < 2000 else []
            kinds = {
                column: "a password" if _PASSWORDS.fullmatch(name) else "a token"
                for column, name in enumerate(names)
                if _PASSWORDS.fullmatch(name) or _TOKENS.fullmatch(name)
            }
        elif kinds:
            for column, (left, right) in enumerate(_cells(row)):
                value = row[left:right]
                if column in kinds and " " not in value:
                    certain = is_password(value) if kinds[column] == "a password" else is_random(value)
                    if certain is not None:
                        yield at + left, at + right, kinds[column], certain
        at += len(row) + 1
        above = row
