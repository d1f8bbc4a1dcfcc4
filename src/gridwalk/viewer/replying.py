"""The reply to a request of the page.

`Pages` lists all paths of a set, page by page.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from gridwalk.answers.path import Path
from gridwalk.draw.pagedata import board_data, path_data
from gridwalk.runtime.progress import Progress
from gridwalk.viewer.asked import Asked, Parts, Tell, file_parts, silent, told
from gridwalk.viewer.protocol import Request, board_of, checked, read_board
from gridwalk.viewer.questions import answer, offers

CHECK_EVERY = 500  # paths skipped between two checks of the clock


class Pages:
    """Lists the paths of a set page by page; starts again unless the next page is requested."""

    def __init__(self) -> None:
        self._listed: tuple[Any, ...] | None = None
        self._paths: Iterator[Path] = iter(())
        self._ahead: list[Path] = []  # the first path of the next page, if there is one
        self._next = 0
        self._tell: Tell = silent

    def page(self, asked: Asked, first: int, count: int, *, ordered: bool = False) -> dict[str, Any]:
        """Return the paths from number *first* on, at most *count*, and whether there are more.

        If they are *ordered*, the shortest come first.
        """
        self._tell = asked.tell
        wanted = asked.board, asked.through, asked.avoiding, ordered
        if self._listed != wanted or self._next != first:
            self._begin(asked, ordered=ordered)
            while self._next < first:
                skipped = sum(1 for _ in islice(self._paths, min(CHECK_EVERY, first - self._next)))
                self._next += skipped
                asked.tell(Progress(0.0, 0, 0, self._next, "listing"))
                if not skipped:
                    break
        self._listed = None  # an iterator that raises cannot be used again
        paths = [*self._ahead, *islice(self._paths, count + 1 - len(self._ahead))]
        paths, self._ahead = paths[:count], paths[count:]
        self._listed, self._next = wanted, self._next + len(paths)
        data = [path_data(path) for path in paths]
        return {"kind": "page", "first": first, "paths": data, "more": bool(self._ahead)}

    def _begin(self, asked: Asked, *, ordered: bool) -> None:
        # Each page has its own receiver of progress: `_pass_on` calls that of the current page.
        paths = asked.paths.within(progress=self._pass_on)
        self._paths = paths.in_order() if ordered else iter(paths)
        self._ahead, self._next = [], 0

    def _pass_on(self, progress: Progress) -> None:
        self._tell(progress)


def reply_to(request: Request, tell: Tell, pages: Pages) -> tuple[dict[str, Any], Parts | None]:
    """Return the reply for JSON, and the arrays that go with it; *tell* is called with the progress.

    *pages* is the list of the tab that asks.
    """
    data, parts = _reply(request, tell, pages)
    return {name: told(value) if isinstance(value, str) else value for name, value in data.items()}, parts


def _reply(request: Request, tell: Tell, pages: Pages) -> tuple[dict[str, Any], Parts | None]:
    if request.do == "read":
        board, words, numbers = read_board(request.file, request.ending)
        data = {**board_data(board), "numbers": [(board.index(cell), number) for number, cell in numbers]}
        return {"kind": "board", "board": data, "words": words}, None
    if request.do == "check":
        assert request.board is not None
        return {"kind": "board", "board": checked(request.board), "words": ""}, None
    if request.wanted is not None:
        # This imports the makers.
        from gridwalk.viewer.making import made_data

        ground = None if request.ground is None else board_of(request.ground)
        return made_data(request.wanted, request.seed, ground)
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
        return offers(asked), None
    if request.do == "page":
        return pages.page(asked, request.first, request.most, ordered=request.ordered), None
    if request.drawing is not None:
        # This imports Pillow.
        from gridwalk.viewer.making import draw

        return {"kind": "file", "form": request.drawing.form}, file_parts(
            draw(request.drawing, request.question, asked)
        )
    data, _, parts = answer(request.question, asked)
    return data, parts
