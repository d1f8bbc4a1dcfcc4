"""Matrices: numbers in rows, with or without blanks, commas, brackets or a C array's braces.

Without costs the cells are 0 (open) and 1 (wall), and may touch: ``0100``.  With costs each
cell is a number above 0, or ``#`` for a wall.  A C array may be declared: ``int maze[5][5] = {...}``.
The reader first finds what ends a row.  Then all gaps between cells of a row must be of one kind, so that
no cell is lost or invented.

The declaration of a C array before its braces: ``int maze[5][5] =``.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    ArgumentError,
    DeclaredShapeError,
    NotPrintableError,
    TwoReadingsError,
    UnknownCharacterError,
)
from gridwalk.io.boardtext import BoardText, among, check_widths, codes_of, place_of
from gridwalk.io.content import Content, Fit
from gridwalk.io.tokens import (
    CLOSING,
    COMMA_FIX,
    COST,
    COST_MARKS,
    COSTS_ALLOWED,
    FILLERS,
    OPENING,
    Tokens,
    are_costs,
    check_separators,
    refuse_wide_token,
    rows_of,
    tokens_of,
)

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

Sizes = tuple[int | None, ...]  # the sizes that a C array declares; None: not a number
_LONGEST_DECLARATION = 1_000  # characters before its "="


def without_declaration(text: str) -> tuple[str, Sizes, bool]:
    """Return *text* with ``int maze[5][5] =`` replaced by blanks; its sizes; and whether there was one.

    Blanks keep lines and columns right for messages.
    """
    head, equals, rest = text.partition("=")
    # Not over several lines: a board before the declaration would be lost.
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
    # A name may mean any size; a word that begins with a digit and is not a number matches no size.
    sizes = tuple(None if word[:1].isidentifier() or not word else _size(word) for word in words)
    return re.sub(r"[^\n]", " ", head) + " " + rest, sizes, True


def _size(word: str) -> int:
    return int(word) if re.fullmatch(r"[0-9]{1,18}", word) else sys.maxsize


MAX_COST = 2**53
LARGE = 10_000  # characters; of a longer text, whole lines are tested first

SEPARATORS = ",;\t" + OPENING + CLOSING  # none of them occurs in a drawing
_THREE_DEEP = re.compile(r"\s*\[\s*\[\s*\[")
_FIRST = re.compile(rf"[{re.escape(FILLERS)}\s]*(.?)")


def fit_matrix(content: Content) -> Fit:
    """SURE if all characters are a matrix's; MAYBE if it begins like one."""
    text, _, is_declared = without_declaration(content.plain)
    costs = content.asked["costs"]
    if is_declared:
        return Fit.SURE
    first = _FIRST.match(text)
    if first is None or not first[1]:
        return Fit.MAYBE  # an empty one
    if not _is_matrix(text, first[1], costs=costs, is_drawn=content.asked["cell_width"] is not None):
        return Fit.NO
    if _THREE_DEEP.match(text):
        return Fit.MAYBE  # no matrix
    sample = text[: len(content.sample)]
    return Fit.SURE if set(sample) <= set("01\n" + FILLERS + ("23456789.#" if costs else "")) else Fit.MAYBE


def doubt_matrix(content: Content) -> None:
    """Refuse a matrix of costs that may be a drawing with blanks for open cells."""
    text = content.plain
    if not content.asked["costs"] or _has_any(text, SEPARATORS) or _is_of_zeros_and_ones(text):
        return
    lines = text.strip("\n").split("\n")
    words_of_line = [line.split() for line in lines]
    is_spaced = all(
        len(line.strip()) == 2 * len(words) - 1 and len(max(words, key=len)) == 1
        for line, words in zip(lines, words_of_line, strict=True)
        if words
    )
    may_be_drawn = "0" not in text and len(set(map(len, lines))) == 1
    if may_be_drawn and not (is_spaced and "#" not in text) and not without_declaration(text)[2]:
        raise TwoReadingsError(
            "a text of costs and blanks",
            ("a matrix with blanks between its cells", "a drawing in which blanks are open cells"),
            "write ',' between the cells of a matrix, or say --cell-width 1 (in Python cell_width=1)",
        )


def parse_matrix(text: str, *, costs: bool, wall_is: str | None = None) -> BoardText:
    """Read a matrix; *text* has newlines only.  *wall*: the number that is a wall, ``"0"`` or ``"1"``."""
    if wall_is not in (None, "0", "1") or (costs and wall_is == "1"):
        allowed = "'0' or left out: numbers are costs here" if costs else "'0' or '1' here: this is a matrix"
        raise ArgumentError("wall_is", wall_is, allowed)
    text, sizes, _ = without_declaration(text)
    regular = None if costs or sizes else _parse_regular(text)
    read = _parse(text, costs, sizes, zero_is_wall=wall_is == "0") if regular is None else regular
    if wall_is == "0" and not costs:
        return read._replace(form="matrix of 1 (open) and 0 (wall)", open_cells=~read.open_cells)
    return read


def print_matrix(grid: Grid) -> str:
    """Return the rows of 0 (open) and 1 (wall), or of costs, with ``#`` for walls and commas between."""
    costs = [] if grid.costs is None or grid.columns > 1 else grid.costs[grid.open_cells].tolist()
    if any(len(str(cost)) > 1 for cost in costs):
        raise NotPrintableError("in a matrix of one column a cost of several digits can be read in two ways")
    return rows_of_numbers(grid, " ")


def rows_of_numbers(grid: Grid, gap: str) -> str:
    """Return 0 (open) and 1 (wall) with *gap* between, or costs, and ``#`` for walls, with commas between."""
    if grid.costs is None:
        lines = np.full((grid.rows, 2 * grid.columns), ord(gap), np.uint8)
        lines[:, ::2] = np.where(grid.open_cells, np.uint8(ord("0")), np.uint8(ord("1")))
        lines[:, -1] = ord("\n")
        return lines.tobytes()[:-1].decode("ascii")
    words = np.where(grid.open_cells, grid.costs.astype(str), "#")
    return "\n".join(map(",".join, words.tolist()))


def _has_any(text: str, characters: str) -> bool:
    return any(character in text for character in characters)


def _is_matrix(text: str, first: str, *, costs: bool, is_drawn: bool) -> bool:
    if not costs:
        return first in ("0", "1") or (_has_any(text, SEPARATORS) and are_costs(text))
    if is_drawn:
        return False
    if _has_any(text, SEPARATORS) or _is_of_zeros_and_ones(text):
        return True
    if not are_costs(text):
        return False
    return max(len(line.split()) for line in text.split("\n")) > 1  # else it is one digit a cell


def _is_of_zeros_and_ones(text: str) -> bool:
    return "0" in text and set(text) <= set("01 \n")


def _parse(text: str, costs: bool, sizes: Sizes, *, zero_is_wall: bool = False) -> BoardText:
    tokens = tokens_of(text, costs=costs)
    rows, ended_by = rows_of(tokens)
    touching = bool((tokens.ends - tokens.starts > 1).any())
    if touching and (np.diff(rows) == 0).any():
        if not costs:
            refuse_wide_token(tokens)
        touching = False
    elif touching and costs:
        if set(text) <= set("01\n" + FILLERS) and not zero_is_wall:
            raise _zeros_and_ones()
        raise TwoReadingsError("a row of one number", ("one cell", "a cell for each digit"), COMMA_FIX)
    check_separators(tokens, rows, ended_by)
    if touching:
        widths = tokens.ends - tokens.starts
        cells = tokens.codes[among(tokens.codes, "01")]
        columns = int(widths[0])
        check_widths(widths, tokens.lines + 1)
    else:
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        widths = np.diff(firsts, append=rows.size)
        columns = int(widths[0])
        if ended_by != "brackets" and len(sizes) == 2 and sizes[1]:  # as C does: the braces end no row
            columns = sizes[1]
            if rows.size % columns:
                raise _declared(sizes, f"{rows.size:,} cells")
        else:
            check_widths(widths, tokens.lines[firsts] + 1)
        cells = tokens.codes[tokens.starts]
    values = _values(tokens, zero_is_wall) if costs else cells - np.uint8(ord("0"))
    shape = values.size // columns, columns
    _check_declared(sizes, shape)
    values = values.reshape(shape)
    if not costs:
        return BoardText("matrix of 0 (open) and 1 (wall)", values == 0)
    open_cells = values > 0
    return BoardText("matrix of costs", open_cells, np.where(open_cells, values, 1))


def _parse_regular(text: str) -> BoardText | None:
    """Read a large matrix whose lines differ in nothing but 0 and 1: the first two say how.

    Returns None where this is no such matrix.
    """
    width = text.find("\n") + 1
    codes = codes_of(text.rstrip("\n") + "\n")
    if codes.size < LARGE or width == 0 or codes.size % width:
        return None
    lines = codes.reshape(-1, width)
    is_cell = among(lines, "01")
    if not ((lines == lines[0]) | (is_cell & is_cell[0])).all():
        return None
    columns = np.flatnonzero(is_cell[0])
    two = _parse(text[: 2 * width], costs=False, sizes=())
    if two.open_cells.shape != (2, columns.size):
        return None
    return two._replace(open_cells=lines[:, columns] == ord("0"))


def _values(tokens: Tokens, zero_is_wall: bool) -> NDArray[Any]:
    """Return the cost of each token, 0 for a wall."""
    words = re.findall(f"[{COST_MARKS}]+", tokens.text)
    distinct = dict.fromkeys(words)  # in their order: the first that is wrong is told
    if "0" in distinct and distinct.keys() <= {"0", "1"} and not zero_is_wall:
        raise _zeros_and_ones()
    value_of: dict[str, float] = {"#": 0}
    if zero_is_wall:
        value_of["0"] = 0
    for word in distinct:
        if word in value_of:
            continue
        value = float(word) if (is_cost := COST.fullmatch(word)) else 0.0
        if is_cost and (value < 0 or "n" in word.lower()):  # of inf and nan; 1e999 is too large
            value_of[word] = 0
            continue
        if not 0 < value <= MAX_COST:
            at = int(tokens.starts[words.index(word)])
            raise UnknownCharacterError(*place_of(tokens.text, at), word, COSTS_ALLOWED)
        value_of[word] = value
    whole = not any(re.search(r"\.|\de", word.lower()) for word in distinct)
    return np.fromiter(map(value_of.__getitem__, words), np.float64, len(words)).astype(
        np.int64 if whole else np.float64
    )


def _zeros_and_ones() -> TwoReadingsError:
    return TwoReadingsError(
        "a matrix of 0 and 1 where costs are asked for",
        ("open cells (0) and walls (1)", "costs, of which 0 is none"),
        "leave out costs, or write costs above 0, '#' for a wall, or say --wall-is 0 (in Python wall_is='0')",
    )


def _check_declared(sizes: Sizes, shape: tuple[int, int]) -> None:
    found = (shape[0] * shape[1],) if len(sizes) == 1 else shape
    if sizes and (
        len(sizes) > 2 or any(said not in (None, has) for said, has in zip(sizes, found, strict=True))
    ):
        raise _declared(sizes, " x ".join(map(str, found)) + (" cells" if len(found) == 1 else ""))


def _declared(sizes: Sizes, found: str) -> DeclaredShapeError:
    said = " x ".join("?" if size is None else str(size) for size in sizes)
    return DeclaredShapeError(f"the array is declared as {said}, but has {found}")
