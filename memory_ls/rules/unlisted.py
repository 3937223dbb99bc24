"""A topic that the index does not mention, so that the agent does not know of it.

The index is all that the agent sees of its topics when it starts. Any mention counts: a link, a `[[name]]`, the path in
a sentence. Topics that were superseded are meant to be out, and an index without any entry is not kept at all. A topic
that other topics lead to is a hint, a README is no topic.

Source: topics, "MEMORY.md" and "Consolidation".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.formats.notes import Placed, Ref, Role
from memory_ls.formats.topic_index import LISTING
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "unlisted"
kinds = frozenset({LISTING.kind})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    topics: list[Placed] = []
    listed: set[Ref] = set()
    linked: set[Ref] = set()
    kept = False  # an index without any entry says nothing about who is missing
    for block in group:
        fragment = block.fragment
        if fragment is None:
            continue
        if fragment.defines:
            topics.append(block)
            linked.update({mention.ref for mention in fragment.mentions} - fragment.defines)
        else:
            kept |= fragment.role is Role.ENTRY
            listed.update(fragment.refs, (mention.ref for mention in fragment.mentions))
    if not kept:
        return
    for topic in topics:
        fragment = topic.fragment
        if fragment is None or fragment.role is not Role.NOTE or fragment.defines & listed:
            continue
        if fragment.identity is None:  # it says nothing: an empty file, or one that cannot be read
            continue
        if fragment.defines & linked:
            message, severity = (
                "MEMORY.md does not mention this file; only other topics lead to it",
                Severity.HINT,
            )
        else:
            message, severity = "MEMORY.md does not mention this file, so the agent never finds it", Severity.WARNING
        if not topic.file.store.enforced:
            severity = max(severity, Severity.INFORMATION)
        offer = Offer("mend", Message("Add its line to MEMORY.md"), (topic,), preferred=True, choice="list")
        yield Finding(code, topic, Message(message), severity, offers=(offer,))
