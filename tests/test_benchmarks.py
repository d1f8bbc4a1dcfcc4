"""The tables of the page of benchmarks agree with the stored figures; records are counted again."""

import importlib
import re

import pytest
from benchmarks import NAMES, start_up
from benchmarks.figures import Figure, keep, release
from benchmarks.page import BLOCK, PAGE, releases, table_of, written
from benchmarks.records import SQUARES, TABLES, main

import published


@pytest.mark.parametrize("name", NAMES)
def test_each_benchmark_can_be_imported(name):
    module = importlib.import_module(f"benchmarks.{name}")
    assert module.__doc__
    if name != "page":
        assert callable(module.figures)


@pytest.mark.parametrize("words", [words for words in start_up.COMMANDS if words != start_up.MAP])
def test_each_command_of_the_benchmark_of_starts_is_right(run, words):
    status, out, _ = run(*words.split())
    assert (status, bool(out)) == (0, True)


def test_tables_of_the_page_are_those_of_the_kept_figures():
    text = PAGE.read_text(encoding="utf-8")
    assert written(text, releases()) == text
    for _, name, _ in BLOCK.findall(text):
        assert name == "measured" or table_of(name, releases()).count("\n") > 2, f"the table {name} is empty"


@pytest.mark.parametrize(
    ("figure", "reached"),
    [
        (Figure("q", "s", 2.0), None),
        (Figure("q", "s", 2.0, aim=2.0), True),
        (Figure("q", "s", 2.1, aim=2.0), False),
        (Figure("q", "s", 2.1, "peer", 2.0, aim=1.1), True),
        (Figure("q", "s", 2.3, "peer", 2.0, aim=1.1), False),
        (Figure("q", "s", 2.3, "peer", None, aim=1.1), None),
        (Figure("q", "s", 2.3, "peer", 2.0, aim=2.5, of_ratio=False), True),
        (Figure("q", "M paths/s", 5.0, aim=6.0, at_least=True), False),
        (Figure("q", "M paths/s", 5.0, "peer", 5.5, aim=0.85, at_least=True), True),
    ],
)
def test_an_aim_is_one_of_the_ratio_where_there_is_a_peer(figure, reached):
    assert figure.reached is reached


def test_a_table_has_the_newest_figures_that_compare_with_another_program(tmp_path):
    figures = [
        Figure("bfs", "ms", 3.0, "C++", 2.0),
        Figure("alone", "ms", 1.0),
        Figure("wrong", "ms", 1.0, "peer", 2.0, note="3 of their 25 are right"),
        Figure("right", "ms", 1.0, "peer", 2.0, note="25 of their 25 are right"),
    ]
    assert keep("searches", figures, tmp_path) == tmp_path / release() / "searches.json"
    table = table_of("searches", releases(tmp_path))
    assert "| bfs | 3 ms | C++ | 2 ms | 1.5 |\n| right | 1 ms | peer | 2 ms | 0.5 |\n" in table
    assert "alone" not in table


def test_the_table_of_growth_has_a_line_for_each_question(tmp_path):
    figures = [
        Figure("read", "ns per cell", 20.0, note="8 x 8"),
        Figure("read", "ns per cell", 30.0, note="9 x 9"),
        Figure("read", "exponent", 1.1, note="cells"),
        Figure("read", "MB", 7.0),
        Figure("count", "ms", 5.0, note="8 x 8"),
        Figure("count", "factor", 3.0, note="row"),
        Figure("count", "MB", 8.0),
    ]
    keep("growth", figures, tmp_path)
    table = table_of("growth", releases(tmp_path))
    assert (
        "| read | 8 x 8; 9 x 9 | 1; 1.5 | cells^1.10 | 7 MB |\n"
        "| count | 8 x 8 | 1 | x 3 for each row | 8 MB |\n" in table
    )


RECORDS = (PAGE.parent / "records.md").read_text(encoding="utf-8")

# The sequence of each name, and its published terms.
SEQUENCES = {
    "walks": ("A236753", published.ROOK_WALKS),
    "escapes": ("A343962", published.ESCAPES),
    "stuck": ("A341269", published.STUCK_WALKS),
    "along": ("A271507", published.PATHS_ALONG_A_SIDE),
    "diagonal": ("A333455", published.PAST_THE_DIAGONAL),
    "crossing": ("A333464", published.PAST_THE_OTHER_DIAGONAL),
    "past-corner": ("A333246", published.CYCLES_PAST["A333246"]),
    "past-two-corners": ("A333247", published.CYCLES_PAST["A333247"]),
    "past-corners": ("A333466", published.CYCLES_PAST["A333466"]),
    "past-diagonal": ("A333796", published.CYCLES_PAST["A333796"]),
    "past-diagonals": ("A333795", published.CYCLES_PAST["A333795"]),
    "past-rim": ("A333759", published.CYCLES_PAST["A333759"]),
    "cylinder-paths": ("A338963", published.PATHS_OF_CYLINDER),
    "cube": ("A215577", published.OVER_THE_CUBE),
}

# Numbers of the names without a file: published ones, or rows of docs/records.md.
SMALL = {
    "rook": {n: published.ROOK_PATHS[n] for n in range(1, 9)},
    "king": {n: published.KING_PATHS[n] for n in range(1, 6)},
    "king-tours": {8: 2811002302704446996926},
    "king-closed": {n: published.KING_CLOSED[n] for n in range(2, 5)},
    "rook-closed": {n: published.ROOK_CLOSED[n] for n in (2, 4, 6, 8)},
    "cylinder": {6: 63674, 8: 1087362018},
    "torus": {n: published.TORUS_CLOSED[n, n] for n in (3, 4)},
    "orthogonal-holed": {7: 10464, 9: 160050016},
    "king-holed": {7: 161868410159754},
    "knight-holed": {7: 93075384},
}


def rows_of_file(name):
    """Return the numbers of each line of a file in docs/b-files."""
    lines = (PAGE.parent / "b-files" / name).read_text(encoding="utf-8").splitlines()
    return [[int(number) for number in line.split()] for line in lines]


def test_every_name_of_a_square_is_tested():
    assert SQUARES.keys() == SEQUENCES.keys() | SMALL.keys()


@pytest.mark.parametrize("name", SEQUENCES)
def test_first_terms_are_those_of_the_file(name):
    sequence, _ = SEQUENCES[name]
    rows = rows_of_file(f"b{sequence[1:]}.txt")[:4]
    assert [[n, SQUARES[name](n)] for n, _ in rows] == rows


@pytest.mark.parametrize("name", SMALL)
def test_small_numbers_are_the_known_ones(name):
    assert {n: SQUARES[name](n) for n in SMALL[name]} == SMALL[name]


@pytest.mark.parametrize("name", SEQUENCES)
def test_files_agree_with_published_terms_and_with_the_page(name):
    sequence, known = SEQUENCES[name]
    file = f"b{sequence[1:]}.txt"
    numbers = dict(rows_of_file(file))
    last = max(numbers)
    assert list(numbers) == list(range(min(numbers), last + 1))
    assert {n: numbers[n] for n in known} == known
    assert re.search(rf"\| \[{sequence}\]\(b-files/{file}\) \| .* \| {numbers[last]} \|", RECORDS)


def test_the_fourth_number_of_the_cube_is_published_in_32_bits():
    assert dict(rows_of_file("b215577.txt"))[4] % 2**32 == published.OVER_THE_CUBE_OF_4_IN_32_BITS


@pytest.mark.parametrize("name", [name for name in TABLES if "puzzle" not in name])
def test_tables_are_those_of_the_file(name):
    small = [row for row in rows_of_file(f"{name}.txt") if max(row[:2]) <= 4]
    assert [[m, n, TABLES[name](m, n)] for m, n, _ in small] == small
    assert f"(b-files/{name}.txt)" in RECORDS


def test_tables_of_cylinders_have_the_published_numbers():
    cycles = {m: number for m, n, number in rows_of_file("cylinder-cycles.txt") if n == 2}
    tours = {m: 2 * number for m, n, number in rows_of_file("cylinder-tours.txt") if n == 2}
    for numbers, known in ((cycles, published.PRISM_CYCLES), (tours, published.PRISM_CLOSED)):
        both = numbers.keys() & known.keys()
        assert {m: numbers[m] for m in both} == {m: known[m] for m in both} != {}


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3)])
def test_numbers_of_puzzles_are_those_of_the_page(rows, columns):
    names = "puzzles", "puzzles-with-one-solution", "puzzle-solutions"
    cells = " | ".join(str(TABLES[name](rows, columns)) for name in names)
    assert f"| {rows} x {columns} | {cells} |" in RECORDS


def test_the_command_prints_a_number_or_the_names(capsys):
    main(["rook", "4"])
    main(["corners", "4", "5"])
    assert capsys.readouterr().out == "184\n672\n"
    main([])
    assert capsys.readouterr().out.splitlines()[0] == "rook N"
    with pytest.raises(SystemExit, match="usage"):
        main(["rook"])
