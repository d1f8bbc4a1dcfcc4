"""Checkpoints, the same for every engine: kept, shared, damaged, in use, of other versions."""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

import gridwalk as gw
from crew import in_a_process
from gridwalk.errors import ArgumentError, KeepError, QuestionError, TimeLimitError
from gridwalk.frontier.profile import walkback
from gridwalk.planner import listed, single
from gridwalk.runtime.tuning import tuned
from inside import turned
from published import KING_PATHS, KNIGHT_CLOSED, KNIGHT_CLOSED_CLASSES, ROOK_PATHS

ORTHOGONAL = gw.Board.rectangle
KING = partial(ORTHOGONAL, moves=gw.KING)
KNIGHT = partial(ORTHOGONAL, moves=gw.KNIGHT)
MEBIBYTE = 1 << 20


def longest(paths, **options):
    return list(paths.longest(**options))


def sampled(paths):
    return [list(path) for path in paths.sample(3, seed=1)]


def ranked(paths):
    """Return the path of a rank, and the rank of that path."""
    path = paths.unrank(20)
    return list(path), paths.rank(path)


def costs(rows, columns):
    return np.arange(rows * columns).reshape(rows, columns) * 7 % 11 + 1


ROOMS = gw.Board.from_text(
    """
    ###########
    #S...#....#
    #.........#
    #....#....#
    #....#...E#
    ###########
    """.replace(" ", "").strip()
)

# Of each engine, with all kinds of files: (set, verb, options of `within`).
QUESTIONS = {
    "planar": (lambda: ORTHOGONAL(40, 8).paths(), lambda paths: paths.count(by="sweep"), {}),
    "planar lengths": (lambda: ORTHOGONAL(6, 6).paths(), lambda paths: paths.lengths(), {}),
    "network": (lambda: KING(6, 6).paths(), lambda paths: paths.count(by="sweep"), {}),
    "network in parts": (
        lambda: KING(7, 7).paths(),
        lambda paths: paths.count(by="sweep"),
        {"memory": MEBIBYTE + MEBIBYTE // 4},
    ),
    "network lengths": (lambda: KING(5, 5).paths(), lambda paths: paths.lengths(), {}),
    "blocks": (lambda: KNIGHT(6, 6).tours(closed=True), lambda tours: tours.count(by="halves"), {}),
    "each start": (lambda: KNIGHT(4, 5).tours(), lambda tours: tours.counts_by_start(), {}),
    "up to symmetry": (
        lambda: KNIGHT(6, 6).tours(closed=True),
        lambda tours: tours.count(up_to_symmetry=True),
        {},
    ),
    "planar longest": (lambda: ORTHOGONAL(7, 7).with_walls((3, 2)).paths(), longest, {}),
    "planar cycle of most cost": (
        lambda: ORTHOGONAL(5, 6, costs=costs(5, 6) / 3).cycles(),
        partial(longest, measure="cost"),
        {},
    ),
    "network longest": (lambda: KING(5, 5).paths(), longest, {}),
    "network longest by cost": (
        lambda: KING(4, 5, costs=costs(4, 5) / 3).paths(),
        partial(longest, measure="cost"),
        {},
    ),
    "rooms longest": (lambda: gw.Board.from_text(ROOMS.to_text()).paths(), longest, {}),
    "tour of most cost": (
        lambda: KNIGHT(4, 5, costs=costs(4, 5)).tours([(0, 0), (3, 4)]),
        partial(longest, measure="cost"),
        {},
    ),
    "planar samples": (lambda: ORTHOGONAL(7, 7).paths(), sampled, {}),
    "planar ranks": (lambda: ORTHOGONAL(6, 7).paths(), ranked, {}),
    "network samples": (lambda: KING(5, 5).paths(), sampled, {}),
    "rooms samples": (lambda: gw.Board.from_text(ROOMS.to_text()).paths(), sampled, {}),
    "tour samples": (lambda: KNIGHT(4, 5).tours([(0, 0), (3, 4)]), sampled, {}),
}
RANKS = [name for name in QUESTIONS if name.endswith(("samples", "ranks"))]
UNCOUNTED = [
    "planar samples",
    "network samples",
    "rooms samples",
]  # one set of paths, drawn from without a count
PUBLISHED = {
    "network in parts": KING_PATHS[7],
    "blocks": KNIGHT_CLOSED[6, 6],
    "up to symmetry": KNIGHT_CLOSED_CLASSES[6],
}


LAYERS = {"planar": "layer", "network": "records", "rooms": "layer", "tour": "records"}  # of ranks


@cache
def right(name):
    made, verb, _ = QUESTIONS[name]
    return verb(made())


def ask(name, directory, **limits):
    made, verb, options = QUESTIONS[name]
    return verb(made().within(keep=directory, **{**options, **limits}))


@pytest.fixture(autouse=True)
def _keep_all(spy, tune):
    """Save whenever there is something to save, and list nothing."""
    tune(save_every=0, save_share=0, worth_saving=0, tell_every=0, slice=300, halves_least_piece=1)
    spy(listed, "count_within", lambda *_: None)


def stop_after(number):
    """Return a progress function that interrupts when it has been told so many times."""
    left = number

    def progress(_):
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt

    return progress


@cache
def times_told(name):
    told = []
    with TemporaryDirectory() as directory:
        ask(name, directory, progress=told.append)
    return len(told)


def files(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def stopped(name, directory, share):
    """Fill a directory with what a count leaves that is stopped after a share of its work."""
    told = times_told(name)
    with pytest.raises(KeyboardInterrupt):
        ask(name, directory / "stopped", progress=stop_after(int(told * share)))
    return files(directory / "stopped")


def without_result(directory):
    """Forget the answer, but not what engines keep."""
    for path in directory.glob("*.result"):
        path.unlink()


def put(directory, kept):
    for path in directory.iterdir():
        path.unlink() if path.is_file() else path.rmdir()
    for name, content in kept.items():
        (directory / name).write_bytes(content)


def told(name, directory):
    """Return the answer, or the error that names a file of the directory."""
    try:
        return ask(name, directory)
    except KeepError as error:
        return error


@pytest.mark.long
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_count_stopped_at_any_time_goes_on(name, tmp_path):
    rng = random.Random(name)
    told = times_told(name)
    again = []
    with pytest.raises(KeyboardInterrupt):
        ask(name, tmp_path / "stopped", progress=stop_after(told // 2))
    for _ in range(3):
        with suppress(KeyboardInterrupt):
            ask(name, tmp_path / "stopped", progress=stop_after(rng.randrange(1, max(2, told // 5))))
    assert (
        ask(name, tmp_path / "stopped", progress=again.append)
        == right(name)
        == PUBLISHED.get(name, right(name))
    )
    assert len(again) < told
    left = {path.name.split("-")[2] for path in (tmp_path / "stopped").glob("gridwalk-*")}
    layers = {"state", LAYERS[name.split()[0]]} if name in RANKS else set()
    assert left == layers | (set() if name in UNCOUNTED else {"answer"})
    assert ask(name, tmp_path / "stopped") == right(name)


@pytest.mark.long
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_damaged_file_is_refused_or_does_no_harm(name, tmp_path):
    rng = random.Random(name)
    errors = 0
    place = tmp_path / "damaged"
    place.mkdir()
    for share in (0.4, 0.9):
        kept = stopped(name, tmp_path / str(share), share)
        file = rng.choice(sorted(kept))
        for broken in damages(kept, file, rng):
            put(place, {**kept, file: broken})
            found = told(name, place)
            if isinstance(found, KeepError):
                assert str(place) in found.path
                errors += 1
            else:
                assert found == right(name)
        put(place, {other: content for other, content in kept.items() if other != file})
        (place / file).mkdir()
        found = told(name, place)
        beside = any(other.endswith(".result") for other in kept if other != file)
        assert isinstance(found, KeepError) or (beside and found == right(name))
    assert errors > 10


def damages(kept, file, rng):
    """Yield a file in which something is wrong."""
    content = kept[file]
    for _ in range(2):
        at = rng.randrange(len(content))
        yield content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
    digits = [at for at, byte in enumerate(content[:400]) if chr(byte).isdigit()]
    for at in rng.sample(digits, 2):
        yield content[:at] + bytes([(content[at] - 47) % 10 + 48]) + content[at + 1 :]
    yield content[: rng.randrange(len(content))]
    yield from (b"", b"[]", b"{}\n" + content, content + b"\0", rng.randbytes(len(content)))
    others = [other for name, other in kept.items() if name != file and other != content]
    yield from rng.sample(others, min(2, len(others)))


def test_a_part_from_elsewhere_is_refused(tmp_path):
    """Whole files, but in the wrong place: of another question, of another part, or a pipe."""
    ask("planar", tmp_path)
    ORTHOGONAL(8, 8).paths().within(keep=tmp_path).count(by="sweep")
    without_result(tmp_path)
    first, second = sorted(tmp_path.iterdir())
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    with pytest.raises(KeepError, match="is of another question") as caught:
        ask("planar", tmp_path)
    assert caught.value.path in (str(first), str(second))
    first.unlink()
    second.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(caught.value.path)
        with pytest.raises(KeepError, match="it is not a regular file"):
            ask("planar", tmp_path)


def test_a_block_whose_best_path_is_known_is_not_swept_again(tmp_path, spy):
    """Two rooms in a row; the search is stopped when it comes to the second."""
    swept = []

    def stopping(sweep, question, *others):
        swept.append(question)
        if len(swept) == 2:
            raise KeyboardInterrupt
        return sweep(question, *others)

    spy(walkback, "_by_sweep", stopping)
    paths = gw.Board.from_text(ROOMS.to_text()).paths()
    with pytest.raises(KeyboardInterrupt):
        paths.within(keep=tmp_path).longest()
    second = swept[1]
    assert list(paths.within(keep=tmp_path).longest()) == list(ROOMS.paths().longest())
    assert len(swept) == 5  # the second, and then both without a checkpoint
    assert np.array_equal(swept[2].roles, second.roles)


# ------------------------------------------------------------------------------- sharing

PARTS = {
    "count": lambda paths: paths.count(),
    "by sweep": lambda paths: paths.count(by="sweep"),
    "lengths": lambda paths: paths.lengths(),
    "through": lambda paths: paths.through((1, 3)).count(by="sweep"),
    "longer than": lambda paths: paths.longer_than(15).count(by="sweep"),
    "longest": longest,
    "longest through": lambda paths: longest(paths.through((1, 3))),
    "longest of given lengths": lambda paths: longest(paths.shorter_than(15)),
    "sample": sampled,
}
OTHERS = {
    "cycles": lambda **within: ROOMS.cycles().within(**within).count(),
    "tours from anywhere": lambda **within: ORTHOGONAL(3, 4).tours().within(**within).count(by="sweep"),
    "tours of one kind": lambda **within: (
        ORTHOGONAL(6, 6).tours(closed=True).within(**within).count(by="sweep")
    ),
    "king": lambda **within: KING(4, 4).paths().within(**within).count(by="sweep"),
    "king's lengths": lambda **within: KING(4, 4).paths().within(**within).lengths(),
    "blocks": lambda **within: KNIGHT(5, 6).tours(closed=True).within(**within).count(by="halves"),
    "each start": lambda **within: KNIGHT(3, 7).tours().within(**within).counts_by_start(),
    "longest cycle": lambda **within: longest(ROOMS.cycles().within(**within)),
    "king's longest": lambda **within: longest(KING(4, 4).paths().within(**within)),
    "samples of the king": lambda **within: sampled(KING(4, 4).paths().within(**within)),
    "few rows": lambda **within: KNIGHT(3, 8).tours().within(**within).count(by="halves"),
}
SHARED = OTHERS | {
    f"rooms: {name}": lambda verb=verb, **within: verb(ROOMS.paths().within(**within))
    for name, verb in PARTS.items()
}


@pytest.mark.parametrize("name", SHARED)
def test_every_part_of_a_question_has_files_of_its_own(name, tmp_path):
    expected = SHARED[name]()
    assert SHARED[name](keep=tmp_path) == expected
    kept = files(tmp_path)
    assert SHARED[name](keep=tmp_path) == expected
    assert files(tmp_path) == kept != {}


def test_many_questions_share_a_directory(tmp_path):
    """Each stopped, then all together, in another order; none is mixed up."""
    rng = random.Random(5)
    expected = {name: question() for name, question in SHARED.items()}
    for name in rng.sample(sorted(SHARED), len(SHARED)):
        with suppress(KeyboardInterrupt):  # some are over sooner
            SHARED[name](keep=tmp_path, progress=stop_after(rng.randrange(30)))
    for name in rng.sample(sorted(SHARED), len(SHARED)):
        assert SHARED[name](keep=tmp_path) == expected[name]


def test_what_took_a_moment_is_not_kept(tmp_path, tune):
    tune(worth_saving=60, save_every=60)
    assert ask("planar", tmp_path) == right("planar")
    assert files(tmp_path) == {}
    tune(save_every=0)  # unless there is something of it already
    assert ask("planar", tmp_path) == right("planar")
    assert len(files(tmp_path)) == 1  # what the engine keeps


# ------------------------------------------------------------------------- two at a time


def hold(name, directory):
    """Wait in the middle of an answer."""

    def progress(_):
        if any(Path(directory).glob("*-lock")):
            print("counting", flush=True)
            time.sleep(600)

    with tuned(tell_every=0):
        ask(name, directory, progress=progress)


def answer(name, directory, bytes_of_a_file=None):
    """Print an answer that is saved whenever it may be, or the error."""
    single.PATIENCE = 0
    print("begun", flush=True)
    if bytes_of_a_file is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (int(bytes_of_a_file), resource.RLIM_INFINITY))
    with tuned(save_every=0, save_share=0, worth_saving=0):
        print(told(name, directory))


@pytest.mark.parametrize("name", ["planar", "planar longest", "network longest", "network samples"])
def test_a_question_is_of_one_process_at_a_time(name, tmp_path):
    process = subprocess.Popen(
        in_a_process(__file__, "hold", name, tmp_path), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "counting\n"
        with pytest.raises(KeepError, match=f"is in use by process {process.pid} for the same question"):
            ask(name, tmp_path)
        assert ORTHOGONAL(8, 8).paths().within(keep=tmp_path).count(by="sweep") == ROOK_PATHS[8]
    finally:
        process.kill()
        process.communicate()
    assert list(tmp_path.glob("*-lock"))  # left behind, and no hindrance
    assert ask(name, tmp_path) == right(name)
    assert not list(tmp_path.glob("*-lock"))


# ------------------------------------------------------------------------ other versions


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("question.json", b'{"version": 1, "question": "00", "grades": 1, "moduli": ["0x10000"]}'),
        ("residue-0.table", b'{"at": 3, "grades": 1, "closed": []}\n' + bytes(80)),
        ("residue-12.done", b'{"0": 184}'),
        ("sweep-0123456789abcdef01234567.json", b'{"layer": 7, "parts": [], "total": "0x0"}'),
        ("sweep-0123456789abcdef01234567-7-0.npy", b"\x93NUMPY"),
        ("tours-0123456789abcdef01234567.json", b'{"known": [[0, 9862]], "sum": 1}'),
        ("tours-0123456789abcdef01234567-the-half-0.layer", b"{}\n"),
    ],
)
def test_files_of_the_first_formats_are_recognised(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(KeepError, match="was written by an older version of gridwalk") as caught:
        ask("planar", tmp_path)
    assert caught.value.path == str(tmp_path / name)


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="no file that cannot be read")
def test_a_file_that_may_be_old_and_cannot_be_read_is_named(tmp_path):
    (tmp_path / "question.json").symlink_to("/proc/self/mem")
    with pytest.raises(KeepError, match=r"question\.json: cannot be read"):
        ask("planar", tmp_path)


def test_other_people_s_files_are_left_alone(tmp_path):
    for name in ("question.json", "notes.txt", "sweep-1.csv", "gridwalk-answer", "residue.table"):
        (tmp_path / name).write_bytes(b"mine")
    assert ask("planar", tmp_path) == right("planar")
    assert list(files(tmp_path).values()).count(b"mine") == 5


def test_another_format_is_told(tmp_path):
    with turned(sealed_format=4):
        ask("planar", tmp_path)
    with pytest.raises(KeepError, match="is of format 4, and this version of gridwalk reads format 3"):
        ask("planar", tmp_path)


def test_another_order_of_work_is_told(tmp_path, tune):
    ask("planar", tmp_path)
    without_result(tmp_path)
    tune(profile_order=99)
    with pytest.raises(KeepError, match="counts in another order"):
        ask("planar", tmp_path)


# ---------------------------------------------------------------------------- directories


@pytest.mark.parametrize("wrong", ["", " ", 3, b"state", "a\0b", ["state"], True])
def test_what_is_no_path_is_refused(wrong):
    with pytest.raises(ArgumentError, match=r"keep=.* must be the path of a directory"):
        ORTHOGONAL(3, 3).paths().within(keep=wrong)


@pytest.mark.parametrize("name", QUESTIONS)
def test_directories_that_cannot_be(name, tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(KeepError, match="is a file: give a directory"):
        ask(name, file)
    with pytest.raises(KeepError, match="cannot be used: Not a directory"):
        ask(name, file / "below")

    def refuse(*_, **__):
        raise PermissionError(13, os.strerror(13))

    def refuse_here(place=".", listdir=os.listdir):  # the folders of kernels are listed, too
        return refuse() if os.fspath(place).startswith(os.fspath(tmp_path)) else listdir(place)

    for place in ("pathlib.Path.mkdir", "os.listdir", "gridwalk.runtime.lock._hold"):
        with monkeypatch.context() as patch:
            patch.setattr(place, refuse_here if place == "os.listdir" else refuse)
            with pytest.raises(KeepError, match="cannot be used: Permission denied"):
                ask(name, tmp_path / "state")


def test_a_directory_is_made_with_those_above_it(tmp_path):
    assert ask("planar", str(tmp_path / "a" / "b")) == right("planar")
    assert ask("planar", tmp_path / "a" / "b") == right("planar")


@pytest.mark.long
@pytest.mark.posix
@pytest.mark.parametrize("name", ["planar", "network", "blocks", "planar longest", "network longest"])
def test_a_file_that_may_not_grow(name, tmp_path):
    """The system really refuses to write on: the state before stays, and the count goes on from there."""
    kept = stopped(name, tmp_path, 0.7)
    largest = max(map(len, kept.values()))
    place = tmp_path / "full"
    command = in_a_process(__file__, "answer", name, place, largest - 1)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "File too large" in done.stdout
    assert not list(place.glob("*.part"))
    assert ask(name, place) == right(name)


# ------------------------------------------------------------------------- what it is for

REFUSED = {
    "find": lambda paths: paths.find(),
    "shortest": lambda paths: paths.shortest(),
    "all_shortest": lambda paths: paths.all_shortest(),
    "in_order": lambda paths: paths.in_order(),
    "nearly_shortest": lambda paths: paths.nearly_shortest(),
    "distances": lambda paths: paths.distances(),
    "iterate": iter,
    "batches": lambda paths: paths.batches(),
    "trace": lambda paths: paths.trace(),
}


@pytest.mark.parametrize("verb", REFUSED)
def test_questions_that_keep_no_state_say_so(verb, tmp_path):
    paths = ORTHOGONAL(2, 2).paths().within(keep=tmp_path / "state")
    with pytest.raises(QuestionError, match=r"only counts, .* estimates and list\(\) are kept, .* is not"):
        REFUSED[verb](paths)
    assert not (tmp_path / "state").exists()
    assert REFUSED[verb](paths.within()) is not None


def test_tours_and_cycles_say_so_too(tmp_path):
    within = {"keep": tmp_path}
    tours = KNIGHT(5, 5).tours().within(**within)
    for verb in (tours.refutation, tours.find, partial(iter, tours)):
        with pytest.raises(QuestionError, match=r"are kept, .* is not"):
            verb()
    with pytest.raises(QuestionError, match=r"are kept, .* is not"):
        iter(ORTHOGONAL(3, 3).cycles().within(**within))


def test_counts_up_to_symmetry_of_small_boards(tmp_path):
    tours = ORTHOGONAL(2, 3).tours(closed=True)
    assert tours.within(keep=tmp_path).count(up_to_symmetry=True) == tours.count(up_to_symmetry=True) == 1


@pytest.mark.parametrize(
    "name",
    ["planar", "network", "blocks", "planar longest", "network longest", "planar samples", "network samples"],
)
def test_a_time_limit_leaves_what_was_done(name, tmp_path):
    """Asked again and again with too little time, a count ends all the same."""
    told = times_told(name)
    runs = 0
    while True:
        runs += 1
        steps = 0

        def late(_):
            nonlocal steps
            steps += 1
            if steps > told // 2:
                raise TimeLimitError(0, 0, 0, 0)

        try:
            assert ask(name, tmp_path / "late", progress=late) == right(name)
            break
        except TimeLimitError:
            assert runs < 50
    assert runs > 1


@pytest.mark.slow
@pytest.mark.posix
@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_killed_at_random_moments(name, how, tmp_path):
    rng = random.Random(name)
    command = in_a_process(__file__, "answer", name, tmp_path)
    for _ in range(5):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "begun\n"
        try:
            process.wait(rng.uniform(0, 1))
        except subprocess.TimeoutExpired:
            process.send_signal(getattr(signal, how))
        process.communicate()
    last = subprocess.run(command, capture_output=True, text=True, check=True)
    assert last.stdout == f"begun\n{right(name)}\n"
