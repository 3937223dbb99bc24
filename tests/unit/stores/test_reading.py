"""What is read, and what is refused with a reason."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from memory_ls.stores.reading import CAP, Found, Missing, Unreadable, read


def clause(path: Path, root: Path, cap: int = CAP) -> str:
    found = read(str(path), str(root), cap)
    assert isinstance(found, Unreadable)
    assert found.message == f"this file {found.clause}"
    return found.clause


def test_a_file_is_read_with_its_stamp_and_without_its_bom(root: Path) -> None:
    path = root / "memory.md"
    path.write_bytes(b"\xef\xbb\xbf- \xc3\xa4\r\n- b")
    found = read(str(path), str(root))
    assert isinstance(found, Found)
    assert (found.text, found.bom) == ("- ä\r\n- b", True)
    assert (found.stamp.size, found.stamp.inode) == (12, path.stat().st_ino)


def test_only_one_bom_is_taken_off(root: Path) -> None:
    path = root / "memory.md"
    path.write_bytes(b"\xef\xbb\xbf\xef\xbb\xbf- a")
    found = read(str(path), str(root))
    assert isinstance(found, Found)
    assert found.text == "\ufeff- a"


def test_the_text_is_not_in_the_repr(root: Path) -> None:
    path = root / "memory.md"
    path.write_text("- hush\n")
    assert "hush" not in repr(read(str(path), str(root)))


def test_a_file_or_folder_that_is_not_there_is_missing_and_is_not_made(root: Path) -> None:
    for path in (root / "memory.md", root / "gone" / "memory.md"):
        assert read(str(path), str(root)) == Missing(str(path))
    assert read(str(root / "x" / "memory.md"), str(root / "x")) == Missing(str(root / "x" / "memory.md"))
    assert list(root.iterdir()) == []


def test_a_symlink_in_the_files_place_is_refused(root: Path) -> None:
    (root / "real.md").write_text("- a\n")
    (root / "memory.md").symlink_to("real.md")
    assert "symlink" in clause(root / "memory.md", root)
    (root / "dangling.md").symlink_to("nowhere")
    assert "symlink" in clause(root / "dangling.md", root)


def test_a_symlinked_folder_below_the_root_is_not_entered(root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "memory.md").write_text("- a\n")
    (root / ".pi").symlink_to(elsewhere)
    assert clause(root / ".pi" / "memory.md", root) == "lies behind a symlinked folder"


def test_the_root_itself_may_be_reached_through_a_link(root: Path, tmp_path: Path) -> None:
    (root / "memory.md").write_text("- a\n")
    link = tmp_path / "link"
    link.symlink_to(root)
    assert isinstance(read(str(link / "memory.md"), str(link)), Found)


def test_links_in_a_circle_are_named(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "circle" in clause(loop / "memory.md", loop)


def test_what_lies_outside_the_root_is_refused(root: Path) -> None:
    (root.parent / "memory.md").write_text("- a\n")
    assert clause(root / ".." / "memory.md", root) == "lies outside its store"
    assert clause(root.parent / "memory.md", root) == "lies outside its store"


def test_a_folder_a_pipe_a_socket_and_a_device_are_named(root: Path) -> None:
    (root / "folder").mkdir()
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(root)  # the address of a socket is short
        try:
            server.bind("socket")
        finally:
            os.chdir(here)
        assert clause(root / "folder", root) == "is a folder, not a file"
        assert clause(root / "pipe", root) == "is a pipe, not a file"
        assert clause(root / "socket", root) == "is a socket, not a file"
    assert clause(Path("/dev/null"), Path("/dev")) == "is a device, not a file"


def test_a_pipe_that_takes_the_files_place_meanwhile_does_not_hang(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = root / "memory.md"
    path.write_text("- a\n")
    opened = os.open

    def swap(name: str, flags: int, *rest: int, **more: int) -> int:
        if name == "memory.md":
            path.unlink()
            os.mkfifo(path)
        return opened(name, flags, *rest, **more)

    monkeypatch.setattr(os, "open", swap)
    assert clause(path, root) == "is a pipe, not a file"


def test_bytes_that_are_no_utf_8_are_named_by_their_place(root: Path) -> None:
    path = root / "memory.md"
    path.write_bytes(b"\xef\xbb\xbf- a\n- \xff\n")
    assert clause(path, root) == "is not UTF-8: line 2, byte 10"
    path.write_bytes("- ä\n".encode("latin-1"))
    assert clause(path, root) == "is not UTF-8: line 1, byte 3"


def test_a_file_over_the_cap_is_refused_and_one_at_it_is_read(root: Path) -> None:
    path = root / "memory.md"
    path.write_bytes(b"x" * 2048)
    assert isinstance(read(str(path), str(root), 2048), Found)
    assert clause(path, root, 1024) == "has 2048 bytes, more than the 1 KiB that are read"
    with path.open("wb") as stream:
        stream.truncate(CAP + 1)
    assert clause(path, root) == f"has {CAP + 1} bytes, more than the 8 MiB that are read"


def test_a_file_that_grows_while_it_is_read_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = root / "memory.md"
    path.write_bytes(b"x")
    looked = os.fstat

    def grow(descriptor: int) -> os.stat_result:
        seen = looked(descriptor)
        path.write_bytes(b"x" * 20)
        return seen

    monkeypatch.setattr(os, "fstat", grow)
    assert clause(path, root, 10) == "grew beyond the 10 bytes that are read"


def test_impossible_paths_are_values_too(root: Path) -> None:
    (root / "file").write_text("")
    assert clause(root / "file" / "memory.md", root) == "lies below something that is no folder"
    assert clause(root / ("n" * 300), root) == "has a name that is too long"
    assert clause(Path(f"{root}/a\0b.md"), root) == "has a name that no file can have"
    assert clause(Path(f"{root}/\ud800.md"), root) == "has a name that no file can have"


@pytest.mark.parametrize(
    ("error", "said"),
    [(PermissionError(13, ""), "permission denied"), (OSError(5, ""), "the disk reports an error")],
)
def test_what_the_system_refuses_is_said(
    root: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    (root / "memory.md").write_text("- a\n")

    def refuse(*_: object, **__: object) -> int:
        raise error

    monkeypatch.setattr(os, "open", refuse)
    assert clause(root / "memory.md", root) == f"cannot be read: {said}"


def test_reading_leaves_no_descriptor_open(root: Path) -> None:
    (root / ".pi").mkdir()
    (root / ".pi" / "memory.md").write_bytes(b"\xff")
    (root / "link").symlink_to(".pi")
    before = len(os.listdir("/dev/fd"))
    for path in (".pi/memory.md", "link/memory.md", "gone/memory.md", ".pi", "../x"):
        read(str(root / path), str(root))
    assert len(os.listdir("/dev/fd")) == before
