"""goboard: a fast, exact Go board. `Board` is where to start."""

from goboard._core import BLACK, EMPTY, PASS, WHITE, Board, IllegalMove, get_include
from goboard.playout import BatchResult, PlayoutResult, playout, playout_batch, playout_paths

__all__ = [
    "BLACK", "EMPTY", "PASS", "WHITE", "BatchResult", "Board", "IllegalMove", "PlayoutResult", "get_include", "playout",
    "playout_batch", "playout_paths",
]
__version__ = "0.1.0"
