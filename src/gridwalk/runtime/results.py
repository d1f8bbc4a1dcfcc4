"""Results of tasks in a store, each written once, whole, by whoever had it first.

A task goes by a name that says all that its result depends on (`tasks.task_name`).  So a result that is there
is the result, whoever asks: nothing is done twice, whichever of worker, client and machine died::

    NAME.result     the value, how many seconds it took, and where
    NAME.begun      somebody works on it: where, and since when
    DIGEST.plan     a question: in words, and the names of its tasks

A file that is damaged is refused with a `KeepError` that names it, and never deleted.  The files hold plain
data (`plaindata`), nothing that runs.  From the times of the results follows how far a question is, and about
how long the rest will take.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from os import PathLike
from typing import Any

from gridwalk.errors import KeepError
from gridwalk.runtime.plaindata import Arrays, packed, unpacked
from gridwalk.runtime.sealed import naming
from gridwalk.runtime.store import Store, digest, machine, where

RESULT, BEGUN, PLAN = ".result", ".begun", ".plan"
FORMAT = 1
STALE = 3600.0  # seconds after which nobody is believed to work on it, on a machine that cannot be asked
LOOKED_AT = 500  # results of a question whose time is read


@dataclass(frozen=True)
class Finished:
    """A result, how many seconds it took, and where (machine/process)."""

    value: Any
    seconds: float
    where: str


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


class Results:
    """The results in a store; workers get it pickled, and see the same place.

    Parameters
    ----------
    place : path or str
        A path, or an address such as ``s3://bucket/name`` (fsspec).
    make : bool
        Whether it is created if it is missing.

    Raises
    ------
    KeepError
        If the place cannot be used; so do all methods.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     results = Results(directory)
    ...     results.save("residue-1", {7: 1 << 70}, seconds=2.5)
    ...     results.find("residue-1").value, results.find("residue-2"), results.finished()
    ({7: 1180591620717411303424}, None, {'residue-1'})

    """

    def __init__(self, place: str | PathLike[str], *, make: bool = True) -> None:
        self.store = Store.at(place, make=make)

    @property
    def address(self) -> str:
        """Where they are."""
        return self.store.address

    def finished(self) -> set[str]:
        """Return the names of all tasks that have a result; one look at the place."""
        return {name.removesuffix(RESULT) for name in self.store.names() if name.endswith(RESULT)}

    def find(self, name: str) -> Finished | None:
        """Return the result of the task *name*; None if there is none."""
        saved = self.store.get(name + RESULT)
        if saved is None:
            return None
        with self.naming(name):
            about = saved.about
            if about.get("journal") != FORMAT:
                raise KeepError(saved.path, "is no result, or of another version of gridwalk")
            if about["task"] != name:
                raise KeepError(saved.path, f"is the result of another task, {about['task']}: remove it")
            try:
                value = unpacked(about["value"], saved.read())
            except KeepError:
                now = self.store.get(name + RESULT)
                if now is None or now.sum == saved.sum:
                    raise
                return self.find(name)  # somebody else has just written it anew
            return Finished(value, float(about["seconds"]), str(about["where"]))

    def save(self, name: str, value: object, seconds: float) -> None:
        """Write the result of the task *name*, plain data, which took some *seconds*; it is then finished."""
        arrays: Arrays = []
        about = {"task": name, "seconds": round(seconds, 6), "where": where(), "value": packed(value, arrays)}
        self.store.put(name + RESULT, {"journal": FORMAT, **about}, arrays)

    def naming(self, name: str) -> AbstractContextManager[None]:
        """Turn errors of whoever reads the result of the task *name* into a `KeepError`."""
        return naming(self.store.path(name + RESULT))

    # ---------------------------------------------------------------------- work under way

    @contextmanager
    def begun(self, name: str) -> Iterator[None]:
        """Mark the task *name* as begun, here and now, until this ends."""
        self.store.put(name + BEGUN, {"where": where(), "at": time.time()})
        try:
            yield
        finally:
            self.store.drop(name + BEGUN)

    def running(self) -> dict[str, str]:
        """Return the tasks that somebody works on, with where; not those of a process that died."""
        found = {}
        for file in self.store.names():
            if not file.endswith(BEGUN):
                continue
            # A mark is no result: half of one is none.
            with suppress(KeepError), naming(self.store.path(file)):
                mark = self.store.get(file)
                if mark is not None and is_alive(mark.about["where"], mark.about["at"]):
                    found[file.removesuffix(BEGUN)] = mark.about["where"]
        return found

    # ----------------------------------------------------------------------------- questions

    def plan(self, question: str, tasks: Sequence[str], key: str = "") -> None:
        """Note that *question*, in words, consists of the *tasks* of these names, and of those noted before.

        Questions of the same words are told apart by *key*.
        """
        name = digest(question, key) + PLAN
        known = self._plan(name)
        every = dict.fromkeys([*known[1], *tasks])
        if not known[0] or len(every) > len(known[1]):
            self.store.put(name, {"journal": FORMAT, "question": question, "tasks": list(every)})

    def plans(self) -> list[tuple[str, list[str]]]:
        """Return all questions that were asked, in order: in words, and the names of their tasks."""
        found = (self._plan(name) for name in self.store.names() if name.endswith(PLAN))
        return sorted(filter(any, found))  # one may just have been removed

    def _plan(self, name: str) -> tuple[str, list[str]]:
        saved = self.store.get(name)
        if saved is None:
            return "", []
        with naming(saved.path):
            question, tasks = saved.about["question"], saved.about["tasks"]
            if not all(isinstance(task, str) for task in (question, *tasks)):
                raise ValueError("its tasks are no names")
            return question, tasks

    def standings(self) -> list[Standing]:
        """Return how far each question is, in the order of their words.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as directory:
        ...     results = Results(directory)
        ...     results.plan("three parts", ["a", "b", "c"])
        ...     results.save("a", 1, seconds=2.0)
        ...     results.standings()
        [Standing(question='three parts', done=1, running=0, to_do=2, worked=2.0, left=4.0)]

        """
        finished, running = self.finished(), set(self.running())
        return [self._standing(*plan, finished, running) for plan in self.plans()]

    def _standing(self, question: str, tasks: list[str], finished: set[str], running: set[str]) -> Standing:
        done = [name for name in tasks if name in finished]
        begun = sum(name in running and name not in finished for name in tasks)
        to_do = len(tasks) - len(done) - begun
        sample = done[:: max(1, len(done) // LOOKED_AT)]
        seconds = [known.seconds for name in sample if (known := self.find(name)) is not None]
        mean = sum(seconds) / len(seconds) if seconds else None
        left = None if mean is None else mean * (to_do + begun / 2) / max(1, begun)
        if not to_do and not begun:
            left = 0.0
        return Standing(question, len(done), begun, to_do, (mean or 0.0) * len(done), left)


def is_alive(place: str, since: float) -> bool:
    """Whether the process of `store.where` lives; elsewhere whether it began a short time ago."""
    its_machine, _, process = place.rpartition("/")
    if os.name != "posix" or its_machine != machine():
        return time.time() - since < STALE
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
