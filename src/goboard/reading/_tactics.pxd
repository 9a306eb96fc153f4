"""C face of `goboard.reading`: Benson's unconditional life and ladders on a plain array of stones.

`stones` is rows * cols bytes, row 0 on top, 0 empty, 1 Black, 2 White, every chain with a liberty. Nothing needs the GIL.
"""
from libc.stdint cimport uint8_t

cdef enum:
    MAX_POINTS = 625

# Chains of `color` that live unconditionally: alive[p] = 1 on their stones, 0 elsewhere.
# area[p] = 1 there and on the points those chains own: regions bordered by them alone with at most one point not next to `color`.
# Both must hold rows * cols bytes; area may be NULL.
cdef void benson(const uint8_t *stones, int rows, int cols, int color, bint suicide, uint8_t *alive, uint8_t *area) noexcept nogil

# KataGo's `calculateArea`: owner of every point (0, 1, 2) under its three flags.
cdef void pass_alive_owner(const uint8_t *stones, int rows, int cols, bint suicide, bint all_stones, bint safe_big, bint unsafe_big,
                           uint8_t *owner) noexcept nogil

# KataGo's ladder maps (planes 14 to 17): laddered[p] = 1 on the stones of a chain in atari that is caught although its owner
# moves first, and of a chain with two liberties that is caught if the other side moves first. working[p] gets bit 1 (2) where a
# first move catches a black (white) chain of two liberties. ko is the point that simple ko bars, or -1. working may be NULL.
cdef void ladder_map(const uint8_t *stones, int rows, int cols, int ko, uint8_t *laddered, uint8_t *working) noexcept nogil
