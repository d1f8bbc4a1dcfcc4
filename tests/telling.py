"""The modules that tell a film, in Node or in the page: a trace and its board go in, values come out."""

from gridwalk.draw.pagedata import board_data, moves_data, path_data
from gridwalk.viewer.asked import film_parts

PRELUDE = """
    const from = globalThis.load ?? ((name) => import(new URL(name, location.href.split("#")[0]).href));
    const [{ fromData }, { Film }, { look }, narrate] =
        await Promise.all(["board.js", "film.js", "look.js", "narrate.js"].map(from));
    const board = fromData(given.board), size = board.rows * board.columns;
    const { events, legal, rest } = given.answer;
    const film = new Film(board, {...given.answer, events: Int32Array.from(events),
        legal: Uint32Array.from(legal), rest: Float64Array.from(rest)});
    const cells = (told) => Array.from({ length: size }, (_, v) => told(v));
"""


def answer_of(question, trace):
    """The server's answer as the page has it."""
    parts = {name: part.tolist() for name, part in film_parts(trace, trace.board).items()}
    path = path_data(trace.path)
    return {"question": question, "by": trace.by, "path": path, "truncated": trace.truncated,
            "moves": moves_data(trace.board), **parts}  # fmt: skip


def ask(page, question, trace, code, **more):
    """Evaluate *code* in the page, where `film` is the film of *trace*; it returns a value."""
    given = {"board": board_data(trace.board), "answer": answer_of(question, trace), **more}
    return page.evaluate(f"async (given) => {{ {PRELUDE} {code} }}", given)


def at_every_step(page, question, trace, value):
    """The value of an expression of each `frame` of the film, from 0 to the end."""
    steps = "Array.from({ length: film.length + 1 }, (_, step) => film.at(step))"
    return ask(page, question, trace, f"return {steps}.map((frame) => ({value}));")
