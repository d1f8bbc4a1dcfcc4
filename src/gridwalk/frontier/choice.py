"""Which engine answers for a block: a table, and one rule.

To add an engine, write a class as `Engine` says and put it into `ENGINES`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gridwalk.errors import HopelessError
from gridwalk.frontier.both_ways import BothWays
from gridwalk.frontier.direct import Direct
from gridwalk.frontier.engine import Engine, Part
from gridwalk.frontier.profile.engine import Profile
from gridwalk.frontier.question import BlockQuestion
from gridwalk.frontier.simpath.engine import Simpath

ENGINES: Mapping[str, type[Engine]] = {"direct": Direct, "simpath": Simpath, "profile": Profile}
HOPE = 1e4  # how many times better than its rough estimate a plan may turn out that is searched for


def chosen(question: BlockQuestion) -> Engine | None:
    """Return the first engine that is quick, else that with the least estimate; None if none can answer."""
    able: list[Engine] = []
    for engine in ENGINES.values():
        if engine.why_not(question) is None:
            able.append(engine(question))
            if able[-1].is_quick:
                return able[-1]
    # Good plans are searched for only where they could make a difference.
    least = min((engine.rough.seconds for engine in able), default=0)
    rivals = [engine for engine in able if engine.rough.seconds <= HOPE * least]
    if len(rivals) <= 1:
        return rivals[0] if rivals else None
    return min(rivals, key=lambda engine: engine.estimate.seconds)


def part_of(engine: Engine | None, question: BlockQuestion) -> Part:
    """Return the block with the engine chosen for it.

    Raises
    ------
    HopelessError
        If no engine can answer.

    """
    if engine is None:
        raise HopelessError(why_none(question))
    return BothWays(engine, cyclic=question.cyclic) if engine.joins_directions else engine


def why_none(question: BlockQuestion) -> str:
    """Return why no engine can answer."""
    engines = [engine for engine in ENGINES.values() if engine is not Direct]
    return "; ".join(reason for engine in engines if (reason := engine.why_not(question)))
