"""Records: how long from bytes to a tree, to moves, to a replayed board; beside sgfmill where it is installed.

    pytest benchmarks/bench_sgf.py
"""

import gc
import json
import time
from pathlib import Path

import numpy as np
import pytest

from goboard import sgf
from goboard.game import Game

GAMES = Path(__file__).parent.parent / "tests" / "data" / "sgf_games.jsonl"


@pytest.fixture(scope="module")
def data():
    """A game of 250 moves on 19x19 as a file holds it."""
    game = next(game for game in map(json.loads, GAMES.read_text("utf-8").splitlines()) if game["moves"] > 400)
    moves = sgf.record(game["sgf"]).moves[:250]
    root = {"PB": "Black", "PW": "White", "DT": "2026-01-01", "RE": "B+1.5", "AP": "goboard", "CA": "UTF-8"}
    return sgf.dumps(sgf.from_moves((19, 19), moves, komi=7.5, rules="Chinese", properties=root)).encode()


@pytest.mark.benchmark(group="bytes to tree")
def test_loads(benchmark, data):
    assert len(benchmark(sgf.loads, data)[0].main_line) == 251


@pytest.mark.benchmark(group="bytes to moves")
def test_record(benchmark, data):
    assert len(benchmark(sgf.record, data).moves) == 250


@pytest.mark.benchmark(group="bytes to position")
def test_replay(benchmark, data):
    assert benchmark(lambda: sgf.record(data).board()).move_count == 250


@pytest.mark.benchmark(group="bytes to position")
def test_game(benchmark, data):
    assert benchmark(Game.from_sgf, data).board.move_count == 250


@pytest.mark.benchmark(group="writing")
def test_dumps(benchmark, data):
    games = sgf.loads(data)
    assert sgf.loads(benchmark(sgf.dumps, games)) == games


def sgfmill_replay(data):
    sgfmill = pytest.importorskip("sgfmill.sgf")
    moves = pytest.importorskip("sgfmill.sgf_moves")
    board, plays = moves.get_setup_and_moves(sgfmill.Sgf_game.from_bytes(data))
    for colour, move in plays:
        if move is not None:
            board.play(*move, colour)
    return board


@pytest.mark.benchmark(group="bytes to position")
def test_game_against_sgfmill(benchmark, data):
    """In turn in one process, many games each, garbage included."""

    def seconds(work, times):
        gc.collect()
        start = time.process_time()
        for _ in range(times):
            work(data)
        return (time.process_time() - start) / times

    ratios = [seconds(sgfmill_replay, 30) / seconds(Game.from_sgf, 300) for _ in range(5)]
    benchmark.extra_info["times sgfmill"] = round(float(np.median(ratios)), 1)
    benchmark(Game.from_sgf, data)
    assert np.median(ratios) > 15


@pytest.mark.benchmark(group="bytes to position")
def test_sgfmill_replay(benchmark, data):
    board = benchmark(sgfmill_replay, data)
    ours = np.flipud(sgf.record(data).board().stones)
    assert [[{None: 0, "b": 1, "w": 2}[board.get(row, col)] for col in range(19)] for row in range(19)] == ours.tolist()
