"""Recurrence games, on the whole graph."""
from libc.stdint cimport uint32_t

from goboard.reading._graph cimport Graph

# Who wins from `root`; UNKNOWN if a limit stopped the search. Builds the whole graph.
cdef int recur(Graph g, uint32_t root) noexcept nogil
