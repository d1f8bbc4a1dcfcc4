"""Every verb of every kind of set, beside all members as an oracle lists them: one matrix."""

from collections import Counter
from itertools import pairwise, product

import pytest

import gridwalk as gw
import oracles
from oracles import Raw
from strategies import ORTHOGONAL, board_of

RAW = Raw(tuple(tuple(cell != "#" for cell in row) for row in ("....", "..#.", "....", "....")), ORTHOGONAL)
START, EXIT = (0, 0), (3, 3)
PAIRS = ((0, 0), (0, 3)), ((3, 0), (3, 3))
FULL = ((0, 0), (3, 3)), ((3, 0), (3, 1))
BOARD = board_of(RAW)
PATHS, CYCLES, TOURS = BOARD.paths(START, EXIT), BOARD.cycles(), BOARD.tours()


def one(cycle):
    """Return a cycle as it counts once: from its first cell, to the lower neighbour."""
    return cycle if cycle[1] < cycle[-1] else (cycle[0], *cycle[:0:-1])


def disjoint(pairs):
    lists = [list(map(tuple, oracles.simple_paths(RAW, start, [end]))) for start, end in pairs]
    return [both for both in product(*lists) if not set(both[0]) & set(both[1])]


def are_apart(both):
    """Whether cells side by side are consecutive on one path."""
    joined = [{*step} for path in both for step in pairwise(path)]
    cells = sum(both, ())
    return all({u, v} in joined for u in cells for v in cells if abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1)


ALL_PATHS = [tuple(path) for path in oracles.simple_paths(RAW, START, [EXIT])]
ALL_CYCLES = sorted({one(cycle) for cycle in oracles.simple_cycles(RAW)})
ALL_TOURS = [tuple(tour) for start in RAW.cells for tour in oracles.open_tours(RAW, start)]
SNAKES = [path for path in ALL_PATHS if oracles.is_induced(RAW, path)]
COILS = [cycle for cycle in ALL_CYCLES if oracles.is_induced(RAW, cycle, closed=True)]
# Of each kind: the set, and all that is in it, each as the paths that it is made of.
KINDS = {
    "paths": (PATHS, zip(ALL_PATHS)),
    "cycles": (CYCLES, zip(ALL_CYCLES)),
    "tours": (TOURS, zip(ALL_TOURS)),
    "induced paths": (PATHS.induced(), zip(SNAKES)),
    "induced cycles": (CYCLES.induced(), zip(COILS)),
    "pairs apart": (BOARD.path_pairs(*PAIRS).induced(), filter(are_apart, disjoint(PAIRS))),
    "pairs": (BOARD.path_pairs(*PAIRS), disjoint(PAIRS)),
    "pairs that fill": (
        BOARD.path_pairs(*FULL, fill=True), (both for both in disjoint(FULL) if len(sum(both, ())) == 15),
    ),
}  # fmt: skip
KINDS = {kind: (some, list(members)) for kind, (some, members) in KINDS.items()}


def told(found):
    """Return a member as the oracle has it."""
    paths = found if isinstance(found, tuple) else (found,)
    cells = [tuple((int(row), int(column)) for row, column in path) for path in paths]
    if paths[0].closed:
        (cycle,) = cells
        first = cycle.index(min(cycle))
        cells = [one((*cycle[first:], *cycle[:first]))]
    return tuple(cells)


def is_closed(some):
    return "cycle" in str(some._described)


def length(some, member):
    return sum(len(path) - (not is_closed(some)) for path in member)


def turns(some, member):
    def of(path):
        around = (*path, path[0], path[1]) if is_closed(some) else path
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(around)]
        return sum(u != v for u, v in pairwise(steps))

    return sum(map(of, member))


def counted(values):
    return dict(sorted(Counter(values).items()))


def in_order(some, members, found):
    got = [told(member) for member in found]
    lengths = [length(some, member) for member in got]
    return sorted(got) == sorted(members) and lengths == sorted(lengths)


def ranks(some, members):
    every = [some.unrank(rank) for rank in range(len(members))]
    return sorted(map(told, every)) == sorted(members) and [some.rank(x) for x in every] == [
        *range(len(members))
    ]


def visited(members):
    return {cell: sum(cell in path for one in members for path in one) / len(members) for cell in RAW.cells}


def near(some, members, slack):
    least = min(length(some, member) for member in members)
    return [member for member in members if length(some, member) <= least + slack]


def are_best(some, members, found, choose):
    best = choose(length(some, member) for member in members)
    return are_in(members, found) and {length(some, told(one)) for one in found} == {best}


def same(some, members, found):
    return sorted(map(told, found)) == sorted(members)


def are_in(members, found):
    return all(told(member) in members for member in found)


# Each verb: what is asked of a set *s*, and whether *f*, what is found, is right where its members are *m*.
VERBS = {
    "count": (lambda s: {s.count(by=by) for by in ("auto", "sweep", "list")}, lambda s, m, f: f == {len(m)}),
    "count_many": (lambda s: gw.count_many([s, s]), lambda s, m, f: f == [len(m)] * 2),
    "lengths": (lambda s: s.lengths(), lambda s, m, f: f == counted(length(s, one) for one in m)),
    "list": (lambda s: s.list(), same),
    "list some": (lambda s: s.list(3), lambda s, m, f: len(f) == min(3, len(m)) and are_in(m, f)),
    "iteration": (list, same),
    "contains": (lambda s: s.list(9), lambda s, m, f: all(one in s for one in f)),
    "batches": (lambda s: [path for batch in s.batches(10) for path in batch], same),
    "is_empty": (lambda s: s.is_empty(), lambda s, m, f: f is False),
    "find": (lambda s: [s.find(), s.find(by="sweep")], lambda s, m, f: are_in(m, f)),
    "shortest": (lambda s: [s.shortest(), s.shortest(by="sweep")], lambda s, m, f: are_best(s, m, f, min)),
    "longest": (lambda s: [s.longest(), s.longest(measure="cost")], lambda s, m, f: are_best(s, m, f, max)),
    "in_order": (lambda s: list(s.in_order()), in_order),
    "nearly_shortest": (lambda s: list(s.nearly_shortest(2)), lambda s, m, f: in_order(s, near(s, m, 2), f)),
    "bound": (lambda s: s.bound(), lambda s, m, f: f.value >= max(length(s, one) for one in m)),
    "ranks": (lambda s: s, lambda s, m, f: ranks(s, m)),
    "sample": (lambda s: s.sample(20, seed=1), lambda s, m, f: len(f) == 20 and are_in(m, f)),
    "samples": (lambda s: list(s.samples(5, seed=1)), lambda s, m, f: len(f) == 5 and are_in(m, f)),
    "estimate_count": (lambda s: s.estimate_count(seed=1), lambda s, m, f: f.exact and f.value == len(m)),
    "estimate_lengths": (
        lambda s: s.estimate_lengths(seed=1),
        lambda s, m, f: {n: one.value for n, one in f.items()} == counted(length(s, one) for one in m),
    ),
    "turns": (
        lambda s: s.lengths(measure="turns"), lambda s, m, f: f == counted(turns(s, one) for one in m),
    ),
    "counts_by_end": (
        lambda s: s.counts_by_end(),
        lambda s, m, f: all(f[cell] == sum(one[0][-1] == cell for one in m) for cell in RAW.cells),
    ),
    "through": (
        lambda s: s.through((1, 1)), lambda s, m, f: same(s, [one for one in m if (1, 1) in sum(one, ())], f),
    ),
    "avoiding": (
        lambda s: s.avoiding((1, 1)), lambda s, m, f: same(s, [x for x in m if (1, 1) not in sum(x, ())], f),
    ),
    "avoiding_edges": (
        lambda s: s.avoiding_edges(((1, 0), (1, 1))).count(),
        lambda s, m, f: f == sum(not any(takes(s, path) for path in one) for one in m),
    ),
    "of_length": (
        lambda s: s.of_length(10).count(by="sweep"), lambda s, m, f: f == sum(length(s, x) == 10 for x in m),
    ),
    "longer_than": (
        lambda s: s.longer_than(7).shorter_than(13),
        lambda s, m, f: same(s, [one for one in m if 7 < length(s, one) < 13], f),
    ),
    "within": (lambda s: s.within(600, memory=1 << 30).count(), lambda s, m, f: f == len(m)),
    "explain": (lambda s: s.explain("count"), lambda s, m, f: any(option.chosen for option in f.options)),
}  # fmt: skip
# What has no meaning, or is not answered, says why in one sentence.
WITHOUT = {
    "batches": ("pairs",), "bound": ("cycles", "tours", "pairs"),
    "counts_by_end": ("cycles", "tours", "pairs"), "in_order": ("cycles", "tours"),
    "nearly_shortest": ("cycles", "tours"),
}  # fmt: skip


def takes(some, path):
    around = (*path, path[0]) if is_closed(some) else path
    return {(1, 0), (1, 1)} in [set(pair) for pair in pairwise(around)]


def is_without(kind, verb):
    if kind == "induced cycles" and verb in ("in_order", "nearly_shortest", "bound"):
        return False  # they are listed length by length; a bound uses that they have no chords
    return any(word in kind for word in WITHOUT.get(verb, ()))


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_that_of_a_listing(kind, verb):
    (some, members), (ask, is_right) = KINDS[kind], VERBS[verb]
    assert members
    if is_without(kind, verb):
        with pytest.raises(gw.GridwalkError) as error:
            ask(some)
        assert "\n" not in str(error.value)
        return
    assert is_right(some, members, ask(some)), ask(some)


def test_estimates_of_what_a_sweep_of_cells_answers():
    """Unbiased: the true number is in an interval that 100 runs of few states give."""
    for some in (gw.Board.rectangle(6, 6).paths().induced(), gw.Board.rectangle(5, 5).path_pairs(*PAIRS)):
        number, lengths = some.count(), some.lengths()
        about = some.estimate_count(states=20, runs=100, seed=1)
        assert not about.exact
        assert abs(about.value - number) < 4 * about.relative_error * about.value
        every = some.estimate_lengths(states=20, runs=60, seed=1)
        assert set(every) <= set(lengths)
        assert abs(every.count.value - number) < 4 * every.count.relative_error * every.count.value
