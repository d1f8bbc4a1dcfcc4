"""The verbs (methods) of sets and their options, for error messages of sets and for the command line."""

from __future__ import annotations

from typing import ClassVar

from gridwalk.errors import UnansweredError
from gridwalk.errors.missing import Suggesting

EXPLAINED = ("find", "shortest", "longest", "count", "lengths", "sample", "in_order")  # as menus have them
_OF_ESTIMATES = ("error", "anytime", "states", "runs", "rng", "seed")
# The options of each verb, in any kind of set.
VERBS: dict[str, tuple[str, ...]] = {
    "find": ("by", "weight"),
    "shortest": ("by", "measure", "turn_cost", "nearest", "max_cost"),
    "longest": ("measure", "gap", "anytime", "steps", "rng", "seed"),
    "count": ("by", "up_to_symmetry"),
    "lengths": ("measure",),
    "sample": ("n", "rng", "seed"),
    "in_order": ("measure",),
    "all_shortest": ("measure",),
    "avoiding": (),
    "avoiding_edges": ("directed",),
    "batches": ("cells",),
    "bound": ("measure", "anytime"),
    "counts_by_end": (),
    "counts_by_start": (),
    "distances": ("max_cost", "measure"),
    "estimate_count": _OF_ESTIMATES,
    "estimate_lengths": _OF_ESTIMATES,
    "explain": ("verb",),
    "induced": (),
    "is_empty": (),
    "list": ("limit",),
    "longer_than": ("moves",),
    "nearly_shortest": ("slack", "measure"),
    "of_length": ("moves",),
    "rank": ("path",),
    "refutation": (),
    "samples": ("n", "rng", "seed"),
    "shorter_than": ("moves",),
    "through": (),
    "through_edges": ("directed",),
    "trace": ("by", "max_events", "weight"),
    "unrank": ("rank",),
    "why_empty": (),
    "within": ("seconds", "memory", "keep", "on", "progress"),
}


class Refusing(Suggesting):
    """A set that raises `UnansweredError` for the verbs of other kinds of sets."""

    _others: ClassVar[str] = "it is a verb of sets of other kinds"  # why their verbs are refused

    def _elsewhere(self, name: str) -> str:
        """Return the hint for a missing attribute; raise `UnansweredError` for the verb of another set."""
        if name in VERBS:
            raise UnansweredError(f"{name}()", f"{self._others}, not answered for {self._named}")
        return super()._elsewhere(name)

    @property
    def _named(self) -> str:
        return str(getattr(self, "_described", None) or repr(self))
