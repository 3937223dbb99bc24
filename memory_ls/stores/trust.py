"""Which projects a person trusts: a list of folders in the user's state folder. What lies in one is trusted too."""

from __future__ import annotations

import json
import os
from collections.abc import Collection

from memory_ls.stores.failure import StoreFailure, clause_of, of_ours
from memory_ls.stores.locking import LockTimeout, locked
from memory_ls.stores.own_folders import private_folder
from memory_ls.stores.places import Environment
from memory_ls.stores.reading import ABSENT, Found, Missing, Unreadable, read

_CAP = 1 << 20


class TrustError(StoreFailure):
    """The list cannot be read or written; the message says why."""


def is_trusted(env: Environment, folder: str, also: Collection[str] = ()) -> bool:
    """Whether a folder, or one that holds it, is on the list or one of `also` (real paths that an editor vouches for).

    A list that cannot be read trusts nothing; `listed` says why.
    """
    try:
        known = {*also, *listed(env)}
    except TrustError:
        known = set(also)
    here = os.path.realpath(folder)
    while here not in known:
        above = os.path.dirname(here)
        if above == here:
            return False
        here = above
    return True


def listed(env: Environment) -> list[str]:
    """The trusted folders. Raises `TrustError`."""
    found = read(_path(env), env.state_dir, _CAP)
    if isinstance(found, Missing):
        return []
    if isinstance(found, Unreadable):
        raise TrustError(f"the list of trusted folders {of_ours(found.clause)}")
    try:
        said = json.loads(found.text)
    except (ValueError, RecursionError):
        said = None
    folders = said.get("trusted") if isinstance(said, dict) else None
    if not isinstance(folders, list):
        raise TrustError("the list of trusted folders is damaged; trust your projects anew")
    return [folder for folder in folders if isinstance(folder, str) and os.path.isabs(folder)]


def trust(env: Environment, folder: str) -> str:
    """Put a folder on the list; gives its real path. Raises `TrustError`."""
    real = os.path.realpath(folder)
    if not os.path.isdir(real):
        raise TrustError("there is no such folder")
    _change(env, add=real)
    return real


def revoke(env: Environment, folder: str) -> bool:
    """Take a folder off the list, which need not exist any more; whether it was on it. Raises `TrustError`."""
    return _change(env, drop=os.path.realpath(folder))


def _change(env: Environment, add: str | None = None, drop: str | None = None) -> bool:
    try:
        private_folder(env)
        with locked(env, [env.state_dir]):
            return _changed(env, add, drop)
    except OSError as error:
        raise TrustError(f"the list of trusted folders {clause_of(error, 'written')}") from None
    except LockTimeout as error:
        raise TrustError(error.message) from None


def _changed(env: Environment, add: str | None, drop: str | None) -> bool:
    from memory_ls.stores.writing import (
        Refused,
        Written,
        write,
    )  # only here: who asks whether a folder is trusted waits

    try:
        before = set(listed(env))
    except TrustError:
        before = set()
    after = (before | ({add} if add else set())) - {drop}
    if after == before:
        return False
    found = read(_path(env), env.state_dir, _CAP)
    data = json.dumps({"trusted": sorted(after)}, indent=1).encode() + b"\n"
    done = write(_path(env), env.state_dir, found.stamp if isinstance(found, Found) else ABSENT, data, private=True)
    if not isinstance(done, Written):
        why = of_ours(done.clause) if isinstance(done, Refused) else "was changed meanwhile; try again"
        raise TrustError(f"the list of trusted folders {why}")
    return True


def _path(env: Environment) -> str:
    return os.path.join(env.state_dir, "trusted.json")
