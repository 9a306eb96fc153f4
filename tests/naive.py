"""A slow board written straight from the rules, to judge `goboard.Board` by. It shares nothing with the package.

A position is a `bytes` of `rows * cols` colours. A state is a position, the side to play, the ko and the prisoners. A board is
the list of its states, so undo is `pop` and a repetition is found by looking back through the list.
"""

from functools import cache, lru_cache
from typing import NamedTuple

EMPTY, BLACK, WHITE = 0, 1, 2
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
KO_RULES = ("none", "simple", "positional", "situational", "natural")


class IllegalMove(ValueError):
    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class State(NamedTuple):
    stones: bytes
    to_play: int
    ko: tuple | None  # (point, colour that may not retake there on the next move)
    taken: tuple  # stones taken by (nobody, Black, White)


def other(color):
    return BLACK + WHITE - color


@cache
def neighbours(rows, cols):
    """For every point the tuple of the points next to it."""
    return tuple(
        tuple(
            r * cols + c
            for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
            if 0 <= r < rows and 0 <= c < cols
        )
        for row in range(rows)
        for col in range(cols)
    )


def chain_and_liberties(stones, around, point):
    """The chain on `point` and its liberties, by flood fill: two sets."""
    color, chain, liberties, frontier = stones[point], {point}, set(), [point]
    while frontier:
        for p in around[frontier.pop()]:
            if stones[p] == EMPTY:
                liberties.add(p)
            elif stones[p] == color and p not in chain:
                chain.add(p)
                frontier.append(p)
    return chain, liberties


def remove_if_dead(stones, around, point):
    """Take the chain on `point` off `stones` if it has no liberty; how many stones went."""
    chain, liberties = chain_and_liberties(stones, around, point)
    if liberties:
        return 0
    for p in chain:
        stones[p] = EMPTY
    return len(chain)


@lru_cache(maxsize=200_000)
def outcome(rows, cols, before, point, color):
    """Put a stone on an empty point: (position after, enemy stones taken, own stones lost).

    The order is that of the rules: place, take the enemy chains without a liberty, then look at one's own.
    """
    around = neighbours(rows, cols)
    stones = bytearray(before)
    stones[point] = color
    taken = sum(remove_if_dead(stones, around, p) for p in around[point] if stones[p] == other(color))
    lost = remove_if_dead(stones, around, point)
    return bytes(stones), taken, lost


@lru_cache(maxsize=10_000)
def groups(rows, cols, stones):
    """All chains of a position, by their first points: a list of (points, liberties), both in order."""
    around, found, seen = neighbours(rows, cols), [], set()
    for point, color in enumerate(stones):
        if color and point not in seen:
            chain, liberties = chain_and_liberties(stones, around, point)
            found.append((sorted(chain), sorted(liberties)))
            seen |= chain
    return found


def has_dead_chain(rows, cols, stones):
    return any(not liberties for _, liberties in groups(rows, cols, stones))


def without_dead_chains(rows, cols, stones):
    """The position that is left when chains without a liberty are taken off, one by one from the top."""
    while dead := [chain for chain, liberties in groups(rows, cols, stones) if not liberties]:
        stones = bytes(EMPTY if p in dead[0] else color for p, color in enumerate(stones))
    return stones


class NaiveBoard:
    """The part of `goboard.Board` that the rules define, under the same names."""

    def __init__(self, size=19, *, ko="positional", suicide=False):
        self.rows, self.cols = (size, size) if isinstance(size, int) else size
        if not (1 <= self.rows <= 25 and 1 <= self.cols <= 25):
            raise ValueError(f"size {size!r}: 1 to 25 rows and columns")
        if ko not in KO_RULES:
            raise ValueError(f"ko {ko!r}")
        self.ko, self.suicide = ko, suicide
        self.pass_move = self.rows * self.cols
        self.around = neighbours(self.rows, self.cols)
        self._start(bytes(self.pass_move), BLACK)

    @classmethod
    def from_stones(cls, shape, stones, to_play=BLACK, **kw):
        """A board that starts with these colours by point, which are taken to be a legal position."""
        board = cls(shape, **kw)
        board._start(bytes(stones), to_play)
        return board

    @classmethod
    def from_text(cls, text, to_play=BLACK, **kw):
        lines = [line.replace(" ", "") for line in text.split("\n") if line.strip()]
        shape = len(lines), len(lines[0])
        stones = bytes({".": EMPTY, "X": BLACK, "O": WHITE}[mark] for line in lines for mark in line)
        if has_dead_chain(*shape, stones):
            raise ValueError("a chain without a liberty")
        return cls.from_stones(shape, stones, to_play, **kw)

    def _start(self, stones, to_play, taken=(0, 0, 0)):
        # The position a board starts from counts as having stood, with the side then to play.
        self.states = [State(stones, to_play, None, taken)]
        self.moves = []

    def setup(self, black=(), white=(), empty=(), to_play=None):
        stones = bytearray(self.stones)
        for color, points in ((BLACK, black), (WHITE, white), (EMPTY, empty)):
            for move in points:
                stones[self.point(move)] = color
        if has_dead_chain(self.rows, self.cols, bytes(stones)):
            raise ValueError("a chain without a liberty")
        # Prisoners stay: the laws of capture are not touched by a set-up.
        self._start(bytes(stones), self.to_play if to_play is None else to_play, self.states[-1].taken)

    @property
    def stones(self):
        return self.states[-1].stones

    @property
    def to_play(self):
        return self.states[-1].to_play

    @to_play.setter
    def to_play(self, color):
        self.states[-1] = self.states[-1]._replace(to_play=color)

    @property
    def move_count(self):
        return len(self.moves)

    @property
    def ko_point(self):
        return self.states[-1].ko[0] if self.states[-1].ko else None

    def captures(self, color):
        return self.states[-1].taken[color]

    def __getitem__(self, move):
        return self.stones[self.point(move)]

    def point(self, move):
        """A point from an int, a (row, col) pair or a vertex such as "D4"."""
        if isinstance(move, tuple):
            return move[0] * self.cols + move[1]
        if not isinstance(move, str):
            return move
        if move.lower() == "pass":
            return self.pass_move
        col, row = COLUMNS.index(move[0].upper()), self.rows - int(move[1:])
        if not (col < self.cols and 0 <= row < self.rows):
            raise IllegalMove("off_board")
        return row * self.cols + col

    def vertex(self, point):
        return "pass" if point == self.pass_move else f"{COLUMNS[point % self.cols]}{self.rows - point // self.cols}"

    def chain(self, move):
        return sorted(chain_and_liberties(self.stones, self.around, self.point(move))[0])

    def liberty_points(self, move):
        return sorted(chain_and_liberties(self.stones, self.around, self.point(move))[1])

    def liberties(self, move):
        return len(self.liberty_points(move))

    def chains(self, color=None):
        return [chain for chain, _ in self.groups() if color in (None, self.stones[chain[0]])]

    def groups(self):
        return groups(self.rows, self.cols, self.stones)

    def refusal(self, move, color=None, ko=None):
        """Why a move is refused under a ko rule (None: the board's own), or None if it is legal."""
        now, point = self.states[-1], self.point(move)
        color, ko = color or now.to_play, ko or self.ko
        if point == self.pass_move:
            return None
        if not 0 <= point < self.pass_move:
            return "off_board"
        if now.stones[point] != EMPTY:
            return "occupied"
        after, _, lost = outcome(self.rows, self.cols, now.stones, point, color)
        if lost and not self.suicide:
            return "suicide"
        is_retake = now.ko == (point, color)
        if ko == "simple":
            barred = is_retake
        elif ko == "positional":
            barred = any(state.stones == after for state in self.states)
        elif ko == "situational":
            barred = any(state.stones == after and state.to_play == other(color) for state in self.states)
        elif ko == "natural":
            # What this colour made by a play: nobody made the start, and a pass makes nothing.
            barred = any(
                mover == color and at != self.pass_move and state.stones == after
                for (mover, at), state in zip(self.moves, self.states[1:])
            )
        else:
            barred = False
        return ("ko" if is_retake else "superko") if barred else None

    def is_legal(self, move, color=None):
        return self.refusal(move, color) is None

    def legal_mask(self, color=None, ko=None):
        return [c == EMPTY and self.refusal(p, color, ko) is None for p, c in enumerate(self.stones)] + [True]

    def play(self, move, color=None):
        reason = self.refusal(move, color)
        if reason:
            raise IllegalMove(reason)
        now, point = self.states[-1], self.point(move)
        color = color or now.to_play
        self.moves.append((color, point))
        if point == self.pass_move:
            self.states.append(State(now.stones, other(color), None, now.taken))
            return 0
        after, taken, lost = outcome(self.rows, self.cols, now.stones, point, color)
        self.states.append(State(after, other(color), self._ko(now.stones, after, point, color), self._add(color, taken, lost)))
        return taken

    def pass_(self, color=None):
        return self.play(self.pass_move, color)

    def _add(self, color, taken, lost):
        taken_by = list(self.states[-1].taken)
        taken_by[color] += taken
        taken_by[other(color)] += lost
        return tuple(taken_by)

    def _ko(self, before, after, point, color):
        # Article 6: a shape in which the players can alternately take one stone.
        taken = [p for p in self.around[point] if before[p] == other(color) and after[p] == EMPTY]
        if len(taken) == 1 and outcome(self.rows, self.cols, after, taken[0], other(color))[0] == before:
            return taken[0], other(color)
        return None

    def undo(self):
        if not self.moves:
            raise ValueError("no move to undo")
        self.states.pop()
        return self.moves.pop()

    def repeats(self):
        """How many earlier times these stones have stood: the start and every stone played count, passes do not."""
        placed = [True] + [point != self.pass_move for _, point in self.moves]
        return sum(placed[k] for k, state in enumerate(self.states) if state.stones == self.stones) - 1

    def is_eye(self, move, color):
        """The playouts' eye rule: the neighbours all own or off the board; of the diagonals fewer than two the opponent's,
        on an edge or in a corner none."""
        point = self.point(move)
        row, col = divmod(point, self.cols)
        diagonals = [
            r * self.cols + c
            for r in (row - 1, row + 1)
            for c in (col - 1, col + 1)
            if 0 <= r < self.rows and 0 <= c < self.cols
        ]
        enemies = sum(self.stones[p] == other(color) for p in diagonals)
        return (
            self.stones[point] == EMPTY
            and all(self.stones[p] == color for p in self.around[point])
            and enemies < (2 if len(diagonals) == 4 else 1)
        )

    def copy(self):
        twin = object.__new__(NaiveBoard)
        twin.__dict__.update(self.__dict__, states=list(self.states), moves=list(self.moves))
        return twin

    def __str__(self):
        """Rows of . X O, top first."""
        rows = [self.stones[r * self.cols : (r + 1) * self.cols] for r in range(self.rows)]
        return "\n".join(" ".join(".XO"[c] for c in row) for row in rows)


def assert_same_position(board, slow):
    """A `goboard.Board` and a slow board stand alike: stones, turn, ko, prisoners, repetitions."""
    assert board.shape == (slow.rows, slow.cols)
    assert board.stones.tobytes() == slow.stones
    assert board.to_play == slow.to_play
    assert board.ko_point == slow.ko_point
    assert (board.captures(BLACK), board.captures(WHITE)) == (slow.captures(BLACK), slow.captures(WHITE))
    assert board.move_count == slow.move_count
    assert board.repeats() == slow.repeats()


def assert_same_chains(board, slow):
    """Both boards see the same chains, and every stone the same liberties."""
    assert [chain.tolist() for chain in board.chains()] == slow.chains()
    for chain, liberties in slow.groups():
        assert all(board.liberties(point) == len(liberties) for point in chain)
        for point in (chain[0], chain[-1]):
            assert board.chain(point).tolist() == chain
            assert board.liberty_points(point).tolist() == liberties


def assert_same_legality(board, slow, ko=None):
    """Both colours have the same legal moves on both boards, under the slow board's ko rule or another one."""
    for color in (BLACK, WHITE):
        assert board.legal_mask(color).tolist() == slow.legal_mask(color, ko), (color, ko)
