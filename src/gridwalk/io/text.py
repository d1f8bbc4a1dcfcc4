"""A board's text, read: matrices, drawings and MovingAI maps, told apart by what is in them.

One reading, or a question back: a text that can be read in two ways is refused with both
named, and with what to write or to say instead; nothing is guessed in silence.

- A matrix has 0 (open) and 1 (wall), with or without blanks, commas, brackets or a C array's
  braces; where costs are asked for, numbers above 0 and ``#`` (wall) (`gridwalk.io.matrix`).
- A drawing has walls ``#``, open cells ``.`` or blank, marks ``S`` (start) and ``E``, ``G`` or
  ``X`` (exits), arrows ``> < ^ v`` (one-way cells) and, where costs are asked for, digits 1
  to 9 (`gridwalk.io.drawing`).
- A MovingAI map has a header (`gridwalk.io.movingai`).

Everything is done on whole arrays: 16 million cells are read in well under a second.
"""

from __future__ import annotations

import re
import sys

import numpy as np

from gridwalk.errors import ArgumentError, BoardTextError, EmptyTextError, TwoReadingsError
from gridwalk.io.boardtext import BoardText
from gridwalk.io.drawing import parse_drawing
from gridwalk.io.matrix import Sizes, parse_matrix
from gridwalk.io.movingai import TERRAIN, is_map, parse_map
from gridwalk.io.tokens import CLOSING, FILLERS, OPENING, are_costs
from gridwalk.moves import KING

_BLOCKS = str.maketrans({"\N{FULL BLOCK}": "#", "\N{MIDDLE DOT}": ".", "\N{NO-BREAK SPACE}": " "})
_FIRST = re.compile(rf"[{re.escape(FILLERS)}\s]*(.?)")
SEPARATORS = ",;\t" + OPENING + CLOSING  # of which none is in a drawing
_LONGEST_DECLARATION = 1_000  # characters before its "="


def parse(
    text: str, *, costs: bool = False, terrain: str = TERRAIN, cell_width: int | None = None
) -> BoardText:
    """Read *text*, in whichever form it is; arguments and errors as for `gridwalk.Board.from_text`."""
    if not isinstance(text, str):
        raise BoardTextError(f"a board's text is a str, not {type(text).__name__}")
    if not isinstance(costs, bool | np.bool_):
        raise ArgumentError("costs", costs, "True or False")
    if not isinstance(terrain, str):
        raise ArgumentError("terrain", terrain, "a str of the characters that are open")
    is_whole = isinstance(cell_width, int | np.integer) and not isinstance(cell_width, bool)
    if cell_width is not None and not (is_whole and 1 <= cell_width <= 2):
        raise ArgumentError("cell_width", cell_width, "1 or 2, the characters that a drawing has for a cell")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if is_map(text):
        if costs or cell_width == 2:
            name = "costs" if costs else "cell_width"
            raise ArgumentError(name, costs or cell_width, "left out: this is a MovingAI map, and has none")
        return BoardText("MovingAI map", parse_map(text, terrain), moves=KING)
    if terrain != TERRAIN:
        raise ArgumentError("terrain", terrain, "left out: this is no MovingAI map")
    if not text.isascii():
        text = text.translate(_BLOCKS)
    text, sizes, is_declared = _without_declaration(text)
    first = _FIRST.match(text)
    if first is None or not first[1]:
        raise EmptyTextError
    is_matrix = is_declared or _is_matrix(text, first[1], costs=costs, is_drawn=cell_width is not None)
    if not is_matrix:
        return parse_drawing(text, costs=costs, cell_width=cell_width)
    if cell_width == 2:
        raise ArgumentError("cell_width", cell_width, "left out: this is a matrix, and no drawing")
    return parse_matrix(text, costs=costs, sizes=sizes)


def _has_any(text: str, characters: str) -> bool:
    return any(character in text for character in characters)


def _without_declaration(text: str) -> tuple[str, Sizes, bool]:
    """Return *text* with ``int maze[5][5] =`` blanked out, if there is one; its sizes; and whether there is.

    Blanks keep lines and columns true for messages.
    """
    head, equals, rest = text.partition("=")
    # Neither lines nor rows in brackets: a board before the declaration would be lost.
    is_long = len(head) > _LONGEST_DECLARATION or "\n" in head.strip()
    if (
        not equals
        or is_long
        or not re.match(r"\s*[A-Za-z_]", head)
        or re.search(r"[0-9]\s*[,;\s]\s*[0-9]", head)
    ):
        return text, (), False
    bare, previous = head, ""
    while bare != previous:
        previous, bare = bare, re.sub(r"\[[^\[\]]*\]|<[^<>]*>", " ", bare)
    if not re.fullmatch(r"[\w\s*&:]*", bare) or re.search(r"\b[0-9]", bare):
        return text, (), False
    in_brackets = re.search(r"(?:\[\s*\w*\s*\]\s*)*$", head)
    words = re.findall(r"\[\s*(\w*)\s*\]", in_brackets[0]) if in_brackets else []
    # A name may be of any size; what begins with a digit and is no number is of none that fits.
    sizes = tuple(None if word[:1].isidentifier() or not word else _size(word) for word in words)
    return re.sub(r"[^\n]", " ", head) + " " + rest, sizes, True


def _size(word: str) -> int:
    return int(word) if re.fullmatch(r"[0-9]{1,18}", word) else sys.maxsize


def _is_matrix(text: str, first: str, *, costs: bool, is_drawn: bool) -> bool:
    """Whether *text* is a matrix rather than a drawing; refuse what might be both."""
    if not costs:
        return first in ("0", "1") or (_has_any(text, SEPARATORS) and are_costs(text))
    if is_drawn:
        return False
    if _has_any(text, SEPARATORS) or ("0" in text and set(text) <= set("01 \n")):
        return True
    if not are_costs(text):
        return False
    lines = text.strip("\n").split("\n")
    words_of_line = [line.split() for line in lines]
    if max(map(len, words_of_line)) == 1:
        return False  # one digit a cell
    is_spaced = all(
        len(line.strip()) == 2 * len(words) - 1 and len(max(words, key=len)) == 1
        for line, words in zip(lines, words_of_line, strict=True)
        if words
    )
    may_be_drawn = "0" not in text and len(set(map(len, lines))) == 1
    if may_be_drawn and not (is_spaced and "#" not in text):
        raise TwoReadingsError(
            "a text of costs and blanks",
            ("a matrix with blanks between its cells", "a drawing in which blanks are open cells"),
            "write ',' between the cells of a matrix, or say --cell-width 1 (in Python cell_width=1)",
        )
    return True
