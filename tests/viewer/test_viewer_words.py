"""The words of the page: one table, every language in each row, nothing said outside of it."""

import json
import re
from pathlib import Path

import pytest

import gridwalk
from gridwalk.algorithms import titles
from gridwalk.render.webpage import languages, words
from gridwalk.viewer.questions import choices

pytestmark = pytest.mark.no_kernels
HOME = Path(gridwalk.__file__).parent / "viewer"
PAGE, LIBRARY, CHOICES = words()["page"], words()["library"], choices()
COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/|(?<![:\"'`])//[^\n]*")
CODE = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in HOME.rglob("*.js")}
MARKUP = "".join((HOME / name).read_text("utf-8") for name in ("static/index.html", "player/page.html"))
EVERYTHING = "".join((*CODE.values(), MARKUP))
PLACE = re.compile(r"\{(\w+)\}")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
# A sentence has two words in a row, or begins as one.  What else does so is a value, a name, a style.
SENTENCE = re.compile(r"(?<![\w.#-])[A-Za-z]{2,},? [a-z]{2,}(?![\w-]*:)|^[A-Z][a-z]+([ .:]|$)|[a-z]\.$")
NO_SENTENCE = re.compile("not cheaper|on path|.*r half|Enter|Escape|Home|Files|.*(-serif|y, a|ct, input)")


def said_in_english():
    """Every text of the library, of lessons and of boards to begin with that the page shows as it is."""
    held = [json.loads((HOME / f"static/{one}.json").read_text("utf-8")) for one in ("presets", "lessons")]
    lessons, questions = held[1]["lessons"], CHOICES["questions"].values()
    asks = [ask for lesson in lessons for ask in lesson.get("asks", ())]
    rows = [*CHOICES["makers"].values(), *(row for one in questions for row in one["algorithms"].values())]
    for one in (*questions, *rows, *lessons, *asks, *held[0].values()):
        yield from (
            one[name] for name in ("title", "noun", "texture", "words", "why", "from", "said") if name in one
        )
        yield from (*one.get("promise", ()), *one.get("code", ()))
    yield from (*CHOICES["makers"], *titles().values())


def test_every_row_has_every_language_and_the_same_places_in_each():
    for key, row in (*PAGE.items(), *((key, {"en": key, **row}) for key, row in LIBRARY.items())):
        assert (*row,) == languages() == ("en", "zh"), key
        assert all(row.values()) or key == "between", key
        assert set(PLACE.findall(row["en"])) == set(PLACE.findall(row["zh"])), key
        assert not re.search(r"[\u4e00-\u9fff] ?[,.;:!?]( |$)", row["zh"]), key  # their marks are others


def test_every_row_is_said_and_everything_said_has_a_row():
    groups, names = "|".join({*re.findall(r"`([a-z.]+)\.\$\{", EVERYTHING)}), EVERYTHING + str(CHOICES)
    alone = [key for key in PAGE.keys() - {"page.title"} if f'"{key}"' not in EVERYTHING]
    made = [re.fullmatch(rf"(?:{groups})\.((?<=way\.).*()|.*)", key) or key for key in alone]
    assert [one for one in made if isinstance(one, str)] == []
    assert all(part in names for one in made if one[2] is None for part in one[1].split("."))
    said = re.findall(r'(?:\bsay\(|data-say(?:-[a-z-]+)?=)"([^"]+)"', EVERYTHING)
    assert {*said, *re.findall(r'"([a-z]+(?:\.(?!(?:json|js|css|svg)")[a-z]+)+)"', EVERYTHING)} <= PAGE.keys()
    english = {text.strip().removesuffix(".") for text in said_in_english()} - {""}
    assert LIBRARY.keys() >= english
    source = "".join(path.read_text("utf-8") for path in HOME.parent.rglob("*.py")).lower()
    for row in LIBRARY.keys() - english:
        assert all(part.strip(" ;").lower() in source for part in PLACE.split(row)[::2]), row


def test_no_sentence_stands_in_the_code_or_in_the_markup():
    for name, code in CODE.items():
        found = {re.sub(r"\$\{[^}]*\}", "0", "".join(one)) for one in LITERAL.findall(code)}
        assert [one for one in found if SENTENCE.search(one) and not NO_SENTENCE.fullmatch(one)] == [], name
    body = re.sub(r"<(script|style)\b.*?</\1>", "", MARKUP, flags=re.DOTALL)
    seen = re.findall(r' (?:title|aria-label|placeholder)="([^"]+)"|>([^<>$&]*[A-Za-z][^<>$&]*)<', body)
    assert {"".join(one) for one in seen} <= {"gridwalk", "PNG", "SVG", "GIF"}
