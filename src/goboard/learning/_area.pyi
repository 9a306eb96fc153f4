import numpy as np
from numpy.typing import NDArray

from goboard._core import Board
from goboard.learning._types import Position

def stones_spent(board: Board) -> int: ...
def independent_life_area(
    board: Position, *, suicide: bool = False, keep_territory: bool = False, keep_stones: bool = False
) -> NDArray[np.uint8]: ...
