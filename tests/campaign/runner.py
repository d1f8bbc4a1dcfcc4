"""Cases by the thousand: in worker processes that may crash or hang, each heard of by the case it was at."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from .areas import area_of
from .case import Case, Disagreement

POLL = 0.5  # seconds
MAX_WRONG = 5000  # disagreements of one worker in one area: it goes on with the next
CASES, ANSWERS, REFUSED, INTERVALS, HOLDING, SECONDS, PROCESSOR, NEXT = range(8)  # shared, of each area
WIDTH = 8
AREA, SINCE = range(2)  # and of each worker: where it is, since when


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


@dataclass
class Tally:
    """What came of one area."""

    cases: int = 0
    answers: int = 0
    refused: int = 0
    intervals: int = 0  # of estimates
    holding: int = 0  # the true number
    seconds: float = 0.0
    processor: float = 0.0  # seconds of it
    disagreements: list[Disagreement] = field(default_factory=list)


Tell = Callable[[Disagreement], None]


def one_case(plan: Plan, area: str, number: int) -> Case:
    """Run one case, here and now."""
    case = Case(area, plan.seed, number, plan.tiers)
    case.run(area_of(area).run)
    return case


def run_here(plan: Plan, tell: Tell) -> dict[str, Tally]:
    """Run so many cases of each area in this process."""
    tallies = {}
    for area in plan.areas:
        tally, began = tallies.setdefault(area, Tally()), time.monotonic()
        for number in range(plan.first, plan.first + (plan.cases or 1)):
            case = one_case(plan, area, number)
            tally.cases += 1
            tally.answers += case.answers
            tally.refused += case.refusals
            tally.intervals += case.intervals
            tally.holding += case.holding
            for disagreement in case.disagreements:
                tally.disagreements.append(disagreement)
                tell(disagreement)
        tally.seconds = time.monotonic() - began
    return tallies


# ------------------------------------------------------------------------------------ workers


def work(plan: Plan, job: int, shared: Any, at: Any, pipe: Any) -> None:
    """Take every *jobs*-th case of each area in turn, from where *shared* says on."""
    faulthandler.enable()
    for i, area in enumerate(plan.areas):
        mine = shared[WIDTH * i : WIDTH * i + WIDTH]
        run, seconds, wrong = area_of(area).run, plan.seconds_of(area), 0
        number = plan.first + job + int(mine[NEXT]) * plan.jobs
        while (
            mine[SECONDS] < seconds
            and wrong < MAX_WRONG
            and (plan.cases is None or number < plan.first + plan.cases)
        ):
            began, spent = time.monotonic(), time.process_time()
            at[AREA], at[SINCE] = i, began
            shared[WIDTH * i + NEXT] += 1  # if this case is the worker's last, the next worker takes the next
            case = Case(area, plan.seed, number, plan.tiers)
            case.run(run)
            for disagreement in case.disagreements:
                pipe.send(disagreement)
            wrong += len(case.disagreements)
            shared[WIDTH * i + CASES] += 1
            shared[WIDTH * i + ANSWERS] += case.answers
            shared[WIDTH * i + REFUSED] += case.refusals
            shared[WIDTH * i + INTERVALS] += case.intervals
            shared[WIDTH * i + HOLDING] += case.holding
            shared[WIDTH * i + PROCESSOR] += time.process_time() - spent
            shared[WIDTH * i + SECONDS] += time.monotonic() - began
            mine = shared[WIDTH * i : WIDTH * i + WIDTH]
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
        since = self.at[SINCE]
        if (
            since
            and self.process.is_alive()
            and time.monotonic() - since > self.plan.patience
            and not self.hung
        ):
            self.hung = True
            os.kill(self.process.pid or 0, signal.SIGABRT)  # faulthandler tells where it is
        return found

    def _died(self) -> Disagreement:
        i, code = int(self.at[AREA]), self.process.exitcode or 0
        area, number = self.plan.areas[i], self.plan.first + self.job
        number += (int(self.shared[WIDTH * i + NEXT]) - 1) * self.plan.jobs
        self.shared[WIDTH * i + SECONDS] += time.monotonic() - self.at[SINCE]
        self.shared[WIDTH * i + CASES] += 1
        words = f"died of {signal.Signals(-code).name if code < 0 else f'status {code}'}"
        words += ", in this case or of damage done by one before"
        if self.hung:
            words = f"not over after {self.plan.patience:g} s"
        self.hung = False
        case = Case(area, self.plan.seed, number, self.plan.tiers)
        return Disagreement(
            area, self.plan.seed, number, case.tier, "", "(the whole case)", words, "an answer"
        )

    @property
    def done(self) -> bool:
        return not self.process.is_alive() and self.process.exitcode == 0


def run_workers(plan: Plan, tell: Tell) -> dict[str, Tally]:
    """Run the plan in so many processes; *tell* hears of each disagreement as it comes."""
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
            mine, tally = worker.shared[WIDTH * i : WIDTH * i + WIDTH], tallies[area]
            tally.cases += int(mine[CASES])
            tally.answers += int(mine[ANSWERS])
            tally.refused += int(mine[REFUSED])
            tally.intervals += int(mine[INTERVALS])
            tally.holding += int(mine[HOLDING])
            tally.seconds += mine[SECONDS]
            tally.processor += mine[PROCESSOR]
    return tallies
