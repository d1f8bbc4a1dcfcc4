"""The verbs of all sets whose answers are estimates: each is its docstring and one line to the planner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwalk.answers.path import Path
from gridwalk.planner import estimates
from gridwalk.questions.question import Question

if TYPE_CHECKING:
    from gridwalk.answers.estimated import CountEstimate, LengthEstimates, VisitEstimate
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
        3.99e19 (3.74e19 .. 4.24e19, 95 %)
        >>> paths.count()
        41044208702632496804
        """
        wanted = estimates.wanted(error, seconds, states, runs)
        return estimates.count(self.question, wanted, rng)

    def estimate_lengths(
        self,
        error: float = 0.05,
        *,
        seconds: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: RNG = None,
    ) -> LengthEstimates:
        """Return about how many paths there are of each length in moves, each with its own interval.

        The parameters are those of `estimate_count`; *error* is that of the number of all paths, and those
        of single lengths are larger.  The number of moves so far is a part of each state, so that runs need
        more states.  Lengths that no run finds are left out.

        >>> from gridwalk import Board
        >>> lengths = Board.rectangle(8, 8).paths().estimate_lengths(states=2000, runs=12, rng=1)
        >>> round(lengths.mean, 1), round(lengths.mean_error, 1), str(lengths[40])
        (47.6, 0.1, '3.29e10 (3.09e10 .. 3.49e10, 95 %)')
        """
        wanted = estimates.wanted(error, seconds, states, runs)
        return estimates.lengths(self.question, wanted, rng)

    def estimate_visits(
        self,
        error: float = 0.05,
        *,
        seconds: float | None = None,
        states: int | None = None,
        runs: int | None = None,
        rng: RNG = None,
    ) -> VisitEstimate:
        """Return about which share of the paths visits each cell, with standard errors.

        The parameters are those of `estimate_count`.  Each run keeps its steps and goes back through them:
        some 20 bytes for each state and layer.

        >>> from gridwalk import Board
        >>> visits = Board.rectangle(5, 5).paths().estimate_visits(rng=1)
        >>> visits.frequencies[2].round(2).tolist()
        [0.71, 0.8, 0.83, 0.8, 0.71]
        """
        wanted = estimates.wanted(error, seconds, states, runs)
        return estimates.visits(self.question, wanted, rng)

    def sample_approximately(self, n: int = 1, *, states: int | None = None, rng: RNG = None) -> list[Path]:
        """Return *n* random paths, independent of each other, and approximately uniform.

        For sets that are too large for `sample`, which is exactly uniform.  Each path comes from a run of its
        own of `estimate_count`, drawn backwards through the states that the run has kept.  The more
        states, the nearer to uniform; there is no bound on how near.

        Parameters
        ----------
        n : int
            The number of paths; fewer are returned if run after run finds none.
        states : int, optional
            As for `estimate_count`.
        rng : numpy.random.Generator or int, optional
            A generator, or the seed of a new one (0 or more).

        >>> from gridwalk import Board
        >>> paths = Board.rectangle(16, 16).paths()
        >>> [path in paths for path in paths.sample_approximately(2, states=200, rng=1)]
        [True, True]
        """
        return estimates.sample(self.question, n, states, rng)
