"""The GTP engine, as the specification of GTP version 2, draft 2, has it; extensions as the programs that brought them have them.

https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html
"""

import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goboard import BLACK, WHITE, Board, Rules, sgf
from goboard.gtp import Clock, Engine

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
ENGINE = [sys.executable, "-m", "goboard", "gtp"]


class Session:
    """An engine of few playouts, asked line by line."""

    def __init__(self, **options):
        self.engine = Engine(**{"size": 9, "playouts": 200, "seed": 1, **options})

    def __call__(self, *lines):
        """The text of the last line's answer; each must succeed."""
        answer = "="
        for line in lines:
            answer = self.engine.answer(line)
            assert answer.startswith("=") and answer.endswith("\n\n"), (line, answer)
        return answer[1:].strip()

    def fails(self, line):
        """The text after the question mark. Nothing else has changed."""
        board, komi, rules = self.engine.board.copy(), self.engine.komi, self.engine.rules
        answer = self.engine.answer(line)
        assert answer.startswith("? ") and answer.endswith("\n\n") and "\n" not in answer[:-2], (line, answer)
        assert (self.engine.board, self.engine.komi, self.engine.rules) == (board, komi, rules)
        return answer[2:-2]

    def diagram(self, text, to_play="b"):
        board = Board.from_text(text)
        stones = [f"{color} {board.vertex(p)}" for p in range(board.pass_move) for color in [" bw"[board[p]]] if board[p]]
        self(f"boardsize {board.cols} {board.rows}", f"gogui-setup {' '.join(stones)}", f"gogui-setup_player {to_play}")

    def stones(self):
        return {color: set(self(f"list_stones {color}").split()) for color in ("black", "white")}


@pytest.fixture
def gtp():
    return Session()


# 2: the protocol.


@pytest.mark.parametrize("line, answer", [
    ("name", "= goboard\n\n"),
    ("12 name", "=12 goboard\n\n"),
    ("0 name", "=0 goboard\n\n"),
    ("clear_board", "=\n\n"),
    ("3 clear_board", "=3\n\n"),
    ("4 octopus", "?4 unknown command\n\n"),
    ("", None), ("   \t ", None), ("# name", None), ("  # 5 name", None), ("\r", None), ("\x00\x07", None),
    ("name#", "= goboard\n\n"),
    ("name\r", "= goboard\n\n"),
    ("na\rme", "= goboard\n\n"),
    ("\x00na\x7fme\x1b", "= goboard\n\n"),
    ("\t7\tknown_command\tname\t", "=7 true\n\n"),
    ("-1 name", "? unknown command\n\n"),
    ("1.5 name", "? unknown command\n\n"),
    ("NAME", "? unknown command\n\n"),
    ("5", "?5 unknown command\n\n"),
    ("\u0663 name", "? unknown command\n\n"),
])  # fmt: skip
def test_lines_and_answers(gtp, line, answer):
    assert gtp.engine.answer(line) == answer


REQUIRED = (
    "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove "  # 3.1
    "fixed_handicap place_free_handicap set_free_handicap undo time_settings time_left final_score final_status_list "  # tournaments
    "loadsgf reg_genmove showboard"  # regression, debugging
).split()


def test_every_command_of_the_specification_is_known(gtp):
    listed = gtp("list_commands").split("\n")
    assert set(REQUIRED) <= set(listed) and len(set(listed)) == len(listed)
    assert all(gtp(f"known_command {name}") == "true" for name in listed)
    assert gtp("known_command octopus") == "false"
    assert gtp("protocol_version") == "2"


def test_a_missing_argument_is_a_syntax_error(gtp):
    for name in "known_command boardsize komi play genmove fixed_handicap place_free_handicap time_settings time_left".split():
        assert gtp.fails(name).startswith("syntax error")
    for name in "final_status_list loadsgf reg_genmove kgs-rules kata-set-rules list_stones countlib is_legal".split():
        assert gtp.fails(name).startswith("syntax error")
    assert gtp.fails("set_free_handicap") == "syntax error: set_free_handicap takes 1 argument or more, not 0"


def test_answers_of_many_lines_hold_no_blank_line(gtp):
    gtp("play b d4", "play w e5")
    for name in ("showboard", "list_commands", "move_history", "gogui-analyze_commands", "goboard-ownership"):
        assert "\n\n" not in gtp(name)


# 3: setting up.


def test_the_board_size_clears_the_board_and_keeps_the_komi(gtp):
    gtp("komi 3.5", "play b d4", "boardsize 13")
    assert gtp("query_boardsize") == "13" and gtp("list_stones black") == "" and gtp("get_komi") == "3.5"


@pytest.mark.parametrize("size", ["0", "26", "-9", "1000000000000", "nine", "9.5", "9 0", "30 9"])
def test_sizes_that_are_not_acceptable(gtp, size):
    gtp("play b d4")
    assert gtp.fails(f"boardsize {size}") == "unacceptable size"


def test_rectangular_boards_are_named_columns_first(gtp):
    for line in ("rectangular_boardsize 9 13", "boardsize 9 13"):
        gtp(line)
        assert gtp.engine.board.shape == (13, 9) and gtp("query_boardsize") == "9 13"
        gtp("play b j13")
        assert gtp.fails("play w k1").startswith("syntax error")


@pytest.mark.parametrize("word, komi", [
    ("6.5", "6.5"), ("0", "0"), ("-3.5", "-3.5"), ("+7", "7"), (".5", "0.5"), ("5.", "5"), ("65e-1", "6.5"), ("-0", "0"), ("12345.75", "12345.75"),
])  # fmt: skip
def test_komi(gtp, word, komi):
    gtp(f"komi {word}")
    assert gtp("get_komi") == komi


@pytest.mark.parametrize("word", ["x", "nan", "inf", "-inf", "1e400", "1e9", "0x10", "6,5", "\uff16", "--5"])
def test_komi_is_a_number(gtp, word):
    assert gtp.fails(f"komi {word}").startswith("syntax error")


# 4.1: handicap.


def test_fixed_handicap_is_placed_where_the_specification_has_it(gtp):
    points = "D4 Q16 D16 Q4 D10 Q10 K4 K16".split()
    for stones, placed in [(2, points[:2]), (3, points[:3]), (4, points[:4]), (5, [*points[:4], "K10"]), (6, points[:6]), (7, [*points[:6], "K10"]),
                           (8, points), (9, [*points, "K10"])]:  # fmt: skip
        gtp("boardsize 19")
        assert set(gtp(f"fixed_handicap {stones}").split()) == set(placed) == gtp.stones()["black"]
    assert gtp("list_stones white") == "" and gtp.engine.board.to_play == WHITE
    assert gtp.fails("undo") == "cannot undo"


@pytest.mark.parametrize("size, most", [(6, 0), (7, 4), (8, 4), (9, 9), (12, 4), (13, 9), (25, 9)])
def test_how_many_fixed_stones_a_board_takes(gtp, size, most):
    for stones in range(11):
        gtp(f"boardsize {size}")
        if 2 <= stones <= most:
            assert len(gtp(f"fixed_handicap {stones}").split()) == stones
        else:
            assert gtp.fails(f"fixed_handicap {stones}").startswith("invalid number of stones")


@pytest.mark.parametrize("line", ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap C3 G7"])
def test_handicap_wants_an_empty_board(gtp, line):
    gtp("play b e5")
    assert gtp.fails(line) == "board not empty"
    gtp("undo", line)


@pytest.mark.parametrize("stones", [2, 9, 12, 40, 79])
def test_free_handicap_is_placed_by_the_engine(gtp, stones):
    points = gtp(f"place_free_handicap {stones}").split()
    assert len(points) == len(set(points)) and 2 <= len(points) <= stones
    assert gtp.stones() == {"black": set(points), "white": set()}
    assert gtp.engine.board.to_play == WHITE and gtp.fails("undo") == "cannot undo"


@pytest.mark.parametrize("stones", ["0", "1", "81", "-2"])
def test_free_handicap_is_two_stones_at_least_and_leaves_room(gtp, stones):
    assert gtp.fails(f"place_free_handicap {stones}").startswith("invalid number of stones")


def test_free_handicap_is_placed_by_the_controller(gtp):
    gtp("set_free_handicap c3 G7 e5")
    assert gtp.stones() == {"black": {"C3", "G7", "E5"}, "white": set()}


@pytest.mark.parametrize("points, error", [
    ("C3", "bad vertex list"), ("C3 pass", "bad vertex list"), ("C3 K1", "bad vertex list"), ("C3 I5", "bad vertex list"),
    ("C3 D4 c3", "repeated vertex"),
])  # fmt: skip
def test_lists_that_are_no_handicap(gtp, points, error):
    assert gtp.fails(f"set_free_handicap {points}") == error


def test_handicap_counts_for_white_where_the_rules_say_so(gtp):
    # Two black stones on an empty board own it all: 81 points, less komi, less one for each handicap stone.
    for rules, result in [("chinese", "B+78.5"), ("aga", "B+79.5"), ("new_zealand", "B+80.5")]:
        gtp("clear_board", "komi 0.5", f"kata-set-rules {rules}", "fixed_handicap 2")
        assert gtp("final_score") == result
    # A controller that knows no handicap commands plays the stones.
    gtp("clear_board", "kata-set-rules chinese", "play b c3", "play b g7", "play w pass")
    assert gtp("final_score") == "B+78.5"


# 5: playing.


def test_moves_are_read_in_any_case_and_either_color_may_play(gtp):
    gtp("play B d4", "play black D5", "PLAY b c3".lower(), "play W j9", "play White PASS", "play w Pass")
    assert gtp.stones() == {"black": {"D4", "D5", "C3"}, "white": {"J9"}}


KO = """
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . ."""


@pytest.mark.parametrize("diagram, line, why", [
    ("X . .", "play w a1", "occupied"),
    (". X .\nX X .\n. . .", "play w a3", "suicide"),
])  # fmt: skip
def test_illegal_moves(gtp, diagram, line, why):
    gtp.diagram(diagram)
    assert gtp.fails(line) == "illegal move"
    assert gtp(line.replace("play", "goboard-why_illegal")) == why


def test_a_ko_may_not_be_retaken_at_once(gtp):
    gtp.diagram(KO)
    gtp("play b c3")
    assert gtp("captures black") == "1" and gtp.fails("play w b3") == "illegal move"
    assert gtp("goboard-why_illegal w b3") == "ko" and gtp("is_legal w b3") == "0" and gtp("is_legal b b3") == "1"
    gtp("play w e5", "play b e1", "play w b3")


@pytest.mark.parametrize("rules, legal", [("chinese", False), ("tromp-taylor", False), ("aga", False), ("ing", False), ("japanese", True)])
def test_superko_is_as_the_rules_say(rules, legal, triple_ko):
    gtp = Session(rules=rules)
    gtp.diagram(triple_ko)
    gtp("play b d5", "play w b4", "play b f5", "play w d4", "play b b5")
    # This would complete the cycle.
    assert gtp("is_legal w f4") == str(int(legal))
    if legal:
        gtp("play w f4")
    else:
        assert gtp.fails("play w f4") == "illegal move" and gtp("goboard-why_illegal w f4") == "superko"
        assert gtp("genmove w") != "F4"


def test_undo_takes_back_moves_passes_and_captures(gtp):
    gtp.diagram(KO)
    before = gtp.stones()
    gtp("play b c3", "play w pass", "undo", "undo")
    assert gtp.stones() == before and gtp("captures black") == "0"
    assert gtp.fails("undo") == "cannot undo"
    # The ko that was there before is there again.
    gtp("play b c3", "play w e5", "undo")
    assert gtp.fails("play w b3") == "illegal move"


def test_genmove_plays_and_reg_genmove_does_not(gtp):
    move = gtp("reg_genmove b")
    assert gtp("list_stones black") == ""
    assert gtp("genmove b") == move and gtp("list_stones black") == move
    assert gtp("genmove b") != move
    assert gtp("last_move").startswith("black ")


def test_genmove_is_legal_for_either_color_whatever_was_played(gtp):
    for color in "bbwbwwbbw":
        legal = set(gtp(f"all_legal {color}").split())
        move = gtp(f"genmove {color}")
        assert move in legal


def test_the_seed_decides_the_game():
    games = [Session(seed=seed, playouts=60) for seed in (1, 1, 2)]
    for _ in range(6):
        for game in games:
            game("genmove b", "genmove w")
    assert games[0]("move_history") == games[1]("move_history") != games[2]("move_history")


def test_a_lost_game_is_resigned_unless_told_otherwise(gtp):
    gtp.diagram("""
        . . X . X . .
        . X X X X X .
        X X . X . X X
        X X X X X X .
        . X . X . X X
        X X X X X X .
        O . X . X . X""", "w")
    # A lost game at the beginning is a handicap game.
    assert gtp("genmove w") == "pass"
    gtp(*["play b pass", "play w pass"] * 5)
    assert gtp("genmove w") == "resign"
    assert gtp("last_move") == "white pass"
    gtp.engine.resign = 0
    assert gtp("genmove w") != "resign"


FINISHED = """
    . X O . .
    X X O O O
    . X X O .
    X X X O O
    . X O O ."""


def test_a_finished_game_is_passed():
    for rules in ("chinese", "japanese", "aga", "tromp-taylor"):
        gtp = Session(rules=rules, komi=0.5, resign=0)
        gtp.diagram(FINISHED)
        gtp("play b pass")
        assert gtp("genmove w") == "pass" and gtp("genmove b") == "pass"


def test_dead_stones_are_captured_in_the_cleanup(gtp):
    # The white stone at B2 is dead; it is left alone until KGS asks for the cleanup.
    gtp.diagram("""
        . . . X O . O
        . . X X O O .
        . . . X O . .
        X . X X O O O
        X X . X O . .
        . O X X O O O
        . . . X O . .""")
    gtp("komi 0", "play w pass")
    assert gtp("genmove b") == "pass"
    gtp("undo")
    for _ in range(8):
        if gtp("kgs-genmove_cleanup b") == "pass":
            break
        gtp("play w pass")
    assert gtp("color b2") != "white"


# 6: the end.


@pytest.mark.parametrize("rules", ["chinese", "japanese", "tromp-taylor", "aga"])
def test_final_score_is_what_the_rules_count_and_komi(gtp, rules):
    # By area 12 to 13, by territory 3 to 4: one point for White.
    gtp.diagram(FINISHED)
    gtp(f"kata-set-rules {rules}", "komi 2.5")
    assert gtp("final_score") == "W+3.5"


def test_a_drawn_game_is_0(gtp):
    gtp.diagram(FINISHED)
    gtp("komi -1")
    assert gtp("final_score") == "0"


def test_the_status_of_every_point(gtp):
    gtp.diagram("""
        . X . X O . .
        X X X X O O .
        . O . X O . .
        X X X X O O O""")
    gtp("kata-set-rules japanese", "komi 0")
    assert gtp("final_status_list dead") == "B2"
    alive = gtp("final_status_list alive").split("\n")
    assert sorted(len(chain.split()) for chain in alive) == [7, 11]
    assert gtp("final_status_list seki") == ""
    assert set(gtp("final_status_list black_territory").split()) == {"A4", "C4", "A2", "C2"}
    assert set(gtp("final_status_list white_territory").split()) == {"F4", "G4", "G3", "F2", "G2"}
    assert gtp("final_status_list dame") == ""
    assert [gtp(f"final_status {v}") for v in ("b2", "a1", "a4", "g4")] == ["dead", "alive", "black_territory", "white_territory"]
    # By territory Black has 5 points and the dead stone, White 5 points; by area they have 16 and 12 points.
    assert gtp("final_score") == "B+1"
    gtp("kata-set-rules chinese")
    assert gtp("final_score") == "B+4"
    assert gtp.fails("final_status_list octopus").startswith("syntax error")


@pytest.mark.parametrize("rules", ["japanese", "chinese"])
def test_stones_in_seki(gtp, rules):
    """A ten-thousand-year ko is a seki (commentary on the Japanese rules of 1989, example 5 of life and death)."""
    gtp.diagram("""
        . X X . O X X .
        X O . O O X X X
        O O O O O X . X
        X X X X X X X X""")
    gtp(f"kata-set-rules {rules}")
    assert gtp("final_status_list dead") == ""
    assert {"B4", "A3", "E4", "B3"} <= set(gtp("final_status_list seki").split())
    assert gtp("final_status h1") == "alive"


GAMES = [game for game in json.loads((DATA / "games" / "index.json").read_text()) if game.get("score") and max(game["size"]) <= 13]


@pytest.mark.parametrize("game", [pytest.param(game, id=game["name"]) for game in GAMES])
def test_finished_games_are_counted_as_on_record(gtp, game):
    removed = "result_basis" not in game
    gtp("kata-set-rules " + ("japanese" if game["score"] == "territory" else "chinese" if removed else "tromp-taylor"))
    gtp(f"loadsgf {DATA / 'games' / game['name']}.sgf")
    assert gtp("final_score") == game["result"].removesuffix(".0")
    assert set(gtp("final_status_list dead").split()) == set(game.get("dead") or ())


# Records.


RECORD = "(;SZ[9:13]KM[3.5]AB[cc]AW[dd][ee];B[aa];W[bb];B[];W[cd];B[cb])"


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "a game.sgf"
    path.write_text(RECORD)
    return path


@pytest.mark.parametrize("stop, moves, last", [
    ("", 5, "black C12"), (" 9", 5, "black C12"), (" 6", 5, "black C12"), (" 5", 4, "white C10"), (" 2", 1, "black A13"), (" B12", 1, "black A13"),
    (" c10", 3, "black pass"), (" 1", 0, None), (" 0", 0, None),
])  # fmt: skip
def test_loadsgf_stops_before_the_move(gtp, record, stop, moves, last):
    gtp(f"loadsgf {record}{stop}")
    board = gtp.engine.board
    assert board.shape == (13, 9) and gtp("get_komi") == "3.5" and board.move_count == moves
    assert board.to_play == (BLACK if moves % 2 == 0 else WHITE)
    if last:
        assert gtp("last_move") == last
    gtp(*["undo"] * moves)
    assert gtp.stones() == {"black": {"C11"}, "white": {"D10", "E9"}}


def test_files_that_cannot_be_loaded(gtp, record, tmp_path):
    gtp("play b e5")
    (tmp_path / "none.sgf").write_bytes(bytes(range(256)))
    (tmp_path / "empty.sgf").write_text("")
    (tmp_path / "huge.sgf").write_text("(;SZ[99];B[aa])")
    for name in ("none.sgf", "empty.sgf", "huge.sgf", "missing.sgf", "", "\u0000", "a game.sgf J9", "a game.sgf Z99"):
        assert gtp.fails(f"loadsgf {tmp_path}/{name}").startswith("cannot load file")
    (tmp_path / "pipe").symlink_to("/dev/stdin")
    assert gtp.fails(f"loadsgf {tmp_path}/pipe").startswith("cannot load file")


def test_what_printsgf_writes_loadsgf_reads(gtp, tmp_path):
    gtp("boardsize 9 13", "komi 6.5", "kata-set-rules aga", "set_free_handicap C3 G3 E7", "play w e5", "play b pass", "play w c4")
    board = gtp.engine.board.copy()
    answer = gtp("printsgf")
    tree = sgf.loads(answer)[0]
    root = tree.root.properties
    assert (root["SZ"], root["KM"], root["HA"], root["RU"], root["PL"]) == (["9:13"], ["6.5"], ["3"], ["aga"], ["W"])
    gtp(f"printsgf {tmp_path}/game.sgf", "boardsize 19", "komi 0", f"loadsgf {tmp_path}/game.sgf")
    assert gtp.engine.board == board and gtp.engine.handicap == 3 and gtp("get_komi") == "6.5"
    assert gtp.fails(f"printsgf {tmp_path}/no/where.sgf")


# Rules.


@pytest.mark.parametrize("word", ["japanese", "chinese", "aga", "new_zealand"])
def test_the_rules_of_kgs(gtp, word):
    gtp("komi 5", f"kgs-rules {word}")
    expected = Rules.parse({"chinese": "chinese-kgs"}.get(word, word))
    assert gtp.engine.rules == expected and gtp("get_komi") == "5"


@pytest.mark.parametrize("text", ["tromp-taylor", "japanese", "aga", "new-zealand", "chinese", "korean", "stone-scoring", "ancient-territory",
                                  '{"ko":"SIMPLE","scoring":"AREA","tax":"SEKI","suicide":false}', "koPOSITIONALscoreAREAtaxALLsui1"])  # fmt: skip
def test_rules_are_told_as_katago_reads_them(gtp, text):
    gtp(f"kata-set-rules {text}")
    rules, told = gtp.engine.rules, gtp("kata-get-rules")
    gtp("kata-set-rules tromp-taylor", f"kata-set-rules {told}")
    assert gtp.engine.rules.with_(komi=0) == rules.with_(komi=0)


def test_one_key_of_the_rules_is_set(gtp):
    gtp("kata-set-rules tromp-taylor", "kata-set-rule suicide false", "kata-set-rule ko SIMPLE")
    told = json.loads(gtp("kata-get-rules"))
    assert (told["suicide"], told["ko"], told["scoring"], told["tax"]) == (False, "SIMPLE", "AREA", "NONE")
    assert "komi" not in told and gtp("get_komi") == "7.5"
    for line in ("kata-set-rule octopus 8", "kata-set-rule ko OCTOPUS", "kata-set-rules octopus", "kata-set-rules {", "kgs-rules octopus",
                 'kata-set-rules {"ko":' + "[" * 900):  # fmt: skip
        gtp.fails(line)


def test_rules_that_forbid_what_was_played_are_refused(gtp):
    gtp.diagram(". O .\nO . .\n. . .")
    gtp("kata-set-rules new-zealand", "play b a3", "play w pass")
    assert "illegal under these rules" in gtp.fails("kata-set-rules japanese")


# Time.


def test_a_move_takes_no_longer_than_the_clock_gives():
    gtp = Session(playouts=None, seconds=60)
    for line in ("time_settings 0 1 5", "kgs-time_settings byoyomi 0 1 3", "kgs-time_settings absolute 10", "kgs-time_settings canadian 0 2 8"):
        gtp(line)
        start = time.monotonic()
        gtp("reg_genmove b")
        assert time.monotonic() - start < 1


def test_time_that_is_left_counts():
    gtp = Session(playouts=None, seconds=60)
    for settings, left in [
        ("time_settings 3600 0 0", "0.5 0"), ("time_settings 3600 60 10", "2 10"), ("kgs-time_settings byoyomi 3600 30 5", "0.5 5"),
    ]:  # fmt: skip
        gtp(settings, f"time_left b {left}")
        start = time.monotonic()
        gtp("reg_genmove b")
        assert time.monotonic() - start < 1


def test_no_time_limit():
    # A period without stones means no limit.
    for line in ("time_settings 10 1 0", "kgs-time_settings none"):
        gtp = Session(playouts=None, seconds=0.3)
        gtp(line)
        start = time.monotonic()
        gtp("reg_genmove b")
        assert 0.25 < time.monotonic() - start < 2


@pytest.mark.parametrize("line", ["time_settings 1 2", "time_settings -1 0 0", "time_settings x 0 0", "time_settings 1 1 1.5", "time_settings 1 1 -1",
                                  "time_left b", "time_left b x 0", "time_left x 1 0", "time_left b nan 0",
                                  "kgs-time_settings", "kgs-time_settings x", "kgs-time_settings byoyomi 1 2", "kgs-time_settings absolute",
                                  "kgs-time_settings absolute -1"])  # fmt: skip
def test_times_are_numbers(gtp, line):
    assert gtp.fails(line).startswith("syntax error")


def test_the_clock():
    absolute = Clock(100)
    assert absolute.budget(50) == pytest.approx(0.9 * 2)
    absolute.spend(90)
    assert absolute.budget(50) == pytest.approx(0.9 * 0.2)
    absolute.spend(100)
    assert absolute.budget(50) == 0.01
    canadian = Clock(0, 30, 10)
    assert canadian.budget(50) <= 3
    canadian.spend(28)
    assert canadian.budget(50) <= 2 / 9 * 0.9 + 30
    for _ in range(9):
        canadian.spend(0)
    assert canadian.left == 30 and canadian.stones == 10
    assert Clock(10, 5, 0).budget(50) is None


# What GUIs and match programs add.


def test_looking_at_the_board(gtp):
    gtp.diagram(KO)
    assert gtp("color c3") == "empty" and gtp("color b2") == "black" and gtp("color c2") == "white"
    assert gtp("countlib a3") == "2" and set(gtp("findlib a3").split()) == {"A2", "A4"}
    assert gtp.fails("countlib c3") == "vertex must not be empty"
    gtp("play b c3", "play w e5")
    assert gtp("move_history") == "white E5\nblack C3" and gtp("last_move") == "white E5"
    assert len(gtp("all_legal b").split()) == 25 - 8


def test_a_sequence_is_played_whole_or_not_at_all(gtp):
    gtp("gogui-play_sequence b d4 w e5 b pass w c3")
    assert gtp("move_history").count("\n") == 3
    assert gtp.fails("gogui-play_sequence b a1 w d4") == "illegal move D4"
    assert gtp.fails("gogui-play_sequence b a1 w").startswith("syntax error")


def test_a_position_is_set_up(gtp):
    gtp("play b e5", "set_position b a1 w b2", "gogui-setup_player w")
    assert gtp.stones() == {"black": {"A1"}, "white": {"B2"}} and gtp.engine.board.to_play == WHITE
    assert gtp.fails("undo") == "cannot undo"
    assert gtp.fails("gogui-setup b a1 w a1") == "bad vertex list"
    assert gtp.fails("gogui-setup b a1 w b1 w a2") == "the chain at A1 has no liberty"
    gtp("gogui-setup")
    assert gtp.stones() == {"black": set(), "white": set()}


def test_ownership_has_the_top_row_first(gtp):
    gtp.diagram("O . O .\nO O O O\nX X X X\nX . X .")
    rows = [[float(word) for word in line.split()] for line in gtp("goboard-ownership").split("\n")]
    assert len(rows) == 4 and max(max(row) for row in rows[:2]) < 0 < min(min(row) for row in rows[2:])


@pytest.mark.parametrize("line", ["lz-analyze 10", "lz-analyze w 10", "lz-analyze interval 10", "lz-analyze b interval 10 minmoves 3", "lz-analyze"])
def test_analysis_as_leela_zero_prints_it(gtp, line):
    answer = gtp.engine.answer("8 " + line)
    assert answer.startswith("=8\ninfo move ") and answer.endswith("\n\n") and answer.count("\n") == 3
    infos = answer.split("\n")[1].split("info ")[1:]
    assert len(infos) >= 10
    for order, info in enumerate(infos):
        assert re.fullmatch(rf"move ([A-J]\d|pass) visits \d+ winrate \d+ prior \d+ lcb \d+ order {order} pv \1( [A-J]\d| pass)* ?", info)
    assert gtp("list_stones black") == ""


def test_analysis_as_katago_prints_it(gtp):
    gtp.diagram(FINISHED, "w")
    answer = gtp("kata-analyze b 10 ownership true")
    values = [float(word) for word in answer.partition("ownership ")[2].split()]
    assert len(values) == 25 and values[0] > 0.5 > -0.5 > values[4]
    answer = gtp("kata-analyze w 10 ownership true")
    values = [float(word) for word in answer.partition("ownership ")[2].split()]
    assert values[0] < -0.5 < 0.5 < values[4]
    assert gtp.fails("lz-analyze 10 avoid").startswith("syntax error") and gtp.fails("lz-analyze x").startswith("syntax error")


def test_a_move_with_its_analysis(gtp):
    for line, color in [("lz-genmove_analyze b 100", "black"), ("kata-genmove_analyze w 100 ownership true", "white")]:
        report, move = gtp(line).split("\n")
        assert report.startswith("info move ") and ("ownership" in line) == ("ownership" in report)
        assert move == "play " + gtp("last_move").removeprefix(f"{color} ")


# Hostile input.


WORDS = ["b", "w", "D4", "pass", "resign", "0", "-1", "9", "99999999999999999999", "nan", "\u00e9", "\U0001f600", "A0", "ZZ9", "{}", "[[", "%s", "/",
         "..", "\ud800", "\x85", "japanese", "dead", "none", "2", "1e999", "a" * 500]  # fmt: skip


def test_no_line_ends_the_session(monkeypatch, tmp_path):
    """Every command with every kind of arguments: an answer, and then the next."""
    monkeypatch.chdir(tmp_path)
    gtp = Session(size=5, playouts=2)
    draw = random.Random(1)
    names = [name for name in gtp("list_commands").split() if name not in ("quit", "printsgf")]
    for _ in range(1200):
        line = " ".join([draw.choice(names), *draw.choices(WORDS, k=draw.randrange(5))])
        answer = gtp.engine.answer(line)
        assert answer[0] in "=?" and answer.endswith("\n\n") and "\n\n" not in answer[:-2], line
        gtp.engine.board.check()
        if gtp.engine.board.pass_move > 100:
            gtp("boardsize 5", "kata-set-rules chinese")


def test_bytes_that_are_no_commands(gtp):
    draw = random.Random(2)
    for _ in range(500):
        line = draw.randbytes(draw.randrange(60)).decode("latin-1").replace("\n", "")
        answer = gtp.engine.answer(line)
        assert answer is None or answer.startswith("?")


def test_long_lines_are_refused(gtp):
    assert gtp.fails("name " + "x" * 200_000) == "line too long"


def test_a_fault_of_the_engine_is_an_answer_too(gtp, monkeypatch, capsys):
    monkeypatch.setattr("goboard.gtp.search", lambda *args, **options: 1 / 0)
    assert gtp.fails("genmove b") == "division by zero"
    assert "ZeroDivisionError" in capsys.readouterr().err


# Engines that cannot be.


@pytest.mark.parametrize("options", [{"playouts": None}, {"playouts": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"resign": 5}, {"resign": -1},
                                     {"komi": float("inf")}, {"rules": "octopus"}, {"size": 26}, {"size": (9, 0)}, {"seed": -1}, {"resign": float("nan")}])  # fmt: skip
def test_options_out_of_range(options):
    with pytest.raises(ValueError):
        Engine(**options)


@pytest.mark.parametrize("options", [{"playouts": "5"}, {"playouts": 5.5}, {"seconds": "1"}, {"resign": None}, {"komi": True}, {"seed": "x"}, {"size": "9"},
                                     {"rules": 5}])  # fmt: skip
def test_options_of_another_kind(options):
    with pytest.raises(TypeError):
        Engine(**options)


# The command.


def run(lines, *options):
    done = subprocess.run([*ENGINE, *options], input=lines, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_session_over_pipes():
    lines = b"# hello\r\n\r\n1 boardsize 9\r\n2 genmove b\r\nlist_stones b\na\rme\nnam\re\nquit\nname\n"
    code, out, err = run(lines, "--seed", "1", "--playouts", "50")
    assert (code, err) == (0, "")
    answers = out.split("\n\n")
    assert answers[0] == "=1" and re.fullmatch("=2 [A-J][1-9]", answers[1])
    assert answers[2] == "= " + answers[1][3:] and answers[3:] == ["? unknown command", "= goboard", "=", ""]


def test_the_input_ends_without_quit_or_line_end():
    assert run(b"name\nname") == (0, "= goboard\n\n= goboard\n\n", "")
    assert run(b"") == (0, "", "")


def test_hostile_bytes_over_pipes():
    code, out, err = run(b"\xff\xfe\x00name\n" + b"x" * 1_000_000 + b"\n" + b"\x00" * 1000 + b"\n7 name\n")
    assert (code, err) == (0, "") and out.count("?") == 2 and out.endswith("=7 goboard\n\n")


def test_options_of_the_command():
    code, out, _ = run(b"query_boardsize\nget_komi\nkata-get-rules\n", "--size", "13", "--komi", "0.5", "--rules", "japanese")
    answers = out.split("\n\n")
    assert code == 0 and answers[:2] == ["= 13", "= 0.5"] and json.loads(answers[2][2:])["scoring"] == "TERRITORY"
    for options in (["--rules", "octopus"], ["--size", "26"], ["--size", "26", "--json"]):
        code, out, err = run(b"", *options)
        assert code == 1 and out == "" and err.startswith("goboard: ") and err.count("\n") == 1
    for options in (["--playouts", "0"], ["--seconds", "-1"], ["--resign", "101"], ["--size", "x"], ["--resign", "5", "--no-resign"]):
        assert run(b"", *options)[0] == 2


def test_the_next_line_ends_an_analysis():
    engine = subprocess.Popen([*ENGINE, "--size", "9"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    engine.stdin.write("lz-analyze 5\n")
    lines = [engine.stdout.readline() for _ in range(4)]
    assert lines[0] == "=\n" and all(line.startswith("info move") for line in lines[1:])
    start = time.monotonic()
    engine.stdin.write("5 name\n")
    while (line := engine.stdout.readline()) != "=5 goboard\n":
        assert line == "\n" or line.startswith("info move")
    assert time.monotonic() - start < 5
    engine.stdin.write("kata-analyze 1000\nquit\n")
    assert engine.communicate(timeout=10)[0].endswith("\n\n=\n\n") and engine.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize("line", ["name", "genmove b", "lz-analyze 10"])
def test_ctrl_c_ends_the_session(line):
    engine = subprocess.Popen([*ENGINE, "--playouts", "100000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    engine.stdin.write(f"name\n{line}\n")
    engine.stdin.flush()
    engine.stdout.readline()
    time.sleep(0.5)
    engine.send_signal(signal.SIGINT)
    assert "Traceback" not in engine.communicate(timeout=20)[1] and engine.returncode == 130


# Against GNU Go.


@pytest.mark.skipif(not GNUGO, reason="gnugo is not installed")
def test_gnu_go_agrees_move_by_move():
    """300 moves of either color anywhere: the same ones are refused, and the boards stay the same."""
    draw = random.Random(3)
    gtp = Session(size=7, rules="japanese")
    lines = ["boardsize 7", "clear_board"]
    for number in range(300):
        point = "ABCDEFG"[draw.randrange(7)] + str(1 + draw.randrange(7))
        lines.append(f"play {'bw'[(number + draw.randrange(5) // 4) % 2]} {point}")
        lines += [f"countlib {point}", "captures black", "captures white"] + ["undo"] * (draw.random() < 0.05)
        if number % 10 == 0:
            lines += ["list_stones black", "list_stones white", "all_legal black", "all_legal white"]
    told = subprocess.run([GNUGO, "--mode", "gtp", "--forbid-suicide", "--simple-ko"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    theirs = told.stdout.split("\n\n")
    ours = [gtp.engine.answer(line) for line in lines]
    assert len(theirs) >= len(ours)
    for line, our, their in zip(lines, ours, theirs):
        assert our[0] == their[0], line
        assert set(our[1:].split()) == set(their[1:].split()) or our[0] == "?", line


@pytest.mark.skipif(not GNUGO or not (ROOT / "benchmarks" / "matches.py").exists(), reason="gnugo is not installed")
def test_a_short_match_against_gnu_go():
    command = [sys.executable, "-m", "benchmarks.matches", "--games", "2", "--playouts", "1000", "--resign", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout[done.stdout.index("{"):])
    assert told["games"] == 2 and told["faults of goboard"] == [] and told["faults of the opponent"] == []
    assert told["then same score"] == told["same dead stones"]


PAGE = ROOT / "docs" / "gtp.md"


@pytest.mark.skipif(not PAGE.exists(), reason="installed without the documents")
def test_the_documents_name_every_command_and_option(gtp):
    text = PAGE.read_text(encoding="utf-8")
    for name in gtp("list_commands").split():
        assert re.search(rf"`{re.escape(name)}[` ]", text), name
    options = set(re.findall(r"--[a-z-]+", subprocess.run([*ENGINE, "--help"], capture_output=True, text=True).stdout))
    assert all(f"`{option}" in text for option in options - {"--help"}), options


@pytest.mark.parametrize("command", ["lz-genmove_analyze", "kata-genmove_analyze"])
def test_an_answer_has_no_empty_line_inside(command):
    engine = Engine(size=3, playouts=1, seed=1)
    for color in "bwbwbw":
        answer = engine.answer(f"{command} {color}")
        assert "\n\n" not in answer.rstrip("\n"), answer


# Analysis: what may be asked for. KataGo's docs/GTP_Extensions.md; `avoid` and `allow` also leela-zero/leela-zero#1949.


def infos(answer):
    """The moves of the last report of an answer: dicts of words, with lists for pv and the like; and what follows them."""
    line = [line for line in answer.split("\n") if line.startswith(("info", "rootInfo"))][-1]
    moves, rest = [], {}
    at, key = rest, None
    for word in line.split():
        if word in ("info", "rootInfo"):
            at, key = ({}, None) if word == "info" else (rest.setdefault("rootInfo", {}), None)
            if word == "info":
                moves.append(at)
        elif word in ("ownership", "ownershipStdev"):
            at, key = rest, word
            at[key] = []
        elif re.fullmatch(r"[a-z][a-zA-Z]+", word) and word != "pass":
            key = word
            at[key] = []
        else:
            at[key].append(word)
    return moves, rest


def names(answer):
    return [move["move"][0] for move in infos(answer)[0]]


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "analyze", "lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze",
                                     "kata-search_analyze", "kata-search_analyze_cancellable"])  # fmt: skip
def test_only_allowed_moves_are_looked_at(command):
    gtp = Session()
    answer = gtp(f"{command} b interval 30 allow b A1,B1 1")
    assert set(names(answer)) == {"A1", "B1"}
    if command.rpartition("-")[2] != "analyze":
        assert answer.rpartition("play ")[2] in ("A1", "B1")
    assert gtp("list_stones black") == (answer.rpartition("play ")[2] if "genmove" in command else "")


@pytest.mark.parametrize("command", ["lz-genmove_analyze", "kata-genmove_analyze"])
def test_avoided_moves_are_not_played(command):
    for seed in range(3):
        gtp, avoided = Session(seed=seed), []
        for _ in range(5):
            answer = gtp(f"{command} b{''.join(f' avoid b {move} 1' for move in avoided)}")
            move = answer.rpartition("play ")[2]
            assert move not in avoided and not set(names(answer)) & set(avoided)
            avoided.append(move)
            gtp("undo")


def test_moves_are_avoided_by_their_side_and_to_their_depth(gtp):
    """Black's second move in a line is two moves from the position, White's first one move."""
    everywhere = ",".join(gtp("all_legal b").split()) + ",pass"
    line = infos(gtp("kata-analyze b 50 allow b E5,C3 3 allow w G7,pass 2 maxmoves 1"))[0][0]["pv"]
    assert line[0] in ("E5", "C3") and line[1] in ("G7", "pass") and line[2] in {"E5", "C3"} - {line[0]}
    # White may go anywhere, Black nowhere but to D4, and after that he passes: there is nothing else for him.
    line = infos(gtp("kata-analyze b 50 allow b D4 9 maxmoves 1"))[0][0]["pv"]
    assert line[0] == "D4" and set(line[2:9:2]) == {"pass"}
    line = infos(gtp("kata-analyze b 50 avoid w E5,D5 2 maxmoves 1 allow b D4 1"))[0][0]["pv"]
    assert line[1] not in ("E5", "D5", "D4")
    assert gtp.fails(f"kata-analyze b avoid b {everywhere} 1") == "allow and avoid leave no move to search"
    assert gtp.fails(f"kata-genmove_analyze b avoid b {everywhere} 1") == "allow and avoid leave no move to search"


def test_a_move_that_is_allowed_is_looked_at_however_bad(gtp):
    # A1 fills an eye.
    gtp.diagram(FINISHED, "b")
    assert names(gtp("kata-analyze b 10 allow b A1 1")) == ["A1"]
    assert gtp.fails("kata-analyze b allow b B1 1") == "allow and avoid leave no move to search"


def test_leela_zero_allows_no_pass_besides(gtp):
    assert set(names(gtp("lz-analyze 10 allow b E5,D4 1 avoid b pass,resign 1"))) == {"E5", "D4"}
    assert "pass" in names(gtp("lz-analyze 10 allow b E5,pass 1"))


def test_who_avoids_to_resign_plays_on():
    gtp = Session()
    gtp.diagram("""
        . . X . X . .
        . X X X X X .
        X X . X . X X
        X X X X X X .
        . X . X . X X
        X X X X X X .
        O . X . X . X""", "w")
    gtp(*["play b pass", "play w pass"] * 5)
    assert gtp("kata-search w") == "resign"
    assert gtp("lz-genmove_analyze w avoid b resign 1").endswith("play resign")
    assert gtp("last_move") == "white pass"
    assert gtp("lz-genmove_analyze w avoid w resign 1").endswith("play pass")


def test_as_many_moves_as_asked_for(gtp):
    assert len(names(gtp("kata-analyze b 10 maxmoves 3"))) == 3
    assert len(names(gtp("lz-analyze b 10 maxmoves 1"))) == 1
    assert len(names(gtp("lz-analyze b 1 minmoves 82"))) == 82
    assert len(names(gtp("lz-analyze b 1 minmoves 82 maxmoves 5"))) == 5
    moves, rest = infos(gtp("kata-analyze b 1 maxmoves 0 rootInfo true"))
    assert moves == [] and int(rest["rootInfo"]["visits"][0]) > 0


def test_what_katago_can_be_asked_for(gtp):
    gtp("boardsize 9 7", "play b e5")
    keys = "rootInfo ownership ownershipStdev movesOwnership movesOwnershipStdev pvVisits pvEdgeVisits".split()
    for key in keys:
        assert key not in gtp(f"kata-analyze w 10 {key} false").split()
        assert key in gtp(f"kata-analyze w 10 maxmoves 2 {key} true").split()
    moves, rest = infos(gtp("kata-analyze w 30 " + " ".join(f"{key} true" for key in keys)))
    for order, move in enumerate(moves):
        assert move["order"] == [str(order)] and move["pv"][0] == move["move"][0]
        assert len(move["movesOwnership"]) == len(move["movesOwnershipStdev"]) == 63
        visits = list(map(int, move["pvVisits"]))
        assert len(visits) == len(move["pv"]) and visits[0] == int(move["visits"][0]) and visits == sorted(visits, reverse=True)
        assert move["pvEdgeVisits"] == move["pvVisits"]
        assert 0 <= float(move["lcb"][0]) <= float(move["winrate"][0]) <= 1
        # Nine tenths the result, 1 or -1, and up to two tenths for by how much: 1.1 at most.
        assert -1.1 <= float(move["utilityLcb"][0]) <= float(move["utility"][0]) <= 1.1
    assert [int(move["visits"][0]) for move in moves] == sorted((int(move["visits"][0]) for move in moves), reverse=True)
    assert len(rest["ownership"]) == len(rest["ownershipStdev"]) == 63
    root = rest["rootInfo"]
    # What holds of the whole is the mean of the parts.
    total = sum(int(move["visits"][0]) for move in moves)
    assert int(root["visits"][0]) == total
    for key in ("winrate", "scoreLead", "utility"):
        mean = sum(int(move["visits"][0]) * float(move[key][0]) for move in moves) / total
        assert mean == pytest.approx(float(root[key][0]), abs=1e-3)
    priors = [float(move["prior"][0]) for move in infos(gtp("kata-analyze w 1 minmoves 100"))[0]]
    assert sum(priors) == pytest.approx(1, abs=1e-4)


def test_ownership_after_each_move(gtp):
    """Whoever plays D7 first has the upper left corner (three in a row)."""
    gtp.diagram("""
        O O . . . O X
        O O O O O O X
        X X X X X X X
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""", "b")
    moves, _ = infos(gtp("kata-analyze b 50 allow b D7,G1 1 movesOwnership true movesOwnershipStdev true"))
    inside, outside = (next(move for move in moves if move["move"] == [name]) for name in ("D7", "G1"))
    assert float(inside["movesOwnership"][0]) > 0.5 and float(outside["movesOwnership"][0]) < 0
    # The owner is 1 or -1, seldom 0: mean square and variance are 1 together, or less.
    for mean, deviation in zip(map(float, inside["movesOwnership"]), map(float, inside["movesOwnershipStdev"])):
        assert 0.8 < mean**2 + deviation**2 < 1.001


def test_better_moves_lead_by_more(gtp):
    """The same position: Black takes White's corner with D7, or leaves it."""
    gtp.diagram("""
        O O . . . O X
        O O O O O O X
        X X X X X X X
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""", "b")
    gtp("komi 30")
    for color in "bw":
        moves, _ = infos(gtp(f"kata-analyze {color} 50 allow {color} D7,G1 1"))
        found = {move["move"][0]: move for move in moves}
        assert moves[0]["move"] == ["D7"]
        for key in ("scoreLead", "scoreMean", "scoreSelfplay", "winrate", "utility", "lcb", "utilityLcb"):
            assert float(found["D7"][key][0]) > float(found["G1"][key][0]), key
        # With White dead Black owns all 49 points, else 38 and White 11: 22 points, were the playouts perfect.
        assert 8 < float(found["D7"]["scoreLead"][0]) - float(found["G1"]["scoreLead"][0]) < 36
        assert float(found["D7"]["scoreStdev"][0]) >= 0


@pytest.mark.parametrize("arguments, error", [
    ("octopus 1", "octopus"), ("b 10 octopus", "octopus"), ("interval", "interval"), ("interval x", "x"), ("interval -1", "negative"),
    ("minmoves -1", "minmoves"), ("maxmoves 1.5", "maxmoves"), ("rootInfo 1", "rootInfo"), ("ownership yes", "ownership"),
    ("pvVisits", "pvVisits"), ("noResultValue true", "noResultValue"), ("interval 1 interval 2", "interval"), ("1 interval 2", "interval"),
    ("avoid", "avoid"), ("avoid b", "avoid"), ("avoid b A1", "avoid"), ("avoid b A1 0", "depth"), ("avoid b A1 x", "depth"), ("avoid x A1 1", "color"),
    ("avoid b A10 1", "A10"), ("allow b Z1 1", "Z1"), ("allow b A1 1 allow b A2 1", "allow"), ("allow b A1 1 avoid b A2 1", "allow"),
    ("avoid b A2 1 allow b A1 1", "allow"), ("allow b resign 1", "resign"), ("avoid b , 1", "vertex"), ("b w", "w"), ("b 10 20", "20"),
])  # fmt: skip
@pytest.mark.parametrize("command", ["kata-analyze", "kata-genmove_analyze", "kata-search_analyze"])
def test_keys_that_cannot_be_used_are_refused(gtp, command, arguments, error):
    assert error in gtp.fails(f"{command} {arguments}")


@pytest.mark.parametrize("key", ["ownership", "rootInfo", "pvVisits", "movesOwnership"])
def test_leela_zeros_commands_have_no_keys_of_katago(gtp, key):
    assert key in gtp.fails(f"lz-analyze b 10 {key} true") and key in gtp.fails(f"lz-genmove_analyze b 10 {key} true")


def test_a_search_plays_nothing(gtp):
    move = gtp("kata-search b")
    assert gtp("kata-search_cancellable b") == move and gtp("kata-search_analyze b").endswith(f"play {move}")
    assert gtp("kata-search_analyze_cancellable b").endswith(f"play {move}")
    assert gtp("list_stones black") == "" and gtp("genmove b") == move


def test_a_search_is_cancelled_by_the_next_line():
    engine = subprocess.Popen([*ENGINE, "--size", "9", "--playouts", "100000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    engine.stdin.write("kata-search_cancellable b\n")
    time.sleep(0.5)
    engine.stdin.write("name\n")
    assert [engine.stdout.readline() for _ in range(4)] == ["= cancelled\n", "\n", "= goboard\n", "\n"]
    engine.stdin.write("kata-search_analyze_cancellable b 10 maxmoves 1\n")
    assert engine.stdout.readline() == "=\n" and engine.stdout.readline().startswith("info move")
    # A line end alone is a line.
    engine.stdin.write("\n")
    while (line := engine.stdout.readline()) != "play cancelled\n":
        assert line.startswith("info move")
    assert engine.stdout.readline() == "\n"
    engine.stdin.write("quit\n")
    assert engine.communicate(timeout=10)[0] == "=\n\n"


def test_reports_come_while_a_move_is_looked_for():
    engine = subprocess.Popen([*ENGINE, "--size", "9", "--seconds", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    start = time.monotonic()
    engine.stdin.write("kata-genmove_analyze b 10 maxmoves 1\n")
    assert engine.stdout.readline() == "=\n" and engine.stdout.readline().startswith("info move")
    assert time.monotonic() - start < 1
    reports = 0
    while (line := engine.stdout.readline()).startswith("info move"):
        reports += 1
    assert reports >= 3 and line.startswith("play ")
    engine.stdin.write("quit\n")
    engine.communicate(timeout=10)


@pytest.mark.parametrize("line", ["\n", "# a comment\n", "name\n"])
def test_any_line_ends_an_analysis(line):
    engine = subprocess.Popen([*ENGINE, "--size", "9"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    engine.stdin.write("kata-analyze 1000\n")
    time.sleep(0.5)
    start = time.monotonic()
    engine.stdin.write(line)
    assert engine.stdout.readline() == "=\n"
    assert engine.stdout.readline().startswith("info move") and engine.stdout.readline() == "\n"
    assert time.monotonic() - start < 0.5
    engine.stdin.write("quit\n")
    engine.communicate(timeout=10)


# Arguments.


def test_more_arguments_than_a_command_takes(gtp, capsys):
    """GNU Go and gomill ignore them; here they are warned about. KataGo refuses them, as its commands do here."""
    gtp("play b d4 e5")
    assert gtp.stones()["black"] == {"D4"} and "play takes 2 arguments, not 3: e5 is ignored" in capsys.readouterr().err
    for line in ("kata-get-rules 1", "kata-set-rule suicide true 1", "kata-search b w", "goboard-why_illegal b d4 e5", "kgs-rules new zealand",
                 "boardsize 9 9 9", "kgs-time_settings none 1", "kata-time_settings absolute 1 2", "kata-get-param maxTime 1"):  # fmt: skip
        assert gtp.fails(line).startswith("syntax error")


def test_every_command_has_its_number_of_arguments(gtp):
    from goboard.gtp import COMMANDS

    for name, (_, least, most) in COMMANDS.items():
        if least:
            assert gtp.fails(" ".join([name, *["1"] * (least - 1)])).startswith(f"syntax error: {name} takes {least}")
        assert most is None or most >= least


# Clocks.


def test_what_main_time_did_not_pay_for_the_period_pays():
    # 10 s, then 30 s for 5 stones: a move of 12 s leaves 28 s for the 4 stones after it.
    canadian = Clock(10, 30, 5)
    canadian.spend(12)
    assert (canadian.left, canadian.stones, canadian.overtime) == (28, 4, True)
    assert canadian.budget(50) == pytest.approx(0.9 * 28 / 4)
    for _ in range(4):
        canadian.spend(5)
    assert (canadian.left, canadian.stones) == (30, 5)


def test_periods_are_lost_one_by_one():
    # 10 s, then 3 periods of 30 s: 12 s leaves all three, 31 s more one less, and a period begins anew after every move.
    japanese = Clock(10, 30, periods=3)
    assert japanese.budget(9) == pytest.approx(0.9 * (10 / 9 + 30))
    japanese.spend(12)
    assert (japanese.left, japanese.periods_left, japanese.overtime) == (30, 3, True)
    japanese.spend(31)
    assert (japanese.left, japanese.periods_left) == (30, 2)
    japanese.spend(29)
    assert (japanese.left, japanese.periods_left) == (30, 2)
    assert japanese.budget(9) == pytest.approx(0.9 * 30)
    japanese.spend(59)
    assert (japanese.left, japanese.periods_left) == (30, 1)
    japanese.spend(30)
    assert japanese.budget(9) == 0.01
    # What the controller gives as stones are periods.
    japanese.set_left(12, 2)
    assert (japanese.left, japanese.periods_left) == (12, 2)


def test_fischers_clock():
    clock = Clock(60, increment=5)
    clock.spend(10)
    assert clock.left == 55 and clock.budget(10) == pytest.approx(0.9 * (5.5 + 5))
    clock.spend(54)
    assert clock.left == 6 and clock.budget(10) == pytest.approx(0.9 * (0.6 + 5))
    clock.spend(5.9)
    # The increment comes after the move: no move may take more than there is.
    assert clock.left == pytest.approx(5.1) and clock.budget(10) == pytest.approx(4.9)
    capped = Clock(60, increment=30, cap=80, longest=4)
    capped.spend(1)
    assert capped.left == 80 and capped.budget(1) == pytest.approx(3.8)


def test_time_settings_of_katago(gtp):
    assert gtp("kata-list_time_settings") == "none absolute byoyomi canadian fischer fischer-capped"
    for line in ("none", "absolute 10.5", "byoyomi 10 5.5 3", "byoyomi 10 5 0", "canadian 10 5 3", "canadian 10 5 0", "fischer 60.5 2.5",
                 "fischer-capped 60 2 100 30", "fischer-capped 60 2 -1 -1", "absolute 2147483647", "FISCHER 1 1"):  # fmt: skip
        gtp(f"kata-time_settings {line}")
    gtp("kata-time_settings fischer-capped 60 2 -1 30", "time_left w 20 0")
    clock = gtp.engine.clocks[WHITE]
    assert (clock.left, clock.increment, clock.cap, clock.longest) == (20, 2, float("inf"), 30)
    for line in ("fischer 1", "fischer 1 2 3", "fischer -1 2", "fischer-capped 60 2 50 -1", "fischer-capped 60 2", "absolute", "absolute nan", "none 1",
                 "canadian 1 2", "byoyomi 1 2 -3", "byoyomi 1 2 1.5", "sandglass 10", "absolute 1e300"):  # fmt: skip
        assert gtp.fails(f"kata-time_settings {line}").startswith("syntax error")
    assert gtp.fails("kgs-time_settings fischer 60 5").startswith("syntax error")


def test_fischers_clock_limits_a_move():
    gtp = Session(playouts=None, seconds=60)
    gtp("kata-time_settings fischer-capped 3600 0 -1 0.5")
    start = time.monotonic()
    gtp("genmove b")
    assert time.monotonic() - start < 0.8
    assert 3599 < gtp.engine.clocks[BLACK].left < 3600 == gtp.engine.clocks[WHITE].left


def test_time_left_is_used_or_refused(gtp):
    gtp("time_settings 100 0 0")
    assert "byo-yomi" in gtp.fails("time_left b 10 5")
    assert gtp.fails("time_left b 10 -1").startswith("syntax error")
    gtp("time_settings 100 30 5", "time_left b 20 3")
    assert (gtp.engine.clocks[BLACK].left, gtp.engine.clocks[BLACK].stones) == (20, 3)
    assert gtp.engine.clocks[WHITE].left == 100
    # No limit, until the controller says how much is left.
    gtp("time_settings 0 30 0", "time_left b 1 0")
    assert gtp.engine.clocks[BLACK].budget(10) == pytest.approx(0.09) and gtp.engine.clocks[WHITE].budget(10) is None


# KataGo's parameters.


def test_parameters_are_read_and_set():
    gtp = Session(playouts=200, resign=0.05)
    names = gtp("kata-list-params").split()
    assert list(json.loads(gtp("kata-get-params"))) == names
    assert gtp("kata-get-param maxPlayouts") == "200" and float(gtp("kata-get-param resignThreshold")) == pytest.approx(-0.9)
    gtp("kata-set-param maxVisits 50")
    moves, _ = infos(gtp("kata-search_analyze b"))
    assert sum(int(move["visits"][0]) for move in moves) == 50 and gtp("kata-get-param maxVisits") == "50"
    gtp('kata-set-params {"maxPlayouts": 100000000, "maxVisits": "100000000", "maxTime": 0.2}')
    start = time.monotonic()
    gtp("kata-search b")
    assert 0.15 < time.monotonic() - start < 0.6
    before = gtp("kata-get-params")
    for line in ("kata-set-param octopus 1", "kata-set-param maxTime nan", "kata-set-param maxTime 0", "kata-set-param maxVisits 0", "kata-set-param maxVisits 1.5",
                 "kata-set-param maxVisits", "kata-get-param octopus", "kata-get-param", "kata-set-params 5", "kata-set-params {", "kata-set-params [1]",
                 'kata-set-params {"maxVisits": 7, "octopus": 1}', "kata-set-param resignThreshold 2", 'kata-set-params {"maxTime": [1]}'):  # fmt: skip
        gtp.fails(line)
    assert gtp("kata-get-params") == before
    # There is no neural net.
    assert gtp("kata-get-models") == "[]" and gtp("known_command kata-raw-nn") == "false" and gtp.fails("kata-raw-nn 0") == "unknown command"


# Records and their rules.


NEW_ZEALAND = "(;GM[1]FF[4]SZ[9]RU[NZ]KM[7];B[ca];W[ba];B[bb];W[ii];B[ab];W[aa];B[cc])"


@pytest.fixture
def load(tmp_path):
    def load(gtp, text, stop=""):
        path = tmp_path / "a  game.sgf"
        path.write_text(text)
        return gtp(f"loadsgf {path}{stop}")

    return load


def test_rules_follow_the_record(gtp, load, capsys):
    """lightvector/KataGo#47. White's sixth move is a suicide of two stones, which New Zealand's rules allow."""
    load(gtp, NEW_ZEALAND)
    assert gtp.engine.rules.with_(komi=0) == Rules.preset("new-zealand", komi=0) and gtp("get_komi") == "7"
    assert gtp.stones() == {"black": {"C9", "B8", "A8", "C7"}, "white": {"J1"}}
    assert json.loads(gtp("kata-get-rules"))["suicide"] is True
    assert sgf.loads(gtp("printsgf"))[0].root.get("RU") == "new-zealand"
    load(gtp, "(;SZ[9]RU[Japanese]KM[6.5];B[ee];W[cc])")
    assert gtp.engine.rules == Rules.preset("japanese") and json.loads(gtp("kata-get-rules"))["scoring"] == "TERRITORY"
    assert sgf.loads(gtp("printsgf"))[0].root.get("RU") == "japanese"
    assert capsys.readouterr().err == ""


def test_the_count_follows_the_record(gtp, load):
    """By area 12 to 13, by territory 3 to 4 (FINISHED); a stone of White's more in White's territory costs a point by territory alone."""
    text = "(;SZ[5]KM[0]RU[{}]AB[ba][ab][bb][bc][cc][ad][bd][cd][be]AW[ca][cb][db][eb][dc][dd][ed][ce][de]PL[W];W[da];B[];W[])"
    load(gtp, text.format("Chinese"))
    assert gtp("final_score") == "W+1"
    load(gtp, text.format("Japanese"))
    assert gtp("final_score") == "0"


def test_rules_that_nobody_knows_are_warned_about(gtp, load, capsys):
    load(gtp, "(;SZ[9]RU[octopus]KM[6.5];B[ee])")
    assert gtp.engine.rules.name == "chinese" and "RU[octopus]" in capsys.readouterr().err
    load(gtp, "(;SZ[9];B[ee])")
    assert gtp("get_komi") == "6.5" and "komi" in capsys.readouterr().err


def test_a_move_against_the_rules_of_its_record_is_history(gtp, load, capsys):
    load(gtp, NEW_ZEALAND.replace("NZ", "Chinese"))
    assert gtp.stones() == {"black": {"C9", "B8", "A8", "C7"}, "white": {"J1"}} and gtp.engine.board.to_play == WHITE
    assert "suicide" in capsys.readouterr().err
    # From the suicide on it is a game by Chinese rules.
    gtp("undo")
    assert gtp.fails("undo") == "cannot undo" and not gtp.engine.board.suicide


def test_rules_without_a_name_survive_a_record(gtp, tmp_path):
    for change in ("suicide true", "ko SITUATIONAL", "tax SEKI", "whiteHandicapBonus N-1"):
        gtp("kata-set-rules chinese", f"kata-set-rule {change}")
        rules = gtp.engine.rules
        gtp(f"printsgf {tmp_path}/game.sgf", "kata-set-rules japanese", f"loadsgf {tmp_path}/game.sgf")
        assert gtp.engine.rules.with_(komi=0) == rules.with_(komi=0)
    assert gtp("printsgf -") == gtp("printsgf")


def test_names_of_files_may_have_spaces(gtp, load):
    load(gtp, RECORD, " 3")
    assert gtp.engine.board.move_count == 2
    load(gtp, RECORD, " 99")
    assert gtp.engine.board.move_count == 5
    # The main line, whatever the variations.
    load(gtp, "(;SZ[9]KM[0];B[ee](;W[cc];B[cd])(;W[gg]))")
    assert gtp("move_history") == "black C6\nwhite C7\nblack E5"


# Rules that the engine does not play to the letter.


def test_ings_ko_is_warned_about(gtp, capsys):
    gtp("kata-set-rules ing")
    assert "positional superko" in capsys.readouterr().err
    gtp("kata-set-rules chinese")
    assert capsys.readouterr().err == ""


def test_the_first_pass_takes_the_button(gtp):
    # By area 12 to 13; Black passed first.
    gtp.diagram(FINISHED)
    gtp("kata-set-rules aga-button", "komi 0", "play b pass", "play w pass")
    assert gtp("final_score") == "W+0.5"


def test_a_point_is_set_up_once(gtp):
    for command in ("gogui-setup", "set_position"):
        assert gtp.fails(f"{command} b a1 b a1") == "bad vertex list"


HANDICAP = "(;RU[{}]SZ[9]KM[0.5]{};W[ea];W[eb];W[ec];W[ed];W[ee];W[ef];W[eg];W[eh];W[ei];B[dd];B[de];B[df];B[dg];B[dh];B[di])"


@pytest.mark.parametrize("said, stones", [
    ("HA[3];B[da];B[db];B[dc]", 3), ("HA[3]AB[da][db][dc]", 3), ("AB[da][db][dc]", 3), (";B[da];B[db];B[dc]", 3), ("HA[0];B[da];B[db];B[dc]", 0),
])  # fmt: skip
def test_compensation_is_the_same_however_a_handicap_is_written(gtp, load, said, stones):
    """Black has 36 points, White 45 and the komi; Chinese rules give n for n stones, the AGA's n - 1, Japanese rules nothing."""
    for rules, bonus in [("Chinese", stones), ("AGA", max(stones - 1, 0)), ("Japanese", 0)]:
        load(gtp, HANDICAP.format(rules, said))
        assert gtp("final_score") == f"W+{9.5 + bonus:g}"
        assert sgf.loads(text := gtp("printsgf"))[0].root.get("HA") == str(stones)
        load(gtp, text)
        assert gtp("final_score") == f"W+{9.5 + bonus:g}"
    # The same game played, and the same by Game.
    gtp("clear_board", "kata-set-rules chinese", *[f"play b D{row}" for row in (9, 8, 7)], *[f"play w E{row}" for row in range(1, 10)])
    gtp(*[f"play b D{row}" for row in range(1, 7)])
    assert gtp("final_score") == "W+12.5"


def test_stones_that_were_set_up_are_no_handicap(gtp, load):
    gtp("set_position b c3 b g7", "gogui-setup_player w", "komi 0", "play w pass")
    assert gtp("final_score") == "B+81"
    load(gtp, gtp("printsgf"))
    assert gtp("final_score") == "B+81" and gtp.engine.handicap == 0


def test_what_a_record_says_and_nobody_understands_is_warned_about(gtp, load, capsys):
    gtp("komi 5")
    load(gtp, "(;SZ[9]RU[Chinese]KM[octopus]HA[2];B[ee];W[cc])")
    err = capsys.readouterr().err
    assert gtp("get_komi") == "5" and "KM[octopus]" in err and "HA[2]" in err and gtp.engine.handicap == 2
    load(gtp, "(;SZ[9]RU[Chinese]KM[6\u76ee\u534a];B[ee];W[cc])")
    assert gtp("get_komi") == "6.5"


def test_rules_that_katago_has_no_words_for_survive_a_record(gtp, load):
    for rules in (Rules.preset("chinese", tie="black"), Rules.preset("japanese", strict=True), Rules.preset("aga", resume="never", removal="none")):
        gtp.engine.rules = rules
        load(gtp, gtp("printsgf"))
        assert gtp.engine.rules == rules


def test_a_long_move_costs_as_many_periods_as_it_lasts():
    """25 seconds are two periods of ten and half of the third."""
    clock = Clock(0, 10, periods=3)
    clock.spend(25)
    assert clock.periods_left == 1 and clock.left == 10
