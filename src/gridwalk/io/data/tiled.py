"""Maps of Tiled: ``.tmj`` (JSON) and ``.tmx`` (XML), read into the same layers.

A layer is an array of gids: 0 is empty, the top four bits are flips.  Walls are, in this order: the filled
cells of the layer that ``wall=`` names; of layers with the property ``wall`` or ``collides``, and tiles that
have it; of a layer called walls or collision; of the only tile layer.  Else the map is refused and its
layers are listed.
Objects whose name or type is start or exit mark those cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, Cell, FieldError
from gridwalk.grids.checks import MAX_CELLS
from gridwalk.io.boardtext import BoardText, check_size
from gridwalk.io.content import Content, Fit, within
from gridwalk.io.data.jsonboard import json_of
from gridwalk.io.data.tiles import Layer, extent_of, layer_of, list_of, map_of_xml, whole_of
from gridwalk.io.data.values import refuse_walled
from gridwalk.io.matrix import rows_of_numbers

if TYPE_CHECKING:
    from gridwalk.grids.grid import Grid

_WALL_PROPERTIES = ("wall", "walls", "collide", "collides", "collision", "solid")
_WALL_NAMES = ("wall", "walls", "collision", "collisions", "collides")
_STARTS, _EXITS = ("start", "spawn", "player"), ("exit", "end", "goal", "finish")
_XML = re.compile(r"\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->).)*-->\s*)*(<!DOCTYPE[^>]*>\s*)?<map[\s>]", re.DOTALL)
_TILE = 16  # pixels, in the maps that are written


class TiledMap(NamedTuple):
    """What is read of a map: its layers, the gids of wall tiles, and its objects in cells."""

    layers: list[Layer]
    wall_gids: set[int]
    starts: list[tuple[float, float]]  # row, column
    exits: list[tuple[float, float]]


def fit_tmj(content: Content) -> Fit:
    """SURE for a JSON object with layers of tiles."""
    text = content.text
    return (
        Fit.SURE if text.lstrip().startswith("{") and '"layers"' in text and '"tilewidth"' in text else Fit.NO
    )


def fit_tmx(content: Content) -> Fit:
    """SURE for XML that begins with a map."""
    return Fit.SURE if _XML.match(content.sample) else Fit.NO


def parse_tmj(text: str, *, wall_is: str | None = None) -> BoardText:
    """Read a map of Tiled in JSON; *wall* is the name of the layer whose tiles are walls."""
    value = json_of(text)
    if not isinstance(value, dict):
        raise BoardTextError("a map of Tiled is a JSON object with layers")
    return board_of_map(map_of(value), wall_is)


def parse_tmx(text: str, *, wall_is: str | None = None) -> BoardText:
    """Read a map of Tiled in XML; *wall* is the name of the layer whose tiles are walls."""
    return board_of_map(map_of(map_of_xml(text)), wall_is)


def map_of(value: dict[str, Any]) -> TiledMap:
    """Return the layers, wall tiles and objects of a map in its JSON form."""
    orientation = value.get("orientation", "orthogonal")
    if orientation not in ("orthogonal", "isometric"):
        raise FieldError("orientation", f"{str(orientation)[:40]!r}: only maps of square cells can be read")
    size = whole_of(value, "height", 1), whole_of(value, "width", 1)
    check_size(*size)
    tile_size = whole_of(value, "tileheight", 1), whole_of(value, "tilewidth", 1)
    layers, starts, exits, number = [], [], [], 0
    for key, part in _flat(value.get("layers"), "layers"):
        kind = part.get("type")
        if kind == "tilelayer":
            layers.append(layer_of(part, key, size, is_wall=_is_wall(part, key)))
            number += layers[-1].gids.size
            within(number, "cells in its layers", MAX_CELLS)
        elif kind == "objectgroup":
            for at, name in _objects(part, key, tile_size):
                starts += [at] if name in _STARTS else []
                exits += [at] if name in _EXITS else []
    return TiledMap(layers, _wall_gids(value.get("tilesets", [])), starts, exits)


def _flat(layers: Any, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all layers, also those in groups, from the bottom up."""
    waiting = [(key, layers)]
    while waiting:
        name, given = waiting.pop()
        if isinstance(given, dict) and given.get("type") != "group":
            yield name, given
            continue
        inner = list_of(given.get("layers") if isinstance(given, dict) else given, name, " of layers")
        waiting += [(f"{name}[{at}]", part) for at, part in reversed(list(enumerate(inner)))]


def _is_wall(part: dict[str, Any], key: str) -> bool:
    return any(
        isinstance(given, dict)
        and str(given.get("name")).lower() in _WALL_PROPERTIES
        and given.get("value") in (True, 1, "true", "1")
        for given in list_of(part.get("properties", []), f"{key}.properties")
    )


def _wall_gids(tilesets: Any) -> set[int]:
    """Return the gids of tiles with a property that makes them walls."""
    found = set()
    for at, tileset in enumerate(list_of(tilesets, "tilesets")):
        key = f"tilesets[{at}]"
        tiles = tileset.get("tiles", []) if isinstance(tileset, dict) else None
        if not isinstance(tiles, list):
            raise FieldError(key, "it must be an object, its tiles a list")
        for tile in tiles:
            if isinstance(tile, dict) and _is_wall(tile, key):
                found.add(whole_of(tileset, "firstgid", 1) + whole_of(tile, "id", 0))
    return found


def _objects(
    part: dict[str, Any], key: str, tile_size: tuple[int, int]
) -> Iterator[tuple[tuple[float, float], str]]:
    for number, given in enumerate(list_of(part.get("objects", []), f"{key}.objects", " of objects", dict)):
        names = [str(given.get(word, "")).lower() for word in ("name", "type", "class")]
        known = [name for name in names if name in _STARTS + _EXITS]
        if not known:
            continue
        sides = [given.get(word, 0) for word in ("x", "y", "width", "height")]
        if not all(isinstance(side, int | float) and abs(side) < 1e9 for side in sides):
            raise FieldError(f"{key}.objects[{number}]", "x, y, width and height must be numbers")
        x, y, width, height = sides
        middle = y - height / 2 if "gid" in given else y + height / 2  # a tile stands on its y
        yield (middle / tile_size[0], (x + width / 2) / tile_size[1]), known[0]


def board_of_map(tiled: TiledMap, wall_is: str | None) -> BoardText:
    """Return the board of a map: its walls by *wall*, properties, or as the only layer has them."""
    layers = tiled.layers
    if not layers:
        raise FieldError("layers", "there is no tile layer")
    top, left, shape = extent_of((layer.top, layer.left, layer.gids) for layer in layers)
    is_wall = np.zeros(shape, bool)
    for layer, mask in _walls(tiled, wall_is):
        row, column = layer.top - top, layer.left - left
        is_wall[row : row + mask.shape[0], column : column + mask.shape[1]] |= mask

    def cells(places: list[tuple[float, float]], key: str) -> tuple[Cell, ...]:
        found = sorted({(int(row // 1) - top, int(column // 1) - left) for row, column in places})
        for row, column in found:
            if not (0 <= row < shape[0] and 0 <= column < shape[1]):
                raise FieldError(
                    key, f"the object lies at {(row, column)}, outside of {shape[0]} x {shape[1]} cells"
                )
        refuse_walled(found, ~is_wall, key, may_be_swapped=False)
        return tuple(found)

    starts = cells(tiled.starts, "start")
    if len(starts) > 1:
        raise FieldError(
            "start", f"{len(starts)} objects are starts, at {starts[0]} and {starts[1]}: keep one"
        )
    return BoardText(
        "map of Tiled", ~is_wall, start=starts[0] if starts else None, exits=cells(tiled.exits, "exit")
    )


def _walls(tiled: TiledMap, wall_is: str | None) -> list[tuple[Layer, NDArray[np.bool_]]]:
    """Return which cells of which layers are walls."""
    layers = tiled.layers
    if wall_is is not None:
        chosen = [layer for layer in layers if layer.name == wall_is]
        if not chosen:
            raise FieldError(
                "layers", f"none is called {wall_is!r}, as wall_is says; there are {_listed(layers)}"
            )
        return [(layer, layer.gids > 0) for layer in chosen]
    gids = np.array(sorted(tiled.wall_gids), np.int64)
    found = [(layer, layer.gids > 0) for layer in layers if layer.is_wall]
    found += [(layer, np.isin(layer.gids, gids)) for layer in layers if gids.size and not layer.is_wall]
    if found:
        return found
    named = [layer for layer in layers if layer.name.lower() in _WALL_NAMES]
    if named or len(layers) == 1:
        return [(layer, layer.gids > 0) for layer in named or layers]
    first = layers[-1].name
    raise FieldError(
        "layers",
        f"which are the walls of {_listed(layers)}? Give the layer or its tiles the property wall = true in "
        f"Tiled, or say --wall-is {first!r} (in Python wall_is={first!r})",
    )


def _listed(layers: list[Layer]) -> str:
    words = [repr(layer.name) for layer in layers[:10]]
    return ", ".join(words) + (f" and {len(layers) - 10} more" if len(layers) > 10 else "")


def print_tmj(grid: Grid) -> str:
    """Return a grid as a map of Tiled: a layer called walls, and objects for the start and exits."""
    import json

    def point(number: int, name: str, cell: Cell) -> dict[str, Any]:
        x, y = (cell[1] + 0.5) * _TILE, (cell[0] + 0.5) * _TILE
        facts = {"width": 0, "height": 0, "rotation": 0, "visible": True, "type": ""}
        return {"id": number, "name": name, "x": x, "y": y, "point": True, **facts}

    marks = [("start", grid.start), *(("exit", cell) for cell in grid.exits)]
    objects = [point(number, *mark) for number, mark in enumerate(marks, 1)]
    shown = {"opacity": 1, "visible": True, "x": 0, "y": 0}
    tiles = {
        "type": "tilelayer", "id": 1, "name": "walls", "height": grid.rows, "width": grid.columns, **shown,
        "properties": [{"name": "wall", "type": "bool", "value": True}], "data": "DATA",
    }  # fmt: skip
    value = {
        "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down",
        "infinite": False, "height": grid.rows, "width": grid.columns,
        "tileheight": _TILE, "tilewidth": _TILE,
        "nextlayerid": 3, "nextobjectid": len(objects) + 1,
        "tilesets": [{
            "firstgid": 1, "name": "gridwalk", "tilecount": 1, "columns": 0, "margin": 0, "spacing": 0,
            "tileheight": _TILE, "tilewidth": _TILE, "tiles": [{"id": 0}],
        }],
        "layers": [tiles, {"type": "objectgroup", "id": 2, "name": "marks", "objects": objects, **shown}],
    }  # fmt: skip
    data = rows_of_numbers(grid, ",").replace("\n", ",\n")
    return json.dumps(value, indent=1).replace('"DATA"', f"[\n{data}]")
