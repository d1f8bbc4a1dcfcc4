"""The store: what is written is read, damage is named, a full or lost disk is one line; results and locks."""

import errno
import json
import math
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import gridwalk as gw
from crew import squares, tasks_of
from gridwalk.errors import KeepError, TimeLimitError
from gridwalk.runtime import lock, store
from gridwalk.runtime.kept import KeptParts
from gridwalk.runtime.lock import InUseError, locked
from gridwalk.runtime.plaindata import packed, unpacked
from gridwalk.runtime.results import Results
from gridwalk.runtime.store import LocalStore, Store
from gridwalk.runtime.tasks import run_tasks
from gridwalk.runtime.tuning import tuned
from inside import failing
from profiles import examples

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
    for place in (tmp_path_factory.mktemp("results"), "memory://results"):
        Results(place).save("task-1", value, 2.5)
        found = Results(place).find("task-1")
        assert same(found.value, value)
        assert (found.seconds, found.where) == (2.5, store.where())


def test_an_int_of_any_size(tmp_path):
    Results(tmp_path).save("n", [10**6000, Fraction(1, 10**6000)], 0)
    assert Results(tmp_path).find("n").value == [10**6000, Fraction(1, 10**6000)]


class Odd:
    """No plain data."""


@pytest.mark.parametrize(
    "value", [{1}, Odd(), np.float64(1), [np.int64(1)], np.array([Odd()]), np.zeros(2, "i4,i4"), 1j]
)
def test_nothing_else_is_written(value, tmp_path):
    results = Results(tmp_path)
    with pytest.raises(TypeError, match="is no plain data"):
        results.save("n", value, 0)
    assert results.finished() == set()


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


def answer_and_part(place):
    kept = KeptParts(place, "what is asked", "the order of work")
    kept.finish({3: 1 << 100, 7: 5}, began=-math.inf)
    kept.save("part", {"at": 3}, [np.arange(5, dtype=np.uint64)])
    return lambda: (kept.answer(), kept.find("part").read()[0].tolist(), kept.find("part").facts)


def result(place):
    Results(place).save("task-1", {"big": 1 << 100, "array": [1, 2, 3, 4, 5]}, 1.0)
    return lambda: Results(place).find("task-1").value


def plan(place):
    Results(place).plan("question", ["a", "b"])
    return Results(place).plans


@pytest.mark.parametrize(
    ("write", "place"),
    [
        (answer_and_part, "{}"),
        *((write, place) for write in (result, plan) for place in ("{}", "memory://{}")),
    ],
)
def test_every_byte_of_a_file_counts(write, place, tmp_path):
    """Whatever is spoilt, the file is named, and neither used nor removed."""
    where, rng = place.format(tmp_path), np.random.default_rng(5)
    read = write(where)
    right, files = read(), raw_files(where)
    for name in files.names():
        whole = files.get(name)
        spoilt = [whole[:-1], whole + b"x", b"", whole[:70]]
        for at in range(len(whole)):
            spoilt.append(whole[:at] + bytes([whole[at] ^ 1 << rng.integers(8)]) + whole[at + 1 :])
        for raw in spoilt:
            files.put(name, raw)
            with pytest.raises(KeepError, match=re.escape(f"{name}: is ")):
                read()
            assert files.get(name) == raw
        files.put(name, whole)
    assert read() == right


class raw_files:  # noqa: N801 - a function of a place
    """The bytes of the files of a place."""

    def __init__(self, place):
        self.store = Store.at(place)
        self.names = self.store.names

    def get(self, name):
        """Return what a file holds."""
        if isinstance(self.store, LocalStore):
            return self.store.path(name).read_bytes()
        return self.store._files.cat_file(f"{self.store._root}/{name}")

    def put(self, name, raw):
        """Write a file."""
        if isinstance(self.store, LocalStore):
            self.store.path(name).write_bytes(raw)
        else:
            self.store._files.pipe_file(f"{self.store._root}/{name}", raw)


def test_arrays_are_read_mapped_and_filled(tmp_path):
    rng, place = np.random.default_rng(3), LocalStore(tmp_path)
    arrays = [
        rng.integers(0, 99, (5, 3)).astype(np.int32),
        np.zeros(0, np.uint64),
        rng.integers(0, 1 << 60, 1000).astype(np.uint64),
    ]
    place.put("part", {"facts": {"big": 1 << 200, "word": "ä"}}, arrays)
    saved = place.get("part")
    assert saved.facts == {"big": 1 << 200, "word": "ä"}
    for found in (saved.read(), saved.read([np.empty_like(array) for array in arrays])):
        assert same(found, arrays)
    place.put("part", {}, arrays[::2])
    assert same(place.get("part").map(check=True), arrays[::2])
    with pytest.raises(KeepError, match="its arrays have other sizes"):
        place.get("part").read([np.zeros(5, np.int32)])
    assert place.get("missing") is None
    raw = (tmp_path / "part").read_bytes()
    assert json.loads(raw[64:].split(b"}")[0] + b"}")["arrays"][0] == ["<i4", [5, 3]]
    for read in (place.get("part").read, partial(place.get("part").map, check=True)):
        with pytest.raises(TimeLimitError):
            read(pause=failing(TimeLimitError(1, 0, 0, 0)))


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
        Results(tmp_path).find("a")


# ------------------------------------------------------------------------- places


def test_a_place_that_is_none_or_lost_is_named(tmp_path):
    place, file = tmp_path / "place", tmp_path / "file"
    file.write_text("")
    results = Results(place)
    place.rmdir()
    for use in (results.finished, lambda: results.find("a"), lambda: results.save("a", 1, 0), results.plans):
        with pytest.raises(KeepError, match="the directory is lost"):
            use()
    for at, make, why in (
        (place, False, "there is no such directory"),
        (file, False, "is a file"),
        (file, True, "is a file: give a directory"),
        (file / "below", True, "cannot be used: Not a directory"),
        ("nosuch://bucket/x", True, "nosuch"),
    ):
        with pytest.raises(KeepError, match=why):
            Store.at(at, make=make)


def test_an_address_of_this_machine_is_a_directory(tmp_path):
    Results(f"file://{tmp_path}").save("a", 1, 0)
    assert Results(tmp_path).find("a").value == 1
    assert Results(f"file://{tmp_path}").address == str(tmp_path)


def test_without_fsspec_an_address_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(KeepError, match=r"pip install fsspec"):
        Store.at("memory://x")


def test_a_full_disk_keeps_what_is_there(tmp_path, full_disk):
    results, tasks = Results(tmp_path), tasks_of(squares, 6)
    assert len(list(run_tasks(tasks[:3], 2, results))) == 3
    (tmp_path / "state").write_text("old")
    full_disk()
    for write in (lambda: list(run_tasks(tasks, 2, results)), lambda: results.store.put("state", {})):
        with pytest.raises(KeepError, match=r"not written \(No space left on device\); what is") as caught:
            write()
        assert "\n" not in str(caught.value)
    full_disk.over()
    assert (tmp_path / "state").read_text() == "old"
    assert len(results.finished()) == 3
    assert len(list(run_tasks(tasks, 2, results))) == 6


# ------------------------------------------------------------------------- results


def test_a_result_of_another_task_is_refused(tmp_path):
    results = Results(tmp_path)
    results.save("a", 1, 0)
    (tmp_path / "a.result").rename(tmp_path / "b.result")
    results.store.put("c.result", {"plan": 1})
    for ask, why in (
        (lambda: results.find("b"), "is the result of another task, a"),
        (lambda: results.find("c"), "is no result"),
    ):
        with pytest.raises(KeepError, match=why):
            ask()
    for tasks in ([1], None, [["a"]]):
        results.store.put("q.plan", {"question": "q", "tasks": tasks})
        with pytest.raises(KeepError, match="is damaged"):
            results.plans()


@pytest.mark.parametrize(
    "value", ["x", None, 7, [], [1, 2], ("Whole", []), ("Whole", ["1", True, 5]), {1: 2}]
)
def test_a_sealed_result_of_another_kind(tmp_path, value):
    paths = gw.Board.rectangle(4, 4).paths().within(keep=tmp_path)
    expected = paths.estimate_count(states=5, runs=2, seed=1)
    results = sorted(tmp_path.glob("*.result"))
    assert len(results) == 2
    Results(tmp_path).save(results[0].name.removesuffix(".result"), value, 1.0)
    with pytest.raises(KeepError, match=rf"{results[0].name}.* is damaged .*; remove it"):
        paths.estimate_count(states=5, runs=2, seed=1)
    results[0].unlink()
    assert repr(paths.estimate_count(states=5, runs=2, seed=1)) == repr(expected)


SMALL = gw.Board.rectangle(4, 4)


def parts(directory):
    """Return limits with which the parts of an answer are kept in a directory."""
    return {"keep": directory, "on": ThreadPoolExecutor(1)}


@pytest.mark.parametrize(
    "ask",
    [
        lambda results: SMALL.paths().within(**parts(results)).count(by="sweep"),
        lambda results: SMALL.paths().within(**parts(results)).lengths(),
        lambda results: SMALL.tours(closed=True).within(**parts(results)).count(by="halves"),
        lambda results: SMALL.replace(moves=gw.KING).paths().within(**parts(results)).count(by="sweep"),
        lambda results: SMALL.replace(moves=gw.KING).paths().within(**parts(results)).lengths(),
        lambda results: SMALL.paths().of_length(8).within(**parts(results)).count(by="sweep"),
        lambda results: SMALL.tours(exits=[(3, 3)]).within(**parts(results)).count(by="sweep"),
        lambda results: gw.count_many([SMALL.paths(), SMALL.paths().induced()], keep=results),
    ],
    ids=["residues", "lengths", "halves", "king", "king's lengths", "given lengths", "starts", "many"],
)
def test_a_sealed_count_of_another_kind(tmp_path, ask):
    with tuned(worth_a_task=0, worth_saving=0):
        expected, results = ask(tmp_path), Results(tmp_path)
        for _ in range(2):  # the answer, and without it what it was put together from
            files = sorted(tmp_path.glob("*.result"), key=lambda file: file.stat().st_mtime_ns)
            name = files[-1].name.removesuffix(".result")
            for value in ("x", None, 1.5, True, [1], ("Whole", []), {"a": 1}, {1: "x"}, {2: None}):
                results.save(name, value, 1.0)
                with pytest.raises(KeepError, match=rf"{name}.* is damaged .*; remove it"):
                    ask(tmp_path)
            files[-1].unlink()
        assert ask(tmp_path) == expected


def test_many_writers_of_one_result(tmp_path):
    """They took different times, so their files are not the same; each reader sees one of them, whole."""
    results, seen = Results(tmp_path), []

    def write(seconds):
        for _ in range(20):
            results.save("task", {"rows": np.arange(1000)}, seconds)
            found = results.find("task")
            seen.append((found.value["rows"].sum(), found.seconds in (1, 2.25, 3.5, 4)))

    threads = [threading.Thread(target=write, args=(seconds,)) for seconds in (1, 2.25, 3.5, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 80
    assert set(seen) == {(499500, True)}
    assert os.listdir(tmp_path) == ["task.result"]


@pytest.mark.parametrize("size", [100, 1 << 20])
def test_a_result_that_is_written_anew_while_it_is_read(size, tmp_path):
    class Busy(LocalStore):
        def get(self, name):
            found = super().get(name)
            if writers:
                Results(tmp_path).save("task", value, seconds=writers.pop())
            return found

    value, writers = np.arange(size), []
    results = Results(tmp_path)
    results.save("task", value, seconds=1)
    results.store = Busy(tmp_path)
    writers += [3.25, 20_000.125]
    assert (results.find("task").value == value).all()
    assert len(writers) == (1 if size == 100 else 0)
    writers.clear()
    file = tmp_path / "task.result"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    with pytest.raises(KeepError, match="checksum"):
        results.find("task")


def test_who_is_at_work(tmp_path):
    results = Results(tmp_path)
    with results.begun("a"):
        assert Results(tmp_path).running() == {"a": store.where()}
    assert results.running() == {}
    code = (
        "import os, sys; from gridwalk.runtime.results import Results\n"
        "with Results(sys.argv[1]).begun('b'): os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path], check=False)
    assert (tmp_path / "b.begun").exists()
    assert results.running() == {}  # its process is dead
    for seconds, known in ((0, {"c": "elsewhere/1"}), (100_000, {})):
        mark = results.store.get("b.begun").about
        results.store.put("c.begun", mark | {"where": "elsewhere/1", "at": mark["at"] - seconds})
        assert results.running() == known
    (tmp_path / "d.begun").write_text('{"where"')
    for number, mark in enumerate(({}, {"where": 7, "at": 0}, {"where": f"{store.where()}x", "at": 0})):
        results.store.put(f"e{number}.begun", mark)
    assert results.running() == {}


def test_a_process_of_another_user_is_alive(tmp_path, spy):
    """The system says that a signal to it is not permitted: so there is such a process."""
    results = Results(tmp_path)
    with results.begun("a"):
        spy(os, "kill", failing(PermissionError(errno.EPERM, "Operation not permitted")))
        assert results.running() == {"a": store.where()}


def test_a_plan_that_is_removed_while_it_is_looked_for(tmp_path):
    class Late(LocalStore):
        def names(self):
            return [*super().names(), "gone.plan"]

    results = Results(tmp_path)
    results.plan("question", ["a"])
    results.store = Late(tmp_path)
    assert results.plans() == [("question", ["a"])]


def test_a_plan_grows_and_never_shrinks(tmp_path):
    results = Results(tmp_path)
    for tasks, known in ((["a"], "a"), (["b", "a"], "ab"), (["c"], "abc"), (["a"], "abc"), ([], "abc")):
        results.plan("question", tasks)
        assert Results(tmp_path).plans() == [("question", list(known))]
    results.plan("question", ["z"], key="another of the same words")
    assert [tasks for _, tasks in results.plans()] == [["a", "b", "c"], ["z"]]


@pytest.mark.parametrize("where", ["local", "memory://plans"])
def test_plans(where, tmp_path):
    results = Results(tmp_path if where == "local" else where)
    tasks = tasks_of(squares, 4)
    for _ in range(2):
        results.plan("four squares", [task.name for task in tasks])
        assert len(dict(run_tasks(tasks, None, results))) == 4
    ((question, names),) = results.plans()
    assert question == "four squares"
    assert names == [task.name for task in tasks]
    assert set(names) == results.finished()


# ------------------------------------------------------------------------- locks


def test_a_question_is_of_one_thread_at_a_time(tmp_path):
    file = tmp_path / "lock"
    with locked(file):
        found = []

        def other():
            try:
                with locked(file):
                    found.append("both")
            except InUseError as error:
                found.append(error.holder)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert found == ["another thread of this process"]
    assert not file.exists()
    file.write_bytes(b"\xff" * 99)  # what is in it matters to nobody
    with locked(file):
        pass


def test_a_lock_file_that_its_holder_removed_in_between_is_not_held(tmp_path, spy):
    """Opened while it was there, locked when it was gone: the next one would make and hold another."""
    path, calls = tmp_path / "lock", []

    def late(lock_file, file):
        if len(calls) == 1:
            path.unlink()
        return lock_file(file)

    calls = spy(lock, "_lock", late)
    with locked(path):
        assert path.exists()
        with pytest.raises(InUseError), locked(path):
            pass


def test_a_lock_is_never_held_twice(tmp_path):
    """Threads that take it, and remove it, as fast as they can."""
    file, held, most, taken = tmp_path / "lock", [], [], []

    def work():
        for _ in range(300):
            try:
                with locked(file):
                    held.append(1)
                    most.append(len(held))
                    taken.append(1)
                    held.pop()
            except InUseError:
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1
    assert taken
