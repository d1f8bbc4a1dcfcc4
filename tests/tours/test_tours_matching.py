"""Maximum matchings: against the deficiency of every set of cells (Hall, Kőnig), on small graphs."""

from itertools import chain, combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from gridwalk.tours.matching import deficient_cells, maximum_matching

NONE = -1


@st.composite
def bipartite_graphs(draw):
    """Draw both sides, of at most 7 cells, and the neighbours of every cell."""
    left, right = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    pairs = st.tuples(st.integers(0, left - 1), st.integers(left, left + right - 1))
    edges = draw(st.sets(pairs, max_size=20))
    neighbours = [[] for _ in range(left + right)]
    for v, w in sorted(edges):
        neighbours[v].append(w)
        neighbours[w].append(v)
    return list(range(left)), list(range(left, left + right)), neighbours


@settings(max_examples=400)
@given(graph=bipartite_graphs())
def test_no_matching_is_larger_and_the_deficient_cells_prove_it(graph):
    left, right, neighbours = graph
    partner = maximum_matching(left, neighbours)
    for v, w in enumerate(partner):
        assert w == NONE or (w in neighbours[v] and partner[w] == v)
    for side in (left, right):
        missing = sum(partner[v] == NONE for v in side)
        subsets = chain.from_iterable(combinations(side, n) for n in range(len(side) + 1))
        lacks = {cells: len(cells) - len({w for v in cells for w in neighbours[v]}) for cells in subsets}
        assert missing == max(lacks.values())
        deficient, held = deficient_cells(side, partner, neighbours)
        assert held == sorted({w for v in deficient for w in neighbours[v]})
        assert lacks[tuple(deficient)] == missing
        # Of all sets that lack most it is the smallest, which is in each of them.
        assert all(set(deficient) <= set(cells) for cells, lack in lacks.items() if lack == missing)


def test_a_long_row_needs_one_search_through_all_of_it():
    """A path of 2,001 cells: one of the longer side is left, and all of them are deficient."""
    n = 2001
    neighbours = [[w for w in (v - 1, v + 1) if 0 <= w < n] for v in range(n)]
    for side in (range(0, n, 2), range(1, n, 2)):
        partner = maximum_matching(side, neighbours)
        assert partner.count(NONE) == 1
        assert deficient_cells(range(0, n, 2), partner, neighbours) == ([*range(0, n, 2)], [*range(1, n, 2)])
        assert deficient_cells(range(1, n, 2), partner, neighbours) == ([], [])
