"""How far the questions of a journal are, and about how long the rest will take."""

from __future__ import annotations

from dataclasses import dataclass

from gridwalk.runtime.journal import Journal, Plan

LOOKED_AT = 500  # results of a question whose time is read


@dataclass(frozen=True)
class Standing:
    """How far a question is.

    Attributes
    ----------
    question : str
        In words.
    done, running, to_do : int
        Numbers of tasks; those of a process that has died are to do.
    worked : float
        Seconds that the tasks done took, of all workers together, about.
    left : float or None
        Seconds until all is done, about, with as many workers as now (at least one); None: nobody knows yet.

    """

    question: str
    done: int
    running: int
    to_do: int
    worked: float
    left: float | None


def standings(journal: Journal) -> list[Standing]:
    """Return how far each question of *journal* is, in the order of their words.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     journal = Journal(directory)
    ...     journal.plan("three parts", ["a", "b", "c"])
    ...     journal.save("a", 1, seconds=2.0)
    ...     standings(journal)
    [Standing(question='three parts', done=1, running=0, to_do=2, worked=2.0, left=4.0)]

    """
    finished, running = journal.finished(), set(journal.running())
    return [_standing(journal, plan, finished, running) for plan in journal.plans()]


def _standing(journal: Journal, plan: Plan, finished: set[str], running: set[str]) -> Standing:
    done = [name for name in plan.tasks if name in finished]
    begun = sum(name in running and name not in finished for name in plan.tasks)
    to_do = len(plan.tasks) - len(done) - begun
    sample = done[:: max(1, len(done) // LOOKED_AT)]
    seconds = [known.seconds for name in sample if (known := journal.find(name)) is not None]
    mean = sum(seconds) / len(seconds) if seconds else None
    left = None if mean is None else mean * (to_do + begun / 2) / max(1, begun)
    if not to_do and not begun:
        left = 0.0
    return Standing(plan.question, len(done), begun, to_do, (mean or 0.0) * len(done), left)
