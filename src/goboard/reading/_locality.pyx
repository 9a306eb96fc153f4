"""A small part of the board on its own: its moves under two ko rules, and what can be told of it without search.

At most 64 things are told apart in a locality, each a bit: points, or whole chains whose capture ends the game. Everything outside
stands for ever. Two ko rules: BAN, simple ko with a stock of ko threats on either side; and MARKS, the rule of confirmation
after the stop (Japanese rules of 1989, Article 7-2): a stone that has just taken a ko may not be retaken until its victim
passes for that ko.
"""
cimport cython
import numpy as np

from libc.string cimport memset

from goboard.board import _arguments as arguments
from goboard.board._grid import neighbors
from goboard.reading._tactics import pass_alive, point_of, stones_of


__all__ = ["Locality", "locality"]

# The most points of a sure eye, proven for every shape and every edge by exhaustive search (tests/test_solver_eyes.py): an owner who
# answers is never captured there; and he comes to an eye that needs no answer any more, in a corner only up to SURE_CORNER.
cdef enum:
    SURE_EYE = 9
    SURE_CORNER = 3


cdef inline bint few(uint64_t points, int most) noexcept nogil:
    cdef int i
    for i in range(most):
        points &= points - 1
    return points == 0


cdef inline bint spans(const Local *l, uint64_t points) noexcept nogil:
    """Do these points reach from one edge to the opposite one?"""
    return (points & l.edge[0] and points & l.edge[1]) or (points & l.edge[2] and points & l.edge[3])


MOST_LOCAL = 128   # points of a locality; what a search tells apart must still fit in 64 bits


cdef void find_chains(const Local *l, const State *s, Chains *k) noexcept nogil:
    cdef int color, at
    cdef uint64_t left, todo, chain, around, fresh
    k.count = 0
    k.empty = l.all & ~(s.stones[0] | s.stones[1])
    for color in range(2):
        k.lasting[color] = 0
        left = s.stones[color]
        while left:
            chain = todo = left & (~left + 1)
            around = 0
            while todo:
                at = lowest(todo)
                todo &= todo - 1
                k.of[at] = k.count
                around |= l.near[at]
                fresh = l.near[at] & s.stones[color] & ~chain
                chain |= fresh
                todo |= fresh
            left &= ~chain
            k.mask[k.count] = chain
            k.around[k.count] = around
            k.liberties[k.count] = around & k.empty
            k.color[k.count] = color
            if chain & l.open[color]:
                k.lasting[color] |= chain
            k.count += 1


cdef bint play(const Local *l, const State *s, const Chains *k, int at, State *t, uint64_t *taken, bint *ko) noexcept nogil:
    """The stones after the side to move plays `at`; False if that is suicide. `ko`: it took a ko. Leaves marks and meta as they were."""
    cdef int me = side(s), it = 1 - me, c
    cdef uint64_t here = <uint64_t>1 << at, near = l.near[at], todo
    cdef bint alive = (near & k.empty) != 0 or (l.open[me] & here) != 0
    taken[0] = 0
    todo = near & s.stones[it] & ~k.lasting[it]
    while todo:
        c = k.of[lowest(todo)]
        todo &= ~k.mask[c]
        if k.liberties[c] == here:
            taken[0] |= k.mask[c]
    if not alive and not taken[0]:
        todo = near & s.stones[me]
        while todo:
            c = k.of[lowest(todo)]
            todo &= ~k.mask[c]
            if k.liberties[c] != here or (k.mask[c] & k.lasting[me]):
                alive = True
                break
        if not alive:
            return False
    t[0] = s[0]
    t.stones[me] |= here
    t.stones[it] &= ~taken[0]
    ko[0] = (single(taken[0]) and not taken[0] & l.fatal and not (near & s.stones[me]) and not (l.open[me] & here)
             and (near & (k.empty | taken[0])) == taken[0])
    return True


cdef void benson_local(const Local *l, const State *s, const Chains *k, int color, uint64_t *alive, uint64_t *area, int chain,
                       int *eyes, bint for_good) noexcept nogil:
    """Unconditional life inside the locality: its chains, and with `area` the points they own (at most one not next to the color).

    With `eyes`, life if its owner answers: then a space of at most `SURE_EYE` points, one of them taken by the other side at most,
    that one chain alone encloses is an eye too (`for_good`: one that its owner can turn into an eye that needs no answers). Set to how
    many regions are eyes of `chain`, whatever becomes of the other chains around them.
    """
    cdef uint64_t region[MOST_POINTS]
    cdef uint64_t border[MOST_POINTS]
    cdef bint bounded[MOST_POINTS]
    cdef bint sure[MOST_POINTS]
    cdef uint64_t left = l.all & ~s.stones[color], todo, inside, around, fresh, dead, empties, interior
    cdef int regions = 0, at, c, r, vital
    cdef bint changed = True
    while left:
        inside = todo = left & (~left + 1)
        around = 0
        while todo:
            at = lowest(todo)
            todo &= todo - 1
            around |= l.near[at]
            fresh = l.near[at] & left & ~inside
            inside |= fresh
            todo |= fresh
        left &= ~inside
        region[regions] = inside
        border[regions] = around & s.stones[color]
        # A region that reaches outside is never an eye.
        bounded[regions] = not (inside & (l.beside[1 - color] | l.loose)) and (inside & k.empty)
        # In a small space that one chain alone encloses, its owner answers every move, so that a liberty is left there.
        sure[regions] = (eyes != NULL and bounded[regions] and l.sure_eye and around & s.stones[color]
                         and not inside & (l.beside[color] | l.barred[color] | l.fatal | s.marks)
                         and not around & s.stones[color] & ~k.mask[k.of[lowest(around & s.stones[color])]]
                         and few(inside, SURE_CORNER if for_good and inside & l.corner else SURE_EYE)
                         and (not inside & ~k.empty or (single(inside & ~k.empty) and not spans(l, inside))))
        if eyes != NULL and bounded[regions] and (around & k.mask[chain]) and (sure[regions] or not (inside & k.empty & ~k.around[chain])):
            eyes[0] += 1
        regions += 1
    alive[0] = s.stones[color]
    if eyes != NULL and eyes[0] < 2:
        alive[0] = 0
        return
    while changed:
        changed = False
        for c in range(k.count):
            if k.color[c] != color or not (k.mask[c] & alive[0]) or (k.mask[c] & k.lasting[color]):
                continue
            vital = 0
            for r in range(regions):
                if (bounded[r] and (border[r] & k.mask[c]) and not (border[r] & ~alive[0])
                        and (sure[r] or not (region[r] & k.empty & ~k.around[c]))):
                    vital += 1
            if vital < 2:
                alive[0] &= ~k.mask[c]
                changed = True
    if area == NULL:
        return
    area[0] = alive[0]
    for r in range(regions):
        if bounded[r] and not (border[r] & ~alive[0]) and (border[r] or (region[r] & l.beside[color])):
            interior = region[r] & ~l.beside[color]
            todo = border[r]
            while todo:
                c = k.of[lowest(todo)]
                todo &= ~k.mask[c]
                interior &= ~k.around[c]
            if not interior or single(interior):
                area[0] |= region[r]


cdef int safe(const Local *l, const State *s, const Chains *k, uint64_t stone, int *eyes, bint for_good) noexcept nogil:
    """Is the chain of `stone` surely never captured, if its owner answers (`for_good`: until he need not any more)?

    1: it stands for ever, or has two eyes; 2: it connects to such a chain at one of two points. Of several chains only one may rely
    on 2, since one move may touch both.
    """
    cdef int c = k.of[lowest(stone)], color = k.color[c], at, ways = 0
    cdef uint64_t todo, alive, left
    if k.mask[c] & k.lasting[color]:
        return 1
    todo = k.liberties[c] & ~l.barred[color]
    while todo:
        at = lowest(todo)
        todo &= todo - 1
        if ((<uint64_t>1 << at) & l.open[color]) or (l.near[at] & k.lasting[color]):
            ways += 1
    if ways >= 2 or (ways == 1 and side(s) == color and banned(s) < 0):
        return 2
    # Two eyes take two liberties that do not touch.
    if single(k.liberties[c]):
        return 0
    eyes[0] = 0
    benson_local(l, s, k, color, &alive, NULL, c, eyes, for_good)
    return 1 if alive & stone else 0


cdef uint64_t new_stones(const Game *g, const State *s) noexcept nogil:
    cdef uint64_t here = s.stones[g.owner] & g.points
    cdef int i
    for i in range(g.olds):
        if not (s.meta >> (GONE_SHIFT + i)) & 1:
            here &= ~g.old[i]
    return here


cdef int verdict(const Game *g, const State *s, int *eyes) noexcept nogil:
    cdef Chains k
    cdef uint64_t mine, alive, area, missing
    cdef int owner = g.owner, c, how, relying = 0, count = 0
    if eyes == NULL:
        eyes = &count
    eyes[0] = 0
    if g.question <= LIFE:
        if not s.stones[owner] & g.target:
            return ATTACKER
        missing = g.local.fatal & ~(s.stones[0] | s.stones[1])
        if missing:
            return ATTACKER if missing & g.together else OWNER
        find_chains(&g.local, s, &k)
        mine = g.target | g.together
        while mine:
            how = safe(&g.local, s, &k, mine & (~mine + 1), eyes, g.for_good)
            relying += how == 2
            if not how or relying > 1:
                return UNKNOWN
            mine &= ~k.mask[k.of[lowest(mine)]]
        return OWNER
    if g.question == CONNECT:
        if (s.stones[owner] & (g.target | g.other)) != (g.target | g.other):
            return ATTACKER
        find_chains(&g.local, s, &k)
        mine = k.mask[k.of[lowest(g.target)]] | k.mask[k.of[lowest(g.other)]]
        if (mine & ~k.lasting[owner]) == 0 or k.of[lowest(g.target)] == k.of[lowest(g.other)]:
            return OWNER
        return UNKNOWN
    if g.local.fatal & ~(s.stones[0] | s.stones[1]):
        # Only a move of the other side takes a chain off, so it is the turn of the side that has lost one.
        return g.falls[side(s)]
    if s.meta & ENDED:
        return ATTACKER if (s.meta & TAKEN) and not new_stones(g, s) else OWNER
    find_chains(&g.local, s, &k)
    if not s.meta & TAKEN:
        return OWNER if safe(&g.local, s, &k, g.target, eyes, False) else UNKNOWN
    mine = new_stones(g, s)
    while mine:
        c = k.of[lowest(mine)]
        if safe(&g.local, s, &k, mine & (~mine + 1), eyes, False):
            return OWNER
        mine &= ~k.mask[c]
    benson_local(&g.local, s, &k, 1 - owner, &alive, &area, 0, NULL, True)
    mine = g.points & ~area
    if mine & ~s.stones[1 - owner]:
        return UNKNOWN
    while mine:
        c = k.of[lowest(mine)]
        how = safe(&g.local, s, &k, mine & (~mine + 1), &count, False)
        relying += how == 2
        if not how or relying > 1:
            return UNKNOWN
        mine &= ~k.mask[c]
    return ATTACKER


cdef int promise(const Game *g, const State *s, const Chains *k, int at, uint64_t taken) noexcept nogil:
    """A guess, for the order of the moves only: liberties of the target and captures first, own liberties last."""
    cdef const Local *l = &g.local
    cdef int me = side(s), score = 0
    cdef uint64_t near = l.near[at], here = <uint64_t>1 << at, chain = g.points
    if s.stones[g.owner] & g.target and not s.meta & TAKEN:
        chain = k.mask[k.of[lowest(g.target)]]
    if (near | here) & chain:
        score += 4
    if taken:
        score += 4
    if near & s.stones[1 - me] & ~k.lasting[1 - me]:
        score += 2
        if me == g.owner and not near & chain and ((here & l.open[me]) or (near & k.lasting[me])):
            score += 4
    elif not near & k.empty:
        score -= 2
    return score


cdef int successors(Game *g, const State *s, uint8_t *moves, State *states, int8_t *promises) noexcept nogil:
    cdef const Local *l = &g.local
    cdef Chains k
    cdef State t
    cdef uint64_t todo, here, taken, held, spared = 0
    cdef int me = side(s), count = 0, at, i, ban = banned(s), shift, stock
    cdef bint attacks = me != g.owner, ko, forces
    find_chains(l, s, &k)
    shift = ATTACKER_SHIFT if attacks else OWNER_SHIFT
    stock = (s.meta >> shift) & 15
    # While the chain they belong to stands, alike liberties differ only in number: its owner fills the last, the other side the first.
    if g.fold:
        for i in range(l.classes):
            if (l.holder[i] & ~s.stones[l.holder_color[i]]) == 0:
                held = l.alike[i] & k.empty
                if held and not single(held):
                    spared |= held & ~(<uint64_t>1 << (highest(held) if l.holder_color[i] == me else lowest(held)))
    todo = k.empty & ~spared & ~l.barred[me]
    while todo:
        at = lowest(todo)
        here = todo & (~todo + 1)
        todo &= todo - 1
        if at == ban and stock == 0:
            continue
        if not play(l, s, &k, at, &t, &taken, &ko):
            continue
        if g.marks and ko and (s.marks & taken):
            continue
        t.meta &= ~<uint32_t>(PASSED | (127 << BAN_SHIFT))
        t.meta ^= WHITE_MOVES
        if at == ban and stock != ENDLESS:
            t.meta -= <uint32_t>1 << shift
        if ko:
            if g.marks:
                t.marks |= here
            else:
                t.meta |= <uint32_t>(lowest(taken) + 1) << BAN_SHIFT
        # A mark matters on a single stone only: a larger chain is never taken in a ko, and leaves the board as a whole.
        t.marks &= (t.stones[0] | t.stones[1]) & ~(l.near[at] & t.stones[me])
        if taken & g.target and attacks and not s.meta & TAKEN:
            t.meta |= TAKEN
        if attacks:
            for i in range(g.olds):
                if taken & g.old[i]:
                    t.meta |= <uint32_t>1 << (GONE_SHIFT + i)
        if g.fold and taken and not g.inexact and not (t.meta & TAKEN and g.question <= LIFE):
            for i in range(l.classes):
                if (taken & l.holder[i]) == l.holder[i] and (taken & l.alike[i]) and (t.stones[me] & l.alike[i] & ~here):
                    g.inexact = verdict(g, &t, NULL) == UNKNOWN
        if promises != NULL:
            promises[count] = promise(g, s, &k, at, taken)
        moves[count] = at
        states[count] = t
        count += 1
    if promises != NULL:
        memset(promises + count, 0, MOST_MOVES - count)
    # Passes. A side that must force something gains nothing by one, except that a ban of simple ko is over. In REMOVE, which only
    # ever proves the attacker's claim, he does without: then two passes never meet.
    forces = attacks == (g.question == CAPTURE or g.question == REMOVE)
    if g.question > REMOVE or not forces or ban >= 0:
        t = s[0]
        t.meta ^= WHITE_MOVES
        t.meta &= ~<uint32_t>(127 << BAN_SHIFT)
        if g.question > REMOVE:
            t.meta |= ENDED if s.meta & PASSED else PASSED
        moves[count] = PASS
        states[count] = t
        count += 1
    if g.marks:
        todo = s.marks & s.stones[1 - me]
        held = 0
        while todo:
            at = lowest(todo)
            here = todo & (~todo + 1)
            todo &= todo - 1
            i = k.of[at]
            if k.mask[i] != here or not single(k.liberties[i]) or (here & k.lasting[1 - me]):
                continue
            held |= here
            if g.pass_lifts_all:
                continue
            t = s[0]
            t.marks &= ~here
            t.meta ^= WHITE_MOVES
            t.meta &= ~<uint32_t>PASSED
            moves[count] = KO_PASS + at
            states[count] = t
            count += 1
        if held and g.pass_lifts_all:
            t = s[0]
            t.marks &= ~held
            t.meta ^= WHITE_MOVES
            t.meta &= ~<uint32_t>PASSED
            moves[count] = KO_PASS_ALL
            states[count] = t
            count += 1
    return count


@cython.auto_pickle(False)
cdef class Locality:
    """A part of the board that is read on its own, everything around it standing for ever.

    `stones`: uint8 (rows, cols); `points`: the points of the board inside, in any order, or a dict point -> who may play
    there (1 Black, 2 White, 3 both). Stones outside are never captured; empty points outside are never filled. With `outside`
    (1 or 2) all that is outside counts as stones of that color: the worst surroundings for the other. Raises ValueError if there
    are no points, or if the boundary cuts a chain (without `outside` or `merge`: then the chain stands for ever).
    The chain at the point `eye_for` gets one more liberty that the other side may fill only to capture: an eye elsewhere.
    `sure_eyes` False: small enclosed spaces do not count as eyes before they are.
    """
    def __init__(self, stones, points, outside=None, merge=False, eye_for=None, sure_eyes=True):
        stones = stones_of(stones)
        rows, cols = self.shape = stones.shape
        self.points = tuple(sorted(set(int(p) for p in points)))
        if not self.points:
            raise ValueError("a locality has at least one point")
        if self.points[0] < 0 or self.points[len(self.points) - 1] >= rows * cols:
            raise ValueError(f"a locality's points are those of the board, 0 to {rows * cols - 1}")
        flat = stones.ravel().tolist()
        self.inside = {p: i for i, p in enumerate(self.points)}
        self.sure_eyes = sure_eyes
        self.allowed = [points[p] if isinstance(points, dict) else 3 for p in self.points]
        self.color, self.near, self.beside = [], [], []
        near = neighbors(rows, cols)
        for p in self.points:
            around = near[p]
            self.color.append(flat[p])
            self.near.append([self.inside[q] for q in around if q in self.inside])
            beside = [flat[q] if outside is None else outside for q in around if q not in self.inside]
            self.beside.append(beside)
            if flat[p] and flat[p] in beside and outside is None and not merge:
                raise ValueError(f"the locality cuts the chain at point {p}")
        if eye_for is not None and eye_for not in self.inside:
            raise ValueError(f"eye_for must be a point of the locality, not {eye_for!r}")
        if eye_for is not None:
            i = len(self.points)
            self.points += (rows * cols,)
            self.inside[rows * cols] = i
            self.color.append(0)
            self.near.append([self.inside[eye_for]])
            self.near[self.inside[eye_for]].append(i)
            self.beside.append([])
            self.allowed.append(3 - flat[eye_for])
        self.chain = [-1] * len(self.points)
        for i, color in enumerate(self.color):
            if color and self.chain[i] < 0:
                self.chain[i] = i
                todo = [i]
                while todo:
                    for j in self.near[todo.pop()]:
                        if self.color[j] == color and self.chain[j] < 0:
                            self.chain[j] = i
                            todo.append(j)

    def color_of(self, point):
        """The stone at a point of the locality: 0 none, 1 Black, 2 White. KeyError elsewhere."""
        return self.color[self.inside[point]]

    def __len__(self):
        return len(self.points)

    cdef uint64_t mask(self, list bits, points):
        cdef uint64_t found = 0
        for p in points:
            if p in self.inside:
                found |= <uint64_t>1 << <int>bits[self.inside[p]]
        return found

    cdef list unmask(self, list bits, uint64_t mask):
        return [p for p, i in self.inside.items() if mask >> <int>bits[i] & 1]

    cdef list enter(self, Game *g, int target, bint whole, standing, State *s, list bits):
        """Lay the locality out in bits. Returns bit -> point, and fills `bits`: index -> bit; None if there are too many.

        The chains of the points `standing` are one bit each. Unless `whole`, so are the target's chain and every chain whose
        capture plainly saves it: two of its points, once empty, would each connect the target with a stone that stands for ever.
        """
        cdef Local *l = &g.local
        cdef uint64_t bit
        cdef int i, j, color
        cdef bint outside
        blobs = {self.chain[self.inside[p]] for p in standing if p in self.inside}
        if not whole:
            mine = self.chain[target]
            blobs.add(mine)
            ways = {}
            for i in range(len(self.points)):
                if (self.color[i] == 3 - self.color[target] and self.color[target] in self.beside[i]
                        and any(self.chain[j] == mine for j in self.near[i])):
                    ways[self.chain[i]] = ways.get(self.chain[i], 0) + 1
            blobs.update(c for c, n in ways.items() if n > 1)
        points = []
        for i in range(len(self.points)):
            if self.chain[i] in blobs and self.chain[i] != i:
                bits[i] = bits[self.chain[i]]
            else:
                bits[i] = len(points)
                points.append(self.points[i])
        if len(points) > MOST_POINTS:
            return None
        memset(l, 0, sizeof(Local))
        s.stones[0] = s.stones[1] = s.marks = 0
        l.n = len(points)
        # On a board of one row the lemma of the sure eye fails.
        l.sure_eye = self.sure_eyes and min(self.shape) > 1
        for i in range(len(self.points)):
            bit = <uint64_t>1 << <int>bits[i]
            l.all |= bit
            for color in range(2):
                if not self.allowed[i] >> color & 1:
                    l.barred[color] |= bit
            color = self.color[i]
            if color:
                s.stones[color - 1] |= bit
                if self.chain[i] in blobs:
                    l.fatal |= bit
            for j in self.near[i]:
                if bits[j] != bits[i]:
                    l.near[<int>bits[i]] |= <uint64_t>1 << <int>bits[j]
            r, c = divmod(self.points[i], self.shape[1])
            for j, touches in enumerate((r == 0, r == self.shape[0] - 1, c == 0, c == self.shape[1] - 1)):
                if touches:
                    l.edge[j] |= bit
            if r in (0, self.shape[0] - 1) and c in (0, self.shape[1] - 1):
                l.corner |= bit
            for color in self.beside[i]:
                if color:
                    l.beside[color - 1] |= bit
                else:
                    l.loose |= bit
        for color in range(2):
            l.open[color] = l.beside[color] | l.loose
        find_alike(l, s)
        return points


cdef void find_alike(Local *l, const State *s):
    """Liberties that touch nothing but one chain, sorted by what they touch outside.

    Points that only the other side may fill are alike even where they touch each other: filling all of them, in whatever
    order, takes as many moves.
    """
    cdef Chains k
    cdef int i, j, c
    cdef uint64_t bit, rest, one_sided
    find_chains(l, s, &k)
    classes = {}
    for i in range(l.n):
        bit = <uint64_t>1 << i
        if not bit & k.empty:
            continue
        for c in range(k.count):
            if not k.mask[c] & l.near[i]:
                continue
            one_sided = k.empty & l.barred[k.color[c]] & k.around[c]
            rest = l.near[i] & ~k.mask[c]
            if bit & one_sided:
                rest &= ~(one_sided | s.stones[1 - k.color[c]])
                key = (c, True, bool(l.loose & bit))
            else:
                key = (c, False, *(bool(points & bit) for points in (l.beside[0], l.beside[1], l.loose, l.barred[0], l.barred[1])))
            if not rest:
                classes[key] = classes.get(key, 0) | bit
                break
    for key, points in classes.items():
        if points & (points - 1):
            j = l.classes
            l.alike[j] = points
            l.holder[j] = k.mask[<int>key[0]]
            l.holder_color[j] = k.color[<int>key[0]]
            l.classes += 1


def locality(stones, point, region=None, lasting=None, most=MOST_LOCAL):
    """The points that can matter to the chain at `point`, by rule; None if there are more than `most`.

    Without `region`: everything reached from the chain through points that hold no stone of a `lasting` chain (bool array
    (rows, cols); default: the unconditionally alive ones). With it (points; or an array (rows, cols), bool or who may play where:
    0 nobody, 1 Black, 2 White, 3 both): its empty points, and the chains without a liberty outside it. Whatever is left out
    stands for ever. Returns a dict point -> who may play there.
    """
    stones = stones_of(stones)
    rows, cols = stones.shape
    if lasting is None:
        lasting = pass_alive(stones) != 0
    flat, fixed = stones.ravel().tolist(), np.asarray(lasting).ravel().tolist()

    near = neighbors(rows, cols).__getitem__

    def chain(p):
        found, todo = {p}, [p]
        while todo:
            for q in near(todo.pop()):
                if flat[q] == flat[p] and q not in found:
                    found.add(q)
                    todo.append(q)
        return found

    if region is None:
        found, todo = {point}, [point]
        while todo and len(found) <= most:
            for q in near(todo.pop()):
                if q not in found and not fixed[q]:
                    found.add(q)
                    todo.append(q)
    else:
        allowed = region_points(region, (rows, cols))
        playable = {p for p in allowed if not flat[p]}
        found = set(playable)
        for p in playable:
            for q in near(p):
                if flat[q] and not fixed[q] and q not in found:
                    stones_of_chain = chain(q)
                    if all(flat[x] or x in playable for y in stones_of_chain for x in near(y)):
                        found |= stones_of_chain
    if len(found) > most:
        return None
    return {p: 3 if region is None or flat[p] else allowed[p] for p in found}


def region_points(region, shape):
    """A region given as points or as an array (rows, cols), as a dict point -> who may play there (1 Black, 2 White, 3 both)."""
    if isinstance(region, dict):
        return region
    if isinstance(region, np.ndarray) and region.ndim == 2:
        if region.shape != tuple(shape):
            raise ValueError(f"expected a region of shape {tuple(shape)}, got {region.shape}")
        if region.dtype.kind not in "biu" or region.min() < 0 or region.max() > 3:
            raise ValueError(f"expected a region of bool or of 0 to 3, got dtype {region.dtype}")
        whole = 3 if region.dtype.kind == "b" else 1
        return {int(p): int(region.flat[p]) * whole for p in np.flatnonzero(region)}
    return {point_of(None, p, shape): 3 for p in region}


def region_of(board, region, name="region"):
    """A region that a caller gives, as a dict point -> who may play there (1 Black, 2 White, 3 both).

    `board`: a `Board`. `region`: an array or nested list of the board's shape, of bool or of 0 to 3; or points in any notation
    ("D5", (row, col), int), alone or in an iterable, or vertices in one text. Raises ValueError or TypeError for anything else.
    """
    shape = memoryview(board).shape
    if isinstance(region, str):
        return dict.fromkeys(arguments.points(board, region.replace(",", " ").split(), name), 3)
    if isinstance(region, (list, tuple)) and region and all(isinstance(row, (list, tuple, np.ndarray)) for row in region):
        rows = [list(row) for row in region]
        if len(rows) == shape[0] and all(len(row) == shape[1] for row in rows) and (shape[1] != 2 or all(isinstance(x, (bool, np.bool_)) for row in rows for x in row)):
            region = np.array(rows)
    if isinstance(region, np.ndarray) and (region.shape == shape or (region.ndim == 2 and region.shape[1] != 2)):
        region = np.array(region, subok=False)
        if region.shape != shape:
            raise ValueError(f"{name} must have the board's shape {tuple(shape)}, not {region.shape}")
        if region.dtype.kind not in "biu" or region.min() < 0 or region.max() > 3:
            raise ValueError(f"{name} must be an array of bool, or of 0 (nobody may play there), 1 (Black), 2 (White), 3 (both), not of {region.dtype}"
                             + (f" from {region.min()} to {region.max()}" if region.dtype.kind in "biu" else ""))
        return region_points(region, shape)
    return dict.fromkeys(arguments.points(board, region, name), 3)
