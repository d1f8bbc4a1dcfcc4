"""Strips: boards of some rows and any number of columns, counted for all of these at once."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from gridwalk.answers.recurrence import RationalFunction, recurrence_of
from gridwalk.board import Board
from gridwalk.errors import ArgumentError, HopelessError, UnknownChoiceError, counted, in_a_line
from gridwalk.errors.calls import Advised, advised
from gridwalk.frontier.simpath.strip import StripSweep
from gridwalk.grids.checks import checked_number
from gridwalk.grids.moves import ORTHOGONAL, Moves
from gridwalk.grids.names import on_board
from gridwalk.grids.passages import Wrap, checked_wrap
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.resources import Resources

if TYPE_CHECKING:
    from gridwalk.runtime.progress import ProgressLike
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import CycleSet, TourSet

StripOf = Literal["paths", "tours", "cycles"]
KINDS = ("paths", "tours", "cycles")
MAX_REACH = 8  # columns
MAX_BITS = 1 << 24  # of a count as a whole number, some five million digits
SHOWN_COUNTS, SHOWN_TERMS = 6, 6  # in a text


class Strip(Advised):
    """Boards of some rows and n columns, for every n; made by `gridwalk.strip`.

    The counts satisfy a linear recurrence, and it is proved: they are made by one linear map of the states
    between two columns, so some recurrence has no more terms than there are states, and the shortest one
    is found from twice that number of exact counts.  What is found is kept.

    Attributes
    ----------
    rows : int
    of : {"paths", "tours", "cycles"}
    closed : bool
        Of tours, whether they are.
    moves : Moves
    wrap : "rows" or None

    """

    def __init__(
        self, rows: int, of: StripOf, moves: Moves, wrap: Wrap | None, limits: Limits, *, closed: bool
    ) -> None:
        self.rows, self.of, self.closed = rows, of, closed
        self.moves, self.wrap, self._limits = moves, wrap, limits

    @property
    def words(self) -> str:
        """What is counted, as text."""
        kind = "closed tours" if self.closed else self.of
        ends = "" if self.of == "cycles" or self.closed else " from corner to corner"
        around = ", the last row next to the first" if self.wrap else ""
        return f"{self.moves.name} {kind}{ends} of {self.rows} x n cells{around}"

    @property
    def states(self) -> int:
        """The number of states between two columns: no recurrence needs to have many more terms."""
        return self._swept[1]

    @property
    def generating_function(self) -> RationalFunction:
        """The sum of ``a(n) x**n`` over all n from 1 on, a quotient of polynomials in lowest terms.

        >>> import gridwalk
        >>> print(gridwalk.strip(2, of="cycles").generating_function)
        x^2 / (1 - 3 x + 3 x^2 - x^3)
        """
        return self._swept[0]

    @property
    def recurrence(self) -> tuple[int, ...]:
        """The numbers c with ``a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ...`` for every n from `holds_from` on.

        None shorter holds.

        >>> import gridwalk
        >>> gridwalk.strip(4, of="tours", closed=True).recurrence
        (2, 2, -2, 1)
        """
        return tuple(-q for q in self.generating_function.denominator[1:])

    @property
    def holds_from(self) -> int:
        """The first number of columns that the recurrence gives."""
        found = self.generating_function
        return max(len(found.numerator), found.degree + 1)

    def terms(self, n: int) -> list[int]:
        """Return the counts for 1 to *n* columns.

        >>> import gridwalk
        >>> gridwalk.strip(2, of="cycles").terms(6)
        [0, 1, 3, 6, 10, 15]
        """
        return self.generating_function.terms(checked_number(n, "n", 0) + 1)[1:]

    def count(self, columns: int, *, modulo: int | None = None) -> int:
        """Return the count for a number of columns at once, exactly or *modulo* a number.

        Modulo a number, O(log columns) products of polynomials of the degree of the recurrence.  Without one
        numbers grow as long as the answer, which has about as many digits as the board cells.

        Raises
        ------
        HopelessError
            If the number has more than some five million digits.
        TimeLimitError, MemoryLimitError
            If a limit is reached.

        Examples
        --------
        >>> import gridwalk
        >>> strip = gridwalk.strip(8)
        >>> strip.count(8), strip.count(10**6, modulo=2**61 - 1)
        (789360053252, 1083045739411244693)

        """
        columns = checked_number(columns, "columns", 1)
        if modulo is not None:
            modulo = checked_number(modulo, "modulo", 1)
        found, watch = self.generating_function, self._limits.watch()
        some = 4 * (found.degree + 8)
        bits = found.terms(some + 1)[-1].bit_length() * columns // some
        if modulo is None and bits > MAX_BITS:
            reason = f"the number for {columns:,} columns has about {bits * 3 // 10:,} digits"
            raise HopelessError(reason, "modulo= gives it modulo a number")
        return found.coefficient(columns, modulo=modulo, watch=watch)

    def to_dict(self) -> dict[str, Any]:
        """Return what is known of it as plain values."""
        found = self.generating_function
        return {
            "convention": self.words,
            "rows": self.rows,
            "recurrence": list(self.recurrence),
            "holds_from": self.holds_from,
            "numerator": list(found.numerator),
            "denominator": list(found.denominator),
            "states": self.states,
        }

    @cached_property
    def _swept(self) -> tuple[RationalFunction, int]:
        watch, memory = self._limits.watch(), Resources.within(self._limits).budget("the states of a strip")
        reach = _reach(self.moves)
        sweep = StripSweep(
            self._board(3 * reach + 1), reach, watch, memory,
            cyclic=self.of == "cycles" or self.closed, covering=self.of == "tours",
        )  # fmt: skip
        counts = [0, *(self._short(columns, watch) for columns in range(1, sweep.columns))]
        counts += islice(sweep.terms(), 2 * sweep.order)
        denominator = recurrence_of(counts[sweep.columns :], sweep.order, watch)
        start = sweep.columns + len(denominator) - 1
        return RationalFunction.of(counts, denominator, start), sweep.states

    def _short(self, columns: int, watch: Watch) -> int:
        """Return the count for so few columns that none of them is inside."""
        watch.check(0, 0, 0)
        board, last = self._board(columns), (self.rows - 1, columns - 1)
        some: PathSet | TourSet | CycleSet = board.paths((0, 0), last)
        if self.of == "cycles":
            some = board.cycles()
        if self.of == "tours":
            some = board.tours(closed=True) if self.closed else board.tours((0, 0), [last])
        return some.within(memory=self._limits.memory).count()

    def _board(self, columns: int) -> Board:
        return Board.rectangle(self.rows, columns, moves=self.moves, wrap=self.wrap)

    def __str__(self) -> str:
        counts = ", ".join(map(str, self.terms(SHOWN_COUNTS)))
        some = [(number, back) for back, number in enumerate(self.recurrence, 1) if number]
        text = "".join(
            f" {'-' if number < 0 else '+'} {f'{abs(number)} ' * (abs(number) > 1)}a(n - {back})"
            for number, back in some[:SHOWN_TERMS]
        )
        text = text[3:] if text.startswith(" + ") else text.replace(" - ", "-", 1) or "0"
        more = f" + ... ({counted(len(some), 'term')})" * (len(some) > SHOWN_TERMS)
        return (
            f"{self.words}: {counts}, ...; a(n) = {text}{more} from n = {self.holds_from} on, "
            f"proved with {counted(self.states, 'state')} between two columns"
        )

    def __repr__(self) -> str:
        return in_a_line(f"<Strip: {self.words}>")


def _reach(moves: Moves) -> int:
    """Return how many columns further a move may lead."""
    return max(abs(right) for _, right in moves.deltas)


@advised
def strip(
    rows: int,
    *,
    of: StripOf = "paths",
    closed: bool = False,
    moves: Moves | str = ORTHOGONAL,
    wrap: Wrap | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    progress: ProgressLike = None,
) -> Strip:
    """Return the strip of *rows* rows: the boards with that number of rows and any number of columns.

    Its counts satisfy a linear recurrence, which is found and proved when it is first asked for, once.

    Parameters
    ----------
    rows : int
        From 1 on.  The states, and so the terms of the recurrence, grow about threefold with a row of
        orthogonal moves: 8 rows take seconds.
    of : {"paths", "tours", "cycles"}
        What is counted: paths from the first to the opposite corner, such paths through every cell, or
        cycles.
    closed : bool
        Closed tours instead of those from corner to corner.
    moves : Moves or str
        Moves that lead both ways, and at most 8 columns further.
    wrap : "rows" or None
        "rows": the last row is next to the first, as on a cylinder.
    seconds, memory, progress : optional
        As for `PathSet.within`, for each answer.

    Returns
    -------
    Strip

    Raises
    ------
    ArgumentError, UnknownChoiceError
        If an argument is none of these.

    Examples
    --------
    >>> import gridwalk
    >>> strip = gridwalk.strip(3)
    >>> strip.terms(5), strip.recurrence, strip.count(100) % 1000
    ([1, 4, 12, 38, 125], (4, -3, 2, 1), 278)
    >>> print(strip.generating_function)
    (x - x^3) / (1 - 4 x + 3 x^2 - 2 x^3 - x^4)

    """
    rows = checked_number(rows, "rows", 1)
    UnknownChoiceError.check("of", of, KINDS)
    if closed and of != "tours":
        raise ArgumentError("closed", closed, f"left out: {of} are no tours")
    if checked_wrap(wrap) not in (None, "rows"):
        raise ArgumentError("wrap", wrap, "'rows' or None: a strip has any number of columns")
    if not isinstance(moves, Moves | str):
        raise ArgumentError("moves", moves, "Moves, such as gridwalk.KING, or their name")
    held = on_board(moves, (rows, MAX_REACH + 2))
    if not (held.symmetric and 1 <= _reach(held) <= MAX_REACH):
        allowed = (
            f"moves that lead both ways and 1 to {MAX_REACH} columns further, such as 'king' or 'rook:3'"
        )
        raise ArgumentError("moves", moves if isinstance(moves, str) else moves.name, allowed)
    return Strip(rows, of, held, wrap, Limits(seconds, progress, memory), closed=closed)
