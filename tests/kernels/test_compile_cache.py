"""The cache of compiled code: whose it is, and that no damage, full disk or other process does harm."""

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwalk.errors import CompileCacheWarning
from gridwalk.kernels import _cache, _kernel
from gridwalk.kernels._kernel import kernel

# One small kernel, compiled again in half a second.
FOLLOW = """
import numpy as np
from gridwalk.kernels.search.first_path import follow_parents
print(follow_parents.compiled(np.array([0, 0, 1], np.int32), 2, np.zeros(3, np.int32)))
"""


def cache_directory(folder="search"):
    """Return what a process returns that asks for the first time."""
    _cache._prune.cache_clear()
    return _cache.cache_directory.__wrapped__(folder)


def run_python(code, **environment):
    """Run *code* as a whole process with a changed environment; a value of None removes a name."""
    env = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


def test_the_cache_directory_is_ones_own(tmp_path):
    done = run_python(FOLLOW, GRIDWALK_CACHE_DIR=str(tmp_path))
    assert (done.stdout, done.stderr, done.returncode) == ("3\n", "", 0)
    directories = list((tmp_path / "gridwalk").iterdir())
    for directory in directories:
        assert re.fullmatch("[a-z.]+-[0-9a-f]{16}", directory.name)
        if os.name == "posix":
            assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert list(tmp_path.glob("gridwalk/search-*/follow_parents-*.code")), "nothing was cached"
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.code")}
    assert run_python(FOLLOW, GRIDWALK_CACHE_DIR=str(tmp_path)).stdout == "3\n"
    after = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.code")}
    assert after == before  # used, not written again


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other places")
def test_the_directory_given_by_the_system(tmp_path, monkeypatch):
    monkeypatch.delenv("GRIDWALK_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory().parent == tmp_path / "gridwalk"


@pytest.mark.posix
@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_directory_that_others_may_write_is_not_used(tmp_path, monkeypatch, mode):
    """Cached code is code that will be run: whoever can write there can run anything as this user."""
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    directory = cache_directory()
    directory.chmod(mode)
    again = cache_directory()
    assert again is None or stat.S_IMODE(again.stat().st_mode) == 0o700


@pytest.mark.posix
def test_somebody_elses_directory_is_not_used(tmp_path, monkeypatch, spy):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    assert cache_directory() is not None
    spy(os, "getuid", lambda _: 4_000_000_001)
    assert cache_directory() is None


@pytest.mark.parametrize(
    "kind", ["a file", "below a file", pytest.param("a broken link", marks=pytest.mark.posix)]
)
def test_without_a_writable_cache_it_still_works(tmp_path, kind):
    path = tmp_path / "cache"
    if kind == "a broken link":
        path.symlink_to("/proc/no/such/place")
    else:
        path.write_text("")
    given = path / "deeper" if kind == "below a file" else path
    done = run_python(FOLLOW, GRIDWALK_CACHE_DIR=str(given))
    assert (done.stdout, done.stderr, done.returncode) == ("3\n", "", 0)


@pytest.mark.posix
def test_without_a_home_it_still_works(tmp_path, monkeypatch, spy):
    """A container's user with no entry in the password file: there is no home to be found."""
    for name in ("GRIDWALK_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    spy(os.path, "expanduser", lambda _, path: path)
    monkeypatch.chdir(tmp_path)
    assert cache_directory() is None
    assert not list(tmp_path.iterdir())  # nor is a directory named ~ made here


def test_numbas_own_setting_is_left_alone(tmp_path):
    code = f"import numba; numba.config.CACHE_DIR = 'elsewhere'{FOLLOW}print(numba.config.CACHE_DIR)"
    done = run_python(code, GRIDWALK_CACHE_DIR=str(tmp_path))
    assert (done.stdout, done.stderr) == ("3\nelsewhere\n", "")


def test_bounds_are_checked_where_that_is_asked():
    """Else the run with bounds checks (tests/conftest.py) would check nothing."""
    code = (
        "import numpy as np\n"
        "from gridwalk.kernels.search.first_path import follow_parents\n"
        "follow_parents.compiled(np.arange(3)[::-1].copy(), 0, np.zeros(1, np.int32))\n"
    )
    done = run_python(code, NUMBA_BOUNDSCHECK="1")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "IndexError: index is out of bounds")


# ------------------------------------------------------------------------------------ damage


@pytest.fixture
def compile_anew(tmp_path, monkeypatch):
    """Return a function that compiles one kernel as a new process would, and tells whether it had to."""
    monkeypatch.setattr(_cache, "_warned", {})
    told = []
    monkeypatch.setattr(_kernel, "when_compiling", [told.append])

    def triple(values, factor):
        for i in range(len(values)):
            values[i] *= factor
        return len(values)

    def compile_anew(name="gridwalk.kernels.test.triple", directory=tmp_path):
        triple.__module__, _, triple.__qualname__ = name.rpartition(".")
        monkeypatch.setattr(_cache, "code_caches", lambda origin, *_: [_cache.CodeCache(origin, directory)])
        told.clear()
        values = np.arange(4)
        assert kernel(triple).compiled(values, 3) == 4
        assert values.tolist() == [0, 3, 6, 9]
        return bool(told)

    return compile_anew


def entries(directory):
    return sorted(directory.glob("*.code"))


def flip(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


DAMAGE = {
    "empty": lambda data: b"",
    "cut within the digest": lambda data: data[:7],
    "cut": lambda data: data[: len(data) // 2],
    "one byte short": lambda data: data[:-1],
    "longer": lambda data: data + b"\0",
    "junk": lambda data: b"junk" * 100,
    "a bit of the digest": lambda data: flip(data, 3),
    "a bit of the machine code": lambda data: flip(data, 2 * len(data) // 3),
    "a pickle of something else": lambda data: b"\x80\x04N.",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_is_compiled_again_and_said_once(compile_anew, tmp_path, damage):
    assert compile_anew()
    assert not compile_anew()
    (entry,) = entries(tmp_path)
    sound = entry.read_bytes()
    entry.write_bytes(DAMAGE[damage](sound))
    with pytest.warns(CompileCacheWarning, match=f"{re.escape(str(entry))} is damaged: compiled again"):
        assert compile_anew()
    assert not compile_anew()  # and it says nothing: it is whole again
    entry.write_bytes(DAMAGE[damage](sound))
    assert compile_anew()  # without another warning in this process
    assert entries(tmp_path) == [entry]


def test_another_kernels_entry_is_not_run(compile_anew, tmp_path):
    compile_anew("gridwalk.kernels.test.first")
    compile_anew("gridwalk.kernels.test.second")
    first, second = entries(tmp_path)
    shutil.copy(first, second)
    with pytest.warns(CompileCacheWarning):
        assert compile_anew("gridwalk.kernels.test.second")
    assert not compile_anew("gridwalk.kernels.test.first")


def test_sound_bytes_that_are_no_code_are_compiled_again(compile_anew, tmp_path):
    compile_anew()
    (entry,) = entries(tmp_path)
    _cache._write(entry, b"\x80\x04N.")
    with pytest.warns(CompileCacheWarning):
        assert compile_anew()
    assert not compile_anew()


def test_other_files_and_directories_do_no_harm(compile_anew, tmp_path):
    (tmp_path / "notes.nbi").write_text("of Numba")
    compile_anew()
    (entry,) = entries(tmp_path)
    entry.unlink()
    entry.mkdir()  # it can neither be read nor replaced
    (entry / "file").touch()
    with pytest.warns(CompileCacheWarning, match="compiled code is not kept"):
        assert compile_anew()


@given(st.binary(max_size=60), st.data())
def test_what_is_read_is_what_was_written(tmp_path_factory, content, data):
    directory = tmp_path_factory.mktemp("entries")
    entry, other = directory / "a.code", directory / "b.code"
    _cache._write(entry, content)
    assert _cache._read(entry) == content
    raw = entry.read_bytes()
    changed = data.draw(
        st.binary(max_size=120) | st.integers(0, len(raw) - 1).map(lambda n: raw[:n])
        | st.integers(0, len(raw) - 1).map(lambda at: flip(raw, at))
    )  # fmt: skip
    entry.write_bytes(changed)
    other.write_bytes(raw)  # sound, and another's
    for file in (entry,) * (changed != raw) + (other,):
        with pytest.raises(ValueError, match="is damaged"):
            _cache._read(file)
    assert _cache._read(directory / "none.code") is None


@pytest.mark.posix
def test_a_full_disk_costs_the_cache_and_not_the_answer(tmp_path):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    for _ in range(2):
        done = run_python(limit + FOLLOW, GRIDWALK_CACHE_DIR=str(tmp_path))
        assert (done.stdout, done.returncode) == ("3\n", 0)
        assert done.stderr.count("CompileCacheWarning") == 1
        assert "is not kept" in done.stderr
        assert not list(tmp_path.rglob("*.tmp"))


def test_what_a_killed_process_left_half_written_goes(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    directory = cache_directory()
    old, young = directory / "old.tmp", directory / "young.tmp"
    for file in (old, young):
        file.touch()
    os.utime(old, (time.time() - 7200,) * 2)
    assert cache_directory() == directory
    assert not old.exists()
    assert young.exists()  # perhaps another process is writing it


# ---------------------------------------------------------------------- directories of other versions


@pytest.fixture
def versions(tmp_path, monkeypatch):
    """Return a function that makes a directory last used so many days ago, with files of these names."""
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))

    def make(name, days, *files):
        directory = tmp_path / "gridwalk" / name
        directory.mkdir(parents=True)
        for file in files:
            (directory / file).touch()
        os.utime(directory, (time.time() - days * 24 * 3600,) * 2)
        return directory

    return make


def test_what_nobody_used_for_30_days_is_removed(versions):
    old = versions("search-0123456789abcdef", 31, "a.code", "b.tmp")
    older = versions("0123456789abcdef", 400, "a.code")  # as earlier versions of gridwalk named them
    young = versions("tours-0123456789abcdef", 29, "a.code")
    cache_directory()
    assert (old.exists(), older.exists(), (young / "a.code").exists()) == (False, False, True)


def test_what_is_used_stays(versions, tmp_path):
    directory = cache_directory()
    (directory / "a.code").touch()
    os.utime(directory, (time.time() - 400 * 24 * 3600,) * 2)
    assert cache_directory() == directory
    assert (directory / "a.code").exists()
    assert directory.stat().st_mtime > time.time() - 3600  # so another process lets it stay, too


@pytest.mark.posix
def test_what_is_not_ours_stays(versions, tmp_path):
    others = versions("holiday-pictures", 400, "a.code")
    mixed = versions("search-0123456789abcdef", 400, "a.code", "notes.txt")
    target = versions("elsewhere", 400, "a.code")
    link = tmp_path / "gridwalk" / "tours-0123456789abcdef"
    link.symlink_to(target, target_is_directory=True)
    cache_directory()
    assert (others / "a.code").exists()
    assert [file.name for file in mixed.iterdir()] == ["notes.txt"]
    assert (target / "a.code").exists()
    assert link.is_symlink()


def test_a_directory_removed_under_a_process_is_made_again(compile_anew, tmp_path):
    home = tmp_path / "search-0123456789abcdef"
    home.mkdir()
    assert compile_anew(directory=home)
    shutil.rmtree(home)
    assert compile_anew(directory=home)
    assert not compile_anew(directory=home)
    if os.name == "posix":
        assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_processes_that_prune_at_once_do_each_other_no_harm(versions, spy):
    """Whatever a process looks at may be gone at its next step."""
    directory = versions("search-0123456789abcdef", 31, "a.code")

    def removed_before(unlink, path, **options):
        unlink(path)
        path.parent.rmdir()
        unlink(path, **options)

    spy(Path, "unlink", removed_before)
    assert cache_directory() is not None
    assert not directory.exists()


@pytest.mark.posix
def test_processes_that_compile_at_once_and_one_that_is_killed(tmp_path):
    environment = {**os.environ, "GRIDWALK_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", FOLLOW]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in "123"]
    while not list(tmp_path.glob("gridwalk/*")) and started[0].poll() is None:  # they begin to compile
        time.sleep(0.01)
    started[0].send_signal(signal.SIGKILL)
    answers = [process.communicate()[0] for process in started]
    assert answers[1:] == ["3\n"] * 2
    done = run_python(FOLLOW, GRIDWALK_CACHE_DIR=str(tmp_path))
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_without_a_warning_nothing_is_said(compile_anew):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_anew()
        compile_anew()
