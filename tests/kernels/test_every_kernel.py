"""The check that a run compiled every kernel: it sees what was compiled, and fails where one was not."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import every_kernel
from gridwalk.allpaths import planar_kernels
from gridwalk.search.bfs import SOURCE, follow_marks

RUN = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--every-kernel"]


def test_what_is_called_in_its_compiled_form_counts_with_all_that_it_calls():
    follow_marks.compiled(np.ones(1, np.int64), np.full(3, SOURCE, np.uint8), 0, np.zeros(3, np.int32))
    compiled = every_kernel.compiled()
    assert follow_marks.full_name in compiled
    for kernel in every_kernel.kernels():
        if kernel.full_name in compiled:
            assert {part.full_name for part in every_kernel.behind(kernel)} <= compiled


def test_bound_kernels_are_among_them():
    names = {kernel.full_name for kernel in every_kernel.kernels()}
    assert {planar_kernels.sweep_groups.full_name, planar_kernels.gather.full_name} <= names
    assert all(name.startswith("gridwalk.") for name in names)


@pytest.mark.long
def test_a_run_without_a_kernel_fails_and_names_it():
    one = Path(__file__).parent.parent / "board" / "test_cells.py"
    done = subprocess.run([*RUN, "-n2", one], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    assert "gridwalk.allpaths.planar_kernels.sweep_groups" in done.stdout
    assert "failed" not in done.stdout
