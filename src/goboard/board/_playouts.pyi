from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goboard._core import Board
from goboard.board._batch import BoardBatch
from goboard.board._arguments import HasBoard

Path: TypeAlias = Literal["chains", "lanes"]
Seed: TypeAlias = int | np.random.SeedSequence | np.random.Generator | None

class PlayoutResult:
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
    first_moves: NDArray[np.int64] | None
    amaf: NDArray[np.int64] | None
    @property
    def win_rate(self) -> float: ...
    @property
    def standard_error(self) -> float: ...

class BatchResult:
    shape: tuple[int, int]
    path: Path
    komi: float
    games: int
    total_moves: NDArray[np.int64]
    scores: NDArray[np.int64]
    black_wins: NDArray[np.int64]
    white_wins: NDArray[np.int64]
    draws: NDArray[np.int64]
    mean_score: NDArray[np.float64]
    win_rate: NDArray[np.float64]
    ownership: NDArray[np.float32]
    def __len__(self) -> int: ...
    def __getitem__(self, i: int) -> PlayoutResult: ...

def playout_paths() -> tuple[Path, ...]: ...
def playout(board: Board | HasBoard, n: int, *, seed: Seed = None, threads: int = 1, komi: float = 7.5, max_moves: int | None = None,
            path: Path | None = None, mercy: int | None = None, moves: bool = False, executor: Executor | None = None,
            batch: int | None = None, first: int = 0, progress: Callable[[int], object] | None = None) -> PlayoutResult: ...
def playout_batch(boards: Sequence[Board | HasBoard] | BoardBatch, n_each: int, *, seed: Seed = None, threads: int = 1, komi: float = 7.5,
                  max_moves: int | None = None, path: Path | None = None) -> BatchResult: ...
