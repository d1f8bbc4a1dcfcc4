"""A knight's tour from every square of the chessboard.  Run: python examples/knight.py"""

import gridwalk as gw

board = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)

print(board.tours(start="a1").find())
print()
print("Backtracks needed, by the square the tour starts from:")
for row in range(8):
    tours = [board.tours(start=(row, column)).find() for column in range(8)]
    print(" ".join(f"{tour.backtracks:4}" for tour in tours if tour is not None))
