"""A hand edit of a generated file. It is lost the next time that the file is made anew.

The keyword list of a cards store (`MEMORY.md`) says in its first row how its rows came out when they were made; when
they no longer do, somebody changed them. Change the notes beside it instead and make the view anew. A file without that
row was made by something else, and the rule is silent.

Source: cards, "Where memories live"; the first row is ours.
"""

from __future__ import annotations

from memory_ls.formats.world import Fact
from memory_ls.rules.told import problems_of

code = "generated"
needs: frozenset[Fact] = frozenset()
check = problems_of(code)
