"""What ladder and pass_alive take: boards, games, arrays, diagrams; whose suicide rule holds; and what they refuse."""

import numpy as np
import pytest

from goboard import BLACK, Board, Game, ladder, pass_alive
from goboard.reading import ladder_maps, pass_alive_area

LADDER = """
. . . . . .
. X . . . .
. O X . . .
. X . . . .
. . . . . .
. . . . . ."""
ALIVE = """
. X . X O
X X X X O
O O O O O
. . . . ."""


def every_form(text):
    board = Board.from_text(text)
    return [board, np.array(board), np.array(board).tolist(), text.strip("\n"), np.array(board, dtype=">i8")]


@pytest.mark.parametrize("k", range(5))
def test_every_form_of_a_position(k):
    board = every_form(LADDER)[k]
    assert ladder(board, "B4").status == "captured"
    assert ladder(board, (2, 1)).moves == ladder(board, 13).moves
    assert np.array_equal(ladder_maps(board)[0], ladder_maps(Board.from_text(LADDER))[0])
    alive = every_form(ALIVE)[k]
    assert pass_alive(alive).tolist() == [[0, 1, 0, 1, 0], [1, 1, 1, 1, 0], [0] * 5, [0] * 5]
    assert pass_alive_area(alive)[0].tolist() == [1, 1, 1, 1, 0]


def test_a_game_is_a_position():
    game = Game(5)
    for move in ("B4", "B3", "C3", "pass", "B2"):
        game.play(move)
    assert ladder(game, "B3").captured
    assert not pass_alive(game).any()


@pytest.mark.parametrize(
    "value, kind",
    [(48.9, TypeError), (True, TypeError), (np.True_, TypeError), ((2, 1.0), TypeError), ((True, 1), TypeError), (b"B4", TypeError),
     ("Z9", ValueError), (36, ValueError), (-1, ValueError), (None, ValueError), ("pass", ValueError), ("A1", ValueError), ("", ValueError)],
)
@pytest.mark.parametrize("form", [Board.from_text, lambda text: np.array(Board.from_text(text)), str])
def test_points_that_ladder_refuses(form, value, kind):
    with pytest.raises(kind, match="^move must be a point"):
        ladder(form(LADDER), value)


@pytest.mark.parametrize("function", [pass_alive, pass_alive_area, ladder_maps, lambda board: ladder(board, 0)])
@pytest.mark.parametrize("value", [None, 5, 1.5, b"X", object(), np.zeros((2, 2)), np.zeros(4, int), np.full((2, 2), 3), np.full((2, 2), -1), [[1], [1, 2]], "? ?", [], [[]], np.zeros((26, 2), int), Board])
def test_positions_that_are_none(function, value):
    with pytest.raises((TypeError, ValueError), match="board"):
        function(value)


def test_ladders_on_arrays_without_liberties_are_refused():
    for function in (ladder_maps, lambda board: ladder(board, 0)):
        with pytest.raises(ValueError, match="board: the chain at A1 has no liberty"):
            function([[1]])


# KataGo's test of multi-stone suicide (testboardarea.cpp): allowed, it takes the life of every stone here.
SUICIDE = ["...X", "XX..", "OXXX", "OOX.", ".X.X"]
LIVES = [[0, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 1], [0, 0, 1, 0], [0, 1, 0, 1]]
DIES = np.zeros((5, 4), int).tolist()


def test_the_board_s_own_suicide_rule_holds():
    for suicide, expected, other in ((False, LIVES, DIES), (True, DIES, LIVES)):
        board = Board.from_text("\n".join(SUICIDE), suicide=suicide)
        assert pass_alive(board).tolist() == pass_alive(board, suicide=None).tolist() == expected
        assert pass_alive_area(board).any() == (not suicide)
        # An explicit value overrides the board's.
        assert pass_alive(board, suicide=not suicide).tolist() == pass_alive(board, not suicide).tolist() == other
        assert pass_alive_area(board, not suicide).any() == suicide
    assert pass_alive(np.array(board)).tolist() == pass_alive("\n".join(SUICIDE)).tolist() == LIVES


@pytest.mark.parametrize("rules, expected", [("japanese", LIVES), ("new zealand", DIES)])
def test_a_game_s_suicide_rule_holds(rules, expected):
    setup = "".join(f"A{color}[{'abcd'[c]}{'abcde'[r]}]" for color, sign in (("B", "X"), ("W", "O"))
                    for r, row in enumerate(SUICIDE) for c, there in enumerate(row) if there == sign)
    game = Game.from_sgf(f"(;SZ[4:5]RU[{rules}]{setup})")
    assert game.board.suicide is (rules == "new zealand")
    assert pass_alive(game).tolist() == expected


@pytest.mark.parametrize("suicide", ["yes", 2, 1.0, []])
def test_suicide_is_a_flag(suicide):
    with pytest.raises(TypeError, match="^suicide must be True or False"):
        pass_alive(Board(5), suicide)


def test_a_board_that_lies_is_read_as_it_is():
    class Liar(Board):
        stones = np.zeros((2, 2), np.uint8)
        shape, ko_point, suicide = (2, 2), 3, True

        def point(self, move):
            return 10**6

    board = Liar.from_text(LADDER)
    assert ladder(board, "B4").captured
    assert pass_alive(board).shape == (6, 6)
    assert board.play("F1") == 0 and board[35] == BLACK
