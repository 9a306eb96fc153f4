"""Costs at the Python surface of `Board`. `pytest benchmarks/bench_board.py`; `empty` is a Cython property, the floor of any call."""

import numpy as np
import pytest

from goboard import Board


def played(size, moves, seed=0, ko="positional"):
    """A board after random moves that fill no eyes, and the moves."""
    board = Board(size, ko=ko)
    rng = np.random.default_rng(seed)
    points = []
    while len(points) < moves:
        legal = [int(p) for p in board.legal_moves()[:-1] if not board.is_eye(int(p), board.to_play)]
        points.append(int(rng.choice(legal)))
        board.play(points[-1])
    return board, points


def test_empty_call(benchmark):
    board = Board(19)
    benchmark(lambda: board.rows)


@pytest.mark.parametrize("size", [9, 19])
def test_play(benchmark, size):
    """Per round: the moves of a game, one `play` each."""
    _, points = played(size, 200 if size == 19 else 60)
    benchmark.extra_info["moves"] = len(points)

    def game(board):
        play = board.play
        for point in points:
            play(point)

    benchmark.pedantic(game, setup=lambda: ((Board(size),), {}), rounds=300)


@pytest.mark.parametrize("size", [9, 19])
def test_play_moves(benchmark, size):
    """Per round: a whole game in one call, positional superko."""
    _, points = played(size, 250 if size == 19 else 70)
    array = np.array(points)
    benchmark.extra_info["moves"] = len(points)
    benchmark.pedantic(lambda board: board.play_moves(array), setup=lambda: ((Board(size),), {}), rounds=300)


def test_undo_and_play(benchmark):
    board, points = played(19, 200)

    def there_and_back():
        board.undo()
        board.play(points[-1])

    benchmark(there_and_back)


def test_copy_19x19_after_200_moves(benchmark):
    benchmark(played(19, 200)[0].copy)


def test_is_legal(benchmark):
    board, _ = played(19, 150)
    point = int(board.legal_moves()[20])
    benchmark(board.is_legal, point)


@pytest.mark.parametrize("ko", ["simple", "positional"])
@pytest.mark.parametrize("size", [9, 19])
def test_legal_mask(benchmark, size, ko):
    board, _ = played(size, 150 if size == 19 else 40, ko=ko)
    out = np.empty(board.pass_move + 1, dtype=bool)
    benchmark(lambda: board.legal_mask(out=out))


def test_hash(benchmark):
    board, _ = played(19, 150)
    benchmark(lambda: board.hash)
