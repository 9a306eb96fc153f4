"""The count: Article 8 and its figures, area, stones, tax, the Chinese thresholds, and a result that explains itself."""

import copy
import pickle
import random

import numpy as np
import pytest

from goboard import BLACK, EMPTY, WHITE, Board
from goboard.rules import Rules
from goboard.scoring import LEFT, REMOVED, STATUS_WORDS, explain, fill_in, score
from score_data import POSITIONS, board, stones

JAPANESE = Rules.preset("japanese")
STRICT = Rules.preset("japanese", strict=True)


def points(b, vertices):
    return sorted(b.point(v) for v in vertices.split())


def territory(s):
    return int((s.territory == BLACK).sum()), int((s.territory == WHITE).sum())


def of(name):
    return Board.from_array(stones(POSITIONS[name]["board"]))


# Article 8.


def test_article_8_territory_figure_12():
    for rules in (JAPANESE, STRICT):
        assert territory(score(of("j89-fig12"), rules))[0] == POSITIONS["j89-fig12"]["expected"]["territory_X"]


# Twelve black and five white stones share the dame C6; A6 and E6 are eyes in the seki. White outside lives.
FIGURE_13 = """
    .O.X.XO.O
    OOOXXXOOO
    OXXXXOO.O
    XXXOOOOOO
    OOOO.OOOO
    OOOOOOO.O
"""


@pytest.mark.parametrize("rules", [JAPANESE, STRICT], ids=["by eyes", "to the letter"])
def test_article_8_figure_13_a_seki_has_no_territory(rules):
    b = board(FIGURE_13)
    s = score(b, rules)
    assert set(s.seki) == set(b.chain("B6").tolist()) | set(b.chain("D6").tolist()) and len(s.seki) == 17
    assert s.dame == points(b, "C6 A6 E6") or s.dame == points(b, "C6")
    assert [s.territory[0, col] for col in (0, 2, 4)] == [EMPTY, EMPTY, EMPTY]
    assert s.territory[0, 7] == s.territory[2, 7] == WHITE


@pytest.mark.parametrize("rules", [JAPANESE, STRICT], ids=["by eyes", "to the letter"])
def test_article_8_example_1_three_points_without_capturing_is_a_seki(rules):
    b, expected = of("j89-ex1"), POSITIONS["j89-ex1"]["expected"]
    s = score(b, rules)
    assert set(s.seki) == {p for v in expected["alive"] for p in b.chain(tuple(v)).tolist()}
    assert s.territory[0, 0] == EMPTY and s.details.get("dame_filled", 0) == 0
    assert territory(s) == (18, 15)  # outside


@pytest.mark.parametrize("rules", [JAPANESE, STRICT], ids=["by eyes", "to the letter"])
def test_article_8_a_ten_thousand_year_ko_left_alone_is_a_seki(rules):
    b, expected = of("j89-ex5-mannenko"), POSITIONS["j89-ex5-mannenko"]["expected"]
    s = score(b, rules)
    assert {p for v in expected["alive"] for p in b.chain(tuple(v)).tolist()} <= set(s.seki)
    assert not s.territory[:2, :5].any()


def test_eyes_in_a_seki_are_area():
    s = score(board(FIGURE_13), "chinese")
    assert [s.territory[0, col] for col in (0, 2, 4)] == [WHITE, EMPTY, BLACK]
    assert len(s.seki) == 17 and s.details["shared"] == 1


@pytest.mark.parametrize("name", ["j89-fig14", "j89-ex25"])
@pytest.mark.parametrize("rules", [JAPANESE, STRICT], ids=["by eyes", "to the letter"])
def test_article_8_double_ko_seki_figure_14_and_example_25(name, rules):
    b, expected = of(name), POSITIONS[name]["expected"]
    ko_stones = [tuple(p) for p in expected["ko_stones_dead"]]
    s = score(b, rules, ko_stones)
    assert s.left == sorted(b.point(p) for p in ko_stones) and s.dead == []
    for row, col in expected["dame"]:
        assert b.point((row, col)) in s.dame
    for row, col in expected["dame"] + expected["eye_points_in_seki"]:
        assert s.territory[row, col] == EMPTY
    for row, col in expected["seki"]:
        assert set(b.chain((row, col)).tolist()) <= set(s.seki)


def test_article_8_to_the_letter_figure_15_an_unfilled_dame_leaves_no_territory():
    b, expected = of("j89-fig15"), POSITIONS["j89-fig15"]["expected"]
    s = score(b, STRICT)
    assert territory(s) == (0, 0) and len(s.seki) == int(b.stones.astype(bool).sum())
    for filler, key in ((BLACK, "after_fill_by_X"), (WHITE, "after_fill_by_O")):
        filled = b.copy()
        filled.play((0, 3), filler)
        assert territory(score(filled, STRICT)) == (expected[key]["X"], expected[key]["O"])


def test_by_default_a_dame_between_living_groups_counts_as_filled_and_the_result_says_so():
    s = score(of("j89-fig15"), JAPANESE)
    assert territory(s) == (2, 2) and s.seki == [] and len(s.dame) == 1
    assert s.details["dame_filled"] == 1 and "1 dame point between living groups, counted as filled" in explain(s)


def test_a_one_sided_dame_is_no_territory():
    """E1 can be filled by Black alone, but leads to a dame that both sides touch."""
    b = board("""
        .X.XXO.O
        XXXX.OOO
        XXXXX.O.
        .XXXXXOO
    """)
    s = score(b, STRICT)
    assert s.dame == points(b, "E3 F2")
    b.play("F2", WHITE)
    assert score(b, STRICT).dame == points(b, "E3")


# Article 10.


@pytest.mark.parametrize("rules", [JAPANESE, STRICT], ids=["by eyes", "to the letter"])
def test_article_10_1_figure_16_a_dead_stone_in_territory_comes_off(rules):
    b, expected = of("j89-fig16"), POSITIONS["j89-fig16"]["expected"]
    s = score(b, rules, [(1, 1)], komi=0)
    assert s.dead == [b.point((1, 1))] and s.left == []
    assert territory(s) == (expected["territory_X"], expected["territory_O"])
    assert s.margin == expected["margin_without_komi"]


# White's five stones and Black's eleven share the dame E4; two dead black stones lie in White's eye.
FIGURE_17 = """
    XX.O.X.XO.O
    OOOOXXXXOOO
    XXXXXOOOO.O
    OOOOOO.OOOO
"""


@pytest.mark.parametrize("rules", [JAPANESE, STRICT], ids=["by eyes", "to the letter"])
def test_article_10_1_figure_17_dead_stones_within_a_seki_stay(rules):
    b = board(FIGURE_17)
    s = score(b, rules, "A4 B4", komi=0)
    assert s.left == points(b, "A4 B4") and s.dead == []
    assert set(b.chain("D4").tolist()) <= set(s.seki)
    assert (s.black, s.white) == (0, 3)
    assert score(b, rules, "A4 B4", komi=0, remove_all_dead=True).white == 5


def test_figure_17_before_the_end_white_could_have_taken_them():
    b = board(FIGURE_17, WHITE)
    assert b.play("C4") == 2
    b.play("B4")
    assert b.play("A4") == 1


def test_article_10_2_prisoners_beyond_the_opponents_territory_add_to_ones_own():
    b = board("""
        .XO.O
        XXOOO
        .XXXX
        X....
        .....
    """)
    few, many = score(b, JAPANESE, komi=0, prisoners=(0, 0)), score(b, JAPANESE, komi=0, prisoners=(30, 0))
    assert many.margin - few.margin == 30 and many.white == few.white


def test_an_equal_count_is_jigo():
    s = score(board("....XO....\n....XO...."), JAPANESE, komi=0)
    assert s.result == "Draw" and s.black == s.white == 8


# Other counts.


def test_tax_all_takes_two_points_for_each_group():
    b, expected = of("score-group-tax"), POSITIONS["score-group-tax"]["expected"]
    area, taxed = score(b, "tromp-taylor", komi=0), score(b, "stone-scoring", komi=0)
    assert (area.black, area.white) == (expected["area"]["X"], expected["area"]["O"])
    assert taxed.margin == expected["group_tax_margin"]
    assert (taxed.details["black_tax"], taxed.details["white_tax"]) == (4, 2)
    assert score(b, "ancient-territory", komi=0).margin == score(b, JAPANESE, komi=0).margin - 2


def test_stones_count_what_stands():
    filled = board("""
        .XOOOOOX.
        XXOOOOOXX
        .XOO.OOX.
        XXO.OOOXX
        XXOOOOOXX
    """)
    s = score(filled, Rules(scoring="stones", tax="none"), komi=0)
    expected = POSITIONS["score-group-tax"]["expected"]["stone_scoring_after_filling"]
    assert (s.black, s.white, s.margin) == (expected["X"], expected["O"], expected["margin"])


def test_bent_four_is_dead_in_japan():
    b, expected = of("score-bent-four"), POSITIONS["score-bent-four"]["expected"]["japanese"]
    dead = [p for chain in b.chains(BLACK) if int(chain[0]) % 9 < 5 for p in chain.tolist()]
    assert len(dead) == expected["X_dead"]
    assert score(b, JAPANESE, dead, komi=0).margin == expected["margin_without_komi"]


def test_the_last_half_point_ko():
    p = POSITIONS["score-half-point-ko"]["expected"]
    connected, taken = of("score-half-point-ko"), of("score-half-point-ko")
    connected.play((3, 2), BLACK)
    taken.play((3, 2), WHITE)
    taken.play((3, 3), WHITE)
    assert score(connected, JAPANESE, komi=0).margin == p["territory_margin_X_connects"]
    assert score(taken, JAPANESE, komi=0).margin == p["territory_margin_O_wins"]
    for b, key in ((connected, "area_X_connects"), (taken, "area_O_wins")):
        s = score(b, "tromp-taylor", komi=0)
        assert [s.black, s.white] == p[key]


@pytest.mark.parametrize("moves, margin", [([(0, 4), (0, 5), (0, 3)], 1), ([(0, 3), (0, 2), (0, 4)], -1)])
def test_first_line_hane_and_connection(moves, margin):
    b = of("rhyme-endgame-first-line")
    color = BLACK if margin > 0 else WHITE
    for k, move in enumerate(moves):
        b.play(move, color if k % 2 == 0 else 3 - color)
    assert score(b, Rules(tax="none"), komi=0).margin == margin


def test_a_dead_stone_is_two_points():
    p = POSITIONS["rhyme-endgame-values"]
    b = Board.from_array(stones(p["board"]))
    s = score(b, JAPANESE, [(1, 2)], komi=0)
    assert s.black == p["expected"]["total"] and s.details["black_dead_taken"] == 1


# Chinese counting: 180 1/2 and 3 3/4.


def split(zi, size=19):
    """A board on which Black has `zi` and White the rest; a half zi is a shared point."""
    total = size * size
    whole = int(zi)
    array = np.full(total, WHITE, np.uint8)
    array[:whole] = BLACK
    array[[0, 2, total - 1, total - 3]] = EMPTY
    if zi != whole:
        assert whole % size not in (0, size - 1)
        array[whole] = EMPTY
    return Board.from_array(array.reshape(size, size))


THRESHOLDS = [
    (7.5, 0, 185, "B+1.5"), (7.5, 0, 184.5, "B+0.5"), (7.5, 0, 184, "W+0.5"), (7.5, 0, 183, "W+2.5"), (7.5, 0, 186, "B+3.5"),
    (5.5, 0, 184, "B+1.5"), (5.5, 0, 183.5, "B+0.5"), (5.5, 0, 183, "W+0.5"),
    (0, 0, 181, "B+1"), (0, 0, 180.5, "Draw"), (0, 0, 180, "W+1"),
    (0, 2, 182, "B+1"), (0, 2, 181, "W+1"), (0, 9, 185, "Draw"), (0, 4, 183, "B+1"),
]  # fmt: skip


@pytest.mark.parametrize("komi, handicap, zi, result", THRESHOLDS)
def test_chinese_thresholds(komi, handicap, zi, result):
    s = score(split(zi), "chinese", komi=komi, handicap=handicap)
    assert s.details["black_zi"] == zi and s.details["black_zi"] + s.details["white_zi"] == 361
    assert s.result == result


def test_white_177_black_185():
    """The rule of thumb of the Chinese text, for a komi of 3 3/4 zi: White needs 177, Black 185."""
    for zi in range(170, 200):
        s = score(split(zi), "chinese")
        assert (s.winner == BLACK) == (zi >= 185) and (s.winner == WHITE) == (361 - zi >= 177)


def test_half_the_points_of_any_board_are_the_base():
    s = score(split(41, 9), "chinese", komi=0)
    assert s.details["half_board"] == 40.5 and s.result == "B+1"


# A count without decisions: identities.


def random_finished(rng, side):
    """A random game, played until nobody has a move but filling eyes; and the moves each side made."""
    b = Board(side, ko="positional")
    passes, moves = 0, [0, 0, 0]
    while passes < 2 and b.move_count < 6 * side * side:
        color = b.to_play
        points = [p for p in b.legal_moves()[:-1].tolist() if not b.is_eye(p, color)]
        if points:
            b.play(rng.choice(points))
            moves[color] += 1
            passes = 0
        else:
            b.pass_()
            passes += 1
    return b, moves


@pytest.fixture(scope="module")
def finished():
    rng = random.Random(1989)
    return [random_finished(rng, side) for side in (5, 6, 7) for _ in range(334)]


def test_area_is_territory_plus_the_difference_in_moves(finished):
    """With all dame filled: stones on the board are stones played less stones taken."""
    plain = Rules(scoring="territory", tax="none")
    count = 0
    for b, moves in finished:
        area, terr = score(b, "tromp-taylor", komi=0), score(b, plain, komi=0)
        if area.dame:
            continue
        assert area.margin == terr.margin + moves[BLACK] - moves[WHITE]
        assert (area.territory == terr.territory).all()
        japanese = score(b, JAPANESE, komi=0)
        if not japanese.seki and not japanese.false_eyes:
            assert japanese.margin == terr.margin
        count += 1
    assert len(finished) >= 1000 and count >= 900


def test_fill_in_counting_gives_the_area_margin(finished):
    for b, _ in finished:
        assert fill_in(b, komi=0)[-1].value == score(b, "tromp-taylor", komi=0).margin


# Options and misuse.


def test_neutral_points_count_for_nobody():
    b = board("....XO....\n....XO....")
    s = score(b, JAPANESE, neutral="A1", komi=0)
    assert (s.black, s.white) == (7, 8) and b.point("A1") in s.dame


@pytest.mark.parametrize("dead, words", [
    (["A1"], "empty"), (["E2"], "in part"), ([400], "400"), (["Z9"], "Z9"), (["pass"], "pass"), ([-1], "-1"), ([(0, 9)], r"\(0, 9\)"),
])  # fmt: skip
def test_bad_dead_stones(dead, words):
    b = board("..XO..\n..XOO.")
    before = repr(b)
    with pytest.raises(ValueError, match=words):
        score(b, JAPANESE, dead if dead != ["E2"] else ["D1"])
    assert repr(b) == before


def test_dead_stones_may_be_named_in_every_way():
    b = board(".O.XO.\n...XOO\nXXXXO.")
    want = score(b, JAPANESE, [b.point("B3")])
    mask = np.zeros((3, 6), bool)
    mask[0, 1] = True
    for dead in ("B3", " b3, ", ["B3"], [(0, 1)], np.array([1]), mask, {1}, iter([1])):
        assert score(b, JAPANESE, dead) == want
    assert want.dead == [1]


@pytest.mark.parametrize("options, error", [
    (dict(komi=float("nan")), ValueError), (dict(komi=float("-inf")), ValueError), (dict(komi="6"), TypeError),
    (dict(prisoners=(1,)), ValueError), (dict(prisoners=(1, -1)), ValueError), (dict(button=3), ValueError),
    (dict(seki=["A1"]), ValueError), (dict(neutral=["C2"]), ValueError), (dict(dead=5), TypeError), (dict(rules="chess"), ValueError),
])  # fmt: skip
def test_misuse(options, error):
    with pytest.raises(error):
        score(board("..XO..\n..XO.."), **options)


def test_no_stone_comes_off_under_tromp_taylor():
    with pytest.raises(ValueError, match="no stone comes off"):
        score(board("..XO..\n..XO.."), "tromp-taylor", ["C1", "C2"])


def test_an_empty_board_belongs_to_nobody():
    for name in Rules.presets():
        s = score(Board(9), name, komi=7.5)
        assert s.margin == -7.5 and len(s.dame) == 81 and not s.territory.any()


@pytest.mark.parametrize("size", [(1, 1), (1, 25), (25, 1), (25, 25), (2, 2)])
def test_every_size_counts(size):
    b = Board(size)
    assert score(b, JAPANESE, komi=0).result == "Draw"
    if b.pass_move > 1:
        b.play(0)
        assert score(b, "tromp-taylor", komi=0).margin == b.pass_move


def test_arrays_count_too():
    array = np.array([[0, 1, 2, 0]])
    assert score(array, "tromp-taylor", komi=0).result == "Draw"
    with pytest.raises(ValueError):
        score(np.array([[0, 3]]), JAPANESE)


# Any position at all.


def random_position(rng):
    """Stones thrown at a board, legal or not by the moves that would lead there, and random chains of them dead."""
    while True:
        shape = rng.randint(1, 9), rng.randint(1, 9)
        empty = rng.choice([0.2, 0.4, 0.7])
        array = np.array([[0 if rng.random() < empty else rng.choice([1, 2]) for _ in range(shape[1])] for _ in range(shape[0])])
        try:
            b = Board.from_array(array)
        except ValueError:
            continue
        dead = rng.choice([0, 0.1, 0.4])
        return b, [p for chain in b.chains() if rng.random() < dead for p in chain.tolist()]


RULESETS = [*Rules.presets(), STRICT, Rules(tax="none"), Rules(scoring="area", tax="seki"), Rules(scoring="stones", tax="none")]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: r if isinstance(r, str) else repr(r))
def test_colours_and_directions_are_alike(rules):
    rules = Rules.parse(rules)
    rng = random.Random(13)
    for _ in range(150):
        b, dead = random_position(rng)
        if rules.removal == "none":
            dead = []
        s = score(b, rules, dead, komi=0)
        mask = np.isin(np.arange(b.pass_move), dead).reshape(b.shape)
        other = score((3 - b.stones) * (b.stones > 0), rules, mask, komi=0)
        assert (other.black, other.white) == (s.white, s.black)
        k = rng.randrange(1, 8)
        turned = [a.T if k & 4 else a for a in (b.stones, mask, s.territory, s.status)]
        turned = [a[:: -1 if k & 1 else 1, :: -1 if k & 2 else 1] for a in turned]
        t = score(turned[0], rules, turned[1], komi=0)
        assert (t.black, t.white) == (s.black, s.white)
        assert (t.territory == turned[2]).all() and (t.status == turned[3]).all()


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: r if isinstance(r, str) else repr(r))
def test_the_parts_add_up_to_the_board(rules):
    rules = Rules.parse(rules)
    rng = random.Random(17)
    for _ in range(100):
        b, dead = random_position(rng)
        s = score(b, rules, [] if rules.removal == "none" else dead, komi=0)
        living = int((b.stones > 0).sum()) - len(s.dead) - len(s.left)
        open_points = [p for p in range(b.pass_move) if not b[p] or p in s.dead or p in s.left]
        assert living + len(open_points) == b.pass_move
        assert sorted(p for g in s.groups if g.status != "dead" for p in g.stones) == sorted(set(range(b.pass_move)) - set(open_points))
        assert set(np.flatnonzero(s.territory.ravel())) <= set(open_points)
        assert isinstance(explain(s), str) and all(s.why(p) for p in range(b.pass_move))


# The result explains itself.


def test_every_point_has_an_owner_or_a_reason():
    b = of("j89-fig16")
    s = score(b, JAPANESE, [(1, 1)], komi=0)
    assert {s.why(p) for p in range(24)} == {"Black's territory", "White's territory", "Black stone, alive", "White stone, alive",
                                             "White stone, dead, taken off"}  # fmt: skip
    assert set(np.unique(s.status)) <= set(STATUS_WORDS)
    assert int((s.status == REMOVED).sum()) == 1 and int((s.status == LEFT).sum()) == 0


def test_groups_say_why_they_live():
    b = of("j89-fig16")
    groups = score(b, JAPANESE, [(1, 1)]).groups
    assert [(g.color, g.status, g.eyes) for g in groups] == [(BLACK, "alive", 2), (WHITE, "alive", 2), (WHITE, "dead", 0)]
    assert groups[0].why == "alive with two eyes" and len(groups[0].surrounded) == 7


def test_every_term_of_the_sum_is_in_the_details():
    s = score(of("j89-fig16"), JAPANESE, [(1, 1)], komi=6.5, prisoners=(3, 4))
    d = s.details
    assert d["black_territory"] + d["black_captures"] + d["black_dead_taken"] == s.black == 7 + 3 + 1
    assert d["white_territory"] + d["white_captures"] + d["white_dead_taken"] + d["komi"] == s.white == 2 + 4 + 6.5
    assert s.margin == s.black - s.white and s.result == "W+1.5" and s.winner == WHITE


def test_the_count_in_words_and_as_a_picture():
    text = explain(score(of("j89-fig16"), JAPANESE, [(1, 1)], komi=0.5))
    assert "Black: 7 points of territory + 0 prisoners + 1 dead stone = 8" in text
    assert "White: 2 points of territory + 0 prisoners + 0 dead stones + komi 0.5 = 2.5" in text
    assert "Result: B+5.5" in text
    assert " 3 b o X X O O 3" in text and " 4 b b b X O w 4" in text


def test_chinese_words():
    text = explain(score(split(184.5), "chinese"))
    assert "In zi: Black has 184.5, gives 3.75, and is left with 180.75 against 180.5." in text


def test_a_score_is_copied_and_pickled():
    s = score(of("j89-fig16"), JAPANESE, [(1, 1)])
    for same in (copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s))):
        assert same == s and explain(same) == explain(s)
    assert s != score(of("j89-fig16"), JAPANESE)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_score_pickles_at_every_protocol(protocol):
    s = score(Board(5), "chinese")
    assert pickle.loads(pickle.dumps(s, protocol)) == s


def test_why_takes_any_point_and_nothing_else():
    s = score(Board(5), "chinese")
    assert s.why("A5") == s.why((0, 0)) == s.why(0)
    for bad in (-1, 25, "pass", "F1"):
        with pytest.raises(ValueError, match="point"):
            s.why(bad)
    with pytest.raises(TypeError):
        s.why(True)


def test_prisoners_by_name():
    assert score(Board(5), "japanese", komi=0, prisoners={"black": 3, "white": 1}).margin == 2
    with pytest.raises(ValueError, match="prisoners"):
        score(Board(5), prisoners={"red": 3})


def test_prisoners_by_who_took_them():
    assert score(Board(5), "japanese", komi=0, prisoners={"by_black": 3, "by_white": 1}).margin == 2
    assert score(Board(5), "japanese", komi=0, prisoners={BLACK: 1, WHITE: 4}).margin == -3


def test_a_handicap_game_has_the_komi_of_handicap_games():
    """AGA rule 4: half a point, and a point for each handicap stone but the first."""
    assert score(Board(5), "aga", handicap=3).margin == -0.5 - 2
    assert score(Board(5), "aga").margin == -7.5
    assert score(Board(5), "japanese", handicap=2).margin == 0
