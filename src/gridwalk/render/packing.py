"""Arrays as text in a web page: as small differences, bytes of equal weight together, deflated, base64.

``static/inlined.js`` of the viewer is the inverse.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels.codes import CLOSE


def packed(array: NDArray[Any]) -> str:
    """Return a flat array as text: its lowest bytes first, then the next, deflated, in base64.

    >>> import numpy as np
    >>> packed(np.zeros(1_000_000, np.int32)) == packed(np.zeros(1_000_000, np.int32).reshape(10, -1))
    True
    >>> len(packed(np.zeros(1_000_000, np.int32))) < 8_000
    True
    """
    plain = np.ascontiguousarray(array.reshape(-1), array.dtype.newbyteorder("<"))
    planes = plain.view(np.uint8).reshape(-1, array.dtype.itemsize).T
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return base64.b64encode(deflate.compress(planes.tobytes()) + deflate.flush()).decode()


def packed_events(events: NDArray[np.int32]) -> dict[str, Any]:
    """Return an event log as text: kinds; cells, each less the one before; values, each less its cell.

    The value of "close" is a number that grows by one, so it is less the number of the "close" before.
    Differences are stored as 0, -1, 1, -2, 2, ... from 0.

    Parameters
    ----------
    events : int32 array, shape (n, 3)
        Rows ``(kind, cell, value)``.

    Returns
    -------
    dict
        ``count``, and the texts ``kinds``, ``cells`` and ``values``.

    """
    kinds, cells, values = (column.astype(np.int64) for column in events.T)
    less = values - cells
    closes = kinds == CLOSE
    less[closes] = np.diff(values[closes], prepend=0)
    return {
        "count": len(events),
        "kinds": packed(kinds.astype(np.uint8)),
        "cells": packed(_folded(np.diff(cells, prepend=0))),
        "values": packed(_folded(less)),
    }


def _folded(differences: NDArray[np.int64]) -> NDArray[np.uint32]:
    return np.where(differences < 0, -2 * differences - 1, 2 * differences).astype(np.uint32)
