"""Why there is no point in beginning: said before the first state is made, with figures."""

from __future__ import annotations

from gridwalk.frontier.estimate import SLACK, Estimate, duration, in_bytes, in_figures

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
