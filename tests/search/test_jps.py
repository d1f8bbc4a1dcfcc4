"""Jump point search: bits, maps of stops, turning rules, and answers across the words of a line."""

import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.runtime import slices
from gridwalk.search import jps
from strategies import KING, ORTHOGONAL, board_of

RULES = ("both", "none")
KINDS = (*RULES, "four moves")


def raw_of(grid, corners: str) -> oracles.Raw:
    four = corners == "four moves"
    return oracles.Raw(tuple(map(tuple, grid)), ORTHOGONAL if four else KING, "both" if four else corners)


def check(raw: oracles.Raw, board: gw.Board, start, goals) -> None:
    """Compare the costs from *start* to all *goals* with the oracle's, and certify the paths."""
    oracles.check_from(raw, lambda *ends: board.paths(*ends).shortest(by="jps"), start, goals)


@pytest.mark.parametrize("corners", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_all_pairs_of_small_boards(corners, seed):
    kind = ((ORTHOGONAL,), RULES) if corners == "four moves" else ((KING,), (corners,))
    with slices.tier("compiled"):
        for raw, rng in seeded.raws(seed, 50, kind[0], rules=kind[1], most=9, sides=False):
            check(raw, board_of(raw), rng.choice(raw.cells), raw.cells)


@pytest.mark.parametrize("corners", KINDS)
@pytest.mark.parametrize("shape", [(5, 70), (70, 5), (12, 12), (64, 64)])
def test_the_tiers_agree(corners, shape):
    rng = random.Random(f"{shape}{corners}tiers")
    for share in (0.6, 0.85):
        raw = raw_of(seeded.noise(rng, *shape, share), corners)
        boards, models = {}, {}
        for name in ("python", "compiled"):
            with slices.tier(name):
                boards[name] = board_of(raw)
                models[name] = jps.prepare(boards[name]).model
        assert np.array_equal(models["python"][0], models["compiled"][0])
        for _ in range(10):
            start, goal = rng.choice(raw.cells), rng.choice(raw.cells)
            paths = []
            for name, board in boards.items():
                with slices.tier(name):
                    paths.append(board.paths(start, goal).shortest(by="jps"))
            assert paths[0] == paths[1]
            assert paths[0] is None or paths[0].expanded == paths[1].expanded


def test_among_paths_of_four_moves_the_one_nearest_to_the_exit_goes_on():
    """Without obstacles in the way one node is expanded, and few where walls cost no detour."""
    cells = np.ones((200, 200), bool)
    cells[20:180:40, 20:180] = cells[20:180, 20:180:40] = False
    board = gw.Board(cells)
    assert gw.Board.rectangle(200, 200).paths().shortest(by="jps").expanded == 1
    path = board.paths((0, 0), (199, 199)).shortest(by="jps")
    assert (path.cost, path.expanded < 20) == (398, True)


def test_a_trace_for_several_exits_is_the_search_for_the_nearest(tier):
    board = gw.Board.from_matrix([[0, 0, 0, 0, 1, 0], [0, 1, 1, 0, 1, 0], [0, 0, 0, 0, 1, 0]], moves="king")
    one = board.paths((0, 0), (2, 2)).trace(by="jps")
    several = board.paths((0, 0), [(0, 5), (2, 3), (2, 2)]).trace(by="jps")
    assert list(several.path) == list(one.path)
    assert several.events.tolist() == one.events.tolist()
    assert board.paths((0, 0), [(0, 5), (2, 5)]).trace(by="jps").path is None


@pytest.mark.parametrize("corners", RULES)
def test_stops_are_where_the_table_of_turns_allows_more_than_to_go_on(tier, corners):
    """Each bit of a straight map, by its definition: a cell that is closed, or where a path may turn."""
    raw = raw_of(seeded.noise(random.Random(corners), 9, 70, 0.7), corners)
    words, turns, _, (columns, row_words, _, _) = jps.prepare(board_of(raw)).model
    cells = np.zeros((11, columns + 2), bool)
    cells[1:-1, 1:-1] = raw.open_cells
    stops = np.unpackbits(words[jps.E].view(np.uint8), bitorder="little").reshape(-1, 64 * row_words)
    for row in range(1, 10):
        for column in range(1, columns + 1):
            block = cells[row - 1 : row + 2, column - 1 : column + 2].reshape(-1)
            ways = turns[jps.E, int(block @ (1 << np.arange(9)))]
            assert stops[row, column] == (ways != 1 << jps.E)
