"""Positions as input planes for neural networks, and their symmetries: `features`, `symmetries`.

Three sets of planes, all from the side of the player to move:

* "alphago_zero": Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017), Methods, "Neural network
  architecture": for each of the latest 8 positions the player's and the opponent's stones, then one plane that is 1 if Black
  is to play. Positions before the first are all zero.
* "alphago": Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529 (2016), Extended
  Data Table 2: the 48 planes of the policy network.
* "katago_v7": the 22 spatial and 19 global inputs of KataGo's input version 7 (`fillRowV7` in cpp/neuralnet/nninputs.cpp).
"""

import difflib
import weakref

import numpy as np

from goboard.board import _arguments as arguments

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport floorf
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cimport numpy as cnp

from goboard._core cimport (
    GB_BLACK, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_KO, GB_KO_POSITIONAL, GB_KO_SIMPLE, GB_KO_NATURAL, GB_KO_SITUATIONAL, GB_LEGAL, GB_MAX_CELLS,
    GB_MAX_POINTS, GB_SUPERKO, GB_WHITE,
    Board, breathes, gb_board, gb_cell_of_point, gb_color, gb_copy, gb_history, gb_legal_under, gb_liberties, gb_play, gb_ply,
    gb_point_of_cell, gb_points, gb_root, gb_unplay, is_eye, neighbours_of,
)
from goboard.board._batch cimport PAST, BoardBatch, checked_out, gb_lane, gb_lane_allows, gb_lane_bits, gb_lane_of, gb_lane_play, gb_lanes, gb_step
from goboard.reading._tactics cimport ladder_map, pass_alive_owner

cnp.import_array()


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


cdef enum:
    MAX_BYTES = (GB_MAX_POINTS + 7) // 8


cdef struct gb_scratch:
    gb_board b
    uint8_t bits[PAST][2][MAX_BYTES]


cdef void past_of_lane(const gb_lanes* lanes, gb_lane* lane, gb_past* past) noexcept nogil:
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


cdef void past_of_board(Board board, int depth, gb_scratch* s, gb_past* past) noexcept:
    """The `depth` latest positions of a board, and its latest moves."""
    cdef gb_board* b = board.b
    cdef const gb_ply* ply
    cdef int p, color, t, i, removed, points = gb_points(b)
    cdef uint8_t bit
    past.b = b
    past.h = board.history if board.count else NULL
    past.count = board.count
    past.known = 1 + <int>min(board.count, <uint32_t>(depth - 1))
    past.moves = <int>min(board.count, <uint32_t>PAST)
    for t in range(past.moves):
        ply = &board.history.ply[board.count - t]
        past.move[t] = gb_point_of_cell(b, ply.cell) if ply.cell else points
        past.mover[t] = ply.color
    memset(s.bits, 0, sizeof(s.bits[0]))
    for p in range(points):
        color = board.view[p]
        if color:
            s.bits[0][color - 1][p >> 3] |= <uint8_t>(0x80 >> (p & 7))
    if past.known > 1:
        gb_copy(&s.b, b)
    for t in range(past.known):
        past.black[t] = s.bits[t][0]
        past.white[t] = s.bits[t][1]
        past.ko[t] = b.ko if t == 0 else s.b.ko
        if t + 1 == past.known:
            break
        ply = &board.history.ply[board.count - t]
        memcpy(s.bits[t + 1], s.bits[t], sizeof(s.bits[t]))
        if ply.cell:
            removed = 0
            for i in range(ply.takes):
                removed += ply.taken[i]
            color = ply.color if ply.suicide else 3 - ply.color
            for i in range(s.b.empties - removed, s.b.empties):
                p = gb_point_of_cell(b, s.b.empty[i])
                s.bits[t + 1][color - 1][p >> 3] |= <uint8_t>(0x80 >> (p & 7))
            p = gb_point_of_cell(b, ply.cell)
            s.bits[t + 1][ply.color - 1][p >> 3] &= <uint8_t>~(0x80 >> (p & 7))
        gb_unplay(&s.b, ply)


# Where planes are painted.

cdef enum:
    BYTES = 0
    FLOATS = 1
    BITS = 2

cdef enum:
    AT_A_TIME = 256               # positions between two looks for signals

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
    #if defined(__GNUC__) || defined(__clang__)
    #define gb_prefetch(at) __builtin_prefetch(at)
    #else
    #define gb_prefetch(at) ((void)0)
    #endif
    """
    void gb_prefetch(const void* at) noexcept nogil
    void gb_spread(uint8_t* out, const uint8_t* bits) noexcept nogil
    const bint GB_SPREADS


cdef uint64_t bytes_of[256]
cdef float floats_of[256][8]


cdef void make_tables() noexcept:
    cdef int value, k
    for value in range(256):
        for k in range(8):
            (<uint8_t*>&bytes_of[value])[k] = (value >> (7 - k)) & 1
            floats_of[value][k] = (value >> (7 - k)) & 1


make_tables()


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
            memcpy(bytes + 8 * i, &bytes_of[bits[i]], 8)
        for i in range(rest):
            bytes[8 * whole + i] = (bits[whole] >> (7 - i)) & 1
    elif c.paint.kind == FLOATS:
        floats = <float*>c.data + plane * c.paint.plane
        for i in range(whole):
            memcpy(floats + 8 * i, floats_of[bits[i]], 8 * sizeof(float))
        for i in range(rest):
            floats[8 * whole + i] = floats_of[bits[whole]][i]
    else:
        memcpy(c.data + plane * c.paint.plane, bits, c.paint.bytes)


cdef inline void put_map(const gb_canvas* c, int plane, const uint8_t* map) noexcept nogil:
    cdef int p
    for p in range(c.paint.points):
        if map[p]:
            put(c, plane, p)


cdef void stones_at(const gb_past* past, int t, int points, uint8_t* stones) noexcept nogil:
    """The colours by point of the position `t` moves ago."""
    cdef int i, left
    cdef uint64_t eight
    for i in range((points + 7) >> 3):
        eight = bytes_of[past.black[t][i]] | bytes_of[past.white[t][i]] << 1
        left = points - 8 * i
        memcpy(stones + 8 * i, &eight, 8 if left > 8 else left)


cdef void paint_alphago_zero(const gb_past* past, const gb_canvas* c) noexcept nogil:
    cdef int t, history = c.paint.history, known = min(past.known, history)
    cdef bint black = past.b.to_play == GB_BLACK
    cdef size_t item = sizeof(float) if c.paint.kind == FLOATS else 1
    for t in range(known):
        put_bits(c, 2 * t, past.black[t] if black else past.white[t])
        put_bits(c, 2 * t + 1, past.white[t] if black else past.black[t])
    if c.straight:
        memset(c.data + 2 * known * c.paint.plane * item, 0, (2 * (history - known) + 1) * c.paint.plane * item)
    if black:
        put_all(c, 2 * history)


# First planes of the groups of "alphago".
cdef enum:
    AG_PLAYER = 0
    AG_OPPONENT = 1
    AG_EMPTY = 2
    AG_ONES = 3
    AG_TURNS_SINCE = 4
    AG_LIBERTIES = 12
    AG_CAPTURE = 20
    AG_SELF_ATARI = 28
    AG_LIBERTIES_AFTER = 36
    AG_LADDER_CAPTURE = 44
    AG_LADDER_ESCAPE = 45
    AG_SENSIBLE = 46


cdef inline void put_count(const gb_canvas* c, int first, int count, int p) noexcept nogil:
    """One of eight planes: 1, 2, ... 7, and 8 or more."""
    if count > 0:
        put(c, first + min(count, 8) - 1, p)


cdef int chain_size(const gb_board* b, size_t v) noexcept nogil:
    cdef size_t s = v
    cdef int size = 0
    while True:
        size += 1
        s = b.next[s]
        if s == v:
            return size


cdef bint escapes(gb_board* after, size_t prey) noexcept nogil:
    """Whether the chain at `prey` is out of a ladder, the other side to move."""
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef uint8_t laddered[GB_MAX_POINTS]
    cdef int p, libs = gb_liberties(after, prey, NULL)
    if libs != 2:
        return libs > 2
    for p in range(gb_points(after)):
        stones[p] = <uint8_t>gb_color(after, gb_cell_of_point(after, p))
    ladder_map(stones, after.rows, after.cols, gb_point_of_cell(after, after.ko) if after.ko else -1, laddered, NULL)
    return not laddered[gb_point_of_cell(after, <int>prey)]


cdef bint is_escape(gb_board* after, const gb_board* b, size_t v, int me) noexcept nogil:
    """Whether `after`, which is `b` after a move at `v`, shows a chain that was in atari and is out of it, by that move."""
    cdef size_t[4] aside
    cdef size_t[4] around
    cdef size_t n, s, root
    cdef int k, j
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    for k in range(4):
        n = v + aside[k]
        if gb_color(b, <int>n) == me:
            # The move extends a chain in atari from its last liberty.
            if gb_liberties(b, n, NULL) == 1 and escapes(after, n):
                return True
        elif gb_color(b, <int>n) == 3 - me and gb_color(after, <int>n) == GB_EMPTY:
            # The move takes a chain: whatever of ours beside it was in atari may be saved.
            s = n
            while True:
                for j in range(4):
                    root = s + aside[j]
                    if gb_color(b, <int>root) == me and gb_liberties(b, root, NULL) == 1 and escapes(after, root):
                        return True
                s = b.next[s]
                if s == n:
                    break
    return False


cdef void paint_alphago(const gb_past* past, const gb_canvas* c, int ko, bint suicide) noexcept nogil:
    cdef const gb_board* b = past.b
    cdef gb_board after
    cdef gb_ply ply
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef uint8_t laddered[GB_MAX_POINTS]
    cdef uint8_t working[GB_MAX_POINTS]
    cdef uint8_t age[GB_MAX_POINTS]
    cdef int me = b.to_play, p, t, color, taken, libs, points = c.paint.points
    cdef size_t v
    stones_at(past, 0, points, stones)
    memset(age, 8, points)
    for t in range(min(past.moves, 8) - 1, -1, -1):
        if past.move[t] < points:
            age[past.move[t]] = <uint8_t>(t + 1)
    ladder_map(stones, b.rows, b.cols, gb_point_of_cell(b, b.ko) if b.ko else -1, laddered, working)
    gb_copy(&after, b)
    put_all(c, AG_ONES)
    for p in range(points):
        v = gb_cell_of_point(b, p)
        color = stones[p]
        if color:
            put(c, AG_PLAYER if color == me else AG_OPPONENT, p)
            put_count(c, AG_TURNS_SINCE, age[p], p)
            put_count(c, AG_LIBERTIES, gb_liberties(b, v, NULL), p)
            continue
        put(c, AG_EMPTY, p)
        if gb_legal_under(b, past.h, past.count, v, me, ko, suicide) != GB_LEGAL:
            continue
        taken = gb_play(&after, v, me, &ply)
        if not ply.suicide:
            put_count(c, AG_CAPTURE, taken, p)
            libs = gb_liberties(&after, v, NULL)
            put_count(c, AG_LIBERTIES_AFTER, libs, p)
            if libs == 1:
                put_count(c, AG_SELF_ATARI, chain_size(&after, v), p)
            if is_escape(&after, b, v, me):
                put(c, AG_LADDER_ESCAPE, p)
        gb_unplay(&after, &ply)
        if working[p] & (1 << (2 - me)):
            put(c, AG_LADDER_CAPTURE, p)
        if not is_eye(b, v, b.word[v], me, b.stride):
            put(c, AG_SENSIBLE, p)


cdef bint needs_benson(const gb_board* b, const uint8_t* stones, int color) noexcept nogil:
    """Whether `color` may own stones of the other side unconditionally: only in a region with at most one point not beside it."""
    cdef uint8_t seen[GB_MAX_CELLS]      # 1: of the region at hand; 2: of one that is too large
    cdef uint16_t queue[GB_MAX_POINTS]
    cdef size_t[4] aside
    cdef size_t v, n
    cdef int p, k, head, tail, inside
    cdef uint32_t word
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    memset(seen, 0, b.cells)
    for p in range(gb_points(b)):
        if stones[p] != 3 - color:
            continue
        v = gb_cell_of_point(b, p)
        if seen[v]:
            continue
        seen[v] = 1
        queue[0] = <uint16_t>v
        head, tail, inside = 0, 1, 0
        while head < tail and inside <= 1:
            v = queue[head]
            head += 1
            word = b.word[v]
            # Walls count as neighbours of both colours.
            inside += neighbours_of(word, 3 - color) + ((word >> 8) & 7) == 4
            for k in range(4):
                n = v + aside[k]
                if seen[n] == 2:
                    inside = 2
                elif not seen[n] and not is_wall(b, n) and gb_color(b, <int>n) != color:
                    seen[n] = 1
                    queue[tail] = <uint16_t>n
                    tail += 1
        if inside <= 1:
            return True
        for k in range(tail):
            seen[queue[k]] = 2
    return False


cdef void area_owner(const gb_board* b, const uint8_t* stones, bint suicide, uint8_t* owner) noexcept nogil:
    """KataGo's `calculateArea` with all flags on: area, dead stones in unconditional territory counted for its owner."""
    cdef uint16_t region[GB_MAX_POINTS]
    cdef size_t[4] aside
    cdef size_t v, n
    cdef int p, q, k, i, size, colors
    cdef uint8_t seen[GB_MAX_POINTS]
    if needs_benson(b, stones, GB_BLACK) or needs_benson(b, stones, GB_WHITE):
        pass_alive_owner(stones, b.rows, b.cols, suicide, True, True, True, owner)
        return
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    memcpy(owner, stones, gb_points(b))
    memset(seen, 0, gb_points(b))
    for p in range(gb_points(b)):
        if stones[p] or seen[p]:
            continue
        seen[p] = 1
        region[0] = <uint16_t>gb_cell_of_point(b, p)
        size, i, colors = 1, 0, 0
        while i < size:
            for k in range(4):
                n = region[i] + aside[k]
                if is_wall(b, n):
                    continue
                q = gb_point_of_cell(b, <int>n)
                if stones[q]:
                    colors |= stones[q]
                elif not seen[q]:
                    seen[q] = 1
                    region[size] = <uint16_t>n
                    size += 1
            i += 1
        if colors == 1 or colors == 2:
            for i in range(size):
                owner[gb_point_of_cell(b, region[i])] = <uint8_t>colors


cdef void independent_life(const uint8_t* stones, const gb_board* b, bint suicide, bint keep_territory, bint keep_stones, uint8_t* owner) noexcept nogil:
    """KataGo's `calculateIndependentLifeArea`: what each side owns by area, less the areas that touch dame or hold an own stone in
    atari; of these the territory, or the stones, may be kept."""
    cdef uint8_t area[GB_MAX_POINTS]
    cdef uint8_t seki[GB_MAX_CELLS]
    cdef uint16_t queue[GB_MAX_POINTS]
    cdef size_t[4] aside
    cdef size_t v, n
    cdef int p, k, head, tail, points = gb_points(b)
    cdef bint bad
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    area_owner(b, stones, suicide, area)
    memset(seki, 0, b.cells)
    for p in range(points):
        v = gb_cell_of_point(b, p)
        if area[p] == GB_EMPTY or seki[v]:
            continue
        bad = stones[p] == area[p] and gb_liberties(b, v, NULL) == 1
        for k in range(4):
            n = v + aside[k]
            bad |= is_dame(b, n, area)
        if not bad:
            continue
        seki[v] = 1
        queue[0] = <uint16_t>v
        head, tail = 0, 1
        while head < tail:
            for k in range(4):
                n = queue[head] + aside[k]
                if not is_wall(b, n) and not seki[n] and area[gb_point_of_cell(b, <int>n)] == area[p]:
                    seki[n] = 1
                    queue[tail] = <uint16_t>n
                    tail += 1
            head += 1
    for p in range(points):
        if seki[gb_cell_of_point(b, p)] and not (keep_stones if stones[p] == area[p] else keep_territory):
            owner[p] = GB_EMPTY
        else:
            owner[p] = area[p]


def independent_life_area(board, *, suicide=False, keep_territory=False, keep_stones=False):
    """KataGo's areas of independent life: uint8 (rows, cols) of 1, 2 and 0.

    What each side owns by area, less the areas that touch dame or hold an own stone in atari; of these the territory, or the stones,
    may be kept. suicide: whether pass-alive areas reckon with suicide. Source: KataGo's rules page, taxes on seki.
    """
    cdef Board at = arguments.position(board)
    cdef bint with_suicide = arguments.flag(suicide, "suicide")
    cdef bint territory = arguments.flag(keep_territory, "keep_territory"), stones = arguments.flag(keep_stones, "keep_stones")
    owner = np.empty((at.b.rows, at.b.cols), dtype=np.uint8)
    independent_life(at.view, at.b, with_suicide, territory, stones, <uint8_t*>cnp.PyArray_DATA(owner))
    return owner


cdef inline bint is_wall(const gb_board* b, size_t v) noexcept nogil:
    return (b.word[v] >> 14) & 1


cdef inline bint is_dame(const gb_board* b, size_t v, const uint8_t* area) noexcept nogil:
    return not is_wall(b, v) and gb_color(b, <int>v) == GB_EMPTY and area[gb_point_of_cell(b, <int>v)] == GB_EMPTY


cdef float parity_wave(float komi, int points) noexcept nogil:
    """A triangle wave over the player's komi, of period 2 and rising through the komis at which the game can be drawn."""
    cdef float below, delta
    below = floorf(komi / 2) * 2 if points % 2 == 0 else floorf((komi - 1) / 2) * 2 + 1
    delta = min(max(komi - below, <float>0), <float>2)
    return delta if delta < 0.5 else 1 - delta if delta < 1.5 else delta - 2


cdef void paint_katago_v7(const gb_past* past, const gb_canvas* c, const gb_terms* terms, float* globals) noexcept nogil:
    cdef const gb_board* b = past.b
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef uint8_t map[GB_MAX_POINTS]
    cdef uint8_t working[GB_MAX_POINTS]
    cdef uint8_t libs_of[GB_MAX_CELLS]
    cdef float row[19]
    cdef int me = b.to_play, enemy = 3 - me, p, t, i, color, verdict, move, ko, history = 0, points = c.paint.points
    cdef size_t v, root
    cdef float komi
    cdef bint has_area = True
    memset(row, 0, sizeof(row))
    stones_at(past, 0, points, stones)

    # 0 on the board; 1, 2 stones; 3 to 5 chains of one to three liberties.
    put_all(c, 0)
    put_bits(c, 1, past.black[0] if me == GB_BLACK else past.white[0])
    put_bits(c, 2, past.white[0] if me == GB_BLACK else past.black[0])
    memset(libs_of, 0, b.cells)
    for p in range(points):
        if not stones[p]:
            continue
        root = gb_root(b, gb_cell_of_point(b, p))
        if not libs_of[root]:
            # Four pseudo-liberties a liberty at most: more than twelve are more than three.
            libs_of[root] = 4 if b.libs[root] > 12 else <uint8_t>min(gb_liberties(b, root, NULL), 4)
        if libs_of[root] < 4:
            put(c, 2 + libs_of[root], p)

    # 6 what ko and superko bar, in the encore kos taken once; 7 kos that must not be retaken in the encore.
    if terms.encore == 0:
        if b.ko and b.ko_color == me:
            put(c, 6, gb_point_of_cell(b, b.ko))
        if terms.ko >= GB_KO_POSITIONAL:
            for i in range(b.empties):
                v = b.empty[i]
                if b.word[v] & GB_EMPTY_NEIGHBOURS and (past.h == NULL or not (past.h.stood[v >> 6] >> (v & 63)) & 1):
                    continue
                verdict = gb_legal_under(b, past.h, past.count, v, me, terms.ko, terms.suicide)
                # A single stone's suicide is no move for KataGo, and so no superko.
                if (verdict == GB_SUPERKO or verdict == GB_KO) and not (neighbours_of(b.word[v], enemy) == 4
                                                                        and not breathes(b, v, me, b.stride)):
                    put(c, 6, gb_point_of_cell(b, <int>v))
    else:
        if terms.ko_taken != NULL:
            put_map(c, 6, terms.ko_taken)
        if terms.ko_blocked != NULL:
            put_map(c, 7, terms.ko_blocked)

    # 9 to 13 the last five moves, as long as the players alternate.
    if not terms.finished:
        while history < 5 and history < past.moves and <uint32_t>history < terms.turns:
            if past.mover[history] != (me if history & 1 else enemy):
                break
            move = past.move[history]
            # KataGo keeps a pass for a ko as a move at its point.
            if move == points and terms.ko_pass[history] >= 0:
                move = terms.ko_pass[history]
            if move == points:
                row[history] = 1
            else:
                put(c, 9 + history, move)
            history += 1

    # 14 laddered stones; 15, 16 one and two turns ago; 17 moves that catch the opponent's.
    for t in range(3):
        if t <= history and t < past.known:
            if t:
                stones_at(past, t, points, stones)
            # In the encore marks bar the kos, and a ladder meets none.
            ko = gb_point_of_cell(b, past.ko[t]) if past.ko[t] and terms.encore == 0 else -1
            ladder_map(stones, b.rows, b.cols, ko, map, working if t == 0 else NULL)
            if t == 0:
                for p in range(points):
                    if working[p] & (1 << (enemy - 1)):
                        put(c, 17, p)
        put_map(c, 14 + t, map)

    # 18, 19 who owns what, where that counts now.
    if past.known > 1 and history:
        stones_at(past, 0, points, stones)
    if terms.territory:
        has_area = terms.encore >= 2
        if has_area:
            independent_life(stones, b, terms.suicide, terms.tax == 0, False, map)
            if terms.encore_stones != NULL:
                for p in range(points):
                    if map[p] == GB_EMPTY and stones[p] == terms.encore_stones[p]:
                        map[p] = stones[p]
    elif terms.tax:
        independent_life(stones, b, terms.suicide, False, True, map)
    else:
        area_owner(b, stones, terms.suicide, map)
    for p in range(points):
        if has_area and map[p]:
            put(c, 18 if map[p] == me else 19, p)
        # 20, 21 stones at the start of the second encore.
        if terms.encore >= 2 and terms.encore_stones != NULL and terms.encore_stones[p]:
            put(c, 20 if terms.encore_stones[p] == me else 21, p)

    if globals == NULL:
        return
    komi = terms.komi if me == GB_WHITE else -terms.komi
    row[5] = min(max(komi, <float>(-points - 20)), <float>(points + 20)) / 20
    if terms.ko >= GB_KO_POSITIONAL:
        row[6] = 1
        row[7] = 0.5 if terms.ko == GB_KO_POSITIONAL else -0.5
    row[8] = terms.suicide
    row[9] = terms.territory
    row[10] = terms.tax >= 1
    row[11] = terms.tax == 2
    row[12] = terms.encore >= 1
    row[13] = terms.encore >= 2
    row[14] = terms.pass_ends and not terms.finished
    row[15] = terms.advantage != 0
    row[16] = terms.advantage / 2
    row[17] = terms.button
    if not terms.territory or terms.encore >= 2:
        row[18] = parity_wave(min(max(komi, <float>(-points - 20)), <float>(points + 20)), points)
    memcpy(globals, row, sizeof(row))


cdef void paint_one(const gb_paint* paint, Py_ssize_t i, const gb_past* past, int ko, bint suicide) noexcept nogil:
    cdef gb_canvas c
    cdef int k = paint.symmetry[i]
    c.paint = paint
    c.data = paint.data + i * paint.lane
    c.offset = paint.offset[k]
    c.straight = paint.straight and k == 0
    if not (c.straight and paint.preset == ALPHAGO_ZERO):
        memset(c.data, 0, paint.lane)
    if paint.preset == ALPHAGO_ZERO:
        paint_alphago_zero(past, &c)
    elif paint.preset == ALPHAGO:
        paint_alphago(past, &c, ko, suicide)
    else:
        paint_katago_v7(past, &c, &paint.terms[i if paint.own_terms else 0], NULL if paint.globals == NULL else paint.globals + 19 * i)


cdef bint paint_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef gb_past past
    cdef Py_ssize_t i
    cdef const char* ahead
    cdef int at
    for i in range(first, last):
        if i + 1 < last:
            # Lanes lie so far apart that the processor does not foresee the next.
            ahead = <const char*>gb_lane_of(lanes, i + 1)
            gb_prefetch(ahead)
            gb_prefetch(ahead + 64)
            gb_prefetch(&(<const gb_lane*>ahead).board.to_play)
            for at in range(0, 2 * PAST * lanes.bytes, 64):
                gb_prefetch(ahead + sizeof(gb_lane) + at)
        past_of_lane(lanes, gb_lane_of(lanes, i), &past)
        paint_one(<const gb_paint*>what, i, &past, lanes.ko, lanes.suicide)
    return False


cdef bint replay_lane(const gb_lanes* lanes, const gb_paint* paint, const int64_t* moves, const uint8_t* colors, Py_ssize_t n,
                      Py_ssize_t* played) noexcept nogil:
    """Paint the position before each move and play it in lane 0, up to the first that is illegal. Returns 1 without memory."""
    cdef gb_lane* lane = gb_lane_of(lanes, 0)
    cdef gb_past past
    cdef size_t cell
    played[0] = 0
    while played[0] < n:
        lane.board.to_play = lane.step[lane.at].turn = colors[played[0]]
        cell = gb_cell_of_point(&lane.board, <int>moves[played[0]]) if moves[played[0]] < lanes.points else 0
        if cell and (gb_color(&lane.board, <int>cell) != GB_EMPTY or not gb_lane_allows(lanes, lane, cell)):
            return False
        past_of_lane(lanes, lane, &past)
        paint_one(paint, played[0], &past, lanes.ko, lanes.suicide)
        if gb_lane_play(lanes, lane, cell, colors[played[0]]):
            return True
        played[0] += 1
    return False


def replay_planes(start, moves, colors, name="alphago_zero", *, history=8, symmetry=0, pos_len=None):
    """Bit-packed planes of the position before every move of a game: (planes, how many moves could be played).

    start: the board before the first, its laws those of the game. moves: points and passes; colors: who played each.
    name: "alphago_zero" or "alphago". planes: uint8, shape (N, C, bytes), N the moves before the first that is illegal.
    """
    cdef Board first = arguments.position(start, "start")
    cdef cnp.ndarray points = ints_of(moves, "moves", np.int64)
    cdef cnp.ndarray sides = ints_of(colors, "colors", np.uint8)
    cdef BoardBatch batch = BoardBatch(1, (first.b.rows, first.b.cols), first.ko, first.suicide)
    cdef gb_paint paint
    cdef cnp.ndarray array
    cdef list keep = []
    cdef Py_ssize_t n = points.size, upto = 0, played = 0
    cdef bint failed = False
    if points.ndim != 1 or sides.ndim != 1 or sides.size != n:
        raise ValueError(f"moves and colors are arrays of one length, not of {points.size} and {sides.size}")
    if n and (points.min() < 0 or points.max() > batch.lanes.points or sides.min() < 1 or sides.max() > 2):
        raise ValueError(f"moves are 0 to {batch.lanes.points} and colours 1 and 2")
    name = arguments.choice(name, "name", ("alphago_zero", "alphago"))
    batch.set(0, first)
    paint.rows, paint.cols = batch.lanes.rows, batch.lanes.cols
    array = prepare(&paint, n, PRESETS[name], history, None, symmetry, "NCHW", None, pos_len, True, keep)
    while played == upto < n and not failed:
        upto = min(n, upto + AT_A_TIME)
        with nogil:
            failed = replay_lane(&batch.lanes, &paint, <const int64_t*>cnp.PyArray_DATA(points), <const uint8_t*>cnp.PyArray_DATA(sides),
                                 upto, &played)
        PyErr_CheckSignals()
    if failed:
        raise MemoryError()
    return array[:played], played


cdef cnp.ndarray ints_of(object value, str what, object dtype):
    """A new C-contiguous array of integers."""
    given = np.array(value, subok=False)
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, not {given.dtype}")
    limits = np.iinfo(dtype)
    if given.size and (int(given.min()) < limits.min or int(given.max()) > limits.max):
        raise ValueError(f"{what} must be {limits.min} to {limits.max}")
    return np.ascontiguousarray(given, dtype=dtype)


def unpack_planes(packed, shape, dtype=np.uint8):
    """Bit-packed planes, uint8 (N, C, bytes), as planes of 0 and 1, shape (N, C, rows, cols), of uint8, int8, bool or float32."""
    cdef cnp.ndarray bits
    cdef cnp.ndarray planes
    cdef gb_paint paint
    cdef gb_canvas c
    cdef Py_ssize_t i, n
    if not isinstance(shape, (tuple, list)) or len(shape) != 2:
        raise ValueError(f"shape must be (rows, cols), not {arguments.shown(shape)}")
    rows, cols = (arguments.integer(side, "shape", 1, 64) for side in list(shape))
    given = np.asarray(packed)
    if given.ndim != 3 or given.shape[2] != (rows * cols + 7) // 8:
        raise ValueError(f"packed planes of {rows} by {cols} points have {(rows * cols + 7) // 8} bytes each, not the shape {given.shape}")
    if given.dtype != np.uint8:
        raise TypeError(f"packed planes must be of uint8, not {given.dtype}")
    bits = np.array(given, order="C", subok=False)
    kind = kind_of(dtype, list(KINDS))
    planes = np.empty((bits.shape[0], bits.shape[1], rows, cols), kind)
    memset(&paint, 0, sizeof(paint))
    paint.points = rows * cols
    paint.bytes = <int>bits.shape[2]
    paint.kind = KINDS[kind]
    paint.plane = paint.points
    c.paint = &paint
    c.straight = True
    n = bits.shape[0] * bits.shape[1]
    with nogil:
        for i in range(n):
            c.data = <char*>cnp.PyArray_DATA(planes) + i * paint.points * (sizeof(float) if paint.kind == FLOATS else 1)
            put_bits(&c, 0, <const uint8_t*>cnp.PyArray_DATA(bits) + i * paint.bytes)
    return planes


cdef object kind_of(object dtype, list kinds):
    """The dtype of planes, one of `kinds`."""
    try:
        kind = np.dtype(dtype)
    except TypeError:
        kind = None
    if kind not in kinds:
        raise TypeError(f"dtype must be {' or '.join(d.name for d in kinds)}, not {arguments.shown(dtype)}")
    return kind


# The names of the planes.

def _planes():
    """Preset -> {plane: meaning}, in the order of the planes."""
    zero = {}
    for t in range(PAST):
        when = "now" if t == 0 else f"{t} moves ago"
        zero[f"player_{t}"] = f"stones of the player to move, {when}"
        zero[f"opponent_{t}"] = f"stones of the opponent, {when}"
    zero["black_to_play"] = "1 everywhere if Black is to play, else 0"
    alphago = {
        "player": "stones of the player to move",
        "opponent": "stones of the opponent",
        "empty": "empty points",
        "ones": "1 everywhere",
    }
    for name, what in {
        "turns_since": "stones played {} turns ago",
        "liberties": "stones of chains with {} liberties",
        "capture_size": "legal moves that take {} stones",
        "self_atari_size": "legal moves that leave the own chain, {} stones, in atari",
        "liberties_after": "legal moves after which the own chain has {} liberties",
    }.items():
        for n in range(1, 9):
            alphago[f"{name}_{n}"] = what.format("8 or more" if n == 8 else n)
    alphago["ladder_capture"] = "moves that catch a chain of two liberties in a ladder"
    alphago["ladder_escape"] = "legal moves that bring an own chain out of atari and of a ladder"
    alphago["sensible"] = "legal moves that do not fill an own eye"
    alphago["zeros"] = "0 everywhere"
    katago = {
        "on_board": "1 on the board, 0 on what pos_len adds",
        "player": "stones of the player to move",
        "opponent": "stones of the opponent",
        "liberties_1": "stones of chains with 1 liberty",
        "liberties_2": "stones of chains with 2 liberties",
        "liberties_3": "stones of chains with 3 liberties",
        "ko_ban": "points that ko or superko bars to the player; in the encore, kos that may be taken once and were",
        "ko_recapture_blocked": "kos that may not be retaken in the encore; 0 outside it",
        "unused": "0 everywhere",
        "move_1": "the last move, if the opponent played it",
        "move_2": "the move before, if the players alternated since",
        "move_3": "the third last move, if the players alternated since",
        "move_4": "the fourth last move, if the players alternated since",
        "move_5": "the fifth last move, if the players alternated since",
        "ladder_now": "stones that cannot escape a ladder: in atari, though their owner moves; with two liberties, if the other side moves",
        "ladder_1": "the same one move ago; the present again if that move is not shown",
        "ladder_2": "the same two moves ago",
        "ladder_catch": "moves that catch a chain of the opponent's with two liberties in a ladder",
        "area_player": "points that the player owns, where that counts (area rules; the second encore of territory rules)",
        "area_opponent": "points that the opponent owns, where that counts",
        "encore_player": "stones of the player at the start of the second encore; 0 outside it",
        "encore_opponent": "stones of the opponent at the start of the second encore; 0 outside it",
    }
    return {"alphago_zero": zero, "alphago": alphago, "katago_v7": katago}


GLOBALS = (
    "the last move was a pass", "the move before was a pass", "the third last move was a pass", "the fourth last move was a pass",
    "the fifth last move was a pass", "the player's komi / 20, clipped to 20 more than the points of the board",
    "superko", "0.5 positional, -0.5 situational superko", "suicide of several stones is legal", "territory scoring",
    "no points in seki", "a tax on all groups", "in the encore", "in the second encore", "a pass would end the phase",
    "a playout advantage is set", "half the playout doubling advantage", "the button is still there",
    "parity of board and komi: a triangle wave of the komi",
)
PRESETS = {"alphago_zero": ALPHAGO_ZERO, "alphago": ALPHAGO, "katago_v7": KATAGO_V7}
COUNTS = {ALPHAGO: 48, KATAGO_V7: 22}
KINDS = {np.dtype(np.float32): FLOATS, np.dtype(np.uint8): BYTES, np.dtype(np.int8): BYTES, np.dtype(bool): BYTES}
KO_RULES = {
    "none": GB_KO_SIMPLE, "simple": GB_KO_SIMPLE, "positional": GB_KO_POSITIONAL, "spight": GB_KO_POSITIONAL,
    "situational": GB_KO_SITUATIONAL, "natural": GB_KO_NATURAL,
}
TAXES = ("none", "seki", "all")
BATCH_KO = ("none", "simple", "positional", "situational", "natural")
TERMS = {
    "ko": None, "scoring": "area", "tax": "none", "suicide": None, "komi": 7.5, "bonus": None, "button": False, "encore": 0,
    "encore_stones": None, "ko_blocked": None, "ko_taken": None, "ko_passes": None, "finished": False, "pass_ends": None, "turns": None,
    "advantage": 0.0,
}


cdef list positions_of(object given):
    """[(Board, its Game or None)] of what `features` takes; only the structs of the boards are looked at from here on."""
    cdef list found = []
    if isinstance(given, (Board, str)) or isinstance(getattr(given, "board", None), Board):
        each = [given]
    elif given is None or isinstance(given, (bytes, bytearray, dict, set, frozenset, int, float)):
        raise TypeError(
            f"positions must be a Board, a Game, a BoardBatch, an array of stones, or a sequence of these, not {arguments.shown(given)}")
    else:
        each = given
        if not isinstance(given, np.ndarray):
            try:
                each = list(given)
            except TypeError:
                raise TypeError("positions must be a Board, a Game, a BoardBatch, an array of stones, or a sequence of these, "
                                f"not {arguments.shown(given)}") from None
            if each and isinstance(each[0], (list, tuple)):
                try:
                    each = np.array(each)
                except ValueError:
                    raise ValueError(f"positions must be boards of one shape, not {arguments.shown(given)}") from None
        if isinstance(each, np.ndarray):
            each = np.array(each, subok=False)
            each = [each] if each.ndim == 2 else list(each) if each.ndim else [each.item()]
    for i, one in enumerate(each):
        if isinstance(one, Board):
            found.append((one, None))
        else:
            board = getattr(one, "board", None)
            if isinstance(board, Board):
                found.append((board, one if hasattr(one, "rules") else None))
            else:
                found.append((arguments.position(one, f"positions[{i}]" if len(each) > 1 else "positions"), None))
    return found


cdef int stones_spent(const gb_board* b) noexcept:
    """Black's stones less White's, those taken off counted: as KataGo has it, each costs its side a point of its area, those that
    were set up too."""
    cdef int p, color, spent = <int>b.captures[GB_WHITE] - <int>b.captures[GB_BLACK]
    for p in range(gb_points(b)):
        color = gb_color(b, gb_cell_of_point(b, p))
        spent += (color == GB_BLACK) - (color == GB_WHITE)
    return spent


def rule_terms(rules, board, komi, bonus=0.0, floor=0):
    """What KataGo's planes ask beyond the board, as keyword arguments of `features.katago_v7`, of a game that stands at `board`.

    rules: a Rules, as `Rules.to_katago` gives them. komi, bonus: points for White, the latter for handicap stones.
    floor: the number of the move before which another phase was.
    """
    moves, button, passes = board.moves, rules.button, 0
    bonus = float(bonus)
    if rules.scoring == "territory":
        bonus += stones_spent((<Board?>board).b)
    for number, (color, move) in enumerate(moves):
        if move != board.pass_move:
            passes = 0
        elif button:
            bonus += 0.5 if color == GB_WHITE else -0.5
            button = False
        elif number >= floor:
            passes += 1
    if float(komi).is_integer():
        komi += {"draw": 0.0, "black": -0.5, "white": 0.5}[rules.tie]
    terms = {
        "ko": rules.ko if rules.ko in ("simple", "situational", "natural") else "positional",
        "scoring": "territory" if rules.scoring == "territory" else "area",
        "tax": rules.tax,
        "suicide": rules.suicide,
        "komi": komi,
        "bonus": bonus,
        "button": button,
        "turns": board.move_count - floor,
    }
    if rules.button or passes:
        terms["pass_ends"] = passes > 0 and not button
    return terms


def game_terms(game, board=None):
    """What KataGo's planes ask of a Game beyond the board, as keyword arguments of `features.katago_v7`: the one place that says it.

    board: the game's position after its first `board.move_count` moves (see `Game.positions`), from which it went on; None as it
    stands. A game that has stopped counts as finished; the clean-up of KataGo knows its own phases. A resumption begins a phase.
    """
    now = board is None
    if now:
        board = game.board
    floor = max([ply for ply, _ in game.resumed if ply <= board.move_count], default=0)
    terms = {**rule_terms(game.rules, board, game.komi, game.bonus, floor), "finished": now and game.phase != "play"}
    if game.cleanup is not None:
        terms.update(game._procedure.terms(board))
        terms["finished"] = now and game.phase == "finished"
        terms["bonus"] += game.bonus
    return terms


cdef bint passed_here_before(const gb_history* h, uint32_t count, uint32_t turns, const gb_board* b) noexcept:
    """Whether the side to move has passed before in this position, in the latest `turns` moves."""
    cdef uint32_t k
    for k in range(count - min(turns, count) + 1, count + 1):
        if h.ply[k].cell == 0 and h.ply[k].color == b.to_play and h.ply[k].hash == b.hash:
            return True
    return False


cdef object map_of(object value, str what, tuple shape):
    """A map by point as a new uint8 array, or None."""
    if value is None:
        return None
    given = np.array(value, subok=False)
    if given.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, not {given.shape}")
    if given.dtype.kind not in "iub":
        raise TypeError(f"{what} must hold integers 0, 1 and 2, not {given.dtype}")
    if given.size and (given.min() < 0 or given.max() > 2):
        raise ValueError(f"{what} must hold 0, 1 and 2")
    return np.array(given, dtype=np.uint8, order="C")


cdef dict plain_terms(dict options, tuple shape):
    """The terms given, each a plain value that no caller's code can change afterwards."""
    cdef dict plain = {}
    for name, value in options.items():
        if name not in TERMS:
            near = difflib.get_close_matches(name, list(TERMS), 1)
            raise TypeError(f"{name!r} is not an argument of these planes; the terms are {', '.join(TERMS)}"
                            + (f"; did you mean {near[0]!r}?" if near else ""))
        if name in ("encore_stones", "ko_blocked", "ko_taken"):
            plain[name] = map_of(value, name, shape)
        elif name == "ko_passes":
            try:
                given = {} if value is None else dict(value)
            except (TypeError, ValueError):
                raise TypeError(f"ko_passes must be a dict from 1 to 5 (moves ago) to points, not {arguments.shown(value)}") from None
            plain[name] = {arguments.integer(ago, "ko_passes (moves ago)", 1, 5):
                           arguments.integer(at, "ko_passes (point)", 0, shape[0] * shape[1] - 1) for ago, at in given.items()}
        elif value is None and name in ("ko", "suicide", "bonus", "pass_ends", "turns"):
            plain[name] = None
        elif name == "ko":
            plain[name] = arguments.choice(value, name, KO_RULES)
        elif name == "scoring":
            plain[name] = arguments.choice(value, name, ("area", "territory"))
        elif name == "tax":
            plain[name] = arguments.choice(value, name, TAXES)
        elif name in ("suicide", "button", "finished", "pass_ends"):
            plain[name] = arguments.flag(value, name)
        elif name == "encore":
            plain[name] = arguments.integer(value, name, 0, 2)
        elif name == "turns":
            plain[name] = arguments.integer(value, name, 0, 2 ** 30)
        else:
            plain[name] = arguments.komi(value, name)
    return plain


cdef uint8_t* kept(object array, list keep):
    if array is None:
        return NULL
    keep.append(array)
    return <uint8_t*>cnp.PyArray_DATA(<cnp.ndarray>array)


cdef int fill_terms(gb_terms* terms, dict plain, int own_ko, bint own_suicide, list keep) except -1:
    """The terms that do not depend on the moves played, out of `plain_terms`."""
    cdef int k
    cdef dict t = {**TERMS, **plain}
    terms.ko = <int>KO_RULES[t["ko"]] if t["ko"] is not None else own_ko if own_ko >= GB_KO_POSITIONAL else GB_KO_SIMPLE
    terms.suicide = own_suicide if t["suicide"] is None else t["suicide"]
    terms.territory = t["scoring"] == "territory"
    terms.tax = TAXES.index(t["tax"])
    terms.button = t["button"]
    terms.encore = t["encore"]
    terms.finished = t["finished"]
    terms.komi = t["komi"]
    terms.advantage = t["advantage"]
    terms.encore_stones = kept(t["encore_stones"], keep)
    terms.ko_blocked = kept(t["ko_blocked"], keep)
    terms.ko_taken = kept(t["ko_taken"], keep)
    for k in range(5):
        terms.ko_pass[k] = -1
    for ago, at in (t["ko_passes"] or {}).items():
        terms.ko_pass[<int>ago - 1] = at
    return 0


cdef int follow_moves(gb_terms* terms, dict plain, const gb_board* b, const gb_history* h, uint32_t count) except -1:
    """The terms that the moves played decide, unless they are given. Nothing in here runs a caller's code."""
    cdef double bonus = 0
    cdef bint spight = terms.ko == GB_KO_SIMPLE or terms.encore or plain.get("ko") == "spight"
    terms.turns = count if plain.get("turns") is None else plain["turns"]
    if plain.get("bonus") is not None:
        bonus = plain["bonus"]
    elif terms.territory:
        bonus = stones_spent(b)
    terms.komi += bonus
    if plain.get("pass_ends") is not None:
        terms.pass_ends = plain["pass_ends"]
    elif count:
        terms.pass_ends = (terms.turns > 0 and h.ply[count].cell == 0 and not terms.button) or (
            spight and passed_here_before(h, count, terms.turns, b))
    return 0


cdef void set_offsets(int32_t* offset, int k, int rows, int cols, int length, int step) noexcept nogil:
    """Where symmetry `k` puts every point in a plane of rows of `length` points, `step` elements a point."""
    cdef int row, col, r, c
    for row in range(rows):
        for col in range(cols):
            r, c = (col, row) if k & 4 else (row, col)
            if k & 1:
                r = (cols if k & 4 else rows) - 1 - r
            if k & 2:
                c = (rows if k & 4 else cols) - 1 - c
            offset[row * cols + col] = (r * length + c) * step


cdef object turns_of(object value, str what, Py_ssize_t n, str each):
    """A symmetry, or one for each of `n`: an int, or an array (n,) of its own."""
    if isinstance(value, (list, tuple)) and any(isinstance(k, (bool, np.bool_)) for k in value):
        raise TypeError(f"{what} must be an int from 0 to 7, or one for every {each}, not {arguments.shown(value)}")
    try:
        given = np.array(value, subok=False)
    except ValueError:
        given = np.empty((0, 0))
    if given.ndim == 0:
        return arguments.integer(value if given.dtype.kind == "O" else given.item(), what, 0, 7)
    if given.ndim > 1 or given.size and given.dtype.kind not in "iu":
        raise TypeError(f"{what} must be an int from 0 to 7, or one for every {each}, not {arguments.shown(value)}")
    if given.shape[0] != n:
        raise ValueError(f"{what} must be one int, or {n}, one for every {each}, not {given.shape[0]}")
    if given.size and (given.min() < 0 or given.max() > 7):
        raise ValueError(f"{what} must be 0 to 7, not {arguments.shown(value)}")
    return given.astype(np.uint8)


cdef tuple symmetries_of(object symmetry, Py_ssize_t n):
    """(one for every position, which there are, whether any or all swap rows and columns: set of 0 and 1)."""
    chosen = np.empty(n, np.uint8)
    chosen[...] = turns_of(symmetry, "symmetry", n, "position")
    used = np.flatnonzero(np.bincount(chosen, minlength=8)).tolist() or [0]
    return chosen, used, {k >> 2 for k in used}


cdef object plain_array(object out):
    """An array of a subclass as the ndarray that it is, so that nothing it overrides has a say; a masked array's mask would be passed over."""
    if not isinstance(out, np.ndarray) or type(out) is np.ndarray:
        return out
    if isinstance(out, np.ma.MaskedArray):
        raise TypeError("out must be an array without a mask, not a MaskedArray")
    return np.ndarray.view(out, np.ndarray)


cdef cnp.ndarray prepare(gb_paint* paint, Py_ssize_t n, int preset, object history, object out, object symmetry, object layout, object dtype,
                        object pos_len, object packed, list keep):
    """Fill in what to paint and where for `n` positions of paint.rows by paint.cols; returns the array. `keep` holds the rest of it."""
    cdef int k, high, wide, length, area
    cdef Py_ssize_t i
    cdef cnp.ndarray array, tables, chosen
    paint.preset = preset
    paint.points = paint.rows * paint.cols
    paint.bytes = (paint.points + 7) // 8
    paint.history = arguments.integer(history, "history", 1, PAST)
    if preset != ALPHAGO_ZERO and paint.history != PAST:
        raise ValueError(f"history goes with alphago_zero; {list(PRESETS)[preset]} has its own")
    packed = arguments.flag(packed, "packed")
    layout = arguments.choice(layout, "layout", ("NCHW", "NHWC"))
    paint.planes = 2 * paint.history + 1 if preset == ALPHAGO_ZERO else <int>COUNTS[preset]

    # Symmetries.
    used = [0]
    if symmetry.__class__ is int and symmetry == 0:
        chosen = np.zeros(n, np.uint8)
        turned = {0}
    else:
        chosen, used, turned = symmetries_of(symmetry, n)
    high, wide = (paint.cols, paint.rows) if 1 in turned else (paint.rows, paint.cols)
    if len(turned) > 1 and paint.rows != paint.cols and pos_len is None:
        raise ValueError("symmetries that swap rows and columns, and others, do not fit in one array of a rectangular board")
    paint.symmetry = <uint8_t*>cnp.PyArray_DATA(chosen)
    if pos_len is not None:
        length = arguments.integer(pos_len, "pos_len", max(paint.rows, paint.cols), 64)
        high = wide = length
    area = high * wide

    # The array.
    if packed:
        if layout != "NCHW":
            raise ValueError("packed planes have the layout NCHW")
        shape = (n, paint.planes, (area + 7) // 8)
        kinds = [np.dtype(np.uint8)]
    else:
        shape = (n, paint.planes, high, wide) if layout == "NCHW" else (n, high, wide, paint.planes)
        kinds = list(KINDS)
    if out is None:
        array = np.empty(shape, kinds[0] if dtype is None else kind_of(dtype, kinds))
    else:
        array = checked_out(plain_array(out), shape, kinds, "out")
        if dtype is not None and kind_of(dtype, kinds) != <object>cnp.PyArray_DESCR(array):
            raise TypeError(f"dtype is {np.dtype(dtype)}, but out is of {array.dtype}")
    paint.kind = BITS if packed else <int>KINDS[<object>cnp.PyArray_DESCR(array)]
    paint.data = <char*>cnp.PyArray_DATA(array)
    paint.lane = cnp.PyArray_NBYTES(array) // n if n else 0
    paint.plane = (area + 7) // 8 if packed else area if layout == "NCHW" else 1
    paint.straight = layout == "NCHW" and high == paint.rows and wide == paint.cols
    tables = np.empty((8, paint.points), np.int32)
    for k in range(8):
        paint.offset[k] = <int32_t*>cnp.PyArray_DATA(tables) + k * paint.points
    for i in range(len(used)):
        k = used[i]
        length = wide if pos_len is not None else paint.rows if k & 4 else paint.cols
        set_offsets(paint.offset[k], k, paint.rows, paint.cols, length, 1 if layout == "NCHW" else paint.planes)
    paint.terms = NULL
    paint.globals = NULL
    keep += [chosen, tables]
    return array


cdef tuple paint_positions(object positions, int preset, object history, object out, object symmetry, object layout, object dtype,
                           object pos_len, object packed, object want_globals, object out_global, dict options):
    """(planes, globals or None)."""
    cdef gb_paint paint
    cdef gb_scratch scratch
    cdef gb_past past
    cdef gb_terms* terms = NULL
    cdef gb_terms base
    cdef Py_ssize_t parsed = -1
    cdef BoardBatch batch = None
    cdef list boards = None
    cdef list keep = []
    cdef Board board
    cdef Py_ssize_t n, i
    cdef cnp.ndarray array, row_array

    # Everything that may run a caller's code comes first; then boards and batch are looked at, by their structs.
    if isinstance(positions, BoardBatch):
        batch = positions
        n = batch.lanes.n
        paint.rows, paint.cols = batch.lanes.rows, batch.lanes.cols
    else:
        pairs = positions_of(positions)
        boards = [board for board, _ in pairs]
        n = len(boards)
        if not n:
            raise ValueError("no positions, so no shape: an empty batch is a BoardBatch of 0 lanes")
        board = boards[0]
        paint.rows, paint.cols = board.b.rows, board.b.cols
        for i in range(n):
            board = boards[i]
            if board.b.rows != paint.rows or board.b.cols != paint.cols:
                raise ValueError(f"position {i} is {(board.b.rows, board.b.cols)}, position 0 is {(paint.rows, paint.cols)}; "
                                 "planes need boards of one shape")
    shape = (paint.rows, paint.cols)
    if preset == KATAGO_V7:
        options = plain_terms(options, shape)
        if batch is not None:
            if options.get("ko") not in (None, "simple") and KO_RULES[options["ko"]] != batch.lanes.ko:
                raise ValueError(f"a batch with ko={BATCH_KO[batch.lanes.ko]!r} does not know what ko={options['ko']!r} bars")
            options = batch_terms(options)
        else:
            owns = [options if game is None else {**plain_terms(game_terms(game), shape), **options} for _, game in pairs]
    elif options:
        raise TypeError(f"{next(iter(options))!r} is not an argument of the planes {list(PRESETS)[preset]}")
    array = prepare(&paint, n, preset, history, out, symmetry, layout, dtype, pos_len, packed, keep)
    row_array = None
    if preset == KATAGO_V7 and want_globals:
        row_array = np.empty((n, 19), np.float32) if out_global is None else checked_out(
            plain_array(out_global), (n, 19), [np.dtype(np.float32)], "out_global")
        if out_global is not None and np.may_share_memory(row_array, array):
            raise ValueError("out and out_global must not overlap")
        paint.globals = <float*>cnp.PyArray_DATA(row_array)

    # KataGo's terms.
    paint.own_terms = boards is not None
    if preset == KATAGO_V7:
        memory = np.zeros(sizeof(gb_terms) * (n if boards is not None else 1), np.uint8)
        keep.append(memory)
        terms = <gb_terms*>cnp.PyArray_DATA(<cnp.ndarray>memory)
        paint.terms = terms
        if boards is None:
            fill_terms(terms, options, batch.lanes.ko, batch.lanes.suicide, keep)
            follow_moves(terms, options, &batch.empty, NULL, 0)
        for i in range(n if boards is not None else 0):
            board = boards[i]
            own = owns[i]
            if parsed >= 0 and own is options and board.ko_rule == (<Board>boards[parsed]).ko_rule and board.allow_suicide == (
                    <Board>boards[parsed]).allow_suicide:
                terms[i] = base
            else:
                fill_terms(&terms[i], own, board.ko_rule, board.allow_suicide, keep)
                if own is options:
                    base = terms[i]
                    parsed = i
            follow_moves(&terms[i], own, board.b, board.history, board.count)
            if i % AT_A_TIME == AT_A_TIME - 1:
                let_others_in()

    if boards is None:
        # numpy resizes no array that has a weak reference, whatever another thread asks for.
        keep.extend(weakref.ref(given) for given in (out, out_global) if given is not None)
        with batch.lock:
            if batch.lanes.n != n or batch.lanes.rows != paint.rows or batch.lanes.cols != paint.cols:
                raise RuntimeError("the batch was made anew while its planes were asked for")
            batch.run(paint_lanes, &paint)
    else:
        depth = paint.history if preset == ALPHAGO_ZERO else 3 if preset == KATAGO_V7 else 1
        for i in range(n):
            board = boards[i]
            # A signal's handler may have made the board anew.
            if board.b.rows != paint.rows or board.b.cols != paint.cols:
                raise RuntimeError(f"position {i} was made anew while its planes were asked for")
            past_of_board(board, depth, &scratch, &past)
            paint_one(&paint, i, &past, board.ko_rule, board.allow_suicide)
            if i % AT_A_TIME == AT_A_TIME - 1:
                let_others_in()
    return array if out is None else out, row_array if out_global is None else out_global


cdef int let_others_in() except -1:
    """Other threads, and handlers of signals: what they do to a board is seen when it is looked at."""
    with nogil:
        pass
    return PyErr_CheckSignals()


cdef dict batch_terms(dict options):
    """Terms for all lanes of a batch: what differs between lanes must be given, or cannot be had."""
    if options.get("scoring") == "territory" and options.get("bonus") is None:
        raise ValueError("a batch does not know what moves have cost: under territory scoring, give the bonus")
    return {**options, "turns": PAST if options.get("turns") is None else options["turns"]}


class Features:
    """Positions as input planes: `goboard.features(positions, name)`.

    `planes`: dict of every plane's name, "preset.plane", to what it means, in the order of the planes; `globals`: what the 19
    global inputs of KataGo mean; `presets`: the names of the sets of planes.
    """

    def __init__(self):
        self.planes = {f"{preset}.{plane}": meaning for preset, planes in _planes().items() for plane, meaning in planes.items()}
        self.globals = GLOBALS
        self.presets = tuple(PRESETS)

    def __call__(self, positions, name="alphago_zero", *, history=8, out=None, symmetry=0, layout="NCHW", dtype=None, pos_len=None,
                 packed=False, **terms):
        """Input planes: array, shape (N, C, rows, cols), of 0 and 1.

        positions: a Board or Game, stones as an array (rows, cols) of 0, 1, 2 or a diagram (N = 1); a sequence of these, all of one
        shape, or an array (N, rows, cols); or a BoardBatch (N = its lanes; GIL released). A Game brings its rules, komi and phase.
        name: "alphago_zero" (C = 2 * history + 1), "alphago" (C = 48), "katago_v7" (C = 22; `terms` as in `katago_v7`), or a
        sequence of names out of `planes`. history: positions of alphago_zero, 1 to 8.
        symmetry: 0 to 7 as in `Board.transform`, or one for every position; the planes are those of the transformed board.
        layout: "NCHW", or "NHWC" for shape (N, rows, cols, C). dtype: float32 (default), uint8, int8 or bool.
        pos_len: planes of pos_len by pos_len, the board in their upper left. packed: a bit a point, shape (N, C, bytes), each
        plane as `numpy.packbits` packs its points: how KataGo stores them.
        out: writable, aligned, C-contiguous array of the shape and one of the dtypes above; it is filled and returned.

        Raises ValueError or TypeError for anything else, and then `out` is as it was; MemoryError for more planes than memory holds.
        """
        if not isinstance(name, str):
            return self._chosen(positions, list(name), dict(history=history, symmetry=symmetry, layout=layout, dtype=dtype,
                                                            pos_len=pos_len, packed=packed), out, terms)
        name = arguments.choice(name, "name", PRESETS)
        return paint_positions(positions, PRESETS[name], history, out, symmetry, layout, dtype, pos_len, packed, False, None, terms)[0]

    def _chosen(self, positions, names, options, out, terms):
        """Single planes, in the order of their names."""
        names = [arguments.choice(name, "name", self.planes) for name in names]
        if not names:
            raise ValueError("no plane is named")
        presets = list(dict.fromkeys(name.partition(".")[0] for name in names))
        if terms and "katago_v7" not in presets:
            raise TypeError(f"{next(iter(terms))!r} is not an argument of the planes {', '.join(presets)}")
        if arguments.integer(options["history"], "history", 1, 8) != 8:
            raise ValueError("history goes with the whole set alphago_zero; planes by name say theirs (alphago_zero.player_3)")
        if not isinstance(positions, BoardBatch):
            positions = [position for position in positions] if hasattr(type(positions), "__next__") else positions
        filled = None if out is None else plain_array(out)
        if options["dtype"] is None and isinstance(filled, np.ndarray):
            options["dtype"] = filled.dtype
        axis = 3 if options["layout"] == "NHWC" else 1
        order = list(self.planes)
        made = {preset: self(positions, preset, **options, **(terms if preset == "katago_v7" else {})) for preset in presets}
        parts = []
        for name in names:
            preset = name.partition(".")[0]
            first = next(i for i, other in enumerate(order) if other.startswith(preset + "."))
            parts.append(np.take(made[preset], [order.index(name) - first], axis=axis))
        planes = np.concatenate(parts, axis=axis)
        if out is None:
            return planes
        checked_out(filled, planes.shape, [planes.dtype], "out")[...] = planes
        return out

    def katago_v7(self, positions, *, pos_len=None, symmetry=0, layout="NCHW", dtype=None, packed=False, out=None, out_global=None,
                  **terms):
        """KataGo's inputs of version 7: (spatial, global), shapes (N, 22, rows, cols) and (N, 19), the latter float32.

        Arguments as for `features`. A Game tells its rules itself. For a Board or a BoardBatch, or to overrule, these terms:
        ko ("simple", "positional", "spight", "situational", "natural"; default the board's), scoring ("area", "territory"), tax ("none",
        "seki", "all"), suicide (default the board's), komi (7.5), bonus (points for White beside komi; under territory scoring
        a stone costs its side one, which is counted from the stones on the board and off it by default), button (still there), finished (hides
        the moves, as KataGo does once the game is over), turns (how many of the latest moves belong to this phase), pass_ends
        (whether a pass would end the phase; by default, after a pass, and under simple or Spight ko where the player passed in
        this position before), advantage (playout doublings); and of the encore: encore (0, 1, 2), encore_stones (how the second
        encore began, colours, shape (rows, cols)), ko_blocked, ko_taken (maps of the same shape), ko_passes ({how many moves ago,
        1 to 5: point} of passes for a ko, which KataGo keeps as moves at that point).

        A BoardBatch takes one set of terms for all its lanes, and does not know by itself whether a pass would end a game.
        """
        return paint_positions(positions, KATAGO_V7, 8, out, symmetry, layout, dtype, pos_len, packed, True, out_global, terms)

    def __repr__(self):
        return f"<goboard.features: {', '.join(self.presets)}>"

    def __reduce__(self):
        return "features"


features = Features()


# Symmetries.

def inverse_symmetry(k):
    """The symmetry that undoes symmetry `k`: int, 0 to 7; or of each of an array (N,)."""
    if np.ndim(k) == 1:
        return np.array([0, 1, 2, 3, 4, 6, 5, 7])[turns_of(k, "k", len(k), "sample")]
    return (0, 1, 2, 3, 4, 6, 5, 7)[arguments.integer(k, "k", 0, 7)]


@cython.wraparound(True)
def symmetries(array, k, *, size=None, layout="NCHW"):
    """An array under a symmetry of the board, as `Board.transform` turns the stones.

    Parameters
    ----------
    array : array_like
        Planes or maps, shape (..., rows, cols), or (..., rows, cols, C) with layout "NHWC"; or policies and masks of moves, shape
        (..., rows * cols + 1), whose last entry, the pass, stays last.
    k : int or array_like of int, shape (N,)
        0 to 7: bit 2 swaps rows and columns first, bit 0 then flips the rows, bit 1 the columns. An array has one for each of the N
        samples along the first axis; on a rectangular board all of them, or none, swap rows and columns.
    size : int or (rows, cols), optional
        What the axes are. Without it, two equal last axes are a board, and a last axis of side * side + 1 is a policy.
    layout : {"NCHW", "NHWC"}

    Returns
    -------
    ndarray
        New, C-contiguous, of the same dtype.

    Raises
    ------
    ValueError
        Where the axes fit no board, or both a board and a policy; for a k out of range, or of another length than the samples.
    TypeError
        For a k that is not of ints.

    Examples
    --------
    >>> symmetries([[1, 2], [3, 4]], 1)
    array([[3, 4],
           [1, 2]])
    >>> symmetries([[1, 2, 3, 4, 9], [1, 2, 3, 4, 9]], [0, 4])
    array([[1, 2, 3, 4, 9],
           [1, 3, 2, 4, 9]])
    """
    given = np.asarray(array)
    layout = arguments.choice(layout, "layout", ("NCHW", "NHWC"))
    shape = None if size is None else arguments.size(size)
    last = given.shape[-1] if given.ndim else 0
    policy = False
    if layout == "NHWC":
        if given.ndim < 3 or shape is not None and given.shape[-3:-1] != shape:
            raise ValueError(f"the shape {given.shape} fits no planes (..., rows, cols, C) of {'a board' if shape is None else shape}")
        shape = given.shape[-3:-1]
    else:
        side = int(max(last - 1, 0) ** 0.5 + 0.5)
        policy = side > 0 and side * side + 1 == last and side <= 25
        plane = given.ndim >= 2 and 1 <= given.shape[-2] <= 25 and 1 <= last <= 25
        if shape is not None:
            policy = last == shape[0] * shape[1] + 1
            plane = given.ndim >= 2 and given.shape[-2:] == shape
        elif plane and given.shape[-2] == last:
            policy = False
        if plane == policy:
            raise ValueError(f"the shape {given.shape} fits {'both planes and policies' if plane else 'neither planes nor policies'}"
                             f"{'; give the size of the board' if size is None else ''}")
        if shape is None:
            shape = (side, side) if policy else given.shape[-2:]
    own_axes = 1 if policy else 3 if layout == "NHWC" else 2
    samples = given.shape[0] if given.ndim > own_axes else -1
    if samples < 0 and np.ndim(k):
        raise ValueError(f"k must be one int: the shape {given.shape} has no axis of samples")
    turn = turns_of(k, "k", samples, "sample")
    if np.ndim(turn) == 0:
        return _turned(given, turn, shape, policy, layout)
    if samples and shape[0] != shape[1] and not policy and len({k >> 2 for k in turn.tolist()}) > 1:
        raise ValueError("symmetries that swap rows and columns, and others, do not fit in one array of a rectangular board")
    result = None
    for each in np.unique(turn).tolist():
        chosen = turn == each
        part = _turned(given[chosen], each, shape, policy, layout)
        if result is None:
            result = np.empty((samples, *part.shape[1:]), given.dtype)
        result[chosen] = part
    return given.copy() if result is None else result


@cython.wraparound(True)
def _turned(given, int k, shape, bint policy, layout):
    """An array under one symmetry."""
    if layout == "NHWC":
        return np.ascontiguousarray(np.moveaxis(_transformed(np.moveaxis(given, -1, 0), k), 0, -1))
    if not policy:
        return np.array(_transformed(given, k), order="C")
    result = np.empty(given.shape, given.dtype)
    board = _transformed(given[..., :-1].reshape(given.shape[:-1] + shape), k)
    result[..., :-1] = board.reshape(given.shape[:-1] + (shape[0] * shape[1],))
    result[..., -1] = given[..., -1]
    return result


def _transformed(array, int k):
    """The last two axes of an array under a symmetry: a view."""
    if k & 4:
        array = np.swapaxes(array, -1, -2)
    if k & 1:
        array = array[..., ::-1, :]
    if k & 2:
        array = array[..., ::-1]
    return array


def symmetry_moves(moves, k, size=19):
    """Where symmetry `k` takes moves: int, or integer array of any shape, of points and passes (rows * cols).

    k: 0 to 7, or an array (N,) with one for each of the N entries along the first axis of `moves`. size: a side or (rows, cols) of
    the board before. Raises ValueError for what is no move on it, or a k of another length.
    """
    rows, cols = arguments.size(size)
    given = np.array(moves, subok=False)
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"moves must be integers, not {given.dtype}")
    if given.size and (given.min() < 0 or given.max() > rows * cols):
        raise ValueError(f"moves on a board of {rows} rows and {cols} columns are 0 to {rows * cols}")
    if given.ndim == 0 and np.ndim(k):
        raise ValueError("k must be one int for one move")
    turn = turns_of(k, "k", given.shape[0] if given.ndim else 0, "move")
    images = np.empty((8, rows * cols + 1), np.int64)
    for each in range(8):
        images[each, _transformed(np.arange(rows * cols).reshape(rows, cols), each).ravel()] = np.arange(rows * cols)
    images[:, rows * cols] = rows * cols
    if np.ndim(turn):
        turn = turn.reshape((-1,) + (1,) * (given.ndim - 1))
    result = images[turn, given.astype(np.int64)]
    return int(result) if result.ndim == 0 else result
