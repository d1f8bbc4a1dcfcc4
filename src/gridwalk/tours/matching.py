"""Maximum matchings of bipartite graphs: why some cells have too few neighbours between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwalk.kernels.codes import NONE

Neighbours = Sequence[Sequence[int]]  # of each cell; moves join cells of different colours only


def maximum_matching(side: Sequence[int], neighbours: Neighbours) -> list[int]:
    """Return the partner of each cell in a maximum matching, NONE for a cell without one.

    Hopcroft and Karp 1973, after a greedy start; O(edges * sqrt(cells)).  *side* has the cells of one colour.
    """
    partner = [NONE] * len(neighbours)
    for v in side:
        for w in neighbours[v]:
            if partner[w] == NONE:
                partner[v], partner[w] = w, v
                break
    while True:
        unmatched = [v for v in side if partner[v] == NONE]
        layer = _layers(unmatched, partner, neighbours)
        if layer is None:
            return partner
        rest: dict[int, Iterator[int]] = {}
        for root in unmatched:
            _augment(root, partner, layer, neighbours, rest)


def _layers(roots: Sequence[int], partner: list[int], neighbours: Neighbours) -> list[int] | None:
    """Return the distance of each cell of the side from *roots* by alternating paths.

    None: no such path ends at a cell without a partner, so the matching is maximum.
    """
    layer = [NONE] * len(neighbours)
    for v in roots:
        layer[v] = 0
    queue, last = [*roots], None
    for v in queue:
        if layer[v] == last:
            break  # all shortest augmenting paths end by now
        for w in neighbours[v]:
            u = partner[w]
            if u == NONE:
                last = layer[v] + 1
            elif layer[u] == NONE:
                layer[u] = layer[v] + 1
                queue.append(u)
    return None if last is None else layer


def _augment(
    root: int, partner: list[int], layer: list[int], neighbours: Neighbours, rest: dict[int, Iterator[int]]
) -> None:
    """Augment the matching by a path from *root* along the layers, if there is one.

    *rest* has the neighbours that are not yet tried in this phase.
    """
    path, through = [root], list[int]()  # cells of the side, and those of the other side between them
    while path:
        v = path[-1]
        for w in rest.setdefault(v, iter(neighbours[v])):
            u = partner[w]
            if u == NONE:
                for one, other in zip(path, [*through, w], strict=True):
                    partner[one], partner[other] = other, one
                return
            if layer[u] == layer[v] + 1:
                path.append(u)
                through.append(w)
                break
        else:
            path.pop()
            if through:
                through.pop()


def deficient_cells(
    side: Sequence[int], partner: Sequence[int], neighbours: Neighbours
) -> tuple[list[int], list[int]]:
    """Return the cells of *side* with too few neighbours between them, and these neighbours, in order.

    They are the cells on alternating paths from cells without a partner in a maximum matching (Dulmage and
    Mendelsohn 1958), whichever it is; the cells are more than the neighbours by as many as lack a partner.
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
