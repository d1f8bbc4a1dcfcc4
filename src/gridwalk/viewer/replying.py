"""The reply to a request of the page, wherever it comes from: a socket, or a worker in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gridwalk.viewer.asked import Asked, Tell
from gridwalk.viewer.filmdata import Parts, file_parts
from gridwalk.viewer.pages import Pages
from gridwalk.viewer.protocol import Request, board_of, data_of, read_board
from gridwalk.viewer.questions import answer

PagesOf = Callable[[str], Pages]  # the listing of a slot


def reply_to(request: Request, tell: Tell, pages_of: PagesOf) -> tuple[dict[str, Any], Parts | None]:
    """Return the reply for JSON, and the arrays that go with it; *tell* is called with the progress."""
    if request.do == "read":
        board, words = read_board(request.file, request.ending)
        return {"kind": "board", "board": data_of(board), "words": words}, None
    if request.wanted is not None:
        # This imports the makers.
        from gridwalk.viewer.making import made_data

        return made_data(request.wanted, request.seed)
    assert request.board is not None
    asked = Asked(
        board_of(request.board),
        by=request.by,
        through=request.through,
        avoiding=request.avoiding,
        seed=request.seed,
        tell=tell,
        walked=request.walked,
        tour=request.tour,
        picture=request.picture,
    )
    if request.do == "offers":
        from gridwalk.viewer.offers import offers

        return offers(asked), None
    if request.do == "page":
        pages = pages_of(request.slot)
        return pages.page(asked, request.first, request.most, ordered=request.ordered), None
    if request.drawing is not None:
        # This imports Pillow.
        from gridwalk.viewer.pictures import draw

        return {"kind": "file", "form": request.drawing.form}, file_parts(
            draw(request.drawing, request.question, asked)
        )
    data, _, parts = answer(request.question, asked)
    return data, parts
