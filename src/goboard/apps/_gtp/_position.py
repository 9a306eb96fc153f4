"""Commands that look at the position and the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from goboard._core import BLACK, WHITE
from goboard.apps._gtp._protocol import NAMES, GtpError, color_of, command, decimal

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


@command()
def showboard(engine: Engine, args: list[str]) -> str:
    board = engine.board
    taken = f"Black has taken {board.captures(BLACK)}, White {board.captures(WHITE)}"
    return f"\n{board}\n{'BW'[board.to_play - 1]} to play, move {board.move_count + 1}. {taken}. Komi {decimal(engine.komi)}."


@command(least=1)
def list_stones(engine: Engine, args: list[str]) -> str:
    points = np.flatnonzero(engine.board.stones.ravel() == color_of(args[0])).tolist()
    return " ".join(map(engine.board.vertex, points))


@command(least=1)
def color(engine: Engine, args: list[str]) -> str:
    point = engine.point(args[0])
    return NAMES[0 if point == engine.board.pass_move else engine.board[point]]


@command(least=2)
def is_legal(engine: Engine, args: list[str]) -> str:
    return str(int(engine.board.is_legal(engine.point(args[1]), color_of(args[0]))))


@command(least=1)
def all_legal(engine: Engine, args: list[str]) -> str:
    return " ".join(engine.board.vertex(p) for p in engine.board.legal_moves(color_of(args[0])).tolist() if p != engine.board.pass_move)


@command(least=1)
def captures(engine: Engine, args: list[str]) -> str:
    """How many stones this color has taken."""
    return str(engine.board.captures(color_of(args[0])))


def _stone(engine: Engine, word: str) -> int:
    point = engine.point(word)
    if point == engine.board.pass_move or not engine.board[point]:
        raise GtpError("vertex must not be empty")
    return point


@command(least=1)
def countlib(engine: Engine, args: list[str]) -> str:
    return str(engine.board.liberties(_stone(engine, args[0])))


@command(least=1)
def findlib(engine: Engine, args: list[str]) -> str:
    return " ".join(map(engine.board.vertex, engine.board.liberty_points(_stone(engine, args[0])).tolist()))


@command()
def move_history(engine: Engine, args: list[str]) -> str:
    """The last move first."""
    return "\n".join(f"{NAMES[color]} {engine.board.vertex(move)}" for color, move in reversed(engine.board.moves))


@command()
def last_move(engine: Engine, args: list[str]) -> str:
    if not engine.board.move_count:
        raise GtpError("no previous move known")
    return str(move_history(engine, args)).partition("\n")[0]
