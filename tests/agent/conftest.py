"""A user with a home and a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from .user import User


@pytest.fixture
def user(tmp_path: Path) -> User:
    """A user who does not trust the project yet."""
    one = User(tmp_path.resolve())
    (one.project / ".git").mkdir(parents=True)
    one.home.mkdir()
    return one


@pytest.fixture
def ann(user: User) -> User:
    """A user who trusts the project."""
    return user.trusts()
