/* Vectors of LANES games: the operations that lanes_kernel.h needs, for one instruction set.
 *
 * lanes.h includes this file once for each back end, inside a namespace, with LANES (8: AVX-512, 4: AVX2, 2: SSE4.2 or
 * NEON, 1: plain C++) and LANES_TARGET (the compiler's names of the instructions that may be used) defined.
 * A vec holds one 64-bit word of each lane; + - & | ^ ~ << >> act on every lane. A mask says yes or no for each lane, and
 * & | ~ act on it. A function named like an instruction's job says all there is to say; the rest has a comment.
 */
#if LANES == 1
typedef uint64_t vec;
#else
typedef uint64_t vec __attribute__((vector_size(8 * LANES), may_alias));
#endif

#if LANES == 8
typedef __mmask8 mask;
#else
typedef vec mask; /* all ones or all zeros in each lane */
#endif

#if LANES == 8
LANES_INLINE vec splat(uint64_t x) { return (vec)_mm512_set1_epi64((long long)x); }
#elif LANES == 4
LANES_INLINE vec splat(uint64_t x) { return (vec)_mm256_set1_epi64x((long long)x); }
#elif LANES == 2
LANES_INLINE vec splat(uint64_t x) { return (vec){x, x}; }
#else
LANES_INLINE vec splat(uint64_t x) { return x; }
#endif

#if LANES > 1
LANES_INLINE unsigned count(unsigned set) { return (unsigned)__builtin_popcount(set); }
LANES_INLINE unsigned lowest(unsigned set) { return (unsigned)__builtin_ctz(set); }
#else
LANES_INLINE unsigned count(unsigned set) { return set; }
LANES_INLINE unsigned lowest(unsigned) { return 0; }
#endif

LANES_INLINE vec load(const void *p) { return *(const vec *)p; }
LANES_INLINE void store(void *p, vec v) { *(vec *)p = v; }
LANES_INLINE vec load_anywhere(const void *p) { vec v; memcpy(&v, p, sizeof v); return v; }
LANES_INLINE void store_anywhere(void *p, vec v) { memcpy(p, &v, sizeof v); }

#if LANES == 8

LANES_INLINE vec or3(vec a, vec b, vec c) { return (vec)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xFE); }
LANES_INLINE vec majority(vec a, vec b, vec c) { return (vec)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xE8); }
template <int K> LANES_INLINE vec funnel_left(vec high, vec low) { return (vec)_mm512_shldi_epi64((__m512i)high, (__m512i)low, K); }
template <int K> LANES_INLINE vec funnel_right(vec low, vec high) { return (vec)_mm512_shrdi_epi64((__m512i)low, (__m512i)high, K); }
LANES_INLINE vec popcount(vec v) { return (vec)_mm512_popcnt_epi64((__m512i)v); }
LANES_INLINE vec mul32(vec a, vec b) { return (vec)_mm512_maskz_mul_epu32(0xFF, (__m512i)a, (__m512i)b); }
LANES_INLINE mask nonzero(vec v) { return _mm512_test_epi64_mask((__m512i)v, (__m512i)v); }
LANES_INLINE mask zero(vec v) { return _mm512_testn_epi64_mask((__m512i)v, (__m512i)v); }
LANES_INLINE mask less(vec a, vec b) { return _mm512_cmplt_epi64_mask((__m512i)a, (__m512i)b); }
LANES_INLINE vec blend(mask k, vec yes, vec no) { return (vec)_mm512_mask_mov_epi64((__m512i)no, k, (__m512i)yes); }
LANES_INLINE vec keep(mask k, vec v) { return (vec)_mm512_maskz_mov_epi64(k, (__m512i)v); }
LANES_INLINE vec or_where(mask k, vec a, vec b) { return (vec)_mm512_mask_or_epi64((__m512i)a, k, (__m512i)a, (__m512i)b); }
LANES_INLINE mask no_lanes() { return 0; }
LANES_INLINE unsigned bits(mask k) { return k; }
LANES_INLINE mask from_bits(unsigned b) { return (mask)b; }
LANES_INLINE vec lane_numbers() { return (vec)_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0); }
LANES_INLINE vec compress(unsigned b, vec v) { return (vec)_mm512_maskz_compress_epi64((mask)b, (__m512i)v); }

#else

LANES_INLINE vec or3(vec a, vec b, vec c) { return a | b | c; }
LANES_INLINE vec majority(vec a, vec b, vec c) { return (a & b) | (c & (a | b)); }
template <int K> LANES_INLINE vec funnel_left(vec high, vec low) { return (K == 1 ? high + high : high << K) | low >> (64 - K); }
template <int K> LANES_INLINE vec funnel_right(vec low, vec high) { return low >> K | high << (64 - K); }
LANES_INLINE vec keep(mask k, vec v) { return k & v; }
LANES_INLINE vec or_where(mask k, vec a, vec b) { return a | (k & b); }
LANES_INLINE mask no_lanes() { return splat(0); }

#if LANES == 1
LANES_INLINE mask nonzero(vec v) { return 0 - (uint64_t)(v != 0); }
LANES_INLINE mask zero(vec v) { return 0 - (uint64_t)(v == 0); }
LANES_INLINE mask less(vec a, vec b) { return 0 - (uint64_t)(a < b); }
LANES_INLINE vec lane_numbers() { return 0; }
LANES_INLINE vec mul32(vec a, vec b) { return (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF); }
LANES_INLINE unsigned bits(mask k) { return (unsigned)k & 1; }
LANES_INLINE mask from_bits(unsigned b) { return 0 - (uint64_t)(b & 1); }
LANES_INLINE vec compress(unsigned, vec v) { return v; }
#else
LANES_INLINE mask nonzero(vec v) { return (mask)(v != 0); }
LANES_INLINE mask zero(vec v) { return (mask)(v == 0); }
#endif

#if LANES == 4
LANES_INLINE vec blend(mask k, vec yes, vec no) { return (vec)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)k); }
LANES_INLINE mask less(vec a, vec b) { return (mask)_mm256_cmpgt_epi64((__m256i)b, (__m256i)a); }
LANES_INLINE vec lane_numbers() { return (vec){0, 1, 2, 3}; }
LANES_INLINE vec mul32(vec a, vec b) { return (vec)_mm256_mul_epu32((__m256i)a, (__m256i)b); }
LANES_INLINE unsigned bits(mask k) { return (unsigned)_mm256_movemask_pd((__m256d)k); }
LANES_INLINE mask from_bits(unsigned b) { const vec each = {1, 2, 4, 8}; return (mask)((splat(b) & each) == each); }
LANES_INLINE vec popcount(vec v) {
    const __m256i of_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15), x = (__m256i)v;
    __m256i of_byte = _mm256_add_epi8(_mm256_shuffle_epi8(of_nibble, _mm256_and_si256(x, low)),
                                      _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(_mm256_srli_epi16(x, 4), low)));
    return (vec)_mm256_sad_epu8(of_byte, _mm256_setzero_si256());
}
LANES_INLINE vec compress(unsigned b, vec v) { /* the lanes named in b move to the front, in order; the rest is anything */
    static const uint32_t order[16][8] __attribute__((aligned(32))) = {
        {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
        {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7}, {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7},
        {6, 7, 0, 1, 2, 3, 4, 5}, {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
        {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}};
    return (vec)_mm256_permutevar8x32_epi32((__m256i)v, *(const __m256i *)order[b]);
}
#else
LANES_INLINE vec blend(mask k, vec yes, vec no) { return no ^ ((yes ^ no) & k); }
LANES_INLINE vec popcount(vec x) {
    x = x - (x >> 1 & splat(0x5555555555555555));
    x = (x & splat(0x3333333333333333)) + (x >> 2 & splat(0x3333333333333333));
    x = (x + (x >> 4)) & splat(0x0F0F0F0F0F0F0F0F);
    x = x + (x >> 8);
    x = x + (x >> 16);
    return (x + (x >> 32)) & splat(0x7F);
}
#endif

#if LANES == 2
LANES_INLINE mask less(vec a, vec b) { return (mask)(a < b); }
LANES_INLINE vec lane_numbers() { return (vec){0, 1}; }
LANES_INLINE vec mul32(vec a, vec b) { return (a & splat(0xFFFFFFFF)) * (b & splat(0xFFFFFFFF)); }
LANES_INLINE unsigned bits(mask k) { return (unsigned)((k[0] & 1) | (k[1] & 2)); }
LANES_INLINE mask from_bits(unsigned b) { return (mask){0 - (uint64_t)(b & 1), 0 - (uint64_t)(b >> 1 & 1)}; }
LANES_INLINE vec compress(unsigned b, vec v) { return b == 2 ? (vec){v[1], v[0]} : v; }
#endif

#endif

/* Set bit number `rank` (from 0) of a word alone; 0 if the word is 0. */
LANES_INLINE uint64_t nth_bit(uint64_t word, uint64_t rank) {
#if LANES >= 4
    return _pdep_u64((uint64_t)1 << rank, word);
#else
    /* Counts of the set bits in 2, 4, 8, 16 and 32 neighbouring bits lead to the bit by halves. */
    uint64_t c2 = word - (word >> 1 & 0x5555555555555555), c4 = (c2 & 0x3333333333333333) + (c2 >> 2 & 0x3333333333333333);
    uint64_t c8 = (c4 + (c4 >> 4)) & 0x0F0F0F0F0F0F0F0F, c16 = (c8 + (c8 >> 8)) & 0x00FF00FF00FF00FF;
    uint64_t c32 = (c16 + (c16 >> 16)) & 0x0000FFFF0000FFFF, past, low;
    unsigned at = 0;
#define HALVE(counts, width) low = counts >> at & (((uint64_t)1 << width) - 1), past = rank >= low, rank -= past ? low : 0, at += past ? width : 0
    HALVE(c32, 32), HALVE(c16, 16), HALVE(c8, 8), HALVE(c4, 4), HALVE(c2, 2), HALVE(word, 1);
#undef HALVE
    return word & (uint64_t)1 << (at & 63);
#endif
}
