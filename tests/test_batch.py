"""`BoardBatch`: many games in lockstep. A lane is a game like any other; one lane never disturbs another."""

import pickle
import threading

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board
from goboard.batch import BoardBatch

KO_RULES = ["none", "simple", "positional", "situational", "natural"]


def play_vertices(batch, *vertices):
    """The same moves in every lane, as vertices."""
    board = Board(batch.shape)
    for vertex in vertices:
        batch.play(np.full(len(batch), board.point(vertex)))


def same(board, other):
    """Equal in all that a board shows, moves included."""
    return (
        board == other
        and board.moves == other.moves
        and [board.captures(c) for c in (1, 2)] == [other.captures(c) for c in (1, 2)]
        and np.array_equal(board.legal_mask(), other.legal_mask())
    )


def test_a_new_batch_is_empty_boards_with_black_to_play():
    batch = BoardBatch(3, size=(2, 4))
    assert len(batch) == 3
    assert batch.shape == (2, 4)
    assert batch.pass_move == 8
    assert batch.stones.shape == (3, 2, 4)
    assert not batch.stones.any()
    assert batch.to_play.tolist() == [BLACK] * 3
    assert batch.legal_mask().shape == (3, 9)
    assert batch.legal_mask().all()
    assert not batch.done.any()
    assert not batch.illegal.any()


def test_every_lane_plays_its_own_move():
    batch = BoardBatch(3, size=3)
    batch.play([0, 4, 9])
    assert batch.stones[0].tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert batch.stones[1].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert not batch.stones[2].any()
    assert batch.to_play.tolist() == [WHITE] * 3
    assert batch.move_counts.tolist() == [1, 1, 1]


def test_a_capture_takes_the_stones_off():
    batch = BoardBatch(2, size=3)
    play_vertices(batch, "A2", "A3", "B3")
    assert batch.stones[1].tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert batch[1].captures(BLACK) == 1


def test_an_illegal_action_marks_its_lane_and_harms_no_other():
    batch = BoardBatch(5, size=3)
    batch.play([4] * 5)
    before = batch.stones
    batch.play([4, 0, 10, -2, 1])
    assert batch.illegal.tolist() == [True, False, True, True, False]
    assert np.array_equal(batch.stones[[0, 2, 3]], before[[0, 2, 3]])
    assert batch.to_play.tolist() == [WHITE, BLACK, WHITE, WHITE, BLACK]
    assert batch.stones[1, 0, 0] == batch.stones[4, 0, 1] == WHITE
    batch.play([0] * 5)
    assert batch.illegal.tolist() == [False, True, False, False, False]


def test_pass_is_the_last_action_or_minus_one():
    batch = BoardBatch(2, size=3)
    batch.play([9, -1])
    assert batch.to_play.tolist() == [WHITE] * 2
    assert not batch.illegal.any()


def test_two_passes_end_a_lane_and_a_done_lane_ignores_actions():
    batch = BoardBatch(2, size=3)
    batch.play([9, 9])
    batch.play([9, 0])
    assert batch.done.tolist() == [True, False]
    batch.play([0, 9])
    assert not batch.stones[0].any()
    assert not batch.illegal[0]
    assert batch.move_counts.tolist() == [2, 3]
    assert batch.done.tolist() == [True, False]


def test_max_moves_ends_a_lane():
    batch = BoardBatch(1, size=3, max_moves=2)
    batch.play([0])
    assert not batch.done[0]
    batch.play([1])
    assert batch.done[0]


def test_reset_empties_the_chosen_lanes_only():
    batch = BoardBatch(3, size=3, ko="positional")
    batch.play([0, 1, 2])
    batch.reset([True, False, True])
    assert batch.stones.reshape(3, -1).sum(axis=1).tolist() == [0, 1, 0]
    assert batch.to_play.tolist() == [BLACK, WHITE, BLACK]
    assert batch.move_counts.tolist() == [0, 1, 0]
    batch.reset()
    assert not batch.stones.any()


KO = """
. X O .
X . X O
. X O .
. . . ."""


@pytest.mark.parametrize("ko, barred", [("none", False), ("simple", True), ("positional", True), ("situational", True)])
def test_the_ko_may_not_be_retaken_at_once(ko, barred):
    """White takes at B3; Black may not take back unless no ko rule stands in the way."""
    batch = BoardBatch(1, size=4, ko=ko)
    batch.set(0, Board.from_text(KO, to_play=WHITE))
    batch.play([Board(4).point("B3")])
    retake = Board(4).point("C3")
    assert batch.legal_mask()[0, retake] == (not barred)
    batch.play([retake])
    assert batch.illegal[0] == barred


def test_positional_superko_bars_what_simple_ko_allows():
    """Sending two, returning one (1x4 board): after Black's two stones are taken and one comes back, a cycle."""
    moves = [1, 2, 0, 3]
    superko, simple = BoardBatch(1, (1, 4), ko="positional"), BoardBatch(1, (1, 4), ko="simple")
    reference = Board((1, 4), ko="positional")
    for batch in superko, simple:
        for move in moves:
            batch.play([move])
    for move in moves:
        if reference.is_legal(move):
            reference.play(move)
    assert np.array_equal(superko.legal_mask()[0], reference.legal_mask())


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [1, (2, 3), (4, 3), 5])
def test_random_lanes_agree_with_board_move_by_move(ko, suicide, size):
    """Small boards, where repetitions abound: masks, stones, turn and captures are those of `Board`."""
    rng = np.random.default_rng(7)
    batch = BoardBatch(12, size, ko=ko, suicide=suicide, max_moves=120)
    boards = [Board(size, ko=ko, suicide=suicide) for _ in range(12)]
    while not batch.done.all():
        mask = batch.legal_mask()
        for lane, board in enumerate(boards):
            assert np.array_equal(mask[lane], board.legal_mask())
            assert np.array_equal(batch.stones[lane], board.stones)
            assert batch.to_play[lane] == board.to_play
        weights = mask * np.where(np.arange(mask.shape[1]) == batch.pass_move, 0.05, 1.0)
        actions = np.array([rng.choice(len(w), p=w / w.sum()) for w in weights])
        done = batch.done
        batch.play(actions)
        for lane, board in enumerate(boards):
            if not done[lane]:
                board.play(int(actions[lane]))
    for lane, board in enumerate(boards):
        assert batch[lane] == board
        assert batch[lane].captures(BLACK) == board.captures(BLACK)
        batch[lane].check()


@pytest.mark.parametrize("ko", ["positional", "situational"])
def test_under_superko_a_lane_is_a_board_with_all_its_moves(ko):
    batch = BoardBatch(2, 4, ko=ko)
    batch.play_random(seed=3, moves=40)
    board = Board(4, ko=ko)
    for color, move in batch[0].moves:
        board.play(move, color)
    assert same(batch[0], board)
    assert batch[0].move_count == batch.move_counts[0]


def test_without_superko_a_lane_is_a_board_with_its_latest_moves():
    batch = BoardBatch(1, 5)
    board = Board(5, ko="simple")
    for move in range(12):
        batch.play([move])
        board.play(move)
    lane = batch[0]
    assert lane == board
    assert lane.moves == board.moves[-7:]
    assert lane.captures(BLACK) == board.captures(BLACK)
    for _ in range(7):
        lane.undo()
        board.undo()
        assert lane == board


@pytest.mark.parametrize("ko", KO_RULES)
def test_set_takes_position_turn_ko_captures_and_history(ko):
    source = BoardBatch(1, 4, ko=ko)
    source.play_random(seed=11, moves=25)
    board = source[0]
    batch = BoardBatch(2, 4, ko=ko)
    batch.set(1, board)
    assert same(batch[1], board)
    assert not batch.stones[0].any()


def test_set_keeps_a_turn_that_was_restated():
    board = Board(4)
    board.play("A1")
    board.to_play = BLACK
    board.play("B1")
    board.to_play = BLACK
    batch = BoardBatch(1, 4, ko="positional")
    batch.set(0, board)
    assert batch.to_play.tolist() == [BLACK]
    assert batch[0].moves == board.moves
    assert batch[0] == board


def test_set_of_a_finished_board_is_done():
    board = Board(3)
    board.pass_()
    board.pass_()
    batch = BoardBatch(1, 3)
    batch.set(0, board)
    assert batch.done[0]


def test_set_refuses_another_shape_and_no_lane():
    batch = BoardBatch(2, 3)
    with pytest.raises(ValueError, match="3 by 3, not 5 by 5"):
        batch.set(0, Board(5))
    with pytest.raises(IndexError):
        batch.set(2, Board(3))
    with pytest.raises(TypeError):
        batch.set(0, "a board")


def test_negative_lanes_count_from_the_end():
    batch = BoardBatch(3, 3)
    batch.play([0, 1, 2])
    assert batch[-1] == batch[2]
    for index in (3, -4, 10**30):
        with pytest.raises(IndexError):
            batch[index]
    with pytest.raises(TypeError):
        batch["A1"]
    assert len(list(batch)) == 3


@pytest.mark.parametrize("ko", KO_RULES)
def test_a_copy_is_independent(ko):
    batch = BoardBatch(4, 4, ko=ko)
    batch.play_random(seed=5, moves=20)
    twin = batch.copy()
    boards = list(batch)
    twin.play_random(seed=6, moves=20)
    assert all(same(a, b) for a, b in zip(batch, boards))
    again = batch.copy()
    batch.play_random(seed=6, moves=20)
    assert np.array_equal(batch.stones, twin.stones)
    assert np.array_equal(batch.legal_mask(), twin.legal_mask())
    assert all(same(a, b) for a, b in zip(again, boards))


@pytest.mark.parametrize("ko", KO_RULES)
def test_pickle_keeps_everything(ko):
    batch = BoardBatch(4, (3, 4), ko=ko, suicide=True, max_moves=30, threads=2)
    batch.play_random(seed=1, moves=20)
    batch.play([99, 12, 12, 12])
    twin = pickle.loads(pickle.dumps(batch))
    assert all(same(a, b) for a, b in zip(batch, twin))
    for name in ("shape", "ko", "suicide", "max_moves", "threads"):
        assert getattr(twin, name) == getattr(batch, name)
    for name in ("done", "illegal", "move_counts", "to_play"):
        assert np.array_equal(getattr(twin, name), getattr(batch, name))


def test_a_damaged_pickle_is_a_value_error():
    restore, state = BoardBatch(2, 3).__reduce__()
    for change in ({5: ["x", "y"]}, {6: [0]}, {6: [-1, 0]}, {6: ["a", 0]}, {0: (99, 3)}, {1: "super"}, {4: 0}):
        broken = [change.get(i, value) for i, value in enumerate(state)]
        with pytest.raises(ValueError, match="pickle of a batch"):
            restore(*broken)


def test_random_play_depends_on_the_seed_alone():
    def final(seed, threads):
        batch = BoardBatch(9, 7, ko="positional", threads=threads)
        batch.play_random(seed=seed, moves=1000)
        return batch.stones

    assert np.array_equal(final(1, 1), final(1, 1))
    assert np.array_equal(final(1, 1), final(1, 3))
    assert not np.array_equal(final(1, 1), final(2, 1))


def test_random_play_ends_and_fills_no_eye():
    batch = BoardBatch(16, 5, ko="positional")
    batch.play_random(seed=0, moves=10_000)
    assert batch.done.all()
    played = batch.play_random(seed=0)
    assert played.tolist() == [-1] * 16


def test_random_moves_are_uniform():
    """A first move on 2x2: four points, a quarter each (chi-squared with 3 degrees of freedom, p > 0.001)."""
    batch = BoardBatch(8000, 2)
    counts = np.bincount(batch.play_random(seed=42), minlength=5)
    assert counts[4] == 0
    assert ((counts[:4] - 2000) ** 2 / 2000).sum() < 16.27


def test_seeds_are_those_of_numpy():
    def first(seed):
        return BoardBatch(5, 9).play_random(seed).tolist()

    assert first(3) == first(np.random.SeedSequence(3))
    assert first(np.random.default_rng(3)) == first(np.random.default_rng(3))
    with pytest.raises((TypeError, ValueError)):
        first("seed")


def test_area_is_stones_and_what_they_alone_surround():
    """Black owns the two left columns and the corner they enclose; the column between belongs to nobody."""
    board = Board.from_text("""
        . X . O .
        X X . O .
        . X . O O
        X X . O .""")
    batch = BoardBatch(2, (4, 5))
    batch.set(0, board)
    assert batch.area_owner()[0].tolist() == [[1, 1, 0, 2, 2]] * 4
    assert batch.area_score(komi=0).tolist() == [0, 0]
    assert batch.area_score(komi=5.5).tolist() == [-5.5, -5.5]
    assert not batch.area_owner()[1].any()


def test_threads_change_nothing():
    one, many = BoardBatch(7, 6, ko="positional"), BoardBatch(7, 6, ko="positional", threads=4)
    for seed in range(60):
        a, b = one.play_random(seed), many.play_random(seed)
        assert np.array_equal(a, b)
    assert np.array_equal(one.legal_mask(), many.legal_mask())
    assert np.array_equal(one.area_score(), many.area_score())
    assert np.array_equal(one.stones, many.stones)


def test_one_batch_may_be_used_from_several_threads():
    batch = BoardBatch(50, 5, ko="positional")

    def work():
        for seed in range(100):
            batch.play_random(seed)
            batch.legal_mask()
            batch.reset(batch.done)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for board in batch:
        board.check()


def test_out_is_filled_and_returned():
    batch = BoardBatch(2, 3)
    batch.play([0, 4])
    mask = np.ones((2, 10), np.int8)
    assert batch.legal_mask(out=mask) is mask
    assert mask[0].tolist() == [0] + [1] * 9
    stones = np.empty((2, 3, 3), np.uint8)
    assert batch.copy_stones(out=stones) is stones
    assert stones[1, 1, 1] == BLACK
    score = np.empty(2, np.float32)
    assert batch.area_score(0, out=score) is score
    assert score.tolist() == [9, 9]


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "out, error",
    [
        (np.empty((2, 9), bool), ValueError),
        (np.empty((1, 10), bool), ValueError),
        (np.empty(20, bool), ValueError),
        (np.empty((2, 10), np.float32), TypeError),
        (np.empty((2, 10), np.int16), TypeError),
        (np.empty((10, 2), bool).T, ValueError),
        (np.empty((2, 20), bool)[:, ::2], ValueError),
        (np.broadcast_to(np.zeros(10, bool), (2, 10)), ValueError),
        (read_only(np.empty((2, 10), bool)), ValueError),
        ([[True] * 10] * 2, TypeError),
        (memoryview(bytearray(20)), TypeError),
    ],
)
def test_an_unfit_out_is_refused(out, error):
    batch = BoardBatch(2, 3)
    with pytest.raises(error, match="out must"):
        batch.legal_mask(out=out)


@pytest.mark.parametrize(
    "actions, error",
    [
        ([0.0, 1.0], TypeError),
        ([True, False], TypeError),
        (["A1", "B1"], TypeError),
        ([0], ValueError),
        ([0, 1, 2], ValueError),
        ([[0, 1]], ValueError),
        (3, ValueError),
        (None, ValueError),
    ],
)
def test_actions_of_another_kind_are_refused_before_any_is_played(actions, error):
    batch = BoardBatch(2, 3)
    with pytest.raises(error):
        batch.play(actions)
    assert not batch.stones.any()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, ">i4"])
def test_actions_of_any_integer_type(dtype):
    batch = BoardBatch(2, 3)
    batch.play(np.array([4, 9, 0, 0], dtype)[:2])
    assert batch.stones[0, 1, 1] == BLACK


def test_huge_actions_are_illegal():
    batch = BoardBatch(3, 3)
    batch.play(np.array([2**64 - 1, 2**63, 2**32], np.uint64))
    assert batch.illegal.all()
    batch.play(np.array([-(2**63), 2**63 - 1, -5]))
    assert batch.illegal.all()


def test_an_empty_batch_works():
    batch = BoardBatch(0, 9, ko="positional", threads=3)
    batch.play([])
    batch.play(np.empty(0, int))
    batch.reset()
    assert batch.legal_mask().shape == (0, 82)
    assert batch.area_score().shape == (0,)
    assert batch.play_random(1).shape == (0,)
    assert len(pickle.loads(pickle.dumps(batch.copy()))) == 0


@pytest.mark.parametrize(
    "arguments, error",
    [
        ({"n": -1}, ValueError),
        ({"n": 2**40}, ValueError),
        ({"n": 1.5}, TypeError),
        ({"n": 1, "size": 26}, ValueError),
        ({"n": 1, "size": "big"}, TypeError),
        ({"n": 1, "ko": "super"}, ValueError),
        ({"n": 1, "suicide": "yes"}, TypeError),
        ({"n": 1, "max_moves": 0}, ValueError),
        ({"n": 1, "threads": 0}, ValueError),
        ({"n": 1, "threads": 65}, ValueError),
    ],
)
def test_bad_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        BoardBatch(**arguments)


@pytest.mark.parametrize("mask, error", [([1, 0], TypeError), ([True], ValueError), ([0.5, 1.0], TypeError)])
def test_a_mask_is_bool_and_one_a_lane(mask, error):
    with pytest.raises(error):
        BoardBatch(2, 3).reset(mask)


@pytest.mark.parametrize("komi", ["x", None, float("nan"), float("inf")])
def test_komi_is_a_finite_number(komi):
    with pytest.raises((TypeError, ValueError)):
        BoardBatch(1, 3).area_score(komi)
