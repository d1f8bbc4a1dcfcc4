"""All paths of a question in an order of their own: the path of a rank, the rank of a path, fair samples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from gridwalk.errors import RankError
from gridwalk.frontier.exact import bits_needed, join_residues, moduli
from gridwalk.frontier.families import fair_ranks
from gridwalk.frontier.profile.count import pause_for
from gridwalk.frontier.profile.halfwords import LEFT, LOOSE, RIGHT
from gridwalk.frontier.profile.operations import Ints
from gridwalk.frontier.profile.plan import make_plan
from gridwalk.frontier.profile.roles import EITHER, END_CELL, INNER, NOWHERE, CellRoles
from gridwalk.frontier.profile.store import FORMAT, LayerStore, Trail
from gridwalk.frontier.profile.sweep import ProfileAlgebra, ProfileSweep, sweep_of
from gridwalk.frontier.profile.traceback import Layers, cells_of, leaves_of
from gridwalk.kernels.frontier.profile import BY_LEFT, BY_RIGHT, NOT_VISITED
from gridwalk.runtime.checkpoint import kept_in
from gridwalk.runtime.limits import NO_LIMITS, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources

LAYERS = 16  # kept at least, where memory suffices: then they are made three times at most


class Sampler:
    """The paths or cycles of a question, ranked from 0 to ``count - 1``.

    Made by one sweep, whose layers are kept in ``resources.memory`` (`MemoryLimitError` if too few fit)
    and in ``resources.keep``, for other samplers of the same question.

    Examples
    --------
    >>> sampler = Sampler(CellRoles.paths(np.ones((3, 3)), (0, 0), [(2, 2)]))
    >>> sampler.count
    12
    >>> [sampler.rank(sampler.unrank(k)) for k in range(3)]
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
        asked = "planar", "ranks", *question.facts
        with kept_in(resources.keep, asked, (FORMAT, plan.facts, self._moduli)) as kept:
            self._layers = Layers(
                self._sweep,
                [ProfileAlgebra.counting(m) for m in self._moduli],
                resources.budget(),
                pause,
                LAYERS * plan.bytes * len(self._moduli),
                threads=resources.threads,
                store=None if kept is None else LayerStore(kept),
            )
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

    def unrank(self, rank: int) -> list[int]:
        """Return the cells of the path of a rank: flat indices, in order from the start."""
        return self.unrank_many([rank])[0]

    def unrank_many(self, ranks: Sequence[int], *, watch: Watch | None = None) -> list[list[int]]:
        """Return the paths of many ranks: one walk back for all."""
        for rank in ranks:
            if not 0 <= rank < self.count:
                raise RankError(rank, self.count)
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
