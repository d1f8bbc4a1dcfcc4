"""A journal: what is written is read, damage is named, a full or lost disk is one line."""

import errno
import json
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import gridwalk as gw
from crew import squares, tasks_of
from gridwalk import errors
from gridwalk.errors import KeepError
from gridwalk.runtime import filestore
from gridwalk.runtime.journal import Journal
from gridwalk.runtime.plaindata import packed, unpacked
from gridwalk.runtime.sealed import sealed_pieces, write_sealed
from gridwalk.runtime.tasks import run_tasks
from gridwalk.runtime.tuning import tuned
from inside import failing
from profiles import examples

pytestmark = pytest.mark.no_kernels

ARRAYS = hnp.arrays(
    hnp.boolean_dtypes() | hnp.integer_dtypes() | hnp.floating_dtypes() | hnp.unsigned_integer_dtypes(),
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0),
)
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=1).map(lambda n: n << 200)
    | st.floats()
    | st.text()
    | st.binary()
    | st.fractions()
)
VALUES = st.recursive(
    ATOMS | ARRAYS,
    lambda values: (
        st.lists(values, max_size=3)
        | st.lists(values, max_size=3).map(tuple)
        | st.dictionaries(ATOMS, values, max_size=3)
    ),
    max_leaves=8,
)


def same(a, b):
    """Whether two values are equal in kind and bits."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return same(list(a.items()), list(b.items()))
    return repr(a) == repr(b)


@examples(300)
@given(VALUES)
def test_plain_data_comes_back(value):
    arrays = []
    text = json.dumps(packed(value, arrays))
    assert same(unpacked(json.loads(text), arrays), value)


@examples(40)
@given(value=VALUES)
def test_results_come_back(value, tmp_path_factory):
    for directory in (tmp_path_factory.mktemp("journal"), "memory://results"):
        journal = Journal(directory)
        journal.save("task-1", value, 2.5)
        found = Journal(directory).find("task-1")
        assert same(found.value, value)
        assert (found.seconds, found.where) == (2.5, filestore.where())


def test_an_int_of_any_size(tmp_path):
    journal = Journal(tmp_path)
    journal.save("n", [10**6000, Fraction(1, 10**6000)], 0)
    assert journal.find("n").value == [10**6000, Fraction(1, 10**6000)]


class Odd:
    """No plain data."""


@pytest.mark.parametrize(
    "value", [{1}, Odd(), np.float64(1), [np.int64(1)], np.array([Odd()]), np.zeros(2, "i4,i4"), 1j]
)
def test_nothing_else_is_written(value, tmp_path):
    journal = Journal(tmp_path)
    with pytest.raises(TypeError, match="is no plain data"):
        journal.save("n", value, 0)
    assert journal.finished() == set()


@pytest.mark.parametrize(
    "packed",
    [
        {"pickle": "x"},
        {"int": 3},
        {"array": 1},
        {"fraction": ["0x1", "0x0"]},
        {"bytes": "%"},
        {},
        {"tuple": 1},
    ],
)
def test_nothing_else_is_read(packed):
    with pytest.raises(ValueError, match="no "):
        unpacked(packed, [])


@pytest.mark.parametrize("where", ["local", "memory://damaged"])
def test_every_byte_of_a_result_counts(where, tmp_path):
    journal = Journal(tmp_path if where == "local" else where)
    journal.save("task-1", {"big": 1 << 100, "array": np.arange(5)}, 1.0)
    whole = journal._files.read("task-1.result")
    rng = np.random.default_rng(5)
    spoilt = [whole[:-1], whole + b"x", b"", whole[:70]]
    for at in rng.choice(len(whole), 60, replace=False).tolist():
        spoilt.append(whole[:at] + bytes([whole[at] ^ 1 << rng.integers(8)]) + whole[at + 1 :])
    for raw in spoilt:
        journal._files.write("task-1.result", [raw])
        with pytest.raises(errors.KeepError, match=r"task-1\.result"):
            journal.find("task-1")
        assert journal._files.read("task-1.result") == raw  # refused, not removed


def test_a_result_of_another_task_is_refused(tmp_path):
    journal = Journal(tmp_path)
    journal.save("a", 1, 0)
    (tmp_path / "a.result").rename(tmp_path / "b.result")
    with pytest.raises(errors.KeepError, match="is the result of another task, a"):
        journal.find("b")
    from gridwalk.runtime.sealed import write_sealed

    write_sealed(tmp_path / "c.result", {"plan": 1})
    with pytest.raises(errors.KeepError, match="is no result"):
        journal.find("c")


def test_a_full_disk_keeps_what_is_there(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    tasks = tasks_of(squares, 6)
    assert len(list(run_tasks(tasks[:3], 2, journal))) == 3

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(filestore, "write_beside", full)
        with pytest.raises(errors.KeepError, match="not written \\(No space left on device\\)") as caught:
            list(run_tasks(tasks, 2, journal))
    assert "\n" not in str(caught.value)
    assert len(journal.finished()) == 3
    assert len(list(run_tasks(tasks, 2, journal))) == 6


def test_a_lost_directory_is_named(tmp_path):
    journal = Journal(tmp_path / "journal")
    (tmp_path / "journal").rmdir()
    for use in (journal.finished, lambda: journal.find("a"), lambda: journal.save("a", 1, 0), journal.plans):
        with pytest.raises(errors.KeepError, match="the directory is lost"):
            use()
    with pytest.raises(errors.KeepError, match="there is no such directory"):
        Journal(tmp_path / "journal", make=False)
    (tmp_path / "journal").touch()
    with pytest.raises(errors.KeepError, match="is a file"):
        Journal(tmp_path / "journal", make=False)


def test_an_address_of_this_machine_is_a_directory(tmp_path):
    Journal(f"file://{tmp_path}").save("a", 1, 0)
    assert Journal(tmp_path).find("a").value == 1
    assert Journal(f"file://{tmp_path}").directory == str(tmp_path)


def test_directories_that_are_none(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(errors.KeepError, match="is a file: give a directory"):
        Journal(tmp_path / "file")
    with pytest.raises(errors.KeepError):
        Journal(tmp_path / "file" / "below")
    with pytest.raises(errors.KeepError, match="nosuch"):
        Journal("nosuch://bucket/x")


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (b"[" * 200_000, "its header is not ours: RecursionError"),
        (b"[]", "its header is not ours: TypeError"),
        (b"{}", "its header is not ours: KeyError"),
        (b'{"arrays": 7}', "its header is not ours: TypeError"),
        (b'{"arrays": [["|O", [2]]]}', "is no array of numbers"),
        (b'{"arrays": [["|V0", [1000000000000000]]]}', "is no array of numbers"),
        (b'{"arrays": [["<i8", [-1]]]}', "is no array of numbers"),
        (b'{"arrays": [["<i8", ["x"]]]}', "is no array of numbers"),
        (b'{"arrays": [["what", [1]]]}', "its header is not ours: TypeError"),
    ],
)
def test_a_sealed_header_that_nobody_wrote(tmp_path, header, why):
    """Their checksums are right: another program, or another version, wrote them."""
    first = f"gridwalk checkpoint 3 {len(header)} {crc32(header):08x}".encode().ljust(63) + b"\n"
    raw = first + header + crc32(header).to_bytes(4, "little")
    (tmp_path / "a.result").write_bytes(raw)
    with pytest.raises(KeepError, match=re.escape(why)):
        Journal(tmp_path).find("a")


@pytest.mark.parametrize(
    "value", ["x", None, 7, [], [1, 2], ("Whole", []), ("Whole", ["1", True, 5]), {1: 2}]
)
def test_a_sealed_result_of_another_kind(tmp_path, value):
    paths = gw.Board.rectangle(4, 4).paths().within(keep=tmp_path)
    expected = paths.estimate_count(states=5, runs=2, rng=1)
    results = sorted(tmp_path.glob("*.result"))
    assert len(results) == 2
    Journal(tmp_path).save(results[0].name.removesuffix(".result"), value, 1.0)
    with pytest.raises(KeepError, match=rf"{results[0].name}.* is damaged .*; remove it"):
        paths.estimate_count(states=5, runs=2, rng=1)
    results[0].unlink()
    assert repr(paths.estimate_count(states=5, runs=2, rng=1)) == repr(expected)


SMALL = gw.Board.rectangle(4, 4)


def parts(directory):
    """Return limits with which the parts of an answer are kept in a directory."""
    return {"keep": directory, "on": ThreadPoolExecutor(1)}


@pytest.mark.parametrize(
    "ask",
    [
        lambda journal: SMALL.paths().within(**parts(journal)).count(by="sweep"),
        lambda journal: SMALL.paths().within(**parts(journal)).lengths(),
        lambda journal: SMALL.tours(closed=True).within(**parts(journal)).count(by="halves"),
        lambda journal: SMALL.replace(moves=gw.KING).paths().within(**parts(journal)).count(by="sweep"),
        lambda journal: SMALL.replace(moves=gw.KING).paths().within(**parts(journal)).lengths(),
        lambda journal: SMALL.paths().of_length(8).within(**parts(journal)).count(by="sweep"),
        lambda journal: SMALL.tours(exits=[(3, 3)]).within(**parts(journal)).count(by="sweep"),
        lambda journal: gw.count_many([SMALL.paths(), SMALL.paths().induced()], keep=journal),
    ],
    ids=[
        "residues",
        "lengths",
        "halves",
        "network",
        "lengths of a network",
        "given lengths",
        "starts",
        "many",
    ],
)
def test_a_sealed_count_of_another_kind(tmp_path, ask):
    with tuned(worth_a_task=0):
        expected = ask(tmp_path)
        name = min(tmp_path.glob("*.result")).name.removesuffix(".result")
        journal = Journal(tmp_path)
        true = journal.find(name).value
        for value in ("x", None, 1.5, True, [1], ("Whole", []), {"a": 1}, {1: "x"}, {2: None}):
            journal.save(name, value, 1.0)
            with pytest.raises(KeepError, match=rf"{name}.* is damaged .*; remove it"):
                ask(tmp_path)
        journal.save(name, true, 1.0)
        assert ask(tmp_path) == expected


@pytest.mark.parametrize("tasks", [[1], None, [["a"]]])
def test_a_sealed_plan_of_another_kind(tmp_path, tasks):
    about = {"keep": 1, "question": "q", "tasks": tasks}
    (tmp_path / "q.plan").write_bytes(b"".join(map(bytes, sealed_pieces(about))))
    with pytest.raises(KeepError, match="is damaged"):
        Journal(tmp_path).plans()


def test_an_older_file_is_kept_where_there_is_one(tmp_path, full_disk):
    full_disk()
    file = tmp_path / "state"
    with pytest.raises(KeepError, match=r"not written \(No space left on device\)$"):
        write_sealed(file, {})
    file.write_text("old")
    with pytest.raises(KeepError, match=r"an older one is kept$"):
        write_sealed(file, {})


def test_without_fsspec_a_remote_directory_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(errors.KeepError, match=r"pip install fsspec"):
        Journal("memory://x")


def test_many_writers_of_one_result(tmp_path):
    journal = Journal(tmp_path)
    value = {"rows": np.arange(1000)}
    seen = []

    def write():
        for _ in range(20):
            journal.save("task", value, 1.0)
            seen.append(journal.find("task").value["rows"].sum())

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(seen) == {499500}
    assert os.listdir(tmp_path) == ["task.result"]


def test_who_is_at_work(tmp_path):
    journal = Journal(tmp_path)
    with journal.begun("a"):
        assert Journal(tmp_path).running() == {"a": filestore.where()}
    assert journal.running() == {}
    code = (
        "import os, sys; from gridwalk.runtime.journal import Journal\n"
        "with Journal(sys.argv[1]).begun('b'): os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path], check=False)
    assert (tmp_path / "b.begun").exists()
    assert journal.running() == {}  # its process is dead
    for seconds, known in ((0, {"c": "elsewhere/1"}), (100_000, {})):
        mark = json.loads((tmp_path / "b.begun").read_text())
        mark |= {"where": "elsewhere/1", "at": mark["at"] - seconds}
        (tmp_path / "c.begun").write_text(json.dumps(mark))
        assert journal.running() == known
    (tmp_path / "d.begun").write_text('{"where"')
    assert journal.running() == {}


def test_a_process_of_another_user_is_alive(tmp_path, spy):
    """The system says that a signal to it is not permitted: so there is such a process."""
    journal = Journal(tmp_path)
    with journal.begun("a"):
        spy(os, "kill", failing(PermissionError(errno.EPERM, "Operation not permitted")))
        assert journal.running() == {"a": filestore.where()}


def test_a_plan_grows_and_never_shrinks(tmp_path):
    journal = Journal(tmp_path)
    for tasks, known in ((["a"], "a"), (["b", "a"], "ab"), (["c"], "abc"), (["a"], "abc"), ([], "abc")):
        journal.plan("question", tasks)
        assert [plan.tasks for plan in Journal(tmp_path).plans()] == [tuple(known)]
    journal.plan("question", ["z"], key="another of the same words")
    assert sorted(plan.tasks for plan in journal.plans()) == [("a", "b", "c"), ("z",)]


def test_every_byte_of_a_plan_counts(tmp_path):
    """It has no arrays, so its checksum is compared when it is opened."""
    Journal(tmp_path).plan("question", ["a", "b"])
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    for at in (*range(0, len(whole), 7), *range(len(whole) - 4, len(whole))):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        with pytest.raises(errors.KeepError, match=path.name):
            Journal(tmp_path).plans()


@pytest.mark.parametrize("where", ["local", "memory://plans"])
def test_plans(where, tmp_path):
    journal = Journal(tmp_path if where == "local" else where)
    tasks = tasks_of(squares, 4)
    for _ in range(2):
        assert len(dict(run_tasks(tasks, None, journal, about="four squares"))) == 4
    (plan,) = journal.plans()
    assert plan.question == "four squares"
    assert plan.tasks == tuple(task.name for task in tasks)
    assert set(plan.tasks) == journal.finished()
