"""Exact reading of two things that need no search tree: unconditional life (Benson) and ladders.

Benson: D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).
Ladders: the definition of KataGo's input planes 14 to 17, so that features made here are the ones its networks know.
"""
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t
from libc.string cimport memset

from goboard._core cimport Board, gb_point_of_cell

import numpy as np

from goboard.board import _arguments
from goboard.reading._ladder import Ladder

__all__ = ["Ladder", "ladder", "ladder_maps", "pass_alive", "pass_alive_area"]

cdef enum:
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3
    MAX_PADDED = 703   # (25 + 2) rows of 25 + 1 cells, and one more wall


# Unconditional life.

cdef struct Padded:
    int stride
    int size
    uint8_t color[MAX_PADDED]


cdef inline void pad(const uint8_t *stones, int rows, int cols, Padded *b) noexcept nogil:
    cdef int r, c
    b.stride = cols + 1
    b.size = (rows + 2) * (cols + 1) + 1
    memset(b.color, WALL, b.size)
    for r in range(rows):
        for c in range(cols):
            b.color[(r + 1) * (cols + 1) + c + 1] = stones[r * cols + c]


cdef struct Benson:
    # What Benson's iteration needs: chains of one colour, and the regions between them.
    int chains
    int regions
    int16_t chain[MAX_PADDED]             # cell -> chain of the colour, or -1
    int16_t region[MAX_PADDED]            # cell -> region, or -1
    int16_t vital[MAX_POINTS][4]          # region -> chains it is vital for
    uint8_t vitals[MAX_POINTS]
    uint8_t interior[MAX_POINTS]          # points of the region not next to the colour, counted up to 2
    uint8_t borders[MAX_POINTS]           # the region touches the colour
    uint8_t opponent[MAX_POINTS]          # the region holds an opposing stone
    uint8_t doomed[MAX_POINTS]            # the region touches a chain that is not unconditionally alive
    uint8_t dead[MAX_POINTS]              # chain -> not unconditionally alive


cdef inline bint touches(const Padded *b, const Benson *k, int cell, int chain) noexcept nogil:
    return (k.chain[cell - b.stride] == chain or k.chain[cell - 1] == chain
            or k.chain[cell + 1] == chain or k.chain[cell + b.stride] == chain)


cdef void find_benson(const Padded *b, int color, bint suicide, Benson *k) noexcept nogil:
    cdef int step[4]
    cdef int16_t queue[MAX_POINTS]
    cdef uint8_t vital_count[MAX_POINTS]
    cdef int cell, at, near, head, tail, i, j, kept, region, chain
    cdef bint interior, changed
    step[0] = -b.stride
    step[1] = -1
    step[2] = 1
    step[3] = b.stride
    for cell in range(b.size):
        k.chain[cell] = -1
        k.region[cell] = -1
    k.chains = 0
    k.regions = 0
    for cell in range(b.size):
        if b.color[cell] != color or k.chain[cell] >= 0:
            continue
        k.chain[cell] = k.chains
        queue[0] = cell
        head, tail = 0, 1
        while head < tail:
            at = queue[head]
            head += 1
            for i in range(4):
                near = at + step[i]
                if b.color[near] == color and k.chain[near] < 0:
                    k.chain[near] = k.chains
                    queue[tail] = near
                    tail += 1
        k.dead[k.chains] = False
        k.chains += 1
    for cell in range(b.size):
        if b.color[cell] != EMPTY or k.region[cell] >= 0:
            continue
        region = k.regions
        k.regions += 1
        k.vitals[region] = 0
        k.interior[region] = 0
        k.borders[region] = False
        k.opponent[region] = False
        k.doomed[region] = False
        for i in range(4):
            chain = k.chain[cell + step[i]]
            if chain < 0:
                continue
            for j in range(k.vitals[region]):
                if k.vital[region][j] == chain:
                    break
            else:
                k.vital[region][k.vitals[region]] = chain
                k.vitals[region] += 1
        k.region[cell] = region
        queue[0] = cell
        head, tail = 0, 1
        while head < tail:
            at = queue[head]
            head += 1
            # Without suicide an opponent may never fill its own last liberty, so only the empty points must be liberties.
            if suicide or b.color[at] == EMPTY:
                kept = 0
                for j in range(k.vitals[region]):
                    if touches(b, k, at, k.vital[region][j]):
                        k.vital[region][kept] = k.vital[region][j]
                        kept += 1
                k.vitals[region] = kept
            if b.color[at] != EMPTY:
                k.opponent[region] = True
            interior = True
            for i in range(4):
                near = at + step[i]
                if b.color[near] == color:
                    interior = False
                elif b.color[near] != WALL and k.region[near] < 0:
                    k.region[near] = region
                    queue[tail] = near
                    tail += 1
            if not interior:
                k.borders[region] = True
            elif k.interior[region] < 2:
                k.interior[region] += 1
    changed = True
    while changed:
        changed = False
        memset(vital_count, 0, k.chains)
        for region in range(k.regions):
            if not k.doomed[region]:
                for j in range(k.vitals[region]):
                    if vital_count[k.vital[region][j]] < 2:
                        vital_count[k.vital[region][j]] += 1
        for chain in range(k.chains):
            if vital_count[chain] < 2 and not k.dead[chain]:
                k.dead[chain] = True
                changed = True
        if changed:
            for cell in range(b.size):
                if k.chain[cell] >= 0 and k.dead[k.chain[cell]]:
                    for i in range(4):
                        if k.region[cell + step[i]] >= 0:
                            k.doomed[k.region[cell + step[i]]] = True


cdef void benson(const uint8_t *stones, int rows, int cols, int color, bint suicide, uint8_t *alive, uint8_t *area) noexcept nogil:
    cdef Padded b
    cdef Benson k
    cdef int r, c, cell, p = 0, region
    pad(stones, rows, cols, &b)
    find_benson(&b, color, suicide, &k)
    for r in range(rows):
        for c in range(cols):
            cell = (r + 1) * b.stride + c + 1
            region = k.region[cell]
            alive[p] = k.chain[cell] >= 0 and not k.dead[k.chain[cell]]
            if area != NULL:
                area[p] = alive[p] or (region >= 0 and k.interior[region] <= 1 and k.borders[region] and not k.doomed[region])
            p += 1


cdef void pass_alive_owner(const uint8_t *stones, int rows, int cols, bint suicide, bint all_stones, bint safe_big, bint unsafe_big,
                           uint8_t *owner) noexcept nogil:
    cdef Padded b
    cdef Benson k
    cdef int r, c, cell, p, color, region
    cdef bint empty_only
    pad(stones, rows, cols, &b)
    memset(owner, EMPTY, rows * cols)
    for color in range(BLACK, WHITE + 1):
        find_benson(&b, color, suicide, &k)
        p = -1
        for r in range(rows):
            for c in range(cols):
                p += 1
                cell = (r + 1) * b.stride + c + 1
                region = k.region[cell]
                empty_only = False
                if k.chain[cell] >= 0:
                    if k.dead[k.chain[cell]]:
                        continue
                elif region < 0 or not k.borders[region]:
                    continue
                elif k.doomed[region] or not (k.interior[region] <= 1 or (safe_big and not k.opponent[region])):
                    # A loose region never takes what the other side owns unconditionally.
                    if not unsafe_big or k.opponent[region]:
                        continue
                    empty_only = True
                if not empty_only or owner[p] == EMPTY:
                    owner[p] = color
    if all_stones:
        for p in range(rows * cols):
            if owner[p] == EMPTY:
                owner[p] = stones[p]


# Ladders.

# A ladder ends within this many plies, or it does not count as one: recaptures can make it longer than the board.
cdef enum:
    MAX_LADDER = 940

cdef struct Reader:
    Padded b
    int step[4]
    uint32_t stamp
    uint32_t seen[MAX_PADDED]
    int ko                                # cell that the side to move may not retake, or 0
    int nodes


cdef struct Chain:
    int stones
    int liberties
    int16_t stone[MAX_POINTS]
    int16_t liberty[4]


cdef inline uint32_t new_stamp(Reader *r) noexcept nogil:
    r.stamp += 1
    return r.stamp


cdef void read_chain(Reader *r, int cell, int enough, Chain *k) noexcept nogil:
    # All stones of the chain at `cell`, and its first liberties; stops at `enough` of them (the list of stones is then short).
    cdef uint32_t mark = new_stamp(r)
    cdef int color = r.b.color[cell]
    cdef int i, at, near, head = 0
    k.stones = 1
    k.liberties = 0
    k.stone[0] = cell
    r.seen[cell] = mark
    while head < k.stones:
        at = k.stone[head]
        head += 1
        for i in range(4):
            near = at + r.step[i]
            if r.seen[near] == mark:
                continue
            if r.b.color[near] == color:
                r.seen[near] = mark
                k.stone[k.stones] = near
                k.stones += 1
            elif r.b.color[near] == EMPTY:
                r.seen[near] = mark
                k.liberty[k.liberties] = near
                k.liberties += 1
                if k.liberties == enough:
                    return


cdef int liberties_up_to(Reader *r, int cell, int enough) noexcept nogil:
    cdef Chain k
    read_chain(r, cell, enough, &k)
    return k.liberties


cdef struct Undo:
    int ko
    int count
    int16_t at
    int16_t taken[MAX_POINTS]


cdef bint place(Reader *r, int cell, int color, Undo *u) noexcept nogil:
    # Plays without touching anything if the move is barred by ko or is suicide: returns whether it stands.
    cdef Chain k
    cdef int i, j, near, other = 3 - color, last = 0
    cdef bint alone = True, breathes = False
    if cell == r.ko:
        return False
    u.ko = r.ko
    u.at = cell
    u.count = 0
    r.b.color[cell] = color
    for i in range(4):
        near = cell + r.step[i]
        if r.b.color[near] == other:
            read_chain(r, near, 1, &k)
            if k.liberties == 0:
                for j in range(k.stones):
                    r.b.color[k.stone[j]] = EMPTY
                    u.taken[u.count] = k.stone[j]
                    u.count += 1
                last = near
        elif r.b.color[near] == color:
            alone = False
        elif r.b.color[near] == EMPTY:
            breathes = True
    if u.count == 0 and not breathes and (alone or liberties_up_to(r, cell, 1) == 0):
        r.b.color[cell] = EMPTY
        return False
    r.ko = last if (u.count == 1 and alone and liberties_up_to(r, cell, 2) == 1) else 0
    return True


cdef void take_back(Reader *r, int color, Undo *u) noexcept nogil:
    cdef int j
    r.b.color[u.at] = EMPTY
    for j in range(u.count):
        r.b.color[u.taken[j]] = 3 - color
    r.ko = u.ko


cdef int open_neighbours(Reader *r, int cell) noexcept nogil:
    cdef int i, n = 0
    for i in range(4):
        if r.b.color[cell + r.step[i]] == EMPTY:
            n += 1
    return n


cdef int add_captures(Reader *r, Chain *k, int16_t *moves, int count) noexcept nogil:
    # The liberties of opposing chains in atari around chain `k`: the moves that capture them.
    cdef Chain near_chain
    cdef int16_t checked[MAX_POINTS]
    cdef int i, j, n, near, other = 3 - r.b.color[k.stone[0]], seen = 0
    for j in range(k.stones):
        for i in range(4):
            near = k.stone[j] + r.step[i]
            if r.b.color[near] != other or open_neighbours(r, near) > 1:
                continue
            for n in range(seen):
                if checked[n] == near:
                    break
            else:
                read_chain(r, near, 2, &near_chain)
                checked[seen] = near
                seen += 1
                if near_chain.liberties == 1:
                    for n in range(count):
                        if moves[n] == near_chain.liberty[0]:
                            break
                    else:
                        if count < 64:
                            moves[count] = near_chain.liberty[0]
                            count += 1
    return count


cdef bint ko_mouth(Reader *r, int cell, int color) noexcept nogil:
    # Would `color`, playing here, take exactly one stone out of a wall of opposing stones?
    cdef int i, near, other = 3 - color, target = 0
    cdef Chain k
    for i in range(4):
        near = cell + r.step[i]
        if r.b.color[near] == WALL:
            continue
        if r.b.color[near] != other:
            return False
        if liberties_up_to(r, near, 2) == 1:
            if target:
                return False
            target = near
    if target == 0:
        return False
    read_chain(r, target, 2, &k)
    return k.stones == 1


cdef int liberties_after(Reader *r, int cell, int color, int enough) noexcept nogil:
    cdef Undo u
    cdef int n, ko = r.ko
    r.ko = 0
    if not place(r, cell, color, &u):
        r.ko = ko
        return 0
    n = liberties_up_to(r, cell, enough)
    take_back(r, color, &u)
    r.ko = ko
    return n


cdef bint caught(Reader *r, int cell, bint attacker, int depth) noexcept nogil:
    # Is the chain at `cell` caught by atari after atari? Kos work for its owner, except a double ko that leaves him in atari for good.
    cdef Chain k
    cdef Undo u
    cdef int16_t moves[66]
    cdef int16_t swap
    cdef int i, count, color = r.b.color[cell], open0, open1
    r.nodes += 1
    if attacker:
        read_chain(r, cell, 3, &k)
        if k.liberties != 2:
            return k.liberties < 2
        if depth >= MAX_LADDER:
            return True
        moves[0] = k.liberty[0]
        moves[1] = k.liberty[1]
        count = 2
        open0 = open_neighbours(r, moves[0])
        open1 = open_neighbours(r, moves[1])
        if (open0 == 0 and open1 == 0 and ko_mouth(r, moves[0], 3 - color) and ko_mouth(r, moves[1], 3 - color)
                and liberties_after(r, moves[0], color, 3) <= 2 and liberties_after(r, moves[1], color, 3) <= 2
                and add_captures(r, &k, moves, 0) == 0):
            return True
        moves[0] = k.liberty[0]
        if moves[1] != moves[0] - 1 and moves[1] != moves[0] + 1 and moves[1] != moves[0] - r.b.stride and moves[1] != moves[0] + r.b.stride:
            # An escape to three liberties must be blocked; two of them cannot be.
            if open0 >= 3 and open1 >= 3:
                return False
            if open0 >= 3:
                count = 1
            elif open1 >= 3:
                moves[0] = moves[1]
                count = 1
        if count == 2 and open1 > open0:
            swap = moves[0]
            moves[0] = moves[1]
            moves[1] = swap
        for i in range(count):
            if place(r, moves[i], 3 - color, &u):
                if caught(r, cell, False, depth + 1):
                    take_back(r, 3 - color, &u)
                    return True
                take_back(r, 3 - color, &u)
        return False
    read_chain(r, cell, 2, &k)
    if k.liberties >= 2 or r.ko:
        return False
    if depth >= MAX_LADDER:
        return True
    count = add_captures(r, &k, moves, 0)
    for i in range(count):
        if moves[i] == k.liberty[0]:
            break
    else:
        moves[count] = k.liberty[0]
        count += 1
    for i in range(count):
        if place(r, moves[i], color, &u):
            if not caught(r, cell, True, depth + 1):
                take_back(r, color, &u)
                return False
            take_back(r, color, &u)
    return True


cdef void open_reader(const uint8_t *stones, int rows, int cols, int ko, Reader *r) noexcept nogil:
    pad(stones, rows, cols, &r.b)
    r.step[0] = -r.b.stride
    r.step[1] = -1
    r.step[2] = 1
    r.step[3] = r.b.stride
    r.stamp = 0
    r.nodes = 0
    memset(r.seen, 0, r.b.size * sizeof(uint32_t))
    r.ko = 0 if ko < 0 else (ko // cols + 1) * r.b.stride + ko % cols + 1


cdef bint caught_in_atari(Reader *r, int cell) noexcept nogil:
    # The owner of a chain in atari moves first; every ko is open to him on that move.
    cdef int ko = r.ko
    cdef bint result
    r.ko = 0
    result = caught(r, cell, False, 0)
    r.ko = ko
    return result


cdef int catching_moves(Reader *r, int cell, Chain *k, int16_t *works) noexcept nogil:
    # Which of the two liberties of chain `k` catch it when the other side plays there first?
    cdef Undo u
    cdef int i, count = 0, color = r.b.color[cell]
    for i in range(2):
        if place(r, k.liberty[i], 3 - color, &u):
            if caught_in_atari(r, cell):
                works[count] = k.liberty[i]
                count += 1
            take_back(r, 3 - color, &u)
    return count


cdef void ladder_map(const uint8_t *stones, int rows, int cols, int ko, uint8_t *laddered, uint8_t *working) noexcept nogil:
    cdef Reader r
    cdef Chain k, whole
    cdef uint8_t done[MAX_PADDED]
    cdef int16_t works[2]
    cdef int row, col, cell, i, p, count
    cdef bint result
    open_reader(stones, rows, cols, ko, &r)
    memset(laddered, 0, rows * cols)
    if working != NULL:
        memset(working, 0, rows * cols)
    memset(done, 0, r.b.size)
    for row in range(rows):
        for col in range(cols):
            cell = (row + 1) * r.b.stride + col + 1
            if r.b.color[cell] == EMPTY or done[cell]:
                continue
            read_chain(&r, cell, 3, &k)
            if k.liberties > 2 or k.liberties == 0:
                continue
            # The search below keeps no list of this chain: its stones are all in `k` when it has at most two liberties.
            for i in range(k.stones):
                done[k.stone[i]] = True
            count = 0
            if k.liberties == 1:
                result = caught_in_atari(&r, cell)
            else:
                count = catching_moves(&r, cell, &k, works)
                result = count > 0
            if not result:
                continue
            for i in range(k.stones):
                p = (k.stone[i] // r.b.stride - 1) * cols + k.stone[i] % r.b.stride - 1
                laddered[p] = 1
            if working != NULL:
                for i in range(count):
                    p = (works[i] // r.b.stride - 1) * cols + works[i] % r.b.stride - 1
                    working[p] |= 1 if r.b.color[cell] == BLACK else 2


# The Python face.

def stones_of(board):
    """The stones of a Board, a Game, a diagram or an array of 0, 1, 2: a new uint8 array (rows, cols). Chains may lack liberties."""
    return _arguments.stones(board, standing=False)


def standing_stones(board):
    """`stones_of`, with ValueError for a chain without a liberty."""
    return _arguments.stones(board)


def point_of(board, move, shape):
    """The point (int row * cols + col) that `move` names, in any notation, on a board of this shape."""
    return _arguments.point(Board(shape), move)


def pass_alive(board, suicide=None):
    """Stones that live unconditionally (Benson 1976): their owner may always pass and never loses them.

    Parameters
    ----------
    board : Board, Game, str or int array, shape (rows, cols)
        The position. An array or a diagram is taken as of a board on which suicide is not allowed.
    suicide : bool, optional
        Whether a chain of two or more stones may kill itself, which takes life from some chains. By default the board's own rule.

    Returns
    -------
    uint8 array, shape (rows, cols)
        1 on Black's such stones, 2 on White's, 0 elsewhere.

    Raises
    ------
    TypeError, ValueError
        For what is not a position, or not a flag.

    Examples
    --------
    >>> from goboard import Board, pass_alive
    >>> pass_alive(Board.from_text(". X . X O .\\n X X X X O .\\n O O O O O .")).tolist()
    [[0, 1, 0, 1, 0, 0], [1, 1, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0]]

    References
    ----------
    D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).
    """
    cdef const uint8_t[:, ::1] stones = stones_of(board)
    cdef bint allowed = suicide_of(board, suicide)
    cdef int rows = stones.shape[0], cols = stones.shape[1], p
    out = np.zeros((rows, cols), np.uint8)
    cdef uint8_t[:, ::1] view = out
    cdef uint8_t alive[MAX_POINTS]
    cdef int color
    with nogil:
        for color in range(BLACK, WHITE + 1):
            benson(&stones[0, 0], rows, cols, color, allowed, alive, NULL)
            for p in range(rows * cols):
                if alive[p]:
                    (&view[0, 0])[p] = color
    return out


def suicide_of(board, suicide):
    """Whether suicide is allowed: as said, else by the board's own rule."""
    if suicide is not None:
        return _arguments.flag(suicide, "suicide")
    if not isinstance(board, Board):
        board = getattr(board, "board", None)
    return isinstance(board, Board) and bool((<Board>board).allow_suicide)


def pass_alive_area(board, suicide=None):
    """Stones that live unconditionally, and the points that are theirs: uint8 (rows, cols) of 0, 1, 2.

    A region counts when it touches only such chains of one colour and at most one of its points, of whatever content, is not
    next to that colour (KataGo's `calculateArea` without its flags): nothing of the other side can live there. `board` and
    `suicide` are as for `pass_alive`.
    """
    cdef const uint8_t[:, ::1] stones = stones_of(board)
    cdef bint allowed = suicide_of(board, suicide)
    out = np.empty((stones.shape[0], stones.shape[1]), np.uint8)
    cdef uint8_t[:, ::1] view = out
    with nogil:
        pass_alive_owner(&stones[0, 0], stones.shape[0], stones.shape[1], allowed, False, False, False, &view[0, 0])
    return out


cdef int ko_of(Board board) noexcept:
    """The point of the ko just taken, or -1."""
    return gb_point_of_cell(board.b, board.b.ko) if board.b.ko else -1


def ladder_maps(board, ko=None):
    """KataGo's ladder maps of a position: (laddered, working), both uint8 (rows, cols).

    laddered is 1 on stones that cannot escape a ladder: in atari, with their owner to move; with two liberties, with the other
    side to move. working is 1 (2; 3 for both) where such a first move catches a black (white) chain of two liberties.
    `ko` is the point barred by simple ko; by default the board's own. Chains with three liberties are never laddered.
    """
    cdef Board position = _arguments.position(board)
    cdef int barred = ko_of(position) if ko is None else _arguments.point(position, ko, "ko")
    cdef const uint8_t[:, ::1] stones = np.array(memoryview(position))
    cdef int rows = stones.shape[0], cols = stones.shape[1]
    laddered, working = np.empty((rows, cols), np.uint8), np.empty((rows, cols), np.uint8)
    cdef uint8_t[:, ::1] laddered_view = laddered, working_view = working
    with nogil:
        ladder_map(&stones[0, 0], rows, cols, barred, &laddered_view[0, 0], &working_view[0, 0])
    return laddered, working


def ladder(board, move):
    """Can the chain at `move` be caught by atari after atari?

    Only chains with one or two liberties can; every ko on the way works for the defender.

    Parameters
    ----------
    board : Board, Game, str or int array, shape (rows, cols)
        The position; the ko just taken on a Board or in a Game is barred.
    move : int, (row, col) or str
        A point of the chain, in any notation.

    Returns
    -------
    Ladder

    Raises
    ------
    TypeError, ValueError
        For what is not a position, not a point (48.9, True), off the board, or an empty point.

    Examples
    --------
    >>> from goboard import ladder
    >>> ladder(". . . . .\\n. X . . .\\n. O X . .\\n. X . . .\\n. . . . .", "B3").status
    'captured'
    """
    cdef Board position = _arguments.position(board)
    cdef int point = _arguments.point(position, move, "move"), cell, count = 0, i, barred = ko_of(position)
    cdef const uint8_t[:, ::1] view = np.array(memoryview(position))
    cdef int rows = view.shape[0], cols = view.shape[1]
    cdef Reader r
    cdef Chain k
    cdef Undo u
    cdef int16_t works[2]
    cdef bint first = False, second = False
    if (&view[0, 0])[point] == EMPTY:
        raise ValueError(f"move must be a point of a chain, not {_arguments.shown(move)}, which is empty")
    with nogil:
        open_reader(&view[0, 0], rows, cols, barred, &r)
        cell = (point // cols + 1) * r.b.stride + point % cols + 1
        read_chain(&r, cell, 3, &k)
        if k.liberties == 1:
            second = caught_in_atari(&r, cell)
            if place(&r, k.liberty[0], 3 - r.b.color[cell], &u):
                first = True
                works[0] = k.liberty[0]
                count = 1
        elif k.liberties == 2:
            count = catching_moves(&r, cell, &k, works)
            first = count > 0
    return Ladder(first, second, [(works[i] // r.b.stride - 1) * cols + works[i] % r.b.stride - 1 for i in range(count)])
