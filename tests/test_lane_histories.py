"""Whatever gives a lane of a `BoardBatch` its history, the lane allows what the board allows, no more and no less.

The laws are those of `Board` (tests/test_differential.py compares it with a slow board of sets); small boards, where superko
bars moves all the time, and turns that are restated, which make situations without a stone.
"""

import pickle
import random

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, BoardBatch
from goboard._core import KO_RULES

SHAPES = [(1, 2), (1, 4), (2, 2), (2, 3), (3, 3)]


def random_board(shape, ko, suicide, seed, moves=40):
    """A game with passes, moves out of turn and restated turns."""
    rng = random.Random(seed)
    board = Board(shape, ko=ko, suicide=suicide)
    for _ in range(rng.randrange(moves)):
        if rng.random() < 0.1:
            board.to_play = rng.choice((BLACK, WHITE))
        color = rng.choice((BLACK, WHITE)) if rng.random() < 0.1 else board.to_play
        legal = board.legal_moves(color).tolist()
        board.play(rng.choice(legal) if legal and rng.random() < 0.85 else board.pass_move, color)
    if rng.random() < 0.3:
        board.to_play = rng.choice((BLACK, WHITE))
    return board


def agree(batch, boards):
    masks = batch.legal_mask()
    for k, board in enumerate(boards):
        assert batch[k] == board
        assert masks[k].tolist() == board.legal_mask().tolist(), (k, str(board), board.moves)
        assert batch[k].legal_mask().tolist() == board.legal_mask().tolist()


def go_on(batch, boards, seed, moves=6):
    """Play on in both, move by move, with all that a batch can tell of legality."""
    rng = random.Random(seed)
    for _ in range(moves):
        actions = []
        for k, board in enumerate(boards):
            action = rng.randrange(board.pass_move + 1)
            actions.append(action)
            if not batch.done[k] and board.is_legal(action):
                board.play(action)
        batch.play(np.array(actions, dtype=np.int64))
        agree(batch, boards)


def as_set(boards, batch):
    return batch


def as_copied(boards, batch):
    return batch.copy()


def as_pickled(boards, batch):
    return pickle.loads(pickle.dumps(batch))


def as_set_again(boards, batch):
    """Through boards, in a batch that has had other games."""
    other = batch.copy()
    other.play_random(7, 5)
    for k in range(len(batch)):
        other.set(k, batch[k])
    return other


def as_reset_and_set(boards, batch):
    batch.play_random(3, 9)
    batch.reset()
    for k, board in enumerate(boards):
        batch.set(-len(boards) + k, board)
    return batch


WAYS = [as_set, as_copied, as_pickled, as_set_again, as_reset_and_set]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KO_RULES)
def test_a_lane_that_was_given_a_history_allows_what_the_board_allows(ko, suicide, way):
    for shape in SHAPES:
        boards = [random_board(shape, ko, suicide, seed) for seed in range(24)]
        batch = BoardBatch(24, shape, ko=ko, suicide=suicide)
        for k, board in enumerate(boards):
            batch.set(k, board)
        batch = way(boards, batch)
        agree(batch, boards)
        go_on(batch, boards, 1)


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("other", KO_RULES)
def test_the_laws_of_the_batch_hold_for_the_moves_of_a_board_with_other_laws(ko, other):
    """The board's moves are played again under the batch's laws, as a board of those laws would list them."""
    for shape in SHAPES[1:]:
        for seed in range(12):
            board = random_board(shape, other, True, seed, moves=25)
            batch = BoardBatch(1, shape, ko=ko, suicide=True)
            batch.set(0, board)
            same = Board(shape, ko=ko, suicide=True)
            before = Board(shape, ko="none", suicide=True)
            legal = True
            for color, move in board.moves:
                legal = legal and same.is_legal(move, color)
                before.play(move, color)
                if legal:
                    same.play(move, color)
            if legal and same.to_play == board.to_play and same.to_play == before.to_play:
                restated = [color for (color, _), (after, _) in zip(board.moves[1:], board.moves) if color == after]
                if not restated:
                    assert batch.legal_mask()[0].tolist() == same.legal_mask().tolist()


@pytest.mark.parametrize("ko", KO_RULES[2:])
def test_a_lane_begun_anew_has_forgotten_its_game(ko):
    batch = BoardBatch(2, (1, 3), ko=ko)
    batch.play_random(1, 12)
    batch.reset()
    assert batch.legal_mask().all()
    agree(batch, [Board((1, 3), ko=ko)] * 2)


def test_moves_are_counted_beyond_32_bits():
    from goboard.batch import restored_batch

    batch = restored_batch((3, 3), "simple", False, None, 1, [Board(3)], [2**40], [False])
    batch.play([4])
    assert batch.move_counts.tolist() == [2**40 + 1]


@pytest.mark.parametrize("threads, error", [(0, ValueError), (-1, ValueError), (65, ValueError), (10**30, ValueError), (True, TypeError),
                                            (False, TypeError), (2.0, TypeError), ("2", TypeError), (None, TypeError)])
def test_threads_are_a_number_of_threads(threads, error):
    with pytest.raises(error, match="threads must be an int from 1 to 64"):
        BoardBatch(2, 9, threads=threads)
    batch = BoardBatch(2, 9)
    with pytest.raises(error, match="threads must be an int from 1 to 64"):
        batch.threads = threads
    assert batch.threads == 1
