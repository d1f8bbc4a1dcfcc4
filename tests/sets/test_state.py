"""State: whatever was asked, changed, stopped or lost before, every object answers as one made anew.

A history is a chain of random steps from a seed.  After each step *all* objects of the history are compared,
not the newest alone: a board with that of plain data which a model in this file says it is, a set with that
of such a board, files with what was written for certain, a slot of the viewer with a new one.
"""

import random
import threading
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.algorithms import names
from gridwalk.runtime import slices
from gridwalk.search.choice import ready, why_not
from gridwalk.search.components import part_of_cell
from gridwalk.search.fields import CachedField
from gridwalk.search.prepared import Prepared
from profiles import number
from strategies import BISHOP_STEPS, DABBABA, KING, KNIGHT, ORTHOGONAL

STENCILS = {
    "orthogonal": ORTHOGONAL, "king": KING, "bishop": BISHOP_STEPS, "knight": KNIGHT, "dabbaba": DABBABA,
    "one way": ((0, 1), (-1, 1), (1, 0)), "king and knight": KING + KNIGHT,
}  # fmt: skip
PLAIN = ("open_cells", "costs", "one_way", "portals", "start", "exits", "wrap", "diagonal")

# ---------------------------------------------------------------------------------- boards


class Model:
    """A board as plain data, which is changed by the rules of the documentation."""

    def __init__(self, rng: random.Random, shape, steps, corners) -> None:
        (self.rows, self.columns), self.moves = shape, gw.Moves(steps, corners=corners)
        self.open = {cell: rng.random() < 0.8 for cell in self.cells}
        self.start, self.exit = (0, 0), (self.rows - 1, self.columns - 1)
        self.open[self.start] = self.open[self.exit] = True
        kind = rng.choice((None, None, int, float))
        price = (lambda: rng.randint(0, 9)) if kind is int else (lambda: rng.choice((0.5, 1.25, 3.0, 7.5)))
        self.costs = {cell: price() if self.open[cell] else 1 for cell in self.cells} if kind else None
        self.between, self.portals, self.one_way = set(), [], {}
        if rng.random() < 0.3:
            self.one_way = {rng.choice([c for c in self.cells if self.open[c]]): rng.choice(steps)}

    @property
    def cells(self):
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def board(self) -> gw.Board:
        """Return the board, made anew of lists."""

        def rows(value: Callable) -> list:
            return [[value((row, column)) for column in range(self.columns)] for row in range(self.rows)]

        right = [
            [((r, c), (r, c + 1)) in self.between for c in range(self.columns - 1)] for r in range(self.rows)
        ]
        below = [
            [((r, c), (r + 1, c)) in self.between for c in range(self.columns)] for r in range(self.rows - 1)
        ]
        sides = np.array(right, bool).reshape(self.rows, -1), np.array(below, bool).reshape(-1, self.columns)
        return gw.Board(
            rows(self.open.get), moves=self.moves, costs=None if self.costs is None else rows(self.costs.get),
            one_way=dict(self.one_way), walls=sides if self.between else None, portals=list(self.portals),
            start=self.start, exits=[self.exit],
        )  # fmt: skip

    def changed(self, rng: random.Random, board: gw.Board):
        """Return a changed model, and *board* with the same change."""
        new = object.__new__(Model)
        vars(new).update(
            {name: value.copy() if hasattr(value, "copy") else value for name, value in vars(self).items()}
        )
        kind = rng.choice(("open", "close", "close", "price", "door", "no door", "portal"))
        some = rng.sample(self.cells, rng.randint(1, min(3, len(self.cells))))
        if kind == "open":
            cost = rng.choice((2, 5, 0.5)) if self.costs is not None and rng.random() < 0.5 else None
            for cell in some:
                new.open[cell] = True
            if cost is not None:
                new.costs.update(dict.fromkeys(some, cost))
            return new, board.with_open(*some, **({} if cost is None else {"costs": cost}))
        if kind == "close":
            some = [cell for cell in some if cell not in (self.start, self.exit)]
            for cell in some:
                new.open[cell] = False
                new.one_way.pop(cell, None)
                if new.costs is not None:
                    new.costs[cell] = 1
            new.portals = [each for each in new.portals if new.open[each[0]] and new.open[each[1]]]
            return new, board.with_walls(*some)
        if kind == "price" and self.costs is not None:
            prices = {cell: rng.choice((0, 1, 4, 9, 0.25)) for cell in some if self.open[cell]}
            new.costs.update(prices)
            return new, board.with_costs(prices)
        if kind == "portal" and rng.random() < 0.3:
            ends = rng.sample([cell for cell in self.cells if self.open[cell]], 2)
            if any(each[:2] == tuple(ends) for each in self.portals):
                return new, board
            new.portals.append(tuple(ends))
            return new, board.with_portals(tuple(ends))
        pairs = [
            ((r, c), beside)
            for r, c in some
            for beside in [rng.choice([(r, c + 1), (r + 1, c)])]
            if beside in self.open
        ]
        change = set.difference if kind == "no door" else set.union
        new.between = change(self.between, pairs)
        turned = [pair[::-1] if rng.random() < 0.5 else pair for pair in pairs]
        return new, (board.without_walls_between if kind == "no door" else board.with_walls_between)(*turned)


def arrays_of(model):
    """Return the arrays of the model of a search, also the arrays in its tuples."""
    return [array for part in model for array in (part if isinstance(part, tuple) else (part,))]


def check_kept(board: gw.Board, other: gw.Board) -> None:
    """Compare all that *board* keeps, and that can be repaired, with what *other* makes of itself."""
    for key in board._kept:
        value = board._kept.peek(key)
        if isinstance(value, Prepared):
            mine, its = arrays_of(value.model), arrays_of(ready(other, value.name).model)
            assert len(mine) == len(its)
            for one, another in zip(mine, its, strict=True):
                assert np.array_equal(one, another), key
                assert getattr(one, "dtype", None) == getattr(another, "dtype", None)
                assert not isinstance(one, np.ndarray) or not one.flags.writeable
        elif isinstance(value, CachedField):
            places, values = value.sources.places.tolist(), value.sources.values.tolist()
            ends = {divmod(v, other.columns): begin for v, begin in zip(places, values, strict=True)}
            field = other.flow_field(ends) if key.facts[0] == "flow" else None
            distances = other.distances(**{"exits" if value.backwards else "start": ends})
            assert np.array_equal(value.tree.distances, distances.reshape(-1))
            assert field is None or np.array_equal(value.tree.moves, field.next_move.reshape(-1))
        elif key.name == "parts":
            assert np.array_equal(value, part_of_cell(other))


def check_facts(board: gw.Board, other: gw.Board) -> None:
    """Compare the costs and the facts about them with those of *other*."""
    mine, its = board._cost_facts, other._cost_facts
    assert (mine is None) == (its is None)
    if mine is not None:
        assert board.costs.dtype == other.costs.dtype
        assert mine.total == pytest.approx(its.total, rel=1e-12)
        assert (mine.least, mine.greatest) == (its.least, its.greatest)
        entered = other.costs[other.open_cells]
        assert (its.least, its.greatest) == (entered.min(), entered.max())


def check_board(board: gw.Board, model: Model, rng: random.Random) -> None:
    """Compare *board*, its parts and what it keeps, and some answers, with the board that the model says."""
    other = model.board()
    assert board == other
    assert hash(board) == hash(other)
    for name in PLAIN:
        mine, its = getattr(board, name), getattr(other, name)
        assert np.array_equal(mine, its) if isinstance(its, np.ndarray) else mine == its, name
    assert (board.open_count, board._symmetric) == (other.open_count, other._symmetric)
    for asked in ({}, {"cells_decide": True}, {"whole": True}):
        assert board._is_plain(**asked) == other._is_plain(**asked)
    assert np.array_equal(board._moves_of_cell, other._moves_of_cell)
    assert board._moves_of_cell.dtype == other._moves_of_cell.dtype
    for array in (board.open_cells, board.costs, board._moves_of_cell, *(board.walls or ())):
        assert array is None or not array.flags.writeable
    check_kept(board, other)
    check_facts(board, other)
    start, goal = rng.choices([cell for cell in model.cells if model.open[cell]], k=2)
    assert board.moves_from(start) == other.moves_from(start)
    for by in {"auto", *(key.facts[0] for key in board._kept if key.name == "prepared")}:
        mine, its = (each.paths(start, goal).shortest(by=by) for each in (board, other))
        assert (mine is None) == (its is None), by
        assert mine is None or (mine.cells.tolist(), mine.cost) == (its.cells.tolist(), its.cost), by


# Not asked here: what sweeps, and iterative deepening, which forgets where it was and may take years.
BY = tuple(by for by in names("shortest") if by not in ("sweep", "idastar"))


def ask(board: gw.Board, model: Model, rng: random.Random) -> None:
    """Ask something, for what the board then keeps."""
    start, goal = rng.choices([cell for cell in model.cells if model.open[cell]], k=2)
    kind = rng.choice(("shortest", "shortest", "facts", "solver", "table", "field"))
    if kind == "shortest":
        by = rng.choice(("auto", *(by for by in BY if not why_not(board, by))))
        board.paths(start, goal).shortest(by=by)
    elif kind == "facts":
        _ = board._cost_facts if board.costs is not None else part_of_cell(board)
    elif kind == "solver":
        for by in ("jps", "astar", "corridors"):
            if not why_not(board, by):
                ready(board, by)
    elif kind == "table":
        _ = board._moves_of_cell, board.open_count, board._step_costs
    else:
        values = {start: 0, goal: rng.choice((-2.5, 0, 1))}
        for ends in rng.sample((start, [start, goal], values), 2):
            board.distances(ends), board.distances(exits=ends), board.flow_field(ends)


@pytest.mark.parametrize("corners", ["both", "one", "none"])
@pytest.mark.parametrize("stencil", STENCILS)
def test_every_board_of_a_chain_is_one_made_anew(stencil, corners):
    for seed in range(number(12) // 5):
        rng = random.Random(f"{stencil} {corners} {seed}")
        model = Model(rng, (rng.randint(1, 6), rng.randint(2, 7)), STENCILS[stencil], corners)
        history = [(model.board(), model)]
        with slices.tier(rng.choice(("python", "python", "compiled"))):
            for _ in range(6):
                for _ in range(2):
                    ask(*rng.choice(history), rng)
                board, model = history[-1] if rng.random() < 0.7 else rng.choice(history)
                model, board = model.changed(rng, board)
                history.append((board, model))
                for each in history:
                    check_board(*each, rng)


def test_costs_that_grow_past_what_is_added_exactly_are_scaled_as_on_a_new_board():
    """A sum of costs beyond 2**59 is divided by a power of two, in a search that was repaired before, too."""
    costs = np.full((5, 6), 2.0**53)
    board, cells = gw.Board(costs > 0, costs=costs), [(r, c) for r in range(5) for c in range(6)]
    ready(board, "astar")
    for cell in cells:
        costs[cell] = 2.0**56
        board = board.with_costs({cell: 2.0**56})
        other = gw.Board(costs > 0, costs=costs)
        check_kept(board, other)
        ready(board, "astar")
    assert costs.sum() > 2.0**60
    assert board.paths().shortest().cells.tolist() == other.paths().shortest().cells.tolist()


# ------------------------------------------------------------------------------------ sets


def listed(paths) -> list:
    return [path.cells.tolist() for path in paths]


SETS: tuple[Callable, ...] = (
    lambda board: board.paths(),
    lambda board: board.paths().avoiding((0, 1)),
    lambda board: board.paths().longer_than(4),
    lambda board: board.paths().induced(),
    lambda board: board.tours(),
    lambda board: board.cycles(),
)
VERBS: tuple[Callable, ...] = (
    lambda some, n: some.count(),
    lambda some, n: listed(some.sample(3, seed=n)) if some.count() else [],
    lambda some, n: listed([some.unrank(n % count)]) if (count := some.count()) else [],
    lambda some, n: [some.rank(path) for path in some.sample(2, seed=n)] if some.count() else [],
    lambda some, n: some.lengths(),
    lambda some, n: None if (path := some.longest()) is None else path.cells.tolist(),
)


@pytest.mark.parametrize("seed", range(number(60) // 5))
def test_sets_of_changed_boards_answer_as_those_of_new_ones(seed):
    """Ranks and sweeps kept with a board, iterators under way, and questions of two threads at once."""
    rng = random.Random(seed)
    model = Model(rng, (3, rng.randint(3, 4)), rng.choice((ORTHOGONAL, ORTHOGONAL, KNIGHT, KING)), "both")
    model.costs = None
    for cell in ((0, 1), (1, 0)):
        model.open[cell] = True
    history = []
    board = model.board()
    for _ in range(4):
        if not (board.open_cells[0, 1] and board.open_cells[1, 0]):
            break
        make, path_set = rng.choice(SETS), board.paths()
        history.append((make(board), make, model, iter(path_set), 0))
        for i, (some, make, its, paths, read) in enumerate(history):
            new, (verb, other), n = make(its.board()), rng.choices(VERBS, k=2), rng.randrange(99)
            expected = verb(new, n), other(new, n)
            said = {}
            threads = [
                threading.Thread(target=lambda v=v, at=at: said.update({at: v(some, n)}))  # noqa: B023
                for at, v in enumerate((verb, other))
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert (said[0], said[1]) == expected
            assert (verb(some, n), other(some, n)) == expected
            more = listed(islice(paths, 2))
            assert more == listed(islice(its.board().paths(), read, read + 2))
            history[i] = some, make, its, paths, read + len(more)
        model, board = model.changed(rng, board)


# ----------------------------------------------------------------------- files that outlast us


# ------------------------------------------------------------------------------ viewer's slots
