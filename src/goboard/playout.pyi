from collections.abc import Callable
from concurrent.futures import Executor
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goboard._core import Board

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
    @property
    def win_rate(self) -> float: ...
    @property
    def standard_error(self) -> float: ...

def playout_paths() -> tuple[str, ...]: ...
def playout(board: Board, n: int, *, seed: Seed = None, threads: int = 1, komi: float = 7.5, max_moves: int | None = None,
            path: Path | None = None, executor: Executor | None = None, batch: int | None = None, first: int = 0,
            progress: Callable[[int], object] | None = None) -> PlayoutResult: ...
