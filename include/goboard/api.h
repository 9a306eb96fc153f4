/* goboard from C and C++: play, take back, set up and ask, from an extension module or a program that embeds Python.
 *
 * Call goboard_import() once, with the GIL held, in every source file that uses these functions; it returns 0, or -1 with an
 * ImportError set. After that the functions need no GIL, allocate nothing and raise nothing, but for gb_board_of.
 * They do not check their arguments: a cell is that of a point of the board, and gb_legal says whether gb_play may be called.
 */
#ifndef GOBOARD_API_H
#define GOBOARD_API_H

#include <Python.h>

#include "board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What goboard._core._C_API, a capsule, points to. Later versions append to it, and raise GB_API_VERSION when more than that changes. */
typedef struct gb_api {
    int version;
    unsigned int board_size, ply_size; /* of the structs as the library was compiled */
    void (*init)(gb_board *, int, int);
    int (*load)(gb_board *, int, int, const uint8_t *);
    int (*play)(gb_board *, size_t, int, gb_ply *);
    void (*pass)(gb_board *, int, gb_ply *);
    void (*unplay)(gb_board *, const gb_ply *);
    uint64_t (*hash_after)(const gb_board *, size_t, int);
    int (*liberties)(const gb_board *, size_t, uint16_t *);
    int (*check)(const gb_board *);
    const gb_board *(*board_of)(PyObject *);
} gb_api;

#ifndef GOBOARD_API_NO_TABLE

static const gb_api *goboard_api;

static inline int goboard_import(void)
{
    const gb_api *api = (const gb_api *)PyCapsule_Import("goboard._core._C_API", 0);
    if (!api)
        return -1;
    if (api->version != GB_API_VERSION || api->board_size != sizeof(gb_board) || api->ply_size != sizeof(gb_ply)) {
        PyErr_Format(PyExc_ImportError, "this module was compiled for version %d of goboard's C API, but goboard has version %d; compile it anew",
                     GB_API_VERSION, api->version);
        return -1;
    }
    goboard_api = api;
    return 0;
}

/* An empty board, Black to play. Needs sides of 1 to GB_MAX_SIDE. */
static inline void gb_init(gb_board *b, int rows, int cols) { goboard_api->init(b, rows, cols); }

/* A board with these stones, rows * cols colors. Returns 0, or 1 + a point whose chain has no liberty; the board is then not to be used. */
static inline int gb_load(gb_board *b, int rows, int cols, const uint8_t *stones) { return goboard_api->load(b, rows, cols, stones); }

/* Play a legal move. Returns how many enemy stones it took; `ply`, if not NULL, receives what gb_unplay needs. */
static inline int gb_play(gb_board *b, size_t cell, int color, gb_ply *ply) { return goboard_api->play(b, cell, color, ply); }

/* Pass: the other side is to play, and no ko is barred. */
static inline void gb_pass(gb_board *b, int color, gb_ply *ply) { goboard_api->pass(b, color, ply); }

/* Take the latest move or pass back. Needs its ply; leaves the board cell by cell as it was before. */
static inline void gb_unplay(gb_board *b, const gb_ply *ply) { goboard_api->unplay(b, ply); }

/* The hash of the stones after `color` plays at the empty `cell`, captures and suicide included. */
static inline uint64_t gb_hash_after(const gb_board *b, size_t cell, int color) { return goboard_api->hash_after(b, cell, color); }

/* The number of liberties of the chain at `cell`, which holds a stone; their cells into `out` (GB_MAX_POINTS of them) unless it is NULL. */
static inline int gb_liberties(const gb_board *b, size_t cell, uint16_t *out) { return goboard_api->liberties(b, cell, out); }

/* Recompute everything that the struct keeps. Returns 0, or the number of the invariant that does not hold: for tests. */
static inline int gb_check(const gb_board *b) { return goboard_api->check(b); }

/* The struct of a goboard.Board, to be read or copied while the object lives and does not move; NULL with a TypeError set. Needs the GIL. */
static inline const gb_board *gb_board_of(PyObject *board) { return goboard_api->board_of(board); }

#endif

#ifdef __cplusplus
}
#endif

#endif
