"""Properties of `Board` on games and positions that hypothesis draws, against the slow board of naive.py."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from goboard import BLACK, PASS, WHITE, Board
from naive import (
    KO_RULES,
    NaiveBoard,
    State,
    assert_same_chains,
    assert_same_legality,
    assert_same_position,
    without_dead_chains,
)

SYMMETRIES = range(8)
colors = st.sampled_from((BLACK, WHITE))
sides = st.integers(1, 5) | st.integers(1, 25)


def image(k, rows, cols):
    """Where symmetry `k` takes every point: bit 2 swaps rows and columns, then bit 0 flips the rows and bit 1 the columns."""
    to_rows, to_cols = (cols, rows) if k & 4 else (rows, cols)
    points = []
    for row in range(rows):
        for col in range(cols):
            r, c = (col, row) if k & 4 else (row, col)
            r, c = to_rows - 1 - r if k & 1 else r, to_cols - 1 - c if k & 2 else c
            points.append(r * to_cols + c)
    return (to_rows, to_cols), points + [rows * cols]


def transformed(slow, k):
    shape, points = image(k, slow.rows, slow.cols)
    twin = NaiveBoard(shape, ko=slow.ko, suicide=slow.suicide)
    twin.states = []
    for state in slow.states:
        stones = bytearray(slow.pass_move)
        for p, color in enumerate(state.stones):
            stones[points[p]] = color
        twin.states.append(State(bytes(stones), state.to_play, state.ko and (points[state.ko[0]], state.ko[1]), state.taken))
    twin.moves = [(color, points[move]) for color, move in slow.moves]
    return twin


@st.composite
def positions(draw):
    """(shape, stones by point) of a legal position."""
    shape = draw(st.tuples(sides, sides))
    n = shape[0] * shape[1]
    if n <= 49:
        stones = bytes(draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)))
    else:
        stones = draw(st.randoms(use_true_random=False)).choices((0, 1, 2), k=n)
    return shape, without_dead_chains(*shape, bytes(stones))


@st.composite
def boards(draw):
    """A board after some moves from a legal position, under any ko rule."""
    shape, stones = draw(positions())
    board = Board.from_array(
        np.frombuffer(stones, np.uint8).reshape(shape),
        to_play=draw(colors),
        ko=draw(st.sampled_from(KO_RULES)),
        suicide=draw(st.booleans()),
    )
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        legal = board.legal_moves()
        board.play(int(legal[choice % len(legal)]))
    return board


class Games(RuleBasedStateMachine):
    """Up to four boards that were copied from each other, each with its slow board; one is at hand at a time."""

    @initialize(
        shape=st.tuples(st.integers(1, 4), st.integers(1, 5)), ko=st.sampled_from(KO_RULES), suicide=st.booleans()
    )
    def begin(self, shape, ko, suicide):
        self.pairs = [(Board(shape, ko=ko, suicide=suicide), NaiveBoard(shape, ko=ko, suicide=suicide))]

    @property
    def board(self):
        return self.pairs[-1][0]

    @property
    def slow(self):
        return self.pairs[-1][1]

    def replace(self, board, slow=None):
        self.pairs[-1] = board, slow or self.slow

    @rule(choice=st.integers(0, 10**6), color=colors | st.none())
    def play(self, choice, color):
        point = choice % self.slow.pass_move
        reason = self.slow.refusal(point, color)
        assert self.board.why_illegal(point, color) == reason
        if reason is None:
            assert self.board.play(point, color) == self.slow.play(point, color)
            return
        try:
            self.board.play(point, color)
        except ValueError as error:
            assert error.reason == reason
        else:
            raise AssertionError(f"{self.board.vertex(point)} was played, not refused: {reason}")

    @rule(choice=st.integers(0, 10**6))
    def play_legal(self, choice):
        legal = [move for move, ok in enumerate(self.slow.legal_mask()) if ok]
        move = legal[choice % len(legal)]
        assert self.board.play(self.board.vertex(move)) == self.slow.play(move)

    @rule(color=colors | st.none())
    def pass_(self, color):
        self.board.pass_(color)
        self.slow.pass_(color)

    @precondition(lambda self: self.slow.moves)
    @rule()
    def undo(self):
        assert self.board.undo() == self.slow.undo()

    @rule(color=colors)
    def restate_turn(self, color):
        self.board.to_play = self.slow.to_play = color

    @rule(choices=st.lists(st.integers(0, 10**6), max_size=6))
    def play_moves(self, choices):
        """A sequence is played whole, or not at all with the place of the first move that is refused."""
        moves = [choice % (self.slow.pass_move + 1) for choice in choices]
        twin, index = self.slow.copy(), None
        for index, move in enumerate(moves):
            if twin.refusal(move):
                break
            twin.play(move)
        else:
            index = None
        try:
            self.board.play_moves(np.array(moves, dtype=np.int64))
        except ValueError as error:
            assert error.index == index
        else:
            assert index is None
            self.replace(self.board, twin)

    @rule(choices=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 2)), max_size=8), to_play=colors | st.none())
    def setup(self, choices, to_play):
        named = {choice % self.slow.pass_move: color for choice, color in choices}
        points = {name: [p for p, c in named.items() if c == color] for color, name in enumerate(("empty", "black", "white"))}
        refused = []
        for board in (self.board, self.slow):
            try:
                board.setup(**points, to_play=to_play)
            except ValueError:
                refused.append(board)
        assert len(refused) in (0, 2)

    @precondition(lambda self: len(self.pairs) < 4)
    @rule(how=st.sampled_from((copy.copy, copy.deepcopy, Board.copy)))
    def branch(self, how):
        self.pairs.append((how(self.board), self.slow.copy()))
        assert self.pairs[-1][0] == self.pairs[-2][0]

    @rule(k=st.integers(0, 3))
    def take_up_another_board(self, k):
        self.pairs.insert(0, self.pairs.pop(k % len(self.pairs)))
        self.pairs.append(self.pairs.pop(k % len(self.pairs)))

    @precondition(lambda self: len(self.pairs) > 1)
    @rule()
    def drop(self):
        self.pairs.pop()

    @rule(protocol=st.integers(0, pickle.HIGHEST_PROTOCOL))
    def pickle(self, protocol):
        board = pickle.loads(pickle.dumps(self.board, protocol))
        assert board == self.board and board.hash == self.board.hash
        self.replace(board)

    @rule(k=st.sampled_from(SYMMETRIES))
    def transform(self, k):
        self.replace(self.board.transform(k), transformed(self.slow, k))

    @rule()
    def forget_history(self):
        """A copy without history starts from its position, with the ko of the latest move still barred."""
        board = self.board.copy(history=False)
        assert board == self.board and board.move_count == 0
        assert board.stones.tobytes() == self.slow.stones
        assert board.ko_point == self.slow.ko_point and board.repeats() == 0
        assert [board.captures(c) for c in (BLACK, WHITE)] == [self.slow.captures(c) for c in (BLACK, WHITE)]
        board.check()

    @invariant()
    def board_at_hand_agrees(self):
        self.board.check()
        assert_same_position(self.board, self.slow)
        assert_same_chains(self.board, self.slow)
        assert_same_legality(self.board, self.slow)
        assert self.board.moves == self.slow.moves

    def teardown(self):
        while getattr(self, "pairs", []):
            self.board_at_hand_agrees()
            self.pairs.pop()


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=120, stateful_step_count=50)


@given(positions())
def test_text_round_trip(position):
    shape, stones = position
    board = Board.from_array(np.frombuffer(stones, np.uint8).reshape(shape))
    assert Board.from_text(str(board)) == board
    rows = [stones[r * shape[1] : (r + 1) * shape[1]] for r in range(shape[0])]
    for signs in (".XO", ".#o"):
        assert Board.from_text("\n".join(" ".join(signs[c] for c in row) for row in rows)) == board


@given(boards())
def test_what_is_printed_after_a_game_reads_back(board):
    assert Board.from_text(str(board)).stones.tobytes() == board.stones.tobytes()


@given(positions(), st.sampled_from(("u1", "i1", "<i2", ">i4", "i8", "u8")), colors)
def test_array_round_trip(position, dtype, to_play):
    shape, stones = position
    array = np.frombuffer(stones, np.uint8).reshape(shape).astype(dtype)
    for given_array in (array, np.asfortranarray(array), array[::-1, ::-1][::-1, ::-1], array.tolist()):
        board = Board.from_array(given_array, to_play=to_play)
        assert board.shape == shape and board.to_play == to_play
        assert np.array_equal(np.asarray(board), array) and np.array_equal(board.stones, array)


@given(boards())
def test_repr_evaluates_to_an_equal_board(board):
    assert eval(repr(board)) == board


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_repr_keeps_a_ko_whosever_turn_is_stated(to_play):
    board = Board.from_text("..XO.\n.XO.O\n..XO.", ko="simple")
    board.play("D2")
    board.to_play = to_play
    twin = eval(repr(board))
    assert twin == board
    assert twin.why_illegal("C2", WHITE) == "ko"


@given(boards())
@settings(max_examples=25)
def test_symmetries_form_the_group_of_the_square(board):
    images, maps = [], []
    for k in SYMMETRIES:
        shape, points = image(k, *board.shape)
        images.append(board.transform(k))
        maps.append((shape, points))
        assert images[k].shape == shape
        assert all(images[k][points[p]] == board[p] for p in range(board.pass_move))
    assert images[0] == board and images[0].moves == board.moves
    for j in SYMMETRIES:
        for k in SYMMETRIES:
            shape, points = image(k, *images[j].shape)
            composed = shape, [points[p] for p in maps[j][1]]
            same = [i for i in SYMMETRIES if maps[i] == composed]
            assert same and all(images[j].transform(k) == images[i] for i in same)


@given(boards(), st.sampled_from(SYMMETRIES))
def test_a_transformed_board_goes_on_as_the_board_does(board, k):
    _, points = image(k, *board.shape)
    for color in (BLACK, WHITE):
        mask, mirrored = board.legal_mask(color), board.transform(k).legal_mask(color)
        assert all(mask[p] == mirrored[points[p]] for p in range(board.pass_move + 1))


@given(boards())
def test_points_vertices_and_pairs_are_one_thing(board):
    for point in range(board.pass_move):
        pair = divmod(point, board.cols)
        vertex = board.vertex(point)
        assert board.point(vertex) == board.point(vertex.lower()) == board.point(pair) == board.point(np.int16(point)) == point
        assert board[vertex] == board[pair] == board[point] == board.stones[pair]
    for spelling in (board.pass_move, PASS, None, "pass", "PASS"):
        assert board.point(spelling) == board.pass_move
        assert board.is_legal(spelling)


@given(boards())
def test_mask_moves_and_reasons_agree(board):
    for color in (BLACK, WHITE, None):
        mask = board.legal_mask(color)
        assert mask.dtype == bool and mask.shape == (board.pass_move + 1,) and mask[-1]
        assert board.legal_moves(color).tolist() == np.flatnonzero(mask).tolist()
        for move in range(board.pass_move + 1):
            assert board.is_legal(move, color) == mask[move] == (board.why_illegal(move, color) is None)


@given(boards(), st.integers(0, 10**6), colors)
def test_the_hash_can_be_known_before_the_move(board, choice, color):
    legal = board.legal_moves(color)
    move = int(legal[choice % len(legal)])
    foreseen = board.hash_after(move, color)
    board.play(move, color)
    assert board.hash == foreseen


HASHES = """
from goboard import Board
board = Board((5, 7))
board.play_moves([0, 8, 16, 35, 20])
print(board.hash, board.situational_hash)
"""


def test_hashes_are_the_same_in_any_process():
    board = Board((5, 7))
    board.play_moves([0, 8, 16, 35, 20])
    there = subprocess.run([sys.executable, "-c", HASHES], capture_output=True, text=True, check=True).stdout.split()
    assert there == [str(board.hash), str(board.situational_hash)]


@given(boards())
def test_the_view_of_the_stones_follows_the_board_and_cannot_be_written(board):
    view = board.stones
    assert view.dtype == np.uint8 and not view.flags.writeable
    board.pass_()
    for move in board.legal_moves()[:3]:
        board.play(int(move)) if board.is_legal(int(move)) else None
        assert [board[p] for p in range(board.pass_move)] == view.ravel().tolist()


@given(st.data(), st.sampled_from([(1, 3), (2, 2), (2, 3), (3, 3)]), st.sampled_from(KO_RULES))
@settings(deadline=None)
def test_recurrences_are_the_stones_after_which_a_position_repeats(data, shape, ko):
    board = Board(shape, ko=ko, suicide=True)
    expected = []
    for _ in range(60):
        move = data.draw(st.sampled_from(board.legal_moves().tolist()))
        board.play(move)
        if move != board.pass_move and board.repeats():
            expected.append(board.move_count)
    assert board.recurrences() == expected
    while board.move_count > 20:
        board.undo()
    assert board.recurrences() == [k for k in expected if k <= 20]


@given(st.data(), st.tuples(sides, sides))
@settings(deadline=None)
def test_a_game_is_played_again_from_its_own_moves(data, shape):
    board = Board(shape, ko="none", suicide=True)
    for color in data.draw(st.lists(colors, max_size=40)):
        board.play(data.draw(st.sampled_from(board.legal_moves(color).tolist())), color)
    again, twin = Board(shape, ko="none", suicide=True), Board(shape, ko="none", suicide=True)
    again.play_moves(board.moves)
    twin.play_moves(np.array(board.moves, dtype=np.int16).reshape(-1, 2))
    assert again == twin == board and again.moves == twin.moves == board.moves
