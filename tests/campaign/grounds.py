"""Networks and boards of hexagons, every question against brute force."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from oracles import Cell, Raw

from . import draw, fields
from .beyond import bounded, estimated, in_order
from .case import REFUSED, Case, close
from .known import Known, cheapest
from .paths import (
    ALL,
    AS_LISTS,
    batches,
    counting,
    filtered,
    induced,
    listing,
    longest,
    measured,
    members,
    ranks,
    sampled,
)
from .truth import Edges, TooManyError, Truth, Way, offset

BEYOND = (in_order, bounded, estimated)
Ends = Sequence[list[Cell] | None]
Question = Callable[..., None]
OF_NETWORKS = (counting, listing, batches, longest, sampled, ranks, measured, *BEYOND)


class Board(Truth):
    """An oracle for any edges between nodes that are named like cells."""

    def __init__(self, edges: Edges, shape: Cell, *, one_way: bool = False, in_rows: bool = True) -> None:
        rows, columns = shape
        opened = tuple(tuple((r, c) in edges for c in range(columns)) for r in range(rows))
        self.one_way, self.in_rows = one_way, in_rows
        self.raw, self.edges, self.cells = Raw(opened, ()), edges, list(edges)

    def directions(self, u: Cell, v: Cell) -> set[Cell]:
        return {offset(u, v)}


# ------------------------------------------------------------------------------------ networks


def run_networks(case: Case) -> None:
    """Networks whose nodes are pairs of numbers; directed or not, with or without costs."""
    rng = case.rng
    directed, priced = rng.random() < 0.4, rng.random() < 0.5
    text = ""

    def made(most: int) -> Truth:
        nonlocal text
        text, truth = network(rng, most, directed=directed, priced=priced)
        return truth

    truth, ends, ways = draw.between(rng, rng.choice((3, 5, 8, 11)), made, 0.85)
    case.let("network", text)
    known = the_set(case, truth, ways, "network", ends)
    ask_set(case, known, ends, ("dijkstra", *["bfs"] * (not priced)), (*OF_NETWORKS, by_name))
    some_of(case, known, SMALLER)
    tours(case, truth, "network")


def network(rng: random.Random, most: int, *, directed: bool, priced: bool) -> tuple[str, Board]:
    """Draw a network of at most *most* nodes."""
    rows = drawn_edges(rng, most, directed=directed, priced=priced)
    edges: Edges = {node: {} for node in sorted({node for row in rows for node in row[:2]})}
    for u, v, _, cost in rows:
        edges[u][v] = cost
        if not directed:
            edges[v][u] = cost
    text = f"gw.Network({rows}, {list(edges)}, directed={directed})"
    return text, Board(edges, (4, most), one_way=directed, in_rows=False)


def drawn_edges(
    rng: random.Random, most: int, *, directed: bool, priced: bool
) -> list[tuple[Cell, Cell, int, float]]:
    """Draw the edges of a tree and some more, no two between the same nodes in the same direction."""
    names = [(rng.randrange(4), n) for n in range(rng.randint(2, most))]
    rng.shuffle(names)
    tree = [(names[rng.randrange(n)], names[n]) for n in range(1, len(names))]
    more = [tuple(rng.sample(names, 2)) for _ in range(rng.randint(0, 2 * len(names)))]
    pairs = [pair[:: rng.choice((1, -1))] for pair in (*tree, *more)]
    if not directed:
        pairs = list({frozenset(pair): pair for pair in pairs}.values())
    price = rng.choice(((1, 2, 3), (0, 1, 5), (0.5, 0.25, 3)))
    return [(u, v, 1, rng.choice(price) if priced else 1) for u, v in dict.fromkeys(pairs)]


def tours(case: Case, truth: Truth, name: str) -> None:
    """Hamiltonian paths, and cycles of undirected networks and boards."""
    try:
        every, cycles = truth.open_tours(None, None, draw.STEPS), truth.cycles(draw.STEPS)
    except TooManyError:
        return
    some = Known(truth, every, f"{name}.tours()", plain=False)
    case.same(f"{some.name}.count()", len(every))
    case.holds(f"{some.name}.find()", some.has, f"one of {len(every)} tours")
    if truth.one_way:
        return  # two opposite edges are a cycle, too
    some = Known(truth, cycles, f"{name}.cycles()", closed=True)
    case.same(f"{some.name}.count()", len(cycles))
    closed = sum(len(way) == len(truth.cells) for way in cycles)
    case.same(f"{name}.tours(closed=True).count()", closed)
    for question in case.rng.sample((longest, sampled, ranks, members), 2):
        question(case, some)


# ------------------------------------------------------------------------------------ hexagons

HEX = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # axial steps, in move order


def run_hexagons(case: Case) -> None:
    """Maps of hexagons in rows, of which every other is half a cell further right, with or without costs."""
    rng = case.rng
    odd, priced = rng.random() < 0.5, rng.random() < 0.4
    drawn: dict[str, object] = {}

    def made(most: int) -> Truth:
        rows, columns = rng.choice([(r, c) for r in range(1, 6) for c in range(1, 6) if 1 < r * c <= most])
        land = [[rng.random() < 0.85 for _ in range(columns)] for _ in range(rows)]
        land[rng.randrange(rows)][rng.randrange(columns)] = True
        prices = [[rng.choice((1, 2, 5)) for _ in range(columns)] for _ in range(rows)]
        drawn.update(land=land, prices=prices)
        edges = hexagons(land, prices if priced else None, odd=odd)
        return Board(edges, (rows, columns + (rows - odd) // 2))

    truth, ends, ways = draw.between(rng, rng.choice((4, 8, 12, 16)), made, 0.85)
    costs = f", costs={drawn['prices']}" if priced else ""
    case.let(
        "board", f"gw.Board.hexagons(np.array({drawn['land']}), layout={'odd' if odd else 'even'!r}{costs})"
    )
    fields.distances(case, truth, "board")
    known = the_set(case, truth, ways, "board", ends)
    plain = [] if priced else ["bfs", "bidirectional", "labels"]
    suits = ("dijkstra", *["astar"] * (ends[0] is not None and len(ends[0]) == 1), *plain)
    ask_set(case, known, ends, suits, (*ALL, *BEYOND))
    some_of(case, known, SMALLER | {induced: 0.3})
    tours(case, truth, "board")


def hexagons(land: list[list[bool]], prices: list[list[int]] | None, *, odd: bool) -> Edges:
    """The edges between axial cells, derived from the centres of the hexagons of a map.

    A row is half a cell further right or left than the next one; each centre has six others at distance 1.
    """
    rows = len(land)
    middle = {
        (r, c): (2 * c + (r % 2 == odd), r)  # in halves of a cell
        for r, row in enumerate(land) for c, there in enumerate(row) if there
    }  # fmt: skip
    # An axial column moves half a cell to the right with each row; the least one is 0.
    shift = min((r % 2 == odd) - r for r in range(rows))
    axial = {place: (r, (x - r - shift) // 2) for place, (x, r) in middle.items()}
    of = {axial[place]: place for place in axial}
    edges: Edges = {cell: {} for cell in sorted(of)}
    for (r, c), leads in edges.items():
        x, y = middle[of[r, c]]
        for down, across in HEX:
            to = (r + down, c + across)
            if to in of:
                nx, ny = middle[of[to]]
                assert (abs(nx - x), abs(ny - y)) in ((2, 0), (1, 1))
                leads[to] = 1 if prices is None else prices[of[to][0]][of[to][1]]
    return edges


# ------------------------------------------------------------------------------------ shared


def the_set(case: Case, truth: Truth, ways: list[Way], name: str, ends: Ends) -> Known:
    case.let("paths", "{}.paths({}, {})".format(name, *(cells or "'anywhere'" for cells in ends)))
    return Known(truth, ways)


def ask_set(
    case: Case, known: Known, ends: Ends, suits: Sequence[str], questions: Sequence[Question]
) -> None:
    """Ask for paths between *ends* (None: anywhere); *suits* are algorithms that must answer."""
    case.holds("paths.find()", known.has, f"one of {len(known.ways)} paths")
    least = min(known.costs, default=None)
    case.holds("paths.shortest()", known.is_extreme(known.cost, least), least, REFUSED)
    case.same(AS_LISTS.format("paths"), [list(way) for way in known.ways])
    starts, exits = ends
    if starts is not None and exits is not None:
        one_path(case, known, starts, exits, suits)
    members(case, known)
    for question in case.rng.sample(questions, 5):
        question(case, known, *ends)


def one_path(case: Case, known: Known, starts: list[Cell], exits: list[Cell], suits: Sequence[str]) -> None:
    truth = known.truth
    away = truth.distances(starts)
    least = min((away[cell] for cell in exits if cell in away), default=math.inf)
    for by in suits:
        case.holds(f"paths.shortest(by={by!r})", cheapest(truth, starts, exits, least), least)
    if 0 not in truth.costs:
        number = sum(close(cost, least) for cost in known.costs)
        case.same("paths.all_shortest().count()", number, or_refused=REFUSED)
    walks = (truth.depth_first(start, exits) for start in sorted(starts))
    case.same(
        "(path := paths.find(by='dfs')) and list(path)", next((list(walk) for walk in walks if walk), None)
    )


def by_name(case: Case, known: Known, *_: object) -> None:
    """The number of paths that end at each node, by its name."""
    ends = Counter(way[-1] for way in known.ways)
    case.same(f"{known.name}.counts_by_end()", ends, lambda said, ends: Counter(said) == ends)


def some_of(case: Case, known: Known, shares: Mapping[Callable[[Case, Known], None], float]) -> None:
    for question, share in shares.items():
        if case.rng.random() < share:
            question(case, known)


SMALLER = {filtered: 0.7}
