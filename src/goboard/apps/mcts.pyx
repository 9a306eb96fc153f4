"""Monte Carlo tree search: a move for whoever needs one.

UCT with RAVE on playouts. A node's children stand side by side in flat arrays. A move's value mixes what became of the
games in which it was played here with what became of those in which the same side played it later ("all moves as first",
Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial Intelligence 175,
2011); the latter starts with a prior from what a beginner knows: captures, escapes, shapes, nearness of the last move.
The playouts answer the last move by capturing, escaping or a 3x3 shape if they can (Gelly, Wang, Munos, Teytaud,
"Modification of UCT with patterns in Monte-Carlo Go", INRIA RR-6062, 2006), else they play as `goboard.playout` does.
"""

import time
from typing import NamedTuple

import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabsf, fmax, fmin, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

cimport numpy as cnp

from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_COLOR_SHIFT, GB_DUMMY_LIBS, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_LEGAL, GB_MAX_CELLS, GB_MAX_POINTS,
    GB_WALL_BIT, GB_WHITE,
    Board, breathes, gb_board, gb_cell_of_point, gb_color, gb_copy, gb_legal_under, gb_point_of_cell, gb_points, inlined_void,
    is_eye, place, stone_bit, unlikely,
)

from goboard.board._playouts cimport below, choose, count_area, gb_stream, start_of, stream_of

from goboard.board import _arguments as arguments
from goboard._core import own_copy

cnp.import_array()

cdef enum:
    MAX_DEPTH = 1024
    MAX_MOVES = MAX_DEPTH + 4 * GB_MAX_POINTS
    PASSED = 0
    EXPAND_AT = 5               # a node gets its children when it has been visited this often
    RAVE_EQUIV = 3500           # visits at which a move's own results begin to outweigh those of all moves as first
    MOST_PLAYOUTS = 1 << 24     # what a float counts one by one

LCB_Z = 1.96                    # standard deviations below the mean: 97.5 percent are above


# Shapes.

cdef uint32_t shapely[2048]     # a bit for each of the 65536 surroundings of a point

# X and O: stones of either side, whichever way round. x: not an X; o: not an O. '.' empty, ' ' off the board, ? anything.
_SHAPES = (
    ("XOX", "...", "???"),
    ("XO.", "...", "?.?"),
    ("XO?", "X..", "x.?"),
    (".O.", "X..", "..."),
    ("XO?", "O.o", "?o?"),
    ("XO?", "O.X", "???"),
    ("?X?", "O.O", "ooo"),
    ("OX?", "o.O", "???"),
    ("X.?", "O.?", "   "),
    ("OX?", "X.O", "   "),
    ("?X?", "x.O", "   "),
    ("?XO", "x.x", "   "),
    ("?OX", "X.O", "   "),
)


def _fill_shapes():
    """Mark the surroundings of a point, two bits a neighbour (row by row from the upper left), that make a move there shapely."""
    meanings = {".": (0,), "X": (1,), "O": (2,), " ": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
    cdef int code, i, k, swapped
    for shape in _SHAPES:
        grid = np.array([list(row) for row in shape])
        for turn in range(8):
            image = np.rot90(grid, turn % 4)
            if turn >= 4:
                image = image.T
            signs = [s for i, s in enumerate(image.ravel()) if i != 4]
            codes = [0]
            for i, sign in enumerate(signs):
                codes = [code | value << (2 * i) for code in codes for value in meanings[sign]]
            for code in codes:
                swapped = 0
                for i in range(8):
                    value = code >> (2 * i) & 3
                    swapped |= (0, 2, 1, 3)[value] << (2 * i)
                for k in (code, swapped):
                    shapely[k >> 5] |= <uint32_t>1 << (k & 31)


_fill_shapes()


cdef inline uint32_t sign_of(uint32_t word) noexcept nogil:
    """0 empty, 1 black, 2 white, 3 wall."""
    return ((word >> GB_COLOR_SHIFT) & 3) | ((word >> 14) & 1) * 3


cdef inline uint32_t surroundings(const gb_board* b, size_t v, size_t stride) noexcept nogil:
    return (sign_of(b.word[v - stride - 1]) | sign_of(b.word[v - stride]) << 2 | sign_of(b.word[v - stride + 1]) << 4
            | sign_of(b.word[v - 1]) << 6 | sign_of(b.word[v + 1]) << 8
            | sign_of(b.word[v + stride - 1]) << 10 | sign_of(b.word[v + stride]) << 12 | sign_of(b.word[v + stride + 1]) << 14)


cdef inline bint is_shapely(uint16_t around) noexcept nogil:
    return (shapely[around >> 5] >> (around & 31)) & 1


# A board that knows the surroundings of every point.

cdef struct mc_game:
    gb_board b
    uint16_t around[GB_MAX_CELLS]


cdef inline void change(uint16_t* around, size_t v, size_t stride, int by) noexcept nogil:
    around[v - stride - 1] += <uint16_t>(by << 14)
    around[v - stride] += <uint16_t>(by << 12)
    around[v - stride + 1] += <uint16_t>(by << 10)
    around[v - 1] += <uint16_t>(by << 8)
    around[v + 1] += <uint16_t>(by << 6)
    around[v + stride - 1] += <uint16_t>(by << 4)
    around[v + stride] += <uint16_t>(by << 2)
    around[v + stride + 1] += <uint16_t>by


cdef inline inlined_void put(mc_game* g, size_t v, int color, size_t stride) noexcept nogil:
    cdef size_t i = g.b.empties - 1
    place(&g.b, v, color, stride, NULL)
    change(g.around, v, stride, color)
    while unlikely(i < g.b.empties):
        change(g.around, g.b.empty[i], stride, color - 3)
        i += 1


# What a move does to chains.

cdef inline uint32_t maybe_atari(const gb_board* b, size_t root) noexcept nogil:
    """1 if the chain at `root` may be in atari: one pseudo-liberty, or more (at most four) and more than two stones."""
    return (b.libs[root] == 1) | ((b.libs[root] <= 4) & (b.next[b.next[root]] != root))


cdef inline size_t last_liberty(const gb_board* b, size_t root, size_t stride) noexcept nogil:
    """The liberty of a chain in atari; 0 if it has two or more."""
    cdef uint32_t libs = b.libs[root]
    cdef size_t s = root, p
    if not maybe_atari(b, root):
        return 0
    while not b.word[s] & GB_EMPTY_NEIGHBOURS:
        s = b.next[s]
    p = s - stride
    if b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
        p = s - 1
        if b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
            p = s + 1
            if b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
                p = s + stride
    if ((b.word[p - stride] >> 16 == root) + (b.word[p - 1] >> 16 == root)
            + (b.word[p + 1] >> 16 == root) + (b.word[p + stride] >> 16 == root)) == libs:
        return p
    return 0


cdef int room_after(const gb_board* b, size_t v, int color, size_t stride) noexcept nogil:
    """A lower bound, exact up to 1, on the liberties of the chain that `color` makes by playing at `v`."""
    cdef uint32_t own = stone_bit(color), w
    cdef int k, count, room = (b.word[v] >> 8) & 7
    cdef size_t r, s, p, j
    cdef size_t lone = 0
    cdef size_t[4] aside
    if room >= 2:
        return room
    aside = [-stride, <size_t>-1, 1, stride]
    if room:
        for k in range(4):
            if not b.word[v + aside[k]] & (GB_COLOR_MASK | GB_WALL_BIT):
                lone = v + aside[k]
    for k in range(4):
        w = b.word[v + aside[k]]
        if not w & GB_COLOR_MASK:
            continue
        r = w >> 16
        if w & own:
            # Its liberties other than v and the one known.
            if b.libs[r] > 8:
                return 2
            s = r
            while True:
                if b.word[s] & GB_EMPTY_NEIGHBOURS:
                    for j in range(4):
                        p = s + aside[j]
                        if p != v and p != lone and not b.word[p] & (GB_COLOR_MASK | GB_WALL_BIT):
                            if lone:
                                return 2
                            lone = p
                            room = 1
                s = b.next[s]
                if s == r:
                    break
        elif last_liberty(b, r, stride) == v:
            # The captured stone next to v; more, if the capture frees more.
            p = v + aside[k]
            if lone and lone != p:
                return 2
            lone = p
            room = 1
            if b.next[r] != r:
                # A captured chain of several stones leaves room enough, or a snapback at worst.
                return 2
    return room


cdef inline size_t escape(const gb_board* b, size_t root, int color, size_t stride, uint16_t* moves, int* n) noexcept nogil:
    """Add the moves that save the chain in atari at `root`: captures of what surrounds it, or running if that gains liberties."""
    cdef size_t p = last_liberty(b, root, stride), s, q, r
    cdef uint32_t enemy = stone_bit(3 - color)
    cdef int k
    cdef size_t[4] aside
    if p == 0:
        return 0
    aside = [-stride, <size_t>-1, 1, stride]
    s = root
    while n[0] < 16:
        for k in range(4):
            if b.word[s + aside[k]] & enemy:
                r = b.word[s + aside[k]] >> 16
                if maybe_atari(b, r):
                    q = last_liberty(b, r, stride)
                    if q and q != p and q != b.ko:
                        moves[n[0]] = <uint16_t>q
                        n[0] += 1
                        if n[0] == 16:
                            break
        s = b.next[s]
        if s == root:
            break
    if n[0] < 16 and p != b.ko and room_after(b, p, color, stride) >= 2:
        moves[n[0]] = <uint16_t>p
        n[0] += 1
    return p


cdef inline uint32_t in_danger(const gb_board* b, size_t v, uint32_t color_bit) noexcept nogil:
    cdef uint32_t w = b.word[v]
    return ((w & color_bit) != 0) & maybe_atari(b, w >> 16)


cdef inline uint32_t has_shape(const mc_game* g, size_t v) noexcept nogil:
    return is_shapely(g.around[v]) & ((g.b.word[v] & (GB_COLOR_MASK | GB_WALL_BIT)) == 0)


cdef inline inlined_void answer(mc_game* g, size_t last, int color, size_t stride, gb_stream* stream, size_t* reply) noexcept nogil:
    """A reply of `color` to the stone at `last`, or 0."""
    cdef gb_board* b = &g.b
    cdef uint16_t moves[16]
    cdef int n = 0, k
    cdef uint32_t own = stone_bit(color), word, hits
    cdef size_t v, r, seen = 0
    cdef size_t[8] aside
    reply[0] = 0
    aside = [-stride, <size_t>-1, 1, stride, -stride - 1, -stride + 1, stride - 1, stride + 1]
    hits = (in_danger(b, last - stride, own) | in_danger(b, last - 1, own) << 1 | in_danger(b, last + 1, own) << 2
            | in_danger(b, last + stride, own) << 3 | in_danger(b, last, stone_bit(3 - color)) << 4)
    if hits:
        for k in range(4):
            if (hits >> k) & 1:
                r = b.word[last + aside[k]] >> 16
                if r != seen:
                    seen = r
                    escape(b, r, color, stride, moves, &n)
        if hits & 16 and n < 16:
            v = last_liberty(b, b.word[last] >> 16, stride)
            if v and v != b.ko:
                moves[n] = <uint16_t>v
                n += 1
        if n and below(stream, 8):
            reply[0] = moves[below(stream, n)]
            return
    hits = (has_shape(g, last - stride) | has_shape(g, last - 1) << 1 | has_shape(g, last + 1) << 2
            | has_shape(g, last + stride) << 3 | has_shape(g, last - stride - 1) << 4 | has_shape(g, last - stride + 1) << 5
            | has_shape(g, last + stride - 1) << 6 | has_shape(g, last + stride + 1) << 7)
    if hits == 0:
        return
    n = 0
    for k in range(8):
        moves[n] = <uint16_t>(last + aside[k])
        n += (hits >> k) & 1
    v = moves[below(stream, n)]
    word = b.word[v]
    if word & GB_EMPTY_NEIGHBOURS or (not is_eye(b, v, word, color, stride) and v != b.ko and breathes(b, v, color, stride)):
        if (word >> 8) & 7 >= 2 or room_after(b, v, color, stride) >= 2:
            reply[0] = v


cdef inline inlined_void finish(mc_game* g, int color, size_t last, int passes, size_t stride, gb_stream* stream,
                                uint16_t* moves, int* count) noexcept nogil:
    """Play from `color` on until two passes; the moves (0 a pass) into `moves`, their number into `count`."""
    cdef int n = 0, most = 3 * g.b.rows * g.b.cols
    cdef size_t v
    while passes < 2 and n < most:
        v = 0
        if last:
            answer(g, last, color, stride, stream, &v)
        if v == 0:
            choose(&g.b, color, stride, stream, &v)
        if v:
            put(g, v, color, stride)
            passes = 0
        else:
            g.b.ko = 0
            passes += 1
        last = v
        moves[n] = <uint16_t>v
        n += 1
        color = 3 - color
    count[0] = n


cdef bint judge_chains(const gb_board* b, const int32_t* owned, int64_t playouts, uint8_t* dead) noexcept nogil:
    """Mark in `dead` the stones of chains that `playouts` gave to the other side. Returns whether they were clear about all chains."""
    cdef int64_t sum[GB_MAX_CELLS]
    cdef int32_t stones[GB_MAX_CELLS]
    cdef int v, r
    cdef float share
    cdef bint clear = True
    memset(dead, 0, b.cells)
    memset(sum, 0, b.cells * sizeof(int64_t))
    memset(stones, 0, b.cells * sizeof(int32_t))
    for v in range(b.cells):
        r = b.word[v] >> 16
        sum[r] += owned[v]
        stones[r] += 1
    for v in range(b.cells):
        r = b.word[v] >> 16
        if r == 0:
            continue
        share = <float>sum[r] / (<float>stones[r] * max(playouts, 1))
        if gb_color(b, v) == GB_WHITE:
            share = -share
        dead[v] = share < -0.5
        clear &= fabsf(share) >= 0.5
    return clear


cdef int area_settled(const gb_board* b, const uint8_t* dead, uint8_t* owner) noexcept nogil:
    """Black's area less White's once the `dead` stones are off; whose each cell is, or GB_EMPTY, into `owner`."""
    cdef uint16_t region[GB_MAX_POINTS]
    cdef int v, i, k, n, at, colors, color, margin = 0
    cdef int[4] aside
    aside = [-b.stride, -1, 1, b.stride]
    for v in range(b.cells):
        owner[v] = 0 if dead[v] else <uint8_t>gb_color(b, v)
        if b.word[v] & GB_WALL_BIT:
            owner[v] = 4
        margin += (owner[v] == GB_BLACK) - (owner[v] == GB_WHITE)
    for v in range(b.cells):
        if owner[v]:
            continue
        # While its region is flooded, an open point is 8.
        region[0] = <uint16_t>v
        owner[v] = 8
        n = 1
        i = 0
        colors = 0
        while i < n:
            for k in range(4):
                at = region[i] + aside[k]
                if owner[at] == 0:
                    owner[at] = 8
                    region[n] = <uint16_t>at
                    n += 1
                elif b.word[at] & GB_COLOR_MASK and not dead[at]:
                    colors |= owner[at]
            i += 1
        color = 0 if colors == 3 else colors
        margin += n * ((color == GB_BLACK) - (color == GB_WHITE))
        for i in range(n):
            owner[region[i]] = <uint8_t>(color if color else 16)
    for v in range(b.cells):
        owner[v] &= 3
    return margin


# The tree.

cdef struct mc_tree:
    int32_t used, room
    int32_t* first         # the node's first child, 0 before it is expanded
    uint16_t* kids         # how many
    uint16_t* cell         # the move that leads here, 0 a pass
    float* visits
    float* wins            # of who moved here, a tenth of each by how much
    float* rave_visits     # prior included
    float* rave_wins


cdef struct mc_search:
    mc_tree tree
    mc_game root
    gb_stream stream
    double komi
    bint territory
    bint capture_dead
    bint ending            # whether two passes end the game; before, they are played on from, to learn what is dead
    int passes             # made just before the root
    int placed             # stones that Black has placed so far less White's
    int64_t playouts
    int64_t played_out     # playouts that did not end with two passes in the tree
    int64_t max_nodes
    double[GB_MAX_CELLS] black_wins   # by first move
    double[GB_MAX_CELLS] margins      # by first move, Black less White
    double[GB_MAX_CELLS] squares      # of those
    double margin          # sum over the playouts, Black less White
    int32_t owned[GB_MAX_CELLS]
    bint restricted
    int32_t until[3][GB_MAX_CELLS]    # by color and cell (0 a pass): not played fewer moves than this from the root
    int32_t listed_until[3]           # by color: fewer moves than this from the root only the cells listed are played
    int32_t* detail        # NULL, or a row for each move at the root and one for all: (Black's less White's, owned at all) by cell, games


cdef int reserve(mc_tree* t, int32_t more) noexcept nogil:
    """Memory for `more` further nodes. Returns -1 if there is none."""
    cdef int32_t room = t.room
    cdef void* p
    if t.used + more <= room:
        return 0
    while room < t.used + more:
        room = room * 2 if room else 1 << 15
    p = realloc(t.first, room * sizeof(int32_t))
    if p == NULL:
        return -1
    t.first = <int32_t*>p
    p = realloc(t.kids, room * sizeof(uint16_t))
    if p == NULL:
        return -1
    t.kids = <uint16_t*>p
    p = realloc(t.cell, room * sizeof(uint16_t))
    if p == NULL:
        return -1
    t.cell = <uint16_t*>p
    p = realloc(t.visits, room * sizeof(float))
    if p == NULL:
        return -1
    t.visits = <float*>p
    p = realloc(t.wins, room * sizeof(float))
    if p == NULL:
        return -1
    t.wins = <float*>p
    p = realloc(t.rave_visits, room * sizeof(float))
    if p == NULL:
        return -1
    t.rave_visits = <float*>p
    p = realloc(t.rave_wins, room * sizeof(float))
    if p == NULL:
        return -1
    t.rave_wins = <float*>p
    t.room = room
    return 0


cdef void drop(mc_tree* t) noexcept nogil:
    free(t.first)
    free(t.kids)
    free(t.cell)
    free(t.visits)
    free(t.wins)
    free(t.rave_visits)
    free(t.rave_wins)


cdef void add_node(mc_tree* t, size_t cell, float rave_visits, float rave_wins) noexcept nogil:
    cdef int32_t i = t.used
    t.first[i] = 0
    t.kids[i] = 0
    t.cell[i] = <uint16_t>cell
    t.visits[i] = 0
    t.wins[i] = 0
    t.rave_visits[i] = rave_visits
    t.rave_wins[i] = rave_wins
    t.used += 1


cdef inline void believe(float* visits, float* wins, float weight, float value) noexcept nogil:
    visits[0] += weight
    wins[0] += weight * value


cdef void judge(const gb_board* b, size_t v, int color, size_t last, size_t stride, const uint8_t* urgent, float* visits, float* wins) noexcept nogil:
    """The prior of `color` playing at `v`."""
    cdef int k, d, row, col, lrow, lcol, height
    cdef uint32_t w, enemy = stone_bit(3 - color), own = stone_bit(color)
    cdef size_t r
    cdef size_t[4] aside
    aside = [-stride, <size_t>-1, 1, stride]
    believe(visits, wins, 10, 0.5)
    for k in range(4):
        w = b.word[v + aside[k]]
        if w & enemy:
            r = w >> 16
            if maybe_atari(b, r) and last_liberty(b, r, stride) == v:
                believe(visits, wins, 15 if b.next[r] == r else 30, 1)
                break
    if urgent[v]:
        believe(visits, wins, 15, 1)
    if room_after(b, v, color, stride) < 2:
        believe(visits, wins, 10, 0)
    elif is_shapely(<uint16_t>surroundings(b, v, stride)):
        believe(visits, wins, 10, 1)
    row = <int>v // <int>stride
    col = <int>v % <int>stride
    if last:
        lrow = <int>last // <int>stride
        lcol = <int>last % <int>stride
        d = abs(row - lrow) + abs(col - lcol) + max(abs(row - lrow), abs(col - lcol))
        if d <= 3:
            believe(visits, wins, 12, 1)
        elif d <= 5:
            believe(visits, wins, 8, 1)
        elif d <= 7:
            believe(visits, wins, 4, 1)
    height = min(min(row, b.rows + 1 - row), min(col, b.cols + 1 - col))
    if height <= 2 and is_open(b, v, row, col):
        believe(visits, wins, 10, 0)
    elif (height == 3 or height == 4) and b.rows > 11 and is_open(b, v, row, col):
        believe(visits, wins, 10, 1)


cdef bint is_open(const gb_board* b, size_t v, int row, int col) noexcept nogil:
    """Whether no stone stands within three lines of `v`."""
    cdef int i, j
    for i in range(max(1, row - 3), min(b.rows, row + 3) + 1):
        for j in range(max(1, col - 3), min(b.cols, col + 3) + 1):
            if b.word[i * b.stride + j] & GB_COLOR_MASK:
                return False
    return True


cdef int expand(mc_search* s, int32_t node, int depth, const gb_board* b, int color, size_t last, const uint8_t* barred) noexcept nogil:
    """Give `node`, where `color` is to move on `b`, its children: sensible moves, and the pass. Returns -1 without memory.

    depth: moves from the root. Where only listed moves are played, they need not be sensible.
    """
    cdef mc_tree* t = &s.tree
    cdef uint8_t urgent[GB_MAX_CELLS]
    cdef uint16_t moves[16]
    cdef size_t i, v, r, stride = b.stride
    cdef uint32_t word
    cdef int32_t first
    cdef int n, k, cell
    cdef float visits, wins
    cdef bint listed = s.restricted and depth < s.listed_until[color]
    if reserve(t, b.empties + 1) < 0:
        return -1
    first = t.used
    memset(urgent, 0, b.cells)
    for cell in range(b.cells):
        word = b.word[cell]
        if (word & stone_bit(color)) and <int>(word >> 16) == cell and maybe_atari(b, cell):
            n = 0
            escape(b, cell, color, stride, moves, &n)
            for k in range(n):
                urgent[moves[k]] = 1
    for i in range(b.empties):
        v = b.empty[i]
        word = b.word[v]
        if barred != NULL and barred[v]:
            continue
        if s.restricted and depth < s.until[color][v]:
            continue
        if not listed and is_eye(b, v, word, color, stride):
            continue
        if not word & GB_EMPTY_NEIGHBOURS and ((barred == NULL and v == b.ko) or not breathes(b, v, color, stride)):
            continue
        visits = 0
        wins = <float>below(&s.stream, 1 << 20) * <float>(1e-4 / (1 << 20))
        judge(b, v, color, last, stride, urgent, &visits, &wins)
        add_node(t, v, visits, wins)
    # A side with nothing else to play passes, but for the root: there it is the caller's fault.
    if not s.restricted or depth >= s.until[color][PASSED] or (t.used == first and node):
        add_node(t, PASSED, 10, 1)
    t.kids[node] = <uint16_t>(t.used - first)
    t.first[node] = first
    return 0


cdef inline int32_t best_child(const mc_tree* t, int32_t node) noexcept nogil:
    """The child of the highest value."""
    cdef int n = t.kids[node], i, best = 0
    cdef float value[GB_MAX_POINTS + 1]
    cdef float top = -1, equivalence = <float>1.0 / RAVE_EQUIV
    cdef const float* visits = t.visits + t.first[node]
    cdef const float* wins = t.wins + t.first[node]
    cdef const float* rave_visits = t.rave_visits + t.first[node]
    cdef const float* rave_wins = t.rave_wins + t.first[node]
    for i in range(n):
        # (1 - beta) wins / visits + beta rave_wins / rave_visits, beta = rave_visits / (rave_visits + visits + rave_visits visits / k).
        value[i] = ((wins[i] * (1 + rave_visits[i] * equivalence) + rave_wins[i])
                    / (rave_visits[i] + visits[i] + rave_visits[i] * visits[i] * equivalence))
    for i in range(n):
        if value[i] > top:
            top = value[i]
            best = i
    return t.first[node] + best


cdef inline int32_t neglected(const mc_search* s) noexcept nogil:
    """Of the moves listed at the root the least visited one, if it has less than a share of them; else 0.

    Who names moves wants to know about each: RAVE alone can leave one without a single visit.
    """
    cdef const mc_tree* t = &s.tree
    cdef int32_t k, least = t.first[0]
    for k in range(t.first[0] + 1, t.first[0] + t.kids[0]):
        if t.visits[k] < t.visits[least]:
            least = k
    return least if 16 * t.visits[least] * t.visits[least] < t.visits[0] + 1 else 0


cdef double settle(mc_search* s, const gb_board* b, int placed, uint8_t* owner) noexcept nogil:
    """Black less White when two passes have ended the game; whose each cell is into `owner`."""
    cdef uint8_t dead[GB_MAX_CELLS]
    if s.capture_dead:
        memset(dead, 0, b.cells)
    else:
        judge_chains(b, s.owned, s.played_out, dead)
    # Area less territory is the difference of stones placed.
    return area_settled(b, dead, owner) - (placed if s.territory else 0)


cdef void note_owners(int32_t* row, int cells, const int32_t* owners) noexcept nogil:
    """Add the owner of each cell at the end of a game, 1 or -1 or 0, to a row of `mc_search.detail`."""
    cdef int v
    for v in range(cells):
        row[v] += owners[v]
        row[cells + v] += owners[v] != 0
    row[2 * cells] += 1


cdef void simulate(mc_search* s) noexcept nogil:
    """One playout: down the tree, to the end of the game, and back."""
    cdef mc_tree* t = &s.tree
    cdef mc_game g
    cdef uint16_t moves[MAX_MOVES]
    cdef int32_t path[MAX_DEPTH + 1]
    cdef uint8_t played[GB_MAX_CELLS]
    cdef uint8_t owner[GB_MAX_CELLS]
    cdef int32_t owners[GB_MAX_CELLS]
    cdef int depth = 0, count = 0, i, j, color, first_color, placed = s.placed, cells = s.root.b.cells
    cdef int passes = s.passes if s.ending else 0
    cdef int32_t node = 0, kid
    cdef size_t v, last = 0, stride
    cdef double margin
    cdef float black, won, hit
    gb_copy(&g.b, &s.root.b)
    memcpy(g.around, s.root.around, g.b.cells * sizeof(uint16_t))
    g.b.libs[0] = GB_DUMMY_LIBS
    stride = g.b.stride
    color = first_color = g.b.to_play
    path[0] = 0
    while t.first[node] and depth < MAX_DEPTH and passes < 2:
        node = best_child(t, node)
        if depth == 0 and s.listed_until[first_color]:
            kid = neglected(s)
            node = kid if kid else node
        v = t.cell[node]
        if v:
            put(&g, v, color, stride)
            placed += 3 - 2 * color
            passes = 0
        else:
            g.b.ko = 0
            passes += 1
        last = v
        color = 3 - color
        moves[depth] = <uint16_t>v
        depth += 1
        path[depth] = node
        if not t.first[node] and passes < 2 and t.visits[node] >= EXPAND_AT and t.used + <int64_t>g.b.empties < s.max_nodes:
            expand(s, node, depth, &g.b, color, last, NULL)
    if passes >= 2 and s.ending:
        margin = settle(s, &g.b, placed, owner)
        if s.detail != NULL:
            for i in range(cells):
                owners[i] = (owner[i] == GB_BLACK) - (owner[i] == GB_WHITE)
            note_owners(s.detail + (path[1] - t.first[0]) * (2 * cells + 1), cells, owners)
    else:
        passes &= 1
        if stride == 10:
            finish(&g, color, last, passes, 10, &s.stream, moves + depth, &count)
        elif stride == 14:
            finish(&g, color, last, passes, 14, &s.stream, moves + depth, &count)
        elif stride == 20:
            finish(&g, color, last, passes, 20, &s.stream, moves + depth, &count)
        else:
            finish(&g, color, last, passes, stride, &s.stream, moves + depth, &count)
        margin = count_area(&g.b, s.owned)
        s.played_out += 1
        if s.detail != NULL:
            memset(owners, 0, cells * sizeof(int32_t))
            count_area(&g.b, owners)
            note_owners(s.detail + (path[1] - t.first[0]) * (2 * cells + 1), cells, owners)
            note_owners(s.detail + t.kids[0] * (2 * cells + 1), cells, owners)
        if s.territory:
            # Whoever is to move has half a chance to place one stone more.
            margin -= placed + (0.5 if color == GB_BLACK else -0.5)
    s.margin += margin
    s.playouts += 1
    black = 1 if margin > s.komi else 0.5 if margin == s.komi else 0
    s.black_wins[moves[0]] += black
    s.margins[moves[0]] += margin
    s.squares[moves[0]] += margin * margin
    # A tenth of a win is by how much, so that what is won or lost is still played for.
    black = <float>(0.9 * black + 0.05 + 0.1 * fmin(1, fmax(-1, (margin - s.komi) / (g.b.rows * g.b.cols))))
    # Who played each point first, of the moves not yet passed on the way back.
    memset(played, 0, g.b.cells)
    for i in range(depth + count - 1, depth - 1, -1):
        played[moves[i]] = <uint8_t>(1 + ((first_color + i + 1) & 1))
    for i in range(depth, -1, -1):
        color = 1 + ((first_color + i + 1) & 1)
        node = path[i]
        if i < depth:
            played[moves[i]] = <uint8_t>color
        played[PASSED] = 0
        # Who is to move at the node; who moved to it is the other.
        won = black if color == GB_BLACK else 1 - black
        t.visits[node] += 1
        t.wins[node] += 1 - won
        kid = t.first[node]
        for j in range(kid, kid + t.kids[node]):
            hit = played[t.cell[j]] == color
            t.rave_visits[j] += hit
            t.rave_wins[j] += hit * won


cdef bint decided(const mc_search* s, int64_t left) noexcept nogil:
    """Whether no other move can become the most visited one in `left` playouts."""
    cdef float most = 0, second = 0, n
    cdef int32_t k, first = s.tree.first[0]
    for k in range(first, first + s.tree.kids[0]):
        n = s.tree.visits[k]
        if n > most:
            second = most
            most = n
        elif n > second:
            second = n
    return most > second + left


cdef void simulate_many(mc_search* s, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        simulate(s)


class MoveInfo(NamedTuple):
    """What a search knows about one move at its root, or about all of them together (`SearchResult.root`).

    Rates, utility and the bound are those of the side to move; scores are Black's less White's, komi counted.
    """

    move: int | None  # the point, rows * cols for a pass, None for all moves
    visits: int  # playouts that began with it
    win_rate: float  # share of them won, a draw half; of a move without visits that of all moves
    lcb: float  # Wilson's lower bound of it, 97.5 percent sure
    utility: float  # -1.1 to 1.1: what the search weighs, nine tenths the result, 1 or -1, and up to two tenths for by how much
    mean_score: float
    score_stdev: float  # of the scores of the playouts
    prior: float  # its share of what all moves are thought to be worth before any playout; 1 for all moves
    line: list[int]  # the most visited moves in turn, `move` first
    line_visits: list[int]  # the playouts that came to each of them
    ownership: np.ndarray | None  # float32, (rows, cols), +1 always Black's; None unless details="ownership"
    ownership_stdev: np.ndarray | None  # of the owner, 1, -1 or 0, over the playouts


class SearchResult:
    """What a search found, for the side to move (`color`).

    move: int, the point to play or rows * cols for a pass. win_rate: float, this side's share of the playouts that began with
    the move, a draw half. mean_score: float, Black minus White over all playouts, komi counted. playouts: how many; seconds:
    how long. visits: int64, shape (rows * cols + 1,), playouts that began with each move, the pass last. ownership: float32,
    shape (rows, cols), from +1 (always Black's) to -1 (White's). principal_variation: list of points, `move` first. dead: list
    of points, the chains that most playouts gave to the other side. nodes: int, the size of the tree. candidates: list of
    (visits, win_rate, line), the ten most visited moves, each with the line that begins with it. moves: list of `MoveInfo`, every
    move of the root, the best first, and root: `MoveInfo` of them all; empty and None unless the search was asked for details.
    """

    def __init__(self, color, move, win_rate, mean_score, playouts, seconds, visits, ownership, dead, nodes, candidates, moves=(), root=None):
        self.color = color
        self.move = move
        self.win_rate = win_rate
        self.mean_score = mean_score
        self.playouts = playouts
        self.seconds = seconds
        self.visits = visits
        self.ownership = ownership
        self.principal_variation = candidates[0][2] if candidates else []
        self.dead = dead
        self.nodes = nodes
        self.candidates = candidates
        self.moves = list(moves)
        self.root = root

    def __repr__(self):
        rows, cols = self.ownership.shape
        where = "a pass" if self.move == rows * cols else f"{divmod(self.move, cols)}"
        return f"<SearchResult: {where}, {self.win_rate:.1%} for {('Black', 'White')[self.color - 1]} in {self.playouts} playouts>"


cdef class _Search:
    """The tree of one search, and the memory it takes."""
    cdef mc_search* s
    cdef Board board
    cdef object details
    cdef object priors
    cdef int64_t playouts, done, stop_before
    cdef double seconds, learn
    cdef readonly double spent

    def __cinit__(self, Board board not None, uint64_t key, double komi, bint territory, bint capture_dead, int64_t max_nodes, limits,
                  details, only):
        cdef uint8_t barred[GB_MAX_CELLS]
        cdef gb_board* b = board.b
        cdef int point, v
        cdef int32_t k
        self.board = board
        self.details = details
        self.s = <mc_search*>realloc(NULL, sizeof(mc_search))
        if self.s == NULL:
            raise MemoryError()
        memset(&self.s.tree, 0, sizeof(mc_tree))
        self.s.detail = NULL
        memset(self.s.owned, 0, sizeof(self.s.owned))
        memset(self.s.root.around, 0, sizeof(self.s.root.around))
        memset(barred, 0, sizeof(barred))
        start_of(&self.s.root.b, b)
        self.s.stream = stream_of(key, 0)
        self.s.komi = komi
        self.s.max_nodes = max_nodes
        self.s.territory = territory
        self.s.capture_dead = capture_dead
        self.s.passes = board.last_move == board.pass_move
        self.s.placed = <int>b.captures[GB_WHITE] - <int>b.captures[GB_BLACK]
        self.s.ending = False
        self.s.playouts = self.s.played_out = 0
        self.s.margin = 0
        memset(self.s.black_wins, 0, sizeof(self.s.black_wins))
        memset(self.s.margins, 0, sizeof(self.s.margins))
        memset(self.s.squares, 0, sizeof(self.s.squares))
        self.restrict(limits)
        for point in range(gb_points(b)):
            v = gb_cell_of_point(b, point)
            self.s.root.around[v] = <uint16_t>surroundings(b, v, b.stride)
            self.s.placed += (gb_color(b, v) == GB_BLACK) - (gb_color(b, v) == GB_WHITE)
            barred[v] = (gb_color(b, v) != GB_EMPTY or (only is not None and not only[point]) or gb_legal_under(
                b, board.history, board.count, v, b.to_play, board.ko_rule, board.allow_suicide) != GB_LEGAL)
        if reserve(&self.s.tree, 1) < 0:
            raise MemoryError()
        add_node(&self.s.tree, PASSED, 0, 0)
        if expand(self.s, 0, 0, &self.s.root.b, b.to_play, 0, barred) < 0:
            raise MemoryError()
        self.priors = [self.s.tree.rave_wins[k] for k in self.moves()]
        if details == "ownership":
            k = (self.s.tree.kids[0] + 1) * (2 * b.cells + 1)
            self.s.detail = <int32_t*>realloc(NULL, k * sizeof(int32_t))
            if self.s.detail == NULL:
                raise MemoryError()
            memset(self.s.detail, 0, k * sizeof(int32_t))

    def __dealloc__(self):
        if self.s != NULL:
            drop(&self.s.tree)
            free(self.s.detail)
            free(self.s)

    cdef int cell(self, int move):
        return gb_cell_of_point(self.board.b, move) if move < gb_points(self.board.b) else PASSED

    cdef void restrict(self, limits) except *:
        """limits: what `_limits_of` gives."""
        cdef int v
        self.s.restricted = bool(limits)
        memset(self.s.until, 0, sizeof(self.s.until))
        memset(self.s.listed_until, 0, sizeof(self.s.listed_until))
        for listed, color, moves, depth in limits:
            if listed:
                self.s.listed_until[<int>color] = depth
                for v in range(self.board.b.cells):
                    self.s.until[<int>color][v] = depth
            for move in moves:
                v = self.cell(move)
                self.s.until[<int>color][v] = 0 if listed else max(self.s.until[<int>color][v], <int32_t>depth)

    def moves(self):
        """The nodes of the moves at the root."""
        return range(self.s.tree.first[0], self.s.tree.first[0] + self.s.tree.kids[0])

    def run(self, int64_t playouts, double seconds, double learn=0, int64_t stop_before=-1):
        """Until a limit is reached; see `begin`. Returns the seconds it took."""
        self.begin(playouts, seconds, learn, stop_before)
        self.go()
        return self.spent

    def begin(self, int64_t playouts, double seconds, double learn=0, int64_t stop_before=-1):
        """Set the limits that `go` keeps; the share `learn` of them goes by before two passes end the game.

        stop_before: stop too when no other move can become the most visited one in so many playouts after these; -1: do not.
        """
        self.playouts, self.seconds, self.learn, self.stop_before = playouts, seconds, learn, stop_before
        self.done = 0
        self.spent = 0

    def go(self, double pause=float("inf")):
        """Search until a limit is reached, or for `pause` seconds. Returns whether a limit is reached. Ctrl-C is heard."""
        cdef double before = self.spent, start = time.perf_counter()
        cdef int count
        while self.done < self.playouts:
            count = <int>min(self.playouts - self.done, 64)
            self.s.ending = self.done >= self.learn * self.playouts or self.spent >= self.learn * self.seconds
            with nogil:
                simulate_many(self.s, count)
            self.done += count
            PyErr_CheckSignals()
            self.spent = before + time.perf_counter() - start
            if self.spent >= self.seconds or (
                    self.stop_before >= 0 and self.s.ending and decided(self.s, self.playouts - self.done + self.stop_before)):
                return True
            if self.spent - before >= pause:
                break
        return self.done >= self.playouts

    def learn_from(self, _Search other):
        """Take over what playouts made of each point."""
        self.s.played_out += other.s.played_out
        for v in range(self.s.root.b.cells):
            self.s.owned[v] += other.s.owned[v]

    cdef int point(self, size_t cell):
        return gb_point_of_cell(self.board.b, <int>cell) if cell else gb_points(self.board.b)

    def best(self, int32_t node):
        """The most visited child, or 0."""
        cdef mc_tree* t = &self.s.tree
        cdef int32_t k, best = 0
        cdef float most = 0
        for k in range(t.first[node], t.first[node] + t.kids[node]):
            if t.visits[k] > most:
                most = t.visits[k]
                best = k
        return best

    def win_rate(self, int32_t child):
        """Of a child of the root; 0 of none."""
        cdef double wins = self.s.black_wins[self.s.tree.cell[child]], visits = self.s.tree.visits[child]
        return (wins if self.board.b.to_play == GB_BLACK else visits - wins) / visits if child and visits else 0.0

    def nodes(self, int32_t node):
        """The most visited nodes in turn, from `node` on."""
        found = []
        while node and len(found) < MAX_DEPTH and (not found or self.s.tree.visits[node] >= 8):
            found.append(node)
            node = self.best(node)
        return found

    def line(self, int32_t node):
        """The most visited moves in turn, from the one that leads to `node`."""
        return [self.point(self.s.tree.cell[k]) for k in self.nodes(node)]

    def infos(self):
        """(`MoveInfo` of every move, the most visited and best first; that of all of them)."""
        cdef mc_tree* t = &self.s.tree
        cdef gb_board* b = self.board.b
        cdef int32_t k
        cdef double n, wins = 0, margin = 0, square = 0
        cdef bint black = b.to_play == GB_BLACK
        total = self.s.playouts
        for k in self.moves():
            wins += self.s.black_wins[t.cell[k]]
            margin += self.s.margins[t.cell[k]]
            square += self.s.squares[t.cell[k]]
        root = self.info(None, total, wins if black else total - wins, 1 - 2 * t.wins[0] / max(total, 1), margin, square, 1.0, [], [], t.kids[0])
        worth = sum(self.priors)
        found = []
        for k, prior in zip(self.moves(), self.priors):
            prior /= worth
            n = t.visits[k]
            if n == 0:
                found.append(root._replace(move=self.point(t.cell[k]), visits=0, lcb=0.0, prior=prior, line=[self.point(t.cell[k])], line_visits=[0]))
                continue
            line = self.nodes(k)
            wins = self.s.black_wins[t.cell[k]]
            found.append(self.info(
                self.point(t.cell[k]), int(n), wins if black else n - wins, 2 * t.wins[k] / n - 1, self.s.margins[t.cell[k]], self.s.squares[t.cell[k]],
                prior, [self.point(t.cell[node]) for node in line], [int(t.visits[node]) for node in line], k - t.first[0]))
        # What the search plays is the most visited move, the first of them on a tie.
        found.sort(key=lambda info: (-info.visits, -info.prior if info.visits == 0 else 0))
        return found, root

    cdef info(self, move, visits, double wins, double utility, double margin, double square, prior, line, line_visits, int row):
        cdef double n = max(visits, 1), rate = wins / n, z = LCB_Z
        cdef double lcb = (rate + z * z / (2 * n) - z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))) / (1 + z * z / n)
        return MoveInfo(move, visits, rate, min(max(lcb, 0.0), rate), utility, margin / n - self.s.komi, sqrt(max(square / n - (margin / n) ** 2, 0)), prior,
                        line, line_visits, *self.owners(row))

    cdef owners(self, int row):
        """The mean owner and its standard deviation in the games of a row of `detail`."""
        cdef gb_board* b = self.board.b
        cdef int32_t* kept
        cdef int point, v
        if self.s.detail == NULL:
            return None, None
        kept = self.s.detail + row * (2 * b.cells + 1)
        cells = [gb_cell_of_point(b, point) for point in range(gb_points(b))]
        games = max(kept[2 * b.cells], 1)
        mean = np.array([kept[v] for v in cells], dtype=np.float64) / games
        square = np.array([kept[b.cells + v] for v in cells], dtype=np.float64) / games
        shape = self.board.shape
        return mean.astype(np.float32).reshape(shape), np.sqrt(np.maximum(square - mean * mean, 0)).astype(np.float32).reshape(shape)

    def candidates(self, most=10):
        cdef mc_tree* t = &self.s.tree
        kids = [k for k in self.moves() if t.visits[k] > 0]
        kids.sort(key=lambda k: -t.visits[k])
        return [(int(t.visits[k]), self.win_rate(k), self.line(k)) for k in kids[:most]]

    def settled(self):
        """(owner by point with the dead off, dead points), or None for the owner while the playouts leave anything open."""
        cdef uint8_t dead[GB_MAX_CELLS]
        cdef uint8_t owner[GB_MAX_CELLS]
        cdef gb_board* b = self.board.b
        cdef int point, v
        cdef float share
        cdef bint clear = judge_chains(b, self.s.owned, self.s.played_out, dead)
        area_settled(b, dead, owner)
        marks = [point for point in range(gb_points(b)) if dead[gb_cell_of_point(b, point)]]
        owners = []
        for point in range(gb_points(b)):
            v = gb_cell_of_point(b, point)
            owners.append(owner[v])
            share = <float>self.s.owned[v] / max(self.s.played_out, 1)
            clear &= owner[v] == GB_EMPTY or (share if owner[v] == GB_BLACK else -share) >= 0.6
        return owners if clear else None, marks

    def result(self, seconds):
        cdef gb_board* b = self.board.b
        cdef mc_tree* t = &self.s.tree
        cdef int32_t k, best = self.best(0)
        cdef int point, points = gb_points(b)
        visits = np.zeros(points + 1, dtype=np.int64)
        for k in range(t.first[0], t.first[0] + t.kids[0]):
            visits[self.point(t.cell[k])] = int(t.visits[k])
        owned = np.array([self.s.owned[gb_cell_of_point(b, point)] for point in range(points)], dtype=np.float32)
        infos, root = ((), None) if self.details is None else self.infos()
        return SearchResult(
            int(b.to_play), self.point(t.cell[best]) if best else points, self.win_rate(best),
            self.s.margin / max(self.s.playouts, 1) - self.s.komi, int(self.s.playouts), seconds, visits,
            (owned / max(self.s.played_out, 1)).reshape(self.board.shape), self.settled()[1], int(t.used),
            self.candidates(), infos, root)


def search(Board board not None, *, playouts=None, seconds=None, komi=7.5, scoring="area", capture_dead=False, seed=None,
           stop_early=False, max_nodes=1 << 23, allow=(), avoid=(), details=None):
    """Find a move for the side to play, and return a `SearchResult`. The GIL is released; Ctrl-C stops it.

    playouts: int, the most to play; seconds: float, how long at most; with neither, 10,000 playouts. No search plays more than
    2**24. komi: float, added to White, with whatever handicap gives him. scoring: "area" or "territory". capture_dead: what
    stands on the board counts at the end, so dead stones have to be captured; else they come off by agreement. seed: int, numpy
    SeedSequence or Generator, None for a fresh one; without a limit in seconds the same seed gives the same result, however the
    position came about (a pass before it counts: another one may end the game; so do moves that superko bars). stop_early:
    stop when no other move can become the most visited one. max_nodes: int, the tree grows no further; a node is one move, 24
    bytes. avoid: iterable of (color, moves, depth): that side plays none of these moves, points or passes, fewer than `depth` moves
    from the position on. allow: the same, and all other moves are avoided, the pass too; one for each side, which then has none in
    `avoid`. Both bind the tree alone: the random games at its ends go anywhere. details: None, "moves" for `SearchResult.moves`,
    "ownership" for the ownership after each of them as well.

    The move is legal under the board's own laws, superko included, is no suicide and, unless `allow` names it, fills no eye
    (`Board.is_eye`). It is a pass when a pass wins by the count, or when nothing but moves into settled areas is left.

    Raises TypeError or ValueError for arguments out of range, ValueError if `allow` and `avoid` leave no move.
    """
    for found in search_steps(board, every=float("inf"), playouts=playouts, seconds=seconds, komi=komi, scoring=scoring,
                              capture_dead=capture_dead, seed=seed, stop_early=stop_early, max_nodes=max_nodes, allow=allow, avoid=avoid,
                              details=details):
        pass
    return found


def search_steps(Board board not None, *, every, playouts=None, seconds=None, komi=7.5, scoring="area", capture_dead=False, seed=None,
                 stop_early=False, max_nodes=1 << 23, allow=(), avoid=(), details=None):
    """Iterate over what `search` has found after every `every` seconds, `SearchResult`s; the last one is its result."""
    most = 10_000 if playouts is None and seconds is None else 2 ** 62 if playouts is None else arguments.integer(playouts, "playouts", 1, 2 ** 62)
    most = min(most, MOST_PLAYOUTS)
    pause = _seconds_of(every)
    limit = float("inf") if seconds is None else _seconds_of(seconds)
    # Our own, before anything of the caller's is read: that may change the board.
    own = own_copy(board)
    settings = (*_settings(komi, scoring, capture_dead, max_nodes), _limits_of(own, allow, avoid), _details_of(details))
    return _steps(own, arguments.seed(seed), settings, most, limit, pause, bool(stop_early), bool(capture_dead))


def _steps(board, key, settings, most, limit, pause, stop_early, capture_dead):
    made = _Search(board, key, *settings, None)
    if not made.moves():
        raise ValueError("allow and avoid leave no move to search")
    # Most of the limits; the rest is for the same tree, or for another one when the game looks over.
    made.begin(most - most // 5, 0.8 * limit, 0.15, most // 5 if stop_early else -1)
    while not made.go(pause):
        yield made.result(made.spent)
    spent, found = made.spent, made.result(made.spent)
    owner, dead = made.settled()
    again = None
    if owner is not None and found.move != board.pass_move and owner[found.move] != GB_EMPTY:
        # The move leads into settled area: if something outside does as well, or nothing at all, that is the move.
        worth = [who == GB_EMPTY for who in owner]
        if capture_dead:
            for chain in dead:
                for liberty in board.liberty_points(chain):
                    worth[liberty] = True
        again = _Search(board, key, *settings, worth)
        if not again.moves():
            again = None
    second = made if again is None else again
    if again is not None:
        again.learn_from(made)
    second.begin(most - found.playouts, limit - spent, 0, 0 if stop_early else -1)
    while not second.go(pause):
        yield second.result(spent + second.spent) if again is None else found
    other = second.result(spent + second.spent)
    if again is not None:
        if other.playouts == 0 or other.win_rate <= found.win_rate - 0.03:
            other = found
        else:
            other.playouts += found.playouts
    yield other


def analyse(Board board not None, *, seconds=1.0, komi=7.5, scoring="area", capture_dead=False, seed=None, max_nodes=1 << 23, allow=(),
            avoid=(), details=None, stop=None):
    """Iterate over what one search, which goes on and on, has found every `seconds`: `SearchResult`s. The rest is as for `search`.

    stop: a function, asked every 0.05 s; once it returns True, the next result comes at once. It ends after 2**24 playouts. A change
    of the board is not noticed.
    """
    pause = _seconds_of(seconds)
    if stop is not None and not callable(stop):
        raise TypeError(f"stop must be a function, not {stop!r}")
    own = own_copy(board)
    made = _Search(own, arguments.seed(seed), *_settings(komi, scoring, capture_dead, max_nodes), _limits_of(own, allow, avoid),
                   _details_of(details), None)
    if not made.moves():
        raise ValueError("allow and avoid leave no move to search")
    return _reports(made, pause, stop)


def _reports(made, pause, stop):
    done, spent, learn = 0, 0, 0.15
    while done < MOST_PLAYOUTS:
        made.begin(MOST_PLAYOUTS - done, pause, learn)
        while not made.go(0.05):
            if stop is not None and stop():
                break
        spent += made.spent
        found = made.result(spent)
        done = found.playouts
        yield found
        learn = 0


def _details_of(details):
    if details not in (None, "moves", "ownership"):
        raise ValueError(f'details must be None, "moves" or "ownership", not {details!r}')
    return details


def _limits_of(board, allow, avoid):
    """(whether these are the only moves, color, moves, depth) of each entry of `allow` and `avoid`, checked."""
    found = []
    for what, entries in (("allow", allow), ("avoid", avoid)):
        for entry in list(entries):
            try:
                color, moves, depth = entry
                moves = [moves] if isinstance(moves, (str, int)) else list(moves)
            except (TypeError, ValueError):
                raise TypeError(f"{what} must hold (color, moves, depth), not {entry!r}") from None
            color = arguments.color(color, f"a color in {what}")
            depth = arguments.integer(depth, f"a depth in {what}", 1)
            if any(one == color and (listed or what == "allow") for listed, one, _, _ in found):
                raise ValueError(f"a color must have one allow, or any number of avoid, not {what} after another")
            points = [arguments.point(board, move, f"a move in {what}", passes=True) for move in moves]
            found.append((what == "allow", color, points, min(depth, MAX_DEPTH + 1)))
    return found


def _settings(komi, scoring, capture_dead, max_nodes):
    if scoring not in ("area", "territory"):
        raise ValueError(f'scoring must be "area" or "territory", not {scoring!r}')
    return arguments.komi(komi), scoring == "territory", bool(capture_dead), arguments.integer(max_nodes, "max_nodes", 1, 2 ** 30)


def _seconds_of(seconds):
    if isinstance(seconds, (bool, str, bytes)) or not hasattr(seconds, "__float__"):
        raise TypeError(f"seconds must be a number, not {seconds!r}")
    if not float(seconds) > 0:
        raise ValueError(f"seconds must be a number above 0, not {seconds!r}")
    return float(seconds)
