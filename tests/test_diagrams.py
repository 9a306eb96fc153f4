"""Boards in text: what goboard and other programs print reads back, and text that may mean several things is refused with its place.

The formats are those of KataGo (cpp/game/board.cpp printBoard, boardhistory.cpp printBasicInfo), GNU Go 3.8 (interface/play_ascii.c),
Leela Zero (FastBoard::display_board) and Pachi (board_print), redrawn here on small boards.
"""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from goboard import BLACK, WHITE, Board, Game, render
from goboard.gtp import Engine

KATAGO = """= MoveNum: 4 HASH: 5E2B3C7A90D1F4688B2E1C0F7A3D9E55
   A B C D E
 5 . . . . .
 4 . X1. O3.
 3 . . O2. .
 2 . . X . .
 1 . . . . .


Next player: White
Rules: {"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
B stones captured: 3
W stones captured: 1

"""

GNUGO = """=1
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . . X . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . . . . . . . 4
 3 . .(O). . . + . . 3
 2 . . . . . . . . . 2     WHITE (O) has captured 2 stones
 1 . . . . . . . . . 1     BLACK (X) has captured 1 stones
   A B C D E F G H J
"""

LEELA = """
Passes: 0            Black (X) Prisoners: 1
White (O) to move    White (O) Prisoners: 4

   a b c d e
 5 . . . . .  5
 4 . . . . .  4
 3 . .(X). .  3
 2 . . O . .  2
 1 . . . . .  1
   a b c d e

Hash: 9A930BE1616C538E Ko-Hash: A14C933E7669946D

Black time: 01:00:00
White time: 01:00:00
"""

PACHI = """Move:   2  Komi: 7.5  Handicap: 0  Captures B: 2 W: 0
      A B C D E
    +-----------+
  5 | . . . . . |
  4 | . . . . . |
  3 | . . X). . |
  2 | . . O . . |
  1 | . . . . . |
    +-----------+
""".replace("X).", "X .")


def stones(*rows):
    return [[".XO".index(sign) for sign in row] for row in rows]


def test_katago():
    board = Board.from_text(KATAGO)
    assert board.stones.tolist() == stones(".....", ".X.O.", "..O..", "..X..", ".....")
    assert board.to_play == WHITE
    # "B stones captured" are black stones, which White has taken.
    assert (board.captures(BLACK), board.captures(WHITE)) == (1, 3)


def test_katago_numbers_the_latest_moves_and_marks_an_empty_point():
    text = "HASH: 00\n   A B C\n 3 X1O2.3\n 2 . @ .\n 1 . . X3\n\n"
    assert Board.from_text(text).stones.tolist() == stones("XO.", "...", "..X")


def test_gnu_go():
    board = Board.from_text(GNUGO)
    assert board["G7"] == BLACK and board["C3"] == WHITE and np.count_nonzero(board) == 2
    assert (board.captures(BLACK), board.captures(WHITE)) == (1, 2)


def test_leela_zero():
    board = Board.from_text(LEELA)
    assert board.stones.tolist() == stones(".....", ".....", "..X..", "..O..", ".....")
    assert board.to_play == WHITE
    assert (board.captures(BLACK), board.captures(WHITE)) == (1, 4)


def test_pachi():
    board = Board.from_text(PACHI)
    assert board.stones.tolist() == stones(".....", ".....", "..X..", "..O..", ".....")
    assert (board.captures(BLACK), board.captures(WHITE)) == (2, 0)


@pytest.fixture
def game():
    game = Game(9, rules="chinese")
    for move in ("E5", "E6", "D6", "D7", "A1", "C6", "J9", "D5", "pass", "E4"):
        game.play(move)
    return game


def test_what_print_shows(game):
    assert Board.from_text(str(game.board)).stones.tolist() == game.board.stones.tolist()


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("color", [True, False])
@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("marks", [{}, {"last_move": None}, {"last_move": "J9"}, {"dead": ["E5"]}, {"territory": np.eye(9, dtype=int) * 2}])
def test_what_render_text_shows(game, unicode, color, coordinates, marks):
    shown = render.text(game.board, unicode=unicode, color=color, coordinates=coordinates, **marks)
    assert Board.from_text(shown).stones.tolist() == game.board.stones.tolist()


@pytest.mark.parametrize("options", [(), ("--ascii",)])
def test_what_goboard_show_prints(game, run, tmp_path, options):
    path = tmp_path / "Black to play; prisoners.sgf"
    path.write_text(game.to_sgf())
    code, out, _ = run("show", path, *options)
    assert code == 0
    board = Board.from_text(out)
    assert board.stones.tolist() == game.board.stones.tolist()
    assert board.to_play == game.board.to_play == BLACK
    assert [board.captures(c) for c in (BLACK, WHITE)] == [game.board.captures(c) for c in (BLACK, WHITE)] == [0, 1]


def test_what_the_gtp_engine_shows():
    engine = Engine()
    for line in ("boardsize 5", "play B C3", "play W C2"):
        engine.answer(line)
    board = Board.from_text(engine.answer("showboard"))
    assert board.stones.tolist() == engine.board.stones.tolist()
    assert board.to_play == engine.board.to_play == BLACK


def test_sgfmill_s_boards():
    assert Board.from_text("3  .  #  o\n2  .  .  .\n1  #  .  o\n   A  B  C").stones.tolist() == stones(".XO", "...", "X.O")


@pytest.mark.parametrize(
    "text",
    ["9.X\n", "2.X.2\n1O..1", "| . X . |\n| O . . |", "+-------+\n| . X . |\n| O . . |\n+-------+", ". X .\r\nO . .\r\n", "\n\n  . X .\n\n  O . .  \n", ". x .\no . ."],
    ids=repr,
)
def test_plain_rows_with_what_is_around_them(text):
    if text.startswith("9"):
        with pytest.raises(ValueError, match="numbered 9"):
            Board.from_text(text)
    else:
        assert Board.from_text(text).stones.tolist() == stones(".X.", "O..")


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 25), (25, 1), (2, 1), (1, 2), (25, 25), (19, 19), (10, 9)])
def test_every_shape_prints_and_reads(rows, cols):
    board = Board((rows, cols), suicide=True)
    if rows * cols > 1:
        board.play(rows * cols - 1)
    for text in (str(board), render.text(board), render.text(board, unicode=False, coordinates=False)):
        assert Board.from_text(text).stones.tolist() == board.stones.tolist()


def test_the_text_s_turn_and_captures_are_used_or_contradicted():
    text = ". X\n. .\nNext player: White\nB stones captured: 2"
    assert Board.from_text(text, "white", captures=[0, 2]) == Board.from_text(text)
    with pytest.raises(ValueError, match="to_play is Black, but the diagram says that White plays next"):
        Board.from_text(text, BLACK)
    with pytest.raises(ValueError, match="captures are \\(0, 3\\), but the diagram says \\(0, 2\\)"):
        Board.from_text(text, captures=(0, 3))
    with pytest.raises(ValueError, match="line 4 of the diagram: Black to play, but a line above says White"):
        Board.from_text(". X\n. .\nNext player: White\nNext player: Black")


@pytest.mark.parametrize(
    "text, words",
    [
        (". . .\n. ? .", "line 2, column 3 of the diagram: '\\?' is not one of"),
        (". . .\n. @ .", "line 2, column 3 of the diagram: '@' may be a marked empty point or a black stone"),
        ("@ O .\n. . @", "line 1, column 1 of the diagram: '@' may be"),
        ("X . @\n. @ .", "line 1, column 5 of the diagram: '@' may be"),
        (". b .\n. . w", "line 1, column 3 of the diagram: 'b' may be territory or a stone"),
        (". . .\n. .", "line 2 of the diagram has 2 points, the lines above have 3"),
        ("1 . .\n2 . .", "line 1 of the diagram: the row is numbered 1, but from the bottom it is row 2 of 2"),
        ("3 . .\n2 . .\n1 . . 2", "line 3 of the diagram: the row is numbered 2, but from the bottom it is row 1 of 3"),
        ("  A B C\n. .\n. .", "line 1 of the diagram has 3 column letters, the rows have 2 points"),
        ("  A B\n2 . .\n1 . .\n  A B\n2 X .\n1 . .", "line 5 of the diagram: a row after the end of the board in line 4"),
        (". (X .\n. . .", "line 1, column 5 of the diagram: parentheses"),
        (". X) .\n. . .", "line 1, column 4 of the diagram: parentheses"),
        (". .(X\n. . .", "line 1 of the diagram: a parenthesis is not closed"),
        (". 5 .", "line 1, column 3 of the diagram: '5' is not one of"),
        ("The board:\n. .", "line 1, column 1 of the diagram: 'T' is not one of"),
        ("- - -\n- X -", "line 1, column 1 of the diagram: '-' is not one of"),
        (". |X", "line 1, column 3 of the diagram: '\\|' is not one of"),
        ("\n".join(["."] * 26), "at most 25 rows and columns"),
        ("." * 26, "at most 25 rows and columns"),
        ("", "no rows"),
        ("   A B C\n", "no rows"),
        ("." * 10**6, "at most 65536 characters"),
        ("XX\nXX", "no liberty"),
        ("12345678901234567890 . .", "numbered 999"),
        ("WHITE (O) has captured 99999999999999 stones\n. .", "captures\\[1\\] must be an int from 0 to"),
    ],
)
def test_text_that_is_not_one_board(text, words):
    with pytest.raises(ValueError, match=words):
        Board.from_text(text)


@given(st.text(alphabet=".+XOxo#@()|-=0129 AB\n\x1b[m:\u25cf\x00", max_size=60))
def test_any_text_is_a_board_or_a_value_error(text):
    try:
        board = Board.from_text(text)
    except ValueError:
        return
    board.check()
    assert Board.from_text(str(board)) == board


def test_a_text_of_any_length_is_answered_at_once(ctrl_c):
    for text in ("." * 2**30, "\n" * 2**28):
        with pytest.raises(ValueError, match="characters"):
            Board.from_text(text)
