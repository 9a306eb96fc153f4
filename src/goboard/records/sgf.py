"""Game records: SGF, FF[1] to FF[4], read and written.

    games = goboard.sgf.load("game.sgf")            # a list of trees; games.warnings says what was mended
    for node in games[0].main_line: print(node.properties)
    goboard.sgf.dump(games, "copy.sgf")

Format: https://www.red-bean.com/sgf/ . Reading is tolerant unless `strict=True`, which refuses the first fault with its
line and column. Values are kept raw, so every property comes out as it went in; `Node.text` resolves escapes.
`record()` turns one line of a tree into plain data: shape, set-up, moves as (color, point), komi, result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goboard._core import BLACK, WHITE
from goboard.records._encodings import CHARSET as CHARSET, EAST_ASIAN as EAST_ASIAN, codec
from goboard.records._peers import bottom_up, from_bottom_up, from_pysgf, from_sgfmill, to_pysgf, to_sgfmill
from goboard.records._record import Record, Setup, carry_out, record  # noqa: F401 (carry_out: for Game)
from goboard.records._sgf import Node, SGFError, plain, point
from goboard.records._trees import Collection, Tree, _tree_of, contents, dump, dumps, escape, load, loads, main_lines  # noqa: F401 (_tree_of: in pickles)
from goboard.rules._results import RecordWarning, komi_text as _komi_text

__all__ = [
    "Collection", "Node", "Record", "RecordWarning", "SGFError", "Setup", "Tree",
    "bottom_up", "codec", "dump", "dumps", "escape", "from_bottom_up", "from_moves", "from_pysgf", "from_sgfmill",
    "load", "loads", "main_lines", "plain", "point", "record", "to_pysgf", "to_sgfmill", "vertex",
]  # fmt: skip

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
Points = Sequence[int] | NDArray[np.integer[Any]]


def vertex(at: int | None, rows: int, cols: int) -> str:
    """A point as SGF writes it: "pd"; a pass (`rows * cols`, -1 or None) is ""."""
    if at is None or at == -1 or at == rows * cols:
        return ""
    if not 0 <= at < rows * cols:
        raise ValueError(f"point {at} is not on a board of {rows} rows and {cols} columns")
    return LETTERS[at % cols] + LETTERS[at // cols]


def from_moves(
    shape: int | tuple[int, int],
    moves: Iterable[tuple[int, int | None]],
    *,
    black: Points = (),
    white: Points = (),
    to_play: int | None = None,
    komi: float | None = None,
    handicap: int | None = None,
    rules: str | None = None,
    result: str | None = None,
    properties: Mapping[str, object] | None = None,
    turns: Iterable[tuple[int, int]] = (),
) -> Tree:
    """A Tree of one line: `moves` are (color, point) pairs, `black` and `white` stones set up before the first.

    `properties` (dict of name -> text, not yet escaped) joins the root: PB, PW, DT and so on. `turns`: (number of moves, color) pairs, who
    is to play after so many moves: PL in a node of its own.
    """
    rows, cols = (shape, shape) if isinstance(shape, int) else shape
    turn_after = dict(turns)
    if not (1 <= rows <= len(LETTERS) and 1 <= cols <= len(LETTERS)):
        raise ValueError(f"SGF has no letters for a board of {rows} rows and {cols} columns")
    root = Node({"FF": "4", "GM": "1", "SZ": f"{cols}" if rows == cols else f"{cols}:{rows}"})
    root_texts = {
        "RU": rules,
        "KM": None if komi is None else _komi_text(komi),
        "HA": None if handicap is None else f"{handicap}",
        "RE": result,
        "PL": None if to_play is None else "BW"[to_play - 1],
        **(properties or {}),
    }
    root.properties.update({name: [escape(str(text))] for name, text in root_texts.items() if text is not None})
    for name, points in ("AB", black), ("AW", white):
        if len(points):
            root.properties[name] = [vertex(int(at), rows, cols) for at in points]
    node = root
    for number, (color, at) in enumerate(moves, 1):
        if color not in (BLACK, WHITE):
            raise ValueError(f"colour {color!r}: 1 (Black) or 2 (White) is expected")
        node = Node({"BW"[color - 1]: vertex(at, rows, cols)}, node)
        if number in turn_after:
            node = Node({"PL": "BW"[turn_after[number] - 1]}, node)
    return Tree(root)
