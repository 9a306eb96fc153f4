"""Playouts in lanes: exact moves, exact chance, the same games on every back end."""

import os
import subprocess
import sys

import numpy as np
import pytest

from goboard import lanes

SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 9), (25, 1), (3, 5), (7, 7), (9, 9), (12, 9), (9, 13), (13, 9), (13, 13), (16, 15), (5, 19), (19, 19), (25, 25)]
SUMS = ("games", "moves", "scores", "black", "white")
GAMES = ("margins", "lengths")


def board(text):
    return np.array([[".XO".index(c) for c in row] for row in text.split()])


def empty(rows, cols=None):
    return np.zeros((rows, cols or rows), int)


# The slow board: points are (row, col), stones a dict without the empty points.


def marked(array):
    return [tuple(map(int, point)) for point in np.argwhere(array)]


def stones_of(array):
    return {point: int(array[point]) for point in marked(array)}


def neighbours(shape, point):
    row, col = point
    return [(r, c) for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)) if 0 <= r < shape[0] and 0 <= c < shape[1]]


def chain_without_liberty(shape, stones, point):
    """The points of the chain at point if it has no liberty, else nothing."""
    chain, todo = {point}, [point]
    while todo:
        for near in neighbours(shape, todo.pop()):
            if near not in stones:
                return set()
            if stones[near] == stones[point] and near not in chain:
                chain.add(near)
                todo.append(near)
    return chain


def after(shape, stones, point, colour):
    """(stones after the move, captured points), or None for suicide."""
    stones = {**stones, point: colour}
    taken = set()
    for near in neighbours(shape, point):
        if stones.get(near) == 3 - colour:
            taken |= chain_without_liberty(shape, stones, near)
    for gone in taken:
        del stones[gone]
    return None if chain_without_liberty(shape, stones, point) else (stones, taken)


def is_eye(shape, stones, point, colour):
    near = neighbours(shape, point)
    row, col = point
    hostile = sum(stones.get((row + i, col + j)) == 3 - colour for i in (-1, 1) for j in (-1, 1))
    return all(stones.get(p) == colour for p in near) and hostile < (2 if len(near) == 4 else 1)


def follow(start, colour, ko, steps, max_moves=None, passes=0):
    """Replays a trace on the slow board and checks every step; returns how many drawn points were refused."""
    shape, stones, max_moves = start.shape, stones_of(start), max_moves or 3 * start.size
    ko = None if ko is None else divmod(ko, shape[1])
    refused, played, refusals = set(), 0, 0
    for step in steps:
        assert passes < 2 and played < max_moves
        offered = set(marked(step["candidates"]))
        for point in np.ndindex(*shape):
            allowed = point not in stones and not is_eye(shape, stones, point, colour) and point != ko and point not in refused
            assert allowed or point not in offered
            if allowed and point not in offered:
                assert after(shape, stones, point, colour) is None, f"{point} is legal and was not offered"
        if step["point"] is None:
            assert not offered
            colour, ko, refused, passes, played = 3 - colour, None, set(), passes + 1, played + 1
        else:
            point = divmod(step["point"], shape[1])
            assert point in offered
            outcome = after(shape, stones, point, colour)
            assert step["refused"] == (outcome is None)
            if outcome is None:
                refused.add(point)
                refusals += 1
            else:
                stones, taken = outcome
                near = [stones.get(p) for p in neighbours(shape, point)]
                ko = min(taken) if len(taken) == 1 and colour not in near and near.count(None) == 1 else None
                colour, refused, passes, played = 3 - colour, set(), 0, played + 1
        assert stones_of(step["stones"]) == stones
    assert passes == 2 or played == max_moves
    return refusals


def middle_game(rows, cols, moves, seed):
    """(stones, to_play) after some moves of a playout."""
    steps = [s for s in lanes.trace(empty(rows, cols), 1, None, seed, 0) if not s["refused"]][:moves]
    return steps[-1]["stones"].astype(int), 1 + len(steps) % 2


@pytest.mark.parametrize("backend", lanes.backends())
@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 9), (2, 2), (3, 3), (5, 4), (9, 9), (9, 13), (13, 9), (13, 13), (15, 15)])
def test_every_move_is_legal_no_eye_is_filled_and_a_pass_means_no_move(size, backend):
    for number in range(1 if size[0] > 9 else 4):
        follow(empty(*size), 1, None, lanes.trace(empty(*size), 1, None, 7, number, backend=backend))


@pytest.mark.parametrize("size", [(19, 19), (25, 25)])
def test_large_boards_are_exact_too(size):
    assert follow(empty(*size), 1, None, lanes.trace(empty(*size), 1, None, 3, 0)) > 0


def test_middle_games_are_exact_for_either_side():
    for seed in range(4):
        stones, to_play = middle_game(9, 9, 60, seed)
        for side in (to_play, 3 - to_play):
            follow(stones, side, None, lanes.trace(stones, side, None, seed, 5))


def test_the_ko_point_is_barred_on_the_first_move_alone():
    stones, ko = board(".XO.. XO.O. .XO.. ..... ....."), 7
    assert ko not in [lanes.trace(stones, 1, ko, 1, i, max_moves=1)[-1]["point"] for i in range(300)]
    assert ko in [lanes.trace(stones, 1, None, 1, i, max_moves=1)[-1]["point"] for i in range(300)]
    for number in range(20):
        follow(stones, 1, ko, lanes.trace(stones, 1, ko, 1, number))


def test_a_stone_that_took_one_in_a_ko_is_not_taken_at_once():
    stones, took = board(".XO.. XO.O. .XO.. ..... ....."), 0
    for number in range(200):
        first, then = lanes.trace(stones, 1, None, 2, number, max_moves=2)[:2]
        if first["point"] == 7:
            took += 1
            assert not first["stones"][1, 1] and not then["candidates"][1, 1]
    assert took > 0


def test_two_passes_or_the_limit_end_a_playout():
    assert [s["point"] for s in lanes.trace(empty(1), 1, None, 0, 0)] == [None, None]
    assert [s["point"] for s in lanes.trace(empty(1), 1, None, 0, 0, passes=1)] == [None]
    assert lanes.run(empty(9), 1, None, 0, 0, 50, max_moves=10)["lengths"].tolist() == [10] * 50


@pytest.mark.parametrize(
    "text, to_play, legal",
    [
        (".... .... .... ....", 1, range(16)),
        # The left corner is an eye of Black's, the point between the white stones on the edge one of White's: suicide for the other.
        (".XO.O XXOOO ..... ..... .....", 1, range(10, 25)),
        (".XO.O XXOOO ..... ..... .....", 2, range(10, 25)),
        # The middle is no eye: two of its diagonals are White's.
        ("..O.. .OX.. .X.X. ..XO. .....", 1, [0, 1, 3, 4, 5, 8, 9, 10, 12, 14, 15, 16, 19, 20, 21, 22, 23, 24]),
        # With one it is.
        ("..O.. .OX.. .X.X. ..X.. .....", 1, [0, 1, 3, 4, 5, 8, 9, 10, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24]),
        # Black may play between the white stones where that takes them.
        ("O.OX XXX. .... ....", 1, [1, *range(7, 16)]),
    ],
)
@pytest.mark.parametrize("backend", lanes.backends())
def test_the_first_move_is_uniform_among_the_legal_ones(text, to_play, legal, backend):
    stones, legal, n = board(text), list(legal), 3000
    drawn = np.zeros(stones.size)
    for number in range(n):
        drawn[lanes.trace(stones, to_play, None, 11, number, max_moves=1, backend=backend)[-1]["point"]] += 1
    assert drawn.sum() == drawn[legal].sum() == n
    chi2 = ((drawn[legal] - n / len(legal)) ** 2).sum() / (n / len(legal))
    freedom = len(legal) - 1
    assert chi2 < freedom + 4 * (2 * freedom) ** 0.5


def test_draws_are_uniform_all_through_a_game():
    """The rank of the drawn one of n candidates has mean (n - 1) / 2 and variance (n * n - 1) / 12."""
    ranks = []
    for number in range(120):
        for step in lanes.trace(empty(9), 1, None, 5, number):
            n = int(step["candidates"].sum())
            if n > 1:
                rank = int(step["candidates"].ravel()[: step["point"]].sum())
                ranks.append((rank - (n - 1) / 2) / ((n * n - 1) / 12) ** 0.5)
    ranks = np.array(ranks)
    assert len(ranks) > 10_000
    assert abs(ranks.mean()) * len(ranks) ** 0.5 < 4
    assert abs((ranks**2).mean() - 1) < 4 * (ranks**2).std() / len(ranks) ** 0.5


@pytest.mark.parametrize("size, length, margin, n", [(9, 111.06, 2.19, 40000), (13, 219.34, 2.06, 12000), (19, 455.42, 1.95, 4000)])
def test_lengths_and_margins_from_the_empty_board_are_the_measured_ones(size, length, margin, n):
    """The means over hundreds of thousands of playouts of a classical program with the same policy."""
    result = lanes.run(empty(size), 1, None, 2024, 0, n)
    for name, mean in (("lengths", length), ("margins", margin)):
        assert abs(result[name].mean() - mean) < 4 * result[name].std() / n**0.5


@pytest.mark.parametrize("size", SIZES)
def test_every_back_end_plays_the_same_games(size):
    count = 12_000 // (size[0] * size[1]) + 20
    first, *others = [lanes.run(empty(*size), 1, None, 99, 0, count, backend=name) for name in lanes.backends()]
    for other in others:
        for name in SUMS + GAMES:
            assert np.array_equal(first[name], other[name])


def test_every_back_end_plays_the_same_games_from_a_middle_game():
    stones, to_play = middle_game(13, 13, 100, 1)
    runs = [lanes.run(stones, to_play, None, 99, 0, 300, backend=name) for name in lanes.backends()]
    assert len({r["margins"].tobytes() + r["lengths"].tobytes() + r["black"].tobytes() for r in runs}) == 1


def test_a_playout_depends_on_seed_and_number_alone():
    whole = lanes.run(empty(9), 1, None, 4, 0, 1500)
    parts = [lanes.run(empty(9), 1, None, 4, first, count) for first, count in ((0, 1), (1, 2), (3, 600), (603, 897))]
    for name in GAMES:
        assert np.array_equal(whole[name], np.concatenate([p[name] for p in parts]))
    for name in SUMS:
        assert np.array_equal(whole[name], sum(p[name] for p in parts))
    assert not np.array_equal(whole["margins"], lanes.run(empty(9), 1, None, 5, 0, 1500)["margins"])


def test_a_batch_of_positions_gives_what_each_gives_alone():
    positions = [(empty(9), 1, None, 0, 3), *((*middle_game(9, 9, 10 * k, k), None, k, 3) for k in range(1, 12))]
    together = lanes.run_batch(positions, 70)
    for k, position in enumerate(positions):
        alone = lanes.run(*position, 70)
        for name in SUMS + GAMES:
            assert np.array_equal(together[name][k], alone[name])


def test_a_trace_is_the_playout_of_that_number():
    lengths = lanes.run(empty(9), 1, None, 4, 0, 40)["lengths"]
    for number in range(40):
        assert sum(not s["refused"] for s in lanes.trace(empty(9), 1, None, 4, number)) == lengths[number]


def test_area_is_stones_and_the_empty_points_that_reach_one_colour():
    start = board(".X.O. XX.OO .X.O. .X.O. .X.O.")
    for number in range(40):
        result = lanes.run(start, 1, None, 6, number, 1, max_moves=5)
        stones = stones_of(lanes.trace(start, 1, None, 6, number, max_moves=5)[-1]["stones"])
        for point in np.ndindex(*start.shape):
            region, todo, reached = {point}, [point], {stones.get(point)} - {None}
            while todo and point not in stones:
                for near in neighbours(start.shape, todo.pop()):
                    if near in stones:
                        reached.add(stones[near])
                    elif near not in region:
                        region.add(near)
                        todo.append(near)
            assert (result["black"][point], result["white"][point]) == (reached == {1}, reached == {2})


def test_the_sums_are_those_of_the_games():
    result = lanes.run(empty(7, 8), 2, None, 8, 0, 1000)
    assert result["games"] == 1000
    assert result["moves"] == result["lengths"].sum()
    assert np.array_equal(np.bincount(result["margins"] + 56, minlength=113), result["scores"])
    assert result["black"].sum() - result["white"].sum() == result["margins"].sum()
    assert (result["black"] + result["white"]).max() <= 1000


@pytest.mark.parametrize(
    "change",
    [
        {"stones": empty(26)}, {"stones": np.zeros((0, 3), int)}, {"stones": np.zeros(9, int)}, {"stones": empty(3) + 3},
        {"stones": empty(3) + 0.5}, {"stones": board("XO. OO. ...")}, {"to_play": 0}, {"ko_point": 81}, {"ko_point": -2}, {"first": -1}, {"count": -1},
        {"seed": -1}, {"seed": 2**64}, {"max_moves": 0}, {"backend": "mmx"}, {"passes": 2},
    ],
)  # fmt: skip
def test_a_wrong_argument_is_a_value_error(change):
    with pytest.raises(ValueError):
        lanes.run(**{"stones": empty(9), "to_play": 1, "ko_point": None, "seed": 0, "first": 0, "count": 1, **change})


def test_no_playouts_is_no_work():
    assert lanes.run(empty(9), 1, None, 0, 0, 0)["games"] == 0


MULTIPLIER = 4294883355  # MWC64X, by Thomas (2011)


def unmixed(z):
    """The inverse of splitmix64's output function (Steele, Lea and Flood 2014), the added constant included."""
    bits = 2**64 - 1
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, 2**64) & bits
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 2**64) & bits
    z ^= z >> 30 ^ z >> 60
    return z - 0x9E3779B97F4A7C15 & bits


def seed_of(state):
    """The seed with which playout 0 begins in this state of its generator."""
    return unmixed(unmixed(state - 1))


def drawn(state):
    return (state ^ state >> 32) & 0xFFFFFFFF


def following(state):
    return (state & 0xFFFFFFFF) * MULTIPLIER + (state >> 32)


@pytest.mark.parametrize("backend", lanes.backends())
@pytest.mark.parametrize("side", [2, 3, 9, 13, 19])
@pytest.mark.parametrize("high", [1, 5, 1000, 4294883354])
def test_a_draw_that_would_favour_a_point_is_drawn_again(backend, side, high):
    # Halves that are equal draw the 32-bit number 0, one of the 2**32 mod n that an even draw must refuse (Lemire 2019).
    state, n = high << 32 | high, side * side
    assert drawn(state) == 0
    while drawn(state) * n % 2**32 < 2**32 % n:
        state = following(state)
    step = lanes.trace(empty(side), 1, None, seed_of(high << 32 | high), 0, backend=backend)[0]
    assert step["point"] == drawn(state) * n >> 32


@pytest.mark.parametrize("backend", lanes.backends())
def test_any_other_draw_is_scaled_to_the_candidates(backend):
    for state in (12345678901234567, 2**63 + 12345, 3 << 40 | 7):
        step = lanes.trace(empty(9), 1, None, seed_of(state), 0, backend=backend)[0]
        assert step["point"] == drawn(state) * 81 >> 32


def test_both_ways_of_drawing_give_the_same_games():
    code = (
        "from goboard import lanes; import numpy as np\n"
        "for size in (5, 9, 13, 19):\n"
        "    for backend in lanes.backends():\n"
        "        r = lanes.run(np.zeros((size, size), np.uint8), 1, None, 3, 0, 40, backend=backend)\n"
        "        print(size, r['moves'], r['black'].tolist(), r['margins'].tolist())"
    )
    told = {pdep: subprocess.run([sys.executable, "-c", code], env={**os.environ, "GOBOARD_PDEP": pdep}, capture_output=True, text=True, check=True).stdout
            for pdep in ("0", "1")}
    assert told["0"] == told["1"]
    assert all(len(set(lines)) == 1 for size in (5, 9, 13, 19) for lines in [[line for line in told["0"].splitlines() if line.startswith(f"{size} ")]])
