"""Films of a sweep: their states and numbers, compared with a list of all partial paths."""

from collections import Counter
from itertools import combinations

import pytest

import gridwalk as gw
from gridwalk.errors import QuestionError
from gridwalk.planner.traces import sweep_film
from gridwalk.viewer.answers import sweep_data
from published import ROOK_CLOSED, ROOK_PATHS

WALLED = gw.Board.from_text(".....\n.#.#.\n.....\n.....")


# ------------------------------------------------ oracle: partial paths as sets of edges, nothing of gridwalk


def subsets(edges):
    return [set_ for n in range(len(edges) + 1) for set_ in combinations(edges, n)]


def pieces_of(edges):
    """Return the degree of every cell, and the two ends of every piece; None if there is a cycle."""
    degree, other = Counter(), {}
    for edge in edges:
        a, b = edge[0], edge[-1]
        degree.update((a, b))
        end_a, end_b = other.pop(a, a), other.pop(b, b)
        if end_a == b:
            return None
        other[end_a], other[end_b] = end_b, end_a
    return degree, other


def grow(partials, edges, cell, allowed):
    """Yield all partial paths with some of *edges* added, *cell* having a degree that is *allowed*."""
    for partial in partials:
        for more in subsets(edges):
            both = (*partial, *more)
            degree = Counter(end for edge in both for end in (edge[0], edge[-1]))
            if degree[cell] in allowed and max(degree.values(), default=0) <= 2:
                yield both


def in_words(state):
    """Return a state in which pieces are identified by their ends."""
    return "".join("e" if mark.isalpha() and mark != "x" else mark for mark in state.marks), frozenset(
        state.pieces
    )


def as_counter(layer):
    numbers = Counter()
    for state in layer.states:
        assert in_words(state) not in numbers  # all states differ
        numbers[in_words(state)] = state.number
    return numbers


def closed_ring(edges):
    """Whether the edges are one ring."""
    *rest, last = edges
    found = pieces_of(rest)
    if found is None:
        return False
    return found[1] == {last[0]: last[-1], last[-1]: last[0]}


@pytest.mark.parametrize(
    "board",
    [gw.Board.rectangle(3, 3), gw.Board.rectangle(4, 4), gw.Board.rectangle(2, 5), WALLED,
     gw.Board.rectangle(3, 3, moves=gw.KING), gw.Board.rectangle(3, 4, moves=gw.KNIGHT)],
    ids=["3x3", "4x4", "2x5", "walled", "king", "knight"],
)  # fmt: skip
def test_mates_are_all_partial_paths(board):
    """A path is a ring with the edge from exit to start; partial paths that lead nowhere are dropped."""
    film = sweep_film(board.paths()._question)
    ring = (board.index(board.exits[0]), board.index(board.start))
    layers = [[edge or ring for edge in layer.edges] for layer in film.layers]
    partials, total = [()], 0
    for number, layer in enumerate(film.layers[1:], 1):
        left = Counter(end for later in layers[number + 1 :] for edge in later for end in (edge[0], edge[-1]))
        kept, states = [], Counter()
        cells = [place[0] for place in layer.frontier]
        for partial in grow(partials, layers[number], layer.cell, (0, 2)):
            if () in film.layers[number].edges and ring not in partial:
                continue
            found = pieces_of(partial)
            if found is None:
                total += closed_ring(partial) and ring in partial
                continue
            degree, other = found
            if any(not left[end] for end in other):
                continue  # a piece that cannot go on
            kept.append(partial)
            marks = ["e" if v in other else "." if not degree[v] and left[v] > 1 else "x" for v in cells]
            ends = {(cells.index(a), cells.index(b)) for a, b in other.items()}
            states["".join(marks), frozenset((a, b) for a, b in ends if a < b)] += 1
        assert as_counter(layer) == states
        partials = kept
        assert sum(one.finished for one in film.layers[: number + 1]) == total
    assert total == film.number == board.paths().count()


# ------------------------------------------------------------------------------------- sums


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6])
def test_numbers_come_from_the_layer_before(side):
    board = gw.Board.rectangle(side, side)
    film = sweep_film(board.paths()._question)
    for before, after in zip(film.layers, film.layers[1:], strict=False):
        for state in after.states:
            assert state.number == sum(before.states[way.state].number for way in state.arrivals)
            assert len(set(state.arrivals)) == len(state.arrivals)
        assert after.finished == sum(before.states[way.state].number for way in after.closing)
    assert film.number == ROOK_PATHS[side]


def test_one_way_pieces_have_a_direction():
    """A piece has a direction once only one is possible: the corner (0, 0) is left downwards only."""
    board = gw.Board.rectangle(3, 3, one_way={(0, 0): [(1, 0)]})
    film = sweep_film(board.paths((2, 2), (0, 2))._question)
    assert film.number == board.paths((2, 2), (0, 2)).count()
    down, middle = (board.index((1, 0)),), (board.index((1, 1)),)
    through = [
        tuple(layer.frontier[place] for place in piece)
        for layer in film.layers[1:3]
        for state in layer.states
        for piece in state.pieces
    ]
    assert (middle, down) in through  # from the middle by way of (0, 1) and the corner
    assert (down, middle) not in through


def test_tours_are_swept_as_paths_are():
    film = sweep_film(gw.Board.rectangle(4, 4).tours(closed=True)._question)
    assert film.number == ROOK_CLOSED[4]
    tours = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours((0, 0))
    assert sweep_film(tours._question).number == tours.count()


@pytest.mark.parametrize(
    ("paths", "words"),
    [
        (gw.Board.rectangle(7, 7).paths(), "49 open cells, and it takes up to 36"),
        (gw.Board.rectangle(6, 6, moves=gw.KING).paths(), "more than 6,000 states"),
        (gw.Board.rectangle(4, 5, moves=gw.KNIGHT).tours(), "more than 6,000 states"),
        (gw.Board.rectangle(3, 3).paths().shorter_than(6), "lengths"),
    ],
)
def test_refusals(paths, words):
    with pytest.raises(QuestionError, match=words):
        sweep_film(paths._question)


def test_data_of_the_page():
    data = sweep_data(gw.Board.rectangle(4, 4).paths())
    assert (data["kind"], data["number"], len(data["layers"])) == ("sweep", "184", 14)
    state = data["layers"][1]["states"][1]
    assert state == {"marks": ".aa", "pieces": ((1, 2),), "number": "1", "arrivals": [(0, (1, 2))]}
