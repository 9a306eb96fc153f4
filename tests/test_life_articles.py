"""Article 7 of the Japanese rules of 1989 on the positions of its commentary, and the eye shapes of the verse: who lives, who moves first.

The verdicts are the commentary's and the verse's; `verified` ones were confirmed by an independent exact search. Points are (row, column).
"""

import functools
import json
import pathlib

import numpy as np
import pytest

import brute
from goboard import Board, confirm, score, solve
from goboard.confirmation import ConfirmationPhase

POSITIONS = json.loads((pathlib.Path(__file__).parent / "data" / "life_positions.json").read_text())
BY_ID = {p["id"]: p for p in POSITIONS}
COLORS = {"X": 1, "O": 2}


def board_of(name):
    return Board.from_text("\n".join(BY_ID[name]["board"]))


@functools.cache
def confirmed(rows, **options):
    return confirm(Board.from_text("\n".join(rows)), **options)


def at_the_stop(name, **options):
    return confirmed(tuple(BY_ID[name]["board"]), **options)


@pytest.mark.parametrize("case", [p for p in POSITIONS if "confirm" in p], ids=lambda p: p["id"])
def test_the_stop(case):
    board = Board.from_text("\n".join(case["board"]))
    found = confirmed(tuple(case["board"]))
    expected = case["confirm"]
    for point in expected.get("dead", ()):
        assert found.status(tuple(point)) == "dead"
    for point in expected.get("alive", ()):
        assert found.status(tuple(point)) in ("alive", "seki")
    for point in expected.get("seki", ()):
        assert found.status(tuple(point)) == "seki"
    for r, c in expected.get("dame", ()):
        assert r * board.cols + c in found.dame
    for r, c in expected.get("eyes", ()):
        assert found.eyes[r, c] and not found.territory[r, c]
    if "removed" in expected:
        assert [list(divmod(p, board.cols)) for p in found.removed] == expected["removed"]
    if "territory" in expected:
        assert [int((found.territory == color).sum()) for color in (1, 2)] == expected["territory"]
    if "margin" in expected:
        assert score(board, "japanese", dead=found.dead, komi=0).margin == expected["margin"]


@pytest.mark.parametrize("case", [p for p in POSITIONS if "solve" in p], ids=lambda p: p["id"])
def test_either_side_first(case):
    board = Board.from_text("\n".join(case["board"]))
    region = np.array([[int(x) for x in row] for row in case["region"]], np.uint8) if "region" in case else None
    for target, first, status in case["solve"]:
        solution = solve(board, tuple(target), COLORS[first], region=region)
        if status in ("captured", "not captured"):
            # All that the source says is who wins when nobody has a ko threat.
            captured = solution.status == "dead" or (solution.status == "ko" and solution.ko.winner == "attacker")
            assert solution.status != "unknown" and captured == (status == "captured")
        else:
            assert solution.status == status


def test_every_verified_position_is_here():
    assert sum(p["verified"] for p in POSITIONS) == 49
    assert all("confirm" in p or "solve" in p for p in POSITIONS)


# Single figures.


def test_figure_9_a_direct_ko_needs_the_protective_move():
    board = board_of("j89-fig9")
    assert confirm(board).status((1, 0)) == "dead"
    board.play((0, 6), 1)
    assert confirm(board).status((1, 0)) != "dead"


def test_figure_9_the_line_of_the_commentary():
    found = at_the_stop("j89-fig9")
    # W takes the ko, B may not retake and passes, W takes the rest.
    assert found.chain((1, 0)).line[:1] == [3]
    assert found.reason((1, 0)).startswith("Black A5 is dead") and "7-1" in found.reason((1, 0))


def test_figure_10_a_one_step_approach_ko_needs_none():
    # The left half of figure 11 by itself: the verdicts are the same with and without the double-ko seki beside it.
    board = Board.from_text("\n".join(row[:10] for row in BY_ID["j89-fig11"]["board"]))
    found, whole = confirm(board), at_the_stop("j89-fig11")
    assert (
        [found.status(p) == "dead" for p in ((0, 1), (0, 4), (0, 3))]
        == [whole.status(p) == "dead" for p in ((0, 1), (0, 4), (0, 3))]
        == [False, True, True]
    )
    # The eight stones of the text; the ko stone itself, which our drawing adds as a ninth, is lost: W takes it, B passes for the ko, W connects.
    assert len(found.chain((0, 1)).points) == 8
    assert found.reason((0, 3)).endswith("W C7, B passes for the ko at C7, W D7.")


@pytest.mark.parametrize("color", [1, 2])
def test_figure_15_the_last_neutral_point_makes_seki_of_all(color):
    board = board_of("j89-fig15")
    assert not confirm(board).territory.any()
    board.play((0, 3), color)
    found = confirm(board)
    assert [(found.territory == c).sum() for c in (1, 2)] == [2, 2]


def test_figure_15_read_for_people():
    found = at_the_stop("j89-fig15", strict_article8=False)
    assert [(found.territory == c).sum() for c in (1, 2)] == [2, 2]
    assert found.dame == [3]


def test_figure_16_a_dead_stone_in_territory_comes_off():
    board = Board.from_text("...X.XO.\n.OXXXXOO\n..XOOO.O\nXXXO.OOO")
    found = confirm(board)
    assert found.dead == found.removed == [9]
    assert [(found.territory == c).sum() for c in (1, 2)] == [8, 3]
    assert score(board, "japanese", dead=found.dead, komi=0).margin == 6


def test_figure_16_as_it_was_drawn_for_us():
    # Drawn with White's stone dead; but Black has no outside liberty, and exhaustive search sides with the solver.
    rows = BY_ID["j89-fig16"]["board"]
    chain = [(0, 3), (1, 2), (1, 3), (2, 2), (3, 0), (3, 1), (3, 2)]
    space = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert brute.fate(brute.Region(rows, space + chain, chain), (0, 3)) == (("seki",), ("dead",))
    solution = solve(board_of("j89-fig16"), (0, 3), 2)
    assert [board_of("j89-fig16").vertex(m) for m in solution.line] == ["B4", "A3", "C4", "A4", "A2", "A3", "B2"]


def test_figure_17_dead_stones_within_seki_stay():
    # The ko stones of example 25: dead, but what surrounds them is no territory.
    found = at_the_stop("j89-ex25")
    assert found.dead == [3, 16] and found.removed == []


def test_example_1_needs_the_points_of_the_stones_that_fall_too():
    found = at_the_stop("j89-ex1")
    assert [found.chain(p).kind for p in ((0, 1), (1, 0))] == ["C1", "C2"]
    assert not found.territory[:3, :3].any()
    # With new stones on the chain's own points only, or none at all, the single stone would be dead.
    assert at_the_stop("j89-ex1", enable="own-points").status((1, 0)) == "dead"
    assert [at_the_stop("j89-ex1", enable="none").status(p) for p in ((0, 1), (1, 0))] == ["dead", "dead"]


def test_example_1_was_three_points_under_the_rules_of_1949():
    assert at_the_stop("j89-ex1").three_points == (0, 0)
    # White's, whose stone is the single one: added to his prisoners.
    found = at_the_stop("j89-ex1", three_points="3")
    assert found.three_points == (0, 3) and found.status((1, 0)) == "seki"
    assert at_the_stop("j89-ex7-bent4", three_points="3").three_points == (0, 0)


def test_figure_7_snapback_lives_by_the_new_stone_only():
    for name in ("j89-fig7-1", "j89-fig7-3"):
        assert at_the_stop(name).chain((0, 0)).kind == "C1"
        assert at_the_stop(name, enable="none").status((0, 0)) == "dead"


@pytest.mark.parametrize("name", ["local-2", "j2003-local2"])
def test_a_region_that_asks_too_much(name):
    # Figure 9 with every point the chain reaches: Black's own protective point saves stones that the commentary calls dead.
    found = at_the_stop("j89-fig9", enable=name)
    assert found.status((1, 0)) in ("alive", "seki")


@pytest.mark.parametrize("name", ["j89-fig9", "j89-fig14", "j89-fig11", "j89-ex1", "j89-ex5-mannenko", "j89-ex7-bent4"])
def test_a_pass_for_all_kos_gives_the_same_verdicts(name):
    named, general = at_the_stop(name), at_the_stop(name, ko_pass="all")
    assert [c.kind for c in named.chains] == [c.kind for c in general.chains]


@pytest.mark.parametrize(
    "name", ["j89-fig7-1", "j89-fig7-3", "j89-fig9", "j89-fig11", "j89-fig14", "j89-ex7-bent4", "j89-ex5-mannenko", "j89-fig8-1", "moonshine-corner"]
)
def test_the_line_that_shows_a_verdict_is_one_of_confirmation(name):
    # Played move by move under Article 7-2 on a board: each move is allowed, and the chain is taken unless it is one that cannot be.
    board = board_of(name)
    for chain in at_the_stop(name).chains:
        phase = ConfirmationPhase(board, first=3 - chain.color)
        taken = False
        for move in chain.line:
            if move == "pass":
                phase.pass_()
            elif isinstance(move, tuple):
                phase.pass_for_ko(move[1])
            else:
                phase.play(move)
            taken |= set(chain.points) <= set(phase.captured)
        if chain.line:
            assert taken == (chain.kind != "U")


# Kos in play, outside of confirmation.


def test_bent_four_in_the_corner_is_a_ko_in_play_and_dead_at_the_stop():
    board = board_of("j89-ex7-bent4")
    assert confirm(board).status((0, 3)) == "dead"
    for first in (1, 2):
        solution = solve(board, (0, 3), first)
        assert solution.status == "ko" and solution.ko.winner == "attacker" and solution.ko.threats is not None


def test_a_ten_thousand_year_ko_is_a_ko_in_play_and_seki_at_the_stop():
    board = board_of("j89-ex5-mannenko")
    assert [at_the_stop("j89-ex5-mannenko").status(p) for p in ((0, 1), (0, 4))] == ["seki", "seki"]
    # Either side may start the ko: with threats enough Black takes the white group, and White the two black stones.
    assert solve(board, (0, 4), 1).status == solve(board, (0, 1), 2).status == "ko"


def test_moonshine_life_is_no_life():
    board = board_of("moonshine-corner")
    assert confirm(board).status((1, 1)) == "dead"
    solution = solve(board, (1, 1), 1)
    # Captured for want of threats, and by any number of them; only an endless supply keeps it.
    assert solution.status == "dead" and solution.ko[:2] == ("attacker", None)


def test_double_ko_seki_stands_against_any_threats():
    board = board_of("j89-fig14")
    assert [solve(board, p, first).status for p in ((0, 1), (0, 4)) for first in (1, 2)] == ["seki"] * 4


# The rest of the board is no matter.

DOUBLE_KO_SEKI = BY_ID["j89-fig14"]["board"]
# Threats without end of the ordinary kind: black stones in atari, whose wall lives; and a white group that Black could save.
THREATS = ["..OX.X", ".OOXXX", "XOX...", "XXXXXX", "X.X.X.", "XXXXXX"]


def beside(left, wall, right, other):
    """Two positions on one board. `wall` and `other` are the colours that stand alone along the right and lower edge of each."""
    left = [row + wall for row in left]
    # Figure 7 (1) has both colours on its lower edge: its last row goes on, with the eyes filled.
    last = left[-1].replace(".", left[-1][0]) if left[-1][0] != wall else wall * len(left[0])
    height = max(len(left) + 1, len(right))
    fill = left + [last] * (height - len(left))
    more = [other + row[::-1] for row in right] + [other * (len(right[0]) + 1)] * (height - len(right))
    return [a + b for a, b in zip(fill, more)]


WALLS = {
    "j89-fig7-1": "O",
    "j89-fig7-3": "X",
    "j89-fig8-1": "O",
    "j89-fig9": None,
    "j89-fig14": "X",
    "j89-ex7-bent4": "O",
    "j89-ex5-mannenko": "X",
    "moonshine-corner": "X",
    "j89-fig6-3": "O",
}


@pytest.mark.parametrize("name", [n for n, wall in WALLS.items() if wall])
@pytest.mark.parametrize(
    "elsewhere, swapped",
    [(DOUBLE_KO_SEKI, False), (DOUBLE_KO_SEKI, True), (THREATS, False), (THREATS, True)],
    ids=["double-ko seki", "double-ko seki, colours swapped", "threats", "threats, colours swapped"],
)
def test_independent_of_the_rest_of_the_board(name, elsewhere, swapped):
    rows = BY_ID[name]["board"]
    other = [row.translate(str.maketrans("XO", "OX")) for row in elsewhere] if swapped else elsewhere
    alone, both = confirmed(tuple(rows)), confirmed(tuple(beside(rows, WALLS[name], other, "O" if swapped else "X")))
    for r, row in enumerate(rows):
        for c, color in enumerate(row):
            if color not in (".", WALLS[name]) or (color != "." and alone.chain((r, c)).kind != "pass-alive"):
                assert both.status((r, c)) == alone.status((r, c))
                assert both.chain((r, c)).kind == alone.chain((r, c)).kind


def test_in_one_row_whoever_captures_may_lose_his_eye():
    # Black's stone has two eyes while it passes; but once it has taken the three, White comes back. Exhaustive search says so.
    rows = [".X.OOO"]
    assert brute.article_7(brute.Region(rows, [(0, c) for c in range(6)])) == {(0, 0b000010): "U", (1, 0b111000): "C1"}
    found = confirm(Board.from_text(rows[0]))
    assert [(c.kind, c.status) for c in found.chains] == [("pass-alive", "seki"), ("C1", "seki")]


# Options.


def test_stated_statuses_fill_in_for_unknown_ones_only():
    board = board_of("j89-fig9")
    blind = confirm(board, max_nodes=1)
    assert blind.status((1, 0)) == "unknown" and not blind.complete
    told = confirm(board, max_nodes=1, stated={(1, 0): "dead", (0, 4): "dead", (0, 5): "dead"})
    assert told.status((1, 0)) == "dead" and told.chain((1, 0)).kind == "stated dead"
    assert confirm(board, stated={(1, 0): "alive"}).status((1, 0)) == "dead"


@pytest.mark.parametrize(
    "options",
    [
        {"enable": "all"},
        {"ko_pass": "none"},
        {"three_points": 3},
        {"max_nodes": -1},
        {"seconds": -1},
        {"stated": {(0, 0): "seki"}},
        {"stated": {(0, 1): "dead"}},
        {"rules": "chinese"},
        {"rules": "tromp_taylor"},
    ],
)
def test_bad_options(options):
    with pytest.raises((ValueError, TypeError)):
        confirm(board_of("j89-fig9"), **options)
