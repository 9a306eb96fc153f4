"""`pass_alive` against trying everything, and the face of `ladder`. Ladders as features: tests/test_features.py; Benson by cases: test_pass_alive.py."""

import random

import numpy as np
import pytest
from test_solver_random import without_dead_chains

import brute
from goboard import Board, pass_alive
from goboard.reading import ladder, pass_alive_area


@pytest.mark.parametrize("seed", range(40))
def test_unconditional_life_is_what_it_says(seed):
    # A chain lives unconditionally if the other side, playing alone, never takes it, whatever it tries. Single chains need not know of others,
    # so Benson's condition, which sees all chains of a colour at once, must agree on every chain.
    rng = random.Random(seed)
    height, width = rng.choice([(2, 3), (2, 4), (3, 3), (2, 5)])
    rows = without_dead_chains(["".join(rng.choice("XXXO.") for _ in range(width)) for _ in range(height)])
    region = brute.Region(rows, [(r, c) for r in range(height) for c in range(width)])
    stones = np.array([[".XO".index(x) for x in row] for row in rows], np.uint8)
    living = pass_alive(stones)
    for color, cells in brute.chains(region):
        point = next(p for p, i in region.cell.items() if cells >> i & 1)
        assert (living[point] != 0) == brute.pass_alive(region, color, cells), (rows, point)


def test_the_area_holds_the_stones():
    for seed in range(50):
        rng = random.Random(seed)
        rows = without_dead_chains(["".join(rng.choice("XXXO..") for _ in range(6)) for _ in range(5)])
        board = Board.from_text("\n".join(rows))
        living, area = pass_alive(board), pass_alive_area(board)
        assert (area[living != 0] == living[living != 0]).all()


# The three are Fuego's (GoLadderTest.cpp): a stone in atari, with an escape that runs into the edge, and with a friend in the way.
@pytest.mark.parametrize(
    "rows, status, moves",
    [
        (["......", ".XOX..", "..X...", "......", "......", "......"], "captured", ["C6"]),
        (["......", ".XO...", "..X...", "......", "......", "......"], "unsettled", None),
        (["......", "..O...", "..X...", "......", "......", "......"], "escaped", []),
    ],
)
def test_ladders(rows, status, moves):
    board = Board.from_text("\n".join(rows))
    found = ladder(board, "C5")
    assert found.status == status and found.captured == (status == "captured")
    if moves is not None:
        assert [board.vertex(m) for m in found.moves] == moves
    for move in found.moves:
        after = board.copy()
        after.play(move, 1)
        assert after["C5"] == 0 or after.liberties("C5") == 1


def test_ladders_of_nothing():
    with pytest.raises(ValueError):
        ladder(Board(9), "E5")
    with pytest.raises(ValueError):
        ladder(np.zeros((0, 3)), 0)
    for bad in (-1, 81, (9, 0), "K10"):
        with pytest.raises(ValueError):
            ladder(Board(9), bad)
