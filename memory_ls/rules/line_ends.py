"""Line ends that programs read differently: a lone carriage return, or a mix of kinds.

An editor ends a row at a lone carriage return and the agent does not, so rows and notes do not agree; such a file is
not edited. A mix of CRLF and LF is read alike by most, and worth knowing before the next diff.

Source: the language server protocol, "Text Documents"; bullets splits rows at LF and CRLF only.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory_ls.rules.finding import FileState, Finding, Message, Severity, View

code = "line-ends"


def check(file: FileState, view: View) -> Iterator[Finding]:
    kinds = file.text.newlines
    if "\r" in kinds:
        message = "a lone carriage return: the agent does not end a row there, so nothing is edited in this file"
        yield Finding(code, file.top, Message(message), Severity.INFORMATION)
    elif len(kinds) > 1:
        yield Finding(code, file.top, Message("line ends are mixed: CRLF and LF"), Severity.INFORMATION)
