"""NumPy's files: ``.npy`` (one array) and ``.npz`` (named arrays; ours hold everything).

Sizes are read from the headers and checked before any array is.  Pickled objects are never loaded.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, FieldError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit
from gridwalk.io.data.dataset import is_connection_list, parse_connections
from gridwalk.io.data.values import cells_of

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_MAGIC = b"\x93NUMPY"
MAX_HEADER = 10_000  # bytes


def fit_npy(content: Content) -> Fit:
    """SURE for NumPy's magic bytes."""
    return Fit.SURE if content.data is not None and content.data.startswith(_MAGIC) else Fit.NO


def parse_npy(data: bytes, *, costs: bool = False, wall: str | None = None) -> BoardText:
    """Read one array: bool, 0 and 1, costs, or a ``connection_list`` of maze-dataset."""
    return board_of_array(array_of(data, "the array"), costs=costs, wall=wall)


def print_npy(grid: Grid) -> bytes:
    """Return an array of 0 (open) and 1 (wall)."""
    return bytes_of((~grid.open_cells).astype(np.uint8))


def bytes_of(array: NDArray[Any]) -> bytes:
    """Return the ``.npy`` of an array."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def board_of_array(array: NDArray[Any], *, costs: bool, wall: str | None) -> BoardText:
    """Return the board of one array without a name."""
    if is_connection_list(array):
        if wall is not None or costs:
            raise BoardTextError("a connection_list has passages: leave out costs and wall")
        return parse_connections(array)
    if array.ndim == 3 and array.shape[2] in (1, 3, 4):
        raise BoardTextError(f"an array of the shape {array.shape} seems to be a picture: save it as PNG")
    found = cells_of(array, costs=costs, wall=wall)
    return BoardText(f"{found.form} in NumPy's file", found.open_cells, costs=found.costs)


def array_of(data: bytes | memoryview, name: str) -> NDArray[Any]:
    """Return the array of a ``.npy``, not copied; raise `FieldError` if it is damaged or not of numbers."""
    stream = io.BytesIO(bytes(data[: MAX_HEADER + 128]))
    shape, fortran, dtype = header_of(stream, name)
    at = stream.tell()
    wanted = dtype.itemsize * int(np.prod(shape, dtype=object))
    if len(data) - at != wanted:
        raise FieldError(
            name, f"its header says {wanted:,} bytes of {dtype}, but {len(data) - at:,} follow: it is damaged"
        )
    array = np.frombuffer(data, dtype, offset=at) if wanted else np.zeros(0, dtype)
    array = array.reshape(shape, order="F" if fortran else "C")
    if dtype.kind == "b":
        array = array.view(np.uint8) != 0
    return array.astype(dtype.newbyteorder("="), copy=False)


def header_of(stream: io.BytesIO, name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return shape, order and type of the array that *stream* begins with; nothing more is read."""
    try:
        version = np.lib.format.read_magic(stream)
        if version == (1, 0):
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream, MAX_HEADER)
        elif version == (2, 0):
            shape, fortran, dtype = np.lib.format.read_array_header_2_0(stream, MAX_HEADER)
        else:
            raise FieldError(name, f"its version is {version[0]}.{version[1]}; 1.0 and 2.0 can be read")
    except FieldError:
        raise
    except Exception as error:  # NumPy evaluates the header's text, which may fail in many ways
        reason = str(error).partition("\n")[0][:100]
        raise FieldError(name, f"its header is damaged: {reason}") from None
    if dtype.hasobject:
        raise FieldError(
            name, "it holds Python objects, which are never loaded; save an array of bool or numbers"
        )
    if dtype.kind not in "biufU" or dtype.itemsize > 64:
        raise FieldError(name, f"it holds {str(dtype)[:60]}; a board is an array of bool or numbers")
    if any(type(side) is not int or side < 0 for side in shape):
        raise FieldError(name, "its header is damaged: the shape is not of whole numbers")
    cells = int(np.prod(shape, dtype=object))
    if cells > 2 * MAX_CELLS:  # a connection_list has two entries a cell
        raise FieldError(name, f"its header says {cells:,} cells; at most {MAX_CELLS:,} can be read")
    return shape, fortran, dtype
