"""From positions of every kind to planes: arguments are checked here, and the painters called."""

import weakref

import numpy as np

from goboard.board import _arguments as arguments
from goboard.learning import _presets, _symmetry, _terms

cimport numpy as cnp
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from goboard._core cimport (
    GB_EMPTY, GB_KO_NATURAL, GB_KO_POSITIONAL, GB_KO_SIMPLE, GB_KO_SITUATIONAL, Board, gb_board, gb_cell_of_point, gb_color, gb_history,
)
from goboard.board._batch cimport PAST, BoardBatch, checked_out, gb_lane, gb_lane_allows, gb_lane_of, gb_lane_play, gb_lanes
from goboard.learning._area cimport spent
from goboard.learning._canvas cimport (
    ALPHAGO, ALPHAGO_ZERO, BITS, BYTES, FLOATS, KATAGO_V7, gb_canvas, gb_paint, gb_past, gb_prefetch, gb_terms, put_bits,
)
from goboard.learning._katago_planes cimport paint_katago_v7
from goboard.learning._planes cimport gb_scratch, paint_alphago, paint_alphago_zero, past_of_board, past_of_lane

cnp.import_array()

cdef enum:
    AT_A_TIME = 256               # positions between two looks for signals

_NUMBERS = {"alphago_zero": ALPHAGO_ZERO, "alphago": ALPHAGO, "katago_v7": KATAGO_V7}
_KINDS = {np.dtype(np.float32): FLOATS, np.dtype(np.uint8): BYTES, np.dtype(np.int8): BYTES, np.dtype(bool): BYTES}
_KO_RULES = {
    "none": GB_KO_SIMPLE, "simple": GB_KO_SIMPLE, "positional": GB_KO_POSITIONAL, "spight": GB_KO_POSITIONAL,
    "situational": GB_KO_SITUATIONAL, "natural": GB_KO_NATURAL,
}
_BATCH_KO = ("none", "simple", "positional", "situational", "natural")


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
    """Paint the position before each move from `played[0]` on and play it in lane 0, up to the first that is illegal. Returns 1 without memory."""
    cdef gb_lane* lane = gb_lane_of(lanes, 0)
    cdef gb_past past
    cdef size_t cell
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


cdef bint passed_here_before(const gb_history* h, uint32_t count, uint32_t turns, const gb_board* b) noexcept:
    """Whether the side to move has passed before in this position, in the latest `turns` moves."""
    cdef uint32_t k
    for k in range(count - min(turns, count) + 1, count + 1):
        if h.ply[k].cell == 0 and h.ply[k].color == b.to_play and h.ply[k].hash == b.hash:
            return True
    return False


cdef uint8_t* kept(object array, list keep):
    if array is None:
        return NULL
    keep.append(array)
    return <uint8_t*>cnp.PyArray_DATA(<cnp.ndarray>array)


cdef int fill_terms(gb_terms* terms, dict plain, int own_ko, bint own_suicide, list keep) except -1:
    """The terms that do not depend on the moves played, out of `plain_terms`."""
    cdef int k
    cdef dict t = {**_terms.TERMS, **plain}
    terms.ko = <int>_KO_RULES[t["ko"]] if t["ko"] is not None else own_ko if own_ko >= GB_KO_POSITIONAL else GB_KO_SIMPLE
    terms.suicide = own_suicide if t["suicide"] is None else t["suicide"]
    terms.territory = t["scoring"] == "territory"
    terms.tax = _terms.TAXES.index(t["tax"])
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
        bonus = spent(b)
    terms.komi += bonus
    if plain.get("pass_ends") is not None:
        terms.pass_ends = plain["pass_ends"]
    elif count:
        terms.pass_ends = (terms.turns > 0 and h.ply[count].cell == 0 and not terms.button) or (
            spight and passed_here_before(h, count, terms.turns, b))
    return 0


cdef void set_offsets(int32_t* offset, int k, int rows, int cols, int length, int step) noexcept nogil:
    """Where symmetry `k` puts every point in a plane of rows of `length` points, `step` elements a point: `_grid.transformed`, at the speed of C."""
    cdef int row, col, r, c
    for row in range(rows):
        for col in range(cols):
            r, c = (col, row) if k & 4 else (row, col)
            if k & 1:
                r = (cols if k & 4 else rows) - 1 - r
            if k & 2:
                c = (rows if k & 4 else cols) - 1 - c
            offset[row * cols + col] = (r * length + c) * step


cdef tuple symmetries_of(object symmetry, Py_ssize_t n):
    """(one for every position, which there are, whether any or all swap rows and columns: set of 0 and 1)."""
    chosen = np.empty(n, np.uint8)
    chosen[...] = _symmetry.turns_of(symmetry, "symmetry", n, "position")
    used = np.flatnonzero(np.bincount(chosen, minlength=8)).tolist() or [0]
    return chosen, used, {k >> 2 for k in used}


def plain_array(out):
    """An array of a subclass as the ndarray that it is, so that nothing it overrides has a say; a masked array's mask would be passed over."""
    if not isinstance(out, np.ndarray) or type(out) is np.ndarray:
        return out
    if isinstance(out, np.ma.MaskedArray):
        raise TypeError("out must be an array without a mask, not a MaskedArray")
    return np.ndarray.view(out, np.ndarray)


def checked_array(out, shape, dtype):
    """`out` if it is an array of this shape and dtype that can be filled."""
    return checked_out(out, shape, [dtype], "out")


cdef tuple prepare_symmetries(gb_paint* paint, Py_ssize_t n, object symmetry, object pos_len, list keep):
    """Fill in each position's symmetry; returns (sides of the planes, which symmetries there are)."""
    cdef cnp.ndarray chosen
    if symmetry.__class__ is int and symmetry == 0:
        chosen, used, turned = np.zeros(n, np.uint8), [0], {0}
    else:
        chosen, used, turned = symmetries_of(symmetry, n)
    if len(turned) > 1 and paint.rows != paint.cols and pos_len is None:
        raise ValueError("symmetries that swap rows and columns, and others, do not fit in one array of a rectangular board")
    keep.append(chosen)
    paint.symmetry = <uint8_t*>cnp.PyArray_DATA(chosen)
    if pos_len is not None:
        length = arguments.integer(pos_len, "pos_len", max(paint.rows, paint.cols), 64)
        return (length, length), used
    return (paint.cols, paint.rows) if 1 in turned else (paint.rows, paint.cols), used


cdef cnp.ndarray prepare_array(gb_paint* paint, Py_ssize_t n, tuple sides, object layout, bint packed, object dtype, object out):
    """The array that is painted, new or `out`."""
    cdef cnp.ndarray array
    cdef int area = sides[0] * sides[1]
    if packed:
        if layout != "NCHW":
            raise ValueError("packed planes have the layout NCHW")
        shape = (n, paint.planes, (area + 7) // 8)
        kinds = [np.dtype(np.uint8)]
    else:
        shape = (n, paint.planes, *sides) if layout == "NCHW" else (n, *sides, paint.planes)
        kinds = list(_KINDS)
    if out is None:
        array = np.empty(shape, kinds[0] if dtype is None else kind_of(dtype, kinds))
    else:
        array = checked_out(plain_array(out), shape, kinds, "out")
        if dtype is not None and kind_of(dtype, kinds) != <object>cnp.PyArray_DESCR(array):
            raise TypeError(f"dtype is {np.dtype(dtype)}, but out is of {array.dtype}")
    paint.kind = BITS if packed else <int>_KINDS[<object>cnp.PyArray_DESCR(array)]
    paint.data = <char*>cnp.PyArray_DATA(array)
    paint.lane = cnp.PyArray_NBYTES(array) // n if n else 0
    paint.plane = (area + 7) // 8 if packed else area if layout == "NCHW" else 1
    paint.straight = layout == "NCHW" and sides == (paint.rows, paint.cols)
    return array


cdef cnp.ndarray prepare(gb_paint* paint, Py_ssize_t n, str name, object form, object out, list keep):
    """Fill in what to paint and where for `n` positions of paint.rows by paint.cols; returns the array. `keep` holds the rest of it."""
    cdef int k, length
    cdef cnp.ndarray array, tables
    paint.preset = _NUMBERS[name]
    paint.points = paint.rows * paint.cols
    paint.bytes = (paint.points + 7) // 8
    paint.history = arguments.integer(form.history, "history", 1, PAST)
    if paint.preset != ALPHAGO_ZERO and paint.history != PAST:
        raise ValueError(f"history goes with alphago_zero; {name} has its own")
    packed = arguments.flag(form.packed, "packed")
    layout = arguments.choice(form.layout, "layout", ("NCHW", "NHWC"))
    paint.planes = 2 * paint.history + 1 if paint.preset == ALPHAGO_ZERO else <int>len(_presets.PRESETS[name])
    sides, used = prepare_symmetries(paint, n, form.symmetry, form.pos_len, keep)
    array = prepare_array(paint, n, sides, layout, packed, form.dtype, out)
    tables = np.empty((8, paint.points), np.int32)
    keep.append(tables)
    for k in range(8):
        paint.offset[k] = <int32_t*>cnp.PyArray_DATA(tables) + k * paint.points
    for k in used:
        length = sides[1] if form.pos_len is not None else paint.rows if k & 4 else paint.cols
        set_offsets(paint.offset[k], k, paint.rows, paint.cols, length, 1 if layout == "NCHW" else paint.planes)
    paint.terms = NULL
    paint.globals = NULL
    return array


cdef object prepare_globals(gb_paint* paint, Py_ssize_t n, cnp.ndarray array, bint wanted, object out_global):
    """The array of the global inputs, new or `out_global`; None if they are not wanted."""
    cdef cnp.ndarray rows
    if not wanted:
        return None
    if out_global is None:
        rows = np.empty((n, 19), np.float32)
    else:
        rows = checked_out(plain_array(out_global), (n, 19), [np.dtype(np.float32)], "out_global")
        if np.may_share_memory(rows, array):
            raise ValueError("out and out_global must not overlap")
    paint.globals = <float*>cnp.PyArray_DATA(rows)
    return rows


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


cdef tuple shape_of(list boards):
    """The shape that all have."""
    cdef Board board, first
    cdef Py_ssize_t i
    if not boards:
        raise ValueError("positions must not be empty: without a board there is no shape (a BoardBatch of 0 lanes has one)")
    first = boards[0]
    for i in range(len(boards)):
        board = boards[i]
        if board.b.rows != first.b.rows or board.b.cols != first.b.cols:
            raise ValueError(f"position {i} is {(board.b.rows, board.b.cols)}, position 0 is {(first.b.rows, first.b.cols)}; "
                             "planes need boards of one shape")
    return first.b.rows, first.b.cols


cdef int read_terms(gb_terms* terms, list boards, list owns, dict options, list keep) except -1:
    """The terms of every board. Most boards have no terms of their own but `options`, which are read once."""
    cdef gb_terms base
    cdef Board board
    cdef Py_ssize_t i, parsed = -1
    for i in range(len(boards)):
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
    return 0


cdef tuple paint_batch(BoardBatch batch, str name, object form, object out, dict options, bint want_globals, object out_global):
    cdef gb_paint paint
    cdef gb_terms terms
    cdef list keep = []
    cdef cnp.ndarray array
    cdef Py_ssize_t n = batch.lanes.n
    paint.rows, paint.cols = batch.lanes.rows, batch.lanes.cols
    if name == "katago_v7":
        options = _terms.plain_terms(options, (paint.rows, paint.cols))
        if options.get("ko") not in (None, "simple") and _KO_RULES[options["ko"]] != batch.lanes.ko:
            raise ValueError(f"a batch with ko={_BATCH_KO[batch.lanes.ko]!r} does not know what ko={options['ko']!r} bars")
        options = batch_terms(options)
    array = prepare(&paint, n, name, form, out, keep)
    rows = prepare_globals(&paint, n, array, want_globals, out_global)
    paint.own_terms = False
    if name == "katago_v7":
        memset(&terms, 0, sizeof(terms))
        fill_terms(&terms, options, batch.lanes.ko, batch.lanes.suicide, keep)
        follow_moves(&terms, options, &batch.empty, NULL, 0)
        paint.terms = &terms
    # numpy resizes no array that has a weak reference, whatever another thread asks for.
    keep.extend(weakref.ref(given) for given in (out, out_global) if given is not None)
    with batch.lock:
        if batch.lanes.n != n or batch.lanes.rows != paint.rows or batch.lanes.cols != paint.cols:
            raise RuntimeError("the batch was made anew while its planes were asked for")
        batch.run(paint_lanes, &paint)
    return array if out is None else out, rows if out_global is None else out_global


cdef tuple paint_boards(object positions, str name, object form, object out, dict options, bint want_globals, object out_global):
    cdef gb_paint paint
    cdef gb_scratch scratch
    cdef gb_past past
    cdef list pairs = positions_of(positions), boards = [board for board, _ in pairs], keep = []
    cdef tuple shape = shape_of(boards)
    cdef Board board
    cdef Py_ssize_t n = len(boards), i
    cdef cnp.ndarray array
    cdef int depth
    paint.rows, paint.cols = shape
    if name == "katago_v7":
        options = _terms.plain_terms(options, shape)
        owns = [options if game is None else {**_terms.plain_terms(_terms.game_terms(game), shape), **options} for _, game in pairs]
    array = prepare(&paint, n, name, form, out, keep)
    rows = prepare_globals(&paint, n, array, want_globals, out_global)
    paint.own_terms = True
    if name == "katago_v7":
        memory = np.zeros(sizeof(gb_terms) * n, np.uint8)
        keep.append(memory)
        paint.terms = <gb_terms*>cnp.PyArray_DATA(<cnp.ndarray>memory)
        read_terms(paint.terms, boards, owns, options, keep)
    depth = paint.history if paint.preset == ALPHAGO_ZERO else 3 if paint.preset == KATAGO_V7 else 1
    for i in range(n):
        board = boards[i]
        # A signal's handler may have made the board anew.
        if board.b.rows != paint.rows or board.b.cols != paint.cols:
            raise RuntimeError(f"position {i} was made anew while its planes were asked for")
        past_of_board(board, depth, &scratch, &past)
        paint_one(&paint, i, &past, board.ko_rule, board.allow_suicide)
        if i % AT_A_TIME == AT_A_TIME - 1:
            let_others_in()
    return array if out is None else out, rows if out_global is None else out_global


def paint(positions, str name, form, out, dict terms, bint want_globals=False, out_global=None):
    """(planes, the global inputs of katago_v7 or None): what `features` and `features.katago_v7` do, of one preset."""
    # Everything that may run a caller's code comes first; then boards and batch are looked at, by their structs.
    if terms and name != "katago_v7":
        raise TypeError(f"{next(iter(terms))!r} is not an argument of the planes {name}")
    if isinstance(positions, BoardBatch):
        return paint_batch(positions, name, form, out, terms, want_globals, out_global)
    return paint_boards(positions, name, form, out, terms, want_globals, out_global)


def replay_planes(start, moves, colors, name="alphago_zero", *, history=8, symmetry=0, pos_len=None):
    """Bit-packed planes of the position before every move of a game.

    Parameters
    ----------
    start : Board, Game, array_like or str
        The position before the first move, its laws those of the game.
    moves, colors : array_like of int, shape (n,)
        Points and passes (rows * cols), and who played each.
    name : {"alphago_zero", "alphago"}
        The set of planes.
    history, symmetry, pos_len
        As for `features`; `symmetry` may have one for each move.

    Returns
    -------
    planes : ndarray of uint8, shape (N, C, bytes)
        Of the N moves before the first that is illegal; `unpack_planes` unpacks them.
    played : int
        N.

    Examples
    --------
    >>> planes, played = replay_planes(goboard.Board(9), [40, 41, 40], [1, 2, 1])
    >>> planes.shape, played
    ((2, 17, 11), 2)
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
        raise ValueError(f"moves must be 0 to {batch.lanes.points}, and colors 1 or 2")
    name = arguments.choice(name, "name", ("alphago_zero", "alphago"))
    batch.set(0, first)
    paint.rows, paint.cols = batch.lanes.rows, batch.lanes.cols
    array = prepare(&paint, n, name, _presets.Form(history, symmetry, "NCHW", None, pos_len, True), None, keep)
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
    """Bit-packed planes as planes of 0 and 1.

    Parameters
    ----------
    packed : ndarray of uint8, shape (N, C, bytes)
        Each plane as `numpy.packbits` packs its points.
    shape : (rows, cols)
    dtype : dtype
        uint8, int8, bool or float32.

    Returns
    -------
    ndarray, shape (N, C, rows, cols)

    Examples
    --------
    >>> import numpy
    >>> unpack_planes(numpy.array([[[0b01100000]]], numpy.uint8), (1, 4))
    array([[[[0, 1, 1, 0]]]], dtype=uint8)
    """
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
    kind = kind_of(dtype, list(_KINDS))
    planes = np.empty((bits.shape[0], bits.shape[1], rows, cols), kind)
    memset(&paint, 0, sizeof(paint))
    paint.points = rows * cols
    paint.bytes = <int>bits.shape[2]
    paint.kind = _KINDS[kind]
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
    except Exception:  # a text that numpy cannot read is a SyntaxError among others
        kind = None
    if kind not in kinds:
        raise TypeError(f"dtype must be {' or '.join(d.name for d in kinds)}, not {arguments.shown(dtype)}")
    return kind
