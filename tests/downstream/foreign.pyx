"""A module that is not part of goboard and uses its core: a whole game of random moves, without the GIL."""

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport free, malloc

from goboard cimport (
    GB_LEGAL, GB_MAX_POINTS, GB_WHITE, Board, gb_board, gb_cell_of_point, gb_check, gb_color_of_point, gb_copy, gb_init,
    gb_legal, gb_pass, gb_play, gb_point_of_cell, gb_points, import_goboard,
)

import goboard

import_goboard()


cdef int random_game(gb_board* b, uint64_t seed, int most, uint16_t* moves) noexcept nogil:
    """Play random legal moves under simple ko until two passes or `most` moves; return how many, or -1 for a broken board."""
    cdef int played = 0, passes = 0, color, legal, i, v, broken
    cdef uint16_t[GB_MAX_POINTS] choice
    while passes < 2 and played < most:
        color = b.to_play
        legal = 0
        for i in range(b.empties):
            if gb_legal(b, b.empty[i], color, True, False) == GB_LEGAL:
                choice[legal] = b.empty[i]
                legal += 1
        seed = seed * <uint64_t>6364136223846793005 + <uint64_t>1442695040888963407
        # One choice more than there are moves: to pass.
        i = <int>((seed >> 33) % <uint64_t>(legal + 1))
        if i == legal:
            gb_pass(b, color, NULL)
            moves[played] = <uint16_t>gb_points(b)
            passes += 1
        else:
            v = choice[i]
            gb_play(b, v, color, NULL)
            moves[played] = <uint16_t>gb_point_of_cell(b, v)
            passes = 0
        played += 1
        if gb_check(b):
            return -1
    return played


def game(int rows, int cols, uint64_t seed, int most):
    """A random game on an empty board: (moves as points, stones by point, hash, captures by Black, captures by White)."""
    cdef gb_board b
    cdef int n, point
    cdef uint16_t* moves = <uint16_t*>malloc(most * sizeof(uint16_t))
    if moves == NULL:
        raise MemoryError()
    with nogil:
        gb_init(&b, rows, cols)
        n = random_game(&b, seed, most, moves)
    record = [moves[i] for i in range(n)]
    free(moves)
    if n < 0:
        raise AssertionError("an invariant of the board does not hold")
    return record, bytes(gb_color_of_point(&b, point) for point in range(rows * cols)), b.hash, b.captures[1], b.captures[2]


def struct_of(Board board not None):
    """The bytes of a board's struct, for a program in another language to read."""
    cdef gb_board b
    gb_init(&b, board.b.rows, board.b.cols)
    gb_copy(&b, board.b)
    return (<const char*>&b)[:sizeof(gb_board)]


def first_white_stone(Board board not None):
    """Through the typed attribute of the class: the point of White's first stone, or -1."""
    cdef int point
    for point in range(gb_points(board.b)):
        if gb_color_of_point(board.b, point) == GB_WHITE:
            return point
    return -1


def check_version():
    """What every module does as it is imported; here once more, for the tests."""
    import_goboard()
