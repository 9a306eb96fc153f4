"""goboard from outside: a foreign Cython module and a C++ program, built in a temporary folder against what is installed."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

import goboard
from goboard import BLACK, EMPTY, WHITE, Board
from naive import NaiveBoard, neighbours

HERE = Path(__file__).parent / "downstream"
CC = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or shutil.which("cl")
CXX = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


def example_on_the_page(language):
    page = (HERE.parents[1] / "docs" / "c-and-cython.md").read_text(encoding="utf-8")
    [code] = re.findall(rf"^```{language}\n(.*?)^```$", page, re.S | re.M)
    return code


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    if CC is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("foreign")
    shutil.copy(HERE / "setup.py", folder)
    (folder / "foreign.pyx").write_text((HERE / "foreign.pyx").read_text() + "\n\n" + example_on_the_page("cython"))
    build = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=folder, capture_output=True, text=True, timeout=300,
        env=os.environ if sys.platform == "win32" else {**os.environ, "CFLAGS": f"{os.environ.get('CFLAGS', '')} -Wall -Wextra"},
    )
    assert build.returncode == 0, build.stdout[-3000:] + build.stderr[-3000:]
    return folder, build


@pytest.fixture(scope="module")
def foreign_warnings(built):
    return (built[1].stdout + built[1].stderr).splitlines()


@pytest.fixture(scope="module")
def foreign(built):
    folder = built[0]
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


# The same source as C99 and as C++11, against the public headers alone.
LANGUAGES = {"c": (CC, ["-std=c99", "-x", "c"]), "cpp": (CXX, ["-std=c++11", "-x", "c++"])}


def compiled(language, folder, *flags, source=HERE / "player.c"):
    compiler, dialect = LANGUAGES[language]
    if compiler is None or sys.platform == "win32":
        pytest.skip(f"no compiler for {language}")
    if sys.platform == "darwin":
        flags += ("-undefined", "dynamic_lookup")
    module = folder / f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"
    subprocess.run(
        [compiler, *dialect, "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-missing-field-initializers", "-Wno-cast-function-type", "-O1", "-fPIC",
         "-shared", *flags, f"-I{goboard.get_include()}", "-isystem", sysconfig.get_path("include"), str(source), "-o", str(module)],
        check=True, timeout=120,
    )
    return module


@pytest.fixture(scope="module", params=sorted(LANGUAGES))
def player(request, tmp_path_factory):
    return load(compiled(request.param, tmp_path_factory.mktemp(f"player_{request.param}")))


def load(path):
    spec = importlib.util.spec_from_file_location(path.name.split(".")[0], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed, shape", [(1, (9, 9)), (2, (19, 19)), (3, (25, 25)), (4, (1, 1)), (5, (2, 13)), (6, (25, 3))])
def test_c_and_cpp_play_a_whole_game(player, seed, shape):
    moves, stones = player.game(*shape, seed, 600)
    board, slow = Board(shape, ko="simple"), NaiveBoard(shape, ko="simple")
    for move in moves:
        board.play(move)
        slow.play(move)
    assert board.stones.tobytes() == stones == slow.stones
    assert len(moves) == 600 or moves[-2:] == [board.pass_move] * 2


def test_c_and_cpp_read_a_board_and_take_moves_back(player):
    board = Board.from_text("X O O .\nX X X O\n. . . .")
    assert player.best_capture(board) == (3, 2)
    assert player.best_capture(Board(9)) is None
    with pytest.raises(TypeError, match="goboard.Board"):
        player.best_capture([[0]])


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_module_of_another_version_does_not_import(language, tmp_path):
    """As numpy has it: ImportError instead of reading a struct that has changed."""
    header = Path(goboard.get_include()) / "goboard" / "board.h"
    (tmp_path / "goboard").mkdir()
    for name in ("board.h", "api.h"):
        text = header.with_name(name).read_text()
        (tmp_path / "goboard" / name).write_text(re.sub(r"(#define GB_API_VERSION) \d+", r"\1 999", text))
    module = compiled(language, tmp_path, f"-I{tmp_path}")
    with pytest.raises(ImportError, match="version 999 of goboard's C API"):
        load(module)


def test_the_version_that_python_sees_is_the_headers():
    header = (Path(goboard.get_include()) / "goboard" / "board.h").read_text()
    assert f"#define GB_API_VERSION {goboard.API_VERSION}\n" in header


def test_a_foreign_module_checks_the_version(foreign, monkeypatch):
    foreign.check_version()
    monkeypatch.setattr(goboard._core, "API_VERSION", 999)
    with pytest.raises(ImportError, match="goboard has version 999"):
        foreign.check_version()


def test_cython_users_see_public_names_only():
    """`from goboard cimport *` brings Board, gb_... and GB_... names, and import_goboard."""
    text = (Path(goboard.__file__).parent / "__init__.pxd").read_text()
    assert "cimport *" not in text
    names = re.findall(r"\w+", re.search(r"cimport \((.*?)\)", text, re.S)[1])
    assert [name for name in names if not re.match(r"gb_|GB_|Board$", name)] == []


def test_public_headers_only_are_installed():
    assert sorted(path.name for path in (Path(goboard.get_include()) / "goboard").iterdir()) == ["api.h", "board.h"]


def test_a_foreign_module_compiles_without_warnings_from_goboard(foreign_warnings):
    assert [line for line in foreign_warnings if re.search(r"\bgb_|goboard", line) and "warning" in line] == []


CAPTURE = Board.from_text("X O O .\nX X X O\n. . . .")


def test_the_example_in_cython_on_the_page(foreign):
    assert [foreign.stones_taken(CAPTURE, point) for point in (3, 0, 8)] == [2, -1, 0]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_example_in_c_on_the_page(language, tmp_path):
    source = tmp_path / "taken.c"
    source.write_text(example_on_the_page("c"))
    taken = load(compiled(language, tmp_path, source=source)).stones_taken
    assert [taken(CAPTURE, point) for point in (3, 0, 8)] == [2, -1, 0]
    with pytest.raises(ValueError, match="12 is not on the board"):
        taken(CAPTURE, 12)
