"""What sets can be asked: every verb with its options; what a kind of set does not answer, it refuses."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

from gridwalk.errors import UnansweredError

ESTIMATED = "error", "seconds", "states", "runs", "rng"
# Each verb of some kind of set, with the options that it has in one kind or another.
VERBS: dict[str, tuple[str, ...]] = {
    "all_shortest": (),
    "avoiding": (),
    "avoiding_edges": ("directed",),
    "batches": ("cells",),
    "bound": ("measure", "seconds"),
    "count": ("by", "up_to_symmetry"),
    "counts_by_end": (),
    "counts_by_start": (),
    "distances": ("max_cost",),
    "estimate_count": ESTIMATED,
    "estimate_lengths": ESTIMATED,
    "estimate_visits": ESTIMATED,
    "explain": ("verb",),
    "find": ("by", "weight"),
    "generating_function": (),
    "implicit": (),
    "in_order": ("measure",),
    "induced": (),
    "is_empty": (),
    "lengths": (),
    "list": ("limit",),
    "longer_than": ("moves",),
    "longest": ("measure", "gap", "seconds", "steps", "rng"),
    "nearly_shortest": ("slack", "measure"),
    "of_length": ("moves",),
    "rank": ("path",),
    "reachable": (),
    "refutation": (),
    "sample": ("n", "rng"),
    "sample_approximately": ("n", "states", "rng"),
    "samples": ("n", "rng"),
    "shorter_than": ("moves",),
    "shortest": ("by", "closest", "max_cost", "gap", "seconds", "rng"),
    "through": (),
    "through_edges": ("directed",),
    "trace": ("by", "max_events", "weight"),
    "unrank": ("rank",),
    "why_empty": (),
    "within": ("seconds", "memory", "keep", "on", "progress"),
}


class Refusing:
    """A set that says in one sentence which verbs and options of other sets it does not answer."""

    _others: ClassVar[str] = "it is a verb of sets of other kinds"  # why it does not answer their verbs

    def __init_subclass__(cls, **options: Any) -> None:
        """Let each verb of the class refuse the options that it has in other kinds of sets only."""
        super().__init_subclass__(**options)
        for name, method in list(vars(cls).items()):
            if name in VERBS and inspect.isfunction(method):
                known = inspect.signature(method).parameters
                refused = {*VERBS[name]}.difference(known)
                if refused and not any(one.kind is one.VAR_KEYWORD for one in known.values()):
                    setattr(cls, name, _refusing(method, refused))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Refuse the verbs of other kinds of sets."""
            if name in VERBS:
                raise UnansweredError(f"{name}()", f"{self._others}, not answered for {_named(self)}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _refusing(method: FunctionType, refused: set[str]) -> Callable[..., Any]:
    def refuse(some: Any, options: Iterable[str]) -> None:
        option = min(refused.intersection(options))
        raise UnansweredError(f"{method.__name__}({option}=...)", f"it is no option for {_named(some)}")

    def asked(self: Any, *values: Any, **options: Any) -> Any:
        if not refused.isdisjoint(options):
            refuse(self, options)
        return method(self, *values, **options)

    # Of the module of the method, where its examples are looked for.
    own = FunctionType(asked.__code__, method.__globals__, method.__name__, None, asked.__closure__)
    return wraps(method)(own)


def _named(some: Any) -> str:
    return str(getattr(some, "described", None) or repr(some))
