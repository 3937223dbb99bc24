"""Values that look like secrets, made at run time from the patterns themselves."""

from __future__ import annotations

import random
import string
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        from re import _constants as codes
        from re import _parser as parser
    except ImportError:  # Python 3.10
        import sre_constants as codes  # type: ignore[no-redef]
        import sre_parse as parser  # type: ignore[no-redef]

ALNUM = string.ascii_letters + string.digits
_WORD = ALNUM + "_-"


def letters(number: int, alphabet: str = ALNUM, seed: int = 0) -> str:
    """Random characters, at least one digit, one small and one capital letter where the alphabet has them."""
    made = random.Random(f"{number}{alphabet}{seed}")
    while True:
        value = "".join(made.choice(alphabet) for _ in range(number))
        wanted = (str.isdigit, str.islower, str.isupper)
        if all(any(map(kind, value)) for kind in wanted if any(map(kind, alphabet))) and value[-1].isalnum():
            return value


def one_of(pattern: str, seed: int = 0) -> str:
    """A random text that a pattern without lookarounds matches."""
    return _sample(parser.parse(pattern), random.Random(f"{pattern}{seed}"))


def _sample(parsed: object, made: random.Random) -> str:
    out = []
    for op, argument in parsed:  # type: ignore[attr-defined]
        if op is codes.LITERAL:
            out.append(chr(argument))
        elif op is codes.NOT_LITERAL:
            out.append("q")
        elif op is codes.IN:
            out.append(made.choice(_alphabet(argument)))
        elif op in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            low, high, inner = argument
            number = low if high == codes.MAXREPEAT else made.randint(low, min(high, low + 8))
            out += [_sample(inner, made) for _ in range(number)]
        elif op is codes.BRANCH:
            out.append(_sample(made.choice(argument[1]), made))
        elif op is codes.SUBPATTERN:
            out.append(_sample(argument[-1], made))
    return "".join(out)


def _alphabet(members: list[tuple[object, object]]) -> str:
    if members and members[0][0] is codes.NEGATE:
        return ALNUM + "!@#%^&*(-_=+)"
    out = ""
    for op, argument in members:
        if op is codes.LITERAL:
            out += chr(argument)  # type: ignore[arg-type]
        elif op is codes.RANGE:
            low, high = argument  # type: ignore[misc]
            out += "".join(map(chr, range(low, high + 1)))
        elif op is codes.CATEGORY:
            out += string.digits if argument is codes.CATEGORY_DIGIT else ALNUM + "_"
    return out
