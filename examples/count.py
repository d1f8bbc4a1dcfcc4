"""Three counts that can be checked in the literature.  Run: python examples/count.py"""

import gridwalk as gw

print("Simple paths from corner to corner of the open n x n board:")
for n in range(1, 6):
    print(f"  n = {n}: {gw.Board.rectangle(n, n).paths().count():,}")

board = gw.Board.rectangle(5, 5, moves=gw.KNIGHT)
print("Open knight's tours of the 5 x 5 board:")
print(f"  from a corner: {board.tours(start=(0, 0)).count()}")
print(f"  once per direction: {board.tours().count()}")
print(f"  a tour and its reverse once: {board.tours(undirected=True).count()}")

print("Routes over the 3 x 4 board that visit every point once, from the top left:")
town = gw.Board.rectangle(3, 4)
for route in town.tours(start=(0, 0)):
    print(route.draw(numbers=True), end="\n\n")
