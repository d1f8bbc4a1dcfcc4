"""A timetable: cells that are open at some times only, and a walker who may wait.

    python examples/timetable.py

The state is the time, which starts again after a period.  A move takes 1, and so does a wait, which is the
same cell twice.
"""

import gridwalk as gw


def timetable(board, times, period, begin=0):
    """Return the lift of *board*; *times* maps some cells to the times at which they may be occupied."""
    open_at = {cell: {time % period for time in some} for cell, some in times.items()}

    def step(time, _, cell):
        later = (time + 1) % period
        return later if cell not in open_at or later in open_at[cell] else None

    return gw.Lift(board, begin % period, step, waits=True)


def main():
    """Print when a walker is where, on a bridge of two parts that are down at some times only."""
    bridge = timetable(gw.Board.rectangle(1, 4), {(0, 1): [3, 4], (0, 2): [0]}, period=5)
    walk = bridge.paths().shortest()
    for number, (cell, time) in enumerate(zip(walk, walk.states, strict=True)):
        print(f"step {number}, time {time}: {cell}")


if __name__ == "__main__":
    main()
