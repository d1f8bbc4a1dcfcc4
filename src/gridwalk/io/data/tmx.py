"""The XML of Tiled (``.tmx``), turned into the map's JSON form.

Entities and document types are refused: they could name other files, or grow without end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gridwalk.errors import FieldError, TextSyntaxError
from gridwalk.io.budget import within
from gridwalk.io.characters import place_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

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
