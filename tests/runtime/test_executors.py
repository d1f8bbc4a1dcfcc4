"""The same answers from threads, processes, loky and a cluster."""

import gc
import multiprocessing
import os
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import loky
import pytest

import executors
import gridwalk as gw
from gridwalk import errors
from gridwalk.runtime.parts import Parts
from gridwalk.runtime.tasks import run_tasks
from gridwalk.runtime.tuning import tuned
from published import ROOK_PATHS

WALLED = gw.Board.rectangle(9, 9).with_walls((2, 3), (4, 4), (6, 1))
QUESTIONS = {
    "paths": lambda on: gw.Board.rectangle(9, 9).paths().within(**on).count(),
    "lengths": lambda on: WALLED.paths().within(**on).lengths(),
    "lengths given": lambda on: WALLED.paths().longer_than(20).through((5, 5)).within(**on).count(),
    "cycles": lambda on: gw.Board.rectangle(7, 7).cycles().within(**on).count(),
    "king": lambda on: gw.Board.rectangle(4, 5, moves=gw.KING).paths().within(**on).count(by="sweep"),
    "king's lengths": lambda on: gw.Board.rectangle(4, 4, moves=gw.KING).paths().within(**on).lengths(),
    "rook's tours": lambda on: gw.Board.rectangle(4, 5).tours().within(**on).count(by="sweep"),
    "knight's tours": lambda on: (
        gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours(exits=[(0, 0)]).within(**on).count(by="sweep")
    ),
    "tours by start": lambda on: gw.Board.rectangle(4, 4).tours().within(**on).counts_by_start(),
    "knight's halves": lambda on: (
        gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True).within(**on).count(by="halves")
    ),
    "an estimate": lambda on: (
        gw.Board.rectangle(12, 12).paths().within(**on).estimate_count(states=200, runs=6, seed=3)
    ),
    "an estimate of given error": lambda on: (
        gw.Board.rectangle(11, 11).paths().within(**on).estimate_count(0.2, seed=3)
    ),
    "estimated lengths": lambda on: (
        WALLED.paths().longer_than(30).within(**on).estimate_lengths(states=200, runs=6, seed=3).count
    ),
}


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def cluster():
    import dask
    import distributed

    names = {
        "distributed.scheduler.allowed-failures": 100,  # workers that die often make innocent tasks suspect
        "distributed.nanny.pre-spawn-environ.PYTHONPATH": os.pathsep.join(sys.path),
    }
    with (
        dask.config.set(names),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", processes=True, silence_logs=50
        ) as here,
        distributed.Client(here) as client,
    ):
        yield here, client.get_executor(pure=False, retries=5)
    del here, client
    with warnings.catch_warnings():  # of workers that were killed Dask leaves sockets that nobody closes
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.mark.long
def test_the_same_everywhere(processes, cluster, tmp_path):
    places = {
        "threads": {"on": 2},
        "one thread": {"on": 1},
        "a pool of threads": {"on": ThreadPoolExecutor(2)},
        "processes": {"on": processes},
        "a cluster": {"on": cluster[1]},
        "loky": {"on": loky.get_reusable_executor(max_workers=2)},
    }
    alone = {name: ask({}) for name, ask in QUESTIONS.items()}
    with tuned(worth_a_task=0):
        for name, ask in QUESTIONS.items():
            assert {place: ask(on) for place, on in places.items()} == dict.fromkeys(places, alone[name]), (
                name
            )
    counts = [name for name in QUESTIONS if "estimate" not in name and "sample" not in name]
    with tuned(worth_a_task=0):
        for on in ({}, {"on": processes}, {"on": executors.Broken()}):  # last every part is known
            limits = {"keep": tmp_path / "parts", **on}
            assert {name: QUESTIONS[name](limits) for name in counts} == {
                name: alone[name] for name in counts
            }
    kinds = {file.name.rpartition("-")[0] for file in (tmp_path / "parts").iterdir()}
    assert kinds == {"residue", "sweep", "start", "halves"}


# ----------------------------------------------------------------------- what fails


@pytest.fixture(params=["processes", "cluster", "loky"])
def executor(request):
    if request.param == "loky":
        return loky.get_reusable_executor(max_workers=2)
    found = request.getfixturevalue(request.param)
    return found[1] if request.param == "cluster" else found


@pytest.mark.long
def test_an_executor_survives_a_task_that_fails(executor):
    paths = gw.Board.rectangle(9, 9).paths().within(on=executor)
    for function, error in ((executors.refused, errors.QuestionError), (executors.buggy, ZeroDivisionError)):
        tasks = [*executors.tasks_of(function, 1), *executors.tasks_of(executors.squares, 4)]
        with pytest.raises(error):
            list(run_tasks(tasks, executor))
        with tuned(worth_a_task=0):
            assert paths.count(by="sweep") == ROOK_PATHS[9]


@pytest.mark.posix
def test_a_worker_of_a_pool_may_die(tmp_path):
    parts = Parts(tmp_path / "parts")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        tasks = [*executors.tasks_of(executors.squares, 3), *executors.tasks_of(executors.dies, 1)]
        with pytest.raises(errors.WorkerError, match=r"a worker died, .* finished tasks are in ") as caught:
            list(run_tasks(tasks, pool, parts))
    assert "\n" not in str(caught.value)
    assert dict(run_tasks(executors.tasks_of(executors.squares, 3), None, parts))[2][1] == 4
