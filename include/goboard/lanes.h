/* Playouts in lanes: what the driver (lanes.pyx) sees of the kernels, and their instances.
 *
 * One source, lanes_kernel.h, is compiled once for each instruction set and board shape; which one runs is chosen at run
 * time. All play the same games from the same seed. C++, for its namespaces and templates.
 */
#ifndef GOBOARD_LANES_H
#define GOBOARD_LANES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define GB_LANES_MAX 512           /* games in one pool */
#define GB_LANES_WORDS 11          /* 64-bit words of the largest board */
#define GB_LANES_SHAPES 7          /* board shapes, each a kernel of its own */
#define GB_LANES_MWC 4294883355u   /* multiplier of the generator: MWC64X, period about 2**63 */

/* The state of a game, in the order of struct group. A group of L lanes begins with the W words of each board, then the
 * single words: word i of board f of lane l stands at (f * W + i) * L + l, single word f at ((GB_BOARDS * W) + f) * L + l. */
enum { GB_OWN, GB_OPP, GB_BANNED, GB_OWN_SECURE, GB_OPP_SECURE, GB_BOARDS };
enum { GB_MOVES, GB_PASSES, GB_RNG, GB_LIVE, GB_SINGLES };

typedef struct {
    int lane;
    uint64_t own_area[GB_LANES_WORDS], opp_area[GB_LANES_WORDS]; /* own: the side that would move next */
} gb_lanes_finished;

typedef struct {
    void *groups, *scratch;                                      /* aligned to 64 bytes, zero at first */
    int n_groups;
    uint64_t max_moves;
    uint64_t area[GB_LANES_WORDS], edge[GB_LANES_WORDS];         /* the points of the board; those with fewer than four neighbours */
    int n_finished;
    gb_lanes_finished finished[GB_LANES_MAX];                    /* the games that ended this turn, by rising lane */
} gb_lanes_pool;

typedef struct {
    const char *backend;
    int lanes, rows, cols, words, stride;                        /* for boards up to rows x cols */
    size_t group_size, scratch_size;
    void (*turn)(gb_lanes_pool *);
    void (*candidates)(gb_lanes_pool *, uint64_t *);             /* of the game in lane 0 */
} gb_lanes_kernel;

#if defined(__clang__)
#define LANES_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define LANES_UNROLL _Pragma("GCC unroll 16")
#else
#define LANES_UNROLL
#endif
#if defined(__GNUC__)
#define LANES_RARELY(x) __builtin_expect((x) != 0, 0)
#define LANES_INLINE static inline __attribute__((always_inline)) LANES_TARGET
#define LANES_FN static __attribute__((noinline)) LANES_TARGET
#if defined(__x86_64__)
#define GB_LANES_X86
#include <immintrin.h>
#endif
#else
#define LANES_RARELY(x) (x)
#define LANES_INLINE static inline
#define LANES_FN static
#endif

#if defined(GB_LANES_X86)

namespace gb_avx512 { namespace {
#define LANES 8
#define LANES_NAME "avx512"
#define LANES_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi,bmi2,popcnt,lzcnt")))
#include "lanes_vec.h"
#include "lanes_kernel.h"
#undef LANES
#undef LANES_NAME
#undef LANES_TARGET
} }

namespace gb_avx2 { namespace {
#define LANES 4
#define LANES_NAME "avx2"
#define LANES_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#include "lanes_vec.h"
#include "lanes_kernel.h"
#undef LANES
#undef LANES_NAME
#undef LANES_TARGET
} }

namespace gb_sse4 { namespace {
#define LANES 2
#define LANES_NAME "sse4"
#define LANES_TARGET __attribute__((target("sse4.2,popcnt")))
#include "lanes_vec.h"
#include "lanes_kernel.h"
#undef LANES
#undef LANES_NAME
#undef LANES_TARGET
} }

#elif defined(__GNUC__) && defined(__aarch64__)

namespace gb_neon { namespace {
#define LANES 2
#define LANES_NAME "neon"
#define LANES_TARGET
#include "lanes_vec.h"
#include "lanes_kernel.h"
#undef LANES
#undef LANES_NAME
#undef LANES_TARGET
} }

#endif

namespace gb_plain { namespace {
#define LANES 1
#define LANES_NAME "plain"
#define LANES_TARGET
#include "lanes_vec.h"
#include "lanes_kernel.h"
#undef LANES
#undef LANES_NAME
#undef LANES_TARGET
} }

#undef EACH_WORD
#undef LANES_RARELY
#undef LANES_UNROLL
#undef LANES_INLINE
#undef LANES_FN

/* The kernels of the given back end among those that this machine can run, fastest first; NULL past the last. */
static const gb_lanes_kernel *gb_lanes_backend(int number) {
#if defined(GB_LANES_X86)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("bmi2") && number-- == 0)
        return gb_avx512::kernels;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && number-- == 0) return gb_avx2::kernels;
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && number-- == 0) return gb_sse4::kernels;
#elif defined(__GNUC__) && defined(__aarch64__)
    if (number-- == 0) return gb_neon::kernels;
#endif
    return number == 0 ? gb_plain::kernels : NULL;
}

/* The smallest of a back end's kernels that holds such a board; NULL if none does. */
static const gb_lanes_kernel *gb_lanes_fit(const gb_lanes_kernel *of, int rows, int cols) {
    for (int k = 0; k < GB_LANES_SHAPES; k++)
        if (rows <= of[k].rows && cols <= of[k].cols) return &of[k];
    return NULL;
}

#endif
