"""Files opened, dropped and saved, and the link."""

import io

import numpy as np
import pytest
from PIL import Image

import gridwalk as gw
from browser.person import (
    EXAMPLES,
    body,
    clear,
    click,
    digits,
    drag,
    picture,
    ready,
    run,
    saved,
    text_of,
    tool,
    wait_body,
    watch,
)


def test_files_are_opened_and_bad_ones_refused(page, tmp_path):
    page.set_input_files("#file", EXAMPLES / "two-exits.txt")
    board = gw.read(EXAMPLES / "two-exits.txt")
    wait_body(page, "rows", board.rows)
    assert body(page, "walls") == str(board.size - board.open_count)
    assert len(body(page, "exits").split()) == len(board.exits)
    bad = {
        "letters.txt": (b"hello\n", "in no known format"),
        "ragged.txt": (b"..\n...\n", "line 2 has 3 cells"),
        "binary.bin": (b"\x00\x01\xff\xfe\x00", "not a text file"),
        "large.txt": (b"." * (2**22 + 1), "up to 4 MiB"),
        "wide.txt": (b"." * 513, "up to 512 x 512"),
        "empty.txt": (b"", "the board is empty"),
        "walls.txt": (b"###\n", "no open cell"),
    }
    for name, (data, words) in bad.items():
        (tmp_path / name).write_bytes(data)
        page.set_input_files("#file", tmp_path / name)
        page.wait_for_function(
            "(words) => document.getElementById('summary').textContent.includes(words)", arg=words
        )
    assert body(page, "rows") == str(board.rows)


def test_a_file_is_dropped(page):
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["S3#\\n.>E\\n"], "dropped.txt"));
            const how = {dataTransfer: data, bubbles: true, cancelable: true};
            for (const name of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(name, how));
        }"""
    )
    wait_body(page, "columns", 3)
    assert body(page, "costs") == "true"
    assert text_of(page) == "S3#\n.>E\n"


def test_a_picture_is_dropped_and_its_openings_are_start_and_exit(page):
    maze = gw.make("kruskal", 7, 10, rng=2).open_cells.astype(np.uint8)
    maze[0, 5] = maze[14, 13] = 1

    def drop():
        out = io.BytesIO()
        Image.fromarray(np.kron(maze, np.full((9, 9), 255, np.uint8))).save(out, "png")
        page.evaluate(
            """(bytes) => {
                const data = new DataTransfer();
                data.items.add(new File([Uint8Array.from(bytes)], "maze.png"));
                const how = {dataTransfer: data, bubbles: true, cancelable: true};
                document.body.dispatchEvent(new DragEvent("drop", how));
            }""",
            list(out.getvalue()),
        )

    drop()
    wait_body(page, "columns", 21)
    assert [body(page, name) for name in ("rows", "start", "exits")] == ["15", "5", str(14 * 21 + 13)]
    assert page.inner_text("#summary") == "maze.png: 15 x 21 cells."
    drawing = text_of(page)
    assert drawing.translate(str.maketrans("SE", "..")).split() == [
        "".join("#."[ok] for ok in row) for row in maze
    ]
    maze[7, 0] = 1
    drop()
    page.wait_for_function("() => document.getElementById('summary').textContent.includes('openings')")
    words = "maze.png: 15 x 21 cells. Its border has 3 openings, (0, 5), (7, 0), (14, 13): "
    assert page.inner_text("#summary") == words + "put start and exit where they belong."
    assert body(page, "walls") == str((maze == 0).sum())


def test_reload_and_link_lose_nothing(page, browser):
    clear(page, 9, 11)
    drag(page, (1, 1), (7, 9))
    tool(page, "exit")
    click(page, 0, 10)
    page.select_option("#moves", "king")
    page.select_option("#corners", "one")
    page.select_option("#question", "shortest")
    page.select_option("#by", "dijkstra")
    page.select_option("#beside", "find/bfs")
    link, drawn = saved(page), picture(page)
    names = ("rows", "columns", "start", "exits", "walls", "question", "by", "beside")
    facts = [body(page, name) for name in names]
    page.mouse.move(5, 5)
    page.reload()
    ready(page)
    assert [body(page, name) for name in names] == facts
    assert picture(page)[0] == drawn[0]
    assert page.input_value("#corners") == "one"
    other = browser.new_page()
    errors = watch(other)
    other.goto(link)
    ready(other)
    assert [body(other, name) for name in names] == facts
    other.goto(link.split("#")[0] + "#size=2x2&start=0.0&exits=1.1&cells=!!")
    other.wait_for_function("() => document.getElementById('summary').textContent.includes('holds no board')")
    other.close()
    assert not errors


@pytest.mark.long
@pytest.mark.parametrize(
    "field",
    ["moves=fly", "moves=U,,D", "moves=UX", "moves=constructor", "moves=" + "U," * 300 + "D", "corners=some",
     "wrap=round", "sides=!!", "order=" + "U" * 401, "order=XX", "order=U,D,L", "moves=knight&order=UDLR",
     "ways=0.0.1", "ways=0.0.1.x", "ways=0.0..1", "ways=9.0.1.0", "ways=0.0.1.0.5"],
)  # fmt: skip
def test_a_link_that_the_server_would_refuse_is_not_taken(page, address, field):
    page.goto("about:blank")
    page.goto(f"{address}#size=2x2&start=0.0&exits=1.1&{field}")
    ready(page)
    assert "holds no board" in page.inner_text("#summary")
    assert body(page, "rows") == "5"


@pytest.mark.long
@pytest.mark.parametrize(("asks", "words"), [
    ("ask=nonsense", "knows no question nonsense"), ("ask=find&by=halves", "answers find by no halves"),
    ("ask=find&by=bfs&beside=count/auto", "no count/auto beside another"),
])  # fmt: skip
def test_what_a_link_asks_and_the_page_does_not_know_is_said(page, address, asks, words):
    page.goto("about:blank")
    page.goto(f"{address}#size=2x2&start=0.0&exits=1.1&order=DRUL&{asks}")
    ready(page)
    assert words in page.inner_text("#summary")
    assert (body(page, "rows"), body(page, "question"), body(page, "beside")) == ("2", "find", "")
    assert page.input_value("#order") == "DRUL"


def test_a_link_with_moves_and_ways_is_taken(page, address):
    page.goto("about:blank")
    page.goto(f"{address}#size=3x2&start=0.0&exits=2.1&moves=U,D,DDR,R&corners=one&ways=1.0.-1.0+0.1.1.0")
    ready(page)
    assert body(page, "rows") == "3"
    assert page.input_value("#moves") == "U,D,DDR,R"
    assert "ways=1.0.-1.0+0.1.1.0" in saved(page)


def test_a_link_with_an_unknown_question_asks_the_first(page, address):
    page.goto("about:blank")
    page.goto(f"{address}#size=3x2&start=0.0&exits=2.1&ask=constructor&by=name&beside=toString/name")
    ready(page)
    assert [body(page, name) for name in ("rows", "question", "by", "beside")] == ["3", "find", "dfs", ""]


def saved_as(page, name):
    with page.expect_download() as download:
        page.click(f"#save-{name}")
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_pictures_and_films_are_saved(page):
    assert "5 x 5 board" in saved_as(page, "svg")[1].decode()
    run(page)
    page.click("#first")
    page.click("#forward")
    name, data = saved_as(page, "picture")
    assert (name, data[:4]) == ("find-dfs-5x5.png", b"\x89PNG")
    wide = Image.open(io.BytesIO(data)).width
    name, data = saved_as(page, "svg")
    assert name == "find-dfs-5x5.svg"
    assert "dfs, 1 of 18 events" in data.decode()
    name, data = saved_as(page, "gif")
    assert (name, Image.open(io.BytesIO(data)).n_frames) == ("find-dfs-5x5.gif", 19)
    for name, file in {
        "text": "find-dfs-5x5.txt",
        "picture": "find-dfs-5x5.png",
        "svg": "find-dfs-5x5.svg",
        "gif": "find-dfs-5x5.gif",
    }.items():
        page.evaluate("document.getElementById('summary').textContent = ''")
        _, data = saved_as(page, name)
        page.wait_for_function("() => document.getElementById('summary').textContent.startsWith('Saved')")
        assert page.inner_text("#summary").startswith(f"Saved {file}, ")
        assert digits(page.inner_text("#summary").split(", ")[1]) == len(data)
    page.select_option("#question", "longest")
    page.select_option("#beside", "find/bfs")
    page.click("#run")
    page.wait_for_selector("[data-slot=left][data-state=path]")
    wait_body(page, "asking", "false")
    assert "path of 12 moves" in saved_as(page, "svg")[1].decode()
    assert Image.open(io.BytesIO(saved_as(page, "picture")[1])).width != wide  # both, side by side
