from __future__ import annotations

from collections.abc import Iterator

import pytest
from wire import Wire


@pytest.fixture
def fresh() -> Iterator[Wire]:
    """A server that nobody has greeted."""
    wire = Wire()
    yield wire
    wire.close()


@pytest.fixture
def wire(fresh: Wire) -> Wire:
    """A server in a session of UTF-16 columns."""
    fresh.initialize()
    return fresh
