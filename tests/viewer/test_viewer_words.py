"""The words of the page: one table, every language in each row, nothing said outside of it."""

import ast
import json
import random
import re
import warnings
from pathlib import Path

import pytest

import gridwalk
from gridwalk import Board
from gridwalk.algorithms import titles
from gridwalk.allpaths.estimate import Estimate, why_hopeless
from gridwalk.draw.language import languages, local, words
from gridwalk.draw.pagedata import board_data
from gridwalk.errors import (
    HopelessError,
    InputError,
    Message,
    TimeLimitError,
    too_deep_error,
)
from gridwalk.viewer.asked import in_page_words
from gridwalk.viewer.protocol import checked, read_board
from gridwalk.viewer.questions import choices
from spoilt import READERS, formats, spoilt, spoilt_bytes

HOME = Path(gridwalk.__file__).parent / "viewer"
PAGE, LIBRARY, CHOICES = words()["page"], words()["library"], choices()
COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/|(?<![:\"'`])//[^\n]*")
CODE = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in HOME.rglob("*.js")}
MARKUP = "".join((HOME / name).read_text("utf-8") for name in ("static/index.html", "player/page.html"))
EVERYTHING = "".join((*CODE.values(), MARKUP, (HOME.parent / "draw/webpage.py").read_text("utf-8")))
PLACE = re.compile(r"\{(\w+)\}")
PLACED = re.compile(r"\{(\w+)[^}]*\}")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
# A sentence has two words in a row, or begins as one.  What else does so is a value, a name, a style.
SENTENCE = re.compile(r"(?<![\w.#-])[A-Za-z]{2,},? [a-z]{2,}(?![\w-]*:)|^[A-Z][a-z]+([ .:]|$)|[a-z]\.$")
NO_SENTENCE = re.compile("not cheaper|on path|.*r half|Enter|Escape|Home|Files|.*(-serif|y, a|ct, input)")

# The functions and tables, by module, that say why there is no tour or path, or refuse a choice or a board.
REASONS = {
    "errors/causes.py": "MemoryLimitError",
    "errors/messages.py": "(no_open_cell|board_size|empty_text|ragged_rows|unknown_character|one_board)_error",  # noqa: E501
    "allpaths/halves/count.py": "why_not|two_halves",
    "allpaths/planar.py": "why_not_planar", "allpaths/simpath.py": "why_unfit",
    "makers/site.py": "rooms_of_hexagons|rooms_of_levels",
    "planner/traces.py": "why_not|_too_many_cells", "question/conditions.py": "WORDS|UNNAMED",
    "question/question.py": "why_empty", "draw/pagedata.py": "check_shape|board_data",
    "search/bfs.py": "why_not", "search/choice.py": "why_unsuitable",
    "search/corridors.py": "why_not", "search/jps.py": "UNUSUAL|why_not",
    "tours/edges.py": "refutation|search_four_wide", "tours/existence.py": "_by_.*|quick_refutation",
    "tours/find.py": "[A-Z]{3,5}_WAY|OPEN_FIRST|OPEN_ONLY|AT_MOST|FOUR",
    "tours/tiles.py": "unsuitable",
    "viewer/answers.py": ".*", "viewer/comparison.py": "NO_.*|_?hint.*|_row", "viewer/making.py": "_.*",
    "viewer/protocol.py": "read_board|checked|DAMAGED|REMARKS",
}  # fmt: skip
# Sentences put together from parts.
LARGE = Estimate("simpath", 1e19, 1e18, 1e22, 1e9)
TOGETHER = (
    *map(in_page_words, (too_deep_error(900), TimeLimitError(5, 9, 3, 0))),
    HopelessError(why_hopeless(LARGE, 8 << 30)).message,
    TimeLimitError(5, 0, 0, 9, "counting").message,
)


# Functions of readers whose refusals the page cannot show.
NO_READERS = re.compile(
    "print_.*|check_open|connections_of|_one_exit|.*scenarios?|_named_or_steps|checked_target|_named"
    "|map_of|_number_in|open_by_occupancy|_halved|_unsettled"
)
OPTIONS = re.compile(".*(wall_is|is a str|is given as)")
# The page opens no graphs.
GRAPHS = ("graphs", "networktext")


def texts(node):
    """The texts and templates in a part of a program, without docstrings and advice; f-strings have a 0."""
    if isinstance(node, ast.Raise) and "MalformedError" in ast.dump(node):
        return  # the page never asks so
    name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
    if name in ("Message", "error_of"):  # without advice
        yield from texts(node.args[name == "error_of"])
        for part in node.keywords:
            yield from texts(part.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "0" for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield PLACED.sub(r"{\1}", node.value)
    elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        for part in ast.iter_child_nodes(node):
            yield from texts(part)


def reasons():
    """Every sentence of `REASONS`, in the page's names."""
    for module, wanted in REASONS.items():
        tree, found = ast.parse((HOME.parent / module).read_text("utf-8")), False
        for node in ast.walk(tree):
            names = [one.id for one in getattr(node, "targets", ()) if isinstance(one, ast.Name)]
            if any(re.fullmatch(wanted, name) for name in (getattr(node, "name", ""), *names) if name):
                found = True
                yield from (text for text in texts(node) if SENTENCE.search(text))
        assert found, module


def said_by(node):
    """The parts of a program that hold what a refusal says on the page: without what to type."""
    name = getattr(getattr(node, "func", None), "id", "") or getattr(getattr(node, "func", None), "attr", "")
    if name == "error_of":
        name = node.args[0].id
    if name in ("question", "_which"):
        return node.args[:1]
    if name == "_beside":
        return node.args[:1]
    if name == "two_readings_error":
        return node.args[:-1]
    if name == "unknown_at":
        return [*node.args[-1:], *(part.value for part in node.keywords)]
    if name == "UnclearBoardError" and node.func.id == name:
        return node.args[-1:]
    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "seen":
        return [node.value]
    return [node] if re.fullmatch("(?!Argument|File|Type).*Error|.*_error", name) else []


def refusals(tree):
    """Every sentence with which a module of `io` refuses a file, in the page's words."""
    skipped = [node for node in ast.walk(tree) if NO_READERS.fullmatch(str(getattr(node, "name", "")))]
    inside = {inner for node in skipped for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if node not in inside:
            for text in (text for part in said_by(node) for text in texts(part)):
                if not OPTIONS.match(text):
                    yield text


def is_known(words):
    """Whether `local` of say.js finds a row for *words*, and one for all sentences in its places."""
    plain = (words.template if isinstance(words, Message) else words).strip().removesuffix(".")
    values = words.values.values() if isinstance(words, Message) else ()
    has_row = plain in LIBRARY or plain[:1].lower() + plain[1:] in LIBRARY or not SENTENCE.search(plain)
    return has_row and all(map(is_known, values))


@pytest.mark.parametrize(
    ("file", "words"),
    [(b"##SS  ##\n##    EE\n", "每一列都出现两次"), ("⬛⬜\n⬜⬜".encode(), "⬛ 是墙。"),
     (b"SFF\nFHG\nFFF", "FrozenLake：H 墙")],
)  # fmt: skip
def test_a_remark_on_a_file_is_made_in_chinese(file, words):
    assert words in local(read_board(file)[1], "zh")


def test_a_damaged_link_is_refused_in_chinese():
    for wrong in ({"rows": 0}, {"cells": 5}, {"ways": [[1]]}, {"shape": "round"}, {"through": [[0, 0]]}):
        with pytest.raises(InputError) as refused:
            checked(board_data(Board.rectangle(2, 2)) | wrong)
        assert re.match("链接已损坏：.*[\u4e00-\u9fff]", local(in_page_words(refused.value), "zh"))


def test_every_reason_has_a_row():
    assert sorted({words for words in (*reasons(), *TOGETHER) if not is_known(words)}) == []


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(HOME.parent.glob("io/**/*.py")) if path.stem not in GRAPHS],
    ids=lambda path: path.stem,
)
def test_every_refusal_of_a_reader_has_a_row(path):
    tree = ast.parse(path.read_text("utf-8"))
    assert sorted({words for words in refusals(tree) if not is_known(words)}) == []


def test_files_that_are_spoilt_are_refused_in_chinese():
    """Quotes of the file, and messages of decoders of JSON, XML or pictures, stay in English."""
    samples, rng, left = {**READERS, **formats()}, random.Random(7), set()
    for name in sorted(samples.keys() - {"scenario", "viewer's message", "cell", "moves"}):
        for _ in range(60):
            one = rng.choice(samples[name][0])
            is_text = isinstance(one, str)
            data = spoilt(rng, one).encode(errors="replace") if is_text else spoilt_bytes(rng, one)
            try:
                with warnings.catch_warnings(action="ignore"):
                    read_board(data, rng.choice(("", f".{name}")))
            except InputError as error:
                words = in_page_words(error)
                if re.search(r" --\w|in Python|\w_is=|=True|header=N", words) or not re.search(
                    "[\u4e00-\u9fff]", local(words, "zh")
                ):
                    left.add(words)
    assert left == set()


def said_in_english():
    """Every text of the library, of lessons and of boards to begin with that the page shows as it is."""
    held = [json.loads((HOME / f"static/{one}.json").read_text("utf-8")) for one in ("presets", "lessons")]
    lessons, algorithms = held[1]["lessons"], CHOICES["algorithms"].values()
    asks = [ask for lesson in lessons for ask in lesson.get("asks", ())]
    rows = [*CHOICES["makers"].values(), *(row for one in algorithms for row in one.values())]
    for one in (*rows, *lessons, *asks, *held[0].values()):
        yield from (one[name] for name in ("title", "texture", "words", "why", "from", "said") if name in one)
        yield from (*one.get("promise", ()), *one.get("code", ()))
    yield from (held[1]["from"], *held[1]["pages"].values())
    yield from (*CHOICES["makers"], *titles().values())


def test_every_row_has_every_language_and_the_same_places_in_each():
    for key, row in (*PAGE.items(), *((key, {"en": key, **row}) for key, row in LIBRARY.items())):
        assert (*row,) == languages() == ("en", "zh"), key
        assert all(row.values()) or key == "between", key
        assert set(PLACE.findall(row["en"])) == set(PLACE.findall(row["zh"])), key
        assert not re.search(r"[\u4e00-\u9fff] ?[,.;:!?]( |$)", row["zh"]), key  # their marks are others


def test_every_row_is_used_and_every_text_has_a_row():
    groups, names = "|".join({*re.findall(r"`([a-z.]+)\.\$\{", EVERYTHING)}), EVERYTHING + str(CHOICES)
    alone = [key for key in PAGE if f'"{key}"' not in EVERYTHING]
    made = [re.fullmatch(rf"(?:{groups})\.((?<=way\.).*()|.*)", key) or key for key in alone]
    assert [one for one in made if isinstance(one, str)] == []
    assert all(part in names for one in made if one[2] is None for part in one[1].split("."))
    said = re.findall(r'(?:\bsay\(|data-say(?:-[a-z-]+)?=)"([^"]+)"', EVERYTHING)
    assert {*said, *re.findall(r'"([a-z]+(?:\.(?!(?:json|js|css|svg)")[a-z]+)+)"', EVERYTHING)} <= PAGE.keys()
    english = {text.strip().removesuffix(".") for text in said_in_english()} - {""}
    assert LIBRARY.keys() >= english
    code = "".join(path.read_text("utf-8") for path in HOME.parent.rglob("*.py"))
    joined = re.sub(r'"\s+[fr]*"', "", code)  # texts that stand in several lines
    literals = re.findall(r'"((?:[^"\\\n]|\\.)+)"|\'((?:[^\'\\\n]|\\.)*"(?:[^\'\\\n]|\\.)*)\'', joined)
    source = "\n".join({"".join(each) for each in literals}).replace("\\", "").lower()
    parts = {row: PLACE.split(row.lower())[::2] for row in LIBRARY.keys() - english}
    unsaid = [row for row, each in parts.items() if any(part.strip(" ;:()") not in source for part in each)]
    assert unsaid == []


def test_no_sentence_stands_in_the_code_or_in_the_markup():
    for name, code in CODE.items():
        found = {re.sub(r"\$\{[^}]*\}", "0", "".join(one)) for one in LITERAL.findall(code)}
        assert [one for one in found if SENTENCE.search(one) and not NO_SENTENCE.fullmatch(one)] == [], name
    body = re.sub(r"<(script|style)\b.*?</\1>", "", MARKUP, flags=re.DOTALL)
    seen = re.findall(r' (?:title|aria-label|placeholder)="([^"]+)"|>([^<>$&]*[A-Za-z][^<>$&]*)<', body)
    assert {"".join(one) for one in seen} <= {"gridwalk", "PNG", "SVG", "GIF"}
