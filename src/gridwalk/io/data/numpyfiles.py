"""Files of NumPy: ``.npy`` (one array) and ``.npz`` (named arrays in a zip archive).

gridwalk's own archives have a version and hold all parts of a board.  The sizes in the headers are checked
before an array is read.  Pickled objects are never loaded.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.board.checks import MAX_CELLS
from gridwalk.errors import (
    ArgumentError,
    BoardTextError,
    Cell,
    Message,
    empty_text_error,
    error_of,
    field_error,
    two_readings_error,
)
from gridwalk.io.boardtext import BoardText
from gridwalk.io.content import Content, Fit
from gridwalk.io.data import schema
from gridwalk.io.text.alphabet import MANY_SIGNS
from gridwalk.io.text.reader import board_of_rows
from gridwalk.io.text.rows import SignTable, of_words

if TYPE_CHECKING:
    from gridwalk.board.board import Board

_MAGIC = b"\x93NUMPY"
MAX_HEADER = 10_000  # bytes


def fit_npy(content: Content) -> Fit:
    """Return SURE for NumPy's magic bytes."""
    return Fit.SURE if content.data is not None and content.data.startswith(_MAGIC) else Fit.NO


def parse_npy(data: bytes, *, costs: bool = False, wall_is: str | None = None) -> BoardText:
    """Read one array: bool, 0 and 1, or costs."""
    found = board_of_array(array_of(data, "the array"), costs=costs, wall_is=wall_is)
    return found._replace(form=f"{found.form} in NumPy's file")


def print_npy(grid: Board) -> bytes:
    """Return an array of 0 (open) and 1 (wall)."""
    return bytes_of((~grid.open_cells).astype(np.uint8))


def bytes_of(array: NDArray[Any]) -> bytes:
    """Return the ``.npy`` of an array."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def board_of_array(
    values: NDArray[Any], *, costs: bool, wall_is: str | None = None, ends: Iterable[Cell] = ()
) -> BoardText:
    """Return the board of an array of bool or numbers.

    Walls differ between libraries: 1 (PathFinding.js, mazelib), 0 (python-pathfinding, tcod), infinity
    (pyastar2d), True or False.  So *wall_is* decides, or else the *ends*, which must be open.  Without these,
    1 is a wall, and an array of bool raises an error.  If there are other numbers, they are signs as in a
    text, unless *costs* or *wall_is* is given.
    """
    if values.ndim == 3 and values.shape[2] in (1, 3, 4):
        seen = "an array of the shape {shape} seems to be a picture: save it as PNG"
        raise error_of(BoardTextError, seen, shape=values.shape)
    if values.ndim != 2:
        seen = "a board is an array of rows and columns; this one has the shape {shape}"
        raise error_of(BoardTextError, seen, shape=values.shape)
    if values.size == 0:
        raise empty_text_error()
    if values.dtype.kind not in "biuf":
        raise error_of(
            BoardTextError, "a board is an array of bool or numbers, not of {kind}", kind=values.dtype
        )
    word = None if wall_is is None else {"true": "1", "false": "0"}.get(wall_is.lower(), wall_is)
    is_binary = bool(((values == 0) | (values == 1)).all())
    if costs or (word is not None and not (is_binary and word in "01")):
        return _of_numbers(values, word, costs=costs)
    if not is_binary:
        found = np.unique(values)
        if len(found) > MANY_SIGNS:  # too many for the alphabet: a sample leads to the same error
            values = found[None, : MANY_SIGNS + 1]
        found, codes = np.unique(values, return_inverse=True)
        rows = of_words([[repr(value) for value in found.tolist()]])
        rows, notes = SignTable(rows.signs, rows.codes[0][codes].reshape(values.shape)), list[str]()
        return board_of_rows(rows, {}, notes)._replace(remark="; ".join(notes))
    ones = values == 1
    zero, one = ("False", "True") if values.dtype == bool else ("0", "1")
    if word is None and (on_ones := {bool(ones[cell]) for cell in ends}):
        if len(on_ones) == 2:
            seen = "the start and an exit must be open, but one is on {zero}, one on {one}"
            raise error_of(BoardTextError, seen, zero=zero, one=one)
        word = "0" if on_ones == {True} else "1"
    if word is None and values.dtype == bool:
        readings = (
            Message("{one} open and {other} a wall", one=zero, other=one),
            Message("{one} open and {other} a wall", one=one, other=zero),
        )
        raise two_readings_error("an array of False and True", readings, "say wall_is='1' or wall_is='0'")
    form = f"matrix of {one if word == '0' else zero} (open) and {zero if word == '0' else one} (wall)"
    return BoardText(form, ones if word == "0" else ~ones)


def _of_numbers(values: NDArray[Any], wall_is: str | None, *, costs: bool) -> BoardText:
    """Return the board of numbers; walls are infinity, NaN, *wall_is* and, with *costs*, negative numbers."""
    is_wall = ~np.isfinite(values) | (costs & (values < 0))
    for word in wall_is.split(",") if wall_is else ():
        try:
            is_wall |= values == float(word)
        except ValueError:
            allowed = "numbers with commas between: this board is numbers"
            raise ArgumentError("wall_is", wall_is, allowed) from None
    if not costs:
        return BoardText(f"matrix of numbers, {wall_is} a wall", ~is_wall)
    values = values.astype(np.int64) if values.dtype == bool else values
    remark = "cells of 0 cost nothing (if they are walls: wall_is='0')"
    return BoardText(
        "matrix of costs",
        ~is_wall,
        np.where(is_wall, values.dtype.type(1), values),
        remark=remark if (values[~is_wall] == 0).any() else "",
    )


def array_of(data: bytes | memoryview, name: str) -> NDArray[Any]:
    """Return the array of a ``.npy`` file without a copy; raise `BoardTextError` if it is damaged."""
    stream = io.BytesIO(bytes(data[: MAX_HEADER + 128]))
    shape, fortran, dtype = header_of(stream, name)
    at = stream.tell()
    wanted = dtype.itemsize * int(np.prod(shape, dtype=object))
    if len(data) - at != wanted:
        seen = "its header says {n:,} bytes of {kind}, but {m:,} follow: it is damaged"
        raise field_error(name, seen, n=wanted, kind=dtype, m=len(data) - at)
    array = np.frombuffer(data, dtype, offset=at) if wanted else np.zeros(0, dtype)
    array = array.reshape(shape, order="F" if fortran else "C")
    if dtype.kind == "b":
        array = array.view(np.uint8) != 0
    return array.astype(dtype.newbyteorder("="), copy=False)


def header_of(stream: io.BytesIO, name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return the shape, the order and the type of an array; only its header is read."""
    form, version = np.lib.format, None
    readers = {(1, 0): form.read_array_header_1_0, (2, 0): form.read_array_header_2_0}
    try:
        version = form.read_magic(stream)
        shape, fortran, dtype = readers[version](stream, MAX_HEADER)
    except KeyError:
        shown = "{}.{}".format(*version or ())
        raise field_error(name, "its version is {version}; 1.0 and 2.0 can be read", version=shown) from None
    except Exception as error:  # NumPy evaluates the text of the header, which may raise any error
        reason = str(error).partition("\n")[0][:100]
        raise field_error(name, "its header is damaged: {reason}", reason=reason) from None
    if dtype.hasobject:
        raise field_error(
            name, "it holds Python objects, which are never loaded; save an array of bool or numbers"
        )
    if dtype.kind not in "biufU" or dtype.itemsize > 64:
        seen = "it holds {kind}; a board is an array of bool or numbers"
        raise field_error(name, seen, kind=str(dtype)[:60])
    if any(type(side) is not int or side < 0 for side in shape):
        raise field_error(name, "its header is damaged: the shape is not of whole numbers")
    cells = int(np.prod(shape, dtype=object))
    if cells > MAX_CELLS:
        seen = "its header says {n:,} cells; at most {most:,} can be read"
        raise field_error(name, seen, n=cells, most=MAX_CELLS)
    return shape, fortran, dtype


_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
OPEN_KEYS = ("open", "open_cells")
MATRIX_KEYS = ("walls", "grid", "matrix", "maze", "map", "cells", "arr_0")
_OTHERS = {
    "gridwalk", "costs", "start", "exits", "one_way", "moves", "corners", "right", "below", "slant", "wrap",
    "diagonal", "portals", "portal_costs", "levels",
}  # fmt: skip
MAX_MEMBERS = 64


def fit_npz(content: Content) -> Fit:
    """Return SURE for a zip archive with an array; MAYBE for any other (an error of `parse_npz`)."""
    data = content.data
    if data is None or not data.startswith(_ZIP):
        return Fit.NO
    return Fit.SURE if b".npy" in data[-65536:] else Fit.MAYBE


def parse_npz(data: bytes, *, costs: bool = False, wall_is: str | None = None) -> BoardText:
    """Read named arrays: ``open``, ``walls`` or a matrix; ``costs``, ``start``, ``exits``, or all parts."""
    arrays = _arrays(data)
    key, ours = _board_key(arrays), "gridwalk" in arrays
    array = arrays[key]
    values: dict[str, Any] = {name: _table(arrays, name, 2) for name in ("start", "exits") if name in arrays}
    if "exits" not in values and "end" in arrays:
        values["exits"] = _table(arrays, "end", 2)
    if len(values.get("start", ())) == 1:
        values["start"] = values["start"][0]
    if ours:
        schema.check_version(_scalar(arrays["gridwalk"]))
        if unknown := arrays.keys() - _OTHERS - set(OPEN_KEYS) - set(MATRIX_KEYS):
            raise field_error(min(unknown), "there is no such array in this version")
        values |= _plain(arrays)
    elif "costs" in arrays:
        values["costs"] = arrays["costs"]
    if array.dtype == bool and array.ndim == 2 and wall_is is None and key in (*OPEN_KEYS, "walls"):
        read = BoardText("matrix of False and True", ~array if key == "walls" else array)
    else:
        given = [(name, values[name]) for name in ("start", "exits") if name in values and array.ndim == 2]
        ends = [cell for name, value in given for cell in schema.cells_of_list(value, array.shape, name)]
        read = board_of_array(array, costs=costs and "costs" not in arrays, wall_is=wall_is, ends=ends)
    form = f"{'board' if ours else read.form} in NumPy's archive"
    return read._replace(form=form, **schema.read_parts(values, read.open_cells))


def _plain(arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    """Return the plain values of the parts in gridwalk's own archive, except start and exits."""
    values: dict[str, Any] = {"costs": arrays["costs"]} if "costs" in arrays else {}
    values |= {name: _scalar(arrays[name]) for name in ("corners", "diagonal", "wrap") if name in arrays}
    if "moves" in arrays:
        is_name = arrays["moves"].dtype.kind == "U"
        values["moves"] = _scalar(arrays["moves"]) if is_name else _table(arrays, "moves", 2)
    if "one_way" in arrays:
        values["one_way"] = _table(arrays, "one_way", 4)
    if sides := {side: arrays[side] for side in schema.SIDES if side in arrays}:
        for side in {"right", "below"} - sides.keys():
            words = "the array is missing: walls between cells are two arrays, right and below"
            raise field_error(side, words)
        values["walls"] = sides
    if "levels" in arrays:
        values["levels"] = _table(arrays, "levels", 2)[0]
    if "portals" in arrays:
        cells, costs = _table(arrays, "portals", 4), arrays.get("portal_costs")
        if costs is None or costs.dtype.kind != "f" or costs.shape != (len(cells),):
            reason = "it must have a number for each portal; NaN: it has no cost of its own"
            raise field_error("portal_costs", reason)
        own = [None if np.isnan(cost) else cost for cost in costs.tolist()]
        values["portals"] = [[*row, cost] for row, cost in zip(cells, own, strict=True)]
    return values


def _board_key(arrays: dict[str, NDArray[Any]]) -> str:
    found = [key for key in (*OPEN_KEYS, *MATRIX_KEYS) if key in arrays]
    if len(found) > 1:
        raise field_error(found[1], "{one!r} is given, too: which of the two is the board?", one=found[0])
    if found:
        return found[0]
    tables = [key for key, array in arrays.items() if array.ndim == 2 and key not in _OTHERS]
    if len(tables) == 1:
        return tables[0]
    names = ", ".join(map(repr, list(arrays)[:8]))
    seen = "none of the arrays is named as a board ({names}); name it {one!r} or 'walls'"
    raise error_of(BoardTextError, seen, names=names, one=OPEN_KEYS[0])


def _arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an archive; check their sizes before unpacking them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            names = [member.filename for member in members]
            if not any(name.endswith(".npy") for name in names):
                raise _not_ours(names)
            if len(members) > MAX_MEMBERS:
                seen = "this archive has {n} members; at most {most} are read"
                raise error_of(BoardTextError, seen, n=len(members), most=MAX_MEMBERS)
            found: dict[str, NDArray[Any]] = {}
            for member in members:
                name = member.filename.removesuffix(".npy")
                if name == member.filename:
                    continue
                if name in found:
                    raise field_error(name, "the archive has it twice")
                with archive.open(member) as stream:
                    head = io.BytesIO(stream.read(MAX_HEADER + 128))
                    shape, _, dtype = header_of(head, name)
                    size = head.tell() + dtype.itemsize * int(np.prod(shape, dtype=object))
                    rest = stream.read(max(0, size + 1 - len(head.getvalue())))
                found[name] = array_of(head.getvalue() + rest, name)
            return found
    except BoardTextError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
            ValueError, KeyError) as error:  # fmt: skip
        reason = str(error).partition("\n")[0][:100]  # a message of zipfile may be as long as the file
        raise error_of(
            BoardTextError, "this zip archive is damaged: {reason}", reason=reason or "it ends too soon"
        ) from None


def _not_ours(names: list[str]) -> BoardTextError:
    kind = "an OpenDocument file" if "content.xml" in names else ""
    if any(name.startswith(("xl/", "word/")) for name in names):
        kind = "an Excel file (xlsx)"
    if kind:
        return error_of(BoardTextError, "this is {kind}, which is not read: save the sheet as CSV", kind=kind)
    return BoardTextError(
        "this is a zip archive without an array of NumPy (.npy) in it: unpack the board's file"
    )


def _scalar(array: NDArray[Any]) -> Any:
    if array.size != 1:
        raise field_error("gridwalk", "it must be one value")
    return array.reshape(-1)[0].item()


def _table(arrays: dict[str, NDArray[Any]], key: str, columns: int) -> list[list[int]]:
    array = arrays[key]
    is_table = array.ndim in (1, 2) and array.shape[-1] == columns
    if array.dtype.kind not in "iu" or not is_table:
        raise field_error(key, "it must be whole numbers, {n} for each", n=columns)
    table: list[list[int]] = array.reshape(-1, columns).tolist()
    return table


def print_npz(grid: Board) -> bytes:
    """Return all parts of a grid as named arrays; equal grids give equal bytes."""
    arrays: dict[str, Any] = {"gridwalk": schema.VERSION, "open": grid.open_cells}
    for name, value in schema.parts_of(grid).items():
        arrays |= value if name == "walls" else {name: value}
    if grid.costs is not None and grid.costs.dtype.kind == "i":
        arrays["costs"] = grid.costs.astype(np.min_scalar_type(grid.costs.max()))
    if grid.portals:
        rows = arrays["portals"]
        arrays["portals"] = np.array([row[:4] for row in rows])
        arrays["portal_costs"] = np.array([row[4] for row in rows], np.float64)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            archive.writestr(
                zipfile.ZipInfo(f"{name}.npy"), bytes_of(np.asarray(array)), zipfile.ZIP_DEFLATED
            )
    return stream.getvalue()
