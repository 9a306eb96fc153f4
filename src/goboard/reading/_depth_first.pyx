"""Reachability, depth first: thin proofs for the side that avoids the event.

A position where the avoiding side has a move not yet refuted counts as a success of that side until the move is refuted, so that
repetition needs no extra rule (X. Liu, S. Smolka, "Simple linear-time algorithms for minimal fixed points", ICALP 1998).
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from goboard.reading._graph cimport FINISHED, MEMORY, Child, Frame, Graph, Node, forces, pop, praise
from goboard.reading._locality cimport UNKNOWN, side


cdef void push(Graph g, uint32_t index) noexcept nogil:
    """Open a node for the depth-first search, unless its children decide it at once."""
    cdef int me = side(&g.node_at[index].state)
    cdef bint to_force = forces(g, index)
    cdef int wanted = g.forcing if to_force else 3 - g.forcing
    cdef uint32_t i, j, open_children = 0
    cdef Child *list
    cdef Child c
    cdef int32_t value
    if not g.expand(index):
        return
    list = g.children + g.node_at[index].first
    for i in range(g.node_at[index].count):
        c = list[i]
        if g.node_at[c.node].winner == wanted:
            if to_force:
                g.decide(index, c.move)
            else:
                g.node_at[index].winner = wanted
                g.node_at[index].move = c.move
                g.node_at[index].hope = c.node
            return
        open_children += g.node_at[c.node].winner == UNKNOWN
    if open_children == 0:
        if to_force:
            g.node_at[index].winner = 3 - g.forcing
        else:
            g.decide(index, 0)
        return
    for i in range(1, g.node_at[index].count):
        c = list[i]
        value = 100 * c.score + g.worth[me][c.move]
        j = i
        while j > 0 and 100 * list[j - 1].score + g.worth[me][list[j - 1].move] < value:
            list[j] = list[j - 1]
            j -= 1
        list[j] = c
    if not g.grow(<void **>&g.frames, &g.frame_capacity, g.frame_count + 1, sizeof(Frame)):
        return
    g.frames[g.frame_count].node = index
    g.frames[g.frame_count].at = 0
    g.frames[g.frame_count].linked = False
    g.frame_count += 1
    g.node_at[index].depth = g.frame_count
    g.node_at[index].explored = False


cdef bint descend(Graph g, uint32_t root, uint32_t share) noexcept nogil:
    """Depth first from `root` until it is decided (True) or `share` nodes have been made in all."""
    cdef Frame *f
    cdef Child c
    cdef uint32_t index
    cdef Node *n
    cdef Node *here
    while g.frame_count:
        pop(g)
    g.cut = g.resumed_count = 0
    push(g, root)
    while g.node_at[root].winner == UNKNOWN and g.tick():
        if g.node_count > share:
            return False
        if g.cut:
            # Whatever was being read below a decided node no longer matters there.
            while g.frame_count >= g.cut:
                pop(g)
            g.cut = 0
        if g.resumed_count:
            g.resumed_count -= 1
            index = g.resumed[g.resumed_count]
            if wanted(g, index, root):
                push(g, index)
            continue
        if g.frame_count == 0:
            index = unfinished(g, root)
            if index:
                push(g, index)
            elif g.stopped == FINISHED:
                g.node_at[root].winner = 3 - g.forcing
            continue
        f = &g.frames[g.frame_count - 1]
        index = f.node
        here = &g.node_at[index]
        if f.at >= here.count:
            if forces(g, index):
                close(g, index)
                pop(g)
            else:
                g.decide(index, 0)
            continue
        c = g.children[here.first + f.at]
        n = &g.node_at[c.node]
        if n.winner != UNKNOWN:
            if (n.winner == g.forcing) == forces(g, index):
                if forces(g, index):
                    praise(g, index, c.move)
                    g.decide(index, c.move)
                else:
                    here.winner = n.winner
                    here.move = c.move
                    here.hope = c.node
                    pop(g)
            else:
                f.at += 1
                f.linked = False
            continue
        if not f.linked:
            if not g.link(c.node, index, c.move):
                break
            f.linked = True
        if not forces(g, index):
            here.hope = c.node
            here.move = c.move
        if n.explored or n.depth:
            if forces(g, index):
                f.at += 1
                f.linked = False
            else:
                here.explored = True
                praise(g, index, c.move)
                pop(g)
            continue
        push(g, c.node)
    return g.node_at[root].winner != UNKNOWN


cdef void close(Graph g, uint32_t index) noexcept nogil:
    """All moves of the forcing side have been tried here, and none has worked so far."""
    cdef Node *n = &g.node_at[index]
    cdef uint32_t i
    n.explored = True
    for i in range(n.first, n.first + n.count):
        if g.node_at[g.children[i].node].winner == UNKNOWN:
            return
    n.winner = 3 - g.forcing


cdef bint wanted(Graph g, uint32_t index, uint32_t root) noexcept nogil:
    """Does anybody still count on this node of the avoiding side?"""
    cdef uint32_t e
    cdef Node *p = &g.node_at[index]
    if p.winner != UNKNOWN or p.depth or p.explored:
        return False
    if index == root:
        return True
    e = p.waiting
    while e:
        p = &g.node_at[g.edges[e].to]
        if p.winner == UNKNOWN and (forces(g, g.edges[e].to) or p.hope == index):
            return True
        e = g.edges[e].next
    return False


cdef uint32_t unfinished(Graph g, uint32_t root) noexcept nogil:
    """A node that the avoiding side's strategy from `root` relies on and that has not been explored; 0 if there is none."""
    cdef uint8_t *seen = NULL
    cdef uint32_t *queue = NULL
    cdef uint32_t head = 0, tail = 1, index, child, i, found = 0
    cdef Node *n
    if g.fits((<uint64_t>g.node_count + 1) * (1 + sizeof(uint32_t))):
        seen = <uint8_t *>malloc(<size_t>g.node_count + 1)
        queue = <uint32_t *>malloc((<size_t>g.node_count + 1) * sizeof(uint32_t))
    if seen == NULL or queue == NULL:
        g.stopped = MEMORY
    else:
        memset(seen, 0, <size_t>g.node_count + 1)
        queue[0] = root
        seen[root] = 1
        while head < tail and g.tick():
            index = queue[head]
            head += 1
            n = &g.node_at[index]
            if n.winner == 3 - g.forcing:
                continue
            if n.winner == g.forcing or not n.explored or not (forces(g, index) or g.node_at[n.hope].winner != g.forcing):
                found = index
                break
            if forces(g, index):
                for i in range(n.first, n.first + n.count):
                    child = g.children[i].node
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
