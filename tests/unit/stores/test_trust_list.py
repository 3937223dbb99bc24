"""The list of trusted folders."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_ls.stores.locking import locked
from memory_ls.stores.places import Environment
from memory_ls.stores.trust import TrustError, is_trusted, listed, revoke, trust


def write_list(env: Environment, text: str) -> None:
    os.makedirs(env.state_dir, exist_ok=True)
    Path(env.state_dir, "trusted.json").write_text(text)


def test_nothing_is_trusted_at_first_and_asking_creates_nothing(env: Environment, root: Path) -> None:
    assert not is_trusted(env, str(root))
    assert listed(env) == []
    assert os.listdir(env.home) == []


def test_a_trusted_folder_covers_what_lies_in_it_and_nothing_beside(env: Environment, root: Path) -> None:
    (root / "sub").mkdir()
    assert trust(env, str(root)) == str(root)
    assert is_trusted(env, str(root / "sub" / "not-there-yet"))
    assert not is_trusted(env, f"{root}-twin")
    assert not is_trusted(env, str(root.parent))


def test_trust_belongs_to_the_real_path(env: Environment, root: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    assert trust(env, str(link)) == str(root)
    assert is_trusted(env, str(root))
    assert revoke(env, str(link))
    assert not is_trusted(env, str(link))


def test_a_link_inside_a_trusted_folder_does_not_trust_what_it_leads_to(
    env: Environment, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (root / "link").symlink_to(tmp_path / "other")
    trust(env, str(root))
    assert not is_trusted(env, str(root / "link"))


def test_revoking_says_whether_there_was_something_to_revoke(env: Environment, root: Path) -> None:
    assert not revoke(env, str(root))
    trust(env, str(root))
    root.rmdir()
    assert revoke(env, str(root))
    assert listed(env) == []


def test_an_editor_may_vouch_for_folders(env: Environment, root: Path) -> None:
    assert is_trusted(env, str(root / "sub"), also=[str(root)])
    assert listed(env) == []


def test_the_list_is_the_users_alone_and_sorted(env: Environment, root: Path) -> None:
    for name in "ba":
        (root / name).mkdir()
        trust(env, str(root / name))
    path = Path(env.state_dir, "trusted.json")
    assert json.loads(path.read_text()) == {"trusted": [str(root / "a"), str(root / "b")]}
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_name_that_is_no_unicode_is_trusted_too(env: Environment, root: Path) -> None:
    odd = os.fsdecode(os.fsencode(root) + b"/\xff")
    os.mkdir(odd)
    trust(env, odd)
    assert is_trusted(env, odd)


@pytest.mark.parametrize("text", ["", "[", "[]", '{"trusted": "/"}', "[" * 100_000, '{"trusted": {"/": 1}}', "\0"])
def test_a_damaged_list_trusts_nothing_and_says_so(env: Environment, root: Path, text: str) -> None:
    write_list(env, text)
    assert not is_trusted(env, str(root))
    assert is_trusted(env, str(root), also=[str(root)])
    with pytest.raises(TrustError, match="damaged"):
        listed(env)
    trust(env, str(root))
    assert listed(env) == [str(root)]


def test_entries_that_are_no_absolute_paths_count_for_nothing(env: Environment, root: Path) -> None:
    write_list(env, json.dumps({"trusted": ["", ".", 1, None, "relative", str(root)]}))
    assert listed(env) == [str(root)]


def test_a_list_that_is_a_link_is_not_followed(env: Environment, root: Path) -> None:
    (root / "list").write_text(json.dumps({"trusted": [str(root)]}))
    os.makedirs(env.state_dir)
    Path(env.state_dir, "trusted.json").symlink_to(root / "list")
    assert not is_trusted(env, str(root))
    with pytest.raises(TrustError, match="symlink"):
        trust(env, str(root))


def test_what_is_no_folder_cannot_be_trusted(env: Environment, root: Path) -> None:
    (root / "file").write_text("")
    for name in ("file", "gone"):
        with pytest.raises(TrustError, match="no such folder"):
            trust(env, str(root / name))


def test_a_state_folder_that_cannot_be_made_and_a_busy_list_are_said(
    env: Environment, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory_ls.stores import locking as module

    monkeypatch.setattr(module, "locked", lambda env, stores: locked(env, stores, 0.1))
    with locked(env, [env.state_dir]), pytest.raises(TrustError, match="try again"):
        trust(env, str(root))
    blocked = Environment(env.home, {}, env.cwd, str(root / "file" / "state"), env.config_dir)
    (root / "file").write_text("")
    with pytest.raises(TrustError, match="the list of trusted folders"):
        trust(blocked, str(root))
