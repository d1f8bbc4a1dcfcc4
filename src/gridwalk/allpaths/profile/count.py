"""Exact numbers of paths or cycles of an orthogonal board: residues in threads, put together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from gridwalk.allpaths.engine import Range
from gridwalk.allpaths.exact import HALF, WIDE, bits_needed, bits_of_faces, join_residues, moduli, odd_moduli
from gridwalk.allpaths.order import PLANNING
from gridwalk.allpaths.profile.fold import Fold
from gridwalk.allpaths.profile.plan import ColumnWindows, ProfilePlan, ProfileSize, make_plan, windows_of
from gridwalk.allpaths.profile.roles import LAST, NOWHERE, CellRoles
from gridwalk.allpaths.profile.steps import LANES
from gridwalk.allpaths.profile.sweep import Pause, ProfileAlgebra, sweep_of
from gridwalk.allpaths.profile.table import TWO_THREADS, Table
from gridwalk.runtime import tasks
from gridwalk.runtime.limits import NO_LIMITS, TaskWatch, Watch
from gridwalk.runtime.resources import DEFAULT_RESOURCES, Resources
from gridwalk.runtime.threads import Check, together, useful
from gridwalk.runtime.tuning import tuning

if TYPE_CHECKING:
    from gridwalk.runtime.parts import Numbers
    from gridwalk.runtime.workers import TaskWorkers

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
        If a table does not fit in ``resources.memory``, before it is made.
    TimeLimitError
        When the time of *watch* is over.
    KeepError
        If finished parts cannot be stored.

    Examples
    --------
    >>> import numpy as np
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
    >>> import numpy as np
    >>> roles = np.array([[2, 1, 1], [1, 1, 1], [1, 1, 2]], np.uint8)  # from corner to corner
    >>> lengths(CellRoles(roles, np.zeros((3, 3), bool), start=0))
    {4: 6, 6: 4, 8: 2}

    """
    cycles = not question.roles.max(initial=0) > 1
    least, most = moves or (0, None)
    found = _by_size(question, True, resources, watch or NO_LIMITS.watch(), moves)
    by_moves = {used - (not cycles): found[used] for used in sorted(found)}
    return {n: by_moves[n] for n in by_moves if least <= n and (most is None or n <= most)}


def _by_size(
    question: CellRoles, graded: bool, resources: Resources, watch: Watch, moves: Range | None = None
) -> Numbers:
    """Return how many there are by number of cells, or, if not *graded*, all under one number.

    By number of cells, only those with a number of *moves* are right.
    """
    if question.is_hopeless or (graded and windows_of(question, moves) is None):
        return {}
    pause = pause_for(watch, PLANNING)
    plan = make_plan(question, pause)
    at_once = resources.workers is None and not graded and plan.states <= SIDE_BY_SIDE
    bits = bits_of_faces(plan) if at_once and question.roles.max() < LAST else UNBOUNDED
    if not WIDE < bits <= LANES * HALF:  # else one table holds them all, and a closer bound takes longer
        bits = min(bits_needed(plan, pause), bits_of_walks(question, moves))
    width = width_of(resources)
    numbers = moduli(bits, pause, width)
    grades = plan.grades if graded else 1
    windows = windows_of(question, moves) if graded else None
    size = plan.states * width // 8 * (grades if windows is None else windows.width)
    resources.budget(f"a table of {plan.states:,} states").take(size)
    seconds = plan.work * grades * len(numbers) * WORD_SECONDS
    workers = resources.workers
    if workers is not None and seconds >= tuning().worth_a_task:
        facts = "lengths" if graded else "count", question.facts, *([] if moves is None else [moves])
        names = [tasks.task_name("residue", *facts, number) for number in numbers]
        if workers.are_here:
            return _by_residues(plan, numbers, grades, resources, watch, windows, names)
        return _by_workers(workers, question, numbers, names, graded, resources, watch, moves)
    if at_once and bits > WIDE:
        lanes = [1 << HALF, *odd_moduli(bits - HALF, HALF, pause)]
        if (threads := _lanes_at_once(plan, -(-len(lanes) // LANES), resources)) > 0:
            return _side_by_side(plan, lanes, threads, watch)
    return _by_residues(plan, numbers, grades, resources, watch, windows)


def width_of(resources: Resources) -> int:
    """Return the bits of the words in which residues are summed.

    Words of tasks are half as wide: twice as many tasks, of half the time and memory each.
    """
    return WIDE if resources.workers is None else HALF


def residues_of(size: ProfileSize, bits: int) -> int:
    """Return about how many residues, of words of some *bits*, a count has.

    >>> import numpy as np
    >>> from gridwalk.allpaths.profile.roles import END_CELL
    >>> from gridwalk.allpaths.profile.plan import size_of
    >>> roles = np.ones((16, 16), np.uint8)
    >>> roles[[0, 15], [0, 15]] = END_CELL
    >>> board = size_of(CellRoles(roles, np.zeros((16, 16), bool)))
    >>> residues_of(board, WIDE), residues_of(board, HALF)
    (4, 7)
    """
    return 1 + 4 * size.cells // (5 * bits)  # it has less than 4/5 bit a cell


def bits_of_walks(question: CellRoles, moves: Range | None) -> int:
    """Return a number of bits that no count of paths of *moves* exceeds: each turns in three ways."""
    if moves is None or moves[1] is None:
        return UNBOUNDED
    starts = question.roles.size if question.start == NOWHERE else 1
    return math.ceil(math.log2(4 * starts) + moves[1] * math.log2(3))


def _lanes_at_once(plan: ProfilePlan, parts: int, resources: Resources) -> int:
    """Return how many tables of lanes there can be at a time; 0: one of a single residue is all that fits."""
    size, left = LANES * HALF // 8 * plan.states, resources.memory - tuning().process_memory
    threads = useful(resources.threads) if plan.work >= SMALL else 1
    return min(threads, parts, left // (size + size // LANES))


def _side_by_side(plan: ProfilePlan, numbers: list[int], threads: int, watch: Watch) -> Numbers:
    """Sweep once for `LANES` of the *numbers* at a time, and put the residues together."""
    parts = -(-len(numbers) // LANES)
    words, alone = [0] * parts, parts % threads  # what would leave threads idle is swept by all of them
    sweep = sweep_of(plan, pause_for(watch))
    rooms: list[NDArray[Any]] = []  # used again: fresh memory takes its time

    def residues(part: int, check: Check) -> Numbers:
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
    windows: ColumnWindows | None = None,
    names: Sequence[str] = (),
) -> Numbers:
    """Sweep once for each of the *numbers*, and put the residues together; finished ones have *names*."""
    parts = resources.workers.parts if resources.workers is not None and names else None
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

    def residue(r: int, check: Check) -> Numbers:
        def pause(done: int) -> None:
            words[r] += done
            check()

        apart = threads > 1 and r >= alone
        share = 1 if apart else resources.threads
        swept = partial(_residue, plan, numbers[r], grades, share, pause, rooms, windows)
        found: Numbers = swept() if parts is None else parts.get(names[r], swept)
        return found

    def told() -> None:
        watch.check(sum(words), 0, 0)

    tasks = [partial(residue, r) for r in range(len(numbers))]
    first = [task(told) for task in tasks[:alone]]
    return _joined(first + together(tasks[alone:], threads, told), numbers)


def _residue(
    plan: ProfilePlan,
    number: int,
    grades: int,
    threads: int,
    pause: Pause,
    rooms: list[NDArray[Any]],
    windows: ColumnWindows | None,
) -> Numbers:
    """Sweep once, modulo *number*; *rooms* are tables that may be used again."""
    algebra, sweep = ProfileAlgebra.counting(number, grades), sweep_of(plan, pause)
    if windows is not None:
        from gridwalk.allpaths.profile.columns import ColumnTable  # only where paths are counted by length

        return ColumnTable(sweep, algebra, windows, pause).totals()
    room = rooms.pop() if rooms else None
    if room is not None and room.dtype != algebra.dtype:
        room = None
    table = Table(sweep, algebra, pause, room, threads=threads)
    _finish(table, Fold.of(table), pause)
    rooms.append(table.values)
    return {used: total % number for used, total in algebra.totals(table.closed).items()}


def _finish(table: Table, fold: Fold | None, pause: Pause) -> None:
    """Do the cells to come, those after the middle by a *fold*."""
    while not (table.done or (fold is not None and fold.ends(pause))):
        table.advance_to(fold.stop if fold is not None else len(table.sweep.plan.steps), pause)


def _by_workers(
    workers: TaskWorkers,
    question: CellRoles,
    numbers: Sequence[int],
    names: Sequence[str],
    graded: bool,
    resources: Resources,
    watch: Watch,
    moves: Range | None,
) -> Numbers:
    """Give each residue to a worker, and put the residues together."""
    each = [
        tasks.Task(name, residue_of, (question, number, graded, resources.of_task, moves))
        for name, number in zip(names, numbers, strict=True)
    ]
    each.reverse()  # the first number has 16 bits, and takes least time
    return _joined(workers.results(each, watch)[::-1], list(numbers))


def residue_of(
    question: CellRoles, number: int, graded: bool, resources: Resources, moves: Range | None
) -> Numbers:
    """Return, in a worker, how many there are by number of cells, modulo *number*."""
    pause = pause_for(TaskWatch())
    plan = make_plan(question, pause)
    windows = windows_of(question, moves) if graded else None
    return _residue(plan, number, plan.grades if graded else 1, resources.threads, pause, [], windows)


def _joined(parts: list[Numbers], numbers: list[int]) -> Numbers:
    """Return the least numbers that have these residues."""
    joined = {
        used: int(join_residues([part.get(used, 0) for part in parts], numbers))
        for used in set().union(*parts)
    }
    return {used: number for used, number in joined.items() if number}


def pause_for(watch: Watch, doing: str = "") -> Pause:
    """Return what counts the words done, for work in the main thread, and tells the clock."""
    words = 0

    def pause(done: int) -> None:
        nonlocal words
        words += done
        watch.check(words, 0, 0, doing)

    return pause
