"""How the command line talks: --quiet, colours, help at any width."""

import json
import re

import pytest

MAZE = "S.#\n..#\n#.E\n"


@pytest.fixture
def board(tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text(MAZE)
    return file


# ------------------------------------------------------------------------------------ --quiet


@pytest.mark.parametrize(
    "words",
    ["find 3x3", "shortest 3x3", "count 3x3", "list 3x3 --lines", "sample 3x3 --seed 1", "show 3x3",
     "trace 3x3 --steps", "make prim 3 --cells rings --seed 1", "visit 3x3 0,2 --moves rook"],
)  # fmt: skip
def test_quiet_leaves_the_answer_alone(run, words):
    loud = run(*words.split())
    assert loud[2] != ""
    for asked in (f"{words} -q", f"{words} --quiet", f"--quiet {words}"):
        assert run(*asked.split()) == (*loud[:2], "")
    assert run(*words.split()) == loud  # it is not remembered


def test_quiet_keeps_errors_and_statuses(run, tmp_path):
    status, out, err = run("-q", "count", "3x3", "--from", "9,9")
    assert (status, out) == (2, "")
    assert err.startswith("gridwalk: error: --from 9,9 is outside the board")
    assert "too large" in run("count", "250x250", "--quiet")[2]
    closed = tmp_path / "closed.txt"
    closed.write_text("S#E\n")
    assert run("find", closed, "--lines", "--quiet") == (1, "", "")
    told = json.loads(run("find", "3x3", "--by", "guess", "-q", "--json")[2])
    assert (told["kind"], told["status"]) == ("ArgumentError", 2)


def test_quiet_tells_no_progress(run, tune):
    tune(first_word=0.0)
    for limit in ("300ms", "3s", "30s"):  # on a busy machine the first may be over before a word is told
        tours = ("find", "8x8", "--moves", "knight", "--tour", "--by", "dfs", "--time", limit)
        if (lines := run(*tours)[2].count("\n")) > 1:
            break
    assert lines > 1
    status, _, err = run(*tours, "--quiet")
    assert (status, err.count("\n")) == (3, 1)


# ------------------------------------------------------------------------------------ notes

GUESSED = "gridwalk: from (0, 0) to (2, 2) (first and last open cell)\n"
BY_BFS = "gridwalk: by bfs: 9 cells expanded, 0 backtracks\n"
DIRECTIONS = "open tours from any square, counted once per direction"
NOTES = [
    ("find {marked}", ""),
    ("shortest {marked}", ""),
    ("longest {marked}", ""),
    ("list {marked} --lines", "gridwalk: there are 2 paths\n"),
    ("count {marked}", ""),
    ("count {marked} --json", ""),
    ("sample {marked}", ""),
    ("visit {marked} 1,1", ""),
    ("field {marked}", ""),
    ("shortest 3x3", GUESSED),
    ("count 3x3", GUESSED),
    ("count 3x3 --length 4", GUESSED),
    ("find 3x3 --from 0,0 --to 2,2", ""),
    ("find 3x3 --by bfs", BY_BFS + GUESSED),
    ("shortest 3x3 --by bfs", BY_BFS + GUESSED),
    ("shortest {marked} --measure turns", "gridwalk: 2 turns, 4 moves\n"),
    ("longest 3x3 --gap 0", "gridwalk: by sweep, over all paths at once\n" + GUESSED),
    ("find 3x4 --moves knight --tour", "gridwalk: by warnsdorff: 12 cells expanded, 0 backtracks\n"),
    ("count 3x4 --moves knight --tour", f"gridwalk: {DIRECTIONS}\n"),
    ("count 3x4 --moves knight --tour --lengths", f"gridwalk: 16 in all\ngridwalk: {DIRECTIONS}\n"),
    ("count 3x3 --to anywhere", "gridwalk: from (0, 0) to anywhere (start: first open cell); every "
                                "self-avoiding walk counts, also one of no move\n"),
    ("count 1x9 --to 0,0 --to 0,2 --to 0,4 --to 0,6 --to 0,8 --from 0,3",
     "gridwalk: from (0, 3) to any of 5 cells; a path ends at the first exit it enters\n"),
    ("make wilson 3x3 --seed 1", ""),
    ("make prim 3 --cells rings --seed 1",
     "gridwalk: prim with --seed 1; to solve it: shortest FILE.edges --from 0.0 --to 3.23\n"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "notes"), NOTES)
def test_a_note_is_a_guess_or_was_asked_for(run, board, words, notes):
    status, _, err = run(*words.format(marked=board).split())
    assert (status, err) == (0, notes)


def test_a_count_speaks_of_shares_and_years_and_names_no_engine(run, tune):
    tune(first_word=0.0, tell_every=0)
    told = [line for line in run("count", "13x13", "--through", "6,6")[2].splitlines() if "counting" in line]
    assert told
    counting = re.compile(r"gridwalk: counting: (\d+ %, about .* left|.* so far)(, [\d,]+ found)?")
    assert [line for line in told if not counting.fullmatch(line)] == []
    status, out, err = run("count", "30x30")
    assert (status, out) == (3, "")
    assert re.search(
        r"\(it would take about [\d,]+ years and about [\d,]+ TB of memory; .* are allowed\)\n$", err
    )
    refused = [run(verb, "30x30")[2] for verb in ("longest", "sample")]
    assert not re.search("simpath|profile|states|hours", "".join([err, *refused, *told]))
    assert re.search("simpath .* about [\\d,]+ years", run("count", "30x30", "--explain")[1])


# ------------------------------------------------------------------------------------ colours


def test_colours_where_they_are_asked_for(run, board, monkeypatch):
    plain = run("find", board)[1]
    assert "\x1b" not in plain
    coloured = run("--color", "always", "find", board)[1]
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert coloured != plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("--color", "always", "find", board)[1] == coloured  # an option is closer than a variable
    assert run("--color", "always", "--no-color", "find", board)[1] == plain
    assert run("--no-color", "find", board)[1] == plain


def test_files_have_no_colours(run, board, tmp_path):
    run("--color", "always", "find", board, "-o", tmp_path / "path.txt")
    assert "\x1b" not in (tmp_path / "path.txt").read_text()
    status, _, err = run("--color", "sometimes", "find", board)
    assert status == 2
    assert "'sometimes' is not one of 'auto', 'always', 'never'" in err
