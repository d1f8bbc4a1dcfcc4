"""A journal: the results of tasks in a directory, each written once, whole, by whoever had it first.

A task goes by a name that says all that its result depends on (`tasks.task_name`).  So a result that is there
is the result, whoever asks: nothing is done twice, whichever of worker, client and machine died::

    NAME.result     the value, how many seconds it took, and where
    NAME.begun      somebody works on it: where, and since when
    DIGEST.plan     a question: in words, and the names of its tasks

A result is sealed with a checksum (`gridwalk.runtime.sealed`); a file that is damaged is refused with a
`KeepError` that names it, and never deleted.  The files hold plain data (`plaindata`), nothing that runs.
From the times of the results follows how far a question is, and about how long the rest will take.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from gridwalk.errors import KeepError
from gridwalk.runtime.checkpoint import digest
from gridwalk.runtime.filestore import FileStore, opened, where
from gridwalk.runtime.plaindata import Arrays, packed, unpacked
from gridwalk.runtime.sealed import Sealed, sealed_pieces

RESULT, BEGUN, PLAN = ".result", ".begun", ".plan"
FORMAT = 1
STALE = 3600.0  # seconds after which nobody is believed to work on it, on a machine that cannot be asked


@dataclass(frozen=True)
class Finished:
    """A result, how many seconds it took, and where (machine/process)."""

    value: Any
    seconds: float
    where: str


@dataclass(frozen=True)
class Plan:
    """A question in words, and the names of the tasks that it consists of."""

    question: str
    tasks: tuple[str, ...]


class Journal:
    """The results in a directory; workers get it pickled, and see the same directory.

    Parameters
    ----------
    directory : path or str
        A path, or an address such as ``s3://bucket/name`` (fsspec).
    make : bool
        Whether it is created if it is missing.

    Raises
    ------
    KeepError
        If the directory cannot be used; so do all methods.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     journal = Journal(directory)
    ...     journal.save("residue-1", {7: 1 << 70}, seconds=2.5)
    ...     journal.find("residue-1").value, journal.find("residue-2"), journal.finished()
    ({7: 1180591620717411303424}, None, {'residue-1'})

    """

    def __init__(self, directory: str | PathLike[str], *, make: bool = True) -> None:
        self._files: FileStore = opened(directory, make=make)

    @property
    def directory(self) -> str:
        """Where it is."""
        return self._files.address

    def __repr__(self) -> str:
        return f"Journal({self.directory!r})"

    # ------------------------------------------------------------------------- results

    def finished(self) -> set[str]:
        """Return the names of all tasks that have a result; one look at the directory."""
        return {name.removesuffix(RESULT) for name in self._files.names() if name.endswith(RESULT)}

    def find(self, name: str) -> Finished | None:
        """Return the result of the task *name*; None if there is none."""
        raw = self._files.read(name + RESULT)
        if raw is None:
            return None
        path = self._files.path(name + RESULT)
        with _naming(path):
            sealed = Sealed.of(raw, Path(path))
            about = sealed.about
            if about.get("journal") != FORMAT:
                raise KeepError(path, "is no result, or of another version of gridwalk")
            if about["task"] != name:
                raise KeepError(path, f"is the result of another task, {about['task']}: remove it")
            value = unpacked(about["value"], sealed.read())
            return Finished(value, float(about["seconds"]), str(about["where"]))

    def save(self, name: str, value: object, seconds: float) -> None:
        """Write the result of the task *name*, plain data, which took some *seconds*; it is then finished."""
        arrays: Arrays = []
        about = {
            "journal": FORMAT,
            "task": name,
            "seconds": round(seconds, 6),
            "where": where(),
            "value": packed(value, arrays),
        }
        self._files.write(name + RESULT, sealed_pieces(about, arrays))

    def naming(self, name: str) -> AbstractContextManager[None]:
        """Turn errors of whoever reads the result of the task *name* into a `KeepError`."""
        return _naming(self._files.path(name + RESULT))

    # ---------------------------------------------------------------------- work under way

    @contextmanager
    def begun(self, name: str) -> Iterator[None]:
        """Mark the task *name* as begun, here and now, until this ends."""
        mark = json.dumps({"where": where(), "at": time.time()}).encode()
        self._files.write(name + BEGUN, [mark])
        try:
            yield
        finally:
            self._files.remove(name + BEGUN)

    def running(self) -> dict[str, str]:
        """Return the tasks that somebody works on, with where; not those of a process that died."""
        found = {}
        for file in self._files.names():
            if not file.endswith(BEGUN):
                continue
            with suppress(ValueError, TypeError, KeyError):  # a mark is no result: half of one is none
                mark = json.loads(self._files.read(file) or b"")
                if _is_alive(str(mark["where"]), float(mark["at"])):
                    found[file.removesuffix(BEGUN)] = str(mark["where"])
        return found

    # ----------------------------------------------------------------------------- plans

    def plan(self, question: str, tasks: Sequence[str], key: str = "") -> None:
        """Note that *question*, in words, consists of the *tasks* of these names, and of those noted before.

        Questions of the same words are told apart by *key*.
        """
        name = digest(question, key) + PLAN
        known = self._plan(name)
        every = dict.fromkeys([*(() if known is None else known.tasks), *tasks])
        if known is None or len(every) > len(known.tasks):
            about = {"journal": FORMAT, "question": question, "tasks": list(every)}
            self._files.write(name, sealed_pieces(about))

    def plans(self) -> list[Plan]:
        """Return all questions that were asked with this journal, by their words."""
        found = [self._plan(name) for name in self._files.names() if name.endswith(PLAN)]
        return sorted((plan for plan in found if plan is not None), key=lambda plan: plan.question)

    def _plan(self, name: str) -> Plan | None:
        raw = self._files.read(name)
        if raw is None:
            return None
        with _naming(self._files.path(name)):
            about = Sealed.of(raw, Path(self._files.path(name))).about
            if not all(isinstance(task, str) for task in about["tasks"]):
                raise ValueError("its tasks are no names")
            return Plan(str(about["question"]), tuple(about["tasks"]))


def _is_alive(place: str, since: float) -> bool:
    machine, _, process = place.rpartition("/")
    if os.name != "posix" or machine != platform.node().replace("/", "-"):
        return time.time() - since < STALE
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _naming(path: str) -> Iterator[None]:
    try:
        yield
    except KeepError as error:
        raise KeepError(path, error.reason) from error
    except (LookupError, TypeError, ValueError, RecursionError, AttributeError) as error:
        raise KeepError(path, f"is damaged ({error}); remove it, and that task is done again") from error


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
