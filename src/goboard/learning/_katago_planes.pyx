"""KataGo's input version 7: `fillRowV7` in cpp/neuralnet/nninputs.cpp, one function for each group of planes."""

from libc.math cimport floorf
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from goboard._core cimport (
    GB_BLACK, GB_EMPTY, GB_EMPTY_NEIGHBOURS, GB_KO, GB_KO_POSITIONAL, GB_MAX_CELLS, GB_MAX_POINTS, GB_SUPERKO, GB_WHITE, gb_board,
    gb_cell_of_point, gb_legal_under, gb_liberties, gb_point_of_cell, gb_root,
)
from goboard._laws cimport breathes, neighbours_of
from goboard.learning._area cimport area_owner, independent_life
from goboard.learning._canvas cimport gb_canvas, gb_past, gb_terms, put, put_all, put_bits, put_map, stones_at
from goboard.reading._tactics cimport ladder_map

# First planes of the groups.
cdef enum:
    ON_BOARD = 0
    PLAYER = 1
    OPPONENT = 2
    LIBERTIES = 3                 # 1, 2, 3
    KO_BAN = 6
    KO_BLOCKED = 7
    MOVES = 9                     # the latest five
    LADDERS = 14                  # now, one and two turns ago
    LADDER_CATCH = 17
    AREA = 18                     # the player's, the opponent's
    ENCORE = 20                   # the same

# First of the global inputs.
cdef enum:
    PASSES = 0                    # of the latest five moves
    KOMI = 5
    SUPERKO = 6
    WHICH_SUPERKO = 7
    SUICIDE = 8
    TERRITORY = 9
    TAX_SEKI = 10
    TAX_ALL = 11
    IN_ENCORE = 12
    SECOND_ENCORE = 13
    PASS_ENDS = 14
    ADVANTAGE = 15                # whether there is one, and how large
    BUTTON = 17
    PARITY = 18
    GLOBALS = 19


cdef void paint_stones(const gb_past* past, const gb_canvas* c, const uint8_t* stones) noexcept nogil:
    """The stones, and the chains of one to three liberties."""
    cdef const gb_board* b = past.b
    cdef uint8_t libs_of[GB_MAX_CELLS]
    cdef size_t root
    cdef int p
    put_all(c, ON_BOARD)
    put_bits(c, PLAYER, past.black[0] if b.to_play == GB_BLACK else past.white[0])
    put_bits(c, OPPONENT, past.white[0] if b.to_play == GB_BLACK else past.black[0])
    memset(libs_of, 0, b.cells)
    for p in range(c.paint.points):
        if not stones[p]:
            continue
        root = gb_root(b, gb_cell_of_point(b, p))
        if not libs_of[root]:
            # Four pseudo-liberties a liberty at most: more than twelve are more than three.
            libs_of[root] = 4 if b.libs[root] > 12 else <uint8_t>min(gb_liberties(b, root, NULL), 4)
        if libs_of[root] < 4:
            put(c, LIBERTIES - 1 + libs_of[root], p)


cdef void paint_ko(const gb_past* past, const gb_canvas* c, const gb_terms* terms) noexcept nogil:
    """What ko and superko bar; in the encore, kos taken once and kos that must not be retaken."""
    cdef const gb_board* b = past.b
    cdef int me = b.to_play, i, verdict
    cdef size_t v
    if terms.encore:
        if terms.ko_taken != NULL:
            put_map(c, KO_BAN, terms.ko_taken)
        if terms.ko_blocked != NULL:
            put_map(c, KO_BLOCKED, terms.ko_blocked)
        return
    if b.ko and b.ko_color == me:
        put(c, KO_BAN, gb_point_of_cell(b, b.ko))
    if terms.ko < GB_KO_POSITIONAL:
        return
    for i in range(b.empties):
        v = b.empty[i]
        if b.word[v] & GB_EMPTY_NEIGHBOURS and (past.h == NULL or not (past.h.stood[v >> 6] >> (v & 63)) & 1):
            continue
        verdict = gb_legal_under(b, past.h, past.count, v, me, terms.ko, terms.suicide)
        # For KataGo a single stone's suicide is not a move, so superko does not bar it.
        if (verdict == GB_SUPERKO or verdict == GB_KO) and not (neighbours_of(b.word[v], 3 - me) == 4 and not breathes(b, v, me, b.stride)):
            put(c, KO_BAN, gb_point_of_cell(b, <int>v))


cdef int paint_moves(const gb_past* past, const gb_canvas* c, const gb_terms* terms, float* globals) noexcept nogil:
    """The last five moves, as long as the players alternate. Returns how many are shown."""
    cdef int me = past.b.to_play, shown = 0, move
    if terms.finished:
        return 0
    while shown < 5 and shown < past.moves and <uint32_t>shown < terms.turns:
        if past.mover[shown] != (me if shown & 1 else 3 - me):
            break
        move = past.move[shown]
        # KataGo keeps a pass for a ko as a move at its point.
        if move == c.paint.points and terms.ko_pass[shown] >= 0:
            move = terms.ko_pass[shown]
        if move == c.paint.points:
            globals[PASSES + shown] = 1
        else:
            put(c, MOVES + shown, move)
        shown += 1
    return shown


cdef void paint_ladders(const gb_past* past, const gb_canvas* c, const gb_terms* terms, int shown, const uint8_t* stones) noexcept nogil:
    """Laddered stones now, one and two turns ago as far as those moves are shown; and moves that catch the opponent's."""
    cdef const gb_board* b = past.b
    cdef uint8_t earlier[GB_MAX_POINTS]
    cdef uint8_t laddered[GB_MAX_POINTS]
    cdef uint8_t working[GB_MAX_POINTS]
    cdef int t, p, ko
    for t in range(3):
        if t <= shown and t < past.known:
            # In the encore marks bar the kos, and a ladder meets none.
            ko = gb_point_of_cell(b, past.ko[t]) if past.ko[t] and terms.encore == 0 else -1
            if t:
                stones_at(past, t, c.paint.points, earlier)
                ladder_map(earlier, b.rows, b.cols, ko, laddered, NULL)
            else:
                ladder_map(stones, b.rows, b.cols, ko, laddered, working)
                for p in range(c.paint.points):
                    if working[p] & (1 << (2 - b.to_play)):
                        put(c, LADDER_CATCH, p)
        put_map(c, LADDERS + t, laddered)


cdef void paint_area(const gb_past* past, const gb_canvas* c, const gb_terms* terms, const uint8_t* stones) noexcept nogil:
    """Who owns what, where that counts now, and the stones at the start of the second encore."""
    cdef const gb_board* b = past.b
    cdef const uint8_t* before = terms.encore_stones if terms.encore >= 2 else NULL
    cdef uint8_t owner[GB_MAX_POINTS]
    cdef int me = b.to_play, p
    cdef bint counts = not terms.territory or terms.encore >= 2
    if terms.territory and counts:
        independent_life(stones, b, terms.suicide, terms.tax == 0, False, owner)
        if before != NULL:
            for p in range(c.paint.points):
                if owner[p] == GB_EMPTY and stones[p] == before[p]:
                    owner[p] = stones[p]
    elif counts and terms.tax:
        independent_life(stones, b, terms.suicide, False, True, owner)
    elif counts:
        area_owner(b, stones, terms.suicide, owner)
    for p in range(c.paint.points):
        if counts and owner[p]:
            put(c, AREA + (owner[p] != me), p)
        if before != NULL and before[p]:
            put(c, ENCORE + (before[p] != me), p)


cdef float parity_wave(float komi, int points) noexcept nogil:
    """A triangle wave over the player's komi, of period 2 and rising through the komis at which the game can be drawn."""
    cdef float below, delta
    below = floorf(komi / 2) * 2 if points % 2 == 0 else floorf((komi - 1) / 2) * 2 + 1
    delta = min(max(komi - below, <float>0), <float>2)
    return delta if delta < 0.5 else 1 - delta if delta < 1.5 else delta - 2


cdef void fill_globals(const gb_board* b, int points, const gb_terms* terms, float* globals) noexcept nogil:
    """All but the passes, which `paint_moves` fills in."""
    cdef float komi = terms.komi if b.to_play == GB_WHITE else -terms.komi
    komi = min(max(komi, <float>(-points - 20)), <float>(points + 20))
    globals[KOMI] = komi / 20
    if terms.ko >= GB_KO_POSITIONAL:
        globals[SUPERKO] = 1
        globals[WHICH_SUPERKO] = 0.5 if terms.ko == GB_KO_POSITIONAL else -0.5
    globals[SUICIDE] = terms.suicide
    globals[TERRITORY] = terms.territory
    globals[TAX_SEKI] = terms.tax >= 1
    globals[TAX_ALL] = terms.tax == 2
    globals[IN_ENCORE] = terms.encore >= 1
    globals[SECOND_ENCORE] = terms.encore >= 2
    globals[PASS_ENDS] = terms.pass_ends and not terms.finished
    globals[ADVANTAGE] = terms.advantage != 0
    globals[ADVANTAGE + 1] = terms.advantage / 2
    globals[BUTTON] = terms.button
    if not terms.territory or terms.encore >= 2:
        globals[PARITY] = parity_wave(komi, points)


cdef void paint_katago_v7(const gb_past* past, const gb_canvas* c, const gb_terms* terms, float* globals) noexcept nogil:
    cdef uint8_t stones[GB_MAX_POINTS]
    cdef float unasked[GLOBALS]
    if globals == NULL:
        globals = unasked
    memset(globals, 0, GLOBALS * sizeof(float))
    stones_at(past, 0, c.paint.points, stones)
    paint_stones(past, c, stones)
    paint_ko(past, c, terms)
    paint_ladders(past, c, terms, paint_moves(past, c, terms, globals), stones)
    paint_area(past, c, terms, stones)
    fill_globals(past.b, c.paint.points, terms, globals)
