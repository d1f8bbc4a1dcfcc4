"""Sets combined by |, & and -: each verb beside Python's own sets of all paths."""

import copy
import itertools
import math
import operator
import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.errors import (
    ArgumentError,
    GridwalkError,
    InputError,
    QuestionError,
    TimeLimitError,
    UnknownChoiceError,
)
from profiles import examples
from strategies import KING, KNIGHT, ROOK, board_of, custom_stencils, raws, shapes

SIGNS = {"|": operator.or_, "&": operator.and_, "-": operator.sub}


def small_raws(*, two_way=False, **options):
    named = st.sampled_from((ROOK, ROOK, KNIGHT))
    sparse = named if two_way else st.one_of(named, custom_stencils(3))
    boards = raws(shapes(3, 4, 10), sparse, **options)
    return st.one_of(boards, boards, raws(shapes(2, 3), st.just(KING), **options))


def conditioned(draw, raw, members, expected, closed=False, directed=True):
    """Return a set of *members* with some conditions, and the paths that meet them."""
    cells = st.sampled_from(raw.cells)
    moves = [(u, v) for u, near in oracles.graph(raw).items() for v in near]

    def steps(path):
        return set(itertools.pairwise([*path, *path[:1]] if closed else path))

    for _ in range(draw(st.integers(0, 2))):
        kind = draw(st.sampled_from(("through", "avoiding", "takes", "omits", "longer", "shorter", "of")))
        if kind in ("through", "avoiding"):
            cell = draw(cells)
            members = getattr(members, kind)(cell)
            expected = {path for path in expected if (cell in path) == (kind == "through")}
        elif kind in ("takes", "omits") and moves:
            move = draw(st.sampled_from(moves))
            one_way = directed and draw(st.booleans())
            change = members.through_edges if kind == "takes" else members.avoiding_edges
            members = change(move, directed=one_way)
            either = {move} if one_way else {move, move[::-1]}
            expected = {path for path in expected if bool(either & steps(path)) == (kind == "takes")}
        elif kind in ("longer", "shorter", "of"):
            number = draw(st.integers(1, 7))
            test = {"longer": operator.gt, "shorter": operator.lt, "of": operator.eq}[kind]
            change = {"longer": "longer_than", "shorter": "shorter_than", "of": "of_length"}[kind]
            members = getattr(members, change)(number)
            expected = {path for path in expected if test(len(steps(path)), number)}
    return members, expected


@st.composite
def combinations(draw):
    """A board, a set combined of two or three, and its paths."""
    raw = draw(small_raws())
    board = board_of(raw)
    cells = st.lists(st.sampled_from(raw.cells), min_size=1, max_size=2, unique=True)
    same_ends = draw(st.booleans())
    ends = draw(cells), draw(st.one_of(cells, cells, st.just("anywhere")))

    def one():
        starts, exits = (
            ends if same_ends else (draw(cells), draw(st.one_of(cells, cells, st.just("anywhere"))))
        )
        if exits == "anywhere":
            every = {tuple(path) for start in starts for path in oracles.walks(raw, start)}
        else:
            every = {tuple(path) for start in starts for path in oracles.simple_paths(raw, start, exits)}
        return conditioned(draw, raw, board.paths(starts, exits), every)

    members, expected = one()
    for _ in range(draw(st.integers(1, 2))):
        sign = draw(st.sampled_from(list(SIGNS)))
        others, more = one()
        try:
            members, expected = SIGNS[sign](members, others), SIGNS[sign](expected, more)
        except QuestionError:
            assume(False)
    return raw, board, members, expected


def cost_of(raw, path):
    return math.fsum(oracles.cost_of_move(raw, u, v) for u, v in itertools.pairwise(path))


@examples(300)
@given(combinations(), st.data())
def test_combined_paths_beside_pythons_sets(asked, data):
    raw, _board, members, expected = asked
    listed = [tuple(path) for path in members]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    assert [tuple(path) for path in members.list(3)] == listed[:3]
    assert members.count() == len(expected)
    assert members.lengths() == dict(sorted(Counter(len(path) - 1 for path in expected).items()))
    for path in data.draw(st.lists(st.sampled_from(sorted(expected)), max_size=3)) if expected else ():
        assert list(path) in members
    found, longest = members.find(), members.longest()
    assert (found is None) is members.is_empty() is (not expected)
    assert found is None or tuple(found) in expected
    assert (longest and longest.length) == max((len(path) - 1 for path in expected), default=None)
    ordered = list(members.in_order(measure="length"))
    assert {tuple(path) for path in ordered} == expected
    assert [path.length for path in ordered] == sorted(len(path) - 1 for path in expected)
    given_lengths = any(part.question.has_given_lengths for part in members.parts)
    if not given_lengths:
        shortest = members.shortest()
        costs = [cost_of(raw, path) for path in expected]
        assert (shortest and shortest.cost) == (pytest.approx(min(costs)) if costs else None)
        unranked = [members.unrank(rank) for rank in range(min(len(expected), 40))]
        assert all(tuple(path) in expected for path in unranked)
        assert [members.rank(path) for path in unranked] == list(range(len(unranked)))
        assert members.rank([(0, 0)] * 2) is None
        assert all(tuple(path) in expected for path in members.sample(4, rng=1))


@examples(150)
@given(
    raw=small_raws(two_way=True, costs=False, one_way=False),
    data=st.data(),
    sign=st.sampled_from(list(SIGNS)),
)
def test_combined_cycles_and_tours_beside_pythons_sets(raw, data, sign):
    board = board_of(raw)
    cycles = {c for c in oracles.simple_cycles(raw) if c[1] < c[-1]}
    both = [conditioned(data.draw, raw, board.cycles(), cycles, True, False) for _ in range(2)]
    members, expected = (SIGNS[sign](*pair) for pair in zip(*both, strict=True))
    assert {frozenset(cycle) for cycle in members} == {frozenset(cycle) for cycle in expected}
    assert members.count() == len(list(members)) == len(expected)
    tours = {tuple(tour) for start in raw.cells for tour in oracles.open_tours(raw, start)}
    half = raw.cells[: len(raw.cells) // 2] or raw.cells
    some = board.tours(start=half), board.tours(exits=half)
    each = ({tour for tour in tours if tour[end] in half} for end in (0, -1))
    members, expected = SIGNS[sign](*some), SIGNS[sign](*each)
    assert sorted(map(tuple, members)) == sorted(expected)
    assert members.count() == len(expected)


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
    drawn = Counter(tuple(path) for path in either.sample(200 * number, rng=1))
    assert len(drawn) == number
    chi2 = sum((times - 200) ** 2 / 200 for times in drawn.values())
    assert chi2 < number + 5 * math.sqrt(2 * number)
    some = list(itertools.islice(either.samples(rng=1), 3))
    assert len(some) == len(list(either.samples(3, rng=1))) == 3
    assert all(path in either for path in some)
    assert either.sample(5, rng=7) == either.sample(5, rng=7)


@examples(60)
@given(combinations(), st.data())
def test_smaller_sets_batches_and_generating_functions_of_combined_sets(asked, data):
    raw, board, members, expected = asked
    members, expected = conditioned(data.draw, raw, members, expected)
    assert isinstance(members, gw.CombinedSet)
    listed = [tuple(path) for batch in members.batches(20) for path in batch]
    assert sorted(listed) == sorted(expected)
    assert listed == [tuple(path) for path in members]
    straight = [("turns",), ("turns", "length")] if board.wrap is None and not board.portals else []
    variables = data.draw(st.sampled_from([(), ("length",), *straight]))
    function = members.generating_function(*variables)
    keys = Counter()
    for path in expected:
        of = {"length": len(path) - 1, "turns": turns_of(path)}
        key = tuple(of[name] for name in variables or ("length",))
        keys[key[0] if len(key) == 1 else key] += 1
    assert function.coefficients == dict(sorted(keys.items()))
    assert function.variables == (variables or ("length",))


def turns_of(path):
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path)]
    return sum(one != other for one, other in itertools.pairwise(steps))


def test_smaller_combined_sets_in_words_and_what_they_refuse():
    board = gw.Board.rectangle(3, 3)
    paths = board.paths()
    either = paths.through((0, 2)) | paths.through((2, 0))
    both = either.through(cell for cell in [(1, 1), (0, 1)]).of_length(6)
    assert both.described == f"(({either.described}) through (0, 1) and (1, 1)) of 6 moves"
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
    assert all(path in corners for path in corners.sample(5, rng=1))
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
