"""The graph of positions of a search: found or made by their hash, expanded on demand, within limits of number, memory and time.

The nodes where the forcing side wins are decided here too: the news spreads to all nodes that wait for it.
"""
import time

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from goboard.reading._locality cimport ASK, ATTACKER, MOST_MOVES, OWNER, UNKNOWN, State, side, successors, verdict


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 30)) * <uint64_t>0xbf58476d1ce4e5b9
    x = (x ^ (x >> 27)) * <uint64_t>0x94d049bb133111eb
    return x ^ (x >> 31)


cdef inline uint64_t key_of(const State *s) noexcept nogil:
    return mixed(s.stones[0] + mixed(s.stones[1] + mixed(s.marks * 3 + (<uint64_t>s.meta << 32))))


cdef class Graph:
    """The positions that one search has looked at. Has no face in Python; see `Proof`."""

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
        """Who wins a position where a chain that was taken to stand has fallen; `Proof` searches again, all points apart."""
        return ATTACKER if side(s) != self.game.owner else OWNER

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
                    if forces(self, parent):
                        p.winner = self.forcing
                        p.move = self.edges[e].move
                        praise(self, parent, p.move)
                        p.hope = top
                        top = parent
                    elif p.hope == index and not p.depth:
                        p.explored = False
                        if self.grow(<void **>&self.resumed, &self.resumed_capacity, self.resumed_count + 1, sizeof(uint32_t)):
                            self.resumed[self.resumed_count] = parent
                            self.resumed_count += 1
                e = self.edges[e].next

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
