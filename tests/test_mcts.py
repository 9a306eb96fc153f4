"""The search: legal under every law of the board, strong enough to see what a beginner sees, within its limits."""

import pickle
import threading
import time

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, ladder
from goboard.mcts import analyse, search, search_steps
from naive import KO_RULES, NaiveBoard


def found(diagram, to_play, seeds=range(4), **options):
    """The vertices that searches with these seeds find."""
    board = Board.from_text(diagram, to_play=to_play)
    return {board.vertex(search(board, seed=seed, **{"playouts": 2000, **options}).move) for seed in seeds}


# Legal moves.


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (2, 5), (4, 4)])
def test_no_move_is_illegal_however_long_the_game(shape, ko, suicide):
    """Small boards, on which passes are ignored and repetitions come soon."""
    board, slow = Board(shape, ko=ko, suicide=suicide), NaiveBoard(shape, ko=ko, suicide=suicide)
    for number in range(80):
        move = search(board, playouts=30, seed=number, komi=0.5, capture_dead=True).move
        assert move == board.pass_move or slow.is_legal(move)
        if move == board.pass_move:
            # Something else instead, now and then, so that stones go on being taken.
            others = [m for m in board.legal_moves().tolist() if m != board.pass_move]
            if others and number % 3:
                move = others[number % len(others)]
        board.play(move)
        slow.play(move) if move != slow.rows * slow.cols else slow.pass_()


@pytest.mark.parametrize("ko, barred", [("positional", True), ("situational", True), ("simple", False)])
def test_superko_bars_a_move(ko, barred, triple_ko):
    board = Board.from_text(triple_ko, ko=ko)
    for move in ("D5", "B4", "F5", "D4", "B5"):
        board.play(move)
    visits = search(board, playouts=500, seed=1, komi=0).visits
    assert (visits[board.point("F4")] == 0) == barred


def test_suicide_is_not_even_looked_at():
    board = Board.from_text(". X . .\nX . . .\n. . . O\n. . O .", to_play=WHITE, suicide=True, ko="simple")
    assert search(board, playouts=500, seed=1).visits[0] == 0


def test_own_eyes_are_not_filled():
    board = Board.from_text(". X . X\nX X X X\nO O O O\nO . O .", to_play=BLACK)
    result = search(board, playouts=500, seed=1)
    assert result.move == board.pass_move and result.visits[[0, 2]].sum() == 0


# What a beginner sees.


ATARI = """
    . X X X O . O
    X X O O . O O
    . X X X O O .
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . ."""


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_stones_in_atari_are_taken_or_saved(to_play):
    # White saved: 26 points to 23. Black takes two, White takes one back: 27 to 22.
    assert found(ATARI, to_play, komi=4) == {"E6"}


THREE_IN_A_ROW = """
    O O . . . O X
    O O O O O O X
    X X X X X X X
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_the_middle_of_three_in_a_row_decides_over_life(to_play):
    assert found(THREE_IN_A_ROW, to_play, komi=40) == {"D7"}


def test_a_ladder_is_seen_to_its_end():
    diagram = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X O O . . .
        . . X O O X . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    board = Board.from_text(diagram)
    keeps = set()
    for move in board.legal_moves().tolist()[:-1]:
        after = board.copy()
        after.play(move)
        if after[after.point("E5")] == WHITE and ladder(after, "E5").defender_first:
            keeps.add(board.vertex(move))
    assert keeps == {"G5"} == found(diagram, BLACK, playouts=10_000, komi=0)


# The end of the game.


FINISHED = """
    . X O . .
    X X O O O
    . X X O .
    X X X O O
    . X O O ."""


@pytest.mark.parametrize("komi", [-20, 0, 20])
@pytest.mark.parametrize("scoring", ["area", "territory"])
@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_a_finished_game_is_passed_by_winner_and_loser(to_play, scoring, komi):
    board = Board.from_text(FINISHED, to_play=to_play)
    board.pass_()
    assert search(board, playouts=1000, seed=1, scoring=scoring, komi=komi).move == board.pass_move


DAME = """
    . X X . O . .
    X X X . O O .
    . X X X O O O
    X X X X O . O
    . X X X O O O
    X X X X O O .
    . X X X O . O"""


def test_a_dame_is_a_point_under_area_scoring():
    # 27 points to 20 and two dame: Black leads by 7, and by 9 or 7 when the dame are shared out.
    assert found(DAME, BLACK, komi=7.5) <= {"D6", "D7"}


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_under_territory_scoring_no_stone_is_put_into_settled_territory(to_play):
    for seed in range(4):
        board = Board.from_text(DAME, to_play=to_play)
        result = search(board, playouts=1000, seed=seed, scoring="territory", komi=3)
        assert result.move in (board.point("D6"), board.point("D7"), board.pass_move)


DEAD = """
    . . . X O . O
    . . X X O O .
    . . . X O . .
    X . X X O O O
    X X . X O . .
    . O X X O O O
    . . . X O . ."""


def test_dead_stones_come_off_by_agreement_or_are_captured():
    board = Board.from_text(DEAD)
    board.pass_(WHITE)
    agreed = search(board, playouts=2000, seed=1, komi=0)
    assert agreed.move == board.pass_move and agreed.dead == [board.point("B2")]
    # Without the stone Black's area is the same; when it has to be captured, it is, before Black passes.
    for _ in range(6):
        move = search(board, playouts=2000, seed=1, komi=6.5, capture_dead=True).move
        if move == board.pass_move:
            break
        board.play(move, BLACK)
        board.pass_(WHITE)
    assert board["B2"] != WHITE


# What comes back.


def test_the_result_describes_the_search():
    board = Board((5, 7))
    board.play_moves([17, 18, 10])
    before = board.copy()
    result = search(board, playouts=3000, seed=1, komi=0.5)
    assert board == before
    assert result.color == WHITE and result.playouts == 3000 and result.seconds > 0
    assert result.visits.shape == (36,) and result.visits.dtype == np.int64 and result.visits.sum() == 3000
    assert result.visits[[17, 18, 10]].sum() == 0
    assert result.move == result.visits.argmax() and 0 < result.win_rate < 1
    assert result.ownership.shape == (5, 7) and result.ownership.dtype == np.float32 and np.abs(result.ownership).max() <= 1
    # Every playout gives each point away, if not to the draw between two eyes.
    assert result.ownership.sum() - 0.5 == pytest.approx(result.mean_score, abs=1.5)
    assert result.principal_variation[0] == result.move
    for move in result.principal_variation:
        board.play(move)
    visits, rate, line = result.candidates[0]
    assert (visits, rate, line) == (result.visits.max(), result.win_rate, result.principal_variation)
    assert [v for v, _, _ in result.candidates] == sorted(result.visits.tolist(), reverse=True)[:10]
    assert repr(result).startswith("<SearchResult: ") and f"{result.win_rate:.1%} for White in 3000 playouts" in repr(result)


@pytest.mark.parametrize("size", [1, (1, 2), 2, (1, 25), 19, 25])
def test_boards_of_all_sizes(size):
    board = Board(size)
    result = search(board, playouts=200, seed=1)
    assert board.is_legal(result.move) and result.playouts == 200


def test_a_board_with_nowhere_to_play_is_passed():
    board = Board.from_text(". X\nX .", to_play=WHITE)
    result = search(board, playouts=10, seed=1)
    assert result.move == board.pass_move and result.visits.tolist() == [0, 0, 0, 0, 10]


# The same again.


def test_the_seed_decides():
    board = Board(9)
    first, again, other = (search(board, playouts=500, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.visits, again.visits) and np.array_equal(first.ownership, again.ownership)
    assert (first.move, first.win_rate, first.mean_score, first.candidates) == (again.move, again.win_rate, again.mean_score, again.candidates)
    assert not np.array_equal(first.visits, other.visits)


def test_seeds_are_numpys():
    board = Board(7)
    assert np.array_equal(search(board, playouts=200, seed=5).visits, search(board, playouts=200, seed=np.random.SeedSequence(5)).visits)
    generator = np.random.default_rng(1)
    first = search(board, playouts=200, seed=generator).visits
    assert not np.array_equal(first, search(board, playouts=200, seed=generator).visits)
    assert not np.array_equal(search(board, playouts=200).visits, search(board, playouts=200).visits)


def test_threads_do_not_disturb_each_other():
    board = Board(9)
    alone = [search(board, playouts=2000, seed=seed).visits for seed in range(3)]
    together = [None] * 3

    def run(seed):
        together[seed] = search(board, playouts=2000, seed=seed).visits

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(a, b) for a, b in zip(alone, together))


# Limits.


@pytest.mark.parametrize("diagram", [None, FINISHED])
@pytest.mark.parametrize("playouts", [1, 2, 5, 63, 64, 65, 1000])
def test_the_limit_of_playouts_is_kept(diagram, playouts):
    board = Board.from_text(diagram) if diagram else Board(9)
    assert search(board, playouts=playouts, seed=1).playouts <= playouts
    if diagram is None:
        assert search(board, playouts=playouts, seed=1).playouts == playouts


@pytest.mark.parametrize("diagram", [None, FINISHED])
def test_the_limit_of_time_is_kept(diagram):
    board = Board.from_text(diagram) if diagram else Board(19)
    start = time.monotonic()
    result = search(board, seconds=0.3, seed=1)
    assert 0.2 < result.seconds < 0.6 and time.monotonic() - start < 1


def test_whichever_limit_comes_first():
    assert search(Board(9), playouts=100, seconds=60, seed=1).playouts == 100
    assert search(Board(9), playouts=10 ** 9, seconds=0.1, seed=1).seconds < 0.5


def test_a_search_that_is_decided_may_stop():
    board = Board.from_text(ATARI)
    short = search(board, playouts=20_000, seed=1, komi=4, stop_early=True)
    assert short.playouts < 20_000 and board.vertex(short.move) == "E6"


@pytest.mark.parametrize("most", [1, 100, 2000])
def test_the_tree_grows_no_further_than_allowed(most):
    board = Board(9)
    result = search(board, playouts=5000, seed=1, max_nodes=most)
    # The root and its children are there whatever the limit.
    assert result.nodes <= max(most, 83) and result.playouts == 5000 and board.is_legal(result.move)


def test_ctrl_c_stops_the_search(ctrl_c):
    assert ctrl_c(lambda: search(Board(19), seconds=60)) < 0.5


# Analysis.


def test_an_analysis_goes_on_with_the_same_tree():
    board = Board(9)
    reports = analyse(board, seconds=0.05, seed=1)
    first = next(reports)
    board.play("E5")
    second = next(reports)
    assert 0 < first.playouts < second.playouts and first.seconds < second.seconds
    assert (second.visits >= first.visits).all() and second.visits.sum() == second.playouts and second.color == BLACK


# Arguments that cannot be.


@pytest.mark.parametrize("options, error", [
    ({"playouts": 0}, ValueError), ({"playouts": -1}, ValueError), ({"playouts": 1.5}, TypeError), ({"playouts": "9"}, TypeError),
    ({"seconds": 0}, ValueError), ({"seconds": -1.0}, ValueError), ({"seconds": float("nan")}, ValueError), ({"seconds": "1"}, TypeError),
    ({"komi": float("inf")}, ValueError), ({"komi": "x"}, TypeError), ({"komi": None}, TypeError),
    ({"scoring": "stones"}, ValueError), ({"scoring": 1}, ValueError), ({"seed": -1}, ValueError), ({"seed": "x"}, (TypeError, ValueError)),
    ({"max_nodes": 0}, ValueError), ({"max_nodes": 2.0}, TypeError), ({"moves": 3}, TypeError),
])  # fmt: skip
def test_arguments_out_of_range(options, error):
    with pytest.raises(error):
        search(Board(5), **{"playouts": 10, **options})


@pytest.mark.parametrize("board", [None, 9, np.zeros((9, 9), int), "..."])
def test_a_board_is_needed(board):
    with pytest.raises(TypeError):
        search(board, playouts=10)
    with pytest.raises(TypeError):
        analyse(board)


def test_an_analysis_is_refused_before_it_starts():
    for options in ({"seconds": 0}, {"komi": float("nan")}, {"scoring": "x"}, {"max_nodes": 0}):
        with pytest.raises(ValueError):
            analyse(Board(5), **options)


# Moves that are allowed and avoided; what is known of each move.


@pytest.mark.parametrize("color", [BLACK, "b", "Black"])
def test_only_allowed_moves_are_searched(color):
    board = Board(9)
    for moves in (["A1", "B1"], [72, 73], [(8, 0), (8, 1)], np.array([72, 73])):
        result = search(board, playouts=300, seed=1, allow=[(color, moves, 1)])
        assert np.flatnonzero(result.visits).tolist() == [72, 73] and result.move in (72, 73)


def test_every_allowed_move_is_looked_at():
    result = search(Board(9), playouts=2000, seed=1, allow=[(BLACK, range(81), 1)])
    assert result.visits[:81].min() > 5 and result.visits[81] == 0


def test_avoided_moves_are_not_searched():
    board = Board(9)
    best = search(board, playouts=500, seed=1)
    other = search(board, playouts=500, seed=1, avoid=[("b", [best.move], 1), ("b", "pass", 3)])
    assert other.visits[best.move] == other.visits[81] == 0 != other.move
    # The other side's moves are its own affair.
    same = search(board, playouts=500, seed=1, avoid=[("w", [0], 1)])
    assert np.array_equal(same.visits, best.visits)


def test_the_restriction_holds_when_the_game_looks_over():
    """The last part of a search looks for moves outside of settled areas; it may go nowhere else either."""
    board = Board.from_text(FINISHED, to_play=WHITE)
    for allow in (["D5", "E3"], ["D5"], ["E3", "pass"]):
        board_moves = {board.point(move) for move in allow}
        result = search(board, playouts=500, seed=1, allow=[("w", allow, 1)])
        assert result.move in board_moves and set(np.flatnonzero(result.visits).tolist()) <= board_moves


@pytest.mark.parametrize("limits", [
    {"allow": [("b", [], 1)]}, {"allow": [("b", ["A1"], 0)]}, {"allow": [("x", ["A1"], 1)]}, {"allow": [("b", ["Z1"], 1)]}, {"allow": [("b", ["A1"])]},
    {"allow": 5}, {"allow": [5]}, {"avoid": [("b", ["A1"], 1.5)]}, {"avoid": [("b", ["A1"], True)]}, {"allow": [("b", ["A1"], 1), ("b", ["B1"], 1)]},
    {"allow": [("b", ["A1"], 1)], "avoid": [("b", ["B1"], 1)]}, {"avoid": [("b", [*range(25), "pass"], 1)]}, {"details": "octopus"}, {"details": True},
])  # fmt: skip
def test_restrictions_that_are_none(limits):
    for function in (search, analyse):
        with pytest.raises((TypeError, ValueError)):
            function(Board(5), **limits)


def test_details_change_nothing_and_add_up():
    board = Board(7)
    plain = search(board, playouts=3000, seed=1, komi=9)
    assert plain.moves == [] and plain.root is None
    for details in ("moves", "ownership"):
        found = search(board, playouts=3000, seed=1, komi=9, details=details)
        assert (found.move, found.win_rate, found.mean_score) == (plain.move, plain.win_rate, plain.mean_score)
        assert np.array_equal(found.visits, plain.visits) and found.moves[0].move == found.move
        assert found.moves[0].win_rate == found.win_rate and found.moves[0].line == found.principal_variation
        assert {info.move: info.visits for info in found.moves if info.visits} == {m: n for m, n in enumerate(found.visits.tolist()) if n}
        assert sum(info.visits * info.mean_score for info in found.moves) / 3000 == pytest.approx(found.mean_score) == pytest.approx(found.root.mean_score)
        mean_square = sum(info.visits * (info.score_stdev**2 + info.mean_score**2) for info in found.moves) / 3000
        assert mean_square - found.mean_score**2 == pytest.approx(found.root.score_stdev**2)
        assert sum(info.prior for info in found.moves) == pytest.approx(1)
        assert (found.moves[0].ownership is None) == (details == "moves")
        twin = pickle.loads(pickle.dumps(found))
        assert twin.moves[0].line_visits == found.moves[0].line_visits and twin.root[:6] == found.root[:6]
    # Whoever counts the points that are Black's counts the score, dame and games ended by agreement apart.
    assert found.root.ownership.sum() == pytest.approx(found.root.mean_score + 9, abs=1)


def test_the_bound_is_wilsons():
    """E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927."""
    for info in search(Board(9), playouts=2000, seed=1, details="moves").moves:
        if info.visits:
            p, n, z = info.win_rate, info.visits, 1.96
            # The bound is the rate from which p is just z standard deviations away.
            assert p - info.lcb == pytest.approx(z * (info.lcb * (1 - info.lcb) / n) ** 0.5, abs=1e-9)


def test_a_search_in_steps_ends_like_a_search():
    board = Board(9)
    *some, last = search_steps(board, every=1e-6, playouts=2000, seed=1)
    whole = search(board, playouts=2000, seed=1)
    assert len(some) > 5 and np.array_equal(last.visits, whole.visits) and last.move == whole.move
    assert [found.playouts for found in some] == sorted(found.playouts for found in some)


def test_an_analysis_stops_when_it_is_told_to():
    start = time.monotonic()
    found = next(analyse(Board(9), seconds=30, stop=lambda: time.monotonic() - start > 0.2))
    assert 0.2 < time.monotonic() - start < 1 and found.playouts > 0
    with pytest.raises(TypeError):
        analyse(Board(9), stop=5)


def test_a_search_of_few_playouts_keeps_to_the_moves_it_may_play():
    board = Board.from_text(FINISHED, to_play=WHITE)
    for playouts in (1, 2, 3, 5):
        for seed in range(5):
            assert board.vertex(search(board, playouts=playouts, seed=seed, allow=[("w", ["E3", "D5"], 1)]).move) in ("E3", "D5")
