"""What gridwalk uses of Numba beyond its documented face, part by part.

When one of these fails after an upgrade of Numba, its message says which line of gridwalk to look at;
until it is repaired, tell users the highest version that works (pyproject.toml).
"""

import pickle

import numba
import numpy as np
import pytest
from llvmlite import binding
from numba.core import caching, serialize
from numba.core.compiler import CompileResult

from gridwalk.kernels._kernel import inline_kernel, kernel

pytestmark = pytest.mark.no_kernels


def compiled(function, **flags):
    return numba.njit(nogil=True, **flags)(function)


def fill(values, factor):
    for i in range(len(values)):
        values[i] = factor
    return values


def machine_code(dispatcher, *arguments):
    dispatcher(*arguments)
    return next(iter(dispatcher.inspect_llvm().values()))


def test_the_flag_that_drops_reference_counts():
    """Numba documents no `_nrt`; without it, jump point search takes four times as long."""
    arguments = np.zeros(3), 2.0
    counted, plain = compiled(fill), compiled(fill, _nrt=False)
    assert "NRT_incref" in machine_code(counted, *arguments), "this test no longer sees reference counts"
    assert "NRT_incref" not in machine_code(plain, *arguments), (
        "njit(_nrt=False) counts references again: find the new flag for Kernel._compile"
    )


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
    assert "alwaysinline" in machine_code(part.compiled, np.arange(3), 1), (
        "njit(forceinline=True) no longer marks a function for inlining: look at Kernel._compile"
    )
    assert whole.compiled(np.arange(3)) == 6


class Recording(caching.NullCache):
    """What a dispatcher asks of its cache."""

    def __init__(self):
        self.asked, self.kept = [], []

    def load_overload(self, sig, target_context):
        self.asked.append((sig, target_context))

    def save_overload(self, sig, data):
        self.kept.append((sig, data))


@pytest.fixture
def kept():
    """Return (signature, target context, what was compiled) as a dispatcher hands them to its cache."""
    dispatcher = compiled(fill, _nrt=False)
    assert isinstance(dispatcher._cache, caching.NullCache), (
        "a dispatcher has no `_cache` to replace any more: look at Kernel._compile"
    )
    dispatcher._cache = recording = Recording()
    dispatcher(np.zeros(3), 2.0)
    assert len(recording.asked) == len(recording.kept) == 1, (
        "a dispatcher asks its cache otherwise than by load_overload and save_overload: look at CodeCache"
    )
    ((signature, context),), ((_, result),) = recording.asked, recording.kept
    return signature, context, result


def test_what_is_compiled_can_be_written_and_rebuilt(kept):
    _, context, result = kept
    assert isinstance(result, CompileResult)
    data = serialize.dumps(result._reduce())
    context.refresh()
    rebuilt = CompileResult._rebuild(context, *pickle.loads(data))
    assert rebuilt.entry_point(np.zeros(3), 2.0).tolist() == [2, 2, 2], (
        "CompileResult._reduce and _rebuild no longer belong together: look at CodeCache"
    )


def test_it_says_whether_it_holds_for_this_process_only(kept):
    _, _, result = kept
    assert not result.lifted
    assert not result.library.has_dynamic_globals, "plain code is not kept: see save_overload"


def test_the_processor_is_part_of_an_entrys_name(kept):
    """Code for another processor, on a home that machines share, must not be run."""
    _, context, result = kept
    magic = context.codegen().magic_tuple()
    assert magic == result.codegen.magic_tuple(), "an entry is written under a name under which none is read"
    assert binding.get_process_triple() in magic, "the machine is not in its name: see CodeCache._file"
    assert binding.get_host_cpu_name() in magic, "the processor is not in its name: see CodeCache._file"


def test_the_setting_for_bounds_checks_is_where_it_was():
    assert hasattr(numba.config, "BOUNDSCHECK"), "checked and unchecked code share entries: see _version"
