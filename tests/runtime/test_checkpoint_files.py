"""What checkpoints are made of: files with a sum, and locks."""

import json
import math
import threading
from functools import partial

import numpy as np
import pytest

from gridwalk.errors import KeepError, TimeLimitError
from gridwalk.runtime import lock
from gridwalk.runtime.checkpoint import Checkpoint
from gridwalk.runtime.lock import InUseError, locked
from gridwalk.runtime.sealed import Sealed, write_sealed


def test_what_is_written_is_read(tmp_path):
    rng = np.random.default_rng(3)
    path = tmp_path / "part"
    arrays = [
        rng.integers(0, 99, (5, 3)).astype(np.int32),
        np.zeros(0, np.uint64),
        rng.integers(0, 1 << 60, 1000).astype(np.uint64),
    ]
    write_sealed(path, {"facts": {"big": 1 << 200, "word": "ä"}}, arrays)
    saved = Sealed.open(path)
    assert saved.about["facts"] == {"big": 1 << 200, "word": "ä"}
    for found in (saved.read(), saved.read([np.empty_like(array) for array in arrays])):
        assert all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(found, arrays, strict=True))
    write_sealed(path, {}, arrays[::2])
    assert all(
        np.array_equal(a, b) for a, b in zip(Sealed.open(path).map(check=True), arrays[::2], strict=True)
    )
    with pytest.raises(KeepError, match="its arrays have other sizes"):
        Sealed.open(path).read([np.zeros(5, np.int32)])
    assert Sealed.open(tmp_path / "missing") is None
    assert json.loads(path.read_bytes()[64:].split(b"}")[0] + b"}")["arrays"][0] == ["<i4", [5, 3]]


def test_time_that_is_over_while_a_part_is_read_is_told_as_such(tmp_path):
    write_sealed(tmp_path / "part", {}, [np.zeros(9)])

    def late():
        raise TimeLimitError(1, 0, 0, 0)

    for read in (
        Sealed.open(tmp_path / "part").read,
        partial(Sealed.open(tmp_path / "part").map, check=True),
    ):
        with pytest.raises(TimeLimitError):
            read(pause=late)


def test_every_byte_of_a_file_counts(tmp_path):
    kept = Checkpoint(tmp_path, "what is asked", "the order of work")
    kept.finish({3: 1 << 100, 7: 5}, began=-math.inf)
    kept.save("part", {"at": 3}, [np.arange(5, dtype=np.uint64)])
    for part in ("answer", "part"):
        path = kept.path(part)
        content = path.read_bytes()
        for at in range(len(content)):
            path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
            with pytest.raises(KeepError, match=f"-{part}: is "):
                kept.find(part).read()
        path.write_bytes(content)
    assert kept.answer() == {3: 1 << 100, 7: 5}
    assert kept.find("part").read()[0].tolist() == [0, 1, 2, 3, 4]


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
