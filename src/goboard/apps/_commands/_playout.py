"""`goboard playout`."""

from __future__ import annotations

import contextlib
import os
import time
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Executor

import goboard
from goboard.apps._commands._output import Progress, check_writable, print_json, write_file
from goboard.apps._commands._position import beside, introduce, position_json, read_position, style
from goboard.apps._commands._table import ASCII, COLOR, ENCODING, GAME, INDEX, JSON, MOVE, SVG, UsageError, argument, command, points, whole
from goboard.records import render


@command(
    GAME, INDEX, MOVE,
    argument("-n", type=whole(1), default=100_000, metavar="PLAYOUTS", help="how many (default 100000)"),
    argument("--threads", type=whole(1), metavar="T", help="default: one for each processor; the result is the same for any"),
    argument("--seed", type=whole(0), metavar="S", help="the same seed gives the same result (default: a fresh one, printed)"),
    argument("--komi", type=points, metavar="KOMI", help="default: the record's, else 7.5"),
    argument("--scheduler", metavar="ADDRESS", help="let the Dask cluster there play, such as tcp://host:8786; the result is the same"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def playout(args: Namespace) -> None:
    """Play random games from a position and tell who wins.

    Prints the win rate with its standard error, the mean score, and who comes to own each point. Light playouts:
    uniformly random moves that do not fill the mover's own eyes, until both pass; area scoring.
    """
    at = read_position(args)
    check_writable(args.svg)
    board, record = at.board, at.record
    komi = args.komi if args.komi is not None else record.komi if record.komi is not None else 7.5
    seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(4), "little")
    threads = args.threads or _processors()
    start = time.perf_counter()
    with _cluster(args.scheduler) as executor, Progress(args.n) as progress:
        # A cluster's chunks are worth sending: a few hundredth parts of the whole.
        batch = None if executor is None else max(args.n // 200, 1000)
        result = goboard.playout(board, args.n, seed=seed, threads=threads, komi=komi, executor=executor, batch=batch,
                                 progress=progress)
    seconds = time.perf_counter() - start
    rate = result.games / seconds
    caption = (
        f"Move {at.move}, {result.games:,} playouts: Black wins {result.win_rate:.1%} \u00b1 {result.standard_error:.1%}, "
        f"mean score {result.mean_score:+.1f}"
    )
    if args.svg:
        write_file(args.svg, render.svg(board, heat=result.ownership, win_rate=result.win_rate, caption=caption))
    if args.json:
        payload = position_json(args, at)
        payload.update(
            komi=komi, playouts=result.games, seed=seed, threads=threads, path=result.path,
            black_wins=result.black_wins, white_wins=result.white_wins, draws=result.draws,
            win_rate=result.win_rate, standard_error=result.standard_error, mean_score=result.mean_score,
            total_moves=result.total_moves, ownership=[[round(float(value), 4) for value in row] for row in result.ownership],
            seconds=round(seconds, 4), playouts_per_second=round(rate, 1),
        )  # fmt: skip
        print_json(payload)
        return
    introduce(at)
    look = style(args)
    print(beside(render.text(board, **look), render.ownership(result.ownership, **look, legend=False)))
    print(render.ownership_legend(look["unicode"]))
    print()
    plus_minus = "\u00b1" if look["unicode"] else "+-"
    ahead = "Black" if result.mean_score >= 0 else "White"
    print(f"Black wins  {result.win_rate:.2%} {plus_minus} {result.standard_error:.2%}  {_bar(result.win_rate, look['unicode'])}")
    print(f"Mean score  {ahead} by {abs(result.mean_score):.2f}, komi {komi:g} counted")
    where = f"at {args.scheduler}" if args.scheduler else f"on {threads} thread{'s' * (threads > 1)}"
    print(f"Playouts    {result.games:,}, {rate:,.0f} a second {where}, path {result.path}, seed {seed}")


@contextlib.contextmanager
def _cluster(address: str | None) -> Iterator[Executor | None]:
    """The executor of the Dask cluster at `address`, or None."""
    if address is None:
        yield None
        return
    try:
        from dask.distributed import Client
    except ImportError:
        raise UsageError("--scheduler needs Dask: pip install 'goboard[dask]'") from None
    with Client(address, timeout=10) as client:
        yield client.get_executor(pure=False)


def _processors() -> int:
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _bar(share: float, unicode: bool) -> str:
    full = round(30 * share)
    return "\u2588" * full + "\u2591" * (30 - full) if unicode else "#" * full + "-" * (30 - full)
