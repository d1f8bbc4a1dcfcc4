"""What all tests share: Hypothesis settings, the two tiers, the command line and the articles' maze.

With ``GRIDWALK_TEST_TIER=compiled`` no kernel begins interpreted, but where a test asks for that.
Together with ``NUMBA_BOUNDSCHECK=1`` every index that a kernel uses in any test is checked, as a
sanitizer does it::

    NUMBA_BOUNDSCHECK=1 GRIDWALK_TEST_TIER=compiled python -m pytest -n auto tests
"""

import os
from contextvars import ContextVar
from pathlib import Path
from shutil import copy

import pytest
from hypothesis import HealthCheck, settings

from gridwalk.cli import main
from gridwalk.runtime import slices

pytest.register_assert_rewrite("oracles")

# The first example of a test may compile a kernel, and the tier is the same for all examples.
settings.register_profile(
    "gridwalk",
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("gridwalk")

TIER = os.environ.get("GRIDWALK_TEST_TIER", "auto")
assert TIER in slices.TIERS, f"GRIDWALK_TEST_TIER={TIER}: choose from {', '.join(slices.TIERS)}"
slices._tier = ContextVar("tier", default=TIER)


@pytest.fixture
def auto_tier():
    """Kernels begin interpreted, whatever the run asks for: for tests of when they are compiled."""
    with slices.tier("auto"):
        yield


@pytest.fixture(params=["python", "compiled"])
def tier(request):
    """Every kernel runs interpreted, then compiled."""
    with slices.tier(request.param):
        yield request.param


ARTICLES = Path(__file__).parent.parent / "examples" / "articles.txt"


@pytest.fixture
def run(capsys):
    """Run the command line; return (status, stdout, stderr)."""

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return stop.value.code, out, err

    return run


@pytest.fixture
def maze(tmp_path):
    """Return a file with the maze of the articles."""
    file = tmp_path / "maze.txt"
    return copy(ARTICLES, file)
