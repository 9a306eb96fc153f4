"""Recurrence (a Buechi game): the attacker must make something true again and again, on the whole graph of positions.

Solved by repeated attractors: from where the attacker can force the play into the condition, the owner's escapes are taken away until
none is left (E. Grädel, W. Thomas, T. Wilke, "Automata, Logics, and Infinite Games", LNCS 2500, 2002, chapter 2).
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from goboard.reading._graph cimport MEMORY, Graph, attacks
from goboard.reading._locality cimport ATTACKER, OWNER, TAKEN, UNKNOWN, new_stones


cdef struct Arena:
    uint32_t count             # nodes 1 .. count
    uint32_t *back_first       # node -> where edges lead to it from: back[back_first[node] : back_first[node + 1]]
    uint32_t *back
    uint32_t *open_moves       # moves of the side that is pulled along that do not lead into the attractor yet
    uint32_t *queue
    uint8_t *alive             # not yet won by the owner
    uint8_t *pulled


cdef int recur(Graph g, uint32_t root) noexcept nogil:
    cdef Arena a
    cdef uint32_t index = 1
    cdef int result = UNKNOWN
    while index <= g.node_count and g.tick():
        if g.node_at[index].winner == UNKNOWN and not g.expand(index):
            break
        index += 1
    if g.stopped or not g.fits(<uint64_t>g.node_count * (3 * sizeof(uint32_t) + 2) + <uint64_t>g.child_count * sizeof(uint32_t)):
        return UNKNOWN
    if lay_out(g, &a):
        # The attacker's attractor of the condition leaves positions where the owner can avoid it from then on; the owner wins
        # wherever it can get there. What is left in the end is the attacker's.
        while g.tick():
            attract(g, &a, ATTACKER, condition(g, &a))
            index = escapes(g, &a)
            if index == 0:
                break
            attract(g, &a, OWNER, index)
            for index in range(1, a.count + 1):
                if a.pulled[index]:
                    a.alive[index] = False
                    g.node_at[index].winner = OWNER
        if not g.stopped:
            give_to_attacker(g, &a)
            result = g.node_at[root].winner
    else:
        g.stopped = MEMORY
    free(a.back_first)
    free(a.back)
    free(a.open_moves)
    free(a.queue)
    free(a.alive)
    free(a.pulled)
    return result


cdef bint lay_out(Graph g, Arena *a) noexcept nogil:
    """Allocate the arena and list the edges by where they lead. False if there is no memory; what has been allocated is still to be freed."""
    cdef uint32_t index, child, e, n = g.node_count, start = 0
    a.count = n
    a.back_first = <uint32_t *>calloc(<size_t>n + 2, sizeof(uint32_t))
    a.back = <uint32_t *>malloc((<size_t>g.child_count + 1) * sizeof(uint32_t))
    a.open_moves = <uint32_t *>malloc((<size_t>n + 1) * sizeof(uint32_t))
    a.queue = <uint32_t *>malloc((<size_t>n + 1) * sizeof(uint32_t))
    a.alive = <uint8_t *>malloc(<size_t>n + 1)
    a.pulled = <uint8_t *>malloc(<size_t>n + 1)
    if a.back_first == NULL or a.back == NULL or a.open_moves == NULL or a.queue == NULL or a.alive == NULL or a.pulled == NULL:
        return False
    for e in range(g.child_count):
        a.back_first[g.children[e].node] += 1
    for index in range(n + 2):
        e = a.back_first[index]
        a.back_first[index] = start
        start += e
    for index in range(1, n + 1):
        a.alive[index] = True
        for e in range(g.node_at[index].first, g.node_at[index].first + g.node_at[index].count):
            child = g.children[e].node
            a.back[a.back_first[child]] = index
            a.back_first[child] += 1
    for index in range(n + 1, 0, -1):
        a.back_first[index] = a.back_first[index - 1]
    return True


cdef uint32_t condition(Graph g, Arena *a) noexcept nogil:
    """Pull the living positions where the condition holds, and queue them. Returns how many."""
    cdef uint32_t index, count = 0
    for index in range(1, a.count + 1):
        a.pulled[index] = a.alive[index] and holds(g, index)
        if a.pulled[index]:
            g.node_at[index].rank = 0
            a.queue[count] = index
            count += 1
    return count


cdef bint holds(Graph g, uint32_t index) noexcept nogil:
    """Whether this is a position that the attacker must come to again and again."""
    if g.node_at[index].winner != UNKNOWN:
        return g.node_at[index].winner == ATTACKER
    return (g.node_at[index].state.meta & TAKEN) != 0 and new_stones(&g.game, &g.node_at[index].state) == 0


cdef uint32_t escapes(Graph g, Arena *a) noexcept nogil:
    """Turn `pulled` over: queue the living positions that the attractor left out, and pull these alone. Returns how many."""
    cdef uint32_t index, child, e, count = 0
    for index in range(1, a.count + 1):
        if not a.alive[index] or a.pulled[index]:
            continue
        if g.node_at[index].winner == UNKNOWN:
            g.node_at[index].winner = OWNER
            if not attacks(g, index):
                for e in range(g.node_at[index].first, g.node_at[index].first + g.node_at[index].count):
                    child = g.children[e].node
                    if not a.pulled[child] and (a.alive[child] or g.node_at[child].winner == OWNER):
                        g.node_at[index].hope = child
                        break
        a.queue[count] = index
        count += 1
    if count:
        for index in range(1, a.count + 1):
            a.pulled[index] = a.alive[index] and not a.pulled[index]
    return count


cdef void attract(Graph g, Arena *a, int who, uint32_t count) noexcept nogil:
    """Add to `pulled`, and to the first `count` of the queue, all living positions from which `who` can force the play into them."""
    cdef uint32_t head = 0, index, parent, e, at
    for index in range(1, a.count + 1):
        a.open_moves[index] = 0
        for e in range(g.node_at[index].first, g.node_at[index].first + g.node_at[index].count):
            if a.alive[g.children[e].node]:
                a.open_moves[index] += 1
    while head < count and g.tick():
        at = a.queue[head]
        head += 1
        for e in range(a.back_first[at], a.back_first[at + 1]):
            parent = a.back[e]
            if not a.alive[parent] or a.pulled[parent]:
                continue
            if (who == ATTACKER) == attacks(g, parent):
                g.node_at[parent].hope = at
            else:
                a.open_moves[parent] -= 1
                if a.open_moves[parent]:
                    continue
            a.pulled[parent] = True
            g.node_at[parent].rank = head
            a.queue[count] = parent
            count += 1


cdef void give_to_attacker(Graph g, Arena *a) noexcept nogil:
    """The positions still alive are the attacker's, who stays among them where the condition holds."""
    cdef uint32_t index, e
    for index in range(1, a.count + 1):
        if not a.alive[index]:
            continue
        g.node_at[index].winner = ATTACKER
        if attacks(g, index) and g.node_at[index].rank == 0:
            for e in range(g.node_at[index].first, g.node_at[index].first + g.node_at[index].count):
                if a.alive[g.children[e].node]:
                    g.node_at[index].hope = g.children[e].node
                    break
