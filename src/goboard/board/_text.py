"""A board as text: what `Board.from_text`, `str` and `repr` do, on plain values."""

from __future__ import annotations

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


_SIGNS = bytes.maketrans(bytes((0, 1, 2)), b".XO")


def diagram(stones: bytes, rows: int, cols: int, last: int | None) -> str:
    """Rows with coordinates: `.` empty, `+` a star point, `X` Black, `O` White, the point `last` in parentheses."""
    signs = bytearray(stones.translate(_SIGNS))
    for row, col in star_points(rows, cols):
        if not stones[row * cols + col]:
            signs[row * cols + col] = ord("+")
    text = signs.decode()
    lines = [f"{rows - row:2d} {' '.join(text[row * cols : (row + 1) * cols])} {rows - row}" for row in range(rows)]
    if last is not None:
        row, at = last // cols, 2 + 2 * (last % cols)
        lines[row] = f"{lines[row][:at]}({lines[row][at + 1]}){lines[row][at + 3 :]}"
    header = "   " + " ".join(COLUMN_LETTERS[:cols])
    return "\n".join((header, *lines, header))


def expression(
    name: str, stones: bytes, cols: int, to_play: int, ko: str, suicide: bool,
    ko_point: str | None, ko_color: int | None, captures: tuple[int, int],
) -> str:  # fmt: skip
    """The expression that makes the position again, for `repr`."""
    signs = stones.translate(_SIGNS).decode()
    rows = "\n".join(signs[at : at + cols] for at in range(0, len(signs), cols))
    text = f"{name}.from_text({rows!r}, {to_play}, ko={ko!r}, suicide={suicide}"
    if ko_point is not None:
        text += f", ko_point={ko_point!r}"
        if ko_color != to_play:
            text += f", ko_color={ko_color}"
    if any(captures):
        text += f", captures={captures}"
    return text + ")"
