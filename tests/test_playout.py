"""Playouts: the light policy, its statistics, reproducibility, options, executors, bad arguments."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import numpy as np
import pytest

import goboard
from goboard import BLACK, WHITE, Board, playout, playout_batch, playout_paths

PATHS = playout_paths()


def digest(result):
    return (result.games, result.black_wins, result.white_wins, result.draws, result.total_moves,
            result.scores.tobytes(), result.ownership.tobytes())


def random_position(shape, moves, seed, **laws):
    rng = np.random.default_rng(seed)
    board = Board(shape, **laws)
    for _ in range(moves):
        board.play(int(rng.choice(board.legal_moves())))
    return board


# Mean length and mean area margin of light playouts from the empty board, with the standard error of the reference:
# millions of games of an independent C program of the same policy.
REFERENCE = {9: (111.062, 0.008, 2.184, 0.020), 13: (219.322, 0.031, 2.070, 0.079), 19: (455.438, 0.08, 1.82, 0.24)}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("size", "n"), [(9, 60_000), (13, 20_000), (19, 6_000)])
def test_mean_length_and_margin_are_the_fields(size, n, path):
    length, length_error, margin, margin_error = REFERENCE[size]
    chunks = [playout(Board(size), n // 20, seed=7, first=k * (n // 20), path=path, komi=0) for k in range(20)]
    lengths = np.array([r.total_moves / r.games for r in chunks])
    margins = np.array([r.mean_score for r in chunks])
    for means, wanted, error in ((lengths, length, length_error), (margins, margin, margin_error)):
        own_error = means.std(ddof=1) / len(means) ** 0.5
        assert abs(means.mean() - wanted) < 4 * (own_error ** 2 + error ** 2) ** 0.5


def chi_squared_is_small(counts, expected):
    """Whether Pearson's statistic is below its mean by less than 5 standard deviations above."""
    counts = np.asarray(counts, dtype=float)
    statistic = ((counts - expected) ** 2 / expected).sum()
    freedom = len(counts) - 1
    return statistic < freedom + 5 * (2 * max(freedom, 1)) ** 0.5


# Diagram, side to play, and the moves that the light policy may choose, read off the diagram.
POSITIONS = [
    ("...\n...\n...", BLACK, "A1 A2 A3 B1 B2 B3 C1 C2 C3"),
    # Two black eyes in the corner points: Black has one move left, White none but the outside.
    (".X.X\nXXX.\nOOOX\n.O..", BLACK, "D3 D1 C1"),
    # White may not play the single liberty inside Black; Black fills no eye.
    (".X...\nXX...\n.....\n...OO\n...O.", WHITE, "C5 D5 E5 C4 D4 E4 A3 B3 C3 D3 E3 A2 B2 C2 A1 B1 C1"),
    # A false eye may be filled: the middle of the side has an enemy diagonal.
    (".X.\nXO.\n...", BLACK, "A3 C3 C2 A1 B1 C1"),
]


@pytest.mark.parametrize(("diagram", "color", "moves"), POSITIONS)
def test_first_moves_are_uniform_among_the_legal_ones_that_fill_no_eye(diagram, color, moves):
    board = Board.from_text(diagram, color)
    allowed = sorted(board.point(m) for m in moves.split())
    n = 20_000
    result = playout(board, n, seed=3, moves=True)
    games = result.first_moves[:, 0]
    assert sorted(np.flatnonzero(games)) == allowed
    assert chi_squared_is_small(games[allowed], n / len(allowed))


def test_the_ko_is_not_retaken_at_once():
    board = Board.from_text(".XO.\nX.XO\n.XO.\n....", WHITE)
    board.play("B3")
    assert board.ko_point == board.point("C3")
    games = playout(board, 3000, seed=1, moves=True).first_moves[:, 0]
    assert games[board.point("C3")] == 0
    board.to_play = WHITE
    assert playout(board, 3000, seed=1, moves=True).first_moves[board.point("C3"), 0] > 0


def test_a_side_without_a_move_passes():
    board = Board.from_text(".X.\nXXX\n.X.", WHITE)
    result = playout(board, 10, seed=1, moves=True)
    assert result.first_moves[board.pass_move, 0] == 10
    assert result.total_moves == 20
    assert result.mean_score == 9 - 7.5


def test_two_passes_end_a_game_with_only_eyes_left():
    board = Board.from_text(".X.\nXXX\n.X.", BLACK)
    assert playout(board, 5, seed=1).total_moves == 10


@pytest.mark.parametrize("path", PATHS)
def test_ownership_sums_to_the_mean_score(path):
    result = playout(Board((5, 8)), 2000, seed=2, komi=3.5, path=path)
    assert result.ownership.shape == (5, 8)
    assert result.ownership.sum() == pytest.approx(result.mean_score + 3.5, abs=1e-3)


@pytest.mark.parametrize("path", PATHS)
def test_komi_decides_wins_and_draws(path):
    plain = playout(Board(5), 2000, seed=2, komi=0, path=path)
    points = 25
    for komi in (-25, -3, 0, 3.5, 25):
        r = playout(Board(5), 2000, seed=2, komi=komi, path=path)
        margins = np.repeat(np.arange(-points, points + 1), plain.scores)
        assert (r.black_wins, r.white_wins, r.draws) == ((margins > komi).sum(), (margins < komi).sum(), (margins == komi).sum())


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 2), (5, 13), (9, 9), (19, 19), (25, 25)])
def test_the_same_seed_gives_the_same_games_for_any_threads_and_chunks(shape, path):
    board = random_position(shape, 8, seed=4)
    n = 300
    whole = digest(playout(board, n, seed=11, path=path))
    for threads, batch in ((1, 7), (2, 50), (5, 33)):
        assert digest(playout(board, n, seed=11, threads=threads, batch=batch, path=path)) == whole


@pytest.mark.parametrize("path", PATHS)
def test_the_games_of_a_position_do_not_depend_on_how_it_came_about(path):
    played = random_position(9, 60, seed=9, ko="simple")
    played.pass_(), played.pass_()
    drawn = Board.from_text(str(played), played.to_play)
    assert digest(playout(played, 200, seed=1, path=path)) == digest(playout(drawn, 200, seed=1, path=path))


def test_another_seed_gives_other_games():
    assert digest(playout(Board(9), 100, seed=1)) != digest(playout(Board(9), 100, seed=2))
    assert digest(playout(Board(9), 100)) != digest(playout(Board(9), 100))


def test_numpy_seeds_are_taken():
    assert digest(playout(Board(5), 50, seed=np.random.SeedSequence(5))) == digest(playout(Board(5), 50, seed=5))
    a, b = np.random.default_rng(5), np.random.default_rng(5)
    assert digest(playout(Board(5), 50, seed=a)) == digest(playout(Board(5), 50, seed=b))


def test_first_continues_a_run():
    whole = playout(Board(7), 100, seed=6)
    parts = [playout(Board(7), 50, seed=6, first=k) for k in (0, 50)]
    assert whole.total_moves == sum(p.total_moves for p in parts)
    assert (whole.scores == sum(p.scores for p in parts)).all()


@pytest.mark.parametrize("path", PATHS)
def test_the_board_is_left_as_it_was(path):
    board = random_position(9, 30, seed=1)
    twin = board.copy()
    playout(board, 100, seed=1, path=path)
    assert board == twin and board.moves == twin.moves
    board.check()


@pytest.mark.parametrize("path", PATHS)
def test_max_moves_cuts_and_scores_the_board_as_it_stands(path):
    result = playout(Board(9), 200, seed=1, max_moves=1, komi=0, path=path)
    assert result.total_moves == 200
    assert result.mean_score == 81  # one black stone, and all the empty points touch it alone
    nothing_closed = playout(Board(9), 200, seed=1, max_moves=2, komi=0, path=path)
    assert nothing_closed.mean_score == 0


def test_moves_are_counted_without_changing_the_games():
    plain, counted = playout(Board(9), 500, seed=1, path="chains"), playout(Board(9), 500, seed=1, moves=True)
    assert digest(plain) == digest(counted)
    assert counted.first_moves[:, 0].sum() == 500
    assert counted.first_moves[:, 1].sum() == counted.black_wins
    assert plain.first_moves is None and plain.amaf is None


def test_all_moves_as_first_counts_each_point_once_a_game_for_who_came_first():
    board = Board.from_text(".X.\nXX.\n.X.", WHITE)
    result = playout(board, 400, seed=1, moves=True)
    assert (result.amaf[:, 0] <= 400).all()
    assert (result.amaf[:, 0] >= result.first_moves[:, 0])[:-1].all()
    assert (result.amaf[:, 1] <= result.amaf[:, 0]).all()
    stones = np.flatnonzero(np.asarray(board).ravel())
    # White cannot be first on the points where Black's stones stand unless they were taken, which here they cannot be.
    assert result.amaf[stones, 0].sum() == 0


def test_mercy_ends_a_game_that_is_lopsided():
    full, short = playout(Board(9), 500, seed=1, path="chains"), playout(Board(9), 500, seed=1, mercy=15)
    assert short.total_moves < full.total_moves
    assert digest(playout(Board(9), 500, seed=1, mercy=81)) == digest(full)


@pytest.mark.parametrize("path", PATHS)
def test_a_batch_is_the_playouts_of_its_boards(path):
    boards = [random_position((9, 7), k, seed=k) for k in range(30)]
    for threads in (1, 3):
        batch = playout_batch(boards, 40, seed=8, threads=threads, path=path)
        assert len(batch) == 30 and batch.ownership.shape == (30, 9, 7)
        for k in (0, 13, 29):
            assert digest(batch[k]) == digest(playout(boards[k], 40, seed=8, first=40 * k, path=path))


def test_a_batch_wants_boards_of_one_shape():
    with pytest.raises(ValueError, match=r"boards\[1\]"):
        playout_batch([Board(9), Board(7)], 5)
    with pytest.raises(ValueError):
        playout_batch([], 5)
    with pytest.raises(TypeError):
        playout_batch([Board(9), "9"], 5)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_gives_the_same_totals(pool):
    board = random_position(9, 20, seed=2)
    whole = digest(playout(board, 500, seed=3))
    with pool(2) as executor:
        assert digest(playout(board, 500, seed=3, executor=executor, batch=60)) == whole


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_worker_is_an_error_not_a_short_count():
    with ProcessPoolExecutor(1) as executor, pytest.raises(BrokenProcessPool):
        threading.Timer(0.5, lambda: [p.kill() for p in list(executor._processes.values())]).start()
        playout(Board(19), 10 ** 7, seed=1, executor=executor, batch=1000)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_it_within_half_a_second(threads, ctrl_c):
    assert ctrl_c(lambda: playout(Board(19), 10 ** 9, threads=threads)) < 0.5


def test_the_path_can_be_forced_from_outside(monkeypatch):
    monkeypatch.setenv("GOBOARD_PATH", "chains")
    assert playout(Board(9), 10, seed=1).path == "chains"
    monkeypatch.setenv("GOBOARD_PATH", "magic")
    with pytest.raises(ValueError, match="magic"):
        playout(Board(9), 10, seed=1)


@pytest.mark.skipif("lanes" not in PATHS, reason="built without a C++ compiler")
def test_every_back_end_of_the_lanes_plays_the_same_games(monkeypatch):
    from goboard import lanes

    for shape in ((9, 9), (13, 13), (5, 17)):
        board = random_position(shape, 12, seed=3)
        digests = set()
        for backend in lanes.backends():
            monkeypatch.setenv("GOBOARD_LANES", backend)
            digests.add(digest(playout(board, 700, seed=5, path="lanes")))
        assert len(digests) == 1
    monkeypatch.setenv("GOBOARD_LANES", "abacus")
    with pytest.raises(ValueError, match="abacus"):
        playout(Board(9), 10, seed=1, path="lanes")


def test_progress_is_told_how_much_is_done():
    seen = []
    playout(Board(5), 1000, seed=1, batch=100, progress=seen.append)
    assert seen == list(range(100, 1001, 100))


def test_an_error_in_progress_is_raised():
    def fail(done):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        playout(Board(5), 1000, threads=2, batch=10, progress=fail)


def test_no_games():
    result = playout(Board(9), 0)
    assert result.games == 0 and np.isnan(result.mean_score) and np.isnan(result.win_rate)
    assert not result.ownership.any()


@pytest.mark.parametrize("arguments", [
    {"n": -1}, {"n": 2 ** 70}, {"threads": 0}, {"threads": 10 ** 6}, {"threads": -1}, {"komi": float("nan")}, {"komi": float("inf")},
    {"max_moves": 0}, {"path": "fast"}, {"batch": 0}, {"first": -1}, {"mercy": -1}, {"seed": -1},
])
def test_numbers_out_of_range_are_value_errors(arguments):
    with pytest.raises(ValueError):
        playout(Board(5), **{"n": 10, **arguments})


@pytest.mark.parametrize("arguments", [
    {"n": 1.5}, {"n": "10"}, {"threads": None}, {"komi": "much"}, {"komi": None}, {"max_moves": "all"}, {"seed": "x"}, {"board": None},
    {"board": 9}, {"threads": True}, {"n": True}, {"moves": "yes"},
])
def test_wrong_types_are_type_errors(arguments):
    with pytest.raises(TypeError):
        playout(**{"board": Board(5), "n": 10, **arguments})


@pytest.mark.parametrize("path", goboard.playout_paths())
def test_a_batch_of_long_runs_is_the_runs(path):
    boards = [Board(5), Board.from_text("X....\n.....\n..O..\n.....\n....."), Board(5)]
    many = goboard.playout_batch(boards, 40_000, seed=3, path=path)
    for k, board in enumerate(boards):
        one = goboard.playout(board, 40_000, seed=3, first=40_000 * k, path=path)
        assert many[k].total_moves == one.total_moves and (many[k].scores == one.scores).all() and (many[k].ownership == one.ownership).all()


@pytest.mark.parametrize("path", goboard.playout_paths())
def test_ctrl_c_stops_a_batch(path):
    code = f"import goboard; goboard.playout_batch([goboard.Board(19)] * 3, 10**8, path={path!r})"
    process = subprocess.Popen([sys.executable, "-c", "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n" + code], stderr=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert b"KeyboardInterrupt" in process.communicate(timeout=20)[1]
