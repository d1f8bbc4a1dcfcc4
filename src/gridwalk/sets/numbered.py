"""The lazy set of tours past numbered cells: the solutions of a Zip, a Numbrix or a Hidato."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn, Self

from gridwalk.answers.path import Path
from gridwalk.board.cells import CellLike
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.errors import ArgumentError, Cell, InputError, QuestionError, UnansweredError
from gridwalk.keywords import GLYPHS
from gridwalk.planner.numbered import NumberedQuestion
from gridwalk.render import notebook
from gridwalk.sets.anyset import AnySet

if TYPE_CHECKING:
    from gridwalk.answers.explanation import Explanation
    from gridwalk.keywords import Explained

Numbers = Mapping[CellLike, int] | Sequence[Sequence[int]]


@dataclass(frozen=True, repr=False)
class NumberedTours(AnySet):
    """The open tours that pass numbered cells; made by `TourSet.visiting` and `TourSet.numbered`.

    ===================  =====================================================================
    a puzzle             `is_unique`, `draw`, `svg`, `numbers`, `gridwalk.sheet`
    one tour             `find`, `sample`, `unrank`; ``tour in tours``
    all, one by one      ``for tour in tours``, `list`
    all at once          `count`, `lengths`, `rank`, `is_empty`
    how                  `within` (limits), `explain`
    ===================  =====================================================================

    Examples
    --------
    >>> from gridwalk import Board
    >>> puzzle = Board.rectangle(3, 3).tours((0, 0), (2, 2)).visiting([(0, 0), (1, 1), (2, 2)])
    >>> puzzle.count(), puzzle.is_unique()
    (2, False)
    >>> Board.rectangle(3, 3).tours().numbered([[1, 0, 0], [0, 0, 0], [7, 0, 9]]).is_unique()
    True

    Notes
    -----
    By frontier-based search: a state holds which pieces of path hang together, and of each end of a piece the
    nearest number.  Time and memory are exponential in the width of the frontier, and less the more numbers
    there are.

    """

    _orders: tuple[tuple[Cell, ...], ...] = ()
    _steps: tuple[tuple[Cell, int], ...] = ()

    _others = "it is a verb of tours without numbers"

    def __post_init__(self) -> None:
        super().__post_init__()
        question = self._question
        if question.board._is_network:
            raise QuestionError("numbers on a path", "they are for boards, with rows and columns")
        if question.closed or question.undirected:
            kind = (
                "a closed tour has no first cell" if question.closed else "a tour and its reverse count once"
            )
            raise InputError(f"{kind}, and numbers are passed in a direction: ask open tours, board.tours()")

    def visiting(self, cells: Iterable[CellLike]) -> Self:
        """Return the tours that also pass *cells* in this order, as `TourSet.visiting`."""
        order = tuple(self.board.open_cell(cell, "visiting") for cell in cells)
        if not order or len(set(order)) < len(order):
            raise ArgumentError("visiting", order, "cells in the order of the path, all of them different")
        return replace(self, _orders=(*self._orders, order))

    def numbered(self, steps: Numbers) -> Self:
        """Return the tours that also are in cells at given *steps*, as `TourSet.numbered`."""
        if not isinstance(steps, Mapping):
            rows = [list(row) for row in steps]
            if [len(row) for row in rows] != [self.board.columns] * self.board.rows:
                raise ArgumentError(
                    "numbered", steps, "{cell: step}, or rows of numbers as large as the board"
                )
            steps = {(r, c): step for r, row in enumerate(rows) for c, step in enumerate(row) if step}
        found = dict(self._steps)
        for cell, step in steps.items():
            place = self.board.open_cell(cell, "numbered")
            allowed = f"a step from 1 to {self.board.open_count:,}, another one in each cell"
            number = checked_number(step, f"numbered: step of {self.board._said(place)}", 1)
            if number > self.board.open_count or found.get(place, number) != number:
                raise ArgumentError("numbered", step, allowed)
            found[place] = number
        if not found or len(set(found.values())) < len(found):
            raise ArgumentError("numbered", steps, "one cell or more, each with another step")
        return replace(self, _steps=tuple(sorted(found.items(), key=lambda one: one[1])))

    @property
    def starts(self) -> tuple[Cell, ...] | None:
        """Where tours may start, in reading order; None: anywhere."""
        return self._question.starts

    @property
    def exits(self) -> tuple[Cell, ...] | None:
        """Where tours may end, in reading order; None: anywhere."""
        return self._question.exits

    @property
    def numbers(self) -> dict[Cell, int]:
        """The number in each cell, as in `draw`: the step, or of an order the place in it, from 1 on."""
        places = {cell: place for order in self._orders for place, cell in enumerate(order, 1)}
        return places | dict(self._steps)

    @property
    def _question_of_numbers(self) -> NumberedQuestion:
        return NumberedQuestion(self._question, self._orders, self._steps)

    @property
    def _described(self) -> str:
        """The members of the set, as text."""
        return self._question_of_numbers.described

    @property
    def _convention(self) -> str:
        """A sentence that defines one member of the count."""
        return self._described

    def _asked(self) -> NoReturn:
        raise UnansweredError(
            "estimate_count()", f"numbers are counted exactly, or not at all, for {self._described}"
        )

    # --------------------------------------------------------------------------------- verbs

    def __contains__(self, path: object) -> bool:
        """Whether *path*, a `Path` or a sequence of cells, is in the set; O(length)."""
        return path in self._question_of_numbers

    def __iter__(self) -> Iterator[Path]:
        """Yield every tour, in the order of ranks."""
        return self._question_of_numbers.listed()

    def __bool__(self) -> bool:
        """Return False if the definition excludes all tours; else raise `QuestionError`."""
        if self.why_empty() is None:
            raise QuestionError("bool()", f"it may take long: ask is_empty() of {self._described}")
        return False

    def why_empty(self) -> str | None:
        """Return the reason if the definition alone excludes all tours; else ``None``."""
        return self._question_of_numbers.why_empty

    def count(self) -> int:
        """Return the exact number of tours: of a puzzle, of its solutions.

        Raises
        ------
        HopelessError
            If more than 60 cells are on the frontier, or there are more than 253 numbers, or two of them are
            more than 255 steps apart.
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        >>> from gridwalk import Board
        >>> Board.rectangle(6, 6).tours((0, 0)).visiting(["a6", "c4", "d2", "f1"]).count()
        6623
        """
        return self._question_of_numbers.count()

    def is_unique(self) -> bool:
        """Return whether there is exactly one tour: whether a puzzle has one solution, as it should."""
        return self.count() == 1

    def is_empty(self) -> bool:
        """Return whether there is no tour; this takes as long as `count`."""
        return self.count() == 0

    def lengths(self) -> dict[int, int]:
        """Return the number of tours by their number of moves, which is the same for all."""
        count = self.count()
        return {self._question.moves_of_tour: count} if count else {}

    def find(self) -> Path | None:
        """Return a tour, that of rank 0, or ``None`` if there is none."""
        return next(iter(self), None)

    def sample(self, n: int = 1, *, rng: Rng = None, seed: Rng = None) -> builtins.list[Path]:
        """Return *n* random tours, drawn independently and exactly uniformly, as `PathSet.sample`."""
        return self._question_of_numbers.sample(checked_number(n, "n", 0), generator_of(rng, seed))

    def samples(self, n: int | None = None, *, rng: Rng = None, seed: Rng = None) -> Iterator[Path]:
        """Yield what `sample` returns, one by one; without *n* the iteration is endless."""
        left, generated = None if n is None else checked_number(n, "n", 0), generator_of(rng, seed)
        while left != 0 and (drawn := self.sample(rng=generated)):
            left = None if left is None else left - 1
            yield drawn[0]

    def unrank(self, rank: int) -> Path:
        """Return the tour with number *rank*, from 0 to ``count() - 1``, in the order of the sweep."""
        return self._question_of_numbers.at([checked_number(rank, "rank", 0)])[0]

    def rank(self, path: Path | Iterable[CellLike]) -> int | None:
        """Return the rank of *path*, the inverse of `unrank`; ``None`` if it is not in the set."""
        return self._question_of_numbers.rank(path)

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return how *verb* is answered."""
        return self._question_of_numbers.explain(verb)

    # ------------------------------------------------------------------------------ drawings

    @property
    def _at_ends(self) -> dict[Cell, str]:
        """The numbers by their cells, as drawings show them."""
        return {cell: str(number) for cell, number in self.numbers.items()}

    def draw(self, *, glyphs: str = GLYPHS) -> str:
        """Return the puzzle: the board with its numbers, as `DisjointPaths.draw`.

        >>> from gridwalk import Board
        >>> print(Board.rectangle(2, 6).tours().numbered({(0, 0): 1, (1, 0): 12}).draw())
         1  .  .  .  .  .
        12  .  .  .  .  .
        """
        from gridwalk.render.letters import draw_letters

        return draw_letters(self.board, self._at_ends, glyphs=glyphs)

    def svg(self, *, dark: bool | None = None, squares: bool = False) -> str:
        """Return the puzzle as an SVG picture; the arguments are as for `Board.svg`."""
        from gridwalk.render.svg import svg

        return svg(self.board, letters=self._at_ends, dark=dark, squares=squares)

    def _repr_html_(self) -> str | None:
        """The definition and the puzzle, for notebooks; None where the board is large."""
        return notebook.on_board(self.board, self._described, self._at_ends)
