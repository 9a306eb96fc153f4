"""Which stones are dead when a game stops, as a guess for whole boards: proof where it is cheap, playouts for the rest.

`confirm` and `pass_alive` prove; this room guesses. In order:

1. Unconditionally alive chains live. Small parts of the board between them, or the whole of a small board, go to `confirm`.
2. `mcts.search` looks for the best play of either side first; a chain's `share` is the mean, over its points and the playouts of
   both searches, of +1 where its owner has the point at the end and -1 where the other side has it.
3. Stones that come off lie in somebody's territory. So the space around dead stones, through empty points and other dead stones,
   must end at living stones of the other side, and at none of their own. Wherever it does not, the guess that contradicts the
   playouts least is turned round.
4. Where the playouts waver, in races and in large eyes that a placement takes apart, exact search has the last word if it comes to an end
   between chains that clearly live: a chain that cannot be taken even if the other side moves first lives, and one that is taken even
   if its owner moves first is dead, unless a new stone of its owner stays on its points.
5. A random game breaks every seki. So a chain that is given up lives after all if it cannot be captured by exact search in what the
   chains that clearly live leave of its surroundings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.board import _arguments as arguments
from goboard.board._grid import components, neighbors
from goboard.board._values import Value
from goboard.reading._article7 import Confirmation, confirm
from goboard.reading._locality import Locality, locality
from goboard.reading._mcts import search
from goboard.reading._solve import search as search_local
from goboard.reading._tactics import pass_alive

if TYPE_CHECKING:
    from goboard._core import Move
    from goboard.board._playouts import Seed
    from goboard.reading._query import Question, Side
    from goboard.rules._game import Game

__all__ = ["Estimate", "Judged", "estimate", "estimate_dead"]

Status: TypeAlias = Literal["alive", "dead", "seki"]

# Players stop when a chain that may still be saved has been saved: with fewer of the playouts on its side it is given up.
LIVES_FROM = 0.4

# Chains that keep so much of their points, on the scale from -1 to 1, are taken to stand where others are read.
STANDS_FROM = 0.75

# A part of the board that is confirmed rather than guessed has at most so many points; a board of at most so many is one part.
PART_POINTS, BOARD_POINTS, READ_NODES = 32, 64, 5_000

# A race to be read takes up at most so many points; its questions are tried with so many positions each, and all of them with so many.
RACE_POINTS, RACE_ROUNDS, RACE_NODES = 60, (1_000, 6_000, 36_000), 200_000


@dataclass(frozen=True)
class Judged:
    """A chain and what is held of it.

    Attributes
    ----------
    color : int
        1 Black, 2 White.
    points : list of int
        Its points, ascending.
    status : str
        "alive", "dead" or, only if proven, "seki".
    confidence : float
        1.0 if proven, else the share of the playouts, from 0 to 1, that agree.
    proven : bool
        Whether the status is a proof's.
    """

    color: int
    points: list[int]
    status: Status
    confidence: float
    proven: bool


@dataclass(frozen=True, eq=False, repr=False)
class Estimate(Value):
    """Life and death as `estimate` sees it.

    Attributes
    ----------
    chains : list of Judged
        In the order of their first points.
    ownership : numpy.ndarray
        float32 of shape (rows, cols), from +1 (always Black's at the end of the playouts) to -1 (White's).
    playouts : int
        How many there were.
    dead : list of int
        Points of the dead stones, ascending, ready for ``game.agree(dead=...)`` and ``score(dead=...)``.
    confidence : numpy.ndarray
        float32 of shape (rows, cols): that of the chain at each point, 0 at empty points.
    """

    chains: list[Judged]
    ownership: NDArray[np.float32]
    playouts: int
    _board: Board = field(compare=False)

    @property
    def dead(self) -> list[int]:
        """Points of the dead stones, ascending."""
        return sorted(p for c in self.chains if c.status == "dead" for p in c.points)

    @property
    def confidence(self) -> NDArray[np.float32]:
        """That of the chain at each point, 0 at empty points."""
        found = np.zeros(self.ownership.shape, np.float32)
        for c in self.chains:
            found.flat[c.points] = c.confidence
        return found

    def chain(self, move: Move) -> Judged:
        """The chain at a point, in any notation; ValueError where there is none."""
        at = arguments.point(self._board, move, "move")
        for c in self.chains:
            if at in c.points:
                return c
        raise ValueError(f"no chain at {arguments.shown(move)}: the point is empty")

    def status(self, move: Move) -> Status:
        """What is held of the chain at a point: "alive", "dead" or "seki"."""
        return self.chain(move).status

    def __str__(self) -> str:
        """The position with a letter for every point: X O alive, x o dead, # @ (Black, White) in seki."""
        letters = {"alive": " XO", "dead": " xo", "seki": " #@"}
        rows, cols = self.ownership.shape
        marks = {p: letters[c.status][c.color] for c in self.chains for p in c.points}
        return "\n".join("".join(marks.get(r * cols + c, ".") for c in range(cols)) for r in range(rows))

    def __repr__(self) -> str:
        proven = sum(c.proven for c in self.chains)
        return f"Estimate({len(self.dead)} dead stones, {len(self.chains)} chains, {proven} proven, {self.playouts} playouts)"


def estimate(
    board: Board | Game | ArrayLike, playouts: int = 800, seed: Seed = 0, max_nodes: int = 160_000, confirmation: Confirmation | None = None
) -> Estimate:
    """Guess which chains are dead if play stops here; what it says is proven is what `confirm` proves.

    Parameters
    ----------
    board : Board, Game, array_like of int or str
        The position; stones of shape (rows, cols), or a diagram. Only the stones and the board's ko and suicide rules count: how the
        position came about, captures, a ko ban and whose turn it is do not.
    playouts : int
        At least 2, half of them with either side first.
    seed : int, SeedSequence or Generator
        None for a fresh one; the same seed gives the same answer.
    max_nodes : int
        Positions that the proofs may look at.
    confirmation : Confirmation, optional
        What `confirm` has found on this very position, to be used instead.

    Returns
    -------
    Estimate

    Raises
    ------
    ValueError, TypeError
        For arguments out of range.
    KeyboardInterrupt
        When interrupted.

    Examples
    --------
    >>> from goboard.estimate import estimate
    >>> found = estimate(".X.XO|XXXXO|OOOOO|.OO.O".replace("|", chr(10)), playouts=20)
    >>> found.dead, found.status("B4")
    ([], 'alive')
    """
    each = (arguments.integer(playouts, "playouts", 2, 1 << 40) + 1) // 2
    key = arguments.seed(seed)
    limit = arguments.integer(max_nodes, "max_nodes", 0, 1 << 40)
    if confirmation is not None and not isinstance(confirmation, Confirmation):
        raise TypeError(f"confirmation must be what confirm() returns, not {arguments.shown(confirmation)}")
    given = arguments.position(board)
    stones = arguments.stones(given)
    # A board that was played keeps its chains and liberties in another order than one that was set up: a fresh one knows only the stones.
    position = Board.from_array(stones, ko=given.ko, suicide=given.suicide)
    ownership = np.zeros(stones.shape, np.float32)
    for turn, color in enumerate((BLACK, WHITE)):
        position.to_play = color
        ownership += search(position, playouts=each, komi=0, seed=(key + turn) % (1 << 64)).ownership / 2
    if confirmation is not None and not np.array_equal(confirmation.stones, stones):
        raise ValueError("the confirmation is of another position")
    proofs: dict[int, Status] = proven(stones, limit) if confirmation is None else statuses(confirmation)
    chains = [[int(p) for p in np.sort(chain)] for chain in position.chains()]
    chains.sort()
    colors = [int(stones.flat[points[0]]) for points in chains]
    shares = [float(ownership.ravel()[points].mean()) * (1 if color == BLACK else -1) for points, color in zip(chains, colors)]
    told: list[Status | None] = [proofs.get(points[0]) for points in chains]
    odds = [log_odds((1 + share) / 2) - log_odds(LIVES_FROM) for share in shares]
    for i, status in enumerate(told):
        if status is not None:
            odds[i] = -math.inf if status == "dead" else math.inf
    for i, lives in races(stones, chains, told, shares).items():
        odds[i] = math.inf if lives else -math.inf
    dead = settle(stones, chains, colors, odds)
    sure = [status == "alive" for status in told]
    clear = [not gone and (safe or share > STANDS_FROM) for gone, safe, share in zip(dead, sure, shares)]
    kept = uncapturable(stones, chains, dead, sure, clear, [i for i, gone in enumerate(dead) if gone and told[i] is None])
    if kept:
        for i in kept:
            odds[i] = math.inf
        dead = settle(stones, chains, colors, odds)
    judged = []
    for points, color, share, status, gone in zip(chains, colors, shares, told, dead):
        if status is not None:
            judged.append(Judged(color, points, status, 1.0, True))
        else:
            judged.append(Judged(color, points, "dead" if gone else "alive", (1 - share) / 2 if gone else (1 + share) / 2, False))
    return Estimate(judged, ownership, 2 * each, position)


def estimate_dead(board: Board | Game | ArrayLike, playouts: int = 800, seed: Seed = 0) -> list[int]:
    """The points, ascending, of the stones that are dead if play stops here, as `estimate` guesses them.

    Parameters
    ----------
    board, playouts, seed
        As for `estimate`.

    Returns
    -------
    list of int

    Examples
    --------
    >>> import goboard
    >>> goboard.estimate_dead(".X.XO|XXXXO|OOOOO|.OO.O".replace("|", chr(10)), playouts=20)
    []
    """
    return estimate(board, playouts, seed).dead


def uncapturable(
    stones: NDArray[np.uint8], chains: list[list[int]], dead: Sequence[bool], sure: Sequence[bool], clear: Sequence[bool], asked: list[int]
) -> list[int]:
    """Those of the chains `asked` about that stay, or come back, if the other side moves first, between chains that stand.

    What stands is `sure` to live, or does so clearly and with a liberty where no stones are given up; if that leaves too much to read,
    with a liberty beyond the space around the chain asked about.
    """
    gone = {p for points, given_up in zip(chains, dead) if given_up for p in points}
    space = [-1] * stones.size
    for label, part in enumerate(components((p for p, color in enumerate(stones.flat) if not color or p in gone), *stones.shape)):
        for p in part:
            space[p] = label
    reach = [{space[q] for p in points for q in neighbors(*stones.shape)[p] if not stones.flat[q]} for points in chains]
    contested = {space[p] for p in gone}
    found = []
    for i in asked:
        for doubtful in (contested, {space[chains[i][0]]}):
            walls = np.zeros(stones.shape, bool)
            for points, safe, lives, spaces in zip(chains, sure, clear, reach):
                walls.flat[points] = safe or (lives and bool(spaces - doubtful))
            inside = locality(stones, chains[i][0], None, walls, PART_POINTS)
            if inside is not None:
                break
        else:
            continue
        where = Locality(stones, inside)
        claims: tuple[tuple[Question, list[int]], ...] = (("capture", []), ("restore", chains[i]))
        for question, points in claims:
            if search_local(where, chains[i][0], question, points=points, ko="marks", max_nodes=READ_NODES).winner == "owner":
                found.append(i)
                break
    return found


def races(stones: NDArray[np.uint8], chains: list[list[int]], told: Sequence[Status | None], shares: Sequence[float]) -> dict[int, bool]:
    """What exact search finds of the chains that the playouts are in doubt about: index of a chain -> whether it lives.

    Chains that clearly live stand, and so do those that the search itself finds to live on eyes of their own, with an answer to every
    attack. A chain that lives otherwise may be in seki: it does not stand, for then its enemies could fill their own liberties.
    """
    doubtful = [i for i, share in enumerate(shares) if told[i] is None and abs(share) <= STANDS_FROM]
    doubtful.sort(key=lambda i: (-len(chains[i]), i))
    walls = np.zeros(stones.shape, bool)
    for points, status, share in zip(chains, told, shares):
        walls.flat[points] = status == "alive" or (status is None and share > STANDS_FROM)
    fates: dict[int, str] = {}
    answers: dict[tuple[int, int, Question, Side], Side] = {}  # by chain, size of its surroundings, question and who moves first
    left = RACE_NODES
    for limit in RACE_ROUNDS:
        tried: dict[int, int] = {}
        again = True
        while again and left > 0:
            again = False
            for i in doubtful:
                inside = None if fates.get(i) else locality(stones, chains[i][0], None, walls, RACE_POINTS)
                if inside is None or tried.get(i) == len(inside) or left <= 0:
                    continue
                extent = tried[i] = len(inside)
                where = Locality(stones, inside)

                def ask(question: Question, first: Side = "attacker", limit: int = limit, extent: int = extent) -> Side | None:
                    nonlocal left
                    key = i, extent, question, first
                    if key not in answers and left > 0:
                        points = chains[i] if question == "restore" else ()
                        found = search_local(where, chains[i][0], question, first=first, points=points, ko="marks", max_nodes=min(limit, left))
                        left -= found.nodes
                        if found.winner:
                            answers[key] = found.winner
                    return answers.get(key)

                fates[i] = fate(ask, limit)
                again |= fates[i] == "eyes"
                walls.flat[chains[i]] = fates[i] == "eyes"
    lives = {i: what in ("eyes", "stays", "back") for i, what in fates.items() if what not in ("", "taken")}
    for i, what in fates.items():
        # What is taken by chains that are taken themselves may come back; what touches a captor that surely lives is dead.
        if what == "taken" and any(walls.flat[q] for p in chains[i] for q in neighbors(*stones.shape)[p]):
            lives[i] = False
    return lives


def fate(ask: Callable[..., str | None], limit: int) -> str:
    """What becomes of a chain whoever moves first: "" if it is too hard, or depends on that.

    "eyes": it lives on its own; "stays": it is not captured; "back": it is, but a new stone stays on its points; "dead": none does;
    "taken": it is captured, and the rest is too hard.
    """
    if ask("safe") == "owner":
        return "eyes"
    winner = ask("capture")
    if winner == "owner":
        return "stays"
    if winner is None or ask("capture", "owner") != "attacker":
        return ""
    return {"owner": "back", "attacker": "dead", None: "taken"}[ask("restore", limit=limit // 4)]


def log_odds(share: float) -> float:
    """The logarithm of share : 1 - share, for no share nearer to 0 or 1 than a thousand playouts can tell."""
    share = min(max(share, 0.0005), 0.9995)
    return math.log(share / (1 - share))


def proven(stones: NDArray[np.uint8], limit: int) -> dict[int, Status]:
    """The statuses that a proof within `limit` positions gives: first point of a chain -> "alive", "dead" or "seki"."""
    lasting = pass_alive(stones)
    small, large = parts(stones, lasting != 0)
    if stones.size <= BOARD_POINTS:
        small, large = small + large, []
    if limit and any(stones.flat[p] for part in small for p in part):
        # What lies beyond unconditionally alive chains does not matter, if these live as well without it.
        masked = stones.copy()
        for part in large:
            masked.flat[part] = EMPTY
        if not large or (pass_alive(masked) == lasting).all():
            return statuses(confirm(masked, max_nodes=limit, strict_article8=False))
    return {chain[0]: "alive" for chain in chains_of_mask(lasting)}


def statuses(confirmation: Confirmation) -> dict[int, Status]:
    told: dict[int, Status] = {}
    for chain in confirmation.chains:
        if chain.status != "unknown":
            # Who is in seki is known when all are known that stand around.
            seki = chain.status == "seki" and chain.kind != "pass-alive" and confirmation.complete
            told[chain.points[0]] = "dead" if chain.status == "dead" else "seki" if seki else "alive"
    return told


def parts(stones: NDArray[np.uint8], lasting: NDArray[np.bool_]) -> tuple[list[list[int]], list[list[int]]]:
    """What the lasting chains divide the board into: lists of points, of at most PART_POINTS points and of more."""
    found = components(np.flatnonzero(~lasting).tolist(), *stones.shape)
    return [p for p in found if len(p) <= PART_POINTS], [p for p in found if len(p) > PART_POINTS]


def chains_of_mask(lasting: NDArray[np.uint8]) -> list[list[int]]:
    return [part for color in (BLACK, WHITE) for part in components(np.flatnonzero(lasting == color).tolist(), *lasting.shape)]


def settle(stones: NDArray[np.uint8], chains: list[list[int]], colors: list[int], odds: list[float]) -> list[bool]:
    """Which chains are dead, with every dead chain in the other side's territory.

    odds: for each chain how clearly it lives (above 0) or is dead (below), without limit if that is proven. A chain is turned round
    once at most, so this ends.
    """
    dead = [worth < 0 for worth in odds]
    fixed = [math.isinf(worth) for worth in odds]
    at = [-1] * stones.size
    for i, points in enumerate(chains):
        for p in points:
            at[p] = i
    while True:
        choices = []
        for space in components((p for p, i in enumerate(at) if i < 0 or dead[i]), *stones.shape):
            inside = {at[p] for p in space} - {-1}
            around = {at[q] for p in space for q in neighbors(*stones.shape)[p]} - inside - {-1}
            for color in (BLACK, WHITE):
                given_up = [i for i in inside if colors[i] == color]
                friends = [i for i in around if colors[i] == color]
                if not given_up or (not friends and around):
                    continue
                # Either these live after all, or their friends are dead as well.
                for turned, live in ((given_up, True), (friends, False)):
                    if turned and not any(fixed[i] for i in turned):
                        choices.append((max(abs(odds[i]) for i in turned), live, sorted(turned)))
        if not choices:
            return dead
        _, live, turned = min(choices)
        for i in turned:
            dead[i] = not live
            fixed[i] = True
