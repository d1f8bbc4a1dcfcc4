"""The two tiers of a kernel."""

import numba
import numpy as np
import pytest

from gridwalk.listing import simple
from gridwalk.runtime import codes
from gridwalk.runtime.kernel import Kernel, kernel
from gridwalk.search import bfs, dfs, dijkstra, labels

KERNELS = [
    value
    for module in (simple, bfs, dfs, dijkstra, labels, codes)
    for value in vars(module).values()
    if type(value) is Kernel and value.__module__ == module.__name__
]


@kernel
def double(values, factor):
    for i in range(len(values)):
        values[i] *= factor


@kernel
def quadruple(values, factor):
    double(values, factor)
    double(values, factor)
    return len(values)


def test_both_forms_write_into_the_callers_memory():
    for form in (quadruple.python, quadruple.compiled, quadruple):
        values = np.arange(5)
        assert form(values, 3) == 5
        assert values.tolist() == [0, 9, 18, 27, 36]
    assert quadruple.python(np.arange(0), 3) == 0  # nothing to view


def test_the_compiled_form_calls_compiled_kernels():
    names = quadruple.dispatcher.py_func.__globals__
    assert names["double"] is double.part
    assert globals()["double"] is double  # only in the copy


def test_constant_arguments_share_one_compiled_form():
    array = numba.typeof(np.arange(5))
    for constant in (2, 3):
        double.part.compile((array, numba.types.literal(constant)))
    assert list(double.part.overloads) == [(array, numba.int64)]


@pytest.mark.parametrize("each", KERNELS, ids=lambda each: each.__name__)
def test_every_kernel_calls_compiled_kernels_only(each):
    names = each.part.py_func.__globals__
    called = {
        name
        for name in each._function.__code__.co_names
        if isinstance(each._function.__globals__.get(name), Kernel)
    }
    assert all(names[name] is each._function.__globals__[name].part for name in called)
    assert not [value for value in names.values() if isinstance(value, Kernel)]
