"""The workers of --on: threads, processes or a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gridwalk.cli.options import Options, option
from gridwalk.cli.values import OnWorkers, Workers
from gridwalk.errors import InputError, WorkerError

if TYPE_CHECKING:
    from gridwalk.runtime.limits import On

PATIENCE = "10s"  # for a cluster to answer


class OnOption(Options, under="Limits"):
    """The option --on."""

    on: OnWorkers | None = option("Who does the parts: threads[:N], processes[:N] or dask:ADDRESS.  "
                                  "--memory is of all threads together, or of each process.")  # fmt: skip


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
    else:
        yield from _cluster(workers.address)


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
