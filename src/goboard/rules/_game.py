"""`Game`: a game under rules, phase by phase: moves, passes, the stop, agreement, resumption, the result."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from goboard.rules import _results
from goboard.rules import handicap as _handicap
from goboard._core import BLACK, EMPTY, WHITE, Board, IllegalMove
from goboard.records._sgf import plain
from goboard.rules._cleanup import Cleanup, CleanupScore
from goboard.rules._confirmation import ConfirmationPhase
from goboard.rules._rules import Rules, check_komi
from goboard.rules._scoring import Score, score

__all__ = ["Cycle", "Game", "IllegalPlay", "RuleError", "classify_cycle"]

_NAMES = ("nobody", "Black", "White")

# Where each ruleset says it; a ruleset without its own words takes those of "".
_ARTICLES: dict[str, dict[str, str]] = {
    "": {
        "turn": "the rule of alternate play",
        "point": "the rule of play",
        "suicide": "the rule of suicide",
        "ko": "the ko rule",
        "repetition": "the ban on repeated positions",
        "stop": "the rule of two passes",
        "end": "the rule of agreement after the stop",
        "resume": "the rule of resumption",
        "confirmed": "the rule of the confirmed result",
        "resign": "the rule of resignation",
        "no result": "the rule of repeated positions",
        "both lose": "the rule of disagreement",
        "forfeit": "the rule of illegal moves",
    },
    "japanese": {
        "turn": "Article 2",
        "point": "Article 3",
        "suicide": "Articles 3 and 4",
        "ko": "Article 6",
        "stop": "Articles 2 and 9-1",
        "end": "Article 9-2",
        "resume": "Article 9-3",
        "confirmed": "Article 10-4",
        "resign": "Article 11",
        "no result": "Article 12",
        "both lose": "Article 13",
        "forfeit": "Article 14",
    },
    "chinese": {
        "turn": "Article 2",
        "point": "Article 2",
        "suicide": "Article 5",
        "ko": "Article 6",
        "repetition": "Article 6",
        "stop": "Article 7",
        "end": "Article 8",
        "resume": "Article 8",
        "resign": "Article 7",
        "no result": "Article 6",
    },
    "ing": {
        "suicide": "the ban on removing a single stone of one's own",
        "ko": "the rule of fighting ko",
        "repetition": "the rule of disturbing ko",
        "stop": "the rule of four passes",
        "end": "the rule of four passes",
    },
    "aga": {
        "turn": "Rule 2",
        "point": "Rule 2",
        "suicide": "Rule 5",
        "ko": "Rule 6",
        "repetition": "Rule 6",
        "stop": "Rule 9",
        "end": "Rule 9",
        "resume": "Rule 10",
        "forfeit": "Rule 8",
        "no result": "Rule 6",
    },
    "tromp-taylor": {
        "turn": "Rule 6",
        "point": "Rule 7",
        "suicide": "Rule 6",
        "ko": "Rule 6",
        "repetition": "Rule 6",
        "stop": "Rule 8",
        "end": "Rule 8",
        "resume": "Rule 8",
        "confirmed": "Rule 10",
        "no result": "Rule 6",
    },
}
_SAME_TEXT = {"korean": "japanese", "chinese-ogs": "chinese", "chinese-kgs": "chinese", "bga": "aga", "french": "aga", "aga-button": "aga"}


class RuleError(ValueError):
    """Something that the rules do not allow now; the game is as it was. `article` says where the rules say so."""

    def __init__(self, article: str, text: str) -> None:
        super().__init__(article, text)
        self.article = article

    def __str__(self) -> str:
        return f"{self.args[1]} ({self.args[0]})"


class IllegalPlay(IllegalMove):
    """A move that the rules of the game refuse: an IllegalMove whose `article` says where the rules say so."""

    def __init__(self, reason: Any, move: Any = None, color: int | None = None, article: str = "", text: str = "") -> None:
        super().__init__(reason, move, color)
        self.args = (reason, move, color, article, text)
        self.article = article

    def __str__(self) -> str:
        return f"{self.move} is illegal for {_NAMES[self.color or 0]}: {self.args[4] or self.reason} ({self.article})"


class Cycle(NamedTuple):
    """Moves that bring back a situation: the same stones, the same side to play."""

    plies: list[tuple[int, int]]  # (colour, point); a pass is rows * cols
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
    return next(q for q in board.chain(p).tolist() if q not in without)


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

    resumed: tuple[tuple[int, int], ...] = ()  # (moves before it, who moves first) of every resumption

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
        self.cleanup = self._checked_cleanup(cleanup)
        self._komi = None if komi is None else check_komi(komi)
        self.board = Board(size, ko=self.rules.board_ko() if cleanup is None else "none", suicide=self.rules.suicide)
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
        self.resumed = ()
        self._stop = 0  # moves at the stop
        self._last_passes = 0  # passes after the removal of dead stones
        self._disagreements = 0
        self._disturbers: tuple[int, ...] = ()
        self._start = self.board.copy()
        self._begin()
        if isinstance(handicap, (int, np.integer)):
            if handicap:
                self.place_handicap(_handicap.fixed_points(self.board.shape, handicap))
        else:
            self.place_handicap(handicap)

    # The beginning.

    def _begin(self) -> None:
        """The position as it stands is where the game starts."""
        self._start = self.board.copy(history=False)
        self._situations = [(self.board.stones.tobytes(), self.board.to_play)]
        self._hashes = [self.board.hash]
        self._taken: list[list[int]] = []
        self._closed: list[tuple[int, frozenset[tuple[bytes, int]]]] = []
        self._cleanup = Cleanup(self.board) if self.cleanup else None

    def _checked_cleanup(self, cleanup: str | None) -> str | None:
        if cleanup not in (None, "katago"):
            raise ValueError(f'cleanup must be None or "katago", not {cleanup!r}')
        rules = self.rules
        if cleanup and (rules.scoring, rules.ko) != ("territory", "simple") or cleanup and rules.tax == "all":
            raise ValueError(f"KataGo's clean-up goes with territory rules, simple ko and no tax on groups, not with {rules.name or rules!r}")
        return cleanup

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
        stones = [self.board.point(p) for p in points]
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
        """(colour, point) of every move; a pass is rows * cols."""
        return self.board.moves if self._cleanup is None else self._cleanup.moves(self.board)

    @property
    def recurred(self) -> bool:
        """Whether a whole-board position has recurred, so that `no_result` is open to the players."""
        count = self.board.move_count if self.phase == "play" else self._stop
        return any(k <= count for k in self.board.recurrences())

    @property
    def passes(self) -> int:
        """Passes in succession up to now; the pass that takes the button does not count."""
        if self._cleanup is not None:
            return self._cleanup.state.passes
        if not self.rules.button:
            return min(self.board.passes, self.board.move_count - self._floor)
        count = 0
        moves = self.board.moves
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
        passed = [color for color, move in self.board.moves if move == self.board.pass_move]
        return passed.count(BLACK), passed.count(WHITE)

    @property
    def button(self) -> int:
        """Who took the button: BLACK, WHITE, or EMPTY while nobody has, or where there is none."""
        k = self._button_move(self.board.moves)
        return EMPTY if k is None else self.board.moves[k][0]

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
        for number, (color, move) in enumerate(self.board.moves, 1):
            board.play(move, color)
            if number in resumed:
                board.to_play = resumed[number]
            yield board.copy()

    def _article(self, key: str) -> str:
        name = _SAME_TEXT.get(self.rules.name, self.rules.name)
        return _ARTICLES.get(name, {}).get(key) or _ARTICLES[""][key]

    # Moves.

    def why_illegal(self, move: Any, color: int | None = None) -> str | None:
        """Why the rules refuse a stone there, in words with the article, or None. Phase and turn are not asked."""
        refusal = self._refusal(self.board.point(move), self.to_play if color is None else color)
        return None if refusal is None else f"{refusal[2]} ({refusal[1]})"

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
        if self._cleanup is not None:
            return self._cleanup.legal_mask(self.board, self.to_play if color is None else color)
        mask = self.board.legal_mask(color)
        if self.rules.ko == "ing":
            side = self.to_play if color is None else color
            for point in np.flatnonzero(mask[:-1]).tolist():
                mask[point] = self._refusal_by_ing(point, side) is None
        return mask

    def _refusal(self, point: int, color: int) -> tuple[str, str, str] | None:
        """(reason, article, text) of what is wrong with a stone of `color` at `point`, or None."""
        if point == self.board.pass_move:
            return None
        in_cleanup = self.phase in ("cleanup 1", "cleanup 2")
        reason = self.board.why_illegal(point, color) if self._cleanup is None else self._cleanup.refusal(self.board, point, color)
        if reason == "superko" and in_cleanup:
            return reason, "KataGo's clean-up", "the ko was taken from the same stones before in this phase"
        if reason is None:
            return self._refusal_by_ing(point, color) if self.rules.ko == "ing" else None
        if reason == "ko":
            return reason, self._article("ko"), "the stone just taken in the ko may not be retaken on the next move"
        if reason == "superko":
            key = "repetition" if self.rules.ko != "simple" or self.rules.name == "chinese" else "ko"
            return reason, self._article(key), "the move repeats a whole-board position"
        if reason == "suicide":
            return reason, self._article("suicide"), "the stone would have no liberty, and takes nothing"
        return reason, self._article("point"), "the point is occupied"

    def _refusal_by_ing(self, point: int, color: int) -> tuple[str, str, str] | None:
        after = self.board.hash_after(point, color)
        if after == self.board.hash:
            return "suicide", self._article("suicide"), "a single stone may not remove itself"
        if after not in self._hashes:
            return None
        taken = self.board.play(point, color)
        key = (self.board.stones.tobytes(), self.board.to_play)
        self.board.undo()
        if key not in self._situations:
            return None
        if self._disturbers:
            if color not in self._disturbers:
                return None
            return "superko", self._article("repetition"), f"{_NAMES[color]} is the disturber and must stop"
        if any(key in closed for _, closed in self._closed):
            return "superko", self._article("repetition"), "the cycle has gone round once and may not begin again"
        cycle = self._cycle(key, color, point, taken)
        if (self.classify or classify_cycle)(cycle) == "fighting":
            hot = {1: "single", 2: "double", 3: "triple"}.get(len(cycle.plies) // 2, "such")
            return "ko", self._article("ko"), f"{hot} hot stones need an interval of one play, on the board or a pass"
        return None

    def _cycle(self, key: tuple[bytes, int], color: int, point: int, taken: int) -> Cycle:
        """The plies since the situation `key` last stood, the one in hand included."""
        first = max(k for k, situation in enumerate(self._situations) if situation == key)
        last: list[int] = []
        if taken:
            board = self.board.copy(history=False)
            board.play(point, color)
            last = np.flatnonzero((self.board.stones != board.stones).ravel()).tolist()
            last.remove(point)
        return Cycle([*self.board.moves[first:], (color, point)], [*self._taken[first:], last], self.board.copy())

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
                self.notes.append((self.board.move_count + 1, f"{_NAMES[side]} {vertex} is void and counts as a pass: {text} ({article})"))
                self._pass(side)
            return 0
        if self._cleanup is not None:
            taken = self._cleanup.play(self.board, point, side)
            self._follow_cleanup()
            return taken
        ing = self.rules.ko == "ing"
        before = self.board.stones.copy() if ing else self.board.stones
        taken = self.board.play(point, side)
        if ing:
            gone = np.flatnonzero((before != self.board.stones) & (before != EMPTY)).tolist()
            self._keep_situation(gone)
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

    def _follow_cleanup(self) -> None:
        """The phase, and the end, as KataGo's clean-up has them."""
        state = self._cleanup.state
        if state.void:
            self._finish("Void", "a situation stood for the third time (KataGo's clean-up)")
        elif state.over:
            count = self.score()
            self._finish(count.result, "counted after the second clean-up", count)
        else:
            self.phase = ("play", "cleanup 1", "cleanup 2")[state.stage]

    def _pass(self, side: int) -> None:
        if self._cleanup is not None:
            self._cleanup.pass_(self.board, side)
            self._follow_cleanup()
            return
        self.board.pass_(side)
        if self.rules.ko == "ing":
            self._keep_situation([])
        if self.passes >= 2:
            self.phase = "stopped"
            self._stop = self.board.move_count
            if self.rules.dispute == "all alive" and self._floor and self._stop == self._floor + 2:
                self._white_passes_last()
                s = self.score(())
                self._finish(s.result, f"counted with every stone alive after four passes in a row ({self._article('resume')})", s)

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
        if color not in (BLACK, WHITE):
            raise ValueError(f"a colour is BLACK (1) or WHITE (2), not {color!r}")
        if color != self.board.to_play and not out_of_turn and self._in_play():
            raise RuleError(self._article("turn"), f"it is {_NAMES[self.board.to_play]}'s turn, not {_NAMES[color]}'s")
        return color

    def _must_play(self) -> None:
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if not self._in_play():
            raise RuleError(self._article("stop"), "play has stopped; no move may be played until it is resumed")

    def _in_play(self) -> bool:
        return self.phase in ("play", "cleanup 1", "cleanup 2")

    def _keep_situation(self, taken: list[int]) -> None:
        """Remember the situation that a move under Ing rules made, and the cycle that it completed."""
        key = (self.board.stones.tobytes(), self.board.to_play)
        now = len(self._situations)
        if key in self._situations:
            first = max(k for k, situation in enumerate(self._situations) if situation == key)
            span = self._situations[first:]
            if len({stones for stones, _ in span}) > 1:
                self._closed.append((now, frozenset(span)))
        self._situations.append(key)
        self._hashes.append(self.board.hash)
        self._taken.append(taken)

    def undo(self) -> tuple[int, int]:
        """Take the last move back; returns it as (colour, point). Not through a stop, a resumption or the end."""
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if not self._in_play():
            raise RuleError(self._article("stop"), "play has stopped; it can be resumed, not undone")
        if self.board.move_count <= self._floor:
            what = "play was resumed here; what went before stands" if self._floor else "there is no move to undo"
            raise RuleError(self._article("resume" if self._floor else "turn"), what)
        if self._cleanup is not None:
            taken_back = self._cleanup.undo(self.board)
            self._follow_cleanup()
            return taken_back
        move = self.board.undo()
        count = self.board.move_count
        self.notes = [note for note in self.notes if note[0] <= count]
        if self.rules.ko == "ing":
            del self._situations[count + 1 :], self._hashes[count + 1 :], self._taken[count:]
            self._closed = [c for c in self._closed if c[0] <= count]
        return move

    def name_disturber(self, color: int) -> None:
        """Under Ing rules, the referee's word, at any time, that this side makes the cycle.

        From now on it may bring back no situation, and its opponent may. Until somebody is named, the first cycle may go
        round once, and the side that would begin it again must stop.
        """
        if self.rules.ko != "ing":
            raise RuleError(self._article("ko"), "only Ing rules know a disturber")
        if color not in (BLACK, WHITE):
            raise ValueError(f"a colour is BLACK (1) or WHITE (2), not {color!r}")
        self._disturbers = (*self._disturbers, color)
        self.notes.append((self.board.move_count, f"{_NAMES[color]} is the disturber ({self._article('repetition')})"))

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
        if requested_by not in (None, BLACK, WHITE):
            raise ValueError(f"a colour is BLACK (1) or WHITE (2), not {requested_by!r}")
        if self.rules.resume == "opponent" and requested_by is None:
            raise ValueError("who asks to resume? The opponent moves first")
        while self.board.move_count > self._stop:
            self.board.undo()
        if requested_by is not None and self.rules.resume == "opponent":
            self.board.to_play = 3 - requested_by
        self.phase = "play"
        self.dead = []
        self._last_passes = 0
        self._floor = self.board.move_count
        self.resumed = (*self.resumed, (self._floor, self.board.to_play))
        if self.rules.ko == "ing":
            self._situations[-1] = (self.board.stones.tobytes(), self.board.to_play)

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
        if self._cleanup is not None:
            if dead:
                raise RuleError("KataGo's clean-up", "what is dead is captured; no dead stones are named")
            return self.final if self.final is not None else self._cleanup.score(self.board, self.rules, self.komi, self.bonus)
        if dead is None:
            if self.final is not None:
                return self.final
            dead = self.dead
        board = self.board
        if self.phase != "play" and board.move_count > self._stop:
            board = board.copy()
            while board.move_count > self._stop:
                board.undo()
        s = score(board, self.rules, dead, komi=self.komi, handicap=self.handicap, button=self.button)
        if self.rules.passes == "white last":
            s.details["black_pass_stones"], s.details["white_pass_stones"] = self.pass_stones
        return s

    def agree(self, dead: Iterable[Any] | str = ()) -> Score:
        """Both sides agree that these stones are dead, and no others; the count confirms the result and ends the game.

        Under Ing rules the stones come off first ("removed"); two more passes, or agreeing again, end the game. Raises
        RuleError before the stop or after the end, and as `score` does for a bad list of stones.
        """
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the game is over: {self.result}")
        if self._in_play():
            raise RuleError(self._article("end"), "agreement comes after the stop, and play has not stopped")
        if self.phase == "removed":
            s = self.score(self.dead)
            self._finish(s.result, "counted after four passes", s)
            return s
        s = self.score(dead)
        self.dead = sorted(s.dead + s.left)
        self._white_passes_last()
        if self.rules.passes == "white last":
            s = self.score(self.dead)  # the pass stones of the end
        if self.rules.passes == "2+2":
            self.phase = "removed"
        else:
            self._finish(s.result, "counted", s)
        return s

    def disagree(self, requested_by: int | None = None) -> None:
        """The players cannot agree on the dead stones after the stop; `requested_by` is who asks to resume, if anybody.

        What follows is the rules': play is resumed; nobody asks and both lose (Article 13-1). Under AGA rules two more passes at once,
        four in a row, end the game with every stone alive.
        """
        if self.phase not in ("stopped", "removed"):
            raise RuleError(self._article("end"), "there is nothing to disagree about before the stop")
        if self.rules.dispute == "none":
            raise RuleError(self._article("end"), "there is nothing to disagree about: no stone comes off")
        if self.rules.dispute == "both lose" and requested_by is None:
            self.both_lose("the players do not agree, and nobody asks to resume")
        else:
            self.resume(requested_by)
        self._disagreements += 1

    def resign(self, color: int | None = None) -> None:
        """`color` (whose turn it is, if None) resigns; the other side wins."""
        self._must_be_open()
        side = self.board.to_play if color is None else color
        if side not in (BLACK, WHITE):
            raise ValueError(f"a colour is BLACK (1) or WHITE (2), not {color!r}")
        self._finish(f"{'?BW'[3 - side]}+R", f"{_NAMES[side]} resigned ({self._article('resign')})")

    def no_result(self) -> None:
        """Both players agree to end the game because a whole-board position has recurred: "Void", or "Draw" where the rules say so."""
        self._must_be_open()
        article = self._article("no result")
        if self.rules.long_cycle == "forbidden":
            raise RuleError(article, "nothing recurs under these rules: the move that repeats is refused")
        if not self.recurred:
            raise RuleError(article, "no whole-board position has recurred")
        if self.rules.long_cycle == "draw":
            self._finish("Draw", f"a whole-board position recurred ({article})")
        else:
            again = ", to be played again" if self.rules.long_cycle == "replay" else ""
            self._finish("Void", f"a whole-board position recurred{again} ({article})")

    def both_lose(self, reason: str) -> None:
        """Both players lose: they found an effective move after the stop and cannot agree (13-1), or a stone was displaced and
        cannot be put back by agreement (13-2)."""
        self._must_be_open()
        if self.rules.dispute != "both lose":
            raise RuleError(self._article("both lose"), "only the Japanese rules let both players lose")
        self._finish("Both lose", f"{_reason(reason)} ({self._article('both lose')}-{1 if self.phase == 'stopped' else 2})")

    def forfeit(self, color: int, reason: str) -> None:
        """`color` loses for breaking a rule. Before the result is confirmed; afterwards it has no effect, and RuleError says so."""
        if color not in (BLACK, WHITE):
            raise ValueError(f"a colour is BLACK (1) or WHITE (2), not {color!r}")
        self._must_be_open()
        self._finish(f"{'?BW'[3 - color]}+F", f"{_reason(reason)} ({self._article('forfeit')})")

    def warn(self, color: int, reason: str) -> None:
        """The referee warns `color`, for stones taken off that had liberties, say, and put back: noted, nothing else."""
        if color not in (BLACK, WHITE):
            raise ValueError(f"a colour is BLACK (1) or WHITE (2), not {color!r}")
        self._must_be_open()
        self.notes.append((self.board.move_count, f"{_NAMES[color]} is warned: {_reason(reason)}"))

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
        same = (board.stones == self.board.stones).all()
        same = same and all(board.captures(c) == self.board.captures(c) for c in (BLACK, WHITE))
        s: Score | CleanupScore
        if self._cleanup is not None:
            s = self._cleanup.score(board, self.rules, self.komi, self.bonus)
        else:
            s = score(board, self.rules, self.dead, komi=self.komi, handicap=self.handicap, button=self.button)
        if not same or s.margin != self.final.margin:
            raise RuleError(self._article("confirmed"), "the moves do not lead to the position that was counted")
        return self.final

    def _must_be_open(self) -> None:
        if self.phase == "finished":
            raise RuleError(self._article("confirmed"), f"the result is confirmed and nothing changes it: {self.result}")

    def _finish(self, result: str, reason: str, final: Score | CleanupScore | None = None) -> None:
        self.phase, self.result, self.reason, self.final = "finished", result, reason, final

    # Records.

    def _play_to_stop(self, moves: list[tuple[int, int]]) -> int:
        """At the beginning: play the moves before the first two passes in one go. Returns their number; 0 if the rules refuse one."""
        from goboard.records._sgf import stop_of

        if self.rules.ko == "ing" or self._cleanup is not None:
            return 0
        stop = stop_of(moves, self.board.pass_move)
        try:
            self.board.play_moves(moves[:stop])
        except IllegalMove:
            return 0
        return stop

    @classmethod
    def from_sgf(cls, source: Any, strict: bool = False, rules: Rules | str | None = None, *, cleanup: str | None = None) -> Game:
        """The game that a record tells, up to its last move: bytes, str, or a tree of `goboard.sgf`.

        rules: None for the record's own, Japanese if it names none (or, unless `strict`, names unknown ones). `recorded` is the result
        that the record gives; a resignation, forfeit or loss on time ends the game, a count does not: `agree` on the dead stones, those
        that the players marked (`marked_dead`) say. Moves
        after two passes resume play; with cleanup="katago" they are of the clean-up phases. `handicap` is what the record says
        (`goboard.handicap.of_record`). What the record gives and nobody understands is warned about (RecordWarning); `warnings` has that and
        whatever was mended or left out. Raises SGFError for a bad record, with `strict`
        or `cleanup` IllegalPlay for a move that the rules refuse and ValueError for stones set up between moves. Otherwise these are carried out, as FF[4] says of
        moves, "regardless if legal": the game goes on from the position that results, with the prisoners so far, and its `moves` are those after it.
        """
        from goboard.records import sgf

        line, mended = _line(source, strict)
        record = sgf.record(line, strict)
        terms = _results.terms(record, rules)
        if strict and terms.warnings:
            raise sgf.SGFError(terms.warnings[0], line[0].line, line[0].column)
        game = cls(record.shape, terms.rules, record.komi, cleanup=cleanup)
        if record.black or record.white or record.to_play != BLACK:
            game.setup(record.black, record.white, record.to_play)
        game.handicap = terms.handicap
        between = [setup for setup in record.setups if setup.black or setup.white or setup.empty]
        if between and (strict or cleanup):
            raise ValueError(f"stones are set up after move {between[0].index}: that is no game by rules")
        between.reverse()
        against: list[str] = []  # what happened in the record against the rules
        begun = 0  # moves before the position from which the game then went on
        played = 0 if between else game._play_to_stop(record.moves)
        for number, (color, move) in enumerate(record.moves[played:], played + 1):
            while between and between[-1].index < number:
                begun = number - 1
                game._set_up_between(between.pop(), against)
            if not game._in_play():
                if move == game.board.pass_move:
                    continue
                game.resume(3 - color)
            try:
                game.play(move, color, out_of_turn=True)
            except IllegalPlay as error:
                told = f"{error.args[4]}, at move {number}"
                if strict or cleanup:
                    raise IllegalPlay(error.reason, error.move, color, error.article, told) from None
                against.append(f"{error.move} is illegal for {_NAMES[color]}: {told} ({error.article}); carried out, and the game goes on from there")
                game._go_on_from(sgf.carry_out(game.board, move, color))
                begun = number
        for setup in reversed(between):
            begun = len(record.moves)
            game._set_up_between(setup, against)
        if record.setups and record.setups[-1].index == len(record.moves) and game._in_play():
            game.board.to_play = record.setups[-1].to_play or game.board.to_play
        game._keep_texts(line, begun)
        game.recorded = record.result
        game.marked_dead = record.dead()
        game.warnings = [*mended, *record.warnings, *against[: 1000], *terms.warnings, *terms.notes]
        for told in terms.warnings:
            warnings.warn(told, _results.RecordWarning, stacklevel=2)
        result = terms.result
        if result.kind in ("resign", "time", "forfeit") and result.winner and game.phase != "finished":
            loser = 3 - result.winner
            if result.kind == "resign":
                game.resign(loser)
            elif result.kind == "forfeit":
                game.forfeit(loser, "as the record says")
            else:
                game._finish(f"{'?BW'[result.winner]}+T", f"{_NAMES[loser]} lost on time, as the record says")
        return game

    def _go_on_from(self, board: Board) -> None:
        """A record goes on from a position to which the rules do not lead: the game begins anew there, with the prisoners so far."""
        self.board, self.phase = board, "play"
        self._floor = self._stop = self._last_passes = 0
        self._begin()

    def _set_up_between(self, setup: Any, against: list[str]) -> None:
        board = self.board.copy()
        try:
            board.setup(setup.black, setup.white, setup.empty, setup.to_play)
        except ValueError as error:
            against.append(f"the stones set up after move {setup.index} cannot stand ({error}); left out")
            return
        against.append(f"stones are set up after move {setup.index}: no rule does that; the game goes on from there")
        self._go_on_from(board)

    def _keep_texts(self, line: list[Any], begun: int = 0) -> None:
        """What a record says besides the game: into `info`, `comments` and `marks`. `begun`: the moves before the game's first position."""
        from goboard.records._sgf import is_plain_move

        count = len(self.moves)
        number = -begun
        comments: dict[int, list[str]] = {}
        marks: dict[tuple[int, str], dict[str, None]] = {}
        for node in line:
            if is_plain_move(node):
                number += 1
                continue
            properties = node.properties
            number += ("B" in properties) + ("W" in properties)
            at = max(0, min(number, count))
            for name, values in properties.items():
                if name in ("B", "W") or name in _OWN and (node is line[0] or number <= 0):
                    continue
                if name == "C":
                    text = node.text("C") or ""
                    comments.setdefault(at, []).append(text)
                elif node is line[0] and name not in _NODE_PROPERTIES:
                    text = node.text(name) if len(values) == 1 else [plain(value) for value in values]
                    self.info[name] = text
                    self._raw_info[name] = (text if isinstance(text, str) else list(text), list(values))
                else:
                    marks.setdefault((at, name), {}).update(dict.fromkeys(values))
        self.comments.update({at: "\n\n".join(texts) for at, texts in comments.items()})
        for (at, name), found in marks.items():
            self.marks.setdefault(at, {})[name] = list(found)

    def to_sgf(self) -> str:
        """The game as SGF text: set-up, moves, komi, rules, result, and what `info`, `comments` and `marks` hold.

        `from_sgf` gives the same back: the rules too, whatever fields were changed (`Rules.to_text`).
        """
        from goboard.records import sgf
        from goboard.rules.handicap import of_record

        start = self._start.stones.ravel()
        names = {"japanese": "Japanese", "korean": "Korean", "chinese": "Chinese", "ing": "GOE", "aga": "AGA", "new-zealand": "NZ"}
        base = Rules.preset(self.rules.name) if self.rules.name in Rules.presets() else None
        rules = self.rules.to_text()
        if base == self.rules:
            rules = names.get(self.rules.name, self.rules.name)
        elif base is None:
            with contextlib.suppress(ValueError):
                rules = self.rules.to_katago()
        recorded = _results.read_result(self.recorded)
        told = recorded.text if recorded.understood and recorded.text else self.recorded
        result = {"Draw": "0", "Both lose": "Void", None: told}.get(self.result, self.result)
        tree = sgf.from_moves(
            self.board.shape, self.moves, black=np.flatnonzero(start == BLACK), white=np.flatnonzero(start == WHITE),
            to_play=self._start.to_play if start.any() or self._start.to_play != BLACK else None, komi=self.komi, handicap=self.handicap or None, rules=rules,
            result=result,
        )  # fmt: skip
        properties = tree.root.properties
        if of_record(sgf.record(tree))[0] != self.handicap:
            properties["HA"] = [str(self.handicap)]
        for name, text in self.info.items():
            if name in _OWN:
                raise ValueError(f"info[{name!r}]: the game itself says that")
            known, raw = self._raw_info.get(name, (None, None))
            properties[name] = raw if raw is not None and text == known else [sgf.escape(str(each)) for each in ([text] if isinstance(text, str) else text)]
        nodes = tree.main_line
        for number, marks in self.marks.items():
            if number < len(nodes):
                nodes[number].properties.update({name: list(values) for name, values in marks.items()})
        for number, text in self.comments.items():
            if number < len(nodes):
                nodes[number].properties["C"] = [sgf.escape(text)]
        return str(tree)

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Games pickled by 0.1.0 have none of these.
        self.__dict__.update({"info": {}, "comments": {}, "marks": {}, "warnings": [], "marked_dead": None, "_raw_info": {}})
        self.__dict__.update(state)

    # Copies.

    def copy(self) -> Game:
        """An independent game at the same point."""
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__)
        game.board = self.board.copy()
        game._cleanup = self._cleanup and self._cleanup.copy()
        game.info, game.comments = dict(self.info), dict(self.comments)
        game.marks = {number: {name: list(values) for name, values in marks.items()} for number, marks in self.marks.items()}
        game.warnings = list(self.warnings)
        for name in ("dead", "notes", "_situations", "_hashes", "_taken", "_closed"):
            setattr(game, name, list(getattr(self, name)))
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        return (
            self.rules, self.cleanup, self.komi, self.handicap, self._start, self.moves, self.board, self.phase, self.result, self.reason,
            self.dead, self.notes, self._floor, self._last_passes, self._disagreements, self._disturbers,
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


# What a game writes itself, and what belongs to a position and not to the game.
_OWN = frozenset("FF GM CA SZ AB AW AE PL KM HA RU RE B W".split())
_NODE_PROPERTIES = frozenset(
    "AR BL CR DD DM DO FG GB GW HO IT KO LB LN MA MN N OB OW PM SL SQ TB TE TR TW UC V VW WL BM".split()
)  # fmt: skip


def _line(source: Any, strict: bool) -> tuple[list[Any], list[str]]:
    """The nodes of the main line of what `Game.from_sgf` takes, and what was mended or is left out."""
    from goboard.records import sgf

    told: list[str] = []
    if isinstance(source, (bytes, bytearray, memoryview, str)):
        games, told = sgf.main_lines(source, strict)
        line = games[0]
        if len(games) > 1:
            told.append(f"the text holds {len(games)} games: the first is taken")
        text = bytes(source) if not isinstance(source, str) else source
        opening = r"\(\s*;"
        found = re.findall(opening, text) if isinstance(text, str) else re.findall(opening.encode(), text)
        if len(found) > len(games) and any(len(node.children) > 1 for node in sgf.loads(source)[0].main_line):
            told.append(_VARIATIONS)
        return line, told
    if isinstance(source, sgf.Collection):
        if not source:
            raise ValueError("the collection holds no game")
        told += source.warnings
        if len(source) > 1:
            told.append(f"the collection holds {len(source)} games: the first is taken")
        source = source[0]
    if isinstance(source, list):
        if not source or not isinstance(source[0], sgf.Node):
            raise TypeError("a line is a list of Nodes, the root first")
        return source, told
    if isinstance(source, sgf.Tree):
        line = source.main_line
    elif isinstance(source, sgf.Node):
        line = source.path
    else:
        raise TypeError(f"a record is read from bytes, str, a Collection, a Tree or a Node, not {type(source).__name__}")
    if any(len(node.children) > 1 for node in line):
        told.append(_VARIATIONS)
    return line, told


_VARIATIONS = "the record has variations: a game is its main line"


def _reason(reason: Any) -> str:
    if not isinstance(reason, str) or not reason.strip():
        raise ValueError(f"a ruling gives its reason in words, not {reason!r}")
    return reason.strip()
