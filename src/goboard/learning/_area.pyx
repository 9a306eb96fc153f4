"""Who owns what in KataGo's planes, by point."""

import numpy as np

from goboard.board import _arguments as arguments

cimport numpy as cnp
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from goboard._core cimport (
    GB_BLACK, GB_EMPTY, GB_MAX_CELLS, GB_MAX_POINTS, GB_WALL_BIT, GB_WHITE, Board, gb_board, gb_cell_of_point, gb_color, gb_liberties,
    gb_point_of_cell, gb_points,
)
from goboard._laws cimport neighbours_of
from goboard.board._batch cimport owned_points
from goboard.reading._tactics cimport pass_alive_owner

cnp.import_array()


cdef inline bint is_wall(const gb_board* b, size_t v) noexcept nogil:
    return b.word[v] & GB_WALL_BIT


cdef inline bint is_dame(const gb_board* b, size_t v, const uint8_t* area) noexcept nogil:
    return not is_wall(b, v) and gb_color(b, <int>v) == GB_EMPTY and area[gb_point_of_cell(b, <int>v)] == GB_EMPTY


cdef int spent(const gb_board* b) noexcept nogil:
    cdef int p, color, n = <int>b.captures[GB_WHITE] - <int>b.captures[GB_BLACK]
    for p in range(gb_points(b)):
        color = gb_color(b, gb_cell_of_point(b, p))
        n += (color == GB_BLACK) - (color == GB_WHITE)
    return n


def stones_spent(Board board not None):
    """Black's stones less White's, on the board and taken off it: what KataGo's territory scoring on areas costs White's opponent."""
    return spent(board.b)


cdef bint needs_benson(const gb_board* b, const uint8_t* stones, int color) noexcept nogil:
    """Whether `color` may own stones of the other side unconditionally: only in a region with at most one point not beside it."""
    cdef uint8_t seen[GB_MAX_CELLS]      # 1: of the region at hand; 2: of one that is too large
    cdef uint16_t queue[GB_MAX_POINTS]
    cdef size_t[4] aside
    cdef size_t v, n
    cdef int p, k, head, tail, inside
    cdef uint32_t word
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    memset(seen, 0, b.cells)
    for p in range(gb_points(b)):
        if stones[p] != 3 - color:
            continue
        v = gb_cell_of_point(b, p)
        if seen[v]:
            continue
        seen[v] = 1
        queue[0] = <uint16_t>v
        head, tail, inside = 0, 1, 0
        while head < tail and inside <= 1:
            v = queue[head]
            head += 1
            word = b.word[v]
            # Walls count as neighbors of both colors.
            inside += neighbours_of(word, 3 - color) + ((word >> 8) & 7) == 4
            for k in range(4):
                n = v + aside[k]
                if seen[n] == 2:
                    inside = 2
                elif not seen[n] and not is_wall(b, n) and gb_color(b, <int>n) != color:
                    seen[n] = 1
                    queue[tail] = <uint16_t>n
                    tail += 1
        if inside <= 1:
            return True
        for k in range(tail):
            seen[queue[k]] = 2
    return False


cdef void area_owner(const gb_board* b, const uint8_t* stones, bint suicide, uint8_t* owner) noexcept nogil:
    if needs_benson(b, stones, GB_BLACK) or needs_benson(b, stones, GB_WHITE):
        pass_alive_owner(stones, b.rows, b.cols, suicide, True, True, True, owner)
    else:
        owned_points(b, owner)


cdef void independent_life(const uint8_t* stones, const gb_board* b, bint suicide, bint keep_territory, bint keep_stones, uint8_t* owner) noexcept nogil:
    cdef uint8_t area[GB_MAX_POINTS]
    cdef uint8_t seki[GB_MAX_CELLS]
    cdef uint16_t queue[GB_MAX_POINTS]
    cdef size_t[4] aside
    cdef size_t v, n
    cdef int p, k, head, tail, points = gb_points(b)
    cdef bint bad
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    area_owner(b, stones, suicide, area)
    memset(seki, 0, b.cells)
    for p in range(points):
        v = gb_cell_of_point(b, p)
        if area[p] == GB_EMPTY or seki[v]:
            continue
        bad = stones[p] == area[p] and gb_liberties(b, v, NULL) == 1
        for k in range(4):
            n = v + aside[k]
            bad |= is_dame(b, n, area)
        if not bad:
            continue
        seki[v] = 1
        queue[0] = <uint16_t>v
        head, tail = 0, 1
        while head < tail:
            for k in range(4):
                n = queue[head] + aside[k]
                if not is_wall(b, n) and not seki[n] and area[gb_point_of_cell(b, <int>n)] == area[p]:
                    seki[n] = 1
                    queue[tail] = <uint16_t>n
                    tail += 1
            head += 1
    for p in range(points):
        if seki[gb_cell_of_point(b, p)] and not (keep_stones if stones[p] == area[p] else keep_territory):
            owner[p] = GB_EMPTY
        else:
            owner[p] = area[p]


def independent_life_area(board, *, suicide=False, keep_territory=False, keep_stones=False):
    """KataGo's areas of independent life: what each side owns by area, less the areas that touch dame or hold an own stone in atari.

    Parameters
    ----------
    board : Board, Game, array_like of int, shape (rows, cols), or str
        The position.
    suicide : bool
        Whether pass-alive areas reckon with suicide of several stones.
    keep_territory, keep_stones : bool
        Whether the territory, or the stones, of the areas left out count all the same.

    Returns
    -------
    ndarray of uint8, shape (rows, cols)
        0, 1 (Black) or 2 (White).

    Notes
    -----
    Source: `calculateIndependentLifeArea` of KataGo, cpp/game/board.cpp; "Seki tax" on KataGo's rules page.

    Examples
    --------
    >>> independent_life_area(". X . X O\\nX X X X O\\nO O O O O\\n. O . O .\\nO O O O O").tolist()
    [[1, 1, 1, 1, 2], [1, 1, 1, 1, 2], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2]]
    """
    cdef Board at = arguments.position(board)
    cdef bint with_suicide = arguments.flag(suicide, "suicide")
    cdef bint territory = arguments.flag(keep_territory, "keep_territory"), stones = arguments.flag(keep_stones, "keep_stones")
    owner = np.empty((at.b.rows, at.b.cols), dtype=np.uint8)
    independent_life(at.view, at.b, with_suicide, territory, stones, <uint8_t*>cnp.PyArray_DATA(owner))
    return owner
