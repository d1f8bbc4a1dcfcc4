"""The two tiers of a kernel, and the cache of compiled code."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gridwalk.kernels import _kernel, backtrack, dijkstra, events, walks
from gridwalk.kernels._kernel import Kernel, kernel

KERNELS = [
    value
    for module in (backtrack, dijkstra, events, walks)
    for value in vars(module).values()
    if isinstance(value, Kernel) and value.__module__ == module.__name__
]
COUNT = """
import gridwalk as gw
from gridwalk.search.slices import tier
with tier("compiled"):
    print(gw.Board.rectangle(4, 4).paths().count())
"""


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


def run_python(code, **environment):
    """Run *code* as a whole process with a changed environment; a value of None removes a name."""
    env = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


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
    names = quadruple.compiled.py_func.__globals__
    assert names["double"] is double.compiled
    assert globals()["double"] is double  # only in the copy


@pytest.mark.parametrize("each", KERNELS, ids=lambda each: each.__name__)
def test_every_kernel_calls_compiled_kernels_only(each):
    names = each.compiled.py_func.__globals__
    called = {
        name
        for name in each._function.__code__.co_names
        if isinstance(each._function.__globals__.get(name), Kernel)
    }
    assert all(names[name] is each._function.__globals__[name].compiled for name in called)
    assert not [value for value in names.values() if isinstance(value, Kernel)]


def test_it_says_whether_it_is_compiled():
    @kernel
    def nothing(values):
        return len(values)

    assert not nothing.is_compiled
    assert nothing.compiled is nothing.compiled
    assert nothing.is_compiled
    assert (nothing.__name__, nothing.python(np.zeros(2))) == ("nothing", 2)


def test_the_cache_directory_is_ones_own(tmp_path):
    done = run_python(COUNT, GRIDWALK_CACHE_DIR=str(tmp_path))
    assert (done.stdout, done.stderr, done.returncode) == ("184\n", "", 0)
    (directory,) = (tmp_path / "gridwalk").iterdir()
    assert re.fullmatch("[0-9a-f]{16}", directory.name)
    if os.name == "posix":
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert list(directory.rglob("*list_paths*.nbc")), "nothing was cached"
    before = {path: path.stat().st_mtime_ns for path in directory.rglob("*.nbc")}
    assert run_python(COUNT, GRIDWALK_CACHE_DIR=str(tmp_path)).stdout == "184\n"
    assert {
        path: path.stat().st_mtime_ns for path in directory.rglob("*.nbc")
    } == before  # used, not written again


def test_every_version_of_the_kernels_has_a_cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path / "cache"))
    copy = tmp_path / "kernels"
    shutil.copytree(Path(_kernel.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_kernel, "__file__", str(copy / "_kernel.py"))
    first = _kernel._cache_directory.__wrapped__()
    assert _kernel._cache_directory.__wrapped__() == first
    with (copy / "walks.py").open("a") as stream:
        stream.write("# changed\n")
    second = _kernel._cache_directory.__wrapped__()
    assert second != first
    assert second.parent == first.parent == tmp_path / "cache" / "gridwalk"


def test_the_directory_given_by_the_system(tmp_path, monkeypatch):
    monkeypatch.delenv("GRIDWALK_CACHE_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert _kernel._cache_directory.__wrapped__().parent == tmp_path / "gridwalk"


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_directory_that_others_may_write_is_not_used(tmp_path, monkeypatch, mode):
    """Cached code is code that will be run: whoever can write there can run anything as this user."""
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    directory = _kernel._cache_directory.__wrapped__()
    directory.chmod(mode)
    again = _kernel._cache_directory.__wrapped__()
    assert again is None or stat.S_IMODE(again.stat().st_mode) == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners are a matter of POSIX")
def test_somebody_elses_directory_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    assert _kernel._cache_directory.__wrapped__() is not None
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_001)
    assert _kernel._cache_directory.__wrapped__() is None


@pytest.mark.parametrize("kind", ["a file", "below a file", "a broken link"])
def test_without_a_writable_cache_it_still_works(tmp_path, kind):
    path = tmp_path / "cache"
    if kind == "a broken link":
        path.symlink_to("/proc/no/such/place")
    else:
        path.write_text("")
    given = path / "deeper" if kind == "below a file" else path
    done = run_python(COUNT, GRIDWALK_CACHE_DIR=str(given))
    assert (done.stdout, done.stderr, done.returncode) == ("184\n", "", 0)


def test_without_a_home_it_still_works(monkeypatch):
    """A container's user with no entry in the password file: there is no home to be found."""

    def no_home():
        raise RuntimeError("Could not determine home directory.")

    for name in ("GRIDWALK_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert _kernel._cache_directory.__wrapped__() is None


def test_numbas_own_setting_is_left_alone():
    import numba

    before = numba.config.CACHE_DIR
    Kernel(quadruple._function)._compile()
    assert before == numba.config.CACHE_DIR


def test_bounds_are_checked_where_that_is_asked():
    """Else the run with bounds checks (tests/conftest.py) would check nothing."""
    code = (
        "import numpy as np\n"
        "from gridwalk.kernels.walks import follow_parents\n"
        "follow_parents.compiled(np.arange(3)[::-1].copy(), 0, np.zeros(1, np.int32))\n"
    )
    done = run_python(code, NUMBA_BOUNDSCHECK="1")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "IndexError: index is out of bounds")
