/* Which back ends this machine can run. */
#include "pool.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>
#define X86 1
#else
#define X86 0
#endif

gb_lanes_kernels gb_lanes_backend(int number) {
#if X86
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                  __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq");
    if (avx512 && number-- == 0) return gb_lanes_avx512();
    if (avx2 && number-- == 0) return gb_lanes_avx2();
#elif defined(__GNUC__) && defined(__aarch64__)
    if (number-- == 0) return gb_lanes_neon();
#endif
    return number == 0 ? gb_lanes_plain() : nullptr;
}

const gb_lanes_kernel *gb_lanes_fit(gb_lanes_kernels of, int rows, int cols) {
    for (; *of; of++)
        if (rows <= (*of)->rows && cols <= (*of)->cols) return *of;
    return nullptr;
}

/* AMD made PDEP in microcode before Zen 3, which is family 19h; Hygon's processors are Zens of the first kind. */
int gb_lanes_fast_pdep(void) {
#if X86
    unsigned a, b, c, d;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return 0;
    bool amd = b == signature_AMD_ebx && c == signature_AMD_ecx, hygon = b == 0x6f677948 && c == 0x656e6975;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    unsigned family = (a >> 8 & 15) == 15 ? 15 + (a >> 20 & 255) : a >> 8 & 15;
    return !hygon && !(amd && family < 0x19);
#else
    return 0;
#endif
}
