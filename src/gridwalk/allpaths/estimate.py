"""Estimates of the states, bytes and seconds of an answer, and the reason not to begin a hopeless one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gridwalk.errors import Message
from gridwalk.runtime.progress import duration, in_figures

NO_ENGINE = "no"  # there is nothing to sweep
UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


SLACK = 10.0  # the factor by which an estimate may be too high


@dataclass(frozen=True)
class Estimate:
    """The size and time of a count.

    Attributes
    ----------
    engine : str
        The engine: "profile", "simpath", "profile+simpath", "acyclic", "halves", or "no" (nothing is swept).
    states : float
        The number of states at once; in a count by length, times the number of lengths.
    bytes : float
        The memory of these states.
    work : float
        The number of states visited.
    seconds : float
    about : bool
        Whether states, bytes and work are estimates, mostly right to a factor of ten.

    """

    engine: str
    states: float
    bytes: float
    work: float
    seconds: float
    about: bool = True

    @property
    def at_least(self) -> float:
        """A lower bound of the seconds."""
        return self.seconds / (SLACK if self.about else 1.0)

    @property
    def cost(self) -> str:
        """States, bytes and time, as text."""
        if self.engine == NO_ENGINE:
            return "nothing to sweep"
        about = "about " if self.about else ""
        return f"{about}{in_figures(self.states)} states, {in_bytes(self.bytes)}, {time_taken(self.seconds)}"

    def __str__(self) -> str:
        if self.engine == NO_ENGINE:
            return self.cost
        about = "about " if self.about else ""
        return (
            f"{time_taken(self.seconds)} by {self.engine}: {about}{in_figures(self.states)} states at once, "
            f"{about}{in_bytes(self.bytes)}"
        )

    @classmethod
    def total(cls, every: Iterable[Estimate]) -> Estimate:
        """Return the estimate of all of them, one after another."""
        every = list(every)
        return cls(
            "+".join(sorted({one.engine for one in every} - {NO_ENGINE})) or NO_ENGINE,
            max((one.states for one in every), default=0),
            max((one.bytes for one in every), default=0),
            sum(one.work for one in every),
            sum(one.seconds for one in every),
            any(one.about for one in every),
        )


def in_bytes(number: float) -> str:
    """Return a number of bytes for people.

    >>> in_bytes(1.39e9), in_bytes(47_000_000), in_bytes(1e24)
    ('1.4 GB', '47 MB', '10^12 TB')
    """
    for size, unit in UNITS:
        if number >= size:
            value = number / size
            return f"{value:.2g} {unit}" if value < 10 else f"{in_figures(value)} {unit}"
    return f"{number:.0f} bytes"


def time_taken(seconds: float) -> str:
    """Return an estimated time for people."""
    return Message("about {time}", time=duration(seconds)) if seconds >= 0.1 else "a moment"


MAX_SECONDS = 1e9  # thirty years


def why_hopeless(estimate: Estimate, memory: int) -> str | None:
    """Return the time and memory that an answer would take if that is too much, else None.

    An estimate that is right to a factor of ten is taken to be ten times too high.

    Parameters
    ----------
    estimate : Estimate
        The estimate of the engine chosen.
    memory : int
        The bytes allowed.

    Examples
    --------
    >>> print(why_hopeless(Estimate("simpath", 1e19, 1e18, 1e22, 1e9), 8 << 30))
    it would take about 32 years and about 1,000,000 TB of memory; 8.6 GB are allowed

    """
    slack = SLACK if estimate.about else 1.0
    if estimate.bytes <= slack * memory and estimate.seconds <= slack * MAX_SECONDS:
        return None
    needed: str = in_bytes(estimate.bytes)
    return Message(
        "it would take {time} and {bytes} of memory; {memory} are allowed",
        time=time_taken(estimate.seconds),
        bytes=Message("about {n}", n=needed) if estimate.about else needed,
        memory=in_bytes(memory),
    )
