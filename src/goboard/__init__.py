"""goboard: a fast, exact Go board; the rules as the rule books state them; playouts, games, scores, records.

`Board` is where to start, `Game` plays under `Rules`, `score` counts, `playout` asks what random games say.
"""

import importlib

from goboard._core import BLACK, EMPTY, PASS, WHITE, Board, IllegalMove, get_include
from goboard.batch import BoardBatch
from goboard.features import features, symmetries
from goboard.game import Game
from goboard.playout import BatchResult, PlayoutResult, playout, playout_batch, playout_paths
from goboard.reading import Ladder, ladder, pass_alive
from goboard.rules import Rules
from goboard.scoring import Score, score

__all__ = [
    "BLACK", "EMPTY", "PASS", "WHITE", "BatchResult", "Board", "BoardBatch", "Game", "IllegalMove", "Ladder", "PlayoutResult",
    "Rules", "Score", "confirm", "endgame_value", "estimate_dead", "features", "get_include", "ladder", "pass_alive", "playout",
    "playout_batch", "playout_paths", "score", "solve", "symmetries",
]
__version__ = "0.1.0"

# Rooms that not everybody needs, imported when first named.
_ROOMS = ("cli", "dataset", "endgame", "env", "estimate", "formats", "gtp", "handicap", "katago", "life", "mcts", "reading", "render", "sgf", "solver")


# Names whose rooms are imported with them.
_NAMES = {"confirm": "life", "endgame_value": "endgame", "estimate_dead": "estimate", "solve": "solver"}


def __getattr__(name):
    if name in _NAMES:
        return getattr(importlib.import_module(f"goboard.{_NAMES[name]}"), name)
    if name in _ROOMS:
        return importlib.import_module(f"goboard.{name}")
    raise AttributeError(f"module 'goboard' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_NAMES, *_ROOMS})
