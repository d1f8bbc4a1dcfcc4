"""Odd arrays, which mean what they mean; and wrong values at every public entry, refused in words."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from . import draw
from .case import Case, SkipError, close
from .truth import Truth

# ---------------------------------------------------------------------------------- odd arrays

# Ways to hand over the open cells; each means the same as np.array(rows).
GRIDS = (
    "rows", "tuple(map(tuple, rows))", "np.array(rows, order='F')", "np.array(rows)[::-1][::-1]",
    "np.ascontiguousarray(np.array(rows)[:, ::-1])[:, ::-1]",
    "np.repeat(np.repeat(rows, 2, 0), 3, 1)[::2, ::3]",
    "np.broadcast_to(np.array(rows), (1, *np.shape(rows)))[0]", "np.array(rows).T.copy().T",
    "(np.array(rows) * np.uint8(255)).view(bool)", "(np.array(rows) * np.uint8(2)).view(bool)",
    "(np.array(rows) * np.arange(1, np.size(rows) + 1, dtype=np.uint8).reshape(np.shape(rows))).view(bool)",
    "np.frombuffer((np.array(rows) * np.uint8(128)).tobytes(), bool).reshape(np.shape(rows))",
    "np.ma.masked_array(rows)", "np.array(rows, dtype='?')", "gw.Board(rows).open_cells",
    "memoryview(np.array(rows))",
)  # fmt: skip
COSTS = ("<i2", ">i4", ">i8", "u1", "u8", "f2", ">f4", ">f8", "g", "i1")
LAYOUTS = ("{}", "np.asfortranarray({})", "{}[::-1][::-1]", "np.repeat({}, 2, 1)[:, ::2]", "{}.tolist()")
CELLS = ("i1", "u1", ">i2", "i4", ">i8", "u8")


def run_arrays(case: Case) -> None:
    rng = case.rng
    raw = draw.raw(rng, 30)
    whole = tuple(tuple(rng.randint(1, 100) for _ in row) for row in raw.open_cells)
    raw = replace(raw, costs=rng.choice((None, whole)))
    truth = Truth(raw)
    case.value("rows", [list(row) for row in raw.open_cells])
    options = draw.options(raw)
    if raw.costs is not None:
        case.value("costs", [list(row) for row in raw.costs])
        array = rng.choice(LAYOUTS).format(f"np.array(costs, {rng.choice(COSTS)!r})")
        options.append(f"costs={array}")
    case.let("board", f"gw.Board({rng.choice(GRIDS)}, {', '.join(options)})")
    case.same("board.open_cells.tolist()", [list(row) for row in raw.open_cells])
    case.same("sorted(set(board.open_cells.view(np.uint8).ravel().tolist()) - {0, 1})", [])
    case.same("pickle.loads(pickle.dumps(board)) == board", True)
    start, end = rng.choice(raw.cells), rng.choice(raw.cells)
    least = truth.distances([start]).get(end)
    for asked in (
        f"board.paths({start}, {end}).shortest()",
        f"board.paths(np.array({start}), np.array([{end}])).shortest()",
    ):
        case.holds(f"(path := {asked}) and path.cost", lambda cost: close(cost, least), least)
    reached = truth.table(dict.fromkeys(truth.distances([start]), True), False)
    case.same(f"board.reachable({start}).tolist()", reached)
    kind, other = rng.choice(CELLS), rng.choice(CELLS)
    layout = rng.choice(LAYOUTS)
    froms, tos = (
        layout.format(f"np.array([{cell}] * 3, {dtype!r})") for cell, dtype in ((start, kind), (end, other))
    )
    costs = [math.inf if least is None else least] * 3
    case.label = "shortest_many of odd arrays"
    case.holds(f"board.shortest_many({froms}, {tos}).costs.tolist()",
               lambda said: all(map(close, said, costs)), costs, worth=3)  # fmt: skip


def run_far_costs(case: Case) -> None:
    """Costs so far apart that sums round: refused when the board is made, or answered all the same."""
    rng = case.rng
    raw = draw.raw(rng, 9, plain=True)
    shape = len(raw.open_cells), len(raw.open_cells[0])
    raw = draw.Raw(raw.open_cells, raw.deltas, raw.corners, {}, draw.far_costs(rng, shape))
    truth = Truth(raw)
    start, end = rng.choice(raw.cells), rng.choice(raw.cells)
    try:
        ways = truth.simple_paths([start], [end], draw.STEPS)
    except draw.TooManyError:
        raise SkipError from None
    if case.survives(draw.board(raw)) is None:
        return
    case.let("board", draw.board(raw))
    case.let("paths", f"board.paths({start}, {end})")
    costs = [float(truth.cost(way)) for way in ways]
    least = min(costs, default=None)
    for by in ("auto", "dijkstra", "astar", "sweep"):
        case.holds(
            f"(path := paths.shortest(by={by!r})) and path.cost", lambda cost: close(cost, least), least
        )
    case.holds(
        "paths.all_shortest().count()",
        lambda number: (number > 0) == bool(ways),
        "at least one" if ways else 0,
    )
    most = max(costs, default=None)
    case.holds("(path := paths.longest(measure='cost')) and path.cost", lambda cost: close(cost, most), most)


# -------------------------------------------------------------------------------- wrong values

JUNK = (
    "None", "True", "-1", "0", "1", "3", "2**31", "2**63", "10**30", "0.5", "-0.0", "float('nan')",
    "float('inf')", "1e308", "''", "'x'", "'a1'", "'9,9'", "'0,0'", "'\\x1c'", "'\\x00'", "b'x'",
    "'\uff11,\uff11'", "[]", "()", "{}", "set()", "[()]", "[[]]", "[None]", "(0,)", "(0, 0)", "(0, 0, 0)",
    "(-1, 0)", "(0.0, 0)", "('0', '0')", "((0, 0), (1, 1))", "[(0, 0), 'a1']", "[(0, 99)]", "np.int64(1)",
    "np.float64(1)", "np.bool_(True)", "np.array([0, 0])", "np.array([])", "np.array([[0, 0]])",
    "np.array([[0.5, 0]])", "np.zeros((2, 2, 2))", "np.array('x')", "np.array([None, 1])",
    "np.datetime64('2026-01-01')", "object()", "len", "int", "range(3)", "iter([])", "1j", "10**13",
    "{(0, 0): (0, 1)}", "{'a1': (0, 1)}", "{(0, 0): None}", "{None: (0, 1)}", "{(0, 0): np.array([0, 1])}",
    "gw.KING", "gw.Board.rectangle(2, 2)", "[[True, False]]", "[[1, 0]]", "[['x']]", "[[None]]",
    "[[1], [1, 2]]", "np.full((3, 4), 10**400, object)", "np.full((3, 4), np.nan)", "np.full((3, 4), -1)",
    "np.full((3, 4), '7')", "np.full((3, 4), np.longdouble('1e-4000'))", "np.full((3, 4), 2**60)",
    "slice(None)", "Ellipsis", "NotImplemented",
)  # fmt: skip
# What is asked where a wrong value stands for {0} (and another one for {1}).  Sizes that would take all
# memory or all day are not asked: none of these lists without an end.
ENTRIES = (
    "gw.Board({0})", "gw.Board({0}, costs={1})", "gw.Board([[True] * 4] * 3, costs={0})",
    "gw.Board([[True] * 4] * 3, moves={0})", "gw.Board([[True] * 4] * 3, one_way={0})",
    "gw.Board([[True] * 4] * 3, start={0}, exits={1})", "gw.Board.from_matrix({0})",
    "gw.Board.from_text({0})", "gw.Board.from_text('..', costs={0})",
    "gw.Board.from_text('type octile\\nheight 1\\nwidth 1\\nmap\\n.\\n', terrain={0})",
    "gw.Board.rectangle(2, {0}) if not isinstance({0}, int) or {0} < 99 or {0} > 2**30 else None",
    "board.replace(start={0})", "board.replace(exits={0})", "board.replace(moves={0})",
    "board.replace(costs={0})", "board.replace(one_way={0})", "board.index({0})", "board.open_cell({0})",
    "board._open_cells_of({0}, 'cells')", "board.paths({0}, {1})", "board.paths({0}).count()",
    "board.paths(exits={0}).shortest()", "board.tours({0}, {1})", "board.tours({0}, closed=True)",
    "board.distances({0})", "board.reachable({0})", "board.shortest_many({0}, {1})",
    "board.shortest_many([(0, 0)], {0})", "board.shortest_many([(0, 0)], [(0, 1)], by={0})",
    "board.shortest_many([(0, 0)], [(0, 1)], threads={0}) if not isinstance({0}, int) or {0} < 9 else None",
    "gw.Moves({0})", "gw.Moves([(0, 1)], {0})", "gw.KING.with_corners({0})", "gw.ORTHOGONAL.ordered({0})",
    "gw.leaper({0}, {1})", "gw.parse_moves({0})",
    "gw.read({0}) if not isinstance({0}, (int, np.integer)) else None", "paths.find(by={0})",
    "paths.shortest(by={0})", "paths.count(by={0})", "paths.longest(measure={0})", "paths.trace(by={0})",
    "paths.trace(max_events={0})", "paths.through({0})", "paths.avoiding({0})", "paths.through({0}, {1})",
    "paths.longer_than({0})", "paths.shorter_than({0})", "paths.of_length({0})",
    "paths.of_length({0}).count()", "paths.within({0})", "paths.within(memory={0})",
    "paths.within(progress={0})", "paths.within(keep={0})", "paths.list({0})",
    "next(paths.batches({0}))", "paths.sample({0}) if not isinstance({0}, int) or {0} < 99 else None",
    "paths.sample(1, seed={0})", "paths.samples(1, seed={0})", "paths.unrank({0})", "paths.rank({0})",
    "{0} in paths", "board.cycles().through({0}).count()", "board.svg({0})", "paths.shortest(nearest={0})",
    "board == {0}", "paths.find() == {0}", "board.shortest_many([(0, 0)], [(0, 1)])[{0}]",
    "next(paths.batches())[{0}]",
)  # fmt: skip


def run_wrong(case: Case) -> None:
    rng: random.Random = case.rng
    case.let("board", "gw.Board.rectangle(3, 4)")
    case.let("paths", "board.paths()")
    for case.label in rng.sample(ENTRIES, 20):
        # Python's own: an index beyond the end ends a loop, and NumPy compares arrays cell by cell.
        own = (IndexError,) if case.label.endswith("[{0}]") else (ValueError,) if "==" in case.label else ()
        case.survives(case.label.format(rng.choice(JUNK), rng.choice(JUNK)), *own)
