"""Networks from files: lists of edges, adjacency lists, matrices and DIMACS; NetworkX reads others."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gridwalk.errors import (
    ArgumentError,
    BoardTextError,
    FileError,
    InputError,
    check_choice,
    two_readings_error,
)
from gridwalk.io.content import decode, remark
from gridwalk.io.files import read_bytes
from gridwalk.io.networktext import (
    are_sizes,
    columns,
    is_another_row,
    mapping_in,
    may_be_adjacency_list,
    network_form,
)
from gridwalk.network.network import Network

# The formats of `gridwalk.io.graphs`, which imports NetworkX.
GRAPH_FORMATS = ("gml", "graphml", "gexf", "pajek", "graph6", "sparse6", "node-link", "dot")
_SEPARATORS = re.compile(r"[,;\t]")
_ATTRIBUTES = re.compile(r"\{.*\}\s*$")
_GROUND = re.compile(r"#\s*(rings|triangles)\s+([0-9]{1,6})(?:x([0-9]{1,6}))?\s*$", re.MULTILINE)
_WHOLE = re.compile(r"[0-9]+")
SHAPE = "NODE NODE [LENGTH [COST]], or a single NODE"


class _Read(NamedTuple):
    edges: list[tuple[Any, ...]]
    nodes: Sequence[Any] = ()
    directed: bool = False
    positions: Mapping[Any, Any] | None = None
    outlines: Mapping[Any, Any] | None = None


def read_network(file: str | os.PathLike[str], *, format: str | None = None) -> Network:  # noqa: A002
    """Return the network in a file; its nodes are strings, such as ``"1"``.

    Parameters
    ----------
    file : str or path
        ``-`` is standard input.  Gzip is unpacked.
    format : str, optional
        Default: by the ending or the content of the file, else ``edges``.

        - ``edges``: a line for each edge with its two nodes and, optionally, a length and a cost, separated
          by blanks, commas, semicolons or tabs, or with attributes as in NetworkX. A line with one node adds
          the node. ``#`` and ``%`` begin comments. A table may have a head with the names of its columns
          (source, target, length, weight ...). A first line with the numbers of nodes and edges is skipped
          with a `ReadingWarning`. With a first line ``# rings 8``, the file is a maze of `gridwalk.rings`
          with the cells ``8.0``, ``8.1`` ...
        - ``arcs``: the same, but each edge leads only from its first node to its second.
        - ``adjlist``: a line for each node with its neighbours, or a mapping of nodes to neighbours in Python
          or JSON.  Each edge is listed at one of its nodes, or all edges at both.
        - ``arclist``: the same, but each edge leads only from the first node of its line.
        - ``adjacency``: a square matrix of numbers, separated by blanks, commas, semicolons or tabs,
          optionally with names in the first row, the first column or both. 0 and blank are no edge, another
          number is the cost of an edge. The network is directed unless the matrix is symmetric. Without
          names, the nodes are ``"0"``, ``"1"`` ...
        - ``dimacs``: lines ``e``, or ``a`` for directed edges, below a line ``p``; nodes are ``"1"``, ``"2"``
          ...
        - ``gml``, ``graphml``, ``gexf``, ``pajek``, ``graph6``, ``sparse6``, and ``node-link`` (JSON with
          ``nodes`` and ``links`` or ``edges``): as in NetworkX.
        - ``dot``: the nodes and edges of Graphviz; needs pydot, ``pip install 'gridwalk[dot]'``.

        In the formats of NetworkX and pydot, the attribute ``length`` of an edge is its length, and
        ``weight`` or ``cost`` is its cost.  If a length is not a whole number, all lengths are costs.

    Raises
    ------
    FileError
        If the file cannot be read, has none of these formats, or can be read in two ways.

    Notes
    -----
    A file in a format of NetworkX has at most 67,108,864 characters.

    Examples
    --------
    >>> read_network("examples/karate.edges").paths("1", "34").count()
    60830

    """
    if format is not None:
        check_choice("format", format, FORMATS)
    data = read_bytes(file)
    try:
        form = format or network_form(data, ending_of(file)) or "edges"
    except BoardTextError as error:
        raise FileError(named(file), str(error)) from error
    return network_in(data, form, file)


def network_in(data: bytes, form: str, file: str | os.PathLike[str]) -> Network:
    """Return the network in the content of a file; messages of errors begin with its name."""
    try:
        text = decode(data).removeprefix("\ufeff")
        if form in GRAPH_FORMATS:
            from gridwalk.io.graphs import read_graph

            return Network.from_networkx(read_graph(text, form), length="length", weight="weight")
        read = _OWN[form](text)
        return read if isinstance(read, Network) else Network(**read._asdict())
    except InputError as error:
        raise FileError(named(file), str(error)) from error


def ending_of(file: str | os.PathLike[str]) -> str:
    """Return the ending of a file's name, such as ``.gml``, without ``.gz``."""
    return os.path.splitext(os.fsdecode(file).removesuffix(".gz"))[1].lower()


def named(file: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Return the name of *file* for messages."""
    return "standard input" if file == "-" else file


def _wrong(number: int, line: str, reason: str) -> BoardTextError:
    """Return the error of a line."""
    shown = line if len(line) <= 60 else f"{line[:57]}..."
    return BoardTextError(f"line {number}: {shown!r} {reason}")


def _lines(text: str, comments: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if (stripped := line.strip()) and stripped[0] not in comments:
            yield number, stripped


def _edges(text: str, *, directed: bool = False) -> _Read:
    edges: list[tuple[Any, ...]] = []
    nodes: dict[str, None] = {}
    rows: list[list[str]] = []
    found: list[int] | None = None
    kinds, kind_at = set[str](), 0
    for first, (number, line) in enumerate(_lines(text, "#%")):
        bare, more = _without_attributes(number, line)
        words = _SEPARATORS.split(bare) if _SEPARATORS.search(bare) else bare.split()
        fields = [word.strip().strip("\"'") for word in words]
        if not first and (found := columns(fields)):
            kind_at = next((at for at, name in enumerate(fields) if name.lower() == "type"), len(fields))
            continue
        if found:
            kinds.add("".join(fields[kind_at : kind_at + 1]).lower())  # Gephi writes Directed, Undirected
            fields = [fields[at] if 0 <= at < len(fields) else "" for at in found]
        while len(fields) > 1 and not fields[-1]:
            fields.pop()
        if fields == [""]:  # an empty row of a spreadsheet
            continue
        if not (1 <= len(fields) <= 4 and all(fields[:2])):
            raise _wrong(number, line, f"is no edge: a line is {SHAPE} (an adjacency list is read by "
                                       "format='adjlist')")  # fmt: skip
        rows.append(fields)
        nodes.update(dict.fromkeys(fields[:2]))
        if len(fields) > 1:
            edges.append((*fields[:2], *_measures(number, line, fields[2:] or more)))
    if not found and rows and (are_sizes(rows) or is_another_row(rows)):
        _say_sizes(rows)
        edges, rows = edges[len(rows[0]) > 1 :], rows[1:]
        nodes = dict.fromkeys(word for row in rows for word in row[:2])
    if any(isinstance(length, float) for _, _, length, *_ in edges):  # then all lengths are costs
        edges = [(u, v, 1, cost) for u, v, _, cost in edges]
    if not found and may_be_adjacency_list(text, rows):
        advice = (
            "say --format adjlist (in Python format='adjlist') for neighbours, or begin with the line "
            "source target length for edges"
        )
        titles = "edges with lengths", "an adjacency list"
        raise two_readings_error("this text", titles, advice)
    if "directed" in kinds and len(kinds) > 1:
        raise BoardTextError(
            "some edges are Directed, and some are not: give two edges for each undirected one"
        )
    return _Read(edges, list(nodes), directed or "directed" in kinds, *_drawn(text, nodes))


def _say_sizes(rows: Sequence[Sequence[str]]) -> None:
    """Warn that the first row has the numbers of nodes and edges; raise an error if it may be an edge."""
    said = f"the first line, {' '.join(rows[0])},"
    nodes = {word for row in rows[1:] for word in row[:2]}
    if not are_sizes(rows) or nodes.issuperset(rows[0][:2]):
        advice = "begin with the line source target if it is an edge, else remove it"
        raise two_readings_error(said, ("an edge", "the numbers of nodes and edges"), advice)
    remark(f"{said} holds the numbers of nodes and edges, and no edge")


def _drawn(text: str, nodes: Iterable[str]) -> tuple[Mapping[str, Any], Mapping[str, Any]] | tuple[()]:
    """Return positions and outlines of the nodes if the first line names a ground, else an empty tuple."""
    if not (match := _GROUND.match(text)):
        return ()
    from gridwalk.makers.networks import ground, word_of

    known = ground(match[1], int(match[2]), int(match[3]) if match[3] else None)
    every = {word_of(node): node for node in known.nodes}
    if lost := [node for node in nodes if node not in every]:
        raise BoardTextError(f"line 1: {match[0].strip()!r} has no cell {lost[0]}")
    drawn = known.positions or {}, known.outlines or {}
    places, outlines = ({word: given[node] for word, node in every.items()} for given in drawn)
    return places, outlines


def _without_attributes(number: int, line: str) -> tuple[str, list[str]]:
    """Return a line without the attributes of NetworkX at its end, and the length and cost in these."""
    match = _ATTRIBUTES.search(line)
    if match is None:
        return line, []
    try:
        given = ast.literal_eval(match[0].strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise _wrong(number, line, "has no attributes of an edge at its end, as {'weight': 2}")
    values = [given.get("length", ""), given.get("weight", given.get("cost", ""))]
    return line[: match.start()], [str(value) for value in values] if any(map(str, values)) else []


def _measures(number: int, line: str, words: list[str]) -> tuple[int | float, int | float]:
    """Return length and cost; if no cost is given, it is the length, which may be a fraction."""
    length, cost = (*words, "", "")[:2]
    if not length or _WHOLE.fullmatch(length):
        return int(length or 1), _cost(number, line, cost or length or "1")
    if cost or not _is_number(length) or not float(length) >= 0:
        raise _wrong(number, line, f"has the length {length}, and lengths are whole numbers of 0 or more "
                                       "(a cost stands behind the length: NODE NODE 1 2.5; neighbours are "
                                       "read by format='adjlist')")  # fmt: skip
    return float(length), float(length)


def _cost(number: int, line: str, word: str) -> int | float:
    if _WHOLE.fullmatch(word):
        return int(word)
    try:
        return float(word)
    except ValueError:
        raise _wrong(number, line, f"has the cost {word}, which is no number") from None


def _dimacs(text: str) -> _Read:
    edges: list[tuple[Any, ...]] = []
    nodes: list[str] = []
    kinds = set()
    for number, line in _lines(text, "c"):
        kind, *words = line.split()
        if kind == "p" and len(words) > 1 and _WHOLE.fullmatch(words[1]) and not nodes:
            nodes = list(map(str, range(1, int(words[1]) + 1)))
        elif kind in "ea" and len(words) in (2, 3) and all(map(_WHOLE.fullmatch, words[:2])):
            if not all(1 <= int(word) <= len(nodes) for word in words[:2]):
                raise _wrong(number, line, f"has a node that is none of 1 .. {len(nodes)}")
            kinds.add(kind)
            ends = (str(int(word)) for word in words[:2])
            cost = [1, _cost(number, line, words[2])] if len(words) == 3 else []
            edges.append((*ends, *cost))
        elif kind != "n":
            raise _wrong(number, line, "is no line of DIMACS: p KIND NODES EDGES, then e U V or a U V COST")
    if len(kinds) > 1:
        raise BoardTextError("lines e (both ways) and a (one way) are mixed")
    return _Read(edges, nodes, kinds == {"a"})


def _neighbours(text: str, *, directed: bool | None = None) -> Network:
    near: dict[Any, Any] = mapping_in(text.strip()) or {}
    if near:
        return _mapped(near, directed)
    for number, line in _lines(text, "#%"):
        words = re.split(r"[,;\s]+", line.rstrip(",;"))
        if not all(words) or "{" in line:
            raise _wrong(number, line, "is no line of an adjacency list: NODE NEIGHBOUR NEIGHBOUR ...")
        near.setdefault(words[0].removesuffix(":"), []).extend(words[1:])
    return _mapped(near, directed)


def _mapped(near: Mapping[Any, Any], directed: bool | None) -> Network:
    """Return the network of a mapping of nodes to neighbours; nodes become strings."""
    words = {
        str(node): {str(other): others[other] for other in others}
        if isinstance(others, dict)
        else list(map(str, others))
        for node, others in near.items()
    }
    try:
        return Network(words, directed=directed, weight="weight")
    except ArgumentError:
        raise
    except InputError:
        raise BoardTextError(
            "some edges stand at both of their nodes, and others at one or with other costs: say --format "
            "arclist (in Python format='arclist') if each leads from the first node of its line; else list "
            "each once"
        ) from None


def _matrix(text: str) -> Network:
    table = _table(text)
    for number, row in enumerate(table, 1):
        if len(row) != len(table[0]):
            raise BoardTextError(f"row {number} has {len(row)} cells where the first row has {len(table[0])}")
    names: list[str] = []
    height, width = len(table), len(table[0]) if table else 0
    if width == height + 1 and not any(row[-1] for row in table):  # each row ends with a separator
        table, width = [row[:-1] for row in table], height
    if height == width + 1 and not any(map(_is_number, table[0])):
        names, table = table[0], table[1:]
    elif width == height + 1 and not any(_is_number(row[0]) for row in table):
        names, table = [row[0] for row in table], [row[1:] for row in table]
    elif height != width:
        raise BoardTextError(f"an adjacency matrix is square, and this has {height} rows of {width} cells")
    elif height and _has_names(table):
        names, table = [row[0] for row in table[1:]], [row[1:] for row in table]
        if table.pop(0) != names:
            raise BoardTextError("the names in the first row are not those in the first column")
    for number, row in enumerate(table, 1):
        if wrong := [cell for cell in row if cell and not _is_number(cell)]:
            raise BoardTextError(f"row {number} of the matrix has {wrong[0]!r}, which is no number")
    costs = [
        [float(cell) if cell and not cell.isdecimal() else int(cell or 0) for cell in row] for row in table
    ]
    nodes = names or list(map(str, range(len(table))))
    return Network(np.array(costs).reshape(len(nodes), len(nodes)), nodes)


def _table(text: str) -> list[list[str]]:
    """Return the cells of a matrix; its rows may be in brackets, as Python and NumPy print them."""
    printed = "[" in text
    if printed:
        rows = re.sub(r"\][,;\s]*\[", "\n", text.replace("\n", " "))
        text = "\n".join(row.strip(" ,;[]") for row in rows.split("\n"))
    lines = [line.strip(" ") for line in text.splitlines()]
    lines = [line for line in lines if line and line[0] not in "#%"]
    is_separated = any(map(_SEPARATORS.search, lines))
    rows_of_words = [_SEPARATORS.split(line) if is_separated else line.split() for line in lines]
    return [[word.strip().strip("\"'") for word in row] for row in rows_of_words]


def _has_names(table: list[list[str]]) -> bool:
    """Return whether the first row and the first column of a square matrix hold the names of nodes."""
    corner, head, side = table[0][0], table[0][1:], [row[0] for row in table[1:]]
    if corner or not all(map(_is_number, filter(None, head))):
        return not (corner and _is_number(corner))
    if head == side == list(map(str, range(len(head)))):  # the index of pandas
        return True
    if head == side and all(head) and len({*head}) == len(head) > 1:
        advice = "write 0 into the corner for costs, a word for names"
        raise two_readings_error("the first row", ("names of the nodes", "costs of the first node"), advice)
    return False


def _is_number(word: str) -> bool:
    try:
        return float(word) is not None
    except ValueError:
        return False


_OWN: dict[str, Callable[[str], _Read | Network]] = {
    "edges": _edges,
    "arcs": partial(_edges, directed=True),
    "adjlist": _neighbours,
    "arclist": partial(_neighbours, directed=True),
    "adjacency": _matrix,
    "dimacs": _dimacs,
}
FORMATS = (*_OWN, *GRAPH_FORMATS)
