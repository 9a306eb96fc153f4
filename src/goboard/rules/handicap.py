"""Handicap: the fixed points, and what a difference in rank is worth in stones and komi."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

__all__ = ["Terms", "fixed_points", "max_fixed", "of_record", "stones_on", "terms"]


def _lines(side: int) -> tuple[int, int, int | None]:
    """Top, bottom and middle handicap line of one side; third line up to 12, fourth above."""
    edge = 2 if side < 13 else 3
    return edge, side - 1 - edge, side // 2 if side % 2 and side > 7 else None


def max_fixed(size: int | tuple[int, int]) -> int:
    """How many fixed handicap stones a board takes: 9 where both sides are odd and at least 9, 4 from 7 on, else 0."""
    rows, cols = (size, size) if isinstance(size, int) else size
    if min(rows, cols) < 7:
        return 0
    return 9 if _lines(rows)[2] is not None and _lines(cols)[2] is not None else 4


def fixed_points(size: int | tuple[int, int], stones: int) -> list[tuple[int, int]]:
    """The fixed places of 2 to 9 handicap stones, as (row, col), in the order of GTP's `fixed_handicap`.

    size: a side or (rows, cols). Raises ValueError for a number of stones that has no fixed places on this board.
    """
    stones = _count(stones)
    most = max_fixed(size)
    rows, cols = (size, size) if isinstance(size, int) else size
    if not 2 <= stones <= most:
        board = f"a board of {rows} rows and {cols} columns"
        if most == 0:
            raise ValueError(f"{board} has no fixed handicap points")
        raise ValueError(f"{board} takes 2 to {most} handicap stones on fixed points, not {stones}")
    top, bottom, middle = _lines(rows)
    left, right, centre = _lines(cols)
    corners = [(bottom, left), (top, right), (top, left), (bottom, right)]
    if stones <= 4:
        return corners[:stones]
    assert middle is not None and centre is not None
    sides = [(middle, left), (middle, right), (top, centre), (bottom, centre)]
    points = corners + sides[: (stones - 4) // 2 * 2]
    return points + [(middle, centre)] * (stones % 2)


def stones_on(stones: Any) -> int:
    """The handicap that a starting position amounts to: the black stones, if there are two or more and no white ones.

    stones: array or Board, (rows, cols), of 0, 1, 2. One black stone is a first move, no handicap.
    """
    black = white = 0
    for row in stones.stones.tolist() if hasattr(stones, "stones") else [list(row) for row in stones]:
        black += row.count(1)
        white += row.count(2)
    return black if black >= 2 and not white else 0


def of_record(record: Any) -> tuple[int, list[str]]:
    """The handicap that a `goboard.sgf.Record` says, 0 or at least 2 stones, and what is odd about it, in words.

    HA counts, if there is one. Else it is the black stones that stand before White's first move, set up or played in a row as servers write
    a free placement, if there are two or more of them, no white stone is set up, and White moves next.

    >>> from goboard import sgf
    >>> of_record(sgf.record("(;SZ[9]HA[2];B[cc];B[gg];W[ee])")), of_record(sgf.record("(;SZ[9]AB[cc][gg]AW[ee];B[ff])"))
    ((2, []), (0, []))
    """
    said = record.handicap
    passed = record.shape[0] * record.shape[1]
    in_a_row = 0
    for color, at in record.moves:
        if color != 1 or at == passed:
            break
        in_a_row += 1
    setup_up_to = record.setups[0].index if record.setups else len(record.moves)
    in_a_row = min(in_a_row, setup_up_to)
    white_follows = in_a_row < len(record.moves) and record.moves[in_a_row][0] == 2
    set_up = 0 if record.white else len(record.black)
    played = 0 if record.white else in_a_row
    if said is None:
        # Stones set up where Black moves next are a position, not a handicap.
        stones = (played if white_follows and not set_up else 0) if played else set_up if record.to_play == 2 else 0
        return (stones if stones >= 2 else 0), []
    handicap = said if said >= 2 else 0
    here = set_up if set_up == said else set_up + played
    if handicap and here != handicap:
        return handicap, [f"HA[{said}] says {handicap} handicap stones, and the record has {here or 'none'}: {handicap} are compensated"]
    if said == 0 and white_follows and here >= 2:
        return 0, [f"HA[0] says that there is no handicap, and {here} black stones stand before White's first move: none is compensated"]
    return handicap, []


class Terms(NamedTuple):
    """What a game between two players is played for."""

    handicap: int  # stones, 0 or at least 2
    komi: float  # points for White
    tie: str  # "black", "white" or "draw"


# Points that one rank is worth, and points of a whole step (one *xian*: Black moves first and gives no komi).
_SYSTEMS = {"ing-pin": (2, 8), "ing-dan": (4, 8), "ing-kyu": (8, 8)}


def terms(system: str, difference: int) -> Terms:
    """Handicap and komi for a difference in rank; the weaker player takes Black.

    Systems: "ing-pin" (professional ranks, a quarter of a step or 2 points each), "ing-dan" (amateur dan, half a step or
    4 points), "ing-kyu" (a whole step, one stone, no points), as in Ing's essay: a step is 8 points, an even game gives 8
    back, a difference of one step is Black's first move without komi, each further step a stone, and what is left of a
    step is balanced by points; Black wins ties. "chinese": one rank Black moves first without komi, N ranks N stones, and
    half of them are given back in zi when the game is counted. Raises ValueError for another system or difference.
    """
    difference = _count(difference)
    if not 0 <= difference <= 100:
        raise ValueError(f"a difference in rank is 0 to 100, not {difference}")
    if system == "chinese":
        return Terms(difference if difference >= 2 else 0, 7.5 if difference == 0 else 0.0, "draw")
    if system not in _SYSTEMS:
        raise ValueError(f"a system of ranks is one of {', '.join([*_SYSTEMS, 'chinese'])}, not {system!r}")
    rank, step = _SYSTEMS[system]
    advantage = difference * rank
    steps = max(1, -(-advantage // step))
    return Terms(steps if steps >= 2 else 0, float(steps * step - advantage), "black")


def _count(number: Any) -> int:
    if isinstance(number, bool):
        raise TypeError(f"a number of stones or ranks is an int, not {number!r}")
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"a number of stones or ranks is an int, not {number!r}") from None
