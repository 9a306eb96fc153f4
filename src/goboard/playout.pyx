"""Monte Carlo playouts: uniformly random games to the end, many at a time, without the GIL.

A light playout draws, at every turn, uniformly among the legal moves that do not fill the mover's own eye (simple ko; the
eye rule is `Board.is_eye`), passes when there is none, and ends with two passes in a row or after `max_moves`. It is scored
by area. Playout number i of a seed is the same game in whatever thread, chunk or process it is played.
"""

import operator
import threading

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from cpython.exc cimport PyErr_CheckSignals

cimport numpy as cnp

from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_COLOR_SHIFT, GB_DUMMY_LIBS, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_MAX_CELLS, GB_MAX_POINTS, GB_WALL_BIT,
    GB_WHITE,
    Board, breathes, gb_board, gb_cell_of_point, gb_color, gb_copy, gb_points, inlined_void, is_eye,
    likely,    neighbours_of, place,
)

cnp.import_array()


cdef extern from *:
    """
    #if defined(__SIZEOF_INT128__)
    static inline uint64_t gb_high_product(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
    #elif defined(_MSC_VER) && defined(_M_X64)
    #include <intrin.h>
    static inline uint64_t gb_high_product(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #else
    static inline uint64_t gb_high_product(uint64_t a, uint64_t b)
    {
        uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
        uint64_t mid = ah * bl + ((al * bl) >> 32), low = al * bh + (uint32_t)mid;
        return ah * bh + (mid >> 32) + (low >> 32);
    }
    #endif
    """
    uint64_t high_product "gb_high_product"(uint64_t a, uint64_t b) nogil


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """SplitMix64's finaliser."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef gb_stream stream_of(uint64_t key, uint64_t index) noexcept nogil:
    """The random stream of playout number `index`."""
    cdef gb_stream stream
    stream.state = mixed(key + mixed(index + <uint64_t>0x9E3779B97F4A7C15))
    return stream


cdef inline size_t below(gb_stream* stream, size_t n) noexcept nogil:
    """A draw from 0 .. n - 1 out of wyrand's 64 bits: no value is likelier than another by more than n / 2**64."""
    cdef uint64_t s = stream.state + <uint64_t>0xa0761d6478bd642f
    cdef uint64_t t = s ^ <uint64_t>0xe7037ed1a0b428db
    stream.state = s
    return <size_t>high_product(high_product(s, t) ^ (s * t), n)


cdef inline inlined_void choose(gb_board* b, int color, size_t stride, gb_stream* stream, size_t* chosen) noexcept nogil:
    """Draw a move from the list of empty cells: refused cells go behind the end of the draw. 0 if none is left."""
    cdef size_t left = b.empties, at, v, w
    cdef uint32_t word
    while left:
        at = below(stream, left)
        v = b.empty[at]
        word = b.word[v]
        if word & GB_EMPTY_NEIGHBOURS:
            chosen[0] = v
            return
        if not is_eye(b, v, word, color, stride) and v != b.ko and breathes(b, v, color, stride):
            chosen[0] = v
            return
        left -= 1
        w = b.empty[left]
        b.empty[left] = <uint16_t>v
        b.empty[at] = <uint16_t>w
        b.slot[v] = <uint16_t>left
        b.slot[w] = <uint16_t>at
    chosen[0] = 0


cdef inline inlined_void turn(gb_board* b, int color, size_t stride, gb_stream* stream, int* passes) noexcept nogil:
    cdef size_t v = 0
    choose(b, color, stride, stream, &v)
    if likely(v != 0):
        place(b, v, color, stride, NULL)
        passes[0] = 0
    else:
        b.ko = 0
        passes[0] += 1


cdef inline inlined_void finish(gb_board* b, size_t stride, gb_stream* stream, int* passes, int64_t most, int64_t* moves) noexcept nogil:
    """Play until two passes in a row or `most` moves. `stride` is a constant in each copy of this that `play_out` makes."""
    cdef int64_t played = 0
    # The turns are written out by colour, so that all that depends on it is constant.
    if b.to_play == GB_WHITE and passes[0] < 2 and most > 0:
        turn(b, GB_WHITE, stride, stream, passes)
        played = 1
    while passes[0] < 2 and played < most:
        turn(b, GB_BLACK, stride, stream, passes)
        played += 1
        b.to_play = GB_WHITE
        if passes[0] == 2 or played == most:
            break
        turn(b, GB_WHITE, stride, stream, passes)
        played += 1
        b.to_play = GB_BLACK
    moves[0] += played


# The dummy chain of walls and empty cells loses at most four liberties a move, so it lasts this long.
cdef enum:
    MOVES_PER_DUMMY = 6000


cdef int64_t play_out(gb_board* b, gb_stream* stream, int64_t max_moves) noexcept nogil:
    """Play `b` to the end: two passes in a row, or `max_moves`. Returns the number of moves, passes among them."""
    cdef int64_t moves = 0, most
    cdef int passes = 0
    while passes < 2 and moves < max_moves:
        most = min(max_moves - moves, <int64_t>MOVES_PER_DUMMY)
        b.libs[0] = GB_DUMMY_LIBS
        if b.stride == 10:
            finish(b, 10, stream, &passes, most, &moves)
        elif b.stride == 14:
            finish(b, 14, stream, &passes, most, &moves)
        elif b.stride == 20:
            finish(b, 20, stream, &passes, most, &moves)
        else:
            finish(b, b.stride, stream, &passes, most, &moves)
    return moves


cdef int owner_of_region(const gb_board* b, size_t v, uint8_t* seen, uint16_t* region, int* size) noexcept nogil:
    """Flood the empty region at `v`: its cells into `region`. Returns the only colour that it touches, or GB_EMPTY."""
    cdef int n = 1, i = 0, k, colors = 0
    cdef size_t at
    cdef size_t[4] aside
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    region[0] = <uint16_t>v
    seen[v] = 1
    while i < n:
        for k in range(4):
            at = region[i] + aside[k]
            if b.word[at] & GB_COLOR_MASK:
                colors |= gb_color(b, <int>at)
            elif not b.word[at] & GB_WALL_BIT and not seen[at]:
                seen[at] = 1
                region[n] = <uint16_t>at
                n += 1
        i += 1
    size[0] = n
    return colors if colors != 3 else GB_EMPTY


cdef int count_area(const gb_board* b, int32_t* owned) noexcept nogil:
    """The area score, Black less White; adds 1 or -1 to every cell of `owned` that Black or White has."""
    cdef uint8_t seen[GB_MAX_CELLS]
    cdef uint16_t region[GB_MAX_POINTS]
    cdef int v, i, j, size, color, margin = 0
    cdef int32_t mine
    cdef bint flooded = False
    for v in range(b.cells):
        mine = <int32_t>((b.word[v] >> GB_COLOR_SHIFT) & 1) - <int32_t>((b.word[v] >> (GB_COLOR_SHIFT + 1)) & 1)
        owned[v] += mine
        margin += mine
    for i in range(b.empties):
        v = b.empty[i]
        if not b.word[v] & GB_EMPTY_NEIGHBOURS:
            mine = (neighbours_of(b.word[v], GB_BLACK) == 4) - (neighbours_of(b.word[v], GB_WHITE) == 4)
            owned[v] += mine
            margin += mine
            continue
        # Only a game cut short leaves empty regions of more than a point.
        if not flooded:
            memset(seen, 0, b.cells)
            flooded = True
        if seen[v]:
            continue
        color = owner_of_region(b, v, seen, region, &size)
        if color != GB_EMPTY:
            mine = 1 if color == GB_BLACK else -1
            margin += mine * size
            for j in range(size):
                owned[region[j]] += mine
    return margin


cdef void run_chains(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, gb_totals* totals) noexcept nogil:
    """Play out `root` with the streams first .. first + count - 1 of `key`, and add up what came of it."""
    cdef gb_board start, b
    cdef gb_stream stream
    cdef int64_t i
    cdef int points = gb_points(root)
    gb_copy(&start, root)
    if start.ko_color != start.to_play:
        start.ko = 0
    for i in range(count):
        gb_copy(&b, &start)
        stream = stream_of(key, <uint64_t>(first + i))
        totals.moves += play_out(&b, &stream, max_moves)
        totals.margins[count_area(&b, totals.owned) + points] += 1
    totals.games += count


class PlayoutResult:
    """What playouts of one position came to.

    games, black_wins, white_wins, draws: how many; komi is counted. total_moves: moves and passes of all games.
    mean_score: float, Black less White, komi counted; nan without games. win_rate: Black's share of the games, a draw half;
    standard_error: its standard error. ownership: float32, shape (rows, cols), from +1 (always Black's) to -1 (White's);
    it sums to mean_score + komi. scores: int64, shape (2 * rows * cols + 1,), how many games ended with Black ahead by
    index - rows * cols on the board, komi apart. path: the design that played, see `playout`.
    """

    def __init__(self, shape, path, komi, games, total_moves, scores, owned):
        points = shape[0] * shape[1]
        margins = np.arange(-points, points + 1)
        self.shape = shape
        self.path = path
        self.komi = komi
        self.games = int(games)
        self.total_moves = int(total_moves)
        self.scores = scores
        self.black_wins = int(scores[margins > komi].sum())
        self.white_wins = int(scores[margins < komi].sum())
        self.draws = self.games - self.black_wins - self.white_wins
        self.mean_score = float((scores * margins).sum() / games - komi) if games else float("nan")
        self.ownership = (owned / max(games, 1)).astype(np.float32)

    @property
    def win_rate(self):
        return (self.black_wins + self.draws / 2) / self.games if self.games else float("nan")

    @property
    def standard_error(self):
        if not self.games:
            return float("nan")
        squares = (self.black_wins + self.draws / 4) / self.games
        return max(squares - self.win_rate ** 2, 0.0) ** 0.5 / self.games ** 0.5

    def __repr__(self):
        return (f"<PlayoutResult: {self.games} games, Black wins {self.win_rate:.1%}, "
                f"mean score {self.mean_score:+.2f} with komi {self.komi:g}, path {self.path}>")


def _chunk(Board board, key, first, count, max_moves, path):
    """Playouts first .. first + count - 1 of `key`: (moves, scores, owned by point). What threads and executors run."""
    cdef int points = gb_points(board.b), point
    cdef cnp.ndarray[cnp.int64_t, ndim=1] scores = np.zeros(2 * points + 1, dtype=np.int64)
    cdef cnp.ndarray[cnp.int32_t, ndim=1] cells = np.zeros(board.b.cells, dtype=np.int32)
    cdef gb_totals totals
    cdef uint64_t c_key = key
    cdef int64_t c_first = first, c_count = count, c_most = max_moves
    totals.games = 0
    totals.moves = 0
    totals.margins = <int64_t*>cnp.PyArray_DATA(scores)
    totals.owned = <int32_t*>cnp.PyArray_DATA(cells)
    with nogil:
        run_chains(board.b, c_key, c_first, c_count, c_most, &totals)
    owned = cells[[gb_cell_of_point(board.b, point) for point in range(points)]]
    return totals.moves, scores, owned.reshape(board.shape)


def _key_of(seed):
    """The 64-bit key of a seed as numpy takes them."""
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2 ** 64, dtype=np.uint64))
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(seed)
    return int(seed.generate_state(1, np.uint64)[0])


def _count_of(value, what, least, most):
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an int, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{what} must be {least} to {most}, not {value!r}")
    return number


def _komi_of(komi):
    try:
        number = float(komi)
    except (TypeError, ValueError):
        raise TypeError(f"komi must be a number, not {komi!r}") from None
    if not abs(number) < 1e6:
        raise ValueError(f"komi must be a finite number of points, not {komi!r}")
    return number


class _Work:
    """The chunks of one call, handed out to whoever asks, and their totals."""

    def __init__(self, board, key, first, n, max_moves, path, batch):
        self.board, self.key, self.max_moves, self.path, self.batch = board, key, max_moves, path, batch
        self.at, self.end = first, first + n
        self.done = self.moves = 0
        self.scores = np.zeros(2 * board.pass_move + 1, dtype=np.int64)
        self.owned = np.zeros(board.shape, dtype=np.int64)
        self.lock = threading.Lock()
        self.error = None

    def next(self):
        """(first, count) of the next chunk, or None."""
        with self.lock:
            if self.error is not None or self.at == self.end:
                return None
            first, count = self.at, min(self.batch, self.end - self.at)
            self.at += count
            return first, count

    def arguments(self, first, count):
        return self.board, self.key, first, count, self.max_moves, self.path

    def add(self, count, outcome):
        moves, scores, owned = outcome
        with self.lock:
            self.done += count
            self.moves += moves
            self.scores += scores
            self.owned += owned

    def run(self, progress=None):
        """Work until nothing is left. Between chunks the calling thread hears Ctrl-C and tells `progress`."""
        try:
            while chunk := self.next():
                self.add(chunk[1], _chunk(*self.arguments(*chunk)))
                PyErr_CheckSignals()
                if progress is not None:
                    progress(self.done)
        except BaseException as error:
            self.error = error
            raise


def playout(Board board not None, n, *, seed=None, threads=1, komi=7.5, max_moves=None, path=None, executor=None, batch=None, first=0,
            progress=None):
    """Play `n` light playouts from `board` and return their `PlayoutResult`. The GIL is released; Ctrl-C stops it.

    A playout starts with no pass made, whatever was played before; superko plays no part in it.

    seed: int, numpy SeedSequence or Generator, None for a fresh one; playout number i of a seed is the same game for any
    `threads`, `batch` or executor. threads: 1 to 1024. komi: float. max_moves: moves after which a game is cut and scored,
    3 * rows * cols if None. path: "chains", or None for the fastest here. executor: a concurrent.futures.Executor that
    plays chunks of `batch` playouts in place of threads. first: number of the first playout. progress: called with the
    number of playouts done, from time to time, in the calling thread.

    Raises TypeError or ValueError for arguments out of range; what a worker raises is raised here.
    """
    n = _count_of(n, "n", 0, 2 ** 62)
    first = _count_of(first, "first", 0, 2 ** 62)
    threads = _count_of(threads, "threads", 1, 1024)
    komi = _komi_of(komi)
    most = 3 * gb_points(board.b) if max_moves is None else _count_of(max_moves, "max_moves", 1, 2 ** 62)
    if path not in (None, "chains"):
        raise ValueError(f'path must be None or "chains", not {path!r}')
    path = "chains"
    # About a fiftieth of a second of games: what Ctrl-C and `progress` wait for.
    batch = 400_000 // gb_points(board.b) + 1 if batch is None else _count_of(batch, "batch", 1, 2 ** 30)
    work = _Work(board.copy(history=False), _key_of(seed), first, n, most, path, batch)
    if executor is not None:
        _run_in(executor, work, progress)
    else:
        _run_here(work, min(threads, -(-n // batch)), progress)
    return PlayoutResult(board.shape, path, komi, work.done, work.moves, work.scores, work.owned)


def _run_here(work, threads, progress):
    """This thread and `threads` - 1 more work until nothing is left."""
    others = [threading.Thread(target=work.run, daemon=True) for _ in range(threads - 1)]
    try:
        for thread in others:
            thread.start()
        work.run(progress)
    finally:
        for thread in others:
            if thread.ident is not None:
                thread.join()
    if work.error is not None:
        raise work.error


def _run_in(executor, work, progress):
    """Let an executor work. A task that fails, or a worker that dies, is an error."""
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting = {}
    try:
        while True:
            while len(waiting) < 256 and (chunk := work.next()):
                waiting[executor.submit(_chunk, *work.arguments(*chunk))] = chunk[1]
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                work.add(waiting.pop(future), future.result())
            if progress is not None:
                progress(work.done)
    except BaseException:
        for future in waiting:
            future.cancel()
        raise
