"""Sweeps that a board caches for ranks and samples: each question applies its own limits."""

import threading

import pytest

import gridwalk as gw
from gridwalk.errors import LimitError, MemoryLimitError, TimeLimitError
from gridwalk.planner import ranks
from gridwalk.planner.cellkinds import InducedQuestion

CACHED = {"paths": ranks.cached_sweep, "induced": lambda question: InducedQuestion(question).cached_sweep()}


def sets(board):
    return {"paths": board.paths(), "induced": board.paths().induced()}


@pytest.mark.parametrize("kind", CACHED)
def test_waiting_for_another_thread_takes_of_the_time_given(kind):
    board, raised = gw.Board.rectangle(4, 4), []
    asked = sets(board)[kind]

    def ask():
        try:
            asked.within(0.01).sample(1, seed=1)
        except LimitError as error:
            raised.append(type(error))

    thread = threading.Thread(target=ask, daemon=True)
    with CACHED[kind](asked._question):
        thread.start()
        thread.join(60)
        assert raised == [TimeLimitError]


def test_a_limit_of_memory_holds_after_an_answer_without_one():
    asked = gw.Board.rectangle(8, 8).paths().induced()
    for _ in range(2):
        with pytest.raises(MemoryLimitError):
            asked.within(memory=1 << 20).sample(1, seed=1)
        assert len(asked.sample(1, seed=1)) == 1
