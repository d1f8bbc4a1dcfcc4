"""Simple cycles of small boards, against brute force."""

from __future__ import annotations

from . import draw
from .case import Case
from .known import Known
from .paths import AS_LISTS, filtered, induced, longest, measured, members, ranks, sampled
from .truth import Truth


def run(case: Case) -> None:
    rng = case.rng
    truth, ways = draw.enumerated(
        rng.choice((6, 9, 12, 16)),
        lambda most: Truth(draw.raw(rng, most, wide=rng.random() < 0.1)),
        lambda truth: truth.cycles(draw.STEPS),
    )
    case.let("board", draw.board(truth.raw))
    case.let("cycles", "board.cycles()")
    known = Known(truth, ways, "cycles", closed=True)
    keys = sorted(map(known.key, ways))
    case.same("cycles.count()", len(ways))
    case.same(AS_LISTS.format("cycles"), keys, lambda listed, keys: sorted(map(known.key, listed)) == keys)
    case.holds("cycles.find()", known.has, f"one of {len(ways)} cycles")
    members(case, known)
    for question in rng.sample((sums, longest, sampled, ranks, measured), 3):
        question(case, known)
    for question in (filtered, induced):
        if rng.random() < 0.4:
            question(case, known)


def sums(case: Case, known: Known) -> None:
    """Counts by every engine that supports cycles; all cycles of one length have that length."""
    case.same("cycles.count(by='sweep')", len(known.ways))
    case.same("sum(cycles.lengths().values())", len(known.ways))
    counting_of_tours = [way for way in known.ways if len(way) == len(known.truth.cells)]
    case.same("board.tours(closed=True).count()", len(counting_of_tours))
    case.same(f"cycles.of_length({len(known.truth.cells)}).count()", len(counting_of_tours))
