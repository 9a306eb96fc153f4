"""What KataGo's planes ask beyond the board: the keyword arguments of `features.katago_v7`, checked, or those of a game."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from goboard._core import WHITE, Board
from goboard.board import _arguments as arguments
from goboard.learning._area import stones_spent

if TYPE_CHECKING:
    from goboard.learning._types import GameTerms, KatagoTerms
    from goboard.rules._game import Game
    from goboard.rules._rules import Rules

TAXES = ("none", "seki", "all")
KO_RULES = ("none", "simple", "positional", "spight", "situational", "natural")

TERMS: KatagoTerms = {
    "ko": None, "scoring": "area", "tax": "none", "suicide": None, "komi": 7.5, "bonus": None, "button": False, "encore": 0,
    "encore_stones": None, "ko_blocked": None, "ko_taken": None, "ko_passes": None, "finished": False, "pass_ends": None, "turns": None,
    "advantage": 0.0,
}  # fmt: skip


def _map_of(value: object, what: str, shape: tuple[int, int]) -> NDArray[np.uint8] | None:
    """A map by point as a new uint8 array, or None."""
    if value is None:
        return None
    given = np.array(value, subok=False)
    if given.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, not {given.shape}")
    if given.dtype.kind not in "iub":
        raise TypeError(f"{what} must hold integers 0, 1 and 2, not {given.dtype}")
    if given.size and (given.min() < 0 or given.max() > 2):
        raise ValueError(f"{what} must hold 0, 1 and 2")
    return np.array(given, dtype=np.uint8, order="C")


def _ko_passes(value: object, points: int) -> dict[int, int]:
    try:
        given = {} if value is None else dict(cast("Mapping[int, int]", value))
    except (TypeError, ValueError):
        raise TypeError(f"ko_passes must be a dict from 1 to 5 (moves ago) to points, not {arguments.shown(value)}") from None
    return {
        arguments.integer(ago, "ko_passes (moves ago)", 1, 5): arguments.integer(at, "ko_passes (point)", 0, points - 1) for ago, at in given.items()
    }


def _plain(name: str, value: object, shape: tuple[int, int]) -> object:
    if name in ("encore_stones", "ko_blocked", "ko_taken"):
        return _map_of(value, name, shape)
    if name == "ko_passes":
        return _ko_passes(value, shape[0] * shape[1])
    if value is None and name in ("ko", "suicide", "bonus", "pass_ends", "turns"):
        return None
    if name == "ko":
        return arguments.choice(value, name, KO_RULES)
    if name == "scoring":
        return arguments.choice(value, name, ("area", "territory"))
    if name == "tax":
        return arguments.choice(value, name, TAXES)
    if name in ("suicide", "button", "finished", "pass_ends"):
        return arguments.flag(value, name)
    if name == "encore":
        return arguments.integer(value, name, 0, 2)
    if name == "turns":
        return arguments.integer(value, name, 0, 2**30)
    return arguments.komi(value, name)


def plain_terms(options: Mapping[str, object], shape: tuple[int, int]) -> dict[str, object]:
    """The terms given, each a plain value that no caller's code can change afterwards."""
    for name in options:
        if name not in TERMS:
            near = difflib.get_close_matches(name, list(TERMS), 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"{name!r} is not an argument of these planes; the terms are {', '.join(TERMS)}{hint}")
    return {name: _plain(name, value, shape) for name, value in options.items()}


def rule_terms(rules: Rules, board: Board, komi: float, bonus: float = 0.0, floor: int = 0) -> GameTerms:
    """What KataGo's planes ask of a game's rules and moves, as keyword arguments of `features.katago_v7`.

    Parameters
    ----------
    rules : Rules
        Read as `Rules.to_katago` gives them.
    board : Board
        Where the game stands.
    komi, bonus : float
        Points for White, the latter for handicap stones.
    floor : int
        The number of moves before the present phase of play.

    Examples
    --------
    >>> from goboard import Board, Rules
    >>> terms = rule_terms(Rules.preset("japanese"), Board(9), 6.5)
    >>> terms["scoring"], terms["ko"], terms["tax"], terms["komi"]
    ('territory', 'simple', 'seki', 6.5)
    """
    button, passes = rules.button, 0
    bonus = float(bonus)
    if rules.scoring == "territory":
        bonus += stones_spent(board)
    for number, (color, move) in enumerate(board.moves):
        if move != board.pass_move:
            passes = 0
        elif button:
            bonus += 0.5 if color == WHITE else -0.5
            button = False
        elif number >= floor:
            passes += 1
    terms: GameTerms = {
        "ko": rules.ko if rules.ko in ("simple", "situational", "natural") else "positional",
        "scoring": "territory" if rules.scoring == "territory" else "area",
        "tax": rules.tax,
        "suicide": rules.suicide,
        "komi": rules.katago_komi(komi),
        "bonus": bonus,
        "button": button,
        "turns": board.move_count - floor,
    }
    if rules.button or passes:
        terms["pass_ends"] = passes > 0 and not button
    return terms


def resumptions(moves: Sequence[tuple[int, int]], pass_move: int) -> list[tuple[int, int]]:
    """(moves before it, who moves first) wherever a stone follows two passes in a row: what `Game.resumed` is of a record with these moves."""
    found, run = [], 0
    for number, (color, move) in enumerate(moves):
        if move != pass_move and run >= 2:
            found.append((number, color))
        run = run + 1 if move == pass_move else 0
    return found


def phase_start(resumed: Sequence[tuple[int, int]], ply: int) -> int:
    """The move with which the phase of play at `ply` began: that of the latest resumption, or 0."""
    return max([at for at, _ in resumed if at <= ply], default=0)


def game_terms(game: Game, board: Board | None = None) -> GameTerms:
    """What KataGo's planes ask of a Game beyond the board, as keyword arguments of `features.katago_v7`.

    A game that has stopped counts as finished; KataGo's encore knows its own phases. A resumption begins a phase.

    Parameters
    ----------
    game : Game
    board : Board, optional
        The game's position after its first `board.move_count` moves (see `Game.positions`), from which it went on. By default the
        position as it stands.

    Examples
    --------
    >>> from goboard import Game
    >>> game = Game(9, rules="chinese")
    >>> game.play("E5")
    0
    >>> game_terms(game)["turns"], game_terms(game)["finished"]
    (1, False)
    """
    now = board is None
    at = game.board if board is None else board
    terms = rule_terms(game.rules, at, game.komi, game.bonus, phase_start(game.resumed, at.move_count))
    terms["finished"] = now and game.phase != "play"
    if game.cleanup is not None:
        terms.update(cast("GameTerms", game._procedure.terms(at)))
        terms["finished"] = now and game.phase == "finished"
        terms["bonus"] += game.bonus
    return terms
