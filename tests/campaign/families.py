"""Every family of paths on every kind of board, with every method for whole sets, against brute force.

Ranks are compared for all members and samples tested for uniformity.  Films, limits and stored parts must
lead to the same count, and a question refused under a limit must be answered without it.
"""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from gridwalk.errors import GridwalkError, LimitError, QuestionError
from gridwalk.planner.traces import sweep_film
from oracles import Cell

from . import draw
from .case import REFUSED, Case, close
from .grounds import Board, hexagons, network
from .known import Known
from .tours import board as board_of_tours
from .truth import Truth, Way

KINDS = ("paths", "cycles", "tours", "tours", "closed", "undirected", "induced", "coils", "pairs", "pairs")
MEASURES = ("length", "cost", "turns")
DRAWN = 30  # samples of each member, where they are tested to be uniform
UNIFORM = 5.2  # standard deviations of the chi-square statistic, as a normal number
MEMORY = (1 << 20, 2_000_000, 10_000_000)  # bytes


@dataclass(frozen=True)
class Members:
    """A set: its name in the program, and the measures of each member by a key."""

    name: str
    values: Mapping[Hashable, Mapping[str, float]]
    key: Callable[[Any], Hashable]  # the key of a member that gridwalk returns
    kind: str
    measures: tuple[str, ...] = MEASURES  # the measures that do not depend on the direction
    in_rows: bool = True  # whether counts by end are rows, as for boards

    @property
    def number(self) -> int:
        return len(self.values)

    def of(self, measure: str) -> list[float]:
        return [values[measure] for values in self.values.values()]

    def has(self, one: Any) -> bool | str:
        if one is None:
            return not self.values or "nothing, and there is something"
        return self.key(one) in self.values or "it is not in the set"


# ------------------------------------------------------------------------------------- the set


def run(case: Case) -> None:
    rng = case.rng
    kind, text, joined = rng.choice(KINDS), "", []
    ends: list[list[Cell] | None] = [None, None]

    def made(most: int) -> Truth:
        nonlocal text
        text, truth = ground(case, most, tours=kind in ("tours", "closed", "undirected"))
        return truth

    def ways_of(truth: Truth) -> list[Any]:
        if kind in ("cycles", "coils"):
            return truth.cycles(draw.STEPS)
        if kind == "closed":
            return truth.closed_tours(draw.STEPS)
        if kind == "pairs":
            cells = rng.sample(truth.cells, 2 * min(rng.choice((1, 2, 2, 3)), len(truth.cells) // 2))
            joined[:] = zip(cells[::2], cells[1::2], strict=True)
            return truth.disjoint(joined, draw.STEPS) if joined else []
        share = 0 if kind == "undirected" else 0.5 if kind == "tours" else 0.75
        ends[:] = (draw.ends(rng, truth.cells) if rng.random() < share else None for _ in "ab")
        find = truth.open_tours if kind in ("tours", "undirected") else truth.simple_paths
        return find(*ends, draw.STEPS)

    truth, ways = draw.enumerated(rng.choice((6, 9, 12, 16)), made, ways_of)
    case.let("board", text)
    if kind == "pairs":
        if joined:
            ask(case, pairs(case, truth, joined, ways))
        return
    if kind == "undirected" and (truth.one_way or not truth.symmetric):
        return
    if truth.one_way and kind in ("cycles", "coils", "closed"):
        return  # two opposite edges of a network are a cycle, too: of the area `parallel`
    closed = kind in ("cycles", "coils", "closed")
    if kind == "undirected":
        ways = [way for way in ways if way <= way[::-1]]
    known = Known(truth, ways, closed=closed, undirected=kind == "undirected")
    asked = of_kind(kind, ends)
    if rng.random() < 0.4:
        filter_ = draw.filters(rng, truth, ways, closed=closed)
        kept = [way for way in ways if filter_.keeps(way)]
        if not kept or (kind in ("tours", "undirected", "closed") and "edges(" in filter_.calls):
            kept, filter_ = ways, draw.Filter("", lambda _: True)
        asked, known = asked + filter_.calls, replace(known, ways=kept)
    if kind in ("induced", "coils"):
        known = replace(known, ways=[w for w in known.ways if truth.is_induced(w, closed=closed)])
    case.let("members", asked)
    ask(case, as_members(known, kind))


def of_kind(kind: str, ends: Sequence[list[Cell] | None]) -> str:
    """The call that makes a set."""
    starts, exits = ends
    if kind in ("cycles", "coils"):
        return "board.cycles()" + ".induced()" * (kind == "coils")
    if kind in ("paths", "induced"):
        between = ", ".join(str(cells or "'anywhere'") for cells in ends)
        return f"board.paths({between})" + ".induced()" * (kind == "induced")
    if kind == "tours":
        return f"board.tours({starts}, {exits})"
    return f"board.tours({kind}=True)"


def ground(case: Case, most: int, *, tours: bool) -> tuple[str, Truth]:
    """Draw a board of squares or hexagons, or a network."""
    rng = case.rng
    chosen = rng.random()
    if chosen < 0.6:
        raw = board_of_tours(case, most) if tours else draw.raw(rng, most, plain=rng.random() < 0.4)
        return draw.board(raw), Truth(raw)
    if chosen < 0.8:
        sides = [(r, c) for r in range(1, 5) for c in range(1, 5) if 1 < r * c <= most]
        rows, columns = rng.choice(sides)
        land = [[rng.random() < 0.9 for _ in range(columns)] for _ in range(rows)]
        land[rng.randrange(rows)][rng.randrange(columns)] = True
        edges = hexagons(land, None, odd=True)
        return f"gw.Board.hexagons(np.array({land}))", Board(edges, (rows, columns + (rows - 1) // 2))
    return network(rng, min(most, 9), directed=rng.random() < 0.4, priced=rng.random() < 0.5)


def as_members(known: Known, kind: str) -> Members:
    """Return the paths as `Members`, without measures that depend on the direction."""
    truth = known.truth
    both = known.undirected or (known.closed and truth.symmetric)

    def values(way: Way) -> dict[str, float]:
        found = {"length": len(way) - (not known.closed), "cost": known.cost(way)}
        if "turns" in measures:
            found["turns"] = truth.turns(way, closed=known.closed)
        return found

    one_way = all(close(known.cost(way), known.cost(way[::-1])) for way in known.ways) if both else True
    turning = truth.in_rows and not (getattr(truth.raw, "reach", 0) or truth.raw.wrap or truth.ambiguous)
    measures = ("length", *["cost"] * one_way, *["turns"] * turning)
    every = {known.key(way): values(way) for way in known.ways}
    return Members("members", every, lambda one: known.key(map(tuple, one)), kind, measures, truth.in_rows)


def pairs(case: Case, truth: Truth, joined: list[tuple[Cell, Cell]], every: list[tuple[Way, ...]]) -> Members:
    """Draw disjoint paths: filling the board, apart, of a length, through or avoiding a cell, or not."""
    rng = case.rng
    fill, apart = rng.random() < 0.4, rng.random() < 0.3
    asked = f"board.path_pairs({', '.join(map(str, joined))}, fill={fill})" + ".induced()" * apart

    def cells(ways: tuple[Way, ...]) -> list[Cell]:
        return [cell for way in ways for cell in way]

    def moves(ways: tuple[Way, ...]) -> int:
        return sum(len(way) - 1 for way in ways)

    def lie_apart(ways: tuple[Way, ...]) -> bool:
        steps = {step for way in ways for u, v in pairwise(way) for step in ((u, v), (v, u))}
        on = set(cells(ways))
        return all((u, v) in steps for u in on for v in truth.edges[u] if v in on)

    if fill:
        every = [ways for ways in every if len(cells(ways)) == len(truth.cells)]
    if apart:
        every = [ways for ways in every if lie_apart(ways)]
    some = rng.choice(every) if every else tuple(joined)
    for kind in rng.sample(("through", "avoiding", "of_length", "longer_than", "shorter_than"), 2):
        if rng.random() > 0.35:
            continue
        if kind in ("through", "avoiding"):
            cell, wanted = rng.choice(cells(some) if kind == "through" else truth.cells), kind == "through"
            if any(cell in pair for pair in joined):
                continue
            asked += f".{kind}({cell})"
            every = [ways for ways in every if (cell in cells(ways)) == wanted]
        else:
            number = max(1, moves(some) + rng.choice((0, 0, 1, -1)))
            compare = {"of_length": int.__eq__, "longer_than": int.__gt__, "shorter_than": int.__lt__}[kind]
            asked += f".{kind}({number})"
            every = [ways for ways in every if compare(moves(ways), number)]
    case.let("members", asked)
    slides = getattr(truth.raw, "reach", 0) or truth.raw.wrap or not truth.in_rows or truth.ambiguous
    measures = ("length", "cost", *["turns"] * (not slides))
    values = {
        ways: {
            "length": moves(ways),
            "cost": math.fsum(truth.cost(way) for way in ways),
            **({} if slides else {"turns": sum(truth.turns(way) for way in ways)}),
        }
        for ways in every
    }
    key = lambda one: tuple(tuple(map(tuple, path)) for path in one)  # noqa: E731
    return Members("members", values, key, "pairs", measures, truth.in_rows)


# ---------------------------------------------------------------------------------- questions


def ask(case: Case, members: Members) -> None:
    """Count the set, and ask some of all other questions."""
    case.same(f"{members.name}.count()", members.number)
    case.holds(f"{members.name}.find()", members.has, f"one of {members.number}", REFUSED)
    for question in case.rng.sample(QUESTIONS, 5):
        question(case, members)
    if members.number > 1 and case.rng.random() < 0.5:  # many sets have one member or none
        uniform(case, members)


def listed(case: Case, members: Members) -> None:
    def check(said: Iterable[Any]) -> bool:
        keys = list(map(members.key, said))
        return len(keys) == members.number and set(keys) == set(members.values)

    case.holds(f"list({members.name})", check, f"{members.number} members")
    limit = case.rng.randint(0, members.number + 1)
    less = min(limit, members.number)
    case.holds(f"{members.name}.list({limit})", lambda said: len(set(map(members.key, said))) == less, less)


def counted(case: Case, members: Members) -> None:
    ways = ["sweep", "list", *["halves"] * (members.kind in ("tours", "closed", "undirected"))]
    for by in ways:
        case.same(f"{members.name}.count(by={by!r})", members.number, or_refused=GridwalkError)
    for verb in ("count", "lengths", "sample", "find", "shortest", "longest"):
        case.holds(f"str({members.name}.explain({verb!r}))", lambda words: len(words) > 5, "words", REFUSED)
    case.same(
        f"gw.count_many([{members.name}, {members.name}])", [members.number] * 2, or_refused=GridwalkError
    )


def measured(case: Case, members: Members) -> None:
    for measure in members.measures:
        table = rounded(members.of(measure))
        case.holds(
            f"{members.name}.lengths(measure={measure!r})",
            lambda said, table=table: rounded_table(said) == table,
            dict(table),
            REFUSED,
        )


def rounded(values: Iterable[float]) -> Counter[int]:
    return Counter(round(float(value) * 10**6) for value in values)


def rounded_table(table: Mapping[float, int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for value, number in table.items():
        found[round(float(value) * 10**6)] += number
    return found


def ranked(case: Case, members: Members) -> None:
    """Ranks and members correspond one to one."""
    name, number = members.name, members.number
    case.refuses(f"{name}.unrank({number})")
    if number > 400 or members.kind == "undirected":
        return
    every = case.holds(
        f"[{name}.unrank(rank) for rank in range({number})]",
        lambda said: set(map(members.key, said)) == set(members.values) or "not every member once",
        f"{number} members",
        REFUSED,
        worth=max(number, 1),
    )
    if isinstance(every, list):
        case.same(
            f"[{name}.rank({name}.unrank(rank)) for rank in range({number})]",
            list(range(number)),
            worth=max(number, 1),
        )


def uniform(case: Case, members: Members) -> None:
    """Samples are members of the set, all equally likely."""
    number, seed = members.number, case.rng.randrange(10**6)
    if not number or number > 60:
        n = 5 * bool(number)
        case.holds(
            f"{members.name}.sample(5, seed={seed})",
            lambda said: len(said) == n and all(members.has(one) is True for one in said),
            f"{n} members",
            REFUSED,
        )
        return
    total = DRAWN * number
    verb = case.rng.choice(("{}.sample({}, rng={})", "list({}.samples({}, rng={}))"))

    def check(said: Iterable[Any]) -> bool | str:
        found = Counter(map(members.key, said))
        if sum(found.values()) != total or not set(found) <= set(members.values):
            return "not members of the set, or too few"
        return is_uniform([found[key] for key in members.values]) or f"not uniform: {sorted(found.values())}"

    case.holds(verb.format(members.name, total, seed), check, f"{DRAWN} of each", REFUSED)


def is_uniform(found: Sequence[int]) -> bool:
    """Whether numbers pass a chi-square test for uniformity (Wilson and Hilferty 1931)."""
    degrees = len(found) - 1
    if not degrees:
        return True
    mean = sum(found) / len(found)
    statistic = sum((one - mean) ** 2 for one in found) / mean
    part = 2 / (9 * degrees)
    deviation = ((statistic / degrees) ** (1 / 3) - (1 - part)) / math.sqrt(part)
    return deviation < UNIFORM


def extremes(case: Case, members: Members) -> None:
    """Longest members by moves and by cost; cheapest members."""
    for measure in ("length", "cost"):
        if measure in members.measures:
            most = max(members.of(measure), default=None)
            case.holds(
                f"{members.name}.longest(measure={measure!r})",
                lambda one, measure=measure, most=most: is_best(members, one, measure, most),
                most,
                REFUSED,
            )
    if "cost" in members.measures:
        # of pairs: of all members the fewest moves
        measure = "length" if members.kind == "pairs" else "cost"
        least = min(members.of(measure), default=None)
        for by in ("auto", "sweep"):
            case.holds(
                f"{members.name}.shortest(by={by!r})",
                lambda one: is_best(members, one, measure, least),
                least,
                REFUSED,
            )


def is_best(members: Members, one: Any, measure: str, best: float | None) -> bool | str:
    verdict = members.has(one)
    if verdict is not True or one is None:
        return verdict
    value = members.values[members.key(one)][measure]
    return close(value, best) or f"{value}, not {best}"


def ordered(case: Case, members: Members) -> None:
    if members.kind not in ("paths", "induced", "coils", "pairs"):
        return
    for measure in ("length", "cost"):
        if measure not in members.measures:
            continue
        expected = sorted(members.of(measure))

        def check(said: list[Any], measure: str = measure, expected: list[float] = expected) -> bool | str:
            keys = list(map(members.key, said))
            if len(keys) != len(expected) or set(keys) != set(members.values):
                return "not every member once"
            return all(close(members.values[k][measure], e) for k, e in zip(keys, expected, strict=True))

        case.holds(f"list({members.name}.in_order(measure={measure!r}))", check, expected, REFUSED)


def by_cell(case: Case, members: Members) -> None:
    """Counts by end, and of tours by start, in rows."""
    if not members.in_rows or members.kind not in ("paths", "induced", "tours"):
        return
    end = 0 if members.kind == "tours" else -1
    verb = "counts_by_start" if members.kind == "tours" else "counts_by_end"
    table = Counter(key[end] for key in members.values)  # type: ignore[index]

    def check(said: Any) -> bool:
        return {(r, c): n for r, row in enumerate(said) for c, n in enumerate(row) if n} == dict(table)

    case.holds(f"{members.name}.{verb}()", check, dict(table), REFUSED)


def estimated(case: Case, members: Members) -> None:
    number, seed = members.number, case.rng.randrange(1000)
    case.same(f"{members.name}.estimate_count(seed={seed}).value", number, or_refused=REFUSED)
    states = case.rng.choice((2, 5, 40, 10_000))

    def check(said: Any) -> bool:
        return said.value == number or (number > 0 and not said.exact)

    asked = f"{members.name}.estimate_count(states={states}, runs=12, seed={seed})"
    case.holds(asked, check, number, REFUSED)
    table = rounded(members.of("length"))
    asked = f"{{n: some.value for n, some in {members.name}.estimate_lengths(seed={seed}).items()}}"
    case.holds(asked, lambda said: rounded_table(said) == table, dict(table), REFUSED)


def filmed(case: Case, members: Members) -> None:
    """The number at the end of a film of the sweep."""
    if members.kind in ("paths", "cycles", "tours", "closed"):
        case.bring("from gridwalk.planner.traces import sweep_film", sweep_film=sweep_film)
        asked = f"sweep_film({members.name}._question).number"
        case.same(asked, members.number, or_refused=(QuestionError, LimitError))


def limited(case: Case, members: Members) -> None:
    """A limit leads to the same answer or an error; afterwards the answer without it is the same."""
    rng, number, table = case.rng, members.number, rounded(members.of("length"))
    memory, seconds = rng.choice(MEMORY), rng.choice((1e-9, 1e-4, 1e-3))
    for limits in (f"memory={memory}", f"seconds={seconds}", "on=2"):
        some = f"{members.name}.within({limits})"
        case.same(f"{some}.count()", number, or_refused=LimitError)
        case.holds(
            f"{some}.sample(2, seed=1)",
            lambda said: len(said) == 2 * bool(number) and all(members.has(one) is True for one in said),
            "members",
            (LimitError, *REFUSED),
        )
        if members.kind != "undirected" and number:
            asked = f"{some}.rank({some}.unrank({number - 1}))"
            case.same(asked, number - 1, or_refused=(LimitError, *REFUSED))
        asked = f"{some}.lengths()"
        case.holds(asked, lambda said: rounded_table(said) == table, dict(table), LimitError)
    case.same(f"{members.name}.count()", number)


def stored(case: Case, members: Members) -> None:
    """Counted in parts that are stored, and once more from the parts."""
    case.bring("import tempfile", tempfile=tempfile)
    case.let("folder", "tempfile.TemporaryDirectory()")
    some, table = f"{members.name}.within(keep=folder.name)", rounded(members.of("length"))
    for _ in "ab":
        asked = f"{some}.count()"
        case.same(asked, members.number, or_refused=GridwalkError)
        asked = f"{some}.lengths()"
        case.holds(asked, lambda said: rounded_table(said) == table, dict(table), GridwalkError)
    case.names["folder"].cleanup()


QUESTIONS = (
    listed, counted, measured, ranked, uniform, extremes, ordered, by_cell, estimated, filmed, limited,
    stored,
)  # fmt: skip
