"""Life and death: what proofs cost. `pytest benchmarks/bench_life.py`. CPU time counts, not the clock on the wall.

The whole collection (tests/data/life_positions.json: Article 7's figures and examples at the stop, the verse's shapes with either
side first) is to take less than 20 seconds on one core, an ordinary corner problem with 10 empty points less than 50 ms.
"""

import json
import pathlib
import time

import numpy as np
import pytest

from goboard import Board, confirm, solve

pytestmark = pytest.mark.benchmark(timer=time.process_time)
POSITIONS = json.loads((pathlib.Path(__file__).parent.parent / "tests" / "data" / "life_positions.json").read_text(encoding="utf-8"))

# Ten empty points each, White to kill or Black to live.
CORNERS = {
    "nine points and a way out": "....OO\n...XOO\n...XOO\nXXXOOO\nOOOOOO\nOO.O.O\nOOOOOO",
    "second line": "..........OO\nXXXXXXXXXOOO\nOOOOOOOOOOOO\nO.O.OOOOOOOO\nOOOOOOOOOOOO",
    "a ragged corner": "....XO\n..X.XO\n.XXXXO\n..XOOO\nOOOO.O\nOO.O.O\nOOOOOO",
    "a stone inside": "....XO\n.O..XO\n...XXO\nXXXXOO\nOOOOOO\nOO.O.O\nOOOOOO",
}


def answer(case):
    board = Board.from_text("\n".join(case["board"]))
    if "confirm" in case:
        found = confirm(board)
        assert all(found.status(tuple(p)) == "dead" for p in case["confirm"].get("dead", ()))
    region = np.array([[int(x) for x in row] for row in case["region"]], np.uint8) if "region" in case else None
    for target, first, _ in case.get("solve", ()):
        assert solve(board, tuple(target), ".XO".index(first), region=region).status != "unknown"


def test_the_whole_collection(benchmark):
    def all_of_it():
        for case in POSITIONS:
            answer(case)

    benchmark.pedantic(all_of_it, rounds=3)
    if benchmark.stats:
        assert benchmark.stats.stats.median < 20


@pytest.mark.parametrize("name", CORNERS)
@pytest.mark.parametrize("first", [1, 2], ids=["Black first", "White first"])
def test_a_corner_of_ten_points(benchmark, name, first):
    board = Board.from_text(CORNERS[name])
    target = next(p for p in range(board.rows * board.cols) if board[p] == 1)
    solution = benchmark.pedantic(lambda: solve(board, target, first), rounds=10, warmup_rounds=1)
    assert solution.status != "unknown"
    benchmark.extra_info.update(status=solution.status, nodes=solution.nodes)
    if benchmark.stats:
        assert benchmark.stats.stats.median < 0.05


@pytest.mark.parametrize("name", ["j89-ex1", "j89-ex5-mannenko", "j89-ex25", "j89-ex7-bent4"])
def test_the_stop(benchmark, name):
    board = Board.from_text("\n".join(next(p["board"] for p in POSITIONS if p["id"] == name)))
    found = benchmark.pedantic(lambda: confirm(board), rounds=3)
    assert len(found.unknown) == 0


READING = [json.loads(line) for line in (pathlib.Path(__file__).parent.parent / "tests" / "data" / "reading.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", ["ld-12d", "ld-37d", "owl-53", "owl-119", "ld-305a"])
def test_the_open_board(benchmark, name):
    case = next(case for case in READING if case["id"] == name)
    board = Board.from_text("\n".join(case["rows"]))
    solution = benchmark.pedantic(lambda: solve(board, case["target"], "?BW".index(case["to_play"])), rounds=3)
    assert solution.status in ("alive", "dead")
    benchmark.extra_info.update(status=solution.status, nodes=solution.nodes, zone=len(solution.zone))
