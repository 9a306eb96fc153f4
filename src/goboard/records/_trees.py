"""Trees of game records: SGF read into them and written from them."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from goboard.board._arguments import choice
from goboard.records import _sgf
from goboard.records._encodings import codec, decode, known
from goboard.records._sgf import Node, SGFError, shown

File = str | os.PathLike[str] | IO[bytes] | IO[str]


class Tree(_sgf.TreeBase):
    """One game: `root` (a Node) and all its variations. `str(tree)` is its SGF.

    The nodes are made when they are asked for; what walks through them raises ValueError if a node hangs in the tree twice or below itself.
    """

    __slots__ = ()

    @property
    def main_line(self) -> list[Node]:
        """The nodes from the root down, always by the first child."""
        return self.root.main_line

    def nodes(self) -> Iterator[Node]:
        """Every node, depth first, the main line first. Children that are added to a node after it was given out are not met."""
        return _sgf.walk(self.root)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols) as SZ says; (19, 19) when it says nothing. Raises SGFError when it is no size."""
        return shape_of(self.root)

    def __str__(self) -> str:
        return dumps(self, encoding=None)

    def __repr__(self) -> str:
        return f"<goboard.sgf.Tree, {self.length} nodes on the main line>"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Tree) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Callable[[str], Tree], tuple[str]]:
        return _tree_of, (str(self),)


def _tree_of(text: str) -> Tree:
    return loads(text)[0]


class Collection(list[Tree]):
    """The trees of one file. `warnings`: list of str, what was mended; `encoding`: the codec it was read with, or None."""

    def __init__(self, trees: Iterable[Tree] = (), warnings: Iterable[str] = (), encoding: str | None = None) -> None:
        super().__init__(trees)
        self.warnings = list(warnings)
        self.encoding = encoding


Source = Tree | Node | Iterable[Tree | Node]


def loads(data: bytes | bytearray | memoryview | str, strict: bool = False, encoding: str | None = None, kind: str | None = None) -> Collection:
    """Reads a collection from bytes or str. GIB, NGF and UGF are read too: `kind` says which it is, None leaves
    that to `goboard.formats.recognize`.

    Bytes are decoded by `encoding` if given, else by their byte order mark, their CA property, as UTF-8 where they are
    UTF-8, or by the East Asian or Cyrillic encoding that fits best, else as Latin-1; `warnings` of the result says what was
    guessed, `encoding` what was used. Raises SGFError (a ValueError) when there is no game in the data, or with `strict` for the first
    fault; LookupError for an unknown `encoding`.
    """
    text, warnings, encoding = _text(data, strict, encoding, kind)
    games = _games(text, strict, warnings)
    return Collection(games.trees(Tree), warnings, encoding)


def _text(data: object, strict: bool, encoding: str | None, kind: str | None = None) -> tuple[str, list[str], str | None]:
    """SGF text of what the caller gave, what was mended so far, and the codec."""
    warnings: list[str] = []
    if isinstance(data, str):
        text = data.removeprefix("\ufeff")
    elif isinstance(data, (bytes, bytearray, memoryview)):
        data = bytes(data)
        for magic, what in PACKED.items():
            if data.startswith(magic):
                raise SGFError(f"this is {what}, not a game record: unpack it first (goboard.dataset.Dataset reads zip and tar archives)")
        text, encoding = decode(data, encoding, strict, warnings)
    else:
        raise TypeError(f"SGF is bytes or str, not {type(data).__name__}")
    if not text or text.isspace():
        raise SGFError("no game found: the text is empty")
    from goboard.records import formats

    kind = formats.recognize(text) if kind is None else choice(kind, "kind", formats.KINDS)
    return text if kind == "sgf" else formats.to_sgf(text, kind, strict, warnings), warnings, encoding


PACKED = {
    b"\x1f\x8b": "gzip data", b"PK\x03\x04": "a zip archive", b"PK\x05\x06": "an empty zip archive", b"BZh": "bzip2 data",
    b"\xfd7zXZ\0": "xz data", b"7z\xbc\xaf\x27\x1c": "a 7z archive", b"Rar!": "a rar archive", b"%PDF": "a PDF file", b"\x89PNG": "a PNG picture",
}  # fmt: skip


def _games(text: str, strict: bool, warnings: list[str]) -> _sgf.Document:
    try:
        games, mended = _sgf.read(text, strict)
    except SGFError as error:
        if error.what == _sgf.NO_GAME and len(text) < 300:
            raise SGFError(f"{_sgf.NO_GAME}; a file is read by goboard.sgf.load, or give its bytes") from None
        raise
    warnings += mended
    for number in range(len(games)):
        game = (games.first(number, "GM") or "1").strip()
        if game not in ("1", ""):
            note_fault(f"GM[{shown(game)}] is not the game of Go", games.place_of(number), strict, warnings)
        if strict:
            shape_in(games.first(number, "SZ"), games.place_of(number))
    return games


def main_lines(data: bytes | bytearray | memoryview | str, strict: bool = False, encoding: str | None = None) -> tuple[list[list[Node]], list[str]]:
    """Of each game the nodes of the main line, and what was mended: for `record`, and quicker than trees.

    These nodes show neither parents nor children. Arguments and errors as for `loads`.
    """
    text, warnings, _ = _text(data, strict, encoding)
    games = _games(text, strict, warnings)
    return [games.line(number) for number in range(len(games))], warnings


def load(file: File, strict: bool = False, encoding: str | None = None) -> Collection:
    """`loads` of a path or of an open file (binary, or text)."""
    return loads(contents(file), strict, encoding)


def contents(file: File) -> bytes | str:
    """What a path or an open file holds."""
    if isinstance(file, (str, bytes, os.PathLike)):
        with open(file, "rb") as opened:
            return opened.read()
    if not hasattr(file, "read"):
        raise TypeError(f"a record is read from a path or an open file, not {type(file).__name__}")
    data: bytes | str = file.read()
    return data


def note_fault(what: str, node: Node | tuple[int, int], strict: bool, warnings: list[str]) -> None:
    """A fault of meaning, not of grammar: refused when strict, else noted. `node`: where, or a line and a column."""
    if len(warnings) >= _sgf.MOST_WARNINGS and not strict:
        return
    error = SGFError(what, *(node if isinstance(node, tuple) else (node.line, node.column)))
    if strict:
        raise error
    warnings.append(str(error))


def shape_of(root: Node) -> tuple[int, int]:
    return shape_in(root.get("SZ"), root)


def shape_in(raw: str | None, node: Node | tuple[int, int]) -> tuple[int, int]:
    raw = (raw or "").strip()
    if not raw or raw == "19":
        return 19, 19
    found = re.fullmatch(r"\+?(\d{1,2})(?:\.0*)?(?:\s*[:xX*]\s*(\d{1,2}))?", raw, re.ASCII)
    cols = int(found[1]) if found else 0
    rows = int(found[2] or found[1]) if found else 0
    if not (1 <= cols <= 52 and 1 <= rows <= 52):
        where = node if isinstance(node, tuple) else (node.line, node.column)
        raise SGFError(f"SZ[{shown(raw)}] is no size: 1 to 52, or columns:rows", *where)
    return rows, cols


NAME = re.compile("[A-Z][A-Z0-9_]*")
RAW = re.compile(r"[^\]\\]*(?:\\.[^\]\\]*)*", re.DOTALL)
LINE = 72


def escape(text: str) -> str:
    """Text as a raw property value: "]" and "\\" are escaped."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def dumps(source: Source, encoding: str | None = "utf-8") -> str:
    """SGF text of a Collection, a Tree, a Node (with what hangs below it) or an iterable of trees.

    Where the text is not plain ASCII, or says CA, its CA comes to name `encoding`, in which it is meant to be stored;
    None leaves the properties as they are. Raises ValueError for a value with an unescaped "]".
    """
    if isinstance(source, (Tree, Node)):
        source = [source]
    text = io.StringIO(newline="")
    for tree in source:
        # A root that is not kept: many small games need no more than their text.
        text.write(_game_text(tree.peek() if isinstance(tree, Tree) else tree, encoding))
        text.write("\n")
    return text.getvalue() or "\n"


def dump(source: Source, file: str | os.PathLike[str] | IO[bytes], encoding: str = "utf-8") -> None:
    """Writes `dumps(source, encoding)` to a path or a binary file, in that encoding."""
    data = dumps(source, encoding).encode(codec(encoding))
    if isinstance(file, (str, bytes, os.PathLike)):
        with open(file, "wb") as opened:
            opened.write(data)
    else:
        file.write(data)


def _game_text(root: object, encoding: str | None) -> str:
    if not isinstance(root, Node):
        raise TypeError(f"a Tree or a Node is expected, not {type(root).__name__}")
    declared = root.get("CA")
    text = _sgf.write(root, None, _name, _values, LINE)
    if encoding is None or (declared is not None and known(declared) == known(encoding)) or (declared is None and text.isascii()):
        return text
    return _sgf.write(root, encoding.upper(), _name, _values, LINE)


def _name(name: str) -> str:
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise ValueError(f"{name!r} is no property name: capitals A to Z are expected")
    return name


def _values(name: str, raw: list[str]) -> str:
    for value in raw:
        if not isinstance(value, str):
            raise TypeError(f"the values of {name} are str, not {type(value).__name__}")
        if ("]" in value or "\\" in value) and not RAW.fullmatch(value):
            raise ValueError(f"{name}[{value}]: a ']' or a last '\\' must be escaped, see goboard.sgf.escape")
    return "][".join(raw)
