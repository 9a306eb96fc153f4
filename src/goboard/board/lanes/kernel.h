/* Light playouts, LANES games side by side: one turn of every game in a pool.
 *
 * Included after vectors.h, once for each word size. W (words of a board), S (stride) and ROWS are compile-time constants:
 * with them every loop over the words unrolls and every shift is an immediate.
 *
 * A board is a set of points. S is larger than the number of columns, so a shift by 1, S - 1, S or S + 1 never reaches a wrong
 * neighbor: it lands in the empty column between two rows. Rows follow each other through W words; or, where ROWS says so,
 * that many whole rows stand in each word, and a shift by 1 needs no neighboring word.
 *
 * A turn follows one game like this. choose() finds the candidate moves and draws one by its number, pick() finds its point.
 * probe() looks at the neighbors of the point: mostly they settle that the move is legal and captures nothing. Where they do
 * not, it puts a job on a list. settle() works off the jobs, packed densely whichever games they come from. resolve() then
 * plays the move, or refuses it (suicide), in which case the same side draws again next turn from the remaining candidates.
 *
 * What makes this fast is a memory: the secure stones of a color. Every stone in that set belongs to a chain with at least
 * two liberties that have that color on all sides. The other color cannot capture such a chain by one move, so a point
 * whose neighbors are all secure stones of the other color is suicide and no candidate. An empty point in the set was
 * found to be suicide in another way. resolve() keeps this true: it forgets rather than guesses.
 */

#undef EACH_WORD
#define EACH_WORD LANES_UNROLL for (int i = 0; i < W; i++)

template <int W, int S, int ROWS = 0> struct kernel {

/* LANES games. */
struct group {
    vec own[W], opp[W];               /* stones of the side to move, and of the other side */
    vec banned[W];                    /* not to be drawn now: the ko point, suicides refused this turn */
    vec own_secure[W], opp_secure[W];
    vec moves, passes;                /* moves played, passes included; passes at the end of them */
    vec carry, state;                 /* the generator: its upper and lower 32 bits */
    vec live;                         /* all ones while a game is in the lane */
    /* From choose() to resolve(). */
    vec from, rank, bit;              /* the drawn point: the word it is in, its number there, its bit alone */
    mask in_word[W];
    vec point[W];
    mask moved, fills, extends, enclosed, among_secure;
    int first_job;                    /* the jobs of these games stand together, */
    unsigned asked;                   /* for these lanes */
};

/* Fill jobs: which of the `doomed` stones, all within `field`, are in chains that reach no stone known to be `safe`? */
enum { SLOTS = GB_LANES_MAX + 2 * LANES, NOWHERE = SLOTS - 1 };
struct alignas(64) jobs {
    word field[W][SLOTS], doomed[W][SLOTS], safe[W][SLOTS];
    word id[SLOTS];
    int n;
};
struct alignas(64) list {
    word id[SLOTS];
    int n;
};
struct alignas(64) scratch {
    jobs first, wave;                        /* jobs of this turn; those that two steps left undecided */
    alignas(64) word left[W][SLOTS];         /* the answer to each job: the doomed stones that reach no safe one */
    alignas(64) word captured[W][SLOTS];     /* what the answers mean for the move */
    alignas(64) word verdict[SLOTS];         /* REFUSED or KO */
    list again, learn;                       /* jobs with a second question; lanes with secure stones to remember */
    uint32_t enclosed[SLOTS];                /* for each LANES jobs, one bit each */
};
/* A job's id: its lane, what it asks, and in the second round the place of the first job. */
enum : word { LANE = 0xFFF, UNSURE = 0x1000, OWN_SIDE = 0x2000 };
static constexpr int FIRST_JOB = 16;
static constexpr word REFUSED = 1, KO = 2;
static_assert(GB_LANES_MAX <= LANE + 1 && SLOTS <= 1 << (32 - FIRST_JOB), "ids must hold lanes and places");

struct ground { vec area[W], edge[W]; };

/* Word i of board x shifted by K points towards higher and lower bits. */
template <int K> LANES_INLINE vec up(const vec *x, int i) {
    if (i == 0 || (ROWS && K == 1)) return x[i] << K;
    if constexpr (ROWS != 0) return x[i] << K | x[i - 1] >> (ROWS * S - K);
    else return funnel_left<K>(x[i], x[i - 1]);
}
template <int K> LANES_INLINE vec down(const vec *x, int i) {
    if (i == W - 1 || (ROWS && K == 1)) return x[i] >> K;
    if constexpr (ROWS != 0) return x[i] >> K | x[i + 1] << (ROWS * S - K);
    else return funnel_right<K>(x[i], x[i + 1]);
}
LANES_INLINE vec beside(const vec *x, int i) { return or3(up<1>(x, i), down<1>(x, i), up<S>(x, i)) | down<S>(x, i); }

/* The points to draw from: empty, no eye of the side to move, not banned, and with a neighbor other than a secure stone
 * of the other side. An empty point that is missing here is an eye, the ko point, or suicide. */
LANES_INLINE void candidates(const group &g, const ground &at, vec *out) {
    vec own[W], opp[W], not_own[W], way_out[W];
    EACH_WORD {
        own[i] = g.own[i], opp[i] = g.opp[i];
        not_own[i] = at.area[i] & ~own[i];
        way_out[i] = at.area[i] & ~(opp[i] & g.opp_secure[i]);
    }
    EACH_WORD {
        vec a = up<S + 1>(opp, i), b = up<S - 1>(opp, i), c = down<S - 1>(opp, i), d = down<S + 1>(opp, i);
        vec one = or3(a, b, c), two = majority(a, b, c) | (one & d);
        vec no_eye = beside(not_own, i) | two | (at.edge[i] & (one | d));
        out[i] = not_own[i] & ~opp[i] & ~(g.banned[i] | g.opp_secure[i]) & beside(way_out, i) & no_eye;
    }
}

/* 2**32 values do not fall evenly on n candidates: the few products whose lower half is below 2**32 mod n are drawn again (Lemire
 * 2019, "Fast random integer generation in an interval"). `lanes` are those where that may be so. */
LANES_FN void draw_again(group &g, unsigned lanes, vec candidates, product &drawn) {
    lanes &= bits(nonzero(g.live)); /* where there is no game the generator may stand still */
    for (; lanes; lanes &= lanes - 1) {
        unsigned l = lowest(lanes);
        uint64_t n = word_of(&candidates, l), product = (uint64_t)word_of(&drawn.high, l) << 32 | word_of(&drawn.low, l);
        while ((uint32_t)product < (1ull << 32) % n) {
            uint64_t next = (uint64_t)word_of(&g.state, l) * GB_LANES_MWC + word_of(&g.carry, l);
            product = (uint64_t)(uint32_t)(word_of(&g.state, l) ^ word_of(&g.carry, l)) * n;
            word_of(&g.state, l) = (word)(uint32_t)next, word_of(&g.carry, l) = (word)(next >> 32);
        }
        word_of(&drawn.high, l) = (word)(product >> 32);
    }
}

/* Draws one of the candidates by its number. */
LANES_INLINE void choose(group &g, const ground &at) {
    vec set[W], up_to[W];
    candidates(g, at, set);
    up_to[0] = popcount(set[0]);
    LANES_UNROLL for (int i = 1; i < W; i++) up_to[i] = up_to[i - 1] + popcount(set[i]);

    /* Multiply with carry. The draw is its two halves xored, scaled to n candidates. */
    product drawn = multiply(g.state ^ g.carry, up_to[W - 1]), next = multiply(g.state, splat(GB_LANES_MWC));
#if WORD_BITS == 64
    vec sum = next.low + g.carry;
    g.state = sum & splat(0xFFFFFFFF), g.carry = next.high + (sum >> 32);
#else
    g.state = next.low + g.carry;
    g.carry = next.high + keep(less(g.state, g.carry), splat(1));
#endif
    unsigned uneven = bits(less(drawn.low, up_to[W - 1]));
    if (LANES_RARELY(uneven)) draw_again(g, uneven, up_to[W - 1], drawn);
    vec k = drawn.high;

    vec from = set[0], rank = k;
    mask found = no_lanes();
    LANES_UNROLL for (int i = 1; i < W; i++) {
        mask below = less(k, up_to[i - 1]);
        g.in_word[i - 1] = below & ~found;
        found = below;
        from = blend(below, from, set[i]);
        rank = blend(below, rank, k - up_to[i - 1]);
    }
    g.in_word[W - 1] = ~found;
    g.from = from & g.live, g.rank = rank;
}

/* The bit of the drawn point; without a candidate it is 0, which is a pass. */
LANES_INLINE void pick(group &g) {
#if VECTOR_BITS >= 256
    g.bit = nth_bits(g.from, g.rank);
#else
    g.bit = nth_bit_of_each(g.from, g.rank);
#endif
}

#if VECTOR_BITS < 512
LANES_INLINE vec nth_bit_of_each(const vec &from, const vec &rank) {
    vec bit;
    LANES_UNROLL for (int l = 0; l < LANES; l++) ((word *)&bit)[l] = nth_bit(((const word *)&from)[l], ((const word *)&rank)[l]);
    return bit;
}
#endif

/* Appends the jobs of the lanes in `which`. */
LANES_INLINE void push(jobs &to, unsigned which, const vec *field, const vec *doomed, const vec *safe, vec id) {
    int n = to.n;
    EACH_WORD {
        store_anywhere(&to.field[i][n], compress(which, field[i]));
        store_anywhere(&to.doomed[i][n], compress(which, doomed[i]));
        store_anywhere(&to.safe[i][n], compress(which, safe[i]));
    }
    store_anywhere(&to.id[n], compress(which, id));
    to.n += count(which);
}

/* What the neighbors of the drawn point say at once, and a job where that is not all.
 *
 * Three kinds of job. The usual one asks which chains of the other side beside the point lose their last liberty by it.
 * An enclosed point, with the other side on all sides, asks which of the chains around it are not secure. And where no
 * chain of the other side is in question, but the mover has no liberty in sight, the own side is asked about. */
LANES_INLINE void probe(group &g, const ground &at, vec lane, jobs &to) {
    vec point[W], own[W], opp[W], empty[W], own_secure[W], opp_secure[W], by_empty[W], alive[W], rivals[W];
    EACH_WORD {
        point[i] = keep(g.in_word[i], g.bit);
        own[i] = g.own[i] | point[i], opp[i] = g.opp[i];
        empty[i] = at.area[i] & ~(own[i] | opp[i]);
        own_secure[i] = g.own_secure[i], opp_secure[i] = g.opp_secure[i];
        g.point[i] = point[i];
    }
    /* The neighbors of a single bit, from its own word and what spills into the two beside it. */
    enum { OVER = ROWS ? ROWS * S : WORD_BITS };
    vec bit = g.bit, here = or3(bit << 1, bit >> 1, bit << S) | bit >> S;
    vec above = bit >> (OVER - S), below = bit << (OVER - S);
    if (!ROWS) above |= bit >> (WORD_BITS - 1), below |= bit << (WORD_BITS - 1);

    vec undecided = splat(0), unsecured = splat(0); /* chains of the other side that may be captured; that are not known to be secure */
    vec breath = splat(0), kin = splat(0);          /* a liberty of the mover; a secure chain of its own */
    vec not_own = splat(0), not_opp = splat(0);
    EACH_WORD by_empty[i] = beside(empty, i), alive[i] = opp[i] & (by_empty[i] | opp_secure[i]);
    EACH_WORD {
        vec next = keep(g.in_word[i], here);
        if (i > 0) next = or_where(g.in_word[i - 1], next, above);
        if (i < W - 1) next = or_where(g.in_word[i + 1], next, below);
        rivals[i] = next & opp[i];
        vec gaps = next & empty[i], friends = next & own[i];
        undecided |= rivals[i] & ~(alive[i] | beside(alive, i));
        unsecured |= rivals[i] & ~opp_secure[i];
        breath |= gaps | (friends & (by_empty[i] | own_secure[i]));
        not_own |= gaps | rivals[i];
        not_opp |= gaps | friends;
        kin |= friends & own_secure[i];
    }
    mask moved = nonzero(bit), captures = nonzero(undecided), unsure = zero(breath) & moved;
    mask enclosed = zero(not_opp) & moved, own_side = unsure & ~(captures | enclosed), fills = zero(not_own) & moved;
    g.moved = moved, g.enclosed = enclosed, g.fills = fills, g.extends = nonzero(kin);
    g.among_secure = ~(fills | enclosed) & zero(unsecured);

    unsigned which = bits(captures | unsure);
    vec field[W], doomed[W], safe[W];
    EACH_WORD {
        vec known = blend(enclosed, opp_secure[i], alive[i] | beside(alive, i)) & opp[i];
        field[i] = blend(own_side, own[i], opp[i]);
        doomed[i] = blend(own_side, point[i], rivals[i] & ~known);
        safe[i] = blend(own_side, own[i] & (by_empty[i] | own_secure[i]) & ~point[i], or_where(enclosed, known, point[i]));
    }
    vec id = or_where(own_side, or_where(unsure, lane, splat(UNSURE)), splat(OWN_SIDE));
    g.first_job = to.n, g.asked = which;
    push(to, which, field, doomed, safe, id);
}

LANES_INLINE unsigned filled(int n) { return n >= LANES ? (1u << LANES) - 1 : (1u << n) - 1; } /* lanes 0 to n - 1 */

/* One step of the fill: safety spreads to neighbors, and so does the question. Says where all is decided: where the question
 * covers whole chains (a safe stone beside it would have made it grow), or is gone. A further step changes nothing there. */
LANES_INLINE mask spread(const vec *field, vec *doomed, vec *safe) {
    vec d[W], s[W], grown = splat(0), rest = splat(0);
    EACH_WORD { d[i] = beside(doomed, i), s[i] = beside(safe, i); }
    EACH_WORD {
        vec now = (doomed[i] | d[i]) & field[i];
        safe[i] |= s[i] & field[i];
        grown |= now ^ doomed[i];
        doomed[i] = now & ~safe[i];
        rest |= doomed[i];
    }
    return zero(grown) | zero(rest);
}

/* The first two steps of a batch of jobs at place h; what they leave undecided goes on to waves(). */
LANES_INLINE void begin(scratch &s, int h, int n, const vec *field, vec *doomed, vec *safe) {
    spread(field, doomed, safe);
    mask decided = spread(field, doomed, safe);
    EACH_WORD store(&s.left[i][h], doomed[i]);
    push(s.wave, filled(n - h) & ~bits(decided), field, doomed, safe, splat((word)h) + lane_numbers());
}

/* The doomed stones of up to LANES jobs go to their places in `left`. */
LANES_INLINE void scatter(scratch &s, const word *ids, int n, const vec *doomed) {
    alignas(64) word words[W][LANES];
    EACH_WORD store(words[i], doomed[i]);
    for (int l = 0; l < n; l++) EACH_WORD s.left[i][ids[l]] = words[i][l];
}

/* Jobs that need more steps, two at a time; between them the finished ones leave and the others close ranks. The last few
 * stay in registers until all are done. */
LANES_FN void waves(scratch &s) {
    jobs &w = s.wave;
    vec field[W], doomed[W], safe[W];
    while (w.n > LANES) {
        int n = w.n;
        w.n = 0;
        for (int h = 0; h < n; h += LANES) {
            EACH_WORD field[i] = load(&w.field[i][h]), doomed[i] = load(&w.doomed[i][h]), safe[i] = load(&w.safe[i][h]);
            unsigned valid = filled(n - h);
            vec id = blend(from_bits(valid), load(&w.id[h]), splat(NOWHERE));
            spread(field, doomed, safe);
            mask decided = spread(field, doomed, safe);
            alignas(64) word ids[LANES];
            store(ids, id);
            scatter(s, ids, LANES, doomed);
            push(w, valid & ~bits(decided), field, doomed, safe, id);
        }
    }
    if (w.n == 0) return;
    unsigned valid = filled(w.n);
    EACH_WORD field[i] = load(&w.field[i][0]), doomed[i] = load(&w.doomed[i][0]), safe[i] = load(&w.safe[i][0]);
    do spread(field, doomed, safe);
    while (valid & ~bits(spread(field, doomed, safe)));
    scatter(s, w.id, w.n, doomed);
    w.n = 0;
}

/* One lane of a vector, and the group of a lane. */
LANES_INLINE word &word_of(vec *x, unsigned lane) { return ((word *)x)[lane]; }
LANES_INLINE word word_of(const vec *x, unsigned lane) { return ((const word *)x)[lane]; }
LANES_INLINE group &group_of(group *groups, word id) { return groups[(id & LANE) / LANES]; }

/* A board of LANES games from anywhere in the pool. */
LANES_INLINE void gather(group *groups, const word *ids, vec (group::*board)[W], vec *out) {
    alignas(64) word words[W][LANES];
    for (int l = 0; l < LANES; l++) {
        vec *x = group_of(groups, ids[l]).*board;
        EACH_WORD words[i][l] = word_of(&x[i], (ids[l] & LANE) % LANES);
    }
    EACH_WORD out[i] = load(words[i]);
}

LANES_INLINE void add(list &to, unsigned which, vec id) { store_anywhere(&to.id[to.n], compress(which, id)), to.n += count(which); }
LANES_INLINE void end(list &of) { store_anywhere(&of.id[of.n], splat(0)); } /* so that the last vector is full of lanes that exist */

/* The jobs of this turn. An enclosed point is one liberty of the chains around it that has their color on all sides; those
 * with a second one are safe here, for such a chain is secure. */
LANES_INLINE void ask(const ground &at, scratch &s) {
    jobs &first = s.first;
    int n = first.n;
    for (int h = 0; h < n; h += LANES) {
        vec field[W], doomed[W], safe[W], point[W], other[W], hole[W], any = splat(0);
        EACH_WORD {
            field[i] = load(&first.field[i][h]), doomed[i] = load(&first.doomed[i][h]), safe[i] = load(&first.safe[i][h]);
            point[i] = safe[i] & ~field[i]; /* probe() put it there for an enclosed point */
            safe[i] &= field[i];
            any |= point[i];
            other[i] = at.area[i] & ~field[i];
        }
        mask enclosed = nonzero(any);
        EACH_WORD hole[i] = other[i] & ~(beside(other, i) | point[i]);
        EACH_WORD safe[i] = or_where(enclosed, safe[i], beside(hole, i) & field[i]), doomed[i] &= ~safe[i];
        s.enclosed[h / LANES] = bits(enclosed);
        begin(s, h, n, field, doomed, safe);
    }
    waves(s);
}

/* What the answers mean for the moves: captures, refusals, or a second question. */
LANES_INLINE void answer(scratch &s) {
    const jobs &first = s.first;
    for (int h = 0; h < first.n; h += LANES) {
        vec id = load(&first.id[h]), any = splat(0);
        EACH_WORD any |= load(&s.left[i][h]);
        unsigned left = bits(nonzero(any)), valid = filled(first.n - h), enclosed = s.enclosed[h / LANES] & valid;
        unsigned unsure = bits(nonzero(id & splat(UNSURE))), own_side = bits(nonzero(id & splat(OWN_SIDE))) & valid;
        unsigned rivals = valid & ~(enclosed | own_side);
        unsigned learn = enclosed & ~left, refused = (own_side & left) | learn;
        mask captured = from_bits(rivals & left);
        EACH_WORD store(&s.captured[i][h], keep(captured, load(&s.left[i][h])));
        store(&s.verdict[h], keep(from_bits(refused), splat(REFUSED)));
        id = (id & splat(LANE)) | (splat((word)h) + lane_numbers()) << FIRST_JOB;
        add(s.again, (enclosed & left) | (rivals & unsure & ~left), or_where(from_bits(~enclosed), id, splat(OWN_SIDE)));
        add(s.learn, learn, id);
    }
}

/* The second question: are the chains around an enclosed point captured, or, where none was, has the mover a liberty? */
LANES_INLINE void ask_again(group *groups, const ground &at, scratch &s) {
    list &again = s.again;
    end(again);
    for (int h = 0; h < again.n; h += LANES) {
        vec own[W], opp[W], point[W], empty[W], field[W], doomed[W], safe[W];
        gather(groups, &again.id[h], &group::own, own);
        gather(groups, &again.id[h], &group::opp, opp);
        gather(groups, &again.id[h], &group::point, point);
        mask own_side = nonzero(load(&again.id[h]) & splat(OWN_SIDE));
        EACH_WORD own[i] |= point[i], empty[i] = at.area[i] & ~(own[i] | opp[i]);
        EACH_WORD {
            field[i] = blend(own_side, own[i], opp[i]);
            safe[i] = beside(empty, i) & field[i];
            doomed[i] = blend(own_side, point[i], beside(point, i) & opp[i]) & ~safe[i];
        }
        begin(s, h, again.n, field, doomed, safe);
    }
    waves(s);
    for (int h = 0; h < again.n; h++) {
        word any = 0, more = 0; /* more: a second stone */
        EACH_WORD {
            word left = s.left[i][h];
            more |= any ? left : left & (left - 1);
            any |= left;
        }
        bool enclosed = !(again.id[h] & OWN_SIDE), gone = any != 0;
        unsigned job = (unsigned)again.id[h] >> FIRST_JOB;
        s.verdict[job] = gone != enclosed ? REFUSED : enclosed && gone && !more ? KO : 0;
        EACH_WORD s.captured[i][job] = enclosed ? s.left[i][h] : 0;
    }
}

/* The chains around a refused enclosed point are secure. REACH steps inside them suffice mostly, and what is missed is
 * only not known; the number is fixed, because what is known decides what is drawn. */
LANES_INLINE void learn(group *groups, scratch &s) {
    enum { REACH = 6 };
    end(s.learn);
    for (int h = 0; h < s.learn.n; h += LANES) {
        const word *ids = &s.learn.id[h];
        vec opp[W], known[W], point[W], secure[W], d[W];
        gather(groups, ids, &group::opp, opp);
        gather(groups, ids, &group::opp_secure, known);
        gather(groups, ids, &group::point, point);
        EACH_WORD secure[i] = (beside(point, i) | known[i]) & opp[i];
        LANES_UNROLL for (int k = 0; k < REACH; k++) {
            EACH_WORD d[i] = beside(secure, i) & opp[i];
            EACH_WORD secure[i] |= d[i];
        }
        alignas(64) word words[W][LANES];
        EACH_WORD store(words[i], known[i] | secure[i]);
        for (int l = 0; l < LANES && h + l < s.learn.n; l++)
            EACH_WORD word_of(&group_of(groups, ids[l]).opp_secure[i], (ids[l] & LANE) % LANES) = words[i][l];
    }
}

LANES_FN void settle(group *groups, const ground &at, scratch &s) {
    s.wave.n = s.again.n = s.learn.n = 0;
    ask(at, s);
    answer(s);
    ask_again(groups, at, s);
    learn(groups, s);
}

/* Area of both sides for the lanes of `done`: stones, and empty points that reach one color only. */
LANES_FN void finish(const group &g, unsigned number, unsigned done, const ground &at, gb_lanes_pool &pool) {
    vec mine[W], theirs[W], empty[W], changed;
    EACH_WORD empty[i] = at.area[i] & ~(g.own[i] | g.opp[i]);
    EACH_WORD { mine[i] = beside(g.own, i) & empty[i], theirs[i] = beside(g.opp, i) & empty[i]; }
    do {
        vec a[W], b[W];
        changed = splat(0);
        EACH_WORD { a[i] = beside(mine, i) & empty[i] & ~mine[i], b[i] = beside(theirs, i) & empty[i] & ~theirs[i]; }
        EACH_WORD { mine[i] |= a[i], theirs[i] |= b[i], changed |= a[i] | b[i]; }
    } while (bits(nonzero(changed)) & done);
    EACH_WORD { vec shared = mine[i] & theirs[i]; mine[i] = g.own[i] | (mine[i] ^ shared), theirs[i] = g.opp[i] | (theirs[i] ^ shared); }
    for (; done; done &= done - 1) {
        unsigned l = lowest(done);
        gb_lanes_finished &f = pool.finished[pool.n_finished++];
        f.lane = number * LANES + l;
        read(mine, l, f.own_area), read(theirs, l, f.opp_area);
    }
}

/* Plays the move, or refuses it. Either way the sets of secure stones stay true:
 * - a capture that took stones may have taken what stood around a remembered suicide: of their color's set only stones stay;
 * - a capture on an enclosed point took a liberty from the chains around it, a move that fills a point among own stones
 *   one from its own: the whole set is forgotten;
 * - a stone beside a secure own chain joins it; and a suicide all of whose rivals are secure will stay one. */
LANES_INLINE void resolve(group &g, unsigned number, const ground &at, gb_lanes_pool &pool, const scratch &s) {
    vec verdict = expand(g.asked, load_anywhere(&s.verdict[g.first_job])), captured[W], gone = splat(0);
    EACH_WORD captured[i] = expand(g.asked, load_anywhere(&s.captured[i][g.first_job])), gone |= captured[i];
    mask refused = nonzero(verdict & splat(REFUSED)), ko = nonzero(verdict & splat(KO)), played = ~refused, captures = nonzero(gone);
    mask forget = g.fills & played, lost = captures & g.enclosed;
    mask join = (g.extends & played) | (g.among_secure & refused);
    EACH_WORD {
        vec own = g.own[i], opp = g.opp[i] & ~captured[i], point = g.point[i], mine = g.own_secure[i], theirs = g.opp_secure[i];
        vec kept = keep(~lost, blend(captures, theirs & opp, theirs));
        g.own[i] = blend(played, opp, own);
        g.opp[i] = blend(played, own | point, opp);
        g.own_secure[i] = blend(played, kept, mine);
        g.opp_secure[i] = keep(~forget, or_where(join, blend(played, mine, theirs), point));
        g.banned[i] = blend(played, keep(ko, captured[i]), g.banned[i] | point);
    }
    vec passes = keep(~g.moved, g.passes + splat(1));
    g.moves = g.moves + keep(played, splat(1));
    g.passes = blend(played, passes, g.passes);
    mask done = played & nonzero(g.live) & ~(less(g.passes, splat(2)) & less(g.moves, splat((word)pool.max_moves)));
    if (bits(done)) finish(g, number, bits(done), at, pool);
}

/* Between words of 64 bits, as the driver has them, and a lane's words: little-endian, as the vectors are. */
LANES_INLINE void read(const vec *board, unsigned lane, uint64_t *out) {
    word words[W + 1] = {};
    EACH_WORD words[i] = word_of(&board[i], lane);
    memcpy(out, words, WORDS * sizeof *out);
}
LANES_INLINE void write(vec *board, unsigned lane, const uint64_t *from) {
    word words[W + 1];
    memcpy(words, from, WORDS * sizeof *from);
    EACH_WORD word_of(&board[i], lane) = words[i];
}
enum { WORDS = (W * WORD_BITS + 63) / 64 };

LANES_INLINE ground lay(const gb_lanes_pool &pool) {
    ground at;
    for (int l = 0; l < LANES; l++) write(at.area, l, pool.area), write(at.edge, l, pool.edge);
    return at;
}

LANES_FN void turn(gb_lanes_pool *pool) {
    group *groups = (group *)pool->groups;
    scratch &s = *(scratch *)pool->scratch;
    const ground at = lay(*pool);
    int n = pool->n_groups;
    s.first.n = 0;
    pool->n_finished = 0;
    /* Sweep by sweep: a group's steps wait for each other, those of many groups overlap. */
    for (int v = 0; v < n; v++) choose(groups[v], at);
#if VECTOR_BITS == 256
    if (pool->fast_pdep)
        for (int v = 0; v < n; v++) groups[v].bit = nth_bit_of_each(groups[v].from, groups[v].rank);
    else
#endif
        for (int v = 0; v < n; v++) pick(groups[v]);
    for (int v = 0; v < n; v++) probe(groups[v], at, splat((word)(v * LANES)) + lane_numbers(), s.first);
    settle(groups, at, s);
    for (int v = 0; v < n; v++) resolve(groups[v], v, at, *pool, s);
}

static group &group_with(const gb_lanes_pool *pool, int lane) { return ((group *)pool->groups)[lane / LANES]; }

LANES_FN void deal(gb_lanes_pool *pool, int lane, const gb_lanes_position *position, int passes, uint64_t generator) {
    group &g = group_with(pool, lane);
    unsigned l = (unsigned)lane % LANES;
    write(g.own, l, position->own), write(g.opp, l, position->opp), write(g.banned, l, position->banned);
    EACH_WORD word_of(&g.own_secure[i], l) = word_of(&g.opp_secure[i], l) = 0;
    word_of(&g.moves, l) = 0, word_of(&g.passes, l) = (word)passes;
    word_of(&g.carry, l) = (word)(generator >> 32), word_of(&g.state, l) = (word)(uint32_t)generator;
    word_of(&g.live, l) = ALL;
}

LANES_FN void move(gb_lanes_pool *pool, int to, int from) {
    group &a = group_with(pool, to), &b = group_with(pool, from);
    unsigned k = (unsigned)to % LANES, l = (unsigned)from % LANES;
    vec *into = (vec *)&a, *out_of = (vec *)&b;
    for (size_t i = 0; i < offsetof(group, from) / sizeof(vec); i++) word_of(&into[i], k) = word_of(&out_of[i], l);
    word_of(&b.live, l) = 0;
}

LANES_FN uint64_t moves(const gb_lanes_pool *pool, int lane) { return word_of(&group_with(pool, lane).moves, (unsigned)lane % LANES); }

LANES_FN void peek(const gb_lanes_pool *pool, int lane, gb_lanes_position *out) {
    const group &g = group_with(pool, lane);
    unsigned l = (unsigned)lane % LANES;
    read(g.own, l, out->own), read(g.opp, l, out->opp), read(g.banned, l, out->banned);
}

LANES_FN void list_candidates(const gb_lanes_pool *pool, uint64_t *out) {
    const ground at = lay(*pool);
    vec set[W];
    candidates(group_with(pool, 0), at, set);
    read(set, 0, out);
}

static constexpr gb_lanes_kernel describe(int rows, int cols) {
    return {LANES_NAME, LANES, rows, cols, WORDS, S, ROWS, WORD_BITS, sizeof(group), sizeof(scratch), turn, deal, move, moves, peek, list_candidates};
}

};
