"""The graph of positions that a search grows, within its limits, and what is decided in it."""
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from goboard.reading._locality cimport ATTACKER, Game, State, side


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


cdef class Graph:
    # Node 0 and edge 0 are never used: 0 stands for none.
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
    cdef int stopped, forcing      # why the search gave up; the side that must force the event
    cdef int32_t worth[2][256]     # how often a move of each side has worked: the history heuristic
    cdef object interrupt

    cdef bint prepare(self, uint32_t max_nodes, uint64_t max_bytes, double deadline) except False
    cdef uint64_t bytes(self) noexcept nogil
    cdef bint fits(self, uint64_t more) noexcept nogil
    cdef bint grow(self, void **block, uint32_t *capacity, uint32_t needed, size_t size) noexcept nogil
    cdef uint32_t find(self, const State *s) noexcept nogil
    cdef void widen(self) noexcept nogil
    cdef bint expand(self, uint32_t index) noexcept nogil
    cdef int ask(self, const State *s) noexcept nogil
    cdef bint tick(self) noexcept nogil
    cdef void decide(self, uint32_t index, uint8_t move) noexcept nogil
    cdef bint link(self, uint32_t child, uint32_t parent, uint8_t move) noexcept nogil


cdef inline bint attacks(Graph g, uint32_t index) noexcept nogil:
    """Whether the attacker is to move."""
    return side(&g.node_at[index].state) != g.game.owner


cdef inline bint forces(Graph g, uint32_t index) noexcept nogil:
    """Whether the side to move is the one that must force the event."""
    return attacks(g, index) == (g.forcing == ATTACKER)


cdef inline void praise(Graph g, uint32_t index, uint8_t move) noexcept nogil:
    g.worth[side(&g.node_at[index].state)][move] += 1


cdef inline void pop(Graph g) noexcept nogil:
    """Leave the node on top of the depth-first stack."""
    g.frame_count -= 1
    g.node_at[g.frames[g.frame_count].node].depth = 0
