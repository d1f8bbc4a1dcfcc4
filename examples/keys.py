"""Keys and doors: the shortest walk that picks up keys on its way.

    python examples/keys.py                        # examples/keys.txt
    python examples/keys.py puzzle.txt --all-keys

In the text `#` is a wall, `@` the start, `$` the exit, a small letter a key, and the same letter in capitals
a door that it opens.  Without `$`, or with --all-keys, the walk ends only when all keys are held, as in
Advent of Code 2019 (day 18) and LeetCode 864.  The text may also be a JSON list of its lines.
"""

import argparse
import json
from pathlib import Path

import gridwalk as gw


def keys_and_doors(text, all_keys=False):
    """Return the set of walks of the puzzle in *text*; the state is the keys held, such as "ab"."""
    lines = json.loads(text) if text.lstrip().startswith("[") else text.strip("\n").split("\n")
    tiles = {(row, column): tile for row, line in enumerate(lines) for column, tile in enumerate(line)}
    every = {tile for tile in tiles.values() if tile.islower()}
    exits = [cell for cell, tile in tiles.items() if tile == "$"]
    needs_all = all_keys or not exits
    board = gw.Board([[tile != "#" for tile in line] for line in lines])

    def step(held, _, cell):
        tile = tiles[cell]
        if tile.isupper() and tile.lower() not in held:
            return None
        return "".join(sorted({*held, tile})) if tile.islower() else held

    def done(held):
        return not needs_all or set(held) == every

    start = next(cell for cell, tile in tiles.items() if tile == "@")
    return gw.Lift(board, "", step, done=done).paths(start, exits or "anywhere")


def main():
    """Print the shortest walk, and where each key is picked up."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", default=Path(__file__).parent / "keys.txt", type=Path)
    parser.add_argument("--all-keys", action="store_true", help="pick up all keys before the exit")
    args = parser.parse_args()
    walk = keys_and_doors(args.file.read_text(), args.all_keys).shortest()
    if walk is None:
        raise SystemExit("no way")
    print(walk)
    for steps, cell, held in walk.changes:
        print(f"after {steps} moves at {cell}: {held}")
    print("length", walk.length)


if __name__ == "__main__":
    main()
