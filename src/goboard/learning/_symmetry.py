"""The eight symmetries of a board on arrays and moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goboard.board import _arguments as arguments
from goboard.board._grid import image, transformed

__all__ = ["inverse_symmetry", "symmetries", "symmetry_moves", "transformed", "turns_of"]

_T = TypeVar("_T", bound=np.generic)


def turns_of(value: object, what: str, n: int, each: str) -> int | NDArray[np.uint8]:
    """A symmetry, or one for each of `n`: an int, or an array (n,) of its own."""
    if isinstance(value, (list, tuple)) and any(isinstance(k, (bool, np.bool_)) for k in value):
        raise TypeError(f"{what} must be an int from 0 to 7, or one for every {each}, not {arguments.shown(value)}")
    try:
        given = np.array(value, subok=False)
    except ValueError:
        given = np.empty((0, 0))
    if given.ndim == 0:
        return arguments.integer(value if given.dtype.kind == "O" else given.item(), what, 0, 7)
    if given.ndim > 1 or given.size and given.dtype.kind not in "iu":
        raise TypeError(f"{what} must be an int from 0 to 7, or one for every {each}, not {arguments.shown(value)}")
    if given.shape[0] != n:
        raise ValueError(f"{what} must be one int, or {n}, one for every {each}, not {given.shape[0]}")
    if given.size and (given.min() < 0 or given.max() > 7):
        raise ValueError(f"{what} must be 0 to 7, not {arguments.shown(value)}")
    return given.astype(np.uint8)


@overload
def inverse_symmetry(k: int) -> int: ...
@overload
def inverse_symmetry(k: Sequence[int] | NDArray[np.integer]) -> NDArray[np.int64]: ...
def inverse_symmetry(k: int | Sequence[int] | NDArray[np.integer]) -> int | NDArray[np.int64]:
    """The symmetry that undoes symmetry `k`.

    Parameters
    ----------
    k : int or array_like of int, shape (N,)
        0 to 7, as in `symmetries`.

    Returns
    -------
    int or ndarray of int64, shape (N,)

    Examples
    --------
    >>> inverse_symmetry(5)
    6
    """
    undo = (0, 1, 2, 3, 4, 6, 5, 7)
    turn = turns_of(k, "k", np.shape(k)[0], "sample") if np.ndim(k) == 1 else arguments.integer(k, "k", 0, 7)
    return undo[turn] if isinstance(turn, int) else np.array(undo, np.int64)[turn]


@overload
def symmetries(
    array: NDArray[_T], k: int | Sequence[int] | NDArray[np.integer], *, size: int | tuple[int, int] | None = None, layout: str = "NCHW"
) -> NDArray[_T]: ...
@overload
def symmetries(
    array: ArrayLike, k: int | Sequence[int] | NDArray[np.integer], *, size: int | tuple[int, int] | None = None, layout: str = "NCHW"
) -> NDArray[np.generic]: ...
def symmetries(
    array: ArrayLike,
    k: int | Sequence[int] | NDArray[np.integer],
    *,
    size: int | tuple[int, int] | None = None,
    layout: str = "NCHW",
) -> NDArray[np.generic]:
    """An array under a symmetry of the board, as `Board.transform` turns the stones.

    Parameters
    ----------
    array : array_like
        Planes or maps, shape (..., rows, cols), or (..., rows, cols, C) with layout "NHWC"; or policies and masks of moves, shape
        (..., rows * cols + 1), whose last entry, the pass, stays last.
    k : int or array_like of int, shape (N,)
        0 to 7: bit 2 swaps rows and columns first, bit 0 then flips the rows, bit 1 the columns. An array has one for each of the N
        samples along the first axis; on a rectangular board all of them, or none, swap rows and columns.
    size : int or (rows, cols), optional
        What the axes are. Without it, two equal last axes are a board, and a last axis of side * side + 1 is a policy.
    layout : {"NCHW", "NHWC"}

    Returns
    -------
    ndarray
        New, C-contiguous, of the same dtype.

    Raises
    ------
    ValueError
        Where the axes fit no board, or both a board and a policy; for a k out of range, or of another length than the samples.
    TypeError
        For a k that is not of ints.

    Examples
    --------
    >>> symmetries([[1, 2], [3, 4]], 1)
    array([[3, 4],
           [1, 2]])
    >>> symmetries([[1, 2, 3, 4, 9], [1, 2, 3, 4, 9]], [0, 4], size=2)
    array([[1, 2, 3, 4, 9],
           [1, 3, 2, 4, 9]])
    """
    given = np.asarray(array)
    layout = arguments.choice(layout, "layout", ("NCHW", "NHWC"))
    shape, policy = _board_axes(given, None if size is None else arguments.size(size), layout)
    own_axes = 1 if policy else 3 if layout == "NHWC" else 2
    samples = given.shape[0] if given.ndim > own_axes else -1
    if samples < 0 and np.ndim(k):
        raise ValueError(f"k must be one int: the shape {given.shape} has no axis of samples")
    turn = turns_of(k, "k", samples, "sample")
    if isinstance(turn, int):
        return _turned(given, turn, shape, policy, layout)
    if samples and shape[0] != shape[1] and not policy and len({k >> 2 for k in turn.tolist()}) > 1:
        raise ValueError("symmetries that swap rows and columns, and others, do not fit in one array of a rectangular board")
    result = None
    for each in np.unique(turn).tolist():
        chosen = turn == each
        part = _turned(given[chosen], each, shape, policy, layout)
        if result is None:
            result = np.empty((samples, *part.shape[1:]), given.dtype)
        result[chosen] = part
    return given.copy() if result is None else result


def _board_axes(given: NDArray[np.generic], shape: tuple[int, int] | None, layout: str) -> tuple[tuple[int, int], bool]:
    """The board that the last axes are, of `shape` if that is given, and whether they are one axis of moves."""
    last = given.shape[-1] if given.ndim else 0
    if layout == "NHWC":
        if given.ndim < 3 or (shape is not None and given.shape[-3:-1] != shape):
            raise ValueError(f"the shape {given.shape} fits no planes (..., rows, cols, C) of {'a board' if shape is None else shape}")
        return (given.shape[-3], given.shape[-2]), False
    side = int(max(last - 1, 0) ** 0.5 + 0.5)
    policy = side > 0 and side * side + 1 == last and side <= arguments.MAX_SIDE
    plane = given.ndim >= 2 and 1 <= given.shape[-2] <= arguments.MAX_SIDE and 1 <= last <= arguments.MAX_SIDE
    if shape is not None:
        policy = last == shape[0] * shape[1] + 1
        plane = given.ndim >= 2 and given.shape[-2:] == shape
    elif plane and given.shape[-2] == last:
        policy = False
    if plane == policy:
        fits = "both planes and policies" if plane else "neither planes nor policies"
        raise ValueError(f"the shape {given.shape} fits {fits}{'; give the size of the board' if shape is None else ''}")
    return shape or ((side, side) if policy else (given.shape[-2], last)), policy


def _turned(given: NDArray[_T], k: int, shape: tuple[int, int], policy: bool, layout: str) -> NDArray[_T]:
    """An array under one symmetry."""
    if layout == "NHWC":
        return np.ascontiguousarray(np.moveaxis(transformed(np.moveaxis(given, -1, 0), k), 0, -1))
    if not policy:
        return np.array(transformed(given, k), order="C")
    result = np.empty(given.shape, given.dtype)
    board = transformed(given[..., :-1].reshape(given.shape[:-1] + shape), k)
    result[..., :-1] = board.reshape((*given.shape[:-1], shape[0] * shape[1]))
    result[..., -1] = given[..., -1]
    return result


@overload
def symmetry_moves(moves: int, k: int, size: int | tuple[int, int] = 19) -> int: ...
@overload
def symmetry_moves(
    moves: Sequence[int] | NDArray[np.integer], k: int | Sequence[int] | NDArray[np.integer], size: int | tuple[int, int] = 19
) -> NDArray[np.int64]: ...
def symmetry_moves(
    moves: int | Sequence[int] | NDArray[np.integer],
    k: int | Sequence[int] | NDArray[np.integer],
    size: int | tuple[int, int] = 19,
) -> int | NDArray[np.int64]:
    """Where a symmetry takes moves.

    Parameters
    ----------
    moves : int or array_like of int, any shape
        Points `row * cols + col`, and passes, `rows * cols`.
    k : int or array_like of int, shape (N,)
        0 to 7, as in `symmetries`; an array has one for each of the N entries along the first axis of `moves`.
    size : int or (rows, cols)
        The board before.

    Returns
    -------
    int, or ndarray of int64 of the shape of `moves`

    Raises
    ------
    ValueError
        For moves that are not on the board, or a k of another length.
    TypeError
        For moves that are not integers.

    Examples
    --------
    >>> symmetry_moves([0, 3, 9], 1, 3)
    array([6, 3, 9])
    """
    rows, cols = arguments.size(size)
    given = np.array(moves, subok=False)
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"moves must be integers, not {given.dtype}")
    if given.size and (given.min() < 0 or given.max() > rows * cols):
        raise ValueError(f"moves on a board of {rows} rows and {cols} columns are 0 to {rows * cols}")
    if given.ndim == 0 and np.ndim(k):
        raise ValueError("k must be one int for one move")
    turn: int | NDArray[np.uint8] = turns_of(k, "k", given.shape[0] if given.ndim else 0, "move")
    images = np.stack([image(rows, cols, each) for each in range(8)])
    if not isinstance(turn, int):
        turn = turn.reshape((-1,) + (1,) * (given.ndim - 1))
    result = images[turn, given.astype(np.int64)]
    return int(result) if result.ndim == 0 else result
