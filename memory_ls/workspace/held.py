"""A file and its three texts: the live one, the disk's, and the base on which they last agreed."""

from __future__ import annotations

from memory_ls.data import dataclass, field
from memory_ls.stores.polling import Glance
from memory_ls.stores.reading import Found, Missing, Unreadable
from memory_ls.text import Splice
from memory_ls.workspace.live import LiveFile


@dataclass(slots=True)
class Held:
    """A file and its three texts: the live one (a buffer if `open`, else the disk's), the disk's, and the base."""

    live: LiveFile
    open: bool = False
    version: int | None = None
    disk: Found | Missing | Unreadable | None = None
    base: str | None = field(default=None, repr=False)
    pending: Splice | None = None

    @property
    def dirty(self) -> bool:
        """Whether the buffer differs from what it and the disk last agreed on."""
        return self.open and self.base is not None and str(self.live.text) != self.base

    @property
    def glance(self) -> Glance | None:
        """What a look at the disk sees of the text that was read there, as `stamp_of` gives it."""
        if not isinstance(self.disk, Found):
            return None
        return self.disk.stamp.inode, self.disk.stamp.size, self.disk.stamp.mtime_ns

    @property
    def behind(self) -> bool:
        """Whether another writer changed the disk under unsaved edits."""
        if not self.open or not isinstance(self.disk, Found) or self.disk.text == self.base or self.base is None:
            return False
        text = str(self.live.text)
        return text not in (self.base, self.disk.text)


def joined(a: Splice, b: Splice) -> Splice:
    """Two edits, one after the other, as one."""
    end = max(a.new_end, b.old_end)
    grown_a, grown_b = a.new_end - a.old_end, b.new_end - b.old_end
    return Splice(min(a.first, b.first), end - grown_a, end + grown_b)


def problem_of(held: Held) -> str | None:
    """Why the agent refuses a file, in one sentence."""
    if isinstance(held.disk, Unreadable):
        return held.disk.message
    limit = held.live.limits.read
    if limit and isinstance(held.disk, Found) and held.disk.stamp.size > limit:
        return (
            f"{held.disk.stamp.size} bytes; the agent reads files of at most {limit // 1024} KiB and gets nothing of it"
        )
    return None
