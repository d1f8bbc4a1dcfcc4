"""What a wheel says of itself: its tag, and the page that an index shows."""

import platform
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from gridwalk.kernels import _machine
from gridwalk.kernels._kernel import kernel

HOME = Path(__file__).parent.parent
SPEC = spec_from_file_location("hatch_build", HOME / "hatch_build.py")
hatch_build = module_from_spec(SPEC)
SPEC.loader.exec_module(hatch_build)
linux = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="it asks the glibc that runs")

# The platforms that the package index takes: PEP 600 for Linux, and what its upload refuses otherwise.
TAKEN = re.compile(r"manylinux_2_\d+_(x86_64|aarch64)|macosx_\d+_\d+_(x86_64|arm64)|win_(amd64|arm64)")


def entry(folder, monkeypatch):
    """Compile a kernel that calls the C library, and keep it as a wheel does."""

    def clear(values):
        for i in range(len(values)):
            values[i] = 0
        return len(values)

    clear.__module__, clear.__qualname__ = "gridwalk.kernels.test", "clear"
    monkeypatch.setenv("GRIDWALK_SHIP", str(folder))
    assert kernel(clear).compiled(np.ones(1000, np.int64)) == 1000
    (file,) = folder.glob("*.code")
    return file


@linux
def test_the_tag_is_that_of_what_the_code_calls(tmp_path, monkeypatch, spy):
    symbols = hatch_build.symbols_of(entry(tmp_path, monkeypatch).read_bytes())
    assert symbols == {"memset"}  # LLVM makes it of the loop
    assert hatch_build.system_of(tmp_path) == f"manylinux_2_17_{platform.machine()}"
    spy(hatch_build, "symbols_of", lambda *_: {"getrandom"})
    assert hatch_build.system_of(tmp_path) == f"manylinux_2_25_{platform.machine()}"


@linux
@pytest.mark.parametrize(
    ("symbol", "version"), [("memset", 2), ("qsort_r", 8), ("getrandom", 25), ("reallocarray", 26)]
)
def test_a_function_is_as_old_as_its_manual_says(symbol, version):
    """Section VERSIONS or HISTORY of the manual pages."""
    found = hatch_build.glibc_of([symbol, "numba_unpickle"])
    assert found == (version if platform.machine() == "x86_64" else max(version, 17))


@linux
def test_what_no_library_has_is_not_shipped():
    with pytest.raises(ValueError, match="nosuch is in no glibc"):
        hatch_build.glibc_of(["nosuch"])


@pytest.mark.parametrize(
    ("system", "machine", "tag"),
    [
        ("linux", "x86_64", "manylinux_2_17_x86_64"),
        ("linux", "aarch64", "manylinux_2_17_aarch64"),
        ("darwin", "arm64", "macosx_11_0_arm64"),
        ("darwin", "x86_64", "macosx_10_15_x86_64"),
        ("win32", "AMD64", "win_amd64"),
    ],
)
def test_every_machine_that_code_is_made_for_has_a_tag_that_an_index_takes(tmp_path, system, machine, tag):
    assert machine in _machine.BASELINES
    assert hatch_build.system_of(tmp_path, system, machine) == tag
    assert TAKEN.fullmatch(tag)


def test_this_machine_has_such_a_tag(tmp_path):
    assert TAKEN.fullmatch(hatch_build.system_of(tmp_path, sys.platform, platform.machine()))


@pytest.mark.parametrize(
    ("triple", "name"),
    [
        ("arm64-apple-darwin24.6.0", "arm64-apple-darwin"),
        ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu"),
        ("x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc"),
    ],
)
def test_code_is_for_a_system_and_not_for_one_version_of_its_kernel(spy, triple, name):
    spy(_machine._llvm, "text", lambda _text, _name: triple)
    assert _machine.needs().splitlines()[0] == name


LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)|(?:src|href)=\"([^\"]+)\"")


def test_the_page_on_an_index_has_no_link_that_leads_nowhere():
    text = (HOME / "README.md").read_text(encoding="utf-8")
    page = hatch_build.standalone(text)
    left = ["".join(found) for found in LINK.findall(page)]
    assert [link for link in left if not link.startswith(("https://", "#"))] == []
    assert re.findall(r"^```.*?^```$", page, re.M | re.S) == re.findall(r"^```.*?^```$", text, re.M | re.S)


def test_the_words_of_a_link_stay_and_code_is_as_it_was():
    text = "![a](b.svg)\n\n[one](two.md) and [three](https://x.org/)\n\n```\n[c](d.md)\n```\n"
    page = hatch_build.standalone(text)
    assert page.startswith("one and [three](https://x.org/)\n\n```\n[c](d.md)\n```\n")
