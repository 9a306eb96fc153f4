"""Who owns what in KataGo's planes (`calculateArea` and `calculateIndependentLifeArea` in cpp/game/board.cpp), by point."""

from libc.stdint cimport uint8_t

from goboard._core cimport gb_board

# Black's stones less White's, those taken off counted: as KataGo has it, each costs its side a point of its area, those that were set up too.
cdef int spent(const gb_board* b) noexcept nogil
# Area, dead stones in unconditional territory counted for its owner.
cdef void area_owner(const gb_board* b, const uint8_t* stones, bint suicide, uint8_t* owner) noexcept nogil
# The same less the areas that touch dame or hold an own stone in atari; of these the territory, or the stones, may be kept.
cdef void independent_life(const uint8_t* stones, const gb_board* b, bint suicide, bint keep_territory, bint keep_stones, uint8_t* owner) noexcept nogil
