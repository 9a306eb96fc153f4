"""Monte Carlo playouts: uniformly random games to the end, many at a time, without the GIL.

A light playout draws, at every turn, uniformly among the legal moves that do not fill the mover's own eye (simple ko; the
eye rule is `Board.is_eye`), passes when there is none, and ends with two passes in a row or after `max_moves`. It is scored
by area. Playout number i of a seed is the same game in whatever thread, chunk or process it is played.
"""

import operator
import os

import numpy as np

from goboard.board import _arguments
from goboard._core import own_copy
from goboard.board._results import BatchResult, PlayoutResult, batch_result, playout_result

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

cimport numpy as cnp

from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer

from goboard._core cimport (
    GB_BLACK, GB_COLOR_MASK, GB_COLOR_SHIFT, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_MAX_CELLS, GB_MAX_POINTS, GB_WALL_BIT, GB_WHITE, Board,
    gb_board, gb_cell_of_point, gb_color, gb_color_of_point, gb_copy, gb_load, gb_point_of_cell, gb_points,
)
from goboard._laws cimport GB_DUMMY_LIBS, breathes, inlined_void, is_eye, likely, neighbours_of, place
from goboard._random cimport mixed

from goboard.board._workers cimport Job, claimed, gb_job, left_off, out_of_memory
from goboard.board.lanes._driver cimport gb_playout_start, gb_playout_totals

cnp.import_array()


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
    return play_out_for(b, stream, max_moves, NULL)


cdef int64_t play_out_for(gb_board* b, gb_stream* stream, int64_t max_moves, gb_job* job) noexcept nogil:
    """`play_out`, broken off when the job is (NULL: never)."""
    cdef int64_t moves = 0, most
    cdef int passes = 0
    while passes < 2 and moves < max_moves and not (moves and left_off(job)):
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
    return play_out_traced_for(b, stream, max_moves, trace, NULL)


cdef int64_t play_out_traced_for(gb_board* b, gb_stream* stream, int64_t max_moves, gb_trace* trace, gb_job* job) noexcept nogil:
    cdef int64_t moves = 0, most
    cdef int passes = 0, v
    trace.length = 0
    trace.lead = 0
    for v in range(b.cells):
        trace.lead += <int>((b.word[v] >> GB_COLOR_SHIFT) & 1) - <int>((b.word[v] >> (GB_COLOR_SHIFT + 1)) & 1)
    while passes < 2 and moves < max_moves and not (moves and left_off(job)):
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
    run_chains_for(root, key, first, count, max_moves, totals, NULL)


cdef enum:
    MOVES_UNHEARD = 1024  # at most, and one game: some tens of microseconds


cdef void run_chains_for(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, gb_totals* totals,
                         gb_job* job) noexcept nogil:
    """`run_chains`, broken off when the job is (NULL: never)."""
    cdef gb_board start, b
    cdef gb_stream stream
    cdef int64_t i, heard = totals.moves
    cdef int points = gb_points(root)
    start_of(&start, root)
    for i in range(count):
        gb_copy(&b, &start)
        stream = stream_of(key, <uint64_t>first + <uint64_t>i)
        totals.moves += play_out_for(&b, &stream, max_moves, job)
        totals.margins[count_area(&b, totals.owned) + points] += 1
        if totals.moves - heard >= MOVES_UNHEARD or i % MOVES_UNHEARD == 0:
            heard = totals.moves
            if left_off(job):
                return
    totals.games += count


cdef void run_traced(const gb_board* root, uint64_t key, int64_t first, int64_t count, int64_t max_moves, int mercy, double komi,
                     gb_totals* totals, int64_t* first_moves, int64_t* amaf, gb_job* job) noexcept nogil:
    """`run_chains_for` with counts by move: rows of (games, Black's wins, draws) by cell, a pass under cell 0.

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
        stream = stream_of(key, <uint64_t>first + <uint64_t>i)
        totals.moves += play_out_traced_for(&b, &stream, max_moves, &trace, job)
        margin = count_area(&b, totals.owned)
        totals.margins[margin + points] += 1
        if left_off(job):
            return
        if trace.length == 0:
            continue
        row = first_moves + 3 * trace.cell[0]
        row[0] += 1
        row[1] += margin > komi
        row[2] += margin == komi
        memset(used, 0, b.cells)
        for k in range(trace.length):
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


def _point_cells(Board board):
    cdef int point
    return np.array([gb_cell_of_point(board.b, point) for point in range(gb_points(board.b))])


# The lanes are C++ and so left out where there is no such compiler: their function is looked up, not linked.
ctypedef int (*lanes_function)(const gb_playout_start* starts, Py_ssize_t n, int rows, int cols, int64_t max_moves,
                               int backend, gb_job* job) noexcept nogil
cdef lanes_function run_lanes = NULL

try:
    from goboard.board.lanes import _driver as _lanes
except ImportError:
    _lanes = None
else:
    run_lanes = <lanes_function>PyCapsule_GetPointer(
        _lanes.__pyx_capi__["gb_lanes_run_for"], PyCapsule_GetName(_lanes.__pyx_capi__["gb_lanes_run_for"]))

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
        raise ValueError(f"{named} must be None or one of {', '.join(playout_paths())}, not {_arguments.shown(path)}")
    if traced and path not in (None, "chains"):
        raise ValueError(f'mercy and moves are played by path "chains", not {_arguments.shown(path)}')
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


# What the threads of one call play: playouts of one position, each thread into rows of its own.
cdef struct gb_playing:
    const gb_board* root
    gb_playout_start* lanes      # the position for the lanes; NULL for chains
    int backend
    bint traced
    uint64_t key
    int64_t first
    int64_t most
    int mercy
    double komi
    int points
    int places                   # cells on chains, points on lanes
    int64_t* moves               # [threads]
    int64_t* scores              # [threads, 2 * points + 1]
    int64_t* owned               # [threads, places]
    int32_t* lately              # [threads, places]: `owned` of one claim, which has less than 2**31 games
    int64_t* by_move             # [threads, 2, places, 3] if traced


cdef void play_share(gb_job* job, void* what, int number) noexcept nogil:
    cdef gb_playing* p = <gb_playing*>what
    cdef int64_t* scores = p.scores + <Py_ssize_t>number * (2 * p.points + 1)
    cdef int64_t* owned = p.owned + <Py_ssize_t>number * p.places
    cdef int32_t* lately = p.lately + <Py_ssize_t>number * p.places
    cdef int64_t* first_moves
    cdef int64_t at = 0, count = claimed(job, 0, &at)
    cdef gb_totals totals
    cdef gb_playout_start start
    cdef gb_playout_totals sums
    cdef int k
    while count:
        memset(lately, 0, p.places * sizeof(int32_t))
        if p.lanes != NULL:
            memset(&sums, 0, sizeof(sums))
            sums.scores = scores
            sums.owned = lately
            start = p.lanes[0]
            start.first = p.first + at
            start.count = count
            start.totals = &sums
            if run_lanes(&start, 1, p.root.rows, p.root.cols, p.most, p.backend, job) == -1:
                out_of_memory(job)
            p.moves[number] += sums.moves
        else:
            totals.games = 0
            totals.moves = 0
            totals.margins = scores
            totals.owned = lately
            if p.traced:
                first_moves = p.by_move + <Py_ssize_t>number * 6 * p.places
                run_traced(p.root, p.key, p.first + at, count, p.most, p.mercy, p.komi, &totals, first_moves, first_moves + 3 * p.places, job)
            else:
                run_chains_for(p.root, p.key, p.first + at, count, p.most, &totals, job)
            p.moves[number] += totals.moves
        for k in range(p.places):
            owned[k] += lately[k]
        count = claimed(job, count, &at)


def _played(Board board, key, int64_t first, int64_t count, int64_t most, path, int backend, double komi, mercy, moves, int64_t batch,
            int threads, progress, halt=None):
    """Playouts first .. first + count - 1 of `key`: [moves, scores, owned by point, first_moves, amaf] as int64 arrays.

    The board is the callee's own; the last two are there with `moves`.
    """
    cdef Job job = Job()
    cdef gb_playing p
    cdef gb_playout_start start
    cdef int points = gb_points(board.b), places
    rows, cols = board.b.rows, board.b.cols
    memset(&p, 0, sizeof(p))
    p.root = board.b
    p.key = key
    p.first = first
    p.most = most
    p.traced = moves or mercy is not None
    p.mercy = 2 * points if mercy is None else mercy
    p.komi = komi
    p.points = points
    p.backend = backend
    p.places = places = points if path == "lanes" else board.b.cells
    played, scores = np.zeros(threads, np.int64), np.zeros((threads, 2 * points + 1), np.int64)
    owned, lately = np.zeros((threads, places), np.int64), np.zeros((threads, places), np.int32)
    by_move = np.zeros((threads, 2, places if p.traced else 1, 3), np.int64)
    p.moves = <int64_t*>cnp.PyArray_DATA(played)
    p.scores = <int64_t*>cnp.PyArray_DATA(scores)
    p.owned = <int64_t*>cnp.PyArray_DATA(owned)
    p.lately = <int32_t*>cnp.PyArray_DATA(lately)
    p.by_move = <int64_t*>cnp.PyArray_DATA(by_move)
    if path == "lanes":
        stones, turns = _starts_of([board])
        lane_start(&start, <const uint8_t*>cnp.PyArray_DATA(stones), <const int32_t*>cnp.PyArray_DATA(turns), p.key)
        p.lanes = &start
    job.halt = halt
    job.run(play_share, &p, count, batch, threads, progress)
    owner = owned.sum(axis=0)
    if path == "lanes":
        return [played.sum(), scores.sum(axis=0), owner.reshape(rows, cols)]
    at = _point_cells(board)
    sums = [played.sum(), scores.sum(axis=0), owner[at].reshape(rows, cols)]
    if moves:
        sums += [table[np.append(at, 0)] for table in by_move.sum(axis=0)]
    return sums


class _Halt:
    """Tells chunks in this process that nobody waits for them any more. In another process it is a copy that tells nothing."""

    def __init__(self):
        self.halted = False

    def __reduce__(self):
        return _Halt, ()


def _chunk(Board board, key, first, count, most, path, backend, komi, mercy, moves, halt):
    """What an executor runs; the sums of what it returns are the totals."""
    return _played(board, key, first, count, most, path, backend, komi, mercy, moves, count, 1, None, halt)


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


cdef void lane_start(gb_playout_start* start, const uint8_t* stones, const int32_t* turn, uint64_t key) noexcept nogil:
    """A position of `_starts_of`, before its first playout and their number are known."""
    memset(start, 0, sizeof(gb_playout_start))
    start.stones = stones
    start.to_play = turn[0]
    start.ko_point = turn[1]
    start.key = key


# Names that other modules import.
_count_of, _komi_of, _key_of = _arguments.integer, _arguments.komi, _arguments.seed


def playout(board, n, *, seed=None, threads=1, komi=7.5, max_moves=None, path=None, mercy=None, moves=False,
            executor=None, batch=None, first=0, progress=None):
    """Play `n` light playouts from a Board, or the board of a Game, and return their `PlayoutResult`. The GIL is released; Ctrl-C stops it.

    What comes out is a function of the position (stones, side to play, ko point), the options and the seed: how the position came
    about plays no part in it. A playout starts with no pass made, and knows simple ko and no suicide, whatever the board's laws.

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
    integer = _arguments.integer
    n = integer(n, "n", 0, 2 ** 62)
    first = integer(first, "first", 0, 2 ** 62)
    threads = integer(threads, "threads", 1, 1024)
    komi = _arguments.komi(komi)
    max_moves = None if max_moves is None else integer(max_moves, "max_moves", 1, 2 ** 62)
    mercy = None if mercy is None else integer(mercy, "mercy", 0, 2 ** 30)
    moves = _arguments.flag(moves, "moves")
    batch = None if batch is None else integer(batch, "batch", 1, 2 ** 30)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {_arguments.shown(executor)}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function, not {_arguments.shown(progress)}")
    key = _arguments.seed(seed)
    cdef Board own = _board_of(board, "board")
    cdef int points = gb_points(own.b)
    shape = own.b.rows, own.b.cols
    most = 3 * points if max_moves is None else max_moves
    path, backend = _path_of(path, shape, moves or mercy is not None)
    batch = _batch_of(path, points, n, threads) if batch is None else batch
    if executor is None or n == 0:
        sums = _played(own, key, first, n, most, path, backend, komi, mercy, moves, batch, max(min(threads, -(-n // batch)), 1), progress)
    else:
        sums = _run_in(executor, own.copy(history=False), key, first, n, most, path, backend, komi, mercy, moves, batch, progress)
    return playout_result(shape, path, komi, n, *sums)


def _batch_of(path, points, n, threads):
    """Playouts a chunk: less than half a second of games, which is what Ctrl-C and `progress` wait for; even shares for threads.

    Lanes play the end of a chunk with fewer and fewer games side by side, so theirs are long.
    """
    most = (2_000_000 if path == "lanes" else 400_000) // points + 1
    return -(-n // (threads * -(-n // (threads * most)))) if n else 1


def playout_batch(boards, n_each, *, seed=None, threads=1, komi=7.5, max_moves=None, path=None):
    """Play `n_each` playouts from each of many positions: a sequence of boards of one shape, or a BoardBatch.

    Position k plays the playouts k * n_each to (k + 1) * n_each - 1 of the seed: what
    `playout(boards[k], n_each, seed=seed, first=k * n_each)` plays. Other arguments as for `playout`. Returns `BatchResult`.
    Raises ValueError for no boards or boards of several shapes.
    """
    n_each = _arguments.integer(n_each, "n_each", 0, 2 ** 31 - 1)
    threads = _arguments.integer(threads, "threads", 1, 1024)
    komi = _arguments.komi(komi)
    max_moves = None if max_moves is None else _arguments.integer(max_moves, "max_moves", 1, 2 ** 62)
    key = _arguments.seed(seed)
    cdef list positions = _positions_of(boards)
    if not positions:
        raise ValueError("playout_batch needs at least one board")
    cdef Job job = Job()
    cdef gb_batch_playing p
    cdef Py_ssize_t n = len(positions), k
    cdef Board board = positions[0]
    cdef int rows = board.b.rows, cols = board.b.cols, points = gb_points(board.b), places
    for k in range(n):
        board = positions[k]
        if board.b.rows != rows or board.b.cols != cols:
            raise ValueError(f"boards[{k}] is {(board.b.rows, board.b.cols)}, boards[0] is {(rows, cols)}")
    shape = rows, cols
    path, p.backend = _path_of(path, shape, False)
    total_moves = np.zeros(n, dtype=np.int64)
    # Empty and filled, not zeros: numpy asks for huge pages for the former only, and small ones cost more than the zeros.
    scores = np.empty((n, 2 * points + 1), dtype=np.int64)
    scores.fill(0)
    # Chains add up on the cells of the struct, lanes point by point.
    p.places = places = points if path == "lanes" else board.b.cells
    owned = np.zeros((n, places), np.int32)
    batch = max(_batch_of(path, points, n_each * n, threads) // max(n_each, 1), 1)
    p.key = key
    p.each = n_each
    p.most = 3 * points if max_moves is None else max_moves
    p.points = points
    p.rows = rows
    p.cols = cols
    p.moves = <int64_t*>cnp.PyArray_DATA(total_moves)
    p.scores = <int64_t*>cnp.PyArray_DATA(scores)
    p.owned = <int32_t*>cnp.PyArray_DATA(owned)
    p.roots = <const gb_board**>calloc(n, sizeof(gb_board*))
    p.starts = <gb_playout_start*>calloc(n, sizeof(gb_playout_start))
    p.totals = <gb_playout_totals*>calloc(n, sizeof(gb_playout_totals))
    try:
        if p.roots == NULL or p.starts == NULL or p.totals == NULL:
            raise MemoryError(f"no memory for {n} positions")
        stones, turns = _starts_of(positions) if path == "lanes" else (None, None)
        for k in range(n):
            p.roots[k] = (<Board>positions[k]).b
            if path == "lanes":
                lane_start(&p.starts[k], <const uint8_t*>cnp.PyArray_DATA(stones) + k * points,
                           <const int32_t*>cnp.PyArray_DATA(turns) + 2 * k, p.key)
                p.starts[k].first = k * p.each
                p.starts[k].count = p.each
                p.starts[k].totals = &p.totals[k]
                p.totals[k].scores = p.scores + k * (2 * points + 1)
                p.totals[k].owned = p.owned + k * points
        p.in_lanes = path == "lanes"
        job.run(play_positions, &p, n, batch, <int>min(threads, n), None)
    finally:
        free(p.roots)
        free(p.starts)
        free(p.totals)
    if path != "lanes":
        owned = owned[:, _point_cells(board)]
    return batch_result(shape, path, komi, n_each, total_moves, scores, owned.reshape(n, rows, cols))


def _positions_of(boards):
    """The boards given, as boards of our own that nobody changes."""
    from goboard.board._batch import BoardBatch

    if isinstance(boards, BoardBatch):
        return BoardBatch._boards(boards)
    if isinstance(boards, (Board, str, bytes)) or not (hasattr(boards, "__iter__") or hasattr(boards, "__getitem__")):
        raise TypeError(f"boards must be a sequence of boards or a BoardBatch, not {_arguments.shown(boards)}")
    own = []
    for k, board in enumerate(list(boards)):
        own.append(_board_of(board, f"boards[{k}]"))
    return own


def _board_of(board, what):
    """The position of a Board or a Game, as a board of our own that nobody changes."""
    inner = board if isinstance(board, Board) else getattr(board, "board", None)
    if not isinstance(inner, Board):
        raise TypeError(f"{what} is a {type(board).__name__}, not a Board or a Game")
    return own_copy(inner)


# What the threads of `playout_batch` play: many positions, each into its own rows.
cdef struct gb_batch_playing:
    const gb_board** roots
    gb_playout_start* starts
    gb_playout_totals* totals
    bint in_lanes
    int backend
    uint64_t key
    int64_t each
    int64_t most
    int rows
    int cols
    int points
    int places
    int64_t* moves               # [positions]
    int64_t* scores              # [positions, 2 * points + 1]
    int32_t* owned               # [positions, places]: less than 2**31 games


cdef void play_positions(gb_job* job, void* what, int number) noexcept nogil:
    cdef gb_batch_playing* p = <gb_batch_playing*>what
    cdef gb_totals totals
    cdef int64_t first = 0, count = claimed(job, 0, &first), k
    while count:
        if p.in_lanes:
            if run_lanes(p.starts + first, count, p.rows, p.cols, p.most, p.backend, job) == -1:
                out_of_memory(job)
            for k in range(first, first + count):
                p.moves[k] = p.totals[k].moves
        else:
            for k in range(first, first + count):
                totals.games = 0
                totals.moves = 0
                totals.margins = p.scores + k * (2 * p.points + 1)
                totals.owned = p.owned + k * p.places
                run_chains_for(p.roots[k], p.key, k * p.each, p.each, p.most, &totals, job)
                p.moves[k] = totals.moves
        count = claimed(job, count, &first)


def _run_in(executor, Board board, key, first, n, most, path, backend, komi, mercy, moves, batch, progress):
    """Let an executor work. A task that fails, or a worker that dies, is an error."""
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting, halt = {}, _Halt()
    at = done = 0
    sums = None
    try:
        while True:
            while len(waiting) < 256 and at < n:
                count = min(batch, n - at)
                waiting[executor.submit(_chunk, board, key, first + at, count, most, path, backend, komi, mercy, moves, halt)] = count
                at += count
            if not waiting:
                return sums
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                more = future.result()
                done += waiting.pop(future)
                sums = more if sums is None else [a + b for a, b in zip(sums, more, strict=True)]
            if progress is not None:
                progress(done)
    except BaseException:
        halt.halted = True
        for future in waiting:
            future.cancel()
        raise
