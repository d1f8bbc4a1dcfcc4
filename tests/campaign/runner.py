"""Cases by the thousand: in worker processes that may crash or hang, each heard of by the case it was at."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from .areas import area_of
from .case import Case, Disagreement

POLL = 0.5  # seconds
MAX_WRONG = 5000  # disagreements of one worker in one area: it goes on with the next
AREA, SINCE = range(2)  # shared with each worker: where it is, since when


@dataclass(frozen=True)
class Plan:
    """What is to be run."""

    areas: tuple[str, ...]
    seed: int
    seconds: float | None  # of all areas together; None: as many cases as said
    cases: int | None  # of each area
    jobs: int
    tiers: tuple[str, ...]
    patience: float  # seconds a case may take
    first: int = 0

    def seconds_of(self, area: str) -> float:
        """How long each worker stays at *area*."""
        whole = sum(area_of(name).share for name in self.areas)
        return float("inf") if self.seconds is None else self.seconds * area_of(area).share / whole


COUNTED = ("cases", "answers", "refused", "intervals", "holding", "seconds", "processor")
NEXT = len(COUNTED)  # shared of each area, behind what is counted: the number of the case that comes next
WIDTH = NEXT + 1


@dataclass
class Tally:
    """What came of one area."""

    cases: float = 0
    answers: float = 0
    refused: float = 0
    intervals: float = 0  # of estimates
    holding: float = 0  # the true number
    seconds: float = 0
    processor: float = 0  # seconds of it
    disagreements: list[Disagreement] = field(default_factory=list)

    def add(self, numbers: Sequence[float]) -> None:
        """Add numbers in the order of `COUNTED`."""
        for name, number in zip(COUNTED, numbers, strict=True):
            setattr(self, name, getattr(self, name) + number)


Tell = Callable[[Disagreement], None]


def one_case(plan: Plan, area: str, number: int) -> Case:
    """Run one case, here and now."""
    case = Case(area, plan.seed, number, plan.tiers)
    case.run(area_of(area).run)
    return case


def counted_case(plan: Plan, area: str, number: int) -> tuple[list[float], list[Disagreement]]:
    """Run one case; return what is counted of it, and its disagreements."""
    began, spent = time.monotonic(), time.process_time()
    case = one_case(plan, area, number)
    numbers = [1.0, case.answers, case.refused, case.intervals, case.holding]
    return [*numbers, time.monotonic() - began, time.process_time() - spent], case.disagreements


def run_here(plan: Plan, tell: Tell) -> dict[str, Tally]:
    """Run the given number of cases of each area in this process."""
    tallies = {area: Tally() for area in plan.areas}
    for area, tally in tallies.items():
        for number in range(plan.first, plan.first + (plan.cases or 1)):
            numbers, disagreements = counted_case(plan, area, number)
            tally.add(numbers)
            tally.disagreements += disagreements
            for disagreement in disagreements:
                tell(disagreement)
    return tallies


# ------------------------------------------------------------------------------------ workers


def work(plan: Plan, job: int, shared: Any, at: Any, pipe: Any) -> None:
    """Take every *jobs*-th case of each area in turn, from where *shared* says on."""
    faulthandler.enable()
    for i, area in enumerate(plan.areas):
        row, seconds, wrong = WIDTH * i, plan.seconds_of(area), 0
        number = plan.first + job + int(shared[row + NEXT]) * plan.jobs
        while (
            shared[row + COUNTED.index("seconds")] < seconds
            and wrong < MAX_WRONG
            and (plan.cases is None or number < plan.first + plan.cases)
        ):
            at[AREA], at[SINCE] = i, time.monotonic()
            shared[row + NEXT] += 1  # if this case is the worker's last, the next worker takes the next
            numbers, disagreements = counted_case(plan, area, number)
            for disagreement in disagreements:
                pipe.send(disagreement)
            wrong += len(disagreements)
            for j, more in enumerate(numbers):
                shared[row + j] += more
            number += plan.jobs
    at[SINCE] = 0
    pipe.close()


class Worker:
    """A process that runs cases; another one goes on where it crashes or hangs."""

    def __init__(self, plan: Plan, job: int) -> None:
        self.plan, self.job, self._context = plan, job, multiprocessing.get_context("spawn")
        self.shared = self._context.Array("d", WIDTH * len(plan.areas), lock=False)
        self.at = self._context.Array("d", 2, lock=False)
        self.hung = False
        self.start()

    def start(self) -> None:
        self.pipe, child = self._context.Pipe(duplex=False)
        self.at[SINCE] = 0  # until the first case
        arguments = self.plan, self.job, self.shared, self.at, child
        self.process = self._context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        child.close()

    def heard(self) -> list[Disagreement]:
        """What the worker has sent; what it was at if it died; [] once it is done."""
        found: list[Disagreement] = []
        try:
            while self.pipe.poll():
                found.append(self.pipe.recv())
        except (EOFError, OSError):
            self.process.join()
            if self.process.exitcode:
                if not self.at[SINCE]:
                    raise RuntimeError("a worker died before its first case") from None
                found.append(self._died())
                self.start()
        since, late = self.at[SINCE], time.monotonic() - self.plan.patience
        if since and self.process.is_alive() and since < late and not self.hung:
            self.hung = True
            os.kill(self.process.pid or 0, signal.SIGABRT)  # faulthandler tells where it is
        return found

    def _died(self) -> Disagreement:
        i, code, plan = int(self.at[AREA]), self.process.exitcode or 0, self.plan
        row = WIDTH * i
        number = plan.first + self.job + (int(self.shared[row + NEXT]) - 1) * plan.jobs
        self.shared[row + COUNTED.index("seconds")] += time.monotonic() - self.at[SINCE]
        self.shared[row + COUNTED.index("cases")] += 1
        words = f"died of {signal.Signals(-code).name if code < 0 else f'status {code}'}"
        words += ", in this case or of damage done by one before"
        if self.hung:
            words = f"not over after {plan.patience:g} s"
        self.hung = False
        area, asked = plan.areas[i], "(the whole case)"
        tier = Case(area, plan.seed, number, plan.tiers).tier
        return Disagreement(area, plan.seed, number, tier, "", asked, words, "an answer")

    @property
    def done(self) -> bool:
        return not self.process.is_alive() and self.process.exitcode == 0


def run_workers(plan: Plan, tell: Tell) -> dict[str, Tally]:
    """Run the plan in the given number of processes; call *tell* with each disagreement."""
    tallies = {area: Tally() for area in plan.areas}
    workers = [Worker(plan, job) for job in range(plan.jobs)]
    going = list(workers)
    try:
        while going:
            wait([worker.pipe for worker in going if not worker.pipe.closed], timeout=POLL)
            for worker in list(going):
                for disagreement in worker.heard():
                    tallies[disagreement.area].disagreements.append(disagreement)
                    tell(disagreement)
                if worker.done:
                    going.remove(worker)
    except KeyboardInterrupt:
        print("interrupted: so far", file=sys.stderr)
    finally:
        for worker in workers:
            worker.process.kill()
    for i, area in enumerate(plan.areas):
        for worker in workers:
            tallies[area].add(worker.shared[WIDTH * i : WIDTH * i + NEXT])
    return tallies
