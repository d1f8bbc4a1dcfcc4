"""A sweep cell by cell, planned and asked: of induced paths and cycles, and of disjoint paths between pairs.

Its layers are those of a `SimpathPlan`, with a cell in place of a junction; the corridors that a choice uses
are the cell itself, with the number of the choice in place of a direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.allpaths.combine import fair_ranks
from gridwalk.allpaths.estimate import Estimate
from gridwalk.allpaths.order import MAX_WIDTH, QUICK_SEARCH, Junctions, best_order, widths
from gridwalk.allpaths.reduce.network import BACK, ONWARD, BlockNetwork, Neighbours
from gridwalk.allpaths.simpath import answers
from gridwalk.allpaths.simpath import cell_steps as codes
from gridwalk.allpaths.simpath.cell_steps import ALONE, START
from gridwalk.allpaths.simpath.layer import LOOSE
from gridwalk.allpaths.simpath.plan import Arc, SimpathLayer, SimpathPlan, packed
from gridwalk.allpaths.simpath.rank import KeptPaths
from gridwalk.allpaths.simpath.sweep import Machine
from gridwalk.allpaths.simpath.tails import Summed
from gridwalk.errors import HopelessError
from gridwalk.question.question import Question
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

Chosen = list[Arc]  # the cells visited, by their numbers in the plan, each with its choice

MAX_CELLS = 20_000  # of a board that is worth a try
TELL_AFTER = 1024  # cells
LETTERS = (4.0, 8.0), (2.77, 2.66)  # what a cell more on the frontier multiplies the states by, by its moves
APART = 0.8  # and that much more where the cells decided one after another are not neighbours
MOMENT = 1e6  # states in all layers: with fewer a sweep keeps the order, and so the ranks, it always had
FIRST_STATES = 0.5  # so that this, times the letters, are about the states at once
STATE_SECONDS = 1.2e-7
STATE_BYTES = 2.8 * 24  # the layer, the one before, and the table to find states in


@dataclass(frozen=True, eq=False)
class RolesOnPaths:
    """What each flat cell may be on a path, and how many cells a path has.

    Attributes
    ----------
    of_cell : tuple of tuples of int
        The roles (`gridwalk.allpaths.simpath.cell_steps`) of each cell.
    label_of_cell : dict of int to int
        The label of the path that begins or ends in a cell; 0 where it is not given.
    induced, cyclic : bool
        Whether no two cells of a path but consecutive ones may be joined by a move; whether they are cycles.
    cells : (int, int), optional
        The number of cells of a path at least and at most.

    """

    of_cell: tuple[tuple[int, ...], ...]
    label_of_cell: dict[int, int] = field(default_factory=dict)
    induced: bool = False
    cyclic: bool = False
    cells: tuple[int, int] | None = None

    @property
    def labels(self) -> int:
        """How many labels there are: two for each path."""
        return max(self.label_of_cell.values(), default=0) + 2


@dataclass(frozen=True, eq=False)
class CellPlan:
    """A plan of cells, which it numbers.

    Attributes
    ----------
    flat : int64 array
        The flat cell of each number.
    choices : tuple of tuples of (int, tuple of int)
        For each cell its choices: the role, and the neighbours decided before to which it is joined.
    beside : tuple of lists of int
        The neighbours of each cell.
    induced, cyclic : bool
        Whether a cell is joined to all neighbours on the path; whether the paths are cycles.

    """

    machine: Machine
    flat: NDArray[np.int64]
    choices: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
    beside: tuple[list[int], ...]
    induced: bool
    cyclic: bool

    @property
    def plan(self) -> SimpathPlan:
        """The plan of its machine."""
        return self.machine.plan

    def estimate(self, question: Question) -> Estimate:
        """Return about what a sweep takes: by the widths of the frontier, and the moves of a cell."""
        loose = question.starts is question.exits is None and not question.closed
        width = np.array([layer.width for layer in self.plan.layers], float)
        letters = _letters(self.beside, [layer.junction for layer in self.plan.layers])
        states = np.maximum(1, FIRST_STATES * (np.maximum(width, 1) if loose else 1)
                            * letters ** np.minimum(width, MAX_WIDTH))  # fmt: skip
        most, work = float(states.max(initial=1)), float(states.sum())
        return Estimate("sweep", most, most * STATE_BYTES, work, work * STATE_SECONDS)

    def chosen(self, path: Sequence[int]) -> set[Arc]:
        """Return the choices that make a path, given as flat cells, or a cycle."""
        number = {u: v for v, u in enumerate(self.flat.tolist())}
        chosen = set()
        for place, u in enumerate(path):
            first, last, v = place == 0, place == len(path) - 1, number[u]
            role = codes.INNER
            if not self.cyclic and (first or last):
                role = codes.ALONE if first and last else codes.START if first else codes.EXIT
            joined: set[int] = set()
            if not self.induced:  # to those of its neighbours on the path that were decided before
                before = {w for _, some in self.choices[v] for w in some}
                joined = before & {
                    number[w] for w in (*path[max(0, place - 1) : place], *path[place + 1 : place + 2])
                }
            choices = [(some, set(others)) for some, others in self.choices[v]]
            chosen.add((v, choices.index((role, joined))))
        return chosen

    def linked(self, chosen: Iterable[Arc]) -> tuple[dict[int, list[int]], dict[int, int]]:
        """Return to which cells each of those *chosen* is joined, and the role of each."""
        role = {v: self.choices[v][c][0] for v, c in chosen}
        links: dict[int, list[int]] = {v: [] for v in role}
        for v, c in chosen:
            if self.induced:
                links[v] = [u for u in self.beside[v] if u in role]
                continue
            for u in self.choices[v][c][1]:
                links[u].append(v)
                links[v].append(u)
        return links, role


def plan_cells(
    near: Neighbours,
    roles: RolesOnPaths,
    columns: int,
    watch: Watch,
    length_of_cell: NDArray[np.int64] | None = None,
    *,
    is_network: bool = False,
) -> CellPlan:
    """Plan the sweep over the cells that may be on a path, in a good order; by default each is 1 long.

    Raises
    ------
    HopelessError
        If there are too many cells, or too many on the frontier.

    """
    live = _live(near, roles, watch)
    if live.size > MAX_CELLS:
        raise HopelessError(f"{live.size:,} cells are left of the board")
    row, column = np.divmod(live, columns)
    if live.size and np.ptp(column) > np.ptp(row):  # cells are numbered along the shorter side
        live = live[np.lexsort((row, column))]
    number = {u: n for n, u in enumerate(live.tolist())}
    beside: list[list[tuple[int, int]]] = [
        [(number[v], way) for v, way in near.of_cell(u) if v in number and (way or roles.induced)]
        for u in live.tolist()
    ]
    others = tuple([v for v, _ in near_by] for near_by in beside)
    order = _order(others, roles.induced, watch, None if is_network else live % columns)
    draft = _CellDraft(near, roles, live, beside, order)
    layers = [draft.layer(v, watch) for v in order]
    if draft.widest > MAX_WIDTH:
        raise HopelessError(f"at its narrowest the board is cut through {draft.widest:,} cells")
    fields, words = packed(draft.slots + 1, LOOSE + (draft.slots + roles.labels) * draft.turns)
    facts_of_all = draft.facts_of_all()
    for layer in layers:
        for fact, value in facts_of_all.items():
            layer.arrays[0][fact] = value
    length = np.ones(live.size, np.int64) if length_of_cell is None else length_of_cell[live]
    plan = SimpathPlan(
        _network(length), tuple(layers), fields, words, draft.turns > 1, bool(layers), by_cells=True
    )
    machine = Machine(plan)
    if roles.cells is not None:
        machine = machine.also(Summed(plan.weights(plan.network.length.tolist()), *roles.cells))
    return CellPlan(machine, live, tuple(draft.choices), others, roles.induced, roles.cyclic)


def _order(beside: Sequence[list[int]], induced: bool, watch: Watch, columns: ArrayLike | None) -> list[int]:
    """Return the order of the cells: that of a narrow frontier, or of induced paths as they are numbered.

    Of two neighbours on the frontier both are on an induced path only if it leads from one to the other.
    So row by row there are fewer states than along diagonals, even where that frontier is narrower.
    """
    # Each cell is joined to itself as well: unlike a junction it is on the frontier until its own turn.
    pairs = [(u, v) for u, others in enumerate(beside) for v in (u, *others) if u <= v]
    graph = Junctions(len(beside), *np.array(pairs, np.int64).reshape(-1, 2).T)
    found, numbered = best_order(graph, (), watch, QUICK_SEARCH, columns)[::-1], np.arange(graph.count)

    def work(order: NDArray[np.int64]) -> float:
        width = np.minimum(widths(graph, order[::-1])[0], MAX_WIDTH + 1)
        return float((_letters(beside, order.tolist()) ** width).sum())

    by_rows = induced and work(found) > max(work(numbered), MOMENT)
    return list(map(int, numbered if by_rows else found))


def _letters(beside: Sequence[list[int]], order: list[int]) -> float:
    """Return by what a cell more on the frontier multiplies the states of a sweep, about."""
    near = sum(map(len, beside)) / max(1, len(beside))
    apart = sum(u not in beside[v] for u, v in pairwise(order)) / max(1, len(order))
    return float(np.interp(near, *LETTERS)) + APART * apart


def _network(length: NDArray[np.int64]) -> BlockNetwork:
    """Return the network that algebras see: each cell is a corridor."""
    none, nowhere = np.zeros(len(length), bool), np.zeros(len(length), np.int32)
    return BlockNetwork(len(length), 0, 0, nowhere, nowhere, none, length, length, none, none)


def _live(near: Neighbours, roles: RolesOnPaths, watch: Watch) -> NDArray[np.int64]:
    """Return the cells that may be on a path: on the way from some start to some exit, and no dead ends."""
    of_cell = roles.of_cell
    live = np.array([any(role != codes.OFF for role in some) for some in of_cell], bool)
    ends = np.array([any(role > codes.INNER for role in some) for some in of_cell], bool)
    if not roles.cyclic:
        first = [u for u, some in enumerate(of_cell) if {codes.START, codes.ALONE} & set(some)]
        last = [u for u, some in enumerate(of_cell) if {codes.EXIT, codes.ALONE} & set(some)]
        live &= _reached(near, first, live, ONWARD, watch) & _reached(near, last, live, BACK, watch)
    left = {u: sum(1 for v, way in near.of_cell(u) if way and live[v]) for u in np.flatnonzero(live).tolist()}
    dead = [u for u, ways in left.items() if ways < 2 and not ends[u]]
    while dead:
        u = dead.pop()
        live[u] = False
        for v, way in near.of_cell(u):
            if way and live[v]:
                left[v] -= 1
                if left[v] == 1 and not ends[v]:
                    dead.append(v)
    return np.flatnonzero(live)


def _reached(
    near: Neighbours, some: Iterable[int], live: NDArray[np.bool_], bit: int, watch: Watch
) -> NDArray[np.bool_]:
    found = np.zeros(len(live), bool)
    stack = [u for u in some if live[u]]
    found[stack] = True
    while stack:
        u = stack.pop()
        for v, way in near.of_cell(u):
            if way & bit and live[v] and not found[v]:
                found[v] = True
                stack.append(v)
        if len(stack) % TELL_AFTER == 0:
            watch.check(0, 0, 0)
    return found


class _CellDraft:
    """A sweep half planned: which cells are decided, and who has which slot."""

    def __init__(
        self,
        near: Neighbours,
        roles: RolesOnPaths,
        live: NDArray[np.int64],
        beside: list[list[tuple[int, int]]],
        order: list[int],
    ) -> None:
        self.roles, self.flat, self.beside = roles, live.tolist(), beside
        self.undecided = [len(others) for others in beside]
        self.slot_of: dict[int, int] = {}
        self.slots = self.widest = 0
        self.choices: list[tuple[tuple[int, tuple[int, ...]], ...]] = [()] * len(order)
        self.turns = 1 + 2 * any(way in (ONWARD, BACK) for others in beside for _, way in others)
        must = [codes.OFF not in roles.of_cell[self.flat[v]] for v in order]
        known = set(self.flat)
        lost = any(codes.OFF not in some and u not in known for u, some in enumerate(roles.of_cell) if some)
        self.musts_left = sum(must) + lost  # a cell that must be visited and cannot be: no path
        self.cells_left = len(order)

    def layer(self, v: int, watch: Watch) -> SimpathLayer:
        """Decide the cell *v*."""
        if self.cells_left % TELL_AFTER == 0:
            watch.check(0, 0, 0)
        near = [(u, way) for u, way in self.beside[v] if u in self.slot_of]
        taken = set(self.slot_of.values())
        self.slot_of[v] = next(slot for slot in range(len(taken) + 1) if slot not in taken)
        self.slots = max(self.slots, self.slot_of[v] + 1)
        some = self.roles.of_cell[self.flat[v]]
        self.musts_left -= codes.OFF not in some
        self.cells_left -= 1
        facts = np.zeros(codes.FACTS, np.int64)
        facts[codes.SLOT] = self.slot_of[v]
        facts[codes.CLOSABLE] = self.musts_left == 0
        facts[codes.LABEL] = self.roles.label_of_cell.get(self.flat[v], 0)
        choices = [(role, *pair) for role in some for pair in self._pairs(role, len(near))]
        self.choices[v] = tuple(
            (choice[0], tuple(near[i][0] for i in choice[1:] if i >= 0)) for choice in choices
        )
        arcs = tuple(() if choice[0] == codes.OFF else ((v, c),) for c, choice in enumerate(choices))
        slots = [(self.slot_of[u], way) for u, way in near]
        for u, _ in self.beside[v]:
            self.undecided[u] -= 1
        around = v, *(u for u, _ in near)
        narrow = [self.slot_of[u] for u in around if self.undecided[u] == 1]
        leaving = [self.slot_of.pop(u) for u in around if not self.undecided[u]]
        self.widest = max(self.widest, len(self.slot_of))
        arrays = (
            facts,
            np.array(choices, np.int64).reshape(-1, 3),
            np.array(slots, np.int64).reshape(-1, 2),
            np.array(leaving, np.int64),
            np.array(narrow, np.int64),
        )
        return SimpathLayer(v, arcs, arrays, len(self.slot_of))

    def _pairs(self, role: int, near: int) -> list[tuple[int, int]]:
        """Return which of *near* neighbours a cell in a role may be joined to."""
        if self.roles.induced or role == codes.OFF:
            return [(-1, -1)]
        singles = [(-1, -1), *((i, -1) for i in range(near))]
        return singles + (list(combinations(range(near), 2)) if role == codes.INNER else [])

    def facts_of_all(self) -> dict[int, int]:
        """Return the facts that all layers share."""
        roles = self.roles
        return {
            codes.SLOTS: self.slots,
            codes.TURNS: self.turns,
            codes.INDUCED: roles.induced,
            codes.CYCLIC: roles.cyclic,
            codes.SEVERAL: roles.labels > 2,
        }


class CellPaths:
    """The paths of a plan; each is given as the cells it visits, with the choice made at each."""

    def __init__(self, planned: CellPlan, resources: Resources, watch: Watch) -> None:
        self.planned, self.resources, self.watch = planned, resources, watch

    def count(self) -> int:
        """Return how many there are."""
        return answers.count(self.planned.machine, resources=self.resources, watch=self.watch)

    def cells(self) -> dict[int, int]:
        """Return how many there are of each number of cells."""
        return answers.count_by_length(self.planned.machine, resources=self.resources, watch=self.watch)

    def best(self, *, longest: bool) -> Chosen | None:
        """Return one that visits most cells, or fewest; None if there is none."""
        cells = self.planned.plan.network.length  # of each, one
        gain = cells if longest else -cells
        return answers.best_arcs(self.planned.machine, gain, self.resources, self.watch)

    @unlocked_property
    def kept(self) -> KeptPaths:
        """All of them, to be asked for by rank."""
        return KeptPaths(self.planned.machine, self.watch, self.resources.budget())

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for ranks."""
        kept: KeptPaths | None = self.__dict__.get("kept")
        return 0 if kept is None else kept.bytes

    def sample(self, n: int, rng: np.random.Generator) -> list[Chosen]:
        """Return *n* drawn independently, each of all with the same chance; none if there is none."""
        return self.at(fair_ranks(self.kept.count, n, rng, self.watch)) if self.kept.count else []

    def at(self, ranks: Sequence[int]) -> list[Chosen]:
        """Return those of these ranks, from 0 to below ``kept.count``."""
        return self.kept.arcs_at(list(ranks), self.watch)

    def walks(self, chosen: Chosen) -> list[NDArray[np.int32]]:
        """Return the flat cells of each path among those *chosen*, from its start; or of the cycle."""
        links, role = self.planned.linked(chosen)
        starts = [v for v in links if role[v] in (START, ALONE)]
        starts = starts or [min(links, key=lambda v: int(self.planned.flat[v]))]
        return [self.planned.flat[_walk(links, start)].astype(np.int32) for start in starts]


def _walk(links: dict[int, list[int]], start: int) -> list[int]:
    """Return the cells from *start* on, each time the neighbour not yet visited."""
    walk, before = [start], -1
    while True:
        now = walk[-1]
        onward = [v for v in links[now] if v not in (before, start)]
        if not onward:
            return walk
        before = now
        walk.append(onward[0])
