"""Results of playouts are values: frozen, equal by value, pickled at every protocol."""

import dataclasses
import pickle

import numpy as np
import pytest

from goboard import Board, Game, playout, playout_batch

RESULTS = {
    "playout": lambda seed: playout(Board(5), 40, seed=seed, moves=True),
    "none": lambda seed: playout(Board(5), 0, seed=seed),
    "batch": lambda seed: playout_batch([Board(5), Board(5)], 20, seed=seed),
}


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_result_pickles_and_is_equal(make, protocol):
    result = make(1)
    again = pickle.loads(pickle.dumps(result, protocol))
    assert again == result and repr(again) == repr(result)


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_a_result_does_not_change(make):
    result = make(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.games = 10**9


def test_results_of_other_seeds_differ():
    assert RESULTS["playout"](1) == RESULTS["playout"](1) != RESULTS["playout"](2)


def test_an_item_of_a_batch_is_the_result_of_its_position():
    result = playout_batch([Board(5), Board(5)], 20, seed=3)
    assert result[1] == playout(Board(5), 20, seed=3, first=20, path=result.path)
    assert np.array_equal(result[1].ownership, result.ownership[1])


def test_a_game_is_taken_for_its_board():
    game = Game(5)
    game.play("C3")
    assert playout(game, 20, seed=1) == playout(game.board, 20, seed=1)
    assert playout_batch([game], 20, seed=1) == playout_batch([game.board], 20, seed=1)
