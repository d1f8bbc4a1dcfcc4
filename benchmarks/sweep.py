"""How fast is the frontier-based search over networks, and beside TdZdd?

King boards corner to corner (checked against OEIS A140518), knight's tours, and the longest path of
mazes and of a directed network, contracted.  Mazes are random spanning trees (Kruskal) of rooms: "ends"
has 15 % of its dead ends opened, "walls" 15 % of all remaining walls.  Inputs are seeded; compilation is
excluded by a first round.  Longest paths have no published value: each is checked to be a path, and the
count by length of the same sweep must end at its length.
"""

import time
from random import Random

import numpy as np

from benchmarks.figures import Figure
from benchmarks.native import built
from benchmarks.rounds import process_seconds, rounds
from gridwalk import makers
from gridwalk.allpaths.members import Members
from gridwalk.allpaths.order import order_of
from gridwalk.allpaths.reduce.network import NOWHERE, BlockNetwork
from gridwalk.allpaths.simpath import family_of
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.resources import Resources

KING = ((0, 1), (1, -1), (1, 0), (1, 1))
KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
KING_PATHS = {8: 50819542770311581606906543, 9: 2460791237088492025876789478191411}  # OEIS A140518


def network(junctions, source, sink, corridors, one_way=False, everywhere=False):
    """Return the network of *corridors* (tail, head, length)."""
    tail, head, length = (np.array(column) for column in zip(*corridors, strict=True))
    return BlockNetwork(
        junctions,
        source,
        sink,
        tail.astype(np.int32),
        head.astype(np.int32),
        np.full(len(tail), one_way),
        length.astype(np.int64),
        length.astype(np.int64),
        np.full(junctions, everywhere),
        np.zeros(len(tail), bool),
    )


def board(side, moves, tour=False):
    """Return an open board; its paths from corner to corner, or its closed tours."""
    corridors = [
        (r * side + c, (r + dr) * side + c + dc, 1)
        for r in range(side)
        for c in range(side)
        for dr, dc in moves
        if r + dr < side and 0 <= c + dc < side
    ]
    ends = (NOWHERE, NOWHERE) if tour else (0, side * side - 1)
    return network(side * side, *ends, corridors, everywhere=tour)


def rooms_of(cells):
    """Return {room: rooms next door} of a maze."""
    wide = cells.shape[1] // 2
    near = {v: set() for v in range(cells.shape[0] // 2 * wide)}
    for r, c in np.argwhere(cells).tolist():
        if r % 2 != c % 2:
            a, b = (r - 1) // 2 * wide + (c - 1) // 2, r // 2 * wide + c // 2  # above or left, below or right
            near[a].add(b)
            near[b].add(a)
    return near


def contracted(near):
    """Return the network of a maze: no dead ends, and a corridor for every row of rooms with two doors."""
    source, sink = 0, len(near) - 1
    ends = [v for v in near if len(near[v]) == 1]
    while ends:
        v = ends.pop()
        if v not in (source, sink) and len(near[v]) == 1:
            u = near[v].pop()
            near[u].discard(v)
            ends.append(u)
    junctions = [v for v in near if len(near[v]) > 2 or v in (source, sink)]
    number = {v: i for i, v in enumerate(junctions)}
    corridors = []
    for v in junctions:
        for u in near[v]:
            before, at, length = v, u, 1
            while at not in number:
                before, at, length = at, next(w for w in near[at] if w != before), length + 1
            if at != v and (v, u) <= (at, before):
                corridors.append((number[v], number[at], 2 * length))
    return network(len(junctions), number[source], number[sink], corridors)


def directed(junctions, corridors, seed):
    """Return a random directed network."""
    random = Random(seed)
    pairs = sorted({tuple(random.sample(range(junctions), 2)) for _ in range(corridors)})
    rows = [(a, b, random.randint(1, 50)) for a, b in pairs]
    return network(junctions, 0, junctions - 1, rows, one_way=True)


def members_of(given):
    """Return the paths or cycles of a network, in the order of least work."""
    watch = NO_LIMITS.watch()
    family = family_of(given, order_of(given, watch).tolist(), watch)
    return Members(family, given.length[family.graph.same].tolist(), Resources(), watch)


def longest_of(given):
    """Return the moves of a longest path."""
    members = members_of(given)
    return sum(members.lengths[edge] for edge in members.best(np.array(members.lengths)))


def figures():
    """Measure, in turns with the peer where there is one."""
    counted(8)  # compiles
    if members_of(board(6, KNIGHT, tour=True)).count() != 9862:  # OEIS A001230
        raise SystemExit("sweep: wrong number of tours")
    mazes = {
        "ends": makers.kruskal(51, 51, seed=1, braid=0.15),
        "walls": makers.kruskal(51, 51, seed=1, loops=0.15),
    }
    longest = {f"maze 25x25, {opened}": contracted(rooms_of(maze)) for opened, maze in mazes.items()}
    longest["directed, 34 junctions"] = directed(34, 90, 1)
    for name, given in longest.items():
        if longest_of(given) != max(members_of(given).count_by_length()):
            raise SystemExit(f"sweep: wrong longest path of {name}")
    peer = built("TdZdd:king")
    found = []
    for side in KING_PATHS:
        ours, theirs = [], []
        for _ in range(3):
            ours.append(counted(side))
            if peer is not None:
                theirs.append(process_seconds([str(peer), str(side)]))
        name, aim = ("TdZdd", 0.5) if theirs else ("", None)
        question = "count paths, king " + "; ".join(f"{n} x {n}" for n in KING_PATHS)
        found.append(Figure(question, "s", min(ours), name, min(theirs, default=None), aim))
    times = rounds(
        {
            "knight's tours 6x6": lambda: members_of(board(6, KNIGHT, tour=True)).count(),
            "sample 1000, king 7x7": lambda: members_of(board(7, KING)).sample(
                1000, np.random.default_rng(1)
            ),
            **{
                f"longest path, {name} ({given.junctions} junctions)": lambda given=given: longest_of(given)
                for name, given in longest.items()
            },
        },
        3,
    )
    return found + [Figure(name, "s", seconds) for name, seconds in times.items()]


def counted(side):
    """Count the paths of a king, check them, and return the processor time."""
    cpu = time.process_time()
    answer = members_of(board(side, KING)).count()
    cpu = time.process_time() - cpu
    if answer != KING_PATHS[side]:
        raise SystemExit("sweep: wrong count")
    return cpu
