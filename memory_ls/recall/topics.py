"""What the topics agents load of their index: whole rows from its top, up to 200 rows or 25,000 UTF-16 units.

Both drop a byte order mark and blank rows at the end. Claude Code takes out block comments before it counts and leaves
those in fences, lists and between words alone; its port for Pi keeps comments, and drops blank rows at the top too.
What is over the units is cut at the last row's end that still fits; a first row that is longer goes in cut short.

Source: facts section 3 (the port's source; Claude Code 2.1.328 measured).
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_ls.data import dataclass
from memory_ls.detect import quote
from memory_ls.formats.topic_links import INDEX, closes_fence, opens_fence
from memory_ls.recall.plan import NOT_A_NOTE, Over, Part, Plan
from memory_ls.text import BOM, Text, utf16_length


@dataclass(frozen=True, slots=True)
class Loaded:
    """`cut` is the first row of the file that is not loaded (the number of rows where all are); `rows` and `units` what
    is taken, `all_rows` and `all_units` what there is, comments taken out; `skipped` the rows of comments and blanks
    around; `binds` the limit that cut: ``lines``, ``characters`` or none.
    """

    cut: int
    rows: int
    units: int
    all_rows: int
    all_units: int
    skipped: frozenset[int]
    binds: str = ""


def load(text: Text, dialect: str, rows: int, units: int) -> Loaded:
    """Replay how an index is loaded with limits of `rows` and `units` (UTF-16); 0 for none."""
    all_rows = text.rows
    last = len(all_rows)
    while last and not all_rows[last - 1].removeprefix(BOM).strip():
        last -= 1
    skipped = set(range(last, len(all_rows)))
    if dialect == "pi":
        top = 0
        while top < last and not all_rows[top].removeprefix(BOM).strip():
            skipped.add(top)
            top += 1
    else:
        skipped |= comment_rows(all_rows[:last])
    kept = [row for row in range(last) if row not in skipped]
    taken, used, binds, cut, total, before = 0, 0, "", len(all_rows), 0, 0
    for row in kept:
        bare = all_rows[row].removeprefix(BOM) if not row else all_rows[row]
        total = before + utf16_length(bare)
        before = total + len(text.ends[row])
        if binds:
            continue
        if rows and taken == rows:
            binds, cut = "lines", row
        elif units and total > units:
            binds, cut = "characters", row
            if not taken:
                taken, used, cut = 1, units, row + 1
        else:
            taken, used = taken + 1, total
    return Loaded(cut, taken, used, len(kept), total, frozenset(skipped), binds)


def comment_rows(rows: Sequence[str]) -> set[int]:
    """The rows of block comments: ``<!--`` at a row's start, outside fences and lists, to a row that ends with ``-->``.

    One that is never closed, or has text after it, stays.
    """
    found: set[int] = set()
    if rows and rows[0][:1] == BOM:
        rows = [rows[0][1:], *rows[1:]]
    if not any("<!--" in row for row in rows):
        return found
    fence, in_list, row = "", False, 0
    while row < len(rows):
        said = rows[row]
        if fence:
            fence = "" if closes_fence(said, fence[0], len(fence)) else fence
        elif opens_fence(said):
            fence = opens_fence(said)
        elif said.startswith("<!--") or (not in_list and said.lstrip(" ").startswith("<!--") and said[:4].strip()):
            end = next((n for n in range(row, len(rows)) if "-->" in rows[n]), None)
            if end is not None and not rows[end].rpartition("-->")[2].strip():
                found.update(range(row, end + 1))
            row = end if end is not None else len(rows)
        in_list = said.lstrip()[:2] in ("- ", "* ", "+ ") or (in_list and said[:1] in ("", " ", "\t"))
        row += 1
    return found


class TopicsRecall:
    """Rows of the index; a topic file is read only when the agent asks for it, so it is never left out."""

    fades = True
    live = True
    by_costs = False

    def plan(self, parts: Sequence[Part]) -> Plan:
        shown: list[tuple[int, ...]] = []
        total = used = rows = 0
        for part in parts:
            if part.file.inside != INDEX:
                shown.append(tuple(place for place, cost in enumerate(part.costs) if cost != NOT_A_NOTE))
                total += len(shown[-1])
                continue
            loaded = _loaded(part)
            taken = []
            for place, cost in enumerate(part.costs):
                if cost == NOT_A_NOTE:
                    continue
                block = part.blocks[place]
                if block.row + block.n <= loaded.cut or (loaded.rows == 1 and loaded.cut == block.row + 1):
                    taken.append(place)
            shown.append(tuple(taken))
            total += part.notes
            used, rows = loaded.units, loaded.rows
        return Plan(tuple(shown), total, used, rows)

    def text(self, parts: Sequence[Part], plan: Plan) -> str:
        """The index as it is loaded, under one row of ours; empty when there is none."""
        part = _index(parts)
        if part is None:
            return ""
        loaded = _loaded(part)
        rows = [part.text.rows[row] for row in range(loaded.cut) if row not in loaded.skipped]
        if not rows:
            return ""
        rows[0] = rows[0].removeprefix(BOM)
        said = "\n".join(rows)
        if loaded.binds == "characters" and utf16_length(said) > part.limits.budget:
            said = _first_units(said, part.limits.budget)
        where = quote(part.file.store.folder, 4096)
        out = f"The index ({INDEX}) of the notes in {where}; read a topic's file before you rely on it.\n\n{said}"
        return f"{out}\n\n> {_cut_words(loaded)}" if loaded.binds else out

    def over(self, part: Part, shown: Sequence[int], plan: Plan) -> Over | None:
        if part.file.inside != INDEX:
            return None
        loaded = _loaded(part)
        if not loaded.binds:
            return None
        if loaded.binds == "lines":
            limit = f"its limit of {part.limits.rows} lines"
        else:
            limit = f"its limit of {_kilo(part.limits.budget)} KB"
        return Over(f"{loaded.rows} of {loaded.all_rows} lines are given to the agent: {limit} comes first")

    def cut(self, part: Part, it: str) -> str:
        if _loaded(part).binds == "lines":
            return f"the {part.limits.rows} lines end before {it}"
        return f"the {_kilo(part.limits.budget)} KB end before {it}"

    def summary(self, parts: Sequence[Part], plan: Plan) -> str:
        part = _index(parts)
        if part is None:
            return "no index"
        limits = part.limits
        return f"{plan.rows} of {limits.rows} lines, {_kilo(plan.used)} of {_kilo(limits.budget)} KB"


def _index(parts: Sequence[Part]) -> Part | None:
    return next((part for part in parts if part.file.inside == INDEX), None)


def _loaded(part: Part) -> Loaded:
    return load(part.text, part.file.store.dialect, part.limits.rows, part.limits.budget)


def _kilo(units: int) -> str:
    return f"{units / 1024:.1f}"


def _first_units(text: str, units: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "replace")


def _cut_words(loaded: Loaded) -> str:
    return f"Only the first {loaded.rows} of {loaded.all_rows} lines of the index are here."
