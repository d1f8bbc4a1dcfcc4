"""Counting with a directory: layers in parts, checkpoints, and what can go wrong with a disk."""

import errno
import os
import signal
import subprocess
import time

import pytest
from test_sweep import KING, ORTHOGONAL, board, ladder

from crew import in_a_process
from gridwalk.errors import KeepError, MemoryLimitError, SpillError
from gridwalk.frontier.simpath import answers
from gridwalk.frontier.simpath.sweep import LayerSweep
from gridwalk.runtime import slices
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.memory import UNLIMITED
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.sealed import Sealed
from gridwalk.runtime.tuning import tuned
from published import KING_PATHS


def resumable(directory):
    """Count and save all the time, as often as this process is killed."""
    print("begun", flush=True)
    with tuned(save_every=0, save_share=0):
        print(answers.count(board(9, 9, KING), resources=Resources(keep=directory)))


@pytest.fixture
def splits(spy):
    """Return how many parts every layer was made in, and which layer it was."""
    seen = []

    def layer(made, self, ats, split, put):
        seen.append((ats[0].layer + 1, split))
        return made(self, ats, split, put)

    spy(LayerSweep, "in_parts", layer)
    return seen


def stop_at(layer, patch):
    """Make the sweep stop before it begins a layer of this number."""
    made = LayerSweep.in_parts

    def stop(self, ats, *others):
        if ats[0].layer + 1 >= layer:
            raise KeyboardInterrupt
        return made(self, ats, *others)

    patch.setattr(LayerSweep, "in_parts", stop)


@pytest.fixture
def always(tune):
    """Save after every layer."""
    tune(save_every=0, save_share=0)


@pytest.mark.parametrize("place", ["keep", "spill"])
def test_a_directory_changes_nothing(tmp_path, tier, place):
    assert answers.count(board(4, 4, KING), resources=Resources(**{place: tmp_path})) == KING_PATHS[4]
    assert answers.count(ladder(130), resources=Resources(**{place: tmp_path})) == 2**130
    assert not list(tmp_path.glob("*-layer-*"))


@pytest.mark.parametrize("place", ["keep", "spill"])
def test_layers_are_made_in_parts_where_memory_is_short(tmp_path, splits, place):
    given = board(8, 8, KING)
    with pytest.raises(MemoryLimitError):
        answers.count(given, resources=Resources(4_000_000))
    assert answers.count(given, resources=Resources(4_000_000, **{place: tmp_path})) == KING_PATHS[8]
    assert max(split for _, split in splits) > 1
    assert splits[-1][1] < max(split for _, split in splits)
    assert [path.name.split("-")[2:] for path in tmp_path.iterdir()] == [["answer"]] * (place == "keep")


def test_a_spill_without_room_is_an_error(tmp_path, full_disk):
    full_disk()
    with pytest.raises(SpillError, match="No space left"):
        answers.count(board(8, 8, KING), resources=Resources(4_000_000, spill=tmp_path))


def test_parts_in_both_tiers(tmp_path, splits, tier, tune):
    tune(states_read=50)
    with slices.tier(tier):
        resources = Resources(680_000, keep=tmp_path)
        assert answers.count(board(5, 5, KING), resources=resources) == KING_PATHS[5]
    assert max(split for _, split in splits) > 1


def test_far_too_little_memory_is_still_an_error(tmp_path, tune):
    tune(max_parts=2)
    with pytest.raises(MemoryLimitError):
        answers.count(board(8, 8, KING), resources=Resources(700_000, keep=tmp_path))


@pytest.mark.parametrize("memory", [UNLIMITED, 1_500_000])
def test_a_stopped_sweep_goes_on(tmp_path, monkeypatch, memory, splits, always):
    given = board(7, 7, KING)
    with monkeypatch.context() as context:
        stop_at(30, context)
        with pytest.raises(KeyboardInterrupt):
            answers.count(given, resources=Resources(memory, keep=tmp_path))
    splits.clear()
    another = board(3, 3, ORTHOGONAL)  # another question in the same place
    assert answers.count(another, resources=Resources(keep=tmp_path)) == 12
    assert len(splits) < 10
    splits.clear()
    assert answers.count(given, resources=Resources(memory, keep=tmp_path)) == KING_PATHS[7]
    assert splits[0][0] == 30
    assert not list(tmp_path.glob("*-layer-*"))


def test_a_sweep_begun_in_parts_goes_on_without_a_limit(tmp_path, monkeypatch, splits):
    given = board(7, 7, KING)
    with monkeypatch.context() as context:
        stop_at(30, context)
        with pytest.raises(KeyboardInterrupt):
            answers.count(given, resources=Resources(1_000_000, keep=tmp_path))
    assert splits[-1][1] > 1
    assert answers.count(given, resources=Resources(keep=tmp_path)) == KING_PATHS[7]
    assert splits[-1][1] == 1


@pytest.mark.long
@pytest.mark.posix
def test_a_killed_process_loses_a_layer_at_most(tmp_path):
    command = in_a_process(__file__, "resumable", tmp_path)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    layer = 0
    while layer < 20 and process.poll() is None:
        time.sleep(0.01)
        for note in tmp_path.glob("*-state"):
            layer = Sealed.open(note).about["facts"]["layer"]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert list(tmp_path.glob("*-state"))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["begun", str(KING_PATHS[9])]
    assert [path.name.split("-")[2:] for path in tmp_path.iterdir()] == [["answer"]]


def test_a_full_disk_keeps_the_checkpoint_before(tmp_path, monkeypatch, always):
    given = board(6, 6, KING)
    with monkeypatch.context() as context:
        written = []

        def fsync(file):
            written.append(file)
            if len(written) > 20:
                raise OSError(errno.ENOSPC, "No space left on device")

        context.setattr(os, "fsync", fsync)
        with pytest.raises(KeepError, match=r"not written \(No space left on device\)"):
            answers.count(given, resources=Resources(keep=tmp_path))
    assert list(tmp_path.glob("*-state"))
    assert not list(tmp_path.glob("*.part"))
    assert answers.count(given, resources=Resources(keep=tmp_path)) == KING_PATHS[6]


def test_time_limits_hold_on_disk(tmp_path):
    with pytest.raises(Exception, match="the time given"):
        answers.count(
            board(12, 12, KING), watch=Limits(seconds=0.5).watch(), resources=Resources(keep=tmp_path)
        )
