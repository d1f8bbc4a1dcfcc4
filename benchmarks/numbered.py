"""Puzzles of one path past numbers, judged (one solution or several), beside OR-Tools' CP-SAT.

    python benchmarks/numbered.py [BOARDS] [CP-SAT BOARDS]

Random 9 x 9 boards: Zip with 7 to 20 numbers, start and end given; Numbrix with 16 to 40 numbers; half of
each made with one solution.  CP-SAT gets one thread, finds a path, and is asked for another; gridwalk counts
all.  Processor time.  OR-Tools must be installed for boards of CP-SAT.
"""

import sys
import time
from itertools import pairwise

import numpy as np

import gridwalk as gw
from gridwalk.makers.puzzles import random_tour

SIDE = 9


def puzzles(number):
    """Yield the kind, the tour, and the places of its numbers."""
    board = gw.Board.rectangle(SIDE, SIDE)
    for seed in range(number):
        rng = np.random.default_rng(seed)
        steps, made = seed % 2 == 1, seed % 4 > 1
        least = int(rng.integers(16, 41) if steps else rng.integers(7, 21))
        if made:
            puzzle = gw.make_numbered(board, steps=steps, numbers=least, rng=rng)
            (tour,) = puzzle
            yield steps, list(tour), [list(tour).index(cell) for cell in puzzle.numbers]
        else:
            tour = random_tour(board, rng)
            ends = set() if steps else {0, len(tour) - 1}
            inner = rng.choice(np.arange(1, len(tour) - 1), least - len(ends), replace=False).tolist()
            yield steps, tour, sorted({*inner, *ends})


def asked(steps, tour, places):
    """Return the set of solutions."""
    board = gw.Board.rectangle(SIDE, SIDE)
    if steps:
        return board.tours().numbered({tour[place]: place + 1 for place in places})
    return board.tours(tour[0], tour[-1]).visiting([tour[place] for place in places])


def by_solver(steps, tour, places, forbidden=None):
    """Return the arcs of a path by CP-SAT, None if there is none, another than those *forbidden*."""
    from ortools.sat.python import cp_model

    model, size = cp_model.CpModel(), SIDE * SIDE
    at = [model.new_int_var(0, size - 1, "") for _ in range(size)]
    arcs, used = [], {}
    for u in range(size):
        row, column = divmod(u, SIDE)
        for a, b in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
            if 0 <= a < SIDE and 0 <= b < SIDE:
                used[u, a * SIDE + b] = arc = model.new_bool_var("")
                arcs.append((u, a * SIDE + b, arc))
                model.add(at[a * SIDE + b] == at[u] + 1).only_enforce_if(arc)
    flat = [row * SIDE + column for row, column in tour]
    if steps:  # the path begins and ends in one more cell, beside all
        for u in range(size):
            begins, ends = model.new_bool_var(""), model.new_bool_var("")
            arcs += [(size, u, begins), (u, size, ends)]
            model.add(at[u] == 0).only_enforce_if(begins)
            model.add(at[u] == size - 1).only_enforce_if(ends)
        for place in places:
            model.add(at[flat[place]] == place)
    else:
        arcs.append((flat[-1], flat[0], model.new_constant(1)))
        model.add(at[flat[0]] == 0)
        for a, b in pairwise(places):
            model.add(at[flat[a]] < at[flat[b]])
    model.add_circuit(arcs)
    if forbidden:
        model.add_bool_or([used[arc].negated() for arc in forbidden])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, 60
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None if status == cp_model.INFEASIBLE else []
    return [arc for arc in used if solver.value(used[arc])]


def main(boards=1000, solved=100):
    """Print the times of both."""
    gw.Board.rectangle(SIDE, SIDE).tours().visiting([(0, 0)]).within(memory="1GB").explain()
    asked(
        True, random_tour(gw.Board.rectangle(SIDE, SIDE), np.random.default_rng(0)), range(0, 81, 2)
    ).count()
    ours, theirs = {False: [], True: []}, {False: [], True: []}
    unique = undecided = 0
    for number, puzzle in enumerate(puzzles(boards)):
        began = time.process_time()
        one = asked(*puzzle).is_unique()
        ours[puzzle[0]].append(time.process_time() - began)
        unique += one
        if number < solved:
            began = time.process_time()
            path = by_solver(*puzzle)
            other = by_solver(*puzzle, path)
            theirs[puzzle[0]].append(time.process_time() - began)
            undecided += other == []
            assert other == [] or (other is None) == one, (number, puzzle)
    for steps, name in ((False, "Zip"), (True, "Numbrix")):
        for who, times in (("gridwalk", ours[steps]), ("CP-SAT", theirs[steps])):
            if times:
                seconds = f"{sum(times):.1f} s, median {np.median(times):.4f}, worst {max(times):.3f}"
                print(f"{name}, {who}: {len(times)} boards in {seconds}")
    print(f"{unique} of {boards} have one solution; CP-SAT left {undecided} undecided after 60 s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
