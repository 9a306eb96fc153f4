"""The core of goboard: stones, chains, liberties, captures, ko, superko, undo; and `Board`, their face in Python."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.long cimport PyLong_CheckExact
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memmove, memset

cimport numpy as cnp
from cpython.pycapsule cimport PyCapsule_New

from goboard._laws cimport (
    GB_DUMMY_LIBS, breathes, is_eye, likely, neighbours_of, place, stone_bit, take_with, unlikely,
)
from goboard._random cimport mixed

import operator
import os

import numpy as np

cnp.import_array()

EMPTY = 0
BLACK = 1
WHITE = 2
PASS = -1
API_VERSION = GB_API_VERSION  # of include/goboard: modules compiled against another one do not import

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
KO_RULES = ("none", "simple", "positional", "situational", "natural")  # by gb_ko_rule
COLOR_NAMES = ("empty", "Black", "White")
REASONS = ("legal", "off_board", "occupied", "ko", "superko", "suicide")

cdef uint64_t zobrist[3][GB_MAX_CELLS]
cdef uint64_t zobrist_turn
cdef uint64_t zobrist_shape[GB_MAX_SIDE + 1][GB_MAX_SIDE + 1]


cdef uint64_t splitmix(uint64_t* state) noexcept nogil:
    """Steele, Lea and Flood's SplitMix64."""
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return mixed(state[0])


cdef void make_zobrist(uint64_t mask) noexcept nogil:
    cdef uint64_t state = 1989
    cdef int color, i, j
    for color in range(1, 3):
        for i in range(GB_MAX_CELLS):
            zobrist[color][i] = splitmix(&state) & mask
    for i in range(GB_MAX_SIDE + 1):
        for j in range(GB_MAX_SIDE + 1):
            zobrist_shape[i][j] = splitmix(&state) & mask
    global zobrist_turn
    zobrist_turn = splitmix(&state) & mask


make_zobrist(<uint64_t>-1)


def _zobrist_for_testing(mask=None):
    """Make new Zobrist keys with only the bits of `mask`: 0 makes all positions collide; None or -1 restores the usual keys.

    Boards made before keep hashes of the old keys and must not be used any more. For tests of exact superko.
    """
    cdef int rows, cols
    make_zobrist(<uint64_t>-1 if mask is None else <uint64_t>(mask & 0xFFFFFFFFFFFFFFFF))
    for rows in range(GB_MAX_SIDE + 1):
        for cols in range(GB_MAX_SIDE + 1):
            if blank_boards[rows][cols] != NULL:
                gb_init(blank_boards[rows][cols], rows, cols)


# Boards as structs.

cdef void gb_init(gb_board* b, int rows, int cols) noexcept nogil:
    """An empty board, Black to play. The sides are 1 to GB_MAX_SIDE."""
    cdef int stride = cols + 1, cells = (rows + 2) * stride + 1
    cdef int row, col, v, n = 0
    memset(b, 0, <const char*>b.word - <const char*>b)
    b.rows = <uint16_t>rows
    b.cols = <uint16_t>cols
    b.stride = <uint16_t>stride
    b.cells = <uint16_t>cells
    b.by_stride = 65536 // stride + 1
    b.by_cols = 65536 // cols + 1
    b.hash = zobrist_shape[rows][cols]
    b.to_play = GB_BLACK
    b.empties = <uint16_t>(rows * cols)
    memset(b.libs, 0, cells * sizeof(uint16_t))
    b.libs[0] = GB_DUMMY_LIBS
    for v in range(cells):
        b.word[v] = GB_WALL_BIT | (4 << 8)
        b.next[v] = <uint16_t>v
        b.slot[v] = 0
    for row in range(rows):
        v = gb_cell(b, row, 0)
        for col in range(cols):
            b.word[v + col] = 4 << 8
            b.slot[v + col] = <uint16_t>(n + col)
            b.empty[n + col] = <uint16_t>(v + col)
        n += cols
    for row in range(rows):
        wall_beside(b, gb_cell(b, row, 0))
        wall_beside(b, gb_cell(b, row, cols - 1))
    for col in range(cols):
        wall_beside(b, gb_cell(b, 0, col))
        wall_beside(b, gb_cell(b, rows - 1, col))


cdef inline void wall_beside(gb_board* b, int v) noexcept nogil:
    """One of the four neighbours of `v` is wall: of both colours, and not empty."""
    b.word[v] = (b.word[v] + 17 - 256) | GB_EDGE_BIT


cdef int gb_load(gb_board* b, int rows, int cols, const uint8_t* stones) noexcept nogil:
    """A board with these stones (colours by point). Returns 0, or 1 + a point whose chain has no liberty."""
    cdef uint16_t stack[GB_MAX_POINTS]
    cdef int point, color, v, s, n, k, top
    cdef uint32_t bit, step, libs
    cdef int[4] aside
    gb_init(b, rows, cols)
    aside = [-b.stride, -1, 1, b.stride]
    b.empties = 0
    for point in range(rows * cols):
        v = gb_cell_of_point(b, point)
        color = stones[point]
        if color == GB_EMPTY:
            b.slot[v] = b.empties
            b.empty[b.empties] = <uint16_t>v
            b.empties += 1
            continue
        step = (<uint32_t>1 << (4 * (color - 1))) - 256
        b.word[v] |= stone_bit(color)
        b.hash ^= zobrist[color][v]
        for k in range(4):
            b.word[v + aside[k]] += step
    for point in range(rows * cols):
        v = gb_cell_of_point(b, point)
        if stones[point] == GB_EMPTY or gb_root(b, v):
            continue
        bit = stone_bit(stones[point])
        libs = 0
        stack[0] = <uint16_t>v
        b.word[v] |= <uint32_t>v << 16
        top = 1
        while top:
            top -= 1
            s = stack[top]
            libs += gb_empty_neighbours(b, s)
            if s != v:
                b.next[s] = b.next[v]
                b.next[v] = <uint16_t>s
            for k in range(4):
                n = s + aside[k]
                if b.word[n] & bit and not gb_root(b, n):
                    b.word[n] |= <uint32_t>v << 16
                    stack[top] = <uint16_t>n
                    top += 1
        if libs == 0:
            return 1 + point
        b.libs[v] = <uint16_t>libs
    return 0


cdef inline int play_at(gb_board* b, size_t v, int color, gb_ply* ply) noexcept nogil:
    cdef int enemy = 3 - color
    cdef size_t end = b.empties - 1
    cdef size_t i
    cdef uint64_t hash = b.hash ^ zobrist[color][v]
    cdef int taken
    # The dummy chain drifts by what moves next to empty cells and walls write to it.
    b.libs[0] = GB_DUMMY_LIBS
    if ply != NULL:
        ply.cell = <uint16_t>v
        ply.ko = b.ko
        ply.ko_color = b.ko_color
        ply.slot = b.slot[v]
        ply.color = <uint8_t>color
        ply.before = b.to_play
        ply.after = <uint8_t>enemy
        ply.merges = 0
        ply.takes = 0
        ply.suicide = 0
        ply.listed = 0
    # Written out by colour, so that all that depends on it is constant.
    if color == GB_BLACK:
        place(b, v, GB_BLACK, b.stride, ply)
    else:
        place(b, v, GB_WHITE, b.stride, ply)
    taken = b.empties - <int>end
    if taken:
        b.captures[color] += taken
        for i in range(end, b.empties):
            hash ^= zobrist[enemy][b.empty[i]]
    elif unlikely(b.libs[b.word[v] >> 16] == 0):
        take_with(b, v, color, b.stride, ply)
        b.captures[enemy] += b.empties - <uint32_t>end
        for i in range(end, b.empties):
            hash ^= zobrist[color][b.empty[i]]
        if ply != NULL:
            ply.suicide = 1
    b.hash = hash
    b.to_play = <uint8_t>enemy
    if ply != NULL:
        ply.hash = hash
    return taken


cdef int gb_play(gb_board* b, size_t v, int color, gb_ply* ply) noexcept nogil:
    """Play a move that `gb_legal` calls legal (suicide included). Returns how many enemy stones it took.

    `ply`, if not NULL, receives what `gb_unplay` needs.
    """
    return play_at(b, v, color, ply)


cdef void gb_pass(gb_board* b, int color, gb_ply* ply) noexcept nogil:
    if ply != NULL:
        memset(ply, 0, sizeof(gb_ply))
        ply.hash = b.hash
        ply.ko = b.ko
        ply.ko_color = b.ko_color
        ply.color = <uint8_t>color
        ply.before = b.to_play
        ply.after = <uint8_t>(3 - color)
    b.ko = 0
    b.to_play = <uint8_t>(3 - color)


cdef void put_back(gb_board* b, size_t stones, int color) noexcept nogil:
    """Undo of `take_chain`: the last cells of the list of empty cells become a chain without liberties again."""
    cdef uint32_t step = (<uint32_t>1 << (4 * (color - 1))) - 256
    cdef size_t first = b.empties - stones, i, k, s
    cdef size_t root = b.empty[first]
    cdef int[4] aside
    aside = [-b.stride, -1, 1, b.stride]
    b.empties = <uint16_t>first
    for i in range(stones):
        s = b.empty[first + i]
        b.word[s] |= stone_bit(color) | (<uint32_t>root << 16)
        b.next[s] = b.empty[first + i + 1] if i + 1 < stones else <uint16_t>root
        b.hash ^= zobrist[color][s]
        for k in range(4):
            b.word[s + aside[k]] += step
            b.libs[b.word[s + aside[k]] >> 16] -= 1
    b.libs[root] = 0


cdef void unmerge(gb_board* b, size_t d) noexcept nogil:
    """Undo of the latest `merge_chains` that took the root away from `d`."""
    cdef size_t a = b.word[d] >> 16, s = d
    cdef uint32_t root = <uint32_t>d << 16, libs = 0
    cdef uint16_t joint = b.next[a]
    b.next[a] = b.next[d]
    b.next[d] = joint
    while True:
        b.word[s] = (b.word[s] & 0xffff) | root
        libs += (b.word[s] >> 8) & 7
        s = b.next[s]
        if s == d:
            break
    b.libs[d] = <uint16_t>libs
    b.libs[a] -= <uint16_t>libs


cdef void lift(gb_board* b, size_t v, int color, size_t at) noexcept nogil:
    """Undo of the placing itself: the stone leaves its chain's ring, its cell returns to place `at` of the list."""
    cdef uint32_t step = (<uint32_t>1 << (4 * (color - 1))) - 256
    cdef size_t end = b.empties, k, n
    cdef int[4] aside
    aside = [-b.stride, -1, 1, b.stride]
    b.libs[b.word[v] >> 16] -= (b.word[v] >> 8) & 7
    b.word[v] &= GB_NEIGHBOUR_BITS | GB_EDGE_BIT
    for k in range(4):
        n = v + aside[k]
        b.word[n] -= step
        b.libs[b.word[n] >> 16] += 1
        if b.next[n] == v:
            b.next[n] = b.next[v]
    b.next[v] = <uint16_t>v
    b.libs[v] = 0
    if at != end:
        b.empty[end] = b.empty[at]
        b.slot[b.empty[end]] = <uint16_t>end
    b.empty[at] = <uint16_t>v
    b.slot[v] = <uint16_t>at
    b.empties = <uint16_t>(end + 1)


cdef void gb_unplay(gb_board* b, const gb_ply* ply) noexcept nogil:
    """Take the latest move back: the board is, cell by cell, what it was before."""
    cdef int color = ply.color, victim = color if ply.suicide else 3 - color
    cdef int i
    b.libs[0] = GB_DUMMY_LIBS
    if ply.cell:
        for i in range(ply.takes - 1, -1, -1):
            b.captures[3 - victim] -= ply.taken[i]
            put_back(b, ply.taken[i], victim)
        for i in range(ply.merges - 1, -1, -1):
            unmerge(b, ply.merged[i])
        lift(b, ply.cell, color, ply.slot)
        b.hash ^= zobrist[color][ply.cell]
    b.libs[0] = GB_DUMMY_LIBS
    b.ko = ply.ko
    b.ko_color = ply.ko_color
    b.to_play = ply.before


cdef uint64_t hash_of_chain(const gb_board* b, size_t root, int color) noexcept nogil:
    cdef uint64_t hash = 0
    cdef size_t s = root
    while True:
        hash ^= zobrist[color][s]
        s = b.next[s]
        if s == root:
            return hash


cdef uint64_t gb_hash_after(const gb_board* b, size_t v, int color) noexcept nogil:
    """The hash of the stones after `color` plays at the empty cell `v`, captures and suicide included."""
    cdef int enemy = 3 - color, k, j, shared
    cdef uint32_t word = b.word[v]
    cdef uint64_t hash = b.hash ^ zobrist[color][v], own_chains = 0
    cdef size_t[4] root
    cdef int[4] whose
    cdef bint alive = (word & GB_EMPTY_NEIGHBOURS) != 0, seen
    cdef size_t[4] around
    around = [v - b.stride, v - 1, v + 1, v + b.stride]
    for k in range(4):
        root[k] = b.word[around[k]] >> 16
        whose[k] = gb_color(b, <int>around[k])
    for k in range(4):
        if root[k] == 0:
            continue
        shared = 0
        seen = False
        for j in range(4):
            shared += root[j] == root[k]
            seen |= j < k and root[j] == root[k]
        if seen:
            continue
        if whose[k] == enemy:
            if b.libs[root[k]] == shared:
                hash ^= hash_of_chain(b, root[k], enemy)
                alive = True
        elif b.libs[root[k]] > shared:
            alive = True
        elif not alive:
            own_chains ^= hash_of_chain(b, root[k], color)
    return hash if alive else b.hash ^ own_chains


cdef int gb_liberties(const gb_board* b, size_t v, uint16_t* out) noexcept nogil:
    """The number of liberties of the chain at `v`, which must hold a stone; their cells into `out` unless it is NULL."""
    cdef uint64_t seen[11]
    cdef size_t s = v, n, k
    cdef int found = 0
    cdef size_t[4] aside
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    memset(seen, 0, sizeof(seen))
    while True:
        if b.word[s] & GB_EMPTY_NEIGHBOURS:
            for k in range(4):
                n = s + aside[k]
                if b.word[n] & (GB_COLOR_MASK | GB_WALL_BIT) == 0 and not (seen[n >> 6] >> (n & 63)) & 1:
                    seen[n >> 6] |= <uint64_t>1 << (n & 63)
                    if out != NULL:
                        out[found] = <uint16_t>n
                    found += 1
        s = b.next[s]
        if s == v:
            return found


cdef int gb_check(const gb_board* b) noexcept nogil:
    """Recompute everything the struct keeps. Returns 0, or the number of the invariant that does not hold."""
    cdef uint8_t in_ring[GB_MAX_CELLS]
    cdef uint64_t hash = zobrist_shape[b.rows][b.cols]
    cdef uint16_t stack[GB_MAX_POINTS]
    cdef int point, v, s, n, k, length, top, color, empties = 0
    cdef int[3] around
    cdef uint32_t libs
    cdef int[4] aside
    aside = [-b.stride, -1, 1, b.stride]
    for point in range(gb_points(b)):
        v = gb_cell_of_point(b, point)
        if gb_point_of_cell(b, v) != point:
            return 1
        color = gb_color(b, v)
        around = [0, 0, 0]
        for k in range(4):
            n = v + aside[k]
            if b.word[n] & GB_WALL_BIT:
                around[GB_BLACK] += 1
                around[GB_WHITE] += 1
            else:
                around[gb_color(b, n)] += 1
        for k in range(1, 3):
            if neighbours_of(b.word[v], k) != around[k]:
                return 2
        if gb_empty_neighbours(b, v) != around[GB_EMPTY]:
            return 3
        if color == GB_EMPTY:
            empties += 1
            if gb_root(b, v) or b.libs[v] or b.next[v] != v:
                return 4
            if b.slot[v] >= b.empties or b.empty[b.slot[v]] != v:
                return 5
            continue
        hash ^= zobrist[color][v]
        memset(in_ring, 0, sizeof(in_ring))
        libs = 0
        length = 0
        s = v
        while True:
            if in_ring[s] or gb_color(b, s) != color or gb_root(b, s) != gb_root(b, v):
                return 6
            in_ring[s] = 1
            length += 1
            libs += gb_empty_neighbours(b, s)
            s = b.next[s]
            if s == v:
                break
        if not in_ring[gb_root(b, v)]:
            return 7
        if libs == 0 or b.libs[gb_root(b, v)] != libs:
            return 8
        # The chain is all that is connected, and connected.
        stack[0] = <uint16_t>v
        in_ring[v] = 2
        top = 1
        while top:
            top -= 1
            s = stack[top]
            length -= 1
            for k in range(4):
                n = s + aside[k]
                if gb_color(b, n) == color and in_ring[n] != 2:
                    if in_ring[n] == 0:
                        return 9
                    in_ring[n] = 2
                    stack[top] = <uint16_t>n
                    top += 1
        if length != 0:
            return 10
    if empties != b.empties:
        return 11
    if b.hash != hash:
        return 12
    if b.ko and (gb_color(b, b.ko) != GB_EMPTY or neighbours_of(b.word[b.ko], 3 - b.ko_color) != 4):
        return 13
    return 0


# Histories: the plies from a starting position, with the positions they led to found by hash.

cdef enum:
    MAX_BUCKETS = 1 << 22  # more, and entering all positions anew as a game of millions of moves grows would last


cdef uint32_t buckets_for(uint32_t room) noexcept nogil:
    cdef uint32_t buckets = 16
    while buckets < MAX_BUCKETS and buckets < 2 * room:
        buckets *= 2
    return buckets


cdef size_t size_of_history(uint32_t room, uint32_t buckets) noexcept nogil:
    return sizeof(gb_history) + (<size_t>room + 1) * sizeof(gb_ply) + <size_t>buckets * sizeof(uint32_t)


cdef gb_history* new_history(uint32_t room) noexcept nogil:
    """A history with memory for ply[0 .. room] and nothing in it, or NULL."""
    cdef uint32_t buckets = buckets_for(room)
    cdef gb_history* h = <gb_history*>malloc(size_of_history(room, buckets))
    if h == NULL:
        return NULL
    h.refs = 1
    h.used = 0
    h.room = room
    h.buckets = buckets
    h.ply = <gb_ply*>(h + 1)
    h.bucket = <uint32_t*>(h.ply + room + 1)
    memset(h.bucket, 0, buckets * sizeof(uint32_t))
    memset(h.stood, 0, sizeof(h.stood))
    return h


cdef inline void list_position(gb_history* h, uint32_t k) noexcept nogil:
    cdef uint32_t* bucket = &h.bucket[h.ply[k].hash & (h.buckets - 1)]
    h.ply[k].earlier = bucket[0]
    h.ply[k].listed = 1
    bucket[0] = k + 1


cdef void unlist_position(gb_history* h, uint32_t k) noexcept nogil:
    """The latest listed position leaves the table."""
    if h.ply[k].listed:
        h.bucket[h.ply[k].hash & (h.buckets - 1)] = h.ply[k].earlier
        h.ply[k].listed = 0


cdef void start_here(gb_history* h, const gb_board* b) noexcept nogil:
    cdef int v
    memset(&h.ply[0], 0, sizeof(gb_ply))
    h.ply[0].hash = b.hash
    h.ply[0].after = b.to_play
    memset(h.bucket, 0, h.buckets * sizeof(uint32_t))
    memset(h.stood, 0, sizeof(h.stood))
    if b.empties < gb_points(b):
        for v in range(b.cells):
            h.stood[v >> 6] |= <uint64_t>((b.word[v] & GB_COLOR_MASK) != 0) << (v & 63)
    h.used = 0
    list_position(h, 0)


cdef gb_history* gb_history_new(const gb_board* b, uint32_t room) noexcept nogil:
    """A history that starts at `b`, with memory for `room` plies. NULL without memory."""
    cdef gb_history* h = new_history(room)
    if h != NULL:
        start_here(h, b)
    return h


cdef void gb_history_share(gb_history* h) noexcept nogil:
    if h != NULL:
        h.refs += 1


cdef void gb_history_drop(gb_history* h) noexcept nogil:
    if h != NULL:
        h.refs -= 1
        if h.refs == 0:
            free(h)


cdef gb_history* copied_history(const gb_history* h, uint32_t count, uint32_t room) noexcept nogil:
    cdef gb_history* copy = new_history(room)
    cdef uint32_t k
    if copy == NULL:
        return NULL
    memcpy(copy.ply, h.ply, (<size_t>count + 1) * sizeof(gb_ply))
    memcpy(copy.stood, h.stood, sizeof(h.stood))
    copy.used = count
    if copy.buckets == h.buckets and h.used == count:
        memcpy(copy.bucket, h.bucket, h.buckets * sizeof(uint32_t))
    else:
        for k in range(count + 1):
            if copy.ply[k].listed:
                list_position(copy, k)
    return copy


cdef gb_history* grown_history(gb_history* h, uint32_t room) noexcept nogil:
    """`h`, which nobody shares, moved to where it has more room; large blocks move without being copied. NULL, and `h` as it was, without memory."""
    cdef uint32_t buckets = buckets_for(room), before = h.buckets, k
    cdef size_t at = size_of_history(h.room, 0)
    cdef gb_history* grown = <gb_history*>realloc(h, size_of_history(room, buckets))
    if grown == NULL:
        return NULL
    grown.room = room
    grown.buckets = buckets
    grown.ply = <gb_ply*>(grown + 1)
    grown.bucket = <uint32_t*>(grown.ply + room + 1)
    if buckets == before:
        memmove(grown.bucket, <char*>grown + at, <size_t>buckets * sizeof(uint32_t))
        return grown
    memset(grown.bucket, 0, <size_t>buckets * sizeof(uint32_t))
    for k in range(grown.used + 1):
        if grown.ply[k].listed:
            list_position(grown, k)
    return grown


cdef int own_history(gb_history** h, uint32_t count, uint32_t room) noexcept nogil:
    """Make `h` unshared, ending at ply `count`, with memory for `room` plies. Returns -1 without memory."""
    cdef gb_history* mine
    cdef uint32_t k
    cdef uint32_t wanted = max(room, 2 * count + 16) if h[0].room < room else h[0].room
    if h[0].refs > 1:
        mine = copied_history(h[0], count, wanted)
        if mine == NULL:
            return -1
        gb_history_drop(h[0])
        h[0] = mine
    elif wanted > h[0].room:
        mine = grown_history(h[0], wanted)
        if mine == NULL:
            return -1
        h[0] = mine
    mine = h[0]
    for k in range(mine.used, count, -1):
        unlist_position(mine, k)
    mine.used = count
    return 0


cdef enum:
    FIRST_ROOM = 127


cdef gb_ply* make_next(gb_history** h, uint32_t count, const gb_board* b) noexcept nogil:
    if h[0] == NULL:
        h[0] = gb_history_new(b, FIRST_ROOM)
        if h[0] == NULL:
            return NULL
    else:
        if own_history(h, count, count + 1) < 0:
            return NULL
        if count == 0:
            start_here(h[0], b)
    return &h[0].ply[count + 1]


cdef inline gb_ply* next_ply(gb_history** h, uint32_t count, const gb_board* b) noexcept nogil:
    cdef gb_history* mine = h[0]
    if likely(mine != NULL and mine.refs == 1 and mine.used == count and mine.room > count):
        return &mine.ply[count + 1]
    return make_next(h, count, b)


cdef gb_ply* gb_history_next(gb_history** h, uint32_t count, const gb_board* b) noexcept nogil:
    """Where the ply after ply `count` is to be written; `b` stands at `count`. NULL without memory.

    Cuts off what was played after `count`, and makes a copy of its own of a shared history.
    """
    return next_ply(h, count, b)


cdef inline void list_ply(gb_history* h, uint32_t count, bint situations) noexcept nogil:
    """As `gb_history_list`. A pass makes a new situation at most."""
    cdef gb_ply* ply = &h.ply[count]
    h.used = count
    if ply.cell:
        h.stood[ply.cell >> 6] |= <uint64_t>1 << (ply.cell & 63)
        list_position(h, count)
    elif situations and ply.after != h.ply[count - 1].after:
        list_position(h, count)


cdef void gb_history_list(gb_history* h, uint32_t count, bint situations) noexcept nogil:
    """Enter ply `count`, just written: its position can now be repeated."""
    list_ply(h, count, situations)


cdef bint same_stones(const gb_board* a, const gb_board* b) noexcept nogil:
    cdef int v
    for v in range(a.cells):
        if (a.word[v] ^ b.word[v]) & GB_COLOR_MASK:
            return False
    return True


cdef int answer_signals(uint32_t* steps) except -1:
    """Count a step; answer signals at times."""
    steps[0] += 1
    if steps[0] & 0xFFFF == 0:
        PyErr_CheckSignals()
    return 0


cdef int take_back_to(gb_board* b, const gb_history* h, uint32_t* at, uint32_t k, uint32_t* steps) except -1:
    """Moves are taken back on `b`, which stands at ply `at`, until it stands at ply k. The caller holds `h` still."""
    while at[0] > k:
        gb_unplay(b, &h.ply[at[0]])
        at[0] -= 1
        answer_signals(steps)
    return 0


cdef bint stood_at(const gb_board* b, const gb_history* h, uint32_t count, uint32_t k, uint32_t* steps) except -1:
    """Whether the stones of `b`, which stands at ply `count`, are those of ply k."""
    cdef gb_board then
    gb_copy(&then, b)
    take_back_to(&then, h, &count, k, steps)
    return same_stones(&then, b)


cdef inline bint counts_under(const gb_ply* ply, int color, int ko) noexcept nogil:
    """Whether `color` may not make the position of `ply` again."""
    if ko == GB_KO_SITUATIONAL:
        return ply.after == 3 - color
    if ko == GB_KO_NATURAL:
        # Nobody created the starting position, and a pass creates none.
        return ply.cell != 0 and ply.color == color
    return True


cdef int gb_repetition(const gb_history* h, uint32_t count, const gb_board* b, size_t v, int color, int ko) noexcept nogil:
    """Whether `color` playing at `v` on `b`, which stands at ply `count`, repeats an earlier position that the superko rule `ko` counts.

    Exact: an equal hash is confirmed against the stones of that time, found by taking moves back on a copy.
    """
    cdef uint64_t hash = gb_hash_after(b, v, color)
    cdef uint32_t entry = h.bucket[hash & (h.buckets - 1)], k, at = count
    cdef gb_board then, now
    cdef bint ready = False
    while entry:
        k = entry - 1
        if k <= count and h.ply[k].hash == hash and counts_under(&h.ply[k], color, ko):
            if not ready:
                gb_copy(&now, b)
                gb_play(&now, v, color, NULL)
                gb_copy(&then, b)
                ready = True
            while at > k:
                gb_unplay(&then, &h.ply[at])
                at -= 1
            if same_stones(&now, &then):
                return 1
        entry = h.ply[k].earlier
    return 0


cdef int legal_under_superko(const gb_board* b, const gb_history* h, uint32_t count, size_t v, int color, int ko, bint suicide) noexcept nogil:
    # A board copied without its history still knows the ko it was taken from.
    cdef int verdict = gb_legal(b, v, color, count == 0, suicide)
    cdef bint dies
    if verdict != GB_LEGAL:
        return verdict
    dies = suicide and not b.word[v] & GB_EMPTY_NEIGHBOURS and not breathes(b, v, color, b.stride)
    # A stone that stays on a point that never held one makes a position that never was.
    if not dies and (h == NULL or not (h.stood[v >> 6] >> (v & 63)) & 1):
        return GB_LEGAL
    if h == NULL:
        # One stone's suicide leaves the position as it is.
        if neighbours_of(b.word[v], 3 - color) == 4 and (
                ko == GB_KO_POSITIONAL or (ko == GB_KO_SITUATIONAL and color != b.to_play)):
            return GB_SUPERKO
        return GB_LEGAL
    if gb_repetition(h, count, b, v, color, ko):
        return GB_KO if v == b.ko and color == b.ko_color else GB_SUPERKO
    return GB_LEGAL


cdef inline int legal_under(const gb_board* b, const gb_history* h, uint32_t count, size_t v, int color, int ko, bint suicide) noexcept nogil:
    cdef uint32_t word = b.word[v]
    if ko < GB_KO_POSITIONAL:
        return gb_legal(b, v, color, ko == GB_KO_SIMPLE, suicide)
    if (word & GB_EMPTY_NEIGHBOURS and not word & (GB_COLOR_MASK | GB_WALL_BIT)
            and (h == NULL or not (h.stood[v >> 6] >> (v & 63)) & 1)):
        return GB_LEGAL
    return legal_under_superko(b, h, count, v, color, ko, suicide)


cdef int gb_legal_under(const gb_board* b, const gb_history* h, uint32_t count, size_t v, int color, int ko, bint suicide) noexcept nogil:
    """The verdict on `color` playing at cell `v` under a ko rule, superko included. `h` may be NULL at ply 0."""
    return legal_under(b, h, count, v, color, ko, suicide)


class GoboardError(Exception):
    """Base class of the package's own errors. Each is also the ValueError or TypeError that it always was.

    Examples
    --------
    >>> import goboard
    >>> try:
    ...     goboard.Board(9).play("A10")
    ... except goboard.GoboardError as error:
    ...     print(error)
    A10 is illegal for Black: off_board
    """


class IllegalMove(GoboardError, ValueError):
    """Raised for an illegal move. The board is left unchanged.

    Attributes
    ----------
    reason : str
        "off_board", "occupied", "ko", "superko" or "suicide".
    move : str or object
        The vertex, or for a move off the board what was given.
    color : int or None
        Who would have moved.
    index : int or None
        The place in the array for `Board.play_moves`, else None.

    Examples
    --------
    >>> from goboard import Board, IllegalMove
    >>> board = Board.from_text(". O\\nO .")
    >>> try:
    ...     board.play("A2")
    ... except IllegalMove as error:
    ...     print(error.reason, error.move, error.color)
    suicide A2 1
    """

    def __init__(self, reason, move=None, color=None, index=None):
        self.reason = reason
        self.move = move
        self.color = color
        self.index = index
        super().__init__(reason, move, color, index)

    def __str__(self):
        where = "" if self.index is None else f" (move {self.index} of the array)"
        whose = "" if self.color is None else f" for {COLOR_NAMES[self.color]}"
        return f"{self.move} is illegal{whose}: {self.reason}{where}"


# Arguments. What is not a plain value already goes to goboard._arguments, which imports this module. It is converted before the
# board is looked at: converting may run the caller's code, which may change the board.

cdef object np_integer = np.integer
cdef object _arguments_module = None


cdef object arguments():
    global _arguments_module
    if _arguments_module is None:
        from goboard.board import _arguments
        _arguments_module = _arguments
    return _arguments_module


cdef object _text_module = None


cdef object text_module():
    global _text_module
    if _text_module is None:
        from goboard.board import _text
        _text_module = _text
    return _text_module


cdef tuple shape_of(object size):
    """(rows, cols) of a `size` argument."""
    if type(size) is int and 1 <= size <= GB_MAX_SIDE:
        return size, size
    return arguments().size(size)


cdef bint one_stone_in_atari(const gb_board* b, size_t v) noexcept nogil:
    """Whether of the chains beside an empty cell just one has no other liberty, and that one is a single stone."""
    cdef size_t[4] aside
    cdef size_t k, n
    cdef int found = 0
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    for k in range(4):
        n = v + aside[k]
        if b.word[n] & GB_COLOR_MASK and gb_liberties(b, n, NULL) == 1:
            if b.next[n] != n:
                return False
            found += 1
    return found == 1


cdef int color_of(object color, str name="color") except -1:
    cdef long value
    if PyLong_CheckExact(color):
        value = long_of(color)
        if value == GB_BLACK or value == GB_WHITE:
            return <int>value
    return arguments().color(color, name)


cdef int ko_rule_of(object ko) except -1:
    if type(ko) is not str or ko not in KO_RULES:
        ko = arguments().choice(ko, "ko", KO_RULES)
    return KO_RULES.index(ko)


cdef enum:
    OFF_BOARD = -1
    PASSES = 0
    SPARE_BLOCKS = 64

# Blocks of freed boards: a copy costs no call of the allocator. Guarded by the GIL, absent without one.
cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define GB_HAS_GIL 0
    #else
    #define GB_HAS_GIL 1
    #endif
    """
    const bint GB_HAS_GIL

cdef void* spare_blocks[SPARE_BLOCKS]
cdef int spares = 0


cdef gb_board* new_block() except NULL:
    """Memory for a board and the colours by point that `Board.stones` shows."""
    global spares
    cdef void* block
    if GB_HAS_GIL and spares:
        spares -= 1
        return <gb_board*>spare_blocks[spares]
    block = PyMem_RawMalloc(sizeof(gb_board) + GB_MAX_POINTS)
    if block == NULL:
        raise MemoryError()
    return <gb_board*>block


cdef void free_block(gb_board* block) noexcept:
    global spares
    if GB_HAS_GIL and spares < SPARE_BLOCKS:
        spare_blocks[spares] = block
        spares += 1
    else:
        PyMem_RawFree(block)


# Empty boards by shape, made when first asked for.
cdef gb_board* blank_boards[GB_MAX_SIDE + 1][GB_MAX_SIDE + 1]


cdef const gb_board* blank_board(int rows, int cols) except NULL:
    cdef gb_board* blank = blank_boards[rows][cols]
    if blank == NULL:
        blank = new_block()
        gb_init(blank, rows, cols)
        blank_boards[rows][cols] = blank
    return blank


@cython.freelist(64)
cdef class Board:
    """Board(size=19, *, ko="positional", suicide=False)\n--\n\nA Go board: stones, whose turn it is, the moves played, and the laws of legal play.

    `size` is a side (1 to 25) or (rows, cols). `ko` says what repetition a move may not make: "none"; "simple" (a single
    stone just taken in a ko may not be retaken on the next move); "positional" (no stones that stood before, passes aside);
    "situational" (no stones that stood before with the same side to move next); "natural" (natural situational superko: no stones
    that the mover made before by playing; nobody made the starting position, and a pass makes none). `suicide` allows moves that leave the
    mover's own chain without liberties, which removes it.

    A move is a point (`row * cols + col`; a pass is `rows * cols`, -1 or None), a (row, col) pair, or a GTP vertex
    ("D4", "pass"). Row 0 is the top. Either colour may move at any time; then it is the other's turn.

    Two boards are equal if they have the same shape, stones, turn, ko point, ko rule and suicide rule; how they came
    about and what was captured does not count. Boards change, so they are not hashable: `hash` is for tables of positions.

    Raises ValueError for a size out of range or an unknown `ko`, TypeError for other types.
    """

    def __cinit__(self):
        self.b = new_block()
        self.view = <uint8_t*>(self.b + 1)
        self.history = NULL
        self.count = 0
        self.ko_rule = GB_KO_POSITIONAL
        self.allow_suicide = False
        gb_init(self.b, 1, 1)
        self.view[0] = GB_EMPTY

    def __init__(self, size=19, *, ko="positional", suicide=False):
        rows, cols = shape_of(size)
        cdef int rule = ko_rule_of(ko)
        cdef bint allowed = flag_of(suicide)
        gb_copy(self.b, blank_board(rows, cols))
        self.start_over(rule, allowed)

    def __dealloc__(self):
        gb_history_drop(self.history)
        if self.b != NULL:
            free_block(self.b)

    cdef void start_over(self, int ko_rule, bint suicide) noexcept:
        """The struct is new: forget the history, show its stones."""
        cdef int point
        gb_history_drop(self.history)
        self.history = NULL
        self.count = 0
        self.ko_rule = <uint8_t>ko_rule
        self.allow_suicide = suicide
        if self.b.empties == gb_points(self.b):
            memset(self.view, GB_EMPTY, gb_points(self.b))
            return
        for point in range(gb_points(self.b)):
            self.view[point] = <uint8_t>gb_color_of_point(self.b, point)

    cdef int load(self, int rows, int cols, const uint8_t* stones) except -1:
        """Stand with these stones and no history, or raise and change nothing."""
        cdef gb_board fresh
        cdef int bad = gb_load(&fresh, rows, cols, stones)
        if bad:
            raise ValueError(f"the chain at {vertex_of(bad - 1, rows, cols)} has no liberty")
        memcpy(fresh.captures, self.b.captures, sizeof(fresh.captures))
        gb_copy(self.b, &fresh)
        self.start_over(self.ko_rule, self.allow_suicide)
        return 0

    @classmethod
    def from_text(cls, text, to_play=None, *, ko="positional", suicide=False, ko_point=None, ko_color=None, captures=None):
        """The board that a diagram shows.

        Read are `str(board)`, `goboard.render.text`, what `goboard show` and the GTP command showboard print, also those of KataGo,
        GNU Go, Leela Zero and Pachi, and plain rows of signs.

        Parameters
        ----------
        text : str
            Rows from the top. `.` `+` `,` or `·` is an empty point, `X` `x` `#` or `●` Black, `O` `o` or `○` White. Blanks, frames,
            coordinates, parentheses and digits that mark the latest moves are skipped, and lines that give a hash, rules, a
            handicap or a number of moves.
        to_play : {1, 2}, optional
            Whose turn it is; by default what the text says ("Next player: White"), else Black.
        ko, suicide
            As for `Board`.
        ko_point : move, optional
            A ko that `ko_color` (the side to play, if None) may not retake.
        captures : (int, int), optional
            What Black and White have taken; by default what the text says, else nothing.

        Returns
        -------
        Board

        Raises
        ------
        ValueError
            For other signs, ragged rows, coordinates that do not fit, text that may mean several things (with line and column);
            for a chain without a liberty; for a turn or captures other than the text's own.

        Examples
        --------
        >>> from goboard import Board
        >>> Board.from_text('''
        ...    A B C
        ...  2 . O X 2
        ...  1 . .(X)1
        ... Next player: White''').to_play
        2
        """
        cdef object turn = None if to_play is None else color_of(to_play, "to_play")
        stones, turn, captures = text_module().position(text, turn, None if captures is None else captures_of(captures))
        return like(cls, board_of(stones, turn, ko, suicide, ko_point, ko_color, captures))

    @classmethod
    def from_array(cls, a, to_play=1, *, ko="positional", suicide=False, ko_point=None, ko_color=None, captures=(0, 0)):
        """The board with these stones: any integer array, shape (rows, cols), of EMPTY 0, BLACK 1, WHITE 2.

        Raises TypeError for another dtype; ValueError for another shape or value, or a chain without liberties.
        """
        return like(cls, board_of(stones_array(a), to_play, ko, suicide, ko_point, ko_color, captures))

    cdef int set_ko(self, int cell, int color, object given) except -1:
        """Make `cell` a ko that `color` may not retake; `given` is what the caller called it."""
        if cell <= 0 or gb_color(self.b, cell) != GB_EMPTY or neighbours_of(self.b.word[cell], 3 - color) != 4 or not one_stone_in_atari(self.b, cell):
            raise ValueError(f"no ko of {COLOR_NAMES[color]}'s can be at {arguments().shown(given)}")
        self.b.ko = <uint16_t>cell
        self.b.ko_color = <uint8_t>color
        return 0

    # Points and moves.

    cdef int cell_of(self, object move) except -2:
        """The cell of a move: PASSES, OFF_BOARD, or where a stone may be. Raises for what is not a move at all."""
        cdef long point
        cdef gb_board* b = self.b
        if PyLong_CheckExact(move):
            point = long_of(move)
            if 0 <= point < gb_points(b):
                return gb_cell_of_point(b, <int>point)
            return PASSES if point == gb_points(b) or point == -1 else OFF_BOARD
        if move is None:
            return PASSES
        if type(move) is str:
            return self.cell_of_vertex(move)
        if type(move) is tuple and len(<tuple>move) == 2 and PyLong_CheckExact((<tuple>move)[0]) and PyLong_CheckExact((<tuple>move)[1]):
            return self.cell_of_pair(long_of((<tuple>move)[0]), long_of((<tuple>move)[1]))
        if isinstance(move, np_integer):
            return self.cell_of(operator.index(move))
        # A plain value, which makes no second turn through here.
        return self.cell_of(arguments().plain_move(move, "move"))

    cdef int cell_of_pair(self, long row, long col) noexcept:
        if 0 <= row < self.b.rows and 0 <= col < self.b.cols:
            return gb_cell(self.b, <int>row, <int>col)
        return OFF_BOARD

    cdef int cell_of_vertex(self, str text) except -2:
        if len(text) > 1000:
            raise ValueError(f"{arguments().shown(text)} is not a vertex such as D4, or pass")
        cdef str word = text.strip().upper()
        cdef int col, row
        if word == "PASS":
            return PASSES
        if len(word) < 2 or not (word.isascii() and word[0].isalpha() and word[1:].isdigit()):
            raise ValueError(f"{text!r} is not a vertex such as D4, or pass")
        col = COLUMN_LETTERS.find(word[0])
        row = int(word[1:]) if len(word) < 9 else 0
        if 0 <= col < self.b.cols and 1 <= row <= self.b.rows:
            return gb_cell(self.b, self.b.rows - row, col)
        return OFF_BOARD

    cdef int on_board(self, object point) except -1:
        """The cell of a point, or ValueError."""
        cdef int cell = self.cell_of(point)
        if cell <= 0:
            raise ValueError(f"{arguments().shown(point)} is not a point of a board of {self.b.rows} rows and {self.b.cols} columns")
        return cell

    cdef int mover(self, object color) except -1:
        """The color named, or whose turn it is. A caller converts it before the move, and looks at the board after both."""
        return 0 if color is None else color_of(color)

    cdef object name_of(self, int cell, object move):
        """A cell's vertex; what is not on the board, as it was given."""
        return move if cell == OFF_BOARD else vertex_of(
            gb_point_of_cell(self.b, cell) if cell else gb_points(self.b), self.b.rows, self.b.cols)

    def point(self, move):
        """The int of a move in any spelling: `row * cols + col`, or `rows * cols` for a pass. Raises ValueError off the board."""
        cdef int cell = self.cell_of(move)
        if cell == OFF_BOARD:
            raise ValueError(f"{arguments().shown(move)} is not on a board of {self.b.rows} rows and {self.b.cols} columns")
        return gb_point_of_cell(self.b, cell) if cell else gb_points(self.b)

    def vertex(self, move):
        """The GTP vertex of a move in any spelling: "D4" or "pass". Raises ValueError off the board."""
        cdef int cell = self.cell_of(move)
        if cell == OFF_BOARD:
            raise ValueError(f"{arguments().shown(move)} is not on a board of {self.b.rows} rows and {self.b.cols} columns")
        return self.name_of(cell, move)

    @property
    def rows(self):
        """Number of rows."""
        return self.b.rows

    @property
    def cols(self):
        """Number of columns."""
        return self.b.cols

    @property
    def shape(self):
        """(rows, cols)."""
        return self.b.rows, self.b.cols

    @property
    def pass_move(self):
        """The int of a pass: rows * cols."""
        return gb_points(self.b)

    @property
    def ko(self):
        """The ko rule: "none", "simple", "positional", "situational" or "natural"."""
        return KO_RULES[self.ko_rule]

    @property
    def suicide(self):
        """Whether suicide is allowed."""
        return bool(self.allow_suicide)

    cdef int restate(self, int side) except -1:
        """It is `side`'s turn in the current situation."""
        cdef gb_ply* ply
        if side == self.b.to_play:
            return 0
        if self.count:
            if own_history(&self.history, self.count, self.count) < 0:
                raise MemoryError()
            ply = &self.history.ply[self.count]
            unlist_position(self.history, self.count)
            ply.after = <uint8_t>side
            if ply.cell or self.ko_rule == GB_KO_SITUATIONAL:
                list_position(self.history, self.count)
        else:
            gb_history_drop(self.history)
            self.history = NULL
        self.b.to_play = <uint8_t>side
        return 0

    @property
    def to_play(self):
        """BLACK or WHITE, whose turn it is. Setting it restates whose turn the current situation is."""
        return self.b.to_play

    @to_play.setter
    def to_play(self, color):
        self.restate(color_of(color, "to_play"))

    @to_play.deleter
    def to_play(self):
        raise AttributeError("to_play can be set, not deleted")

    @property
    def move_count(self):
        """How many moves, passes among them, were played since the board was set up."""
        return self.count

    @property
    def moves(self):
        """List of (colour, point) of every move since the board was set up; a pass is `rows * cols`."""
        return self.listed_plies(False)

    cdef list listed_plies(self, bint turns):
        """(colour, point) of every ply, with `turns` whose turn it then was besides. A signal is answered on the way."""
        cdef Board board = own_copy(self)
        cdef uint32_t k
        cdef int cell, point, at
        cdef const gb_ply* ply
        cdef list plies = [], known = [None] * (4 * gb_points(board.b) + 4)
        cdef object one
        # There are few different ones: a long list shares them.
        for k in range(1, board.count + 1):
            if k & 0xFFFF == 0:
                PyErr_CheckSignals()
            ply = &board.history.ply[k]
            cell = ply.cell
            point = gb_point_of_cell(board.b, cell) if cell else gb_points(board.b)
            at = 4 * point + 2 * ply.color + ply.after - 3
            one = known[at]
            if one is None:
                one = known[at] = (int(ply.color), point, int(ply.after)) if turns else (int(ply.color), point)
            plies.append(one)
        return plies

    @property
    def passes(self):
        """How many of the latest moves are passes, in a row."""
        cdef uint32_t k = self.count
        while k and self.history.ply[k].cell == 0:
            k -= 1
        return self.count - k

    @property
    def last_move(self):
        """The point of the last move, `rows * cols` if it was a pass, None if there is none."""
        if self.count == 0:
            return None
        cdef int cell = self.history.ply[self.count].cell
        return gb_point_of_cell(self.b, cell) if cell else gb_points(self.b)

    # Play.

    cdef int verdict(self, int cell, int color) noexcept:
        if cell == PASSES:
            return GB_LEGAL
        if cell == OFF_BOARD:
            return GB_OFF_BOARD
        return legal_under(self.b, self.history, self.count, cell, color, self.ko_rule, self.allow_suicide)

    cdef int commit(self, int cell, int color) except -1:
        """Play a legal move, or pass; keep history and view. Returns how many enemy stones it took."""
        cdef gb_ply* ply = next_ply(&self.history, self.count, self.b)
        cdef int taken = 0
        cdef size_t i, end
        if ply == NULL:
            raise MemoryError()
        if cell == PASSES:
            gb_pass(self.b, color, ply)
        else:
            end = self.b.empties - 1
            self.view[gb_point_of_cell(self.b, cell)] = <uint8_t>color
            taken = play_at(self.b, cell, color, ply)
            for i in range(end, self.b.empties):
                self.view[gb_point_of_cell(self.b, self.b.empty[i])] = GB_EMPTY
        self.count += 1
        list_ply(self.history, self.count, self.ko_rule == GB_KO_SITUATIONAL)
        return taken

    cdef void take_back(self) noexcept:
        cdef const gb_ply* ply = &self.history.ply[self.count]
        cdef uint32_t removed = 0
        cdef size_t i
        if ply.cell:
            for i in range(ply.takes):
                removed += ply.taken[i]
            for i in range(self.b.empties - removed, self.b.empties):
                self.view[gb_point_of_cell(self.b, self.b.empty[i])] = ply.color if ply.suicide else 3 - ply.color
            self.view[gb_point_of_cell(self.b, ply.cell)] = GB_EMPTY
        gb_unplay(self.b, ply)
        self.count -= 1

    def play(self, move, color=None):
        """Play a stone of `color` (whose turn it is, if None), or pass. Returns the number of enemy stones captured.

        Raises IllegalMove, with `.reason`, for a move that the laws refuse, ValueError or TypeError for what is no move;
        the board is then as it was.
        """
        cdef int side = 0 if color is None else color_of(color)
        cdef int cell = self.cell_of(move)
        return self.try_move(cell, side, move)

    cdef int try_move(self, int cell, int side, object move) except -1:
        """Play at a cell of this board if it is legal; `side` 0 is whose turn it is, `move` what the caller called it."""
        cdef int verdict
        if side == 0:
            side = self.b.to_play
        verdict = self.verdict(cell, side)
        if verdict != GB_LEGAL:
            raise IllegalMove(REASONS[verdict], self.name_of(cell, move), side)
        return self.commit(cell, side)

    def pass_(self, color=None):
        """Pass. Always legal."""
        cdef int side = self.mover(color)
        self.commit(PASSES, side or self.b.to_play)

    def play_moves(self, moves):
        """Play many moves in one call: an integer array or sequence of points, the colours alternating from `to_play`, or a list
        of (colour, point) pairs, as `moves` gives them.

        Returns the number of stones that the moves captured. An illegal one raises IllegalMove with `.index`, and then
        none is played.
        """
        cdef Board saved = None
        cdef uint32_t before
        cdef Py_ssize_t first = 0, n
        cdef int64_t taken = 0
        cdef bint paired
        if isinstance(moves, (list, tuple)):
            n = len(moves)
            paired = n > 0 and isinstance(moves[0], (tuple, list))
        else:
            moves = np.asarray(moves)
            if moves.size == 0:
                return 0
            if moves.ndim != 1 and (moves.ndim != 2 or moves.shape[1] != 2):
                raise ValueError(f"moves are an array of one dimension, or of pairs, not of shape {moves.shape}")
            if moves.dtype.kind not in "iu":
                raise TypeError(f"moves are an array of integers, not of {moves.dtype}")
            paired = moves.ndim == 2
            n = len(moves)
        before = self.count
        if n > PART:
            saved = own_copy(self)  # taking so many moves back would last
        try:
            while first < n:
                # A copy of a part at a time: what its numbers run as they are read may change the whole, or this board.
                part = moves_of(moves[first:first + PART], paired, first)
                taken += self.play_part(part, paired, first)
                first += PART
                if first < n:
                    PyErr_CheckSignals()
        except BaseException:
            if saved is not None:
                self.become(saved, True)
            while self.count > before:
                self.take_back()
            raise
        return taken

    cdef int64_t play_part(self, int64_t[:, ::1] part, bint paired, Py_ssize_t first) except -1:
        cdef Py_ssize_t i
        cdef int cell, color, verdict
        cdef int64_t point, taken = 0
        for i in range(part.shape[0]):
            point = part[i, 1]
            if 0 <= point < gb_points(self.b):
                cell = gb_cell_of_point(self.b, <int>point)
            else:
                cell = PASSES if point == gb_points(self.b) or point == -1 else OFF_BOARD
            color = <int>part[i, 0] if paired else self.b.to_play
            verdict = self.verdict(cell, color)
            if verdict != GB_LEGAL:
                raise IllegalMove(REASONS[verdict], self.name_of(cell, int(point)), color, int(first + i))
            taken += self.commit(cell, color)
        return taken

    def undo(self):
        """Take the last move back, exactly. Returns it as (colour, point). Raises ValueError if there is none."""
        if self.count == 0:
            raise ValueError("there is no move to undo")
        cdef int color = self.history.ply[self.count].color, cell = self.history.ply[self.count].cell
        self.take_back()
        return color, gb_point_of_cell(self.b, cell) if cell else gb_points(self.b)

    def is_legal(self, move, color=None):
        """Whether the move would be played. False off the board; raises ValueError or TypeError for what is no move."""
        cdef int side = self.mover(color)
        cdef int cell = self.cell_of(move)
        return self.verdict(cell, side or self.b.to_play) == GB_LEGAL

    def why_illegal(self, move, color=None):
        """The reason why a move is refused, as in `IllegalMove.reason`, or None if it is legal."""
        cdef int side = self.mover(color)
        cdef int cell = self.cell_of(move)
        cdef int verdict = self.verdict(cell, side or self.b.to_play)
        return None if verdict == GB_LEGAL else REASONS[verdict]

    cdef void fill_legal(self, uint8_t* mask, int color) noexcept:
        """Set `mask`, one byte a point and one for the pass."""
        cdef const gb_board* b = self.b
        cdef const gb_history* h = self.history
        cdef bint superko = self.ko_rule >= GB_KO_POSITIONAL and h != NULL
        cdef size_t i, v
        memset(mask, 0, gb_points(b))
        mask[gb_points(b)] = 1
        for i in range(b.empties):
            v = b.empty[i]
            # With an empty neighbour a move is no suicide, and on a point that never held a stone it repeats nothing.
            if b.word[v] & GB_EMPTY_NEIGHBOURS and not (superko and (h.stood[v >> 6] >> (v & 63)) & 1):
                mask[gb_point_of_cell(b, <int>v)] = 1
            else:
                mask[gb_point_of_cell(b, <int>v)] = legal_under(
                    b, h, self.count, v, color, self.ko_rule, self.allow_suicide) == GB_LEGAL

    def legal_mask(self, color=None, out=None):
        """Which moves are legal: bool array, shape (rows * cols + 1,), the pass last. All ko rules are in it.

        `out`, if given, is a writable C-contiguous bool or uint8/int8 array of that shape; it is filled and returned.
        """
        cdef int side = self.b.to_play if color is None else color_of(color)
        cdef cnp.npy_intp length = gb_points(self.b) + 1
        cdef cnp.ndarray mask
        if out is None:
            mask = cnp.PyArray_SimpleNew(1, &length, cnp.NPY_BOOL)
        else:
            if not cnp.PyArray_Check(out):
                raise TypeError(f"out must be a numpy array, not {type(out).__name__}")
            mask = out
            if (cnp.PyArray_NDIM(mask) != 1 or cnp.PyArray_DIM(mask, 0) != length or cnp.PyArray_ITEMSIZE(mask) != 1
                    or not cnp.PyArray_CHKFLAGS(mask, cnp.NPY_ARRAY_CARRAY)
                    or not cnp.PyArray_TYPE(mask) in (cnp.NPY_BOOL, cnp.NPY_UINT8, cnp.NPY_INT8)):
                raise ValueError(f"out must be a writable, C-contiguous bool or 8-bit array of shape ({length},)")
        self.fill_legal(<uint8_t*>cnp.PyArray_DATA(mask), side)
        return mask

    def legal_moves(self, color=None):
        """The legal moves, the pass last: int array, ascending."""
        return np.flatnonzero(Board.legal_mask(self, color))

    # What stands on the board.

    def __getitem__(self, point):
        return gb_color(self.b, self.on_board(point))

    @property
    def stones(self):
        """Read-only uint8 view, shape (rows, cols), of EMPTY 0, BLACK 1, WHITE 2; it follows the board."""
        return np.asarray(self)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("the stones of a board are read-only")
        self.view_shape = [self.b.rows, self.b.cols]
        self.view_strides = [self.b.cols, 1]
        buffer.obj = self
        buffer.buf = self.view
        buffer.len = gb_points(self.b)
        buffer.itemsize = 1
        buffer.readonly = 1
        buffer.format = NULL
        if flags & PyBUF_FORMAT:
            buffer.format = b"B"
        buffer.ndim = 2
        buffer.shape = self.view_shape if flags & PyBUF_ND else NULL
        buffer.strides = self.view_strides if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        buffer.suboffsets = NULL
        buffer.internal = NULL

    def __releasebuffer__(self, Py_buffer* buffer):
        pass

    cdef object chain_at(self, size_t v):
        """The points of the chain of the stone at cell `v`, ascending."""
        cdef list points = []
        cdef size_t s = v
        while True:
            points.append(gb_point_of_cell(self.b, <int>s))
            s = self.b.next[s]
            if s == v:
                break
        points.sort()
        return np.array(points, dtype=np.intp)

    def chain(self, point):
        """The points of the chain at `point`: int array, ascending; empty if no stone is there."""
        cdef int v = self.on_board(point)
        return self.chain_at(v) if gb_color(self.b, v) else np.empty(0, dtype=np.intp)

    def chains(self, color=None):
        """All chains, or those of `color`, in the order of their first points: list of int arrays."""
        cdef int wanted = 0 if color is None else color_of(color)
        cdef int point, v, c
        cdef list found = []
        cdef set roots = set()
        for point in range(gb_points(self.b)):
            v = gb_cell_of_point(self.b, point)
            c = gb_color(self.b, v)
            if c and (wanted == 0 or c == wanted) and gb_root(self.b, v) not in roots:
                roots.add(gb_root(self.b, v))
                found.append(self.chain_at(v))
        return found

    def liberties(self, point):
        """The number of liberties of the chain at `point`; 0 if no stone is there."""
        cdef int v = self.on_board(point)
        return gb_liberties(self.b, v, NULL) if gb_color(self.b, v) else 0

    def liberty_points(self, point):
        """The liberties of the chain at `point`: int array, ascending; empty if no stone is there."""
        cdef uint16_t cells[GB_MAX_POINTS]
        cdef int v = self.on_board(point)
        cdef int i, n = gb_liberties(self.b, v, cells) if gb_color(self.b, v) else 0
        return np.array(sorted([gb_point_of_cell(self.b, cells[i]) for i in range(n)]), dtype=np.intp)

    def captures(self, color):
        """How many stones this colour has taken; those that the other removed by suicide are among them."""
        return self.b.captures[color_of(color)]

    def is_eye(self, move, color):
        """The playouts' eye rule: an empty point whose neighbours are all `color`'s or off the board, with fewer than two
        diagonals the opponent's, none on an edge or in a corner. False for a pass."""
        cdef int side = color_of(color)
        cdef int v = self.cell_of(move)
        if v == PASSES:
            return False
        if v == OFF_BOARD:
            raise ValueError(f"{arguments().shown(move)} is not a point of a board of {self.b.rows} rows and {self.b.cols} columns")
        return gb_color(self.b, v) == GB_EMPTY and bool(is_eye(self.b, v, self.b.word[v], side, self.b.stride))

    @property
    def ko_point(self):
        """The point where a single stone was just taken in a ko, or None. Under every ko rule; what it bars is the rule's."""
        return gb_point_of_cell(self.b, self.b.ko) if self.b.ko else None

    # Hashes.

    @property
    def hash(self):
        """64-bit Zobrist hash of the stones and the shape of the board, the same in any process."""
        return self.b.hash

    @property
    def situational_hash(self):
        """64-bit hash of the stones and whose turn it is."""
        return self.b.hash ^ (zobrist_turn if self.b.to_play == GB_WHITE else 0)

    def hash_after(self, move, color=None):
        """The `hash` that the board would have after the move. Raises IllegalMove off the board or on a stone; ko and
        suicide rules are not asked."""
        cdef int side = self.mover(color)
        cdef int cell = self.cell_of(move)
        if cell == PASSES:
            return self.b.hash
        if cell == OFF_BOARD or gb_color(self.b, cell):
            raise IllegalMove("off_board" if cell == OFF_BOARD else "occupied", self.name_of(cell, move), side or self.b.to_play)
        return gb_hash_after(self.b, cell, side or self.b.to_play)

    def repeats(self):
        """How many earlier times these stones have stood on the board since it was set up, whoever's turn it was.

        A position stands from the move that made it to the next move; passes in between do not make it stand anew.
        """
        if self.count == 0:
            return 0
        # A copy that shares the history holds it still, whatever a signal's handler plays on this board.
        cdef Board then = own_copy(self)
        cdef gb_history* h = then.history
        cdef uint32_t current = then.count, entry, steps = 0
        cdef int times = 0
        cdef gb_board now
        gb_copy(&now, then.b)
        while current and h.ply[current].cell == 0:
            current -= 1
        entry = h.bucket[now.hash & (h.buckets - 1)]
        while entry:
            entry -= 1
            if entry < current and h.ply[entry].hash == now.hash and (entry == 0 or h.ply[entry].cell):
                take_back_to(then.b, h, &then.count, entry, &steps)
                times += same_stones(then.b, &now)
            answer_signals(&steps)
            entry = h.ply[entry].earlier
        return times

    def recurrences(self):
        """The move counts at which a stone made a whole-board position that had stood before, since the board was set up: list of int."""
        cdef Board now = own_copy(self)
        cdef gb_history* h = now.history
        cdef uint32_t k, entry, steps = 0
        cdef list found = []
        for k in range(now.count, 0, -1):
            answer_signals(&steps)
            if h.ply[k].cell == 0:
                continue
            entry = h.ply[k].earlier
            while entry:
                answer_signals(&steps)
                entry -= 1
                if h.ply[entry].hash == h.ply[k].hash and (entry == 0 or h.ply[entry].cell):
                    take_back_to(now.b, h, &now.count, k, &steps)
                    if stood_at(now.b, h, k, entry, &steps):
                        found.append(k)
                        break
                entry = h.ply[entry].earlier
        found.reverse()
        return found

    # Whole boards.

    cdef int become(self, Board other, bint history) except -1:
        """Stand as `other` stands, with its history or without."""
        gb_copy(self.b, other.b)
        self.start_over(other.ko_rule, other.allow_suicide)
        if history and other.history != NULL:
            gb_history_share(other.history)
            self.history = other.history
            self.count = other.count
        return 0

    def copy(self, history=True):
        """An independent board. Without `history`: the position, turn, ko and captures alone, as if set up now."""
        cdef bint whole = history if history is True or history is False else arguments().flag(history, "history")
        cdef Board board = Board.__new__(Board)
        board.become(self, whole)
        return self.of_my_class(board)

    def __copy__(self):
        return Board.copy(self)

    def __deepcopy__(self, memo):
        return Board.copy(self)

    def setup(self, black=(), white=(), empty=(), to_play=None):
        """Put and remove stones freely: points in any spelling. Clears the history; captures stay. All or nothing.

        Raises ValueError for a point off the board or named twice, or if a chain is left without liberties.
        """
        cdef uint8_t stones[GB_MAX_POINTS]
        cdef int color, point
        cdef int side = 0 if to_play is None else color_of(to_play, "to_play")
        cdef set named = set()
        cdef list given = [
            (GB_BLACK, "black", arguments().plain_points(black, "black")), (GB_WHITE, "white", arguments().plain_points(white, "white")),
            (GB_EMPTY, "empty", arguments().plain_points(empty, "empty"))]
        for color, name, plain in given:
            if plain.single and type(plain.moves[0]) is not str:
                raise TypeError(f"{name} must be an iterable of points, not {plain.moves[0]}")
        memcpy(stones, self.view, gb_points(self.b))
        for color, name, plain in given:
            for point in arguments().placed(self, plain, name):
                if point in named:
                    raise ValueError(f"{vertex_of(point, self.b.rows, self.b.cols)} is named twice")
                named.add(point)
                stones[point] = <uint8_t>color
        if side == 0:
            side = self.b.to_play
        self.load(self.b.rows, self.b.cols, stones)
        self.b.to_play = <uint8_t>side

    def transform(self, k):
        """The board under symmetry `k`, with all its history.

        0 to 7: bit 2 swaps rows and columns, then bit 0 flips the rows (top to bottom), bit 1 the columns (left to right).
        """
        from goboard.board import _grid
        cdef int symmetry = symmetry_of(k)
        cdef Board whole = own_copy(self)
        cdef Board start = whole.first()
        cdef Board board
        image = _grid.image(start.b.rows, start.b.cols, symmetry)
        board = board_of(
            np.ascontiguousarray(_grid.transformed(start.array(), symmetry)), int(start.b.to_play), KO_RULES[start.ko_rule],
            bool(start.allow_suicide), None, None, (start.b.captures[GB_BLACK], start.b.captures[GB_WHITE]))
        if start.b.ko:
            point = int(image[gb_point_of_cell(start.b, start.b.ko)])
            board.set_ko(board.cell_of(point), start.b.ko_color, point)
        board.replay_moved(whole, image)
        return self.of_my_class(board)

    def start(self):
        """The position before the first move, as a board of its own without moves: what the board was set up as.

        Returns
        -------
        Board

        Examples
        --------
        >>> from goboard import Board
        >>> board = Board.from_text(". X .", ko="simple")
        >>> board.play("A1", 1)
        0
        >>> board.start() == Board.from_text(". X .", ko="simple")
        True
        """
        return self.of_my_class(self.first())

    cdef Board first(self):
        """`start`, as a plain board."""
        cdef Board board = own_copy(self)
        board.rewind()
        gb_history_drop(board.history)
        board.history = NULL
        return board

    cdef int rewind(self) except -1:
        """Take all moves back."""
        cdef uint32_t steps = 0
        while self.count:
            self.take_back()
            answer_signals(&steps)
        return 0

    cdef object array(self):
        """The stones as a new uint8 array (rows, cols)."""
        array = np.empty((self.b.rows, self.b.cols), dtype=np.uint8)
        cdef uint8_t[:, ::1] out = array
        memcpy(&out[0, 0], self.view, gb_points(self.b))
        return array

    cdef Board of_my_class(self, Board board):
        """`board`, or for a subclass a board of its own class that stands as `board` does."""
        cdef Board mine
        if type(self) is Board:
            return board
        mine = type(self).__new__(type(self))
        if mine is not self:
            mine.become(board, True)
        return mine

    def plies(self):
        """List of (colour, point, whose turn it then was) since the board was set up."""
        return self.listed_plies(True)

    cdef int replay(self, list plies) except -1:
        """Play again what `plies()` of a pickle says, every value and every move checked."""
        cdef uint32_t steps = 0
        for ply in list(plies):
            answer_signals(&steps)
            if type(ply) is not tuple or len(<tuple>ply) != 3 or not (type(ply[0]) is int and type(ply[1]) is int and type(ply[2]) is int):
                raise ValueError("a move is a color, a point and whose turn it then was")
            color, move, turn = ply
            self.try_move(self.cell_of(move), color_of(color), move)
            self.restate(color_of(turn))
        return 0

    cdef int replay_moved(self, Board other, const int64_t[::1] image) except -1:
        """Play what `other` played, on the images of its points (the pass last)."""
        cdef uint32_t k, steps = 0
        cdef int cell
        cdef const gb_ply* ply
        for k in range(1, other.count + 1):
            answer_signals(&steps)
            ply = &other.history.ply[k]
            cell = PASSES
            if ply.cell:
                cell = gb_cell_of_point(self.b, <int>image[gb_point_of_cell(other.b, ply.cell)])
            self.try_move(cell, ply.color, None)
            self.restate(ply.after)
        return 0

    def check(self):
        """Verify every internal invariant by recomputing it. Raises AssertionError naming the one that does not hold."""
        cdef int broken = gb_check(self.b), point
        cdef uint32_t k
        if broken:
            raise AssertionError(f"board invariant {broken} does not hold")
        for point in range(gb_points(self.b)):
            if self.view[point] != gb_color_of_point(self.b, point):
                raise AssertionError(f"the view of point {point} is stale")
        if self.count:
            if self.history.used < self.count or self.history.refs < 1:
                raise AssertionError("the history is shorter than the game")
            if self.history.ply[self.count].hash != self.b.hash or self.history.ply[self.count].after != self.b.to_play:
                raise AssertionError("the history does not end at the board")

    def __eq__(self, other):
        cdef Board board
        if not isinstance(other, Board):
            return NotImplemented
        board = other
        return (self.b.rows == board.b.rows and self.b.cols == board.b.cols and self.b.to_play == board.b.to_play
                and self.b.ko == board.b.ko and (self.b.ko == 0 or self.b.ko_color == board.b.ko_color)
                and self.ko_rule == board.ko_rule and self.allow_suicide == board.allow_suicide
                and memcmp(self.view, board.view, gb_points(self.b)) == 0)

    __hash__ = None

    def __reduce__(self):
        cdef Board whole = own_copy(self)
        return restored_board, (type(self), whole.first().state(), whole.listed_plies(True))

    def state(self):
        """The position alone, in plain values: what pickle keeps of the start of the history."""
        return (self.b.rows, self.b.cols, self.array().tobytes(), KO_RULES[self.ko_rule], bool(self.allow_suicide), int(self.b.to_play),
                (self.b.captures[GB_BLACK], self.b.captures[GB_WHITE]),
                (gb_point_of_cell(self.b, self.b.ko), int(self.b.ko_color)) if self.b.ko else None)

    def __str__(self):
        """A diagram: coordinates, `.` empty, `+` a star point, `X` Black, `O` White, the last move in parentheses."""
        last = Board.last_move.__get__(self)
        return text_module().diagram((<const char*>self.view)[:gb_points(self.b)], int(self.b.rows), int(self.b.cols), None if last == gb_points(self.b) else last)

    def _repr_svg_(self):
        """The picture that a notebook shows."""
        from goboard.records import render
        return render.svg(self)

    def __repr__(self):
        return text_module().expression(
            type(self).__name__, (<const char*>self.view)[:gb_points(self.b)], int(self.b.cols), int(self.b.to_play), KO_RULES[self.ko_rule], bool(self.allow_suicide),
            self.name_of(self.b.ko, None) if self.b.ko else None, int(self.b.ko_color),
            (self.b.captures[GB_BLACK], self.b.captures[GB_WHITE]))


cdef extern from "Python.h":
    long PyLong_AsLongAndOverflow(object number, int* overflow) except? -1


cdef inline long long_of(object number) except? -1:
    """The C value of an int; far off any board if it does not fit."""
    cdef int overflow = 0
    cdef long value = PyLong_AsLongAndOverflow(number, &overflow)
    return -2 if overflow else value


cdef bint flag_of(object suicide) except -1:
    if suicide is True or suicide is False:
        return suicide is True
    return arguments().flag(suicide, "suicide")


cdef int symmetry_of(object k) except -1:
    return arguments().integer(k, "the symmetry k", 0, 7)


cdef enum:
    PART = 1 << 16  # moves of `play_moves` that are converted at a time


cdef object moves_of(object moves, bint paired, Py_ssize_t first):
    """Part of the argument of `play_moves` as a new int64 array (n, 2) of colours, 0 if not `paired`, and points."""
    cdef Py_ssize_t n = len(moves), i
    out = np.zeros((n, 2), dtype=np.int64)
    cdef int64_t[:, ::1] view = out
    cdef object index = arguments().integer
    cdef object move, color
    if isinstance(moves, np.ndarray):
        if moves.dtype == np.uint64:
            moves = np.minimum(moves, GB_MAX_POINTS + 1)
        if paired:
            out[:] = moves
        else:
            out[:, 1] = moves
    else:
        for i in range(n):
            move = moves[i]
            if paired:
                if not isinstance(move, tuple) and not (isinstance(move, list) and isinstance(moves[0], list)):
                    raise TypeError(f"moves[{first + i}] must be a pair of a color and a point, not {arguments().shown(move)}")
                move = tuple(move)
                if len(<tuple>move) != 2:
                    raise ValueError(f"moves[{first + i}] must be a pair of a color and a point, not {arguments().shown(move)}")
                color = (<tuple>move)[0]
                if not PyLong_CheckExact(color):
                    color = index(color, f"the color of moves[{first + i}]")
                view[i, 0] = long_of(color)
                move = (<tuple>move)[1]
            if not PyLong_CheckExact(move):
                move = index(move, f"the point of moves[{first + i}]" if paired else f"moves[{first + i}]")
            view[i, 1] = long_of(move)
    if paired:
        for i in range(n):
            if view[i, 0] != GB_BLACK and view[i, 0] != GB_WHITE:
                raise ValueError(f"the color of moves[{first + i}] must be BLACK (1) or WHITE (2), not {view[i, 0]}")
    return out


cdef tuple captures_of(object captures):
    """(Black's, White's) captures."""
    try:
        numbers = list(captures)
    except TypeError:
        raise TypeError(f"captures must be two ints, for Black and for White, not {arguments().shown(captures)}") from None
    if len(numbers) != 2:
        raise ValueError(f"captures must be two ints, for Black and for White, not {arguments().shown(captures)}")
    return tuple([arguments().integer(number, f"captures[{k}]", 0, 2 ** 31 - 1) for k, number in enumerate(numbers)])


cdef object stones_array(object a):
    """The stones of `from_array` as a new uint8 array (rows, cols) of 0, 1 and 2."""
    array = np.asarray(a)
    if array.ndim != 2:
        raise ValueError(f"a board is an array of shape (rows, cols), not {array.shape}")
    shape_of(array.shape)
    # A copy, so that what is checked is what is read.
    array = array.copy()
    shape_of(array.shape)
    if array.dtype.kind not in "iub":
        raise TypeError(f"a board is an array of integers, not of {array.dtype}")
    if array.min() < 0 or array.max() > 2:
        raise ValueError("the values of a board are 0 (empty), 1 (Black) and 2 (White)")
    return np.ascontiguousarray(array, dtype=np.uint8)


cdef Board board_of(object array, object to_play, object ko, object suicide, object ko_point, object ko_color, object captures):
    """A plain board with the stones of an array that nobody else has."""
    cdef const uint8_t[:, ::1] stones = array
    cdef Board board = Board.__new__(Board)
    cdef int rule = ko_rule_of(ko), side = color_of(to_play, "to_play"), banned
    cdef bint allowed = flag_of(suicide)
    taken = captures_of(captures)
    board.load(<int>stones.shape[0], <int>stones.shape[1], &stones[0, 0])
    board.ko_rule = <uint8_t>rule
    board.allow_suicide = allowed
    board.b.to_play = <uint8_t>side
    board.b.captures = [0, taken[0], taken[1]]
    banned = side if ko_color is None else color_of(ko_color, "ko_color")
    if ko_point is not None:
        board.set_ko(board.cell_of(ko_point), banned, ko_point)
    elif ko_color is not None:
        raise ValueError(f"ko_color is {arguments().shown(ko_color)}, but no ko_point is given")
    return board


cdef object like(object cls, Board board):
    """`board` as an instance of `cls`, whose constructor gets what `Board` takes."""
    cdef Board made
    if cls is Board:
        return board
    made = cls((int(board.b.rows), int(board.b.cols)), ko=KO_RULES[board.ko_rule], suicide=bool(board.allow_suicide))
    made.become(board, True)
    return made


cdef str vertex_of(int point, int rows, int cols):
    if point == rows * cols:
        return "pass"
    return f"{COLUMN_LETTERS[point % cols]}{rows - point // cols}"


def own_copy(Board board not None):
    """A plain `Board` like this one, history included, whatever a subclass overrides."""
    cdef Board copy = Board.__new__(Board)
    copy.become(board, True)
    return copy


def restored_board(cls, state, plies):
    """The board of a pickle. Every value is checked, and every move played again: a damaged pickle is a ValueError."""
    cdef Board board
    try:
        if not (isinstance(cls, type) and issubclass(cls, Board)):
            raise ValueError("not a board")
        rows, cols, stones, ko, suicide, to_play, captures, ko_point = state
        if type(to_play) is not int or type(plies) is not list:
            raise ValueError("a turn is an int, the moves are a list")
        rows, cols = shape_of((rows, cols))
        if type(stones) is not bytes or len(stones) != rows * cols or max(stones) > GB_WHITE:
            raise ValueError("the stones are not of the board's size")
        point, color = (None, None) if ko_point is None else ko_point
        board = board_of(np.frombuffer(stones, dtype=np.uint8).reshape(rows, cols).copy(), to_play, ko, suicide, point, color, captures)
        board.replay(plies)
        return like(cls, board)
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"this is not the pickle of a board: {error}") from None


cdef extern from *:
    """
    #define GOBOARD_API_NO_TABLE
    #include "goboard/api.h"
    """
    ctypedef struct gb_api:
        int version
        unsigned int board_size
        unsigned int ply_size
        void (*init)(gb_board*, int, int) noexcept nogil
        int (*load)(gb_board*, int, int, const uint8_t*) noexcept nogil
        int (*play)(gb_board*, size_t, int, gb_ply*) noexcept nogil
        void (*pass_ "pass")(gb_board*, int, gb_ply*) noexcept nogil
        void (*unplay)(gb_board*, const gb_ply*) noexcept nogil
        uint64_t (*hash_after)(const gb_board*, size_t, int) noexcept nogil
        int (*liberties)(const gb_board*, size_t, uint16_t*) noexcept nogil
        int (*check)(const gb_board*) noexcept nogil
        const gb_board* (*board_of)(object) except NULL


cdef const gb_board* board_of_object(object board) except NULL:
    if not isinstance(board, Board):
        raise TypeError(f"expected a goboard.Board, not {type(board).__name__}")
    return (<Board>board).b


cdef gb_api c_api
c_api.version = GB_API_VERSION
c_api.board_size = sizeof(gb_board)
c_api.ply_size = sizeof(gb_ply)
c_api.init = gb_init
c_api.load = gb_load
c_api.play = gb_play
c_api.pass_ = gb_pass
c_api.unplay = gb_unplay
c_api.hash_after = gb_hash_after
c_api.liberties = gb_liberties
c_api.check = gb_check
c_api.board_of = board_of_object
_C_API = PyCapsule_New(&c_api, "goboard._core._C_API", NULL)


def get_include():
    """The folder to give a compiler as include path, for `#include <goboard/board.h>` and `cimport goboard`."""
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "include")
    if os.path.isdir(installed):
        return installed
    return os.path.normpath(os.path.join(here, "..", "..", "include"))
