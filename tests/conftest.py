"""What holds for all tests: no property has a deadline, since machines are noisy and tests run side by side.

In CI the same examples come each time, so that a change is judged by what it changed; elsewhere new ones are tried.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "memory-ls",
    deadline=None,
    derandomize="MEMORY_LS_REQUIRE_CLIENTS" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("memory-ls")
