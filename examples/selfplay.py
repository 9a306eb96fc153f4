"""Self-play: many games in lockstep, driven by any function planes -> (policy, value); on a cluster by any executor.

    python examples/selfplay.py --games 64 --size 9
    python examples/selfplay.py --games 256 --dask          # the same games on a Dask cluster of this machine

A policy network is any callable that takes float32 planes (N, 17, size, size) and returns logits (N, size * size + 1) and
values (N,). `TinyNetwork` below is one in numpy; put yours in its place.
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

import goboard
from goboard import BLACK, Board, BoardBatch

Floats = NDArray[np.float32]
Network = Callable[[Floats], tuple[Floats, Floats]]


class TinyNetwork:
    """One convolution of 3x3, relu, and two linear heads, with random weights: small enough to run anywhere."""

    def __init__(self, size: int, channels: int = 16, planes: int = 17, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.kernel = rng.normal(0, 0.1, (planes * 9, channels)).astype(np.float32)
        self.policy = rng.normal(0, 0.1, channels).astype(np.float32)
        self.value = rng.normal(0, 0.1, channels).astype(np.float32)

    def __call__(self, planes: Floats) -> tuple[Floats, Floats]:
        n, _, rows, cols = planes.shape
        padded = np.pad(planes, ((0, 0), (0, 0), (1, 1), (1, 1)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
        hidden = np.maximum(windows.transpose(0, 2, 3, 1, 4, 5).reshape(n, rows * cols, -1) @ self.kernel, 0)
        logits = np.concatenate([hidden @ self.policy, np.full((n, 1), -3, np.float32)], axis=1)
        return logits, np.tanh(hidden.mean(axis=1) @ self.value)


def margin(board: Board, komi: float) -> float:
    """Black's area less White's and komi, without the stones that goboard.estimate_dead gives up."""
    return goboard.score(board, "chinese", goboard.estimate_dead(board, seed=board.hash), komi=komi).margin


def play_games(
    network: Network, games: int, size: int = 9, komi: float = 7.5, seed: int | np.random.SeedSequence = 0, lanes: int = 64, dead_stones: bool = False
) -> dict[str, NDArray[np.generic]]:
    """Play `games` games, at most `lanes` at a time; returns planes, policies (the moves played) and values of all positions.

    dead_stones: games are counted as players would, not as they stand: for networks that pass before all is captured.
    planes: bool (N, 17, size, size); move: int64 (N,); value: float32 (N,), 1 if the player to move won, -1 if it lost.
    """
    rng = np.random.default_rng(seed)
    lanes = min(lanes, games)
    batch = BoardBatch(lanes, size, ko="positional", max_moves=2 * size * size)
    planes = np.empty((lanes, 17, size, size), np.float32)
    mask = np.empty((lanes, size * size + 1), bool)
    history: list[list[tuple[NDArray[np.bool_], int, int]]] = [[] for _ in range(lanes)]
    finished: dict[str, list[NDArray[np.generic]]] = {"planes": [], "move": [], "value": []}
    # A lane whose turn will not come any more stays done.
    left = games - lanes
    open_lanes = np.ones(lanes, bool)
    while open_lanes.any():
        batch.features("alphago_zero", out=planes)
        batch.legal_mask(out=mask)
        logits, _ = network(planes)
        # Gumbel's trick draws every lane's move from the softmax of its legal logits at once.
        actions = np.where(mask, logits + rng.gumbel(size=logits.shape), -np.inf).argmax(axis=1)
        turns = batch.to_play
        for lane in np.flatnonzero(open_lanes):
            history[lane].append((planes[lane].astype(bool), int(actions[lane]), int(turns[lane])))
        batch.play(actions)
        ended = batch.done & open_lanes
        if ended.any():
            score = batch.area_score(komi)
            for lane in np.flatnonzero(ended):
                lead = margin(batch[lane], komi) if dead_stones else float(score[lane])
                winner = BLACK if lead > 0 else 3 - BLACK
                seen, moves, colors = zip(*history[lane])
                finished["planes"].append(np.stack(seen))
                finished["move"].append(np.array(moves))
                finished["value"].append(np.where(np.array(colors) == winner, 1, -1).astype(np.float32))
                history[lane] = []
            again = np.zeros(lanes, bool)
            again[np.flatnonzero(ended)[:left]] = True
            left -= int(again.sum())
            batch.reset(again)
            open_lanes &= ~ended | again
    return {name: np.concatenate(parts) for name, parts in finished.items()}


def play_on(
    executor: Executor, network: Network, games: int, size: int = 9, seed: int = 0, each: int = 64, dead_stones: bool = False
) -> dict[str, NDArray[np.generic]]:
    """The same on any concurrent.futures.Executor, `each` games a task; the games depend on the seed alone."""
    counts = [min(each, games - first) for first in range(0, games, each)]
    seeds = np.random.SeedSequence(seed).spawn(len(counts))
    tasks = [executor.submit(play_games, network, count, size=size, seed=s, dead_stones=dead_stones) for count, s in zip(counts, seeds)]
    parts = [task.result() for task in tasks]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description="Self-play of many games in lockstep.")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dask", action="store_true", help="on a Dask cluster of this machine (pip install distributed)")
    parser.add_argument("--dead-stones", action="store_true", help="count without the stones that goboard.estimate_dead gives up")
    args = parser.parse_args()
    network = TinyNetwork(args.size)
    start = time.perf_counter()
    if args.dask:
        from distributed import Client

        with Client(threads_per_worker=1) as client:
            # Dask takes calls with equal arguments for one call unless it is told that they are not pure.
            made = play_on(client.get_executor(pure=False), network, args.games, args.size, args.seed, dead_stones=args.dead_stones)
    else:
        made = play_games(network, args.games, args.size, seed=args.seed, dead_stones=args.dead_stones)
    seconds = time.perf_counter() - start
    positions = len(made["move"])
    print(f"{args.games} games, {positions} positions in {seconds:.2f} s: {positions / seconds:,.0f} positions/s; "
          f"the mover won {(made['value'] == 1).mean():.0%} of them")


if __name__ == "__main__":
    main()
