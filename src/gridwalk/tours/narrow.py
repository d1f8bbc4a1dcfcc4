"""Open knight's tours of boards four wide, where Posa's argument tells nearly all.

From a cell of an outer line every move leads to an inner line, and both have half of the
cells.  Each move of a tour changes colour, so outer and inner cells do not simply alternate
from end to end: exactly one move joins two inner cells.  For each such move there is a
search by edges, in which no other is allowed and little is left to decide.
"""

from __future__ import annotations

from gridwalk.kernels.codes import EXHAUSTED, FOUND
from gridwalk.tours.existence import neighbours_of
from gridwalk.tours.refutation import Refutation
from gridwalk.tours.walking import EdgeSearch, Walker


def four_wide(walker: Walker) -> Refutation | None:
    """Leave an open tour of a board four wide in *walker*, or return why there is none."""
    grid = walker.question.grid
    inner = [1 <= (v // grid.columns if grid.rows == 4 else v % grid.columns) <= 2 for v in range(grid.size)]
    near = neighbours_of(grid)
    alternating = [[w for w in near[v] if not (inner[v] and inner[w])] for v in range(grid.size)]
    joins = [(v, w) for v in range(grid.size) if inner[v] for w in near[v] if v < w and inner[w]]
    searches: dict[tuple[int, int], EdgeSearch] = {}
    share = 1
    while joins:
        for join in [*joins]:
            if join not in searches:
                searches[join] = _search(walker, alternating, join)
            status = searches[join].go_on(share)
            if status == FOUND:
                return None
            if status == EXHAUSTED:
                joins.remove(join)
                del searches[join]
        share *= 2
    return Refutation("a tour makes one move between inner lines, and none of these leads to one", "search")


def _search(walker: Walker, alternating: list[list[int]], join: tuple[int, int]) -> EdgeSearch:
    v, w = join
    near = [*alternating]
    near[v], near[w] = [*near[v], w], [*near[w], v]
    search = EdgeSearch(walker, near, proof=0)
    search.insist(*(divmod(cell, walker.question.grid.columns) for cell in join))
    return search
