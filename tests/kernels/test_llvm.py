"""LLVM's library is called as llvmlite calls it: the same types, the same answers."""

import ctypes

import pytest
from llvmlite import binding
from llvmlite.binding import ffi

from gridwalk.kernels import _llvm


def plain(kind):
    """Return the kind, where every pointer to one of LLVM's objects is a pointer."""
    opaque = (
        isinstance(kind, type) and issubclass(kind, ctypes._Pointer) and kind.__name__.startswith("LP_LLVM")
    )
    return ctypes.c_void_p if opaque else kind


@pytest.mark.parametrize("name", _llvm.FUNCTIONS)
def test_functions_take_and_return_what_llvmlite_says(name):
    result, *takes = _llvm.FUNCTIONS[name]
    theirs = getattr(ffi.lib, f"LLVMPY_{name}")
    if theirs.argtypes is not None or not takes:  # llvmlite says of nearly all what they take
        assert takes == [plain(kind) for kind in theirs.argtypes or ()]
    if result is not None:  # else llvmlite leaves what C leaves: a number nobody reads
        assert result == plain(theirs.restype)


def test_the_processor_is_that_of_llvmlite():
    assert _llvm.text("GetHostCPUName") == binding.get_host_cpu_name()
    assert _llvm.text("GetProcessTriple") == binding.get_process_triple()
    assert set(_llvm.text("GetHostCPUFeatures").split(",")) == set(
        binding.get_host_cpu_features().flatten().split(",")
    )


def test_an_engine_compiles_and_runs_its_source():
    name, features = _llvm.text("GetHostCPUName"), _llvm.text("GetHostCPUFeatures")
    source = "define i32 @more(i32 %n) {\n  %m = add i32 %n, 1\n  ret i32 %m\n}"
    engine = _llvm.engine(name, features, source)
    address = _llvm.call("GetFunctionAddress", engine, b"more")
    assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(address)(41) == 42
    assert _llvm.call("GetFunctionAddress", engine, b"fewer") == 0


def test_source_that_is_wrong_is_an_error():
    with pytest.raises(OSError, match="expected"):
        _llvm.engine("generic", "", "define nonsense")
