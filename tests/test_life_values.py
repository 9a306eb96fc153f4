"""What `solve`, `confirm` and `estimate` give back are values; arguments in every form; the carpenter's square."""

import copy
import pickle

import numpy as np
import pytest

from goboard import Board, Game, confirm, endgame_value, solve
from goboard.estimate import estimate
from goboard.local import Locality
from goboard.solver import search

THREE = "OOOOOOOO\nOXXXXXOO\nOX...XOO\nOXXXXXOO\nOOOOOOOO\nOOOO.O.O\nOOOOOOOO"


@pytest.mark.parametrize("protocol", range(6))
def test_answers_pickle_and_stay_equal(protocol):
    board = Board.from_text(THREE)
    where = Locality(board.stones, range(board.rows * board.cols))
    for found in (
        solve(board, "B6"), confirm(board), estimate(board, playouts=20), endgame_value(".X.O.\n.X.O.\n.X.O.", ["C1", "C2", "C3"]), search(where, 9, max_nodes=500),
    ):  # fmt: skip
        assert pickle.loads(pickle.dumps(found, protocol)) == found
        assert copy.copy(found) == found == copy.deepcopy(found)


def test_an_unpickled_solution_proves_again():
    found = solve(Board.from_text(THREE), "B6")
    again = pickle.loads(pickle.dumps(found))
    assert again.proof.line() == found.proof.line() and again.proof.reply() == 19
    with pytest.raises(TypeError, match="Proof"):
        pickle.dumps(found.proof)


def test_a_position_in_any_form():
    board = Board.from_text(THREE)
    for given in (THREE, np.array(board.stones)):
        assert solve(given, "B6", region=["C5", "D5", "E5"]) == solve(board, 9, region="C5 D5 E5")
    game = Game(5)
    game.play("C3")
    assert solve(game, "C3", max_nodes=10).status == "unknown"


def test_numbers_are_no_flags():
    for bad in ({"max_nodes": True}, {"to_play": True}, {"seconds": True}, {"max_bytes": 1.5}):
        with pytest.raises(TypeError):
            solve(THREE, "B6", **bad)


def test_confirm_takes_what_rules_parse_reads():
    assert confirm(THREE, "jp") == confirm(THREE, "japanese")
    for name in ("aga", "chinese"):
        with pytest.raises(ValueError, match="Article 7"):
            confirm(THREE, name)
    with pytest.raises(ValueError):
        confirm(THREE, "no such rules")


def test_an_estimate_is_of_the_stones_alone():
    """A board that was played, with captures and a history, against the same stones set up."""
    rng = np.random.default_rng(3)
    for _ in range(5):
        played = Board(9)
        for _ in range(70):
            moves = [int(m) for m in played.legal_moves() if m == 81 or not played.is_eye(int(m), played.to_play)]
            played.play(int(rng.choice(moves)))
        assert estimate(played, playouts=200) == estimate(Board.from_array(played.stones), playouts=200)


@pytest.mark.slow
def test_the_carpenters_square_with_its_first_line_open_is_ko():
    rows = ".....OO\n...XOOO\n...XOOO\n.XXXOOO\n.OOOOOO\nOO.O.OO\nOOOOOOO"
    found = solve(rows, "D6", 2, max_nodes=20_000_000, max_bytes=4 << 30)
    assert found.status == "ko" and found.ko[:2] == ("attacker", 2)
    assert solve(rows, "D6", 1, max_nodes=20_000_000, max_bytes=4 << 30).status == "alive"
