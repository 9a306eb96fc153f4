"""`Game`: a game under rules, phase by phase: moves, passes, the stop, agreement, resumption, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.board import _arguments
from goboard.rules import _game_records as _records
from goboard.rules import handicap as _handicap
from goboard.rules._articles import SIDES, IllegalPlay, RuleError, article
from goboard.rules._cleanup import CleanupScore, Encore
from goboard.rules._confirmation import ConfirmationPhase
from goboard.rules._ing import Cycle, Ing, classify_cycle
from goboard.rules._procedure import Procedure, Refusal
from goboard.rules._rules import Rules, check_komi
from goboard.rules._scoring import Score

__all__ = ["Cycle", "Game", "IllegalPlay", "RuleError", "classify_cycle"]

class Game:
    """A game of Go under rules.

    size: a side or (rows, cols). rules: Rules, or what `Rules.parse` reads. komi: points for White, None for the rules'
    own. handicap: a number of stones on the fixed points, or the points themselves (free placement); White then moves
    first. classify: under Ing rules, tells fighting from disturbing kos instead of `classify_cycle`. cleanup: "katago" for
    territory rules that end by KataGo's two clean-up phases instead of by agreement (goboard/cleanup.py).

    phase: "play", "stopped" (two passes), under Ing rules "removed" (dead stones off), with KataGo's clean-up "cleanup 1" and
    "cleanup 2" instead of these, "finished". result: None until then,
    "B+3.5", "W+R" (resignation), "B+F" (forfeit), "Draw", "Void", "Both lose"; reason: why, in words.

    What the rules do not allow raises RuleError, or IllegalPlay for a move, with the article; what is no move, point or
    number raises ValueError or TypeError. The game is then as it was. Two games are equal if all that happened is equal.
    """

    def __init__(
        self,
        size: int | tuple[int, int] = 19,
        rules: Rules | str = "japanese",
        komi: float | None = None,
        handicap: int | Iterable[Any] = 0,
        *,
        classify: Callable[[Cycle], str] | None = None,
        cleanup: str | None = None,
    ) -> None:
        self.rules = Rules.parse(rules)
        self.classify = classify
        self.cleanup = cleanup
        self._procedure = self._procedure_of(self.rules, classify, cleanup)
        self._komi = None if komi is None else check_komi(komi)
        self.board = self._procedure.board(size)
        self._whole: Board | None = None  # the board with its moves, once the dead stones are off `board`
        self.handicap = 0
        self.phase = "play"
        self.result: str | None = None
        self.reason = ""
        self.final: Score | CleanupScore | None = None  # the confirmed count
        self.recorded: str | None = None  # the result that a record gives
        self.info: dict[str, str | list[str]] = {}  # what a record's root says of players, date, place ...: SGF's names to texts
        self.comments: dict[int, str] = {}  # by the number of moves before them
        self.marks: dict[int, dict[str, list[str]]] = {}  # other properties of a record's nodes, by number of moves, as they are in the file
        self.warnings: list[str] = []  # what was mended in the record, left out, or taken for granted
        self.marked_dead: list[int] | None = None  # the dead stones by the players' own marks (TB, TW) in the record
        self._raw_info: dict[str, tuple[str | list[str], list[str]]] = {}
        self.dead: list[int] = []
        self.notes: list[tuple[int, str]] = []  # (move number, what the referee did)
        self._floor = 0  # moves before the last resumption cannot be undone
        self._resumptions: list[tuple[int, int]] = []
        self._stop = 0  # moves at the stop
        self._last_passes = 0  # passes after the removal of dead stones
        self._disagreements = 0
        self._start = self.board.copy()
        self._begin()
        if not isinstance(handicap, Iterable) or getattr(handicap, "ndim", 1) == 0:
            handicap = _arguments.integer(handicap, "handicap", 0)
            if handicap:
                self.place_handicap(_handicap.fixed_points(self.board.shape, handicap))
        else:
            self.place_handicap(handicap)

    # The beginning.

    def _begin(self) -> None:
        """The position as it stands is where the game starts."""
        self._start = self.board.copy(history=False)
        self._procedure.begin(self.board)

    @staticmethod
    def _procedure_of(rules: Rules, classify: Callable[[Cycle], str] | None, cleanup: str | None) -> Procedure:
        if cleanup not in (None, "katago"):
            raise ValueError(f'cleanup must be None or "katago", not {_arguments.shown(cleanup)}')
        if cleanup:
            return Encore(rules)
        return Ing(rules, classify) if rules.ko == "ing" else Procedure(rules)

    def _must_begin(self, what: str) -> None:
        if self.board.move_count or self.phase != "play":
            raise RuleError(self._article("turn"), f"{what} comes before the first move")

    def setup(self, black: Iterable[Any] = (), white: Iterable[Any] = (), to_play: int | None = None) -> None:
        """Put stones on the board before the first move. All or nothing.

        Two or more black stones and no white ones are a handicap, and White is to play unless `to_play` says otherwise.
        Raises RuleError after the first move, ValueError for bad points or a chain without liberties.
        """
        self._must_begin("setting up")
        black, white = list(black), list(white)
        for p in [*black, *white]:
            if self.board[p]:
                raise ValueError(f"{self.board.vertex(p)} is occupied")
        board = self.board.copy()
        board.setup(black, white, to_play=to_play)
        stones = _handicap.stones_on(board)
        if stones and to_play is None:
            board.to_play = WHITE
        self.board, self.handicap = board, stones
        self._begin()

    def place_handicap(self, points: Iterable[Any]) -> None:
        """Put Black's handicap stones, two or more, on these points before the first move; White moves first.

        Raises RuleError after the first move, ValueError for fewer than two points or points that are bad, equal or occupied.
        """
        self._must_begin("the handicap")
        if isinstance(points, str):
            points = points.split()
        stones = [self.board.point(p) for p in islice(points, self.board.pass_move + 1)]  # one too many is refused below
        if len(stones) < 2:
            raise ValueError(f"a handicap is two stones or more, not {len(stones)}")
        if self.handicap or self.board.stones.any():
            raise ValueError("handicap stones go on an empty board")
        if len(stones) >= self.board.pass_move:
            raise ValueError(f"a board of {self.board.pass_move} points does not take {len(stones)} handicap stones")
        self.setup(black=stones, to_play=WHITE)

    # What there is to see.

    @property
    def komi(self) -> float:
        """Points for White; may be set until the result is confirmed."""
        if self._komi is not None:
            return self._komi
        return self.rules.handicap_komi if self.handicap else self.rules.komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self._must_be_open()
        self._komi = check_komi(komi)

    @property
    def bonus(self) -> int:
        """Points that White gets for the handicap stones."""
        return self.rules.bonus(self.handicap)

    @property
    def to_play(self) -> int:
        """BLACK or WHITE, whose turn it is (or would be)."""
        return self.board.to_play

    @property
    def moves(self) -> list[tuple[int, int]]:
        """(color, point) of every move; a pass is rows * cols."""
        return self._procedure.moves(self._played)

    @property
    def _played(self) -> Board:
        """The board on which the moves were played: `board`, until dead stones are taken off it."""
        return self.board if self._whole is None else self._whole

    @property
    def recurred(self) -> bool:
        """Whether a whole-board position has recurred, so that `no_result` is open to the players."""
        count = self.board.move_count if self.phase == "play" else self._stop
        return any(k <= count for k in self._played.recurrences())

    @property
    def resumed(self) -> tuple[tuple[int, int], ...]:
        """(moves before it, who moves first) of every resumption."""
        return tuple(self._resumptions)

    @property
    def passes(self) -> int:
        """Passes in succession up to now; the pass that takes the button does not count."""
        return self._procedure.passes(self)

    def _passes_on_board(self) -> int:
        if not self.rules.button:
            return min(self._played.passes, self._played.move_count - self._floor)
        count = 0
        moves = self._played.moves
        button = self._button_move(moves)
        for k in range(len(moves) - 1, self._floor - 1, -1):
            if moves[k][1] != self.board.pass_move:
                break
            count += k != button
        return count

    @property
    def pass_stones(self) -> tuple[int, int]:
        """Stones that (Black, White) handed over by passing, where the rules ask for them; White passes last."""
        if self.rules.passes != "white last":
            return 0, 0
        passed = [color for color, move in self._played.moves if move == self.board.pass_move]
        return passed.count(BLACK), passed.count(WHITE)

    @property
    def button(self) -> int:
        """Who took the button: BLACK, WHITE, or EMPTY while nobody has, or where there is none."""
        k = self._button_move(self._played.moves)
        return EMPTY if k is None else self._played.moves[k][0]

    def _button_move(self, moves: list[tuple[int, int]]) -> int | None:
        if not self.rules.button:
            return None
        return next((k for k, (_, move) in enumerate(moves) if move == self.board.pass_move), None)

    def positions(self) -> Iterator[Board]:
        """The Boards before the first move and after each, passes counted; each is a copy of its own.

        Where play was resumed, the board shows whose turn it then was.
        """
        board, resumed = self._start.copy(), dict(self.resumed)
        yield board.copy()
        for number, (color, move) in enumerate(self._played.moves, 1):
            board.play(move, color)
            if number in resumed:
                board.to_play = resumed[number]
            yield board.copy()

    def _article(self, key: str) -> str:
        return article(self.rules.name, key)

    # Moves.

    def why_illegal(self, move: Any, color: int | None = None) -> str | None:
        """Why the rules refuse a stone there, in words with the article, or None. Phase and turn are not asked."""
        refusal = self._refusal(self.board.point(move), self.to_play if color is None else color)
        return None if refusal is None else f"{refusal.text} ({refusal.article})"

    def is_legal(self, move: Any, color: int | None = None) -> bool:
        """Whether `play` would play the move now."""
        if not self._in_play():
            return False
        point = self.board.point(move)
        return point == self.board.pass_move or self._refusal(point, self.to_play if color is None else color) is None

    def legal_mask(self, color: int | None = None) -> np.ndarray:
        """Which moves are legal now: bool (rows * cols + 1,), the pass last. All False when no move may be played."""
        if not self._in_play():
            return np.zeros(self.board.pass_move + 1, bool)
        return self._procedure.legal_mask(self.board, self.to_play if color is None else color)

    def _refusal(self, point: int, color: int) -> Refusal | None:
        return None if point == self.board.pass_move else self._procedure.refusal(self.board, point, color)

    def play(self, move: Any, color: int | None = None, *, out_of_turn: bool = False) -> int:
        """Play a stone of whose turn it is, or pass. Returns the number of stones captured.

        color: whose stone; the other side's is refused, two moves in succession, unless `out_of_turn` (as records have it).
        An illegal move costs what `rules.illegal` says: it raises IllegalPlay, or counts as a pass, or loses the game; a point that is
        off the board or occupied is always refused.
        """
        point = self.board.point(move)
        if point == self.board.pass_move:
            self.pass_(color, out_of_turn=out_of_turn)
            return 0
        side = self._mover(color, out_of_turn)
        self._must_play()
        refusal = self._refusal(point, side)
        if refusal is not None:
            reason, article, text = refusal
            vertex = self.board.vertex(point)
            if self.rules.illegal == "refused" or reason == "occupied":
                raise IllegalPlay(reason, vertex, side, article, text)
            if self.rules.illegal == "loss":
                self.forfeit(side, f"{vertex}: {text} ({article})")
            else:
                self.notes.append((self.board.move_count + 1, f"{SIDES[side]} {vertex} is void and counts as a pass: {text} ({article})"))
                self._pass(side)
            return 0
        taken = self._procedure.play(self.board, point, side)
        self._procedure.follow(self)
        return taken

    def pass_(self, color: int | None = None, *, out_of_turn: bool = False) -> None:
        """Pass. Two passes in succession stop play; under Ing rules, two more after the removal of dead stones end the game."""
        if self.phase == "removed":
            self._last_passes += 1
            if self._last_passes == 2:
                self.agree()
            return
        side = self._mover(color, out_of_turn)
        self._must_play()
        self._pass(side)

    def _pass(self, side: int) -> None:
        self._procedure.pass_(self.board, side)
        self._procedure.follow(self)

    def _stop_play(self) -> None:
        self.phase = "stopped"
        self._stop = self.board.move_count
        if self.rules.dispute == "all alive" and self._floor and self._stop == self._floor + 2:
            self._white_passes_last()
            self._count_all_alive(f"after four passes in a row ({self._article('resume')})")

    def _count_all_alive(self, why: str) -> None:
        s = self.score(())
        self._finish(s.result, f"counted with every stone alive {why}", s)

    def _white_passes_last(self) -> None:
        """At the end White hands over one more stone if Black passed last, where the rules ask for it."""
        if self.rules.passes != "white last":
            return
        while self.board.move_count > self._stop:
            self.board.undo()
        if self.board.moves[-1][0] == BLACK:
            self.board.pass_(WHITE)
            self._stop = self.board.move_count
            self.notes.append((self._stop, f"White passes last ({self._article('stop')})"))

    def _mover(self, color: int | None, out_of_turn: bool) -> int:
        if color is None:
            return self.board.to_play
        if type(color) is not int or color not in (BLACK, WHITE):
            color = _arguments.color(color)
        if color != self.board.to_play and not out_of_turn and self._in_play():
            raise RuleError(self._article("turn"), f"it is {SIDES[self.board.to_play]}'s turn, not {SIDES[color]}'s")
        return color

    def _must_play(self) -> None:
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if not self._in_play():
            raise RuleError(self._article("stop"), "play has stopped; no move may be played until it is resumed")

    def _in_play(self) -> bool:
        return self.phase in self._procedure.phases

    def undo(self) -> tuple[int, int]:
        """Take the last move back; returns it as (color, point). Not through a stop, a resumption or the end."""
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if not self._in_play():
            raise RuleError(self._article("stop"), "play has stopped; it can be resumed, not undone")
        if self.board.move_count <= self._floor:
            what = "play was resumed here; what went before stands" if self._floor else "there is no move to undo"
            raise RuleError(self._article("resume" if self._floor else "turn"), what)
        move = self._procedure.undo(self.board)
        count = self.board.move_count
        self.notes = [note for note in self.notes if note[0] <= count]
        self._procedure.follow(self)
        return move

    def name_disturber(self, color: int) -> None:
        """Under Ing rules, the referee's word, at any time, that this side makes the cycle.

        From now on it may bring back no situation, and its opponent may. Until somebody is named, a cycle may go round once; then the
        side whose chain lives only by the cycle must stop (`disturber_of`), or, where reading does not tell, the side that would begin it again.
        """
        color = _arguments.color(color)
        where = self._procedure.name_disturber(self.board, color)
        if where is None:
            raise RuleError(self._article("ko"), "only Ing rules know a disturber")
        self.notes.append((self.board.move_count, f"{SIDES[color]} is the disturber ({where})"))

    # The end.

    def resume(self, requested_by: int | None = None) -> None:
        """Take play up again after the stop, at the request of one side.

        Under most rules the other side moves first (Article 9-3), under `resume="turn"` the side whose turn it is. What was
        tried out on `board` meanwhile is void and taken back.
        """
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if self._in_play():
            raise RuleError(self._article("resume"), "play has not stopped; there is nothing to resume")
        if self.rules.resume == "never":
            raise RuleError(self._article("resume"), "the game is over after the stop")
        if requested_by is not None:
            requested_by = _arguments.color(requested_by, "requested_by")
        if self.rules.resume == "opponent" and requested_by is None:
            raise ValueError("who asks to resume? The opponent moves first")
        self.board, self._whole = self._played, None
        while self.board.move_count > self._stop:
            self.board.undo()
        if requested_by is not None and self.rules.resume == "opponent":
            self.board.to_play = 3 - requested_by
        self.phase = "play"
        self.dead = []
        self._last_passes = 0
        self._floor = self.board.move_count
        self._resumptions.append((self._floor, self.board.to_play))
        self._procedure.resumed(self.board)

    def _moves_next(self, side: int) -> None:
        """Play was just resumed, and `side` moves first whatever the rules would say."""
        self.board.to_play = side
        self._resumptions[-1] = (self._floor, side)
        self._procedure.resumed(self.board)

    def confirmation(self, first: int | None = None) -> ConfirmationPhase:
        """After the stop: hypothetical play that shows what is alive and what is dead (Article 7-2).

        first: who moves first, whose turn it is if None. Whatever is played there, the game stands at the stop as it was. Raises
        RuleError when play has not stopped or the game is over.
        """
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if self.phase != "stopped":
            raise RuleError(self._article("stop"), "life and death are confirmed after the stop, and play has not stopped")
        board = self.board.copy()
        while board.move_count > self._stop:
            board.undo()
        return ConfirmationPhase(board, first)

    def score(self, dead: Iterable[Any] | str | None = None) -> Score | CleanupScore:
        """The count with these stones dead (None: those agreed on). Also before the end. Raises as `goboard.scoring.score` does.

        With KataGo's clean-up nothing is agreed on: it is the count as the position stands, a CleanupScore.
        """
        dead = self._procedure.checked_dead(dead)
        if dead is None or self.cleanup:
            if self.final is not None:
                return self.final
            dead = self.dead
        board = self._played
        if self.phase not in self._procedure.phases and self.phase != "finished" and board.move_count > self._stop:
            board = board.copy()
            while board.move_count > self._stop:
                board.undo()
        s: Score | CleanupScore = self._procedure.count(self, board, dead)
        if self.rules.passes == "white last" and isinstance(s, Score):
            return s._with_pass_stones(self.pass_stones)
        return s

    def agree(self, dead: Iterable[Any] | str = ()) -> Score:
        """Both sides agree that these stones are dead, and no others; the count confirms the result and ends the game.

        Under Ing rules the stones come off first ("removed"); two more passes, or agreeing again, end the game. Raises
        RuleError before the stop or after the end, and as `score` does for a bad list of stones.
        """
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if not self._procedure.agreement:
            raise RuleError(self._article("end"), "nothing is agreed on in KataGo's clean-up: what is dead is captured")
        if self._in_play():
            if not self.rules.early_end:
                raise RuleError(self._article("end"), "agreement comes after the stop, and play has not stopped")
            counted = self._agreed_count(dead)
            self._stop_play()
            self.dead = sorted(counted.dead + counted.left)
            self._finish(counted.result, "counted; the players agreed that the game was over", counted)
            return counted
        if self.phase == "removed":
            s = self._agreed_count(self.dead)
            self._finish(s.result, "counted after four passes", s)
            return s
        s = self._agreed_count(dead)
        self.dead = sorted(s.dead + s.left)
        self._white_passes_last()
        if self.rules.passes == "white last":
            s = self._agreed_count(self.dead)  # the pass stones of the end
        if self.rules.passes == "2+2":
            self._take_off(self.dead)
            self.phase = "removed"
        else:
            self._finish(s.result, "counted", s)
        return s

    def _agreed_count(self, dead: Iterable[Any] | str) -> Score:
        count = self.score(dead)
        assert isinstance(count, Score)  # where there is agreement
        return count

    def _take_off(self, dead: list[int]) -> None:
        """The dead stones leave `board`; what was played stays known."""
        while self.board.move_count > self._stop:
            self.board.undo()
        self._whole = self.board
        board = self.board.copy(history=False)
        board.setup(empty=dead, to_play=board.to_play)
        self.board = board

    def disagree(self, requested_by: int | None = None, *, mover: int | str | None = None) -> None:
        """The players cannot agree on the dead stones after the stop; `requested_by` is who asks to resume, if anybody.

        What follows is the rules': play is resumed; nobody asks and both lose (Article 13-1). Under AGA rules two more passes at once,
        four in a row, end the game with every stone alive. New Zealand's players also have to agree who moves next: `mover` is that side, whose
        turn it is if None; with "nobody" they do not agree, and all stones stay.
        """
        if self.phase not in ("stopped", "removed"):
            raise RuleError(self._article("end"), "there is nothing to disagree about before the stop")
        if self.rules.dispute == "none":
            raise RuleError(self._article("end"), "there is nothing to disagree about: no stone comes off")
        if mover is not None and self.rules.dispute != "agreed mover":
            raise RuleError(self._article("resume"), "these rules say who moves next; it is nothing to agree about")
        if mover == "nobody":
            self._count_all_alive(f"as the players did not agree who moves next ({self._article('resume')})")
        elif mover is not None:
            side = _arguments.color(mover, "mover")
            self.resume(requested_by)
            self._moves_next(side)
        elif self.rules.dispute == "both lose" and requested_by is None:
            self.both_lose("the players do not agree, and nobody asks to resume")
        else:
            self.resume(requested_by)
        self._disagreements += 1

    def resign(self, color: int | None = None) -> None:
        """`color` (whose turn it is, if None) resigns; the other side wins."""
        self._must_be_open()
        side = self.board.to_play if color is None else _arguments.color(color)
        self._finish(f"{'?BW'[3 - side]}+R", f"{SIDES[side]} resigned ({self._article('resign')})")

    def no_result(self) -> None:
        """Both players agree to end the game because a whole-board position has recurred: "Void", or "Draw" where the rules say so."""
        self._must_be_open()
        where = self._article("no result")
        if not self._in_play():
            raise RuleError(where, "play has stopped; a game ends without result by agreement during play")
        if self.rules.long_cycle == "forbidden":
            raise RuleError(where, "nothing recurs under these rules: the move that repeats is refused")
        if not self.recurred:
            raise RuleError(where, "no whole-board position has recurred")
        if self.rules.long_cycle == "draw":
            self._finish("Draw", f"a whole-board position recurred ({where})")
        else:
            again = ", to be played again" if self.rules.long_cycle == "replay" else ""
            self._finish("Void", f"a whole-board position recurred{again} ({where})")

    def both_lose(self, reason: str) -> None:
        """Both players lose: they found an effective move after the stop and cannot agree (13-1), or a stone was displaced and
        cannot be put back by agreement (13-2)."""
        self._must_be_open()
        if self.rules.dispute != "both lose":
            raise RuleError(self._article("both lose"), "only the Japanese rules let both players lose")
        self._finish("Both lose", f"{_reason(reason)} ({self._article('both lose')}-{1 if self.phase == 'stopped' else 2})")

    def forfeit(self, color: int, reason: str) -> None:
        """`color` loses for breaking a rule. Before the result is confirmed; afterwards it has no effect, and RuleError says so."""
        color = _arguments.color(color)
        self._must_be_open()
        self._finish(f"{'?BW'[3 - color]}+F", f"{_reason(reason)} ({self._article('forfeit')})")

    def warn(self, color: int, reason: str) -> None:
        """The referee warns `color`, for stones taken off that had liberties, say, and put back: noted, nothing else."""
        color = _arguments.color(color)
        self._must_be_open()
        self.notes.append((self.board.move_count, f"{SIDES[color]} is warned: {_reason(reason)}"))

    def referee(self, outcome: str, reason: str) -> None:
        """The referee ends the game: "draw", "replay" or "no result" (a cycle in which neither side yields), "black", "white"."""
        results = {"draw": "Draw", "replay": "Void", "no result": "Void", "black": "B+F", "white": "W+F"}
        self._must_be_open()
        if outcome not in results:
            raise ValueError(f"a referee rules {', '.join(map(repr, results))}, not {outcome!r}")
        again = ", to be played again" if outcome == "replay" else ""
        self._finish(results[outcome], f"{_reason(reason)}: ruled by the referee{again}")

    def recount(self) -> Score | CleanupScore:
        """Play the game again from the first move and count once more, as either player may demand (Article 10-3).

        Returns the count; raises RuleError if the moves do not lead to the position, the prisoners or the count at hand.
        """
        if self.final is None:
            raise RuleError(self._article("end"), "there is no count to verify")
        *_, board = self.positions()
        same = (board.stones == self._played.stones).all()
        same = same and all(board.captures(c) == self._played.captures(c) for c in (BLACK, WHITE))
        s = self._procedure.count(self, board, self.dead)
        if not same or s.margin != self.final.margin:
            raise RuleError(self._article("confirmed"), "the moves do not lead to the position that was counted")
        return self.final

    def _must_be_open(self) -> None:
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the result is confirmed and nothing changes it: {self.result}")

    def _finish(self, result: str, reason: str, final: Score | CleanupScore | None = None) -> None:
        self.phase, self.result, self.reason, self.final = "finished", result, reason, final

    # Records.

    @classmethod
    def from_sgf(cls, source: Any, strict: bool = False, rules: Rules | str | None = None, *, cleanup: str | None = None) -> Game:
        """The game that a record tells, up to its last move: bytes, str, or a tree of `goboard.sgf`.

        rules: None for the record's own, Japanese if it names none (or, unless `strict`, names unknown ones). `recorded` is the result
        that the record gives; a resignation, forfeit or loss on time ends the game, a count does not: `agree` on the dead stones, those
        that the players marked (`marked_dead`) say. A stone after two passes resumes play, with the passes between; so does PL after the
        stop, as `to_sgf` writes it, and under rules where four passes in a row end the game, the third of four. Other passes after the stop
        are left out. With cleanup="katago" they are of the clean-up phases. `handicap` is what the record says
        (`goboard.handicap.of_record`). What the record gives and nobody understands is warned about (RecordWarning); `warnings` has that and
        whatever was mended or left out. Raises SGFError for a bad record, with `strict`
        or `cleanup` IllegalPlay for a move that the rules refuse and ValueError for stones set up between moves. Otherwise these are carried out, as FF[4] says of
        moves, "regardless if legal": the game goes on from the position that results, with the prisoners so far, and its `moves` are those after it.
        """
        return _records.read_game(cls, source, strict, rules, cleanup)

    def to_sgf(self) -> str:
        """The game as SGF text: set-up, moves, komi, rules, result, and what `info`, `comments` and `marks` hold.

        A resumption is PL in a node of its own; territory and dead stones agreed on are TB and TW in the last node.

        `from_sgf` gives the same back: the rules too, whatever fields were changed (`Rules.to_text`).
        """
        return _records.sgf_of(self)

    def _go_on_from(self, board: Board) -> None:
        """A record goes on from a position to which the rules do not lead: the game begins anew there, with the prisoners so far."""
        self.board, self._whole, self.phase = board, None, "play"
        self.result, self.reason, self.final, self.dead, self._resumptions = None, "", None, [], []
        self._floor = self._stop = self._last_passes = 0
        self._begin()

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        if "_procedure" not in state:
            state = _from_0_1_0(state)
        if "_resumptions" not in state:
            state["_resumptions"] = list(state.pop("resumed", ()))
        self.__dict__.update(state)

    # Copies.

    def copy(self) -> Game:
        """An independent game at the same point."""
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__)
        game.board = self.board.copy()
        game._whole = None if self._whole is None else self._whole.copy()
        game._procedure = self._procedure.copy()
        game.info, game.comments = dict(self.info), dict(self.comments)
        game.marks = {number: {name: list(values) for name, values in marks.items()} for number, marks in self.marks.items()}
        game.warnings = list(self.warnings)
        game.dead, game.notes, game._resumptions = list(self.dead), list(self.notes), list(self._resumptions)
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        return (
            self.rules, self.cleanup, self.komi, self.handicap, self._start, self.moves, self.board, self.phase, self.result, self.reason,
            self.dead, self.notes, self._floor, self._resumptions, self._last_passes, self._disagreements, self._procedure.state(),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows; at the end with the territory and the dead stones."""
        from goboard.records import render

        told = f"Move {self.board.move_count}, {self.phase}" + (f": {self.result}" if self.result else "")
        if self.final is not None:
            return render.svg(self.board, territory=self.final.territory, dead=self.final.dead, caption=told)
        return render.svg(self.board, caption=told)

    def __repr__(self) -> str:
        rows, cols = self.board.shape
        end = f", {self.result}" if self.result else ""
        rules = self.rules.name or "own"
        return f"<Game {rows}x{cols}, {rules} rules, komi {self.komi:g}, move {self.board.move_count}, {self.phase}{end}>"


def _reason(reason: Any) -> str:
    words = str.__str__(reason).strip() if isinstance(reason, str) else ""
    if not words:
        raise ValueError(f"a ruling gives its reason in words, not {_arguments.shown(reason)}")
    return words


def _from_0_1_0(state: dict[str, Any]) -> dict[str, Any]:
    """The state of a game pickled by version 0.1.0, or by one of its followers before procedures, as it is now."""
    state = {"info": {}, "comments": {}, "marks": {}, "warnings": [], "marked_dead": None, "_raw_info": {}, "_whole": None, **state}
    machine = state.pop("_cleanup", None)
    procedure = Game._procedure_of(state["rules"], state["classify"], state["cleanup"])
    if isinstance(procedure, Encore):
        procedure.machine = machine
    kept = {name: state.pop(f"_{name}", None) for name in ("situations", "hashes", "taken", "closed", "disturbers")}
    if isinstance(procedure, Ing):
        for name, value in kept.items():
            setattr(procedure, name, value)
    return {**state, "_procedure": procedure}
