"""The input planes once more, slowly, written from their definitions on `naive.NaiveBoard`. It shares nothing with the package.

Every function returns planes as lists of sets of points, in the order of the planes.
"""

from naive import BLACK, EMPTY, WHITE, chain_and_liberties, groups, neighbours, other, outcome


def alphago_zero(board, history=8):
    """Nature 550 (2017): player's and opponent's stones in the latest positions, then 1 if Black is to play."""
    me, planes = board.to_play, []
    for ago in range(history):
        stones = board.states[-1 - ago].stones if ago < len(board.states) else b""
        planes += [{p for p, c in enumerate(stones) if c == color} for color in (me, other(me))]
    return [*planes, set(range(board.pass_move)) if me == BLACK else set()]


def counted(values, first=1):
    """Eight planes out of point -> number: 1, 2, ..., 7, 8 or more."""
    return [{p for p, n in values.items() if n == k or (k == 8 and n > 8)} for k in range(1, 9)]


def alphago(board):
    """Nature 529 (2016), Extended Data Table 2."""
    me, shape, now = board.to_play, (board.rows, board.cols), board.states[-1]
    stones = now.stones
    every = set(range(board.pass_move))
    since = {p: 8 for p in every if stones[p]}
    for ago, (_, point) in reversed(list(enumerate(reversed(board.moves), 1))):
        if point in since:
            since[point] = ago
    liberties = {p: board.liberties(p) for p in every if stones[p]}
    taken, atari, after_liberties, escapes, sensible = {}, {}, {}, set(), set()
    for p in every:
        if stones[p] or not board.is_legal(p):
            continue
        if not board.is_eye(p, me):
            sensible.add(p)
        after, captured, lost = outcome(*shape, stones, p, me)
        if lost:
            continue
        twin = board.copy()
        twin.play(p)
        taken[p] = captured
        chain, free = chain_and_liberties(after, board.around, p)
        after_liberties[p] = len(free)
        if len(free) == 1:
            atari[p] = len(chain)
        for points, libs in groups(*shape, stones):
            if stones[points[0]] != me or len(libs) != 1:
                continue
            left = len(chain_and_liberties(after, board.around, points[0])[1])
            if left > 2 or (left == 2 and not ladder_catches(shape, after, twin.ko_point, points[0])):
                escapes.add(p)
    catch = {m for points, libs in groups(*shape, stones) if stones[points[0]] == other(me) and len(libs) == 2
             for m in ladder_catches(shape, stones, board.ko_point, points[0])}  # fmt: skip
    return [
        {p for p in every if stones[p] == me}, {p for p in every if stones[p] == other(me)},
        {p for p in every if stones[p] == EMPTY}, every,
        *counted(since), *counted(liberties), *counted(taken), *counted(atari), *counted(after_liberties),
        catch, escapes, sensible, set(),
    ]  # fmt: skip


# Ladders, as KataGo's planes mean them. A ladder is atari after atari; its prey escapes with three liberties on its own turn's
# end, with two when it is to move, or when the catcher has just taken a ko.

LONGEST = 940


def taking(shape, stones, point, color):
    """What a move takes, as a set of points, and the position after it; None if it is suicide."""
    after, _, lost = outcome(*shape, stones, point, color)
    if lost:
        return None
    return {p for p, c in enumerate(stones) if c and not after[p]}, after


def ko_after(shape, stones, after, taken, point, color):
    """The point of the ko that a move made, or None."""
    if len(taken) != 1:
        return None
    chain, liberties = chain_and_liberties(after, neighbours(*shape), point)
    return next(iter(taken)) if len(chain) == 1 and len(liberties) == 1 else None


def moves_on(shape, stones, ko, points, color):
    """(point, position after, ko after) of the legal ones among some moves."""
    for point in points:
        if point == ko or stones[point]:
            continue
        made = taking(shape, stones, point, color)
        if made:
            yield point, made[1], ko_after(shape, stones, made[1], made[0], point, color)


def captures_around(shape, stones, prey):
    """The moves that take an enemy chain in atari beside the chain `prey`."""
    around = neighbours(*shape)
    chain, _ = chain_and_liberties(stones, around, prey)
    beside = {q for p in chain for q in around[p] if stones[q] == other(stones[prey])}
    found = set()
    for q in beside:
        liberties = chain_and_liberties(stones, around, q)[1]
        if len(liberties) == 1:
            found |= liberties
    return found


def takes_one_in_a_ko_shape(shape, stones, point, color):
    """Whether `color` at `point`, walled in by enemy stones, has exactly one of them, a single stone, to take."""
    around = neighbours(*shape)
    if any(stones[q] != other(color) for q in around[point]):
        return False
    weak = [q for q in around[point] if len(chain_and_liberties(stones, around, q)[1]) == 1]
    return len(weak) == 1 and len(chain_and_liberties(stones, around, weak[0])[0]) == 1


def double_ko_death(shape, stones, prey, liberties):
    """Both liberties are kos for the catcher, filling either gives the prey no third liberty, and it can take nothing else."""
    around, mine = neighbours(*shape), stones[prey]
    for point in liberties:
        if not takes_one_in_a_ko_shape(shape, stones, point, other(mine)):
            return False
        made = taking(shape, stones, point, mine)
        if made and len(chain_and_liberties(made[1], around, point)[1]) > 2:
            return False
    return not captures_around(shape, stones, prey)


def is_caught(shape, stones, ko, prey, catcher_moves, depth=0):
    around, mine = neighbours(*shape), stones[prey]
    liberties = chain_and_liberties(stones, around, prey)[1]
    if catcher_moves:
        if len(liberties) != 2:
            return len(liberties) < 2
        if depth >= LONGEST or double_ko_death(shape, stones, prey, liberties):
            return True
        return any(is_caught(shape, after, new_ko, prey, False, depth + 1)
                   for _, after, new_ko in moves_on(shape, stones, ko, sorted(liberties), other(mine)))  # fmt: skip
    if len(liberties) > 1 or ko is not None:
        return False
    if depth >= LONGEST:
        return True
    tries = captures_around(shape, stones, prey) | liberties
    return all(is_caught(shape, after, new_ko, prey, True, depth + 1)
               for _, after, new_ko in moves_on(shape, stones, None, sorted(tries), mine))  # fmt: skip


def ladder_catches(shape, stones, ko, prey):
    """The moves that catch a chain of two liberties; every ko is open to the prey's first answer."""
    liberties = chain_and_liberties(stones, neighbours(*shape), prey)[1]
    return {point for point, after, _ in moves_on(shape, stones, ko, sorted(liberties), other(stones[prey]))
            if is_caught(shape, after, None, prey, False)}  # fmt: skip


def ladders(shape, stones, ko):
    """(laddered stones, colour -> moves that catch a chain of that colour with two liberties)."""
    caught, catching = set(), {BLACK: set(), WHITE: set()}
    for chain, liberties in groups(*shape, stones):
        if len(liberties) == 1 and is_caught(shape, stones, None, chain[0], False):
            caught |= set(chain)
        elif len(liberties) == 2 and (moves := ladder_catches(shape, stones, ko, chain[0])):
            caught |= set(chain)
            catching[stones[chain[0]]] |= moves
    return caught, catching


# Areas.

def parts(around, points):
    """The connected parts of a set of points."""
    left = set(points)
    while left:
        part, frontier = set(), [left.pop()]
        while frontier:
            p = frontier.pop()
            part.add(p)
            near = left.intersection(around[p])
            left -= near
            frontier += near
        yield part


def unconditional(shape, stones, color, suicide):
    """Benson: (points of the chains that live whatever is played, the regions that only such chains of `color` enclose)."""
    around = neighbours(*shape)
    chains = [frozenset(chain) for chain, _ in groups(*shape, stones) if stones[chain[0]] == color]
    regions = [frozenset(part) for part in parts(around, [p for p, c in enumerate(stones) if c != color])]

    def beside(region):
        return {chain for chain in chains if any(q in chain for p in region for q in around[p])}

    def vital(region, chain):
        must = [p for p in region if suicide or stones[p] == EMPTY]
        return all(any(q in chain for q in around[p]) for p in must)

    alive = set(chains)
    while True:
        safe = [region for region in regions if beside(region) <= alive]
        living = {chain for chain in alive if sum(vital(region, chain) for region in safe if chain in beside(region)) >= 2}
        if living == alive:
            return {p for chain in alive for p in chain}, [region for region in safe if beside(region)]
        alive = living


def area(shape, stones, suicide):
    """KataGo's area with every flag on: {point: owner}."""
    around = neighbours(*shape)
    owner = {p: c for p, c in enumerate(stones) if c}
    for region in parts(around, [p for p, c in enumerate(stones) if c == EMPTY]):
        touched = {stones[q] for p in region for q in around[p]} - {EMPTY}
        if len(touched) == 1:
            owner.update(dict.fromkeys(region, touched.pop()))
    for color in (BLACK, WHITE):
        _, regions = unconditional(shape, stones, color, suicide)
        for region in regions:
            if sum(all(stones[q] != color for q in around[p]) for p in region) <= 1:
                owner.update(dict.fromkeys(region, color))
    return owner


def independent(shape, stones, suicide, keep_territory, keep_stones):
    """The area, less the parts that touch dame or hold an own stone in atari; of those, territory or stones may be kept."""
    around, owned, left = neighbours(*shape), area(shape, stones, suicide), {}
    for color in (BLACK, WHITE):
        for part in parts(around, [p for p, c in owned.items() if c == color]):
            dame = any(stones[q] == EMPTY and q not in owned for p in part for q in around[p])
            atari = any(stones[p] == color and len(chain_and_liberties(stones, around, p)[1]) == 1 for p in part)
            for p in part:
                if not (dame or atari) or (keep_stones if stones[p] == color else keep_territory):
                    left[p] = color
    return left


def katago_v7(board, *, ko, scoring="area", tax="none", suicide=False, komi=7.5, bonus=0.0, button=False, encore=0,
              encore_stones=None, ko_blocked=(), ko_taken=(), finished=False, turns=None, advantage=0.0, moves=None, pass_ends=None):  # fmt: skip
    """(22 planes, 19 numbers) as fillRowV7 defines them. moves: the history, if it is not the board's."""
    moves = board.moves if moves is None else moves
    me, shape, now = board.to_play, (board.rows, board.cols), board.states[-1]
    foe, stones, every = other(me), now.stones, set(range(board.pass_move))
    planes = [set() for _ in range(22)]
    row = [0.0] * 19
    planes[0] = every
    planes[1] = {p for p in every if stones[p] == me}
    planes[2] = {p for p in every if stones[p] == foe}
    for n in (1, 2, 3):
        planes[2 + n] = {p for p in every if stones[p] and board.liberties(p) == n}
    if encore == 0:
        if now.ko and now.ko[1] == me:
            planes[6].add(now.ko[0])
        if ko != "simple":
            for p in every:
                if stones[p] == EMPTY and board.refusal(p, ko=ko) in ("ko", "superko"):
                    _, taken, lost = outcome(*shape, stones, p, me)
                    if not (lost == 1 and not taken):
                        planes[6].add(p)
    else:
        planes[6], planes[7] = set(ko_taken), set(ko_blocked)
    told = 0
    if not finished:
        for (color, point), k in zip(reversed(moves), range(min(5, len(moves) if turns is None else turns))):
            if color != (foe, me)[k % 2]:
                break
            if point == board.pass_move:
                row[k] = 1.0
            else:
                planes[9 + k] = {point}
            told = k + 1
    for k in range(3):
        state = board.states[-1 - min(k, told)]
        planes[14 + k], catching = ladders(shape, state.stones, state.ko[0] if state.ko and encore == 0 else None)
        if k == 0:
            planes[17] = catching[foe]
    if scoring == "territory":
        owned = {}
        if encore == 2:
            owned = independent(shape, stones, suicide, tax == "none", False)
            for p in every:
                if p not in owned and encore_stones and stones[p] and stones[p] == encore_stones[p]:
                    owned[p] = stones[p]
    elif tax != "none":
        owned = independent(shape, stones, suicide, False, True)
    else:
        owned = area(shape, stones, suicide)
    planes[18] = {p for p, c in owned.items() if c == me}
    planes[19] = {p for p, c in owned.items() if c == foe}
    if encore == 2 and encore_stones:
        planes[20] = {p for p in every if encore_stones[p] == me}
        planes[21] = {p for p in every if encore_stones[p] == foe}

    if scoring == "territory" and bonus is None:
        # BoardHistory::clear takes a point for every stone that was set up, makeBoardMoveAssumeLegal one for every stone played.
        bonus = sum((0, 1, -1)[c] for c in board.states[0].stones) + sum((1 if c == BLACK else -1) for c, p in moves if p != board.pass_move)
    own_komi = (komi + (bonus or 0)) * (1 if me == WHITE else -1)
    most = len(every) + 20
    own_komi = max(-most, min(most, own_komi))
    row[5] = own_komi / 20
    row[6] = float(ko != "simple")
    row[7] = {"simple": 0.0, "positional": 0.5, "situational": -0.5, "natural": -0.5}[ko]
    row[8] = float(suicide)
    row[9] = float(scoring == "territory")
    row[10], row[11] = float(tax != "none"), float(tax == "all")
    row[12], row[13] = float(encore >= 1), float(encore == 2)
    passed = len(moves) > 0 and moves[-1][1] == board.pass_move and turns != 0 and not button
    before = ko == "simple" and any(
        point == board.pass_move and color == me and board.states[k].stones == stones for k, (color, point) in enumerate(moves)
    )
    row[14] = float((passed or before) and not finished) if pass_ends is None else float(pass_ends and not finished)
    row[15], row[16] = float(advantage != 0), advantage / 2
    row[17] = float(button)
    if scoring == "area" or encore == 2:
        # Period 2, zero and rising where the player's komi allows a draw: the parity of the board.
        x = (own_komi - len(every)) % 2
        row[18] = x if x < 0.5 else 1 - x if x < 1.5 else x - 2
    return planes, row


class History:
    """What KataGo's BoardHistory (cpp/game/boardhistory.cpp) keeps beside the board, and what fillRowV7 makes of it.

    rules: ko, scoring, tax, suicide as for `katago_v7`; button; encore: whether territory games have clean-up phases. A resumption,
    which KataGo does not know, begins a phase of its own.
    """

    def __init__(self, board, *, komi, handicap_bonus=0.0, button=False, encore=False, **rules):
        self.board, self.rules, self.has_encore = board, rules, encore
        self.komi, self.bonus, self.button = komi + handicap_bonus, 0.0, button
        if rules["scoring"] == "territory":
            self.bonus += sum((0, 1, -1)[c] for c in board.states[0].stones)
        self.moves, self.began, self.phase, self.passes = [], 0, 0, 0
        self.second = None
        self.blocked, self.captured, self.before_pass = set(), set(), set()

    def situation(self, color):
        # Simple ko and the encore name the player; the marks belong to the situation.
        return self.board.states[-1].stones, color, frozenset(self.blocked)

    def begins(self):
        self.began, self.passes = len(self.moves), 0
        self.before_pass, self.blocked, self.captured = set(), set(), set()

    def resume(self, color):
        self.board.to_play = color
        self.begins()

    def ends_by_pass(self, color):
        spight = self.phase > 0 or self.rules["ko"] == "simple"
        return (not self.button and self.passes + 1 >= 2) or (spight and (color, self.situation(color)) in self.before_pass)

    def ko_of(self, point, color):
        """The marked stone whose ko a move is a pass for, or None."""
        board, stones = self.board, self.board.states[-1].stones
        if stones[point]:
            return point if point in self.blocked and stones[point] == other(color) else None
        if any(stones[q] != other(color) for q in board.around[point]):
            return None
        weak = [q for q in board.around[point] if chain_and_liberties(stones, board.around, q) == ({q}, {point})]
        in_atari = [q for q in board.around[point] if chain_and_liberties(stones, board.around, q)[1] == {point}]
        return weak[0] if len(in_atari) == 1 and weak and weak[0] in self.blocked else None

    def play(self, point, color):
        board = self.board
        if point == board.pass_move:
            ends = self.ends_by_pass(color)
            if self.button:
                self.button, self.passes = False, 0
                self.bonus += 0.5 if color == WHITE else -0.5
            else:
                self.passes += 1
            self.before_pass.add((color, self.situation(color)))
            board.pass_(color)
            self.moves.append((color, point))
            if ends and self.has_encore and self.phase < 2:
                self.phase += 1
                self.begins()
                if self.phase == 2:
                    self.second = board.states[-1].stones
            return
        self.passes = 0
        lifted = self.ko_of(point, color) if self.phase else None
        if lifted is not None:
            self.blocked.discard(lifted)
            board.pass_(color)
        else:
            before = board.states[-1].stones
            board.play(point, color)
            if self.phase:
                stones = board.states[-1].stones
                self.blocked = {p for p in self.blocked if stones[p]}
                if board.states[-1].ko:
                    self.blocked.add(point)
                    self.captured.add((before, point, color))
            if self.rules["scoring"] == "territory" and self.phase < 2:
                self.bonus += 1 if color == BLACK else -1
        self.moves.append((color, point))

    def inputs(self, finished=False):
        """(22 planes, 19 numbers) of the position."""
        stones, color = self.board.states[-1].stones, self.board.to_play
        return katago_v7(
            self.board, **self.rules, komi=self.komi, bonus=self.bonus, button=self.button, encore=self.phase, encore_stones=self.second,
            ko_blocked=self.blocked, ko_taken={p for before, p, by in self.captured if by == color and before == stones},
            finished=finished, turns=len(self.moves) - self.began, moves=self.moves, pass_ends=self.ends_by_pass(color),
        )  # fmt: skip
