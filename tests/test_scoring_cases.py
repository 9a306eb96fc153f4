"""Counts known from elsewhere: engines' and servers' test suites, hand-counted games, bug reports."""

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board
from goboard.game import Game
from goboard.rules import Rules
from goboard.scoring import score
from score_data import COLORS, POSITIONS, RECORDS, load, replay, sgf_moves, stones

CASES = load("score_cases.json")
KO = {"psk": "positional", "ssk": "situational", "simple": "simple", "none": "none"}


def rules_of(case):
    """The rules a case states; without a ruleset's name, plain counting: nothing in seki, no tax."""
    given = case.get("rules", {})
    if "ruleset" in given:
        return Rules.preset(given["ruleset"])
    if given.get("score") == "territory":
        return Rules(scoring="territory", tax="none")
    return Rules(scoring="area", tax="none", compensation="N" if given.get("handicap_bonus") else "none")


def board_of(case):
    given = case.get("rules", {})
    options = dict(ko=KO[given.get("ko", "simple")], suicide=given.get("suicide", False))
    board = Board.from_array(stones(case["board"]), **options) if "board" in case else Board(tuple(case["size"]), **options)
    if "setup" in case:
        board.setup(case["setup"]["black"], case["setup"]["white"])
    for color, move in case.get("moves", []):
        if board.is_legal(move, COLORS[color]):  # refused moves are the board's business, not the count's
            board.play(move, COLORS[color])
    return board


def tally(array):
    return {"black": int((array == BLACK).sum()), "white": int((array == WHITE).sum())}


@pytest.mark.parametrize("case", CASES, ids=[c["name"] for c in CASES])
def test_case(case):
    rules, board, expect = rules_of(case), board_of(case), case["expect"]
    komi = case.get("rules", {}).get("komi", 0)
    game = Game(board.shape, rules)
    game.setup(np.flatnonzero(board.stones.ravel() == BLACK).tolist(), np.flatnonzero(board.stones.ravel() == WHITE).tolist())
    handicap = game.handicap if "setup" in case else 0
    s = score(board, rules, case.get("dead", ()), komi=komi, prisoners=case.get("prisoners"), handicap=handicap)
    if "final_board" in expect:
        assert (board.stones == stones(expect["final_board"])).all()
    if "area" in expect:
        area = score(board, Rules(scoring="area", tax="none"), case.get("dead", ()))
        assert {**tally(area.area), "dame": len(area.dame)} == expect["area"]
    if "territory" in expect:
        assert {**tally(s.territory), "neutral": len(s.dame)} == expect["territory"]
    if "score" in expect:
        assert s.margin == expect["score"]
    if "result" in expect:
        assert s.result == ("Draw" if expect["result"] == "0" else expect["result"])
    if "seki" in case and not case.get("dead"):
        in_seki = {int(p) for v in case["seki"] for p in board.chain(v)}
        assert in_seki <= set(s.seki)
    if "handicap_stones" in expect:
        assert (game.handicap, game.bonus) == (expect["handicap_stones"], expect["white_bonus"])
    if "handicap_points" in expect:
        g = Game(board.shape, rules, handicap=len(expect["handicap_points"]))
        assert {g.board.vertex(int(p)) for p in np.flatnonzero(g.board.stones.ravel())} == set(expect["handicap_points"])
    if "territory_score" in expect:
        japanese = score(board, "japanese", komi=0)
        for side, points in expect["territory_score"].items():
            assert {"black": japanese.black, "white": japanese.white}[side] == points


@pytest.mark.parametrize("case", [c for c in CASES if "seki" in c and c["rules"].get("score") == "territory"], ids=lambda c: c["name"])
@pytest.mark.parametrize("how", ["by eyes", "Article 8 to the letter", "seki named by the players"])
def test_three_ways_to_the_same_count(case, how):
    rules = Rules.preset("japanese", strict=how.startswith("Article"))
    seki = case["seki"] if how.startswith("seki") else None
    s = score(board_of(case), rules, case.get("dead", ()), komi=case["rules"]["komi"], prisoners=case.get("prisoners"), seki=seki)
    assert s.margin == case["expect"]["score"]


@pytest.mark.parametrize("record", RECORDS, ids=[r["name"] for r in RECORDS])
def test_record(record):
    """Every game replays under its rules, and its recorded result comes out of the dead stones that are listed."""
    if record.get("rules") in ("japanese", "chinese"):
        rules = Rules.preset(record["rules"], ko="simple" if record["ko"] == "simple" else "positional")
    else:
        ko = KO[record["ko"]]
        rules = Rules(ko=ko, long_cycle="forbidden", suicide=record["suicide"], scoring="area", tax="none")
    g = Game(tuple(record["size"]), rules, record["komi"])
    if record["setup_black"]:
        g.place_handicap(record["setup_black"])
    moves = replay(g, sgf_moves(record["name"])).moves
    assert (g.board.stones == stones(record["final_board"])).all()
    assert [g.board.captures(c) for c in (BLACK, WHITE)] == list(record["captures"].values())
    if record.get("end", "").startswith("resign"):
        g.resign(COLORS[record["end"][-1]])
    else:
        while g.phase == "play":
            g.pass_()
        g.agree(record.get("dead", ()))
        assert g.recount() is g.final
    assert g.result == record["result"].removesuffix(".0")
    assert g.moves[: len(moves)] == moves


@pytest.mark.parametrize("record", [r for r in RECORDS if "area" in r], ids=lambda r: r["name"])
def test_area_and_territory_of_a_record(record):
    board = Board.from_array(stones(record["final_board"]))
    dead = record.get("dead", ())
    chinese = score(board, "chinese", dead)
    assert {**tally(chinese.area), "dame": len(chinese.dame)} == record["area"]
    if "territory" in record:
        japanese = score(board, "japanese", dead)
        for s in (chinese, japanese):
            assert tally(s.territory) == {k: record["territory"][k] for k in ("black", "white")}
        taken = [sum(board[p] == c for p in japanese.dead) for c in (BLACK, WHITE)]
        assert taken == [record["dead_counts"]["black"], record["dead_counts"]["white"]]


PLAIN = [("japanese", "japanese(6.5)"), ("korean", "korean(6.5)"), ("chinese", "chinese(7.5)"), ("aga", "aga(7.5)_area"),
         ("new-zealand", "new_zealand(7)"), ("ing", "ing(8,black wins ties)"),
         ("tromp-taylor", "tromp_taylor(7.5,dead stones counted as they stand)")]  # fmt: skip


@pytest.mark.parametrize("rules, key", PLAIN)
@pytest.mark.parametrize("name", ["score-9x9-plain", "score-19x19-plain"])
def test_a_plain_board_under_each_ruleset(name, rules, key):
    p = POSITIONS[name]
    dead = () if rules == "tromp-taylor" else [tuple(d) for d in p["dead_stones"]]
    prisoners = (p["prisoners"]["white_stones_captured"], p["prisoners"]["black_stones_captured"])
    s = score(stones(p["board"]), rules, dead, prisoners=prisoners)
    assert s.margin == p["expected"][key]
    if rules == "chinese":
        assert s.details["black_zi"] == p["expected"]["chinese_zi_X"]
