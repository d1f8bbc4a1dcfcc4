"""How many examples a property is tried with: ``HYPOTHESIS_PROFILE`` is ``dev``, ``release`` or ``thorough``.

A test says how many the checks before a release take: ``@examples(300)``; without it, 150.
Day by day (``dev``, if nothing is said) a fifth of them does, and whoever hunts asks for ten times as many.
"""

import os

from hypothesis import HealthCheck, settings

SHARES = {"dev": 0.2, "release": 1.0, "thorough": 10.0}
FEWEST = 15

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
assert PROFILE in SHARES, f"HYPOTHESIS_PROFILE={PROFILE}: choose from {', '.join(SHARES)}"


def number(count: int) -> int:
    """Return how many examples the profile takes where ``release`` takes *count*."""
    return max(min(count, FEWEST), int(count * SHARES[PROFILE]))


def examples(count: int) -> settings:
    """Decorate a property that is tried with *count* examples before a release."""
    return settings(max_examples=number(count))


# The first example of a test may compile a kernel, and the tier is the same for all examples.
settings.register_profile(
    f"gridwalk-{PROFILE}",
    deadline=None,
    max_examples=number(150),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile(f"gridwalk-{PROFILE}")
