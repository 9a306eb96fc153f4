"""Many games in lockstep behind numpy arrays: `BoardBatch`."""

import operator
import os
import threading

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

cimport numpy as cnp

from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_KO_POSITIONAL, GB_KO_SITUATIONAL, GB_LEGAL, GB_MAX_CELLS, GB_MAX_POINTS,
    GB_WALL_BIT, GB_WHITE,
    Board, gb_board, gb_cell_of_point, gb_color, gb_color_of_point, gb_copy, gb_history, gb_history_drop, gb_history_list,
    gb_history_new, gb_history_next, gb_legal_under, gb_load, gb_pass, gb_play, gb_ply, gb_point_of_cell, gb_points, gb_unplay, is_eye,
)
from goboard.playout cimport owner_of_region

cnp.import_array()

KO_RULES = ("none", "simple", "positional", "situational")


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


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """SplitMix64's finaliser."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef bint play_random_lanes(const gb_lanes* lanes, Py_ssize_t first, Py_ssize_t last, void* what) noexcept nogil:
    cdef gb_draws* draws = <gb_draws*>what
    cdef uint16_t left[GB_MAX_POINTS + 1]
    cdef Py_ssize_t i
    cdef gb_lane* lane
    cdef gb_board* b
    cdef uint32_t k
    cdef uint64_t state
    cdef size_t n, at, v, chosen
    for i in range(first, last):
        lane = gb_lane_of(lanes, i)
        b = &lane.board
        state = mixed(draws.key + mixed(<uint64_t>i + <uint64_t>0x9E3779B97F4A7C15))
        draws.played[i] = -1
        lane.illegal = False
        for k in range(draws.moves):
            if lane.done:
                break
            n = b.empties
            memcpy(left, b.empty, n * sizeof(uint16_t))
            chosen = 0
            while n and not chosen:
                state += <uint64_t>0x9E3779B97F4A7C15
                at = <size_t>(((mixed(state) >> 32) * n) >> 32)
                v = left[at]
                if not is_eye(b, v, b.word[v], b.to_play, b.stride) and gb_lane_allows(lanes, lane, v):
                    chosen = v
                n -= 1
                left[at] = left[n]
            if gb_lane_play(lanes, lane, chosen, b.to_play):
                return True
            draws.played[i] = gb_point_of_cell(b, <int>chosen) if chosen else lanes.points
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


# Threads.

_pool = None


def _threads():
    """The threads that batches share, started at first use."""
    global _pool
    if _pool is None:
        from concurrent.futures import ThreadPoolExecutor

        _pool = ThreadPoolExecutor(max_workers=64, thread_name_prefix="goboard-batch")
    return _pool


def _forget_threads():
    """A forked process has none of its parent's threads."""
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


@cython.internal
cdef class Share:
    """The work of one call, for threads to take a share of."""
    cdef BoardBatch batch
    cdef gb_work work
    cdef void* what

    def __call__(self, Py_ssize_t first, Py_ssize_t last):
        cdef bint failed
        with nogil:
            failed = self.work(&self.batch.lanes, first, last, self.what)
        return failed


cdef int count_of(object value, str what, long least, long most) except -1:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an int, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{what} must be {least} to {most}, not {value!r}")
    return number


cdef cnp.ndarray checked_out(object out, tuple shape, object dtypes, str what):
    """`out` if it can be filled. Raises TypeError or ValueError, in which it is called `what`."""
    cdef cnp.ndarray array
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{what} must be a numpy array, not {type(out).__name__}")
    array = out
    if out.dtype not in dtypes:
        raise TypeError(f"{what} must be an array of {' or '.join(np.dtype(d).name for d in dtypes)}, not of {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, not {out.shape}")
    if not cnp.PyArray_CHKFLAGS(array, cnp.NPY_ARRAY_CARRAY):
        raise ValueError(f"{what} must be writable, aligned and C-contiguous")
    return array


cdef cnp.ndarray out_of(object out, tuple shape, tuple dtypes):
    """`out` if it can be filled; a new array of the first of `dtypes` if it is None."""
    return np.empty(shape, dtypes[0]) if out is None else checked_out(out, shape, dtypes, "out")


BYTES = (np.dtype(np.uint8), np.dtype(np.int8), np.dtype(bool))
MASKS = (np.dtype(bool), np.dtype(np.uint8), np.dtype(np.int8))
FLOATS = (np.dtype(np.float32),)


cdef class BoardBatch:
    """`n` games on boards of one size and one set of laws, played in lockstep.

    `size`, `ko` and `suicide` are those of `Board`. A lane is done after two passes in a row, or after `max_moves` moves
    (None: no limit); a done lane ignores what is played until it is reset. `threads` is how many threads share the lanes of
    one call. Every method releases the GIL, and may be called from several threads at once.

    An action is a point, `row * cols + col`, or `rows * cols` (also -1) for a pass. Arrays given as `out` must be writable,
    aligned, C-contiguous, of the shape and dtype that the method returns without them.

    Raises ValueError or TypeError for sizes, laws and counts out of range; MemoryError.
    """

    def __cinit__(self, n, size=19, ko="simple", suicide=False, max_moves=None, threads=1):
        cdef Board board = Board(size, ko=ko, suicide=suicide)
        cdef gb_lanes* lanes = &self.lanes
        cdef gb_fresh fresh
        lanes.n = count_of(n, "n", 0, 2 ** 30)
        lanes.rows = board.b.rows
        lanes.cols = board.b.cols
        lanes.points = gb_points(board.b)
        lanes.bytes = (lanes.points + 7) // 8
        lanes.ko = board.ko_rule
        lanes.suicide = board.allow_suicide
        lanes.max_moves = 0 if max_moves is None else count_of(max_moves, "max_moves", 1, 2 ** 30)
        self.threads = threads
        self.lock = threading.Lock()
        gb_copy(&self.empty, board.b)
        lanes.stride = (sizeof(gb_lane) + 2 * PAST * lanes.bytes + 63) // 64 * 64
        lanes.block = <char*>calloc(max(lanes.n, 1), lanes.stride)
        if lanes.block == NULL:
            raise MemoryError()
        fresh.board = &self.empty
        fresh.chosen = NULL
        self.run(begin_lanes, &fresh)

    def __dealloc__(self):
        cdef Py_ssize_t i
        if self.lanes.block != NULL:
            for i in range(self.lanes.n):
                gb_history_drop(gb_lane_of(&self.lanes, i).history)
            free(self.lanes.block)

    cdef int run(self, gb_work work, void* what) except -1:
        """Do `work` on all lanes, alone or with threads. The lock is the caller's."""
        cdef bint failed
        cdef Share share
        cdef Py_ssize_t n = self.lanes.n, parts = min(<Py_ssize_t>self.workers, n), k
        if parts <= 1:
            with nogil:
                failed = work(&self.lanes, 0, n, what)
        else:
            share = Share.__new__(Share)
            share.batch = self
            share.work = work
            share.what = what
            others = [_threads().submit(share, n * k // parts, n * (k + 1) // parts) for k in range(1, parts)]
            failed = share(0, n // parts)
            for other in others:
                failed |= other.result()
        if failed:
            raise MemoryError("a lane has no memory for its history; it has not moved")
        return 0

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
        self.workers = count_of(threads, "threads", 1, 64)

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
        cdef cnp.ndarray moves = np.ascontiguousarray(array, dtype=np.int64)
        with self.lock:
            self.run(play_lanes, cnp.PyArray_DATA(moves))

    def play_random(self, seed=None, moves=1):
        """Play up to `moves` random moves in every lane that is not done.

        Each is uniform among the legal moves that do not fill the mover's own eye (as in playouts; every ko rule applies), a
        pass if there is none. seed: as numpy takes it; the same seed and positions give the same moves, whatever the threads.
        Returns int64, shape (n,): the last action of every lane, -1 where nothing was played.
        """
        cdef gb_draws draws
        cdef cnp.ndarray played = np.empty(self.lanes.n, np.int64)
        if isinstance(seed, np.random.Generator):
            draws.key = seed.integers(2 ** 64, dtype=np.uint64)
        else:
            if not isinstance(seed, np.random.SeedSequence):
                seed = np.random.SeedSequence(seed)
            draws.key = seed.generate_state(1, np.uint64)[0]
        draws.moves = count_of(moves, "moves", 0, 2 ** 30)
        draws.played = <int64_t*>cnp.PyArray_DATA(played)
        with self.lock:
            self.run(play_random_lanes, &draws)
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
            chosen = np.array(array, dtype=np.uint8, order="C")
            fresh.chosen = <uint8_t*>cnp.PyArray_DATA(chosen)
        with self.lock:
            self.run(begin_lanes, &fresh)

    # What stands on the boards.

    def legal_mask(self, out=None):
        """The legal actions: bool, shape (n, rows * cols + 1), the pass last and always True. The batch's ko rule is in it, superko
        exactly. Lanes that are done are masked by their board like the others. `out` may also be uint8 or int8."""
        cdef cnp.ndarray mask = out_of(out, (self.lanes.n, self.lanes.points + 1), MASKS)
        with self.lock:
            self.run(mask_lanes, cnp.PyArray_DATA(mask))
        return mask

    def copy_stones(self, out=None):
        """The stones: uint8, shape (n, rows, cols), of EMPTY 0, BLACK 1, WHITE 2."""
        cdef cnp.ndarray stones = out_of(out, (self.lanes.n, self.lanes.rows, self.lanes.cols), BYTES[:2])
        with self.lock:
            self.run(stones_lanes, cnp.PyArray_DATA(stones))
        return stones

    @property
    def stones(self):
        """The stones now: new uint8 array, shape (n, rows, cols), of EMPTY 0, BLACK 1, WHITE 2."""
        return self.copy_stones()

    def area_owner(self, out=None):
        """Whose every point is by area (stones, and empty regions that touch one colour only): uint8, shape (n, rows, cols)."""
        cdef cnp.ndarray owner = out_of(out, (self.lanes.n, self.lanes.rows, self.lanes.cols), BYTES[:2])
        with self.lock:
            self.run(owner_lanes, cnp.PyArray_DATA(owner))
        return owner

    def area_score(self, komi=7.5, out=None):
        """Black's area less White's, less komi: float32, shape (n,). All stones on the board count as alive."""
        cdef cnp.ndarray score = out_of(out, (self.lanes.n,), FLOATS)
        cdef gb_counts counts
        try:
            counts.komi = komi
        except (TypeError, OverflowError):
            raise TypeError(f"komi must be a number, not {komi!r}") from None
        if not -1e6 < counts.komi < 1e6:
            raise ValueError(f"komi must be a finite number of points, not {komi!r}")
        counts.score = <float*>cnp.PyArray_DATA(score)
        with self.lock:
            self.run(score_lanes, &counts)
        return score

    cdef object flags(self, size_t at):
        """The byte at offset `at` of every lane."""
        cdef cnp.ndarray array = np.empty(self.lanes.n, np.uint8)
        cdef uint8_t* flag = <uint8_t*>cnp.PyArray_DATA(array)
        cdef Py_ssize_t i
        with self.lock:
            for i in range(self.lanes.n):
                flag[i] = (<uint8_t*>gb_lane_of(&self.lanes, i))[at]
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
        cdef Py_ssize_t i
        with self.lock:
            return np.array([gb_lane_of(&self.lanes, i).move_count for i in range(self.lanes.n)], dtype=np.int64)

    def features(self, name="alphago_zero", out=None, **options):
        """Input planes of every lane; see `goboard.features`."""
        from goboard.features import features

        return features(self, name, out=out, **options)

    # Lanes as boards.

    cdef gb_lane* lane_at(self, object i) except NULL:
        cdef Py_ssize_t at
        try:
            at = operator.index(i)
        except TypeError:
            raise TypeError(f"a lane is an int, not {i!r}") from None
        except OverflowError:
            raise IndexError(f"lane {i} of {self.lanes.n}") from None
        if at < 0:
            at += self.lanes.n
        if not 0 <= at < self.lanes.n:
            raise IndexError(f"lane {i} of {self.lanes.n}")
        return gb_lane_of(&self.lanes, at)

    cdef Board board_of(self, gb_lane* lane):
        cdef gb_lanes* lanes = &self.lanes
        cdef Board board = Board((lanes.rows, lanes.cols), ko=self.ko, suicide=self.suicide)
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
        with self.lock:
            return self.board_of(self.lane_at(i))

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
        return 0

    def set(self, i, Board board not None):
        """Make lane `i` stand as `board` does, with its moves. Done if two passes ended it or it has `max_moves` moves.

        The laws stay the batch's. Raises ValueError for a board of another shape, IndexError for no lane.
        """
        if board.b.rows != self.lanes.rows or board.b.cols != self.lanes.cols:
            raise ValueError(f"the board must be {self.lanes.rows} by {self.lanes.cols}, not {board.b.rows} by {board.b.cols}")
        with self.lock:
            self.take(self.lane_at(i), board)

    def copy(self):
        """An independent copy."""
        cdef BoardBatch other = BoardBatch(self.lanes.n, self.shape, self.ko, self.suicide, self.max_moves, self.workers)
        cdef gb_lane* lane
        cdef Py_ssize_t i
        with self.lock:
            memcpy(other.lanes.block, self.lanes.block, self.lanes.n * self.lanes.stride)
            for i in range(self.lanes.n):
                gb_lane_of(&other.lanes, i).history = NULL
            for i in range(self.lanes.n):
                lane = gb_lane_of(&self.lanes, i)
                if lane.history != NULL:
                    gb_lane_of(&other.lanes, i).history = copied_history(lane.history, &lane.board)
                    if gb_lane_of(&other.lanes, i).history == NULL:
                        gb_lane_of(&other.lanes, i).count = 0
                        raise MemoryError()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        counts, illegal = self.move_counts.tolist(), self.illegal.tolist()
        return restored_batch, (self.shape, self.ko, self.suicide, self.max_moves, self.threads, list(self), counts, illegal)

    def __repr__(self):
        return (f"<BoardBatch: {self.lanes.n} boards of {self.lanes.rows} by {self.lanes.cols}, ko {self.ko}, "
                f"{int(self.done.sum())} done>")


def restored_batch(shape, ko, suicide, max_moves, threads, boards, counts, illegal):
    """The batch of a pickle. Every value is checked: a damaged pickle is a ValueError."""
    cdef BoardBatch batch
    cdef gb_lane* lane
    cdef Py_ssize_t i
    try:
        if not len(boards) == len(counts) == len(illegal):
            raise ValueError("not as many boards as counts")
        batch = BoardBatch(len(boards), shape, ko, suicide, max_moves, threads)
        for i, board in enumerate(boards):
            batch.set(i, board)
            lane = gb_lane_of(&batch.lanes, i)
            lane.move_count = count_of(counts[i], "a move count", lane.move_count, 2 ** 31 - 1)
            lane.illegal = bool(illegal[i])
            settle(&batch.lanes, lane)
    except (TypeError, ValueError) as error:
        raise ValueError(f"this is not the pickle of a batch: {error}") from None
    return batch
