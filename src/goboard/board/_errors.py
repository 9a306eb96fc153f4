"""`GoboardError`, the base class of the package's own errors. The core defines it, since `IllegalMove` is one."""

from goboard._core import GoboardError, IllegalMove

__all__ = ["GoboardError", "IllegalMove"]
