"""Random boards in random alphabets and layouts, as strangers write them; nothing here imports gridwalk."""

from __future__ import annotations

import random
from dataclasses import dataclass

# Signs of wall and floor, and how sure a reader can be of them.
TONES = (
    "#.", "# ", "█ ", "10", "X.", "X ", "*.", "* ", "%.", "W.", "x.", "+ ", "H ", "T.", "#-", "#o", "#0",
    "@.", "|.", "1 ", "⬛⬜", "1.", "w ", "~:", "=~", "Mk", "ox", "墙路", "🌲🟩", "5 ", "B ", "?!",
)  # fmt: skip
ENDS = ("SE", "SG", "SF", "ST", "AB", "se", "ab", "PE", "IO", "23", "RZ", "cm", "", "S")
LAYOUTS = (
    "lines", "blanks", "tabs", "commas", "semicolons", "trailing", "json", "quoted", "c", "js", "numpy",
    "header", "doubled", "comment", "crlf",
)  # fmt: skip


@dataclass
class Written:
    """A board, as it was drawn and as it was written."""

    text: str
    is_open: list[list[bool]]
    start: tuple[int, int] | None
    exit: tuple[int, int] | None
    signs: dict[str, str]  # the options of a reader that leave no doubt
    layout: str


def maze(rng: random.Random, rows: int, columns: int) -> list[list[bool]]:
    """Return a maze of corridors of odd sizes, or a field with obstacles that hangs together."""
    if rng.random() < 0.5:
        rows, columns = rows | 1, columns | 1
        is_open = [[False] * columns for _ in range(rows)]
        stack = [(1, 1)]
        is_open[1][1] = True
        while stack:
            row, column = stack[-1]
            near = [
                (row + 2 * down, column + 2 * right, row + down, column + right)
                for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if 0 < row + 2 * down < rows and 0 < column + 2 * right < columns
            ]
            near = [step for step in near if not is_open[step[0]][step[1]]]
            if not near:
                stack.pop()
                continue
            to_row, to_column, between_row, between_column = rng.choice(near)
            is_open[to_row][to_column] = is_open[between_row][between_column] = True
            stack.append((to_row, to_column))
        return is_open
    share = rng.uniform(0.15, 0.4)
    return [[rng.random() >= share for _ in range(columns)] for _ in range(rows)]


def written(rng: random.Random) -> Written:
    """Return a random board in a random alphabet and layout."""
    is_open = maze(rng, rng.randint(5, 14), rng.randint(5, 16))
    rows, columns = len(is_open), len(is_open[0])
    floor = [(r, c) for r in range(rows) for c in range(columns) if is_open[r][c]]
    wall_sign, floor_sign = rng.choice(TONES)
    ends = rng.choice([ends for ends in ENDS if not set(ends) & {wall_sign, floor_sign}])
    if ends == "23":
        wall_sign, floor_sign = "10"
    cells = [[floor_sign if ok else wall_sign for ok in row] for row in is_open]
    places = rng.sample(floor, 2)
    signs = {"wall_is": wall_sign, "open_is": floor_sign}
    marked: list[tuple[int, int] | None] = [None, None]
    for at, sign in enumerate(ends):
        row, column = places[at]
        cells[row][column] = sign
        marked[at] = places[at]
        signs["start_is" if at == 0 else "exit_is"] = sign
    layout = rng.choice(LAYOUTS)
    if layout == "numpy" and (floor_sign == " " or not set(wall_sign + floor_sign) <= {*"01"}):
        layout = "lines"
    if layout in ("c", "blanks", "trailing") and (
        floor_sign == " " or (layout == "c" and not set(wall_sign + floor_sign) <= {*"01"})
    ):
        layout = "js"
    if layout in ("tabs", "commas", "semicolons") and floor_sign == " ":
        layout = "quoted"
    if layout == "doubled" and {wall_sign, floor_sign} & {*"01"}:
        layout = "lines"
    return Written(laid_out(cells, layout, rng), is_open, marked[0], marked[1], signs, layout)


def laid_out(cells: list[list[str]], layout: str, rng: random.Random) -> str:
    """Return cells as a text in one of `LAYOUTS`."""
    lines = ["".join(row) for row in cells]
    between = {"blanks": " ", "tabs": "\t", "commas": ",", "semicolons": ";"}
    if layout in between:
        return "\n".join(between[layout].join(row) for row in cells) + "\n"
    if layout == "trailing":
        return "\n".join(",".join(row) + "," for row in cells) + "\n"
    if layout == "json":
        return "[" + ",\n ".join("[" + ", ".join(f'"{sign}"' for sign in row) + "]" for row in cells) + "]"
    if layout == "quoted":
        return "[" + ",\n ".join(f'"{line}"' for line in lines) + "]\n"
    if layout == "js":
        return "const maze = [\n" + "".join(f"  '{line}',\n" for line in lines) + "];\n"
    if layout == "c":
        rows = ",\n".join("  {" + ", ".join(row) + "}" for row in cells)
        return f"int maze[{len(cells)}][{len(cells[0])}] = {{\n{rows}\n}};\n"
    if layout == "numpy":
        return "[" + "\n ".join("[" + " ".join(row) + "]" for row in cells) + "]\n"
    if layout == "header":
        return f"{len(cells)} {len(cells[0])}\n" + "\n".join(lines) + "\n"
    if layout == "doubled":
        return "\n".join("".join(sign * 2 for sign in row) for row in cells) + "\n"
    if layout == "comment":
        mark = rng.choice(["//", "#", ";"])
        return f"{mark} A maze of the second level\n" + "\n".join(lines) + "\n"
    if layout == "crlf":
        return "\r\n".join(lines) + "\r\n"
    return "\n".join(lines) + "\n"
