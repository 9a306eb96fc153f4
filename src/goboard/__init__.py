"""goboard: a fast, exact Go board. `Board` is where to start."""

from goboard._core import BLACK, EMPTY, PASS, WHITE, Board, IllegalMove, get_include

__all__ = ["BLACK", "EMPTY", "PASS", "WHITE", "Board", "IllegalMove", "get_include"]
__version__ = "0.1.0"
