"""goboard from outside: a foreign Cython module and a C++ program, built in a temporary folder against what is installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import goboard
from goboard import BLACK, EMPTY, WHITE, Board
from naive import NaiveBoard, neighbours

HERE = Path(__file__).parent / "downstream"
CC = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or shutil.which("cl")
CXX = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    if CC is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("foreign")
    for name in ("foreign.pyx", "setup.py"):
        shutil.copy(HERE / name, folder)
    build = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert build.returncode == 0, build.stdout[-3000:] + build.stderr[-3000:]
    sys.path.insert(0, str(folder))
    try:
        import foreign

        yield foreign
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("foreign", None)


def test_get_include_has_the_header():
    assert (Path(goboard.get_include()) / "goboard" / "board.h").is_file()


@pytest.mark.parametrize("name", ["__init__.pxd", "_core.pxd", "playout.pxd", "_core.pyi", "board/_playouts.pyi", "py.typed"])
def test_what_others_compile_and_check_against_is_installed(name):
    assert (Path(goboard.__file__).parent / name).is_file()


@pytest.mark.parametrize("seed, shape", [(1, (9, 9)), (2, (19, 19)), (3, (25, 25)), (4, (1, 1)), (5, (2, 13)), (6, (25, 3)), (7, (5, 5))])
def test_a_foreign_module_plays_a_whole_game_without_the_gil(foreign, seed, shape):
    record, stones, hash_, by_black, by_white = foreign.game(*shape, seed, 800)
    board, slow = Board(shape, ko="simple"), NaiveBoard(shape, ko="simple")
    for move in record:
        board.play(move)
        slow.play(move)
    assert board.stones.tobytes() == stones == slow.stones
    assert (board.hash, board.captures(BLACK), board.captures(WHITE)) == (hash_, by_black, by_white)
    assert len(record) == 800 or record[-2:] == [board.pass_move] * 2


def test_a_foreign_module_reads_a_board_object(foreign):
    assert foreign.first_white_stone(Board.from_text(". X .\n. . O")) == 5
    assert foreign.first_white_stone(Board(9)) == -1
    with pytest.raises(TypeError):
        foreign.first_white_stone(None)


@pytest.mark.skipif(CXX is None, reason="no C++ compiler")
def test_a_cpp_program_reads_a_board(foreign, tmp_path):
    program = tmp_path / "readers"
    subprocess.run(
        [CXX, "-std=c++11", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{goboard.get_include()}", str(HERE / "readers.cpp"), "-o", program],
        check=True, timeout=120,
    )
    for shape, seed in [((9, 9), 1), ((13, 19), 2), ((1, 7), 3), ((25, 25), 4)]:
        board = Board(shape, ko="simple")
        board.play_moves(np.array(foreign.game(*shape, seed, 150)[0]))
        out = subprocess.run([program], input=foreign.struct_of(board), capture_output=True, check=True, timeout=60).stdout.decode()
        lines = out.splitlines()
        assert lines[: shape[0]] == ["".join(".XO"[c] for c in row) for row in board.stones]
        around = neighbours(*shape)
        chains = sorted(
            (len(chain), sum(board[q] == EMPTY for p in chain.tolist() for q in around[p])) for chain in board.chains()
        )
        assert sorted(tuple(map(int, line.split())) for line in lines[shape[0] :]) == chains
