from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard._core import Board
from goboard.board._batch import BoardBatch
from goboard.rules._game import Game
from goboard.rules._rules import Rules

Position = Board | Game | ArrayLike  # stones (rows, cols), or a diagram
Positions = Position | BoardBatch | Iterable[Position]

GLOBALS: tuple[str, ...]

class Features:
    planes: dict[str, str]
    globals: tuple[str, ...]
    presets: tuple[str, ...]
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = "alphago_zero",
        *,
        history: int = 8,
        out: NDArray[Any] | None = None,
        symmetry: int | ArrayLike = 0,
        layout: str = "NCHW",
        dtype: Any = None,
        pos_len: int | None = None,
        packed: bool = False,
        **terms: Any,
    ) -> NDArray[Any]: ...
    def katago_v7(
        self,
        positions: Positions,
        *,
        pos_len: int | None = None,
        symmetry: int | ArrayLike = 0,
        layout: str = "NCHW",
        dtype: Any = None,
        packed: bool = False,
        out: NDArray[Any] | None = None,
        out_global: NDArray[np.float32] | None = None,
        **terms: Any,
    ) -> tuple[NDArray[Any], NDArray[np.float32]]: ...

features: Features

def replay_planes(
    start: Board | Game,
    moves: ArrayLike,
    colors: ArrayLike,
    name: str = "alphago_zero",
    *,
    history: int = 8,
    symmetry: int | ArrayLike = 0,
    pos_len: int | None = None,
) -> tuple[NDArray[np.uint8], int]: ...
def unpack_planes(packed: NDArray[np.uint8], shape: tuple[int, int], dtype: Any = ...) -> NDArray[Any]: ...
def rule_terms(rules: Rules, board: Board, komi: float, bonus: float = 0.0, floor: int = 0) -> dict[str, Any]: ...
def game_terms(game: Game, board: Board | None = None) -> dict[str, Any]: ...
@overload
def inverse_symmetry(k: int) -> int: ...
@overload
def inverse_symmetry(k: Sequence[int] | NDArray[Any]) -> NDArray[np.int64]: ...
def symmetries(
    array: ArrayLike, k: int | ArrayLike, *, size: int | tuple[int, int] | None = None, layout: str = "NCHW"
) -> NDArray[Any]: ...
def symmetry_moves(moves: ArrayLike, k: int | ArrayLike, size: int | tuple[int, int] = 19) -> Any: ...
def independent_life_area(
    board: Position, *, suicide: bool = False, keep_territory: bool = False, keep_stones: bool = False
) -> NDArray[np.uint8]: ...
