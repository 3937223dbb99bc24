"""How cards entries are changed: every function plans replacements in the files as they are seen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from memory_ls.data import replace
from memory_ls.formats.card_label import Label, read_label
from memory_ls.formats.cards_problems import KEEP_ONE, OWN_ROW, inline_word
from memory_ls.formats.cards_rows import Card, card, is_unended, step, written_rows
from memory_ls.formats.cards_view import BUDGET, REBUILD, VIEW, counted, generated_view
from memory_ls.formats.cards_words import WHITE, as_word, folded, is_word
from memory_ls.formats.changes import Change, FileSeen, Refusal, StoreSeen, whole, written
from memory_ls.formats.format import Draft
from memory_ls.formats.notes import Placed, Role
from memory_ls.text import BOM, Replace, Span, split_rows

UNIFY = "unify:"
"""The mend that gives an entry another spelling of its keyword, which follows."""
REKEY = "keyword:"
"""The mend that gives an entry another keyword, which follows; none finds it needed, somebody asks for it."""
MOVED_ON = Refusal("the note changed meanwhile", stale=True)
UNENDED = Refusal("a code fence or comment above is not closed; close it first")


def read_card(store: StoreSeen, note: Placed) -> Card:
    """What an entry says now."""
    return card(note.state, tuple(store.of(note).rows(note)))


def in_order(store: StoreSeen) -> list[FileSeen]:
    """The files of notes of a store by their paths inside it; the generated view is none of them."""
    seen = [one for one in store.files.values() if one.file.inside != VIEW]
    return sorted(seen, key=lambda one: one.file.inside)


def keyword_counts(store: StoreSeen) -> dict[str, int]:
    """How many living notes have each keyword."""
    return counted(word for seen in in_order(store) for note in seen.blocks if (word := keyword(note)) is not None)


def keyword(note: Placed) -> str | None:
    """The keyword that leads to a living note."""
    if note.fragment is None or note.fragment.role is not Role.NOTE:
        return None
    return next((one.ref.value for one in note.fragment.mentions if one.ref.kind == "keyword"), None)


def append(seen: FileSeen, text: str, keywords: Sequence[str], label: Label) -> Change | Refusal:
    """A new entry after the last row that is not blank."""
    words = [word for word in map(as_word, keywords) if word]
    alive = replace(label, superseded=None, by="").row()
    dead = Label(superseded=label.superseded, by=label.by).row() if label.superseded and label.by else ""
    below = [" ".join(f"#{word}" for word in words), alive, dead]
    entry = "\n".join([*written_rows(text), *filter(None, below)])
    rows = seen.text.rows
    last = next((row for row in range(len(rows) - 1, -1, -1) if rows[row].strip(WHITE)), None)
    if last is None:
        col = len(BOM) if rows[0].startswith(BOM) else 0
        alone = len(rows) == 1 and len(rows[0]) == col
        return written(seen, [Replace(Span(0, col, 0, col), entry + ("\n" if alone else "\n\n"))])
    if _end_state(seen):
        return UNENDED
    end = len(rows[last])
    return written(seen, [Replace(Span(last, end, last, end), f"\n\n{entry}")])


def take_out(seen: FileSeen, note: Placed) -> Change:
    """An entry goes with one blank row beside it, so that what was put and taken out leaves no trace."""
    rows, ends = seen.text.rows, seen.text.ends
    start, end = note.row, note.row + note.n
    col = len(BOM) if not start and rows[0].startswith(BOM) else 0
    blank_above = start > 0 and not rows[start - 1].strip(WHITE)
    blank_below = end >= len(rows) or not rows[end].strip(WHITE)
    first = not any(row.strip(WHITE) for row in rows[:start])
    if blank_above and blank_below and not first:
        return written(seen, [Replace(Span(start - 2, len(rows[start - 2]), end - 1, len(rows[end - 1])), "")])
    if first and end < len(rows) - 1 and blank_below:
        end += 1
    if end < len(rows):
        return written(seen, [Replace(Span(start, col, end, 0), "")])
    if start and not col and ends[start - 1]:
        return written(seen, [Replace(Span(start - 1, len(rows[start - 1]), end - 1, len(rows[end - 1])), "")])
    return written(seen, [Replace(Span(start, col, end - 1, len(rows[end - 1])), "")])


def confirm(store: StoreSeen, note: Placed, draft: Draft, today: date | None) -> Change | Refusal:
    """An entry that was said again: a tick, and a keyword where it had none."""
    one = read_card(store, note)
    if one.open:
        return UNENDED
    day = max((day for day in (today, draft.touched) if day), default=None)
    label = one.label.ticked(day, 1 + draft.confirmed) if day else None
    if label is not None and draft.created is not None:
        label = replace(label, created=min(draft.created, label.created or draft.created))
    missing = next((word for word in map(as_word, draft.keyword.split()) if word), "") if not one.words else ""
    return written(store.of(note), _replacements(store.of(note), note, one, None, missing, label))


def reword(store: StoreSeen, note: Placed, text: str, today: date | None) -> Change | Refusal:
    """New text; an entry whose age is kept in its bookkeeping counts as changed today."""
    one = read_card(store, note)
    if one.body is None or not text:
        return Refusal("a note needs some text")
    if text == one.text:
        return ()
    label = replace(one.label, changed=today) if today and one.labels and not one.label.superseded else None
    return written(store.of(note), _replacements(store.of(note), note, one, text, "", label))


def join(store: StoreSeen, notes: Sequence[Placed], text: str, today: date | None) -> Change | Refusal:
    """The first of several entries says `text`, has all their ticks, and the first keyword that one of them has."""
    cards = [read_card(store, note) for note in notes]
    one = cards[0]
    if one.body is None or one.open:
        return UNENDED if one.open else MOVED_ON
    label = one.label
    for other in cards[1:]:
        label = label.with_(replace(other.label, superseded=None, by=""))
    if text != one.text and today is not None and not label.empty:
        label = replace(label, changed=today)
    missing = "" if one.words else next((word.word for other in cards for word in other.words), "")
    said = text if text != one.text else None
    new = label if label != one.label else None
    return written(store.of(notes[0]), _replacements(store.of(notes[0]), notes[0], one, said, missing, new))


def counted_again(store: StoreSeen, note: Placed, copies: Sequence[Placed], today: date | None) -> Change | Refusal:
    """An entry takes over what its exact copies have: their ticks, one for each of them, and a keyword."""
    one = read_card(store, note)
    if one.body is None or one.open:
        return UNENDED if one.open else MOVED_ON
    label = one.label
    for other in (read_card(store, copy).label for copy in copies):
        label = label.with_(replace(other, superseded=None, by=""))
        day = other.checked or today
        label = label.ticked(day) if day else label
    missing = "" if one.words else next((word for copy in copies if (word := keyword(copy)) is not None), "")
    return written(store.of(note), _replacements(store.of(note), note, one, None, missing, label))


def add_row(store: StoreSeen, note: Placed, row: str) -> Change | Refusal:
    """One more comment row below an entry."""
    if read_card(store, note).open:
        return UNENDED
    seen, last = store.of(note), note.row + note.n - 1
    end = len(seen.text.rows[last])
    return written(seen, [Replace(Span(last, end, last, end), f"\n{row}")])


def restore(store: StoreSeen, note: Placed) -> Change:
    """The last statement that an entry is superseded goes, with its row where that says nothing else."""
    one, seen = read_card(store, note), store.of(note)
    for place in reversed(one.labels):
        row = note.row + place
        content = seen.text.rows[row]
        start = content.find("<!--")
        label = read_label(content[start:].strip(WHITE))
        if label is None or label.superseded is None:
            continue
        rest = replace(label, superseded=None, by="").row()
        if rest:
            return written(seen, [Replace(Span(row, start, row, len(content.rstrip(WHITE))), rest)])
        return written(seen, [_without_row(seen, row)])
    return ()


def rebuilt(
    store: StoreSeen, counts: Mapping[str, int], useful: Mapping[str, int] | None = None, budget: int = BUDGET
) -> Change:
    """The generated view for keywords and their counts; nothing to do where it says just that."""
    seen = store.at(VIEW)
    text = generated_view(counts, useful, budget)
    if not seen.missing and seen.text.rows == split_rows(text)[0]:
        return ()
    return written(seen, [Replace(whole(seen.text), text)])


def mend(store: StoreSeen, note: Placed, name: str) -> Change | Refusal:
    """Put right what `cards_problems`, the view or the rule on spellings found."""
    if name == REBUILD:
        return _rebuild(store, note)
    one, seen = read_card(store, note), store.of(note)
    if name == KEEP_ONE:
        return _keep_one(seen, note, one)
    if name == OWN_ROW:
        return _own_row(seen, note, one)
    if name.startswith(REKEY):
        return _rekeyed(seen, note, one, name.removeprefix(REKEY))
    word = name.removeprefix(UNIFY)
    if word == name or not is_word(word):
        return Refusal("there is nothing to mend here")
    if not one.words or one.words[0].word == word or folded(one.words[0].word) != folded(word):
        return MOVED_ON
    return written(seen, [Replace(one.words[0].span.down(note.row), word)])


def _rekeyed(seen: FileSeen, note: Placed, one: Card, said: str) -> Change | Refusal:
    word = as_word(said)
    if not word:
        return Refusal("a keyword is one word of letters and digits")
    if one.body is None or one.open:
        return UNENDED if one.open else MOVED_ON
    if not one.words:
        return written(seen, _replacements(seen, note, one, None, word, None))
    return written(seen, [Replace(one.words[0].span.down(note.row), word)]) if one.words[0].word != word else ()


def _rebuild(store: StoreSeen, note: Placed) -> Change | Refusal:
    if note.fragment is None or not any(mend.name == REBUILD for one in note.fragment.problems for mend in one.mends):
        return MOVED_ON
    if not store.whole:
        return Refusal("not all notes of this folder are known here")
    return rebuilt(store, keyword_counts(store))


def _keep_one(seen: FileSeen, note: Placed, one: Card) -> Change | Refusal:
    if len(one.words) < 2 or one.body is None:
        return MOVED_ON
    first = one.words[0].span.down(note.row)
    content = seen.text.rows[first.row]
    closing = "`" if content[max(first.col - 2, 0) : first.col - 1] == "`" else ""
    changes = [Replace(Span(first.row, first.end_col, first.row, len(content.rstrip(WHITE))), closing)]
    others = sorted({word.span.row + note.row for word in one.words} - {first.row})
    below = note.row + note.n
    if others and first.row < note.row + one.body.row and below < len(seen.text) and seen.text.rows[below].strip(WHITE):
        return Refusal("the next note follows without a blank row; put one between them first")
    return written(seen, [*changes, *(_without_row(seen, row) for row in others)])


def _own_row(seen: FileSeen, note: Placed, one: Card) -> Change | Refusal:
    inline = inline_word(one.text)
    if one.body is None or one.words or one.code or inline is None:
        return MOVED_ON
    row, end = note.row + one.body.end_row, one.body.end_col
    found = re.search(r"[ \t]+\Z", seen.text.rows[row][: end - len(inline) - 1])
    if found is None:
        return MOVED_ON
    return written(seen, [Replace(Span(row, found.start(), row, found.end()), f"\n{one.quote}")])


def _replacements(
    seen: FileSeen, note: Placed, one: Card, text: str | None, keyword: str, label: Label | None
) -> list[Replace]:
    """New text, a keyword row below it, new bookkeeping: each only where it is given."""
    rows, top, last = seen.text.rows, note.row, note.row + note.n - 1
    body = (one.body or Span(0, 0, 0, 0)).down(top)
    changes: list[Replace] = []
    if text is not None:
        said = f"\n{one.quote}".join(written_rows(text))
        changes.append(Replace(body, "\n".join([said, *one.inner])))
    below = f"\n{one.quote}#{keyword}" if keyword else ""
    new = label.row() if label is not None else ""
    if new and one.labels:
        place = top + one.labels[0]
        content = rows[place]
        changes.append(Replace(Span(place, content.find("<!--"), place, len(content.rstrip(WHITE))), new))
        changes += [_without_row(seen, top + more) for more in one.labels[1:]]
    elif new and last == body.end_row:
        below += f"\n{new}"
    elif new:
        changes.append(Replace(Span(last, len(rows[last]), last, len(rows[last])), f"\n{new}"))
    if below:
        end = len(rows[body.end_row])
        changes.append(Replace(Span(body.end_row, end, body.end_row, end), below))
    return changes


def _without_row(seen: FileSeen, row: int) -> Replace:
    """A row that is not the first goes with the newline before it."""
    rows = seen.text.rows
    return Replace(Span(row - 1, len(rows[row - 1]), row, len(rows[row])), "")


def _end_state(seen: FileSeen) -> bool:
    """Whether a file ends within a fence or comment, so that what is appended would belong to it."""
    if not seen.blocks:
        return False
    state = seen.blocks[-1].state
    for row in seen.rows(seen.blocks[-1]):
        state, _ = step(state, row)
    return is_unended(state)
