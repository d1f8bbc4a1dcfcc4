"""The house keeps its plan: no circle of imports, no two classes of a name, a map that is true."""

import ast
import functools
import subprocess
import sys
import tokenize
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import gridwalk

HOME = Path(gridwalk.__file__).parent
MODULES = {
    ".".join(("gridwalk", *path.relative_to(HOME).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in HOME.rglob("*.py")
}
MAX_LINES = 400
TESTS = Path(__file__).parent


@functools.cache
def trees():
    """Return the syntax of every module; not when tests are collected, by each of their processes."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def imported(tree):
    """Yield the modules of gridwalk that a module imports: anywhere, for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if (name := inner if inner in MODULES else node.module) in MODULES:
                    yield name


def test_no_circle_of_imports():
    """Not even inside functions, or for types only; `gridwalk` itself imports its public names."""
    graph = {name: set(imported(tree)) - {name} for name, tree in trees().items() if name != "gridwalk"}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)  # CycleError names a circle


def test_no_two_classes_of_a_name():
    places = defaultdict(list)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_the_map_names_every_room():
    rooms = {name.split(".")[1] for name in MODULES if name.count(".") >= 1} - {"__main__"}
    text = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert sorted(room for room in rooms if f"`{room}`" not in text) == []


def test_modules_stay_readable():
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    long = {name for name, lines in lengths.items() if lines > MAX_LINES}
    held = {name for name in long if name.startswith("gridwalk.sets.")}  # most of it are docstrings
    assert long - held == {"gridwalk.board"}  # what people hold, too


def test_public_names_are_there():
    for name in gridwalk.__all__:
        assert getattr(gridwalk, name).__doc__


LOADED = "import sys; print(sum(name.split('.')[0] == 'gridwalk' for name in sys.modules))"
SOURCE = """
import os, sys
files = {module.__file__ for name, module in sys.modules.items() if name.startswith("gridwalk.")}
print(sum(os.path.getsize(file) for file in files) // 1024)"""
PATHS = "import gridwalk as gw; gw.Board.rectangle(5, 5).paths().{}; " + LOADED
COMMAND = f"""
import runpy, sys
sys.argv = ["gridwalk", "shortest", {str(TESTS.parent / "examples" / "maze.txt")!r}]
try:
    runpy.run_module("gridwalk", run_name="__main__")
except SystemExit:
    pass
"""
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def told(code):
    """Return the number that a new process prints last."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def code_of(path, tree):
    """Return how many lines hold code: no docstrings, comments, blanks."""
    docs = {
        line
        for node in ast.walk(tree)
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type not in LAYOUT]
    lines = {line for token in tokens[1:] for line in range(token.start[0], token.end[0] + 1)}
    return len(lines - docs)


def entered():
    """Return the functions that a second count on 3 x 3 enters, and their modules."""
    seen = set()

    def watch(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(str(HOME)):
            seen.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    gridwalk.Board.rectangle(3, 3).paths().count()
    board, before = gridwalk.Board.rectangle(3, 3), sys.getprofile()
    sys.setprofile(watch)
    try:
        board.paths().count()
    finally:
        sys.setprofile(before)
    return len(seen), len({file for file, _ in seen})


def read(folder, ending=".py"):
    return [path.read_text(encoding="utf-8") for path in folder.rglob(f"*{ending}")]


FIGURES = {  # how it is found, and at most how much of it there may be
    "lines of code": (lambda: sum(code_of(MODULES[name], tree) for name, tree in trees().items()), 58_150),
    "modules": (lambda: len(MODULES), 409),
    "modules below 60 lines": (lambda: sum(len(text.splitlines()) < 60 for text in read(HOME)), 41),
    "functions entered by a count on 3 x 3": (lambda: entered()[0], 45),
    "modules entered by a count on 3 x 3": (lambda: entered()[1], 14),
    "modules loaded by a first shortest path": (lambda: told(PATHS.format("shortest()")), 71),
    "modules loaded by a first count": (lambda: told(PATHS.format("count()")), 125),
    "modules loaded by the command": (lambda: told(COMMAND + LOADED), 118),
    "kilobytes of source loaded by the command": (lambda: told(COMMAND + SOURCE), 1_060),
    "lines of the page's scripts": (
        lambda: sum(len(text.splitlines()) for text in read(HOME, ".js") + read(HOME, ".ts")), 5_406,
    ),
    "lines of tests": (lambda: sum(len(text.splitlines()) for text in read(TESTS)), 59_756),
    "options without a type in the command line": (
        lambda: sum(text.count("dict[str, Any]") for text in read(HOME / "cli")), 0,
    ),
    "places where tests reach inside by themselves": (
        lambda: sum(text.count("monkeypatch.setattr") for text in read(TESTS)), 28,
    ),
}  # fmt: skip


HEAVY = [
    "numba", "llvmlite.binding", "llvmlite.ir", "rich", "PIL", "concurrent.futures", "html", "json",
    "numpy.ma", "subprocess", "tempfile", "zipfile", "importlib.metadata",
]  # fmt: skip


def test_the_command_loads_nothing_heavy():
    names = f"import sys; print('heavy', *(name for name in {HEAVY} if name in sys.modules))"
    code = COMMAND + names
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("heavy")[-1].split() == []


@pytest.mark.parametrize("name", FIGURES)
def test_the_house_stays_as_small_as_it_is(name):
    """What was reached; whoever makes it smaller lowers the bound.  ``pytest -rP`` prints the figures."""
    find, most = FIGURES[name]
    print(f"{name}: {(found := find()):,} (at most {most:,})")
    assert found <= most
