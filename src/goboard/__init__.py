"""goboard: a fast, exact Go board. `Board` is where to start."""

from goboard._core import BLACK, EMPTY, PASS, WHITE, Board, IllegalMove, get_include
from goboard.playout import PlayoutResult, playout

__all__ = ["BLACK", "EMPTY", "PASS", "WHITE", "Board", "IllegalMove", "PlayoutResult", "get_include", "playout"]
__version__ = "0.1.0"
