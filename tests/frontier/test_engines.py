"""Engines: what each can do, what it would take, which one answers - all before anything is planned."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import roles
from gridwalk.frontier.all_paths import AllPaths
from gridwalk.frontier.estimate import why_hopeless
from gridwalk.frontier.halves.count import count_tours, estimate_tours, why_not
from gridwalk.frontier.profile import count as counting
from gridwalk.frontier.profile.plan import make_plan, size_of
from gridwalk.frontier.simpath import engine as simpath
from gridwalk.frontier.simpath import order
from gridwalk.frontier.simpath.algebras import Counts
from gridwalk.frontier.simpath.order import SimpathSize
from gridwalk.frontier.simpath.sweep import LayerSweep, Machine
from gridwalk.questions.question import Question
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources
from gridwalk.shrink.reduction import shrink
from seeded import maze

MEMORY = 16 << 30


def all_paths(board, **how):
    start, exits = how.pop("start", board.start), how.pop("exits", board.exits)
    starts = None if start is None else [start]
    question = Question(board, starts, exits, **how)
    return AllPaths(question, starts, exits, resources=Resources(MEMORY, 2), watch=NO_LIMITS.watch())


def tours(board):
    return all_paths(board, start=None, exits=None, tour=True, closed=True)


def rectangle(*shape, **how):
    return gw.Board.rectangle(*shape, **how)


# ------------------------------------------------------------------------------ which one, and why


@pytest.mark.parametrize(
    ("board", "engine"),
    [
        (rectangle(12, 12), "profile"),
        (rectangle(6, 6, moves=gw.KING), "simpath"),
        (rectangle(4, 4, one_way={(3, 3): (-1, 0)}), "simpath"),
        (gw.Board(np.array(maze(random.Random(5), 81, 81, 0.03))), "simpath"),
        (rectangle(1, 9), "no"),
    ],
)
def test_the_engine_chosen_is_that_of_the_estimate(board, engine):
    whole = all_paths(board)
    assert whole.estimate.engine == whole.estimate_of_lengths.engine == engine
    chosen = {option.engine for option in whole.options() if option.chosen}
    assert chosen - {"direct"} == set(engine.split("+")) - {"no"}


def test_an_option_has_a_reason_or_an_estimate():
    king, rook = (all_paths(rectangle(7, 7, moves=moves)).options() for moves in (gw.KING, gw.ORTHOGONAL))
    assert [option.engine for option in king] == [option.engine for option in rook] == ["simpath", "profile"]
    assert "orthogonal moves" in king[1].reason
    for option in (*king, *rook):
        assert (option.reason is None) == (option.estimate is not None)
        assert option.estimate is None or option.estimate.engine == option.engine


def test_every_block_is_counted_once_among_the_options():
    room = ["...", "..."]
    rows = ["".join(f"{part}{gate}" for gate in ".#"[r] * 5) for r, part in enumerate(room)]
    whole = all_paths(gw.Board.from_text("\n".join(row[:-1] for row in rows)))
    chosen = [option for option in whole.options() if option.chosen]
    assert [option.engine for option in chosen] == ["direct", "profile"]
    assert sum(option.estimate.work for option in chosen) == whole.estimate.work
    assert len(whole.reduced.blocks) > 5


def test_from_each_start_takes_as_often_as_there_are_starts():
    from gridwalk.frontier.all_paths import FromEachStart

    board = rectangle(4, 5)
    starts = [(0, 0), (0, 2), (2, 2)]

    def one(start):
        return all_paths(board, start=start, exits=None, tour=True)

    every = FromEachStart(starts, one, board.index, NO_LIMITS.watch())
    (option,) = [option for option in every.options() if option.chosen]
    assert option.estimate.work == 3 * one(starts[0]).estimate.work == every.estimate.work
    assert every.count() == sum(one(start).count() for start in starts)


def test_what_no_engine_can_answer_says_why_of_each():
    whole = all_paths(rectangle(250, 250))
    assert [option.reason for option in whole.options()] == [
        "62,498 junctions are left of the board",
        "the board is 250 cells wide, and it takes up to 28",
    ]
    assert "62,498" in whole.why_hopeless(MEMORY)


# ------------------------------------------------------------------------------ sizes, before plans


@given(st.data())
def test_the_size_of_a_table_is_known_before_its_sweep_is_planned(data):
    height, width = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    cells = np.array(data.draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width)))
    cells = cells.reshape(height, width)
    some = [tuple(cell) for cell in np.argwhere(cells).tolist()]
    if len(some) < 2:
        return
    start, *exits = data.draw(st.permutations(some))
    exits = data.draw(st.sampled_from([None, exits[:1], exits[:3]]))
    must = data.draw(st.booleans())
    question = roles.paths(cells, start, exits, must)
    plan, size = make_plan(question), size_of(question)
    assert vars(size).items() <= vars(plan).items()
    words = dict.fromkeys(range(3), 0)
    rows, by_length = 1, 0
    for step in plan.steps:
        for level in step.levels:
            words[level] += 1
            by_length += rows * _words_of_level(plan, level)
        rows += step.skip
    assert size.work == sum(number * _words_of_level(plan, level) for level, number in words.items())
    assert (size.cells, size.work_by_length) == (len(plan.steps), by_length)


def _words_of_level(plan, level):
    from gridwalk.frontier.profile.words import number_of_words

    return number_of_words(plan.places, plan.shallow)[level]


@pytest.mark.parametrize(
    ("board", "start", "exit_"),
    [(rectangle(6, 7), (0, 0), (5, 6)), (rectangle(4, 6, moves=gw.KNIGHT), (0, 0), (3, 4))],
)
def test_the_widths_of_an_order_are_those_of_its_plan(board, start, exit_):
    (block,) = shrink(board, [start], [exit_]).blocks
    network = block.network
    size = SimpathSize.searched(network, NO_LIMITS.watch())
    planned = simpath.planning.make_plan(network, size.order.tolist())
    of_junction = dict(zip(size.order.tolist(), size.widths.tolist(), strict=True))
    assert [of_junction[layer.junction] for layer in planned.layers] == [
        layer.width for layer in planned.layers
    ]


def test_estimates_plan_nothing(never):
    never(counting, "make_plan")
    never(simpath.planning, "make_plan")
    for board in (rectangle(14, 14), rectangle(9, 9, moves=gw.KING), rectangle(40, 40), rectangle(220, 220)):
        whole = all_paths(board)
        assert whole.estimate.states > 1
        assert whole.estimate_of_lengths.states > whole.estimate.states
        assert len(whole.options()) == 2


def test_closed_tours_of_a_rook_are_counted_in_a_table():
    """Of 16 x 16 a sweep of a graph takes 55 s of processor time, the table 2."""
    assert tours(rectangle(16, 16)).estimate.engine == "profile"


def test_what_does_not_fit_in_memory_is_refused_with_its_figures():
    with pytest.raises(gw.errors.HopelessError, match=r"profile: .* 8 GB of memory are allowed"):
        rectangle(24, 24).paths().within(memory="8GB").count()


def test_no_search_for_an_order_where_it_cannot_win(never):
    """On an open rook board the table is so much quicker that no order of junctions makes up for it."""
    never(order, "beam")
    assert all_paths(rectangle(20, 20)).estimate.engine == "profile"


# What was measured: states at once, and bytes.
MEASURED = {
    "king 8": (lambda: all_paths(rectangle(8, 8, moves=gw.KING)), 4.94e4, 4.1e6),
    "king 10": (lambda: all_paths(rectangle(10, 10, moves=gw.KING)), 1.05e6, 93e6),
    "knight 6, closed": (lambda: tours(rectangle(6, 6, moves=gw.KNIGHT)), 1.5e3, 0.7e6),
    "king 7, closed": (lambda: tours(rectangle(7, 7, moves=gw.KING)), 5.18e3, 0.9e6),
    "torus 7, closed": (lambda: tours(rectangle(7, 7, wrap="both")), 1.2e6, 80e6),
    "rook 16": (lambda: all_paths(rectangle(16, 16)), 4_179_603, 33e6),
}


@pytest.mark.parametrize("name", MEASURED)
def test_estimates_are_right_to_a_factor_of_ten(name):
    ask, states, bytes_ = MEASURED[name]
    about = ask().estimate
    assert states / 10 < about.states < states * 10
    assert bytes_ / 10 < about.bytes < bytes_ * 10


@pytest.mark.parametrize(
    ("shape", "moves", "tour"),
    [
        ((5, 5), gw.ORTHOGONAL, True),
        ((5, 5), gw.ORTHOGONAL, False),
        ((6, 6), gw.ORTHOGONAL, True),
        ((4, 9), gw.ORTHOGONAL, False),
        ((3, 20), gw.ORTHOGONAL, True),
        ((3, 12), gw.KING, True),
        ((3, 12), gw.KING, False),
    ],
)
def test_estimates_of_a_torus_are_right_to_a_factor_of_two(shape, moves, tour):
    board = rectangle(*shape, wrap="both", moves=moves)
    paths = tours(board) if tour else all_paths(board, start=None, exits=None, closed=True)
    (question,) = paths.questions
    engine = simpath.Simpath(question)
    sweep = LayerSweep(Machine(engine.plan), Counts(), NO_LIMITS.watch(), MemoryBudget())
    states = max(len(at.keys) for at in sweep.run())
    assert states / 2 < engine.estimate.states < states * 2


# Knight's tours: rows, columns, closed: states at once, and bytes.
HALVES = [
    (6, 6, True, 2.1e4, 2e6),
    (8, 6, False, 2.8e6, 35e6),
    (7, 7, False, 5.7e7, 326e6),
    (10, 7, True, 2.05e7, 207e6),
    (8, 8, True, 1.64e8, 1.39e9),
    (8, 8, False, 1.8e9, 11.8e9),
    (9, 8, True, 6.16e8, 12e9),
    (20, 6, True, 1.1e6, 41e6),
]


@pytest.mark.parametrize(("rows", "columns", "closed", "states", "bytes_"), HALVES)
def test_estimates_of_halves_are_right_to_a_factor_of_ten(rows, columns, closed, states, bytes_):
    about = estimate_tours(rows, columns, closed=closed)
    assert states / 10 < about.states < states * 10
    assert bytes_ / 10 < about.bytes < bytes_ * 10
    assert why_hopeless(about, 18 << 30) is None


# ------------------------------------------------------------------------------ hopeless


def test_what_is_hopeless_is_refused_with_figures():
    wide = all_paths(rectangle(40, 40)).why_hopeless(MEMORY)
    assert "states at once" in wide
    assert wide.endswith(" hours; 17 GB of memory are allowed")
    knights = why_hopeless(estimate_tours(10, 10, closed=True), MEMORY)
    assert "TB" in knights
    assert knights.endswith("17 GB of memory are allowed")


def test_a_table_that_fits_in_memory_is_not_hopeless():
    whole = all_paths(rectangle(20, 20))
    assert whole.estimate.bytes == 8 * 258_215_664
    assert whole.why_hopeless(1 << 30) is not None
    assert whole.why_hopeless(4 << 30) is None
    assert whole.why_hopeless(4 << 30, lengths=True) is not None


def test_one_hopeless_block_among_others_is_seen():
    cells = np.zeros((40, 90), bool)
    cells[:, :40] = cells[0] = True
    cells[:3, 60:] = True
    whole = all_paths(gw.Board(cells), exits=[(2, 89)])
    assert len(whole.reduced.blocks) > 2
    assert whole.why_hopeless(MEMORY) is not None


# ------------------------------------------------------------------------------ halves, why not


@pytest.mark.parametrize(
    ("board", "how", "reason"),
    [
        (rectangle(6, 6, moves=gw.KNIGHT), {"tour": False}, "it counts tours"),
        (rectangle(6, 6, moves=gw.KNIGHT), {"exits": [(0, 1)]}, "it counts tours"),
        (rectangle(6, 6, moves=gw.KNIGHT), {"starts": [(0, 1), (0, 2)]}, "from one start or from all"),
        (gw.Board.from_text("..\n.#", moves=gw.KNIGHT), {}, "open board"),
        (rectangle(11, 12, moves=gw.KNIGHT), {}, "11 cells wide"),
        (rectangle(6, 6, moves=gw.Moves(((0, 1), (1, 0)))), {}, "another stencil"),
        (rectangle(6, 6, moves=gw.KNIGHT), {}, None),
        (rectangle(6, 6, moves=gw.KNIGHT), {"starts": [(0, 1)]}, None),
        (rectangle(3, 4, moves=gw.KNIGHT), {"closed": True}, None),
    ],
)
def test_why_halves_cannot_count(board, how, reason):
    how = {"tour": True, "closed": False, "starts": None, "exits": None} | how
    found = why_not(board, **how)
    assert found is None if reason is None else reason in found


def test_a_board_too_low_for_halves_is_estimated_as_it_is_counted():
    about = estimate_tours(3, 3, closed=False)
    assert about.engine == "simpath"
    assert about.seconds < 1
    ask = {"resources": Resources(MEMORY), "watch": NO_LIMITS.watch()}
    assert count_tours(3, 3, closed=False, **ask) == 0  # no move leads to the centre


# ------------------------------------------------------------------------------ what is held


@pytest.mark.parametrize("moves", [gw.ORTHOGONAL, gw.KING])
def test_what_ranks_hold_can_be_dropped(moves):
    whole = all_paths(rectangle(5, 5, moves=moves))
    assert whole.bytes == 0
    first = whole.at([whole.total - 1])[0].tolist()
    held = whole.bytes
    assert held > 1000
    whole.close()
    assert whole.bytes == 0
    assert whole.at([whole.total - 1])[0].tolist() == first
    assert whole.bytes == held
