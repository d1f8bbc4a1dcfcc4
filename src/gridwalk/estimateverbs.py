"""The verbs of all sets whose answers are estimates: each is its docstring and one line to the planner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwalk.estimated import CountEstimate
from gridwalk.planner import estimates
from gridwalk.question import Question

if TYPE_CHECKING:
    from gridwalk.planner.ranks import RNG


class EstimateVerbs:
    """What a set can be asked where exact answers are out of reach."""

    question: Question

    def estimate_count(
        self,
        error: float = 0.05,
        *,
        seconds: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: RNG = None,
    ) -> CountEstimate:
        """Return about how many paths there are, with an interval that holds the true number at 95 %.

        The sweep of `count` with a bounded store: where a layer has more states than that, a sample of them
        goes on, without bias.  The estimate is the mean of independent runs.

        Parameters
        ----------
        error : float
            Half the width of the interval that is aimed at, as a share of the value.  The number of runs is
            chosen from how much the first of them differ, so *error* is met about, not exactly.
        seconds : float, optional
            After this time no run is begun, whatever the error is by then; at least one run is made.
        states : int, optional
            How many states a run keeps of a layer, about.  Default: chosen from runs that are thrown away.
        runs : int, optional
            How many runs to make.  With *states* and a seed the answer is the same on every machine.
        rng : numpy.random.Generator or int, optional
            A generator, or the seed of a new one (0 or more).  Default: a new generator with a random
            seed.

        Returns
        -------
        CountEstimate
            ``exact``: where counting takes no more than a moment, or all layers fit into *states*, it is
            the number of `count`.  ``is_lower_bound``: where runs differ so much that no honest interval
            can be given (a standard deviation above half the mean, or fewer than 10 runs), ``low`` is a
            lower bound at 95 %, by Markov's inequality, and ``high`` is None.

        Raises
        ------
        ArgumentError
            If an argument is out of range.
        TimeLimitError, MemoryLimitError
            If a limit of `within` is reached.

        Notes
        -----
        The time is proportional to cells, states and runs.  Merging of equal states and resampling: Fearnhead
        and Clifford 2003; the number of runs: Stein 1945.

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(10, 10).paths()
        >>> print(paths.estimate_count(states=500, runs=20, rng=1))
        3.97e19 (3.64e19 .. 4.31e19, 95 %)
        >>> paths.count()
        41044208702632496804
        """
        return estimates.estimate_count(self.question, error, seconds, states, runs, rng)
