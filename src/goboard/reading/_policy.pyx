"""How the playouts of a tree search answer the last move: by capturing, escaping or a 3x3 shape.

S. Gelly, Y. Wang, R. Munos, O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", INRIA RR-6062, 2006. Where none of these
answers, they play as `goboard.playout` does.
"""
from libc.stdint cimport uint16_t, uint32_t

from goboard._core cimport GB_COLOR_MASK, GB_EMPTY_NEIGHBOURS, GB_WALL_BIT, gb_board
from goboard._laws cimport breathes, inlined_void, is_eye, stone_bit
from goboard.board._playouts cimport below, choose, gb_stream

import numpy as np

cdef uint32_t shapely[2048]     # a bit for each of the 65536 surroundings of a point

# X and O: stones of either side, whichever way round. x: not an X; o: not an O. '.' empty, ' ' off the board, ? anything.
PATTERNS = (
    ("XOX", "...", "???"),
    ("XO.", "...", "?.?"),
    ("XO?", "X..", "x.?"),
    (".O.", "X..", "..."),
    ("XO?", "O.o", "?o?"),
    ("XO?", "O.X", "???"),
    ("?X?", "O.O", "ooo"),
    ("OX?", "o.O", "???"),
    ("X.?", "O.?", "   "),
    ("OX?", "X.O", "   "),
    ("?X?", "x.O", "   "),
    ("?XO", "x.x", "   "),
    ("?OX", "X.O", "   "),
)


def fill_shapes():
    """Mark the surroundings of a point, two bits a neighbour (row by row from the upper left), that make a move there a good shape."""
    meanings = {".": (0,), "X": (1,), "O": (2,), " ": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
    cdef int code, i, k, swapped
    for shape in PATTERNS:
        grid = np.array([list(row) for row in shape])
        for turn in range(8):
            image = np.rot90(grid, turn % 4)
            if turn >= 4:
                image = image.T
            signs = [s for i, s in enumerate(image.ravel()) if i != 4]
            codes = [0]
            for i, sign in enumerate(signs):
                codes = [code | value << (2 * i) for code in codes for value in meanings[sign]]
            for code in codes:
                swapped = 0
                for i in range(8):
                    value = code >> (2 * i) & 3
                    swapped |= (0, 2, 1, 3)[value] << (2 * i)
                for k in (code, swapped):
                    shapely[k >> 5] |= <uint32_t>1 << (k & 31)


fill_shapes()


cdef inline bint is_shapely(uint16_t around) noexcept nogil:
    return (shapely[around >> 5] >> (around & 31)) & 1


cdef bint is_good_shape(const gb_board* b, size_t v) noexcept nogil:
    return is_shapely(<uint16_t>surroundings(b, v, b.stride))


cdef int min_liberties_after(const gb_board* b, size_t v, int color, size_t stride) noexcept nogil:
    """A lower bound, exact up to 1, on the liberties of the chain that `color` makes by playing at `v`."""
    cdef uint32_t own = stone_bit(color), w
    cdef int k, count, room = (b.word[v] >> 8) & 7
    cdef size_t r, s, p, j
    cdef size_t lone = 0
    cdef size_t[4] aside
    if room >= 2:
        return room
    aside = [-stride, <size_t>-1, 1, stride]
    if room:
        for k in range(4):
            if not b.word[v + aside[k]] & (GB_COLOR_MASK | GB_WALL_BIT):
                lone = v + aside[k]
    for k in range(4):
        w = b.word[v + aside[k]]
        if not w & GB_COLOR_MASK:
            continue
        r = w >> 16
        if w & own:
            # Its liberties other than v and the one known.
            if b.libs[r] > 8:
                return 2
            s = r
            while True:
                if b.word[s] & GB_EMPTY_NEIGHBOURS:
                    for j in range(4):
                        p = s + aside[j]
                        if p != v and p != lone and not b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
                            if lone:
                                return 2
                            lone = p
                            room = 1
                s = b.next[s]
                if s == r:
                    break
        elif last_liberty(b, r, stride) == v:
            # The captured stone next to v; more, if the capture frees more.
            p = v + aside[k]
            if lone and lone != p:
                return 2
            lone = p
            room = 1
            if b.next[r] != r:
                # A captured chain of several stones leaves room enough, or a snapback at worst.
                return 2
    return room


cdef size_t escape(const gb_board* b, size_t root, int color, size_t stride, uint16_t* moves, int* n) noexcept nogil:
    """Add the moves that save the chain in atari at `root`: captures of what surrounds it, or running if that gains liberties."""
    cdef size_t p = last_liberty(b, root, stride), s, q, r
    cdef uint32_t enemy = stone_bit(3 - color)
    cdef int k
    cdef size_t[4] aside
    if p == 0:
        return 0
    aside = [-stride, <size_t>-1, 1, stride]
    s = root
    while n[0] < 16:
        for k in range(4):
            if b.word[s + aside[k]] & enemy:
                r = b.word[s + aside[k]] >> 16
                if maybe_atari(b, r):
                    q = last_liberty(b, r, stride)
                    if q and q != p and q != b.ko:
                        moves[n[0]] = <uint16_t>q
                        n[0] += 1
                        if n[0] == 16:
                            break
        s = b.next[s]
        if s == root:
            break
    if n[0] < 16 and p != b.ko and min_liberties_after(b, p, color, stride) >= 2:
        moves[n[0]] = <uint16_t>p
        n[0] += 1
    return p


cdef inline uint32_t in_danger(const gb_board* b, size_t v, uint32_t color_bit) noexcept nogil:
    cdef uint32_t w = b.word[v]
    return ((w & color_bit) != 0) & maybe_atari(b, w >> 16)


cdef inline uint32_t has_shape(const mc_game* g, size_t v) noexcept nogil:
    return is_shapely(g.around[v]) & ((g.b.word[v] & (GB_COLOR_MASK | GB_WALL_BIT)) == 0)


cdef inline inlined_void answer(mc_game* g, size_t last, int color, size_t stride, gb_stream* stream, size_t* reply) noexcept nogil:
    """A reply of `color` to the stone at `last`, or 0."""
    cdef gb_board* b = &g.b
    cdef uint16_t moves[16]
    cdef int n = 0, k
    cdef uint32_t own = stone_bit(color), word, hits
    cdef size_t v, r, seen = 0
    cdef size_t[8] aside
    reply[0] = 0
    aside = [-stride, <size_t>-1, 1, stride, -stride - 1, -stride + 1, stride - 1, stride + 1]
    hits = (in_danger(b, last - stride, own) | in_danger(b, last - 1, own) << 1 | in_danger(b, last + 1, own) << 2
            | in_danger(b, last + stride, own) << 3 | in_danger(b, last, stone_bit(3 - color)) << 4)
    if hits:
        for k in range(4):
            if (hits >> k) & 1:
                r = b.word[last + aside[k]] >> 16
                if r != seen:
                    seen = r
                    escape(b, r, color, stride, moves, &n)
        if hits & 16 and n < 16:
            v = last_liberty(b, b.word[last] >> 16, stride)
            if v and v != b.ko:
                moves[n] = <uint16_t>v
                n += 1
        if n and below(stream, 8):
            reply[0] = moves[below(stream, n)]
            return
    hits = (has_shape(g, last - stride) | has_shape(g, last - 1) << 1 | has_shape(g, last + 1) << 2
            | has_shape(g, last + stride) << 3 | has_shape(g, last - stride - 1) << 4 | has_shape(g, last - stride + 1) << 5
            | has_shape(g, last + stride - 1) << 6 | has_shape(g, last + stride + 1) << 7)
    if hits == 0:
        return
    n = 0
    for k in range(8):
        moves[n] = <uint16_t>(last + aside[k])
        n += (hits >> k) & 1
    v = moves[below(stream, n)]
    word = b.word[v]
    if word & GB_EMPTY_NEIGHBOURS or (not is_eye(b, v, word, color, stride) and v != b.ko and breathes(b, v, color, stride)):
        if (word >> 8) & 7 >= 2 or min_liberties_after(b, v, color, stride) >= 2:
            reply[0] = v


cdef inline inlined_void finish(mc_game* g, int color, size_t last, int passes, size_t stride, gb_stream* stream,
                                uint16_t* moves, int* count) noexcept nogil:
    """Play from `color` on until two passes; the moves (0 a pass) into `moves`, their number into `count`."""
    cdef int n = 0, most = 3 * g.b.rows * g.b.cols
    cdef size_t v
    while passes < 2 and n < most:
        v = 0
        if last:
            answer(g, last, color, stride, stream, &v)
        if v == 0:
            choose(&g.b, color, stride, stream, &v)
        if v:
            put(g, v, color, stride)
            passes = 0
        else:
            g.b.ko = 0
            passes += 1
        last = v
        moves[n] = <uint16_t>v
        n += 1
        color = 3 - color
    count[0] = n


cdef void roll_out(mc_game* g, int color, size_t last, int passes, gb_stream* stream, uint16_t* moves, int* count) noexcept nogil:
    # The usual sizes with a stride that the compiler knows.
    if g.b.stride == 10:
        finish(g, color, last, passes, 10, stream, moves, count)
    elif g.b.stride == 14:
        finish(g, color, last, passes, 14, stream, moves, count)
    elif g.b.stride == 20:
        finish(g, color, last, passes, 20, stream, moves, count)
    else:
        finish(g, color, last, passes, g.b.stride, stream, moves, count)
