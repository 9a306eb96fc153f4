"""`confirm` and `solve` on positions of whole games: an answer or "unknown", within the limits, and true to what is proven otherwise."""

import json
import pathlib
import random
import time

import numpy as np
import pytest

from goboard import Board, confirm, pass_alive, solve

DATA = pathlib.Path(__file__).parent / "data"
GAMES = [game for game in map(json.loads, (DATA / "sgf_games.jsonl").read_text("utf-8").splitlines()) if min(game["size"]) >= 13]


def positions(count):
    """Middle-game positions: (name, board), from 40 moves to the end."""
    from goboard import sgf

    rng = random.Random(5)
    for i in range(count):
        game = GAMES[i % len(GAMES)]
        record = sgf.record(sgf.loads(game["sgf"]))
        board = Board(tuple(game["size"]), ko="none")
        board.setup(black=[board.point(v) for v in game["setup_black"]]) if game["setup_black"] else None
        moves = record.board().moves
        for color, move in moves[: rng.randrange(40, len(moves))]:
            board.play(move, color)
        yield game["name"], board


def check(board, nodes, seconds):
    start = time.monotonic()
    found = confirm(board, max_nodes=nodes, max_bytes=64 << 20, seconds=seconds)
    assert time.monotonic() - start < seconds + 2
    living = pass_alive(board)
    for chain in found.chains:
        assert chain.status in ("alive", "seki", "dead", "unknown")
        assert (chain.kind == "unknown") == (chain.status == "unknown")
        assert chain.why
        if living.flat[chain.points[0]]:
            assert chain.kind == "pass-alive"
    assert sum(c.nodes for c in found.chains) <= nodes + 1000
    rng = np.random.default_rng(board.hash & 0xFFFF)
    target = int(rng.choice(np.flatnonzero(board.stones)))
    start = time.monotonic()
    solution = solve(board, target, max_nodes=nodes, max_bytes=64 << 20, seconds=seconds)
    assert time.monotonic() - start < seconds + 2
    if solution.status == "unknown":
        assert solution.reason and not solution.line
    return solution.status, found


def test_middle_games():
    for _, board in positions(12):
        check(board, 20_000, 0.5)


@pytest.mark.slow
def test_two_hundred_middle_games():
    for _, board in positions(200):
        check(board, 200_000, 2)
