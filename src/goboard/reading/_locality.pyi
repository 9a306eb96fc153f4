from collections.abc import Iterable, Mapping
from typing import Any

from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from goboard._core import Board

__all__ = ["Locality", "locality"]

MOST_LOCAL: int

@disjoint_base
class Locality:
    points: tuple[int, ...]
    shape: tuple[int, int]
    inside: dict[int, int]
    def __init__(self, stones: Board | ArrayLike, points: Iterable[int] | Mapping[int, int], outside: int | None = None, merge: bool = False,
                 eye_for: int | None = None, sure_eyes: bool = True) -> None: ...
    def __len__(self) -> int: ...
    def color_of(self, point: int) -> int: ...

def locality(stones: Board | ArrayLike, point: int, region: Any = None, lasting: NDArray[Any] | None = None,
             most: int = 128) -> dict[int, int] | None: ...
def region_of(board: Board, region: Any, name: str = "region") -> dict[int, int]: ...
def region_points(region: Any, shape: tuple[int, int]) -> dict[int, int]: ...
