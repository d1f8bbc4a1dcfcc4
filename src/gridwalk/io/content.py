"""The content of a file: its bytes, its text, and the fit of a format.

Lines, lists and marks become Python objects of about a hundred bytes each; numbers take a tenth.  So their
number is checked before a text is split.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from gridwalk.errors import BoardTextError, ReadingWarning, error_of, one_board_error

MAX_LINES = 1 << 21  # the maximum number of lines, lists and keys of JSON, or marks
MAX_NUMBERS = 1 << 24  # the maximum number of numbers of a table or of JSON


def within(number: int, what: str, most: int = MAX_LINES) -> None:
    """Raise `BoardTextError` if a text has more than *most* of something."""
    if number > most:
        seen = "it has {n:,} {what}; at most {most:,} are read of a text (an .npz file may hold more)"
        raise error_of(BoardTextError, seen, n=number, what=what, most=most)


def remark(words: str) -> None:
    """Issue a `ReadingWarning` for the line of the caller outside gridwalk."""
    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "gridwalk":
        frame, level = frame.f_back, level + 1
    warnings.warn(words, ReadingWarning, stacklevel=level)


SAMPLE, FEW_LINES = 4096, 8  # characters and lines of the sample by which formats are recognised
MOST = 1 << 20  # the maximum number of characters of a sample with long lines
BLOCKS = {"\N{FULL BLOCK}": "#", "\N{MIDDLE DOT}": "."}
# Characters with an ASCII equivalent: full-width forms, other blanks; the mark after an emoji is removed.
_ALIKE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0xA0: " ", 0xFE0F: None}

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_BACKGROUND = re.compile(r"\x1b\[([0-9;]*;)?(7|4[0-8]|10[0-7])(;[0-9;]*)?m")
_BELOW = re.compile(r"^length [0-9]", re.MULTILINE)
_FENCE = "```"
_FENCE_LINE = re.compile(r"^[ \t]*```[\w+.-]*[ \t]*$", re.MULTILINE)
_PIXELS = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|RIFF....WEBP|BM.{4}\0\0\0\0"
    rb"|P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s+(?:#[^\n]*\n\s*)*\d+\s",
    re.DOTALL,
)


class Fit(IntEnum):
    """Whether a format fits a content."""

    NO = 0
    MAYBE = 1
    SURE = 2


class Content:
    """The content of a file or a text.

    Attributes
    ----------
    data : bytes or None
        The bytes of a file; None if a text was given.
    is_text : bool
        Whether the content is text.
    text : str
        The text with ``\\n`` as line breaks, without byte order mark, colours and a Markdown fence around it;
        empty for binary content.
    ending : str
        The ending of the file's name in small letters, such as ``.csv``; empty if there is none.
    asked : mapping
        The options for reading: a value for each row of `gridwalk.io.formats.READING`.

    """

    def __init__(
        self,
        data: bytes | str,
        ending: str = "",
        asked: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.ending, self.asked = ending.lower(), asked
        self.data: bytes | None = None if isinstance(data, str) else data
        text = data if isinstance(data, str) else _text_of(data)
        self.is_text = text is not None
        self.text = ""
        if text is not None:
            within(text.count("\n") + text.count("\r") - text.count("\r\n"), "lines")
            self.text = _cleaned(text)

    @property
    def sample(self) -> str:
        """The beginning of the text, in whole lines; at least a few lines if they are not too long."""
        if len(self.text) <= SAMPLE:
            return self.text
        end = 0
        for _ in range(FEW_LINES):
            end = self.text.find("\n", end, MOST) + 1
            if not end:
                return self.text[:MOST]
        return self.text[: max(end, self.text.rfind("\n", 0, SAMPLE) + 1)]

    @property
    def lines(self) -> list[str]:
        """The lines of the sample that are not blank."""
        return [line for line in self.sample.split("\n") if line.strip()]

    @cached_property
    def plain(self) -> str:
        """The text with ``#`` for full blocks and ``.`` for middle dots."""
        text = self.text
        if not text.isascii():
            for character, meaning in BLOCKS.items():
                text = text.replace(character, meaning)
        return text


def answer_of(text: str) -> tuple[str, str]:
    """Return a drawing that gridwalk printed, and the lines below it, which begin with ``length 12``."""
    below = _BELOW.search(text) if "length" in text else None
    at = len(text) if below is None else below.start()
    return text[:at], text[at:]


def decode(data: bytes) -> str:
    """Return *data* as text; raise `BoardTextError` if it is not text."""
    text = _text_of(data)
    if text is None:
        raise not_text()
    return text


def not_text() -> BoardTextError:
    """Return the error for bytes that are not text."""
    return BoardTextError("this is not a text file (binary, or not UTF-8), and no binary format either")


def _text_of(data: bytes) -> str | None:
    try:
        if data.startswith(_UTF_16):
            return data.decode("utf-16") or None
        return None if b"\0" in data else data.decode("utf-8")
    except ValueError:
        return None


def _cleaned(text: str) -> str:
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x1b" in text:
        text = _without_colours(text)
    if not text.isascii():
        text = text.translate(_ALIKE)
    if _FENCE in text:
        text = _without_fence(text)
    return text


def _without_colours(text: str) -> str:
    colour = _BACKGROUND.search(text)
    if colour is not None:
        line = text.count("\n", 0, colour.start()) + 1
        words = "a background colour of a terminal draws something here; colours are not read"
        raise error_of(BoardTextError, "line {line}: {words}", line=line, words=words)
    return _COLOUR.sub("", text)


def _without_fence(text: str) -> str:
    """Return *text* without the Markdown fence around it; lines keep their numbers."""
    bare = text.strip()
    head, newline, rest = bare.partition("\n")
    if newline and _FENCE_LINE.fullmatch(head) and f"\n{rest}".endswith(f"\n{_FENCE}"):
        inner = rest[:-3].removesuffix("\n")
        if _FENCE_LINE.search(inner) is None:
            return "\n" * text.count("\n", 0, text.index(bare) + len(head) + 1) + inner
    fence = _FENCE_LINE.search(text)
    if fence is None:
        return text
    line = text.count("\n", 0, fence.start()) + 1
    raise one_board_error(
        line, "this is the fence of a Markdown code block, and something else stands beside the block"
    )


def fit_picture(content: Content) -> Fit:
    """Return SURE if the content begins like a picture of `gridwalk.io.picture.pixels.FORMS`."""
    return Fit.SURE if content.data is not None and is_picture(content.data) else Fit.NO


def is_picture(data: bytes) -> bool:
    """Return whether *data* begins like a picture."""
    return _PIXELS.match(data[:4096]) is not None
