/* The yardstick: a light playout program in plain C, to which goboard's speed is a ratio.
 *
 *     gcc -O3 -march=x86-64-v3 -DN=9 yardstick.c -o yardstick && ./yardstick 100000 [SEED [MOVES]]
 *
 * One board size (N) is compiled in. It plays from the empty board, or from where the file MOVES leads (points row * N + col, of
 * Black and White in turn, an even number of them), uniformly among the legal moves that fill no own eye,
 * simple ko, to two passes or 3 * N * N moves, and prints playouts per second of CPU time. It is written for speed of that
 * one thing: terse, and no part of the package. A packed 32-bit word a point: bits 0-3 black neighbours, 4-7 white (walls
 * in both), 8-10 empty, 12 black, 13 white, 14 wall, 15 edge, 16-31 chain.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef N
#define N 9
#endif
#define W (N + 1)
#define MAXI ((N + 2) * W + 1)
#define XY(x, y) (((y) + 1) * W + (x) + 1)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define AI static inline __attribute__((always_inline))
typedef struct {
    uint32_t P[MAXI];
    uint16_t lib[MAXI], next[MAXI], pos[MAXI], list[N * N + 1];
    int cnt, ko;
} B;
static B EMPTY;
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
typedef struct {
    uint64_t s;
} rng;
typedef unsigned long IT;
AI uint64_t rnext(rng *r) {
    r->s += 0xa0761d6478bd642full;
    __uint128_t t = (__uint128_t)r->s * (r->s ^ 0xe7037ed1a0b428dbull);
    return (uint64_t)(t >> 64) ^ (uint64_t)t;
}
AI uint32_t below(rng *r, uint32_t n) { return (uint32_t)(((uint64_t)(uint32_t)rnext(r) * n) >> 32); }
#define EDGE (1u << 15)
static void init(void) {
    memset(&EMPTY, 0, sizeof EMPTY);
    B *b = &EMPTY;
    for (int i = 0; i < MAXI; i++) {
        b->P[i] = (1u << 14) | (4u << 8);
        b->next[i] = i;
    }
    b->lib[0] = 0x8000;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int v = XY(x, y);
            b->P[v] = 0;
            b->pos[v] = b->cnt;
            b->list[b->cnt++] = v;
        }
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            int v = XY(x, y);
            int d[4] = {-W, -1, 1, W}, wl = 0;
            for (int k = 0; k < 4; k++) wl += (b->P[v + d[k]] >> 14) & 1;
            b->P[v] = wl * 17 + (4 - wl) * 256 + (wl ? EDGE : 0);
        }
}

AI int not_suicide4(B *b, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3, int c) {
    uint16_t *l = b->lib;
    IT i0 = w0 >> 16, i1 = w1 >> 16, i2 = w2 >> 16, i3 = w3 >> 16;
    const uint32_t OWN = 1u << (12 + c);
    l[i0]--;
    l[i1]--;
    l[i2]--;
    l[i3]--;
    int r = ((l[i0] == 0) ^ ((w0 & OWN) != 0)) | ((l[i1] == 0) ^ ((w1 & OWN) != 0)) | ((l[i2] == 0) ^ ((w2 & OWN) != 0)) |
            ((l[i3] == 0) ^ ((w3 & OWN) != 0));
    l[i0]++;
    l[i1]++;
    l[i2]++;
    l[i3]++;
    return r;
}
AI int ok_noempty(B *b, long v, uint32_t w, int c) {
    const int o = c ^ 1;
    const uint32_t OPP = 1u << (12 + o);
    if (((w >> (4 * c)) & 15) == 4) { // all own (or wall): eye unless two diagonals (one at the edge) are the opponent's
        uint32_t s = (b->P[v - W - 1] & OPP) + (b->P[v - W + 1] & OPP) + (b->P[v + W - 1] & OPP) + (b->P[v + W + 1] & OPP);
        if (s <= OPP - ((w >> 15) & 1)) return 0;
    } else if (v == b->ko)
        return 0;
    return not_suicide4(b, b->P[v - W], b->P[v - 1], b->P[v + 1], b->P[v + W], c);
}
static __attribute__((noinline)) void capture(B *b, int r, int o) {
    int s = r;
    uint32_t inc = (1u << (4 * o)) - 256;
    int k = b->cnt;
    do {
        int nx = b->next[s];
        b->next[s] = s;
        b->lib[s] = 0;
        b->P[s] &= 0xfff | EDGE;
        uint32_t w0 = b->P[s - W], w1 = b->P[s - 1], w2 = b->P[s + 1], w3 = b->P[s + W];
        b->P[s - W] = w0 - inc;
        b->P[s - 1] = w1 - inc;
        b->P[s + 1] = w2 - inc;
        b->P[s + W] = w3 - inc;
        b->lib[w0 >> 16]++;
        b->lib[w1 >> 16]++;
        b->lib[w2 >> 16]++;
        b->lib[w3 >> 16]++;
        b->list[k] = s;
        b->pos[s] = k++;
        s = nx;
    } while (s != r);
    b->cnt = k;
}
// captured root's lib may have been bumped by not-yet-processed stones
AI void capture_at(B *b, int n, int o) {
    int root = b->P[n] >> 16;
    capture(b, n, o);
    b->lib[root] = 0;
}
static __attribute__((noinline)) int merge(B *b, int a, int d) {
    if (b->lib[a] < b->lib[d]) {
        int t = a;
        a = d;
        d = t;
    }
    b->lib[a] += b->lib[d];
    int s = d;
    uint32_t aa = (uint32_t)a << 16;
    do {
        b->P[s] = (b->P[s] & 0xffff) | aa;
        s = b->next[s];
    } while (s != d);
    uint16_t t = b->next[a];
    b->next[a] = b->next[d];
    b->next[d] = t;
    return a;
}
AI void play(B *b, long v, int c) {
    int o = c ^ 1;
    long n0 = v - W, n1 = v - 1, n2 = v + 1, n3 = v + W;
    uint32_t OWN = 1u << (12 + c), OPP = 1u << (12 + o);
    int p = b->pos[v], last = b->list[--b->cnt];
    b->list[p] = last;
    b->pos[last] = p;
    int cnt0 = b->cnt;
    uint32_t wv = b->P[v];
    uint32_t inc = (1u << (4 * c)) - 256;
    uint32_t w0 = b->P[n0], w1 = b->P[n1], w2 = b->P[n2], w3 = b->P[n3];
    b->P[n0] = w0 + inc;
    b->P[n1] = w1 + inc;
    b->P[n2] = w2 + inc;
    b->P[n3] = w3 + inc;
    IT i0 = w0 >> 16, i1 = w1 >> 16, i2 = w2 >> 16, i3 = w3 >> 16;
    b->lib[i0]--;
    b->lib[i1]--;
    b->lib[i2]--;
    b->lib[i3]--;
    uint32_t m0 = -((w0 >> (12 + c)) & 1), m1 = -((w1 >> (12 + c)) & 1), m2 = -((w2 >> (12 + c)) & 1),
             m3 = -((w3 >> (12 + c)) & 1);
    int r = v, x = v;
    r ^= (r ^ i0) & m0;
    x ^= (x ^ n0) & m0;
    r ^= (r ^ i1) & m1;
    x ^= (x ^ n1) & m1;
    r ^= (r ^ i2) & m2;
    x ^= (x ^ n2) & m2;
    r ^= (r ^ i3) & m3;
    x ^= (x ^ n3) & m3;
    uint32_t df = (m0 & (i0 ^ r)) | (m1 & (i1 ^ r)) | (m2 & (i2 ^ r));
    int z = !(b->lib[i0] && b->lib[i1] && b->lib[i2] && b->lib[i3]);
    b->P[v] = (wv & (0xfff | EDGE)) | OWN | ((uint32_t)r << 16);
    int t = b->next[x];
    b->next[x] = v;
    b->next[v] = t;
    b->lib[r] += (wv >> 8) & 7;
    b->ko = 0;
    if (df) {
        if ((w0 & OWN) && i0 != r) r = merge(b, r, i0);
        if (w1 & OWN) {
            IT q = b->P[n1] >> 16;
            if (q != r) r = merge(b, r, q);
        }
        if (w2 & OWN) {
            IT q = b->P[n2] >> 16;
            if (q != r) r = merge(b, r, q);
        }
        if (w3 & OWN) {
            IT q = b->P[n3] >> 16;
            if (q != r) r = merge(b, r, q);
        }
    }
    if (unlikely(z)) {
        if ((w0 & OPP) && b->lib[i0] == 0) capture_at(b, n0, o);
        if ((w1 & OPP) && (b->P[n1] & OPP) && b->lib[i1] == 0) capture_at(b, n1, o);
        if ((w2 & OPP) && (b->P[n2] & OPP) && b->lib[i2] == 0) capture_at(b, n2, o);
        if ((w3 & OPP) && (b->P[n3] & OPP) && b->lib[i3] == 0) capture_at(b, n3, o);
        if (((wv >> (4 * o)) & 15) == 4 && b->cnt == cnt0 + 1) b->ko = b->list[cnt0];
    }
}
AI long choose(B *b, int c, rng *r) {
    int k = b->cnt;
    while (k) {
        IT j = below(r, k);
        IT v = b->list[j];
        uint32_t w = b->P[v];
        if ((w >> 8) & 7) return v;
        if (ok_noempty(b, v, w, c)) return v;
        k--;
        int u = b->list[k];
        b->list[k] = v;
        b->list[j] = u;
        b->pos[v] = k;
        b->pos[u] = j;
    }
    return 0;
}
AI int score(const B *b) {
    int s = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            uint32_t q = b->P[XY(x, y)];
            s += (int)((q >> 12) & 1) - (int)((q >> 13) & 1);
        }
    for (int i = 0; i < b->cnt; i++) {
        unsigned q = b->P[b->list[i]];
        s += ((q & 15) == 4) - (((q >> 4) & 15) == 4);
    }
    return s;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100000;
    rng r;
    r.s = argc > 2 ? strtoull(argv[2], 0, 0) * 0x9E3779B97F4A7C15ull : 12345;
    init();
    FILE *f = argc > 3 ? fopen(argv[3], "r") : NULL;
    for (int v, c = 0; f && fscanf(f, "%d", &v) == 1; c ^= 1) play(&EMPTY, XY(v % N, v / N), c);
    uint64_t moves = 0, bw = 0;
    double t0 = now();
    static B b;
    for (int g = 0; g < n; g++) {
        memcpy(&b, &EMPTY, sizeof b);
        int pass = 0, m = 0;
        for (;;) {
            long v = choose(&b, 0, &r);
            m++;
            if (likely(v)) {
                play(&b, v, 0);
                pass = 0;
            } else {
                b.ko = 0;
                if (++pass == 2) break;
            }
            v = choose(&b, 1, &r);
            m++;
            if (likely(v)) {
                play(&b, v, 1);
                pass = 0;
            } else {
                b.ko = 0;
                if (++pass == 2) break;
            }
            if (unlikely(m >= 3 * N * N)) break;
        }
        moves += m;
        bw += 2 * score(&b) > 13;
    }
    double dt = now() - t0;
    printf("yardstick N=%d playouts/s=%.0f moves/s=%.0f len=%.2f bw=%.4f sizeof=%zu\n", N, n / dt, moves / dt, moves / (double)n,
           bw / (double)n, sizeof(B));
}
