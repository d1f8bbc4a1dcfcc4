"""The corridor graph: dead ends taken away, corridors as edges, and paths through all of it."""

import pytest

import gridwalk as gw
import oracles
import seeded
from gridwalk.runtime import slices
from gridwalk.search.corridors import prepare
from strategies import BISHOP_STEPS, KING, ORTHOGONAL, board_of

STEPS = (ORTHOGONAL, ORTHOGONAL[::-1], KING, KING[::-1], BISHOP_STEPS)
CHAMBERS = "\n".join(["....#....", ".##...##.", ".##.#.##.", "....#...."])


def check(raw: oracles.Raw, board: gw.Board, start, goals) -> None:
    """Compare the costs from *start* to all *goals* with the oracle's, and certify the paths."""
    oracles.check_from(raw, lambda *ends: board.paths(*ends).shortest(by="corridors"), start, goals)


def test_all_pairs_of_small_boards():
    with slices.tier("compiled"):
        for raw, rng in seeded.raws(10, 60, STEPS, most=7, wrap=0):
            check(raw, board_of(raw), rng.choice(raw.cells), raw.cells)


@pytest.mark.parametrize(
    ("text", "junctions"),
    [
        ("...\n.#.\n...", 0),  # a circle
        (".....\n.#.#.\n.....", 2),
        ("....\n.#.#\n...#", 0),  # a circle with a hair
        (".#.\n.#.\n...", 0),  # a tree alone: no core at all
        (CHAMBERS, 2),  # two circles and a way between them
    ],
)
def test_boards_of_few_junctions(tier, text, junctions):
    rows = text.split("\n")
    raw = oracles.Raw(tuple(tuple(c == "." for c in row) for row in rows), ORTHOGONAL)
    board = board_of(raw)
    assert len(prepare(board).model[2]) - 1 == junctions
    for start in raw.cells:
        check(raw, board, start, raw.cells)
