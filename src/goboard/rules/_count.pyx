"""Counting a finished position: which points surround whom, what is in seki, what is a false eye.

The method by eyes (who is in seki, which eyes are false, how many eyes a space is worth) is the one lightvector's goscorer
made known, thought out again for plain arrays; the method by the letter is Article 8 of the Japanese rules of 1989.
Input is any two-dimensional buffer of stones; nothing here knows a ruleset by name.

Words: a point is *open* when no live stone stands on it (it is empty or its stone is dead). A *part* is a maximal set of
connected points of one kind: a chain of live stones, or open points, then called a *closure*. A closure is *mixed* if live
stones of both colours border it. A *cut* of a colour is an empty point of a mixed closure where that colour's shape stops
the other side from passing; a closure with a cut is *torn*, and what each side alone can reach in it counts as its own.
A *region* is what one colour holds, joined over everything it can walk through; a *unit* is what it holds together
without leaning on an eye. An *eye* is a connected set of open points that belong to one region.
"""

from libc.string cimport memset

cdef enum:
    EDGE = 3
    POINTS = 704            # padded points: 25 x 25 needs 703
    EYES = POINTS // 2      # no two eyes are adjacent
    CONTACTS = 2 * POINTS   # eyes and units of one colour touch as regions of a map do: fewer contacts than twice their number

# What becomes of a point, as `survey` reports it.
DAME, TERRITORY, SEKI_EYE, FALSE_EYE, UNCLOSED, ALIVE, SEKI, REMOVED, LEFT = range(9)

cdef enum:
    _DAME = 0
    _TERRITORY = 1
    _SEKI_EYE = 2
    _FALSE_EYE = 3
    _UNCLOSED = 4
    _ALIVE = 5
    _SEKI = 6
    _REMOVED = 7
    _LEFT = 8

# How `survey` decides who owns an open point.
BY_CLOSURE, BY_EYES, BY_ARTICLE_8 = range(3)

cdef enum:
    _BY_CLOSURE = 0
    _BY_EYES = 1
    _BY_ARTICLE_8 = 2


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
    unsigned char bordered[POINTS]  # closure: which colours border it, one bit each
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
    unsigned char degree[POINTS]        # neighbours inside the real part of its eye
    unsigned char empty_degree[POINTS]  # ... that are empty
    unsigned char empty_false[POINTS]   # neighbours that are empty false eyes
    unsigned char taken_false[POINTS]   # neighbours that are false eyes with a dead stone in them
    unsigned char poked[POINTS]         # a dead stone here has broken the eye's rim
    short moves_to_block[POINTS]        # moves it takes to make an eye of this very point
    unsigned char inside[POINTS]        # belongs to the real part of the eye in hand
    unsigned char shape[POINTS]
    int mark[POINTS]
    int unit_mark[POINTS]
    int eye_mark[POINTS]
    int stamp
    short stack[POINTS]


cdef int load(Work *w, const unsigned char[:, :] stones) noexcept nogil:
    """Copy the stones into the padded arrays; -1 if a value is no colour."""
    cdef int r, c, p
    cdef unsigned char bad = 0
    w.rows, w.cols = <int>stones.shape[0], <int>stones.shape[1]
    w.stride = w.cols + 1
    w.end = (w.rows + 1) * w.stride + w.cols + 2
    w.step[0], w.step[1], w.step[2], w.step[3] = -w.stride, 1, w.stride, -1
    memset(w.color, EDGE, w.end)
    memset(w.live, EDGE, w.end)
    for r in range(w.rows):
        p = (r + 1) * w.stride + 1
        for c in range(w.cols):
            bad |= stones[r, c] > 2
            w.color[p + c] = stones[r, c]
            w.live[p + c] = stones[r, c]
    return -1 if bad else 0


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


cdef void find_parts(Work *w) noexcept nogil:
    """Number the parts, list the open points, note where closures and chains touch."""
    cdef short label[POINTS]
    cdef short forest[POINTS]
    cdef short number[POINTS]
    cdef int p, i, r, left, up, labels = 0, at = 0
    cdef unsigned char k
    for r in range(w.rows):
        for p in range((r + 1) * w.stride + 1, (r + 2) * w.stride):
            k = w.live[p]
            left, up = w.live[p - 1] == k, w.live[p - w.stride] == k
            if left:
                label[p] = label[p - 1]
                if up and label[p - w.stride] != label[p]:
                    unite(forest, label[p], label[p - w.stride])
            elif up:
                label[p] = label[p - w.stride]
            else:
                forest[labels] = <short>labels
                label[p] = <short>labels
                labels += 1
    # A root is smaller than all below it: one pass in order finds every root and numbers the parts.
    w.parts = 0
    for i in range(labels):
        if forest[i] == i:
            w.parts += 1
            number[i] = <short>w.parts
        else:
            forest[i] = forest[forest[i]]
            number[i] = number[forest[i]]
    memset(w.size, 0, (w.parts + 1) * sizeof(short))
    memset(w.bordered, 0, w.parts + 1)
    memset(w.torn, 0, w.parts + 1)
    memset(w.part, 0, w.end * sizeof(short))
    memset(w.sort, 0, w.end)
    w.borders = 0
    for r in range(w.rows):
        for p in range((r + 1) * w.stride + 1, (r + 2) * w.stride):
            i = number[label[p]]
            w.part[p] = <short>i
            w.kind[i] = w.live[p]
            w.size[i] += 1
            w.sort[p] = 2 if w.live[p] else 1
            if w.sort[p] | w.sort[p - 1] == 3:
                note_border(w, p, p - 1)
            if w.sort[p] | w.sort[p - w.stride] == 3:
                note_border(w, p, p - w.stride)
    for i in range(1, w.parts + 1):
        if w.kind[i] == 0:
            w.first[i] = <short>at
            at += w.size[i]
        w.region[i] = w.unit[i] = <short>i
    for r in range(w.rows):
        for p in range((r + 1) * w.stride + 1, (r + 2) * w.stride):
            if w.live[p] == 0:
                i = w.part[p]
                w.listed[w.first[i]] = <short>p
                w.first[i] += 1
    for i in range(1, w.parts + 1):
        if w.kind[i] == 0:
            w.first[i] -= w.size[i]


cdef inline void note_border(Work *w, int p, int q) noexcept nogil:
    """One of the two is open, the other is not."""
    if w.live[q] == 0:
        p, q = q, p
    w.border[w.borders] = Border(w.part[p], w.part[q], <short>p)
    w.borders += 1
    w.bordered[w.part[p]] |= w.live[q]


cdef inline bint passable(Work *w, int p, int c) noexcept nogil:
    """Empty, a live stone of c, or a dead stone of the other side."""
    return w.color[p] == 0 or w.live[p] == c or (w.live[p] == 0 and w.color[p] == 3 - c)


cdef bint is_cut(Work *w, int p, int c) noexcept nogil:
    """The six shapes, each in its eight positions, by which c keeps the other side from passing over the empty point p.

    Seen with u pointing down and v to the right, # a live stone of c, e passable for c, @ the point, = the edge:
        ##   e#    #ee   .e.   ##   e#.
        @e   e@e   e@#   #@#   @e   e@e
        #e   e#    #ee   ===   ==   ===
    """
    cdef int i, j, u, v, up, down, left, right
    for i in range(4):
        u = w.step[i]
        up, down = p - u, p + u
        for j in range(2):
            v = w.step[(i + 1) & 3] if j == 0 else w.step[(i + 3) & 3]
            left, right = p - v, p + v
            if w.live[up] == c:
                if w.live[up + v] == c and passable(w, right, c):
                    if w.live[down] == EDGE:
                        return True
                    if w.live[down] == c and passable(w, down + v, c):
                        return True
                if passable(w, up - v, c) and passable(w, left, c) and passable(w, right, c):
                    if w.live[down] == EDGE:
                        return True
                    if w.live[down] == c and passable(w, down - v, c):
                        return True
            if w.live[right] == c:
                if (w.live[up - v] == c and w.live[down - v] == c and passable(w, up, c) and passable(w, up + v, c)
                        and passable(w, left, c) and passable(w, down, c) and passable(w, down + v, c)):
                    return True
                if w.live[left] == c and w.live[down] == EDGE and passable(w, up, c):
                    return True
    return False


cdef void find_regions_and_units(Work *w) noexcept nogil:
    """Join the chains of each colour; torn closures are walked point by point."""
    cdef short reached[POINTS][2]
    cdef int i, k, x, y
    memset(reached, 0, (w.parts + 1) * 2 * sizeof(short))
    for x in range(1, w.parts + 1):
        # On a single shared point a cut changes nothing: whoever is cut off has nowhere to go from there.
        if w.kind[x] == 0 and w.bordered[x] == 3 and w.size[x] > 1:
            for i in range(w.first[x], w.first[x] + w.size[x]):
                k = w.listed[i]
                w.cut[k] = 0
                if w.color[k] == 0:
                    if is_cut(w, k, 2):
                        w.cut[k] = 2
                    elif is_cut(w, k, 1):
                        w.cut[k] = 1
                w.torn[x] |= w.cut[k] != 0
    for i in range(w.borders):
        x, y = w.border[i].closure, w.border[i].chain
        if w.torn[x]:
            continue
        k = w.kind[y] - 1
        if reached[x][k] == 0:
            reached[x][k] = <short>y
        elif reached[x][k] != y:
            unite(w.region, reached[x][k], y)
            if w.bordered[x] == 3:
                unite(w.unit, reached[x][k], y)
    for x in range(1, w.parts + 1):
        if w.torn[x]:
            walk_torn(w, x)
    for i in range(1, w.parts + 1):
        w.region[i] = w.region[w.region[i]]
        w.unit[i] = w.unit[w.unit[i]]


cdef void walk_torn(Work *w, int x) noexcept nogil:
    """Decide who owns which points of a torn closure, and which chains meet over it."""
    cdef int i, k, p, q, c, top, head, tail, chain, pass_
    cdef short *forest
    cdef int[4] step
    step = [-w.stride, 1, w.stride, -1]
    for i in range(w.first[x], w.first[x] + w.size[x]):
        w.reach[w.listed[i]] = 0
    for c in range(1, 3):
        top = 0
        for i in range(w.first[x], w.first[x] + w.size[x]):
            p = w.listed[i]
            for k in range(4):
                if w.live[p + step[k]] == c:
                    w.reach[p] |= c
                    w.stack[top] = <short>p
                    top += 1
                    break
        while top:
            top -= 1
            p = w.stack[top]
            if w.cut[p] == 3 - c:
                continue
            for k in range(4):
                q = p + step[k]
                if w.live[q] == 0 and not (w.reach[q] & c):
                    w.reach[q] |= c
                    w.stack[top] = <short>q
                    top += 1
    for i in range(w.first[x], w.first[x] + w.size[x]):
        p = w.listed[i]
        w.own[p] = w.reach[p] if w.reach[p] != 3 else 0
    # Chains meet in a region over all points that the other side has not cut, in a unit over those that belong to nobody.
    for pass_ in range(4):
        c = 1 + pass_ % 2
        forest = &w.region[0] if pass_ < 2 else &w.unit[0]
        w.stamp += 1
        for i in range(w.first[x], w.first[x] + w.size[x]):
            p = w.listed[i]
            if w.mark[p] == w.stamp or w.cut[p] == 3 - c or (pass_ >= 2 and w.own[p]):
                continue
            chain = 0
            w.mark[p] = w.stamp
            w.stack[0] = <short>p
            head, tail = 0, 1
            while head < tail:
                p = w.stack[head]
                head += 1
                for k in range(4):
                    q = p + step[k]
                    if w.live[q] == c:
                        if chain:
                            unite(forest, chain, w.part[q])
                        chain = w.part[q]
                    elif w.live[q] == 0 and w.mark[q] != w.stamp and w.cut[q] != 3 - c and not (pass_ >= 2 and w.own[q]):
                        w.mark[q] = w.stamp
                        w.stack[tail] = <short>q
                        tail += 1
            if pass_ < 2:
                for k in range(tail):
                    if w.own[w.stack[k]] == c:
                        w.holder[w.stack[k]] = <short>chain


cdef void find_eyes(Work *w) noexcept nogil:
    cdef int i, j, k, x, e
    cdef Border *b
    w.eyes = w.contacts = 0
    memset(w.eye, 0xff, w.end * sizeof(short))
    for x in range(1, w.parts + 1):
        if w.torn[x]:
            eyes_of_torn(w, x)
        elif w.kind[x] == 0 and (w.bordered[x] == 1 or w.bordered[x] == 2):
            e = w.eyes
            w.eyes += 1
            w.eyes_at[e] = Eye(w.bordered[x], 0, 1, 0, w.first[x], w.size[x], 0, 0, 0, -1)
            for i in range(w.first[x], w.first[x] + w.size[x]):
                w.eye[w.listed[i]] = <short>e
    for i in range(w.borders):
        b = &w.border[i]
        e = w.eye[b.point]
        if e >= 0 and w.eyes_at[e].color == w.kind[b.chain]:
            w.eyes_at[e].chain = b.chain
            touch(w, e, w.unit[b.chain], b.point)
    memset(w.joint_of_unit, 0xff, (w.parts + 1) * sizeof(short))
    memset(w.valued_of_unit, 0, (w.parts + 1) * sizeof(short))
    for i in range(w.parts + 1):
        w.ring[i] = <short>i
    for e in range(w.eyes):
        i = w.eyes_at[e].contact
        while i >= 0 and w.contact[w.eyes_at[e].contact].next_of_eye >= 0:
            w.contact[i].next_of_unit = w.joint_of_unit[w.contact[i].unit]
            w.joint_of_unit[w.contact[i].unit] = <short>i
            if w.eyes_at[e].length > 1:
                unite(w.ring, w.contact[i].unit, w.contact[w.eyes_at[e].contact].unit)
            i = w.contact[i].next_of_eye
    for i in range(w.dead_count):
        if w.eye[w.dead[i]] >= 0:
            w.eyes_at[w.eye[w.dead[i]]].dead += 1


cdef void eyes_of_torn(Work *w, int x) noexcept nogil:
    """The eyes in a torn closure; its points are listed anew, eye by eye, those of nobody last."""
    cdef short points[POINTS]
    cdef int i, k, p, q, e, head, tail = 0
    cdef int[4] step
    step = [-w.stride, 1, w.stride, -1]
    for i in range(w.first[x], w.first[x] + w.size[x]):
        p = w.listed[i]
        if w.own[p] == 0 or w.eye[p] >= 0:
            continue
        e = w.eyes
        w.eyes += 1
        head = tail
        w.eyes_at[e] = Eye(w.own[p], 0, 0, w.holder[p], <short>(w.first[x] + head), 0, 0, 0, 0, -1)
        w.eye[p] = <short>e
        points[tail] = <short>p
        tail += 1
        while head < tail:
            p = points[head]
            head += 1
            for k in range(4):
                q = p + step[k]
                if w.live[q] == 0 and w.eye[q] < 0 and w.own[q] == w.eyes_at[e].color:
                    w.eye[q] = <short>e
                    points[tail] = <short>q
                    tail += 1
        w.eyes_at[e].length = <short>(w.first[x] + tail - w.eyes_at[e].start)
    for i in range(w.first[x], w.first[x] + w.size[x]):
        if w.own[w.listed[i]] == 0:
            points[tail] = w.listed[i]
            tail += 1
    for i in range(w.size[x]):
        w.listed[w.first[x] + i] = points[i]


cdef void touch(Work *w, int eye, int unit, int point) noexcept nogil:
    """Note that `unit` borders `eye` at `point`."""
    cdef int i = w.eyes_at[eye].contact
    while i >= 0:
        if w.contact[i].unit == unit:
            w.contact[i].many |= w.contact[i].point != point
            return
        i = w.contact[i].next_of_eye
    i = w.contacts
    w.contacts += 1
    w.contact[i] = Contact(<short>eye, <short>unit, <short>point, w.eyes_at[eye].contact, -1, 0)
    w.eyes_at[eye].contact = <short>i


cdef bint joins(Work *w, int e, int point, int start, int rest, int sides, short *side) noexcept nogil:
    """Whether unit `start`, leaving `point` of eye `e`, comes round to every other side of it, or to an eye of value elsewhere.
    `side` holds the units of the stones next to the point, `rest` is 1 if its eye goes on beside it."""
    cdef int top = 1, i, j, k, x, u, reached = 0, own_value
    cdef bint in_rest = False
    cdef bint alone = w.contact[w.eyes_at[e].contact].next_of_eye < 0
    own_value = 1 if alone and w.eyes_at[e].value > 0 else 0
    w.stamp += 1
    w.stack[0] = <short>start
    w.unit_mark[start] = w.stamp
    for k in range(sides):
        reached += side[k] == start
    while top:
        top -= 1
        u = w.stack[top]
        if w.valued_of_unit[u] > (own_value if u == start else 0):
            return True
        i = w.joint_of_unit[u]
        while i >= 0:
            x = w.contact[i].eye
            if w.eye_mark[x] != w.stamp and (x != e or w.contact[i].many or w.contact[i].point != point):
                w.eye_mark[x] = w.stamp
                if x == e:
                    in_rest = True
                    if w.eyes_at[x].value > 0 and w.eyes_at[x].real > (0 if w.false_eye[point] else 1):
                        return True
                elif w.eyes_at[x].value > 0:
                    return True
                j = w.eyes_at[x].contact
                while j >= 0:
                    if w.unit_mark[w.contact[j].unit] != w.stamp and (x != e or w.contact[j].many or w.contact[j].point != point):
                        w.unit_mark[w.contact[j].unit] = w.stamp
                        w.stack[top] = w.contact[j].unit
                        top += 1
                        for k in range(sides):
                            reached += side[k] == w.contact[j].unit
                    j = w.contact[j].next_of_eye
                if reached + (rest if in_rest else 0) >= sides + rest:
                    return True
            i = w.contact[i].next_of_unit
    return False


cdef bint may_be_false(Work *w, Eye *eye) noexcept nogil:
    """A single unit all around an eye comes round to every side of each of its points."""
    if eye.contact < 0:
        return False
    return w.contact[eye.contact].next_of_eye >= 0 or not (w.contact[eye.contact].many or eye.length == 1)


cdef inline bint elsewhere(Work *w, Eye *eye, int unit, int point) noexcept nogil:
    """Whether the unit borders the eye at another point too."""
    cdef int i = eye.contact
    while w.contact[i].unit != unit:
        i = w.contact[i].next_of_eye
    return w.contact[i].many or w.contact[i].point != point


cdef bint is_false(Work *w, int e, int p, bint valued) noexcept nogil:
    """A point of an eye that some neighbouring unit needs filled: without it the unit reaches neither the other sides of
    the point nor, once eyes have values, any eye that counts."""
    cdef int k, q, rest = 0, sides = 0
    cdef short side[4]
    cdef bint split = False
    for k in range(4):
        q = p + w.step[k]
        if w.live[q] == 0:
            rest += w.eye[q] == e
            if rest > 1:
                return False
        elif w.live[q] == w.eyes_at[e].color:
            side[sides] = w.unit[w.part[q]]
            split = split or side[sides] != side[0]
            sides += 1
    if sides == 0 or (rest == 0 and not split):
        return False
    # Units that all border the rest of the eye meet over it, or else over other eyes.
    k = 0
    while k < sides and (elsewhere(w, &w.eyes_at[e], side[k], p) if rest else root(w.ring, side[k]) == root(w.ring, side[0])):
        k += 1
    if k == sides:
        return False
    for k in range(sides if valued else 1):
        # Without values, what one of the units comes round to the others do as well.
        if (k == 0 or side[k] != side[k - 1]) and not joins(w, e, p, side[k], rest, sides, side):
            return True
    return False


cdef void find_false_eyes(Work *w) noexcept nogil:
    cdef int e, i, p
    memset(w.false_eye, 0, w.end)
    w.suspects = 0
    for e in range(w.eyes):
        if may_be_false(w, &w.eyes_at[e]):
            for i in range(w.eyes_at[e].start, w.eyes_at[e].start + w.eyes_at[e].length):
                p = w.listed[i]
                if is_false(w, e, p, False):
                    w.false_eye[p] = 1
                    w.eyes_at[e].falses += 1
                    w.suspect[w.suspects] = <short>p
                    w.suspects += 1


cdef int liberties(Work *w, int start) noexcept nogil:
    """Liberties of the chain at `start`, counted up to two; dead and live stones are different chains."""
    cdef int p, q, k, top = 1, found = 0
    w.stamp += 1
    w.mark[start] = w.stamp
    w.stack[0] = <short>start
    while top:
        top -= 1
        p = w.stack[top]
        for k in range(4):
            q = p + w.step[k]
            if w.mark[q] == w.stamp:
                continue
            if w.color[q] == 0:
                w.mark[q] = w.stamp
                found += 1
                if found == 2:
                    return 2
            elif w.color[q] == w.color[start] and w.live[q] == w.live[start]:
                w.mark[q] = w.stamp
                w.stack[top] = <short>q
                top += 1
    return found


cdef bint playable(Work *w, int p, int c) noexcept nogil:
    cdef int k, q
    if w.color[p] != 0:
        return False
    for k in range(4):
        q = p + w.step[k]
        if w.color[q] != EDGE and (w.color[q] != 3 - c or liberties(w, q) <= 1):
            return True
    return False


cdef struct Pieces:
    int count       # pieces
    int eyes        # pieces with a point that is an eye as it stands
    int roomy       # pieces with two such points


cdef Pieces pieces(Work *w, Eye *eye, unsigned char *member, int without, int without2, int bonus) noexcept nogil:
    """The connected pieces of the eye's points in `member` when one or two points are taken out."""
    cdef Pieces found = Pieces(0, 0, 0)
    cdef int i, k, p, q, top, ready
    cdef int[4] step
    step = [-w.stride, 1, w.stride, -1]
    w.stamp += 1
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        if not member[p] or w.mark[p] == w.stamp or p == without or p == without2:
            continue
        found.count += 1
        ready = 0
        w.mark[p] = w.stamp
        w.stack[0] = <short>p
        top = 1
        while top:
            top -= 1
            p = w.stack[top]
            if w.moves_to_block[p] <= bonus:
                ready += 1
            for k in range(4):
                q = p + step[k]
                if member[q] and w.mark[q] != w.stamp and q != without and q != without2:
                    w.mark[q] = w.stamp
                    w.stack[top] = <short>q
                    top += 1
        found.eyes += ready >= 1
        found.roomy += ready >= 2
    return found


cdef void weigh_points(Work *w, Eye *eye) noexcept nogil:
    """Fill in, for every real point of the eye, its neighbours and the moves needed to block it off."""
    cdef int i, k, p, q, opponent = 3 - eye.color, need
    cdef int[4] step
    step = [-w.stride, 1, w.stride, -1]
    eye.real = 0
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        w.inside[p] = not w.false_eye[p]
        eye.real += w.inside[p]
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        if not w.inside[p]:
            continue
        w.degree[p] = w.empty_degree[p] = w.empty_false[p] = w.taken_false[p] = 0
        for k in range(4):
            q = p + step[k]
            w.degree[p] += w.inside[q]
            if w.color[q] == 0:
                w.empty_degree[p] += w.inside[q]
                w.empty_false[p] += w.false_eye[q]
            elif w.color[q] == opponent:
                w.taken_false[p] += w.false_eye[q]
        w.poked[p] = w.color[p] == opponent and (w.taken_false[p] > 0 or w.empty_false[p] >= 2)
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        if not w.inside[p]:
            continue
        need = 0
        for k in range(4):
            q = p + step[k]
            if w.color[q] == 0:
                if not w.inside[q] or w.taken_false[q] > 0:
                    need += 1
            elif w.color[q] == opponent:
                if w.false_eye[q] or (w.inside[q] and w.poked[q]):
                    need += 1000
                elif w.inside[q] and w.empty_false[q] > 0:
                    need += 1
        w.moves_to_block[p] = <short>need


cdef bint captures_into_two_eyes(Work *w, Eye *eye) noexcept nogil:
    """The dead stones in the eye, once captured, leave a space that makes two eyes whatever point the other side then takes."""
    cdef int i, j, k, p, x, last, dead = 0, size = 0, stuck = 0, thrown_in = 0, first, bottlenecks, wide, near, bonus
    cdef int opponent = 3 - eye.color
    cdef Pieces whole
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        w.shape[p] = 0
        if w.color[p] == opponent and w.false_eye[p]:
            thrown_in += 1
        if not w.inside[p]:
            continue
        if w.color[p] == opponent:
            w.shape[p] = 1
            dead += 1
        elif not playable(w, p, eye.color):
            w.shape[p] = 2
            stuck += 1
    if dead == 0:
        return False
    last = eye.start + eye.length
    for x in range(eye.start, last + 1):
        if x < last:
            p = w.listed[x]
            if w.shape[p] != 2:
                continue
            w.shape[p] = 0
            size = dead + stuck - 1
        else:
            p = -1
            size = dead + stuck
        whole = pieces(w, eye, w.shape, -1, -1, 0)
        bottlenecks = wide = 0
        for j in range(eye.start, last):
            first = w.listed[j]
            if not w.shape[first]:
                continue
            if pieces(w, eye, w.shape, first, -1, 0).count > whole.count:
                bottlenecks += 1
            else:
                near = 0
                for k in range(4):
                    near += w.shape[first + w.step[k]] != 0
                wide += near >= 3
        if p >= 0:
            w.shape[p] = 2
        bonus = size >= 7
        if whole.count - thrown_in + (bottlenecks + wide + bonus) // 2 < 2:
            return False
    return True


cdef bint splits_in_two(Work *w, Eye *eye) noexcept nogil:
    """Two adjacent points, either enough to divide the eye: what the other side takes of them, the owner takes the other."""
    cdef int i, k, m, p, q
    cdef bint on_border
    cdef Pieces cut
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        if not w.inside[p] or w.degree[p] < 3 or w.moves_to_block[p] > 1 or w.color[p] != 0:
            continue
        on_border = False
        for m in range(4):
            on_border = on_border or w.live[p + w.step[m]] == EDGE
        if on_border or not playable(w, p, eye.color):
            continue
        for k in range(4):
            q = p + w.step[k]
            if not w.inside[q] or w.degree[q] < 3 or w.moves_to_block[q] > 1:
                continue
            if w.color[q] != 0 and w.empty_degree[q] <= 1:
                continue
            cut = pieces(w, eye, w.inside, p, q, 0)
            if cut.eyes >= 2 and cut.roomy >= (1 if w.color[q] == 0 else 2):
                return True
    return False


cdef int eye_value(Work *w, Eye *eye) noexcept nogil:
    """How many eyes, 0 to 2, the space is worth to its owner in a finished position; in doubt the owner gets it."""
    cdef int i, p, value = 0, dead = 0, room = 0, broad = 0, opponent = 3 - eye.color
    cdef bint connected
    cdef Pieces cut
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        if not w.inside[p]:
            continue
        room += 1 - (w.moves_to_block[p] >= 1) - (w.moves_to_block[p] >= 2)
        if w.moves_to_block[p] <= 1:
            value = 1
        if w.color[p] == opponent:
            dead += 1
            room -= w.degree[p] >= 2
        elif w.color[p] == 0:
            broad += (w.degree[p] >= 4) + (w.degree[p] >= 3)
    if dead >= 5:
        value = 1
    if dead >= 8 or room >= 6 or broad >= 6:
        return 2
    if eye.real < 2:
        return value
    connected = pieces(w, eye, w.inside, -1, -1, 0).count == 1
    for i in range(eye.start, eye.start + eye.length):
        p = w.listed[i]
        if not w.inside[p] or (connected and w.degree[p] < 2) or not playable(w, p, eye.color):
            continue
        cut = pieces(w, eye, w.inside, p, -1, 1 if w.taken_false[p] == 1 else 0)
        if cut.count >= 2:
            value = max(value, min(cut.eyes, 2))
            if value == 2:
                return 2
    if splits_in_two(w, eye) or captures_into_two_eyes(w, eye):
        return 2
    return value


cdef void weigh_eye(Work *w, Eye *eye) noexcept nogil:
    """Find the value of the eye from its shape, point by point."""
    cdef int i
    weigh_points(w, eye)
    eye.value = <unsigned char>eye_value(w, eye)
    for i in range(eye.start, eye.start + eye.length):
        w.inside[w.listed[i]] = 0
        w.shape[w.listed[i]] = 0


cdef void judge_eyes(Work *w) noexcept nogil:
    """False eyes, the value of each eye, and the false eyes that the owner will have to fill."""
    cdef int e, i, k, p, q
    cdef Eye *eye
    cdef int[4] step
    step = [-w.stride, 1, w.stride, -1]
    memset(w.inside, 0, w.end)
    memset(w.shape, 0, w.end)
    memset(w.region_eyes, 0, (w.parts + 1) * sizeof(short))
    find_false_eyes(w)
    for e in range(w.eyes):
        eye = &w.eyes_at[e]
        eye.real = eye.length - eye.falses
        # A false eye weakens at most the twelve points around it, each by two.
        if eye.whole and eye.real - eye.dead - 24 * eye.falses >= 6:
            eye.value = 2
        elif eye.whole and eye.falses == 0:
            eye.value = 2 if eye.length == 3 and eye.dead == 0 else 1
        else:
            weigh_eye(w, eye)
        w.region_eyes[w.region[eye.chain]] += eye.value
    # Whether the others are worth two matters where a region has not two eyes without.
    for e in range(w.eyes):
        eye = &w.eyes_at[e]
        i = w.region[eye.chain]
        if w.region_eyes[i] == 1 and eye.value == 1 and eye.length > 2 and eye.falses == 0:
            weigh_eye(w, eye)
            w.region_eyes[i] = eye.value
    for e in range(w.eyes):
        i = w.eyes_at[e].contact
        if i >= 0 and w.contact[i].next_of_eye < 0 and w.eyes_at[e].value > 0:
            w.valued_of_unit[w.contact[i].unit] += 1
    # With values fewer are false, and those that still are will have to be filled.
    memset(w.unscored, 0, w.end)
    for i in range(w.suspects):
        w.unscored[w.suspect[i]] = is_false(w, w.eye[w.suspect[i]], w.suspect[i], True)
    # The points beside a stone thrown into such an eye are filled along with it.
    for i in range(w.dead_count):
        p = w.dead[i]
        if w.unscored[p] == 1:
            for k in range(4):
                q = p + step[k]
                if w.live[q] == 0 and w.eye[q] >= 0 and w.eyes_at[w.eye[q]].color == 3 - w.color[p] and w.unscored[q] == 0:
                    w.unscored[q] = 2


cdef void settle_by_letter(Work *w, unsigned char *chain_seki, unsigned char *closure_seki) noexcept nogil:
    """Article 8: a live chain that touches a dame is in seki, and what a seki chain borders is no territory."""
    cdef int i
    for i in range(w.borders):
        if w.bordered[w.border[i].closure] == 3 and w.color[w.border[i].point] == 0:
            chain_seki[w.border[i].chain] = 1
    for i in range(w.borders):
        closure_seki[w.border[i].closure] |= chain_seki[w.border[i].chain]


cdef int bad_mark(Work *w, unsigned char *marks) noexcept nogil:
    """A dead stone beside one of its own chain that is not marked; -1 if there is none."""
    cdef int i, k, p
    cdef int[4] step
    step = [-w.stride, 1, w.stride, -1]
    for i in range(w.dead_count):
        p = w.dead[i]
        for k in range(4):
            if w.color[p + step[k]] == w.color[p] and not marks[p + step[k]]:
                return p
    return -1


def survey(const unsigned char[:, :] stones not None, dead, seki, int method, bint count_false_eyes, bint remove_all,
           unsigned char[::1] owner not None, unsigned char[::1] status not None, short[::1] region=None,
           unsigned char[::1] eyes=None):
    """Decide every point of a position; returns a tuple of counts.

    stones: rows x cols of 0, 1, 2. dead: points (row * cols + col) of dead stones, whole chains. seki: None to find it by
    eyes, else the points of the stones in seki, and no others are. method: BY_CLOSURE, BY_EYES or BY_ARTICLE_8.
    Written for each point: owner (who scores it, 0 nobody; stones own nothing), status, and if wanted region (the group it
    belongs to, 0 none) and eyes (what its eye is worth).
    Returns (territory B, W, live stones B, W, dead taken off B, W, dead left B, W, dame, living groups B, W).
    Raises ValueError(kind, point) for a bad mark, where kind is "empty" or "chain"; IndexError(point) off the board.
    """
    cdef Work work
    cdef Work *w = &work
    cdef unsigned char marks[POINTS]
    cdef unsigned char chain_seki[POINTS]
    cdef unsigned char closure_seki[POINTS]
    cdef unsigned char part_state[POINTS]
    cdef unsigned char part_owner[POINTS]
    cdef int p, r, i, j, e, x, state
    cdef long point
    cdef int territory[3]
    cdef int live[4]
    cdef int removed[3]
    cdef int left[3]
    cdef int groups[3]
    cdef int dame = 0
    cdef bint given = seki is not None, by_eyes = method == _BY_EYES, detailed = region is not None and eyes is not None
    if (stones.shape[0] + 2) * (stones.shape[1] + 1) + 1 > POINTS or stones.shape[0] < 1 or stones.shape[1] < 1:
        raise ValueError(f"cannot count a board of {stones.shape[0]} x {stones.shape[1]}")
    i = <int>(stones.shape[0] * stones.shape[1])
    if (owner.shape[0] != i or status.shape[0] != i or (region is not None and region.shape[0] != i)
            or (eyes is not None and eyes.shape[0] != i)):
        raise ValueError(f"the arrays to write must hold {i} points each")
    if load(w, stones) < 0:
        raise ValueError("stones must be 0 (empty), 1 (Black) or 2 (White)")
    memset(marks, 0, w.end)
    w.dead_count = 0
    for item in dead:
        point = item
        if point < 0 or point >= w.rows * w.cols:
            raise IndexError(point)
        p = padded(w, <int>point)
        if w.color[p] == 0:
            raise ValueError("empty", point)
        if not marks[p]:
            marks[p] = 1
            w.live[p] = 0
            w.dead[w.dead_count] = <short>p
            w.dead_count += 1
    p = bad_mark(w, marks)
    if p >= 0:
        raise ValueError("chain", (p // w.stride - 1) * w.cols + p % w.stride - 1)
    memset(w.mark, 0, w.end * sizeof(int))
    memset(w.unit_mark, 0, w.end * sizeof(int))
    memset(w.eye_mark, 0, w.end * sizeof(int))
    w.stamp = 0
    find_parts(w)
    memset(chain_seki, 0, w.parts + 1)
    memset(closure_seki, 0, w.parts + 1)
    if given:
        for item in seki:
            point = item
            if point < 0 or point >= w.rows * w.cols:
                raise IndexError(point)
            chain_seki[w.part[padded(w, <int>point)]] = 1

    with nogil:
        find_regions_and_units(w)
        find_eyes(w)
        judge_eyes(w)
        for i in range(3):
            territory[i] = live[i] = removed[i] = left[i] = groups[i] = 0
        for x in range(1, w.parts + 1):
            live[w.kind[x]] += w.size[x]
        for x in range(1, w.parts + 1):
            if w.kind[x] and w.region[x] == x:
                # Where the other side has nothing alive there is nobody to be in seki with.
                w.region_seki[x] = not given and w.region_eyes[x] < 2 and live[3 - w.kind[x]] > 0
        if given:
            for x in range(1, w.parts + 1):
                if w.kind[x] and chain_seki[x]:
                    w.region_seki[w.region[x]] = 1
        if method == _BY_ARTICLE_8:
            settle_by_letter(w, chain_seki, closure_seki)
        for x in range(1, w.parts + 1):
            part_owner[x] = 0
            if w.kind[x]:
                groups[w.kind[x]] += w.region[x] == x and not w.region_seki[x]
                part_state[x] = _SEKI if (chain_seki[x] if method == _BY_ARTICLE_8 else w.region_seki[w.region[x]]) else _ALIVE
            elif w.bordered[x] == 0 or w.bordered[x] == 3:
                part_state[x] = _DAME
            else:
                e = w.eye[w.listed[w.first[x]]]
                if closure_seki[x] or (by_eyes and w.region_seki[w.region[w.eyes_at[e].chain]]):
                    part_state[x] = _SEKI_EYE
                else:
                    part_state[x] = _TERRITORY
                    part_owner[x] = w.bordered[x]

        i = 0
        for r in range(w.rows):
            for p in range((r + 1) * w.stride + 1, (r + 2) * w.stride):
                x = w.part[p]
                e = w.eye[p]
                owner[i] = part_owner[x]
                status[i] = part_state[x]
                if detailed:
                    region[i] = w.region[x] if w.kind[x] else w.region[w.eyes_at[e].chain] if e >= 0 else 0
                    eyes[i] = w.eyes_at[e].value if e >= 0 else 0
                if by_eyes and e >= 0:
                    if not w.eyes_at[e].whole:
                        status[i] = _SEKI_EYE if w.region_seki[w.region[w.eyes_at[e].chain]] else _UNCLOSED
                    elif w.unscored[p] and status[i] == _TERRITORY and not count_false_eyes:
                        status[i] = _FALSE_EYE
                        owner[i] = 0
                if w.color[p] != 0 and w.kind[x] == 0:
                    # 10-1: dead stones come off where they stand in the other side's territory, and nowhere else.
                    state = status[i]
                    if method == _BY_CLOSURE or remove_all:
                        state = _REMOVED
                    elif method == _BY_ARTICLE_8:
                        state = _REMOVED if state == _TERRITORY and owner[i] == 3 - w.color[p] else _LEFT
                    else:
                        state = _REMOVED if state == _TERRITORY or state == _FALSE_EYE or state == _UNCLOSED else _LEFT
                    if state == _REMOVED:
                        removed[w.color[p]] += 1
                    else:
                        left[w.color[p]] += 1
                        owner[i] = 0
                    status[i] = <unsigned char>state
                else:
                    dame += w.kind[x] == 0 and owner[i] == 0
                territory[owner[i]] += 1
                i += 1
    return (territory[1], territory[2], live[1], live[2], removed[1], removed[2], left[1], left[2], dame,
            groups[1], groups[2])
