"""What a tree search tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goboard.board._values import Value

__all__ = ["MoveInfo", "SearchResult"]


class MoveInfo(NamedTuple):
    """What a search knows about one move at its root, or about all of them together (`SearchResult.root`).

    Rates, utility and the bound are those of the side to move; scores are Black's less White's, komi counted.

    Attributes
    ----------
    move : int or None
        The point, rows * cols for a pass, None for all moves.
    visits : int
        Playouts that began with it.
    win_rate : float
        Share of them won, a draw half; of a move without visits that of all moves.
    lcb : float
        Wilson's lower bound of `win_rate`, 97.5 percent sure.
    utility : float
        -1.1 to 1.1: what the search weighs, nine tenths the result, 1 or -1, and up to two tenths for by how much.
    mean_score, score_stdev : float
        Of the scores of the playouts.
    prior : float
        Its share of what all moves are thought to be worth before any playout; 1 for all moves.
    line, line_visits : list of int
        The most visited moves in turn, `move` first, and the playouts that came to each of them.
    ownership, ownership_stdev : numpy.ndarray or None
        float32 of shape (rows, cols), +1 always Black's, and the standard deviation of the owner, 1, -1 or 0, over the playouts; None
        unless ``details="ownership"``.
    """

    move: int | None
    visits: int
    win_rate: float
    lcb: float
    utility: float
    mean_score: float
    score_stdev: float
    prior: float
    line: list[int]
    line_visits: list[int]
    ownership: NDArray[np.float32] | None
    ownership_stdev: NDArray[np.float32] | None


@dataclass(frozen=True, eq=False, repr=False)
class SearchResult(Value):
    """What a search found, for the side to move.

    Attributes
    ----------
    color : int
        The side to move.
    move : int
        The point to play, or rows * cols for a pass.
    win_rate : float
        This side's share of the playouts that began with the move, a draw half.
    mean_score : float
        Black minus White over all playouts, komi counted.
    playouts : int
    seconds : float
        How many playouts, and how long they took.
    visits : numpy.ndarray
        int64 of shape (rows * cols + 1,): playouts that began with each move, the pass last.
    ownership : numpy.ndarray
        float32 of shape (rows, cols), from +1 (always Black's) to -1 (White's).
    dead : list of int
        Points of the chains that most playouts gave to the other side.
    nodes : int
        The size of the tree.
    candidates : list of (visits, win_rate, line)
        The ten most visited moves, each with the line that begins with it.
    moves : list of MoveInfo
        Every move of the root, the best first; empty unless the search was asked for details.
    root : MoveInfo or None
        That of all of them.
    principal_variation : list of int
        The most visited moves in turn, `move` first.
    """

    color: int
    move: int
    win_rate: float
    mean_score: float
    playouts: int
    seconds: float
    visits: NDArray[np.int64]
    ownership: NDArray[np.float32]
    dead: list[int]
    nodes: int
    candidates: list[tuple[int, float, list[int]]]
    moves: list[MoveInfo] = field(default_factory=list)
    root: MoveInfo | None = None

    @property
    def principal_variation(self) -> list[int]:
        """The most visited moves in turn."""
        return self.candidates[0][2] if self.candidates else []

    def __repr__(self) -> str:
        rows, cols = self.ownership.shape
        where = "a pass" if self.move == rows * cols else f"{divmod(self.move, cols)}"
        return f"<SearchResult: {where}, {self.win_rate:.1%} for {('Black', 'White')[self.color - 1]} in {self.playouts} playouts>"
