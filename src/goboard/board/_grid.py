"""The geometry of a board: neighbors, connected parts, names of points, star points, symmetries. Points are ints, `row * cols + col`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from goboard._core import COLOR_NAMES, COLUMN_LETTERS

__all__ = [
    "COLOR_NAMES", "COLUMN_LETTERS", "SIDE_NAMES", "component", "components", "image", "neighbors", "star_lines", "star_points",
    "transformed", "vertex",
]

SIDE_NAMES = ("nobody", *COLOR_NAMES[1:])  # by color, where EMPTY means neither side

_Scalar = TypeVar("_Scalar", bound=np.generic)


@lru_cache(maxsize=64)
def neighbors(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """The points beside each point, in the order above, left, right, below.

    >>> neighbors(2, 3)[4]
    (1, 3, 5)
    """
    return tuple(
        tuple(
            r * cols + c
            for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
            if 0 <= r < rows and 0 <= c < cols
        )
        for row in range(rows)
        for col in range(cols)
    )


def component(start: int, belongs: Callable[[int], object], rows: int, cols: int) -> set[int]:
    """The points connected to `start`, itself among them, through points for which `belongs(point)` is true.

    >>> sorted(component(0, lambda point: point != 2, 1, 5))
    [0, 1]
    """
    beside = neighbors(rows, cols)
    found = {start}
    stack = [start]
    while stack:
        for point in beside[stack.pop()]:
            if point not in found and belongs(point):
                found.add(point)
                stack.append(point)
    return found


def components(points: Iterable[int], rows: int, cols: int) -> list[list[int]]:
    """The connected parts of a set of points, each ascending, in the order of their first points.

    >>> components([8, 0, 1, 5], 3, 3)
    [[0, 1], [5, 8]]
    """
    left = set(points)
    parts = []
    for start in sorted(left):
        if start in left:
            part = component(start, left.__contains__, rows, cols)
            left -= part
            parts.append(sorted(part))
    return parts


def vertex(point: int, rows: int, cols: int) -> str:
    """The GTP vertex of a point, "pass" for `rows * cols`. Row 1 is the bottom, the letter I is skipped.

    >>> vertex(8, 9, 9), vertex(81, 9, 9)
    ('J9', 'pass')
    """
    if point == rows * cols:
        return "pass"
    return f"{COLUMN_LETTERS[point % cols]}{rows - point // cols}"


def star_lines(side: int) -> list[int]:
    """The lines of a side on which star points lie, from the edge: third on boards up to 12, fourth above; the middle if odd.

    >>> star_lines(19), star_lines(9), star_lines(4)
    ([3, 15, 9], [2, 6, 4], [])
    """
    edge = 2 if side < 13 else 3
    if side < 7:
        return [side // 2] if side % 2 and side > 3 else []
    return [edge, side - 1 - edge] + [side // 2] * (side % 2)


@lru_cache(maxsize=64)
def star_points(rows: int, cols: int) -> frozenset[tuple[int, int]]:
    """The star points of a board, (row, col): nine, or five on small boards, where both sides are odd.

    >>> sorted(star_points(9, 9))
    [(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)]
    """
    row_lines, col_lines = star_lines(rows), star_lines(cols)
    points = {(r, c) for r in row_lines for c in col_lines}
    if len(row_lines) == 3 and len(col_lines) == 3 and min(rows, cols) < 15:
        middle = (rows // 2, cols // 2)
        points = {p for p in points if p == middle or (p[0] != middle[0] and p[1] != middle[1])}
    return frozenset(points)


def transformed(array: NDArray[_Scalar], k: int) -> NDArray[_Scalar]:
    """A view of `array` (..., rows, cols) under symmetry `k` of `Board.transform`.

    Bit 2 swaps rows and columns, then bit 0 flips the rows (top to bottom), bit 1 the columns (left to right).
    """
    if k & 4:
        array = array.swapaxes(-1, -2)
    if k & 1:
        array = array[..., ::-1, :]
    if k & 2:
        array = array[..., ::-1]
    return array


def image(rows: int, cols: int, k: int) -> NDArray[np.int64]:
    """Where symmetry `k` moves each point, and last the pass, which stays: int64 array (rows * cols + 1,).

    >>> image(1, 3, 2)
    array([2, 1, 0, 3])
    """
    n = rows * cols
    moved: NDArray[Any] = np.empty(n + 1, dtype=np.int64)
    moved[transformed(np.arange(n).reshape(rows, cols), k).ravel()] = np.arange(n)
    moved[n] = n
    return moved
