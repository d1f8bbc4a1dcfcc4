"""The colours of all pictures, light and dark, by name.

They can be told apart without colour vision: colours that may touch differ in lightness by a contrast of 1.3
or more, and no meaning depends on red against green.  Walls are the darkest in both schemes.  Along the ramp
(order of expansion) lightness changes in one direction.  Pictures, films and the page share these colours.

`style` is the style sheet of an SVG, with a rule for each colour; `stylesheet` has the same colours for the
page.
"""

from __future__ import annotations

Colour = tuple[int, int, int]

# name: (light, dark)
_HEX = {
    "page": ("#ffffff", "#566070"),  # around the board
    "open": ("#fcfbf8", "#5c6573"),
    "wall": ("#2b313c", "#07090c"),
    "dark": ("#e3ddce", "#4b535f"),  # every other square of a chequered board
    "grid": ("#d6d0c4", "#707a89"),
    "frontier": ("#e8952a", "#e0a04a"),
    "expanded": ("#9ac7e5", "#3d81b0"),
    "walk": ("#4795cc", "#5a99c7"),
    "left": ("#c4b9cf", "#83759a"),
    "back": ("#451a5c", "#2b0a3a"),  # the mark of a cell backtracked from, on the ramp
    "path": ("#c4500a", "#ffd0a3"),
    "band": ("#ffe3c6", "#ffd0a3"),  # within the edges of a path
    "start": ("#00573f", "#7df0cb"),
    "end": ("#b32d7c", "#ff8fcb"),
    "cost": ("#8a5a2b", "#6b3a12"),  # laid over open cells, the more the higher the cost
    "ink": ("#15181e", "#ffffff"),
    "figure": ("#15181e", "#07090c"),  # numbers in cells of a search; elsewhere they are of ink
    "pale": ("#ffffff", "#07090c"),  # numbers on start and end
}
# Colours of paths drawn over each other, (light, dark): distinct with any colour vision.
_LINES = (
    ("#c4500a", "#ffd0a3"),
    ("#4030f0", "#6cff00"),
    ("#406a40", "#d8ffff"),
    ("#b400b4", "#ffff90"),
    ("#906c90", "#b4b4ff"),
    ("#5a3000", "#90d848"),
)
LINES = tuple(f"line{number}" for number in range(1, len(_LINES) + 1))
# Colours of equal letters and the paths between them, the same in light and dark: those of Okabe and Ito
# without black ("Color universal design", 2008), and five of Paul Tol ("Colour schemes", 2021).
_PAIRS = (
    *("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"),
    *("#332288", "#dddddd", "#aa3377", "#666633", "#663333"),
)
PAIRS = tuple(f"pair{number}" for number in range(1, len(_PAIRS) + 1))
DARK_PAIRS = {"pair5", "pair8", "pair10", "pair11", "pair12"}  # letters on these are white, on others black
# Parts that share a colour: a line's edge, the cell of the last event, a cell with a number,
# a sign in a cell, a wall between cells, a side of the board that meets the opposite one.
SAME = {"halo": "open", "here": "ink", "sign": "figure", "bead": "page", "side": "wall", "seam": "wall"}
_RAMP = (("#f0d987", "#7cc4ae", "#2f80bd"), ("#3f82ad", "#63b8c4", "#d5f2e4"))
COST_SHADES = 6  # "cost1" and so on; "cost0" is the least cost, on open ground
RAMP_STEPS = 12  # colours of the ramp in a picture, "r0" and so on


def colour(name: str, *, dark: bool) -> Colour:
    """Return a colour by its name: one of `names`, of `LINES`, or of `PAIRS`."""
    if name in PAIRS:
        return _parsed(_PAIRS[PAIRS.index(name)])
    return _parsed((_LINES[LINES.index(name)] if name in LINES else _HEX[name])[dark])


def names() -> tuple[str, ...]:
    """Return the names of all parts of a picture."""
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
    """Return the opacity of the colour "cost" over a cell of cost *level*, 1 to `COST_SHADES`."""
    return 0.08 + 0.52 * level / COST_SHADES


def palette_of(dark: bool) -> list[Colour]:
    """Return the colours of all parts of a picture, for the palette of a film."""
    named = [colour(name, dark=dark) for name in _HEX]
    ground, over = colour("open", dark=dark), colour("cost", dark=dark)
    shades = [blend(ground, over, cost_opacity(level)) for level in range(1, COST_SHADES + 1)]
    lines = [colour(name, dark=dark) for name in LINES]
    return named + shades + ramp(RAMP_STEPS, dark=dark) + lines


def blend(under: Colour, over: Colour, opacity: float) -> Colour:
    """Return *over* laid on *under*."""
    red, green, blue = (round(a + (b - a) * opacity) for a, b in zip(under, over, strict=True))
    return red, green, blue


def hexadecimal(value: Colour) -> str:
    """Return ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*value)


def _parsed(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


_STYLE = """\
.gw .fill{shape-rendering:crispEdges}.gw .line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.gw text{font:600 3.6px system-ui,sans-serif;text-anchor:middle}.gw .small{font-size:2.9px}
.gw .side{fill:none;stroke-linecap:square}
.gw .legend text{font:13px system-ui,sans-serif;text-anchor:start}
"""
# Classes whose colour is a stroke.
_STROKES = ("grid", "path", "band", "halo", "here", "sign", "side", "seam")


def style(dark: bool | None, lines: int = 0, *, pairs: int = 0, signs: bool = True) -> str:
    """Return the style sheet, with colours of *lines*, *pairs*, *signs*.

    If *dark* is None, it follows the scheme of the reader.
    """
    style = _STYLE + _rules_of_pairs(pairs) * bool(pairs)
    if dark is not None:
        return style + _rules(dark, lines, signs)
    by_day, by_night = (_rules(is_dark, lines, signs) for is_dark in (False, True))
    return f"{style}{by_day}\n@media(prefers-color-scheme:dark){{\n{by_night}}}"


def _rules_of_pairs(pairs: int) -> str:
    values = {name: hexadecimal(colour(name, dark=False)) for name in PAIRS[:pairs]}
    rules = [
        f".gw .{name}{{stroke:{value}}}.gw circle.{name}{{fill:{value};stroke:none}}"
        for name, value in values.items()
    ]
    return "".join(rules) + ".gw text.white{fill:#fff}.gw text.black{fill:#000}\n"


def _rules(dark: bool, lines: int, signs: bool) -> str:
    value = {name: hexadecimal(colour(name, dark=dark)) for name in names()}
    value |= {name: value[other] for name, other in SAME.items()}
    value |= {f"r{i}": hexadecimal(each) for i, each in enumerate(ramp(RAMP_STEPS, dark=dark))}
    rules = [
        f".gw .{name}{{{'stroke' if name in _STROKES else 'fill'}:{each}}}"
        for name, each in value.items()
        if signs or name != "sign"
    ]
    for name in LINES[:lines]:
        value[name] = hexadecimal(colour(name, dark=dark))
        rules.append(f".gw .{name}{{stroke:{value[name]}}}")
    return "".join(rules) + f".gw .exit{{fill:{value['page']};stroke:{value['end']}}}"


PAGE_STEPS = 32
# The page has its own background, and its word for the end of a picture is exit.
_RENAMED = {"end": "exit"}
_LEFT_OUT = {"page"}

# Rules of the legend; the ramp is as wide as three samples.
_SAMPLES = """\
.legend .ramp { background: var(--gradient); width: 36px; }
.legend .cost { background: linear-gradient(to right, var(--open), var(--cost)); }
"""


def stylesheet() -> str:
    """Return the custom properties of CSS, light and dark: ``--open`` and so on, and the list ``--ramp``.

    >>> stylesheet().split("\\n")[1][:16]
    '  --open:#fcfbf8'
    """
    light, dark = _properties(dark=False), _properties(dark=True)
    return f':root {{\n{light}}}\n:root[data-theme="dark"] {{\n{dark}}}\n{_SAMPLES}'


def _properties(*, dark: bool) -> str:
    values = {_RENAMED.get(name, name): hexadecimal(colour(name, dark=dark)) for name in names()}
    values["ramp"] = " ".join(map(hexadecimal, ramp(PAGE_STEPS, dark=dark)))
    values["gradient"] = f"linear-gradient(to right, {', '.join(values['ramp'].split()[::4])})"
    return "".join(f"  --{name}:{value};\n" for name, value in values.items() if name not in _LEFT_OUT)
