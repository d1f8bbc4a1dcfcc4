"""Reasons why there is no tour, each checked again by means that share nothing with the search."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwalk as gw
import oracles
from gridwalk.search import slices
from strategies import CAMEL, KNIGHT, ROOK, asked, holed_square, raws, shapes


def knights(rows, columns):
    return gw.Board.rectangle(rows, columns, moves=gw.KNIGHT)


def several_ends():
    """Small boards whose exits are two cells or more."""
    steps = st.sampled_from((ROOK, KNIGHT, CAMEL))
    boards = asked(raws(shapes(5, 5, 20), steps, costs=False, one_way=False))
    return boards.filter(lambda question: len(question.exits) > 1)


def graph_of(board):
    cells = {tuple(cell) for cell in np.argwhere(board.open_cells).tolist()}
    return {u: {(u[0] + a, u[1] + b) for a, b in board.moves.deltas} & cells for u in cells}


def pieces(graph, taken):
    left, count = set(graph) - set(taken), 0
    while left:
        count += 1
        stack = [left.pop()]
        while stack:
            near = graph[stack.pop()] & left
            left -= near
            stack += near
    return count


def check_refutation(board, refutation, *, start=None, ends=None, closed=False):
    """Whether the reason given is one, from the board's cells and moves alone."""
    graph = graph_of(board)
    if start is None and not closed and refutation.start is not None:
        start = refutation.start
        assert ends is None
        assert len(graph[start]) == 1
    given = [] if closed else [cell for cell in (start, ends[0] if ends and len(ends) == 1 else None) if cell]
    cells = refutation.cells
    if refutation.kind == "ends":
        assert set(ends) == {start}
    elif refutation.kind == "colour":
        assert all((a + b) % 2 for a, b in board.moves.deltas)
        even = sum(sum(cell) % 2 == 0 for cell in graph)
        odd = len(graph) - even
        minor = int(even > odd)  # the colour of fewer cells
        wrong_end = even != odd and any(sum(cell) % 2 == minor for cell in given)
        alike = even == odd and len(given) == 2 and len({sum(cell) % 2 for cell in given}) == 1
        assert abs(even - odd) > 1 - closed or wrong_end or alike
    elif refutation.kind == "degree":
        if len(cells) == 1 and not graph[cells[0]]:
            assert len(graph) > 1
        else:
            assert all(len(graph[cell]) == 1 and cell not in given for cell in cells)
            assert closed or len(set(cells)) > 2 - len(given)
    elif refutation.kind == "pieces":
        most = max(1, len(cells)) if closed else len(cells) + 1 - sum(cell in cells for cell in given)
        assert pieces(graph, cells) > most
    elif refutation.kind == "theorem":
        check_theorem(board, start, ends, closed)
    else:
        assert refutation.kind == "search"
        check_search(graph, refutation, ends=ends, closed=closed)


def check_theorem(board, start, ends, closed):
    m, n = sorted(board.shape)
    assert board.open_cells.all()
    assert set(board.moves.deltas) == set(KNIGHT)
    if closed:
        assert m in (1, 2, 4) or m * n % 2 or (m, n) in ((3, 4), (3, 6), (3, 8))  # Schwenk
    elif m > 2 and (m, n) not in ((3, 3), (3, 5), (3, 6), (4, 4)):
        across = 0 if board.rows == 4 else 1
        assert m == 4
        assert any(cell[across] in (1, 2) for cell in (start, *(ends or ())) if cell)


# ------------------------------------------------------------------- the search, once more


def follow(near, kept, gone):
    """Follow the rules to their end; whether one is broken.  Edges are frozensets of two cells."""
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
        for v in near:  # chains of kept edges
            mine = [w for w in near[v] if frozenset((v, w)) in kept]
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


def check_search(graph, refutation, *, ends, closed):
    """Decide as the search did, and see a rule broken in every case."""
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

    def refuted(kept, gone, broken):
        broken = broken or follow(near, kept, gone)
        word = next(words)
        if word is None:
            assert broken
            return
        edge = frozenset(word)
        assert len(edge) == 2
        refuted(kept | {edge}, set(gone), broken)
        refuted(set(kept), gone | {edge}, broken)

    refuted(kept, set(), len(near) < 3)
    assert next(words, "end") == "end"


# ----------------------------------------------------------------------------- theorems


def test_open_tours_of_rectangles_exist_but_for_those_listed():
    # OEIS A169696 (3 x n) and A079137 (4 x n) are 0 there; Cull and De Curtins for 5 and more.
    none = {(1, n) for n in range(2, 12)} | {(2, n) for n in range(2, 12)} | {(3, 3), (3, 5), (3, 6), (4, 4)}
    with slices.tier("compiled"):
        for m, n in itertools.combinations_with_replacement(range(1, 12), 2):
            for board in (knights(m, n), knights(n, m)):
                tours = board.tours()
                assert (tours.impossible is not None) == (tours.find() is None) == ((m, n) in none)


def test_closed_tours_of_rectangles_exist_but_for_those_listed():
    with slices.tier("compiled"):
        for m, n in itertools.combinations_with_replacement(range(1, 13), 2):
            none = m in (1, 2, 4) or m * n % 2 == 1 or (m, n) in ((3, 4), (3, 6), (3, 8))  # Schwenk 1991
            for board in (knights(m, n), knights(n, m)):
                tours = board.tours(closed=True)
                assert (tours.impossible is not None) == (tours.find() is None) == none


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4), (3, 5), (4, 4), (4, 5), (2, 6), (5, 4)])
def test_what_theorems_say_of_starts_is_what_listing_finds(rows, columns):
    board = knights(rows, columns)
    raw = oracles.Raw(((True,) * columns,) * rows, KNIGHT)
    for start in raw.cells:
        exists = next(oracles.open_tours(raw, start), None) is not None
        assert (board.tours(start).find() is not None) == exists
        if board.tours(start).impossible:
            assert not exists


def test_reasons_in_words():
    assert (
        knights(4, 5).tours(closed=True).impossible
        == "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"
    )
    assert "outer lines; (1, 0) is inside" in knights(4, 5).tours((1, 0)).impossible
    assert "12 of the other" in knights(5, 5).tours((0, 1)).impossible
    assert "both ends" in knights(6, 6).tours((0, 0), (5, 5)).impossible
    assert knights(8, 8).tours((0, 0)).impossible is None
    assert knights(8, 8).paths().impossible is None
    assert "2 pieces" in gw.Board.rectangle(10, 10, moves=gw.leaper(1, 3)).tours().impossible
    assert "does not end where it begins" in knights(8, 8).tours((0, 0), (0, 0)).impossible


# -------------------------------------------------------------------------- certificates


@settings(max_examples=250)
@given(
    question=asked(
        raws(shapes(5, 5, 20), st.sampled_from((ROOK, KNIGHT, CAMEL)), costs=False, one_way=False)
    ),
    kind=st.sampled_from(("free", "start", "ends", "closed")),
)
def test_every_refutation_is_one(tier, question, kind):
    board = question.board
    start = question.start if kind in ("start", "ends") else None
    ends = question.exits if kind == "ends" else None
    tours = board.tours(start, end=ends, closed=kind == "closed")
    refutation = tours.refutation()
    assert (refutation is None) == (tours.find() is not None)
    if refutation is not None and board.open_count > 3:
        ends = ends and (tuple(end for end in ends if end != start) or ends)
        check_refutation(board, refutation, start=start, ends=ends, closed=kind == "closed")


@settings(max_examples=250)
@given(question=several_ends(), kind=st.sampled_from(("starts", "ends", "both")))
def test_a_refutation_is_one_for_every_start(tier, question, kind):
    """One for all, or one for each; of several ends too, where tours can be made the other way round."""
    board, cells = question.board, question.exits
    starts = None if kind == "ends" else cells
    ends = {"starts": None, "ends": cells, "both": tuple(sorted({question.start, cells[0]}))}[kind]
    refutation = board.tours(starts, end=ends).refutation()
    assert (refutation is None) == (board.tours(starts, end=ends).find() is not None)
    if refutation is None or board.open_count <= 3:
        return
    if refutation.kind != "each":
        assert refutation.start is None
        check_refutation(board, refutation, ends=ends)
        return
    assert {one.start for one in refutation.each} == set(starts or ends)
    for one in refutation.each:
        others = starts and ends and (tuple(end for end in ends if end != one.start) or ends)
        check_refutation(board, one, start=one.start, ends=others)


def test_a_refutation_of_two_starts_in_words():
    board = gw.Board.rectangle(2, 5).with_walls((1, 2))
    refutation = board.tours([(0, 4), (0, 2)], end=[(0, 4)]).refutation()
    assert refutation.kind == "each"
    assert refutation.reason == (
        "from (0, 2): without (0, 2) the board falls into 2 pieces; "
        "from (0, 4): a tour of more than one cell does not end where it begins"
    )
    for_all = gw.Board.rectangle(3, 3).with_walls((0, 1)).tours([(0, 0), (1, 1)]).refutation()
    assert (for_all.kind, for_all.start) == ("colour", None)


@pytest.mark.parametrize("kind", ["open", "closed", "start"])
def test_refutations_of_large_boards_with_holes(kind):
    rng = np.random.default_rng(11)
    checked = 0
    for _ in range(40):
        grid = holed_square(rng, (12, 25), (0.06, 0.14))
        board = gw.Board(grid, moves=gw.KNIGHT)
        start = tuple(np.argwhere(grid)[0].tolist()) if kind == "start" else None
        tours = board.tours(start, closed=kind == "closed").within(5)
        with slices.tier("compiled"):
            refutation = tours.refutation()
        if refutation is not None and len(refutation.decisions) < 12:
            check_refutation(board, refutation, start=start, closed=kind == "closed")
            checked += 1
    assert checked > 5


def test_the_giraffe_on_eleven_by_eleven():
    """A solver took ten hours for this; that 17 cells have moves to only 16 others is seen at once."""
    board = gw.Board.rectangle(11, 11, moves=gw.leaper(1, 4))
    refutation = board.tours().refutation()
    assert (refutation.kind, len(refutation.cells)) == ("pieces", 16)
    check_refutation(board, refutation)


def test_without_its_centre():
    grid = np.ones((6, 6), bool)
    grid[2:4, 2:4] = False
    board = gw.Board(grid, moves=gw.KNIGHT)
    for closed in (False, True):  # reference/knights-tours.md, section 2: none
        refutation = board.tours(closed=closed).refutation()
        assert refutation.kind == "search"
        check_refutation(board, refutation, closed=closed)


def test_a_wrong_refutation_is_seen():
    """The checker itself: it believes nothing of a board that has a tour."""
    board = knights(5, 6)
    wrong = type(gw.Board.rectangle(1, 2).tours(closed=True).refutation())
    with pytest.raises(AssertionError):
        check_refutation(board, wrong("", "pieces", ((2, 2),)), closed=True)
    with pytest.raises(AssertionError):
        check_refutation(board, wrong("", "search", decisions=(None,)), closed=True)
