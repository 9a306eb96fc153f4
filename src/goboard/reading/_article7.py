"""What is alive when the game stops: Article 7 of the Japanese rules of 1989 made executable, and what follows from it.

The text calls stones alive "if the other side cannot capture them, or if capturing them would enable a new stone that he
cannot capture", and bars retaking a ko, save after a pass for that ko. Read as a game for every chain by itself, the other
side moving first (7-1) and kos marked (7-2):

* U: the other side cannot force the capture of the chain;
* C1: it can, but then cannot keep the chain's own points free of new stones: one of them stays for good;
* C2: it can do both, but not on the points of all that falls with the chain: the chain, its owner's other chains that are neither U nor
  C1, and the opposing chains that are C1.

Alive is U, C1 or C2; everything else is dead. Endless play is a success of the chain's owner in U, and of the other side
after a capture unless a new stone stays, so no horizon is needed. Article 8 then gives eyes, dame and seki.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.board import _arguments as arguments
from goboard.board._grid import components, neighbors
from goboard.reading._article8 import Chain, Confirmation, Kind, Verdict, confirmed
from goboard.reading._locality import Locality
from goboard.reading._query import Query, Question, Side, check_limits
from goboard.reading._solve import Outcome, Played, search
from goboard.reading._tactics import pass_alive

if TYPE_CHECKING:
    from goboard._core import Move
    from goboard.rules._game import Game
    from goboard.rules._rules import Rules

__all__ = ["Chain", "Confirmation", "confirm"]

ENABLE = {"none": "none", "own-points": "own-points", "occupied": "occupied", "local-2": "local-2", "j2003-local2": "local-2"}


def chains_of(stones: NDArray[np.uint8]) -> tuple[list[Verdict], list[int]]:
    """All chains of a position, none of them judged yet, and for every point the index of its chain (-1: empty)."""
    index = [-1] * stones.size
    parts = [(color, part) for color in (BLACK, WHITE) for part in components(np.flatnonzero(stones == color).tolist(), *stones.shape)]
    chains = [Verdict(color, sorted(part)) for color, part in sorted(parts, key=lambda item: item[1][0])]
    for i, chain in enumerate(chains):
        for p in chain.points:
            index[p] = i
    return chains, index


def confirm(
    board: Board | Game | ArrayLike,
    rules: Rules | str = "japanese",
    *,
    enable: Literal["none", "own-points", "occupied", "local-2", "j2003-local2"] = "occupied",
    ko_pass: Literal["named", "all"] = "named",
    strict_article8: bool = True,
    three_points: Literal["seki", "3"] = "seki",
    stated: Mapping[Move, Literal["alive", "dead"]] | None = None,
    max_nodes: int = 5_000_000,
    max_bytes: int = 1 << 30,
    seconds: float | None = None,
) -> Confirmation:
    """Decide every chain of a stopped position under Article 7 by exact search, and territory under Article 8.

    Parameters
    ----------
    board : Board, Game, array_like of int or str
        The position; stones of shape (rows, cols), or a diagram.
    rules : Rules or str
        Rules with confirmation after the stop, such as count territory; or what `Rules.parse` reads.
    enable : str
        Which new stone a capture may enable: "none", "own-points" (C1: on the points of the chain), "occupied" (C1 and C2: on those of
        all that falls with it) or "local-2" (also "j2003-local2": on every point reached from the chain without crossing its owner's U
        and C1 chains).
    ko_pass : str
        A pass lifts the ban on one "named" ko, or on "all".
    strict_article8 : bool
        A chain next to any unfilled neutral point is in seki, as the text has it; otherwise not if all that touch the point have two
        eyes elsewhere.
    three_points : str
        "Three points without capturing" (example 1) is "seki", or worth "3" to the side of the single stone, as under the rules of 1949.
    stated : mapping of point to str, optional
        Statuses ("alive" or "dead") of chains, by any of their points, for chains that search leaves unknown.
    max_nodes, max_bytes, seconds
        Limits of all searches together, in positions, bytes (of each search) and time. What they leave open is "unknown", never guessed.

    Returns
    -------
    Confirmation

    Raises
    ------
    ValueError, TypeError
        For arguments out of range, and for rules that do not confirm life and death.

    Examples
    --------
    >>> import goboard
    >>> found = goboard.confirm(".X.XO|XXXXO|OOOOO|.OO.O".replace("|", chr(10)))
    >>> found.status("B4")
    'alive'
    """
    check_rules(rules)
    what_counts = ENABLE[arguments.choice(enable, "enable", ENABLE)]
    three = arguments.choice(three_points, "three_points", ("seki", "3")) == "3"
    lifts_all = arguments.choice(ko_pass, "ko_pass", ("named", "all")) == "all"
    strict_article8 = arguments.flag(strict_article8, "strict_article8")
    check_limits(max_nodes, max_bytes, seconds)
    given = arguments.position(board)
    stones = arguments.stones(given)
    chains, index = chains_of(stones)
    told: dict[int, str] = {}
    if stated is not None and not isinstance(stated, Mapping):
        raise TypeError(f"stated must be a dict from points to 'alive' or 'dead', not {arguments.shown(stated)}")
    for move, status in (stated or {}).items():
        if status not in ("alive", "dead"):
            raise ValueError(f"a stated status must be 'alive' or 'dead', not {arguments.shown(status)}")
        at = index[arguments.point(given, move, "stated")]
        if at < 0:
            raise ValueError(f"no chain at {arguments.shown(move)}, whose status is stated")
        told[at] = status
    judge = Judge(stones, chains, index, what_counts, lifts_all, max_nodes, max_bytes, time.monotonic() + seconds if seconds is not None else None)
    judge.run()
    for at, as_told in told.items():
        if chains[at].kind == "unknown":
            chains[at].kind = "stated alive" if as_told == "alive" else "stated dead"
            chains[at].why = "as stated, not searched"
    return confirmed(stones, chains, index, strict_article8, three)


def check_rules(rules: Rules | str) -> None:
    """Raise ValueError unless the ruleset confirms life and death after the stop, TypeError for what names none."""
    from goboard.rules._rules import Rules

    if isinstance(rules, str):
        named = Rules.parse(rules)
    elif isinstance(rules, Rules):
        named = rules
    else:
        raise TypeError(f"rules must be a Rules or what Rules.parse reads, not {arguments.shown(rules)}")
    if named.scoring != "territory":
        raise ValueError(
            f"confirmation (Article 7) belongs to rules that count territory, such as Japanese and Korean ones; {named.name or 'these rules'} "
            f"count {'stones' if named.scoring == 'stones' else 'area'}, where doubtful stones are played out or agreed upon"
        )


class Judge:
    """The searches behind `confirm`.

    What counts as a chain's surroundings is kept small without guessing. Chains that live unconditionally always stand. So does
    a chain that lives by answering inside a small `window`, even if all around it were the other side's: it is taken to stand in
    proofs about other chains, but then its window is not its owner's to play in and counts as the other side's stones. A proof of
    one side's claim in surroundings that are worse for that side than the real ones holds.
    """

    FIRST_NODES = 2_000  # effort of the first round for every chain

    def __init__(self, stones: NDArray[np.uint8], chains: list[Verdict], index: list[int], enable: str, pass_lifts_all: bool, max_nodes: int,
                 max_bytes: int, deadline: float | None) -> None:  # fmt: skip
        self.stones, self.chains, self.index = stones, chains, index
        self.enable, self.pass_lifts_all, self.max_nodes, self.max_bytes, self.deadline = enable, pass_lifts_all, max_nodes, max_bytes, deadline
        # The order in which pieces of open space grow: up, down, left, right.
        self.near = [sorted(near, key=lambda q: (abs(q - p) == 1, q)) for p, near in enumerate(neighbors(*stones.shape))]
        self.alive = (pass_alive(stones) != 0).ravel()
        # On a board of one row a capture inside one's own eye may lose it: nothing is taken to stand there.
        self.lasting = self.alive if min(stones.shape) > 1 else np.zeros(stones.size, bool)
        self.budget = max_nodes
        self.capture: dict[int, Outcome] = {}  # by chain: who wins the game of U, and of C1
        self.own: dict[int, Outcome] = {}
        self.windows: list[tuple[int, list[int], set[int]]] = []  # color, chains, points to answer in

    def run(self) -> None:
        for chain in self.chains:
            if self.alive[chain.points[0]]:
                chain.kind, chain.why = "pass-alive", "it has two eyes, so the other side cannot capture it (Article 7-1)"
        # First all chains as they are, to a moderate effort; for what is left, with the chains that surely live standing; then again,
        # with more effort for either.
        for effort, window in ((PLAIN_NODES, WINDOW_NODES), (PLAIN_NODES, self.max_nodes), (self.max_nodes, 0)):
            self.judge_all(effort)
            if window and any(c.kind == "unknown" for c in self.chains):
                self.find_walls(window)

    def judge_all(self, budget: int) -> None:
        left = [i for i, c in enumerate(self.chains) if c.kind == "unknown"]
        while left:
            around = self.closure(self.chains[left[0]].points, self.lasting)
            members = [i for i, c in enumerate(self.chains) if c.points[0] in around]
            left = [i for i in left if self.chains[i].points[0] not in around]
            Surroundings(self, around, members, budget).judge()

    def closure(self, start: Iterable[int], blocked: NDArray[np.bool_]) -> set[int]:
        found = set(start)
        todo = list(found)
        for p in todo:
            for q in self.near[p]:
                if q not in found and not blocked[q]:
                    found.add(q)
                    todo.append(q)
        return found

    def out_of_time(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    def search(self, where: Locality, point: int, query: Query, limit: int) -> Outcome:
        seconds = None
        if self.deadline is not None:
            seconds = self.deadline - time.monotonic()
            if seconds <= 0:
                return Outcome(None, "time", 0, None)
        if self.budget <= 0:
            return Outcome(None, "nodes", 0, None)
        found = search(where, point, replace(query, ko="marks", pass_lifts_all=self.pass_lifts_all, max_nodes=min(limit, self.budget),
                                             max_bytes=self.max_bytes, seconds=seconds))  # fmt: skip
        self.budget -= found.nodes
        return found

    def find_walls(self, limit: int) -> None:
        """Chains that live by answering in windows. Windows of one color do not overlap, so all these chains live at once."""
        for i in sorted(range(len(self.chains)), key=lambda i: -len(self.chains[i].points)):
            if self.chains[i].kind == "unknown" and i not in self.capture and not self.out_of_time():
                taken = set().union(*(w for c, _, w in self.windows if c == self.chains[i].color))
                if not self.lives_in_regions(i, taken, limit) and limit <= WINDOW_NODES:
                    self.lives_in_pieces(i, taken, limit)

    def window(self, members: list[int], window: set[int], first: Side, limit: int) -> Outcome:
        """Can the other side take one of these chains, if their owner plays in the window only and all around is the other side's?"""
        color = self.chains[members[0]].color
        stones = {p for j in members for p in self.chains[j].points}
        where = Locality(self.stones, sorted(stones | window), outside=3 - color)
        points = [self.chains[j].points[0] for j in members]
        return self.search(where, points[0], Query("safe", first=first, together=points[1:]), limit)

    def add_wall(self, members: list[int], window: set[int], line: list[Played]) -> None:
        for j in members:
            chain = self.chains[j]
            chain.kind, chain.line = "U", line
            chain.why = "the other side cannot capture it, even if all that is around were the other side's (Article 7-1)"
            self.lasting[chain.points] = True
        self.windows.append((self.chains[members[0]].color, members, window))

    def lives_in_regions(self, i: int, taken: set[int], limit: int) -> bool:
        """By all the small regions around it, together with the chains that share them, or by one of them alone."""
        color = self.chains[i].color
        flat = self.stones.ravel()
        mine = np.asarray(flat == color)
        members, todo = [i], [i]
        window: set[int] = set()
        regions: list[set[int]] = []
        for j in todo:
            for q in {q for p in self.chains[j].points for q in self.near[p]}:
                if mine[q] or q in window:
                    continue
                region = self.closure([q], mine)
                if len(region) > REGION_POINTS or region & taken or len(window) + len(region) > WINDOW_POINTS or self.lasting[sorted(region)].any():
                    continue
                window |= region
                regions.append(region)
                for y in {y for x in region for y in self.near[x]}:
                    if mine[y] and self.index[y] not in members and self.chains[self.index[y]].kind == "unknown":
                        members.append(self.index[y])
                        todo.append(self.index[y])
        tries = [(members, window)] if window else []
        if len(regions) > 1 or len(members) > 1:
            tries += [([i], region) for region in regions if any(q in region for p in self.chains[i].points for q in self.near[p])]
        for which, where in tries:
            found = self.window(which, where, "attacker", limit)
            if found.winner == "owner":
                self.add_wall(which, where, found.line)
                return True
        return False

    def lives_in_pieces(self, i: int, taken: set[int], limit: int) -> bool:
        """By two separate pieces of the open space around it, either of which is enough for its owner to live in if it moves first."""
        flat = self.stones.ravel()
        liberties = sorted({q for p in self.chains[i].points for q in self.near[p] if flat[q] == EMPTY and q not in taken})
        enough: list[tuple[set[int], list[Played]]] = []
        for size in PIECES:
            for start in liberties:
                piece, queue = {start}, [start]
                for p in queue:
                    for q in self.near[p]:
                        if len(piece) < size and q not in piece and q not in taken and flat[q] == EMPTY:
                            piece.add(q)
                            queue.append(q)
                if len(piece) < size or any(piece >= other for other, _ in enough) or self.out_of_time():
                    continue
                found = self.window([i], piece, "owner", limit)
                if found.winner != "owner":
                    continue
                for other, line in enough:
                    if not piece & other:
                        self.add_wall([i], piece | other, ["pass", *line])
                        return True
                enough.append((piece, found.line))
        return False

    def surroundings(self, around: set[int], claimant: int) -> tuple[Locality, list[int]]:
        """A locality around a closure, as bad for `claimant` (a color) as it may be, and a point of each chain that must answer in it.

        Chains of the claimant that live by answering inside the closure stand in it like any other, and beyond them all is the
        other side's.
        """
        weak = [(members, window) for color, members, window in self.windows if color == claimant and window & around]
        if not weak:
            return Locality(self.stones, sorted(around)), []
        inside = around.union(*(window for _, window in weak))
        inside = inside.union(*(self.chains[j].points for members, _ in weak for j in members))
        stones = np.full(self.stones.size, 3 - claimant, np.uint8)
        kept = self.lasting & (self.stones.ravel() == claimant)
        kept[sorted(inside)] = True
        stones[kept] = self.stones.ravel()[kept]
        points = [self.chains[j].points[0] for members, _ in weak for j in members]
        return Locality(stones.reshape(self.stones.shape), sorted(inside), merge=True), points


class Surroundings:
    """One closure of points, and the chains in it: indices of the judge's, of which some may be settled already."""

    def __init__(self, judge: Judge, around: set[int], members: list[int], budget: int) -> None:
        self.parent, self.members = judge, members
        self.chains = judge.chains
        self.where = {color: judge.surroundings(around, color) for color in (BLACK, WHITE)}
        self.real = not any(answering for _, answering in self.where.values())  # for either side's claims alike
        self.budget = self.limit = budget
        self.round = judge.FIRST_NODES
        self.vain: set[tuple[int, Question, Side, tuple[int, ...], bool]] = set()  # proofs that were looked for to the end and do not exist
        self.reason = ""

    def prove(self, chain: Verdict, question: Question, claimant: Side, points: Iterable[int] = (), old: Sequence[list[int]] = (),
              standing: Sequence[int] = ()) -> Outcome | None:  # fmt: skip
        """A proof of the claim of the "owner" or the "attacker" of the chain, or of the contrary if it is found on the way; else None."""
        points = list(points)
        key = (chain.points[0], question, claimant, tuple(points), bool(standing))
        if key in self.vain or self.budget <= 0:
            return None
        where, answering = self.where[chain.color if claimant == "owner" else 3 - chain.color]
        if standing:
            standing = [*standing, *answering]
        query = Query(question, points=points, old=old, standing=standing, prove=claimant)
        found = self.parent.search(where, chain.points[0], query, min(self.round, self.budget))
        chain.nodes += found.nodes
        self.budget -= found.nodes
        if found.winner == claimant or (found.winner and self.real and not standing and question in ("capture", "recur")):
            return found
        if found.winner is not None:
            self.vain.add(key)
            self.reason = "it depends on the eye space of chains around it"
        else:
            assert found.reason is not None
            self.reason = {
                "nodes": "the search was stopped at its limit of positions",
                "memory": "the search was stopped at its limit of memory",
                "time": "the search was stopped at its time limit",
                "size": f"its locality of {len(where)} points is too large to search",
            }[found.reason]
        return None

    def judge(self) -> None:
        """U, then C1, then C2 for all chains, in rounds of growing effort, so that a hard chain does not starve an easy one."""
        capture, own = self.parent.capture, self.parent.own
        chains = {i: self.chains[i] for i in self.members}
        while True:
            for i, chain in chains.items():
                if i not in capture and chain.kind == "unknown":
                    found = self.prove(chain, "capture", "owner")
                    if found is None and not self.real:
                        found = self.prove(chain, "capture", "attacker")
                    if found is None:
                        chain.why = self.reason
                        continue
                    capture[i] = found
                    if found.winner == "owner":
                        settle(chain, "U", found)
            standing = [c.points[0] for c in chains.values() if c.kind == "U"]
            for i, chain in chains.items():
                if i in capture and chain.kind == "unknown" and i not in own:
                    found = self.returns(chain, chain.points, [], standing) if self.parent.enable != "none" else capture[i]
                    if found is None:
                        chain.why = self.reason
                        continue
                    own[i] = found
                    if found.winner == "owner":
                        settle(chain, "C1", found)
            # A chain that is still open may belong to the points that C2 looks at.
            settled = all(c.kind in ("U", "pass-alive") or i in own for i, c in chains.items())
            fallen = [i for i in chains if i in own and own[i].winner == "attacker"]
            for i in fallen:
                if chains[i].kind != "unknown":
                    continue
                found = own[i]
                if self.parent.enable in ("occupied", "local-2"):
                    if not settled:
                        chains[i].why = "whether capturing it enables a stone elsewhere depends on chains that are unknown"
                        continue
                    found = self.elsewhere(i, fallen, found, standing)
                if found is None:
                    chains[i].why = self.reason
                else:
                    settle(chains[i], "C2" if found.winner == "owner" else "dead", found)
            if all(c.kind != "unknown" for c in chains.values()) or self.round >= self.limit or self.budget <= 0 or self.parent.out_of_time():
                return
            self.round *= 4

    def elsewhere(self, i: int, fallen: list[int], own: Outcome, standing: list[int]) -> Outcome | None:
        """C2 for one chain: does a new stone stay on the points of all that falls with it?"""
        chain, chains = self.chains[i], [self.chains[j] for j in self.members]
        others = [self.chains[j] for j in fallen if j != i and self.chains[j].color == chain.color]
        if self.parent.enable == "local-2":
            walls = {p for c in chains if c.color == chain.color and c.kind in ("U", "pass-alive", "C1") for p in c.points}
            blocked = self.parent.lasting.copy()
            blocked[sorted(walls)] = True
            points = self.parent.closure(chain.points, blocked)
        else:
            points = set(chain.points).union(*(c.points for c in others))
            points = points.union(*(c.points for c in chains if c.color != chain.color and c.kind == "C1"))
        if points == set(chain.points):
            return own
        return self.returns(chain, sorted(points), [c.points for c in others if points.issuperset(c.points)], standing)

    def returns(self, chain: Verdict, points: list[int], old: list[list[int]], standing: list[int]) -> Outcome | None:
        """After the capture of the chain, does a new stone of its owner stay on `points`? The winner is the owner if it does."""
        # The cheap proofs first, with the chains that cannot be captured taken to stand, then with nothing taken for granted; the
        # whole graph of positions last.
        claims: list[tuple[Question, Side]] = [("remove", "attacker"), ("restore", "owner"), ("recur", "attacker"), ("recur", "owner")]
        tries = [(*claim, standing) for claim in claims if standing] + [(*claim, []) for claim in claims[: 3 if self.real else 4]]
        for question, claimant, taken in tries:
            found = self.prove(chain, question, claimant, points=points, old=old, standing=taken)
            if found is not None:
                return found
        return None


# A window is searched to so many positions at first; its regions, and all of it, have at most so many points; pieces are of these sizes.
WINDOW_NODES, REGION_POINTS, WINDOW_POINTS, PIECES = 2_000, 20, 24, (4, 6, 8)

# The effort before chains that surely live are looked for.
PLAIN_NODES = 300_000

WHY: dict[Kind, str] = {
    "U": "the other side cannot capture it (Article 7-1)",
    "C1": "it can be captured, but that enables a new stone on its points which cannot be (Article 7-1)",
    "C2": "it can be captured, but that enables a new stone which cannot be, on points of other chains that fall with it (Article 7-1)",
    "dead": "the other side captures it, and no new stone that this enables can stay (Article 7-1)",
}


def settle(chain: Verdict, kind: Kind, found: Outcome) -> None:
    chain.kind, chain.line, chain.why = kind, found.line, WHY[kind]
