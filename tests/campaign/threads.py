"""Many threads ask one board at once: a board is a value, so each hears what it would hear alone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from contextvars import copy_context
from typing import Any

from . import draw
from .case import Case
from .truth import Truth, Way, lengths

THREADS = 4
ROUNDS = 6  # questions of each thread


def run(case: Case) -> None:
    rng = case.rng
    start = end = (0, 0)

    def ways_of(truth: Truth) -> list[Way]:
        nonlocal start, end
        start, end = rng.choice(truth.raw.cells), rng.choice(truth.raw.cells)
        return truth.simple_paths([start], [end], draw.STEPS)

    make = lambda most: Truth(draw.raw(rng, most, plain=rng.random() < 0.7))  # noqa: E731
    truth, ways = draw.enumerated(20, make, ways_of)
    if rng.random() < 0.5:  # enough paths that threads meet
        grid = ((True,) * 4,) * 5
        truth = Truth(draw.Raw(grid, draw.ORTHOGONAL))
        start, end = (0, 0), (4, 3)
        ways = truth.simple_paths([start], [end], 10**6)
    case.bring("from campaign.threads import together", together=together)
    case.let("board", draw.board(truth.raw))
    case.let("paths", f"board.paths({start}, {end})")
    number = len(ways)
    table = lengths(ways)
    least, most_moves = (min(table), max(table)) if table else (None, None)
    questions: list[tuple[str, Any]] = [
        ("paths.count(by='sweep')", number),
        ("paths.count()", number),
        ("paths.lengths()", table),
        ("(path := paths.find(by='bfs')) and path.length", least),
        ("(path := paths.longest()) and path.length", most_moves),
        ("len(paths.list())", number),
        ("sum(len(batch) for batch in paths.batches(9))", number),
        (f"all(path in paths for path in paths.sample(3, seed={rng.randrange(9)}))", True),
    ]
    ranks = [rng.randrange(number) for _ in range(6)] if number else []
    questions += [(f"paths.rank(paths.unrank({rank}))", rank) for rank in ranks]
    questions += [
        (f"tuple(paths.unrank(paths.rank({list(way)})))", way) for way in rng.sample(ways, min(4, number))
    ]
    asked = [[rng.choice(questions) for _ in range(ROUNDS)] for _ in range(THREADS)]
    texts = [[text for text, _ in some] for some in asked]
    expected = [[answer for _, answer in some] for some in asked]
    case.label = "several threads"
    call = f"together({texts!r}, {{'board': board, 'paths': paths}})"
    case.holds(call, lambda said: first_wrong(said, expected), expected, worth=THREADS * ROUNDS)


def first_wrong(said: Sequence[Sequence[Any]], expected: Sequence[Sequence[Any]]) -> str | None:
    """Which answer of which thread is wrong; None: all are right."""
    for thread, (some, others) in enumerate(zip(said, expected, strict=True)):
        for n, (one, other) in enumerate(zip(some, others, strict=True)):
            if one != other:
                return f"thread {thread}, question {n}: {one!r}, not {other!r}"
    return None


def together(texts: Sequence[Sequence[str]], names: dict[str, Any]) -> list[list[Any]]:
    """Evaluate each list of questions in a thread of its own, all at once; an error is an answer, too."""
    said: list[list[Any]] = [[] for _ in texts]
    ready = threading.Barrier(len(texts))

    def ask(some: Sequence[str], answers: list[Any]) -> None:
        ready.wait()
        for text in some:
            try:
                answers.append(eval(text, dict(names)))
            except Exception as error:
                answers.append(f"raised {type(error).__name__}: {error}")

    threads = [
        threading.Thread(target=copy_context().run, args=(ask, some, answers), daemon=True)
        for some, answers in zip(texts, said, strict=True)
    ]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return said
