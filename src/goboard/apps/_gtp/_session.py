"""The game that a GTP session is about, and the position, score and dead stones that its commands ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from goboard._core import BLACK, WHITE, Board
from goboard.apps._gtp._protocol import GtpError, color_of, warn
from goboard.reading._dead_stones import estimate_dead
from goboard.rules._game import Game
from goboard.rules._ing import Cycle
from goboard.rules._procedure import Procedure
from goboard.rules._rules import Rules
from goboard.rules._scoring import Score

if TYPE_CHECKING:
    from goboard._core import Ko


def ko_of(rules: Rules) -> Ko:
    """The ko rule of the board; positional superko in place of Ing's."""
    ko: Ko = "positional" if rules.ko == "ing" else rules.board_ko()
    return ko


class Controlled(Procedure):
    """The controller leads: passes do not stop play, so that moves may follow, and be taken back, at any time.

    Ing's hot stones are not known: positional superko holds instead, as in KataGo.
    """

    def board(self, size: Any) -> Board:
        return Board(size, ko=ko_of(self.rules), suicide=self.rules.suicide)

    def follow(self, game: Game) -> None:
        pass


class ControlledGame(Game):
    """A game that a controller leads."""

    stated_handicap: int | None = None  # None: nobody has said, and moves of Black alone may be one

    @staticmethod
    def _procedure_of(rules: Rules, classify: Callable[[Cycle], str] | None, cleanup: str | None) -> Procedure:
        return Controlled(rules)

    @property
    def handicap(self) -> int:
        """The handicap stones: set, or played by controllers that know no other way, before White's first move."""
        if self.stated_handicap is not None:
            return self.stated_handicap
        passed = self.board.pass_move
        played = next((i for i, (color, move) in enumerate(self.board.moves) if color == WHITE or move == passed), 0)
        return played if played >= 2 and not self._start.stones.any() else 0

    @handicap.setter
    def handicap(self, stones: int | None) -> None:
        self.stated_handicap = stones

    def copy(self) -> ControlledGame:
        return cast(ControlledGame, super().copy())

    @property
    def start(self) -> Board:
        """The position before the first move."""
        return self._start

    def stand(self, board: Board, handicap: int | None) -> None:
        """Go on from `board`, whose history starts at the beginning of the game. handicap: None if nobody has stated it."""
        start = board.start()
        self.board, self._start, self.handicap = board, start, handicap

    def turn(self, color: int) -> None:
        """Let `color` move next; before the first move this belongs to the starting position."""
        self.board.to_play = color
        if not self.board.move_count:
            self._begin()


class Session:
    """A game that commands set up, play and count. What they refuse leaves it unchanged."""

    seed: int | None

    def __init__(self, size: int | tuple[int, int], rules: Rules, komi: float) -> None:
        self.game = ControlledGame(size, rules, komi)
        self.game.handicap = None
        self._warn_of_ing()

    @property
    def board(self) -> Board:
        """The current position, with its history."""
        return self.game.board

    @property
    def handicap(self) -> int:
        """Handicap stones, 0 or at least 2."""
        return self.game.handicap

    @property
    def komi(self) -> float:
        """Points for White."""
        return self.game.komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self.game.komi = komi

    @property
    def rules(self) -> Rules:
        """The rules of the game; when they are set, the moves so far are played again under them."""
        return self.game.rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        game, start = ControlledGame(self.board.shape, rules, self.komi), self.game.start
        board = Board.from_array(
            start.stones, start.to_play, ko=game.board.ko, suicide=game.board.suicide, captures=(start.captures(BLACK), start.captures(WHITE))
        )
        for color, move in self.board.moves:
            try:
                board.play(move, color)
            except ValueError as error:
                raise GtpError(f"the moves played are illegal under these rules: {error}") from None
        board.to_play = self.board.to_play
        game.stand(board, self.game.stated_handicap)
        self.game = game
        self._warn_of_ing()

    def new_game(self, size: int | tuple[int, int]) -> None:
        """An empty board; rules and komi stay."""
        self.game = ControlledGame(size, self.rules, self.komi)
        self.game.handicap = None

    def set_up(self, black: list[int], white: list[int], to_play: int, handicap: int) -> None:
        """A new game on the same board from these stones."""
        game = ControlledGame(self.board.shape, self.rules, self.komi)
        game.setup(black, white, to_play)
        game.handicap = handicap
        self.game = game

    def take_over(self, board: Board, rules: Rules, komi: float, handicap: int | None) -> None:
        """Go on with a game from elsewhere; `board` has its history."""
        game = ControlledGame(board.shape, rules, komi)
        game.stand(board, handicap)
        self.game = game
        self._warn_of_ing()

    def turned(self, color: int) -> Board:
        """A copy of the board on which `color` moves next."""
        board = self.board.copy()
        board.to_play = color
        return board

    def point(self, word: str) -> int:
        """The point that a vertex names."""
        try:
            return self.board.point(word)
        except ValueError:
            raise GtpError(f"syntax error: invalid vertex {word[:20]}") from None

    def pairs(self, args: list[str]) -> list[tuple[int, int]]:
        """`color vertex color vertex ...`."""
        if len(args) % 2:
            raise GtpError("syntax error: pairs of color and vertex are expected")
        return [(color_of(color), self.point(word)) for color, word in zip(args[::2], args[1::2])]

    def dead_stones(self) -> list[int]:
        """The stones that count as dead: an estimate, or none where the rules remove none."""
        if self.rules.removal == "none":
            return []
        return estimate_dead(self.board, seed=0 if self.seed is None else self.seed)

    def score(self) -> Score:
        """The count with these stones dead."""
        counted = self.game.score(self.dead_stones())
        assert isinstance(counted, Score)
        return counted

    def _warn_of_ing(self) -> None:
        if self.rules.ko == "ing":
            warn("Ing's fighting and disturbing ko are not played: positional superko holds instead")


def rules_text(rules: Rules) -> str:
    """Rules as SGF's RU names them: by name, else as KataGo writes them."""
    if rules.name in Rules.presets() and Rules.preset(rules.name).with_(komi=rules.komi) == rules:
        return rules.name
    try:
        return rules.to_katago(komi=False)
    except ValueError:
        base = Rules.preset(rules.name) if rules.name in Rules.presets() else Rules()
        return rules.with_(komi=base.komi).to_text()
