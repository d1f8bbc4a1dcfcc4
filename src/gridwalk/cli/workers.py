"""Who does the parts of a question, as --on says: threads, processes, a directory, a cluster; and work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gridwalk.cli.options import Options, Own, argument, option
from gridwalk.cli.progress import say
from gridwalk.cli.values import Directory, OnWorkers, Time, Workers
from gridwalk.errors import InputError, WorkerError, counted

if TYPE_CHECKING:
    from gridwalk.runtime.limits import On

PATIENCE = "10s"  # for a cluster to answer


class OnOption(Options, under="Limits"):
    """The option --on."""

    on: OnWorkers | None = option("Who does the parts: threads[:N], processes[:N], work:DIR (all that run "
                                  "gridwalk work DIR) or dask:ADDRESS.  --memory is of all threads together, "
                                  "or of each process.")  # fmt: skip


@contextmanager
def opened(workers: Workers | None) -> Iterator[On]:
    """Yield what `gridwalk.Limits` takes as *on*; what is begun for it ends, whatever happens.

    Raises
    ------
    WorkerError
        If no cluster answers.

    """
    if workers is None:
        yield None
    elif workers.kind == "threads":
        yield workers.number
    elif workers.kind == "processes":
        yield from _processes(workers.number)
    elif workers.kind == "work":
        yield from _directory(workers.address)
    else:
        yield from _cluster(workers.address)


class WorkCommand(Own, under="Limits"):
    """Do the tasks that others put into DIR by --on work:DIR.

    Any number of these commands may run at a time, on all machines that see DIR: an array job of
    Slurm needs no other scheduler.  Each takes one task after another, in one thread.  Whichever is
    killed, its task is taken again, at once on the same machine, after two minutes on another.

    \b
    Examples:
      gridwalk work /shared/parts                       (on each machine, as often as it has processors)
      gridwalk count 24x24 --memory 16GB --on work:/shared/parts --keep /shared/parts
      sbatch --array=1-500 --mem=18G --wrap "gridwalk work /shared/parts --time 4h"

    Exit status: 0 no more tasks, or out of time, 3 DIR cannot be used.
    """

    directory: Directory = argument("DIR")
    idle: Time = option("End after so long without a task.", default="10m", shown=True)
    time: Time | None = option("End after so long; a task under way is left to others.")

    needs_boards = False

    def answer(self) -> None:
        """Do tasks, and say how many they were."""
        from gridwalk.runtime.directory import work

        say(f"waiting for tasks in {self.directory}: {self.idle:g} s without one end it, or Ctrl-C")
        done = work(self.directory, seconds=self.time, idle=self.idle)
        say(f"{counted(done, 'task')} done")


def _directory(address: str) -> Iterator[On]:
    from gridwalk.runtime.directory import DirectoryExecutor

    executor = DirectoryExecutor(address)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _processes(number: int) -> Iterator[On]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Not "fork": this process has threads.
    pool = ProcessPoolExecutor(number, multiprocessing.get_context("spawn"), initializer=_begin_worker)
    try:
        yield pool
        pool.shutdown()
    finally:
        for process in multiprocessing.active_children():  # after an error: their answers are not wanted
            process.kill()
        pool.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Leave Ctrl-C to the client; end when the client has ended, whatever ended it."""
    import signal
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        assert parent is not None
        wait([parent.sentinel])
        os._exit(0)

    if parent is not None:
        Thread(target=follow, daemon=True).start()


def _cluster(address: str) -> Iterator[On]:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError("--on dask:... needs Dask: pip install distributed") from error
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError) as error:  # no answer, no address, no such kind of address
        reason = f"no cluster answers at {address}: {' '.join(str(error).split())}"
        raise WorkerError(reason, begun=False) from error
    with client:
        yield client.get_executor(pure=False, retries=5)
