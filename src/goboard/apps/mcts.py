"""The public face of tree search; the search itself is in `goboard.reading`, where estimates of dead stones use it too."""

from goboard.reading._mcts import MoveInfo, SearchResult, analyse, search, search_steps

__all__ = ["MoveInfo", "SearchResult", "analyse", "search", "search_steps"]
