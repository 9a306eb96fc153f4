"""KataGo's territory rules, played out to the last move: the main phase and two clean-up phases ("encores").

Nothing is agreed on: what is dead is captured. `Game(rules="japanese", cleanup="katago")` plays by it. Source: KataGo's
rules page (https://lightvector.github.io/KataGo/rules.html, "territory scoring") and the classes Board and BoardHistory of
its engine, rules version 2.

* A phase ends by two passes, or by a pass of a side that has passed in the same situation before in this phase. After
  the first clean-up comes the second, after the second the count.
* In the clean-up phases a stone that takes a stone in a ko is marked, and may not be retaken in that ko: the move that would
  retake it, or a move on the stone itself, is a pass for the ko, which takes the mark off and is no pass. A mark goes with its stone.
* In one phase a side takes a ko only once from the same stones.
* The third time that a situation stands after a stone, passes since then not counted, the game has no result.
* A stone played before the second clean-up costs its side a point; the count is of points in areas of independent life, and of the
  stones elsewhere that stood when the second clean-up began.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.rules._articles import RuleError
from goboard.rules._confirmation import ko_capture
from goboard.rules._procedure import Procedure, Refusal
from goboard.rules._results import format_result
from goboard.rules._rules import Rules

if TYPE_CHECKING:
    from goboard.rules._game import Game

__all__ = ["Cleanup", "CleanupScore"]

Situation = tuple[bytes, int, frozenset[int]]


class CleanupScore:
    """The count by KataGo's territory rules. black, white: the totals; margin: Black minus White; result: "B+3.5", "Draw".

    territory: uint8 (rows, cols), who owns each open point that counts; area: the same with the stones that count. details: dict.
    """

    _stones: NDArray[np.uint8]
    area: NDArray[np.uint8]
    territory: NDArray[np.uint8]
    komi: float
    black: float
    white: float
    margin: float
    winner: int
    result: str
    dead: list[int]

    def __init__(
        self, area: NDArray[np.uint8], stones: NDArray[np.uint8], spent: tuple[int, int], captured: int, komi: float, bonus: float, rules: Rules
    ) -> None:
        owned = [int((area == color).sum()) for color in (BLACK, WHITE)]
        # Each total is territory and prisoners: stones lost cost their side what they earn the other.
        black, white = float(owned[0] - spent[0] + captured), float(owned[1] - spent[1] + captured + komi + bonus)
        winner = rules.winner(black - white)
        details = {
            "black_area": owned[0], "white_area": owned[1], "black_spent": spent[0], "white_spent": spent[1],
            "captured": captured, "komi": komi, "bonus": bonus,
        }  # fmt: skip
        territory = np.where(stones == EMPTY, area, EMPTY).astype(np.uint8)
        self.__setstate__({
            "_stones": stones.copy(), "area": area.copy(), "territory": territory, "komi": komi, "black": black, "white": white,
            "margin": black - white, "winner": winner, "result": format_result(black - white, winner), "dead": [], "details": details,
        })  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name in ("_stones", "area", "territory"):
            state[name].flags.writeable = False
        self.__dict__.update(state)

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"nothing in a CleanupScore changes: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"nothing in a CleanupScore changes: {name} cannot be deleted")

    @property
    def left(self) -> list[int]:
        """Dead stones that stay on the board: none, as what is dead is captured."""
        return []

    @property
    def details(self) -> dict[str, float]:
        return dict(self.__dict__["details"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CleanupScore):
            return NotImplemented
        same = bool(np.array_equal(self._stones, other._stones) and np.array_equal(self.area, other.area))
        return same and self.details == other.details and self.result == other.result

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: the stones, who owns the open points, and the result."""
        from goboard.records import render

        return render.svg(self._stones, territory=self.territory, caption=f"{self.result}: Black {self.black:g}, White {self.white:g}")

    def __repr__(self) -> str:
        return f"<CleanupScore {self.result}: Black {self.black:g}, White {self.white:g}>"


class State(NamedTuple):
    """What a move leaves behind, the stones aside."""

    stage: int  # 0 the main phase, 1 and 2 the clean-ups
    marked: frozenset[int]
    taken: frozenset[tuple[bytes, int, int]]  # (stones before, point, color) of each ko taken in this clean-up
    passes: int
    passed: frozenset[tuple[int, Situation]]  # (color, situation before) of the passes in this phase
    seen: tuple[Situation, ...]  # since the last pass
    spent: tuple[int, int]  # stones that (Black, White) paid for
    began: int  # moves before this phase
    second: bytes  # the stones when the second clean-up began
    void: bool
    over: bool


class Cleanup:
    """The states of KataGo's phases: one for every move on `board`, a Board with ko="none"."""

    def __init__(self, board: Board) -> None:
        count = board.move_count
        black, white = (int((board.stones == color).sum()) + board.captures(3 - color) for color in (BLACK, WHITE))
        spent = (black, white)
        situation = (board.stones.tobytes(), board.to_play, frozenset[int]())
        start = State(0, frozenset(), frozenset(), 0, frozenset(), (situation,), spent, count, b"", False, False)
        self.states = [start]
        self.ko_passes: dict[int, int] = {}  # move number (from 0) of each pass for a ko, and where it was played

    @property
    def state(self) -> State:
        return self.states[-1]

    def copy(self) -> Cleanup:
        twin = Cleanup.__new__(Cleanup)
        twin.states, twin.ko_passes = list(self.states), dict(self.ko_passes)
        return twin

    def freed(self, board: Board, point: int, color: int) -> int | None:
        """The marked stone that a move of `color` at `point` is a pass for the ko of, or None."""
        marked = self.state.marked
        if not self.state.stage or not marked or point == board.pass_move:
            return None
        if point in marked and board[point] == 3 - color and len(board.chain(point)) == 1 and board.liberties(point) == 1:
            return point
        stone = ko_capture(board, point, color)
        return stone if stone in marked else None

    def refusal(self, board: Board, point: int, color: int) -> str | None:
        """Why a stone of `color` may not be played: "occupied", "suicide", "ko" or "superko" (a ko taken once already), or None."""
        if self.freed(board, point, color) is not None:
            return None
        reason = board.why_illegal(point, color)
        if reason is not None:
            return reason
        if not self.state.stage:
            return "ko" if point == board.ko_point and color == board.to_play else None
        return "superko" if (board.stones.tobytes(), point, color) in self.state.taken else None

    def legal_mask(self, board: Board, color: int) -> np.ndarray:
        """bool (rows * cols + 1,): where `color` may move; passes for a ko count, at the stone and at the point beside it."""
        mask = board.legal_mask(color)
        state = self.state
        if not state.stage:
            if board.ko_point is not None and color == board.to_play:
                mask[board.ko_point] = False
            return mask
        stones = board.stones.tobytes()
        for before, point, side in state.taken:
            if side == color and before == stones:
                mask[point] = False
        for stone in state.marked:
            if self.freed(board, stone, color) is not None:
                mask[stone] = True
                mask[int(board.liberty_points(stone)[0])] = True
        return mask

    def play(self, board: Board, point: int, color: int) -> int:
        """Play a legal move that is no pass. Returns the number of stones taken."""
        state = self.state
        stone = self.freed(board, point, color)
        taken, marked, once, spent = 0, state.marked, state.taken, state.spent
        if stone is not None:
            self.ko_passes[board.move_count] = point
            board.pass_(color)
            marked = marked - {stone}
        else:
            before = board.stones.tobytes() if state.stage else b""
            taken = board.play(point, color)
            if state.stage:
                marked = frozenset(p for p in marked if board[p])
                if board.ko_point is not None:
                    marked |= {point}
                    once |= {(before, point, color)}
            if state.stage < 2:
                spent = (spent[0] + (color == BLACK), spent[1] + (color == WHITE))
        now = (board.stones.tobytes(), 3 - color, marked)
        seen = (*state.seen, now)
        void = seen.count(now) >= 3
        self.states.append(state._replace(marked=marked, taken=once, passes=0, seen=seen, spent=spent, void=void))
        return taken

    def pass_(self, board: Board, color: int) -> None:
        """Pass; the phase may end."""
        state = self.state
        situation = (board.stones.tobytes(), color, state.marked)
        ends = state.passes + 1 >= 2 or (color, situation) in state.passed
        board.pass_(color)
        now = (situation[0], 3 - color, state.marked)
        if not ends:
            passed = state.passed | {(color, situation)}
            self.states.append(state._replace(passes=state.passes + 1, passed=passed, seen=(now,)))
        elif state.stage == 2:
            self.states.append(state._replace(passes=state.passes + 1, over=True))
        else:
            stage = state.stage + 1
            fresh = (situation[0], 3 - color, frozenset[int]())
            second = situation[0] if stage == 2 else b""
            self.states.append(
                State(stage, frozenset(), frozenset(), 0, frozenset(), (fresh,), state.spent, board.move_count, second, False, False)
            )

    def undo(self, board: Board) -> tuple[int, int]:
        """Take the last move back; returns it as (color, point)."""
        color, point = board.undo()
        self.states.pop()
        return color, self.ko_passes.pop(board.move_count, point)

    def moves(self, board: Board) -> list[tuple[int, int]]:
        """(color, point) of every move, a pass for a ko as the point where it was played."""
        moves = board.moves
        for number, point in self.ko_passes.items():
            moves[number] = (moves[number][0], point)
        return moves

    def score(self, board: Board, rules: Rules, komi: float, bonus: float) -> CleanupScore:
        """The count as the position stands."""
        from goboard.learning._features import independent_life_area

        state = self.state
        stones = board.stones
        area = independent_life_area(board, suicide=rules.suicide, keep_territory=rules.tax == "none")
        second = np.frombuffer(state.second, np.uint8).reshape(stones.shape) if state.stage == 2 else stones
        area = np.where((area == EMPTY) & (stones == second), stones, area)
        return CleanupScore(area, stones, state.spent, board.captures(BLACK) + board.captures(WHITE), komi, bonus, rules)

    def terms(self, board: Board) -> dict[str, Any]:
        """What the planes "katago_v7" ask of the clean-up at the position after the first `board.move_count` moves (`features.game_terms`)."""
        state = self.states[board.move_count]
        shape = board.shape
        marked, taken = np.zeros(board.pass_move, np.uint8), np.zeros(board.pass_move, np.uint8)
        marked[list(state.marked)] = 1
        stones = board.stones.tobytes()
        for before, point, side in state.taken:
            taken[point] |= side == board.to_play and before == stones
        situation = (stones, board.to_play, state.marked)
        return {
            "encore": state.stage,
            "encore_stones": np.frombuffer(state.second, np.uint8).reshape(shape) if state.second else None,
            "ko_blocked": marked.reshape(shape),
            "ko_taken": taken.reshape(shape),
            "ko_passes": {board.move_count - number: point for number, point in self.ko_passes.items() if 1 <= board.move_count - number <= 5},
            "bonus": float(state.spent[0] - state.spent[1]),
            "turns": board.move_count - state.began,
            "pass_ends": state.passes + 1 >= 2 or (board.to_play, situation) in state.passed,
            "finished": state.over or state.void,
        }


class Encore(Procedure):
    """KataGo's clean-up phases as the procedure of a Game: nothing is agreed on."""

    phases = ("play", "cleanup 1", "cleanup 2")
    agreement = False

    def __init__(self, rules: Rules) -> None:
        if (rules.scoring, rules.ko) != ("territory", "simple") or rules.tax == "all":
            raise ValueError(f"KataGo's clean-up goes with territory rules, simple ko and no tax on groups, not with {rules.name or rules!r}")
        super().__init__(rules)
        self.machine: Cleanup

    def board(self, size: Any) -> Board:
        return Board(size, ko="none", suicide=self.rules.suicide)

    def begin(self, board: Board) -> None:
        self.machine = Cleanup(board)

    def refusal(self, board: Board, point: int, color: int) -> Refusal | None:
        reason = self.machine.refusal(board, point, color)
        if reason == "superko" and self.machine.state.stage:
            return Refusal(reason, "KataGo's clean-up", "the ko was taken from the same stones before in this phase")
        return None if reason is None else self.in_words(reason)

    def legal_mask(self, board: Board, color: int) -> NDArray[np.bool_]:
        return self.machine.legal_mask(board, color)

    def play(self, board: Board, point: int, color: int) -> int:
        return self.machine.play(board, point, color)

    def pass_(self, board: Board, color: int) -> None:
        self.machine.pass_(board, color)

    def undo(self, board: Board) -> tuple[int, int]:
        return self.machine.undo(board)

    def passes(self, game: Game) -> int:
        return self.machine.state.passes

    def moves(self, board: Board) -> list[tuple[int, int]]:
        return self.machine.moves(board)

    def follow(self, game: Game) -> None:
        state = self.machine.state
        if state.void:
            game._finish("Void", "a situation stood for the third time (KataGo's clean-up)")
        elif state.over:
            count = game.score()
            game._finish(count.result, "counted after the second clean-up", count)
        else:
            game.phase = self.phases[state.stage]

    def count(self, game: Game, board: Board, dead: Any) -> CleanupScore:
        return self.machine.score(board, self.rules, game.komi, game.bonus)

    def checked_dead(self, dead: Any) -> Any:
        if dead:
            raise RuleError("KataGo's clean-up", "what is dead is captured; no dead stones are named")
        return ()

    def terms(self, board: Board) -> dict[str, Any]:
        return self.machine.terms(board)

    def copy(self) -> Encore:
        twin = Encore(self.rules)
        twin.machine = self.machine.copy()
        return twin
