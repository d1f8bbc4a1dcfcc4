"""Run kernels slice by slice, interpreted or compiled (the "tier").

A search begins interpreted, because on a small board this takes less time than loading Numba or compiling.
After a while (`compiles`) it continues compiled, on the same arrays.  A slice takes much less than half a
second, so Ctrl-C, time limits and progress always work.  On large boards, kernels without slices run in a
new thread (`beside`).
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

LOADING = 0.4  # seconds to load Numba
ENOUGH = 0.15  # seconds of interpreted kernels in a process, after which more questions are expected
COMPILING = 1.0  # minimum seconds to compile a kernel and its callees
SECONDS_A_CELL = 5e-6  # maximum seconds of an interpreted kernel for each cell of the board
INTERPRETED_STEPS = 1_000  # steps of a slice: some milliseconds
COMPILED_STEPS = 3_000_000  # steps of a slice: 20 to 200 ms
STEPS_A_CELL = 4  # approximate steps of a listing for each cell that it enters
COMPILING_NOW = "compiling a kernel, once for this machine"
LOADING_NOW = "loading compiled kernels"
QUICK_BOARD = 1 << 20  # cells: a compiled kernel of linear time takes some ten milliseconds

TIERS = ("auto", "python", "compiled")
_done: set[str] = set()  # names of work that has run compiled, for `beside_once`
_tier: ContextVar[str] = ContextVar("tier", default="auto")


@contextmanager
def tier(name: str) -> Iterator[None]:
    """Return a context in which kernels run in the tier *name*: "auto", "python" or "compiled".

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
    """Whether the tier is "python"."""
    return _tier.get() == "python"


def undecided() -> bool:
    """Whether the tier is "auto"."""
    return _tier.get() == "auto"


def registers() -> NDArray[np.int64]:
    """Return new registers for the ``state`` of a kernel, all zero."""
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

    The events of every slice are appended to *log*.
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
        max_per_step = 8 * moves_of_cell.itemsize + 2  # an event for each neighbour, two for the cell
        events = np.zeros((budget * max_per_step + 1, 3), np.int32)
    status: int = call(kernel, watch, *arguments, state, budget, events, compiled=compiled)
    if log is not None and events is not None:
        log.append(events[1 : events[0, 0] + 1].copy())
    return status


@dataclass(frozen=True)
class Slices:
    """A function that runs kernels on one board with one clock."""

    moves_of_cell: NDArray[Any]
    watch: Watch

    def __call__(
        self, kernel: Kernel, *arguments: Any, begin: Mapping[int, int] | None = None
    ) -> NDArray[np.int64]:
        """Run *kernel* to its end, with the initial registers *begin*, and return its registers."""
        state = registers()
        for register, value in (begin or {}).items():
            state[register] = value
        run(kernel, *arguments, state=state, moves_of_cell=self.moves_of_cell, watch=self.watch)
        return state


def check(watch: Watch, state: NDArray[np.int64]) -> None:
    """Report the registers of a search to its clock."""
    watch.check(int(state[EXPANDED]), int(state[BACKTRACKS]), int(state[FOUNDS]))


def compiles(kernel: Kernel, size: int = 0) -> bool:
    """Whether to run *kernel* compiled.

    Numba is loaded when `ENOUGH` time has been spent in interpreted kernels, or when a call on *size* cells
    is expected to take as long as loading.  Then a kernel in Numba's cache runs compiled at once.  Any other
    kernel is compiled only when its time, past or expected, reaches the time that compiling takes.
    """
    name = _tier.get()
    if name != "auto":
        return name == "compiled"
    if kernel.is_compiled:
        return True
    expected = size * SECONDS_A_CELL
    if "numba" not in sys.modules and Kernel.interpreted < ENOUGH and expected < LOADING:
        return False
    return kernel.seconds + expected >= COMPILING or kernel.is_cached


def slice_of(compiled: bool, steps: int = COMPILED_STEPS, interpreted: int = INTERPRETED_STEPS) -> int:
    """Return the maximum number of steps in one call: *steps* if compiled, else *interpreted*."""
    return tuning().slice or (steps if compiled else interpreted)


def call(kernel: Kernel, watch: Watch, *arguments: Any, compiled: bool | None = None) -> Any:
    """Call a kernel.  The first compiled call runs in a new thread, because compiling takes seconds.

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

    After the time limit or Ctrl-C, the thread continues, at most until the process ends; its result is
    ignored.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # raised in the calling thread
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
    """Run *work* in a new thread, as `beside` does, or in this thread if it is quick.

    It is quick (some ten milliseconds) on a small board if work of that *name* has already run compiled.
    """
    if cells <= QUICK_BOARD and name in _done:
        return work()
    before = Kernel.interpreted
    answer = beside(work, watch, doing)
    if Kernel.interpreted == before:
        _done.add(name)
    return answer


def call_whole(kernel: Kernel, cells: int, *arguments: Any) -> Any:
    """Call a kernel without slices on a board of *cells* cells; `compiles` chooses the tier."""
    return kernel.compiled(*arguments) if compiles(kernel, cells) else kernel.interpret(*arguments)
