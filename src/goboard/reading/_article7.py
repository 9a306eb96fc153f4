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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from goboard.board import _arguments as arguments
from goboard._core import Board
from goboard.reading._tactics import pass_alive
from goboard.reading._locality import Locality, neighbours
from goboard.reading._solve import Outcome, check_limits, search

__all__ = ["Chain", "Confirmation", "confirm"]

EMPTY, BLACK, WHITE = 0, 1, 2
COLOR_NAMES = ("empty", "Black", "White")
ENABLE = {"none": "none", "own-points": "own-points", "occupied": "occupied", "local-2": "local-2", "j2003-local2": "local-2"}


@dataclass
class Chain:
    """One chain at the stop and what became of it.

    status: "alive", "seki" (alive, but in seki), "dead" or "unknown"; kind: "pass-alive", "U", "C1", "C2", "dead" or "unknown".
    line: the play that shows it, as points, "pass" and ("ko-pass", point), the other side moving first; why: in words.
    """

    color: int
    points: list[int]
    kind: str = "unknown"
    status: str = "unknown"
    line: list[Any] = field(default_factory=list)
    why: str = ""
    nodes: int = 0

    @property
    def lives(self) -> bool:
        return self.kind in ("pass-alive", "U", "C1", "C2", "stated alive")


def chains_of(stones: np.ndarray) -> tuple[list[Chain], list[int]]:
    """All chains of a position, and for every point the index of its chain (-1: empty)."""
    rows, cols = stones.shape
    flat = stones.ravel().tolist()
    index = [-1] * len(flat)
    chains = []
    for start, color in enumerate(flat):
        if color and index[start] < 0:
            index[start] = len(chains)
            points = [start]
            for p in points:
                for q in neighbours(p, rows, cols):
                    if flat[q] == color and index[q] < 0:
                        index[q] = len(chains)
                        points.append(q)
            chains.append(Chain(color, sorted(points)))
    return chains, index


class Confirmation:
    """The life and death of a stopped position, and the territory that follows (Articles 7, 8 and 10-1). Made by `confirm`.

    chains: list of `Chain`. dead: all dead stones, ready for `game.agree(dead=...)`; removed: those of them that come off, being
    in the other side's territory; seki: living stones in seki; unknown: stones of chains that no limit allowed to settle.
    eyes, territory: uint8 (rows, cols), the colour whose live stones alone surround a point, and where that counts;
    dame: the other empty points. complete: no chain is unknown. three_points: (Black, White) to be added to the prisoners under the
    ruling of 1949, see `confirm`.
    """

    def __init__(self, board: Any, stones: np.ndarray, chains: list[Chain], index: list[int], strict: bool, three: bool = False) -> None:
        self._board, self._index = Board.from_array(stones), index
        self.stones, self.chains, self.strict = stones, chains, strict
        self._article_8()
        self.three_points = self._three_points_without_capturing() if three else (0, 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Confirmation):
            return NotImplemented
        return (
            self.chains == other.chains and np.array_equal(self.stones, other.stones)
            and (self.strict, self.three_points) == (other.strict, other.three_points)
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]

    @property
    def complete(self) -> bool:
        return all(c.status != "unknown" for c in self.chains)

    def _points(self, status: str) -> list[int]:
        return sorted(p for c in self.chains if c.status == status for p in c.points)

    @property
    def dead(self) -> list[int]:
        return self._points("dead")

    @property
    def seki(self) -> list[int]:
        return self._points("seki")

    @property
    def unknown(self) -> list[int]:
        return self._points("unknown")

    def chain(self, move: Any) -> Chain:
        """The chain at a point; raises ValueError where there is none."""
        at = self._index[arguments.point(self._board, move, "move")]
        if at < 0:
            raise ValueError(f"no chain at {arguments.shown(move)}: the point is empty")
        return self.chains[at]

    def status(self, move: Any) -> str:
        """ "alive", "seki" (alive, but in seki), "dead" or "unknown": the status of the chain at a point."""
        return self.chain(move).status

    def reason(self, move: Any) -> str:
        """Why the chain at a point has its status: the article, and the line of play that shows it."""
        chain = self.chain(move)
        words = f"{COLOR_NAMES[chain.color]} {self.vertex(chain.points[0])} is {chain.status}: {chain.why}"
        if chain.line:
            words += "; " + self.spell(chain.line, 3 - chain.color)
        if chain.status == "seki":
            words += ". It touches dame, so it is in seki and has no territory (Article 8)"
        return words + "."

    def vertex(self, point: int) -> str:
        rows, cols = self.stones.shape
        return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[point % cols] + str(rows - point // cols)

    def spell(self, line: Iterable[Any], color: int) -> str:
        """A line of play in words, `color` moving first: "W A1, B passes for the ko at C1, ..."."""
        words = []
        for move in line:
            who = "?BW"[color]
            if move == "pass":
                words.append(f"{who} passes")
            elif isinstance(move, tuple):
                words.append(f"{who} passes for the ko" + (f" at {self.vertex(move[1])}" if move[1] is not None else "s"))
            else:
                words.append(f"{who} {self.vertex(move)}")
            color = 3 - color
        return ", ".join(words)

    def _article_8(self) -> None:
        """Eyes, dame, seki, territory and what comes off, from the statuses, in this order."""
        stones, chains, index = self.stones, self.chains, self._index
        rows, cols = stones.shape
        count = rows * cols
        for chain in chains:
            chain.status = "alive" if chain.lives else "unknown" if chain.kind == "unknown" else "dead"
        open_points = [index[p] < 0 or chains[index[p]].status == "dead" for p in range(count)]
        closure_of = [-1] * count
        closures: list[tuple[list[int], set[int]]] = []  # points, indices of the live chains around
        for start in range(count):
            if open_points[start] and closure_of[start] < 0:
                closure_of[start] = len(closures)
                points, around = [start], set()
                for p in points:
                    for q in neighbours(p, rows, cols):
                        if not open_points[q]:
                            around.add(index[q])
                        elif closure_of[q] < 0:
                            closure_of[q] = len(closures)
                            points.append(q)
                closures.append((points, around))
        owners = []
        for _, around in closures:
            colors = {chains[i].color for i in around}
            sure = all(chains[i].status != "unknown" for i in around)
            owners.append(colors.pop() if len(colors) == 1 and sure else EMPTY)
        eyes_of: dict[int, set[int]] = {}
        for i, (_, around) in enumerate(closures):
            if owners[i]:
                for c in around:
                    eyes_of.setdefault(c, set()).add(i)
        self.eyes = np.zeros((rows, cols), np.uint8)
        self.territory = np.zeros((rows, cols), np.uint8)
        self.dame = []
        self.removed = []
        in_seki = set()
        for i, (points, around) in enumerate(closures):
            empty = [p for p in points if index[p] < 0]
            if owners[i]:
                self.eyes.flat[empty] = owners[i]
                continue
            self.dame += empty
            for p in empty:
                touching = {index[q] for q in neighbours(p, rows, cols) if not open_points[q]}
                # Nobody cares for a neutral point between chains that have two eyes elsewhere; the letter of the text does.
                if self.strict or not all(chains[c].kind == "pass-alive" or len(eyes_of.get(c, ())) > 1 for c in touching):
                    in_seki |= touching
        for c in in_seki:
            if chains[c].status == "alive":
                chains[c].status = "seki"
        for i, (points, around) in enumerate(closures):
            if owners[i] and all(chains[c].status == "alive" for c in around):
                for p in points:
                    if index[p] < 0:
                        self.territory.flat[p] = owners[i]
                    elif chains[index[p]].color != owners[i]:
                        self.territory.flat[p] = owners[i]
                        self.removed.append(p)
        self.dame.sort()
        self.removed.sort()

    def _three_points_without_capturing(self) -> tuple[int, int]:
        """(Black, White): three points for every single stone that lives only by new stones on the points of four stones beside it."""
        points = [0, 0]
        rows, cols = self.stones.shape
        for chain in self.chains:
            if chain.kind == "C2" and len(chain.points) == 1:
                beside = {self._index[q] for q in neighbours(chain.points[0], rows, cols)} - {-1}
                if any(self.chains[i].color != chain.color and self.chains[i].kind == "C1" and len(self.chains[i].points) == 4 for i in beside):
                    points[chain.color - 1] += 3
        return points[0], points[1]

    def __str__(self) -> str:
        """The position with a letter for every point: X O alive, x o dead, # @ (Black, White) in seki, ? ! unknown, , territory, . else."""
        letters = {"alive": " XO", "dead": " xo", "seki": " #@", "unknown": " ?!"}
        rows, cols = self.stones.shape
        lines = []
        for r in range(rows):
            line = ""
            for c in range(cols):
                at = self._index[r * cols + c]
                line += letters[self.chains[at].status][self.chains[at].color] if at >= 0 else "," if self.territory[r, c] else "."
            lines.append(line)
        return "\n".join(lines)

    def __repr__(self) -> str:
        counts = {s: sum(c.status == s for c in self.chains) for s in ("alive", "seki", "dead", "unknown")}
        return "Confirmation(" + ", ".join(f"{n} {s}" for s, n in counts.items() if n) + ")"


def confirm(
    board: Any,
    rules: Any = "japanese",
    *,
    enable: str = "occupied",
    ko_pass: str = "named",
    strict_article8: bool = True,
    three_points: str = "seki",
    stated: Mapping[Any, str] | None = None,
    max_nodes: int = 5_000_000,
    max_bytes: int = 1 << 30,
    seconds: float | None = None,
) -> Confirmation:
    """Decide every chain of a stopped position under Article 7 by exact search, and territory under Article 8.

    board: a `Board`, a `Game`, stones as an integer array (rows, cols), or a diagram. rules: a `Rules`, or whatever `Rules.parse` reads,
    with confirmation after the stop: one that counts territory. enable: which new stone a capture may enable, "none", "own-points" (C1),
    "occupied" (C1 and C2) or "local-2" (also "j2003-local2"; every point reached from the chain without crossing its owner's U and C1 chains).
    ko_pass: a pass lifts the ban on one "named" ko, or on "all". strict_article8: a chain next to any unfilled neutral point is
    in seki, as the text has it; otherwise not if all that touch the point have two eyes elsewhere. three_points: "three points without
    capturing" (example 1) is "seki", or worth "3" to the side of the single stone, as it was under the rules of 1949. stated: statuses ("alive" or
    "dead") of chains, by any of their points, for chains that search leaves unknown. max_nodes, max_bytes, seconds: limits
    of all searches together (bytes: of each). What they leave open is "unknown", never guessed. Raises ValueError for bad options.
    """
    check_rules(rules)
    enable = ENABLE[arguments.choice(enable, "enable", ENABLE)]
    three_points = arguments.choice(three_points, "three_points", ("seki", "3"))
    ko_pass = arguments.choice(ko_pass, "ko_pass", ("named", "all"))
    strict_article8 = arguments.flag(strict_article8, "strict_article8")
    check_limits(max_nodes, max_bytes, seconds)
    given = arguments.position(board)
    stones = arguments.stones(given)
    chains, index = chains_of(stones)
    told: dict[int, str] = {}
    for move, status in (stated or {}).items():
        if status not in ("alive", "dead"):
            raise ValueError(f"a stated status is 'alive' or 'dead', got {status!r}")
        at = index[arguments.point(given, move, "stated")]
        if at < 0:
            raise ValueError(f"no chain at {arguments.shown(move)}, whose status is stated")
        told[at] = status
    judge = Judge(stones, chains, index, enable, ko_pass == "all", max_nodes, max_bytes, time.monotonic() + seconds if seconds is not None else None)
    judge.run()
    for at, status in told.items():
        if chains[at].kind == "unknown":
            chains[at].kind, chains[at].why = f"stated {status}", "as stated, not searched"
    return Confirmation(given, stones, chains, index, strict_article8, three_points == "3")


def check_rules(rules: Any) -> None:
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

    What counts as a chain's surroundings is kept small without guessing. Chains that live unconditionally stand for ever. So does
    a chain that lives by answering inside a small `window`, even if all around it were the other side's: it is taken to stand in
    proofs about other chains, but then its window is not its owner's to play in and counts as the other side's stones. A proof of
    one side's claim in surroundings that are worse for that side than the real ones holds.
    """

    FIRST_NODES = 2_000  # effort of the first round for every chain

    def __init__(self, stones: np.ndarray, chains: list[Chain], index: list[int], enable: str, pass_lifts_all: bool, max_nodes: int,
                 max_bytes: int, deadline: float | None) -> None:  # fmt: skip
        self.stones, self.chains, self.index = stones, chains, index
        self.enable, self.pass_lifts_all, self.max_nodes, self.max_bytes, self.deadline = enable, pass_lifts_all, max_nodes, max_bytes, deadline
        self.rows, self.cols = stones.shape
        self.near = [neighbours(p, self.rows, self.cols) for p in range(stones.size)]
        self.alive = (pass_alive(stones) != 0).ravel()
        # On a board of one row whoever captures inside his eye may lose it: nothing is taken to stand there.
        self.lasting = self.alive if min(stones.shape) > 1 else np.zeros(stones.size, bool)
        self.budget = max_nodes
        self.capture: dict[int, Outcome] = {}  # by chain: who wins the game of U, and of C1
        self.own: dict[int, Outcome] = {}
        self.windows: list[tuple[int, list[int], set[int]]] = []  # colour, chains, points to answer in

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
            Local(self, around, members, budget).judge()

    def closure(self, start: Iterable[int], blocked: np.ndarray) -> set[int]:
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

    def search(self, where: Locality, point: int, question: str, limit: int, **more: Any) -> Outcome:
        seconds = None
        if self.deadline is not None:
            seconds = self.deadline - time.monotonic()
            if seconds <= 0:
                return Outcome(None, "time", 0, None)
        if self.budget <= 0:
            return Outcome(None, "nodes", 0, None)
        found = search(where, point, question, ko="marks", pass_lifts_all=self.pass_lifts_all, max_nodes=min(limit, self.budget),
                       max_bytes=self.max_bytes, seconds=seconds, **more)  # fmt: skip
        self.budget -= found.nodes
        return found

    def find_walls(self, limit: int) -> None:
        """Chains that live by answering in windows. Windows of one colour do not overlap, so all these chains live at once."""
        for i in sorted(range(len(self.chains)), key=lambda i: -len(self.chains[i].points)):
            if self.chains[i].kind == "unknown" and i not in self.capture and not self.out_of_time():
                taken = set().union(*(w for c, _, w in self.windows if c == self.chains[i].color))
                if not self.lives_in_regions(i, taken, limit) and limit <= WINDOW_NODES:
                    self.lives_in_pieces(i, taken, limit)

    def window(self, members: list[int], window: set[int], first: str, limit: int) -> Outcome:
        """Can the other side take one of these chains, if their owner plays in the window only and all around is the other side's?"""
        color = self.chains[members[0]].color
        stones = {p for j in members for p in self.chains[j].points}
        where = Locality(self.stones, sorted(stones | window), outside=3 - color)
        points = [self.chains[j].points[0] for j in members]
        return self.search(where, points[0], "safe", limit, first=first, together=points[1:])

    def add_wall(self, members: list[int], window: set[int], line: list[Any]) -> None:
        for j in members:
            chain = self.chains[j]
            chain.kind, chain.line = "U", line
            chain.why = "the other side cannot capture it, were all that is around even his (Article 7-1)"
            self.lasting[chain.points] = True
        self.windows.append((self.chains[members[0]].color, members, window))

    def lives_in_regions(self, i: int, taken: set[int], limit: int) -> bool:
        """By all the small regions around it, together with the chains that share them, or by one of them alone."""
        color = self.chains[i].color
        flat = self.stones.ravel()
        mine = np.asarray(flat == color)
        members, window, todo, regions = [i], set(), [i], []
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
        """By two separate pieces of the open space around it, either of which is enough for its owner to live in if he moves first."""
        flat = self.stones.ravel()
        liberties = sorted({q for p in self.chains[i].points for q in self.near[p] if flat[q] == EMPTY and q not in taken})
        enough: list[tuple[set[int], list[Any]]] = []
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
        """A locality around a closure, as bad for `claimant` (a colour) as it may be, and a point of each chain that must answer in it.

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


class Local:
    """One closure of points, and the chains in it: indices of the judge's, of which some may be settled already."""

    def __init__(self, judge: Judge, around: set[int], members: list[int], budget: int) -> None:
        self.judge_, self.members = judge, members
        self.chains = judge.chains
        self.where = {color: judge.surroundings(around, color) for color in (BLACK, WHITE)}
        self.real = not any(answering for _, answering in self.where.values())  # for either side's claims alike
        self.budget = self.limit = budget
        self.round = judge.FIRST_NODES
        self.vain: set[Any] = set()  # proofs that were looked for to the end and do not exist
        self.reason = ""

    def prove(self, chain: Chain, question: str, claimant: str, points: Iterable[int] = (), old: Any = (), standing: Any = ()) -> Outcome | None:
        """A proof of the claim of the "owner" or the "attacker" of the chain, or of the contrary if it is found on the way; else None."""
        points = list(points)
        key = (chain.points[0], question, claimant, tuple(points), bool(standing))
        if key in self.vain or self.budget <= 0:
            return None
        where, answering = self.where[chain.color if claimant == "owner" else 3 - chain.color]
        if standing:
            standing = [*standing, *answering]
        found = self.judge_.search(where, chain.points[0], question, min(self.round, self.budget), points=points, old=old, standing=standing,
                                   prove=claimant)  # fmt: skip
        chain.nodes += found.nodes
        self.budget -= found.nodes
        if found.winner == claimant or (found.winner and self.real and not standing and question in ("capture", "recur")):
            return found
        if found.winner is not None:
            self.vain.add(key)
            self.reason = "it depends on the eye space of chains around it"
        else:
            self.reason = {
                "nodes": f"the search was stopped at its limit of positions",
                "memory": "the search was stopped at its limit of memory",
                "time": "the search was stopped at its time limit",
                "size": f"its locality of {len(where)} points is too large to search",
            }[found.reason]
        return None

    def judge(self) -> None:
        """U, then C1, then C2 for all chains, in rounds of growing effort, so that a hard chain does not starve an easy one."""
        capture, own = self.judge_.capture, self.judge_.own
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
                    found = self.returns(chain, chain.points, [], standing) if self.judge_.enable != "none" else capture[i]
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
                if self.judge_.enable in ("occupied", "local-2"):
                    if not settled:
                        chains[i].why = "whether capturing it enables a stone elsewhere depends on chains that are unknown"
                        continue
                    found = self.elsewhere(i, fallen, found, standing)
                if found is None:
                    chains[i].why = self.reason
                else:
                    settle(chains[i], "C2" if found.winner == "owner" else "dead", found)
            if all(c.kind != "unknown" for c in chains.values()) or self.round >= self.limit or self.budget <= 0 or self.judge_.out_of_time():
                return
            self.round *= 4

    def elsewhere(self, i: int, fallen: list[int], own: Outcome, standing: list[int]) -> Outcome | None:
        """C2 for one chain: does a new stone stay on the points of all that falls with it?"""
        chain, chains = self.chains[i], [self.chains[j] for j in self.members]
        others = [self.chains[j] for j in fallen if j != i and self.chains[j].color == chain.color]
        if self.judge_.enable == "local-2":
            walls = {p for c in chains if c.color == chain.color and c.kind in ("U", "pass-alive", "C1") for p in c.points}
            blocked = self.judge_.lasting.copy()
            blocked[sorted(walls)] = True
            points = self.judge_.closure(chain.points, blocked)
        else:
            points = set(chain.points).union(*(c.points for c in others))
            points = points.union(*(c.points for c in chains if c.color != chain.color and c.kind == "C1"))
        if points == set(chain.points):
            return own
        return self.returns(chain, sorted(points), [c.points for c in others if points.issuperset(c.points)], standing)

    def returns(self, chain: Chain, points: list[int], old: list[list[int]], standing: list[int]) -> Outcome | None:
        """After the capture of the chain, does a new stone of its owner stay on `points`? The winner is the owner if it does."""
        # The cheap proofs first, with the chains that cannot be captured taken to stand, then with nothing taken for granted; the
        # whole graph of positions last.
        tries = [("remove", "attacker"), ("restore", "owner"), ("recur", "attacker"), ("recur", "owner")]
        tries = [(*t, standing) for t in tries if standing] + [(*t, []) for t in tries[: 3 if self.real else 4]]
        for question, claimant, taken in tries:
            found = self.prove(chain, question, claimant, points=points, old=old, standing=taken)
            if found is not None:
                return found
        return None


# A window is searched to so many positions at first; its regions, and all of it, have at most so many points; pieces are of these sizes.
WINDOW_NODES, REGION_POINTS, WINDOW_POINTS, PIECES = 2_000, 20, 24, (4, 6, 8)

# The effort before chains that surely live are looked for.
PLAIN_NODES = 300_000

WHY = {
    "U": "the other side cannot capture it (Article 7-1)",
    "C1": "it can be captured, but that enables a new stone on its points which cannot be (Article 7-1)",
    "C2": "it can be captured, but that enables a new stone which cannot be, on points of other chains that fall with it (Article 7-1)",
    "dead": "the other side captures it, and no new stone that this enables can stay (Article 7-1)",
}


def settle(chain: Chain, kind: str, found: Outcome) -> None:
    chain.kind, chain.line, chain.why = kind, found.line, WHY[kind]
