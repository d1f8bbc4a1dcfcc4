"""Boards on which a small state says what may be done: keys and doors, ice, a timetable, walls to break."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.liftedpath import LiftedPath
from gridwalk.board import Board
from gridwalk.errors import ArgumentError, BoardTextError, Cell, QuestionError
from gridwalk.errors.calls import Advised
from gridwalk.grids.cells import CellLike, pairs_of
from gridwalk.grids.checks import checked_number
from gridwalk.grids.grid import Grid
from gridwalk.io.boardtext import BoardText
from gridwalk.io.data.glyphs import KEYS, parse_letters
from gridwalk.runtime.limits import NO_LIMITS, Limits
from gridwalk.runtime.progress import ProgressLike
from gridwalk.search import product as states
from gridwalk.search.product import Reached, Rules, Ways
from gridwalk.sets.pathset import ANYWHERE

if TYPE_CHECKING:
    from gridwalk.sets.pathset import PathSet

MANY = "walks may enter a cell again, and a circle as often as they like"
PRODUCT = f"{MANY}; product() is the set of those that enter no cell twice in one state, with all verbs"


class Lift(Advised):
    """A board times a small state: what may be done in a cell depends on what was done before.

    ============================  ==================================  ====================================
    made by                       the state                           a step
    ============================  ==================================  ====================================
    `Lift.keys` (text)            the keys held: ``"ab"``             a door needs its key
    `Lift.ice` (board)            the move that goes on; "" at rest   goes on as long as the floor is ice
    `Lift.timetable` (board ...)  the time in the period              enters a cell only while it is open;
                                                                      waiting is a step
    `Lift.breaks` (board, most)   how many walls are broken           a wall breaks, up to *most*
    ``Lift(board, begin, step)``  any                                 as *step* says
    ``lift & other``              both, a tuple                       as both say
    ============================  ==================================  ====================================

    `paths` gives the set that is asked: ``lift.paths().shortest()``.

    Parameters
    ----------
    board : Board
    begin : hashable
        The state in the start.
    step : function of (state, cell, cell)
        Asked for a state and a move of the board, ``(row, column)`` each: returns the state after it, or None
        if the move is not allowed.  It must answer the same each time.
    done : function of (state), optional
        Whether a walk may end in that state.  Default: in any.
    waits : bool
        Whether staying is a step, too, for which *step* is asked with one cell twice; it costs what a
        straight step into the cell costs.

    Notes
    -----
    O(cells * states), of those that are reached.  Their number need not be known, and may be infinite where
    all steps cost the same and there is a walk.

    Examples
    --------
    >>> def bend(before, u, v):
    ...     way = v[0] - u[0], v[1] - u[1]
    ...     return None if way == before else way
    >>> Lift(Board.rectangle(3, 3), None, bend).paths((0, 0), (0, 2)).shortest().length
    4

    """

    _made = "it is Lift(board, begin, step), Lift.keys(text), Lift.ice(board), Lift.timetable(board, times, \
period) or Lift.breaks(board, most)"
    board: Board
    _kinds: tuple[tuple[Callable[[Ways], Rules], bool], ...]  # with whether each has a rule for waits
    _ground: Grid  # on which the moves are made
    _exits: tuple[Cell, ...] | None

    def __init__(
        self, board: Board, begin: Hashable, step: Callable[[Any, Cell, Cell], Any], *,
        done: Callable[[Any], Any] | None = None, waits: bool = False,
    ) -> None:  # fmt: skip
        if not callable(step):
            raise ArgumentError("step", step, "a function of a state and two cells")
        self._keep(_checked(board), lambda ways: states.of_calls(ways, begin, step, done), waits=waits)

    def _keep(self, board: Board, *kinds: Callable[[Ways], Rules], waits: bool = False, **more: Any) -> Self:
        each = tuple((rules_of, waits) for rules_of in kinds)
        vars(self).update({"board": board, "_ground": board, "_exits": board.exits, "_kinds": each, **more})
        return self

    @classmethod
    def _of(cls, board: Board, rules_of: Callable[[Ways], Rules], **more: Any) -> Self:
        return object.__new__(cls)._keep(board, rules_of, **more)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a lift is immutable")

    # ------------------------------------------------------------- ways to make one

    @classmethod
    def keys(cls, text: str, *, every: bool | None = None, **options: Any) -> Self:
        """Return the puzzle of keys and doors in *text*.

        Parameters
        ----------
        text : str
            ``#`` walls, ``.`` or blanks the floor, ``@`` the start, ``$`` the exit, small letters keys, and
            capital ones the doors that they open, as often as you like.
        every : bool, optional
            Whether a walk ends only with all keys.  Default: if there is no ``$``; it may end anywhere then.
        **options
            As for `Board`: moves, start, exits.

        Raises
        ------
        BoardTextError
            If a character is another, or rows differ in length.

        Examples
        --------
        >>> path = Lift.keys("@.a..\\n###.#\\nb.A.B").paths().shortest()
        >>> path.length, path.states[-1]
        (8, 'ab')

        """
        board, read = read_keys(text, **options)
        return cls._of_letters(board, read, every, ends="exits" in options)

    @classmethod
    def _of_letters(cls, board: Board, read: BoardText, every: bool | None = None, *, ends: bool) -> Self:
        needs_all = not read.exits if every is None else every
        exits, letters = board.exits if ends or read.exits else None, read.letters
        return cls._of(board, lambda ways: states.of_keys(ways, letters, every=needs_all), _exits=exits)

    @classmethod
    def ice(cls, board: Board, cells: Iterable[CellLike] | None = None) -> Self:
        """Return *board* with a sliding floor: who has begun to move goes on until something is in the way.

        A walk ends where it comes to rest.  *cells* are those of ice, by default all; on others one stops.
        `QuestionError` if its moves slide, or some step over a seam has two directions.

        >>> room = Board.from_text("S...\\n..#.\\n...E")
        >>> Lift.ice(room).paths().shortest().letters
        'RRRDD'
        """
        is_ice = np.full(_checked(board).shape, cells is None)
        if cells is not None:
            is_ice[tuple(np.array(board._open_cells_of(cells, "cells")).T)] = True
        return cls._of(board, lambda ways: states.of_ice(ways, board, is_ice))

    @classmethod
    def timetable(
        cls, board: Board, times: Mapping[CellLike, Iterable[int]], period: int, *, begin: int = 0
    ) -> Self:
        """Return *board* with cells that are open at some times only; each step, and each wait, takes 1.

        Parameters
        ----------
        board : Board
            Whatever its costs, a step takes 1.
        times : mapping of cell to times
            When an open cell may be occupied: these times, which repeat after *period*.  Others: always.
        period : int
            At least 1.
        begin : int
            The time in the start.

        >>> bridge = Lift.timetable(Board.rectangle(1, 3), {(0, 1): [3]}, 4)
        >>> path = bridge.paths().shortest()
        >>> path.length, path.states
        (4, (0, 1, 2, 3, 0))
        """
        board, period = _checked(board), checked_number(period, "period", 1)
        begin = checked_number(begin, "begin", 0) % period
        if not isinstance(times, Mapping):
            raise ArgumentError("times", times, "a mapping of cells to the times at which they are open")
        table: dict[int, set[int]] = {}
        for cell, open_at in times.items():
            place = board.index(board.open_cell(cell, "times"))
            try:
                table[place] = {index(time) % period for time in open_at}
            except TypeError:
                raise ArgumentError("times", {cell: open_at}, "whole numbers for each cell") from None
        return cls._of(board, lambda ways: states.of_timetable(ways, table, period, begin), waits=True)

    @classmethod
    def breaks(cls, board: Board, most: int) -> Self:
        """Return *board* where a walk goes through *most* walls at most: closed cells, or between two cells.

        Raises
        ------
        QuestionError
            If a move cuts corners or slides, so that it may break several walls.

        >>> Lift.breaks(Board.from_text("S#.\\n##.\\n..E"), 1).paths().shortest().length
        4
        """
        most = checked_number(most, "most", 0)
        ground = states.without_walls(_checked(board))
        return cls._of(board, lambda ways: states.of_breaks(ways, board, most), _ground=ground)

    def __and__(self, other: Lift) -> Lift:
        """Return the board with the states of both: a step is made where both allow it.

        A state is a tuple, and a walk ends where both may end.  On ice one goes on until something is in the
        way of either: a door without its key, too.  A wait leaves keys and broken walls as they are.
        `QuestionError` if they are not of one board.

        >>> puzzle = Lift.keys("@.#$\\n.a#A\\n...B")
        >>> path = (puzzle & Lift.breaks(puzzle.board, 1)).paths().shortest()
        >>> path.length, path.states[-1]
        (3, ('', 1))
        """
        if not isinstance(other, Lift):
            return NotImplemented
        if self.board != other.board:
            raise QuestionError("&", "both are of one board, as in puzzle & Lift.breaks(puzzle.board, 1)")
        more: dict[str, Any] = {"_ground": other._ground if self._ground is self.board else self._ground}
        more |= {"_exits": other._exits and self._exits, "_kinds": self._kinds + other._kinds}
        return object.__new__(Lift)._keep(self.board, **more)

    # ------------------------------------------------------------- questions

    def paths(
        self,
        start: CellLike | Iterable[CellLike] | None = None,
        exits: CellLike | Iterable[CellLike] | None = None,
    ) -> LiftedSet:
        """Return the set of walks from *start* to any of *exits*, to be asked; nothing is computed yet.

        Each may be one cell or several, *exits* "anywhere", too; the defaults are those of the board, of keys
        and doors without a ``$`` anywhere.
        """
        ground, last = self._ground, self._exits
        starts = ground._open_cells_of(self.board.start if start is None else start, "start")
        if exits is not None:
            last = (
                None
                if isinstance(exits, str) and exits == ANYWHERE
                else ground._open_cells_of(exits, "exits")
            )
        return LiftedSet(self, starts, last)

    @cached_property
    def _rules(self) -> tuple[Ways, Rules]:
        ways = Ways(self._ground, waits=any(waits for _, waits in self._kinds))
        return ways, states.of_all(ways, [(rules_of(ways), waits) for rules_of, waits in self._kinds])

    def __repr__(self) -> str:
        return f"<Lift of {self.board!r}>"


@dataclass(frozen=True, repr=False)
class LiftedSet(Advised):
    """The walks of a `Lift` from some cells to others; `Lift.paths` makes it.

    Verbs: `shortest`, `find`, `distances`, `reachable`; limits: `within`; `product` is a set with all verbs.

    Attributes
    ----------
    lift : Lift
    starts : tuple of cells
    exits : tuple of cells, or None
        Where walks may end; None: anywhere.

    """

    lift: Lift
    starts: tuple[Cell, ...]
    exits: tuple[Cell, ...] | None
    _limits: Limits = NO_LIMITS

    @property
    def board(self) -> Board:
        """The board."""
        return self.lift.board

    def within(
        self, seconds: float | None = None, *, memory: int | str | None = None, progress: ProgressLike = None
    ) -> LiftedSet:
        """Return the same set with limits for each answer, as `PathSet.within` has them."""
        return replace(self, _limits=Limits(seconds, progress, memory))

    def shortest(self) -> LiftedPath | None:
        """Return a walk of least cost, or ``None`` if there is none; the same on every run.

        Raises
        ------
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        Breadth-first over cells with states where all steps cost the same, and no farther than to the nearest
        exit.  Else all that can be reached is explored, then Dijkstra's algorithm
        (C. Barrett, R. Jacob, M. Marathe, "Formal-language-constrained path problems", 2000).

        >>> path = Lift.keys("b.@.B$").paths().shortest()
        >>> print(path, path.length)
        1+@++2 7
        """
        return self._nearest(by_cost=not self.lift._rules[0].costs_are_equal)

    def find(self) -> LiftedPath | None:
        """Return a walk of the fewest steps, whatever they cost, or ``None``; breadth-first."""
        return self._nearest(by_cost=False)

    def distances(self) -> NDArray[np.float64]:
        """Return the cost of a cheapest walk that ends in each cell, infinite where none does.

        Float64 of the shape of the board; any cell is an exit.

        >>> Lift.ice(Board.rectangle(2, 3)).paths((0, 0)).distances().tolist()
        [[0.0, inf, 2.0], [1.0, inf, 3.0]]
        """
        return replace(self, exits=None)._product().least_costs().reshape(self.board.shape)

    def reachable(self) -> NDArray[np.bool_]:
        """Return in which cells a walk may end, if any cell is an exit."""
        return np.isfinite(self.distances())

    def product(self) -> PathSet:
        """Return the set of the walks that enter no cell twice in the same state, with all verbs of a set.

        They are the simple paths of a network, whose nodes are ``(cell, state)``.  A path ends at the first
        exit that it enters in a state that may end.

        >>> Lift.keys("@.a").paths().product().count()
        1
        """
        from gridwalk.network import Network

        found = self._product()
        edges, named = found.edges, self.lift._rules[1].named
        cells = map(tuple, pairs_of(found.cell, self.board.columns).tolist())
        nodes: list[Any] = list(zip(cells, map(named, found.state.tolist()), strict=True))
        exits: list[Any] = [nodes[n] for n in found.ends.tolist()] or [None]
        names = [*nodes, None] if exits == [None] else nodes  # which no path reaches
        ends, number = np.stack([edges.tail, edges.head], axis=1), {node: n for n, node in enumerate(names)}
        network = object.__new__(Network)._keep(
            names, number, ends.astype(np.int64), edges.length, edges.cost, True
        )
        return network.paths(nodes[: len(self.starts)], exits)

    def _product(self, *, at_once: bool = False) -> Reached:
        columns = self.board.columns
        starts, exits = (
            None if cells is None else [row * columns + column for row, column in cells]
            for cells in (self.starts, self.exits)
        )
        return Reached(*self.lift._rules, starts or [], exits, self._limits.watch(), at_once=at_once)

    def _nearest(self, *, by_cost: bool) -> LiftedPath | None:
        found, rules = self._product(at_once=not by_cost), self.lift._rules[1]
        nearest = found.nearest()
        if nearest is None:
            return None
        nodes, by, expanded = nearest
        named = [rules.named(state) for state in found.state[nodes].tolist()]
        told = [n for n in range(1, len(named)) if rules.told(named[n - 1], named[n])]
        stops = sorted({0, *told, len(named) - 1})
        cells = pairs_of(found.cell[nodes], self.board.columns)
        best: Any = "cost" if by_cost or self.lift._rules[0].costs_are_equal else "length"
        return LiftedPath(self.board, cells, named, stops, best=best, by=by, expanded=expanded)

    def _elsewhere(self, name: str) -> str:
        from gridwalk.sets.pathset import PathSet

        return PRODUCT if hasattr(PathSet, name) else super()._elsewhere(name)

    def __repr__(self) -> str:
        ends = "anywhere" if self.exits is None else ", ".join(map(str, self.exits))
        return f"<LiftedSet: walks from {', '.join(map(str, self.starts))} to {ends}>"


def _checked(board: Any) -> Board:
    if not isinstance(board, Board):
        raise ArgumentError("board", board, "a Board")
    return board


def read_keys(text: str, **options: Any) -> tuple[Board, BoardText]:
    """Return the board of a text of keys and doors, and what the text said."""
    if not isinstance(text, str):
        raise ArgumentError("text", text, "a text of keys and doors")
    read = parse_letters(KEYS, text)
    if read.start is None and options.get("start") is None:
        raise BoardTextError("there is no start: mark it with '@'")
    return Board(read.open_cells, **{**read.options(), **options}), read
