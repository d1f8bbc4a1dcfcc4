"""What the page hears of a question that takes long: one clock, and what is counted."""

import pytest

import gridwalk as gw
from gridwalk.runtime.progress import Progress
from gridwalk.runtime.tuning import tuned
from gridwalk.viewer.asked import Asked
from gridwalk.viewer.questions import answer
from gridwalk.viewer.serve import onward
from viewing import heard, long_question, serving


def test_the_parts_of_a_question_share_one_clock_that_never_goes_back():
    told, last = [], None
    for seconds, progress in enumerate([
        Progress(3.1, 500, 7, 2), Progress(0.0, 0, 0, 0, "compiling"), Progress(0.2, 20, 1, 0),
        Progress(0.1, 5, 0, 0, "planning", unit="states"), Progress(0.3, 4, 0, 0, unit="states"),
        Progress(0.4, 9, 0, 0, unit="states"),
    ]):  # fmt: skip
        last = onward(last, progress, seconds)
        told.append((last.seconds, last.expanded, last.found, last.doing, last.unit))
    assert told == [
        (0, 500, 2, "", "cells"), (1, 500, 2, "compiling", "cells"), (2, 500, 2, "", "cells"),
        (3, 5, 0, "planning", "states"), (4, 5, 0, "", "states"), (5, 9, 0, "", "states"),
    ]  # fmt: skip


@pytest.mark.parametrize(("question", "by", "board", "unit"), [
    ("count", "sweep", gw.Board.rectangle(12, 12), "states"),
    ("sample", "sweep", gw.Board.rectangle(7, 7), "states"),
    ("tours", "halves", gw.Board.rectangle(6, 6, moves=gw.KNIGHT), "states"),
    ("count", "list", gw.Board.rectangle(6, 6), "cells"),
])  # fmt: skip
def test_a_sweep_counts_states_and_a_listing_cells(question, by, board, unit):
    heard = []
    with tuned(tell_every=0):
        answer(question, Asked(board, by=by, tell=heard.append))
    units = {progress.unit for progress in heard if progress.expanded}
    assert units == {unit}


def test_the_clock_of_a_question_to_the_server():
    with serving(None) as viewer, long_question(viewer.address) as response:
        told = [heard(response) for _ in range(12)]
    assert {data["kind"] for data in told} == {"progress"}
    seconds = [data["seconds"] for data in told]
    assert seconds == sorted(seconds)
    assert {data["unit"] for data in told} == {"cells"}
