"""Arrays as programs write them: the rows in brackets, of Python, JSON, C, Java, JavaScript, MATLAB, NumPy.

A declaration, an assignment, a call or a type in front (``int maze[5][5] =``, ``np.array(``) is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gridwalk.errors import BracketsError, DeclaredShapeError, OneBoardError, UnclearBoardError
from gridwalk.io.content import within

OPENING, CLOSING = "[{(", "]})"
_HEAD = 1_000  # characters that are looked at for a declaration
# A name before a bracket: ``np.array(``, ``vec![``, ``new int[][] {``, ``[][]int{``.
_NAME = re.compile(r"(?:new\s+)?(?:\[\d*\]\s*)*[A-Za-z_][\w.<>:]*!?\s*(?:\[\w*\]\s*)*(?=[\[{(])")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|(?<=[\]}),\s])#[^\n]*", re.DOTALL)
_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")
_PAIR = re.compile(r"[\w)\]}\"']\s*:\s*[\w(\[{\"']")  # of a key and its value
_BETWEEN = re.compile(r"\s*[,;]?\s*")


@dataclass
class Array:
    """The rows of an array.

    Attributes
    ----------
    lines : list of str
        A line of text for each row, with separators between its cells.
    cells : list of list of str
        The cells of each row in place of *lines*, if they are quoted.
    are_drawn : bool
        Whether *lines* are quoted: each character is a cell.

    """

    lines: list[str] = field(default_factory=list)
    cells: list[list[str]] = field(default_factory=list)
    are_drawn: bool = False


def array_of(text: str) -> Array | None:
    """Return the rows of a text that is one array; None if it is none."""
    head, sizes = _declaration(text)
    rest = text[head:]
    if not re.match(r"\s*[\[{(]", _NAME.sub("", rest[:_HEAD], count=1)) or _PAIR.search(rest[:_HEAD]):
        return None
    within(sum(map(rest.count, OPENING + "\"'")), "lists")
    strings: list[str] = []

    def taken(found: re.Match[str]) -> str:
        strings.append(found[1] if found[1] is not None else found[2])
        return "\0"

    plain = _QUOTED.sub(taken, rest) if '"' in rest or "'" in rest else rest
    plain = _COMMENT.sub("", plain) if "/" in plain or "#" in plain else plain
    plain = _NAME.sub("", plain) if re.search("[A-Za-z]", plain) else plain
    if re.match(r"\s*\(\s*[\[{(]", plain):  # of a call, or of a tuple of rows
        plain = plain.replace("(", "", 1)
        plain = re.sub(r"(,\s*\w+\s*=\s*[\w.\0]+\s*)*,?\s*\)\s*;?\s*$", "", plain)
    rows = _rows(plain)
    if strings:
        return _of_strings(rows, strings)
    if len(rows) == 1:
        rows = [part for part in re.split(r"[;\n]", rows[0]) if part.strip()]
    return Array(_shaped(rows, sizes))


def _declaration(text: str) -> tuple[int, list[int]]:
    """Return the number of characters before the array's first bracket, and the sizes that they declare."""
    at, sizes = 0, list[int]()
    head, equals, rest = text[:_HEAD].partition("=")
    is_name = "\n" not in head.strip() and re.fullmatch(r"\s*[A-Za-z_$][\w\s*&:<>,.\[\]{}|$]*", head)
    if equals and is_name and re.match(r"\s*(new\b|[A-Za-z_][\w.]*!?\s*[\[(]|[\[{(])", rest):
        at = len(head) + 1
        declared = re.search(r"(\[\s*\d*\s*\]\s*)+$", head)
        sizes = [int(size) for size in re.findall(r"\d{1,9}", declared[0])] if declared else []
    return at, sizes


def _rows(plain: str) -> list[str]:
    """Return what stands in the innermost brackets; the text has no strings.

    Raises an error where brackets do not match, stand deeper than two, or something stands beside them.
    """
    begins, rows = list[int](), list[str]()
    deepest, end = 0, 0
    for found in re.finditer(r"[\[{(\]})]", plain):
        if found[0] in OPENING:
            if begins and not _BETWEEN.fullmatch(plain, end if rows else begins[-1], found.start()):
                raise BracketsError(
                    _line(plain, found.start()), "something stands beside the brackets of the rows"
                )
            begins.append(found.end())
            deepest = max(deepest, len(begins))
            continue
        if not begins:
            raise BracketsError(_line(plain, found.start()), "a bracket is closed that was not opened")
        start = begins.pop()
        if len(begins) == deepest - 1:
            if not plain[start : found.start()].strip():
                raise BracketsError(_line(plain, start), "a pair of brackets has no cell in it")
            rows.append(plain[start : found.start()])
        elif not _BETWEEN.fullmatch(plain, end, found.start()):
            raise BracketsError(_line(plain, end), "something stands beside the brackets of the rows")
        end = found.end()
        if not begins:
            break
    if begins:
        raise BracketsError(_line(plain, len(plain)), "a bracket is not closed")
    if deepest > 2:
        raise UnclearBoardError(
            "the array has more than two dimensions: a board is rows of cells; give one level of it"
        )
    after = plain[end:]
    if deepest == 1 and re.match(
        r"[ \t]*[,;]?[ \t]*\n?[ \t]*[\[{(]", after
    ):  # a pair of brackets for each row
        if blank := re.search(r"\n\s*\n\s*\S", after):
            raise OneBoardError(
                _line(plain, end + blank.start()) + 1, "it is blank, and below it are more cells"
            )
        return _rows(f"[{plain}]")
    if re.sub(r"[\s;,)]|dtype=[\w.']+", "", after):
        raise OneBoardError(_line(plain, end), "something follows the array's last bracket")
    return rows


def _of_strings(rows: list[str], strings: list[str]) -> Array:
    """Return rows whose NULs are quoted strings: each string a row, or each a cell."""
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


def _shaped(rows: list[str], sizes: list[int]) -> list[str]:
    """Return rows without a comma at their end, by the sizes that are declared."""
    rows = [re.sub(r",\s*$", "", row.replace("\n", " ")).strip() for row in rows]
    if len(sizes) == 2 and len(rows) != sizes[0]:  # braces around all cells, and none around rows
        cells = [word for row in rows for word in re.split(r"[\s,;]+", row)]
        if len(cells) != sizes[0] * sizes[1]:
            raise DeclaredShapeError(
                f"the array is declared as {sizes[0]} x {sizes[1]}, but has {len(cells)} cells"
            )
        rows = [" ".join(cells[at : at + sizes[1]]) for at in range(0, len(cells), sizes[1])]
    if len(sizes) > 2:
        raise DeclaredShapeError(f"the array is declared with {len(sizes)} dimensions; a board has two")
    return rows


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
