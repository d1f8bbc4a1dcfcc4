"""The same answers from threads, processes and a cluster; what dies costs nothing but time."""

import gc
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import crew
import gridwalk as gw
from gridwalk import errors
from gridwalk.runtime.results import Results
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
    "knight's tours to a corner": lambda on: (
        gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours(exits=[(0, 0)]).within(**on).count(by="sweep")
    ),
    "tours by start": lambda on: gw.Board.rectangle(4, 4).tours().within(**on).counts_by_start(),
    "knight's halves": lambda on: (
        gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True).within(**on).count(by="halves")
    ),
    "up to symmetry": lambda on: (
        gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True).within(**on).count(up_to_symmetry=True)
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
    "estimated visits": lambda on: (
        WALLED.paths().within(**on).estimate_visits(states=200, runs=6, seed=3).frequencies.tobytes()
    ),
    "a rough sample": lambda on: WALLED.paths().within(**on).sample_approximately(3, states=200, seed=3),
}


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    import dask

    names = {
        "distributed.scheduler.allowed-failures": 100,  # whoever dies often makes innocent tasks suspect
        "distributed.nanny.pre-spawn-environ.PYTHONPATH": os.pathsep.join(sys.path),
    }
    with (
        dask.config.set(names),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True, silence_logs=50
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
        "kept": {"keep": tmp_path / "kept"},
        "an address": {"keep": f"memory://{tmp_path}"},
        "a pool of threads": {"on": ThreadPoolExecutor(2)},
        "processes": {"on": processes, "keep": tmp_path / "processes"},
        "a cluster": {"on": cluster[1]},
    }
    alone = {name: ask({}) for name, ask in QUESTIONS.items()}
    with tuned(worth_a_task=0):
        for name, ask in QUESTIONS.items():
            assert {place: ask(on) for place, on in places.items()} == dict.fromkeys(places, alone[name]), (
                name
            )
        # Again: now every part is known, and nobody is needed.
        known = {"on": crew.Broken(), "keep": tmp_path / "processes"}
        assert {name: ask(known) for name, ask in QUESTIONS.items()} == alone
    kinds = {name.rpartition("-")[0] for name in Results(tmp_path / "processes").finished()}
    assert kinds >= {
        "residue",
        "sweep",
        "count",
        "start",
        "halves",
        "symmetry",
        "run",
    }  # and of whole answers


def test_residues_of_every_size(tier, tmp_path):
    """In words of 16 and of 32 bits, that wrap or do not."""
    for n in (6, 8, 9, 10):
        with tuned(worth_a_task=0):
            paths = gw.Board.rectangle(n, n).paths().within(keep=tmp_path, on=ThreadPoolExecutor(2))
            assert paths.count(by="sweep") == ROOK_PATHS[n]
    assert len(Results(tmp_path).finished()) >= 6


# ----------------------------------------------------------------------- whoever dies


class Watched:
    """A journal whose finished tasks must not be done again."""

    def __init__(self, directory):
        self.directory, self.journal = directory, Results(directory / "journal")
        self.known = {}

    def look(self):
        """Note how often each finished task was done."""
        for task in crew.tasks_of(crew.counted, NUMBER, str(self.directory)):
            if task.name in self.journal.finished():
                self.known.setdefault(task.arguments[1], self.calls(task.arguments[1]))
        return len(self.known)

    def calls(self, n):
        file = self.directory / f"{n}.calls"
        return file.read_text().count("\n") if file.exists() else 0

    def finish(self, on):
        """Do the rest, and check all."""
        tasks = crew.tasks_of(crew.counted, NUMBER, str(self.directory))
        for number, result in run_tasks(tasks, on, self.journal):
            assert result == number**2
        assert {n: self.calls(n) for n in self.known} == self.known


NUMBER = 40


@pytest.mark.long
@pytest.mark.posix
def test_workers_of_a_cluster_may_die(cluster, tmp_path):
    here, executor = cluster
    watched, rng = Watched(tmp_path), random.Random(5)
    moments = sorted(rng.sample(range(1, NUMBER - 5), 5))
    found = {}
    for number, result in run_tasks(
        crew.tasks_of(crew.counted, NUMBER, str(tmp_path)), executor, watched.journal
    ):
        found[number] = result
        if len(found) in moments:
            watched.look()
            alive = [worker for worker in here.workers.values() if worker.pid]
            os.kill(rng.choice(alive).pid, signal.SIGKILL)
    assert found == {n: n * n for n in range(NUMBER)}
    assert {n: watched.calls(n) for n in watched.known} == watched.known
    assert len(watched.known) >= moments[-1]


@pytest.mark.posix
def test_a_worker_of_a_pool_may_die(tmp_path):
    journal = Results(tmp_path / "journal")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        tasks = [*crew.tasks_of(crew.squares, 3), *crew.tasks_of(crew.dies, 1)]
        with pytest.raises(errors.WorkerError, match=r"a worker died, .* finished tasks are in ") as caught:
            list(run_tasks(tasks, pool, journal))
    assert "\n" not in str(caught.value)
    done = dict(run_tasks(crew.tasks_of(crew.squares, 3), crew.Broken(), journal))
    assert [done[n]["square"] for n in range(3)] == [0, 1, 4]


@pytest.mark.long
@pytest.mark.posix
@pytest.mark.parametrize("who", ["the client", "everything"])
def test_the_client_may_die(who, tmp_path):
    watched = Watched(tmp_path)
    command = [sys.executable, crew.__file__, str(tmp_path), str(NUMBER)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, start_new_session=True, env=environment) as client:
        while watched.look() < 7:
            assert client.poll() is None
            time.sleep(0.02)
        (os.killpg if who == "everything" else os.kill)(client.pid, signal.SIGKILL)
    for _ in range(15_000):  # the workers end by themselves
        if not _group(client.pid):
            break
        time.sleep(0.02)
    assert not _group(client.pid)
    watched.look()
    assert 7 <= len(watched.known) < NUMBER
    assert watched.journal.running() == {}
    watched.finish(2)


def _group(leader):
    """Return the processes of a process group."""
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    return True
