"""`gridwalk list`, a batch at a time: what is written is what one path after another gave."""

import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.cli.answers import json_pieces, path_facts
from gridwalk.cli.drawing import Form, each_as_text
from gridwalk.planner.listed import as_found, first_of
from profiles import examples
from strategies import KING, ORTHOGONAL, Question, asked, raws, shapes

FORMS = (
    Form(),
    Form(squares=True),
    Form(lines=True),
    Form(lines=True, squares=True),
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
        written = "\n".join(whole(each_as_text(some, Form(in_json=True))) for some in found)
        assert written == "\n".join(whole(json_pieces(path_facts(path))) for path in one_by_one)
        for form in FORMS:
            written = "\n".join(whole(each_as_text(some, form)) for some in found)
            assert written == "\n".join(form.one_of_many(path) for path in one_by_one)


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


def test_what_does_not_go_together(run, tmp_path):
    file = tmp_path / "paths.svg"
    for options, words in [(["--json"], "leave one out"), (["--lines"], "--lines applies to characters")]:
        status, _, err = run("list", "3x3", "-o", file, *options)
        assert (status, words in err) == (2, True)
    for ending in (".pdf", ".npz", ".parquet"):
        status, _, err = run("list", "3x3", "-o", tmp_path / f"paths{ending}")
        assert (status, "choose from .svg, .png" in err) == (2, True)
