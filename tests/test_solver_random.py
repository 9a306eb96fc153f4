"""`solve` and `confirm` on random small positions, against brute force (tests/brute.py) over every line of play.

Whole small boards, and pockets of up to 12 points in a frame of walls with two eyes, where the brute force takes the walls to stand.
"""

import random

import numpy as np
import pytest

import brute
from goboard import confirm, life, solve

BOARDS = [(1, 6), (1, 8), (2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)]
POCKETS = [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3)]
KINDS = {"pass-alive": "U"}


def without_dead_chains(rows):
    """The rows with all chains that have no liberty taken off, and so on until there is none."""
    board = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}
    while True:
        for p, color in board.items():
            chain = brute.part(p, {q for q in board if board[q] == color})
            if color != "." and not any(board.get(q) == "." for r, c in chain for q in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))):
                board.update(dict.fromkeys(chain, "."))
                break
        else:
            return ["".join(board[r, c] for c in range(len(rows[0]))) for r in range(len(rows))]


def random_position(seed):
    """(rows, points that are played on)"""
    rng = random.Random(seed)
    framed = rng.random() < 0.5
    height, width = rng.choice(POCKETS if framed else BOARDS)
    fill = rng.uniform(0.4, 1)
    rows = ["".join(rng.choice("XO") if rng.random() < fill else "." for _ in range(width)) for _ in range(height)]
    if framed:
        right, below = rng.choice("XO"), rng.choice("XO")
        rows = [row + (".".join(right * 3) if r == 0 else right * 5) for r, row in enumerate(rows)]
        rows += [below * (width + 5), "." + below + "." + below * (width + 2), below * (width + 5)]
    return without_dead_chains(rows), [(r, c) for r in range(height) for c in range(width)]


def said(solution):
    return (solution.status, *(solution.ko[:2] if solution.ko else ()))


def check(seed, most):
    """Compare on one random position; returns how many verdicts were compared, 0 if it is too large for brute force."""
    rows, points = random_position(seed)
    inside = [p for p in points if rows[p[0]][p[1]] != "."]
    if not inside:
        return 0
    target = random.Random(seed).choice(inside)
    try:
        region = brute.Region(rows, points)
        fates = brute.fate(region, target, most)
        kinds = brute.article_7(region, most)
    except brute.TooLarge:
        return 0
    stones = np.array([[".XO".index(x) for x in row] for row in rows], np.uint8)
    for to_play in (1, 2):
        assert said(solve(stones, target, to_play)) == fates[to_play - 1], (rows, target, to_play)
    # With little effort for the chains as they are, those that live by answering are taken to stand; then a verdict may be missing, but not wrong.
    for plain, nodes in ((life.PLAIN_NODES, 5_000_000), (300, 1_000), (30, 300), (0, 1_000), (0, 200), (0, 60)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(life, "PLAIN_NODES", plain)
            patch.setattr(life.Judge, "FIRST_NODES", min(plain, 2_000) or 1)
            confirmation = confirm(stones, max_nodes=nodes)
        for (_, cells), kind in kinds.items():
            point = next(p for p in points if cells >> region.cell[p] & 1)
            found = confirmation.chain(point).kind
            assert KINDS.get(found, found) == kind or (plain <= 300 and found == "unknown"), (rows, point, plain)
    return 2 + len(kinds)


def check_joins(seed, most):
    """The same for the question whether two chains connect."""
    rows, points = random_position(seed)
    by_color = {x: [p for p in points if rows[p[0]][p[1]] == x] for x in "XO"}
    color = random.Random(seed).choice([x for x in "XO" if len(by_color[x]) > 1] or " ")
    if color == " ":
        return 0
    target, other = random.Random(seed).sample(by_color[color], 2)
    try:
        expected = brute.joins(brute.Region(rows, points), target, other, most)
    except brute.TooLarge:
        return 0
    stones = np.array([[".XO".index(x) for x in row] for row in rows], np.uint8)
    for to_play in (1, 2):
        solution = solve(stones, target, to_play, connect=other)
        if solution.status == "unknown" and "locality" in solution.reason:
            continue
        assert (solution.status, *(solution.ko[:1] if solution.ko else ())) == expected[to_play - 1], (rows, target, other, to_play)
    return 2


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_random_positions(start):
    assert sum(check(seed, 4_000) for seed in range(start, start + 20)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 4200, 100))
def test_two_thousand_random_positions(start):
    # Some are too large for brute force; of 4,200, more than 2,000 are not.
    assert sum(check(seed, 8_000 if seed % 20 else 60_000) > 0 for seed in range(start, start + 100)) > 40


def test_random_connections():
    assert sum(check_joins(seed, 4_000) > 0 for seed in range(60)) > 20


@pytest.mark.slow
def test_many_random_connections():
    assert sum(check_joins(seed, 20_000) > 0 for seed in range(600)) > 200
