"""Matrices: numbers in rows, with or without blanks, commas, brackets or a C array's braces.

Without costs the cells are 0 (open) and 1 (wall), and may touch: ``0100``.  With costs each
is a number above 0, or ``#`` for a wall.  What ends a row is found first, and then every
gap between two cells of a row must be of one kind, so that no cell is lost or invented.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BracketsError,
    CostsNotAskedForError,
    DeclaredShapeError,
    EmptyTextError,
    OneBoardError,
    RaggedRowsError,
    SeparatorError,
    TwoReadingsError,
    UnknownCharacterError,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.characters import NEWLINE, among, codes_of, first_unknown, place_of, refuse

OPENING, CLOSING = "[{(", "]})"
FILLERS = " \t,;" + OPENING + CLOSING
MOST_COST = 2**53
LARGE = 10_000  # characters; a text of more is looked at in whole lines first

_COST = re.compile(r"\d+(\.\d*)?|\.\d+|#")
_WORD = re.compile(rf"[^{re.escape(FILLERS)}\s]+")
Sizes = tuple[int | None, ...]  # rows and columns as a C array declares them; None: not a number
Numbers = NDArray[np.int64]

_ALLOWED = "0 (open), 1 (wall), blanks, commas and brackets"
_ALLOWED_COSTS = "costs above 0, '#' (wall), blanks, commas and brackets"
_HINT = " (other numbers are costs where costs are asked for: --costs)"
_ALONE = "0 (open) and 1 (wall), all of them touching or all of them apart"
_COMMA_FIX = "write ',' between cells and a line for each row"


class Tokens(NamedTuple):
    """The numbers of a text: where each begins and ends, and on which line it stands."""

    text: str
    codes: NDArray[np.uint8]
    starts: Numbers
    ends: Numbers
    lines: Numbers  # from 0

    def between(self, characters: str) -> Numbers:
        """Return how many of *characters* stand between each token and the next."""
        places = np.flatnonzero(among(self.codes, characters))
        if not places.size:
            return np.zeros(max(0, self.starts.size - 1), np.int64)
        before = np.searchsorted(places, self.starts)
        return before[1:] - before[:-1]

    def before(self, characters: str) -> Numbers:
        """Return how many of *characters* stand before each token."""
        return np.searchsorted(np.flatnonzero(among(self.codes, characters)), self.starts)

    def line(self, token: int) -> int:
        """Return the line of a token, from 1."""
        return int(self.lines[token]) + 1


def parse_matrix(text: str, *, costs: bool, sizes: Sizes = ()) -> BoardText:
    """Read a matrix; *text* has newlines only, *sizes* are what was declared of rows and columns."""
    regular = None if costs or sizes else _parse_regular(text)
    return _parse(text, costs, sizes) if regular is None else regular


def _parse(text: str, costs: bool, sizes: Sizes) -> BoardText:
    tokens = _tokens(text, costs)
    rows, ended_by = _rows(tokens)
    if ended_by == "lines":
        _refuse_blank_lines(tokens)
    touching = bool((tokens.ends - tokens.starts > 1).any())
    if touching and (np.diff(rows) == 0).any():
        if not costs:
            _refuse_wide_token(tokens)
        touching = False
    elif touching and costs:
        if set(text) <= set("01\n" + FILLERS):
            raise _zeros_and_ones()
        raise TwoReadingsError("a row of one number", ("one cell", "a cell for each digit"), _COMMA_FIX)
    _check_separators(tokens, rows, ended_by)
    if touching:
        widths = tokens.ends - tokens.starts
        cells = tokens.codes[among(tokens.codes, "01")]
        columns = int(widths[0])
        _refuse_ragged(tokens, widths, np.arange(rows.size))
    else:
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        widths = np.diff(firsts, append=rows.size)
        columns = int(widths[0])
        if ended_by != "brackets" and len(sizes) == 2 and sizes[1]:  # as C does: the braces end no row
            columns = sizes[1]
            if rows.size % columns:
                raise _declared(sizes, f"{rows.size:,} cells")
        else:
            _refuse_ragged(tokens, widths, firsts)
        cells = tokens.codes[tokens.starts]
    values = _values(tokens) if costs else cells - np.uint8(ord("0"))
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


# ------------------------------------------------------------------------------ the cells


def _tokens(text: str, costs: bool) -> Tokens:
    codes = codes_of(text)
    characters = "0123456789.#" if costs else "01"
    unknown = first_unknown(codes, characters + FILLERS)
    if unknown is not None:
        head = text[:unknown]
        opened = sum(map(head.count, OPENING))
        if opened and opened == sum(map(head.count, CLOSING)) and re.search(r"\d", head):
            raise OneBoardError(
                place_of(text, unknown)[0], f"{text[unknown]!r} follows the board's last bracket"
            )
        may_be_a_cost = not costs and _may_have_costs(text)
        words = (_ALLOWED_COSTS if costs else _ALLOWED) + (_HINT if may_be_a_cost else "")
        refuse(text, unknown, words, may_be_a_cost=may_be_a_cost)
    edges = np.diff(among(codes, characters).view(np.int8), prepend=np.int8(0), append=np.int8(0))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not starts.size:
        raise EmptyTextError
    firsts = np.searchsorted(starts, np.flatnonzero(codes == NEWLINE))
    lines = np.repeat(np.arange(firsts.size + 1), np.diff(firsts, prepend=0, append=starts.size))
    return Tokens(text, codes, starts, ends, lines)


def are_costs(text: str) -> bool:
    """Whether all words of *text* are numbers or ``#``."""
    return all(_COST.fullmatch(word[0]) for word in _WORD.finditer(text))


def _may_have_costs(text: str) -> bool:
    """Whether *text* might be a matrix of costs or a drawing with costs: in neither is a 0."""
    if are_costs(text):
        return all(word.strip("0.") for word in set(_WORD.findall(text)))
    return set(text) <= set("123456789#.SEGX<>^v" + FILLERS + "\n")


def _refuse_wide_token(tokens: Tokens) -> None:
    wide = int((tokens.ends - tokens.starts > 1).argmax())
    at, word = int(tokens.starts[wide]), tokens.text[tokens.starts[wide] : tokens.ends[wide]]
    may_be_a_cost = _may_have_costs(tokens.text)
    kind = CostsNotAskedForError if may_be_a_cost else UnknownCharacterError
    raise kind(*place_of(tokens.text, at), word, _ALONE + _HINT * may_be_a_cost)


def _values(tokens: Tokens) -> NDArray[Any]:
    """Return the cost of each token, 0 for a wall."""
    words = re.findall(r"[0-9.#]+", tokens.text)
    distinct = set(words)
    if "0" in distinct and distinct <= {"0", "1"}:
        raise _zeros_and_ones()
    value_of: dict[str, float] = {"#": 0}
    for word in distinct - {"#"}:
        value = float(word) if _COST.fullmatch(word) else 0.0
        if not 0 < value <= MOST_COST:
            at = int(tokens.starts[words.index(word)])
            raise UnknownCharacterError(*place_of(tokens.text, at), word, _ALLOWED_COSTS)
        value_of[word] = value
    whole = not any("." in word for word in distinct)
    return np.fromiter(map(value_of.__getitem__, words), np.float64, len(words)).astype(
        np.int64 if whole else np.float64
    )


def _zeros_and_ones() -> TwoReadingsError:
    return TwoReadingsError(
        "a matrix of 0 and 1 where costs are asked for",
        ("open cells (0) and walls (1)", "costs, of which 0 is none"),
        "leave out costs, or write costs above 0 and '#' for a wall",
    )


# ------------------------------------------------------------------------------- the rows


def _rows(tokens: Tokens) -> tuple[Numbers, str]:
    """Return the row of each token, and what ends rows: lines, also in a "block" of brackets, or brackets."""
    if not any(mark in tokens.text for mark in OPENING + CLOSING):
        return _by_lines(tokens, bracketed=False), "lines"
    depth, closed = _depths(tokens)
    if depth == 1 and (closed == closed[0]).all():
        return _by_lines(tokens, bracketed=True), "block"
    if depth == 1:
        _refuse_rows_in_rows(tokens, closed)
    rows = np.cumsum(np.diff(closed, prepend=closed[0]) > 0, dtype=np.int64)
    return rows, "brackets"


def _by_lines(tokens: Tokens, *, bracketed: bool) -> Numbers:
    """Return the row of each token where lines end rows, or semicolons do."""
    semicolons = tokens.between(";")
    same_line = np.diff(tokens.lines) == 0
    inner = same_line & (semicolons > 0)
    by_semicolons = np.concatenate([[0], np.cumsum((semicolons > 0) | ~same_line)])
    if not inner.any():
        return tokens.lines
    one_line = tokens.lines[0] == tokens.lines[-1]
    only_semicolons = bool((inner == same_line).all())
    touching = bool((tokens.ends - tokens.starts > 1).any())
    if bracketed or (one_line and (touching or not only_semicolons)):
        return by_semicolons
    if one_line or not only_semicolons:
        raise TwoReadingsError("';'", ("the end of a row", "a mark between cells"), _COMMA_FIX)
    return tokens.lines


def _depths(tokens: Tokens) -> tuple[int, Numbers]:
    """Return how deep the tokens stand in brackets, and how many are closed before each."""
    text = tokens.text
    is_open, is_closed = among(tokens.codes, OPENING), among(tokens.codes, CLOSING)
    places = np.flatnonzero(is_open | is_closed)
    steps = np.where(is_open[places], 1, -1)
    depths = np.cumsum(steps)
    if depths.min() < 0 or depths[-1] != 0:
        wrong = int(places[(depths < 0).argmax()]) if depths.min() < 0 else int(places[-1])
        reason = "a bracket is closed that was not opened" if depths.min() < 0 else "a bracket is not closed"
        raise BracketsError(place_of(text, wrong)[0], reason)
    closed = tokens.before(CLOSING)
    depth_of = tokens.before(OPENING) - closed
    depth = int(depth_of[0])
    if (depth_of != depth).any() or not 1 <= depth <= 2 or depths.max() > depth:
        wrong_token = int((depth_of != depth).argmax())
        raise BracketsError(tokens.line(wrong_token), "rows stand in brackets, at most one pair around all")
    opened_at = places[(steps == 1) & (depths == depth)]
    if np.unique(closed).size != opened_at.size:
        filled = np.searchsorted(opened_at, tokens.starts) - 1
        empty = np.setdiff1d(np.arange(opened_at.size), filled)[0]
        raise BracketsError(place_of(text, int(opened_at[empty]))[0], "a pair of brackets has no cell in it")
    ends = places[(steps == -1) & (depths == 0)]
    after = tokens.starts > ends[0]
    if depth == 2 and after.any():
        raise OneBoardError(tokens.line(int(after.argmax())), "another board begins here")
    return depth, closed


def _refuse_rows_in_rows(tokens: Tokens, closed: Numbers) -> None:
    """Refuse several pairs of brackets side by side that may each be a whole board."""
    same = np.diff(closed) == 0
    torn = same & ((np.diff(tokens.lines) > 0) | (tokens.between(";") > 0))
    if torn.any():
        raise TwoReadingsError(
            f"brackets with rows in them (line {tokens.line(int(torn.argmax()))})",
            ("rows of one board", "several boards"),
            "put one pair of brackets around each row",
        )
    _refuse_blank_lines(tokens)


def _refuse_blank_lines(tokens: Tokens) -> None:
    gaps = np.diff(tokens.lines) > 1
    if gaps.any():
        line = tokens.line(int(gaps.argmax())) + 1
        raise OneBoardError(line, "it is blank, and below it are more cells")


# -------------------------------------------------------------------------- what is wrong


def _check_separators(tokens: Tokens, rows: Numbers, ended_by: str) -> None:
    """Refuse empty cells, and gaps between cells that are of two kinds."""
    if not any(mark in tokens.text for mark in ",;\t"):
        return
    commas, semicolons, tabs = map(tokens.between, (",", ";", "\t"))
    in_row = np.diff(rows) == 0
    kinds = np.where(commas > 0, 3, np.where(semicolons > 0, 2, np.where(tabs > 0, 1, 0)))[in_row]
    kind = int(kinds[0]) if kinds.size else 0
    if (kinds != kind).any():
        gap = np.flatnonzero(in_row)[int((kinds != kind).argmax())]
        raise SeparatorError(
            *place_of(tokens.text, int(tokens.ends[gap])), "cells are separated otherwise here than before"
        )
    if kind == 2 and ended_by == "brackets":
        raise TwoReadingsError(
            "';' within a row's brackets", ("the end of a row", "a mark between cells"), _COMMA_FIX
        )
    twice = (commas + semicolons > 1) | (in_row & (kind == 1) & (tabs > 1))
    if ended_by == "brackets":  # a row may end with a comma, and one may stand after its bracket
        twice &= in_row
    if twice.any():
        raise _empty(tokens, int(tokens.ends[twice.argmax()]))
    if ended_by == "lines":
        _refuse_empty_ends(tokens)


def _refuse_empty_ends(tokens: Tokens) -> None:
    """Refuse lines that begin with a separator, or end with two."""
    firsts = np.flatnonzero(np.diff(tokens.lines, prepend=-1))
    line_starts = np.concatenate([[0], np.flatnonzero(tokens.codes == NEWLINE) + 1])[tokens.lines[firsts]]
    for mark in (",", ";", "\t"):
        places = np.flatnonzero(tokens.codes == ord(mark))
        lead = np.searchsorted(places, tokens.starts[firsts]) - np.searchsorted(places, line_starts)
        wrong = (lead != lead[0]) if mark == "\t" else lead > 0  # tabs may be an indentation
        if wrong.any():
            raise _empty(tokens, int(line_starts[wrong.argmax()]))
        if mark != "\t" and int((places > tokens.starts[-1]).sum()) > 1:
            raise _empty(tokens, int(tokens.ends[-1]))


def _empty(tokens: Tokens, at: int) -> SeparatorError:
    return SeparatorError(*place_of(tokens.text, at), "there is an empty cell between two separators")


def _refuse_ragged(tokens: Tokens, widths: Numbers, firsts: Numbers) -> None:
    ragged = np.flatnonzero(widths != widths[0])
    if ragged.size:
        raise RaggedRowsError(tokens.line(int(firsts[ragged[0]])), int(widths[ragged[0]]), int(widths[0]))


def _check_declared(sizes: Sizes, shape: tuple[int, int]) -> None:
    found = (shape[0] * shape[1],) if len(sizes) == 1 else shape
    if sizes and (
        len(sizes) > 2 or any(said not in (None, has) for said, has in zip(sizes, found, strict=True))
    ):
        raise _declared(sizes, " x ".join(map(str, found)) + (" cells" if len(found) == 1 else ""))


def _declared(sizes: Sizes, found: str) -> DeclaredShapeError:
    said = " x ".join("?" if size is None else str(size) for size in sizes)
    return DeclaredShapeError(f"the array is declared as {said}, but has {found}")
