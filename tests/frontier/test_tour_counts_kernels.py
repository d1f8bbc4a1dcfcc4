"""The kernels of signatures and pairings, each against a few lines that work on sets of pairs."""

import random
from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest

from gridwalk.frontier.halves.steps import halves
from gridwalk.frontier.halves.tables import PAIRINGS, pair_scratch
from gridwalk.grids.moves import KING, KNIGHT
from gridwalk.grids.names import leaper
from gridwalk.kernels.frontier.halves import join, matchings, signature
from gridwalk.kernels.frontier.halves import step as one_step
from gridwalk.kernels.frontier.halves.matchings import INSERT, JOIN, MAX_ENDS, SHIFT
from gridwalk.runtime.tuning import Tuning


def form(kernel, tier):
    return getattr(kernel, tier)


@pytest.fixture(params=["python", "compiled"])
def tier(request):
    return request.param


def pairings(ends):
    """All ways to pair off a list of ends, by rank: the first with the others in turn."""
    if not ends:
        return [frozenset()]
    first, *others = ends
    return [
        {frozenset((first, other))} | rest
        for other in others
        for rest in pairings([end for end in others if end != other])
    ]


def test_ranks():
    for size in range(0, 9, 2):
        assert len(pairings(range(size))) == PAIRINGS[size]
    assert PAIRINGS[18] == 34459425 < 1 << 32
    partner = np.zeros(MAX_ENDS, np.int64)
    for size in (2, 6, 14, 18):
        for rank in random.Random(size).choices(range(PAIRINGS[size]), k=50):
            matchings.unrank(rank, size, PAIRINGS, partner)
            assert all(partner[partner[end]] == end != partner[end] for end in range(size))
            assert matchings.rank_of(size, PAIRINGS, partner) == rank


def operated(pairing, kind, size, i, j):
    """What an operation makes of a set of pairs; None if it closes a cycle."""
    partner = {a: b for pair in pairing for a, b in (tuple(pair), tuple(pair)[::-1])}
    if kind == SHIFT:
        others = [end for end in range(size) if end != i]
        order = [*others[:j], i, *others[j:]]
    elif kind == JOIN:
        if partner[i] == j:
            return None
        partner[partner[i]], partner[partner[j]] = partner[j], partner[i]
        order = [end for end in range(size) if end not in (i, j)]
    else:
        order = list(range(size))
        order.insert(i, "i")
        order.insert(j, "j")
        partner["i"], partner["j"] = "j", "i"
    number = {end: n for n, end in enumerate(order)}
    return frozenset(frozenset((number[end], number[partner[end]])) for end in order)


@pytest.mark.parametrize("kind", [SHIFT, JOIN, INSERT])
def test_operations(tier, kind):
    for size in range(0, 7, 2):
        new_size = size + {SHIFT: 0, JOIN: -2, INSERT: 2}[kind]
        pairs = {
            SHIFT: [(i, j) for i in range(size) for j in range(size)],
            JOIN: combinations(range(size), 2),
        }
        on = list(pairs.get(kind, combinations(range(size + 2), 2)))
        tables = np.zeros((len(on), PAIRINGS[size]), np.uint32)
        given = kind, size, np.array(on, np.int64).reshape(-1, 2), PAIRINGS, pair_scratch(), tables
        form(matchings.fill_tables, tier)(*given)
        for (i, j), table in zip(on, tables, strict=True):
            after = [operated(pairing, kind, size, i, j) for pairing in pairings(range(size))]
            ranks = {frozenset(pairing): rank for rank, pairing in enumerate(pairings(range(new_size)))}
            expected = [len(ranks) if pairing is None else ranks[pairing] for pairing in after]
            assert table.tolist() == expected


def test_renumbering(tier):
    place = [2, 0, 3, 1, 5, 4]
    table = np.zeros(15, np.uint32)
    form(matchings.fill_renumbering, tier)(np.array(place), PAIRINGS, pair_scratch(), table)
    all_pairings = pairings(range(6))
    for rank, pairing in enumerate(all_pairings):
        assert all_pairings[table[rank]] == {frozenset(place[end] for end in pair) for pair in pairing}


# ------------------------------------------------------------------------------- signatures


def test_reach_and_alive(tier):
    """Against dictionaries: every option of every signature, and what the checks leave out."""
    for half in (
        *halves(6, 5, KNIGHT, closed=False, start=(0, 1)),
        *halves(5, 3, KING, closed=True, start=None),
    ):
        layer = {0: 1}
        for step in islice(half.steps(), 9):
            after, comes_from = Counter(), {}
            for key, ways in layer.items():
                for mask, value, add, _, _ in step.options.tolist():
                    if key & mask == value:
                        drop = int(step.drop[0])
                        moved = key + add
                        if drop < 64:
                            moved = moved >> drop + 2 << drop | moved & (1 << drop) - 1
                        if not is_hopeless(moved, step.checks.tolist()):
                            after[moved] += ways
                            comes_from.setdefault(moved, set()).add(key)
            keys = np.array(sorted(layer), np.uint64)
            ways = np.array([layer[key] for key in sorted(layer)], float)
            assert run_reach(tier, keys, ways, step) == sorted(after.items())
            wanted = sorted(after)[::3]
            alive = {key for target in wanted for key in comes_from[target]}
            assert run_alive(tier, keys, step, wanted) == [key in alive for key in keys.tolist()]
            layer = after


def is_hopeless(key, checks):
    for shift, spare, *masks in checks:
        free = sum(mask != 0 and key & mask == 0 for mask in masks)
        if (key >> shift & 3) + spare + free < 2:
            return True
    return False


def run_reach(tier, keys, ways, step):
    options = len(step.options)
    scratch = np.zeros(options, np.int64), np.zeros(options, np.uint64)
    state, made = np.zeros(signature.REGISTERS, np.int64), []
    room = np.zeros(2, np.uint64), np.zeros(2)
    status = 0
    while status == 0:
        status = form(signature.reach, tier)((keys, ways), step.arrays, *scratch, room, state, 2)
        count = int(state[signature.MADE])
        made += zip(room[0][:count].tolist(), room[1][:count].tolist(), strict=True)
    return made


def run_alive(tier, keys, step, wanted):
    alive, state = np.zeros(len(keys), np.uint8), np.zeros(signature.REGISTERS, np.int64)
    cursors, targets = np.zeros(len(step.options), np.int64), np.array(wanted, np.uint64)
    status = 0
    while status == 0:
        status = form(signature.mark_alive, tier)(keys, step.arrays, targets, cursors, alive, state, 2)
    return alive.astype(bool).tolist()


def test_ends(tier):
    if tier == "python":
        assert [signature.ends(key) for key in (0, 1, 2, 0b010110, 0x5555555555555555)] == [0, 1, 0, 2, 32]
        assert [signature.ends_below(0b01010110, np.uint64(place)) for place in range(5)] == [0, 0, 1, 2, 3]


# ------------------------------------------------------------------------------- joining halves


def is_one_cycle(a, b, size):
    partner = [{x: y for pair in pairing for x, y in (tuple(pair), tuple(pair)[::-1])} for pairing in (a, b)]
    end, steps = 0, 0
    while steps == 0 or end != 0:
        end = partner[1][partner[0][end]]
        steps += 2
    return steps == size


def block(counts, rng):
    """The counts as a block, dense, or sparse in any order."""
    ranks = np.flatnonzero(counts)
    if 2 * len(ranks) >= len(counts):
        return counts, len(counts)
    rng.shuffle(ranks)
    return np.concatenate([counts[ranks], ranks]), len(ranks)


@pytest.mark.parametrize("modulus", [0, (1 << 31) - 1, 1000003])
@pytest.mark.parametrize("fill", [0.1, 0.9])
def test_join(tier, modulus, fill):
    rng = np.random.default_rng(7)
    largest = 1 << (20 if modulus == 0 else 31)
    index = np.full((3, MAX_ENDS, MAX_ENDS, MAX_ENDS), -2, np.int64)  # no tables at all for 8 ends
    tables = []
    for size in (2, 4, 6):
        for end in range(1, size):
            table = np.zeros((1, PAIRINGS[size]), np.uint32)
            given = JOIN, size, np.array([[0, end]]), PAIRINGS, pair_scratch(), table
            matchings.fill_tables.python(*given)
            index[JOIN, size, 0, end] = sum(map(len, tables))
            tables.append(table[0])
    for size in (2, 4, 6, 8):
        ranks = int(PAIRINGS[size])
        first, second = (
            np.where(rng.random(ranks) < fill, rng.integers(1, largest, ranks), 0).astype(np.uint64)
            for _ in "ab"
        )
        turned = rng.permutation(ranks)
        all_pairings = pairings(range(size))
        expected = sum(
            int(first[a]) * int(second[b])
            for a in np.flatnonzero(first)
            for b in np.flatnonzero(second)
            if is_one_cycle(all_pairings[a], all_pairings[turned[b]], size)
        )
        halves_ = []
        for counts in (first, second):
            values, length = block(counts, rng)
            halves_.append((np.zeros(1, np.int64), np.array([length], np.int32), values))
        pairs = np.array([[0, 0, 0, size]], np.int64)
        room = int(PAIRINGS[: size + 1].sum()) + 12
        stack = tuple(np.zeros(12, np.int64) for _ in range(3))
        totals = np.array([0, modulus], np.uint64)
        form(join.join, tier)(
            tuple(halves_),
            pairs,
            turned.astype(np.uint32),
            (np.concatenate(tables), index.reshape(-1), PAIRINGS),
            (np.zeros(room, np.uint64), np.zeros(room, np.uint64), stack, pair_scratch()),
            totals,
            np.array([0, 1], np.int64),
            10,
        )
        assert int(totals[0]) == (expected % modulus if modulus else expected)


def test_constants_agree():
    assert Tuning().largest_table < MAX_ENDS - 1
    assert one_step.WITHOUT_TABLE < 0
    assert leaper(1, 2).deltas == KNIGHT.deltas


def test_a_rank_is_listed_once(tier):
    """Dense blocks have zeros, and there is room for every rank once, with or without a table."""
    size, ranks = 6, int(PAIRINGS[6])
    add_listed = form(one_step.add_listed, tier)
    keep_listed = form(one_step.keep_listed, tier)
    rng = np.random.default_rng(1)
    blocks = rng.integers(0, 2, (4, ranks)).astype(np.uint64)
    touched = np.full(ranks + 2, 77, np.uint32)  # the last is a guard
    sums, found = np.zeros(ranks + 1, np.uint64), np.zeros((4, one_step.FOUND), np.int64)
    found[:, one_step.SIZE] = size
    found[1::2, one_step.TABLE] = one_step.WITHOUT_TABLE
    found[:, one_step.KIND] = SHIFT  # end 0 stays where it is
    table, values, listed = np.arange(ranks, dtype=np.uint32), blocks.ravel(), 0
    for f in range(4):
        listed = add_listed(
            values, f * ranks, ranks, found, f, table, PAIRINGS, pair_scratch(), sums, touched, listed
        )
    total = blocks.sum(axis=0)
    assert sums[:ranks].tolist() == total.tolist()
    assert listed == np.count_nonzero(total)
    assert touched[-1] == 77
    kept = np.zeros(2 * ranks, np.uint64)
    assert keep_listed(sums, touched, listed, ranks, kept, 0, np.array([99, 0], np.uint64)) == listed
    ranks_kept = kept[listed : 2 * listed].astype(int)
    assert kept[:listed].tolist() == total[ranks_kept].tolist()
    assert not sums.any()
