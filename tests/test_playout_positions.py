"""A playout is a function of the position, the options and the seed: how the position came about, and who asks, is no matter."""

import random

import numpy as np
import pytest

import goboard
from goboard import BLACK, WHITE, Board, BoardBatch, Game, playout, playout_batch, playout_paths
from goboard._core import KO_RULES
from goboard.mcts import search


def played_and_set_up(shape, seed, ko="positional", moves=60):
    """The same position three times: played, played in another order where that is possible, and set up."""
    rng = random.Random(seed)
    played = Board(shape, ko=ko)
    for _ in range(moves):
        legal = [move for move in played.legal_moves().tolist() if not played.is_eye(move, played.to_play)]
        if not legal:
            break
        played.play(rng.choice(legal))
    set_up = Board.from_array(played.stones, played.to_play, ko=ko, ko_point=played.ko_point)
    cells = np.flatnonzero(played.stones).tolist()
    rng.shuffle(cells)
    other = Board(shape, ko=ko)
    for cell in cells:
        # Chains of a legal position have liberties at the end, not always on the way.
        if not other.is_legal(cell, int(played.stones.flat[cell])):
            return played, set_up
        other.play(cell, int(played.stones.flat[cell]))
    if (other.stones != played.stones).any() or played.ko_point is not None or other.ko_point is not None:
        return played, set_up
    other.to_play = played.to_play
    return played, set_up, other


def same(results):
    first = results[0]
    return all(
        result.total_moves == first.total_moves and (result.scores == first.scores).all() and (result.ownership == first.ownership).all()
        for result in results
    )


@pytest.mark.parametrize("path", playout_paths())
@pytest.mark.parametrize("shape", [(5, 5), (9, 9), (13, 13), (3, 11)])
def test_playouts_of_equal_boards_are_equal(shape, path):
    orders = 0
    for seed in range(12):
        boards = played_and_set_up(shape, seed, moves=10 + 5 * seed)
        orders = max(orders, len(boards))
        assert same([playout(board, 60, seed=seed, path=path) for board in boards])
        batch = playout_batch(list(boards), 60, seed=seed, path=path)
        assert all((batch.scores[k] == playout(board, 60, seed=seed, first=60 * k, path=path).scores).all() for k, board in enumerate(boards))
    assert orders == 3


def test_counts_by_move_of_equal_boards_are_equal():
    for seed in range(8):
        results = [playout(board, 60, seed=seed, moves=True, mercy=30) for board in played_and_set_up((9, 9), seed)]
        assert same(results)
        assert all((result.amaf == results[0].amaf).all() and (result.first_moves == results[0].first_moves).all() for result in results)


@pytest.mark.parametrize("ko", ["none", "simple"])
def test_random_moves_of_equal_lanes_are_equal(ko):
    for seed in range(12):
        boards = played_and_set_up((7, 7), seed, ko, moves=30 + seed)
        for moves in (1, 20, 200):
            ends = []
            for board in boards:
                batch = BoardBatch(1, 7, ko=ko)
                batch.set(0, board)
                last = batch.play_random(seed, moves)
                ends.append((last.tolist(), batch.stones.tolist()))
            assert all(end == ends[0] for end in ends)


def test_searches_of_equal_boards_are_equal():
    for seed in range(6):
        boards = played_and_set_up((7, 7), seed, "simple", moves=20 + seed)
        results = [search(board, playouts=300, seed=seed) for board in boards]
        for result in results:
            assert (result.visits == results[0].visits).all() and (result.ownership == results[0].ownership).all()
            assert (result.move, result.mean_score, result.dead) == (results[0].move, results[0].mean_score, results[0].dead)


@pytest.mark.parametrize("path", playout_paths())
def test_the_laws_of_the_board_change_no_playout(path):
    """A playout plays simple ko and no suicide, whatever the board says."""
    boards = [Board.from_text(". X O .\nX . X O\n. X O .\n. . . .", WHITE, ko=ko, suicide=suicide) for ko in KO_RULES for suicide in (False, True)]
    assert same([playout(board, 200, seed=5, path=path) for board in boards])
    batch = playout_batch(boards, 50, seed=5, path=path)
    for k in range(len(boards)):
        assert (batch.scores[k] == playout(boards[0], 50, seed=5, first=50 * k, path=path).scores).all()


def test_a_game_is_played_out_from_its_board():
    game = Game(9)
    game.play("D4")
    assert same([playout(game, 50, seed=1), playout(game.board, 50, seed=1)])
    assert (playout_batch([game], 50, seed=1).scores == playout_batch([game.board], 50, seed=1).scores).all()


# Games that are cut.


@pytest.mark.parametrize("path", playout_paths())
@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("most", [1, 2, 3, 4, 7])
def test_whose_a_point_is_in_a_game_that_is_cut(path, color, most):
    """On a board where `color` has a wall of two liberties, the other side a single stone far away: after a few moves all
    that the wall alone surrounds is still its owner's, whoever moved last."""
    letter = ".XO"
    wall = letter[color]
    board = Board.from_text(f"{wall * 9}\n" + "\n".join("." * 9 for _ in range(7)) + "\n" + letter[3 - color] * 9, color)
    result = playout(board, 64, seed=2, max_moves=most, path=path)
    sign = 1 if color == BLACK else -1
    assert (result.ownership[0] == sign).all()
    assert (result.ownership[8] == -sign).all()
    assert result.total_moves == 64 * most
    assert np.isclose(result.ownership.sum(), result.mean_score + result.komi, atol=1e-3)


@pytest.mark.parametrize("path", playout_paths())
@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_cut_game_with_one_colour_on_the_board_is_all_that_colours(path, color, most):
    """The empty region reaches `color` alone before the other side has moved, and both after it has."""
    board = Board.from_text(".....\n.....\n.." + ".XO"[color] + "..\n.....\n.....", color)
    result = playout(board, 32, seed=3, max_moves=most, path=path)
    sign = 1 if color == BLACK else -1
    if most == 1:
        assert (result.ownership == sign).all() and result.mean_score == 25 * sign - result.komi
    else:
        assert result.ownership[2, 2] == sign
        assert abs(result.ownership).mean() < 0.3


# Options.


@pytest.mark.parametrize("name, value, error", [
    ("threads", True, TypeError), ("threads", 0, ValueError), ("threads", 1025, ValueError), ("threads", 10**30, ValueError), ("threads", 1.0, TypeError),
    ("executor", 3, TypeError), ("executor", "threads", TypeError), ("progress", 3, TypeError), ("batch", 0, ValueError), ("batch", True, TypeError),
    ("batch", 2**40, ValueError), ("first", 2**70, ValueError), ("max_moves", True, TypeError), ("moves", 2, TypeError), ("mercy", 1.5, TypeError),
])
def test_options_are_named_when_they_are_refused(name, value, error):
    with pytest.raises(error, match=f"^{name} must be"):
        playout(Board(5), 10, **{name: value})


@pytest.mark.parametrize("boards, error", [(3, TypeError), ("abc", TypeError), (Board(5), TypeError), ([], ValueError), ([3], TypeError), (None, TypeError)])
def test_a_batch_wants_a_sequence_of_boards(boards, error):
    with pytest.raises(error, match="board"):
        playout_batch(boards, 3)


def test_more_threads_than_chunks_or_cores():
    one = playout(Board(5), 40, seed=1)
    assert same([one, playout(Board(5), 40, seed=1, threads=1024, batch=1)])
    assert goboard.BoardBatch(3, 5, threads=64).play_random(1).shape == (3,)
