"""What a page may send: messages and links, as they should be and a little wrong."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

from gridwalk.errors import InputError
from gridwalk.makers.table import MAKERS
from gridwalk.viewer import protocol
from gridwalk.viewer.protocol import MalformedError
from gridwalk.viewer.questions import QUESTIONS
from modules import modules
from spoilt import spoilt
from viewing import heard, posted, serving

from . import draw
from .case import Case
from .truth import TooManyError, Truth

MUTANTS = 25
FAILED = "the server failed"
FOLLOW = """async (link) => {
    const { fromLink, toLink } = await load("link.js");
    let given = null;
    const state = await fromLink(link, async (board) => (given = board)).catch(() => null);
    return state && [given, await toLink(state)];
}"""
WORDS = {draw.ORTHOGONAL: "orthogonal", draw.KNIGHT: "1,2", draw.KING: "king"}


# ----------------------------------------------------------------------------------- messages


def run_messages(case: Case) -> None:
    """Every request is answered, refused in words, or malformed; never a failure."""
    rng = case.rng
    case.bring("from campaign.viewer import converse, serve", converse=converse, serve=serve)
    truth, data = board(rng)
    question = rng.choice(list(QUESTIONS))
    # A picture takes as long as a hundred others.
    do = rng.choice((*("ask", "page", "read", "make", "offers") * 4, "draw"))
    request = {
        "do": do,
        "tab": rng.choice(("1", "2")),
        "question": question,
        "by": rng.choice(QUESTIONS[question]),
        "board": data,
        "seed": rng.randrange(9),
        "first": rng.randrange(3),
        "most": rng.randint(1, 9),
        "form": rng.choice(protocol.FORMS),
        "dark": rng.random() < 0.5,
        "step": rng.choice((None, 0, 3)),
        "cells": [0],
        "closed": False,
        "maker": rng.choice(list(MAKERS)),
        "rows": rng.randint(1, 9),
        "columns": rng.randint(1, 9),
        "thin": rng.random() < 0.5,
        "braid": rng.choice((0, 0.5, 1)),
        "file": "Uy4jCi4jLgouLkU=",
        "ending": ".txt",
    }
    text = json.dumps(request)
    for _ in range(MUTANTS):
        wrong = spoilt(rng, text) if rng.random() < 0.5 else json.dumps(changed(rng, request))
        case.survives(f"serve({wrong!r})")
    counted(case, truth, data)
    if rng.random() < 0.04:
        some = [spoilt(rng, text) if rng.random() < 0.3 else text for _ in range(4)]
        said = case.survives(f"converse({some!r})")
        case.same(f"{FAILED!r} in {' '.join(said or ())!r}", False)


def counted(case: Case, truth: Truth, data: dict[str, Any]) -> None:
    """A count that arrives as it should."""
    try:
        ways = truth.simple_paths([tuple(data["start"])], map(tuple, data["exits"]), draw.STEPS)
    except TooManyError:
        return
    request = {"do": "ask", "question": "count", "by": "auto", "board": data, "seed": 1}
    case.same(f"serve({json.dumps(request)!r})['number']", str(len(ways)))


def board(rng: random.Random) -> tuple[Truth, dict[str, Any]]:
    """A small board, and what the page says of it."""
    raw = draw.raw(rng, 9, plain=True)
    deltas = rng.choice(list(WORDS))
    truth = Truth(draw.Raw(raw.open_cells, deltas, raw.corners))
    rows, columns = len(raw.open_cells), len(raw.open_cells[0])
    start, *exits = (rng.choice(raw.cells) for _ in range(rng.randint(2, 3)))
    cells = "".join("01"[ok] for row in raw.open_cells for ok in row)
    ends = {"start": list(start), "exits": [list(end) for end in exits]}
    more = {"sides": "", "wrap": "", "ways": [], "moves": WORDS[deltas], "order": "", "corners": raw.corners}
    more |= {"shape": "square", "levels": 1, "diagonal": 0}
    return truth, {"rows": rows, "columns": columns, "cells": cells, **ends, **more}


JUNK = (
    None, True, -1, 0, 1, 3, 2**31, 2**53, 10**30, 0.5, 1e999, "", "x", "0", "1" * 9, [], [[]], [1],
    [[0, 0]], {}, "🙂", [[0, 0, 0, 1]], [[10**20, 0]], "U,D", "both", "king", "svg", [0, -1, 99], {"a": 1},
)  # fmt: skip


def changed(rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
    """A request with one or two fields of another value, or left out."""
    request = {**request, "board": dict(request["board"])}
    for _ in range(rng.choice((1, 1, 2))):
        place = request["board"] if rng.random() < 0.5 and isinstance(request.get("board"), dict) else request
        name = rng.choice(sorted(place)) if place else "do"
        if rng.random() < 0.15:
            place.pop(name, None)
        else:
            place[name] = deepcopy(rng.choice(JUNK))  # which may be changed next
    return request


def serve(text: str) -> dict[str, Any] | None:
    """Answer one message as the server does, without the connection; None: it is malformed."""
    from gridwalk.viewer.replying import Pages, reply_to

    try:
        request = protocol.parse(text)
        data, _ = reply_to(request, lambda progress: None, Pages())
    except MalformedError:
        return None
    json.dumps(data)
    return data


def converse(said: list[str]) -> list[str]:
    """Ask a server all that; return the first message of each reply, in words."""
    with serving(None) as viewer:
        replies = []
        for text in said:
            with posted(viewer.address, text.encode("utf-8", "surrogatepass")) as response:
                replies.append(str(heard(response)))
        return replies


# -------------------------------------------------------------------------------------- links


def run_links(case: Case) -> None:
    """The page's own module reads a link as Python wrote it, and writes one that says the same."""
    rng = case.rng
    _, data = board(rng)
    case.bring("from campaign.viewer import follow, written", follow=follow, written=written)
    if rng.random() < 0.5:
        data["sides"] = "".join(rng.choice("0123") for _ in data["cells"])
    data["wrap"] = rng.choice(("", "rows", "columns", "both"))
    question = rng.choice(list(QUESTIONS))
    link = written(data, question)
    case.same(f"follow({link!r})[0]", data)
    case.same(f"follow(follow({link!r})[1])[0]['cells']", data["cells"])
    for _ in range(MUTANTS):
        wrong = (
            spoilt(rng, link)
            if rng.random() < 0.5
            else written(changed(rng, {"board": data}).get("board"), "")
        )
        case.holds(f"follow({wrong!r})", _sound, "null, or a board that can be or is refused")


def written(data: Any, question: str) -> str:
    """The link to a board, as Python writes it."""
    from gridwalk.draw.pagedata import packed_json

    return f"board={packed_json(data)}&ask={question}/auto"


def _sound(said: list[Any] | None) -> bool:
    """Whether what a link was read as is a board, or is refused in words."""
    if said is None:
        return True
    try:
        board = protocol.checked(said[0] if isinstance(said[0], dict) else {})
    except InputError:
        return True
    data = json.loads(json.dumps(board))  # as the page gets it, and sends it back
    size = data["rows"] * data["columns"]
    return 0 < size <= 512**2 and len(data["cells"]) == size and protocol.board_of(data) is not None


def follow(link: str) -> list[Any] | None:
    """What the page reads in a link, and writes again; null: nothing."""
    said: list[Any] | None = modules().evaluate(FOLLOW, link)
    return said
