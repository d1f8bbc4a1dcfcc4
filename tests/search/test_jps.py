"""Jump point search: bits, maps of stops, turning rules, and answers across the words of a line."""

import random

import numpy as np
import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.runtime import slices
from gridwalk.search.choice import ready
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
@pytest.mark.parametrize("seed", range(4))
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
                models[name] = ready(boards[name], "jps").model
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
