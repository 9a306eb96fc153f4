"""Results as values: frozen dataclasses that compare by value, arrays included."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

__all__ = ["Value", "same"]


def same(a: Any, b: Any) -> bool:
    """Whether two field values are equal, element by element where they hold arrays."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b) or bool(a != a and b != b)  # nan is the same as nan


class Value:
    """Base of a `@dataclass(frozen=True, eq=False)`: equal by value, arrays included, and so not hashable."""

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(same(getattr(self, f.name), getattr(other, f.name)) for f in fields(self) if f.compare)  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]
