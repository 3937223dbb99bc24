"""One writer at a time, in one process or many."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory_ls.stores.locking import LockTimeout, flocked, lock_path, locked
from memory_ls.stores.places import Environment

_WRITER = """
import sys
from memory_ls.stores.locking import locked
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import ABSENT, Found, read
from memory_ls.stores.writing import Written, write
home, root, path = sys.argv[1:]
env = Environment(home, {}, home, home + "/state", home + "/config")
for _ in range(50):
    with locked(env, [root], 60):
        found = read(path, root)
        number, expect = (int(found.text), found.stamp) if isinstance(found, Found) else (0, ABSENT)
        assert isinstance(write(path, root, expect, b"%d" % (number + 1)), Written)
"""


def test_two_writers_of_fifty_increments_each_lose_none(env: Environment, root: Path) -> None:
    path = root / "memory.md"
    command = [sys.executable, "-c", _WRITER, env.home, str(root), str(path)]
    writers = [subprocess.Popen(command) for _ in range(2)]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert path.read_text() == "100"
    assert os.listdir(root) == ["memory.md"]


def test_a_held_lock_times_out_with_what_to_do(env: Environment, root: Path) -> None:
    with locked(env, [str(root)]), pytest.raises(LockTimeout) as caught, locked(env, [str(root)], 0.1):
        pass
    assert "try again" in caught.value.message


def test_the_lock_is_free_again_after_an_error(env: Environment, root: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(env, [str(root)]):
        raise ZeroDivisionError
    with locked(env, [str(root)], 0.1):
        assert os.path.exists(lock_path(env, str(root)))


def test_a_store_has_one_lock_by_whatever_path_it_is_named(env: Environment, root: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    assert lock_path(env, str(link)) == lock_path(env, str(root))
    with locked(env, [str(link), str(root), f"{root}/"]), pytest.raises(LockTimeout), locked(env, [str(link)], 0.1):
        pass


def test_stores_do_not_wait_for_each_other(env: Environment, root: Path) -> None:
    with locked(env, [str(root / "a")]), locked(env, [str(root / "b")], 0.1):
        assert lock_path(env, str(root / "a")) != lock_path(env, str(root / "b"))


def test_several_locks_are_taken_in_order_of_their_paths(
    env: Environment, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []

    def one_for_all(_: Environment, store: str) -> str:
        order.append(store)
        return f"{root}/x.lock"

    monkeypatch.setattr("memory_ls.stores.locking.lock_path", one_for_all)
    stores = [str(root / name) for name in "cab"]
    with pytest.raises(LockTimeout), locked(env, stores, 0.05):  # the second waits in vain
        pass
    assert order == sorted(stores)[:2]


def test_locks_that_were_taken_are_given_back_when_one_is_not_to_be_had(env: Environment, root: Path) -> None:
    a, b = str(root / "a"), str(root / "b")
    with locked(env, [b]):
        with pytest.raises(LockTimeout), locked(env, [a, b], 0.1):
            pass
        with locked(env, [a], 0.1):
            pass


def test_a_plain_flock_and_ours_exclude_each_other(env: Environment, root: Path) -> None:
    with locked(env, [str(root)]):
        pass
    path = lock_path(env, str(root))
    descriptor = os.open(path, os.O_RDWR)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with pytest.raises(LockTimeout), locked(env, [str(root)], 0.1):
        pass
    with pytest.raises(LockTimeout), flocked(path, 0.1):
        pass
    os.close(descriptor)
    with locked(env, [str(root)]):
        descriptor = os.open(path, os.O_RDWR)
        with pytest.raises(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(descriptor)
        with pytest.raises(LockTimeout), flocked(path, 0.1):
            pass
    with flocked(path), pytest.raises(LockTimeout), locked(env, [str(root)], 0.1):
        pass


def test_a_lock_dies_with_its_holder(env: Environment, root: Path) -> None:
    script = (
        "import os, sys; from memory_ls.stores.locking import locked; from memory_ls.stores.places import Environment\n"
        "home, root = sys.argv[1:]\n"
        "env = Environment(home, {}, home, home + '/state/memory-ls', home)\n"
        "with locked(env, [root]): os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script, env.home, str(root)]).returncode == -9
    with locked(env, [str(root)], 0.5):
        assert os.path.exists(lock_path(env, str(root)))


def test_lock_files_are_the_users_alone(env: Environment, root: Path) -> None:
    with locked(env, [str(root)]):
        path = lock_path(env, str(root))
        assert os.stat(path).st_mode & 0o777 == 0o600
        assert os.stat(os.path.dirname(path)).st_mode & 0o777 == 0o700
    assert os.listdir(root) == []


def test_a_state_folder_that_cannot_be_made_is_said(env: Environment, root: Path) -> None:
    Path(env.home, "state").write_text("a file is in the way")
    with pytest.raises(LockTimeout, match="the lock for this memory"), locked(env, [str(root)]):
        pass


def test_an_agents_lock_file_that_was_replaced_meanwhile_is_not_taken_for_the_new_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, taken, times = str(root / "lock"), fcntl.flock, 0

    def replace_once(descriptor: int, how: int) -> None:
        nonlocal times
        taken(descriptor, how)
        times += 1
        if times == 1:
            os.unlink(path)

    monkeypatch.setattr(fcntl, "flock", replace_once)
    with flocked(path, 5):
        assert times == 2


def test_an_agents_lock_that_is_a_link_is_refused(root: Path) -> None:
    (root / "lock").symlink_to("elsewhere")
    with pytest.raises(LockTimeout, match="symlink"), flocked(str(root / "lock")):
        pass
