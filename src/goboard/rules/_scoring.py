"""`score()`: the count of a finished position, and a `Score` that explains itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError
from typing import Any, NamedTuple

import numpy as np

from goboard.board import _arguments
from goboard.rules import _count
from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.rules._results import format_result
from goboard.rules._rules import Rules, check_komi

__all__ = ["FillStep", "Group", "Score", "button_taker", "explain", "fill_in", "format_result", "score"]

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

    __slots__ = ("_arguments", "_counts", "_details", "_groups", "_owner", "_passed", "_stones", "_status", "_terms",
                 "black", "komi", "margin", "rules", "shape", "white")  # fmt: skip

    black: float
    white: float
    margin: float
    komi: float
    rules: Rules
    shape: tuple[int, int]
    _stones: bytes
    _arguments: tuple[Any, ...]  # of the survey, the board apart
    _owner: bytearray
    _status: bytearray
    _counts: tuple[int, ...]
    _terms: tuple[tuple[int, int], int, int]  # prisoners, bonus, button
    _passed: tuple[int, int] | None  # pass stones
    _details: dict[str, Any] | None
    _groups: list[Group] | None

    def __init__(self, rules: Rules, shape: tuple[int, int], arguments: tuple[Any, ...], owner: bytearray, status: bytearray,
                 counts: tuple[int, ...], komi: float, prisoners: tuple[int, int], bonus: int, button: int) -> None:  # fmt: skip
        terr_b, terr_w, live_b, live_w, dead_b, dead_w, _, _, dame, groups_b, groups_w = counts
        if rules.scoring == "territory":
            black, white = float(terr_b + prisoners[0] + dead_w), float(terr_w + prisoners[1] + dead_b)
        elif rules.scoring == "stones" and rules.tax == "none":
            black, white = float(live_b), float(live_w)
        else:
            shared = dame / 2 if rules.counting != "points" else 0.0
            black, white = live_b + terr_b + shared, live_w + terr_w + shared
        if rules.tax == "all":
            black -= 2 * groups_b
            white -= 2 * groups_w
        if button == BLACK:
            black += 0.5
        elif button == WHITE:
            white += 0.5
        white += bonus + komi
        self._fill(
            rules=rules, shape=shape, komi=komi, black=black, white=white, margin=black - white, _stones=arguments[0], _arguments=arguments[1:],
            _owner=owner, _status=status, _counts=counts, _terms=(prisoners, bonus, button), _passed=None, _details=None, _groups=None,
        )  # fmt: skip

    def _fill(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"nothing in a Score changes: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"nothing in a Score changes: {name} cannot be deleted")

    def _with_pass_stones(self, passed: tuple[int, int]) -> Score:
        """The score, new and seen by nobody yet, with the stones that (Black, White) handed over by passing among the details."""
        self._fill(_passed=passed)
        return self

    @property
    def details(self) -> dict[str, Any]:
        details = self._details
        if details is None:
            details = self._terms_by_name()
            self._fill(_details=details)
        return dict(details)

    def _terms_by_name(self) -> dict[str, Any]:
        rules = self.rules
        prisoners, bonus, button = self._terms
        terr_b, terr_w, live_b, live_w, dead_b, dead_w, left_b, left_w, dame, groups_b, groups_w = self._counts
        if rules.scoring == "territory":
            details: dict[str, Any] = {
                "black_territory": terr_b,
                "black_captures": prisoners[0],
                "black_dead_taken": dead_w,
                "white_territory": terr_w,
                "white_captures": prisoners[1],
                "white_dead_taken": dead_b,
                "dead_left": left_b + left_w,
            }
        elif rules.scoring == "stones" and rules.tax == "none":
            details = {"black_stones": live_b, "white_stones": live_w}
        else:
            details = {
                "black_stones": live_b,
                "black_surrounded": terr_b,
                "white_stones": live_w,
                "white_surrounded": terr_w,
            }
            if rules.counting != "points":
                details["shared"] = dame
        details["dame"] = dame
        if rules.scoring == "territory" and rules.tax != "none" and not rules.strict:
            details["dame_filled"] = len(self._filled())
        if rules.tax == "all":
            details["black_tax"], details["white_tax"] = 2 * groups_b, 2 * groups_w
        if rules.counting == "zi":
            details["black_zi"] = live_b + terr_b + dame / 2
            details["white_zi"] = live_w + terr_w + dame / 2
            details["half_board"] = self.shape[0] * self.shape[1] / 2
        if button:
            details["button"] = button
        if bonus:
            details["handicap_bonus"] = bonus
        details["komi"] = self.komi
        if self._passed is not None:
            details["black_pass_stones"], details["white_pass_stones"] = self._passed
        return details

    def _grid(self, cells: bytearray) -> np.ndarray:
        grid = np.frombuffer(cells, dtype=np.uint8).reshape(self.shape)
        grid.flags.writeable = False
        return grid

    @property
    def territory(self) -> np.ndarray:
        return self._grid(self._owner)

    @property
    def area(self) -> np.ndarray:
        stones = np.frombuffer(self._stones, dtype=np.uint8).reshape(self.shape)
        alive = (self.status == ALIVE) | (self.status == SEKI)
        return np.where(alive, stones, self.territory)

    @property
    def status(self) -> np.ndarray:
        return self._grid(self._status)

    def _points(self, *states: int) -> list[int]:
        return [p for p, state in enumerate(self._status) if state in states]

    def _filled(self) -> list[int]:
        """Dame that no group in seki touches: the count treats them as filled."""
        status = self._status
        return [p for p in self._points(DAME) if all(status[q] != SEKI for q in _neighbours(p, *self.shape))]

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
        return self.rules.winner(self.margin)

    @property
    def result(self) -> str:
        return format_result(self.margin, self.winner)

    @property
    def groups(self) -> list[Group]:
        groups = self._groups
        if groups is None:
            groups = _groups(self)
            self._fill(_groups=groups)
        return list(groups)

    def why(self, point: Any) -> str:
        """One point in words: who scores it, or why nobody does.

        point: an int, a (row, col) pair or a vertex. Raises ValueError for a pass or a point off the board, TypeError for other types.
        """
        point = _arguments.point(Board(self.shape), point)
        state, owner, stone = self._status[point], self._owner[point], self._stones[point]
        text = STATUS_WORDS[state]
        if state == TERRITORY:
            text = f"{_NAMES[owner]}'s {'territory' if self.rules.scoring == 'territory' else 'area'}"
        return f"{_NAMES[stone]} stone, {text}" if stone else text

    def __repr__(self) -> str:
        return f"<Score {self.result}: Black {self.black:g}, White {self.white:g}, {self.rules.name or 'own'} rules>"

    def __str__(self) -> str:
        return explain(self)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows: territory, dead stones, and the result."""
        from goboard.records import render

        stones = np.frombuffer(self._stones, dtype=np.uint8).reshape(self.shape)
        caption = f"{self.result}: Black {self.black:g}, White {self.white:g}"
        return render.svg(stones, territory=self.territory, dead=self.dead, caption=caption)

    def __getstate__(self) -> dict[str, Any]:
        """What the slots hold: protocols 0 and 1 do not look at slots themselves."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, tuple):  # pickled by 0.1.0
            state = state[1]
        self._fill(**{"_passed": None, **state})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        mine = (self.rules, self.shape, self._stones, self._owner, self._status, self.details, self.margin)
        return mine == (other.rules, other.shape, other._stones, other._owner, other._status, other.details, other.margin)

    __hash__ = None  # type: ignore[assignment]


def button_taker(board: Board, rules: Rules) -> int:
    """Who took the button, by the first pass of the game: BLACK or WHITE; EMPTY while nobody has, or where there is none."""
    if not rules.button:
        return EMPTY
    return next((color for color, move in board.moves if move == board.pass_move), EMPTY)


def score(
    board: Board | Any,
    rules: Rules | str | None = None,
    dead: Iterable[Any] | str = (),
    *,
    komi: float | None = None,
    prisoners: tuple[int, int] | Mapping[int, int] | None = None,
    handicap: int | None = None,
    button: int | None = None,
    seki: Iterable[Any] | str | None = None,
    neutral: Iterable[Any] | str = (),
    false_eyes: bool = False,
    remove_all_dead: bool = False,
) -> Score:
    """Count a finished position under `rules`.

    board: a Board, an array (rows, cols) of 0, 1, 2, or the board of a Game, which gives the rules, komi, handicap and who took the button
    unless they are given (`Game.score` counts the game itself). rules: None for Japanese ones. dead: the dead stones, whole chains, as points in any spelling or
    one string "D4 Q16". komi: points for White, None for the rules' own. prisoners: what (Black, White) have taken; None
    for `board.captures`. handicap: stones that the rules compensate. button: who took it.

    Territory: a group that has not two eyes and faces living stones of the other side is in seki and has no territory
    (Article 8), an eye that its owner must fill to connect is no territory, and dame between living groups count as filled.
    Rules with `strict` apply Article 8 to the letter instead: every living chain that touches a dame is in seki. Dead stones come
    off where they stand in the other side's territory (10-1); the others stay.
    seki: the stones in seki where the players know better; then no others are. neutral: points that are to count for
    nobody. false_eyes: count them. remove_all_dead: take every dead stone as a prisoner, as many servers do.

    Raises ValueError for dead points that are empty, off the board or half a chain, for dead stones where the rules remove none,
    for komi that is no finite number, and for stones of other colors; TypeError for other types.
    """
    if not isinstance(board, Board):
        game = board
        board = _arguments.position(game)
        if isinstance(getattr(game, "rules", None), Rules):
            komi = game.komi if rules is None and komi is None else komi
            rules = game.rules if rules is None else rules
            handicap = game.handicap if handicap is None else handicap
            button = button_taker(board, Rules.parse(rules)) if button is None else button
    handicap, button = 0 if handicap is None else handicap, EMPTY if button is None else button
    if type(rules) is not Rules:
        rules = Rules.parse("japanese" if rules is None else rules)
    shape = board.shape
    total = shape[0] * shape[1]
    marks = _points_of(board, dead)
    if marks and rules.removal == "none":
        raise ValueError(f"no stone comes off under {rules.name or 'these'} rules, not {_name(board, marks[0])} either")
    handicap = _arguments.integer(handicap, "handicap", 0, total)
    komi = (rules.handicap_komi if handicap else rules.komi) if komi is None else check_komi(komi)
    if prisoners is None:
        taken = (board.captures(BLACK), board.captures(WHITE))
    else:
        taken = _prisoners(prisoners)
    if type(button) is not int or button not in (EMPTY, BLACK, WHITE):
        button = _arguments.integer(button, "button", EMPTY, WHITE)

    by_territory = rules.scoring == "territory"
    if rules.tax == "none":
        method = _count.BY_CLOSURE
    elif rules.strict:
        method = _count.BY_ARTICLE_8
    else:
        method = _count.BY_EYES
    named = None if seki is None else _stones_of(board, seki)
    owner, status = bytearray(total), bytearray(total)
    arguments = (marks, named, method, false_eyes or not by_territory, remove_all_dead or not by_territory)
    try:
        counts: tuple[int, ...] = _count.survey(board, *arguments, owner, status)
    except ValueError as error:
        raise _explained(board, error) from None
    except IndexError as error:
        raise ValueError(f"dead stones are points of the board, not {error.args[0]}") from None
    if neutral:
        counts = _neutral(board, _points_of(board, neutral), owner, status, counts)
    bonus = rules.bonus(handicap) if handicap else 0
    stones = memoryview(board).tobytes()
    return Score(rules, shape, (stones, *arguments), owner, status, counts, komi, taken, bonus, button)


def _points_of(board: Board, points: Iterable[Any] | str) -> list[int]:
    if isinstance(points, str):
        points = points.replace(",", " ").split()
    elif isinstance(points, np.ndarray):
        return _arguments.points(board, points, "dead")
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
        names = {BLACK: 0, WHITE: 1, "black": 0, "white": 1, "by_black": 0, "by_white": 1}
        pair = [0, 0]
        seen = set()
        for key, count in prisoners.items():
            side = None if isinstance(key, bool) else names.get(key)
            if side is None or side in seen:
                raise ValueError(f'prisoners are named once each, by BLACK and WHITE or "black" and "white", not {_arguments.shown(prisoners)}')
            seen.add(side)
            pair[side] = count
    else:
        try:
            pair = list(prisoners)
        except TypeError:
            raise TypeError(f"prisoners are two counts, what Black and what White have taken, not {_arguments.shown(prisoners)}") from None
    if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0 for n in pair):
        raise ValueError(f"prisoners are two counts, what Black and what White have taken, not {_arguments.shown(prisoners)}")
    return int(pair[0]), int(pair[1])


def _neutral(board: Board, points: list[int], owner: bytearray, status: bytearray, counts: tuple[int, ...]) -> tuple[int, ...]:
    changed = list(counts)
    for p in points:
        if not 0 <= p < board.pass_move:
            raise ValueError(f"a neutral point is a point of the board, not {p}")
        if board[p]:
            raise ValueError(f"a neutral point is empty; {board.vertex(p)} is not")
        if owner[p]:
            changed[owner[p] - 1] -= 1
            changed[8] += 1
            owner[p] = EMPTY
        status[p] = DAME
    return tuple(changed)


def _groups(s: Score) -> list[Group]:
    rows, cols = s.shape
    status = s._status
    stones_on = np.frombuffer(s._stones, np.uint8).reshape(s.shape)
    region, eyes = np.empty(rows * cols, np.int16), np.empty(rows * cols, np.uint8)
    marks, named, method, false_eyes, everything = s._arguments
    spare = bytearray(rows * cols)
    _count.survey(stones_on, marks, named, method, false_eyes, everything, spare, bytearray(spare), region, eyes)
    found = []
    for r in np.unique(region[region > 0]).tolist():
        points = np.flatnonzero(region == r).tolist()
        stones = [p for p in points if status[p] in (ALIVE, SEKI)]
        color = s._stones[stones[0]]
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
    board = Board.from_array(stones_on)
    for chain in board.chains():
        first = int(chain[0])
        if status[first] in (REMOVED, LEFT):
            found.append(Group(board[first], "dead", chain.tolist(), [], 0, STATUS_WORDS[status[first]]))
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
    dead = {color: sum(s._stones[p] == color for p in s.dead) for color in (BLACK, WHITE)}
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
    if d.get("dame_filled"):
        lines.append(f"{_plural(d['dame_filled'], 'dame point')} between living groups, counted as filled.")
    if rules.strict and s.dame:
        lines.append(f"{_plural(len(s.dame), 'dame point')} unfilled: the groups that touch them are in seki (Article 8).")
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
            stone = s._stones[r * cols + c]
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
    action: str  # "prisoners back", "fill", "winning spaces", "negative stones", "shared", "komi", "penalty", "result"
    points: list[int]
    value: float
    text: str


def fill_in(board: Board | Any, dead: Iterable[Any] | str = (), *, rules: Rules | str = "ing", komi: float | None = None,
            handicap: int = 0, penalties: tuple[int, int] = (0, 0)) -> list[FillStep]:  # fmt: skip
    """Ing's fill-in counting, step by step: the way with two equal sets of stones, 180 each on 19x19.

    Both sides have half the points of the board (rounded down) as stones, on the board, in the bowl or taken. Each puts
    all its stones into its own area. An empty point left over is a winning space, one point; a stone left over is a
    negative stone, which goes into the opponent's winning space and is worth two. Points between living groups are filled half and
    half; one that is left over stays open. The values add up to the area margin, whatever the position. penalties: stones
    that (Black, White) give for overtime, two points each. The last step is the result. Raises as `score` does.
    """
    rules = Rules.parse(rules)
    if rules.scoring != "area":
        raise ValueError(f"fill-in counting counts area, not {rules.scoring}")
    if not isinstance(board, Board):
        handicap = handicap or getattr(board, "handicap", 0)
        board = _arguments.position(board)
    s = score(board, rules, dead, komi=komi, handicap=handicap)
    total = board.pass_move
    a_set = total // 2
    owner, living = s.area.ravel(), np.isin(s.status.ravel(), (ALIVE, SEKI))
    steps: list[FillStep] = []

    def step(color: int, action: str, points: list[int], value: float, text: str) -> float:
        steps.append(FillStep(color, action, points, value, text))
        return value

    shared = [p for p in range(total) if not owner[p]]
    each = len(shared) // 2
    still_open = shared[2 * each :]
    spaces: dict[int, list[int]] = {}
    negative: dict[int, int] = {}
    for color, half in ((BLACK, shared[:each]), (WHITE, shared[each : 2 * each])):
        name = _NAMES[color]
        standing = np.flatnonzero(living & (owner == color)).tolist()
        room = np.flatnonzero(~living & (owner == color)).tolist() + half
        hand = a_set - len(standing)
        if hand < 0:
            lifted = standing[hand:]
            step(color, "prisoners back", lifted, 0, f"{name} has {_plural(-hand, 'stone')} more on the board than a set: they come off")
            room, hand = lifted + room, 0
        filled, spaces[color] = room[:hand], room[hand:]
        negative[color] = hand - len(filled)
        step(color, "fill", filled, 0, f"{name} fills {_plural(len(filled), 'point')} with prisoners, dead stones and the rest of the bowl")
    if shared:
        rest = ", one stays open" if still_open else ""
        step(EMPTY, "shared", still_open, 0, f"{_plural(len(shared), 'shared point')}: {each} filled by each side{rest}")
    margin = 0.0
    for color, sign in ((BLACK, 1.0), (WHITE, -1.0)):
        name, other, theirs = _NAMES[color], 3 - color, _NAMES[3 - color]
        covered, winning = spaces[color][: negative[other]], spaces[color][negative[other] :]
        extra = negative[other] - len(covered)
        if covered:
            text = f"{_plural(len(covered), 'negative stone')} of {theirs} in {name}'s spaces: 2 points each"
            margin += step(other, "negative stones", covered, 2 * sign * len(covered), text)
        if extra:
            text = f"{_plural(extra, 'negative stone')} of {theirs} on the open shared point: 1 point"
            margin += step(other, "negative stones", still_open, sign * extra, text)
        if winning:
            text = f"{_plural(len(winning), 'winning space')} of {name}: 1 point each"
            margin += step(color, "winning spaces", winning, sign * len(winning), text)
    owed = s.komi + s.details.get("handicap_bonus", 0)
    if owed:
        margin += step(WHITE, "komi", [], -owed, f"Black returns {_plural(owed, 'point')}, two for each stone")
    for color, given, sign in ((BLACK, penalties[0], -2.0), (WHITE, penalties[1], 2.0)):
        if given:
            text = f"{_NAMES[color]} gives {_plural(given, 'penalty stone')}: 2 points each"
            margin += step(color, "penalty", [], sign * given, text)
    winner = rules.winner(margin)
    step(winner, "result", [], margin, f"Result: {format_result(margin, winner)}")
    return steps
