"""Where tests reach inside: every limit that they make small, and what stands in for a machine at its end.

Each limit has one name here, with its place in the library, so that moving it changes this table and no test.
`turned` sets limits while its block runs, and the fixture `tune` until a test ends::

    with turned(longest_exact_seconds=-1.0):
        ...

The fixtures `spy` (who is called, how often), `never` (what must not be called), `full_disk` and `stdin`
are for tests of how a question is answered, not only of what the answer is.
"""

import errno
import io
import os
import sys
from contextlib import ExitStack, contextmanager
from itertools import count

import pytest

from gridwalk.runtime import limits
from gridwalk.runtime.tuning import Tuning, tuned

PLACES = {  # where a limit stands in several modules, in each
    "bound_easy": ["gridwalk.longest.bound.EASY"],
    "bound_large": ["gridwalk.longest.bound.LARGE"],
    "cache_many": ["gridwalk.runtime.cache.MOST_VALUES"],
    "fallback_fonts": ["gridwalk.draw.language.FALLBACKS"],
    "find_hedge": ["gridwalk.planner.single.HEDGE"],
    "find_patience": ["gridwalk.planner.single.PATIENCE"],
    "find_patience_per_cell": ["gridwalk.planner.single.PATIENCE_PER_CELL"],
    "first_word": ["gridwalk.cli.messages.FIRST_WORD", "gridwalk.runtime.progress.FIRST_WORD"],
    "halves_slice": ["gridwalk.allpaths.halves.sweep.SLICE"],
    "legal_band": ["gridwalk.board.legal.BAND_CELLS"],
    "listing_last_cells": ["gridwalk.listing.orthogonal.LAST_CELLS"],
    "listing_pool": ["gridwalk.listing.orthogonal.POOL"],
    "listing_slots": ["gridwalk.listing.orthogonal.SLOTS"],
    "longest_exact_seconds": ["gridwalk.longest.longest.EXACT_SECONDS"],
    "making_events": ["gridwalk.makers.making.MAX_EVENTS"],
    "measure_piece": ["gridwalk.measure.PIECE"],
    "order_first_heap": ["gridwalk.listing.in_order.FIRST_HEAP"],
    "order_first_nodes": ["gridwalk.listing.in_order.FIRST_NODES"],
    "order_first_steps": ["gridwalk.listing.in_order.FIRST_STEPS"],
    "order_kept_nodes": ["gridwalk.listing.in_order.KEPT_NODES"],
    "order_max_items": ["gridwalk.listing.in_order.MAX_ITEMS"],
    "page_events": ["gridwalk.viewer.answers.MAX_EVENTS"],
    "page_film_seconds": ["gridwalk.viewer.answers.FILM_SECONDS"],
    "page_making_events": ["gridwalk.viewer.making.MAX_EVENTS"],
    "page_patience": ["gridwalk.viewer.serve.PATIENCE", "gridwalk.viewer.serve.Handler.timeout"],
    "page_port": ["gridwalk.viewer.serve.DEFAULT_PORT"],
    "page_seconds": ["gridwalk.viewer.answers.SECONDS"],
    "page_table_seconds": ["gridwalk.viewer.comparison.ROW_SECONDS"],
    "pages_given_back": ["gridwalk.runtime.memory.CAN_GIVE_BACK"],
    "read_bytes": ["gridwalk.io.files.MAX_FILE_BYTES"],
    "read_cells": ["gridwalk.io.boardtext.MAX_CELLS", "gridwalk.io.text.rows.MAX_CELLS"],
    "read_lines": ["gridwalk.io.content.MAX_LINES"],
    "read_marks": ["gridwalk.io.content.within.__defaults__"],
    "read_numbers": ["gridwalk.io.text.rows.MAX_NUMBERS", "gridwalk.io.text.objects.MAX_NUMBERS"],
    "read_unpacked": ["gridwalk.io.files.MAX_UNPACKED"],
    "webpage_events": ["gridwalk.draw.webpage.MAX_EVENTS"],
    "tours_compared": ["gridwalk.planner.counts.MOST_LISTED"],
    "within_patience": ["gridwalk.planner.ranks.DIRECT_STATES", "gridwalk.planner.swept.LEAST_STATES"],
    "within_quick": ["gridwalk.planner.swept.MOMENT"],
    "within_states_a_second": ["gridwalk.planner.swept.STATES_A_SECOND"],
}


@contextmanager
def turned(**changes):
    """Set limits of `PLACES`, and sizes and times of `gridwalk.runtime.tuning`, within the block."""
    sizes = {name: value for name, value in changes.items() if name in Tuning.__dataclass_fields__}
    with pytest.MonkeyPatch.context() as patch, tuned(**sizes):
        for name in changes.keys() - sizes.keys():
            for place in PLACES[name]:
                patch.setattr(place, changes[name])
        yield


@pytest.fixture
def tune():
    """Turn limits and sizes until the test ends: ``tune(slice=10)``; `undo` sets them back before."""
    with ExitStack() as stack:

        def tune(**changes):
            stack.enter_context(turned(**changes))

        tune.undo = stack.close
        yield tune


@pytest.fixture
def spy(monkeypatch):
    """Note who is called: ``calls = spy(AllPaths, "sample")``, a list of the arguments of each call.

    With *around* that is called in its place, with the original before its arguments: it may fail, or wait,
    or answer otherwise.
    """

    def spy(owner, name, around=None):
        calls, original = [], getattr(owner, name)

        def noted(*arguments, **options):
            calls.append(arguments)
            if around is None:
                return original(*arguments, **options)
            return around(original, *arguments, **options)

        monkeypatch.setattr(owner, name, noted)
        return calls

    return spy


def failing(error):
    """For `spy`: fail with this error."""

    def fail(*_, **__):
        raise error

    return fail


@pytest.fixture
def ticks(spy):
    """Each reading of the clock of limits is a second later; return the iterator of its values."""
    seconds = map(float, count())
    spy(limits.time, "monotonic", lambda _: next(seconds))
    return seconds


@pytest.fixture
def never(spy):
    """Fail if one of these is called: ``never(counting, "make_plan")``."""

    def never(owner, *names):
        for name in names:
            spy(owner, name, failing(AssertionError(f"{name} was called")))

    return never


@pytest.fixture
def spoil(monkeypatch):
    """Let a public verb answer wrongly: ``spoil(gw.PathSet, "count", lambda ask: lambda self: -1)``."""
    return lambda kind, verb, wrong: monkeypatch.setattr(kind, verb, wrong(getattr(kind, verb)))


@pytest.fixture
def full_disk(spy):
    """Let the disk fail after the given number of writes, as if full; ``full_disk.over()`` makes room."""
    left, why = [0], []

    def write(original, *arguments):
        left[0] -= 1
        if why and left[0] < 0:
            raise why[0]
        return original(*arguments)

    for name in ("fsync", "posix_fallocate"):
        if hasattr(os, name):
            spy(os, name, write)

    def full_disk(after=0, error=None):
        left[0] = after
        why[:] = [error or OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))]

    full_disk.over = why.clear
    return full_disk


@pytest.fixture
def stdin(monkeypatch):
    """Let these bytes stand on standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def no_solver(monkeypatch):
    """As where highspy is not installed."""
    monkeypatch.setitem(sys.modules, "highspy", None)


@pytest.fixture(params=["HiGHS", "none"])
def either_solver(request):
    """With highspy, and as where it is not installed; return the solver."""
    if request.param == "none":
        request.getfixturevalue("no_solver")
    return request.param
