"""Reports from the trackers of other Go software, each tried here; where it was reported stands beside it."""

import concurrent.futures
import copy
import importlib.util
import io
import json
import subprocess
import sys

import numpy as np
import pytest

import goboard
from goboard import BLACK, WHITE, Board, Game, sgf

pettingzoo = pytest.mark.skipif(importlib.util.find_spec("pettingzoo") is None, reason="needs pettingzoo")


def gtp(*lines):
    """What an engine answers to these lines."""
    run = subprocess.run([sys.executable, "-m", "goboard", "gtp", "--playouts", "200"], input="\n".join([*lines, "quit", ""]), capture_output=True,
                         text=True, timeout=120, check=True)
    return run.stdout


@pettingzoo
def test_copies_of_environments_hold_the_game():
    """Farama-Foundation/PettingZoo#1307"""
    from goboard import env

    e = env.raw_env(board_size=5)
    e.reset()
    e.step(3)
    twin = copy.deepcopy(e)
    assert twin.agent_selection == e.agent_selection and twin.rewards == e.rewards
    for name in ("observation", "action_mask"):
        assert np.array_equal(twin.observe("white_0")[name], e.observe("white_0")[name])


@pettingzoo
def test_an_environment_renders_as_text():
    """Farama-Foundation/PettingZoo#414"""
    from goboard import env

    e = env.env(board_size=5, render_mode="ansi")
    e.reset()
    e.step(12)
    assert Board.from_text(e.render(), to_play=WHITE)["C3"] == BLACK


def test_analysis_keeps_to_what_it_is_allowed():
    """leela-zero/leela-zero#1949, featurecat/lizzie#196"""
    answer = gtp("boardsize 9", "lz-genmove_analyze b 50 avoid b F4,F7,H7,B3,B6 1")
    assert answer.split("play ")[1].split()[0] not in ("F4", "F7", "H7", "B3", "B6")
    answer = gtp("boardsize 9", "kata-analyze b interval 30 allow b A1,B1 1")
    assert {line.split()[0] for line in answer.split("info move ")[1:]} <= {"A1", "B1"}


def test_an_engine_takes_the_rules_of_a_loaded_record(tmp_path):
    """lightvector/KataGo#47"""
    (tmp_path / "nz.sgf").write_text("(;GM[1]FF[4]SZ[9]RU[NZ]KM[7];B[ca];W[ba];B[bb];W[ii];B[ab];W[aa];B[cc])")
    (tmp_path / "jp.sgf").write_text("(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[ee])")
    answer = gtp(f"loadsgf {tmp_path / 'nz.sgf'}", "kata-get-rules", f"loadsgf {tmp_path / 'jp.sgf'}", "kata-get-rules", "printsgf")
    assert "?" not in answer
    of_new_zealand, of_japan = [json.loads(line[2:]) for line in answer.splitlines() if line.startswith("= {")]
    assert of_new_zealand["suicide"] is True and of_japan["scoring"] == "TERRITORY"
    assert "RU[japanese]" in answer.lower().replace("ru[", "RU[")


def test_a_free_handicap_that_was_played_as_moves():
    """leela-zero/leela-zero#880; n points for n stones under Chinese rules: 36 - 45 - 0.5 - 3"""
    whites = "".join(f"W[e{c}];" for c in "abcdefgh")
    game = Game.from_sgf(f"(;RU[Chinese]SZ[9]KM[0.5]HA[3];B[da];B[db];B[dc];{whites}W[ei];" + ";".join(f"B[d{c}]" for c in "defghi") + ")")
    assert game.handicap == 3 and game.bonus == 3 and game.score().result == "W+12.5"


def test_a_move_on_a_stone_is_carried_out():
    """julianandrews/sgf-render#42; FF[4]: "the B move must be executed regardless whether it is legal or not" """
    game = Game.from_sgf("(;GM[1]FF[4]SZ[9]AB[ee]AW[dd][dc];B[dd];W[ef])")
    assert game.board["D6"] == BLACK and game.board["E4"] == WHITE and game.warnings


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("text, komi", [("none", 0), ("Reverse, 20p", -20), ("2 3/4", 5.5), ("6目半", 6.5), ("黑贴6目半", 6.5), ("６．５", 6.5)])
def test_komi_in_words(text, komi):
    """aeb, sgfutils: normalize_komi"""
    assert Game.from_sgf(f"(;GM[1]SZ[9]RU[Chinese]KM[{text}];B[ee])").komi == komi


def solve_corner():
    three = Board.from_text("...XO..\nXXXXO..\nOOOOO..\n.......\n.......\n.......\n.......")
    return goboard.solve(three, "A6", 1)


def test_a_solution_crosses_a_process_boundary():
    """google-deepmind/open_spiel#88"""
    import multiprocessing

    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(solve_corner).result() == solve_corner()


def test_analysis_options_of_katago():
    """lightvector/KataGo#608, #609"""
    answer = gtp("boardsize 9", "kata-analyze b interval 30 maxmoves 3 rootInfo true movesOwnership true")
    report = next(line for line in answer.splitlines() if "info move" in line)
    assert report.count("info move ") == 3 and "rootInfo " in report and report.count("movesOwnership ") == 3


MARKED = (
    "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[0]AB[ea][eb][ac][bc][cc][dc][ec][ce][ee][ge][af][bf][cf][df][ef][ff][gf][hf][if]AW[da][ab][bb][cb][db][ag][bg]"
    "[cg][dg][eg][fg][gg][hg][ig][bi][di][fi][hi];B[];W[]TB[aa][ba][ca][da][fa][ga][ha][ia][ab][bb][cb][db][fb][gb][hb][ib][fc][gc][hc][ic][ad][bd]"
    "[cd][dd][ed][fd][gd][hd][id][ae][be][de][fe][he][ie]TW[ah][bh][ch][dh][eh][fh][gh][hh][ih][ai][ci][ei][gi][ii])"
)


def test_the_players_marks_say_which_stones_came_off():
    """online-go/goban#27"""
    game = Game.from_sgf(MARKED)
    assert game.score(game.marked_dead).result == "B+26"
    shown = subprocess.run([sys.executable, "-m", "goboard", "score", "--json", "-"], input=MARKED, capture_output=True, text=True, check=True)
    assert json.loads(shown.stdout)["score"] == "B+26"


@pytest.mark.parametrize("text, result", [
    ("黑中盘胜", "B+R"), ("白3目半勝ち", "W+3.5"), ("흑 불계승", "B+R"), ("B + 3.5", "B+3.5"), ("Black wins by 3.5", "B+3.5"), ("white+time", "W+T"),
])  # fmt: skip
def test_results_in_words(text, result):
    """aeb, sgfutils: normalize_result"""
    from goboard.rules._results import read_result

    assert read_result(text).text == result


def test_a_file_of_tygem():
    """SabakiHQ/sgf#10"""
    text = "\\HS\r\n\\[GAMEBLACKNAME=Kim\\]\r\n\\[GAMEWHITENAME=Lee\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n119 0 &4\r\nINI 0 1 0 &4\r\nSTO 0 2 1 3 15\r\nSTO 0 3 2 15 3\r\n\\GE\r\n"
    game = Game.from_sgf(text)
    assert [move for _, move in game.moves] == [15 * 19 + 3, 3 * 19 + 15]


def test_a_part_of_the_board_is_drawn():
    """aprescott/tenuki#48"""
    from goboard import render

    whole, corner = render.svg(Board(19)), render.svg(Board(19), region="A1:G6")
    assert len(corner) < len(whole)


@pytest.mark.parametrize("text, encoding, name", [
    ("(;GM[1]SZ[9]PB[Иван Петров];B[ee])", "cp1251", "Иван Петров"),
    ("(;GM[1]SZ[9]PB[井山裕太]EV[第三十五期棋聖戦];B[ee])", "euc-jp", "井山裕太"),
])  # fmt: skip
def test_old_files_without_an_encoding(text, encoding, name):
    """SabakiHQ/Sabaki#1047"""
    assert sgf.load(io.BytesIO(text.encode(encoding)))[0].root.text("PB") == name


def test_a_region_by_names():
    """aki65/aki65.github.io#6"""
    board = Board.from_text("..OX.\n..OX.\nOOOX.\nXXXX.\n.....")
    names = ["A5", "B5", "A4", "B4"]
    by_names = goboard.solve(board, "C5", to_play=BLACK, region=names)
    assert by_names == goboard.solve(board, "C5", to_play=BLACK, region=[board.point(name) for name in names])
