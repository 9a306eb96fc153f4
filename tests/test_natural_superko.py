"""Natural situational superko: a player may not make again, by playing, a position that this player made before by playing.

The rule as Sensei's Library states it ("NaturalSituationalSuperkoRule"), after R. Jasiek's list of ko rules; the French rule has
it too ("donner au goban un état identique à un état qu'il lui a déjà donné"). Nobody made the starting position; a pass makes none.
"""

import copy
import pickle

import pytest

from goboard import BLACK, WHITE, Board, IllegalMove
from naive import NaiveBoard

# Black takes the ko at C4, White retakes it at B4.
KO = """
. X O . .
X O . O .
. X O . .
. . . . .
. . . . .
"""
RULES = ("simple", "positional", "situational", "natural")


def played(ko, moves, text=KO, cls=Board, **kw):
    board = cls.from_text(text, ko=ko, **kw)
    for move in moves:
        board.play(move)
    return board


def refusals(moves, move, text=KO, **kw):
    return {ko: played(ko, moves, text, **kw).why_illegal(move) for ko in RULES}


def test_a_ko_is_retaken_at_once_if_the_position_before_was_the_opponents_work():
    # Sensei's first example: B1 somewhere, W2 passes, B3 takes the ko, W4 retakes it.
    assert refusals(["E1", "pass", "C4"], "B4") == {"simple": "ko", "positional": "ko", "situational": "ko", "natural": None}


def test_after_that_the_ko_is_not_taken_again_by_the_side_that_took_it():
    assert refusals(["E1", "pass", "C4"], "C4")["natural"] == "occupied"
    board = played("natural", ["E1", "pass", "C4", "B4"])
    assert board.why_illegal("C4") == "ko"
    board.pass_()
    board.pass_()
    assert board.why_illegal("C4") == "superko"


def test_a_position_made_by_playing_is_not_made_again_after_passes():
    # Sensei's second example: W2 plays, B3 takes the ko, both pass; W6 would make what W2 made. Positional superko agrees;
    # situational too, as it was Black's turn then as it would be now.
    assert refusals(["E1", "E2", "C4", "pass", "pass"], "B4") == {
        "simple": None, "positional": "superko", "situational": "superko", "natural": "superko"}


def test_an_ordinary_ko_is_barred():
    assert refusals(["E1", "E2", "C4"], "B4") == dict.fromkeys(RULES, "ko")


def test_nobody_made_the_starting_position():
    assert refusals(["C4"], "B4") == {"simple": "ko", "positional": "ko", "situational": "ko", "natural": None}


def test_a_board_of_ogs_on_which_the_start_counts_or_does_not():
    # goban's test "superko" (GoEngine.test.ts): the move at B19 makes the starting position again, and passes there. Under
    # positional and situational superko as written the start counts as having stood.
    text = "\n".join([".O.XO" + "." * 14, "OXXXO" + "." * 14, "O.XOO" + "." * 14, "XXXO" + "." * 15, "OOOO" + "." * 15] + ["." * 19] * 14)
    moves = ["pass", "C19", "A19"]
    assert {ko: played(ko, moves, text).why_illegal("B19") for ko in RULES[1:]} == {
        "positional": "superko", "situational": "superko", "natural": None}


def test_suicide_of_one_stone_makes_the_position_its_own():
    # The position stays; the first time nobody had made it.
    text = ". O .\nO . O\n. O ."
    board = played("natural", [], text, suicide=True)
    assert board.why_illegal("B2") is None
    board.play("B2")
    assert board.why_illegal("B2", BLACK) == "superko"
    board.pass_()
    assert board.why_illegal("B2") == "superko"


def test_a_position_the_opponent_made_may_be_left_alone_by_suicide():
    text = ". O .\nO . O\n. . ."
    board = played("natural", [], text, to_play=WHITE, suicide=True)
    board.play("B1")
    assert board.why_illegal("B2") is None
    board.play("B2")
    board.pass_()
    assert board.why_illegal("B2") == "superko"
    assert board.why_illegal("B2", WHITE) is None


def test_either_color_may_be_asked():
    board = played("natural", ["E1", "pass", "C4", "pass"])
    # Black made the stones with the ko taken; White would make what Black made with E1.
    assert board.why_illegal("B4", WHITE) is None
    board.play("B4", WHITE)
    assert board.why_illegal("C4", BLACK) == "ko"


def test_undo_forgets_what_was_made():
    board = played("natural", ["E1", "E2", "C4"])
    assert not board.is_legal("B4")
    for _ in range(3):
        board.undo()
    for move in ("E1", "pass", "C4"):
        board.play(move)
    assert board.is_legal("B4")
    board.undo()
    board.check()


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, Board.copy, lambda board: pickle.loads(pickle.dumps(board)), lambda board: board.transform(0)])
def test_copies_and_pickles_know_who_made_what(twin):
    for moves, legal in ((["E1", "E2", "C4"], False), (["E1", "pass", "C4"], True)):
        board = twin(played("natural", moves))
        assert board.ko == "natural"
        assert board.is_legal("B4") is legal
        assert bool(board.legal_mask()[board.point("B4")]) is legal


def test_repr_and_equality():
    board = played("natural", ["E1", "pass", "C4"])
    again = eval(repr(board))
    assert again == board and again.ko == "natural"
    assert again != Board.from_text(str(board), WHITE, ko="situational", ko_point="B4", captures=(1, 0))


def test_a_ko_named_when_set_up_may_not_be_retaken():
    board = Board.from_text(". X O .\nX . X O\n. X O .\n. . . .", WHITE, ko="natural", ko_point="B3")
    assert board.why_illegal("B3") == "ko"
    board.play("D1")
    board.play("A1")
    assert board.is_legal("B3")


def test_setup_clears_what_was_made():
    board = played("natural", ["E1", "E2", "C4"])
    assert not board.is_legal("B4")
    board.setup(to_play=WHITE)
    assert board.is_legal("B4")


def test_restating_the_turn_changes_nobodys_work():
    board = played("natural", ["E1", "E2", "C4"])
    board.to_play = BLACK
    board.to_play = WHITE
    assert board.why_illegal("B4") == "ko"


def test_the_hash_after_a_move_does_not_ask_the_rule():
    board = played("natural", ["E1", "E2"])
    before = board.hash
    board.play("C4")
    assert board.hash_after("B4") == before
    with pytest.raises(IllegalMove) as error:
        board.play("B4")
    assert error.value.reason == "ko"


def test_refused_spellings():
    for word in ("nssk", "Natural", "natural_situational"):
        with pytest.raises(ValueError, match="ko must be one of none, simple, positional, situational, natural, not"):
            Board(9, ko=word)


def test_the_slow_board_agrees_on_every_case_above():
    for moves in (["E1", "pass", "C4"], ["E1", "E2", "C4"], ["C4"], ["E1", "E2", "C4", "pass", "pass"]):
        slow = NaiveBoard.from_text(KO, ko="natural")
        for move in moves:
            slow.play(move)
        assert slow.refusal("B4") == played("natural", moves).why_illegal("B4")
