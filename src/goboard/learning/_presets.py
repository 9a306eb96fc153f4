"""The sets of planes, `PRESETS`; what each plane and each global input means; and `Form`, how planes are wanted."""

from __future__ import annotations

from typing import NamedTuple

from numpy.typing import ArrayLike, DTypeLike

LATEST = 8  # positions that a set of planes goes back at most


class Form(NamedTuple):
    """How planes are wanted: the arguments of `features` that are not about positions, not yet checked."""

    history: int = LATEST
    symmetry: int | ArrayLike = 0
    layout: str = "NCHW"
    dtype: DTypeLike | None = None
    pos_len: int | None = None
    packed: bool = False


def _alphago_zero() -> dict[str, str]:
    planes = {}
    for t in range(LATEST):
        when = "now" if t == 0 else f"{t} moves ago"
        planes[f"player_{t}"] = f"stones of the player to move, {when}"
        planes[f"opponent_{t}"] = f"stones of the opponent, {when}"
    planes["black_to_play"] = "1 everywhere if Black is to play, else 0"
    return planes


def _alphago() -> dict[str, str]:
    planes = {
        "player": "stones of the player to move",
        "opponent": "stones of the opponent",
        "empty": "empty points",
        "ones": "1 everywhere",
    }
    for name, what in {
        "turns_since": "stones played {} turns ago",
        "liberties": "stones of chains with {} liberties",
        "capture_size": "legal moves that take {} stones",
        "self_atari_size": "legal moves that leave the own chain, {} stones, in atari",
        "liberties_after": "legal moves after which the own chain has {} liberties",
    }.items():
        for n in range(1, 9):
            planes[f"{name}_{n}"] = what.format("8 or more" if n == 8 else n)
    planes["ladder_capture"] = "moves that catch a chain of two liberties in a ladder"
    planes["ladder_escape"] = "legal moves that bring an own chain out of atari and of a ladder"
    planes["sensible"] = "legal moves that do not fill an own eye"
    planes["zeros"] = "0 everywhere"
    return planes


_KATAGO_V7 = {
    "on_board": "1 on the board, 0 on what pos_len adds",
    "player": "stones of the player to move",
    "opponent": "stones of the opponent",
    "liberties_1": "stones of chains with 1 liberty",
    "liberties_2": "stones of chains with 2 liberties",
    "liberties_3": "stones of chains with 3 liberties",
    "ko_ban": "points that ko or superko bars to the player; in the encore, kos that may be taken once and were",
    "ko_recapture_blocked": "kos that may not be retaken in the encore; 0 outside it",
    "unused": "0 everywhere",
    "move_1": "the last move, if the opponent played it",
    "move_2": "the move before, if the players alternated since",
    "move_3": "the third last move, if the players alternated since",
    "move_4": "the fourth last move, if the players alternated since",
    "move_5": "the fifth last move, if the players alternated since",
    "ladder_now": "stones that cannot escape a ladder: in atari, though their owner moves; with two liberties, if the other side moves",
    "ladder_1": "the same one move ago; the present again if that move is not shown",
    "ladder_2": "the same two moves ago",
    "ladder_catch": "moves that catch a chain of the opponent's with two liberties in a ladder",
    "area_player": "points that the player owns, where that counts (area rules; the second encore of territory rules)",
    "area_opponent": "points that the opponent owns, where that counts",
    "encore_player": "stones of the player at the start of the second encore; 0 outside it",
    "encore_opponent": "stones of the opponent at the start of the second encore; 0 outside it",
}
# Preset -> {plane: meaning}, both in their order.
PRESETS = {"alphago_zero": _alphago_zero(), "alphago": _alphago(), "katago_v7": _KATAGO_V7}
# What the global inputs of katago_v7 mean.
GLOBALS = (
    "the last move was a pass",
    "the move before was a pass",
    "the third last move was a pass",
    "the fourth last move was a pass",
    "the fifth last move was a pass",
    "the player's komi / 20, clipped to 20 more than the points of the board",
    "superko",
    "0.5 positional, -0.5 situational superko",
    "suicide of several stones is legal",
    "territory scoring",
    "no points in seki",
    "a tax on all groups",
    "in the encore",
    "in the second encore",
    "a pass would end the phase",
    "a playout advantage is set",
    "half the playout doubling advantage",
    "the button is still there",
    "parity of board and komi: a triangle wave of the komi",
)
