"""The usual meanings of signs on boards, as tables.

A *tone* is the strength with which a sign suggests a wall or floor.  A sign with a strong tone needs no other
evidence.  For a weak tone, the border of the board and the ends that the sign joins are evidence, too.
"""

from __future__ import annotations

import re

STRONG = 4  # the least strong tone

# Tones: above 0 for walls, below 0 for floor.  Of the weak tones, 2 is enough if there is also a sign of
# floor and no unknown sign; 1 needs evidence on the board.
TONE = {
    **dict.fromkeys("#█▓▒■⬛", 5),
    **dict.fromkeys("%", 4),
    **dict.fromkeys("XxWwTH", 2), "1": 2, "True": 2,
    **dict.fromkeys("*+|&@", 1), "-1": 1,
    **dict.fromkeys(". ·⬜□_", -4),
    "0": -2, "False": -2,
    **dict.fromkeys("-oO,'`", -1),
}  # fmt: skip
# Words in cells of tables.
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
# Pairs of ends, the most common first: the sign of the start, then the signs of exits.
PAIRS = (
    ("S", "EGFTX"), ("s", "egftx"), ("A", "B"), ("a", "b"), ("@", "$"), ("D", "A"), ("P", "."), ("P", "GEX"),
    ("B", "E"), ("I", "FOS"), ("i", "f"), ("2", "3"), ("8", "9"), ("入", "出"), ("起", "终"),
)  # fmt: skip
# Signs of ends that are used if there is no pair, the clearest first.
STARTS, ENDS = "SsAa@PI入起R", "EeGgFfB$bt出终🏁X"
PACMAN = {*"% .PGo123456789"}
# Names of ends in lines beside a board, and in keys of JSON.
START_NAME = re.compile(r"(is_?)?(start|entr|begin|initial|source|origin|from$)", re.IGNORECASE)
EXIT_NAME = re.compile(r"(is_?)?(ends?$|end_?p|end_?n|exit|goal|finish|target|dest|to$)", re.IGNORECASE)
# Signs of drawings whose characters are not cells.
SPECIAL = (
    ("▀▄▌▐▘▝▖▗▚▞▛▜▙▟", "half blocks, several cells in a character"),
    ("─━│┃┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬╭╮╯╰", "box-drawing characters: walls between cells"),
)
MAZE = 25  # cells; smaller boards of numbers give no evidence
ONE_IS_WALL = "1 is a wall (if 0 is: wall_is='0')"  # a remark
