"""Numberlink puzzles that are made: one solution, by trying all paths; on the command line in all forms."""

import json

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
import oracles
from gridwalk.errors import InputError
from oracles import Raw
from strategies import ORTHOGONAL


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_have_one_solution(seed):
    made = gw.make_numberlink(4, 5, rng=seed)
    assert made == gw.make_numberlink(4, 5, rng=seed) == gw.make_numberlink(4, 5, seed=seed)
    assert list(made.pairs) == sorted(made.pairs)
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


def test_words_that_lead_to_puzzles(run):
    with pytest.raises(InputError, match="make_numberlink"):
        gw.make("numberlink", 6, 6)
    with pytest.raises(AttributeError, match="make_numberlink"):
        gw.numberlink  # noqa: B018
    assert "make numberlink" in run("numberlink", "5x5")[2]


def test_the_command_prints_and_writes_puzzles(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    puzzle = gw.make_numberlink(7, rng=1)
    status, out, err = run("make", "numberlink", "7x7", "--seed", "1")
    assert (status, out) == (0, f"{puzzle.draw()}\n")
    assert err.startswith(
        "gridwalk: numberlink with --seed 1: 7 pairs, one solution; to solve it: puzzle FILE"
    )
    facts = json.loads(run("make", "numberlink", "7x7", "--seed", "1", "--json")[1])
    assert facts["text"] == puzzle.draw()
    assert facts["pairs"]["A"] == [list(cell) for cell in puzzle.pairs[0]]
    for name in ("p.txt", "p.svg", "p.png", "p.pdf"):
        assert run("make", "numberlink", "7x7", "--seed", "1", "-o", name)[0] == 0
    assert gw.read_pairs("p.txt") == puzzle
    picture = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert [picture.count(f">{letter}</text>") for letter in "ABCDEFG"] == [2] * 7
    assert len({name for name in range(1, 13) if f'<circle class="pair{name}"' in picture}) == 7
    with Image.open("p.png") as image:
        assert image.size == (7 * 56 + 24, 7 * 56 + 24)
    data = (tmp_path / "p.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert b"/Count 1" in data
    assert run("make", "wilson", "5x5", "-o", "maze.pdf")[0] == 0  # any board
    assert (tmp_path / "maze.pdf").read_bytes().startswith(b"%PDF-")
