"""The colours of all pictures, light and dark, by name.

They can be told apart without colour vision: neighbouring colours differ in lightness, and
no meaning depends on red against green.  The ramp (order of expansion) runs one way in lightness.
"""

from __future__ import annotations

Colour = tuple[int, int, int]

# name: (light, dark)
_HEX = {
    "page": ("#ffffff", "#12151a"),  # around the board, and figures on filled discs
    "open": ("#fcfbf8", "#23272f"),
    "wall": ("#39414f", "#a3abb8"),
    "dark": ("#e3ded3", "#343a45"),  # every other square of a chequered board
    "grid": ("#d6d0c4", "#434b58"),
    "frontier": ("#f3b43c", "#b9801a"),
    "expanded": ("#b5dcf4", "#2b5878"),
    "walk": ("#6bbbe8", "#2f86b8"),
    "left": ("#d5cfdd", "#564d63"),
    "back": ("#7a4a8c", "#e3bdf2"),  # the mark of a cell backtracked from, on the ramp
    "path": ("#c4500a", "#ff9d5c"),
    "start": ("#00573f", "#3fd0a4"),
    "end": ("#c23a8a", "#f58cc4"),
    "cost": ("#8a5a2b", "#e0a468"),
    "ink": ("#20242c", "#eceff4"),
}
# Parts that share a colour: a line's edge, the cell of the last event, a cell with a number, that number,
# a wall between cells, a side of the board that meets the opposite one.
SAME = {"halo": "open", "here": "ink", "bead": "page", "pale": "page", "side": "wall", "seam": "wall"}
_RAMP = (("#fdf3c4", "#8fd3bd", "#3f93cf"), ("#2c3560", "#245a94", "#2c92bd"))
COST_SHADES = 6  # "cost1" and so on; "cost0" is the least cost, on open ground
PALETTE_RAMP = 128  # colours of the ramp in a palette, "r0" and so on


_IN_PALETTE = (
    *_HEX,
    *(f"cost{level}" for level in range(1, COST_SHADES + 1)),
    *(f"r{step}" for step in range(PALETTE_RAMP)),
)
INDEX = {name: number for number, name in enumerate(_IN_PALETTE)}
INDEX |= {"cost0": INDEX["open"]} | {name: INDEX[other] for name, other in SAME.items()}


def colour(name: str, *, dark: bool) -> Colour:
    """Return a colour by its name."""
    return _parsed(_HEX[name][dark])


def names() -> tuple[str, ...]:
    """Return all names."""
    return tuple(_HEX)


def ramp(steps: int, *, dark: bool) -> list[Colour]:
    """Return *steps* colours (at least two), from the first cell expanded to the last."""
    stops = [_parsed(text) for text in _RAMP[dark]]
    colours = []
    for step in range(steps):
        place = step * (len(stops) - 1) / (steps - 1)
        below = min(int(place), len(stops) - 2)
        colours.append(blend(stops[below], stops[below + 1], place - below))
    return colours


def cost_opacity(level: int) -> float:
    """Return how strongly the colour "cost" lies over a cell of cost *level*, 1 to `COST_SHADES`."""
    return 0.08 + 0.52 * level / COST_SHADES


def palette_of(dark: bool) -> list[Colour]:
    """Return the colours of `INDEX`."""
    named = [colour(name, dark=dark) for name in _HEX]
    ground, over = colour("open", dark=dark), colour("cost", dark=dark)
    shades = [blend(ground, over, cost_opacity(level)) for level in range(1, COST_SHADES + 1)]
    return named + shades + ramp(PALETTE_RAMP, dark=dark)


def blend(under: Colour, over: Colour, opacity: float) -> Colour:
    """Return *over* laid on *under*."""
    red, green, blue = (round(a + (b - a) * opacity) for a, b in zip(under, over, strict=True))
    return red, green, blue


def hexadecimal(value: Colour) -> str:
    """Return ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*value)


def _parsed(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
