"""Results that do not change, rules in servers' spellings, and values that are none of a number, a color or a ruleset."""

import copy
import pickle
from collections.abc import Mapping

import numpy as np
import pytest

from goboard import BLACK, EMPTY, WHITE, Board, ladder
from goboard.game import Game, RuleError
from goboard.rules import Rules
from goboard.scoring import score

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def counted(rules="japanese", **options):
    game = Game(5, rules, **options)
    game.play("C3")
    while game.phase != "finished":
        if game.phase == "stopped":
            game.agree()
        else:
            game.pass_()
    return game


RESULTS = {
    "Score": lambda: counted("aga").final,
    "CleanupScore": lambda: counted("japanese", cleanup="katago").final,
}


@pytest.mark.parametrize("kind", RESULTS)
def test_nothing_in_a_result_changes(kind):
    result = RESULTS[kind]()
    same = copy.deepcopy(result)
    for name in ("black", "margin", "komi", "details", "other"):
        with pytest.raises(AttributeError, match="changes"):
            setattr(result, name, 1e9)
    with pytest.raises(AttributeError):
        del result.black
    with pytest.raises(ValueError, match="read-only"):
        result.territory[0, 0] = 2
    result.details["komi"] = 100  # a dict of the caller's own
    assert result == same and result.details["komi"] != 100


@pytest.mark.parametrize("kind", RESULTS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_results_are_equal_by_value(kind, protocol):
    result = RESULTS[kind]()
    again = pickle.loads(pickle.dumps(result, protocol))
    assert again == result == RESULTS[kind]() and repr(again) == repr(result)
    assert result != counted("japanese", komi=0.5).final
    with pytest.raises(AttributeError):
        again.black = 0.0
    with pytest.raises(ValueError, match="read-only"):
        again.territory[0, 0] = 2


def test_pass_stones_are_among_the_details():
    # AGA rule 9: Black C3, White passes, Black passes, White hands over the last stone.
    details = counted("aga").final.details
    assert (details["black_pass_stones"], details["white_pass_stones"]) == (1, 2)


@pytest.mark.parametrize(("tie", "winner", "result"), [("draw", EMPTY, "Draw"), ("black", BLACK, "B+0"), ("white", WHITE, "W+0")])
def test_an_equal_count_goes_to_whom_the_rules_say(tie, winner, result):
    rules = Rules.preset("japanese", komi=24, tie=tie)
    assert rules.winner(0) == winner and rules.winner(1) == BLACK and rules.winner(-0.5) == WHITE
    assert (counted(rules).final.winner, counted(rules).result) == (winner, result)
    assert (counted(rules, cleanup="katago").final.winner, counted(rules, cleanup="katago").result) == (winner, result)


SPELLINGS = {
    "japanese": ["Japanese", "japanese", "JAPANESE", "jp", "Japan", "Nihon Kiin", "Japanese Rules", "日本規約", "日本ルール"],
    "chinese": ["Chinese", "chinese", "cn", "China", "chn", "中国规则", "Chinese Rules"],
    "korean": ["Korean", "korean", "ko", "kr", "한국", "韩国规则"],
    "aga": ["AGA", "aga", "AGA Rules", "American"],
    "new-zealand": ["New Zealand", "new_zealand", "NZ", "nz", "New_Zealand"],
    "ing": ["GOE", "Ing", "ing", "Ing's", "Ing Goe", "ING SST"],
    "tromp-taylor": ["Tromp-Taylor", "tromp taylor", "TrompTaylor", "tt", "tromp_taylor"],
    "bga": ["BGA", "British"],
    "french": ["French", "FFG"],
    "chinese-ogs": ["chinese-ogs", "Chinese (OGS)", "chinese_ogs"],
    "chinese-kgs": ["chinese-kgs", "Chinese (KGS)", "chinese_kgs"],
    "stone-scoring": ["stone-scoring", "Stone Scoring", "stone_scoring"],
    "ancient-territory": ["ancient-territory", "ancient territory"],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SPELLINGS.items() for text in texts])
def test_spellings_of_servers_and_programs(name, text):
    # SGF's RU (KGS, OGS, Pandanet, Fox), Sabaki's and KaTrain's menus, KataGo's and Lizzie's words.
    assert Rules.parse(text) == Rules.preset(name) and Rules.parse(text).name == name


class Silent:
    def __repr__(self):
        raise RuntimeError("no words")


class Broken(Mapping):
    def __getitem__(self, key):
        raise RuntimeError("no value")

    def __iter__(self):
        yield "ko"

    def __len__(self):
        return 1


class Text(str):
    def strip(self, *_):
        raise RuntimeError("no strip")

    casefold = strip


@pytest.mark.parametrize("rules", [Silent(), Broken(), {"ko": Silent()}, {Silent(): 1}, {"komi": Silent()}, 5, None, b"japanese", [], {"komi": 10**400}])
def test_what_is_no_ruleset_is_refused_in_words(rules):
    with pytest.raises((TypeError, ValueError), match=r"rules|SIMPLE|komi"):
        Rules.parse(rules)


def test_a_str_is_read_by_its_characters_alone():
    assert Rules.parse(Text("japanese")).name == "japanese"


NO_COUNTS = [True, np.True_, np.array([True]), 1.0, "2", -1, Silent()]


@pytest.mark.parametrize("value", NO_COUNTS)
def test_what_is_no_number_of_stones_is_refused(value):
    board = Board(5)
    for use in (
        lambda: score(board, handicap=value),
        lambda: score(board, button=value),
        lambda: score(board, prisoners=(value, 0)),
        lambda: score(board, prisoners={"black": value}),
        lambda: Rules.preset("aga").bonus(value),
        lambda: Game(9, handicap=value),
    ):
        with pytest.raises((TypeError, ValueError)):
            use()


@pytest.mark.parametrize("value", [True, np.True_, np.array([6.5]), "6.5", float("nan"), 10**400, Silent()])
def test_what_is_no_komi_is_refused(value):
    for use in (lambda: score(Board(5), komi=value), lambda: Game(9, komi=value), lambda: Rules(komi=value), lambda: Rules(handicap_komi=value)):
        with pytest.raises((TypeError, ValueError), match="komi"):
            use()


@pytest.mark.parametrize("value", [True, 1.0, np.array([1, 2]), "green", 3, 0, Silent()])
def test_what_is_no_color_is_refused(value):
    game = Game(5)
    for use in (game.resign, lambda c: game.play("C3", c), lambda c: game.pass_(c), lambda c: game.forfeit(c, "x"), lambda c: game.warn(c, "x")):
        with pytest.raises((TypeError, ValueError), match="color must be"):
            use(value)
    game.pass_()
    game.pass_()
    before = game.copy()
    for use in (game.resume, game.disagree, game.confirmation):
        with pytest.raises((TypeError, ValueError), match="must be"):
            use(value)
    assert game == before


def test_colors_may_be_words():
    game = Game(5)
    game.resign("black")
    assert game.result == "W+R"
    with pytest.raises(RuleError):
        game.resign("white")


def test_nothing_is_agreed_on_where_the_clean_up_is_played():
    game = Game(5, Rules.preset("japanese", early_end=True), cleanup="katago")
    game.play("C3")
    before = game.copy()
    with pytest.raises(RuleError, match="captured"):
        game.agree()
    assert game == before


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_ladder_is_pickled_and_equal_by_value(protocol):
    found = ladder(Board.from_text("....\nXO..\n.X..\n....", BLACK), "B3")
    assert pickle.loads(pickle.dumps(found, protocol)) == found
