"""What do workers gain, and what does it cost when they die?

Two worker processes against one, on the residues of an open rook board (seven of 16 x 16), and on runs of an
estimate.  Then a cluster of two workers (Dask, on this machine) whose workers are killed at five seeded
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
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import gridwalk as gw
from benchmarks.planar import COUNTS
from gridwalk.runtime.journal import Journal


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
    return paths(16).within(on=on).estimate_count(states=10_000, runs=24, rng=1).value


def compare():
    """Print what two workers gain."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as one, ProcessPoolExecutor(2, spawn) as two:
        known = estimate(two)
        asks = {
            "residues of 16 x 16": (lambda on: paths(16).within(on=on).count(), COUNTS[16]),
            "24 runs of 16 x 16": (estimate, known),
        }
        for name, (ask, expected) in asks.items():
            for on in (one, two):  # all workers load what they run
                seconds(lambda on=on: paths(13).within(on=on).count(), COUNTS[13])
                estimate(on)
            rounds = [[seconds(partial(ask, on), expected) for on in (one, two)] for _ in range(3)]
            alone, both = map(min, zip(*rounds, strict=True))
            print(
                f"crew: {name}: one worker {alone:.1f} s, two {both:.1f} s: {alone / both:.2f} : 1",
                flush=True,
            )


def killed():
    """Print what kills cost."""
    import dask
    from distributed import Client, LocalCluster

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
            asked = paths(16).within(on=on, journal=f"{home}/{journal}")
            found = asked.estimate_count(states=10_000, runs=40, rng=1).value
            over.set()
            thread.join()
            return found

        known = ask("warm")
        whole = seconds(lambda: ask("whole"), known)
        hurt = seconds(lambda: ask("hurt", 5), known)
        parts = len(Journal(f"{home}/hurt").finished())
        print(f"crew: {parts} parts, undisturbed {whole:.1f} s, with five kills {hurt:.1f} s")


def main():
    """Print all."""
    compare()
    killed()


if __name__ == "__main__":
    main()
