/* Plain C++, one game at a time: what the others are tested against. Three shapes hold every board. */
#define LANES_NAME "plain"
#define LANES_TARGET
#include "backend.h"

namespace {
#define WORD_BITS 64
#define LANES 1
#include "vectors.h"
#include "kernel.h"

constexpr gb_lanes_kernel of_9x9 = kernel<2, 10, 6>::describe(9, 9), of_19x19 = kernel<6, 20>::describe(19, 19), of_25x25 = kernel<11, 26>::describe(25, 25);
constexpr const gb_lanes_kernel *kernels[] = {&of_9x9, &of_19x19, &of_25x25, nullptr};
}

gb_lanes_kernels gb_lanes_plain(void) { return kernels; }
