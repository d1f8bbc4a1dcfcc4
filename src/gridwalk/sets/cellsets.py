"""The lazy sets answered by a sweep cell by cell: induced paths and cycles, disjoint paths between pairs."""

from __future__ import annotations

import builtins
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.algorithms import CountBy
from gridwalk.answers.batch import Batch
from gridwalk.answers.explanation import Explanation
from gridwalk.answers.linkage import Linkage
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import letters_of_pairs
from gridwalk.board.checks import Rng, checked_number, generator_of
from gridwalk.draw import notebook
from gridwalk.draw.text import draw_letters
from gridwalk.errors import (
    ArgumentError,
    CallError,
    Cell,
    InputError,
    Message,
    QuestionError,
    UnansweredError,
)
from gridwalk.errors.words import ours
from gridwalk.keywords import BATCH_CELLS, GLYPHS, Explained, Measure, Variable
from gridwalk.longest.bound import Bound
from gridwalk.planner import counts, listed, longest
from gridwalk.planner.cellkinds import (
    InducedQuestion,
    PairQuestion,
    count_cells,
    count_induced,
    refuse_induced,
)
from gridwalk.planner.cells import CellQuestion
from gridwalk.planner.counts import ToCount
from gridwalk.planner.estimates import Asked
from gridwalk.question.question import Question
from gridwalk.sets.anyset import AnySet, EndedSet

T = TypeVar("T", Path, Linkage)
DRAWN = 1024  # samples drawn at a time
PAIRS = "pairs of two cells each, all of them different"


def _ends_of(pairs: Iterable[Any], place: Callable[[Any, str], Cell]) -> list[tuple[Cell, Cell]]:
    """Return the checked cells of *pairs*; raise `ArgumentError` unless all are different."""
    found: list[tuple[Cell, Cell]] = []
    for pair in pairs:
        try:
            first, second = pair
        except (TypeError, ValueError):
            raise ArgumentError("pairs", pair, PAIRS) from None
        found.append((place(first, "pairs"), place(second, "pairs")))
    cells = [cell for pair in found for cell in pair]
    if not found:
        raise ArgumentError("pairs", (), PAIRS)
    if twice := next((cell for place, cell in enumerate(cells) if cell in cells[:place]), None):
        last = next(pair for pair in reversed(found) if twice in pair)
        words = Message("must be {allowed}; {cell} is there twice", allowed=PAIRS, cell=twice)
        raise ArgumentError("pairs", last, PAIRS, words=words)
    return found


def _are_pairs(given: Any, place: Callable[[Any, str], Cell]) -> bool:
    try:
        return bool(_ends_of(given, place))
    except (TypeError, InputError):
        return False


@dataclass(frozen=True, repr=False)
class CellSet(AnySet, Generic[T]):
    """A set answered by a sweep cell by cell; its members are paths, or linkages of several paths.

    ===================  =====================================================================
    one member           `find`, `shortest`, `longest`, `sample`, `unrank`; ``member in members``
    all, one by one      ``for member in members``, `list`, `samples`
    in order of length   `in_order`, `nearly_shortest`
    all at once          `count`, `lengths`, `rank`, `is_empty`
    estimated            `estimate_count`, `estimate_lengths`
    smaller sets         `through`, `avoiding`, `longer_than`, `shorter_than`, `of_length`, ...
    limits, engines      `within`, `explain` (the engine and its cost)
    ===================  =====================================================================

    """

    @property
    @abstractmethod
    def _cells(self) -> CellQuestion[T]:
        """The question for the sweep cell by cell."""

    def _asked(self) -> Asked:
        return self._cells

    @property
    def _described(self) -> str:
        """The members of the set, as text."""
        return self._cells.described

    # ---------------------------------------------------------------------------- members

    def __contains__(self, one: object) -> bool:
        """Whether *one* is in the set: a `Path` or sequence of cells; of pairs, one for each pair."""
        return one in self._cells

    def __iter__(self) -> Iterator[T]:
        """Yield every member: paths depth-first in move order, linkages in the order of ranks."""
        return self._cells.running("a listing").listed()

    def __bool__(self) -> bool:
        """Return False if the definition excludes all members; else raise `QuestionError`."""
        if self._cells.why_empty is None:
            raise QuestionError("bool()", f"it may take long: ask is_empty() of {self._described}")
        return False

    def why_empty(self) -> str | None:
        """Return the reason if the definition excludes all members; else ``None``."""
        return self._cells.why_empty

    # ---------------------------------------------------------------------------- one member

    def find(self, *, by: str = "auto") -> T | None:
        """Return a member of the set, or ``None`` if it is empty.

        Parameters
        ----------
        by : {"auto", "dfs", "sweep"}
            "dfs" returns the first member in the order of iteration, "sweep" one with the fewest moves.
            "auto" tries "dfs" first, then "sweep" if that takes long.

        """
        return self._cells.find(by)

    def shortest(self, *, by: str = "auto") -> T | None:
        """Return a member of minimum cost, or ``None`` if the set is empty.

        The cost of a linkage is the sum of the costs of its paths.

        Parameters
        ----------
        by : {"auto", "sweep"}
            "auto" tries a listing first.

        Raises
        ------
        UnsuitableAlgorithmError
            If steps differ in cost and the members are cycles or linkages.

        Notes
        -----
        If all steps cost the same, the sweep of `count` finds it.  Otherwise all paths are listed in the
        order of their costs (as in `PathSet.in_order`) until one is induced, which may take long.

        """
        return self._cells.shortest(by)

    def longest(self, *, measure: Measure = "length") -> T | None:
        """Return a member with the most moves, or ``None`` if the set is empty, by the sweep of `count`.

        With *measure* "cost", if steps differ in cost, all members are listed.

        >>> from gridwalk import KNIGHT, Board
        >>> Board.rectangle(4, 4, moves=KNIGHT).paths("anywhere", "anywhere").induced().longest().length
        8
        """
        return self._cells.longest(measure)

    def is_empty(self) -> bool:
        """Return whether the set has no member; this takes as long as `find`."""
        return self.find() is None

    # ------------------------------------------------------------------------------ in order

    def in_order(self, *, measure: Measure = "cost") -> Iterator[T]:
        """Yield every member once, the shortest first.

        A small set is listed and sorted.  In a large one, induced paths are selected from all paths in order
        (`PathSet.in_order`), and cycles and linkages are listed length by length; if steps differ in cost,
        these allow *measure* "length" only.
        """
        return self._cells.in_order(measure)

    def nearly_shortest(self, slack: float | str = 2, *, measure: Measure = "cost") -> Iterator[T]:
        """Yield the members up to *slack* more than the minimum cost; see `PathSet.nearly_shortest`."""
        cells = self._cells
        return listed.near(self.in_order(measure=measure), lambda one: cells.value(one, measure), slack)

    # -------------------------------------------------------------------------- all at once

    def count(self, *, by: CountBy = "auto") -> int:
        """Return the exact number of members.

        Parameters
        ----------
        by : {"auto", "sweep", "list"}
            "sweep" decides for one cell after another whether it is on a path, and counts states of the
            frontier instead of paths.  "list" visits every member.  "auto" lists if that takes only a moment.

        Raises
        ------
        HopelessError
            If the board is too wide for a sweep, or too large.
        UnsuitableAlgorithmError
            If *by* is "sweep" and the members are cycles of a board where some move has no reverse.
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        The time and memory of the sweep are exponential in the width of the frontier: per column a factor of
        about 3.6 for induced paths with orthogonal moves, and of 2.7 with king's moves.

        >>> from gridwalk import Board
        >>> Board.rectangle(8, 8).paths().induced().count()
        1008708
        """
        return self._cells.count(by)

    def lengths(self, *, measure: Variable = "length") -> dict[Any, int]:
        """Return the number of members of each length in moves, in ascending order.

        The length of a linkage is that of its paths together.  With *measure* "cost" or "turns" all members
        are listed; with "length" the sweep of `count` is used.

        >>> from gridwalk import Board
        >>> Board.rectangle(5, 5).paths().induced().lengths()
        {8: 70, 10: 8, 12: 8, 14: 4, 16: 2}
        >>> Board.rectangle(4, 4).paths().induced().lengths(measure="turns")
        {1: 2, 2: 4, 3: 8, 4: 4, 5: 2}
        """
        return self._cells.lengths(measure)

    # --------------------------------------------------------------------- at random, by rank

    def sample(self, n: int = 1, *, rng: Rng = None, seed: Rng = None) -> builtins.list[T]:
        """Return *n* random members, drawn independently and exactly uniformly; empty if there is none.

        *rng* is as in `PathSet.sample`.

        >>> from gridwalk import Board
        >>> snakes = Board.rectangle(8, 8).paths().induced()
        >>> all(path in snakes for path in snakes.sample(3, rng=1))
        True
        """
        return self._cells.sample(checked_number(n, "n", 0), generator_of(rng, seed))

    def samples(self, n: int | None = None, *, rng: Rng = None, seed: Rng = None) -> Iterator[T]:
        """Yield *n* random members one by one, as `sample` draws them; without *n* endlessly."""
        left, generated = None if n is None else checked_number(n, "n", 0), generator_of(rng, seed)
        while left != 0:
            drawn = self.sample(DRAWN if left is None else min(left, DRAWN), rng=generated)
            if not drawn:
                return
            left = None if left is None else left - len(drawn)
            yield from drawn

    def unrank(self, rank: int) -> T:
        """Return the member with number *rank*, from 0 to ``count() - 1``, in the order of the sweep."""
        return self._cells.at([checked_number(rank, "rank", 0)])[0]

    def rank(self, path: Path | Iterable[Any]) -> int | None:
        """Return the rank of a member, the inverse of `unrank`; ``None`` if it is not in the set."""
        return self._cells.rank(path)

    # ---------------------------------------------------------------------------------- how

    def explain(self, verb: Explained = "count") -> Explanation:
        """Return the engine that answers *verb*, its estimated cost, and why other engines do not.

        >>> from gridwalk import Board
        >>> Board.rectangle(12, 12).paths().induced().explain("count").chosen
        'sweep'
        """
        return self._cells.explain(verb)


@dataclass(frozen=True, repr=False)
class InducedSet(CellSet[Path], EndedSet):
    """The induced paths, or cycles, of a set; made by `PathSet.induced` and `CycleSet.induced`.

    A path is *induced* (chordless, a "snake") if no move, in either direction, joins two of its cells that
    are not consecutive.  For an induced cycle (a "coil"), the last and the first cell are consecutive, too.
    All moves of the board are considered, also those that `avoiding_edges` forbids.

    See `CellSet` for most methods.  In addition, there are `batches`, `bound` (an upper bound on the length),
    and for paths `counts_by_end`.

    Examples
    --------
    >>> from gridwalk import Board
    >>> snakes = Board.rectangle(5, 5).paths("anywhere", "anywhere").induced()
    >>> snakes.longest().length
    16
    >>> Board.rectangle(5, 5).cycles().induced().count()
    229

    """

    _others = "it is asked of all paths or cycles"

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_induced(self._question)

    @property
    def _cells(self) -> InducedQuestion:
        return InducedQuestion(self._question)

    def batches(self, cells: int = BATCH_CELLS) -> Iterator[Batch[Path]]:
        """Yield all paths in the order of iteration, in batches of about *cells* cells each."""
        number, paths = checked_number(cells, "cells", 1), iter(self)
        while together := list(islice(paths, 1)):
            size = len(together[0].cells)
            while size < number and (path := next(paths, None)) is not None:
                together.append(path)
                size += len(path.cells)
            offsets = np.cumsum([0, *(len(path.cells) for path in together)])
            rows = np.concatenate([path.cells for path in together])
            yield Batch(self.board, rows, offsets, "list", self._question.closed)

    def bound(self, *, measure: Measure = "length", anytime: float | None = None) -> Bound | None:
        """Return an upper bound on the length, and its proof; options as for `PathSet.bound`.

        >>> from gridwalk import Board
        >>> snakes = Board.rectangle(7, 7).paths("anywhere", "anywhere").induced()
        >>> snakes.longest().length, snakes.bound().value
        (32, 34)
        """
        return longest.bound(self._question, measure, anytime, induced=True)

    def counts_by_end(self) -> NDArray[Any]:
        """Return the number of paths that end in each cell; see `PathSet.counts_by_end`."""
        if self._question.closed:
            raise UnansweredError("counts_by_end()", "a cycle has no end")
        return counts.counts_by_end(self._question, ("end induced", count_induced))

    def _to_count(self) -> ToCount:
        return "count induced", count_induced, self._question

    @property
    def _convention(self) -> str:
        """A sentence that defines what counts as one member."""
        return self._question.convention.replace("simple", "induced", 1)


@dataclass(frozen=True, repr=False)
class PuzzleSet(CellSet[T]):
    """The solutions of a puzzle: a board with letters or numbers in some cells, shown by `draw` and `svg`."""

    @property
    @abstractmethod
    def _at_ends(self) -> dict[Cell, str]:
        """The letters or numbers by their cells."""

    def draw(self, *, glyphs: str = GLYPHS) -> str:
        """Return the puzzle: the board with its letters or numbers, without paths.

        Parameters
        ----------
        glyphs : str
            The characters of an open cell and of a wall; letters are not allowed.

        >>> from gridwalk import Board
        >>> print(Board.rectangle(2, 3).path_pairs(("a2", "c1"), ("a1", "b1"), letters="RB").draw())
        R..
        BBR
        >>> print(Board.rectangle(2, 6).tours().numbered({(0, 0): 1, (1, 0): 12}).draw())
         1  .  .  .  .  .
        12  .  .  .  .  .
        """
        if self.board._is_network:
            raise QuestionError("draw()", "a network has no rows and columns; svg() is a picture of it")
        return draw_letters(self.board, self._at_ends, glyphs=glyphs)

    def svg(self, *, dark: bool | None = None, squares: bool = False) -> str:
        """Return the puzzle as an SVG picture: the board with its letters or numbers, without paths.

        The arguments are the same as for `Board.svg`.
        """
        from gridwalk.draw.svg import svg

        return svg(self.board, letters=self._at_ends, dark=dark, squares=squares)

    def is_unique(self) -> bool:
        """Return whether there is exactly one solution; this takes as long as `count`.

        >>> from gridwalk import Board
        >>> board = Board.rectangle(2, 3)
        >>> board.path_pairs(((0, 0), (0, 2)), ((1, 0), (1, 2))).is_unique()
        True
        >>> board.path_pairs(((0, 0), (1, 2))).is_unique()
        False
        """
        return self.count() == 1

    def _elsewhere(self, name: str) -> str:
        """Return the hint for a missing attribute: a sheet writes puzzles to files."""
        if name == "save" or ours("attribute", name) == "save(file)":
            return "it is gridwalk.sheet([puzzle]).save(file)"
        return super()._elsewhere(name)

    def _repr_html_(self) -> str | None:
        """The definition and the puzzle, for notebooks; None if the board is large."""
        return notebook.on_board(self.board, self._described, self._at_ends)


@dataclass(frozen=True, repr=False)
class DisjointPaths(PuzzleSet[Linkage]):
    """The linkages of given pairs of cells; made by `Board.path_pairs`.

    A linkage has one simple path for each pair, from its first cell to its second, and no two paths share a
    cell.  The set computes nothing until a method is called.  See `CellSet` for the methods; lengths and
    conditions apply to all paths of a linkage together.

    Examples
    --------
    >>> from gridwalk import Board
    >>> crossing = Board.rectangle(4, 4).path_pairs(((0, 0), (3, 3)), ((0, 3), (3, 0)))
    >>> crossing.is_empty()
    True
    >>> full = Board.rectangle(4, 4).path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)), fill=True)
    >>> full.count(), full.induced().count()
    (15, 0)
    >>> print(full.unrank(0))
    A-a-a-A
    <BLANKLINE>
    b-b-b-b
    |     |
    b-b-b b
        | |
    B-b-b B

    Notes
    -----
    The sweep goes cell by cell; each state of the frontier holds the two ends of each piece of a path, and
    the pair to which it belongs.  Time and memory are exponential in the width of the frontier.  The
    linkages are the solutions of Numberlink puzzles: Yoshinaka, Saitoh, Kawahara, Tsuruma, Iwashita and
    Minato 2012.

    """

    _pairs: tuple[tuple[Cell, Cell], ...]
    _fill: bool
    _letters: tuple[str, ...]  # of the pairs, in drawings
    _apart: bool = False

    _others = "it is asked of single paths"

    @classmethod
    def _of(
        cls,
        board: Board,
        pairs: Sequence[Any],
        place: Callable[[Any, str], Cell],
        *,
        fill: bool = False,
        letters: Sequence[str] | None = None,
    ) -> Self:
        """Return the set behind `path_pairs`; *place* finds a cell by its name."""
        try:
            found = _ends_of(pairs, place)
        except InputError:
            if len(pairs) == 1 and _are_pairs(pairs[0], place):
                raise CallError("path_pairs() takes pairs one by one", "say path_pairs(*pairs)") from None
            raise
        if letters is None:
            letters = letters_of_pairs(len(found))
        letters = tuple(letters) if isinstance(letters, Iterable) else (letters,)
        texts = [each for each in letters if isinstance(each, str) and re.fullmatch("[!-~]+", each)]
        if not len(set(texts)) == len(letters) == len(found):
            raise ArgumentError(
                "letters", letters, f"different letters of ASCII, as many as pairs ({len(found)})"
            )
        return cls(Question(board), tuple(found), bool(fill), letters)

    @property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """The pairs of cells; of a network, of nodes by their names."""
        named = self.board._names
        return tuple((ends[0], ends[1]) for pair in self._pairs if (ends := named(pair)))

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each pair in drawings."""
        return self._letters

    @property
    def _at_ends(self) -> dict[Cell, str]:
        """The letters by their cells."""
        return {
            cell: letter for letter, pair in zip(self._letters, self._pairs, strict=True) for cell in pair
        }

    @property
    def _cells(self) -> PairQuestion:
        return PairQuestion(self._question, self._pairs, self._fill, self._apart, self._letters)

    @property
    def _convention(self) -> str:
        """A sentence that defines what counts as one member."""
        return self._described

    def induced(self) -> Self:
        """Return the linkages whose paths touch neither themselves nor each other.

        A move between two cells of a linkage joins consecutive cells of one of its paths.

        >>> from gridwalk import Board
        >>> both = Board.rectangle(4, 4).path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)))
        >>> both.count(), both.induced().count()
        (142, 7)
        """
        refuse_induced(self._question)
        return replace(self, _apart=True)

    def is_empty(self) -> bool:
        """Return whether there is no linkage; this takes as long as `count`."""
        return self.count() == 0

    def through_edges(self, *edges: Any, directed: bool = False) -> Self:
        """Raise `UnansweredError`: the states of the sweep do not hold edges."""
        raise UnansweredError(
            "through_edges()", f"the sweep does not support edges that paths must take, of {self._described}"
        )

    def _to_count(self) -> ToCount:
        return "count pairs", count_cells, self._cells
