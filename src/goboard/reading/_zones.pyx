"""Proofs on the open board: a search that finds out itself which points its proof depends on.

One side, the winner of the claim, must force an event: the attacker the capture of a target, its owner its unconditional life.
Every proof comes with its zone, a set of points. It holds on any board that looks the same there: the winner answers what the loser plays
inside, and treats everything else as a pass. So a node where the loser moves needs, beyond the proof after a pass, only his moves
inside the zone of that proof (C.-C. Shih, T.-R. Wu, T. H. Wei, I-C. Wu, "A novel approach to solving goal-achieving problems for board
games", AAAI 2022, arXiv 2112.02563); the winner's moves may be any choice. The nodes are searched by proof numbers (A. Nagai, "Df-pn
algorithm for searching AND/OR trees", 2002), in the weak form for graphs (T. Ueda and others, "Weak proof-number search", 2008).

What a zone must hold, so that each move has the same effect inside it whatever stands outside (`close` and `zone_of_move`):

* Where the loser is to move, every chain of the winner that touches the zone has two liberties in it, or all that it has.
* A point in the zone where the loser's play would be suicide comes with the chains that it would join, and all that is next to them.
* With a move of the winner come the own stones it touches; the chains it takes, and all that is next to these; and a liberty of
  each chain of the loser that it touches without taking it.

A position met again on the way counts against the winner, whose claim is to force something, so a proof never rests on repetition.
Only proofs are claimed: a search that ends without one has shown nothing.
"""
import time

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from goboard._core cimport (
    GB_COLOR_MASK, GB_COLOR_SHIFT, GB_EMPTY_NEIGHBOURS, GB_LEGAL, GB_MAX_CELLS, GB_SUICIDE, GB_WALL_BIT, gb_board, gb_cell_of_point,
    gb_init, gb_legal, gb_liberties, gb_load, gb_pass, gb_play, gb_ply, gb_point_of_cell, gb_unplay,
)

import numpy as np

__all__ = ["ZoneProof"]

cdef enum:
    WORDS = 11             # of a set of cells
    NEVER = 0x3fffffff     # proof number of what cannot be proven
    MOST_MOVES = 640
    MOST_DEPTH = 120
    MOST_SMALL = 48        # cells of a region that may be an eye
    MOST_CHAINS = 64
    LEVELS = 12
    EYE_WORTH = 2          # of an eye that is missing, in proof numbers
    LOST = 0xffff
    PASS = 0               # as a cell; no cell of the board is 0

cdef enum:
    RUNNING = 0
    NODES = 1
    MEMORY = 2
    TIME = 3
    INTERRUPTED = 4

cdef struct Zone:
    uint64_t bits[WORDS]

cdef struct Entry:
    uint64_t key
    uint32_t proof
    uint32_t disproof
    uint32_t zone          # of the proof; before that, where the loser is to move: the zone of his pass. 0: none
    uint32_t work          # positions looked at below
    uint16_t move          # the winner's
    uint8_t on_path

cdef struct Region:
    Zone cells
    uint64_t touches       # chains, by their number
    uint64_t vital         # chains that touch all its empty points
    uint32_t size


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111eb
    return x ^ (x >> 31)


cdef inline bint has(const Zone *z, size_t v) noexcept nogil:
    return (z.bits[v >> 6] >> (v & 63)) & 1


cdef inline void put(Zone *z, size_t v) noexcept nogil:
    z.bits[v >> 6] |= <uint64_t>1 << (v & 63)


cdef inline void unite(Zone *z, const Zone *other) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        z.bits[i] |= other.bits[i]


cdef inline int color_at(const gb_board *b, size_t v) noexcept nogil:
    return (b.word[v] & GB_COLOR_MASK) >> GB_COLOR_SHIFT


cdef inline bint is_empty(const gb_board *b, size_t v) noexcept nogil:
    return not b.word[v] & (GB_COLOR_MASK | GB_WALL_BIT)


cdef inline size_t root_of(const gb_board *b, size_t v) noexcept nogil:
    return b.word[v] >> 16


cdef int liberties(const gb_board *b, size_t v, int most) noexcept nogil:
    """Liberties of the chain at `v`, counted up to `most` (at most 8)."""
    cdef size_t[8] seen
    cdef size_t[4] aside
    cdef size_t s = v, n
    cdef int found = 0, k, i
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    while True:
        if b.word[s] & GB_EMPTY_NEIGHBOURS:
            for k in range(4):
                n = s + aside[k]
                if is_empty(b, n):
                    for i in range(found):
                        if seen[i] == n:
                            break
                    else:
                        seen[found] = n
                        found += 1
                        if found == most:
                            return found
        s = b.next[s]
        if s == v:
            return found


cdef void put_around(const gb_board *b, size_t v, Zone *z) noexcept nogil:
    """The chain at `v` and all points next to it into `z`."""
    cdef size_t s = v, n
    cdef size_t[4] aside
    cdef int k
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    while True:
        put(z, s)
        for k in range(4):
            n = s + aside[k]
            if not b.word[n] & GB_WALL_BIT:
                put(z, n)
        s = b.next[s]
        if s == v:
            return


cdef int survey(const gb_board *b, size_t start, int owner, Region *regions, uint16_t *chains, int *chain_count) noexcept nogil:
    """The small regions about the chain at `start` and the chains around them, spreading from one to the next; -1 if too many."""
    cdef uint8_t[GB_MAX_CELLS] number   # of the chain with that root, from 1
    cdef Zone done
    cdef uint16_t[MOST_SMALL + 4] todo
    cdef size_t[4] aside
    cdef size_t s, n, m, root
    cdef int count = 0, at = 0, k, j, head, tail
    cdef uint64_t beside
    cdef bint small
    cdef Region *r
    aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
    memset(number, 0, b.cells)
    memset(&done, 0, sizeof(done))
    chains[0] = <uint16_t>root_of(b, start)
    number[chains[0]] = 1
    chain_count[0] = 1
    while at < chain_count[0]:
        root = chains[at]
        at += 1
        s = root
        while True:
            for k in range(4):
                n = s + aside[k]
                if b.word[n] & GB_WALL_BIT or color_at(b, n) == owner or has(&done, n):
                    continue
                if count == MOST_CHAINS:
                    return -1
                r = &regions[count]
                memset(r, 0, sizeof(Region))
                r.vital = ~<uint64_t>0
                todo[0] = <uint16_t>n
                put(&done, n)
                put(&r.cells, n)
                head, tail, small = 0, 1, True
                while head < tail and small:
                    m = todo[head]
                    head += 1
                    beside = 0
                    for j in range(4):
                        n = m + aside[j]
                        if b.word[n] & GB_WALL_BIT:
                            continue
                        if color_at(b, n) == owner:
                            n = root_of(b, n)
                            if not number[n]:
                                if chain_count[0] == MOST_CHAINS:
                                    return -1
                                chains[chain_count[0]] = <uint16_t>n
                                chain_count[0] += 1
                                number[n] = <uint8_t>chain_count[0]
                            beside |= <uint64_t>1 << (number[n] - 1)
                        elif not has(&r.cells, n):
                            if has(&done, n) or tail >= MOST_SMALL:
                                small = False
                                break
                            put(&done, n)
                            put(&r.cells, n)
                            todo[tail] = <uint16_t>n
                            tail += 1
                    r.touches |= beside
                    if is_empty(b, m):
                        r.vital &= beside
                if small:
                    r.size = tail
                    count += 1
            s = b.next[s]
            if s == root:
                break
    return count


cdef bint alive(const gb_board *b, size_t target, int owner, Zone *zone) noexcept nogil:
    """Whether the chain at `target` is unconditionally alive (D. Benson, "Life in the game of Go", 1976); if so, by what, into `zone`.

    Only regions of up to MOST_SMALL points count, so that the answer may be no where Benson's is yes.
    """
    cdef Region[MOST_CHAINS] regions
    cdef uint16_t[MOST_CHAINS] chains
    cdef int count, chain_count = 0, i, c, eyes, best
    cdef uint64_t living, needed, seen
    cdef uint64_t healthy = 0, used
    cdef bint changed = True
    cdef size_t s
    count = survey(b, target, owner, regions, chains, &chain_count)
    if count < 2:
        return False
    living = ~<uint64_t>0 if chain_count == 64 else (<uint64_t>1 << chain_count) - 1
    while changed:
        changed = False
        healthy = 0
        for i in range(count):
            if not regions[i].touches & ~living:
                healthy |= <uint64_t>1 << i
        for c in range(chain_count):
            if living >> c & 1:
                eyes = 0
                for i in range(count):
                    if healthy >> i & 1 and regions[i].vital >> c & 1:
                        eyes += 1
                if eyes < 2:
                    if c == 0:
                        return False
                    living &= ~(<uint64_t>1 << c)
                    changed = True
    memset(zone, 0, sizeof(Zone))
    needed, seen, used = 1, 0, 0
    while needed & ~seen:
        c = 0
        while not (needed & ~seen) >> c & 1:
            c += 1
        seen |= <uint64_t>1 << c
        s = chains[c]
        while True:
            put(zone, s)
            s = b.next[s]
            if s == chains[c]:
                break
        eyes = 0
        for i in range(count):
            if used >> i & 1 and regions[i].vital >> c & 1:
                eyes += 1
        while eyes < 2:
            best = -1
            for i in range(count):
                if healthy >> i & 1 and not used >> i & 1 and regions[i].vital >> c & 1 and (best < 0 or regions[i].size < regions[best].size):
                    best = i
            used |= <uint64_t>1 << best
            unite(zone, &regions[best].cells)
            needed |= regions[best].touches
            eyes += 1
    return True


cdef class ZoneProof:
    """A search for one claim about the chain at `target`, which can be resumed; if it succeeds, the proof.

    Parameters
    ----------
    stones : ndarray of uint8, shape (rows, cols)
        0 empty, 1 Black, 2 White.
    target : int
        A point of the chain asked about.
    claim : {"capture", "life"}
        What is to be proven: that the attacker takes the chain, or that its owner makes it unconditionally alive.
    to_play : int
        1 or 2.
    loser_retakes, winner_retakes : bool
        Whether that side may take a ko back at once, as if it had a threat for each time, always answered.
    ko_point : int, optional
        The point that `to_play` may not retake now.
    """
    cdef gb_board board
    cdef Entry *entries
    cdef uint32_t *table
    cdef Zone *zones
    cdef uint32_t entry_count, entry_room, table_size, zone_count, zone_room
    cdef uint64_t max_bytes
    cdef uint32_t calls, limit
    cdef double deadline
    cdef int stopped
    cdef size_t target
    cdef int owner, winner, loser, first
    cdef int radius, most_radius
    cdef bint attack
    cdef bint[3] free_of_ban
    cdef uint32_t root
    cdef object interrupt
    cdef readonly str claim

    def __cinit__(self, stones, target, claim, to_play, *, loser_retakes=True, winner_retakes=False, ko_point=None, radius=2, most_radius=5,
                  max_bytes=1 << 30):
        cdef const uint8_t[:, ::1] laid = np.ascontiguousarray(stones, np.uint8)
        cdef int rows = laid.shape[0], cols = laid.shape[1]
        if gb_load(&self.board, rows, cols, &laid[0, 0]):
            raise ValueError("no such position: a chain without liberties, or a board of a size that is not supported")
        self.target = gb_cell_of_point(&self.board, target)
        self.owner = color_at(&self.board, self.target)
        if not self.owner:
            raise ValueError(f"no stone at the target {target}")
        if claim not in ("capture", "life"):
            raise ValueError(f"claim must be 'capture' or 'life', not {claim!r}")
        self.claim = claim
        self.attack = claim == "capture"
        self.winner = 3 - self.owner if self.attack else self.owner
        self.loser = 3 - self.winner
        self.first = to_play
        self.free_of_ban[self.winner] = winner_retakes
        self.free_of_ban[self.loser] = loser_retakes
        self.board.ko = 0
        if ko_point is not None:
            self.board.ko = gb_cell_of_point(&self.board, ko_point)
            self.board.ko_color = to_play
        self.radius, self.most_radius = radius, most_radius
        self.max_bytes = max_bytes
        self.table_size = 1 << 12
        self.table = <uint32_t *>calloc(self.table_size, sizeof(uint32_t))
        self.entry_room, self.zone_room = 1 << 10, 1 << 8
        self.entries = <Entry *>malloc(self.entry_room * sizeof(Entry))
        self.zones = <Zone *>malloc(self.zone_room * sizeof(Zone))
        if self.table == NULL or self.entries == NULL or self.zones == NULL:
            raise MemoryError
        memset(self.zones, 0, 2 * sizeof(Zone))
        self.entry_count, self.zone_count = 1, 2   # zone 1 is the empty one
        self.root = self.enter(to_play, 0)

    def __dealloc__(self):
        free(self.table)
        free(self.entries)
        free(self.zones)

    # The table of positions.

    cdef bint grow(self) noexcept nogil:
        cdef uint32_t i, at, size = self.table_size
        cdef void *more
        if self.entry_count >= self.entry_room:
            if <uint64_t>self.entry_room * 3 * sizeof(Entry) + <uint64_t>self.zone_count * sizeof(Zone) > self.max_bytes:
                self.stopped = MEMORY
                return False
            more = realloc(self.entries, 2 * <size_t>self.entry_room * sizeof(Entry))
            if more == NULL:
                self.stopped = MEMORY
                return False
            self.entries = <Entry *>more
            self.entry_room *= 2
        if self.entry_count * 2 >= size:
            more = calloc(2 * <size_t>size, sizeof(uint32_t))
            if more == NULL:
                self.stopped = MEMORY
                return False
            free(self.table)
            self.table = <uint32_t *>more
            self.table_size = size = 2 * size
            for i in range(1, self.entry_count):
                at = <uint32_t>self.entries[i].key & (size - 1)
                while self.table[at]:
                    at = (at + 1) & (size - 1)
                self.table[at] = i
        return True

    cdef uint32_t keep(self, const Zone *z) noexcept nogil:
        cdef void *more
        if self.zone_count >= self.zone_room:
            more = realloc(self.zones, 2 * <size_t>self.zone_room * sizeof(Zone))
            if more == NULL:
                self.stopped = MEMORY
                return 0
            self.zones = <Zone *>more
            self.zone_room *= 2
        self.zones[self.zone_count] = z[0]
        self.zone_count += 1
        return self.zone_count - 1

    cdef uint32_t enter(self, int side, uint32_t prior) noexcept nogil:
        """The entry of the board with `side` to move, made if it is not there; 0 if there is no room."""
        cdef uint64_t key = self.board.hash ^ (<uint64_t>0x9e3779b97f4a7c15 * side)
        cdef uint32_t at
        cdef Entry *e
        if self.board.ko and self.board.ko_color == side and not self.free_of_ban[side]:
            key ^= mixed(<uint64_t>self.board.ko + 77)
        key = mixed(key)
        at = <uint32_t>key & (self.table_size - 1)
        while self.table[at]:
            if self.entries[self.table[at]].key == key:
                return self.table[at]
            at = (at + 1) & (self.table_size - 1)
        if self.entry_count >= self.entry_room or self.entry_count * 2 >= self.table_size:
            if not self.grow():
                return 0
            at = <uint32_t>key & (self.table_size - 1)
            while self.table[at]:
                at = (at + 1) & (self.table_size - 1)
        self.table[at] = self.entry_count
        e = &self.entries[self.entry_count]
        memset(e, 0, sizeof(Entry))
        e.key = key
        self.entry_count += 1
        self.weigh(self.entry_count - 1, side, prior)
        return self.entry_count - 1

    cdef void weigh(self, uint32_t node, int side, uint32_t prior) noexcept nogil:
        """First proof and disproof numbers."""
        cdef gb_board *b = &self.board
        cdef uint16_t[GB_MAX_CELLS] out
        cdef int libs
        cdef Zone z
        cdef uint32_t kept
        cdef int space, eyes, take, live
        if color_at(b, self.target) != self.owner:
            if self.attack:
                self.settle(node, True, 1)
            else:
                self.lose(node)
            return
        libs = liberties(b, self.target, 5)
        if libs == 1 and side != self.owner:
            gb_liberties(b, self.target, out)
            if self.legal(out[0], side):
                if self.attack:
                    memset(&z, 0, sizeof(z))
                    self.zone_of_move(out[0], &z)
                    kept = self.keep(&z)
                    self.settle(node, True, kept)
                    self.entries[node].move = out[0]
                else:
                    self.lose(node)
                return
        self.room(&space, &eyes)
        take = 1 + 2 * space
        live = 1 + EYE_WORTH * (2 - eyes)
        if self.attack:
            self.entries[node].proof, self.entries[node].disproof = take, live
        else:
            self.entries[node].proof, self.entries[node].disproof = live, take
        if side == self.loser:
            self.entries[node].proof += prior
        else:
            self.entries[node].disproof += prior

    cdef void room(self, int *space, int *eyes) noexcept nogil:
        """A guess of how far each side is from its aim: the empty points that the target reaches in two steps, and those of them that
        are eyes by their neighbors, up to 2."""
        cdef gb_board *b = &self.board
        cdef Zone seen
        cdef uint16_t[GB_MAX_CELLS] todo
        cdef size_t[4] aside
        cdef size_t v, s, n
        cdef int head = 0, tail = 1, k, turn, end
        aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
        memset(&seen, 0, sizeof(seen))
        todo[0] = <uint16_t>self.target
        put(&seen, self.target)
        space[0] = eyes[0] = 0
        for turn in range(3):
            end = tail
            while head < end:
                v = todo[head]
                head += 1
                if is_empty(b, v) and (b.word[v] >> (4 * (self.owner - 1))) & 15 == 15:
                    eyes[0] += 1
                s = v
                while True:
                    for k in range(4):
                        n = s + aside[k]
                        if has(&seen, n) or b.word[n] & GB_WALL_BIT or color_at(b, n) == 3 - self.owner:
                            continue
                        put(&seen, n)
                        todo[tail] = <uint16_t>n
                        tail += 1
                        if is_empty(b, n):
                            space[0] += 1
                    if is_empty(b, v):
                        break
                    s = b.next[s]
                    if s == v:
                        break
        if eyes[0] > 2:
            eyes[0] = 2

    cdef void settle(self, uint32_t node, bint proven, uint32_t zone) noexcept nogil:
        self.entries[node].proof = 0 if proven else NEVER
        self.entries[node].disproof = NEVER if proven else 0
        self.entries[node].zone = zone

    cdef void lose(self, uint32_t node) noexcept nogil:
        """Settle a node against the winner for good, whatever more moves are considered."""
        self.settle(node, False, 0)
        self.entries[node].move = LOST

    cdef inline bint legal(self, size_t v, int side) noexcept nogil:
        return gb_legal(&self.board, v, side, not self.free_of_ban[side], False) == GB_LEGAL

    # Zones.

    cdef void zone_of_move(self, size_t v, Zone *z) noexcept nogil:
        """What the winner's move at `v`, not yet on the board, adds to the zone after it."""
        cdef gb_board *b = &self.board
        cdef uint16_t[GB_MAX_CELLS] out
        cdef size_t[4] aside
        cdef size_t n
        cdef int k, i, count
        aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
        put(z, v)
        for k in range(4):
            n = v + aside[k]
            if color_at(b, n) == self.winner:
                put(z, n)
            elif color_at(b, n) == self.loser:
                count = gb_liberties(b, n, out)
                if count == 1:
                    put_around(b, n, z)
                else:
                    for i in range(count):
                        if out[i] != v and has(z, out[i]):
                            break
                    else:
                        put(z, out[0] if out[0] != v else out[1])

    cdef void close(self, Zone *z) noexcept nogil:
        """Add to a zone what it needs where the loser is to move."""
        cdef gb_board *b = &self.board
        cdef Zone looked, before
        cdef uint16_t[GB_MAX_CELLS] out
        cdef size_t[4] aside
        cdef size_t v, n, s
        cdef int k, i, count, inside, best, worth, best_worth
        cdef bint again = True
        aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
        while again:
            before = z[0]
            memset(&looked, 0, sizeof(looked))
            for v in range(b.cells):
                if not has(z, v):
                    continue
                if color_at(b, v) == self.winner:
                    if has(&looked, v):
                        continue
                    s = v
                    while True:
                        put(&looked, s)
                        s = b.next[s]
                        if s == v:
                            break
                    count = gb_liberties(b, v, out)
                    inside = 0
                    for i in range(count):
                        inside += has(z, out[i])
                    while inside < 2 and inside < count:
                        best, best_worth = -1, 0
                        for i in range(count):
                            if has(z, out[i]):
                                continue
                            # Best a point the loser cannot play on, then one that other things near are in the zone of.
                            worth = 1
                            if gb_legal(b, out[i], self.loser, False, False) == GB_SUICIDE:
                                worth = 20
                            for k in range(4):
                                n = out[i] + aside[k]
                                worth += has(z, n) + (color_at(b, n) == self.winner)
                            if worth > best_worth:
                                best, best_worth = i, worth
                        put(z, out[best])
                        inside += 1
                elif is_empty(b, v) and not b.word[v] & GB_EMPTY_NEIGHBOURS:
                    if gb_legal(b, v, self.loser, False, False) == GB_SUICIDE:
                        for k in range(4):
                            n = v + aside[k]
                            if color_at(b, n) == self.loser:
                                put_around(b, n, z)
                            elif not b.word[n] & GB_WALL_BIT:
                                put(z, n)
            again = False
            for i in range(WORDS):
                if before.bits[i] != z.bits[i]:
                    again = True

    # Moves.

    cdef int near(self, uint16_t *moves, uint8_t *far) noexcept nogil:
        """Empty points near the target, nearest first, and how far: through empty points, the owner's chains, chains short of liberties."""
        cdef gb_board *b = &self.board
        cdef uint8_t[GB_MAX_CELLS] dist
        cdef uint16_t[LEVELS][GB_MAX_CELLS] level
        cdef int[LEVELS] count
        cdef size_t[4] aside
        cdef size_t v, s, n
        cdef int d, at, k, cost, libs, found = 0, color
        aside = [-<size_t>b.stride, <size_t>-1, 1, b.stride]
        memset(dist, 255, b.cells)
        memset(count, 0, sizeof(count))
        level[0][0] = <uint16_t>self.target
        count[0] = 1
        dist[self.target] = 0
        for d in range(self.radius + 1):
            at = 0
            while at < count[d]:
                v = level[d][at]
                at += 1
                if dist[v] < d:
                    continue
                color = color_at(b, v)
                if not color:
                    moves[found] = <uint16_t>v
                    far[found] = <uint8_t>d
                    found += 1
                s = v
                while True:
                    dist[s] = <uint8_t>d
                    for k in range(4):
                        n = s + aside[k]
                        if b.word[n] & GB_WALL_BIT or dist[n] <= d:
                            continue
                        if is_empty(b, n):
                            cost = 1
                        elif color_at(b, n) == self.owner:
                            cost = 0 if color == 0 else 1
                        else:
                            libs = liberties(b, n, 4)
                            cost = 1 if libs <= 2 else 2 if libs == 3 else 3
                        if d + cost < dist[n] and d + cost < LEVELS:
                            dist[n] = <uint8_t>(d + cost)
                            level[d + cost][count[d + cost]] = <uint16_t>n
                            count[d + cost] += 1
                    if not color:
                        break
                    s = b.next[s]
                    if s == v:
                        break
        return found

    cdef uint32_t child(self, size_t v, int side, uint32_t prior) noexcept nogil:
        cdef gb_ply ply
        cdef uint32_t found
        if v == PASS:
            gb_pass(&self.board, side, &ply)
        else:
            gb_play(&self.board, v, side, &ply)
        found = self.enter(3 - side, prior)
        gb_unplay(&self.board, &ply)
        return found

    cdef int choices(self, uint32_t node, int side, uint16_t *moves, uint32_t *kids) noexcept nogil:
        """The moves to look at, and where they lead."""
        cdef uint16_t[GB_MAX_CELLS] points
        cdef uint8_t[GB_MAX_CELLS] far
        cdef const Zone *z
        cdef int n = 0, i, found
        cdef size_t v
        cdef uint32_t zone
        if side == self.loser:
            moves[0] = PASS
            kids[0] = self.child(PASS, side, 0)
            n = 1
            zone = self.entries[node].zone
            if zone:
                for v in range(self.board.cells):
                    if has(&self.zones[zone], v) and is_empty(&self.board, v) and self.legal(v, side):
                        moves[n] = <uint16_t>v
                        kids[n] = self.child(v, side, 0)
                        n += 1
                return n
        found = self.near(points, far)
        for i in range(found):
            if self.legal(points[i], side):
                moves[n] = points[i]
                kids[n] = self.child(points[i], side, far[i] - (side == self.winner))
                n += 1
        if side == self.winner:
            moves[n] = PASS
            kids[n] = self.child(PASS, side, 6)
            n += 1
        return n

    # The search.

    cdef void look_up(self) noexcept nogil:
        if self.calls >= self.limit:
            self.stopped = NODES
        elif self.calls & 255 == 0:
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as raised:
                    self.interrupt = raised
                    self.stopped = INTERRUPTED
                if self.deadline and not self.stopped and time.monotonic() > self.deadline:
                    self.stopped = TIME

    cdef void descend(self, uint32_t node, int side, uint32_t most_proof, uint32_t most_disproof, int depth) noexcept nogil:
        """Search below a node until it is settled or its numbers reach the bounds."""
        cdef uint16_t[MOST_MOVES] moves
        cdef uint32_t[MOST_MOVES] kids
        cdef gb_ply ply
        cdef Zone z
        cdef int n, i, best, open_kids
        cdef uint32_t started, proof, disproof, second, p, d, kept, low
        cdef bint wins = side == self.winner
        self.calls += 1
        self.look_up()
        if self.stopped:
            return
        if depth >= MOST_DEPTH:
            self.settle(node, False, 0)
            return
        started = self.calls
        if (self.attack or not wins) and not self.entries[node].zone and alive(&self.board, self.target, self.owner, &z):
            if self.attack:
                self.lose(node)
            else:
                self.close(&z)
                kept = self.keep(&z)
                if kept:
                    self.settle(node, True, kept)
            return
        self.entries[node].on_path = 1
        n = self.choices(node, side, moves, kids)
        while not self.stopped:
            if not wins and not self.entries[node].zone and self.entries[kids[0]].proof == 0:
                # The pass is refuted: only moves in the zone of that can do better.
                z = self.zones[self.entries[kids[0]].zone]
                self.close(&z)
                kept = self.keep(&z)
                if not kept:
                    break
                self.entries[node].zone = kept
                n = self.choices(node, side, moves, kids)
                if self.stopped:
                    break
            best, open_kids, low, second, proof, disproof = -1, 0, NEVER, NEVER, 0, 0
            for i in range(n):
                p, d = self.entries[kids[i]].proof, self.entries[kids[i]].disproof
                if self.entries[kids[i]].on_path:
                    p, d = NEVER, 0
                if wins:
                    p, d = d, p
                # p: what adds up; d: what is to be least.
                if p == 0:
                    continue
                open_kids += 1
                if p > proof:
                    proof = p
                if d < low:
                    best, second, low = i, low, d
                elif d < second:
                    second = d
            if open_kids == 0:
                # All of this side's moves are refuted.
                if wins:
                    self.settle(node, False, 0)
                else:
                    z = self.zones[self.entries[node].zone]
                    for i in range(n):
                        unite(&z, &self.zones[self.entries[kids[i]].zone])
                    self.close(&z)
                    kept = self.keep(&z)
                    if kept:
                        self.settle(node, True, kept)
                break
            if low == 0:
                if wins:
                    z = self.zones[self.entries[kids[best]].zone]
                    if moves[best] != PASS:
                        self.zone_of_move(moves[best], &z)
                    kept = self.keep(&z)
                    if kept:
                        self.settle(node, True, kept)
                        self.entries[node].move = moves[best]
                else:
                    self.settle(node, False, 0)
                break
            if proof < NEVER:
                proof += (open_kids - 1) // 2
                if not wins:
                    proof += 1  # so that long lines do not look as good as short ones
            # In the mover's eyes `low` is his proof number, `proof` his disproof number.
            if wins:
                self.entries[node].proof, self.entries[node].disproof = low, proof
                if low >= most_proof or proof >= most_disproof:
                    break
            else:
                self.entries[node].disproof, self.entries[node].proof = low, proof
                if low >= most_disproof or proof >= most_proof:
                    break
            second = second + 1 + (second >> 2) if second < NEVER else NEVER
            if moves[best] == PASS:
                gb_pass(&self.board, side, &ply)
            else:
                gb_play(&self.board, moves[best], side, &ply)
            if wins:
                p = self.entries[kids[best]].disproof
                self.descend(kids[best], 3 - side, second if second < most_proof else most_proof,
                             most_disproof - (proof - p) if proof < NEVER and most_disproof < NEVER else NEVER, depth + 1)
            else:
                p = self.entries[kids[best]].proof
                self.descend(kids[best], 3 - side, most_proof - (proof - p) if proof < NEVER and most_proof < NEVER else NEVER,
                             second if second < most_disproof else most_disproof, depth + 1)
            gb_unplay(&self.board, &ply)
        self.entries[node].on_path = 0
        self.entries[node].work += self.calls - started + 1

    def run(self, max_nodes, deadline=0.0):
        """Search on, up to `max_nodes` positions in all and to the time `deadline` of time.monotonic(). True if proven, None if stopped by
        a limit, False if all moves that were considered have failed (which proves nothing)."""
        cdef uint32_t i
        self.limit, self.deadline, self.stopped = min(int(max_nodes), 0xfffffff0), deadline, RUNNING
        while self.entries[self.root].proof:
            with nogil:
                self.descend(self.root, self.first, NEVER, NEVER, 0)
            if self.stopped:
                for i in range(1, self.entry_count):
                    self.entries[i].on_path = 0
                if self.stopped == INTERRUPTED:
                    raise self.interrupt
                return None
            if self.entries[self.root].proof == 0:
                break
            if self.radius >= self.most_radius:
                return False
            # Failed with what was near enough: look further.
            self.radius += 1
            for i in range(1, self.entry_count):
                if self.entries[i].proof and self.entries[i].move != LOST:
                    self.entries[i].proof = self.entries[i].disproof = 1
        return True

    @property
    def nodes(self):
        """Positions looked at."""
        return self.calls

    @property
    def reason(self):
        """Which limit stopped the search: "nodes", "memory", "time" or None."""
        return {NODES: "nodes", MEMORY: "memory", TIME: "time"}.get(self.stopped)

    @property
    def proven(self):
        """Whether the claim is proven."""
        return self.entries[self.root].proof == 0

    def zone(self):
        """The points that the proof depends on."""
        cdef size_t v
        if not self.proven:
            return ()
        return tuple(gb_point_of_cell(&self.board, v) for v in range(self.board.cells) if has(&self.zones[self.entries[self.root].zone], v))

    def line(self, int most=80):
        """The principal line of the proof: the winner's moves, and the loser's that were hardest to refute. A pass is rows * cols."""
        cdef gb_board kept = self.board
        cdef uint16_t[MOST_MOVES] moves
        cdef uint32_t[MOST_MOVES] kids
        cdef uint32_t node = self.root
        cdef int side = self.first, n, i, best
        cdef size_t v
        cdef gb_ply ply
        found = []
        while len(found) < most and self.entries[node].proof == 0 and color_at(&self.board, self.target) == self.owner:
            if side == self.winner:
                v = self.entries[node].move
            else:
                n = self.choices(node, side, moves, kids)
                best = -1
                for i in range(n):
                    if self.entries[kids[i]].proof == 0 and (best < 0 or self.entries[kids[i]].work > self.entries[kids[best]].work
                                                            or moves[best] == PASS and self.entries[kids[i]].work == self.entries[kids[best]].work):
                        best = i
                if best < 0 or moves[best] == PASS and self.entries[kids[best]].work == 0 and not self.attack:
                    break
                v = moves[best]
            if v == PASS:
                gb_pass(&self.board, side, &ply)
                found.append(self.board.rows * self.board.cols)
            else:
                gb_play(&self.board, v, side, &ply)
                found.append(gb_point_of_cell(&self.board, v))
            side = 3 - side
            node = self.enter(side, 0)
            if not node:
                break
        self.board = kept
        return found

    def answer(self, moves):
        """After a line of moves (points, a pass rows * cols): the winner's move if it is his turn, else the loser's moves that the proof
        answers one by one, every other one being as a pass; None if the proof does not hold the position."""
        cdef gb_board kept = self.board
        cdef uint16_t[MOST_MOVES] choices
        cdef uint32_t[MOST_MOVES] kids
        cdef int side = self.first, n, i
        cdef uint32_t node = self.root
        cdef gb_ply ply
        cdef size_t v
        points = self.board.rows * self.board.cols
        try:
            for move in moves:
                if move == points:
                    gb_pass(&self.board, side, &ply)
                else:
                    v = gb_cell_of_point(&self.board, move)
                    if not self.legal(v, side):
                        raise ValueError(f"{move} is not legal there")
                    gb_play(&self.board, v, side, &ply)
                side = 3 - side
            node = self.enter(side, 0)
            if not node or self.entries[node].proof or color_at(&self.board, self.target) != self.owner:
                return None
            if side == self.winner:
                v = self.entries[node].move
                return points if v == PASS else gb_point_of_cell(&self.board, v)
            n = self.choices(node, side, choices, kids)
            return [points if choices[i] == PASS else gb_point_of_cell(&self.board, choices[i]) for i in range(n) if self.entries[kids[i]].proof == 0]
        finally:
            self.board = kept
