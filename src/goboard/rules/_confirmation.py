"""The confirmation of life and death played out on a board, as Article 7-2 of the Japanese rules of 1989 has it.

`goboard.confirm` reads the statuses; here two players, or one at a board, try the moves out. `Game.confirmation` opens it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from goboard._core import BLACK, EMPTY, WHITE, Board, IllegalMove
from goboard.board import _arguments

__all__ = ["ConfirmationPhase"]


def beside(board: Board, point: int) -> list[int]:
    """The points beside a point."""
    row, col = divmod(point, board.cols)
    near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [r * board.cols + c for r, c in near if 0 <= r < board.rows and 0 <= c < board.cols]


def ko_capture(board: Board, point: int, color: int) -> int | None:
    """The stone that `color` would take in a ko at an empty point, or None where that is no ko.

    All points beside it are the other side's, just one of their chains is in atari, and that is a single stone.
    """
    if point == board.pass_move or board[point] != EMPTY:
        return None
    near = beside(board, point)
    if any(board[p] != 3 - color for p in near):
        return None
    taken = [p for p in near if board.liberties(p) == 1]
    return taken[0] if len(taken) == 1 and len(board.chain(taken[0])) == 1 else None


def blank_copy(board: Board) -> Board:
    """The position on a board that knows no ko."""
    captures = (board.captures(BLACK), board.captures(WHITE))
    return Board.from_array(board.stones, board.to_play, ko="none", suicide=False, captures=captures)


class _Turn(NamedTuple):
    barred: frozenset[int]
    passes: int


class ConfirmationPhase:
    """Hypothetical play from the stop. Made by `Game.confirmation`; nothing done here touches the game.

    A ko may not be retaken until the side whose stone was taken has passed for that ko, by `pass_for_ko`; threats are of no
    use. A stone that takes a single stone in a ko is what bars it: any other capture of that stone is allowed, and when the stone
    has gone, so has the bar. Two ordinary passes in succession end the line; `reset` goes back to the stop.

    board: the position, a Board; `board.to_play` whose turn it is. moves: list of (color, point) with "pass" as `pass_move` and a
    pass for a ko as (color, ("ko", stone)). barred: the stones that bar their kos, list of points. over: two passes were made.
    Source: Article 7-2 and its commentary, figures 9 to 11.
    """

    def __init__(self, board: Board, first: int | None = None) -> None:
        self._stop = blank_copy(board)
        if first is not None:
            self._stop.to_play = _arguments.color(first, "first")
        self.reset()

    def reset(self) -> None:
        """Back to the position of the stop."""
        self.board = self._stop.copy()
        self.moves: list[tuple[int, Any]] = []
        self._turns = [_Turn(frozenset(), 0)]

    @property
    def to_play(self) -> int:
        """Whose turn it is: BLACK or WHITE."""
        return self.board.to_play

    @property
    def barred(self) -> list[int]:
        """The points of the stones that bar their kos to the other side."""
        return sorted(self._turns[-1].barred)

    @property
    def over(self) -> bool:
        """Whether two passes have ended the line."""
        return self._turns[-1].passes >= 2

    @property
    def captured(self) -> list[int]:
        """The points whose stones of the stop are not there now."""
        was, now = self._stop.stones.ravel(), self.board.stones.ravel()
        found: list[int] = np.flatnonzero((was != EMPTY) & (was != now)).tolist()
        return found

    def why_illegal(self, move: Any) -> str | None:
        """Why the side to move may not play there, in words with the article, or None."""
        point = self.board.point(move)
        reason = self.board.why_illegal(point)
        if reason is not None:
            return {"occupied": "the point is occupied (Article 3)"}.get(reason, "the stone would have no liberty, and takes nothing (Articles 3 and 4)")
        if ko_capture(self.board, point, self.to_play) in self._turns[-1].barred:
            return "the ko may be retaken only after a pass for it (Article 7-2)"
        return None

    def is_legal(self, move: Any) -> bool:
        """Whether `play` would play the move now."""
        return not self.over and self.why_illegal(move) is None

    def legal_mask(self) -> np.ndarray:
        """bool (rows * cols + 1,): what may be played now, the pass last; passes for kos are `barred`."""
        mask = self.board.legal_mask()
        for stone in self._turns[-1].barred:
            for point in beside(self.board, stone):
                if mask[point] and ko_capture(self.board, point, self.to_play) == stone:
                    mask[point] = False
        return mask & (not self.over)

    def play(self, move: Any) -> int:
        """Play a stone, or pass. Returns the number of stones taken. Raises IllegalMove, ValueError when the line is over."""
        self._must_go_on()
        point = self.board.point(move)
        if point == self.board.pass_move:
            self.pass_()
            return 0
        side = self.to_play
        if self.why_illegal(point) is not None:
            reason = self.board.why_illegal(point) or "ko"
            raise IllegalMove(reason, self.board.vertex(point), side)
        in_ko = ko_capture(self.board, point, side) is not None
        taken = self.board.play(point, side)
        barred = {p for p in self._turns[-1].barred if self.board[p]}
        self._note((side, point), barred | {point} if in_ko else barred, 0)
        return taken

    def pass_(self) -> None:
        """An ordinary pass, which frees no ko; two in succession end the line."""
        self._must_go_on()
        side = self.to_play
        self.board.pass_(side)
        self._note((side, self.board.pass_move), self._turns[-1].barred, self._turns[-1].passes + 1)

    def pass_for_ko(self, move: Any = None) -> None:
        """Pass for a ko, named by the stone that took it or the point where it is retaken; None where just one is barred.

        Raises ValueError where that ko is not barred to the side to move.
        """
        self._must_go_on()
        side = self.to_play
        open_kos = [p for p in self.barred if self.board[p] == 3 - side and len(self.board.chain(p)) == 1 and self.board.liberties(p) == 1]
        if move is None:
            named = open_kos
        else:
            point = self.board.point(move)
            named = [p for p in open_kos if point in (p, int(self.board.liberty_points(p)[0]))]
        if len(named) != 1:
            kos = ", ".join(self.board.vertex(p) for p in open_kos) or "none"
            what = "which ko?" if move is None and named else "no such ko is barred."
            raise ValueError(f"a pass for a ko: {what} Barred to {'?BW'[side]}: {kos} (Article 7-2)")
        self.board.pass_(side)
        self._note((side, ("ko", named[0])), self._turns[-1].barred - {named[0]}, 0)

    def undo(self) -> tuple[int, Any]:
        """Take the last move back; returns it as `moves` had it. Raises ValueError at the stop."""
        if not self.moves:
            raise ValueError("there is no move to undo: this is the position of the stop")
        self.board.undo()
        self._turns.pop()
        return self.moves.pop()

    def _must_go_on(self) -> None:
        if self.over:
            raise ValueError("two passes have ended this line; reset() goes back to the stop")

    def _note(self, move: tuple[int, Any], barred: Iterable[int], passes: int) -> None:
        self.moves.append(move)
        self._turns.append(_Turn(frozenset(barred), passes))

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: the position, with the stones that bar their kos marked."""
        from goboard.records import render

        return render.svg(self.board, marks=dict.fromkeys(self.barred, "square"))

    def __repr__(self) -> str:
        return f"<ConfirmationPhase, move {len(self.moves)}, {'over' if self.over else '?BW'[self.to_play] + ' to play'}, {len(self.barred)} kos barred>"
