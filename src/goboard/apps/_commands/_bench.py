"""`goboard bench`."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np

import goboard
from goboard.apps._commands._output import Progress, print_json
from goboard.apps._commands._table import JSON, UsageError, argument, command, seconds, whole


@command(
    argument("--size", type=whole(1), action="append", metavar="N", help="a board; may be repeated (default 9, 13 and 19)"),
    argument("--seconds", type=seconds, default=0.5, metavar="S", help="how long for each figure (default 0.5)"),
    argument("--threads", type=whole(1), default=1, metavar="T", help="of the playouts (default 1)"),
    JSON,
)  # fmt: skip
def bench(args: Namespace) -> None:
    """Measure how fast this machine plays.

    Playouts from the empty board on each path, legal masks and moves of middle games. To compare with other libraries,
    run `python -m benchmarks` in a checkout.
    """
    sizes = args.size or [9, 13, 19]
    if max(sizes) > 25:
        raise UsageError(f"--size must be 1 to 25, not {max(sizes)}")
    jobs = [(size, what, job) for size in sizes for what, job in _bench_jobs(size, args.threads)]
    found: dict[int, dict[str, float]] = {size: {} for size in sizes}
    with Progress(len(jobs)) as progress:
        for done, (size, what, job) in enumerate(jobs):
            progress(done)
            found[size][what] = _rate(job, args.seconds)
    default = {size: goboard.playout(goboard.Board(size), 1, seed=0).path for size in sizes}
    if args.json:
        print_json({"threads": args.threads, "default_path": default, "per_second": found})
        return
    width = max(len(what) for _, what, _ in jobs)
    print(" " * width + "".join(f"{f'{size}x{size}':>14}" for size in sizes))
    for what in found[sizes[0]]:
        print(f"{what:<{width}}" + "".join(f"{found[size][what]:>14,.0f}" for size in sizes))
    print("\nA second. The path that plays unless another is asked for: " + ", ".join(f"{size}x{size} {path}" for size, path in default.items()))


Job = Callable[[int], int]


def _bench_jobs(size: int, threads: int) -> Iterator[tuple[str, Job]]:
    """(what, job) of what `bench` times; a job does its work for about `n` units and returns how many they were."""
    empty = goboard.Board(size)
    middle = goboard.Board(size)
    rng = np.random.default_rng(1)
    while middle.move_count < size * size * 2 // 5:
        choice = [p for p in middle.legal_moves()[:-1] if not middle.is_eye(int(p), middle.to_play)]
        if not choice:
            break
        middle.play(int(rng.choice(choice)))
    moves = np.array([move for _, move in middle.moves], dtype=np.int64)
    out = np.empty(size * size + 1, dtype=bool)

    def playouts(path: Literal["chains", "lanes"]) -> Job:
        return lambda n: goboard.playout(empty, n, seed=n, threads=threads, path=path).games

    def masks(n: int) -> int:
        for _ in range(n):
            middle.legal_mask(out=out)
        return n

    def replays(n: int) -> int:
        for _ in range(n):
            goboard.Board(size).play_moves(moves)
        return n * len(moves)

    for path in goboard.playout_paths():
        yield f"playouts, path {path}", playouts(path)
    yield "legal masks, superko", masks
    yield "moves replayed", replays


def _rate(job: Job, seconds: float) -> float:
    """Units a second: the number is doubled until the time is up."""
    n = 16
    while True:
        start = time.perf_counter()
        units = job(n)
        spent = time.perf_counter() - start
        if spent >= seconds / 2 or n >= 1 << 30:
            return units / spent
        n *= 2
