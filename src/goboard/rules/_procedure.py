"""How a game treats kos and comes to an end: what `Game` asks of whichever rules it is played by.

Three procedures: `Procedure` itself (the board's own ko rule, two passes, agreement), `Ing` (hot stones and cycles, goboard/rules/_ing.py)
and `Encore` (KataGo's clean-up phases, goboard/rules/_cleanup.py). A procedure keeps what belongs to it for every move of the game's board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goboard._core import Board
from goboard.rules._articles import article
from goboard.rules._rules import Rules
from goboard.rules._scoring import Score, score

if TYPE_CHECKING:
    from goboard.rules._game import Game


class Refusal(NamedTuple):
    """Why a stone may not be played."""

    reason: str  # as IllegalMove has it
    article: str
    text: str


class Procedure:
    """The board's own ko rule; two passes stop play; the players agree on the dead stones."""

    phases: tuple[str, ...] = ("play",)  # those in which stones are played
    agreement = True  # whether the players agree on the dead stones

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def board(self, size: Any) -> Board:
        """The empty board that the game is played on."""
        return Board(size, ko=self.rules.board_ko(), suicide=self.rules.suicide)

    def begin(self, board: Board) -> None:
        """The position as it stands is where the game starts."""

    def refusal(self, board: Board, point: int, color: int) -> Refusal | None:
        """What is wrong with a stone of `color` at `point`, or None."""
        reason = board.why_illegal(point, color)
        return None if reason is None else self.in_words(reason)

    def in_words(self, reason: str) -> Refusal:
        name = self.rules.name
        if reason == "ko":
            return Refusal(reason, article(name, "ko"), "the stone just taken in the ko may not be retaken on the next move")
        if reason == "superko":
            key = "repetition" if self.rules.ko != "simple" or name == "chinese" else "ko"
            return Refusal(reason, article(name, key), "the move repeats a whole-board position")
        if reason == "suicide":
            return Refusal(reason, article(name, "suicide"), "the stone would have no liberty, and takes nothing")
        return Refusal(reason, article(name, "point"), "the point is occupied")

    def legal_mask(self, board: Board, color: int) -> NDArray[np.bool_]:
        """Where `color` may move: bool (rows * cols + 1,), the pass last."""
        return board.legal_mask(color)

    def play(self, board: Board, point: int, color: int) -> int:
        """Play a legal stone. Returns the number of stones captured."""
        return board.play(point, color)

    def pass_(self, board: Board, color: int) -> None:
        board.pass_(color)

    def undo(self, board: Board) -> tuple[int, int]:
        """Take the last move back; returns it as (color, point)."""
        return board.undo()

    def passes(self, game: Game) -> int:
        """Passes in succession up to now; the pass that takes the button does not count."""
        return game._passes_on_board()

    def moves(self, board: Board) -> list[tuple[int, int]]:
        """(color, point) of every move as a record has it."""
        return board.moves

    def follow(self, game: Game) -> None:
        """After a move: the phase, and the end, that it leads to."""
        if game.passes >= 2:
            game._stop_play()

    def resumed(self, board: Board) -> None:
        """Play goes on after a stop."""

    def name_disturber(self, board: Board, color: int) -> str | None:
        """The referee's word that a side makes a cycle; the article, or None where the rules know no such thing."""
        return None

    def count(self, game: Game, board: Board, dead: Any) -> Any:
        """The count of `board` with these stones dead."""
        return score(board, self.rules, dead, komi=game.komi, handicap=game.handicap, button=game.button)

    def checked_dead(self, dead: Any) -> Any:
        """The dead stones that may be named."""
        return dead

    def terms(self, board: Board) -> dict[str, Any]:
        """What input planes ask of the procedure at the position after the first `board.move_count` moves."""
        return {}

    def copy(self) -> Procedure:
        return self

    def state(self) -> tuple[Any, ...]:
        """What makes two games differ that are otherwise equal."""
        return ()


Count = Score
