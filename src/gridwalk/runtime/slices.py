"""Run a kernel to its end, slice by slice: the one place that picks a tier.

A search begins interpreted, for small boards are done before Numba is even imported, and
goes on compiled, in the same arrays, once this kernel has shown to be in demand: the
answers are the same.  A slice of either tier
takes well under half a second, so Ctrl-C, a time limit and progress work everywhere; a
kernel without slices runs `beside` the clock where the board is so large that it may be long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import UnknownChoiceError
from gridwalk.kernels._kernel import Kernel
from gridwalk.kernels.codes import BACKTRACKS, EXPANDED, FOUNDS, PAUSED, REGISTERS
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.tuning import POLL_EVERY, tuning

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")

INTERPRETED_STEPS = 20_000  # about 30 ms: less than importing Numba takes
COMPILED_STEPS = 3_000_000  # 20 to 200 ms
COMPILING = "compiling a kernel, once for this machine"
LARGE_BOARD = 250_000  # cells; a search there is long, so it begins compiled
BRIEF_BOARD = 4096  # cells; a search without slices is over in some 10 ms there, interpreted
CALL_SHARE = 16  # of the board's cells: what a call of such a search counts for at least

TIERS = ("auto", "python", "compiled")
_tier: ContextVar[str] = ContextVar("tier", default="auto")


@contextmanager
def tier(name: str) -> Iterator[None]:
    """Within this context every kernel runs in the tier *name*: "auto", "python" or "compiled".

    >>> from gridwalk import Board
    >>> with tier("python"):
    ...     Board.rectangle(3, 3).paths().count()
    12
    """
    UnknownChoiceError.check("tier", name, TIERS)
    token = _tier.set(name)
    try:
        yield
    finally:
        _tier.reset(token)


def interpreting() -> bool:
    """Whether every kernel is to be interpreted (`tier`)."""
    return _tier.get() == "python"


def undecided() -> bool:
    """Whether it is left to the question which tier answers (`tier`)."""
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
    """Call *kernel* until it says something other than PAUSED, and return that.

    With a *log*, every slice's events are appended to it.
    """
    while True:
        compiled = compiles(kernel, moves_of_cell.size)
        budget, events = slice_of(compiled and log is None), None
        if log is not None:
            most_per_step = 8 * moves_of_cell.itemsize + 2  # every neighbour, and the cell itself twice
            events = np.zeros((budget * most_per_step + 1, 3), np.int32)
        before = int(state[EXPANDED])
        status: int = call(kernel, watch, *arguments, state, budget, events, compiled=compiled)
        kernel.expanded += int(state[EXPANDED]) - before
        if log is not None and events is not None:
            log.append(events[1 : events[0, 0] + 1].copy())
        if status != PAUSED:
            return status
        check(watch, state)


@dataclass(frozen=True)
class Slices:
    """How kernels are run for one board: by its clock, in the tier that its size asks for."""

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


def compiles(kernel: Kernel, size: int) -> bool:
    """Whether to run *kernel* compiled for work of so many cells: where it is in demand, or is already."""
    name = _tier.get()
    if name != "auto":
        return name == "compiled"
    return kernel.expanded >= INTERPRETED_STEPS or size >= LARGE_BOARD or kernel.is_compiled


def slice_of(compiled: bool, steps: int = COMPILED_STEPS, interpreted: int = INTERPRETED_STEPS) -> int:
    """Return how many steps a kernel may take in one call: *steps* if compiled, else *interpreted*."""
    return tuning().slice or (steps if compiled else interpreted)


def call(kernel: Kernel, watch: Watch, *arguments: Any, compiled: bool | None = None) -> Any:
    """Call a kernel: beside the clock where it may have to be compiled first, which takes seconds.

    Where it is not said whether it is to run *compiled*, `compiles` says so for the largest array.
    """
    if compiled is None:
        largest = max(argument.size for argument in arguments if isinstance(argument, np.ndarray))
        compiled = compiles(kernel, largest)
    if not compiled:
        return kernel.python(*arguments)
    if kernel.is_warm:
        return kernel.compiled(*arguments)
    answer = beside(lambda: kernel.compiled(*arguments), watch, COMPILING)
    kernel.is_warm = True
    return answer


def beside(work: Callable[[], T], watch: Watch, doing: str = "") -> T:
    """Run *work*, a kernel without slices, in a thread of its own, and meanwhile ask the clock.

    When the time is over, or Ctrl-C is pressed, *work* is left to itself: what it answers
    is not waited for, and it ends with the process at the latest.
    """
    from concurrent.futures import Future, wait

    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # is raised where the answer is asked for
            answer.set_exception(error)

    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    while wait([answer], POLL_EVERY).not_done:
        watch.check(0, 0, 0, doing)
    return answer.result()


def interprets(kernel: Kernel, cells: int) -> bool:
    """Whether *kernel*, which has no slices, is interpreted on a board of so many cells.

    It is on a small board until it has been in demand for about as long as loading its compiled
    form takes; the answers are the same.
    """
    name = _tier.get()
    if name != "auto":
        return name == "python"
    return cells <= BRIEF_BOARD and kernel.expanded < INTERPRETED_STEPS and not kernel.is_compiled


def call_whole(kernel: Kernel, cells: int, *arguments: Any) -> Any:
    """Call a kernel without slices on a board of so many cells, in the tier that `interprets` says."""
    if not interprets(kernel, cells):
        return kernel.compiled(*arguments)
    kernel.expanded += cells // CALL_SHARE
    return kernel(*arguments)
