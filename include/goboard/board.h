/* goboard: the board as C sees it. The struct, its limits, and readers; what changes a board is in goboard/_core.pxd.
 *
 * A board of rows x cols points stands in cells with one wall cell between the rows:
 *     cell = (row + 1) * stride + col + 1,    stride = cols + 1
 * so the four neighbours are cell -+ 1 and cell -+ stride. Outside, a point is row * cols + col and a pass rows * cols.
 *
 * Everything about a cell that a move looks at is one 32-bit word:
 *     bits 0-3   neighbours that are black, walls counted in
 *     bits 4-7   neighbours that are white, walls counted in
 *     bits 8-10  neighbours that are empty
 *     bit  12    black stone      bit 13  white stone      bit 14  wall
 *     bit  15    the point is on an edge
 *     bits 16-31 the cell that names the stone's chain (the root of its union-find tree, which is always one step deep); 0 if none
 */
#ifndef GOBOARD_BOARD_H
#define GOBOARD_BOARD_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define GB_LIKELY(x) __builtin_expect(!!(x), 1)
#define GB_UNLIKELY(x) __builtin_expect(!!(x), 0)
/* A return type for functions that are to be compiled into each of their callers, where their constant arguments fold. */
#define GB_INLINED_VOID __attribute__((always_inline)) void
#define GB_OUTLINED_VOID __attribute__((noinline)) void
#elif defined(_MSC_VER)
#define GB_LIKELY(x) (x)
#define GB_UNLIKELY(x) (x)
#define GB_INLINED_VOID __forceinline void
#define GB_OUTLINED_VOID __declspec(noinline) void
#else
#define GB_LIKELY(x) (x)
#define GB_UNLIKELY(x) (x)
#define GB_INLINED_VOID void
#define GB_OUTLINED_VOID void
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GB_EMPTY = 0,
    GB_BLACK = 1,
    GB_WHITE = 2
};

enum {
    GB_MAX_SIDE = 25,
    GB_MAX_POINTS = GB_MAX_SIDE * GB_MAX_SIDE,
    GB_MAX_CELLS = (GB_MAX_SIDE + 2) * (GB_MAX_SIDE + 1) + 1
};

/* What may be said of a move. */
enum gb_verdict {
    GB_LEGAL = 0,
    GB_OFF_BOARD = 1,
    GB_OCCUPIED = 2,
    GB_KO = 3,
    GB_SUPERKO = 4,
    GB_SUICIDE = 5
};

/* What a move may not repeat. From GB_KO_POSITIONAL on, a history is needed. */
enum gb_ko_rule {
    GB_KO_NONE = 0,
    GB_KO_SIMPLE = 1,      /* the ko just taken, on the next move */
    GB_KO_POSITIONAL = 2,  /* any position that stood */
    GB_KO_SITUATIONAL = 3, /* any position that stood with the same side to move next */
    GB_KO_NATURAL = 4      /* any position that the mover made by playing (natural situational superko) */
};

#define GB_COLOR_SHIFT 12
#define GB_COLOR_MASK 0x3000u
#define GB_WALL_BIT 0x4000u
#define GB_EDGE_BIT 0x8000u
#define GB_EMPTY_NEIGHBOURS 0x0700u
#define GB_NEIGHBOUR_BITS 0x0fffu

typedef struct gb_board {
    uint64_t hash;        /* Zobrist hash of the stones and the shape; playouts leave it stale */
    uint32_t captures[3]; /* stones taken so far by the colour of that index; playouts leave it stale */
    uint32_t by_stride;   /* reciprocals for cell / stride and point / cols, in 1/65536 */
    uint32_t by_cols;
    uint16_t rows, cols, stride;
    uint16_t cells;       /* live length of word, libs, next and slot */
    uint16_t empties;     /* live length of empty */
    uint16_t ko;          /* cell that may not be retaken on the next move, or 0 */
    uint8_t ko_color;     /* the colour that may not retake it */
    uint8_t to_play;
    uint32_t word[GB_MAX_CELLS];
    uint16_t libs[GB_MAX_CELLS];       /* at a root: (stone, empty neighbour) pairs of the chain, "pseudo-liberties"; libs[0] is a huge dummy */
    uint16_t next[GB_MAX_CELLS];       /* the stones of a chain form a ring */
    uint16_t slot[GB_MAX_CELLS];       /* where an empty cell stands in the list of empty cells */
    uint16_t empty[GB_MAX_POINTS + 1]; /* the empty cells, in no order */
} gb_board;

/* What one move did: enough to take it back, and the position it led to. */
typedef struct gb_ply {
    uint64_t hash;      /* of the stones after the move */
    uint32_t earlier;   /* 1 + index of the previous ply in the same bucket of the history's table, or 0 */
    uint16_t cell;      /* 0 for a pass */
    uint16_t ko;        /* ko cell before the move */
    uint16_t slot;      /* where the point stood in the list of empty cells */
    uint16_t merged[3]; /* roots of the chains that the move merged away */
    uint16_t taken[4];  /* sizes of the chains that the move removed */
    uint8_t color;      /* who moved */
    uint8_t before;     /* whose turn it was */
    uint8_t after;      /* whose turn it became */
    uint8_t ko_color;   /* of ko */
    uint8_t merges;     /* live lengths of merged and taken */
    uint8_t takes;
    uint8_t suicide;    /* the move removed its own chain */
    uint8_t listed;     /* the ply stands in the history's table */
} gb_ply;

static inline int gb_cell(const gb_board *b, int row, int col) { return (row + 1) * b->stride + col + 1; }

static inline int gb_cell_of_point(const gb_board *b, int point)
{
    return point + (int)(((uint32_t)point * b->by_cols) >> 16) + b->stride + 1;
}

static inline int gb_point_of_cell(const gb_board *b, int cell)
{
    return cell - (int)(((uint32_t)cell * b->by_stride) >> 16) - b->stride;
}

static inline int gb_points(const gb_board *b) { return b->rows * b->cols; }

static inline int gb_color(const gb_board *b, int cell) { return (int)(b->word[cell] >> GB_COLOR_SHIFT) & 3; }

static inline int gb_color_of_point(const gb_board *b, int point) { return gb_color(b, gb_cell_of_point(b, point)); }

/* The cell that names the chain at `cell`; the same for all its stones. 0 for an empty cell. */
static inline int gb_root(const gb_board *b, int cell) { return (int)(b->word[cell] >> 16); }

/* The stone after `cell` in its chain; following it leads back to `cell`. */
static inline int gb_next_stone(const gb_board *b, int cell) { return b->next[cell]; }

static inline int gb_empty_neighbours(const gb_board *b, int cell) { return (int)(b->word[cell] >> 8) & 7; }

#ifdef __cplusplus
}
#endif

#endif
