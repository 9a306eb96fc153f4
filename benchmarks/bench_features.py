"""Planes: their speed against plain copying of the same bytes, and KataGo's on positions of recorded games.

    taskset -c 0 pytest benchmarks/bench_features.py
"""

import json
import time
from pathlib import Path

import numpy as np
import pytest

from goboard import sgf
from goboard.batch import BoardBatch
from goboard.features import features

GAMES = Path(__file__).parent.parent / "tests" / "data" / "sgf_games.jsonl"


def mid_game_boards():
    """Positions of recorded 19x19 games, moves 40 to 200."""
    boards = []
    for line in GAMES.read_text("utf-8").splitlines():
        game = json.loads(line)
        if game["size"] == [19, 19]:
            record = sgf.record(game["sgf"])
            boards += [record.board(move, ko="positional") for move in range(40, min(len(record.moves), 200), 10)]
    return boards


def seconds(work, times):
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


# 1.5 MB stay in the caches, where copying is faster than anything that computes; 12 MB do not.
@pytest.mark.parametrize("lanes, least", [(256, 0), (2048, 0.6)])
@pytest.mark.benchmark(group="alphago_zero, uint8, against memcpy")
def test_alphago_zero_against_memcpy(benchmark, lanes, least):
    batch = BoardBatch(lanes, 19)
    batch.play_random(1, moves=120)
    planes = features(batch, dtype=np.uint8)
    other = np.empty_like(planes)
    paint = lambda: features(batch, out=planes)  # noqa: E731
    shares = [seconds(lambda: np.copyto(other, planes), 10) / seconds(paint, 10) for _ in range(9)]
    benchmark.extra_info["of memcpy"] = round(float(np.median(shares)), 2)
    benchmark(paint)
    benchmark.extra_info["GB/s"] = round(planes.nbytes / benchmark.stats["median"] / 1e9, 2)
    assert np.median(shares) > least


@pytest.mark.parametrize("name", features.presets)
@pytest.mark.benchmark(group="boards of recorded games, 19x19")
def test_boards(benchmark, name):
    boards = mid_game_boards()
    planes = features(boards, name, dtype=np.uint8)
    benchmark(features, boards, name, out=planes)
    benchmark.extra_info["positions/s"] = round(len(boards) / benchmark.stats["median"])


@pytest.mark.benchmark(group="boards of recorded games, 19x19")
def test_katago_v7_in_a_batch(benchmark):
    boards = mid_game_boards()
    batch = BoardBatch(len(boards), 19, ko="positional")
    for lane, board in enumerate(boards):
        batch.set(lane, board)
    planes = features(batch, "katago_v7", dtype=np.uint8)
    benchmark(features, batch, "katago_v7", out=planes)
    benchmark.extra_info["positions/s"] = round(len(boards) / benchmark.stats["median"])
