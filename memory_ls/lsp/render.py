"""Findings as the protocol's JSON, made once and kept until a row of theirs moves.

Ready-made strings are joined by the transport; for a file of a thousand findings this is the difference between 30 ms
and 0.1 ms a key.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import attrgetter

from memory_ls.formats.notes import FileId, Placed
from memory_ls.lsp.positions import Encoding, span_to_units
from memory_ls.rules import Finding, Severity
from memory_ls.text import Span, Text
from memory_ls.workspace.wording import by_line, filled
from memory_ls.workspace.workspace import Workspace

Json = dict[str, object]
_by_row = attrgetter("at.row", "rule")
_row = attrgetter("at.row")
_rendered = attrgetter("rendered")


class Renderer:
    """Renders for one client: its position encoding, the URIs that it sent, and what of a diagnostic it understands."""

    def __init__(
        self, workspace: Workspace, encoding: Encoding, uri_of: Callable[[FileId], str], *, related: bool, tags: bool
    ) -> None:
        self.workspace, self.encoding, self.uri_of = workspace, encoding, uri_of
        self.related, self.tags = related, tags

    def diagnostics(self, file: FileId, limit: int) -> list[str]:
        """A file's diagnostics as JSON strings, at most `limit`, worst first; the last then says how many more."""
        found = self.workspace.findings(file)
        epoch = self.workspace.epoch
        rest = len(found) - limit
        if rest > 0:
            found = worst(found, limit - 1)
        cells = map(_rendered, found)
        out = [
            cell.value if cell.epoch == epoch else self._render(finding, epoch)
            for cell, finding in zip(cells, found, strict=True)
        ]
        if rest > 0:
            out.append(json.dumps(self._more(rest + 1)))
        return out

    def _render(self, finding: Finding, epoch: int) -> str:
        cell = finding.rendered
        cell.value, cell.epoch = json.dumps(self.diagnostic(finding), ensure_ascii=False), epoch
        return cell.value

    def diagnostic(self, finding: Finding) -> Json:
        """One finding as the protocol's Diagnostic."""
        file = finding.at.file
        name = by_line(file)
        text = self.workspace.held[file.id].live.text
        place = finding.place
        if finding.at.fragment is None and finding.span is None:
            place = Span(place.row, 0, place.row, len(text.rows[place.row]))
        out: Json = {
            "range": self.range(text, place),
            "severity": int(finding.severity),
            "code": finding.rule,
            "source": "memory-ls",
            "message": filled(finding.message, name),
        }
        if self.tags and finding.tag is not None:
            out["tags"] = [int(finding.tag)]
        if self.related and finding.related:
            out["relatedInformation"] = [self._related(note, name) for note in finding.related]
        return out

    def range(self, text: Text, span: Span) -> Json:
        """A span of code points as a range in the client's units."""
        line, character, end_line, end_character = span_to_units(text.rows, span, self.encoding)
        return {
            "start": {"line": line, "character": character},
            "end": {"line": end_line, "character": end_character},
        }

    def location(self, note: Placed) -> Json:
        text = self.workspace.held[note.file.id].live.text
        return {"uri": self.uri_of(note.file.id), "range": self.range(text, note.body)}

    def _related(self, note: Placed, name: Callable[[Placed], str]) -> Json:
        return {"location": self.location(note), "message": name(note)}

    def _more(self, count: int) -> Json:
        start = {"line": 0, "character": 0}
        message = f"{count} more findings are not shown; they come into view as these are mended"
        return {
            "range": {"start": start, "end": start},
            "severity": int(Severity.INFORMATION),
            "code": "more",
            "source": "memory-ls",
            "message": message,
        }


def worst(found: list[Finding], count: int) -> list[Finding]:
    """The worst findings; of the severity that does not fit whole, those nearest the top."""
    by_severity: dict[Severity, list[Finding]] = {severity: [] for severity in Severity}
    for one in found:
        by_severity[one.severity].append(one)
    out: list[Finding] = []
    for same in by_severity.values():
        left = count - len(out)
        if len(same) > left:
            return out + _topmost(same, left)
        out += same
    return out


def _topmost(found: list[Finding], count: int) -> list[Finding]:
    """The findings nearest the top; rows are sorted as plain numbers, and only those of the last row compared."""
    if not count:
        return []
    last = sorted(map(_row, found))[count - 1]
    above = [one for one in found if one.at.row < last]
    return above + sorted((one for one in found if one.at.row == last), key=_by_row)[: count - len(above)]
