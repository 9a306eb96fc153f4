"""Regions of a position that is counted: parts, cuts, units and the eyes they hold; the words are those of `_count.pyx`."""

from libc.string cimport memset


cdef int load(Work *w, const unsigned char[:, :] stones) noexcept nogil:
    """Copy the stones into the padded arrays; -1 if a value is no color."""
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
    """Join the chains of each color; torn closures are walked point by point."""
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
