"""The self-play example runs, ends every game, and gives the same games on an executor."""

import importlib.util
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import goboard


@pytest.fixture(scope="module")
def selfplay():
    path = Path(__file__).parent.parent / "examples" / "selfplay.py"
    spec = importlib.util.spec_from_file_location("selfplay", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_game_is_played_to_its_end(selfplay):
    made = selfplay.play_games(selfplay.TinyNetwork(5), 11, size=5, seed=1, lanes=4)
    n = len(made["move"])
    assert made["planes"].shape == (n, 17, 5, 5)
    starts = ~made["planes"][:, :16].any(axis=(1, 2, 3)) & made["planes"][:, 16].all(axis=(1, 2))
    assert starts.sum() >= 11
    assert set(np.unique(made["value"])) == {-1, 1}
    assert set(made["move"]) <= set(range(26))


def test_the_games_depend_on_the_seed_alone(selfplay):
    network = selfplay.TinyNetwork(5)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three:
        first = selfplay.play_on(one, network, 9, size=5, seed=3, each=3)
        again = selfplay.play_on(three, network, 9, size=5, seed=3, each=3)
        other = selfplay.play_on(three, network, 9, size=5, seed=4, each=3)
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert not np.array_equal(first["move"][:50], other["move"][:50])


def test_on_a_dask_cluster(selfplay):
    distributed = pytest.importorskip("distributed")
    network = selfplay.TinyNetwork(5)
    with ThreadPoolExecutor(1) as one:
        expected = selfplay.play_on(one, network, 4, size=5, seed=3, each=2)
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        made = selfplay.play_on(client.get_executor(pure=False), network, 4, size=5, seed=3, each=2)
    assert all(np.array_equal(made[name], expected[name]) for name in made)


def test_dead_stones_may_be_taken_off_before_the_count(selfplay):
    # One white stone in a space of five points that Black surrounds, with another eye beside it.
    lost = goboard.Board.from_text("XXXXX\nX.XOX\nXXX.X\nX...X\nXXXXX")
    assert selfplay.margin(lost, 0) == 25
    made = [selfplay.play_games(selfplay.TinyNetwork(5), 6, size=5, seed=2, lanes=3, dead_stones=True) for _ in range(2)]
    assert all((made[0][name] == made[1][name]).all() for name in made[0])
