"""Commands that analyze: KataGo's and Leela Zero's."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from goboard.apps._gtp._analysis_request import request_of
from goboard.apps._gtp._play import decided, played
from goboard.apps._gtp._protocol import LISTEN, command, never
from goboard.apps.mcts import analyse
from goboard.board._playouts import playout

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


@command("lz-analyze", 0, None)
def lz_analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    """`[color] [interval] [key value]...`: what the search thinks, every `interval` hundredths of a second, until the next line."""
    return _analysis(engine, args, lz=True)


@command("kata-analyze", 0, None)
def kata_analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    return _analysis(engine, args)


@command(least=0, most=None)
def analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    """The name of kata-analyze that Sabaki looks for."""
    return _analysis(engine, args)


@command("lz-genmove_analyze", 0, None)
def lz_genmove_analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    """genmove, with reports every `interval`, if one is given, and at the end."""
    return _genmove_analysis(engine, args, lz=True)


@command("kata-genmove_analyze", 0, None)
def kata_genmove_analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    return _genmove_analysis(engine, args)


@command(least=0, most=None)
def genmove_analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    return _genmove_analysis(engine, args)


@command("kata-search_analyze", 0, None)
def kata_search_analyze(engine: Engine, args: list[str]) -> Iterator[str]:
    """kata-genmove_analyze, but nothing is played."""
    return _genmove_analysis(engine, args, play=False)


@command("kata-search_analyze_cancellable", 0, None)
def kata_search_analyze_cancellable(engine: Engine, args: list[str]) -> Iterator[str]:
    """The same, with `play cancelled` when another line comes first."""
    return _genmove_analysis(engine, args, play=False, cancellable=True)


@command()
def stop(engine: Engine, args: list[str]) -> str:
    """Ends an analysis, as any line does."""
    return ""


def _analysis(engine: Engine, args: list[str], lz: bool = False) -> Iterator[str]:
    request = request_of(args, engine.board, lz)
    interval = 1.0 if request.interval is None else max(request.interval, 0.01)
    board, waiting, begun = engine.turned(request.color), engine.waiting, False
    for found in analyse(board, seconds=interval, stop=waiting, **engine.search_settings(), **request.search()):
        if not begun or not waiting():
            report = request.report(board, found)
            begun |= bool(report)
            if report:
                yield report
        if waiting is never or waiting():
            return
    # The tree is full; the answer goes on until the next line all the same.
    while not waiting():
        time.sleep(LISTEN)


def _genmove_analysis(engine: Engine, args: list[str], lz: bool = False, play: bool = True, cancellable: bool = False) -> Iterator[str]:
    request = request_of(args, engine.board, lz)
    every = math.inf if request.interval is None else max(request.interval, 0.01)
    board, waiting, start, told = engine.turned(request.color), engine.waiting, time.monotonic(), 0.0
    found = None
    for found in engine.steps(request.color, min(every, LISTEN) if cancellable else every, **request.search()):
        if found.seconds - told >= every:
            told = found.seconds
            if report := request.report(board, found):
                yield report
        if cancellable and waiting():
            yield "play cancelled\n"
            return
    assert found is not None
    move = decided(engine, request.color, found, request.may_resign)
    report = request.report(board, found)
    if play:
        played(engine, request.color, move, time.monotonic() - start)
    yield f"{report}play {move}\n"


@command("goboard-ownership")
def ownership(engine: Engine, args: list[str]) -> str:
    """Whose each point is after 2,000 random games: 1 always Black's, -1 always White's; the top row first."""
    owned = playout(engine.board, 2000, seed=engine.seed).ownership
    return "\n".join(" ".join(f"{value:.3f}" for value in row) for row in owned.tolist())


@command("gogui-analyze_commands")
def gogui_analyze_commands(engine: Engine, args: list[str]) -> str:
    return "\n".join((
        "dboard/Ownership/goboard-ownership",
        "plist/Dead Stones/final_status_list dead",
        "plist/Legal Moves/all_legal %c",
        "string/Final Score/final_score",
        "string/Why Illegal/goboard-why_illegal %c %p",
        "string/Rules/kata-get-rules",
    ))  # fmt: skip
