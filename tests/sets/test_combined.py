"""Sets combined by |, & and -: each verb beside Python's own sets of all paths."""

import copy
import itertools
import math
import pickle
from collections import Counter

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import (
    ArgumentError,
    GridwalkError,
    InputError,
    QuestionError,
    TimeLimitError,
    UnknownChoiceError,
)


def test_the_counts_add_up():
    paths = gw.Board.rectangle(8, 8).paths()
    a, b, c = (paths.through(cell) for cell in ((0, 7), (7, 0), (4, 4)))
    assert (a | b).count() == a.count() + b.count() - (a & b).count()
    assert (a - b).count() == a.count() - (a & b).count()
    assert (a | b | c).count() == (paths - (paths - a - b - c)).count()
    assert ((a | b) & c).count() == ((a & c) | (b & c)).count()
    assert (paths - a).count() == paths.avoiding((0, 7)).count()
    assert a | b == a | b != a | c


def test_samples_are_uniform():
    paths = gw.Board.rectangle(3, 3).paths()
    either = paths.through((2, 0)) | paths.through((0, 2))
    number = either.count()
    drawn = Counter(tuple(path) for path in either.sample(200 * number, seed=1))
    assert len(drawn) == number
    chi2 = sum((times - 200) ** 2 / 200 for times in drawn.values())
    assert chi2 < number + 5 * math.sqrt(2 * number)
    some = list(itertools.islice(either.samples(seed=1), 3))
    assert len(some) == len(list(either.samples(3, seed=1))) == 3
    assert all(path in either for path in some)
    assert either.sample(5, seed=7) == either.sample(5, seed=7)


def test_smaller_combined_sets_in_words_and_what_they_refuse():
    board = gw.Board.rectangle(3, 3)
    paths = board.paths()
    either = paths.through((0, 2)) | paths.through((2, 0))
    both = either.through(cell for cell in [(1, 1), (0, 1)]).of_length(6)
    assert both._described == f"(({either._described}) through (0, 1) and (1, 1)) of 6 moves"
    assert both.count() == len(list(both)) == sum((0, 1) in p and (1, 1) in p for p in either.of_length(6))
    assert either.of_length(4).shorter_than(4).parts == ()
    assert either.avoiding((0, 0)).is_empty()
    with pytest.raises(ArgumentError):
        either.longer_than(-1)
    with pytest.raises(QuestionError):
        either.generating_function("turns", "turns")
    for empty in (either & paths.avoiding((0, 2), (2, 0)), either):
        with pytest.raises(GridwalkError):
            empty.through((9, 9))
        with pytest.raises(UnknownChoiceError):
            empty.generating_function("width")


def test_of_many_paths():
    board = gw.Board.rectangle(10, 10)
    paths = board.paths()
    corners = paths.through((0, 9)) | paths.through((9, 0))
    rank = corners.count() // 2
    assert corners.rank(corners.unrank(rank)) == rank
    assert all(path in corners for path in corners.sample(5, seed=1))
    assert corners.longest().length == 98
    assert corners.shortest().length == 18
    assert corners.explain().chosen.count("profile") == 2
    with pytest.raises(TimeLimitError):
        list(corners.within(0.05))


def test_what_it_says_of_itself():
    paths = gw.Board.rectangle(3, 3).paths()
    either = paths.through((1, 1)) | paths.through((0, 2))
    assert repr(either).startswith(
        "<CombinedSet: simple paths from (0, 0) to (2, 2) through (1, 1) or simple"
    )
    assert either == pickle.loads(pickle.dumps(either)) == copy.copy(either)
    assert isinstance(either, gw.CombinedSet)
    none = paths.through((1, 1)) & paths.avoiding((1, 1))
    assert (none.count(), list(none), none.find(), none.sample(3), none.parts) == (0, [], None, [], ())
    assert (none | paths).count() == 12
    assert (paths - none).count() == 12
    with pytest.raises(ArgumentError, match="rank"):
        none.unrank(0)


@pytest.mark.parametrize(
    ("combine", "error", "message"),
    [
        (lambda b: b.paths() | b.cycles(), InputError, "of different kinds"),
        (lambda b: b.tours() & b.paths(), InputError, "of different kinds"),
        (lambda b: b.paths() | gw.Board.rectangle(3, 4).paths(), InputError, "of different boards"),
        (lambda b: b.paths() | {1, 2}, InputError, "not with"),
        (lambda b: {1, 2} | b.paths(), TypeError, "unsupported"),
        (lambda b: b.paths((0, 0), "anywhere") - b.paths(), QuestionError, "name the exits of both"),
        (lambda b: list((b.cycles() | b.cycles().through((1, 1))).in_order()), QuestionError, "only paths"),
    ],
)
def test_what_makes_no_sense_is_refused(combine, error, message):
    with pytest.raises(error, match=message):
        combine(gw.Board.rectangle(3, 3))


def test_a_set_of_very_many_parts_is_refused():
    board = gw.Board.rectangle(20, 20)
    paths, cells = board.paths(), list(np.ndindex(20, 20))[1:-1]
    with pytest.raises(QuestionError, match="256 disjoint parts"):
        _ = paths - paths.through(*cells)


def test_a_named_exit_is_one_of_all():
    board = gw.Board.rectangle(3, 3)
    walks, paths = board.paths((0, 0), "anywhere"), board.paths((0, 0), (2, 2))
    assert (walks & paths).count() == 12
    assert (walks | paths).count() == (paths | walks).count() == walks.count()
    assert (paths - walks).count() == 0


def test_a_combined_set_is_true_where_there_is_a_path():
    way, none = gw.Board.from_text("S.E\n.#.").paths(), gw.Board.from_text("S#E\n.#.").paths()
    assert way | way.avoiding((1, 0))
    assert not way - way
    assert not none | none.avoiding((1, 0))
    assert not none & none.avoiding((1, 0))
    tours = gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours()
    with pytest.raises(QuestionError, match="is_empty"):
        bool(tours | tours.within(5))
