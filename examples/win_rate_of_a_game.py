"""Play random games from every tenth move of a record: how the win rate runs through it, as a page to step through.

    python examples/win_rate_of_a_game.py [GAME.sgf] [PAGE.html]
"""

import sys
from pathlib import Path

import numpy as np

import goboard
from goboard import render, sgf

game = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "game.sgf"
page = Path(sys.argv[2]) if len(sys.argv) > 2 else Path("game.html")

record = sgf.record(game.read_bytes())
moves = range(0, len(record.moves) + 1, 10)
rates = []
for move in moves:
    result = goboard.playout(record.board(move), 500, seed=move, komi=7.5 if record.komi is None else record.komi)
    rates.append(result.win_rate)
    print(f"move {move:3d}  Black {result.win_rate:6.1%}  {'#' * round(40 * result.win_rate)}")

every_move = np.interp(range(len(record.moves) + 1), moves, rates)
page.write_text(render.html(record, title=game.stem, win_rates=every_move), "utf-8")
print(f"wrote {page}")
