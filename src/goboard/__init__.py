"""goboard: a fast, exact Go board; the rules as the rule books state them; playouts, games, scores, records.

`Board` is where to start, `Game` plays under `Rules`, `score` counts, `playout` asks what random games say.
"""

from goboard._core import BLACK, EMPTY, PASS, WHITE, Board, IllegalMove, get_include
from goboard.batch import BoardBatch
from goboard.game import Game
from goboard.playout import BatchResult, PlayoutResult, playout, playout_batch, playout_paths
from goboard.rules import Rules
from goboard.scoring import Score, score

__all__ = [
    "BLACK", "EMPTY", "PASS", "WHITE", "BatchResult", "Board", "BoardBatch", "Game", "IllegalMove", "PlayoutResult", "Rules",
    "Score", "get_include", "playout", "playout_batch", "playout_paths", "score",
]
__version__ = "0.1.0"
