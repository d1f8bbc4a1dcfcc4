"""A sweep of a small board, step by step, to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import TYPE_CHECKING, TypeVar

from gridwalk.errors import QuestionError, UnknownChoiceError, UnsuitableAlgorithmError
from gridwalk.planner import swept
from gridwalk.planner.counts import Halves
from gridwalk.questions.question import Question
from gridwalk.runtime.resources import Resources

if TYPE_CHECKING:
    from gridwalk.frontier.engine import Engine
    from gridwalk.frontier.sweepfilm import Joining, Recorder, SweepFilm

E = TypeVar("E", bound="Engine")

PICTURE = "a picture of the sweep"


def sweep_film(question: Question, by: str = "auto") -> SweepFilm:
    """Return the layers of the sweep that counts the paths, with all states and their numbers.

    Parameters
    ----------
    question : Question
        On a board of up to 36 open cells.
    by : {"auto", "simpath", "profile", "halves"}
        The engine; "auto" is "halves" for tours where that can count them, else "simpath".

    Raises
    ------
    QuestionError
        If the board or the sweep is too large to be looked at, or lengths are given.
    UnsuitableAlgorithmError
        If the engine cannot count these paths.

    Examples
    --------
    >>> from gridwalk import Board
    >>> film = sweep_film(Board.rectangle(4, 4).paths().question)
    >>> film.number, len(film.layers), max(len(layer.states) for layer in film.layers)
    (184, 14, 17)

    """
    from gridwalk.frontier.sweepfilm import Recorder, SweepFilm, too_large

    UnknownChoiceError.check("by", by, ("auto", *RECORDED))
    question = question.running()
    if (reason := _too_many_cells(question)) is not None:
        raise too_large(reason)
    if question.has_given_lengths:
        raise QuestionError(PICTURE, "lengths are given; leave them out")
    if by == "auto":
        by = "halves" if Halves.why_not(question) is None else "simpath"
    recorder = Recorder()
    number, joinings = RECORDED[by](question, recorder)
    return SweepFilm(by, question.grid.shape, tuple(recorder.layers), number, tuple(joinings))


def why_not(question: Question, by: str) -> str | None:
    """Return why `sweep_film` takes neither the board nor the engine, as a sentence; None: it may.

    Examples
    --------
    >>> from gridwalk import Board
    >>> why_not(Board.rectangle(7, 7).paths().question, "simpath")
    'the board has 49 open cells, and it takes up to 36'

    """
    if (reason := _too_many_cells(question)) is not None or by == "auto":
        return reason
    if by == "halves":
        return Halves.why_not(question)
    from gridwalk.frontier.all_paths import AllPaths
    from gridwalk.frontier.choice import ENGINES

    paths = swept.all_paths(question.running())
    if not isinstance(paths, AllPaths):
        return "the tours from each start are swept apart"
    return next((reason for block in paths.questions if (reason := ENGINES[by].why_not(block))), None)


def _too_many_cells(question: Question) -> str | None:
    from gridwalk.frontier.sweepfilm import MAX_CELLS

    cells = question.grid.open_count
    return (
        None if cells <= MAX_CELLS else f"the board has {cells:,} open cells, and it takes up to {MAX_CELLS}"
    )


def _by_simpath(question: Question, recorder: Recorder) -> tuple[int, list[Joining]]:
    from gridwalk.frontier.simpath.engine import Simpath
    from gridwalk.frontier.simpath.recorded import record

    return _by_blocks(question, recorder, "simpath", Simpath, record)


def _by_profile(question: Question, recorder: Recorder) -> tuple[int, list[Joining]]:
    from gridwalk.frontier.profile.engine import Profile
    from gridwalk.frontier.profile.recorded import record

    return _by_blocks(question, recorder, "profile", Profile, record)


def _by_blocks(
    question: Question, recorder: Recorder, by: str, kind: type[E], record: Callable[[E, Recorder, str], int]
) -> tuple[int, list[Joining]]:
    """Sweep block after block; return how many paths there are in all."""
    from gridwalk.frontier.all_paths import AllPaths

    paths = swept.all_paths(question)
    if not isinstance(paths, AllPaths):
        raise QuestionError(PICTURE, "the tours from each start are swept apart; give one start")
    numbers, many, trivial = list[int](), len(paths.questions), len(paths.listed)
    for n, block in enumerate(paths.questions, 1):
        if (reason := kind.why_not(block)) is not None:
            raise UnsuitableAlgorithmError(by, reason)
        engine = kind(block)
        number = record(engine, recorder, f"block {n} of {many}" if many > 1 else "")
        numbers.append(number * (1 + engine.joins_directions))
    combined = sum(numbers) if paths.reduced.cyclic or not numbers else prod(numbers)
    return swept.in_all(question, trivial + combined, trivial), []


def _by_halves(question: Question, recorder: Recorder) -> tuple[int, list[Joining]]:
    from gridwalk.frontier.halves.recorded import record

    if (reason := Halves.why_not(question)) is not None:
        raise UnsuitableAlgorithmError("halves", reason)
    number, joinings = record(
        question.grid.rows,
        question.grid.columns,
        moves=question.grid.moves,
        closed=question.closed,
        start=None if question.closed else question.start,
        recorder=recorder,
        resources=Resources.within(question.limits),
        watch=question.watch(),
    )
    return swept.in_all(question, number, int(question.grid.size == 1)), joinings


RECORDED: Mapping[str, Callable[[Question, Recorder], tuple[int, list[Joining]]]] = {
    "simpath": _by_simpath,
    "profile": _by_profile,
    "halves": _by_halves,
}
