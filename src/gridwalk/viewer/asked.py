"""A question of the page with all that belongs to it, and the set of paths that it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from gridwalk.answers.trace import Trace
from gridwalk.board import Board
from gridwalk.errors import Cell
from gridwalk.runtime.progress import Progress
from gridwalk.sets.cycleset import CycleSet
from gridwalk.sets.pathset import PathSet
from gridwalk.sets.tourset import TourSet
from gridwalk.viewer.filmdata import Parts

Tell = Callable[[Progress], None]
Cells = tuple[Cell, ...]
Members = PathSet | TourSet | CycleSet


def silent(progress: Progress) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class Asked:
    """A question of the page.

    Attributes
    ----------
    board : Board
    members : str
        Which set it is about: "paths", "tours", "closed" (tours) or "cycles".
    by : str
        The algorithm.
    through, avoiding : tuple of cells
    seed : int
    tell : callable
        Called with the progress; an exception it raises ends the work.
    walked : tuple of int
        The flat cells walked so far, of somebody who walks alone.
    tour : bool
        Whether that walk shall be a tour.
    picture : str
        The sweep, of `gridwalk.planner.sweepfilms`, as which a count shall be shown, layer by layer.

    """

    board: Board
    members: str = "paths"
    by: Any = "auto"
    through: Cells = ()
    avoiding: Cells = ()
    seed: int = 0
    tell: Tell = silent
    walked: tuple[int, ...] = ()
    tour: bool = False
    picture: str = ""

    @cached_property
    def all(self) -> Members:
        """The set, with the library's default for memory."""
        return self.within(None)

    @property
    def paths(self) -> PathSet:
        """The set, where it is one of paths."""
        paths = self.all
        assert isinstance(paths, PathSet)
        return paths

    def within(self, seconds: float | None) -> Members:
        """Return the set with a limit of time."""
        found: Members
        if self.members == "cycles":
            found = self.board.cycles()
        elif self.members == "paths":
            found = self.board.paths()
        elif self.members == "tours":
            found = self.board.tours(start=self.board.start)
        else:
            found = self.board.tours(start=self.board.start, closed=True)
        if self.through:
            found = found.through(self.through)
        if self.avoiding:
            found = found.avoiding(self.avoiding)
        # `within` of a set without a limit is asked with progress alone.
        return (
            found.within(progress=self.tell) if seconds is None else found.within(seconds, progress=self.tell)
        )


class Answer(NamedTuple):
    """The final reply: plain values, the event log if there is one, and the arrays that go with them."""

    data: dict[str, Any]
    trace: Trace | None = None
    parts: Parts | None = None
