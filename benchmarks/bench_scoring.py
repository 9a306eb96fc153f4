"""What a count costs at the Python surface: finished 19x19 games with dead stones. `pytest benchmarks/bench_scoring.py`.

CPU time counts, not the clock on the wall.
"""

import json
import time
from pathlib import Path

import numpy as np
import pytest

from goboard import Board
from goboard.game import Game
from goboard.rules import Rules
from goboard.scoring import explain, score

pytestmark = pytest.mark.benchmark(timer=time.process_time)
CASES = json.loads((Path(__file__).parent.parent / "tests" / "data" / "score_cases.json").read_text(encoding="utf-8"))
FINISHED = [c for c in CASES if c["size"] == [19, 19] and len(c.get("dead", ())) > 8 and "prisoners" in c][:8]


def positions():
    found = []
    for case in FINISHED:
        array = np.array([[".XO".find(sign) for sign in row] for row in case["board"]])
        board = Board.from_array(array)
        found.append((board, [board.point(v) for v in case["dead"]]))
    return found


@pytest.mark.parametrize("rules", ["japanese", "japanese strict", "chinese", "stone-scoring"])
def test_score(benchmark, rules):
    """Per round: one count; the mean over eight games, 9 to 45 dead stones each."""
    record = Rules.preset(rules.split()[0], strict=True) if rules.endswith("strict") else Rules.preset(rules)
    games = positions() * 25
    benchmark.extra_info["positions"] = len(games)

    def count():
        for board, dead in games:
            score(board, record, dead)

    benchmark.pedantic(count, rounds=30, warmup_rounds=2)
    if benchmark.stats:
        benchmark.extra_info["microseconds_each"] = round(benchmark.stats.stats.median / len(games) * 1e6, 1)


def test_explain(benchmark):
    board, dead = positions()[0]
    benchmark(lambda: explain(score(board, "japanese", dead)))


def test_play_under_rules(benchmark):
    """Per round: 60 moves of a `Game`, undone again."""
    game = Game(19, "japanese")

    def there_and_back():
        for point in range(0, 360, 6):
            game.play(point)
        for _ in range(60):
            game.undo()

    benchmark(there_and_back)
