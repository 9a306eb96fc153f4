"""Numbers of positions and games: John Tromp and Gunnar Farneback, Combinatorics of Go (2007, revised 2016)."""

from itertools import product

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board
from naive import NaiveBoard, has_dead_chain

# L(m, n): the arrangements of stones in which every chain has a liberty.
LEGAL_POSITIONS = {(1, 1): 1, (1, 2): 5, (1, 3): 15, (1, 4): 41, (1, 5): 113, (2, 2): 57, (2, 3): 489, (2, 4): 4125, (3, 3): 12675}


def is_accepted(array):
    try:
        Board.from_array(array)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("shape", LEGAL_POSITIONS, ids=lambda shape: f"{shape[0]}x{shape[1]}")
def test_from_array_accepts_exactly_the_legal_positions(shape):
    accepted = 0
    for colors in product((0, 1, 2), repeat=shape[0] * shape[1]):
        legal = is_accepted(np.array(colors, dtype=np.int8).reshape(shape))
        assert legal == (not has_dead_chain(*shape, bytes(colors)))
        accepted += legal
    assert accepted == LEGAL_POSITIONS[shape]


def games(board):
    """How many games go on from here: no further move, or any legal move and a game from there.

    A game is a sequence of moves of either colour, from the empty board, in which no position stands twice. Passes change
    nothing and are left out, which is why any colour may move at any time: in the paper, a simple path in the graph of
    positions. The game without a move is one of them. Suicide is allowed; up to 1x3 every suicide makes a position that has
    stood, so that the numbers are the same without it (on 1x4 they are not).
    """
    total = 1
    for color in (BLACK, WHITE):
        for point, legal in enumerate(board.legal_mask(color)[: board.pass_move]):
            if legal:
                board.play(point, color)
                total += games(board)
                board.undo()
    return total


@pytest.mark.parametrize("suicide", [True, False], ids=["suicide", "no-suicide"])
@pytest.mark.parametrize("cls", [Board, NaiveBoard])
@pytest.mark.parametrize("shape, number", [((1, 1), 1), ((1, 2), 9), ((1, 3), 907), ((3, 1), 907)])
def test_number_of_games_under_positional_superko(shape, number, cls, suicide):
    assert games(cls(shape, ko="positional", suicide=suicide)) == number


def test_number_of_games_when_all_hashes_collide(weak_hash):
    assert games(Board((1, 3), ko="positional", suicide=True)) == 907
