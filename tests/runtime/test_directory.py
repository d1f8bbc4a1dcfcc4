"""Tasks in a directory: claims, workers and clients that die, and the right answer whatever happens."""

from __future__ import annotations

import copyreg
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from gridwalk import errors
from gridwalk.runtime import directory
from gridwalk.runtime.crew import Crew
from gridwalk.runtime.directory import DirectoryExecutor, TaskFiles, work
from gridwalk.runtime.limits import Limits
from gridwalk.runtime.ourpickle import dumps, loads
from gridwalk.runtime.results import Results
from gridwalk.runtime.tasks import Task, run_tasks, task_name
from gridwalk.runtime.tuning import tuned
from published import ROOK_PATHS

MEMORY = "1.25MB"  # less than the table of 12 x 12 cells takes: partitions
ELSEWHERE = "another-machine/1"
PARTS = directory.FOLDER


def offered(place, *names):
    files = TaskFiles(place)
    for name in names:
        files.offer(name, pickle.dumps((task_name, ("word", name), {})))
    return files


def claim_of(place, who, name="a", number=1):
    Path(place, PARTS, f"{name}.claim-{number}").write_text(who)


def test_a_task_is_taken_once(tmp_path):
    offered(tmp_path, "a", "b", "c")
    one, two = TaskFiles(tmp_path), TaskFiles(tmp_path)
    names = [files.take()[0] for files in (one, two, one)]
    assert sorted(names) == ["a", "b", "c"]
    assert one.take() is two.take() is None


def test_work_answers_and_cleans_up(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    futures = [executor.submit(task_name, "word", n) for n in range(5)]
    assert work(tmp_path, idle=0.01) == 5
    assert [future.result(10) for future in futures] == [task_name("word", n) for n in range(5)]
    executor.shutdown()
    assert os.listdir(tmp_path / PARTS) == []


@pytest.fixture(scope="module")
def dead():
    """Return the number of a process that has ended."""
    code = [sys.executable, "-c", "import os; print(os.getpid())"]
    return int(subprocess.run(code, capture_output=True, check=True).stdout)


def test_a_claim_of_the_dead_is_followed_by_another(tmp_path, dead):
    files = offered(tmp_path, "a")
    here = directory.where().rpartition("/")[0]
    claim_of(tmp_path, f"{here}/{dead}")
    name, claim, _ = files.take()
    assert (name, claim) == ("a", "a.claim-2")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems tell no boot and no container")
def test_a_claim_of_a_machine_with_the_same_host_name_is_left_to_it(tmp_path, dead):
    """Containers of one image have one host name, and each numbers its processes from 1."""
    files = offered(tmp_path, "a")
    name, boot, processes = directory.where().rpartition("/")[0].rsplit("-", 2)
    for number, other in enumerate(
        (f"{name}-{boot}-{int(processes) + 1}", f"{name}-{boot[::-1]}-{processes}")
    ):
        claim_of(tmp_path, f"{other}/{dead}", number=number + 1)
        assert files.take() is None


def test_a_silent_claim_is_followed_after_the_lease(tmp_path):
    files = offered(tmp_path, "a")
    claim_of(tmp_path, ELSEWHERE)
    with tuned(lease=0.04):
        assert files.take() is None  # seen for the first time, whatever its clock says
        time.sleep(0.05)
        os.utime(tmp_path / PARTS / "a.claim-1")  # it lives
        assert files.take() is None
        time.sleep(0.05)
        assert files.take()[1] == "a.claim-2"


def test_a_task_that_kills_its_workers_is_an_error(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    found = run_tasks([Task("a", task_name, ("word",))], executor)
    thread = Thread(target=lambda: errors_of(found))
    thread.start()
    while not (tasks := [file for file in os.listdir(tmp_path / PARTS) if file.endswith(".task")]):
        time.sleep(0.01)
    claim_of(tmp_path, ELSEWHERE, tasks[0].removesuffix(".task"), directory.TRIES)
    with tuned(lease=0.05):
        files = TaskFiles(tmp_path)
        files.take()
        time.sleep(0.1)
        assert files.take() is None
    thread.join()
    assert "5 workers died of the same task" in str(caught.pop())


caught: list[Exception] = []


def errors_of(found):
    try:
        list(found)
    except errors.WorkerError as error:
        caught.append(error)


def test_what_is_cancelled_is_given_up(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    future = executor.submit(task_name, "word")
    files = TaskFiles(tmp_path)
    with tuned(lease=0.2):
        name, claim, _ = files.take()
        with files.held(name, claim) as gone:
            future.cancel()
            assert gone.wait(10)
    assert os.listdir(tmp_path / PARTS) == []


def test_who_has_no_time_left_leaves_the_task_to_others(tmp_path):
    offered(tmp_path, "a")
    assert work(tmp_path, seconds=1e-6) == 0
    files = TaskFiles(tmp_path)
    name, claim, raw = files.take()
    assert directory._done(files, name, claim, raw, lambda: True) == 0
    assert files.take()[1] == "a.claim-1"


def test_other_code_than_ours_is_refused(tmp_path):
    for given in (os.system, subprocess.run, eval, Path.unlink):
        with pytest.raises(errors.WorkerError, match="tasks of gridwalk only"):
            DirectoryExecutor(tmp_path).submit(given, "true")
    hidden = b"cgridwalk.runtime.tasks\nos.system\n(S'true'\ntR."  # by way of a module of ours
    with pytest.raises(errors.WorkerError, match="tasks of gridwalk only"):
        loads(hidden)
    with pytest.raises(errors.WorkerError, match="tasks of gridwalk only"):
        loads(b"cgridwalk.runtime.kept\npartial\n(cos\nsystem\nS'true'\ntR.")
    for hidden in (
        b"cnumpy._core.fromnumeric\n_wrapfunc\n(I7\nS'bit_length'\ntR.",  # any method of anything
        b"cgridwalk.runtime.directory\nos\n.",  # a module
        b"cgridwalk.kernels._machine\nloaded\n.",  # machine code
        b"cbuiltins\ngetattr\n(cgridwalk.runtime.tasks\ntask_name\nS'__globals__'\ntR.",
    ):
        with pytest.raises(errors.WorkerError, match="tasks of gridwalk only"):
            loads(hidden)
    assert os.listdir(tmp_path / PARTS) == []


def test_values_of_numpy_travel():
    rng = np.random.default_rng(7)
    for value in (np.arange(3), np.float64(0.5), np.zeros(2, np.uint16), rng.bit_generator.seed_seq.entropy):
        for protocol in (pickle.DEFAULT_PROTOCOL, pickle.HIGHEST_PROTOCOL):
            assert np.array_equal(loads(pickle.dumps(value, protocol)), value)
    assert loads(pickle.dumps(rng)).random() == rng.random()


def test_clients_that_ask_different_things_get_their_own_answers(tmp_path):
    one, two = DirectoryExecutor(tmp_path), DirectoryExecutor(tmp_path)
    futures = [one.submit(task_name, "word", 1), two.submit(task_name, "word", 2)]
    work(tmp_path, idle=0.01)
    assert [future.result(10) for future in futures] == [task_name("word", 1), task_name("word", 2)]


def test_a_damaged_answer_fails_what_waits_but_not_what_is_answered(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    executor._thread = Thread()  # so that both answers are there when the first is looked for
    futures = [executor.submit(task_name, "word", n) for n in range(2)]
    work(tmp_path, idle=0.01)
    Path(tmp_path, PARTS, [*executor._waiting][1] + ".answer").write_bytes(b"damaged")
    executor._collect()
    assert futures[0].result(0) == task_name("word", 0)
    with pytest.raises(errors.KeepError):
        futures[1].result(0)


def test_what_others_registered_for_errors_is_not_written(monkeypatch):
    """Dask registers a way of its own for all errors, to keep tracebacks."""
    monkeypatch.setitem(copyreg.dispatch_table, errors.WorkerError, lambda error: (eval, ("1",)))
    for value in (errors.WorkerError("words"), 2.5j):
        assert repr(loads(dumps(value))) == repr(value)


def test_a_damaged_task_is_told_to_who_asked_and_the_worker_goes_on(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    futures = [executor.submit(task_name, "word", n) for n in range(3)]
    damaged = Path(tmp_path, PARTS, [*executor._waiting][1] + ".task")
    damaged.write_bytes(b"damaged")
    assert work(tmp_path, idle=0.01) == 2
    found = [future.result(10) for future in futures]
    assert found[::2] == [task_name("word", n) for n in (0, 2)]
    assert re.search("is damaged .*: this task was taken away, ask again", str(found[1].error))
    assert found[1].error.path == str(damaged)
    executor.shutdown()
    assert os.listdir(tmp_path / PARTS) == []


def test_a_claim_that_says_nothing_is_followed_after_the_lease(tmp_path):
    files = offered(tmp_path, "a")
    Path(tmp_path, PARTS, "a.claim-1").write_bytes(directory.where().rpartition("/")[0].encode() + b"/\xff")
    with tuned(lease=0.04):
        assert files.take() is None
        time.sleep(0.05)
        assert files.take()[1] == "a.claim-2"


def test_what_cannot_be_read_is_an_answer(tmp_path):
    files = TaskFiles(tmp_path)
    files.offer("a", b"cgridwalk.runtime.tasks\nof_another_version\n.")
    assert work(tmp_path, idle=0.01) == 1
    answer, _ = loads(files.read("a.answer"))
    assert "is the same version installed there?" in str(answer.error)


def test_who_has_no_worker_is_told_how_to_start_one(tmp_path):
    told, place = [], tmp_path / "a b"
    on = DirectoryExecutor(place)
    limits = Limits(on=on, seconds=0.2, progress=lambda one: told.append(str(one)))

    def ask():
        Crew.of(limits).result(Task("a", task_name, ("word",)), limits.watch())

    words = f"0 of 1 tasks done, no worker so far: gridwalk work '{place}'"
    with tuned(alone=1e9, tell_every=0), pytest.raises(errors.TimeLimitError):
        ask()
    assert not any("no worker" in one for one in told)
    with tuned(alone=0, tell_every=0), pytest.raises(errors.TimeLimitError, match=re.escape(words)):
        ask()
    assert told[-1].endswith(words)
    on.shutdown()


def test_who_has_a_worker_is_told_nothing_more(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    with tuned(alone=0.0):
        assert not executor._advice  # nothing is asked
        executor.submit(task_name, "word")
        assert executor._advice
        claim_of(tmp_path, ELSEWHERE, "any")
        until = time.monotonic() + 30
        while executor._advice and time.monotonic() < until:
            time.sleep(0.01)
        assert not executor._advice
    executor.shutdown(cancel_futures=True)


def test_bugs_are_told(tmp_path):
    executor = DirectoryExecutor(tmp_path)
    future = executor.submit(task_name)
    work(tmp_path, idle=0.01)
    with pytest.raises(RuntimeError, match="TypeError"):
        future.result(10)


def test_addresses_are_refused():
    for place in ("s3://bucket/x", "", 7):
        with pytest.raises((errors.ArgumentError, TypeError)):
            DirectoryExecutor(place)


class Forgetful(Executor):
    """Never answers the first copy of some tasks, as a machine does that stands still."""

    def __init__(self, forgotten):
        self.forgotten, self.given, self.lost = forgotten, [], []

    def submit(self, function, /, *arguments, **named):
        future = Future()
        name = arguments[0].name
        self.given.append(name)
        if name in self.forgotten and self.given.count(name) == 1:
            self.lost.append(future)
        else:
            future.set_result(function(*arguments, **named))
        return future


def test_the_last_tasks_are_given_again():
    tasks = [Task(f"power-{n}", pow, (n, 3)) for n in range(20)]
    executor = Forgetful({"power-3", "power-19"})
    with tuned(silence=0.05):
        assert dict(run_tasks(tasks, executor)) == {n: n**3 for n in range(20)}
    assert sorted(set(executor.given)) == sorted(task.name for task in tasks)
    assert len(executor.given) == 22
    assert all(future.cancelled() for future in executor.lost)


# ----------------------------------------------------------------------- processes that die


def worker(place):
    code = f"import sys; sys.path[:] = {sys.path!r}; import gridwalk; gridwalk.work({str(place)!r})"
    return subprocess.Popen([sys.executable, "-c", code], start_new_session=True)


CLIENT = """
import sys; sys.path[:] = {path!r}
import gridwalk as gw
on = gw.DirectoryExecutor({place!r})
print(gw.Board.rectangle(12, 12).paths().within(memory={memory!r}, on=on, keep={place!r}).count())
"""


@pytest.mark.long
@pytest.mark.posix
def test_whoever_is_killed_the_answer_is_right(tmp_path):
    """Workers and the client are killed, one worker stands still for a while; nothing is lost."""
    rng, place = random.Random(8), str(tmp_path)
    command = [sys.executable, "-c", CLIENT.format(path=sys.path, place=place, memory=MEMORY)]
    workers, before = [worker(tmp_path) for _ in range(3)], set()
    try:
        for turn in range(3):
            client = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            if turn == 2:
                break
            finished = len(Results(tmp_path).finished())
            files = seen(tmp_path)
            while client.poll() is None and not (seen(tmp_path) - files and len(seen(tmp_path)) > 5):
                time.sleep(0.05)
            client.kill()
            client.communicate()
            Thread(target=end, args=(workers.pop(rng.randrange(len(workers))), 3 * (turn == 1))).start()
            workers.append(worker(tmp_path))
            assert len(Results(tmp_path).finished()) >= finished
            before |= Results(tmp_path).finished()
        told, _ = client.communicate(timeout=300)
    finally:
        client.kill()
        for one in workers:
            one.kill()
            one.wait()
    assert int(told) == ROOK_PATHS[12]
    assert before <= Results(tmp_path).finished()
    assert not [file for file in os.listdir(tmp_path) if "round" in file]


def end(process, seconds):
    """Kill a process, after it stood still for some *seconds*."""
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    process.kill()
    process.wait()  # or its number would seem alive


def seen(place):
    """Return the files of rounds, and the results."""
    return {file for file in os.listdir(place) if "-round-" in file or file.endswith(".result")}
