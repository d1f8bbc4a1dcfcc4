"""What all tests share: Hypothesis settings, the two tiers, the command line and the articles' maze.

``HYPOTHESIS_PROFILE`` says how many examples a property is tried with (`profiles`): ``dev``, ``release`` or
``thorough``.

With ``GRIDWALK_TEST_TIER=compiled`` no kernel begins interpreted, but where a test asks for that.
Together with ``NUMBA_BOUNDSCHECK=1`` every index that a kernel uses in any test is checked, as a
sanitizer does it; ``--every-kernel`` fails the run if some kernel was never compiled in it
(`every_kernel`).  ``.ci/run`` has the command, for the tests that reach them all.
"""

import os
import signal
import tempfile
from contextvars import ContextVar
from pathlib import Path
from shutil import copy

import pytest

from gridwalk.cli import main
from gridwalk.runtime import slices

if "GRIDWALK_STATE_DIR" not in os.environ:  # the tokens of viewers
    STATE = tempfile.TemporaryDirectory(prefix="gridwalk-state-")
    os.environ["GRIDWALK_STATE_DIR"] = STATE.name
# A shell starts what runs in the background with Ctrl-C ignored, which its children would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
pytest.register_assert_rewrite("oracles")
pytest_plugins = ["every_kernel", "inside", "profiles"]

TIER = os.environ.get("GRIDWALK_TEST_TIER", "auto")
assert TIER in slices.TIERS, f"GRIDWALK_TEST_TIER={TIER}: choose from {', '.join(slices.TIERS)}"
slices._tier = ContextVar("tier", default=TIER)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Take one process more than processors, for many tests wait for Chromium or for another program."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # which pytest-xdist reads
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return own + 1


def pytest_collection_modifyitems(items):
    """Leave out what only POSIX systems have: signals to one process, modes, links, shells, terminals."""
    for item in items:
        if os.name != "posix" and item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="is a matter of POSIX"))


@pytest.fixture
def auto_tier():
    """Kernels begin interpreted, whatever the run asks for: for tests of when they are compiled."""
    with slices.tier("auto"):
        yield


@pytest.fixture(params=["compiled"] if TIER == "compiled" else ["python", "compiled"])
def tier(request):
    """Every kernel runs interpreted, then compiled; in a run for compiled kernels not interpreted again."""
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
