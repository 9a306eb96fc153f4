"""What a record gives is read the same way everywhere: rules, komi, handicap, compensation, result, dead stones.

Sources: FF[4] (https://www.red-bean.com/sgf/properties.html) for the forms of KM, RE, RU, HA, TB and TW; for the words that people and servers write,
sgfutils' normalize_komi and normalize_result (https://homepages.cwi.nl/~aeb/go/sgfutils); for komi by the hundred, KataGo's sgf.cpp; for
handicap played as moves, leela-zero/leela-zero#880; for the players' marks, online-go/goban#27.
"""

import json
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from goboard import BLACK, WHITE, Board, handicap, katago, sgf
from goboard.dataset import Dataset
from goboard.features import features, rule_terms
from goboard.game import Game
from goboard.gtp import Engine
from goboard.rules import CHOICES, Rules
from goboard.rules._results import RecordWarning, komi_text, read_komi, read_result, terms

KOMI = {
    "none": 0, "None": 0, "no komi": 0, "コミなし": 0, "덤 없음": 0, "Reverse, 20p": -20, "rev 5.5": -5.5, "逆コミ5目半": -5.5, "白贴6目": -6,
    "2 3/4": 5.5, "3 3/4": 7.5, "3.75": 7.5, "375": 7.5, "650": 6.5, "贴3又3/4子": 7.5, "黑贴三又四分之三子": 7.5, "3.75子": 7.5,
    "6目半": 6.5, "６目半": 6.5, "六目半": 6.5, "黑贴6目半": 6.5, "先番6目半コミ出し": 6.5, "半目": 0.5, "6집반": 6.5, "덤 6집 반": 6.5,
    "６．５": 6.5, "6,5": 6.5, "+6.5": 6.5, "-6.5": -6.5, "-6.5 points": -6.5, "6½": 6.5, "5 1/2": 5.5, "0.5 points": 0.5, "3.75 points": 3.75, "8点": 8,
}  # fmt: skip


@pytest.mark.parametrize("text, komi", KOMI.items())
def test_komi_in_words(text, komi):
    assert sgf.record(f"(;SZ[9]KM[{text}];B[ee])").komi == komi
    assert Game.from_sgf(f"(;SZ[9]KM[{text}];B[ee])").komi == komi


@pytest.mark.parametrize("text", ["逆コミ", "house", "6 or 7", "1000000", "nan", "six and a bit", "x" * 10_000, "9" * 400, "1/0"])
def test_komi_that_nobody_understands_is_warned_about(text):
    with pytest.warns(RecordWarning, match="KM"):
        game = Game.from_sgf(f"(;SZ[9]RU[Chinese]KM[{text}];B[ee])")
    assert game.komi == 7.5 and any("KM[" in told for told in game.warnings)


@given(st.floats(-361, 361))
def test_a_komi_is_written_so_that_it_reads_back(komi):
    assert read_komi(komi_text(komi)).value == komi


RESULTS = {
    "黑中盘胜": "B+R", "黒番中押し勝ち": "B+R", "白中盤勝": "W+R", "흑 불계승": "B+R", "흑 불계패": "W+R", "B+Resign": "B+R", "black+r": "B+R", "白投了": "B+R",
    "Black resigns": "W+R", "White won by resignation": "W+R", "白认输": "B+R", "白3目半勝ち": "W+3.5", "白番3目半勝ち": "W+3.5", "黒半目勝": "B+0.5",
    "백 2집반승": "W+2.5", "흑반집승": "B+0.5", "B + 3.5": "B+3.5", "Ｂ＋３．５": "B+3.5", "Black wins by 3.5": "B+3.5", "B+3 1/2": "B+3.5", "B+3½": "B+3.5",
    "W+12,5": "W+12.5", "黑胜1/4子": "B+0.5", "黑胜3/4子": "B+1.5", "白胜2又1/4子": "W+4.5", "黑负1/2子": "W+1", "白十二目半勝ち": "W+12.5",
    "white+time": "W+T", "W+Time": "W+T", "白時間切れ負け": "B+T", "黒時間切れ勝ち": "B+T", "黑超时负": "W+T", "백 시간승": "W+T", "Black lost on time": "W+T",
    "W+F": "W+F", "Black forfeits": "W+F", "흑 반칙승": "B+F", "B+": "B+", "黑胜": "B+", "White wins": "W+",
    "0": "0", "Draw": "0", "Jigo": "0", "持碁": "0", "和棋": "0", "무승부": "0", "Void": "Void", "三コウ無勝負": "Void", "Both lose": "Both lose", "両者負け": "Both lose",
}  # fmt: skip


@pytest.mark.parametrize("text, result", RESULTS.items())
def test_results_in_words(text, result, tmp_path):
    assert (read_result(text).text, read_result(text).understood) == (result, True)
    (tmp_path / "a.sgf").write_text(f"(;SZ[9]RU[Japanese]KM[6.5]RE[{text}];B[ee];W[cc])", encoding="utf-8")
    dataset = Dataset(tmp_path, size=9)
    (batch,) = dataset
    winner = {"B": BLACK, "W": WHITE, "0": 0}.get(result[0] if result != "Both lose" else "")
    assert batch["has_value"].tolist() == [winner is not None] * 2 and not dataset.warned
    assert batch["value"].tolist() == {BLACK: [1, -1], WHITE: [-1, 1]}.get(winner, [0, 0])
    game = Game.from_sgf((tmp_path / "a.sgf").read_bytes())
    assert game.recorded == text and game.result == (result if result[-1] in "RTF" else None)
    if result != "Both lose":
        made = katago.rows(game)
        assert made["globalTargetsNC"][0, :4].tolist() == {  # the mover's win, loss, no result, score
            BLACK: [1, 0, 0], WHITE: [0, 1, 0], 0: [0.5, 0.5, 0], None: [0, 0, 1]}[winner] + [made["globalTargetsNC"][0, 3]]  # fmt: skip


@pytest.mark.parametrize("text", ["", "?", "Unfinished", "打ち掛け", "未知"])
def test_a_result_that_is_not_known_is_no_fault(text):
    assert read_result(text).kind == "unknown" and read_result(text).understood


@pytest.mark.parametrize("text", ["house", "black to play and live", "B+3.5xyz", "B+-3", "Black or White", "x" * 10_000, "1/0", "B+1/0"])
def test_results_that_nobody_understands_are_warned_about_and_counted(text, tmp_path):
    with pytest.warns(RecordWarning, match="RE"):
        Game.from_sgf(f"(;SZ[9]RU[Japanese]KM[6.5]RE[{text}];B[ee])")
    (tmp_path / "a.sgf").write_text(f"(;SZ[9]RU[Japanese]KM[6.5]RE[{text}];B[ee])")
    dataset = Dataset(tmp_path, size=9)
    with pytest.warns(RecordWarning, match="unknown result"):
        list(dataset)
    assert dataset.warned == {"unknown result": 1}


# A record and what it was played for: rules, komi, handicap, White's compensation, result.
NINE = "B[da];B[db];B[dc];W[ea];W[eb];W[ec];W[ed];W[ee];W[ef];W[eg];W[eh];W[ei];B[dd];B[de];B[df];B[dg];B[dh];B[di];W[];B[]"
MATRIX = {
    "free placement as moves": (f"RU[Chinese]KM[0.5]HA[3]RE[W+12.5];{NINE}", "chinese", 0.5, 3, 3, "W+12.5"),
    "the same without HA": (f"RU[Chinese]KM[0.5]RE[W+12.5];{NINE}", "chinese", 0.5, 3, 3, "W+12.5"),
    "the same, HA[0]": (f"RU[Chinese]KM[0.5]HA[0]RE[W+9.5];{NINE}", "chinese", 0.5, 0, 0, "W+9.5"),
    "set up": ("RU[AGA]KM[0.5]HA[2]AB[cc][gg];W[ee];B[]", "aga", 0.5, 2, 1, None),
    "set up, no HA": ("RU[Chinese]KM[0.5]AB[cc][gg];W[ee];B[]", "chinese", 0.5, 2, 2, None),
    "set up, HA[0]": ("RU[Chinese]KM[7.5]HA[0]AB[cc][gg];W[ee];B[]", "chinese", 7.5, 0, 0, None),
    "a position": ("RU[Chinese]KM[7.5]AB[cc][gg]AW[cg];W[ee];B[]", "chinese", 7.5, 0, 0, None),
    "Black goes on": ("RU[Chinese]KM[7.5]AB[cc][gg];B[ee];W[]", "chinese", 7.5, 0, 0, None),
    "no komi, handicap": ("RU[AGA]HA[2]AB[cc][gg];W[ee];B[]", "aga", 0.5, 2, 1, None),
    "no komi, handicap as moves": ("RU[Chinese]HA[2];B[cc];B[gg];W[ee];B[]", "chinese", 0, 2, 2, None),
    "no komi": ("RU[NZ];B[ee];W[cc]", "new-zealand", 7, 0, 0, None),
    "one stone": ("RU[Chinese]KM[0]HA[1]RE[黑胜3/4子];B[ee];W[cc]", "chinese", 0, 0, 0, "B+1.5"),
    "words": ("RU[中国规则]KM[黑贴3又3/4子]RE[白中盘胜];B[ee];W[cc]", "chinese", 7.5, 0, 0, "W+R"),
    "nothing named": (";B[ee];W[cc]", "japanese", 6.5, 0, 0, None),
    "house rules": ("RU[house]KM[5.5]RE[Jigo];B[ee];W[cc]", "japanese", 5.5, 0, 0, "0"),
    "the button": ("RU[aga-button]KM[7];B[ee];W[cc];B[];W[]", "aga-button", 7, 0, 0, None),
}


@pytest.mark.filterwarnings("ignore::goboard.sgf.RecordWarning")
@pytest.mark.parametrize("text, rules, komi, stones, bonus, result", MATRIX.values(), ids=MATRIX)
def test_the_same_record_gives_the_same_answer_everywhere(text, rules, komi, stones, bonus, result, tmp_path):
    text = f"(;SZ[9]{text.removeprefix(';') if text.startswith('RU') else text})"
    file = tmp_path / "game.sgf"
    file.write_text(text, encoding="utf-8")
    found = terms(sgf.record(text))
    assert (found.rules.name, found.komi, found.handicap, found.compensation, found.result.text) == (rules, komi, stones, bonus, result)
    game = Game.from_sgf(text)
    assert (game.rules.name, game.komi, game.handicap, game.bonus) == (rules, komi, stones, bonus)
    count = game.score(()).result

    done = subprocess.run([sys.executable, "-m", "goboard", "score", str(file), "--dead", "none", "--json"], capture_output=True, check=True)
    told = json.loads(done.stdout)
    assert (told["rules"], told["komi"], told["handicap"], told["compensation"], told["recorded"]) == (rules, komi, stones, bonus, result)
    assert told["score"] == count

    # An engine keeps its rules where the record names none; the command has no name for Ing's and others' dead stones but its own estimate.
    engine = Engine(size=9, rules="japanese", playouts=50, seed=1)
    assert engine.answer(f"loadsgf {file}").startswith("=")
    assert (engine.rules.name, engine.komi, engine.game.bonus) == (rules, komi, bonus)
    engine.dead_stones = list
    assert engine.answer("final_score").split()[1].replace("B+0", "0") == count.replace("Draw", "0")

    globals_of = next(iter(Dataset(tmp_path, "katago_v7", size=9)))["global"]
    last = game.board.copy()
    last.undo()
    want = features.katago_v7(last, **rule_terms(found.rules, last, komi, bonus))[1][0]
    assert (globals_of[-1] == want).all()
    again = Game.from_sgf(game.to_sgf())
    assert again == game and read_result(again.recorded).text == result
    made = katago.rows(again, result=result or "B+R")
    assert (made["globalInputNC"][len(game.moves) - 1] == globals_of[-1]).all()


def test_handicap_that_stones_contradict_is_said():
    assert handicap.of_record(sgf.record("(;SZ[9]HA[3]AB[cc][gg];W[ee])")) == (
        3, ["HA[3] says 3 handicap stones, and the record has 2: 3 are compensated"])  # fmt: skip
    with pytest.warns(RecordWarning, match=r"HA\[0\]"):
        assert Game.from_sgf("(;SZ[9]RU[Chinese]KM[0]HA[0]AB[cc][gg];W[ee])").bonus == 0


@pytest.mark.parametrize("text, stones", [("2", 2), ("２", 2), ("3 stones", 3), ("四子", 4), ("让2子", 2), ("none", 0), ("0", 0)])
def test_handicap_in_words(text, stones):
    assert sgf.record(f"(;SZ[9]HA[{text}];B[ee])").handicap == stones


MARKED = (
    "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[0]AB[ea][eb][ac][bc][cc][dc][ec][ce][ee][ge][af][bf][cf][df][ef][ff][gf][hf][if]"
    "AW[da][ab][bb][cb][db][ag][bg][cg][dg][eg][fg][gg][hg][ig][bi][di][fi][hi];B[];W[]"
    "TB[aa:da][fa:ia][ab:db][fb:ib][fc:ic][ad:id][ae][be][de][fe][he][ie]TW[ah:ih][ai][ci][ei][gi][ii])"
)


def test_dead_stones_by_the_players_marks(tmp_path):
    """online-go/goban#27: five white stones in Black's territory make it B+26."""
    assert sgf.record(MARKED).dead() == [3, 9, 10, 11, 12]
    game = Game.from_sgf(MARKED)
    assert game.agree(game.marked_dead).result == "B+26"
    assert Game.from_sgf(game.to_sgf()).marked_dead == game.marked_dead
    (tmp_path / "a.sgf").write_text(MARKED)
    done = subprocess.run([sys.executable, "-m", "goboard", "score", str(tmp_path / "a.sgf"), "--json"], capture_output=True, check=True)
    told = json.loads(done.stdout)
    assert (told["score"], told["dead_from"], told["dead_estimated"]) == ("B+26", "marks", False)
    named = set(told["marks_differ"]["dead_by_marks_only"])
    assert named <= {"D9", "A8", "B8", "C8", "D8"} and told["marks_differ"]["dead_by_estimate_only"] == []


def test_marks_before_the_last_stone_say_nothing_of_the_end():
    assert sgf.record("(;SZ[9];B[ee]TB[aa];W[cc])").marks is None
    assert sgf.record("(;SZ[9];B[ee];W[cc]TB[aa];B[];W[])").marks == (2, [0], [])
    assert sgf.record("(;SZ[9];B[ee])").dead() is None
    assert "TB[zz]" in sgf.record("(;SZ[9];B[ee]TB[zz][aa])").warnings[0]


TEXTS = (
    "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7.5]PB[\u4e95\u5c71 \\]裕太]BR[9p]PW[B\\\\ob]WR[3k]DT[2020-01-01,02]PC[Tokyo]EV[Cup]RO[3]TM[600]OT[3x30 byo-yomi]"
    "XX[a][b:c]GC[A game.]C[Hello \\]]LB[aa:x];B[ee]BL[590.5]OB[3]C[first\nline];C[between]TR[ee];W[cc]N[name]KO[];B[];W[]TB[aa]MN[4])"
)


def test_what_a_record_says_besides_the_game_is_kept():
    game = Game.from_sgf(TEXTS)
    assert game.info["PB"] == "\u4e95\u5c71 ]裕太" and game.info["PW"] == "B\\ob" and game.info["XX"] == ["a", "b:c"] and game.info["DT"] == "2020-01-01,02"
    assert game.comments == {0: "Hello ]", 1: "first\nline\n\nbetween"}
    assert game.marks == {
        0: {"LB": ["aa:x"]}, 1: {"BL": ["590.5"], "OB": ["3"], "TR": ["ee"]}, 2: {"N": ["name"], "KO": [""]}, 4: {"TB": ["aa"], "MN": ["4"]},
    }  # fmt: skip
    root = sgf.loads(game.to_sgf())[0].root
    for name, values in sgf.loads(TEXTS)[0].root.properties.items():
        assert root.properties[name] == values, name
    again = Game.from_sgf(game.to_sgf())
    assert (again.info, again.comments, again.marks) == (game.info, game.comments, game.marks)
    assert game.copy().info == game.info and game.copy().info is not game.info


def test_what_a_game_says_may_be_changed():
    game = Game(9)
    game.play("E5")
    game.info["PB"] = "A]b"
    game.comments[1] = "good"
    root, first = sgf.loads(game.to_sgf())[0].main_line
    assert root.text("PB") == "A]b" and first.text("C") == "good"
    game.info["KM"] = "5"
    with pytest.raises(ValueError, match="KM"):
        game.to_sgf()


def test_what_is_left_out_of_a_game_is_said():
    assert any("variations" in told for told in Game.from_sgf("(;SZ[9];B[ee](;W[cc])(;W[gg]))").warnings)
    assert any("variations" in told for told in Game.from_sgf(sgf.loads("(;SZ[9];B[ee](;W[cc])(;W[gg]))")).warnings)
    assert any("2 games" in told for told in Game.from_sgf("(;SZ[9];B[ee])(;SZ[9];W[cc])").warnings)
    assert not any("variations" in told for told in Game.from_sgf("(;SZ[9]C[(;not one];B[ee])").warnings)
    assert any("names no rules" in told for told in Game.from_sgf("(;SZ[9];B[ee])").warnings)


@pytest.mark.parametrize("name", Rules.presets())
@pytest.mark.parametrize("changes", [{}, {"komi": 5.5}, {"komi": 3.75}, {"counting": "fill-in"}, {"suicide": True}, {"illegal": "loss"}, {"handicap_komi": 0.25}])
def test_every_ruleset_and_its_relatives_come_back(name, changes):
    rules = Rules.preset(name, **changes)
    again = Game.from_sgf(Game(9, rules).to_sgf())
    assert again.rules == rules and again.rules.name == name and again.komi == rules.komi and again.warnings == []


@st.composite
def any_rules(draw):
    choices = {name: draw(st.sampled_from(sorted(words))) for name, words in CHOICES.items()}
    flags = {name: draw(st.booleans()) for name in ("suicide", "strict", "button")}
    komi = {name: draw(st.floats(-300, 300)) for name in ("komi", "handicap_komi")}
    try:
        return Rules(name=draw(st.text(max_size=20)), **choices, **flags, **komi)
    except ValueError:
        return Rules(**komi)


@settings(max_examples=200, deadline=None)
@given(any_rules())
def test_all_rules_come_back(rules):
    assert Rules.parse(rules.to_text()) == rules
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = Game.from_sgf(Game(5, rules).to_sgf())
    assert again.rules == rules and again.komi == rules.komi


def test_a_dataset_without_positions_says_why(tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[19];B[dd])")
    with pytest.raises(ValueError, match="1 another size"):
        list(Dataset(tmp_path, size=9))
    (tmp_path / "b.sgf").write_text("(;SZ[9]RU[NZ]KM[7];B[dd])")
    dataset = Dataset(tmp_path, size=9)
    with pytest.warns(RecordWarning, match="1 another size"):
        list(dataset)
    assert dataset.skipped == {"another size": 1} and dataset.warned == {"no result": 1}
    out = subprocess.run([sys.executable, "-m", "goboard", "dataset", str(tmp_path), "--size", "13", "--out", str(tmp_path / "out")], capture_output=True)
    assert out.returncode == 1 and b"2 another size" in out.stderr


@pytest.mark.parametrize("options, error", [
    ({"history_": 3}, TypeError), ({"planes": "katago_v7", "komi": 3}, ValueError), ({"pos_len": 7}, ValueError), ({"ko": "house"}, ValueError),
    ({"workers": 2, "executor": object()}, ValueError), ({"keep": 3}, TypeError), ({"handicap": (3, 1)}, ValueError), ({"assume_rules": "house"}, ValueError),
    ({"per_game": True}, TypeError), ({"strict": "no"}, TypeError), ({"size": True}, TypeError),
])  # fmt: skip
def test_arguments_of_a_dataset_that_nothing_would_use(tmp_path, options, error):
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[dd])")
    with pytest.raises(error):
        Dataset(tmp_path, **{"size": 9, **options})


def test_rules_of_records_that_name_none(tmp_path):
    """Suicide of two stones: New Zealand's rules allow it, Japanese ones do not."""
    (tmp_path / "a.sgf").write_text("(;SZ[9]KM[7];B[ca];W[ba];B[bb];W[ii];B[ab];W[aa];B[cc])")
    dataset = Dataset(tmp_path, size=9)
    with pytest.warns(RecordWarning, match="illegal move"):
        list(dataset)
    assert dataset.skipped["illegal move"] == 1 and dataset.warned["no rules named"] == 1
    dataset = Dataset(tmp_path, size=9, assume_rules="nz")
    assert sum(len(batch["move"]) for batch in dataset) == 7 and not dataset.skipped


def test_who_took_the_button_counts_everywhere(tmp_path):
    from goboard.scoring import button_taker

    board = Board(9)
    board.play("E5")
    board.pass_()
    assert button_taker(board, Rules.preset("aga-button")) == WHITE and button_taker(board, Rules.preset("aga")) == 0
    assert np.sign(Game.from_sgf("(;SZ[9]RU[aga-button]KM[7];B[ee];W[];B[])").score(()).margin) == 1


RU = {
    "japanese": "Japanese japanese JP jpn 日本ルール 日本规则 日本棋院 Japanese-OGS 数目法 点目",
    "chinese": "Chinese cn 中国规则 中國規則 中国ルール 중국 数子 chinese2002 Chinese-Fox",
    "korean": "Korean kr 한국 韩国规则", "ing": "GOE Ing Ing's SST 应氏规则 應昌期", "aga": "AGA American", "bga": "BGA British", "french": "French FFG",
    "new-zealand": "NZ NewZealand New-Zealand", "chinese-kgs": "Chinese-KGS kgs-chinese", "chinese-ogs": "Chinese-OGS ogs-chinese",
}  # fmt: skip


@pytest.mark.parametrize("rules, text", [(rules, text) for rules, texts in RU.items() for text in texts.split()])
def test_rules_as_records_spell_them(rules, text):
    assert terms(sgf.record(f"(;SZ[9]RU[{text}]KM[6.5];B[ee])")).rules.name == rules
