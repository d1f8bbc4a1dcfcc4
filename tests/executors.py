"""Functions that workers call in the tests of tasks, and executors with odd habits."""

import os
import signal
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path

from gridwalk.errors import QuestionError
from gridwalk.runtime import slices
from gridwalk.runtime.limits import task_check
from gridwalk.runtime.tasks import Task, task_name
from gridwalk.runtime.tuning import tuning


def squares(n):
    return {0: n, 1: n * n, 2: 1 << 70 + n}


def context(_):
    return slices.tier_here(), tuning().slice


def counted(directory, n):
    """Leave a trace of every call, so that whatever is done twice is seen."""
    with Path(directory, f"{n}.calls").open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(0.05)
    return n * n


def endless(_):
    while True:
        time.sleep(0.01)
        task_check()


def refused(n):
    raise QuestionError("this", f"{n} is no answer")


def buggy(n):
    raise ZeroDivisionError(n)


def dies(_):
    os.kill(os.getpid(), signal.SIGKILL)


def tasks_of(function, count, *arguments):
    return [
        Task(task_name(function.__name__, n, *arguments), function, (*arguments, n)) for n in range(count)
    ]


class Backwards(Executor):
    """Does the task given last first, in the thread that waits: an order that no executor of ours has."""

    def __init__(self, batch=5):
        self.batch, self.waiting, self.most = batch, [], 0

    def submit(self, function, /, *arguments, **named):
        future = Future()
        self.waiting.append((future, function, arguments, named))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) >= self.batch:
            self.go()
        return future

    def go(self):
        while self.waiting:
            future, function, arguments, named = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function(*arguments, **named))
                except BaseException as error:
                    future.set_exception(error)


class Broken(Executor):
    """Loses every task."""

    def __init__(self, error=None):
        self.error = error or BrokenExecutor("a process was terminated")

    def submit(self, function, /, *arguments, **named):
        future = Future()
        future.set_exception(self.error)
        return future
