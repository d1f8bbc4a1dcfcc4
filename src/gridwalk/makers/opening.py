"""More doors for rooms that have some: braids and loops."""

from __future__ import annotations

from gridwalk.kernels.makers import opening
from gridwalk.makers.chance import threshold
from gridwalk.makers.site import LOG, Rooms


def open_more(
    site: Rooms, *, braid: float = 0, loops: float = 0, names: tuple[str, str] = ("braid", "loops")
) -> None:
    """Open a share of the dead ends, then a share of the walls that are left; *names* are for errors."""
    for name, share, kernel in zip(names, (braid, loops), (opening.braid, opening.loops), strict=True):
        if share_of := threshold(name, share):
            arguments = site.rooms, site.doors, site.columns, site.random, LOG, share_of
            site.run(kernel, *arguments, most=2 * site.count)
