"""The page and the library draw alike: the page's lists of shapes beside calls of the library's pen."""

import math
from contextlib import nullcontext
from itertools import pairwise

import numpy as np
import pytest

import gridwalk as gw
from gridwalk.draw.draw import draw
from gridwalk.draw.scene import scene
from gridwalk.draw.shape import Outlined
from gridwalk.runtime.codes import BACK, PRUNE, STEP
from telling import ask

PIXELS = 16  # a cell: walls lie on whole pixels, and there is no room for words
SEARCHED = ("frontier", "expanded", "walk", "left")
LISTS = """
    const [{ LAYERS }, { sceneOf }, { Plan }] =
        await Promise.all(["view.js", "scene.js", "shapes.js"].map(from));
    const plan = new Plan(board, 1, 9), frame = film.at(given.at);
    const props = { board, asksExits: !film.isTour, cursor: -1, hover: -1, sight: { zoom: 1, x: 0.5, y: 0.5 },
        frame, marks: frame.marks, inCells: "nothing", looks: false };
    const made = sceneOf(props, plan, plan.width * given.pixels + 10, plan.height * given.pixels + 10);
    const lists = Object.fromEntries(Object.entries(LAYERS).map(([name, list]) => [name, [...list(made)]]));
    return { ...made.geometry, top: plan.corner(0)[1], middles: cells((v) => plan.middle(v)), lists };
"""
WAYS = {(1, 1): (0, 1), (2, 2): ((1, 0), (-1, 0)), (3, 1): (0, -1)}
COSTS = np.random.default_rng(2).integers(1, 10, (5, 6))
OPEN = np.random.default_rng(5).random((7, 9)) < 0.8
OPEN[0], OPEN[:, -1] = True, True
BOARDS = {
    "stack": (gw.Board(OPEN), "find", "dfs"),
    "queue": (gw.Board(OPEN), "find", "bfs"),
    "heap": (gw.Board(OPEN, moves=gw.KING), "shortest", "astar"),
    "costs": (gw.Board.rectangle(5, 6, costs=COSTS), "shortest", "dijkstra"),
    "one way": (gw.Board.rectangle(5, 5, one_way=WAYS), "find", "dfs"),
    "walls": (gw.make("backtracker", 5, 7, seed=3, thin=True), "find", "dfs"),
    "seams": (gw.Board.rectangle(5, 6, wrap="both", start=(1, 1), exits=[(4, 5)]), "find", "dfs"),
    "knight": (gw.Board.rectangle(6, 6, moves=gw.KNIGHT), "tour", "warnsdorff"),
    "hexagons": (gw.Board.hexagons(5, 6), "find", "dfs"),
    "a rhombus": (gw.Board(np.ones((4, 6), bool), moves=gw.HEX), "shortest", "labels"),
    "hexagons and walls": (gw.make("wilson", mask=gw.Board.hexagon(3), seed=1), "find", "bfs"),
    "levels": (gw.make("wilson", 3, 3, levels=2, seed=2, thin=True), "find", "dfs"),
}


class Told:
    """A pen that draws nothing and records its calls in `facts`."""

    cell_pixels, figures, signs = math.inf, False, True

    def __init__(self, board):
        names = ("walls", "start", "ends", "arrows", "here", "signs")
        self.facts = {name: set() for name in names} | {"path": []}
        self.cells, self.film = np.full(board.shape, "open", object), np.full(board.shape, "", object)

    def fill(self, name, mask):
        (self.film if name in SEARCHED else self.cells)[mask] = name

    def shade(self, scale, levels, lowest):
        self.cells[levels >= lowest] = scale

    def walls(self, ends):
        for first, last in ends.tolist():  # of squares in runs
            number = max(1, round(math.dist(first, last)))
            at = np.linspace(first, last, number + 1).tolist()
            self.facts["walls"] |= {side(both) for both in pairwise(at)}

    def segments(self, ends, width, look):
        """Only networks have others."""

    def arrow(self, x, y, turn, *, half):
        self.facts["arrows"].add((place(x + 0.5, y + 0.5), place(math.cos(turn), math.sin(turn)), half))

    def sign(self, status, corners):
        self.facts["signs"] |= {(place(x + 0.5, y + 0.5), status) for x, y in corners}

    def outline(self, x, y, inset):
        self.facts["here"].add(place(x + 0.5, y + 0.5))

    def line(self, points, width, name, *, closed=False):
        if name == "path":
            self.facts["path"].append(bends([*points.tolist(), *points[: int(closed)].tolist()]))

    def disc(self, x, y, radius, name):
        if name in ("start", "end"):
            self.facts["ends" if name == "end" else name].add(place(x, y))

    def ring(self, *_):
        """The disc inside has its place."""

    text = rule = ring
    legend = nullcontext

    def visible_width(self, width):
        return width

    visible_radius = visible_width


def place(*at):
    """A place in cells, rounded, so that equal ones are equal."""
    return tuple(round(part, 2) + 0.0 for part in at)


def side(ends):
    return tuple(sorted(place(*end) for end in ends))


def bends(points):
    """Where a line turns, and its ends, from one end or the other."""
    kept = [place(*points[0])]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        (a, b), (c, d) = np.subtract(at, before), np.subtract(after, at)
        if abs(a * d - b * c) > 1e-6 or a * c + b * d < 0:
            kept.append(place(*at))
    kept.append(place(*points[-1]))
    return min(kept, kept[::-1])  # labels are traced back from the exit


def library(trace, at):
    """The calls of the library's pen for a step of a trace."""
    pen = Told(trace.board)
    draw(view := scene(trace.board, trace=trace, at=at), pen, ordered=False)
    if isinstance(view.shape, Outlined):
        pen.cells[~view.shape.shown] = ""
    pen.cells[pen.cells == "page"] = ""
    covered = pen.facts["start"] | pen.facts["ends"]
    pen.facts["arrows"] = {one for one in pen.facts["arrows"] if one[0] not in covered}
    return pen.facts | {"cells": pen.cells.reshape(-1).tolist(), "film": pen.film.reshape(-1).tolist()}


def shapes(page, question, trace, at):
    """The same of the page's lists of shapes."""
    made = ask(page, question, trace, LISTS, at=at, pixels=PIXELS)
    x, y, top, lists = made["x"], made["y"], made["top"], made["lists"]
    assert made["scale"] == PIXELS

    def points(line):
        pairs = zip(line[::2], line[1::2], strict=True)
        return [((a - x) / PIXELS, (b - y) / PIXELS - top) for a, b in pairs]

    def lines(layer, look, colour):
        found = [one for one in lists[layer] if one.get(look) == colour and "dash" not in one]
        return [points(line) for one in found for line in one.get("lines", ())]

    def discs(colour):
        found = [one["at"] for one in lists["marks"] if one.get("fill") == colour and "radius" in one]
        return {place(*points(at)[0]) for at in found}

    middle_of = [place(a, b - top) for a, b in made["middles"]]

    def coloured(layer):
        """The colour of each cell, from a list of cells or from outlines around their middles."""
        given = [one["cells"] for one in lists[layer] if "cells" in one]
        if given:
            return [name.removeprefix("faint ").rstrip("23456789") for name in given[0]]
        around = {}
        for one in lists[layer]:
            for line in one.get("lines", ()) if one.get("closed") else ():
                around[place(*np.mean(points(line), axis=0))] = one["fill"]
        return [around.get(middle, "") for middle in middle_of]

    def arrow(corners):
        """Its cell, its direction, and whether it is small: then it lies ahead of the middle."""
        tip, *base = np.array(corners)
        way = (tip - np.mean(base, axis=0)) / np.linalg.norm(tip - np.mean(base, axis=0))
        is_small = np.linalg.norm(tip - np.mean(base, axis=0)) < 0.3
        middle = min(middle_of, key=lambda each: np.linalg.norm(np.mean([tip, *base], axis=0) - each))
        return middle, place(*way), bool(is_small)

    def sign(corners, *, full):
        """The cell with the sign in its lower left, and its status."""
        at = np.mean(corners, axis=0) - (-0.32, 0.32)
        status = "expanded" if full else "frontier" if len(corners) == 4 else "left"
        return min(middle_of, key=lambda middle: math.dist(middle, at)), status

    looks = (("stroke", False), ("fill", True))
    signs = {sign(line, full=full) for look, full in looks for line in lines("marks", look, "figure")}
    ends, start = discs("exit"), discs("start")
    arrows = {arrow(line) for line in lines("marks", "fill", "ink")}
    return {
        "cells": coloured("board"), "film": coloured("film"),
        "walls": {side(line) for line in lines("sides", "stroke", "wall") if len(line) == 2},
        "path": [bends(line) for line in lines("marks", "stroke", "path")],
        "start": start, "ends": ends, "here": discs("ink"), "signs": signs,
        "arrows": {one for one in arrows if one[0] not in start | ends},  # they lie below the discs
    }  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_the_page_and_the_library_draw_alike(page, name):
    board, question, by = BOARDS[name]
    trace = (board.paths() if question != "tour" else board.tours((0, 0))).trace(by=by)
    for at in (*range(1, len(trace), 1 + len(trace) // 7), len(trace)):
        ours, theirs = shapes(page, question, trace, at), library(trace, at)
        unlike = {"ends", "start"} if question == "tour" else set()  # the library has beads, the page numbers
        if at < len(trace) and trace.events[at - 1, 0] in (BACK, PRUNE):
            unlike.add("here")  # the page marks where the search stands then, the library the event's cell
        if at < len(trace) and not (trace.events[:, 0] == STEP).any():
            unlike.add("path")  # the page shows the way to each cell, too
        alike = [what for what in theirs if what not in unlike]
        assert {what: ours[what] for what in alike} == {what: theirs[what] for what in alike}, at
