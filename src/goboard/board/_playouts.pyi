from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TypeAlias

import numpy as np

from goboard._core import Board
from goboard.board._batch import BoardBatch
from goboard.board._arguments import HasBoard
from goboard.board._results import BatchResult as BatchResult, Path as Path, PlayoutResult as PlayoutResult

Seed: TypeAlias = int | np.random.SeedSequence | np.random.Generator | None

def playout_paths() -> tuple[Path, ...]: ...
def playout(board: Board | HasBoard, n: int, *, seed: Seed = None, threads: int = 1, komi: float = 7.5, max_moves: int | None = None,
            path: Path | None = None, mercy: int | None = None, moves: bool = False, executor: Executor | None = None,
            batch: int | None = None, first: int = 0, progress: Callable[[int], object] | None = None) -> PlayoutResult: ...
def playout_batch(boards: Sequence[Board | HasBoard] | BoardBatch, n_each: int, *, seed: Seed = None, threads: int = 1, komi: float = 7.5,
                  max_moves: int | None = None, path: Path | None = None) -> BatchResult: ...
