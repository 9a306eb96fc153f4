# distutils: language = c++
"""Light playouts, many games in lockstep (SIMD lanes).

The games are those of `goboard.playout`: uniformly random among the legal moves that do not fill an own eye, simple ko,
until two passes or `max_moves`, scored by area. Here 64-bit words hold the boards and each lane of a vector holds a game;
kernel.h says how a turn goes. This module deals start positions out to the lanes, adds up the
results, and picks the kernel for this machine.

Whatever the back end, the number of games at a time, and the cut into calls, playout number i of a seed is the same game.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

import os

import numpy as np

from goboard.board import _arguments
from goboard._random cimport mixed
from goboard.board._workers cimport Job, gb_job, left_off, out_of_memory

cdef extern from "pool.h" nogil:
    enum:
        GB_LANES_MAX
        GB_LANES_WORDS
        GB_LANES_MWC
    ctypedef struct gb_lanes_finished:
        int lane
        uint64_t own_area[1]    # the header says how long
        uint64_t opp_area[1]
    ctypedef struct gb_lanes_position:
        uint64_t own[1]
        uint64_t opp[1]
        uint64_t banned[1]
    ctypedef struct gb_lanes_pool:
        void *groups
        void *scratch
        int n_groups
        bint fast_pdep
        uint64_t max_moves
        uint64_t *area
        uint64_t *edge
        int n_finished
        gb_lanes_finished *finished
    ctypedef struct gb_lanes_kernel:
        const char *backend
        int lanes, rows, cols, words
        size_t group_size, scratch_size
        void (*turn)(gb_lanes_pool *) noexcept nogil
        void (*deal)(gb_lanes_pool *, int lane, const gb_lanes_position *, int passes, uint64_t generator) noexcept nogil
        void (*move)(gb_lanes_pool *, int to, int source) noexcept nogil
        uint64_t (*moves)(const gb_lanes_pool *, int lane) noexcept nogil
        void (*peek)(const gb_lanes_pool *, int lane, gb_lanes_position *) noexcept nogil
        void (*candidates)(const gb_lanes_pool *, uint64_t *) noexcept nogil
    ctypedef const gb_lanes_kernel *const *gb_lanes_kernels
    int gb_lanes_bit(const gb_lanes_kernel *kernel, int row, int col)
    gb_lanes_kernels gb_lanes_backend(int number)
    const gb_lanes_kernel *gb_lanes_fit(gb_lanes_kernels of, int rows, int cols)
    bint gb_lanes_fast_pdep()

cdef enum:
    PLANES = 8      # of a bit-sliced counter, which counts to 255
    FULL = 255

# For each point, how many of the last games ended with it in a colour's area: bit k of the count is in plane k.
cdef struct Tally:
    uint64_t plane[2][PLANES][GB_LANES_WORDS]
    int games

cdef struct Driver:
    const gb_lanes_kernel *kernel
    gb_lanes_pool pool
    void *groups                            # what pool.groups and pool.scratch point into
    void *scratch
    int rows, cols
    int live                                # games are in lanes 0 to live - 1
    Py_ssize_t start_of[GB_LANES_MAX]       # of the game in each lane
    int64_t number_of[GB_LANES_MAX]
    const gb_playout_start *starts
    Tally *tallies                          # one for each start
    Py_ssize_t n, next_start                # the next game to deal
    int64_t next_number
    gb_lanes_position position              # where it begins


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """Splitmix64, by Steele, Lea and Flood (2014)."""
    return mixed(z + <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t generator(uint64_t key, int64_t number) noexcept nogil:
    """The state of the multiply-with-carry generator with which playout `number` begins: 1 to multiplier * 2**32 - 2."""
    cdef uint64_t states = (<uint64_t>GB_LANES_MWC << 32) - 2
    return mix(mix(key) + <uint64_t>number * <uint64_t>0x9E3779B97F4A7C15) % states + 1


cdef inline void add_point(uint64_t *board, const gb_lanes_kernel *kernel, int row, int col) noexcept nogil:
    cdef int bit = gb_lanes_bit(kernel, row, col)
    board[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef inline bint has_point(const uint64_t *board, const gb_lanes_kernel *kernel, int row, int col) noexcept nogil:
    cdef int bit = gb_lanes_bit(kernel, row, col)
    return board[bit >> 6] >> (bit & 63) & 1


cdef void read_start(Driver *d) noexcept nogil:
    """Brings the next start that wants a playout into words."""
    cdef const gb_playout_start *s
    cdef int row, col, colour
    while d.next_start < d.n and d.starts[d.next_start].count <= 0:
        d.next_start += 1
    if d.next_start == d.n:
        return
    s = &d.starts[d.next_start]
    d.next_number = 0
    memset(&d.position, 0, sizeof(d.position))
    for row in range(d.rows):
        for col in range(d.cols):
            colour = s.stones[row * d.cols + col]
            if colour == s.to_play:
                add_point(d.position.own, d.kernel, row, col)
            elif colour:
                add_point(d.position.opp, d.kernel, row, col)
    if s.ko_point >= 0:
        add_point(d.position.banned, d.kernel, s.ko_point // d.cols, s.ko_point % d.cols)


cdef void deal(Driver *d, int lane) noexcept nogil:
    """Puts the next game into a lane."""
    cdef const gb_playout_start *s = &d.starts[d.next_start]
    d.kernel.deal(&d.pool, lane, &d.position, s.passes, generator(s.key, <int64_t>(<uint64_t>s.first + <uint64_t>d.next_number)))
    d.start_of[lane] = d.next_start
    d.number_of[lane] = d.next_number
    d.next_number += 1
    if d.next_number == s.count:
        d.next_start += 1
        read_start(d)


cdef void vacate(Driver *d, int lane) noexcept nogil:
    """The last game moves into this lane, so that the lanes in use stay side by side."""
    cdef int last = d.live - 1
    d.kernel.move(&d.pool, lane, last)
    d.start_of[lane] = d.start_of[last]
    d.number_of[lane] = d.number_of[last]
    d.live = last


cdef inline int popcount(uint64_t x) noexcept nogil:
    x = x - (x >> 1 & <uint64_t>0x5555555555555555)
    x = (x & <uint64_t>0x3333333333333333) + (x >> 2 & <uint64_t>0x3333333333333333)
    return <int>(((x + (x >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101 >> 56)


cdef inline uint64_t spread(uint64_t bits) noexcept nogil:
    """The lowest eight bits, one in each byte."""
    bits = (bits & 0xFF) * <uint64_t>0x0101010101010101 & <uint64_t>0x8040201008040201
    return (bits + <uint64_t>0x7F7F7F7F7F7F7F7F) >> 7 & <uint64_t>0x0101010101010101


cdef void empty_tally(Driver *d, Tally *tally, gb_playout_totals *totals) noexcept nogil:
    cdef int row, col, i, byte, k, colour, planes = 0
    cdef uint64_t eight
    cdef uint8_t counts[64 * GB_LANES_WORDS]
    cdef int64_t *points
    while tally.games >> planes:
        planes += 1
    for colour in range(2):
        for i in range(d.kernel.words):
            for byte in range(8):
                eight = 0
                for k in range(planes):
                    eight |= spread(tally.plane[colour][k][i] >> 8 * byte) << k
                for k in range(8):
                    counts[64 * i + 8 * byte + k] = <uint8_t>(eight >> 8 * k)
            for k in range(planes):
                tally.plane[colour][k][i] = 0
        points = totals.white if colour else totals.black
        for row in range(d.rows):
            for col in range(d.cols):
                i = row * d.cols + col
                k = counts[gb_lanes_bit(d.kernel, row, col)]
                if points != NULL:
                    points[i] += k
                if totals.owned != NULL:
                    totals.owned[i] += -k if colour else k
    tally.games = 0


cdef void count_areas(Driver *d, Tally *tally, const uint64_t *black, const uint64_t *white) noexcept nogil:
    cdef int colour, k, i
    cdef uint64_t carry, plane
    for colour in range(2):
        for i in range(d.kernel.words):
            carry = white[i] if colour else black[i]
            for k in range(PLANES):
                if carry == 0:
                    break
                plane = tally.plane[colour][k][i]
                tally.plane[colour][k][i] = plane ^ carry
                carry &= plane
    tally.games += 1


cdef void record(Driver *d, gb_lanes_finished *end) noexcept nogil:
    """Adds a finished game to the totals of its start."""
    cdef Py_ssize_t which = d.start_of[end.lane]
    cdef const gb_playout_start *s = &d.starts[which]
    cdef gb_playout_totals *t = s.totals
    cdef int64_t moves = <int64_t>d.kernel.moves(&d.pool, end.lane)
    cdef const uint64_t *black = end.own_area
    cdef const uint64_t *white = end.opp_area
    cdef int margin = 0, i
    if (s.to_play == 1) != (moves % 2 == 0):
        black, white = white, black
    for i in range(d.kernel.words):
        margin += popcount(black[i]) - popcount(white[i])
    t.games += 1
    t.moves += moves
    if t.scores != NULL:
        t.scores[margin + d.rows * d.cols] += 1
    if t.margins != NULL:
        t.margins[d.number_of[end.lane]] = <int16_t>margin
    if t.lengths != NULL:
        t.lengths[d.number_of[end.lane]] = <int32_t>moves
    if t.owned != NULL or t.black != NULL or t.white != NULL:
        count_areas(d, &d.tallies[which], black, white)
        if d.tallies[which].games == FULL:
            empty_tally(d, &d.tallies[which], t)


cdef void lay_board(Driver *d) noexcept nogil:
    cdef int row, col
    for row in range(d.rows):
        for col in range(d.cols):
            add_point(d.pool.area, d.kernel, row, col)
            if row == 0 or col == 0 or row == d.rows - 1 or col == d.cols - 1:
                add_point(d.pool.edge, d.kernel, row, col)


cdef bint play_all(Driver *d, gb_job *job) noexcept nogil:
    """Whether all games were played, and not broken off with the job."""
    cdef int lanes = d.kernel.lanes, f, lane
    while d.live:
        if left_off(job):
            return False
        d.pool.n_groups = (d.live + lanes - 1) // lanes
        d.kernel.turn(&d.pool)
        # From the last one down: then the lane that moves into a gap never holds a finished game.
        for f in range(d.pool.n_finished - 1, -1, -1):
            lane = d.pool.finished[f].lane
            record(d, &d.pool.finished[f])
            if d.next_start < d.n:
                deal(d, lane)
            else:
                vacate(d, lane)
    return True


# Whether kernels that know both ways draw with PDEP; GOBOARD_PDEP=0 or 1 overrides what the processor says of itself.
cdef bint draws_with_pdep = gb_lanes_fast_pdep() if os.environ.get("GOBOARD_PDEP", "") not in ("0", "1") else os.environ["GOBOARD_PDEP"] == "1"


cdef Driver *open_driver(const gb_playout_start *starts, Py_ssize_t n, int rows, int cols, int64_t max_moves, const gb_lanes_kernel *kernel) noexcept nogil:
    """NULL if out of memory."""
    cdef Driver *d = <Driver *>calloc(1, sizeof(Driver))
    # A larger pool has less idle time in each turn; but it should not outgrow the second-level cache.
    cdef int64_t most = max(64, min(<int64_t>GB_LANES_MAX, (1 << 18) * kernel.lanes // <int64_t>kernel.group_size)), wanted = 0
    cdef Py_ssize_t i
    if d == NULL:
        return NULL
    for i in range(n):
        if starts[i].count > 0:
            wanted = min(wanted + min(starts[i].count, most), most)
    d.groups = calloc((wanted + kernel.lanes - 1) // kernel.lanes + 1, kernel.group_size)
    d.scratch = calloc(1, kernel.scratch_size + 64)
    d.tallies = <Tally *>calloc(n + 1, sizeof(Tally))
    if d.groups == NULL or d.scratch == NULL or d.tallies == NULL:
        close_driver(d)
        return NULL
    d.pool.groups = aligned(d.groups)
    d.pool.scratch = aligned(d.scratch)
    d.pool.max_moves = <uint64_t>max_moves
    d.pool.fast_pdep = draws_with_pdep
    d.kernel = kernel
    d.rows = rows
    d.cols = cols
    d.starts = starts
    d.n = n
    lay_board(d)
    read_start(d)
    while d.live < wanted and d.next_start < n:
        d.live += 1
        deal(d, d.live - 1)
    return d


cdef void close_driver(Driver *d) noexcept nogil:
    free(d.groups)
    free(d.scratch)
    free(d.tallies)
    free(d)


cdef inline void *aligned(void *p) noexcept nogil:
    return <void *>((<uintptr_t>p + 63) & ~<uintptr_t>63)


cdef int gb_lanes_run(const gb_playout_start *starts, Py_ssize_t n, int rows, int cols, int64_t max_moves, int backend) noexcept nogil:
    return gb_lanes_run_for(starts, n, rows, cols, max_moves, backend, NULL)


cdef int gb_lanes_run_for(const gb_playout_start *starts, Py_ssize_t n, int rows, int cols, int64_t max_moves, int backend, gb_job *job) noexcept nogil:
    cdef gb_lanes_kernels kernels = gb_lanes_backend(backend)
    cdef const gb_lanes_kernel *kernel
    cdef Driver *d
    cdef Py_ssize_t i
    if kernels == NULL:
        return -2
    kernel = gb_lanes_fit(kernels, rows, cols)
    d = open_driver(starts, n, rows, cols, max_moves, kernel)
    if d == NULL:
        return -1
    if not play_all(d, job):
        close_driver(d)
        return -3
    for i in range(n):
        if d.tallies[i].games:
            empty_tally(d, &d.tallies[i], starts[i].totals)
    close_driver(d)
    return 0


def backends():
    """The names of the back ends that this machine can run, the one used by default first: of "avx512", "avx2", "neon", "plain"."""
    names = []
    cdef gb_lanes_kernels kernels = gb_lanes_backend(0)
    while kernels != NULL:
        names.append(kernels[0].backend.decode())
        kernels = gb_lanes_backend(<int>len(names))
    return names


def board_words(rows, cols):
    """How many 64-bit words a board of this size takes: what the speed of the lanes depends on."""
    return gb_lanes_fit(gb_lanes_backend(0), rows, cols).words


def backend_number(name):
    """The place of a back end in backends(); 0 for None. Raises ValueError if this machine has no such back end."""
    names = backends()
    if name is None:
        return 0
    if name not in names:
        raise ValueError(f"backend must be one of {names} here, or None, not {name!r}")
    return names.index(name)


cdef int without_liberty(const uint8_t[:, ::1] stones) noexcept nogil:
    """A point whose chain has no liberty, or -1."""
    cdef int rows = <int>stones.shape[0], cols = <int>stones.shape[1], row, col
    cdef uint8_t alive[27][27]
    cdef uint8_t colour[27][27]
    cdef bint changed = True
    memset(alive, 0, sizeof(alive))
    memset(colour, 3, sizeof(colour))
    for row in range(rows):
        for col in range(cols):
            colour[row + 1][col + 1] = stones[row, col]
            alive[row + 1][col + 1] = stones[row, col] == 0
    while changed:
        changed = False
        for row in range(1, rows + 1):
            for col in range(1, cols + 1):
                if not alive[row][col] and (
                    touches(alive[row - 1][col], colour[row - 1][col], colour[row][col])
                    or touches(alive[row + 1][col], colour[row + 1][col], colour[row][col])
                    or touches(alive[row][col - 1], colour[row][col - 1], colour[row][col])
                    or touches(alive[row][col + 1], colour[row][col + 1], colour[row][col])
                ):
                    alive[row][col] = changed = True
    for row in range(rows):
        for col in range(cols):
            if not alive[row + 1][col + 1]:
                return row * cols + col
    return -1


cdef inline bint touches(uint8_t alive, uint8_t neighbour, uint8_t colour) noexcept nogil:
    return neighbour == 0 or (alive and neighbour == colour)


def checked_start(stones, to_play, ko_point, seed, first, max_moves, passes):
    """The arguments of run() and trace() as they are used: (uint8 array of our own, to_play, ko point or -1, seed, first, max_moves, passes)."""
    integer = _arguments.integer
    to_play = integer(to_play, "to_play", 1, 2)
    passes = integer(passes, "passes", 0, 1)
    seed = integer(seed, "seed", 0, 2**64 - 1)
    first = integer(first, "first", 0, 2**63 - 1)
    ko_point = None if ko_point is None else integer(ko_point, "ko_point")
    max_moves = None if max_moves is None else integer(max_moves, "max_moves", 1, 2**31 - 1)
    # A copy, which no subclass and no other thread has a say in.
    given = np.array(stones, subok=False)
    if given.ndim != 2 or not 1 <= given.shape[0] <= 25 or not 1 <= given.shape[1] <= 25:
        raise ValueError(f"stones must be an array of 1 to 25 rows and columns, not of shape {given.shape}")
    if given.dtype.kind not in "iu" or given.min() < 0 or given.max() > 2:
        raise ValueError("stones must be an integer array of 0 (empty), 1 (Black) and 2 (White)")
    kept = np.ascontiguousarray(given, dtype=np.uint8)
    dead = without_liberty(kept)
    if dead >= 0:
        raise ValueError(f"every chain must have a liberty, and the one at row {dead // kept.shape[1]}, column {dead % kept.shape[1]} has none")
    ko_point = -1 if ko_point is None else ko_point
    if not -1 <= ko_point < kept.size:
        raise ValueError(f"ko_point must be a point of the board, 0 to {kept.size - 1}, or None, not {ko_point!r}")
    return kept, to_play, ko_point, seed, first, 3 * kept.size if max_moves is None else max_moves, passes


cdef gb_playout_start start_at(const uint8_t[:, ::1] stones, int to_play, int ko_point, uint64_t key, int passes) noexcept:
    cdef gb_playout_start start
    start.stones = &stones[0, 0]
    start.to_play = to_play
    start.ko_point = ko_point
    start.passes = passes
    start.key = key
    start.first = start.count = 0
    start.totals = NULL
    return start


def run(stones, to_play, ko_point, seed, first, count, max_moves=None, backend=None, *, passes=0):
    """Plays `count` playouts of one position: those numbered `first` to `first + count - 1` of a seed.

    stones: integer array (rows, cols) of 0, 1 (Black), 2 (White), every chain with a liberty; to_play: 1 or 2; ko_point: the
    point where to_play may not play at first, or None; seed: 0 to 2**64 - 1; max_moves: moves of a playout, passes included,
    at most (None: 3 * rows * cols); backend: a name from backends(); passes: 1 if the last move before was a pass.

    Returns a dict: "backend"; "games", "moves" (sums); "scores" int64 (2 * rows * cols + 1,), games by Black's area minus
    White's from -rows * cols up; "black", "white" int64 (rows, cols), games that ended with the point in that colour's area;
    "margins" int16 (count,), "lengths" int32 (count,), game by game. Raises ValueError for a wrong argument.
    """
    result = run_batch([(stones, to_play, ko_point, seed, first)], count, max_moves, backend, passes=passes)
    return {name: value if name == "backend" else value[0] for name, value in result.items()}


cdef struct Running:
    const gb_playout_start *starts
    Py_ssize_t n
    int rows, cols, backend
    int64_t max_moves


cdef void run_all(gb_job *job, void *what, int thread) noexcept nogil:
    cdef Running *r = <Running *>what
    if gb_lanes_run_for(r.starts, r.n, r.rows, r.cols, r.max_moves, r.backend, job) == -1:
        out_of_memory(job)


def run_batch(positions, count, max_moves=None, backend=None, *, passes=0):
    """Plays `count` playouts of each of n positions, tuples (stones, to_play, ko_point, seed, first) as in run(), of one size.

    Returns what run() returns, with an axis of n positions in front of every array.
    """
    cdef int number = backend_number(backend)
    wanted = _arguments.integer(count, "count", 0, 2**63 - 1)
    checked = [checked_start(*position, max_moves, passes) for position in list(positions)]
    if not checked:
        raise ValueError("positions must hold at least one position")
    if len({start[0].shape for start in checked}) > 1:
        raise ValueError("all positions must have one size")
    if any(start[4] + wanted > 2**63 for start in checked):
        raise ValueError("the numbers of playouts, first to first + count - 1, must be below 2**63")
    cdef Py_ssize_t n = len(checked), k
    cdef int rows = checked[0][0].shape[0], cols = checked[0][0].shape[1]
    cdef int64_t most = wanted
    cdef Running r
    cdef Job job = Job()
    cdef gb_playout_start *starts = <gb_playout_start *>calloc(n, sizeof(gb_playout_start))
    cdef gb_playout_totals *totals = <gb_playout_totals *>calloc(n, sizeof(gb_playout_totals))
    count = wanted
    result = {"backend": backends()[number], "games": np.zeros(n, np.int64), "moves": np.zeros(n, np.int64),
              "scores": np.zeros((n, 2 * rows * cols + 1), np.int64), "black": np.zeros((n, rows, cols), np.int64),
              "white": np.zeros((n, rows, cols), np.int64), "margins": np.zeros((n, count), np.int16), "lengths": np.zeros((n, count), np.int32)}
    cdef int64_t[:, ::1] scores = result["scores"]
    cdef int64_t[:, :, ::1] black = result["black"]
    cdef int64_t[:, :, ::1] white = result["white"]
    cdef int16_t[:, ::1] margins = result["margins"]
    cdef int32_t[:, ::1] lengths = result["lengths"]
    try:
        if starts == NULL or totals == NULL:
            raise MemoryError(f"no memory for {n} positions")
        for k in range(n):
            starts[k] = start_at(checked[k][0], checked[k][1], checked[k][2], checked[k][3], checked[k][6])
            starts[k].totals = &totals[k]
            totals[k].scores = &scores[k, 0]
            totals[k].black = &black[k, 0, 0]
            totals[k].white = &white[k, 0, 0]
            starts[k].first = checked[k][4]
            starts[k].count = most
            if count:
                totals[k].margins = &margins[k, 0]
                totals[k].lengths = &lengths[k, 0]
        r.starts, r.n, r.rows, r.cols, r.max_moves, r.backend = starts, n, rows, cols, checked[0][5], number
        job.run(run_all, &r, 1, 1, 1, None)
        for k in range(n):
            result["games"][k] = totals[k].games
            result["moves"][k] = totals[k].moves
    finally:
        free(starts)
        free(totals)
    return result


cdef object read_board(Driver *d, const uint64_t *board):
    """A set of points as a bool array (rows, cols)."""
    cdef int row, col
    out = np.zeros((d.rows, d.cols), bool)
    for row in range(d.rows):
        for col in range(d.cols):
            out[row, col] = has_point(board, d.kernel, row, col)
    return out


def trace(stones, to_play, ko_point, seed, number, max_moves=None, backend=None, *, passes=0):
    """Plays one playout of run() step by step, for tests.

    Returns a list of dicts, one for each draw: "candidates" bool (rows, cols), the points drawn from; "point", the drawn one, or
    None for a pass, when there is no candidate; "refused", True where it was suicide and the same side draws again;
    "stones" uint8 (rows, cols) after it.
    """
    cdef int which = backend_number(backend)
    array, to_play, ko, seed, number, limit, passes = checked_start(stones, to_play, ko_point, seed, number, max_moves, passes)
    cdef int rows = array.shape[0], cols = array.shape[1]
    cdef gb_lanes_position now
    cdef gb_playout_start start = start_at(array, to_play, ko, seed, passes)
    cdef Driver *d
    cdef uint64_t words[GB_LANES_WORDS]
    start.first = number
    start.count = 1
    d = open_driver(&start, 1, rows, cols, limit, gb_lanes_fit(gb_lanes_backend(which), rows, cols))
    if d == NULL:
        raise MemoryError("no memory for a pool of games")
    steps = []
    colour = to_play
    try:
        d.pool.n_groups = 1
        while d.pool.n_finished == 0:
            PyErr_CheckSignals()
            d.kernel.candidates(&d.pool, words)
            candidates = read_board(d, words)
            d.kernel.peek(&d.pool, 0, &now)
            own, banned, moves = read_board(d, now.own), read_board(d, now.banned), d.kernel.moves(&d.pool, 0)
            d.kernel.turn(&d.pool)
            d.kernel.peek(&d.pool, 0, &now)
            refused = d.kernel.moves(&d.pool, 0) == moves
            drawn = np.flatnonzero(read_board(d, now.banned) & ~banned if refused else read_board(d, now.opp) & ~own)
            if not refused:
                colour = 3 - colour
            after = read_board(d, now.own) * np.uint8(colour) + read_board(d, now.opp) * np.uint8(3 - colour)
            steps.append({"candidates": candidates, "point": int(drawn[0]) if len(drawn) else None, "refused": refused, "stones": after})
    finally:
        close_driver(d)
    return steps
