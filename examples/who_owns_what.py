"""A position, ten thousand random games, and a picture of who comes to own each point.

    python examples/who_owns_what.py [PICTURE.svg]
"""

import sys
from pathlib import Path

import goboard
from goboard import render

board = goboard.Board(9)
for move in "E5 C3 G3 C7 G7 C5 D4 D3 E3 D5 D6 C6 E4 G5 F6 H7 H6 G8 F8 H8".split():
    board.play(move)
result = goboard.playout(board, 10_000, seed=1, komi=6.5)
print(board)
print(result)
print(render.ownership(result.ownership))

picture = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("ownership.svg")
picture.write_text(render.svg(board, heat=result.ownership, win_rate=result.win_rate), "utf-8")
print(f"wrote {picture}")
