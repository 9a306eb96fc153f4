"""`score()`: the count of a finished position, and a `Score` that explains itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard import _count
from goboard.rules import Rules, check_komi

__all__ = ["FillStep", "Group", "Score", "explain", "fill_in", "format_result", "score"]

# What became of a point; `Score.status` holds these.
DAME, TERRITORY, SEKI_EYE, FALSE_EYE = _count.DAME, _count.TERRITORY, _count.SEKI_EYE, _count.FALSE_EYE
UNCLOSED, ALIVE, SEKI, REMOVED, LEFT = _count.UNCLOSED, _count.ALIVE, _count.SEKI, _count.REMOVED, _count.LEFT

STATUS_WORDS = {
    DAME: "dame",
    TERRITORY: "territory",
    SEKI_EYE: "surrounded by a group in seki",
    FALSE_EYE: "a false eye that its owner must fill",
    UNCLOSED: "on a border that is not closed",
    ALIVE: "alive",
    SEKI: "alive in seki",
    REMOVED: "dead, taken off",
    LEFT: "dead, but not in territory: it stays",
}
_NAMES = ("nobody", "Black", "White")
_PICTURE = {DAME: "..", SEKI_EYE: "::", FALSE_EYE: "::", UNCLOSED: "..", ALIVE: "XO", SEKI: "XO", REMOVED: "xo", LEFT: "xo"}


class Group(NamedTuple):
    """Stones that live or die together, with what they surround."""

    color: int
    status: str  # "alive", "seki" or "dead"
    stones: list[int]
    surrounded: list[int]  # its open points, dead stones of the other side among them
    eyes: int  # how many eyes the count gave it, 0 to 2
    why: str


class Score:
    """The count of a finished position. Made by `score()`; nothing in it changes.

    rules, komi; black, white: the totals, komi and everything else included; margin: black - white; winner: BLACK, WHITE
    or EMPTY; result: "B+3.5", "W+12", "Draw", and "B+0" where Black wins ties.
    territory: uint8 (rows, cols), who surrounds each open point that counts, 0 elsewhere; area: the same with the living
    stones. status: uint8 (rows, cols), what became of each point, see `STATUS_WORDS`.
    dame, false_eyes, seki, dead, left: lists of points: neutral points; false eyes that do not count; living stones in seki;
    dead stones taken off; dead stones that stay on the board (Article 10-1).
    groups: list of `Group`. details: every term of the sum, by name. str(score) is `explain(score)`.
    """

    __slots__ = ("_cells", "_groups", "_start", "counts", "details", "komi", "margin", "black", "white", "rules", "shape")

    black: float
    white: float
    margin: float
    komi: float
    rules: Rules
    shape: tuple[int, int]
    details: dict[str, Any]

    def __init__(self, start: Any, rules: Rules, shape: tuple[int, int], cells: tuple[Any, ...], counts: tuple[int, ...],
                 komi: float, prisoners: tuple[int, int], bonus: int, button: int) -> None:  # fmt: skip
        self._start, self._cells, self.counts = start, cells, counts
        self.rules, self.shape, self.komi = rules, shape, komi
        terr_b, terr_w, live_b, live_w, dead_b, dead_w, left_b, left_w, dame, groups_b, groups_w = counts
        tax = 2 if rules.tax == "all" else 0
        details: dict[str, Any] = {}
        if rules.scoring == "territory":
            details = {
                "black_territory": terr_b,
                "black_captures": prisoners[0],
                "black_dead_taken": dead_w,
                "white_territory": terr_w,
                "white_captures": prisoners[1],
                "white_dead_taken": dead_b,
                "dead_left": left_b + left_w,
            }
            black, white = float(terr_b + prisoners[0] + dead_w), float(terr_w + prisoners[1] + dead_b)
        elif rules.scoring == "stones" and not tax:
            details = {"black_stones": live_b, "white_stones": live_w}
            black, white = float(live_b), float(live_w)
        else:
            details = {
                "black_stones": live_b,
                "black_surrounded": terr_b,
                "white_stones": live_w,
                "white_surrounded": terr_w,
            }
            black, white = float(live_b + terr_b), float(live_w + terr_w)
            if rules.counting != "points":
                details["shared"] = dame
                black += dame / 2
                white += dame / 2
        details["dame"] = dame
        if tax:
            details["black_tax"], details["white_tax"] = tax * groups_b, tax * groups_w
            black -= tax * groups_b
            white -= tax * groups_w
        if rules.counting == "zi":
            details["black_zi"], details["white_zi"], details["half_board"] = black, white, shape[0] * shape[1] / 2
        if button:
            details["button"] = button
            if button == BLACK:
                black += 0.5
            else:
                white += 0.5
        if bonus:
            details["handicap_bonus"] = bonus
        details["komi"] = komi
        self.details = details
        self.black, self.white = black, white + bonus + komi
        self.margin = self.black - self.white
        self._groups: list[Group] | None = None

    def _grid(self, n: int) -> np.ndarray:
        return self._cells[n].reshape(self.shape)

    @property
    def territory(self) -> np.ndarray:
        return self._grid(0)

    @property
    def area(self) -> np.ndarray:
        stones = np.frombuffer(self._start, dtype=np.uint8).reshape(self.shape)
        alive = (self.status == ALIVE) | (self.status == SEKI)
        return np.where(alive, stones, self.territory)

    @property
    def status(self) -> np.ndarray:
        return self._grid(1)

    def _points(self, *states: int) -> list[int]:
        return np.flatnonzero(np.isin(self._cells[1], states)).tolist()

    @property
    def dame(self) -> list[int]:
        return self._points(DAME, UNCLOSED)

    @property
    def seki(self) -> list[int]:
        return self._points(SEKI)

    @property
    def false_eyes(self) -> list[int]:
        return self._points(FALSE_EYE)

    @property
    def dead(self) -> list[int]:
        return self._points(REMOVED)

    @property
    def left(self) -> list[int]:
        return self._points(LEFT)

    @property
    def winner(self) -> int:
        if self.margin:
            return BLACK if self.margin > 0 else WHITE
        return {"draw": EMPTY, "black": BLACK, "white": WHITE}[self.rules.tie]

    @property
    def result(self) -> str:
        return format_result(self.margin, self.winner)

    @property
    def groups(self) -> list[Group]:
        if self._groups is None:
            self._groups = _groups(self)
        return list(self._groups)

    def why(self, point: int) -> str:
        """One point in words: who scores it, or why nobody does."""
        state, owner = int(self._cells[1][point]), int(self._cells[0][point])
        stone = self._start[point]
        text = STATUS_WORDS[state]
        if state == TERRITORY:
            text = f"{_NAMES[owner]}'s {'territory' if self.rules.scoring == 'territory' else 'area'}"
        return f"{_NAMES[stone]} stone, {text}" if stone else text

    def __repr__(self) -> str:
        return f"<Score {self.result}: Black {self.black:g}, White {self.white:g}, {self.rules.name or 'own'} rules>"

    def __str__(self) -> str:
        return explain(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return (
            (self.rules, self.shape, self._start, self.details, self.margin)
            == (other.rules, other.shape, other._start, other.details, other.margin)
            and all(bool((a == b).all()) for a, b in zip(self._cells, other._cells))
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]


def format_result(margin: float, winner: int) -> str:
    """ "B+3.5", "W+12", "Draw" """
    return f"{'?BW'[winner]}+{abs(margin):g}" if winner else "Draw"


def score(
    board: Board | Any,
    rules: Rules | str = "japanese",
    dead: Iterable[Any] | str = (),
    *,
    komi: float | None = None,
    prisoners: tuple[int, int] | Mapping[int, int] | None = None,
    handicap: int = 0,
    button: int = EMPTY,
    seki: Iterable[Any] | str | None = None,
    neutral: Iterable[Any] | str = (),
    false_eyes: bool = False,
    remove_all_dead: bool = False,
) -> Score:
    """Count a finished position under `rules`.

    board: a Board, or an array (rows, cols) of 0, 1, 2. dead: the dead stones, whole chains, as points in any spelling or
    one string "D4 Q16". komi: points for White, None for the rules' own. prisoners: what (Black, White) have taken; None
    for `board.captures`. handicap: stones that the rules compensate. button: who took it.

    Territory: a group that has not two eyes and faces living stones of the other side is in seki and has no territory
    (Article 8), an eye that its owner must fill to connect is no territory, and dame between living groups count as filled.
    Rules with `strict` apply Article 8 to the letter instead: every living chain that touches a dame is in seki. Dead stones come
    off where they stand in the other side's territory (10-1); the others stay.
    seki: the stones in seki where the players know better; then no others are. neutral: points that are to count for
    nobody. false_eyes: count them. remove_all_dead: take every dead stone as a prisoner, as many servers do.

    Raises ValueError for dead points that are empty, off the board or half a chain, for dead stones where the rules remove none,
    for komi that is no finite number, and for stones whose colours are none; TypeError for other types.
    """
    if type(rules) is not Rules:
        rules = Rules.parse(rules)
    if not isinstance(board, Board):
        board = Board.from_array(board)
    stones = board.stones
    rows, cols = shape = board.shape
    total = rows * cols
    marks = _points_of(board, dead)
    if marks and rules.removal == "none":
        raise ValueError(f"no stone comes off under {rules.name or 'these'} rules, not {_name(board, marks[0])} either")
    komi = (rules.handicap_komi if handicap else rules.komi) if komi is None else check_komi(komi)
    if prisoners is None:
        taken = (board.captures(BLACK), board.captures(WHITE))
    else:
        taken = _prisoners(prisoners)
    if button not in (EMPTY, BLACK, WHITE):
        raise ValueError(f"the button was taken by BLACK (1), WHITE (2) or nobody (0), not {button!r}")

    by_territory = rules.scoring == "territory"
    if rules.tax == "none":
        method = _count.BY_CLOSURE
    elif rules.strict:
        method = _count.BY_ARTICLE_8
    else:
        method = _count.BY_EYES
    owner, status = np.empty(total, np.uint8), np.empty(total, np.uint8)
    region, eyes = np.empty(total, np.int16), np.empty(total, np.uint8)
    try:
        counts = _count.survey(
            stones, marks, None if seki is None else _stones_of(board, seki), method, false_eyes or not by_territory,
            remove_all_dead or not by_territory, owner, status, region, eyes,
        )  # fmt: skip
    except ValueError as error:
        raise _explained(board, error) from None
    except IndexError as error:
        raise ValueError(f"dead stones are points of the board, not {error.args[0]}") from None
    if neutral:
        counts = _neutral(board, _points_of(board, neutral), owner, status, counts)
    bonus = rules.bonus(handicap)
    return Score(stones.tobytes(), rules, shape, (owner, status, region, eyes), counts, komi, taken, bonus, button)


def _points_of(board: Board, points: Iterable[Any] | str) -> list[int]:
    if isinstance(points, str):
        points = points.replace(",", " ").split()
    elif isinstance(points, np.ndarray):
        points = np.flatnonzero(points).tolist() if points.dtype == bool else points.tolist()
    try:
        return [p if type(p) is int else _point(board, p) for p in points]
    except TypeError as error:
        if "iterable" in str(error):
            raise TypeError(f"points come as a list, an array or a str, not as {points!r}") from None
        raise


def _point(board: Board, move: Any) -> int:
    point = board.point(move)
    if point == board.pass_move:
        raise ValueError(f"{move!r} is no point of the board")
    return point


def _stones_of(board: Board, points: Iterable[Any] | str) -> list[int]:
    found = []
    for p in _points_of(board, points):
        if not board[p]:
            raise ValueError(f"stones in seki are stones: {board.vertex(p)} is empty")
        found += board.chain(p).tolist()
    return found


def _name(board: Board, point: int) -> str:
    return board.vertex(point) if 0 <= point < board.pass_move else str(point)


def _explained(board: Board, error: ValueError) -> ValueError:
    if len(error.args) != 2:
        return error
    kind, point = error.args
    if kind == "empty":
        return ValueError(f"dead stones are stones: {board.vertex(point)} is empty")
    return ValueError(f"dead stones come by whole chains: the chain of {board.vertex(point)} is marked only in part")


def _prisoners(prisoners: Any) -> tuple[int, int]:
    if isinstance(prisoners, Mapping):
        pair = [prisoners.get(BLACK, prisoners.get("by_black", 0)), prisoners.get(WHITE, prisoners.get("by_white", 0))]
    else:
        pair = list(prisoners)
    if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0 for n in pair):
        raise ValueError(f"prisoners are two counts, what Black and what White have taken, not {prisoners!r}")
    return int(pair[0]), int(pair[1])


def _neutral(board: Board, points: list[int], owner: np.ndarray, status: np.ndarray, counts: tuple[int, ...]) -> tuple[int, ...]:
    changed = list(counts)
    for p in points:
        if not 0 <= p < board.pass_move:
            raise ValueError(f"a neutral point is a point of the board, not {p}")
        if board[p]:
            raise ValueError(f"a neutral point is empty; {board.vertex(p)} is not")
        if owner[p]:
            changed[int(owner[p]) - 1] -= 1
            changed[8] += 1
            owner[p] = EMPTY
        status[p] = DAME
    return tuple(changed)


def _groups(s: Score) -> list[Group]:
    owner, status, region, eyes = s._cells
    rows, cols = s.shape
    found = []
    for r in range(1, int(region.max(initial=0)) + 1):
        points = np.flatnonzero(region == r).tolist()
        stones = [p for p in points if status[p] in (ALIVE, SEKI)]
        color = s._start[stones[0]]
        open_points = [p for p in points if status[p] not in (ALIVE, SEKI)]
        seki = any(status[p] == SEKI for p in stones)
        value = _eyes_of(open_points, eyes, rows, cols)
        count = "no eye" if not value else "one eye" if value == 1 else "two eyes"
        if not seki:
            why = f"alive with {count}" if value >= 2 else f"alive with {count}, and facing nothing alive"
        elif s.rules.strict:
            why = "in seki: it touches a dame (Article 8)"
        else:
            why = f"in seki: {count} among living stones of the other side (Article 8)"
        found.append(Group(color, "seki" if seki else "alive", stones, open_points, min(value, 2), why))
    board = Board.from_array(np.frombuffer(s._start, np.uint8).reshape(s.shape))
    for chain in board.chains():
        first = int(chain[0])
        if status[first] in (REMOVED, LEFT):
            found.append(Group(board[first], "dead", chain.tolist(), [], 0, STATUS_WORDS[int(status[first])]))
    return found


def _eyes_of(points: list[int], eyes: np.ndarray, rows: int, cols: int) -> int:
    """Sum of the values of the eyes that make up `points`."""
    left, total = set(points), 0
    while left:
        stack = [left.pop()]
        total += int(eyes[stack[0]])
        while stack:
            p = stack.pop()
            for q in _neighbours(p, rows, cols):
                if q in left:
                    left.remove(q)
                    stack.append(q)
    return total


def _neighbours(p: int, rows: int, cols: int) -> list[int]:
    row, col = divmod(p, cols)
    beside = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [r * cols + c for r, c in beside if 0 <= r < rows and 0 <= c < cols]


def _plural(n: float, one: str, many: str | None = None) -> str:
    return f"{n:g} {one if n == 1 else many or one + 's'}"


def explain(s: Score) -> str:
    """The count as a person would do it: in words, term by term, and as a picture."""
    d, rules = s.details, s.rules
    lines = [f"{(rules.name or 'own').capitalize()} rules, counted by {rules.scoring}."]
    dead = {color: sum(s._start[p] == color for p in s.dead) for color in (BLACK, WHITE)}
    taken = [f"{_plural(n, f'{_NAMES[c].lower()} stone')}" for c, n in dead.items() if n]
    if taken:
        lines.append(f"Taken off as dead: {' and '.join(taken)}.")
    if s.left:
        lines.append(f"{_plural(len(s.left), 'dead stone')} not in territory: on the board to stay (Article 10-1).")
    for color, name in ((BLACK, "black"), (WHITE, "white")):
        terms = []
        if f"{name}_territory" in d:
            terms.append(_plural(d[f"{name}_territory"], "point") + " of territory")
            terms.append(_plural(d[f"{name}_captures"], "prisoner"))
            terms.append(_plural(d[f"{name}_dead_taken"], "dead stone"))
        else:
            terms.append(_plural(d[f"{name}_stones"], "living stone"))
            if f"{name}_surrounded" in d:
                terms.append(_plural(d[f"{name}_surrounded"], "surrounded point"))
            if d.get("shared"):
                terms.append(f"half of {_plural(d['shared'], 'shared point')}")
        if d.get(f"{name}_tax"):
            terms.append(f"less {d[f'{name}_tax']} for {_plural(d[f'{name}_tax'] // 2, 'group')}")
        if d.get("button") == color:
            terms.append("0.5 for the button")
        if color == WHITE and "handicap_bonus" in d:
            terms.append(f"{d['handicap_bonus']} for the handicap")
        if color == WHITE and s.komi:
            terms.append(f"komi {s.komi:g}")
        total = s.black if color == BLACK else s.white
        lines.append(f"{_NAMES[color]}: {' + '.join(terms).replace('+ less', '-')} = {total:g}")
    if rules.counting == "zi":
        komi = (s.komi + d.get("handicap_bonus", 0)) / 2
        zi, half = d["black_zi"], d["half_board"]
        lines.append(f"In zi: Black has {zi:g}, gives {komi:g}, and is left with {zi - komi:g} against {half:g}.")
    if rules.scoring == "territory" and d["dame"] and rules.tax != "none":
        rest = len(s.dame)
        if rest and not rules.strict:
            lines.append(f"{_plural(rest, 'dame point')}, counted as filled.")
        elif rest:
            lines.append(f"{_plural(rest, 'dame point')} unfilled: the groups that touch them are in seki (Article 8).")
    for color in (BLACK, WHITE):
        seki = [g for g in s.groups if g.status == "seki" and g.color == color]
        if seki:
            lines.append(f"{_plural(len(seki), f'{_NAMES[color].lower()} group')} in seki, without territory."
                         if rules.tax != "none" else f"{_plural(len(seki), f'{_NAMES[color].lower()} group')} in seki.")  # fmt: skip
    if s.false_eyes:
        lines.append(f"{_plural(len(s.false_eyes), 'false eye')} that the owner must fill, not counted.")
    lines.append(f"Result: {s.result}")
    return "\n".join([*lines, "", picture(s)])


def picture(s: Score) -> str:
    """The board after the count: X O living stones, x o dead ones, b w who scores a point, : surrounded but not counted."""
    rows, cols = s.shape
    header = "   " + " ".join("ABCDEFGHJKLMNOPQRSTUVWXYZ"[:cols])
    lines = [header]
    owner, status = s.territory.tolist(), s.status.tolist()
    for r in range(rows):
        signs = []
        for c in range(cols):
            stone = s._start[r * cols + c]
            if stone:
                signs.append(_PICTURE[status[r][c]][stone - 1])
            elif owner[r][c]:
                signs.append(".bw"[owner[r][c]])
            else:
                signs.append(_PICTURE[status[r][c]][0])
        lines.append(f"{rows - r:2d} {' '.join(signs)} {rows - r}")
    return "\n".join([*lines, header])


class FillStep(NamedTuple):
    """One step of fill-in counting."""

    color: int
    action: str  # "prisoners back", "fill", "winning spaces", "negative stones", "shared", "komi", "result"
    points: list[int]
    value: float
    text: str


def fill_in(board: Board | Any, dead: Iterable[Any] | str = (), *, rules: Rules | str = "ing", komi: float | None = None,
            handicap: int = 0) -> list[FillStep]:  # fmt: skip
    """Ing's fill-in counting, step by step: the way with two equal sets of stones, 180 each on 19x19.

    Both sides have half the points of the board (rounded down) as stones, on the board, in the bowl or taken. Each puts
    all its stones into its own area. An empty point left over is a winning space, one point; a stone left over is a
    negative stone, which goes into the opponent's winning space and is worth two. Points between living groups are filled half and
    half; one that is left over stays open. The values add up to the area margin, whatever the position. The last step is
    the result. Raises as `score` does.
    """
    rules = Rules.parse(rules)
    if rules.scoring != "area":
        raise ValueError(f"fill-in counting counts area, not {rules.scoring}")
    if not isinstance(board, Board):
        board = Board.from_array(board)
    s = score(board, rules, dead, komi=komi, handicap=handicap)
    area, total = s.area, board.pass_move
    stones = total // 2
    steps: list[FillStep] = []
    flat, live = area.ravel(), np.isin(s._cells[1], (ALIVE, SEKI))
    spaces: dict[int, list[int]] = {BLACK: [], WHITE: []}
    over: dict[int, int] = {BLACK: 0, WHITE: 0}
    shared = [p for p in range(total) if not flat[p]]
    each = len(shared) // 2
    halves = {BLACK: shared[:each], WHITE: shared[each : 2 * each]}
    for color in (BLACK, WHITE):
        standing = int((live & (flat == color)).sum())
        hand = stones - standing
        own = [p for p in range(total) if flat[p] == color and not live[p]] + halves[color]
        who = _NAMES[color]
        if hand < 0:
            lifted = np.flatnonzero(live & (flat == color)).tolist()[hand:]
            steps.append(FillStep(color, "prisoners back", lifted, 0, f"{who} has {standing} stones on the board, {-hand} more than a set: they come off"))  # fmt: skip
            own, hand = lifted + own, 0
        filled, spaces[color] = own[:hand], own[hand:]
        over[color] = hand - len(filled)
        steps.append(FillStep(color, "fill", filled, 0, f"{who} fills {_plural(len(filled), 'point')} with prisoners, dead stones and the rest of the bowl"))  # fmt: skip
    if shared:
        rest = shared[2 * each :]
        text = f"{_plural(len(shared), 'shared point')}: {each} filled by each side" + (", one stays open" if rest else "")
        steps.append(FillStep(EMPTY, "shared", rest, 0, text))
    margin = 0.0
    for color in (BLACK, WHITE):
        other, sign = 3 - color, 1 if color == BLACK else -1
        negative = over[other]
        covered = spaces[color][:negative]
        winning = spaces[color][negative:]
        if covered:
            value = 2.0 * len(covered) * sign
            margin += value
            steps.append(FillStep(other, "negative stones", covered, value, f"{_plural(len(covered), 'negative stone')} of {_NAMES[other]} in {_NAMES[color]}'s spaces: 2 points each"))  # fmt: skip
        if negative > len(covered):
            extra = negative - len(covered)
            margin += sign * extra
            steps.append(FillStep(other, "negative stones", shared[2 * each :][:extra], float(sign * extra), f"{_plural(extra, 'negative stone')} of {_NAMES[other]} on the open shared point: 1 point"))  # fmt: skip
        if winning:
            value = float(len(winning) * sign)
            margin += value
            steps.append(FillStep(color, "winning spaces", winning, value, f"{_plural(len(winning), 'winning space')} of {_NAMES[color]}: 1 point each"))  # fmt: skip
    owed = s.komi + s.details.get("handicap_bonus", 0)
    if owed:
        steps.append(FillStep(WHITE, "komi", [], -owed, f"Black returns {_plural(owed, 'point')}, two for each stone"))
    result = margin - owed
    winner = (BLACK if result > 0 else WHITE) if result else {"draw": EMPTY, "black": BLACK, "white": WHITE}[rules.tie]
    steps.append(FillStep(winner, "result", [], result, f"Result: {format_result(result, winner)}"))
    return steps
