"""Tours of small boards: open, closed, without direction, from, to, up to symmetry; and why there is none."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import seeded
from certificates import check_refutation
from gridwalk.errors import GridwalkError, UnsuitableAlgorithmError
from oracles import Cell, Raw

from . import draw, replay
from .case import Case
from .known import Known
from .paths import AS_LISTS, batches, longest, members, ranks, sampled
from .truth import Truth, Way

TOUR_BOARDS = (4, 6, 9, 12, 12, 16, 20)


def run(case: Case) -> None:
    rng = case.rng
    kind = rng.choice(("open", "open", "closed", "undirected"))
    starts: list[Cell] | None = None
    ends: list[Cell] | None = None

    def ways_of(truth: Truth) -> list[Way]:
        nonlocal starts, ends
        cells = truth.raw.cells
        starts = draw.ends(rng, cells) if rng.random() < 0.5 and kind != "undirected" else None
        ends = draw.ends(rng, cells) if rng.random() < 0.3 and kind == "open" else None
        closed = kind == "closed"
        return truth.closed_tours(draw.STEPS) if closed else truth.open_tours(starts, ends, draw.STEPS)

    truth, ways = draw.enumerated(rng.choice(TOUR_BOARDS), lambda most: Truth(board(case, most)), ways_of)
    case.let("board", draw.board(truth.raw))
    options = f"{starts}, {ends}, closed={kind == 'closed'}, undirected={kind == 'undirected'}"
    if kind == "undirected" and not truth.symmetric:
        case.refuses(f"board.tours({options})")
        return
    case.let("tours", f"board.tours({options})")
    if kind == "undirected":
        ways = [way for way in ways if way <= way[::-1]]
    known = Known(truth, ways, "tours", kind == "closed", kind == "undirected")
    counts(case, known)
    one(case, known, starts, ends)
    members(case, known)
    for question in rng.sample((listing, longest, sampled, all_ranks, by_length, symmetry, refuted), 4):
        question(case, known, starts, ends)


def board(case: Case, most: int) -> Raw:
    """A board of moves as they come, or of a chess piece's, where tours are likely."""
    rng = case.rng
    raw = draw.raw(rng, most)
    if rng.random() < 0.6:
        shape = rng.choice([(r, c) for r, c in itertools.product(range(1, 6), range(1, 6)) if r * c <= most])
        share = rng.choice((1.0, 1.0, 0.9))
        grid = tuple(tuple(rng.random() < share for _ in range(shape[1])) for _ in range(shape[0]))
        if any(map(any, grid)):
            raw = Raw(
                grid, rng.choice((draw.ORTHOGONAL, draw.KING, draw.KNIGHT)), rng.choice(("both", "none"))
            )
            raw = seeded.closed_in(rng, raw, walls=0.2, wrap=0.3)
    return raw


# ---------------------------------------------------------------------------------- questions


def counts(case: Case, known: Known) -> None:
    number = len(known.ways)
    for by in ("auto", "sweep", "list"):
        case.same(f"tours.count(by={by!r})", number)
    case.same("tours.count(by='halves')", number, or_refused=UnsuitableAlgorithmError)
    moves = len(known.truth.cells) - (not known.closed)
    case.same("tours.lengths()", {moves: number} if number else {})


def one(case: Case, known: Known, starts: list[Cell] | None, ends: list[Cell] | None) -> None:
    for by in ("auto", "warnsdorff", "dfs", "sweep"):
        case.holds(f"tours.find(by={by!r})", known.has, f"one of {len(known.ways)} tours")
    case.holds("tours.find(by='construct')", known.has, "a tour", UnsuitableAlgorithmError)
    case.holds("tours.shortest()", known.has, "a tour", UnsuitableAlgorithmError)
    if not known.closed and not known.undirected:
        first = list(known.ways[0]) if known.ways else None
        case.same("(path := tours.find(by='dfs')) and list(path)", first)
        if ends is None and starts is not None and len(starts) == 1 and len(known.truth.cells) < 10:
            first = known.truth.warnsdorff(starts[0])
            case.same("(path := tours.find(by='warnsdorff')) and list(path)", first)
    if known.closed and starts is not None and known.ways:
        case.holds("tours.find().start", lambda start: start in starts, starts)


def listing(case: Case, known: Known, *_: object) -> None:
    if known.closed or known.undirected:
        keys = sorted(map(known.key, known.ways))
        case.same(AS_LISTS.format("tours"), keys, lambda listed, keys: sorted(map(known.key, listed)) == keys)
        return
    case.same(AS_LISTS.format("tours"), [list(way) for way in known.ways])
    batches(case, known)


def all_ranks(case: Case, known: Known, *_: object) -> None:
    if known.undirected:
        case.holds("tours.unrank(0)", known.has, "a tour, or a refusal", GridwalkError)
    else:
        ranks(case, known)


def by_length(case: Case, known: Known, *_: object) -> None:
    """All tours have as many moves: a condition on them keeps all or none."""
    moves = len(known.truth.cells) - (not known.closed)
    number = max(1, moves + case.rng.choice((0, 0, 0, -1, 1, -3)))
    for calls, keeps in (
        (f".of_length({number})", moves == number),
        (f".longer_than({number})", moves > number),
        (f".shorter_than({number})", moves < number),
    ):
        some = replace(known, name=f"tours{calls}", ways=known.ways if keeps else [])
        by = case.rng.choice(("auto", "sweep", "list"))
        case.same(f"{some.name}.count(by={by!r})", len(some.ways))
        case.holds(f"{some.name}.find()", some.has, f"one of {len(some.ways)} tours")
        case.same(f"{some.name}.lengths()", {moves: len(some.ways)} if some.ways else {})
        sampled(case, some)
        if not some.undirected:
            case.holds(f"{some.name}.unrank(0)", lambda path, some=some: path is not None and some.has(path),
                       "a tour, or a refusal", GridwalkError)  # fmt: skip
    cell = case.rng.choice(known.truth.raw.cells)
    case.same(f"tours.through({cell}).count()", len(known.ways))
    case.same(f"tours.avoiding({cell}).count()", 0)  # for every tour visits it
    case.same(f"tours.avoiding({cell}).find()", None)


def symmetry(case: Case, known: Known, starts: list[Cell] | None, ends: list[Cell] | None) -> None:
    truth, ways = known.truth, known.ways
    marks = [] if known.closed else [cells for cells in (starts, ends) if cells is not None]
    group = truth.symmetries(*marks)
    if known.closed and not truth.symmetric:
        case.refuses("tours.count(up_to_symmetry=True)")
    else:
        number = truth.orbits(ways, group, closed=known.closed, undirected=known.undirected)
        case.same("tours.count(up_to_symmetry=True)", number)
    if starts is None and not known.closed and not known.undirected:
        case.same("tours.counts_by_start()", truth.table(Counter(way[0] for way in ways), 0))


def refuted(case: Case, known: Known, starts: list[Cell] | None, ends: list[Cell] | None) -> None:
    """A reason given is one, and where there is none there is a tour."""
    case.holds("tours.why_empty()", lambda words: words is None or not known.ways, "None, or no tour")

    def check(refutation: object) -> bool:
        if known.ways or refutation is None:
            return refutation is None and bool(known.ways)
        if not getattr(known.truth.raw, "reach", 0):  # certificates do not support slides
            check_refutation(known.truth.raw, refutation, starts, ends, closed=known.closed)
        return True

    case.holds("tours.refutation()", check, "None" if known.ways else "a reason that can be checked")
    if not known.closed and not known.undirected:
        question = replay.Question(known.truth, starts or known.truth.raw.cells, ends or (), known.ways)
        for by in ("dfs", "warnsdorff", "list"):
            case.holds(
                f"tours.trace(by={by!r})", lambda trace: replay.check(question, trace), "a log that replays"
            )
