"""Which layers of a sweep to keep, for walks back over all of them with room for a few.

The others are made again, from the nearest one kept before them.  With room for *s* layers and none made
more than *t* times, a walk back goes over ``comb(s + t, t) - 1`` layers: 1000 with 12 layers and 4 sweeps.
After A. Griewank, A. Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000.
"""

from __future__ import annotations

from math import comb


def to_keep(start: int, stop: int, room: int) -> list[int]:
    """Return which layers to keep from layer *start*, which is kept, to *stop*, which is used at once.

    Parameters
    ----------
    start, stop : int
        Layers, one number apart from step to step.
    room : int
        How many may be kept beside *start*.

    Examples
    --------
    >>> to_keep(0, 5, 4)
    [1, 2, 3, 4]
    >>> to_keep(0, 20, 5)
    [7, 13, 17, 18, 19]

    """
    kept = []
    while room and stop - start > 1:
        times = 1
        while comb(room + 1 + times, times) <= stop - start:
            times += 1
        # What comes after the next one kept must not need more times, nor less than one time less.
        least = comb(room + times - 1, times - 1) - 1
        start += max(1, min(comb(room + times, times - 1), stop - start - least))
        kept.append(start)
        room -= 1
    return kept
