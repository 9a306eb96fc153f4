"""Commands before the first move: board, komi, rules, handicap, set-up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from goboard._core import BLACK, WHITE
from goboard.apps._gtp._protocol import GtpError, color_of, command, decimal, number, whole
from goboard.rules import handicap
from goboard.rules._rules import Rules

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


@command("rectangular_boardsize", 2)
@command(least=1, most=2)
def boardsize(engine: Engine, args: list[str]) -> str:
    """`boardsize side`, or `boardsize columns rows`; the board is cleared."""
    try:
        cols = whole(args[0], "size")
        rows = whole(args[1], "size") if len(args) > 1 else cols
        engine.new_game((rows, cols))
    except ValueError:
        raise GtpError("unacceptable size") from None
    return ""


@command()
def query_boardsize(engine: Engine, args: list[str]) -> str:
    return " ".join(map(str, dict.fromkeys(engine.board.shape[::-1])))


@command()
def clear_board(engine: Engine, args: list[str]) -> str:
    engine.new_game(engine.board.shape)
    return ""


@command("komi", 1)
def set_komi(engine: Engine, args: list[str]) -> str:
    engine.komi = number(args[0], "komi")
    return ""


@command()
def get_komi(engine: Engine, args: list[str]) -> str:
    return decimal(engine.komi)


@command("kgs-rules", 1)
def kgs_rules(engine: Engine, args: list[str]) -> str:
    engine.rules = Rules.parse({"chinese": "chinese-kgs"}.get(args[0].lower(), args[0]))
    return ""


@command("kata-set-rules", 1, None)
def kata_set_rules(engine: Engine, args: list[str]) -> str:
    """A name or KataGo's JSON; komi is the command komi's, unless the JSON names it."""
    text = " ".join(args)
    rules = Rules.parse(text)
    engine.rules = rules
    if "komi" in text:
        engine.komi = rules.komi
    return ""


@command("kata-get-rules")
def kata_get_rules(engine: Engine, args: list[str]) -> str:
    return engine.rules.to_katago(komi=False)


@command("kata-set-rule", 2)
def kata_set_rule(engine: Engine, args: list[str]) -> str:
    """One key of KataGo's JSON, the others as they are."""
    key, word = args
    value: Any = {"true": True, "false": False}.get(word.lower(), word)
    text = engine.rules.to_katago()
    if text[0] != "{":
        raise GtpError(f"{text} rules have no single keys")
    keys = {**json.loads(text), key: number(word, "komi") if key == "komi" else value}
    rules = Rules.parse(keys)
    engine.rules = rules
    if key == "komi":
        engine.komi = rules.komi
    return ""


def _must_be_empty(engine: Engine) -> None:
    if engine.board.move_count or engine.board.stones.any():
        raise GtpError("board not empty")


def _place(engine: Engine, points: list[int]) -> str:
    engine.set_up(points, [], WHITE, handicap=len(points))
    return " ".join(map(engine.board.vertex, points))


@command(least=1)
def fixed_handicap(engine: Engine, args: list[str]) -> str:
    stones = whole(args[0], "number of stones")
    _must_be_empty(engine)
    try:
        return _place(engine, [engine.board.point(p) for p in handicap.fixed_points(engine.board.shape, stones)])
    except ValueError as error:
        raise GtpError(f"invalid number of stones: {error}") from None


@command(least=1)
def place_free_handicap(engine: Engine, args: list[str]) -> str:
    """The fixed points as far as they go, then what the search likes."""
    stones = whole(args[0], "number of stones")
    _must_be_empty(engine)
    if not 2 <= stones < engine.board.pass_move:
        raise GtpError(f"invalid number of stones: 2 to {engine.board.pass_move - 1}, not {stones}")
    fixed = min(stones, handicap.max_fixed(engine.board.shape))
    board = engine.board.copy()
    points = [board.point(p) for p in handicap.fixed_points(board.shape, fixed)] if fixed else []
    board.setup(black=points, to_play=BLACK)
    playouts = min(engine.playouts or 1000, 1000, 20_000 // stones)
    while len(points) < stones:
        move = engine.search(board, playouts=playouts).move
        if move == board.pass_move:
            break
        points.append(move)
        board.setup(black=[move], to_play=BLACK)
    return _place(engine, points)


@command(least=1, most=None)
def set_free_handicap(engine: Engine, args: list[str]) -> str:
    _must_be_empty(engine)
    try:
        points = [engine.board.point(word) for word in args]
    except ValueError:
        raise GtpError("bad vertex list") from None
    if not 2 <= len(points) < engine.board.pass_move or engine.board.pass_move in points:
        raise GtpError("bad vertex list")
    if len(set(points)) < len(points):
        raise GtpError("repeated vertex")
    _place(engine, points)
    return ""


@command("set_position", 0, None)
@command("gogui-setup", 0, None)
def gogui_setup(engine: Engine, args: list[str]) -> str:
    """`color vertex color vertex ...`: these stones and no others."""
    stones: dict[int, int] = {}
    for color, point in engine.pairs(args):
        if point == engine.board.pass_move or point in stones:
            raise GtpError("bad vertex list")
        stones[point] = color
    black, white = ([p for p, c in stones.items() if c == color] for color in (BLACK, WHITE))
    engine.set_up(black, white, BLACK, handicap=0)
    return ""


@command("gogui-setup_player", 1)
def gogui_setup_player(engine: Engine, args: list[str]) -> str:
    engine.game.turn(color_of(args[0]))
    return ""
