"""A game loop: 1,000 agents on a board of 512 x 512, where a door opens or closes in every frame.

    python examples/game_loop.py                        # some seconds; prints frames per second
    python examples/game_loop.py --agents 200 --size 256 --seconds 10 --seed 7

The board is a square of rooms; every wall between two rooms has a gap, which stays, and a door.  In each
frame a door opens or closes, agents plan shortest paths to goals of their own, and each takes a step; who
arrives gets another goal.  First all agents plan anew in every frame.  Then only those do whom the door can
matter to: the plans of the others are still shortest.
"""

import argparse
import time

import numpy as np

import gridwalk as gw

ROOM = 32  # cells from one wall to the next


def rooms(size, rng):
    """Return the open cells of a square of rooms, and the cells of its doors, which are closed."""
    is_open = np.ones((size, size), bool)
    walls = range(ROOM, size, ROOM)
    is_open[walls, :] = is_open[:, walls] = False
    doors = []
    for wall in walls:
        for corner in range(0, size, ROOM):
            door, gap = corner + rng.choice(np.arange(2, ROOM), 2, replace=False)
            doors += [(wall, door), (door, wall)]
            is_open[wall, gap] = is_open[gap, wall] = True
    return is_open, doors


def least(a, b):
    """Return what the king's steps from cells *a* to *b* cost at least."""
    short, long = np.sort(np.abs(np.asarray(a) - b), axis=-1).T
    return long + (2**0.5 - 1) * short


class Game:
    """Agents on their ways; the plan of each is a shortest path, made when it was at ``begins``."""

    def __init__(self, agents, size, seed):
        self.rng = np.random.default_rng(seed)
        is_open, self.doors = rooms(size, self.rng)
        self.board = gw.Board(is_open, moves=gw.KING)
        self.inside = np.argwhere(self.board.reachable())
        self.at, self.goals = self.rng.choice(self.inside, (2, agents))
        self.begins, self.costs = self.at.copy(), np.zeros(agents)
        self.plans, self.steps = [None] * agents, np.zeros(agents, int)
        self.plan(np.arange(agents))

    def plan(self, agents):
        """Let *agents* plan, from where they are."""
        batch = self.board.shortest_many(self.at[agents], self.goals[agents])
        self.begins[agents], self.costs[agents], self.steps[agents] = self.at[agents], batch.costs, 0
        for agent, begin, end in zip(agents.tolist(), batch.offsets, batch.offsets[1:], strict=False):
            self.plans[agent] = batch.cells[begin:end]

    def change_a_door(self):
        """Open or close a door in which nobody stands, and return it."""
        taken = {tuple(cell) for cell in (*self.at.tolist(), *self.goals.tolist(), *self.board.exits)}
        doors = map(tuple, self.rng.permutation(self.doors).tolist())
        door = next(door for door in doors if door not in taken)
        change = self.board.with_walls if self.board.open_cells[door] else self.board.with_open
        self.board = change(door)
        return door

    def frame(self, everyone):
        """Change a door, let agents plan, and take a step; return how many planned."""
        door = self.change_a_door()
        # A path by the door, or past it, costs at least so much: three less for a step there and back.
        matters = least(self.begins, door) + least(self.goals, door) - 3 < self.costs
        matters |= everyone | (self.at == self.goals).all(axis=1)
        self.plan(np.flatnonzero(matters))
        for agent, plan in enumerate(self.plans):
            if self.steps[agent] + 1 < len(plan):
                self.steps[agent] += 1
                self.at[agent] = plan[self.steps[agent]]
        arrived = np.flatnonzero((self.at == self.goals).all(axis=1))
        self.goals[arrived] = self.rng.choice(self.inside, len(arrived))
        return int(matters.sum())


def run(game, seconds, everyone):
    """Return frames per second, and agents that planned in a frame."""
    game.frame(everyone)  # a first time, so that all is compiled
    frames = planned = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        planned += game.frame(everyone)
        frames += 1
    return frames / (time.perf_counter() - began), planned / frames


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--size", type=int, default=512, help=f"some rooms of {ROOM}, at least two")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.size < 2 * ROOM or given.size % ROOM:
        parser.error(f"--size must be a multiple of {ROOM}, and at least {2 * ROOM}")
    game = Game(given.agents, given.size, given.seed)
    print(f"{given.agents:,} agents on {given.size} x {given.size}, a door changes in every frame")
    for everyone, what in ((True, "all plan anew"), (False, "only those plan whom the door can matter to")):
        speed, planned = run(game, given.seconds / 2, everyone)
        print(f"{speed:6.1f} frames per second, {planned:,.0f} plans in each: {what}")
