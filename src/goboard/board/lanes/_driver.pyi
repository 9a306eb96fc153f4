from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

def backends() -> list[str]: ...
def board_words(rows: int, cols: int) -> int: ...
def backend_number(name: str | None) -> int: ...
def checked_start(
    stones: ArrayLike, to_play: int, ko_point: int | None, seed: int, first: int, max_moves: int | None, passes: int
) -> tuple[NDArray[np.uint8], int, int, int, int, int, int]: ...
def run(
    stones: ArrayLike,
    to_play: int,
    ko_point: int | None,
    seed: int,
    first: int,
    count: int,
    max_moves: int | None = None,
    backend: str | None = None,
    *,
    passes: int = 0,
) -> dict[str, Any]: ...
def run_batch(
    positions: Sequence[tuple[ArrayLike, int, int | None, int, int]],
    count: int,
    max_moves: int | None = None,
    backend: str | None = None,
    *,
    passes: int = 0,
) -> dict[str, Any]: ...
def trace(
    stones: ArrayLike,
    to_play: int,
    ko_point: int | None,
    seed: int,
    number: int,
    max_moves: int | None = None,
    backend: str | None = None,
    *,
    passes: int = 0,
) -> list[dict[str, Any]]: ...
