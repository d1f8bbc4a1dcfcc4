"""One reader for all text boards: rows of signs, in any layout and any alphabet.

A JSON object is read by `objects`.  For any other text `layout` finds the rows of cells and the other lines.
Then the cells are read: as walls coded in each cell (`sides`), as costs, or as signs (`alphabet`).  Finally
`beside` reads the other lines.  A guess leads to a remark.  If two readings remain, the error lists what was
seen and the options that decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import numpy as np

from gridwalk.errors import BoardTextError, Message, UnclearBoardError, error_of, two_readings_error
from gridwalk.io.boardtext import BoardText, cells_where
from gridwalk.io.text.alphabet import Alphabet, Role, shown
from gridwalk.io.text.beside import with_other_lines
from gridwalk.io.text.conventions import ARROWS, EXITS, ONE_IS_WALL, OWN, TONE
from gridwalk.io.text.layout import layout_of, no_width
from gridwalk.io.text.objects import board_of_object, has_objects, json_of
from gridwalk.io.text.rows import NUMBER, SignTable, of_words
from gridwalk.io.text.sides import coded_walls, table_of_sides

MAX_COST = 2**53
FEW_SIGNS = 6  # the maximum number of signs in the description of a board


def parse_text(
    text: str,
    *,
    costs: bool = False,
    cell_width: int | None = None,
    header: int | None = None,
    **signs: str | None,
) -> BoardText:
    """Return the board of a text.

    Parameters
    ----------
    text : str
        Rows of signs, as lines or as an array of a program; or a JSON object.
    costs : bool
        Whether numbers are costs.
    cell_width : {1, 2}, optional
        The number of characters of a cell, if nothing separates cells.
    header : int, optional
        The number of lines before the board.
    **signs : str, optional
        wall_is, open_is, start_is, exit_is: the signs of walls, floor, start and exits, which override
        conventions.

    Raises
    ------
    BoardTextError
        If the text cannot be read; the message has the reason and, if there is one, the option that decides.

    """
    asked = {option: given for option, given in signs.items() if given is not None}
    notes: list[str] = []
    if re.match(r"\s*(\{\s*[\"}]|\[\s*(\[\s*)?\{)", text):
        data = json_of(text)
        if has_objects(data):
            if cell_width == 2:
                raise no_width()
            found = board_of_object(data, notes, costs=costs)
            if found.board:
                return _with_remark(found.with_ends(found.board, notes), notes)
            rows, costs = of_words(found.cells), costs or found.has_costs
            is_decided = asked or costs or found.start or found.exits
            if isinstance(data, dict) and {*rows.signs} == {"0", "1"} and not is_decided:
                notes.append(ONE_IS_WALL)
            return _of_cells(rows, asked, notes, found.with_ends, costs=costs)
    layout = layout_of(text, header=header, cell_width=cell_width)

    def with_lines(board: BoardText, notes: list[str]) -> BoardText:
        return with_other_lines(board, layout, notes)

    return _of_cells(layout.rows, asked, layout.notes, with_lines, costs=costs, nodata=layout.nodata)


def _of_cells(
    rows: SignTable,
    asked: Mapping[str, str],
    notes: list[str],
    with_ends: Callable[[BoardText, list[str]], BoardText],
    *,
    costs: bool,
    nodata: str = "",
) -> BoardText:
    """Return the board of cells with signs; ends given beside it decide whether 0 or 1 is open."""
    tried = [*notes]
    board = board_of_rows(rows, asked, tried, costs=costs, nodata=nodata)
    try:
        return _with_remark(with_ends(board, tried), tried)
    except BoardTextError as error:
        if costs or asked or {*rows.signs} != {"0", "1"}:
            raise
        notes.append("0 is a wall: only over 1 are the given ends open")
        board = board_of_rows(rows, {"wall_is": "0", "open_is": "1"}, notes)
        try:
            return _with_remark(with_ends(board, notes), notes)
        except BoardTextError:
            raise error from None


def _with_remark(board: BoardText, notes: list[str]) -> BoardText:
    return board._replace(remark="; ".join(notes)) if notes else board


def board_of_rows(
    rows: SignTable, asked: Mapping[str, str], notes: list[str], *, costs: bool = False, nodata: str = ""
) -> BoardText:
    """Return the board of cells with signs."""
    if not asked and not costs and (board := table_of_sides(rows, notes) or coded_walls(rows, notes)):
        return board
    alphabet = Alphabet(rows, asked, notes)
    if costs:
        return _with_costs(alphabet, notes, nodata)
    alphabet.decide()
    return _board(alphabet)


def _board(alphabet: Alphabet) -> BoardText:
    """Return the board; each sign must have a role."""
    rows = alphabet.rows
    starts = cells_where(rows.where(alphabet.of_role("start")))
    arrows = [sign for sign in alphabet.of_role("floor") if sign in ARROWS]
    roles = [f"{shown(sign)} {role.replace('floor', 'open')}" for sign, role in alphabet.role.items()]
    return BoardText(
        f"board of text ({', '.join(roles)})" if len(roles) <= FEW_SIGNS else "board of text",
        open_cells=~rows.where(alphabet.of_role("wall")),
        one_way={cell: ARROWS[arrow] for arrow in arrows for cell in cells_where(rows.where([arrow]))},
        start=starts[0] if starts else None,
        exits=tuple(cells_where(rows.where(alphabet.of_role("exit")))),
    )


def _with_costs(alphabet: Alphabet, notes: list[str], nodata: str) -> BoardText:
    """Return the board of costs; ``#``, inf, nan, negative numbers and *nodata* are walls."""
    values = {
        sign: float(sign) for sign in alphabet.counts if NUMBER.fullmatch(sign) and sign not in alphabet.role
    }
    if values.keys() == {"0", "1"} and not alphabet.asked:
        raise two_readings_error(
            "a matrix of 0 and 1 where costs are asked for",
            ("open cells (0) and walls (1)", "costs, of which 0 is none"),
            "leave out costs=True, or say wall_is='0'",
        )
    walls = {sign for sign, cost in values.items() if cost < 0 or re.match("[+]?[in]", sign.lower())}
    walls |= {sign for sign in values if nodata and float(sign) == float(nodata)}
    alphabet.role |= dict.fromkeys(walls, "wall")
    costs = {sign: cost for sign, cost in values.items() if sign not in walls}
    if large := [sign for sign, cost in costs.items() if cost > MAX_COST]:
        raise error_of(
            UnclearBoardError, "the cost {cost} is too large: costs are at most 2**53", cost=large[0]
        )
    if 0 in costs.values():
        notes.append("cells of 0 cost nothing (if they are walls: wall_is='0')")
    others = [sign for sign in alphabet.undecided() if sign not in costs]
    if "S" in others and alphabet.counts["S"] == 1:
        alphabet.role["S"] = "start"
    for sign in others:
        is_exit = sign in "EG" or (sign == "X" and ("#" in alphabet.counts or alphabet.counts["X"] == 1))
        if is_exit and alphabet.counts[sign] <= alphabet.rows.few:
            alphabet.role[sign] = "exit"
        elif sign in ARROWS or TONE.get(sign, 0) != 0:
            role: Role = "wall" if TONE.get(sign, 0) > 0 else "floor"
            is_sure = sign in OWN - {*EXITS} and others != [" "]  # blanks may separate numbers
            alphabet.take(sign, role, "" if is_sure else "by convention")
    if unknown := [sign for sign in alphabet.undecided() if sign not in costs]:
        raise alphabet.question(
            Message("no costs: {signs}", signs=" ".join(map(shown, unknown[:12]))), unknown
        )
    alphabet.role |= dict.fromkeys(costs, "floor")
    board = _board(alphabet)
    is_whole = all(cost == int(cost) for cost in costs.values())
    cost_of_sign = np.array(
        [costs.get(sign, 1) for sign in alphabet.rows.signs], np.int64 if is_whole else np.float64
    )
    return board._replace(form="board of costs", costs=cost_of_sign[alphabet.rows.codes])
