"""Estimates of numbers of paths, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gridwalk.answers.results import Facts, Tabular
from gridwalk.errors import Message, counted, in_a_line

MAX_DIGITS = 6  # digits shown of a value that is not exact
SHOWN_WHOLE = 4000  # maximum digits of an exact value shown in full; Python converts at most 4300


@dataclass(frozen=True, repr=False)
class CountEstimate(Facts):
    """An estimate of a number of paths: the mean of independent, unbiased runs.

    ``str(estimate)`` is the value with its interval: ``3.1e367 (2.9e367 .. 3.3e367, 95 %)``.  If no run finds
    a path, value and lower bound are 0, and the text is ``unknown (no run found one)``.

    Attributes
    ----------
    value : int
        The estimate.  Only the leading digits of a large value are significant.
    log10 : float
        The logarithm of the value; -inf for 0.
    low, high : int, and int or None
        The interval.  If *high* is None, there is no interval, and *low* is a lower bound.
    confidence : float
        The probability that the interval, or the lower bound, is right.
    runs : int
        The number of independent runs; 0 if the value is exact.
    relative_error : float
        The standard error divided by the value; 0 if it is exact, nan if there is only one run.
    states : int
        The maximum number of states in a layer of a run.
    exact : bool
        Whether the value is exact.
    by : str
        The engine.

    """

    value: int
    log10: float
    low: int
    high: int | None
    confidence: float
    runs: int
    relative_error: float
    states: int
    exact: bool
    by: str

    @classmethod
    def certain(cls, value: int, by: str) -> CountEstimate:
        """Return an exact number."""
        return cls(value, log10_of(value), value, value, 1.0, 0, 0.0, 0, exact=True, by=by)

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as plain values."""
        return asdict(self) | {"is_lower_bound": self.is_lower_bound}

    @property
    def is_lower_bound(self) -> bool:
        """Whether there is only a lower bound, because the runs vary too much for an interval."""
        return self.high is None

    @property
    def digits(self) -> int:
        """The number of significant leading digits of the value."""
        if self.is_lower_bound or not self.relative_error > 0:
            return 2
        return min(MAX_DIGITS, max(2, 1 + math.ceil(-math.log10(self.relative_error))))

    @property
    def value_text(self) -> str:
        """The value as text: in full if it is exact, else with its significant digits in e-notation."""
        if self.exact and self.log10 < SHOWN_WHOLE:
            return str(self.value)
        if self.is_lower_bound and not self.value:
            return "unknown"
        return in_powers(self.value, self.digits)

    @property
    def interval_text(self) -> str:
        """The interval or lower bound as text: the part of ``str(estimate)`` in brackets."""
        if self.exact:
            return "exact"
        if self.is_lower_bound and not self.value:
            return "no run found one"
        sure = f"{self.confidence:.0%}".replace("%", " %")
        low = in_powers(self.low, self.digits)
        if self.high is None:
            return Message("at least {low}, {sure}", low=low, sure=sure)
        return f"{low} .. {in_powers(self.high, self.digits)}, {sure}"

    def __str__(self) -> str:
        return Message("{n} ({interval})", n=self.value_text, interval=self.interval_text)

    def __repr__(self) -> str:
        return in_a_line(f"<CountEstimate: {self}>")


class LengthEstimates(dict[int, CountEstimate], Tabular):
    """A dictionary of the estimated number of paths of each length, in ascending order.

    Lengths that no run has found are left out.

    Attributes
    ----------
    count : CountEstimate
        The estimate of the number of all paths.
    mean, mean_error : float
        The mean length and its standard error; nan if unknown.

    """

    def __init__(
        self, of_length: Mapping[int, CountEstimate], count: CountEstimate, mean: float, mean_error: float
    ) -> None:
        super().__init__(of_length)
        self.count, self.mean, self.mean_error = count, mean, mean_error

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns of a table with a row for each length."""
        rows = {"length": list(self)}
        names = "value", "low", "high", "relative_error", "exact"
        return rows | {name: [getattr(one, name) for one in self.values()] for name in names}

    def __repr__(self) -> str:
        return in_a_line(f"<LengthEstimates: {counted(len(self), 'length')}, of {self.count} in all>")


def log10_of(number: int) -> float:
    """Return the logarithm of a whole number of any size.

    >>> log10_of(10**400), log10_of(0)
    (400.0, -inf)
    """
    return math.log10(number) if number > 0 else -math.inf


def leading(number: int, digits: int) -> int:
    """Return a whole number rounded to its first *digits*.

    >>> leading(123456, 3), leading(7, 3)
    (123000, 7)
    """
    unit: int = 10 ** max(0, math.floor(log10_of(number or 1)) + 1 - digits)
    return (2 * number + unit) // (2 * unit) * unit


def in_powers(number: int, digits: int) -> str:
    """Return a whole number in e-notation, rounded to *digits*; a short number is not changed.

    >>> in_powers(31415926 * 10**360, 3), in_powers(99999, 2), in_powers(42, 2), in_powers(123, 2)
    ('3.14e367', '1.0e5', '42', '1.2e2')
    """
    text = str(number) if number < 10**400 else ""
    if text and len(text) <= digits:
        return text
    exponent = len(text) - 1 if text else int(number.bit_length() * math.log10(2)) - 1
    while 10 ** (exponent + 1) <= number:
        exponent += 1
    scale = 10 ** (exponent - digits + 1)
    leading = (2 * number + scale) // (2 * scale)
    if leading == 10**digits:
        leading, exponent = leading // 10, exponent + 1
    figures = str(leading)
    return f"{figures[0]}.{figures[1:]}e{exponent}"
