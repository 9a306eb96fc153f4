"""Ing's rules: hot stones, disturbing kos, four passes, filling in."""

import pickle

import numpy as np
import pytest

from goboard import BLACK, EMPTY, WHITE, Board
from goboard.game import Game, IllegalPlay, RuleError, classify_cycle
from goboard.rules._ing import Cycle, disturber_of
from goboard.scoring import fill_in, score
from score_data import POSITIONS, board, game, position, stopped

ETERNAL_LIFE = """
    ........
    OOOOOO..
    XXXXXO..
    XOOOXXOO
    .O.X.OX.
"""
# Moonshine life in the left corner, a double-ko seki in the right one.
MOONSHINE = """
    O.OXX.XXXXOX.X.
    .OXXXXXXXOOOXXX
    OXXX.XX.XO.OXXO
    XXXXXXXXXXOOOO.
    X.XXXXXX.XXXXOO
    XXXXXXXXXXX.XXX
    X.XXXXXXXXXXX.X
"""
MOONSHINE_CYCLE = [(0, 1), (0, 12), (3, 14), (0, 2), (0, 11), (2, 14)]
SENDING_TWO = """
    .....
    ..XXX
    XXXOO
    XOOO.
    XO.OX
    XOXX.
"""


def play(g, *moves):
    return [g.play(move) for move in moves]


# Fighting kos.


def test_a_single_hot_stone_needs_an_interval():
    g = position("j89-fig5", "ing")
    g.play((1, 3))
    with pytest.raises(IllegalPlay, match="single hot stone") as refused:
        g.play((1, 2))
    assert refused.value.reason == "ko" and g.board.move_count == 1


@pytest.mark.parametrize("interval", [(0, 4), "pass"], ids=["board play", "pass play"])
def test_the_interval_is_a_board_play_or_a_pass(interval):
    g = position("j89-fig5", "ing")
    g.play((1, 3))
    g.play(interval)
    g.play((0, 0))
    assert g.play((1, 2)) == 1


def test_double_hot_stones_eternal_life():
    g = game(ETERNAL_LIFE, "ing")
    assert play(g, "C1", "E1", "D1") == [0, 2, 2]
    with pytest.raises(IllegalPlay, match="double hot stones"):
        g.play("F1")
    play(g, "H4", "H5")
    assert g.play("F1") == 0


def test_triple_hot_stones():
    g = position("rep-triple-ko", "ing")
    cycle = [tuple(m) for m in POSITIONS["rep-triple-ko"]["expected"]["cycle"]]
    assert play(g, *cycle[:5]) == [1] * 5
    with pytest.raises(IllegalPlay, match="triple hot stones"):
        g.play(cycle[5])
    play(g, (5, 0), (5, 6))
    assert g.play(cycle[5]) == 1


def test_a_fight_goes_on_after_every_interval_and_is_never_annulled():
    g = position("rep-triple-ko", "ing")
    cycle = [tuple(m) for m in POSITIONS["rep-triple-ko"]["expected"]["cycle"]]
    play(g, *cycle[:5], (5, 0), (5, 6), cycle[5])
    with pytest.raises(RuleError):
        g.no_result()


# Disturbing kos.


def test_a_quadruple_ko_goes_round_once_then_the_disturber_stops():
    g = position("rep-quadruple-ko", "ing")
    cycle = [tuple(m) for m in POSITIONS["rep-quadruple-ko"]["expected"]["cycle"]]
    play(g, *cycle)
    with pytest.raises(IllegalPlay, match="disturbing") as refused:
        g.play(cycle[0])
    assert refused.value.reason == "superko"
    g.play((5, 0))


def test_undoing_opens_the_cycle_again():
    g = position("rep-quadruple-ko", "ing")
    cycle = [tuple(m) for m in POSITIONS["rep-quadruple-ko"]["expected"]["cycle"]]
    play(g, *cycle)
    before = g.copy()
    g.undo()
    g.play(cycle[-1])
    assert g == before and not g.is_legal(cycle[0])


def test_moonshine_life_with_a_double_ko_seki_is_disturbing():
    """Three kos as in a triple ko, but in two fights."""
    g = game(MOONSHINE, "ing")
    assert play(g, *MOONSHINE_CYCLE) == [1] * 6
    assert g.recurred
    g.play(MOONSHINE_CYCLE[0])  # Black only answers
    with pytest.raises(IllegalPlay, match="White is the disturber"):
        g.play(MOONSHINE_CYCLE[1])


def test_reading_tells_whose_chain_lives_only_by_the_cycle():
    """The disturber "changes breath but not status": White's moonshine chain is dead whatever is played."""
    g = game(MOONSHINE, "ing")
    play(g, *MOONSHINE_CYCLE)
    cycle = Cycle(g.board.moves, [[]] * 6, g.board)
    assert disturber_of(cycle) == WHITE
    assert disturber_of(cycle) == disturber_of(Cycle(cycle.plies, cycle.captured, g.board.copy(history=False)))


def test_undoing_forgets_the_disturber_that_reading_found():
    g = game(MOONSHINE, "ing")
    play(g, *MOONSHINE_CYCLE)
    g.undo()
    assert g.is_legal(MOONSHINE_CYCLE[5]) and not g._procedure.read


def test_the_dead_stones_are_off_the_board_once_they_are_removed():
    """"Dead stones are removed; both pass again: the end": four passes in all."""
    g = game("""
        .OX.O
        OOXX.
        XXXX.
        .....
        .....
    """, "ing")
    g.pass_()
    g.pass_()
    dead = [g.board.point("E5")]
    g.agree(dead)
    assert g.phase == "removed" and g.board["E5"] == 0 and len(g.moves) == 2 and g.dead == dead
    counted = g.score()
    g.pass_()
    g.pass_()
    assert g.phase == "finished" and g.final == counted and g.board["E5"] == 0 and g.recount() == counted


def test_stones_that_were_removed_stand_again_when_play_is_resumed():
    g = game("""
        .OX.O
        OOXX.
        XXXX.
        .....
        .....
    """, "ing")
    g.pass_()
    g.pass_()
    g.agree(["E5"])
    twin = pickle.loads(pickle.dumps(g))
    g.disagree(WHITE)
    assert g.phase == "play" and g.board["E5"] == WHITE and len(g.moves) == 2
    assert twin.phase == "removed" and twin.board["E5"] == 0 and twin.copy() == twin


def test_the_referee_names_the_disturber_at_any_time():
    for before in (0, 3, 6):
        g = game(MOONSHINE, "ing")
        play(g, *MOONSHINE_CYCLE[:before])
        g.name_disturber(WHITE)
        play(g, *(MOONSHINE_CYCLE * 2)[before : 5 if before < 6 else 7])
        with pytest.raises(IllegalPlay, match="disturber"):
            g.play((MOONSHINE_CYCLE * 2)[5 if before < 6 else 7])


def test_sending_two_returning_one_is_disturbing():
    g = game(SENDING_TWO, "ing")
    assert play(g, "E3", "E1", "E2", "pass") == [0, 2, 1, 0]
    with pytest.raises(IllegalPlay, match="disturbing"):
        g.play("E3")


def test_a_molasses_ko_is_broken_off_after_one_cycle():
    g = position("rep-molasses-type", "ing")
    cycle = [None if m is None else tuple(m) for m in POSITIONS["rep-molasses-type"]["expected"]["cycle"]]
    play(g, *cycle)
    assert not g.is_legal(cycle[0])


def test_the_classification_is_an_option():
    seen = []

    def referee(cycle):
        seen.append(cycle)
        return "fighting"

    p = POSITIONS["rep-quadruple-ko"]
    cycle = [tuple(m) for m in p["expected"]["cycle"]]
    g = Game(tuple(p["size"]), "ing", classify=referee)
    array = np.array([[".XO".find(sign) for sign in row] for row in p["board"]])
    g.setup(*(np.flatnonzero(array.ravel() == c).tolist() for c in (BLACK, WHITE)))
    play(g, *cycle[:7])
    with pytest.raises(IllegalPlay, match="hot stones"):
        g.play(cycle[7])
    assert len(seen[0].plies) == 8 and [len(c) for c in seen[0].captured] == [1] * 8
    assert classify_cycle(seen[0]) == "disturbing"


def test_only_ing_knows_a_disturber():
    with pytest.raises(RuleError):
        Game(9, "japanese").name_disturber(BLACK)
    with pytest.raises(ValueError):
        Game(9, "ing").name_disturber(EMPTY)


# Suicide.


def test_two_stones_may_remove_themselves_one_may_not():
    g = position("suicide-multi", "ing")
    g.play((0, 1))
    assert g.board.captures(WHITE) == POSITIONS["suicide-multi"]["expected"]["prisoners_X"]
    g = position("suicide-single", "ing")
    with pytest.raises(IllegalPlay, match="single stone"):
        g.play((0, 0))


def test_the_mask_of_legal_moves_knows_hot_stones():
    g = position("j89-fig5", "ing")
    g.play((1, 3))
    mask = g.legal_mask()
    assert not mask[g.board.point((1, 2))] and mask[-1] and mask[g.board.point((0, 4))]
    assert [bool(m) for m in mask] == [g.is_legal(p) for p in range(16)]


# Four passes.

FINISHED = """
    ..XO..
    XXXOOO
    .XO.O.
    XXOOOO
"""


def test_two_passes_stop_play_two_more_end_the_game():
    g = stopped(FINISHED, "ing", komi=0)
    g.agree()
    assert g.phase == "removed" and g.result is None
    g.pass_()
    assert g.phase == "removed"
    g.pass_()
    assert g.phase == "finished" and g.result == "W+4"


def test_agreeing_twice_is_the_same():
    g = stopped(FINISHED, "ing")
    g.agree()
    s = g.agree()
    assert g.phase == "finished" and g.final == s


def test_dead_stones_come_off_at_the_first_agreement():
    g = stopped(POSITIONS["j89-fig16"]["board"], "ing", komi=0)
    g.agree([(1, 1)])
    assert g.dead == [g.board.point((1, 1))]
    g.pass_()
    g.pass_()
    assert g.final.dead == g.dead


def test_a_disagreement_is_played_out_before_or_after_the_removal():
    for removed in (False, True):
        g = stopped(POSITIONS["j89-fig16"]["board"], "ing")
        if removed:
            g.agree([(1, 1)])
        g.disagree()
        assert g.phase == "play" and g.to_play == BLACK and g.dead == []
        g.play((0, 1))


def test_after_the_removal_stones_are_played_only_when_play_is_resumed():
    g = stopped(FINISHED, "ing")
    g.agree()
    with pytest.raises(RuleError):
        g.play("A4")


# Counting.


def test_black_returns_8_and_wins_a_tie():
    b = board("\n".join(["....XO..."] * 9))
    s = score(b, "ing", komi=9)
    assert s.margin == 0 and s.winner == BLACK and s.result == "B+0"
    assert score(b, "ing").result == "B+1"


def test_filling_in_step_by_step():
    """19x19, Black 191, White 170, as on the hand-made board: ten negative stones and one winning space, 21 points."""
    p = POSITIONS["score-19x19-plain"]
    dead = [tuple(d) for d in p["dead_stones"]]
    b = Board.from_array(np.array([[".XO".find(sign) for sign in row] for row in p["board"]]))
    steps = {(step.color, step.action): step for step in fill_in(b, dead)}
    live = {c: int((b.stones == c).sum()) - sum(b[d] == c for d in dead) for c in (BLACK, WHITE)}
    assert len(steps[BLACK, "fill"].points) == 180 - live[BLACK]
    assert len(steps[WHITE, "fill"].points) == 170 - live[WHITE]
    assert len(steps[WHITE, "negative stones"].points) == 10 and steps[WHITE, "negative stones"].value == 20
    assert len(steps[BLACK, "winning spaces"].points) == 1 and steps[BLACK, "winning spaces"].value == 1
    assert steps[WHITE, "komi"].value == -8
    assert steps[BLACK, "result"].value == 13 == p["expected"]["ing(8,black wins ties)"]


def test_each_step_names_its_points_once():
    p = POSITIONS["score-9x9-plain"]
    b = Board.from_array(np.array([[".XO".find(sign) for sign in row] for row in p["board"]]))
    steps = fill_in(b, komi=0)
    filled = [q for step in steps for q in step.points]
    assert sorted(filled) == np.flatnonzero(b.stones.ravel() == EMPTY).tolist()
    assert all(isinstance(step.text, str) and step.text for step in steps)


@pytest.mark.parametrize("diagram, shared, open_points", [
    ("..X.O..\n..XXO..", 1, 1),      # one shared space stays open
    ("..X.O..\n..X.O..", 2, 0),      # two: each side fills one
    ("..X.O..\n..X.O..\n..X.O..", 3, 1),
])  # fmt: skip
def test_shared_points_are_filled_half_and_half(diagram, shared, open_points):
    b = board(diagram)
    (step,) = [step for step in fill_in(b, komi=0) if step.action == "shared"]
    assert step.text.startswith(f"{shared} shared point") and len(step.points) == open_points
    assert fill_in(b, komi=0)[-1].value == score(b, "ing", komi=0).margin


def test_a_side_with_more_stones_on_the_board_than_a_set_takes_some_back():
    b = board("XXXXX\n.XXX.\nXXXXO\nXXXOO\nXX.O.")
    assert fill_in(b, komi=0)[-1].value == score(b, "ing", komi=0).margin


def test_penalty_stones_are_two_points_each():
    b = board("....XO...\n....XO...\n....XO...")
    plain = fill_in(b, komi=8)[-1].value
    assert fill_in(b, komi=8, penalties=(2, 0))[-1].value == plain - 4
    assert fill_in(b, komi=8, penalties=(0, 1))[-1].value == plain + 2


def test_filling_in_counts_area_only():
    with pytest.raises(ValueError, match="area"):
        fill_in(board("..XO.."), rules="japanese")
    with pytest.raises(ValueError, match="empty"):
        fill_in(board("..XO.."), ["A1"])
