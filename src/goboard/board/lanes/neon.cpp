/* NEON of every aarch64: 2 games a vector. */
#if defined(__GNUC__) && defined(__aarch64__)
#define LANES_NAME "neon"
#define LANES_TARGET
#include "backend.h"

namespace words_of_64 { namespace {
#define WORD_BITS 64
#define LANES 2
#include "vectors.h"
#include "kernel.h"
} }
#include "shapes.h"

gb_lanes_kernels gb_lanes_neon(void) { return kernels; }
#endif
