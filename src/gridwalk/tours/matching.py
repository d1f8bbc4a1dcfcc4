"""Maximum matchings of bipartite graphs: which cells have too few neighbours between them.

A greedy start after Karp and Sipser (1981) leaves few cells without a partner.  For each of them a
breadth-first search looks for an augmenting path.  A search that finds none has seen an alternating tree that
no augmenting path will ever enter, so no later search looks at it again.  Hopcroft and Karp's phases, which
search such trees again and again, were slower on nearly all boards of 40,000 cells that were tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwalk.runtime.codes import NONE

Neighbours = Sequence[Sequence[int]]  # of each flat cell; a move can be undone, and leads to the other side


def maximum_matching(side: Sequence[int], neighbours: Neighbours) -> list[int]:
    """Return the partner of each flat cell in a maximum matching, NONE for a cell without one.

    *side* has the cells of one side.  O(edges), and O(edges) more for each cell that the greedy start leaves.
    """
    partner = _greedy_matching(side, neighbours)
    is_closed = bytearray(len(neighbours))  # cells of the other side, in trees without augmenting paths
    for root in side:
        if partner[root] != NONE:
            continue
        before: dict[int, int] = {}  # of cells of the other side: the cell from which the search came
        end = _augmenting_end(root, partner, neighbours, before, is_closed)
        if end is None:
            for w in before:
                is_closed[w] = 1
        while end is not None:  # back along the path, where each cell changes its partner
            v = before[end]
            left = partner[v]
            partner[v], partner[end] = end, v
            end = None if v == root else left
    return partner


def _augmenting_end(
    root: int, partner: list[int], neighbours: Neighbours, before: dict[int, int], is_closed: bytearray
) -> int | None:
    """Return the last cell of an augmenting path from *root*, written to *before*; None: there is none."""
    queue = [root]
    for v in queue:
        for w in neighbours[v]:
            if w not in before and not is_closed[w]:
                before[w] = v
                if partner[w] == NONE:
                    return w
                queue.append(partner[w])
    return None


def _greedy_matching(side: Sequence[int], neighbours: Neighbours) -> list[int]:
    """Return partners, first those of cells with a single neighbour left, else neighbours with few left."""
    partner = [NONE] * len(neighbours)
    degree = [len(each) for each in neighbours]
    single = [v for v, number in enumerate(degree) if number == 1]

    def match(v: int) -> None:
        free = [w for w in neighbours[v] if partner[w] == NONE]
        if partner[v] != NONE or not free:
            return
        w = min(free, key=degree.__getitem__)
        partner[v], partner[w] = w, v
        for taken in (v, w):
            for u in neighbours[taken]:
                degree[u] -= 1
                if degree[u] == 1 and partner[u] == NONE:
                    single.append(u)

    for v in side:
        while single:
            match(single.pop())
        match(v)
    return partner


def deficient_cells(
    side: Sequence[int], partner: Sequence[int], neighbours: Neighbours
) -> tuple[list[int], list[int]]:
    """Return the cells of *side* with too few neighbours between them, and these neighbours, in order.

    They are the cells on alternating paths from cells without a partner, which are the same for every maximum
    matching (Dulmage and Mendelsohn 1958).  For each cell without a partner there is one neighbour too few.
    """
    queue = [v for v in side if partner[v] == NONE]
    reached, held = set(queue), set[int]()
    for v in queue:
        held.update(neighbours[v])
        for w in neighbours[v]:
            if partner[w] not in reached:
                reached.add(partner[w])
                queue.append(partner[w])
    return sorted(reached), sorted(held)
