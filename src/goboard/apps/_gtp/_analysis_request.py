"""Analyses: what a controller asks for, and the lines that report what the search found."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from goboard._core import BLACK, Board
from goboard.apps._gtp._protocol import COLORS, NUMBER, GtpError, color_of, flag_of, seconds_of, whole
from goboard.apps.mcts import MoveInfo, SearchResult

FLAGS = {
    "rootInfo": "root_info", "ownership": "ownership", "ownershipStdev": "ownership_stdev", "movesOwnership": "moves_ownership",
    "movesOwnershipStdev": "moves_ownership_stdev", "pvVisits": "pv_visits", "pvEdgeVisits": "pv_edge_visits",
}  # fmt: skip


class Request(NamedTuple):
    """The arguments of an analysis."""

    color: int
    lz: bool
    interval: float | None = None  # seconds
    minmoves: int = 0
    maxmoves: int = 1 << 30
    allow: tuple[tuple[int, list[int], int], ...] = ()
    avoid: tuple[tuple[int, list[int], int], ...] = ()
    may_resign: bool = True
    root_info: bool = False
    ownership: bool = False
    ownership_stdev: bool = False
    moves_ownership: bool = False
    moves_ownership_stdev: bool = False
    pv_visits: bool = False
    pv_edge_visits: bool = False

    def search(self) -> dict[str, Any]:
        """What the search has to know of it."""
        by_move = self.ownership_stdev or self.moves_ownership or self.moves_ownership_stdev
        return {"allow": self.allow, "avoid": self.avoid, "details": "ownership" if by_move else "moves"}

    def report(self, board: Board, found: SearchResult) -> str:
        """What was found, as a line, for the side to move as is KataGo's default; none of nothing, for an empty line ends an answer."""
        visited = sum(info.visits > 0 for info in found.moves)
        shown = found.moves[: min(max(visited, self.minmoves), self.maxmoves)]
        words = [(self._lz if self.lz else self._kata)(board, found, info, order) for order, info in enumerate(shown)]
        sign = 1 if found.color == BLACK else -1
        assert found.root is not None
        if self.root_info:
            words.append(f"rootInfo visits {found.root.visits} {_values(found.root, sign)}")
        if self.ownership:
            words.append("ownership " + _grid(found.ownership, sign))
        if self.ownership_stdev:
            words.append("ownershipStdev " + _grid(found.root.ownership_stdev))
        return " ".join(words) + "\n" if words else ""

    def _lz(self, board: Board, found: SearchResult, info: MoveInfo, order: int) -> str:
        rate, prior, lcb = (round(10_000 * share) for share in (info.win_rate, info.prior, info.lcb))
        move, line = board.vertex(info.move), " ".join(map(board.vertex, info.line))
        return f"info move {move} visits {info.visits} winrate {rate} prior {prior} lcb {lcb} order {order} pv {line}"

    def _kata(self, board: Board, found: SearchResult, info: MoveInfo, order: int) -> str:
        sign = 1 if found.color == BLACK else -1
        # The bound of the win rate, on the scale of the utility.
        utility_lcb = max(info.utility - 2 * (info.win_rate - info.lcb), -1.1)
        text = (
            f"info move {board.vertex(info.move)} visits {info.visits} edgeVisits {info.visits} {_values(info, sign)} "
            f"prior {info.prior:.6f} lcb {info.lcb:.6f} utilityLcb {utility_lcb:.6f} order {order} pv {' '.join(map(board.vertex, info.line))}"
        )
        visits = " ".join(map(str, info.line_visits))
        text += f" pvVisits {visits}" * self.pv_visits + f" pvEdgeVisits {visits}" * self.pv_edge_visits
        if self.moves_ownership:
            text += " movesOwnership " + _grid(info.ownership, sign)
        if self.moves_ownership_stdev:
            text += " movesOwnershipStdev " + _grid(info.ownership_stdev)
        return text


def _values(info: MoveInfo, sign: int) -> str:
    """Rates and scores for the side to move. Playouts are this engine's own play: their mean score is all three of KataGo's."""
    mean = sign * info.mean_score
    return (
        f"utility {info.utility:.6f} winrate {info.win_rate:.6f} scoreMean {mean:.6f} scoreStdev {info.score_stdev:.6f} scoreLead {mean:.6f} "
        f"scoreSelfplay {mean:.6f}"
    )


def _grid(values: Any, sign: int = 1) -> str:
    """The top row first."""
    return " ".join(f"{value:.4f}" for value in (sign * values).ravel().tolist())


Limit = tuple[int, list[int], int]  # color, moves, depth


def request_of(args: list[str], board: Board, lz: bool) -> Request:
    """`[color] [interval] [key value]...` as KataGo's GTP_Extensions.md has it."""
    words, given = list(args), dict[str, Any]()
    color = color_of(words.pop(0)) if words and words[0].lower() in COLORS else board.to_play
    if words and re.fullmatch(NUMBER, words[0].lower()):
        words.insert(0, "interval")
    limits: dict[str, list[Limit]] = {"allow": [], "avoid": []}
    resigns = True
    while words:
        key = words.pop(0)
        if key in limits:
            limit, may_resign = _limit_of(key, words, board)
            limits[key].append(limit)
            resigns &= may_resign or limit[0] != color
        elif key in ("interval", "minmoves", "maxmoves") or (key in FLAGS and not lz):
            if not words:
                raise GtpError(f"syntax error: {key} takes a value")
            name = FLAGS.get(key, key)
            if name in given:
                raise GtpError(f"syntax error: {key} is given twice")
            given[name] = _value_of(key, words.pop(0))
        elif key == "noResultValue" and not lz:
            if words and flag_of(words.pop(0), key):
                raise GtpError("noResultValue is not supported: the playouts of this engine end with a result")
        else:
            raise GtpError(f"syntax error: {'lz' if lz else 'kata'} analysis has no key {key[:20]}")
    avoided = _avoided(limits["allow"], limits["avoid"], board.pass_move)
    return Request(color, lz, allow=tuple(limits["allow"]), avoid=tuple(avoided), may_resign=resigns, **given)


def _limit_of(key: str, words: list[str], board: Board) -> tuple[Limit, bool]:
    """The next three words as what `allow` or `avoid` says, and whether its side may resign."""
    if len(words) < 3:
        raise GtpError(f"syntax error: {key} takes a color, vertices with commas between them, and a depth")
    side, names, depth = color_of(words.pop(0)), words.pop(0).split(","), whole(words.pop(0), f"depth of {key}")
    if depth < 1:
        raise GtpError(f"syntax error: the depth of {key} must be 1 or more, not {depth}")
    if not any(names):
        raise GtpError(f"syntax error: {key} names no vertex")
    # Leela Zero's word: not to resign.
    may_resign = not (key == "avoid" and any(name.lower() == "resign" for name in names))
    try:
        moves = [board.point(name) for name in names if name and (key == "allow" or name.lower() != "resign")]
    except ValueError as error:
        raise GtpError(f"syntax error: {key}: {error}") from None
    return (side, moves, depth), may_resign


def _value_of(key: str, word: str) -> float | bool | int:
    """The value of a key that takes one word; the interval in seconds."""
    if key == "interval":
        return seconds_of(word) / 100
    if key in FLAGS:
        return flag_of(word, key)
    count = whole(word, key)
    if count < 0:
        raise GtpError(f"syntax error: {key} must be 0 or more, not {word}")
    return count


def _avoided(allow: list[Limit], avoid: list[Limit], passed: int) -> list[Limit]:
    """What is left to avoid beside what is allowed."""
    sides = [side for side, _, _ in allow]
    avoided = []
    for side, moves, depth in avoid:
        if side in sides:
            # As Leela Zero has it, a pass may be avoided besides; KataGo's allow does so already.
            allowed = next(moves for other, moves, _ in allow if other == side)
            if any(move != passed or move in allowed for move in moves):
                raise GtpError("syntax error: allow and avoid cannot be given for the same color")
        elif moves:
            avoided.append((side, moves, depth))
    if len(set(sides)) < len(sides):
        raise GtpError("syntax error: allow can be given once for a color")
    return avoided
