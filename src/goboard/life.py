"""What is alive when the game stops: Article 7 of the Japanese rules of 1989 made executable, and what follows from it.

The text calls stones alive "if the other side cannot capture them, or if capturing them would enable a new stone that he
cannot capture", and bars retaking a ko, save after a pass for that ko. Read as a game for every chain by itself, the other
side moving first (7-1) and kos marked (7-2):

U   the other side cannot force the capture of the chain;
C1  he can, but then cannot keep its own points free of new stones: one of them stays for good;
C2  he can do both, but not on the points of all that falls with it: the chain, its owner's other chains that are neither U nor
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

from goboard.reading import pass_alive, point_of, stones_of
from goboard.local import Locality, locality, neighbours
from goboard.solver import Outcome, search

__all__ = ["Chain", "Confirmation", "confirm"]

EMPTY, BLACK, WHITE = 0, 1, 2
COLOR_NAMES = ("empty", "Black", "White")
ENABLE = ("none", "own-points", "occupied", "local-2")


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
    dame: the other empty points. complete: no chain is unknown.
    """

    def __init__(self, board: Any, stones: np.ndarray, chains: list[Chain], index: list[int], strict: bool) -> None:
        self._board, self._index = board, index
        self.stones, self.chains, self.strict = stones, chains, strict
        self._article_8()

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
        at = self._index[point_of(self._board, move, self.stones.shape)]
        if at < 0:
            raise ValueError(f"no chain at {move!r}: the point is empty")
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
    stated: Mapping[Any, str] | None = None,
    max_nodes: int = 2_000_000,
    max_bytes: int = 1 << 30,
    seconds: float | None = None,
) -> Confirmation:
    """Decide every chain of a stopped position under Article 7 by exact search, and territory under Article 8.

    board: a `Board`, or stones as an integer array (rows, cols). rules: a ruleset with confirmation after the stop ("japanese",
    "korean", or a `Rules` that counts territory). enable: which new stone a capture may enable, "none", "own-points" (C1),
    "occupied" (C1 and C2) or "local-2" (every point reached from the chain without crossing its owner's U and C1 chains).
    ko_pass: a pass lifts the ban on one "named" ko, or on "all". strict_article8: a chain next to any unfilled neutral point is
    in seki, as the text has it; otherwise not if all that touch the point have two eyes elsewhere. stated: statuses ("alive" or
    "dead") of chains, by any of their points, for chains that search leaves unknown. max_nodes, max_bytes: limits of the
    searches of one locality, seconds: of all together. What they leave open is "unknown", never guessed. Raises ValueError for bad options.
    """
    check_rules(rules)
    if enable not in ENABLE:
        raise ValueError(f"enable is one of {', '.join(map(repr, ENABLE))}, got {enable!r}")
    if ko_pass not in ("named", "all"):
        raise ValueError(f"ko_pass is 'named' or 'all', got {ko_pass!r}")
    stones = stones_of(board)
    chains, index = chains_of(stones)
    told: dict[int, str] = {}
    for move, status in (stated or {}).items():
        if status not in ("alive", "dead"):
            raise ValueError(f"a stated status is 'alive' or 'dead', got {status!r}")
        at = index[point_of(board, move, stones.shape)]
        if at < 0:
            raise ValueError(f"no chain at {move!r}, whose status is stated")
        told[at] = status
    judge = Judge(stones, chains, index, enable, ko_pass == "all", max_nodes, max_bytes, time.monotonic() + seconds if seconds is not None else None)
    judge.run()
    for at, status in told.items():
        if chains[at].kind == "unknown":
            chains[at].kind, chains[at].why = f"stated {status}", "as stated, not searched"
    return Confirmation(board, stones, chains, index, strict_article8)


def check_rules(rules: Any) -> None:
    """Raise ValueError unless the ruleset confirms life and death after the stop."""
    scoring = getattr(rules, "scoring", None)
    if scoring is None:
        if not isinstance(rules, str):
            raise TypeError(f"rules is a name or a Rules, not {rules!r}")
        scoring = "territory" if rules.lower() in ("japanese", "korean") else "area"
    if scoring != "territory":
        raise ValueError(f"confirmation (Article 7) belongs to Japanese and Korean rules, not to {rules!r}")


class Judge:
    """The searches behind `confirm`: U for all chains of a locality, then C1, then C2."""

    def __init__(self, stones: np.ndarray, chains: list[Chain], index: list[int], enable: str, pass_lifts_all: bool, max_nodes: int,
                 max_bytes: int, deadline: float | None) -> None:  # fmt: skip
        self.stones, self.chains, self.index = stones, chains, index
        self.enable, self.pass_lifts_all, self.max_nodes, self.max_bytes, self.deadline = enable, pass_lifts_all, max_nodes, max_bytes, deadline
        self.lasting = pass_alive(stones) != 0

    def run(self) -> None:
        left = []
        for i, chain in enumerate(self.chains):
            if self.lasting.flat[chain.points[0]]:
                chain.kind, chain.why = "pass-alive", "it has two eyes, so the other side cannot capture it (Article 7-1)"
            else:
                left.append(i)
        while left:
            area = locality(self.stones, self.chains[left[0]].points[0], lasting=self.lasting, most=self.stones.size)
            inside = set(area)
            members = [i for i in left if self.chains[i].points[0] in inside]
            left = [i for i in left if i not in set(members)]
            self.judge(Locality(self.stones, area), members)

    def search(self, where: Locality, chain: Chain, question: str, **more: Any) -> Outcome:
        left = self.budget
        seconds = None
        if self.deadline is not None:
            seconds = self.deadline - time.monotonic()
            if seconds <= 0:
                return Outcome(None, "time", 0, None)
        if left <= 0:
            return Outcome(None, "nodes", 0, None)
        found = search(where, chain.points[0], question, ko="marks", pass_lifts_all=self.pass_lifts_all, max_nodes=min(self.round, left),
                       max_bytes=self.max_bytes, seconds=seconds, **more)  # fmt: skip
        chain.nodes += found.nodes
        self.budget -= found.nodes
        return found

    def judge(self, where: Locality, members: list[int]) -> None:
        """All chains of one locality, in rounds of growing effort, so that a hard chain does not starve an easy one."""
        chains = [self.chains[i] for i in members]
        self.budget = self.max_nodes
        self.round = 2_000
        capture: dict[int, Outcome] = {}  # what is settled so far, by chain
        own: dict[int, Outcome] = {}
        while True:
            for i, chain in enumerate(chains):
                if i not in capture:
                    found = self.search(where, chain, "capture")
                    if found.winner is None:
                        chain.why = self.gave_up(found, where)
                        continue
                    capture[i] = found
                    if found.winner == "owner":
                        chain.kind, chain.line, chain.why = "U", found.line, "the other side cannot capture it (Article 7-1)"
            standing = [c.points[0] for c in chains if c.kind == "U"]
            for i, chain in enumerate(chains):
                if i in capture and chain.kind == "unknown" and i not in own:
                    found = self.returns(where, chain, chain.points, [], standing) if self.enable != "none" else capture[i]
                    if found.winner is None:
                        chain.why = self.gave_up(found, where)
                        continue
                    own[i] = found
                    if found.winner == "owner":
                        chain.kind, chain.line = "C1", found.line
                        chain.why = "it can be captured, but that enables a new stone on its points which cannot be (Article 7-1)"
            # A chain that is still open may belong to the points that C2 looks at.
            settled = all(i in capture and (c.kind == "U" or i in own) for i, c in enumerate(chains))
            fallen = [i for i in own if own[i].winner == "attacker"]
            for i in fallen:
                if chains[i].kind != "unknown":
                    continue
                found = own[i]
                if self.enable in ("occupied", "local-2"):
                    found = self.elsewhere(where, chains, i, fallen, found, settled, standing)
                if found is None:
                    chains[i].why = "whether capturing it enables a stone elsewhere depends on chains that are unknown"
                elif found.winner == "owner":
                    chains[i].kind, chains[i].line = "C2", found.line
                    chains[i].why = ("it can be captured, but that enables a new stone which cannot be, on points of other chains that fall "
                                     "with it (Article 7-1)")  # fmt: skip
                elif found.winner == "attacker":
                    chains[i].kind, chains[i].line = "dead", found.line
                    chains[i].why = "the other side captures it, and no new stone that this enables can stay (Article 7-1)"
                else:
                    chains[i].why = self.gave_up(found, where)
            out_of_time = self.deadline is not None and time.monotonic() > self.deadline
            if all(c.kind != "unknown" for c in chains) or self.round >= self.max_nodes or self.budget <= 0 or out_of_time:
                return
            self.round *= 8

    def elsewhere(self, where: Locality, chains: list[Chain], i: int, fallen: list[int], own: Outcome, settled: bool, standing: list[int]) -> Outcome | None:
        """C2 for one chain: does a new stone stay on the points of all that falls with it? None: that depends on unknown chains."""
        chain = chains[i]
        others = [chains[j] for j in fallen if j != i and chains[j].color == chain.color]
        if self.enable == "local-2":
            points = self.local_2(where, chain, chains)
        else:
            points = set(chain.points).union(*(c.points for c in others))
            points = points.union(*(c.points for c in chains if c.color != chain.color and c.kind == "C1"))
        if not settled:
            return None
        if points == set(chain.points):
            return own
        return self.returns(where, chain, sorted(points), [c.points for c in others if points.issuperset(c.points)], standing)

    def local_2(self, where: Locality, chain: Chain, chains: list[Chain]) -> set[int]:
        walls = {p for c in chains if c.color == chain.color and c.kind in ("U", "C1") for p in c.points}
        inside = set(where.points) - walls
        found, todo = set(chain.points), list(chain.points)
        rows, cols = self.stones.shape
        for p in todo:
            for q in neighbours(p, rows, cols):
                if q in inside and q not in found:
                    found.add(q)
                    todo.append(q)
        return found

    def returns(self, where: Locality, chain: Chain, points: list[int], old: list[list[int]], standing: list[int]) -> Outcome:
        """After the capture of the chain, does a new stone of its owner stay on `points`? Owner: yes."""
        # Cheap proofs for either side first, with the chains that cannot be captured taken to stand; the whole graph last.
        found = None
        for question, claimant in (("remove", "attacker"), ("restore", "owner"), ("recur", "attacker"), ("recur", "owner")):
            found = self.search(where, chain, question, points=points, old=old, standing=standing, prove=claimant)
            if found.winner == claimant:
                return found
        if found.winner is not None and not standing:
            return found
        return self.search(where, chain, "recur", points=points, old=old)

    def gave_up(self, found: Outcome, where: Locality) -> str:
        return {
            "nodes": f"the search was stopped at its limit of {self.max_nodes} positions",
            "memory": "the search was stopped at its limit of memory",
            "time": "the search was stopped at its time limit",
            "size": f"its locality of {len(where)} points is too large to search",
        }[found.reason]
