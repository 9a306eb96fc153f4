from typing import TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from goboard.learning._presets import Form
from goboard.learning._types import KatagoTerms, Position, Positions

_Array = TypeVar("_Array", bound=NDArray[np.generic])

@overload
def plain_array(out: _Array) -> _Array: ...
@overload
def plain_array(out: object) -> object: ...
def checked_array(out: object, shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> NDArray[np.generic]: ...
def paint(
    positions: Positions,
    name: str,
    form: Form,
    out: NDArray[np.generic] | None,
    terms: KatagoTerms,
    want_globals: bool = False,
    out_global: NDArray[np.float32] | None = None,
) -> tuple[NDArray[np.generic], NDArray[np.float32] | None]: ...
def replay_planes(
    start: Position,
    moves: ArrayLike,
    colors: ArrayLike,
    name: str = "alphago_zero",
    *,
    history: int = 8,
    symmetry: int | ArrayLike = 0,
    pos_len: int | None = None,
) -> tuple[NDArray[np.uint8], int]: ...
def unpack_planes(packed: NDArray[np.uint8], shape: tuple[int, int], dtype: DTypeLike = ...) -> NDArray[np.generic]: ...
