"""The tree search of one position, as `goboard.mcts` drives it: limits, and what the tree says."""
import time

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from goboard._core cimport (
    GB_BLACK, GB_EMPTY, GB_LEGAL, GB_MAX_CELLS, GB_WHITE, Board, gb_board, gb_cell_of_point, gb_color, gb_legal_under, gb_point_of_cell, gb_points,
)
from goboard.board._playouts cimport start_of, stream_of
from goboard.reading._policy cimport surroundings
from goboard.reading._tree cimport (
    MAX_DEPTH, PASSED, add_node, area_settled, decided, drop, expand, judge_chains, mc_search, mc_tree, reserve, simulate_many,
)

import numpy as np

from goboard.reading._search_results import MoveInfo, SearchResult

DEEPEST = MAX_DEPTH
LCB_Z = 1.96                    # standard deviations below the mean: 97.5 percent are above


cdef class TreeSearch:
    """The tree of one search, and the memory it takes."""
    cdef mc_search* s
    cdef Board board
    cdef object details
    cdef object priors
    cdef int64_t playouts, done, stop_before
    cdef double seconds, learn
    cdef readonly double spent

    def __cinit__(self, Board board not None, uint64_t key, double komi, bint territory, bint capture_dead, int64_t max_nodes, limits,
                  details, only):
        cdef uint8_t barred[GB_MAX_CELLS]
        cdef gb_board* b = board.b
        cdef int point, v
        cdef int32_t k
        self.board = board
        self.details = details
        self.s = <mc_search*>realloc(NULL, sizeof(mc_search))
        if self.s == NULL:
            raise MemoryError()
        memset(&self.s.tree, 0, sizeof(mc_tree))
        self.s.detail = NULL
        memset(self.s.owned, 0, sizeof(self.s.owned))
        memset(self.s.root.around, 0, sizeof(self.s.root.around))
        memset(barred, 0, sizeof(barred))
        start_of(&self.s.root.b, b)
        self.s.stream = stream_of(key, 0)
        self.s.komi = komi
        self.s.max_nodes = max_nodes
        self.s.territory = territory
        self.s.capture_dead = capture_dead
        self.s.passes = board.last_move == board.pass_move
        self.s.placed = <int>b.captures[GB_WHITE] - <int>b.captures[GB_BLACK]
        self.s.ending = False
        self.s.playouts = self.s.played_out = 0
        self.s.margin = 0
        memset(self.s.black_wins, 0, sizeof(self.s.black_wins))
        memset(self.s.margins, 0, sizeof(self.s.margins))
        memset(self.s.squares, 0, sizeof(self.s.squares))
        self.restrict(limits)
        for point in range(gb_points(b)):
            v = gb_cell_of_point(b, point)
            self.s.root.around[v] = <uint16_t>surroundings(b, v, b.stride)
            self.s.placed += (gb_color(b, v) == GB_BLACK) - (gb_color(b, v) == GB_WHITE)
            barred[v] = (gb_color(b, v) != GB_EMPTY or (only is not None and not only[point]) or gb_legal_under(
                b, board.history, board.count, v, b.to_play, board.ko_rule, board.allow_suicide) != GB_LEGAL)
        if reserve(&self.s.tree, 1) < 0:
            raise MemoryError()
        add_node(&self.s.tree, PASSED, 0, 0)
        if expand(self.s, 0, 0, &self.s.root.b, b.to_play, 0, barred) < 0:
            raise MemoryError()
        self.priors = [self.s.tree.rave_wins[k] for k in self.moves()]
        if details == "ownership":
            k = (self.s.tree.kids[0] + 1) * (2 * b.cells + 1)
            self.s.detail = <int32_t*>realloc(NULL, k * sizeof(int32_t))
            if self.s.detail == NULL:
                raise MemoryError()
            memset(self.s.detail, 0, k * sizeof(int32_t))

    def __dealloc__(self):
        if self.s != NULL:
            drop(&self.s.tree)
            free(self.s.detail)
            free(self.s)

    cdef int cell(self, int move):
        return gb_cell_of_point(self.board.b, move) if move < gb_points(self.board.b) else PASSED

    cdef void restrict(self, limits) except *:
        """limits: what `_mcts.limits_of` gives."""
        cdef int v
        self.s.restricted = bool(limits)
        memset(self.s.until, 0, sizeof(self.s.until))
        memset(self.s.listed_until, 0, sizeof(self.s.listed_until))
        for listed, color, moves, depth in limits:
            if listed:
                self.s.listed_until[<int>color] = depth
                for v in range(self.board.b.cells):
                    self.s.until[<int>color][v] = depth
            for move in moves:
                v = self.cell(move)
                self.s.until[<int>color][v] = 0 if listed else max(self.s.until[<int>color][v], <int32_t>depth)

    def moves(self):
        """The nodes of the moves at the root."""
        return range(self.s.tree.first[0], self.s.tree.first[0] + self.s.tree.kids[0])

    def begin(self, int64_t playouts, double seconds, double learn=0, int64_t stop_before=-1):
        """Set the limits that `go` keeps; the share `learn` of them goes by before two passes end the game.

        stop_before: stop too when no other move can become the most visited one in so many playouts after these; -1: do not.
        """
        self.playouts, self.seconds, self.learn, self.stop_before = playouts, seconds, learn, stop_before
        self.done = 0
        self.spent = 0

    def go(self, double pause=float("inf")):
        """Search until a limit is reached, or for `pause` seconds. Returns whether a limit is reached. Ctrl-C is heard."""
        cdef double before = self.spent, start = time.perf_counter()
        cdef int count
        while self.done < self.playouts:
            count = <int>min(self.playouts - self.done, 64)
            self.s.ending = self.done >= self.learn * self.playouts or self.spent >= self.learn * self.seconds
            with nogil:
                simulate_many(self.s, count)
            self.done += count
            PyErr_CheckSignals()
            self.spent = before + time.perf_counter() - start
            if self.spent >= self.seconds or (
                    self.stop_before >= 0 and self.s.ending and decided(self.s, self.playouts - self.done + self.stop_before)):
                return True
            if self.spent - before >= pause:
                break
        return self.done >= self.playouts

    def learn_from(self, TreeSearch other):
        """Take over what playouts made of each point."""
        self.s.played_out += other.s.played_out
        for v in range(self.s.root.b.cells):
            self.s.owned[v] += other.s.owned[v]

    cdef int point(self, size_t cell):
        return gb_point_of_cell(self.board.b, <int>cell) if cell else gb_points(self.board.b)

    def best(self, int32_t node):
        """The most visited child, or 0."""
        cdef mc_tree* t = &self.s.tree
        cdef int32_t k, best = 0
        cdef float most = 0
        for k in range(t.first[node], t.first[node] + t.kids[node]):
            if t.visits[k] > most:
                most = t.visits[k]
                best = k
        return best

    def win_rate(self, int32_t child):
        """Of a child of the root; 0 of none."""
        cdef double wins = self.s.black_wins[self.s.tree.cell[child]], visits = self.s.tree.visits[child]
        return (wins if self.board.b.to_play == GB_BLACK else visits - wins) / visits if child and visits else 0.0

    def nodes(self, int32_t node):
        """The most visited nodes in turn, from `node` on."""
        found = []
        while node and len(found) < MAX_DEPTH and (not found or self.s.tree.visits[node] >= 8):
            found.append(node)
            node = self.best(node)
        return found

    def line(self, int32_t node):
        """The most visited moves in turn, from the one that leads to `node`."""
        return [self.point(self.s.tree.cell[k]) for k in self.nodes(node)]

    def infos(self):
        """(`MoveInfo` of every move, the most visited and best first; that of all of them)."""
        cdef mc_tree* t = &self.s.tree
        cdef gb_board* b = self.board.b
        cdef int32_t k
        cdef double n, wins = 0, margin = 0, square = 0
        cdef bint black = b.to_play == GB_BLACK
        total = self.s.playouts
        for k in self.moves():
            wins += self.s.black_wins[t.cell[k]]
            margin += self.s.margins[t.cell[k]]
            square += self.s.squares[t.cell[k]]
        root = self.info(None, total, wins if black else total - wins, 1 - 2 * t.wins[0] / max(total, 1), margin, square, 1.0, [], [], t.kids[0])
        worth = sum(self.priors)
        found = []
        for k, prior in zip(self.moves(), self.priors):
            prior /= worth
            n = t.visits[k]
            if n == 0:
                found.append(root._replace(move=self.point(t.cell[k]), visits=0, lcb=0.0, prior=prior, line=[self.point(t.cell[k])], line_visits=[0]))
                continue
            line = self.nodes(k)
            wins = self.s.black_wins[t.cell[k]]
            found.append(self.info(
                self.point(t.cell[k]), int(n), wins if black else n - wins, 2 * t.wins[k] / n - 1, self.s.margins[t.cell[k]], self.s.squares[t.cell[k]],
                prior, [self.point(t.cell[node]) for node in line], [int(t.visits[node]) for node in line], k - t.first[0]))
        # What the search plays is the most visited move, the first of them on a tie.
        found.sort(key=lambda info: (-info.visits, -info.prior if info.visits == 0 else 0))
        return found, root

    cdef info(self, move, visits, double wins, double utility, double margin, double square, prior, line, line_visits, int row):
        cdef double n = max(visits, 1), rate = wins / n, z = LCB_Z
        cdef double lcb = (rate + z * z / (2 * n) - z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))) / (1 + z * z / n)
        return MoveInfo(move, visits, rate, min(max(lcb, 0.0), rate), utility, margin / n - self.s.komi, sqrt(max(square / n - (margin / n) ** 2, 0)), prior,
                        line, line_visits, *self.owners(row))

    cdef owners(self, int row):
        """The mean owner and its standard deviation in the games of a row of `detail`."""
        cdef gb_board* b = self.board.b
        cdef int32_t* kept
        cdef int point, v
        if self.s.detail == NULL:
            return None, None
        kept = self.s.detail + row * (2 * b.cells + 1)
        cells = [gb_cell_of_point(b, point) for point in range(gb_points(b))]
        games = max(kept[2 * b.cells], 1)
        mean = np.array([kept[v] for v in cells], dtype=np.float64) / games
        square = np.array([kept[b.cells + v] for v in cells], dtype=np.float64) / games
        shape = self.board.shape
        return mean.astype(np.float32).reshape(shape), np.sqrt(np.maximum(square - mean * mean, 0)).astype(np.float32).reshape(shape)

    def candidates(self, most=10):
        cdef mc_tree* t = &self.s.tree
        kids = [k for k in self.moves() if t.visits[k] > 0]
        kids.sort(key=lambda k: -t.visits[k])
        return [(int(t.visits[k]), self.win_rate(k), self.line(k)) for k in kids[:most]]

    def settled(self):
        """(owner by point with the dead off, dead points), or None for the owner while the playouts leave anything open."""
        cdef uint8_t dead[GB_MAX_CELLS]
        cdef uint8_t owner[GB_MAX_CELLS]
        cdef gb_board* b = self.board.b
        cdef int point, v
        cdef float share
        cdef bint clear = judge_chains(b, self.s.owned, self.s.played_out, dead)
        area_settled(b, dead, owner)
        marks = [point for point in range(gb_points(b)) if dead[gb_cell_of_point(b, point)]]
        owners = []
        for point in range(gb_points(b)):
            v = gb_cell_of_point(b, point)
            owners.append(owner[v])
            share = <float>self.s.owned[v] / max(self.s.played_out, 1)
            clear &= owner[v] == GB_EMPTY or (share if owner[v] == GB_BLACK else -share) >= 0.6
        return owners if clear else None, marks

    def result(self, seconds):
        cdef gb_board* b = self.board.b
        cdef mc_tree* t = &self.s.tree
        cdef int32_t k, best = self.best(0)
        cdef int point, points = gb_points(b)
        visits = np.zeros(points + 1, dtype=np.int64)
        for k in range(t.first[0], t.first[0] + t.kids[0]):
            visits[self.point(t.cell[k])] = int(t.visits[k])
        owned = np.array([self.s.owned[gb_cell_of_point(b, point)] for point in range(points)], dtype=np.float32)
        infos, root = ([], None) if self.details is None else self.infos()
        return SearchResult(
            int(b.to_play), self.point(t.cell[best]) if best else points, self.win_rate(best),
            self.s.margin / max(self.s.playouts, 1) - self.s.komi, int(self.s.playouts), seconds, visits,
            (owned / max(self.s.played_out, 1)).reshape(self.board.shape), self.settled()[1], int(t.used),
            self.candidates(), infos, root)
