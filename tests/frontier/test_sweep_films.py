"""A sweep that is looked at: its states and their numbers, beside all partial paths written down."""

from collections import Counter
from itertools import combinations

import pytest

import gridwalk as gw
from gridwalk.errors import QuestionError, UnsuitableAlgorithmError
from gridwalk.planner.traces import sweep_film
from gridwalk.viewer.answers import sweep_data
from published import KNIGHT_CLOSED, ROOK_CLOSED_4_ROWS, ROOK_PATHS

WALLED = gw.Board.from_text(".....\n.#.#.\n.....\n.....")


# ------------------------------------------------ oracle: partial paths as sets of edges, nothing of gridwalk


def subsets(edges):
    return [set_ for n in range(len(edges) + 1) for set_ in combinations(edges, n)]


def pieces_of(edges):
    """Return the degree of every cell, and the two ends of every piece; None: there is a cycle."""
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
    """Return a state with its pieces named by their ends only."""
    return "".join("e" if mark.isalpha() and mark != "x" else mark for mark in state.marks), frozenset(
        state.pieces
    )


def as_counter(layer):
    numbers = Counter()
    for state in layer.states:
        assert in_words(state) not in numbers  # no two states are one
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
    """A path is a ring with the edge from exit to start; what cannot be finished at a cell is dropped."""
    film = sweep_film(board.paths()._question, "simpath")
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


@pytest.mark.parametrize(
    "board", [gw.Board.rectangle(3, 3), gw.Board.rectangle(4, 4), gw.Board.rectangle(2, 5), WALLED],
    ids=["3x3", "4x4", "2x5", "walled"],
)  # fmt: skip
def test_motzkin_words_are_all_partial_paths(board):
    """A place of the frontier is an edge: not used, an end of a piece, or of the piece from start or exit."""
    film = sweep_film(board.paths()._question, "profile")
    ends = {board.index(board.start), board.index(board.exits[0])}
    partials, total = [()], 0
    for layer in film.layers[1:]:
        allowed = (1,) if layer.cell in ends else (0, 2)
        kept, states = [], Counter()
        for partial in grow(partials, layer.edges, layer.cell, allowed):
            plugs = [edge for edge in layer.frontier if edge in partial]
            # A plug is not joined to another in a cell that is still to come.
            found = pieces_of([(edge[0], ("plug", edge)) if edge in plugs else edge for edge in partial])
            if found is None:
                continue
            other = found[1]
            if all(end in ends for end in other) and other:
                total += len(other) == 2 and not plugs
                continue
            if any(end in ends and other[end] in ends for end in other):
                continue  # the path is finished, and there is more
            kept.append(partial)
            word, pairs = "", set()
            for place, edge in enumerate(layer.frontier):
                mate = other.get(("plug", edge))
                if mate is None:
                    word += "."
                elif mate in ends:
                    word += "|"
                else:
                    there = layer.frontier.index(mate[1])
                    word += "(" if place < there else ")"
                    pairs.add((min(place, there), max(place, there)))
            states[word, frozenset(pairs)] += 1
        assert as_counter(layer) == states
        partials = kept
    assert total == film.number == board.paths().count()


@pytest.mark.parametrize("shape", [(4, 4), (4, 5), (5, 4)], ids=["4x4", "4x5", "5x4"])
def test_halves_are_all_partial_tours(shape):
    """Of the states that can be joined: all partial tours that have the degrees and the pieces."""
    film = sweep_film(gw.Board.rectangle(*shape).tours(closed=True)._question, "halves")
    part, partials = "", [()]
    last = {}
    for layer in film.layers:
        if layer.part != part:
            part, partials = layer.part, [()]
            continue
        allowed = (2,) if layer.cell >= 0 else range(3)
        partials = [one for one in grow(partials, layer.edges, layer.cell, allowed) if pieces_of(one)]
        cells = [place[0] for place in layer.frontier]
        states = Counter()
        for partial in partials:
            degree, other = pieces_of(partial)
            if all(end in cells for end in other):
                marks = "".join(".ex"[degree[v]] for v in cells)
                pairs = {(cells.index(a), cells.index(b)) for a, b in other.items()}
                states[marks, frozenset((a, b) for a, b in pairs if a < b)] += 1
        found = as_counter(layer)
        assert found.items() <= states.items()
        last[part] = layer
    upper, lower = last["upper half"], last["lower half"]
    assert {place for joining in film.joinings for place in joining.first} <= set(range(len(upper.states)))
    for joining in film.joinings:
        first = [upper.states[i] for i in joining.first]
        second = [lower.states[i] for i in joining.second]
        assert joining.number == sum(
            a.number * b.number
            for a in first
            for b in second
            if one_cycle(a, upper.frontier, b, lower.frontier)
        )
    assert film.number == sum(joining.number for joining in film.joinings) == ROOK_CLOSED_4_ROWS[max(shape)]


def one_cycle(a, cells_a, b, cells_b):
    """Whether the pieces of two halves are one cycle: walk from piece to piece."""
    ways = [
        {frontier[x]: frontier[y] for p, q in state.pieces for x, y in ((p, q), (q, p))}
        for state, frontier in ((a, cells_a), (b, cells_b))
    ]
    begin = next(iter(ways[0]))
    at, seen = begin, 0
    while True:
        at = ways[1][ways[0][at]]
        seen += 2
        if at == begin:
            return seen == len(ways[0])


# ------------------------------------------------------------------------------------- sums


@pytest.mark.parametrize("by", ["simpath", "profile"])
@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6])
def test_numbers_come_from_the_layer_before(side, by):
    board = gw.Board.rectangle(side, side)
    film = sweep_film(board.paths()._question, by)
    for before, after in zip(film.layers, film.layers[1:], strict=False):
        for state in after.states:
            assert state.number == sum(before.states[way.state].number for way in state.arrivals)
            assert len(set(state.arrivals)) == len(state.arrivals)
        assert after.finished == sum(before.states[way.state].number for way in after.closing)
    assert film.number == ROOK_PATHS[side]


def test_blocks_follow_one_another():
    board = gw.Board.from_text("..#..\n.....\n..#..")
    film = sweep_film(board.paths((0, 0), (2, 4))._question)
    assert {layer.part for layer in film.layers} > {"block 1 of 3"}
    assert film.number == 9


def test_kings_pieces_cross():
    film = sweep_film(gw.Board.rectangle(3, 3, moves=gw.KING).paths()._question)
    assert any(state.marks.startswith("abab") for layer in film.layers for state in layer.states)


def test_one_way_pieces_have_a_direction():
    board = gw.Board.rectangle(3, 3, one_way={(0, 0): [(0, 1)]})
    film = sweep_film(board.paths((2, 2), (0, 2))._question)
    assert film.number == board.paths((2, 2), (0, 2)).count()
    assert any(a > b for layer in film.layers for state in layer.states for a, b in state.pieces)


def test_knights_halves():
    """An open tour counts with its direction."""
    closed = gw.Board.rectangle(5, 6, moves=gw.KNIGHT).tours(closed=True)
    assert sweep_film(closed._question).number == KNIGHT_CLOSED[5, 6]
    film = sweep_film(gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours()._question)
    assert (film.engine, film.number, sum(joining.number for joining in film.joinings)) == ("halves", 16, 8)


@pytest.mark.parametrize(
    ("paths", "by", "error", "words"),
    [
        (gw.Board.rectangle(7, 7).paths(), "auto", QuestionError, "49 open cells, and it takes up to 36"),
        (gw.Board.rectangle(6, 6, moves=gw.KING).paths(), "auto", QuestionError, "more than 6,000 states"),
        (gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True), "halves", QuestionError, "signatures"),
        (gw.Board.rectangle(4, 4, moves=gw.KING).paths(), "profile", UnsuitableAlgorithmError, "orthogonal"),
        (gw.Board.rectangle(4, 4).paths(), "halves", UnsuitableAlgorithmError, "tours"),
        (gw.Board.rectangle(4, 5, moves=gw.KNIGHT).tours(), "simpath", QuestionError, "give one start"),
        (gw.Board.rectangle(3, 3).paths().shorter_than(6), "auto", QuestionError, "lengths"),
    ],
)  # fmt: skip
def test_refusals(paths, by, error, words):
    with pytest.raises(error, match=words):
        sweep_film(paths._question, by)


def test_nothing_to_sweep():
    film = sweep_film(gw.Board.from_text(".#.").paths((0, 0), (0, 2))._question)
    assert (film.layers, film.number) == ((), 0)


def test_data_of_the_page():
    data = sweep_data(gw.Board.rectangle(4, 4).paths(), "profile")
    assert (data["kind"], data["engine"], data["number"], len(data["layers"])) == (
        "sweep",
        "profile",
        "184",
        17,
    )
    state = data["layers"][2]["states"][-1]
    assert state == {"marks": "|()", "pieces": ((1, 2),), "number": "1", "arrivals": [(0, (0, 1))]}
