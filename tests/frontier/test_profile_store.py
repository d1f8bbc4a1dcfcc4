"""Tables on disk: spilled ones, and checkpoints of counts that are killed."""

import signal
import subprocess
import time

import numpy as np
import pytest

import roles
from crew import in_a_process
from gridwalk.errors import KeepError, MemoryLimitError, SpillError, TimeLimitError
from gridwalk.frontier.profile import count as counting
from gridwalk.frontier.profile.count import count, lengths
from gridwalk.frontier.profile.plan import make_plan
from gridwalk.frontier.profile.store import LayerStore, Trail
from gridwalk.frontier.profile.sweep import ProfileAlgebra, sweep_of
from gridwalk.frontier.profile.table import Table
from gridwalk.frontier.profile.walkback import Sampler
from gridwalk.runtime.kept import KeptParts
from gridwalk.runtime.limits import Limits, Watch
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.tuning import tuned
from published import ROOK_PATHS, ROOK_PATHS_16


def corner(n):
    return roles.paths(np.ones((n, n)), (0, 0), [(n - 1, n - 1)])


def save_always(directory):
    """Count and save all the time, until this process is killed."""
    with tuned(save_every=0, save_share=0):
        count(corner(16), resources=Resources(threads=2, keep=directory))


@pytest.fixture
def always(tune):
    """Save after every cell."""
    tune(save_every=0, save_share=0, slice=100)


def stop_after(seconds_of_work):
    """A clock that runs out when so many words are done."""

    def progress(told):
        if told.expanded > seconds_of_work:
            raise KeyboardInterrupt

    return Limits(progress=progress).watch()


def test_a_spilled_table_gives_the_same_counts_and_leaves_nothing(tmp_path):
    resources = Resources(memory=1 << 19, spill=tmp_path)
    assert make_plan(corner(12)).bytes > resources.memory
    assert count(corner(12), resources=resources) == ROOK_PATHS[12]
    assert lengths(corner(7), resources=Resources(memory=1 << 15, spill=True))[12] == 924
    assert list(tmp_path.iterdir()) == []


def test_a_spill_without_room_is_an_error(tmp_path, full_disk):
    with pytest.raises(SpillError, match="no room for a table of"):
        count(corner(12), resources=Resources(memory=1 << 19, spill=tmp_path / "missing"))

    full_disk()
    with pytest.raises(SpillError, match="No space left"):
        count(corner(12), resources=Resources(memory=1 << 19, spill=tmp_path))
    with pytest.raises(MemoryLimitError):
        count(corner(12), resources=Resources(memory=1 << 19))


@pytest.mark.parametrize("ask", [count, lengths])
@pytest.mark.parametrize("on_disk", [False, True])
def test_an_interrupted_count_goes_on(tmp_path, always, tune, ask, on_disk):
    tune(tell_every=0)
    expected = ask(corner(9))
    resources = Resources(memory=1 << 13 if on_disk else 1 << 30, spill=on_disk, keep=tmp_path)
    words = 80_000 if ask is count else 2_000_000
    for part in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            ask(corner(9), resources=resources, watch=stop_after(words * part / 3))
        assert any(tmp_path.glob("*-residue-*"))
    told = []
    assert ask(corner(9), resources=resources, watch=Limits(progress=told.append).watch()) == expected
    assert [path.name.split("-")[2:] for path in tmp_path.iterdir()] == [["answer"]]
    assert ask(corner(9), resources=resources) == expected


def test_a_full_disk_keeps_the_older_checkpoint(tmp_path, always, full_disk):
    resources = Resources(keep=tmp_path)
    full_disk(after=8)
    with pytest.raises(KeepError, match=r"No space left.*what is complete is kept"):
        count(corner(10), resources=resources)
    full_disk.over()
    assert any(tmp_path.glob("*-residue-*"))
    assert not any(tmp_path.glob("*.part"))
    assert count(corner(10), resources=resources) == ROOK_PATHS[10]


def test_a_broken_checkpoint_is_an_error(tmp_path, always):
    class UntilSaved(Watch):
        def check(self, *_):
            if any(tmp_path.glob("*-residue-?")):
                raise TimeLimitError(0, 0, 0, 0)

    resources = Resources(keep=tmp_path)
    with pytest.raises(TimeLimitError):
        count(corner(14), resources=resources, watch=UntilSaved(Limits()))
    for table in tmp_path.glob("*-residue-?"):
        table.write_bytes(table.read_bytes()[:1000])
    with pytest.raises(KeepError, match=r"residue-\d: is damaged \(it is too short or too long\)"):
        count(corner(14), resources=resources)


@pytest.mark.posix
def test_a_killed_count_goes_on(tmp_path, spy):
    process = subprocess.Popen(in_a_process(__file__, "save_always", tmp_path))
    deadline = time.monotonic() + 300
    while not any(tmp_path.glob("*-residue-?")) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert any(tmp_path.glob("*-residue-?"))
    resumed = []
    spy(counting, "resume", lambda resume, table, *others: (resume(table, *others), resumed.append(table.at)))
    assert count(corner(16), resources=Resources(keep=tmp_path)) == ROOK_PATHS_16
    assert max(resumed) > 1


def test_ranks_go_on_from_the_layers_saved_with_more_or_less_memory(tmp_path, tune):
    """With memory for all layers, for some, and in turns; stopped again and again."""
    tune(save_every=0, save_share=0, tell_every=0)
    question, ranks = corner(6), [0, 1000, 1_262_815]
    wanted, enough = Sampler(question).unrank_many(ranks), 1 << 22
    least = enough
    while fits(question, least * 7 // 8):
        least = least * 7 // 8
    assert least < enough // 2

    def stopping(_):
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt

    for memories in ([enough], [least], [least, enough], [enough, least]):
        directory, stops = tmp_path / str(memories), 0
        for turn in range(50):
            left = 60 + 5 * turn  # to read what is kept takes some of it
            resources = Resources(memories[turn % len(memories)], keep=directory)
            try:
                sampler = Sampler(question, resources=resources, watch=Limits(progress=stopping).watch())
                break
            except KeyboardInterrupt:
                stops += 1
        assert stops > 1
        assert sampler.unrank_many(ranks) == wanted
        again = Sampler(question, resources=Resources(keep=directory))
        assert again.unrank_many(ranks) == wanted
        assert [again.rank(path) for path in wanted] == ranks


def fits(question, memory):
    try:
        Sampler(question, resources=Resources(memory))
    except MemoryLimitError:
        return False
    return True


@pytest.mark.usefixtures("always")
def test_a_walk_back_stays_when_layers_are_made_again(tmp_path):
    """The last layers before it were not saved: they are made again, and saved now."""
    sweep = sweep_of(make_plan(corner(3)), lambda _: None)
    tables = [Table(sweep, ProfileAlgebra.counting(7), lambda _: None)]
    store = LayerStore(KeptParts(tmp_path, "question", "plan"), lambda _: None)
    store.offer_walk(Trail(5, *np.zeros((2, 1), np.int64), np.ones((1, 9), np.uint8)), 2.5)
    store.offer(tables, {sweep.first: [table.values for table in tables]})
    trail = Trail(0, *np.zeros((2, 1), np.int64), np.zeros((1, 9), np.uint8))
    assert store.resume_walk(trail) == 2.5
    assert trail.at == 5
    assert trail.leaves.all()
