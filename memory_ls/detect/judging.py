"""Whether a string is the value of a secret, or stands for one, or is an ordinary word, name or digest."""

from __future__ import annotations

import binascii
import math
import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from memory_ls.detect.secret_words import PLACEHOLDER_PARTS, PLACEHOLDERS
from memory_ls.lazily import lazy

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_UUID = lazy(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_REFERENCE = lazy(
    r"\$[A-Za-z_{(]|%[A-Za-z_]+%|[{\[<~]|@[\w./-]+$|\.{0,2}/|--|:[a-z_]+$|[A-Za-z]:[\\/]|\\|https?:|file:|git@"
)
_CALL = lazy(r"[\w.]+\([^()]*\)?")
_DIGEST = lazy(r"(?:sha\d{1,3}|md5|blake2\w?|h1)[:-]", re.IGNORECASE)
_FILE = lazy(r"[\w./@-]*\.(?:[a-z]{2,4}|json|yaml|toml|py|js|ts|md|sh)", re.IGNORECASE)
_WORD = lazy(r"(?:[A-Z]?[a-z]+|[A-Z]+)(?:[A-Z][a-z]+)*[A-Z]?\d{0,3}|\d{1,8}[A-Za-z]{0,2}")
_SLUG = lazy(r"\w+(?:[-_./:]\w+)+")
_SIGNS = frozenset("!@#$%^&*(+=)")
_BASE64 = lazy(r"[A-Za-z0-9+/_-]+={0,2}")
_PARTS = lazy(r"[^A-Za-z0-9]+")
_STAND_IN = lazy(
    r"example|placeholder|your[-_]|redact|xxxx|dummy|change[-_]?me|1234567890|0123456789|abcdefgh"
    r"|not[-_]?a[-_]?real|\*{3}|\.{3}|replace[-_]?me",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _placeholder() -> re.Pattern[str]:
    return re.compile(PLACEHOLDER_PARTS, re.IGNORECASE)


_TELLS_ITSELF = lazy(
    r"(?:[A-Za-z]{1,16}[-_.])*[a-z]*(?:password|passwort|passwd|passphrase|secret|api[-_]?key)(?:[-_.]?[a-z]+)?[-_.]?\d{0,3}"
)
_ALPHABET, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "12345678901234567890"


def is_placeholder(value: str) -> bool:
    """Whether a value stands for a value: a known word, a template, a reference, a redaction, a character repeated."""
    if value.lower() in PLACEHOLDERS or _REFERENCE.match(value) or _placeholder().search(value):
        return True
    if _TELLS_ITSELF.fullmatch(value) or _counts_up(value):
        return True
    return len(value) >= 5 and max(Counter(value).values()) * 2 > len(value)


def _counts_up(value: str) -> bool:
    """Whether letters and digits come in order, as in samples: ``a1b2c3d4``."""
    letters = "".join(filter(str.isalpha, value)).lower()
    digits = "".join(filter(str.isdigit, value))
    return len(letters) >= 3 and len(digits) >= 3 and letters in _ALPHABET and digits in _DIGITS


def is_stand_in(token: str, distinct: int) -> bool:
    """Whether what has a token's shape is a sample of it: a word, a run of digits, too few different characters."""
    if _passes_github_checksum(token):
        return False
    if token.startswith("http"):
        return _STAND_IN.search(token.rpartition("/")[2]) is not None
    return (
        len(set(token)) < distinct + 2
        or _STAND_IN.search(token) is not None
        or (is_wordy(token, 6) and len(_SIGNS.intersection(token)) < 4)
    )


def is_wordy(value: str, odd_enough: int = 12) -> bool:
    """Whether a value is made of words, small numbers and the marks between them, as identifiers and slugs are.

    From `odd_enough` characters in parts that are neither word nor number on, it is not.
    """
    odd = 0
    for part in _PARTS.split(value):
        if _is_random_part(part):
            return False
        if is_odd(part):
            odd += len(part)
    return odd < odd_enough


def is_odd(part: str) -> bool:
    """Whether a run of letters and digits is neither a word, a number nor a word with a number."""
    return len(part) >= 4 and not part.isdigit() and not _WORD.fullmatch(part)


def _is_random_part(part: str) -> bool:
    if len(part) < 12:
        return False
    digits = sum(map(str.isdigit, part))
    if digits == len(part):
        return False
    if digits:
        letters = part.strip("0123456789")
        return not (_WORD.fullmatch(letters) and digits <= 4)
    if part.islower() or part.isupper() or part.istitle():
        return len(part) >= 20 and entropy(part) > 3.6
    humps = sum(1 for left, right in pairwise(part) if left.islower() != right.islower())
    return humps * 10 >= len(part) * 4


def entropy(value: str) -> float:
    """Shannon's entropy of a value's characters, in bits a character."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())


def is_uuid(value: str) -> bool:
    return _UUID.fullmatch(value) is not None


def _kinds_of_characters(value: str) -> int:
    return (
        any(map(str.islower, value))
        + any(map(str.isupper, value))
        + any(map(str.isdigit, value))
        + any(not char.isalnum() and not char.isspace() for char in value)
    )


def is_password(value: str) -> bool | None:
    """True: surely a password; False: may be one; None: an ordinary word, name, path, call or placeholder."""
    if not 6 <= len(value) <= 256 or is_placeholder(value) or _CALL.fullmatch(value) or _DIGEST.match(value):
        return None
    if value.endswith("=") and is_placeholder(decoded(value) or ""):
        return None
    kinds, digits = _kinds_of_characters(value), sum(map(str.isdigit, value))
    if any(ord(char) > 0x2E7F for char in value) or _FILE.fullmatch(value):
        return None
    if not digits:  # words, dotted and snaked names, types; but not what no name looks like
        odd = sum(not char.isalnum() and char not in "_-./:,()[]|'" for char in value)
        if odd and kinds >= 3 and len(value) >= 8 and not value.endswith(("!", "?")):
            return True
        return True if len(value) >= 12 and not is_wordy(value) else None
    if digits == len(value):
        return False if digits >= 6 else None
    if is_uuid(value):
        return False
    if kinds >= 3 and len(value) >= 8:
        return not is_slug(value) or (False if "/" not in value else None)
    return len(value) >= 10 and not is_slug(value) if kinds == 2 else len(value) >= 8


def is_odd_password(value: str) -> bool:
    """Whether a value can be no word, name or number of a sentence."""
    parts = _PARTS.split(value)
    return any(char in "!@#$%^&*+=?~" for char in value[:-1]) or any(len(part) >= 8 and is_odd(part) for part in parts)


def is_slug(value: str) -> bool:
    """Whether a value is words and numbers parted by the marks of names: ``test_login_v2``, ``a-b-3``."""
    return _SLUG.fullmatch(value) is not None and is_wordy(value)


def is_random(value: str, least: int = 16) -> bool | None:
    """True: surely made by a machine to be secret; False: may be (a UUID); None: a name, a number, a digest, a path."""
    if not least <= len(value) <= 4096 or is_placeholder(value) or _DIGEST.match(value) or value.isdigit():
        return None
    if not value.isascii() or _FILE.fullmatch(value) or _CALL.fullmatch(value) or "%20" in value:
        return None
    if is_uuid(value):
        return False
    return True if not is_wordy(value) and entropy(value) >= 2.8 and len(set(value)) >= 8 else None


def decoded(value: str) -> str | None:
    """What a base64 value (either alphabet, padded or not) says, or None where it is not printable text."""
    if not _BASE64.fullmatch(value):
        return None
    try:
        raw = binascii.a2b_base64(value.replace("-", "+").replace("_", "/") + "=" * (-len(value) % 4))
        text = raw.decode("utf-8")
    except ValueError:
        return None
    return text if text.isprintable() else None


def decoded_start(value: str) -> str:
    """What the first 64 characters of a base64 value say, whatever is not ASCII left out."""
    try:
        return binascii.a2b_base64(value[:64]).decode("ascii", "ignore")
    except ValueError:
        return ""


def _passes_github_checksum(token: str) -> bool:
    """The last six characters of GitHub's and npm's tokens are the CRC-32 of the thirty before, in base 62."""
    head, _, body = token.rpartition("_")
    if len(body) != 36 or head not in ("ghp", "gho", "ghu", "ghs", "ghr", "npm"):
        return False
    number, digits = binascii.crc32(body[:30].encode()), ""
    while number:
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return digits.rjust(6, "0") == body[30:]
