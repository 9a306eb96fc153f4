/* Playouts in lanes: what the driver sees of the kernels.
 *
 * kernel.h is compiled once for each instruction set and board shape, each instruction set in a translation unit of its own.
 * Which one runs is chosen at run time; all play the same games from the same seed.
 */
#ifndef GOBOARD_LANES_POOL_H
#define GOBOARD_LANES_POOL_H

#include <stddef.h>
#include <stdint.h>

#define GB_LANES_MAX 1024          /* games in one pool */
#define GB_LANES_WORDS 11          /* 64-bit words of the largest board */
#define GB_LANES_MWC 4294883355u   /* multiplier of the generator: MWC64X, period about 2**63 */

/* Sets of points, in the layout of the kernel: gb_lanes_bit() says which bit is which point. */
typedef struct {
    int lane;
    uint64_t own_area[GB_LANES_WORDS], opp_area[GB_LANES_WORDS]; /* own: the side that would move next */
} gb_lanes_finished;

typedef struct {
    uint64_t own[GB_LANES_WORDS], opp[GB_LANES_WORDS], banned[GB_LANES_WORDS]; /* own: the side to move; banned: not to be drawn at first */
} gb_lanes_position;

typedef struct {
    void *groups, *scratch;                                      /* aligned to 64 bytes, zero at first */
    int n_groups;
    int fast_pdep;                                               /* draw with PDEP, where the kernel knows it */
    uint64_t max_moves;
    uint64_t area[GB_LANES_WORDS], edge[GB_LANES_WORDS];         /* the points of the board; those with fewer than four neighbours */
    int n_finished;
    gb_lanes_finished finished[GB_LANES_MAX];                    /* the games that ended this turn, by rising lane */
} gb_lanes_pool;

typedef struct {
    const char *backend;
    int lanes, rows, cols;                                       /* for boards up to rows x cols; games in a group */
    int words;                                                   /* 64-bit words of a set */
    int stride, word_rows, word_bits;                            /* see gb_lanes_bit() */
    size_t group_size, scratch_size;
    void (*turn)(gb_lanes_pool *);                               /* one draw in every lane */
    void (*deal)(gb_lanes_pool *, int lane, const gb_lanes_position *, int passes, uint64_t generator);
    void (*move)(gb_lanes_pool *, int to, int from);             /* the game of one lane to another; `from` is empty then */
    uint64_t (*moves)(const gb_lanes_pool *, int lane);          /* played so far, passes included */
    void (*peek)(const gb_lanes_pool *, int lane, gb_lanes_position *);
    void (*candidates)(const gb_lanes_pool *, uint64_t *);       /* of the game in lane 0 */
} gb_lanes_kernel;

/* The bit of a point. Rows are `stride` bits apart: as they come, or so many to a word that none runs over into the next. */
static inline int gb_lanes_bit(const gb_lanes_kernel *k, int row, int col) {
    return k->word_rows ? row / k->word_rows * k->word_bits + row % k->word_rows * k->stride + col : row * k->stride + col;
}

/* The kernels of each back end in this build, by rising size; a null pointer ends the list. */
#ifdef __cplusplus
extern "C" {
#endif
typedef const gb_lanes_kernel *const *gb_lanes_kernels;
gb_lanes_kernels gb_lanes_avx512(void);
gb_lanes_kernels gb_lanes_avx2(void);
gb_lanes_kernels gb_lanes_neon(void);
gb_lanes_kernels gb_lanes_plain(void);

gb_lanes_kernels gb_lanes_backend(int number);                   /* what this machine can run, the fastest first; NULL past the last */
const gb_lanes_kernel *gb_lanes_fit(gb_lanes_kernels of, int rows, int cols); /* the smallest that holds such a board, or NULL */
int gb_lanes_fast_pdep(void);                                    /* 0 on processors whose PDEP is microcode */
#ifdef __cplusplus
}
#endif

#endif
