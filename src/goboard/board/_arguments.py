"""Arguments of public functions: the one place where a caller's value becomes an int, a komi, a color, points, a position.

Every function takes the value and the argument's name, and returns plain Python values (or a `Board` of its own) that no
object of the caller's can change afterwards; what cannot be read raises TypeError or ValueError that names the argument, the
value and what was expected. Values are converted before anything is looked at: converting may run the caller's code
(`__index__`, `__iter__`, `__float__`), and that may change the very object that is read.
"""

from __future__ import annotations

import difflib
import math
import operator
import reprlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from goboard._core import BLACK, COLUMN_LETTERS, EMPTY, WHITE, Board, own_copy

__all__ = [
    "choice", "color", "flag", "generator", "integer", "komi", "own", "placed", "plain_move", "plain_points", "played", "point", "points", "position", "real", "seed", "shown", "size", "stones",
]

if TYPE_CHECKING:
    from typing import Protocol

    class HasBoard(Protocol):
        """What stands at a board, as a Game does."""

        @property
        def board(self) -> Board: ...


MAX_SIDE = 25
MOST_POINTS = 1 << 20  # in one array of points, repeated ones counted
MAX_KOMI = 1e6  # a komi is less than this

_COLORS = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}
_T = TypeVar("_T", bound=str)


class _Repr(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 80


_short = _Repr()


def shown(value: Any) -> str:
    """`repr(value)` for an error: short however large the value, and never itself an error."""
    try:
        return _short.repr(value)
    except Exception:  # whatever a foreign __repr__ raises
        return f"a value of type {type(value).__name__}"


def _expected(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return "" if high is None else f" of at most {high}"


def _is_bool(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_)) or "bool" in str(getattr(value, "dtype", ""))


def integer(value: Any, name: str, low: int | None = None, high: int | None = None) -> int:
    """An int from `low` to `high`, both included: whatever has `__index__`, but no bool, float (48.0 neither) or text."""
    if type(value) is not int:
        try:
            if _is_bool(value):
                raise TypeError
            value = operator.index(value)
        except TypeError:
            raise TypeError(f"{name} must be an int{_expected(low, high)}, not {shown(value)}") from None
    number: int = value
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(f"{name} must be an int{_expected(low, high)}, not {shown(value)}")
    return number


def real(value: Any, name: str, low: float | None = None, high: float | None = None) -> float:
    """A finite number from `low` to `high`, both included: int, float, Fraction, Decimal, numpy's; no bool, text or array."""
    if type(value) is not float and (
        _is_bool(value)
        or isinstance(value, (str, bytes, bytearray, complex))
        or getattr(value, "ndim", 0) != 0
        or not (hasattr(value, "__float__") or hasattr(value, "__index__"))
    ):
        raise TypeError(f"{name} must be a number{_expected(low, high)}, not {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number{_expected(low, high)}, not {shown(value)}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number{_expected(low, high)}, not {shown(value)}")
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(f"{name} must be a number{_expected(low, high)}, not {shown(value)}")
    return number


def komi(value: Any, name: str = "komi", step: float | None = None) -> float:
    """Points given to White: a finite number below a million; with `step` (0.5 or 0.25), a multiple of it."""
    number = real(value, name)
    if abs(number) >= MAX_KOMI:
        raise ValueError(f"{name} must be less than a million points, not {shown(value)}")
    if step is not None and not (number / step).is_integer():
        parts = {1: "whole", 0.5: "whole or half", 0.25: "whole, half or quarter"}.get(step, f"multiples of {step:g}")
        raise ValueError(f"{name} must be {parts} points, not {shown(value)}")
    return number


def flag(value: Any, name: str) -> bool:
    """True or False, numpy's too, or the ints 1 and 0."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if number not in (0, 1):
        raise TypeError(f"{name} must be True or False, not {shown(value)}")
    return number == 1


def generator(value: Any, name: str = "seed") -> np.random.Generator:
    """numpy's Generator for a seed: None (a fresh one), an int of at least 0, a sequence of those, SeedSequence, BitGenerator, Generator."""
    if isinstance(value, np.random.Generator):
        return value
    if isinstance(value, np.random.BitGenerator):
        return np.random.Generator(value)
    return np.random.default_rng(_seed_sequence(value, name))


def seed(value: Any, name: str = "seed") -> int:
    """The 64-bit key of a seed, spelled as for `generator`; a Generator is drawn from."""
    if isinstance(value, (np.random.Generator, np.random.BitGenerator)):
        return int(generator(value, name).integers(2**64, dtype=np.uint64))
    return int(_seed_sequence(value, name).generate_state(1, np.uint64)[0])


def _seed_sequence(value: Any, name: str) -> np.random.SeedSequence:
    if isinstance(value, np.random.SeedSequence):
        return value
    if value is None:
        return np.random.SeedSequence()
    if not isinstance(value, (str, bytes, bytearray)) and not hasattr(value, "__index__") and isinstance(value, Iterable):
        return np.random.SeedSequence([integer(number, f"{name}[{k}]", 0) for k, number in enumerate(list(value))])
    try:
        return np.random.SeedSequence(integer(value, name, 0))
    except TypeError:
        raise TypeError(
            f"{name} must be None, an int of at least 0, or a numpy SeedSequence or Generator, not {shown(value)}"
        ) from None


def color(value: Any, name: str = "color") -> int:
    """BLACK (1) or WHITE (2): the int, or "black", "white", "B", "W" in any case. True is not a color."""
    if isinstance(value, str):
        found = _COLORS.get(value.strip().lower()) if len(value) < 20 else None
        if found is None:
            raise ValueError(f'{name} must be BLACK (1), WHITE (2), "black" or "white", not {shown(value)}')
        return found
    try:
        number = integer(value, name)
    except TypeError:
        raise TypeError(f'{name} must be BLACK (1), WHITE (2), "black" or "white", not {shown(value)}') from None
    if number not in (BLACK, WHITE):
        raise ValueError(f'{name} must be BLACK (1), WHITE (2), "black" or "white", not {shown(value)}')
    return number


def choice(value: Any, name: str, allowed: Iterable[_T]) -> _T:
    """One of the words `allowed`, exactly; the error says which, and which was probably meant."""
    words = list(allowed)
    if isinstance(value, str):
        for word in words:
            if word == str.__str__(value):
                return word
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {', '.join(words)}, not {shown(value)}")
    by_case = {word.lower(): word for word in words}
    near = difflib.get_close_matches(value[:80].lower().strip(), list(by_case), 1)
    hint = f"; did you mean {by_case[near[0]]!r}?" if near else ""
    raise ValueError(f"{name} must be one of {', '.join(words)}, not {shown(value)}{hint}")


def size(value: Any, name: str = "size") -> tuple[int, int]:
    """(rows, cols) of a side or a pair of sides, each 1 to 25."""
    if type(value) is tuple and len(value) == 2 and all(type(side) is int and 1 <= side <= MAX_SIDE for side in value):
        return value
    expected = f"{name} must be a side from 1 to {MAX_SIDE} or a pair (rows, cols) of them, not {shown(value)}"
    if isinstance(value, (str, bytes, bytearray)) or _is_bool(value):
        raise TypeError(expected)
    if isinstance(value, (tuple, list)) or getattr(value, "ndim", 0) == 1:
        sides = list(value)
        if len(sides) != 2:
            raise ValueError(expected)
    else:
        sides = [value, value]
    try:
        rows, cols = (integer(side, name) for side in sides)
    except TypeError:
        raise TypeError(expected) from None
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise ValueError(expected)
    return rows, cols


def plain_move(value: Any, name: str) -> int | str | tuple[int, int] | None:
    """A move in plain values: an int, a pair of ints, or text."""
    if type(value) is int or value is None:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, (tuple, list)):
        pair = list(value)
        if len(pair) == 2 and not any(isinstance(part, str) for part in pair):
            try:
                return integer(pair[0], name), integer(pair[1], name)
            except TypeError:
                pass
        raise TypeError(f'{name} must be a point: an int, a (row, col) pair of ints or a vertex such as "D4", not {shown(value)}')
    try:
        return integer(value, name)
    except TypeError:
        raise TypeError(f'{name} must be a point: an int, a (row, col) pair of ints or a vertex such as "D4", not {shown(value)}') from None


def _place(board: Board, move: int | str | tuple[int, int] | None, value: Any, name: str, passes: bool) -> int:
    rows, cols = _shape(board)
    try:
        at = Board.point(board, move)
    except ValueError:
        at = -1
    if at == rows * cols and not passes:
        at = -1
    if at < 0:
        last = f"{COLUMN_LETTERS[cols - 1]}{rows}"
        or_pass = " or a pass" if passes else ""
        raise ValueError(
            f"{name} must be a point{or_pass} of a board of {rows} rows and {cols} columns (0 to {rows * cols - 1}, A1 to {last}), not {shown(value)}"
        )
    return at


def _shape(board: Board) -> tuple[int, int]:
    """The struct's shape, whatever a subclass says."""
    shape = memoryview(board).shape
    assert shape is not None
    return shape[0], shape[1]


def point(board: Board, value: Any, name: str = "point", *, passes: bool = False) -> int:
    """The int `row * cols + col` of a point in any notation: an int, a (row, col) pair, a vertex.

    With `passes`, a pass too ("pass", None, -1, `rows * cols`), which is `rows * cols`.
    """
    return _place(board, plain_move(value, name), value, name, passes)


class PlainPoints(NamedTuple):
    """Points in plain values, not yet looked up on a board."""

    moves: list[int | str | tuple[int, int] | None]
    mask: tuple[int, int] | None  # the shape, if they were given as an array of bool
    single: bool  # one point instead of an iterable


def plain_points(value: Any, name: str) -> PlainPoints:
    """`points` without a board: everything converted, nothing looked at."""
    if isinstance(value, str) or type(value) is int:
        return PlainPoints([plain_move(value, name)], None, True)
    if isinstance(value, np.ndarray):
        # A view may be far larger than its memory: looked at before it is copied.
        seen = np.ndarray.view(value, np.ndarray)
        if seen.size > MOST_POINTS:
            raise ValueError(f"{name} must be points of a board of at most {MAX_SIDE} by {MAX_SIDE}, not an array of shape {seen.shape}")
        array = np.array(seen, subok=False)
        if array.dtype == np.bool_:
            if array.ndim != 2:
                raise ValueError(f"{name} as an array of bool must have the board's shape, not {array.shape}")
            return PlainPoints([(row, col) for row, col in np.argwhere(array).tolist()], (array.shape[0], array.shape[1]), False)
        if array.size and array.dtype.kind not in "iuUO":
            raise TypeError(f"{name} must be an array of ints, or of bool in the board's shape, not of {array.dtype}")
        if array.ndim > 2 or (array.ndim == 2 and array.shape[1] != 2):
            raise ValueError(f"{name} must be an array of points (n,) or of (row, col) pairs (n, 2), not of shape {array.shape}")
        value = array.tolist() if array.ndim else [array.item()]
    elif isinstance(value, (bytes, bytearray)) or not isinstance(value, Iterable):
        try:
            return PlainPoints([integer(value, name)], None, True)
        except TypeError:
            raise TypeError(f"{name} must be an iterable of points, not {shown(value)}") from None
    return PlainPoints([plain_move(move, f"{name}[{k}]") for k, move in enumerate(list(value))], None, False)


def placed(board: Board, plain: PlainPoints, name: str) -> list[int]:
    """The points on a board, in the order given."""
    shape = _shape(board)
    if plain.mask not in (None, shape):
        raise ValueError(f"{name} as an array of bool must have the board's shape {shape}, not {plain.mask}")
    return [_place(board, move, move, name if plain.single else f"{name}[{k}]", False) for k, move in enumerate(plain.moves)]


def points(board: Board, value: Any, name: str = "points") -> list[int]:
    """The ints of points, in the order given.

    `value` is an iterable of points in any notation, an int array (n,) or (n, 2), a bool array of the board's shape, or a single
    vertex or int. A tuple of two ints is two points.
    """
    return placed(board, plain_points(value, name), name)


def own(board: Board) -> Board:
    """A plain `Board` like this one, with its history: what a subclass overrides has no say in it."""
    return own_copy(board)


def played(value: Any, name: str = "board") -> Board:
    """A `Board` of the callee's own, with its history, from a Board or a Game; nothing else has a history."""
    inner = value if isinstance(value, Board) else getattr(value, "board", None)
    if not isinstance(inner, Board):
        raise TypeError(f"{name} must be a Board or a Game, not {shown(value)}")
    return own(inner)


def position(value: Any, name: str = "board") -> Board:
    """A `Board` of the callee's own, with its history, from a Board, a Game, stones as an array (rows, cols) of 0, 1, 2, or a diagram.

    Arrays and diagrams have Black to play, and the board's usual ko and suicide rules.
    """
    if isinstance(value, Board):
        return own(value)
    if isinstance(value, str):
        try:
            return Board.from_text(value)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    inner = getattr(value, "board", None)
    if isinstance(inner, Board):
        return own(inner)
    try:
        return Board.from_array(_stones_array(value, name))
    except ValueError as error:
        raise error if str(error).startswith(name) else ValueError(f"{name}: {error}") from None


def _stones_array(value: Any, name: str) -> NDArray[np.uint8]:
    """An array of stones (rows, cols) of 0, 1, 2, copied before it is looked at; chains without a liberty are not looked for."""
    expected = f"{name} must be a Board, a Game, an int array of stones (rows, cols) or a diagram, not {shown(value)}"
    if value is None or isinstance(value, (bytes, bytearray, int, float)):
        raise TypeError(expected)
    try:
        array = np.asarray(value)
    except ValueError:  # rows of several lengths
        raise ValueError(expected) from None
    if array.ndim != 2 or not (1 <= array.shape[0] <= MAX_SIDE and 1 <= array.shape[1] <= MAX_SIDE):
        kind = TypeError if array.dtype.kind not in "iu" and array.size else ValueError
        raise kind(expected + (f" of shape {array.shape}" if array.ndim else ""))
    array = array.copy()
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be an array of ints, not of {array.dtype}")
    if array.min() < EMPTY or array.max() > WHITE:
        raise ValueError(f"{name} must hold 0 (empty), 1 (Black) and 2 (White), not {int(array.min() if array.min() < EMPTY else array.max())}")
    return np.ascontiguousarray(array, dtype=np.uint8)


def stones(value: Any, name: str = "board", *, standing: bool = True) -> NDArray[np.uint8]:
    """The stones of a position (see `position`): a new uint8 array (rows, cols) of EMPTY 0, BLACK 1, WHITE 2.

    Without `standing`, an array may also hold chains without a liberty.
    """
    if not standing and not isinstance(value, (Board, str)) and not isinstance(getattr(value, "board", None), Board):
        return _stones_array(value, name)
    return np.array(memoryview(position(value, name)), dtype=np.uint8)
