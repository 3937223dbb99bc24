"""What holds for all tests: no property has a deadline, since machines are noisy and tests run side by side."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("here")
