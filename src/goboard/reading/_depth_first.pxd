"""Depth-first search of reachability games."""
from libc.stdint cimport uint32_t

from goboard.reading._graph cimport Graph

# From `root` until it is decided (True) or `share` nodes have been made in all.
cdef bint descend(Graph g, uint32_t root, uint32_t share) noexcept nogil
