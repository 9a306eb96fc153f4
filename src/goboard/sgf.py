"""Game records: SGF, FF[1] to FF[4], read and written.

    games = goboard.sgf.load("game.sgf")            # a list of trees; games.warnings says what was mended
    for node in games[0].main_line: print(node.properties)
    goboard.sgf.dump(games, "copy.sgf")

Format: https://www.red-bean.com/sgf/ . Reading is tolerant unless `strict=True`, which refuses the first fault with its
line and column. Values are kept raw, so every property comes out as it went in; `Node.text` resolves escapes.
`record()` turns one line of a tree into plain data: shape, set-up, moves as (colour, point), komi, result.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from goboard import _sgf
from goboard._results import Marks, RecordWarning, komi_text as _komi_text, read_handicap, read_komi, read_marks
from goboard._sgf import Node, SGFError, plain, point

__all__ = [
    "Collection", "Node", "Record", "RecordWarning", "SGFError", "Setup", "Tree",
    "bottom_up", "codec", "dump", "dumps", "escape", "from_bottom_up", "from_moves", "from_pysgf", "from_sgfmill",
    "load", "loads", "main_lines", "plain", "point", "record", "to_pysgf", "to_sgfmill", "vertex",
]  # fmt: skip

EMPTY, BLACK, WHITE = 0, 1, 2
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Tree:
    """One game: `root` (a Node) and all its variations. `str(tree)` is its SGF."""

    __slots__ = ("root",)

    def __init__(self, root: Node | None = None):
        self.root = Node() if root is None else root

    @property
    def main_line(self) -> list[Node]:
        """The nodes from the root down, always by the first child."""
        return self.root.main_line

    def nodes(self):
        """Every node, depth first, the main line first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols) as SZ says; (19, 19) when it says nothing. Raises SGFError when it is no size."""
        return _shape(self.root)

    def __str__(self):
        return dumps(self, encoding=None)

    def __repr__(self):
        return f"<goboard.sgf.Tree, {len(self.main_line)} nodes on the main line>"

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, Tree) else NotImplemented

    __hash__ = None

    def __reduce__(self):
        return _tree_of, (str(self),)


def _tree_of(text: str) -> Tree:
    return loads(text)[0]


class Collection(list):
    """The trees of one file. `warnings`: list of str, what was mended; `encoding`: the codec it was read with, or None."""

    def __init__(self, trees=(), warnings=(), encoding=None):
        super().__init__(trees)
        self.warnings = list(warnings)
        self.encoding = encoding


# Reading.


def loads(data, strict: bool = False, encoding: str | None = None) -> Collection:
    """Reads a collection from bytes or str.

    Bytes are decoded by `encoding` if given, else by their byte order mark, their CA property, as UTF-8 where they are
    UTF-8, or by the East Asian encoding that fits best, else as Latin-1. Raises SGFError (a ValueError) when there is no
    game in the data, or with `strict` for the first fault; LookupError for an unknown `encoding`.
    """
    roots, warnings, encoding = _read(data, strict, encoding, _sgf.parse)
    for root in roots:
        _check_root(root, strict, warnings)
    return Collection(map(Tree, roots), warnings, encoding)


def _read(data, strict: bool, encoding: str | None, parse) -> tuple[list, list[str], str | None]:
    """What `parse` makes of all games, what was mended, and the codec."""
    warnings: list[str] = []
    if isinstance(data, str):
        if "(" not in data and len(data) < 300:
            raise SGFError(f"{_sgf.NO_GAME}; a file is read by goboard.sgf.load, or give its bytes")
        texts = [(data, 1)]
    elif isinstance(data, (bytes, bytearray, memoryview)):
        texts, encoding = _decode(bytes(data), encoding, strict, warnings)
    else:
        raise TypeError(f"SGF is bytes or str, not {type(data).__name__}")
    games: list = []
    for text, first_line in texts:
        read, mended = parse(text, strict, first_line)
        games += read
        warnings += mended
    return games, warnings, encoding


def main_lines(data, strict: bool = False, encoding: str | None = None) -> tuple[list[list[Node]], list[str]]:
    """Of each game the nodes of the main line, and what was mended: for `record`, and quicker than trees.

    These nodes have neither parents nor children. Arguments and errors as for `loads`.
    """
    lines, warnings, _ = _read(data, strict, encoding, _sgf.main_lines)
    for line in lines:
        _check_root(line[0], strict, warnings)
    return lines, warnings


def load(file, strict: bool = False, encoding: str | None = None) -> Collection:
    """`loads` of a path or of an open file (binary, or text)."""
    if hasattr(file, "read"):
        return loads(file.read(), strict, encoding)
    with open(file, "rb") as opened:
        return loads(opened.read(), strict, encoding)


def _fault(what: str, node: Node, strict: bool, warnings: list[str]) -> None:
    """A fault of meaning, not of grammar: refused when strict, else noted."""
    error = SGFError(what, node.line, node.column)
    if strict:
        raise error
    warnings.append(str(error))


def _check_root(root: Node, strict: bool, warnings: list[str]) -> None:
    game = root.get("GM", "1").strip()
    if game not in ("1", ""):
        _fault(f"GM[{game}] is not the game of Go", root, strict, warnings)
    if strict:
        _shape(root)


# What files and people call an encoding -> the Python codec that reads a superset of it.
CODECS = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb": "gb18030", "euc-cn": "gb18030",
    "big5": "cp950", "shift-jis": "cp932", "sjis": "cp932", "shiftjis": "cp932", "euc-kr": "cp949", "ks-c-5601-1987": "cp949",
}  # fmt: skip
CHARSET = re.compile(rb"CA\s*\[\s*([^\]\s]*)\s*\]")


def _codec(name: str) -> str | None:
    """The Python codec for an encoding's name, or None when there is none for text."""
    name = name.strip().lower().replace("_", "-")
    try:
        found = codecs.lookup(CODECS.get(name, name)).name
        "".encode(found)
    except (LookupError, UnicodeError, ValueError):
        return None
    return CODECS.get(found.replace("_", "-"), found)


def codec(name: str) -> str:
    """The Python codec for an encoding as SGF files name it, a superset where there is one. Raises LookupError."""
    found = _codec(name)
    if found is None:
        raise LookupError(f"unknown encoding: {name!r}")
    return found


def _reads_ascii(codec: str) -> bool:
    """Whether a text that says CA in ASCII can be in this encoding at all."""
    try:
        return b"(;\\n]".decode(codec) == "(;\\n]"
    except UnicodeError:
        return False


def _decode(data: bytes, encoding: str | None, strict: bool, warnings: list[str]) -> tuple[list[tuple[str, int]], str]:
    """The text of a file and the codec. The text is in one piece, or more when games differ in CA: (text, its first line).

    The whole text is decoded before it is read: in Shift_JIS, Big5 and GB18030 the second byte of a character may be
    that of "[", "\\" or "]".
    """
    if encoding is not None:
        chosen = codec(encoding)
        return [(data.decode(chosen, "strict" if strict else "replace"), 1)], chosen
    for mark, wide in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"(\0;\0", "utf-16-le"),
        (b"\0(\0;", "utf-16-be"),
    ):
        if data.startswith(mark):
            return [(data.decode(wide, "strict" if strict else "replace").removeprefix("\ufeff"), 1)], wide
    pieces = _games_apart(data) if len(set(CHARSET.findall(data))) > 1 else [data]
    texts, line, used = [], 1, []
    for piece in pieces:
        text, codec_here = _decode_one(piece, strict, warnings)
        texts.append((text, line))
        used.append(codec_here)
        line += piece.count(b"\n")
    return texts, used[0]


def _games_apart(data: bytes) -> list[bytes]:
    """A file whose games declare different encodings, cut where a root node with a CA begins."""
    cuts, game = [0], None
    for found in re.finditer(rb"\(\s*;|CA\s*\[", data):
        if found[0].startswith(b"("):
            game = found.start()
        elif game is not None:
            cuts.append(game)
            game = None
    del cuts[1:2]  # the first game keeps what stands before it
    return [data[start:end] for start, end in zip(cuts, cuts[1:] + [len(data)])]


def _decode_one(data: bytes, strict: bool, warnings: list[str]) -> tuple[str, str]:
    declared = CHARSET.search(data)
    name = declared[1].decode("latin-1") if declared else ""
    said = _codec(name) if name else None
    if said is not None and not _reads_ascii(said):
        said = None
    if name and said is None:
        if strict:
            raise SGFError(f"unknown encoding CA[{name}]")
        warnings.append(f"unknown encoding CA[{name}]")
    if said is not None:
        try:
            return data.decode(said), said
        except UnicodeDecodeError as error:
            if strict:
                raise SGFError(f"the text is not {name} as CA says: byte {error.start}") from None
            warnings.append(f"the text is not {name} as CA says: byte {error.start}")
    guess = _guess(data)
    if said is not None and guess == "latin-1":
        return data.decode(said, "replace"), said
    return data.decode(guess), guess


# For each encoding, the bytes of its common characters (hanzi and kanji of level 1, kana, hangul, punctuation).
EAST_ASIAN = {
    "gb18030": re.compile(rb"[\xa1\xa3\xb0-\xd7][\xa1-\xfe]"),
    "cp949": re.compile(rb"[\xb0-\xc8][\xa1-\xfe]"),
    "cp950": re.compile(rb"[\xa1\xa4-\xc6][\x40-\x7e\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x88-\x97][\x40-\x7e\x80-\xfc]|\x82[\x9f-\xf1]|\x83[\x40-\x96]|\x81[\x40-\x9e]"),
}


def _guess(data: bytes) -> str:
    """The codec of bytes that do not say: UTF-8 if they are, else the East Asian one most of whose characters are common."""
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        pass
    best, best_share = "latin-1", 0.75
    for name, common in EAST_ASIAN.items():
        try:
            foreign = [char for char in data.decode(name) if char > "\x7f"][:2000]
        except UnicodeDecodeError:
            continue
        share = sum(common.fullmatch(char.encode(name)) is not None for char in foreign) / len(foreign)
        # Every common hangul is also a common hanzi; five in a row are no accident.
        if share > best_share or name == "cp949" and share == best_share and len(foreign) >= 5:
            best, best_share = name, share
    return best


# Writing.

NAME = re.compile("[A-Z][A-Z0-9_]*")
RAW = re.compile(r"(?:[^\]\\]|\\.)*", re.DOTALL)
LINE = 72


def escape(text: str) -> str:
    """Text as a raw property value: "]" and "\\" are escaped."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def dumps(source, encoding: str | None = "utf-8") -> str:
    """SGF text of a Collection, a Tree, a Node (with what hangs below it) or an iterable of trees.

    Where the text is not plain ASCII, or says CA, its CA comes to name `encoding`, in which it is meant to be stored;
    None leaves the properties as they are. Raises ValueError for a value with an unescaped "]".
    """
    if isinstance(source, (Tree, Node)):
        source = [source]
    return "\n".join(_game_text(tree.root if isinstance(tree, Tree) else tree, encoding) for tree in source) + "\n"


def dump(source, file, encoding: str = "utf-8") -> None:
    """Writes `dumps(source, encoding)` to a path or a binary file, in that encoding."""
    data = dumps(source, encoding).encode(codec(encoding))
    if hasattr(file, "write"):
        file.write(data)
    else:
        with open(file, "wb") as opened:
            opened.write(data)


def _game_text(root: Node, encoding: str | None) -> str:
    if not isinstance(root, Node):
        raise TypeError(f"a Tree or a Node is expected, not {type(root).__name__}")
    declared = root.get("CA")
    if encoding is None or declared is not None and _codec(declared) == _codec(encoding):
        return _write(root, None)
    text = _write(root, None)
    return text if declared is None and text.isascii() else _write(root, encoding.upper())


def _write(root: Node, charset: str | None) -> str:
    out, width = [], 0
    stack: list = [")", root, "("]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if item == "(" and out:
                out.append("\n")
                width = 0
            out.append(item)
            continue
        properties = item.properties
        if charset is not None and item is root:
            properties = {**properties, "CA": [charset]}
        text = ";" + "".join(f"{_name(name)}[{_values(name, raw)}]" for name, raw in properties.items() if raw)
        if width + len(text) > LINE and width:
            out.append("\n")
            width = 0
        out.append(text)
        width += len(text)
        if len(item.children) == 1:
            stack.append(item.children[0])
        else:
            for child in reversed(item.children):
                stack += ")", child, "("
    return "".join(out)


def _name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no property name: capitals A to Z are expected")
    return name


def _values(name: str, raw: list[str]) -> str:
    for value in raw:
        if ("]" in value or "\\" in value) and not RAW.fullmatch(value):
            raise ValueError(f"{name}[{value}]: a ']' or a last '\\' must be escaped, see goboard.sgf.escape")
    return "][".join(raw)


# Meaning.


@dataclass(slots=True)
class Setup:
    """Stones put on or taken off between two moves: before move number `index` (from 0) of the record."""

    index: int
    black: list[int]
    white: list[int]
    empty: list[int]
    to_play: int | None


@dataclass(slots=True)
class Record:
    """One line of a tree as plain data; points are `row * cols + col`, a pass is `rows * cols`, colours 1 and 2.

    `black`, `white`: stones that stand before the first move; `setups`: later changes. `komi` is in points, with the
    odd spellings of servers resolved (375 and 3.75 are 7.5), `komi_text` what the file says; `handicap` the number in HA.
    None where the file does not say. `warnings`: what was mended in the file and in the values. `marks`: the players' territory, from TB
    and TW after the last stone played.
    """

    shape: tuple[int, int]
    black: list[int]
    white: list[int]
    to_play: int
    moves: list[tuple[int, int]]
    setups: list[Setup]
    komi: float | None = None
    komi_text: str | None = None
    handicap: int | None = None
    rules: str | None = None
    result: str | None = None
    warnings: list[str] = field(default_factory=list)
    marks: Marks | None = None

    def dead(self) -> list[int] | None:
        """The stones that the players' marks (TB and TW after the last stone played) say are dead, sorted; None without marks."""
        return None if self.marks is None else self.marks.dead(self.board(self.marks.move))

    def board(self, move: int | None = None, **options):
        """The Board after `move` moves (None: all of them), passes counted.

        A record is history, not a proposal: by default nothing but occupied points is refused (`ko="none"`,
        `suicide=True`); `options` go to Board. Raises IndexError when the record is shorter, SGFError for a move or a
        set-up that cannot stand on a board.
        """
        count = len(self.moves) if move is None else move
        if not 0 <= count <= len(self.moves):
            raise IndexError(f"move {count} is not in the record: it has {len(self.moves)} moves")
        board = self._start(options)
        done = 0
        for setup in self.setups:
            if setup.index > count:
                break
            self._play(board, done, setup.index)
            self._set_up(board, setup)
            done = setup.index
        self._play(board, done, count)
        return board

    def boards(self, **options):
        """An iterator over the Boards before the first move and after each; `options` and errors as for `board`."""
        board = self._start(options)
        yield board.copy()
        pending = iter(self.setups)
        setup = next(pending, None)
        for number in range(1, len(self.moves) + 1):
            self._play(board, number - 1, number)
            while setup is not None and setup.index == number:
                self._set_up(board, setup)
                setup = next(pending, None)
            yield board.copy()

    def _start(self, options: dict):
        from goboard._core import Board

        board = Board(self.shape, **{"ko": "none", "suicide": True, **options})
        self._set_up(board, Setup(0, self.black, self.white, [], self.to_play))
        return board

    @staticmethod
    def _set_up(board, setup: Setup) -> None:
        try:
            board.setup(setup.black, setup.white, setup.empty, setup.to_play)
        except ValueError as error:
            raise SGFError(f"set-up after move {setup.index}: {error}" if setup.index else f"set-up: {error}") from error

    def _play(self, board, start: int, stop: int) -> None:
        number = start
        try:
            for colour, at in self.moves[start:stop]:
                number += 1
                board.play(at, colour)
        except ValueError as error:
            raise SGFError(f"move {number}: {error}") from error


def _shape(root: Node) -> tuple[int, int]:
    raw = root.get("SZ", "").strip()
    if not raw:
        return 19, 19
    found = re.fullmatch(r"\+?(\d{1,2})(?:\.0*)?(?:\s*[:xX*]\s*(\d{1,2}))?", raw, re.ASCII)
    cols = int(found[1]) if found else 0
    rows = int(found[2] or found[1]) if found else 0
    if not (1 <= cols <= 52 and 1 <= rows <= 52):
        raise SGFError(f"SZ[{raw}] is no size: 1 to 52, or columns:rows", root.line, root.column)
    return rows, cols


def _points(node: Node, name: str, rows: int, cols: int, strict: bool, warnings: list[str]) -> list[int]:
    """The points of a list property; "aa:cc" is a rectangle by its upper left and lower right corner (FF[4])."""
    found = []
    for raw in node.properties.get(name, ()):
        try:
            if not raw.strip():
                _fault(f"{name}[{raw}] names no point", node, strict, warnings)
                continue
            if ":" not in raw:
                found.append(point(raw, rows, cols))
                continue
            first, last = (point(corner, rows, cols) for corner in raw.split(":"))
            (top, left), (bottom, right) = divmod(first, cols), divmod(last, cols)
            if bottom < top or right < left:
                raise ValueError(f"[{raw}] is no rectangle from the upper left to the lower right")
            found += [row * cols + col for row in range(top, bottom + 1) for col in range(left, right + 1)]
        except SGFError:
            raise
        except ValueError as error:
            raise SGFError(f"{name}{error}", node.line, node.column) from None
    return found


def record(source, strict: bool = False) -> Record:
    """The main line of a game as a Record.

    `source`: SGF as bytes or str, a Collection (its first game), a Tree, one of `main_lines`, or a Node: the line from the root to it.
    Raises SGFError for a size, move or set-up point that is none; with `strict` for everything that would be a warning.
    """
    warnings: list[str] = []
    if isinstance(source, Collection):
        if not source:
            raise ValueError("the collection holds no game")
        warnings += source.warnings
        source = source[0]
    if isinstance(source, (bytes, bytearray, memoryview, str)):
        lines, warnings = main_lines(source, strict)
        line = lines[0]
    elif isinstance(source, list):
        line = source
        if not line or not isinstance(line[0], Node):
            raise TypeError("a line is a list of Nodes, the root first")
    elif isinstance(source, Tree):
        line = source.main_line
    elif isinstance(source, Node):
        line = source.path
    else:
        raise TypeError(f"a record is read from bytes, str, a Collection, a Tree or a Node, not {type(source).__name__}")
    root = line[0]
    rows, cols = _shape(root)
    stones: dict[int, int] = {}
    turn = None
    setups: list[Setup] = []

    def other(node: Node, moves: list) -> None:
        nonlocal turn
        black, white, empty = (_points(node, name, rows, cols, strict, warnings) for name in ("AB", "AW", "AE"))
        if len(set(black + white + empty)) < len(black) + len(white) + len(empty):
            _fault("a point is set up twice in one node", node, strict, warnings)
        to_play = _colour(node, strict, warnings)
        changes = dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE) | dict.fromkeys(empty, EMPTY)
        if moves:
            setups.append(Setup(len(moves), *_by_colour(changes), to_play))
        else:
            stones.update(changes)
            turn = to_play or turn

    moves = _sgf.line_moves(line, rows, cols, other)
    black, white, _ = _by_colour(stones)

    komi_text, handicap_text = root.get("KM"), root.get("HA")
    komi = handicap = None
    if komi_text and komi_text.strip():
        komi, told = read_komi(plain(komi_text))
        if told:
            _fault(f"KM[{komi_text}] {told}", root, strict and komi is None, warnings)
    if handicap_text and handicap_text.strip():
        handicap = read_handicap(plain(handicap_text))
        if handicap is None:
            _fault(f"HA[{handicap_text}] is no number of stones", root, strict, warnings)
    marks, told_of_marks = read_marks(line, moves, (rows, cols))
    for told in told_of_marks:
        _fault(told, line[-1], strict, warnings)
    if turn is None:
        turn = moves[0][0] if moves else WHITE if black and not white and (handicap or 0) > 1 else BLACK
    return Record(
        (rows, cols), black, white, turn, moves, setups,
        komi, komi_text, handicap, root.text("RU"), root.text("RE"), warnings, marks,
    )  # fmt: skip


def _by_colour(stones: dict[int, int]) -> tuple[list[int], list[int], list[int]]:
    return tuple([at for at, colour in stones.items() if colour == wanted] for wanted in (BLACK, WHITE, EMPTY))


def _colour(node: Node, strict: bool, warnings: list[str]) -> int | None:
    raw = node.get("PL")
    if raw is None:
        return None
    colour = {"b": BLACK, "1": BLACK, "black": BLACK, "w": WHITE, "2": WHITE, "white": WHITE}.get(raw.strip().lower())
    if colour is None:
        _fault(f"PL[{raw}] is no colour", node, strict, warnings)
    return colour


def vertex(at: int, rows: int, cols: int) -> str:
    """A point as SGF writes it: "pd"; a pass (`rows * cols`, -1 or None) is ""."""
    if at is None or at == -1 or at == rows * cols:
        return ""
    if not 0 <= at < rows * cols:
        raise ValueError(f"point {at} is not on a board of {rows} rows and {cols} columns")
    return LETTERS[at % cols] + LETTERS[at // cols]


def from_moves(
    shape, moves, *, black=(), white=(), to_play=None, komi=None, handicap=None, rules=None, result=None, properties=None
) -> Tree:
    """A Tree of one line: `moves` are (colour, point) pairs, `black` and `white` stones set up before the first.

    `properties` (dict of name -> text, not yet escaped) joins the root: PB, PW, DT and so on.
    """
    rows, cols = (shape, shape) if isinstance(shape, int) else shape
    if not (1 <= rows <= len(LETTERS) and 1 <= cols <= len(LETTERS)):
        raise ValueError(f"SGF has no letters for a board of {rows} rows and {cols} columns")
    root = Node({"FF": "4", "GM": "1", "SZ": f"{cols}" if rows == cols else f"{cols}:{rows}"})
    told = {
        "RU": rules,
        "KM": None if komi is None else _komi_text(komi),
        "HA": None if handicap is None else f"{handicap}",
        "RE": result,
        "PL": None if to_play is None else "BW"[to_play - 1],
        **(properties or {}),
    }
    root.properties.update({name: [escape(str(text))] for name, text in told.items() if text is not None})
    for name, points in ("AB", black), ("AW", white):
        if len(points):
            root.properties[name] = [vertex(int(at), rows, cols) for at in points]
    node = root
    for colour, at in moves:
        if colour not in (BLACK, WHITE):
            raise ValueError(f"colour {colour!r}: 1 (Black) or 2 (White) is expected")
        node = Node({"BW"[colour - 1]: vertex(at, rows, cols)}, node)
    return Tree(root)


# Other libraries.
# sgfmill and pysgf count rows from the bottom edge: their (0, 0) is A1. Trees carry SGF letters, which count from the top.


def from_bottom_up(move, shape) -> int:
    """A move of sgfmill, (row, col) counted from the bottom or None for a pass, as a point. pysgf: `move.coords[::-1]`."""
    rows, cols = shape
    if move is None:
        return rows * cols
    row, col = move
    if not (0 <= row < rows and 0 <= col < cols):
        raise ValueError(f"{move!r} is not on a board of {rows} rows and {cols} columns")
    return (rows - 1 - row) * cols + col


def bottom_up(at, shape) -> tuple[int, int] | None:
    """A point as sgfmill's (row, col) counted from the bottom; None for a pass."""
    rows, cols = shape
    if at is None or at == -1 or at == rows * cols:
        return None
    if not 0 <= at < rows * cols:
        raise ValueError(f"point {at} is not on a board of {rows} rows and {cols} columns")
    row, col = divmod(at, cols)
    return rows - 1 - row, col


def _copied(top, children, properties) -> Tree:
    """A Tree of foreign nodes: `children(node)` lists those below, `properties(node)` is a dict of raw values."""
    tree = Tree(Node(properties(top)))
    stack = [(top, tree.root)]
    while stack:
        theirs, ours = stack.pop()
        stack += [(child, Node(properties(child), ours)) for child in children(theirs)]
    return tree


def from_sgfmill(game) -> Tree:
    """The Tree of an `sgfmill.sgf.Sgf_game` or of a node of one, with all that hangs below it."""
    top = game.get_root() if hasattr(game, "get_root") else game
    charset = top.get_encoding()

    def properties(node) -> dict:
        return {name: [raw.decode(charset) for raw in values] for name, values in node.get_raw_property_map().items()}

    return _copied(top, list, properties)


def to_sgfmill(tree: Tree):
    """An `sgfmill.sgf.Sgf_game` of the tree. Raises ValueError where sgfmill does: for rectangular boards among others."""
    from sgfmill.sgf import Sgf_game

    return Sgf_game.from_bytes(dumps(tree, "utf-8").encode("utf-8"))


def from_pysgf(node) -> Tree:
    """The Tree of a `pysgf` node (what its `parse_sgf` returns), with all that hangs below it."""

    def properties(node) -> dict:
        return {name: [escape(str(value)) for value in values] for name, values in node.properties.items() if values}

    return _copied(node, lambda node: node.children, properties)


def to_pysgf(tree: Tree):
    """The root of a `pysgf` tree of the tree."""
    from pysgf import GoNode

    def properties(node: Node) -> dict:
        # pysgf keeps values with \\ and \] resolved and every other backslash as it is.
        return {name: [re.sub(r"\\([\]\\])", r"\1", raw) for raw in values] for name, values in node.properties.items()}

    root = GoNode(properties=properties(tree.root))
    stack = [(tree.root, root)]
    while stack:
        ours, theirs = stack.pop()
        stack += [(child, GoNode(parent=theirs, properties=properties(child))) for child in ours.children]
    return root
