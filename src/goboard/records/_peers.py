"""Trees of sgfmill and pysgf, and their way of counting rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from goboard.records._sgf import Node
from goboard.records._trees import Tree, dumps, escape

# sgfmill and pysgf count rows from the bottom edge: their (0, 0) is A1. Trees carry SGF letters, which count from the top.


def from_bottom_up(move: tuple[int, int] | None, shape: tuple[int, int]) -> int:
    """A move of sgfmill, (row, col) counted from the bottom or None for a pass, as a point. pysgf: `move.coords[::-1]`."""
    rows, cols = shape
    if move is None:
        return rows * cols
    row, col = move
    if not (0 <= row < rows and 0 <= col < cols):
        raise ValueError(f"{move!r} is not on a board of {rows} rows and {cols} columns")
    return (rows - 1 - row) * cols + col


def bottom_up(at: int | None, shape: tuple[int, int]) -> tuple[int, int] | None:
    """A point as sgfmill's (row, col) counted from the bottom; None for a pass."""
    rows, cols = shape
    if at is None or at == -1 or at == rows * cols:
        return None
    if not 0 <= at < rows * cols:
        raise ValueError(f"point {at} is not on a board of {rows} rows and {cols} columns")
    row, col = divmod(at, cols)
    return rows - 1 - row, col


def _copied(top: Any, children: Callable[[Any], Iterable[Any]], properties: Callable[[Any], dict[str, list[str]]]) -> Tree:
    """A Tree of foreign nodes: `children(node)` lists those below, `properties(node)` is a dict of raw values."""
    tree = Tree(Node(properties(top)))
    stack = [(top, tree.root)]
    while stack:
        theirs, ours = stack.pop()
        stack += [(child, Node(properties(child), ours)) for child in children(theirs)]
    return tree


def from_sgfmill(game: Any) -> Tree:
    """The Tree of an `sgfmill.sgf.Sgf_game` or of a node of one, with all that hangs below it."""
    top = game.get_root() if hasattr(game, "get_root") else game
    charset = top.get_encoding()

    def properties(node: Any) -> dict[str, list[str]]:
        return {name: [raw.decode(charset) for raw in values] for name, values in node.get_raw_property_map().items()}

    return _copied(top, list, properties)


def to_sgfmill(tree: Tree) -> Any:
    """An `sgfmill.sgf.Sgf_game` of the tree. Raises ValueError where sgfmill does: for rectangular boards among others."""
    from sgfmill.sgf import Sgf_game

    return Sgf_game.from_bytes(dumps(tree, "utf-8").encode("utf-8"))


def from_pysgf(node: Any) -> Tree:
    """The Tree of a `pysgf` node (what its `parse_sgf` returns), with all that hangs below it."""

    def properties(node: Any) -> dict[str, list[str]]:
        return {name: [escape(str(value)) for value in values] for name, values in node.properties.items() if values}

    return _copied(node, lambda node: node.children, properties)


def to_pysgf(tree: Tree) -> Any:
    """The root of a `pysgf` tree of the tree."""
    from pysgf import GoNode

    def properties(node: Node) -> dict[str, list[str]]:
        # pysgf keeps values with \\ and \] resolved and every other backslash as it is.
        return {name: [re.sub(r"\\([\]\\])", r"\1", raw) for raw in values] for name, values in node.properties.items()}

    root = GoNode(properties=properties(tree.root))
    stack = [(tree.root, root)]
    while stack:
        ours, theirs = stack.pop()
        stack += [(child, GoNode(parent=theirs, properties=properties(child))) for child in ours.children]
    return root
