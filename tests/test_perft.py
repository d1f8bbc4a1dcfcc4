"""The table of exact numbers in `tests/perft.csv`: counts, order of members, samples, parts of a number."""

import hashlib
import math
import sys
from itertools import islice

import pytest

import perft

ROWS = {row["name"]: row for row in perft.read_table()}
QUICK = [name for name, row in ROWS.items() if row["size"] == "second"]
MOVES = {
    "orthogonal": [(-1, 0), (0, 1), (1, 0), (0, -1)],
    "king": [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)],
    "knight": [(-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)],
}


@pytest.mark.parametrize("name", QUICK)
def test_number_order_and_samples(name):
    row = ROWS[name]
    assert perft.members_of(row).count() == int(row["count"])
    if row["first"] != "-":
        assert perft.first_of(row) == row["first"]
    if row["samples"] != "-":
        assert perft.samples_of(row) == row["samples"]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row["size"] == "minute"])
def test_number_of_a_larger_board(name):
    assert perft.members_of(ROWS[name]).count() == int(ROWS[name]["count"])


@pytest.mark.parametrize("name", QUICK)
def test_parts_have_the_sum(name):
    parts = perft.divide(ROWS[name])
    assert len(parts) > 0
    assert sum(part.count() for part in parts.values()) == int(ROWS[name]["count"])


def depth_first(row):
    """Yield the paths of a row of an open board, by code that shares nothing with gridwalk."""
    rows, columns = map(int, row["board"].split("x"))
    moves, is_tour = MOVES[row["moves"]], row["question"] == "tours"
    start = tuple(map(int, row["start"].split(",")))
    exit_ = tuple(map(int, row["exits"].split(","))) if row["exits"] not in ("-", "anywhere") else None

    def extend(path):
        ended = path[-1] == exit_ or exit_ is None
        if ended and (not is_tour or len(path) == rows * columns):
            yield path
        if path[-1] == exit_:
            return
        for down, right in moves:
            cell = path[-1][0] + down, path[-1][1] + right
            if 0 <= cell[0] < rows and 0 <= cell[1] < columns and cell not in path:
                yield from extend([*path, cell])

    for path in extend([start]):
        yield " ".join(str(row * columns + column) for row, column in path) + "\n"


@pytest.mark.parametrize(
    "name", ["orthogonal-5", "orthogonal-4x5-rows", "orthogonal-tour-5", "king-3", "knight-paths-5"]
)
def test_order_is_that_of_a_plain_search(name):
    first = "".join(islice(depth_first(ROWS[name]), 1000))
    assert hashlib.sha256(first.encode()).hexdigest()[:16] == ROWS[name]["first"]


def test_paths_of_complete_graphs_by_formula():
    for nodes in (7, 12):
        inner = nodes - 2
        assert int(ROWS[f"complete-{nodes}"]["count"]) == sum(math.perm(inner, k) for k in range(inner + 1))


def test_table_is_whole():
    assert len(ROWS) == len(perft.read_table()) >= 60
    assert {row["size"] for row in ROWS.values()} == set(perft.SIZES)
    assert all(row["source"] for row in ROWS.values())


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--only", "orthogonal-3", "--divide"], 0, "(0, 0) - (0, 1)      6"),
        (["--only", "petersen*"], 0, "petersen-cycles-9        20"),
        (["--only", "orthogonal-99"], 2, "no row of perft.csv is named 'orthogonal-99'"),
    ],
)
def test_command(arguments, status, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["perft.py", *arguments])
    with pytest.raises(SystemExit) as stop:
        perft.main()
    assert stop.value.code == status
    assert words in "".join(capsys.readouterr())
