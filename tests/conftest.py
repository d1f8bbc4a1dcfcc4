"""What all tests share: Hypothesis settings, and the two tiers."""

import pytest
from hypothesis import HealthCheck, settings

from gridwalk.search import slices

pytest.register_assert_rewrite("oracles")

# The first example of a test may compile a kernel, and the tier is the same for all examples.
settings.register_profile(
    "gridwalk",
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("gridwalk")


@pytest.fixture(params=["python", "compiled"])
def tier(request):
    """Every kernel runs interpreted, then compiled."""
    with slices.tier(request.param):
        yield request.param
