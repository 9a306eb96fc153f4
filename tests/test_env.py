"""The PettingZoo environment: PettingZoo's own tests, and that two environments do not know each other."""

import copy
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


def played(make, **options):
    """An environment some moves into a game with a capture, on a board where superko is near."""
    game = make(board_size=(1, 3), rules="tromp-taylor", history=3, **options)
    game.reset()
    for action in (0, 1, 3):
        game.step(action)
    return game


COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": lambda game, protocol=protocol: pickle.loads(pickle.dumps(game, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}


@pytest.mark.parametrize("make", [raw_env, env])
@pytest.mark.parametrize("way", COPIES)
def test_copies_hold_the_whole_game(make, way):
    game = played(make)
    twin = COPIES[way](game)
    assert type(twin) is type(game) and twin.unwrapped is not game.unwrapped
    assert twin.agent_selection == "white_0" and twin.agents == game.agents
    assert twin.rewards == game.rewards and twin.terminations == game.terminations and twin.truncations == game.truncations
    for agent in ("black_0", "white_0"):
        for ours, theirs in zip(game.observe(agent).values(), twin.observe(agent).values()):
            assert np.array_equal(ours, theirs)
    # The same spaces draw the same actions, each from its own random state.
    game.action_space("white_0").seed(5)
    again = COPIES[way](game)
    assert [game.action_space("white_0").sample() for _ in range(9)] == [again.action_space("white_0").sample() for _ in range(9)]
    # What one plays the other does not see; positions before the copy bar a move by superko.
    twin.step(2)
    assert twin.observe("black_0")["action_mask"].tolist() == [0, 0, 0, 1]
    assert game.agent_selection == "white_0" and game.observe("white_0")["action_mask"].tolist() == [1, 0, 1, 1]
    game.step(3)
    assert game.terminations == {"black_0": True, "white_0": True} and not any(twin.terminations.values())
    last = COPIES[way](game)
    assert last.rewards == game.rewards and last.terminations == game.terminations and last.last()[1:] == game.last()[1:]


def test_a_copy_before_the_first_game_can_be_reset():
    for make in (raw_env, env):
        for way in COPIES.values():
            twin = way(make(board_size=3))
            twin.reset()
            twin.step(4)
            assert twin.agent_selection == "white_0"


def test_the_text_of_the_board_is_returned_by_the_guarded_environment_too(capsys):
    game = env(board_size=3, render_mode="ansi")
    game.reset()
    game.step(4)
    assert "X" in game.render() and "X" in copy.copy(game).render() and capsys.readouterr().out == ""
    game = env(board_size=3, render_mode="human")
    game.reset()
    game.step(4)
    assert "X" in capsys.readouterr().out
    assert raw_env.metadata["render_modes"] == ["human", "ansi"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(board_size=3, render_mode="ansi"), num_cycles=20)


def test_options_are_warned_about():
    game = raw_env(board_size=3)
    with pytest.warns(UserWarning, match="handicap"):
        game.reset(options={"handicap": 2})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game.reset(seed=1, options={})


@pytest.mark.parametrize("options", [{"komi": float("nan")}, {"komi": "7"}, {"komi": True}, {"board_size": 0}, {"board_size": 26}, {"board_size": True},
                                     {"board_size": (3, 3, 3)}, {"history": 0}, {"history": 9}, {"max_moves": -1}, {"rules": "octopus"},
                                     {"render_mode": "rgb_array"}, {"render_mode": 1}])  # fmt: skip
def test_options_out_of_range(options):
    for make in (raw_env, env):
        with pytest.raises((TypeError, ValueError)):
            make(**{"board_size": 3, **options})


def test_rendering():
    game = raw_env(board_size=3, render_mode="ansi")
    game.reset()
    game.step(4)
    assert "X" in game.render()
    with pytest.raises(ValueError, match="render_mode"):
        raw_env(render_mode="rgb_array")
