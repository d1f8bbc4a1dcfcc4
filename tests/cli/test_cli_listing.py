"""Answers in pieces: batches of `list`, and JSON of large arrays, are spelled as single paths are."""

import json
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridwalk as gw
from gridwalk.cli import answers
from gridwalk.cli.answers import json_pieces, path_facts
from gridwalk.cli.output import Form, each_as_text
from gridwalk.planner.listed import as_found, first_of
from profiles import examples
from strategies import KING, ORTHOGONAL, Question, asked, raws, shapes

FORMS = (Form(), Form(squares=True), Form(lines=True), Form(lines=True, squares=True))


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
    for batch in paths.batches(50):
        own = [path.cost for path in batch]
        assert (batch._exact_costs, list(map(type, batch._exact_costs))) == (own, list(map(type, own)))
        assert batch.costs.tolist() == own


def test_all_is_written_and_counted(run):
    *drawings, closing = run("list", "4x5")[1].split("\n\n")
    assert (closing, len(drawings)) == ("there are 976 paths\n", 976)
    paths = gw.Board.rectangle(4, 5).paths()
    assert drawings == [f"{path}\nlength {path.length}" for path in paths]
    _, out, err = run("list", "4x5", "--json", "-n", 500)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["cells"] for answer in answers] == [path.cells.tolist() for path in paths.list(500)]
    assert "the first 500 paths; there may be more" in err


def test_a_large_board_is_drawn_in_small_pieces(run, tmp_path, monkeypatch):
    """Two thousand paths in a corner of a large board: the drawings are much larger than the paths."""
    monkeypatch.chdir(tmp_path)
    board = gw.Board.rectangle(300, 300).open_cells & False
    board[:4, :5] = True
    Path("large.txt").write_text("\n".join("".join(".#"[not cell] for cell in row) for row in board))
    assert run("list", "large.txt", "-n", 30)[1].count("length") == 30


PIECE = 64


@examples(75)
@given(st.integers(0, 3), st.sampled_from([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE]), st.booleans())
def test_pieces_of_json_make_the_whole(columns, rows, floats):
    array = np.arange(rows * max(1, columns)).reshape((rows, columns) if columns else (rows,))
    array = array / 8 if floats else array
    value = {"a": 1, "cells": array, "none": None, "text": "\u00e4"}
    with patch.object(answers, "PIECE", PIECE):
        pieces = list(json_pieces(value))
    assert "".join(pieces) == json.dumps({**value, "cells": array.tolist()}, separators=(",", ":"))
    assert max(map(len, pieces)) < 20 * (PIECE + 3)


def test_json_has_no_infinity():
    with pytest.raises(ValueError, match="JSON"):
        list(json_pieces({"seconds": float("inf")}))
