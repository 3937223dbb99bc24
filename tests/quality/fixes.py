"""Every fix that `check` offers on real memory files, each on a fresh copy: `python tests/quality/fixes.py DATA_DIR`.

For each must hold: no exception; the finding is gone afterwards, unless the fix was refused with a reason; files and
rows that the change does not name come out byte for byte. Prints what was applied and refused by rule and edit, then
every violation (no note text); exit code 1 if there is any. `--most N`: at most so many alike of one source.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(sys.path.pop(0))  # here lies a `secrets.py` that is not the library's
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from real_files import Laid, Place, lay, sources

from memory_ls import edits
from memory_ls.commands.check import Checked
from memory_ls.edits import Intention
from memory_ls.formats.changes import Change, Refusal, Write
from memory_ls.formats.notes import FileId
from memory_ls.rules import Finding, Offer
from memory_ls.text import Replace
from memory_ls.workspace.applying import apply_on_disk, intention_of, snapshot
from memory_ls.workspace.checking import Reported
from memory_ls.workspace.workspace import Workspace

STAYS = frozenset({"move"})
"""Edits after which another finding of the same rule and words may stand: a copy moved beside a copy."""


@dataclass(frozen=True, slots=True)
class Fix:
    """An offer of a finding, by its place in the list of both, so that it is found again on a fresh copy."""

    number: int
    offer: int
    rule: str
    edit: str


@dataclass(slots=True)
class Tried:
    """What came of all fixes."""

    outcome: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    skipped: int = 0


def fixes_of(found: Sequence[Reported]) -> Iterator[Fix]:
    for number, one in enumerate(found):
        if one.finding is not None:
            for at, offer in enumerate(one.finding.offers):
                yield Fix(number, at, one.rule, name_of(offer))


def name_of(offer: Offer) -> str:
    return f"{offer.edit} {offer.choice or ''}".strip()


def bytes_of(root: Path) -> dict[str, bytes]:
    """Every file below the home folder but locks, by its path."""
    home = root / "home"
    return {
        str(path): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.endswith(".lock")
    }


def count_of(checked: Checked, wanted: Reported, row: str) -> int:
    """Findings that say the same of the same words; rows may have moved."""
    alike = (
        one for one in checked.found if (one.rule, one.file, one.message) == (wanted.rule, wanted.file, wanted.message)
    )
    return sum(row_at(checked, one) == row for one in alike)


def row_at(checked: Checked, one: Reported) -> str:
    return checked.workspace.held[one.file].live.text.rows[one.span.row]


def try_fix(place: Place, checked: Checked, fix: Fix) -> str | Refusal | None:
    """Apply one fix on the disk; a sentence for what went wrong, None if nothing did."""
    one = checked.found[fix.number]
    finding = one.finding
    assert isinstance(finding, Finding)
    offer = finding.offers[fix.offer]
    intention = intention_of(checked.workspace, offer)
    planner = place.workspace()
    seen = snapshot(planner, place.files)
    planned = edits.plan(intention, seen, planner.world_of(seen.stores[0]))
    if isinstance(planned, Refusal):
        return planned
    before = bytes_of(place.root)
    done = apply_on_disk(place.workspace(), intention, place.files)
    if isinstance(done, Refusal):
        return Refusal(f"on the disk only: {done.reason}")
    after = bytes_of(place.root)
    problem = bytes_changed(planner, planned, before, after, place)
    if problem is not None:
        return problem
    if not planned:
        return "nothing was changed"
    row = row_at(checked, one)
    if offer.edit not in STAYS and count_of(place.again().check(), one, row) >= count_of(checked, one, row):
        return "the finding is still there"
    return planned_again(place, intention)


def planned_again(place: Place, intention: Intention) -> str | None:
    """The same intention once more: refused, or nothing is left to do; never applied to another note."""
    planner = place.workspace()
    seen = snapshot(planner, place.files)
    again = edits.plan(intention, seen, planner.world_of(seen.stores[0]))
    return None if isinstance(again, Refusal) or not again or intention.file else "it can be planned a second time"


def bytes_changed(
    planner: Workspace, planned: Change, before: dict[str, bytes], after: dict[str, bytes], place: Place
) -> str | None:
    """Whether anything changed that the plan does not name."""
    named: set[FileId] = {step.file for step in planned}
    for path in before.keys() | after.keys():
        if path not in named and before.get(path) != after.get(path):
            return f"another file changed: {Path(path).name}"
    for step in planned:
        if isinstance(step, Write) and step.file in before:
            if step.file not in after:
                return "a file that was to be written is gone"
            if not outside_kept(before[step.file], after[step.file], step.replace):
                return f"bytes outside the named rows changed in {Path(step.file).name}"
    return None


def outside_kept(before: bytes, after: bytes, replace: Sequence[Replace]) -> bool:
    """Whether the rows before the first and after the last named row are the same bytes."""
    rows, now = split(before), split(after)
    first = min(one.span.row for one in replace)
    rest = len(rows) - 1 - max(one.span.end_row for one in replace)
    same_head = rows[:first] == now[:first] or (first > 0 and rows[: first - 1] == now[: first - 1])
    return same_head and (rest <= 0 or rows[-rest:] == now[-rest:])


def split(data: bytes) -> list[bytes]:
    """Rows with their newline, as the editors' protocol counts them."""
    out, start, at = [], 0, 0
    while at < len(data):
        if data[at] in b"\r\n":
            at += 2 if data[at : at + 2] == b"\r\n" else 1
            out.append(data[start:at])
            start = at
        else:
            at += 1
    return [*out, data[start:]]


def run(laid: Laid, tried: Tried, most: int, show: bool) -> None:
    with tempfile.TemporaryDirectory() as top:
        base = Path(top).resolve()
        place = lay(laid, base / "here")
        checked = place.check()
        seen: Counter[tuple[str, str, str]] = Counter()
        wanted = []
        for fix in fixes_of(checked.found):
            kind = (fix.rule, fix.edit.split(" ")[0], checked.found[fix.number].file)
            seen[kind] += 1
            if seen[kind] <= most:
                wanted.append(fix)
            else:
                tried.skipped += 1
        for number, fix in enumerate(wanted):
            if number:
                shutil.rmtree(place.root)
                place = lay(laid, base / "here")
            try:
                outcome = try_fix(place, checked, fix)
            except Exception:
                outcome = f"exception: {traceback.format_exc(limit=-3)}"
            edit = fix.edit.split(" ")[0]
            if isinstance(outcome, Refusal):
                tried.outcome[fix.rule, edit, "refused"] += 1
                tried.reasons[edit, outcome.reason] += 1
            elif outcome is None:
                tried.outcome[fix.rule, edit, "applied"] += 1
            else:
                tried.outcome[fix.rule, edit, "WRONG"] += 1
                one = checked.found[fix.number]
                tried.wrong.append(
                    f"{laid.name} {Path(one.file).name}:{one.span.row + 1} {fix.rule} / {fix.edit}: {outcome}"
                )
                if show:
                    print(tried.wrong[-1], flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    parser.add_argument("--most", type=int, default=1_000_000, help="fixes of one rule and edit in one file")
    parser.add_argument("--only", default="", help="sources whose name holds this")
    options = parser.parse_args()
    tried = Tried()
    for laid in sources(options.data):
        if options.only in laid.name:
            run(laid, tried, options.most, True)
    total = sum(tried.outcome.values())
    print(f"{total} fixes tried, {tried.skipped} passed over")
    for (rule, edit, outcome), count in sorted(tried.outcome.items()):
        print(f"  {rule:22}{edit:14}{outcome:10}{count}")
    print("refused:")
    for (edit, reason), count in tried.reasons.most_common():
        print(f"  {count:5} {edit}: {reason}")
    print(f"{len(tried.wrong)} violations")
    return 1 if tried.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
