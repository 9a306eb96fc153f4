"""The command `goboard`: what it prints, what it writes, how it fails."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import goboard
from goboard import cli, sgf

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME = str(EXAMPLES / "game.sgf")
COMMAND = [sys.executable, "-m", "goboard"]


# playout


def test_playout_prints_position_win_rate_score_ownership_and_speed(run):
    code, out, err = run("playout", GAME, "--move", 100, "-n", 200, "--seed", 1, "--ascii")
    assert code == 0 and err == ""
    assert "move 100 of 237, White D19; Black to play" in out
    assert "komi 5.5" in out
    assert re.search(r"^Black wins  \d+\.\d\d% \+- \d\.\d\d%", out, re.MULTILINE)
    assert re.search(r"^Mean score  (Black|White) by \d+\.\d\d, komi 5.5 counted$", out, re.MULTILINE)
    assert re.search(r"^Playouts    200, [\d,]+ a second", out, re.MULTILINE)
    assert "19 . . .(O). ." in out and out.isascii()


def test_playout_agrees_with_the_library(run):
    code, out, _ = run("playout", GAME, "--move", 100, "-n", 500, "--seed", 7, "--threads", 2, "--json")
    told = json.loads(out)
    board = sgf.record(Path(GAME).read_bytes()).board(100)
    result = goboard.playout(board, 500, seed=7, komi=5.5)
    assert code == 0
    assert (told["black_wins"], told["white_wins"], told["draws"]) == (result.black_wins, result.white_wins, result.draws)
    assert told["mean_score"] == result.mean_score
    assert told["standard_error"] == pytest.approx((result.win_rate * (1 - result.win_rate) / 500) ** 0.5)
    assert np.allclose(told["ownership"], result.ownership, atol=1e-4)
    assert (told["move"], told["moves"], told["last_move"], told["to_play"]) == (100, 237, "D19", "black")
    assert (told["komi"], told["seed"], told["playouts"], told["shape"]) == (5.5, 7, 500, [19, 19])


def test_the_end_of_the_game_is_the_default(run):
    _, out, _ = run("playout", GAME, "-n", 10, "--json")
    assert json.loads(out)["move"] == 237


@pytest.mark.parametrize("given, komi", [("(;SZ[9]KM[6.5])", 6.5), ("(;SZ[9]KM[375])", 7.5), ("(;SZ[9])", 7.5), ("(;SZ[9]KM[0])", 0)])
def test_komi_is_the_records_or_seven_and_a_half(run, tmp_path, given, komi):
    path = tmp_path / "game.sgf"
    path.write_text(given)
    assert json.loads(run("playout", path, "-n", 1, "--json")[1])["komi"] == komi
    assert json.loads(run("playout", path, "-n", 1, "--json", "--komi", "-3.5")[1])["komi"] == -3.5


def test_a_seed_that_was_printed_gives_the_same_result_again(run):
    first = json.loads(run("playout", GAME, "-n", 50, "--json")[1])
    again = json.loads(run("playout", GAME, "-n", 50, "--json", "--seed", first["seed"])[1])
    assert first["ownership"] == again["ownership"]


def test_playout_writes_a_picture(run, tmp_path):
    path = tmp_path / "board.svg"
    assert run("playout", GAME, "--move", 60, "-n", 20, "--svg", path)[0] == 0
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert [file.name for file in tmp_path.iterdir()] == ["board.svg"]
    assert "Move 60" in path.read_text("utf-8")


def test_two_diagrams_stand_side_by_side_where_there_is_room(run, monkeypatch):
    wide = run("playout", GAME, "-n", 5)[1]
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run("playout", GAME, "-n", 5)[1]
    assert len(narrow.splitlines()) > len(wide.splitlines()) + 20
    assert max(map(len, wide.splitlines()[2:])) <= 100
    assert max(map(len, narrow.splitlines()[2:])) <= 80


def test_standard_input_is_a_game_too():
    done = subprocess.run([*COMMAND, "playout", "-", "-n", "5", "--json"], input=b"(;SZ[5];B[cc])", capture_output=True, timeout=60)
    assert done.returncode == 0 and json.loads(done.stdout)["shape"] == [5, 5]


def test_no_progress_without_a_terminal():
    done = subprocess.run([*COMMAND, "playout", GAME, "-n", "2000"], capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stderr == b""
    assert b"\x1b" not in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_progress_on_a_terminal():
    import pty

    parent, child = pty.openpty()
    process = subprocess.Popen([*COMMAND, "playout", GAME, "-n", "6000", "--threads", "1", "--json"], stderr=child, stdout=subprocess.PIPE)
    os.close(child)
    out, _ = process.communicate(timeout=60)
    shown = os.read(parent, 100_000).decode()
    os.close(parent)
    assert json.loads(out)["playouts"] == 6000
    assert re.search(r"\[#+ *\] +\d+%", shown)
    assert shown.endswith("\r\x1b[K")


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_ctrl_c_stops_it_and_leaves_no_file(tmp_path):
    path = tmp_path / "board.svg"
    process = subprocess.Popen(
        [*COMMAND, "playout", GAME, "--move", "0", "-n", str(10**12), "--svg", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert time.monotonic() - start < 10
    assert process.returncode == 130
    assert out == b"" and err == b"goboard: stopped\n"
    assert list(tmp_path.iterdir()) == []


# Faults


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        ([], 2, "COMMAND"),
        (["fly"], 2, "fly"),
        (["playout"], 2, "GAME"),
        (["playout", "no such file.sgf"], 1, "no such file.sgf: No such file"),
        (["playout", GAME, "--move", "238"], 2, "237 moves"),
        (["playout", GAME, "--move", "-1"], 2, "0 or more"),
        (["playout", GAME, "--move", "x"], 2, "x"),
        (["playout", GAME, "-n", "0"], 2, "1 or more"),
        (["playout", GAME, "-n", "99999999999999999999"], 1, "n must be"),
        (["playout", GAME, "--threads", "0"], 2, "1 or more"),
        (["playout", GAME, "--threads", "1000000", "-n", "1"], 1, "threads must be"),
        (["playout", GAME, "--komi", "nan"], 2, "nan"),
        (["playout", GAME, "--game", "2"], 2, "holds 1"),
        (["playout", GAME, "-n", "1", "--svg", "no/such/folder/x.svg"], 1, "folder: No such directory"),
        (["playout", GAME, "--from-encoding", "klingon"], 1, "klingon"),
        (["show", GAME, "--numbers", "0"], 2, "1 or more"),
        (["convert", GAME, "game.pdf"], 2, "--to"),
        (["convert", GAME, "--encoding", "klingon"], 1, "klingon"),
    ],
)
def test_an_error_is_one_line_and_an_exit_code(run, arguments, code, said):
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert said in err and err.count("\n") == 1 and "Traceback" not in err
    assert err.startswith("goboard")


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "no game found"),
        ("(;SZ[9];B[zz])", "line 1, column 8: move 1, B[zz]"),
        ("(;SZ[37];B[aa])", "37"),
    ],
)
def test_a_record_that_cannot_be_used_is_named(run, tmp_path, text, said):
    path = tmp_path / "bad.sgf"
    path.write_text(text)
    for name in ("playout", "show"):
        code, out, err = run(name, path)
        assert (code, out) == (1, "")
        assert err.startswith(f"goboard: {path}: ") and said in err and err.count("\n") == 1


def test_a_move_on_a_stone_is_carried_out_with_a_warning(run, tmp_path):
    path = tmp_path / "overplay.sgf"
    path.write_text("(;SZ[9];B[aa];W[aa])")
    code, out, err = run("show", path)
    assert code == 0 and "move 2" in err and "carried out" in err


def test_a_hostile_record_sends_nothing_to_the_terminal(run, tmp_path):
    path = tmp_path / "hostile.sgf"
    path.write_text("(;SZ[9]PB[\x1b]0;owned\x07]PW[\x1b[2J]RU[a\nb]HA[\x1b[31m]\x1b;B[aa])")
    code, out, err = run("show", path)
    assert code == 0 and "\x1b" not in out + err and "\x07" not in out + err
    path.write_text("(;SZ[9];B[\x1b[31m])")
    code, out, err = run("show", path)
    assert code == 1 and "\x1b" not in err and err.count("\n") == 1


def test_a_name_that_the_output_cannot_show_is_no_error(tmp_path):
    path = tmp_path / "names.sgf"
    path.write_text("(;SZ[9]PB[\u5442\u6e05\u6e90];B[aa])", "utf-8")
    done = subprocess.run([*COMMAND, "show", path], capture_output=True, timeout=60, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and b"Black ???" in done.stdout and b"(X)" in done.stdout


def test_what_was_mended_is_said_on_standard_error(run, tmp_path):
    path = tmp_path / "torn.sgf"
    path.write_text("(;SZ[9];B[aa];W[bb]")
    code, out, err = run("show", path)
    assert code == 0 and "warning: line 1" in err
    assert json.loads(run("show", path, "--json")[1])["warnings"]


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "old.svg"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError):
        cli.write_file(str(path), "new")
    assert path.read_text() == "old" and [file.name for file in tmp_path.iterdir()] == ["old.svg"]


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe that closes")
def test_a_reader_that_leaves_early_is_no_traceback():
    done = subprocess.run(f'"{sys.executable}" -m goboard convert "{GAME}" --json | head -c 10', shell=True, capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


# show, convert


def test_show_prints_a_diagram_that_a_board_can_be_read_from(run):
    code, out, _ = run("show", GAME, "--move", 100, "--ascii")
    board = sgf.record(Path(GAME).read_bytes()).board(100)
    assert code == 0
    assert goboard.Board.from_text(out.split("\n\n")[1], board.to_play).stones.tolist() == board.stones.tolist()


def test_show_colours_only_when_asked_or_on_a_terminal(run):
    assert "\x1b[" not in run("show", GAME)[1]
    assert "\x1b[" in run("show", GAME, "--color", "always")[1]


def test_show_draws_numbers(run, tmp_path):
    path = tmp_path / "numbers.svg"
    assert run("show", GAME, "--move", 50, "--svg", path, "--numbers")[0] == 0
    assert ">50</text>" in path.read_text("utf-8")


def test_the_kth_game_of_a_collection(run, tmp_path):
    path = tmp_path / "two.sgf"
    path.write_text("(;SZ[9])(;SZ[13];B[aa])")
    assert json.loads(run("show", path, "--game", 2, "--json")[1])["shape"] == [13, 13]


@pytest.mark.parametrize("ending, begins", [("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("txt", "   A B"), ("sgf", "(;GM[1]"), ("json", "{")])
def test_convert_by_the_ending(run, tmp_path, ending, begins):
    path = tmp_path / f"out.{ending}"
    assert run("convert", GAME, path) == (0, "", "")
    assert path.read_text("utf-8").startswith(begins)


def test_convert_keeps_every_property_and_changes_the_encoding(run, tmp_path):
    source, path = tmp_path / "in.sgf", tmp_path / "out.sgf"
    source.write_bytes("(;CA[gb18030]PB[\u805a\u536b\u5e73](;B[aa])(;B[bb]XX[y]))".encode("gb18030"))
    assert run("convert", source, path, "--encoding", "big5")[0] == 1
    assert not path.exists()
    assert run("convert", source, path, "--encoding", "utf-8")[0] == 0
    again = sgf.load(path, strict=True)[0]
    assert again.root.properties == {"CA": ["UTF-8"], "PB": ["\u805a\u536b\u5e73"]}
    assert [child.properties for child in again.root.children] == [{"B": ["aa"]}, {"B": ["bb"], "XX": ["y"]}]


def test_convert_to_json_has_every_node(run, tmp_path):
    path = tmp_path / "deep.sgf"
    path.write_text("(;SZ[9]" + "(;B[aa](;W[bb])" * 3000 + ")" * 3000 + ")")
    out = tmp_path / "deep.json"
    assert run("convert", path, out)[0] == 0
    nodes = json.loads(out.read_text())["games"][0]["nodes"]
    assert len(nodes) == 6001 and nodes[0]["parent"] == -1
    assert all(node["parent"] < number for number, node in enumerate(nodes))


# score, rules

# A game of GNU Go's public scoring tests: the dead stones and the result are its own.
HANDICAP_GAME = str(EXAMPLES / "handicap_9x9.sgf")
DEAD = "B7 C8 D6 G7 H6"


def test_score_counts_as_the_record_says(run):
    code, out, err = run("score", HANDICAP_GAME, "--dead", DEAD, "--ascii")
    assert (code, err) == (0, "")
    assert out.rstrip().endswith("Result: W+40.5")
    told = json.loads(run("score", HANDICAP_GAME, "--dead", DEAD.replace(" ", ","), "--json")[1])
    assert (told["score"], told["margin"], told["rules"]) == ("W+40.5", -40.5, "japanese")
    assert sorted(told["dead"]) == sorted("B7 C7 C8 D6 D8 D9 E7 E8 E9 F9 G7 H6".split())


def test_score_under_other_rules_and_komi(run):
    told = json.loads(run("score", HANDICAP_GAME, "--dead", DEAD, "--rules", "chinese", "--komi", "0", "--json")[1])
    assert (told["rules"], told["komi"]) == ("chinese", 0)


def test_score_draws_the_territory(run, tmp_path):
    assert run("score", HANDICAP_GAME, "--dead", DEAD, "--svg", tmp_path / "score.svg")[0] == 0
    assert "japanese rules: W+40.5" in (tmp_path / "score.svg").read_text("utf-8")


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (["score", HANDICAP_GAME, "--dead", "E5"], 2, "no stone"),
        (["score", HANDICAP_GAME, "--dead", "Z99"], 1, "Z99"),
        (["score", HANDICAP_GAME, "--rules", "poker"], 1, "poker"),
        (["score", HANDICAP_GAME, "--dead", DEAD, "--rules", "tromp-taylor"], 1, "no stone comes off"),
        (["rules", "poker"], 1, "poker"),
    ],
)
def test_score_and_rules_fail_in_one_line(run, arguments, code, said):
    got, out, err = run(*arguments)
    assert (got, out) == (code, "") and said in err and err.count("\n") == 1


def test_rules_are_listed_and_described(run):
    from goboard.rules import Rules

    listed = run("rules")[1]
    assert all(name in listed for name in Rules.presets())
    assert json.loads(run("rules", "--json")[1]).keys() == set(Rules.presets())
    assert "surrounded points and prisoners" in run("rules", "Japanese")[1]
    assert json.loads(run("rules", "nz", "--json")[1])["ko"] == "situational"


def test_help_is_the_map(run):
    code, out, _ = run("--help")
    assert code == 0
    assert all(name in out for name in cli.COMMANDS)
    for name in cli.COMMANDS:
        assert run(name, "--help")[0] == 0
    assert run("--version")[1] == f"goboard {goboard.__version__}\n"


@pytest.mark.parametrize("script", ["who_owns_what.py", "win_rate_of_a_game.py"])
def test_the_example_scripts_run(script, tmp_path):
    done = subprocess.run([sys.executable, EXAMPLES / script], cwd=tmp_path, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    assert b"wrote" in done.stdout and len(list(tmp_path.iterdir())) == 1


def test_a_dataset_is_written_and_told(run, tmp_path):
    games = Path(__file__).parent / "data" / "games"
    code, out, err = run("dataset", games, "--out", tmp_path / "shards", "--size", "9", "--json")
    told = json.loads(out)
    assert (code, err) == (0, "") and told["games"] == 9 and told["shards"] == 1 and told["skipped"]["another size"] == 23
    assert (tmp_path / "shards" / "shard-00000.npz").exists()
    code, out, err = run("dataset", games, "--out", tmp_path / "shards")
    assert code == 1 and "shards already" in err and err.count("\n") == 1
    assert "604 positions of 9 games" in run("dataset", games, "--out", tmp_path / "again", "--size", "9")[1]


def test_bench_measures_each_path(run):
    code, out, _ = run("bench", "--size", "5", "--seconds", "0.01", "--json")
    told = json.loads(out)
    assert code == 0 and all(told["per_second"]["5"][f"playouts, path {path}"] > 0 for path in goboard.playout_paths())
    code, out, _ = run("bench", "--size", "5", "--size", "7", "--seconds", "0.01")
    assert code == 0 and "7x7" in out.splitlines()[0]
    assert run("bench", "--size", "26")[0] == 2


def test_a_dataset_of_standard_input(tmp_path):
    data = (Path(__file__).parent / "data" / "games" / "g09a_jp_gg.sgf").read_bytes()
    arguments = [sys.executable, "-m", "goboard", "dataset", "-", "--size", "9", "--out", str(tmp_path / "shards"), "--json"]
    done = subprocess.run(arguments, input=data, capture_output=True, timeout=120)
    assert done.returncode == 0 and json.loads(done.stdout)["games"] == 1


def test_every_command_has_json_output():
    for name, (_, arguments) in cli.COMMANDS.items():
        names = [each for names, _ in cli._listed(arguments, True) for each in names]
        assert "--json" in names, name

def test_the_engine_tells_what_it_knows(run):
    code, out, _ = run("gtp", "--json")
    assert code == 0 and "genmove" in json.loads(out)["commands"]
