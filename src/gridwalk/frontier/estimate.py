"""What an answer will take, before it is begun: states, bytes, seconds; why not to begin, with figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

NO_ENGINE = "no"  # there is nothing to sweep
SHOWN = 1e12  # numbers from here on are shown as powers of ten
UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


@dataclass(frozen=True)
class Partitioned:
    """What a table takes that is swept in partitions on disk.

    Attributes
    ----------
    partitions : int
        Of the words, each swept by a task at a time.
    bytes : int
        Memory for a partition, at most.
    tasks : int
        In all: for each partition, row of the board and residue.
    disk : int
        Bytes, at once.
    traffic : int
        Bytes written in all, and as many are read.
    free : int
        Bytes free in the directory where it goes.

    """

    partitions: int
    bytes: int
    tasks: int
    disk: int
    traffic: int
    free: int

    def __str__(self) -> str:
        return (
            f"in {self.partitions:,} partitions of up to {in_bytes(self.bytes)} on disk: "
            f"{self.tasks:,} tasks, {in_bytes(self.disk)} of disk, {in_bytes(self.traffic)} written and read"
        )


SLACK = 10.0  # by how much an estimate may be too high


@dataclass(frozen=True)
class Estimate:
    """What a count will take.

    Attributes
    ----------
    engine : str
        What counts: "profile", "simpath", "profile+simpath", "halves", or "no" (nothing is swept).
    states : float
        At once; where paths are counted by length, with a number for each.
    bytes : float
        The memory that takes, at once.
    work : float
        States looked at in all.
    seconds : float
    about : bool
        Whether states, bytes and work are estimated, mostly to a factor of ten; else they are known.
    partitioned : Partitioned, optional
        What it takes on disk, where the memory allowed does not hold the bytes.
    mapped : bool
        Whether it is one file on disk instead, because so little memory is allowed: slow.

    """

    engine: str
    states: float
    bytes: float
    work: float
    seconds: float
    about: bool = True
    partitioned: Partitioned | None = None
    mapped: bool = False

    @property
    def at_least(self) -> float:
        """The seconds it takes at least."""
        return self.seconds / (SLACK if self.about else 1.0)

    @property
    def cost(self) -> str:
        """States, bytes and time, in words."""
        if self.engine == NO_ENGINE:
            return "nothing to sweep"
        about = "about " if self.about else ""
        words = f"{about}{in_figures(self.states)} states, {in_bytes(self.bytes)}, {duration(self.seconds)}"
        return words + self._on_disk

    def __str__(self) -> str:
        if self.engine == NO_ENGINE:
            return self.cost
        about = "about " if self.about else ""
        return (
            f"{duration(self.seconds)} by {self.engine}: {about}{in_figures(self.states)} states at once, "
            f"{about}{in_bytes(self.bytes)}{self._on_disk}"
        )

    @property
    def _on_disk(self) -> str:
        if self.partitioned is not None:
            return f", {self.partitioned}"
        return ", in a file that is visited in no order, so perhaps far longer" if self.mapped else ""

    @classmethod
    def total(cls, every: Iterable[Estimate]) -> Estimate:
        """Return what all of them take, one after another."""
        every = list(every)
        return cls(
            "+".join(sorted({one.engine for one in every} - {NO_ENGINE})) or NO_ENGINE,
            max((one.states for one in every), default=0),
            max((one.bytes for one in every), default=0),
            sum(one.work for one in every),
            sum(one.seconds for one in every),
            any(one.about for one in every),
            max(
                (one.partitioned for one in every if one.partitioned), key=lambda one: one.disk, default=None
            ),
            any(one.mapped for one in every),
        )

    def times(self, number: int) -> Estimate:
        """Return what that many such counts take, one after another."""
        return replace(self, work=number * self.work, seconds=number * self.seconds)


def in_figures(number: float) -> str:
    """Return a number for people.

    >>> in_figures(12345.6), in_figures(3.21e17), in_figures(1e20)
    ('12,346', '3 x 10^17', '10^20')
    """
    if number < SHOWN:
        return f"{number:,.0f}"
    digit, exponent = f"{number:.0e}".split("e+")
    return f"10^{exponent}" if digit == "1" else f"{digit} x 10^{exponent}"


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


def duration(seconds: float) -> str:
    """Return a time for people."""
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"about {in_figures(seconds / length)} {unit}"
    return f"about {seconds:.2g} seconds" if seconds >= 0.1 else "a moment"


MAX_SECONDS = 1e9  # thirty years
IN_MEMORY = {"halves": 1 / 12}  # of its bytes, even if the rest is on disk; measured at 8 x 8


def why_hopeless(estimate: Estimate, memory: int, disk: int = 0) -> str | None:
    """Return why what is estimated would not come to an end, None: it may.

    An estimate that is right to a factor of ten only is doubted by as much.

    Parameters
    ----------
    estimate : Estimate
        What the engine chosen would take.
    memory, disk : int
        The bytes allowed; *disk*: where tables and layers may go that memory does not hold.

    Examples
    --------
    >>> print(why_hopeless(Estimate("simpath", 1e19, 1e18, 1e22, 1e9), 8 << 30))
    simpath: about 10^19 states at once, about 1,000,000 TB, about 277,778 hours; 8.6 GB of memory are allowed

    """
    slack = SLACK if estimate.about else 1.0
    parts = estimate.partitioned
    if IN_MEMORY.get(estimate.engine, 0) * estimate.bytes > slack * memory:
        disk = 0  # is no help
    fits = estimate.bytes <= slack * (memory + disk) if parts is None else parts.disk <= parts.free
    if fits and estimate.seconds <= slack * MAX_SECONDS:
        return None
    about = "about " if estimate.about else ""
    number = estimate.seconds / 3600
    hours = f"about {in_figures(number)} hours" if number >= 2 else duration(estimate.seconds)
    disk = disk if parts is None else parts.free
    on_disk = f" and {in_bytes(disk)} of disk" if disk else ""
    on_both = "" if parts is None else f" ({in_bytes(parts.disk)} on disk)"
    return (
        f"{estimate.engine}: {about}{in_figures(estimate.states)} states at once, "
        f"{about}{in_bytes(estimate.bytes)}{on_both}, {hours}; "
        f"{in_bytes(memory)} of memory{on_disk} are allowed"
    )
