"""Best-first search of reachability games, by proof numbers."""
from libc.stdint cimport uint32_t

from goboard.reading._graph cimport Graph

# From `root`, for wins of the forcing side only, until `share` nodes have been made in all.
cdef void prove(Graph g, uint32_t root, uint32_t share) noexcept nogil
