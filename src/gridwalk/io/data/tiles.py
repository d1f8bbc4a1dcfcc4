"""The data of a layer of Tiled: numbers, CSV, or base64 of packed bytes; whole, or in chunks.

The XML of Tiled (``.tmx``), turned into the map's JSON form.

Entities and document types are refused: they could name other files, or grow without end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import FieldError, TextSyntaxError
from gridwalk.io.boardtext import check_size, place_of
from gridwalk.io.content import within

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

FAR = 10**9  # no number of a map is larger
_TILES = 0x0FFFFFFF  # the top four bits of a gid are flips
_RESAVE = "save the map in Tiled again, with Map Properties, Tile Layer Format CSV"


class Layer(NamedTuple):
    """A layer of tiles."""

    name: str
    gids: NDArray[np.int64]  # rows by columns; 0 is empty
    top: int  # the row of the map where it begins
    left: int
    is_wall: bool  # by a property of its own


def whole_of(part: dict[str, Any], word: str, least: int, key: str = "", default: int | None = None) -> int:
    """Return a whole number of a JSON object, which stands at *key*."""
    number = part.get(word, default)
    if type(number) is not int or not least <= number <= FAR:
        said = "is missing" if number is None else f"is {str(number)[:40]}"
        allowed = f"a whole number of at least {least}" if least >= 0 else "a whole number"
        raise FieldError(f"{key}.{word}".lstrip("."), f"it {said}; it must be {allowed}")
    return number


def list_of(value: Any, key: str, what: str = "", kind: type = object) -> list[Any]:
    """Return a list of that *kind* of values, which stands at *key*."""
    if not isinstance(value, list) or not all(isinstance(part, kind) for part in value):
        raise FieldError(key, f"it must be a list{what}")
    return value


def extent_of(pieces: Iterable[tuple[int, int, NDArray[Any]]]) -> tuple[int, int, tuple[int, int]]:
    """Return the first row and column of all pieces, and how many there are; refuse too many cells."""
    corners = [(top, left, top + part.shape[0], left + part.shape[1]) for top, left, part in pieces]
    top, left = (min(corner[axis] for corner in corners) for axis in (0, 1))
    bottom, right = (max(corner[axis] for corner in corners) for axis in (2, 3))
    check_size(bottom - top, right - left)
    return top, left, (bottom - top, right - left)


def layer_of(part: dict[str, Any], key: str, size: tuple[int, int], *, is_wall: bool) -> Layer:
    """Return a tile layer from its JSON form; *size* is the map's."""
    name = str(part.get("name", key))
    key = f"{key} ({name[:40]!r})"
    form = part.get("encoding", "csv"), part.get("compression", "")
    given, default = [(key, part)], size
    if "chunks" in part:
        chunks = list_of(part["chunks"], f"{key}.chunks", " of objects", dict)
        given, default = [(f"{key}.chunks[{number}]", chunk) for number, chunk in enumerate(chunks)], (0, 0)
    pieces = []
    for inner, piece in given:
        high, wide = (
            whole_of(piece, w, 1, inner, d) for w, d in zip(("height", "width"), default, strict=True)
        )
        top, left = (whole_of(piece, word, -FAR, inner, 0) for word in "yx")
        pieces.append((top, left, _gids(piece.get("data"), (high, wide), form, inner)))
    if not pieces:
        return Layer(name, np.zeros(size, np.int64), 0, 0, is_wall)
    top, left, shape = extent_of(pieces)
    whole = pieces[0][2] if len(pieces) == 1 else np.zeros(shape, np.int64)
    for row, column, gids in pieces if len(pieces) > 1 else ():
        whole[row - top : row - top + gids.shape[0], column - left : column - left + gids.shape[1]] = gids
    return Layer(name, whole, top, left, is_wall)


def _gids(data: Any, shape: tuple[int, int], form: tuple[Any, Any], key: str) -> NDArray[np.int64]:
    """Return the gids, without flips, of a layer or a chunk."""
    check_size(*shape)
    encoding, compression = form
    number = shape[0] * shape[1]
    if isinstance(data, list):
        gids = _whole_numbers(data, key)
    elif not isinstance(data, str):
        raise FieldError(f"{key}.data", "it is missing; it must be a list of numbers, or text")
    elif encoding == "csv":
        gids = _whole_numbers([word.strip() for word in data.split(",") if word.strip()], key)
    elif encoding == "base64":
        gids = np.frombuffer(_unpacked(data, 4 * number, compression, key), "<u4").astype(np.int64)
    else:
        raise FieldError(f"{key}.encoding", f"{str(encoding)[:40]!r}: csv and base64 can be read; {_RESAVE}")
    if gids.size != number:
        reason = f"it has {gids.size:,} tiles; {shape[0]} x {shape[1]} cells need {number:,}"
        raise FieldError(f"{key}.data", reason)
    return gids.reshape(shape) & _TILES


def _whole_numbers(words: list[Any], key: str) -> NDArray[np.int64]:
    try:
        array = np.array(words) if words else np.zeros(0, np.int64)
        array = array.astype(np.int64) if array.dtype.kind == "U" else array
    except (ValueError, OverflowError):
        array = np.zeros(0, object)
    is_whole = array.ndim == 1 and array.dtype.kind in "iu"
    if not is_whole or (array.size and not 0 <= array.min() <= array.max() < 2**32):
        raise FieldError(f"{key}.data", "a tile is a whole number from 0 to 4294967295 (32 bits)")
    return array.astype(np.int64)


def _unpacked(data: str, size: int, compression: Any, key: str) -> bytes:
    """Return the bytes of base64; no more than *size* and one are unpacked."""
    import base64
    import binascii
    import zlib

    if compression not in ("", None, "zlib", "gzip"):
        raise FieldError(f"{key}.compression", f"{str(compression)[:40]!r} is not read: {_RESAVE}")
    try:
        packed = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise FieldError(f"{key}.data", f"it is not base64: {error}") from None
    if compression in ("zlib", "gzip"):
        try:
            packed = zlib.decompressobj(zlib.MAX_WBITS | (16 if compression == "gzip" else 0)).decompress(
                packed, size + 1
            )
        except zlib.error as error:
            raise FieldError(f"{key}.data", f"it is not {compression}: {error}") from None
    if len(packed) != size:
        more = "more than " if len(packed) > size else ""
        raise FieldError(
            f"{key}.data", f"it has {more}{min(len(packed), size):,} bytes; its cells need {size:,}, 4 each"
        )
    return packed


_WHOLE = re.compile(r"-?[0-9]{1,9}")
_NUMBERS = ("width", "height", "tilewidth", "tileheight", "x", "y", "id", "firstgid", "gid")
_MAX_DEPTH = 100


def map_of_xml(text: str) -> dict[str, Any]:
    """Return the map in its JSON form."""
    from xml.etree import ElementTree

    for word in ("<!DOCTYPE", "<!ENTITY"):
        if word in text:
            at = place_of(text, text.index(word))
            raise TextSyntaxError(*at, f"{word} is not read: a map of Tiled has none")
    within(text.count("<"), "elements")
    try:
        root = ElementTree.fromstring(text.lstrip())
    except ElementTree.ParseError as error:
        line, column = error.position
        skipped = text[: len(text) - len(text.lstrip())].count("\n")
        reason = str(error).partition(":")[0]
        raise TextSyntaxError(line + skipped, column + 1, f"this is not XML: {reason}") from None
    except ValueError as error:  # a lone surrogate, for instance
        raise TextSyntaxError(1, 1, f"this is not XML: {error}") from None
    if root.tag != "map":
        raise FieldError(
            root.tag[:40], "a map of Tiled begins with <map>; this may be a tileset or a template"
        )
    return {
        **_facts(root),
        "layers": _layers(root, 0),
        "tilesets": [_tileset(part) for part in root.iter("tileset")],
    }


def _facts(element: Element) -> dict[str, Any]:
    """Return the attributes, numbers as numbers, and the properties."""
    facts: dict[str, Any] = dict(element.attrib)
    for name in _NUMBERS:
        if name in facts:
            facts[name] = _number(facts[name])
    facts["properties"] = [
        {"name": part.get("name"), "value": part.get("value", part.text)}
        for part in element.findall("./properties/property")
    ]
    return facts


def _number(word: str) -> Any:
    if _WHOLE.fullmatch(word):
        return int(word)
    try:
        return float(word)
    except ValueError:
        return word  # refused where it is used


def _layers(element: Element, depth: int) -> list[dict[str, Any]]:
    if depth > _MAX_DEPTH:
        raise FieldError("group", f"groups are nested deeper than {_MAX_DEPTH}")
    found: list[dict[str, Any]] = []
    for part in element:
        if part.tag == "layer":
            found.append({**_facts(part), "type": "tilelayer", **_data(part)})
        elif part.tag == "objectgroup":
            objects = [_facts(thing) for thing in part.findall("object")]
            found.append({**_facts(part), "type": "objectgroup", "objects": objects})
        elif part.tag == "group":
            found.append({**_facts(part), "type": "group", "layers": _layers(part, depth + 1)})
    return found


def _data(layer: Element) -> dict[str, Any]:
    data = layer.find("data")
    if data is None:
        return {}
    form = {"encoding": data.get("encoding", "csv"), "compression": data.get("compression", "")}
    chunks = data.findall("chunk")
    if chunks:
        return form | {"chunks": [{**_facts(chunk), "data": _tiles(chunk)} for chunk in chunks]}
    return form | {"data": _tiles(data)}


def _tiles(element: Element) -> Any:
    tiles = element.findall("tile")
    return [tile.get("gid", "0") for tile in tiles] if tiles else element.text or ""


def _tileset(element: Element) -> dict[str, Any]:
    return {**_facts(element), "tiles": [_facts(tile) for tile in element.findall("tile")]}
