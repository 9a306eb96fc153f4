"""Regions of a position that is counted: the arrays of one count, and what fills them."""

cdef enum:
    EDGE = 3
    POINTS = 704            # padded points: 25 x 25 needs 703
    EYES = POINTS // 2      # no two eyes are adjacent
    CONTACTS = 2 * POINTS   # eyes and units of one color touch as regions of a map do: fewer contacts than twice their number


cdef struct Eye:
    unsigned char color
    unsigned char value         # 0, 1 or 2 eyes
    unsigned char whole         # it is a whole closure
    short chain                 # one of the chains that border it
    short start                 # its points are listed[start : start + length]
    short length
    short real                  # how many of them are no false eye
    short falses                # how many are
    short dead                  # how many hold a dead stone
    short contact               # first of its contacts with a unit, -1 ends the list


cdef struct Contact:
    short eye
    short unit
    short point                 # the first eye point where they touch
    short next_of_eye
    short next_of_unit
    unsigned char many          # they touch at a second point too


cdef struct Border:
    short closure, chain, point     # an open point of the closure next to the chain


cdef struct Work:
    int rows, cols, stride, end
    int step[4]
    unsigned char color[POINTS]
    unsigned char live[POINTS]      # 0 open, 1 or 2 a live stone, EDGE
    unsigned char sort[POINTS]      # 1 open, 2 a live stone, 0 the edge
    short dead[POINTS]
    int dead_count
    # Parts, by number from 1; and the part of each point.
    int parts
    short part[POINTS]
    unsigned char kind[POINTS]      # 0 closure, 1 or 2 chain
    short size[POINTS]
    short first[POINTS]             # closure: where its points start in `listed`
    unsigned char bordered[POINTS]  # closure: which colors border it, one bit each
    unsigned char torn[POINTS]
    short listed[POINTS]            # the open points, closure by closure
    Border border[2 * POINTS]
    int borders
    short region[POINTS]            # of a chain: a representative chain
    short unit[POINTS]
    # Open points of torn closures.
    unsigned char cut[POINTS]
    unsigned char own[POINTS]
    unsigned char reach[POINTS]
    short holder[POINTS]            # a chain of the region that the point belongs to
    # Eyes.
    int eyes, contacts
    short eye[POINTS]
    Eye eyes_at[EYES]
    Contact contact[CONTACTS]
    short joint_of_unit[POINTS]         # first of its contacts with an eye that other units border too
    short valued_of_unit[POINTS]        # how many eyes of value it has to itself
    short ring[POINTS]                  # units that meet over eyes of two points and more
    short suspect[POINTS]               # the false eyes
    int suspects
    short region_eyes[POINTS]
    unsigned char region_seki[POINTS]
    unsigned char false_eye[POINTS]
    unsigned char unscored[POINTS]
    unsigned char degree[POINTS]        # neighbors inside the real part of its eye
    unsigned char empty_degree[POINTS]  # ... that are empty
    unsigned char empty_false[POINTS]   # neighbors that are empty false eyes
    unsigned char taken_false[POINTS]   # neighbors that are false eyes with a dead stone in them
    unsigned char poked[POINTS]         # a dead stone here has broken the eye's rim
    short moves_to_block[POINTS]        # moves it takes to make an eye of this very point
    unsigned char inside[POINTS]        # belongs to the real part of the eye in hand
    unsigned char shape[POINTS]
    int mark[POINTS]
    int unit_mark[POINTS]
    int eye_mark[POINTS]
    int stamp
    short stack[POINTS]


cdef inline int padded(Work *w, int point) noexcept nogil:
    return (point // w.cols + 1) * w.stride + point % w.cols + 1


cdef inline int root(short *forest, int i) noexcept nogil:
    while forest[i] != i:
        forest[i] = forest[forest[i]]
        i = forest[i]
    return i


cdef inline void unite(short *forest, int i, int j) noexcept nogil:
    """Join two sets; the smaller number represents them."""
    i, j = root(forest, i), root(forest, j)
    if i < j:
        forest[j] = <short>i
    else:
        forest[i] = <short>j


cdef inline bint passable(Work *w, int p, int c) noexcept nogil:
    """Empty, a live stone of c, or a dead stone of the other side."""
    return w.color[p] == 0 or w.live[p] == c or (w.live[p] == 0 and w.color[p] == 3 - c)


cdef int load(Work *w, const unsigned char[:, :] stones) noexcept nogil
cdef void find_parts(Work *w) noexcept nogil
cdef bint is_cut(Work *w, int p, int c) noexcept nogil
cdef void find_regions_and_units(Work *w) noexcept nogil
cdef void walk_torn(Work *w, int x) noexcept nogil
cdef void find_eyes(Work *w) noexcept nogil
cdef void eyes_of_torn(Work *w, int x) noexcept nogil
cdef void touch(Work *w, int eye, int unit, int point) noexcept nogil
