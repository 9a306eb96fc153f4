"""A search, and what it proves: the winner's answers to all moves of the other side.

The attacker wants to take the target, its owner to keep it. Two kinds of question are answered, both as games on the finite
graph of positions, so that repetition needs no extra rule and no horizon:

* reachability: one side must force an event (a capture, an unconditionally alive chain); endless play is a success of the other side.
  Depth-first search (`_depth_first`) and best-first search (`_best_first`) take turns on one graph (`_graph`).
* recurrence: one side must make something true again and again (`_recurrence`).
"""
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from goboard.reading._best_first cimport prove
from goboard.reading._depth_first cimport descend
from goboard.reading._graph cimport FINISHED, INTERRUPTED, MEMORY, NODES, TIME, Graph, Node, attacks, forces
from goboard.reading._locality cimport (
    ATTACKER, ATTACKER_SHIFT, ASK, BAN_SHIFT, CAPTURE, CONNECT, ENDLESS, KO_PASS, KO_PASS_ALL, LIFE, MOST_OLD, MOST_POINTS, OWNER, OWNER_SHIFT,
    PASS, RECUR, REMOVE, RESTORE, TAKEN, UNKNOWN, Game, Locality, State, banned, lowest, side, verdict,
)
from goboard.reading._recurrence cimport recur

__all__ = ["Proof"]

cdef enum:
    FIRST_STEP = 500       # nodes of the first turn of a search
    PROVE_SHARE = 4        # of the effort, against 1 for the search depth first

QUESTIONS = {"capture": CAPTURE, "life": LIFE, "safe": LIFE, "connect": CONNECT, "remove": REMOVE, "restore": RESTORE, "recur": RECUR}
STOPPED = {NODES: "nodes", MEMORY: "memory", TIME: "time"}


cdef class Proof(Graph):
    """Proof()\n--\n\nA finished search kept as a strategy: for every line of the loser's moves, the winner's answers.

    Moves are points of the board, "pass", or ("ko-pass", point), the point None where the pass is for all kos.

    Attributes
    ----------
    winner : str
        "attacker" or "owner".
    nodes : int
        Positions looked at.

    Examples
    --------
    >>> board = goboard.Board.from_text("....OO\\n...XOO\\n...XOO\\nXXXOOO\\nOOOOOO\\nOO.O.O\\nOOOOOO")
    >>> proof = goboard.solve(board, "A4", to_play=goboard.WHITE).proof
    >>> proof.winner, proof.reply() in proof.moves()
    ('attacker', True)
    """
    cdef Proof after               # where the search goes on once a chain that was taken to stand has fallen
    cdef uint64_t spread[MOST_POINTS]  # this search's bits in `after`
    cdef list points               # bit -> point of the board
    cdef readonly object winner

    @property
    def nodes(self):
        """Positions looked at."""
        return self.node_count

    cdef int ask(self, const State *s) noexcept nogil:
        """A chain that was taken to stand has fallen: does the side that took it win, by a search with all points apart?"""
        cdef State t
        cdef uint64_t todo
        cdef int color, winner = UNKNOWN
        cdef uint32_t index
        t = s[0]
        for color in range(2):
            t.stones[color] = 0
            todo = s.stones[color]
            while todo:
                t.stones[color] |= self.spread[lowest(todo)]
                todo &= todo - 1
        t.marks = 0
        todo = s.marks
        while todo:
            t.marks |= self.spread[lowest(todo)]
            todo &= todo - 1
        with gil:
            if self.after is None:
                return ATTACKER if side(s) != self.game.owner else OWNER
            with nogil:
                index = self.after.find(&t)
                if index:
                    winner = self.after.reach(index)
            if self.after.stopped == INTERRUPTED:
                self.stopped = INTERRUPTED
                self.interrupt = self.after.interrupt
            return winner if winner == self.after.forcing else 3 - self.after.forcing

    cdef int reach(self, uint32_t root) noexcept nogil:
        """Who wins the reachability game from `root`? UNKNOWN if a limit stopped the search."""
        cdef uint32_t step = 500
        # Depth first finds the avoiding side's strategies, best first deep wins of the other side: they take turns.
        while self.node_at[root].winner == UNKNOWN and self.stopped == FINISHED:
            if descend(self, root, self.node_count + step):
                break
            if self.node_at[root].winner == UNKNOWN and self.stopped == FINISHED:
                prove(self, root, self.node_count + PROVE_SHARE * step)
            step *= 2
        return self.node_at[root].winner

    cdef object outside(self, int move):
        if move < PASS:
            return self.points[move]
        if move == PASS:
            return "pass"
        return ("ko-pass", None if move == KO_PASS_ALL else self.points[move - KO_PASS])

    cdef bint settled(self, uint32_t index):
        """Nothing is left to show: the event has happened, or can no longer be forced."""
        return verdict(&self.game, &self.node_at[index].state, NULL) != UNKNOWN

    cdef bint winners_turn(self, uint32_t index):
        return attacks(self, index) == (self.winner == "attacker")

    cdef int best(self, uint32_t index):
        """Where the winner's move at a node stands in `children`; -1 if the search knows none."""
        cdef Node *n = &self.node_at[index]
        cdef bint by_hope = self.game.question == RECUR or not forces(self, index)
        cdef uint32_t i
        for i in range(n.first, n.first + n.count):
            if (self.children[i].node == n.hope) if by_hope else (self.children[i].move == n.move):
                return i
        return -1

    cdef int must_be_made(self) except -1:
        if self.node_at == NULL or self.points is None:
            raise ValueError("a Proof is made by a search")
        return 0

    cdef uint32_t follow(self, line) except 0:
        cdef uint32_t index = 1, i
        cdef Node *n
        self.must_be_made()
        for step in line:
            n = &self.node_at[index]
            for i in range(n.first, n.first + n.count):
                if self.outside(self.children[i].move) == step:
                    index = self.children[i].node
                    break
            else:
                raise ValueError(f"move {step!r} cannot be played here, or leaves the strategy")
        return index

    def reply(self, line=()):
        """The winner's move after `line`, the moves of both sides from the start; None when nothing is left to do.

        Raises ValueError if the line is not playable, leaves the strategy by a move of the winner, or ends at the loser's turn.
        """
        cdef uint32_t index = self.follow(line)
        cdef int i
        if self.settled(index):
            return None
        if not self.winners_turn(index):
            raise ValueError("it is the loser's turn after this line")
        i = self.best(index)
        if i < 0:
            raise ValueError("the line has left the strategy")
        return self.outside(self.children[i].move)

    def __reduce__(self):
        raise TypeError("a Proof is a search held in memory and is not pickled: pickle the Solution, which searches again when it is asked for its proof")

    def moves(self, line=()):
        """All moves that the search considered after `line`; none when nothing is left to do."""
        cdef uint32_t index = self.follow(line), i
        if self.settled(index):
            return []
        if not self.expand(index):
            raise MemoryError("the search kept no room for these moves")
        return [self.outside(self.children[i].move) for i in range(self.node_at[index].first, self.node_at[index].first + self.node_at[index].count)]

    def line(self, int most=60):
        """The principal line: the winner's moves against the longest resistance; it ends when nothing is left, or where it repeats."""
        cdef uint32_t index = 1, i, child
        cdef int64_t score, best_score
        cdef int chosen
        cdef Node *n
        self.must_be_made()
        shown = []
        seen = set()
        while len(shown) < most and index not in seen and not self.settled(index):
            seen.add(index)
            n = &self.node_at[index]
            chosen = -1
            if self.winners_turn(index):
                chosen = self.best(index)
            else:
                best_score = -1
                for i in range(n.first, n.first + n.count):
                    child = self.children[i].node
                    score = 1 + self.node_at[child].rank
                    if child in seen:
                        score = 0
                    elif not self.settled(child):
                        # The loser plays what ends nothing; the attacker takes the target when he can.
                        score += <int64_t>1 << 33
                        if self.node_at[child].state.meta & TAKEN and not n.state.meta & TAKEN:
                            score += <int64_t>1 << 34
                        if self.children[i].move == PASS:
                            score -= <int64_t>1 << 32
                    if score > best_score:
                        best_score = score
                        chosen = i
            if chosen < 0:
                break
            shown.append(self.outside(self.children[chosen].move))
            index = self.children[chosen].node
        return shown

    cdef object taker(self, uint32_t index, uint32_t child):
        """Who takes a ko by the move between two nodes, if anybody does ("ban" games only)."""
        if banned(&self.node_at[child].state) < 0:
            return None
        return "attacker" if attacks(self, index) else "owner"

    def takes_first(self):
        """The side that takes a ko first in the principal line, or in the shortest line of the proof that takes one; None if no line does."""
        cdef uint32_t index = 1, i, child
        cdef Node *n
        self.must_be_made()
        for move in self.line():
            n = &self.node_at[index]
            for i in range(n.first, n.first + n.count):
                if self.outside(self.children[i].move) == move:
                    child = self.children[i].node
                    break
            found = self.taker(index, child)
            if found:
                return found
            index = child
        seen = {1}
        queue = [1]
        for at in queue:
            index = at
            if self.settled(index):
                continue
            n = &self.node_at[index]
            chosen = self.best(index) if self.winners_turn(index) else -1
            for i in range(n.first, n.first + n.count):
                child = self.children[i].node
                if child in seen or (self.winners_turn(index) and <int64_t>i != <int64_t>chosen):
                    continue
                found = self.taker(index, child)
                if found:
                    return found
                seen.add(child)
                queue.append(child)
        return None

    cdef second(self, Locality where, list bits, int question):
        """Make ready for the search that follows the fall of a standing chain: the same game with all points apart."""
        cdef Proof after = Proof()
        cdef Game *g = &after.game
        cdef State start
        cdef int i
        apart = [0] * len(where)
        target = self.points[lowest(self.game.target)]
        after.prepare(self.max_nodes, self.max_bytes, self.deadline)
        g[0] = self.game
        g.question = question
        g.fold = False
        after.points = where.enter(g, where.inside[target], True, (), &start, apart)
        if after.points is None:
            return
        after.forcing = ATTACKER if question == REMOVE else OWNER
        g.target = where.mask(apart, [target])
        g.points = where.mask(apart, where.unmask(bits, self.game.points))
        for i in range(g.olds):
            g.old[i] = where.mask(apart, where.unmask(bits, self.game.old[i]))
        memset(self.spread, 0, sizeof(self.spread))
        for i in range(len(where)):
            self.spread[<int>bits[i]] |= <uint64_t>1 << <int>apart[i]
        self.after = after


cdef class Run:
    """One attempt at a query: its game, its first position, its proof."""
    cdef Proof proof
    cdef State start
    cdef list bits                 # index in the locality -> bit

    cdef bint set_up(self, Locality where, int target, object query, list standing, str prove, double deadline, bint fold) except -1:
        """Lay the game out. False if the locality does not fit."""
        cdef Game *g
        cdef int i, side_of_claim
        cdef int color = where.color[where.inside[target]]
        self.proof = proof = Proof()
        proof.prepare(min(int(query.max_nodes), 0xfffffff0), int(query.max_bytes), deadline)
        g = &proof.game
        memset(g, 0, sizeof(Game))
        g.question = QUESTIONS[query.question]
        g.for_good = query.question == "life"
        self.bits = bits = [0] * len(where)
        together = list(query.together)
        whole = [*standing, *together] if g.question != CONNECT else [target, query.other]
        proof.points = where.enter(g, where.inside[target], g.question > LIFE, whole, &self.start, bits)
        if proof.points is None:
            return False
        if standing:
            side_of_claim = (2 - color if prove == "attacker" else color - 1)
            g.falls[side_of_claim] = OWNER if prove == "attacker" else ATTACKER
            g.falls[1 - side_of_claim] = ASK
        g.marks = query.ko == "marks"
        g.pass_lifts_all = query.pass_lifts_all
        g.fold = fold and g.local.classes > 0
        g.owner = color - 1
        g.target = where.mask(bits, [target])
        g.together = where.mask(bits, together)
        if query.other is not None:
            g.other = where.mask(bits, [query.other])
        g.points = where.mask(bits, query.points)
        g.olds = len(query.old)
        for i in range(g.olds):
            g.old[i] = where.mask(bits, query.old[i])
        if query.question == "recur" and standing:
            proof.second(where, bits, REMOVE if prove == "attacker" else RESTORE)
        proof.forcing = OWNER if query.question in ("life", "safe", "connect", "restore") else ATTACKER
        self.begin(where, query)
        return True

    cdef void begin(self, Locality where, object query) except *:
        """Who moves first, the threats, and what is barred."""
        cdef Game *g = &self.proof.game
        self.start.meta = g.owner ^ (query.first == "attacker")
        for shift, stock in ((ATTACKER_SHIFT, query.attacker_threats), (OWNER_SHIFT, query.owner_threats)):
            self.start.meta |= <uint32_t>(ENDLESS if stock is None else int(stock)) << <int>shift
        if query.banned is not None and query.banned in where.inside:
            self.start.meta |= <uint32_t>(<int>self.bits[where.inside[query.banned]] + 1) << BAN_SHIFT


def run(Locality where not None, int target, query, double deadline):
    """(winner, reason, nodes, proof) of one query, checked before; reason: the limit that stopped it, and then neither winner nor proof."""
    cdef Run made = Run()
    cdef Proof proof
    cdef int winner
    cdef uint32_t root
    cdef bint fold = True
    cdef uint64_t spent = 0
    if len(query.old) > MOST_OLD:
        return None, "nodes", 0, None
    color = where.color[where.inside[target]]
    standing = list(query.standing)
    prove = {"remove": "attacker", "restore": "owner", "recur": query.prove}.get(query.question)
    if query.question in ("remove", "restore"):
        claimant = 3 - color if prove == "attacker" else color
        standing = [p for p in standing if where.color[where.inside[p]] == claimant]
    while True:
        if not made.set_up(where, target, query, standing, prove, deadline, fold):
            return None, "size", 0, None
        proof = made.proof
        with nogil:
            root = proof.find(&made.start)
            winner = UNKNOWN
            if root:
                winner = recur(proof, root) if proof.game.question == RECUR else proof.reach(root)
        spent += proof.node_count + (proof.after.node_count if proof.after is not None else 0)
        if proof.stopped == INTERRUPTED:
            raise proof.interrupt
        if winner == UNKNOWN:
            return None, STOPPED[proof.stopped], spent, None
        if standing and proof.after is not None and proof.after.stopped and winner != (ATTACKER if prove == "attacker" else OWNER):
            return None, STOPPED[proof.after.stopped], spent, None
        if proof.game.fold and proof.game.inexact:
            fold = False
            continue
        proof.winner = "attacker" if winner == ATTACKER else "owner"
        return proof.winner, None, spent, proof
