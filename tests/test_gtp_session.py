"""The session behind GTP's commands: one game, whose state is nowhere else."""

import pytest

from goboard import BLACK, WHITE, Game
from goboard.gtp import Engine


@pytest.fixture
def engine():
    return Engine(size=9, playouts=50, seed=1)


def answers(engine, *lines):
    found = [engine.answer(line) for line in lines]
    assert all(answer.startswith("=") for answer in found), found
    return found[-1][1:].strip()


def test_the_session_is_a_game(engine):
    answers(engine, "komi 5.5", "kata-set-rules japanese", "fixed_handicap 2", "play w E5")
    game = engine.game
    assert isinstance(game, Game)
    assert (game.rules, game.komi, game.handicap, game.phase) == (engine.rules, 5.5, 2, "play")
    assert game.board is engine.board and game.moves == [(WHITE, game.board.point("E5"))]


def test_two_passes_do_not_stop_a_controller(engine):
    """GTP 2, draft 2: any move may be played, "the colors do not have to alternate", and undo takes back one move, whatever it was."""
    answers(engine, "play b pass", "play w pass", "play b E5", "play b D5")
    assert engine.board.moves[2:] == [(BLACK, engine.board.point("E5")), (BLACK, engine.board.point("D5"))]
    answers(engine, *["undo"] * 4)
    assert engine.answer("undo").startswith("? cannot undo")


def test_a_sequence_is_played_whole_or_not_at_all(engine):
    before = engine.game
    assert engine.answer("gogui-play_sequence b E5 w E5").startswith("? illegal move E5")
    assert engine.game is before and engine.board.move_count == 0


def test_loadsgf_says_once_that_a_move_is_carried_out(engine, tmp_path, capsys):
    """FF[4]: moves are carried out "regardless if legal"."""
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9]KM[6.5]RU[Chinese];B[ee];W[ee];B[cc])")
    answers(engine, f"loadsgf {file}")
    assert capsys.readouterr().err.count("move 2") == 1
    assert answers(engine, "list_stones white") == "E5"


def test_prisoners_outlive_a_move_against_the_rules_and_a_change_of_rules(engine, tmp_path):
    """B A8 takes A9; W C3 is played on a stone. The prisoner counts before, after, and under other rules."""
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9]KM[0]RU[Japanese]AB[ba][cg]AW[aa]PL[B];B[ab];W[cg];B[gg])")
    answers(engine, f"loadsgf {file}")
    assert answers(engine, "captures black") == "1"
    answers(engine, "kata-set-rules chinese")
    assert answers(engine, "captures black") == "1"
