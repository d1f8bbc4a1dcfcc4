"""Networks from files: lists of edges and tables, DIMACS, GraphML."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gridwalk.errors import BoardTextError, InputError, NetworkFileError, UnknownChoiceError
from gridwalk.io.content import decode
from gridwalk.io.files import read_bytes
from gridwalk.keywords import network_format
from gridwalk.network import Network

_SEPARATORS = re.compile(r"[,;\t]")
_ATTRIBUTES = re.compile(r"\{.*\}\s*$")
_GROUND = re.compile(r"#\s*(rings|triangles)\s+([0-9]{1,6})(?:x([0-9]{1,6}))?\s*$", re.MULTILINE)
_WHOLE = re.compile(r"[0-9]+")
_HEADS = (
    {"source", "from", "u", "tail", "node1"}, {"target", "to", "v", "head", "node2"},
    {"length", "moves"}, {"cost", "weight", "distance"},
)  # fmt: skip
SHAPE = "NODE NODE [LENGTH [COST]], or a single NODE"


class _Read(NamedTuple):
    edges: list[tuple[Any, ...]]
    nodes: Sequence[Any] = ()
    directed: bool = False
    positions: Mapping[Any, Any] | None = None
    outlines: Mapping[Any, Any] | None = None


def read_network(file: str | os.PathLike[str], *, format: str | None = None) -> Network:  # noqa: A002
    """Return the network in a file; its nodes are the words of the file, so ``"1"`` and not 1.

    Parameters
    ----------
    file : str or path
        ``-`` is standard input.  Gzip is unpacked.
    format : {"edges", "arcs", "dimacs", "graphml"}, optional
        ``edges``: a line an edge, the two nodes and perhaps a length and a cost, between blanks, commas,
        semicolons or tabs; a line with one node names it; ``#`` and ``%`` begin comments; a table may have
        a head with the names of its columns (source, target, length, weight ...); a first line ``# rings 8``
        says that it is a maze of `gridwalk.rings`, whose cells are ``8.0``, ``8.1`` ...  ``arcs``: the same,
        and each edge leads from its first node to its second only.  ``dimacs``: lines ``e`` or ``a`` (one
        way) under a line ``p``; nodes are ``"1"``, ``"2"`` ...  ``graphml``: needs NetworkX.  Default: as the
        ending says (.arcs, .gr, .col, .dimacs, .graphml), else ``edges``.

    Raises
    ------
    NetworkFileError
        If the file cannot be read, or a line is none of these.

    Examples
    --------
    >>> read_network("examples/karate.edges").paths("1", "34").count()
    60830

    """
    form = format if format is not None else network_format(os.fsdecode(file)) or "edges"
    UnknownChoiceError.check("format", form, _READERS)
    try:
        read = _READERS[form](decode(read_bytes(file)))
        return read if isinstance(read, Network) else Network(**read._asdict())
    except BoardTextError as error:
        raise NetworkFileError("standard input" if file == "-" else file, str(error)) from error


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
    columns: list[int] | None = None
    for first, (number, line) in enumerate(_lines(text, "#%")):
        bare, more = _without_attributes(number, line)
        words = _SEPARATORS.split(bare) if _SEPARATORS.search(bare) else bare.split()
        fields = [word.strip().strip("\"'") for word in words]
        if not first and (columns := _columns(fields)):
            continue
        if columns:
            fields = [fields[at] if 0 <= at < len(fields) else "" for at in columns]
        while len(fields) > 1 and not fields[-1]:
            fields.pop()
        if not (1 <= len(fields) <= 4 and all(fields[:2])):
            raise _wrong(number, line, f"is no edge: a line is {SHAPE}")
        nodes.update(dict.fromkeys(fields[:2]))
        if len(fields) > 1:
            edges.append((*fields[:2], *_measures(number, line, fields[2:] or more)))
    return _Read(edges, list(nodes), directed, *_drawn(text, nodes))


def _drawn(text: str, nodes: Iterable[str]) -> tuple[Mapping[str, Any], Mapping[str, Any]] | tuple[()]:
    """Return positions and outlines of the nodes, if the first line names the ground of the maze."""
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


def _columns(fields: list[str]) -> list[int] | None:
    """Return where source, target, length and cost stand, if this is the head of a table; -1: nowhere."""
    names = [field.lower() for field in fields]
    found = [next((at for at, name in enumerate(names) if name in head), -1) for head in _HEADS]
    return found if found[0] >= 0 and found[1] >= 0 else None


def _without_attributes(number: int, line: str) -> tuple[str, list[str]]:
    """Return a line without the attributes that NetworkX writes at its end, and length and cost of these."""
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


def _measures(number: int, line: str, words: list[str]) -> tuple[Any, ...]:
    """Return length and cost; a length is whole, and without a cost it is the cost."""
    length, cost = (*words, "", "")[:2]
    if length and not _WHOLE.fullmatch(length):
        raise _wrong(number, line, f"has the length {length}, and lengths are whole numbers of 0 or more "
                                       "(a cost stands behind the length: NODE NODE 1 2.5)")  # fmt: skip
    if not cost:
        return (int(length),) if length else ()
    return int(length or 1), _cost(number, line, cost)


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


def _graphml(text: str) -> Network:
    try:
        import networkx
    except ImportError:
        raise InputError(
            "GraphML is read by NetworkX, which is not installed: pip install networkx"
        ) from None
    try:
        graph = networkx.parse_graphml(text)
    except Exception as error:  # of the parsers of XML and of GraphML
        raise BoardTextError(f"this is no GraphML: {error}") from None
    return Network.from_networkx(graph, length="length", cost="weight")


_READERS: dict[str, Callable[[str], _Read | Network]] = {
    "edges": _edges,
    "arcs": lambda text: _edges(text, directed=True),
    "dimacs": _dimacs,
    "graphml": _graphml,
}
