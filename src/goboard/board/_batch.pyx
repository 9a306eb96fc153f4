"""Many games in lockstep behind numpy arrays: `BoardBatch`."""

import os
import weakref

import numpy as np

from goboard.board import _arguments

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

cimport numpy as cnp

from goboard._core import KO_RULES
from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_KO_POSITIONAL, GB_KO_SITUATIONAL, GB_LEGAL, GB_MAX_CELLS, GB_MAX_POINTS,
    GB_WALL_BIT, GB_WHITE, Board, gb_board, gb_cell_of_point, gb_color, gb_color_of_point, gb_copy, gb_history, gb_history_drop,
    gb_history_list, gb_history_new, gb_history_next, gb_legal_under, gb_load, gb_pass, gb_play, gb_ply, gb_point_of_cell, gb_points,
    gb_unplay,
)
from goboard._laws cimport is_eye
from goboard._random cimport mixed
from goboard.board._workers cimport Job, Lock, claimed, gb_job, left_off, out_of_memory
from goboard.board._playouts cimport owner_of_region

cnp.import_array()

# One lane.

cdef gb_history* copied_history(const gb_history* h, const gb_board* b) noexcept nogil:
    """A history of its own, equal to `h`. NULL without memory. Lanes never share theirs, so threads need no locks."""
    cdef gb_history* copy = gb_history_new(b, h.room)
    if copy != NULL:
        memcpy(copy.ply, h.ply, (<size_t>h.used + 1) * sizeof(gb_ply))
        memcpy(copy.bucket, h.bucket, h.buckets * sizeof(uint32_t))
        memcpy(copy.stood, h.stood, sizeof(h.stood))
        copy.used = h.used
    return copy


cdef void begin(const gb_lanes* lanes, gb_lane* lane, const gb_board* b) noexcept nogil:
    """The lane starts anew at `b`."""
    cdef uint8_t* bits = gb_lane_bits(lanes, lane, 0)
    cdef int p, color
    gb_history_drop(lane.history)
    memset(lane, 0, <char*>&lane.board - <char*>lane)
    gb_copy(&lane.board, b)
    lane.known = 1
    lane.step[0].ko = b.ko
    lane.step[0].ko_color = b.ko_color
    lane.step[0].turn = b.to_play
    memset(bits, 0, 2 * lanes.bytes)
    if b.empties < lanes.points:
        for p in range(lanes.points):
            color = gb_color_of_point(b, p)
            if color:
                bits[(color - 1) * lanes.bytes + (p >> 3)] |= <uint8_t>(0x80 >> (p & 7))


cdef bint gb_lane_play(const gb_lanes* lanes, gb_lane* lane, size_t cell, int color) noexcept nogil:
    """Play a legal move of `color` at `cell`, or pass (0). Returns 1, and does nothing, without memory."""
    cdef gb_board* b = &lane.board
    cdef gb_ply* ply = NULL
    cdef int at = (lane.at + 1) % PAST, p = lanes.points
    cdef uint8_t* bits = gb_lane_bits(lanes, lane, at)
    cdef size_t i, end
    if lanes.ko >= GB_KO_POSITIONAL:
        ply = gb_history_next(&lane.history, lane.count, b)
        if ply == NULL:
            return True
    memcpy(bits, gb_lane_bits(lanes, lane, lane.at), 2 * lanes.bytes)
    if cell == 0:
        gb_pass(b, color, ply)
        lane.passes += lane.passes < 2
    else:
        p = gb_point_of_cell(b, <int>cell)
        end = b.empties - 1
        bits[(color - 1) * lanes.bytes + (p >> 3)] |= <uint8_t>(0x80 >> (p & 7))
        gb_play(b, cell, color, ply)
        for i in range(end, b.empties):
            remove(lanes, bits, gb_point_of_cell(b, b.empty[i]))
        lane.passes = 0
    if ply != NULL:
        lane.count += 1
        gb_history_list(lane.history, lane.count, lanes.ko == GB_KO_SITUATIONAL)
    lane.at = <uint8_t>at
    lane.known += lane.known < PAST
    lane.step[at].move = <uint16_t>p
    lane.step[at].ko = b.ko
    lane.step[at].ko_color = b.ko_color
    lane.step[at].color = <uint8_t>color
    lane.step[at].turn = b.to_play
    lane.move_count += 1
    settle(lanes, lane)
    return False


cdef inline void remove(const gb_lanes* lanes, uint8_t* bits, int p) noexcept nogil:
    bits[p >> 3] &= <uint8_t>~(0x80 >> (p & 7))
    bits[lanes.bytes + (p >> 3)] &= <uint8_t>~(0x80 >> (p & 7))


cdef inline void settle(const gb_lanes* lanes, gb_lane* lane) noexcept nogil:
    lane.done = lane.passes == 2 or (lanes.max_moves != 0 and lane.move_count >= lanes.max_moves)


cdef bint gb_lane_allows(const gb_lanes* lanes, const gb_lane* lane, size_t v) noexcept nogil:
    """Whether the side to move may play at the empty cell `v`."""
    cdef const gb_board* b = &lane.board
    if b.word[v] & GB_EMPTY_NEIGHBOURS and (lanes.ko < GB_KO_POSITIONAL or lane.history == NULL
                                            or not (lane.history.stood[v >> 6] >> (v & 63)) & 1):
        return True
    return gb_legal_under(b, lane.history, lane.count, v, b.to_play, lanes.ko, lanes.suicide) == GB_LEGAL


# Work on many lanes.

cdef struct gb_fresh:
    gb_board* board
    uint8_t* chosen       # a byte a lane: whether it is to begin; NULL: all


cdef bint begin_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef gb_fresh* fresh = <gb_fresh*>what
    cdef Py_ssize_t i
    for i in range(first, last):
        if fresh.chosen == NULL or fresh.chosen[i]:
            begin(lanes, gb_lane_of(lanes, i), fresh.board)
    return False


cdef bint play_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    """`what`: a move a lane."""
    cdef const int64_t* moves = <const int64_t*>what
    cdef Py_ssize_t i
    cdef gb_lane* lane
    cdef int64_t move
    cdef size_t cell
    for i in range(first, last):
        lane = gb_lane_of(lanes, i)
        lane.illegal = False
        if lane.done:
            continue
        move = moves[i]
        cell = 0
        if move != lanes.points and move != -1:
            if move < 0 or move > lanes.points:
                lane.illegal = True
                continue
            cell = gb_cell_of_point(&lane.board, <int>move)
            if lane.board.word[cell] & GB_COLOR_MASK or not gb_lane_allows(lanes, lane, cell):
                lane.illegal = True
                continue
        if gb_lane_play(lanes, lane, cell, lane.board.to_play):
            return True
    return False


cdef struct gb_draws:
    uint64_t key
    uint32_t moves
    int64_t* played
    gb_job* job


cdef enum:
    MOVES_AT_ONCE = 16    # of a lane, between two looks for signals


# The empty cells in an order that is a function of the position at the start and of the moves since: that of the board's own list
# tells how the position came about.
cdef struct gb_empties:
    uint16_t cell[GB_MAX_POINTS + 1]
    uint16_t slot[GB_MAX_CELLS]
    size_t n


cdef void list_empties(const gb_board* b, gb_empties* e) noexcept nogil:
    cdef int row, col
    cdef size_t v = b.stride + 1
    e.n = 0
    for row in range(b.rows):
        for col in range(b.cols):
            e.cell[e.n] = <uint16_t>(v + col)
            e.slot[v + col] = <uint16_t>e.n
            e.n += not b.word[v + col] & GB_COLOR_MASK
        v += b.stride


cdef inline void exchange(gb_empties* e, size_t at, size_t last) noexcept nogil:
    cdef uint16_t v = e.cell[at], w = e.cell[last]
    e.cell[at] = w
    e.cell[last] = v
    e.slot[w] = <uint16_t>at
    e.slot[v] = <uint16_t>last


cdef void follow(gb_empties* e, const gb_board* b, size_t played) noexcept nogil:
    """Keep the list after a move: what it took comes in by cell, not in the order in which it was taken off."""
    cdef size_t first, i, k
    cdef uint16_t v
    e.n -= 1
    exchange(e, e.slot[played], e.n)
    first = e.n
    for i in range(first, b.empties):
        v = b.empty[i]
        k = i
        while k > first and e.cell[k - 1] > v:
            e.cell[k] = e.cell[k - 1]
            k -= 1
        e.cell[k] = v
    e.n = b.empties
    for k in range(first, e.n):
        e.slot[e.cell[k]] = <uint16_t>k


cdef size_t random_move(const gb_lanes* lanes, const gb_lane* lane, gb_empties* e, uint64_t* state) noexcept nogil:
    """A cell drawn uniformly from those that may be played and fill no own eye, 0 if there are none."""
    cdef const gb_board* b = &lane.board
    cdef size_t left = e.n, at, v
    while left:
        state[0] += <uint64_t>0x9E3779B97F4A7C15
        at = <size_t>(((mixed(state[0]) >> 32) * left) >> 32)
        v = e.cell[at]
        if not is_eye(b, v, b.word[v], b.to_play, b.stride) and gb_lane_allows(lanes, lane, v):
            return v
        left -= 1
        exchange(e, at, left)
    return 0


cdef bint play_random_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef gb_draws* draws = <gb_draws*>what
    cdef gb_empties empties
    cdef Py_ssize_t i
    cdef gb_lane* lane
    cdef uint32_t k
    cdef uint64_t state
    cdef size_t chosen
    for i in range(first, last):
        lane = gb_lane_of(lanes, i)
        state = mixed(draws.key + mixed(<uint64_t>i + <uint64_t>0x9E3779B97F4A7C15))
        draws.played[i] = -1
        lane.illegal = False
        if not lane.done:
            list_empties(&lane.board, &empties)
        for k in range(draws.moves):
            if lane.done or (k % MOVES_AT_ONCE == MOVES_AT_ONCE - 1 and left_off(draws.job)):
                break
            chosen = random_move(lanes, lane, &empties, &state)
            if gb_lane_play(lanes, lane, chosen, lane.board.to_play):
                return True
            if chosen:
                follow(&empties, &lane.board, chosen)
            draws.played[i] = gb_point_of_cell(&lane.board, <int>chosen) if chosen else lanes.points
    return False


cdef extern from *:
    """
    /* Which points of a row are empty and beside an empty point, into `at`; returns whether some are empty but beside none. */
    static inline int gb_open_points(uint8_t *at, const uint32_t *word, int cols)
    {
        uint32_t closed = 0;
        int col;
        for (col = 0; col < cols; col++) {
            uint32_t empty = (word[col] & GB_COLOR_MASK) == 0, beside = (word[col] & GB_EMPTY_NEIGHBOURS) != 0;
            at[col] = (uint8_t)(empty & beside);
            closed |= empty & (beside ^ 1);
        }
        return (int)closed;
    }
    """
    bint gb_open_points(uint8_t* at, const uint32_t* word, int cols) noexcept nogil


cdef bint mask_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef uint8_t* mask = <uint8_t*>what + first * (lanes.points + 1)
    cdef uint8_t* at
    cdef const gb_lane* lane
    cdef const gb_board* b
    cdef Py_ssize_t i
    cdef size_t j, v
    cdef int row, col
    for i in range(first, last):
        lane = gb_lane_of(lanes, i)
        b = &lane.board
        at = mask
        v = b.stride + 1
        # Empty points beside empty points are legal, but for superko.
        for row in range(lanes.rows):
            if gb_open_points(at, &b.word[v], lanes.cols):
                for col in range(lanes.cols):
                    if not b.word[v + col] & (GB_COLOR_MASK | GB_EMPTY_NEIGHBOURS):
                        at[col] = gb_lane_allows(lanes, lane, v + col)
            at += lanes.cols
            v += b.stride
        if lane.history != NULL:
            for j in range(b.empties):
                v = b.empty[j]
                if b.word[v] & GB_EMPTY_NEIGHBOURS and (lane.history.stood[v >> 6] >> (v & 63)) & 1:
                    mask[gb_point_of_cell(b, <int>v)] = gb_lane_allows(lanes, lane, v)
        mask[lanes.points] = 1
        mask += lanes.points + 1
    return False


cdef bint stones_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef uint8_t* out = <uint8_t*>what + first * lanes.points
    cdef const gb_board* b
    cdef Py_ssize_t i
    cdef int row, col, v
    for i in range(first, last):
        b = &gb_lane_of(lanes, i).board
        v = b.stride + 1
        for row in range(lanes.rows):
            for col in range(lanes.cols):
                out[col] = <uint8_t>gb_color(b, v + col)
            out += lanes.cols
            v += b.stride
    return False


cdef int owned_points(const gb_board* b, uint8_t* owner) noexcept nogil:
    """Whose every point is by area: stones, and empty regions that touch one colour only. Returns Black's points less White's."""
    cdef uint16_t region[GB_MAX_POINTS]
    cdef uint8_t seen[GB_MAX_CELLS]
    cdef int p, color, size, i, margin = 0
    cdef size_t v
    memset(seen, 0, b.cells)
    for p in range(gb_points(b)):
        v = gb_cell_of_point(b, p)
        color = gb_color(b, <int>v)
        if color:
            owner[p] = <uint8_t>color
            margin += 3 - 2 * color
        elif not seen[v]:
            color = owner_of_region(b, v, seen, region, &size)
            if color:
                margin += size * (3 - 2 * color)
            for i in range(size):
                owner[gb_point_of_cell(b, region[i])] = <uint8_t>color
    return margin


cdef bint owner_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(first, last):
        owned_points(&gb_lane_of(lanes, i).board, <uint8_t*>what + i * lanes.points)
    return False


cdef struct gb_counts:
    float komi
    float* score


cdef bint score_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef gb_counts* counts = <gb_counts*>what
    cdef uint8_t owner[GB_MAX_POINTS]
    cdef Py_ssize_t i
    for i in range(first, last):
        counts.score[i] = owned_points(&gb_lane_of(lanes, i).board, owner) - counts.komi
    return False


# Shares of the lanes.

cdef enum:
    LANES_AT_ONCE = 32    # between two looks for signals


cdef struct gb_walk:
    const gb_lanes* lanes
    gb_work work
    void* what


cdef void walk(gb_job* job, void* what, int number) noexcept nogil:
    """What each thread of a call does with the lanes."""
    cdef gb_walk* w = <gb_walk*>what
    cdef int64_t first = 0, count = claimed(job, 0, &first)
    while count:
        if w.work(w.lanes, first, first + count, w.what):
            out_of_memory(job)
        count = claimed(job, count, &first)


cdef tuple dims_of(cnp.ndarray array):
    """The shape, whatever a subclass says."""
    cdef int k
    return tuple([cnp.PyArray_DIM(array, k) for k in range(cnp.PyArray_NDIM(array))])


cdef cnp.ndarray checked_out(object out, tuple shape, object dtypes, str what):
    """`out` if it can be filled. Raises TypeError or ValueError, in which it is called `what`."""
    cdef cnp.ndarray array
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{what} must be a numpy array, not {type(out).__name__}")
    array = out
    # Asked in C: a subclass may answer anything.
    dtype = <object>cnp.PyArray_DESCR(array)
    if dtype not in dtypes:
        raise TypeError(f"{what} must be an array of {' or '.join(np.dtype(d).name for d in dtypes)}, not of {dtype}")
    if dims_of(array) != shape:
        raise ValueError(f"{what} must have the shape {shape}, not {dims_of(array)}")
    if not cnp.PyArray_CHKFLAGS(array, cnp.NPY_ARRAY_CARRAY):
        raise ValueError(f"{what} must be writable, aligned and C-contiguous")
    return array


cdef cnp.ndarray own_array(object array, object dtype, Py_ssize_t n):
    """A new array of `n` of this dtype with the values of `array`, at which nobody else can get."""
    cdef cnp.ndarray copy = np.empty(n, dtype)
    copy[...] = array
    return copy


cdef object pinned(cnp.ndarray array):
    """To be kept while C writes into `array`: numpy resizes no array that has a weak reference, not even with refcheck=False."""
    return weakref.ref(array)


cdef cnp.ndarray out_of(object out, tuple shape, tuple dtypes):
    """`out` if it can be filled; a new array of the first of `dtypes` if it is None."""
    return np.empty(shape, dtypes[0]) if out is None else checked_out(out, shape, dtypes, "out")


BYTES = (np.dtype(np.uint8), np.dtype(np.int8), np.dtype(bool))
MASKS = (np.dtype(bool), np.dtype(np.uint8), np.dtype(np.int8))
FLOATS = (np.dtype(np.float32),)


cdef double machine_memory() except -1:
    """Bytes of physical memory, or infinity where the system does not say."""
    try:
        return <double>os.sysconf("SC_PAGE_SIZE") * <double>os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return float("inf")


cdef class BoardBatch:
    """BoardBatch(n, size=19, ko="simple", suicide=False, max_moves=None, threads=1)\n--\n\n`n` games on boards of one size and one set of laws, played in lockstep.

    `size`, `ko` and `suicide` are those of `Board`. A lane is done after two passes in a row, or after `max_moves` moves
    (None: no limit); a done lane ignores what is played until it is reset. `threads` is how many threads share the lanes of
    one call. Every method releases the GIL, and may be called from several threads at once. One call at a time works on the lanes:
    others wait, and a signal handler that interrupts a call and uses the same batch gets RuntimeError. Ctrl-C, or a handler that
    raises, ends a long call between two lanes or moves.

    An action is a point, `row * cols + col`, or `rows * cols` (also -1) for a pass. Arrays given as `out` must be writable,
    aligned, C-contiguous, of the shape and dtype that the method returns without them.

    Raises ValueError or TypeError for sizes, laws and counts out of range; MemoryError.
    """

    def __cinit__(self, n, size=19, ko="simple", suicide=False, max_moves=None, threads=1):
        self.lock = Lock()
        cdef int64_t wanted = _arguments.integer(n, "n", 0, 2 ** 30)
        cdef int most = 0 if max_moves is None else _arguments.integer(max_moves, "max_moves", 1, 2 ** 30)
        cdef int workers = _arguments.integer(threads, "threads", 1, 64)
        cdef Board board = Board(size, ko=ko, suicide=suicide)
        cdef gb_lanes* lanes = &self.lanes
        cdef gb_fresh fresh
        lanes.rows = board.b.rows
        lanes.cols = board.b.cols
        lanes.points = gb_points(board.b)
        lanes.bytes = (lanes.points + 7) // 8
        lanes.ko = board.ko_rule
        lanes.suicide = board.allow_suicide
        lanes.max_moves = most
        self.workers = workers
        gb_copy(&self.empty, board.b)
        lanes.stride = (sizeof(gb_lane) + 2 * PAST * lanes.bytes + 63) // 64 * 64
        # Systems that promise more than they have end the process once it is used.
        if <double>wanted * lanes.stride > machine_memory():
            raise MemoryError(f"{wanted} lanes of {lanes.stride} bytes each need more memory than this machine has")
        lanes.block = <char*>calloc(max(wanted, 1), lanes.stride)
        if lanes.block == NULL:
            raise MemoryError(f"no memory for {wanted} lanes")
        lanes.n = wanted
        fresh.board = &self.empty
        fresh.chosen = NULL
        self.run(begin_lanes, &fresh)

    def __init__(self, *arguments, **named):
        if self.made:
            raise RuntimeError("a BoardBatch is made once: reset() empties it, and another size is another batch")
        self.made = True

    def __dealloc__(self):
        cdef Py_ssize_t i
        if self.lanes.block != NULL:
            for i in range(self.lanes.n):
                gb_history_drop(gb_lane_of(&self.lanes, i).history)
            free(self.lanes.block)

    cdef int run(self, gb_work work, void* what) except -1:
        """Do `work` on all lanes, alone or with threads. The lock is the caller's."""
        return self.run_job(Job(), work, what)

    cdef int run_job(self, Job job, gb_work work, void* what) except -1:
        cdef gb_walk w
        w.lanes = &self.lanes
        w.work = work
        w.what = what
        try:
            return job.run(walk, &w, self.lanes.n, LANES_AT_ONCE, self.workers, None)
        except MemoryError:
            raise MemoryError("a lane has no memory for its history; it has not moved") from None

    cdef int read(self, object kept, gb_work work, void* what) except -1:
        """`run` under the lock; `kept` lives until it is over."""
        self.lock.take(False)
        try:
            return self.run(work, what)
        finally:
            self.lock.give()

    def __len__(self):
        return self.lanes.n

    @property
    def shape(self):
        """(rows, cols) of the boards."""
        return self.lanes.rows, self.lanes.cols

    @property
    def pass_move(self):
        """The action that is a pass: rows * cols."""
        return self.lanes.points

    @property
    def ko(self):
        """The ko rule, as in `Board`."""
        return KO_RULES[self.lanes.ko]

    @property
    def suicide(self):
        """Whether suicide is allowed."""
        return bool(self.lanes.suicide)

    @property
    def max_moves(self):
        """Moves after which a lane is done, or None."""
        return self.lanes.max_moves or None

    @property
    def threads(self):
        """How many threads share the lanes of one call, 1 to 64. What comes out does not depend on it."""
        return self.workers

    @threads.setter
    def threads(self, threads):
        self.workers = _arguments.integer(threads, "threads", 1, 64)

    # Play.

    def play(self, actions):
        """Play an action in every lane, by the side whose turn it is there.

        actions: integer array, shape (n,). A lane whose action is no legal move, or no action at all, keeps its board and is
        marked in `illegal`; the others play. Raises TypeError or ValueError, before anything is played, for another dtype or shape.
        """
        array = np.asarray(actions)
        if array.shape != (self.lanes.n,):
            raise ValueError(f"actions must have the shape ({self.lanes.n},), not {array.shape}")
        if array.dtype.kind not in "iu" and array.size:
            raise TypeError(f"actions must be integers, not {array.dtype}")
        if array.dtype == np.uint64:
            array = np.minimum(array, np.uint64(GB_MAX_POINTS + 1))
        # A copy: another thread may change the caller's array, and subclasses may lie about theirs.
        cdef cnp.ndarray moves = own_array(array, np.int64, self.lanes.n)
        self.lock.take(True)
        try:
            self.run(play_lanes, cnp.PyArray_DATA(moves))
        finally:
            self.lock.give()

    def play_random(self, seed=None, moves=1):
        """Play up to `moves` random moves in every lane that is not done.

        Each is uniform among the legal moves that do not fill the mover's own eye (as in playouts; every ko rule applies), a
        pass if there is none. seed: as numpy takes it; the same seed and positions give the same moves, whatever the threads and
        however the positions came about. What a signal handler raises is raised here; the lanes then stand wherever they were.
        Returns int64, shape (n,): the last action of every lane, -1 where nothing was played.
        """
        cdef gb_draws draws
        cdef cnp.ndarray played = np.empty(self.lanes.n, np.int64)
        cdef Job job = Job()
        draws.moves = _arguments.integer(moves, "moves", 0, 2 ** 30)
        draws.key = _arguments.seed(seed)
        draws.played = <int64_t*>cnp.PyArray_DATA(played)
        draws.job = &job.work
        self.lock.take(True)
        try:
            self.run_job(job, play_random_lanes, &draws)
        finally:
            self.lock.give()
        return played

    def reset(self, mask=None):
        """Empty the boards of the lanes that `mask` (bool array, shape (n,)) selects, or of all."""
        cdef cnp.ndarray chosen
        cdef gb_fresh fresh
        fresh.board = &self.empty
        fresh.chosen = NULL
        if mask is not None:
            array = np.asarray(mask)
            if array.dtype != np.bool_ and array.size:
                raise TypeError(f"mask must be an array of bool, not of {array.dtype}")
            if array.shape != (self.lanes.n,):
                raise ValueError(f"mask must have the shape ({self.lanes.n},), not {array.shape}")
            chosen = own_array(array, np.uint8, self.lanes.n)
            fresh.chosen = <uint8_t*>cnp.PyArray_DATA(chosen)
        self.lock.take(True)
        try:
            self.run(begin_lanes, &fresh)
        finally:
            self.lock.give()

    # What stands on the boards.

    def legal_mask(self, out=None):
        """The legal actions: bool, shape (n, rows * cols + 1), the pass last and always True. The batch's ko rule is in it, superko
        exactly. Lanes that are done are masked by their board like the others. `out` may also be uint8 or int8."""
        cdef cnp.ndarray mask = out_of(out, (self.lanes.n, self.lanes.points + 1), MASKS)
        self.read(pinned(mask), mask_lanes, cnp.PyArray_DATA(mask))
        return mask

    def copy_stones(self, out=None):
        """The stones: uint8, shape (n, rows, cols), of EMPTY 0, BLACK 1, WHITE 2."""
        cdef cnp.ndarray stones = out_of(out, (self.lanes.n, self.lanes.rows, self.lanes.cols), BYTES[:2])
        self.read(pinned(stones), stones_lanes, cnp.PyArray_DATA(stones))
        return stones

    @property
    def stones(self):
        """The stones now: new uint8 array, shape (n, rows, cols), of EMPTY 0, BLACK 1, WHITE 2."""
        return self.copy_stones()

    def area_owner(self, out=None):
        """Whose every point is by area (stones, and empty regions that touch one colour only): uint8, shape (n, rows, cols)."""
        cdef cnp.ndarray owner = out_of(out, (self.lanes.n, self.lanes.rows, self.lanes.cols), BYTES[:2])
        self.read(pinned(owner), owner_lanes, cnp.PyArray_DATA(owner))
        return owner

    def area_score(self, komi=7.5, out=None):
        """Black's area less White's, less komi: float32, shape (n,). All stones on the board count as alive."""
        cdef gb_counts counts
        counts.komi = _arguments.komi(komi)
        cdef cnp.ndarray score = out_of(out, (self.lanes.n,), FLOATS)
        counts.score = <float*>cnp.PyArray_DATA(score)
        self.read(pinned(score), score_lanes, &counts)
        return score

    cdef object flags(self, size_t at):
        """The byte at offset `at` of every lane."""
        cdef cnp.ndarray array = np.empty(self.lanes.n, np.uint8)
        cdef uint8_t* flag = <uint8_t*>cnp.PyArray_DATA(array)
        cdef Py_ssize_t i
        self.lock.take(False)
        for i in range(self.lanes.n):
            flag[i] = (<uint8_t*>gb_lane_of(&self.lanes, i))[at]
        self.lock.give()
        return array

    @property
    def illegal(self):
        """Which lanes refused their last action: new bool array, shape (n,)."""
        cdef gb_lane* lane = NULL
        return self.flags(<size_t>&lane.illegal).view(bool)

    @property
    def done(self):
        """Which lanes ended by two passes or `max_moves`: new bool array, shape (n,)."""
        cdef gb_lane* lane = NULL
        return self.flags(<size_t>&lane.done).view(bool)

    @property
    def to_play(self):
        """Whose turn it is in every lane, BLACK 1 or WHITE 2: new uint8 array, shape (n,)."""
        cdef gb_lane* lane = NULL
        return self.flags(<size_t>&lane.board.to_play)

    @property
    def move_counts(self):
        """How many moves, passes among them, every lane has played since it was reset or set: new int64 array, shape (n,)."""
        cdef cnp.ndarray array = np.empty(self.lanes.n, np.int64)
        cdef int64_t* count = <int64_t*>cnp.PyArray_DATA(array)
        cdef Py_ssize_t i
        self.lock.take(False)
        for i in range(self.lanes.n):
            count[i] = <int64_t>gb_lane_of(&self.lanes, i).move_count
        self.lock.give()
        return array

    def features(self, name="alphago_zero", out=None, **options):
        """Input planes of every lane; see `goboard.features`."""
        from goboard.learning._features import features

        return features(self, name, out=out, **options)

    # Lanes as boards.

    cdef gb_lane* lane_at(self, object i) except NULL:
        """Lane `i`, which is read before the lock is taken: reading may run the caller's code."""
        cdef Py_ssize_t at
        number = _arguments.integer(i, "a lane")
        if not -self.lanes.n <= number < self.lanes.n:
            raise IndexError(f"lane {number} of {self.lanes.n}")
        at = number
        return gb_lane_of(&self.lanes, at + self.lanes.n if at < 0 else at)

    cdef Board board_of(self, gb_lane* lane):
        cdef gb_lanes* lanes = &self.lanes
        cdef Board board = Board((lanes.rows, lanes.cols), ko=KO_RULES[lanes.ko], suicide=bool(lanes.suicide))
        cdef uint8_t stones[GB_MAX_POINTS]
        cdef const uint8_t* bits
        cdef const gb_step* step
        cdef gb_ply* ply
        cdef int p, ago
        if lanes.ko >= GB_KO_POSITIONAL:
            gb_copy(board.b, &lane.board)
            if lane.history != NULL:
                board.history = copied_history(lane.history, board.b)
                if board.history == NULL:
                    raise MemoryError()
                board.count = lane.count
        else:
            # Without a whole history, the latest moves from the oldest position known: what planes look at.
            ago = lane.known - 1
            bits = gb_lane_bits(lanes, lane, (lane.at + PAST - ago) % PAST)
            for p in range(lanes.points):
                stones[p] = <uint8_t>((bits[p >> 3] >> (7 - (p & 7))) & 1
                                      | ((bits[lanes.bytes + (p >> 3)] >> (7 - (p & 7))) & 1) << 1)
            gb_load(board.b, lanes.rows, lanes.cols, stones)
            step = &lane.step[(lane.at + PAST - ago) % PAST]
            board.b.to_play = step.turn
            board.b.ko = step.ko
            board.b.ko_color = step.ko_color
            while ago:
                ago -= 1
                step = &lane.step[(lane.at + PAST - ago) % PAST]
                ply = gb_history_next(&board.history, board.count, board.b)
                if ply == NULL:
                    raise MemoryError()
                if step.move == lanes.points:
                    gb_pass(board.b, step.color, ply)
                else:
                    gb_play(board.b, gb_cell_of_point(board.b, step.move), step.color, ply)
                board.b.to_play = ply.after = step.turn
                board.count += 1
                gb_history_list(board.history, board.count, False)
            memcpy(board.b.captures, lane.board.captures, sizeof(lane.board.captures))
        for p in range(lanes.points):
            board.view[p] = <uint8_t>gb_color_of_point(board.b, p)
        return board

    def __getitem__(self, i):
        """Lane `i` as a new Board: position, turn, ko, captures, and the moves that led to it.

        Under superko these are all moves since the lane was reset or set; else the last 7 at most.
        """
        cdef gb_lane* lane = self.lane_at(i)
        self.lock.take(False)
        try:
            return self.board_of(lane)
        finally:
            self.lock.give()

    def _boards(self):
        """All lanes as boards, of one moment."""
        cdef Py_ssize_t i
        cdef list boards = []
        self.lock.take(False)
        try:
            for i in range(self.lanes.n):
                boards.append(self.board_of(gb_lane_of(&self.lanes, i)))
        finally:
            self.lock.give()
        return boards

    cdef int take(self, gb_lane* lane, Board board) except -1:
        cdef gb_board start
        cdef const gb_ply* ply
        cdef uint32_t k
        cdef bint failed = False
        gb_copy(&start, board.b)
        for k in range(board.count, 0, -1):
            gb_unplay(&start, &board.history.ply[k])
        begin(&self.lanes, lane, &start)
        for k in range(1, board.count + 1):
            ply = &board.history.ply[k]
            if gb_lane_play(&self.lanes, lane, ply.cell, ply.color):
                raise MemoryError()
            if lane.board.to_play != ply.after:
                lane.board.to_play = lane.step[lane.at].turn = ply.after
                if lane.history != NULL:
                    lane.history.ply[lane.count].after = ply.after
                    # A pass that made no new situation may make one now that the turn is another.
                    if self.lanes.ko == GB_KO_SITUATIONAL and not lane.history.ply[lane.count].listed:
                        gb_history_list(lane.history, lane.count, True)
        return 0

    def set(self, i, board):
        """Make lane `i` stand as a Board does, or the board of a Game, with its moves. Done if two passes ended it or it has `max_moves` moves.

        The laws stay the batch's. Raises ValueError for a board of another shape, IndexError for no lane.
        """
        cdef gb_lane* lane = self.lane_at(i)
        # A copy: other threads and signal handlers may use the caller's while this waits for the lock.
        cdef Board own = _arguments.played(board)
        if own.b.rows != self.lanes.rows or own.b.cols != self.lanes.cols:
            raise ValueError(f"the board must be {self.lanes.rows} by {self.lanes.cols}, not {own.b.rows} by {own.b.cols}")
        self.lock.take(True)
        try:
            self.take(lane, own)
        finally:
            self.lock.give()

    def copy(self):
        """An independent copy."""
        cdef gb_lanes* lanes = &self.lanes
        cdef BoardBatch other = BoardBatch(lanes.n, (lanes.rows, lanes.cols), KO_RULES[lanes.ko], bool(lanes.suicide),
                                           lanes.max_moves or None, self.workers)
        cdef gb_lane* lane
        cdef Py_ssize_t i
        self.lock.take(False)
        try:
            memcpy(other.lanes.block, lanes.block, lanes.n * lanes.stride)
            for i in range(lanes.n):
                gb_lane_of(&other.lanes, i).history = NULL
            for i in range(lanes.n):
                lane = gb_lane_of(lanes, i)
                if lane.history != NULL:
                    gb_lane_of(&other.lanes, i).history = copied_history(lane.history, &lane.board)
                    if gb_lane_of(&other.lanes, i).history == NULL:
                        raise MemoryError()
        finally:
            self.lock.give()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        cdef gb_lanes* lanes = &self.lanes
        cdef gb_lane* lane
        cdef Py_ssize_t i
        cdef list boards = [], counts = [], illegal = []
        # All of one moment: other threads may be playing.
        self.lock.take(False)
        try:
            for i in range(lanes.n):
                lane = gb_lane_of(lanes, i)
                boards.append(self.board_of(lane))
                counts.append(int(lane.move_count))
                illegal.append(bool(lane.illegal))
        finally:
            self.lock.give()
        return restored_batch, ((lanes.rows, lanes.cols), KO_RULES[lanes.ko], bool(lanes.suicide), lanes.max_moves or None, self.workers,
                                boards, counts, illegal)

    def __repr__(self):
        return (f"<BoardBatch: {self.lanes.n} boards of {self.lanes.rows} by {self.lanes.cols}, ko {self.ko}, "
                f"{int(self.done.sum())} done>")


def restored_batch(shape, ko, suicide, max_moves, threads, boards, counts, illegal):
    """The batch of a pickle. Every value is checked: a damaged pickle is a ValueError."""
    cdef BoardBatch batch
    cdef gb_lane* lane
    cdef Py_ssize_t i
    try:
        boards = list(boards)
        counts = [_arguments.integer(count, "a move count", 0, 2 ** 62) for count in list(counts)]
        illegal = [bool(flag) for flag in list(illegal)]
        if not len(boards) == len(counts) == len(illegal):
            raise ValueError("not as many boards as counts")
        batch = BoardBatch(len(boards), shape, ko, suicide, max_moves, threads)
        for i in range(len(boards)):
            batch.set(i, boards[i])
            lane = gb_lane_of(&batch.lanes, i)
            if counts[i] < lane.move_count:
                raise ValueError(f"board {i} has more moves than its count, {counts[i]}")
            lane.move_count = counts[i]
            lane.illegal = illegal[i]
            settle(&batch.lanes, lane)
    except (TypeError, ValueError) as error:
        raise ValueError(f"this is not the pickle of a batch: {error}") from None
    return batch
