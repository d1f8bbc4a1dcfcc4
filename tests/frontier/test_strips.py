"""Strips: published recurrences and tables, plain lists of all paths, boards counted one by one."""

import math

import pytest

import gridwalk as gw
import oracles
import published
from gridwalk.errors import ArgumentError, HopelessError, UnknownChoiceError

KINDS = [("paths", False), ("tours", False), ("tours", True), ("cycles", False)]


def plain(strip, columns):
    """Count by listing all."""
    rows = strip.rows
    raw = oracles.Raw(((True,) * columns,) * rows, strip.moves.deltas, corners="none", wrap=strip.wrap)
    last = (rows - 1, columns - 1)
    if strip.of == "cycles" or strip.closed:
        every = oracles.cycles(raw) if strip.closed else oracles.simple_cycles(raw)
        return len(every) // 2  # a cycle and its reverse are one
    ways = oracles.simple_paths if strip.of == "paths" else oracles.open_tours
    return sum(1 for _ in ways(raw, (0, 0), [last]))


@pytest.mark.parametrize(("of", "closed"), KINDS)
@pytest.mark.parametrize(
    ("rows", "moves", "wrap", "columns"),
    [
        (1, "orthogonal", None, 5), (2, "orthogonal", None, 7), (3, "orthogonal", None, 6),
        (4, "orthogonal", None, 5), (3, "orthogonal", "rows", 5), (2, "king", None, 5), (3, "king", None, 4),
        (3, "king", "rows", 3), (3, "knight", None, 7), (2, "rook:2", None, 5), (3, "U,D,LL,RR", None, 7),
        (2, "hex", None, 6),
    ],
)  # fmt: skip
def test_equal_to_a_plain_list(rows, moves, wrap, columns, of, closed):
    strip = gw.strip(rows, of=of, closed=closed, moves=moves, wrap=wrap)
    if moves == "hex":
        columns, expected = 6, [strip._short(n, gw.Limits().watch()) for n in range(1, 7)]
    else:
        expected = [plain(strip, n) for n in range(1, columns + 1)]
    assert strip.terms(columns) == expected


@pytest.mark.parametrize(("of", "closed"), KINDS)
def test_boards_one_by_one(of, closed):
    """By other engines, further than the recurrence reaches back."""
    strip = gw.strip(4, of=of, closed=closed)
    sets = {
        "paths": lambda board: board.paths(),
        "tours": lambda board: board.tours((0, 0), [(3, board.columns - 1)]),
        "cycles": lambda board: board.cycles(),
    }
    for columns in (5, 8, 13, 20, 26):
        board = gw.Board.rectangle(4, columns)
        count = (board.tours(closed=True) if closed else sets[of](board)).count()
        assert strip.terms(columns)[-1] == strip.count(columns) == count
    assert strip.holds_from + len(strip.recurrence) < 26


def test_published_tables():
    for rows, counts in published.STRIPS_OF_PATHS.items():
        assert gw.strip(rows).terms(7) == counts
    for rows, counts in published.STRIPS_OF_CYCLES.items():
        if rows < 8:
            assert gw.strip(rows, of="cycles").terms(len(counts)) == counts
    for rows, counts in published.CLOSED_TOURS_OF_RECTANGLES.items():
        strip = gw.strip(rows, of="tours", closed=True)
        assert [strip.count(columns) for columns in range(2, rows + 1)] == counts


@pytest.mark.long
def test_eight_rows():
    seven, strip = gw.strip(7), gw.strip(8)
    assert [seven.count(n) for n in range(2, 7)] == [gw.strip(n).count(7) for n in range(2, 7)]
    assert strip.count(8) == published.ROOK_PATHS[8]
    assert (strip.states, len(strip.recurrence)) == (512, 472)
    cycles = published.STRIPS_OF_CYCLES[8]
    assert gw.strip(8, of="cycles").terms(len(cycles)) == cycles


def test_published_generating_functions():
    for (of, rows), (above, below) in published.GENERATING_FUNCTIONS.items():
        king = of == "king's cycles"
        options = {"of": "cycles", "moves": "king"} if king else {"of": of, "closed": of == "tours"}
        found = gw.strip(rows, **options).generating_function
        assert (list(found.numerator), list(found.denominator)) == (above, below)
    found = gw.strip(3, of="tours", closed=True, moves="knight").generating_function
    for part, expected in zip((found.numerator, found.denominator), published.KNIGHTS_OF_3_ROWS, strict=True):
        assert list(part[::2]) == expected
        assert not any(part[1::2])


def test_published_recurrences():
    for (of, rows), coefficients in published.RECURRENCES.items():
        cylinder = of != "paths"
        options = {"of": "tours", "closed": True, "wrap": "rows"} if cylinder else {}
        assert list(gw.strip(rows, **options).recurrence) == coefficients


@pytest.mark.parametrize(("of", "closed"), [("paths", False), ("tours", True), ("cycles", False)])
def test_rows_and_columns_are_alike(of, closed):
    strips = {rows: gw.strip(rows, of=of, closed=closed) for rows in range(2, 6)}
    table = {(r, c): strips[r].count(c) for r in strips for c in strips}
    assert table == {(c, r): number for (r, c), number in table.items()}


def test_the_recurrence_and_far_counts():
    strip = gw.strip(5)
    counts = strip.terms(80)
    for n in range(strip.holds_from, 81):
        back = range(1, len(strip.recurrence) + 1)
        assert counts[n - 1] == sum(
            c * counts[n - 1 - i] for c, i in zip(strip.recurrence, back, strict=True)
        )
    assert strip.count(80) == counts[-1] > 2**128
    far = strip.count(5000)
    assert far % (10**12 + 39) == strip.count(5000, modulo=10**12 + 39)
    assert math.log10(far) == pytest.approx(
        math.log10(0.115762181699251) + 5000 * math.log10(9.4103574958247159)
    )
    assert strip.count(7, modulo=1) == 0


def test_both_tiers_and_slices(tier, tune):
    whole = gw.strip(3, moves="king")
    assert whole.terms(6)[:3] == [1, 24, 235]
    tune(slice=7)
    assert gw.strip(3, moves="king").generating_function == whole.generating_function


def test_limits():
    with pytest.raises(gw.MemoryLimitError):
        gw.strip(7, moves="king", memory="1MiB").terms(3)
    with pytest.raises(HopelessError, match="modulo="):
        gw.strip(3).count(10**8)
    told = []
    gw.strip(5, progress=told.append).terms(1)
    with pytest.raises(gw.TimeLimitError):
        gw.strip(30, seconds=1e-9).terms(1)


def test_too_many_states(tune):
    tune(strip_states=100)
    with pytest.raises(HopelessError, match="fewer rows"):
        gw.strip(7).terms(1)


def test_far_too_many_rows_are_refused_within_the_first_column():
    """Its 2 ** 39 states would fill the memory first."""
    with pytest.raises(HopelessError, match="fewer rows"):
        gw.strip(40, memory="600MB").terms(1)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"rows": 0}, ArgumentError, "rows=0 must be a whole number of at least 1"),
        ({"rows": 3, "of": "walks"}, UnknownChoiceError, "paths, tours, cycles"),
        ({"rows": 3, "closed": True}, ArgumentError, "closed=True must be left out: paths are no tours"),
        ({"rows": 3, "wrap": "both"}, ArgumentError, "any number of columns"),
        ({"rows": 3, "moves": "rook"}, ArgumentError, "rook:3"),
        ({"rows": 3, "moves": gw.Moves([(0, 1), (1, 0)])}, ArgumentError, "both ways"),
        ({"rows": 3, "moves": gw.Moves([(1, 0), (-1, 0)])}, ArgumentError, "1 to 8 columns"),
        ({"rows": 3, "moves": [(0, 1)]}, ArgumentError, "or their name"),
    ],
)
def test_what_no_strip_has(options, error, words):
    with pytest.raises(error, match=words):
        gw.strip(**options)


def test_what_no_count_takes():
    strip = gw.strip(2)
    for columns, modulo in [(0, None), (2.5, None), (3, 0)]:
        with pytest.raises(ArgumentError):
            strip.count(columns, modulo=modulo)


def test_texts_and_facts():
    strip = gw.strip(4, of="tours", closed=True)
    assert str(strip) == (
        "orthogonal closed tours of 4 x n cells: 0, 1, 2, 6, 14, 37, ...; a(n) = 2 a(n - 1) + 2 a(n - 2) - "
        "2 a(n - 3) + a(n - 4) from n = 5 on, proved with 6 states between two columns"
    )
    assert repr(strip) == "<Strip: orthogonal closed tours of 4 x n cells>"
    assert "+ ... (12 terms) from n = 13 on" in str(gw.strip(4))
    assert "the last row next to the first" in str(gw.strip(3, wrap="rows"))
    assert strip.to_dict() == {
        "convention": "orthogonal closed tours of 4 x n cells",
        "rows": 4,
        "recurrence": [2, 2, -2, 1],
        "holds_from": 5,
        "numerator": [0, 0, 1],
        "denominator": [1, -2, -2, 2, -1],
        "states": 6,
    }


def test_no_such_path_ever():
    strip = gw.strip(2, of="tours", closed=True, moves="knight")
    assert strip.terms(9) == [0] * 9
    assert (strip.recurrence, strip.count(10**9), strip.states) == ((), 0, 0)
    assert "a(n) = 0 from n = 1 on" in str(strip)
