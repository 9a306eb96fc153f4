"""What a record says is read, and warned about, alike by the command line, GTP's loadsgf and Dataset."""

import json
import subprocess
import sys

import pytest
from test_sgf_formats import FILES, MOVES, moves_of

from goboard import Game, sgf
from goboard.dataset import Dataset
from goboard.gtp import Engine

ON_A_STONE = "(;SZ[9]KM[6.5]RU[Chinese];B[ee];W[ee];B[cc])"


def goboard(*arguments, data=None):
    done = subprocess.run([sys.executable, "-m", "goboard", *map(str, arguments)], input=data, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("kind", ["svg", "html", "txt"])
def test_convert_warns_of_a_move_on_a_stone_as_show_does(kind, tmp_path):
    """FF[4]: such a move is carried out, "regardless if legal"."""
    file = tmp_path / "game.sgf"
    file.write_text(ON_A_STONE)
    assert "move 2" in goboard("show", file)[2]
    code, _, err = goboard("convert", file, tmp_path / f"game.{kind}")
    assert code == 0 and err.count("move 2") == 1


@pytest.mark.parametrize("kind", FILES)
def test_other_formats_are_read_by_every_program(kind, tmp_path, capsys):
    """GIB, NGF and UGF, each of three moves (tests/test_sgf_formats.py)."""
    file = tmp_path / f"game.{kind}"
    file.write_text(FILES[kind], encoding="utf-8")
    want = [[color, point] for color, point in MOVES[kind]]

    code, out, err = goboard("show", file, "--json")
    shown = json.loads(out)
    assert code == 0 and err == "" and (shown["moves"], shown["komi"]) == (3, 6.5)
    code, out, _ = goboard("convert", "-", data=file.read_bytes())
    assert code == 0 and [list(move) for move in moves_of(sgf.loads(out)[0])] == want

    engine = Engine(playouts=1)
    assert engine.answer(f"loadsgf {file}") == "=\n\n"
    assert [["BW"[color - 1], sgf.vertex(at, 19, 19)] for color, at in engine.board.moves] == want and engine.komi == 6.5

    dataset = Dataset(tmp_path, planes="alphago_zero", size=19)
    assert sum(len(batch["move"]) for batch in dataset) == 3
    code, out, _ = goboard("dataset", "-", "--out", tmp_path / "shards", "--json", data=file.read_bytes())
    assert code == 0 and json.loads(out)["games"] == 1


# A3 to C3 is White's chain, shut in by Black all around: no legal game leads to it. The side to move has been taken from last.
NO_LIBERTY = "(;SZ[5]KM[0]AB[ab][bb][cb][dc][ad][bd][cd]AW[ac][bc][cc][ee]PL[{}];{}[ea])"


def test_a_set_up_chain_without_a_liberty_is_left_out_with_a_warning(tmp_path, capsys):
    file = tmp_path / "game.sgf"
    for to_play in "WB":
        text = NO_LIBERTY.format(to_play, to_play)
        record = sgf.record(text)
        board = record.board()
        assert int((board.stones == 2).sum()) == (2 if to_play == "W" else 1) and int((board.stones == 1).sum()) == (8 if to_play == "B" else 7)
        assert [told for told in record.warnings if "A3" in told and "liberty" in told]
        game = Game.from_sgf(text)
        assert int((game.board.stones == 2).sum()) == (2 if to_play == "W" else 1) and any("A3" in told for told in game.warnings)
        file.write_text(text)
        code, _, err = goboard("show", file)
        assert code == 0 and "A3" in err
        engine = Engine(size=5, playouts=1)
        assert engine.answer(f"loadsgf {file}").startswith("=") and "A3" in capsys.readouterr().err
        with pytest.raises(sgf.SGFError, match="A3"):
            sgf.record(text, strict=True)


@pytest.mark.parametrize("to_play", "BW")
def test_of_chains_without_a_liberty_those_of_the_side_to_move_go(to_play):
    """A full board: the move that filled it took the stones of the side that now moves."""
    record = sgf.record(f"(;SZ[2:3]AB[aa]AW[ba][ab]AB[bb]AW[ac][bc]PL[{to_play}])")
    board = record.board()
    board.check()
    assert set(board.stones.ravel().tolist()) - {0} == {2 if to_play == "B" else 1}
