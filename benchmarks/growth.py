"""`python -m benchmarks.growth`: what a playout costs as the board, the number, the batch and the threads grow.

Everything is a ratio of two things run in turn on one pinned core (threads: on all), CPU time, medians and spread.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time

import numpy as np

import goboard
from benchmarks.__main__ import build_yardsticks
from goboard import Board, Game, playout, playout_batch

GAMES = pathlib.Path(__file__).parent.parent / "tests" / "data" / "games"
SIZES = [(5, 5), (7, 7), (9, 9), (9, 13), (13, 13), (15, 15), (19, 19), (25, 25)]


def per_move(board, n, path=None):
    start = time.process_time()
    moves = playout(board, n, seed=1, path=path).total_moves
    return (time.process_time() - start) / moves


def told_of(values):
    values = sorted(values)
    return f"{statistics.median(values):.3g} [{values[0]:.3g} .. {values[-1]:.3g}]"


def sizes(rounds):
    """Cost per move beside the line through 9x9, 13x13 and 19x19 at as many points."""
    known = [81, 169, 361]
    ratios = {shape: [] for shape in SIZES}
    for _ in range(rounds):
        cost = {shape: per_move(Board(shape), 1_500_000 // (shape[0] * shape[1])) for shape in SIZES}
        line = [cost[9, 9], cost[13, 13], cost[19, 19]]
        for rows, cols in SIZES:
            n = rows * cols
            slope = (line[1] - line[0]) / (169 - 81) if n < 81 else (line[2] - line[1]) / (361 - 169)
            expected = float(np.interp(n, known, line)) if 81 <= n <= 361 else line[0 if n < 81 else 2] + slope * (n - (81 if n < 81 else 361))
            ratios[rows, cols].append(cost[rows, cols] / expected)
    for (rows, cols), r in ratios.items():
        print(f"cost of a move, {rows}x{cols}, of the interpolated: {told_of(r)}")


def middle_game(rounds):
    """From move 120 of real games, per move: the ratio to the yardstick from there, of the ratio from the empty board."""
    positions = []
    for line in (GAMES.parent / "sgf_games.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        if told["size"] != [19, 19] or told["name"][0] not in "gp" or told["moves"] < 150:
            continue
        moves = Game.from_sgf(told["sgf"], rules="japanese").moves[:120]
        if [color for color, _ in moves] == [1, 2] * 60 and all(move < 361 for _, move in moves):
            board = Board(19, ko="simple")
            board.play_moves(moves)
            positions.append((board, " ".join(str(move) for _, move in moves)))
    with tempfile.TemporaryDirectory() as folder:
        yardstick = build_yardsticks(pathlib.Path(folder), (19,))[19]
        start = pathlib.Path(folder) / "moves"

        def yard(text):
            start.write_text(text)
            out = subprocess.run([yardstick, "4000", "1", start], check=True, capture_output=True, text=True).stdout
            return 1 / float(out.split("moves/s=")[1].split()[0])

        for path in goboard.playout_paths():
            against, alone = [], []
            for i in range(rounds):
                board, text = positions[7 * i % len(positions)]
                ours = per_move(Board(19), 4000, path), per_move(board, 6000, path)
                theirs = yard(""), yard(text)
                ours = (ours[0] + per_move(Board(19), 4000, path)) / 2, (ours[1] + per_move(board, 6000, path)) / 2
                theirs = (theirs[0] + yard("")) / 2, (theirs[1] + yard(text)) / 2
                alone.append(ours[0] / ours[1])
                against.append((theirs[1] / ours[1]) / (theirs[0] / ours[0]))
            print(f"move 120 of a game, {path}: speed per move {told_of(alone)} of the empty board's; ratio to the yardstick {told_of(against)} of the empty board's")


def batch(rounds):
    """1,000 positions of 150 random moves with 10 playouts each, of 10,000 playouts of one such position."""
    rng = np.random.default_rng(1)
    boards = []
    while len(boards) < 1000:
        board = Board(19, ko="simple")
        while board.move_count < 150:
            moves = board.legal_moves()[:-1]
            move = int(rng.choice(moves))
            if not board.is_eye(move, board.to_play):
                board.play(move)
        boards.append(board)
    for path in goboard.playout_paths():
        ratios = []
        for i in range(rounds):
            one = clock(lambda: playout(boards[7 * i], 10_000, seed=i, path=path))
            many = clock(lambda: playout_batch(boards, 10, seed=i, path=path))
            one = (one + clock(lambda: playout(boards[7 * i + 1], 10_000, seed=i, path=path))) / 2
            ratios.append(many / one)
        print(f"1,000 positions of 10 playouts, {path}, of one of 10,000: {told_of(ratios)}")


def clock(job, of=time.process_time):
    start = of()
    job()
    return of() - start


def numbers():
    """Playouts a second and the process's memory against n, 9x9."""
    for power in range(1, 8):
        n = 10**power
        calls = max(1, 100_000 // n)
        seconds = clock(lambda: [playout(Board(9), n, seed=1) for _ in range(calls)])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"9x9, calls of {n:,}: {calls * n / seconds:,.0f} playouts/s, {memory:.0f} MiB")


def threads(rounds):
    ratios = []
    for _ in range(rounds):
        one = clock(lambda: playout(Board(19), 40_000, seed=1), time.perf_counter)
        two = clock(lambda: playout(Board(19), 40_000, seed=1, threads=2), time.perf_counter)
        ratios.append(one / two)
    print(f"two threads, times one: {told_of(ratios)}")


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=0, help="the core to run on, where the system can pin (default 0)")
    options = parser.parse_args()
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if allowed:
        os.sched_setaffinity(0, {options.core})
    sizes(options.rounds)
    middle_game(options.rounds)
    batch(options.rounds)
    numbers()
    if allowed:
        os.sched_setaffinity(0, allowed)
    if len(allowed) > 1:
        threads(options.rounds)


if __name__ == "__main__":
    main()
