"""The fate of one chain, by exact search: what the two sides get with either side first, and what its kos ask for."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard._core import Board
from goboard._lazy import attach
from goboard.board import _arguments as arguments
from goboard.board._grid import component
from goboard.reading._locality import MOST_LOCAL, Locality, locality, region_of
from goboard.reading._open_solve import read_open
from goboard.reading._proof import Proof, run
from goboard.reading._query import Query, Question, Side, Terms, check_limits
from goboard.reading._tactics import pass_alive
from goboard.reading._zones import ZoneProof

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from goboard._core import Move, Points
    from goboard.rules._game import Game

__all__ = ["Ko", "Outcome", "Proof", "Query", "Solution", "search", "solve"]

# Names that this module had before what it does was divided among several.
__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.reading._proof": ("QUESTIONS", "STOPPED"),
    },
)

Status: TypeAlias = Literal["alive", "dead", "seki", "ko", "unknown", "connected", "cut"]
Stop: TypeAlias = Literal["nodes", "memory", "time", "size", "moves"]
# A point, "pass", or ("ko-pass", point), point None if the pass is for all kos.
Played: TypeAlias = int | str | tuple[str, int | None]

MOST_THREATS = 8
# Larger surroundings are first tried with zones, up to so many positions for each claim.
MOST_ENCLOSED = 24
QUICK_NODES = 16_000

REASONS: dict[Stop | None, str] = {
    "nodes": "the limit of positions was reached",
    "memory": "the limit of memory was reached",
    "time": "the time limit was reached",
    "size": "more than 64 points and chains can matter: give a region",
    "moves": "all moves that were considered have failed, which proves nothing,",
}


class Ko(NamedTuple):
    """What a life-or-death ko asks for.

    Attributes
    ----------
    winner : str
        Who gets what it wants if nobody has a ko threat, "attacker" or "owner".
    threats : int or None
        How many threats the other side needs to turn it when the winner has none, up to 8; None if no such number is enough.
    takes_first : str or None
        Who takes a ko first when the other side turns it, "attacker" or "owner": in the principal line of that, or if it takes none,
        in the shortest line that does; None if no line does.
    attacker_threats, owner_threats : int or None
        How many each side needs while the other has none (0: none; None: no number up to 8 is enough).

    Examples
    --------
    >>> Ko("owner", 1).attacker_threats
    1
    """

    winner: Side
    threats: int | None
    takes_first: Side | None = None

    @property
    def attacker_threats(self) -> int | None:
        """Threats that the attacker needs while the owner has none."""
        return 0 if self.winner == "attacker" else self.threats

    @property
    def owner_threats(self) -> int | None:
        """Threats that the owner needs while the attacker has none."""
        return 0 if self.winner == "owner" else self.threats


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one search found. Equal by value, the proof apart, which a pickle leaves out.

    Attributes
    ----------
    winner : str or None
        "attacker", "owner", or None if a limit stopped the search.
    reason : str or None
        Which limit did: "nodes", "memory", "time" or "size".
    nodes : int
        Positions looked at.
    proof : Proof or None
        The search itself, to replay; None without a winner. A pickle does not keep it: to ask for it there raises ValueError.
    line : list of moves
        The principal line, as `Proof.line` gives it.
    """

    winner: Side | None
    reason: Stop | None
    nodes: int
    _proof: Proof | None = field(default=None, repr=False)
    _line: list[Played] | None = field(default=None, repr=False)

    @property
    def proof(self) -> Proof | None:
        """The search to replay; None without a winner."""
        if self._proof is None and self.winner is not None:
            raise ValueError("a pickle does not keep the proof of a search: search again")
        return self._proof

    @property
    def line(self) -> list[Played]:
        """The principal line; looked for when it is first asked for."""
        if self._line is None:
            object.__setattr__(self, "_line", self._proof.line() if self._proof is not None else [])
        assert self._line is not None
        return list(self._line)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return (self.winner, self.reason, self.nodes, self.line) == (other.winner, other.reason, other.nodes, other.line)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Outcome, (self.winner, self.reason, self.nodes, None, self.line)

    def __copy__(self) -> Outcome:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Outcome:
        return self


@dataclass(frozen=True)
class Solution:
    """The fate of a chain when one side moves first, as `solve` finds it.

    Equal by value, the proof apart. A pickle keeps all but the proof, which is searched for again, within the same limits of positions
    and memory, when it is asked for.

    Attributes
    ----------
    status : str
        "alive" (its owner makes it live), "dead" (captured), "seki" (not captured, but without two eyes of its own), "ko" (it depends
        on ko threats, see `ko`) or "unknown"; for a question of connection "connected", "cut", "ko" or "unknown". A status other than
        "ko" holds whatever the threats; but where `ko` is given with it, only an endless source of threats, such as a double ko
        elsewhere, would turn it, and no number of threats does.
    line : list of int
        The principal line, points, a pass being rows * cols; of an unknown chain, the line that proves its `bound`.
    nodes : int
        Positions looked at.
    ko : Ko or None
        What the ko asks for.
    reason : str or None
        Why the status is unknown.
    bound : str
        What is proven all the same of an unknown chain: "not alive" (dead, or a ko), "not dead" (alive, in seki, or a ko), for
        connections "not connected" and "not cut", "ko" (but not how many threats it takes), or "".
    proof : Proof or ZoneProof or None
        The decisive search, to replay; a `ZoneProof`, which no pickle keeps, where `zone` is given.
    zone : tuple of int or None
        On the open board, the points that what was proven depends on: it holds whatever is played elsewhere. A "ko" comes without `ko`
        then. None where all that is enclosed was searched.
    """

    status: Status
    line: list[int]
    nodes: int
    ko: Ko | None = None
    reason: str | None = None
    bound: str = ""
    _proof: Proof | ZoneProof | None = field(default=None, repr=False, compare=False)
    _asked: _Asked | None = field(default=None, repr=False, compare=False)
    zone: tuple[int, ...] | None = field(default=None, repr=False)

    @property
    def proof(self) -> Proof | ZoneProof | None:
        """The decisive search, to replay; None if there was none."""
        if self._proof is None and self._asked is not None:
            object.__setattr__(self, "_proof", self._asked.again())
        return self._proof

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_proof": None}

    def __copy__(self) -> Solution:
        return replace(self, line=list(self.line))

    def __deepcopy__(self, memo: dict[int, Any]) -> Solution:
        return self.__copy__()


class _Asked(NamedTuple):
    """All that it takes to search once more."""

    stones: bytes
    shape: tuple[int, int]
    allowed: tuple[tuple[int, int], ...]
    target: int
    query: Query

    def again(self) -> Proof | None:
        where = Locality(np.frombuffer(self.stones, np.uint8).reshape(self.shape), dict(self.allowed))
        return search(where, self.target, self.query).proof


def search(where: Locality, target: int, question: Question | Query = "capture", **terms: Unpack[Terms]) -> Outcome:
    """One exact search in a locality.

    Parameters
    ----------
    where : Locality
        The part of the board where play takes place.
    target : int
        A point of the chain that is asked about. Its color is the owner's; the other side attacks.
    question : str or Query
        What is asked; a `Query` says all of it.
    **terms
        The other fields of the `Query`, if `question` is a word.

    Returns
    -------
    Outcome

    Raises
    ------
    ValueError, TypeError
        For a target that is not a stone of the locality, and for terms out of range.
    KeyboardInterrupt
        When interrupted; nothing is left behind.
    """
    if not isinstance(where, Locality):
        raise TypeError(f"where must be a Locality, not {arguments.shown(where)}")
    if target not in where.inside:
        raise ValueError(f"the target {target} is not inside the locality")
    color = where.color_of(target)
    if not color:
        raise ValueError(f"no stone at the target {target}")
    if isinstance(question, Query):
        query = replace(question, **terms) if terms else question
    else:
        query = Query(question, **terms)
    if query.question == "connect" and (query.other not in where.inside or where.color_of(query.other) != color):
        raise ValueError(f"the chain to connect with ({query.other}) must have a stone of the target's color inside the locality")
    deadline = time.monotonic() + query.seconds if query.seconds is not None else 0.0
    winner, reason, nodes, proof = run(where, target, query, deadline)
    return Outcome(winner, reason, nodes, proof)


class _Solver:
    """The searches that one chain takes, and what they come to."""

    def __init__(self, where: Locality, stones: NDArray[np.uint8], allowed: dict[int, int], target: int, query: Query, seconds: float | None) -> None:
        self.where, self.stones, self.allowed, self.target, self.query = where, stones, allowed, target, query
        self.deadline = time.monotonic() + seconds if seconds is not None else None
        self.spent = 0
        self.asked: dict[int, Query] = {}
        self.connects = query.other is not None
        # What the two sides get, whatever the threats.
        self.alive: Status = "connected" if self.connects else "alive"
        self.dead: Status = "cut" if self.connects else "dead"
        self.question: Question = "connect" if self.connects else "capture"
        self.life: Question = "connect" if self.connects else "life"

    def ask(self, question: Question, attacker: int | None = 0, owner: int | None = 0) -> Outcome:
        left = None if self.deadline is None else max(self.deadline - time.monotonic(), 0.001)
        query = replace(self.query, question=question, attacker_threats=attacker, owner_threats=owner)
        found = search(self.where, self.target, query, seconds=left)
        self.asked[id(found)] = query
        self.spent += found.nodes
        return found

    def answer(self, status: Status, found: Outcome | None = None, ko: Ko | None = None, reason: Stop | None = None, bound: str = "") -> Solution:
        line: list[int] = []
        proof = asked = None
        if found is not None and found.winner is not None:
            rows, cols = self.stones.shape
            line = [move if isinstance(move, int) else rows * cols for move in found.line]
            proof = found.proof
            asked = _Asked(self.stones.tobytes(), (rows, cols), tuple(sorted(self.allowed.items())), self.target, self.asked[id(found)])
        return Solution(status, line, self.spent, ko, REASONS[reason] if reason else None, bound, proof, asked)

    def fate(self) -> Solution:
        found = self.ask(self.question)
        if found.winner is None:
            return self.whatever_the_threats(found.reason)
        if found.winner == "attacker":
            hard = self.ask(self.question, owner=None)
            if hard.winner == "attacker":
                return self.answer(self.dead, hard)
            if hard.winner is None:
                return self.answer("unknown", found, reason=hard.reason, bound=f"not {self.alive}")
            return self.ko(found, hard)
        hard = self.ask(self.life, attacker=None)
        if hard.winner == "owner":
            return self.answer(self.alive, hard)
        if self.connects:
            return self.ko(found, hard) if hard.winner else self.answer("unknown", found, reason=hard.reason, bound="not cut")
        safe = self.ask("capture", attacker=None)
        if safe.winner == "attacker":
            return self.ko(found, safe)
        if safe.winner is None or hard.winner is None:
            return self.answer("unknown", found, reason=safe.reason or hard.reason, bound="not dead")
        return self.answer("seki", safe)

    def whatever_the_threats(self, reason: Stop | None) -> Solution:
        """What is too hard without threats may be easy where one side's are endless, and then it holds all the more."""
        if reason in ("nodes", "memory"):
            hard = self.ask(self.question, owner=None)
            if hard.winner == "attacker":
                return self.answer(self.dead, hard)
            hard = self.ask(self.life, attacker=None)
            if hard.winner == "owner":
                return self.answer(self.alive, hard)
        return self.answer("unknown", reason=reason)

    def ko(self, found: Outcome, turned: Outcome) -> Solution:
        """`found`: who wins without threats; `turned`: a search that the other side, with threats without end, wins."""
        winner, threats = found.winner, None
        assert winner is not None
        # Mostly one is enough; if not, and MOST_THREATS are no more use, nor is any number between.
        for n in (1, MOST_THREATS, *range(2, MOST_THREATS)):
            again = self.ask(self.question, *((0, n) if winner == "attacker" else (n, 0)))
            if again.winner is None:
                return self.answer("unknown", found, reason=again.reason, bound="ko")
            if n == MOST_THREATS and again.winner == winner:
                break
            if again.winner != winner:
                threats, turned = n, again
                if n < MOST_THREATS:
                    break
        about = Ko(winner, threats, turned.proof.takes_first() if turned.proof is not None else None)
        if threats is not None:
            return self.answer("ko", found, ko=about)
        if winner == "attacker":
            return self.answer(self.dead, found, ko=about)
        # No number of threats takes it off; whether it has two eyes is asked with as many.
        lives = found if self.connects else self.ask("life", attacker=MOST_THREATS)
        if lives.winner is None:
            return self.answer("unknown", found, reason=lives.reason, bound="not dead")
        return self.answer(self.alive if lives.winner == "owner" else "seki", lives if lives.winner == "owner" else found, ko=about)


def solve(
    board: Board | Game | ArrayLike,
    target: Move,
    to_play: int | str | None = None,
    region: Points | ArrayLike | None = None,
    max_nodes: int = 1_000_000,
    *,
    connect: Move = None,
    max_bytes: int = 1 << 30,
    seconds: float | None = None,
) -> Solution:
    """The fate of a chain when one side moves first, by exact search.

    Rules: simple ko, no suicide; passes and endless repetition are allowed, and a chain that is only chased for ever is not captured.

    Parameters
    ----------
    board : Board, Game, array_like of int or str
        The position; stones of shape (rows, cols), or a diagram. A board's ko ban counts.
    target : int, (row, col) or str
        A stone of the chain.
    to_play : int or str, optional
        Who moves first, 1 or "black", 2 or "white"; by default the other side.
    region : points or array_like, optional
        Where play takes place, as points in any notation or as an array (rows, cols), bool or who may play where (0 nobody, 1 Black,
        2 White, 3 both); by default all that is reached from the chain without crossing unconditionally alive chains, or, if that
        is too much to search, the open board: what is then proven holds whatever is played outside the solution's `zone`. What is
        outside a region stands unchanged, its empty points too; so the region must hold all liberties of the chain.
    max_nodes, max_bytes : int
        Limits of each search, in positions and bytes of memory.
    connect : point, optional
        A stone of another chain of the same color: the question is then whether its owner makes the two one chain, or both of them
        stand unconditionally.
    seconds : float, optional
        Limit of all searches together: a ko takes up to a dozen, anything else up to four.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError, TypeError
        For a point without a stone, a bad region or limit.
    KeyboardInterrupt
        When interrupted.

    Examples
    --------
    >>> import goboard
    >>> corner = "....OO|...XOO|...XOO|XXXOOO|OOOOOO|OO.O.O|OOOOOO".replace("|", chr(10))
    >>> goboard.solve(corner, "A4", to_play="white").status
    'dead'
    """
    check_limits(max_nodes, max_bytes, seconds)
    board = arguments.position(board)
    stones = arguments.stones(board)
    point = arguments.point(board, target, "target")
    color = int(stones.flat[point])
    if not color:
        raise ValueError(f"target must be a stone, not the empty point {arguments.shown(target)}")
    to_play = 3 - color if to_play is None else arguments.color(to_play, "to_play")
    other = None
    if connect is not None:
        other = arguments.point(board, connect, "connect")
        if stones.flat[other] != color:
            raise ValueError(f"connect must be a stone of the target's color, not {arguments.shown(connect)}")
    allowed_there = None if region is None else region_of(board, region)
    lasting = pass_alive(stones)
    if lasting.flat[point] and (other is None or lasting.flat[other]):
        return Solution("alive" if other is None else "connected", [], 0)
    ko_point = board.ko_point
    if ko_point is not None and board.is_legal(ko_point, to_play):
        ko_point = None  # the other side's ban
    anywhere = region is None and other is None
    end = time.monotonic() + seconds if seconds is not None else None

    def with_zones(positions: int) -> Solution:
        return _on_open_board(stones, point, int(to_play), ko_point, positions, max_bytes, end)

    allowed: dict[int, int] = {}
    for p in (point,) if other is None else (point, other):
        # To connect with a chain that always stands, the chain itself is all of it that matters.
        if lasting.flat[p]:
            found: dict[int, int] | None = dict.fromkeys(component(p, lambda q: stones.flat[q] == color, *board.shape), 3)
        else:
            if allowed_there is not None:
                _must_hold_liberties(board, p, allowed_there)
            found = locality(stones, p, allowed_there, lasting, MOST_LOCAL)
        if found is None:
            return with_zones(max_nodes) if anywhere else Solution("unknown", [], 0, reason=REASONS["size"])
        allowed.update(found)
    if anywhere and len(allowed) > MOST_ENCLOSED:
        quick = with_zones(min(max_nodes, QUICK_NODES))
        if quick.status in ("alive", "dead"):
            return quick
    query = Query(first="owner" if to_play == color else "attacker", other=other, banned=ko_point, max_nodes=max_nodes, max_bytes=max_bytes)
    # Half of the time is for the search with zones, should the other fail.
    share = seconds / 2 if seconds is not None and anywhere else seconds
    enclosed = _Solver(Locality(stones, allowed), stones, allowed, point, query, share).fate()
    if enclosed.status != "unknown" or not anywhere:
        return enclosed
    again = with_zones(max_nodes)
    if again.status == "unknown" and (enclosed.bound or not again.bound):
        return enclosed
    return replace(again, nodes=again.nodes + enclosed.nodes)


def _on_open_board(
    stones: NDArray[np.uint8], point: int, to_play: int, ko_point: int | None, max_nodes: int, max_bytes: int, deadline: float | None
) -> Solution:
    """The fate of a chain by proofs with zones, for surroundings that are too large to be searched whole."""
    found = read_open(stones, point, to_play, ko_point=ko_point, max_nodes=max_nodes, max_bytes=max_bytes, deadline=deadline)
    reason = None if found.reason is None else f"{REASONS[found.reason]} on the open board: give a region"
    line, zone = ([], None) if found.proof is None else (found.proof.line(), found.proof.zone())
    return Solution(found.status, line, found.nodes, reason=reason, bound=found.bound, _proof=found.proof, zone=zone)


def _must_hold_liberties(board: Board, point: int, region: dict[int, int]) -> None:
    """Raise ValueError if a region leaves out a liberty of the chain at `point`: outside nobody plays, so the chain would live by that."""
    missing = [int(p) for p in board.liberty_points(point) if int(p) not in region]
    if missing:
        names = ", ".join(board.vertex(p) for p in missing)
        raise ValueError(f"region must hold all liberties of the chain at {board.vertex(point)}; it leaves out {names}")
