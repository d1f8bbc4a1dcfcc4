"""Families of paths, all methods and tails, compared with a plain search; the numbers of states."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import comb, sqrt

import numpy as np
import pytest

from gridwalk.allpaths.families.cycles import Cycles
from gridwalk.allpaths.families.induced import InducedCycles, InducedPaths
from gridwalk.allpaths.families.pairs import MOST_PAIRS, DisjointPairs, PairsApart
from gridwalk.allpaths.families.simple import SimplePaths
from gridwalk.allpaths.families.within import Within
from gridwalk.allpaths.frontier import Graph, Sweep
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.sampled.run import thinned
from gridwalk.allpaths.sums import Summed
from gridwalk.allpaths.values import Counts
from gridwalk.errors import HopelessError
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.memory import UNLIMITED, MemoryBudget
from gridwalk.runtime.resources import Resources

ROOK = [(0, 1), (1, 0)]
KING = [*ROOK, (1, 1), (1, -1)]
WATCH = NO_LIMITS.watch()

# ------------------------------------------------------------------------------------- graphs


def graph_of(cells, edges, must=(), ways=None, **more):
    """Return a graph; *more* are attributes of `Graph` by name."""
    table = np.array(edges, np.int64).reshape(-1, 2)
    plain = Graph.plain(cells, table, must, None if ways is None else np.array(ways, np.int64))
    return replace(plain, **{name: np.array(values) for name, values in more.items()})


def board(rows, columns, moves=ROOK, must=(), closed=()):
    """Return the graph of a board; cells in *closed* have no edges."""
    edges = [
        (r * columns + c, (r + dr) * columns + c + dc)
        for r in range(rows)
        for c in range(columns)
        for dr, dc in moves
        if r + dr in range(rows) and c + dc in range(columns)
    ]
    return graph_of(rows * columns, [edge for edge in edges if not {*edge} & {*closed}], must)


def random_graph(rng, *, is_odd):
    """Return a small random graph with conditions; *is_odd*: with loops and parallel edges too."""
    cells = int(rng.integers(2, 8))
    share = rng.uniform(0.3, 0.95)
    edges = [pair for pair in combinations(range(cells), 2) if rng.random() < share]
    if is_odd:
        edges += [edge for edge in edges if rng.random() < 0.15]
        edges += [(v, v) for v in range(cells) if rng.random() < 0.1]
    edges = [edge if rng.random() < 0.5 else edge[::-1] for edge in edges]
    kind = rng.choice(["none", "some", "all"], p=[0.5, 0.35, 0.15])
    must = range(cells) if kind == "all" else rng.choice(cells, int(rng.integers(1, 3)) * (kind == "some"))
    ways = rng.choice([1, 2, 3, 0], len(edges), p=[0.3, 0.3, 0.35, 0.05]) if rng.random() < 0.5 else None
    need = np.where(rng.random(len(edges)) < rng.choice([0, 0.08]), np.arange(len(edges)), -1)
    return graph_of(cells, edges, list(must), ways, need=need)


def twinned(rng, graph):
    """Return *graph* with some edges doubled; twins are not used together, and one is enough if required."""
    twins = np.flatnonzero(rng.random(len(graph.edges)) < 0.2)
    every = np.concatenate([np.arange(len(graph.edges)), twins])
    names = "edges", "ways", "need", "same", "loose", "virtual"
    return replace(graph, **{name: getattr(graph, name)[every] for name in names})


def with_virtual_ends(rng, graph):
    """Return *graph* with a virtual start and end, joined to some cells, and an order with both last.

    Some edges to them are loose, so that their cells are no paths of a single cell.
    """
    cells, edges = graph.cells, graph.edges.tolist()
    more = [
        (u, cells + k) for k in range(2) for u in range(graph.cells) if rng.random() < rng.choice([0.3, 0.9])
    ]
    stops = np.full(cells + 2, -1)
    if rng.random() < 0.5:
        for edge, (u, v) in enumerate(more, len(edges)):
            stops[u] = edge if v == cells + 1 else stops[u]
    grown = graph_of(
        cells + 2,
        edges + more,
        np.flatnonzero(graph.must_visit),
        [*graph.ways.tolist(), *[3] * len(more)],
        virtual=[False] * len(edges) + [True] * len(more),
        loose=[False] * len(edges) + (rng.random(len(more)) < rng.choice([0, 0.5])).tolist(),
        stops=stops,
    )
    return grown, [*rng.permutation(cells).tolist(), cells, cells + 1]


# ----------------------------------------------------------- plain search, nothing of gridwalk's


def leads_to(graph):
    """Return the steps out of each cell: edges, and where they lead."""
    found = [[] for _ in range(graph.cells)]
    for edge, ((u, v), way) in enumerate(zip(graph.edges.tolist(), graph.ways.tolist(), strict=True)):
        if way & 1:
            found[u].append((edge, v))
        if way & 2:
            found[v].append((edge, u))
    return found


def routes(graph, start, end):
    """Return all paths from *start* to *end*: cells and edges."""
    steps, stack, found = leads_to(graph), [((start,), ())], []
    while stack:
        cells, edges = stack.pop()
        if cells[-1] == end:
            found.append((cells, edges))
            continue
        stack += [((*cells, v), (*edges, edge)) for edge, v in steps[cells[-1]] if v not in cells]
    return found


def rings(graph):
    """Return all cycles, from their lowest cell on: cells and edges."""
    steps, stack, found = leads_to(graph), [((v,), ()) for v in range(graph.cells)], []
    while stack:
        cells, edges = stack.pop()
        for edge, v in steps[cells[-1]]:
            if edge not in edges and v == cells[0]:
                found.append((cells, (*edges, edge)))
            elif v > cells[0] and v not in cells:
                stack.append(((*cells, v), (*edges, edge)))
    return found


def linkages(graph, pairs):
    """Return all disjoint paths, one for each pair: cells and edges of all together."""
    found = []
    for some in product(*(routes(graph, *pair) for pair in pairs)):
        cells = tuple(v for path, _ in some for v in path)
        if len(set(cells)) == len(cells):
            found.append((cells, tuple(edge for _, edges in some for edge in edges)))
    return found


def is_wanted(graph, cells, edges):
    """Return whether the path meets all conditions of the graph on its cells and edges."""
    used = {graph.need[edge] for edge in edges}
    at = Counter(v for edge in edges if graph.loose[edge] for v in set(graph.edges[edge].tolist()))
    same = [graph.same[edge] for edge in edges]
    return (
        {*np.flatnonzero(graph.must_visit)} <= {*cells}
        and {need for need in graph.need if need >= 0} <= used
        and max(at.values(), default=0) < 2
        and len(set(same)) == len(same)
        and {graph.stops[v] for v in cells if graph.stops[v] >= 0} <= {*edges}
    )


def is_induced(graph, cells, edges):
    """Return whether no other edge joins two of the cells, except parallel to a used edge."""
    used = {frozenset(graph.edges[edge].tolist()) for edge in edges}
    return all(
        graph.virtual[edge] or not {u, v} <= {*cells} or {u, v} in used
        for edge, (u, v) in enumerate(graph.edges.tolist())
    )


def members_of(graph, routes, *, apart=False):
    """Return the sets of edges of the *routes* that are wanted."""
    return {
        frozenset(edges)
        for cells, edges in routes
        if is_wanted(graph, cells, edges) and (not apart or is_induced(graph, cells, edges))
    }


# ------------------------------------------------------------------------------ every verb


def moves_of(some, lengths):
    return sum(lengths[edge] for edge in some)


def check(rng, family, expected, tails=(), lengths=None):
    """Compare every method with the sets of edges *expected*."""
    if lengths is None:
        lengths = rng.integers(0, 5, len(family.graph.edges)).tolist()
    members = Members(family, lengths, Resources(), NO_LIMITS.watch(), tails)
    assert members.count() == members.tape.count == len(expected)
    if not tails:
        assert members.count_by_length() == dict(
            sorted(Counter(moves_of(one, lengths) for one in expected).items())
        )
    every = members.at(range(len(expected)))
    assert all(len(set(one)) == len(one) for one in every)
    assert len(set(map(frozenset, every))) == len(every)
    assert set(map(frozenset, every)) == expected
    assert [members.tape.rank(one) for one in every] == list(range(len(every)))
    other = frozenset(np.flatnonzero(rng.random(len(lengths)) < 0.5).tolist())
    assert (members.tape.rank(other) is None) == (other not in expected)
    for gain in (rng.integers(-9, 10, len(lengths)), -rng.random(len(lengths))):
        best = members.best(gain)
        assert (best is None) == (not expected)
        if best is not None:
            assert frozenset(best) in expected
            assert moves_of(best, gain) == pytest.approx(max(moves_of(one, gain) for one in expected))
    drawn = members.sample(4, rng)
    assert len(drawn) == 4 * bool(expected)
    assert all(frozenset(one) in expected for one in drawn)


def simple(graph, order):
    return SimplePaths(graph, 0, graph.cells - 1, order), routes(graph, 0, graph.cells - 1), False


def cycles(graph, order):
    return Cycles(graph, order), rings(graph), False


def induced(graph, order):
    return InducedPaths(graph, 0, graph.cells - 1, order), routes(graph, 0, graph.cells - 1), True


def induced_cycles(graph, order):
    return InducedCycles(graph, order), rings(graph), True


def pairs_of(graph):
    last = graph.cells - 1
    return [(0, last - 2), (2, last)] if last > 7 else [(0, last), (2, 1)][: 1 + (last > 2)]


def pairs(graph, order):
    return DisjointPairs(graph, pairs_of(graph), order), linkages(graph, pairs_of(graph)), False


def pairs_apart(graph, order):
    return PairsApart(graph, pairs_of(graph), order), linkages(graph, pairs_of(graph)), True


FAMILIES = {f.__name__: f for f in (simple, cycles, induced, induced_cycles, pairs, pairs_apart)}
every_family = pytest.mark.parametrize("name", FAMILIES)


def trials(tier, name, few, many):
    """Yield a random generator for each trial: *few* interpreted, *many* compiled."""
    for seed in range(few if tier == "python" else many):
        yield np.random.default_rng([seed, list(FAMILIES).index(name)])


@every_family
def test_every_verb_beside_a_plain_search(name, tier):
    for rng in trials(tier, name, 25, 120):
        graph = random_graph(rng, is_odd=not name.startswith("induced") and not name.endswith("apart"))
        graph = twinned(rng, graph) if rng.random() < 0.2 else graph
        family, found, apart = FAMILIES[name](graph, rng.permutation(graph.cells).tolist())
        check(rng, family, members_of(graph, found, apart=apart))


@pytest.mark.parametrize("name", ["simple", "induced"])
def test_virtual_starts_and_ends(name, tier):
    for rng in trials(tier, name, 20, 90):
        graph, order = with_virtual_ends(rng, random_graph(rng, is_odd=False))
        if name == "simple":
            graph = replace(graph, stops=np.full(graph.cells, -1))  # stops are for induced paths
        kind = SimplePaths if name == "simple" else InducedPaths
        expected = members_of(graph, routes(graph, graph.cells - 2, graph.cells - 1), apart=name == "induced")
        check(rng, kind(graph, graph.cells - 2, graph.cells - 1, order), expected)


@every_family
def test_small_graphs(name):
    """No edges, an isolated cell that must be visited, needed edges far apart, loops, parallel edges."""
    rng = np.random.default_rng(0)
    path = [(0, 1), (1, 2), (2, 3), (3, 4)]
    graphs = [
        graph_of(2, []),
        graph_of(5, [], range(5)),
        graph_of(2, [(1, 0)], ways=[0]),
        graph_of(2, [(0, 1), (0, 1)]),
        graph_of(2, [(0, 1), (1, 0)], same=[0, 0]),
        graph_of(2, [(0, 1), (1, 0)], need=[0, 0]),
        graph_of(2, [(0, 1), (1, 0)], need=[0, 1]),
        graph_of(5, path),
        graph_of(5, [*path, (4, 0)], range(5)),
        graph_of(6, [(0, 1), (1, 5), (0, 5)], [3]),
        graph_of(7, [(0, 1), (1, 6), (2, 3), (3, 4), (4, 2)], need=[-1, -1, -1, 3, -1]),
    ]
    if name in ("simple", "cycles", "pairs"):
        graphs += [graph_of(2, [(0, 0), (0, 1)]), graph_of(3, [(1, 1), (0, 2), (1, 2)], [1])]
    for graph in graphs:
        for order in (range(graph.cells), range(graph.cells)[::-1]):
            family, found, apart = FAMILIES[name](graph, list(order))
            check(rng, family, members_of(graph, found, apart=apart))


def test_more_pairs_than_labels_are_refused():
    cells = 2 * MOST_PAIRS + 2
    ends = [(2 * n, 2 * n + 1) for n in range(MOST_PAIRS + 1)]
    graph = graph_of(cells, ends)
    with pytest.raises(HopelessError, match="63 pairs, and there are 64"):
        DisjointPairs(graph, ends, range(cells))
    most = DisjointPairs(graph_of(cells - 2, ends[:-1]), ends[:-1], range(cells - 2))
    assert Members(most, [1] * MOST_PAIRS, Resources(), WATCH).count() == 1


def test_a_frontier_too_wide_is_refused():
    star = graph_of(70, [(0, v) for v in range(1, 70)])
    with pytest.raises(HopelessError, match="cut through 70 cells"):
        Cycles(star, range(70))


# ---------------------------------------------------------------------------------------- tails


@every_family
def test_sums_in_a_range(name, tier):
    for rng in trials(tier, name, 10, 90):
        graph = random_graph(rng, is_odd=False)
        family, found, apart = FAMILIES[name](graph, rng.permutation(graph.cells).tolist())
        lengths = rng.integers(0, 5, len(graph.edges)).tolist()
        least, most = sorted(rng.integers(0, 15, 2).tolist())
        expected = {
            one for one in members_of(graph, found, apart=apart) if least <= moves_of(one, lengths) <= most
        }
        tails = [Summed(family.weights(lengths), least, most)]
        check(rng, family, expected, tails, lengths)
        counts = Members(family, lengths, Resources(), WATCH, tails).counts()
        assert counts == Counter(moves_of(one, lengths) for one in expected)


@pytest.mark.parametrize("name", ["simple", "cycles", "induced", "induced_cycles"])
def test_numbers_of_moves_in_a_range(name, tier):
    for rng in trials(tier, name, 10, 90):
        graph = random_graph(rng, is_odd=name in ("simple", "cycles"))
        family, found, apart = FAMILIES[name](graph, rng.permutation(graph.cells).tolist())
        lengths = rng.integers(0, 5, len(graph.edges)).tolist()
        least, most = sorted(rng.integers(0, 15, 2).tolist())
        most = None if rng.random() < 0.3 else most
        expected = {
            one
            for one in members_of(graph, found, apart=apart)
            if least <= moves_of(one, lengths) <= (99 if most is None else most)
        }
        ends = None if name.endswith("cycles") else (0, graph.cells - 1)

        def within(apart, family=family, lengths=lengths, ends=ends, least=least, most=most):
            return [Within(family, lengths, ends, least, most, WATCH, MemoryBudget(), apart=apart)]

        check(rng, family, expected, within(apart=False), lengths)
        counts = Members(family, lengths, Resources(), WATCH, within(apart=True)).counts()
        assert counts == Counter(moves_of(one, lengths) for one in expected)


# ------------------------------------------------------------------------------- large numbers


def doubled(name, steps):
    """Return a family with 2**steps members: each step of a path has two parallel edges."""
    if name.startswith("pairs"):
        half = steps // 2
        ends = [(0, half), (half + 1, 2 * half + 1)]
        graph = graph_of(2 * half + 2, [(v, v + 1) for u, w in ends for v in range(u, w) for _ in range(2)])
        return (PairsApart if name == "pairs_apart" else DisjointPairs)(graph, ends, range(graph.cells))
    if name.endswith("cycles"):
        ring = [(v, (v + 1) % steps) for v in range(steps) for _ in range(2)]
        graph = graph_of(steps, ring, range(steps))
        return (Cycles if name == "cycles" else InducedCycles)(graph, range(steps))
    chain = graph_of(steps + 1, [(v, v + 1) for v in range(steps) for _ in range(2)])
    return (SimplePaths if name == "simple" else InducedPaths)(chain, 0, steps, range(steps + 1))


@every_family
@pytest.mark.parametrize("steps", [66, 140])
def test_numbers_above_words(name, steps, tier):
    """Counts, counts by length and ranks above 2**64 and 2**128, in all limbs."""
    family = doubled(name, steps)
    members = Members(family, [1, 2] * steps, Resources(), NO_LIMITS.watch())
    assert members.count() == members.tape.count == 2**steps
    assert members.count_by_length() == {steps + more: comb(steps, more) for more in range(steps + 1)}
    ranks = [0, 1, 2**64, 2**64 + 12345, 2**steps - 1]
    found = members.at(ranks)
    assert [members.tape.rank(edges) for edges in found] == ranks
    assert [len(edges) for edges in found] == [steps] * 5
    rng = np.random.default_rng(1)
    assert len(set(map(frozenset, members.sample(5, rng)))) == 5


# ------------------------------------------------------------------------------ thinned sweeps


@every_family
def test_the_mean_of_thinned_sweeps_is_the_number(name, tier):
    """The count agrees within four standard errors, and the count of each length within five."""
    graph, runs = board(4, 4), 60 if tier == "python" else 300
    family, _, _ = FAMILIES[name](graph, list(range(16)))
    members = Members(family, [1] * len(graph.edges), Resources(), WATCH)
    tails = [Summed(family.weights(members.lengths))]
    rng = np.random.default_rng(list(FAMILIES).index(name))
    found = [thinned(family, (), 5, rng, WATCH, UNLIMITED) for _ in range(runs)]
    assert all(run.thinned for run in found)
    near(members.count(), [float(run.value) for run in found], 4)
    found = [thinned(family, tails, 8, rng, WATCH, UNLIMITED, lengths=True, alike=True) for _ in range(runs)]
    for length, number in members.count_by_length().items():
        near(number, [float(run.of_length.get(length, 0)) for run in found], 5)
    whole = thinned(family, tails, 10**6, rng, WATCH, UNLIMITED, lengths=True)
    assert not whole.thinned
    assert whole.of_length == members.count_by_length()


def near(exact, values, errors):
    """Check that the mean of *values* is *exact*, within some standard errors."""
    assert abs(np.mean(values) - exact) <= errors * np.std(values) / sqrt(len(values)) + 1e-9 * exact


# ---------------------------------------------------------------------------- numbers of states

ROOK_6, KING_5, TOURS_6 = board(6, 6), board(5, 5, KING), board(6, 6, must=range(36))
ONE_WAY = replace(ROOK_6, ways=np.random.default_rng(0).choice([1, 2, 3], 60, p=[0.1, 0.1, 0.8]))
SOME_ENDS = graph_of(
    38,
    [*ROOK_6.edges.tolist(), *((v, 36) for v in range(6)), *((v, 37) for v in range(30, 36))],
    virtual=[False] * 60 + [True] * 12,
)


ROOK_PAIRS = [(0, 20), (3, 35)]
# Swept in the order of the rows: the total number of states, and its ratio to the number of classes of states
# with the same future.  If this number grows while counts stay right, equal states are not merged any more.
STATES = {
    "simple rook": (SimplePaths, ROOK_6, (0, 35), 2248, 1.1),
    "simple king": (SimplePaths, KING_5, (0, 24), 5867, 1.26),
    "simple king, ends inside": (SimplePaths, KING_5, (6, 18), 3632, 1.2),
    "simple, some ends": (SimplePaths, SOME_ENDS, (36, 37), 2603, 1.04),
    "simple, one-way": (SimplePaths, ONE_WAY, (0, 35), 3001, 4.11),
    "tours": (SimplePaths, TOURS_6, (0, 5), 747, 1.16),
    "cycles rook": (Cycles, ROOK_6, (), 1598, 1.09),
    "cycles king": (Cycles, KING_5, (), 3424, 1.26),
    "cycles, one-way": (Cycles, ONE_WAY, (), 3518, 2.44),
    "closed tours": (Cycles, TOURS_6, (), 708, 1.16),
    "induced rook": (InducedPaths, ROOK_6, (0, 35), 2183, 3.03),
    "induced king": (InducedPaths, KING_5, (0, 24), 909, 3.9),
    "induced, some ends": (InducedPaths, SOME_ENDS, (36, 37), 3296, 2.33),
    "induced, one-way": (InducedPaths, ONE_WAY, (0, 35), 1376, 3.95),
    "induced cycles rook": (InducedCycles, ROOK_6, (), 2092, 1.9),
    "induced cycles king": (InducedCycles, KING_5, (), 977, 3.0),
    "pairs": (DisjointPairs, ROOK_6, (ROOK_PAIRS,), 1863, 1.42),
    "pairs, one-way": (DisjointPairs, ONE_WAY, (ROOK_PAIRS,), 1188, 2.26),
    "pairs, fill": (DisjointPairs, TOURS_6, (ROOK_PAIRS,), 891, 1.54),
    "pairs apart": (PairsApart, ROOK_6, (ROOK_PAIRS,), 684, 2.31),
    "pairs apart, one-way": (PairsApart, ONE_WAY, (ROOK_PAIRS,), 340, 2.68),
}


def swept(family):
    """Return the total number of states of a sweep."""
    sweep = Sweep(family, WATCH, MemoryBudget())
    for _ in sweep.run(Counts()):
        pass
    return sweep.states_so_far


def classes_of(tape):
    """Return the number of classes of states with the same future, in all layers (Myhill and Nerode).

    From the last layer back, states with the same choices to the same classes are in one class; states from
    which no path can be finished are in none.
    """
    number, of_after = 0, {0: 0}
    for record in reversed(tape.records):
        to, choice, first = record.to.tolist(), record.choice.tolist(), record.first.tolist()
        known, of_before = {}, {0: 0}
        for state in range(1, len(first) - 1):
            steps = range(first[state], first[state + 1])
            future = tuple((choice[i], of_after[to[i]]) for i in steps if to[i] in of_after)
            if future:
                of_before[state] = known.setdefault(future, len(known) + 1)
        number, of_after = number + len(known), of_before
    return number


@pytest.mark.parametrize("name", STATES)
def test_numbers_of_states(name):
    kind, graph, ends, states, each = STATES[name]
    family = kind(graph, *ends, range(graph.cells))
    tape = Members(family, [1] * len(graph.edges), Resources(), NO_LIMITS.watch()).tape
    assert swept(family) == states
    assert tape.count > 0
    assert each - 0.1 < states / classes_of(tape) <= each
