"""Types of what the room takes and gives; imported by type checkers alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypedDict

from numpy.typing import ArrayLike

from goboard._core import Board
from goboard.board._batch import BoardBatch
from goboard.rules._game import Game

Position: TypeAlias = Board | Game | ArrayLike  # stones (rows, cols), or a diagram
Positions: TypeAlias = Position | BoardBatch | Iterable[Position]


class KatagoTerms(TypedDict, total=False):
    """The terms: see `features.katago_v7`."""

    ko: str | None
    scoring: str
    tax: str
    suicide: bool | None
    komi: float
    bonus: float | None
    button: bool
    encore: int
    encore_stones: ArrayLike | None
    ko_blocked: ArrayLike | None
    ko_taken: ArrayLike | None
    ko_passes: Mapping[int, int] | None
    finished: bool
    pass_ends: bool | None
    turns: int | None
    advantage: float


class _RuleTerms(TypedDict):
    ko: str
    scoring: str
    tax: str
    suicide: bool
    komi: float
    bonus: float
    button: bool
    turns: int


class GameTerms(_RuleTerms, total=False):
    """The terms of a game: those of its rules at the least."""

    encore: int
    encore_stones: ArrayLike | None
    ko_blocked: ArrayLike | None
    ko_taken: ArrayLike | None
    ko_passes: Mapping[int, int] | None
    finished: bool
    pass_ends: bool
