"""The playouts of a tree search: a board that knows the surroundings of every point, and moves that answer the last one."""
from libc.stdint cimport uint16_t, uint32_t

from goboard._core cimport GB_COLOR_MASK, GB_COLOR_SHIFT, GB_EMPTY_NEIGHBOURS, GB_MAX_CELLS, GB_WALL_BIT, gb_board
from goboard._laws cimport inlined_void, place, unlikely
from goboard.board._playouts cimport gb_stream


cdef struct mc_game:
    gb_board b
    uint16_t around[GB_MAX_CELLS]     # the surroundings of each point, two bits a neighbor


cdef inline uint32_t sign_of(uint32_t word) noexcept nogil:
    """0 empty, 1 black, 2 white, 3 wall."""
    return ((word >> GB_COLOR_SHIFT) & 3) | ((word >> 14) & 1) * 3


cdef inline uint32_t surroundings(const gb_board* b, size_t v, size_t stride) noexcept nogil:
    return (sign_of(b.word[v - stride - 1]) | sign_of(b.word[v - stride]) << 2 | sign_of(b.word[v - stride + 1]) << 4
            | sign_of(b.word[v - 1]) << 6 | sign_of(b.word[v + 1]) << 8
            | sign_of(b.word[v + stride - 1]) << 10 | sign_of(b.word[v + stride]) << 12 | sign_of(b.word[v + stride + 1]) << 14)


cdef inline void change(uint16_t* around, size_t v, size_t stride, int by) noexcept nogil:
    around[v - stride - 1] += <uint16_t>(by << 14)
    around[v - stride] += <uint16_t>(by << 12)
    around[v - stride + 1] += <uint16_t>(by << 10)
    around[v - 1] += <uint16_t>(by << 8)
    around[v + 1] += <uint16_t>(by << 6)
    around[v + stride - 1] += <uint16_t>(by << 4)
    around[v + stride] += <uint16_t>(by << 2)
    around[v + stride + 1] += <uint16_t>by


cdef inline inlined_void put(mc_game* g, size_t v, int color, size_t stride) noexcept nogil:
    cdef size_t i = g.b.empties - 1
    place(&g.b, v, color, stride, NULL)
    change(g.around, v, stride, color)
    while unlikely(i < g.b.empties):
        change(g.around, g.b.empty[i], stride, color - 3)
        i += 1


cdef inline uint32_t maybe_atari(const gb_board* b, size_t root) noexcept nogil:
    """1 if the chain at `root` may be in atari: one pseudo-liberty, or more (at most four) and more than two stones."""
    return (b.libs[root] == 1) | ((b.libs[root] <= 4) & (b.next[b.next[root]] != root))


cdef inline size_t last_liberty(const gb_board* b, size_t root, size_t stride) noexcept nogil:
    """The liberty of a chain in atari; 0 if it has two or more."""
    cdef uint32_t libs = b.libs[root]
    cdef size_t s = root, p
    if not maybe_atari(b, root):
        return 0
    while not b.word[s] & GB_EMPTY_NEIGHBOURS:
        s = b.next[s]
    p = s - stride
    if b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
        p = s - 1
        if b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
            p = s + 1
            if b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
                p = s + stride
    if ((b.word[p - stride] >> 16 == root) + (b.word[p - 1] >> 16 == root)
            + (b.word[p + 1] >> 16 == root) + (b.word[p + stride] >> 16 == root)) == libs:
        return p
    return 0


# A lower bound, exact up to 1, on the liberties of the chain that `color` makes by playing at `v`.
cdef int min_liberties_after(const gb_board* b, size_t v, int color, size_t stride) noexcept nogil
# Add the moves that save the chain in atari at `root`: captures of what surrounds it, or running if that gains liberties.
cdef size_t escape(const gb_board* b, size_t root, int color, size_t stride, uint16_t* moves, int* n) noexcept nogil
# Whether the stones around the empty point `v` make a move there a good shape.
cdef bint is_good_shape(const gb_board* b, size_t v) noexcept nogil
# Play from `color` on until two passes; the moves (0 a pass) into `moves`, their number into `count`.
cdef void roll_out(mc_game* g, int color, size_t last, int passes, gb_stream* stream, uint16_t* moves, int* count) noexcept nogil
