"""Whole games from `data/sgf_games.jsonl`: the final stones and the prisoners as an independent slow board counted them."""

import json
from pathlib import Path

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, sgf

DATA = Path(__file__).parent / "data"
GAMES = [json.loads(line) for line in (DATA / "sgf_games.jsonl").read_text("utf-8").splitlines()]
EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["name"])
def test_a_game_replays_to_its_final_position(game):
    record = sgf.record(game["sgf"], strict=True)
    board = record.board()
    assert ["".join(".XO"[stone] for stone in row) for row in board.stones] == game["final_board"]
    assert board.captures(BLACK) == game["captures"]["by_black"]
    assert board.captures(WHITE) == game["captures"]["by_white"]
    assert len(record.moves) == game["moves"]
    assert sum(at == board.pass_move for _, at in record.moves) == game["passes"]
    assert (record.komi, record.handicap or 0, record.result) == (game["komi"], game["handicap"], game["result"])
    assert sorted(map(board.vertex, record.black)) == sorted(game["setup_black"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["name"])
def test_any_move_can_be_gone_to(game):
    record = sgf.record(game["sgf"])
    board = record.board()
    for move in range(len(record.moves), -1, -1):
        assert record.board(move) == board
        assert record.board(move).move_count == move
        if move:
            board.undo()


def test_a_game_comes_back_through_from_moves():
    for game in GAMES:
        record = sgf.record(game["sgf"])
        tree = sgf.from_moves(record.shape, record.moves, black=record.black, white=record.white, komi=record.komi)
        assert sgf.record(str(tree), strict=True).board() == record.board()


def test_a_move_that_is_not_in_the_record():
    record = sgf.record("(;SZ[9];B[aa])")
    with pytest.raises(IndexError, match="1 moves"):
        record.board(2)


def test_an_occupied_point_is_carried_out_and_named_with_its_move_number():
    # FF[4], B and W: "execute a given move, regardless if legal" (https://www.red-bean.com/sgf/properties.html#B).
    record = sgf.record("(;SZ[9];B[aa];W[aa])")
    assert record.board()["A9"] == WHITE
    assert "move 2" in record.warnings[0] and "A9" in record.warnings[0]
    with pytest.raises(sgf.SGFError, match="move 2.*A9"):
        record.board(lenient=False)


def test_a_set_up_without_a_liberty_is_left_out_unless_strict():
    with pytest.raises(sgf.SGFError, match="A9.*liberty"):
        sgf.record("(;SZ[9]AB[ab][ba]AW[aa])", strict=True)
    record = sgf.record("(;SZ[9]AB[ab][ba]AW[aa])")
    assert record.board()["A9"] == 0 and "A9" in record.warnings[0] and "liberty" in record.warnings[0]
    # The same between moves.
    record = sgf.record("(;SZ[9]AB[ab];B[ba];AW[aa];W[ee])")
    with pytest.raises(sgf.SGFError, match="after move 1.*A9.*liberty"):
        record.board(lenient=False)
    assert record.board()["A9"] == 0 and "A9" in record.warnings[0]


def test_a_repetition_in_a_record_is_history_unless_the_caller_asks():
    text = "(;SZ[4]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W]RU[Chinese];W[bb];B[cb])"
    board = sgf.record(text).board()
    assert board.to_play == WHITE
    with pytest.raises(sgf.SGFError, match="move 2"):
        sgf.record(text).board(ko="positional")


def test_set_up_between_moves_changes_the_board_in_its_place():
    record = sgf.record("(;SZ[3];B[aa];W[cc];AW[ba:ca][ba]AE[aa]PL[W];W[ab])")
    assert np.array_equal(record.board(1).stones, [[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert np.array_equal(record.board(2).stones, [[0, 2, 2], [0, 0, 0], [0, 0, 2]])
    assert record.board(2).to_play == WHITE
    assert np.array_equal(record.board().stones, [[0, 2, 2], [2, 0, 0], [0, 0, 2]])


def test_the_examples_are_good_records():
    for path in EXAMPLES.glob("*.sgf"):
        games = sgf.load(path, strict=True)
        assert isinstance(sgf.record(games, strict=True).board(), Board)
