"""The Chinese rules, article by article as the text numbers them, and the referee's clauses."""

import pytest
from test_scoring import split

from goboard import BLACK, WHITE, Board
from goboard.game import Game, IllegalPlay, RuleError
from goboard.rules import Rules
from goboard.scoring import score
from score_data import POSITIONS, game, position, stopped

FINISHED = """
    ..XO..
    XXXOOO
    .XO.O.
    XXOOOO
"""


def test_article_2_black_first_alternately_and_anybody_may_waive_a_move():
    g = Game(9, "chinese")
    with pytest.raises(RuleError, match="Article 2"):
        g.play("E5", WHITE)
    g.pass_()
    g.play("E5", WHITE)


def test_article_4_both_without_liberties_the_opponents_stones_come_off():
    g = position("suicide-not-when-capturing", "chinese")
    assert g.play((0, 0)) == 2


def test_article_5_a_forbidden_point():
    g = position("suicide-multi", "chinese")
    with pytest.raises(IllegalPlay, match="Article 5"):
        g.play((0, 1))


def test_article_6_no_whole_board_position_comes_back():
    g = position("j89-fig5", "chinese")
    g.play((1, 3))
    with pytest.raises(IllegalPlay, match="Article 6"):
        g.play((1, 2))


def test_article_6_the_ban_outlasts_passes():
    g = position("ko-ban-and-passes", "chinese")
    g.play((1, 3))
    g.pass_()
    g.pass_()
    g.resume(BLACK)
    with pytest.raises(IllegalPlay, match="repeats") as refused:
        g.play((1, 2))
    assert refused.value.reason == "superko"


def test_article_7_the_game_ends_by_agreement_resignation_or_two_passes():
    g = stopped(FINISHED, "chinese")
    assert g.phase == "stopped"
    g.agree()
    assert g.phase == "finished"
    g = Game(9, "chinese")
    g.resign(WHITE)
    assert g.result == "B+R"


def test_article_8_a_dispute_is_played_out():
    g = stopped(FINISHED, "chinese")
    g.disagree(requested_by=WHITE)
    assert g.phase == "play" and g.to_play == BLACK


def test_article_9_one_side_is_counted_in_zi():
    s = stopped(FINISHED, "chinese", komi=0).agree()
    d = s.details
    assert (d["black_zi"], d["white_zi"], d["half_board"]) == (10, 14, 12)
    assert d["black_stones"] + d["black_surrounded"] == 10 and s.result == "W+4"


def test_article_9_a_shared_point_is_half_each():
    s = score(Board.from_text("..X.O..\n..XXO.."), "chinese", komi=0)
    assert s.details["shared"] == 1 and s.details["black_zi"] == 7.5 and s.details["white_zi"] == 6.5


@pytest.mark.parametrize("komi, zi, result", [
    (7.5, 185, "B+1.5"), (7.5, 184, "W+0.5"), (5.5, 184, "B+1.5"), (0, 181, "B+1"), (0, 180.5, "Draw"),
])  # fmt: skip
def test_article_9_komi_of_3_and_2_and_no_quarters(komi, zi, result):
    """3 3/4 zi, the older 2 3/4, and none when Black takes the first move by rank."""
    assert score(split(zi), "chinese", komi=komi).result == result


def test_handicap_stones_are_given_back_by_half():
    g = Game(19, "chinese", handicap=4)
    assert (g.komi, g.bonus) == (0, 4)
    g.pass_()
    g.pass_()
    s = g.agree()
    assert s.details["handicap_bonus"] == 4 and s.margin == 361 - 4


# The referee's clauses.


def test_an_early_retake_is_void_and_counts_as_a_pass():
    g = position("j89-fig5", Rules.preset("chinese", illegal="pass"))
    g.play((1, 3))
    assert g.play((1, 2)) == 0
    assert g.to_play == BLACK and g.moves[-1] == (WHITE, g.board.pass_move)
    ((number, note),) = g.notes
    assert number == 2 and note.startswith("White C2 is void and counts as a pass") and note.endswith("(Article 6)")


def test_a_stone_on_a_forbidden_point_is_void_and_counts_as_a_pass():
    g = position("suicide-multi", Rules.preset("chinese", illegal="pass"))
    before = g.board.stones.copy()
    g.play((0, 1))
    assert (g.board.stones == before).all() and g.moves == [(BLACK, g.board.pass_move)] and "Article 5" in g.notes[0][1]


def test_an_occupied_point_is_simply_refused():
    g = Game(9, Rules.preset("chinese", illegal="pass"))
    g.play("E5")
    with pytest.raises(IllegalPlay):
        g.play("E5")


def test_stones_taken_off_by_mistake_cost_a_warning():
    g = Game(9, "chinese")
    g.play("E5")
    before = g.board.stones.copy()
    g.warn(WHITE, "took off E5, which had four liberties")
    assert (g.board.stones == before).all() and g.phase == "play"
    assert g.notes == [(1, "White is warned: took off E5, which had four liberties")]


def test_two_moves_in_a_row_lose():
    g = Game(9, "chinese")
    g.play("E5")
    with pytest.raises(RuleError):
        g.play("C3", BLACK)
    g.forfeit(BLACK, "two moves in a row")
    assert g.result == "W+F"


@pytest.mark.parametrize("outcome, result", [
    ("draw", "Draw"), ("replay", "Void"), ("no result", "Void"), ("black", "B+F"), ("white", "W+F"),
])  # fmt: skip
def test_a_cycle_in_which_neither_yields_is_ruled(outcome, result):
    g = position("rep-triple-ko", "chinese")
    cycle = POSITIONS["rep-triple-ko"]["expected"]["cycle"]
    for move in cycle[:5]:
        g.play(tuple(move))
    with pytest.raises(IllegalPlay):
        g.play(tuple(cycle[5]))
    g.referee(outcome, "triple ko, neither side yields")
    assert g.result == result and "triple ko" in g.reason


def test_a_ruling_has_an_outcome_and_a_reason():
    g = Game(9, "chinese")
    for outcome, reason in [("win", "x"), ("draw", ""), ("draw", None)]:
        with pytest.raises(ValueError):
            g.referee(outcome, reason)
    assert g.phase == "play"


def test_sham_life_is_not_alive():
    """The corner lives only by a cycle that the ban on repetition breaks off: it counts as dead."""
    g = stopped(POSITIONS["moonshine-corner"]["board"], "chinese", komi=0)
    dead = [p for chain in g.board.chains(WHITE) for p in chain.tolist()]
    assert g.agree(dead).margin == 35


def test_servers_variants_differ_in_the_ko_rule_only():
    assert Rules.preset("chinese-ogs") == Rules.preset("chinese", ko="positional")
    assert Rules.preset("chinese").board_ko() == Rules.preset("chinese-ogs").board_ko() == "positional"


def test_two_named_komis():
    assert Rules.preset("chinese").komi == 2 * 3.75 and game(FINISHED, "chinese").komi == 7.5
