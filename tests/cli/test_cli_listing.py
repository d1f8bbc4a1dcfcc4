"""`gridwalk list`, a batch at a time: what is written is what one path after another gave; files of paths."""

import json
from importlib.util import find_spec
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.cli.answers import json_pieces, path_facts
from gridwalk.cli.forms import Form, each_as_text
from gridwalk.cli.output import PATHS_ENDINGS, PICTURE_ENDINGS
from gridwalk.errors import InputError
from gridwalk.planner import saved
from gridwalk.planner.listed import as_found, first_of
from gridwalk.planner.saved import save
from profiles import examples
from strategies import KING, ORTHOGONAL, Question, asked, raws, shapes

FORMS = (
    Form(),
    Form(in_cells=True),
    Form(glyphs=" #"),
    Form(glyphs="░█"),
    Form(blanks=True),
    Form(squares=True),
    Form(coloured=True),
    Form(lines=True),
    Form(lines=True, reverse=True, origin=1),
    Form(lines=True, squares=True, reverse=True),
)


def questions():
    """Rook boards, listed in batches, with costs of each kind; and others, listed path by path."""
    return st.one_of(
        asked(raws(shapes(4, 5), st.just(ORTHOGONAL), one_way=False, walls=False, wrap=False)),
        asked(raws(shapes(2, 12), st.just(ORTHOGONAL), one_way=False, walls=False, wrap=False)),
        asked(raws(shapes(3, 4), st.sampled_from((ORTHOGONAL, KING)))),
    )


def whole(text):
    return text if isinstance(text, str) else "".join(text)


@examples(150)
@given(question=questions(), data=st.data())
def test_a_batch_is_written_as_its_paths_are(question: Question, data):
    paths = question.board.paths()
    for number in (1, 400):
        found = list(first_of(as_found(paths._question), number, data.draw(st.sampled_from((1, 3, 1000)))))
        one_by_one = [path for some in found for path in ([some] if isinstance(some, gw.Path) else some)]
        assert one_by_one == paths.list(number)
        written = "\n".join(whole(each_as_text(some, Form(), tour=False, in_json=True)) for some in found)
        assert written == "\n".join(whole(json_pieces(path_facts(path))) for path in one_by_one)
        for form in FORMS:
            if form.blanks and question.raw.walls is not None:
                continue
            written = "\n".join(whole(each_as_text(some, form, tour=False, in_json=False)) for some in found)
            assert written == "\n".join(form.one_of_many(path, tour=False) for path in one_by_one)


@examples(150)
@given(question=questions())
def test_costs_of_a_batch_are_those_of_its_paths(question: Question):
    for batch in question.board.paths().batches(50):
        own = [path.cost for path in batch]
        assert (batch._exact_costs, list(map(type, batch._exact_costs))) == (own, list(map(type, own)))
        assert batch.costs.tolist() == own


def test_all_is_written_and_counted(run, tmp_path):
    status, out, _ = run("list", "4x5")
    *drawings, closing = out.split("\n\n")
    assert (status, closing, len(drawings)) == (0, "there are 976 paths\n", 976)
    paths = gw.Board.rectangle(4, 5).paths()
    assert drawings == [f"{path}\nlength {path.length}" for path in paths]
    status, out, err = run("list", "4x5", "--json", "-n", 500)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["cells"] for answer in answers] == [path.cells.tolist() for path in paths.list(500)]
    assert "the first 500 paths; there may be more" in err


def test_a_large_board_is_drawn_in_small_pieces(run, tmp_path):
    """Two thousand paths in a corner of a large board: a drawing of each is much more than the paths are."""
    rows = [["#"] * 300 for _ in range(300)]
    for row, column in np.ndindex(4, 5):
        rows[row][column] = "."
    file = tmp_path / "large.txt"
    file.write_text("\n".join(map("".join, rows)))
    _, out, _ = run("list", file, "-n", 30)
    assert out.count("length") == 30


# ------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("group", [1, 60, 1 << 20])
@examples(60)
@given(question=questions(), number=st.sampled_from((0, 1, 300)))
def test_files_hold_the_paths(tmp_path_factory, group, question: Question, number):
    folder = tmp_path_factory.mktemp("paths")
    paths, board = question.board.paths(), question.board
    expected = paths.list(number)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(saved, "GROUP", group)
        for ending in (".npz", ".npy"):
            file = folder / f"paths{ending}"
            size = save(first_of(as_found(paths._question), number, 1000), board, file)
            assert size == file.stat().st_size
    with np.load(folder / "paths.npz") as arrays:
        cells, offsets, costs = (arrays[name] for name in ("cells", "offsets", "costs"))
    assert (cells.dtype, cells.shape, offsets.dtype) == (np.int32, (offsets[-1], 2), np.int64)
    assert [cells[a:b].tolist() for a, b in pairwise(offsets)] == [path.cells.tolist() for path in expected]
    assert costs.tolist() == [path.cost for path in expected]
    table = np.load(folder / "paths.npy")
    assert (table.dtype, table.shape) == (np.int32, (len(expected), max(map(len, expected), default=0), 2))
    for row, path in zip(table, expected, strict=True):
        assert row[: len(path)].tolist() == path.cells.tolist()
        assert (row[len(path) :] == -1).all()
    assert sorted(path.name for path in folder.iterdir()) == ["paths.npy", "paths.npz"]


@pytest.mark.skipif(not find_spec("pyarrow"), reason="no pyarrow")
@pytest.mark.parametrize("options", [["5x5"], ["4x4", "--moves", "king", "-n", 700], ["4x4", "--cycles"]])
def test_parquet_holds_the_paths(run, tmp_path, options, tune):
    import pyarrow.parquet as pq

    tune(saved_group=1000)
    file = tmp_path / "paths.parquet"
    assert run("list", *options, "-o", file)[0] == 0
    answers = [json.loads(line) for line in run("list", *options, "--json")[1].splitlines()]
    table = pq.read_table(file)
    facts = json.loads(table.schema.metadata[b"gridwalk"])
    rows = table.to_pylist()
    assert [(row["length"], row["cost"]) for row in rows] == [(a["length"], a["cost"]) for a in answers]
    places = [[list(divmod(cell, facts["columns"])) for cell in row["cells"]] for row in rows]
    assert places == [answer["cells"] for answer in answers]


def test_samples_in_a_file_are_those_that_are_printed(run, tmp_path):
    file = tmp_path / "paths.npz"
    _, out, _ = run("sample", "4x5", "-n", "40", "--seed", "3", "--json")
    status, nothing, err = run("sample", "4x5", "-n", "40", "--seed", "3", "-o", file)
    assert (status, nothing) == (0, "")
    assert f"wrote {file}" in err
    with np.load(file) as arrays:
        cells, offsets = arrays["cells"], arrays["offsets"]
    printed = [json.loads(line)["cells"] for line in out.splitlines()]
    assert [cells[a:b].tolist() for a, b in pairwise(offsets)] == printed


@pytest.mark.usefixtures("no_pyarrow")
def test_parquet_without_pyarrow(run, tmp_path):
    status, _, err = run("list", "3x3", "-o", tmp_path / "paths.parquet")
    assert (status, list(tmp_path.iterdir())) == (2, [])
    assert "Parquet needs pyarrow: pip install pyarrow, or choose .npz" in err


def test_what_is_stopped_leaves_nothing(run, tmp_path):
    """Out of time, in the middle of the file: what was there before stays."""
    for name in ("paths.npy", "paths.npz"):
        file = tmp_path / name
        file.write_bytes(b"old")
        status, out, err = run("list", "9x9", "-o", file, "--time", "200ms")
        assert (status, out, file.read_bytes()) == (3, "", b"old")
        assert f"so far; {file} is not written" in err
    assert len(list(tmp_path.iterdir())) == 2


def test_ctrl_c_leaves_nothing(tmp_path):
    def found():
        yield from gw.Board.rectangle(3, 3).paths().batches()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(found(), gw.Board.rectangle(3, 3), tmp_path / "paths.npz")
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_go_together(run, tmp_path):
    file = tmp_path / "paths.npz"
    for options, words in [(["--json"], "leave one out"), (["--lines"], "--lines applies to characters")]:
        status, _, err = run("list", "3x3", "-o", file, *options)
        assert (status, words in err) == (2, True)
    status, _, err = run("list", "3x3", "-o", tmp_path / "paths.pdf")
    assert (status, ".npz" in err) == (2, True)
    with pytest.raises(InputError):
        save(iter(()), gw.Board.rectangle(3, 3), tmp_path / "no" / "paths.npz")


def test_no_path_is_a_file_without_rows(run, tmp_path):
    blocked, file = tmp_path / "blocked.txt", tmp_path / "paths.npz"
    blocked.write_text("S#E")
    status, out, err = run("list", blocked, "-o", file)
    assert (status, out, "there is no path" in err) == (1, "", True)
    with np.load(file) as arrays:
        assert (arrays["cells"].shape, arrays["offsets"].tolist()) == ((0, 2), [0])


def test_paths_are_written_in_each_form_that_can_be_saved():
    assert set(PATHS_ENDINGS) == {*saved.FORMS, *PICTURE_ENDINGS}
