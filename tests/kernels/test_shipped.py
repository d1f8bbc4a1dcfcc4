"""Code that comes with the package is run where it fits, and nowhere else."""

import os
import platform
import subprocess
import sys

import pytest

from gridwalk.kernels import _machine

FOLLOW = """
import sys
from pathlib import Path
import numpy as np
from gridwalk.kernels import _machine
_machine.OBJECTS = Path({objects!r})
from gridwalk.kernels.search.first_path import follow_parents
cells = follow_parents.compiled(np.array([0, 0, 1], np.int32), 2, np.zeros(3, np.int32))
print(cells, "numba" in sys.modules)
"""


def follow(objects, cache, **environment):
    """Return what a process prints that calls one kernel, and whether it had to import Numba."""
    env = {**os.environ, "GRIDWALK_CACHE_DIR": str(cache), **environment}
    env.pop("NUMBA_BOUNDSCHECK", None)
    command = [sys.executable, "-c", FOLLOW.format(objects=str(objects))]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """A folder as a wheel has it, with the code of one kernel."""
    folder = tmp_path_factory.mktemp("objects")
    cache = tmp_path_factory.mktemp("cache")
    name = _machine.BASELINES[platform.machine()][0]
    told = {"GRIDWALK_SHIP": str(folder), "NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}
    assert follow(folder, cache, **told) == "3 True\n"
    assert not list(cache.rglob("*.code"))  # it goes into the folder only
    assert len(list(folder.glob("follow_parents-*.code"))) == 1
    (folder / _machine.MACHINE).write_text(_machine.needs())
    return folder


def test_whoever_has_the_code_compiles_nothing(objects, tmp_path):
    assert follow(objects, tmp_path) == "3 False\n"
    assert not list(tmp_path.rglob("*.code"))


def test_what_was_compiled_here_goes_first(objects, tmp_path):
    assert follow(tmp_path / "none", tmp_path) == "3 True\n"
    (entry,) = tmp_path.rglob("*.code")
    entry.write_bytes(b"junk")
    assert follow(objects, tmp_path) == "3 False\n"  # the damaged entry is passed over, with a warning


@pytest.mark.parametrize("line", [0, 1, 2])
def test_code_for_another_machine_is_not_run(objects, tmp_path, line):
    lines = (objects / _machine.MACHINE).read_text().splitlines()
    lines[line] = ["riscv64-unknown-linux-gnu", "32", "a-feature-of-tomorrow"][line]
    elsewhere = tmp_path / "objects"
    elsewhere.mkdir()
    for file in objects.glob("*.code"):
        (elsewhere / file.name).write_bytes(file.read_bytes())
    (elsewhere / _machine.MACHINE).write_text("\n".join(lines) + "\n")
    assert follow(elsewhere, tmp_path / "cache") == "3 True\n"


def test_damaged_code_is_compiled_here(objects, tmp_path):
    elsewhere = tmp_path / "objects"
    elsewhere.mkdir()
    for file in objects.iterdir():
        data = bytearray(file.read_bytes())
        if file.suffix == ".code":
            data[-1] ^= 1
        (elsewhere / file.name).write_bytes(data)
    assert follow(elsewhere, tmp_path / "cache") == "3 True\n"
