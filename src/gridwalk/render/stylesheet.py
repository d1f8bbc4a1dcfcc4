"""The colours of the page as a style sheet: those of all pictures, from `gridwalk.render.colours`."""

from __future__ import annotations

from gridwalk.render.colours import colour, hexadecimal, names, ramp

RAMP_STEPS = 32
# The page has a ground of its own.  What pictures call an end is an exit there.
_RENAMED = {"end": "exit"}
_LEFT_OUT = {"page"}

# Of the legend; the ramp is as wide as three samples.
_SAMPLES = """\
.legend .ramp { background: var(--gradient); width: 36px; }
.legend .cost { background: linear-gradient(to right, var(--open), var(--cost)); }
"""


def stylesheet() -> str:
    """Return the custom properties of CSS, light and dark: ``--open`` and so on, and the list ``--ramp``.

    >>> stylesheet().split("\\n")[1][:16]
    '  --open:#fcfbf8'
    """
    return f':root {{\n{_rules(dark=False)}}}\n:root[data-theme="dark"] {{\n{_rules(dark=True)}}}\n{_SAMPLES}'


def _rules(*, dark: bool) -> str:
    values = {_RENAMED.get(name, name): hexadecimal(colour(name, dark=dark)) for name in names()}
    values["ramp"] = " ".join(map(hexadecimal, ramp(RAMP_STEPS, dark=dark)))
    values["gradient"] = f"linear-gradient(to right, {', '.join(values['ramp'].split()[::4])})"
    return "".join(f"  --{name}:{value};\n" for name, value in values.items() if name not in _LEFT_OUT)
