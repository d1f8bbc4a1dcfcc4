"""Answers of the command line, beside oracles, the library, and each other."""

import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import gridwalk as gw
import oracles
from gridwalk.cli import output
from gridwalk.cli.status import Status
from gridwalk.runtime.progress import take_away
from inside import failing
from published import KNIGHT_CLOSED, KNIGHT_CLOSED_CLASSES, KNIGHT_OPEN, KNIGHT_OPEN_FROM, ROOK_PATHS
from strategies import ORTHOGONAL

ROOT = Path(__file__).parent.parent.parent
MAZE = "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n"
FIELD = "S.#...\n......\n.##..E\n..#...\n"
KNIGHT = ("--moves", "knight", "--tour")


@pytest.fixture(autouse=True)
def at_boards(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("maze.txt").write_text(MAZE)
    Path("field.txt").write_text(FIELD)
    Path("levels.txt").write_text(str(gw.make("wilson", 2, 3, levels=2, seed=1)) + "\n")


def matrix(text):
    """The raw rook board of a 0/1 matrix."""
    return oracles.Raw(tuple(tuple(c == "0" for c in row.split()) for row in text.splitlines()), ORTHOGONAL)


def cells_in(line):
    return [tuple(map(int, word.strip("()").split(","))) for word in line.split()]


# ---- paths and counts


@pytest.mark.parametrize("by", ["bfs", "labels", "dijkstra"])
def test_shortest(run, by):
    status, out, _ = run("shortest", "maze.txt", "--by", by, "--json", "--moves", "D,R,U,L")
    answer = json.loads(out)
    assert (status, answer["length"], answer["cost"], answer["by"]) == (0, 8, 8, by)
    oracles.check_certificate(matrix(MAZE), map(tuple, answer["cells"]), start=(0, 0), exits=[(4, 4)])


def test_every_listed_path_is_one_line(run):
    for side in (2, 3, 4):
        number, raw = ROOK_PATHS[side], oracles.Raw(((True,) * side,) * side, ORTHOGONAL)
        _, lines, closing = run("list", f"{side}x{side}", "--lines")
        paths = [cells_in(line) for line in lines.splitlines()]
        assert len(set(map(tuple, paths))) == len(paths) == number
        assert f"{number} paths" in closing
        assert run("count", f"{side}x{side}")[1] == f"{number}\n"
        for path in paths:
            oracles.check_certificate(raw, path, start=(0, 0), exits=[(side - 1, side - 1)])


def test_knight_tours(run):
    status, out, err = run("count", "5x5", *KNIGHT, "--from", "0,0")
    assert (status, out) == (0, f"{KNIGHT_OPEN_FROM[5, 5][0, 0]}\n")
    assert "open tours from (0, 0)" in err
    assert run("count", "5x6", *KNIGHT, "--closed")[1] == f"{KNIGHT_CLOSED[5, 6]}\n"
    assert run("count", "3x4", *KNIGHT, "--undirected")[1] == f"{KNIGHT_OPEN[3, 4]}\n"
    routes = [cells_in(line) for line in run("list", "3x4", *KNIGHT, "--lines")[1].splitlines()]
    assert len(routes) == 2 * KNIGHT_OPEN[3, 4]
    assert all(route[::-1] in routes for route in routes)
    tours = ("6x6", *KNIGHT, "--closed", "--up-to-symmetry")
    facts = json.loads(run("count", *tours, "--json")[1])
    assert facts["count"] == KNIGHT_CLOSED_CLASSES[6]
    assert "rotations and reflections" in facts["convention"]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ("--through 0,3", 76),
        ("--avoiding 1,1 --avoiding 2,2", 4),
        ("--to anywhere --length 3", 10),
        ("--from anywhere --to anywhere --length ..2", 168),
        ("--length 11..", 80),
        ("--length 7..9", 36),
        ("--cycles", 213),
        ("--tour", 552),
    ],
)
def test_sets(run, options, count):
    assert int(run("count", "4x4", *options.split())[1]) == count
    assert len(run("list", "4x4", *options.split(), "--lines")[1].splitlines()) == count


def test_exact_numbers_are_text_too(run):
    answer = json.loads(run("count", "12x12", "--json")[1])
    assert (answer["count"], answer["count_text"]) == (ROOK_PATHS[12], str(ROOK_PATHS[12]))
    answer = json.loads(run("count", "4x4", "--lengths", "--json")[1])
    assert answer["lengths"] == {"6": 20, "8": 36, "10": 48, "12": 48, "14": 32}
    assert answer["lengths_text"] == {name: str(number) for name, number in answer["lengths"].items()}
    assert (answer["count"], answer["count_text"]) == (184, "184")


def chosen_row(run, *question):
    """Return the row of the chosen engine, as JSON has it."""
    table = json.loads(run("count", *question, "--explain", "--json")[1])
    (row,) = (row for row in table["engines"] if row["chosen"])
    return row


def test_explanations(run):
    assert chosen_row(run, "6x6", *KNIGHT, "--closed")["engine"] == "halves"
    assert chosen_row(run, "16x16")["states"] == 4179603
    one, by_length = chosen_row(run, "12x12"), chosen_row(run, "12x12", "--lengths")
    assert by_length["states"] == one["states"] * 72  # a number for each second length from 0 to 142
    assert by_length["seconds"] > 30 * one["seconds"]
    assert "<- hopeless" in run("count", "40x40", "--explain")[1]


@pytest.mark.long
def test_estimates(run):
    words = ("count", "18x18", "--approx", "60%", "--seed", "1")
    status, out, err = run(*words)
    assert status == 0
    assert re.fullmatch(r"\d\.\d{1,2}e(69|70)\n", out)
    assert re.search(r"\d\.\d+e\d\d \.\. \d\.\d+e\d\d, 95 % sure; standard error [\d.]+ %, \d+ runs of", err)
    facts = json.loads(run(*words, "--json")[1])
    assert facts["low"] <= facts["count"] <= facts["high"]
    assert facts["count_text"] == str(facts["count"])
    assert (facts["exact"], facts["is_lower_bound"], facts["confidence"]) == (False, False, 0.95)
    assert 0 < facts["relative_error"] < 0.3
    assert (facts["runs"] >= 12, facts["starts"]) == (True, [[0, 0]])
    facts = json.loads(run("count", "9x9", "--approx", "20%", "--lengths", "--seed", "1", "--json")[1])
    assert facts["lengths"]["60"]["low"] <= facts["lengths"]["60"]["count"]
    assert 45 < facts["mean_length"] < 75
    assert facts["mean_length_error"] < 3


def test_a_count_reports_shares_and_years_and_names_no_engine(run, tune):
    take_away()  # what another test left on the display
    tune(first_word=0.0, tell_every=0)
    told = [line for line in run("count", "15x15", "--through", "7,7")[2].splitlines() if "counting" in line]
    assert told
    counting = re.compile(r"gridwalk: counting: (\d+ %, about .* left|.* so far)(, [\d,]+ found)?")
    assert [line for line in told if not counting.fullmatch(line)] == []
    refused = [run(verb, "30x30")[2] for verb in ("count", "longest", "sample")]
    assert re.search(
        r"it would take about [\d,]+ years and about [\d,]+ TB of memory; .* allowed", refused[0]
    )
    assert not re.search("simpath|profile|states|hours", "".join([*refused, *told]))


# ---- fields, labels, steps


def test_a_field_is_that_of_the_library(run):
    field = gw.read("field.txt").flow_field()
    assert run("field", "field.txt", "--flee", "-1.2")[1] == f"{field.flee()}\n"
    for options, wanted in ((("field",), field.next_cell), (("field", "--distances"), field.distances)):
        assert run(*options, "field.txt", "-o", "f.npy")[0] == 0
        assert np.array_equal(np.load("f.npy"), wanted)
    assert run("field", "field.txt", "-o", "f.svg", "--dark")[0] == 0
    assert Path("f.svg").read_text(encoding="utf-8") == field.svg(dark=True)
    answer = json.loads(run("field", "field.txt", "--to", "0,0=0", "--to", "2,5=3", "--json")[1])
    field = gw.read("field.txt").flow_field({(0, 0): 0, (2, 5): 3})
    assert (answer["next_move"], answer["goals"]) == (field.next_move.tolist(), [[0, 0], [2, 5]])
    distances = [[np.inf if d is None else d for d in row] for row in answer["distances"]]
    assert distances == field.distances.tolist()


def test_labels_without_a_path_are_those_of_a_flood(run):
    rows = ["0001", "0101", "0011", "1110"]
    Path("shut.txt").write_text("\n".join(rows))
    status, out, _ = run("shortest", "shut.txt", "--by", "labels", "--labels")
    labels, words = out.split("\n\n")
    assert (status, words.startswith("no way")) == (1, True)
    far = oracles.distances(matrix("\n".join(map(" ".join, rows))), {(0, 0): 0})
    cells = np.ndindex(4, 4)
    wanted = [str(far.get(c, ".")) if rows[c[0]][c[1]] == "0" else "-1" for c in cells]
    assert labels.split() == wanted


def test_a_tour_is_drawn_traced_and_checked_in_step_numbers(run):
    tour = ("5x5", *KNIGHT, "--from", "0,0")
    drawn = run("find", *tour)[1].split("\n")[:5]
    assert sorted(map(int, " ".join(drawn).split())) == [*range(1, 26)]
    assert run("trace", *tour, "--frames", 1)[1].split("\n")[1:6] == drawn


@pytest.mark.parametrize(
    ("board", "asked", "said"),
    [
        ("8x8", "--moves knight", "an open tour of 63 knight moves through all 64 cells of 8 x 8"),
        ("4x4", "--closed", "a closed tour of 16 orthogonal moves through all 16 cells of 4 x 4"),
    ],
)
def test_a_saved_picture_of_a_tour_is_checked(run, board, asked, said):
    assert run("find", board, "--tour", *asked.split(), "-o", "tour.svg")[0] == 0
    status, out, err = run("check", "tour.svg")
    assert (status, err, out.startswith(said)) == (0, "", True)
    text = Path("tour.svg").read_text()
    last = "64" if board == "8x8" else "16"
    swapped = {last: " 1", " 1": last}
    numbers = text[text.index("<desc>") : text.index("</desc>")]
    wrong = re.sub(rf"\b{last}\b| \b1\b", lambda found: swapped[found[0]], numbers)
    Path("tour.svg").write_text(text.replace(numbers, wrong))
    assert run("check", "tour.svg")[1].startswith("no path")
    assert run("find", "maze.txt", "-o", "path.svg")[0] == 0
    assert "this is a saved picture or page; it brings no tour" in run("check", "path.svg")[2]


# ---- boards and files that are read


def test_what_is_printed_is_read_again(run, stdin):
    stdin(run("find", "field.txt", "-q")[1].encode())
    assert run("shortest", "-", "-q")[1].splitlines()[-1] == "length 7"
    for blanks in ((), ("--blanks",)):
        Path("matrix.txt").write_text(run("show", "maze.txt", "--glyphs", "01", "--no-marks", *blanks)[1])
        assert gw.read("matrix.txt") == gw.read("maze.txt")


@pytest.mark.parametrize(("ground", "wall"), ["🟩⬛", "ab", "xo"])
def test_a_board_of_two_symbols(run, stdin, ground, wall):
    """Of two letters the meaning is asked; of other signs the note names the wall or floor."""
    text = f"{ground}{wall}{ground}\n{ground}{ground}{ground}\n"
    stdin(text.encode())
    status, _, err = run("show", "-")
    assert status == (2 if ground == "a" else 0)
    assert {"a": "--wall-is a or --wall-is b", "x": "x is wall", "🟩": "🟩 is floor"}[ground] in err
    for board in (text, text.replace(ground, "S", 1)):
        stdin(board.encode())
        assert run("show", "-", "--wall-is", wall)[1] == "S#.\n..E\n"


@pytest.mark.parametrize("sign", "?*&~!$\\'\" ")
def test_a_sign_in_a_message_can_be_typed_into_a_shell(run, sign):
    import shlex

    Path("q.txt").write_text(f"{sign}qq\nq{sign}q\nqq{sign}\n")
    said = re.search(r"say: --wall-is (.+) or --wall-is (.+); signs", run("show", "q.txt")[2])
    assert {*said.groups()} == {"q", shlex.quote(sign)}
    assert run("show", "q.txt", "--wall-is", sign)[0] == 0


@pytest.mark.parametrize("size", ["3x4", "3X4", "3 x 4", "3*4", "3×4"])
def test_a_size_however_it_is_written(run, size):
    assert run("count", size)[1] == "38\n"
    assert run("make", "wilson", size, "--seed", 1)[1] == run("make", "3x4", "--seed", 1)[1]


def test_puzzles_of_numbers(run):
    puzzle = gw.make_numbered(7, 7, rng=1)
    Path("zip.txt").write_text(f"{puzzle.draw()}\n")
    for verb, status in (("show", 0), ("shortest", 0), ("check", 1)):
        got, _, err = run(verb, "zip.txt")
        assert (got, "a board of numbers with gaps: " in err) == (status, True)
    status, out, err = run("puzzle", "zip.txt")
    assert (status, err) == (0, "gridwalk: this is the only solution\n")
    Path("out.txt").write_text(out)
    assert run("check", "out.txt")[0] == 0
    assert run("sheet", "--board", "zip.txt", "-o", "one.svg")[0] == 0
    gw.sheet([gw.read_numbered("zip.txt")]).save("other.svg")
    for page in (1, 2):
        assert Path(f"one-{page}.svg").read_text() == Path(f"other-{page}.svg").read_text()


def test_a_sheet_reads_a_file_once_and_notes_what_it_finds(run, spy):
    from gridwalk.cli import sheet

    calls = spy(sheet, "read_with_text")
    Path("signs.txt").write_text("xoo\noox\nooo\n")
    status, _, err = run("sheet", "--board", "signs.txt", "--board", "maze.txt", "-o", "s.svg")
    assert (status, len(calls)) == (0, 2)
    assert "x is wall" in err


# ---- forms of answers


def test_an_ending_may_be_in_capitals(run):
    Path("ring.edges").write_text(run("make", "prim", "2", "--cells", "rings", "--seed", 1)[1])
    ends = ("--from", "0.0", "--to", "1.0")
    for words in (
        ("find", "maze.txt", "--lines", "-o", "p.TXT"),
        ("find", "maze.txt", "--draw", "numbers", "-o", "p.TXT"),
        ("show", "maze.txt", "--blanks", "-o", "q.TXT"),
        ("find", "maze.txt", "-o", "p.PNG"),
        ("shortest", "ring.edges", *ends, "-o", "p.PNG"),
        ("make", "prim", "2", "--cells", "rings", "-o", "p.SVG"),
        ("make", "numbered", "3x3", "--seed", 1, "-o", "p.TXT"),
        ("convert", "maze.txt", "p.SVG", "--dark"),
    ):
        status, _, err = run(*words)
        assert (status, "error" in err) == (0, False), words
    assert Path("p.PNG").read_bytes()[:4] == b"\x89PNG"


def test_lines_of_a_walk_name_the_levels(run):
    _, out, _ = run("visit", "levels.txt", "1,3,5", "--lines")
    walk = gw.read("levels.txt").visit([(1, 3, 5)])
    assert cells_in(out.replace("\n", " ")) == [
        tuple(cell) for cell in walk.board.levels.nodes(walk.cells).tolist()
    ]
    assert {len(cell) for cell in cells_in(out.replace("\n", " "))} == {3}


def test_a_file_and_json(run):
    assert (
        json.loads(run("find", "maze.txt", "-o", "x.npy", "--json")[1])["cells"] == np.load("x.npy").tolist()
    )
    assert run("find", "maze.txt", "--lines", "-o", "x.txt")[:2] == (0, "")
    assert Path("x.txt").read_text() == run("find", "maze.txt", "--lines")[1]
    for words in ("trace maze.txt --footprints --at 3", "trace maze.txt --by bfs --frames 3"):
        assert run(*words.split(), "-o", "x.txt")[:2] == (0, "")
        assert Path("x.txt").read_text() == run(*words.split())[1]
    run("trace", "maze.txt", "--by", "bfs", "-o", "x.npy", "--at", 5)
    assert np.array_equal(np.load("x.npy"), gw.read("maze.txt").paths().trace(by="bfs").events[:5])


def test_a_format_without_ends_is_noted(run):
    for ending in (".npy", ".csv", ".tsv", ".map"):
        assert "start and exits are not in this format" in run("show", "5x5", "-o", f"board{ending}")[2]
    for ending in (".json", ".npz", ".txt"):
        assert "not in this format" not in run("show", "5x5", "-o", f"board{ending}")[2]
    Path("ring.json").write_text(run("convert", "5x5", "-", "--wrap", "both")[1])
    noted = run("show", "ring.json", "-o", "ring.txt")[2]
    assert "cannot be read again: a drawing cannot hold the board's edges that meet" in noted


@pytest.mark.posix  # for its symbolic link
def test_no_path_writes_no_file_and_a_file_of_the_board_is_not_overwritten(run):
    Path("shut.txt").write_text("S#E\n")
    assert run("find", "shut.txt", "-o", "x.png")[0] == 1
    assert run("find", "4x4", "-o", "")[0] == 2
    Path("folder.png").mkdir()
    assert "folder.png is a directory" in run("find", "maze.txt", "-o", "folder.png")[2]
    Path("other.txt").symlink_to("maze.txt")
    assert "is the file of the board" in run("find", "maze.txt", "-o", "other.txt")[2]
    assert Path("maze.txt").read_text() == MAZE
    assert not Path("x.png").exists()


def test_pictures_in_chinese_need_a_font(run, tune):
    from gridwalk.draw import language

    run("trace", "maze.txt", "--by", "bfs", "-o", "x.svg", "--at", 7, "--language", "zh")
    assert "<title>广度优先搜索，第 7 个事件，共 37 个，5 x 5 棋盘" in Path("x.svg").read_text("utf-8")
    tune(fallback_fonts=())
    language.font_files.cache_clear()
    status, _, err = run("trace", "maze.txt", "--by", "bfs", "-o", "x.gif", "--language", "zh")
    assert (status, "words in 中文 need a font" in err) == (2, True)
    language.font_files.cache_clear()


@pytest.mark.parametrize("options", [("2001x2000",), ("3x3", "--fps", "60"), ("3x3", "--frames", "2001")])
def test_a_film_that_cannot_be_is_refused_before_the_board_is_traced(run, never, options):
    from gridwalk.cli import trace

    never(trace, "_traced")
    status, _, err = run("trace", *options, "-o", "film.gif")
    assert (status, "at most" in err, Path("film.gif").exists()) == (2, True, False)


# ---- messages, --quiet, colours


def test_notes_go_with_quiet_and_errors_stay(run):
    for words in ("find 3x3", "count 3x3", "list 3x3 --lines", "trace 3x3 --steps", "make 3x3 -o a.txt"):
        loud = run(*words.split(), *["--seed", "1"] * words.startswith("make"))
        assert loud[2] != ""
        for asked in (f"{words} -q", f"--quiet {words}"):
            quiet = run(*asked.split(), *["--seed", "1"] * words.startswith("make"))
            assert quiet == (*loud[:2], "")
    assert run("find", "3x3")[2] != ""  # it is not remembered
    assert run("-q", "count", "3x3", "--from", "9,9")[2].startswith("gridwalk: error: --from 9,9 is outside")
    told = json.loads(run("find", "3x3", "--by", "guess", "-q", "--json")[2])
    assert (told["kind"], told["status"]) == ("ArgumentError", 2)


def test_quiet_shows_no_progress(run, tune):
    tune(first_word=0.0)
    for limit in ("300ms", "3s", "30s"):  # a busy machine may need the longer ones
        tours = ("find", "8x8", *KNIGHT, "--by", "dfs", "--time", limit)
        if (lines := run(*tours)[2].count("\n")) > 1:
            break
    assert lines > 1
    status, _, err = run(*tours, "--quiet")
    assert (status, err.count("\n")) == (3, 1)


def test_colours(run, monkeypatch):
    plain = run("find", "maze.txt")[1]
    coloured = run("--color", "always", "find", "maze.txt")[1]
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain != coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("--color", "always", "find", "maze.txt")[1] == coloured  # an option is closer than a variable
    assert run("--color", "always", "--no-color", "find", "maze.txt")[1] == plain
    assert run("--no-color", "find", "maze.txt")[1] == plain
    run("--color", "always", "find", "maze.txt", "-o", "x.txt")
    assert "\x1b" not in Path("x.txt").read_text()


@pytest.mark.parametrize(
    ("words", "kind", "status"),
    [
        ("count nosuch.txt --json", "FileError", 2),
        ("count 3x3 --json --bogus", "NoSuchOption", 2),
        ("find 3x3 --json --by guess", "ArgumentError", 2),
        ("count 250x250 --json", "HopelessError", 3),
        ("find 8x8 --moves knight --tour --by dfs --time 50ms --json", "TimeLimitError", 3),
    ],
)
def test_errors_are_json_on_stderr(run, words, kind, status):
    code, out, err = run(*words.split())
    told = json.loads(err.splitlines()[-1])
    assert (code, out, told["kind"], told["status"]) == (status, "", kind, status)
    assert "\n" not in told["error"]


def test_a_fault_of_gridwalk_is_no_missing_path(run, spy):
    spy(output, "quality", failing(ZeroDivisionError("a fault")))
    status, _, err = run("find", "3x3")
    assert status == Status.INTERNAL_ERROR
    assert err.startswith("gridwalk: internal error: ZeroDivisionError: a fault; this is a bug in gridwalk")


def test_characters_that_stdout_has_not(run, monkeypatch):
    assert run("show", "2x2", "--glyphs", "·█", "--no-marks")[1] == "··\n··\n"
    for words in (("field", "field.txt"), ("show", "field.txt", "--glyphs", "·█")):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
        status, _, err = run(*words)
        assert (status, "needs Unicode, and stdout is ascii" in err) == (2, True)


def test_every_exit_status_is_in_help_and_guide(run):
    texts = run("--help")[1], (ROOT / "docs/howto/shell.md").read_text()
    for text in texts:
        table = text[text.lower().index("exit status") :]
        assert all(re.search(rf"\b{status.value}\b", table) for status in Status)
    assert all(status.meaning in texts[0] for status in Status)
