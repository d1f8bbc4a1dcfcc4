"""What is kept of a question in a directory: parts, from which it goes on after a stop, and then the answer.

One directory serves any number of questions.  The files of one begin with its name, a digest of it::

    gridwalk-<name>-answer      the answer: a few bytes, which stay (unless it took only a moment)
    gridwalk-<name>-<part>      a residue, a layer, ...: removed when the answer is known; those of ranks stay
    gridwalk-<name>-lock        locked by the process that works on it

Each file contains its question, its part, and its *plan*: a digest of everything else that the numbers
depend on (the order of the work, the versions of the formats).  Reading compares these, and a checksum
(`gridwalk.runtime.sealed`).  A file that does not match is refused with a `KeepError` that names it,
and never deleted: it may be the work of days, on a failing disk.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import KeepError
from gridwalk.runtime.sealed import Pause, Sealed, naming
from gridwalk.runtime.store import Arrays, LocalStore, digest
from gridwalk.runtime.tuning import tuning

ANSWER, LOCK, STATE = "answer", "lock", "state"
SAVING, READING = "writing the checkpoint", "reading the checkpoint"
# Before format 3 each engine had files of its own: planar sweeps, network sweeps, tours by blocks.
# Results of tasks in the same directory may begin like them.
OLD_FILES = re.compile(r"residue-\d+\.(table|done)(\.part)?|(sweep|tours)-[0-9a-f]{24}[-.](?!result|begun).*")
OLD_QUESTION, OLD_WORD = "question.json", b'"moduli"'

# Counts by length (a count without lengths has the key 0), or a path: its cells or corridors by position.
Answer = dict[int, int]


def answered(
    directory: str | PathLike[str] | None,
    question: object,
    plan: object,
    count: Callable[[KeptParts | None], Answer],
) -> Answer:
    """Return the answer to *question* saved in *directory*, or else call *count* and save its answer.

    Parameters
    ----------
    directory : path, optional
        Created if missing; None: nothing is kept.
    question, plan
        Values for `digest`: the question, and everything else that the state of *count* depends on.
    count : callable
        Saves its state in what it gets, and resumes from it.

    Raises
    ------
    KeepError
        If the directory cannot be used, another process counts the same question there, or a file is damaged.

    """
    if directory is None:
        return count(None)
    kept = KeptParts(directory, question, plan)
    answer = kept.answer()
    if answer is not None:
        return answer
    with kept.held():
        answer = kept.answer()  # another process may have just saved it
        if answer is None:
            began = time.monotonic()
            answer = count(kept)
            kept.finish(answer, began)
    return answer


@contextmanager
def kept_in(
    directory: str | PathLike[str] | None, question: object, plan: object
) -> Iterator[KeptParts | None]:
    """Hold what is kept of *question* in *directory*, and yield it; None if there is no directory.

    Its parts stay, because no answer replaces them.  Parameters and errors are those of `answered`.
    """
    if directory is None:
        yield None
        return
    kept = KeptParts(directory, question, plan)
    with kept.held():
        yield kept


def kept_questions(directory: str | PathLike[str]) -> int:
    """Return of how many questions there are states or answers in *directory*, whose tasks are in no plan."""
    names = (path.name.split("-", 2) for path in Path(directory).glob("gridwalk-*-*"))
    questions = {question for _, question, part in names if part != LOCK}
    return max(len(questions), len(list(Path(directory).glob("*.result"))))


class KeptParts:
    """The files of one question in a directory; made by `answered` and `kept_in`."""

    def __init__(self, directory: str | PathLike[str], question: object, plan: object) -> None:
        self.store = LocalStore(Path(directory))
        self.question, self.plan = digest(question), digest(plan)
        for name in self.store.names():
            path = self.store.path(name)
            with naming(path):
                of_old = name == OLD_QUESTION and path.is_file() and OLD_WORD in path.read_bytes()
            if of_old or OLD_FILES.fullmatch(name):
                reason = "was written by an older version of gridwalk, which this one cannot resume: "
                raise KeepError(path, f"{reason}remove such files, or give another directory")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the question against other processes; what one that was killed had half written is removed."""
        with self.store.hold(self.name(LOCK)):
            for name in self._parts():
                if name.endswith(".part"):
                    self.store.drop(name)
            yield

    def name(self, part: str) -> str:
        """Return the name of the file of a part."""
        return f"gridwalk-{self.question}-{part}"

    def path(self, part: str) -> Path:
        """Return the file of a part."""
        return self.store.path(self.name(part))

    def whose(self, part: str) -> dict[str, Any]:
        """Return what a part says of itself."""
        return {"question": self.question, "part": part, "plan": self.plan}

    def save(self, part: str, facts: Any, arrays: Arrays = (), pause: Pause | None = None) -> None:
        """Write a part; its old file stays until the new one is complete.

        Parameters
        ----------
        part : str
            Its name, of letters, digits and "-".
        facts : dict
            Whatever JSON can hold.
        arrays : sequence of arrays
            Contiguous ones.
        pause : callable, optional
            Called several times a second; if it raises, the old file stays.

        """
        self.store.put(self.name(part), {**self.whose(part), "facts": facts}, arrays, pause)

    def find(self, part: str) -> Sealed | None:
        """Return the saved part without reading its arrays; None if there is none."""
        saved = self.store.get(self.name(part))
        if saved is not None:
            self.check(saved.path, saved.about, self.whose(part))
        return saved

    @staticmethod
    def check(path: Path | str, about: Mapping[str, Any], whose: Mapping[str, Any], advice: str = "") -> None:
        """Raise `KeepError` if what a file says of itself is not what is wanted."""
        differs = [word for word in whose if about.get(word) != whose[word]]
        if differs == ["plan"]:
            reason = "is from a version of gridwalk that counts in another order"
            raise KeepError(path, f"{reason}: {advice or 'remove it, or use that version'}")
        if differs:
            reason = "is of another question, or another part of this one"
            raise KeepError(path, f"{reason}: {advice or 'remove it'}")

    def forget(self, prefix: str = "", *, but: Sequence[str] = ()) -> None:
        """Remove the parts whose names begin with *prefix*, except *but*, the answer and the lock."""
        kept = {self.name(part) for part in but}
        for name in self._parts(prefix):
            if name not in kept:
                self.store.drop(name)

    def _parts(self, prefix: str = "") -> list[str]:
        own, begins = (self.name(ANSWER), self.name(LOCK)), self.name(prefix)
        return [name for name in self.store.names() if name.startswith(begins) and name not in own]

    def answer(self) -> Answer | None:
        """Return the saved answer, or None."""
        saved = self.find(ANSWER)
        return None if saved is None else numbers_of(saved.facts["numbers"])

    def note(self, part: str, facts: dict[str, Any], began: float) -> None:
        """Save *facts*, found since *began*, unless that was so fast that it is not worth a file."""
        if time.monotonic() - began >= tuning().worth_saving:
            self.save(part, facts)

    def finish(self, answer: Answer, began: float) -> None:
        """Save the answer, found since *began*, and remove the parts."""
        if self._parts():
            began = -math.inf
        self.note(ANSWER, {"numbers": in_words(answer)}, began)
        self.forget()


class SaveTimer:
    """Decides when to save: about once a second, less often if saving takes long."""

    def __init__(self) -> None:
        self._next = time.monotonic() + tuning().save_every

    def offer(self, save: Callable[..., object], *arguments: Any) -> None:
        """Call *save* if it is due."""
        began = time.monotonic()
        if began < self._next:
            return
        save(*arguments)
        now = time.monotonic()
        self._next = now + max(tuning().save_every, tuning().save_share * (now - began))


class KeptState:
    """The state of some work in several parts: "state", written last, says which others belong to it.

    *check* is called several times a second with what is done; if it raises, the state before stays.
    """

    def __init__(self, kept: KeptParts, check: Callable[[str], object]) -> None:
        self.kept, self._timer = kept, SaveTimer()
        self.saving, self._reading = partial(check, SAVING), partial(check, READING)
        self.there: set[str] = set()  # the parts that were read or written
        self.offer = self._timer.offer

    def find(self, part: str = STATE) -> Sealed | None:
        """Return a part; None if there is none."""
        return self.kept.find(part)

    def part(self, name: str) -> Sealed:
        """Return a part that belongs to the state."""
        saved = self.kept.find(name)
        if saved is None:
            reason = f"is without its part {name}: remove it, to begin anew"
            raise KeepError(self.kept.path(STATE), reason)
        self.there.add(name)
        return saved

    def read(self, saved: Sealed, into: Arrays | None = None) -> list[NDArray[Any]]:
        """Return the arrays of a part, or fill those given."""
        return saved.read(into, self._reading)

    def map(self, saved: Sealed) -> list[NDArray[Any]]:
        """Return the arrays of a part, verified, where they are."""
        return saved.map(check=True, pause=self._reading)

    def put(self, name: str, arrays: Iterable[NDArray[Any]], facts: Any = None) -> None:
        """Write a part, unless it is there."""
        if name not in self.there:
            self.kept.save(name, facts or {}, [*map(np.ascontiguousarray, arrays)], self.saving)
            self.there.add(name)

    def save(self, facts: Any, arrays: Iterable[NDArray[Any]] = (), *, parts: Iterable[str]) -> None:
        """Write the state, to which these *parts* belong, and remove all others."""
        self.kept.save(STATE, facts, [*map(np.ascontiguousarray, arrays)], self.saving)
        self.there &= (of_state := {*parts})
        self.kept.forget(but=[STATE, *of_state])


def in_words(numbers: Answer) -> list[tuple[int, str]]:
    """Return numbers of any size in a form for JSON; the inverse of `numbers_of`."""
    return [(key, hex(number)) for key, number in numbers.items()]


def numbers_of(rows: list[tuple[int, str]]) -> Answer:
    """Return the numbers that `in_words` wrote."""
    return {key: int(number, 16) for key, number in rows}
