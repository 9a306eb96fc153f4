from collections.abc import Iterator
from typing import Literal, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from goboard._core import Board
from goboard.playout import Seed

class SearchResult:
    color: int
    move: int
    win_rate: float
    mean_score: float
    playouts: int
    seconds: float
    visits: NDArray[np.int64]
    ownership: NDArray[np.float32]
    principal_variation: list[int]
    dead: list[int]
    nodes: int
    candidates: list[tuple[int, float, list[int]]]
    def __init__(self, color: int, move: int, win_rate: float, mean_score: float, playouts: int, seconds: float, visits: NDArray[np.int64],
                 ownership: NDArray[np.float32], dead: list[int], nodes: int, candidates: list[tuple[int, float, list[int]]]) -> None: ...

def search(board: Board, *, playouts: int | None = None, seconds: SupportsFloat | None = None, komi: float = 7.5,
           scoring: Literal["area", "territory"] = "area", capture_dead: bool = False, seed: Seed = None, stop_early: bool = False,
           max_nodes: int = 8388608) -> SearchResult: ...
def analyse(board: Board, *, seconds: SupportsFloat = 1.0, komi: float = 7.5, scoring: Literal["area", "territory"] = "area",
            seed: Seed = None, max_nodes: int = 8388608) -> Iterator[SearchResult]: ...
