"""The set of one start and one exit, and its shortest path, are made in few steps: nothing else differs."""

import threading

import numpy as np
import pytest

import gridwalk as gw

NOISE = np.random.default_rng(3).random((31, 27)) > 0.25
COSTS = np.random.default_rng(4).integers(1, 9, NOISE.shape)
LONG = np.ones((90, 90), bool)  # one path of more cells than a desk has room for
LONG[1::4, 1:] = LONG[3::4, :-1] = False
BOARDS = {
    "king": lambda: gw.Board(NOISE, moves=gw.KING),
    "orthogonal": lambda: gw.Board(NOISE),
    "costs": lambda: gw.Board(NOISE, costs=COSTS),
    "one way": lambda: gw.Board(NOISE, one_way={tuple(np.argwhere(NOISE)[9].tolist()): (0, 1)}),
    "corridors": lambda: gw.Board(LONG),
}


def pairs_of(board, count=24):
    cells = [tuple(cell) for cell in np.argwhere(board.open_cells).tolist()]
    chosen = np.random.default_rng(5).integers(len(cells), size=(count, 2)).tolist()
    return [(cells[0], cells[-1]), (cells[5], cells[5]), *((cells[i], cells[j]) for i, j in chosen)]


def told(path):
    """All that a path tells."""
    return (
        None if path is None else (repr(path), path.to_dict(), path.best, path.bound, path.proved, hash(path))
    )


@pytest.mark.parametrize("kind", BOARDS)
def test_a_path_at_once_is_the_path_in_full(kind, tier):
    board = BOARDS[kind]()
    asked = pairs_of(board)
    if tier == "python":
        asked = asked[1:7]
    expected = [told(BOARDS[kind]().paths(list(start), list(exit_)).shortest()) for start, exit_ in asked]
    for _ in range(3):
        for (start, exit_), all_told in zip(asked, expected, strict=True):
            kept = board.paths(start, exit_)
            assert told(kept.shortest()) == told(kept.shortest(by="auto")) == all_told
            assert told(board.paths(start=start, exits=exit_).shortest()) == all_told


def test_threads_ask_one_board_at_once(tier):
    board = BOARDS["king"]()
    asked = pairs_of(board)[1:8]
    expected = [told(board.paths(*pair).shortest()) for pair in asked]
    wrong = []

    def ask(first):
        for i in range(400 if tier == "compiled" else 8):
            number = (first + i) % len(asked)
            if told(board.paths(*asked[number]).shortest()) != expected[number]:
                wrong.append(number)
            if i % 100 == 99:
                board.forget()

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
