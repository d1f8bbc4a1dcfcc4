"""Independent checks of proofs that there is no tour.

A refutation is checked from the board's raw data and the attributes it shows: ``kind``, ``cells``,
``decisions`` and ``start``.  Nothing here may import gridwalk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracles import Cell, Raw, graph

KNIGHT = {(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)}


def check_refutation(
    raw: Raw,
    refutation: Any,
    starts: Sequence[Cell] | None = None,
    ends: Sequence[Cell] | None = None,
    *,
    closed: bool = False,
) -> None:
    """Assert that the refutation is valid, for all *starts* and *ends* (None: anywhere)."""
    if refutation.kind == "each":
        asked = starts if starts is not None else ends
        assert {one.start for one in refutation.each} == set(asked or ()), "a start without a reason"
        for one in refutation.each:
            check_refutation(raw, one, [one.start], ends if starts is not None else None)
        return
    near = {u: set(leads_to) for u, leads_to in graph(raw).items()}
    start = starts[0] if starts is not None and len(set(starts)) == 1 and not closed else None
    if start is None and not closed and refutation.start is not None:
        start = refutation.start
        turned = (
            starts is None and ends is not None and set(ends) == {start}
        )  # a tour made the other way round
        assert turned or (starts is None and ends is None), "a start was taken although ends are given"
        assert turned or len(near[start]) == 1, "a start was taken to which more than one move leads"
        ends = None
    if ends is not None and start is not None and len(near) > 1:
        ends = [end for end in ends if end != start]
    given = [] if closed else [cell for cell in (start, ends[0] if ends and len(ends) == 1 else None) if cell]
    cells = refutation.cells
    if refutation.kind == "exits":
        assert not ends, "there is an end other than the start"
    elif refutation.kind in ("length", "definition"):
        assert not cells, "the definition is no matter of cells"
    elif refutation.kind == "colour":
        check_colours(raw, near, given, closed)
    elif refutation.kind == "degree":
        if len(cells) == 1 and not near[cells[0]]:
            assert len(near) > 1
        else:
            assert all(len(near[cell]) == 1 and cell not in given for cell in cells), "more than one move"
            assert closed or len(set(cells)) > 2 - len(given), "cells of one move that may be ends"
    elif refutation.kind == "pieces":
        most = max(1, len(cells)) if closed else len(cells) + 1 - sum(cell in cells for cell in given)
        assert pieces(near, cells) > most, "too few pieces"
    elif refutation.kind == "theorem":
        check_theorem(raw, start, ends, closed)
    else:
        assert refutation.kind == "search", f"no reason is called {refutation.kind}"
        if refutation.decisions:
            check_search(near, refutation, ends=ends, closed=closed)


def check_colours(raw: Raw, near: dict, given: Sequence[Cell], closed: bool) -> None:
    assert all(sum(u) % 2 != sum(v) % 2 for u in near for v in near[u]), "a move keeps the colour"
    even = sum(sum(cell) % 2 == 0 for cell in near)
    odd = len(near) - even
    minor = int(even > odd)  # the colour of fewer cells
    wrong_end = even != odd and any(sum(cell) % 2 == minor for cell in given)
    alike = even == odd and len(given) == 2 and len({sum(cell) % 2 for cell in given}) == 1
    assert abs(even - odd) > 1 - closed or wrong_end or alike, "colours allow a tour"


def pieces(near: dict, taken: Sequence[Cell]) -> int:
    """The number of components of the board without the cells *taken*."""
    left, count = set(near) - set(taken), 0
    while left:
        count += 1
        stack = [left.pop()]
        while stack:
            around = near[stack.pop()] & left
            left -= around
            stack += around
    return count


def check_theorem(raw: Raw, start: Cell | None, ends: Sequence[Cell] | None, closed: bool) -> None:
    """The knight on a rectangle: Schwenk 1991; Cull and De Curtins 1978, Chia and Ong 2005."""
    rows, columns = len(raw.open_cells), len(raw.open_cells[0])
    m, n = sorted((rows, columns))
    assert all(map(all, raw.open_cells)), "there are holes"
    assert raw.wrap is None, "it is wrapped round"
    assert set(raw.deltas) == KNIGHT, "no knight"
    if closed:
        assert m in (1, 2, 4) or m * n % 2 or (m, n) in ((3, 4), (3, 6), (3, 8)), "there is one"
    elif m > 2 and (m, n) not in ((3, 3), (3, 5), (3, 6), (4, 4)):
        across = 0 if rows == 4 else 1
        assert m == 4, "there is one"
        assert any(cell[across] in (1, 2) for cell in (start, *(ends or ())) if cell), "no end is inside"


# ------------------------------------------------------------------- the search, once more


def follow(near: dict, kept: set, gone: set) -> bool:
    """Apply the rules as long as they force edges; return whether one is broken.  Edges are frozensets."""
    while True:
        before = len(kept), len(gone)
        for v, others in near.items():
            edges = [frozenset((v, w)) for w in others]
            left = [e for e in edges if e not in gone]
            mine = [e for e in edges if e in kept]
            if len(left) < 2 or len(mine) > 2:
                return True
            if len(mine) == 2:
                gone |= set(left) - set(mine)
            elif len(left) == 2:
                kept |= set(left)
        seen = set()
        for v, around in near.items():  # chains of kept edges
            mine = [w for w in around if frozenset((v, w)) in kept]
            if v in seen or len(mine) != 1:
                continue
            chain = [v, mine[0]]
            while True:
                on = [w for w in near[chain[-1]] if frozenset((chain[-1], w)) in kept and w != chain[-2]]
                if not on:
                    break
                chain.append(on[0])
                if len(chain) > len(near) + 1:
                    return True
            seen |= set(chain)
            closing = frozenset((chain[0], chain[-1]))
            if 2 < len(chain) < len(near) and chain[-1] in near[chain[0]]:
                if closing in kept:
                    return True
                gone.add(closing)
        on_cycle = {v for v in near if sum(frozenset((v, w)) in kept for w in near[v]) == 2} - seen
        while on_cycle:
            v = first = next(iter(on_cycle))
            cycle, back = {first}, None
            while True:
                ways = [w for w in near[v] if frozenset((v, w)) in kept and w != back]
                back, v = v, ways[0]
                if v == first:
                    break
                cycle.add(v)
            if len(cycle) < len(near):
                return True
            on_cycle -= cycle
        if kept & gone:
            return True
        if (len(kept), len(gone)) == before:
            return False


def check_search(graph: dict, refutation: Any, *, ends: Sequence[Cell] | None, closed: bool) -> None:
    """Repeat the decisions of the search, and assert that a rule is broken in every case."""
    near = {v: set(others) for v, others in graph.items()}
    start = refutation.start
    kept = set()
    if not closed:
        allowed = set(graph if ends is None else ends)
        if all((sum(u) + sum(v)) % 2 for u in graph for v in graph[u]):
            odd = sum(sum(cell) % 2 for cell in graph)
            if 2 * odd != len(graph):
                allowed = {cell for cell in allowed if sum(cell) % 2 == (2 * odd > len(graph))}
            elif start is not None:
                allowed = {cell for cell in allowed if sum(cell) % 2 != sum(start) % 2}
        near[None] = allowed | ({start} if start is not None else set())
        for cell in near[None]:
            near[cell].add(None)
        if start is not None:
            kept.add(frozenset((None, start)))
    words = iter(refutation.decisions)

    def refuted(kept: set, gone: set, broken: bool) -> None:
        broken = broken or follow(near, kept, gone)
        word = next(words)
        if word is None:
            assert broken, "nothing is broken"
            return
        edge = frozenset(word)
        assert len(edge) == 2
        refuted(kept | {edge}, set(gone), broken)
        refuted(set(kept), gone | {edge}, broken)

    refuted(kept, set(), len(near) < 3)
    assert next(words, "end") == "end"
