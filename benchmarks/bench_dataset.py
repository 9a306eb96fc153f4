"""Records to planes: a whole pipeline beside one of sgfmill and Python, where it is installed.

    taskset -c 0 pytest benchmarks/bench_dataset.py
"""

import gc
import json
import time
from pathlib import Path

import numpy as np
import pytest

from goboard.dataset import Dataset

GAMES = Path(__file__).parent.parent / "tests" / "data" / "sgf_games.jsonl"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("games")
    for line in GAMES.read_text("utf-8").splitlines():
        game = json.loads(line)
        if game["size"] == [19, 19]:
            (place / f"{game['name']}.sgf").write_text(game["sgf"], "utf-8")
    return place


def ours(folder):
    return sum(len(batch["move"]) for batch in Dataset(folder, batch=128, dtype=np.uint8))


def theirs(folder):
    """The 17 planes of every position as a user of sgfmill writes them: replay, and arrays kept for the latest eight."""
    from sgfmill import sgf, sgf_moves

    positions = 0
    for path in sorted(folder.glob("*.sgf")):
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        board, plays = sgf_moves.get_setup_and_moves(game)
        past, planes = [], []
        for color, move in plays:
            now = np.zeros((2, board.side, board.side), np.uint8)
            for stone, (row, col) in board.list_occupied_points():
                now[0 if stone == "b" else 1, board.side - 1 - row, col] = 1
            past.append(now)
            made = np.zeros((17, board.side, board.side), np.uint8)
            for t, stones in enumerate(reversed(past[-8:])):
                made[2 * t : 2 * t + 2] = stones if color == "b" else stones[::-1]
            made[16] = color == "b"
            planes.append(made)
            if move is not None:
                board.play(*move, color)
        positions += len(np.stack(planes))
    return positions


@pytest.mark.benchmark(group="records to planes")
def test_dataset_against_sgfmill(benchmark, folder):
    pytest.importorskip("sgfmill")

    def rate(work, times):
        gc.collect()  # each side pays for its own garbage
        start = time.process_time()
        return sum(work(folder) for _ in range(times)) / (time.process_time() - start)

    ratios = [rate(ours, 20) / rate(theirs, 1) for _ in range(5)]
    benchmark.extra_info["times sgfmill"] = round(float(np.median(ratios)), 1)
    positions = benchmark.pedantic(ours, (folder,), rounds=3)
    benchmark.extra_info["positions/s"] = round(positions / benchmark.stats["median"])
    assert np.median(ratios) > 20
