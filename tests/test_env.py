"""The PettingZoo environment: PettingZoo's own tests, and that two environments do not know each other."""

import pickle
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from goboard import Board
from goboard.env import env, raw_env
from goboard.features import features


@pytest.mark.parametrize("size", [5, (3, 7)])
@pytest.mark.parametrize("rules", ["tromp-taylor", "japanese", "aga"])
def test_pettingzoo_api(size, rules):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(board_size=size, rules=rules), num_cycles=200)


def test_pettingzoo_seeds():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env(board_size=5), num_cycles=100)


def test_pettingzoo_benchmark_runs(monkeypatch, capsys):
    """The benchmark runs 5 seconds by the clock; a clock that leaps makes it short."""
    import time

    ticks = iter(range(0, 10_000_000, 1))
    monkeypatch.setattr(time, "time", lambda: next(ticks) / 100)
    performance_benchmark(env(board_size=5))
    assert "turns per second" in capsys.readouterr().out


def test_observations_are_planes_and_a_mask_for_the_mover_alone():
    game = env(board_size=(3, 4))
    game.reset()
    game.step(5)
    board = Board((3, 4))
    board.play(5)
    white, black = game.observe("white_0"), game.observe("black_0")
    assert white["observation"].shape == (3, 4, 17)
    assert white["observation"].dtype == bool
    assert np.array_equal(white["observation"], np.moveaxis(features(board)[0], 0, -1))
    assert np.array_equal(white["action_mask"], board.legal_mask())
    assert not black["action_mask"].any()
    board.to_play = 1
    assert np.array_equal(black["observation"][..., 0], board.stones == 1)
    assert np.array_equal(black["observation"][..., 1], board.stones == 2)
    assert black["observation"][..., 16].all()


def test_the_game_ends_with_two_passes_and_the_count():
    """A black stone on an empty 3x3 owns the board: Black wins by 9 less komi."""
    for komi, reward in ((7.5, 1), (9, 0), (9.5, -1)):
        game = env(board_size=3, komi=komi)
        game.reset()
        for action in (4, 9, 9):
            game.step(action)
        assert game.terminations == {"black_0": True, "white_0": True}
        assert game.rewards == {"black_0": reward, "white_0": -reward}


def test_a_game_that_is_too_long_is_cut():
    game = env(board_size=3, max_moves=2)
    game.reset()
    game.step(0)
    game.step(8)
    assert game.truncations == {"black_0": True, "white_0": True}


def test_superko_is_in_the_mask():
    """1x3: Black left, White takes it from the middle; pass; White right. Black left would take both and stand as after move 1."""
    for rules, legal in (("tromp-taylor", 0), ("japanese", 1)):
        game = env(board_size=(1, 3), rules=rules)
        game.reset()
        for action in (0, 1, 3, 2):
            game.step(action)
        assert game.observe("black_0")["action_mask"].tolist() == [legal, 0, 0, 1]


def test_an_illegal_move_loses():
    game = env(board_size=3)
    game.reset()
    game.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game.step(4)
    assert game.terminations["white_0"]
    assert game.rewards["white_0"] == -1
    bare = raw_env(board_size=3)
    bare.reset()
    bare.step(4)
    with pytest.raises(ValueError, match="illegal"):
        bare.step(4)


def test_environments_do_not_know_each_other():
    small, large = env(board_size=3), env(board_size=9, rules="japanese")
    small.reset()
    large.reset()
    small.step(4)
    large.step(80)
    assert small.observe("white_0")["action_mask"].shape == (10,)
    assert large.observe("white_0")["action_mask"].shape == (82,)
    assert large.observe("white_0")["observation"].sum() == 1


def test_environments_can_be_pickled():
    game = raw_env(board_size=(3, 5), rules="aga", komi=0.5, history=2)
    twin = pickle.loads(pickle.dumps(game))
    twin.reset()
    assert twin.observe("black_0")["observation"].shape == (3, 5, 5)
    assert twin.komi == 0.5


def test_rendering():
    game = raw_env(board_size=3, render_mode="ansi")
    game.reset()
    game.step(4)
    assert "X" in game.render()
    with pytest.raises(ValueError, match="render_mode"):
        raw_env(render_mode="rgb_array")
