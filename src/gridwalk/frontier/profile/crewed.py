"""Residues that are swept in partitions by a crew: which, how many side by side, and where they are kept."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from gridwalk.frontier.profile.cutting import FEWEST_COLUMNS, bytes_of
from gridwalk.frontier.profile.plan import ProfilePlan
from gridwalk.frontier.profile.roles import CellRoles
from gridwalk.frontier.profile.rounds import (
    Tell,
    bytes_of_rounds,
    capacity_of,
    closed_in_rounds,
    cutting_of,
    is_begun,
)
from gridwalk.frontier.profile.store import FORMAT
from gridwalk.frontier.profile.sweep import ProfileAlgebra
from gridwalk.runtime.crew import Crew
from gridwalk.runtime.kept import Answer, KeptParts
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources
from gridwalk.runtime.store import LocalStore
from gridwalk.runtime.tasks import Task, is_of_processes, read_numbers
from gridwalk.runtime.threads import Check, together


@dataclass(frozen=True)
class PartitionCrew:
    """A crew that sweeps partitions, and what it needs for any residue of a question."""

    crew: Crew
    question: CellRoles
    plan: ProfilePlan
    grades: int
    resources: Resources

    def is_cut(self, number: int) -> bool:
        """Whether the residue modulo *number* is swept in partitions: it was begun so, or memory is short.

        It is better one task where its table fits in the memory of a worker, where words cannot be cut so
        far, and where the workers share no directory.
        """
        if is_begun(self._kept, self._residue(number)):
            return True
        cutting = cutting_of(self.plan, number, self.grades)
        if self.plan.states * cutting.width <= self.resources.memory or self.plan.places - 1 < FEWEST_COLUMNS:
            return False
        if self.resources.spill_directory is None or not self._has_directory:
            return False
        return capacity_of(cutting, self.resources.memory, 1)[0] >= cutting.least

    def _residue(self, number: int) -> str:
        return f"residue-{number:x}-{self.grades}"

    @property
    def _has_directory(self) -> bool:
        """Whether the workers see one directory: that of the results, or all of this machine."""
        if self.crew.kept is not None:
            return isinstance(self.crew.kept.store, LocalStore)
        return self.crew.is_here or is_of_processes(self.crew.on)

    @cached_property
    def _kept(self) -> KeptParts | None:
        """The rounds beside the results; None: there are none, or in no directory of this machine."""
        results = self.crew.kept
        if results is None or not self._has_directory:
            return None
        asked, order = ("planar", "partitions", *self.question.facts), (FORMAT, self.plan.facts)
        return KeptParts(results.address, asked, order)

    def totals(self, numbers: Sequence[int], names: Sequence[str], watch: Watch) -> list[Answer]:
        """Return how many there are by number of cells, modulo each of *numbers*, kept by their *names*.

        Residues are swept side by side, so that who has nothing to do in a round of one works for another.
        Only one process at a time sweeps a residue; another one waits for its result.
        """
        words, doing = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, "")

        def told() -> None:
            under_way = [text for text in doing.values() if text]
            more = f"; {len(under_way) - 1} more residues are swept beside it" if len(under_way) > 1 else ""
            watch.check(sum(words.values()), 0, 0, (under_way or [""])[0] + more)

        def swept(number: int, name: str, check: Check) -> Answer:
            def tell(done: int, text: str) -> None:
                words[number] += done
                doing[number] = text
                check()

            found = self._residue_kept(number, name, tell, watch.deadline)
            doing[number] = ""
            return found

        each = [partial(swept, *one) for one in zip(numbers, names, strict=True)]
        return together(each, self._at_a_time(numbers), told)

    def _at_a_time(self, numbers: Sequence[int]) -> int:
        """Return how many residues are swept at a time: as many as half of the free disk holds."""
        directory = self.resources.kept_directory
        if self.crew.is_here or directory is None or len(numbers) < 2:
            return 1
        cutting = cutting_of(self.plan, max(numbers), self.grades)
        free = shutil.disk_usage(directory).free // 2 + bytes_of(directory, "gridwalk-*-round-*")
        most = free // bytes_of_rounds(self.plan, cutting)
        if is_of_processes(self.crew.on):  # more residues than keep all of them busy would be of no use
            capacity, _ = capacity_of(cutting, self.resources.memory, 1)
            most = min(most, 1 + 2 * self.crew.workers // max(cutting.partitions(capacity)))
        return max(1, min(len(numbers), most))

    def _residue_kept(self, number: int, name: str, tell: Tell, deadline: float | None) -> Answer:
        kept, residue, results = self._kept, self._residue(number), self.crew.kept
        task = Task(name, self._swept, (number, kept, tell, deadline), read_numbers)
        if kept is None or results is None:
            return self._swept(number, None, tell, deadline)
        found: Answer
        if not is_begun(kept, residue) and (known := task.known(results)) is not None:
            found = known.value
            return found
        lock = kept.name(f"lock-{residue}")
        with kept.store.hold(lock, lambda who: tell(0, f"{who} sweeps this residue: waiting")):
            found = task.done(results)
            kept.forget(f"{residue}-round-")
            kept.forget(f"{residue}-")  # last, for it tells that there are rounds
        return found

    def _swept(self, number: int, kept: KeptParts | None, tell: Tell, deadline: float | None) -> Answer:
        """Sweep the rounds of a residue that are still to come."""
        given = self.plan, number, self.grades, self.resources, kept, self._residue(number)
        closed = closed_in_rounds(*given, tell, deadline)
        assert closed is not None  # or it is not cut
        totals = ProfileAlgebra.counting(number, self.grades).totals(closed)
        return {used: total % number for used, total in totals.items()}
