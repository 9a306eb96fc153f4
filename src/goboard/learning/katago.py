"""Data as KataGo reads it: training rows of finished games (npz, format 3), and queries for its analysis engine.

    rows = goboard.katago.rows(game)
    goboard.katago.write_rows("data0.npz", [rows])
    print(goboard.katago.query(game, "game 1"))

Format: cpp/dataio/trainingwrite.h of KataGo; what its reader asks: python/katago/train/data_processing_pytorch.py.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard.board import _arguments as arguments
from goboard.board import _grid
from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard._files import whole_file
from goboard.rules._results import read_result
from goboard.learning.dataset import save_arrays
from goboard.learning._features import features, game_terms
from goboard.rules._game import Game

__all__ = ["query", "rows", "write_rows"]

EXTRA_SCORE = 60  # score distributions reach this far beyond the points of the board
VERSION = 3
CHANNELS = 80
Rows = dict[str, NDArray[Any]]  # arrays of N rows, by name
HORIZONS = (0.176, 0.056, 0.016)


def rows(
    game: Game,
    visits: ArrayLike | None = None,
    values: ArrayLike | None = None,
    *,
    pos_len: int = 19,
    result: str | None = None,
    ownership: ArrayLike | None = None,
) -> Rows:
    """One training row for every move of a game, the last included, all from the side of the player to move.

    Parameters
    ----------
    game : Game
    visits : array_like of int, shape (moves, rows * cols + 1), optional
        How often a search visited every move, the pass last; scaled down where they pass 32767. By default each policy target is the
        move played.
    values : array_like of float, shape (moves, 4), optional
        A search's view of each position, White's: the chances to win, to lose and of no result, which sum to 1, and the score. By default
        every value target is the game's end.
    pos_len : int
        Side of the planes, at least that of the board.
    result : str, optional
        "B+3.5", "W+R", "Draw", "Void"; by default the game's, or what its record says.
    ownership : array_like of int, shape (rows, cols), optional
        Who owns each point in the end, colors; by default that of the confirmed count. Without it ownership and score are not
        targets (their weights are 0).

    Returns
    -------
    dict of str to ndarray
        Arrays of N rows: binaryInputNCHWPacked uint8 (N, 22, ceil(L * L / 8)); globalInputNC float32 (N, 19); policyTargetsNCMove int16
        (N, 2, L * L + 1), this move and the next; globalTargetsNC float32 (N, 80); scoreDistrN int8 (N, 2 * L * L + 120);
        valueTargetsNCHW int8 (N, 5, L, L); qValueTargetsNCMove int16 (N, 3, L * L + 1), all 0.

    Raises
    ------
    ValueError
        For a game without a result, or one that both sides lost, and for arrays that do not fit.

    Examples
    --------
    >>> from goboard import Game
    >>> game = Game(9)
    >>> for move in ("E5", "C3", "G7"):
    ...     _ = game.play(move)
    >>> made = rows(game, result="B+R", pos_len=9)
    >>> made["policyTargetsNCMove"].shape, int(made["policyTargetsNCMove"][0, 0].argmax())
    ((3, 2, 82), 40)
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game, not {arguments.shown(game)}")
    shape, moves = game.board.shape, game.moves
    pos_len = arguments.integer(pos_len, "pos_len", max(shape), 64)
    if result is None:
        result = game.result or game.recorded
    final = _final_value(result, 2 * shape[0] * shape[1] + EXTRA_SCORE + abs(game.komi))
    owner = _owner(game, ownership)
    place = _places(shape, pos_len)
    positions = list(game.positions())
    played = _visits(visits, moves, shape)
    course = np.concatenate([np.tile(final, (len(moves), 1)) if values is None else _values(values, len(moves)), final[None]])
    # Ownership and score are targets of a game that was counted, and has a result.
    owned = owner if final[2] == 0 else None

    inputs, numbers, targets = _inputs(game, positions, pos_len)
    colors = np.array([color for color, _ in moves], np.int64)
    _fill_values(targets, course, colors, shape)
    _fill_facts(targets, game, played if visits is not None else None)
    sign = np.where(colors == WHITE, 1.0, -1.0)
    targets[:, 20] = sign * final[3] + 0.0 if owned is not None else 0
    targets[:, 27] = targets[:, 34] = owned is not None
    spatial = _spatial_targets(game, positions, colors, owned, place, pos_len)
    scores = [_score_distribution(side * final[3] if owned is not None else 0.0, pos_len * pos_len) for side in sign.tolist()]
    return {
        "binaryInputNCHWPacked": inputs,
        "globalInputNC": numbers,
        "policyTargetsNCMove": _policy_targets(played, place),
        "globalTargetsNC": targets,
        "scoreDistrN": np.array(scores, np.int8).reshape(len(moves), 2 * pos_len * pos_len + 2 * EXTRA_SCORE),
        "valueTargetsNCHW": spatial,
        "qValueTargetsNCMove": np.zeros((len(moves), 3, pos_len * pos_len + 1), np.int16),
    }


def _inputs(game: Game, positions: list[Board], pos_len: int) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """The planes and numbers that the network sees of every position, and the targets that say as much of komi and bonus."""
    n = len(game.moves)
    inputs = np.zeros((n, 22, (pos_len * pos_len + 7) // 8), np.uint8)
    numbers = np.zeros((n, 19), np.float32)
    targets = np.zeros((n, CHANNELS), np.float32)
    last = game_terms(game)["bonus"]
    for k, (color, _) in enumerate(game.moves):
        board = positions[k]
        board.to_play = color
        terms = game_terms(game, board)
        features.katago_v7(board, pos_len=pos_len, packed=True, out=inputs[k : k + 1], out_global=numbers[k : k + 1], **terms)
        bonus = terms["bonus"]
        sign = 1 if color == WHITE else -1
        targets[k, 47] = (terms["komi"] + bonus) * sign
        targets[k, 48] = terms["scoring"] == "area" or terms.get("encore") == 2
        targets[k, 61] = sign * (last - bonus) + 0.0
    return inputs, numbers, targets


def _policy_targets(played: NDArray[np.int64], place: NDArray[np.int64]) -> NDArray[np.int16]:
    """The visits of each move and of the next; 1 everywhere where there is no next."""
    n = len(played)
    policies = np.ones((n, 2, int(place[-1]) + 1), np.int16)
    policies[:, 0] = 0
    policies[: n - 1, 1] = 0
    policies[:, 0, place] = played
    policies[: n - 1, 1, place] = played[1:]
    return policies


def _fill_values(targets: NDArray[np.float32], course: NDArray[np.float64], colors: NDArray[np.int64], shape: tuple[int, int]) -> None:
    """Who wins and by how much, at the end and on average over several horizons, and how much that swings."""
    factors = [0.0, *(1 / (1 + shape[0] * shape[1] * h) for h in HORIZONS), 1.0]
    for k, color in enumerate(colors.tolist()):
        for h, now in enumerate(factors):
            win, loss, none, score = _averaged(course[k:], now)
            targets[k, 4 * h : 4 * h + 4] = (win, loss, none, score) if color == WHITE else (loss, win, none, 0.0 - score)
        swings = np.diff(course[k:, 0] - course[k:, 1])
        targets[k, 22] = float((np.arange(1, len(swings) + 1) * swings**2).sum())


def _fill_facts(targets: NDArray[np.float32], game: Game, visits: NDArray[np.int64] | None) -> None:
    """Weights, and what the rows say of the game."""
    n = len(targets)
    targets[:, 25] = targets[:, 26] = targets[:, 33] = 1
    targets[: n - 1, 28] = 1
    targets[:, 36:41] = 1
    targets[:, 41:47] = _hash_parts(game)
    targets[:, 51] = np.arange(n)
    targets[:, 54] = game.handicap
    targets[:, 60] = visits.sum(axis=1) if visits is not None else 0
    targets[:, 62] = game.phase == "finished"
    targets[:, 63] = VERSION


def _spatial_targets(
    game: Game, positions: list[Board], colors: NDArray[np.int64], owner: NDArray[np.int64] | None, place: NDArray[np.int64], pos_len: int
) -> NDArray[np.int8]:
    """Ownership, whose the rest is by area, the stones 8 and 32 moves on, and what each point scores."""
    n, end = len(colors), positions[-1]
    spatial = np.zeros((n, 5, pos_len * pos_len), np.int8)
    points = place[:-1]
    stones = np.array([board.stones.ravel() for board in positions])
    for k, me in enumerate(colors.tolist()):
        spatial[k, 2, points] = _seen_by(me, stones[min(k + 8, n)])
        spatial[k, 3, points] = _seen_by(me, stones[min(k + 32, n)])
    if owner is not None:
        full = features(end, ["katago_v7.area_player", "katago_v7.area_opponent"], scoring="area", tax="none", dtype=np.uint8)[0].reshape(2, -1)
        whole = np.where(full[0] > 0, end.to_play, np.where(full[1] > 0, 3 - end.to_play, EMPTY))
        worth = _worth(owner, end, game.rules.tax == "all") * 120
        for k, me in enumerate(colors.tolist()):
            spatial[k, 0, points] = _seen_by(me, owner)
            spatial[k, 1, points] = _seen_by(me, np.where(owner == EMPTY, whole, EMPTY))
            spatial[k, 4, points] = np.round(worth if me == WHITE else -worth)
    return spatial.reshape(n, 5, pos_len, pos_len)


def _places(shape: tuple[int, int], pos_len: int) -> NDArray[np.int64]:
    """Where the points and the pass of a board stand in a policy of pos_len * pos_len + 1."""
    row, col = np.divmod(np.arange(shape[0] * shape[1]), shape[1])
    return np.append(row * pos_len + col, pos_len * pos_len)


def _final_value(result: str | None, most: float) -> NDArray[np.float64]:
    """(win, loss, no result, score) for White, of a result like "B+3.5"; a margin is at most `most`."""
    if result is None:
        raise ValueError("rows need a game with a result: this one has none, nor its record; give result=")
    if not isinstance(result, str):
        raise TypeError(f'result must be a text like "B+3.5", "W+R", "Draw" or "Void", not {arguments.shown(result)}')
    read = read_result(result)
    if read.kind == "void":
        return np.array([0.0, 0.0, 1.0, 0.0])
    winner, margin = read.winner, read.margin or 0.0
    if winner is None:
        raise ValueError(f"rows need a game with a result that one side or nobody won, not {arguments.shown(result)}")
    if winner == EMPTY:
        return np.array([0.5, 0.5, 0.0, 0.0])
    if not read.understood or margin > most:
        raise ValueError(f"the result {arguments.shown(result)} names a winner, but by no margin that this game can have")
    return np.array([1.0, 0.0, 0.0, margin] if winner == WHITE else [0.0, 1.0, 0.0, 0.0 - margin])


def _owner(game: Game, ownership: ArrayLike | None) -> NDArray[np.int64] | None:
    """Who owns each point in the end, by point; None if that is not known."""
    if ownership is None:
        return None if game.final is None else np.asarray(game.final.area).ravel().astype(np.int64)
    owner = np.asarray(ownership)
    if owner.shape != game.board.shape or owner.dtype.kind not in "iu" or owner.size and (owner.min() < 0 or owner.max() > 2):
        raise ValueError(f"ownership must hold colors 0, 1 and 2 in the shape {game.board.shape}")
    return owner.ravel().astype(np.int64)


def _visits(visits: ArrayLike | None, moves: list[tuple[int, int]], shape: tuple[int, int]) -> NDArray[np.int64]:
    wanted = (len(moves), shape[0] * shape[1] + 1)
    if visits is None:
        counts = np.zeros(wanted, np.int64)
        counts[np.arange(len(moves)), [move for _, move in moves]] = 1
        return counts
    counts = np.asarray(visits)
    if counts.shape != wanted:
        raise ValueError(f"visits must have the shape {wanted}, not {counts.shape}")
    if counts.dtype.kind not in "iu":
        raise TypeError(f"visits must be integers, not {counts.dtype}")
    if counts.size and counts.min() < 0:
        raise ValueError("visits must not be negative")
    if not counts.any(axis=1).all():
        raise ValueError(f"move {int(np.argmin(counts.any(axis=1))) + 1} has no visits")
    most = counts.max(axis=1, keepdims=True, initial=1).astype(np.float64)
    return np.where(most > 32767, np.round(counts / most * 32767), counts).astype(np.int64)


def _values(values: ArrayLike, n: int) -> NDArray[np.float64]:
    given = np.array(values, subok=False)
    if given.dtype.kind not in "iuf":
        raise TypeError(f"values must be numbers, not {given.dtype}")
    course = given.astype(np.float64)
    if course.shape != (n, 4):
        raise ValueError(f"values must have the shape {(n, 4)}, not {course.shape}")
    if not np.isfinite(course).all() or np.abs(course[:, :3].sum(axis=1) - 1).max(initial=0) > 1e-3 or course[:, :3].min(initial=0) < -1e-6:
        raise ValueError("values must be chances to win, to lose and of no result that sum to 1, and a finite score")
    return course


def _averaged(course: NDArray[np.float64], now: float) -> NDArray[np.float64]:
    """The mean of what is to come, each turn of weight `now` out of what is left, the end taking the rest."""
    weights = now * (1 - now) ** np.arange(len(course))
    weights[-1] = 1 - weights[:-1].sum()
    mean: NDArray[np.float64] = weights @ course
    return mean


def _seen_by(me: int, colors: NDArray[np.integer]) -> NDArray[np.integer]:
    """1 where it is the player's, -1 where it is the opponent's."""
    return np.where(colors == EMPTY, 0, np.where(colors == me, 1, -1))


def _worth(owner: NDArray[np.int64], board: Board, taxed: bool) -> NDArray[np.float64]:
    """What each point scores, White's 1 and Black's -1; under a group tax an area's territory shares what is left of it less two."""
    worth = np.where(owner == EMPTY, 0.0, np.where(owner == WHITE, 1.0, -1.0))
    if not taxed:
        return worth
    stones = board.stones.ravel()
    for color in (BLACK, WHITE):
        for part in _grid.components(np.flatnonzero(owner == color).tolist(), *board.shape):
            territory = [p for p in part if stones[p] != color]
            worth[territory] *= max(len(territory) - 2, 0) / max(len(territory), 1)
    return worth


def _score_distribution(score: float, area: int) -> NDArray[np.int8]:
    """100 parts: all at a score of a half, or shared by the two beside a whole one. Index area + 60 is half a point."""
    row = np.zeros(2 * area + 2 * EXTRA_SCORE, np.int8)
    center = math.floor(abs(score) + 0.5) * (1 if score >= 0 else -1)
    lower = center + area + EXTRA_SCORE - 1
    upper_parts = round((score - center + 0.5) * 100)
    row[min(max(lower, 0), len(row) - 1)] += 100 - upper_parts
    row[min(max(lower + 1, 0), len(row) - 1)] += upper_parts
    return row


def _hash_parts(game: Game) -> list[int]:
    """128 bits that name the game, in the six parts that floats can hold."""
    what = repr((game.board.shape, game.rules, game.komi, game._start.stones.tobytes(), game.moves)).encode()
    digest = hashlib.blake2b(what, digest_size=16).digest()
    parts = []
    for half in (int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")):
        parts += [half & 0x3FFFFF, half >> 22 & 0x3FFFFF, half >> 44 & 0xFFFFF]
    return parts


def write_rows(path: str | os.PathLike[str], games: Iterable[Rows] | Rows) -> int:
    """Write the rows of one or several games as an npz file, there whole or not at all.

    Parameters
    ----------
    path : path
    games : dict of arrays, or iterable of them
        What `rows` returned.

    Returns
    -------
    int
        How many rows the file has.

    Raises
    ------
    ValueError
        For no rows, or rows of different pos_len.
    OSError
    """
    if not isinstance(games, dict) and not isinstance(games, Iterable):
        raise TypeError(f"games must be what rows() returns, or several of these, not {arguments.shown(games)}")
    made: list[Rows] = [cast(Rows, games)] if isinstance(games, dict) else list(games)
    for k, each in enumerate(made):
        if not isinstance(each, dict) or not {"globalInputNC", "scoreDistrN"} <= each.keys() or each.keys() != made[0].keys():
            raise TypeError(f"games[{k}] must be what rows() returns, not {arguments.shown(each)}")
    if not made:
        raise ValueError("there are no rows to write")
    if len({each["globalInputNC"].shape[1:] + each["scoreDistrN"].shape[1:] for each in made}) > 1:
        raise ValueError("the rows have different pos_len")
    arrays = {name: np.concatenate([each[name] for each in made]) for name in made[0]}
    if not len(arrays["globalInputNC"]):
        raise ValueError("there are no rows to write")
    with whole_file(Path(path)) as file:
        save_arrays(file, arrays)
    return len(arrays["globalInputNC"])


def query(game: Game, id: str | int, *, analyze_turns: Iterable[int] | str | None = None, **fields: object) -> str:
    """A query for KataGo's analysis engine: one line of JSON.

    Parameters
    ----------
    game : Game
    id : str or int
        The answer bears it.
    analyze_turns : iterable of int, "all" or None
        Numbers of moves after which to analyze; None for the last position.
    **fields
        Go in as they are, under KataGo's names: maxVisits=500, includeOwnership=True.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        For rules that KataGo cannot express and for what JSON cannot hold.

    Warns
    -----
    UserWarning
        Where play was resumed after a stop: KataGo reads what follows two passes as its clean-up, or as played after the end.

    Notes
    -----
    The komi of rules that give a tie to one side is half a point off, as KataGo has it. Source: docs/Analysis_Engine.md of KataGo.

    Examples
    --------
    >>> from goboard import Game
    >>> game = Game(9, rules="chinese")
    >>> _ = game.play("E5")
    >>> query(game, "one", maxVisits=100)[:63]
    '{"id": "one", "initialStones": [], "initialPlayer": "B", "moves'
    """
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game, not {arguments.shown(game)}")
    if not isinstance(id, str):
        id = arguments.integer(id, "id")
    board, start = game.board, game._start
    names = {BLACK: "B", WHITE: "W"}
    rules = game.rules.to_katago(komi=False)
    if game.resumed:
        warnings.warn("play was resumed after a stop; KataGo reads the moves after two passes as its clean-up, or as played after the end", stacklevel=2)
    payload: dict[str, Any] = {
        "id": str(id),
        "initialStones": [[names[start[p]], start.vertex(p)] for p in range(start.pass_move) if start[p]],
        "initialPlayer": names[start.to_play],
        "moves": [[names[color], board.vertex(move)] for color, move in game.moves],
        "rules": json.loads(rules) if rules.startswith("{") else rules,
        "komi": game_terms(game)["komi"],
        "boardXSize": board.cols,
        "boardYSize": board.rows,
    }
    if analyze_turns is not None:
        if isinstance(analyze_turns, str):
            arguments.choice(analyze_turns, "analyze_turns", ["all"])
            analyze_turns = range(board.move_count + 1)
        elif not isinstance(analyze_turns, Iterable):
            raise TypeError(f'analyze_turns must be numbers of moves, or "all", not {arguments.shown(analyze_turns)}')
        payload["analyzeTurns"] = [
            arguments.integer(turn, f"analyze_turns[{k}]", 0, board.move_count) for k, turn in enumerate(list(analyze_turns))
        ]
    try:
        return json.dumps({**payload, **fields}, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise type(error)(f"the fields of the query must be what JSON holds: {error}") from None
