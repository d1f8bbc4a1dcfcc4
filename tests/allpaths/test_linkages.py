"""Linkages (disjoint paths as one value) and every method about them, compared with a listing."""

import itertools
import json
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_measured import turns_of

import gridwalk as gw
import oracles
from gridwalk.draw import raster
from gridwalk.errors import InputError, UnsuitableAlgorithmError
from gridwalk.runtime.slices import tier
from oracles import Raw
from profiles import examples
from strategies import DABBABA, KING, KNIGHT, ORTHOGONAL, board_of, custom_stencils, raws, shapes


def test_a_linkage_is_one_value(tmp_path):
    board = gw.Board.from_text("....\n..#.\n....")
    pairs = ((0, 0), (0, 3)), ((2, 0), (1, 3))
    some = board.path_pairs(*pairs)
    linkage = some.longest()
    assert linkage == tuple(linkage) == linkage.paths == pickle.loads(pickle.dumps(linkage))
    assert isinstance(pickle.loads(pickle.dumps(linkage)), type(linkage))
    assert (linkage.board, linkage.by, linkage.pairs) == (board, "sweep", pairs)
    assert (linkage.length, linkage.cost) == (sum(path.length for path in linkage),) * 2
    facts = json.loads(linkage.to_json())
    assert facts == linkage.to_dict()
    assert [len(cells) - 1 for cells in facts["cells"]] == facts["lengths"]
    assert repr(linkage) == f"<Linkage: 2 paths of {linkage.length} moves in all, by sweep>"
    assert linkage in some
    assert some.unrank(some.rank(linkage)) == linkage


def ways_of(drawing, rows, columns):
    """Return the cells of each letter of a drawing, and the pairs of cells that its lines join."""
    lines = [line.ljust(2 * columns - 1) for line in drawing.split("\n")]
    assert len(lines) == 2 * rows - 1
    cells = {(r, c): lines[2 * r][2 * c] for r in range(rows) for c in range(columns)}
    level = {((r, c), (r, c + 1)) for r, c in cells if lines[2 * r][2 * c + 1 : 2 * c + 2] == "-"}
    upright = {((r, c), (r + 1, c)) for r, c in cells if r + 1 < rows and lines[2 * r + 1][2 * c] == "|"}
    return cells, level | upright


@pytest.mark.parametrize("fill", [False, True])
def test_a_drawing_says_which_way_each_path_goes(fill):
    board, pairs = gw.Board.rectangle(4, 4).with_walls((3, 1), (3, 2)), (((0, 0), (0, 3)), ((3, 0), (3, 3)))
    every = list(board.path_pairs(*pairs, fill=fill))
    assert every
    for linkage in every:
        cells, ways = ways_of(str(linkage), 4, 4)
        assert ways == {tuple(sorted(step)) for path in linkage for step in itertools.pairwise(path)}
        assert [cell for cell, letter in cells.items() if letter == "#"] == [(3, 1), (3, 2)]
        for letter, path in zip("ab", linkage, strict=True):
            assert sorted(path) == sorted(cell for cell, said in cells.items() if said.lower() == letter)
            ends = [cell for cell, said in cells.items() if said == letter.upper()]
            assert sorted((path.start, path.end)) == ends
    assert len({str(linkage) for linkage in every}) == len(every)
    assert every[0].draw(solved=False, glyphs="_X") == "A__A\n____\n____\nBXXB"
    with pytest.raises(InputError, match="'a' does"):
        every[0].draw(glyphs="a#")


def test_pictures_and_sheets():
    board = gw.Board.rectangle(5, 5)
    linkage = board.path_pairs(*(((r, 0), (r, 4)) for r in range(5)), fill=True).find()
    picture = board.svg(linkage)
    assert picture == linkage.svg()
    assert "<title>linkage of 5 paths, 20 moves, 5 x 5 board</title>" in picture
    assert [picture.count(f">{letter}</text>") for letter in "ABCDE"] == [2] * 5
    assert picture.count('class="pair5 line"') == 1
    assert raster.image(board, linkage).size == raster.image(board, tuple(linkage)).size
    sheet = gw.sheet([board], [linkage])
    puzzle, answer = (pages[0].svg() for pages in (sheet.board_pages, sheet.answer_pages))
    assert [page.count(">C</text>") for page in (puzzle, answer)] == [2, 2]
    assert (puzzle.count("dasharray"), answer.count("dasharray")) == (0, 5)
    with pytest.raises(InputError, match="path= and trace="):
        board.svg(linkage, paths=[linkage[0]])
    with pytest.raises(InputError, match="not of"):
        gw.Board.rectangle(2, 2).svg(linkage)


RAW, CORNERS = Raw(((True,) * 4,) * 4, ORTHOGONAL), [((0, 0), (0, 3)), ((3, 0), (3, 3))]
SNAKES = [[path] for path in oracles.simple_paths(RAW, (0, 0), [(3, 3)]) if oracles.is_induced(RAW, path)]
PAIRED = [
    list(both)
    for both in itertools.product(*(list(oracles.simple_paths(RAW, a, [b])) for a, b in CORNERS))
    if not {*both[0]} & {*both[1]}
]
FULL = [both for both in PAIRED if sum(map(len, both)) == 16]
APART = [
    both
    for both in PAIRED
    if all(oracles.is_induced(RAW, path) for path in both)
    and not any(abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1 for u in both[0] for v in both[1])
]
KINDS = {
    "pairs": (lambda board: board.path_pairs(*CORNERS), PAIRED),
    "fill": (lambda board: board.path_pairs(*CORNERS, fill=True), FULL),
    "apart": (lambda board: board.path_pairs(*CORNERS).induced(), APART),
    "induced": (lambda board: board.paths().induced(), SNAKES),
}


def moves_of(member):
    return sum(len(path) - 1 for path in member)


def cells_of(answer):
    """Return the cells of each path of an answer."""
    return [[*path] for path in (answer if isinstance(answer, tuple) else (answer,))]


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_is_answered_about_every_kind(kind, tmp_path):
    make, members = KINDS[kind]
    some, members = make(gw.Board.rectangle(4, 4)), [[list(path) for path in one] for one in members]
    lengths = dict(sorted(Counter(map(moves_of, members)).items()))
    assert cells_of(some.find()) in members
    for one, choose in ((some.shortest(), min), (some.longest(), max)):
        assert cells_of(one) in members
        assert moves_of(cells_of(one)) == choose(lengths)
    assert sorted(map(cells_of, some)) == sorted(members)
    ordered = [*map(cells_of, some.in_order())]
    assert sorted(ordered) == sorted(members)
    assert [*map(moves_of, ordered)] == sorted(map(moves_of, members))
    near = [*map(cells_of, some.nearly_shortest(2))]
    assert sorted(near) == sorted(one for one in members if moves_of(one) <= min(lengths) + 2)
    drawn = [*map(cells_of, some.sample(20, seed=1))]
    assert len(drawn) == 20
    assert all(one in members for one in drawn)
    assert some.count() == len(members)
    assert some.lengths() == lengths
    assert some.estimate_count(error=0.05).value == len(members)
    for question in ("find", "shortest", "longest", "count"):
        assert "chosen" in str(some.explain(question))
    through = [one for one in members if any((1, 1) in path for path in one)]
    assert some.through((1, 1)).count() == len(through)
    assert some.lengths(measure="turns") == Counter(
        sum(turns_of(path, False) for path in one) for one in members
    )
    for name in ("one.svg", "one.png"):
        some.find().save(tmp_path / name)


def test_a_puzzle_is_read_as_it_is_drawn(tmp_path, run):
    file, board = tmp_path / "puzzle.txt", gw.Board.rectangle(3, 4).with_walls((1, 1))
    for pairs in ([((0, 0), (2, 3))], [((0, 1), (2, 0)), ((0, 2), (2, 3))]):
        some = board.path_pairs(*pairs)
        file.write_text(some.find().draw(solved=False), encoding="utf-8")
        read = gw.read_pairs(file, fill=False)
        assert (read.board.open_cells == board.open_cells).all()
        assert read.pairs == tuple(pairs)
        assert read.count() == some.count()
        filled = board.path_pairs(*pairs, fill=True).count()
        assert gw.read_pairs(file).count() == filled
        assert run("puzzle", str(file), "--count")[1] == f"{filled}\n"
    with pytest.warns(gw.errors.ReadingWarning, match="letters are pairs"):
        assert gw.read(file).open_cells.sum() == 11
    king = gw.read_pairs(file, moves="king", fill=False)
    assert king.count() > read.count()
    file.write_text("S..E\n", encoding="utf-8")
    with pytest.raises(InputError, match="E: it stands 1 time; a path has two ends"):
        gw.read_pairs(file)
    file.write_text("...\n", encoding="utf-8")
    with pytest.raises(InputError, match="it has no letters that are there twice"):
        gw.read_pairs(file)


@pytest.mark.parametrize(
    ("text", "number"),
    [("mbM\n...\nmbM\n", 1), ("a.A\na.A\n", 2), ("S.E\n.##\nS.E\n", 0), ("xyz\n...\nxyz\n", 1)],
)
def test_small_and_capital_letters_are_different_colours(tmp_path, run, text, number):
    file = tmp_path / "puzzle.txt"
    file.write_text(text, encoding="utf-8")
    assert run("puzzle", file, "--count")[1] == f"{number}\n"
    letters = {letter: [] for letter in sorted(set(text) - {*".#\n"})}
    for row, line in enumerate(text.split()):
        for column, letter in enumerate(line):
            letters.get(letter, []).append((row, column))
    puzzle = gw.read_pairs(file)
    assert puzzle.pairs == tuple(tuple(cells) for cells in letters.values())
    if number:
        drawn = puzzle.find().draw()
        assert [drawn.count(letter) for letter in letters] == [len(path) for path in puzzle.find()]
        status, _, err = run("shortest", file)
        assert status == 0
        assert "in the shell gridwalk puzzle" in err


# ----------------------------------------------------------------------- beside a listing


def sparse_boards():
    sparse = st.one_of(st.sampled_from((ORTHOGONAL, ORTHOGONAL, KNIGHT, DABBABA)), custom_stencils(4))
    return st.one_of(
        raws(shapes(4, 4, 12), sparse, costs=False), raws(shapes(3, 3, 9), st.just(KING), costs=False)
    )


@pytest.mark.parametrize("name", ["python", "compiled"])
@examples(100)
@given(raw=sparse_boards(), data=st.data())
def test_beside_a_listing(name, raw, data):
    wanted = data.draw(st.integers(1, 3))
    if len(raw.cells) < 2 * wanted:
        return
    ends = data.draw(st.permutations(raw.cells))[: 2 * wanted]
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    fill, board = data.draw(st.booleans()), board_of(raw)
    lists = [list(oracles.simple_paths(raw, start, [exit_])) for start, exit_ in pairs]

    def keeps(some):
        cells = sum(map(len, some))
        return len(set().union(*some)) == cells and (not fill or cells == len(raw.cells))

    expected = [some for some in itertools.product(*lists) if keeps(some)]
    with tier(name):
        paths = board.path_pairs(*pairs, fill=fill)
        assert paths.count() == len(expected)
        assert paths.is_empty() == (not expected)
        found = [tuple(map(list, some)) for some in paths]
        assert sorted(found) == sorted(expected)
        assert all(tuple(map(list, some)) in expected for some in paths.sample(5, seed=1))
    assert all(some in paths for some in expected)
    some_of_all = itertools.islice(itertools.product(*lists), 20)
    assert not any(some in paths for some in some_of_all if some not in expected)
    if board._step_costs.are_equal:
        shortest = paths.shortest()
        least = min((sum(map(len, some)) for some in expected), default=None)
        assert (shortest and sum(len(list(path)) for path in shortest)) == least
    else:
        with pytest.raises(UnsuitableAlgorithmError, match="only moves"):
            paths.shortest()


def test_one_pair_is_a_path():
    board = gw.Board.rectangle(6, 6)
    assert board.path_pairs(((0, 0), (5, 5))).count() == board.paths().count()
    assert board.path_pairs(((0, 0), (5, 0)), fill=True).count() == board.tours((0, 0), (5, 0)).count()


def test_pairs_read_backwards_are_as_many():
    board = gw.Board.rectangle(6, 6)
    first, second = ((0, 0), (0, 5)), ((5, 0), (5, 5))
    assert board.path_pairs(first, second).count() == board.path_pairs(second[::-1], first).count() == 1297169


def test_limits_and_strangers():
    both = gw.Board.rectangle(4, 4).path_pairs(("a4", "d4"), ("a1", "d1"))
    assert 3 not in both
    assert [[(0, 0)], [(9, 9)]] not in both
    large = gw.Board.rectangle(12, 12).path_pairs(((0, 0), (0, 11)), ((11, 0), (11, 11)))
    with pytest.raises(gw.TimeLimitError):
        large.within(1e-9).count()
    with pytest.raises(gw.MemoryLimitError):
        large.within(memory=2 << 20).count()
