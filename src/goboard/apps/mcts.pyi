from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from goboard._core import Board
from goboard.board._playouts import Seed

Limit = tuple[int | str, Iterable[Any], int]
Details = Literal["moves", "ownership"] | None

class MoveInfo(NamedTuple):
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
    moves: list[MoveInfo]
    root: MoveInfo | None
    def __init__(self, color: int, move: int, win_rate: float, mean_score: float, playouts: int, seconds: float, visits: NDArray[np.int64],
                 ownership: NDArray[np.float32], dead: list[int], nodes: int, candidates: list[tuple[int, float, list[int]]],
                 moves: Iterable[MoveInfo] = (), root: MoveInfo | None = None) -> None: ...

def search(board: Board, *, playouts: int | None = None, seconds: SupportsFloat | None = None, komi: float = 7.5,
           scoring: Literal["area", "territory"] = "area", capture_dead: bool = False, seed: Seed = None, stop_early: bool = False,
           max_nodes: int = 8388608, allow: Iterable[Limit] = (), avoid: Iterable[Limit] = (), details: Details = None) -> SearchResult: ...
def search_steps(board: Board, *, every: SupportsFloat, playouts: int | None = None, seconds: SupportsFloat | None = None, komi: float = 7.5,
                 scoring: Literal["area", "territory"] = "area", capture_dead: bool = False, seed: Seed = None, stop_early: bool = False,
                 max_nodes: int = 8388608, allow: Iterable[Limit] = (), avoid: Iterable[Limit] = (),
                 details: Details = None) -> Iterator[SearchResult]: ...
def analyse(board: Board, *, seconds: SupportsFloat = 1.0, komi: float = 7.5, scoring: Literal["area", "territory"] = "area",
            capture_dead: bool = False, seed: Seed = None, max_nodes: int = 8388608, allow: Iterable[Limit] = (), avoid: Iterable[Limit] = (),
            details: Details = None, stop: Callable[[], bool] | None = None) -> Iterator[SearchResult]: ...
