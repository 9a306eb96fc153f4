"""Functions of a position take a Game as they take its Board; a batch that no machine can hold is refused before memory is asked for."""

import numpy as np
import pytest

from goboard import BoardBatch, Game, Rules, features, mcts, playout, playout_batch, score
from goboard.scoring import fill_in


@pytest.fixture
def game():
    made = Game(5, "chinese", 0.5)
    made.setup("A3 B3 C3 D3 E3".split(), "A4 B4 C4 D4 E4".split())
    return made


def test_playouts(game):
    assert playout(game, 50, seed=1).ownership.tolist() == playout(game.board, 50, seed=1).ownership.tolist()
    of_games, of_boards = (playout_batch([position, position], 20, seed=2) for position in (game, game.board))
    assert np.array_equal(of_games.ownership, of_boards.ownership)


def test_a_lane_of_a_batch(game):
    game.play("C2")
    batch = BoardBatch(2, 5)
    batch.set(1, game)
    assert batch[1].moves == game.board.moves
    assert batch[1].stones.tolist() == game.board.stones.tolist() and batch.to_play[1] == 2
    with pytest.raises(TypeError, match="board must be a Board or a Game"):
        batch.set(0, 7)


def test_a_search(game):
    found, same = (mcts.search(position, playouts=100, seed=3, komi=0.5) for position in (game, game.board))
    assert found.move == same.move and np.array_equal(found.ownership, same.ownership)


def test_a_score_is_under_the_rules_of_the_game_unless_others_are_given(game):
    """15 points of area to 10; Black's territory is 10 points, White's 5."""
    counted = score(game)
    assert (counted.rules, counted.komi, counted.margin) == (game.rules, 0.5, 15 - 10 - 0.5)
    assert counted == game.score(())
    counted = score(game, "japanese", komi=6.5)
    assert counted.rules == Rules.preset("japanese") and counted.margin == 10 - 5 - 6.5
    assert score(game.board).rules == Rules.preset("japanese")


def test_a_score_of_a_handicap_game_gives_back_what_the_rules_say():
    game = Game(9, "chinese", handicap=3)
    assert score(game).margin == game.score(()).margin == 81 - game.komi - 3


def test_fill_in_counting(game):
    assert [step.value for step in fill_in(game)] == [step.value for step in fill_in(game.board)]


def test_planes(game):
    """A Game brings its rules to KataGo's planes."""
    spatial, numbers = features.katago_v7(game)
    assert np.array_equal(spatial, features.katago_v7(game.board, komi=0.5, ko="simple")[0]) and numbers[0, 5] == np.float32(-0.5 / 20)


@pytest.mark.parametrize("lanes, size", [(2**30, 25), (2**30, 1)])
def test_a_batch_larger_than_any_machine_is_refused_by_arithmetic(lanes, size):
    """Otherwise a system that promises memory it has not got ends the process when the lanes are filled."""
    with pytest.raises(MemoryError, match="lanes of .* bytes each need more memory than this machine has"):
        BoardBatch(lanes, size)
