"""What a record says is read, and warned about, alike by the command line, GTP's loadsgf and Dataset."""

import subprocess
import sys

import pytest

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
