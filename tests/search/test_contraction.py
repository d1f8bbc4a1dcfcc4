"""The contraction hierarchy: shortcuts for shortest ways, searches that meet above, and when it pays."""

import random

import numpy as np
import pytest
from hypothesis import given

import gridwalk as gw
import oracles
import seeded
from gridwalk.errors import MemoryLimitError, TimeLimitError, UnsuitableAlgorithmError
from gridwalk.kernels.codes import NONE
from gridwalk.kernels.search import contraction, corridors
from gridwalk.runtime import slices
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.tuning import tuned
from gridwalk.search import hierarchies
from gridwalk.search.solver import key_of
from profiles import examples
from strategies import BISHOP_STEPS, KING, ORTHOGONAL, Question, asked, board_of, raws, shapes

STEPS = (ORTHOGONAL, KING, BISHOP_STEPS)


def certified(raw: oracles.Raw, board: gw.Board, pairs, **options) -> int:
    """Ask *board* for all pairs by contraction, certify each answer; return how many paths there are."""
    starts, goals = zip(*pairs, strict=True)
    batch = board.shortest_many(starts, goals, by="contraction", **options)
    assert batch.by == "contraction"
    far, found = {start: oracles.distances(raw, [start]) for start in set(starts)}, 0
    for i, (start, goal) in enumerate(pairs):
        cells = batch.cells[batch.offsets[i] : batch.offsets[i + 1]].tolist()
        if oracles.check_cheapest(raw, batch[i], far[start].get(goal), [start], [goal]):
            assert batch.costs[i] == pytest.approx(batch[i].cost, rel=1e-12)
            assert cells == batch[i].cells.tolist()
            found += 1
        else:
            assert (batch.costs[i], cells) == (np.inf, [])
    return found


def some_pairs(raw: oracles.Raw, rng: random.Random, count: int):
    starts = [rng.choice(raw.cells) for _ in range(6)]
    return [(rng.choice(starts), rng.choice(raw.cells)) for _ in range(count)]


@pytest.mark.long
@examples(150)
@given(question=asked(raws(shapes(8, 8), costs=False)))
def test_it_agrees_with_the_oracle_or_says_why_not(question: Question):
    raw, pairs = question.raw, [(question.start, goal) for goal in (*question.exits, question.start)]
    suits = not solver_refuses(raw)
    for name in ("python", "compiled"):
        with slices.tier(name):
            if suits:
                certified(raw, board_of(raw), pairs)
            else:
                with pytest.raises(
                    UnsuitableAlgorithmError, match=r"corridors|steps|lower bounds|taken back"
                ):
                    certified(raw, board_of(raw), pairs)


def solver_refuses(raw: oracles.Raw) -> bool:
    """Whether the table of the documentation says no."""
    graph = oracles.graph(raw)
    undoable = all(u in graph[v] for u, near in graph.items() for v in near)
    return not set(raw.deltas) <= set(KING) or raw.costs is not None or not undoable or raw.wrap is not None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_many_boards(tier, seed):
    """All corner rules, walls between cells too: every kind of end, and every part."""
    found = 0
    for raw, rng in seeded.raws(700 + seed, 40 if tier == "python" else 300, STEPS, wrap=0, most=14):
        found += certified(raw, board_of(raw), some_pairs(raw, rng, 12))
    assert found > 40


@pytest.mark.long
@pytest.mark.parametrize("corners", ["both", "one", "none"])
@pytest.mark.parametrize(
    ("deltas", "share"), [(KING, 0.65), (KING, 0.8), (KING, 1.0), (ORTHOGONAL, 0.7), (ORTHOGONAL, 1.0)]
)
def test_larger_boards(corners, deltas, share):
    rng = random.Random(f"{corners}{deltas}{share}")
    raw = oracles.Raw(tuple(map(tuple, seeded.noise(rng, 34, 37, share))), deltas, corners)
    with slices.tier("compiled"):
        assert certified(raw, board_of(raw), some_pairs(raw, rng, 60), threads=2) > 20


@pytest.mark.parametrize("most", [2, 4, 7])
def test_any_core_gives_the_same_costs(tier, most, spy):
    """With few arcs allowed most junctions stay in the core, where both searches meet in the middle."""
    rng = random.Random(most)
    raw = oracles.Raw(tuple(map(tuple, seeded.noise(rng, 20, 20, 0.7))), KING)
    board = board_of(raw)
    corridor_solver, graph, rest, state = hierarchies._before(board)
    ranks, scratch = rest
    # A queue that ends early leaves the rest of the junctions as the core.
    state[contraction.QUEUED] = max(1, len(ranks) * most // 8)
    status = contraction.contract(graph, ranks, scratch, state, 1 << 30, None)
    assert status != 0
    assert 0 < np.count_nonzero(ranks[:, contraction.RANK] == NONE) < len(ranks)
    spy(hierarchies, "run", lambda *_, **__: None)
    spy(hierarchies, "_before", lambda *_: (corridor_solver, graph, rest, state))
    ready = hierarchies.contracted(board, NO_LIMITS.watch())
    assert ready.model[2][-1] == np.count_nonzero(ranks[:, contraction.RANK] == NONE)
    assert certified(raw, board, some_pairs(raw, rng, 120)) > 50


def test_every_arc_stands_for_a_shortest_way_down_to_doors():
    """A shortcut costs what its doors cost, and they lead from its tail to its head."""
    for raw, _ in seeded.raws(9, 40, STEPS, wrap=0, most=12):
        with slices.tier("python"):
            model = hierarchies.contracted(board_of(raw), NO_LIMITS.watch()).model
        _, _, junctions, doors = model[0]
        begin, heads, costs, parts, place, core = model[2]
        junction = np.argsort(place)
        assert sorted(place.tolist()) == list(range(len(junctions) - 1))
        tail = parts[:, 0]
        assert tail.tolist() == np.repeat(np.arange(len(place)), np.diff(begin)).tolist()
        assert ((heads < tail) | (tail < core)).all()

        def way(k, left=parts[:, 1], right=parts[:, 2], doors=doors):
            if left[k] == NONE:
                return [int(right[k])]
            back = [int(doors[door, corridors.TWIN]) for door in reversed(way(left[k]))]
            return back + way(right[k])

        owner = np.repeat(np.arange(len(place)), np.diff(junctions[:, corridors.DOOR]))
        for k in range(len(heads)):
            at, total = int(junction[tail[k]]), 0
            for door in way(k):
                assert owner[door] == at
                at = int(doors[door, corridors.JUNCTION])
                total += corridors.price(*doors[door, [corridors.STEPS, corridors.DIAGONALS]].tolist())
            assert (at, total) == (junction[heads[k]], costs[k])


def test_the_tiers_and_slices_build_the_same_hierarchy():
    rng = random.Random(6)
    raw = oracles.Raw(tuple(map(tuple, seeded.noise(rng, 24, 24, 0.7))), KING)
    models = []
    for name, piece in (("python", None), ("compiled", None), ("compiled", 8), ("python", 400)):
        with slices.tier(name), tuned(slice=piece):
            models.append(hierarchies.contracted(board_of(raw), NO_LIMITS.watch()).model[2])
    for model in models[1:]:
        assert all(np.array_equal(mine, first) for mine, first in zip(model, models[0], strict=True))


def test_labels_are_wiped_when_their_generations_run_out(tier):
    """A scratch holds 2**31 generations, one a query."""
    rng = random.Random(3)
    raw = oracles.Raw(tuple(map(tuple, seeded.noise(rng, 20, 20, 0.8))), KING)
    board = board_of(raw)
    ready = hierarchies.contracted(board, NO_LIMITS.watch())
    desk = ready.borrow()
    desk.scratch[1][-1, corridors.COST] = corridors.LAST_BASE - (3 << 32)
    ready.give_back(desk)
    assert certified(raw, board, some_pairs(raw, rng, 40), threads=1) > 20
    assert desk.scratch[1][-1, corridors.COST] < 40 << 32


def test_heaps_grow(tier):
    rng = random.Random(8)
    raw = oracles.Raw(tuple(map(tuple, seeded.noise(rng, 20, 20, 0.8))), KING)
    board = board_of(raw)
    ready = hierarchies.contracted(board, NO_LIMITS.watch())
    desk = ready.borrow()
    marks, labels, _, _, trail, ends = desk.scratch
    small = np.zeros((16, 2), np.int64), np.zeros((16, 2), np.int64)
    desk.scratch = marks, labels, *small, trail, ends
    ready.give_back(desk)
    assert certified(raw, board, some_pairs(raw, rng, 40), threads=1) > 20
    assert (ready.room, len(ready.spare)) == (2, 1)


def test_limits_and_progress_while_it_is_built():
    board = gw.make("percolation", 60, 60, seed=1)
    told = []
    cells = np.argwhere(board.open_cells)[:2]
    with tuned(slice=64, tell_every=0.0):
        batch = board.shortest_many(cells, cells[::-1], by="contraction", progress=told.append)
    assert batch.costs[0] == batch.costs[1]
    assert max(progress.expanded for progress in told) > 100
    again = gw.Board(board.open_cells, moves=board.moves)
    with tuned(slice=64), pytest.raises(TimeLimitError):
        again.shortest_many(cells, cells[::-1], by="contraction", seconds=1e-9)
    assert key_of("contraction") not in again._kept
    large = np.repeat(cells, 1 << 17, axis=0)
    with pytest.raises(MemoryLimitError):
        board.shortest_many(large, large[::-1], by="contraction", memory=1 << 20)


def test_auto_takes_it_where_it_pays():
    rng = np.random.default_rng(4)
    clutter, room = rng.random((200, 200)) >= 0.35, np.ones((200, 200), bool)
    with slices.tier("compiled"):
        for open_cells, expected in ((clutter, "contraction"), (room, "jps")):
            board = gw.Board(open_cells, moves=gw.KING)
            few = board.shortest_many(*_pairs(board, rng, 300))
            assert (few.by, key_of("contraction") in board._kept) == ("jps", False)
            starts, goals = _pairs(board, rng, 5000)
            many = board.shortest_many(starts, goals)
            assert many.by == expected
            some = board.shortest_many(starts[:500], goals[:500], by="jps").costs
            assert many.costs[:500] == pytest.approx(some, rel=1e-12)
        assert board.shortest_many(starts, goals, memory=1 << 27).by == "jps"
        costs = gw.Board(clutter, moves=gw.KING, costs=np.where(clutter, 2, 1))
        assert costs.shortest_many(*_pairs(costs, rng, 500)).by == "astar"
        torus = gw.Board(clutter, wrap="both")
        assert torus.shortest_many(*_pairs(torus, rng, 500)).by == "astar"


def _pairs(board, rng, count):
    cells = np.argwhere(board.open_cells)
    return rng.choice(cells, count), rng.choice(cells, count)


def test_it_is_refused_where_moves_cannot_be_taken_back():
    board = gw.Board.rectangle(9, 9, moves=gw.KNIGHT)
    with pytest.raises(UnsuitableAlgorithmError, match="steps to neighbouring cells"):
        board.shortest_many([(0, 0)], [(1, 2)], by="contraction")
