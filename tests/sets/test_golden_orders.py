"""The orders that users keep: ranks, samples of a seed, estimates to the bit, listings, which path is chosen.

All of it is on record in ``golden/orders.json``, one line for each set and verb.  Where a verb is new for a
set, ``PYTHONPATH=tests python tests/sets/test_golden_orders.py`` puts its answer on record; a line that is
there may not change.
"""

import hashlib
import itertools
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import GridwalkError
from gridwalk.viewer.answers import sweep_data

GOLDEN = Path(__file__).parent.parent / "golden" / "orders.json"
SHOWN, DIGESTED, RANKS = 20, 1000, 6
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"  # a cell is its number, as one

WALLED = gw.Board.from_text("......\n.##...\n...#..\n.#....\n......")
COSTLY = gw.Board.rectangle(4, 4, costs=[[1, 2, 3, 1], [5, 1, 1, 2], [1, 9, 1, 1], [2, 1, 4, 1]])
EDGED = gw.Board.rectangle(4, 4, walls=(np.eye(4, 4, dtype=bool), np.eye(4, 4, 1, dtype=bool)))
ONE_WAY = gw.Board.rectangle(4, 4, one_way={(1, 1): (0, 1), (2, 2): [(1, 0), (0, 1)]})
PORTALS = gw.Board.rectangle(3, 4, portals=[((0, 3), (2, 0), 2.0), ((2, 1), (0, 1))])
ROOMS = gw.Board.from_text("...#...\n.......\n...#...\n###.###\n...#...\n.......\n...#...")
ROOK4, ROOK5, ROOK6 = (gw.Board.rectangle(side, side) for side in (4, 5, 6))
KING = gw.Board.rectangle(3, 4, moves=gw.KING, diagonal=1.5)
KNIGHT = gw.Board.rectangle(4, 4, moves=gw.KNIGHT)
PATHS = ROOK5.paths()

SETS = {
    "orthogonal": PATHS,
    "rook, from the middle": ROOK5.paths((2, 2), (0, 1)),
    "large rook": ROOK6.paths(),
    "king": KING.paths(),
    "knight": KNIGHT.paths((0, 0), (3, 3)),
    "riders": gw.Board.rectangle(3, 3, moves=gw.queen()).paths((0, 0), (1, 2)),
    "walls": WALLED.paths(),
    "walls between cells": EDGED.paths(),
    "one way": ONE_WAY.paths(),
    "costs": COSTLY.paths(),
    "several exits": ROOK4.paths((1, 1), [(0, 0), (0, 3), (3, 2)]),
    "anywhere to one": gw.Board.rectangle(3, 4).paths("anywhere", (2, 1)),
    "one to anywhere": gw.Board.rectangle(3, 4).paths((1, 1), "anywhere"),
    "each way once": gw.Board.rectangle(3, 4).paths("anywhere", "anywhere"),
    "both ways": gw.Board.rectangle(3, 3, one_way={(1, 1): (0, 1)}).paths("anywhere", "anywhere"),
    "king anywhere": gw.Board.rectangle(2, 4, moves=gw.KING).paths("anywhere", [(0, 0), (1, 3)]),
    "rooms": ROOMS.paths((0, 0), (6, 6)),
    "rooms, anywhere": gw.Board.from_text("..#..\n.....\n..#..").paths("anywhere", "anywhere"),
    "wrapped": gw.Board.rectangle(3, 4, wrap="columns").paths((0, 0), (2, 2)),
    "torus of the knight": gw.Board.rectangle(3, 4, moves=gw.KNIGHT, wrap="both").paths((0, 0), (1, 1)),
    "portals": PORTALS.paths(),
    "through": PATHS.through((0, 4), (3, 1)),
    "avoiding": PATHS.avoiding((0, 4), (3, 1)),
    "through edges": PATHS.through_edges(((1, 1), (1, 2)), ((3, 3), (2, 3))),
    "avoiding edges": PATHS.avoiding_edges(((1, 1), (1, 2)), directed=True),
    "of a length": PATHS.of_length(14),
    "within lengths": ROOK4.paths().longer_than(7).shorter_than(13).through((0, 3)),
    "cycles": ROOK4.cycles(),
    "cycles of the king": gw.Board.rectangle(3, 3, moves=gw.KING).cycles(),
    "cycles through": ROOK5.cycles().through((2, 2)).avoiding((0, 0)),
    "cycles one way": ONE_WAY.cycles(),
    "cycles of rooms": ROOMS.cycles(),
    "tours": ROOK4.tours(),
    "tours from a cell": ROOK5.tours(start=(0, 0)),
    "tours of the knight": gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours(),
    "closed tours": ROOK6.tours(closed=True),
    "closed tours of the king": gw.Board.rectangle(3, 4, moves=gw.KING).tours(closed=True),
    "tours one way": gw.Board.rectangle(3, 4, one_way={(1, 1): (0, 1)}).tours(),
    "tours with costs": COSTLY.tours(start=(0, 0)),
    "induced": ROOK6.paths().induced(),
    "induced, walls": WALLED.paths().induced(),
    "induced, anywhere": gw.Board.rectangle(3, 4).paths("anywhere", "anywhere").induced(),
    "induced, king": gw.Board.rectangle(4, 4, moves=gw.KING).paths().induced(),
    "induced, knight": KNIGHT.paths((0, 0), (3, 3)).induced(),
    "induced cycles": ROOK5.cycles().induced(),
    "pairs": ROOK4.path_pairs(((0, 0), (3, 1)), ((0, 2), (3, 3))),
    "pairs that fill": ROOK4.path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)), fill=True),
}
INTERPRETED = (  # too, as they are small: each engine and each kind of set
    "knight", "walls", "one way", "costs", "both ways", "portals", "within lengths", "cycles",
    "cycles one way", "tours with costs", "tours one way", "induced, anywhere", "pairs that fill",
)  # fmt: skip
FILMS = "king", "walls", "cycles", "closed tours of the king", "tours", "one way"


def told(answer, columns, shown=8):
    """An answer in signs: a path is its cells; a long list is its beginning, its length and a digest."""
    if isinstance(answer, gw.Path):
        return "".join(SIGNS[row * columns + column] for row, column in answer.cells.tolist())
    if isinstance(answer, np.ndarray):
        return told(answer.ravel().tolist(), columns)
    if isinstance(answer, float):
        return f"{answer:.9g}"  # the last bits of a sum are the processor's
    if isinstance(answer, dict):
        return told([[key, value] for key, value in answer.items()], columns)
    if isinstance(answer, list | tuple):
        every = [told(one, columns) for one in answer]
        if len(every) <= shown:
            return every
        return [*every[:shown], len(every), hashlib.sha256(json.dumps(every).encode()).hexdigest()[:16]]
    return answer if answer is None or isinstance(answer, int | str) else str(answer)


def ranked(some):
    """Several ranks, from the first to the last, with the way back."""
    number = some.count()
    ranks = sorted({number * part // (RANKS - 1) for part in range(RANKS - 1)} | {number - 1})
    found = [some.unrank(rank) for rank in ranks]
    assert [some.rank(one) for one in found] == ranks
    return found


def estimated(estimate):
    """All that an estimate says, and of lengths each."""
    if isinstance(estimate, gw.CountEstimate):
        return [estimate.value, estimate.low, estimate.high, estimate.relative_error, estimate.by]
    return {int(length): estimated(one) for length, one in estimate.items()}


def by_cost(some):
    found = some.lengths(measure="cost")
    costs = [float(cost) if isinstance(cost, Fraction) else cost for cost in found]
    return list(str({"cost": costs, "count": list(found.values())}))


def begun(some):
    return list(itertools.islice(some, DIGESTED))


VERBS = {
    "list": begun,
    "batches": lambda some: [one for batch in itertools.islice(some.batches(40), 30) for one in batch],
    "count": lambda some: some.count(),
    "lengths": lambda some: some.lengths(),
    "ends": lambda some: some.counts_by_end(),
    "ranks": ranked,
    "sample": lambda some: some.sample(8, seed=11),
    "samples": lambda some: list(itertools.islice(some.samples(seed=12), 8)),
    "generator": lambda some: some.sample(3, seed=np.random.default_rng(13)),
    "find": lambda some: some.find(),
    "find by sweep": lambda some: some.find(by="sweep"),
    "find by dfs": lambda some: some.find(by="dfs"),
    "shortest": lambda some: some.shortest(),
    "shortest by sweep": lambda some: some.shortest(by="sweep"),
    "all shortest": lambda some: [*some.all_shortest().list(20), *some.all_shortest().sample(3, seed=1)],
    "longest": lambda some: some.longest(),
    "dearest": lambda some: some.longest(measure="cost"),
    "in order": lambda some: list(itertools.islice(some.in_order(), SHOWN)),
    "in order of moves": lambda some: list(itertools.islice(some.in_order(measure="length"), SHOWN)),
    "nearly shortest": lambda some: list(itertools.islice(some.nearly_shortest(2), SHOWN)),
    "of cost": by_cost,
    "estimate": lambda some: estimated(some.estimate_count(states=40, runs=12, seed=2)),
    "estimate of lengths": lambda some: estimated(some.estimate_lengths(states=80, runs=10, seed=3)),
}


def answers(name):
    """What a set answers, verb by verb; what it refuses is left out."""
    some = SETS[name]
    columns = some.board.columns
    for verb, ask in VERBS.items():
        try:
            yield verb, told(ask(some), columns, SHOWN if verb == "list" else 8)
        except (GridwalkError, TypeError, AttributeError):
            continue
    if name in FILMS:
        yield "film", told(json.dumps(sweep_data(some)).split(', "'), columns)


def record():
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "tier"),
    [*((name, "compiled") for name in SETS), *((name, "python") for name in INTERPRETED)],
    indirect=["tier"],
)
def test_orders_are_those_on_record(name, tier):
    found, kept = dict(answers(name)), record()[name]
    for verb, answer in kept.items():
        assert found.get(verb, "not answered") == answer, verb


def test_the_record_is_of_these_sets():
    assert list(record()) == list(SETS)


if __name__ == "__main__":
    kept = record() if GOLDEN.exists() else {}
    lines = []
    for name in SETS:
        of_set = dict(answers(name)) | kept.get(name, {})
        verbs = [f"  {json.dumps(verb)}: {json.dumps(of_set[verb])}" for verb in of_set]
        lines.append(f" {json.dumps(name)}: {{\n" + ",\n".join(verbs) + "\n }")
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
