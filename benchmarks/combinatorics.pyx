"""Counts positions and games with goboard's core, without the GIL. bench_combinatorics.py builds it."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from goboard cimport (
    GB_KO_POSITIONAL, GB_LEGAL, GB_MAX_POINTS, gb_board, gb_cell_of_point, gb_history, gb_history_drop, gb_history_list,
    gb_history_new, gb_history_next, gb_init, gb_legal_under, gb_load, gb_play, gb_points, gb_unplay,
)


cdef int64_t positions(int rows, int cols) noexcept nogil:
    cdef uint8_t[GB_MAX_POINTS] stones
    cdef gb_board b
    cdef int64_t legal = 0
    cdef int point
    for point in range(rows * cols):
        stones[point] = 0
    while True:
        legal += gb_load(&b, rows, cols, stones) == 0
        # Count on in base three.
        point = 0
        while point < rows * cols and stones[point] == 2:
            stones[point] = 0
            point += 1
        if point == rows * cols:
            return legal
        stones[point] += 1


cdef int64_t games_after(gb_board* b, gb_history** history, uint32_t count, bint suicide) noexcept nogil:
    """The game that ends here, and those that go on. Negative without memory."""
    cdef int64_t total = 1, more
    cdef int color, point, v
    for color in range(1, 3):
        for point in range(gb_points(b)):
            v = gb_cell_of_point(b, point)
            if gb_legal_under(b, history[0], count, v, color, GB_KO_POSITIONAL, suicide) == GB_LEGAL:
                more = games_with(b, history, count, v, color, suicide)
                if more < 0:
                    return -1
                total += more
    return total


cdef int64_t games_with(gb_board* b, gb_history** history, uint32_t count, int v, int color, bint suicide) noexcept nogil:
    cdef int64_t total
    if gb_history_next(history, count, b) == NULL:
        return -1
    gb_play(b, v, color, &history[0].ply[count + 1])
    gb_history_list(history[0], count + 1, False)
    total = games_after(b, history, count + 1, suicide)
    gb_unplay(b, &history[0].ply[count + 1])
    return total


def legal_positions(int rows, int cols):
    """L(rows, cols): how many arrangements of stones `gb_load` accepts."""
    cdef int64_t legal
    with nogil:
        legal = positions(rows, cols)
    return legal


def games(int rows, int cols, bint suicide=True):
    """The number of games under positional superko: simple paths from the empty board, either colour to move, no passes.

    Boards of one row: a first move stands for its mirror image and for the other colour's.
    """
    cdef gb_board b
    cdef gb_history* history
    cdef int64_t total = 1, more = 0
    cdef int point, alike
    gb_init(&b, rows, cols)
    history = gb_history_new(&b, 200)
    if history == NULL:
        raise MemoryError()
    with nogil:
        if rows > 1:
            total = games_after(&b, &history, 0, suicide)
        else:
            for point in range((cols + 1) // 2):
                alike = 2 if 2 * point + 1 == cols else 4
                if gb_legal_under(&b, history, 0, gb_cell_of_point(&b, point), 1, GB_KO_POSITIONAL, suicide) == GB_LEGAL:
                    more = games_with(&b, &history, 0, gb_cell_of_point(&b, point), 1, suicide)
                    if more < 0:
                        break
                    total += alike * more
        gb_history_drop(history)
    if more < 0 or total < 0:
        raise MemoryError()
    return total
