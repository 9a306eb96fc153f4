"""Batches for Cython users: the lanes in their block, and what walks over them without the GIL."""

cimport numpy as cnp
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from goboard._core cimport Board, gb_board, gb_history
from goboard.board._workers cimport Job, Lock

cdef enum:
    PAST = 8


# One of the latest positions of a lane, besides its stones.
cdef struct gb_step:
    uint16_t move         # the point of the move that led to it, rows * cols for a pass; 0 in the first
    uint16_t ko           # cell that may not be retaken on the next move, or 0
    uint8_t ko_color      # the colour that may not retake it
    uint8_t color         # who made the move; 0 in the first
    uint8_t turn          # whose turn it is


# One game. Behind it in memory, for each slot of the ring: bytes of Black's stones, then of White's (see gb_lane_bits).
cdef struct gb_lane:
    gb_history* history   # NULL unless the ko rule is a superko and a move was played
    uint32_t count        # plies in the history
    uint64_t move_count   # moves and passes since the lane was reset or set
    uint8_t passes        # the latest moves that are passes, in a row
    uint8_t done
    uint8_t illegal
    uint8_t at            # the slot of the current position
    uint8_t known         # how many of the latest positions are in the ring, the current one counted
    gb_step step[PAST]
    gb_board board


# The lanes of a batch, all in one block.
cdef struct gb_lanes:
    char* block
    size_t stride         # bytes from one lane to the next
    Py_ssize_t n
    int rows
    int cols
    int points
    int bytes             # of one colour's stones, a bit a point: point p is bit 7 - p % 8 of byte p / 8
    int ko                # a gb_ko_rule
    bint suicide
    uint32_t max_moves    # 0: no limit


cdef inline gb_lane* gb_lane_of(const gb_lanes* lanes, Py_ssize_t i) noexcept nogil:
    return <gb_lane*>(lanes.block + i * lanes.stride)


cdef inline uint8_t* gb_lane_bits(const gb_lanes* lanes, gb_lane* lane, int slot) noexcept nogil:
    """Black's stones in a slot of the ring; White's follow after `lanes.bytes` bytes."""
    return <uint8_t*>(lane + 1) + 2 * lanes.bytes * slot


# Whether the side to move may play at an empty cell.
cdef bint gb_lane_allows(const gb_lanes* lanes, const gb_lane* lane, size_t v) noexcept nogil
# Play a legal move of `color` at a cell, or pass (0). Returns 1, and does nothing, without memory.
cdef bint gb_lane_play(const gb_lanes* lanes, gb_lane* lane, size_t cell, int color) noexcept nogil

# Whose every point is by area: stones, and empty regions that touch one color only. Returns Black's points less White's.
cdef int owned_points(const gb_board* b, uint8_t* owner) noexcept nogil


# Work on the lanes first .. last - 1; `what` is the work's own. Returns 0, or 1 without memory.
ctypedef bint (*gb_work)(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil


# `out` if it is an array that can be filled; raises TypeError or ValueError, in which it is called `what`.
cdef cnp.ndarray checked_out(object out, tuple shape, object dtypes, str what)


cdef class BoardBatch:
    cdef gb_lanes lanes
    cdef gb_board empty           # what a reset lane starts from
    cdef int workers
    cdef bint made
    cdef readonly Lock lock       # held while a method walks over the lanes

    cdef int run(self, gb_work work, void* what) except -1
    cdef int run_job(self, Job job, gb_work work, void* what) except -1
    cdef int read(self, object kept, gb_work work, void* what) except -1
    cdef object flags(self, size_t at)
    cdef gb_lane* lane_at(self, object i) except NULL
    cdef Board board_of(self, gb_lane* lane)
    cdef int take(self, gb_lane* lane, Board board) except -1
