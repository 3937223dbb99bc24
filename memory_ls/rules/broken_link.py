"""A line, relation or mark that points at a note that is not there.

The agent follows its index and finds nothing; a note that is superseded by nothing is hidden for no reason. A dangling
`[[name]]` is a hint, since agents write such names for notes that are still to come. Links that leave the store are no
concern of it, and neither are paths that may lie in the repository. Silent until all files of the store are read.

Source: topics, "Consolidation"; records, "supersedes".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_ls.detect import quote
from memory_ls.formats.notes import Fragment, Placed, Ref, Role
from memory_ls.rules.finding import Finding, Message, Offer, Severity, View

code = "broken-link"
kinds = frozenset({"file", "name", "id"})


def check(ref: Ref, group: Sequence[Placed], view: View) -> Iterator[Finding]:
    if not view.complete or any(block.fragment is not None and ref in block.fragment.defines for block in group):
        return
    for block in group:
        fragment = block.fragment
        mention = fragment.mention_of(ref) if fragment is not None else None
        if fragment is None or mention is None or _may_be_elsewhere(ref, block):
            continue
        retired = fragment.superseded_by == ref
        offers = _restored(block) if retired else _removed(fragment, block, view)
        yield Finding(
            code,
            block,
            Message(_said(ref, retired)),
            _severity(ref, fragment, retired),
            span=mention.span,
            offers=tuple(offers),
        )


def _said(ref: Ref, retired: bool) -> str:
    name = quote(ref.value)
    if retired:
        return f"superseded by {name}, which does not exist"
    return {
        "file": f"{name} does not exist",
        "name": f"no topic goes by the name {name}",
        "id": f"there is no record {name}",
    }[ref.kind]


def _severity(ref: Ref, fragment: Fragment, retired: bool) -> Severity:
    if ref.kind == "id" or retired or (ref.kind == "file" and fragment.role is Role.ENTRY):
        return Severity.WARNING
    return Severity.HINT if ref.kind == "name" else Severity.INFORMATION


def _may_be_elsewhere(ref: Ref, block: Placed) -> bool:
    """A path with folders may count from the repository's root, which nothing here can see."""
    return ref.kind == "file" and "/" in ref.value and block.file.store.repository is not None


def _removed(fragment: Fragment, block: Placed, view: View) -> list[Offer]:
    """A row of the index that points at nothing else may go."""
    if fragment.role is not Role.ENTRY:
        return []
    others = {mention.ref for mention in fragment.mentions}
    if any(one.fragment is not None and ref in one.fragment.defines for ref in others for one in view.group(ref)):
        return []
    return [Offer("forget", Message("Remove this line"), (block,))]


def _restored(block: Placed) -> list[Offer]:
    return [Offer("restore", Message("Restore this note"), (block,))]
