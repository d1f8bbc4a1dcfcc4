"""The layout of a text: rows of cells, and lines before and after them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gridwalk.errors import ArgumentError, Message, UnclearBoardError, counted, empty_text_error, error_of
from gridwalk.io.text.arrays import Array, array_of
from gridwalk.io.text.rows import NUMBER, SignTable, are_values, of_words, ragged, rows_of, whole_numbers

MOST_AFTER = 4  # the maximum number of lines below a board with sizes in a header: ends, a path
SIZE_NAMES = {
    **dict.fromkeys(("ncols", "cols", "columns", "width"), "columns"),
    **dict.fromkeys(("nrows", "rows", "height"), "rows"),
}
_POINT = re.compile(
    r"([A-Za-z_]{3,})\s*(?:[:=]|->)?\s*[(\[{]?\s*'?(\d{1,9})'?\s*[,; ]\s*'?(\d{1,9})'?\s*[)\]}]?"
)
_QUOTED = re.compile(
    r"\s*[\w$ .:]*=?\s*\w?(\"\"\"|\'\'\'|`)\n?(.*?)\1[\s;)]*", re.DOTALL
)  # a text of several lines
_BRACKETS = re.compile(r"\s*([\[{(]|[A-Za-z_$][^\n]*[\[{(])")


@dataclass
class Layout:
    """The cells of a text, and the lines before and after them.

    Attributes
    ----------
    rows : SignTable
        The cells.
    before, after : list of str
        Lines that are not rows.
    sizes : tuple of int
        The numbers of rows and columns in the order of the header; empty without a header.
    nodata : str
        The value of cells without a value, in ESRI grids; else empty.
    notes : list of str
        The guesses.

    """

    rows: SignTable
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    sizes: tuple[int, ...] = ()
    nodata: str = ""
    notes: list[str] = field(default_factory=list)


def layout_of(text: str, *, header: int | None = None, cell_width: int | None = None) -> Layout:
    """Return the layout of a text.

    Parameters
    ----------
    text : str
        The text.
    header : int, optional
        The number of lines to skip before the board.  Default: they are recognised.
    cell_width : {1, 2}, optional
        The number of characters of a cell, if nothing separates cells.

    Raises
    ------
    UnclearBoardError, BoardTextError
        If there are no rows of one length.

    """
    if quoted := _QUOTED.fullmatch(text):
        text = quoted[2]
    lines = text.split("\n")
    if header is not None:
        lines = lines[header:]
    if not any(line.strip() for line in lines):
        raise empty_text_error()
    whole = "\n".join(lines)
    begins = _BRACKETS.match(whole)  # a bracket; or a name and a bracket, and a bracket at the end
    is_array = begins and (begins[1] in "[{(" or re.search(r"[\]})][\s;,]*$", whole[-99:]))
    if is_array and (array := array_of(whole)):
        return _of_array(array, cell_width)
    notes: list[str] = []
    lines = _without_words(_without_empty_lines(lines), notes)
    if header is None:
        if layout := _with_named_sizes(lines, notes):
            return layout
        if cell_width is None and (layout := _with_sizes(lines)):
            layout.notes[:0] = notes
            return layout
    return _largest_block(lines, notes, text, header, cell_width)


def no_width() -> ArgumentError:
    """Return the error for ``cell_width=2`` if cells are separated."""
    return ArgumentError("cell_width", 2, "left out: the cells of an array are apart")


def _of_array(array: Array, cell_width: int | None) -> Layout:
    """Return the layout of an array."""
    notes: list[str] = []
    if cell_width == 2 and not array.are_drawn:
        raise no_width()
    if array.cells:
        if len({len(row) for row in array.cells}) > 1:
            raise ragged([" " * len(row) for row in array.cells])
        return Layout(of_words(array.cells), notes=notes)
    may_touch = array.are_drawn or not any(re.search(r"[\s,;]", line) for line in array.lines)
    found = rows_of(
        array.lines, notes, cell_width=cell_width if array.are_drawn else None, may_touch=may_touch
    )
    if found is None:
        raise ragged(array.lines)
    return Layout(found, notes=notes)


def _without_empty_lines(lines: list[str]) -> list[str]:
    """Return *lines* without empty lines at both ends; a last line of blanks may be a row of floor."""
    first = next(number for number, line in enumerate(lines) if line)
    lines = lines[first:]
    wide = _width_with_floor(lines)
    while len(lines) > 1 and not lines[-1].strip() and (not lines[-1] or len(lines[-1]) != wide):
        lines.pop()
    return lines


def _width_with_floor(lines: list[str]) -> int:
    """Return the width of most rows if blanks may be floor, so that a blank line may be a row; else -1."""
    rows = [line for line in lines if line.strip()]
    wide, number = Counter(map(len, rows)).most_common(1)[0]
    return wide if 2 * number > len(rows) and any(" " in line for line in rows if len(line) == wide) else -1


def _without_words(lines: list[str], notes: list[str]) -> list[str]:
    """Return *lines* without comments and titles at both ends."""
    first, end = 0, len(lines)
    while end - first > 2 and _is_comment(lines[first], lines[first + 1]):
        first += 1
    while end - first > 2 and _is_comment(lines[end - 1], lines[end - 2]):
        end -= 1
    if first:
        notes.append(f"without {counted(first, 'line')} before the board, {lines[0].strip()[:40]!r}")
    if end < len(lines):
        notes.append(f"without {counted(len(lines) - end, 'line')} after it, {lines[-1].strip()[:40]!r}")
    lines = lines[first:end]
    return [line for line in lines if line.strip()] if not any(lines[:1]) else lines


def _is_comment(line: str, beside: str) -> bool:
    """Return whether a line is a comment or a title, and no row like the next line, *beside*."""
    words = re.findall(r"[^\W\d_]{3,}", line)
    if any(line.count(separator) == beside.count(separator) > 0 for separator in "\t;,"):
        return False  # a row of a table of words
    if are_values(line):
        return False
    begins = re.match(r"\s*(//|;|#|%|--|/\*)", line)
    is_title = len(words) > 1 or (words and line.rstrip().endswith(":"))
    return bool(
        (begins or is_title) and len(line) != len(beside) and any(len(set(word)) > 2 for word in words)
    )


# ---------------------------------------------------------------- headers


def _with_named_sizes(lines: list[str], notes: list[str]) -> Layout | None:
    """Return the layout below named sizes, such as ``ncols 5`` or ``width=5``; None without them."""
    named: dict[str, str] = {}
    for line in lines:
        found = re.fullmatch(r"\s*([A-Za-z_]+)\s*[=: ]\s*([-+.\w]+)\s*", line)
        if not found or not NUMBER.fullmatch(found[2]):
            break
        named[found[1].lower()] = found[2]
    sizes = {
        SIZE_NAMES[name]: int(float(size))
        for name, size in named.items()
        if name in SIZE_NAMES and re.fullmatch(r"\d{1,9}(\.0*)?", size)
    }
    if set(sizes) != {"rows", "columns"}:
        return None
    below = lines[len(named) :]
    rows = rows_of(below, notes) if below else None
    if rows is None or rows.shape != (sizes["rows"], sizes["columns"]):
        found_there = (
            "no rows of one length"
            if rows is None
            else Message("{rows} x {columns} cells", rows=rows.shape[0], columns=rows.shape[1])
        )
        seen = "the header gives {rows} rows, {columns} columns; below it are {found}"
        raise error_of(
            UnclearBoardError, seen, rows=sizes["rows"], columns=sizes["columns"], found=found_there
        )
    if not named.keys() & {"nodata_value", "cellsize"}:  # else it is an ESRI grid, all of it read
        notes.append(f"without a header of {len(named)} lines")
    return Layout(rows, nodata=named.get("nodata_value", ""), notes=notes)


def _with_sizes(lines: list[str]) -> Layout | None:
    """Return the layout below a header of sizes, with the fewest lines left after it; or None."""
    first, second = (whole_numbers(line) or [] for line in [*lines[:2], "", ""][:2])
    if len(first) == 6 != len(second):  # sizes, start and exit in one line
        lines = [*(f"{a} {b}" for a, b in zip(first[::2], first[1::2], strict=True)), *lines[1:]]
    found = [layout for used, sizes in _sizes(lines) for layout in _below_sizes(lines, used, sizes)]
    return min(found, key=lambda layout: len(layout.after), default=None)


def _sizes(lines: list[str]) -> list[tuple[int, tuple[int, ...]]]:
    """Return pairs: the number of leading lines that may be sizes, and these sizes."""
    numbers = [whole_numbers(line) for line in lines[:4]]
    found: list[tuple[int, tuple[int, ...]]] = []
    for skip in (0, 1):  # a first line of 1 may be the number of boards
        if skip and numbers[:1] != [[1]]:
            break
        here = [pair or [] for pair in numbers[skip : skip + 2]] + [[], []]
        if len(here[0]) in (1, 2):
            found.append((skip + 1, tuple(here[0])))
        if len(here[0]) == len(here[1]) == 1:
            found.append((skip + 2, (*here[0], *here[1])))
    return sorted(found, key=lambda pair: -len(pair[1]))


def _below_sizes(lines: list[str], used: int, sizes: tuple[int, ...]) -> Iterator[Layout]:
    """Yield the layouts in which *sizes*, in the first *used* lines, fit the rows below."""
    while len(lines) > used and not lines[used].strip() and len(lines[used]) not in sizes:
        used += 1
    shapes = [sizes, sizes[::-1]] if len(set(sizes)) == 2 else [(sizes[0], sizes[0])]
    for extra in (0, 1, 2):  # lines of start and exit
        middle = lines[used : used + extra]
        if any(len(whole_numbers(line) or ()) != 2 for line in middle):
            return
        for rows, columns in shapes:
            block = lines[used + extra : used + extra + rows]
            if len(block) < rows or min(rows, columns) < 1 or max(rows, columns) < 2:
                continue
            if columns == 2 and re.search(r"\S[\s,;]+\S", block[0]):
                continue  # rows of two numbers, as the header is
            longest = max(map(len, block))
            if longest < columns - 1 and not any(" " in line for line in block):
                continue
            if lines[0] != lines[0].strip() and len(lines[0]) == longest:
                continue  # a row of floor with some digits
            may_fill = columns <= longest + 2 and any(" " in line.strip() for line in block)
            padded = [line.rstrip().ljust(columns) for line in block] if may_fill else block
            for tried in (block, [line.rstrip() for line in block], padded):
                notes: list[str] = []
                table = rows_of(tried, notes)
                if table is not None and table.shape[1] == columns:
                    after = [line for line in lines[used + extra + rows :] if line.strip()]
                    if len(after) > MOST_AFTER:
                        continue
                    if tried is padded != block:
                        notes.append("short rows filled up with blanks")
                    notes.append(f"without a header of {rows} rows, {columns} columns")
                    yield Layout(table, middle, after, sizes, notes=notes)
                    break


def beside_numbers(line: str) -> list[tuple[str, list[int]]]:
    """Return the numbers in a line beside a board, with their names: ``3 4``, ``start: 0, 0``.

    A line may have several named points.  If it has anything else, the list is empty.
    """
    if numbers := whole_numbers(line):
        return [("", numbers)]
    found = [(name, [int(one), int(two)]) for name, one, two in _POINT.findall(line)]
    return found if not _POINT.sub("", line).strip(" ,;") else []


def _largest_block(
    lines: list[str], notes: list[str], text: str, header: int | None, cell_width: int | None
) -> Layout:
    """Return the layout of the largest block between blank lines of *text*, without numbers beside it."""
    parts: list[list[str]] = [[]]
    wide = _width_with_floor(lines)
    for line in lines:
        if not line.strip() and (not line or len(line) != wide):
            parts.append([])
        else:
            parts[-1].append(line)
    parts = [part for part in parts if part]
    index = max(range(len(parts)), key=lambda number: len(parts[number]))
    block = parts[index]
    if len(parts) > 1 and all(len(part) > 1 for part in parts) and len({len(part) for part in parts}) == 1:
        seen = "{n} boards of {m} lines stand below one another: give one of them"
        raise error_of(UnclearBoardError, seen, n=len(parts), m=len(block))
    before = [line for part in parts[:index] for line in part]
    after = [line for part in parts[index + 1 :] for line in part]
    ends = (
        ((0, 0),) if header is not None else ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (3, 0), (2, 2))
    )
    for may_fill in (False, True):
        for top, bottom in ends:
            body = block[top : len(block) - bottom]
            outer = block[:top] + block[len(block) - bottom :]
            if (len(body) < 2 and outer) or any(not beside_numbers(line) for line in outer):
                continue
            found: list[str] = []
            if rows := rows_of(body, found, may_fill=may_fill, cell_width=cell_width):
                rest = [*block[len(block) - bottom :], *after] if bottom else after
                return Layout(rows, before + block[:top], rest, notes=notes + found)
    raise ragged(block, text.split("\n").index(block[0]) + 1)
