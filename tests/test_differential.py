"""Random games on `goboard.Board` and on the slow board of naive.py side by side, compared after every move and every undo.

A game has one main rule; a board for each ko rule follows it. A board that refuses a move of the main game rests until
that move has been undone. So every legal mask is compared under all ko rules, on games that go beyond what each allows.
"""

import random

import numpy as np
import pytest

from goboard import Board
from naive import (
    BLACK,
    EMPTY,
    KO_RULES,
    WHITE,
    NaiveBoard,
    assert_same_chains,
    assert_same_legality,
    assert_same_position,
    outcome,
    without_dead_chains,
)


def random_position(rng, rows, cols, density):
    """A position with about this share of stones."""
    stones = bytes(rng.choice((BLACK, WHITE)) if rng.random() < density else EMPTY for _ in range(rows * cols))
    return without_dead_chains(rows, cols, stones)


class Hashes:
    """Equal positions have equal hashes and different ones different hashes, over a whole run."""

    def __init__(self):
        self.of_position, self.position_of = {}, {}

    def check(self, board, slow):
        for name, key in (("hash", slow.stones), ("situational_hash", (slow.stones, slow.to_play))):
            value = getattr(board, name)
            assert 0 <= value < 2**64
            assert self.of_position.setdefault((name, board.shape, key), value) == value
            assert self.position_of.setdefault((name, board.shape, value), key) == key


class Match:
    """One random game: the slow board, and a board for each ko rule, each with the number of plies by which it lies behind."""

    def __init__(self, seed, shapes, *, hashes=None):
        self.rng = rng = random.Random(seed)
        self.hashes = hashes
        self.shape = rng.choice(shapes)
        self.main, suicide = rng.choice(KO_RULES), rng.random() < 0.5
        self.slow = NaiveBoard(self.shape, ko=self.main, suicide=suicide)
        self.boards = {ko: Board(self.shape, ko=ko, suicide=suicide) for ko in KO_RULES}
        self.behind = dict.fromkeys(KO_RULES, 0)
        self.out_of_turn = rng.choice((0, 0, 0.1, 0.5))
        self.passes = rng.choice((0.02, 0.02, 0.2))
        self.undos = rng.choice((0, 0.1, 0.3))
        if rng.random() < 0.5:
            self.set_up(random_position(rng, *self.shape, rng.random()))
        self.compare()

    def awake(self):
        return [(ko, board) for ko, board in self.boards.items() if not self.behind[ko]]

    def set_up(self, stones):
        places = {color: [p for p, c in enumerate(stones) if c == color] for color in (BLACK, WHITE, EMPTY)}
        to_play = self.rng.choice((BLACK, WHITE, None))
        for board in (self.slow, *self.boards.values()):
            board.setup(black=places[BLACK], white=places[WHITE], empty=places[EMPTY], to_play=to_play)

    def compare(self):
        awake = self.awake()
        for ko, board in awake:
            board.check()
            assert_same_position(board, self.slow)
            assert_same_legality(board, self.slow, ko)
            if self.hashes:
                self.hashes.check(board, self.slow)
        assert_same_chains(self.rng.choice(awake)[1], self.slow)

    def choose(self, color):
        """A legal move of the main rule: often one that no other rule bars, or one that takes stones."""
        slow, rng = self.slow, self.rng
        if rng.random() < self.passes:
            return slow.pass_move
        legal = [p for p in range(slow.pass_move) if slow.is_legal(p, color)]
        everywhere = [p for p in legal if all(slow.refusal(p, color, ko) is None for ko, _ in self.awake())]
        if everywhere and rng.random() < 0.8:
            legal = everywhere
        takes = [p for p in legal if outcome(slow.rows, slow.cols, slow.stones, p, color)[1]]
        if takes and rng.random() < 0.4:
            legal = takes
        return rng.choice(legal) if legal else slow.pass_move

    def play(self):
        slow = self.slow
        color = slow.to_play if self.rng.random() >= self.out_of_turn else self.rng.choice((BLACK, WHITE))
        given = None if color == slow.to_play and self.rng.random() < 0.5 else color
        move = self.choose(color)
        expected = {ko: slow.refusal(move, color, ko) for ko, _ in self.awake()}
        taken = slow.play(move, color)
        for ko, board in self.boards.items():
            if self.behind[ko]:
                self.behind[ko] += 1
            elif expected[ko]:
                self.refuse(board, move, given, expected[ko])
                self.behind[ko] = 1
            else:
                foreseen = board.hash_after(move) if color == board.to_play else None
                assert board.play(move, given) == taken
                assert foreseen in (None, board.hash)
                assert board.moves[-1] == (color, move)

    def refuse(self, board, move, color, reason):
        """A refused move gives the right reason and changes nothing."""
        before = str(board), board.to_play, board.hash, board.move_count
        with pytest.raises(ValueError) as error:
            board.play(move, color)
        assert error.value.reason == reason
        board.check()
        assert (str(board), board.to_play, board.hash, board.move_count) == before

    def try_a_refused_move(self):
        color = self.rng.choice((BLACK, WHITE))
        for ko, board in self.awake():
            point = self.rng.randrange(self.slow.pass_move)
            if reason := self.slow.refusal(point, color, ko):
                self.refuse(board, point, color, reason)
                assert not board.is_legal(point, color)

    def undo(self):
        self.slow.undo()
        for ko, board in self.boards.items():
            if self.behind[ko]:
                self.behind[ko] -= 1
            else:
                board.undo()

    def run(self, plies, *, compare_every=1):
        rng = self.rng
        for ply in range(plies):
            event = rng.random()
            if event < 0.01:
                color = rng.choice((BLACK, WHITE))
                for board in (self.slow, *(board for _, board in self.awake())):
                    board.to_play = color
            elif event < 0.02:
                self.boards = {ko: board.copy() for ko, board in self.boards.items()}
            elif event < 0.025 and len(self.awake()) == len(KO_RULES):
                self.set_up(random_position(rng, *self.shape, rng.random()))
            elif self.slow.moves and rng.random() < self.undos:
                self.undo()
            else:
                self.play()
                self.try_a_refused_move()
            if ply % compare_every == 0:
                self.compare()
        while self.slow.moves:
            self.undo()
            if len(self.slow.moves) % compare_every == 0:
                self.compare()


TINY = [(rows, cols) for rows in range(1, 5) for cols in range(1, 5)]
SMALL = [(rows, cols) for rows in range(1, 8) for cols in range(1, 8)]
LONG = [(1, 25), (25, 1), (2, 19), (13, 3), (1, 9), (9, 1)]
HASHES = Hashes()


@pytest.mark.parametrize("batch", range(14))
def test_a_hundred_games_on_boards_up_to_4x4(batch):
    for game in range(100):
        Match(f"tiny {batch} {game}", TINY, hashes=HASHES).run(36)


@pytest.mark.parametrize("batch", range(12))
def test_fifty_games_on_boards_up_to_7x7(batch):
    for game in range(50):
        Match(f"small {batch} {game}", SMALL, hashes=HASHES).run(40)


@pytest.mark.parametrize("batch", range(3))
def test_twenty_games_on_long_boards(batch):
    for game in range(20):
        Match(f"long {batch} {game}", LONG, hashes=HASHES).run(50)


@pytest.mark.parametrize("batch", range(6))
def test_four_games_of_ninety_plies_on_9x9(batch):
    for game in range(4):
        Match(f"nine {batch} {game}", [(9, 9), (9, 9), (8, 11), (10, 7)], hashes=HASHES).run(90)


@pytest.mark.parametrize("shape", [(13, 13), (19, 19), (25, 25), (25, 24), (13, 19), (25, 6)])
def test_a_game_on_a_large_board(shape):
    match = Match(f"large {shape}", [shape], hashes=HASHES)
    match.set_up(random_position(match.rng, *shape, 0.6))
    match.run(120, compare_every=6)


@pytest.mark.parametrize("batch", range(4))
def test_superko_is_exact_when_hashes_collide(weak_hash, batch):
    for game in range(30):
        Match(f"weak {batch} {game}", TINY if game % 2 else SMALL).run(40)


def test_the_eye_rule_on_random_positions():
    rng = random.Random("eyes")
    for _ in range(300):
        shape = rng.choice(SMALL)
        stones = random_position(rng, *shape, 0.75)
        slow = NaiveBoard.from_stones(shape, stones)
        board = Board.from_array(np.frombuffer(stones, np.uint8).reshape(shape))
        for point in range(slow.pass_move):
            for color in (BLACK, WHITE):
                assert board.is_eye(point, color) == slow.is_eye(point, color)
