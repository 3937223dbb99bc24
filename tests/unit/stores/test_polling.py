"""Whether a file changed, without reading it."""

from __future__ import annotations

import os
from pathlib import Path

from memory_ls.stores.polling import stamp_of


def test_a_glance_changes_with_the_file(root: Path) -> None:
    path = root / "memory.md"
    assert stamp_of(str(path)) is None
    path.write_text("- a\n")
    first = stamp_of(str(path))
    assert first == stamp_of(str(path))
    assert first is not None
    os.utime(path, ns=(0, 1))
    second = stamp_of(str(path))
    path.rename(root / "old.md")
    path.write_text("- a\n")
    os.utime(path, ns=(0, 1))
    assert len({first, second, stamp_of(str(path))}) == 3


def test_a_link_is_seen_as_itself_and_an_impossible_path_as_nothing(root: Path) -> None:
    (root / "link").symlink_to("nowhere")
    assert stamp_of(str(root / "link")) is not None
    assert stamp_of(f"{root}/a\0b") is None
