"""Board files, and everything that is none."""

import errno
from pathlib import Path

import pytest

import gridwalk as gw
from gridwalk.errors import FileError
from gridwalk.io import files

MAZE = "S.#\n#.E\n"


@pytest.mark.parametrize(
    "data",
    [
        MAZE.encode(),
        MAZE.rstrip().encode(),
        MAZE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + MAZE.encode(),
        MAZE.replace("#", "\N{FULL BLOCK}").encode(),
    ],
)
def test_read(tmp_path, data):
    path = tmp_path / "maze.txt"
    path.write_bytes(data)
    expected = gw.Board.from_text(MAZE)
    assert gw.read(path) == gw.read(str(path)) == expected
    assert gw.read(path, moves=gw.KING, start=(0, 1)) == expected.replace(moves=gw.KING, start=(0, 1))


def test_standard_input(stdin):
    stdin(MAZE.encode())
    assert gw.read("-") == gw.Board.from_text(MAZE)


def test_two_gigabytes_are_refused_before_reading(tmp_path, never):
    path = tmp_path / "huge.txt"
    with path.open("wb") as stream:
        stream.truncate(2 << 30)  # sparse: takes no room on the disk
    never(files, "_read_limited")
    with pytest.raises(FileError, match=r"huge\.txt: 2,147,483,648 bytes is more than a board file may have"):
        gw.read(path)


def test_an_endless_stream_is_cut_off(stdin, tune):
    tune(read_bytes=100)
    stdin(b"." * 101)
    with pytest.raises(FileError, match="standard input: 101 bytes is more"):
        gw.read("-")
    stdin(b"." * 100)
    assert gw.read("-").shape == (1, 100)


def test_the_error_carries_path_and_cause(tmp_path):
    path = Path(tmp_path, "odd.txt")
    path.write_text("...\n.")
    with pytest.raises(FileError) as caught:
        gw.read(path)
    assert caught.value.path == str(path)
    assert caught.value.__cause__.line == 2


def test_names_are_escaped_in_every_message(tmp_path):
    """A terminal obeys some characters: ESC ] 0 sets the title of its window."""
    for name, shown in (
        ("a\x1b]0;b\x07.txt", r"a\x1b]0;b\x07.txt"),
        ("a\udcffb", r"a\xffb"),
        ("a\x9b1m", r"a\x9b1m"),
    ):
        with pytest.raises(FileError) as caught:
            gw.read(tmp_path / name)
        assert str(caught.value).startswith(f"{tmp_path}/{shown}: there is no such file")
        assert caught.value.path.endswith(name)  # the file can be opened by it


def test_a_full_disk_is_told_with_the_name_of_the_file(full_disk, tmp_path):
    full_disk()
    with pytest.raises(OSError, match="No space left") as caught, files.new_file(tmp_path / "a.npz") as file:
        file.write(b"1")
    assert caught.value.filename == str(tmp_path / "a.npz")


def test_what_cannot_be_written_is_named_as_it_was_given(full_disk, tmp_path):
    """Not the file beside it that is written first."""
    full_disk(error=OSError(errno.ENOSPC, "No space left on device", str(tmp_path / "beside")))
    with pytest.raises(OSError, match="No space left") as caught:
        files.write_whole(tmp_path / "maze.txt", b"S.E")
    assert caught.value.filename == str(tmp_path / "maze.txt")
