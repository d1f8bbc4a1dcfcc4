"""The structure of the package: no circle of imports, no two classes of one name, a complete map."""

import ast
import functools
import subprocess
import sys
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
TESTS = Path(__file__).parent


@functools.cache
def trees():
    """Return the syntax tree of every module."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def imported(tree, *, inside=True):
    """Yield the modules of gridwalk that a module imports, but not for types; also *inside* functions."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if (name := inner if inner in MODULES else node.module) in MODULES:
                    yield name
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        elif inside or not isinstance(node, ast.FunctionDef):
            waiting += ast.iter_child_nodes(node)


def test_no_circle_of_imports():
    """Imports inside functions count, too, except in the module of `Board`: its methods import engines."""
    graph = {
        name: set(imported(tree, inside=name != "gridwalk.board.board")) - {name}
        for name, tree in trees().items()
        if name != "gridwalk"  # imports its public names
    }
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)  # CycleError names a circle


def test_no_two_classes_of_a_name():
    places = defaultdict(list)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_contributing_lists_every_package():
    packages = {name.split(".")[1] for name in MODULES if name.count(".") >= 1} - {"__main__"}
    text = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert sorted(name for name in packages if f"`{name}`" not in text) == []


# Numba is loaded when kernels have been interpreted for too long.  To make that independent of the load of
# the machine, the clock of the kernels counts the lines that they execute, 15 million a second.
COMMAND = """
import sys
from gridwalk.cli import run
from gridwalk.runtime import kernel

lines, interpret = 0, kernel.Kernel.interpret

def count(frame, event, argument):
    global lines
    lines += 1
    return count

def counted(*arguments):
    sys.settrace(lambda *_: count)
    try:
        return interpret(*arguments)
    finally:
        sys.settrace(None)

kernel.Kernel.interpret, kernel.perf_counter = counted, lambda: lines / 15e6
run({words})
print("heavy", *(name for name in ("numba", "llvmlite", "rich", "PIL", "networkx") if name in sys.modules))
"""
MAZE = str(TESTS.parent / "examples" / "maze.txt")


@pytest.mark.parametrize(
    "words",
    [
        f"shortest {MAZE}",
        f"find {MAZE}",
        "count 5x5",
        "count 8x8",
        "count 9x9",
        "longest 6x6",
        "find 8x8 --moves knight --tour --from a1",
    ],
)
def test_a_small_question_loads_nothing_heavy(words):
    code = COMMAND.format(words=words.split())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("heavy")[-1].split() == []
