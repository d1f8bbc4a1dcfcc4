"""Types of public functions: right calls pass mypy --strict, misspelt ones do not."""

import re
import sys
from typing import get_args

import pytest

from gridwalk import keywords
from gridwalk.board import moves
from gridwalk.board.board import CHANGES
from gridwalk.board.moves import CORNER_RULES
from gridwalk.planner.listed import MEASURES
from gridwalk.question.verbs import EXPLAINED

RIGHT = """
import gridwalk as gw

moves = gw.Moves([(0, 1), (1, 0)])
board = gw.Board.rectangle(5, 5, moves=moves, start=(0, 0), exits="e1")
board.replace(moves=gw.KING.with_corners("one"), exits=[(4, 4), (4, 3)]).paths().shortest(by="astar")
board.paths().find(by="dfs-recursive")
board.tours(start=["a1", (0, 1)]).find(by="warnsdorff")
gw.Board.from_text("S.E", moves=gw.ORTHOGONAL)
board.shortest_many([(0, 0)], [(4, 4)], by="jps")
"""
WRONG = {
    'gw.Board.rectangle(5, 5, mvoes=gw.KING)': "mvoes",
    'board.replace(strat=(0, 0))': "strat",
    'gw.Board.from_text("S.E", exit=(0, 0))': "exit",
    'board.paths().shortest(by="bsf")': "bsf",
    'board.paths().find(by="jps")': "jps",
    'board.paths().count(by="swep")': "swep",
    'board.paths().longest(measure="moves")': "moves",
    'gw.KING.with_corners("all")': "all",
}  # fmt: skip


@pytest.mark.long
def test_type_checkers_find_misspelt_words(tmp_path):
    api = pytest.importorskip("mypy.api")
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(RIGHT)
    wrong.write_text("\n".join(["import gridwalk as gw", "board = gw.Board.rectangle(3, 3)", *WRONG, ""]))
    limit = sys.getrecursionlimit()
    try:
        words, _, _ = api.run(
            ["--strict", "--no-error-summary", "--cache-dir", str(tmp_path), str(right), str(wrong)]
        )
    finally:
        sys.setrecursionlimit(limit)  # mypy raises it, and lessons tell of it
    assert "right.py" not in words
    lines = dict(re.findall(r"wrong\.py:(\d+): error: (.*)", words))
    for number, (call, word) in enumerate(WRONG.items(), 3):
        assert word in lines.get(str(number), ""), call


@pytest.mark.parametrize(
    ("told", "known"),
    [(moves.Corners, CORNER_RULES), (keywords.Measure, MEASURES), (keywords.Explained, EXPLAINED)],
)
def test_what_is_told_is_what_is_taken(told, known):
    assert set(get_args(told)) == set(known)


def test_a_board_takes_what_is_told():
    assert keywords.BoardChanges.__annotations__.keys() == set(CHANGES)
    assert keywords.BoardOptions.__annotations__.keys() == set(CHANGES) - {"open_cells"}
    assert keywords.TextOptions.__annotations__.keys() == set(CHANGES) - {"open_cells", "costs"}
