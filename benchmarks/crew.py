"""What do workers gain, and what does it cost when they die?

A question shared by two worker processes, beside the same question asked twice at once, of a worker each: so
a machine that has other work to do slows both alike.  Twice is the most to be gained.  The residues of an
open board (seven of 16 x 16, so 1.75 at most), and runs of an estimate.  Then a cluster of two workers
(Dask, on this machine) whose workers are killed at five seeded
moments, beside an undisturbed one.  All answers are checked; workers are warm, and no result is kept from one
question to the next.
"""

import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import gridwalk as gw
from benchmarks.figures import Figure
from benchmarks.planar import COUNTS
from gridwalk.runtime.results import Results

ROUNDS = 3


def seconds(ask, expected):
    """Return how long a question takes, once its answer is checked."""
    begin = time.perf_counter()
    answer = ask()
    took = time.perf_counter() - begin
    if answer != expected:
        raise SystemExit(f"crew: {answer}, not {expected}")
    return took


def paths(n):
    """Ask for the paths from corner to corner."""
    return gw.Board.rectangle(n, n).paths()


def estimate(on):
    """Return an estimate of 16 x 16, by 24 runs."""
    return paths(16).within(on=on).estimate_count(states=10_000, runs=24, seed=1).value


def compare():
    """Return what two workers gain."""
    found = []
    spawn = multiprocessing.get_context("spawn")
    pools = [ProcessPoolExecutor(workers, spawn) for workers in (2, 1, 1)]
    two, *single = pools
    with ExitStack() as stack, ThreadPoolExecutor(2) as threads:
        for pool in pools:
            stack.enter_context(pool)
        known = estimate(two)
        asks = {
            "residues of 16 x 16": (lambda on: paths(16).within(on=on).count(), COUNTS[16]),
            "24 runs of 16 x 16": (estimate, known),
        }
        for name, (ask, expected) in asks.items():
            for on in pools:  # all workers load what they run
                seconds(lambda on=on: paths(13).within(on=on).count(), COUNTS[13])
                estimate(on)
            rounds = []
            for _ in range(ROUNDS):
                both = seconds(partial(ask, two), expected)
                begin = time.perf_counter()
                assert list(threads.map(ask, single)) == [expected, expected]
                rounds.append((both, time.perf_counter() - begin))
            both, twice = sorted(rounds, key=lambda pair: pair[0] / pair[1])[ROUNDS // 2]
            aimed = {"aim": 1 / 1.7, "of_ratio": True, "note": f"by the wall: a gain of {twice / both:.2f}"}
            found.append(Figure(f"{name}, two workers", "s", both, "twice, a worker each", twice, **aimed))
    return found


def killed():
    """Return what kills cost."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        return []

    settings = {
        "distributed.scheduler.allowed-failures": 100,
        "distributed.nanny.pre-spawn-environ.PYTHONPATH": os.pathsep.join(sys.path),
    }
    quiet = {"dashboard_address": None, "silence_logs": 50}
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **quiet) as here,
        Client(here) as client,
        tempfile.TemporaryDirectory() as home,
    ):
        on = client.get_executor(pure=False, retries=20)

        def ask(journal, kills=0):
            rng, over = random.Random(kills), threading.Event()

            def kill():
                for _ in range(kills):
                    if over.wait(rng.uniform(0.3, 2)):
                        return
                    alive = [worker.pid for worker in here.workers.values() if worker.pid]
                    if alive:
                        os.kill(rng.choice(alive), signal.SIGKILL)

            thread = threading.Thread(target=kill)
            thread.start()
            asked = paths(16).within(on=on, keep=f"{home}/{journal}")
            found = asked.estimate_count(states=10_000, runs=40, seed=1).value
            over.set()
            thread.join()
            return found

        known = ask("warm")
        whole = seconds(lambda: ask("whole"), known)
        hurt = seconds(lambda: ask("hurt", 5), known)
        parts = len(Results(f"{home}/hurt").finished())
        name = f"an estimate in {parts} parts, five workers killed"
        aim = 1.5 * whole + 25  # half as long again, and five seconds a kill
        aimed = {"aim": aim, "of_ratio": False, "note": "by the wall"}
        return [Figure(name, "s", hurt, "undisturbed", whole, **aimed)]


def figures():
    """Return all."""
    return [*compare(), *killed()]
