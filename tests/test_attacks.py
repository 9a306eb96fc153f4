"""What a careless or hostile caller gives is refused with a ValueError or TypeError of a few words; names of earlier modules stay."""

import copy
import importlib
import pickle

import numpy as np
import pytest

import goboard
from goboard.records import sgf

# Public names of the modules as they were before each was divided among the rooms.
EARLIER = {
    "cli": "ASCII COLOR COLORS ENCODING GAME INDEX JSON KINDS LIFE_MARKS MOVE Progress SVG argument bench beside check_writable command convert "
    "dataset gtp heading life main percent playout points position_json print_json read_games read_position rules score seconds show style warn "
    "whole write_file",
    "dataset": "ARCHIVES DIGITS Dataset RANK rank_number result_kind winner_of write_shards",
    "features": "TAXES TERMS features",
    "gtp": "COLORS Engine LARGEST_FILE NAMES command main",
    "rules": "PRESETS Rules describe",
    "sgf": "CHARSET EAST_ASIAN loads",
    "solver": "QUESTIONS STOPPED solve",
}


@pytest.mark.parametrize("module", EARLIER)
def test_names_of_earlier_modules_are_still_found(module):
    found = importlib.import_module(f"goboard.{module}")
    assert [name for name in EARLIER[module].split() if not hasattr(found, name)] == []


@pytest.mark.parametrize("kind", ["x", "", 3, True, b"sgf", float("nan"), object()])
def test_a_kind_of_record_that_is_none(kind):
    with pytest.raises((ValueError, TypeError), match="kind must be one of sgf, gib, ngf, ugf"):
        sgf.loads("(;B[aa])", kind=kind)


@pytest.mark.parametrize("stated", [True, -1, 2.5, "D4", ["D4"], {1, 2}, object()])
def test_what_is_not_a_dict_of_stated_chains(stated):
    with pytest.raises(TypeError, match="stated must be"):
        goboard.confirm(goboard.Board(5), stated=stated)


def test_errors_stay_short_whatever_was_given():
    for call in (
        lambda value: goboard.Game(5, komi=value),
        lambda value: goboard.Game(5, cleanup=value),
        lambda value: goboard.playout(goboard.Board(5), 1, path=value),
        lambda value: sgf.loads("(;B[aa])", kind=value),
    ):
        with pytest.raises((ValueError, TypeError)) as error:
            call("D" * 100_000)
        assert len(str(error.value)) < 400


def test_a_view_larger_than_any_board_is_refused_before_it_is_copied():
    for dtype in (np.bool_, np.int64):
        with pytest.raises(ValueError, match="not an array of shape"):
            goboard.score(goboard.Board(5), "chinese", dead=np.broadcast_to(dtype(1), (1 << 20, 1 << 20)))


@pytest.mark.parametrize("shape", [(1, 25), (5, 4), (25,)])
def test_a_mask_of_dead_stones_has_the_shape_of_the_board(shape):
    board = goboard.Board.from_text(".....\n.X...\n.....\n.....\n...O.")
    with pytest.raises(ValueError, match="dead as an array of bool must have the board's shape"):
        goboard.score(board, "chinese", dead=np.zeros(shape, bool))


def test_rows_and_columns_of_dead_stones():
    """A point is an int or a (row, col) pair; an array of pairs is one of points."""
    board = goboard.Board.from_text(".....\n.X...\n.....\n.....\n...O.")
    assert goboard.score(board, "chinese", dead=np.array([[1, 1]])) == goboard.score(board, "chinese", dead=["B4"])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_records_pickle_at_every_protocol(protocol):
    found = sgf.record("(;SZ[9]KM[6.5];B[aa];W[bb]AB[cc])")
    assert pickle.loads(pickle.dumps(found, protocol)) == found == copy.deepcopy(found)


def test_stones_set_up_after_a_move_off_the_board_are_not_lost_when_written():
    game = goboard.Game.from_sgf("(;SZ[9]AB[cc][gg];W[ee];B[ec];W[zz]AB[cg])")
    assert goboard.Game.from_sgf(game.to_sgf()).board == game.board
