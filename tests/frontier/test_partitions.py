"""A sweep of a rook's board in partitions on disk, against the sweep in memory and published numbers."""

import errno
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from threading import Event, Thread

import numpy as np
import pytest

import roles
from crew import in_a_process
from gridwalk.errors import KeepError, MemoryLimitError, SpillError, TimeLimitError, WorkerError
from gridwalk.frontier.exact import HALF, WIDE, bits_needed, moduli
from gridwalk.frontier.profile.count import count, lengths
from gridwalk.frontier.profile.crewed import PartitionCrew
from gridwalk.frontier.profile.cutting import Cutting, partitioned, reflect
from gridwalk.frontier.profile.partitions import Partitions
from gridwalk.frontier.profile.plan import make_plan, size_of
from gridwalk.frontier.profile.roles import CellRoles
from gridwalk.frontier.profile.rounds import RoundSweep, capacity_of, cutting_of
from gridwalk.grids.passages import Walls
from gridwalk.runtime import sealed, store
from gridwalk.runtime.kept import KeptParts
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.lock import locked
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.results import Results
from gridwalk.runtime.tuning import tuned
from published import ROOK_CYCLES, ROOK_PATHS


def corner(n):
    return roles.paths(np.ones((n, n)), (0, 0), [(n - 1, n - 1)])


def sweep(directory):
    """Count in small partitions, until this process is killed."""
    with tuned(partition=1):
        count(corner(12), resources=Resources(memory=1, threads=2, spill=True, keep=directory))


def random_questions(seed):
    """One question of each kind on a random board."""
    rng = random.Random(seed)
    rows, columns = rng.randint(2, 5), rng.randint(3, 6)
    is_open = np.array([[rng.random() > 0.15 for _ in range(columns)] for _ in range(rows)])
    start, goal, other, must = (divmod(n, columns) for n in rng.sample(range(rows * columns), 4))
    for cell in (start, goal, other, must):
        is_open[cell] = True
    visited = np.zeros_like(is_open)
    visited[must] = True
    walls = Walls(
        *(np.array([[rng.random() < 0.15 for _ in range(columns)] for _ in range(rows)]) for _ in "rb")
    )
    yield roles.paths(is_open, start, [goal])
    yield roles.paths(is_open, start, [goal, other], visited)
    yield roles.paths(is_open, start, None)
    yield roles.paths(is_open, None, None, visited)
    yield roles.cycles(is_open)
    yield roles.cycles(is_open, visited)
    plain = roles.paths(is_open, start, [goal])
    yield CellRoles(plain.roles, plain.must, plain.start, walls)


@pytest.fixture
def used(spy):
    """The tasks done: (round, partition), and the number of partitions in `partitions`."""
    done = []

    def note(task, self, number, partition):
        if self.path(number, partition).exists():
            return 0
        words = task(self, number, partition)
        done.append((number, partition))
        return words

    spy(RoundSweep, "task", note)
    return done


def tiny(tmp_path, **more):
    """Resources that hold no table: partitions are as small as can be with ``tune(partition=1)``."""
    return Resources(memory=1, spill=tmp_path, **more)


def test_reflected_words_read_from_the_other_end():
    assert reflect(np.array([0b01_00_10_11]), 4) == 0b11_01_00_10  # ends exchanged: 1 and 2
    codes = np.arange(256)
    assert (reflect(reflect(codes, 4), 4) == codes).all()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_every_kind_of_question(seed, tier, tune, tmp_path, used):
    questions = list(random_questions(seed))
    wanted = [(count(question), lengths(question)) for question in questions]
    tune(partition=1)
    for question, numbers in zip(questions, wanted, strict=True):
        assert (
            count(question, resources=tiny(tmp_path)),
            lengths(question, resources=tiny(tmp_path)),
        ) == numbers
    assert len(set(used)) > 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [1, 5_000, 20_000, 1 << 30])
def test_published_numbers_with_partitions_of_any_size(size, tune, tmp_path, used):
    tune(partition=size)
    for n in (2, 3, 6, 8, 9):
        assert count(corner(n), resources=tiny(tmp_path)) == ROOK_PATHS[n]
    for n in (3, 6):
        assert count(roles.cycles(np.ones((n, n))), resources=tiny(tmp_path)) == ROOK_CYCLES[n]
    assert (len({partition for _, partition in used}) > 1) == (size < 1 << 30)


def test_partitions_share_the_words_out(tune):
    plan = make_plan(corner(8))
    cutting = Cutting(plan.places, plan.levels, plan.shallow, 8)
    partitions = Partitions(plan, cutting, cutting.least, lambda _: None)
    assert tuple(half.partitions for half in partitions.halves) == cutting.partitions(cutting.least)
    for half, other in (partitions.halves, partitions.halves[::-1]):
        parts = [half.words.of_heads(half.partition_of_head == n) for n in range(half.partitions)]
        assert sum(part.size for part in parts) == plan.states
        runs = [
            half.runs(n, other, to, level)[:, 1].sum()
            for n in range(half.partitions)
            for to in range(other.partitions)
            for level in plan.levels
        ]
        assert sum(runs) == plan.states


@pytest.mark.long
def test_a_table_that_does_not_fit_goes_to_disk_by_itself(tmp_path, used):
    """Within the memory allowed; the answer is the same in one thread and in two."""
    plan = make_plan(corner(13))
    for threads in (1, 2):
        resources = Resources(memory=plan.bytes * 9 // 10, threads=threads, spill=tmp_path)
        assert count(corner(13), resources=resources) == ROOK_PATHS[13]
        assert used
        used.clear()


def stopping(tasks_done):
    """A clock that stops the count when so many tasks are done."""

    def progress(_):
        if tasks_done():
            raise KeyboardInterrupt

    return Limits(progress=progress).watch()


def stopped(tmp_path, used, tasks, question):
    """Count until so many tasks are done; return the resources."""
    resources = tiny(tmp_path, threads=1, keep=tmp_path)
    with pytest.raises(KeyboardInterrupt):
        count(question, resources=resources, watch=stopping(lambda: len(used) >= tasks))
    return resources


@pytest.fixture
def often(tune):
    """Partitions as small as can be, and a clock that is asked all the time."""
    tune(partition=1, tell_every=0)


def test_an_interrupted_sweep_goes_on_and_does_nothing_twice(tmp_path, often, used):
    question = corner(9)
    assert count(question, resources=tiny(tmp_path / "whole", keep=tmp_path / "whole")) == ROOK_PATHS[9]
    whole = Counter(used)
    used.clear()
    for tasks in (1, 9, 20, 21):
        resources = stopped(tmp_path, used, tasks, question)
    assert count(question, resources=resources) == ROOK_PATHS[9]
    assert Counter(used) == whole
    assert [path.name.split("-")[2:] for path in tmp_path.iterdir() if path.is_file()] == [["answer"]]


def test_more_or_less_memory_goes_on_with_the_same_partitions(tmp_path, often, tune, used):
    resources = stopped(tmp_path, used, 20, corner(9))
    tune(partition=1 << 30)
    assert count(corner(9), resources=resources) == ROOK_PATHS[9]
    stopped(tmp_path / "more", used, len(used) + 9, corner(8))
    enough = Resources(keep=tmp_path / "more")
    assert count(corner(8), resources=enough) == ROOK_PATHS[8]


def lost(tmp_path, used, tasks=30):
    """Return the resources of a count stopped in the middle, and a file of the round that is complete."""
    resources = stopped(tmp_path, used, tasks, corner(9))
    rounds = [
        int(match[1]) for path in tmp_path.iterdir() if (match := re.search(r"round-(\d+)-", path.name))
    ]
    (file,) = tmp_path.glob(f"*-residue-?-round-{min(rounds)}-1")
    assert Counter(rounds)[min(rounds)] > 2
    return resources, file


def go_on(tmp_path, resources, error):
    """Do as the error says."""
    pattern = re.search(r"remove the files (\S+)\*,", str(error.value))[1]
    for path in tmp_path.glob(f"{pattern}*"):
        path.unlink()
    assert count(corner(9), resources=resources) == ROOK_PATHS[9]


def test_a_lost_file_is_an_error_that_says_how_to_go_on(tmp_path, often, used):
    resources, file = lost(tmp_path, used)
    file.unlink()
    with pytest.raises(KeepError, match=rf"{file.name}: is missing; remove the files") as error:
        count(corner(9), resources=resources)
    go_on(tmp_path, resources, error)


@pytest.mark.parametrize("how", ["a byte", "the footer", "the end", "the beginning", "another's"])
def test_a_damaged_file_is_an_error_that_says_how_to_go_on(tmp_path, often, used, how):
    resources, file = lost(tmp_path, used)
    raw = bytearray(file.read_bytes())
    unread = [at for at, size, _ in sealed.Pieces.open(file, "").about["pieces"] if size][-1]
    at = {"a byte": unread, "the footer": len(raw) - 30, "the beginning": 3}
    if how == "another's":
        raw = next(path for path in tmp_path.glob("*-round-*") if path != file).read_bytes()
    elif how == "the end":
        raw = raw[:-40]
    else:
        raw[at[how]] ^= 4
    file.write_bytes(raw)
    with pytest.raises(
        KeepError, match=rf"{file.name}: is (damaged|of another question).*[;:] remove the"
    ) as error:
        count(corner(9), resources=resources)
    go_on(tmp_path, resources, error)


def test_a_full_disk_keeps_what_is_complete(tmp_path, often, used, monkeypatch, spy):
    writes = []

    def full(write, *arguments, **options):
        writes.append(1)
        if len(writes) > 15:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(*arguments, **options)

    spy(store, "write_beside", full)
    resources = tiny(tmp_path, threads=1, keep=tmp_path)
    with pytest.raises(KeepError, match=r"not written \(No space left.*what is complete is kept"):
        count(corner(9), resources=resources)
    with pytest.raises(SpillError, match=r"no room for a table of .* bytes: No space left"):
        count(corner(9), resources=tiny(tmp_path))
    monkeypatch.undo()
    assert not list(tmp_path.glob("*.part"))
    assert len(list(tmp_path.glob("*-round-*"))) > 1
    assert count(corner(9), resources=resources) == ROOK_PATHS[9]


def test_what_killed_processes_leave_is_removed_and_nothing_else(tmp_path, tune):
    tune(partition=1)
    long_ago = time.time() - 7200
    for name, begun in (("left", long_ago), ("used", long_ago), ("new", None)):
        path = tmp_path / f"gridwalk-rounds-{name}"
        path.mkdir()
        (path / "a file").touch()
        if begun is not None:
            os.utime(path, (begun, begun))
    with locked(tmp_path / "gridwalk-rounds-used" / "lock"):
        os.utime(tmp_path / "gridwalk-rounds-used", (long_ago, long_ago))
        assert count(corner(4), resources=tiny(tmp_path)) == ROOK_PATHS[4]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gridwalk-rounds-new", "gridwalk-rounds-used"]


def test_a_disk_that_is_too_small_is_refused_before_anything_is_written(tmp_path, tune, used, spy):
    tune(partition=1)
    needed = 2 * make_plan(corner(9)).bytes
    spy(shutil, "disk_usage", lambda *_: shutil._ntuple_diskusage(1 << 30, 0, needed - 1))
    with pytest.raises(
        SpillError, match=f"no room for a table of {needed:,} bytes: {needed - 1:,} bytes are free"
    ):
        count(corner(9), resources=tiny(tmp_path))
    assert not used
    assert list(tmp_path.iterdir()) == []


def by_crew(n, on, keep=None, seconds=None):
    """Count by a crew whose workers hold no table; a megabyte is the least that may be allowed."""
    limits = Limits(on=on, keep=keep, seconds=seconds, memory=1 << 20)
    limits = limits if keep is None else limits.in_parts
    resources = replace(Resources.within(limits), memory=1)
    return count(corner(n), resources=resources, watch=limits.watch())


@pytest.fixture
def shared(tune, monkeypatch, tmp_path):
    """Each partition is a task, however small."""
    tune(partition=1, worth_a_task=0)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_partitions_are_tasks_of_threads(shared, used, tmp_path):
    assert by_crew(8, 2) == ROOK_PATHS[8]
    assert len(used) > 20
    assert list(tmp_path.iterdir()) == []


def test_a_journal_keeps_the_rounds_and_then_the_residues(shared, used, tmp_path, spy, tune):
    tune(tell_every=0)
    journal, last = tmp_path / "journal", [25]

    def dying(task, *arguments):
        if last and len(used) >= last[0]:
            raise KeepError("a worker", "has died")
        return task(*arguments)

    spy(RoundSweep, "task", dying)
    with pytest.raises(KeepError, match="has died"):
        by_crew(9, 2, journal)
    assert any(journal.glob("*-round-*"))
    last.clear()
    assert by_crew(9, 1, journal) == ROOK_PATHS[9]
    residues = moduli(bits_needed(make_plan(corner(9)), lambda _: None), wide=HALF)
    assert max(Counter(used).values()) <= len(residues)
    assert not any(journal.glob("gridwalk-*"))
    ((_, names),) = Results(journal).plans()
    assert len(names) == len(residues)
    assert Results(journal).finished() == set(names)
    before = len(used)
    assert by_crew(9, 2, journal) == ROOK_PATHS[9]
    assert len(used) == before


def stopped_crew(journal, used, tasks):
    """Count by a thread until so many tasks are done."""
    limits = Limits(on=1, keep=journal, memory=1 << 20).in_parts
    watch = stopping(lambda: len(used) >= tasks)
    with pytest.raises(KeyboardInterrupt):
        count(corner(9), resources=replace(Resources.within(limits), memory=1), watch=watch)
    assert any(journal.glob("*-round-*"))


def test_a_journal_goes_on_with_the_same_partitions_whatever_the_memory(shared, used, tmp_path, tune):
    """Partitions of another size, or no partitions at all, would begin again and leave files for ever."""
    tune(tell_every=0)
    stopped_crew(tmp_path / "whole", used, 10)
    assert by_crew(9, 1, tmp_path / "whole") == ROOK_PATHS[9]
    tasks = Counter(set(used))
    for n, more in enumerate(({"memory": 1}, {"memory": 1 << 30})):
        journal = tmp_path / str(n)
        used.clear()
        stopped_crew(journal, used, 20)
        tune(partition=1 << 20)
        limits = Limits(on=1, keep=journal).in_parts
        assert count(corner(9), resources=replace(Resources.within(limits), **more)) == ROOK_PATHS[9]
        assert Counter(used[: len(tasks)]) == tasks  # each of the first residue once
        assert (len(used) == len(tasks)) == (n == 1)  # with much memory, the other residues are no partitions
        assert not any(journal.glob("gridwalk-*"))
        tune(partition=1)


@pytest.mark.parametrize("crew", [False, True])
def test_partitions_that_do_not_fit_any_more_are_refused(shared, used, tmp_path, tune, crew):
    def ask():
        if crew:
            return by_crew(9, 1, tmp_path)
        return count(corner(9), resources=tiny(tmp_path, keep=tmp_path))

    tune(partition=1 << 20, tell_every=0)
    if crew:
        stopped_crew(tmp_path, used, 3)
    else:
        stopped(tmp_path, used, 3, corner(9))
    tune(partition=None)
    with pytest.raises(
        MemoryLimitError,
        match=r"enough: a partition of those that .*-partitions tells of needs at least [\d,]+$",
    ):
        ask()
    tune(partition=1 << 20)
    assert ask() == ROOK_PATHS[9]


def test_a_journal_with_results_of_other_sweeps_takes_partitions(shared, used, tmp_path):
    """Their names begin like files of old checkpoints, which are refused."""
    Results(tmp_path).save(f"sweep-{'0' * 24}", 7, seconds=1)
    with Results(tmp_path).begun(f"sweep-{'1' * 24}"):
        assert by_crew(6, 1, tmp_path) == ROOK_PATHS[6]
    assert used


def test_rounds_of_a_residue_that_is_finished_are_removed(shared, used, tmp_path, monkeypatch):
    """A process was killed between the result and the end."""
    journal = tmp_path / "journal"
    with monkeypatch.context() as context:
        context.setattr(KeptParts, "forget", lambda *_, **__: None)
        assert by_crew(6, 1, journal) == ROOK_PATHS[6]
    assert any(journal.glob("*-round-*"))
    done = len(used)
    assert by_crew(6, 1, journal) == ROOK_PATHS[6]
    assert len(used) == done
    assert not any(journal.glob("gridwalk-*"))


@pytest.mark.parametrize("crew", [False, True])
def test_a_sweep_is_estimated_as_it_will_be(tmp_path, crew):
    """The words of a crew are half as wide, and its residues twice as many."""
    n, bits = 16, HALF if crew else WIDE
    limits = Limits(memory=6 << 20, on=ThreadPoolExecutor(1) if crew else 1, keep=tmp_path)
    resources = replace(Resources.within(limits), threads=1)
    assert (resources.crew is not None) == crew
    plan = make_plan(corner(n))
    parts = partitioned(size_of(corner(n)), 1, resources)
    numbers = moduli(bits_needed(plan, lambda _: None), wide=bits)
    cutting = Cutting(plan.places, plan.levels, plan.shallow, bits // 8)
    assert parts.disk == 2 * plan.states * bits // 8
    assert parts.bytes == cutting.capacity(6 << 20, 1)[0]
    assert parts.partitions == max(cutting.partitions(parts.bytes)) > 1
    rounds = len(Partitions(plan, cutting, parts.bytes, lambda _: None).rounds)
    assert abs(parts.tasks / (parts.partitions * len(numbers)) - rounds) <= 1
    if crew:
        members, wide = PartitionCrew(resources.crew, corner(n), plan, 1, resources), numbers[0]
        assert all(members.is_cut(number) for number in numbers if number >> 16)
        assert capacity_of(cutting_of(plan, wide, 1), resources.memory, 1)[0] == parts.bytes


def test_rounds_that_are_there_are_room_on_a_full_disk(run, tmp_path, monkeypatch, spy):
    """Whoever goes on is not refused because of what it has written."""
    spy(shutil, "disk_usage", lambda *_: shutil._ntuple_diskusage(1 << 40, 1 << 40, 0))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    words = ("count", "17x17", "--memory", "50MB", "--keep", tmp_path, "--explain")
    states = make_plan(corner(17)).states
    with (tmp_path / "gridwalk-some-residue-1-round-0-0").open("wb") as file:
        for there in (16 * states - 1, 16 * states):  # two rounds, of words of eight bytes
            file.truncate(there)
            explained = "".join(run(*words)[1:])
            assert ("hopeless: profile" in explained) == (there < 16 * states)
            assert "of disk, " in explained


def test_who_asks_the_same_waits_for_the_result(shared, used, tmp_path, spy):
    """Two clients of one journal: the second waits, is stopped by its clock, and takes what is there."""
    journal = tmp_path / "journal"
    begun, go_on, found = Event(), Event(), []

    def slow(task, *arguments):
        begun.set()
        assert go_on.wait(300)
        return task(*arguments)

    spy(RoundSweep, "task", slow)

    def ask():
        with tuned(partition=1, worth_a_task=0):
            found.append(by_crew(6, 1, journal))

    clients = [Thread(target=ask) for _ in range(2)]
    clients[0].start()
    assert begun.wait(300)
    (standing,) = Results(journal).standings()
    assert (standing.done, standing.running, standing.to_do) == (0, 1, 0)
    for seconds in (0.3, 3, 30, 300):  # so short that it may be over before it waits, then longer
        with pytest.raises(TimeLimitError) as late:
            by_crew(6, 1, journal, seconds=seconds)
        if "sweeps this residue: waiting" in str(late.value):
            break
    else:
        pytest.fail(str(late.value))
    clients[1].start()
    go_on.set()
    for client in clients:
        client.join()
    assert found == [ROOK_PATHS[6]] * 2
    assert max(Counter(used).values()) == 1
    assert Results(journal).running() == {}
    assert not any(journal.glob("gridwalk-*"))


@pytest.mark.posix
def test_partitions_are_tasks_of_processes_and_of_those_after_them(shared, tmp_path):
    """The first processes are killed; others go on."""
    spawn = get_context("spawn")
    journal = tmp_path / "journal"
    with ProcessPoolExecutor(2, spawn) as pool:
        killer = Thread(target=kill_when, args=(pool, journal))
        killer.start()
        with pytest.raises(WorkerError):
            by_crew(11, pool, journal)
        killer.join()
    kept = {path.name for path in journal.glob("*-round-*") if not path.name.endswith(".part")}
    assert kept
    with ProcessPoolExecutor(2, spawn) as pool:
        assert by_crew(11, pool, journal) == ROOK_PATHS[11]
    assert not any(journal.glob("gridwalk-*"))


def kill_when(pool, journal):
    """Kill a process when the third round has begun."""
    deadline = time.monotonic() + 300
    while not any(journal.glob("*-round-2-*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(next(iter(pool._processes)), signal.SIGKILL)


@pytest.mark.posix
def test_a_killed_sweep_goes_on(tmp_path, used, tune):
    process = subprocess.Popen(in_a_process(__file__, "sweep", tmp_path))
    deadline = time.monotonic() + 300
    while not any(tmp_path.glob("*-round-4-*")) and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert any(tmp_path.glob("*-round-*"))
    tune(partition=1)
    assert count(corner(12), resources=tiny(tmp_path, keep=tmp_path)) == ROOK_PATHS[12]
    first = [number for number, _ in used]
    assert min(first[:3]) > 0
