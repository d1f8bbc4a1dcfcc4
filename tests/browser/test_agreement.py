"""What is said in several places of the page is the same in all of them."""

import pytest

from browser.person import LEFT


def board(page, *rows, **more):
    """Show a board drawn with S, E, # and dots; other fields of it by name."""
    page.evaluate(
        """async ([text, more]) => {
            const { boardOf } = await import("./presets.js"), { replaced } = await import("./state.js");
            const shown = boardOf({ drawing: text, ...more });
            gridwalk.store.change((state) => replaced({ ...state, following: false }, shown));
        }""",
        [" ".join(rows), more],
    )
    page.settled()


def counter(page, name, panel=LEFT):
    return page.inner_text(f"{panel} [data-counter={name}]")


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "by", "words"),
    [
        ("find", "dfs", "The stack is empty: 8 of 11 cells were entered, and there is no path."),
        ("find", "bfs", "The queue is empty. Breadth-first expanded 8 of 11 cells; there is no path."),
        ("shortest", "dijkstra", "The heap is empty. Dijkstra expanded 8 of 11 cells; there is no path."),
        ("shortest", "astar", "The heap is empty. A* expanded 8 of 11 cells; there is no path."),
        (
            "shortest",
            "labels",
            "The queue is empty. Distance labels expanded 8 of 11 cells; there is no path.",
        ),
    ],
)
def test_where_there_is_no_path_no_counter_shows_one(page, question, by, words):
    board(page, "S..#.", ".#.#.", "...#E")
    page.choose(question, by)
    page.run()
    assert page.outcome() == "There is no path."
    assert page.sentence() == words
    assert (counter(page, "length"), page.fact("waiting"), page.fact("answer")) == ("-", "", "")
    assert counter(page, "depth" if by == "dfs" else "frontier") == "0"


def test_steps_are_counted_in_one_way(page):
    page.choose("find", "dfs")
    page.run()
    steps = counter(page, "expanded")
    assert f"after {steps} steps" in page.sentence()


def test_only_paths_are_called_shortest(page):
    page.choose("table")
    page.run("table")
    assert "Shortest?" in page.inner_text(f"{LEFT} thead")
    board(page, "S....", ".....", ".....", ".....", "....E", moves="knight")
    page.run("table")
    assert "Shortest?" not in page.inner_text(f"{LEFT} thead")
    widths = page.eval_on_selector_all(
        f"{LEFT} tr", "(all) => all.map((row) => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0))"
    )
    assert set(widths) == {6}


def walking(page, *rows, **more):
    board(page, *rows, **more)
    page.choose("play")
    page.run("play")
    page.focus(f"{LEFT} .view")


def test_who_walks_by_keys_is_told_where_they_stand(page):
    walking(page, "S...", "....", "...E")
    assert page.summary() == page.outcome() == "0 moves. 2 to choose from."
    page.press_keys("ArrowDown", "Space")
    assert page.summary() == page.outcome() == "1 move. 2 to choose from."
    page.press_keys("ArrowRight", "ArrowRight", "Space")
    assert page.summary() == "(1, 2) cannot be reached from (1, 0) in one move."
    assert page.sentence() == page.summary()  # beside the board
    assert page.is_hidden("#notice")
    page.click("#hint")
    page.wait_for_function("() => gridwalk.store.state.walked.length === 3")
    page.settled()
    row, column = divmod(int(page.fact("walked").split()[-1]), 4)
    assert page.summary() == f"({row}, {column}). The shortest path on to an exit goes there."


def test_a_walk_ends_at_the_exit_and_a_dead_end_has_a_way_back(page):
    walking(page, "SE..", "....", through=[2])
    page.press_keys("ArrowRight", "Space")
    assert page.outcome() == "The exit, but 1 cell to visit is left: take steps back."
    page.press_keys("ArrowDown", "Space")
    assert page.fact("walked") == "0 1"
    walking(page, "SE..", "....")
    page.press_keys("ArrowRight", "Space")
    assert page.outcome() == "The exit, after 1 move."
    page.click("#hint")
    page.wait_for_function("() => gridwalk.store.state.said")
    assert page.summary() == "You are at the exit."
    walking(page, "S#..", "#..E")
    assert page.outcome() == "A dead end: no move leads on from the start."


def test_each_of_two_answers_is_a_sentence(page):
    page.choose("table")
    page.evaluate(
        """() => gridwalk.store.change(({ panels }) => ({
            panels: [...panels, { question: "find", by: "bfs" }],
            answers: [null, null], told: [[], []], progress: [null, null],
        }))"""
    )
    page.run("table")
    page.wait_for_selector("[data-slot=right][data-state=film]")
    assert page.summary().startswith("All algorithms on this board. Beside it: ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [("seed", "abc", "The seed is"), ("seed", "-5", "The seed is"), ("seed", "3.7", "The seed is"),
     ("rows", "700", "Rows, columns and levels are whole numbers"), ("columns", "0", "Rows, columns and")],
)  # fmt: skip
def test_what_cannot_be_made_is_refused(page, field, typed, words):
    cells = page.evaluate("() => gridwalk.store.state.board.cells.join()")
    page.fill(f"#{field}", typed)
    page.click("#make")
    page.settled()
    assert page.summary().startswith(words)
    assert page.evaluate("() => gridwalk.store.state.board.cells.join()") == cells


def test_how_a_board_was_made_is_the_heading(page):
    page.fill("#seed", "7")
    page.click("#watch")
    page.wait_for_selector(f"{LEFT}[data-state=making]")
    maker = page.input_value("#maker")
    assert page.inner_text(f"{LEFT} h2") == f"How it was made: {maker}, seed 7"
    page.choose("count")
    assert page.inner_text(f"{LEFT} h2").startswith("Count")
