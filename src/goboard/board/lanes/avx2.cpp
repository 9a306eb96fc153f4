/* AVX2 with BMI2: 4 games a vector, 8 on boards up to 9x9. */
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define LANES_NAME "avx2"
#define LANES_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#include "backend.h"

namespace words_of_64 { namespace {
#define WORD_BITS 64
#define LANES 4
#include "vectors.h"
#include "kernel.h"
#undef LANES
#undef WORD_BITS
} }
namespace words_of_32 { namespace {
#define WORD_BITS 32
#define LANES 8
#include "vectors.h"
#include "kernel.h"
} }
#define WORDS_OF_32
#include "shapes.h"

gb_lanes_kernels gb_lanes_avx2(void) { return kernels; }
#endif
