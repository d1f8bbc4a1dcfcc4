"""Answers with a claim, against brute force: in order, within bounds, about how many, through stops."""

from __future__ import annotations

import itertools
import math

from oracles import Cell
from published import (
    INDUCED_CYCLES_OF_SQUARE,
    INDUCED_PATHS_FROM_CORNER_TO_CORNER,
    KING_CLOSED,
    KING_PATHS,
    ROOK_CYCLES,
    ROOK_OPEN,
    ROOK_PATHS,
    TORUS_CLOSED,
)

from .case import REFUSED, Case, close
from .known import Known
from .truth import lengths


def in_order(case: Case, known: Known, *_: object) -> None:
    """Paths come in order, each once, as many of each value as there are."""
    for measure, values in (("length", [len(way) - 1 for way in known.ways]), ("cost", known.costs)):
        expected = sorted(values)

        def check(paths: list[object], measure: str = measure, expected: list[float] = expected) -> bool:
            said = [getattr(path, measure) for path in paths]
            return (
                len(said) == len(expected)
                and all(map(close, said, expected))
                and {known.key(path) for path in paths} == known.members
            )

        case.holds(f"list({known.name}.in_order(measure={measure!r}))", check, expected, REFUSED)
    slack = case.rng.choice((0, 1, 2, 3.5))
    least = min(known.costs, default=0)
    if not any(close(cost, least + slack) for cost in known.costs):  # rounding decides of those
        near = sum(cost <= least + slack for cost in known.costs)
        asked = f"len(list({known.name}.nearly_shortest({slack}, measure='cost')))"
        case.same(asked, near, or_refused=REFUSED)


def bounded(case: Case, known: Known, *_: object) -> None:
    """No path is above the bound, and none longer than one that is proved the longest."""
    rng = case.rng
    for measure, values in (("length", [len(way) - 1 for way in known.ways]), ("cost", known.costs)):
        most = max(values, default=None)

        def check(path: object, measure: str = measure, most: float | None = most) -> bool:
            if path is None or most is None:
                return path is most
            value = getattr(path, measure)
            claims = not path.proved or close(value, most)
            return known.has(path) is True and claims and path.bound >= most * (1 - 1e-9) - 1e-9

        steps, seed = rng.choice((1, 60, 900)), rng.randrange(1000)
        asked = f"{known.name}.longest(measure={measure!r}, steps={steps}, seed={seed})"
        case.holds(asked, check, most, REFUSED)
        asked = f"{known.name}.bound(measure={measure!r})"

        def above(bound: object, most: float | None = most) -> bool:  # of no path any bound is one
            return most is None or bound.value >= most * (1 - 1e-9) - 1e-9

        case.holds(asked, above, f"at least {most}", REFUSED)


def estimated(case: Case, known: Known, *_: object) -> None:
    """An estimate that says it is exact is; one from a sample finds no path where there is none."""
    number = len(known.ways)
    case.same(f"{known.name}.estimate_count(seed=1).value", number)
    states, seed = case.rng.choice((2, 5, 40, 10_000)), case.rng.randrange(1000)
    asked = f"{known.name}.estimate_count(states={states}, runs=12, seed={seed})"
    case.holds(asked, lambda said: said.value == number or (number > 0 and not said.exact), number)
    table = lengths(known.ways, closed=known.closed)
    asked = f"{{n: some.value for n, some in {known.name}.estimate_lengths(seed=1).items()}}"
    case.same(asked, table, or_refused=REFUSED)


# Sets of known number: published, or all ways to cross a board of two rows.
NUMBERS = (
    *((f"gw.Board.rectangle({n}, {n}).paths()", ROOK_PATHS[n]) for n in (5, 6, 7)),
    *((f"gw.Board.rectangle({n}, {n}).cycles()", ROOK_CYCLES[n]) for n in (5, 6)),
    ("gw.Board.rectangle(5, 5, moves=gw.KING).paths()", KING_PATHS[5]),
    ("gw.Board.rectangle(2, 40).paths((0, 0), (1, 39))", 2**39),
    ("gw.Board.rectangle(5, 5).tours()", 2 * ROOK_OPEN[5]),
    ("gw.Board.rectangle(5, 5, moves=gw.KING).tours(closed=True)", KING_CLOSED[5]),
    ("gw.Board.rectangle(6, 6, wrap='both').tours(closed=True)", TORUS_CLOSED[6, 6]),
    ("gw.Board.rectangle(7, 7).cycles().induced()", INDUCED_CYCLES_OF_SQUARE[7]),
    ("gw.Board.rectangle(8, 8).paths().induced()", INDUCED_PATHS_FROM_CORNER_TO_CORNER[8]),
    ("gw.Board.rectangle(4, 4).path_pairs(((0, 0), (0, 3)), ((3, 0), (3, 3)))", 142),
    ("gw.Board.rectangle(40, 40, moves=gw.Moves(((0, 1), (1, 0)), 'none')).paths()", math.comb(78, 39)),
)
ESTIMATES, MISSED = 12, 6  # in a hundred thousand cases one interval that holds at 95 % misses so often


def promises(case: Case) -> None:
    """Intervals that hold the number, most of the times; lower bounds that are below it."""
    rng = case.rng
    text, number = rng.choice(NUMBERS) if case.tier == "compiled" else NUMBERS[0]
    states, runs = (
        (rng.choice((30, 60, 120)), rng.choice((8, 12, 20))) if case.tier == "compiled" else (15, 10)
    )
    first = rng.randrange(10**6)
    case.let("some", text)

    def check(said: list[object]) -> bool | str:
        missed = [e for e in said if e.low > number or (e.high is not None and e.high < number)]
        case.intervals += len(said)
        case.holding += len(said) - len(missed)
        return len(missed) < MISSED or f"{len(missed)} do not hold the number"

    seeds = f"range({first}, {first + ESTIMATES})"
    asked = f"[some.estimate_count(states={states}, runs={runs}, seed=seed) for seed in {seeds}]"
    case.holds(asked, check, number, worth=ESTIMATES)


def visited(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    """The shortest walk through stops, of all their orders."""
    truth, rng = known.truth, case.rng
    start, cells = starts[0], sorted(truth.cells)
    stops = rng.sample(cells, min(len(cells), rng.randint(1, 4)))
    away = {cell: truth.distances([cell]) for cell in {start, *stops}}
    back = rng.random() < 0.4

    def cost(order: tuple[Cell, ...]) -> float:
        around = (start, *order, *([start] if back else []))
        return sum(away[u].get(v, math.inf) for u, v in itertools.pairwise(around))

    least = min(map(cost, itertools.permutations(stops)))

    def check(walk: object) -> bool:
        if walk is None or least == math.inf:
            return walk is None and least == math.inf
        return close(walk.cost, least) and walk.proved and set(stops) <= set(walk.stops)

    asked = f"board.replace(start={start}, exits=None).visit({stops}, back={back}, measure='cost')"
    case.holds(asked, check, least)
