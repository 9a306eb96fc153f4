"""Commands that play, take back and generate moves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from goboard.apps._gtp._protocol import LISTEN, GtpError, color_of, command
from goboard.apps.mcts import SearchResult

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


@command(least=2)
def play(engine: Engine, args: list[str]) -> str:
    color = color_of(args[0])
    if args[1].lower() == "resign":
        return ""
    move = engine.point(args[1])
    if engine.board.why_illegal(move, color):
        raise GtpError("illegal move")
    engine.game.play(move, color, out_of_turn=True)
    return ""


@command("goboard-why_illegal", 2)
def why_illegal(engine: Engine, args: list[str]) -> str:
    """`goboard-why_illegal color vertex`: occupied, ko, superko, suicide; nothing for a legal move."""
    return engine.board.why_illegal(engine.point(args[1]), color_of(args[0])) or ""


@command("gogui-play_sequence", 2, None)
def gogui_play_sequence(engine: Engine, args: list[str]) -> str:
    """`color vertex color vertex ...`: all of them, or none."""
    game = engine.game.copy()
    for color, move in engine.pairs(args):
        if game.board.why_illegal(move, color):
            raise GtpError(f"illegal move {game.board.vertex(move)}")
        game.play(move, color, out_of_turn=True)
    engine.game = game
    return ""


@command()
def undo(engine: Engine, args: list[str]) -> str:
    if not engine.board.move_count:
        raise GtpError("cannot undo")
    engine.game.undo()
    return ""


@command(least=1)
def genmove(engine: Engine, args: list[str]) -> str:
    return _genmove(engine, color_of(args[0]))


@command("kgs-genmove_cleanup", 1)
def kgs_genmove_cleanup(engine: Engine, args: list[str]) -> str:
    """A move that captures dead stones, before it passes."""
    return _genmove(engine, color_of(args[0]), capture_dead=True)


@command(least=1)
def reg_genmove(engine: Engine, args: list[str]) -> str:
    color = color_of(args[0])
    return engine.board.vertex(engine.search(engine.turned(color), seconds=engine.time_limit(color)).move)


@command("kata-search", 1)
def kata_search(engine: Engine, args: list[str]) -> str:
    """What genmove would answer; nothing is played."""
    color = color_of(args[0])
    return decided(engine, color, engine.search(engine.turned(color), seconds=engine.time_limit(color)))


@command("kata-search_cancellable", 1)
def kata_search_cancellable(engine: Engine, args: list[str]) -> str:
    """The same, or `cancelled` when another line comes first."""
    color = color_of(args[0])
    found = None
    for found in engine.steps(color, LISTEN):  # noqa: B007 (the last one decides)
        if engine.waiting():
            return "cancelled"
    assert found is not None
    return decided(engine, color, found)


def _genmove(engine: Engine, color: int, capture_dead: bool = False) -> str:
    start = time.monotonic()
    found = engine.search(engine.turned(color), seconds=engine.time_limit(color), capture_dead=capture_dead)
    return played(engine, color, decided(engine, color, found), time.monotonic() - start)


def decided(engine: Engine, color: int, found: SearchResult, may_resign: bool = True) -> str:
    """The move that was found, or `resign`."""
    # Before a fifth of the points is played, a lost game is a handicap game.
    if may_resign and found.win_rate < engine.resign and engine.board.move_count > engine.board.pass_move // 5:
        return "resign"
    return engine.board.vertex(found.move)


def played(engine: Engine, color: int, move: str, seconds: float) -> str:
    """Carry out what was decided in so many seconds."""
    if engine.clocks:
        engine.clocks[color].spend(seconds)
    if move != "resign":
        engine.game.play(move, color, out_of_turn=True)
    return move
