"""The pages are right: the reference has every name, every command prints what is shown."""

import ast
import importlib
import inspect
import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import gridwalk as gw
from gridwalk import errors
from gridwalk.cli.group import COMMANDS as COMMANDS_OF_CLI
from gridwalk.cli.group import command_named
from gridwalk.draw.language import local, page_file
from gridwalk.io.formats import FORMATS

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs/howto").glob("*.md")),
    *sorted((ROOT / "docs/coming-from").glob("*.md")),
    *sorted((ROOT / "docs/lessons").glob("*.md")),
    *sorted((ROOT / "docs/notebooks").glob("*.md")),
    *sorted((ROOT / "docs/reference").glob("*.md")),
]
REFERENCE = "\n".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs/api").glob("*.md")))
DOCUMENTED = {
    name.rpartition(".")[2]
    for name in re.findall(r"^\.\. (?:auto\w+|py:data):: (\S+)$", REFERENCE, re.MULTILINE)
}
DIRECTIVE = re.compile(r"^\.\. autoclass:: (\S+)\n((?:   :.*\n)*)", re.MULTILINE)
INSIDE = {"Watch"}  # an internal class

# A page's session: a command, and what it prints up to the next one.
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


def module_of_docs(name):
    """Import a module of docs/, which is no package."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


CHECKS = module_of_docs("checks")


def described():
    """Yield the names that the reference describes: classes, and their members as Sphinx would find them."""
    for name, text in DIRECTIVE.findall(REFERENCE):
        module, _, last = name.rpartition(".")
        cls = getattr(importlib.import_module(module or "gridwalk"), last)
        options = dict(re.findall(r"^   :([\w-]+):(.*)$", text, re.MULTILINE))
        yield f"{module or 'gridwalk'}.{last}"
        if "members" in options:
            every = dir(cls) if "inherited-members" in options else vars(cls)
            members = options["members"].replace(",", " ").split() or every
            hidden = set(options.get("exclude-members", "").replace(",", " ").split())
            for member in members:
                value = getattr(cls, member)  # a plain one has the docstring of its class: no page shows it
                if member not in hidden and inspect.getdoc(value) not in (None, inspect.getdoc(type(value))):
                    yield f"{module or 'gridwalk'}.{last}.{member}"


def test_every_public_name_is_in_the_reference():
    assert set(gw.__all__) <= DOCUMENTED
    index = (ROOT / "docs/api/index.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", index, re.MULTILINE))))
    assert named | {name for name in gw.__all__ if name.endswith("Error")} == set(gw.__all__)


def test_every_public_method_and_attribute_is_in_the_reference():
    names = set(described()) | {f"gridwalk.{name}" for name in gw.__all__}
    assert CHECKS.undocumented(names) == []
    assert CHECKS.undocumented(names - {"gridwalk.Board.paths", "gridwalk.Path.length"}) == [
        "gridwalk.Board.paths",
        "gridwalk.Path.length",
    ]


def test_every_command_format_and_variable_is_in_the_reference():
    commands = module_of_docs("conf").all_commands()
    assert all(
        f"## gridwalk {name}\n\n```text\nUsage: gridwalk {name}" in commands for name in COMMANDS_OF_CLI
    )
    formats, files = (
        (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8") for name in ("formats", "files")
    )
    assert all(f"| `{row.name}` |" in formats for row in FORMATS)
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    variables = {name for text in sources for name in re.findall(r"\bGRIDWALK_[A-Z]+(?:_[A-Z]+)*\b", text)}
    assert {name for name in variables if f"| `{name}` |" not in files} == set()


def test_every_option_of_a_command_on_a_page_exists():
    for page in PAGES:
        text = re.sub(
            r"^(?:\$ )?gridwalk (?:--\S+(?: always)? )*", "gridwalk ", page.read_text("utf-8"), flags=re.M
        )
        for verb, words in re.findall(r"(?:^|`|\| )gridwalk ([a-z]+)([^`|\n]*)", text, re.M):
            if verb in COMMANDS_OF_CLI and not words.endswith("--start 0,0"):  # an error that a page shows
                options = {name for option in command_named(verb).params for name in option.opts} | {"--help"}
                assert set(re.findall(r"(?<![\w-])--[a-z-]+", words)) <= options, (page.name, verb, words)


def test_every_link_and_picture_of_a_clone_leads_somewhere():
    files = CHECKS.files_of_clone(ROOT)
    pages = sorted(file for file in files if file.suffix == ".md")
    assert {ROOT / "README.md", ROOT / "docs/gallery.md", ROOT / "docs/zh/index.md"} <= set(pages)
    assert sum(len(CHECKS.links_of(page)) for page in pages) > 300
    dead = {str(page.relative_to(ROOT)): CHECKS.broken_sources(page, files) for page in pages}
    assert {page: links for page, links in dead.items() if links} == {}


def test_every_page_can_be_reached_from_the_readme():
    files = CHECKS.files_of_clone(ROOT)
    pages = {file for file in files if file.suffix == ".md"}
    reached = [ROOT / "README.md"]
    for page in reached:
        for link in CHECKS.links_of(page):
            there = (page.parent / link.partition("#")[0]).resolve()
            found = sorted(pages & set(there.glob("*.md"))) if there.is_dir() else [there]
            reached += [other for other in found if other in pages and other not in reached]
    assert pages - set(reached) == {ROOT / "docs/index.md"}


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    other.write_text("# One `word`, two\n\n```sh\n# no heading\n```\n")
    page.write_text(
        "[a](other.md#one-word-two) [b](other.md#no-heading) [`c`](none.md) [d](https://x.org/) `[e](none)`\n"
        '![f](none.svg "title") <img src="none.png"> [g](there)\n\n[h]: none.txt\n'
    )
    (tmp_path / "there").mkdir()
    (tmp_path / "there/file.py").write_text("")
    files = CHECKS.files_of_clone(tmp_path)
    missing = ["other.md#no-heading", "none.md", "none.svg", "none.png"]
    assert CHECKS.broken_sources(page, files) == [*missing, "none.txt"]
    assert CHECKS.broken_sources(page, files - {tmp_path / "there"}) == [
        *missing,
        "there",
        "none.txt",
    ]
    assert CHECKS.external_links([page]) == {"https://x.org/": ["page.md"]}
    (tmp_path / "a.html").write_text('<p id="here"></p><a href="b.html#x">b</a><a href="#here">a</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#here">a</a><img src="none.svg">')
    assert CHECKS.broken_links(tmp_path) == ["a.html: b.html#x", "b.html: none.svg"]


def test_every_class_that_a_method_returns_is_in_the_reference():
    classes = {
        node.name: node
        for path in (ROOT / "src/gridwalk").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    known = DOCUMENTED & set(classes)
    returned = {name: set(returned_by(classes[name])) & set(classes) for name in known}
    assert len(known) > 50
    assert {name: missing for name in known if (missing := returned[name] - INSIDE - DOCUMENTED)} == {}


def test_every_error_is_in_the_reference():
    every = {
        name for name, value in inspect.getmembers(errors, inspect.isclass) if issubclass(value, Exception)
    }
    assert every <= DOCUMENTED


def test_the_lessons_of_the_page_and_of_the_documentation_are_one_course():
    course = json.loads(page_file("static/lessons.json"))
    pages, lessons = course["pages"], course["lessons"]
    assert list(dict.fromkeys(lesson["page"] for lesson in lessons if "page" in lesson)) == list(pages)
    for folder, language in (("docs/lessons", "en"), ("docs/zh/lessons", "zh")):
        assert sorted(path.stem for path in (ROOT / folder).glob("*.md")) == list(pages)
        for number, (name, title) in enumerate(pages.items(), 1):
            text = (ROOT / folder / f"{name}.md").read_text(encoding="utf-8")
            assert f"\n# {number}. {local(title, language)}\n" in f"\n{text}"
            taught = [lesson["name"] for lesson in lessons if lesson.get("page") == name]
            assert re.findall(r"`gridwalk view '#lesson=([a-z-]+)'`", text) == taught
    index = (ROOT / "docs/zh/index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[.*\]\(lessons/(.*)\.md\)", index, re.MULTILINE) == list(pages)


def test_every_film_of_a_lesson_is_made_by_a_command_that_the_lesson_shows():
    films = [name for name in module_of_docs("pictures").film_lines() if not name.startswith("gallery-")]
    lessons = [page.read_text(encoding="utf-8") for page in PAGES if page.parent.name == "lessons"]
    assert sorted(films) == sorted(
        name for text in lessons for name in re.findall(r"pictures/(\S+\.gif)\)", text)
    )


def test_the_pictures_in_the_repository_are_those_that_the_library_draws():
    drawn = module_of_docs("pictures").drawings(slow=False)
    old = [file.name for file, svg in drawn if file.read_text(encoding="utf-8") != svg]
    assert old == [], "python docs/pictures.py draws them"


def test_the_films_in_the_repository_are_of_the_lines_that_the_pages_show():
    pictures = module_of_docs("pictures")
    assert pictures.noted_lines() == pictures.film_lines(), "python docs/pictures.py makes them"


def test_a_picture_of_a_page_has_all_its_styles_once():
    board = gw.Board.rectangle(2, 2)
    pictures = module_of_docs("pictures")
    frames = [(board.svg(path), "a path") for path in board.paths()]
    both = pictures.multiples(frames, across=2, size=200)
    small = pictures.slim(both)
    assert (small.count("<style>"), both.count("<style>")) == (2, 3)
    assert ".gw .path{" in small
    assert ".gw .frontier{" not in small
    used = {word for words in re.findall(r'class="([^"]+)"', small) for word in words.split()}
    given = set(re.findall(r"\.gw \.(\w+)\{", both))
    assert set(re.findall(r"\.gw \.(\w+)\{", small)) == used & given
    assert re.sub(r"<style>.*?</style>\n|<desc>.*?</desc>\n", "", small, flags=re.DOTALL) == re.sub(
        r"<style>.*?</style>\n|<desc>.*?</desc>\n", "", both, flags=re.DOTALL
    )


def test_every_picture_of_the_gallery_stands_above_the_line_that_makes_it(tmp_path):
    pictures = module_of_docs("pictures")
    text = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    names = [name for name, _, _ in pictures.pieces()]
    assert names == re.findall(r"\]\(pictures/(\S+)\)", text)
    assert len(set(names)) == len(names) == text.count("{container} piece")
    with pytest.raises(RuntimeError, match="status 2"):
        pictures.make_piece("made.txt", "sh", "gridwalk make spiral 2x2 -o made.exe", tmp_path)


def test_every_picture_is_on_a_page():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    used = {name for page in pages for name in re.findall(r"pictures/([\w.-]+)", page.read_text("utf-8"))}
    assert {file.name for file in (ROOT / "docs/pictures").iterdir()} - used == {"films.txt"}


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_commands_print_what_the_pages_show(run, monkeypatch, tmp_path, command, shown):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")  # what a command writes is not to stay here
    monkeypatch.chdir(tmp_path)
    _, out, err = run(*shlex.split(command)[1:])
    # Of stderr a page may leave lines out: progress, and what the lines above have said.
    assert shown.startswith(out)
    told = iter(err.splitlines())
    assert all(line in told for line in shown[len(out) :].splitlines())
