"""A board is a value: many threads may ask it at once, and none notices another."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event, Thread, current_thread

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.allpaths import members
from gridwalk.planner.ranks import cached_sweep
from gridwalk.runtime.kernel import kernel
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.slices import QUICK_BOARD, beside_once

THREADS = 6


def together(*work):
    """Run each of *work* in a thread of its own, all begun at the same time; return what they return."""
    ready = Barrier(len(work))

    def begin(task):
        ready.wait()
        return task()

    with ThreadPoolExecutor(len(work)) as pool:
        return [task.result() for task in [pool.submit(begin, task) for task in work]]


def test_all_verbs_from_many_threads():
    paths = gw.Board.rectangle(9, 9).paths()
    alone = gw.Board.rectangle(9, 9).paths()
    verbs = [
        lambda of: of.count(by="sweep"),
        lambda of: [path.length for path in of.sample(3, seed=5)],
        lambda of: of.shortest(by="astar").length,
        lambda of: list(of.shortest()),
        lambda of: of.longest().length,
        lambda of: of.unrank(10**9),
        lambda of: of.rank(of.find()),
        lambda of: of.lengths(),
        lambda of: [list(path) for path in of.list(30)],
        lambda of: of.all_shortest().count(),
        lambda of: of.distances().sum(),
        lambda of: of.through((4, 4)).count(by="sweep"),
    ]
    expected = [verb(alone) for verb in verbs]
    assert together(*(lambda verb=verb: verb(paths) for verb in verbs * 2)) == expected * 2


@pytest.mark.parametrize("kind", ["paths", "induced paths", "paths of a length"])
def test_ranks_from_many_threads(kind):
    """All threads share one cached sweep."""
    paths = gw.Board.rectangle(6, 6).paths()
    some = {"paths": paths, "induced paths": paths.induced(), "paths of a length": paths.of_length(20)}[kind]
    number = some.count()
    chosen = [[n * number // 50 + thread for n in range(8)] for thread in range(THREADS)]
    found = together(
        *(lambda ranks=ranks: [some.rank(some.unrank(rank)) for rank in ranks] for ranks in chosen)
    )
    assert found == chosen


def test_the_time_of_one_thread_is_not_that_of_another():
    paths = gw.Board.rectangle(9, 9).paths()
    path = paths.unrank(12345)

    def hurried():
        stopped = 0
        for _ in range(20):
            try:
                paths.within(1e-6).unrank(54321)
            except gw.errors.TimeLimitError:
                stopped += 1
        return stopped

    def unhurried():
        return [paths.unrank(12345) for _ in range(10)] + [paths.rank(path) for _ in range(10)]

    stopped, *others = together(hurried, unhurried, unhurried)
    assert stopped == 20
    assert others == [[path] * 10 + [12345] * 10] * 2


def test_the_time_to_wait_for_another_thread_counts():
    paths = gw.Board.rectangle(9, 9).paths()
    paths.unrank(0)
    inside, leave = Event(), Event()

    def hold():
        with cached_sweep(paths._question.running()):
            inside.set()
            leave.wait()

    thread = Thread(target=hold)
    thread.start()
    inside.wait()
    try:
        for seconds in (0.05, 1, 10, 100):  # on a busy machine the first may be over before it waits
            with pytest.raises(gw.errors.TimeLimitError) as late:
                paths.within(seconds).unrank(3)
            if "waiting for the ranks" in str(late.value):
                break
        assert "waiting for the ranks" in str(late.value)
    finally:
        leave.set()
        thread.join()
    assert paths.rank(paths.unrank(3)) == 3


def test_one_board_does_not_wait_for_the_sweep_of_another(spy):
    """On Python 3.11 the cached properties of all objects share a lock: no sweep may be made in one."""
    inside, leave = Event(), Event()

    def drawn():
        return gw.Board.rectangle(4, 4, moves=gw.KING).paths().sample(1, seed=1)

    def hold(original, *arguments, **options):
        if not inside.is_set():
            inside.set()
            leave.wait()
        return original(*arguments, **options)

    spy(members, "Tape", hold)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(drawn)
        inside.wait()
        try:
            second = pool.submit(drawn).result(timeout=120)
        finally:
            leave.set()
        assert first.result() == second


def test_what_was_loaded_once_needs_no_thread_on_small_boards():
    """Only once that ran compiled: interpreted it may take long, or something may have to be compiled."""
    here, began = current_thread(), []

    @kernel
    def length(values):
        return len(values)

    def ran_here(name, cells, work=lambda: None):
        beside_once(name, cells, lambda: (began.append(current_thread()), work()), NO_LIMITS.watch())
        return began[-1] is here

    assert [ran_here("test", 100), ran_here("test", 100), ran_here("other", 100)] == [False, True, False]
    assert [ran_here("test", QUICK_BOARD), ran_here("test", QUICK_BOARD + 1)] == [True, False]
    interpreted = partial(length.python, np.zeros(3))
    assert [ran_here("slow", 100, interpreted) for _ in range(3)] == [False, False, False]
    assert [ran_here("slow", 100), ran_here("slow", 100)] == [False, True]
