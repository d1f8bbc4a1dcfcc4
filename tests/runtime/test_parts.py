"""Finished parts in a folder: written whole, shared by processes, and computed again where damaged."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

import pytest

import executors
import gridwalk as gw
from gridwalk.errors import ArgumentError, KeepError, QuestionError
from gridwalk.runtime.parts import Parts
from gridwalk.runtime.tuning import tuned
from published import ROOK_PATHS


@pytest.fixture(autouse=True)
def worth_it():
    with tuned(worth_a_task=0):
        yield


def count(folder, n=8, **limits):
    return gw.Board.rectangle(n, n).paths().within(keep=folder, **limits).count(by="sweep")


@pytest.mark.parametrize("value", [0, -1, {}, {0: 5, 7: 1 << 70}, {3: 1 << 20_000}], ids=range(5))
def test_what_is_saved_is_found(tmp_path, value):
    parts = Parts(tmp_path / "new" / "folder")
    assert parts.find("a") is None
    parts.save("a", value)
    assert Parts(tmp_path / "new" / "folder").find("a") == value
    assert [name.name for name in (tmp_path / "new" / "folder").iterdir()] == ["a.json"]


def test_damaged_files_are_computed_again(tmp_path):
    parts = Parts(tmp_path)
    parts.save("a", {1: 12345})
    file = tmp_path / "a.json"
    whole = file.read_bytes()
    damaged = [whole[:size] for size in range(len(whole))]
    damaged += [whole.replace(b"0x3039", b"0x3038"), whole.replace(b"[[1,", b"[[2,"), b"[]", b"[" * 100_000]
    damaged += [b"\xff" * 20, b'{"sum": 1}', b'{"numbers": 1, "sum": 2}']
    for content in damaged:
        file.write_bytes(content)
        assert parts.find("a") is None
    file.write_bytes(whole)
    (tmp_path / "b.json").write_bytes(whole)
    assert parts.find("b") is None  # the file of another part
    assert parts.get("b", lambda: 7) == parts.find("b") == 7


def test_a_folder_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(KeepError, match="file"):
        count(tmp_path / "file" / "folder")
    (tmp_path / "a.json").mkdir()
    with pytest.raises(KeepError, match=r"a\.json"):
        Parts(tmp_path).find("a")
    with pytest.raises(ArgumentError, match="not an address"):
        count("s3://bucket/name")


@pytest.mark.parametrize("limits", [{}, {"on": 1}, {"on": 2}])
def test_a_count_goes_on_from_its_parts(tmp_path, limits):
    """It is stopped when the first residue is finished; the rest is swept, and nothing else."""

    def stop(_):
        if any(tmp_path.glob("*.json")):
            raise KeyboardInterrupt

    with tuned(tell_every=0), pytest.raises(KeyboardInterrupt):
        count(tmp_path, 14, progress=stop, **limits)
    first = {file: file.stat().st_mtime_ns for file in tmp_path.glob("*.json")}
    assert first
    assert count(tmp_path, 14, **limits) == ROOK_PATHS[14]
    assert len(list(tmp_path.glob("*.json"))) > len(first) or limits != {"on": 1}
    assert all(file.stat().st_mtime_ns == time for file, time in first.items())


def test_executors_and_threads_share_the_parts(tmp_path):
    assert count(tmp_path) == ROOK_PATHS[8]
    names = sorted(os.listdir(tmp_path))
    assert count(tmp_path, on=executors.Broken()) == ROOK_PATHS[8]  # no worker is needed
    assert sorted(os.listdir(tmp_path)) == names
    next(tmp_path.glob("*.json")).write_text("half of")
    assert count(tmp_path) == ROOK_PATHS[8]


def test_two_processes_share_a_folder(tmp_path):
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(count, [tmp_path] * 4, [8, 8, 9, 9]))
    assert found == [ROOK_PATHS[8]] * 2 + [ROOK_PATHS[9]] * 2
    assert not list(tmp_path.glob("*.part"))


OPEN = gw.Board.rectangle(4, 4).paths()
OTHERS = {
    "find": lambda paths: paths.find(),
    "shortest": lambda paths: paths.shortest(),
    "longest": lambda paths: paths.longest(),
    "list": lambda paths: paths.list(),
    "sample": lambda paths: paths.sample(2, seed=1),
    "rank": lambda paths: paths.unrank(2),
    "estimate": lambda paths: paths.estimate_count(seed=1),
    "count by listing": lambda paths: paths.count(by="list"),
}


@pytest.mark.parametrize("verb", OTHERS)
def test_only_counts_have_parts(verb, tmp_path):
    with pytest.raises(QuestionError, match=r"within\(keep=\.\.\.\) .* only counts"):
        OTHERS[verb](OPEN.within(keep=tmp_path))
