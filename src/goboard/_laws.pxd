"""How a stone is put on the struct, compiled into each of its callers. Internal: others use `gb_play` of `goboard._core`."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from goboard._core cimport GB_COLOR_SHIFT, GB_EDGE_BIT, GB_NEIGHBOUR_BITS, gb_board, gb_ply


cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define GB_LIKELY(x) __builtin_expect(!!(x), 1)
    #define GB_UNLIKELY(x) __builtin_expect(!!(x), 0)
    /* A return type for functions that are to be compiled into each of their callers, where their constant arguments fold. */
    #define GB_INLINED_VOID __attribute__((always_inline)) void
    #define GB_OUTLINED_VOID __attribute__((noinline)) void
    #elif defined(_MSC_VER)
    #define GB_LIKELY(x) (x)
    #define GB_UNLIKELY(x) (x)
    #define GB_INLINED_VOID __forceinline void
    #define GB_OUTLINED_VOID __declspec(noinline) void
    #else
    #define GB_LIKELY(x) (x)
    #define GB_UNLIKELY(x) (x)
    #define GB_INLINED_VOID void
    #define GB_OUTLINED_VOID void
    #endif
    """
    ctypedef void inlined_void "GB_INLINED_VOID"
    ctypedef void outlined_void "GB_OUTLINED_VOID"
    bint likely "GB_LIKELY"(bint) nogil
    bint unlikely "GB_UNLIKELY"(bint) nogil


cdef extern from "goboard/board.h" nogil:
    uint32_t stone_bit "gb_stone_bit"(int color)
    int neighbours_of "gb_neighbors_of"(uint32_t word, int color)
    bint is_eye "gb_is_eye"(const gb_board* b, size_t v, uint32_t word, int color, size_t stride)
    bint breathes "gb_has_liberty_after"(const gb_board* b, size_t v, int color, size_t stride)


# Far above any chain's liberties, and above what the writes of one move to the dummy chain 0 can take from it.
cdef enum:
    GB_DUMMY_LIBS = 0x8000


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
