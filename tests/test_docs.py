"""The pages are true: every class and error is in the reference, every command prints what is shown."""

import ast
import importlib.util
import inspect
import re
import shlex
from pathlib import Path

import pytest

import gridwalk as gw
from gridwalk import errors

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs/howto").glob("*.md")),
    *sorted((ROOT / "docs/lessons").glob("*.md")),
]
REFERENCE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
DOCUMENTED = {
    name.rpartition(".")[2] for name in re.findall(r"^\.\. auto\w+:: (\S+)$", REFERENCE, re.MULTILINE)
}
CLASSES = {
    node.name: node
    for path in (ROOT / "src/gridwalk").rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.ClassDef)
}
# What people hold of a Grid is a Board; a batch can be cut and a clock started by engines only.
INSIDE = {"Grid", "Watch"}

# A page's session: a command, and what it prints up to the next one.  What takes long, pipes or a random seed
# is shown as ``text``, or left out here.
SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
COMMANDS = [
    pytest.param(command, shown, id=f"{page.stem}: {command}")
    for page in PAGES
    for session in SESSION.findall(page.read_text(encoding="utf-8"))
    for command, shown in COMMAND.findall(session)
    if command.startswith("gridwalk ") and shown and not {"|", "--time"} & set(shlex.split(command))
]


def returned_by(node):
    """Yield the classes that public methods and properties of a class return."""
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.returns and not item.name.startswith("_"):
            yield from re.findall(r"\w+", ast.unparse(item.returns))


@pytest.mark.no_kernels
def test_every_public_name_is_in_the_reference():
    assert {name for name in gw.__all__ if not name.isupper()} <= DOCUMENTED
    assert all(f"`{name}`" in REFERENCE for name in gw.__all__ if name.isupper())


@pytest.mark.no_kernels
@pytest.mark.parametrize("name", sorted(DOCUMENTED & set(CLASSES)))
def test_every_class_that_a_method_returns_is_in_the_reference(name):
    assert set(returned_by(CLASSES[name])) & set(CLASSES) - INSIDE <= DOCUMENTED


@pytest.mark.no_kernels
def test_every_error_is_in_the_reference():
    every = {
        name for name, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, Exception)
    }
    assert every <= DOCUMENTED


@pytest.mark.no_kernels
def test_every_film_of_a_lesson_is_made_by_a_command_that_the_lesson_shows():
    spec = importlib.util.spec_from_file_location("films", ROOT / "docs/films.py")
    films = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(films)
    made = [name for _, name in films.commands()]
    lessons = [page.read_text(encoding="utf-8") for page in PAGES if page.parent.name == "lessons"]
    shown = [name for text in lessons for name in re.findall(r"pictures/(\S+\.(?:gif|html))\)", text)]
    assert sorted(made) == sorted(shown)
    assert {words[0] for words, _ in films.commands()} == {"trace", "make"}


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_commands_print_what_the_pages_show(run, monkeypatch, command, shown):
    monkeypatch.chdir(ROOT)
    _, out, err = run(*shlex.split(command)[1:])
    # Of stderr a page may leave lines out: progress, and what the lines above have said.
    assert shown.startswith(out)
    told = iter(err.splitlines())
    assert all(line in told for line in shown[len(out) :].splitlines())
