"""The same answers on every processor: what some of them calculate in another way decides nothing."""

import os
import subprocess
import sys

import numpy as np
import pytest

QUESTIONS = """
import gridwalk as gw
board = gw.Board.rectangle(9, 9)
print(board.paths().estimate_count(states=200, runs=8, seed=1))
print(board.paths().sample_approximately(1, states=50, seed=1)[0].cells.tolist())
print(gw.Board.rectangle(7, 8, moves=gw.KING).paths().longest(steps=20_000, seed=1).cells.tolist())
"""


@pytest.mark.posix
def test_without_what_only_some_processors_have():
    """Where this processor has none of it, both runs are the same, and others find what differs."""
    umath = np._core._multiarray_umath
    extra = [name for name in umath.__cpu_dispatch__ if umath.__cpu_features__.get(name)]
    asked = [sys.executable, "-W", "ignore", "-c", QUESTIONS]
    said = [
        subprocess.run(asked, env=os.environ | more, capture_output=True, text=True, check=True).stdout
        for more in ({}, {"NPY_DISABLE_CPU_FEATURES": " ".join(extra)})
    ]
    assert said[0] == said[1] != ""
