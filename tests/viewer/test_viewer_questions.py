"""The questions of the page, and its pictures."""

import io
import json
import re

import pytest
from PIL import Image

import gridwalk as gw
from gridwalk.draw import language, raster
from gridwalk.draw.svg import SvgPen, svg, with_board
from gridwalk.errors import InputError
from gridwalk.runtime import slices
from gridwalk.runtime.progress import Progress
from gridwalk.viewer import questions
from gridwalk.viewer.answers import progress_data
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.making import draw
from gridwalk.viewer.protocol import Drawing, MalformedError
from gridwalk.viewer.questions import FILMS, QUESTIONS
from gridwalk.viewer.replying import Pages
from inside import failing
from published import ROOK_PATHS
from viewing import MAZE


def answered(question, by, board, **more):
    """The data of an answer, and the trace of its film."""
    found = questions.answer(question, Asked(board, by=by, seed=1, **more))
    json.dumps(found.data)
    assert (found.trace is None) == (found.parts is None)
    return found.data, found.trace


def drawn(drawing, question, by, board):
    return draw(drawing, question, Asked(board, by=by))


@pytest.mark.parametrize(("question", "by"), [(q, by) for q, known in QUESTIONS.items() for by in known])
def test_every_question_is_answered_as_the_library_does(question, by):
    knight, closed = gw.Board.rectangle(5, 6, moves=gw.KNIGHT), gw.Board.rectangle(5, 6)
    few = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
    board = {"tour": knight, "tours": few, "closed": closed, "closedtours": closed}.get(question, MAZE)
    if question in ("cycle", "cycles"):
        board = gw.Board.rectangle(3, 4)
    if by == "jps":
        board = MAZE.replace(moves=gw.KING)
    if by == "construct":
        board = knight
    with slices.tier("python" if question == "shortest" else "auto"):
        data, trace = answered(question, by, board)
    json.dumps(data)
    assert (trace is not None) == (by in FILMS.get(question, ()))
    assert data["question"] == question
    assert data.get("seed", 1) == 1
    assert ("seed" in data) == (
        question in ("sample", "estimate") or (question == "longest" and by in ("auto", "anytime"))
    )
    if question in ("count", "tours", "closedtours", "cycles"):
        paths = {
            "count": board.paths(),
            "tours": board.tours(start=(0, 0)),
            "closedtours": board.tours(closed=True),
            "cycles": board.cycles(),
        }[question]
        assert data["number"] == str(sum(1 for _ in paths))
    elif question == "lengths":
        assert data["lengths"] == [[8, "1"], [12, "1"]]
        assert data["number"] == "2"
    elif question == "cycle":
        assert (data["path"]["length"], data["path"]["closed"]) == (12, True)
    elif question in ("tour", "closed"):
        assert len(set(data["path"]["cells"])) == 30
        assert data["path"]["closed"] == (question == "closed")
    elif question == "shortest":
        assert data["path"]["cost"] == pytest.approx(board.paths().shortest().cost)
    elif question == "longest":
        assert (data["path"]["length"], data["path"]["bound"], data["path"]["gap"]) == (12, 12, 0.0)
        assert (data["closing"]["value"], data["closing"]["high"]) == ("12", "12")
    elif question == "estimate":
        assert (data["words"], data["closing"]["low"], data["closing"]["high"]) == ("2 (exact)", "2", "2")
    elif question == "order":
        assert data["path"]["length"] == 8
    elif question == "list":
        assert trace.at(len(trace)).found == 2
    if trace is not None:
        assert trace.events[-1, 0] in (3, 6)


def knights(rows, columns, **options):
    return gw.Board.rectangle(rows, columns, moves=gw.KNIGHT, **options)


def test_a_tour_that_cannot_be_has_its_reason():
    for question, side, reason in (
        ("closed", 7, "no closed knight's tour of 7 x 7 exists (Schwenk 1991)"),
        ("tour", 4, "no open knight's tour of 4 x 4 exists"),
    ):
        for by in QUESTIONS[question]:
            data, trace = answered(question, by, knights(side, side))
            assert (data["kind"], data["path"], trace) == ("path", None, None)
            assert data["reason"].startswith(reason)


def test_a_number_of_tours_that_is_0_has_its_reason():
    for by in QUESTIONS["tours"]:
        data, _ = answered("tours", by, knights(4, 4))
        assert data["number"] == "0"
        assert data["reason"].startswith("no open knight's tour of 4 x 4 exists")
    assert answered("tours", "auto", knights(5, 5))[0]["reason"] is None
    walled = gw.Board.from_text("S#E")
    assert answered("count", "auto", walled)[0] | {"convention": ""} == {
        "question": "count", "by": "auto", "kind": "number", "number": "0", "convention": "", "reason": None,
    }  # fmt: skip


def drawing(form, *, step=None, cells=(), closed=False, dark=False):
    return Drawing(form, dark, step, list(cells), closed)


def test_files_show_the_picture_of_the_page():
    trace = MAZE.paths().trace(by="dfs")
    picture = drawn(drawing("svg", step=9), "find", "dfs", MAZE).decode()
    title = "depth-first, a stack"
    assert f"{title}, 9 of 18 events" in picture
    how = {"dark": False, "legend": True, "said": lambda english: english.replace("dfs", title)}
    assert picture == with_board(svg(MAZE, None, trace, 9, **how), MAZE)
    path = MAZE.paths().longest()
    shown = drawing("svg", cells=[5 * row + column for row, column in path], dark=True)
    assert "path of 12 moves" in drawn(shown, "longest", "sweep", MAZE).decode()
    assert "5 x 5 board" in drawn(drawing("svg"), "count", "auto", MAZE).decode()
    film = Image.open(io.BytesIO(drawn(drawing("gif", step=0), "find", "dfs", MAZE)))
    assert (film.format, film.n_frames) == ("GIF", len(trace) + 1)
    still = Image.open(io.BytesIO(drawn(drawing("gif"), "count", "auto", MAZE)))
    assert (still.format, still.n_frames) == ("GIF", 1)
    tour = gw.Board.rectangle(2, 2).tours(closed=True).find()
    ring = drawing("svg", cells=[2 * row + column for row, column in tour], closed=True)
    assert "closed tour of 4 moves" in drawn(ring, "sample", "sweep", tour.board).decode()
    for wrong in (drawing("svg", cells=[25]), drawing("svg", cells=[2**70]), drawing("svg", step=1)):
        with pytest.raises(MalformedError, match=r"cells must lie on the board|this question has none"):
            drawn(wrong, "count", "auto", MAZE)
    assert drawn(drawing("txt"), "count", "auto", MAZE).decode() == f"{MAZE}\n"
    assert gw.Board.from_text(drawn(drawing("json"), "count", "auto", MAZE).decode()) == MAZE


def test_a_film_speaks_the_language_of_the_page_where_there_is_a_font(spy):
    """A pen that notes the words in place of drawing them needs no font."""
    said = spy(SvgPen, "text", around=lambda *_: None)
    font = spy(language, "font_files", around=lambda *_: [])
    spy(raster, "font_files", around=lambda *_: [])
    chinese = drawing("gif", step=0)._replace(language="zh")
    drawn(chinese, "find", "dfs", MAZE)
    assert font
    words = "".join(each for _, _, _, each, *_ in said)
    assert "深度优先搜索，用栈：第 18 个事件" in words
    assert not re.search("[a-wyz]", words)
    spy(language, "font_files", around=failing(InputError("no font")))
    said.clear()
    drawn(chinese, "find", "dfs", MAZE)
    assert "depth-first, a stack: event 18" in "".join(each for _, _, _, each, *_ in said)


def test_pages_hold_every_path_once_in_order():
    board = gw.Board.rectangle(4, 4)
    every = [[4 * row + column for row, column in path] for path in board.paths()]
    pages, listed, first = Pages(), [], 0
    while True:
        page = pages.page(Asked(board), first, 50)
        listed += [path["cells"] for path in page["paths"]]
        first += 50
        if not page["more"]:
            break
    assert listed == every
    assert len(listed) == ROOK_PATHS[4]
    assert pages.page(Asked(board), 133, 50)["more"] is True
    assert pages.page(Asked(board), 134, 50)["more"] is False  # it ends with the last path of all
    for first in (100, 0, 50, 183, 184, 1000):
        page = pages.page(Asked(board), first, 7)
        assert [path["cells"] for path in page["paths"]] == every[first : first + 7]
    assert pages.page(Asked(MAZE), 0, 9)["paths"][0]["length"] == 8
    in_order = [[4 * row + column for row, column in path] for path in board.paths().in_order()]
    for ordered in (False, True, False, True):  # the shortest first, apart from the listing
        page = pages.page(Asked(board), 50, 9, ordered=ordered)
        assert [path["cells"] for path in page["paths"]] == (in_order if ordered else every)[50:59]


def test_progress_tells_numbers_of_any_size_as_digits():
    path = MAZE.paths().longest()
    told = progress_data(Progress(1.5, 2, 3, 4, "", 10**400, 9, 12.5, path))
    assert json.loads(json.dumps(told)) == told
    assert (told["value"], told["low"], told["high"]) == (f"1{400 * '0'}", "9", "12.5")
    assert told["path"]["length"] == 12
    assert progress_data(Progress(1.5, 2, 3, 4))["value"] is None
