"""What playouts came to, as values: frozen, equal by value, pickled like any dataclass."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Literal, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goboard.board._values import Value

__all__ = ["BatchResult", "Path", "PlayoutResult"]

Path: TypeAlias = Literal["chains", "lanes"]


@dataclass(frozen=True, eq=False, repr=False)
class PlayoutResult(Value):
    """What playouts of one position came to.

    Attributes
    ----------
    shape : (int, int)
        (rows, cols).
    path : {"chains", "lanes"}
        The design that played, see `playout`.
    komi : float
    games, black_wins, white_wins, draws : int
        How many; komi is counted.
    total_moves : int
        Moves and passes of all games.
    mean_score : float
        Black less White, komi counted; nan without games.
    ownership : ndarray of float32, shape (rows, cols)
        From +1 (always Black's) to -1 (White's); it sums to mean_score + komi.
    scores : ndarray of int64, shape (2 * rows * cols + 1,)
        How many games ended with Black ahead by index - rows * cols on the board, komi apart.
    first_moves, amaf : None or ndarray of int64, shape (rows * cols + 1, 3)
        With `moves=True`, by move, the pass last: how many games began with it (amaf: had it played by the side to play before the
        other side played there), how many of them Black won, how many were drawn.

    Examples
    --------
    >>> import goboard
    >>> r = goboard.playout(goboard.Board(5), 100, seed=1)
    >>> r.games, r.black_wins + r.white_wins + r.draws, r.ownership.shape
    (100, 100, (5, 5))
    >>> r == goboard.playout(goboard.Board(5), 100, seed=1)
    True
    """

    shape: tuple[int, int]
    path: Path
    komi: float
    games: int
    total_moves: int
    scores: NDArray[np.int64]
    black_wins: int
    white_wins: int
    draws: int
    mean_score: float
    ownership: NDArray[np.float32]
    first_moves: NDArray[np.int64] | None = None
    amaf: NDArray[np.int64] | None = None

    @property
    def win_rate(self) -> float:
        """Black's share of the games, a draw half; nan without games."""
        return (self.black_wins + self.draws / 2) / self.games if self.games else float("nan")

    @property
    def standard_error(self) -> float:
        """The standard error of `win_rate`."""
        if not self.games:
            return float("nan")
        squares = (self.black_wins + self.draws / 4) / self.games
        return float(max(squares - self.win_rate**2, 0.0) ** 0.5 / self.games**0.5)

    def _repr_svg_(self) -> str:
        """Who owns what, as the picture that a notebook shows; the stones are not in it."""
        from goboard.records import render

        return str(render.svg(np.zeros(self.shape, dtype=np.uint8), heat=self.ownership, win_rate=self.win_rate))

    def __repr__(self) -> str:
        return (
            f"<PlayoutResult: {self.games} games, Black wins {self.win_rate:.1%}, "
            f"mean score {self.mean_score:+.2f} with komi {self.komi:g}, path {self.path}>"
        )


def playout_result(
    shape: tuple[int, int], path: Path, komi: float, games: int, total_moves: int, scores: NDArray[np.int64], owned: NDArray[np.int32],
    first_moves: NDArray[np.int64] | None = None, amaf: NDArray[np.int64] | None = None,
) -> PlayoutResult:  # fmt: skip
    """The result of a histogram of scores and of games less games that each point was Black's less White's."""
    points = shape[0] * shape[1]
    margins = np.arange(-points, points + 1)
    games = int(games)
    black, white = int(scores[margins > komi].sum()), int(scores[margins < komi].sum())
    return PlayoutResult(
        shape, path, komi, games, int(total_moves), scores, black, white, games - black - white,
        float((scores * margins).sum() / games - komi) if games else float("nan"),
        # Below 2**24 a float32 quotient is the float64 one rounded, and spares an array twice the size.
        np.divide(owned, np.float32(max(games, 1)), dtype=np.float32, casting="same_kind")
        if games < 1 << 24
        else (owned / games).astype(np.float32),
        first_moves, amaf,
    )  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class BatchResult(Value):
    """What playouts of many positions came to; `[i]` is the `PlayoutResult` of position i.

    Attributes
    ----------
    shape : (int, int)
        (rows, cols).
    path : {"chains", "lanes"}
        The design that played.
    komi : float
    games : int
        How many playouts of each position.
    total_moves, black_wins, white_wins, draws : ndarray of int64, shape (N,)
    scores : ndarray of int64, shape (N, 2 * rows * cols + 1)
        As in `PlayoutResult`.
    mean_score, win_rate : ndarray of float64, shape (N,)
    ownership : ndarray of float32, shape (N, rows, cols)

    Examples
    --------
    >>> import goboard
    >>> r = goboard.playout_batch([goboard.Board(5), goboard.Board(5)], 50, seed=1)
    >>> len(r), r[1].games, r.ownership.shape
    (2, 50, (2, 5, 5))
    """

    shape: tuple[int, int]
    path: Path
    komi: float
    games: int
    total_moves: NDArray[np.int64]
    scores: NDArray[np.int64]
    _owned: NDArray[np.int32]
    black_wins: NDArray[np.int64]
    white_wins: NDArray[np.int64]
    draws: NDArray[np.int64]
    mean_score: NDArray[np.float64]
    win_rate: NDArray[np.float64]
    ownership: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.total_moves)

    def __getitem__(self, i: SupportsIndex) -> PlayoutResult:
        i = operator.index(i)
        return playout_result(self.shape, self.path, self.komi, self.games, self.total_moves[i], self.scores[i], self._owned[i])

    def __repr__(self) -> str:
        return f"<BatchResult: {len(self)} positions of {self.shape[0]}x{self.shape[1]}, {self.games} games each, path {self.path}>"


def batch_result(
    shape: tuple[int, int], path: Path, komi: float, games: int, total_moves: NDArray[np.int64], scores: NDArray[np.int64], owned: NDArray[np.int32]
) -> BatchResult:
    """As `playout_result`, of many positions."""
    points = shape[0] * shape[1]
    margins = np.arange(-points, points + 1)
    black = scores[:, np.searchsorted(margins, komi, "right") :].sum(axis=1)
    draws = scores[:, margins == komi].sum(axis=1)
    with np.errstate(invalid="ignore"):
        mean_score = scores @ margins / np.float64(games) - komi
        win_rate = (black + draws / 2) / np.float64(games)
    ownership = (owned / max(games, 1)).astype(np.float32)
    return BatchResult(shape, path, komi, games, total_moves, scores, owned, black, games - black - draws, draws, mean_score, win_rate, ownership)
