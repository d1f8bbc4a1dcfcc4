"""Inside a task: whether its answer is still wanted."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

_check: ContextVar[Callable[[], object]] = ContextVar("check of a task", default=lambda: None)


def task_check() -> None:
    """Ask, inside a task, whether it is still wanted; raises if it is not.  For several times a second."""
    _check.get()()


def with_check(check: Callable[[], object], function: Callable[..., T], *arguments: Any) -> T:
    """Call *function*; *check* is what `task_check` asks then."""
    token = _check.set(check)
    try:
        return function(*arguments)
    finally:
        _check.reset(token)
