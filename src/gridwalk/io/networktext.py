"""Recognition of files of networks by their content; readers of boards come afterwards."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import BoardTextError, two_readings_error
from gridwalk.io.content import decode
from gridwalk.keywords import NETWORK_ENDINGS

MAX_MAPPING = 1 << 20  # the maximum number of characters of a mapping
SAMPLE = 1 << 16  # characters at the beginning by which a network is recognised
_XML = r"(?:<\?xml[^>]*>\s*)?(?>(?><!--.*?-->)\s*)*+<(?:\w+:)?"
# Beginnings of files that can only be networks.  Possessive groups match comments without backtracking.
_BEGINNINGS = {
    "graphml": _XML + r"graphml\b",
    "gexf": _XML + r"gexf\b",
    "gml": r"(?>(?:#|creator\b|version\b|comment\b)[^\n]*\n\s*)*+graph\s*\[",
    "dot": r"(?>(?>(?://|#)[^\n]*\n|/\*.*?\*/)\s*)*+(?:strict\s+)?(?:di)?graph\b[^\[{}]*\{",
    "pajek": r"(?>(?:%|\*network\b)[^\n]*\n\s*)*+\*vertices\s+[0-9]",
    "dimacs": r"(?>c(?:[ \t][^\n]*)?\n\s*)*+p[ \t]+[a-z]+[ \t]+[0-9]+[ \t]+[0-9]+[ \t]*(?:\n|$)",
    "graph6": r">>graph6<<",
    "sparse6": r">>sparse6<<",
}
_SURE = {form: re.compile(words, re.DOTALL | re.IGNORECASE) for form, words in _BEGINNINGS.items()}
_NODES = re.compile(r'"nodes"\s*:\s*\[')
_LINKS = re.compile(r'"(?:links|edges)"\s*:\s*\[\s*[\[{\]]')
_MAPPING = re.compile(
    r"(?:\w+\s*=\s*)?(\{\s*[\"']?[^\[\]{}\"']{1,999}[\"']?\s*:\s*[\[{(].*\})[\s;]*", re.DOTALL
)
_WITH_ATTRIBUTES = re.compile(r"\S+\s+\S+\s+\{.*\}")
_SEPARATORS = re.compile(r"[,;\t]")
_NAME = re.compile(r"[\w-][\w.-]*")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]*)?")
_ADJACENCY_HEAD = "\n# GMT "  # the head of an adjacency list of NetworkX
_HEADS = (
    {"source", "from", "u", "tail", "node1", "vertex1", "origin", "start"},
    {"target", "to", "v", "head", "node2", "vertex2", "destination", "end"},
    {"length", "moves"},
    {"cost", "weight", "distance", "edge_weight"},
)
_TITLES = {"edges": "a list of edges", "adjlist": "an adjacency list"}


def network_form(data: bytes | str, ending: str = "", *, insisted: bool = False) -> str | None:
    """Return the format of the network in a file; None if it holds no network.

    Parameters
    ----------
    data : bytes or str
        The content of the file.
    ending : str
        The ending of its name, such as ``.gml``.
    insisted : bool
        If True, the caller expects a board: a text that could be a board is one.

    Raises
    ------
    UnclearBoardError
        If a text of numbers could be a list of edges, an adjacency list or a matrix.

    """
    if named := NETWORK_ENDINGS.get(ending.lower()):
        return named
    try:
        text = (data if isinstance(data, str) else decode(data)).removeprefix("\ufeff").lstrip()
    except BoardTextError:  # a picture, an archive
        return None
    if text.startswith("{") and _NODES.search(text) and _LINKS.search(text):
        return "node-link"
    found = mapping_in(text) or {}
    others = {str(other) for near in found.values() for other in near}
    if others and others <= set(map(str, found)):
        return "adjlist"
    sample = text[:SAMPLE]
    if sure := next((form for form, begins in _SURE.items() if begins.match(sample)), None):
        return sure
    if len(text) > SAMPLE:
        sample = sample[: sample.rfind("\n") + 1]
    return None if insisted else _of_words(sample)


def mapping_in(text: str) -> dict[Any, Any] | None:
    """Return the mapping of nodes to neighbours in a text of Python or JSON, or None."""
    match = _MAPPING.fullmatch(text) if len(text) <= MAX_MAPPING else None
    try:
        found = ast.literal_eval(match[1]) if match else None
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    values = found.values() if isinstance(found, dict) else ()
    return found if values and all(isinstance(near, list | tuple | set | dict) for near in values) else None


def are_sizes(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row holds the numbers of edges and nodes, not an edge."""
    head, rest = rows[0], rows[1:]
    words = {word for row in rest for word in row[:2]}
    if not words or not all(map(str.isdecimal, (*head, *words))) or min(map(len, rest)) < 2:
        return False
    numbers, most = [int(word) for word in head], max(map(int, words))
    if len(numbers) == 1:
        return head[0] not in words and numbers[0] in (len(rest), len(words), most)
    if len(rest) not in numbers:
        return False
    numbers.remove(len(rest))
    return max(numbers) >= most


def is_another_row(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is two numbers, and all other rows have lengths."""
    lengths = {*map(len, rows[1:])}
    return len(rows) > 3 and len(rows[0]) == 2 and lengths in ({3}, {4}) and all(map(str.isdecimal, rows[0]))


def columns(fields: Sequence[str]) -> list[int] | None:
    """Return the columns of source, target, length and cost (-1: none) in the head of a table, or None."""
    names = [field.lower() for field in fields]
    found = [next((at for at, name in enumerate(names) if name in head), -1) for head in _HEADS]
    return found if found[0] >= 0 and found[1] >= 0 else None


def may_be_adjacency_list(text: str, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows of edges with lengths could also be an adjacency list.

    In an adjacency list each node begins at most one line, and the words in the columns of lengths and costs
    are nodes.  A node occurs twice in a line only for parallel edges, and then lines differ in length.
    """
    firsts, nodes = {row[0] for row in rows}, {word for row in rows for word in row[:2]}
    measures = {word for row in rows for word in row[2:]}
    if not measures or len(firsts) < len(rows) or not measures <= nodes:
        return False
    is_ragged = len({len(row) for row in rows}) > 1
    return is_ragged or _ADJACENCY_HEAD in f"\n{text[:SAMPLE]}" or _are_sets(rows)


def may_be_adjacency_matrix(data: bytes, open_cells: NDArray[np.bool_]) -> bool:
    """Return whether a board was read from a symmetric matrix of 0 and 1 with a zero diagonal."""
    rows, columns = open_cells.shape
    if rows != columns or rows < 3 or open_cells.all() or data.translate(None, b"01,; \t\r\n[]"):
        return False
    is_separated = len(data.translate(None, b"\r\n")) > rows * columns
    return is_separated and bool(np.diagonal(open_cells).all() and (open_cells == open_cells.T).all())


def _of_words(text: str) -> str | None:
    """Return the format of a text of names or numbers; None if it may be a board."""
    lines = [line.strip() for line in text.split("\n")]
    comments = [line for line in lines if line.startswith(("#", "%"))]
    lines = [line for line in lines if line and not line.startswith(("#", "%"))]
    if not lines or any(line.endswith("#") and len(line) > 1 for line in comments):  # walls
        return None
    if all(map(_WITH_ATTRIBUTES.fullmatch, lines)):
        return "edges"
    rows = [
        [word.strip().strip("\"'") for word in _SEPARATORS.split(line)]
        if _SEPARATORS.search(line)
        else line.split(" ")
        for line in lines
    ]
    if columns(rows[0]):
        return "edges"
    if _is_named_matrix(rows):
        return "adjacency"
    if not all(_NAME.fullmatch(word) for row in rows for word in row):  # such as aligned columns
        return None
    if _ADJACENCY_HEAD in f"\n{text}":
        return "adjlist"
    words = [word for row in rows for word in row]
    if len(rows) < 2 or _is_under_sizes(rows) or any(row[0] == row[1] for row in rows if len(row) > 1):
        return None  # equal neighbours are usual on a board; loops are rare in a network
    if not all(map(_NUMBER.fullmatch, words)):
        return _of_names(rows)
    again = [word for word, number in Counter(words).items() if number > 1 and word not in ("0", "1")]
    if not again:
        return None
    return _of_numbers(rows, is_drawn=len({*map(len, lines)}) == 1)


def _is_named_matrix(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row and the first column hold the same names, and other cells numbers."""
    head, side = rows[0][1:], [row[0] for row in rows[1:]]
    if len(side) < 2 or side != head[: len(side)] or len({*head}) < len(head):
        return False
    cells = [cell for row in rows[1:] for cell in row[1:] if cell]
    return not any(map(_NUMBER.fullmatch, head)) and all(map(_NUMBER.fullmatch, cells))


def _of_names(rows: Sequence[Sequence[str]]) -> str | None:
    """Return the format of rows that hold words; None if they may be a board."""
    if max(len(word) for row in rows for word in row[:2]) == 1 == len({*map(len, rows)}):  # signs of cells
        return None
    firsts, others = [row[0] for row in rows], {word for row in rows for word in row[1:]}
    pairs = {word for row in rows for word in row[:2]}
    if all(1 < len(row) < 5 and all(map(_NUMBER.fullmatch, row[2:])) for row in rows):
        is_mixed = any(map(_NUMBER.fullmatch, pairs))  # a name and its coordinates
        return "edges" if len(pairs) < 2 * len(rows) and not is_mixed else None
    return "adjlist" if others and len({*firsts}) == len(firsts) and others <= {*firsts} else None


def _of_numbers(rows: Sequence[Sequence[str]], *, is_drawn: bool) -> str | None:
    """Return the format of rows of numbers; raise `UnclearBoardError` if several fit."""
    lengths, is_list = {*map(len, rows)}, len({row[0] for row in rows}) == len(rows)
    is_ragged = len(lengths) > 1
    forms = ["edges"] if lengths <= {2, 3, 4} else []
    if is_list and (is_ragged or (lengths <= {3, 4} and _are_sets(rows))):  # two columns are read as edges
        forms.append("adjlist")
    if not forms or (is_drawn and is_ragged) or len(rows) < 3:
        return None
    if not is_ragged:
        forms.append("costs")
    if len(forms) == 1:
        return forms[0]
    titles = tuple(_TITLES.get(form, "a matrix of costs") for form in forms)
    said = " or ".join("--costs" if form == "costs" else f"--format {form}" for form in forms)
    in_python = " or ".join("costs=True" if form == "costs" else f"format={form!r}" for form in forms)
    raise two_readings_error("this text of numbers", titles, f"say {said} (in Python {in_python})")


def _is_under_sizes(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first lines hold the numbers of rows and columns of the lines below."""
    for below in (1, 2, 3):
        head, rest = rows[:below], rows[below:]
        if all(len(row) < 3 for row in head) and len({*map(len, rest)}) == 1:
            sizes = {word for row in head for word in row}
            return {str(len(rest)), str(len(rest[0]))} <= sizes
    return False


def _are_sets(rows: Iterable[Sequence[Any]]) -> bool:
    return all(len({*row}) == len(row) for row in rows)
