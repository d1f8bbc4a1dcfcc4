"""Texts a little wrong: characters left out, doubled, changed, moved; lines, too; odd characters put in."""

from __future__ import annotations

import random

ODD = (
    "\0", "\t", "\x1c", "\x85", "\xa0", "\ufeff", "\u2028", "\u200b", "\ud800", "\N{FULL BLOCK}",
    "\N{MIDDLE DOT}", "\N{FULLWIDTH DIGIT ONE}", "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT THREE}",
    "\N{MINUS SIGN}", "\U0001f600", "\r", "\n", "\n\n", "\r\n", "\\", "'", '"', "-", "+", ".", ",", ";",
    ":", "=", "(", "]", "{", "}", "e", "E", "inf", "nan", "1e999", "_", "0x", "99999999999999999999", "-1",
    "0", "X", "S", "#", "%", "\x7f", "\x1b[31m",
)  # fmt: skip
MOST = 20_000  # characters: what doubles itself stays small


def mutated(rng: random.Random, text: str) -> str:
    """*text* with one to four things wrong."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = _once(rng, text)[:MOST]
    return text


def _once(rng: random.Random, text: str) -> str:
    at = rng.randint(0, len(text))
    end = min(len(text), at + rng.choice((1, 1, 1, 2, 8)))
    kind = rng.randrange(9)
    if kind == 0:
        return text[:at] + text[end:]
    if kind == 1:
        return text[:at] + text[at:end] * rng.choice((2, 2, 3, 50)) + text[end:]
    if kind in (2, 3):
        return text[:at] + rng.choice(ODD) + text[end if kind == 2 else at :]
    if kind == 4 and text:
        return text[:at] + rng.choice(text) + text[end:]
    if kind == 5:
        return text[:at]
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    if kind == 6:
        lines.insert(line, rng.choice((lines[line], "", " ", rng.choice(ODD))))
    elif kind == 7:
        del lines[line]
    else:
        rng.shuffle(lines)
    return "\n".join(lines)
