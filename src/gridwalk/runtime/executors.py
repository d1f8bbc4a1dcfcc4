"""Where tasks are done: in this thread, in a number of threads, or by an executor."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from gridwalk.errors import ArgumentError

if TYPE_CHECKING:
    from concurrent.futures import Executor

On: TypeAlias = "int | Executor | None"


def checked_on(on: object) -> On:
    """Return *on*; raise `ArgumentError` if it is no place for tasks.

    >>> checked_on(4)
    4
    >>> checked_on(0)
    Traceback (most recent call last):
        ...
    gridwalk.errors.ArgumentError: on=0 must be a number of threads, or a concurrent.futures.Executor
    """
    from concurrent.futures import Executor  # only where somebody asks for it

    if on is None or isinstance(on, Executor):
        return on
    if isinstance(on, int) and not isinstance(on, bool) and on >= 1:
        return on
    allowed = "a number of threads, or a concurrent.futures.Executor"
    if hasattr(on, "get_executor"):
        allowed += ": client.get_executor(pure=False, retries=5)"
    raise ArgumentError("on", on, allowed)
