"""Arrays of programs, with rows in brackets: Python, JSON, C, Java, JavaScript, MATLAB, NumPy.

A declaration, an assignment, a call or a type in front (``int maze[5][5] =``, ``np.array(``) is skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gridwalk.errors import (
    BoardTextError,
    UnclearBoardError,
    empty_text_error,
    error_of,
    line_error,
    one_board_error,
)
from gridwalk.io.content import within

OPENING, CLOSING = "[{(", "]})"
_HEAD = 1_000  # the maximum number of characters of a declaration
# A name before a bracket: ``np.array(``, ``vec![``, ``new int[][] {``, ``[][]int{``.
_CALL = re.compile(r"(?:new\s+)?(?:\[\d*\]\s*)*[A-Za-z_][\w.<>:]*!?\s*(?:\[\w*\]\s*)*(?=[\[{(])")
_NAME = re.compile(r"\s*[A-Za-z_$](?:[\w\s*&:<>,.{}|$]|\[\s*[\w+*-]*\s*\])*")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|(?<=[\]}),\s])#[^\n]*", re.DOTALL)
_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")
_PAIR = re.compile(r"[\w)\]}\"']\s*:\s*[\w(\[{\"']")  # a key and its value
_DTYPE = re.compile(r",\s*dtype\s*=\s*[^\s,)]+")  # as NumPy prints it
_BETWEEN = re.compile(r"\s*[,;]?\s*")


@dataclass
class Array:
    """The rows of an array.

    Attributes
    ----------
    lines : list of str
        A line for each row, with separators between cells.
    cells : list of list of str
        The cells of each row, if they are quoted; then *lines* is empty.
    are_drawn : bool
        Whether the *lines* were quoted; then each character is a cell.

    """

    lines: list[str] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    are_drawn: bool = False


def array_of(text: str) -> Array | None:
    """Return the rows of a text that is an array, else None."""
    head, sizes = _declaration(text)
    rest = _DTYPE.sub("", text[head:]) if "dtype" in text else text[head:]
    if not re.match(r"\s*[\[{(]", _CALL.sub("", rest[:_HEAD], count=1)) or _PAIR.search(
        _QUOTED.sub('""', rest[:_HEAD])
    ):
        return None
    within(sum(map(rest.count, OPENING + "\"'")), "lists")
    if not re.search(r"[^\s\[\](){},;]", rest):
        raise empty_text_error()
    strings: list[str] = []

    def taken(found: re.Match[str]) -> str:
        strings.append(found[1] if found[1] is not None else found[2])
        return "\0"

    plain = _QUOTED.sub(taken, rest) if '"' in rest or "'" in rest else rest
    plain = _COMMENT.sub("", plain) if "/" in plain or "#" in plain else plain
    plain = _CALL.sub("", plain) if re.search("[A-Za-z]", plain) else plain
    if re.match(r"\s*\(\s*[\[{(]", plain):  # of a call, or of a tuple of rows
        plain = re.sub(r",?\s*\)\s*;?\s*$", "", plain.replace("(", "", 1))
    rows = _rows(plain)
    if strings:
        return _of_strings(rows, strings)
    if len(rows) == 1 and len(sizes) < 2:  # in a single pair of brackets each line is a row
        is_nested = re.match(r"\s*[\[{(]\s*[\[{(]", plain)
        rows = [part for part in re.split(r";" if is_nested else r"[;\n]", rows[0]) if part.strip()]
    return Array(_shaped(rows, sizes))


def _declaration(text: str) -> tuple[int, list[str]]:
    """Return the number of characters of the declaration, and the sizes in it."""
    at, sizes = 0, list[str]()
    head, equals, rest = text[:_HEAD].partition("=")
    is_name = "\n" not in head.strip() and _NAME.fullmatch(head)
    if equals and is_name and re.match(r"\s*(new\b|[A-Za-z_][\w.]*!?\s*[\[(]|[\[{(])", rest):
        at = len(head) + 1
        declared = re.search(r"(\[\s*\w*\s*\]\s*)+$", head)
        sizes = re.findall(r"\[\s*(\w*)\s*\]", declared[0]) if declared else []
    return at, sizes


def _rows(plain: str) -> list[str]:
    """Return the contents of the innermost brackets of a text without quoted strings.

    Raise an error if brackets do not match or are nested deeper than two, or if there is text between them.
    """
    begins, rows = list[int](), list[str]()
    deepest, end = 0, 0
    for found in re.finditer(r"[\[{(\]})]", plain):
        if found[0] in OPENING:
            if begins and not _BETWEEN.fullmatch(plain, end, found.start()):
                raise line_error(
                    _line(plain, found.start()), "something stands beside the brackets of the rows"
                )
            end = found.end()
            begins.append(end)
            deepest = max(deepest, len(begins))
            continue
        if not begins:
            raise line_error(_line(plain, found.start()), "a bracket is closed that was not opened")
        start = begins.pop()
        if len(begins) == deepest - 1:
            if not plain[start : found.start()].strip():
                raise line_error(_line(plain, start), "a pair of brackets has no cell in it")
            rows.append(plain[start : found.start()])
        elif not _BETWEEN.fullmatch(plain, end, found.start()):
            raise line_error(_line(plain, end), "something stands beside the brackets of the rows")
        end = found.end()
        if not begins:
            break
    if begins:
        raise line_error(_line(plain, len(plain)), "a bracket is not closed")
    if deepest > 2:
        raise UnclearBoardError(
            "the array has more than two dimensions: a board is rows of cells; give one level of it"
        )
    after = plain[end:]
    if deepest == 1 and re.match(
        r"[ \t]*[,;]?[ \t]*\n?[ \t]*[\[{(]", after
    ):  # a pair of brackets for each row
        if blank := re.search(r"\n\s*\n\s*\S", after):
            raise one_board_error(
                _line(plain, end + blank.start()) + 1, "it is blank, and below it are more cells"
            )
        if ";" in plain[:end]:
            raise one_board_error(_line(plain, len(plain) - len(after.lstrip())), "a second array begins")
        return _rows(f"[{plain}]")
    if after.strip(" \t\n;,)"):
        at = len(plain) - len(after.lstrip(" \t\n;,)"))
        raise one_board_error(_line(plain, at), "something follows the array's last bracket")
    return rows


def _of_strings(rows: list[str], strings: list[str]) -> Array:
    """Return rows with the quoted *strings* in place of NULs; each string is a row, or a cell."""
    left = iter(strings)
    words = [
        [next(left) if word.strip() == "\0" else word.strip() for word in row.rstrip(" \n\t,").split(",")]
        for row in rows
    ]
    if any("\0" in word for row in words for word in row):
        raise UnclearBoardError("the array has quoted texts and others in one cell")
    if len(words) == 1 and any(len(word) > 1 for word in words[0]):
        words = [[line] for word in words[0] for line in word.replace("\\n", "\n").strip("\n").split("\n")]
    if len(words) > 1 and all(len(row) == 1 for row in words):
        return Array([row[0] for row in words], are_drawn=True)
    return Array(cells=words)


def _shaped(rows: list[str], sizes: list[str]) -> list[str]:
    """Return rows of the declared sizes, without commas at their ends; a size may be a name."""
    rows = [re.sub(r",\s*$", "", row.replace("\n", " ")).strip() for row in rows]
    if not sizes:
        return rows
    cells = [re.split(r"[\s,;]+", row) for row in rows]
    down, across = [*(int(size) if re.fullmatch("[0-9]+", size) else None for size in sizes), None, None][:2]
    if len(sizes) == 1:
        down, across = None, down
    elif len(rows) == 1 and across and down != 1:  # braces around all cells, without braces around rows
        cells = [cells[0][at : at + across] for at in range(0, len(cells[0]), across)]
    is_other = down not in (None, len(cells)) or any(across not in (None, len(row)) for row in cells)
    if len(sizes) > 2 or is_other:
        shape = " x ".join(size or "?" for size in sizes)
        lengths = ", ".join(str(len(row)) for row in cells[:4]) + (" ..." if len(cells) > 4 else "")
        seen = "the array is declared as {said}, but has {rows} rows, of {cells} cells"
        raise error_of(BoardTextError, seen, said=shape, rows=len(cells), cells=lengths)
    return [" ".join(row) for row in cells]


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
