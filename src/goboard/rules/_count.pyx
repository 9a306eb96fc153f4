"""Counting a finished position: which points surround whom, what is in seki, what is a false eye.

The method by eyes (who is in seki, which eyes are false, how many eyes a space is worth) is the one lightvector's goscorer
made known, thought out again for plain arrays; the method by the letter is Article 8 of the Japanese rules of 1989.
Input is any two-dimensional buffer of stones; nothing here knows a ruleset by name.

Words: a point is *open* when no live stone stands on it (it is empty or its stone is dead). A *part* is a maximal set of
connected points of one kind: a chain of live stones, or open points, then called a *closure*. A closure is *mixed* if live
stones of both colors border it. A *cut* of a color is an empty point of a mixed closure where that color's shape stops
the other side from passing; a closure with a cut is *torn*, and what each side alone can reach in it counts as its own.
A *region* is what one color holds, joined over everything it can walk through; a *unit* is what it holds together
without leaning on an eye. An *eye* is a connected set of open points that belong to one region.
"""

from libc.string cimport memset

from goboard.rules._regions cimport EDGE, POINTS, Eye, Work, find_eyes, find_parts, find_regions_and_units, load, padded, root

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
    """A point of an eye that some neighboring unit needs filled: without it the unit reaches neither the other sides of
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
    """Fill in, for every real point of the eye, its neighbors and the moves needed to block it off."""
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


cdef struct Totals:
    int territory[3]    # by owner, 0 nobody
    int live[4]
    int removed[3]
    int left[3]
    int groups[3]
    int dame


cdef int at(Work *w, point) except -1:
    """The padded point of a point of the board."""
    cdef long number = point
    if number < 0 or number >= w.rows * w.cols:
        raise IndexError(number)
    return padded(w, <int>number)


cdef int take_dead(Work *w, dead) except -1:
    """The stones given as dead, whole chains, open their points."""
    cdef unsigned char marks[POINTS]
    cdef int p
    memset(marks, 0, w.end)
    w.dead_count = 0
    for point in dead:
        p = at(w, point)
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
    return 0


cdef void find_seki(Work *w, Totals *t, unsigned char *chain_seki, bint given) noexcept nogil:
    """Which regions are in seki: those of the chains given, or those with fewer than two eyes."""
    cdef int x
    for x in range(1, w.parts + 1):
        t.live[w.kind[x]] += w.size[x]
    for x in range(1, w.parts + 1):
        if w.kind[x] and w.region[x] == x:
            # Where the other side has nothing alive there is nobody to be in seki with.
            w.region_seki[x] = not given and w.region_eyes[x] < 2 and t.live[3 - w.kind[x]] > 0
    if given:
        for x in range(1, w.parts + 1):
            if w.kind[x] and chain_seki[x]:
                w.region_seki[w.region[x]] = 1


cdef void settle_parts(Work *w, Totals *t, int method, unsigned char *chain_seki, unsigned char *closure_seki,
                       unsigned char *state, unsigned char *owner) noexcept nogil:
    """What becomes of each part, and who owns it."""
    cdef int x, e
    for x in range(1, w.parts + 1):
        owner[x] = 0
        if w.kind[x]:
            t.groups[w.kind[x]] += w.region[x] == x and not w.region_seki[x]
            state[x] = _SEKI if (chain_seki[x] if method == _BY_ARTICLE_8 else w.region_seki[w.region[x]]) else _ALIVE
        elif w.bordered[x] == 0 or w.bordered[x] == 3:
            state[x] = _DAME
        else:
            e = w.eye[w.listed[w.first[x]]]
            if closure_seki[x] or (method == _BY_EYES and w.region_seki[w.region[w.eyes_at[e].chain]]):
                state[x] = _SEKI_EYE
            else:
                state[x] = _TERRITORY
                owner[x] = w.bordered[x]


cdef inline int fate_of_dead(int method, bint remove_all, int state, int owner, int color) noexcept nogil:
    """10-1: dead stones come off where they stand in the other side's territory, and nowhere else."""
    if method == _BY_CLOSURE or remove_all:
        return _REMOVED
    if method == _BY_ARTICLE_8:
        return _REMOVED if state == _TERRITORY and owner == 3 - color else _LEFT
    return _REMOVED if state == _TERRITORY or state == _FALSE_EYE or state == _UNCLOSED else _LEFT


cdef void write_points(Work *w, Totals *t, int method, bint count_false_eyes, bint remove_all, const unsigned char *part_state,
                       const unsigned char *part_owner, unsigned char *owner, unsigned char *status, short *region, unsigned char *eyes) noexcept nogil:
    """Every point from its part and its eye; region and eyes may be NULL."""
    cdef int i = 0, r, p, x, e
    for r in range(w.rows):
        for p in range((r + 1) * w.stride + 1, (r + 2) * w.stride):
            x = w.part[p]
            e = w.eye[p]
            owner[i] = part_owner[x]
            status[i] = part_state[x]
            if region != NULL:
                region[i] = w.region[x] if w.kind[x] else w.region[w.eyes_at[e].chain] if e >= 0 else 0
                eyes[i] = w.eyes_at[e].value if e >= 0 else 0
            if method == _BY_EYES and e >= 0:
                if not w.eyes_at[e].whole:
                    status[i] = _SEKI_EYE if w.region_seki[w.region[w.eyes_at[e].chain]] else _UNCLOSED
                elif w.unscored[p] and status[i] == _TERRITORY and not count_false_eyes:
                    status[i] = _FALSE_EYE
                    owner[i] = 0
            if w.color[p] != 0 and w.kind[x] == 0:
                status[i] = <unsigned char>fate_of_dead(method, remove_all, status[i], owner[i], w.color[p])
                if status[i] == _REMOVED:
                    t.removed[w.color[p]] += 1
                else:
                    t.left[w.color[p]] += 1
                    owner[i] = 0
            else:
                t.dame += w.kind[x] == 0 and owner[i] == 0
            t.territory[owner[i]] += 1
            i += 1


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
    cdef Totals t
    cdef unsigned char chain_seki[POINTS]
    cdef unsigned char closure_seki[POINTS]
    cdef unsigned char part_state[POINTS]
    cdef unsigned char part_owner[POINTS]
    cdef bint given = seki is not None, detailed = region is not None and eyes is not None
    cdef int points = <int>(stones.shape[0] * stones.shape[1])
    if (stones.shape[0] + 2) * (stones.shape[1] + 1) + 1 > POINTS or stones.shape[0] < 1 or stones.shape[1] < 1:
        raise ValueError(f"cannot count a board of {stones.shape[0]} x {stones.shape[1]}")
    if (owner.shape[0] != points or status.shape[0] != points or (region is not None and region.shape[0] != points)
            or (eyes is not None and eyes.shape[0] != points)):
        raise ValueError(f"the arrays to write must hold {points} points each")
    if load(w, stones) < 0:
        raise ValueError("stones must be 0 (empty), 1 (Black) or 2 (White)")
    take_dead(w, dead)
    memset(&t, 0, sizeof(t))
    memset(w.mark, 0, w.end * sizeof(int))
    memset(w.unit_mark, 0, w.end * sizeof(int))
    memset(w.eye_mark, 0, w.end * sizeof(int))
    w.stamp = 0
    find_parts(w)
    memset(chain_seki, 0, w.parts + 1)
    memset(closure_seki, 0, w.parts + 1)
    if given:
        for point in seki:
            chain_seki[w.part[at(w, point)]] = 1
    with nogil:
        find_regions_and_units(w)
        find_eyes(w)
        judge_eyes(w)
        find_seki(w, &t, chain_seki, given)
        if method == _BY_ARTICLE_8:
            settle_by_letter(w, chain_seki, closure_seki)
        settle_parts(w, &t, method, chain_seki, closure_seki, part_state, part_owner)
        write_points(w, &t, method, count_false_eyes, remove_all, part_state, part_owner, &owner[0], &status[0], &region[0] if detailed else NULL,
                     &eyes[0] if detailed else NULL)
    return (t.territory[1], t.territory[2], t.live[1], t.live[2], t.removed[1], t.removed[2], t.left[1], t.left[2], t.dame,
            t.groups[1], t.groups[2])
