"""The played confirmation of Article 7-2: kos, passes for them, and the stop that stays as it was."""

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, IllegalMove
from goboard.game import Game, RuleError


def stopped(text, to_play=BLACK):
    board = Board.from_text(text)
    g = Game(board.shape)
    stones = board.stones.ravel()
    g.setup(np.flatnonzero(stones == 1), np.flatnonzero(stones == 2), to_play)
    g.pass_()
    g.pass_()
    return g


# A direct ko at A5 and B5 that White may take.
KO = """
.XO..
XO...
XO...
.....
.....
"""


def test_a_ko_is_retaken_only_after_a_pass_for_it():
    trial = stopped(KO).confirmation(WHITE)
    assert trial.play("A5") == 1 and trial.barred == [trial.board.point("A5")]
    for threat, answer, elsewhere in (("E1", "E2", "E3"), ("D1", "D2", "D3")):
        assert "7-2" in trial.why_illegal("B5") and not trial.is_legal("B5") and not trial.legal_mask()[1]
        with pytest.raises(IllegalMove) as error:
            trial.play("B5")
        assert error.value.reason == "ko"
        # A threat and its answer are of no use, an ordinary pass neither.
        trial.play(threat)
        trial.play(answer)
        trial.pass_()
        trial.play(elsewhere)
    trial.pass_for_ko("B5")
    trial.play("C1")
    assert trial.is_legal("B5") and trial.play("B5") == 1 and trial.board["A5"] == 0


def test_the_bar_goes_from_side_to_side():
    trial = stopped(KO).confirmation(WHITE)
    trial.play("A5")
    trial.pass_for_ko()
    trial.play("D1")
    trial.play("B5")
    assert trial.barred == [trial.board.point("B5")] and not trial.is_legal("A5")


def test_a_pass_for_a_ko_ends_nothing():
    trial = stopped(KO).confirmation(WHITE)
    trial.play("A5")
    trial.pass_for_ko("A5")
    trial.pass_()
    assert not trial.over
    trial.pass_()
    assert trial.over and not trial.legal_mask().any()
    with pytest.raises(ValueError, match="reset"):
        trial.play("D1")


def test_two_kos_must_be_told_apart():
    # Fig. 11: with two kos at once one says for which ko one passes.
    trial = stopped(".XO.OX.\nXO...OX\nXO...OX\n.......").confirmation(WHITE)
    trial.play("A4")
    trial.play("D1")
    trial.play("G4")
    with pytest.raises(ValueError, match="which ko"):
        trial.pass_for_ko()
    trial.pass_for_ko("F4")
    trial.play("D2")
    assert trial.is_legal("F4") and not trial.is_legal("B4")


def test_a_stone_taken_with_others_is_no_ko():
    # Fig. 7: two stones taken, one retakes (snapback).
    trial = stopped("..XO.\nXXXO.\nOOOO.\n.....").confirmation(BLACK)
    assert trial.barred == []
    with pytest.raises(ValueError, match="no such ko"):
        trial.pass_for_ko("A4")


def test_the_game_stands_at_the_stop_as_it_was():
    g = stopped(KO)
    before = g.copy()
    trial = g.confirmation(WHITE)
    trial.play("A5")
    trial.pass_for_ko()
    trial.play("C1")
    assert g == before and g.phase == "stopped"
    assert trial.captured == [1]
    assert trial.undo() == (WHITE, trial.board.point("C1")) and trial.undo() == (BLACK, ("ko", 0))
    assert trial.barred == [0]
    trial.reset()
    assert trial.moves == [] and trial.barred == [] and (trial.board.stones == g.board.stones).all() and trial.to_play == WHITE
    with pytest.raises(ValueError):
        trial.undo()


def test_it_comes_after_the_stop_and_before_the_end():
    g = Game(5)
    with pytest.raises(RuleError, match="9-1"):
        g.confirmation()
    g.pass_()
    g.pass_()
    assert g.confirmation().to_play == BLACK and g.confirmation(WHITE).to_play == WHITE
    with pytest.raises(ValueError):
        g.confirmation(3)
    g.agree()
    with pytest.raises(RuleError, match="10-4"):
        g.confirmation()


def test_suicide_and_occupied_points_are_refused():
    trial = stopped(".XO..\nXO...\nO....\n.....\n.....").confirmation(BLACK)
    for move, reason in (("B5", "occupied"), ("A5", None), ("Z9", ValueError)):
        if reason is ValueError:
            with pytest.raises(ValueError):
                trial.play(move)
        elif reason:
            with pytest.raises(IllegalMove) as error:
                trial.play(move)
            assert error.value.reason == reason
    assert trial.moves == []
