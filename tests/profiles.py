"""How many examples a property is tried with: ``HYPOTHESIS_PROFILE`` is ``dev``, ``release`` or ``thorough``.

A test says how many the checks before a release take: ``@examples(300)``; without it, 150.
Day by day (``dev``, if nothing is said) a fifth of them is tried, with ``thorough`` ten times as many.

In ``dev`` the examples are the same on every run and machine.  In the others each run has a seed of its own,
which stands in the head of the output; ``--hypothesis-seed`` asks for the same examples again.
"""

import os
import random

import pytest
from hypothesis import HealthCheck, settings

SHARES = {"dev": 0.2, "release": 1.0, "thorough": 10.0}
FEWEST = 15

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
assert PROFILE in SHARES, f"HYPOTHESIS_PROFILE={PROFILE}: choose from {', '.join(SHARES)}"


def number(count: int) -> int:
    """Return how many examples, or seeded boards, the profile takes where ``release`` takes *count*."""
    return max(min(count, FEWEST), int(count * SHARES[PROFILE]))


def examples(count: int) -> settings:
    """Decorate a property that is tried with *count* examples before a release."""
    return settings(max_examples=number(count))


# The first example of a test may compile a kernel, and the tier is the same for all examples.
settings.register_profile(
    f"gridwalk-{PROFILE}",
    deadline=None,
    max_examples=number(150),
    derandomize=PROFILE == "dev",
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile(f"gridwalk-{PROFILE}")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Choose the seed, once for all processes of a run."""
    if PROFILE != "dev" and config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_report_header(config):
    """Return the profile and the seed."""
    seed = config.getoption("hypothesis_seed", None)
    again = "the same on every run" if PROFILE == "dev" else f"--hypothesis-seed={seed}"
    return f"examples: profile {PROFILE}, {again}"
