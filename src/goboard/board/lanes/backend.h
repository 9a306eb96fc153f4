/* What each back end's file includes first. */
#include "pool.h"
#include <string.h>

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
#else
#define LANES_RARELY(x) (x)
#define LANES_INLINE static inline
#define LANES_FN static
#endif
