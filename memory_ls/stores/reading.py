"""Reading a file without being fooled: no link in its own place, no device, no half-decoded text.

Only regular files are opened, and what was opened is looked at again, so that a pipe put there meanwhile cannot hang
the server. Folders below the store's root are entered one by one without following links; the root itself may be
reached through links. Nothing is created.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memory_ls.data import dataclass, field
from memory_ls.digest import blake2b
from memory_ls.stores.failure import NO_NAME, SYMLINK, clause_of, shown_size

CAP = 8 * 1024 * 1024
"""Bytes that we read at most; agents' own limits are smaller and are a finding."""
_BOM = b"\xef\xbb\xbf"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Stamp:
    """Proves that a file is still the one that was read: inode, bytes, nanoseconds, and a digest of the bytes."""

    inode: int
    size: int
    mtime_ns: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Absent:
    """The stamp of a file that is not there."""


ABSENT = Absent()


@dataclass(frozen=True, slots=True)
class Found:
    """A file's text without its BOM, and whether it had one."""

    path: str
    text: str = field(repr=False)
    bom: bool
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing is there, or not even the folder."""

    path: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something is there that is no readable memory file; `clause` says what, after the file's name ("is a folder")."""

    path: str
    clause: str

    @property
    def message(self) -> str:
        """For a finding in the file itself."""
        return f"this file {self.clause}"


Read = Found | Missing | Unreadable


class Refusing(Exception):
    """Why a path is not followed; `clause` reads after the file's name."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def read(path: str, root: str, cap: int = CAP) -> Read:
    """What lies at a path inside a store's root, of at most `cap` bytes. Both are absolute. Never raises."""
    try:
        with parent_folder(path, root) as folder:
            return read_in(folder, path, cap)
    except FileNotFoundError:
        return Missing(path)
    except Refusing as refusing:
        return Unreadable(path, refusing.clause)
    except OSError as error:
        return Unreadable(path, clause_of(error))


class Together:
    """Reads many files: the folder of the last one stays open, since its next one mostly lies in it too.

    For one pass over a store; a folder that is replaced meanwhile is seen as it was.
    """

    def __init__(self) -> None:
        self._folder: tuple[str, str] | None = None
        self._descriptor = -1

    def __enter__(self) -> Together:
        return self

    def __exit__(self, *_: object) -> None:
        self._let_go()

    def read(self, path: str, root: str, cap: int = CAP) -> Read:
        """As `read` does."""
        folder = os.path.dirname(path), root
        if folder != self._folder:
            self._let_go()
            try:
                with parent_folder(path, root) as descriptor:
                    self._descriptor, self._folder = os.dup(descriptor), folder
            except (OSError, Refusing):
                return read(path, root, cap)
        try:
            return read_in(self._descriptor, path, cap)
        except FileNotFoundError:
            return Missing(path)
        except Refusing as refusing:
            return Unreadable(path, refusing.clause)
        except OSError as error:
            return Unreadable(path, clause_of(error))

    def _let_go(self) -> None:
        if self._folder is not None:
            os.close(self._descriptor)
            self._folder = None


@contextmanager
def parent_folder(path: str, root: str, *, make: bool = False, private: bool = False) -> Iterator[int]:
    """A descriptor of the folder that holds `path`, reached from `root` without following any link below it.

    With `make`, missing folders below the root are created (for the user alone if `private`), and the root where it
    holds the file itself: a project that vanished is not made anew. Raises FileNotFoundError, `Refusing`, or OSError.
    """
    mode = 0o700 if private else 0o777
    descriptor = -1
    try:
        parts = _parts_below(path, root)
        if make and not parts:
            os.makedirs(root, mode, exist_ok=True)
        descriptor = _opened_root(root)
        for part in parts:
            if make:
                _make_folder(part, descriptor, mode)
            step = _entered(part, descriptor)
            os.close(descriptor)
            descriptor = step
        yield descriptor
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _parts_below(path: str, root: str) -> list[str]:
    """The folders between the root and the file."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise Refusing(NO_NAME) from None
    if "\0" in path or "\0" in root:
        raise Refusing(NO_NAME)
    beginning = root.rstrip(os.sep) + os.sep
    parts = path[len(beginning) :].split(os.sep)[:-1] if path.startswith(beginning) else [os.pardir]
    if any(part in ("", os.curdir, os.pardir) for part in parts):
        inside = os.path.relpath(os.path.dirname(os.path.normpath(path)), root)
        parts = [] if inside == os.curdir else inside.split(os.sep)
    if os.pardir in parts:
        raise Refusing("lies outside its store")
    return parts


def _opened_root(root: str) -> int:
    try:
        return os.open(root, _FOLDER)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Refusing("lies behind links that lead in a circle") from None
        raise


def _make_folder(name: str, folder: int, mode: int) -> None:
    try:
        os.mkdir(name, mode, dir_fd=folder)
    except FileExistsError:
        return
    with suppress(OSError):  # some file systems cannot sync a folder
        os.fsync(folder)


def _entered(name: str, folder: int) -> int:
    try:
        return os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and _is_link(name, folder):
            raise Refusing("lies behind a symlinked folder") from None
        raise


def _is_link(name: str, folder: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return False


def read_in(folder: int, path: str, cap: int) -> Found | Unreadable:
    """A file in an open folder. Raises FileNotFoundError, `Refusing`, or OSError."""
    name = os.path.basename(os.path.normpath(path))
    refuse_unless_file(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    try:
        seen = os.fstat(descriptor)
        refuse_unless_file(seen.st_mode)
        if seen.st_size > cap:
            return Unreadable(path, f"has {seen.st_size} bytes, more than the {shown_size(cap)} that are read")
        data = _all_of(descriptor, seen.st_size, cap)
    finally:
        os.close(descriptor)
    if len(data) > cap:
        return Unreadable(path, f"grew beyond the {shown_size(cap)} that are read")
    return decoded(path, data, Stamp(seen.st_ino, len(data), seen.st_mtime_ns, digest_of(data)))


def _all_of(descriptor: int, size: int, cap: int) -> bytes:
    """The bytes of a file that had `size` of them a moment ago; of more than `cap` at least one too many."""
    pieces = [os.read(descriptor, size + 1)]
    got = len(pieces[0])
    while pieces[-1] and got <= cap and got != size:  # it grows, or comes in parts
        pieces.append(os.read(descriptor, min(cap + 1 - got, 65_536)))
        got += len(pieces[-1])
    return b"".join(pieces)


def refuse_unless_file(mode: int) -> None:
    """Raises `Refusing` for what is no regular file."""
    if stat.S_ISREG(mode):
        return
    if stat.S_ISLNK(mode):
        raise Refusing(SYMLINK)
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    kind = next((name for test, name in kinds if test(mode)), "a device")
    raise Refusing(f"is {kind}, not a file")


def decoded(path: str, data: bytes, stamp: Stamp) -> Found | Unreadable:
    """Bytes as text; a byte that is no UTF-8 is named by its place, counted from 1."""
    bom = data.startswith(_BOM)
    try:
        return Found(path, data[len(_BOM) if bom else 0 :].decode("utf-8"), bom, stamp)
    except UnicodeDecodeError as error:
        at = error.start + (len(_BOM) if bom else 0)
        line = data.count(b"\n", 0, at) + 1
        return Unreadable(path, f"is not UTF-8: line {line}, byte {at + 1}")


def digest_of(data: bytes) -> bytes:
    """Tells contents apart; 16 bytes."""
    return blake2b(data, digest_size=16).digest()
