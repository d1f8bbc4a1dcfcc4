"""The members of a family, with every verb: counts, the best, ranks, samples; each is a set of edges.

Counts are sweeps; ranks and samples ask a tape, which is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths import values
from gridwalk.allpaths.frontier import Family, Tail
from gridwalk.allpaths.tape import Tape
from gridwalk.runtime.cache import unlocked_property
from gridwalk.runtime.limits import TaskWatch, Watch
from gridwalk.runtime.resources import Resources


class Members:
    """The members of *family* that all *tails* let pass.

    Parameters
    ----------
    family : Family
    lengths : sequence of int
        The moves of each edge.
    resources : Resources
        The memory.
    watch : Watch
        The clock; a verb that comes later has its own.
    tails : sequence of Tail
        With tails, `counts` has a number for each sum in the last word of states.

    """

    def __init__(
        self,
        family: Family,
        lengths: Sequence[int],
        resources: Resources,
        watch: Watch,
        tails: Sequence[Tail] = (),
    ) -> None:
        self.family, self.lengths, self.tails = family, lengths, tails
        self.resources, self.watch = resources, watch

    @property
    def of_task(self) -> Members:
        """The members for a worker, which has a clock of its own."""
        return Members(self.family, self.lengths, self.resources.of_task, TaskWatch(), self.tails)

    def count(self) -> int:
        """Return the number of members."""
        return sum(self.counts().values())

    def counts(self) -> dict[int, int]:
        """Return the number of members under 0, or under each sum of the last tail."""
        return values.count(self.family, self.watch, self.resources.budget(), self.tails)

    def count_by_length(self) -> dict[int, int]:
        """Return the number of members of each number of moves that occurs."""
        return values.count_by_length(
            self.family, self.lengths, self.watch, self.resources.budget(), self.tails
        )

    def best(self, gain: NDArray[Any]) -> list[int] | None:
        """Return a member of the largest sum of gains of its edges, the first of several, or None."""
        return values.best(self.family, gain, self.watch, self.resources.budget(), self.tails)

    @unlocked_property
    def tape(self) -> Tape:
        """All steps, recorded; `close` forgets them."""
        return Tape(self.family, self.watch, self.resources.budget(), self.tails)

    def at(self, ranks: Sequence[int]) -> list[list[int]]:
        """Return the members of the given ranks, from 0 to below ``tape.count``."""
        return self.tape.at(ranks, self.watch)

    def sample(self, n: int, rng: np.random.Generator) -> list[list[int]]:
        """Return *n* members drawn independently, each of all with the same chance; none if there is none."""
        return self.tape.sample(n, rng, self.watch)

    def rank(self, edges: Iterable[int]) -> int | None:
        """Return the rank of the member of these *edges*; None if there is none."""
        return self.tape.rank(edges)

    @property
    def bytes(self) -> int:
        """The bytes of memory held for ranks."""
        made: Tape | None = self.__dict__.get("tape")
        return 0 if made is None else made.nbytes

    def close(self) -> None:
        """Forget what is held for ranks; it is made again when one is asked for."""
        self.__dict__.pop("tape", None)
