"""What a count will take, about, before it is begun."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """What a count will take, about; over a network it may turn out to be far less.

    Attributes
    ----------
    by : str
        What counts: "planar", "network", "planar+network" (sweeps), "halves", or "no" (no sweep is needed).
    states : float
        At once; where paths are counted by length, with a number for each.
    work : float
        States looked at in all.
    seconds : float

    """

    by: str
    states: float
    work: float
    seconds: float

    @property
    def cost(self) -> str:
        """States at once, and time, in words."""
        return f"{self.states:,.0f} states, {_duration(self.seconds)}"

    @property
    def facts(self) -> dict[str, float]:
        """The figures by name."""
        return {"states": self.states, "work": self.work, "seconds": self.seconds}

    def __str__(self) -> str:
        engine = self.by if self.by == "halves" else f"{self.by} sweep"
        return f"{engine}, about {self.states:,.0f} states at once, {_duration(self.seconds)}"


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"about {seconds / length:,.0f} {unit}"
    return f"about {seconds:.2g} seconds" if seconds >= 0.1 else "a moment"
