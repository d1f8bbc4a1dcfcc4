"""Checkpoints: the state of answers in a directory, from which they resume after a stop.

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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from os import PathLike, listdir
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import KeepError
from gridwalk.runtime.lock import InUseError, locked
from gridwalk.runtime.sealed import Pause, Sealed, write_sealed
from gridwalk.runtime.tuning import tuning

ANSWER, LOCK = "answer", "lock"
# Before format 3 each engine had files of its own: planar sweeps, network sweeps, tours by blocks.
# Results of a journal in the same directory may begin like them.
OLD_FILES = re.compile(r"residue-\d+\.(table|done)(\.part)?|(sweep|tours)-[0-9a-f]{24}[-.](?!result|begun).*")
OLD_QUESTION, OLD_WORD = "question.json", b'"moduli"'

# Counts by length (a count without lengths has the key 0), or a path: its cells or corridors by position.
Answer = dict[int, int]


def answered(
    directory: str | PathLike[str] | None,
    question: object,
    plan: object,
    count: Callable[[Checkpoint | None], Answer],
) -> Answer:
    """Return the answer to *question* saved in *directory*, or else call *count* and save its answer.

    Parameters
    ----------
    directory : path, optional
        Created if missing; None: no checkpoint.
    question, plan
        Values for `digest`: the question, and everything else that the state of *count* depends on.
    count : callable
        Saves its state in the checkpoint it gets, and resumes from it.

    Raises
    ------
    KeepError
        If the directory cannot be used, another process counts the same question there, or a file is damaged.

    """
    if directory is None:
        return count(None)
    kept = Checkpoint(directory, question, plan)
    answer = kept.answer()
    if answer is not None:
        return answer
    with kept.locked():
        answer = kept.answer()  # another process may have just saved it
        if answer is None:
            began = time.monotonic()
            answer = count(kept)
            kept.finish(answer, began)
    return answer


@contextmanager
def kept_in(
    directory: str | PathLike[str] | None, question: object, plan: object
) -> Iterator[Checkpoint | None]:
    """Lock the checkpoint of *question* in *directory*, and yield it; None if there is no directory.

    Its parts stay, because no answer replaces them.  Parameters and errors are those of `answered`.
    """
    if directory is None:
        yield None
        return
    kept = Checkpoint(directory, question, plan)
    with kept.locked():
        yield kept


def digest(*facts: object) -> str:
    """Return a name unique to *facts*: arrays, values with different `repr`, tuples and lists of both."""
    text = sha256()

    def feed(fact: object) -> None:
        if isinstance(fact, tuple | list):
            text.update(f"({len(fact)};".encode())
            for one in fact:
                feed(one)
        elif isinstance(fact, np.ndarray):
            text.update(f"{fact.dtype.str}{fact.shape};".encode())
            text.update(fact.tobytes())
        else:
            text.update(f"{fact!r};".encode())

    feed(facts)
    return text.hexdigest()[:24]


def kept_questions(directory: str | PathLike[str]) -> int:
    """Return of how many questions there are states or answers in *directory*."""
    names = (path.name.split("-", 2) for path in Path(directory).glob("gridwalk-*-*"))
    return len({question for _, question, part in names if part != LOCK})


class Checkpoint:
    """The files of one question in a directory; made by `answered` and `kept_in`."""

    def __init__(self, directory: str | PathLike[str], question: object, plan: object) -> None:
        self.directory = Path(directory)
        self.question, self.plan = digest(question), digest(plan)
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            _refuse_old_files(self.directory)
        except FileExistsError as error:
            raise KeepError(self.directory, "is a file: give a directory") from error
        except OSError as error:
            raise KeepError(self.directory, f"cannot be used: {error.strerror or error}") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the question against other processes."""
        with ExitStack() as stack:
            lock = self.path(LOCK)
            try:
                stack.enter_context(locked(lock))
            except InUseError as error:
                reason = f"is in use by {error.holder} for the same question: wait, or give another directory"
                raise KeepError(self.directory, reason) from error
            except OSError as error:
                raise KeepError(lock, f"cannot be used: {error.strerror or error}") from error
            yield

    def path(self, part: str) -> Path:
        """Return the file of a part."""
        return self.directory / f"gridwalk-{self.question}-{part}"

    def save(
        self,
        part: str,
        facts: dict[str, Any],
        arrays: Sequence[NDArray[Any]] = (),
        pause: Pause | None = None,
    ) -> None:
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
        write_sealed(self.path(part), {**self.whose(part), "facts": facts}, arrays, pause)

    def find(self, part: str) -> Sealed | None:
        """Return the saved part without reading its arrays; None if there is none."""
        saved = Sealed.open(self.path(part))
        if saved is None:
            return None
        wanted = self.whose(part)
        differs = [word for word in wanted if saved.about.get(word) != wanted[word]]
        if differs == ["plan"]:
            reason = (
                "is from a version of gridwalk that counts in another order: remove it, or use that version"
            )
            raise KeepError(saved.path, reason)
        if differs:
            reason = "is of another question, or another part of this one: remove it"
            raise KeepError(saved.path, reason)
        return saved

    def whose(self, part: str) -> dict[str, str]:
        """Return the header of a part."""
        return {"question": self.question, "part": part, "plan": self.plan}

    def forget(self, prefix: str = "", *, but: Sequence[str] = ()) -> None:
        """Remove the parts whose names begin with *prefix*, except *but*, the answer and the lock."""
        kept = {self.path(part).name for part in but}
        for path in self._parts(prefix):
            if path.name not in kept:
                with suppress(OSError):  # a file that stays takes space but does no harm
                    path.unlink()

    def _parts(self, prefix: str = "") -> list[Path]:
        own = [self.path(ANSWER), self.path(LOCK)]
        return [path for path in self.directory.glob(f"{self.path(prefix).name}*") if path not in own]

    def answer(self) -> Answer | None:
        """Return the saved answer, or None."""
        saved = self.find(ANSWER)
        return None if saved is None else numbers_of(saved.about["facts"]["numbers"])

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

    def offer(self, save: Callable[[], object]) -> None:
        """Call *save* if it is due."""
        began = time.monotonic()
        if began < self._next:
            return
        save()
        now = time.monotonic()
        self._next = now + max(tuning().save_every, tuning().save_share * (now - began))


def in_words(numbers: Answer) -> list[tuple[int, str]]:
    """Return numbers of any size in a form for JSON; the inverse of `numbers_of`."""
    return [(key, hex(number)) for key, number in numbers.items()]


def numbers_of(rows: list[tuple[int, str]]) -> Answer:
    """Return the numbers that `in_words` wrote."""
    return {key: int(number, 16) for key, number in rows}


def _refuse_old_files(directory: Path) -> None:
    for name in listdir(directory):
        path = directory / name
        if OLD_FILES.fullmatch(name) or (
            name == OLD_QUESTION and path.is_file() and OLD_WORD in path.read_bytes()
        ):
            reason = "was written by an older version of gridwalk, which this one cannot resume: "
            reason += "remove such files, or give another directory"
            raise KeepError(path, reason)
