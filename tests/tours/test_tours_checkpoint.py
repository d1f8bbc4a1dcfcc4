"""Counts of tours that are stopped, by whatever, and go on."""

import os
import random
import signal
import subprocess
import sys

import pytest

import gridwalk as gw
from gridwalk.errors import KeepError
from gridwalk.frontier.halves import shelf
from gridwalk.frontier.halves.sweep import HalfSweep
from inside import turned
from published import KNIGHT_CLOSED, KNIGHT_OPEN, KNIGHT_OPEN_FROM

KNIGHT_7x6 = KNIGHT_CLOSED[6, 7]


class StopError(Exception):
    pass


@pytest.fixture(autouse=True)
def _save_always(tune):
    tune(save_every=0, save_share=0)


@pytest.fixture
def steps(spy):
    """A list of the steps that were really done; a number put before them stops the sweep there."""
    done = []

    def counted(step, self, *arguments):
        if done and done[0] == len(done) - 1:
            raise StopError
        done.append(self.memory.doing)
        return step(self, *arguments)

    spy(HalfSweep, "step", counted)
    return done


def tours(rows, columns, directory, **question):
    board = gw.Board.rectangle(rows, columns, moves=gw.KNIGHT)
    return board.tours(**question).within(keep=directory)


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "question", "expected"),
    [
        ((7, 6), {"closed": True}, KNIGHT_7x6),
        ((8, 5), {"closed": True}, 44202),
        ((6, 6), {"start": (0, 0)}, KNIGHT_OPEN_FROM[6, 6][0, 0]),
        ((9, 5), {"undirected": True}, 264895640),
    ],
)
def test_a_count_goes_on_where_it_was_stopped(shape, question, expected, tmp_path, steps):
    rng = random.Random(1)
    together, stops = 0, 0
    while True:
        steps[:] = [rng.randint(3, 9)]
        try:
            assert tours(*shape, tmp_path, **question).count(by="halves") == expected
            break
        except StopError:
            stops += 1
        finally:
            together += len(steps) - 1
    steps[:] = []
    assert tours(*shape, None, **question).count(by="halves") == expected
    assert stops > 1
    assert together == len(steps)  # no step was done twice
    assert [path.name.split("-")[2:] for path in tmp_path.glob("gridwalk-*")] == [["answer"]]
    steps[:] = []
    assert tours(*shape, tmp_path, **question).count(by="halves") == expected
    assert steps == []  # the number is known


def test_a_count_with_its_layers_on_disk_goes_on(tmp_path, steps):
    """The memory of the second run holds the layers, that of the third does not."""
    for memory, stop in ((3_000_000, 9), (None, 3), (3_000_000, 2)):
        steps[:] = [stop]
        with pytest.raises(StopError):
            tours(7, 6, tmp_path, closed=True).within(memory=memory, keep=tmp_path).count(by="halves")
    steps[:] = []
    question = tours(7, 6, tmp_path, closed=True).within(memory=3_000_000, keep=tmp_path)
    assert question.count(by="halves") == KNIGHT_7x6
    assert len(steps) == 38 - 9 - 3 - 2


def test_residues_that_are_known_are_not_asked_again(tmp_path, steps, monkeypatch, tune):
    tune(exact_bits=1, narrow_limit=2, wide_limit=40)
    assert tours(7, 6, None, closed=True).count(by="halves") == KNIGHT_7x6
    whole = len(steps)
    finish = shelf.Shelf.finish

    def stop_after(self, modulus, number):
        finish(self, modulus, number)
        raise StopError

    with monkeypatch.context() as patch:
        patch.setattr(shelf.Shelf, "finish", stop_after)
        with pytest.raises(StopError):
            tours(7, 6, tmp_path, closed=True).count(by="halves")
    assert list(tmp_path.glob("*-residue-2147483647"))
    assert not list(tmp_path.glob("*-residue-2147483647-*"))
    steps[:] = []
    assert tours(7, 6, tmp_path, closed=True).count(by="halves") == KNIGHT_7x6
    assert 0 < len(steps) < whole


def test_several_questions_share_a_directory(tmp_path, steps):
    for question in ({"closed": True}, {"undirected": True}):
        steps[:] = [15]
        with pytest.raises(StopError):
            tours(6, 6, tmp_path, **question).count(by="halves")
        steps[:] = []
    for question, expected in (
        ({"closed": True}, KNIGHT_CLOSED[6, 6]),
        ({"undirected": True}, KNIGHT_OPEN[6, 6]),
    ):
        assert tours(6, 6, tmp_path, **question).count(by="halves") == expected


def test_an_answer_of_several_counts_goes_on_after_those_that_are_done(tmp_path, steps):
    board = gw.Board.rectangle(5, 6, moves=gw.KNIGHT)
    expected = board.tours().counts_by_start()
    steps[:] = [30]
    stops = 0
    with turned(find_patience=0):  # none is listed
        while True:
            try:
                found = board.tours().within(keep=tmp_path).counts_by_start()
                break
            except StopError:
                stops += 1
                steps[:] = [30]
    assert found == expected
    assert stops > 1


def test_a_full_disk_is_told_and_the_old_checkpoint_kept(tmp_path, steps, monkeypatch):
    steps[:] = [9]
    with pytest.raises(StopError):
        tours(6, 6, tmp_path, closed=True).count(by="halves")
    (layer,) = tmp_path.glob("*-the-half")
    before = layer.read_bytes()
    steps[:] = []

    def full(descriptor):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(KeepError, match="No space left"):
            tours(6, 6, tmp_path, closed=True).count(by="halves")
    assert layer.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))
    assert tours(6, 6, tmp_path, closed=True).count(by="halves") == KNIGHT_CLOSED[6, 6]


COUNT = """
import sys
import gridwalk as gw
from gridwalk.runtime.tuning import tuned
board = gw.Board.rectangle(7, 6, moves=gw.KNIGHT)
print("ready", flush=True)
with tuned(save_every=0, save_share=0):
    print(board.tours(undirected=True).within(keep=sys.argv[1]).count(by="halves"))
"""


@pytest.mark.long
@pytest.mark.posix
def test_killed_at_random(tmp_path):
    """The published number, whatever happens."""
    rng = random.Random(7)
    for _ in range(4):
        process = subprocess.Popen([sys.executable, "-c", COUNT, tmp_path], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "ready\n"
        try:
            process.wait(rng.uniform(0.1, 3))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
    last = subprocess.run([sys.executable, "-c", COUNT, tmp_path], capture_output=True, text=True, check=True)
    assert last.stdout == f"ready\n{KNIGHT_OPEN[6, 7]}\n"
