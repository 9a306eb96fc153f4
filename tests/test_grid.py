"""The geometry of the board, against brute force and the field's conventions."""

import doctest

import numpy as np
import pytest

from goboard import Board
from goboard.board import _grid
from naive import neighbours


def test_examples():
    assert doctest.testmod(_grid).failed == 0


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (5, 1), (9, 9), (13, 19)])
def test_neighbors(shape):
    assert [sorted(beside) for beside in _grid.neighbors(*shape)] == [sorted(beside) for beside in neighbours(*shape)]


def test_components_are_the_chains_of_a_board():
    board = Board(9)
    for move in np.random.default_rng(1).permutation(81)[:50]:
        if board.is_legal(int(move)):
            board.play(int(move))
    for color in (1, 2):
        points = np.flatnonzero(board.stones.ravel() == color).tolist()
        assert _grid.components(points, 9, 9) == [chain.tolist() for chain in board.chains(color)]


@pytest.mark.parametrize("k", range(8))
def test_image_is_where_transform_moves_a_stone(k):
    rows, cols = 3, 5
    image = _grid.image(rows, cols, k)
    assert image[15] == 15
    for point in range(15):
        board = Board((rows, cols))
        board.play(point)
        assert np.flatnonzero(board.transform(k).stones.ravel()).tolist() == [image[point]]


def test_vertices_skip_the_letter_i_and_count_rows_from_the_bottom():
    """GTP version 2, section 2.11."""
    assert [_grid.vertex(point, 19, 19) for point in (0, 7, 8, 360, 361)] == ["A19", "H19", "J19", "T1", "pass"]


def test_start_is_the_board_before_the_first_move():
    board = Board.from_text(". X O\n. . .", 2, ko="simple", captures=(3, 1))
    begun = board.copy()
    board.play("A1"), board.play("A2"), board.pass_()
    start = board.start()
    assert start == begun and start.moves == [] and (start.captures(1), start.captures(2)) == (3, 1)
    assert board.move_count == 3
    start.play("A1", 2)
    assert board.moves[0] == (2, 3) and board.move_count == 3


def test_start_of_a_subclass_is_of_that_class():
    class Mine(Board):
        pass

    board = Mine(5)
    board.play(0)
    assert type(board.start()) is Mine and not board.start().stones.any()
