"""The meaning of signs on boards that people write: one table for each kind of evidence.

A sign with a strong tone needs no other evidence; a weak one is compared with the border of the board, and
with the ends that it joins.
"""

from __future__ import annotations

import re

STRONG = 4  # of a tone: the sign is read without a look at the board

# How strongly a sign says "wall" (above 0) or "floor" (below 0): 4 and more at once; 2 beside a floor
# sign, if no sign is unknown; 1 only with the border, or with ends that are joined.
TONE = {
    **dict.fromkeys("#█▓▒■⬛", 5),
    **dict.fromkeys("%", 4),
    **dict.fromkeys("XxWwTH", 2), "1": 2, "True": 2,
    **dict.fromkeys("*+|&@", 1), "-1": 1,
    **dict.fromkeys(". ·⬜□_", -4),
    "0": -2, "False": -2,
    **dict.fromkeys("-oO,'`", -1),
}  # fmt: skip
# Cells of tables that are words.
WORDS = {
    **dict.fromkeys(("wall", "blocked", "obstacle"), "wall"),
    **dict.fromkeys(("open", "path", "floor", "free", "empty", "road"), "floor"),
    **dict.fromkeys(("start", "entrance", "entry"), "start"),
    **dict.fromkeys(("end", "exit", "goal", "finish", "target"), "exit"),
}
# The alphabet of gridwalk's own drawings.
WALLS, FLOOR, START, EXITS = "#█", ". ·", "S", "EGX"
ARROWS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
OWN = {*WALLS, *FLOOR, START, *EXITS, *ARROWS}
# Pairs of ends in the order of trust: the start, then the signs of its exits.
PAIRS = (
    ("S", "EGFTX"), ("s", "egftx"), ("A", "B"), ("a", "b"), ("@", "$"), ("D", "A"), ("P", "."), ("P", "GEX"),
    ("B", "E"), ("I", "FOS"), ("i", "f"), ("2", "3"), ("8", "9"), ("入", "出"), ("起", "终"),
)  # fmt: skip
# Signs that mark an end where no pair does, the clearest first.
STARTS, ENDS = "SsAa@PI入起R", "EeGgFfB$bt出终🏁X"
PACMAN = {*"% .PGo123456789"}
# Names of ends beside a board, and keys of objects.
START_NAME = re.compile(r"(is_?)?(start|entr|begin|initial|source|origin|from$)", re.IGNORECASE)
EXIT_NAME = re.compile(r"(is_?)?(ends?$|end_?p|end_?n|exit|goal|finish|target|dest|to$)", re.IGNORECASE)
# Signs of drawings in which a character is no cell.
SPECIAL = (
    ("▀▄▌▐▘▝▖▗▚▞▛▜▙▟", "half blocks, several cells in a character"),
    ("─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬╭╮╯╰", "box-drawing characters: walls between cells"),
)
MAZE = 25  # cells: of smaller boards of numbers nothing is concluded
ONE_IS_WALL = "1 is a wall (if 0 is: wall_is='0')"  # a remark
