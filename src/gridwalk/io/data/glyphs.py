"""Numberlink puzzles: texts of one character a cell in which each letter stands twice."""

from __future__ import annotations

from string import ascii_letters, ascii_lowercase, ascii_uppercase

from gridwalk.errors import Message, counted, field_error
from gridwalk.io.boardtext import BoardText, cells_where, check_widths, refuse_others, table_of
from gridwalk.io.content import Content, Fit

PAIRED = (
    "the letters are pairs of cells, open here: read_pairs(file) joins them, in the shell gridwalk puzzle"
)
_DRAWN = "SEGXv"  # letters that mean something in a drawing


def lines_of(text: str) -> tuple[list[str], int]:
    """Return the lines between empty ones at both ends, and the number of the first, from 1."""
    bare = text.lstrip("\n")
    return bare.rstrip("\n").split("\n"), len(text) - len(bare) + 1


def fit_numberlink(content: Content) -> Fit:
    """SURE for letters between ``.`` and ``#``, each twice, not all of which a drawing may have."""
    signs = set("".join(content.lines))
    letters = signs - {*".#"}
    if letters == signs or not letters <= {*ascii_letters} or letters <= {*_DRAWN}:
        return Fit.NO
    are_pairs = {content.text.count(letter) for letter in ascii_letters} <= {0, 2}
    if all(2 * letter in content.text for letter in letters):
        return Fit.NO  # each cell of a drawing is written twice
    return Fit.SURE if are_pairs and (len(letters) > 1 or "A" in letters) else Fit.NO


def parse_numberlink(text: str) -> BoardText:
    """Read a Numberlink puzzle: ``.`` open cells, ``#`` walls, and a letter at both ends of each path.

    Small and capital letters are different; pairs are in the order A to Z, a to z.
    """
    lines, first = lines_of(text)
    check_widths(list(map(len, lines)), range(first, first + len(lines)))
    codes = table_of(lines)
    allowed = "'.' open, '#' wall, and letters, each twice (a and A are different)"
    refuse_others(text, codes, ascii_letters + ".#", allowed, first)
    pairs = []
    for letter in ascii_uppercase + ascii_lowercase:
        if cells := cells_where(codes == ord(letter)):
            if len(cells) != 2:
                raise field_error(
                    letter, Message("it stands {n}; a path has two ends", n=counted(len(cells), "time"))
                )
            pairs.append((cells[0], cells[1]))
    return BoardText(
        "Numberlink puzzle", codes != ord("#"), pairs=tuple(pairs), letters=codes,
        remark=PAIRED if pairs else "",
    )  # fmt: skip
