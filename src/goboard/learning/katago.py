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
from typing import Any

import numpy as np

from goboard.board import _arguments as arguments
from goboard._core import BLACK, EMPTY, WHITE
from goboard.rules._results import read_result
from goboard.learning.dataset import write_file
from goboard.learning._features import features, game_terms
from goboard.rules._game import Game

__all__ = ["query", "rows", "write_rows"]

EXTRA_SCORE = 60  # score distributions reach this far beyond the points of the board
VERSION = 3
CHANNELS = 80
HORIZONS = (0.176, 0.056, 0.016)


def rows(
    game: Game,
    visits: Any = None,
    values: Any = None,
    *,
    pos_len: int = 19,
    result: str | None = None,
    ownership: Any = None,
) -> dict[str, np.ndarray]:
    """One training row for every move of a game, the last included.

    visits: None, and each policy target is the move played; or how often a search visited every move: integers, shape
    (moves, rows * cols + 1), the pass last; scaled down where they pass 32767.
    values: None, and every value target is the game's end; or a search's view of each position, White's, shape (moves, 4): the
    chances to win, to lose and of no result, which sum to 1, and the score.
    pos_len: side of the planes, at least that of the board. result: "B+3.5", "W+R", "Draw", "Void"; by default the game's, or
    what its record says. ownership: who owns each point in the end, colours, shape (rows, cols); by default that of the
    confirmed count. Without it ownership and score are not targets (their weights are 0).

    Returns a dict of arrays of N rows, all from the side of the player to move:
    binaryInputNCHWPacked uint8 (N, 22, ceil(L * L / 8)); globalInputNC float32 (N, 19); policyTargetsNCMove int16
    (N, 2, L * L + 1), this move and the next; globalTargetsNC float32 (N, 80); scoreDistrN int8 (N, 2 * L * L + 120);
    valueTargetsNCHW int8 (N, 5, L, L); qValueTargetsNCMove int16 (N, 3, L * L + 1), all 0.

    Raises ValueError for a game without a result, or one that both sides lost, and for arrays that do not fit.
    """
    if not isinstance(game, Game):
        raise TypeError(f"rows are made of a Game, not of {arguments.shown(game)}")
    shape, moves = game.board.shape, game.moves
    pos_len = arguments.integer(pos_len, "pos_len", max(shape), 64)
    if result is None:
        result = game.result or game.recorded
    final = _final_value(result, 2 * shape[0] * shape[1] + EXTRA_SCORE + abs(game.komi))
    owner = _owner(game, ownership)
    boards = list(game.positions())
    n, area, policy = len(moves), pos_len * pos_len, pos_len * pos_len + 1
    place = _places(shape, pos_len)

    inputs = np.zeros((n, 22, (area + 7) // 8), np.uint8)
    numbers = np.zeros((n, 19), np.float32)
    own_komi, bonus, same_parity = np.zeros(n), np.zeros(n), np.zeros(n, bool)
    for k, (color, _) in enumerate(moves):
        board = boards[k]
        board.to_play = color
        terms = game_terms(game, board)
        features.katago_v7(board, pos_len=pos_len, packed=True, out=inputs[k : k + 1], out_global=numbers[k : k + 1], **terms)
        bonus[k] = terms["bonus"]
        own_komi[k] = (terms["komi"] + bonus[k]) * (1 if color == WHITE else -1)
        same_parity[k] = terms["scoring"] == "area" or terms.get("encore") == 2

    colors = np.array([color for color, _ in moves], np.int64)
    sign = np.where(colors == WHITE, 1.0, -1.0)
    policies = np.ones((n, 2, policy), np.int16)
    played = _visits(visits, moves, shape)
    for k in range(n):
        policies[k, 0] = 0
        policies[k, 0, place] = played[k]
        if k + 1 < n:
            policies[k, 1] = 0
            policies[k, 1, place] = played[k + 1]

    targets = np.zeros((n, CHANNELS), np.float32)
    course = np.concatenate([np.tile(final, (n, 1)) if values is None else _values(values, n), final[None]])
    factors = [0.0, *(1 / (1 + shape[0] * shape[1] * h) for h in HORIZONS), 1.0]
    for k in range(n):
        for h, now in enumerate(factors):
            win, loss, none, score = _averaged(course[k:], now)
            targets[k, 4 * h : 4 * h + 4] = (win, loss, none, score) if sign[k] > 0 else (loss, win, none, 0.0 - score)
        swings = np.diff(course[k:, 0] - course[k:, 1])
        targets[k, 22] = float((np.arange(1, len(swings) + 1) * swings**2).sum())
    counted = owner is not None and final[2] == 0
    targets[:, 20] = sign * final[3] + 0.0 if counted else 0
    targets[:, 25] = targets[:, 26] = targets[:, 33] = 1
    targets[:, 27] = targets[:, 34] = counted
    targets[: n - 1, 28] = 1
    targets[:, 36:41] = 1
    targets[:, 41:47] = _hash_parts(game)
    targets[:, 47] = own_komi
    targets[:, 48] = same_parity
    targets[:, 61] = sign * (game_terms(game)["bonus"] - bonus) + 0.0
    targets[:, 51] = np.arange(n)
    targets[:, 54] = game.handicap
    targets[:, 60] = played.sum(axis=1) if visits is not None else 0
    targets[:, 62] = game.phase == "finished"
    targets[:, 63] = VERSION

    spatial = np.zeros((n, 5, area), np.int8)
    scores = np.zeros((n, 2 * area + 2 * EXTRA_SCORE), np.int8)
    stones = np.array([board.stones.ravel() for board in boards])
    full = features(boards[-1], ["katago_v7.area_player", "katago_v7.area_opponent"], scoring="area", tax="none")[0].reshape(2, -1)
    whole = np.where(full[0] > 0, boards[-1].to_play, np.where(full[1] > 0, 3 - boards[-1].to_play, EMPTY))
    for k in range(n):
        me = colors[k]
        if counted:
            spatial[k, 0, place[:-1]] = _seen_by(me, owner)
            spatial[k, 1, place[:-1]] = _seen_by(me, np.where(owner == EMPTY, whole, EMPTY))
            spatial[k, 4, place[:-1]] = np.round(_worth(owner, boards[-1], game.rules.tax == "all") * 120 * sign[k])
        spatial[k, 2, place[:-1]] = _seen_by(me, stones[min(k + 8, n)])
        spatial[k, 3, place[:-1]] = _seen_by(me, stones[min(k + 32, n)])
        scores[k] = _score_distribution(sign[k] * final[3] if counted else 0.0, area)
    return {
        "binaryInputNCHWPacked": inputs,
        "globalInputNC": numbers,
        "policyTargetsNCMove": policies,
        "globalTargetsNC": targets,
        "scoreDistrN": scores,
        "valueTargetsNCHW": spatial.reshape(n, 5, pos_len, pos_len),
        "qValueTargetsNCMove": np.zeros((n, 3, policy), np.int16),
    }


def _places(shape: tuple[int, int], pos_len: int) -> np.ndarray:
    """Where the points and the pass of a board stand in a policy of pos_len * pos_len + 1."""
    row, col = np.divmod(np.arange(shape[0] * shape[1]), shape[1])
    return np.append(row * pos_len + col, pos_len * pos_len)


def _final_value(result: str | None, most: float) -> np.ndarray:
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


def _owner(game: Game, ownership: Any) -> np.ndarray | None:
    """Who owns each point in the end, by point; None if that is not known."""
    if ownership is None:
        return None if game.final is None else np.asarray(game.final.area).ravel().astype(np.int64)
    owner = np.asarray(ownership)
    if owner.shape != game.board.shape or owner.dtype.kind not in "iu" or owner.size and (owner.min() < 0 or owner.max() > 2):
        raise ValueError(f"ownership must hold colours 0, 1 and 2 in the shape {game.board.shape}")
    return owner.ravel().astype(np.int64)


def _visits(visits: Any, moves: list[tuple[int, int]], shape: tuple[int, int]) -> np.ndarray:
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


def _values(values: Any, n: int) -> np.ndarray:
    given = np.array(values, subok=False)
    if given.dtype.kind not in "iuf":
        raise TypeError(f"values must be numbers, not {given.dtype}")
    course = given.astype(np.float64)
    if course.shape != (n, 4):
        raise ValueError(f"values must have the shape {(n, 4)}, not {course.shape}")
    if not np.isfinite(course).all() or np.abs(course[:, :3].sum(axis=1) - 1).max(initial=0) > 1e-3 or course[:, :3].min(initial=0) < -1e-6:
        raise ValueError("values must be chances to win, to lose and of no result that sum to 1, and a finite score")
    return course


def _averaged(course: np.ndarray, now: float) -> np.ndarray:
    """The mean of what is to come, each turn of weight `now` out of what is left, the end taking the rest."""
    weights = now * (1 - now) ** np.arange(len(course))
    weights[-1] = 1 - weights[:-1].sum()
    return weights @ course


def _seen_by(me: int, colors: np.ndarray) -> np.ndarray:
    """1 where it is the player's, -1 where it is the opponent's."""
    return np.where(colors == EMPTY, 0, np.where(colors == me, 1, -1))


def _worth(owner: np.ndarray, board: Any, taxed: bool) -> np.ndarray:
    """What each point scores, White's 1 and Black's -1; under a group tax an area's territory shares what is left of it less two."""
    worth = np.where(owner == EMPTY, 0.0, np.where(owner == WHITE, 1.0, -1.0))
    if not taxed:
        return worth
    rows, cols = board.shape
    stones, left = board.stones.ravel(), set(np.flatnonzero(owner).tolist())
    while left:
        stack = [left.pop()]
        part = list(stack)
        while stack:
            p = stack.pop()
            row, col = divmod(p, cols)
            around = [q for q, on in ((p - cols, row > 0), (p + cols, row < rows - 1), (p - 1, col > 0), (p + 1, col < cols - 1)) if on]
            near = [q for q in around if q in left and owner[q] == owner[p]]
            left.difference_update(near)
            stack += near
            part += near
        territory = [p for p in part if stones[p] != owner[p]]
        worth[territory] *= max(len(territory) - 2, 0) / max(len(territory), 1)
    return worth


def _score_distribution(score: float, area: int) -> np.ndarray:
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


def write_rows(path: str | os.PathLike, games: Iterable[dict[str, np.ndarray]] | dict[str, np.ndarray]) -> int:
    """Write the rows of one or several games as an npz file, there whole or not at all; returns how many rows it has.

    Raises ValueError for no rows, or rows of different pos_len; OSError.
    """
    if not isinstance(games, dict) and not isinstance(games, Iterable):
        raise TypeError(f"games must be what rows() returns, or several of these, not {arguments.shown(games)}")
    games = [games] if isinstance(games, dict) else list(games)
    for k, made in enumerate(games):
        if not isinstance(made, dict) or not {"globalInputNC", "scoreDistrN"} <= made.keys() or made.keys() != games[0].keys():
            raise TypeError(f"games[{k}] must be what rows() returns, not {arguments.shown(made)}")
    if not games:
        raise ValueError("there are no rows to write")
    if len({made["globalInputNC"].shape[1:] + made["scoreDistrN"].shape[1:] for made in games}) > 1:
        raise ValueError("the rows have different pos_len")
    arrays = {name: np.concatenate([made[name] for made in games]) for name in games[0]}
    if not len(arrays["globalInputNC"]):
        raise ValueError("there are no rows to write")
    write_file(Path(path), arrays)
    return len(arrays["globalInputNC"])


def query(game: Game, id: str | int, *, analyze_turns: Iterable[int] | str | None = None, **fields: Any) -> str:
    """A query for KataGo's analysis engine: one line of JSON.

    id: a text or an int, which the answer bears. analyze_turns: numbers of moves after which to analyse, "all", or None for the last
    position. Other fields go in as they are, under KataGo's names: maxVisits=500, includeOwnership=True. The komi of rules that give
    a tie to one side is half a point off, as KataGo has it. Warns (UserWarning) where play was resumed after a stop: KataGo reads
    what follows two passes as its clean-up, or as played after the end. Raises ValueError for rules that KataGo cannot express and
    for what JSON cannot hold.

    Source: docs/Analysis_Engine.md of KataGo.
    """
    if not isinstance(game, Game):
        raise TypeError(f"a query is made of a Game, not of {arguments.shown(game)}")
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
        raise type(error)(f"a field of the query is nothing that JSON holds: {error}") from None
