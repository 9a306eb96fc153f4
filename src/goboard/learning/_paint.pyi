from collections.abc import Iterable
from typing import TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from goboard._core import Board
from goboard.board._batch import BoardBatch
from goboard.learning._presets import Form
from goboard.learning._terms import KatagoTerms
from goboard.rules._game import Game

_Array = TypeVar("_Array", bound=NDArray[np.generic])

@overload
def plain_array(out: _Array) -> _Array: ...
@overload
def plain_array(out: object) -> object: ...
def checked_array(out: object, shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> NDArray[np.generic]: ...
def paint(
    positions: Board | Game | BoardBatch | ArrayLike | Iterable[Board | Game | ArrayLike],
    name: str,
    form: Form,
    out: NDArray[np.generic] | None,
    terms: KatagoTerms,
    want_globals: bool = False,
    out_global: NDArray[np.float32] | None = None,
) -> tuple[NDArray[np.generic], NDArray[np.float32] | None]: ...
def replay_planes(
    start: Board | Game | ArrayLike,
    moves: ArrayLike,
    colors: ArrayLike,
    name: str = "alphago_zero",
    *,
    history: int = 8,
    symmetry: int | ArrayLike = 0,
    pos_len: int | None = None,
) -> tuple[NDArray[np.uint8], int]: ...
def unpack_planes(packed: NDArray[np.uint8], shape: tuple[int, int], dtype: DTypeLike = ...) -> NDArray[np.generic]: ...
