"""Which sources a digest covers: all that the code of a kernel comes from, and no other folder."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from gridwalk.kernels import _cache, codes
from gridwalk.kernels import _cache as _sources
from gridwalk.kernels._kernel import Kernel, bound_kernel, kernel
from gridwalk.kernels.search import pairs

PLACE = Path(_sources.__file__).parent
MODULES = sorted(
    ".".join(("gridwalk.kernels", *file.relative_to(PLACE).with_suffix("").parts))
    for file in PLACE.rglob("*.py")
    if file.name != "__init__.py"
)


@pytest.fixture
def tree(tmp_path, spy):
    """Return a function that writes a file of another `gridwalk.kernels`; at first it is a small one."""
    spy(_sources, "_place", lambda _, folder: tmp_path.joinpath(*filter(None, folder.split("."))))

    def write(name, text):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    write("shared.py", "ONE = 1\n")
    write("low/first.py", "from gridwalk.kernels.shared import ONE\n")
    write("high/second.py", "from gridwalk.kernels.low.first import ONE\n")
    write("high/inner/third.py", "from gridwalk.kernels import (\n    shared,  # nothing of low\n)\n")
    write("top/fourth.py", "    import gridwalk.kernels.high.second as other\n")
    return write


FOLDERS = ("", "low", "high", "high.inner", "top")


def changed(tree, name):
    before = {folder: _sources.digest_of([folder]) for folder in FOLDERS}
    tree(name, (_sources._place("") / name).read_text() + "# changed\n")
    return {folder for folder in FOLDERS if _sources.digest_of([folder]) != before[folder]}


def test_an_edit_costs_the_folder_and_those_that_build_on_it(tree):
    assert changed(tree, "low/first.py") == {"low", "high", "top"}
    assert changed(tree, "high/second.py") == {"high", "top"}
    assert changed(tree, "high/inner/third.py") == {"high.inner"}
    assert changed(tree, "top/fourth.py") == {"top"}
    assert changed(tree, "shared.py") == set(FOLDERS)


def test_a_module_renamed_or_added_counts(tree):
    before = _sources.digest_of(["low"])
    tree("low/more.py", "")
    more = _sources.digest_of(["low"])
    tree("low/README.txt", "not a source")
    assert before != more == _sources.digest_of(["low"])


def test_folders_that_import_each_other(tree):
    tree("low/more.py", "from gridwalk.kernels import top\n")
    assert _sources.folders_behind(["low"]) == ["", "high", "low", "top"]


def test_every_folder_has_a_directory_of_its_own(tree, tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path / "cache"))
    ask = _cache.cache_directory.__wrapped__
    first = ask("high")
    assert first == ask("high", frozenset({"high", "low"}))
    assert first != ask("high", frozenset({"high", "high.inner"}))
    assert first.parent == tmp_path / "cache" / "gridwalk"
    tree("high/second.py", "")
    assert first != ask("high")
    assert {each.name.rpartition("-")[0] for each in first.parent.iterdir()} == {"high"}
    assert ask("").name.startswith("kernels-")


@pytest.mark.parametrize("module", MODULES)
def test_the_imports_are_read_as_python_reads_them(module):
    source = (PLACE / Path(*module.split(".")[2:])).with_suffix(".py").read_text()
    expected = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            expected |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports in the kernels are absolute, so that they can be read"
            expected |= {f"{node.module}.{alias.name}" for alias in node.names}
    found = set(_sources.imported_names(source))
    assert found == {name for name in expected if name.startswith("gridwalk.kernels")}


@pytest.mark.parametrize("module", MODULES)
def test_the_kernels_that_a_kernel_calls_are_behind_its_folder(module):
    """So one digest serves all kernels of a folder; what the imports miss, no digest would cover."""
    behind = set(_sources.folders_behind([_sources.folder_of(module)]))
    for value in vars(import_module(module)).values():
        if isinstance(value, Kernel):
            assert {_sources.folder_of(each) for each in value.modules} <= behind, value


def test_a_bound_kernel_depends_on_what_it_is_bound_to():
    bound = bound_kernel(pairs.batch, "batch_of_words", find=codes.trailing_zeros)
    assert bound.modules >= {"gridwalk.kernels.search.pairs", "gridwalk.kernels.codes"}


def test_code_from_outside_the_package_is_not_kept():
    """Nothing would say that it has changed."""

    @kernel
    def ours(word):
        return word

    bound = bound_kernel(pairs.batch, "batch_of_ours", find=ours)
    assert _cache.code_caches(ours.full_name, __name__, ours.modules) == []
    assert _cache.code_caches(bound.full_name, pairs.__name__, bound.modules) == []
    assert _cache.code_caches("batch", pairs.__name__, {pairs.__name__}) != []
