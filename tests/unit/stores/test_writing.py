"""Writing: the old text or the new one, nobody's change lost, every refusal said."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_ls.stores.reading import ABSENT, CAP, Found, Stamp, read
from memory_ls.stores.writing import Refused, Stale, Written, remove, write

OLD, NEW = b"- old\n", b"- new\n" * 5000


@pytest.fixture
def path(root: Path) -> Path:
    made = root / "memory.md"
    made.write_bytes(OLD)
    return made


def stamp(path: Path) -> Stamp:
    found = read(str(path), str(path.parent))
    assert isinstance(found, Found)
    return found.stamp


def put(path: Path, expect: object, data: bytes = NEW) -> object:
    return write(str(path), str(path.parent), expect, data)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_write_answers_with_the_stamp_that_a_read_gives(path: Path) -> None:
    done = put(path, stamp(path))
    assert done == Written(stamp(path))
    assert path.read_bytes() == NEW
    assert names(path.parent) == ["memory.md"]


def test_a_file_that_changed_is_left_alone(path: Path) -> None:
    seen = stamp(path)
    path.write_bytes(b"- other\n")
    assert put(path, seen) == Stale()
    assert remove(str(path), str(path.parent), seen) == Stale()
    assert path.read_bytes() == b"- other\n"


def test_a_file_that_was_only_touched_or_rewritten_alike_is_written(path: Path) -> None:
    seen = stamp(path)
    path.unlink()
    path.write_bytes(OLD)
    assert isinstance(put(path, seen), Written)


def test_a_file_that_appeared_or_vanished_is_stale(path: Path) -> None:
    seen = stamp(path)
    assert put(path, ABSENT) == Stale()
    path.unlink()
    assert put(path, seen) == Stale()
    assert remove(str(path), str(path.parent), seen) == Stale()
    assert names(path.parent) == []


def test_a_writer_who_comes_between_check_and_rename_is_not_overwritten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, sync = stamp(path), os.fsync

    def interfere(descriptor: int) -> None:
        sync(descriptor)
        path.write_bytes(b"- agent's\n")

    monkeypatch.setattr(os, "fsync", interfere)
    assert put(path, seen) == Stale()
    assert path.read_bytes() == b"- agent's\n"
    path.unlink()
    assert put(path, ABSENT) == Stale()
    assert path.read_bytes() == b"- agent's\n"
    assert names(path.parent) == ["memory.md"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755, 0o2640])
def test_the_mode_of_the_old_file_is_kept(path: Path, mode: int) -> None:
    path.chmod(mode)
    put(path, stamp(path))
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_private_text_is_never_in_a_file_that_others_may_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.chmod(0o600)
    modes: list[int] = []
    filled = os.write

    def look(descriptor: int, data: bytes) -> int:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return filled(descriptor, data)

    monkeypatch.setattr(os, "write", look)
    assert isinstance(put(path, stamp(path)), Written)
    assert modes == [0o600]


def test_the_owner_is_kept_where_that_is_allowed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    looked = os.stat
    owner = os.getuid() + 1

    def another(name: str, *, dir_fd: int, follow_symlinks: bool) -> os.stat_result:
        seen = looked(name, dir_fd=dir_fd, follow_symlinks=follow_symlinks)
        return os.stat_result([*seen[:4], owner, *seen[5:]])

    def refuse(_: int, uid: int, gid: int) -> None:
        asked.append((uid, gid))
        raise PermissionError(errno.EPERM, "")

    seen = stamp(path)
    monkeypatch.setattr(os, "stat", another)
    monkeypatch.setattr(os, "fchown", refuse)
    assert isinstance(put(path, seen), Written)
    assert asked == [(owner, os.getgid())]


def test_a_new_file_is_private_or_as_the_umask_says(root: Path) -> None:
    before = os.umask(0o022)
    try:
        for name, private in (("a.md", False), ("b.md", True)):
            write(str(root / name), str(root), ABSENT, NEW, private=private)
        for name, private in (("c/d/e.md", False), ("f/g/h.md", True)):
            write(str(root / name), str(root), ABSENT, NEW, make_parents=True, private=private)
    finally:
        os.umask(before)
    modes = {name: stat.S_IMODE((root / name).stat().st_mode) for name in ("a.md", "b.md", "c", "c/d", "f", "f/g")}
    assert modes == {"a.md": 0o644, "b.md": 0o600, "c": 0o755, "c/d": 0o755, "f": 0o700, "f/g": 0o700}
    assert (root / "f/g/h.md").read_bytes() == NEW


def test_folders_are_made_only_when_that_is_allowed(root: Path) -> None:
    gone = root / ".pi" / "memory.md"
    assert write(str(gone), str(root), ABSENT, NEW) == Refused("lies in a folder that is gone")
    assert names(root) == []
    assert isinstance(write(str(gone), str(root), ABSENT, NEW, make_parents=True), Written)


def test_a_store_that_holds_the_file_itself_is_made(root: Path) -> None:
    store = root / "agent"
    done = write(str(store / "memory.md"), str(store), ABSENT, NEW, make_parents=True, private=True)
    assert isinstance(done, Written)
    assert stat.S_IMODE(store.stat().st_mode) == 0o700


def test_a_project_that_vanished_is_not_made_anew(root: Path) -> None:
    project = root / "project"
    done = write(str(project / ".pi" / "memory.md"), str(project), ABSENT, NEW, make_parents=True)
    assert done == Refused("lies in a folder that is gone")
    assert names(root) == []


def test_folders_are_never_made_through_a_link_or_outside(root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / ".pi").symlink_to(elsewhere)
    for path, why in ((".pi/sub/m.md", "lies behind a symlinked folder"), ("../out/m.md", "lies outside its store")):
        assert write(str(root / path), str(root), ABSENT, NEW, make_parents=True) == Refused(why)
    assert names(elsewhere) == []
    assert not (tmp_path / "out").exists()


def test_a_link_a_pipe_and_a_folder_are_not_replaced(root: Path) -> None:
    (root / "real.md").write_bytes(OLD)
    (root / "link.md").symlink_to("real.md")
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    for name in ("link.md", "pipe.md", "folder.md"):
        for expect in (ABSENT, stamp(root / "real.md")):
            assert isinstance(put(root / name, expect), Refused)
            assert isinstance(remove(str(root / name), str(root), expect), Refused)
    assert names(root) == ["folder.md", "link.md", "pipe.md", "real.md"]
    assert (root / "real.md").read_bytes() == OLD


def test_a_file_marked_read_only_is_refused(path: Path) -> None:
    path.chmod(0o444)
    assert put(path, stamp(path)) == Refused("is marked read-only")
    assert path.read_bytes() == OLD


def test_what_could_not_be_read_again_is_not_written(path: Path) -> None:
    assert put(path, stamp(path), b"x" * (CAP + 1)) == Refused("would have more than the 8 MiB that are read again")


def test_a_name_as_long_as_the_disk_allows_is_written(root: Path) -> None:
    path = root / ("ä" * 126 + ".md")
    assert isinstance(put(path, ABSENT), Written)
    assert put(root / ("ä" * 127 + ".md"), ABSENT) == Refused("has a name that is too long")


@pytest.mark.parametrize(
    ("call", "number", "why"),
    [
        ("write", errno.ENOSPC, "cannot be written: the disk is full"),
        ("write", errno.EDQUOT, "cannot be written: the disk quota is used up"),
        ("fsync", errno.EIO, "cannot be written: the disk reports an error"),
        ("rename", errno.EACCES, "cannot be written: permission denied"),
        ("rename", errno.ENOENT, "lies in a folder that is gone"),
        ("fchmod", errno.EPERM, "cannot be written: not permitted"),
    ],
)
def test_a_failing_disk_is_said_and_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, why: str
) -> None:
    seen = stamp(path)

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, call, fail)
    assert put(path, seen) == Refused(why)
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["memory.md"]


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_folder_that_takes_no_file_is_said(path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    seen, opened = stamp(path), os.open

    def fail(name: str, flags: int, *rest: int, **more: int) -> int:
        if flags & os.O_CREAT:
            raise OSError(number, "")
        return opened(name, flags, *rest, **more)

    monkeypatch.setattr(os, "open", fail)
    done = put(path, seen)
    assert isinstance(done, Refused)
    assert done.clause.startswith("cannot be written: ")
    assert path.read_bytes() == OLD


def test_a_disk_that_takes_few_bytes_at_a_time_gets_them_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: filled(descriptor, data[:1000]))
    assert isinstance(put(path, stamp(path)), Written)
    assert path.read_bytes() == NEW


def test_a_folder_that_cannot_be_synced_is_no_failure(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def fail(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fail)
    assert isinstance(put(path, stamp(path)), Written)
    assert remove(str(path), str(path.parent), stamp(path)) == Written(ABSENT)
    assert names(path.parent) == []


def test_a_new_file_needs_no_hard_links(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "")

    monkeypatch.setattr(os, "link", fail)
    assert isinstance(put(root / "memory.md", ABSENT), Written)
    assert names(root) == ["memory.md"]


def test_a_limit_on_the_size_of_files_is_said(path: Path) -> None:
    script = (
        "import sys; from memory_ls.stores.reading import read; from memory_ls.stores.writing import write\n"
        "path, root = sys.argv[1:]\n"
        "print(write(path, root, read(path, root).stamp, b'x' * 100_000).clause)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path), str(path.parent)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert done.stdout == "cannot be written: it would be larger than allowed here\n"
    assert path.read_bytes() == OLD
    assert names(path.parent) == ["memory.md"]


STEPS = ("open", "write", "fchmod", "fsync", "close", "rename", "link", "unlink")
_DIES = """
import os, signal, sys
from memory_ls.stores.reading import ABSENT, Found, read
from memory_ls.stores.writing import write
path, root, step, count = *sys.argv[1:4], int(sys.argv[4])
found = read(path, root)
expect = found.stamp if isinstance(found, Found) else ABSENT
real = getattr(os, step)
def die(*given, **more):
    global count
    count -= 1
    if not count:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*given, **more)
setattr(os, step, die)
write(path, root, expect, b"- new\\n" * 5000)
"""


@pytest.mark.parametrize("present", [True, False])
def test_a_kill_between_any_two_steps_leaves_one_whole_text(path: Path, present: bool) -> None:
    killed = 0
    for step in STEPS:
        for count in (1, 2):
            path.unlink(missing_ok=True)
            if present:
                path.write_bytes(OLD)
            done = subprocess.run([sys.executable, "-c", _DIES, str(path), str(path.parent), step, str(count)])
            killed += done.returncode == -signal.SIGKILL
            text = path.read_bytes() if path.exists() else None
            assert text in (NEW, OLD if present else None), (step, count)
    assert killed >= 8


def test_what_a_killed_writer_left_is_swept_away_once_it_is_old(path: Path) -> None:
    old, young, other = (path.parent / name for name in (".memory-ls-0.tmp", ".memory-ls-1.tmp", "other.tmp"))
    for file in (old, young, other):
        file.write_bytes(OLD)
    for file in (old, other):
        os.utime(file, (0, 0))
    put(path, stamp(path))
    assert names(path.parent) == [".memory-ls-1.tmp", "memory.md", "other.tmp"]


def test_removing_makes_a_file_absent(path: Path) -> None:
    assert remove(str(path), str(path.parent), stamp(path)) == Written(ABSENT)
    assert names(path.parent) == []
    assert remove(str(path), str(path.parent), ABSENT) == Stale()


@pytest.mark.parametrize("act", [lambda path, root: write(path, root, ABSENT, NEW), lambda p, r: remove(p, r, ABSENT)])
def test_impossible_names_are_refused(root: Path, act: Callable[[str, str], object]) -> None:
    assert act(f"{root}/a\0b", str(root)) == Refused("has a name that no file can have")
