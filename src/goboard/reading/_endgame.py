"""What a move is worth at the end of the game: exact local reading of small regions, by territory.

Play in a region is a sum of either side's options at any time, for both may play elsewhere in between. Let every move in the
region cost its player a tax t, what a move elsewhere is worth. Then the best that Black and White get by moving first are
piecewise linear in t, the two scaffolds of a thermograph, here called walls; where they meet its mast begins, at the temperature, the worth of a move, and what stands
above is the count, the fair value (E. Berlekamp, D. Wolfe, "Mathematical Go", 1994; J. Conway, "On Numbers and Games", 1976). The
old way of counting, the swing, is the difference of the two walls just below, without the tax.

A simple ko is read as if nobody had a threat: who may not retake plays elsewhere, and the other side goes on or leaves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard._core import BLACK, EMPTY, WHITE
from goboard.board import _arguments as arguments
from goboard.board._grid import neighbors, vertex
from goboard.reading._locality import Locality, locality, region_of
from goboard.reading._solve import search
from goboard.reading._tactics import stones_of

if TYPE_CHECKING:
    from goboard._core import Board, Points
    from goboard.rules._game import Game

__all__ = ["EndgameValue", "endgame_value", "spelled"]


# A wall: pieces (t, value at t, slope), from t = 0 on, the last without end. None: no move, so worth less than anything.
Number = int | Fraction
Wall = tuple[tuple[Number, Number, int], ...]
Graph = tuple[Wall, Wall]


@dataclass(frozen=True)
class EndgameValue:
    """What play in a region is worth: points of territory and prisoners, Black's less White's, as exact fractions.

    Attributes
    ----------
    count : Fraction
        The fair value of the region as it stands.
    value : Fraction
        What a move gains for whoever makes it; 0 if none is worth making.
    swing : Fraction
        The difference between Black first and White first, with the answers that each line asks for.
    sente : int
        0 gote for both sides, 1 or 2 the side that gets an answer; gote if nothing is to be gained.
    ko : bool
        Whether it is fought as a ko.
    black, white : list of int
        The lines of play with that side first, as points, rows * cols where a side plays elsewhere.
    black_score, white_score : Fraction
        What the region is worth after them.
    positions : int
        How many were looked at.
    """

    count: Fraction
    value: Fraction
    swing: Fraction
    sente: int
    ko: bool
    black: list[int]
    white: list[int]
    black_score: Fraction
    white_score: Fraction
    positions: int


def endgame_value(board: Board | Game | ArrayLike, region: Points | ArrayLike, max_positions: int = 20_000) -> EndgameValue:
    """Count a region by reading all play in it.

    Japanese rules: territory of living stones, prisoners, dead stones; chains that the other side could take by moving first are dead
    when play has ended. Positions do not repeat, a simple ko apart.

    Parameters
    ----------
    board : Board, Game, array_like of int or str
        The position; stones of shape (rows, cols), or a diagram.
    region : points or array_like
        Where play takes place, as points in any notation or as an array (rows, cols), bool or who may play where (0 nobody, 1 Black, 2
        White, 3 both). Chains that have liberties only there may be captured, whatever else there is stands and counts as alive.
        What a border hides from play is not counted either: choose it where nobody would go on.
    max_positions : int
        The most positions to look at.

    Returns
    -------
    EndgameValue

    Raises
    ------
    ValueError, TypeError
        For a region without a point to play on, or with more than `max_positions` positions or 40 points.

    Examples
    --------
    >>> import goboard
    >>> found = goboard.endgame_value(".X.O.|.X.O.|.X.O.".replace("|", chr(10)), ["C1", "C2", "C3"])
    >>> found.count, found.value
    (Fraction(0, 1), Fraction(0, 1))
    """
    most = arguments.integer(max_positions, "max_positions", 1, 1 << 40)
    given = arguments.position(board)
    stones = arguments.stones(given)
    inside = locality(stones, 0, region_of(given, region), most=MOST_POINTS)
    if inside is None:
        raise ValueError(f"a region has at most {MOST_POINTS} points")
    if not any(not stones.flat[p] for p in inside):
        raise ValueError("the region has no point to play on")
    return Reader(stones, inside, most).value()


MOST_POINTS, MOST_ROUNDS, MOST_NODES = 40, 60, 50_000


# Walls.


@lru_cache(1 << 16)
def moved(wall: Wall | None, by: int, tilt: int) -> Wall | None:
    """The wall `by` higher, and `tilt` steeper."""
    if wall is None:
        return None
    return tuple((t, v + by + tilt * t, s + tilt) for t, v, s in wall)


def piece_at(wall: Wall, t: Number) -> tuple[Number, Number, int]:
    """The piece that begins at `t` or holds it."""
    found = wall[0]
    for piece in wall:
        if piece[0] > t:
            break
        found = piece
    return found


def at(wall: Wall, t: Number) -> Number:
    start, value, slope = piece_at(wall, t)
    return value + slope * (t - start)


def ratio(a: Number, b: int) -> Number:
    found = Fraction(a) / b
    return int(found) if found.denominator == 1 else found


def simple(pieces: list[tuple[Number, Number, int]]) -> Wall:
    """Without pieces that go on as the one before does."""
    kept: list[tuple[Number, Number, int]] = []
    for piece in pieces:
        if not kept or piece[2] != kept[-1][2] or piece[1] != kept[-1][1] + kept[-1][2] * (piece[0] - kept[-1][0]):
            kept.append(piece)
    return tuple(kept)


@lru_cache(1 << 16)
def higher(a: Wall | None, b: Wall | None, sign: int) -> Wall | None:
    """The higher of two walls (sign 1) or the lower (-1), point by point; a missing one does not count."""
    if a is None or b is None:
        return b if a is None else a
    found = []
    starts = sorted({piece[0] for piece in a + b})
    for start, end in zip(starts, [*starts[1:], None]):
        va, vb = at(a, start), at(b, start)
        sa, sb = piece_at(a, start)[2], piece_at(b, start)[2]
        first = (sign * va, sign * sa) >= (sign * vb, sign * sb)
        found.append((start, va, sa) if first else (start, vb, sb))
        if sa != sb and va != vb:
            cross = start + ratio(vb - va, sa - sb)
            if cross > start and (end is None or cross < end):
                v = va + sa * (cross - start)
                found.append((cross, v, sb) if first else (cross, v, sa))
    return simple(found)


@lru_cache(1 << 16)
def meeting(left: Wall | None, right: Wall | None) -> Number | None:
    """The least t >= 0 at which Black's wall is no higher than White's; None if there is none."""
    if left is None or right is None:
        return 0
    starts = sorted({piece[0] for piece in left + right})
    for start, end in zip(starts, [*starts[1:], None]):
        gap = at(left, start) - at(right, start)
        if gap <= 0:
            return start
        sa, sb = piece_at(left, start)[2], piece_at(right, start)[2]
        if sa < sb:
            cross = start + ratio(gap, sb - sa)
            if end is None or cross <= end:
                return cross
    return None


@lru_cache(1 << 16)
def joined(left: Wall | None, right: Wall | None, still: int) -> Graph:
    """Both walls up to where they meet, and the mast above; `still` is the count if nobody moves again."""
    top = meeting(left, right)
    if top is None:
        return left, right  # type: ignore[return-value]
    if top == 0:
        # Nothing to be gained by moving now; but whoever can do better than to leave it does so in the end.
        low = at(left, top) if left is not None else None
        high = at(right, top) if right is not None else None
        value: Number = still
        if low is not None and value < low:
            value = low
        if high is not None and value > high:
            value = high
        mast: Wall = ((0, value, 0),)
        return mast, mast
    assert left is not None and right is not None
    value = at(left, top)
    return simple([*(p for p in left if p[0] < top), (top, value, 0)]), simple([*(p for p in right if p[0] < top), (top, value, 0)])


def temperature(graph: Graph) -> Number:
    """The least tax at which nobody moves."""
    found = meeting(*graph)
    return graph[0][-1][0] if found is None else found


# Positions.


def cycles(steps: dict[State, list[Any]]) -> list[list[State]]:
    """The positions in groups that lead back to each other, each group after those it leads to (R. Tarjan, 1972)."""
    number: dict[State, int] = {}
    low: dict[State, int] = {}
    stack: list[State] = []
    waiting: set[State] = set()
    found = []
    for root in steps:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        waiting.add(root)
        path = [(root, iter(steps[root]))]
        while path:
            state, left = path[-1]
            for step in left:
                after = step[2]
                if after not in number:
                    number[after] = low[after] = len(number)
                    stack.append(after)
                    waiting.add(after)
                    path.append((after, iter(steps[after])))
                    break
                if after in waiting:
                    low[state] = min(low[state], number[after])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[state])
                if low[state] == number[state]:
                    group: list[State] = []
                    while not group or group[-1] != state:
                        group.append(stack.pop())
                        waiting.discard(group[-1])
                    found.append(group)
    return found


State = tuple[int, int]  # Black's and White's stones, in bits


class Reader:
    """All positions of one region and their walls."""

    def __init__(self, stones: NDArray[np.uint8], inside: dict[int, int], most: int) -> None:
        self.stones, self.most = stones, most
        rows, cols = stones.shape
        self.points = sorted(inside)
        index = {p: i for i, p in enumerate(self.points)}
        self.may = [0, 0]
        self.near = [0] * len(self.points)
        self.beside = [0, 0]  # points next to stones outside, by colour
        self.loose = 0  # points next to empty points outside
        outside: dict[int, int] = {}
        self.open_outside: list[tuple[int, int]] = []  # empty parts outside: points inside next to them, colours around
        start = [0, 0]
        for i, p in enumerate(self.points):
            for color in range(2):
                self.may[color] |= (inside[p] >> color & 1) << i
            if stones.flat[p]:
                start[stones.flat[p] - 1] |= 1 << i
            for q in neighbors(rows, cols)[p]:
                if q in index:
                    self.near[i] |= 1 << index[q]
                elif stones.flat[q]:
                    self.beside[stones.flat[q] - 1] |= 1 << i
                else:
                    self.loose |= 1 << i
                    outside.setdefault(q, 0)
        self.start = start[0], start[1]
        self.all = (1 << len(self.points)) - 1
        seen: set[int] = set()
        for q in outside:
            if q in seen:
                continue
            part, touched, colors = [q], 0, 0
            seen.add(q)
            for p in part:
                for x in neighbors(rows, cols)[p]:
                    if x in index:
                        touched |= 1 << index[x]
                    elif stones.flat[x]:
                        colors |= int(stones.flat[x])
                    elif x not in seen:
                        seen.add(x)
                        part.append(x)
            self.open_outside.append((touched, colors))
        self.graphs: dict[State, Graph] = {}
        self.steps: dict[State, list[tuple[int, int, State, int, bool]]] = {}
        self.counts: dict[State, int] = {}

    def spread(self, seed: int, among: int) -> int:
        """All of `among` that is connected with `seed`."""
        found = todo = seed
        while todo:
            bit = todo & -todo
            todo ^= bit
            new = self.near[bit.bit_length() - 1] & among & ~found
            found |= new
            todo |= new
        return found

    def around(self, points: int) -> int:
        found = 0
        while points:
            bit = points & -points
            points ^= bit
            found |= self.near[bit.bit_length() - 1]
        return found

    def breathes(self, chain: int, color: int, empty: int) -> bool:
        return bool(chain & (self.beside[color] | self.loose)) or bool(self.around(chain) & empty)

    def moves(self, state: State) -> list[tuple[int, int, State, int, bool]]:
        """All moves: colour (0 Black, 1 White), bit, next position, prisoners, and whether it takes a ko."""
        if len(self.steps) >= self.most:
            raise ValueError(f"the region has more than {self.most} positions: make it smaller, or say who may play where")
        found = []
        empty = self.all & ~(state[0] | state[1])
        for color in range(2):
            own, other = state[color], state[1 - color]
            todo = empty & self.may[color]
            while todo:
                bit = todo & -todo
                todo ^= bit
                near = self.near[bit.bit_length() - 1]
                secure = own & self.spread(own & (self.beside[color] | self.loose), own)
                if near & ~secure == 0 and not bit & (self.beside[1 - color] | self.loose):
                    continue  # to fill a point that is safe already gains nothing
                taken, rest = 0, near & other
                while rest:
                    chain = self.spread(rest & -rest, other)
                    rest &= ~chain
                    if not self.breathes(chain, 1 - color, empty & ~bit):
                        taken |= chain
                chain = self.spread(bit, own | bit)
                room = (empty & ~bit) | taken
                if not taken and not self.breathes(chain, color, room):
                    continue
                stones = [0, 0]
                stones[color], stones[1 - color] = own | bit, other & ~taken
                if not taken and chain != bit and not chain & (self.beside[color] | self.loose):
                    last = self.around(chain) & room
                    if not last & (last - 1):
                        continue  # to give more stones away
                single = taken and not taken & (taken - 1)
                ko = bool(single and chain == bit and not bit & (self.beside[color] | self.loose) and self.around(bit) & room == taken
                          and not taken & self.loose and self.may[1 - color] & taken)  # fmt: skip
                found.append((color, bit, (stones[0], stones[1]), bin(taken).count("1"), ko))
        self.steps[state] = found
        return found

    def still(self, state: State) -> int:
        """The count if nobody moves again: territory, and dead stones twice."""
        if state in self.counts:
            return self.counts[state]
        dead = [self.dead(state, color) for color in range(2)]
        alive = [state[color] & ~dead[color] for color in range(2)]
        left = self.all & ~(alive[0] | alive[1])
        count = 0
        while left:
            part = left & -left
            while True:
                grown = self.spread(part, self.all & ~(alive[0] | alive[1]))
                colors = 0
                for touched, around in self.open_outside:
                    if touched & grown:
                        grown |= touched & ~(alive[0] | alive[1])
                        colors |= around
                if grown == part:
                    break
                part = grown
            left &= ~part
            next_to = self.around(part)
            for color in range(2):
                if part & self.beside[color] or next_to & alive[color]:
                    colors |= 1 << color
            if colors in (1, 2):
                prisoners = part & state[2 - colors]
                size = bin(part & ~state[colors - 1]).count("1") + bin(prisoners).count("1")
                count += size if colors == 1 else -size
        self.counts[state] = count
        return count

    def dead(self, state: State, color: int) -> int:
        """The stones of a colour that the other side takes if it moves first."""
        own, found = state[color], 0
        own &= ~self.spread(own & (self.beside[color] | self.loose), own)
        if not own:
            return 0
        stones = self.stones.copy()
        for i, p in enumerate(self.points):
            stones.flat[p] = BLACK if state[0] >> i & 1 else WHITE if state[1] >> i & 1 else EMPTY
        may = {p: (self.may[0] >> i & 1) | (self.may[1] >> i & 1) << 1 for i, p in enumerate(self.points)}
        where = Locality(stones, may, merge=True)
        while own:
            chain = self.spread(own & -own, state[color])
            own &= ~chain
            read = search(where, self.points[(chain & -chain).bit_length() - 1], "capture", first="attacker", max_nodes=MOST_NODES)
            if read.winner is None:
                raise ValueError("whether a chain in the region is dead takes too much search: make it smaller")
            if read.winner == "attacker":
                found |= chain
        return found

    # Walls of positions.

    def free(self, state: State) -> tuple[Wall | None, Wall | None]:
        """The walls of either side's moves, takes of a ko apart."""
        walls: list[Wall | None] = [None, None]
        for color, _, after, prisoners, ko in self.steps[state]:
            if not ko:
                walls[color] = higher(walls[color], self.wall_after(color, after, prisoners), 1 - 2 * color)
        return walls[0], walls[1]

    def wall_after(self, color: int, after: State, prisoners: int) -> Wall:
        sign = 1 - 2 * color
        return moved(self.graphs[after][1 - color], sign * prisoners, -sign)  # type: ignore[return-value]

    def read(self) -> None:
        """The walls of all positions, those that others lead to first."""
        todo = [self.start]
        for state in todo:
            if state not in self.steps:
                todo += [step[2] for step in self.moves(state) if step[2] not in self.steps]
        for group in cycles(self.steps):
            units: list[tuple[State] | tuple[State, State]] = []
            for state in group:
                partner = self.partner(state)
                if partner is None:
                    units.append((state,))
                elif next(step for step in self.steps[state] if step[4])[0] == 1:
                    units.append((state, partner))  # the position where Black holds the ko, and the one where White does
            for state in group if len(group) > 1 else ():
                mast: Wall = ((0, self.still(state), 0),)
                self.graphs[state] = mast, mast
            # Play may come back to a position only by captures. What is better not repeated settles down from the end of play on.
            for _ in range(MOST_ROUNDS):
                before = [self.graphs.get(state) for state in group]
                for unit in units:
                    if len(unit) == 2:
                        self.graphs[unit[0]], self.graphs[unit[1]] = self.ko(*unit)
                    else:
                        left, right = self.all_moves(unit[0])
                        self.graphs[unit[0]] = joined(left, right, 0 if meeting(left, right) else self.still(unit[0]))
                if len(units) == 1 or before == [self.graphs[state] for state in group]:
                    break
            else:
                raise ValueError("the value of the region depends on repetition")

    def partner(self, state: State) -> State | None:
        """What the one ko of a position is taken to, if there is one ko alone before and after."""
        takes = [step[2] for step in self.steps[state] if step[4]]
        if len(takes) != 1 or sum(step[4] for step in self.steps[takes[0]]) != 1:
            return None
        return takes[0]

    def all_moves(self, state: State) -> tuple[Wall | None, Wall | None]:
        """The walls of either side's moves, with those that take one of several kos."""
        walls = list(self.free(state))
        for color, _, after, prisoners, ko in self.steps[state]:
            if ko:
                sign = 1 - 2 * color
                wall = self.graphs[after][color]
                for who, _, reply, taken, _ in self.steps[after]:
                    if who != color and reply != state:
                        wall = higher(wall, self.wall_after(who, reply, taken), -sign)  # type: ignore[assignment]
                walls[color] = higher(walls[color], moved(wall, sign * prisoners, -sign), sign)
        return walls[0], walls[1]

    def ko(self, held: State, lost: State) -> tuple[Graph, Graph]:
        """The graphs of a ko: `held` by Black, where White can take it, and `lost`, where Black can."""
        a, b = self.free(held)
        c, d = self.free(lost)
        held_still, lost_still = self.still(held), self.still(lost)

        def taken_by_white(right_of_lost: Wall | None) -> Wall | None:
            # Black may not retake: another move there, or Black plays elsewhere and White goes on.
            return higher(b, moved(higher(c, right_of_lost, 1), -1, 1), -1)

        def taken_by_black(left_of_held: Wall | None) -> Wall | None:
            return higher(c, moved(higher(b, left_of_held, -1), 1, -1), 1)

        first, second = meeting(a, taken_by_white(d)), meeting(taken_by_black(a), d)
        if second is None or (first is not None and first <= second):
            of_held = joined(a, taken_by_white(d), held_still)
            return of_held, joined(taken_by_black(of_held[0]), d, lost_still)
        of_lost = joined(taken_by_black(a), d, lost_still)
        return joined(a, taken_by_white(of_lost[1]), held_still), of_lost

    # The answer.

    def value(self) -> EndgameValue:
        self.read()
        left, right = self.graphs[self.start]
        top = temperature((left, right))
        count = at(left, top)
        below = max(p[0] for wall in (left, right) for p in wall if p[0] < top) if top else top
        t = ratio(below + top, 2)
        slopes = [piece_at(wall, t)[2] for wall in (left, right)] if top else [0, 0]
        scores = [count - slope * top for slope in slopes]
        sente = 0 if not top or all(slopes) else BLACK if slopes[0] == 0 else WHITE
        lines, ko = [], False
        for color in range(2):
            line, fought = self.line(color, t) if top else ([], False)
            lines.append(line)
            ko |= fought
        return EndgameValue(Fraction(count), Fraction(top), Fraction(scores[0] - scores[1]), sente, ko, lines[0], lines[1],
                            Fraction(scores[0]), Fraction(scores[1]), len(self.steps))  # fmt: skip

    def line(self, color: int, t: Number) -> tuple[list[int], bool]:
        """Best play with `color` first while a move elsewhere is worth t; and whether a ko is taken in it."""
        state, fought = self.start, False
        line: list[int] = []
        banned = None
        while temperature(self.graphs[state]) > t and len(line) < 2 * MOST_POINTS:
            sign = 1 - 2 * color
            best = None
            for who, bit, after, prisoners, ko in self.moves(state):
                if who != color or after == banned:
                    continue
                if ko:
                    others, left_alone = self.free(after)[1 - color], self.graphs[after][color]
                    best_of = left_alone if others is None else higher(others, left_alone, -sign)
                    wall: Wall | None = moved(best_of, sign * prisoners, -sign)
                else:
                    wall = self.wall_after(color, after, prisoners)
                assert wall is not None
                worth = sign * at(wall, t)
                if best is None or worth > best[0]:
                    best = worth, bit, after, ko
            if best is None or (banned is not None and best[0] < sign * at(self.graphs[state][1 - color], t)):
                line.append(self.stones.size)  # elsewhere
                banned = None
            else:
                line.append(self.points[best[1].bit_length() - 1])
                banned = state if best[3] else None
                fought |= best[3]
                state = best[2]
            color = 1 - color
        while line and line[-1] == self.stones.size:
            line.pop()
        return line, fought


def spelled(board: Board | Game | ArrayLike, line: list[int]) -> list[str]:
    """A line of `EndgameValue` in vertices, "elsewhere" for a move that is not played here.

    Examples
    --------
    >>> spelled("...\\n...", [0, 6])
    ['A2', 'elsewhere']
    """
    rows, cols = stones_of(board).shape
    return ["elsewhere" if p == rows * cols else vertex(p, rows, cols) for p in line]
