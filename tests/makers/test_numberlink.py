"""Numberlink puzzles that are made have one solution, by trying all paths."""

import numpy as np
import pytest

import gridwalk as gw
import oracles
from oracles import Raw
from strategies import ORTHOGONAL


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_have_one_solution(seed, tmp_path):
    made = gw.make_numberlink(4, 5, rng=seed)
    assert made == gw.make_numberlink(4, 5, rng=seed) == gw.make_numberlink(4, 5, seed=seed)
    assert list(made.pairs) == sorted(made.pairs)
    (tmp_path / "puzzle.txt").write_text(made.draw())
    assert gw.read_pairs(tmp_path / "puzzle.txt") == made
    assert made.board.shape == (4, 5)
    raw = Raw(((True,) * 5,) * 4, ORTHOGONAL)

    def solutions(pairs, free):
        """Count by trying every path of the first pair, and so on."""
        if not pairs:
            return not free
        (start, end), *others = pairs
        ends = {cell for pair in others for cell in pair}
        here = Raw(tuple(tuple((r, c) in free - ends for c in range(5)) for r in range(4)), ORTHOGONAL)
        return sum(solutions(others, free - {*path}) for path in oracles.simple_paths(here, start, [end]))

    assert solutions(list(made.pairs), {*raw.cells}) == 1
    assert all(path.length >= 2 for path in made.find())


def test_puzzles_of_a_number_of_pairs_and_of_a_generator():
    assert len(gw.make_numberlink(6, pairs=6, rng=1).pairs) == 6
    generator = np.random.default_rng(5)
    assert gw.make_numberlink(5, rng=generator) == gw.make_numberlink(5, rng=5)
    assert gw.make_numberlink(5, rng=generator) != gw.make_numberlink(5, rng=5)
    assert gw.make_numberlink(5).count() == 1
