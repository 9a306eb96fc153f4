"""UCT with RAVE: the tree, one playout at a time.

A node's children stand side by side in flat arrays. A move's value mixes what became of the games in which it was played here with
what became of those in which the same side played it later ("all moves as first", S. Gelly, D. Silver, "Monte-Carlo tree search and
rapid action value estimation in computer Go", Artificial Intelligence 175, 2011); the latter starts with a prior from what a
beginner knows: captures, escapes, shapes, nearness of the last move.
"""
from libc.math cimport fabsf, fmax, fmin
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_EMPTY_NEIGHBOURS, GB_MAX_CELLS, GB_MAX_POINTS, GB_WALL_BIT, GB_WHITE, gb_board, gb_color, gb_copy,
)
from goboard._laws cimport GB_DUMMY_LIBS, breathes, is_eye, stone_bit
from goboard.board._playouts cimport below, count_area
from goboard.reading._policy cimport (
    escape, is_good_shape, last_liberty, maybe_atari, mc_game, min_liberties_after, put, roll_out,
)

cdef enum:
    MAX_MOVES = MAX_DEPTH + 4 * GB_MAX_POINTS
    EXPAND_AT = 5               # a node gets its children when it has been visited this often
    RAVE_EQUIV = 3500           # visits at which a move's own results begin to outweigh those of all moves as first
    FIRST_NODES = 1 << 15


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


cdef bint resize(void** block, int32_t capacity, size_t size) noexcept nogil:
    cdef void* moved = realloc(block[0], capacity * size)
    if moved == NULL:
        return False
    block[0] = moved
    return True


cdef int reserve(mc_tree* t, int32_t more) noexcept nogil:
    cdef int32_t capacity = t.capacity
    if t.used + more <= capacity:
        return 0
    while capacity < t.used + more:
        capacity = capacity * 2 if capacity else FIRST_NODES
    if not (resize(<void**>&t.first, capacity, sizeof(int32_t)) and resize(<void**>&t.kids, capacity, sizeof(uint16_t))
            and resize(<void**>&t.cell, capacity, sizeof(uint16_t)) and resize(<void**>&t.visits, capacity, sizeof(float))
            and resize(<void**>&t.wins, capacity, sizeof(float)) and resize(<void**>&t.rave_visits, capacity, sizeof(float))
            and resize(<void**>&t.rave_wins, capacity, sizeof(float))):
        return -1
    t.capacity = capacity
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


cdef inline void add_prior(float* visits, float* wins, float weight, float value) noexcept nogil:
    visits[0] += weight
    wins[0] += weight * value


cdef void judge(const gb_board* b, size_t v, int color, size_t last, size_t stride, const uint8_t* urgent, float* visits, float* wins) noexcept nogil:
    """The prior of `color` playing at `v`."""
    cdef int k, d, row, col, lrow, lcol, height
    cdef uint32_t w, enemy = stone_bit(3 - color), own = stone_bit(color)
    cdef size_t r
    cdef size_t[4] aside
    aside = [-stride, <size_t>-1, 1, stride]
    add_prior(visits, wins, 10, 0.5)
    for k in range(4):
        w = b.word[v + aside[k]]
        if w & enemy:
            r = w >> 16
            if maybe_atari(b, r) and last_liberty(b, r, stride) == v:
                add_prior(visits, wins, 15 if b.next[r] == r else 30, 1)
                break
    if urgent[v]:
        add_prior(visits, wins, 15, 1)
    if min_liberties_after(b, v, color, stride) < 2:
        add_prior(visits, wins, 10, 0)
    elif is_good_shape(b, v):
        add_prior(visits, wins, 10, 1)
    row = <int>v // <int>stride
    col = <int>v % <int>stride
    if last:
        lrow = <int>last // <int>stride
        lcol = <int>last % <int>stride
        d = abs(row - lrow) + abs(col - lcol) + max(abs(row - lrow), abs(col - lcol))
        if d <= 3:
            add_prior(visits, wins, 12, 1)
        elif d <= 5:
            add_prior(visits, wins, 8, 1)
        elif d <= 7:
            add_prior(visits, wins, 4, 1)
    height = min(min(row, b.rows + 1 - row), min(col, b.cols + 1 - col))
    if height <= 2 and is_open(b, v, row, col):
        add_prior(visits, wins, 10, 0)
    elif (height == 3 or height == 4) and b.rows > 11 and is_open(b, v, row, col):
        add_prior(visits, wins, 10, 1)


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


cdef struct Walk:
    # One playout on its way down the tree and back.
    mc_game g
    uint16_t moves[MAX_MOVES]
    int32_t path[MAX_DEPTH + 1]
    int depth, count        # moves in the tree, and after it
    int color, first_color  # to move now, and at the root
    int passes, placed
    size_t last


cdef void descend(mc_search* s, Walk* w) noexcept nogil:
    """From the root to where the tree ends, or two passes."""
    cdef mc_tree* t = &s.tree
    cdef int32_t node = 0, kid
    cdef size_t v
    gb_copy(&w.g.b, &s.root.b)
    memcpy(w.g.around, s.root.around, w.g.b.cells * sizeof(uint16_t))
    w.g.b.libs[0] = GB_DUMMY_LIBS
    w.color = w.first_color = w.g.b.to_play
    w.passes = s.passes if s.ending else 0
    w.placed = s.placed
    w.depth = w.count = 0
    w.last = 0
    w.path[0] = 0
    while t.first[node] and w.depth < MAX_DEPTH and w.passes < 2:
        node = best_child(t, node)
        if w.depth == 0 and s.listed_until[w.first_color]:
            kid = neglected(s)
            node = kid if kid else node
        v = t.cell[node]
        if v:
            put(&w.g, v, w.color, w.g.b.stride)
            w.placed += 3 - 2 * w.color
            w.passes = 0
        else:
            w.g.b.ko = 0
            w.passes += 1
        w.last = v
        w.color = 3 - w.color
        w.moves[w.depth] = <uint16_t>v
        w.depth += 1
        w.path[w.depth] = node
        if not t.first[node] and w.passes < 2 and t.visits[node] >= EXPAND_AT and t.used + <int64_t>w.g.b.empties < s.max_nodes:
            expand(s, node, w.depth, &w.g.b, w.color, w.last, NULL)


cdef double play_to_the_end(mc_search* s, Walk* w) noexcept nogil:
    """From where the tree ends. Returns Black less White."""
    cdef uint8_t owner[GB_MAX_CELLS]
    cdef int32_t owners[GB_MAX_CELLS]
    cdef int i, cells = w.g.b.cells
    cdef double margin
    if w.passes >= 2 and s.ending:
        margin = settle(s, &w.g.b, w.placed, owner)
        if s.detail != NULL:
            for i in range(cells):
                owners[i] = (owner[i] == GB_BLACK) - (owner[i] == GB_WHITE)
            note_owners(s.detail + (w.path[1] - s.tree.first[0]) * (2 * cells + 1), cells, owners)
        return margin
    roll_out(&w.g, w.color, w.last, w.passes & 1, &s.stream, w.moves + w.depth, &w.count)
    margin = count_area(&w.g.b, s.owned)
    s.played_out += 1
    if s.detail != NULL:
        memset(owners, 0, cells * sizeof(int32_t))
        count_area(&w.g.b, owners)
        note_owners(s.detail + (w.path[1] - s.tree.first[0]) * (2 * cells + 1), cells, owners)
        note_owners(s.detail + s.tree.kids[0] * (2 * cells + 1), cells, owners)
    if s.territory:
        # Whoever is to move has half a chance to place one stone more.
        margin -= w.placed + (0.5 if w.color == GB_BLACK else -0.5)
    return margin


cdef void back_up(mc_search* s, const Walk* w, float black) noexcept nogil:
    """Black's share of a win to all nodes on the way, and to the moves that were played later all the same."""
    cdef mc_tree* t = &s.tree
    cdef uint8_t played[GB_MAX_CELLS]
    cdef int i, j, color
    cdef int32_t node, kid
    cdef float won, hit
    # Who played each point first, of the moves not yet passed on the way back.
    memset(played, 0, w.g.b.cells)
    for i in range(w.depth + w.count - 1, w.depth - 1, -1):
        played[w.moves[i]] = <uint8_t>(1 + ((w.first_color + i + 1) & 1))
    for i in range(w.depth, -1, -1):
        color = 1 + ((w.first_color + i + 1) & 1)
        node = w.path[i]
        if i < w.depth:
            played[w.moves[i]] = <uint8_t>color
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


cdef void simulate(mc_search* s) noexcept nogil:
    """One playout: down the tree, to the end of the game, and back."""
    cdef Walk w
    cdef double margin
    cdef float black
    descend(s, &w)
    margin = play_to_the_end(s, &w)
    s.margin += margin
    s.playouts += 1
    black = 1 if margin > s.komi else 0.5 if margin == s.komi else 0
    s.black_wins[w.moves[0]] += black
    s.margins[w.moves[0]] += margin
    s.squares[w.moves[0]] += margin * margin
    # A tenth of a win is by how much, so that what is won or lost is still played for.
    back_up(s, &w, <float>(0.9 * black + 0.05 + 0.1 * fmin(1, fmax(-1, (margin - s.komi) / (w.g.b.rows * w.g.b.cols)))))


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
