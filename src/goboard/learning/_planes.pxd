"""Painters of the planes of AlphaGo Zero and AlphaGo, and what led to a position, of a lane or a board."""

from libc.stdint cimport uint8_t

from goboard._core cimport GB_MAX_POINTS, Board, gb_board
from goboard.board._batch cimport PAST, gb_lane, gb_lane_bits, gb_lanes, gb_step
from goboard.learning._canvas cimport gb_canvas, gb_past

cdef enum:
    MAX_BYTES = (GB_MAX_POINTS + 7) // 8


# Memory for what `past_of_board` finds: the board as it was, and the stones of each position.
cdef struct gb_scratch:
    gb_board b
    uint8_t bits[PAST][2][MAX_BYTES]


cdef inline void past_of_lane(const gb_lanes* lanes, gb_lane* lane, gb_past* past) noexcept nogil:
    cdef int t, slot
    cdef const gb_step* step
    past.b = &lane.board
    past.h = lane.history
    past.count = lane.count
    past.known = lane.known
    past.moves = lane.known - 1
    for t in range(lane.known):
        slot = (lane.at + PAST - t) % PAST
        step = &lane.step[slot]
        past.black[t] = gb_lane_bits(lanes, lane, slot)
        past.white[t] = past.black[t] + lanes.bytes
        past.ko[t] = step.ko
        past.move[t] = step.move
        past.mover[t] = step.color


# The `depth` latest positions of a board, and its latest moves; they stay in `s`.
cdef void past_of_board(Board board, int depth, gb_scratch* s, gb_past* past) noexcept

cdef void paint_alphago_zero(const gb_past* past, const gb_canvas* c) noexcept nogil
# All planes must be 0 before.
cdef void paint_alphago(const gb_past* past, const gb_canvas* c, int ko, bint suicide) noexcept nogil
