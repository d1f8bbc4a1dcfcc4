"""One or two traces, or a path, as a web page in one file: board, films and player.

The player is that of ``gridwalk view``: its modules, style and markup are read from the files of the viewer
as data; nothing of the viewer's Python is imported.  The policy of the page forbids all requests.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from html import escape
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwalk.algorithms import ALGORITHMS, Algorithm, algorithm, rows, title_of
from gridwalk.draw.language import Rows, languages, local, page_file, words
from gridwalk.draw.pagedata import (
    algorithm_data,
    board_data,
    known_names,
    legal_moves,
    moves_data,
    packed,
    packed_events,
    packed_json,
    path_data,
    rest_of,
)
from gridwalk.draw.svg import json_of, svg
from gridwalk.errors import InputError, Message, check_choice

if TYPE_CHECKING:
    from gridwalk.answers.cellsequence import CellSequence
    from gridwalk.answers.trace import Trace

MAX_EVENTS = 2_000_000  # the maximum of a film; a browser needs 20 bytes an event
STILL_CELLS = 40_000  # the maximum number of cells for a picture for readers without scripts
ENGLISH = "en"
NOTEBOOK_EVENTS = 100_000
NOTEBOOK_CELLS = 10_000
NOTEBOOK_HEIGHT = 440  # pixels


class Captioned(NamedTuple):
    """The question of a film or path: its name on the page, and its algorithms."""

    name: str
    verb: str
    of: str = "paths"


QUESTIONS = {
    row.name: row
    for row in (
        Captioned("find", "find"),
        Captioned("shortest", "shortest"),
        Captioned("list", "list"),
        Captioned("longest", "longest"),
        Captioned("order", "in_order"),
        Captioned("sample", "sample"),
        Captioned("tour", "find", "tours"),
        Captioned("closed", "find", "tours"),
        Captioned("tourlist", "list", "tours"),
        Captioned("cycle", "longest"),
        Captioned("anycycle", "longest"),
    )
}


def webpage(
    trace: Trace | None = None,
    beside: Trace | None = None,
    *,
    path: CellSequence | None = None,
    title: str = "",
    dark: bool | None = None,
    at: int | None = None,
    questions: tuple[str, ...] = (),
    language: str = ENGLISH,
) -> str:
    r"""Return a web page that plays a trace, two side by side, or shows a path.

    Parameters
    ----------
    trace : Trace
        A search.
    beside : Trace, optional
        Another search on the same board, played at the same time.
    path : Path
        A path to show, instead of a trace.
    title : str, optional
        The heading of the page.  Default: none is seen; the window's title names board and algorithm.
    dark : bool, optional
        Dark or light colours.  Default: the reader's own scheme.
    at : int, optional
        The event that the film shows when it is opened.  Default: its beginning.
    questions : tuple of str, optional
        The questions that the traces, or the path, answer: names of `QUESTIONS`.  Default: from algorithm and
        set.
    language : {"en", "zh"}
        The language of the page's words: a column of its table.

    Returns
    -------
    str
        An HTML document that needs no other file and makes no request.

    Raises
    ------
    InputError
        If the board has more than 512 rows or columns, or costs other than whole numbers from 1 to 9; if a
        trace has more than `MAX_EVENTS` events; or if the boards of two traces differ.
    ArgumentError
        If *language* is none of the table's.

    Notes
    -----
    O(cells + events) time.  The player takes 210 kB, an event one to two bytes.

    Examples
    --------
    >>> from gridwalk import Board
    >>> page = webpage(Board.rectangle(3, 3).paths().trace(by="bfs"), title="Breadth first & simple")
    >>> "<h1>Breadth first &amp; simple</h1>" in page, " src=" in page
    (True, False)
    """
    check_choice("language", language, languages())
    shown: Any = path if trace is None else trace
    if shown is None:
        raise InputError("a web page shows a trace or a path, and neither is given")
    traces = [one for one in (trace, beside) if one is not None]
    if beside is not None and (trace is None or beside.board != trace.board):
        raise InputError("two films beside each other are of one board, and these have two")
    for one in traces:
        if len(one) > MAX_EVENTS:
            raise InputError(
                Message(
                    "a web page plays at most {n:,} events, and this trace has {m:,}",
                    n=MAX_EVENTS,
                    m=len(one),
                )
            )
    given = (*questions, "", "")
    derived = [_question_of(one) for one in traces] or [_question_of_path(shown)]
    asked = [
        QUESTIONS[name if name in QUESTIONS else other] for name, other in zip(given, derived, strict=False)
    ]
    answers = [_film(one, row.name) for one, row in zip(traces, asked, strict=False)]
    answers = answers or [_found(shown, asked[0].name)]
    avoided = getattr(shown, "_avoided", ())
    board = {**board_data(shown.board), "avoiding": avoided}
    if (start := getattr(shown, "start", None)) is not None:
        board["start"] = start
    step = None if at is None or trace is None else trace._checked_step(at, "at")
    names = [_row(row, answer["by"])["title"] for row, answer in zip(asked, answers, strict=True)]
    held = {"board": packed_json(board), "answers": answers, "step": step}
    window = title or _window(asked[0].name, names, board, language)
    line: Any = path if trace is None else trace.path
    still = svg(shown.board, line, dark=dark) if shown.board.size <= STILL_CELLS else ""
    if language != ENGLISH:
        still = re.sub("<title>.*?</title>", f"<title>{escape(window)}</title>", still, count=1)
    parts = {"kept": json_of(shown.board), "still": still}
    parts["back"] = _back(language)
    return _document(title, window, dark, language, _choices(asked, answers), held, parts)


def _question_of(trace: Trace) -> str:
    if trace._of != "paths":
        return "tourlist" if trace.by == "list" else "closed" if trace._of == "closed tours" else "tour"
    if trace.by == "list":
        return "list"
    verbs = algorithm(trace.by).verbs
    # Breadth-first search answers both questions: its path is a shortest where all moves cost the same.
    is_exact = "find" not in verbs or trace.board._step_costs.are_equal
    return "shortest" if "shortest" in verbs and is_exact else "find"


def _question_of_path(path: CellSequence) -> str:
    if path.closed:
        return "closed" if path.is_tour else "anycycle"
    return {"cost": "shortest", "length": "longest"}.get(path.best, "find")


def _film(trace: Trace, question: str) -> dict[str, Any]:
    return {
        "kind": "film",
        "question": question,
        "by": trace.by,
        "path": path_data(trace.path),
        "truncated": trace.truncated,
        "ended": not trace.truncated,
        "reason": None,
        "moves": moves_data(trace._ground),
        "packed": {
            "events": packed_events(trace.events),
            "legal": packed(legal_moves(trace._ground)),
            "rest": packed(rest_of(trace)),
        },
    }


def _found(path: CellSequence, question: str) -> dict[str, Any]:
    return {"kind": "path", "question": question, "by": path.by, "path": path_data(path), "reason": None}


def _choices(asked: list[Captioned], answers: list[dict[str, Any]]) -> dict[str, Any]:
    algorithms: dict[str, Any] = {}
    for row, answer in zip(asked, answers, strict=True):
        names = [one.name for one in rows(row.verb, row.of) if "trace" in one.verbs]
        algorithms[row.name] = algorithms.get(row.name, {}) | {
            name: _row(row, name) for name in (*names, answer["by"])
        }
    return {"algorithms": algorithms, **known_names(), "makers": {}}


def _row(question: Captioned, by: str) -> dict[str, Any]:
    found = [row for row in ALGORITHMS if row.name == by and question.of in row.of]
    if found:
        return algorithm_data(found[0], question.verb, is_film="trace" in found[0].verbs)
    return algorithm_data(Algorithm(name=by, title=title_of(by), verbs=()), question.verb, is_film=False)


def _document(
    title: str, window: str, dark: bool | None, language: str, choices: Any, held: Any, parts: dict[str, str]
) -> str:
    from gridwalk import __version__

    seen = "" if title else ' class="unseen"'
    scripts = "".join(
        f'<script type="text/plain" data-module="{name}">\n{text}</script>\n'
        for name, text in modules().items()
    )
    return Template(page_file("player/page.html")).substitute(
        colours="" if dark is None else f' data-colours="{"dark" if dark else "light"}"',
        window=escape(window),
        tag=words()["page"]["language.tag"][language],
        words=_json(_spoken(language, choices)),
        version=__version__,
        style=style(),
        icon=base64.b64encode(page_file("static/icon.svg").encode()).decode(),  # else it is requested
        heading=f"<h1{seen}>{escape(title or window)}</h1>",
        choices=_json(choices),
        held=_json(held),
        kept=parts["kept"],
        still=parts["still"],
        back=parts["back"],
        modules=scripts,
        **markup(),
    )


def _back(language: str) -> str:
    """Return the command that opens the board; the player puts the name of the file into it."""
    return words()["page"]["draw.on.by"][language].format(command="<code>gridwalk view FILE</code>")


def _json(value: Any) -> str:
    """Return *value* as JSON without characters that could end a script."""
    import json

    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def notebook(trace: Trace) -> str | None:
    """Return *trace* as a frame of a notebook; None if it is large, so that a picture or text is shown."""
    if len(trace) > NOTEBOOK_EVENTS or trace.board.size > NOTEBOOK_CELLS:
        return None
    try:
        page = webpage(trace)
    except InputError:
        return None
    name = escape(f"{trace.by} on a board of {trace.board.rows} x {trace.board.columns}")
    return (
        f'<iframe sandbox="allow-scripts" title="{name}" srcdoc="{escape(page)}" '
        f'style="width:100%;height:{NOTEBOOK_HEIGHT}px;border:0"></iframe>'
    )


def _window(question: str, names: list[str], board: dict[str, Any], language: str) -> str:
    """Return the title of the window: the question, the names of algorithms, the size."""
    page = words()["page"]
    known = page["list.and"][language].join(local(name, language) for name in names if name)
    title = page[f"question.{question}"][language]
    if known:
        title = page["panel.by"][language].format(title=title, name=known)
    return page["page.title"][language].format(title=title, rows=board["rows"], columns=board["columns"])


def _spoken(language: str, choices: Any) -> dict[str, Rows]:
    """Return the rows of words that the player needs, in one language."""
    code = "".join((*modules().values(), *markup().values(), page_file("player/page.html")))
    names = str(choices)
    page = [key for key in words()["page"] if _is_said(key, code)]
    library = [english for english, row in words()["library"].items() if language in row and english in names]
    return {
        part: {key: {language: words()[part][key][language]} for key in wanted}
        for part, wanted in (("page", page), ("library", library))
    }


def _is_said(key: str, code: str) -> bool:
    """Return whether *code* has a key of the table, or builds it from a group and a name."""
    return f'"{key}"' in code or f"`{key.partition('.')[0]}." in code


_ENTRY = "player/player.js"
_STYLES = ("static/style.css", "static/sweepview.css", "player/player.css")
_IMPORT = re.compile(r'((?:from|^import) )"(\.\.?)/((?:static/)?)(\w+)\.js"', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
_TYPES = re.compile(r"/\*\* @(?:type|param|returns|template)\b(?:[^*]|\*(?!/))*\*/ ?")
_PARTS = ("svg", "symbols"), ("template", "panel"), ("div", "transport"), ("div", "settings")


@cache
def modules() -> dict[str, str]:
    """Return the modules of the player by name, without comments; they import each other by bare names.

    The last one is the entry: every module stands after those that it imports, unless they import each other.

    >>> list(modules())[-1], "import" in modules()["palette"]
    ('player', False)
    """
    found: dict[str, str] = {}
    _collect(_ENTRY, found, set())
    return found


def _collect(file: str, found: dict[str, str], begun: set[str]) -> None:
    begun.add(file)
    text, folder = page_file(file), file.rpartition("/")[0]
    for _, dots, static, name in _IMPORT.findall(text):
        needed = f"{'static' if static else folder}/{name}.js" if dots == ".." else f"{folder}/{name}.js"
        if needed not in begun:
            _collect(needed, found, begun)
    plain = _TYPES.sub("", _COMMENT.sub("", text))
    found[file.rpartition("/")[2].removesuffix(".js")] = _IMPORT.sub(r'\1"\4"', plain).strip() + "\n"


@cache
def style() -> str:
    """Return the style sheets of the page and of the player, without comments."""
    from gridwalk.draw.colours import stylesheet

    sheets = stylesheet() + "".join(map(page_file, _STYLES))
    return re.sub(r"/\*.*?\*/\n?", "", sheets, flags=re.DOTALL)


@cache
def markup() -> dict[str, str]:
    """Return the elements that page and player share: "symbols", "panel" and so on."""
    page = page_file("static/index.html")
    return {name: _element(page, tag, name) for tag, name in _PARTS}


def _element(page: str, tag: str, name: str) -> str:
    """Return the element with this id or class from the page."""
    depth, begin = 0, page.index(f"<{tag}", page.rindex("<", 0, page.index(f'="{name}"')))
    for part in re.finditer(rf"<(/?){tag}\b[^>]*>", page[begin:]):
        depth += -1 if part[1] else 1
        if not depth:
            return page[begin : begin + part.end()]
    raise AssertionError(f"the page has no element {name}")
