"""Boards as strangers write them: read as they were meant, or asked; none is wrong in silence."""

import json
import random

import numpy as np
import pytest
import strangers

from gridwalk.errors import BoardTextError
from gridwalk.io.formats import parse

BOARDS = 300


def is_right(written, read):
    """Whether a board was read as it was drawn, with its ends."""
    ends = written.start, () if written.exit is None else (written.exit,)
    return read.open_cells.tolist() == written.is_open and (read.start, read.exits) == ends


def test_random_boards_are_read_or_asked_and_none_is_wrong_in_silence():
    at_once, asked, wrong = 0, 0, []
    for seed in range(BOARDS):
        written = strangers.written(random.Random(seed))
        try:
            read = parse(written.text)
        except BoardTextError:
            asked += 1
            assert is_right(written, parse(written.text, **written.signs)), (seed, written.text)
            continue
        at_once += is_right(written, read)
        if not is_right(written, read):
            wrong.append(seed)
            open_is = written.signs["open_is"].replace(" ", "blank")
            assert f"{open_is} is wall" in read.remark, (seed, written.text, read.remark)
    assert at_once + asked + len(wrong) == BOARDS
    assert at_once > 0.7 * BOARDS
    assert len(wrong) < 0.03 * BOARDS


# ---------------------------------------------------------------- boards that are read

MAZE = "#####/#S..#/###E#/#####"  # as the texts below mean it, in gridwalk's own signs
FIELD = "S.#/..#/#.E"
ZIGZAG = "S..#/#.##/#..E"
PLAIN = FIELD.replace("S", ".").replace("E", ".")
READ = {
    # Layouts.
    "lines": ("#####\n#S  #\n###E#\n#####\n", MAZE),
    "blanks": ("S 0 1\n0 0 1\n1 0 E", FIELD),
    "blanks for columns": ("  0   0   1\n  0   0   1\n  1   0   0\n", PLAIN),
    "tabs": ("0\t0\t1\n0\t0\t1\n1\t0\t0", PLAIN),
    "commas": ("S,.,#\n.,.,#\n#,.,E", FIELD),
    "semicolons": ("0;0;1\n0;0;1\n1;0;0", PLAIN),
    "separators at the end": ("0,0,1,\n0,0,1,\n1,0,0,\n", PLAIN),
    "JSON": ('[["S",".","#"],\n [".",".","#"],\n ["#",".","E"]]', FIELD),
    "JSON of strings": ('["S.#", "..#", "#.E"]', FIELD),
    "Python": ("maze = [\n    [0, 0, 1],  # the first row\n    [0, 0, 1],\n    [1, 0, 0],\n]", PLAIN),
    "NumPy's array": ("grid = np.array([[0, 0, 1], [0, 0, 1], [1, 0, 0]], dtype=np.uint8)", PLAIN),
    "C": ("int maze[3][3] = {\n  {0, 0, 1},\n  {0, 0, 1},\n  {1, 0, 0} };", PLAIN),
    "C without inner braces": ("int a[3][3] = {0,0,1,0,0,1,1,0,0};", PLAIN),
    "C++": ('std::vector<std::string> maze = {"S.#", "..#", "#.E"};', FIELD),
    "JavaScript": ("const maze = [\n  'S.#',\n  '..#', // the middle\n  '#.E',\n];", FIELD),
    "Java": ("int[][] maze = new int[][] {{0,0,1},{0,0,1},{1,0,0}};", PLAIN),
    "MATLAB": ("M = [0 0 1; 0 0 1; 1 0 0];", PLAIN),
    "NumPy's print": ("[[0 0 1]\n [0 0 1]\n [1 0 0]]", PLAIN),
    "NumPy's print of booleans": ("[[False False  True]\n [False False  True]\n [ True False False]]", PLAIN),
    "pandas' CSV": (",0,1,2\n0,0,0,1\n1,0,0,1\n2,1,0,0\n", PLAIN),
    "CSV with names": ("a,b,c\n0,0,1\n0,0,1\n1,0,0\n", PLAIN),
    "quoted CSV": ('"0","0","1"\n"0","0","1"\n"1","0","0"\n', PLAIN),
    "comments": ("// Level 1: the garden\n// by nobody in particular\nS.#\n..#\n#.E\n", FIELD),
    "a title": ("The first maze:\n\nS.#\n..#\n#.E\n", FIELD),
    "sizes": ("3 3\nS.#\n..#\n#.E", FIELD),
    "columns before rows": ("4 3\nS..#\n#.##\n#..E", ZIGZAG),
    "two lines of sizes": ("3\n4\nS..#\n#.##\n#..E", ZIGZAG),
    "a count of boards, sizes": ("1\n3 4\nS..#\n#.##\n#..E", ZIGZAG),
    "sizes, start, exit": ("3 4\n0 0\n2 3\n0 0 0 1\n1 0 1 1\n1 0 0 0", ZIGZAG),
    "start and exit below": ("0001\n1011\n1000\n0 0\n2 3", ZIGZAG),
    "sizes and ends of a sheet": ("3,,,\n4,,,\n0,0,0,1\n1,0,1,1\n1,0,0,0\n0,0,,\n2,3,,\n", ZIGZAG),
    "quoted ends": ("0001\n1011\n1000\nEntry: ['0', '0']\nExit: ['2', '3']", ZIGZAG),
    "sizes, blanks lost and one too many": (
        "5,4\n#####\n#S #\n###E#\n##### ",
        MAZE.replace("#S..#", "#S.#."),
    ),
    "named sizes": ("width=4\nheight=3\nS..#\n#.##\n#..E", ZIGZAG),
    "CRLF and a byte order mark": ("\ufeffS.#\r\n..#\r\n#.E\r\n", FIELD),
    "full-width signs": ("\uff33\uff0e\uff03\n\uff0e\uff0e\uff03\n\uff03\uff0e\uff25", FIELD),
    "doubled signs": ("##########\n##SS....##\n######EE##\n##########", MAZE),
    "a fence of Markdown": ("```\nS.#\n..#\n#.E\n```\n", FIELD),
    "lines that were trimmed": ("### ###\n# S\n###E###", "###.###/#.S..../###E###"),
    "blanks, True and False": ("False False True\nFalse False True\nTrue False False", PLAIN),
    # Alphabets.
    "A and B": ("#####\n#A  #\n###B#\n#####", MAZE),
    "S, G and 0": ("#####\n#S00#\n###G#\n#####", MAZE),
    "c and m": ("%%%%%\n%m  %\n%%%c%\n%%%%%", MAZE.translate(str.maketrans("SE", "ES"))),
    "2 and 3": ("11111\n12001\n11131\n11111", MAZE),
    "words": ("wall,wall,wall\nstart,path,end\nwall,path,wall", "###/S.E/#.#"),
    "FrozenLake": ("SFFF\nFHFH\nFFFH\nHFFG", "S.../.#.#/...#/#..E"),
    "Pac-Man": ("%%%%%%\n%P   %\n%%%%.%\n%%%%%%", "######/#S...#/####E#/######"),
    "emoji": ("⬛⬛⬛⬛⬛\n⬛🟢⬜⬜⬛\n⬛⬛⬛🏁⬛\n⬛⬛⬛⬛⬛", MAZE),
    "walls of X": ("XXXXX\nXS  X\nXXXEX\nXXXXX", MAZE),
    "W and X, a closed border": ("XXXXXXX\nXWWXWWX\nXXWWXWX\nXXXXXXX", "#######/#..#..#/##..#.#/#######"),
    "-1 and 0": ("-1 -1 -1 -1\n 0  0  0 -1\n-1 -1  0 -1", "####/...#/##.#"),
    "O and X": ("XXXXX\nXSOOX\nXXXEX\nXXXXX", MAZE),
    "one-way cells": ("S>.\n#v#\n#.E", "S>./#v#/#.E"),
    # Objects.
    "a grid and its ends": ('{"grid": [[0,0,1],[0,0,1],[1,0,0]], "start": [0,0], "end": [2,2]}', FIELD),
    "points as x and y": (
        '{"map": [[0,0,0],[1,1,0]], "from": {"x": 0, "y": 0}, "goal": {"x": 2, "y": 1}}',
        "S../##E",
    ),
    "obstacles": (
        '{"width": 3, "height": 3, "obstacles": [[2,0],[2,1],[0,2]], "start": [0,0], "goal": [2,2]}',
        FIELD,
    ),
    "cells with a wall": (
        '[[{"wall": false, "start": true}, {"wall": true}], [{"wall": false}, {"wall": false, "end": true}]]',
        "S#/.E",
    ),
}


def drawn(read):
    """Return a board without walls between cells in gridwalk's own signs."""
    rows = [[".#"[not ok] for ok in row] for row in read.open_cells.tolist()]
    for (row, column), way in read.one_way.items():
        rows[row][column] = {(-1, 0): "^", (0, 1): ">", (1, 0): "v", (0, -1): "<"}[way]
    for row, column in read.exits:
        rows[row][column] = "E"
    if read.start is not None:
        rows[read.start[0]][read.start[1]] = "S"
    return "/".join(map("".join, rows))


@pytest.mark.parametrize("name", READ)
def test_a_board_of_a_stranger_is_read(name):
    text, meant = READ[name]
    assert drawn(parse(text)) == meant


# ---------------------------------------------------------------- walls coded in each cell

ROOMS = (
    "+---+---+---+\n|       |   |\n+   +   +   +\n|   |       |\n+   +---+   +\n|           |\n+---+---+---+"
)
SIDES = [
    ("1001", "1100", "1101"),
    ("0101", "0011", "0100"),
    ("0011", "1010", "0110"),
]  # north, east, south, west
CODED = {
    "hexadecimal digits": "93b\nac2\nc56",
    "numbers of passages": "6 3 2\n10 12 11\n12 5 9",
    "four bits": "\n".join(map(" ".join, SIDES)),
    "a table of sides": "cell,E,W,N,S\n"
    + "".join(
        f'"({row}, {column})",{sides[1]},{sides[3]},{sides[0]},{sides[2]}\n'
        for row, line in enumerate(SIDES, 1)
        for column, sides in enumerate(line, 1)
    ),
    "objects with sides": json.dumps(
        [
            [
                dict(zip(("top", "right", "bottom", "left"), map("1".__eq__, sides), strict=True))
                for sides in line
            ]
            for line in SIDES
        ]
    ),
    "left_walls and top_walls": '{"left_walls": [[1, 0, 1, 1], [1, 1, 0, 1], [1, 0, 0, 1]], '
    '"top_walls": [[1, 1, 1], [0, 0, 0], [0, 1, 0], [1, 1, 1]]}',
}


@pytest.mark.parametrize("name", CODED)
def test_walls_coded_in_each_cell_are_read(name):
    read, meant = parse(CODED[name]), parse(ROOMS)
    assert [walls.tolist() for walls in read.walls] == [walls.tolist() for walls in meant.walls]
    assert read.open_cells.all()
    assert read.remark


def test_bits_on_which_neighbours_do_not_agree_are_no_walls():
    with pytest.raises(BoardTextError, match=r"95\.2% of the neighbours agree about their wall"):
        parse("9555513\na95556a\naa9513a\naaac63a\naac554a\nac55556\nc555557")


# ---------------------------------------------------------------- costs


@pytest.mark.parametrize(
    ("text", "costs", "walls"),
    [
        ("1 9 3\n4 5 6", [[1, 9, 3], [4, 5, 6]], []),
        ("1.5 inf inf\n2 3 4", [[1.5, 1, 1], [2, 3, 4]], [(0, 1), (0, 2)]),
        ("1,2\n3,4\n5,6", [[1, 2], [3, 4], [5, 6]], []),
        ("1,5;inf\n2;3", [[1.5, 1], [2, 3]], [(0, 1)]),
        ("S19\n#.E", [[1, 1, 9], [1, 1, 1]], [(1, 0)]),
        ("1,-1\n2,nan", [[1, 1], [2, 1]], [(0, 1), (1, 1)]),
        (
            "ncols 3\nnrows 2\nxllcorner 0.0\nyllcorner 0.0\nNODATA_value -9999\n1 2 3\n4 -9999 6\n",
            [[1, 2, 3], [4, 1, 6]],
            [(1, 1)],
        ),
    ],
)
def test_costs_of_strangers(text, costs, walls):
    read = parse(text, costs=True)
    assert [tuple(cell) for cell in np.argwhere(~read.open_cells).tolist()] == walls
    assert np.where(read.open_cells, read.costs, 1).tolist() == costs


def test_numbers_of_an_object_are_costs():
    read = parse('{"matrix": [[1, 0], [2, 5]], "end": [1, 1]}')
    assert (read.costs[1].tolist(), read.open_cells.tolist()) == ([2, 5], [[True, False], [True, True]])


# ---------------------------------------------------------------- options that answer a question

ANSWERS = [
    ("QZQ\nQQZ\nZQQ", {"wall_is": "Z"}, ".#./..#/#.."),
    ("00000\n0S110\n000E0\n00000", {"wall_is": "0"}, MAZE),
    ("S.#\n.3#\n#.E", {"open_is": "3"}, FIELD),
    (
        "[[1,0,-1],[0,0,-1],[-1,0,2]]",
        {"start_is": "1", "exit_is": "2", "wall_is": "-1"},
        FIELD,
    ),  # LeetCode 980
    ("1 0 3\n0 0 3\n3 0 2", {"start_is": "1", "exit_is": "2", "wall_is": "3"}, FIELD),
    ("S.E\nEEE", {"open_is": "E"}, "S../..."),
    ("####\n<..>\n####", {"start_is": "<", "exit_is": ">"}, "####/S..E/####"),
    ("0,1,0\n0,,0\n0,1,0", {"wall_is": "1,empty"}, ".#./.#./.#."),
]


@pytest.mark.parametrize(("text", "options", "meant"), ANSWERS)
def test_a_question_is_asked_that_options_answer(text, options, meant):
    with pytest.raises(BoardTextError) as caught:
        parse(text)
    assert all(f"{option}=" in str(caught.value) for option in options)
    assert len(str(caught.value)) <= 300
    assert drawn(parse(text, **options)) == meant


def test_lines_before_the_board_are_left_out_on_request():
    text = "walls = 2\n0 0\nS.#\n..#\n#.E"
    with pytest.raises(BoardTextError):
        parse(text)
    assert drawn(parse(text, header=2)) == FIELD


def test_a_drawn_tour_is_a_path():
    read = parse("1 4 7\n8 2 5\n3 6 9")
    assert (read.form, read.tour.tolist()[:2]) == ("tour", [[0, 0], [1, 1]])
