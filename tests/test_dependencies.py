"""What is declared of other packages, and what is taken from them, go together."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest

from gridwalk.errors import InputError
from gridwalk.kernels import _machine

HOME = Path(__file__).parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED = dict(re.fullmatch(r"([\w-]+)(.*)", line).groups() for line in PROJECT["dependencies"])


def test_no_class_of_click_is_subscripted_where_it_runs():
    """`click.ParamType` takes no parameter below click 8.4; where nothing but a type is meant it may."""
    for file in (HOME / "src" / "gridwalk" / "cli").glob("*.py"):
        assert not re.search(r"^class .*\bclick\.\w+\[", file.read_text(encoding="utf-8"), re.M), file


def test_what_is_used_from_the_inside_has_a_ceiling_of_one_minor_version():
    for name in ("numba", "llvmlite"):
        found = re.fullmatch(r">=0\.(\d+),<0\.(\d+)", DECLARED[name])
        assert found, (name, DECLARED[name])
        assert int(found[2]) == int(found[1]) + 1


def test_llvmlite_is_that_of_numba():
    lowest = re.match(r">=([\d.]+)", DECLARED["llvmlite"])[1]
    assert any(line.startswith("llvmlite") and f">={lowest}" in line for line in requires("numba"))


@pytest.mark.parametrize(
    ("variable", "value"),
    [("NUMBA_CPU_NAME", "evil"), ("NUMBA_CPU_FEATURES", "evil"), ("NUMBA_CPU_FEATURES", "+evil")],
)
def test_a_processor_that_llvm_does_not_know_is_refused_before_llvm_ends_the_process(
    monkeypatch, variable, value
):
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    monkeypatch.setenv(variable, value)
    with pytest.raises(
        InputError, match=re.escape(f"{variable}={value!r}: no code can be compiled")
    ) as error:
        _machine.processor.__wrapped__()
    assert "\n" not in str(error.value)


def test_a_processor_that_llvm_knows_is_taken(monkeypatch):
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    assert _machine.processor.__wrapped__() == ("generic", "")


def test_a_command_says_so_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CPU_NAME", "evil")
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    command = [sys.executable, "-m", "gridwalk", "-q", "count", "9x9"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("gridwalk: error: NUMBA_CPU_NAME='evil': ")
