"""Someone else wrote the file while it is open here with unsaved changes.

Saving would undo what the other writer, mostly an agent, has just noted. "Take in" adds its changes to the open text,
note by note, and keeps yours.

Source: ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.rules.finding import FileState, Finding, Message, Offer, Severity, View

code = "changed-on-disk"


def check(file: FileState, view: View) -> Iterator[Finding]:
    if file.behind:
        message = Message("the file changed on disk under your unsaved edits; saving would undo that")
        take_in = Offer("take-in", Message("Take in what changed on disk"), preferred=True, file=file.file.id)
        yield Finding(code, file.top, message, Severity.WARNING, offers=(take_in,))
