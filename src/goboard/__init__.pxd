"""For Cython: `from goboard cimport ...`. See docs/c-and-cython.md. Call `import_goboard()` once in a module that uses these names."""

from goboard._core cimport (
    GB_API_VERSION, GB_BLACK, GB_EMPTY, GB_KO, GB_KO_NATURAL, GB_KO_NONE, GB_KO_POSITIONAL, GB_KO_SIMPLE, GB_KO_SITUATIONAL, GB_LEGAL,
    GB_MAX_CELLS, GB_MAX_POINTS, GB_MAX_SIDE, GB_OCCUPIED, GB_OFF_BOARD, GB_SUICIDE, GB_SUPERKO, GB_WHITE,
    Board, gb_board, gb_cell, gb_cell_of_point, gb_check, gb_color, gb_color_of_point, gb_copy, gb_empty_neighbours, gb_has_liberty_after,
    gb_hash_after, gb_history, gb_init, gb_is_eye, gb_legal, gb_legal_under, gb_liberties, gb_load, gb_next_stone, gb_pass, gb_play, gb_ply,
    gb_point_of_cell, gb_points, gb_root, gb_unplay,
)


cdef inline int import_goboard() except -1:
    """Raise ImportError unless this module was compiled for the version of the C API that the installed goboard has."""
    from goboard._core import API_VERSION
    if API_VERSION != GB_API_VERSION:
        raise ImportError(
            f"this module was compiled for version {GB_API_VERSION} of goboard's C API, but goboard has version {API_VERSION}; compile it anew")
    return 0
