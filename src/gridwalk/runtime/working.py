"""How a task is done, here and by a worker."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from gridwalk.errors import GridwalkError, WorkerError
from gridwalk.runtime import slices
from gridwalk.runtime.journal import Finished, Journal
from gridwalk.runtime.limits import with_check
from gridwalk.runtime.tuning import Tuning, tuned_as, tuning


@dataclass(frozen=True)
class Task:
    """A part of an answer.

    Parameters
    ----------
    name : str
        Says all that the result depends on, see `task_name`; results of journals go by it.
    function : callable
        At the top of a module; it must return plain data (`gridwalk.runtime.plaindata`), the same each time.
    arguments : tuple
        Picklable.
    reads : callable, optional
        Raises an error if a value, of a journal that somebody else wrote, is no result of the function.

    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    reads: Callable[[Any], object] | None = None

    def known(self, journal: Journal) -> Finished | None:
        """Return the result that a journal has; raise `KeepError` if it is none of such a task."""
        found = journal.find(self.name)
        if found is not None and self.reads is not None:
            with journal.naming(self.name):
                self.reads(found.value)
        return found


def read_number(value: Any) -> None:
    """Raise `TypeError` if *value* is no whole number."""
    if type(value) is not int:
        raise TypeError(f"{value!r:.60} is no whole number")


def read_numbers(value: Any) -> None:
    """Raise `TypeError` if *value* is no mapping of whole numbers to whole numbers."""
    if type(value) is not dict:
        raise TypeError(f"{value!r:.60} is no mapping")
    for each in (*value, *value.values()):
        read_number(each)


class OverError(Exception):
    """Ends a task whose answer is no longer wanted."""


def do(task: Task, journal: Journal | None) -> Any:
    """Do a task, unless its result is already there; write the result down."""
    if journal is None:
        return task.function(*task.arguments)
    if (known := task.known(journal)) is not None:  # it was given to somebody else, too
        return known.value
    began = time.monotonic()
    with journal.begun(task.name):
        value = task.function(*task.arguments)
        journal.save(task.name, value, time.monotonic() - began)
    return value


@dataclass(frozen=True)
class ForWorker:
    """What a worker has to know beside the task: what the context of the client says."""

    tier: str
    tuning: Tuning
    seconds: float | None


def for_worker(seconds: float | None) -> ForWorker:
    """Return what a worker has to know, if there are so many *seconds* left."""
    return ForWorker(slices.tier_here(), tuning(), seconds)


@dataclass(frozen=True)
class Raised:
    """An error that is an answer: to try again would not help."""

    error: GridwalkError


def do_away(task: Task, journal: Journal | None, given: ForWorker) -> Any:
    """Do a task in a worker; return its result, or `Raised`."""
    until = None if given.seconds is None else time.monotonic() + given.seconds

    def check() -> None:
        if until is not None and time.monotonic() > until:
            raise OverError

    def work() -> Any:
        with slices.tier(given.tier), tuned_as(given.tuning):
            return with_check(check, do, task, journal)

    try:
        return copy_context().run(work)
    except GridwalkError as error:
        return Raised(error)
    except OverError:
        return Raised(WorkerError("a worker was out of time", None if journal is None else journal.directory))
