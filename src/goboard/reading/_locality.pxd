"""C face of `goboard.reading._locality`: a small part of the board in 64 bits, its moves, and what is known without search."""
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int gb_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int gb_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
    static inline int gb_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int gb_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #endif
    static inline int gb_single(uint64_t x) { return x && !(x & (x - 1)); }
    """
    int lowest "gb_lowest"(uint64_t x) noexcept nogil
    int highest "gb_highest"(uint64_t x) noexcept nogil
    bint single "gb_single"(uint64_t x) noexcept nogil


cdef enum:
    MOST_POINTS = 64
    MOST_MOVES = 160       # 64 points, a pass, and a ko-pass for every marked stone

# Moves inside a locality: a point 0 .. 63, or one of these.
cdef enum:
    PASS = 64
    KO_PASS = 128          # + the point of the stone whose mark the pass lifts
    KO_PASS_ALL = 255      # a pass that lifts the marks of all opposing ko stones

# State.meta, from the lowest bit.
cdef enum:
    WHITE_MOVES = 1        # side to move: 0 Black, 1 White
    PASSED = 2             # the last move was a plain pass
    TAKEN = 4              # the target has been captured
    ENDED = 8              # two plain passes in a row
    BAN_SHIFT = 4          # 7 bits: 1 + the point that simple ko bars, or 0
    ATTACKER_SHIFT = 11    # 4 bits: the attacker's ko threats
    OWNER_SHIFT = 15       # 4 bits: the owner's ko threats
    GONE_SHIFT = 19        # 13 bits: which of the owner's other old strings have been captured
    MOST_OLD = 13
    ENDLESS = 15           # a stock of threats that never runs out

# What is asked. In CAPTURE, REMOVE and RECUR the attacker must force the event; in LIFE, CONNECT and RESTORE the owner must.
cdef enum:
    CAPTURE = 0            # the target is captured
    LIFE = 1               # the target lives unconditionally
    CONNECT = 2            # the target is one chain with another stone, or both stand for ever
    REMOVE = 3             # the target is captured, and no new stone of its owner can ever stay on `points` (proof by safe area)
    RESTORE = 4            # the target cannot be captured, or an unconditionally alive new stone stands on `points`
    RECUR = 5              # the target is captured, and `points` are free of its owner's new stones again and again, or at the end

cdef enum:
    UNKNOWN = 0
    ATTACKER = 1
    OWNER = 2
    ASK = 3


cdef struct Local:
    int n
    uint64_t all
    uint64_t near[MOST_POINTS]
    uint64_t beside[2]     # points next to a stone of that color that stands for ever
    uint64_t loose         # points next to an empty point outside, which nobody ever fills
    uint64_t open[2]       # beside | loose: a chain of that color with a stone here is never captured
    uint64_t barred[2]     # points where that color does not play, by the caller's wish
    uint64_t fatal         # bits that each stand for a whole chain whose capture ends the game
    uint64_t edge[4]       # points on the top, bottom, left and right edge
    uint64_t corner
    bint sure_eye          # a small enclosed space is an eye for an owner who answers
    int classes            # liberties that only one chain touches, alike in all that matters while it stands
    uint64_t alike[MOST_POINTS]
    uint64_t holder[MOST_POINTS]
    int8_t holder_color[MOST_POINTS]

cdef struct State:
    uint64_t stones[2]
    uint64_t marks
    uint32_t meta

cdef struct Chains:
    int count
    uint64_t empty
    uint64_t lasting[2]            # stones of chains that are never captured
    uint64_t mask[MOST_POINTS]
    uint64_t around[MOST_POINTS]   # all points next to the chain
    uint64_t liberties[MOST_POINTS]
    int8_t color[MOST_POINTS]
    int8_t of[MOST_POINTS]

cdef struct Game:
    Local local
    int owner              # color 0 or 1 of the target
    int question
    bint for_good          # LIFE: until the owner need not answer any more
    bint marks             # the ko rule: MARKS, or BAN
    bint pass_lifts_all    # a ko-pass lifts every mark of the other side, not one
    int falls[2]           # who wins when a `fatal` chain of that color other than the target is captured; ASK: a second search
    bint fold              # treat alike liberties as one
    bint inexact           # folding may have mattered: a chain with alike liberties was captured in a way that tells them apart
    uint64_t target
    uint64_t together      # CAPTURE, LIFE: the owner's chains that must not fall either
    uint64_t other         # CONNECT: the stone to connect with
    uint64_t points        # REMOVE, RECUR
    int olds
    uint64_t old[MOST_OLD]


cdef inline int side(const State *s) noexcept nogil:
    return s.meta & WHITE_MOVES

cdef inline int banned(const State *s) noexcept nogil:
    """The point that simple ko bars to the side to move, or -1."""
    return <int>((s.meta >> BAN_SHIFT) & 127) - 1

# Whether the position is decided already, and for whom, without looking ahead: ATTACKER, OWNER, UNKNOWN, or ASK. `eyes` (may be NULL): how many eyes the
# target, or after its capture a new stone, has at the moment.
cdef int verdict(const Game *g, const State *s, int *eyes) noexcept nogil

# All moves of the side to move that matter, and where they lead. `promises` (may be NULL): guesses of their worth, for ordering only.
cdef int successors(Game *g, const State *s, uint8_t *moves, State *states, int8_t *promises) noexcept nogil

# The owner's stones on `points` that did not stand there at the stop.
cdef uint64_t new_stones(const Game *g, const State *s) noexcept nogil

cdef class Locality:
    cdef readonly tuple points
    cdef readonly tuple shape
    cdef readonly dict inside      # point -> index in points
    cdef list color, near, beside  # per index: 0, 1, 2; indices of the neighbors inside; colors (0: empty) of those outside
    cdef list chain                # per index: index of the first stone of its chain, or -1
    cdef bint sure_eyes
    cdef list allowed              # per index: who may play there, 1 Black, 2 White, 3 both
    cdef list enter(self, Game *g, int target, bint whole, standing, State *s, list bits)
    cdef uint64_t mask(self, list bits, points)
    cdef list unmask(self, list bits, uint64_t mask)
