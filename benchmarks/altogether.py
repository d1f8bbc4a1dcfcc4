"""How long do questions about all paths take, beside other programs?

Every answer begins with a new board, so that nothing is kept from one to the next but compiled code, which
a first round makes.  In each round every program answers once; figures are medians over the rounds,
of processor time of the whole process.  A peer whose first answer takes more than five seconds is not asked
again.  Inputs are seeded.

A wrong answer has no speed: counts are held against OEIS, a longest path is followed and its length held
against parity, the counts by length or the peers, sampled paths are followed, and their mean length held
against the exact one.  A peer that is not installed is left out; one that answers wrong, or has not
proved its answer when its time is over, is named.
"""

import importlib
import statistics
import time
from itertools import islice, pairwise
from random import Random

import numpy as np

from benchmarks.figures import Figure
from benchmarks.peers import installed
from benchmarks.shrink import braided_maze
from gridwalk import KING, Board, make

ROOK_PATHS = {  # corner to corner, OEIS A007764
    5: 8512,
    6: 1262816,
    10: 41044208702632496804,
    12: 182413291514248049241470885236,
    13: 64528039343270018963357185158482118,
    16: 2266745568862672746374567396713098934866324885408319028,
}
KING_PATHS = {  # corner to corner, OEIS A140518
    7: 10621309947362277575,
    8: 50819542770311581606906543,
    9: 2460791237088492025876789478191411,
}
SLOW = 5.0  # seconds of a peer's first answer, from which on it is not asked again
SOLVER_SECONDS = 60
FIRST_SECONDS = 20
SAMPLES = 1000
SOME = 10_000  # paths, where all would take minutes
PEERS = {name: (name,) for name in ("graphillion", "ortools", "rustworkx", "networkx")}


def seconds_of(ask):
    """Return the processor seconds that *ask* takes, and its answer."""
    began = time.process_time()
    answer = ask()
    return time.process_time() - began, answer


class Table:
    """The questions of one run, and their figures."""

    def __init__(self, rounds=3):
        self.rounds, self.there, self.found = rounds, {"gridwalk", *installed(PEERS)}, []

    def measure(self, name, ours, right, peers=(), paths=0, aim=None):
        """Measure one question; a figure for each peer, or one alone.

        *ours* is asked, *right* tells whether its answer is, and *paths* is how many it has, where a rate is
        wanted; *peers* has the same for others, by names that begin with the library's.
        """
        ways = {"gridwalk": (ours, right, paths)}
        ways |= {peer: (*way, 0)[:3] for peer, way in dict(peers).items() if peer.split()[0] in self.there}
        times, notes, again = {}, {}, {}
        for way, (ask, check, _) in ways.items():
            first, answer = seconds_of(ask)
            verdict = check(answer)
            if way == "gridwalk" and verdict is False:
                raise SystemExit(f"altogether: {name}: wrong answer")
            again[way] = way == "gridwalk" or first < SLOW
            notes[way] = {None: "not done in time", False: "wrong", True: "" if again[way] else "once"}[
                verdict
            ]
            times[way] = [] if again[way] else [first]
        for _ in range(self.rounds):
            for way, (ask, _, _) in ways.items():
                if again[way]:
                    times[way].append(seconds_of(ask)[0])
        told = {way: statistics.median(rows) for way, rows in times.items()}
        if paths:
            told = {way: ways[way][2] / seconds / 1e6 for way, seconds in told.items()}
        unit, own = "M paths/s" if paths else "s", told.pop("gridwalk")
        aimed = {"aim": aim, "at_least": bool(paths), "of_ratio": False}
        for way, theirs in told.items() or [("", None)]:
            known = None if notes.get(way) in ("wrong", "not done in time") else theirs
            self.found.append(Figure(name, unit, own, way, known, **aimed, note=notes.get(way, "")))


# ------------------------------------------------------------------------------------ graphs for the others


def grid_edges(n, king=False):
    """Return the edges of the open n x n board, cells numbered from 1."""
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if king else 2]
    return [
        (r * n + c + 1, (r + dr) * n + c + dc + 1)
        for r in range(n)
        for c in range(n)
        for dr, dc in steps
        if r + dr < n and 0 <= c + dc < n
    ]


def both_ways(edges):
    """Return {(u, v): 1} with an arc for each direction of *edges*."""
    return dict.fromkeys(edges + [edge[::-1] for edge in edges], 1)


def contracted(board, *, dead_ends=False):
    """Return start, exit and {(u, v): moves} of a maze: an arc a corridor, spurs only with *dead_ends*.

    Of corridors side by side the longest stays.  No other program contracts by itself; this is not timed.
    """
    start, goal = board.start, board.exits[0]
    opened = set(map(tuple, np.argwhere(board.open_cells).tolist()))

    def beside(cell):
        return [at for d in board.moves.deltas if (at := (cell[0] + d[0], cell[1] + d[1])) in opened]

    ends = [] if dead_ends else list(opened)
    while ends:
        cell = ends.pop()
        if cell in opened and cell not in (start, goal) and len(beside(cell)) < 2:
            opened.discard(cell)
            ends += beside(cell)
    junctions = {
        cell: i for i, cell in enumerate(sorted(opened), 1) if len(beside(cell)) != 2 or cell in (start, goal)
    }
    arcs = {}
    for junction, number in junctions.items():
        for at_first in beside(junction):
            before, at, moves, passable = junction, at_first, 1, True
            while True:
                step = (at[0] - before[0], at[1] - before[1])
                passable &= board.one_way.get(before, step) == step
                if at in junctions:
                    break
                before, at, moves = at, next(cell for cell in beside(at) if cell != before), moves + 1
            arc = number, junctions[at]
            if passable and at != junction:
                arcs[arc] = max(moves, arcs.get(arc, 0))
    return junctions[start], junctions[goal], arcs


# --------------------------------------------------------------------------------------------- the others


def graphillion_paths(edges, source, sink, traversal="as-is"):
    """Return graphillion's set of paths; its best order: row by row on grids, else "bfs"."""
    graph_set = importlib.import_module("graphillion").GraphSet
    graph_set.set_universe(edges, traversal=traversal, source=source)
    return graph_set.paths(source, sink)


def graphillion_longest(source, sink, arcs):
    """Return the length of graphillion's heaviest path over undirected *arcs*."""
    weights = {(u, v): moves for (u, v), moves in arcs.items() if u < v}
    edges = [(u, v, float(moves)) for (u, v), moves in weights.items()]
    order = "as-is" if set(weights.values()) == {1} else "bfs"
    path = next(graphillion_paths(edges, source, sink, order).max_iter())
    return sum(weights[min(edge), max(edge)] for edge in path)


def solver_longest(source, sink, arcs):
    """Return what CP-SAT finds the longest path to be, None where it is not proved in time."""
    cp_model = importlib.import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    taken = {arc: model.new_bool_var("") for arc in arcs if arc[0] != sink and arc[1] != source}
    circuit = [(u, v, variable) for (u, v), variable in taken.items()]
    circuit += [(v, v, model.new_bool_var("")) for v in {v for arc in arcs for v in arc} - {source, sink}]
    model.add_circuit([*circuit, (sink, source, True)])
    model.maximize(sum(arcs[arc] * variable for arc, variable in taken.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 2, SOLVER_SECONDS
    status = solver.solve(model)
    return int(solver.objective_value) if status == cp_model.OPTIMAL else None


def graph_of(library, arcs):
    """Return a directed graph of networkx or rustworkx with *arcs*."""
    if library == "networkx":
        graph = importlib.import_module("networkx").DiGraph()
        graph.add_edges_from(arcs)
        return graph
    graph = importlib.import_module("rustworkx").PyDiGraph()
    graph.extend_from_edge_list(list(arcs))
    return graph


def all_paths(library, graph, source, sink):
    """Return all simple paths, lazily (networkx) or as a list (rustworkx)."""
    return importlib.import_module(library).all_simple_paths(graph, source, sink)


def listed_longest(library, source, sink, arcs):
    """Return the length of the longest of all paths that a library lists."""
    paths = all_paths(library, graph_of(library, arcs), source, sink)
    return max(sum(arcs[u, v] for u, v in pairwise(path)) for path in paths)


# ------------------------------------------------------------------------------------------------- inputs


def slopes(seed=1):
    """Return a 141 x 141 maze like that of Advent of Code 2023, day 23.

    Winding corridors join six rows of six places, all but two corners of them junctions; the cells beside
    a place lead right or down only.
    """
    random = Random(seed)
    cells, ways = np.zeros((141, 141), bool), {}
    places = range(13, 141, 23)

    def corridor(row, column, reach, down):
        """Carve a corridor from one place to the next; *down* turns the picture over."""
        at, canvas = row, cells.T if down else cells
        for c in range(column + 7, column + 17, 2):
            to = row if c == column + 15 else row + (-1) ** (c // 2) * random.randint(reach // 2, reach)
            canvas[min(at, to) : max(at, to) + 1, c] = True
            canvas[to, c : c + 3] = True
            at = to
        canvas[row, column : column + 8] = canvas[row, column + 15 : column + 24] = True
        for c in (column + 1, column + 22):
            ways[(c, row) if down else (row, c)] = (1, 0) if down else (0, 1)

    for row in places:
        for column in places[:-1]:
            corridor(row, column, 10, down=False)
            corridor(row, column, 4, down=True)
    cells[: places[0], places[0]] = cells[places[-1] :, places[-1]] = True
    return Board(cells, one_way=ways, start=(0, places[0]), exits=[(140, places[-1])])


def pocket(n, before):
    """Return the open *before* x *before* board, and a dead end of n x n cells behind one cell beside it."""
    cells = np.zeros((max(n, before), before + 1 + n), bool)
    cells[:before, :before] = cells[:n, before + 1 :] = cells[before // 2, before] = True
    return Board(cells, start=(0, 0), exits=[(before - 1, before - 1)])


# -------------------------------------------------------------------------------------------------- parts


def count(table):
    """How many paths are there?"""
    for king, paths, aims, most in (
        (False, ROOK_PATHS, {10: None, 12: None, 13: 0.3, 16: 8.0}, 12),
        (True, KING_PATHS, {7: None, 8: 1.0, 9: 6.0}, 8),
    ):
        for n, aim in aims.items():

            def ours(n=n, king=king):
                options = {"moves": KING} if king else {}
                return Board.rectangle(n, n, **options).paths().count(by="sweep")

            def theirs(n=n, king=king):
                return graphillion_paths(grid_edges(n, king), 1, n * n).len()

            def right(answer, n=n, paths=paths):
                return answer == paths[n]

            peers = {"graphillion": (theirs, right)} if n <= most else {}
            sizes = "; ".join(f"{m} x {m}" for m in aims if m <= most) if n <= most else f"{n} x {n}"
            table.measure(f"count paths, {'king ' if king else ''}{sizes}", ours, right, peers, aim=aim)


def longest(table):
    """How long is the longest path?"""
    for n, aim in ((8, None), (10, None), (12, 1.0)):
        graph = 1, n * n, both_ways(grid_edges(n))
        longest_of(
            table, "longest path, open 8 x 8; 10 x 10; 12 x 12", Board.rectangle(n, n), graph, aim, n * n - 2
        )
    board = make("kruskal", 25, 25, seed=1, braid=0.15)
    longest_of(table, "longest path, maze of 25 x 25 rooms", board, contracted(board), 0.5)
    board = slopes()
    longest_of(table, "longest path, 141 x 141 with slopes", board, contracted(board), 0.2, listed=True)
    board = board.replace(one_way={})
    longest_of(table, "longest path, 141 x 141 without slopes", board, contracted(board))


def longest_of(table, name, board, graph, aim=None, expected=None, listed=False):
    """Measure the longest path of *board*; the others get its *graph*."""
    if expected is None:
        expected = max(board.paths().lengths())

    def ours():
        return (
            Board(board.open_cells, one_way=board.one_way, start=board.start, exits=board.exits)
            .paths()
            .longest()
        )

    def theirs(moves):
        return None if moves is None else moves == expected

    peers = {"ortools CP-SAT": (lambda: solver_longest(*graph), theirs)}
    if board._symmetric:
        peers["graphillion"] = (lambda: graphillion_longest(*graph), theirs)
    if listed:
        for library in ("rustworkx", "networkx"):
            peers[f"{library} all_simple_paths"] = (lambda of=library: listed_longest(of, *graph), theirs)
    table.measure(name, ours, lambda path: path.length == expected and path in board.paths(), peers, aim=aim)


def sample(table):
    """How long do uniform samples take, set-up and all?"""
    aims = {6: None, 8: None, 10: None, 12: 2.0}
    name = f"{SAMPLES:,} random paths, " + "; ".join(f"{n} x {n}" for n in aims)
    for n, aim in aims.items():
        paths, edges = Board.rectangle(n, n).paths(), grid_edges(n)
        numbers = paths.lengths()
        mean = sum(length * number for length, number in numbers.items()) / sum(numbers.values())
        spread = sum((length - mean) ** 2 * number for length, number in numbers.items()) / sum(
            numbers.values()
        )
        error = (spread / SAMPLES) ** 0.5

        def fair(lengths, mean=mean, error=error):
            return len(lengths) == SAMPLES and abs(statistics.fmean(lengths) - mean) < 5 * error

        def ours(n=n):
            return Board.rectangle(n, n).paths().sample(SAMPLES, seed=1)

        def right(drawn, paths=paths, fair=fair):
            return all(path in paths for path in drawn) and fair([path.length for path in drawn])

        def theirs(n=n, edges=edges):
            return list(islice(graphillion_paths(edges, 1, n * n).rand_iter(), SAMPLES))

        peers = {"graphillion": (theirs, lambda drawn, fair=fair: fair([len(path) for path in drawn]))}
        table.measure(name, ours, right, peers, aim=aim)


def listing(table):
    """How fast are paths listed, and does a dead end slow that down?"""
    for n, aim in ((5, None), (6, 10.0)):
        graph = 1, n * n, both_ways(grid_edges(n))
        list_of(table, "list paths, open 5 x 5; 6 x 6", Board.rectangle(n, n), ROOK_PATHS[n], graph, aim)
    board = pocket(5, 3)
    list_of(
        table, "list paths, 3 x 3 beside a dead end of 5 x 5", board, 12, contracted(board, dead_ends=True)
    )
    for n in (10, 40, 160):
        list_of(table, f"list paths, 5 x 5 beside a dead end of {n} x {n}", pocket(n, 5), ROOK_PATHS[5])
    cells = braided_maze(4001, 0.05)
    table.measure(
        "first path of a braided maze, 4001 x 4001",
        lambda: next(iter(Board(cells).paths().within(FIRST_SECONDS))),
        lambda path: path in Board(cells).paths(),
        aim=2.0,
    )


def list_of(table, name, board, paths, graph=None, aim=None):
    """Measure the listing of *board*, in batches and as objects; the others get its *graph*, if any."""

    def again():
        return Board(board.open_cells, start=board.start, exits=board.exits).paths()

    few = min(paths, SOME)
    peers = {}
    source, sink, arcs = graph or (0, 0, {})
    for library in ("rustworkx", "networkx"):
        if graph is not None and library in table.there:
            given, asked = graph_of(library, arcs), few if library == "networkx" else paths

            def theirs(library=library, given=given, asked=asked):
                return sum(1 for _ in islice(all_paths(library, given, source, sink), asked))

            peers[library] = theirs, lambda number, asked=asked: number == asked, asked
    table.measure(
        f"{name}, in batches",
        lambda: sum(map(len, again().batches())),
        lambda number: number == paths,
        peers,
        paths,
        aim,
    )
    table.measure(
        f"{name}, objects",
        lambda: sum(1 for _ in islice(again(), few)),
        lambda number: number == few,
        (),
        few,
    )


def figures():
    """Return the figures of the page."""
    table = Table()
    for part in (count, longest, sample, listing):
        part(table)
    return table.found
