"""The random numbers of the package: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""

from libc.stdint cimport uint64_t


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """SplitMix64's finalizer: a bijection that makes neighboring keys unlike."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)
