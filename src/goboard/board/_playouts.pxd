"""Playouts for Cython users: one light playout on a board struct, and its random stream."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from goboard._core cimport GB_EMPTY_NEIGHBOURS, gb_board
from goboard._laws cimport breathes, inlined_void, is_eye


cdef extern from *:
    """
    #if defined(__SIZEOF_INT128__)
    static inline uint64_t gb_high_product(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
    #elif defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    static inline uint64_t gb_high_product(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #else
    static inline uint64_t gb_high_product(uint64_t a, uint64_t b)
    {
        uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
        uint64_t mid = ah * bl + ((al * bl) >> 32), low = al * bh + (uint32_t)mid;
        return ah * bh + (mid >> 32) + (low >> 32);
    }
    #endif
    """
    uint64_t high_product "gb_high_product"(uint64_t a, uint64_t b) nogil


cdef struct gb_stream:
    uint64_t state


cdef struct gb_totals:
    int64_t games
    int64_t moves
    int64_t* margins      # [2 * points + 1]: how many games ended with Black ahead by index - points on the board
    int32_t* owned        # [cells]: games in which Black had the cell, less those in which White had it; for less than 2**31 games


# Far longer than any game that is not cut; what is played after it is not told.
cdef enum:
    GB_TRACED = 4096


cdef struct gb_trace:
    int length            # moves played, passes among them
    int lead              # black stones less white stones
    int mercy             # the game is cut when the lead exceeds this
    uint16_t[GB_TRACED] cell   # 0 for a pass


cdef gb_stream stream_of(uint64_t key, uint64_t index) noexcept nogil
cdef int64_t play_out(gb_board* b, gb_stream* stream, int64_t max_moves) noexcept nogil
cdef int64_t play_out_traced(gb_board* b, gb_stream* stream, int64_t max_moves, gb_trace* trace) noexcept nogil
# `root` built anew from its stones, turn and ko: equal positions become equal structs, down to the order of the empty cells.
cdef void start_of(gb_board* start, const gb_board* root) noexcept nogil
cdef int count_area(const gb_board* b, int32_t* owned) noexcept nogil
# The only colour that the empty region at `v` touches, or GB_EMPTY; its cells go into `region`, and are marked in `seen`, by cell.
cdef int owner_of_region(const gb_board* b, size_t v, uint8_t* seen, uint16_t* region, int* size) noexcept nogil
cdef void run_chains(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, gb_totals* totals) noexcept nogil


cdef inline size_t below(gb_stream* stream, size_t n) noexcept nogil:
    """A draw from 0 .. n - 1 out of wyrand's 64 bits: no value is likelier than another by more than n / 2**64."""
    cdef uint64_t s = stream.state + <uint64_t>0xa0761d6478bd642f
    cdef uint64_t t = s ^ <uint64_t>0xe7037ed1a0b428db
    stream.state = s
    return <size_t>high_product(high_product(s, t) ^ (s * t), n)


cdef inline inlined_void choose(gb_board* b, int color, size_t stride, gb_stream* stream, size_t* chosen) noexcept nogil:
    """Draw a move from the list of empty cells: refused cells go behind the end of the draw. 0 if none is left."""
    cdef size_t left = b.empties, at, v, w
    cdef uint32_t word
    while left:
        at = below(stream, left)
        v = b.empty[at]
        word = b.word[v]
        if word & GB_EMPTY_NEIGHBOURS:
            chosen[0] = v
            return
        if not is_eye(b, v, word, color, stride) and v != b.ko and breathes(b, v, color, stride):
            chosen[0] = v
            return
        left -= 1
        w = b.empty[left]
        b.empty[left] = <uint16_t>v
        b.empty[at] = <uint16_t>w
        b.slot[v] = <uint16_t>left
        b.slot[w] = <uint16_t>at
    chosen[0] = 0
