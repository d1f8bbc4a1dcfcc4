"""The same answers from threads, processes and a cluster; what dies costs nothing but time."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import crew
import gridwalk as gw
from gridwalk import errors
from gridwalk.runtime.journal import Journal
from gridwalk.runtime.tasks import run_tasks
from gridwalk.runtime.tuning import tuned
from published import ROOK_PATHS

pytestmark = pytest.mark.no_kernels

WALLED = gw.Board.rectangle(9, 9).with_walls((2, 3), (4, 4), (6, 1))
QUESTIONS = {
    "paths": lambda on: gw.Board.rectangle(9, 9).paths().within(**on).count(),
    "lengths": lambda on: WALLED.paths().within(**on).lengths(),
    "lengths given": lambda on: WALLED.paths().longer_than(20).through((5, 5)).within(**on).count(),
    "cycles": lambda on: gw.Board.rectangle(7, 7).cycles().within(**on).count(),
    "king": lambda on: gw.Board.rectangle(4, 5, moves=gw.KING).paths().within(**on).count(by="sweep"),
    "king's lengths": lambda on: gw.Board.rectangle(4, 4, moves=gw.KING).paths().within(**on).lengths(),
    "rook's tours": lambda on: gw.Board.rectangle(5, 6).tours().within(**on).count(by="sweep"),
    "tours by start": lambda on: gw.Board.rectangle(5, 5).tours().within(**on).counts_by_start(),
    "knight's halves": lambda on: (
        gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True).within(**on).count(by="halves")
    ),
    "up to symmetry": lambda on: (
        gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True).within(**on).count(up_to_symmetry=True)
    ),
    "an estimate": lambda on: (
        gw.Board.rectangle(14, 14).paths().within(**on).estimate_count(states=300, runs=9, rng=3)
    ),
    "an estimate of given error": lambda on: (
        gw.Board.rectangle(13, 13).paths().within(**on).estimate_count(0.2, rng=3)
    ),
    "estimated lengths": lambda on: (
        WALLED.paths().longer_than(30).within(**on).estimate_lengths(states=200, runs=6, rng=3).count
    ),
    "estimated visits": lambda on: (
        WALLED.paths().within(**on).estimate_visits(states=200, runs=6, rng=3).frequencies.tobytes()
    ),
    "a rough sample": lambda on: WALLED.paths().within(**on).sample_approximately(3, states=200, rng=3),
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


def test_the_same_everywhere(processes, cluster, tmp_path):
    places = {
        "threads": {"on": 2},
        "one thread": {"on": 1},
        "a journal": {"journal": tmp_path / "threads"},
        "a pool of threads": {"on": ThreadPoolExecutor(2)},
        "processes": {"on": processes, "journal": tmp_path / "processes"},
        "a cluster": {"on": cluster[1]},
    }
    with tuned(worth_a_task=0):
        for name, ask in QUESTIONS.items():
            alone = ask({})
            assert {place: ask(on) for place, on in places.items()} == dict.fromkeys(places, alone), name
        # Again: now every part is known, and nobody is needed.
        asleep = crew.Broken()
        for name, ask in QUESTIONS.items():
            assert ask({"on": asleep, "journal": tmp_path / "processes"}) == ask({}), name
    kinds = {name.rpartition("-")[0] for name in Journal(tmp_path / "processes").finished()}
    assert kinds == {"residue", "sweep", "count", "start", "halves", "symmetry", "run"}
