"""The Japanese rules of 1989, each article played out. Numbers and figures are the articles' and their commentary's."""

import numpy as np
import pytest

from goboard import BLACK, EMPTY, WHITE, Board, IllegalMove
from goboard.game import Game, IllegalPlay, RuleError
from goboard.rules import Rules
from score_data import POSITIONS, game, position, stones, stopped

FINISHED = """
    ..XO..
    XXXOOO
    .XO.O.
    XXOOOO
"""


def captured_by(name):
    p = POSITIONS[name]
    row, col = (int(n) for n in p["question"].split("(")[1].split(")")[0].split(","))
    g = position(name, "japanese")
    before = g.board.stones.copy()
    taken = g.play((row, col))
    gone = np.argwhere((before != 0) & (g.board.stones == 0)).tolist()
    return g, taken, sorted(gone), p["expected"]["captured"]


# Article 1.


def test_article_1_the_game_runs_from_the_first_move_to_two_passes_in_succession():
    g = Game(9)
    assert g.phase == "play"
    g.play("E5")
    g.pass_()
    assert g.phase == "play"
    g.play("C3")
    g.pass_()
    g.pass_()
    assert g.phase == "stopped" and g.result is None


def test_article_1_more_territory_wins():
    g = stopped(FINISHED, "japanese", komi=0)
    s = g.agree()
    assert s.black == 3 and s.white == 4 and g.result == "W+1"


# Article 2.


def test_article_2_black_and_white_alternate():
    g = Game(9)
    g.play("E5", BLACK)
    with pytest.raises(RuleError, match="Article 2") as refused:
        g.play("C3", BLACK)
    assert refused.value.article == "Article 2" and g.board.move_count == 1
    g.play("C3", WHITE)


def test_article_2_playing_is_a_right_so_one_may_pass():
    g = Game(9)
    g.pass_()
    assert g.to_play == WHITE and g.moves == [(BLACK, 81)]


def test_article_2_after_two_passes_no_move_may_be_played():
    g = stopped(FINISHED, "japanese")
    for move in ("A4", "pass", 0):
        with pytest.raises(RuleError, match="9-1"):
            g.play(move)
    assert g.phase == "stopped" and g.board.move_count == 2


# Articles 3 to 5.


def test_article_3_figure_1_361_points_one_taken():
    p = POSITIONS["j89-fig1"]
    g = position("j89-fig1", "japanese")
    assert g.board.pass_move == p["expected"]["intersections"]
    assert int((g.board.stones == EMPTY).sum()) == p["expected"]["empty"]


def test_article_3_other_boards_by_agreement():
    assert Game(21).board.pass_move == 441 and Game(9).board.pass_move == 81


def test_article_3_a_stone_goes_on_an_empty_point():
    g = Game(9)
    g.play("E5")
    with pytest.raises(IllegalPlay, match="Article 3") as refused:
        g.play("E5")
    assert refused.value.reason == "occupied"


def test_articles_3_and_4_figure_2_no_suicide_but_a_capture():
    g, expected = position("j89-fig2", "japanese"), POSITIONS["j89-fig2"]["expected"]
    for move in expected["illegal_for_X"]:
        with pytest.raises(IllegalPlay, match="Articles 3 and 4") as refused:
            g.play(tuple(move))
        assert refused.value.reason == "suicide"
    (move,) = expected["legal_for_X"]
    assert g.play(tuple(move)) == len(expected["captured_by_X_at_4_4"])


def test_article_4_figure_3_stones_without_a_liberty_cannot_stand():
    with pytest.raises(ValueError, match="no liberty"):
        Board.from_array(stones(POSITIONS["j89-fig3"]["board"]))
    g = Game(3)
    with pytest.raises(ValueError, match="no liberty"):
        g.setup(["B3", "A2", "C2", "B1"], ["B2"])
    assert not g.board.stones.any()


@pytest.mark.parametrize("name", [n for n in POSITIONS if n.startswith("j89-fig4-")])
def test_article_5_figure_4_capture(name):
    g, taken, gone, expected = captured_by(name)
    assert gone == expected and taken == len(expected) == g.board.captures(BLACK)


# Article 6.


def test_article_6_figure_5_a_ko_may_not_be_retaken_on_the_next_move():
    g, taken, gone, expected = captured_by("j89-fig5")
    assert gone == expected
    with pytest.raises(IllegalPlay, match="Article 6") as refused:
        g.play((1, 2))
    assert refused.value.reason == "ko" and isinstance(refused.value, IllegalMove)
    assert g.to_play == WHITE and g.board.captures(BLACK) == 1


def test_article_6_after_a_move_elsewhere_it_may():
    g, *_ = captured_by("j89-fig5")
    g.play((0, 4))
    g.play((0, 0))
    assert g.play((1, 2)) == 1


def test_article_6_a_pass_is_a_next_move_too():
    g, *_ = captured_by("j89-fig5")
    g.pass_()
    g.play((0, 0))
    assert g.play((1, 2)) == 1


def test_article_6_the_ban_is_over_after_the_stop():
    g, *_ = captured_by("j89-fig5")
    g.pass_()
    g.pass_()
    g.resume(BLACK)
    assert g.play((1, 2)) == 1


# Article 8 is in test_scoring.py; Article 7 is about life and death.


def test_article_7_the_players_say_what_is_dead():
    g = stopped(POSITIONS["score-bent-four"]["board"], "japanese", komi=0)
    dead = [p for chain in g.board.chains(BLACK) if int(chain[0]) % 9 < 5 for p in chain.tolist()]
    assert g.agree(dead).margin == POSITIONS["score-bent-four"]["expected"]["japanese"]["margin_without_komi"]


def test_article_8_dame_are_filled_before_the_end():
    figure_15 = POSITIONS["j89-fig15"]["board"]
    strict = Rules.preset("japanese", strict=True, komi=0)
    assert stopped(figure_15, strict).agree().territory.any() == np.False_
    g = game(figure_15, strict)
    g.play((0, 3))
    g.pass_()
    g.pass_()
    assert int((g.agree().territory > 0).sum()) == 4


# Article 9.


def test_article_9_1_a_pass_and_a_pass_stop_the_game():
    g = game(FINISHED, "japanese")
    g.pass_()
    g.pass_()
    assert g.phase == "stopped"


def test_article_9_2_agreement_ends_the_game():
    g = stopped(FINISHED, "japanese")
    s = g.agree()
    assert g.phase == "finished" and g.result == s.result == "W+7.5" and g.final is s


def test_article_9_2_there_is_no_agreement_before_the_stop():
    g = game(FINISHED, "japanese")
    with pytest.raises(RuleError, match="Article 9-2"):
        g.agree()
    g.pass_()
    with pytest.raises(RuleError, match="Article 9-2"):
        g.agree()
    assert g.phase == "play" and g.board.move_count == 1


@pytest.mark.parametrize("requester", [BLACK, WHITE])
def test_article_9_3_the_opponent_of_the_one_who_asks_moves_first(requester):
    g = stopped(FINISHED, "japanese")
    g.resume(requested_by=requester)
    assert g.phase == "play" and g.to_play == 3 - requester


def test_article_9_3_the_opponent_may_answer_with_a_pass():
    g = stopped(FINISHED, "japanese")
    g.resume(BLACK)
    g.pass_()
    assert g.phase == "play" and g.to_play == BLACK
    g.pass_()
    assert g.phase == "stopped"


def test_article_9_3_what_was_played_informally_after_the_stop_is_void():
    g = stopped(FINISHED, "japanese")
    before = g.board.stones.copy()
    g.board.play("A4", BLACK)
    g.board.play("F2", WHITE)
    assert (g.score().territory == stopped(FINISHED, "japanese").score().territory).all()
    g.resume(WHITE)
    assert (g.board.stones == before).all() and g.board.move_count == 2 and g.to_play == BLACK


def test_article_9_3_asks_who_asks():
    g = stopped(FINISHED, "japanese")
    for asker in (None, 0, 3, "nobody"):
        with pytest.raises((ValueError, TypeError)):
            g.resume(asker)
    with pytest.raises(RuleError, match="9-3"):
        game(FINISHED, "japanese").resume(BLACK)
    assert g.phase == "stopped"


# Article 10; 10-1 and its figures are in test_scoring.py too.


def test_article_10_1_dead_stones_come_off_as_they_are():
    g = stopped(POSITIONS["j89-fig16"]["board"], "japanese", komi=0)
    s = g.agree([(1, 1)])
    assert s.margin == POSITIONS["j89-fig16"]["expected"]["margin_without_komi"] and g.result == "B+6"
    assert g.dead == [g.board.point((1, 1))]


def test_article_10_2_prisoners_fill_the_opponents_territory():
    g = position("j89-fig5", "japanese", komi=0)
    g.play((1, 3))
    g.play((0, 4))
    g.play((1, 2))
    g.pass_()
    g.pass_()
    assert g.score().details["black_captures"] == 1


def test_article_10_2_equal_is_jigo():
    g = stopped("....XO....\n....XO....", "japanese", komi=0)
    g.agree()
    assert g.result == "Draw"


def test_article_10_3_the_game_is_replayed_to_verify_the_result():
    g = position("j89-fig5", "japanese", komi=0)
    for move in [(1, 3), (0, 4), (1, 2), "pass", "pass"]:
        g.play(move)
    with pytest.raises(RuleError):
        g.recount()
    s = g.agree()
    assert g.recount() == s
    tampered = g.copy()
    tampered.board = Board(g.board.shape)
    with pytest.raises(RuleError, match="do not lead"):
        tampered.recount()


def test_article_10_4_nothing_changes_a_confirmed_result():
    g = stopped(FINISHED, "japanese")
    g.agree()
    before = g.copy()
    for change in (
        lambda: g.forfeit(WHITE, "two moves in succession"), lambda: g.resign(BLACK), lambda: g.agree(), lambda: g.resume(BLACK),
        lambda: g.play("A4"), lambda: g.pass_(), lambda: g.undo(), lambda: g.no_result(), lambda: g.both_lose("a stone was moved"),
        lambda: g.referee("draw", "a missing prisoner"),
    ):  # fmt: skip
        with pytest.raises(RuleError, match="Article 10-4"):
            change()
    assert g == before and g.result == "W+7.5"


# Articles 11 to 14.


@pytest.mark.parametrize("color, result", [(BLACK, "W+R"), (WHITE, "B+R"), (None, "W+R")])
def test_article_11_resignation(color, result):
    g = Game(9)
    g.resign(color)
    assert g.result == result and g.phase == "finished" and "Article 11" in g.reason


def test_article_11_after_the_stop_too():
    g = stopped(FINISHED, "japanese")
    g.resign(BLACK)
    assert g.result == "W+R"


def test_article_12_no_result_is_open_once_a_position_has_recurred():
    g = position("rep-triple-ko", "japanese")
    for move in POSITIONS["rep-triple-ko"]["expected"]["cycle"]:
        assert not g.recurred
        with pytest.raises(RuleError, match="Article 12"):
            g.no_result()
        g.play(tuple(move))
    assert g.recurred
    g.no_result()
    assert g.result == "Void" and "Article 12" in g.reason


def test_article_12_without_agreement_play_goes_on():
    g = position("rep-triple-ko", "japanese")
    for _ in range(5):
        for move in POSITIONS["rep-triple-ko"]["expected"]["cycle"]:
            g.play(tuple(move))
    assert g.phase == "play" and g.result is None


def test_article_12_passes_make_nothing_recur():
    g = game(FINISHED, "japanese")
    g.pass_()
    g.pass_()
    assert not g.recurred
    with pytest.raises(RuleError):
        g.no_result()


def test_article_12_a_move_taken_back_takes_the_offer_back():
    g = position("rep-triple-ko", "japanese")
    for move in POSITIONS["rep-triple-ko"]["expected"]["cycle"]:
        g.play(tuple(move))
    g.undo()
    assert not g.recurred


def test_article_13_1_figure_19_nobody_asks_to_resume_and_both_lose():
    g = position("j89-fig19-1", "japanese")
    g.pass_()
    g.pass_()
    g.disagree()
    assert g.result == "Both lose" and "Article 13-1" in g.reason


def test_article_13_1_figure_19_who_asks_gives_the_first_move_away():
    vital = tuple(POSITIONS["j89-fig19-1"]["expected"]["vital_point"])
    for requester in (BLACK, WHITE):
        g = position("j89-fig19-1", "japanese")
        g.pass_()
        g.pass_()
        g.disagree(requested_by=requester)
        assert g.to_play == 3 - requester
        g.play(vital)
        assert g.board[vital] == 3 - requester


def test_article_13_2_a_displaced_stone_and_no_agreement_both_lose():
    g = Game(9)
    g.play("E5")
    g.both_lose("the stone at E5 was moved and its point taken")
    assert g.result == "Both lose" and "Article 13-2" in g.reason


def test_article_13_needs_a_reason_and_japanese_rules():
    with pytest.raises(ValueError):
        Game(9).both_lose("")
    with pytest.raises(RuleError):
        Game(9, "chinese").both_lose("a stone was moved")


@pytest.mark.parametrize("color, result", [(BLACK, "W+F"), (WHITE, "B+F")])
def test_article_14_a_broken_rule_noticed_before_the_result_is_confirmed_loses(color, result):
    for g in (Game(9), stopped(FINISHED, "japanese")):
        g.forfeit(color, "two moves in succession")
        assert g.result == result and g.reason == "two moves in succession (Article 14)"


def test_article_14_after_the_confirmation_it_has_no_effect():
    g = stopped(FINISHED, "japanese")
    g.agree()
    with pytest.raises(RuleError, match="10-4"):
        g.forfeit(WHITE, "retook a ko at once")
    assert g.result == "W+7.5"


@pytest.mark.parametrize("illegal, where, reason", [((1, 2), "j89-fig5", "Article 6"), ((0, 0), "j89-fig2", "Articles 3 and 4")])
def test_article_14_under_a_referee_an_illegal_move_loses_at_once(illegal, where, reason):
    g = position(where, Rules.preset("japanese", illegal="loss"))
    if where == "j89-fig5":
        g.play((1, 3))
    loser = g.to_play
    board = g.board.copy()
    assert g.play(illegal) == 0
    assert g.result == ("W+F" if loser == BLACK else "B+F") and reason in g.reason and "Article 14" in g.reason
    assert g.board == board


def test_every_refusal_names_the_article():
    g = position("j89-fig5", "japanese")
    g.play((1, 3))
    assert g.why_illegal((1, 2)) == "the stone just taken in the ko may not be retaken on the next move (Article 6)"
    assert g.why_illegal((1, 3)) == "the point is occupied (Article 3)"
    assert g.why_illegal((0, 0)) is None


def test_article_12_asks_for_the_agreement_during_play():
    """"When the same whole-board position is repeated during a game, if both players agree, the game ends without result." """
    g = position("rep-triple-ko", "japanese")
    for move in [None if m is None else tuple(m) for m in POSITIONS["rep-triple-ko"]["expected"]["cycle"]]:
        g.play(move)
    assert g.recurred
    g.pass_()
    g.pass_()
    with pytest.raises(RuleError, match="during play"):
        g.no_result()
    assert g.phase == "stopped"
