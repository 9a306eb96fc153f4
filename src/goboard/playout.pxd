"""Playouts for Cython users: one light playout on a board struct, and its random stream."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t

from goboard._core cimport gb_board


cdef struct gb_stream:
    uint64_t state


cdef struct gb_totals:
    int64_t games
    int64_t moves
    int64_t* margins      # [2 * points + 1]: how many games ended with Black ahead by index - points on the board
    int32_t* owned        # [cells]: games in which Black had the cell, less those in which White had it


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
cdef int count_area(const gb_board* b, int32_t* owned) noexcept nogil
cdef void run_chains(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, gb_totals* totals) noexcept nogil
