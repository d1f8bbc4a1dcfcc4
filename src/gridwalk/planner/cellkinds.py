"""The two kinds of `cells.CellQuestion`: induced paths and cycles, and disjoint paths between pairs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gridwalk.allpaths.reduce.network import Neighbours
from gridwalk.allpaths.simpath import cell_steps as codes
from gridwalk.allpaths.simpath.cells import CellPaths, Chosen, RolesOnPaths
from gridwalk.answers.linkage import Linkage
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.errors import Cell, GridwalkError, QuestionError, UnsuitableAlgorithmError
from gridwalk.listing import induced as listing
from gridwalk.planner import listed
from gridwalk.planner.cells import CellQuestion
from gridwalk.question.question import Question, cells_of
from gridwalk.runtime.limits import PatienceError

BATCH = 256  # linkages made at a time


@dataclass(frozen=True)
class InducedQuestion(CellQuestion[Path]):
    """Induced paths and cycles: those of a question of which no move joins cells that are not consecutive."""

    words = "induced paths"

    @property
    def described(self) -> str:
        """The members, as text."""
        return self.question.described.replace("simple", "induced", 1)

    def __contains__(self, path: object) -> bool:
        """Whether *path* is in the set of the question, and induced."""
        if path not in self.question:
            return False
        return _are_apart(self.board, [self._places_of(path)], closed=self.question.closed)

    def listed(self, patience: int | None = None) -> Iterator[Path]:
        """Yield all, depth-first in move order."""
        return listing.InducedSearch(self.question, self.question.watch(patience)).paths()

    def count_listed(self, patience: int | None = None) -> int:
        """Count by visiting every path, without making a `Path` of it."""
        return listing.InducedSearch(self.question, self.question.watch(patience)).count()

    def paths_of(self, one: Any) -> tuple[Any, ...]:
        """Return the path."""
        return (one,)

    def made(self, paths: CellPaths, chosen: Chosen) -> Path:
        """Return the path of the cells *chosen*; a cycle from its first cell to the lower neighbour."""
        (flat,) = paths.walks(chosen)
        if self.question.closed and flat[1] > flat[-1]:
            flat[1:] = flat[:0:-1].copy()
        return self.path(flat)

    @property
    def why_no_sweep(self) -> str | None:
        """Why no sweep counts them; None: one does."""
        if self.question.closed and not self.question.board._symmetric:
            return "some move has no reverse, and the sweep counts cycles without a direction: list them"
        return None

    def _many_in_order(self, measure: str) -> Iterator[Path]:
        """Yield all, the shortest first: of paths those that are induced, in order."""
        if self.question.closed:
            yield from super()._many_in_order(measure)
            return
        every = listed.in_order(self.question, measure)  # type: ignore[arg-type]
        yield from (path for path in every if path in self)

    def refuse_costs(self, verb: str) -> None:
        """Refuse the cost of cycles; paths are found in the order of their costs."""
        if self.question.closed:
            reason = "the least cost of a cycle is not known here: list them"
            raise UnsuitableAlgorithmError("induced", reason)

    def roles(self) -> RolesOnPaths:
        """Return what each cell may be."""
        question, closed, index = self.question, self.question.closed, self.board.index
        starts = set() if closed else {index(cell) for cell in question.start_cells}
        exits = set() if closed else {index(cell) for cell in question.end_cells}
        needed = {index(cell) for cell in question.cells_needed}
        of_cell = []
        for u, is_open in enumerate(question.ground.open_cells.reshape(-1).tolist()):
            stops = u in exits and not question.passes_exits
            rows = (
                (codes.OFF, u not in needed),
                (codes.INNER, not stops),
                (codes.START, u in starts and not stops),
                (codes.EXIT, u in exits),
                (codes.ALONE, u in starts and u in exits),
            )
            of_cell.append(tuple(role for role, may_be in rows if may_be and is_open))
        return RolesOnPaths(tuple(of_cell), induced=True, cyclic=closed, cells=self.cells_given())


@dataclass(frozen=True)
class PairQuestion(CellQuestion[Linkage]):
    """Which *pairs* of cells disjoint paths join, whether they *fill* the board, whether they are *apart*.

    Apart are paths of which no move joins two cells, of one path or of two, that are not consecutive.

    The conditions of the question are those on all paths together: cells, edges and lengths.
    """

    pairs: tuple[tuple[Cell, Cell], ...]
    fill: bool = False
    apart: bool = False
    letters: tuple[str, ...] = ()  # of the pairs, in drawings

    words = "disjoint paths"
    tried = ""

    @property
    def ends(self) -> int:  # type: ignore[override]
        """The number of cells less the number of moves."""
        return len(self.pairs)

    @property
    def own(self) -> tuple[object, ...]:
        """All that an answer depends on beside the question."""
        return self.pairs, self.fill, self.apart

    @property
    def of_cells(self) -> bool:  # type: ignore[override]
        """Whether cells, not places on edges between them, are swept: where paths are apart."""
        return self.apart

    @property
    def described(self) -> str:
        """The members, as text."""
        name = self.board._said
        ends = " and ".join(f"from {name(first)} to {name(second)}" for first, second in self.pairs)
        whole = Question(self.board).described
        kind = "induced paths apart from each other" if self.apart else "disjoint simple paths"
        words = f"{kind} {ends}{', through every open cell' if self.fill else ''}"
        return words + self.question.described.removeprefix(whole)

    def __contains__(self, paths: object) -> bool:
        """Whether *paths*, one for each pair in order, are such paths."""
        try:
            every = [self.board._places_along(path) for path in paths]  # type: ignore[attr-defined]
        except (TypeError, GridwalkError):
            return False
        question, ground = self.question, self.question.ground
        cells = [cell for path in every for cell in path]
        visited, nodes = set(cells), {cell for cell in cells if self.board.open_cells[cell]}
        if len(every) != len(self.pairs) or len(visited) < len(cells):
            return False
        if self.fill and not visited.issuperset(cells_of(self.board)):
            return False
        if not visited.issuperset(question.required):
            return False
        if self.apart and not _are_apart(self.board, [[u for u in path if u in nodes] for path in every]):
            return False
        lengths = [ground._length_along(path, closed=False) for path in every]
        if None in lengths or not question.has_length(sum(length or 0 for length in lengths)):
            return False
        ends = tuple((path[0], path[-1]) for path in every if len(path) > 1)
        return ends == self.pairs

    @property
    def why_empty(self) -> str | None:
        """Why the definition alone excludes all; None: there may be some."""
        out = sorted(set(self.question.avoided))
        ends = [cell for cell in out if any(cell in pair for pair in self.pairs)]
        if ends:
            return f"a path begins or ends at {self.board._said(ends[0])}, which it must avoid"
        if self.fill and out:
            return f"the paths visit every cell, so none avoid {self.board._said(out[0])}"
        return super().why_empty

    def listed(self, patience: int | None = None) -> Iterator[Linkage]:
        """Yield all in the order of their ranks; there is no other listing to try first."""
        if patience is not None:
            raise PatienceError
        paths = self.sweep()
        for first in range(0, paths.kept.count, BATCH):
            for chosen in paths.at(range(first, min(first + BATCH, paths.kept.count))):
                yield self.made(paths, chosen)

    def paths_of(self, one: Any) -> tuple[Any, ...]:
        """Return the paths."""
        return tuple(one)

    def made(self, paths: CellPaths, chosen: Chosen) -> Linkage:
        """Return the paths of the cells *chosen*, in the order of the pairs."""
        walks = {int(flat[0]): flat for flat in paths.walks(chosen)}
        return Linkage((self.path(walks[self.board.index(start)]) for start, _ in self.pairs), self.letters)

    def roles(self) -> RolesOnPaths:
        """Return what each cell may be."""
        needed = {self.board.index(cell) for cell in self.question.required}
        label = {}
        if self.fill:
            needed |= {self.board.index(cell) for cell in cells_of(self.question.ground)}
        passable = self.question.ground.open_cells if self.of_cells else self.question.ground._passable
        of_cell: list[tuple[int, ...]] = [
            ((codes.INNER,) if u in needed else (codes.OFF, codes.INNER)) if is_open else ()
            for u, is_open in enumerate(passable.reshape(-1).tolist())
        ]
        for number, ends in enumerate(self.pairs):
            for cell, role in zip(ends, (codes.START, codes.EXIT), strict=True):
                label[self.board.index(cell)] = 2 * number
                of_cell[self.board.index(cell)] = (role,)
        return RolesOnPaths(tuple(of_cell), label, induced=self.apart, cells=self.cells_given())


def _are_apart(board: Board, paths: list[list[Cell]], *, closed: bool = False) -> bool:
    """Whether no move, either way, joins cells of *paths* but consecutive ones of the same path."""
    ways = [(board.index(u), board.index(v)) for path in paths for u, v in pairwise(path + path[:closed])]
    joined = {*ways, *(way[::-1] for way in ways)}
    near = Neighbours.of(board, board, of_cells=True)
    flat = {board.index(cell) for path in paths for cell in path}
    return all((u, v) in joined for u in flat for v, _ in near.of_cell(u) if v in flat)


def refuse_induced(question: Question) -> None:
    """Raise `QuestionError` where induced paths or cycles are not defined cell by cell."""
    if (reason := question.board._whole._why_not_induced(closed=question.closed)) is not None:
        knows = "single edges of length 1, and for cycles both ways and without loops: leave the others out"
        raise QuestionError("induced()", f"{reason}; of networks it knows {knows}")


def count_induced(question: Question) -> int:
    """Count, as a task, the induced paths of a question."""
    return InducedQuestion(question).count()


def count_pairs(question: PairQuestion) -> int:
    """Count, as a task, disjoint paths."""
    return question.count()
