"""The fields of a message: of the types and in the ranges that the page sends, or it is malformed."""

from __future__ import annotations

import base64
from typing import Any

from gridwalk.errors import Cell
from gridwalk.render.pagedata import MAX_SIDE

MAX_WORD = 400  # characters of a name: moves, an order of them, an algorithm
MAX_CONDITIONS = 1000  # cells to go through, or to avoid


class MalformedError(Exception):
    """A message that our page never sends."""


def whole(data: dict[str, Any], name: str, low: int, high: int) -> int:
    """Return a whole number."""
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise MalformedError(f"{name} is a whole number from {low} to {high}")
    return value


def flag(data: dict[str, Any], name: str) -> bool:
    """Return true or false."""
    value = data.get(name)
    if not isinstance(value, bool):
        raise MalformedError(f"{name} is true or false")
    return value


def share(data: dict[str, Any], name: str) -> float:
    """Return a number from 0 to 1."""
    value: Any = data.get(name)
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise MalformedError(f"{name} is a number from 0 to 1")
    return float(value)


def text(data: dict[str, Any], name: str, limit: int) -> str:
    """Return a text."""
    value = data.get(name)
    if not isinstance(value, str):
        raise MalformedError(f"{name} is a text")
    if len(value) > limit:
        raise MalformedError(f"{name} has at most {limit} characters")
    return value


def content(data: dict[str, Any], name: str, limit: int) -> bytes:
    """Return the bytes of a text in base64."""
    try:
        return base64.b64decode(text(data, name, limit), validate=True)
    except ValueError:
        raise MalformedError(f"{name} is in base64") from None


def cells(data: dict[str, Any], name: str) -> tuple[Cell, ...]:
    """Return the list *name* of cells, which may be left out."""
    rows = numbers(data, name, 2, MAX_CONDITIONS) if name in data else []
    return tuple((row, column) for row, column in rows)


def flat_cells(data: dict[str, Any], name: str) -> list[int]:
    """Return a list of flat cells, which may be anywhere."""
    cells: Any = data.get(name)
    is_list = isinstance(cells, list) and len(cells) <= MAX_SIDE**2
    if not is_list or not all(type(v) is int for v in cells):
        raise MalformedError(f"{name} is a list of whole numbers")
    return list(cells)


def word(data: dict[str, Any], name: str) -> str:
    """Return a short text."""
    return text(data, name, MAX_WORD)


def numbers(data: dict[str, Any], name: str, width: int, limit: int) -> list[list[int]]:
    """Return the list *name* of lists of *width* small whole numbers."""
    value = data.get(name)
    if not isinstance(value, list) or len(value) > limit:
        raise MalformedError(f"{name} is a list of at most {limit}")
    for row in value:
        is_list = isinstance(row, list) and len(row) == width
        if not is_list or not all(type(number) is int and abs(number) < 2**31 for number in row):
            raise MalformedError(f"{name} holds {width} whole numbers each")
    return value
