"""What independent runs say of their mean: value, interval, or a lower bound only.

The mean of the runs is without bias, however skewed they are, and so it is the runs that are averaged and
never their logarithms; a run all of whose states have died counts as 0.  The interval is Student's.  Where
the number of runs is chosen from how much they spread, it is chosen as Stein did ("A two-sample test for a
linear hypothesis whose power is independent of the variance", 1945): from the first `FIRST` runs once and for
all, and the interval takes its width from these alone, so its probability does not suffer by the choice.

No interval where that would be dishonest: below `MIN_RUNS` runs, or where one run spreads by more than
`MAX_SPREAD`, for then a rare large run may be missing.  By Markov's inequality the mean exceeds
20 times the true value with a probability of at most 5 %: a lower bound that needs nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

CONFIDENCE = 0.95
FIRST = 12  # runs from which the number of all is chosen
MIN_RUNS = 10
MAX_SPREAD = 0.5  # of one run, relative
_Z = 1.959963984540054  # the normal quantile at 97.5 %


@dataclass(frozen=True)
class Spread:
    """Mean and interval of runs.

    Attributes
    ----------
    mean : Fraction
    deviation : float
        The standard deviation of one run as a share of the mean; nan for a single run or a mean of 0.
    error : float
        The standard error of the mean, as a share of it.
    low : Fraction
    high : Fraction or None
        None: *low* is a lower bound, and there is no interval.

    """

    mean: Fraction
    deviation: float
    error: float
    low: Fraction
    high: Fraction | None

    @classmethod
    def of(cls, values: Sequence[Fraction], first: int | None = None) -> Spread:
        """Return what *values* say; *first*: of how many of them the spread is taken, if not of all."""
        mean = sum(values, Fraction(0)) / max(len(values), 1)
        told = values if first is None else values[:first]
        deviation = deviation_of(told, mean)
        error = deviation / math.sqrt(max(len(values), 1))
        if len(values) < MIN_RUNS or not deviation <= MAX_SPREAD:
            return cls(mean, deviation, error, mean * Fraction(round(100 * (1 - CONFIDENCE)), 100), None)
        half = mean * Fraction(student(len(told) - 1) * error)
        return cls(mean, deviation, error, max(mean - half, Fraction(0)), mean + half)


def deviation_of(values: Sequence[Fraction], mean: Fraction) -> float:
    """Return the standard deviation of some values as a share of *mean*; nan where that means nothing."""
    if len(values) < 2 or not mean:
        return math.nan
    about = sum(values, Fraction(0)) / len(values)
    return math.sqrt(sum(float((value - about) / mean) ** 2 for value in values) / (len(values) - 1))


def runs_needed(values: Sequence[Fraction], error: float) -> int:
    """Return how many runs Stein's rule asks for after these, for an interval of *error* to either side."""
    mean = sum(values, Fraction(0)) / len(values)
    deviation = deviation_of(values, mean)
    if not deviation <= MAX_SPREAD:
        return len(values)  # there will be no interval
    return max(len(values), math.ceil((student(len(values) - 1) * deviation / error) ** 2))


def student(freedom: int) -> float:
    """Return the quantile at 97.5 % of Student's distribution, for 9 degrees of freedom or more.

    By the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5), to 4 digits.

    >>> [round(student(n), 3) for n in (9, 11, 20, 100)]
    [2.262, 2.201, 2.086, 1.984]
    """
    z = _Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom ** (n + 1) for n, term in enumerate(terms))
