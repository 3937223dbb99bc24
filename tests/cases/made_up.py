"""What pages name in double braces: secrets made at run time, so that none lies in the repository, long texts, and the
key by which a superseded note names the newer one.
"""

from __future__ import annotations

import base64
import random
import re
import string
from collections.abc import Callable
from functools import lru_cache

from memory_ls.formats.bullets import BULLETS

_ALNUM = string.ascii_letters + string.digits
_PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9-]*)(?: ([^{}\n]+))?\}\}")


def _made(prefix: str, alphabet: str, length: int) -> str:
    """The same value every time, so that columns on a page stay."""
    rng = random.Random(f"{prefix}/{length}")
    return prefix + "".join(rng.choice(alphabet) for _ in range(length))


def _web_token() -> str:
    def part(text: str) -> str:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    return ".".join([part('{"alg":"HS256","typ":"JWT"}'), part('{"sub":"build-agent-7"}'), _made("", _ALNUM, 43)])


SECRETS: dict[str, Callable[[], str]] = {
    "github-token": lambda: _made("ghp" + "_", _ALNUM, 36),
    "gitlab-token": lambda: _made("glpat" + "-", _ALNUM, 20),
    "npm-token": lambda: _made("npm" + "_", _ALNUM, 36),
    "aws-key-id": lambda: _made("AKI" + "A", string.ascii_uppercase + "234567", 16),
    "random-password": lambda: _made("", _ALNUM, 20),
    "key-begin": lambda: "-----BEGIN OPENSSH " + "PRIVATE KEY-----",
    "key-body": lambda: _made("", _ALNUM, 70),
    "key-end": lambda: "-----END OPENSSH " + "PRIVATE KEY-----",
    "web-token": _web_token,
}
"""Values by the name a page gives them; each is the same on every run, and of its provider's shape."""

_WORDS = "the cache of the build is kept beside the worker and read again when its lock file is the same".split()


def _words(count: int) -> str:
    """So many characters of prose."""
    text = " ".join(_WORDS[number % len(_WORDS)] for number in range(count))
    return text[:count].rstrip().ljust(count, ".")


def _noise(count: int) -> str:
    """So many characters of words that occur nowhere else."""
    rng = random.Random(count)
    text = " ".join("".join(rng.choice(string.ascii_lowercase) for _ in range(7)) for _ in range(count // 8 + 1))
    return text[:count].rstrip().ljust(count, ".")


_TOPICS = "parser queue login search billing export mailer cache upload worker report viewer".split()
_VERBS = "reads owns ignores retries logs renames encrypts batches".split()
_THINGS = "invoices headers drafts tokens images comments".split()


def _notes(count: int) -> str:
    """So many notes that have nothing to do with each other, each about 100 bytes long."""
    rng = random.Random(count)
    rows = []
    for number in range(count):
        name = "".join(rng.choice(string.ascii_lowercase) for _ in range(9))
        topic, verb, thing = rng.choice(_TOPICS), rng.choice(_VERBS), rng.choice(_THINGS)
        tail = " ".join("".join(rng.choice(string.ascii_lowercase) for _ in range(8)) for _ in range(7))
        rows.append(f"- {name.title()}{number} {topic} {verb} {thing} {tail}")
    return "\n".join(rows)


TEXTS: dict[str, Callable[[int], str]] = {"words": _words, "noise": _noise, "notes": _notes}


@lru_cache(maxsize=64)
def _value(name: str, count: int) -> str:
    return SECRETS[name]() if name in SECRETS else TEXTS[name](count)


def filled_in(text: str) -> str:
    """A page's text with its placeholders filled in; ValueError for one that there is not."""

    def value(found: re.Match[str]) -> str:
        if found[1] == "home":  # known when the world is laid out
            return found[0]
        if found[1] == "key" and found[2]:
            return BULLETS.key(found[2]).value
        if found[1] not in SECRETS and found[1] not in TEXTS:
            raise ValueError(f"nothing is made for {found[0]}")
        return _value(found[1], int(found[2] or 0))

    return _PLACEHOLDER.sub(value, text)


def taken_out(text: str) -> str:
    """A text as a page may show it: made values by their names again."""
    for name in SECRETS:
        text = text.replace(_value(name, 0), f"{{{{{name}}}}}")
    return text
