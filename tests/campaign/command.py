"""The command: which areas, for how long, and a table at the end."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
from collections import Counter
from pathlib import Path

import gridwalk

from . import __doc__ as what
from .areas import AREAS, FAULTS, ORACLE, SURVIVAL, area_of
from .case import TIERS, Disagreement
from .runner import Plan, Tally, one_case, run_workers

SHOWN_OF_A_KIND = 2
PATIENCE = 300  # seconds a case may take; the first one of a tier may compile for a minute


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign; return 1 if any answer was wrong."""
    given = _parser().parse_args(arguments)
    areas = tuple(given.areas.split(",")) if given.areas else tuple(AREAS)
    if unknown := set(areas) - set(AREAS) - set(FAULTS):
        _parser().error(f"no area {', '.join(sorted(unknown))}: choose from {', '.join(AREAS)}")
    for area in areas:
        if area_of(area).needs and shutil.which(area_of(area).needs) is None:
            print(f"{area} is left out: it needs {area_of(area).needs}")
            areas = tuple(name for name in areas if name != area)
    if given.bounds:
        os.environ["NUMBA_BOUNDSCHECK"] = "1"  # before Numba is imported
    tiers = ("compiled",) if given.bounds else TIERS if given.tier is None else (given.tier,)
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    seconds = given.seconds if given.cases is None else None
    plan = Plan(areas, seed, seconds, given.cases, given.jobs, tiers, given.patience)
    if given.case is not None:
        return _one(plan, given.case)
    here = Path(gridwalk.__file__).parent
    print(f"seed {seed}, {given.jobs} jobs, tiers {', '.join(tiers)}, gridwalk of {here}", flush=True)
    teller = Teller(limit=None if given.all else SHOWN_OF_A_KIND)
    tallies = run_workers(plan, teller.tell)
    print(table(tallies, seed), teller.summary(), sep="\n")
    return int(any(tally.disagreements for tally in tallies.values()))


class Teller:
    """Prints disagreements, but of each kind only a few."""

    def __init__(self, limit: int | None) -> None:
        self.limit, self.kinds = limit, Counter[str]()

    def tell(self, disagreement: Disagreement) -> None:
        kind = f"{disagreement.area}: {disagreement.kind}"
        self.kinds[kind] += 1
        if self.limit is None or self.kinds[kind] <= self.limit:
            print(f"DISAGREEMENT {disagreement}", flush=True)

    def summary(self) -> str:
        """How many of each kind."""
        return "\n".join(f"{number:7,} x {kind}" for kind, number in self.kinds.most_common())


def table(tallies: dict[str, Tally], seed: int) -> str:
    """One line an area, one a kind of area.

    What is refused is no answer; seconds are of wall clock and of the processor.
    """
    heads = ("cases", "answers", "refused", "wrong", "seconds", "processor")
    lines = [f"{'area':<12}" + "".join(f"{head:>11}" for head in heads) + "  seed"]

    def line(name: str, some: list[Tally]) -> str:
        whole = {head: sum(getattr(tally, head) for tally in some) for head in heads if head != "wrong"}
        whole["wrong"] = sum(len(tally.disagreements) for tally in some)
        return f"{name:<12}" + "".join(f"{whole[head]:>11,.0f}" for head in heads) + f"  {seed}"

    for kind in (ORACLE, SURVIVAL):
        names = [area for area in tallies if area_of(area).kind == kind]
        if names:
            lines += [f"-- {kind}", *(line(name, [tallies[name]]) for name in names)]
            lines.append(line("  together", [tallies[name] for name in names]))
    intervals, holding = (sum(getattr(t, n) for t in tallies.values()) for n in ("intervals", "holding"))
    if intervals:
        share = 100 * holding / intervals
        lines.append(f"intervals of estimates: {intervals:,}, {share:.1f} % of which hold the number")
    return "\n".join(lines)


def _one(plan: Plan, number: int) -> int:
    """Run one case of each area here, and print all that it asks."""
    wrong = 0
    for area in plan.areas:
        case = one_case(plan, area, number)
        print(case.program, *(f"    print({asked})" for asked in case.asked), "", sep="\n")
        for disagreement in case.disagreements:
            print(f"DISAGREEMENT {disagreement}")
        print(f"{area}: {case.answers} answers, {len(case.disagreements)} wrong")
        wrong += len(case.disagreements)
    return int(wrong > 0)


def _parser() -> argparse.ArgumentParser:
    areas = "\n".join(f"  {name:<12} {area.words}" for name, area in AREAS.items())
    parser = argparse.ArgumentParser(
        "python -m tests.campaign", description=what, epilog=f"areas:\n{areas}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--areas", "--area", metavar="A,B", help="default: all")
    parser.add_argument("--seconds", type=float, default=60, help="of wall clock, divided among the areas")
    parser.add_argument("--cases", type=int, help="the number of cases of each area instead")
    parser.add_argument("--seed", type=int, help="default: a new one, which is printed")
    parser.add_argument("--case", type=int, metavar="N", help="run this one here, and print what it asks")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes; default: one a core"
    )
    parser.add_argument("--tier", choices=TIERS, help="default: each case draws one")
    parser.add_argument(
        "--bounds", action="store_true", help="compiled with bounds checks (NUMBA_BOUNDSCHECK)"
    )
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds a case may take")
    parser.add_argument("--all", action="store_true", help="print every disagreement, not some of each kind")
    return parser
