"""Monte Carlo playouts: uniformly random games to the end, many at a time, without the GIL.

A light playout draws, at every turn, uniformly among the legal moves that do not fill the mover's own eye (simple ko; the
eye rule is `Board.is_eye`), passes when there is none, and ends with two passes in a row or after `max_moves`. It is scored
by area. Playout number i of a seed is the same game in whatever thread, chunk or process it is played.
"""

import operator
import os
import threading

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from cpython.exc cimport PyErr_CheckSignals

cimport numpy as cnp

from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer

from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_COLOR_SHIFT, GB_DUMMY_LIBS, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_MAX_CELLS, GB_MAX_POINTS, GB_WALL_BIT,
    GB_WHITE,
    Board, breathes, gb_board, gb_cell_of_point, gb_color, gb_color_of_point, gb_copy, gb_load,
    gb_point_of_cell, gb_points, inlined_void, is_eye,
    likely,    neighbours_of, place,
)

from goboard.lanes cimport gb_playout_start, gb_playout_totals

cnp.import_array()


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


cdef inline inlined_void turn(gb_board* b, int color, size_t stride, gb_stream* stream, int* passes, gb_trace* trace) noexcept nogil:
    """One move or pass of `color`. `trace` is NULL in the copies that only play."""
    cdef size_t v = 0, before = b.empties
    cdef int change
    choose(b, color, stride, stream, &v)
    if likely(v != 0):
        place(b, v, color, stride, NULL)
        passes[0] = 0
    else:
        b.ko = 0
        passes[0] += 1
    if trace != NULL:
        if trace.length < GB_TRACED:
            trace.cell[trace.length] = <uint16_t>v
        trace.length += 1
        if v:
            # One stone more, and what was taken less.
            change = 2 + b.empties - <int>before
            trace.lead += change if color == GB_BLACK else -change


cdef inline inlined_void finish(gb_board* b, size_t stride, gb_stream* stream, int* passes, int64_t most, int64_t* moves, gb_trace* trace) noexcept nogil:
    """Play until two passes in a row or `most` moves. `stride` and `trace` are constants in each copy of this that is made."""
    cdef int64_t played = 0
    # The turns are written out by colour, so that all that depends on it is constant.
    if b.to_play == GB_WHITE and passes[0] < 2 and most > 0:
        turn(b, GB_WHITE, stride, stream, passes, trace)
        b.to_play = GB_BLACK
        played = 1
    while passes[0] < 2 and played < most:
        turn(b, GB_BLACK, stride, stream, passes, trace)
        played += 1
        b.to_play = GB_WHITE
        if passes[0] == 2 or played == most:
            break
        turn(b, GB_WHITE, stride, stream, passes, trace)
        played += 1
        b.to_play = GB_BLACK
        if trace != NULL and (trace.lead > trace.mercy or -trace.lead > trace.mercy):
            passes[0] = 2
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
            finish(b, 10, stream, &passes, most, &moves, NULL)
        elif b.stride == 14:
            finish(b, 14, stream, &passes, most, &moves, NULL)
        elif b.stride == 20:
            finish(b, 20, stream, &passes, most, &moves, NULL)
        else:
            finish(b, b.stride, stream, &passes, most, &moves, NULL)
    return moves


cdef int64_t play_out_traced(gb_board* b, gb_stream* stream, int64_t max_moves, gb_trace* trace) noexcept nogil:
    """The same game as `play_out` plays, told to `trace` move by move, and ended by its mercy margin."""
    cdef int64_t moves = 0, most
    cdef int passes = 0, v
    trace.length = 0
    trace.lead = 0
    for v in range(b.cells):
        trace.lead += <int>((b.word[v] >> GB_COLOR_SHIFT) & 1) - <int>((b.word[v] >> (GB_COLOR_SHIFT + 1)) & 1)
    while passes < 2 and moves < max_moves:
        most = min(max_moves - moves, <int64_t>MOVES_PER_DUMMY)
        b.libs[0] = GB_DUMMY_LIBS
        finish(b, b.stride, stream, &passes, most, &moves, trace)
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


cdef void start_of(gb_board* start, const gb_board* root) noexcept nogil:
    """`root` built anew from its stones: the games of a position must not depend on how it came about.

    The order of the empty cells and of the stones in their rings does, and decides which cell a random number draws.
    """
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef int point
    for point in range(gb_points(root)):
        stones[point] = <uint8_t>gb_color_of_point(root, point)
    gb_load(start, root.rows, root.cols, stones)
    start.to_play = root.to_play
    if root.ko_color == root.to_play:
        start.ko = root.ko
        start.ko_color = root.ko_color


cdef void run_chains(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, gb_totals* totals) noexcept nogil:
    """Play out `root` with the streams first .. first + count - 1 of `key`, and add up what came of it."""
    cdef gb_board start, b
    cdef gb_stream stream
    cdef int64_t i
    cdef int points = gb_points(root)
    start_of(&start, root)
    for i in range(count):
        gb_copy(&b, &start)
        stream = stream_of(key, <uint64_t>(first + i))
        totals.moves += play_out(&b, &stream, max_moves)
        totals.margins[count_area(&b, totals.owned) + points] += 1
    totals.games += count


cdef void run_traced(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, int mercy, double komi,
                     gb_totals* totals, int64_t* first_moves, int64_t* amaf) noexcept nogil:
    """`run_chains` with counts by move: rows of (games, Black's wins, draws) by cell, a pass under cell 0.

    first_moves: the first move. amaf: every cell on which the side to play moved before the other did ("all moves as first").
    """
    cdef gb_board start, b
    cdef gb_stream stream
    cdef gb_trace trace
    cdef uint8_t used[GB_MAX_CELLS]
    cdef int64_t* row
    cdef int64_t i
    cdef int points = gb_points(root), margin, k
    cdef size_t v
    start_of(&start, root)
    trace.mercy = mercy
    for i in range(count):
        gb_copy(&b, &start)
        stream = stream_of(key, <uint64_t>(first + i))
        totals.moves += play_out_traced(&b, &stream, max_moves, &trace)
        margin = count_area(&b, totals.owned)
        totals.margins[margin + points] += 1
        if trace.length == 0:
            continue
        row = first_moves + 3 * trace.cell[0]
        row[0] += 1
        row[1] += margin > komi
        row[2] += margin == komi
        memset(used, 0, b.cells)
        for k in range(min(trace.length, <int>GB_TRACED)):
            v = trace.cell[k]
            if v == 0 or used[v]:
                continue
            used[v] = 1
            if k % 2 == 0:
                row = amaf + 3 * v
                row[0] += 1
                row[1] += margin > komi
                row[2] += margin == komi
    totals.games += count


class PlayoutResult:
    """What playouts of one position came to.

    games, black_wins, white_wins, draws: how many; komi is counted. total_moves: moves and passes of all games.
    mean_score: float, Black less White, komi counted; nan without games. win_rate: Black's share of the games, a draw half;
    standard_error: its standard error. ownership: float32, shape (rows, cols), from +1 (always Black's) to -1 (White's);
    it sums to mean_score + komi. scores: int64, shape (2 * rows * cols + 1,), how many games ended with Black ahead by
    index - rows * cols on the board, komi apart. path: the design that played, see `playout`.
    first_moves, amaf: None, or with `moves=True` int64, shape (rows * cols + 1, 3), by move, the pass last: how many games
    began with it (amaf: had it played by the side to play before the other side played there), how many of them Black
    won, how many were drawn.
    """

    def __init__(self, shape, path, komi, games, total_moves, scores, owned, first_moves=None, amaf=None):
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
        # Below 2**24 a float32 quotient is the float64 one rounded, and spares an array twice the size.
        self.ownership = (np.divide(owned, np.float32(max(games, 1)), dtype=np.float32, casting="same_kind") if games < 1 << 24
                          else (owned / games).astype(np.float32))
        self.first_moves = first_moves
        self.amaf = amaf

    @property
    def win_rate(self):
        return (self.black_wins + self.draws / 2) / self.games if self.games else float("nan")

    @property
    def standard_error(self):
        if not self.games:
            return float("nan")
        squares = (self.black_wins + self.draws / 4) / self.games
        return max(squares - self.win_rate ** 2, 0.0) ** 0.5 / self.games ** 0.5

    def _repr_svg_(self):
        """Who owns what, as the picture that a notebook shows; the stones are not in it."""
        from goboard import render
        return render.svg(np.zeros(self.shape, dtype=np.uint8), heat=self.ownership, win_rate=self.win_rate)

    def __repr__(self):
        return (f"<PlayoutResult: {self.games} games, Black wins {self.win_rate:.1%}, "
                f"mean score {self.mean_score:+.2f} with komi {self.komi:g}, path {self.path}>")


def _point_cells(Board board):
    cdef int point
    return np.array([gb_cell_of_point(board.b, point) for point in range(gb_points(board.b))])


# The lanes are C++ and so left out where there is no such compiler: their function is looked up, not linked.
ctypedef int (*lanes_function)(const gb_playout_start* starts, Py_ssize_t n, int rows, int cols, int64_t max_moves,
                               int backend) noexcept nogil
cdef lanes_function run_lanes = NULL

try:
    from goboard import lanes as _lanes
except ImportError:
    _lanes = None
else:
    run_lanes = <lanes_function>PyCapsule_GetPointer(
        _lanes.__pyx_capi__["gb_lanes_run"], PyCapsule_GetName(_lanes.__pyx_capi__["gb_lanes_run"]))

# With so many words a board at most, lanes are faster than chains on this back end (docs/performance.md has the figures).
_LANES_UP_TO = {"avx512": 11, "avx2": 6}


def playout_paths():
    """The designs that `playout` can be told to play with `path`: tuple of str.

    "chains" plays one game at a time on the board of `Board`; "lanes" plays many in lockstep in vector registers, and is
    there if the package was built with a C++ compiler.
    """
    return ("chains",) if _lanes is None else ("chains", "lanes")


def _path_of(path, shape, traced):
    """The path to play, and the number of the back end of the lanes.

    The environment variable GOBOARD_PATH stands in for a `path` that is None, GOBOARD_LANES names the back end of the lanes.
    """
    named = "path"
    if path is None:
        path, named = os.environ.get("GOBOARD_PATH") or None, "GOBOARD_PATH"
    if path is not None and path not in playout_paths():
        raise ValueError(f"{named} must be None or one of {', '.join(playout_paths())}, not {path!r}")
    if traced and path not in (None, "chains"):
        raise ValueError(f'mercy and moves are played by path "chains", not {path!r}')
    if traced or _lanes is None or path == "chains":
        return "chains", 0
    backend = os.environ.get("GOBOARD_LANES") or None
    try:
        number = _lanes.backend_number(backend)
    except ValueError as error:
        raise ValueError(f"GOBOARD_LANES: {error}") from None
    if path is None:
        path = "lanes" if _lanes.board_words(*shape) <= _LANES_UP_TO.get(_lanes.backends()[number], 0) else "chains"
    return path, number


def _chunk(Board board, key, first, count, max_moves, path, komi, mercy, moves):
    """Playouts first .. first + count - 1 of `key`: [moves, scores, owned by point, first_moves, amaf] as int64 arrays.

    What threads and executors run; sums of what they return are the totals.
    """
    cdef int points = gb_points(board.b)
    if path == "lanes":
        played, scores, owned = np.zeros(1, np.int64), np.zeros((1, 2 * points + 1), np.int64), np.zeros((1, *board.shape), np.int32)
        _play_lanes(_starts_of([board]), board.shape, key, first, 0, count, max_moves, played, scores, owned, 0, 1)
        return [played[0], scores[0], owned[0].astype(np.int64)]
    cdef gb_totals totals
    cdef uint64_t c_key = key
    cdef int64_t c_first = first, c_count = count, c_most = max_moves
    cdef int c_mercy = 2 * points if mercy is None else mercy
    cdef double c_komi = komi
    cdef bint traced = moves or mercy is not None
    scores = np.zeros(2 * points + 1, dtype=np.int64)
    cells = np.zeros(board.b.cells, dtype=np.int32)
    by_move = np.zeros((2, board.b.cells if traced else 1, 3), dtype=np.int64)
    cdef int64_t* first_moves = <int64_t*>cnp.PyArray_DATA(by_move)
    cdef int64_t* amaf = first_moves + 3 * board.b.cells
    totals.games = 0
    totals.moves = 0
    totals.margins = <int64_t*>cnp.PyArray_DATA(scores)
    totals.owned = <int32_t*>cnp.PyArray_DATA(cells)
    with nogil:
        if traced:
            run_traced(board.b, c_key, c_first, c_count, c_most, c_mercy, c_komi, &totals, first_moves, amaf)
        else:
            run_chains(board.b, c_key, c_first, c_count, c_most, &totals)
    at = _point_cells(board)
    sums = [np.array(totals.moves), scores, cells[at].astype(np.int64).reshape(board.shape)]
    if moves:
        sums += [table[np.append(at, 0)] for table in by_move]
    return sums


cdef _starts_of(list boards):
    """What lanes need of boards, one row each: uint8 stones point by point, then the side to play and the point barred to it or -1, as int32."""
    cdef int points = gb_points((<Board>boards[0]).b)
    stones = np.empty((len(boards), points), dtype=np.uint8)
    turns = np.empty((len(boards), 2), dtype=np.int32)
    cdef uint8_t* stone = <uint8_t*>cnp.PyArray_DATA(stones)
    cdef int32_t* turn = <int32_t*>cnp.PyArray_DATA(turns)
    cdef Board board
    for board in boards:
        memcpy(stone, board.view, points)
        turn[0] = board.b.to_play
        turn[1] = gb_point_of_cell(board.b, board.b.ko) if board.b.ko and board.b.ko_color == board.b.to_play else -1
        stone += points
        turn += 2
    return stones, turns


cdef _play_lanes(of, shape, key, first, apart, count, max_moves, cnp.ndarray moves, cnp.ndarray scores, cnp.ndarray owned,
                 Py_ssize_t at, Py_ssize_t n):
    """The boards `at` to `at + n - 1` of `_starts_of` play `count` playouts each, the first board from number `first`, each next
    one from `apart` later; added to their rows:

    moves int64 (N,); scores int64 (N, 2 * points + 1); owned int32 (N, rows, cols), games in which a point ended as Black's less White's.
    """
    cdef cnp.ndarray stones = of[0], turns = of[1]
    cdef Py_ssize_t k
    cdef int backend = _path_of("lanes", shape, False)[1], rows, cols, points, status
    cdef int64_t c_first = first, c_apart = apart, c_count = count, c_most = max_moves
    cdef uint64_t c_key = key
    rows, cols = shape
    points = rows * cols
    cdef const uint8_t* stone = <uint8_t*>cnp.PyArray_DATA(stones) + at * points
    cdef const int32_t* turn = <int32_t*>cnp.PyArray_DATA(turns) + at * 2
    cdef int64_t* by_score = <int64_t*>cnp.PyArray_DATA(scores) + at * (2 * points + 1)
    cdef int32_t* by_point = <int32_t*>cnp.PyArray_DATA(owned) + at * points
    cdef int64_t* played = <int64_t*>cnp.PyArray_DATA(moves) + at
    cdef gb_playout_start* starts = <gb_playout_start*>calloc(n, sizeof(gb_playout_start))
    cdef gb_playout_totals* totals = <gb_playout_totals*>calloc(n, sizeof(gb_playout_totals))
    try:
        if starts == NULL or totals == NULL:
            raise MemoryError()
        for k in range(n):
            totals[k].scores = by_score + k * (2 * points + 1)
            totals[k].owned = by_point + k * points
            starts[k].stones = stone + k * points
            starts[k].to_play = turn[2 * k]
            starts[k].ko_point = turn[2 * k + 1]
            starts[k].key = c_key
            starts[k].first = c_first + k * c_apart
            starts[k].count = c_count
            starts[k].totals = &totals[k]
        with nogil:
            status = run_lanes(starts, n, rows, cols, c_most, backend)
        if status:
            raise MemoryError()
        for k in range(n):
            played[k] += totals[k].moves
    finally:
        free(starts)
        free(totals)


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
    if isinstance(komi, (str, bytes, bool)):
        raise TypeError(f"komi must be a number, not {komi!r}")
    try:
        number = float(komi)
    except (TypeError, ValueError):
        raise TypeError(f"komi must be a number, not {komi!r}") from None
    except OverflowError:
        number = float("inf")
    if not abs(number) < 1e6:
        raise ValueError(f"komi must be a finite number of points, not {komi!r}")
    return number


class _Work:
    """The chunks of one call, handed out to whoever asks, and their totals."""

    def __init__(self, first, n, batch, task, arguments):
        self.at, self.end, self.batch = first, first + n, batch
        self.task, self.arguments = task, arguments
        self.done = 0
        self.sums = None
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

    def call(self, first, count):
        """What a worker calls for a chunk, and with what."""
        board, key, *rest = self.arguments
        return self.task, board, key, first, count, *rest

    def add(self, count, sums):
        with self.lock:
            self.done += count
            self.sums = sums if self.sums is None else [a + b for a, b in zip(self.sums, sums, strict=True)]

    def run(self, progress=None):
        """Work until nothing is left. Between chunks the calling thread hears Ctrl-C and tells `progress`."""
        try:
            while chunk := self.next():
                task, *arguments = self.call(*chunk)
                self.add(chunk[1], task(*arguments))
                PyErr_CheckSignals()
                if progress is not None:
                    progress(self.done)
        except BaseException as error:
            self.error = error
            raise


def playout(Board board not None, n, *, seed=None, threads=1, komi=7.5, max_moves=None, path=None, mercy=None, moves=False,
            executor=None, batch=None, first=0, progress=None):
    """Play `n` light playouts from `board` and return their `PlayoutResult`. The GIL is released; Ctrl-C stops it.

    A playout starts with no pass made, whatever was played before; superko plays no part in it.

    seed: int, numpy SeedSequence or Generator, None for a fresh one; playout number i of a seed is the same game for any
    `threads`, `batch` or executor. threads: 1 to 1024. komi: float. max_moves: moves after which a game is cut and scored
    as it stands, 3 * rows * cols if None. path: the design that plays, one of `playout_paths()`, or None for the fastest
    here; a path's games are the same on every machine. mercy: a game is cut once the stones of one side outnumber the
    other's by more than this. moves: count games by first move and all moves as first (`first_moves`, `amaf`).
    executor: a concurrent.futures.Executor that plays chunks of `batch` playouts in place of threads. first: number of the
    first playout. progress: called with the number of playouts done, from time to time, in the calling thread.

    `mercy` and `moves` are played by path "chains"; they cost nothing when off.

    Raises TypeError or ValueError for arguments out of range; what a worker raises is raised here.
    """
    n = _count_of(n, "n", 0, 2 ** 62)
    first = _count_of(first, "first", 0, 2 ** 62)
    threads = _count_of(threads, "threads", 1, 1024)
    komi = _komi_of(komi)
    most = 3 * gb_points(board.b) if max_moves is None else _count_of(max_moves, "max_moves", 1, 2 ** 62)
    if mercy is not None:
        mercy = _count_of(mercy, "mercy", 0, 2 ** 30)
    path = _path_of(path, board.shape, moves or mercy is not None)[0]
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {executor!r}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, not {progress!r}")
    batch = _batch_of(path, gb_points(board.b), n, threads) if batch is None else _count_of(batch, "batch", 1, 2 ** 30)
    arguments = (board.copy(history=False), _key_of(seed), most, path, komi, mercy, bool(moves))
    work = _Work(first, n, batch, _chunk, arguments)
    if n == 0:
        work.add(0, _chunk(board, 0, 0, 0, most, path, komi, mercy, bool(moves)))
    elif executor is not None:
        _run_in(executor, work, progress)
    else:
        _run_here(work, min(threads, -(-n // batch)), progress)
    return PlayoutResult(board.shape, path, komi, work.done, *work.sums)


def _batch_of(path, points, n, threads):
    """Playouts a chunk: less than half a second of games, which is what Ctrl-C and `progress` wait for; even shares for threads.

    Lanes play the end of a chunk with fewer and fewer games side by side, so theirs are long.
    """
    most = (2_000_000 if path == "lanes" else 400_000) // points + 1
    return -(-n // (threads * -(-n // (threads * most)))) if n else 1


class BatchResult:
    """What playouts of many positions came to; `[i]` is the `PlayoutResult` of position i.

    Arrays over the positions: black_wins, white_wins, draws, total_moves int64 (N,); mean_score, win_rate float64 (N,);
    ownership float32 (N, rows, cols). games is the number of playouts of each.
    """

    def __init__(self, shape, path, komi, games, total_moves, scores, owned):
        points = shape[0] * shape[1]
        margins = np.arange(-points, points + 1)
        self.shape, self.path, self.komi, self.games = shape, path, komi, games
        self.total_moves, self.scores, self._owned = total_moves, scores, owned
        self.black_wins = scores[:, np.searchsorted(margins, komi, "right"):].sum(axis=1)
        self.draws = scores[:, margins == komi].sum(axis=1)
        self.white_wins = games - self.black_wins - self.draws
        with np.errstate(invalid="ignore"):
            self.mean_score = scores @ margins / np.float64(games) - komi
            self.win_rate = (self.black_wins + self.draws / 2) / np.float64(games)
        self.ownership = (owned / max(games, 1)).astype(np.float32)

    def __len__(self):
        return len(self.total_moves)

    def __getitem__(self, i):
        i = operator.index(i)
        return PlayoutResult(self.shape, self.path, self.komi, self.games, self.total_moves[i], self.scores[i], self._owned[i])

    def __repr__(self):
        return f"<BatchResult: {len(self)} positions of {self.shape[0]}x{self.shape[1]}, {self.games} games each, path {self.path}>"


def playout_batch(boards, n_each, *, seed=None, threads=1, komi=7.5, max_moves=None, path=None):
    """Play `n_each` playouts from each of many positions: a sequence of boards of one shape, or a BoardBatch.

    Position k plays the playouts k * n_each to (k + 1) * n_each - 1 of the seed: what
    `playout(boards[k], n_each, seed=seed, first=k * n_each)` plays. Other arguments as for `playout`. Returns `BatchResult`.
    Raises ValueError for no boards or boards of several shapes.
    """
    cdef list positions = [boards[k] for k in range(len(boards))]
    if not positions:
        raise ValueError("playout_batch needs at least one board")
    for k, board in enumerate(positions):
        if not isinstance(board, Board):
            raise TypeError(f"boards[{k}] is a {type(board).__name__}, not a Board")
        if board.shape != positions[0].shape:
            raise ValueError(f"boards[{k}] is {board.shape}, boards[0] is {positions[0].shape}")
    n_each = _count_of(n_each, "n_each", 0, 2 ** 31 - 1)
    threads = _count_of(threads, "threads", 1, 1024)
    komi = _komi_of(komi)
    cdef int points = gb_points((<Board>positions[0]).b)
    most = 3 * points if max_moves is None else _count_of(max_moves, "max_moves", 1, 2 ** 62)
    path = _path_of(path, positions[0].shape, False)[0]
    shape, n = positions[0].shape, len(positions)
    kept = _starts_of(positions) if path == "lanes" else [board.copy(history=False) for board in positions]
    total_moves = np.zeros(n, dtype=np.int64)
    # Empty and filled, not zeros: numpy asks for huge pages for the former only, and small ones cost more than the zeros.
    scores = np.empty((n, 2 * points + 1), dtype=np.int64)
    scores.fill(0)
    # Chains add up on the cells of the struct, lanes point by point.
    owned = np.zeros((n, *shape) if path == "lanes" else (n, (<Board>positions[0]).b.cells), np.int32)
    batch = max(_batch_of(path, points, n_each * n, threads) // max(n_each, 1), 1)
    arguments = (kept, _key_of(seed), n_each, most, shape, path, total_moves, scores, owned)
    _run_here(_Work(0, n, batch, _batch_chunk, arguments), min(threads, -(-n // batch)), None)
    if path != "lanes":
        owned = owned[:, _point_cells(positions[0])].reshape(n, *shape)
    return BatchResult(shape, path, komi, n_each, total_moves, scores, owned)


def _batch_chunk(positions, key, first, count, n_each, max_moves, shape, path, total_moves, scores, owned):
    """Play out the positions first .. first + count - 1, each into its rows of the arrays, in pieces between which Ctrl-C is heard."""
    piece = max(_batch_of(path, shape[0] * shape[1], n_each * count, 1) // count, 1)
    for done in range(0, n_each, piece):
        _batch_piece(positions, key, first, count, n_each, done, min(piece, n_each - done), max_moves, shape, path, total_moves, scores, owned)
        PyErr_CheckSignals()
    return []


def _batch_piece(positions, key, first, count, n_each, done, piece, max_moves, shape, path, total_moves, scores, owned):
    if path == "lanes":
        _play_lanes(positions, shape, key, first * n_each + done, n_each, piece, max_moves, total_moves, scores, owned, first, count)
        return
    cdef int64_t c_first = first, c_count = count, c_each = n_each, c_done = done, c_piece = piece, c_most = max_moves, k
    cdef uint64_t c_key = key
    cdef gb_totals totals
    cdef int64_t* moves = <int64_t*>cnp.PyArray_DATA(total_moves)
    cdef int64_t* margins = <int64_t*>cnp.PyArray_DATA(scores)
    cdef int32_t* cells = <int32_t*>cnp.PyArray_DATA(owned)
    cdef Py_ssize_t per_score = scores.shape[1], per_cell = owned.shape[1]
    cdef const gb_board** root = <const gb_board**>malloc(c_count * sizeof(gb_board*))
    if root == NULL:
        raise MemoryError()
    for k in range(c_count):
        root[k] = (<Board>positions[c_first + k]).b
    with nogil:
        for k in range(c_count):
            totals.games = 0
            totals.moves = 0
            totals.margins = margins + (c_first + k) * per_score
            totals.owned = cells + (c_first + k) * per_cell
            run_chains(root[k], c_key, (c_first + k) * c_each + c_done, c_piece, c_most, &totals)
            moves[c_first + k] += totals.moves
    free(root)


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
                waiting[executor.submit(*work.call(*chunk))] = chunk[1]
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
