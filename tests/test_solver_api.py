"""`solve`: questions, answers, proofs that replay on a board, limits, interruption, and input that makes no sense."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import brute
from goboard import Board, confirm, solve
from goboard.local import Locality
from goboard.reading import pass_alive_area
from goboard.solver import Ko, search

BENT_FOUR = "OO.XO.O\nOXXXOOO\n.XOOO.O\nXXO.OOO\nOOOOOOO"
STRAIGHT_THREE = "OOOOOOOO\nOXXXXXOO\nOX...XOO\nOXXXXXOO\nOOOOOOOO\nOOOO.O.O\nOOOOOOOO"
CARPENTER = "...XOO\n...XOO\n...XOO\nXXXOOO\nOOOOOO\nOO.O.O\nOOOOOO"
RECTANGLE_SIX = "...XOO\n...XOO\nXXXXOO\nOOOOOO\nOO.O.O\nOOOOOO"


def hard_board(n=11):
    """A black chain in an open space that no search gets to the end of."""
    board = np.zeros((n, n), np.uint8)
    board[n // 2, n // 2] = 1
    return board


# Answers.


def test_either_side_first():
    board = Board.from_text(STRAIGHT_THREE)
    assert solve(board, (1, 1), 2).status == "dead"
    assert solve(board, (1, 1), 1).status == "alive"
    # The attacker by default; any stone of the chain, in any way a move is written.
    assert solve(board, (1, 1)).status == solve(board, "F5").status == solve(board, 9).status == "dead"


def test_the_principal_line_starts_at_the_vital_point():
    board = Board.from_text(STRAIGHT_THREE)
    assert solve(board, (1, 1), 2).line[0] == solve(board, (1, 1), 1).line[0] == board.point((2, 3))


def test_ko_says_who_takes_first_and_how_many_threats_each_side_needs():
    solution = solve(Board.from_text(BENT_FOUR), (0, 3), 2)
    assert solution.status == "ko"
    assert solution.ko == Ko("attacker", 1, "attacker")
    assert (solution.ko.attacker_threats, solution.ko.owner_threats) == (0, 1)


@pytest.mark.parametrize("rows, target, first, takes_first", [(["OXX.", "...O"], (0, 1), 2, "owner"), (["..OX.", ".OX.X"], (0, 3), 2, "attacker")])
def test_a_ko_of_two_steps_needs_two_threats(rows, target, first, takes_first):
    region = brute.Region(rows, [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))])
    solution = solve(Board.from_text("\n".join(rows)), target, first)
    assert (solution.status, *solution.ko[:2]) == brute.fate(region, target)[first - 1]
    assert solution.ko.threats == 2
    assert solution.ko.takes_first == takes_first


KO = ".XO.\nXO.O\n.XO."


def test_a_ko_ban_counts():
    # Black has just taken the ko, and White may not retake at once; the stones alone, or a move later, and he may.
    board = Board.from_text(KO, ko="simple")
    board.play((1, 2))
    assert board.ko_point == board.point((1, 1))
    barred, free = solve(board, (1, 2), 2), solve(board.stones, (1, 2), 2)
    region = brute.Region(["".join(".XO"[x] for x in row) for row in board.stones], [(r, c) for r in range(3) for c in range(4)])
    for solution, banned in ((barred, (1, 1)), (free, None)):
        assert (solution.status, *(solution.ko[:2] if solution.ko else ())) == brute.fate(region, (1, 2), banned=banned)[1]
    assert barred.status != free.status


def test_the_ban_is_the_other_sides_only():
    # If Black, who took the ko, moves again, nothing bars him from connecting it.
    board = Board.from_text(KO, ko="simple")
    board.play((1, 2))
    assert solve(board, (1, 2), 1).status == solve(board.stones, (1, 2), 1).status


def test_connect():
    board = Board.from_text("X.X.\nOOO.\n.O..")
    assert solve(board, (0, 0), 1, connect=(0, 2)).status == "connected"
    assert solve(board, (0, 0), 2, connect=(0, 2)).status == "cut"
    assert solve(Board.from_text("X...\n.X..\n..X."), (0, 0), 2, connect=(1, 1)).status == "connected"


def test_connect_with_a_chain_that_stands_for_ever():
    board = Board.from_text("..O.X.X\n.XOXXXX\n..OOOOO\nOOO.O.O")
    for first in (1, 2):
        assert solve(board, (1, 1), first, connect=(1, 3)).status == solve(board, (1, 3), first, connect=(1, 1)).status == "cut"


def test_alive_without_search():
    solution = solve(Board.from_text(".X.XO\nXXXXO\nOOOO."), (0, 1))
    assert (solution.status, solution.nodes, solution.line, solution.proof) == ("alive", 0, [], None)


# Regions.

RACE = "X.....XXX\nXOOOOOOXX\nXOXXXXOXX\nXOX..XOXX\nXOX..XOXX\nXOXXXXOXX\nXOOOOOOXX\nXXXXXXXXX\nXXXXXXXXX\nX.X.XXXXX\nXXXXXXXXX"


def test_a_region_may_say_who_plays_where():
    board = Board.from_text(RACE)
    region = np.zeros(board.shape, np.uint8)
    region[3:5, 3:5] = 3
    region[0, 1:6] = 1
    assert solve(board, (2, 2), 2, region=region).status == "dead"
    region[0, 1] = 0  # one liberty the fewer to fill, but nobody ever fills it
    assert solve(board, (2, 2), 2, region=region).status == "dead"


@pytest.mark.parametrize("form", [list, set, lambda points: [divmod(p, 8) for p in points], "array"])
def test_a_region_in_any_form(form):
    board = Board.from_text(STRAIGHT_THREE)
    points = [18, 19, 20]
    if form == "array":
        region = np.zeros(board.shape, bool)
        region.flat[points] = True
    else:
        region = form(points)
    assert solve(board, (1, 1), 2, region=region).status == "dead"


def test_a_region_must_hold_the_liberties_of_the_target():
    # What is outside stands for ever, so a chain would live by a liberty that was left out.
    board = Board.from_text(STRAIGHT_THREE)
    with pytest.raises(ValueError, match="leaves out E5"):
        solve(board, (1, 1), 2, region=[18, 19])
    with pytest.raises(ValueError, match="leaves out C5, D5, E5"):
        solve(board, (1, 1), 2, region=[])


# Proofs.


def replay_all(board, proof, target, owner, area, wins):
    """Follow the proof through every answer of the other side on a `Board`; returns how many different positions were seen.

    `area`: the empty points of all positions that matter; the other side's legal moves there must all be answered.
    """
    seen = set()
    todo = [[]]
    while todo:
        line = todo.pop()
        position = board.copy()
        turn = board.to_play
        for move in line:
            position.pass_(turn) if move == "pass" else position.play(move, turn)
            turn = 3 - turn
        gone = position[target] != owner
        key = position.stones.tobytes(), turn
        if key in seen:
            continue
        seen.add(key)
        mine = (turn == owner) == (proof.winner == "owner")
        if gone or (not mine and proof.moves(line) == []) or (mine and proof.reply(line) is None):
            wins(position, turn, gone)
        elif mine:
            todo.append([*line, proof.reply(line)])
        else:
            answered = proof.moves(line)
            assert {m for m in answered if m != "pass"} == {m for m in area if position[m] == 0 and position.is_legal(m, turn)}
            todo += [[*line, m] for m in answered]
    return len(seen)


def area_of(text):
    """All points but White's wall and its eyes."""
    rows = text.split("\n")
    outside = brute.part((len(rows) - 1, 0), {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "O" or r > 3})
    return [r * len(rows[0]) + c for r, row in enumerate(rows) for c, _ in enumerate(row) if (r, c) not in outside]


@pytest.mark.parametrize("text, target, first", [(STRAIGHT_THREE, (1, 1), 2), (RECTANGLE_SIX, (0, 3), 2), (CARPENTER, (0, 3), 2)])
def test_a_proof_of_death_replays_on_a_board_to_the_capture(text, target, first):
    # The owner may retake every ko at once: he has all the threats in the world.
    board = Board.from_text(text, to_play=first, ko="none")
    solution = solve(board, target, first)
    assert solution.status == "dead" and solution.proof.winner == "attacker"

    def captured(position, turn, gone):
        assert gone

    assert replay_all(board, solution.proof, target, 1, area_of(text), captured) > 5


@pytest.mark.parametrize("text, target, first", [(STRAIGHT_THREE, (1, 1), 1), (RECTANGLE_SIX, (0, 3), 1)])
def test_a_proof_of_life_replays_on_a_board_to_two_eyes(text, target, first):
    board = Board.from_text(text, to_play=first, ko="none")
    solution = solve(board, target, first)
    assert solution.status == "alive" and solution.proof.winner == "owner"
    ring = [(r, c) for r, row in enumerate(text.split("\n")) for c, x in enumerate(row) if x == "X"]
    area = area_of(text)

    def lives(position, turn, gone):
        # Where the proof ends, exhaustive search sees that Black lives for good, whatever White's threats.
        assert not gone
        rows = ["".join(".XO"[x] for x in row) for row in position.stones]
        space = {divmod(p, position.cols) for p in area} - set(ring)
        game = brute.KoGame(brute.Region(rows, [*space, *ring], ring), ring[0], (0, brute.ENDLESS))
        assert game.lives()[turn - 1]

    assert replay_all(board, solution.proof, target, 1, area, lives) > 1


def test_a_proof_of_seki_goes_round_for_ever_without_a_capture():
    # Double-ko seki; White may retake every ko at once.
    text = ".X.XOXXX\nXXXOOOXX\nOXXO.OX.\n.OOOOXXX\nOOXXXX.X\nXXX.XXXX\nX.XXXXXX"
    board = Board.from_text(text, to_play=2, ko="none")
    solution = solve(board, (0, 1), 2)
    assert solution.status == "seki" and solution.proof.winner == "owner"

    def never(position, turn, gone):
        assert not gone and position[(0, 1)] == 1

    assert replay_all(board, solution.proof, (0, 1), 1, np.flatnonzero(pass_alive_area(board) != 1).tolist(), never) > 5


def test_a_line_that_leaves_the_proof_is_refused():
    proof = solve(Board.from_text(STRAIGHT_THREE), (1, 1), 2).proof
    with pytest.raises(ValueError, match="cannot be played here, or leaves the strategy"):
        proof.reply([0])
    with pytest.raises(ValueError, match="loser's turn"):
        proof.reply([19])
    assert "pass" in proof.moves([19])


# Limits.


def test_unknown_says_why_and_what_is_known():
    board = Board.from_text(CARPENTER)
    solution = solve(board, (0, 3), 2, max_nodes=100)
    assert (solution.status, solution.reason) == ("unknown", "the limit of positions was reached")
    assert solve(board, (0, 3), 2, max_bytes=20_000).reason == "the limit of memory was reached"
    assert solve(hard_board(7), (3, 3), 2, seconds=0.05, max_nodes=10**9).reason == "the time limit was reached"
    assert "give a region" in solve(hard_board(19), (9, 9)).reason


def test_the_bound_is_true_for_every_limit():
    # Whatever limit stops the search, the bound given agrees with the answer in the end.
    for text, target, first in ((RECTANGLE_SIX, (0, 3), 1), (RECTANGLE_SIX, (0, 3), 2), (CARPENTER, (0, 3), 1), (BENT_FOUR, (0, 3), 1)):
        board = Board.from_text(text)
        status = solve(board, target, first).status
        bounds = set()
        for limit in (1, 10, 30, 60, 100, 200, 300, 400, 600, 1000, 2000, 4000, 6000):
            solution = solve(board, target, first, max_nodes=limit)
            assert solution.status in ("unknown", status)
            if solution.status == "unknown":
                bounds.add(solution.bound)
                assert solution.bound in (
                    "",
                    *(("not dead",) if status in ("alive", "seki") else ("not alive",)),
                    *(("not dead", "not alive", "ko") if status == "ko" else ()),
                )
        assert "" in bounds


def test_more_nodes_never_change_an_answer():
    board = Board.from_text(CARPENTER)
    statuses = [solve(board, (0, 3), 2, max_nodes=n).status for n in (10, 100, 1000, 5000, 10_000, 20_000, 50_000)]
    assert statuses[-1] == "dead" and set(statuses) == {"unknown", "dead"} and statuses == sorted(statuses, reverse=True)


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_the_time_limit_is_kept(seconds):
    start = time.monotonic()
    assert solve(hard_board(), (5, 5), seconds=seconds, max_nodes=10**9).status == "unknown"
    assert confirm(hard_board(), seconds=seconds, max_nodes=10**9).unknown
    assert time.monotonic() - start < 2 * seconds + 2


def memory_used(megabytes):
    code = (
        "import numpy as np, goboard\n"
        "def peak(): return int(next(x for x in open('/proc/self/status') if x.startswith('VmHWM')).split()[1])\n"
        "a = np.zeros((7, 7), np.uint8); a[3, 3] = 1\n"
        "goboard.solve(a, (3, 3), max_nodes=10)\n"
        "before = peak()\n"
        f"s = goboard.solve(a, (3, 3), max_nodes=10**9, max_bytes={megabytes} << 20)\n"
        "print(s.reason, peak() - before)\n"
    )
    *words, kilobytes = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return " ".join(words), int(kilobytes) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
def test_the_memory_limit_is_kept():
    reason, used = memory_used(64)
    assert reason == "the limit of memory was reached"
    assert 16 < used < 64 + 8


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize(
    "run",
    [lambda: solve(hard_board(7), (3, 3), max_nodes=10**9, seconds=60), lambda: confirm(hard_board(7), max_nodes=10**9, seconds=60)],
    ids=["solve", "confirm"],
)
def test_ctrl_c(run):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run()
    assert time.monotonic() - start < 10
    assert solve(Board.from_text(STRAIGHT_THREE), (1, 1)).status == "dead"


def test_other_threads_run_meanwhile():
    # Two searches at once, while this thread counts: the search holds the lock only for a moment, now and then.
    workers = [threading.Thread(target=solve, args=(hard_board(7), (3, 3)), kwargs={"max_nodes": 10**9, "seconds": 0.5}) for _ in range(2)]
    for worker in workers:
        worker.start()
    longest, last = 0.0, time.monotonic()
    turns = 0
    while any(worker.is_alive() for worker in workers):
        time.sleep(0.001)
        now = time.monotonic()
        longest, last = max(longest, now - last), now
        turns += 1
    assert turns > 20 and longest < 0.4


# Nonsense.


@pytest.mark.parametrize("target", [(0, 0), (2, 3), (-1, 0), (7, 0), 999, -5, "Z9"])
def test_no_such_target(target):
    board = Board.from_text(STRAIGHT_THREE)
    if target == (0, 0):
        assert solve(board, target).status == "alive"
    else:
        with pytest.raises(ValueError):
            solve(board, target)


@pytest.mark.parametrize(
    "options",
    [
        {"to_play": 0},
        {"to_play": 3},
        {"max_nodes": -1},
        {"max_bytes": -1},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"connect": (2, 3)},
        {"connect": (0, 0)},
        {"region": [999]},
        {"region": [(9, 9)]},
        {"region": np.ones((3, 3), bool)},
        {"region": np.full((7, 8), 4)},
        {"region": np.ones((7, 8))},
    ],
)
def test_bad_options(options):
    with pytest.raises(ValueError):
        solve(Board.from_text(STRAIGHT_THREE), (1, 1), **options)


@pytest.mark.parametrize(
    "stones",
    [
        np.zeros((0, 3)),
        np.zeros(5),
        np.full((3, 3), 3),
        np.zeros((26, 2)),
        np.ones((3, 3), np.uint8),
        np.ones((1, 1), np.uint8),
        "abc",
        None,
        np.array([[1, 1], [1, 2]]),
    ],
)
@pytest.mark.parametrize("call", [lambda a: solve(a, 0), confirm], ids=["solve", "confirm"])
def test_bad_boards(stones, call):
    with pytest.raises((ValueError, TypeError)):
        call(stones)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (1, 25), (25, 1), (25, 25)])
def test_empty_boards(shape):
    board = Board(shape)
    found = confirm(board)
    assert found.chains == [] and found.complete and not found.territory.any()
    assert found.dame == list(range(shape[0] * shape[1]))
    with pytest.raises(ValueError):
        solve(board, 0)


@pytest.mark.parametrize("shape", [(1, 2), (2, 1), (1, 25), (25, 1), (2, 2), (25, 25)])
def test_one_stone(shape):
    board = Board(shape)
    board.play(0, 1)
    assert solve(board, 0, max_nodes=20_000).status in ("alive", "dead", "seki", "ko", "unknown")
    assert confirm(board, max_nodes=20_000).status(0) in ("alive", "dead", "seki", "unknown")


@pytest.mark.parametrize("seed", range(4))
def test_a_full_board_of_25_by_25_keeps_its_limits(seed):
    rng = random.Random(seed)
    board = Board(25, ko="none")
    points = list(range(625))
    rng.shuffle(points)
    for p in points:
        color = rng.choice((1, 2))
        if board.is_legal(p, color):
            board.play(p, color)
    start = time.monotonic()
    found = confirm(board, seconds=1)
    assert {c.status for c in found.chains} <= {"alive", "dead", "seki", "unknown"}
    assert solve(board, int(board.chains()[0][0]), seconds=1).status in ("alive", "dead", "seki", "ko", "unknown")
    assert time.monotonic() - start < 12


def test_localities_that_make_no_sense():
    stones = Board.from_text(STRAIGHT_THREE).stones
    with pytest.raises(ValueError):
        Locality(stones, [])
    with pytest.raises(ValueError):
        Locality(stones, [9])
    where = Locality(stones, [p for p in range(56) if stones.flat[p] == 1] + [18, 19, 20])
    for bad in ({"question": "eat"}, {"attacker_threats": -1}, {"owner_threats": 15}, {"ko": "super"}, {"max_nodes": -1}):
        with pytest.raises(ValueError):
            search(where, 9, **bad)
    with pytest.raises(ValueError):
        search(where, 0)
    with pytest.raises(ValueError):
        search(where, 9, "connect")
