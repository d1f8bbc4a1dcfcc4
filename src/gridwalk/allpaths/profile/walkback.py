"""Back through the layers of a sweep: a longest or shortest path, the path of a rank, the rank of a path.

A best path, in any weights, takes one sweep for the least weight left out.  Ranks follow an order of their
own, by exact counts of the words before each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.combine import fair_ranks
from gridwalk.allpaths.exact import bits_needed, join_residues, moduli
from gridwalk.allpaths.profile.count import pause_for
from gridwalk.allpaths.profile.plan import ProfilePlan, make_plan
from gridwalk.allpaths.profile.roles import EITHER, END_CELL, INNER, NOWHERE, CellRoles
from gridwalk.allpaths.profile.steps import BY_LEFT, BY_RIGHT, LEFT, LOOSE, NOT_VISITED, RIGHT
from gridwalk.allpaths.profile.sweep import ProfileAlgebra, ProfileSweep, sweep_of
from gridwalk.allpaths.profile.traceback import Layers, Trail, cells_of, leaves_of, room_beside_count
from gridwalk.allpaths.profile.words import Ints
from gridwalk.errors import rank_error
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources

WHOLE = 1 << 61  # sums of whole weights stay below

Weights = NDArray[np.int64] | NDArray[np.float64]


def best(
    question: CellRoles,
    weights: ArrayLike | None = None,
    *,
    longest: bool,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> list[int] | None:
    """Return the cells (flat indices, in order) of a path or cycle of greatest or least weight, or None.

    Parameters
    ----------
    question : CellRoles
        Which paths or cycles are meant.
    weights : array, shape of the board, optional
        What each cell visited adds; 1 by default.
    longest : bool
        Whether the weight is to be greatest, or least.
    resources : Resources
        Of it, the memory: where the layers do not fit, some are made again.
    watch : Watch, optional
        The clock to report to.

    Raises
    ------
    MemoryLimitError
        If not even few enough layers fit, before they are made.
    TimeLimitError
        When the time of *watch* is over.

    Notes
    -----
    Of several the answer is always the same one.  Weights are summed without rounding where whole
    multiples of their least bit sum up to less than 2**61; beyond, in floating point.

    Examples
    --------
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> len(best(CellRoles(roles, np.zeros((3, 3), bool), start=0), longest=True))
    9
    >>> must = np.zeros((3, 3), bool)
    >>> must[2, 0] = True
    >>> best(CellRoles(np.array([[2, 1, 2], [1, 1, 1], [1, 1, 1]], np.uint8), must, start=0), longest=False)
    [0, 3, 6, 7, 4, 1, 2]

    """
    watch = watch or NO_LIMITS.watch()
    if question.is_hopeless:
        return None
    whole = _weights(question, weights)
    weights = whole if longest else -whole
    plan = make_plan(question, pause_for(watch))
    return _by_sweep(question, plan, weights, resources, watch)


def _weights(question: CellRoles, weights: ArrayLike | None) -> Weights:
    """Return the weights as whole numbers, scaled by a power of two, or as floats if they do not fit."""
    given = np.ones(question.roles.shape, np.int64) if weights is None else np.asarray(weights)
    given = np.where(question.roles > 0, given, 0)
    ratios = [value.as_integer_ratio() for value in given.ravel().tolist()]
    scale = max(below for _, below in ratios)  # a power of two, as are all the others
    whole = [above * (scale // below) for above, below in ratios]
    if sum(map(abs, whole)) < WHOLE:
        return np.array(whole, np.int64).reshape(given.shape)
    return given.astype(np.float64)


def _by_sweep(
    question: CellRoles,
    plan: ProfilePlan,
    weights: Weights,
    resources: Resources,
    watch: Watch,
) -> list[int] | None:
    """Return the cells of the path in order; None if there is no path."""
    pause = pause_for(watch)
    sweep, algebra = sweep_of(plan, pause), ProfileAlgebra.least(weights)
    budget, threads = resources.budget(), resources.threads
    room = room_beside_count(plan, threads)
    layers = Layers(sweep, [algebra], budget, pause, room, threads)
    along = weights.ravel()[[step.cell for step in plan.steps]]
    after = along[::-1].cumsum()[::-1] - along  # all that the cells after each one weigh
    ends = [(values[0] + after[at].item(), at, word) for at, word, values in layers.closed[0]]
    if not ends:
        return None
    _, at, word = min(ends, key=lambda end: end[0])
    trail = Trail.begun([(at, word)], len(plan.steps))
    value = layers.at(at)[0][word].item()

    def pick(at: int, _: Ints, low: Ints, high: Ints, sources: Ints, how: Ints) -> Ints:
        nonlocal value
        before = layers.at(at)[0]
        for row in range(low[0], high[0]):
            known = before[sources[row]].item()
            if known + (along[at].item() if how[row] == NOT_VISITED else 0) == value:
                value = known
                return np.array([row])
        raise AssertionError("no predecessor explains this value")

    for _ in layers.walk(trail, pick):
        pass
    return next(cells_of(trail.leaves, plan.steps, question))


LAYERS = 16  # kept at least, where memory suffices: then they are made three times at most


class Sampler:
    """The paths or cycles of a question, ranked from 0 to ``count - 1``.

    Made by one sweep, whose layers are kept in ``resources.memory`` (`MemoryLimitError` if too few fit).

    Examples
    --------
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> sampler = Sampler(CellRoles(roles, np.zeros((3, 3), bool), start=0))
    >>> sampler.count
    12
    >>> [sampler.rank(cells) for cells in sampler.unrank_many([0, 1, 2])]
    [0, 1, 2]
    >>> len(sampler.sample(5, np.random.default_rng(1)))
    5

    """

    def __init__(
        self, question: CellRoles, *, resources: Resources = DEFAULT_RESOURCES, watch: Watch | None = None
    ) -> None:
        self.question = question
        self.count = 0
        pause = pause_for(watch or NO_LIMITS.watch())
        if question.is_hopeless:
            return
        plan = make_plan(question, pause)
        self._steps, self._sweep = plan.steps, sweep_of(plan, pause)
        self._moduli = moduli(bits_needed(plan, pause), pause)
        algebras = [ProfileAlgebra.counting(m) for m in self._moduli]
        room, budget = LAYERS * plan.bytes * len(algebras), resources.budget()
        self._layers = Layers(self._sweep, algebras, budget, pause, room, resources.threads)
        # A word that one residue takes for none may be some by another one.
        closed: dict[tuple[int, int], list[int]] = {}
        for r, rows in enumerate(self._layers.closed):
            for at, word, values in rows:
                closed.setdefault((at, word), [0] * len(self._moduli))[r] = values[0]
        self._ends = sorted(closed)
        self._up_to = list(accumulate(int(join_residues(closed[end], self._moduli)) for end in self._ends))
        self.count = self._up_to[-1] if self._up_to else 0

    @property
    def bytes(self) -> int:
        """How much memory it holds."""
        return self._layers.bytes if self.count else 0

    def sample(self, n: int, rng: np.random.Generator, *, watch: Watch | None = None) -> list[list[int]]:
        """Return *n* paths, each drawn from all with the same chance; none if there are none."""
        if not self.count:
            return []
        watch = watch or NO_LIMITS.watch()
        return self.unrank_many(fair_ranks(self.count, n, rng, watch), watch=watch)

    def unrank_many(self, ranks: Sequence[int], *, watch: Watch | None = None) -> list[list[int]]:
        """Return the paths of many ranks: one walk back for all."""
        for rank in ranks:
            if not 0 <= rank < self.count:
                raise rank_error(rank, self.count)
        if not ranks:
            return []
        self._layers.pause = pause_for(watch or NO_LIMITS.watch())
        ends, left = [], []
        for rank in ranks:
            at = next(at for at, up_to in enumerate(self._up_to) if rank < up_to)
            ends.append(self._ends[at])
            left.append(rank - (self._up_to[at - 1] if at else 0))

        def pick(at: int, active: Ints, low: Ints, high: Ints, sources: Ints, _: Ints) -> Ints:
            rows, counts = low, self._counts(at, sources)  # one or the first of several, set below
            for n in np.flatnonzero(high - low > 1).tolist():
                walk, row = active[n], int(low[n])
                rank = left[walk]
                while rank >= counts[row]:
                    rank -= counts[row]
                    row += 1
                left[walk], rows[n] = rank, row
            return rows

        trail = Trail.begun(ends, len(self._steps))
        for _ in self._layers.walk(trail, pick):
            pass
        return list(cells_of(trail.leaves, self._steps, self.question))

    def rank(self, cells: Sequence[int], *, watch: Watch | None = None) -> int | None:
        """Return the rank of a path given by its cells (flat indices), or None if it is not one of these."""
        if not self.count:
            return None
        cyclic = self._sweep.plan.cycles
        if not self._may_be(cells, cyclic):
            return None
        leaves = leaves_of(cells, self._steps, cyclic)
        if leaves is None:
            return None
        last = int(np.flatnonzero(leaves != NOT_VISITED)[-1])
        words = _words_of(leaves[:last], self._sweep)
        if (last, words[last]) not in self._ends:
            return None
        end = self._ends.index((last, words[last]))
        rank = self._up_to[end - 1] if end else 0
        self._layers.pause = pause_for(watch or NO_LIMITS.watch())
        for at in range(last - 1, self._sweep.first - 1, -1):
            _, sources, how = self._layers.before(at, np.array([words[at + 1]]))
            mine = np.flatnonzero((sources == words[at]) & (how == leaves[at]))
            if not mine.size:
                return None
            rank += int(sum(self._counts(at, sources[: mine[0]])))
        return rank

    def _may_be(self, cells: Sequence[int], cyclic: bool) -> bool:
        """Whether the cells given have the roles that those of a path must have."""
        roles, must = self.question.roles.ravel(), self.question.must.ravel()
        if not cyclic and self.question.start not in (NOWHERE, cells[0] if len(cells) else NOWHERE):
            return False
        if len(cells) < 2 or not all(0 <= cell < roles.size for cell in cells):
            return False
        needed = set(np.flatnonzero(must | (roles == END_CELL)).tolist())
        inner = cells if cyclic else cells[1:-1]
        ends = () if cyclic else (cells[0], cells[-1])
        roles_fit = all(roles[c] in (INNER, EITHER) for c in inner) and all(
            roles[c] >= END_CELL for c in ends
        )
        return needed <= set(cells) and roles_fit

    def _counts(self, at: int, words: Ints) -> Any:
        """Return the exact counts of words before a cell, as an object array of integers."""
        residues = [values[words].astype(object) for values in self._layers.at(at)]
        return join_residues(residues, self._moduli)


def _words_of(leaves: Any, sweep: ProfileSweep) -> list[int]:
    """Return the word before each cell, up to the one after the last of *leaves*."""
    steps = sweep.plan.steps
    pieces = [0] * sweep.plan.places  # which piece of the path each plug belongs to; 0: no plug
    words = []
    for at in range(len(leaves) + 1):
        if steps[at].shift:
            pieces = [0, *pieces[:-1]]
        words.append(_word(pieces, sweep) if at >= sweep.first else -1)
        if at == len(leaves) or leaves[at] == NOT_VISITED:
            continue
        left, right = steps[at].column, steps[at].column + 1
        met = {pieces[left], pieces[right]} - {0}
        pieces = [at + 1 if piece in met else piece for piece in pieces]
        pieces[left] = at + 1 if leaves[at] & BY_LEFT else 0
        pieces[right] = at + 1 if leaves[at] & BY_RIGHT else 0
    return words


def _word(pieces: list[int], sweep: ProfileSweep) -> int:
    plugs = {}
    for place, piece in enumerate(pieces):
        if piece:
            alone = pieces.count(piece) == 1
            plugs[place] = LOOSE if alone else LEFT if pieces.index(piece) == place else RIGHT
    level = sum(plug == LOOSE for plug in plugs.values())
    return sweep.words.index(plugs, level) if level in sweep.words.base else -1
