"""Jump point search: bits, maps of stops, turning rules, and answers across the words of a line."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
import oracles
import seeded
from gridwalk.kernels.codes import reversed_bits, trailing_zeros
from gridwalk.kernels.search import jump_maps
from gridwalk.kernels.search.jump_runs import EVERY, STEPS, next_stop, turns
from gridwalk.runtime import slices
from gridwalk.runtime.kernel import kernel
from gridwalk.search.solver import solver
from strategies import KING, ORTHOGONAL, board_of

RULES = ("both", "none")
KINDS = (*RULES, "four moves")
SHAPES = [(3, 200), (200, 3), (61, 62), (62, 63), (63, 64), (65, 66), (126, 129), (1, 300), (300, 1)]


def raw_of(grid, corners: str) -> oracles.Raw:
    four = corners == "four moves"
    return oracles.Raw(tuple(map(tuple, grid)), ORTHOGONAL if four else KING, "both" if four else corners)


def octile(down: int, across: int) -> float:
    short, long = sorted((abs(down), abs(across)))
    return long - short + short * 2**0.5


def check(raw: oracles.Raw, board: gw.Board, start, goals) -> None:
    """Compare the costs from *start* to all *goals* with the oracle's, and certify the paths."""
    oracles.check_from(raw, lambda *ends: board.paths(*ends).shortest(by="jps"), start, goals)


@given(st.integers(0, 2**64 - 1))
def test_bits(word):
    assert trailing_zeros(word) == next((k for k in range(64) if word >> k & 1), 64)
    assert [int(reversed_bits(word)) >> 63 - k & 1 for k in range(64)] == [word >> k & 1 for k in range(64)]


@kernel
def look_at_bits(words, zeros, turned):
    for i in range(len(words)):
        zeros[i] = trailing_zeros(words[i])
        turned[i] = reversed_bits(words[i])


def test_bits_as_instructions():
    rng = random.Random(1)
    some = [rng.getrandbits(64) >> rng.randrange(64) for _ in range(500)]
    words = np.array([0, 1, 2**63, 2**64 - 1, *some], np.uint64)
    zeros, turned = np.zeros(len(words), np.int64), np.zeros(len(words), np.uint64)
    look_at_bits.compiled(words, zeros, turned)
    assert zeros.tolist() == [trailing_zeros(word) for word in words]
    assert turned.tolist() == [reversed_bits(word) for word in words]


@pytest.mark.parametrize("corners", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_all_pairs_of_small_boards(corners, seed):
    kind = ((ORTHOGONAL,), RULES) if corners == "four moves" else ((KING,), (corners,))
    with slices.tier("compiled"):
        for raw, rng in seeded.raws(seed, 50, kind[0], rules=kind[1], most=9, sides=False):
            check(raw, board_of(raw), rng.choice(raw.cells), raw.cells)


@pytest.mark.long
@pytest.mark.parametrize("corners", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_lines_of_more_than_one_word(corners, shape):
    rng = random.Random(f"{shape}{corners}")
    with slices.tier("compiled"):
        for share in (0.7, 0.9, 0.995) if shape != (126, 129) else (0.9,):
            raw = raw_of(seeded.noise(rng, *shape, share), corners)
            check(raw, board_of(raw), rng.choice(raw.cells), rng.sample(raw.cells, 40))


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
                models[name] = solver(boards[name], "jps").model
        assert np.array_equal(models["python"][0], models["compiled"][0])
        for _ in range(10):
            start, goal = rng.choice(raw.cells), rng.choice(raw.cells)
            paths = []
            for name, board in boards.items():
                with slices.tier(name):
                    paths.append(board.paths(start, goal).shortest(by="jps"))
            assert paths[0] == paths[1]
            assert paths[0] is None or paths[0].expanded == paths[1].expanded


@pytest.mark.parametrize("corners", RULES)
def test_stops_are_where_a_run_ends_or_may_turn(corners):
    """Every map of a board against its definition, cell by cell, in every direction."""
    rng, cut = random.Random(corners), corners == "none"
    rows, columns = 9, 70
    raw = raw_of(seeded.noise(rng, rows, columns, 0.75), corners)
    with slices.tier("compiled"):
        words, table, frame = solver(board_of(raw), "jps").model
    assert np.array_equal(table, turns(cut))

    def around(row, column):
        return sum(
            raw.is_open(row + r, column + c) << 3 * (r + 1) + c + 1 for r in (-1, 0, 1) for c in (-1, 0, 1)
        )

    def straight_stop(direction, row, column):
        return table[direction, around(row, column)] != 1 << direction

    def sees_a_jump_point(direction, row, column):
        (d_row, d_column) = STEPS[direction]
        while True:
            row, column = row + d_row, column + d_column
            if straight_stop(direction, row, column):
                return raw.is_open(row, column)

    for direction, (d_row, d_column) in enumerate(STEPS):
        is_diagonal = d_row != 0 and d_column != 0
        for row, column in raw.cells:
            at, to = (row, column), (row + d_row, column + d_column)
            while True:
                ways = int(table[direction, around(*to)])
                if is_diagonal:
                    parts = [STEPS.index((d_row, 0)), STEPS.index((0, d_column))]
                    plain = 1 << direction | sum(1 << part for part in parts)
                    stop = ways != plain or any(sees_a_jump_point(part, *to) for part in parts)
                else:
                    stop = straight_stop(direction, *to)
                if stop:
                    break
                to = (to[0] + d_row, to[1] + d_column)
            if is_diagonal:
                lean = column + row if direction & 1 else column - row
                line, width, place = (lean + 2 * (direction & 1)) % (64 * frame[1]), frame[2], row + 1
            elif d_row:
                line, width, place = column + 1, frame[2], row + 1
            else:
                line, width, place = row + 1, frame[1], column + 1
            found = next_stop(words, direction, line, width, place)
            assert found == (to[0] if d_row else to[1]) + 1, (STEPS[direction], at)


@pytest.mark.parametrize("cut", [False, True])
def test_turns_follow_what_a_step_allows(cut):
    """No direction is followed that the corner rule forbids, and none from a cell that is closed."""
    table = turns(cut)
    assert EVERY == 255
    assert not table[:, [n for n in range(512) if not n >> 4 & 1]].any()
    corners = "none" if cut else "both"
    for n in range(512):
        grid = tuple(tuple(bool(n >> 3 * r + c & 1) for c in range(3)) for r in range(3))
        raw = oracles.Raw(grid, STEPS, corners)
        for direction, step in enumerate(STEPS):
            ways = int(table[direction, n])
            came = oracles.may_move(raw, (1 - step[0], 1 - step[1]), step)
            forced = [STEPS[way] for way in range(8) if ways >> way & 1]
            if not came:
                continue
            assert step in forced
            parts = {step, (step[0], 0), (0, step[1])}
            # Without cut corners a forced diagonal is followed unseen: its run ends where it begins.
            looked_at = [way for way in forced if way not in parts and (cut or 0 in way)]
            assert all(oracles.may_move(raw, (1, 1), way) for way in looked_at)
            assert not any((-way[0], -way[1]) == step for way in forced)


def test_the_margin_ends_every_line():
    board = gw.Board.rectangle(70, 70, moves=gw.KING)
    words, _, frame = solver(board, "jps").model
    assert frame == (70, 2, 2, 1)
    assert words.shape == (jump_maps.MAPS, 64 * 2 * 2)
    for corner in ((0, 0), (0, 69), (69, 0), (69, 69)):
        assert board.paths((35, 20), corner).shortest(by="jps").cost == pytest.approx(
            octile(35 - corner[0], 20 - corner[1])
        )


@pytest.mark.parametrize("corners", KINDS)
def test_one_scratch_answers_many_questions(corners):
    """Nothing is cleared between questions: what an earlier one left behind must not be believed."""
    rng = random.Random(corners + "scratch")
    raw = raw_of(seeded.noise(rng, 20, 20, 0.7), corners)
    board = board_of(raw)
    with slices.tier("compiled"):
        for _ in range(120):
            start, goal = rng.choice(raw.cells), rng.choice(raw.cells)
            used, fresh = (each.paths(start, goal).shortest(by="jps") for each in (board, board.replace()))
            assert used == fresh
            assert used is None or used.expanded == fresh.expanded
    assert len(solver(board, "jps").spare) == 1


@pytest.mark.parametrize("tier", ["python", "compiled"])
def test_stops_of_four_moves_are_where_a_run_ends_or_may_turn(tier):
    """Along a row at corners, and along a column wherever a corner is seen to the left or right."""
    rng = random.Random(tier)
    raw = raw_of(seeded.noise(rng, 9, 70, 0.75), "four moves")
    with slices.tier(tier):
        words, _, frame = solver(board_of(raw), "jps").model

    def is_corner(row, column, across):
        beside = [raw.is_open(row + r, column) and not raw.is_open(row + r, column - across) for r in (-1, 1)]
        return any(beside)

    def along_row(row, column, across):
        column += across
        while raw.is_open(row, column) and not is_corner(row, column, across):
            column += across
        return column

    def along_column(row, column, down):
        row += down
        while raw.is_open(row, column) and not any(
            raw.is_open(row, along_row(row, column, across)) for across in (-1, 1)
        ):
            row += down
        return row

    for row, column in raw.cells:
        for direction, across in ((0, 1), (4, -1)):
            assert (
                next_stop(words, direction, row + 1, frame[1], column + 1)
                == along_row(row, column, across) + 1
            )
        for direction, down in ((2, 1), (6, -1)):
            assert (
                next_stop(words, direction, column + 1, frame[2], row + 1)
                == along_column(row, column, down) + 1
            )


def test_among_paths_of_four_moves_the_one_nearest_to_the_exit_goes_on():
    """Without obstacles in the way one node is expanded, and few where walls cost no detour."""
    cells = np.ones((200, 200), bool)
    cells[20:180:40, 20:180] = cells[20:180, 20:180:40] = False
    board = gw.Board(cells)
    assert gw.Board.rectangle(200, 200).paths().shortest(by="jps").expanded == 1
    path = board.paths((0, 0), (199, 199)).shortest(by="jps")
    assert (path.cost, path.expanded < 20) == (398, True)
