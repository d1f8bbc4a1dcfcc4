"""Intervals of estimates: do they hold known numbers as often as they say, and are the means right?

Sets of every kind whose numbers are known, each with so few states that they are thinned, and with four times
as many, asked more often: narrow intervals need many for a share that is more than chance (the standard error
of a share of 95 % of 400 is 1.1 %).  An interval stands in the class of its own width, so one whose runs
spread too little by chance stands in a class too narrow for it: narrow classes hold a little less for that.
"""

import statistics

from benchmarks.estimates import board_with_walls
from benchmarks.figures import Figure
from gridwalk import KING, KNIGHT, Board
from gridwalk.runtime.slices import tier

SEEDS = {1: 12, 4: 40}  # of each set: how often it is asked, by how many times the states
CLASSES = (0, 4, 8, 16, 32, 1000)  # per cent: half of the width of an interval
FAR = 4  # standard errors, of a mean of as few as twelve: by chance one of forty is seldom further off


def small_sets():
    """Return sets of every kind whose numbers are known, and for each a number of states that thins it."""
    sets = [(board_with_walls(9, 9, 0.15, seed=seed).paths(), 20) for seed in range(3)]
    sets += [(board_with_walls(6, 12, 0.1, seed=seed).paths(), 15) for seed in range(2)]
    sets += [(Board.rectangle(side, side).paths(), 4 * side - 16) for side in (7, 8, 9)]
    sets += [(board_with_walls(5, 5, 0.1, seed=seed, moves=KING).paths(), 30) for seed in range(2)]
    sets += [(Board.rectangle(side, side).cycles(), 20) for side in (6, 7)]
    sets += [
        (Board.rectangle(4, 4, moves=KING).cycles(), 30),
        (Board.rectangle(5, 5, moves=KING).paths(), 40),
        (Board.rectangle(6, 6, moves=KNIGHT).tours(closed=True), 100),
        (Board.rectangle(4, 7, moves=KNIGHT).paths(), 60),
        (Board.rectangle(8, 8).tours(closed=True), 25),
        (Board.rectangle(7, 7).paths().through((0, 6), (3, 3)), 30),
        (Board.rectangle(8, 8).paths().of_length(30), 15),
        (Board.rectangle(5, 5, wrap="columns").paths((0, 0), (4, 2)), 15),
    ]
    return sets


def honesty():
    """How often intervals hold the true number, in every class of width, and whether the mean is right."""
    refused, wrong, holds = [0, 0], [], [list[bool]() for _ in CLASSES[1:]]
    for number, (paths, states) in enumerate(small_sets()):
        true = paths.count()
        for times, seeds in SEEDS.items():
            ratios = []
            for seed in range(seeds):
                found = paths.estimate_count(
                    states=times * states, runs=12, seed=10_000 * number + 100 * times + seed
                )
                if found.exact:
                    continue
                ratios.append(found.value / true)
                if found.is_lower_bound:
                    refused[0] += 1
                    refused[1] += found.low <= true
                    continue
                half = 100 * (found.high - found.low) / (2 * found.value)
                of_class = next(n for n, most in enumerate(CLASSES[1:]) if half < most)
                holds[of_class].append(found.low <= true <= found.high)
            error = statistics.stdev(ratios) / len(ratios) ** 0.5 if len(ratios) > 1 else 0.0
            if error and abs(statistics.mean(ratios) - 1) > FAR * error:
                wrong.append(f"{paths!r} with {times * states} states")
    every = [one for some in holds for one in some]
    note = f"{refused[0]} bounds instead, {refused[1]} hold; means off by over {FAR} standard errors: "
    note += ", ".join(wrong) or "none"
    figures = [Figure(f"intervals of {len(every)} that hold", "%", 100 * statistics.mean(every), note=note)]
    for low, high, some in zip(CLASSES, CLASSES[1:], holds, strict=False):
        name = f"of {len(some)} with a half-width of {low} to {high} %"
        figures.append(Figure(name, "%", 100 * statistics.mean(some or [0]), note=f"{sum(some)} hold"))
    return figures


def figures():
    """Return how often intervals hold, in every class of width, and whether the mean is right."""
    with tier("compiled"):
        return honesty()
