"""What ``|``, ``&`` and ``-`` make of two sets: disjoint sets, each with one definition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gridwalk.errors import InputError, QuestionError
from gridwalk.grids.grid import Grid
from gridwalk.questions.questionalgebra import difference, intersection
from gridwalk.sets.smallersets import SmallerVerbs

MAX_PARTS = 256  # disjoint sets
WORDS = {"&": "and also", "|": "or", "-": "but not"}


def combined(sign: str, one: Any, other: Any) -> tuple[tuple[Any, ...], str, Grid]:
    """Return the disjoint parts of two sets combined, the set in words, and the board.

    Raises
    ------
    InputError
        If they are of different kinds or boards, or the second is no set of paths.
    QuestionError
        If it would have more than 256 parts, or is no union of sets of this kind.

    """
    parts, others = _parts_of(one), _parts_of(other)
    if one.board is not other.board and one.board != other.board:
        raise InputError("sets of different boards cannot be combined")
    if sign == "&":
        both = [a._asking(intersection(a.question, b.question)) for a in parts for b in others]
        found = [part for part in both if part.question.why_empty is None]
    elif sign == "-":
        found = _without(parts, others)
    else:
        try:
            found = [*parts, *_without(others, parts)]
        except QuestionError:  # paths that may end anywhere, without some to given exits: the other way round
            found = [*others, *_without(parts, others)]
    if len(found) > MAX_PARTS:
        raise QuestionError(f"a {sign!r} of sets", f"it has more than {MAX_PARTS} disjoint parts")
    return tuple(found), f"{one._named()} {WORDS[sign]} {other._named()}", one.board


def _without(parts: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    left = list(parts)
    for other in others:
        left = [
            part._asking(question) for part in left for question in difference(part.question, other.question)
        ]
        if len(left) > MAX_PARTS:
            raise QuestionError("a '-' of sets", f"it has more than {MAX_PARTS} disjoint parts")
    return left


def _parts_of(some: Any) -> tuple[Any, ...]:
    if not isinstance(some, SmallerVerbs):
        raise InputError(f"a set of paths can be combined with a set of paths, not with {some!r}")
    return some._disjoint()
