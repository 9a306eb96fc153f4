"""What endgame moves are worth: textbook values, and a plain search of sums of equal regions that shares no code with the reading."""

import functools
from fractions import Fraction

import numpy as np
import pytest

import goboard
from goboard import BLACK, WHITE, Board
from goboard.endgame import endgame_value, spelled


def board_of(text):
    return Board.from_text("\n".join(line.strip() for line in text.strip().splitlines()))


def first_rows(board, rows):
    return [p for p in range(rows * board.cols) if board[p] == 0]


def read(text, rows=1, **options):
    board = board_of(text)
    return endgame_value(board, first_rows(board, rows), **options)


def corridor(length):
    """Black's corridor of so many points, closed at one end, White at the other."""
    return "\n".join(["X" + "." * length + "O", "X" * length + "XO", "X." + "X" * (length - 1) + "O", "X" * length + "X."])


HANE = """
    ........
    XXXXOOOO
    ...XO...
    """
CORNER_HANE = """
    ......
    .OXXXX
    OOXXXX
    .OXXX.
    """
SECOND_LINE = """
    XX......OO
    XXX....OOO
    XXXXXOOOOO
    .XXXXOOOO.
    """
HALF_POINT_KO = """
    ..XO...
    ..XO...
    ..XO...
    .X.XO..
    ..XO...
    ..XO...
    ..XO...
    """
ONE_STONE = """
    XO.X
    XXOX
    XXOX
    .X.X
    """
BLACKS_SENTE = """
    O.OO.O
    OXXXOO
    OXXXOO
    O.X.O.
    """


@pytest.mark.parametrize("length", [2, 3, 4, 5, 6])
def test_corridors(length):
    """Berlekamp and Wolfe, "Mathematical Go", chapter 2: n - 2 + 2 ** (1 - n) points, and each move a little less than one."""
    found = read(corridor(length))
    assert found.count == length - 2 + Fraction(1, 2 ** (length - 1))
    assert found.value == 1 - Fraction(1, 2 ** (length - 1))
    assert (found.swing, found.sente, found.ko) == (2 * found.value, 0, False)


def test_first_line_hane_and_connect_is_two_points_in_gote():
    board = board_of(HANE)
    found = endgame_value(board, first_rows(board, 1))
    assert (found.swing, found.value, found.count, found.sente) == (2, 1, 0, 0)
    assert spelled(board, found.black) == ["E3", "F3", "D3"]
    assert spelled(board, found.white) == ["D3", "C3", "E3"]
    assert (found.black_score, found.white_score) == (1, -1)


def test_first_line_hane_in_the_corner_is_three_points():
    found = read(CORNER_HANE, rows=2)
    assert (found.swing, found.value, found.sente) == (3, Fraction(3, 2), 0)


def test_second_line_hane_and_connect_is_six_points_in_gote():
    board = board_of(SECOND_LINE)
    region = np.zeros(board.shape, np.uint8)
    region.flat[first_rows(board, 2)] = 3
    # What either side would only play in his own territory he alone plays.
    for vertex, color in (("C4", BLACK), ("D3", BLACK), ("H4", WHITE), ("G3", WHITE)):
        region.flat[board.point(vertex)] = color
    found = endgame_value(board, region)
    assert (found.swing, found.value, found.count, found.sente) == (6, 3, 0, 0)


def test_a_half_point_ko_is_a_third():
    board = board_of(HALF_POINT_KO)
    found = endgame_value(board, ["C4", "D4"])
    assert (found.swing, found.value, found.sente, found.ko) == (1, Fraction(1, 3), 0, True)
    assert spelled(board, found.black) == ["C4"]
    assert spelled(board, found.white) == ["C4", "elsewhere", "D4"]
    assert found.count == -Fraction(1, 3)


def test_an_empty_point_is_one_and_a_stone_is_two():
    assert read(corridor(2)).swing == 1
    assert (read(ONE_STONE).swing, read(ONE_STONE).black_score) == (2, 2)


def test_who_gets_an_answer_has_sente():
    board = board_of(BLACKS_SENTE)
    found = endgame_value(board, first_rows(board, 1))
    assert (found.sente, found.swing, found.value) == (BLACK, 1, 1)
    assert spelled(board, found.black) == ["B4", "E4"]
    assert spelled(board, found.white) == ["B4"]
    # Played out in sente as if it had been.
    assert found.count == found.black_score == 0
    assert found.white_score == -1


@pytest.mark.parametrize("text", [HANE, CORNER_HANE, ONE_STONE, BLACKS_SENTE, corridor(4), HALF_POINT_KO])
def test_colours_and_directions_do_not_matter(text):
    board = board_of(text)
    stones = np.array(board.stones)
    region = np.zeros(stones.shape, bool)
    if text is HALF_POINT_KO:
        region[3, 2:4] = True
    else:
        region[0] = stones[0] == 0
    plain = endgame_value(stones, region)
    swapped = endgame_value((3 - stones) * (stones > 0), region)
    turned = endgame_value(np.rot90(stones).copy(), np.rot90(region).copy())
    assert (swapped.count, swapped.value, swapped.swing, swapped.ko) == (-plain.count, plain.value, plain.swing, plain.ko)
    assert swapped.sente == (3 - plain.sente if plain.sente else 0)
    assert (turned.count, turned.value, turned.swing, turned.sente) == (plain.count, plain.value, plain.swing, plain.sente)


def test_random_regions_are_worth_the_same_from_either_side():
    """Colours swapped and left for right: neither the order of moves nor the way to a position may matter."""
    rng = np.random.default_rng(11)
    read = 0
    while read < 80:
        width, border = int(rng.integers(3, 6)), int(rng.integers(0, 7))
        wall = np.where(np.arange(width + 2) < border, BLACK, WHITE)
        stones = np.array([wall, wall, wall, wall])
        stones[0, 1:-1] = rng.choice([0, 0, 0, BLACK, WHITE], width)
        stones[3, [0, -1]] = 0
        region = np.zeros(stones.shape, bool)
        region[0, 1:-1] = True
        if (stones[0, 1:-1] != 0).all():
            continue
        try:
            Board.from_array(stones)
        except ValueError:
            continue  # a chain without a liberty
        read += 1
        plain, swapped, mirrored = (
            endgame_value(shown, where)
            for shown, where in ((stones, region), ((3 - stones) * (stones > 0), region), (stones[:, ::-1].copy(), region))
        )
        told = (plain.count, plain.value, plain.swing, plain.sente, plain.ko, plain.black_score, plain.white_score)
        assert told == (-swapped.count, swapped.value, swapped.swing, 3 - swapped.sente if swapped.sente else 0, swapped.ko,
                        -swapped.white_score, -swapped.black_score)  # fmt: skip
        assert told == (mirrored.count, mirrored.value, mirrored.swing, mirrored.sente, mirrored.ko, mirrored.black_score, mirrored.white_score)


def test_nothing_to_gain():
    found = read(corridor(1))
    assert (found.value, found.swing, found.black, found.white) == (0, 0, [], [])


# A plain search: alternate play with passes on several copies of a region; what stands at the end lives, dead stones are taken.


def best_result(rows, black_first):
    """Black's points less White's, of the top row, after best play there; dead stones are taken."""
    grid = [list(line) for line in rows]
    height, width = len(grid), len(grid[0])
    region = [(0, c) for c in range(width)]

    def neighbours(r, c):
        return [(r + a, c + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)) if 0 <= r + a < height and 0 <= c + b < width]

    def chain(position, start):
        color, seen, todo, free = position[start[0]][start[1]], {start}, [start], False
        while todo:
            for q in neighbours(*todo.pop()):
                there = position[q[0]][q[1]]
                free |= there == "."
                if there == color and q not in seen:
                    seen.add(q)
                    todo.append(q)
        return seen, free

    def play(position, at, color):
        """(position, prisoners), or None for suicide."""
        new = [list(line) for line in position]
        new[at[0]][at[1]] = color
        taken = 0
        for q in neighbours(*at):
            if new[q[0]][q[1]] not in (color, "."):
                stones, free = chain(new, q)
                if not free:
                    taken += len(stones)
                    for s in stones:
                        new[s[0]][s[1]] = "."
        if not chain(new, at)[1]:
            return None
        return tuple(map("".join, new)), taken

    def count(position):
        total, seen = 0, set()
        for r, c in region:
            if position[r][c] != "." or (r, c) in seen:
                continue
            part, border = [(r, c)], set()
            seen.add((r, c))
            for p in part:
                for q in neighbours(*p):
                    there = position[q[0]][q[1]]
                    if there != ".":
                        border.add(there)
                    elif q not in seen:
                        seen.add(q)
                        part.append(q)
            inside = sum(p in region for p in part)
            total += inside if border == {"X"} else -inside if border == {"O"} else 0
        return total

    @functools.cache
    def search(position, black, passed, depth):
        results = [count(position)] if passed or depth == 0 else [search(position, not black, True, depth - 1)]
        if depth:
            for at in region:
                if position[at[0]][at[1]] == ".":
                    after = play(position, at, "X" if black else "O")
                    if after:
                        gain = after[1] if black else -after[1]
                        results.append(gain + search(after[0], not black, False, depth - 1))
        return max(results) if black else min(results)

    return search(tuple(map("".join, grid)), black_first, False, 9)


def side_by_side(text, copies):
    rows = [line.strip() for line in text.strip().splitlines()]
    return [line * copies for line in rows]


@pytest.mark.parametrize(
    ("text", "copies"),
    [(corridor(2), 2), (corridor(2), 3), (corridor(3), 2), (ONE_STONE, 1), (ONE_STONE, 2), (ONE_STONE, 3), (BLACKS_SENTE, 1), (BLACKS_SENTE, 2)],
)  # fmt: skip
def test_sums_come_out_as_the_counts_say(text, copies):
    """n regions are worth n times the count, to within what one move is worth, whoever begins."""
    board = board_of(text)
    found = endgame_value(board, first_rows(board, 1))
    black, white = (best_result(side_by_side(text, copies), first) for first in (True, False))
    assert copies * found.count <= black <= copies * found.count + found.value
    assert copies * found.count - found.value <= white <= copies * found.count


def test_regions_that_cannot_be_read():
    board = Board(19)
    with pytest.raises(ValueError, match="at most 40 points"):
        endgame_value(board, range(100))
    with pytest.raises(ValueError, match="no point to play on"):
        endgame_value(board, [])
    with pytest.raises(ValueError, match="no point to play on"):
        endgame_value(board_of(corridor(3)), ["E4"])
    with pytest.raises(ValueError, match="more than 500 positions"):
        endgame_value(Board(7), range(20), max_positions=500)
    with pytest.raises(ValueError):
        endgame_value(board, ["Z99"])
    with pytest.raises(ValueError, match="max_positions"):
        endgame_value(board, ["D4"], max_positions=0)
    with pytest.raises(ValueError, match="shape"):
        endgame_value(board, np.ones((3, 3), bool))


def test_the_name_at_the_front():
    assert goboard.endgame_value is endgame_value
