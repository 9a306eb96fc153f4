"""Positions as input planes for neural networks: `features`.

Three sets of planes, all from the side of the player to move:

* "alphago_zero": Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017), Methods, "Neural network
  architecture": for each of the latest 8 positions the player's and the opponent's stones, then one plane that is 1 if Black
  is to play. Positions before the first are all zero.
* "alphago": Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529 (2016), Extended
  Data Table 2: the 48 planes of the policy network.
* "katago_v7": the 22 spatial and 19 global inputs of KataGo's input version 7 (`fillRowV7` in cpp/neuralnet/nninputs.cpp).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from goboard.board import _arguments as arguments
from goboard.learning._area import independent_life_area
from goboard.learning._paint import checked_array, paint, plain_array, replay_planes, unpack_planes
from goboard.learning._presets import GLOBALS, LATEST, PRESETS, Form
from goboard.learning._symmetry import inverse_symmetry, symmetries, symmetry_moves
from goboard.learning._terms import TAXES as TAXES, TERMS as TERMS, game_terms, rule_terms

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from goboard.learning._types import KatagoTerms, Position, Positions

__all__ = [
    "GLOBALS", "PRESETS", "Features", "features", "game_terms", "independent_life_area", "inverse_symmetry", "replay_planes", "rule_terms",
    "symmetries", "symmetry_moves", "unpack_planes",
]  # fmt: skip

_T = TypeVar("_T", bound=np.generic)
_A = TypeVar("_A", bound="NDArray[np.generic]")


class Features:
    """Positions as input planes: `goboard.features(positions, name)`.

    Attributes
    ----------
    planes : dict of str to str
        Every plane's name, "preset.plane", and what it means, in the order of the planes.
    globals : tuple of str
        What the 19 global inputs of KataGo mean.
    presets : tuple of str
        The names of the sets of planes.

    Examples
    --------
    >>> features.planes["katago_v7.ladder_2"]
    'the same two moves ago'
    """

    def __init__(self) -> None:
        self.planes: dict[str, str] = {f"{preset}.{plane}": meaning for preset, planes in PRESETS.items() for plane, meaning in planes.items()}
        self.globals: tuple[str, ...] = GLOBALS
        self.presets: tuple[str, ...] = tuple(PRESETS)

    @overload
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = ...,
        *,
        history: int = ...,
        out: None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: None = ...,
        pos_len: int | None = ...,
        packed: Literal[False] = ...,
        **terms: Unpack[KatagoTerms],
    ) -> NDArray[np.float32]: ...
    @overload
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = ...,
        *,
        history: int = ...,
        out: None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: type[_T],
        pos_len: int | None = ...,
        packed: Literal[False] = ...,
        **terms: Unpack[KatagoTerms],
    ) -> NDArray[_T]: ...
    @overload
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = ...,
        *,
        history: int = ...,
        out: None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: DTypeLike | None = ...,
        pos_len: int | None = ...,
        packed: Literal[True],
        **terms: Unpack[KatagoTerms],
    ) -> NDArray[np.uint8]: ...
    @overload
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = ...,
        *,
        history: int = ...,
        out: _A,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: DTypeLike | None = ...,
        pos_len: int | None = ...,
        packed: bool = ...,
        **terms: Unpack[KatagoTerms],
    ) -> _A: ...
    @overload
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = ...,
        *,
        history: int = ...,
        out: NDArray[np.generic] | None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: DTypeLike | None = ...,
        pos_len: int | None = ...,
        packed: bool = ...,
        **terms: Unpack[KatagoTerms],
    ) -> NDArray[np.generic]: ...
    def __call__(
        self,
        positions: Positions,
        name: str | Sequence[str] = "alphago_zero",
        *,
        history: int = LATEST,
        out: NDArray[np.generic] | None = None,
        symmetry: int | ArrayLike = 0,
        layout: str = "NCHW",
        dtype: DTypeLike | None = None,
        pos_len: int | None = None,
        packed: bool = False,
        **terms: Unpack[KatagoTerms],
    ) -> NDArray[np.generic]:
        """Input planes, of 0 and 1.

        Parameters
        ----------
        positions : Board, Game, array_like of int, str, BoardBatch, or a sequence of these
            A Board or Game, stones as an array (rows, cols) of 0, 1, 2 or a diagram (N = 1); a sequence of these, all of one shape, or an
            array (N, rows, cols); or a BoardBatch (N = its lanes; the GIL is released). A Game brings its rules, komi and phase.
        name : str or sequence of str
            "alphago_zero" (C = 2 * history + 1), "alphago" (C = 48), "katago_v7" (C = 22), or names out of `planes`.
        history : int
            Positions of alphago_zero, 1 to 8.
        out : ndarray, optional
            Writable, aligned, C-contiguous array of the shape and one of the dtypes below; it is filled and returned.
        symmetry : int or array_like of int, shape (N,)
            0 to 7 as in `Board.transform`, or one for every position; the planes are those of the transformed board.
        layout : {"NCHW", "NHWC"}
            The order of the axes.
        dtype : dtype, optional
            float32 (default), uint8, int8 or bool.
        pos_len : int, optional
            Planes of pos_len by pos_len, the board in their upper left.
        packed : bool
            A bit a point, each plane as `numpy.packbits` packs its points: how KataGo stores them.
        **terms
            For "katago_v7": see `katago_v7`.

        Returns
        -------
        ndarray, shape (N, C, rows, cols), or (N, rows, cols, C), or uint8 (N, C, bytes) if packed

        Raises
        ------
        ValueError, TypeError
            For anything else, and then `out` is as it was.
        MemoryError
            For more planes than memory holds.

        Examples
        --------
        >>> from goboard import Board
        >>> board = Board(3)
        >>> board.play("B2")
        0
        >>> features(board, history=1, dtype="uint8")[0, 1]
        array([[0, 0, 0],
               [0, 1, 0],
               [0, 0, 0]], dtype=uint8)
        """
        form = Form(history, symmetry, layout, dtype, pos_len, packed)
        if not isinstance(name, str):
            return self._chosen(positions, list(name), form, out, terms)
        name = arguments.choice(name, "name", PRESETS)
        return paint(positions, name, form, out, terms)[0]

    def _chosen(self, positions: Positions, names: list[str], form: Form, out: NDArray[np.generic] | None, terms: KatagoTerms) -> NDArray[np.generic]:
        """Single planes, in the order of their names."""
        names = [arguments.choice(name, "name", self.planes) for name in names]
        if not names:
            raise ValueError("names must hold the name of a plane at least")
        presets = list(dict.fromkeys(name.partition(".")[0] for name in names))
        if terms and "katago_v7" not in presets:
            raise TypeError(f"{next(iter(terms))!r} is not an argument of the planes {', '.join(presets)}")
        if arguments.integer(form.history, "history", 1, LATEST) != LATEST:
            raise ValueError("history goes with the whole set alphago_zero; planes by name say theirs (alphago_zero.player_3)")
        if hasattr(type(positions), "__next__"):
            positions = list(cast("Iterable[Position]", positions))
        filled = None if out is None else plain_array(out)
        if form.dtype is None and isinstance(filled, np.ndarray):
            form = form._replace(dtype=filled.dtype)
        axis = 3 if form.layout == "NHWC" else 1
        no_terms: KatagoTerms = {}
        made = {preset: paint(positions, preset, form, None, terms if preset == "katago_v7" else no_terms)[0] for preset in presets}
        parts = []
        for name in names:
            preset, _, plane = name.partition(".")
            parts.append(np.take(made[preset], [list(PRESETS[preset]).index(plane)], axis=axis))
        planes: NDArray[np.generic] = np.concatenate(parts, axis=axis)
        if out is None:
            return planes
        checked_array(filled, planes.shape, planes.dtype)[...] = planes
        return out

    @overload
    def katago_v7(
        self,
        positions: Positions,
        *,
        pos_len: int | None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: None = ...,
        packed: Literal[False] = ...,
        out: None = ...,
        out_global: NDArray[np.float32] | None = ...,
        **terms: Unpack[KatagoTerms],
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
    @overload
    def katago_v7(
        self,
        positions: Positions,
        *,
        pos_len: int | None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: type[_T],
        packed: Literal[False] = ...,
        out: None = ...,
        out_global: NDArray[np.float32] | None = ...,
        **terms: Unpack[KatagoTerms],
    ) -> tuple[NDArray[_T], NDArray[np.float32]]: ...
    @overload
    def katago_v7(
        self,
        positions: Positions,
        *,
        pos_len: int | None = ...,
        symmetry: int | ArrayLike = ...,
        layout: str = ...,
        dtype: DTypeLike | None = ...,
        packed: bool = ...,
        out: NDArray[np.generic] | None = ...,
        out_global: NDArray[np.float32] | None = ...,
        **terms: Unpack[KatagoTerms],
    ) -> tuple[NDArray[np.generic], NDArray[np.float32]]: ...
    def katago_v7(
        self,
        positions: Positions,
        *,
        pos_len: int | None = None,
        symmetry: int | ArrayLike = 0,
        layout: str = "NCHW",
        dtype: DTypeLike | None = None,
        packed: bool = False,
        out: NDArray[np.generic] | None = None,
        out_global: NDArray[np.float32] | None = None,
        **terms: Unpack[KatagoTerms],
    ) -> tuple[NDArray[np.generic], NDArray[np.float32]]:
        """KataGo's inputs of version 7, the planes and the global ones.

        Parameters
        ----------
        positions, pos_len, symmetry, layout, dtype, packed, out
            As for `features`. A Game brings its own terms; for a Board or a BoardBatch, or to overrule, give those below. A BoardBatch
            takes one set of terms for all its lanes, and does not know by itself whether a pass would end a game.
        out_global : ndarray of float32, shape (N, 19), optional
            It is filled and returned.
        ko : {"simple", "positional", "spight", "situational", "natural"}, optional
            By default the board's.
        scoring : {"area", "territory"}
            By default "area".
        tax : {"none", "seki", "all"}
            By default "none".
        suicide : bool, optional
            By default the board's.
        komi : float
            By default 7.5.
        bonus : float, optional
            Points for White beside komi. Under territory scoring a stone costs its side one, which is counted from the stones on the
            board and off it by default.
        button : bool
            Whether it is still there.
        finished : bool
            Hides the moves, as KataGo does once the game is over.
        turns : int, optional
            How many of the latest moves belong to this phase.
        pass_ends : bool, optional
            Whether a pass would end the phase; by default, after a pass, and under simple or Spight ko where the player passed in this
            position before.
        advantage : float
            Playout doublings.
        encore : {0, 1, 2}
            The phase of KataGo's encore.
        encore_stones : array_like of int, shape (rows, cols), optional
            Colors, how the second encore began.
        ko_blocked, ko_taken : array_like of int, shape (rows, cols), optional
            Maps of the kos of the encore.
        ko_passes : dict of int to int, optional
            How many moves ago, 1 to 5, and at which point a pass for a ko was made; KataGo keeps it as a move at that point.

        Returns
        -------
        planes : ndarray, shape (N, 22, rows, cols)
            In the layout asked for.
        globals : ndarray of float32, shape (N, 19)

        Notes
        -----
        Source: `fillRowV7` in cpp/neuralnet/nninputs.cpp of KataGo.

        Examples
        --------
        >>> from goboard import Board
        >>> planes, numbers = features.katago_v7(Board(9), komi=6.5)
        >>> planes.shape, numbers.shape, float(numbers[0, 5])
        ((1, 22, 9, 9), (1, 19), -0.32499998807907104)
        """
        form = Form(LATEST, symmetry, layout, dtype, pos_len, packed)
        planes, numbers = paint(positions, "katago_v7", form, out, terms, True, out_global)
        assert numbers is not None
        return planes, numbers

    def __repr__(self) -> str:
        return f"<goboard.features: {', '.join(self.presets)}>"

    def __reduce__(self) -> str:
        return "features"


features = Features()
