"""What follows from life and death: eyes, dame, seki, territory and what comes off (Articles 8 and 10-1 of the Japanese rules of 1989)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goboard._core import COLOR_NAMES, EMPTY, Board
from goboard.board import _arguments as arguments
from goboard.board._grid import components, neighbors, vertex
from goboard.board._values import Value

if TYPE_CHECKING:
    from goboard._core import Move
    from goboard.reading._solve import Played

__all__ = ["Chain", "Confirmation", "Kind", "LIVING", "Status"]

Status: TypeAlias = Literal["alive", "seki", "dead", "unknown"]
Kind: TypeAlias = Literal["pass-alive", "U", "C1", "C2", "stated alive", "stated dead", "dead", "unknown"]

LIVING = ("pass-alive", "U", "C1", "C2", "stated alive")


@dataclass(frozen=True)
class Chain:
    """One chain at the stop and what became of it.

    Attributes
    ----------
    color : int
        1 Black, 2 White.
    points : list of int
        Its points, ascending.
    kind : str
        By which clause: "pass-alive", "U", "C1", "C2" (see `confirm`), "dead", "unknown", "stated alive" or "stated dead".
    status : str
        "alive", "seki" (alive, but in seki), "dead" or "unknown".
    line : list of moves
        The play that shows it, as points, "pass" and ("ko-pass", point), the other side moving first.
    why : str
        The same in words.
    nodes : int
        Positions that were looked at for it.
    """

    color: int
    points: list[int]
    kind: Kind = "unknown"
    status: Status = "unknown"
    line: list[Played] = field(default_factory=list)
    why: str = ""
    nodes: int = 0

    @property
    def lives(self) -> bool:
        """Whether it is alive, in seki or not."""
        return self.kind in LIVING


@dataclass(frozen=True, eq=False, repr=False)
class Confirmation(Value):
    """The life and death of a stopped position, and the territory that follows (Articles 7, 8 and 10-1). Made by `confirm`.

    Attributes
    ----------
    stones : numpy.ndarray
        uint8 of shape (rows, cols): the position.
    chains : list of Chain
        All of them, in the order of their first points.
    strict : bool
        Whether Article 8 was taken by the letter, see `confirm`.
    eyes : numpy.ndarray
        uint8 of shape (rows, cols): the color whose live stones alone surround an empty point.
    territory : numpy.ndarray
        The same, where that counts, with the points of the stones that come off.
    dame : list of int
        The other empty points.
    dead : list of int
        All dead stones, ready for ``game.agree(dead=...)``.
    removed : list of int
        Those of them that come off, being in the other side's territory.
    seki : list of int
        Living stones in seki.
    unknown : list of int
        Stones of chains that no limit allowed to settle.
    complete : bool
        Whether none is unknown.
    three_points : tuple of int
        (Black, White), to be added to the prisoners under the ruling of 1949, see `confirm`.
    """

    stones: NDArray[np.uint8]
    chains: list[Chain]
    strict: bool
    eyes: NDArray[np.uint8]
    territory: NDArray[np.uint8]
    dame: list[int]
    removed: list[int]
    three_points: tuple[int, int]
    _board: Board = field(compare=False)
    _index: list[int] = field(compare=False)

    @property
    def complete(self) -> bool:
        """Whether no chain is unknown."""
        return all(c.status != "unknown" for c in self.chains)

    def _points(self, status: Status) -> list[int]:
        return sorted(p for c in self.chains if c.status == status for p in c.points)

    @property
    def dead(self) -> list[int]:
        """All dead stones."""
        return self._points("dead")

    @property
    def seki(self) -> list[int]:
        """Living stones in seki."""
        return self._points("seki")

    @property
    def unknown(self) -> list[int]:
        """Stones of chains that no limit allowed to settle."""
        return self._points("unknown")

    def chain(self, move: Move) -> Chain:
        """The chain at a point, in any notation; ValueError where there is none."""
        at = self._index[arguments.point(self._board, move, "move")]
        if at < 0:
            raise ValueError(f"no chain at {arguments.shown(move)}: the point is empty")
        return self.chains[at]

    def status(self, move: Move) -> Status:
        """The status of the chain at a point: "alive", "seki" (alive, but in seki), "dead" or "unknown"."""
        return self.chain(move).status

    def reason(self, move: Move) -> str:
        """Why the chain at a point has its status: the article, and the line of play that shows it."""
        chain = self.chain(move)
        words = f"{COLOR_NAMES[chain.color]} {self.vertex(chain.points[0])} is {chain.status}: {chain.why}"
        if chain.line:
            words += "; " + self.spell(chain.line, 3 - chain.color)
        if chain.status == "seki":
            words += ". It touches dame, so it is in seki and has no territory (Article 8)"
        return words + "."

    def vertex(self, point: int) -> str:
        """A point as players call it."""
        rows, cols = self.stones.shape
        return vertex(point, rows, cols)

    def spell(self, line: Iterable[Played], color: int) -> str:
        """A line of play in words, `color` moving first: "W A1, B passes for the ko at C1, ..."."""
        words = []
        for move in line:
            who = "?BW"[color]
            if isinstance(move, str):
                words.append(f"{who} passes")
            elif isinstance(move, tuple):
                words.append(f"{who} passes for the ko" + (f" at {self.vertex(move[1])}" if move[1] is not None else "s"))
            else:
                words.append(f"{who} {self.vertex(move)}")
            color = 3 - color
        return ", ".join(words)

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


@dataclass
class Verdict:
    """A chain while it is judged: the fields of a `Chain`, but for its status."""

    color: int
    points: list[int]
    kind: Kind = "unknown"
    line: list[Played] = field(default_factory=list)
    why: str = ""
    nodes: int = 0

    @property
    def lives(self) -> bool:
        return self.kind in LIVING


class Closures:
    """The closures of a position, Article 8's unit: empty points and dead stones that hang together, and the live chains around them."""

    def __init__(self, stones: NDArray[np.uint8], chains: Sequence[Verdict], index: Sequence[int]) -> None:
        rows, cols = stones.shape
        self.chains, self.index = chains, index
        self.near = neighbors(rows, cols)
        self.open = [i < 0 or not (chains[i].lives or chains[i].kind == "unknown") for i in index]
        self.parts = components((p for p, there in enumerate(self.open) if there), rows, cols)
        self.around = [{index[q] for p in part for q in self.near[p] if not self.open[q]} for part in self.parts]
        self.owners = [self._owner(around) for around in self.around]
        self.eyes_of: dict[int, int] = {}
        for owner, around in zip(self.owners, self.around):
            for c in around if owner else ():
                self.eyes_of[c] = self.eyes_of.get(c, 0) + 1

    def _owner(self, around: set[int]) -> int:
        """The color whose live stones alone surround a closure, or EMPTY."""
        colors = {self.chains[i].color for i in around}
        return colors.pop() if len(colors) == 1 and all(self.chains[i].kind != "unknown" for i in around) else EMPTY

    def empty(self, part: list[int]) -> list[int]:
        return [p for p in part if self.index[p] < 0]

    def dame(self) -> list[int]:
        return sorted(p for part, owner in zip(self.parts, self.owners) if not owner for p in self.empty(part))

    def in_seki(self, strict: bool) -> set[int]:
        """The chains that touch dame; if not `strict`, only where one that touches the same point has no two eyes elsewhere."""
        found: set[int] = set()
        for p in self.dame():
            touching = {self.index[q] for q in self.near[p] if not self.open[q]}
            if strict or not all(self.chains[c].kind == "pass-alive" or self.eyes_of.get(c, 0) > 1 for c in touching):
                found |= touching
        return found


def confirmed(
    stones: NDArray[np.uint8], verdicts: Sequence[Verdict], index: list[int], strict: bool, three_points: bool
) -> Confirmation:
    """Eyes, dame, seki, territory and what comes off, from what became of the chains.

    Parameters
    ----------
    index
        For every point the chain that stands there, or -1.
    strict
        A chain next to any unfilled neutral point is in seki, as the text has it.
    three_points
        Whether "three points without capturing" count.
    """
    closures = Closures(stones, verdicts, index)
    in_seki = closures.in_seki(strict)
    chains = []
    for i, v in enumerate(verdicts):
        status: Status = "seki" if v.lives and i in in_seki else "alive" if v.lives else "unknown" if v.kind == "unknown" else "dead"
        chains.append(Chain(v.color, v.points, v.kind, status, v.line, v.why, v.nodes))
    eyes, territory = np.zeros_like(stones), np.zeros_like(stones)
    removed: list[int] = []
    for part, around, owner in zip(closures.parts, closures.around, closures.owners):
        if not owner:
            continue
        empty = closures.empty(part)
        eyes.flat[empty] = owner
        if all(chains[c].status == "alive" for c in around):
            taken = [p for p in part if index[p] >= 0 and chains[index[p]].color != owner]
            territory.flat[empty + taken] = owner
            removed += taken
    three = _three_points(stones, verdicts, index) if three_points else (0, 0)
    return Confirmation(stones, chains, strict, eyes, territory, closures.dame(), sorted(removed), three, Board.from_array(stones), index)


def _three_points(stones: NDArray[np.uint8], verdicts: Sequence[Verdict], index: Sequence[int]) -> tuple[int, int]:
    """(Black, White): three points for every single stone that lives only by new stones on the points of four stones beside it."""
    points = [0, 0]
    near = neighbors(*stones.shape)
    for v in verdicts:
        if v.kind == "C2" and len(v.points) == 1:
            beside = {index[q] for q in near[v.points[0]]} - {-1}
            if any(verdicts[i].color != v.color and verdicts[i].kind == "C1" and len(verdicts[i].points) == 4 for i in beside):
                points[v.color - 1] += 3
    return points[0], points[1]
