"""Cost of playouts as work grows: sizes, n, threads. `python -m benchmarks` compares with the yardstick and peers."""

import pytest

from goboard import Board, playout


@pytest.mark.parametrize("shape", [(5, 5), (7, 7), (9, 9), (9, 13), (13, 13), (15, 15), (19, 19), (25, 25)])
def test_size(benchmark, shape):
    board = Board(shape)
    result = benchmark.pedantic(lambda: playout(board, 2000, seed=1), rounds=5, warmup_rounds=1)
    benchmark.extra_info["moves"] = result.total_moves


@pytest.mark.parametrize("n", [10, 100, 1000, 10_000])
def test_number(benchmark, n):
    board = Board(9)
    benchmark.pedantic(lambda: playout(board, n, seed=1), rounds=5, warmup_rounds=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark, threads):
    board = Board(19)
    benchmark.pedantic(lambda: playout(board, 10_000, seed=1, threads=threads), rounds=3, warmup_rounds=1)
