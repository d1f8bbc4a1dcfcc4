"""The sweep over half a board: the blocks of counts of one layer from those of the layer before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.allpaths.halves import half_step as kernels
from gridwalk.allpaths.halves.plan import SMALL_LAYER, Signatures, ends
from gridwalk.allpaths.halves.signature import ADD, restored
from gridwalk.allpaths.halves.steps import HalfStep
from gridwalk.allpaths.halves.tables import PAIRINGS, Tables, pair_scratch
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.pages import LentArray
from gridwalk.runtime.slices import call, interpreting, slice_of
from gridwalk.runtime.threads import in_turns, together
from gridwalk.runtime.tuning import tuning

NONE = np.zeros(0, np.uint64)  # signatures
EDGES = 1024  # parts of a layer that can be forgotten one by one
PIECES = 64  # that a layer's blocks are dealt out in, for each thread
LEAST_PIECE = 4096  # blocks
SLICE, INTERPRETED_SLICE = 20_000_000, 20_000  # counts in one call


class TooLargeError(Exception):
    """A count of one half is too large for a word; residues never are."""

    def __init__(self) -> None:
        super().__init__("a count does not fit into 52 bits")


@dataclass
class CountedLayer:
    """The signatures between two steps and their blocks (`gridwalk.allpaths.halves.half_step`)."""

    signatures: Signatures
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    values: NDArray[Any]
    pages: LentArray | None = None  # of the values, if they can be given back
    held: int = 0  # bytes of memory
    used: int = 0  # of the values

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """What the kernels take."""
        return self.signatures, self.starts, self.lengths, self.values

    @classmethod
    def first(cls) -> CountedLayer:
        """Return the layer before the first step: nothing was done, in one way."""
        one = np.ones(1, np.int32)
        return cls(np.zeros(1, np.uint64), np.zeros(1, np.int64), one, np.ones(1, np.uint32))


@dataclass
class HalfSweep:
    """What all layers of a count share: limits, tables, how counts are kept."""

    watch: Watch
    memory: MemoryBudget
    tables: Tables
    threads: int = 1
    modulus: int = 0  # 0: counts are exact
    wide: bool = False  # are counts kept in 64 bits
    fits: bool = False  # is it known that no count is too large; then no layer is needed again
    work: int = 0  # counts added so far
    lock: Lock = field(default_factory=Lock)

    def run(self, steps: Sequence[HalfStep], targets: list[Signatures], half: str) -> CountedLayer:
        """Return the layer after all steps; *targets* are the signatures after each, forgotten on the way."""
        layer = CountedLayer.first()
        for number in range(len(steps)):
            self.memory.doing = f"{half}, step {number + 1} of {len(steps)}"
            before, layer = layer, self.step(layer, steps[number], targets[number])
            self.memory.give(before.held)
            if self.fits and number:
                self.memory.give(before.signatures.nbytes)
                targets[number - 1] = NONE
            del before
        return layer

    def step(self, layer: CountedLayer, step: HalfStep, signatures: Signatures) -> CountedLayer:
        """Return the layer after one more step, with these *signatures*."""
        gathering = _Gathering(self, layer, step, signatures)
        try:
            return gathering.run()
        except TooLargeError:
            if self.wide:
                raise
            self.memory.give(gathering.target.held)
        self.wide = True
        return _Gathering(self, layer, step, signatures).run()


class _Gathering:
    """One step: threads fill the blocks of one layer, piece by piece."""

    def __init__(self, sweep: HalfSweep, layer: CountedLayer, step: HalfStep, signatures: Signatures) -> None:
        self.sweep, self.layer, self.step = sweep, layer, step
        count, may_die = len(signatures), layer.pages is not None and (sweep.fits or sweep.modulus)
        self._dying = _Dying(layer, step) if may_die else None
        sizes = np.bincount(ends(signatures), minlength=len(PAIRINGS))
        self.most = max(int(sizes.nonzero()[0].max(initial=0)), 2)
        dtype = np.uint64 if sweep.wide else np.uint32
        self.workers = 1 if count < (tuning().shared_from or SMALL_LAYER) else sweep.threads
        self.scratch = 12 * self.workers * (int(PAIRINGS[self.most]) + 1)
        sweep.memory.take(12 * count + self.scratch)
        # Three times what dense blocks take: room is left over where the next block has none in a segment.
        dense, largest = int((sizes * PAIRINGS[: len(sizes)]).sum()), int(PAIRINGS[self.most])
        self.piece_of_room = min(tuning().segment, dense + largest)
        room = 3 * dense + (self.workers + 1) * max(self.piece_of_room, 2 * largest)
        starts, lengths = np.zeros(count, np.int64), np.zeros(count, np.int32)
        # What is never written to costs nothing; what will be is asked for segment by segment.
        left = sweep.memory.left + (layer.held if self._dying is not None else 0)
        room = min(room, left // np.dtype(dtype).itemsize)
        pages = LentArray(room, dtype)
        self.target = CountedLayer(signatures, starts, lengths, pages.array, pages)
        self.next, self.taken = count, 0
        self.piece = max(LEAST_PIECE, -(-count // (PIECES * self.workers)))
        self.under_way: dict[_Worker, int] = {}  # the block after the last of each worker's piece

    def run(self) -> CountedLayer:
        """Return the new layer."""
        sweep = self.sweep
        workers = [_Worker(self) for _ in range(self.workers)]
        self.under_way = dict.fromkeys(workers, len(self.target.starts))
        tasks = in_turns(worker.turn for worker in workers)
        try:
            together(tasks, self.workers, self._check)
        finally:
            self.under_way.clear()  # workers know of us: nothing may outlast the step
            sweep.memory.give(self.scratch)
            self.target.held = 12 * len(self.target.starts) + self.taken * self.target.values.itemsize
            self.target.used = self.taken
        return self.target

    def _check(self) -> None:
        self.sweep.watch.check(self.sweep.work, 0, 0, self.sweep.memory.doing)

    def next_piece(self, worker: _Worker) -> tuple[int, int] | None:
        """Return the blocks for a *worker* to fill next, the last ones first; None if all are dealt out.

        All that a block comes from has a lesser signature, but for the bits that drop out.  So the blocks of
        the layer before that only the last ones come from can be forgotten.
        """
        with self.sweep.lock:
            stop, self.next = self.next, max(0, self.next - self.piece)
            self.under_way[worker] = stop
            if self._dying is not None:
                left = max(self.under_way.values())
                given = self._dying.forget(self.target.signatures[left - 1] if left else None)
                self.sweep.memory.give(given)
                self.layer.held -= given
            return None if self.next == stop else (self.next, stop)

    def segment(self, wanted: int) -> tuple[int, int]:
        """Return a piece of room for at least *wanted* counts."""
        with self.sweep.lock:
            first, room = self.taken, len(self.target.values) - self.taken
            size = max(wanted, min(self.piece_of_room, room))
            self.sweep.memory.take(size * self.target.values.itemsize)
            if size > room:
                raise self.sweep.memory.error(self.sweep.memory.used)
            self.taken += size
            return first, self.taken


class _Dying:
    """The blocks of a layer that is forgotten from its last block on."""

    def __init__(self, layer: CountedLayer, step: HalfStep) -> None:
        self._layer, self._drop, self._add = layer, step.drop[0], step.options[:, ADD].min()
        # The least place of the blocks up to each of some: what was dealt out later lies behind.
        edges = np.linspace(0, len(layer.starts), EDGES + 1).astype(np.int64)[:-1]
        edges = edges[np.diff(edges, prepend=-1) > 0]
        self._ends = np.append(edges[1:], len(layer.starts))
        self._least = np.minimum.accumulate(np.minimum.reduceat(layer.starts, edges))

    def forget(self, last: np.uint64 | None) -> int:
        """Give back all that no signature up to *last* (None: none) comes from; return how many bytes."""
        assert self._layer.pages is not None
        if last is None:
            return self._layer.pages.give_back(self._layer.used)
        full = restored(last, self._drop)
        alive = (
            np.searchsorted(self._layer.signatures, full - self._add, side="right")
            if full >= self._add
            else 0
        )
        edge = np.searchsorted(self._ends, alive)
        return self._layer.pages.give_back(int(self._least[min(edge, len(self._ends) - 1)]))


class _Worker:
    """One thread's scratch memory and registers."""

    def __init__(self, gathering: _Gathering) -> None:
        self.gathering = gathering
        ranks = int(PAIRINGS[gathering.most])
        options = len(gathering.step.options)
        self.index = gathering.sweep.tables.empty_index()
        self.scratch = (
            np.zeros(ranks + 1, np.uint64),
            np.zeros(ranks + 1, np.uint32),
            np.zeros(options, np.int64),
            np.zeros((options, kernels.FOUND), np.int64),
            pair_scratch(),
        )
        sweep = gathering.sweep
        limit = sweep.modulus or (tuning().wide_limit if sweep.wide else tuning().narrow_limit)
        self.bounds = np.array([limit, sweep.modulus], np.uint64)
        self.state = np.zeros(kernels.REGISTERS, np.int64)

    def turn(self) -> bool:
        """Do one slice of work; False: there is no more."""
        gathering, state = self.gathering, self.state
        if state[kernels.AT] == state[kernels.STOP]:
            piece = gathering.next_piece(self)
            if piece is None:
                return False
            state[[kernels.AT, kernels.STOP]] = piece
            self._place_cursors(piece[0])
        sweep = gathering.sweep
        tables = sweep.tables.entries, self.index, PAIRINGS
        compiled = not interpreting()
        before = int(state[kernels.WORK])
        status = call(
            kernels.pull,
            sweep.watch,
            gathering.layer.arrays,
            gathering.target.arrays,
            gathering.step.arrays,
            tables,
            self.scratch,
            self.bounds,
            state,
            slice_of(compiled, SLICE, INTERPRETED_SLICE),
            compiled=compiled,
        )
        sweep.work += int(state[kernels.WORK]) - before
        if status == kernels.NO_TABLE:
            sweep.tables.ensure(int(state[kernels.WANTED]), self.index)
        elif status == kernels.NO_ROOM:
            state[[kernels.ROOM, kernels.ROOM_END]] = gathering.segment(int(state[kernels.WANTED]))
        elif status == kernels.TOO_LARGE:
            raise TooLargeError
        return True

    def _place_cursors(self, first: int) -> None:
        """Let the search for what block *first* comes from begin where it is."""
        gathering, add = self.gathering, self.gathering.step.options[:, ADD]
        full = restored(gathering.target.signatures[first], gathering.step.drop[0])
        wanted = np.where(full >= add, full - add, 0).astype(np.uint64)
        self.scratch[2][:] = np.searchsorted(gathering.layer.signatures, wanted)
