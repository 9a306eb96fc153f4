"""Ctrl-C stops what a board does for long within 0.2 s, and a signal's handler may do anything to the board meanwhile."""

import os
import signal
import threading

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board

SOON = 0.2
MANY = 3 * 10**7




# On 1x2, Black and White take each other's stone for ever: a stone on the free point takes the other.
ROUND = np.array([0, 1])


@pytest.fixture(scope="module")
def long_game():
    board = Board((1, 2), ko="none")
    board.play_moves(np.resize(ROUND, 6_000_000))
    return board


@pytest.mark.parametrize("ko", ["none", "positional", "natural"])
@pytest.mark.parametrize("moves", ["passes", "pairs", "list"])
def test_many_moves_at_once(ctrl_c, ko, moves):
    board = Board(9, ko=ko)
    board.play("E5")
    before = board.copy()
    if moves == "passes":
        many = np.full(MANY, 81)
    elif moves == "pairs":
        many = np.broadcast_to(np.array([[1, 81]]), (MANY, 2))
    else:
        many = [81] * MANY
    # Moves taken back at once: the board is what it was.
    assert ctrl_c(lambda: board.play_moves(many)) < SOON
    board.check()
    assert board == before and board.moves == before.moves
    assert board.play("E4") == 0


def test_many_captures_at_once(ctrl_c):
    board, many = Board((1, 2), ko="none"), np.arange(MANY) & 1
    assert ctrl_c(lambda: board.play_moves(many)) < SOON
    board.check()
    assert board.move_count == 0 and not board.stones.any()


@pytest.mark.parametrize("question", [Board.repeats, Board.recurrences, lambda board: board.moves, Board.plies, lambda board: board.transform(3), Board.__reduce__],
                         ids=["repeats", "recurrences", "moves", "plies", "transform", "reduce"])
def test_questions_about_a_long_game(ctrl_c, long_game, question):
    count = long_game.move_count

    def ask():
        while True:
            question(long_game)

    assert ctrl_c(ask) < SOON
    long_game.check()
    assert long_game.move_count == count


def test_what_a_long_game_answers(long_game):
    # A stone on one point and then on the other, in turn: every position but the first two has stood before.
    board = Board((1, 2), ko="none")
    board.play_moves(np.resize(ROUND, 100))
    assert board.repeats() == 49
    assert board.recurrences() == list(range(3, 101))
    assert long_game.repeats() == 6_000_000 // 2 - 1


@pytest.mark.parametrize("act", [lambda board: board.__init__(3), lambda board: board.undo(), lambda board: board.play_moves([0, 1] * 1000), lambda board: setattr(board, "to_play", 3 - board.to_play)], ids=["init", "undo", "play", "turn"])
@pytest.mark.parametrize("question", [lambda board: board.recurrences(), lambda board: board.repeats(), lambda board: board.plies(), lambda board: board.play_moves(np.resize(ROUND, 2_000_000))], ids=["recurrences", "repeats", "plies", "play_moves"])
def test_a_handler_that_changes_the_board(act, question):
    board = Board((1, 2), ko="none")
    board.play_moves(np.resize(ROUND, 1_000_000))
    done = threading.Event()

    def handler(number, frame):
        if not done.is_set():
            done.set()
            act(board)

    before = signal.signal(signal.SIGUSR1, handler)
    timer = threading.Timer(0.03, lambda: os.kill(os.getpid(), signal.SIGUSR1))
    timer.start()
    try:
        while not done.is_set():
            try:
                question(board)
            except ValueError:  # the moves no longer fit
                break
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    board.check()
    assert board.to_play in (BLACK, WHITE)
