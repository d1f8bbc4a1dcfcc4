"""The language and the fonts of pictures.

Translations come from the files of the page, which are read as data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from gridwalk.algorithms import title_of
from gridwalk.errors import InputError, Message

if TYPE_CHECKING:
    from gridwalk.answers.snapshot import Run


def page_file(name: str) -> str:
    """Return the text of a file of the page, such as "static/words.json"."""
    return files("gridwalk").joinpath("viewer", *name.split("/")).read_text(encoding="utf-8")


Rows = dict[str, dict[str, str]]  # by key, the words by language


@cache
def words() -> dict[str, Rows]:
    """Return the table of words: "page" by key; "library" by the English template, without a stop."""
    import json

    table: dict[str, Rows] = json.loads(page_file("static/words.json"))
    return table


def languages() -> tuple[str, ...]:
    """Return the languages of the table."""
    return tuple(words()["page"]["language.tag"])


def local(english: str, language: str) -> str:
    """Return the translation of an English text, as `local` of say.js does; without one, the text itself.

    >>> local(Message("path of {n} moves, cost {cost}; {size}", n=8, cost=9, size="5 x 5"), "zh")
    '路径：8 步，代价 9；5 x 5'
    """
    english = Message.made_of(english)
    template = english.template
    key = template.removesuffix(".")
    rows = [words()["library"].get(one, {}) for one in (key, key[:1].lower() + key[1:])]
    said = next((row[language] for row in rows if language in row), template)
    if key != template != said:
        said += words()["page"]["stop"][language]
    return Message.of(said, {name: local(value, language) for name, value in english.values.items()})


# Fonts of systems for letters beyond ASCII: of Linux, Windows, macOS; then fonts with Chinese.
FALLBACKS = ("DejaVuSans.ttf", "arial.ttf", "Arial.ttf", "NotoSansCJK-Regular.ttc", "wqy-microhei.ttc",
             "wqy-zenhei.ttc", "msyh.ttc", "simsun.ttc", "PingFang.ttc", "STHeiti Medium.ttc")  # fmt: skip
FONT_FAMILY = "Aileron"  # Pillow's own font, with the letters of ASCII: pictures need no font of the system
_MISSING = "\uffff"  # no character: drawn as any character that a font does not have
_PROBE = 20  # pixels: the font size at which letters are tested


@cache
def _own_font() -> str:
    """Return the name of a file of Pillow's own font, which lasts as long as the process."""
    import atexit
    import os
    import tempfile

    from PIL import ImageFont

    font: Any = ImageFont.load_default(_PROBE)
    number, name = tempfile.mkstemp(suffix=".ttf", prefix="gridwalk-")
    with os.fdopen(number, "wb") as file:
        file.write(font.font_bytes)
    atexit.register(os.unlink, name)
    return name


@cache
def font_files(text: str) -> list[str]:
    """Return the files of the fonts of a picture: Pillow's, and the first of `FALLBACKS` that has *text*.

    Raises
    ------
    InputError
        If *text* has letters beyond ASCII, and no font has them.

    """
    from PIL import ImageFont

    if text.isascii():
        return [_own_font()]
    lost = ""
    for name in FALLBACKS:
        try:
            font = ImageFont.truetype(name, _PROBE)
        except OSError:
            continue
        empty = bytes(font.getmask(_MISSING))  # a box, where a font has no character
        missing = [each for each in text if not each.isspace() and bytes(font.getmask(each)) == empty]
        if not missing:
            return [_own_font(), str(font.path)]
        lost = lost or "".join(dict.fromkeys(missing))
    raise InputError(f"no font of this machine has {lost or text!r}: install one that has, or write .svg")


def picture_words(trace: Run | None, language: str, *, pixels: bool = False) -> Callable[[str], str]:
    """Return the function that translates the words of a picture, with titles of algorithms.

    Raises
    ------
    InputError
        If the picture is one of *pixels*, and no font of this machine has the letters of the language.

    """
    if pixels:
        try:
            font_files(local("frontier", language))
        except InputError:
            raise InputError(
                f"words in {words()['page']['language.name'][language]} need a font that has its letters, "
                "such as Noto Sans CJK, and there is none here: install one, or write .svg or .html, which "
                "are shown with the fonts of their reader"
            ) from None

    def said(english: str) -> str:
        if trace is not None and isinstance(english, Message):
            english = english.mapped(lambda value: title_of(value) if value == trace.by else value)
        return local(english, language)

    return said
