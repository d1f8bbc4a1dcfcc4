"""Reduction: the paths of the networks, mapped back to cells, are the paths of the board, once each."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.errors import HopelessError
from gridwalk.runtime.tuning import tuned
from networks import network_cycles, network_paths
from oracles import Raw, cost_of_move, graph, simple_cycles, walks
from seeded import closed_in, several_ways
from strategies import KING, KNIGHT, ORTHOGONAL, board_of

MANY = 60
# The share of the cells of a board with rook moves that a board may have, to limit the work of the oracle.
STENCILS = (
    (ORTHOGONAL, 1),
    (ORTHOGONAL, 1),
    (ORTHOGONAL[::-1], 1),
    (KING, 0.5),
    (KING[:6], 0.6),
    (KNIGHT, 0.9),
    (((0, 1), (1, 0), (0, -1), (-2, 1)), 0.8),
    (((0, 1), (1, -1), (-1, 0)), 1),
)


# ------------------------------------------------------------------ what the board says, in plain Python


def board_paths(raw, starts, exits, through, tour):
    """All paths, by definition; a list, so that duplicates show."""
    leads_to, exits = graph(raw), raw.cells if exits is None else exits
    must = set(raw.cells) if tour else set(through)
    every = [walks(leads_to, start, () if tour else exits) for start in starts or raw.cells]
    return [tuple(way) for ways in every for way in ways if way[-1] in exits and must <= set(way)]


def board_cycles(raw, through, all_cells):
    """All directed cycles of three cells or more, each begun at its first cell."""
    must = set(raw.cells) if all_cells else set(through)
    return [way for way in simple_cycles(raw) if must <= set(way)]


def cost_along(raw, path):
    return sum(cost_of_move(raw, u, v) for u, v in itertools.pairwise(path))


# ---------------------------------------------------------------------- what the networks say, likewise


def length_and_cost(network, steps):
    corridors = [c if c >= 0 else ~c for c in steps]
    return sum(int(network.length[c]) for c in corridors), sum(network.cost[c].item() for c in corridors)


def units(reduced):
    """The number of units of a corridor's cost in one of the board: integer costs are counted in halves."""
    return 2 if any(block.network.cost.dtype == np.int64 for block in reduced.blocks) else 1


def mapped(board, cells):
    return tuple(divmod(int(v), board.columns) for v in cells)


def unreduced_paths(board, reduced):
    """All paths, trivial ones too, as (cells, length, cost of the corridors)."""
    found = [((divmod(v, board.columns),), 0, 0) for v in reduced.trivial]
    if reduced.blocks:
        networks = [block.network for block in reduced.blocks]
        for steps in itertools.product(*map(network_paths, networks)):
            parts = [length_and_cost(*pair) for pair in zip(networks, steps, strict=True)]
            length, cost = map(sum, zip(*parts, strict=True))
            found.append((mapped(board, joined(reduced.blocks, steps)), length, cost))
    return found


def joined(blocks, steps):
    """The flat cells of a path that takes these steps in each block; blocks share a cell or none."""
    cells = []
    for block, taken in zip(blocks, steps, strict=True):
        part = block.path(taken).tolist()
        cells += part[cells[-1:] == part[:1] :]
    return cells


def unreduced_cycles(board, reduced):
    found = []
    for block in reduced.blocks:
        for steps in network_cycles(block.network):
            cells = mapped(board, block.path(steps))
            at = cells.index(min(cells))
            length, cost = length_and_cost(block.network, steps)
            found.append((cells[at:] + cells[:at], length, cost))
    return found


# ----------------------------------------------------------------------------------------- random boards


def random_raw(rng, most):
    deltas, scale = rng.choice(STENCILS)
    rows = rng.choice((1, 2, 3, 3, 4, 4, 5))
    widest = max(1, int(most * scale) // rows)
    columns = rng.randint(max(1, widest // 2), widest)
    share = rng.choice((0.7, 0.8, 0.9, 0.95, 1.0))
    grid = [[rng.random() < share for _ in range(columns)] for _ in range(rows)]
    grid[rng.randrange(rows)][rng.randrange(columns)] = True
    costs = rng.choice((None, None, int, float))
    if costs is not None:
        pick = (lambda: rng.randint(1, 9)) if costs is int else (lambda: rng.uniform(0.1, 5))
        costs = tuple(tuple(pick() for _ in range(columns)) for _ in range(rows))
    raw = Raw(tuple(map(tuple, grid)), deltas, rng.choice(("both", "one", "none")), {}, costs)
    ways = {}
    if rng.random() < 0.4:
        ways = {rng.choice(raw.cells): several_ways(rng, deltas) for _ in range(rng.randint(1, 4))}
    whole = closed_in(rng, Raw(raw.open_cells, deltas, raw.corners, ways, costs))
    # A wrapped board has more paths, so fewer cells are enough for a plain listing.
    return replace(whole, wrap=None) if len(raw.cells) * len(deltas) > 48 else whole


def some(rng, cells, most):
    return rng.sample(cells, min(len(cells), rng.randint(0, most)))


def check_form(board, reduced, told):
    """Check the properties that every network has, for any question."""
    for block in reduced.blocks:
        network = block.network
        real = block.cell_of_junction[block.cell_of_junction >= 0]
        assert (np.diff(real) > 0).all()
        assert network.cyclic or (network.tail != network.head).all()
        assert network.cost.dtype in (np.int64, np.float64)
        assert (network.length >= 0).all()
        assert (network.cost >= 0).all()
        assert board.open_cells.reshape(-1)[block.cells].all()
        if not network.cyclic:
            assert network.source != network.sink
        if board._symmetric and board._step_costs.are_mutual and not network.cyclic:
            # Everything is on some path, and no junction has only two corridors.
            assert not network.one_way.any()
            assert told is None or set(block.cells) <= told
            degrees = np.bincount(np.concatenate([network.tail, network.head]), minlength=network.junctions)
            degrees[[network.source, network.sink]] = 3
            assert (degrees > 2).all()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_paths_are_the_boards(seed, tier):
    rng = random.Random(seed)
    for _ in range(MANY):
        raw = random_raw(rng, 18)
        board = board_of(raw)
        starts = rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 1, 1, 2, 3))))
        exits = rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 1, 1, 2, 3))))
        through = some(rng, raw.cells, 2) if rng.random() < 0.25 else []
        check_paths(raw, board, starts, exits, through, tour=False)


def check_paths(raw, board, starts, exits, through, *, tour):
    reduced = shrink(board, starts, exits, through=through, tour=tour)
    found = unreduced_paths(board, reduced)
    expected = board_paths(raw, starts, exits, through, tour)
    assert sorted(path for path, _, _ in found) == sorted(expected)
    assert all(length == len(path) - 1 for path, length, _ in found)
    # Corridors count half of the cost of each end, so the difference is the same for every path.
    extra = [cost / units(reduced) - cost_along(raw, path) for path, _, cost in found if len(path) > 1]
    assert np.allclose(extra, extra[:1], rtol=0, atol=1e-9)
    every = None if tour or through else {board.index(cell) for path in expected for cell in path}
    check_form(board, reduced, every)


@pytest.mark.parametrize("seed", range(4))
def test_tours_are_the_boards(seed, tier):
    rng = random.Random(seed + 100)
    for _ in range(MANY):
        raw = random_raw(rng, 14)
        board = board_of(raw)
        starts = rng.choice((None, rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 1, 2, 3))))))
        exits = rng.choice((None, rng.sample(raw.cells, min(len(raw.cells), rng.choice((1, 1, 2, 3))))))
        check_paths(raw, board, starts, exits, [], tour=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_cycles_are_the_boards(seed, tier):
    rng = random.Random(seed + 200)
    for _ in range(MANY):
        raw = random_raw(rng, 18)
        board = board_of(raw)
        through = some(rng, raw.cells, 2) if rng.random() < 0.25 else []
        closed = rng.random() < 0.4
        options = {"tour": True, "closed": True} if closed else {"cycles": True, "through": through}
        reduced = shrink(board, None, None, **options)
        found = unreduced_cycles(board, reduced)
        expected = board_cycles(raw, through, closed)
        assert sorted(path for path, _, _ in found) == sorted(expected)
        for path, length, cost in found:
            assert length == len(path)
            assert math.isclose(cost / units(reduced), cost_along(raw, [*path, path[0]]), abs_tol=1e-9)
        check_form(board, reduced, None)


def test_more_corridors_than_numbers_are_refused():
    """Edges are numbered in 32 bits; a board with more is larger than most memories, and refused."""
    board = gw.Board.rectangle(3, 3)
    with tuned(max_edges=3), pytest.raises(HopelessError, match="10 corridors"):
        shrink(board, [(0, 0)], [(2, 2)])
