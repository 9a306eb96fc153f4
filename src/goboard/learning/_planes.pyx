"""The planes of AlphaGo Zero (Silver et al., Nature 550, 2017, Methods) and of AlphaGo (Nature 529, 2016, Extended Data Table 2)."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from goboard._core cimport (
    GB_BLACK, GB_EMPTY, GB_LEGAL, GB_MAX_POINTS, Board, gb_board, gb_cell_of_point, gb_color, gb_copy, gb_legal_under, gb_liberties, gb_play,
    gb_ply, gb_point_of_cell, gb_points, gb_unplay,
)
from goboard._laws cimport is_eye
from goboard.board._batch cimport PAST
from goboard.learning._canvas cimport FLOATS, gb_canvas, gb_past, put, put_all, put_bits, stones_at
from goboard.reading._tactics cimport ladder_map


cdef void past_of_board(Board board, int depth, gb_scratch* s, gb_past* past) noexcept:
    cdef gb_board* b = board.b
    cdef const gb_ply* ply
    cdef int p, color, t, i, removed, points = gb_points(b)
    cdef uint8_t bit
    past.b = b
    past.h = board.history if board.count else NULL
    past.count = board.count
    past.known = 1 + <int>min(board.count, <uint32_t>(depth - 1))
    past.moves = <int>min(board.count, <uint32_t>PAST)
    for t in range(past.moves):
        ply = &board.history.ply[board.count - t]
        past.move[t] = gb_point_of_cell(b, ply.cell) if ply.cell else points
        past.mover[t] = ply.color
    memset(s.bits, 0, sizeof(s.bits[0]))
    for p in range(points):
        color = board.view[p]
        if color:
            s.bits[0][color - 1][p >> 3] |= <uint8_t>(0x80 >> (p & 7))
    if past.known > 1:
        gb_copy(&s.b, b)
    for t in range(past.known):
        past.black[t] = s.bits[t][0]
        past.white[t] = s.bits[t][1]
        past.ko[t] = b.ko if t == 0 else s.b.ko
        if t + 1 == past.known:
            break
        ply = &board.history.ply[board.count - t]
        memcpy(s.bits[t + 1], s.bits[t], sizeof(s.bits[t]))
        if ply.cell:
            removed = 0
            for i in range(ply.takes):
                removed += ply.taken[i]
            color = ply.color if ply.suicide else 3 - ply.color
            for i in range(s.b.empties - removed, s.b.empties):
                p = gb_point_of_cell(b, s.b.empty[i])
                s.bits[t + 1][color - 1][p >> 3] |= <uint8_t>(0x80 >> (p & 7))
            p = gb_point_of_cell(b, ply.cell)
            s.bits[t + 1][ply.color - 1][p >> 3] &= <uint8_t>~(0x80 >> (p & 7))
        gb_unplay(&s.b, ply)


cdef void paint_alphago_zero(const gb_past* past, const gb_canvas* canvas) noexcept nogil:
    # A copy, which the compiler knows not to overlap with the planes.
    cdef gb_canvas own = canvas[0]
    cdef const gb_canvas* c = &own
    cdef int t, history = c.paint.history, known = min(past.known, history)
    cdef bint black = past.b.to_play == GB_BLACK
    cdef size_t item = sizeof(float) if c.paint.kind == FLOATS else 1
    for t in range(known):
        put_bits(c, 2 * t, past.black[t] if black else past.white[t])
        put_bits(c, 2 * t + 1, past.white[t] if black else past.black[t])
    if c.straight:
        memset(c.data + 2 * known * c.paint.plane * item, 0, (2 * (history - known) + 1) * c.paint.plane * item)
    if black:
        put_all(c, 2 * history)


# First planes of the groups of "alphago".
cdef enum:
    AG_PLAYER = 0
    AG_OPPONENT = 1
    AG_EMPTY = 2
    AG_ONES = 3
    AG_TURNS_SINCE = 4
    AG_LIBERTIES = 12
    AG_CAPTURE = 20
    AG_SELF_ATARI = 28
    AG_LIBERTIES_AFTER = 36
    AG_LADDER_CAPTURE = 44
    AG_LADDER_ESCAPE = 45
    AG_SENSIBLE = 46


cdef inline void put_count(const gb_canvas* c, int first, int count, int p) noexcept nogil:
    """One of eight planes: 1, 2, ... 7, and 8 or more."""
    if count > 0:
        put(c, first + min(count, 8) - 1, p)


cdef int chain_size(const gb_board* b, size_t v) noexcept nogil:
    cdef size_t s = v
    cdef int size = 0
    while True:
        size += 1
        s = b.next[s]
        if s == v:
            return size


cdef bint escapes(gb_board* after, size_t prey) noexcept nogil:
    """Whether the chain at `prey` is out of a ladder, the other side to move."""
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef uint8_t laddered[GB_MAX_POINTS]
    cdef int p, libs = gb_liberties(after, prey, NULL)
    if libs != 2:
        return libs > 2
    for p in range(gb_points(after)):
        stones[p] = <uint8_t>gb_color(after, gb_cell_of_point(after, p))
    ladder_map(stones, after.rows, after.cols, gb_point_of_cell(after, after.ko) if after.ko else -1, laddered, NULL)
    return not laddered[gb_point_of_cell(after, <int>prey)]


cdef bint is_escape(gb_board* after, const gb_board* b, size_t v, int me) noexcept nogil:
    """Whether `after`, which is `b` after a move at `v`, shows a chain that was in atari and is out of it, by that move."""
    cdef size_t[4] aside
    cdef size_t[4] around
    cdef size_t n, s, root
    cdef int k, j
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    for k in range(4):
        n = v + aside[k]
        if gb_color(b, <int>n) == me:
            # The move extends a chain in atari from its last liberty.
            if gb_liberties(b, n, NULL) == 1 and escapes(after, n):
                return True
        elif gb_color(b, <int>n) == 3 - me and gb_color(after, <int>n) == GB_EMPTY:
            # The move takes a chain: whatever of ours beside it was in atari may be saved.
            s = n
            while True:
                for j in range(4):
                    root = s + aside[j]
                    if gb_color(b, <int>root) == me and gb_liberties(b, root, NULL) == 1 and escapes(after, root):
                        return True
                s = b.next[s]
                if s == n:
                    break
    return False


cdef void paint_alphago(const gb_past* past, const gb_canvas* c, int ko, bint suicide) noexcept nogil:
    cdef const gb_board* b = past.b
    cdef gb_board after
    cdef gb_ply ply
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef uint8_t laddered[GB_MAX_POINTS]
    cdef uint8_t working[GB_MAX_POINTS]
    cdef uint8_t age[GB_MAX_POINTS]
    cdef int me = b.to_play, p, t, color, taken, libs, points = c.paint.points
    cdef size_t v
    stones_at(past, 0, points, stones)
    memset(age, 8, points)
    for t in range(min(past.moves, 8) - 1, -1, -1):
        if past.move[t] < points:
            age[past.move[t]] = <uint8_t>(t + 1)
    ladder_map(stones, b.rows, b.cols, gb_point_of_cell(b, b.ko) if b.ko else -1, laddered, working)
    gb_copy(&after, b)
    put_all(c, AG_ONES)
    for p in range(points):
        v = gb_cell_of_point(b, p)
        color = stones[p]
        if color:
            put(c, AG_PLAYER if color == me else AG_OPPONENT, p)
            put_count(c, AG_TURNS_SINCE, age[p], p)
            put_count(c, AG_LIBERTIES, gb_liberties(b, v, NULL), p)
            continue
        put(c, AG_EMPTY, p)
        if gb_legal_under(b, past.h, past.count, v, me, ko, suicide) != GB_LEGAL:
            continue
        taken = gb_play(&after, v, me, &ply)
        if not ply.suicide:
            put_count(c, AG_CAPTURE, taken, p)
            libs = gb_liberties(&after, v, NULL)
            put_count(c, AG_LIBERTIES_AFTER, libs, p)
            if libs == 1:
                put_count(c, AG_SELF_ATARI, chain_size(&after, v), p)
            if is_escape(&after, b, v, me):
                put(c, AG_LADDER_ESCAPE, p)
        gb_unplay(&after, &ply)
        if working[p] & (1 << (2 - me)):
            put(c, AG_LADDER_CAPTURE, p)
        if not is_eye(b, v, b.word[v], me, b.stride):
            put(c, AG_SENSIBLE, p)
