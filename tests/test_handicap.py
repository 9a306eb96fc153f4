"""Handicap stones: where they go, what they cost, what a difference in rank is worth."""

import itertools

import numpy as np
import pytest

from goboard import BLACK, EMPTY, WHITE, Board
from goboard.game import Game, RuleError
from goboard.handicap import fixed_points, max_fixed, stones_on, terms
from goboard.rules import Rules

# The table of the Go Text Protocol, version 2, for 19x19 and 9x9.
GTP_19 = {
    2: "D4 Q16",
    3: "D4 Q16 D16",
    4: "D4 Q16 D16 Q4",
    5: "D4 Q16 D16 Q4 K10",
    6: "D4 Q16 D16 Q4 D10 Q10",
    7: "D4 Q16 D16 Q4 D10 Q10 K10",
    8: "D4 Q16 D16 Q4 D10 Q10 K16 K4",
    9: "D4 Q16 D16 Q4 D10 Q10 K16 K4 K10",
}
GTP_9 = {2: "C3 G7", 4: "C3 G7 C7 G3", 5: "C3 G7 C7 G3 E5", 9: "C3 G7 C7 G3 C5 G5 E7 E3 E5"}


@pytest.mark.parametrize("size, stones, points", [(19, n, p) for n, p in GTP_19.items()] + [(9, n, p) for n, p in GTP_9.items()])
def test_fixed_points_are_gtps(size, stones, points):
    board = Board(size)
    assert {board.vertex(p) for p in fixed_points(size, stones)} == set(points.split())


def test_the_line_is_the_third_up_to_twelve_and_the_fourth_above():
    assert fixed_points(12, 2) == [(9, 2), (2, 9)]
    assert fixed_points(13, 2) == [(9, 3), (3, 9)]


@pytest.mark.parametrize("size, most", [(6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (11, 9), (13, 9), (18, 4), (19, 9), (25, 9),
                                        ((13, 19), 9), ((9, 8), 4), ((6, 19), 0)])  # fmt: skip
def test_how_many_a_board_takes(size, most):
    assert max_fixed(size) == most
    for n in range(2, most + 1):
        points = fixed_points(size, n)
        assert len(points) == len(set(points)) == n
    for bad in (0, 1, most + 1, -1, 400):
        with pytest.raises(ValueError):
            fixed_points(size, bad)


def test_all_points_of_a_rectangle_are_on_it():
    board = Board((9, 25))
    assert all(board[p] == EMPTY for p in fixed_points((9, 25), 9))


def test_a_game_places_them_and_white_begins():
    g = Game(19, "tromp-taylor", handicap=2)
    assert {g.board.vertex(p) for p in range(361) if g.board[p] == BLACK} == {"D4", "Q16"}
    assert g.to_play == WHITE and g.handicap == 2 and g.moves == []


def test_free_placement():
    g = Game(9, "new-zealand", handicap=["C3", "D4", "E5"])
    assert g.handicap == 3 and g.to_play == WHITE and g.board["D4"] == BLACK
    g = Game(9)
    g.place_handicap([(0, 0), (8, 8)])
    assert g.handicap == 2 and g.board["A9"] == BLACK


@pytest.mark.parametrize("rules, black, stones, bonus", [
    ("chinese", ["D4"], 0, 0), ("chinese", ["D4", "D5"], 2, 2), ("aga", ["D4", "D5", "D6"], 3, 2), ("japanese", ["C7", "G3"], 2, 0),
])  # fmt: skip
def test_stones_set_up_are_a_handicap(rules, black, stones, bonus):
    g = Game(19, rules)
    g.setup(black)
    assert (g.handicap, g.bonus, stones_on(g.board)) == (stones, bonus, stones)
    assert g.to_play == (WHITE if stones else BLACK)


def test_stones_of_both_colours_are_a_position():
    g = Game(9, "chinese")
    g.setup(["C3", "C4"], ["D5"])
    assert g.handicap == 0 and g.to_play == BLACK


@pytest.mark.parametrize("rules, stones, bonus", [("chinese", 2, 2), ("chinese", 9, 9), ("aga", 4, 3), ("japanese", 4, 0),
                                                  ("korean", 4, 0), ("ing", 3, 0), ("new-zealand", 5, 0)])  # fmt: skip
def test_compensation(rules, stones, bonus):
    assert Rules.preset(rules).bonus(stones) == bonus


@pytest.mark.parametrize("rules, komi", [("japanese", 0), ("chinese", 0), ("aga", 0.5), ("ing", 0)])
def test_a_handicap_game_has_a_komi_of_its_own(rules, komi):
    assert Game(19, rules, handicap=3).komi == komi
    assert Game(19, rules, komi=5.5, handicap=3).komi == 5.5


@pytest.mark.parametrize("handicap", [1, 10, 400, -2, [], ["D4"], ["D4", "D4"], ["D4", "Z9"], [(0, 0), "pass"]])
def test_bad_handicaps_are_refused(handicap):
    with pytest.raises(ValueError):
        Game(9, handicap=handicap)


@pytest.mark.parametrize("handicap", [2.5, object(), None, True])
def test_what_is_no_handicap_is_a_type_error(handicap):
    with pytest.raises(TypeError):
        Game(9, handicap=handicap)


def test_handicap_comes_before_the_first_move():
    g = Game(9)
    g.play("E5")
    with pytest.raises(RuleError):
        g.place_handicap(["C3", "G7"])
    assert g.board.move_count == 1 and g.handicap == 0


# Ing's essay: a step is 8 points; pin 2 points a rank, dan 4, kyu a stone; Black wins ties.
ING = [
    ("ing-pin", 0, 0, 8), ("ing-pin", 1, 0, 6), ("ing-pin", 2, 0, 4), ("ing-pin", 4, 0, 0),
    ("ing-dan", 0, 0, 8), ("ing-dan", 1, 0, 4), ("ing-dan", 2, 0, 0), ("ing-dan", 3, 2, 4), ("ing-dan", 4, 2, 0),
    ("ing-kyu", 0, 0, 8), ("ing-kyu", 1, 0, 0), ("ing-kyu", 2, 2, 0), ("ing-kyu", 9, 9, 0),
]  # fmt: skip


@pytest.mark.parametrize("system, difference, stones, komi", ING)
def test_the_rank_tables_of_ing(system, difference, stones, komi):
    assert terms(system, difference) == (stones, komi, "black")


@pytest.mark.parametrize("difference, stones, komi", [(0, 0, 7.5), (1, 0, 0), (2, 2, 0), (9, 9, 0)])
def test_chinese_ranks(difference, stones, komi):
    assert terms("chinese", difference) == (stones, komi, "draw")


def test_other_systems_and_differences_are_refused():
    for system, difference in [("elo", 1), ("ing-dan", -1), ("ing-dan", 1000)]:
        with pytest.raises(ValueError):
            terms(system, difference)
    with pytest.raises(TypeError):
        terms("ing-dan", 1.5)


def test_endless_handicap_points_are_refused():
    for points in (itertools.repeat(3), np.broadcast_to(np.int64(1), (2**40,))):
        with pytest.raises(ValueError):
            Game(9, handicap=points)
