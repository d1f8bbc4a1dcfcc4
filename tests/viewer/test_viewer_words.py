"""The words of the page: one table, with every language in each row, and nothing said outside of it.

What is said is read from the text of the modules, so a key is a literal, or a group and a
name: `why.${reason}`.
"""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import gridwalk
from gridwalk.algorithms import titles
from gridwalk.render.webpage import languages, webpage, words
from gridwalk.viewer.questions import choices

pytestmark = pytest.mark.no_kernels

HOME = Path(gridwalk.__file__).parent
STATIC, PLAYER = HOME / "viewer" / "static", HOME / "viewer" / "player"
PAGES = (STATIC / "index.html", PLAYER / "page.html")
PAGE, LIBRARY = words()["page"], words()["library"]

COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/|(?<![:\"'`])//[^\n]*")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
PLACE = re.compile(r"\{(\w+)\}")
# A sentence has two words in a row, or begins as one.  What else does so is a value, a name, a style.
SENTENCE = re.compile(r"(?<![\w.#-])[A-Za-z]{2,},? [a-z]{2,}(?![\w-]*:)|^[A-Z][a-z]+([ .:]|$)|[a-z]\.$")
NO_SENTENCES = {"not cheaper", "on path", "either half", "lower half", "Enter", "Escape", "Home", "Files"}
STYLES = ("sans-serif", "summary, a", "select, input")
BRANDS = {"gridwalk", "PNG", "SVG", "GIF"}


def modules():
    """Every module's name, and its code without comments."""
    for path in sorted((*STATIC.glob("*.js"), *PLAYER.glob("*.js"))):
        yield path.name, COMMENT.sub("", path.read_text(encoding="utf-8"))


CODE = dict(modules())
LITERALS = {name: ["".join(one) for one in LITERAL.findall(code)] for name, code in CODE.items()}
MARKUP = "".join(path.read_text(encoding="utf-8") for path in PAGES)
LABELS = set(re.findall(r'data-say(?:-[a-z-]+)?="([^"]+)"', MARKUP))
EVERYTHING = "".join(CODE.values())


class Seen(HTMLParser):
    """What a reader sees or hears of a page before its words are put in."""

    def __init__(self, text):
        super().__init__()
        self.said, self._tag = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self._tag = tag
        heard = ("title", "aria-label", "placeholder", "alt")
        self.said += [value for name, value in attributes if name in heard]

    def handle_data(self, data):
        if self._tag not in ("script", "style"):
            self.said.append(data.strip())


def plain(text):
    """A text of the library as the table has it: without its stop."""
    return text.strip().removesuffix(".")


def said_in_english():
    """Every text of the library, of lessons and of boards to begin with that the page shows as it is."""
    known = choices()
    for question in known["questions"].values():
        yield from (question["title"], question["noun"])
        for row in question["algorithms"].values():
            yield from (row["title"], *row["promise"], *row["code"])
    for name, maker in known["makers"].items():
        yield from (name, maker["title"], maker["texture"])
    yield from titles().values()
    for preset in json.loads((STATIC / "presets.json").read_text(encoding="utf-8")).values():
        yield from (preset["from"], preset["words"])
    lessons = json.loads((STATIC / "lessons.json").read_text(encoding="utf-8"))
    for lesson in (*lessons["lessons"], lessons["race"]):
        yield from (lesson["title"], lesson["words"])
        yield from (ask[name] for ask in lesson.get("asks", ()) for name in ("words", "why"))


def test_every_row_has_every_language():
    assert languages() == ("en", "zh")
    for key, row in PAGE.items():
        assert tuple(row) == languages(), key
        assert all(row.values()) or key == "between", key
    for english, row in LIBRARY.items():
        assert (*row,) == languages()[1:], english
        assert all(row.values()), english


def test_the_places_of_a_row_are_the_same_in_every_language():
    for key, row in PAGE.items():
        assert len({frozenset(PLACE.findall(text)) for text in row.values()}) == 1, key
    for english, row in LIBRARY.items():
        assert all(set(PLACE.findall(text)) == set(PLACE.findall(english)) for text in row.values()), english


def test_chinese_is_chinese():
    kept = {"list.and", "cells.fgh", "walk.hint.sure", "list.path", "cell.is", "window", "language.tag"}
    for key, row in PAGE.items():
        is_english = re.search(r"[a-z]{2}", PLACE.sub("", row["en"])) and key not in kept
        assert not is_english or re.search(r"[\u4e00-\u9fff]", row["zh"]), key
        assert not re.search(r"[\u4e00-\u9fff] ?[,.;:!?]( |$)", row["zh"]), key  # their marks are others


def test_every_key_is_said_and_every_one_said_is_a_key():
    groups = set(re.findall(r"`([a-z.]+)\.\$\{", EVERYTHING))
    names = EVERYTHING + str(choices())

    def is_said(key):
        return f'"{key}"' in EVERYTHING + MARKUP or any(
            key.startswith(f"{group}.")
            and (group == "way" or all(part in names for part in key.removeprefix(f"{group}.").split(".")))
            for group in groups
        )

    unused = [key for key in PAGE if not is_said(key)]
    assert unused == ["page.title"]  # the title of a saved page, which Python writes
    dotted = {one for one in re.findall(r'"([a-z]+(?:\.[a-z]+)+)"', EVERYTHING) if not one.endswith(".json")}
    said = set(re.findall(r'\bsay\("([^"]+)"', EVERYTHING)) | LABELS | dotted
    assert sorted(said - PAGE.keys()) == []


def test_everything_that_is_said_in_english_has_a_row():
    assert sorted({plain(text) for text in said_in_english()} - {"", *LIBRARY}) == []


def test_every_row_of_the_library_is_said_there():
    source = "".join(path.read_text(encoding="utf-8") for path in HOME.rglob("*.py"))
    known = {plain(text) for text in said_in_english()}
    for english in LIBRARY.keys() - known:
        parts = [part.strip(" ;") for part in PLACE.split(english)[::2]]
        assert all(part.lower() in source.lower() for part in parts), english


@pytest.mark.parametrize("name", CODE)
def test_no_sentence_stands_in_the_code(name):
    found = {re.sub(r"\$\{[^}]*\}", "0", one) for one in LITERALS[name]} - NO_SENTENCES
    assert [one for one in found if SENTENCE.search(one) and not one.endswith(STYLES)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_words_stand_in_the_markup(page):
    seen = Seen(page.read_text(encoding="utf-8")).said
    assert {one for one in seen if re.search("[A-Za-z]", re.sub(r"\$\w+", "", one))} <= BRANDS


@pytest.mark.parametrize(("language", "tag"), [("en", "en"), ("zh", "zh-Hans")])
def test_a_saved_page_holds_the_words_of_its_language(language, tag):
    board = gridwalk.Board.from_text("S..\n.#.\n..E")
    page = webpage(board.paths().trace(by="bfs"), language=language)
    assert f'<html lang="{tag}">' in page
    assert ("队列" in page, "队首" in page, "广度优先搜索" in page) == (language == "zh",) * 3
    assert ("Take {at}" in page) == (language == "en")
    (still,) = re.findall("<noscript>.*?<title>(.*?)</title>", page, re.DOTALL)
    assert still == {"en": "path of 4 moves, 3 x 3 board", "zh": "最短路径：广度优先搜索，3 x 3"}[language]


def test_a_language_that_is_none_is_named():
    with pytest.raises(gridwalk.InputError, match="language='fr' is not known: choose from en, zh"):
        gridwalk.Board.rectangle(2, 2).paths().trace(by="bfs").webpage(language="fr")
