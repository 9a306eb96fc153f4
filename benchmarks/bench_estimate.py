"""What it costs to guess the dead stones of finished games. `pytest benchmarks/bench_estimate.py`.

CPU time counts, not the clock on the wall. One thread.
"""

import json
import time
from pathlib import Path

import pytest

from goboard import Board, estimate_dead

pytestmark = pytest.mark.benchmark(timer=time.process_time)
CASES = [json.loads(line) for line in (Path(__file__).parent.parent / "tests" / "data" / "dead_cases.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("size", [9, 13, 19])
def test_estimate_dead(benchmark, size):
    """Per round: every finished game of this size that the tests have; `per_game_ms` is the mean, `worst_ms` the slowest."""
    boards = [Board.from_text("\n".join(case["board"])) for case in CASES if len(case["board"]) == size]
    worst = 0.0

    def guess():
        nonlocal worst
        for board in boards:
            start = time.process_time()
            estimate_dead(board)
            worst = max(worst, time.process_time() - start)

    benchmark.pedantic(guess, rounds=3)
    benchmark.extra_info["positions"] = len(boards)
    benchmark.extra_info["per_game_ms"] = round(1000 * benchmark.stats.stats.min / len(boards), 1)
    benchmark.extra_info["worst_ms"] = round(1000 * worst, 1)
    assert benchmark.stats.stats.min / len(boards) < 0.1
