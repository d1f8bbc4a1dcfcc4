"""Memory of sweeps: what does not fit is refused with its figures, and more memory never answers less."""

import numpy as np
import pytest
from test_sweep import CYCLES, KING, board, members_of

import gridwalk as gw
from gridwalk.errors import MemoryLimitError
from gridwalk.runtime.resources import Resources


def networks():
    """Paths, paths where some corridors are one-way, and cycles."""
    one_way = board(4, 6, KING)
    one_way.one_way[::4] = True
    return [board(6, 6, KING), one_way, board(4, 5, KING, CYCLES)]


def count(members):
    return members.count()


def count_by_length(members):
    return members.count_by_length()


def longest(members):
    return members.best(np.array(members.lengths))


def by_rank(members):
    total = members.count()
    ranks = [0, 1, total // 3, total - 1]
    found = members.at(ranks)
    assert [members.tape.rank(edges) for edges in found] == ranks
    return total, found


@pytest.mark.parametrize("answer", [count, count_by_length, longest, by_rank])
@pytest.mark.parametrize("number", range(3))
def test_more_memory_never_answers_less(number, answer):
    """Of sixteen amounts of memory the lower are refused, the higher give the same answer as any memory."""
    network = networks()[number]
    order = list(range(network.junctions))
    wanted, answered, refused = answer(members_of(network, order)), [], []
    for memory in np.geomspace(100_000, 50_000_000, 16).astype(int).tolist():
        try:
            assert answer(members_of(network, order, resources=Resources(memory))) == wanted
            answered.append(True)
        except MemoryLimitError as error:
            answered.append(False)
            refused.append((memory, error))
    assert answered == sorted(answered)
    assert set(answered) == {False, True}
    assert all(error.limit == memory < error.needed for memory, error in refused)


def test_the_error_names_what_is_needed():
    with pytest.raises(
        MemoryLimitError, match=r"1,000,000 bytes of memory are not enough: [a-z0-9 ]+ needs at least [\d,]+"
    ):
        by_rank(members_of(board(6, 6, KING), range(36), resources=Resources(1_000_000)))


def test_bytes_held_for_ranks():
    members = members_of(board(4, 4, KING))
    assert members.bytes == 0
    first = members.at([5])
    assert members.bytes > 10_000
    members.close()
    assert members.bytes == 0
    assert members.at([5]) == first


def test_samples_of_a_set():
    """Of amounts of memory the lower are refused, and the higher draw the same."""
    paths, answered = gw.Board.rectangle(6, 6, moves=gw.KING).paths(), []
    wanted = paths.sample(1, seed=5)
    for memory in (1_100_000, 1_300_000, 2_000_000, 3_000_000, 10_000_000, 100_000_000):
        try:
            assert paths.within(memory=memory).sample(1, seed=5) == wanted
            answered.append(True)
        except MemoryLimitError:
            answered.append(False)
    assert answered == sorted(answered)
    assert answered[-1]


def test_a_board_in_blocks():
    block = ["....", "....", "....", "...."]
    rows = ["".join(f"{part}{gate}" for gate in ".###"[r] * 4)[:-1] for r, part in enumerate(block)]
    board_ = gw.Board.from_text("\n".join(rows), moves=gw.KING, exits=[(3, len(rows[0]) - 1)])
    paths, little = board_.paths(), board_.paths().within(memory=6 << 20)
    assert little.longest() == paths.longest()
    assert little.sample(3, seed=1) == paths.sample(3, seed=1)
