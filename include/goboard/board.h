/* goboard: the board as C sees it. The struct, its limits, readers, and legality; what changes a board is in goboard/api.h.
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
#include <string.h>

/* Raised by one whenever a struct, a constant or a function of this header or of goboard/api.h changes its meaning. */
#define GB_API_VERSION 1

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
    uint32_t captures[3]; /* stones taken so far by the color of that index; playouts leave it stale */
    uint32_t by_stride;   /* reciprocals for cell / stride and point / cols, in 1/65536 */
    uint32_t by_cols;
    uint16_t rows, cols, stride;
    uint16_t cells;       /* live length of word, libs, next and slot */
    uint16_t empties;     /* live length of empty */
    uint16_t ko;          /* cell that may not be retaken on the next move, or 0 */
    uint8_t ko_color;     /* the color that may not retake it */
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

/* How many of the four neighbors of `cell` are empty. */
static inline int gb_empty_neighbours(const gb_board *b, int cell) { return (int)(b->word[cell] >> 8) & 7; }

/* The bit of a word that says that a stone of `color` stands there. */
static inline uint32_t gb_stone_bit(int color) { return (uint32_t)1 << (GB_COLOR_SHIFT - 1 + color); }

/* How many of the four neighbors are stones of `color` or wall, of a cell with this word. */
static inline int gb_neighbors_of(uint32_t word, int color) { return (int)(word >> (4 * (color - 1))) & 15; }

/* The playouts' eye rule for an empty `cell`: all neighbors of `color` or wall, fewer than two opposing diagonals, at the edge none.
   `word` is the cell's, `stride` the board's: callers have them in registers. */
static inline int gb_is_eye(const gb_board *b, size_t cell, uint32_t word, int color, size_t stride)
{
    const uint32_t enemy = gb_stone_bit(3 - color);
    uint32_t enemies;
    if (gb_neighbors_of(word, color) != 4)
        return 0;
    enemies = (b->word[cell - stride - 1] & enemy) + (b->word[cell - stride + 1] & enemy)
            + (b->word[cell + stride - 1] & enemy) + (b->word[cell + stride + 1] & enemy);
    return enemies <= enemy - ((word >> 15) & 1);
}

/* Whether a stone of `color` on `cell`, an empty point without an empty neighbor, has a liberty once it has captured.
   It has one if it takes all of a neighboring enemy chain's pseudo-liberties, or leaves an own neighbor some. */
static inline int gb_has_liberty_after(const gb_board *b, size_t cell, int color, size_t stride)
{
    const uint32_t own = gb_stone_bit(color);
    const uint32_t w0 = b->word[cell - stride], w1 = b->word[cell - 1], w2 = b->word[cell + 1], w3 = b->word[cell + stride];
    const size_t r0 = w0 >> 16, r1 = w1 >> 16, r2 = w2 >> 16, r3 = w3 >> 16;
    const uint32_t s01 = r0 == r1, s02 = r0 == r2, s03 = r0 == r3, s12 = r1 == r2, s13 = r1 == r3, s23 = r2 == r3;
    return ((b->libs[r0] == 1 + s01 + s02 + s03) != ((w0 & own) != 0)) | ((b->libs[r1] == 1 + s01 + s12 + s13) != ((w1 & own) != 0))
         | ((b->libs[r2] == 1 + s02 + s12 + s23) != ((w2 & own) != 0)) | ((b->libs[r3] == 1 + s03 + s13 + s23) != ((w3 & own) != 0));
}

/* GB_LEGAL if `color` may play at `cell`, which is a point of the board, else why not; superko apart, which needs a history.
   `ko`: simple ko is applied; `suicide`: suicide is allowed. The board is only read. */
static inline int gb_legal(const gb_board *b, size_t cell, int color, int ko, int suicide)
{
    const uint32_t word = b->word[cell];
    if (word & (GB_COLOR_MASK | GB_WALL_BIT))
        return GB_OCCUPIED;
    if (word & GB_EMPTY_NEIGHBOURS)
        return GB_LEGAL;
    if (ko && cell == b->ko && color == b->ko_color)
        return GB_KO;
    return suicide || gb_has_liberty_after(b, cell, color, b->stride) ? GB_LEGAL : GB_SUICIDE;
}

/* Make `to` the position that `b` is: an independent copy, faster than an assignment, since only what is in use is copied. */
static inline void gb_copy(gb_board *to, const gb_board *b)
{
    const size_t n = b->cells;
    memcpy(to, b, offsetof(gb_board, word));
    memcpy(to->word, b->word, n * sizeof b->word[0]);
    memcpy(to->libs, b->libs, n * sizeof b->libs[0]);
    memcpy(to->next, b->next, n * sizeof b->next[0]);
    memcpy(to->slot, b->slot, n * sizeof b->slot[0]);
    memcpy(to->empty, b->empty, b->empties * sizeof b->empty[0]);
}

#ifdef __cplusplus
}
#endif

#endif
