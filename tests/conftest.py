"""What holds for every test."""

import os

from hypothesis import HealthCheck, settings

# Slow machines are no failures. In CI the same examples every time; at home ever new ones.
_ALWAYS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("home", print_blob=True, **_ALWAYS)
settings.register_profile("ci", derandomize=True, database=None, **_ALWAYS)
settings.load_profile("ci" if os.environ.get("CI") else "home")
