"""The text forms as the guide describes them, read word by word; slow, and nothing here imports gridwalk.

`read` gives the one reading of a text that gridwalk may accept.  It is more lenient: where gridwalk asks
back (two readings), it may give either.  A text that it cannot read (None) must be refused by gridwalk.
"""

from __future__ import annotations

import re
from typing import NamedTuple

ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
NUMBER = re.compile(r"\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
NO_WAY = re.compile(rf"#|-{NUMBER.pattern[3:]}|[+-]?(inf|infinity|nan)", re.IGNORECASE)  # a wall among costs
PAIRS = {"]": "[", "}": "{", ")": "("}


class Reading(NamedTuple):
    """A board in plain data; ends are None where nothing marks them."""

    open_cells: list[list[bool]]
    costs: list[list[float]] | None = None
    one_way: dict = {}  # noqa: RUF012
    start: tuple[int, int] | None = None
    exits: tuple[tuple[int, int], ...] = ()
    king: bool = False


def read(text: str, *, costs: bool = False, cell_width: int | None = None) -> Reading | None:
    """Return the reading of *text*, or None if there is none."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)  # colours of a terminal
    text = re.sub("[\uff01-\uff5e]", lambda wide: chr(ord(wide[0]) - 0xFEE0), text)
    text = re.sub("(?m)^[\x0b-\x1f\x85\u2028]$", "", text)
    if text.lstrip().startswith("type "):
        return _map(text)
    for from_, to in (("\u2588", "#"), ("\u00b7", "."), ("\u00a0", " ")):
        text = text.replace(from_, to)
    sizes: list[int | None] = []
    declared = re.match(r"\s*[A-Za-z_][^={}();#.]*=", text) or re.match(
        r"\s*[A-Za-z_].*?\]\s*=", text, re.DOTALL
    )
    if declared:
        sizes_text = re.search(r"(\[\s*\w*\s*\]\s*)*$", declared[0][:-1])[0]
        sizes = [int(size) if size.isdigit() else None for size in re.findall(r"\[\s*(\w*)\s*\]", sizes_text)]
        text = text[declared.end() :]
    if cell_width == 2 and not re.search(r"[,;\t\[{(]", text):
        halved = _halved(_without_blank_lines(text.split("\n")))
        if halved is None:
            return None
        text, cell_width = "\n".join(halved), 1
    words = re.findall(r"[^\s,;\[\]{}()]+", text)
    if not words:
        return None
    has_separators = re.search(r"[,;\t\[\]{}()]", text)
    if costs:
        in_lines = max(len(line.split()) for line in text.split("\n"))
        is_matrix = bool(has_separators) or (
            in_lines > 1
            and any(map(NUMBER.fullmatch, words))
            and all(NUMBER.fullmatch(w) or NO_WAY.fullmatch(w) for w in words)
        )
        is_matrix = is_matrix and (cell_width is None or bool(re.search(r"[\[{(]", text)))
    else:
        is_matrix = words[0][0] in "01"
    return _matrix(text, words, costs, sizes) if declared or is_matrix else _drawing(text, costs, cell_width)


def _matrix(text: str, words: list[str], costs: bool, sizes: list[int | None]) -> Reading | None:
    rows = _nested(text) if re.search(r"[\[\]{}()]", text) else _by_lines(text, block=False)
    if rows == "block":
        text = re.sub(r"[\[\]{}()]", " ", text)
        if len(sizes) == 2 and sizes[1]:
            flat = re.findall(r"[^\s,;]+", text)
            rows = [flat[at : at + sizes[1]] for at in range(0, len(flat), sizes[1])]
        else:
            rows = _by_lines(text, block=True)
    if not rows or not all(rows):
        return None
    if not costs and all(len(row) == 1 for row in rows):
        rows = [list(row[0]) for row in rows]
    if len({len(row) for row in rows}) != 1:
        return None
    shape = [len(rows), len(rows[0])]
    if len(sizes) == 1:
        shape = [shape[0] * shape[1]]
    if sizes and (
        len(sizes) > 2 or any(said not in (None, has) for said, has in zip(sizes, shape, strict=True))
    ):
        return None
    cells = [word for row in rows for word in row]
    if not costs:
        if not all(NUMBER.fullmatch(word) and float(word) in (0, 1) for word in cells):
            return None
        return Reading([[float(word) == 0 for word in row] for row in rows])
    if not all(NO_WAY.fullmatch(word) or (NUMBER.fullmatch(word) and float(word) > 0) for word in cells):
        return None
    return Reading(
        [[not NO_WAY.fullmatch(word) for word in row] for row in rows],
        [[1.0 if NO_WAY.fullmatch(word) else float(word) for word in row] for row in rows],
    )


def _nested(text: str) -> list[list[str]] | str | None:
    """Return the rows of a text with brackets; "block" if one pair stands around words."""
    top: list = []
    stack = [top]
    for token in re.findall(r"[\[\]{}()]|[^\s,;\[\]{}()]+", text):
        if token in "[{(":
            stack[-1].append([])
            stack.append(stack[-1][-1])
        elif token in "]})":
            stack.pop()
            if not stack:
                return None
        else:
            stack[-1].append(token)
    if len(stack) != 1 or not all(isinstance(item, list) for item in top):
        return None
    if len(top) == 1 and all(isinstance(item, list) for item in top[0]):
        top = top[0]
    elif len(top) == 1 and all(isinstance(item, str) for item in top[0]):
        return "block"
    is_flat = all(isinstance(item, list) and all(isinstance(word, str) for word in item) for item in top)
    return top if is_flat else None


def _by_lines(text: str, *, block: bool) -> list[list[str]] | None:
    lines = [line for line in text.split("\n") if line.strip(" \t,;")]
    are_rows = re.compile(r".*[^\s;][\s,]+[^\s;].*|[01;]*[01]{2}[01;]*")
    inside = any(are_rows.fullmatch(line) and ";" in line.strip(" \t,;") for line in lines)
    if inside and (block or len(lines) == 1):
        lines = [piece for line in lines for piece in line.split(";") if piece.strip(" \t,")]
    if not block and re.search(r"[^\s]\s*\n[ \t]*\n[\s]*[^\s]", text):
        return None
    rows = []
    for line in lines:
        mark = next((mark for mark in ",;\t" if mark in line.strip(" \t,;")), None)
        fields = line.strip() if mark == "\t" else line
        fields = fields.split(mark) if mark else fields.strip(" \t,;").split()
        if mark and not fields[-1].strip(" \t,;"):
            fields = fields[:-1]
        if block and not fields[0].strip():  # the comma of the line before
            fields = fields[1:]
        fields = [field.strip(" \t,;") for field in fields]
        if not all(fields) or any(len(field.split()) != 1 for field in fields):
            return None
        rows.append(fields)
    return rows


def _drawing(text: str, costs: bool, cell_width: int | None) -> Reading | None:
    lines = _without_blank_lines(text.split("\n"))
    if len({len(line.rstrip()) for line in lines}) == 1 < len(set(map(len, lines))):
        lines = [line.rstrip() for line in lines]
    allowed = set("#. SEGX^>v<") | (set("123456789") if costs else set())
    if len(set(map(len, lines))) != 1 or not lines[0] or not set("".join(lines)) <= allowed:
        return None
    whole = "".join(lines)
    if "#" not in whole and "X" in whole and (whole.count("X") > 1 or "E" in whole or "G" in whole):
        lines = [line.replace("X", "#") for line in lines]
    are_apart = len(whole) > 1 and all(set(line[1::2]) == {" "} and line[0] != " " for line in lines)
    tones = {sign for line in lines for sign in line[::2] if whole.count(sign) > 1 or sign in ".01"}
    if (
        cell_width is None
        and are_apart
        and not any(" " in line[::2] for line in lines)
        and ("." in tones or len(tones) > 1)
    ):
        lines = _halved(lines)
        if lines is None:
            return None
    cells = {(r, c): character for r, line in enumerate(lines) for c, character in enumerate(line)}
    starts = [cell for cell, character in cells.items() if character == "S"]
    if len(starts) > 1:
        return None
    return Reading(
        [[character != "#" for character in line] for line in lines],
        [[float(ch) if ch.isdigit() else 1.0 for ch in line] for line in lines] if costs else None,
        {cell: ARROWS[character] for cell, character in cells.items() if character in ARROWS},
        starts[0] if starts else None,
        tuple(cell for cell, character in cells.items() if character in "EGX"),
    )


def _without_blank_lines(lines: list[str]) -> list[str]:
    """Return the lines without those around the board; a line of blanks may be a row of floor."""
    rows = [line for line in lines if line.strip()]
    if not rows:
        return []
    wide = len(rows[0]) if any(" " in line for line in rows) else -1
    lines = lines[lines.index(rows[0]) :]
    while not lines[-1].strip() and len(lines[-1]) != wide:
        lines.pop()
    return lines


def _halved(lines: list[str]) -> list[str] | None:
    if all(set(line[1::2]) <= {" "} for line in lines):
        return [line[::2] for line in lines]
    if not lines or any(len(line) % 2 for line in lines):
        return None
    halved = []
    for line in lines:
        row = ""
        for left, right in zip(line[::2], line[1::2], strict=True):
            if left == right or (right in " ." and left != "#"):
                row += left
            elif left in " ." and right != "#":
                row += right
            else:
                return None
        halved.append(row)
    return halved


def _map(text: str) -> Reading | None:
    lines = text.lstrip().split("\n")
    sizes = dict(line.split()[:2] for line in lines[1:3] if len(line.split()) == 2)
    if set(sizes) != {"height", "width"} or len(lines) < 5 or lines[3].strip() != "map":
        return None
    rows = "\n".join(lines[4:]).rstrip("\n ").split("\n")
    if len(rows) != int(sizes["height"]) or any(len(row) != int(sizes["width"]) for row in rows):
        return None
    if not set("".join(rows)) <= set(".GS@OTW"):
        return None
    return Reading([[character in ".GS" for character in row] for row in rows], king=True)
