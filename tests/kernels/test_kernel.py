"""The two tiers of a kernel."""

import numpy as np
import pytest

from gridwalk.kernels import codes
from gridwalk.kernels._cache import CodeCache
from gridwalk.kernels._kernel import Kernel, kernel
from gridwalk.kernels._machine import Code
from gridwalk.kernels.listing import backtrack
from gridwalk.kernels.search import dijkstra, first_path
from gridwalk.runtime import slices

KERNELS = [
    value
    for module in (backtrack, dijkstra, codes, first_path)
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


seen = []


@kernel
def look(array, pair, number):
    seen.append((type(array), type(pair), [type(part) for part in pair], type(number)))


def test_the_interpreted_form_sees_memory_views():
    seen.clear()
    array = np.zeros(3)
    look.python(array, (array, array), 7)
    assert seen == [(memoryview, tuple, [memoryview, memoryview], int)]


def test_both_forms_write_into_the_callers_memory():
    for form in (quadruple.python, quadruple.compiled, quadruple):
        values = np.arange(5)
        assert form(values, 3) == 5
        assert values.tolist() == [0, 9, 18, 27, 36]
    assert quadruple.python(np.arange(0), 3) == 0  # nothing to view


def test_the_compiled_form_calls_compiled_kernels():
    names = quadruple.for_numba.py_func.__globals__
    assert names["double"] is double.for_numba
    assert globals()["double"] is double  # only in the copy


@pytest.mark.parametrize("each", KERNELS, ids=lambda each: each.__name__)
def test_every_kernel_calls_compiled_kernels_only(each):
    names = each.for_numba.py_func.__globals__
    called = {
        name
        for name in each._function.__code__.co_names
        if isinstance(each._function.__globals__.get(name), Kernel)
    }
    assert all(names[name] is each._function.__globals__[name].for_numba for name in called)
    assert not [value for value in names.values() if isinstance(value, Kernel)]


def test_it_says_whether_it_is_compiled():
    @kernel
    def nothing(values):
        return len(values)

    assert not nothing.is_compiled
    assert nothing.compiled is nothing.compiled
    assert nothing.is_compiled
    assert (nothing.__name__, nothing.python(np.zeros(2))) == ("nothing", 2)


@pytest.mark.parametrize(
    ("steps", "is_kept", "compiles"),
    [
        (slices.LINKED_STEPS - 1, True, False),
        (slices.KEPT_STEPS, True, True),
        (slices.KEPT_STEPS, False, False),
        (slices.INTERPRETED_STEPS, False, True),
    ],
)
def test_a_kernel_whose_code_is_kept_is_interpreted_for_fewer_steps(tmp_path, steps, is_kept, compiles):
    kept = kernel(double._function)
    cache = CodeCache(f"{kept.full_name} of another", tmp_path)
    if is_kept:
        cache.save("some form", Code("entry", "", 0, "", False, (), b""))
    kept.expanded, kept.is_kept = steps, cache.has_any
    with slices.tier("auto"):
        assert slices.compiles(kept, 1) == compiles


def test_code_of_a_kernel_with_a_longer_name_is_not_its_own(tmp_path):
    CodeCache("module.join_lanes", tmp_path).save("some form", Code("entry", "", 0, "", False, (), b""))
    assert not CodeCache("module.join", tmp_path).has_any
