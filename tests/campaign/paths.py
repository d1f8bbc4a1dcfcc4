"""Simple paths of small boards: every question, against brute force."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import oracles
from gridwalk import PathSet
from gridwalk.errors import GridwalkError, UnsuitableAlgorithmError
from oracles import Cell, Raw

from . import draw, replay
from .beyond import bounded, estimated, in_order, visited
from .case import Case, close
from .known import Known
from .truth import Truth, lengths

AS_LISTS = "[[tuple(cell) for cell in path] for path in {}]"
BEYOND = (in_order, bounded, estimated, visited)
TIGHT = 1e-11  # relative: what gridwalk takes for equal costs where they are fractions


def run(case: Case) -> None:
    ask(case, wide=False)


def run_wide(case: Case) -> None:
    ask(case, wide=True)


def ask(case: Case, *, wide: bool) -> None:
    rng, most = case.rng, case.rng.choice((4, 8, 12, 16, 20))

    def make():
        nonlocal most, starts, exits
        truth = Truth(draw.raw(rng, most, wide=wide))
        most = max(3, most - 2)
        starts, exits = draw.ends(rng, truth.raw.cells), draw.ends(rng, truth.raw.cells)
        return truth, lambda: truth.simple_paths(starts, exits, draw.STEPS)

    starts: list[Cell] = []
    exits: list[Cell] = []
    truth, ways = draw.enumerated(case, make)
    if rng.random() < 0.3:
        case.let("board", draw.board(truth.raw, start=starts[0], exits=exits))
        case.let("paths", "board.paths()" if len(starts) == 1 else f"board.paths({starts})")
    else:
        case.let("board", draw.board(truth.raw))
        case.let("paths", f"board.paths({starts}, {exits})")
    known = Known(truth, ways)
    one_path(case, known, starts, exits)
    members(case, known)
    for question in rng.sample(
        (counting, listing, batches, longest, sampled, ranks, fields, traces, values, *BEYOND), 5
    ):
        question(case, known, starts, exits)
    if rng.random() < 0.7:
        filtered(case, known)


# ------------------------------------------------------------------------------------ one path


def exact(truth: Truth, starts: Sequence[Cell]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The algorithms of `shortest` that must answer, and those that must refuse."""
    raw, suits = truth.raw, ["dijkstra"]
    equal = raw.costs is None
    if not truth.varied:
        suits += ["bfs", "bidirectional", "labels"]
    if len(starts) == 1:
        suits.append("astar")
        plain = raw.wrap is None and not raw.has_walls
        if equal and plain and set(raw.deltas) == set(draw.KING) and not raw.one_way and raw.corners != "one":
            suits.append("jps")
        if equal and raw.wrap is None and truth.symmetric and set(raw.deltas) <= set(draw.KING):
            suits.append("corridors")
    every = ("bfs", "bidirectional", "labels", "dijkstra", "astar", "jps", "corridors")
    return tuple(suits), tuple(name for name in every if name not in suits)


def one_path(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    truth, ways = known.truth, known.ways
    begun = sorted(set(starts))
    for by in ("auto", "dfs", "dfs-recursive"):
        walks = (oracles.depth_first(truth.raw, start, exits)[0] for start in begun)
        first = next((walk for walk in walks if walk), None)
        case.same(f"(path := paths.find(by={by!r})) and list(path)", first)
    fewest = min(ways, key=len, default=None)  # of equals the first one listed
    case.same("(path := paths.find(by='bfs')) and list(path)", fewest and list(fewest))
    cheapest = min(known.costs, default=None)
    suits, others = exact(truth, starts)
    for by in ("auto", *suits):
        path = case.holds(f"paths.shortest(by={by!r})", known.is_extreme(known.cost, cheapest), cheapest)
        if path is not None:
            case.holds(f"paths.shortest(by={by!r}).cost", lambda cost: close(cost, cheapest), cheapest)
    if "bfs" in suits:
        case.same("(path := paths.shortest(by='bfs')) and list(path)", fewest and list(fewest))
    for by in others:
        case.refuses(f"paths.shortest(by={by!r})", UnsuitableAlgorithmError)
    closest(case, known, starts, exits)
    all_cheapest(case, known)


def closest(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    """Where no exit can be reached: to the reachable cell nearest to one as the crow flies."""
    if known.ways:
        best = min(known.costs)
        case.holds("paths.shortest(closest=True)", known.is_extreme(known.cost, best), best)
        return
    away = known.truth.distances(starts)
    near = {cell: min(crow(known.truth.raw, cell, goal) for goal in exits) for cell in away}
    end = min(sorted(near), key=near.__getitem__)
    asked = "paths.shortest(closest=True)"
    case.same(f"{asked}.end", end)
    case.holds(f"{asked}.cost", lambda cost: close(cost, away[end]), away[end])


def crow(raw: Raw, u: Cell, v: Cell) -> float:
    """How far two cells are apart as the crow flies, round the board where it is wrapped."""
    away = [abs(a - b) for a, b in zip(u, v, strict=True)]
    return math.hypot(*(min(d, n - d) if n else d for d, n in zip(away, raw.period, strict=True)))


def all_cheapest(case: Case, known: Known) -> None:
    whole = known.truth.raw.costs is not None and all(
        isinstance(cost, int) for row in known.truth.raw.costs for cost in row
    )
    least = min(known.costs, default=math.inf)
    within = 0 if whole else TIGHT * least if least < math.inf else 0
    best = [list(way) for way, cost in zip(known.ways, known.costs, strict=True) if cost <= least + within]
    case.same("paths.all_shortest().count()", len(best))
    case.same(AS_LISTS.format("paths.all_shortest()"), best)
    case.holds("paths.all_shortest().cost", lambda cost: close(cost, least), least)


# ------------------------------------------------------------------------- all, one by one, at once


def counting(case: Case, known: Known, *_: object) -> None:
    for by in ("auto", "sweep", "list"):
        refused = UnsuitableAlgorithmError if known.closed and by == "list" else ()
        number = len(known.ways)
        case.holds(f"{known.name}.count(by={by!r})", lambda n, number=number: n == number, number, refused)
    case.same(f"{known.name}.lengths()", lengths(known.ways, closed=known.closed))


def listing(case: Case, known: Known, *_: object) -> None:
    listed = [list(way) for way in known.ways]
    case.same(AS_LISTS.format(known.name), listed)
    limit = case.rng.randint(0, len(listed) + 1)
    case.same(AS_LISTS.format(f"{known.name}.list({limit})"), listed[:limit])


def batches(case: Case, known: Known, *_: object) -> None:
    listed = [list(way) for way in known.ways]
    for cells in (1, case.rng.choice((2, 3, 5, 7)), case.rng.randint(8, 200)):
        found = f"{known.name}.batches({cells})"
        case.same(AS_LISTS.format(f"[path for batch in {found} for path in batch]"), listed)
    moves = [len(way) - 1 for way in known.ways]
    case.same(f"[n for batch in {known.name}.batches() for n in batch.lengths.tolist()]", moves)


def longest(case: Case, known: Known, *_: object) -> None:
    most = max(map(len, known.ways), default=None)
    case.holds(f"{known.name}.longest()", known.is_extreme(len, most), most)
    dearest = max(known.costs, default=None)
    asked = f"{known.name}.longest(measure='cost')"
    case.holds(asked, known.is_extreme(known.cost, dearest), dearest, UnsuitableAlgorithmError)
    cheapest = min(known.costs, default=None)
    asked = f"{known.name}.shortest(by='sweep')"
    case.holds(asked, known.is_extreme(known.cost, cheapest), cheapest, UnsuitableAlgorithmError)


def sampled(case: Case, known: Known, *_: object) -> None:
    number, seed = case.rng.randint(0, 8), case.rng.randrange(1000)
    asked = f"{known.name}.sample({number}, rng={seed})"

    def check(paths: list[object]) -> bool:
        return len(paths) == number * bool(known.ways) and all(known.has(path) is True for path in paths)

    case.holds(asked, check, f"{number} of {len(known.ways)} paths", UnsuitableAlgorithmError)


def ranks(case: Case, known: Known, *_: object) -> None:
    """Ranks are a bijection, whatever their order; a set without ranks says so."""
    rng, name, number = case.rng, known.name, len(known.ways)
    case.refuses(f"{name}.unrank({number})")
    if not number:
        return
    for rank in {0, number - 1, rng.randrange(number), rng.randrange(number)}:
        path = case.holds(f"{name}.unrank({rank})", known.has, "a path of the set", UnsuitableAlgorithmError)
        if isinstance(path, GridwalkError):
            return
        case.same(f"{name}.rank({name}.unrank({rank}))", rank)
    for way in rng.sample(known.ways, min(3, number)):
        again = f"tuple({name}.unrank({name}.rank({list(way)})))"
        case.same(again, way, lambda one, other: known.key(one) == known.key(other))
    if number <= 60:
        every = list(range(number))
        case.same(f"sorted({name}.rank(path) for path in {name})", every)
        case.same(f"len({{tuple({name}.unrank(rank)) for rank in range({number})}})", number)


def members(case: Case, known: Known) -> None:
    rng, cells = case.rng, known.truth.raw.cells
    some = rng.sample(known.ways, min(4, len(known.ways)))
    strange = [tuple(rng.sample(cells, rng.randint(1, len(cells))))]
    for way in some:
        strange += [way[::-1], way[:-1], way[1:], (*way, rng.choice(cells)), (*way, way[-1])]
        at = rng.randrange(len(way))
        strange.append((*way[:at], (way[at][0] + rng.randint(-1, 1), way[at][1] + 1), *way[at + 1 :]))
        strange.append((*way[:at], rng.choice(cells), *way[at:]))
    for way in (*some, *strange):
        case.same(f"{list(way)} in {known.name}", known.key(way) in known.members)


# --------------------------------------------------------------------------------- all the rest


def fields(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    away = known.truth.distances(starts)
    rows = range(len(known.truth.raw.open_cells))
    columns = range(len(known.truth.raw.open_cells[0]))
    expected = [[away.get((r, c), math.inf) for c in columns] for r in rows]

    def check(field: list[list[float]]) -> bool:
        pairs = zip(itertools.chain(*field), itertools.chain(*expected), strict=True)
        return all(close(one, other) for one, other in pairs)

    case.holds(f"board.distances({starts}).tolist()", check, expected)
    case.same(f"board.reachable({starts}).tolist()", [[cost < math.inf for cost in row] for row in expected])
    pairs = [(start, end) for start in starts for end in exits]
    froms, tos = [start for start, _ in pairs], [end for _, end in pairs]
    least = [known.truth.distances([start]).get(end, math.inf) for start, end in pairs]

    def check_costs(costs: list[float]) -> bool:
        return len(costs) == len(least) and all(map(close, costs, least))

    case.holds(f"board.shortest_many({froms}, {tos}).costs.tolist()", check_costs, least)


def traces(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    suits, _ = exact(known.truth, starts)
    question = replay.Question(known.truth, sorted(set(starts)), exits, known.ways)
    for by in ("dfs", "dfs-recursive", "bfs", "list", *(name for name in suits if name in replay.FRONTS)):
        case.holds(
            f"paths.trace(by={by!r})", lambda trace: replay.check(question, trace), "a log that replays"
        )


def values(case: Case, known: Known, *_: object) -> None:
    case.same("pickle.loads(pickle.dumps(board)) == board", True)
    if case.survives("board.to_text()") is not None:
        options = "moves=board.moves, costs=board.costs is not None, cell_width=1"
        case.same(f"gw.Board.from_text(board.to_text(), {options}) == board", True)
    if known.ways:
        way = list(case.rng.choice(known.ways))
        cost = known.cost(way)
        case.holds(f"gw.Path(board, {way}).cost", lambda said: close(said, cost), cost)
        case.same(f"pickle.loads(pickle.dumps(gw.Path(board, {way}))) == gw.Path(board, {way})", True)


def filtered(case: Case, known: Known) -> None:
    """Smaller sets: through and avoiding cells, of given lengths, and all of these."""
    rng = case.rng
    filter_ = draw.filters(rng, known.truth.raw.cells, known.ways, closed=known.closed)
    kept = [way for way in known.ways if filter_.keeps(way)]
    name = f"{known.name}{filter_.calls}"
    refusal = () if kept else GridwalkError  # an empty set may be refused where it is made
    if not isinstance(case.holds(name, lambda _: True, "a set", refusal), PathSet):
        return
    some = Known(known.truth, kept, name, known.closed)
    case.holds(f"{name}.find()", some.has, f"one of {len(kept)} paths")
    measure = some.cost if known.truth.varied else len
    least = min(map(measure, kept), default=None)
    case.holds(f"{name}.shortest()", some.is_extreme(measure, least), least, UnsuitableAlgorithmError)
    members(case, some)
    for question in rng.sample((counting, listing, batches, longest, sampled, ranks, estimated), 3):
        if not (known.closed and question in (listing, batches)):
            question(case, some)
    if not known.closed:
        rng.choice((in_order, bounded))(case, some)
