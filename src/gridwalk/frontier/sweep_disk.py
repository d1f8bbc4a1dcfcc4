"""Counting with a directory: layers larger than memory, and sweeps that go on after a stop.

A layer that does not fit is made in *parts*, chosen by the states' hashes: each part is a
sweep of its own over all states before, which are read from disk in pieces.  What is on disk
after a layer is also a checkpoint.  Files are written beside and renamed, and the note of what
belongs together comes last, so a stop at any time leaves the checkpoint before in place.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import SweepDiskError, SweepMemoryError
from gridwalk.frontier.algebra import Counts, Limbs, to_int
from gridwalk.frontier.layers import Layer, Plan
from gridwalk.frontier.sweep import States, Sweeper
from gridwalk.frontier.sweep_memory import Memory
from gridwalk.io.whole import write_beside
from gridwalk.kernels import sweep as codes
from gridwalk.kernels.sweep_algebra import LIMB_BITS
from gridwalk.limits import Watch

FORMAT = 1
EVERY = 1.0  # seconds of work between checkpoints of layers that fit in memory
MOST_PARTS = 1 << 12
PIECE = 1 << 12  # states read at a time


@dataclass(frozen=True)
class Part:
    """States and their counts: arrays, or a file of rows with both."""

    keys: NDArray[np.uint64] | None
    counts: Limbs | None
    path: Path | None
    states: int
    bits: int  # no count has more

    def pieces(self, words: int) -> Iterator[tuple[NDArray[np.uint64], Limbs]]:
        """Yield keys and counts, in each piece from row 1 on."""
        if self.keys is not None and self.counts is not None:
            yield self.keys, self.counts
            return
        try:
            rows = np.load(str(self.path), mmap_mode="r")
        except (OSError, ValueError) as error:
            raise SweepDiskError(self.path, f"the checkpoint is damaged ({error}); remove it") from error
        for first in range(0, self.states - 1, PIECE):
            piece = np.array(rows[first : first + PIECE + 1])
            yield np.ascontiguousarray(piece[:, :words]), np.ascontiguousarray(piece[:, words:])


class Shelf:
    """The files of one question in a directory, which may hold those of others too."""

    def __init__(self, directory: str | os.PathLike[str], plan: Plan) -> None:
        self.directory = Path(directory)
        self._name = f"sweep-{_digest(plan)}"
        self._try(lambda: self.directory.mkdir(parents=True, exist_ok=True))

    def write(self, layer: int, number: int, keys: NDArray[np.uint64], counts: Limbs) -> Path:
        """Write a part and return its path."""
        path = self.directory / f"{self._name}-{layer}-{number}.npy"
        header = io.BytesIO()
        shape = (len(keys), keys.shape[1] + counts.shape[1])
        np.lib.format.write_array_header_1_0(header, {"descr": "<u8", "fortran_order": False, "shape": shape})
        rows = (
            np.hstack([keys[first : first + PIECE], counts[first : first + PIECE]]).astype("<u8")
            for first in range(0, len(keys), PIECE)
        )
        self._replace(path, chain([header.getvalue()], rows))
        return path

    def commit(self, layer: int, parts: list[Part], total: int) -> None:
        """Note that *parts* are all there is before *layer*; forget older files."""
        rows = [(part.path.name, part.states, part.bits) for part in parts if part.path is not None]
        note = json.dumps({"layer": layer, "parts": rows, "total": hex(total)}).encode()
        self._replace(self._note, [note])
        self._remove(keep={self._note.name, *(row[0] for row in rows)})

    def resume(self) -> tuple[int, list[Part], int] | None:
        """Return what was committed last: the next layer, the parts before it, the total so far."""
        if not self._note.exists():
            return None
        try:
            note = json.loads(self._note.read_bytes())
            parts = [Part(None, None, self.directory / name, n, bits) for name, n, bits in note["parts"]]
            return int(note["layer"]), parts, int(note["total"], 16)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SweepDiskError(self._note, f"the checkpoint is damaged ({error}); remove it") from error

    def clear(self) -> None:
        """Remove all files of this question."""
        self._remove(keep=set())

    @property
    def _note(self) -> Path:
        return self.directory / f"{self._name}.json"

    def _remove(self, keep: set[str]) -> None:
        for path in self.directory.glob(f"{self._name}*"):
            if path.name not in keep:
                path.unlink(missing_ok=True)

    def _replace(self, path: Path, pieces: Iterable[Any]) -> None:
        self._try(lambda: write_beside(path, path.with_suffix(".tmp"), pieces))

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as error:
            reason = f"cannot be written ({error.strerror or error}); the last checkpoint is still there"
            raise SweepDiskError(self.directory, reason) from error


class _PartCounts(Counts):
    """Counts of one part, added up from several pieces before."""

    def open(self, limbs: int, capacity: int, memory: Memory) -> None:
        memory.take(8 * limbs * capacity)
        self.after = np.zeros((capacity, limbs), np.uint64)


def count_on_disk(plan: Plan, directory: str | os.PathLike[str], watch: Watch, memory: Memory) -> int:
    """Return how many paths there are; go on where an earlier call with this directory was stopped."""
    shelf = Shelf(directory, plan)
    sweeper = Sweeper(plan, watch, memory)
    scratch = memory.used
    first = Part(sweeper.first_keys(), np.array([[0], [1]], np.uint64), None, 2, 1)
    start, parts, total = shelf.resume() or (0, [first], 0)
    split = max(1, len(parts))
    saved = time.monotonic()
    for number in range(start, len(plan.layers)):
        memory.layer = number + 1
        held = memory.used
        while True:
            try:
                made, found = _layer(
                    plan.layers[number], number + 1, parts, split, sweeper, shelf, memory, watch
                )
                break
            except SweepMemoryError:
                if split >= MOST_PARTS:
                    raise
                memory.used = held
                split *= 2
                if parts[0].keys is not None:  # they stand in the way: read them back in pieces
                    parts = [_written(part, shelf, number) for part in parts]
                    memory.used = scratch
                    held = scratch
        parts, total = made, total + found
        if sum(part.states - 1 for part in parts) == 0:
            break
        if split > 1 or time.monotonic() - saved >= EVERY:
            on_disk = [part if part.path else _written(part, shelf, number + 1) for part in parts]
            shelf.commit(number + 1, on_disk, total)
            saved = time.monotonic()
        memory.used = scratch + sum(_held(part) for part in parts)
        if memory.limit is None or memory.most - scratch < (memory.limit - scratch) // 4:
            split = max(1, split // 2)
        memory.most = memory.used
    shelf.clear()
    return total


def _layer(
    layer: Layer,
    number: int,
    parts: list[Part],
    split: int,
    sweeper: Sweeper,
    shelf: Shelf,
    memory: Memory,
    watch: Watch,
) -> tuple[list[Part], int]:
    """Return the parts after a layer (files if there are several), and the paths finished in it."""
    states_before = sum(part.states for part in parts)
    additions = states_before * len(layer.arcs_of_choice)
    bits = max(part.bits for part in parts) + additions.bit_length()
    limbs = -(-bits // LIMB_BITS)
    made: list[Part] = []
    finished = 0
    if parts[0].path is not None:
        memory.take(16 * PIECE * (sweeper.words + limbs))
    facts, *others = layer.arrays
    for part in range(split):
        facts = facts.copy()
        facts[codes.PART], facts[codes.PARTS] = part, split
        states = States(sweeper.words, states_before // split, memory)
        sums = _PartCounts()
        sums.open(limbs, len(states.keys), memory)
        for before in parts:
            for keys, counts in before.pieces(sweeper.words):
                sums.before = counts
                sweeper.expand(keys, (facts, *others), states, sums)
        keys, counts = states.close(), sums.after[: states.count]
        if part == 0:  # what is finished shows up in every part
            finished = to_int(counts[0])
        top = int(counts[:, -1].max())
        most = LIMB_BITS * (limbs - 1) + top.bit_length()
        made.append(Part(keys, counts, None, len(keys), most))
        if split > 1:
            made[-1] = _written(made[-1], shelf, number, part)
            memory.give(states.nbytes + sums.after.nbytes)
            del states, sums, keys, counts
        watch.check(0, 0, 0)
    return made, finished


def _written(part: Part, shelf: Shelf, layer: int, number: int = 0) -> Part:
    """Return the same part as a file."""
    assert part.keys is not None
    assert part.counts is not None
    path = shelf.write(layer, number, part.keys, part.counts)
    return Part(None, None, path, part.states, part.bits)


def _held(part: Part) -> int:
    """Return how many bytes of memory a part takes, with all that its arrays are views of."""
    arrays = [array for array in (part.keys, part.counts) if array is not None]
    return sum((array if array.base is None else array.base).nbytes for array in arrays)


def _digest(plan: Plan) -> str:
    """Return what tells this sweep from all others."""
    text = hashlib.sha256(f"{FORMAT} {plan.words} {codes.FACTS}".encode())
    for layer in plan.layers:
        for array in (*layer.arrays, *plan.fields):
            text.update(f"{array.shape} {array.dtype}".encode())
            text.update(array.tobytes())
    return text.hexdigest()[:24]
