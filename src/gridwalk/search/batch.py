"""Cheapest paths between many pairs of cells, in compiled code on all cores."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridwalk.algorithms import names
from gridwalk.answers.batch import Batch
from gridwalk.answers.path import Path
from gridwalk.board.board import Board
from gridwalk.board.cells import CellLike, is_one_cell
from gridwalk.board.checks import checked_number, plain_array
from gridwalk.errors import (
    GridwalkError,
    InputError,
    UnsuitableAlgorithmError,
    cell_name_error,
    check_choice,
)
from gridwalk.runtime.codes import FULL, NONE
from gridwalk.runtime.limits import Limits, Watch, with_check
from gridwalk.runtime.memory import MIN_MEMORY, MemoryBudget
from gridwalk.runtime.resources import workers_of
from gridwalk.runtime.slices import beside, interpreting
from gridwalk.runtime.tasks import Check, together
from gridwalk.runtime.tuning import tuning
from gridwalk.search.backwards import reversed_table
from gridwalk.search.bounds import allowed, bounds_apart
from gridwalk.search.choice import choice_of
from gridwalk.search.choice import ready as made_ready
from gridwalk.search.dijkstra import Sources
from gridwalk.search.fields import distances_of
from gridwalk.search.prepared import GETTING_READY, Prepared, key_of

INVALID = ("raise", "none")
MANY = names("shortest_many")
ONE_AT_A_TIME = set(names("shortest")).difference(MANY)
PIECES_PER_THREAD = 16  # several, so that all threads finish at about the same time
SAMPLE = 256  # pairs answered first, to estimate the length of the other paths
PIECE = 16  # pairs between two checks of the clock in interpreted code
QUICK_CELLS = 1 << 26  # maximum number of cells of all searches that take at most a second on one thread
BYTES_A_CELL = 30  # memory per cell of a search for a distance matrix


def shortest_many(
    board: Board,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    by: str,
    invalid: str,
    max_cost: float | None,
    threads: int | None,
    limits: Limits,
) -> Batch[Path | None]:
    """Return the answer of `gridwalk.Board.shortest_many`."""
    watch = limits.watch()
    check_choice("invalid", invalid, INVALID)
    keep_invalid = invalid == "none"
    pairs, errors = paired(
        flat_cells(board, starts, "starts", keep_invalid=keep_invalid),
        flat_cells(board, exits, "exits", keep_invalid=keep_invalid),
    )
    most = allowed(board, max_cost)
    if isinstance(by, str) and by in ONE_AT_A_TIME:
        raise UnsuitableAlgorithmError(
            by, "it answers one question at a time; for many take 'auto' or 'astar'"
        )
    check_choice("by", by, ("auto", *MANY))
    workers = workers_of(None if threads is None else checked_number(threads, "threads", 1))
    if not errors and most == np.inf:
        name, answers = _answers(board, pairs, by, workers, watch, limits)
    else:
        down, across = (part[:, 0] - part[:, 1] for part in np.divmod(pairs, board.columns))
        is_asked = (pairs >= 0).all(axis=1) & (bounds_apart(board, down, across) <= most)
        name, asked = _answers(board, pairs[is_asked], by, workers, watch, limits)
        answers = _among(asked, is_asked, most)
    costs, cells, offsets = answers
    return Batch(board, cells, offsets, name, _costs=costs, errors=errors)


Flat = tuple[NDArray[np.int64], dict[int, str]]


def flat_cells(
    board: Board, cells: ArrayLike | Iterable[CellLike], name: str, *, keep_invalid: bool = False
) -> Flat:
    """Return the flat indices of *cells*, with -1 for invalid cells, and why each of these is invalid.

    *cells* is an array of integers of shape (n, 2) or (2,), one cell, or an iterable of cells.  Unless
    *keep_invalid*, raise an error for the first cell that is not an open cell.
    """
    array = plain_array(cells, name, InputError) if isinstance(cells, np.ndarray) else np.empty(0)
    flat = None
    if array.dtype.kind in "iu" and array.ndim in (1, 2) and array.shape[-1] == 2:
        array = array.reshape(-1, 2)
        rows, columns = array.astype(np.int64).T
        inside = (rows >= 0) & (rows < board.rows) & (columns >= 0) & (columns < board.columns)
        inside[inside] = board.open_cells[rows[inside], columns[inside]]
        flat, wrong = np.where(inside, rows * board.columns + columns, -1), np.flatnonzero(~inside)
        listed: Iterable[Any] = zip(wrong.tolist(), array[wrong].tolist(), strict=True)
    elif not isinstance(cells, Iterable) or (isinstance(cells, np.ndarray) and not array.ndim):
        raise cell_name_error(name, cells)
    else:
        listed = enumerate([cells] if is_one_cell(cells) else cells)
    found, reasons = [], {}
    for number, cell in listed:
        try:
            row, column = board.open_cell(cell, f"{name}[{number}]")
        except GridwalkError as error:
            if not keep_invalid:
                raise
            found.append(-1)
            reasons[number] = str(error)
        else:
            found.append(row * board.columns + column)
    return np.array(found, np.int64) if flat is None else flat, reasons


def paired(starts: Flat, exits: Flat) -> Flat:
    """Return pairs as rows (source, goal), and the reason for each invalid pair.

    If one side has a single cell, it is paired with every cell of the other.
    """
    (sources, why_not), (goals, why_not_there) = starts, exits
    n, m = len(sources), len(goals)
    if n != m and 1 not in (n, m):
        raise InputError(
            f"starts and exits make pairs: {n} starts do not go with {m} exits (one goes with any number)"
        )
    pairs = np.empty((n if m == 1 else m, 2), np.int64)
    pairs[:, 0], pairs[:, 1] = sources, goals
    errors: dict[int, str] = {}
    for number in np.flatnonzero((pairs < 0).any(axis=1)).tolist():
        errors[number] = why_not.get(number if n > 1 else 0) or why_not_there[number if m > 1 else 0]
    return pairs, errors


class _Part(NamedTuple):
    """The answers to some of the pairs, as in `Batch`."""

    costs: NDArray[np.float64]
    cells: NDArray[np.int32]
    offsets: NDArray[np.int64]


def _answers(
    board: Board, pairs: NDArray[np.int64], by: str, workers: int, watch: Watch, limits: Limits
) -> tuple[str, _Part]:
    """Return the name of the algorithm and the answers to all *pairs*."""
    chosen = choice_of(by, board, 1, 1, lambda: watch)
    if chosen not in MANY:
        chosen = "astar"  # exact on every board
    ready = board._kept.peek(key_of(chosen)) or beside(
        lambda: made_ready(board, chosen), watch, GETTING_READY
    )
    doing, advice = f"the cells of {len(pairs):,} paths", "ask fewer pairs at a time"
    # The minimum is always allowed: looking up the free memory takes longer than a few answers.
    memory = MemoryBudget(MIN_MEMORY, doing, advice, lambda: limits.memory_allowed)
    stop, answered = np.zeros(1, np.uint8), list[int]()

    def report() -> None:
        number = sum(answered)
        watch.check(0, 0, number, f"{number:,} of {len(pairs):,} pairs answered")

    def answer(piece: NDArray[np.int64], cells_per_path: int, check: Check) -> _Part:
        part = _piece(ready, piece, cells_per_path, memory, stop)
        answered.append(len(piece))
        check()
        return part

    def run(pieces: list[NDArray[np.int64]], cells_per_path: int, halt: Check | None) -> list[_Part]:
        tasks = [partial(answer, piece, cells_per_path) for piece in pieces]
        return together(tasks, min(workers, len(tasks)), report, halt=halt)

    usual = tuning().cells_per_path
    is_quick = len(pairs) <= SAMPLE and len(pairs) * ready.cells <= QUICK_CELLS and ready.batch.is_warm
    if interpreting():
        parts = run(np.array_split(pairs, 1 + len(pairs) // PIECE), usual, None)
    elif is_quick:
        report()  # raises an error if the time is already over
        parts = [_piece(ready, pairs, usual, memory, stop)]
    else:
        # A piece may take long.  So even a single worker runs in another thread; this one waits for Ctrl-C.
        halt = partial(stop.fill, 1)
        parts = run([pairs[:SAMPLE]], usual, halt)
        ready.batch.is_warm = True
        if len(rest := pairs[SAMPLE:]):
            cells_per_path = len(parts[0].cells) * 9 // (8 * SAMPLE) + 1  # the mean and an eighth more
            pieces = np.array_split(rest, min(len(rest), PIECES_PER_THREAD * workers))
            parts += run(pieces, cells_per_path, halt)
    if len(parts) == 1:
        return ready.name, parts[0]
    memory.take(sum(part.cells.nbytes for part in parts))
    ends = np.cumsum([0, *(len(part.cells) for part in parts[:-1])])
    offsets = [part.offsets[1:] + end for part, end in zip(parts, ends, strict=True)]
    return ready.name, _Part(
        np.concatenate([part.costs for part in parts]),
        np.concatenate([part.cells for part in parts]),
        np.concatenate([np.zeros(1, np.int64), *offsets]),
    )


def _piece(
    ready: Prepared,
    pairs: NDArray[np.int64],
    cells_per_path: int,
    memory: MemoryBudget,
    stop: NDArray[np.uint8],
) -> _Part:
    """Answer *pairs* until ``stop[0]`` is set; enlarge the cell buffer and the scratch memory as needed."""

    def allocated(number: int) -> NDArray[np.int32]:
        number += tuning().more_cells
        memory.take(8 * number)
        return np.empty((number, 2), np.int32)

    costs, offsets = np.empty(len(pairs)), np.zeros(len(pairs) + 1, np.int64)
    cells, space, done = allocated(len(pairs) * cells_per_path), ready.borrow(), 0
    while True:
        batch = ready.batch if interpreting() else ready.batch.compiled
        done, status, _ = batch(ready.model, space.scratch, pairs, done, stop, costs, offsets, cells)
        if status == NONE:
            break
        if status == FULL:
            space = ready.larger(space)
            continue
        # Expect the remaining paths to be as long as the known ones, and add an eighth.
        known = int(offsets[done])
        expected = known * len(pairs) * 9 // (8 * max(1, done))
        larger = allocated(max(expected, 3 * len(cells) // 2))
        larger[:known] = cells[:known]
        memory.give(cells.nbytes)
        cells = larger
    ready.give_back(space)
    return _Part(costs, cells[: offsets.item(-1)], offsets)


def _among(answers: _Part, is_asked: NDArray[np.bool_], most: float) -> _Part:
    """Return the answers to all pairs; those not asked, or that cost more than *most*, have no path."""
    numbers, near = np.flatnonzero(is_asked), answers.costs <= most
    lengths = np.diff(answers.offsets)
    costs, offsets = np.full(len(is_asked), np.inf), np.zeros(len(is_asked) + 1, np.int64)
    costs[numbers[near]] = answers.costs[near]
    offsets[numbers + 1] = np.where(near, lengths, 0)
    return _Part(costs, answers.cells[np.repeat(near, lengths)], np.cumsum(offsets))


def distance_matrix(
    board: Board,
    starts: ArrayLike | Iterable[CellLike],
    exits: ArrayLike | Iterable[CellLike],
    max_cost: float | None,
    threads: int | None,
    limits: Limits,
) -> NDArray[np.float64]:
    """Return the answer of `gridwalk.Board.distance_matrix`."""
    watch, most = limits.watch(), allowed(board, max_cost)
    workers = workers_of(None if threads is None else checked_number(threads, "threads", 1))
    sources, source_of_row = np.unique(flat_cells(board, starts, "starts")[0], return_inverse=True)
    goals, goal_of_column = np.unique(flat_cells(board, exits, "exits")[0], return_inverse=True)
    backwards = len(goals) < len(sources)
    begin, end = (goals, sources) if backwards else (sources, goals)
    workers = max(1, min(workers, len(begin)))
    advice = "ask for fewer starts and exits at a time, or take fewer threads"
    memory = MemoryBudget(limits.memory_allowed, f"costs of {len(sources):,} x {len(goals):,} pairs", advice)
    memory.take(16 * len(source_of_row) * len(goal_of_column) + BYTES_A_CELL * board.size * workers)
    if backwards:
        reversed_table(board, watch)  # cache it before the threads start
    table, is_wanted = np.empty((len(begin), len(end))), np.zeros(board.size, np.uint8)
    is_wanted[end] = 1
    done: list[int] = []

    def search(i: int, check: Check) -> None:
        field_from = partial(
            distances_of, board, Sources.plain(begin[i : i + 1]),
            backwards=backwards, most=most, is_wanted=is_wanted, enough=len(end),
        )  # fmt: skip
        row = with_check(check, field_from, Watch())[end]
        table[i] = np.where(row <= most, row, np.inf)
        done.append(i)
        check()

    def report() -> None:
        watch.check(0, 0, len(done), f"{len(done):,} of {len(begin):,} searches done")

    together([partial(search, i) for i in range(len(begin))] if len(end) else [], workers, report)
    costs = table.T if backwards else table
    return np.ascontiguousarray(costs[np.ix_(source_of_row, goal_of_column)])
