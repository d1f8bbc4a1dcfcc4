"""The command line's questions about all paths at once."""

import json

import numpy as np
import pytest
from test_cli import cells_in

from published import KING_PATHS, KNIGHT_CLOSED_CLASSES, ROOK_PATHS

LONG = str(ROOK_PATHS[12])


def test_counts_of_thirty_digits(run):
    assert run("count", "12x12")[:2] == (0, LONG + "\n")
    status, out, _ = run("count", "12x12", "--json", "--by", "sweep")
    assert (status, json.loads(out)["count"]) == (0, int(LONG))


def test_counts_by_length(run):
    status, out, err = run("count", "4x4", "--lengths")
    assert (status, out) == (0, " 6 20\n 8 36\n10 48\n12 48\n14 32\n")
    assert "184 in all" in err
    table = json.loads(run("count", "4x4", "--lengths", "--json")[1])["lengths"]
    assert table == {"6": 20, "8": 36, "10": 48, "12": 48, "14": 32}


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (("--through", "0,3"), 76),
        (("--avoiding", "1,1", "--avoiding", "2,2"), 4),
        (("--length", 10), 48),
        (("--through-edge", "0,0:0,1"), 92),
        (("--avoiding-edge", "a4:b4", "--through-edge", "a4:a3"), 92),
        (("--tour", "--through-edge", "0,0:0,1", "--through-edge", "0,0:1,0"), 448),
        (("--to", "anywhere", "--length", 3), 10),
        (("--from", "anywhere", "--to", "anywhere", "--shorter-than", 3), 168),
        (("--longer-than", 10), 80),
        (("--shorter-than", 10), 56),
        (("--longer-than", 6, "--shorter-than", 10), 36),
        (("--cycles",), 213),
        (("--tour",), 552),
    ],
)
def test_smaller_and_other_sets(run, options, count):
    assert int(run("count", "4x4", *options)[1]) == count
    assert len(run("list", "4x4", *options, "--lines")[1].splitlines()) == count


def test_the_longest(run, maze):
    status, out, err = run("longest", maze)
    assert (status, out.splitlines()[-1]) == (0, "length 12")
    assert "by sweep" in err
    assert json.loads(run("longest", "8x8", "--json")[1])["length"] == 62
    assert json.loads(run("longest", "6x6", "--cycles", "--json")[1])["closed"]
    assert run("longest", maze, "--through", "4,2")[0] == 1
    assert run("longest", maze, "--measure", "weight")[0] == 2


def test_samples(run):
    status, out, _ = run("sample", "6x6", "-n", 5, "--seed", 1, "--lines")
    paths = [cells_in(line) for line in out.splitlines()]
    assert (status, len(paths)) == (0, 5)
    assert {(path[0], path[-1]) for path in paths} == {((0, 0), (5, 5))}
    assert run("sample", "6x6", "-n", 5, "--seed", 1, "--lines")[1] == out
    assert run("sample", "6x6", "-n", 5, "--seed", 2, "--lines")[1] != out
    assert json.loads(run("sample", "6x6", "--seed", 1, "--json")[1])["by"] == "sweep"


def test_no_sample_of_nothing(run, tmp_path):
    closed = tmp_path / "closed.txt"
    closed.write_text("S#E\n")
    status, out, err = run("sample", closed)
    assert (status, out) == (1, "")
    assert "no way" in err


def test_explanations(run):
    """A table of engines on stdout, one of them chosen; and nothing is counted."""
    out = run("count", "16x16", "--explain")[1]
    (chosen,) = (line for line in out.splitlines() if "<- chosen" in line)
    assert "4,179,603 states" in chosen
    for verb in ("find", "shortest", "longest", "sample"):
        assert run(verb, "16x16", "--explain")[1].startswith("engine")


def chosen_row(run, *question):
    """Return the row of the engine that would count, as JSON has it."""
    table = json.loads(run("count", *question, "--explain", "--json")[1])
    (row,) = (row for row in table["engines"] if row["chosen"])
    return row


def test_little_memory_gives_the_same_number(run, tmp_path):
    small = ("--memory", "1MiB", "--by", "sweep")
    assert run("count", "12x12", *small)[:2] == (0, LONG + "\n")
    assert run("count", "6x6", "--moves", "king", *small)[1] == f"{KING_PATHS[6]}\n"
    state = tmp_path / "state"
    for _ in range(2):
        assert run("count", "12x12", "--by", "sweep", "--keep", state)[1] == LONG + "\n"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("count", "4x4", "--memory", "2 apples"), 2, "is not an amount of memory"),
        (("count", "4x4", "--memory", "1kB"), 2, "'1kB' is too little: give 1MiB or more"),
        (("count", "4x4", "--by", "guess"), 2, "--by guess is not known"),
        (("count", "4x4", "--through", "9,9"), 2, "--through 9,9 is outside the board"),
        (("count", "4x4", "--cycles", "--from", "0,0"), 2, "a cycle has no start and no end"),
        (("count", "250x250"), 3, "hopeless: 62,498 junctions"),
        (("find", "4x4", "--through", "1,1", "--by", "bfs"), 2, "only 'dfs' and 'sweep' find"),
        (("sample", "4x4", "-n", 0), 2, "0 is not in the range"),
    ],
)
def test_what_is_refused(run, arguments, status, message):
    got, out, err = run(*arguments)
    assert (got, out) == (status, "")
    assert message in err
    assert "Traceback" not in err


def test_tours_up_to_symmetry(run):
    tours = ("6x6", "--moves", "knight", "--tour", "--closed")
    status, out, err = run("count", *tours, "--up-to-symmetry")
    assert (status, out) == (0, f"{KNIGHT_CLOSED_CLASSES[6]}\n")
    assert "rotations and reflections" in err
    facts = json.loads(run("count", *tours, "--up-to-symmetry", "--json")[1])
    assert facts["count"] == KNIGHT_CLOSED_CLASSES[6]
    assert "rotations and reflections" in facts["convention"]
    assert run("count", "3x3", "--up-to-symmetry")[0] == 2
    assert "different questions" in run("count", *tours, "--up-to-symmetry", "--each-start")[2]


def test_tours_by_start(run):
    status, out, err = run("count", "5x5", "--moves", "knight", "--tour", "--each-start")
    assert status == 0
    assert out.split("\n")[0].split() == ["304", "0", "56", "0", "304"]
    assert "1,728 in all" in err


def test_counts_of_tours_keep_a_note_once_they_are_known(run, tmp_path, tune):
    tune(worth_saving=0)
    state = tmp_path / "state"
    command = ("count", "6x6", "--moves", "knight", "--tour", "--undirected", "--keep", state)
    assert run(*command)[:2] == (0, "3318960\n")
    assert [path.name.split("-")[2:] for path in state.iterdir()] == [["answer"]]
    assert run(*command)[:2] == (0, "3318960\n")


def test_the_bound_alone(run, maze):
    status, out, err = run("longest", "30x30", "--bound")
    assert (status, out) == (0, "898\n")
    assert "no path has a length above 898: " in err
    facts = json.loads(run("longest", "6x6", "--bound", "--measure", "cost", "--anytime", "1s", "--json")[1])
    assert (facts["bound"], facts["measure"], facts["exits"]) == (34, "cost", [[5, 5]])
    assert facts["by"].startswith("exact")
    status, out, _ = run("longest", "6x6", "--bound", "--avoiding", "0,1", "--avoiding", "1,0")
    assert status == 1
    assert out.startswith("no way")
    assert json.loads(run("longest", maze, "--bound", "--through", "4,2", "--json")[1])["found"] is False
    for option in (["--steps", "5"], ["--lines"], ["--explain"], ["--output", "x.svg"]):
        status, _, err = run("longest", "6x6", "--bound", *option)
        assert status == 2
        assert f"leave out {option[0]}" in err
    assert run("longest", "6x6", "--bound", "--cycles")[0] == 2


def test_longest_paths_and_samples_keep_their_state(run, tmp_path, tune):
    tune(worth_saving=0, save_every=0, save_share=0)
    state = tmp_path / "state"
    longest, sample = (
        ("longest", "5x5", "--avoiding", "2,2", "--lines"),
        ("sample", "5x5", "-n", 3, "--seed", 1, "--lines"),
    )
    for command, part in ((longest, "answer"), (sample, "state")):
        expected = run(*command)[1]
        before = set(state.glob(f"*-{part}"))
        for _ in range(2):
            assert run(*command, "--keep", state)[:2] == (0, expected)
        assert len(set(state.glob(f"*-{part}")) - before) == 1
    status, out, err = run("longest", "5x5", "--moves", "knight", "--tour", "--keep", state)
    assert (status, out) == (2, "")
    assert "longest of tours by length does not" in err


def test_why_there_is_no_tour(run):
    tours = ("4x5", "--moves", "knight", "--tour", "--closed")
    reason = "no closed knight's tour of 4 x 5 exists (Schwenk 1991)"
    status, out, _ = run("find", *tours)
    assert (status, out) == (1, f"no way: there are no closed tours: {reason}\n")
    answer = json.loads(run("find", *tours, "--json")[1])
    assert (answer["found"], answer["reason"]) == (False, reason)
    assert run("list", *tours)[:2] == (1, f"there is no tour: {reason}\n")
    status, out, err = run("count", *tours)
    assert (status, out) == (0, "0\n")
    assert reason in err
    assert reason in run("sample", *tours)[2]


def test_tours_beyond_the_memory_are_refused(run):
    status, out, err = run("count", "8x8", "--moves", "knight", "--tour", "--memory", "64MiB")
    assert (status, out) == (3, "")
    assert "hopeless: halves" in err
    assert "67 MB of memory are allowed" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("count", "4x4", "--paths", "--tour"), "different questions"),
        (("count", "4x4", "--cycles", "--tour", "--closed"), "different questions"),
        (("count", "4x4", "--each-start"), "add --tour"),
        (("count", "4x4", "--tour", "--each-start", "--closed"), "leave out --closed"),
        (("count", "4x4", "--tour", "--each-start", "--by", "sweep"), "--by applies to a single count"),
        (("find", "4x4", "--draw", "lines", "-o", "x.png"), "--draw applies to characters"),
        (("trace", "4x4", "--at", "5000", "-o", "x.txt"), "the log has"),
    ],
)
def test_options_that_contradict_each_other(run, arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_one_moment_of_a_film_in_characters_and_numbers(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("trace", "4x4", "--at", "5", "-o", "at.txt")[0] == 0
    assert (tmp_path / "at.txt").read_text().count("step ") == 1
    assert run("trace", "4x4", "--at", "5", "-o", "at.npy")[0] == 0
    assert len(np.load(tmp_path / "at.npy")) == 5


def test_an_explanation_is_of_what_the_count_takes(run):
    assert chosen_row(run, "6x6", "--moves", "knight", "--tour", "--closed")["engine"] == "halves"
    assert chosen_row(run, "16x16")["states"] == 4179603


def test_an_explanation_of_lengths_has_a_number_for_each(run):
    one, by_length = chosen_row(run, "12x12"), chosen_row(run, "12x12", "--lengths")
    assert by_length["states"] == one["states"] * 143  # 142 cells may be left out, or none
    assert by_length["seconds"] > 30 * one["seconds"]


def test_a_trace_says_why_there_is_no_tour(run):
    assert "Schwenk" in run("trace", "4x5", "--moves", "knight", "--tour", "--closed")[2]


def test_little_memory_for_tours_gives_way_to_a_sweep_where_that_is_short(run):
    assert run("count", "5x6", "--moves", "knight", "--tour", "--closed", "--memory", "1MiB")[:2] == (
        0,
        "8\n",
    )


def test_layers_of_a_sweep(run):
    status, out, err = run("count", "4x4", "--layers", "profile")
    assert (status, out.splitlines()[-1]) == (0, "in all 184")
    assert "  finished 184 = 92 + 92" in out.splitlines()
    assert "by profile" in err
    out = run("count", "4x4", "--tour", "--closed", "--layers", "auto")[1]
    assert "joined: xxaa 1 with ..aa 1: 1" in out.splitlines()
    assert json.loads(run("count", "3x3", "--layers", "auto", "--json")[1])["number"] == "12"


@pytest.mark.parametrize(
    "options", [["auto", "--lengths"], ["auto", "--approx", "5%"], ["halves"], ["simpath", "--by", "sweep"]],
)  # fmt: skip
def test_layers_stand_alone(run, options):
    assert run("count", "3x3", "--layers", *options)[0] == 2


def test_paths_that_start_or_end_anywhere(run):
    assert run("count", "4x4", "--from", "anywhere", "--to", "anywhere")[1] == "28512\n"
    status, out, err = run("count", "3x3", "--to", "anywhere", "--each-end")
    assert (status, out) == (0, " 1  8 11\n 8  8 10\n11 10 12\n")
    assert "79 in all" in err
    facts = json.loads(run("count", "2x2", "--to", "anywhere", "--each-end", "--json")[1])
    assert facts["counts"] == [[1, 2], [2, 2]]
    assert json.loads(run("count", "2x2", "--from", "anywhere", "--json")[1])["starts"] is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--to", "anywhere", "--to", "0,0"), "--to anywhere is every cell"),
        (("--cycles", "--to", "anywhere"), "a cycle has no start and no end"),
        (("--tour", "--each-end"), "--each-end applies to paths"),
        (("--through-edge", "0,0"), "an edge is two cells"),
        (("--through-edge", "0,0:1,1"), "--through-edge"),
    ],
)
def test_ends_and_edges_that_make_no_sense(run, options, message):
    status, _, err = run("count", "4x4", *options)
    assert (status, message in err) == (2, True)
    assert len(err.splitlines()) == 1
