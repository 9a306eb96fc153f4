"""Reachability, best first: deep wins of the forcing side, by proof numbers.

A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002. A repetition of the line that is being read
counts as no way forward there, and is not stored: what is found is a win, whatever is not found remains open.
"""
from libc.stdint cimport uint32_t, uint64_t

from goboard.reading._graph cimport ENDLESS_NUMBER, Bounds, Graph, Node, forces, pop
from goboard.reading._locality cimport UNKNOWN


cdef void weigh(Graph g, uint32_t index) noexcept nogil:
    """Proof and disproof numbers of an expanded node from its children; decides it if they do."""
    cdef Node *n = &g.node_at[index]
    cdef Node *c
    cdef uint32_t i, least = ENDLESS_NUMBER, other
    cdef uint64_t total = 0
    cdef bint to_force = forces(g, index)
    for i in range(n.first, n.first + n.count):
        c = &g.node_at[g.children[i].node]
        if c.winner == g.forcing:
            if to_force:
                g.decide(index, g.children[i].move)
                return
            continue
        if c.winner != UNKNOWN or c.depth:
            # Decided, or a repetition of the line being read: no way forward for the forcing side.
            if not to_force:
                n.proof = ENDLESS_NUMBER
                n.disproof = 0
                return
            continue
        least = min(least, c.proof if to_force else c.disproof)
        total += c.disproof if to_force else c.proof
    other = <uint32_t>min(total, <uint64_t>ENDLESS_NUMBER)
    n.proof = least if to_force else other
    n.disproof = other if to_force else least
    if n.proof == 0:
        g.decide(index, 0)


cdef inline uint32_t number(Graph g, uint32_t index, bint to_force) noexcept nogil:
    return g.node_at[index].proof if to_force else g.node_at[index].disproof


cdef bint enter(Graph g, uint32_t index, uint32_t proof, uint32_t disproof) noexcept nogil:
    if not g.grow(<void **>&g.bounds, &g.bound_capacity, g.bound_count + 1, sizeof(Bounds)):
        return False
    g.bounds[g.bound_count].node = index
    g.bounds[g.bound_count].proof = proof
    g.bounds[g.bound_count].disproof = disproof
    g.bound_count += 1
    g.node_at[index].depth = g.bound_count
    return True


cdef void prove(Graph g, uint32_t root, uint32_t share) noexcept nogil:
    """Best first from `root`, for wins of the forcing side only, until `share` nodes have been made in all."""
    cdef uint32_t i, index, best, second
    cdef Bounds *b
    cdef Bounds next
    cdef Node *n
    cdef Node *c
    cdef bint to_force
    while g.frame_count:
        pop(g)
    g.bound_count = 0
    if not enter(g, root, ENDLESS_NUMBER, ENDLESS_NUMBER):
        return
    while g.bound_count and g.node_count < share and g.tick():
        b = &g.bounds[g.bound_count - 1]
        index = b.node
        n = &g.node_at[index]
        if n.winner == UNKNOWN:
            if not g.expand(index):
                break
            n = &g.node_at[index]
            weigh(g, index)
        if n.winner != UNKNOWN or n.proof >= b.proof or n.disproof >= b.disproof:
            n.depth = 0
            g.bound_count -= 1
            continue
        to_force = forces(g, index)
        best = 0
        second = ENDLESS_NUMBER
        for i in range(n.first, n.first + n.count):
            c = &g.node_at[g.children[i].node]
            if c.winner != UNKNOWN or c.depth:
                continue
            if best == 0 or number(g, g.children[i].node, to_force) < number(g, best, to_force):
                if best:
                    second = number(g, best, to_force)
                best = g.children[i].node
            elif number(g, g.children[i].node, to_force) < second:
                second = number(g, g.children[i].node, to_force)
        c = &g.node_at[best]
        second = min(second + second // 4 + 1, <uint32_t>ENDLESS_NUMBER)
        if to_force:
            next.proof = min(b.proof, second)
            next.disproof = min(b.disproof - n.disproof + c.disproof, <uint32_t>ENDLESS_NUMBER)
        else:
            next.disproof = min(b.disproof, second)
            next.proof = min(b.proof - n.proof + c.proof, <uint32_t>ENDLESS_NUMBER)
        if not enter(g, best, next.proof, next.disproof):
            break
    for i in range(g.bound_count):
        g.node_at[g.bounds[i].node].depth = 0
    g.bound_count = 0
