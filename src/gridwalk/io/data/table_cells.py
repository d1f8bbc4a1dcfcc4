"""The cells of a table by their words: numbers, True and False, marks, blanks, and what is called a wall."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError, BoardTextError, Cell, MarksError, UnknownCharacterError
from gridwalk.io.boardtext import BoardText
from gridwalk.io.data.values import cells_of, empty_of

_STARTS, _EXITS = ("s", "start"), ("e", "g", "end", "exit", "goal")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?|[+-]?inf(inity)?|nan")  # in small letters
_ALLOWED = "numbers, True and False, '#' (wall), S, E, or nothing"
BLANK, START, EXIT, WALL, TRUE, FALSE, WORD, NUMERIC = range(8)

Mask = NDArray[np.bool_]


class Kinds(dict[str, int]):
    """The kind of a word, found once for each that is different."""

    def __missing__(self, word: str) -> int:
        name = word.strip().lower()
        kind = WORD
        if not name:
            kind = BLANK
        elif _NUMBER.fullmatch(name):
            kind = NUMERIC
        elif name in ("true", "false"):
            kind = TRUE if name == "true" else FALSE
        elif name == "#":
            kind = WALL
        elif name in _STARTS or name in _EXITS:
            kind = START if name in _STARTS else EXIT
        self[word] = kind
        return kind


class WordTable:
    """Rows of words; *lines* are the lines of the file that they come from."""

    def __init__(self, rows: list[list[str]], lines: list[int], kinds: Kinds) -> None:
        self.words = list(chain.from_iterable(rows))
        self.lines, self.shape = lines, (len(rows), len(rows[0]))
        self.kind = self._by_word(kinds, np.uint8)

    def _by_word(self, table: Any, dtype: Any) -> NDArray[Any]:
        """Return what *table* has for the word of each cell."""
        return np.fromiter(map(table.__getitem__, self.words), dtype, len(self.words)).reshape(self.shape)

    @cached_property
    def names(self) -> set[str]:
        """The different words, without blanks around them."""
        return set(map(str.strip, set(self.words))) - {""}

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The numbers of the cells, NaN where there is none; True is 1, False 0."""
        return self._by_word({word: _value(word) for word in set(self.words)}, np.float64)

    def board(self, *, costs: bool, wall: str | None) -> BoardText:
        """Return the board; *wall* names numbers, words, ``empty`` or ``filled``."""
        asked = set() if wall is None else {part.strip().lower() for part in wall.split(",")}
        named = {word: word.strip().lower() in asked - {""} for word in set(self.words)}
        is_named = self._by_word(named, np.bool_) | (self.kind == WALL)
        free = ((self.kind == START) | (self.kind == EXIT)) & ~is_named
        if not asked:
            self._refuse_words()
        if asked & {"filled", "empty"}:
            empty = empty_of(np.where(free, np.nan, self.values), self.kind == BLANK)
            is_named |= (~empty if "filled" in asked else empty) & ~free
        elif not (self.kind == WORD).any():
            return self._marked(self._of_numbers(is_named, free, costs, wall), free)
        elif not is_named.any():
            raise ArgumentError("wall", wall, "a word of the table, a number, 'filled' or 'empty'")
        return self._marked(self._of_words(is_named, free, costs, wall), free)

    def _refuse_words(self) -> None:
        unknown = self.kind == WORD
        if unknown.any():
            row, column = divmod(int(unknown.argmax()), self.shape[1])
            word = self.words[row * self.shape[1] + column].strip()
            advice = f"if it is a wall, say --wall-is {word[:20]} or --wall-is filled"
            raise UnknownCharacterError(self.lines[row], column + 1, word[:40], f"{_ALLOWED}; {advice}")

    def _of_words(self, is_wall: Mask, free: Mask, costs: bool, wall: str | None) -> BoardText:
        """Return the board where walls are named: everything else is open."""
        read = BoardText(f"table, {wall} a wall", ~is_wall)
        if not costs:
            return read
        given = np.where(is_wall | free, 1, self.values)
        strange = ~(np.isfinite(given) & (given > 0))
        if strange.any():
            row, column = divmod(int(strange.argmax()), self.shape[1])
            raise BoardTextError(
                f"line {self.lines[row]}, column {column + 1}: a cell that is no wall has no cost above 0"
            )
        return read._replace(costs=given)

    def _of_numbers(self, is_wall: Mask, free: Mask, costs: bool, wall: str | None) -> BoardText:
        """Return the board of a table of numbers, or of True and False."""
        special = free | is_wall
        blank = (self.kind == BLANK) & ~special
        usual = ~special & ~blank
        plain = np.where(usual, self.values, self.values[usual][0] if usual.any() else 0.0)
        given: NDArray[Any] = plain
        if usual.any() and ((self.kind >= TRUE) & (self.kind <= FALSE) | ~usual).all():
            given = plain != 0
        elif (np.abs(plain) < 2**53).all() and (plain == np.floor(plain)).all():
            given = plain.astype(np.int64)
        found = cells_of(given, costs=costs, wall=wall, blank=blank if blank.any() else None)
        open_cells = (found.open_cells & ~is_wall) | free
        if found.costs is None:
            return BoardText(f"table: {found.form}", open_cells)
        one = found.costs.dtype.type(1)
        return BoardText(f"table: {found.form}", open_cells, np.where(open_cells & ~free, found.costs, one))

    def _marked(self, read: BoardText, free: Mask) -> BoardText:
        """Return *read* with the start and the exits."""

        def cells(kind: int) -> tuple[Cell, ...]:
            rows, columns = np.nonzero((self.kind == kind) & free)
            return tuple(zip(rows.tolist(), columns.tolist(), strict=True))

        starts = cells(START)
        if len(starts) > 1:
            raise MarksError(starts[0], starts[1])
        return read._replace(start=starts[0] if starts else None, exits=cells(EXIT))


def _value(word: str) -> float:
    name = word.strip().lower()
    if name in ("true", "false"):
        return float(name == "true")
    return float(name.replace(",", ".")) if _NUMBER.fullmatch(name) else float("nan")
