"""Tasks give the same results wherever they are done, in any order; stored ones are not done again."""

import time
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from itertools import count

import numpy as np
import pytest

import executors
from gridwalk import errors
from gridwalk.runtime import slices
from gridwalk.runtime.parts import Parts
from gridwalk.runtime.tasks import Task, run_tasks, task_name
from gridwalk.runtime.tuning import tuned

PLACES = {
    "here": lambda: None,
    "one thread": lambda: 1,
    "three threads": lambda: 3,
    "a pool": lambda: ThreadPoolExecutor(2),
    "backwards": lambda: executors.Backwards(5),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kept", [False, True])
def test_the_same_results_everywhere(place, kept, tmp_path):
    parts = Parts(tmp_path / "parts") if kept else None
    for _ in range(2):
        found = dict(run_tasks(executors.tasks_of(executors.squares, 20), PLACES[place](), parts))
        assert sorted(found) == list(range(20))
        for n, result in found.items():
            assert result == {0: n, 1: n * n, 2: 1 << 70 + n}


@pytest.mark.parametrize("place", PLACES)
def test_the_context_comes_along(place):
    with slices.tier("compiled"), tuned(slice=17):
        found = dict(run_tasks(executors.tasks_of(executors.context, 5), PLACES[place]()))
    assert set(found.values()) == {("compiled", 17)}


@pytest.mark.parametrize("place", PLACES)
def test_errors_of_a_task_are_its_own(place):
    with pytest.raises(errors.QuestionError, match="0 is no answer"):
        list(
            run_tasks(
                [*executors.tasks_of(executors.refused, 1), *executors.tasks_of(executors.squares, 4)],
                PLACES[place](),
            )
        )
    with pytest.raises(ZeroDivisionError):
        list(
            run_tasks(
                [*executors.tasks_of(executors.buggy, 1), *executors.tasks_of(executors.squares, 4)],
                PLACES[place](),
            )
        )


def test_a_worker_stops_by_itself_after_the_time_limit():
    with ThreadPoolExecutor(1) as pool, pytest.raises(errors.WorkerError, match="out of time"):
        list(run_tasks(executors.tasks_of(executors.endless, 1), pool, deadline=time.monotonic() - 3))


def test_a_broken_executor_is_left_to_fail_its_tasks():
    """Its own thread sets an error on each of them, and would end at one that was cancelled meanwhile."""
    given = []

    class Breaks(Executor):
        def submit(self, function, /, *arguments, **named):
            given.append(future := Future())
            if len(given) == 5:
                future.set_exception(BrokenExecutor("a worker died"))
            return future

    with pytest.raises(errors.WorkerError):
        list(run_tasks(executors.tasks_of(executors.squares, 9), Breaks()))
    assert [future.cancelled() for future in given] == [False] * 5


def test_few_tasks_are_asked_for_in_advance():
    asked = []

    def endless():
        for n in count():
            asked.append(n)
            yield Task(task_name("squares", n), executors.squares, (n,))

    executor = executors.Backwards(50)
    found = run_tasks(endless(), executor, in_flight=60)
    assert sorted(next(found)[0] for _ in range(50)) == list(range(50))
    assert len(asked) <= 110
    assert executor.most <= 60
    found.close()


def test_what_has_not_begun_is_cancelled():
    executor = executors.Backwards(1000)

    def check():
        if len(executor.waiting) >= 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run_tasks(executors.tasks_of(executors.squares, 20), executor, check=check))
    assert all(future.cancelled() for future, *_ in executor.waiting)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (None, "a worker died, or could not begin"),
        (CancelledError(), "has cancelled the tasks"),
        (ModuleNotFoundError("No module named 'gridwalk'"), "is gridwalk installed there"),
        (RuntimeError("cannot schedule new futures after shutdown"), "takes no tasks"),
    ],
)
def test_lost_workers_are_one_line(error, words, tmp_path):
    for parts, more in ((None, "nothing is kept"), (Parts(tmp_path), f"tasks are in {tmp_path}")):
        with pytest.raises(errors.WorkerError) as caught:
            list(run_tasks(executors.tasks_of(executors.squares, 3), executors.Broken(error), parts))
        assert words in str(caught.value)
        assert more in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_finished_task_is_never_done_again(tmp_path):
    parts = Parts(tmp_path / "parts")
    tasks = executors.tasks_of(executors.counted, 12, str(tmp_path))
    some = run_tasks(tasks, 2, parts)
    first = dict(next(some) for _ in range(5))
    some.close()
    assert first == {n: n * n for n in first}
    finished = [n for n, task in enumerate(tasks) if parts.find(task.name) is not None]
    assert len(finished) >= 5
    calls = {n: (tmp_path / f"{n}.calls").read_text() for n in finished}
    assert dict(run_tasks(tasks, ThreadPoolExecutor(2), parts)) == {n: n * n for n in range(12)}
    assert {n: (tmp_path / f"{n}.calls").read_text() for n in finished} == calls


def test_names_tell_all_that_counts():
    names = {
        task_name("count", 1),
        task_name("length", 1),
        task_name("count", 2),
        task_name("count", 1, 1),
        task_name("count", (1, 1)),
        task_name("count", np.arange(2)),
        task_name("count", np.arange(2, dtype=np.int8)),
    }
    assert len(names) == 7
    assert task_name("count", np.arange(2), (3, "a")) == task_name("count", np.arange(2), (3, "a"))
