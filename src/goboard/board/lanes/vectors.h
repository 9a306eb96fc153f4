/* Vectors of LANES games: the operations that kernel.h needs, for one instruction set and word size.
 *
 * A back end's file includes this once for each word size, inside a namespace, with WORD_BITS (32 or 64), LANES (vector bits
 * over WORD_BITS; 1: plain C++) and LANES_TARGET (the compiler's names of the instructions that may be used) defined.
 * A vec holds one word of each lane; + - & | ^ ~ << >> act on every lane. A mask says yes or no for each lane, and & | ~ act
 * on it. A function named like an instruction's job says all there is to say; the rest has a comment.
 */
#define VECTOR_BITS (LANES * WORD_BITS)

#if WORD_BITS == 64
typedef uint64_t word;
#else
typedef uint32_t word;
#endif

#if LANES == 1
typedef word vec;
#else
typedef word vec __attribute__((vector_size(sizeof(word) * LANES), may_alias));
#endif

#if VECTOR_BITS == 512 && WORD_BITS == 64
typedef __mmask8 mask;
#elif VECTOR_BITS == 512
typedef __mmask16 mask;
#else
typedef vec mask; /* all ones or all zeros in each lane */
#endif

constexpr word ALL = ~(word)0;

#if LANES == 1
LANES_INLINE vec splat(word x) { return x; }
#elif VECTOR_BITS == 512 && WORD_BITS == 64
LANES_INLINE vec splat(word x) { return (vec)_mm512_set1_epi64((long long)x); }
#elif VECTOR_BITS == 512
LANES_INLINE vec splat(word x) { return (vec)_mm512_set1_epi32((int)x); }
#elif VECTOR_BITS == 256 && WORD_BITS == 64
LANES_INLINE vec splat(word x) { return (vec)_mm256_set1_epi64x((long long)x); }
#elif VECTOR_BITS == 256
LANES_INLINE vec splat(word x) { return (vec)_mm256_set1_epi32((int)x); }
#else
LANES_INLINE vec splat(word x) { return (vec){x, x}; }
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
LANES_INLINE vec lane_numbers() { vec v = splat(0); LANES_UNROLL for (int l = 0; l < LANES; l++) ((word *)&v)[l] = (word)l; return v; }

#if VECTOR_BITS == 512

LANES_INLINE vec or3(vec a, vec b, vec c) { return (vec)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xFE); }
LANES_INLINE vec majority(vec a, vec b, vec c) { return (vec)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xE8); }
LANES_INLINE unsigned bits(mask k) { return k; }
LANES_INLINE mask from_bits(unsigned b) { return (mask)b; }
LANES_INLINE mask no_lanes() { return 0; }

#if WORD_BITS == 64
template <int K> LANES_INLINE vec funnel_left(vec high, vec low) { return (vec)_mm512_shldi_epi64((__m512i)high, (__m512i)low, K); }
template <int K> LANES_INLINE vec funnel_right(vec low, vec high) { return (vec)_mm512_shrdi_epi64((__m512i)low, (__m512i)high, K); }
LANES_INLINE vec popcount(vec v) { return (vec)_mm512_popcnt_epi64((__m512i)v); }
LANES_INLINE mask nonzero(vec v) { return _mm512_test_epi64_mask((__m512i)v, (__m512i)v); }
LANES_INLINE mask zero(vec v) { return _mm512_testn_epi64_mask((__m512i)v, (__m512i)v); }
LANES_INLINE mask less(vec a, vec b) { return _mm512_cmplt_epu64_mask((__m512i)a, (__m512i)b); }
LANES_INLINE vec blend(mask k, vec yes, vec no) { return (vec)_mm512_mask_mov_epi64((__m512i)no, k, (__m512i)yes); }
LANES_INLINE vec keep(mask k, vec v) { return (vec)_mm512_maskz_mov_epi64(k, (__m512i)v); }
LANES_INLINE vec or_where(mask k, vec a, vec b) { return (vec)_mm512_mask_or_epi64((__m512i)a, k, (__m512i)a, (__m512i)b); }
LANES_INLINE vec compress(unsigned b, vec v) { return (vec)_mm512_maskz_compress_epi64((mask)b, (__m512i)v); }
LANES_INLINE vec expand(unsigned b, vec v) { return (vec)_mm512_maskz_expand_epi64((mask)b, (__m512i)v); }
#else
template <int K> LANES_INLINE vec funnel_left(vec high, vec low) { return (vec)_mm512_shldi_epi32((__m512i)high, (__m512i)low, K); }
template <int K> LANES_INLINE vec funnel_right(vec low, vec high) { return (vec)_mm512_shrdi_epi32((__m512i)low, (__m512i)high, K); }
LANES_INLINE vec popcount(vec v) { return (vec)_mm512_popcnt_epi32((__m512i)v); }
LANES_INLINE mask nonzero(vec v) { return _mm512_test_epi32_mask((__m512i)v, (__m512i)v); }
LANES_INLINE mask zero(vec v) { return _mm512_testn_epi32_mask((__m512i)v, (__m512i)v); }
LANES_INLINE mask less(vec a, vec b) { return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b); }
LANES_INLINE vec blend(mask k, vec yes, vec no) { return (vec)_mm512_mask_mov_epi32((__m512i)no, k, (__m512i)yes); }
LANES_INLINE vec keep(mask k, vec v) { return (vec)_mm512_maskz_mov_epi32(k, (__m512i)v); }
LANES_INLINE vec or_where(mask k, vec a, vec b) { return (vec)_mm512_mask_or_epi32((__m512i)a, k, (__m512i)a, (__m512i)b); }
LANES_INLINE vec compress(unsigned b, vec v) { return (vec)_mm512_maskz_compress_epi32((mask)b, (__m512i)v); }
LANES_INLINE vec expand(unsigned b, vec v) { return (vec)_mm512_maskz_expand_epi32((mask)b, (__m512i)v); }
#endif

#else

LANES_INLINE vec or3(vec a, vec b, vec c) { return a | b | c; }
LANES_INLINE vec majority(vec a, vec b, vec c) { return (a & b) | (c & (a | b)); }
template <int K> LANES_INLINE vec funnel_left(vec high, vec low) { return (K == 1 ? high + high : high << K) | low >> (WORD_BITS - K); }
template <int K> LANES_INLINE vec funnel_right(vec low, vec high) { return low >> K | high << (WORD_BITS - K); }
LANES_INLINE vec keep(mask k, vec v) { return k & v; }
LANES_INLINE vec or_where(mask k, vec a, vec b) { return a | (k & b); }
LANES_INLINE mask no_lanes() { return splat(0); }
#if LANES == 1
LANES_INLINE mask nonzero(vec v) { return (word)0 - (word)(v != 0); }
LANES_INLINE mask zero(vec v) { return (word)0 - (word)(v == 0); }
#else
LANES_INLINE mask nonzero(vec v) { return (mask)(v != 0); }
LANES_INLINE mask zero(vec v) { return (mask)(v == 0); }
#endif

#endif

#if VECTOR_BITS == 256

LANES_INLINE vec blend(mask k, vec yes, vec no) { return (vec)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)k); }
LANES_INLINE __m256i bytes_popcount(__m256i x) {
    const __m256i of_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(of_nibble, _mm256_and_si256(x, low)), _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(_mm256_srli_epi16(x, 4), low)));
}

/* Lanes named in b move to the front, in order, and the rest is anything; expand() is the way back, with zeros in the rest. */
struct orders { uint32_t to_front[1 << LANES][8], from_front[1 << LANES][8]; };
constexpr orders lane_orders() {
    orders o = {};
    const int parts = 8 / LANES;
    for (int set = 0; set < 1 << LANES; set++)
        for (int lane = 0, n = 0; lane < LANES; lane++)
            if (set >> lane & 1) {
                for (int p = 0; p < parts; p++) o.to_front[set][n * parts + p] = (uint32_t)(lane * parts + p), o.from_front[set][lane * parts + p] = (uint32_t)(n * parts + p);
                n++;
            }
    return o;
}
alignas(32) static constexpr orders ORDERS = lane_orders();

#if WORD_BITS == 64
LANES_INLINE mask less(vec a, vec b) { return (mask)_mm256_cmpgt_epi64((__m256i)b, (__m256i)a); } /* of numbers below 2**63 */
LANES_INLINE unsigned bits(mask k) { return (unsigned)_mm256_movemask_pd((__m256d)k); }
LANES_INLINE mask from_bits(unsigned b) { const vec each = {1, 2, 4, 8}; return (mask)((splat(b) & each) == each); }
LANES_INLINE vec popcount(vec v) { return (vec)_mm256_sad_epu8(bytes_popcount((__m256i)v), _mm256_setzero_si256()); }
#else
LANES_INLINE mask less(vec a, vec b) { return (mask)(_mm256_cmpgt_epi32((__m256i)(b ^ splat(1u << 31)), (__m256i)(a ^ splat(1u << 31)))); }
LANES_INLINE unsigned bits(mask k) { return (unsigned)_mm256_movemask_ps((__m256)k); }
LANES_INLINE mask from_bits(unsigned b) { const vec each = {1, 2, 4, 8, 16, 32, 64, 128}; return (mask)((splat(b) & each) == each); }
LANES_INLINE vec popcount(vec v) {
    return (vec)_mm256_madd_epi16(_mm256_maddubs_epi16(bytes_popcount((__m256i)v), _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}
#endif
LANES_INLINE vec compress(unsigned b, vec v) { return (vec)_mm256_permutevar8x32_epi32((__m256i)v, *(const __m256i *)ORDERS.to_front[b]); }
LANES_INLINE vec expand(unsigned b, vec v) { return (vec)_mm256_permutevar8x32_epi32((__m256i)v, *(const __m256i *)ORDERS.from_front[b]) & from_bits(b); }

#elif VECTOR_BITS < 256

LANES_INLINE vec blend(mask k, vec yes, vec no) { return no ^ ((yes ^ no) & k); }
LANES_INLINE vec popcount(vec x) {
    x = x - (x >> 1 & splat(0x5555555555555555));
    x = (x & splat(0x3333333333333333)) + (x >> 2 & splat(0x3333333333333333));
    x = (x + (x >> 4)) & splat(0x0F0F0F0F0F0F0F0F);
    x = x + (x >> 8);
    x = x + (x >> 16);
    return (x + (x >> 32)) & splat(0x7F);
}
#if LANES == 2
LANES_INLINE mask less(vec a, vec b) { return (mask)(a < b); }
LANES_INLINE unsigned bits(mask k) { return (unsigned)((k[0] & 1) | (k[1] & 2)); }
LANES_INLINE mask from_bits(unsigned b) { return (mask){0 - (word)(b & 1), 0 - (word)(b >> 1 & 1)}; }
LANES_INLINE vec compress(unsigned b, vec v) { return b == 2 ? (vec){v[1], v[0]} : v; }
LANES_INLINE vec expand(unsigned b, vec v) { return (b == 2 ? (vec){v[1], v[0]} : v) & from_bits(b); }
#else
LANES_INLINE mask less(vec a, vec b) { return (word)0 - (word)(a < b); }
LANES_INLINE unsigned bits(mask k) { return (unsigned)k & 1; }
LANES_INLINE mask from_bits(unsigned b) { return (word)0 - (word)(b & 1); }
LANES_INLINE vec compress(unsigned, vec v) { return v; }
LANES_INLINE vec expand(unsigned b, vec v) { return v & from_bits(b); }
#endif

#endif

/* The product of the lower 32 bits of two words, as a number of 64 bits: of 32-bit words, in two halves. */
#if WORD_BITS == 64
#if VECTOR_BITS == 512
LANES_INLINE vec mul32(vec a, vec b) { return (vec)_mm512_maskz_mul_epu32(0xFF, (__m512i)a, (__m512i)b); }
#elif VECTOR_BITS == 256
LANES_INLINE vec mul32(vec a, vec b) { return (vec)_mm256_mul_epu32((__m256i)a, (__m256i)b); }
#else
LANES_INLINE vec mul32(vec a, vec b) { return (a & splat(0xFFFFFFFF)) * (b & splat(0xFFFFFFFF)); }
#endif
struct product { vec high, low; };
LANES_INLINE product multiply(vec a, vec b) { vec p = mul32(a, b); return {p >> 32, p & splat(0xFFFFFFFF)}; }
#else
struct product { vec high, low; };
#if VECTOR_BITS == 512
LANES_INLINE product multiply(vec a, vec b) {
    __m512i even = _mm512_mul_epu32((__m512i)a, (__m512i)b), odd = _mm512_mul_epu32(_mm512_srli_epi64((__m512i)a, 32), _mm512_srli_epi64((__m512i)b, 32));
    return {(vec)_mm512_mask_mov_epi32(_mm512_srli_epi64(even, 32), 0xAAAA, odd), (vec)_mm512_mask_mov_epi32(even, 0xAAAA, _mm512_slli_epi64(odd, 32))};
}
#else
LANES_INLINE product multiply(vec a, vec b) {
    __m256i even = _mm256_mul_epu32((__m256i)a, (__m256i)b), odd = _mm256_mul_epu32(_mm256_srli_epi64((__m256i)a, 32), _mm256_srli_epi64((__m256i)b, 32));
    return {(vec)_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA), (vec)_mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA)};
}
#endif
#endif

/* Set bit number `rank` (from 0) of each word alone; 0 of the word 0. Bytes are counted and their counts summed up; where a
 * sum first passes the rank, there is the bit, in the low nibble or the high one. */
#if VECTOR_BITS >= 256
LANES_INLINE vec sums_of_bytes(vec counts) {
    counts += counts << 8;
    counts += counts << 16;
#if WORD_BITS == 64
    counts += counts << 32;
#endif
    return counts;
}
#endif
#if VECTOR_BITS == 512
LANES_INLINE vec nth_bits(vec x, vec rank) {
    /* Bit number r of nibble n stands at 16 * r + n. */
    alignas(64) static const uint8_t bit_of_nibble[64] = {
        0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 0, 0, 0, 2, 0, 4, 4, 2, 0, 8, 8, 2, 8, 4, 4, 2,
        0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 8, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8};
    const __m512i low = _mm512_set1_epi8(15);
#if WORD_BITS == 64
    const __m512i first_byte = _mm512_set_epi64(0x0808080808080808, 0, 0x0808080808080808, 0, 0x0808080808080808, 0, 0x0808080808080808, 0);
#else
    const __m512i first_byte = _mm512_set4_epi32(0x0C0C0C0C, 0x08080808, 0x04040404, 0);
#endif
    __m512i counts = _mm512_popcnt_epi8((__m512i)x), k = _mm512_shuffle_epi8((__m512i)rank, first_byte);
    vec sums = sums_of_bytes((vec)counts);
    vec past = (vec)_mm512_movm_epi8(_mm512_cmpgt_epu8_mask((__m512i)sums, k));
    __m512i r = _mm512_add_epi8(_mm512_sub_epi8(k, (__m512i)sums), counts), nibble = _mm512_and_si512((__m512i)x, low);
    __m512i in_low = _mm512_popcnt_epi8(nibble);
    __mmask64 high = _mm512_cmple_epu8_mask(in_low, r);
    r = _mm512_mask_sub_epi8(r, high, r, in_low);
    nibble = _mm512_mask_blend_epi8(high, nibble, _mm512_and_si512(_mm512_srli_epi64((__m512i)x, 4), low));
    __m512i at = _mm512_or_si512(nibble, _mm512_slli_epi64(_mm512_and_si512(r, _mm512_set1_epi8(3)), 4));
    __m512i one = _mm512_permutexvar_epi8(at, _mm512_load_si512(bit_of_nibble));
    one = _mm512_mask_blend_epi8(high, one, _mm512_slli_epi64(one, 4));
    return (vec)one & past & ~(past << 8);
}
#elif VECTOR_BITS == 256
LANES_INLINE vec nth_bits(vec x, vec rank) {
    const __m256i low = _mm256_set1_epi8(15), ones = _mm256_set1_epi8(-1);
    const __m256i of_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
#if WORD_BITS == 64
    const __m256i first_byte = _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0);
#else
    const __m256i first_byte = _mm256_setr_epi32(0, 0x04040404, 0x08080808, 0x0C0C0C0C, 0, 0x04040404, 0x08080808, 0x0C0C0C0C);
#endif
    __m256i w = (__m256i)x, nibble = _mm256_and_si256(w, low), in_low = _mm256_shuffle_epi8(of_nibble, nibble);
    __m256i counts = _mm256_add_epi8(in_low, _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(_mm256_srli_epi16(w, 4), low)));
    __m256i k = _mm256_shuffle_epi8((__m256i)rank, first_byte);
    vec sums = sums_of_bytes((vec)counts), past = (vec)_mm256_cmpgt_epi8((__m256i)sums, k);
    __m256i r = _mm256_add_epi8(_mm256_sub_epi8(k, (__m256i)sums), counts), here = _mm256_cmpgt_epi8(in_low, r);
    r = _mm256_sub_epi8(r, _mm256_andnot_si256(here, in_low));
    __m256i left = _mm256_or_si256(_mm256_and_si256(nibble, here), _mm256_andnot_si256(_mm256_or_si256(here, low), w));
    LANES_UNROLL for (int t = 0; t < 3; t++) { /* the lowest bit goes r times */
        __m256i done = _mm256_cmpgt_epi8(_mm256_set1_epi8((char)(t + 1)), r);
        left = _mm256_and_si256(left, _mm256_or_si256(_mm256_add_epi8(left, ones), done));
    }
    left = _mm256_and_si256(left, _mm256_sub_epi8(_mm256_setzero_si256(), left));
    return (vec)left & past & ~(past << 8);
}
#endif

/* The same, word by word. */
#if VECTOR_BITS == 256 && WORD_BITS == 64
LANES_INLINE word nth_bit(word x, word rank) { return _pdep_u64((word)1 << rank, x); }
#elif VECTOR_BITS == 256
LANES_INLINE word nth_bit(word x, word rank) { return _pdep_u32((word)1 << rank, x); }
#elif VECTOR_BITS < 256
LANES_INLINE word nth_bit(word x, word rank) {
    /* Counts of the set bits in 2, 4, 8, 16 and 32 neighboring bits lead to the bit by halves. */
    word c2 = x - (x >> 1 & 0x5555555555555555), c4 = (c2 & 0x3333333333333333) + (c2 >> 2 & 0x3333333333333333);
    word c8 = (c4 + (c4 >> 4)) & 0x0F0F0F0F0F0F0F0F, c16 = (c8 + (c8 >> 8)) & 0x00FF00FF00FF00FF;
    word c32 = (c16 + (c16 >> 16)) & 0x0000FFFF0000FFFF, past, low;
    unsigned at = 0;
#define HALVE(counts, width) low = counts >> at & (((word)1 << width) - 1), past = rank >= low, rank -= past ? low : 0, at += past ? width : 0
    HALVE(c32, 32), HALVE(c16, 16), HALVE(c8, 8), HALVE(c4, 4), HALVE(c2, 2), HALVE(x, 1);
#undef HALVE
    return x & (word)1 << (at & 63);
}
#endif
