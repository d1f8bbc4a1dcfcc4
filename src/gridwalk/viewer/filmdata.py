"""A film on the wire: the event log, the legal moves of every cell, and the bound that A* used.

A message with parts begins with the length of its JSON text, uint32, then the text, then each part; all
integers are little-endian, and every part begins at a multiple of eight bytes from the start of the message.
The JSON text lists the parts: name, type and number of items of each.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.trace import Trace
from gridwalk.grids.grid import Grid
from gridwalk.render.pagedata import legal_moves, rest_of

ALIGNMENT = 8
_LENGTH = struct.Struct("<I")
_BYTES_OF_TYPE = {"i4": "<i4", "u4": "<u4", "f8": "<f8", "u1": "|u1"}

Parts = Mapping[str, NDArray[Any]]


def packed(data: Mapping[str, Any], parts: Parts) -> bytes:
    """Return the message of *data* and *parts*.

    >>> import numpy as np
    >>> message = packed({"kind": "file"}, {"bytes": np.frombuffer(b"GIF", np.uint8)})
    >>> message[4:-8].decode().rstrip()
    '{"kind": "file", "parts": [["bytes", "u1", 3]]}'
    >>> message[-8:]
    b'GIF\\x00\\x00\\x00\\x00\\x00'
    """
    table, tail = [], []
    for name, part in parts.items():
        kind = part.dtype.str[1:]
        table.append([name, kind, part.size])
        content = np.ascontiguousarray(part, _BYTES_OF_TYPE[kind]).tobytes()
        tail += [content, bytes(-len(content) % ALIGNMENT)]
    text = json.dumps({**data, "parts": table}).encode()
    text += b" " * (-(_LENGTH.size + len(text)) % ALIGNMENT)
    return b"".join([_LENGTH.pack(len(text)), text, *tail])


def file_parts(content: bytes) -> Parts:
    """Return the one part of a file."""
    return {"bytes": np.frombuffer(content, np.uint8)}


def legal_parts(grid: Grid) -> Parts:
    """Return the legal-move table of *grid*."""
    return {"legal": legal_moves(grid)}


def film_parts(trace: Trace, ground: Grid) -> Parts:
    """Return the parts of the film of a search on *ground*, the board without the cells avoided."""
    return {"events": trace.events.reshape(-1), **legal_parts(ground), "rest": rest_of(trace)}
