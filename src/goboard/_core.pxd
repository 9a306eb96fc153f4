"""The core for Cython users: the board struct, and the functions that read and change it without the GIL.

Cells, not points, are what these functions take (see goboard/board.h). A board is plain memory: `gb_copy` (or a struct
assignment) makes an independent one. Nothing here checks its arguments; `gb_legal` says whether `gb_play` may be called.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy



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

    ctypedef void inlined_void "GB_INLINED_VOID"
    ctypedef void outlined_void "GB_OUTLINED_VOID"
    bint likely "GB_LIKELY"(bint)
    bint unlikely "GB_UNLIKELY"(bint)

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


# Far above any chain's liberties, and above what the writes of one move to the dummy chain 0 can take from it.
cdef enum:
    GB_DUMMY_LIBS = 0x8000


cdef inline void gb_copy(gb_board* to, const gb_board* b) noexcept nogil:
    """Copy what is alive of `b`: the head, the cells, the list of empty cells."""
    cdef size_t n = b.cells
    memcpy(to, b, <const char*>b.word - <const char*>b)
    memcpy(to.word, b.word, n * sizeof(uint32_t))
    memcpy(to.libs, b.libs, n * sizeof(uint16_t))
    memcpy(to.next, b.next, n * sizeof(uint16_t))
    memcpy(to.slot, b.slot, n * sizeof(uint16_t))
    memcpy(to.empty, b.empty, b.empties * sizeof(uint16_t))


cdef inline uint32_t stone_bit(int color) noexcept nogil:
    return <uint32_t>1 << (GB_COLOR_SHIFT - 1 + color)


cdef inline int neighbours_of(uint32_t word, int color) noexcept nogil:
    """How many of the four neighbours are stones of `color` or wall."""
    return (word >> (4 * (color - 1))) & 15


cdef inline bint is_eye(const gb_board* b, size_t v, uint32_t word, int color, size_t stride) noexcept nogil:
    """The playouts' eye rule: all neighbours own or wall, fewer than two opposing diagonals, at the edge none."""
    cdef uint32_t enemy = stone_bit(3 - color)
    cdef uint32_t enemies
    if neighbours_of(word, color) != 4:
        return False
    enemies = ((b.word[v - stride - 1] & enemy) + (b.word[v - stride + 1] & enemy)
               + (b.word[v + stride - 1] & enemy) + (b.word[v + stride + 1] & enemy))
    return enemies <= enemy - ((word >> 15) & 1)


cdef inline bint breathes(const gb_board* b, size_t v, int color, size_t stride) noexcept nogil:
    """Whether a stone of `color` on `v`, an empty point without an empty neighbour, has a liberty once it has captured.

    It has one if it takes all of a neighbouring enemy chain's pseudo-liberties, or leaves an own neighbour some.
    """
    cdef uint32_t own = stone_bit(color)
    cdef uint32_t w0 = b.word[v - stride], w1 = b.word[v - 1], w2 = b.word[v + 1], w3 = b.word[v + stride]
    cdef size_t r0 = w0 >> 16, r1 = w1 >> 16, r2 = w2 >> 16, r3 = w3 >> 16
    cdef uint32_t s01 = r0 == r1, s02 = r0 == r2, s03 = r0 == r3, s12 = r1 == r2, s13 = r1 == r3, s23 = r2 == r3
    return (((b.libs[r0] == 1 + s01 + s02 + s03) != ((w0 & own) != 0))
            | ((b.libs[r1] == 1 + s01 + s12 + s13) != ((w1 & own) != 0))
            | ((b.libs[r2] == 1 + s02 + s12 + s23) != ((w2 & own) != 0))
            | ((b.libs[r3] == 1 + s03 + s13 + s23) != ((w3 & own) != 0)))


cdef inline int gb_legal(const gb_board* b, size_t v, int color, bint ko, bint suicide) noexcept nogil:
    """The verdict on `color` playing at cell `v`, superko apart; `ko` applies simple ko, `suicide` allows suicide."""
    cdef uint32_t word = b.word[v]
    if word & (GB_COLOR_MASK | GB_WALL_BIT):
        return GB_OCCUPIED
    if word & GB_EMPTY_NEIGHBOURS:
        return GB_LEGAL
    if ko and v == b.ko and color == b.ko_color:
        return GB_KO
    if suicide or breathes(b, v, color, b.stride):
        return GB_LEGAL
    return GB_SUICIDE


cdef inline outlined_void take_chain(gb_board* b, size_t root, int color, size_t stride) noexcept nogil:
    """Lift the chain of `color` at `root`: its cells go to the end of the list of empty cells, in ring order."""
    cdef uint32_t step = (<uint32_t>1 << (4 * (color - 1))) - 256
    cdef uint32_t w0, w1, w2, w3
    cdef size_t s = root, following
    cdef size_t k = b.empties
    while True:
        following = b.next[s]
        b.next[s] = <uint16_t>s
        b.libs[s] = 0
        b.word[s] &= GB_NEIGHBOUR_BITS | GB_EDGE_BIT
        w0 = b.word[s - stride]
        w1 = b.word[s - 1]
        w2 = b.word[s + 1]
        w3 = b.word[s + stride]
        b.word[s - stride] = w0 - step
        b.word[s - 1] = w1 - step
        b.word[s + 1] = w2 - step
        b.word[s + stride] = w3 - step
        b.libs[w0 >> 16] += 1
        b.libs[w1 >> 16] += 1
        b.libs[w2 >> 16] += 1
        b.libs[w3 >> 16] += 1
        b.empty[k] = <uint16_t>s
        b.slot[s] = <uint16_t>k
        k += 1
        s = following
        if s == root:
            break
    b.empties = <uint16_t>k
    # Stones not yet lifted have given theirs to the root after it was cleared.
    b.libs[root] = 0


cdef inline void take_with(gb_board* b, size_t neighbour, int color, size_t stride, gb_ply* ply) noexcept nogil:
    cdef size_t before = b.empties
    take_chain(b, b.word[neighbour] >> 16, color, stride)
    if ply != NULL:
        ply.taken[ply.takes] = <uint16_t>(b.empties - before)
        ply.takes += 1


cdef inline size_t merge_chains(gb_board* b, size_t a, size_t d, gb_ply* ply) noexcept nogil:
    """Union of the chains rooted at `a` and `d`: the one with fewer pseudo-liberties takes the other's root, which is returned."""
    cdef size_t s
    cdef uint32_t root
    cdef uint16_t joint
    if b.libs[a] < b.libs[d]:
        a, d = d, a
    b.libs[a] += b.libs[d]
    root = <uint32_t>a << 16
    s = d
    while True:
        b.word[s] = (b.word[s] & 0xffff) | root
        s = b.next[s]
        if s == d:
            break
    joint = b.next[a]
    b.next[a] = b.next[d]
    b.next[d] = joint
    if ply != NULL:
        ply.merged[ply.merges] = <uint16_t>d
        ply.merges += 1
    return a


cdef inline inlined_void place(gb_board* b, size_t v, int color, size_t stride, gb_ply* ply) noexcept nogil:
    """Put a stone of `color` on the empty cell `v`, lift the enemy chains left without liberties, note the ko.

    Suicide is left on the board. Hash, captures and turn are the caller's; the captured cells stand at the end of
    the list of empty cells. `ply`, if not NULL, is told what taking the move back needs.
    """
    cdef int enemy = 3 - color
    cdef uint32_t own_bit = stone_bit(color), enemy_bit = stone_bit(enemy)
    cdef size_t n0 = v - stride, n1 = v - 1, n2 = v + 1, n3 = v + stride
    cdef size_t at = b.slot[v], end = b.empties - 1
    cdef uint16_t last = b.empty[end]
    cdef uint32_t word = b.word[v]
    cdef uint32_t step = (<uint32_t>1 << (4 * (color - 1))) - 256
    cdef uint32_t w0 = b.word[n0], w1 = b.word[n1], w2 = b.word[n2], w3 = b.word[n3]
    cdef size_t r0 = w0 >> 16, r1 = w1 >> 16, r2 = w2 >> 16, r3 = w3 >> 16
    # All ones where the neighbour is an own stone: the new stone joins the last such chain without a branch.
    cdef size_t m0 = -<size_t>((w0 & own_bit) != 0), m1 = -<size_t>((w1 & own_bit) != 0)
    cdef size_t m2 = -<size_t>((w2 & own_bit) != 0), m3 = -<size_t>((w3 & own_bit) != 0)
    cdef size_t root = v, beside = v, other
    cdef bint several, breathless
    cdef uint16_t joint

    b.empty[at] = last
    b.slot[last] = <uint16_t>at
    b.empties = <uint16_t>end
    b.word[n0] = w0 + step
    b.word[n1] = w1 + step
    b.word[n2] = w2 + step
    b.word[n3] = w3 + step
    b.libs[r0] -= 1
    b.libs[r1] -= 1
    b.libs[r2] -= 1
    b.libs[r3] -= 1

    root ^= (root ^ r0) & m0
    beside ^= (beside ^ n0) & m0
    root ^= (root ^ r1) & m1
    beside ^= (beside ^ n1) & m1
    root ^= (root ^ r2) & m2
    beside ^= (beside ^ n2) & m2
    root ^= (root ^ r3) & m3
    beside ^= (beside ^ n3) & m3
    several = ((m0 & (r0 ^ root)) | (m1 & (r1 ^ root)) | (m2 & (r2 ^ root))) != 0
    breathless = not (b.libs[r0] and b.libs[r1] and b.libs[r2] and b.libs[r3])

    b.word[v] = (word & (GB_NEIGHBOUR_BITS | GB_EDGE_BIT)) | own_bit | (<uint32_t>root << 16)
    joint = b.next[beside]
    b.next[beside] = <uint16_t>v
    b.next[v] = joint
    b.libs[root] += (word >> 8) & 7
    b.ko = 0
    if several:
        if (w0 & own_bit) and r0 != root:
            root = merge_chains(b, root, r0, ply)
        if w1 & own_bit:
            other = b.word[n1] >> 16
            if other != root:
                root = merge_chains(b, root, other, ply)
        if w2 & own_bit:
            other = b.word[n2] >> 16
            if other != root:
                root = merge_chains(b, root, other, ply)
    if unlikely(breathless):
        if (w0 & enemy_bit) and b.libs[r0] == 0:
            take_with(b, n0, enemy, stride, ply)
        if (w1 & enemy_bit) and (b.word[n1] & enemy_bit) and b.libs[r1] == 0:
            take_with(b, n1, enemy, stride, ply)
        if (w2 & enemy_bit) and (b.word[n2] & enemy_bit) and b.libs[r2] == 0:
            take_with(b, n2, enemy, stride, ply)
        if (w3 & enemy_bit) and (b.word[n3] & enemy_bit) and b.libs[r3] == 0:
            take_with(b, n3, enemy, stride, ply)
        # A ko: the stone stands alone among enemies and took exactly one stone.
        if neighbours_of(word, enemy) == 4 and b.empties == end + 1:
            b.ko = b.empty[end]
            b.ko_color = <uint8_t>enemy


cdef void gb_init(gb_board* b, int rows, int cols) noexcept nogil
cdef int gb_load(gb_board* b, int rows, int cols, const uint8_t* stones) noexcept nogil
cdef int gb_play(gb_board* b, size_t v, int color, gb_ply* ply) noexcept nogil
cdef void gb_pass(gb_board* b, int color, gb_ply* ply) noexcept nogil
cdef void gb_unplay(gb_board* b, const gb_ply* ply) noexcept nogil
cdef uint64_t gb_hash_after(const gb_board* b, size_t v, int color) noexcept nogil
cdef int gb_liberties(const gb_board* b, size_t v, uint16_t* out) noexcept nogil
cdef int gb_check(const gb_board* b) noexcept nogil


ctypedef struct gb_history:
    int32_t refs          # how many boards share it; shared, it does not change
    uint32_t used         # plies written; boards that share it may stand earlier
    uint32_t room         # plies there is memory for
    uint32_t buckets      # of the table of positions by hash, a power of two
    uint64_t stood[11]    # cells that ever held a stone (bits), or may have
    gb_ply* ply           # ply[0] is the starting position
    uint32_t* bucket      # 1 + latest ply of that bucket, or 0


cdef gb_history* gb_history_new(const gb_board* b, uint32_t room) noexcept nogil
cdef void gb_history_share(gb_history* h) noexcept nogil
cdef void gb_history_drop(gb_history* h) noexcept nogil
cdef gb_ply* gb_history_next(gb_history** h, uint32_t count, const gb_board* b) noexcept nogil
cdef void gb_history_list(gb_history* h, uint32_t count, bint situations) noexcept nogil
cdef int gb_repetition(const gb_history* h, uint32_t count, const gb_board* b, size_t v, int color, int ko) noexcept nogil
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
