"""Estimates of the states, bytes and seconds of a count, and the reason if a count is hopeless."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gridwalk.errors import Message
from gridwalk.runtime.progress import duration, in_figures

NO_ENGINE = "no"  # there is nothing to sweep
UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


SLACK = 10.0  # an estimate may be too high by this factor


@dataclass(frozen=True)
class Estimate:
    """The size and time of a count.

    Attributes
    ----------
    engine : str
        "profile", "simpath", "profile+simpath", "acyclic", "halves", or "no" (nothing to sweep).
    states : float
        The maximum number of states of a layer; in a count by length, times the number of lengths.
    bytes : float
        The memory for these states.
    work : float
        The number of states visited.
    seconds : float
    about : bool
        Whether states, bytes and work are estimates, mostly within a factor of ten; otherwise they are exact.

    """

    engine: str
    states: float
    bytes: float
    work: float
    seconds: float
    about: bool = True

    @property
    def at_least(self) -> float:
        """A lower bound on the seconds."""
        return self.seconds / (SLACK if self.about else 1.0)

    @property
    def cost(self) -> str:
        """The states, bytes and time, as text."""
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
        """Return the estimate of several counts, one after another."""
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
    """Return a number of bytes as readable text.

    >>> in_bytes(1.39e9), in_bytes(47_000_000), in_bytes(1e24)
    ('1.4 GB', '47 MB', '10^12 TB')
    """
    for size, unit in UNITS:
        if number >= size:
            value = number / size
            return f"{value:.2g} {unit}" if value < 10 else f"{in_figures(value)} {unit}"
    return f"{number:.0f} bytes"


def time_taken(seconds: float) -> str:
    """Return an estimated time as readable text."""
    return Message("about {time}", time=duration(seconds)) if seconds >= 0.1 else "a moment"


MAX_SECONDS = 1e9  # about thirty years


def why_hopeless(estimate: Estimate, memory: int) -> str | None:
    """Return the time and memory that a count would take, as text, if that is too much; else None.

    Because an estimate may be ten times too high, a tenth of it is compared with the limits.

    Parameters
    ----------
    estimate : Estimate
        The estimate of the engine chosen.
    memory : int
        The limit of memory, in bytes.

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
