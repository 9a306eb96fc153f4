"""Ing's rules of play: hot stones, fighting and disturbing kos (SST rules of 1991 and 1996)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.rules._articles import SIDES, article
from goboard.rules._procedure import Procedure, Refusal
from goboard.rules._rules import Rules

__all__ = ["Cycle", "classify_cycle", "disturber_of"]


class Cycle(NamedTuple):
    """Moves that bring back a situation: the same stones, the same side to play."""

    plies: list[tuple[int, int]]  # (color, point); a pass is rows * cols
    captured: list[list[int]]  # what each of them took
    board: Board  # before the last of them


def classify_cycle(cycle: Cycle) -> str:
    """ "fighting" or "disturbing": which of Ing's kos a cycle is. The text leaves it to the referee; this is one mechanical reading.

    Fighting: nobody passes, each side loses at most three stones in the cycle (the text knows single, double and triple hot
    stones), and it is one fight: if it goes on at several places, some black and some white chain border all of them. Everything
    else is disturbing: four kos, a double ko elsewhere used as interval, a group that lives by a cycle.
    """
    passes = cycle.board.pass_move
    if len(cycle.plies) > 6 or any(move == passes for _, move in cycle.plies):
        return "disturbing"
    changed = {move for _, move in cycle.plies} | {p for points in cycle.captured for p in points}
    sites = _clusters(changed, cycle.board)
    if len(sites) > 1:
        for color in (BLACK, WHITE):
            common = None
            for site in sites:
                touched = {_chain_of(cycle.board, q, changed) for p in site for q in _beside(p, cycle.board)
                           if cycle.board[q] == color and q not in changed}  # fmt: skip
                common = touched if common is None else common & touched
            if not common:
                return "disturbing"
    return "fighting"


def _beside(p: int, board: Board) -> list[int]:
    row, col = divmod(p, board.cols)
    around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [r * board.cols + c for r, c in around if 0 <= r < board.rows and 0 <= c < board.cols]


def _clusters(points: set[int], board: Board) -> list[set[int]]:
    """The connected parts of a set of points."""
    left, found = set(points), []
    while left:
        stack = [left.pop()]
        part = set(stack)
        while stack:
            near = left.intersection(_beside(stack.pop(), board))
            left -= near
            part |= near
            stack += near
        found.append(part)
    return found


def _chain_of(board: Board, p: int, without: set[int]) -> int:
    """A name for the lasting part of the chain at `p`: its first point that the cycle does not touch."""
    first: int = next(q for q in board.chain(p).tolist() if q not in without)
    return first


def disturber_of(cycle: Cycle) -> int:
    """The side whose chain lives only by a disturbing cycle: BLACK or WHITE, or EMPTY where reading does not tell.

    Chains that the kos of the cycle touch are judged as Article 7 of the Japanese rules does, which lets no ko elsewhere prolong a life:
    the text says that a disturber "changes breath but not status". If some of one side are dead and none of the other, that
    side disturbs. Depends on the position alone.
    """
    from goboard.reading import confirm

    board = cycle.board.copy(history=False)
    changed = {move for _, move in cycle.plies if move != board.pass_move} | {p for points in cycle.captured for p in points}
    beside = {q for p in changed for q in _beside(p, board) if board[q] and q not in changed}
    judged = confirm(board, "japanese", max_nodes=MOST_NODES)
    dead = {board[p] for p in beside if judged.status(p) == "dead"}
    return dead.pop() if len(dead) == 1 else EMPTY


# What reading who disturbs may search, in all.
MOST_NODES = 200_000


class Ing(Procedure):
    """Hot stones of a fighting ko need an interval; a disturbing cycle may go round once, and its disturber must stop.

    classify: tells fighting from disturbing kos instead of `classify_cycle`.
    """

    def __init__(self, rules: Rules, classify: Callable[[Cycle], str] | None) -> None:
        super().__init__(rules)
        self.classify = classify
        self.disturbers: tuple[int, ...] = ()
        self.situations: list[tuple[bytes, int]] = []
        self.hashes: list[int] = []
        self.taken: list[list[int]] = []
        self.closed: list[tuple[int, frozenset[tuple[bytes, int]]]] = []
        self.read: dict[int, int] = {}  # by the number of moves at which a cycle closed: the disturber that reading found

    def begin(self, board: Board) -> None:
        self.situations, self.hashes, self.taken, self.closed, self.read = [(board.stones.tobytes(), board.to_play)], [board.hash], [], [], {}

    def refusal(self, board: Board, point: int, color: int) -> Refusal | None:
        return super().refusal(board, point, color) or self._by_repetition(board, point, color)

    def legal_mask(self, board: Board, color: int) -> NDArray[np.bool_]:
        mask = board.legal_mask(color)
        for point in np.flatnonzero(mask[:-1]).tolist():
            mask[point] = self._by_repetition(board, point, color) is None
        return mask

    def _by_repetition(self, board: Board, point: int, color: int) -> Refusal | None:
        after = board.hash_after(point, color)
        if after == board.hash:
            return Refusal("suicide", article(self.rules.name, "suicide"), "a single stone may not remove itself")
        if after not in self.hashes:
            return None
        taken = board.play(point, color)
        key = (board.stones.tobytes(), board.to_play)
        board.undo()
        if key not in self.situations:
            return None
        repetition = article(self.rules.name, "repetition")
        disturbers = self.disturbers or tuple(side for side in self.read.values() if side)
        if disturbers:
            if color not in disturbers:
                return None
            return Refusal("superko", repetition, f"{SIDES[color]} is the disturber and must stop")
        if any(key in closed for _, closed in self.closed):
            return Refusal("superko", repetition, "the cycle has gone round once and may not begin again")
        cycle = self._cycle(board, key, color, point, taken)
        if (self.classify or classify_cycle)(cycle) == "fighting":
            hot = {1: "single", 2: "double", 3: "triple"}.get(len(cycle.plies) // 2, "such")
            return Refusal("ko", article(self.rules.name, "ko"), f"{hot} hot stones need an interval of one play, on the board or a pass")
        return None

    def _cycle(self, before: Board, key: tuple[bytes, int], color: int, point: int, taken: int) -> Cycle:
        """The plies since the situation `key` last stood, the one in hand included."""
        first = max(k for k, situation in enumerate(self.situations) if situation == key)
        last: list[int] = []
        if taken:
            board = before.copy(history=False)
            board.play(point, color)
            last = np.flatnonzero((before.stones != board.stones).ravel()).tolist()
            last.remove(point)
        return Cycle([*before.moves[first:], (color, point)], [*self.taken[first:], last], before.copy())

    def play(self, board: Board, point: int, color: int) -> int:
        before = board.stones.copy()
        taken = board.play(point, color)
        self._keep(board, np.flatnonzero((before != board.stones) & (before != EMPTY)).tolist())
        return taken

    def pass_(self, board: Board, color: int) -> None:
        board.pass_(color)
        self._keep(board, [])

    def _keep(self, board: Board, taken: list[int]) -> None:
        """Remember the situation that a move made, and the cycle that it completed."""
        key = (board.stones.tobytes(), board.to_play)
        now = len(self.situations)
        if key in self.situations:
            first = max(k for k, situation in enumerate(self.situations) if situation == key)
            span = self.situations[first:]
            if len({stones for stones, _ in span}) > 1:
                self.closed.append((now, frozenset(span)))
                if not self.disturbers and self.classify is None:
                    self.read[now] = disturber_of(Cycle(board.moves[first:], [*self.taken[first:], taken], board))
        self.situations.append(key)
        self.hashes.append(board.hash)
        self.taken.append(taken)

    def undo(self, board: Board) -> tuple[int, int]:
        move = board.undo()
        count = board.move_count
        del self.situations[count + 1 :], self.hashes[count + 1 :], self.taken[count:]
        self.closed = [c for c in self.closed if c[0] <= count]
        self.read = {number: side for number, side in self.read.items() if number <= count}
        return move

    def resumed(self, board: Board) -> None:
        self.situations[-1] = (board.stones.tobytes(), board.to_play)

    def name_disturber(self, board: Board, color: int) -> str:
        self.disturbers = (*self.disturbers, color)
        return article(self.rules.name, "repetition")

    def copy(self) -> Ing:
        twin = Ing(self.rules, self.classify)
        twin.disturbers, twin.read = self.disturbers, dict(self.read)
        twin.situations, twin.hashes, twin.taken, twin.closed = list(self.situations), list(self.hashes), list(self.taken), list(self.closed)
        return twin

    def state(self) -> tuple[tuple[int, ...]]:
        return (self.disturbers,)
