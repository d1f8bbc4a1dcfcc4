"""Run a kernel to its end, slice by slice, in the tier chosen here: interpreted or compiled.

A search begins interpreted: on a small board that takes less time than to load Numba, and much less than to
compile a kernel.  When that is no longer so (`compiles`), it continues compiled, in the same arrays, with the
same answers.  A slice takes well under half a second in either tier, so Ctrl-C, time limits and progress work
everywhere.  On large boards a kernel without slices runs in a thread of its own (`beside`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from threading import Thread
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import check_choice
from gridwalk.runtime.codes import BACKTRACKS, EXPANDED, FOUNDS, PAUSED, REGISTERS
from gridwalk.runtime.kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.progress import EventLog
from gridwalk.runtime.tuning import POLL_EVERY, tuning

T = TypeVar("T")

LOADING = 0.4  # seconds that it takes to load Numba
COMPILING = 1.0  # seconds that it takes to compile a kernel with those that it calls, at the least
SECONDS_A_CELL = 5e-6  # that an interpreted kernel takes for a cell of the board, or less
INTERPRETED_STEPS = 1_000  # of a slice: some milliseconds
COMPILED_STEPS = 3_000_000  # of a slice: 20 to 200 ms
STEPS_A_CELL = 4  # about as many as a listing takes for a cell that it enters
COMPILING_NOW = "compiling a kernel, once for this machine"
LOADING_NOW = "loading compiled kernels"
SMALL_BOARD = 1 << 20  # cells; compiled, whatever takes linear time takes some ten milliseconds there

TIERS = ("auto", "python", "compiled")
_done: set[str] = set()  # of `beside_once`
_tier: ContextVar[str] = ContextVar("tier", default="auto")


@contextmanager
def tier(name: str) -> Iterator[None]:
    """Within this context every kernel runs in the tier *name*: "auto", "python" or "compiled".

    >>> from gridwalk import Board
    >>> with tier("python"):
    ...     Board.rectangle(3, 3).paths().count()
    12
    """
    check_choice("tier", name, TIERS)
    token = _tier.set(name)
    try:
        yield
    finally:
        _tier.reset(token)


def tier_here() -> str:
    """Return the tier of this context."""
    return _tier.get()


def interpreting() -> bool:
    """Whether all kernels run interpreted (`tier`)."""
    return _tier.get() == "python"


def undecided() -> bool:
    """Whether the tier depends on the question (`tier`)."""
    return _tier.get() == "auto"


def registers() -> NDArray[np.int64]:
    """Return a kernel's ``state``, all zero."""
    return np.zeros(REGISTERS, np.int64)


def run(
    kernel: Kernel,
    *arguments: Any,
    state: NDArray[np.int64],
    moves_of_cell: NDArray[Any],
    watch: Watch,
    log: EventLog | None = None,
) -> int:
    """Call *kernel* until its status is not PAUSED, and return the status.

    With a *log*, every slice's events are appended to it.
    """
    while (status := run_slice(kernel, arguments, state, moves_of_cell, watch, log)) == PAUSED:
        check(watch, state)
    return status


def run_slice(
    kernel: Kernel,
    arguments: tuple[Any, ...],
    state: NDArray[np.int64],
    moves_of_cell: NDArray[Any],
    watch: Watch,
    log: EventLog | None = None,
    steps: int | None = None,
) -> int:
    """Call *kernel* for one slice of at most *steps* steps, and return its status."""
    compiled, events = compiles(kernel, moves_of_cell.size), None
    budget = slice_of(compiled and log is None)
    budget = budget if steps is None else min(budget, steps)
    if watch.patience is not None:  # no more steps than the patience allows
        left = watch.patience - int(state[EXPANDED])
        budget = min(budget, max(INTERPRETED_STEPS, STEPS_A_CELL * left))
    if log is not None:
        max_per_step = 8 * moves_of_cell.itemsize + 2  # one per neighbour, and two for the cell itself
        events = np.zeros((budget * max_per_step + 1, 3), np.int32)
    status: int = call(kernel, watch, *arguments, state, budget, events, compiled=compiled)
    if log is not None and events is not None:
        log.append(events[1 : events[0, 0] + 1].copy())
    return status


@dataclass(frozen=True)
class Slices:
    """Runs kernels for one board, with its clock, in the tier for its size."""

    moves_of_cell: NDArray[Any]
    watch: Watch

    def __call__(
        self, kernel: Kernel, *arguments: Any, begin: Mapping[int, int] | None = None
    ) -> NDArray[np.int64]:
        """Run *kernel* to its end, from the registers in *begin* on, and return its registers."""
        state = registers()
        for register, value in (begin or {}).items():
            state[register] = value
        run(kernel, *arguments, state=state, moves_of_cell=self.moves_of_cell, watch=self.watch)
        return state


def check(watch: Watch, state: NDArray[np.int64]) -> None:
    """Report the registers of a search to its clock."""
    watch.check(int(state[EXPANDED]), int(state[BACKTRACKS]), int(state[FOUNDS]))


def compiles(kernel: Kernel, size: int = 0) -> bool:
    """Whether to run *kernel* compiled: as soon as interpreting takes longer than loading or compiling.

    A kernel is interpreted until Numba is loaded, and Numba is loaded when all kernels together have been
    interpreted for as long as that takes, or will have been after this call on *size* cells.  From then on
    kernels in Numba's cache are compiled at once, and others when they have been interpreted for as long as
    compiling takes.
    """
    name = _tier.get()
    if name != "auto":
        return name == "compiled"
    if kernel.is_compiled:
        return True
    expected = size * SECONDS_A_CELL
    if "numba" not in sys.modules and Kernel.interpreted + expected < LOADING:
        return False
    return kernel.seconds + expected >= COMPILING or kernel.is_cached


def slice_of(compiled: bool, steps: int = COMPILED_STEPS, interpreted: int = INTERPRETED_STEPS) -> int:
    """Return the maximum of steps in one call: *steps* if compiled, else *interpreted*."""
    return tuning().slice or (steps if compiled else interpreted)


def call(kernel: Kernel, watch: Watch, *arguments: Any, compiled: bool | None = None) -> Any:
    """Call a kernel; its first compiled call runs beside the clock, because compiling takes seconds.

    If *compiled* is None, `compiles` decides by the size of the largest array.
    """
    if compiled is None:
        largest = max(
            (argument.size for argument in arguments if isinstance(argument, np.ndarray)), default=0
        )
        compiled = compiles(kernel, largest)
    if not compiled:
        return kernel.python(*arguments)
    if kernel.is_warm:
        return kernel.compiled(*arguments)
    doing = [LOADING_NOW]

    def first() -> Any:
        if not kernel.is_cached:
            doing[:] = [COMPILING_NOW]
        return kernel.compiled(*arguments)

    answer = beside(first, watch, doing=lambda: doing[0])
    kernel.is_warm = True
    return answer


def beside(work: Callable[[], T], watch: Watch, doing: str | Callable[[], str] = "") -> T:
    """Run *work*, a kernel without slices, in a new thread while this one checks the clock.

    After the time limit or Ctrl-C, *work* goes on alone: its answer is ignored, and it ends with the
    process at the latest.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # the caller gets it
            errors.append(error)

    thread = Thread(target=copy_context().run, args=(run,), daemon=True)
    thread.start()
    thread.join(POLL_EVERY)
    while thread.is_alive():
        watch.check(0, 0, 0, doing if isinstance(doing, str) else doing())
        thread.join(POLL_EVERY)
    for error in errors:
        raise error
    return answers[0]


def beside_once(name: str, cells: int, work: Callable[[], T], watch: Watch, doing: str = "") -> T:
    """Run *work* as `beside` does, but on small boards in this thread once work of that *name* ran compiled.

    Then it is over in some ten milliseconds.
    """
    if cells <= SMALL_BOARD and name in _done:
        return work()
    before = Kernel.interpreted
    answer = beside(work, watch, doing)
    if Kernel.interpreted == before:
        _done.add(name)
    return answer


def call_whole(kernel: Kernel, cells: int, *arguments: Any) -> Any:
    """Call a kernel without slices on a board of *cells* cells, in the tier of `compiles`."""
    return kernel.compiled(*arguments) if compiles(kernel, cells) else kernel.interpret(*arguments)
