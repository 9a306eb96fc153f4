"""Korean, AGA, New Zealand, Tromp-Taylor, stone scoring, ancient territory: each whole, each with a game played out."""

import pytest

from goboard import BLACK, WHITE
from goboard.game import Game, IllegalPlay, RuleError
from goboard.rules import Rules
from goboard.scoring import explain, score
from score_data import POSITIONS, game, position, stopped

FINISHED = """
    ..XO..
    XXXOOO
    .XO.O.
    XXOOOO
"""


def played(rules, moves, size=5, **options):
    """A small game: Black on the left, White on the right; moves as vertices, the colours alternating."""
    g = Game(size, rules, **options)
    for move in moves.split():
        g.play(move)
    return g


WALL = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5"  # Black's area is 15, White's 10; ten points and five are surrounded


# Korean.


def test_korean_counts_territory_with_6_5_and_draws_nothing():
    g = played("korean", f"{WALL} pass pass")
    assert g.agree().margin == 10 - 5 - 6.5 and g.result == "W+1.5"


def test_korean_ko_and_suicide():
    g = position("j89-fig5", "korean")
    g.play((1, 3))
    with pytest.raises(IllegalPlay, match="Article 6"):
        g.play((1, 2))
    with pytest.raises(IllegalPlay):
        position("suicide-multi", "korean").play((0, 1))


def test_korean_triple_ko_is_played_again():
    g = position("rep-triple-ko", "korean")
    for move in POSITIONS["rep-triple-ko"]["expected"]["cycle"]:
        g.play(tuple(move))
    g.no_result()
    assert g.result == "Void" and "played again" in g.reason


def test_korean_has_no_both_lose():
    with pytest.raises(RuleError):
        Game(9, "korean").both_lose("no agreement")


def test_korean_does_not_count_article_8_to_the_letter():
    assert not Rules.preset("korean").strict
    assert score(game(FINISHED, "korean").board, "korean", komi=0).margin == -1


# AGA.


def test_aga_a_pass_hands_over_a_stone_and_white_passes_last():
    g = played("aga", f"{WALL} pass pass")
    assert g.pass_stones == (1, 1) and g.moves[-1][0] == WHITE
    g = played("aga", f"{WALL} A1 pass pass")
    assert g.phase == "stopped" and g.pass_stones == (1, 1) and g.to_play == WHITE  # the opponent of the last passer
    g.agree()
    assert g.pass_stones == (1, 2) and [c for c, _ in g.moves[-3:]] == [WHITE, BLACK, WHITE]


@pytest.mark.parametrize("moves", [f"{WALL} pass pass", f"{WALL} A1 pass pass", f"{WALL} A1 E1 pass pass", f"{WALL} pass E1 pass pass"])
def test_aga_area_and_territory_with_pass_stones_agree(moves):
    g = played("aga", moves)
    area = g.agree()
    territory = score(g.board, Rules(scoring="territory", tax="none", komi=7.5))
    black, white = g.pass_stones
    assert area.margin == territory.margin + white - black
    assert (area.details["black_pass_stones"], area.details["white_pass_stones"]) == (black, white)


def test_aga_a_dispute_resumes_play_and_four_passes_in_a_row_leave_everything_alive():
    g = stopped(POSITIONS["j89-fig16"]["board"], "aga", komi=0)
    g.disagree()
    assert g.phase == "play" and g.to_play == BLACK
    g.pass_()
    g.pass_()
    assert g.phase == "finished" and "four passes" in g.reason
    assert g.final.dead == [] and g.final.margin == score(g.board, "tromp-taylor", komi=0).margin


def test_aga_situational_superko():
    g = position("rep-molasses-type", "aga")
    cycle = POSITIONS["rep-molasses-type"]["expected"]["cycle"]
    for move in cycle:
        g.play(None if move is None else tuple(move))
    with pytest.raises(IllegalPlay, match="Rule 6"):
        g.play(tuple(cycle[0]))


def test_aga_an_illegal_move_may_count_as_a_pass():
    g = position("suicide-multi", Rules.preset("aga", illegal="pass"))
    g.play((0, 1))
    assert g.pass_stones == (1, 0) and "Rule 8" not in g.notes[0][1] and "Rule 5" in g.notes[0][1]


def test_aga_handicap():
    g = Game(9, "aga", handicap=3)
    assert (g.komi, g.bonus) == (0.5, 2)
    g.pass_()
    g.pass_()
    assert g.agree().margin == 81 - 2 - 0.5


def test_the_button_is_half_a_point_for_the_first_pass():
    g = played("aga-button", f"{WALL} pass")
    assert g.button == BLACK and g.passes == 0
    g.pass_()
    assert g.phase == "play"
    g.pass_()
    assert g.phase == "stopped"
    assert g.agree().margin == 5 - 7 + 0.5


# New Zealand.


def test_new_zealand_counts_area_with_7_and_may_draw():
    g = played("new-zealand", f"{WALL} pass pass")
    assert g.agree().margin == 15 - 10 - 7
    g = played("new-zealand", f"{WALL} pass pass", komi=5)
    g.agree()
    assert g.result == "Draw"


def test_new_zealand_suicide_is_legal():
    g = position("suicide-multi", "new-zealand")
    g.play((0, 1))
    assert g.board.captures(WHITE) == 2


def test_new_zealand_dead_stones_by_agreement_else_play_goes_on():
    g = stopped(POSITIONS["j89-fig16"]["board"], "new-zealand", komi=0)
    g.disagree()
    assert g.phase == "play"
    g.pass_()
    g.pass_()
    assert g.agree([(1, 1)]).dead


def test_new_zealand_without_agreement_who_moves_next_all_stones_stay():
    """"If they cannot then agree who shall move next, all stones stay on the board (are alive) and are counted." """
    g = stopped(POSITIONS["j89-fig16"]["board"], "new-zealand", komi=0)
    g.disagree(mover=WHITE)
    assert g.phase == "play" and g.to_play == WHITE
    g.pass_()
    g.pass_()
    g.disagree(mover="nobody")
    assert g.phase == "finished" and g.final.dead == [] and g.final.margin == score(g.board, "tromp-taylor", komi=0).margin
    with pytest.raises(RuleError, match="who moves next"):
        stopped(POSITIONS["j89-fig16"]["board"], "chinese", komi=0).disagree(mover=WHITE)


@pytest.mark.parametrize("rules", ["chinese", "new-zealand"])
def test_the_players_may_agree_that_the_game_is_over_without_passing(rules):
    """Article 7 of the Chinese rules: by agreement, resignation or two passes; New Zealand: "when both players agree". """
    g = played(rules, WALL)
    s = g.agree(())
    assert g.phase == "finished" and g.result == s.result and g.passes == 0


@pytest.mark.parametrize("rules", ["japanese", "aga", "ing"])
def test_elsewhere_agreement_comes_after_the_stop(rules):
    with pytest.raises(RuleError, match="after the stop"):
        played(rules, WALL).agree(())


# Tromp-Taylor.


def test_tromp_taylor_two_passes_end_and_everything_on_the_board_counts():
    g = stopped(POSITIONS["j89-fig16"]["board"], "tromp-taylor", komi=0)
    with pytest.raises(ValueError, match="no stone comes off"):
        g.agree([(1, 1)])
    with pytest.raises(RuleError, match="Rule 8"):
        g.resume(BLACK)
    with pytest.raises(RuleError, match="Rule 8"):
        g.disagree()
    s = g.agree()
    assert (s.black, s.white) == (7, 9 + 2)  # the white stone leaves Black no territory


def test_tromp_taylor_suicide_and_positional_superko():
    g = position("suicide-multi", "tromp-taylor")
    g.play((0, 1))
    with pytest.raises(IllegalPlay):
        position("suicide-single", "tromp-taylor").play((0, 0))


def test_tromp_taylor_a_worked_game():
    g = played("tromp-taylor", f"{WALL} A1 E1 pass pass", komi=0)
    s = g.agree()
    assert (s.black, s.white, g.result) == (15, 10, "B+5")


# Stone scoring and ancient territory.


def test_stone_scoring_before_and_after_filling():
    """Each side fills all but two points of its one group; the stones that stand are the area less two a group."""
    g = played("stone-scoring", f"{WALL} pass pass", komi=0)
    before = g.score()
    assert before.margin == (15 - 2) - (10 - 2) and "- 2 for 1 group" in explain(before)
    g.resume(WHITE)
    for move in "A1 E1 A3 E2 B1 E4 B2 pass B3 pass B4 pass B5 pass A4 pass pass".split():
        g.play(move)
    literal = score(g.board, Rules(scoring="stones", tax="none"), komi=0)
    assert (literal.black, literal.white) == (13, 8) and literal.margin == before.margin
    assert g.agree().result == "B+5"


def test_stone_scoring_group_tax():
    g = stopped(POSITIONS["score-group-tax"]["board"], "stone-scoring", komi=0)
    assert g.agree().margin == POSITIONS["score-group-tax"]["expected"]["group_tax_margin"]


def test_ancient_territory_pays_the_tax_out_of_its_territory():
    g = played("ancient-territory", f"{WALL} pass pass", komi=0)
    s = g.agree()
    assert (s.black, s.white) == (10 - 2, 5 - 2)
