"""Broken-profile DP as an engine: a block of an orthogonal board, cell by cell, in a table of known size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gridwalk.allpaths import simpath
from gridwalk.allpaths.combine import Streams
from gridwalk.allpaths.engine import BlockQuestion, Cells, Engine
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.exact import WIDE
from gridwalk.allpaths.profile import count, walkback
from gridwalk.allpaths.profile import draw as drawing
from gridwalk.allpaths.profile.count import (
    CELL_SECONDS,
    COLUMN_CELL_SECONDS,
    GRADED_CELL_SECONDS,
    PLAN_SECONDS,
    WORD_SECONDS,
    residues_of,
    width_of,
)
from gridwalk.allpaths.profile.plan import ProfileSize, share_of, size_of, windows_of
from gridwalk.allpaths.profile.roles import END_CELL, Plane, plane_of, why_no_plane
from gridwalk.question.knows import Knows
from gridwalk.runtime.cache import unlocked_property

if TYPE_CHECKING:
    from gridwalk.allpaths.profile.draw import Drawer
    from gridwalk.allpaths.profile.walkback import Sampler

SHORT = 0.03  # seconds: over before anything better is found


class Profile(Engine):
    """A block of an orthogonal board, swept cell by cell."""

    name = "profile"
    knows = Knows.CELLS | Knows.CYCLES

    def __init__(self, question: BlockQuestion) -> None:
        self.resources, self.watch, self._block_question = question.resources, question.watch, question
        self.plane: Plane = plane_of(question.block, question.board, passing=question.passing)
        self.question, self._cyclic = self.plane.question, question.cyclic
        costs = question.board.costs
        self.costs = None if costs is None else costs[self.plane.window]

    @classmethod
    def why_unfit(cls, question: BlockQuestion) -> str | None:
        """Return why the block cannot be swept cell by cell; None: it can."""
        return why_no_plane(question.block, question.board)

    @property
    def joins_directions(self) -> bool:
        """Whether a path and its reverse are one: paths from any cell to any other."""
        return not self._cyclic and not (self.question.roles == END_CELL).any()

    @cached_property
    def _size(self) -> ProfileSize:
        return size_of(self.question)

    @property
    def _residues(self) -> int:
        return residues_of(self._size, WIDE)

    @cached_property
    def estimate(self) -> Estimate:
        """A table of known size, visited cell after cell, residue after residue."""
        return self._estimated(1, self._size.work, CELL_SECONDS, share_of(self.question))

    @property
    def rough(self) -> Estimate:
        """The same, for it takes no time."""
        return self.estimate

    @cached_property
    def estimate_of_lengths(self) -> Estimate:
        """A table with a count for each number of cells left out that may come right."""
        size, moves = self._size, self._block_question.window
        windows = windows_of(self.question, moves)
        if windows is not None:
            columns = int(windows.columns / size.cells * size.work)
            return self._estimated(windows.width, columns, COLUMN_CELL_SECONDS)
        return self._estimated(size.grades, size.work_by_length, GRADED_CELL_SECONDS)

    def _estimated(self, rows: int, work: int, cell_seconds: float, share: float = 1.0) -> Estimate:
        """Return what a table with *rows* takes: a *share* of the *work* for each residue."""
        size, states = self._size, self._size.states * rows
        work = int(work * self._residues * share)
        seconds = work * WORD_SECONDS
        seconds += size.cells * (PLAN_SECONDS + share * cell_seconds * self._residues)
        return Estimate("profile", states, states * width_of(self.resources) // 8, work, seconds, False)

    @property
    def is_quick(self) -> bool:
        """Whether there is so little to do that to look at another engine would take longer."""
        return self._size.work * self._residues * WORD_SECONDS <= SHORT

    def count(self) -> int:
        """Return how many there are."""
        return count.count(self.question, resources=self.resources, watch=self.watch)

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""
        moves = self._block_question.window
        return count.lengths(self.question, moves=moves, resources=self.resources, watch=self.watch)

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost; None if there is none.

        The start costs nothing, so where paths start anywhere the cost is no sum over the cells visited:
        `simpath`, which knows where each begins, answers then.
        """
        if by_cost and self.costs is not None and self.joins_directions:
            return simpath.Simpath(self._block_question).best(longest=longest, by_cost=by_cost)
        costs = self.costs if by_cost else None
        cells = walkback.best(
            self.question, costs, longest=longest, resources=self.resources, watch=self.watch
        )
        return None if cells is None else self.plane.on_board(cells)

    @unlocked_property
    def _sampler(self) -> Sampler:
        return walkback.Sampler(self.question, resources=self.resources, watch=self.watch)

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return the paths of the given ranks, from 0 to below `count`."""
        found = self._sampler.unrank_many(ranks, watch=self.watch)
        return [self.plane.on_board(cells) for cells in found]

    @unlocked_property
    def _drawer(self) -> Drawer:
        return drawing.Drawer(self.question, resources=self.resources, watch=self.watch)

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""
        drawer = self._drawer if self._drawer.possible else self._sampler
        found = drawer.sample(n, streams.rng, watch=self.watch)
        return [self.plane.on_board(cells) for cells in found]

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""
        inside = self.plane.in_window(cells)
        return None if inside is None else self._sampler.rank(inside, watch=self.watch)

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for the ranks and samples asked for so far."""
        made = [self.__dict__.get("_sampler"), self.__dict__.get("_drawer")]
        return sum(one.bytes for one in made if one is not None)

    def close(self) -> None:
        """Forget what is held for ranks and samples."""
        self.__dict__.pop("_sampler", None)
        self.__dict__.pop("_drawer", None)
