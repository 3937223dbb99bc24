"""A topic that has two lines in the index, and two topics that go by one name; both are findings of `duplicate`.

Of two lines for one file the later is marked: a warning where both say the same, information where each says something
of its own. Two names are information, and only where somebody could mean either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.formats.topic_index import normal
from memory_ls.formats.topic_links import name_ref, stem
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "duplicate"
kinds = frozenset({"file", "name"})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    yield from _lines(ref, group)
    if ref.kind == "name":
        yield from _names(ref, group)


def _lines(ref: Ref, group: Sequence[Placed]) -> Iterator[Finding]:
    first: Placed | None = None
    for block in group:
        fragment = block.fragment
        if fragment is None or fragment.role is not Role.ENTRY or fragment.mentions[0].ref != ref:
            continue
        if first is None or first.fragment is None or first.file is not block.file:
            first = block
            continue
        same = normal(fragment.text) == normal(first.fragment.text)
        severity = Severity.WARNING if same and block.file.store.enforced else Severity.INFORMATION
        offer = Offer("mend", Message("Remove this line"), (block,), preferred=same, choice="drop-row")
        message = Message("lists the same file as {0}", (first,))
        yield Finding(code, block, message, severity, related=(first,), offers=(offer,))


def _names(ref: Ref, group: Sequence[Placed]) -> Iterator[Finding]:
    called = [
        block
        for block in group
        if block.fragment is not None and block.fragment.role is Role.NOTE and ref in block.fragment.defines
    ]
    meant = any(block.fragment and block not in called and block.fragment.mention_of(ref) for block in group)
    given = any(name_ref(stem(block.file.inside)) != ref for block in called)
    if len(called) < 2 or not (meant or given):
        return
    for place, block in enumerate(called):
        other = called[0] if place else called[1]
        message = Message("goes by the same name as {0}", (other,))
        yield Finding(code, block, message, Severity.INFORMATION, related=(other,))
