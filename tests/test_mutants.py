"""A mutation run: what a mutant compiles reaches nobody's cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# The form with int32 is compiled as it is, and kept; that with int64 without a line, by a child.
COMPILE_A_MUTANT = """
import sys
from pathlib import Path
import numpy as np
from gridwalk.kernels._cache import cache_directory
from gridwalk.kernels.search.first_path import follow_parents
from tests import mutants

def follow(kind):
    cells = np.zeros(3, kind)
    return follow_parents.compiled(np.array([0, 0, 1], kind), 2, cells), cells.tolist()

def kept(directory):
    files = directory.rglob("*")
    return {file.relative_to(directory): file.is_file() and file.read_bytes() for file in files}

def spoil(tell):
    mutants.put_in(mutant)
    tell(follow(np.int64))
    tell(cache_directory("search").is_relative_to(ours))

theirs, ours = map(Path, sys.argv[1:])
print(follow(np.int32))
before = kept(theirs)
mutants.keep_nothing(ours)
mutant = next(
    one
    for one in mutants.every_site(["kernels/search/first_path.py"])
    if one.name == "follow_parents" and one.new == b"pass"
)
print(*mutants.in_child(spoil, 60)[0])
print(sum(file.suffix == ".code" for file in before), kept(theirs) == before, kept(ours) == before)
"""


@pytest.mark.posix
def test_a_kernel_with_a_fault_reaches_no_cache(tmp_path):
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    environment = os.environ | {"GRIDWALK_CACHE_DIR": str(theirs)}
    command = [sys.executable, "-c", COMPILE_A_MUTANT, theirs, ours]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "(3, [2, 1, 0])",
        "(3, [0, 0, 0]) True",  # the fault was compiled,
        "1 True True",  # and kept nowhere: the one entry is where it was, and in the copy
    ]
