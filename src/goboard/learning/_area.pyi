import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard._core import Board
from goboard.rules._game import Game

def stones_spent(board: Board) -> int: ...
def independent_life_area(
    board: Board | Game | ArrayLike, *, suicide: bool = False, keep_territory: bool = False, keep_stones: bool = False
) -> NDArray[np.uint8]: ...
