"""Exact search of small local games: who gets what he wants when play may go on for ever.

The attacker wants to take the target, its owner to keep it. Two kinds of question are answered, both as games on the finite
graph of positions, so that repetition needs no extra rule and no horizon:

* reachability: one side must force an event (a capture, an unconditionally alive chain); endless play is a success of the other side.
  Solved on the fly: a position where the avoiding side has a move not yet refuted counts as his until that move is refuted
  (X. Liu, S. Smolka, "Simple linear-time algorithms for minimal fixed points", ICALP 1998), so the proofs of both sides stay thin.
  Deep wins are looked for best first in between, by proof numbers (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002).
* recurrence (Buechi): one side must make something true again and again. Solved on the whole graph by repeated attractors.
"""
import time
from typing import NamedTuple

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from goboard.reading._locality cimport (
    ASK, ATTACKER, ATTACKER_SHIFT, BAN_SHIFT, CAPTURE, CONNECT, ENDLESS, KO_PASS, KO_PASS_ALL, LIFE, MOST_MOVES, MOST_OLD, MOST_POINTS,
    OWNER, OWNER_SHIFT, PASS, RECUR, REMOVE, RESTORE, TAKEN, UNKNOWN, Game, Locality, State, banned, lowest, new_stones, side, successors, verdict,
)

import numpy as np

from goboard.board import _arguments as arguments
from goboard.reading._locality import MOST_LOCAL, locality, neighbours, region_of
from goboard.reading._tactics import pass_alive

__all__ = ["Ko", "Outcome", "Proof", "Solution", "search", "solve"]


cdef struct Node:
    State state
    uint32_t waiting       # first of the edges to the nodes that wait for this one
    uint32_t rank          # decided nodes: when it was decided; its reasons were decided before
    uint32_t hope          # avoiding side to move: the reply not refuted so far
    uint32_t depth         # place on the stack, or 0
    uint32_t first         # its children: children[first : first + count], once expanded
    uint32_t proof         # proof and disproof numbers of the best-first search
    uint32_t disproof
    uint16_t count
    uint8_t winner
    uint8_t move           # the winner's move here: forced win, or reply not refuted
    uint8_t eyes           # eyes the owner has there, up to 2
    uint8_t expanded
    uint8_t explored       # all that it needs has been looked at

cdef struct Child:
    uint32_t node
    int16_t score
    uint8_t move

cdef struct Edge:
    uint32_t to
    uint32_t next
    uint8_t move

cdef struct Frame:
    uint32_t node
    uint32_t at
    bint linked

cdef struct Bounds:
    uint32_t node
    uint32_t proof
    uint32_t disproof

cdef enum:
    ENDLESS_NUMBER = 0x3fffffff
    PROVE_SHARE = 4        # of the effort, against 1 for the search depth first
    EYE_WORTH = 2          # for the order of the search only: an eye in proof numbers, and in guesses of a move's worth
    EYE_SCORE = 12

# Why a search gave up.
cdef enum:
    FINISHED = 0
    NODES = 1
    MEMORY = 2
    TIME = 3
    INTERRUPTED = 4


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111eb
    return x ^ (x >> 31)


cdef inline uint64_t key_of(const State *s) noexcept nogil:
    return mixed(s.stones[0] + mixed(s.stones[1] + mixed(s.marks * 3 + (<uint64_t>s.meta << 32))))


cdef class Proof:
    """A finished search kept as a strategy: for every line of the loser's moves, the winner's answers.

    winner: "attacker" or "owner"; nodes: positions looked at. Moves are points of the board, "pass", or ("ko-pass", point).
    """
    cdef Game game
    cdef Node *node_at
    cdef Child *children
    cdef Edge *edges
    cdef Frame *frames
    cdef Bounds *bounds
    cdef uint32_t *table
    cdef uint32_t *resumed
    cdef uint32_t node_count, node_capacity, child_count, child_capacity, edge_count, edge_capacity, frame_count, frame_capacity
    cdef uint32_t bound_count, bound_capacity, resumed_count, resumed_capacity, table_size
    cdef uint32_t max_nodes, rank, cut, ticks
    cdef uint64_t max_bytes
    cdef double deadline
    cdef int stopped, forcing
    cdef int32_t worth[2][256]
    cdef Proof after               # where the search goes on once a chain that was taken to stand has fallen
    cdef uint64_t spread[MOST_POINTS]  # this search's bits in `after`
    cdef list points               # bit -> point of the board
    cdef object interrupt
    cdef readonly object winner

    def __dealloc__(self):
        free(self.node_at)
        free(self.children)
        free(self.edges)
        free(self.frames)
        free(self.bounds)
        free(self.table)
        free(self.resumed)

    cdef bint prepare(self, uint32_t max_nodes, uint64_t max_bytes, double deadline) except False:
        self.max_nodes = max_nodes
        self.max_bytes = max_bytes
        self.deadline = deadline
        self.table_size = 256
        self.table = <uint32_t *>malloc(self.table_size * sizeof(uint32_t))
        if self.table == NULL:
            raise MemoryError
        memset(self.table, 0, self.table_size * sizeof(uint32_t))
        return True

    cdef uint64_t bytes(self) noexcept nogil:
        return (<uint64_t>self.node_capacity * sizeof(Node) + <uint64_t>self.edge_capacity * sizeof(Edge)
                + <uint64_t>self.table_size * sizeof(uint32_t) + <uint64_t>self.child_capacity * sizeof(Child)
                + <uint64_t>self.frame_capacity * sizeof(Frame) + <uint64_t>self.bound_capacity * sizeof(Bounds)
                + <uint64_t>self.resumed_capacity * sizeof(uint32_t))

    cdef bint fits(self, uint64_t more) noexcept nogil:
        """Is there room for so many more bytes? If not, the search stops."""
        if self.bytes() + more <= self.max_bytes:
            return True
        self.stopped = MEMORY
        return False

    cdef bint grow(self, void **block, uint32_t *capacity, uint32_t needed, size_t size) noexcept nogil:
        cdef uint64_t wanted = capacity[0]
        cdef void *moved
        if needed <= wanted:
            return True
        while wanted < needed:
            wanted = wanted + wanted // 2 + 64
        if not self.fits((wanted - capacity[0]) * size):
            return False
        moved = realloc(block[0], wanted * size)
        if moved == NULL:
            self.stopped = MEMORY
            return False
        block[0] = moved
        capacity[0] = <uint32_t>wanted
        return True

    cdef uint32_t find(self, const State *s) noexcept nogil:
        """The node of a position, made if need be; 0 if a limit forbids that (node 0 is never used)."""
        cdef uint32_t mask = self.table_size - 1, slot = <uint32_t>key_of(s) & mask
        cdef int eyes = 0
        cdef Node *n
        cdef const State *t
        while self.table[slot]:
            t = &self.node_at[self.table[slot]].state
            if t.stones[0] == s.stones[0] and t.stones[1] == s.stones[1] and t.marks == s.marks and t.meta == s.meta:
                return self.table[slot]
            slot = (slot + 1) & mask
        if self.node_count >= self.max_nodes:
            self.stopped = NODES
            return 0
        if not self.grow(<void **>&self.node_at, &self.node_capacity, self.node_count + 2, sizeof(Node)):
            return 0
        self.node_count += 1
        self.table[slot] = self.node_count
        n = &self.node_at[self.node_count]
        memset(n, 0, sizeof(Node))
        n.state = s[0]
        n.winner = verdict(&self.game, s, &eyes)
        n.eyes = min(eyes, 2)
        # How far is it still? The owner lacks eyes.
        n.proof = n.disproof = 1
        if self.forcing == OWNER:
            n.proof += EYE_WORTH * (2 - n.eyes)
        else:
            n.disproof += EYE_WORTH * (2 - n.eyes)
        if n.winner == ASK:
            n.winner = self.ask(s)
        if self.node_count * 2 > self.table_size:
            self.widen()
        return self.node_count if self.stopped == FINISHED else 0

    cdef void widen(self) noexcept nogil:
        cdef uint32_t mask = 2 * self.table_size - 1, slot, i
        cdef uint32_t *table = NULL
        if self.fits(2 * <uint64_t>self.table_size * sizeof(uint32_t)):
            table = <uint32_t *>malloc(2 * <size_t>self.table_size * sizeof(uint32_t))
        if table == NULL:
            self.stopped = MEMORY
            return
        memset(table, 0, 2 * <size_t>self.table_size * sizeof(uint32_t))
        for i in range(1, self.node_count + 1):
            slot = <uint32_t>key_of(&self.node_at[i].state) & mask
            while table[slot]:
                slot = (slot + 1) & mask
            table[slot] = i
        free(self.table)
        self.table = table
        self.table_size *= 2

    cdef bint expand(self, uint32_t index) noexcept nogil:
        """List the children of a node, the promising first. False if a limit forbids that."""
        cdef uint8_t moves[MOST_MOVES]
        cdef int8_t promises[MOST_MOVES]
        cdef State states[MOST_MOVES]
        cdef State here = self.node_at[index].state
        cdef int count, i, j, me = side(&here)
        cdef uint32_t child
        cdef Child *list
        cdef Child c
        if self.node_at[index].expanded:
            return True
        count = successors(&self.game, &here, moves, states, promises)
        if not self.grow(<void **>&self.children, &self.child_capacity, self.child_count + count, sizeof(Child)):
            return False
        list = self.children + self.child_count
        for i in range(count):
            child = self.find(&states[i])
            if child == 0:
                return False
            c.node = child
            c.move = moves[i]
            c.score = promises[i] + EYE_SCORE * (self.node_at[child].eyes if side(&here) == self.game.owner else -self.node_at[child].eyes)
            j = i
            while j > 0 and list[j - 1].score < c.score:
                list[j] = list[j - 1]
                j -= 1
            list[j] = c
        self.node_at[index].first = self.child_count
        self.node_at[index].count = count
        self.node_at[index].expanded = True
        self.child_count += count
        return True

    cdef int ask(self, const State *s) noexcept nogil:
        """A chain that was taken to stand has fallen: does the side that took it win, by a search with all points apart?"""
        cdef State t
        cdef uint64_t todo
        cdef int color, winner = UNKNOWN
        cdef uint32_t index
        t = s[0]
        for color in range(2):
            t.stones[color] = 0
            todo = s.stones[color]
            while todo:
                t.stones[color] |= self.spread[lowest(todo)]
                todo &= todo - 1
        t.marks = 0
        todo = s.marks
        while todo:
            t.marks |= self.spread[lowest(todo)]
            todo &= todo - 1
        with gil:
            if self.after is None:
                return ATTACKER if side(s) != self.game.owner else OWNER
            with nogil:
                index = self.after.find(&t)
                if index:
                    winner = self.after.reach(index)
            if self.after.stopped == INTERRUPTED:
                self.stopped = INTERRUPTED
                self.interrupt = self.after.interrupt
            return winner if winner == self.after.forcing else 3 - self.after.forcing

    cdef bint tick(self) noexcept nogil:
        """Now and then: has the time run out, or has Ctrl-C been pressed? False once the search has to stop."""
        self.ticks += 1
        if self.ticks & 4095 == 0:
            with gil:
                try:
                    if self.deadline and time.monotonic() > self.deadline:
                        self.stopped = TIME
                    PyErr_CheckSignals()
                except BaseException as error:
                    self.stopped = INTERRUPTED
                    self.interrupt = error
        return self.stopped == FINISHED

    cdef inline bint attacks(self, uint32_t index) noexcept nogil:
        return side(&self.node_at[index].state) != self.game.owner

    cdef inline bint forces(self, uint32_t index) noexcept nogil:
        """Is it the side to move that must force the event?"""
        return self.attacks(index) == (self.forcing == ATTACKER)

    # Reachability.

    cdef int reach(self, uint32_t root) noexcept nogil:
        """Who wins the reachability game from `root`? UNKNOWN if a limit stopped the search."""
        cdef uint32_t step = 500
        # Depth first finds the avoiding side's strategies, best first deep wins of the other side: they take turns.
        while self.node_at[root].winner == UNKNOWN and self.stopped == FINISHED:
            if self.descend(root, self.node_count + step):
                break
            if self.node_at[root].winner == UNKNOWN and self.stopped == FINISHED:
                self.prove(root, self.node_count + PROVE_SHARE * step)
            step *= 2
        return self.node_at[root].winner

    cdef void decide(self, uint32_t index, uint8_t move) noexcept nogil:
        """The forcing side wins here (by `move`, if it is his turn): tell all who wait, and theirs."""
        cdef uint32_t e, parent, top
        cdef Node *p
        self.node_at[index].winner = self.forcing
        self.node_at[index].move = move
        # While the news spreads, `hope` of a decided node links the nodes whose parents are still to be told.
        self.node_at[index].hope = 0
        top = index
        while top:
            index = top
            top = self.node_at[index].hope
            self.rank += 1
            self.node_at[index].rank = self.rank
            if self.node_at[index].depth and (self.cut == 0 or self.node_at[index].depth < self.cut):
                self.cut = self.node_at[index].depth
            e = self.node_at[index].waiting
            while e:
                parent = self.edges[e].to
                p = &self.node_at[parent]
                if p.winner == UNKNOWN:
                    if self.forces(parent):
                        p.winner = self.forcing
                        p.move = self.edges[e].move
                        self.praise(parent, p.move)
                        p.hope = top
                        top = parent
                    elif p.hope == index and not p.depth:
                        p.explored = False
                        if self.grow(<void **>&self.resumed, &self.resumed_capacity, self.resumed_count + 1, sizeof(uint32_t)):
                            self.resumed[self.resumed_count] = parent
                            self.resumed_count += 1
                e = self.edges[e].next

    cdef void praise(self, uint32_t index, uint8_t move) noexcept nogil:
        self.worth[side(&self.node_at[index].state)][move] += 1

    cdef bint link(self, uint32_t child, uint32_t parent, uint8_t move) noexcept nogil:
        cdef Edge *e
        if not self.grow(<void **>&self.edges, &self.edge_capacity, self.edge_count + 2, sizeof(Edge)):
            return False
        self.edge_count += 1
        e = &self.edges[self.edge_count]
        e.to = parent
        e.move = move
        e.next = self.node_at[child].waiting
        self.node_at[child].waiting = self.edge_count
        return True

    cdef void push(self, uint32_t index) noexcept nogil:
        """Open a node for the depth-first search, unless its children decide it at once."""
        cdef int me = side(&self.node_at[index].state)
        cdef bint forces = self.forces(index)
        cdef int wanted = self.forcing if forces else 3 - self.forcing
        cdef uint32_t i, j, open_children = 0
        cdef Child *list
        cdef Child c
        cdef int32_t value
        if not self.expand(index):
            return
        list = self.children + self.node_at[index].first
        for i in range(self.node_at[index].count):
            c = list[i]
            if self.node_at[c.node].winner == wanted:
                if forces:
                    self.decide(index, c.move)
                else:
                    self.node_at[index].winner = wanted
                    self.node_at[index].move = c.move
                    self.node_at[index].hope = c.node
                return
            open_children += self.node_at[c.node].winner == UNKNOWN
        if open_children == 0:
            if forces:
                self.node_at[index].winner = 3 - self.forcing
            else:
                self.decide(index, 0)
            return
        for i in range(1, self.node_at[index].count):
            c = list[i]
            value = 100 * c.score + self.worth[me][c.move]
            j = i
            while j > 0 and 100 * list[j - 1].score + self.worth[me][list[j - 1].move] < value:
                list[j] = list[j - 1]
                j -= 1
            list[j] = c
        if not self.grow(<void **>&self.frames, &self.frame_capacity, self.frame_count + 1, sizeof(Frame)):
            return
        self.frames[self.frame_count].node = index
        self.frames[self.frame_count].at = 0
        self.frames[self.frame_count].linked = False
        self.frame_count += 1
        self.node_at[index].depth = self.frame_count
        self.node_at[index].explored = False

    cdef void pop(self) noexcept nogil:
        self.frame_count -= 1
        self.node_at[self.frames[self.frame_count].node].depth = 0

    cdef bint descend(self, uint32_t root, uint32_t share) noexcept nogil:
        """Depth first from `root` until it is decided (True) or `share` nodes have been made in all."""
        cdef Frame *f
        cdef Child c
        cdef uint32_t index
        cdef Node *n
        cdef Node *here
        while self.frame_count:
            self.pop()
        self.cut = self.resumed_count = 0
        self.push(root)
        while self.node_at[root].winner == UNKNOWN and self.tick():
            if self.node_count > share:
                return False
            if self.cut:
                # Whatever was being read below a decided node no longer matters there.
                while self.frame_count >= self.cut:
                    self.pop()
                self.cut = 0
            if self.resumed_count:
                self.resumed_count -= 1
                index = self.resumed[self.resumed_count]
                if self.wanted(index, root):
                    self.push(index)
                continue
            if self.frame_count == 0:
                index = self.unfinished(root)
                if index:
                    self.push(index)
                elif self.stopped == FINISHED:
                    self.node_at[root].winner = 3 - self.forcing
                continue
            f = &self.frames[self.frame_count - 1]
            index = f.node
            here = &self.node_at[index]
            if f.at >= here.count:
                if self.forces(index):
                    self.close(index)
                    self.pop()
                else:
                    self.decide(index, 0)
                continue
            c = self.children[here.first + f.at]
            n = &self.node_at[c.node]
            if n.winner != UNKNOWN:
                if (n.winner == self.forcing) == self.forces(index):
                    if self.forces(index):
                        self.praise(index, c.move)
                        self.decide(index, c.move)
                    else:
                        here.winner = n.winner
                        here.move = c.move
                        here.hope = c.node
                        self.pop()
                else:
                    f.at += 1
                    f.linked = False
                continue
            if not f.linked:
                if not self.link(c.node, index, c.move):
                    break
                f.linked = True
            if not self.forces(index):
                here.hope = c.node
                here.move = c.move
            if n.explored or n.depth:
                if self.forces(index):
                    f.at += 1
                    f.linked = False
                else:
                    here.explored = True
                    self.praise(index, c.move)
                    self.pop()
                continue
            self.push(c.node)
        return self.node_at[root].winner != UNKNOWN

    cdef void close(self, uint32_t index) noexcept nogil:
        """All moves of the forcing side have been tried here, and none has worked so far."""
        cdef Node *n = &self.node_at[index]
        cdef uint32_t i
        n.explored = True
        for i in range(n.first, n.first + n.count):
            if self.node_at[self.children[i].node].winner == UNKNOWN:
                return
        n.winner = 3 - self.forcing

    cdef bint wanted(self, uint32_t index, uint32_t root) noexcept nogil:
        """Does anybody still count on this node of the avoiding side?"""
        cdef uint32_t e
        cdef Node *p = &self.node_at[index]
        if p.winner != UNKNOWN or p.depth or p.explored:
            return False
        if index == root:
            return True
        e = p.waiting
        while e:
            p = &self.node_at[self.edges[e].to]
            if p.winner == UNKNOWN and (self.forces(self.edges[e].to) or p.hope == index):
                return True
            e = self.edges[e].next
        return False

    cdef uint32_t unfinished(self, uint32_t root) noexcept nogil:
        """A node that the avoiding side's strategy from `root` relies on and that has not been explored; 0 if there is none."""
        cdef uint8_t *seen = NULL
        cdef uint32_t *queue = NULL
        cdef uint32_t head = 0, tail = 1, index, child, i, found = 0
        cdef Node *n
        if self.fits((<uint64_t>self.node_count + 1) * (1 + sizeof(uint32_t))):
            seen = <uint8_t *>malloc(<size_t>self.node_count + 1)
            queue = <uint32_t *>malloc((<size_t>self.node_count + 1) * sizeof(uint32_t))
        if seen == NULL or queue == NULL:
            self.stopped = MEMORY
        else:
            memset(seen, 0, <size_t>self.node_count + 1)
            queue[0] = root
            seen[root] = 1
            while head < tail and self.tick():
                index = queue[head]
                head += 1
                n = &self.node_at[index]
                if n.winner == 3 - self.forcing:
                    continue
                if n.winner == self.forcing or not n.explored or not (self.forces(index) or self.node_at[n.hope].winner != self.forcing):
                    found = index
                    break
                if self.forces(index):
                    for i in range(n.first, n.first + n.count):
                        child = self.children[i].node
                        if not seen[child]:
                            seen[child] = 1
                            queue[tail] = child
                            tail += 1
                elif not seen[n.hope]:
                    seen[n.hope] = 1
                    queue[tail] = n.hope
                    tail += 1
        free(seen)
        free(queue)
        return found

    cdef void weigh(self, uint32_t index) noexcept nogil:
        """Proof and disproof numbers of an expanded node from its children; decides it if they do."""
        cdef Node *n = &self.node_at[index]
        cdef Node *c
        cdef uint32_t i, least = ENDLESS_NUMBER, other
        cdef uint64_t total = 0
        cdef bint forces = self.forces(index)
        for i in range(n.first, n.first + n.count):
            c = &self.node_at[self.children[i].node]
            if c.winner == self.forcing:
                if forces:
                    self.decide(index, self.children[i].move)
                    return
                continue
            if c.winner != UNKNOWN or c.depth:
                # Decided, or a repetition of the line being read: no way forward for the forcing side.
                if not forces:
                    n.proof = ENDLESS_NUMBER
                    n.disproof = 0
                    return
                continue
            least = min(least, c.proof if forces else c.disproof)
            total += c.disproof if forces else c.proof
        other = <uint32_t>min(total, <uint64_t>ENDLESS_NUMBER)
        n.proof = least if forces else other
        n.disproof = other if forces else least
        if n.proof == 0:
            self.decide(index, 0)

    cdef void prove(self, uint32_t root, uint32_t share) noexcept nogil:
        """Best first from `root`, for wins of the forcing side only, until `share` nodes have been made in all."""
        cdef uint32_t i, index, best, second
        cdef Bounds *b
        cdef Bounds next
        cdef Node *n
        cdef Node *c
        cdef bint forces
        while self.frame_count:
            self.pop()
        self.bound_count = 0
        if not self.enter(root, ENDLESS_NUMBER, ENDLESS_NUMBER):
            return
        while self.bound_count and self.node_count < share and self.tick():
            b = &self.bounds[self.bound_count - 1]
            index = b.node
            n = &self.node_at[index]
            if n.winner == UNKNOWN:
                if not self.expand(index):
                    break
                n = &self.node_at[index]
                self.weigh(index)
            if n.winner != UNKNOWN or n.proof >= b.proof or n.disproof >= b.disproof:
                n.depth = 0
                self.bound_count -= 1
                continue
            forces = self.forces(index)
            best = 0
            second = ENDLESS_NUMBER
            for i in range(n.first, n.first + n.count):
                c = &self.node_at[self.children[i].node]
                if c.winner != UNKNOWN or c.depth:
                    continue
                if best == 0 or self.number(self.children[i].node, forces) < self.number(best, forces):
                    if best:
                        second = self.number(best, forces)
                    best = self.children[i].node
                elif self.number(self.children[i].node, forces) < second:
                    second = self.number(self.children[i].node, forces)
            c = &self.node_at[best]
            second = min(second + second // 4 + 1, <uint32_t>ENDLESS_NUMBER)
            if forces:
                next.proof = min(b.proof, second)
                next.disproof = min(b.disproof - n.disproof + c.disproof, <uint32_t>ENDLESS_NUMBER)
            else:
                next.disproof = min(b.disproof, second)
                next.proof = min(b.proof - n.proof + c.proof, <uint32_t>ENDLESS_NUMBER)
            if not self.enter(best, next.proof, next.disproof):
                break
        for i in range(self.bound_count):
            self.node_at[self.bounds[i].node].depth = 0
        self.bound_count = 0

    cdef inline uint32_t number(self, uint32_t index, bint forces) noexcept nogil:
        return self.node_at[index].proof if forces else self.node_at[index].disproof

    cdef bint enter(self, uint32_t index, uint32_t proof, uint32_t disproof) noexcept nogil:
        if not self.grow(<void **>&self.bounds, &self.bound_capacity, self.bound_count + 1, sizeof(Bounds)):
            return False
        self.bounds[self.bound_count].node = index
        self.bounds[self.bound_count].proof = proof
        self.bounds[self.bound_count].disproof = disproof
        self.bound_count += 1
        self.node_at[index].depth = self.bound_count
        return True

    # Recurrence.

    cdef int recur(self, uint32_t root) noexcept nogil:
        """Who wins the recurrence game from `root`? Builds all of the graph; UNKNOWN if a limit stopped it."""
        cdef uint32_t *back_first = NULL   # node -> where edges lead to it from: back[back_first[node] : back_first[node + 1]]
        cdef uint32_t *back = NULL
        cdef uint32_t *open_moves = NULL   # moves of the side that is pulled along that do not lead into the attractor yet
        cdef uint32_t *queue = NULL
        cdef uint8_t *alive = NULL         # not yet won by the owner
        cdef uint8_t *pulled = NULL
        cdef uint32_t index = 1, child, e, n, edges
        cdef int count, result = UNKNOWN
        while index <= self.node_count and self.tick():
            if self.node_at[index].winner == UNKNOWN and not self.expand(index):
                break
            index += 1
        if self.stopped or not self.fits(<uint64_t>self.node_count * (3 * sizeof(uint32_t) + 2) + <uint64_t>self.child_count * sizeof(uint32_t)):
            return UNKNOWN
        edges = self.child_count
        n = self.node_count
        back_first = <uint32_t *>malloc((<size_t>n + 2) * sizeof(uint32_t))
        back = <uint32_t *>malloc((<size_t>edges + 1) * sizeof(uint32_t))
        open_moves = <uint32_t *>malloc((<size_t>n + 1) * sizeof(uint32_t))
        queue = <uint32_t *>malloc((<size_t>n + 1) * sizeof(uint32_t))
        alive = <uint8_t *>malloc(n + 1)
        pulled = <uint8_t *>malloc(n + 1)
        if back_first == NULL or back == NULL or open_moves == NULL or queue == NULL or alive == NULL or pulled == NULL:
            self.stopped = MEMORY
        else:
            memset(back_first, 0, (<size_t>n + 2) * sizeof(uint32_t))
            for e in range(edges):
                back_first[self.children[e].node] += 1
            child = 0
            for index in range(n + 2):
                e = back_first[index]
                back_first[index] = child
                child += e
            for index in range(1, n + 1):
                for e in range(self.node_at[index].first, self.node_at[index].first + self.node_at[index].count):
                    child = self.children[e].node
                    back[back_first[child]] = index
                    back_first[child] += 1
            for index in range(n + 1, 0, -1):
                back_first[index] = back_first[index - 1]
            for index in range(1, n + 1):
                alive[index] = True
            while self.tick():
                # The attacker's attractor of the positions where the condition holds ...
                count = 0
                for index in range(1, n + 1):
                    pulled[index] = alive[index] and self.holds(index)
                    if pulled[index]:
                        self.node_at[index].rank = 0
                        queue[count] = index
                        count += 1
                self.attract(ATTACKER, queue, count, back_first, back, open_moves, alive, pulled)
                # ... leaves positions where the owner can avoid it for ever; he wins wherever he can get there.
                count = 0
                for index in range(1, n + 1):
                    if alive[index] and not pulled[index]:
                        if self.node_at[index].winner == UNKNOWN:
                            self.node_at[index].winner = OWNER
                            if not self.attacks(index):
                                for e in range(self.node_at[index].first, self.node_at[index].first + self.node_at[index].count):
                                    child = self.children[e].node
                                    if not pulled[child] and (alive[child] or self.node_at[child].winner == OWNER):
                                        self.node_at[index].hope = child
                                        break
                        queue[count] = index
                        count += 1
                if count == 0:
                    break
                for index in range(1, n + 1):
                    pulled[index] = alive[index] and not pulled[index]
                self.attract(OWNER, queue, count, back_first, back, open_moves, alive, pulled)
                for index in range(1, n + 1):
                    if pulled[index]:
                        alive[index] = False
                        self.node_at[index].winner = OWNER
            if not self.stopped:
                for index in range(1, n + 1):
                    if alive[index]:
                        self.node_at[index].winner = ATTACKER
                        if self.attacks(index) and self.node_at[index].rank == 0:
                            for e in range(self.node_at[index].first, self.node_at[index].first + self.node_at[index].count):
                                if alive[self.children[e].node]:
                                    self.node_at[index].hope = self.children[e].node
                                    break
                result = self.node_at[root].winner
        free(back_first)
        free(back)
        free(open_moves)
        free(queue)
        free(alive)
        free(pulled)
        return result

    cdef bint holds(self, uint32_t index) noexcept nogil:
        """Is this a position that the attacker must come to again and again?"""
        if self.node_at[index].winner != UNKNOWN:
            return self.node_at[index].winner == ATTACKER
        return (self.node_at[index].state.meta & TAKEN) != 0 and new_stones(&self.game, &self.node_at[index].state) == 0

    cdef void attract(self, int who, uint32_t *queue, uint32_t count, uint32_t *back_first, uint32_t *back, uint32_t *open_moves,
                      uint8_t *alive, uint8_t *pulled) noexcept nogil:
        """Add to `pulled` all living positions from which `who` can force the play into it."""
        cdef uint32_t head = 0, index, parent, e, at
        for index in range(1, self.node_count + 1):
            open_moves[index] = 0
            for e in range(self.node_at[index].first, self.node_at[index].first + self.node_at[index].count):
                if alive[self.children[e].node]:
                    open_moves[index] += 1
        while head < count and self.tick():
            at = queue[head]
            head += 1
            for e in range(back_first[at], back_first[at + 1]):
                parent = back[e]
                if not alive[parent] or pulled[parent]:
                    continue
                if (who == ATTACKER) == self.attacks(parent):
                    self.node_at[parent].hope = at
                else:
                    open_moves[parent] -= 1
                    if open_moves[parent]:
                        continue
                pulled[parent] = True
                self.node_at[parent].rank = head
                queue[count] = parent
                count += 1

    # What Python sees.

    @property
    def nodes(self):
        return self.node_count

    cdef object outside(self, int move):
        if move < PASS:
            return self.points[move]
        if move == PASS:
            return "pass"
        return ("ko-pass", None if move == KO_PASS_ALL else self.points[move - KO_PASS])

    cdef bint settled(self, uint32_t index):
        """Nothing is left to show: the event has happened, or can no longer be forced."""
        return verdict(&self.game, &self.node_at[index].state, NULL) != UNKNOWN

    cdef bint winners_turn(self, uint32_t index):
        return self.attacks(index) == (self.winner == "attacker")

    cdef int best(self, uint32_t index):
        """Where the winner's move at a node stands in `children`; -1 if the search knows none."""
        cdef Node *n = &self.node_at[index]
        cdef bint by_hope = self.game.question == RECUR or not self.forces(index)
        cdef uint32_t i
        for i in range(n.first, n.first + n.count):
            if (self.children[i].node == n.hope) if by_hope else (self.children[i].move == n.move):
                return i
        return -1

    cdef int must_be_made(self) except -1:
        if self.node_at == NULL or self.points is None:
            raise ValueError("a Proof is made by a search")
        return 0

    cdef uint32_t follow(self, line) except 0:
        cdef uint32_t index = 1, i
        cdef Node *n
        self.must_be_made()
        for step in line:
            n = &self.node_at[index]
            for i in range(n.first, n.first + n.count):
                if self.outside(self.children[i].move) == step:
                    index = self.children[i].node
                    break
            else:
                raise ValueError(f"move {step!r} cannot be played here, or leaves the strategy")
        return index

    def reply(self, line=()):
        """The winner's move after `line`, the moves of both sides from the start; None when nothing is left to do.

        Raises ValueError if the line is not playable, leaves the strategy by a move of the winner, or ends at the loser's turn.
        """
        cdef uint32_t index = self.follow(line)
        cdef int i
        if self.settled(index):
            return None
        if not self.winners_turn(index):
            raise ValueError("it is the loser's turn after this line")
        i = self.best(index)
        if i < 0:
            raise ValueError("the line has left the strategy")
        return self.outside(self.children[i].move)

    def __reduce__(self):
        raise TypeError("a Proof is a search held in memory and is not pickled: pickle the Solution, which searches again when it is asked for its proof")

    def moves(self, line=()):
        """All moves that the search considered after `line`; none when nothing is left to do."""
        cdef uint32_t index = self.follow(line), i
        if self.settled(index):
            return []
        if not self.expand(index):
            raise MemoryError("the search kept no room for these moves")
        return [self.outside(self.children[i].move) for i in range(self.node_at[index].first, self.node_at[index].first + self.node_at[index].count)]

    def line(self, int most=60):
        """The principal line: the winner's moves against stubborn resistance; ends when nothing is left, or where it repeats."""
        cdef uint32_t index = 1, i, child
        cdef int64_t score, best_score
        cdef int chosen
        cdef Node *n
        self.must_be_made()
        shown = []
        seen = set()
        while len(shown) < most and index not in seen and not self.settled(index):
            seen.add(index)
            n = &self.node_at[index]
            chosen = -1
            if self.winners_turn(index):
                chosen = self.best(index)
            else:
                best_score = -1
                for i in range(n.first, n.first + n.count):
                    child = self.children[i].node
                    score = 1 + self.node_at[child].rank
                    if child in seen:
                        score = 0
                    elif not self.settled(child):
                        # The loser plays what ends nothing; the attacker takes the target when he can.
                        score += <int64_t>1 << 33
                        if self.node_at[child].state.meta & TAKEN and not n.state.meta & TAKEN:
                            score += <int64_t>1 << 34
                        if self.children[i].move == PASS:
                            score -= <int64_t>1 << 32
                    if score > best_score:
                        best_score = score
                        chosen = i
            if chosen < 0:
                break
            shown.append(self.outside(self.children[chosen].move))
            index = self.children[chosen].node
        return shown

    cdef object taker(self, uint32_t index, uint32_t child):
        """Who takes a ko by the move between two nodes, if anybody does ("ban" games only)."""
        if banned(&self.node_at[child].state) < 0:
            return None
        return "attacker" if self.attacks(index) else "owner"

    def takes_first(self):
        """The side that takes a ko first in the principal line, or in the shortest line of the proof that takes one; None if no line does."""
        cdef uint32_t index = 1, i, child
        cdef Node *n
        self.must_be_made()
        for move in self.line():
            n = &self.node_at[index]
            for i in range(n.first, n.first + n.count):
                if self.outside(self.children[i].move) == move:
                    child = self.children[i].node
                    break
            found = self.taker(index, child)
            if found:
                return found
            index = child
        seen = {1}
        queue = [1]
        for at in queue:
            index = at
            if self.settled(index):
                continue
            n = &self.node_at[index]
            chosen = self.best(index) if self.winners_turn(index) else -1
            for i in range(n.first, n.first + n.count):
                child = self.children[i].node
                if child in seen or (self.winners_turn(index) and <int64_t>i != <int64_t>chosen):
                    continue
                found = self.taker(index, child)
                if found:
                    return found
                seen.add(child)
                queue.append(child)
        return None

    cdef second(self, Locality where, list bits, int question):
        """Make ready for the search that follows the fall of a standing chain: the same game with all points apart."""
        cdef Proof after = Proof()
        cdef Game *g = &after.game
        cdef State start
        cdef int i
        apart = [0] * len(where)
        target = self.points[lowest(self.game.target)]
        after.prepare(self.max_nodes, self.max_bytes, self.deadline)
        g[0] = self.game
        g.question = question
        g.fold = False
        after.points = where.enter(g, where.inside[target], True, (), &start, apart)
        if after.points is None:
            return
        after.forcing = ATTACKER if question == REMOVE else OWNER
        g.target = where.mask(apart, [target])
        g.points = where.mask(apart, where.unmask(bits, self.game.points))
        for i in range(g.olds):
            g.old[i] = where.mask(apart, where.unmask(bits, self.game.old[i]))
        memset(self.spread, 0, sizeof(self.spread))
        for i in range(len(where)):
            self.spread[<int>bits[i]] |= <uint64_t>1 << <int>apart[i]
        self.after = after


class Outcome:
    """What one search found.

    winner: "attacker", "owner", or None if a limit stopped it; reason: then which ("nodes", "memory", "time", "size").
    nodes: positions looked at. proof: the `Proof`, None without a winner. line: the principal line (see `Proof.line`).
    Equal by value, the proof apart. A pickle keeps everything but the proof: to ask it there raises ValueError.
    """

    __slots__ = ("winner", "reason", "nodes", "_proof", "_line")

    def __init__(self, winner, reason, nodes, proof):
        self.winner, self.reason, self.nodes, self._proof, self._line = winner, reason, nodes, proof, None

    @property
    def proof(self):
        if self._proof is None and self.winner is not None:
            raise ValueError("a pickle does not keep the proof of a search: search again")
        return self._proof

    @property
    def line(self):
        if self._line is None:
            self._line = self._proof.line() if self._proof is not None else []
        return list(self._line)

    def __reduce__(self):
        return restored_outcome, (self.winner, self.reason, self.nodes, self.line)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if not isinstance(other, Outcome):
            return NotImplemented
        return (self.winner, self.reason, self.nodes, self.line) == (other.winner, other.reason, other.nodes, other.line)

    __hash__ = None

    def __repr__(self):
        return f"Outcome({self.winner or 'unknown: ' + self.reason}, nodes={self.nodes})"


def restored_outcome(winner, reason, nodes, line):
    """An `Outcome` out of a pickle."""
    found = Outcome(winner, reason, nodes, None)
    found._line = list(line)
    return found


QUESTIONS = {"capture": CAPTURE, "life": LIFE, "safe": LIFE, "connect": CONNECT, "remove": REMOVE, "restore": RESTORE, "recur": RECUR}
STOPPED = {NODES: "nodes", MEMORY: "memory", TIME: "time"}


def search(Locality where not None, target, question="capture", *, first="attacker", ko="ban", attacker_threats=0, owner_threats=0, banned=None,
           together=(), other=None, points=(), old=(), standing=(), prove=None, pass_lifts_all=False,
           max_nodes=1_000_000, max_bytes=1 << 30, seconds=None):
    """One exact search in a locality. Returns an `Outcome`.

    `target`: a point of the chain that is asked about; its colour is the owner's, the other side attacks. `question`: "capture"
    (can the attacker take it?), "life" (can the owner make it unconditionally alive?), "safe" (or such that he only has to answer?),
    "connect" (to `other`?), or "recur" (after the capture, are `points` kept free of the owner's new stones? `old`: his other chains
    there, as lists of points), with two quicker questions that settle it in one direction each: "remove" (if the attacker wins) and
    "restore" (if the owner wins).
    `together`: points of chains of the target's owner; to take any of them will do ("capture"), or all must live ("life").
    `standing`: points of chains that are taken to stand while the claim of `prove` ("attacker" or "owner"; given by "remove" and
    "restore") is examined: to lose one gives the claim up, to take one leads to a second search. An answer against the claim
    is then none. `first`: who moves first. `ko`: "ban" with stocks of threats (None: endless) and the point `banned` at the start, or "marks".
    Limits: positions, bytes, seconds. Raises ValueError for a target that is not a stone of the locality, KeyboardInterrupt.
    """
    cdef Proof proof
    cdef Game *g
    cdef State start
    cdef int winner, i, side_of_claim
    cdef uint32_t root
    cdef bint fold = True
    cdef uint64_t spent = 0
    if target not in where.inside:
        raise ValueError(f"the target {target} is not inside the locality")
    color = where.color[where.inside[target]]
    if not color:
        raise ValueError(f"no stone at the target {target}")
    if question not in QUESTIONS:
        raise ValueError(f"unknown question {question!r}: expected one of {sorted(QUESTIONS)}")
    if question == "connect" and (other not in where.inside or where.color[where.inside[other]] != color):
        raise ValueError(f"the chain to connect with ({other}) has no stone of the target's colour inside the locality")
    check_limits(max_nodes, max_bytes, seconds)
    for stock in (attacker_threats, owner_threats):
        if stock is not None and not 0 <= stock < ENDLESS:
            raise ValueError(f"a stock of threats is 0 to {ENDLESS - 1}, or None for endless, got {stock!r}")
    if ko not in ("ban", "marks"):
        raise ValueError(f"ko is 'ban' or 'marks', got {ko!r}")
    if len(old) > MOST_OLD:
        return Outcome(None, "nodes", 0, None)
    deadline = time.monotonic() + seconds if seconds is not None else 0.0
    standing = list(standing)
    prove = {"remove": "attacker", "restore": "owner", "recur": prove}.get(question)
    if question in ("remove", "restore"):
        claimant = 3 - color if prove == "attacker" else color
        standing = [p for p in standing if where.color[where.inside[p]] == claimant]
    while True:
        proof = Proof()
        proof.prepare(min(int(max_nodes), 0xfffffff0), int(max_bytes), deadline)
        g = &proof.game
        memset(g, 0, sizeof(Game))
        g.question = QUESTIONS[question]
        g.for_good = question == "life"
        bits = [0] * len(where)
        whole = [*standing, *together] if g.question != CONNECT else [target, other]
        proof.points = where.enter(g, where.inside[target], g.question > LIFE, whole, &start, bits)
        if proof.points is None:
            return Outcome(None, "size", 0, None)
        if standing:
            side_of_claim = (2 - color if prove == "attacker" else color - 1)
            g.falls[side_of_claim] = OWNER if prove == "attacker" else ATTACKER
            g.falls[1 - side_of_claim] = ASK
        g.marks = ko == "marks"
        g.pass_lifts_all = pass_lifts_all
        g.fold = fold and g.local.classes > 0
        g.owner = color - 1
        g.target = where.mask(bits, [target])
        g.together = where.mask(bits, together)
        if other is not None:
            g.other = where.mask(bits, [other])
        g.points = where.mask(bits, points)
        g.olds = len(old)
        for i in range(g.olds):
            g.old[i] = where.mask(bits, old[i])
        if question == "recur" and standing:
            proof.second(where, bits, REMOVE if prove == "attacker" else RESTORE)
        start.meta = g.owner ^ (first == "attacker")
        start.meta |= <uint32_t>(ENDLESS if attacker_threats is None else int(attacker_threats)) << ATTACKER_SHIFT
        start.meta |= <uint32_t>(ENDLESS if owner_threats is None else int(owner_threats)) << OWNER_SHIFT
        if banned is not None and banned in where.inside:
            start.meta |= <uint32_t>(<int>bits[where.inside[banned]] + 1) << BAN_SHIFT
        proof.forcing = OWNER if question in ("life", "safe", "connect", "restore") else ATTACKER
        with nogil:
            root = proof.find(&start)
            winner = UNKNOWN
            if root:
                winner = proof.recur(root) if g.question == RECUR else proof.reach(root)
        spent += proof.node_count + (proof.after.node_count if proof.after is not None else 0)
        if proof.stopped == INTERRUPTED:
            raise proof.interrupt
        if winner == UNKNOWN:
            return Outcome(None, STOPPED[proof.stopped], spent, None)
        if standing and proof.after is not None and proof.after.stopped and winner != (ATTACKER if prove == "attacker" else OWNER):
            return Outcome(None, STOPPED[proof.after.stopped], spent, None)
        if g.fold and g.inexact:
            fold = False
            continue
        proof.winner = "attacker" if winner == ATTACKER else "owner"
        return Outcome(proof.winner, None, spent, proof)


class Ko(NamedTuple):
    """What a life-or-death ko asks for. winner: who gets what he wants if nobody has a ko threat ("attacker" or "owner").

    threats: how many threats the other side needs to turn it when the winner has none, up to 8; None if no such number is enough.
    takes_first: who takes a ko first when the other side turns it ("attacker" or "owner"): in the principal line of that, or if it
    takes none, in the shortest line that does; None if no line does.
    attacker_threats, owner_threats: how many each side needs while the other has none (0: none; None: no number up to 8 is enough).
    """

    winner: str
    threats: int | None
    takes_first: str | None = None

    @property
    def attacker_threats(self):
        return 0 if self.winner == "attacker" else self.threats

    @property
    def owner_threats(self):
        return 0 if self.winner == "owner" else self.threats


class Solution:
    """The fate of a chain when `to_play` moves first. Made by `solve`.

    status: "alive" (its owner makes it live), "dead" (captured), "seki" (not captured, but without two eyes of its own), "ko" (it
    depends on ko threats, see `ko`), "unknown"; for a question of connection "connected", "cut", "ko" or "unknown". A status other than
    "ko" holds whatever the threats; but where `ko` is given with it, only an endless source of threats, such as a double ko
    elsewhere, would turn it, and no number of threats does.
    line: the principal line, points, a pass being rows * cols; of an unknown chain, the line that proves its `bound`. nodes: positions
    looked at. ko: a `Ko`, or None. proof: the decisive search as a `Proof` to replay, or None. reason: why it is unknown; bound: what
    is proven all the same, "not alive" (dead, or a ko), "not dead" (alive, in seki, or a ko), for connections "not connected" and
    "not cut", "ko" (but not how many threats it takes), or "".

    Solutions are equal by value, the proof apart. A pickle keeps all but the proof, which is searched for again, within the same limits
    of positions and memory, when it is asked for.
    """

    __slots__ = ("status", "line", "nodes", "ko", "reason", "bound", "_proof", "_asked")

    def __init__(self, status, nodes, outcome=None, pass_move=None, ko=None, reason=None, bound="", asked=None):
        self.status, self.nodes, self.ko, self.reason, self.bound = status, nodes, ko, reason, bound
        self._proof = outcome.proof if outcome is not None else None
        self._asked = asked if self._proof is not None else None
        self.line = [pass_move if move == "pass" else move for move in outcome.line] if self._proof is not None else []

    @property
    def proof(self):
        if self._proof is None and self._asked is not None:
            (stones, shape, allowed), target, question, more = self._asked
            where = Locality(np.frombuffer(stones, np.uint8).reshape(shape), dict(allowed))
            self._proof = search(where, target, question, **dict(more)).proof
        return self._proof

    def __reduce__(self):
        ko = None if self.ko is None else tuple(self.ko)
        return restored_solution, (self.status, list(self.line), self.nodes, ko, self.reason, self.bound, self._asked)

    def __copy__(self):
        found = restored_solution(*self.__reduce__()[1])
        found._proof = self._proof
        return found

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __eq__(self, other):
        if not isinstance(other, Solution):
            return NotImplemented
        return ((self.status, self.line, self.nodes, self.ko, self.reason, self.bound)
                == (other.status, other.line, other.nodes, other.ko, other.reason, other.bound))

    __hash__ = None

    def __repr__(self):
        more = f", {self.ko}" if self.ko else ""
        more += f", reason={self.reason!r}, bound={self.bound!r}" if self.reason else ""
        return f"Solution({self.status!r}, nodes={self.nodes}{more})"


def restored_solution(status, line, nodes, ko, reason, bound, asked):
    """A `Solution` out of a pickle."""
    found = Solution(status, nodes, ko=None if ko is None else Ko(*ko), reason=reason, bound=bound)
    found.line, found._asked = list(line), asked
    return found


MOST_THREATS = 8

REASONS = {
    "nodes": "the limit of positions was reached",
    "memory": "the limit of memory was reached",
    "time": "the time limit was reached",
    "size": "more than 64 points and chains can matter: give a region",
}


def chain_of(stones, point):
    """The points of the chain at a point."""
    found, todo = {point}, [point]
    while todo:
        for q in neighbours(todo.pop(), *stones.shape):
            if stones.flat[q] == stones.flat[point] and q not in found:
                found.add(q)
                todo.append(q)
    return found


def check_limits(max_nodes, max_bytes, seconds):
    """Raise ValueError or TypeError unless these are limits."""
    arguments.integer(max_nodes, "max_nodes", 0)
    arguments.integer(max_bytes, "max_bytes", 0)
    if seconds is not None:
        arguments.real(seconds, "seconds", 0)


def solve(board, target, to_play=None, region=None, max_nodes=1_000_000, *, connect=None, max_bytes=1 << 30, seconds=None):
    """The fate of the chain at `target` when `to_play` (1 or 2; default: the other side) moves first, by exact search. Returns a `Solution`.

    board: a `Board`, whose ko ban counts, a `Game`, stones as an integer array (rows, cols), or a diagram. target: a point in any
    notation. region: where play takes place, as points in any notation or as an array (rows, cols), bool or who may play where (0
    nobody, 1 Black, 2 White, 3 both); by default all that is reached
    from the chain without crossing unconditionally alive chains. What is outside stands for ever, its empty points too; so the region
    must hold all liberties of the chain.
    connect: a point of another chain of the same colour: the question is then whether its owner makes the two one chain, or both of
    them stand for ever. Rules: simple ko, no suicide; passes and endless repetition are allowed, and a chain that is only chased for
    ever is not captured. Limits: max_nodes positions and max_bytes of memory of each search, seconds of all (a ko takes up to a dozen
    searches, anything else up to four). Raises ValueError or TypeError for a point without a stone, a bad region or limit, and
    KeyboardInterrupt when interrupted.
    """
    check_limits(max_nodes, max_bytes, seconds)
    board = arguments.position(board)
    stones = arguments.stones(board)
    rows, cols = stones.shape
    point = arguments.point(board, target, "target")
    color = int(stones.flat[point])
    if not color:
        raise ValueError(f"target must be a stone, not the empty point {arguments.shown(target)}")
    to_play = 3 - color if to_play is None else arguments.color(to_play, "to_play")
    other = None
    if connect is not None:
        other = arguments.point(board, connect, "connect")
        if stones.flat[other] != color:
            raise ValueError(f"connect must be a stone of the target's color, not {arguments.shown(connect)}")
    if region is not None:
        region = region_of(board, region)
    lasting = pass_alive(stones)
    if lasting.flat[point] and (other is None or lasting.flat[other]):
        return Solution("alive" if other is None else "connected", 0)
    allowed = {}
    for p in (point,) if other is None else (point, other):
        # To connect with a chain that stands for ever, the chain itself is all of it that matters.
        if lasting.flat[p]:
            found = dict.fromkeys(chain_of(stones, p), 3)
        else:
            if region is not None:
                must_hold_liberties(board, p, region)
            found = locality(stones, p, region, lasting, MOST_LOCAL)
        if found is None:
            return Solution("unknown", 0, reason=REASONS["size"])
        allowed.update(found)
    where = Locality(stones, allowed)
    ko_point = board.ko_point
    if ko_point is not None and board.is_legal(ko_point, to_play):
        ko_point = None  # the other side's ban
    first = "owner" if to_play == color else "attacker"
    deadline = time.monotonic() + seconds if seconds is not None else None
    spent = 0
    laid_out = stones.tobytes(), stones.shape, tuple(sorted(allowed.items()))

    def ask(question, attacker=0, owner=0):
        nonlocal spent
        left = None if deadline is None else max(deadline - time.monotonic(), 0.001)
        more = {"first": first, "attacker_threats": attacker, "owner_threats": owner, "other": other, "banned": ko_point,
                "max_nodes": max_nodes, "max_bytes": max_bytes}
        found = search(where, point, question, **more, seconds=left)
        asked[id(found)] = found, (laid_out, point, question, tuple(more.items()))
        spent += found.nodes
        return found

    asked = {}

    def answer(status, found=None, **more):
        return Solution(status, spent, found, rows * cols, asked=asked[id(found)][1] if found is not None else None, **more)

    # What the two sides get, whatever the threats, and what is left if that fails.
    question, alive, dead = ("capture", "alive", "dead") if other is None else ("connect", "connected", "cut")

    def ko(found, turned):
        # The winner without threats, and how many of his own the other side needs; `turned`: a search in which he has any number.
        winner, threats = found.winner, None
        # Mostly one is enough; if not, and MOST_THREATS are no more use, nor is any number between.
        for n in (1, MOST_THREATS, *range(2, MOST_THREATS)):
            again = ask(question, *((0, n) if winner == "attacker" else (n, 0)))
            if again.winner is None:
                return answer("unknown", found, reason=REASONS[again.reason], bound="ko")
            if n == MOST_THREATS and again.winner == winner:
                break
            if again.winner != winner:
                threats, turned = n, again
                if n < MOST_THREATS:
                    break
        about = Ko(winner, threats, turned.proof.takes_first())
        if threats is not None:
            return answer("ko", found, ko=about)
        if winner == "attacker":
            return answer(dead, found, ko=about)
        # No number of threats takes it off; whether it has two eyes is asked with as many.
        lives = ask("life", attacker=MOST_THREATS) if other is None else found
        if lives.winner is None:
            return answer("unknown", found, reason=REASONS[lives.reason], bound="not dead")
        return answer(alive if lives.winner == "owner" else "seki", lives if lives.winner == "owner" else found, ko=about)

    found = ask(question)
    if found.winner is None:
        # What is too hard without threats may be easy where one side's are endless, and then it holds all the more.
        if found.reason in ("nodes", "memory"):
            hard = ask(question, owner=None)
            if hard.winner == "attacker":
                return answer(dead, hard)
            hard = ask(question if other is not None else "life", attacker=None)
            if hard.winner == "owner":
                return answer(alive, hard)
        return answer("unknown", reason=REASONS[found.reason])
    if found.winner == "attacker":
        hard = ask(question, owner=None)
        if hard.winner == "attacker":
            return answer(dead, hard)
        if hard.winner is None:
            return answer("unknown", found, reason=REASONS[hard.reason], bound=f"not {alive}")
        return ko(found, hard)
    hard = ask(question if other is not None else "life", attacker=None)
    if hard.winner == "owner":
        return answer(alive, hard)
    if other is not None:
        return ko(found, hard) if hard.winner else answer("unknown", found, reason=REASONS[hard.reason], bound="not cut")
    safe = ask(question, attacker=None)
    if safe.winner == "attacker":
        return ko(found, safe)
    if safe.winner is None or hard.winner is None:
        return answer("unknown", found, reason=REASONS[safe.reason or hard.reason], bound="not dead")
    return answer("seki", safe)


def must_hold_liberties(board, point, region):
    """Raise ValueError if a region leaves out a liberty of the chain at `point`: outside nobody plays, so the chain would live by that."""
    missing = [int(p) for p in board.liberty_points(point) if int(p) not in region]
    if missing:
        names = ", ".join(board.vertex(p) for p in missing)
        raise ValueError(f"region must hold all liberties of the chain at {board.vertex(point)}; it leaves out {names}")
