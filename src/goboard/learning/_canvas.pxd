"""What planes are painted from, `gb_past`, and on, `gb_canvas`: structs and the few strokes that all painters share."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from goboard._core cimport gb_board, gb_history
from goboard.board._batch cimport PAST


# A position and the latest that led to it.
cdef struct gb_past:
    const gb_board* b
    const gb_history* h           # NULL if there is none
    uint32_t count                # plies in it
    int known                     # positions in `black` and `white`, the current one first
    const uint8_t* black[PAST]    # stones, a bit a point: point p is bit 7 - p % 8 of byte p / 8
    const uint8_t* white[PAST]
    uint16_t ko[PAST]             # cell that may not be retaken there, or 0
    int moves                     # moves in `move` and `mover`, the last one first
    int move[PAST]                # a point, or rows * cols for a pass
    uint8_t mover[PAST]


# How planes are stored.
cdef enum:
    BYTES = 0
    FLOATS = 1
    BITS = 2

cdef enum:
    ALPHAGO_ZERO = 0
    ALPHAGO = 1
    KATAGO_V7 = 2

cdef extern from *:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    /* 64 bits to 64 bytes of 0 and 1, the first bit of each byte first. */
    static inline void gb_spread(uint8_t *out, const uint8_t *bits)
    {
        const __m128i each = _mm_set1_epi64x(0x0102040810204080LL), one = _mm_set1_epi8(1);
        __m128i twice = _mm_loadl_epi64((const __m128i *)bits), half[2], part;
        int i;
        twice = _mm_unpacklo_epi8(twice, twice);
        half[0] = _mm_unpacklo_epi16(twice, twice);
        half[1] = _mm_unpackhi_epi16(twice, twice);
        for (i = 0; i < 4; i++) {
            part = i & 1 ? _mm_unpackhi_epi32(half[i >> 1], half[i >> 1]) : _mm_unpacklo_epi32(half[i >> 1], half[i >> 1]);
            part = _mm_and_si128(_mm_cmpeq_epi8(_mm_and_si128(part, each), each), one);
            _mm_storeu_si128((__m128i *)out + i, part);
        }
    }
    #define GB_SPREADS 1
    #else
    #define gb_spread(out, bits) ((void)0)
    #define GB_SPREADS 0
    #endif
    /* A byte's bits, the first one first, as eight bytes and as eight floats. */
    #define GB_EIGHT(n) {(n) >> 7 & 1, (n) >> 6 & 1, (n) >> 5 & 1, (n) >> 4 & 1, (n) >> 3 & 1, (n) >> 2 & 1, (n) >> 1 & 1, (n) & 1}
    #define GB_4(n) GB_EIGHT(n), GB_EIGHT((n) + 1), GB_EIGHT((n) + 2), GB_EIGHT((n) + 3)
    #define GB_16(n) GB_4(n), GB_4((n) + 4), GB_4((n) + 8), GB_4((n) + 12)
    #define GB_64(n) GB_16(n), GB_16((n) + 16), GB_16((n) + 32), GB_16((n) + 48)
    static const uint8_t gb_bytes_of[256][8] = {GB_64(0), GB_64(64), GB_64(128), GB_64(192)};
    static const float gb_floats_of[256][8] = {GB_64(0), GB_64(64), GB_64(128), GB_64(192)};
    #undef GB_EIGHT
    #undef GB_4
    #undef GB_16
    #undef GB_64
    #if defined(__GNUC__) || defined(__clang__)
    #define gb_prefetch(at) __builtin_prefetch(at)
    #else
    #define gb_prefetch(at) ((void)0)
    #endif
    """
    void gb_prefetch(const void* at) noexcept nogil
    void gb_spread(uint8_t* out, const uint8_t* bits) noexcept nogil
    const bint GB_SPREADS
    const uint8_t gb_bytes_of[256][8]
    const float gb_floats_of[256][8]


# What KataGo's planes ask beyond the board.
cdef struct gb_terms:
    int ko                        # GB_KO_SIMPLE, GB_KO_POSITIONAL or GB_KO_SITUATIONAL
    bint suicide
    bint territory
    int tax                       # 0 none, 1 seki, 2 all
    bint button
    int encore
    bint finished
    bint pass_ends
    uint32_t turns                # of this phase
    float komi                    # White's points: komi, bonuses, and under territory scoring what moves cost
    float advantage
    uint8_t* encore_stones        # by point, NULL if there are none
    uint8_t* ko_blocked
    uint8_t* ko_taken
    int ko_pass[5]                # where the latest five moves were played if they were passes for a ko, else -1


cdef struct gb_paint:
    int preset
    int history
    int rows
    int cols
    int points
    int bytes
    int kind
    int planes
    char* data
    size_t lane                   # bytes of one position's planes
    size_t plane                  # elements from one plane to the next; BITS: bytes
    bint straight                 # a plane is its points in order and nothing else
    int32_t* offset[8]            # by symmetry: where each point goes in a plane, in elements
    uint8_t* symmetry             # of every position
    gb_terms* terms               # of every position, or one for all
    bint own_terms
    float* globals                # 19 of every position, or NULL


cdef struct gb_canvas:
    const gb_paint* paint
    char* data
    const int32_t* offset
    bint straight


cdef inline void put(const gb_canvas* c, int plane, int p) noexcept nogil:
    cdef size_t at = plane * c.paint.plane
    if c.paint.kind == BYTES:
        (<uint8_t*>c.data)[at + c.offset[p]] = 1
    elif c.paint.kind == FLOATS:
        (<float*>c.data)[at + c.offset[p]] = 1
    else:
        (<uint8_t*>c.data)[at + (c.offset[p] >> 3)] |= <uint8_t>(0x80 >> (c.offset[p] & 7))


cdef inline void put_all(const gb_canvas* c, int plane) noexcept nogil:
    cdef int p
    cdef char* at = c.data + plane * c.paint.plane
    if c.straight and c.paint.kind == BYTES:
        memset(at, 1, c.paint.points)
    else:
        for p in range(c.paint.points):
            put(c, plane, p)


cdef inline void put_bits(const gb_canvas* c, int plane, const uint8_t* bits) noexcept nogil:
    """Paint the points of a bit set on a plane that is all zero, or `straight`, when it need not be."""
    cdef int i, k, whole = c.paint.points >> 3, rest = c.paint.points & 7
    cdef uint8_t* bytes
    cdef float* floats
    cdef uint8_t byte
    if not c.straight:
        for i in range(c.paint.bytes):
            byte = bits[i]
            k = 8 * i
            while byte:
                if byte & 0x80:
                    put(c, plane, k)
                byte <<= 1
                k += 1
    elif c.paint.kind == BYTES:
        bytes = <uint8_t*>c.data + plane * c.paint.plane
        k = 0
        if GB_SPREADS:
            while k + 8 <= whole:
                gb_spread(bytes + 8 * k, bits + k)
                k += 8
        for i in range(k, whole):
            memcpy(bytes + 8 * i, gb_bytes_of[bits[i]], 8)
        for i in range(rest):
            bytes[8 * whole + i] = (bits[whole] >> (7 - i)) & 1
    elif c.paint.kind == FLOATS:
        floats = <float*>c.data + plane * c.paint.plane
        for i in range(whole):
            memcpy(floats + 8 * i, gb_floats_of[bits[i]], 8 * sizeof(float))
        for i in range(rest):
            floats[8 * whole + i] = gb_floats_of[bits[whole]][i]
    else:
        memcpy(c.data + plane * c.paint.plane, bits, c.paint.bytes)


cdef inline void put_map(const gb_canvas* c, int plane, const uint8_t* map) noexcept nogil:
    cdef int p
    for p in range(c.paint.points):
        if map[p]:
            put(c, plane, p)


cdef inline void stones_at(const gb_past* past, int t, int points, uint8_t* stones) noexcept nogil:
    """The colors by point of the position `t` moves ago."""
    cdef int i, left
    cdef uint64_t black, white
    for i in range((points + 7) >> 3):
        memcpy(&black, gb_bytes_of[past.black[t][i]], 8)
        memcpy(&white, gb_bytes_of[past.white[t][i]], 8)
        black |= white << 1
        left = points - 8 * i
        memcpy(stones + 8 * i, &black, 8 if left > 8 else left)
