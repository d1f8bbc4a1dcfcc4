"""Datasets: rows by seed and number, the same wherever they are made; whole files, or errors in one line."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from fsspec.implementations.memory import MemoryFileSystem
from hypothesis import given

import gridwalk as gw
import oracles
from crew import Backwards
from gridwalk.datasets import making, parts
from gridwalk.datasets.rows import (
    ASKABLE,
    BOARD_COLUMNS,
    board_of,
    board_values,
    packed_moves,
    unpacked_cells,
)
from gridwalk.runtime import slices
from inside import failing
from profiles import examples
from strategies import asked, raws, shapes, stencils

FORMATS = [
    pytest.param("parquet", marks=pytest.mark.skipif(not find_spec("pyarrow"), reason="no pyarrow")),
    "npz",
]
ALL = ["find", "reach", "span", "shortest", "longest", "count", "measure"]


@pytest.fixture(params=FORMATS)
def form(request):
    return request.param


def files(where):
    return {path.name: path.read_bytes() for path in sorted(where.iterdir())}


# --------------------------------------------------------------------------- what a row says


@pytest.mark.parametrize(
    ("maker", "size", "options"),
    [
        ("wilson", (3, 5), {}),
        ("backtracker", 4, {"braid": 0.5, "thin": True, "ends": "far"}),
        ("percolation", (6, 7), {"walls": 0.4}),
        ("dungeon", 12, {"block": 5}),
        ("unicursal", 4, {"of": "prim"}),
    ],
)
def test_rows_are_what_the_board_says(tmp_path, form, maker, size, options):
    data = gw.dataset(maker, size, 12, ask=ALL, seed=3, folder=tmp_path, format=form, **options)
    rows = data.columns()
    assert list(rows) == list(data.names)
    for i in range(12):
        row = {name: values[i] for name, values in rows.items()}
        board = gw.make(row["maker"], **json.loads(row["parameters"]), seed=row["seed"])
        assert data.board(i) == board
        assert (row["index"], row["rows"], row["columns"]) == (i, *board.shape)
        paths, measures = board.paths(), board.measure()
        assert row["digest"] == measures.digest
        assert row["found"] == (paths.find() is not None)
        assert row["reached"] == pytest.approx(board.reachable().sum() / board.open_count)
        assert int(row["count"]) == paths.count()
        for name in columns_of_measures():
            said = getattr(measures, name)
            assert np.isnan(row[name]) if said is None else row[name] == said
        for question, path in (("shortest", paths.shortest()), ("longest", paths.longest())):
            assert data.path(i, question) == path
            assert row[f"{question}_error"] is None
            if path is None:
                assert row[f"{question}_path"] is None
                assert np.isnan(row[f"{question}_length"])
            else:
                assert (row[f"{question}_length"], row[f"{question}_cost"]) == (path.length, path.cost)


def columns_of_measures():
    return [column.name for column in ASKABLE["measure"].columns]


def test_an_oracle_finds_the_same(tmp_path):
    """Lengths, spans and perfection without gridwalk: breadth first over the bits of the column."""
    data = gw.dataset(
        "percolation", 8, 40, ask=["shortest", "span"], seed=5, folder=tmp_path, walls=[0.2, 0.4]
    )
    stack = data.open_cells()
    assert stack.shape == (40, 8, 8)
    seen = set()
    for i in range(40):
        raw = oracles.Raw(stack[i], ((0, 1), (1, 0), (0, -1), (-1, 0)))
        start = divmod(int(data["start"][i]), 8)
        (end,) = (divmod(cell, 8) for cell in data["exits"][i])
        near = oracles.distances(raw, [start], lambda *_: 1)
        length = data["shortest_length"][i]
        assert near.get(end) == (None if np.isnan(length) else length)
        tops = [(0, column) for column in range(8) if stack[i, 0, column]]
        below = oracles.distances(raw, tops, lambda *_: 1) if tops else {}
        spans = any((7, column) in below for column in range(8))
        assert data["spans"][i] == spans
        seen.add((spans, np.isnan(length)))
        path = data.path(i)
        if path is not None:
            assert (path[0], path[-1]) == (start, end)
            assert all(sum(abs(a - b) for a, b in zip(u, v, strict=True)) == 1 for u, v in pairwise(path))
            assert all(stack[i][cell] for cell in path)
    assert len(seen) >= 3


@examples(200)
@given(asked(raws(shapes(5, 5), stencils())))
def test_boards_and_paths_come_back(question):
    board = question.board
    if board.one_way:
        with pytest.raises(gw.errors.InputError, match="one-way"):
            board_values(board)
        return
    values = board_values(board.replace(exits=question.exits))
    back = board_of(values)
    assert back == board
    for path in (board.paths().shortest(), board.paths().find()):
        if path is not None:
            data = packed_moves(path)
            assert np.array_equal(unpacked_cells(back, path.length, data), path.cells)


def test_far_leaps_come_back():
    board = gw.Board.rectangle(
        200, 3, moves=gw.Moves([(150, 1), (-149, 0), (0, 1)]), start=(0, 0), exits=[(1, 2)]
    )
    path = board.paths().shortest()
    assert path.length >= 3
    back = board_of(board_values(board))
    assert back == board
    assert np.array_equal(unpacked_cells(back, path.length, packed_moves(path)), path.cells)


def test_seeds_are_those_documented(tmp_path):
    data = gw.dataset(["wilson", "prim"], [4, (5, 6)], 60, seed=2**70, folder=tmp_path, braid=[0.0, 0.5, 1.0])
    for i in range(60):
        words = np.random.SeedSequence(2**70, spawn_key=(i,)).generate_state(5).tolist()
        assert data["seed"][i] == (words[0] + (words[1] << 32)) >> 11
        chosen = json.loads(data["parameters"][i])
        assert chosen["braid"] == [0.0, 0.5, 1.0][words[2] * 3 >> 32]
        assert data["maker"][i] == ["wilson", "prim"][words[3] * 2 >> 32]
        assert (chosen["rows"], chosen["columns"]) == [(4, 4), (5, 6)][words[4] * 2 >> 32]
    assert len(set(data["parameters"])) == 6
    assert len(set(data["seed"].tolist())) == 60


def test_arrays_and_ranges_are_lists(tmp_path):
    def about(name, **given):
        return gw.dataset("wilson", n=3, seed=1, ask="find", folder=tmp_path / name, **given).about

    size, braid = range(4, 7), np.linspace(0, 1, 3)
    assert about("a", size=size, braid=braid) == about("b", size=[4, 5, 6], braid=[0.0, 0.5, 1.0])
    assert about("c", size=np.array([[4, 5], [6, 7]])) == about("d", size=[(4, 5), (6, 7)])
    assert about("e", size=np.int64(4), braid=np.array(0.5)) == about("f", size=4, braid=0.5)
    lines = gw.survey("wilson", 4, 3, ask="loops", seed=1, braid=braid).lines
    assert [line.setting for line in lines] == [{"braid": 0.0}, {"braid": 0.5}, {"braid": 1.0}]


def test_a_seed_without_an_open_cell_is_replaced_by_the_next(tmp_path):
    """Of 9 cells with 10 % open 39 % of the boards have none; with none open there never is one."""
    data = gw.dataset("percolation", 3, 40, ask="find", seed=1, folder=tmp_path / "few", walls=0.9)
    first = [
        np.random.SeedSequence(1, spawn_key=(i,)).generate_state(2, np.uint64)[0] >> np.uint64(11)
        for i in range(40)
    ]
    assert 5 < sum(data["seed"] != np.array(first, np.int64)) < 30
    for i in range(40):
        assert data.board(i) == gw.make("percolation", 3, 3, seed=data["seed"][i], walls=0.9)
    with pytest.raises(gw.errors.NoOpenCellError):
        gw.dataset("percolation", 3, 40, ask="find", seed=1, folder=tmp_path / "none", walls=1.0)
    assert len(gw.dataset("caves", 8, 30, seed=1, folder=tmp_path / "caves", walls=0.55)) == 30


def test_the_same_rows_everywhere_and_for_ever(tmp_path):
    """Golden: another NumPy, platform or version must make the same rows."""
    data = gw.dataset("wilson", 5, 3, seed=7, folder=tmp_path)
    assert data["seed"].tolist() == GOLDEN["seeds"]
    assert [text[:12] for text in data["digest"]] == GOLDEN["digests"]


GOLDEN = {
    "seeds": [1653442781704951, 1973877946906281, 8573731580185675],
    "digests": ["f3f14cf811f4", "953b3192a4b1", "4de28c8edeff"],
}


# ----------------------------------------------------------------- wherever they are made


def test_the_same_bytes_wherever_they_are_made(tmp_path, form):
    def made(name, on, n=80):
        where = tmp_path / name
        gw.dataset("kruskal", 4, n, ask=["shortest", "count"], seed=1, folder=where, part=20, format=form,
                   on=on, braid=[0.1, 0.6])  # fmt: skip
        return files(where)

    here = made("here", None)
    assert len(here) == 5
    assert made("threads", 3) == here
    with Backwards(2) as backwards:
        assert made("backwards", backwards) == here
    more = made("more", None, 100)
    assert {name: more[name] for name in list(here)[1:5]} == {name: here[name] for name in list(here)[1:5]}


def test_the_same_bytes_by_processes(tmp_path):
    def made(name, on):
        gw.dataset(
            "wilson", 5, 300, ask=["shortest", "measure"], seed=1, folder=tmp_path / name, part=75, on=on
        )
        return files(tmp_path / name)

    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        away = made("away", pool)
    assert away == made("here", None)


def test_the_same_bytes_in_both_tiers(tmp_path, tier):
    where = tmp_path / tier
    gw.dataset(["kruskal", "caves"], [9, 12], 12, ask=ALL[:4] + ALL[6:], seed=1, folder=where, format="npz")
    with slices.tier("python" if tier == "compiled" else "compiled"):
        gw.dataset(
            ["kruskal", "caves"],
            [9, 12],
            12,
            ask=ALL[:4] + ALL[6:],
            seed=1,
            folder=tmp_path / "b",
            format="npz",
        )
    assert files(where) == files(tmp_path / "b")


def test_progress_counts_rows(tmp_path, tune):
    tune(tell_every=0.0)
    told = []
    gw.dataset("wilson", 4, 30, seed=1, folder=tmp_path, part=20, progress=told.append)
    numbers = [progress.found for progress in told]
    assert numbers == sorted(numbers)
    assert {1, 10, 20, 30} <= {progress.found for progress in told}
    assert told[-1].doing.startswith("30 of 30 rows")


def test_progress_makes_no_wild_guesses():
    def doing(*given):
        return making._doing("rows", *given)

    assert doing(5, 0, 100, 0.9) == "5 of 100 rows"
    assert doing(4, 0, 100, 50.0) == "4 of 100 rows"
    assert doing(24, 20, 100, 50.0) == "24 of 100 rows (20 were there)"
    assert doing(10, 0, 100, 40.0) == "10 of 100 rows, 0.25 a second, about 6 minutes to go"
    assert doing(1000, 0, 10**8, 2.0) == "1,000 of 100,000,000 rows, 500 a second, about 2 days to go"
    assert doing(100, 0, 100, 2.0) == "100 of 100 rows, 50 a second"
    assert doing(100, 0, None, 2.0) == "100 rows, 50 a second"


def test_rows_do_not_depend_on_parts(tmp_path, form):
    small, large = (
        gw.dataset("prim", 4, 30, ask="measure", seed=1, folder=tmp_path / str(part), part=part, format=form)
        for part in (7, 30)
    )
    assert (len(small.parts), len(large.parts)) == (5, 1)
    for name in small.names:
        assert small[name].tolist() == large[name].tolist()
    assert [len(part) for part in small] == [7, 7, 7, 7, 2]
    assert np.concatenate([part["seed"] for part in small]).tolist() == small["seed"].tolist()
    assert np.array_equal(next(iter(small)).open_cells(), small.open_cells()[:7])
    assert small.board(29) == large.board(29) == small.parts[4].board(1)
    assert small.board(-1) == small.board(29)


def test_a_dataset_without_a_row_has_the_same_columns(tmp_path, form):
    none, one = (
        gw.dataset([gw.Board.rectangle(2, 2)] * n, folder=tmp_path / str(n), ask=ALL, format=form)
        for n in (0, 1)
    )
    empty = {name: column[:0] for name, column in one.columns().items()}
    assert {name: (column.dtype, len(column)) for name, column in none.columns().items()} == {
        name: (column.dtype, 0) for name, column in empty.items()
    }


# ------------------------------------------------------------------------- going on after a stop


class StopError(Exception):
    pass


def test_what_is_there_is_not_made_again(tmp_path, form, spy, tune):
    given = {"ask": "shortest", "seed": 1, "part": 10, "format": form}
    whole = gw.dataset("wilson", 4, 50, folder=tmp_path / "whole", **given)
    made, stop = [], [2]

    def stops(make_part, *given):
        if len(made) in stop:
            raise StopError
        made.append(given[3].start)
        return make_part(*given)

    spy(making, "make_part", stops)
    where = tmp_path / "again"
    with pytest.raises(StopError):
        gw.dataset("wilson", 4, 50, folder=where, **given)
    assert made == [0, 10]
    with pytest.raises(
        gw.errors.DatasetError, match=rf"2 of 5 parts are there, part-00002.{form} is missing: the same"
    ):
        gw.read_dataset(where)
    (where / f"part-00000.{form}").write_bytes(b"spoilt")
    stop.clear()
    told = []
    tune(tell_every=0.0)
    gw.dataset("wilson", 4, 50, folder=where, progress=told.append, **given)
    assert made == [0, 10, 0, 20, 30, 40]
    assert files(where) == files(tmp_path / "whole")
    assert "10 were there" in told[-1].doing
    more = gw.dataset("wilson", 4, 65, folder=where, **given)
    assert made[6:] == [50, 60]
    assert more["seed"][:50].tolist() == whole["seed"].tolist()
    gw.dataset("wilson", 4, 70, folder=where, seed=1)  # parts and format are those that are there
    assert made[8:] == [60]


def test_what_was_stopped_can_be_made_smaller(tmp_path, form, monkeypatch, spy):
    """Any number not below the rows of the parts that are there, whichever these are."""
    given = {"ask": "find", "seed": 1, "part": 10, "format": form}

    def stops(make_part, work, source, path, numbers, about):
        if numbers.start >= 30:
            raise StopError
        return 0 if numbers.start == 10 else make_part(work, source, path, numbers, about)

    spy(making, "make_part", stops)
    where = tmp_path / "data"
    with pytest.raises(StopError):
        gw.dataset("wilson", 4, 100_000, folder=where, **given)
    monkeypatch.undo()
    with pytest.raises(gw.errors.DatasetError, match="has 30 rows already: ask for at least as many"):
        gw.dataset("wilson", 4, 29, folder=where, **given)
    (where / f"part-00002.{form}").write_bytes(b"spoilt")
    with pytest.raises(gw.errors.DatasetError, match="has 21 rows already"):
        gw.dataset("wilson", 4, 20, folder=where, **given)
    assert len(gw.dataset("wilson", 4, 25, folder=where, **given)) == 25
    gw.dataset("wilson", 4, 25, folder=tmp_path / "other", **given)
    assert files(where) == files(tmp_path / "other")


def test_an_impossible_board_is_named_and_blocks_no_directory(tmp_path):
    given = {"ask": "find", "seed": 1, "folder": tmp_path}
    words = r"3 x 3 are walls \(row \d+: percolation 3x3, walls 1.0\)$"
    with pytest.raises(gw.errors.NoOpenCellError, match=words):
        gw.dataset("percolation", 3, 2000, walls=[0.8, 1.0], **given)
    with pytest.raises(gw.errors.DatasetError, match="0 of 4 parts are there"):
        gw.read_dataset(tmp_path)
    assert len(gw.dataset("percolation", 3, 200, walls=[0.8, 0.7], **given)) == 200
    with pytest.raises(gw.errors.DatasetError, match="holds another dataset"):
        gw.dataset("percolation", 3, 200, walls=[0.8, 0.6], **given)


@pytest.mark.posix
def test_a_client_that_was_killed(tmp_path):
    code = (
        "import gridwalk as gw; from gridwalk.runtime.slices import tier\n"
        "with tier('python'):\n"
        "    gw.dataset('wilson', 6, 400, ask='measure', seed=1, folder='data', part=20, format='npz')"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path)
    try:
        while len(list((tmp_path / "data").glob("part-*.npz"))) < 3 and process.poll() is None:
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    kept = {path.name: os.stat(path).st_mtime_ns for path in (tmp_path / "data").glob("part-*.npz")}
    assert len(kept) >= 3
    given = {"ask": "measure", "seed": 1, "part": 20, "format": "npz"}
    gw.dataset("wilson", 6, 400, folder=tmp_path / "data", **given)
    assert {name: os.stat(tmp_path / "data" / name).st_mtime_ns for name in kept} == kept
    gw.dataset("wilson", 6, 400, folder=tmp_path / "other", **given)
    assert files(tmp_path / "data") == files(tmp_path / "other")


@pytest.mark.posix
def test_a_worker_that_was_killed(tmp_path, tune):
    given = {"ask": "shortest", "seed": 1, "part": 10, "format": "npz"}
    where = tmp_path / "data"
    tune(tell_every=0.0)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:

        def kill(progress):
            if len(list(where.glob("part-*"))) >= 2:
                for pid in list(pool._processes or ()):
                    # Told once more before the pool noticed: the worker is gone already.
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

        with pytest.raises(gw.errors.WorkerError) as error:
            gw.dataset("wilson", 6, 20_000, folder=where, on=pool, progress=kill, **given)
    assert str(error.value).endswith("; finished parts are kept: the same command goes on")
    made = len(list(where.glob("part-*")))
    assert 2 <= made < 2000
    (where / ".part-00001.npz.0badcafe.part").write_bytes(b"what is left")
    rows = 10 * (made + 2)
    gw.dataset("wilson", 6, rows, folder=where, **given)
    gw.dataset("wilson", 6, rows, folder=tmp_path / "other", **given)
    assert files(where) == files(tmp_path / "other")


def test_another_dataset_is_refused(tmp_path, form):
    given = {"ask": "shortest", "seed": 1, "format": form, "part": 5}
    gw.dataset("wilson", 4, 10, folder=tmp_path, **given)
    before = files(tmp_path)
    for change, named in (
        ({"seed": 2}, "seed 1"),
        ({"ask": "count"}, r'ask \["shortest"\]'),
        ({"braid": 0.5}, "no braid"),
        ({"part": 6}, "part 5"),
        ({"seconds": 1.0}, "seconds null"),
    ):
        with pytest.raises(gw.errors.DatasetError, match=f"holds another dataset, with {named}"):
            gw.dataset("wilson", 4, 10, folder=tmp_path, **given | change)
    with pytest.raises(gw.errors.DatasetError, match="has 10 rows already"):
        gw.dataset("wilson", 4, 9, folder=tmp_path, **given)
    assert files(tmp_path) == before


# ---------------------------------------------------------------------------- boards that are given


def test_boards_that_are_given(tmp_path, form):
    boards = [
        gw.Board.rectangle(3, 4, moves=gw.KING),
        gw.Board.rectangle(3, 3, wrap="both"),
        gw.make("wilson", 3, 3, seed=1, thin=True),
        gw.Board.from_text("1,9,1\n1,#,12", costs=True),
        gw.Board([[True, False, True]], moves=gw.ORTHOGONAL.ordered("DRUL")),
        gw.Board.rectangle(4, 4, moves=gw.leaper(1, 2), start="a1", exits=["d4", "c1"]),
    ]
    data = gw.dataset(iter(boards), ask=["shortest", "find"], folder=tmp_path, part=2, format=form)
    assert [data.board(i) for i in range(6)] == boards
    assert [data.path(i) for i in range(6)] == [board.paths().shortest() for board in boards]
    assert data["seed"].tolist() == [-1] * 6
    assert data["found"].tolist() == [1, 1, 1, 1, 0, 1]
    assert (
        gw.dataset(boards, ask=["shortest", "find"], folder=tmp_path, part=2)["digest"].tolist()
        == data["digest"].tolist()
    )
    with pytest.raises(gw.errors.DatasetError, match="holds other boards"):
        gw.dataset(boards[::-1], ask=["shortest", "find"], folder=tmp_path, part=2)
    with pytest.raises(gw.errors.DatasetError, match="has 2 rows, and only 1 are asked for"):
        gw.dataset(boards[:5], ask=["shortest", "find"], folder=tmp_path, part=2)
    with pytest.raises(gw.errors.BoardArrayError, match="5 sizes make no stack"):
        data.open_cells()
    endless = (gw.Board.rectangle(2, 2 + i) for i in iter(int, 1))
    assert len(gw.dataset(endless, n=5, folder=tmp_path / "five", part=2, format=form)) == 5


def test_what_is_no_board(tmp_path):
    with pytest.raises(gw.errors.ArgumentError, match="number 1 is none"):
        gw.dataset([gw.Board.rectangle(2, 2), "x"], folder=tmp_path / "a")
    with pytest.raises(gw.errors.DatasetError, match="not finished"):
        gw.read_dataset(tmp_path / "a")
    with pytest.raises(gw.errors.ArgumentError, match="an iterable of boards"):
        gw.dataset(7, folder=tmp_path / "b")
    with pytest.raises(gw.errors.InputError, match="braid applies to makers"):
        gw.dataset([gw.Board.rectangle(2, 2)], folder=tmp_path / "b", braid=0.5)


# ------------------------------------------------------------------------------------- limits


def test_out_of_reach_is_null_with_the_reason(tmp_path, form):
    boards = [gw.Board.rectangle(2, 2), gw.Board.rectangle(40, 40)]
    data = gw.dataset(boards, ask=["count", "shortest"], folder=tmp_path, memory=1 << 20, format=form)
    assert data["count"].tolist() == ["2", None]
    assert np.isnan(data["count_log10"][1])
    assert data["count_error"][0] is None
    assert "too large" in data["count_error"][1]
    assert data["shortest_length"].tolist() == [2, 78]
    assert data["shortest_error"].tolist() == [None, None]


def test_a_limit_of_time(tmp_path):
    data = gw.dataset("kruskal", 40, 2, ask="longest", seed=1, folder=tmp_path, loops=0.3, seconds=0.01)
    assert np.isnan(data["longest_length"]).all()
    assert all("the time given" in words for words in data["longest_error"])


# -------------------------------------------------------------------------------- wrong and spoilt


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"boards": "wilso"}, "did you mean 'wilson'"),
        ({"boards": []}, "size applies to makers"),
        ({"size": None}, "size=None must be rows and columns"),
        ({"size": "20"}, "size='20' must be"),
        ({"size": (3, 0)}, "must be rows and columns"),
        ({"size": (3, 4, 5)}, "must be rows and columns"),
        ({"n": 0}, "n=0 must be"),
        ({"n": None}, "n=None must be"),
        ({"ask": "shortet"}, "did you mean 'shortest'"),
        ({"ask": []}, "at least one"),
        ({"seed": -1}, "seed=-1 must be"),
        ({"on": 0}, "on=0 must be"),
        ({"part": 0}, "part=0 must be"),
        ({"format": "csv"}, "choose from parquet, npz"),
        ({"walls": 0.3}, "wilson has no option walls"),
        ({"mask": np.ones((2, 2), bool)}, "a mask is not kept"),
        ({"rows": 3}, "rows is given by size"),
        ({"keep": "x"}, "leave out keep"),
        ({"braid": []}, "a list of at least one"),
        ({"braid": 2.0}, "must be a share"),
        ({"braid": np.zeros((3, 3))}, "must be a share"),
        ({"braid": np.zeros(0)}, "a list of at least one"),
        ({"size": range(1, 10**30)}, "at most 100,000 values"),
        ({"memory": 5}, "memory=5 must be"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(tmp_path, given, words):
    arguments = {"boards": "wilson", "size": 4, "n": 5, "seed": 1, "folder": tmp_path / "data"} | given
    with pytest.raises(gw.errors.InputError, match=words) as error:
        gw.dataset(**arguments)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "data").exists()


def test_a_file_in_the_way(tmp_path):
    (tmp_path / "file").write_text("")
    for where in (tmp_path / "file", tmp_path / "file" / "inside"):
        with pytest.raises(gw.errors.DatasetError, match="cannot be written"):
            gw.dataset("wilson", 4, 5, folder=where)


def test_a_full_disk(tmp_path, monkeypatch, spy):
    gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path, part=5)
    before = files(tmp_path)

    def full(write, path, *others):
        if "part-" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, *others)

    spy(parts, "write_beside", full)
    with pytest.raises(gw.errors.SpillError, match=r"no room for a table of .* bytes: No space left"):
        gw.dataset("wilson", 4, 10, seed=1, folder=tmp_path, part=5)
    monkeypatch.undo()
    assert {name: data for name, data in files(tmp_path).items() if name in before and "part" in name} == {
        name: data for name, data in before.items() if "part" in name
    }
    assert len(gw.dataset("wilson", 4, 10, seed=1, folder=tmp_path, part=5)) == 10


def test_what_cannot_be_written(tmp_path, spy, full_disk):
    """Whatever the reason but room: a limit, in words that do not speak of room."""
    refusal = OSError(errno.EROFS, "Read-only file system")
    full_disk(error=refusal)
    with pytest.raises(
        gw.errors.SpillError, match=r"_dataset.json: cannot be written: Read-only file system$"
    ):
        gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path)
    spy(Path, "mkdir", failing(refusal))
    with pytest.raises(gw.errors.SpillError, match=r"new: cannot be written: Read-only file system$"):
        gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path / "new")


def test_a_directory_that_is_removed(tmp_path, spy):
    def removes(make_part, *given):
        shutil.rmtree(tmp_path / "data")
        return make_part(*given)

    spy(making, "make_part", removes)
    with pytest.raises(gw.errors.SpillError, match="data: cannot be written: No such file"):
        gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path / "data")


def test_a_complete_dataset_is_not_written_again(tmp_path, never):
    gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path)
    never(parts, "write_beside")
    assert len(gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path)) == 5


def test_a_dataset_at_an_address(tmp_path, form):
    address, settings = f"memory://{tmp_path}", {"seed": 1, "part": 2, "format": form}
    here = gw.dataset("wilson", 4, 6, folder=tmp_path / "here", **settings)
    there = gw.dataset("wilson", 4, 5, folder=address, **settings)
    with pytest.raises(gw.errors.DatasetError, match="other"):
        gw.dataset("kruskal", 4, 5, folder=address, **settings)
    there.folder.joinpath(f"part-00001.{form}").write_bytes(b"damaged")
    with pytest.raises(gw.errors.DatasetError, match=f"memory://.*part-00001.{form}: is damaged"):
        there.columns()
    there.folder.joinpath(f"part-00001.{form}").unlink()
    with pytest.raises(gw.errors.DatasetError, match="the same command goes on"):
        gw.read_dataset(address)
    gw.dataset("wilson", 4, 6, folder=address, **settings)
    again = gw.read_dataset(address)
    for name in here.names:
        assert here[name].tolist() == again[name].tolist()


def test_an_address_that_cannot_be_used(tmp_path, monkeypatch, spy):
    for ask in (partial(gw.dataset, "wilson", 4, 5), gw.read_dataset):
        with pytest.raises(gw.errors.DatasetError, match="no-such-kind://b/mazes: cannot be used"):
            ask(folder="no-such-kind://b/mazes")
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(gw.errors.DatasetError, match="memory://b: is an address, which needs"):
        gw.read_dataset("memory://b")
    monkeypatch.undo()
    spy(MemoryFileSystem, "pipe_file", failing(PermissionError("no\nway")))
    with pytest.raises(gw.errors.DatasetError, match=r"_dataset.json: not written \(no way\)"):
        gw.dataset("wilson", 4, 5, folder=f"memory://{tmp_path}/forbidden")
    assert gw.dataset("wilson", 4, 5, folder=f"file://{tmp_path}/here").folder == tmp_path / "here"


def test_no_dataset_another_version_a_damaged_description(tmp_path):
    with pytest.raises(gw.errors.DatasetError, match="holds no dataset"):
        gw.read_dataset(tmp_path)
    gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path, format="npz")
    path = tmp_path / "_dataset.json"
    text = path.read_text()
    for changed, words in (
        (text.replace('"gridwalk_dataset": 1', '"gridwalk_dataset": 2'), "is of schema 2"),
        (text[:40], "is damaged"),
        ("[]", "is damaged"),
        (text.replace('"part"', '"parts"'), "lacks what a dataset has"),
        (text.replace("shortest", "shorter"), "lacks what a dataset has"),
        (text.replace('"rows": 5', '"rows": null'), "not finished"),
        (text.replace('"seed": 1', '"seed": 2'), "another dataset"),
    ):
        assert changed != text
        path.write_text(changed)
        with pytest.raises(gw.errors.DatasetError, match=words) as error:
            gw.read_dataset(tmp_path)["seed"]
        assert "\n" not in str(error.value)


def test_a_folder_of_parquet_is_read_as_it_is_by_others(tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.dataset
    import pyarrow.parquet

    data = gw.dataset("wilson", 4, 12, seed=1, folder=tmp_path, part=5, format="parquet")
    seeds = data["seed"].tolist()
    assert pyarrow.dataset.dataset(tmp_path).to_table()["seed"].to_pylist() == seeds
    assert pyarrow.parquet.read_table(tmp_path)["seed"].to_pylist() == seeds  # which pandas calls
    with suppress(ImportError):
        import pandas as pd

        assert pd.read_parquet(tmp_path)["seed"].tolist() == seeds


@pytest.mark.parametrize("rows", [5, 12], ids=["complete", "longer"])
def test_a_folder_with_the_description_of_an_earlier_version_is_read_and_goes_on(tmp_path, form, rows):
    gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path, part=5, format=form)
    new, old = tmp_path / "_dataset.json", tmp_path / "dataset.json"
    new.rename(old)
    assert len(gw.read_dataset(tmp_path)["digest"]) == 5
    assert old.exists()  # who reads changes nothing
    longer = gw.dataset("wilson", 4, rows, seed=1, folder=tmp_path, part=5)
    assert (len(longer), new.exists(), old.exists()) == (rows, True, False)
    again = gw.dataset("wilson", 4, rows, seed=1, folder=tmp_path / "new", part=5, format=form)
    assert longer["digest"].tolist() == again["digest"].tolist()
    with pytest.raises(gw.errors.DatasetError, match="holds another dataset"):
        gw.dataset("wilson", 4, rows, seed=2, folder=tmp_path, part=5)


def test_a_part_of_another_version(tmp_path, form, tune):
    data = gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path / "a", format=form)
    tune(dataset_schema=9)
    later = gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path / "b", format=form)
    tune.undo()
    later.parts[0].file.replace(data.parts[0].file)
    with pytest.raises(gw.errors.DatasetError, match="of schema 9"):
        data["seed"]


@pytest.mark.parametrize("seed", range(20))
def test_damage_is_noticed(spoilt_dataset, seed):
    """A changed byte, a piece cut off or doubled: an error in one line, or the same values."""
    data, whole, values = spoilt_dataset
    rng = np.random.default_rng(seed)
    raw = bytearray(whole)
    place = int(rng.integers(len(raw)))
    if seed % 4 == 0:
        raw = raw[:place]
    elif seed % 4 == 1:
        raw = raw[:place] + raw[place // 2 :]
    else:
        raw[place] ^= 1 << int(rng.integers(8))
    data.parts[0].file.write_bytes(raw)
    try:
        read = data.columns()
    except gw.errors.DatasetError as error:
        words = str(error)
        assert "\n" not in words
        return
    assert {name: column.tolist() for name, column in read.items()} == values


@pytest.fixture(scope="module", params=FORMATS)
def spoilt_dataset(request, tmp_path_factory):
    where = tmp_path_factory.mktemp("spoilt")
    data = gw.dataset("wilson", 4, 40, ask=["shortest", "count"], seed=1, folder=where, format=request.param)
    values = {name: column.tolist() for name, column in data.columns().items()}
    return data, data.parts[0].file.read_bytes(), values


@pytest.mark.usefixtures("no_pyarrow")
def test_without_pyarrow(tmp_path):
    data = gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path)
    assert data.parts[0].file.suffix == ".npz"
    with pytest.raises(gw.errors.InputError, match=r"pip install pyarrow"):
        gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path / "b", format="parquet")


@pytest.mark.skipif(not find_spec("pyarrow"), reason="no pyarrow")
def test_parquet_is_what_other_programs_expect(tmp_path):
    import pyarrow.parquet as pq

    data = gw.dataset("wilson", 4, 30, ask=["shortest", "measure"], seed=1, folder=tmp_path, part=10)
    table = pq.read_table([part.file for part in data.parts])
    assert table.num_rows == 30
    assert table.column_names == list(data.names)
    assert table["open"][0].as_py() == np.packbits(data.board(0).open_cells).tobytes()
    assert table["exits"][0].as_py() == [63 + 7]
    assert table["perfect"].to_pylist() == [True] * 30
    nullable = {field.name for field in table.schema if field.nullable}
    assert {column.name for column in data.schema if column.nullable} == nullable


def test_names_and_rows_that_are_not_there(tmp_path):
    data = gw.dataset("wilson", 4, 5, seed=1, folder=tmp_path)
    with pytest.raises(gw.errors.UnknownChoiceError, match="did you mean 'shortest_length'"):
        data["shortest_lengths"]
    with pytest.raises(gw.errors.UnknownChoiceError, match="longest_length"):
        data.path(0, "longest")
    for number in (5, -6, "0"):
        with pytest.raises(gw.errors.ArgumentError, match="a row from 0 to 4"):
            data.board(number)
    assert repr(data) == "<Dataset: 5 rows in 1 part, shortest>"
    assert repr(data.parts[0]).startswith("<DatasetPart: rows 0 to 4 in part-00000")


def test_parts_are_smaller_for_few_rows_and_for_large_boards():
    def part(size, n):
        return making._part_of(making._recipe_of("wilson", size, 1, {}), n)

    assert [part(20, n) for n in (5, 1000, 40_000, 100_000, 10**7)] == [500, 500, 5000, 10_000, 10_000]
    assert part([20, 1000], 100_000) == (1 << 28) // 2001**2


def test_the_guide_describes_every_column():
    guide = (Path(__file__).parent.parent.parent / "docs/howto/datasets.md").read_text(encoding="utf-8")
    for column in BOARD_COLUMNS:
        assert f"| `{column.name}` | {column.kind} | {column.about} |" in guide
    for name, question in ASKABLE.items():
        assert f"| `{name}` | `{question.columns[0].name}` |" in guide
        for column in question.columns:
            assert f"| `{column.name}` | {column.kind} | {column.about} |" in guide


def test_a_question_is_a_row_of_the_table():
    for name, question in ASKABLE.items():
        assert question.name == name
        assert question.all_columns[-1].name == f"{name}_error"
    names = [column.name for question in ASKABLE.values() for column in question.all_columns]
    names += [column.name for column in BOARD_COLUMNS]
    assert len(set(names)) == len(names)
