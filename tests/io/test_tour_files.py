"""Tours and paths in files: read back, every step checked; and files that gzip packed."""

import gzip
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.errors import FileError
from profiles import examples


@pytest.fixture
def file(tmp_path):
    """Write a text to a file and return its name."""

    def write(text, name="tour.txt"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


@given(cells=st.permutations([(r, c) for r in range(3) for c in range(4)]), number=st.integers(1, 12))
@examples(200)
def test_the_first_wrong_step_is_the_first(cells, number, tmp_path_factory):
    """Against the rule itself: a rook's step changes one coordinate by one."""
    file = tmp_path_factory.mktemp("tours") / "tour.txt"
    cells = cells[:number]
    file.write_text(printed_from(1, cells, 3, 4))
    far = [
        step
        for step, ((r, c), (to_r, to_c)) in enumerate(pairwise(cells), 1)
        if abs(r - to_r) + abs(c - to_c) != 1
    ]
    if far:
        with pytest.raises(FileError) as caught:
            gw.read_tour(file, moves=gw.ORTHOGONAL, format="tour")
        error = caught.value
        assert error.step == (far[0], cells[far[0] - 1], cells[far[0]])
        assert f"step {far[0]} to {far[0] + 1}: no orthogonal move leads from" in str(error)
    else:
        path = gw.read_tour(file, moves=gw.ORTHOGONAL, format="tour")
        assert list(path) == list(cells)
        assert path.is_tour


def printed_from(origin, cells, rows, columns, layout="columns"):
    """Return a board of step numbers from *origin* on, in one of four layouts; other cells are holes."""
    numbers = {cell: step for step, cell in enumerate(cells, origin)}
    grid = [[numbers.get((r, c)) for c in range(columns)] for r in range(rows)]
    if layout == "padded":
        return "\n".join(" ".join("##" if n is None else f"{n:02}" for n in row) for row in grid)
    if layout == "commas":
        return "\n".join(",".join("#" if n is None else str(n) for n in row) for row in grid)
    if layout == "brackets":
        return str([[-1 if n is None else n for n in row] for row in grid])
    return "\n".join(" ".join(("#" if n is None else str(n)).rjust(2) for n in row) for row in grid)


@given(
    cells=st.permutations([(r, c) for r in range(3) for c in range(4)]),
    number=st.integers(2, 12),
    layout=st.sampled_from(["columns", "commas", "brackets", "padded"]),
)
@examples(150)
def test_a_tour_numbered_from_0_is_that_numbered_from_1(cells, number, layout, tmp_path_factory):
    file = tmp_path_factory.mktemp("tours") / "tour.txt"
    cells = cells[:number]
    if layout == "padded" and number < 12:
        return  # ## is no hole
    file.write_text(printed_from(0, cells, 3, 4, layout))
    with pytest.raises(FileError, match="for the first say check --origin 0"):
        gw.read_tour(file, moves="orthogonal")
    every = [(r - a, c - b) for (r, c), (a, b) in pairwise(cells)]
    steps = [(a, b) for a in range(-2, 3) for b in range(-3, 4) if (a, b) != (0, 0)]
    moves = gw.Moves(steps, corners="none")
    assert list(gw.read_tour(file, moves=moves, origin=0)) == cells
    wrong = next((n for n, (a, b) in enumerate(every) if abs(a) + abs(b) != 1), None)
    if wrong is not None:
        with pytest.raises(FileError) as caught:
            gw.read_tour(file, moves="orthogonal", origin=0)
        assert caught.value.step[:2] == (wrong, cells[wrong])


def test_the_command_takes_a_tour_from_0(run, file):
    name = file("9 6 3 0\n4 1 10 7\n11 8 5 2\n")
    words = "an open tour of 11 knight moves through all 12 cells of 3 x 4, from (0, 3) to (2, 0)\n"
    assert run("check", name, "--origin", "0")[:2] == (0, words)
    status, _, err = run("check", name)
    assert status == 2
    assert "numbered from 0" in err
    assert "--origin 0" in err
    status, out, _ = run("check", name, "--origin", "0", "--moves", "king")
    assert (status, out) == (1, "no path: step 0 to 1: no king move leads from (0, 3) to (1, 1)\n")
    for text, words in (
        ("1 2\n4 3\n", "the number 0 is missing: the steps are 0 to 4"),
        ("0 1\n4 2\n", "the number 3 is missing: the steps are 0 to 4"),
        ("0 1\n1 2\n", "cell 1 is a second 1"),
    ):
        status, _, err = run("check", file(text), "--origin", "0")
        assert status == 2
        assert words in err


# ---------------------------------------------------------------- packed by gzip


def test_files_of_gzip_are_unpacked(tmp_path, run):
    for name, data in (
        ("a.txt.gz", b"S.#\n#.E"),
        ("b.csv.gz", b"0,1\n0,0"),
        ("c", b'{"maze": ["S.#", "#.E"]}'),
    ):
        (tmp_path / name).write_bytes(gzip.compress(data))
        (tmp_path / "plain").write_bytes(data)
        assert gw.read(tmp_path / name) == gw.read(tmp_path / "plain")
        assert run("show", tmp_path / name)[0] == 0


def test_damaged_files_of_gzip_are_refused(tmp_path, tune):
    packed = gzip.compress(b"S.#\n#.E" * 1000)
    file = tmp_path / "maze.gz"
    for data in (packed[:20], packed[:-4] + b"abcd", packed[:15] + b"\0\0" + packed[17:], packed[:3]):
        file.write_bytes(data)
        with pytest.raises(FileError, match="packed by gzip, but damaged"):
            gw.read(file)
    file.write_bytes(gzip.compress(b"." * 100_000))
    tune(read_bytes=50_000)
    with pytest.raises(FileError, match=r"unpacked, its [0-9]+ bytes are more than 50,000, the maximum"):
        gw.read(file)


def test_large_boards_of_numbers(file):
    """Forty thousand cells in a serpentine, without a search."""
    numbers = np.arange(1, 40_001).reshape(200, 200)
    numbers[1::2] = numbers[1::2, ::-1]
    text = "\n".join(" ".join(f"{number:5}" for number in row) for row in numbers.tolist())
    assert gw.read_tour(file(text), moves=gw.ORTHOGONAL).is_tour
