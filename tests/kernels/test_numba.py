"""What gridwalk uses of Numba and NumPy beyond their documented faces, part by part.

When one of these fails after an upgrade, its message says which line of gridwalk to look at;
until it is repaired, tell users the highest version that works (pyproject.toml).
"""

import ctypes
import subprocess
import sys

import numba
import numpy as np
from llvmlite import binding
from numba.core import base
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from gridwalk.kernels import _machine, _numba
from gridwalk.kernels._kernel import inline_kernel, kernel


def fill(values, factor):
    for i in range(len(values)):
        values[i] = factor
    return values


def machine_code(dispatcher, *arguments):
    dispatcher.compile(tuple(map(numba.typeof, arguments)))
    return next(iter(dispatcher.inspect_llvm().values()))


def test_the_flag_that_drops_reference_counts():
    """Numba documents no `_nrt`; without it, jump point search takes four times as long."""
    arguments = np.zeros(3), 2.0
    counted, plain = numba.njit(fill), _numba.dispatcher(fill, False)
    assert "NRT_incref" in machine_code(counted, *arguments), "this test no longer sees reference counts"
    assert "NRT_incref" not in machine_code(plain, *arguments), (
        "njit(_nrt=False) counts references again: find the new flag for `_numba.dispatcher`"
    )


def test_the_flags_that_leave_out_wrappers():
    arguments = np.zeros(3), 2.0
    assert "cpython" in machine_code(numba.njit(_nrt=False)(fill), *arguments), "this test sees no wrappers"
    code = machine_code(_numba.dispatcher(fill, False), *arguments)
    assert "cpython" not in code, "wrappers for Python are compiled again: see `_numba._FLAGS`"
    assert "cfunc" not in code, "wrappers for C are compiled again: see `_numba._FLAGS`"


@inline_kernel
def part(values, i):
    return values[i] + 1


@kernel
def whole(values):
    total = 0
    for i in range(len(values)):
        total += part(values, i)
    return total


def test_the_flag_that_compiles_a_kernel_into_its_callers():
    assert "alwaysinline" in machine_code(part.for_numba, np.arange(3), 1), (
        "njit(forceinline=True) no longer marks a function for inlining: look at `_numba.dispatcher`"
    )
    assert whole.compiled(np.arange(3)) == 6


def test_code_is_for_the_processor_that_numba_compiles_for():
    """Code for another processor, on a home that machines share, must not be run."""
    magic = cpu_target.target_context.codegen().magic_tuple()
    assert binding.get_process_triple() in magic
    assert _machine.processor()[0] in magic, "see `_machine.processor`"


def test_an_array_is_laid_out_as_the_entries_read_it():
    """The layout is part of NumPy's C interface, and of CPython's."""
    array = np.zeros((5, 7), np.int32)[1:]

    def word(offset):
        return ctypes.c_int64.from_address(id(array) + offset).value

    assert word(_numba._DATA) == array.ctypes.data
    for at, expected in ((_numba._SHAPE, array.shape), (_numba._STRIDES, array.strides)):
        place = word(at)
        assert (ctypes.c_int64 * 2).from_address(place)[:] == list(expected)


def test_the_setting_for_bounds_checks_is_where_it_was():
    assert hasattr(numba.config, "BOUNDSCHECK"), "checked and unchecked code share entries: see _version"


OTHERS = """
import sys
import numba, numpy as np
from gridwalk.kernels._kernel import kernel
from gridwalk.kernels._numba import compile_form

@kernel
def least(values, most):
    return min(most, values[0])

compile_form(least.for_numba, (np.arange(3), 5), "entry")
heavy = "scipy.linalg" in sys.modules

@numba.njit
def of_others(values):
    return min(7, values[2]) + np.sort(values).sum()

print(heavy, of_others(np.arange(3)))
"""


def test_to_compile_loads_little_of_numba_and_leaves_the_rest_to_others():
    """A function of theirs may call what a kernel called before, and what was not loaded for that."""
    done = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["False", "5"], done.stderr


def test_after_compiling_numba_is_as_it_was():
    changed = [cpu_target.target_context, cpu_target.typing_context, BaseFunction, PostProcessor, base]
    before = [dict(vars(each)) for each in changed]
    with _numba._as_written():
        assert vars(changed[0]).keys() > before[0].keys(), "this test sees no change"
    assert [dict(vars(each)) for each in changed] == before
