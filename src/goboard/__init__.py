"""goboard: a fast, exact Go board; the rules as the rule books state them; playouts, games, scores, records.

`Board` is where to start, `Game` plays under `Rules`, `score` counts, `playout` asks what random games say.
"""

from typing import TYPE_CHECKING

from goboard._core import API_VERSION, BLACK, EMPTY, PASS, WHITE, Board, GoboardError, IllegalMove, get_include
from goboard._lazy import attach, name_modules
from goboard.board import BatchResult, BoardBatch, PlayoutResult, playout, playout_batch, playout_paths
from goboard.learning import features, symmetries
from goboard.reading import Ladder, ladder, pass_alive
from goboard.rules import Game, Rules, Score, score

if TYPE_CHECKING:  # the lazy names below, for type checkers
    from goboard.apps import cli as cli, gtp as gtp
    from goboard.learning import dataset as dataset, env as env, katago as katago
    from goboard.reading import _mcts as mcts, confirm, endgame_value, estimate_dead, solve
    from goboard.records import render as render, sgf as sgf
    from goboard.rules import handicap as handicap

__all__ = [
    "API_VERSION", "BLACK", "EMPTY", "PASS", "WHITE", "BatchResult", "Board", "BoardBatch", "Game", "GoboardError", "IllegalMove", "Ladder", "PlayoutResult",
    "Rules", "Score", "confirm", "endgame_value", "estimate_dead", "features", "get_include", "ladder", "pass_alive", "playout",
    "playout_batch", "playout_paths", "score", "solve", "symmetries",
]
__version__ = "0.1.0"

# Here a name means the function; the module of that name is found by `import goboard.playout` all the same.
name_modules(__name__, features="goboard.learning._features", playout="goboard.board._playouts")

__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.reading": ("confirm", "endgame_value", "estimate_dead", "solve"),
        "goboard.learning": ("dataset", "env", "katago"),
        "goboard.records": ("render", "sgf"),
        "goboard.apps": ("cli", "gtp"),
        "goboard.rules": ("handicap",),
    },
    modules=("endgame", "estimate", "life", "mcts", "solver"),
)
