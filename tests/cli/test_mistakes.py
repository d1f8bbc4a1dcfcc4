"""What people type who come from elsewhere: each mistake is answered by the word that leads on."""

import re
import shlex
from pathlib import Path

import click
import pytest

import gridwalk as gw
from gridwalk.algorithms import names
from gridwalk.board.moves import NAMED_MOVES
from gridwalk.cli.group import COMMANDS, command_named, gridwalk
from gridwalk.cli.making import PUZZLES
from gridwalk.cli.messages import option_of
from gridwalk.cli.mistakes import INSTEAD
from gridwalk.errors.words import WORDS, ours
from gridwalk.makers.table import MAKERS

MAZE = "S.#\n...\n#.E\n"
# A command line (a maze is m.txt), and what leads on.
MISTAKES = [
    ("solve m.txt", "there is no command solve; did you mean shortest, or find for any path?"),
    ("path m.txt", "did you mean find?"),
    ("generate 9x9", "did you mean make?"),
    ("estimate 30x30", "did you mean count --approx?"),
    ("tour 8x8", "did you mean find --tour?"),
    ("tours 8x8", "did you mean find --tour?"),
    ("print m.txt", "did you mean show?"),
    ("draw m.txt", "did you mean show?"),
    ("play", "there is no command play; did you mean view?"),
    ("version", "there is no command version; did you mean --version?"),
    ("saw 5", "there is no command saw; did you mean count --to anywhere?"),
    ("completion zsh", 'eval "$(_GRIDWALK_COMPLETE=bash_source gridwalk)"'),
    ("coutn 3x3", "there is no command coutn; did you mean count?"),
    ("nosuch 3x3", "there is no command nosuch (gridwalk --help lists all)"),
    ("help nosuch", "there is no command nosuch (gridwalk --help lists all)"),
    ("8x8", "8x8 is a board: the question comes first, as in gridwalk shortest 8x8"),
    ("m.txt", "m.txt is a board: the question comes first"),
    ("find m.txt --start 0,0", "there is no option --start; did you mean --from?"),
    ("find m.txt --end 0,0", "did you mean --to?"),
    ("find m.txt --goal 0,0", "did you mean --to?"),
    ("find m.txt --exit 0,0", "did you mean --to?"),
    ("find m.txt --piece king", "did you mean --moves?"),
    ("find m.txt --algorithm bfs", "did you mean --by?"),
    ("find m.txt --timeout 3", "did you mean --time?"),
    ("find m.txt --output-file x.svg", "did you mean --output?"),
    ("count 3x3 --rng 3", "did you mean --seed?"),
    ("count 3x3 --checkpoint x", "in Python: board.paths().within(keep='parts').count()"),
    ("count 3x3 --memory 1GiB", "in Python: board.paths().within(memory='8GiB')"),
    ("find m.txt --order DRUL", "--moves D,R,U,L names the moves in the order in which they are tried"),
    ("list m.txt --longer-than 10", "--length 11.. is longer than 10 moves"),
    ("find m.txt --pair 0,0:1,1", "there is no option --pair for find: --pair is for puzzle"),
    ("count m.txt --help-all", "there is no option --help-all: --help shows all options"),
    ("formats", "there is no command formats: gridwalk convert --formats lists them"),
    ("shortest m.txt --wrap both", "type gridwalk convert BOARD - --wrap ... | gridwalk shortest -"),
    ("shortest m.txt --tour", "there is no option --tour for shortest: gridwalk find --tour"),
    ("find m.txt -o -", "-o - names no form: name a file"),
    ("find m.txt --mvoes king", "did you mean --moves?"),
    ("find 8x8 --knight", "there is no option --knight; did you mean --moves knight?"),
    ("find 8x8 --horse", "did you mean --moves knight?"),
    ("count 8x8 --queen", "did you mean --moves queen?"),
    ("count 4x4 --all", "there is no option --all: gridwalk list does that"),
    ("shortest m.txt --draw-all", "there is no option --draw-all"),
    ("view --no-browser", "there is no option --no-browser; did you mean --no-open?"),
    ("show m.txt --verbose", "there is no option --verbose: all notes are shown"),
    ("find m.txt --nosuch", "there is no option --nosuch (--help lists them)"),
    ("find m.txt --labels", "there is no option --labels for find: --labels is for shortest"),
    ("find m.txt --estimate 5%", "there is no option --estimate for find: --approx is for count"),
    ("show m.txt --seed 3", "there is no option --seed for show: --seed is for count, sample"),
    ("visit m.txt 0,0 --end 1,1", "there is no option --to for visit: a walk ends at its last stop"),
    (
        "--start 0,0",
        "there is no option --start for gridwalk: --from is for find, shortest, longest, list, ...",
    ),
    ("shortest m.txt --by a*", "did you mean 'astar'?"),
    (
        "shortest m.txt --by dfs",
        "ask gridwalk find --by dfs: finds a path if there is one, seldom a shortest one",
    ),
    ("find m.txt --by astar", "ask gridwalk shortest --by astar: finds a cheapest path"),
    ("find m.txt --by A*", "ask gridwalk shortest --by astar: finds a cheapest path"),
    ("find m.txt --by warnsdorff", "ask gridwalk find --tour --by warnsdorff"),
    ("find m.txt --by bsf", "did you mean 'bfs'?"),
    ("make dfs 9x9", "did you mean 'backtracker'?"),
    ("make recursive_backtracker 9x9", "did you mean 'backtracker'?"),
    ("make kruskals 9x9", "did you mean 'kruskal'?"),
    ("make random 9x9", "did you mean 'percolation'?"),
    ("make hexagon 9", "hexagon is a shape of cells: add --cells hex, as in make 9 --cells hex"),
    ("make hex 9x9", "hex is a shape of cells: add --cells hex"),
    ("make circular 9", "add --cells rings"),
    ("sheet triangular 9x9 -o x.pdf", "add --cells triangles"),
    ("make", "Missing argument MAKER: a maker such as wilson, or a size such as 9x9"),
    ("show m.txt -o x.pdf", "sheet writes .pdf: gridwalk sheet 9x9 -o x.pdf, or sheet --board FILE"),
    ("trace m.txt -o film.mp4", "write film.apng, then ffmpeg -i film.apng"),
    ("convert m.txt", "Missing argument OUT: a file such as maze.svg, or - for standard output"),
    (
        "show m.txt --format svg",
        "--format svg is the format of BOARD; for the answer give -o FILE.svg",
    ),
    ("show m.txt --format json", "--format json is the format of BOARD; for the answer add --json (m.txt: "),
    ("convert m.txt - --format svg", "--format svg is not known"),
    ("find 8x8 --origin 1", "there is no option --origin for find: --origin is for check"),
    ("view #lesson=watch-a-count", "there is no such lesson: watch-a-count; the lessons are recursion,"),
    ("find 8x8 --moves horse", "did you mean 'knight'?"),
    ("convert 3x3 - --wrap torus", "did you mean 'both'?"),
    ("count 8 x 8", "a size is one word, such as 8x8"),
    ("count", "Missing argument BOARD: a file, - for standard input, or a size such as 8x8"),
    ("trace 3x3 --cycles", "no option --cycles for trace: a sweep over all of them finds cycles"),
    ("find 3x3 --tour --undirected", "no option --undirected for find: one path is found, in one direction"),
    ("make zip 6x6", "MAKER zip is not known; did you mean 'numbered' (--steps, --king)?"),
    ("make hidato 6x6", "did you mean 'numbered' (--steps, --king)?"),
    ("make flow 6x6", "did you mean 'numberlink'?"),
    ("make foo 6x6", "percolation, numberlink, numbered"),
    ("make 9 9", "a size is one word, such as 9x9"),
    ("count 5 5", "a size is one word, such as 9x9, and so is a cell: 0,0"),
    ("find 5x5 --from 0 0", "a size is one word, such as 9x9, and so is a cell: 0,0"),
    ("count 5,5", "there is no such file; a size is written with an x, as in 9x9"),
    ("find 8x8 knight", "a piece is an option: --moves knight"),
    (
        "find 6x6 --tour --by dfs-recursive",
        "--by dfs-recursive is not for tours: choose from auto, warnsdorff, dfs",
    ),
    ("find 6x6 --tour --by bfs", "--by bfs is not for tours: choose from auto, warnsdorff, dfs"),
    ("list m.txt --all", "no option --all for list: leave it out, list lists all"),
    ("shortest m.txt --format svg", "no option --format for shortest: -o FILE.svg writes the answer so"),
    ("shortest m.txt --format=json", "no option --format for shortest: --json prints the answer as JSON"),
    ("shortest m.txt --format gml", "--format is for check, show, convert"),
    ("shortest m.txt --king", "did you mean --moves king?"),
    ("find m.txt --moves diagonal", "did you mean 'king'?"),
    ("sheet m.txt -o x.pdf", "m.txt is a file: give --board m.txt"),
    ("sheet 5x5 --count 12 -o x.pdf", "-n 12 prints twelve"),
    ("sheet 5x5 --solutions -o x.pdf", "answers are printed unless --no-answers is given"),
    ("puzzle m.txt --unique", "stderr says whether there is another solution, and --count their number"),
    ("puzzle m.txt --check", "and --count their number"),
    ("puzzle m.txt --solutions", "--count prints their number, -n 10 the first ten"),
    ("shortest m.txt -o a.pdf", "gridwalk sheet --board FILE -o a.pdf"),
    ("list 3x3 -n -1", "-1 is too small: 0 is the least"),
    ("sheet 3x3 -n -1 -o x.pdf", "-1 is not in the range from 1 to 1000"),
    ("puzzle 4x4 --pair 0,0:0,3 --pair 0,0:3,3", "all of them different; (0, 0) is there twice"),
    ("convert m.txt - --order DRUL", "no option --order for convert: no format holds it"),
]


@pytest.fixture(autouse=True)
def at_a_maze(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.txt").write_text(MAZE)


@pytest.mark.parametrize(("line", "lead"), MISTAKES)
def test_a_mistake_is_answered_by_the_word_that_leads_on(run, line, lead):
    status, out, err = run(*line.split())
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert lead in err
    assert "VERB" not in err
    if meant := re.search(r"did you mean ((?:--)?[a-z-]+)\?", err):  # it is there
        verb = line.split()[0]
        known = (
            command_named(verb).params if verb in COMMANDS else gridwalk.get_params(click.Context(gridwalk))
        )
        assert meant[1] in COMMANDS or any(meant[1] in one.opts for one in known)


@pytest.mark.parametrize("sign", "?*&~!$\\'\" ")
def test_what_a_question_about_signs_says_to_type_passes_a_shell(run, sign):
    Path("q.txt").write_text(f"{sign}qq\nq{sign}q\nqq{sign}\n")
    said = re.search(r"say: --wall-is (.+) or --wall-is (.+); signs", run("show", "q.txt")[2])
    assert {*said.groups()} == {"q", shlex.quote(sign)}
    assert run("show", "q.txt", "--wall-is", sign)[0] == 0


@pytest.mark.parametrize("words", ["3x4", "maze 3x4", "wilson 3x4"])
def test_a_size_alone_makes_a_maze(run, words):
    status, out, err = run("make", *words.split(), "--seed", 5)
    assert (status, out, err) == (0, f"{gw.make('wilson', 3, 4, seed=5)}\n", "")
    assert run("make", *words.split())[2].startswith("gridwalk: wilson with --seed ")


def test_a_size_alone_makes_a_maze_of_hexagons_too(run):
    of_wilson = run("make", "wilson", "4x5", "--cells", "hex", "--seed", 5)
    assert run("make", "4x5", "--cells", "hex", "--seed", 5) == of_wilson
    assert run("make", "maze", "4", "--cells", "rings", "--seed", 5)[0] == 0


@pytest.mark.parametrize(
    ("board", "asked", "said"),
    [
        ("8x8", "--moves knight", "an open tour of 63 knight moves through all 64 cells of 8 x 8"),
        ("6x6", "--moves knight --closed", "a closed tour of 36 knight moves through all 36 cells of 6 x 6"),
        ("4x4", "--moves king", "an open tour of 15 king moves through all 16 cells of 4 x 4"),
        ("4x4", "--closed", "a closed tour of 16 orthogonal moves through all 16 cells of 4 x 4"),
    ],
)
def test_a_saved_picture_of_a_tour_is_checked(run, board, asked, said):
    assert run("find", board, "--tour", *asked.split(), "-o", "tour.svg")[0] == 0
    status, out, err = run("check", "tour.svg")
    assert (status, err) == (0, "")
    assert out.startswith(said)


def test_a_wrong_step_in_a_picture_and_a_picture_without_a_tour(run):
    run("find", "5x5", "--moves", "knight", "--tour", "-o", "tour.svg")
    text = Path("tour.svg").read_text()
    numbers = text[text.index("<desc>") : text.index("</desc>")]
    swapped = {"25": " 1", " 1": "25"}
    wrong = re.sub(r"\b25\b| \b1\b", lambda found: swapped[found[0]], numbers)
    Path("tour.svg").write_text(text.replace(numbers, wrong))
    status, out, _ = run("check", "tour.svg")
    assert (status, out[:7]) == (1, "no path")
    for name in ("path.svg", "path.html"):
        assert run("find", "m.txt", "-o", name)[0] == 0
        status, _, err = run("check", name)
        assert status == 2
        assert f"{name}: this is a saved picture or page; it brings no tour" in err


@pytest.mark.parametrize("size", ["3x4", "3X4", "3 x 4", "3*4", "3×4"])
def test_a_size_however_it_is_written(run, size):
    assert run("count", size)[1] == run("count", "3x4")[1] == "38\n"
    assert run("make", "wilson", size, "--seed", 1)[1] == run("make", "wilson", "3x4", "--seed", 1)[1]


def test_one_number_is_a_square(run):
    assert run("count", "4")[1] == "184\n"
    assert run("make", "wilson", "4", "--seed", 1) == run("make", "wilson", "4x4", "--seed", 1)


def test_a_text_in_place_of_a_file(run):
    status, _, err = run("shortest", MAZE)
    assert status == 2
    assert "it is no file; pipe a text into the command, and give - for BOARD\n" in err


def test_what_find_prints_is_read_again(run, stdin):
    _, drawn, _ = run("find", "m.txt", "-q")
    assert drawn.startswith("@")
    stdin(drawn.encode())
    status, out, _ = run("shortest", "-", "-q")
    assert (status, out.splitlines()[-1]) == (0, "length 4")


@pytest.mark.parametrize(("ground", "wall"), ["🟩⬛", "ab", "xo"])
def test_a_board_of_two_symbols(run, stdin, ground, wall):
    """Letters are asked; of others the wall by convention is named."""
    text = f"{ground}{wall}{ground}\n{ground}{ground}{ground}\n"
    stdin(text.encode())
    status, _, err = run("show", "-")
    assert status == (2 if ground == "a" else 0)
    assert {"a": "--wall-is a or --wall-is b", "x": "x is wall", "🟩": "🟩 is floor"}[ground] in err
    stdin(text.encode())
    assert run("show", "-", "--wall-is", wall)[1] == "S#.\n..E\n"
    stdin(text.replace(ground, "S", 1).encode())  # marks beside it
    assert run("show", "-", "--wall-is", wall)[1] == "S#.\n..E\n"
    stdin(f"{ground}{wall}.\n...\n".encode())  # the floor is known: the other symbol is a slip of the pen
    assert run("show", "-", "--wall-is", wall)[0] == (0 if ground == "a" else 2)  # a may be a start


def test_every_word_leads_to_something_that_is_there():
    every = {name for verb in COMMANDS for one in command_named(verb).params for name in one.opts}
    assert {option_of(our) for our in WORDS["argument"].values()} <= every | INSTEAD.keys()
    for our in WORDS["command"].values():
        verb, *more = our.replace(",", "").split()
        assert verb in (*COMMANDS, "help", "--version")
        assert all(word in every for word in more if word[:2] == "--")
    algorithms = {*names("find"), *names("shortest"), *names("count"), *names("find", "tours"), "sweep"}
    assert set(WORDS["by"].values()) <= algorithms
    assert set(WORDS["maker"].values()) <= {*MAKERS, *PUZZLES}
    assert set(WORDS["moves"].values()) <= {*NAMED_MOVES, "rook", "bishop", "queen"}
    for name, taken in (("command", COMMANDS), ("by", algorithms), ("maker", MAKERS), ("moves", NAMED_MOVES)):
        assert not set(WORDS[name]) & {*taken}, name
    for name, table in WORDS.items():
        assert all(ours(name, their) == our for their, our in table.items())
        assert all(their == their.lower() for their in table)


def test_pairs_that_no_paths_join_are_no_error(run):
    status, out, err = run("puzzle", "2x2", "--pair", "0,0:1,1", "--pair", "0,1:1,0")
    assert (status, err) == (1, "")
    assert out.startswith("no way: there are no disjoint simple paths")
    assert "nearest" not in out


def test_messages_name_options(run):
    for words, named in (
        (("puzzle", "4x4", "--pair", "0,0:0,0"), "--pair 0,0:0,0 must be pairs of two cells"),
        (("shortest", "4x4", "--closest"), "did you mean --nearest?"),
        (("shortest", "4x4", "--turn-cost", "-1"), "none unless --measure cost"),
        (("show", "4x4", "--wall", "1,1:1,2"), "--wall 1,1:1,2 is not a cell"),
        (("convert", "4x4", "-", "--unit", "2", "--portal", "0,0:3,3"), "portals: they are for one cell"),
    ):
        status, _, err = run(*words)
        assert status == 2
        assert named in err
