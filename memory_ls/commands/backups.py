"""`memory-ls backups [list|restore|prune]`: what bulk changes took away, kept for 30 days for the user alone."""

from __future__ import annotations

import os
from argparse import Namespace
from datetime import datetime

from memory_ls.commands.console import Console
from memory_ls.commands.failure import Failure
from memory_ls.commands.scene import Scene
from memory_ls.detect import quote
from memory_ls.stores.backup import DAYS, Backup, back_up, content_of, kept, prune
from memory_ls.stores.locking import locked
from memory_ls.stores.reading import ABSENT, Found, Missing, Unreadable, read
from memory_ls.stores.writing import Refused, Stale, write
from memory_ls.workspace.recognise import recognise_real

_SETTLED = 5 * 10**9
"""Nanoseconds after a backup within which the change it was for has been written."""


def run(options: Namespace) -> int:
    scene, console = Scene.current(), Console.standard(as_program=options.json)
    if options.action == "restore":
        return _restore(scene, console, _named(kept(scene.env), options.backup), sure=options.yes)
    if options.action == "prune":
        days = DAYS if options.days is None else options.days
        gone = prune(scene.env, days)
        console.line(f"removed {_many(gone)} older than {days} days")
        console.data(command="backups prune", changed=bool(gone), removed=gone)
        return 0
    return _list(scene, console)


def _list(scene: Scene, console: Console) -> int:
    found = kept(scene.env)
    console.data(
        backups=[
            {"id": one.id, "path": one.path, "from": one.origin, "at": _when(one), "bytes": one.size} for one in found
        ]
    )
    for one in found:
        came = scene.said(one.origin) if one.origin else "(not known where from)"
        console.line((quote(one.id, 100), "path"), f"  {_when(one).replace('T', ' ')}  {one.size} bytes  {came}")
    if not found:
        console.line("there are no backups")
    return 0


def _named(backups: list[Backup], said: str | None) -> Backup:
    """The backup that an id, or an unmistakable beginning of one, means."""
    if not said:
        raise Failure("name the backup; `memory-ls backups` shows them")
    fitting = [one for one in backups if one.id == said] or [one for one in backups if one.id.startswith(said)]
    if len(fitting) != 1:
        raise Failure(f"{'more than one' if fitting else 'no'} backup has that id; `memory-ls backups` shows them")
    return fitting[0]


def _restore(scene: Scene, console: Console, backup: Backup, *, sure: bool) -> int:
    path, data = backup.origin, content_of(backup)
    if not path:
        raise Failure(f"it is not known where this came from; it lies at {quote(backup.path, 4096)}")
    folder = os.path.dirname(path)
    if os.path.realpath(folder) != folder:
        raise Failure(f"{scene.said(folder)} is a link by now, or lies behind one; nothing was changed")
    file = recognise_real(path, scene.env)
    root = file.store.root if file is not None else folder
    with locked(scene.env, [root]):
        found = read(path, root)
        if isinstance(found, Unreadable):
            raise Failure(f"{scene.said(path)} {found.clause}")
        now = _bytes(path) if isinstance(found, Found) else None
        if now == data:
            console.line(f"{scene.said(path)} is as it was; nothing was changed")
            console.data(command="backups restore", changed=False, path=scene.show(path), backup=None)
            return 0
        if isinstance(found, Found) and found.stamp.mtime_ns > backup.at * 10**9 + _SETTLED and not sure:
            raise Failure(
                f"{scene.said(path)} was changed since that backup; say --yes to put the old text back over it"
            )
        before = back_up(scene.env, path, now) if now is not None else None
        private = not isinstance(found, Missing) or file is None or file.store.repository is None
        done = write(
            path, root, found.stamp if isinstance(found, Found) else ABSENT, data, make_parents=True, private=private
        )
    if isinstance(done, (Refused, Stale)):
        why = done.clause if isinstance(done, Refused) else "changed meanwhile; try again"
        raise Failure(f"{scene.said(path)} {why}")
    console.line(f"restored {scene.said(path)}")
    console.data(command="backups restore", changed=True, path=scene.show(path), backup=before)
    if before:
        console.line(f"backup of what was there: {scene.said(before)}")
    return 0


def _bytes(path: str) -> bytes:
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as stream:
        return stream.read()


def _when(backup: Backup) -> str:
    return datetime.fromtimestamp(backup.at).isoformat(timespec="seconds")


def _many(count: int) -> str:
    return "1 backup" if count == 1 else f"{count} backups"
