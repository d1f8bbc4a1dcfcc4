"""Tasks in a directory: any process on any machine that sees it takes some, and no process schedules them.

::

    tasks/NAME.task        what is to be done, whole
    tasks/NAME.claim-1     who does it; claim-2: who does it after the first was silent, and so on
    tasks/NAME.answer      what came out; then the task and its claims go

A claim is a file that only one process can make.  Its holder touches it every few seconds.  One that is not
touched for `Tuning.lease` seconds, on the clock of whoever looks, or whose process has died on this machine,
is followed by the next.  So a task may be done twice, and its result is the same.
"""

from __future__ import annotations

import math
import os
import random
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from shlex import quote
from threading import Event, Lock, Thread
from typing import Any

import numpy as np

from gridwalk.errors import ArgumentError, KeepError, WorkerError
from gridwalk.runtime.limits import checked_seconds, with_check
from gridwalk.runtime.ourpickle import dumps, loads
from gridwalk.runtime.results import is_alive
from gridwalk.runtime.sealed import sealed_pieces
from gridwalk.runtime.store import ADDRESS, LocalStore, digest, where
from gridwalk.runtime.tasks import Raised, Task
from gridwalk.runtime.threads import OverError
from gridwalk.runtime.tuning import POLL_EVERY, tuning

TASK, ANSWER, CLAIM = ".task", ".answer", ".claim-"
FOLDER = "tasks"
TRIES = 5  # claims of a task after which its workers are believed to die of it
BEATS = 20.0  # touches of a claim in the time of a lease
NAMED = 6  # frames of an error that is not ours, from the last
POLL_SHARE, LONGEST_POLL = 0.05, 2.0  # of the time without a task, and seconds: between two looks for one


class DirectoryExecutor(Executor):
    """Gives tasks to the processes that `gridwalk.work` in a directory.

    Parameters
    ----------
    folder : path or str
        All machines see it.  Give the same one as *keep*, and whatever dies, nothing is found twice.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from threading import Thread
    >>> import gridwalk as gw
    >>> with TemporaryDirectory() as shared:
    ...     worker = Thread(target=gw.work, args=(shared,), kwargs={"idle": 1})
    ...     worker.start()  # or: gridwalk work DIR, as often as you like
    ...     on = gw.DirectoryExecutor(shared)
    ...     gw.Board.rectangle(9, 9).paths().within(on=on, keep=shared).count()
    ...     worker.join()
    3266598486981642

    """

    _stops_tasks = True  # one that is cancelled is given up by who does it, so no time limit travels with it

    def __init__(self, folder: str | PathLike[str]) -> None:
        self._files = TaskFiles(folder)
        self._waiting: dict[str, tuple[Future[Any], bytes]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None
        self._alone = 0.0  # since when tasks wait for a first worker; 0: there are none, inf: there was one

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Write a task; the same one again is a second copy of it."""
        raw = dumps((fn, args, kwargs))
        loads(raw)  # refused here, where somebody reads it
        # Where the result of a task is kept, its name says all of it: who asks again waits for the same.
        task, results = args[:2] if args and isinstance(args[0], Task) else (None, None)
        name = "task" if task is None else task.name
        name = name if results is not None else f"{name}-{digest(np.frombuffer(raw, np.uint8))}"
        future: Future[Any] = Future()
        with self._lock:
            while name in self._waiting:
                name += "-again"
            self._files.offer(name, raw)
            self._waiting[name] = future, raw
            self._alone = self._alone or time.monotonic()
            if self._thread is None:
                self._thread = Thread(target=self._collect, name="gridwalk tasks", daemon=True)
                self._thread.start()
        future.add_done_callback(lambda done: self._forget(name) if done.cancelled() else None)
        return future

    @property
    def _advice(self) -> str:
        """How a worker begins, for the progress, if nobody has taken any task for some seconds."""
        if not self._alone or time.monotonic() - self._alone < tuning().alone:
            return ""
        return f", no worker so far: gridwalk work {quote(str(self._files.directory))}"

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel the tasks, or wait for them."""
        with self._lock:
            waiting, thread = list(self._waiting.values()), self._thread
        if cancel_futures:
            for future, _ in waiting:
                future.cancel()
        if wait and thread is not None:
            thread.join()

    def _forget(self, name: str) -> None:
        with self._lock:
            self._waiting.pop(name, None)
            self._files.finish(name)

    def _collect(self) -> None:
        """Hand on answers as they come, until nothing waits."""
        while True:
            with self._lock:
                waiting = dict(self._waiting)
                if not waiting:
                    self._thread = None
                    return
            try:
                there = set(self._files.store.names())
                if any(CLAIM in file or file.endswith(ANSWER) for file in there):
                    self._alone = math.inf
                for name, (future, raw) in waiting.items():
                    if name + ANSWER in there or name + TASK not in there:
                        self._hand_on(name, future, raw)
            except Exception as error:
                for name, (future, _) in waiting.items():
                    self._forget(name)
                    if not future.done() and future.set_running_or_notify_cancel():
                        future.set_exception(error)
            time.sleep(POLL_EVERY)

    def _hand_on(self, name: str, future: Future[Any], raw: bytes) -> None:
        found = self._files.read(name + ANSWER)
        if found is None:  # another client has taken the answer: where results are kept, that is soon done
            with self._lock:
                if name in self._waiting:
                    self._files.offer(name, raw)
            return
        value, words = loads(found)
        self._files.store.drop(name + ANSWER)
        self._forget(name)
        if future.set_running_or_notify_cancel():
            if words:
                future.set_exception(RuntimeError(words))
            else:
                future.set_result(value)


def work(folder: str | PathLike[str], *, seconds: float | None = None, idle: float | None = None) -> int:
    """Do tasks that others put into a directory, until there are none for a while; return how many.

    Any number of processes on any machines may do so at the same time, and each may be killed: its task is
    taken again by another.

    Parameters
    ----------
    folder : path or str
        Where a question is asked with ``on=gridwalk.DirectoryExecutor(directory)``, or ``--on work:DIR``.
    seconds : float, optional
        After these a task that is under way is left to others, and this returns.
    idle : float, optional
        Seconds without a task after which this returns; default: never.

    Raises
    ------
    KeepError
        If the directory cannot be used.

    """
    seconds, idle = checked_seconds(seconds, "seconds"), checked_seconds(idle, "idle")
    files, done = TaskFiles(folder), 0
    began = last = time.monotonic()

    def over() -> bool:
        return seconds is not None and time.monotonic() - began >= seconds

    while not over():
        taken = files.take()
        if taken is not None:
            done += _done(files, *taken, over)
            last = time.monotonic()
        elif idle is not None and time.monotonic() - last >= idle:
            break
        else:
            time.sleep(min(max(POLL_EVERY, POLL_SHARE * (time.monotonic() - last)), LONGEST_POLL))
    return done


def _done(files: TaskFiles, name: str, claim: str, raw: bytes, over: Callable[[], bool]) -> int:
    """Do a task that was claimed, and leave its answer; return 0 if it was given up."""
    with files.held(name, claim) as gone:

        def wanted() -> None:
            if gone.is_set() or over():
                raise OverError

        value, words = None, ""
        try:
            function, args, kwargs = loads(raw)
        except Exception as error:  # of classes that have changed, anything
            reason = f"a worker cannot read a task, is the same version installed there? ({error})"
            function, args, kwargs = Raised, (WorkerError(reason, files.directory),), {}
        try:
            value = with_check(wanted, function, *args, **kwargs)
        except OverError:
            return 0
        except Exception:  # a bug, which the client reports
            words = traceback.format_exc(limit=-NAMED)
        if gone.is_set() or over():
            return 0
        files.answer(name, value, words)
    return 1


class TaskFiles:
    """The files of tasks below a directory; every error is a `KeepError` with the name of the file."""

    def __init__(self, folder: str | PathLike[str]) -> None:
        place = os.fspath(folder)
        if not isinstance(place, str) or not place.strip() or ADDRESS.fullmatch(place):
            raise ArgumentError("folder", folder, "a directory that all workers see, no address")
        self.directory = Path(place)
        self.store = LocalStore(self.directory / FOLDER)
        self._seen: dict[str, tuple[int, float, str]] = {}  # of a claim: when touched, since when, and who

    def offer(self, name: str, raw: bytes) -> None:
        """Write a task."""
        self._put(name + TASK, raw)

    def read(self, file: str) -> bytes | None:
        """Return a task or an answer; None: it is gone."""
        try:
            found = self.store.get(file)
            return None if found is None else found.read()[0].tobytes()
        except KeepError:
            if self.store.path(file).exists():
                raise
            return None

    def answer(self, name: str, value: object, words: str = "") -> None:
        """Write an answer, or the *words* of an error that is none of ours; the task is then finished."""
        self._put(name + ANSWER, dumps((value, words)))
        self.finish(name)

    def _put(self, file: str, raw: bytes) -> None:
        """Write a file, which need not outlast a crash of the machine."""
        self.store.put_pieces(file, sealed_pieces({}, [np.frombuffer(raw, np.uint8)]), lasting=False)

    def finish(self, name: str) -> None:
        """Remove a task and its claims: who still does it stops soon."""
        self.store.drop(name + TASK)
        for number in range(1, TRIES + 1):
            self.store.drop(f"{name}{CLAIM}{number}")

    def take(self) -> tuple[str, str, bytes] | None:
        """Claim a task that nobody does; return its name, the claim and what it is, or None."""
        names = self.store.names()
        held: dict[str, int] = {}
        for file in names:
            name, claim, number = file.rpartition(CLAIM)
            if claim and number.isdecimal():
                held[name] = max(held.get(name, 0), int(number))
        self._seen = {
            f"{name}{CLAIM}{n}": s for name, n in held.items() if (s := self._seen.get(f"{name}{CLAIM}{n}"))
        }
        tasks = [file.removesuffix(TASK) for file in names if file.endswith(TASK)]
        random.shuffle(tasks)  # not all workers after the same one
        for name in sorted(tasks, key=lambda name: held.get(name, 0)):
            before = held.get(name, 0)
            if before and not self._is_silent(f"{name}{CLAIM}{before}"):
                continue
            claim = f"{name}{CLAIM}{before + 1}"
            if before >= TRIES:
                reason = f"{TRIES} workers died of the same task, {name}"
                self.answer(name, Raised(WorkerError(reason, self.directory)))
            elif self._claim(claim):
                try:
                    raw = self.read(name + TASK)
                except KeepError as error:  # for who asked; this worker goes on
                    reason = f"{error.reason.partition(';')[0]}: this task was taken away, ask again"
                    self.answer(name, Raised(KeepError(error.path, reason)))
                    continue
                if raw is not None:
                    return name, claim, raw
                self.store.drop(claim)
        return None

    def _claim(self, claim: str) -> bool:
        """Make a claim; False: somebody else was quicker."""
        try:
            with self.store.path(claim).open("x") as file:
                file.write(where())
        except FileExistsError:
            return False
        except OSError as error:
            raise KeepError(self.store.path(claim), f"not written ({error.strerror or error})") from error
        return True

    def _is_silent(self, claim: str) -> bool:
        """Whether who made a claim has died, or was silent for too long."""
        try:
            touched = self.store.path(claim).stat().st_mtime_ns
            known = self._seen.get(claim)
            if known is None or known[0] != touched:
                known = touched, time.monotonic(), self.store.path(claim).read_text(errors="replace")
                self._seen[claim] = known
        except OSError:  # it is gone
            return False
        _, since, who = known
        silent = time.monotonic() - since
        whole = who.rpartition("/")[2].isdecimal()  # else it is being written
        return silent > tuning().lease or (whole and not is_alive(who, time.time() - silent))

    @contextmanager
    def held(self, name: str, claim: str) -> Iterator[Event]:
        """Touch a claim until this ends; yield what is set when the task is not wanted any more."""
        gone, over = Event(), Event()
        task, mark, every = self.store.path(name + TASK), self.store.path(claim), tuning().lease / BEATS

        def touch() -> None:
            while not over.wait(every):
                with suppress(OSError):
                    if not task.exists():
                        gone.set()
                    os.utime(mark)

        beat = Thread(target=touch, name="gridwalk claim", daemon=True)
        beat.start()
        try:
            yield gone
        finally:
            over.set()
            beat.join()
            self.store.drop(claim)
