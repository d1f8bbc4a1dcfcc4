"""Whether a cycle and its reverse are one is a fact of the legal moves, however the board came by them."""

import random

import pytest

import gridwalk as gw
import oracles
from gridwalk.errors import InputError
from gridwalk.runtime.slices import tier
from oracles import Raw
from seeded import raw_board
from strategies import board_of

MOST_WAYS = 500


def edges_of(raw: Raw) -> dict[oracles.Cell, dict[oracles.Cell, float]]:
    """The board as nothing but edges: where each cell leads to, and what that costs."""
    near = oracles.graph(raw)
    return {u: {v: oracles.cost_of_move(raw, u, v) for v in ends} for u, ends in near.items()}


def all_ways(edges, start):
    """Every simple path from *start*, also that of no move."""
    ways = [(start,)]
    for way in ways:
        ways += [(*way, v) for v in edges[way[-1]] if v not in way]
    return ways


def judge(raw: Raw, seed: int) -> bool | None:
    """Compare all answers that depend on it; return whether moves have reverse moves, None for too many."""
    edges, board = edges_of(raw), board_of(raw, start=raw.cells[0], exits=[raw.cells[-1]])
    moves = {(u, v) for u, near in edges.items() for v in near}
    both_ways = all((v, u) in moves for u, v in moves)
    assert board._symmetric == both_ways
    ways = [way for cell in edges for way in all_ways(edges, cell)]
    if len(ways) > MOST_WAYS:
        return None
    around = {way for way in ways if len(way) > 2 and way[0] == min(way) and way[0] in edges[way[-1]]}
    cycles = {way for way in around if way[1] < way[-1]} if both_ways else around
    check_set(board.cycles(), cycles, seed)
    assert ("once in all" in board.cycles()._convention) == both_ways

    check_moves_of_cycles(board.cycles(), cycles, moves, both_ways)
    chords = {c for c in cycles if any(abs(i - j) not in (1, len(c) - 1) for i, u in enumerate(c)
                                       for j, v in enumerate(c) if u != v and (u, v) in moves)}  # fmt: skip
    induced = board.cycles().induced()
    check_set(induced, cycles - chords, seed, ranked=both_ways)
    closed = board.tours(closed=True)
    if len(edges) > 2:
        check_set(closed, {way for way in cycles if len(way) == len(edges)}, seed)
    tours = [way for way in ways if len(way) == len(edges)]
    assert board.tours().count() == len(tours)
    if both_ways:
        single = {min(way, way[::-1]) for way in tours}
        undirected = board.tours(undirected=True)
        assert undirected.count() == undirected.count(by="list") == len(single)
        assert {min(way, way[::-1]) for way in map(tuple, undirected)} == single
        assert induced.count(by="sweep") == len(cycles - chords)
    else:
        with pytest.raises(InputError, match="reverse"):
            board.tours(undirected=True)
    check_parts(board, raw, edges, moves)
    return both_ways


def check_moves_of_cycles(cycles, expected, moves, both_ways) -> None:
    """Where cycles have a direction, a move may be required, or forbidden, in one direction only."""
    for move in sorted(moves)[:: max(1, len(moves) // 2)]:
        if both_ways:
            with pytest.raises(InputError, match="directed=True applies to paths that have a direction"):
                cycles.avoiding_edges(move, directed=True)
            continue
        for verb, wanted in (("through_edges", True), ("avoiding_edges", False)):
            some = getattr(cycles, verb)(move, directed=True)
            meant = {c for c in expected if (move in zip(c, c[1:] + c[:1], strict=True)) == wanted}
            assert {tuple(map(tuple, cycle)) for cycle in some} == meant
            assert some.count() == some.count(by="list") == some.count(by="sweep") == len(meant)


def check_set(paths, expected, seed, *, ranked=True) -> None:
    """Count, list, rank and draw the members of a set of cycles."""
    listed = [tuple(map(tuple, path)) for path in paths]
    assert len(listed) == len(set(listed)) == len(expected)
    assert set(listed) == expected
    assert paths.count() == paths.count(by="list") == len(expected)
    if expected and ranked:
        ranks = range(min(len(expected), 12))
        members = [tuple(paths.unrank(rank)) for rank in ranks]
        assert len(set(members)) == len(ranks)
        assert set(members) <= expected
        assert [paths.rank(cells) for cells in members] == list(ranks)
        assert {tuple(path) for path in paths.sample(3, seed=seed)} <= expected


def check_parts(board, raw, edges, moves) -> None:
    """Compare islands, and whether a graph of the board is directed: both have shortcuts."""
    reach = {cell: {way[-1] for way in all_ways(edges, cell)} for cell in edges}
    islands = board.islands()
    assert all((islands[u] == islands[v]) == (v in reach[u] and u in reach[v]) for u in edges for v in edges)
    if raw.costs is None:
        mutual = all((v, u) in moves and edges[v][u] == edges[u][v] for u, v in moves)
        graph = board.to_networkx()
        assert graph.is_directed() != mutual
        assert all(graph[u][v]["weight"] == edges[u][v] for u, v in moves)


@pytest.mark.long
@pytest.mark.parametrize(("name", "seeds"), [("python", range(24)), ("compiled", range(24, 48))])
def test_answers_follow_the_edges_of_the_board(name, seeds):
    with tier(name):
        found = [judge(raw_board(random.Random(seed)), seed) for seed in seeds]
    assert min(found.count(True), found.count(False)) >= 4


RING = gw.Board.rectangle(3, 3)


@pytest.mark.parametrize(
    "board",
    [
        RING,
        RING.with_portals(((0, 0), (0, 1))),  # in the place of a step
        RING.with_portals(((0, 0), (0, 1), 5)),
        RING.replace(one_way={(1, 1): gw.ORTHOGONAL.deltas}),
        RING.replace(moves=gw.Moves([*gw.ORTHOGONAL.deltas, (5, 5)])),
    ],
)
def test_boards_of_the_same_moves_have_the_same_cycles(board):
    assert board._symmetric
    assert board.cycles().count() == 13  # OEIS A140517
    assert board.tours(undirected=True).count() == 20  # half of A096969
    assert all(path.reversed() for path in board.cycles())
