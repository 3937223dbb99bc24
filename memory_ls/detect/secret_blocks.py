"""Private keys over several rows: RFC 7468's blocks, PuTTY's format, OpenVPN's static keys, and blocks in base64."""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.detect.judging import decoded_start
from memory_ls.lazily import lazy

_KIND = "a private key"
_BEGIN = lazy(r"-----BEGIN (?:(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----")
_BODY = lazy(r"(?:[A-Za-z0-9+/=\s>]|\\[nr])*")
_PUTTY = lazy(r"Private-Lines: \d{1,3}\r?\n((?:[A-Za-z0-9+/=]{20,80}(?:\r?\n|$)){1,80})")
_RUN = lazy(r"[A-Za-z0-9+/]{12,}")
_ENCODED = lazy(r"(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{60,8000}={0,2}")  # base64 of "-----BEGIN "


def find_private_keys(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Whole blocks, from their first mark to their last; of PuTTY's the rows of the key."""
    if "Private-Lines:" in text:
        for found in _PUTTY.finditer(text):
            yield found.start(1), found.start(1) + len(found[1].rstrip()), _KIND, True
    if "LS0tLS1CRUdJTi" in text:
        for found in _ENCODED.finditer(text):
            if "PRIVATE KEY" in decoded_start(found[0]):
                yield *found.span(), _KIND, True
    if "-----BEGIN " in text and ("PRIVATE KEY" in text or "Static key" in text):
        yield from _blocks(text)


def _blocks(text: str) -> Iterator[tuple[int, int, str, bool]]:
    at, ends = 0, True
    while begin := _BEGIN.search(text, at):
        end = text.find("-----END ", begin.end()) if ends else -1
        ends = end >= 0
        following = _BEGIN.search(text, begin.end(), end) if ends else None
        body_end = end
        if not ends or following:
            body = _BODY.match(text, begin.end())
            body_end = at = begin.end() + len(body[0].rstrip()) if body else begin.end()
        else:
            close = text.find("-----", end + 9)
            at = close + 5 if close >= 0 else end + 9
        key = text[begin.end() : body_end]
        if sum(map(len, _RUN.findall(key))) >= 36 and "..." not in key and "…" not in key and "<" not in key:
            yield begin.start(), at, _KIND, True
        at = max(at, begin.end())
