"""`cards`: a folder of markdown files in which a note is a short paragraph and one ``#keyword`` below it.

No program that writes such files could be had, so their form is ours. All `*.md` files of the folder hold notes but
`MEMORY.md`, the generated list of keywords (`cards_view`); new notes go to `notes.md`. Entries are separated by blank
rows; `cards_rows` says what a row is, `card_label` what the bookkeeping row below an entry says::

    Deploy with rsync and back up the previous release first.
    #deploy
    <!-- memory: created 2026-10-01; confirmed 3 times, last 2026-11-30 -->

The first keyword is the one that counts; others are kept. A superseded entry stays where it is, gets one more row below
it, and is not in the keyword list::

    <!-- memory: superseded 2026-11-30 by 0123456789ab -->

The twelve hexadecimal digits are the newer entry's key (`CardsFormat.key`). Restoring takes out that row and its
newline. Other comments are kept.

Source: the document ("What a memory looks like", "Three rules"); the on-disk form is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from memory_ls.data import replace
from memory_ls.detect import find_asserted_date
from memory_ls.formats import cards_edits as edits
from memory_ls.formats.card_label import Label
from memory_ls.formats.card_topics import review_after, review_days
from memory_ls.formats.cards_edits import in_order
from memory_ls.formats.cards_problems import problems
from memory_ls.formats.cards_rows import Card, Kind, card, clean, read, step
from memory_ls.formats.cards_view import BUDGET, VIEW, ViewGrammar, made_by_us, row_cost
from memory_ls.formats.cards_words import folded
from memory_ls.formats.changes import Change, Refusal, StoreSeen, combined
from memory_ls.formats.common import conflict_marker, holds, merged_wording, other_scope, same
from memory_ls.formats.defaults import FormatDefaults
from memory_ls.formats.format import Destination, Draft, Grammar, Limits
from memory_ls.formats.notes import File, Fragment, Mark, Mention, Placed, Ref, Role, Store
from memory_ls.text import Span, utf16_length

NOTES = "notes.md"
"""The file inside the store that takes new notes."""
_CLOSING = ".!?,;:。！？，；："


class CardsGrammar:
    """Entries between blank rows; see `cards_rows` for the states."""

    start = 0

    def step(self, state: int, row: str) -> tuple[int, Mark]:
        return step(state, row)

    def fragment(self, state: int, rows: tuple[str, ...]) -> Fragment | None:
        _, mark, kind, _ = read(state, rows[0])
        if mark is not Mark.GAP:
            return _entry(card(state, rows))
        if kind is Kind.BLANK:
            return None
        marker = conflict_marker(rows[0]) if kind is Kind.CONFLICT else None
        whole = Span(0, 0, 0, len(rows[0]))
        return Fragment(Role.PROSE, rows[0], whole, refs=frozenset((marker,)) if marker else frozenset())


def _entry(one: Card) -> Fragment:
    words = [(word, Ref("keyword", word.word)) for word in one.words]
    mentions = tuple(Mention(ref, word.span) for word, ref in words)
    if one.body is None:
        span = one.words[0].span if one.words else Span(0, 0, 0, 0)
        return Fragment(Role.PROSE, "", span, mentions=mentions, problems=problems(one))
    label = one.label
    if label.superseded:
        by = Ref("same", label.by)
        return Fragment(Role.RETIRED, one.text, one.body, dated=label.superseded, superseded_by=by, mentions=mentions)
    found = find_asserted_date(one.text)
    said = found.day if found else None
    leads = "\n" not in one.text and one.text.rstrip("*_` ").endswith((":", "："))
    keyword = one.words[0].word if one.words else None
    fragment = Fragment(
        Role.NOTE,
        one.text,
        one.body,
        identity=_key(one.text),
        refs=frozenset((Ref("spelling", folded(keyword)),)) if keyword else frozenset(),
        cost=row_cost(keyword, 1) if keyword else 0,
        length=utf16_length(one.text),
        leads=leads,
        dated=max(said, label.last or said, label.changed or said) if said else label.checked,
        defines=frozenset((words[0][1],)) if words else frozenset(),
        mentions=mentions,
        problems=problems(one),
    )
    return replace(fragment, review=review_days(fragment)) if fragment.dated else fragment


class CardsFormat(FormatDefaults):
    """The verbs of cards. They write the file's own newline and change no row but those they name."""

    name = "cards"
    merges_rows = True

    def grammar(self, file: File) -> Grammar | None:
        return ViewGrammar() if file.inside == VIEW else CardsGrammar()

    def limits(self, file: File, configs: Sequence[Mapping[str, object]]) -> Limits:
        """`indexBudget` as a number or a numeric text of at least 1; anything else keeps what was said before.

        `usefulness`: how often each keyword led to a note, as `stores.usefulness` counts it.
        """
        budget = months = 0
        useful: dict[str, int] = {}
        for config in configs:
            budget = _positive(config.get("indexBudget"), budget)
            months = _positive(config.get("reviewMonths"), months)
            counted = config.get("usefulness")
            useful = {**useful, **counted} if isinstance(counted, Mapping) else useful
        order = tuple(sorted(useful.items()))
        return Limits(0, budget or BUDGET, 0, 0, 0, unit="characters", review=review_after(months), useful=order)

    def clean(self, text: str) -> str:
        return clean(text)

    def key(self, text: str) -> Ref:
        """Case, blanks, row ends and closing punctuation do not make another note."""
        return _key(clean(text))

    def files(self, store: Store) -> tuple[str, ...]:
        return (NOTES, VIEW)

    def destinations(self, file: File) -> tuple[Destination, ...]:
        return () if file.inside == VIEW else other_scope(file)

    def draft(self, store: StoreSeen, note: Placed) -> Draft:
        one = edits.read_card(store, note)
        label = one.label
        newer = next((said for said in _texts(store) if label.by and self.key(said).value == label.by), None)
        return Draft(
            one.text,
            keyword=", ".join(word.word for word in one.words),
            created=label.created,
            touched=label.checked,
            confirmed=label.confirmed,
            superseded_by=(newer or label.by) if label.superseded else None,
            superseded_at=label.superseded,
        )

    def put(self, store: StoreSeen, draft: Draft, today: date | None) -> Change | Refusal:
        """Appends an entry to `notes.md` (or `draft.inside`); one that is there already is confirmed. A note that has
        a title and no keyword gets that as its keyword.
        """
        text = clean(draft.text)
        if not text:
            return Refusal("a note needs some text")
        key = self.key(text)
        if draft.superseded_by is None:
            there = next((note for seen in in_order(store) for note in seen.blocks if holds(note, key)), None)
            if there is not None:
                return edits.confirm(store, there, draft, today)
        elif any(_is_retired(note, key) for seen in in_order(store) for note in seen.blocks):
            return ()
        last = (draft.touched or today) if draft.confirmed else None
        retired = draft.superseded_by is not None
        label = Label(
            created=draft.created or today,
            confirmed=draft.confirmed if last else 0,
            last=last,
            changed=draft.touched if draft.touched and not last and draft.touched != draft.created else None,
            superseded=draft.superseded_at or today if retired else None,
            by=_key_of(draft.superseded_by or ""),
        )
        keywords = draft.keyword.split() or [draft.title]
        inside = draft.inside or NOTES
        return edits.append(store.at(NOTES if inside == VIEW else inside), text, keywords, label)

    def drop(self, store: StoreSeen, notes: Sequence[Placed]) -> Change:
        return combined(*(edits.take_out(store.of(note), note) for note in notes))

    def reword(self, store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal:
        """New text in the same place; keywords and comments stay, and the entry counts as changed today."""
        return edits.reword(store, note, clean(text), today)

    def merge(
        self, store: StoreSeen, notes: Sequence[Placed], text: str | None, today: date | None
    ) -> Change | Refusal:
        """The first is reworded and gets the others' ticks (and a keyword where it has none); the others go."""
        said = clean(text) if text is not None else clean(merged_wording(notes))
        if not said:
            return Refusal("a note needs some text")
        kept = edits.join(store, notes, said, today)
        return kept if isinstance(kept, Refusal) else combined(kept, self.drop(store, notes[1:]))

    def retire(self, store: StoreSeen, note: Placed, by: Placed, today: date) -> Change | Refusal:
        newer = by.fragment.identity if by.fragment else None
        if newer is None:
            return Refusal("the newer note is gone", stale=True)
        return edits.add_row(store, note, Label(superseded=today, by=newer.value).row())

    def restore(self, store: StoreSeen, note: Placed) -> Change:
        return edits.restore(store, note)

    def clear(self, store: StoreSeen) -> Change:
        """Every entry goes, superseded or not; headings and comments between them stay, and so does a view that is not
        ours. A generated view becomes one of no keywords.
        """
        entries = [note for seen in in_order(store) for note in seen.blocks if _is_entry(note)]
        view = store.at(VIEW)
        emptied = edits.rebuilt(store, {}) if made_by_us(view.text.rows) else ()
        return combined(emptied, self.drop(store, entries))

    def keeps_dates(self, file: File) -> bool:
        return True

    def confirm(self, store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
        return confirmed(store, note, today)

    def take_over(
        self, store: StoreSeen, kept: Placed, copies: Sequence[Placed], today: date | None
    ) -> Change | Refusal:
        """Their ticks, and a keyword where it has none."""
        return edits.counted_again(store, kept, copies, today)

    def mend(self, store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
        return edits.mend(store, note, name)


def confirmed(store: StoreSeen, note: Placed, today: date) -> Change | Refusal:
    """A tick on an entry: it was said again, or checked, today."""
    if note.fragment is None or note.fragment.role is not Role.NOTE:
        return Refusal("only a living note is confirmed")
    return edits.confirm(store, note, Draft(note.fragment.text), today)


def _texts(store: StoreSeen) -> Iterator[str]:
    for seen in in_order(store):
        for note in seen.blocks:
            if note.fragment is not None and note.fragment.role is Role.NOTE:
                yield note.fragment.text


def _is_entry(note: Placed) -> bool:
    return note.fragment is not None and note.fragment.role in (Role.NOTE, Role.RETIRED)


def _is_retired(note: Placed, key: Ref) -> bool:
    retired = note.fragment is not None and note.fragment.role is Role.RETIRED
    return retired and note.fragment is not None and CARDS.key(note.fragment.text) == key


def _key(cleaned: str) -> Ref:
    return same(" ".join(cleaned.split()).lower().rstrip(_CLOSING).rstrip())


def _key_of(newer: str) -> str:
    """The key that a label names: that of a text, or the digits themselves where no more is known."""
    digits = len(newer) == 12 and not newer.strip("0123456789abcdef")
    return newer if digits or not newer else CARDS.key(newer).value


def _positive(said: object, base: int) -> int:
    if isinstance(said, bool) or not isinstance(said, (int, float, str)):
        return base
    try:
        number = float(said)
    except ValueError:
        return base
    return int(number) if 1 <= number < 1e9 else base


CARDS = CardsFormat()

__all__ = ["CARDS", "NOTES", "CardsFormat", "CardsGrammar", "confirmed", "in_order"]
