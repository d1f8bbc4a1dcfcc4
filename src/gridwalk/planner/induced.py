"""Induced paths and cycles: those of a question of which no move joins cells that are not consecutive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import (
    HopelessError,
    QuestionError,
    TimeLimitError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.simpath.cellpaths import CellPaths, Chosen
from gridwalk.frontier.simpath.cellplan import CellPlan, RolesOnPaths, plan_cells
from gridwalk.frontier.simpath.order import MAX_WIDTH
from gridwalk.kernels.frontier.simpath import cells as codes
from gridwalk.listing.induced import InducedSearch
from gridwalk.planner import ordered
from gridwalk.planner.kept import kept_for
from gridwalk.planner.tables import EVERY_PATH, Explanation, Option
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import PatienceError, Watch
from gridwalk.runtime.resources import Resources
from gridwalk.shrink.network import Neighbours

PATIENCE = 200_000  # cells that a listing may enter before a sweep takes over
FIRST_PATIENCE = 20_000  # and where each path is made, to find the longest
COUNT_BY = ("auto", "sweep", "list")


def is_induced(question: Question, path: object) -> bool:
    """Whether *path* is in the set of a question, and induced."""
    if path not in question:
        return False
    grid = question.grid.whole
    flat = [grid.index(cell) for cell in path]  # type: ignore[attr-defined]
    place, last = {u: n for n, u in enumerate(flat)}, len(flat) - 1
    near = Neighbours.of(grid, grid)
    for u in flat:
        for v, _ in near.of_cell(u):
            apart = abs(place.get(v, place[u] + 1) - place[u])
            if apart != 1 and not (question.closed and apart == last):
                return False
    return True


def members(question: Question, watch: Watch | None = None) -> Iterator[Path]:
    """Yield all induced paths, depth-first in move order."""
    question.refuse_checkpoint("a listing")
    return InducedSearch(question, watch or question.watch()).paths()


def count(question: Question, by: str = "auto") -> int:
    """Return how many induced paths there are."""
    UnknownChoiceError.check("by", by, COUNT_BY)
    question.refuse_checkpoint("count() of induced paths")
    question = question.running()
    if question.why_empty is not None:
        return 0
    if by == "list":
        return InducedSearch(question, question.watch()).count()
    if by == "auto":
        try:
            return InducedSearch(question, question.watch(PATIENCE)).count()
        except PatienceError:
            pass
    if why_no_sweep(question) is not None and by == "auto":
        return InducedSearch(question, question.watch()).count()
    return sweep_of(question).count()


def lengths(question: Question) -> dict[int, int]:
    """Return how many induced paths there are of each number of moves."""
    question.refuse_checkpoint("lengths() of induced paths")
    question = question.running()
    if question.why_empty is not None:
        return {}
    if why_no_sweep(question) is not None:
        found: dict[int, int] = {}
        for path in members(question):
            found[path.length] = found.get(path.length, 0) + 1
        return dict(sorted(found.items()))
    return {cells - (not question.closed): number for cells, number in sweep_of(question).cells().items()}


def find(question: Question) -> Path | None:
    """Return an induced path: the first that is listed, or one of the fewest moves if that takes long."""
    question.refuse_checkpoint("find() of induced paths")
    question = question.running()
    if question.why_empty is not None:
        return None
    try:
        return next(members(question, question.watch(PATIENCE)), None)
    except PatienceError:
        return _best(question, longest=False)


def longest(question: Question) -> Path | None:
    """Return an induced path of most moves, of several the same on every run."""
    question.refuse_checkpoint("longest() of induced paths")
    question = question.running()
    path = None if question.why_empty is not None else _best(question, longest=True)
    return None if path is None else path._claiming("length")


def shortest(question: Question) -> Path | None:
    """Return an induced path of least cost: the first that is induced, in the order of costs."""
    question.refuse_checkpoint("shortest() of induced paths")
    question = question.running()
    if question.why_empty is not None:
        return None
    if question.grid.step_costs.are_equal:
        return _best(question, longest=False)
    if question.closed:
        raise UnsuitableAlgorithmError("induced", "the least cost of a cycle is not known here: list them")
    return next((path for path in ordered.in_order(question, "cost") if is_induced(question, path)), None)


def _best(question: Question, *, longest: bool) -> Path | None:
    choose, so_far = max if longest else min, list[Path]()

    def best_of(patience: int | None) -> Path | None:
        for path in members(question, question.watch(patience)):
            so_far[:] = [choose([*so_far, path], key=lambda path: path.length)]
        return so_far[0] if so_far else None

    try:
        try:
            return best_of(FIRST_PATIENCE)
        except PatienceError:
            pass
        if why_no_sweep(question) is not None:
            return best_of(None)
        paths = sweep_of(question)
        chosen = paths.best(longest=longest)
        return None if chosen is None else path_of(question, paths, chosen)
    except TimeLimitError as error:
        if not so_far:
            raise
        best = f"the {'longest' if longest else 'shortest'} found so far has {so_far[0].length:,} moves"
        numbers = error.expanded, error.backtracks, max(error.found, 1)
        raise TimeLimitError(error.seconds, *numbers, f"{error.doing}; {best}".lstrip("; ")) from None


# ----------------------------------------------------------------------------------- its cost

EXPLAINED = ("find", "shortest", "longest", "count", "lengths", "sample")
LETTERS = (4.0, 8.0), (3.57, 2.66)  # what a cell more on the frontier multiplies the states by, by its moves
FIRST_STATES = 0.5  # so that this, times the letters, are about the states at once
STATE_SECONDS = 1.2e-7
STATE_BYTES = 2.8 * 24  # the layer, the one before, and the table to find states in


def explain(question: Question, described: str, verb: str) -> Explanation:
    """Return the table of a verb, the chosen row marked."""
    UnknownChoiceError.check("verb", verb, EXPLAINED)
    return Explanation(verb, described, tuple(_options(question.running(), verb)))


def _options(question: Question, verb: str) -> list[Option]:
    if (reason := question.why_empty) is not None:
        return [Option("proof", f"there is none: {reason}", chosen=True)]
    if verb == "shortest" and not question.grid.step_costs.are_equal:
        return [Option("in_order", chosen=True, note="the first path that is induced, in the order of costs")]
    if (reason := why_no_sweep(question)) is not None:
        return [Option("list", chosen=True), Option("sweep", reason)]
    try:
        planned = sweep_of(question).planned
    except HopelessError as error:
        return [
            Option("list", EVERY_PATH),
            Option("none", f"hopeless: {error.reason}", chosen=True),
        ]
    first = "" if verb in ("lengths", "sample") else "a listing may be over sooner, and is tried first"
    return [Option("list", EVERY_PATH), Option("sweep", None, _estimate(question, planned), True, first)]


def _estimate(question: Question, planned: CellPlan) -> Estimate:
    """Return about what a sweep takes: by the widths of the frontier, and the moves of a cell."""
    near = sum(map(len, planned.beside)) / max(1, len(planned.beside))
    widths = np.array([layer.width for layer in planned.plan.layers], float)
    ends = np.maximum(widths, 1) if question.starts is question.exits is None and not question.closed else 1
    letters = float(np.interp(near, *LETTERS))
    states = np.maximum(1, FIRST_STATES * ends * letters ** np.minimum(widths, MAX_WIDTH))
    most, work = float(states.max(initial=1)), float(states.sum())
    return Estimate("sweep", most, most * STATE_BYTES, work, work * STATE_SECONDS)


# --------------------------------------------------------------------------- at random, by rank


@contextmanager
def _lent(question: Question) -> Iterator[CellPaths]:
    """Lend the sweep of a question, which the board keeps for ranks: one at a time, for one thread."""
    question.refuse_checkpoint("ranks of induced paths")
    question = question.running()
    if (reason := why_no_sweep(question)) is not None:
        raise QuestionError("sample(), unrank() and rank()", reason)
    with kept_for(question, "induced", sweep_of, question.lengths) as paths:
        yield paths


def sample(question: Question, n: int, rng: np.random.Generator) -> list[Path]:
    """Return *n* induced paths, drawn independently and exactly uniformly."""
    if question.why_empty is not None:
        return []
    with _lent(question) as paths:
        return [path_of(question, paths, chosen) for chosen in paths.sample(n, rng)]


def unrank(question: Question, rank: int) -> Path:
    """Return the induced path of a rank."""
    from gridwalk.frontier.families import check_ranks

    if question.why_empty is not None:
        check_ranks([rank], 0)
    with _lent(question) as paths:
        check_ranks([rank], paths.kept.count)
        return path_of(question, paths, paths.at([rank])[0])


def rank(question: Question, path: object) -> int | None:
    """Return the rank of an induced path; None if it is none of the set."""
    if not is_induced(question, path):
        return None
    cells = [question.grid.index(cell) for cell in path]  # type: ignore[attr-defined]
    with _lent(question) as paths:
        return paths.kept.rank_of(paths.planned.chosen(cells))


# ------------------------------------------------------------------------------- the sweep


def why_no_sweep(question: Question) -> str | None:
    """Return why induced paths cannot be counted at once; None: they can."""
    if question.closed and not question.grid.symmetric:
        return "some move has no reverse, and the sweep counts cycles without a direction: list them"
    return None


def sweep_of(question: Question) -> CellPaths:
    """Return the induced paths, ready to be swept."""
    if (reason := why_no_sweep(question)) is not None:
        raise UnsuitableAlgorithmError("sweep", reason)
    watch = question.watch()
    near = Neighbours.of(question.grid.whole, question.ground)
    planned = plan_cells(near, _roles_of(question), question.grid.columns, watch)
    return CellPaths(planned, Resources.within(question.limits), watch)


def _roles_of(question: Question) -> RolesOnPaths:
    grid, closed = question.grid, question.closed
    starts = set() if closed else {grid.index(cell) for cell in question.start_cells}
    exits = set() if closed else {grid.index(cell) for cell in question.end_cells}
    needed = {grid.index(cell) for cell in question.needed}
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
    cells = None
    if question.has_given_lengths:
        most = grid.size if question.max_length is None else question.max_length + (not closed)
        cells = question.min_length + (not closed), most
    return RolesOnPaths(tuple(of_cell), induced=True, cyclic=closed, cells=cells)


def path_of(question: Question, paths: CellPaths, chosen: Chosen) -> Path:
    """Return the path of the cells *chosen*; a cycle from its first cell to the lower neighbour."""
    (flat,) = paths.walks(chosen)
    if question.closed and flat[1] > flat[-1]:
        flat[1:] = flat[:0:-1].copy()
    cells: NDArray[np.int32] = np.stack(np.divmod(flat, np.int32(question.grid.columns)), axis=1)
    return Path._found(question.grid.whole, cells, question.closed, "sweep")
