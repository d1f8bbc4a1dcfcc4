"""Simple paths of small boards: every set and every verb, against one enumeration by brute force."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from gridwalk.errors import GridwalkError, UnsuitableAlgorithmError
from oracles import Cell, Raw

from . import draw, fields, replay
from .beyond import bounded, estimated, in_order, visited
from .case import REFUSED, Case, close
from .known import Known
from .truth import KING, TooManyError, Truth, Way, lengths

AS_LISTS = "[[tuple(cell) for cell in path] for path in {}]"
BEYOND = (in_order, bounded, estimated, visited)
TIGHT = 1e-11  # relative: what gridwalk takes for equal costs where they are fractions
UNIT = 10**6  # of costs, as exponents


def run(case: Case) -> None:
    ask(case, wide=False)


def run_wide(case: Case) -> None:
    ask(case, wide=True)


def ask(case: Case, *, wide: bool) -> None:
    rng = case.rng
    starts: list[Cell] | None = None
    exits: list[Cell] | None = None

    def ways_of(truth: Truth) -> list[Way]:
        nonlocal starts, exits
        starts, exits = draw.ends(rng, truth.cells), draw.ends(rng, truth.cells)
        if rng.random() < 0.2:
            starts, exits = rng.choice(((starts, None), (starts, None), (None, exits), (None, None)))
        return truth.simple_paths(starts, exits, draw.STEPS)

    most = rng.choice((4, 8, 12, 16, 20))
    truth, ways = draw.enumerated(most, lambda most: Truth(draw.raw(rng, most, wide=wide)), ways_of)
    known = Known(truth, ways)
    if starts is None or exits is None:
        case.let("board", draw.board(truth.raw))
        case.let("paths", "board.paths({}, {})".format(*(cells or "'anywhere'" for cells in (starts, exits))))
        case.holds("paths.find()", known.has, f"one of {len(ways)} paths")
        least = min(known.costs)
        case.holds("paths.shortest()", known.is_extreme(known.cost, least), least, REFUSED)
        questions: tuple[Callable[..., None], ...] = ALL
    else:
        if rng.random() < 0.3:
            case.let("board", draw.board(truth.raw, start=starts[0], exits=exits))
            case.let("paths", "board.paths()" if len(starts) == 1 else f"board.paths({starts})")
        else:
            case.let("board", draw.board(truth.raw))
            case.let("paths", f"board.paths({starts}, {exits})")
        one_path(case, known, starts, exits)
        questions = (*ALL, several_ways, traces, values, *BEYOND)
    members(case, known)
    for question in rng.sample(questions, 6):
        question(case, known, starts, exits)
    for question, share in ((filtered, 0.7), (induced, 0.4), (pairs, 0.15)):
        if rng.random() < share:
            question(case, known)


# ------------------------------------------------------------------------------------ one path


def exact(truth: Truth, starts: Sequence[Cell]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The algorithms of `shortest` that must answer, and those that may refuse."""
    raw, suits = truth.raw, ["dijkstra"]
    slides, slanted = getattr(raw, "reach", 0) > 0, any(abs(a) == abs(b) == 1 for a, b in raw.deltas)
    equal = raw.costs is None and {None, 1}.issuperset(raw.portals.values())
    if equal and (not slanted or slides or raw.diagonal == 1):
        suits += ["bfs", "bidirectional", "labels"]
    if len(starts) == 1:
        suits.append("astar")
        usual = raw.costs is None and not (raw.wrap or slides or raw.portals or raw.diagonal or raw.one_way)
        if (
            usual
            and not raw.has_walls
            and (
                set(raw.deltas) == {(a, b) for a, b in KING if a * b == 0}
                or (set(raw.deltas) == set(KING) and raw.corners != "one")
            )
        ):
            suits.append("jps")
        if usual and set(KING) > set(raw.deltas) == {(-a, -b) for a, b in raw.deltas}:
            suits.append("corridors")
    every = ("bfs", "bidirectional", "labels", "dijkstra", "astar", "jps", "corridors")
    return tuple(suits), tuple(name for name in every if name not in suits)


def one_path(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    truth, ways = known.truth, known.ways
    begun = sorted(set(starts))
    for by in ("auto", "dfs", "dfs-recursive"):
        walks = (truth.depth_first(start, exits) for start in begun)
        first = next((list(walk) for walk in walks if walk), None)
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
    best = known.is_extreme(known.cost, cheapest)
    for by in (*others, *["idastar"] * (len(truth.cells) < 8)):
        case.holds(f"paths.shortest(by={by!r})", best, cheapest, UnsuitableAlgorithmError)
    nearest(case, known, starts, exits)
    all_cheapest(case, known)


def nearest(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    """Where no exit can be reached: to the reachable cell nearest to one as the crow flies."""
    if known.ways:
        best = min(known.costs)
        case.holds("paths.shortest(nearest=True)", known.is_extreme(known.cost, best), best)
        return
    away = known.truth.distances(starts)
    near = {cell: min(crow(known.truth.raw, cell, goal) for goal in exits) for cell in away}
    end = min(sorted(near), key=near.__getitem__)
    asked = "paths.shortest(nearest=True)"
    case.same(f"{asked}.end", end)
    case.holds(f"{asked}.cost", lambda cost: close(cost, away[end]), away[end])


def crow(raw: Raw, u: Cell, v: Cell) -> float:
    """How far two cells are apart as the crow flies, round the board where it is wrapped."""
    away = [abs(a - b) for a, b in zip(u, v, strict=True)]
    return math.hypot(*(min(d, n - d) if n else d for d, n in zip(away, raw.period, strict=True)))


def all_cheapest(case: Case, known: Known) -> None:
    whole = all(isinstance(cost, int) for cost in known.truth.costs)
    least = min(known.costs, default=math.inf)
    within = 0 if whole else TIGHT * least if least < math.inf else 0
    best = [list(way) for way, cost in zip(known.ways, known.costs, strict=True) if cost <= least + within]
    refused = UnsuitableAlgorithmError if is_free(known.truth.raw) else ()
    case.same("paths.all_shortest().count()", len(best), or_refused=refused)
    case.same(AS_LISTS.format("paths.all_shortest()"), best, or_refused=refused)
    case.holds("paths.all_shortest().cost", lambda cost: close(cost, least), least, refused)
    measured(case, replace(known, name="paths.all_shortest()", ways=[tuple(way) for way in best]))


def is_free(raw: Raw) -> bool:
    """Whether something costs nothing."""
    return 0 in raw.portals.values() or (
        raw.costs is not None and any(raw.costs[r][c] == 0 for r, c in raw.cells)
    )


# ------------------------------------------------------------------------- all, one by one, at once


def counting(case: Case, known: Known, *_: object) -> None:
    number = len(known.ways)
    for by in ("", "by='sweep'", "by='list'") if known.plain else ("",):
        case.same(f"{known.name}.count({by})", number, or_refused=REFUSED if by else ())
    case.same(f"gw.count_many([{known.name}] * 2)", [number] * 2, or_refused=GridwalkError)
    case.same(f"{known.name}.lengths()", lengths(known.ways, closed=known.closed))


def listing(case: Case, known: Known, *_: object) -> None:
    listed = [list(way) for way in known.ways]
    if not known.plain or known.closed:
        keys = sorted(map(known.key, known.ways))
        case.same(AS_LISTS.format(known.name), keys, lambda said, keys: sorted(map(known.key, said)) == keys)
        return
    case.same(AS_LISTS.format(known.name), listed)
    limit = case.rng.randint(0, len(listed) + 1)
    case.same(AS_LISTS.format(f"{known.name}.list({limit})"), listed[:limit])


def batches(case: Case, known: Known, *_: object) -> None:
    listed = [list(way) for way in known.ways]
    usual = (lambda some: some) if known.plain else sorted
    for cells in (1, case.rng.choice((2, 3, 5, 7)), case.rng.randint(8, 200)):
        asked = AS_LISTS.format(f"[path for batch in {known.name}.batches({cells}) for path in batch]")
        case.same(asked, listed, lambda said, listed: usual(said) == usual(listed))
    moves = [len(way) - (not known.closed) for way in known.ways]
    asked = f"[n for batch in {known.name}.batches() for n in batch.lengths.tolist()]"
    case.same(asked, moves, lambda said, moves: usual(said) == usual(moves))


def longest(case: Case, known: Known, *_: object) -> None:
    most = max(map(len, known.ways), default=None)
    case.holds(f"{known.name}.longest()", known.is_extreme(len, most), most)
    if "induced" in known.name:
        return
    costliest = max(known.costs, default=None)
    asked = f"{known.name}.longest(measure='cost')"
    case.holds(asked, known.is_extreme(known.cost, costliest), costliest, UnsuitableAlgorithmError)
    if known.plain:
        cheapest = min(known.costs, default=None)
        asked = f"{known.name}.shortest(by='sweep')"
        case.holds(asked, known.is_extreme(known.cost, cheapest), cheapest, UnsuitableAlgorithmError)


def sampled(case: Case, known: Known, *_: object) -> None:
    number, seed = case.rng.randint(0, 8), case.rng.randrange(1000)
    asked = f"{known.name}.sample({number}, seed={seed})"

    def check(paths: list[object]) -> bool:
        return len(paths) == number * bool(known.ways) and all(known.has(path) is True for path in paths)

    case.holds(asked, check, f"{number} of {len(known.ways)} paths", REFUSED)


def ranks(case: Case, known: Known, *_: object) -> None:
    """Ranks are a bijection, whatever their order; a set without ranks says so."""
    rng, name, number = case.rng, known.name, len(known.ways)
    case.refuses(f"{name}.unrank({number})")
    if not number:
        return
    for rank in {0, number - 1, rng.randrange(number), rng.randrange(number)}:
        path = case.holds(f"{name}.unrank({rank})", known.has, "a path of the set", REFUSED)
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


def by_end(case: Case, known: Known, *_: object) -> None:
    table = known.truth.table(Counter(way[-1] for way in known.ways), 0)
    case.same(f"{known.name}.counts_by_end().tolist()", table, or_refused=REFUSED)


def measured(case: Case, known: Known, *_: object) -> None:
    """How many there are of each length, cost or number of turns; costs in parts of a unit."""
    truth, closed = known.truth, known.closed
    if getattr(truth.raw, "reach", 0) or (
        closed and truth.symmetric and set(known.costs) != set(map(known.cost, known.ways))
    ):
        return  # of a slide one may say that it goes on, or turns
    of = {
        "length": lambda way: len(way) - (not closed),
        "cost": lambda way: round(known.cost(way) * UNIT),
        "turns": lambda way: truth.turns(way, closed=closed),
    }
    if truth.ambiguous:
        del of["turns"]
    measure = case.rng.choice(list(of))
    expected = Counter(map(of[measure], known.ways))

    def check(said: dict[object, int]) -> bool | str:
        scale = UNIT if measure == "cost" else 1
        return Counter({round(value * scale): number for value, number in said.items()}) == expected

    case.holds(f"{known.name}.lengths(measure={measure!r})", check, dict(expected), REFUSED)


def several_ways(case: Case, known: Known, starts: list[Cell], exits: list[Cell]) -> None:
    """The fields and the batches of the same cells."""
    fields.distances(case, known.truth, "board")
    fields.many(case, known.truth, "board", [(u, v) for u in starts for v in exits])


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
        options = "moves=board.moves, diagonal=board.diagonal, costs=board.costs is not None, cell_width=1"
        case.same(f"gw.Board.from_text(board.to_text(), {options}) == board", True)
    if known.ways:
        way = list(case.rng.choice(known.ways))
        cost = known.cost(way)
        case.holds(f"gw.Path(board, {way}).cost", lambda said: close(said, cost), cost)
        case.same(f"pickle.loads(pickle.dumps(gw.Path(board, {way}))) == gw.Path(board, {way})", True)


def filtered(case: Case, known: Known) -> None:
    """Smaller sets: through and avoiding cells and edges, of given lengths, and all of these."""
    rng = case.rng
    filter_ = draw.filters(rng, known.truth, known.ways, closed=known.closed)
    kept = [way for way in known.ways if filter_.keeps(way)]
    name = f"{known.name}{filter_.calls}"
    refusal = () if kept else GridwalkError  # an empty set may be refused where it is made
    if isinstance(case.holds(name, lambda _: True, "a set", refusal), GridwalkError | None):
        return
    some = replace(known, name=name, ways=kept)
    case.holds(f"{name}.find()", some.has, f"one of {len(kept)} paths")
    least = min(some.costs, default=None)
    case.holds(f"{name}.shortest()", some.is_extreme(some.cost, least), least, REFUSED)
    members(case, some)
    for question in rng.sample((counting, listing, batches, longest, sampled, ranks, estimated, measured), 3):
        if not (known.closed and question is batches):
            question(case, some)
    if not known.closed:
        rng.choice((in_order, bounded, *([by_end] if known.truth.in_rows else [])))(case, some)


def induced(case: Case, known: Known) -> None:
    """Induced paths, also with a condition."""
    calls, keeps = "", lambda _: True
    if case.rng.random() < 0.5:
        filter_ = draw.filters(case.rng, known.truth, known.ways, closed=known.closed)
        calls, keeps = filter_.calls, filter_.keeps
    name = f"{known.name}.induced(){calls}"
    kept = [way for way in known.ways if keeps(way) and known.truth.is_induced(way, closed=known.closed)]
    if not isinstance(
        case.holds(name, lambda _: True, "a set", () if kept else GridwalkError), GridwalkError | None
    ):
        smaller(case, replace(known, name=name, ways=kept), (counting, listing, longest, sampled, ranks))


def smaller(case: Case, some: Known, questions: tuple[Callable[..., None], ...]) -> None:
    case.holds(f"{some.name}.find()", some.has, f"one of {len(some.ways)} paths", REFUSED)
    least = min(some.costs, default=None)
    case.holds(f"{some.name}.shortest()", some.is_extreme(some.cost, least), least, REFUSED)
    members(case, some)
    for question in case.rng.sample(questions, 3):
        question(case, some)


def pairs(case: Case, known: Known) -> None:
    """Disjoint paths, as many as there are pairs; those that fill the board."""
    truth, rng = known.truth, case.rng
    number = min(rng.choice((1, 2, 2, 3)), len(truth.cells) // 2)
    if not number:
        return
    ends = rng.sample(truth.cells, 2 * number)
    joined, fill = list(zip(ends[::2], ends[1::2], strict=True)), rng.random() < 0.5
    try:
        every = truth.disjoint(joined, draw.STEPS)
    except TooManyError:
        return
    size = len(truth.cells)
    every = [ways for ways in every if not fill or sum(map(len, ways)) == size]
    case.let("pairs", f"board.path_pairs({', '.join(map(str, joined))}, fill={fill})")
    case.same("pairs.count()", len(every))
    told = "sorted(tuple(tuple(map(tuple, path)) for path in paths) for paths in {})"
    case.same(told.format("pairs"), sorted(every))
    drawn = told.format(f"pairs.sample(5, seed={rng.randrange(99)})")
    case.holds(drawn, lambda some: len(some) == 5 * bool(every) and set(some) <= set(every), "5 of them")
    for ways in rng.sample(every, min(2, len(every))):
        case.same(f"{[list(way) for way in ways]} in pairs", True)
        case.same(f"{[list(way) for way in (*ways[1:], ways[0])]} in pairs", number == 1)
    fewest = min((sum(map(len, ways)) for ways in every), default=None)
    case.same("(found := pairs.shortest()) and sum(map(len, found))", fewest, or_refused=REFUSED)


ALL = (counting, listing, batches, longest, sampled, ranks, by_end, measured)
