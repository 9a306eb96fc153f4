"""Painter of KataGo's input version 7."""

from goboard.learning._canvas cimport gb_canvas, gb_past, gb_terms

# All planes must be 0 before. globals: room for 19 numbers, or NULL.
cdef void paint_katago_v7(const gb_past* past, const gb_canvas* c, const gb_terms* terms, float* globals) noexcept nogil
