"""The core for Cython users: the board struct, and the functions that read and change it without the GIL.

Cells, not points, are what these functions take (see goboard/board.h). A board is plain memory: `gb_copy` (or a struct
assignment) makes an independent one. Nothing here checks its arguments; `gb_legal` says whether `gb_play` may be called.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t



cdef extern from "goboard/board.h" nogil:
    enum:
        GB_EMPTY
        GB_BLACK
        GB_WHITE
        GB_MAX_SIDE
        GB_MAX_POINTS
        GB_MAX_CELLS

    enum:
        GB_LEGAL
        GB_OFF_BOARD
        GB_OCCUPIED
        GB_KO
        GB_SUPERKO
        GB_SUICIDE

    enum:
        GB_KO_NONE
        GB_KO_SIMPLE
        GB_KO_POSITIONAL
        GB_KO_SITUATIONAL
        GB_KO_NATURAL

    const uint32_t GB_COLOR_MASK
    const uint32_t GB_WALL_BIT
    const uint32_t GB_EDGE_BIT
    const uint32_t GB_EMPTY_NEIGHBOURS
    const uint32_t GB_NEIGHBOUR_BITS
    const int GB_COLOR_SHIFT

    const int GB_API_VERSION

    ctypedef struct gb_board:
        uint64_t hash
        uint32_t captures[3]
        uint32_t by_stride
        uint32_t by_cols
        uint16_t rows
        uint16_t cols
        uint16_t stride
        uint16_t cells
        uint16_t empties
        uint16_t ko
        uint8_t ko_color
        uint8_t to_play
        uint32_t word[GB_MAX_CELLS]
        uint16_t libs[GB_MAX_CELLS]
        uint16_t next[GB_MAX_CELLS]
        uint16_t slot[GB_MAX_CELLS]
        uint16_t empty[GB_MAX_POINTS + 1]

    ctypedef struct gb_ply:
        uint64_t hash
        uint32_t earlier
        uint16_t cell
        uint16_t ko
        uint16_t slot
        uint16_t merged[3]
        uint16_t taken[4]
        uint8_t color
        uint8_t before
        uint8_t after
        uint8_t ko_color
        uint8_t merges
        uint8_t takes
        uint8_t suicide
        uint8_t listed

    int gb_cell(const gb_board* b, int row, int col)
    int gb_cell_of_point(const gb_board* b, int point)
    int gb_point_of_cell(const gb_board* b, int cell)
    int gb_points(const gb_board* b)
    int gb_color(const gb_board* b, int cell)
    int gb_color_of_point(const gb_board* b, int point)
    int gb_root(const gb_board* b, int cell)
    int gb_next_stone(const gb_board* b, int cell)
    int gb_empty_neighbours(const gb_board* b, int cell)
    bint gb_is_eye(const gb_board* b, size_t v, uint32_t word, int color, size_t stride)
    bint gb_has_liberty_after(const gb_board* b, size_t v, int color, size_t stride)
    int gb_legal(const gb_board* b, size_t v, int color, bint ko, bint suicide)
    void gb_copy(gb_board* to, const gb_board* b)


# An empty board, Black to play. Needs sides of 1 to GB_MAX_SIDE.
cdef void gb_init(gb_board* b, int rows, int cols) noexcept nogil
# The position with these stones, rows * cols colors. Returns 0, or 1 + a point whose chain has no liberty; `b` is then not to be used.
cdef int gb_load(gb_board* b, int rows, int cols, const uint8_t* stones) noexcept nogil
# Play a move that `gb_legal` calls legal. Returns how many enemy stones it took; `ply`, if not NULL, receives what `gb_unplay` needs.
cdef int gb_play(gb_board* b, size_t v, int color, gb_ply* ply) noexcept nogil
# Pass: the other side is to play, and no ko is barred. `ply` as for `gb_play`.
cdef void gb_pass(gb_board* b, int color, gb_ply* ply) noexcept nogil
# Take the latest move or pass back. Needs its ply; leaves the struct cell by cell as it was.
cdef void gb_unplay(gb_board* b, const gb_ply* ply) noexcept nogil
# The hash of the stones after `color` plays at the empty cell `v`, captures and suicide included.
cdef uint64_t gb_hash_after(const gb_board* b, size_t v, int color) noexcept nogil
# The number of liberties of the chain at `v`, which holds a stone; their cells into `out`, unless it is NULL.
cdef int gb_liberties(const gb_board* b, size_t v, uint16_t* out) noexcept nogil
# Recompute everything that the struct keeps. Returns 0, or the number of the invariant that does not hold.
cdef int gb_check(const gb_board* b) noexcept nogil


# What superko needs: the plies since a starting position. `count` is how many of them were played on the board at hand, which a
# shared history may have more of.
ctypedef struct gb_history:
    int32_t refs          # how many boards share it; shared, it does not change
    uint32_t used         # plies written; boards that share it may stand earlier
    uint32_t room         # plies there is memory for
    uint32_t buckets      # of the table of positions by hash, a power of two
    uint64_t stood[11]    # cells that ever held a stone (bits), or may have
    gb_ply* ply           # ply[0] is the starting position
    uint32_t* bucket      # 1 + latest ply of that bucket, or 0


# A history that starts at `b`, with memory for `room` plies. NULL without memory.
cdef gb_history* gb_history_new(const gb_board* b, uint32_t room) noexcept nogil
# One more board shares `h`, or one fewer: the last one's frees it. Both need the GIL, or a history that one thread has.
cdef void gb_history_share(gb_history* h) noexcept nogil
cdef void gb_history_drop(gb_history* h) noexcept nogil
# Where to have `gb_play` write the ply after ply `count`; `b` stands at `count`. Leaves an own, unshared history. NULL without memory.
cdef gb_ply* gb_history_next(gb_history** h, uint32_t count, const gb_board* b) noexcept nogil
# Enter ply `count`, just written. `situations`: a pass that changes the turn counts, too.
cdef void gb_history_list(gb_history* h, uint32_t count, bint situations) noexcept nogil
# Whether `color` at `v` would repeat what the superko rule `ko` forbids; exact.
cdef int gb_repetition(const gb_history* h, uint32_t count, const gb_board* b, size_t v, int color, int ko) noexcept nogil
# As `gb_legal`, under any gb_ko_rule; `h` may be NULL at ply 0.
cdef int gb_legal_under(const gb_board* b, const gb_history* h, uint32_t count, size_t v, int color, int ko, bint suicide) noexcept nogil


cdef class Board:
    cdef gb_board* b
    cdef gb_history* history
    cdef uint32_t count            # plies played since the start of the history
    cdef uint8_t ko_rule           # a gb_ko_rule
    cdef uint8_t allow_suicide
    cdef uint8_t* view             # colours by point, what `stones` shows
    cdef Py_ssize_t view_shape[2]
    cdef Py_ssize_t view_strides[2]

    cdef void start_over(self, int ko_rule, bint suicide) noexcept
    cdef int load(self, int rows, int cols, const uint8_t* stones) except -1
    cdef int become(self, Board other, bint history) except -1
    cdef int set_ko(self, int cell, int color, object given) except -1
    cdef int cell_of(self, object move) except -2
    cdef int cell_of_pair(self, long row, long col) noexcept
    cdef int cell_of_vertex(self, str text) except -2
    cdef int on_board(self, object point) except -1
    cdef int mover(self, object color) except -1
    cdef object name_of(self, int cell, object move)
    cdef int restate(self, int side) except -1
    cdef list listed_plies(self, bint turns)
    cdef int try_move(self, int cell, int side, object move) except -1
    cdef int64_t play_part(self, int64_t[:, ::1] part, bint paired, Py_ssize_t first) except -1
    cdef int rewind(self) except -1
    cdef object array(self)
    cdef Board first(self)
    cdef Board of_my_class(self, Board board)
    cdef int verdict(self, int cell, int color) noexcept
    cdef int commit(self, int cell, int color) except -1
    cdef void take_back(self) noexcept
    cdef void fill_legal(self, uint8_t* mask, int color) noexcept
    cdef object chain_at(self, size_t v)
    cdef int replay(self, list plies) except -1
    cdef int replay_moved(self, Board other, const int64_t[::1] image) except -1
