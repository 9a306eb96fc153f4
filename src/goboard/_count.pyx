"""Counting a finished position: which points surround whom, what is in seki, what is a false eye.

The method by eyes (who is in seki, which eyes are false, how many eyes a space is worth) is the one lightvector's goscorer
made known, thought out again for plain arrays; the method by the letter is Article 8 of the Japanese rules of 1989.
Input is any two-dimensional buffer of stones; nothing here knows a ruleset by name.

Words: a point is *open* when no live stone stands on it (it is empty or its stone is dead). A *closure* is a maximal set
of connected open points. A *cut* of a colour is an empty point where that colour's shape stops the other side from passing.
A *region* is what one colour alone can reach, joined over everything that colour can walk through; a *unit* is what it
holds together without leaning on an eye. An *eye* is a connected set of open points in one region.
"""

from libc.string cimport memset

cdef enum:
    EDGE = 3
    POINTS = 1024           # padded points: 25 x 25 needs 703, a strip of 7 x 45 needs 415
    CONTACTS = 4 * POINTS

# What becomes of a point, as `survey` reports it.
DAME, TERRITORY, SEKI_EYE, FALSE_EYE, UNCLOSED, ALIVE, SEKI, REMOVED, LEFT, TAXED = range(10)

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
    short region
    short start                 # its points are listed[start : start + length]
    short length
    short real                  # how many of them are no false eye
    short contact               # first of its contacts with a unit, -1 ends the list


cdef struct Contact:
    short eye
    short unit
    short point                 # the first eye point where they touch
    bint many                   # they touch at a second point too
    short next_of_eye
    short next_of_unit


cdef struct Work:
    int rows, cols, stride, end
    int step[4]
    unsigned char color[POINTS]
    unsigned char live[POINTS]      # 0 open, 1 or 2 a live stone, EDGE
    short closure[POINTS]
    unsigned char border[POINTS]    # by closure: which colours' live stones border it, one bit each
    unsigned char cut[POINTS]
    unsigned char reach[POINTS]
    unsigned char own[POINTS]
    unsigned char seen[POINTS]
    short region[POINTS]
    short unit[POINTS]
    short eye[POINTS]
    int regions, units, eyes, contacts
    unsigned char region_color[POINTS]
    unsigned char region_eyes[POINTS]
    unsigned char region_seki[POINTS]
    short contact_of_unit[POINTS]
    Eye eyes_at[POINTS]
    Contact contact[CONTACTS]
    short listed[POINTS]
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
    w.rows, w.cols = <int>stones.shape[0], <int>stones.shape[1]
    w.stride = w.cols + 1
    w.end = (w.rows + 1) * w.stride + w.cols + 2
    w.step[0], w.step[1], w.step[2], w.step[3] = -w.stride, 1, w.stride, -1
    memset(w.color, EDGE, w.end)
    memset(w.live, EDGE, w.end)
    for r in range(w.rows):
        p = (r + 1) * w.stride + 1
        for c in range(w.cols):
            if stones[r, c] > 2:
                return -1
            w.color[p + c] = stones[r, c]
            w.live[p + c] = stones[r, c]
    return 0


cdef inline int padded(Work *w, int point) noexcept nogil:
    return (point // w.cols + 1) * w.stride + point % w.cols + 1


cdef void find_closures(Work *w) noexcept nogil:
    cdef int p, q, s, k, top, label = 0
    cdef unsigned char bits
    memset(w.closure, 0, w.end * sizeof(short))
    for s in range(w.stride, w.end):
        if w.live[s] != 0 or w.closure[s] != 0:
            continue
        label += 1
        bits = 0
        w.closure[s] = <short>label
        w.stack[0] = <short>s
        top = 1
        while top:
            top -= 1
            p = w.stack[top]
            for k in range(4):
                q = p + w.step[k]
                if w.live[q] == 0:
                    if w.closure[q] == 0:
                        w.closure[q] = <short>label
                        w.stack[top] = <short>q
                        top += 1
                elif w.live[q] != EDGE:
                    bits |= w.live[q]
        w.border[label] = bits


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


cdef void find_reach(Work *w) noexcept nogil:
    """Cuts, and which colours can still walk to each open point when they may not pass the other side's cuts."""
    cdef int p, q, k, c, top
    cdef bint mixed = False
    memset(w.cut, 0, w.end)
    memset(w.reach, 0, w.end)
    memset(w.own, 0, w.end)
    for p in range(w.stride, w.end):
        if w.live[p] == 0:
            if w.border[w.closure[p]] == 3:
                mixed = True
            else:
                w.reach[p] = w.border[w.closure[p]]
    if mixed:
        for p in range(w.stride, w.end):
            if w.color[p] == 0 and w.border[w.closure[p]] == 3:
                if is_cut(w, p, 2):
                    w.cut[p] = 2
                elif is_cut(w, p, 1):
                    w.cut[p] = 1
        for c in range(1, 3):
            top = 0
            for p in range(w.stride, w.end):
                if w.live[p] == 0 and w.border[w.closure[p]] == 3:
                    for k in range(4):
                        if w.live[p + w.step[k]] == c:
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
                    q = p + w.step[k]
                    if w.live[q] == 0 and not (w.reach[q] & c):
                        w.reach[q] |= c
                        w.stack[top] = <short>q
                        top += 1
    for p in range(w.stride, w.end):
        if w.live[p] == 0:
            if w.reach[p] != 3:
                w.own[p] = w.reach[p]
        elif w.live[p] != EDGE:
            w.own[p] = w.live[p]


cdef int flood_own(Work *w, int start, int c, int label, short *labels, bint regions) noexcept nogil:
    """Label what c holds from `start`, walking over its live stones and open points that the other side has not cut.
    With `regions` the walk crosses everything; without, only open points that belong to no region."""
    cdef int p, q, k, top = 1
    w.stack[0] = <short>start
    w.seen[start] |= c
    while top:
        top -= 1
        p = w.stack[top]
        if w.own[p] == c and (regions or w.live[p] == c):
            labels[p] = <short>label
        for k in range(4):
            q = p + w.step[k]
            if w.seen[q] & c:
                continue
            if w.live[q] == c or (w.live[q] == 0 and w.cut[q] != 3 - c and (regions or w.own[q] == 0)):
                w.seen[q] |= c
                w.stack[top] = <short>q
                top += 1
    return label


cdef void find_regions_and_units(Work *w) noexcept nogil:
    cdef int p, c
    w.regions = w.units = 0
    memset(w.region, 0, w.end * sizeof(short))
    memset(w.unit, 0, w.end * sizeof(short))
    memset(w.seen, 0, w.end)
    for c in range(1, 3):
        for p in range(w.stride, w.end):
            if w.live[p] == c and not (w.seen[p] & c):
                w.regions += 1
                w.region_color[w.regions] = <unsigned char>c
                flood_own(w, p, c, w.regions, w.region, True)
    memset(w.seen, 0, w.end)
    for c in range(1, 3):
        for p in range(w.stride, w.end):
            if w.live[p] == c and not (w.seen[p] & c):
                w.units += 1
                w.contact_of_unit[w.units] = -1
                flood_own(w, p, c, w.units, w.unit, False)


cdef void touch(Work *w, int eye, int unit, int point) noexcept nogil:
    """Note that `unit` borders `eye` at `point`."""
    cdef int i = w.eyes_at[eye].contact
    while i >= 0:
        if w.contact[i].unit == unit:
            if w.contact[i].point != point:
                w.contact[i].many = True
            return
        i = w.contact[i].next_of_eye
    i = w.contacts
    w.contacts += 1
    w.contact[i] = Contact(<short>eye, <short>unit, <short>point, False, w.eyes_at[eye].contact, w.contact_of_unit[unit])
    w.eyes_at[eye].contact = <short>i
    w.contact_of_unit[unit] = <short>i


cdef void find_eyes(Work *w) noexcept nogil:
    cdef int p, q, s, k, e, head, tail = 0
    w.eyes = w.contacts = 0
    memset(w.eye, 0xff, w.end * sizeof(short))
    for s in range(w.stride, w.end):
        if w.live[s] != 0 or w.own[s] == 0 or w.eye[s] >= 0:
            continue
        e = w.eyes
        w.eyes += 1
        head = tail
        w.eyes_at[e] = Eye(w.own[s], 0, w.region[s], <short>head, 0, 0, -1)
        w.listed[tail] = <short>s
        tail += 1
        w.eye[s] = <short>e
        while head < tail:
            p = w.listed[head]
            head += 1
            for k in range(4):
                q = p + w.step[k]
                if w.live[q] == EDGE or w.region[q] != w.eyes_at[e].region:
                    continue
                if w.live[q] != 0:
                    touch(w, e, w.unit[q], p)
                elif w.eye[q] < 0:
                    w.eye[q] = <short>e
                    w.listed[tail] = <short>q
                    tail += 1
        w.eyes_at[e].length = <short>(tail - w.eyes_at[e].start)


cdef bint joins(Work *w, int eye, int point, int start, int rest, int sides, short *side) noexcept nogil:
    """Whether unit `start`, leaving `point`, comes round to every other side of it, or to an eye of value elsewhere.
    `side` holds the units of the stones next to the point, `rest` is 1 if its eye goes on beside it."""
    cdef int top = 1, i, j, k, x, u, reached = 0
    cdef bint in_rest = False
    w.stamp += 1
    w.stack[0] = <short>start
    w.unit_mark[start] = w.stamp
    while top:
        top -= 1
        u = w.stack[top]
        for k in range(sides):
            if side[k] == u:
                reached += 1
        if reached + (rest if in_rest else 0) >= sides + rest:
            return True
        i = w.contact_of_unit[u]
        while i >= 0:
            x = w.contact[i].eye
            if x == eye:
                if not in_rest and (w.contact[i].many or w.contact[i].point != point):
                    in_rest = True
                    if w.eyes_at[x].value > 0 and w.eyes_at[x].real > (0 if w.false_eye[point] else 1):
                        return True
                    if reached + rest >= sides + rest:
                        return True
                    j = w.eyes_at[x].contact
                    while j >= 0:
                        if (w.contact[j].many or w.contact[j].point != point) and w.unit_mark[w.contact[j].unit] != w.stamp:
                            w.unit_mark[w.contact[j].unit] = w.stamp
                            w.stack[top] = w.contact[j].unit
                            top += 1
                        j = w.contact[j].next_of_eye
            elif w.eye_mark[x] != w.stamp:
                w.eye_mark[x] = w.stamp
                if w.eyes_at[x].value > 0:
                    return True
                j = w.eyes_at[x].contact
                while j >= 0:
                    if w.unit_mark[w.contact[j].unit] != w.stamp:
                        w.unit_mark[w.contact[j].unit] = w.stamp
                        w.stack[top] = w.contact[j].unit
                        top += 1
                    j = w.contact[j].next_of_eye
            i = w.contact[i].next_of_unit
    return False


cdef void find_false_eyes(Work *w, unsigned char *out) noexcept nogil:
    """Points of an eye that some neighbouring unit needs filled: without the point it reaches neither the other sides of it
    nor, once eyes have values, any eye that counts."""
    cdef int e, i, j, k, p, q, rest, sides
    cdef short side[4]
    cdef bint split
    memset(out, 0, w.end)
    for e in range(w.eyes):
        for i in range(w.eyes_at[e].start, w.eyes_at[e].start + w.eyes_at[e].length):
            p = w.listed[i]
            rest = sides = 0
            split = False
            for k in range(4):
                q = p + w.step[k]
                if w.live[q] == EDGE or w.region[q] != w.eyes_at[e].region:
                    continue
                if w.live[q] == 0:
                    rest += 1
                    if rest > 1:
                        break
                else:
                    side[sides] = w.unit[q]
                    split = split or side[sides] != side[0]
                    sides += 1
            if rest > 1 or sides == 0 or (rest == 0 and not split):
                continue
            for k in range(sides):
                if not joins(w, e, p, side[k], rest, sides, side):
                    out[p] = 1
                    break


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
                q = p + w.step[k]
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
            q = p + w.step[k]
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
            q = p + w.step[k]
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


cdef void judge_eyes(Work *w) noexcept nogil:
    """False eyes, the value of each eye, and the false eyes that the owner will have to fill."""
    cdef int e, i, k, p, q
    memset(w.inside, 0, w.end)
    memset(w.shape, 0, w.end)
    memset(w.mark, 0, w.end * sizeof(int))
    memset(w.unit_mark, 0, w.end * sizeof(int))
    memset(w.eye_mark, 0, w.end * sizeof(int))
    w.stamp = 0
    find_false_eyes(w, w.false_eye)
    for p in range(w.regions + 1):
        w.region_eyes[p] = 0
    for e in range(w.eyes):
        weigh_points(w, &w.eyes_at[e])
        w.eyes_at[e].value = <unsigned char>eye_value(w, &w.eyes_at[e])
        for i in range(w.eyes_at[e].start, w.eyes_at[e].start + w.eyes_at[e].length):
            w.inside[w.listed[i]] = 0
            w.shape[w.listed[i]] = 0
        i = w.eyes_at[e].region
        w.region_eyes[i] = <unsigned char>min(200, w.region_eyes[i] + w.eyes_at[e].value)
    find_false_eyes(w, w.unscored)
    # The points beside a stone thrown into such an eye are filled along with it.
    for p in range(w.stride, w.end):
        if w.unscored[p] == 1 and w.color[p] != 0:
            for k in range(4):
                q = p + w.step[k]
                if w.live[q] == 0 and w.own[q] == 3 - w.color[p] and w.unscored[q] == 0:
                    w.unscored[q] = 2


cdef void settle_by_letter(Work *w, unsigned char *chain_seki, unsigned char *closure_seki) noexcept nogil:
    """Article 8: a live chain that touches a dame is in seki, and what a seki chain borders is no territory."""
    cdef int p, q, s, k, top, bottom
    cdef bint dame
    memset(w.seen, 0, w.end)
    memset(closure_seki, 0, w.end)
    for s in range(w.stride, w.end):
        if w.live[s] == 0 or w.live[s] == EDGE or w.seen[s]:
            continue
        # One pass over the chain finds whether it touches a dame; the list of its stones then takes the verdict.
        dame = False
        w.seen[s] = 1
        w.stack[0] = <short>s
        bottom, top = 0, 1
        while bottom < top:
            p = w.stack[bottom]
            bottom += 1
            dame = dame or chain_seki[p]
            for k in range(4):
                q = p + w.step[k]
                if w.live[q] == w.live[s]:
                    if not w.seen[q]:
                        w.seen[q] = 1
                        w.stack[top] = <short>q
                        top += 1
                elif w.color[q] == 0 and w.border[w.closure[q]] == 3:
                    dame = True
        for bottom in range(top):
            p = w.stack[bottom]
            chain_seki[p] = dame
            if dame:
                for k in range(4):
                    q = p + w.step[k]
                    if w.live[q] == 0:
                        closure_seki[w.closure[q]] = 1


cdef int mark_points(Work *w, object points, unsigned char *marks) except -2:
    """Set marks[padded] for each point of an iterable of ints; the first point off the board is returned, else -1."""
    cdef int total = w.rows * w.cols
    cdef long point
    for item in points:
        point = item
        if point < 0 or point >= total:
            raise IndexError(point)
        marks[padded(w, <int>point)] = 1
    return -1


def survey(const unsigned char[:, :] stones not None, dead, seki, int method, bint count_false_eyes, bint remove_all,
           unsigned char[::1] owner not None, unsigned char[::1] status not None, short[::1] region not None,
           unsigned char[::1] eyes not None):
    """Decide every point of a position; returns a tuple of counts.

    stones: rows x cols of 0, 1, 2. dead: points (row * cols + col) of dead stones, whole chains. seki: None to find it by
    eyes, else the points of the stones in seki, and no others are. method: BY_CLOSURE, BY_EYES or BY_ARTICLE_8.
    Written for each point: owner (who scores it, 0 nobody; stones own nothing), status, region (the group it belongs to, 0 none),
    eyes (what its eye is worth).
    Returns (territory B, W, live stones B, W, dead taken off B, W, dead left B, W, dame, living groups B, W).
    Raises ValueError(kind, point) for a bad mark, where kind is "empty" or "chain"; IndexError(point) off the board.
    """
    cdef Work work
    cdef Work *w = &work
    cdef unsigned char marks[POINTS]
    cdef unsigned char chain_seki[POINTS]
    cdef unsigned char closure_seki[POINTS]
    cdef int p, q, k, r, c, i, color, state, who
    cdef int territory[3]
    cdef int live[3]
    cdef int removed[3]
    cdef int left[3]
    cdef int groups[3]
    cdef int dame = 0
    cdef bint in_seki, given = seki is not None
    if (stones.shape[0] + 2) * (stones.shape[1] + 1) + 1 > POINTS or stones.shape[0] < 1 or stones.shape[1] < 1:
        raise ValueError(f"cannot count a board of {stones.shape[0]} x {stones.shape[1]}")
    i = <int>(stones.shape[0] * stones.shape[1])
    if owner.shape[0] != i or status.shape[0] != i or region.shape[0] != i or eyes.shape[0] != i:
        raise ValueError(f"the arrays to write must hold {i} points each")
    if load(w, stones) < 0:
        raise ValueError("stones must be 0 (empty), 1 (Black) or 2 (White)")
    memset(marks, 0, w.end)
    memset(chain_seki, 0, w.end)
    mark_points(w, dead, marks)
    for p in range(w.stride, w.end):
        if marks[p]:
            i = (p // w.stride - 1) * w.cols + p % w.stride - 1
            if w.color[p] == 0:
                raise ValueError("empty", i)
            for k in range(4):
                q = p + w.step[k]
                if w.color[q] == w.color[p] and not marks[q]:
                    raise ValueError("chain", i)
            w.live[p] = 0
    if given:
        mark_points(w, seki, chain_seki)

    with nogil:
        find_closures(w)
        find_reach(w)
        find_regions_and_units(w)
        find_eyes(w)
        judge_eyes(w)
        for k in range(3):
            territory[k] = live[k] = removed[k] = left[k] = groups[k] = 0
        for p in range(w.stride, w.end):
            if w.live[p] != EDGE:
                live[w.live[p]] += 1
        for r in range(w.regions + 1):
            # Where the other side has nothing alive there is nobody to be in seki with.
            w.region_seki[r] = not given and w.region_eyes[r] < 2 and live[3 - w.region_color[r]] > 0 if r else 0
        if given:
            for p in range(w.stride, w.end):
                if chain_seki[p] and w.live[p] != 0 and w.live[p] != EDGE:
                    w.region_seki[w.region[p]] = 1
        if method == _BY_ARTICLE_8:
            settle_by_letter(w, chain_seki, closure_seki)
        for r in range(1, w.regions + 1):
            groups[w.region_color[r]] += not w.region_seki[r]

        i = 0
        for r in range(w.rows):
            p = (r + 1) * w.stride + 1
            for c in range(w.cols):
                color = w.color[p]
                who = w.border[w.closure[p]] if w.live[p] == 0 else 0
                if who == 3:
                    who = 0
                if w.live[p] != 0:
                    in_seki = chain_seki[p] if method == _BY_ARTICLE_8 else w.region_seki[w.region[p]]
                    state = _SEKI if in_seki else _ALIVE
                    who = 0
                else:
                    in_seki = False
                    if method == _BY_ARTICLE_8:
                        in_seki = who != 0 and closure_seki[w.closure[p]]
                    elif method == _BY_EYES:
                        in_seki = w.region_seki[w.region[p]]
                    if who == 0:
                        state = _UNCLOSED if w.own[p] != 0 and method == _BY_EYES else _DAME
                        if in_seki:
                            state = _SEKI_EYE
                    elif in_seki:
                        state, who = _SEKI_EYE, 0
                    elif method == _BY_EYES and w.unscored[p] != 0 and not count_false_eyes:
                        state, who = _FALSE_EYE, 0
                    else:
                        state = _TERRITORY
                    if color != 0:
                        # 10-1: dead stones come off where they stand in the other side's territory, and nowhere else.
                        if method == _BY_CLOSURE or remove_all:
                            state = _REMOVED
                        elif method == _BY_ARTICLE_8:
                            state = _REMOVED if state == _TERRITORY and who == 3 - color else _LEFT
                        elif state == _TERRITORY or state == _FALSE_EYE or state == _UNCLOSED:
                            state = _REMOVED
                        else:
                            state = _LEFT
                        if state == _REMOVED:
                            removed[color] += 1
                        else:
                            left[color] += 1
                            who = 0
                    elif who == 0:
                        dame += 1
                    territory[who] += 1
                owner[i] = <unsigned char>who
                status[i] = <unsigned char>state
                region[i] = w.region[p]
                eyes[i] = w.eyes_at[w.eye[p]].value if w.eye[p] >= 0 else 0
                p += 1
                i += 1
    return (territory[1], territory[2], live[1], live[2], removed[1], removed[2], left[1], left[2], dame,
            groups[1], groups[2])
