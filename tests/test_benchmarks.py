"""The page of benchmarks says what was measured: its tables are those of the kept figures."""

import importlib
import itertools
import json

import pytest
from benchmarks import NAMES
from benchmarks.figures import Figure, keep, release, rows_of
from benchmarks.page import PAGE, releases, table_of, written
from benchmarks.records import SERIES, SHEETS, puzzles, solutions, table

import published


@pytest.mark.parametrize("name", NAMES)
def test_each_benchmark_is_there_and_on_the_page(name):
    """Whether its imports have moved: nobody runs them from one release to the next."""
    module = importlib.import_module(f"benchmarks.{name}")
    assert module.__doc__
    if name != "page":
        assert callable(module.figures)
        assert f"<!-- figures: {name} -->" in PAGE.read_text(encoding="utf-8")


def test_tables_of_the_page_are_those_of_the_kept_figures():
    text = PAGE.read_text(encoding="utf-8")
    assert written(text, releases()) == text


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


def test_a_release_is_shown_beside_the_one_before(tmp_path):
    file = keep(
        "searches", [Figure("bfs", "ms", 3.0, "C++", 2.0, aim=1.3), Figure("new", "ms", 1.0)], tmp_path
    )
    assert file == tmp_path / release() / "searches.json"
    earlier = tmp_path / "0.0.9" / "searches.json"
    earlier.parent.mkdir()
    earlier.write_text(json.dumps({"figures": [{"question": "bfs", "unit": "ms", "ours": 4.0}]}))
    table = table_of("searches", releases(tmp_path))
    assert "| question | gridwalk | before | beside | its figure | ratio | aim |" in table
    assert "| bfs | 3 ms | 4 ms | C++ | 2 ms | 1.5 | at most 1.3 x | **missed** |" in table
    assert "| new | 1 ms |" in table


def test_empty_columns_are_left_out():
    assert [cell for cell in rows_of([Figure("bfs", "ms", 3.0)])[0] if cell] == ["bfs", "3 ms"]


LISTS = {
    "A236753": published.ROOK_WALKS,
    "A343962": published.ESCAPES,
    "A333455": published.PAST_THE_DIAGONAL,
    "A333464": published.PAST_THE_OTHER_DIAGONAL,
    "A338963": published.PATHS_OF_CYLINDER,
    "A215577": published.OVER_THE_CUBE,
    "A341269": published.STUCK_WALKS,
    "A271507": published.PATHS_ALONG_A_SIDE,
    **published.CYCLES_PAST,
}


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_b_files_are_those_of_the_lists_and_of_the_records(series):
    name = f"b-files/b{series.sequence[1:]}.txt"
    file = PAGE.parent / name
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    numbers = {int(n): int(number) for n, number in rows}
    assert list(numbers) == list(range(series.begins, series.begins + len(rows)))
    known = LISTS[series.sequence]
    assert {n: numbers[n] for n in known} == known
    some = range(series.begins, series.begins + 4)
    assert {n: series.first(n) for n in some} == {n: numbers[n] for n in some}
    page = (PAGE.parent / "records.md").read_text(encoding="utf-8")
    last, ends = max(numbers), min(numbers.keys() - known.keys()) - 1
    listed = "".join([str(ends), *(f" and {n}" for n in known if n > ends)])
    assert f"| [{series.sequence}]({name}) | {listed} | {last} |" in page
    assert f"| {series.sequence} | {numbers[last]} |" in page


def test_a_listed_number_is_what_32_bits_hold_of_it():
    assert SERIES["cube"].first(4) % 2**32 == published.OVER_THE_CUBE_OF_4_IN_32_BITS


@pytest.mark.parametrize("name", [f"{name}-4" for name in SERIES])
def test_two_ways_to_a_record_agree(name):
    record = table()[name]
    assert record.first() == record.second() > 0


def numbers_of(name):
    """Return the numbers of a file of a table, by rows and columns."""
    lines = (PAGE.parent / f"b-files/{name}.txt").read_text(encoding="utf-8").splitlines()
    return {(int(rows), int(columns)): int(number) for rows, columns, number in map(str.split, lines)}


@pytest.mark.parametrize("name", SHEETS)
def test_tables_by_rows_and_columns_are_counted_in_two_ways(name):
    sheet, numbers = SHEETS[name], numbers_of(name)
    ranges = [range(begin, end + 1) for begin, end in zip(sheet.begins, sheet.ends, strict=True)]
    assert list(numbers) == list(itertools.product(*ranges))
    some = {(rows, columns): number for rows, columns, number in sheet.numbers(most=4)}
    assert some == {size: numbers[size] for size in some}
    page = (PAGE.parent / "records.md").read_text(encoding="utf-8")
    table = page[page.index(f"(b-files/{name}.txt)") :].split("\n\n")[1].splitlines()
    columns = [int(cell) for cell in table[0].split(" | ")[1:-1]] + [int(table[0].split(" | ")[-1][:-2])]
    for row in table[2:]:
        rows, *cells = (int(cell) for cell in row.strip("| ").split(" | "))
        assert cells == [numbers[rows, column] for column in columns]


def test_tables_of_cylinders_have_the_published_numbers():
    cycles, tours = numbers_of("cylinder-cycles"), numbers_of("cylinder-tours")
    known = published.PRISM_CYCLES
    assert {rows: cycles[rows, 2] for rows in known if rows <= 10} == {n: known[n] for n in known if n <= 10}
    known = published.PRISM_CLOSED
    assert {n: 2 * tours[n, 2] for n in known if n <= 10} == {n: known[n] for n in known if n <= 10}
    listed = {6: "63674", 8: "1087362018", 10: "404126474166012"}
    assert {n: tours[n, n] for n in listed} == {n: int(number) for n, number in listed.items()}


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 3)])
def test_puzzles_and_their_solutions_are_those_of_gridwalk(rows, columns):
    found = puzzles(rows, columns)
    assert all(number == solutions(rows, columns, pairs) for pairs, number in found.items())
    page = (PAGE.parent / "records.md").read_text(encoding="utf-8")
    one = list(found.values()).count(1)
    assert f"| {rows} x {columns} | {len(found)} | {one} | {sum(found.values())} |" in page


def test_no_puzzle_is_missing():
    """All sets of pairs of the six cells of 2 x 3, or of some of them."""
    found = puzzles(2, 3)

    def pairings(cells):
        if not cells:
            yield frozenset()
            return
        first, rest = cells[0], cells[1:]
        yield from pairings(rest)
        for other in rest:
            for more in pairings([cell for cell in rest if cell != other]):
                yield more | {(first, other)}

    every = [pairs for pairs in pairings(list(range(6))) if pairs]
    assert len(every) == 75
    assert {pairs for pairs in every if solutions(2, 3, pairs)} == found.keys()
