"""The style sheet of pictures in SVG: a rule for each colour, by its name."""

from __future__ import annotations

from gridwalk.render.colours import LINES, SAME, colour, hexadecimal, names, ramp

RAMP_STEPS = 12
_STYLE = """\
.gw .fill{shape-rendering:crispEdges}.gw .line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.gw text{font:600 3.6px system-ui,sans-serif;text-anchor:middle}.gw .small{font-size:2.9px}
.gw .side{fill:none;stroke-linecap:square}
.gw .legend text{font:13px system-ui,sans-serif;text-anchor:start}
"""
_LINES = ("grid", "path", "halo", "here", "side", "seam")  # classes whose colour is a stroke


def style(dark: bool | None, lines: int = 0) -> str:
    """Return the style sheet, with the colours of some *lines*; undecided, it follows the reader."""
    if dark is not None:
        return _STYLE + _rules(dark, lines)
    return f"{_STYLE}{_rules(False, lines)}\n@media(prefers-color-scheme:dark){{\n{_rules(True, lines)}}}"


def _rules(dark: bool, lines: int) -> str:
    value = {name: hexadecimal(colour(name, dark=dark)) for name in names()}
    value |= {name: value[other] for name, other in SAME.items()}
    value |= {f"r{i}": hexadecimal(each) for i, each in enumerate(ramp(RAMP_STEPS, dark=dark))}
    rules = [
        f".gw .{name}{{{'stroke' if name in _LINES else 'fill'}:{each}}}" for name, each in value.items()
    ]
    rules += [f".gw .{name}{{stroke:{hexadecimal(colour(name, dark=dark))}}}" for name in LINES[:lines]]
    return "".join(rules) + f".gw .exit{{fill:{value['page']};stroke:{value['end']}}}"
