"""A user with a home and a project."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .user import User

sys.path.append(str(Path(__file__).parents[1] / "cases"))  # what a change may leave on its way is said there


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
