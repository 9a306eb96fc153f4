"""A board as text: what `Board.from_text`, `str` and `repr` do, on plain values."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from goboard._core import BLACK, COLOR_NAMES, COLUMN_LETTERS
from goboard.board._diagram import read
from goboard.board._grid import star_points

__all__ = ["diagram", "expression", "position"]


def position(
    text: str, to_play: int | None, captures: tuple[int, int] | None
) -> tuple[NDArray[np.uint8], int, tuple[int, int]]:
    """The stones, the turn and the captures that a diagram shows; what the caller says besides must agree with it."""
    shown = read(text)
    if to_play is None:
        to_play = shown.to_play or BLACK
    elif shown.to_play not in (None, to_play):
        raise ValueError(f"to_play is {COLOR_NAMES[to_play]}, but the diagram says that {COLOR_NAMES[shown.to_play]} plays next")
    if captures is None:
        captures = shown.captures or (0, 0)
    elif shown.captures is not None and captures != shown.captures:
        raise ValueError(f"captures are {captures}, but the diagram says {shown.captures}")
    return np.array(shown.rows, dtype=np.uint8), to_play, captures


def diagram(stones: list[list[int]], last: int | None) -> str:
    """Rows with coordinates: `.` empty, `+` a star point, `X` Black, `O` White, the point `last` in parentheses."""
    rows, cols = len(stones), len(stones[0])
    stars = star_points(rows, cols)
    header = "   " + " ".join(COLUMN_LETTERS[:cols])
    lines = [header]
    for row, colors in enumerate(stones):
        line = f"{rows - row:2d}"
        for col, color in enumerate(colors):
            point = row * cols + col
            line += "(" if point == last else ")" if col and point - 1 == last else " "
            line += "+" if not color and (row, col) in stars else ".XO"[color]
        line += ")" if cols * (row + 1) - 1 == last else " "
        lines.append(f"{line}{rows - row}")
    lines.append(header)
    return "\n".join(lines)


def expression(
    name: str, stones: Iterable[Iterable[int]], to_play: int, ko: str, suicide: bool,
    ko_point: str | None, ko_color: int | None, captures: tuple[int, int],
) -> str:  # fmt: skip
    """The expression that makes the position again, for `repr`."""
    rows = "\n".join("".join(".XO"[color] for color in row) for row in stones)
    text = f"{name}.from_text({rows!r}, {to_play}, ko={ko!r}, suicide={suicide}"
    if ko_point is not None:
        text += f", ko_point={ko_point!r}"
        if ko_color != to_play:
            text += f", ko_color={ko_color}"
    if any(captures):
        text += f", captures={captures}"
    return text + ")"
