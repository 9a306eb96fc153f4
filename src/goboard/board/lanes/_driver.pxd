"""Light playouts, many games in lockstep: the interface for Cython."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

from goboard.board._workers cimport gb_job

# What the playouts of one start position add up to; the caller zeroes it. A pointer may be NULL where nobody asks.
cdef struct gb_playout_totals:
    int64_t games
    int64_t moves           # passes included
    int64_t *scores         # [2 * rows * cols + 1]: games by Black's area minus White's, from -rows * cols
    int32_t *owned          # [rows * cols]: black less white, of the two that follow; for less than 2**31 games
    int64_t *black          # [rows * cols]: games at whose end the point is Black's: a stone, or empty and reached by Black alone
    int64_t *white          # [rows * cols]
    int16_t *margins        # [count]: Black's area minus White's, game by game
    int32_t *lengths        # [count]: moves, game by game

# A start position, and the playouts wanted from it: numbers first to first + count - 1 under this key. A playout depends on
# the position, the key and its number alone.
cdef struct gb_playout_start:
    const uint8_t *stones   # [rows * cols] of 0, 1, 2, no chain without a liberty
    int to_play             # 1 or 2
    int ko_point            # a point where to_play may not play now, or -1
    int passes              # 1 if the last move was a pass, else 0
    uint64_t key
    int64_t first
    int64_t count
    gb_playout_totals *totals

# Plays every playout of n starts, all on boards of rows x cols (1 to 25), up to max_moves (at least 1) moves each, in back end
# number `backend` of goboard.lanes.backends(): 0 is this machine's fastest. 0 if done, -1 if out of memory, -2 if there is no such back end.
cdef int gb_lanes_run(const gb_playout_start *starts, Py_ssize_t n, int rows, int cols, int64_t max_moves, int backend) noexcept nogil
# The same, broken off with -3 when the job is (NULL: never).
cdef int gb_lanes_run_for(const gb_playout_start *starts, Py_ssize_t n, int rows, int cols, int64_t max_moves, int backend, gb_job *job) noexcept nogil
