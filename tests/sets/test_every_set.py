"""Every verb and option of every kind of set: it answers, or says in one sentence why not."""

import inspect
import itertools
import pickle
from concurrent.futures import Executor

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.errors import GridwalkError, UnansweredError
from gridwalk.question.verbs import VERBS
from gridwalk.runtime import slices

KINDS = (gw.PathSet, gw.TourSet, gw.CycleSet, gw.InducedSet, gw.DisjointPaths)
BOARD = gw.Board.rectangle(2, 3)
PATHS, CYCLES = BOARD.paths((0, 0), (0, 2)), BOARD.cycles()
TOURS = BOARD.tours()
SETS = {
    "paths": PATHS,
    "from anywhere": BOARD.paths("anywhere", "anywhere"),
    "tours": TOURS,
    "closed tours": BOARD.tours(closed=True),
    "cycles": CYCLES,
    "induced paths": PATHS.induced(),
    "induced cycles": CYCLES.induced(),
    "pairs": BOARD.path_pairs(((0, 0), (0, 2)), ((1, 0), (1, 2))),
    "cheapest": PATHS.all_shortest(),
}
ARGUMENTS = {
    "avoiding": [(0, 1)],
    "avoiding_edges": [((0, 0), (0, 1))],
    "longer_than": [1],
    "of_length": [4],
    "rank": [[(0, 0), (0, 1), (0, 2)]],
    "samples": [1],
    "shorter_than": [5],
    "through": [(1, 1)],
    "through_edges": [((0, 0), (0, 1))],
    "unrank": [0],
}


class Nobody(Executor):
    """Does nothing: what is refused is not begun."""


VALUES = {
    "by": "sweep", "cells": 10, "nearest": True, "directed": True, "error": 0.5,
    "gap": 0.5, "keep": "x", "limit": 1, "max_cost": 9.0, "max_events": 100, "measure": "cost",
    "memory": 1 << 30,
    "moves": 4, "n": 1, "on": Nobody(), "path": [(0, 0)], "progress": lambda progress: None, "rank": 0,
    "seed": 1, "rng": 1, "runs": 10, "anytime": 60, "turn_cost": 1.5,
    "seconds": 60, "slack": 1, "states": 100, "steps": 10, "up_to_symmetry": True,
    "verb": "count", "weight": 2.0,
}  # fmt: skip


def options_of(kind, verb):
    method = inspect.getattr_static(kind, verb, None)
    return (
        set(inspect.signature(method).parameters) - {"self", "args", "options", "_old"} if method else set()
    )


def test_the_table_has_every_verb_with_its_options():
    """What a class has is in the table, and the other way round."""
    found = {}
    for kind in KINDS:
        for name in dir(kind):
            method = inspect.getattr_static(kind, name)
            if not name.startswith("_") and inspect.isfunction(method):
                found.setdefault(name, set()).update(options_of(kind, name))
    for several in ("avoiding", "avoiding_edges", "through", "through_edges"):
        found[several] -= {"cells", "edges"}
    del found["draw"], found["svg"], found["is_unique"]  # of puzzles only
    del found["numbered"], found["visiting"]  # smaller sets, of tours only
    assert found == {verb: set(options) for verb, options in VERBS.items()}


def answered(some, asked, /, *arguments, **options):
    """Ask, and take the first members of what is listed; return the refusal, if it is one."""
    try:
        answer = getattr(some, asked)(*arguments, **options)
        if hasattr(answer, "__next__"):
            list(itertools.islice(answer, 2))
    except GridwalkError as error:
        return error
    return None


@pytest.mark.parametrize("name", SETS)
def test_every_verb_answers_or_says_why_not(name):
    for verb in VERBS:
        error = answered(SETS[name], verb, *ARGUMENTS.get(verb, []))
        assert "\n" not in str(error)
        assert hasattr(SETS[name], verb) or isinstance(error, UnansweredError), (name, verb, error)


@pytest.mark.parametrize("name", SETS)
def test_every_option_answers_or_says_why_not(name):
    for verb, options in VERBS.items():
        for option in options:
            given = [] if option in ("moves", "path", "rank") else ARGUMENTS.get(verb, [])
            given = [] if verb == "samples" and option == "n" else given
            if option in options_of(type(SETS[name]), verb):
                answered(SETS[name], verb, *given, **{option: VALUES[option]})


@pytest.mark.parametrize("name", list(SETS)[:-1])
def test_progress_may_stop_every_verb(name, tune):
    """An exception of the progress function ends the answer and reaches the caller."""

    class StopError(Exception):
        pass

    def stop(progress):
        raise StopError

    stopped = set()
    with slices.tier("python"):
        tune(tell_every=-1, tell_after=1, slice=1)
        for verb in set(VERBS) - {"within"}:
            try:
                answered(SETS[name].within(progress=stop), verb, *ARGUMENTS.get(verb, []))
            except StopError:
                stopped.add(verb)
    assert stopped >= {"count", "longest", "list"}, stopped
    assert SETS[name].count() == len(SETS[name].list())


@pytest.mark.parametrize("name", list(SETS)[:-1])
def test_a_set_with_conditions_is_pickled(name):
    smaller = SETS[name].avoiding((1, 1)).longer_than(1).within(60, memory="64MiB")
    again = pickle.loads(pickle.dumps(smaller))
    assert (again, str(again), again.count()) == (smaller, str(smaller), smaller.count())


NETWORK = gw.Network([("a", "b"), ("b", "c"), ("a", "c")])
NONE_OF_THEM = [
    lambda asked: asked.through(), lambda asked: asked.through([]), lambda asked: asked.through(iter(())),
    lambda asked: asked.through(np.zeros((0, 2), np.int64)), lambda asked: asked.avoiding(),
    lambda asked: asked.avoiding([]), lambda asked: asked.avoiding_edges(),
    lambda asked: asked.avoiding_edges(directed=True), lambda asked: asked.through_edges(),
]  # fmt: skip


@pytest.mark.parametrize("name", [*list(SETS)[:-1], "network", "cycles of a network"])
def test_conditions_on_no_cells_and_no_edges_leave_a_set_as_it_is(name):
    every = SETS | {"network": NETWORK.paths("a", "c"), "cycles of a network": NETWORK.cycles()}
    for smaller in NONE_OF_THEM[: -1 if name == "pairs" else None]:  # whose sweep supports no edges
        same = smaller(every[name])
        assert (same, str(same), same.count()) == (every[name], str(every[name]), every[name].count())


def test_counts_of_many_sets_of_every_kind(tmp_path):
    some = [BOARD, *(one for name, one in SETS.items() if name != "cheapest")]
    each = [PATHS.count() if one is BOARD else one.count() for one in some]
    each[0] = BOARD.paths().count()
    assert gw.count_many(some) == each
    assert gw.count_many(some, keep=tmp_path) == gw.count_many(some, keep=tmp_path) == each
    with pytest.raises(GridwalkError, match="without limits"):
        gw.count_many([PATHS.within(9)])


def test_an_edge_avoided_still_joins_cells_for_induced_paths(tmp_path):
    """Two questions of the same moves with other answers are two."""
    paths = gw.Board.rectangle(3, 3).paths((0, 0), (0, 2))
    avoiding = paths.avoiding_edges(((0, 0), (0, 1)))
    walls = [[True, False], [False, False], [False, False]], [[False] * 3] * 2
    board = gw.Board.rectangle(3, 3, walls=walls)
    sets = [avoiding.induced(), board.paths((0, 0), (0, 2)).induced()]
    assert [len(list(one)) for one in sets] == gw.count_many(sets, keep=tmp_path)
    assert sets[0].count() != sets[1].count()


# --------------------------------------------------------------------------------- induced sets


def test_the_longest_induced_path_so_far_is_told(ticks):
    snakes = gw.Board.rectangle(30, 30).paths("anywhere", "anywhere").induced()
    with pytest.raises(gw.TimeLimitError, match=r"the longest found so far has \d+ moves"):
        snakes.within(200).longest()


# ------------------------------------------------------------------------------------- lengths


@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING, gw.KNIGHT], ids=["orthogonal", "king", "knight"])
def test_a_length_that_colours_exclude_is_known_at_once(moves):
    board = gw.Board.rectangle(3, 4, moves=moves)
    for paths in (board.paths((0, 0), (2, 3)), board.paths((0, 0), [(0, 2), (2, 2)]), board.cycles()):
        found = paths.lengths()
        for length in range(1, 12):
            reason = paths.of_length(length).why_empty()
            assert reason is None or length not in found
            assert (reason is None) is (moves is gw.KING or length % 2 == min(found) % 2)
    assert gw.Board.rectangle(11, 11).paths().of_length(55).estimate_count(seed=1).value == 0
    loose = [board.paths("anywhere", (0, 0)), board.paths((0, 0), [(0, 1), (0, 2)])]
    loose.append(gw.Board.rectangle(3, 3, wrap="both").paths((0, 0), (0, 2)))
    assert [paths.of_length(5).why_empty() for paths in loose] == [None] * 3


def test_puzzles_of_both_kinds_say_whether_they_have_one_solution():
    """`is_unique` is `count() == 1`, of pairs and of numbers: with no solution, with one, with several."""
    board = gw.Board.rectangle(3, 3)
    pairs = [
        board.path_pairs(((0, 0), (2, 2)), ((0, 2), (2, 0))),
        board.path_pairs(((0, 0), (0, 2)), ((1, 0), (1, 2)), ((2, 0), (2, 2))),
        board.path_pairs(((0, 0), (2, 2))),
    ]
    tours = board.tours((0, 0), (2, 2))
    numbered = [
        tours.visiting([(0, 0), (1, 1), (0, 1), (1, 0)]),
        tours.visiting([(0, 1), (0, 2), (1, 0)]),
        tours.visiting([(0, 0), (1, 1)]),
    ]
    for puzzles in (pairs, numbered):
        assert [puzzle.is_unique() for puzzle in puzzles] == [False, True, False]
        assert [min(puzzle.count(), 2) for puzzle in puzzles] == [0, 1, 2]
