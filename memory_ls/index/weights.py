"""How much each sign counts for two notes saying the same: a logistic score, fitted by `tests/quality/fit.py`.

Ours, from labelled pairs of real notes; a repository is either fitted to or judged on, never both, where figures are
told. A score above 0 is more likely than not. They were fitted before `only_touches` decided some pairs alone; fitted
again, they do no better on labelled pairs, and of what they add on whole files nearly half is wrong.
"""

from __future__ import annotations

from typing import Final

BIAS: Final = -1.09

WEIGHTS: Final[dict[str, float]] = {
    "held": 0.89,
    "overlap": 0.67,
    "shared": 0.46,
    "own": 0.08,
    "more": -0.03,
    "one valued": 0.98,
    "names differ": -0.88,
    "shared names": 0.41,
    "turned": -1.47,
    "two-sided": -0.88,
    "leads differ": -0.56,
    "firsts differ": -1.49,
    "run": 1.06,
    "template": -0.23,
    "short": -0.63,
}
