"""Life and death by brute force: every position that can arise is listed, then judged backwards from the ends. Shares no code with goboard.

A region of at most 15 cells is played out with numpy, all positions of a layer at once. What lies outside stands for ever, its empty
points too. A cell is a point, or one whole chain (`melt`) whose capture ends the game. Three questions:

* can the attacker force the capture of the target (`captured`)?
* can its owner force unconditional life, a position from which he may pass for ever (`lives`)?
* Article 7 of the Japanese rules of 1989 for all chains of a stopped position (`article_7`): a reading of the text as games, the other
  side moving first: not captured; or captured, but then a new stone stays. Play that goes on for ever is allowed and judged as such.

`python -m tests.brute` writes tests/data/eye_spaces.json anew.
"""

import itertools
import json
import pathlib

import numpy as np

BLACK, WHITE = 0, 1
ENDLESS = 15
MOST_CELLS = 15


class TooLarge(Exception):
    """More cells or positions than brute force is let loose on."""


class Region:
    """A part of a board, given as rows of . X O, played by itself. `points`: the points inside as (row, col)."""

    def __init__(self, rows, points, melt=()):
        self.rows = [list(row) for row in rows]
        height, width = len(self.rows), len(self.rows[0])
        melt = set(melt)
        cells = [[p] for p in sorted(points) if p not in melt] + ([sorted(melt)] if melt else [])
        self.n = n = len(cells)
        if n > MOST_CELLS:
            raise TooLarge(f"{n} cells")
        self.cells = cells
        self.cell = {p: i for i, cell in enumerate(cells) for p in cell}
        self.near = [0] * n
        self.immortal = [0, 0]  # cells next to a stone outside, or to an empty point outside: a chain there is never captured
        self.start = [0, 0]
        for i, cell in enumerate(cells):
            r, c = cell[0]
            if self.rows[r][c] != ".":
                self.start["XO".index(self.rows[r][c])] |= 1 << i
            for r, c in cell:
                for q in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    if not (0 <= q[0] < height and 0 <= q[1] < width):
                        continue
                    if q in self.cell:
                        if self.cell[q] != i:
                            self.near[i] |= 1 << self.cell[q]
                    elif self.rows[q[0]][q[1]] == ".":
                        self.immortal[BLACK] |= 1 << i
                        self.immortal[WHITE] |= 1 << i
                    else:
                        self.immortal["XO".index(self.rows[q[0]][q[1]])] |= 1 << i
        # For every set of cells: all that is next to it; and for every cell the connected part of the set that it is in.
        sets = np.arange(1 << n, dtype=np.uint64)
        self.around = np.zeros(1 << n, np.uint64)
        for i in range(n):
            self.around[(sets >> np.uint64(i)) & np.uint64(1) == 1] |= np.uint64(self.near[i])
        self.chain = np.zeros((n, 1 << n), np.uint64)
        for i in range(n):
            part = sets & np.uint64(1 << i)
            while True:
                more = part | (self.around[part] & sets)
                if np.array_equal(more, part):
                    break
                part = more
            self.chain[i] = part

    def play(self, mine, yours, color, at):
        """Arrays of stones before; returns (legal, mine, yours, taken, ko) after `color` plays the cell `at`."""
        bit = np.uint64(1 << at)
        legal = ((mine | yours) & bit) == 0
        mine = mine | bit
        taken = np.zeros_like(mine)
        for q in range(self.n):
            if self.near[at] >> q & 1:
                chain = self.chain[q][yours]
                dies = (chain != 0) & ((self.around[chain] & ~(mine | yours)) == 0) & ((chain & np.uint64(self.immortal[1 - color])) == 0)
                taken |= np.where(dies, chain, np.uint64(0))
        yours = yours & ~taken
        own = self.chain[at][mine]
        liberties = self.around[own] & ~(mine | yours)
        safe = (own & np.uint64(self.immortal[color])) != 0
        legal &= (liberties != 0) | safe
        ko = (np.bitwise_count(taken) == 1) & (own == bit) & (liberties == taken) & ~safe
        return legal, mine, yours, taken, ko


class Graph:
    """All positions that can arise: `states` sorted, `child[i, m]` the position after move m or -1. Subclasses say what a state is."""

    def explore(self, starts, most):
        known = layer = np.unique(np.array(starts, np.uint64))
        while len(layer):
            fresh = [t[ok] for t, ok in self.moves(layer[~self.over(layer)])]
            layer = np.setdiff1d(np.unique(np.concatenate(fresh)), known, assume_unique=True)
            known = np.union1d(known, layer)
            if len(known) > most:
                raise TooLarge(f"more than {most} positions")
        self.states = known
        going = ~self.over(known)
        columns = []
        for t, ok in self.moves(known[going]):
            column = np.full(len(known), -1, np.int32)
            column[np.flatnonzero(going)[ok]] = np.searchsorted(known, t[ok])
            columns.append(column)
        self.child = np.stack(columns, axis=1)

    def attract(self, goal, forcing, among=None):
        """Where the side to move `forcing` (a bool array) can force the play into `goal`, the other side choosing elsewhere."""
        among = np.ones(len(goal), bool) if among is None else among
        won = goal & among
        left = np.flatnonzero(among & ~won)
        while len(left):
            child = self.child[left]
            real = child >= 0
            inside = real & among[child]
            reaches = (inside & won[child]).any(1)
            caught = inside.any(1) & (~inside | won[child]).all(1)
            now = np.where(forcing[left], reaches, caught)
            if not now.any():
                break
            won[left[now]] = True
            left = left[~now]
        return won

    def index(self, state):
        return int(np.searchsorted(self.states, np.uint64(state)))


class KoGame(Graph):
    """Simple ko, with a stock of ko threats on either side: a threat lets its owner retake at once. ENDLESS never runs out."""

    def __init__(self, region, target, threats=(0, 0), most=2_000_000, banned=None):
        self.region, self.target, n = region, np.uint64(1 << region.cell[target]), region.n
        self.owner = BLACK if region.start[BLACK] & int(self.target) else WHITE
        self.fields = [("b", n), ("w", n), ("side", 1), ("ban", 4), ("threats0", 4), ("threats1", 4)]
        at, self.shift = 0, {}
        for name, width in self.fields:
            self.shift[name] = np.uint64(at), np.uint64((1 << width) - 1)
            at += width
        self.starts = [
            self.pack(
                b=np.uint64(region.start[0]),
                w=np.uint64(region.start[1]),
                side=np.uint64(side),
                ban=np.uint64(0 if banned is None else region.cell[banned] + 1),
                threats0=np.uint64(threats[0]),
                threats1=np.uint64(threats[1]),
            )
            for side in (BLACK, WHITE)
        ]
        self.explore(self.starts, most)
        self.attacks = self.get(self.states, "side") != self.owner

    def get(self, states, name):
        shift, mask = self.shift[name]
        return (states >> shift) & mask

    def pack(self, **fields):
        state = np.uint64(0)
        for name, value in fields.items():
            state = state | (value << self.shift[name][0])
        return state

    def over(self, states):
        return (self.get(states, "bw"[self.owner]) & self.target) == 0

    def moves(self, states):
        b, w, side, ban = (self.get(states, name) for name in ("b", "w", "side", "ban"))
        threats = [self.get(states, "threats0"), self.get(states, "threats1")]
        for at in range(self.region.n):
            result, okay = np.zeros_like(states), np.zeros(len(states), bool)
            for color in (BLACK, WHITE):
                which = side == color
                stock = threats[color][which]
                barred = ban[which] == at + 1
                legal, mine, yours, taken, ko = self.region.play((b, w)[color][which], (w, b)[color][which], color, at)
                legal &= ~barred | (stock > 0)
                stock = np.where(barred & (stock > 0) & (stock != ENDLESS), stock - np.uint64(1), stock)
                spot = np.where(ko, np.log2(np.maximum(taken, 1).astype(float)).round().astype(np.uint64) + np.uint64(1), np.uint64(0))
                rest = threats[1 - color][which]
                stones = (mine, yours) if color == BLACK else (yours, mine)
                stocks = (stock, rest) if color == BLACK else (rest, stock)
                result[which] = self.pack(
                    b=stones[0], w=stones[1], side=np.full(len(mine), 1 - color, np.uint64), ban=spot, threats0=stocks[0], threats1=stocks[1]
                )
                okay[which] = legal
            yield result, okay
        yield (
            self.pack(b=b, w=w, side=np.uint64(1) - side, ban=np.zeros_like(ban), threats0=threats[0], threats1=threats[1]),
            np.ones(len(states), bool),
        )

    def captured(self):
        """(Black first, White first): does the attacker force the capture?"""
        won = self.attract(self.over(self.states), self.attacks)
        return tuple(bool(won[self.index(s)]) for s in self.starts)

    def lives(self):
        """(Black first, White first): does the owner force a position from which he may pass for ever without losing the target?"""
        gone = self.over(self.states)
        # The owner only passes: where the attacker, alone on the board, can capture.
        alone = Graph()
        alone.child = self.child.copy()
        alone.child[~self.attacks, :-1] = -1
        lost = alone.attract(gone, self.attacks)
        won = self.attract(~lost, ~self.attacks)
        return tuple(bool(won[self.index(s)]) for s in self.starts)


def fate(region, target, most=2_000_000, count=True, banned=None):
    """(Black first, White first) of ("alive" | "dead" | "seki"), or (that or "ko", who wins without threats, threats the other needs).

    It is a "ko" if some number of threats turns it; None is the number where only endless threats do.
    """
    owner = BLACK if region.start[BLACK] >> region.cell[target] & 1 else WHITE

    def game(attacker, own):
        return KoGame(region, target, (own, attacker) if owner == BLACK else (attacker, own), most, banned)

    plain = game(0, 0).captured()
    owner_rich = game(0, ENDLESS).captured()
    rich = game(ENDLESS, 0)
    attacker_rich, lives = rich.captured(), rich.lives()
    found = []
    for i in range(2):
        if owner_rich[i]:
            found.append(("dead",))
        elif lives[i]:
            found.append(("alive",))
        elif not attacker_rich[i]:
            found.append(("seki",))
        else:
            threats = None
            for n in range(1, 9) if count else ():
                if (game(0, n) if plain[i] else game(n, 0)).captured()[i] != plain[i]:
                    threats = n
                    break
            kind = "ko"
            if count and threats is None:
                kind = "dead" if plain[i] else "alive" if game(8, 0).lives()[i] else "seki"
            found.append((kind, "attacker" if plain[i] else "owner", threats))
    return tuple(found)


class JoinGame(KoGame):
    """Can the owner of `target` make it one chain with `other`, or have both connected to what stands for ever?"""

    def __init__(self, region, target, other, **more):
        self.other = np.uint64(1 << region.cell[other])
        super().__init__(region, target, **more)

    def over(self, states):
        return self.joined(states) | ((self.get(states, "bw"[self.owner]) & (self.target | self.other)) != (self.target | self.other))

    def joined(self, states):
        mine = self.get(states, "bw"[self.owner])
        both = (mine & (self.target | self.other)) == (self.target | self.other)
        i, j = (int(np.log2(float(bit)).round()) for bit in (self.target, self.other))
        first, second = self.region.chain[i][mine], self.region.chain[j][mine]
        safe = np.uint64(self.region.immortal[self.owner])
        return both & ((first == second) | (((first & safe) != 0) & ((second & safe) != 0)))

    def forced(self):
        """(Black first, White first): does the owner force it?"""
        won = self.attract(self.joined(self.states), ~self.attacks)
        return tuple(bool(won[self.index(s)]) for s in self.starts)


def joins(region, target, other, most=2_000_000):
    """(Black first, White first) of ("connected",), ("cut",), or ("ko", who wins without threats)."""
    owner = BLACK if region.start[BLACK] >> region.cell[target] & 1 else WHITE

    def game(attacker, own):
        return JoinGame(region, target, other, threats=(own, attacker) if owner == BLACK else (attacker, own), most=most).forced()

    plain, rich, poor = game(0, 0), game(0, ENDLESS), game(ENDLESS, 0)
    return tuple(("connected",) if poor[i] else ("cut",) if not rich[i] else ("ko", "owner" if plain[i] else "attacker") for i in range(2))


class StopGame(Graph):
    """The game of confirmation: kos are not retaken before a pass for that ko; two passes end it. `points`: cells to be kept free.

    A state tells which stones of `points` have stood there since the stop, so that others on them are new.
    """

    def __init__(self, region, target, points, most):
        self.region, n = region, region.n
        self.target, self.points = np.uint64(1 << target), np.uint64(points)
        self.owner = BLACK if region.start[BLACK] >> target & 1 else WHITE
        self.fields = [("b", n), ("w", n), ("marks", n), ("old", n), ("side", 1), ("passed", 1), ("ended", 1), ("taken", 1)]
        at, self.shift = 0, {}
        for name, width in self.fields:
            self.shift[name] = np.uint64(at), np.uint64((1 << width) - 1)
            at += width
        zero = np.uint64(0)
        self.begin = self.pack(
            b=np.uint64(region.start[0]),
            w=np.uint64(region.start[1]),
            marks=zero,
            old=np.uint64(region.start[self.owner] & points),
            side=np.uint64(1 - self.owner),
            passed=zero,
            ended=zero,
            taken=zero,
        )
        self.explore([self.begin], most)
        self.attacks = self.get(self.states, "side") != self.owner

    get, pack = KoGame.get, KoGame.pack

    def over(self, states):
        done = self.get(states, "ended") != 0
        return done | (self.get(states, "taken") != 0) if not self.points else done

    def moves(self, states):
        one = np.uint64(1)
        b, w, marks, old, side, passed, _, gone = (self.get(states, name) for name, _ in self.fields)
        zeros, fine = np.zeros_like(b), np.ones(len(states), bool)
        for at in range(self.region.n):
            result, okay = np.zeros_like(states), np.zeros(len(states), bool)
            for color in (BLACK, WHITE):
                which = side == color
                legal, mine, yours, taken, ko = self.region.play((b, w)[color][which], (w, b)[color][which], color, at)
                legal &= ~(ko & ((marks[which] & taken) != 0))
                left = (marks[which] & ~taken) | np.where(ko, np.uint64(1 << at), np.uint64(0))
                stones = (mine, yours) if color == BLACK else (yours, mine)
                hit = (taken & self.target) != 0 if color != self.owner else np.zeros(len(mine), bool)
                result[which] = self.pack(
                    b=stones[0],
                    w=stones[1],
                    marks=left,
                    old=old[which] & ~taken,
                    side=np.full(len(mine), 1 - color, np.uint64),
                    passed=zeros[which],
                    ended=zeros[which],
                    taken=np.where(hit, one, gone[which]),
                )
                okay[which] = legal
            yield result, okay
        for k in range(self.region.n):
            bit = np.uint64(1 << k)
            yours = np.where(side == BLACK, w, b)
            alone = (self.region.chain[k][yours] == bit) & (np.bitwise_count(self.region.around[bit] & ~(b | w)) == 1)
            both = np.where(side == BLACK, np.uint64(self.region.immortal[WHITE]), np.uint64(self.region.immortal[BLACK]))
            okay = ((marks & yours & bit) != 0) & alone & ((both & bit) == 0)
            yield self.pack(b=b, w=w, marks=marks & ~bit, old=old, side=one - side, passed=zeros, ended=zeros, taken=gone), okay
        yield self.pack(b=b, w=w, marks=marks, old=old, side=one - side, passed=one - zeros, ended=passed, taken=gone), fine

    def uncapturable(self):
        won = self.attract(self.get(self.states, "taken") != 0, self.attacks)
        return not won[self.index(self.begin)]

    def kept_free(self):
        """Does the attacker capture and have the points free of new stones again and again, or at the end?"""
        new = self.get(self.states, "bw"[self.owner]) & self.points & ~self.get(self.states, "old")
        good = (self.get(self.states, "taken") != 0) & (new == 0)
        for i in np.flatnonzero(self.get(self.states, "ended") != 0):
            self.child[i, -1] = i
        alive = np.ones(len(good), bool)
        while True:
            reach = self.attract(good, self.attacks, alive)
            away = alive & ~reach
            if not away.any():
                return bool(alive[self.index(self.begin)])
            alive &= ~self.attract(away, ~self.attacks, alive)


def chains(region):
    """The chains at the start: (colour, set of cells) each."""
    return sorted(
        {
            (color, int(region.chain[i][np.uint64(region.start[color])]))
            for color in (BLACK, WHITE)
            for i in range(region.n)
            if region.start[color] >> i & 1
        }
    )


def pass_alive(region, color, chain, most=100_000):
    """Can the other side, moving for ever while `color` passes, not take the chain? By trying all sequences."""
    if chain & region.immortal[color]:
        return True
    b, w = region.start
    known = {(b, w)[:: 1 if color == BLACK else -1]}
    todo = list(known)
    while todo:
        mine, yours = todo.pop()
        for at in range(region.n):
            legal, now_yours, now_mine, taken, _ = region.play(np.array([yours], np.uint64), np.array([mine], np.uint64), 1 - color, at)
            if not legal[0]:
                continue
            if int(taken[0]) & chain:
                return False
            state = int(now_mine[0]), int(now_yours[0])
            if state not in known:
                known.add(state)
                todo.append(state)
        if len(known) > most:
            raise TooLarge("a chain left alone")
    return True


def article_7(region, most=300_000):
    """{(colour, set of cells): "U" | "C1" | "C2" | "dead"} for all chains; the region is the whole board, or walled in by what stands for ever."""
    kind, own = {}, {}
    all_chains = chains(region)
    for color, chain in all_chains:
        first = (chain & -chain).bit_length() - 1
        if chain & region.immortal[color] or StopGame(region, first, 0, most).uncapturable():
            kind[color, chain] = "U"
    for color, chain in all_chains:
        if (color, chain) not in kind:
            own[color, chain] = StopGame(region, (chain & -chain).bit_length() - 1, chain, most).kept_free()
            if not own[color, chain]:
                kind[color, chain] = "C1"
    wall = 0
    for color, chain in all_chains:
        if kind.get((color, chain)) == "U" and pass_alive(region, color, chain):
            wall |= chain
    fallen = [key for key in all_chains if key not in kind]
    for color, chain in fallen:
        reached = chain
        while True:
            more = reached | (int(region.around[reached]) & ~wall)
            if more == reached:
                break
            reached = more
        points = chain
        for other in all_chains:
            if other[1] & reached and ((other[0] == color and other in fallen) or (other[0] != color and kind.get(other) == "C1")):
                points |= other[1]
        free = own[color, chain] if points == chain else StopGame(region, (chain & -chain).bit_length() - 1, points, most).kept_free()
        kind[color, chain] = "dead" if free else "C2"
    return kind


# The table of eye spaces.

NAMES = {
    "###": "straight three",
    "##/#.": "bent three",
    "####": "straight four",
    "###/#..": "bent four",
    ".##/##.": "bent four (S)",
    "##/##": "square four",
    "###/.#.": "T four",
    "#####": "straight five",
    "###/##.": "bulky five",
    ".#./###/.#.": "crossed five",
    "######": "straight six",
    "###/###": "rectangle six",
    "##./###/.#.": "flower six",
    "###/###/.#.": "pyramid seven",
    "###/###/#..": "knife seven",
}


def turned(shape):
    """The eight symmetric images of a set of points, each in the top left corner of its box."""
    images = []
    for flip, swap, turn in itertools.product((False, True), repeat=3):
        image = [(r, -c if flip else c) for r, c in shape]
        image = [(-r if turn else r, c) for r, c in image]
        image = [(c, r) if swap else (r, c) for r, c in image]
        top, left = min(r for r, _ in image), min(c for _, c in image)
        images.append(tuple(sorted((r - top, c - left) for r, c in image)))
    return images


def shapes(size):
    """All ways to join `size` points, up to symmetry, without a hole."""
    found = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            min(turned({*s, (r + dr, c + dc)}))
            for s in found
            for r, c in s
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) not in s
        }
    return [s for s in sorted(found) if not has_hole(s)]


def has_hole(shape):
    height, width = max(r for r, _ in shape) + 3, max(c for _, c in shape) + 3
    outside = part((0, 0), {(r, c) for r in range(height) for c in range(width)} - {(r + 1, c + 1) for r, c in shape})
    return len(outside) + len(shape) < height * width


def part(start, points):
    """The connected part of `points` around `start`."""
    found, todo = {start}, [start]
    for r, c in todo:
        for q in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if q in points and q not in found:
                found.add(q)
                todo.append(q)
    return found


def name_of(shape):
    drawing = {
        tuple(sorted((r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == "#")): name for text, name in NAMES.items()
    }
    return next((name for points, name in drawing.items() if shape in turned(points)), f"{len(shape)} points")


def drawn(shape, place, liberties):
    """A board with a black chain around the eye space, `liberties` outside and White, who has two eyes, all around; None if that is not one chain.

    Returns (rows, points of the eye space and the liberties, points of the chain).
    """
    top, left = {"centre": (2, 2), "edge": (0, 2), "corner": (0, 0)}[place]
    space = {(r + top, c + left) for r, c in shape}
    height, width = max(r for r, _ in space) + 6, max(max(c for _, c in space) + 3, 5)
    board = {(r, c) for r in range(height) for c in range(width)}
    ring = {(r + dr, c + dc) for r, c in space for dr in (-1, 0, 1) for dc in (-1, 0, 1)} & board - space
    if part(min(ring), ring) != ring:
        return None
    eyes = {(height - 2, 1), (height - 2, 3)}
    white = board - space - ring - eyes
    free = set()
    for p in sorted(white, key=lambda p: (p[0] + p[1], p)):
        around = part(p, {p, *((p[0] + dr, p[1] + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))}) & board
        rest = white - {p}
        if len(free) < liberties and around & ring and not around & free and part(max(rest), rest) == rest:
            free.add(p)
            white = rest
    if len(free) < liberties or part(max(white), white) != white:
        return None
    rows = ["".join("X" if (r, c) in ring else "O" if (r, c) in white else "." for c in range(width)) for r in range(height)]
    return rows, sorted(space | free), sorted(ring)


def eye_spaces():
    """Every position of the table: (name, place, outside liberties, rows, points, chain)."""
    wanted = [(s, place, n) for size in (3, 4, 5) for s in shapes(size) for place in ("centre", "edge", "corner") for n in range(4)]
    wanted += [(s, place, n) for s in shapes(6) if name_of(s) != "6 points" for place in ("centre", "edge", "corner") for n in range(4)]
    wanted += [(s, "centre", 0) for s in shapes(7)]
    wanted += [(s, place, n) for s in shapes(7) if name_of(s) != "7 points" for place in ("edge", "corner") for n in (0, 1, 2)]
    for shape, place, liberties in wanted:
        seen = set()
        for image in turned(shape):
            # On the edge left and right are alike, in the corner the two edges are, in the centre all directions.
            mirror = (
                [shape]
                if place == "centre"
                else [
                    tuple(sorted((c, r) for r, c in image))
                    if place == "corner"
                    else tuple(sorted((r, max(c for _, c in image) - c) for r, c in image))
                ]
            )
            key = min(image, *mirror) if place != "centre" else shape
            if key in seen:
                continue
            seen.add(key)
            board = drawn(key, place, liberties)
            if board is not None:
                yield (name_of(shape), place, liberties, *board)


def main():
    table = []
    for name, place, liberties, rows, points, chain in eye_spaces():
        black, white = fate(Region(rows, [*points, *chain], chain), chain[0])
        table.append(
            {"name": name, "place": place, "liberties": liberties, "board": rows, "target": chain[0], "black_first": black, "white_first": white}
        )
    lines = ",\n".join(json.dumps(entry) for entry in table)
    (pathlib.Path(__file__).parent / "data" / "eye_spaces.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
