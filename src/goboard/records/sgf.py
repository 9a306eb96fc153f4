"""Game records: SGF, FF[1] to FF[4], read and written.

    games = goboard.sgf.load("game.sgf")            # a list of trees; games.warnings says what was mended
    for node in games[0].main_line: print(node.properties)
    goboard.sgf.dump(games, "copy.sgf")

Format: https://www.red-bean.com/sgf/ . Reading is tolerant unless `strict=True`, which refuses the first fault with its
line and column. Values are kept raw, so every property comes out as it went in; `Node.text` resolves escapes.
`record()` turns one line of a tree into plain data: shape, set-up, moves as (colour, point), komi, result.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from goboard.records import _sgf
from goboard.records._encodings import codec, decode, known
from goboard.rules._results import Marks, RecordWarning, komi_text as _komi_text, read_handicap, read_komi, read_marks
from goboard.records._sgf import Node, SGFError, plain, point, shown

__all__ = [
    "Collection", "Node", "Record", "RecordWarning", "SGFError", "Setup", "Tree",
    "bottom_up", "codec", "dump", "dumps", "escape", "from_bottom_up", "from_moves", "from_pysgf", "from_sgfmill",
    "load", "loads", "main_lines", "plain", "point", "record", "to_pysgf", "to_sgfmill", "vertex",
]  # fmt: skip

EMPTY, BLACK, WHITE = 0, 1, 2
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Tree(_sgf.TreeBase):
    """One game: `root` (a Node) and all its variations. `str(tree)` is its SGF.

    The nodes are made when they are asked for; what walks through them raises ValueError if a node hangs in the tree twice or below itself.
    """

    __slots__ = ()

    @property
    def main_line(self) -> list[Node]:
        """The nodes from the root down, always by the first child."""
        return self.root.main_line

    def nodes(self):
        """Every node, depth first, the main line first. Children that are added to a node after it was given out are not met."""
        return _sgf.walk(self.root)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols) as SZ says; (19, 19) when it says nothing. Raises SGFError when it is no size."""
        return _shape(self.root)

    def __str__(self):
        return dumps(self, encoding=None)

    def __repr__(self):
        return f"<goboard.sgf.Tree, {self.length} nodes on the main line>"

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


def loads(data, strict: bool = False, encoding: str | None = None, kind: str | None = None) -> Collection:
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


def _text(data, strict: bool, encoding: str | None, kind: str | None = None) -> tuple[str, list[str], str | None]:
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

    kind = kind or formats.recognize(text)
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
            _fault(f"GM[{shown(game)}] is not the game of Go", games.place_of(number), strict, warnings)
        if strict:
            _shape_of(games.first(number, "SZ"), games.place_of(number))
    return games


def main_lines(data, strict: bool = False, encoding: str | None = None) -> tuple[list[list[Node]], list[str]]:
    """Of each game the nodes of the main line, and what was mended: for `record`, and quicker than trees.

    These nodes show neither parents nor children. Arguments and errors as for `loads`.
    """
    text, warnings, _ = _text(data, strict, encoding)
    games = _games(text, strict, warnings)
    return [games.line(number) for number in range(len(games))], warnings


def load(file, strict: bool = False, encoding: str | None = None) -> Collection:
    """`loads` of a path or of an open file (binary, or text)."""
    return loads(contents(file), strict, encoding)


def contents(file) -> bytes | str:
    """What a path or an open file holds."""
    if hasattr(file, "read"):
        return file.read()
    with open(os.fspath(file), "rb") as opened:
        return opened.read()


def _fault(what: str, node: Node | tuple[int, int], strict: bool, warnings: list[str]) -> None:
    """A fault of meaning, not of grammar: refused when strict, else noted. `node`: where, or a line and a column."""
    if len(warnings) >= _sgf.MOST_WARNINGS and not strict:
        return
    error = SGFError(what, *(node if isinstance(node, tuple) else (node.line, node.column)))
    if strict:
        raise error
    warnings.append(str(error))


# Writing.

NAME = re.compile("[A-Z][A-Z0-9_]*")
RAW = re.compile(r"[^\]\\]*(?:\\.[^\]\\]*)*", re.DOTALL)
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
    text = io.StringIO(newline="")
    for tree in source:
        # A root that is not kept: many small games need no more than their text.
        text.write(_game_text(tree.peek() if isinstance(tree, Tree) else tree, encoding))
        text.write("\n")
    return text.getvalue() or "\n"


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
    text = _sgf.write(root, None, _name, _values, LINE)
    if encoding is None or declared is not None and known(declared) == known(encoding) or declared is None and text.isascii():
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

    def standing(self) -> tuple[list[int], list[int]]:
        """The black and white stones before the first move that have a liberty; `warnings` says which chains are left out."""
        return _standing(self.shape, self.black, self.white, self.to_play, self._note)

    def board(self, move: int | None = None, *, lenient: bool | None = None, **options):
        """The Board after `move` moves (None: all of them), passes counted.

        A record is history, not a proposal: no repetition and no suicide is refused (`ko="none"`, `suicide=True`) unless `options`,
        which go to Board, say so. A move that the board refuses all the same, on a stone for instance, is carried out as FF[4]
        says, "regardless if legal": the stone replaces what is there and captures; the board's history begins anew
        there, and `warnings` says so; of a set-up the chains without a liberty are left out. `lenient=False`, and None where `options` say what
        is legal, raises SGFError instead. Raises IndexError when the record is shorter.
        """
        count = len(self.moves) if move is None else move
        if not 0 <= count <= len(self.moves):
            raise IndexError(f"move {count} is not in the record: it has {len(self.moves)} moves")
        board, lenient = self._start(options, lenient)
        done = 0
        for setup in self.setups:
            if setup.index > count:
                break
            board = self._play(board, done, setup.index, lenient)
            self._set_up(board, setup, lenient)
            done = setup.index
        return self._play(board, done, count, lenient)

    def boards(self, *, lenient: bool | None = None, **options):
        """An iterator over the Boards before the first move and after each; arguments and errors as for `board`."""
        board, lenient = self._start(options, lenient)
        yield board.copy()
        pending = iter(self.setups)
        setup = next(pending, None)
        for number in range(1, len(self.moves) + 1):
            board = self._play(board, number - 1, number, lenient)
            while setup is not None and setup.index == number:
                self._set_up(board, setup, lenient)
                setup = next(pending, None)
            yield board.copy()

    def _start(self, options: dict, lenient: bool | None):
        from goboard._core import Board

        board = Board(self.shape, **{"ko": "none", "suicide": True, **options})
        lenient = not options.keys() & {"ko", "suicide"} if lenient is None else bool(lenient)
        self._set_up(board, Setup(0, self.black, self.white, [], self.to_play), lenient)
        return board, lenient

    def _set_up(self, board: Board, setup: Setup, lenient: bool) -> None:
        try:
            board.setup(setup.black, setup.white, setup.empty, setup.to_play)
        except ValueError as error:
            if not lenient:
                raise SGFError(f"set-up after move {setup.index}: {error}" if setup.index else f"set-up: {error}") from error
            stones = board.stones.ravel().copy()
            stones[setup.black], stones[setup.white], stones[setup.empty] = BLACK, WHITE, EMPTY
            black, white = (np.flatnonzero(stones == color).tolist() for color in (BLACK, WHITE))
            black, white = _standing(board.shape, black, white, setup.to_play or board.to_play, lambda what: self._note(f"set-up after move {setup.index}: {what}"))
            empty = sorted({*range(board.pass_move)} - {*black, *white})
            board.setup(black, white, empty, setup.to_play)

    def _note(self, what: str) -> None:
        if len(self.warnings) < _sgf.MOST_WARNINGS and what not in self.warnings:
            self.warnings.append(what)

    def _play(self, board, start: int, stop: int, lenient: bool):
        """The board after these moves: the same one, unless one had to be carried out against the rules."""
        number = start
        for colour, at in self.moves[start:stop] if stop - start < len(self.moves) else self.moves:
            number += 1
            try:
                board.play(at, colour)
            except ValueError as error:
                if not lenient:
                    raise SGFError(f"move {number}: {error}") from error
                self._note(f"move {number}: {error}; carried out all the same")
                board = carry_out(board, at, colour)
        return board


def carry_out(board, at: int, colour: int):
    """The Board after a move that the rules refuse, carried out "regardless if legal", as FF[4] says of B and W.

    A stone on the point is replaced, and is nobody's prisoner; chains of the other side without a liberty are taken, then those of the mover.
    The history of the result begins with the next move.
    """
    from goboard._core import Board

    after = board.copy()
    after.setup(empty=[at] if after[at] else [])
    try:
        after.play(at, colour)
    except ValueError:
        # What is left to refuse is suicide.
        rows, cols = board.shape
        stones = after.stones.copy()
        row, col = divmod(at, cols)
        taken = {at}
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < rows and 0 <= c < cols and stones[r, c] == colour:
                taken.update(after.chain(r * cols + c).tolist())
        for p in taken:
            stones[divmod(p, cols)] = EMPTY
        captures = [after.captures(BLACK), after.captures(WHITE)]
        captures[2 - colour] += len(taken)
        return Board.from_array(stones, 3 - colour, ko=board.ko, suicide=board.suicide, captures=tuple(captures))
    after.setup(to_play=3 - colour)
    return after


def _shape(root: Node) -> tuple[int, int]:
    return _shape_of(root.get("SZ"), root)


def _shape_of(raw: str | None, node: Node | tuple[int, int]) -> tuple[int, int]:
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


# Set-ups of more points than this in one record are an attack: AB[aa:ss] names 361 points in ten characters.
MOST_POINTS = 4_000_000


def _points(node: Node, name: str, rows: int, cols: int, fault) -> tuple[list[int], bool]:
    """The points of a list property, and whether one is named twice; "aa:cc" is a rectangle by its upper left and lower right corner (FF[4])."""
    found: list[int] = []
    rectangles: list[tuple[int, int, int, int]] = []
    for raw in node.properties.get(name, ()):
        try:
            if not raw.strip():
                fault(f"{name}[{shown(raw)}] names no point", node, False)
                continue
            if ":" not in raw:
                found.append(point(raw, rows, cols))
                if len(raw) != 2 and not raw.strip().isalpha():
                    fault(f"{name}[{shown(raw)}]: white space in a point", node, False)
                continue
            corners = raw.split(":", 2)
            first, last = (point(corner, rows, cols) for corner in corners)
            (top, left), (bottom, right) = divmod(first, cols), divmod(last, cols)
            if bottom < top or right < left:
                raise ValueError(f"[{raw}] is no rectangle from the upper left to the lower right")
            rectangles.append((top, left, bottom, right))
        except SGFError:
            raise
        except ValueError as error:
            fault(f"{name}{shown(str(error))}", node, True)
    if sum((bottom - top + 1) * (right - left + 1) for top, left, bottom, right in rectangles) <= 4 * rows * cols:
        for top, left, bottom, right in rectangles:
            found += [row * cols + col for row in range(top, bottom + 1) for col in range(left, right + 1)]
        return found, len(set(found)) < len(found)
    # So many rectangles are added up by their corners, not point by point.
    corners = np.zeros((rows + 1, cols + 1), np.int64)
    top, left, bottom, right = np.array(rectangles).T
    for row, col, sign in (top, left, 1), (top, right + 1, -1), (bottom + 1, left, -1), (bottom + 1, right + 1, 1):
        np.add.at(corners, (row, col), sign)
    return list(dict.fromkeys(found + np.flatnonzero(corners.cumsum(0).cumsum(1)[:rows, :cols]).tolist())), True


def record(source, strict: bool = False) -> Record:
    """The main line of a game as a Record.

    `source`: SGF as bytes or str, a Collection (its first game), a Tree, one of `main_lines`, or a Node: the line from the root to it.
    A move or set-up point that is none is left out, with a warning. Raises SGFError for a size that is none and where no move and no stone
    is left; with `strict` for everything that would be a warning.
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
    lost: list[SGFError] = []
    budget = MOST_POINTS

    def fault(what: str, node: Node, is_lost: bool = True) -> None:
        if is_lost and not lost:
            lost.append(SGFError(what, node.line, node.column))
        _fault(what + ("; left out" if is_lost and not strict else ""), node, strict, warnings)

    def other(node: Node, moves: list) -> None:
        nonlocal turn, budget
        (black, one), (white, two), (empty, three) = (_points(node, name, rows, cols, fault) for name in ("AB", "AW", "AE"))
        named = len(black) + len(white) + len(empty)
        budget -= named
        if budget < 0:
            raise SGFError(f"the record sets up more than {MOST_POINTS:,} points", node.line, node.column)
        if one or two or three or len({*black, *white, *empty}) < named:
            _fault("a point is set up twice in one node", node, strict, warnings)
        to_play = _colour(node, strict, warnings)
        changes = dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE) | dict.fromkeys(empty, EMPTY)
        if moves:
            setups.append(Setup(len(moves), *_by_colour(changes), to_play))
        else:
            stones.update(changes)
            turn = to_play or turn

    moves = _sgf.line_moves(line, rows, cols, other, fault)
    if lost and not moves and not stones and not setups:
        raise lost[0]
    black, white, _ = _by_colour(stones)
    if turn is None and moves:
        turn = moves[0][0]
    if strict and (black or white) and max(rows, cols) <= 25:
        _standing((rows, cols), black, white, turn or BLACK, lambda what: _fault(what, root, strict, warnings))

    komi_text, handicap_text = root.get("KM"), root.get("HA")
    komi = handicap = None
    if komi_text and komi_text.strip():
        komi, told = read_komi(plain(komi_text))
        if told:
            _fault(f"KM[{shown(komi_text)}] {told}", root, strict and komi is None, warnings)
    if handicap_text and handicap_text.strip():
        handicap = read_handicap(plain(handicap_text))
        if handicap is None:
            _fault(f"HA[{shown(handicap_text)}] is no number of stones", root, strict, warnings)
    marks, told_of_marks = read_marks(line, moves, (rows, cols))
    for told in told_of_marks:
        _fault(told, line[-1], strict, warnings)
    if turn is None:
        turn = moves[0][0] if moves else WHITE if black and not white and (handicap or 0) > 1 else BLACK
    return Record(
        (rows, cols), black, white, turn, moves, setups,
        komi, komi_text, handicap, root.text("RU"), root.text("RE"), warnings, marks,
    )  # fmt: skip


def _standing(shape: tuple[int, int], black: list[int], white: list[int], to_play: int, fault: Callable[[str], None]) -> tuple[list[int], list[int]]:
    """The stones of a set-up without the chains that have no liberty: those of the side to move first, as a move of the other side would take them."""
    from goboard._core import Board

    try:
        Board(shape).setup(black, white)
        return black, white
    except ValueError:
        stones = np.zeros(shape, np.uint8)
        stones.flat[black], stones.flat[white] = BLACK, WHITE
    vertex = Board(shape).vertex
    for color in (to_play, 3 - to_play):
        for chain in _chains_without_liberty(stones, color):
            fault(f"the chain of {len(chain)} stone{'s' * (len(chain) > 1)} set up at {vertex(chain[0])} has no liberty; left out")
            stones.flat[chain] = EMPTY
    return [at for at in black if stones.flat[at] == BLACK], [at for at in white if stones.flat[at] == WHITE]


def _chains_without_liberty(stones: NDArray[np.uint8], color: int) -> list[list[int]]:
    rows, cols = stones.shape
    found, seen = [], set[int]()
    for start in np.flatnonzero(stones.ravel() == color).tolist():
        if start in seen:
            continue
        chain, free = [start], False
        seen.add(start)
        for at in chain:
            row, col = divmod(at, cols)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if 0 <= r < rows and 0 <= c < cols:
                    free |= not stones[r, c]
                    if stones[r, c] == color and r * cols + c not in seen:
                        seen.add(r * cols + c)
                        chain.append(r * cols + c)
        if not free:
            found.append(sorted(chain))
    return found


def _by_colour(stones: dict[int, int]) -> tuple[list[int], list[int], list[int]]:
    return tuple([at for at, colour in stones.items() if colour == wanted] for wanted in (BLACK, WHITE, EMPTY))


def _colour(node: Node, strict: bool, warnings: list[str]) -> int | None:
    raw = node.get("PL")
    if raw is None:
        return None
    colour = {"b": BLACK, "1": BLACK, "black": BLACK, "w": WHITE, "2": WHITE, "white": WHITE}.get(raw.strip().lower())
    if colour is None:
        _fault(f"PL[{shown(raw)}] is no colour", node, strict, warnings)
    return colour


def vertex(at: int, rows: int, cols: int) -> str:
    """A point as SGF writes it: "pd"; a pass (`rows * cols`, -1 or None) is ""."""
    if at is None or at == -1 or at == rows * cols:
        return ""
    if not 0 <= at < rows * cols:
        raise ValueError(f"point {at} is not on a board of {rows} rows and {cols} columns")
    return LETTERS[at % cols] + LETTERS[at // cols]


def from_moves(
    shape, moves, *, black=(), white=(), to_play=None, komi=None, handicap=None, rules=None, result=None, properties=None, turns=()
) -> Tree:
    """A Tree of one line: `moves` are (colour, point) pairs, `black` and `white` stones set up before the first.

    `properties` (dict of name -> text, not yet escaped) joins the root: PB, PW, DT and so on. `turns`: (number of moves, color) pairs, who
    is to play after so many moves: PL in a node of its own.
    """
    rows, cols = (shape, shape) if isinstance(shape, int) else shape
    turns = dict(turns)
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
    for number, (colour, at) in enumerate(moves, 1):
        if colour not in (BLACK, WHITE):
            raise ValueError(f"colour {colour!r}: 1 (Black) or 2 (White) is expected")
        node = Node({"BW"[colour - 1]: vertex(at, rows, cols)}, node)
        if number in turns:
            node = Node({"PL": "BW"[turns[number] - 1]}, node)
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
