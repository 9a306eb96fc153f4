"""What public functions take as an int, a komi, a seed, a color, points, a position; and how the rest is refused."""

from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, Game
from goboard.board import _arguments as arguments


class Number:
    """An object with `__index__`, which runs `act` each time."""

    def __init__(self, value, act=lambda: None):
        self.value, self.act = value, act

    def __index__(self):
        self.act()
        return self.value


class Side(IntEnum):
    DARK = 1
    LIGHT = 2


# Numbers


@pytest.mark.parametrize("value", [7, np.int8(7), np.uint64(7), np.array(7), Number(7)])
def test_an_int_is_what_has_index(value):
    assert arguments.integer(value, "n", 0, 9) == 7
    assert type(arguments.integer(value, "n")) is int


@pytest.mark.parametrize("value", [True, False, np.True_, np.array(True), 7.0, 48.9, np.float32(7), Decimal(7), Fraction(7), "7", b"7", None, [7], 7j])
def test_other_things_are_not_ints(value):
    with pytest.raises(TypeError, match=r"^n must be an int from 0 to 9, not "):
        arguments.integer(value, "n", 0, 9)


@pytest.mark.parametrize(
    "low, high, value, words",
    [
        (0, 9, 10, "n must be an int from 0 to 9, not 10"),
        (0, 9, -1, "n must be an int from 0 to 9, not -1"),
        (1, None, 0, "n must be an int of at least 1, not 0"),
        (None, 5, 6, "n must be an int of at most 5, not 6"),
    ],
)
def test_an_int_out_of_range_is_refused_with_the_range(low, high, value, words):
    with pytest.raises(ValueError) as error:
        arguments.integer(value, "n", low, high)
    assert str(error.value) == words


def test_errors_stay_short_whatever_the_value():
    class Rude:
        def __repr__(self):
            raise RuntimeError

    for value in (Rude(), "x" * 10**7, [[0] * 1000] * 1000, 10**5000):
        with pytest.raises((TypeError, ValueError)) as error:
            arguments.integer(value, "n", 0, 9)
        assert len(str(error.value)) < 300


@pytest.mark.parametrize("value", [6.5, np.float32(6.5), Fraction(13, 2), Decimal("6.5"), np.array(6.5)])
def test_komi_is_any_real_number(value):
    assert arguments.komi(value) == 6.5
    assert type(arguments.komi(value)) is float


@pytest.mark.parametrize("value", [True, np.False_, "6.5", b"6", None, [6.5], np.array([6.5]), 6.5j])
def test_komi_that_is_not_a_number(value):
    with pytest.raises(TypeError, match="^komi must be a number, not "):
        arguments.komi(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -np.inf, 10**400, 1e6, -(10**6)])
def test_komi_that_is_not_finite_or_too_large(value):
    with pytest.raises(ValueError, match="^komi must be "):
        arguments.komi(value)


def test_komi_of_half_or_quarter_points():
    assert arguments.komi(3.75, step=0.25) == 3.75
    with pytest.raises(ValueError, match="^komi must be whole or half points, not 3.75"):
        arguments.komi(3.75, step=0.5)
    with pytest.raises(ValueError, match="^komi must be whole, half or quarter points, not 6.3"):
        arguments.komi(6.3, step=0.25)


def test_flags():
    assert [arguments.flag(value, "strict") for value in (True, False, np.True_, 1, 0)] == [True, False, True, True, False]
    for value in ("yes", "", None, 2, -1, 1.0, [], np.array([1, 2])):
        with pytest.raises(TypeError, match="^strict must be True or False, not "):
            arguments.flag(value, "strict")


# Seeds


def test_seeds_are_numpy_s():
    sequence = np.random.SeedSequence(5)
    key = int(sequence.generate_state(1, np.uint64)[0])
    assert arguments.seed(5) == arguments.seed(sequence) == arguments.seed(np.int16(5)) == key
    assert arguments.seed([1, 2]) == int(np.random.SeedSequence([1, 2]).generate_state(1, np.uint64)[0])
    assert arguments.seed(None) != arguments.seed(None)
    assert arguments.generator(5).integers(100, size=5).tolist() == np.random.default_rng(5).integers(100, size=5).tolist()
    rng = np.random.default_rng(1)
    assert arguments.generator(rng) is rng
    assert arguments.seed(rng) != arguments.seed(rng)


@pytest.mark.parametrize("value, kind", [(True, TypeError), (1.5, TypeError), ("5", TypeError), (-1, ValueError), ([1, -1], ValueError), ([True], TypeError)])
def test_other_seeds_are_refused(value, kind):
    with pytest.raises(kind, match="^seed"):
        arguments.seed(value)
    with pytest.raises(kind, match="^seed"):
        arguments.generator(value)


# Words


@pytest.mark.parametrize("value", [1, "black", "B", "Black", " b ", Side.DARK, np.uint8(1), Number(1)])
def test_black(value):
    assert arguments.color(value) == BLACK


@pytest.mark.parametrize("value", [2, "white", "W", "WHITE", Side.LIGHT])
def test_white(value):
    assert arguments.color(value) == WHITE


@pytest.mark.parametrize("value, kind", [(True, TypeError), (1.0, TypeError), (None, TypeError), (0, ValueError), (3, ValueError), ("empty", ValueError), ("x" * 10**6, ValueError)])
def test_other_things_are_not_colors(value, kind):
    with pytest.raises(kind, match='^winner must be BLACK \\(1\\), WHITE \\(2\\), "black" or "white", not '):
        arguments.color(value, "winner")


def test_a_choice_names_what_was_meant():
    allowed = ("simple", "positional")
    assert arguments.choice("simple", "ko", allowed) == "simple"
    with pytest.raises(ValueError, match="^ko must be one of simple, positional, not 'Postional'; did you mean 'positional'\\?$"):
        arguments.choice("Postional", "ko", allowed)
    with pytest.raises(ValueError, match="^ko must be one of simple, positional, not 'zzz'$"):
        arguments.choice("zzz", "ko", allowed)
    with pytest.raises(TypeError, match="^ko must be one of simple, positional, not 1$"):
        arguments.choice(1, "ko", allowed)


# Sizes and points


def test_sizes():
    assert arguments.size(9) == arguments.size([9, 9]) == arguments.size(np.int8(9)) == (9, 9)
    assert arguments.size((13, 19)) == arguments.size(np.array([13, 19])) == (13, 19)
    for value, kind in [(0, ValueError), (26, ValueError), ((9, 26), ValueError), ((9,), ValueError), (True, TypeError),
                        ((True, 9), TypeError), (9.0, TypeError), ("9", TypeError), (None, TypeError)]:
        with pytest.raises(kind, match="^size must be a side from 1 to 25 or a pair"):
            arguments.size(value)


@pytest.mark.parametrize("value", [24, "E3", "e3", (2, 4), [2, 4], np.int64(24), np.array(24), Number(24), (Number(2), 4)])
def test_a_point_in_any_notation(value):
    assert arguments.point(Board((5, 10)), value) == 24


@pytest.mark.parametrize("value", [50, -1, -2, "pass", None, "L1", "A6", "Z9", "", "5", (5, 0), (0, -1), 10**30])
def test_points_off_the_board(value):
    with pytest.raises(ValueError, match="^target must be a point of a board of 5 rows and 10 columns \\(0 to 49, A1 to K5\\), not "):
        arguments.point(Board((5, 10)), value, "target")


@pytest.mark.parametrize("value", [True, np.True_, 4.0, 48.9, (1, 2, 3), (1, True), (1.0, 2), b"A1", [[1, 2]], np.array([2, 4]), {1}, object()])
def test_other_things_are_not_points(value):
    with pytest.raises(TypeError, match="^target must be a point: an int, a \\(row, col\\) pair"):
        arguments.point(Board((5, 10)), value, "target")


def test_a_pass_where_one_is_asked():
    board = Board(5)
    assert [arguments.point(board, move, passes=True) for move in ("pass", None, -1, 25)] == [25] * 4


@pytest.mark.parametrize(
    "value",
    [[24, 3], (24, 3), ["E3", "D5"], [(2, 4), "D5"], np.array([24, 3]), np.array([[2, 4], [0, 3]]), np.array(["E3", "D5"]), iter([24, 3]), {24: 0, 3: 1}],
)
def test_points_in_any_notation(value):
    assert arguments.points(Board((5, 10)), value) == [24, 3]


def test_points_as_a_mask_and_single_ones():
    board = Board((5, 10))
    mask = np.zeros((5, 10), bool)
    mask[2, 4] = mask[0, 3] = True
    assert arguments.points(board, mask) == [3, 24]
    assert arguments.points(board, "E3") == arguments.points(board, 24) == arguments.points(board, np.int32(24)) == [24]
    assert arguments.points(board, ()) == arguments.points(board, np.array([])) == []


@pytest.mark.parametrize(
    "value, kind, words",
    [
        (["E3", "L9"], ValueError, "dead\\[1\\] must be a point of a board"),
        ([3, True], TypeError, "dead\\[1\\] must be a point: "),
        ([None], ValueError, "dead\\[0\\] must be a point of a board"),
        (None, TypeError, "dead must be an iterable of points, not None"),
        (4.5, TypeError, "dead must be an iterable of points, not 4.5"),
        (b"E3", TypeError, "dead must be an iterable of points, not b'E3'"),
        (np.zeros((10, 5), bool), ValueError, "dead as an array of bool must have the board's shape"),
        (np.zeros((5, 10), int), ValueError, "dead must be an array of points"),
        (np.array([1.0]), TypeError, "dead must be an array of ints"),
    ],
)
def test_points_that_are_none(value, kind, words):
    with pytest.raises(kind, match=f"^{words}"):
        arguments.points(Board((5, 10)), value, "dead")


def test_a_list_that_changes_while_it_is_read_is_read_as_it_was():
    board, moves = Board(9), []
    moves += [Number(5, moves.clear), 6, 7]
    assert arguments.points(board, moves) == [5, 6, 7]


def test_a_board_that_changes_while_points_are_read_is_looked_at_afterwards():
    board = Board(19)
    with pytest.raises(ValueError, match="a board of 5 rows and 5 columns"):
        arguments.points(board, [Number(300, lambda: board.__init__(5))])


# Positions


class Liar(Board):
    """Says untrue things about itself."""

    shape = rows = cols = 3
    stones = to_play = hash = None

    def copy(self, history=True):
        raise AssertionError("not asked")


def test_a_position_is_a_board_of_its_own_with_the_history():
    board = Board(5, ko="simple", suicide=True)
    board.play("C3")
    taken = arguments.position(board)
    assert taken == board and taken is not board and taken.moves == board.moves
    board.play("D3")
    assert taken.move_count == 1


def test_a_position_from_a_game_stones_or_a_diagram():
    game = Game(9, rules="chinese")
    game.play("E5")
    assert arguments.position(game) == game.board
    array = np.zeros((3, 4), np.int64)
    array[1, 1] = WHITE
    for value in (array, array.tolist(), tuple(array), "....\n.O..\n....", np.asfortranarray(array)):
        assert arguments.position(value).stones.tolist() == array.tolist()


def test_a_board_that_lies_is_read_through_the_struct():
    board = Liar(5)
    board.play("C3")
    taken = arguments.position(board)
    assert type(taken) is Board
    assert taken.shape == (5, 5) and taken["C3"] == BLACK and taken.moves == [(BLACK, 12)]
    assert arguments.point(board, "E5") == 4
    assert arguments.stones(board).sum() == 1


@pytest.mark.parametrize(
    "value, kind",
    [(None, TypeError), (5, TypeError), (b"...", TypeError), (object(), TypeError), (np.zeros((2, 2)), TypeError), (np.zeros((2, 2), bool), TypeError),
     (np.zeros((2, 2, 2), int), ValueError), ([[0, 1], [0]], ValueError), (np.full((2, 2), 3), ValueError), (np.ones((2, 2), int), ValueError),
     ("..\n.", ValueError), (np.zeros((26, 1), int), ValueError), ([], ValueError)],
)
def test_other_things_are_not_positions(value, kind):
    with pytest.raises(kind, match="^board"):
        arguments.position(value)
