"""Exact numbers of paths or cycles of an orthogonal board: residues in threads, put together."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.frontier.engine import Range
from gridwalk.frontier.exact import HALF, WIDE, bits_needed, bits_of_faces, join_residues, moduli, odd_moduli
from gridwalk.frontier.profile.fold import Fold
from gridwalk.frontier.profile.plan import ColumnWindows, ProfilePlan, make_plan, size_of, windows_of
from gridwalk.frontier.profile.roles import LAST, NOWHERE, CellRoles
from gridwalk.frontier.profile.store import FORMAT, Saver, resume
from gridwalk.frontier.profile.sweep import Closed, Pause, ProfileAlgebra, sweep_of
from gridwalk.frontier.profile.table import TWO_THREADS, Table
from gridwalk.frontier.simpath.order import PLANNING
from gridwalk.kernels.frontier.profile import LANES
from gridwalk.runtime import spill, tasks
from gridwalk.runtime.kept import Answer, KeptParts, answered, in_words, numbers_of
from gridwalk.runtime.limits import NO_LIMITS, TaskWatch, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    from gridwalk.runtime.crew import Crew
    from gridwalk.runtime.sealed import Sealed

WORD_SECONDS = 1.5e-9  # about, for a word in a table of residues
CELL_SECONDS = 4e-8  # for a cell of a sweep beside its words, for each residue
GRADED_CELL_SECONDS = 4e-5  # the same where the table has grades: cells are done one by one
COLUMN_CELL_SECONDS = 4e-5  # the same, with a count for every length
PLAN_SECONDS = 2e-5  # for a cell that is planned, once
SIDE_BY_SIDE = 1 << 24  # states; larger tables of 16 bytes each would take much memory for little time
UNBOUNDED = 1 << 62  # bits
SMALL = 2_000_000  # words visited in a sweep that is over before a thread has begun


def count(
    question: CellRoles, *, resources: Resources = DEFAULT_RESOURCES, watch: Watch | None = None
) -> int:
    """Return the number of paths or cycles.

    Raises
    ------
    MemoryLimitError
        If a table does not fit in ``resources.memory`` and must not be spilled, before it is made.
    TimeLimitError
        When the time of *watch* is over.
    KeepError, SpillError
        If the disk is full or not to be written, or the checkpoint is damaged or in use.

    Examples
    --------
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> count(CellRoles(roles, np.zeros((3, 3), bool), start=0))
    12

    """
    return sum(_by_size(question, False, resources, watch or NO_LIMITS.watch()).values())


def lengths(
    question: CellRoles,
    *,
    moves: Range | None = None,
    resources: Resources = DEFAULT_RESOURCES,
    watch: Watch | None = None,
) -> dict[int, int]:
    """Return how many paths or cycles there are of each length (number of *moves*); see `count`.

    Examples
    --------
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> lengths(CellRoles(roles, np.zeros((3, 3), bool), start=0))
    {4: 6, 6: 4, 8: 2}

    """
    cycles = not question.roles.max(initial=0) > 1
    least, most = moves or (0, None)
    moves = None if resources.keep is not None else moves  # what is kept answers for all lengths
    found = _by_size(question, True, resources, watch or NO_LIMITS.watch(), moves)
    by_moves = {used - (not cycles): found[used] for used in sorted(found)}
    return {n: by_moves[n] for n in by_moves if least <= n and (most is None or n <= most)}


def _by_size(
    question: CellRoles, graded: bool, resources: Resources, watch: Watch, moves: Range | None = None
) -> Answer:
    """Return how many there are by number of cells, or, if not *graded*, all under one number.

    By number of cells, only those with a number of *moves* are right.
    """
    if question.is_hopeless or (graded and windows_of(question, moves) is None):
        return {}
    pause = pause_for(watch, PLANNING)
    plan = make_plan(question, pause)
    plain = resources.keep is None and resources.crew is None
    at_once = plain and not graded and plan.states <= SIDE_BY_SIDE
    bits = bits_of_faces(plan) if at_once and question.roles.max() < LAST else UNBOUNDED
    if not WIDE < bits <= LANES * HALF:  # else one table holds them all, and a closer bound takes longer
        bits = min(bits_needed(plan, pause), bits_of_walks(question, moves))
    numbers = moduli(bits, pause)
    grades = plan.grades if graded else 1
    windows = windows_in_memory(question, moves, resources) if graded else None
    if not resources.spill:
        size = plan.bytes * (grades if windows is None else windows.width)
        resources.budget(f"a table of {plan.states:,} states").take(size)
    seconds = plan.work * grades * len(numbers) * WORD_SECONDS
    if resources.crew is not None and seconds >= tuning().worth_a_task:
        parts = moduli(bits, pause, HALF)
        return _by_tasks(resources.crew, question, plan, parts, graded, resources, watch, moves)
    if at_once and bits > WIDE:
        lanes = [1 << HALF, *odd_moduli(bits - HALF, HALF, pause)]
        if (threads := _lanes_at_once(plan, -(-len(lanes) // LANES), resources)) > 0:
            return _side_by_side(plan, lanes, threads, watch)
    asked = "planar", "lengths" if graded else "count", *question.facts
    order = FORMAT, plan.facts, grades, numbers
    return answered(
        resources.keep,
        asked,
        order,
        lambda kept: _by_residues(plan, numbers, grades, resources, watch, kept, windows),
    )


def bits_of_walks(question: CellRoles, moves: Range | None) -> int:
    """Return a number of bits that no count of paths of *moves* exceeds: each turns in three ways."""
    if moves is None or moves[1] is None:
        return UNBOUNDED
    starts = question.roles.size if question.start == NOWHERE else 1
    return math.ceil(math.log2(4 * starts) + moves[1] * math.log2(3))


def windows_in_memory(question: CellRoles, moves: Range | None, resources: Resources) -> ColumnWindows | None:
    """Return which columns matter, if a table of them fits into memory and is not saved; else None."""
    windows, size = windows_of(question, moves), size_of(question)
    if windows is None or resources.keep is not None:
        return None
    fits = not resources.spill or size.states * windows.bytes_of_word <= resources.memory
    return windows if fits else None


def _lanes_at_once(plan: ProfilePlan, parts: int, resources: Resources) -> int:
    """Return how many tables of lanes there can be at a time; 0: one of a single residue is all that fits."""
    size, left = LANES * HALF // 8 * plan.states, resources.memory - tuning().process_memory
    threads = useful(resources.threads) if plan.work >= SMALL else 1
    return min(threads, parts, left // (size + size // LANES))


def _side_by_side(plan: ProfilePlan, numbers: list[int], threads: int, watch: Watch) -> Answer:
    """Sweep once for `LANES` of the *numbers* at a time, and put the residues together."""
    parts = -(-len(numbers) // LANES)
    words, alone = [0] * parts, parts % threads  # what would leave threads idle is swept by all of them
    sweep = sweep_of(plan, pause_for(watch))
    rooms: list[NDArray[Any]] = []  # used again: fresh memory takes its time

    def residues(part: int, check: Check) -> Answer:
        def pause(done: int) -> None:
            words[part] += done
            check()

        algebra, room = ProfileAlgebra.side_by_side(numbers[part::parts]), rooms.pop() if rooms else None
        table = Table(sweep, algebra, pause, room, threads=threads if part < alone else 1)
        _finish(table, Fold.of(table), pause)
        rooms.append(table.values)
        by_lane = zip(*(values for _, _, values in table.closed), strict=True)
        return dict(enumerate(map(sum, by_lane)))

    def told() -> None:
        watch.check(sum(words), 0, 0)

    tasks = [partial(residues, part) for part in range(parts)]
    found = [task(told) for task in tasks[:alone]] + together(tasks[alone:], threads, told)
    every = [{0: found[r % parts].get(r // parts, 0) % number} for r, number in enumerate(numbers)]
    return _joined(every, numbers)


def _by_residues(
    plan: ProfilePlan,
    numbers: list[int],
    grades: int,
    resources: Resources,
    watch: Watch,
    kept: KeptParts | None,
    windows: ColumnWindows | None = None,
) -> Answer:
    """Sweep once for each of the *numbers*, and put the residues together."""
    threads, size = 1, plan.bytes * grades if windows is None else plan.states * windows.bytes_of_word
    if plan.work * grades >= SMALL and size <= resources.memory:
        left = resources.memory - tuning().process_memory - sweep_of(plan, pause_for(watch)).bytes
        threads = max(1, min(useful(resources.threads), len(numbers), left // size))
    words = [0] * len(numbers)  # done of each residue
    rooms: list[NDArray[Any]] = []  # tables used again: fresh memory takes its time
    # What would leave threads idle is swept by all of them; so is the first, if it takes less time.
    narrow, alone = int(numbers[0] < numbers[-1]), 0
    if windows is None and threads > 1 and plan.states * grades >= (tuning().shared_from or TWO_THREADS):
        alone = narrow + (len(numbers) - narrow) % threads

    def residue(r: int, check: Check) -> Answer:
        def pause(done: int) -> None:
            words[r] += done
            check()

        part = f"residue-{r}"
        saved = None if kept is None else kept.find(part)
        if saved is not None and "totals" in saved.facts:
            return numbers_of(saved.facts["totals"])
        began = time.monotonic()
        apart = threads > 1 and r >= alone
        share = replace(resources, threads=1 if apart else resources.threads)
        totals = _residue(plan, numbers[r], grades, share, pause, part, kept, saved, rooms, windows)
        if kept is not None:
            kept.note(part, {"totals": in_words(totals)}, began)
            kept.forget(f"{part}-")
        return totals

    def told() -> None:
        watch.check(sum(words), 0, 0)

    tasks = [partial(residue, r) for r in range(len(numbers))]
    first = [task(told) for task in tasks[:alone]]
    return _joined(first + together(tasks[alone:], threads, told), numbers)


def _residue(
    plan: ProfilePlan,
    number: int,
    grades: int,
    resources: Resources,
    pause: Pause,
    part: str = "residue",
    kept: KeptParts | None = None,
    saved: Sealed | None = None,
    rooms: list[NDArray[Any]] | None = None,
    windows: ColumnWindows | None = None,
) -> Answer:
    """Sweep once, modulo *number*, from the beginning or from what was *saved*: in memory or on disk."""
    algebra = ProfileAlgebra.counting(number, grades)
    if windows is not None:
        from gridwalk.frontier.profile.columns import ColumnTable  # only where paths are counted by length

        return ColumnTable(sweep_of(plan, pause), algebra, windows, pause).totals()
    closed, fits = None, _fits(plan, algebra, resources, pause)
    if saved is None and (not fits or kept is not None):
        from gridwalk.frontier.profile import rounds  # only where they may be

        if not fits or rounds.is_begun(kept, part):
            given = plan, number, grades, resources, kept, part
            closed = rounds.closed_in_rounds(*given, lambda done, _: pause(done))
    if closed is None:
        saver = Saver(kept, part, pause)
        closed = _closed_by_table(plan, algebra, resources, pause, fits, saver, saved, rooms)
    return {used: total % number for used, total in algebra.totals(closed).items()}


def _closed_by_table(
    plan: ProfilePlan,
    algebra: ProfileAlgebra,
    resources: Resources,
    pause: Pause,
    fits: bool,
    saver: Saver,
    saved: Sealed | None,
    rooms: list[NDArray[Any]] | None,
) -> list[Closed]:
    """Sweep a table in memory; on disk if it neither *fits* nor can be cut into partitions that do."""
    sweep = sweep_of(plan, pause)
    values, directory = None, resources.spill_directory
    if not fits and directory is not None:
        values = spill.spilled(directory, (sweep.words.size * algebra.grades,), algebra.dtype)
    room = rooms.pop() if rooms and values is None else values
    if room is not None and room.dtype != algebra.dtype:
        room = None
    table = Table(sweep, algebra, pause, room, threads=resources.threads)
    if saved is not None:
        resume(table, saved, pause)
    _finish(table, Fold.of(table) if values is None else None, pause, saver.offer)
    if rooms is not None and values is None:
        rooms.append(table.values)
    return table.closed


def _finish(
    table: Table, fold: Fold | None, pause: Pause, offer: Callable[[Table], object] = lambda _: None
) -> None:
    """Do the cells to come, those after the middle by a *fold*; *offer* the table on the way."""
    while not (table.done or (fold is not None and fold.ends(pause))):
        table.advance_to(fold.stop if fold is not None else len(table.sweep.plan.steps), pause)
        offer(table)


def _by_tasks(
    crew: Crew,
    question: CellRoles,
    plan: ProfilePlan,
    numbers: list[int],
    graded: bool,
    resources: Resources,
    watch: Watch,
    moves: Range | None,
) -> Answer:
    """Give each residue to a worker, or each of its partitions, and put the residues together.

    They are of words half as wide as those of one process: twice as many, of half the time and memory each.
    """
    facts = FORMAT, "lengths" if graded else "count", question.facts, *([] if moves is None else [moves])
    numbers = sorted(numbers, reverse=True)  # the one of 16 bits takes least time
    asked = {
        number: tasks.Task(
            tasks.task_name("residue", *facts, number, kernels=["frontier"]),
            residue_of,
            (question, number, graded, resources.of_task, moves),
            tasks.read_numbers,
        )
        for number in numbers
    }
    from gridwalk.frontier.profile.crewed import PartitionCrew  # only where there is a crew

    cut = PartitionCrew(crew, question, plan, plan.grades if graded else 1, resources)
    whole = [number for number in numbers if not cut.is_cut(number)]
    crew.plan(list(asked.values()), watch)
    results = crew.results([asked[number] for number in whole], watch, planned=False)
    found = dict(zip(whole, results, strict=True))
    rest = [number for number in numbers if number not in found]
    swept = cut.totals(rest, [asked[number].name for number in rest], watch)
    found |= zip(rest, swept, strict=True)
    return _joined([found[number] for number in numbers], numbers)


def residue_of(
    question: CellRoles, number: int, graded: bool, resources: Resources, moves: Range | None
) -> Answer:
    """Return, in a worker, how many there are by number of cells, modulo *number*."""
    pause = pause_for(TaskWatch())
    plan = make_plan(question, pause)
    windows = windows_in_memory(question, moves, resources) if graded else None
    return _residue(plan, number, plan.grades if graded else 1, resources, pause, windows=windows)


def _joined(parts: list[Answer], numbers: list[int]) -> Answer:
    """Return the least numbers that have these residues."""
    joined = {
        used: int(join_residues([part.get(used, 0) for part in parts], numbers))
        for used in set().union(*parts)
    }
    return {used: number for used, number in joined.items() if number}


def _fits(plan: ProfilePlan, algebra: ProfileAlgebra, resources: Resources, pause: Pause) -> bool:
    """Whether there is memory for a table, or no disk."""
    size = plan.states * algebra.grades * np.dtype(algebra.dtype).itemsize
    if resources.spill_directory is None:
        return True
    return size <= resources.memory and size <= resources.memory - sweep_of(plan, pause).bytes


def pause_for(watch: Watch, doing: str = "") -> Pause:
    """Return what counts the words done, for work in the main thread, and tells the clock."""
    words = 0

    def pause(done: int) -> None:
        nonlocal words
        words += done
        watch.check(words, 0, 0, doing)

    return pause
