"""The numbers of a text: where each begins and ends, and the characters between them.

The rows of a matrix, by lines, semicolons or brackets, and checks that no cell is lost.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import (
    BracketsError,
    CostsNotAskedForError,
    EmptyTextError,
    OneBoardError,
    SeparatorError,
    TwoReadingsError,
    UnknownCharacterError,
)
from gridwalk.io.boardtext import NEWLINE, among, codes_of, first_unknown, place_of, refuse
from gridwalk.io.content import MAX_NUMBERS, within

OPENING, CLOSING = "[{(", "]})"
FILLERS = " \t,;" + OPENING + CLOSING
COST_MARKS = "0123456789.#+aefintyAEFINTY-"  # of numbers and of infinity, inf and nan
COST = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|#|[+-]?(inf(inity)?|nan)", re.IGNORECASE)
COSTS_ALLOWED = "costs above 0, walls ('#', inf, nan, numbers below 0), blanks, commas and brackets"

_WORD = re.compile(rf"[^{re.escape(FILLERS)}\s]+")
_ALLOWED = "0 (open), 1 (wall), blanks, commas and brackets"
_HINT = " (other numbers are costs where costs are asked for: --costs)"
_ALONE = "0 (open) and 1 (wall), all of them touching or all of them apart"

Numbers = NDArray[np.int64]


class Tokens(NamedTuple):
    """The numbers of a text: where each begins and ends, and its line."""

    text: str
    codes: NDArray[np.uint8]
    starts: Numbers
    ends: Numbers
    lines: Numbers  # from 0

    def between(self, characters: str) -> Numbers:
        """Return the number of *characters* between each token and the next."""
        places = np.flatnonzero(among(self.codes, characters))
        if not places.size:
            return np.zeros(max(0, self.starts.size - 1), np.int64)
        before = np.searchsorted(places, self.starts)
        return before[1:] - before[:-1]

    def before(self, characters: str) -> Numbers:
        """Return the number of *characters* before each token."""
        return np.searchsorted(np.flatnonzero(among(self.codes, characters)), self.starts)

    def line(self, token: int) -> int:
        """Return the line of a token, from 1."""
        return int(self.lines[token]) + 1


def tokens_of(text: str, *, costs: bool) -> Tokens:
    """Return the numbers of *text*; raise an error for other characters, and for a text without numbers."""
    codes = codes_of(text)
    characters = COST_MARKS if costs else "01"
    unknown = first_unknown(codes, characters + FILLERS)
    if unknown is not None:
        head = text[:unknown]
        opened = sum(map(head.count, OPENING))
        if opened and opened == sum(map(head.count, CLOSING)) and re.search(r"\d", head):
            raise OneBoardError(
                place_of(text, unknown)[0], f"{text[unknown]!r} follows the board's last bracket"
            )
        may_be_a_cost = not costs and _may_have_costs(text)
        words = (COSTS_ALLOWED if costs else _ALLOWED) + (_HINT if may_be_a_cost else "")
        refuse(text, unknown, words, may_be_a_cost=may_be_a_cost)
    edges = np.diff(among(codes, characters).view(np.int8), prepend=np.int8(0), append=np.int8(0))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not starts.size:
        raise EmptyTextError
    within(starts.size, "numbers", MAX_NUMBERS)
    firsts = np.searchsorted(starts, np.flatnonzero(codes == NEWLINE))
    lines = np.repeat(np.arange(firsts.size + 1), np.diff(firsts, prepend=0, append=starts.size))
    return Tokens(text, codes, starts, ends, lines)


def are_costs(text: str) -> bool:
    """Whether all words of *text* are numbers or ``#``."""
    return all(COST.fullmatch(word[0]) for word in _WORD.finditer(text))


def _may_have_costs(text: str) -> bool:
    """Whether *text* might be a matrix of costs or a drawing with costs: in neither is a 0."""
    if are_costs(text):
        return all(word.strip("0.") for word in set(_WORD.findall(text)))
    return set(text) <= set("123456789#.SEGX<>^v" + FILLERS + "\n")


def refuse_wide_token(tokens: Tokens) -> NoReturn:
    """Raise the error for the first token of several digits, where each should be 0 or 1."""
    wide = int((tokens.ends - tokens.starts > 1).argmax())
    at, word = int(tokens.starts[wide]), tokens.text[tokens.starts[wide] : tokens.ends[wide]]
    may_be_a_cost = _may_have_costs(tokens.text)
    kind = CostsNotAskedForError if may_be_a_cost else UnknownCharacterError
    raise kind(*place_of(tokens.text, at), word, _ALONE + _HINT * may_be_a_cost)


# Of the marks of a text: after a bracket or a mark comes a mark; in lines, at the beginning of one, too.
_EMPTY = re.compile(rb"(?:\A|[\[{(,;])[\n\t]*[,;]")
_EMPTY_IN_LINES = re.compile(rb"^\t*[,;]|[,;]\t*[,;]", re.MULTILINE)
_INDENT = re.compile(rb"^\t*(?=[^\t\n])", re.MULTILINE)
COMMA_FIX = "write ',' between cells and a line for each row"


def rows_of(tokens: Tokens) -> tuple[Numbers, str]:
    """Return the row of each token, and what ends rows: "lines", a bracketed "block", or "brackets"."""
    if not any(mark in tokens.text for mark in OPENING + CLOSING):
        rows = _by_lines(tokens, bracketed=False)
        _refuse_blank_lines(tokens)
        return rows, "lines"
    depth, closed = _depths(tokens)
    if depth == 1 and (closed == closed[0]).all():
        return _by_lines(tokens, bracketed=True), "block"
    if depth == 1:
        _refuse_rows_in_rows(tokens, closed)
    rows = np.cumsum(np.diff(closed, prepend=closed[0]) > 0, dtype=np.int64)
    return rows, "brackets"


def _by_lines(tokens: Tokens, *, bracketed: bool) -> Numbers:
    """Return the row of each token if lines or semicolons end rows."""
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
        raise TwoReadingsError("';'", ("the end of a row", "a mark between cells"), COMMA_FIX)
    return tokens.lines


def _depths(tokens: Tokens) -> tuple[int, Numbers]:
    """Return the depth of the tokens in brackets, and the number of brackets closed before each."""
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
    """Refuse several pairs of brackets side by side if each may be a whole board."""
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


def check_separators(tokens: Tokens, rows: Numbers, ended_by: str) -> None:
    """Refuse empty cells, and two kinds of separators between cells."""
    if not any(mark in tokens.text for mark in ",;\t"):
        return
    commas, semicolons, tabs = map(tokens.between, (",", ";", "\t"))
    in_row = np.diff(rows) == 0
    kinds = np.where(commas > 0, 3, np.where(semicolons > 0, 2, np.where(tabs > 0, 1, 0)))[in_row]
    kind = int(kinds[0]) if kinds.size else 0
    if (kinds != kind).any():
        gap = np.flatnonzero(in_row)[int((kinds != kind).argmax())]
        raise SeparatorError(
            *place_of(tokens.text, int(tokens.ends[gap])), "cells have another separator here than before"
        )
    if kind == 2 and ended_by == "brackets":
        raise TwoReadingsError(
            "';' within a row's brackets", ("the end of a row", "a mark between cells"), COMMA_FIX
        )
    twice = in_row & (kind == 1) & (tabs > 1)
    if twice.any():
        raise _empty(tokens, int(tokens.ends[twice.argmax()]))
    # One character a number, and the marks: an empty cell is a mark where no number is before it.
    kept = among(tokens.codes, ",;\t\n" + OPENING + CLOSING)
    kept[tokens.starts] = True
    marks = tokens.codes[kept].tobytes()
    if empty := (_EMPTY_IN_LINES if ended_by == "lines" else _EMPTY).search(marks):
        raise _empty(tokens, int(np.flatnonzero(kept)[empty.end() - 1]))
    indents = _INDENT.findall(marks) if ended_by == "lines" and "\t" in tokens.text else []
    if len(set(indents)) > 1:  # elsewhere blanks of any kind may stand before a row
        firsts = np.flatnonzero(np.diff(tokens.lines, prepend=-1))
        odd = next(number for number, indent in enumerate(indents) if indent != indents[0])
        raise _empty(tokens, int(tokens.starts[firsts[odd]]))


def _empty(tokens: Tokens, at: int) -> SeparatorError:
    return SeparatorError(*place_of(tokens.text, at), "there is an empty cell between two separators")
