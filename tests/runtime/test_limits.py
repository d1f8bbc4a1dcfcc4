"""Limits: a search stops when told to, says what is known, and can be watched.  No test times anything."""

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import TimeLimitError
from gridwalk.runtime import limits, memory, slices
from gridwalk.runtime.limits import Limits
from published import KNIGHT_OPEN, ROOK_PATHS

CHESSBOARD = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)
# Each never ends, or not within a lifetime.
ENDLESS = {
    "find a tour": lambda within: CHESSBOARD.tours((0, 0)).within(**within).find(by="dfs"),
    "count": lambda within: gw.Board.rectangle(9, 9).paths().within(**within).count(by="list"),
    "count tours": lambda within: CHESSBOARD.tours().within(**within).count(by="list"),
    "list": lambda within: gw.Board.rectangle(2, 40).paths().within(**within).list(),
    "list where a path is far": lambda within: gw.Board.rectangle(20, 20).paths().within(**within).list(),
    "closed tours": lambda within: CHESSBOARD.tours(closed=True).within(**within).count(by="list"),
}


@pytest.fixture
def warm(tier):
    """The kernels compiled already, so that no test's little time goes into that."""
    knight = gw.Board.rectangle(3, 4, moves=gw.KNIGHT)
    knight.tours().count(by="list")
    knight.tours(closed=True).count(by="list")
    knight.tours((0, 0)).find(by="dfs")
    gw.Board.rectangle(2, 2).paths().list()
    gw.Board.rectangle(2, 2).paths().count(by="list")
    return tier


@pytest.mark.parametrize("name", ENDLESS)
def test_the_time_given(warm, name):
    done = "counting" if name in ("count", "count tours", "closed tours") else r"[\d,]+ cells expanded"
    with pytest.raises(TimeLimitError, match=rf"stopped after 0\.2 s, the time given: {done}") as caught:
        ENDLESS[name]({"seconds": 0.2})
    error = caught.value
    assert error.seconds == 0.2
    assert error.expanded > error.backtracks > 0
    if name in ("count", "list"):
        assert error.found > 0


def test_a_count_that_pauses_is_whole(tier, tune):
    """However short the slices, nothing is lost between them."""
    tune(slice=7)
    assert gw.Board.rectangle(4, 4).paths().count() == ROOK_PATHS[4]
    assert len(set(gw.Board.rectangle(4, 4).paths())) == 184
    assert gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours().count() == 2 * KNIGHT_OPEN[3, 4]
    king, rook = gw.Board.rectangle(7, 7, moves=gw.KING).paths(), gw.Board.rectangle(7, 7).paths()
    assert king.find(by="dfs") == king.find(by="dfs-recursive")  # which has no slices
    assert king.find(by="bfs").length == 6
    assert king.shortest().cost == pytest.approx(6 * 2**0.5)
    assert rook.shortest(by="labels").length == 12


@pytest.mark.parametrize("by", ["dfs", "bfs", "labels", "list"])
def test_a_log_in_short_slices_is_the_same(tier, by, tune):
    paths = gw.Board.rectangle(3, 4).paths()
    whole = paths.trace(by=by)
    tune(slice=1)
    assert paths.trace(by=by).events.tolist() == whole.events.tolist()


def test_the_clock_starts_anew_with_every_question():
    limits = Limits(seconds=1000)
    watch = limits.watch()
    watch.check(0, 0, 0)
    watch.began -= 1000
    with pytest.raises(
        TimeLimitError, match="after 1000 s, the time given: 1,234 cells expanded, 5 backtracks, 6 found"
    ):
        watch.check(1234, 5, 6)
    limits.watch().check(0, 0, 0)


def test_an_error_beside_the_clock_is_raised():
    with pytest.raises(ZeroDivisionError):
        slices.beside(lambda: 1 // 0, Limits().watch())


def test_a_search_without_slices_is_stopped_too():
    """A board so large that a solver may be long: the clock is asked beside it."""
    side = 2200
    board = gw.Board.rectangle(
        side, side, moves=gw.KING, costs=np.random.default_rng(1).random((side, side)) + 1
    )
    paths = board.paths()
    with pytest.raises(gw.TimeLimitError):
        paths.within(0.05).shortest(by="astar")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, memory.UNKNOWN_MEMORY),
        ({"/proc/meminfo": "MemTotal: 9 kB\n"}, memory.UNKNOWN_MEMORY),
        ({"/proc/meminfo": "no colon"}, memory.UNKNOWN_MEMORY),
        ({"/proc/meminfo": "MemTotal: 900 kB\nMemAvailable: 500 kB\n"}, 500 << 10),
        ({"/proc/meminfo": "MemAvailable: 500 kB\n", "/sys/fs/cgroup/memory.max": "1000\n"}, 1000),
        ({"/proc/meminfo": "MemAvailable: 500 kB\n", "/sys/fs/cgroup/memory.max": "max\n"}, 500 << 10),
    ],
)
def test_free_memory_is_what_the_system_tells(files, expected, tmp_path, monkeypatch):
    for name, text in files.items():
        file = tmp_path / name.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setattr(memory, "Path", lambda name: tmp_path / name.lstrip("/"))
    assert memory.free_memory() == expected


def test_a_share_of_what_is_free_is_taken_where_nothing_is_said(spy):
    spy(memory, "free_memory", lambda _: 10 << 30)
    assert limits.Limits().memory_allowed == 6 << 30
    assert limits.Limits(memory=1 << 21).memory_allowed == 1 << 21
    spy(memory, "free_memory", lambda _: 0)
    assert limits.Limits().memory_allowed == memory.MIN_MEMORY
