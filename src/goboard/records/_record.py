"""What a record says: the main line of a tree as plain data, and the boards that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.board import _grid
from goboard.records import _sgf
from goboard.records._sgf import Node, SGFError, plain, point, shown
from goboard.records._trees import Collection, Tree, main_lines, note_fault, shape_of
from goboard.rules._results import Marks, read_handicap, read_komi, read_marks

# What is wrong, in which node, and whether something is left out because of it.
Fault = Callable[..., None]


@dataclass(slots=True)
class Setup:
    """Stones put on or taken off between two moves: before move number `index` (from 0) of the record."""

    index: int
    black: list[int]
    white: list[int]
    empty: list[int]
    to_play: int | None

    def __reduce__(self) -> tuple[Any, ...]:
        # Slots alone do not pickle at protocols 0 and 1.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))


@dataclass(slots=True)
class Record:
    """One line of a tree as plain data; points are `row * cols + col`, a pass is `rows * cols`, colors 1 and 2.

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

    def board(self, move: int | None = None, *, lenient: bool | None = None, **options: Any) -> Board:
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

    def boards(self, *, lenient: bool | None = None, **options: Any) -> Iterator[Board]:
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

    def _start(self, options: dict[str, Any], lenient: bool | None) -> tuple[Board, bool]:
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

    def _play(self, board: Board, start: int, stop: int, lenient: bool) -> Board:
        """The board after these moves: the same one, unless one had to be carried out against the rules."""
        number = start
        for color, at in self.moves[start:stop] if stop - start < len(self.moves) else self.moves:
            number += 1
            try:
                board.play(at, color)
            except ValueError as error:
                if not lenient:
                    raise SGFError(f"move {number}: {error}") from error
                self._note(f"move {number}: {error}; carried out all the same")
                board = carry_out(board, at, color)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        # Slots alone do not pickle at protocols 0 and 1.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))


def carry_out(board: Board, at: int, color: int) -> Board:
    """The Board after a move that the rules refuse, carried out "regardless if legal", as FF[4] says of B and W.

    A stone on the point is replaced, and is nobody's prisoner; chains of the other side without a liberty are taken, then those of the mover.
    The history of the result begins with the next move.
    """
    after = board.copy()
    after.setup(empty=[at] if after[at] else [])
    try:
        after.play(at, color)
    except ValueError:
        # What is left to refuse is suicide.
        stones = after.stones.copy()
        taken = {at}
        for near in _grid.neighbors(*board.shape)[at]:
            if stones.flat[near] == color:
                taken.update(after.chain(near).tolist())
        stones.flat[sorted(taken)] = EMPTY
        captures = [after.captures(BLACK), after.captures(WHITE)]
        captures[2 - color] += len(taken)
        return Board.from_array(stones, 3 - color, ko=board.ko, suicide=board.suicide, captures=tuple(captures))
    after.setup(to_play=3 - color)
    return after


# Set-ups of more points than this in one record are an attack: AB[aa:ss] names 361 points in ten characters.
MOST_POINTS = 4_000_000


def _points(node: Node, name: str, rows: int, cols: int, fault: Fault) -> tuple[list[int], bool]:
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
            first, last = (point(corner, rows, cols) for corner in raw.split(":", 2))
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


def record(source: Any, strict: bool = False) -> Record:
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
    rows, cols = shape_of(root)
    stones: dict[int, int] = {}
    turn = None
    setups: list[Setup] = []
    lost: list[SGFError] = []
    budget = MOST_POINTS

    def fault(what: str, node: Node, is_lost: bool = True) -> None:
        if is_lost and not lost:
            lost.append(SGFError(what, node.line, node.column))
        note_fault(what + ("; left out" if is_lost and not strict else ""), node, strict, warnings)

    def other(node: Node, moves: list[tuple[int, int]]) -> None:
        nonlocal turn, budget
        (black, one), (white, two), (empty, three) = (_points(node, name, rows, cols, fault) for name in ("AB", "AW", "AE"))
        named = len(black) + len(white) + len(empty)
        budget -= named
        if budget < 0:
            raise SGFError(f"the record sets up more than {MOST_POINTS:,} points", node.line, node.column)
        if one or two or three or len({*black, *white, *empty}) < named:
            note_fault("a point is set up twice in one node", node, strict, warnings)
        to_play = _color(node, strict, warnings)
        changes = dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE) | dict.fromkeys(empty, EMPTY)
        if moves:
            setups.append(Setup(len(moves), *_by_color(changes), to_play))
        else:
            stones.update(changes)
            turn = to_play or turn

    moves = _sgf.line_moves(line, rows, cols, other, fault)
    if lost and not moves and not stones and not setups:
        raise lost[0]
    black, white, _ = _by_color(stones)
    if turn is None and moves:
        turn = moves[0][0]
    if strict and (black or white) and max(rows, cols) <= 25:
        _standing((rows, cols), black, white, turn or BLACK, lambda what: note_fault(what, root, strict, warnings))

    komi_text, handicap_text = root.get("KM"), root.get("HA")
    komi = handicap = None
    if komi_text and komi_text.strip():
        komi, told = read_komi(plain(komi_text))
        if told:
            note_fault(f"KM[{shown(komi_text)}] {told}", root, strict and komi is None, warnings)
    if handicap_text and handicap_text.strip():
        handicap = read_handicap(plain(handicap_text))
        if handicap is None:
            note_fault(f"HA[{shown(handicap_text)}] is no number of stones", root, strict, warnings)
    marks, told_of_marks = read_marks(line, moves, (rows, cols))
    for told in told_of_marks:
        note_fault(told, line[-1], strict, warnings)
    if turn is None:
        turn = moves[0][0] if moves else WHITE if black and not white and (handicap or 0) > 1 else BLACK
    return Record(
        (rows, cols), black, white, turn, moves, setups,
        komi, komi_text, handicap, root.text("RU"), root.text("RE"), warnings, marks,
    )  # fmt: skip


def _standing(shape: tuple[int, int], black: list[int], white: list[int], to_play: int, fault: Callable[[str], None]) -> tuple[list[int], list[int]]:
    """The stones of a set-up without the chains that have no liberty: those of the side to move first, as a move of the other side would take them."""
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
    beside, flat = _grid.neighbors(*stones.shape), stones.ravel()
    chains = _grid.components(np.flatnonzero(flat == color).tolist(), *stones.shape)
    return [chain for chain in chains if all(flat[near] for at in chain for near in beside[at])]


def _by_color(stones: dict[int, int]) -> tuple[list[int], list[int], list[int]]:
    black, white, empty = ([at for at, color in stones.items() if color == wanted] for wanted in (BLACK, WHITE, EMPTY))
    return black, white, empty


def _color(node: Node, strict: bool, warnings: list[str]) -> int | None:
    raw = node.get("PL")
    if raw is None:
        return None
    color = {"b": BLACK, "1": BLACK, "black": BLACK, "w": WHITE, "2": WHITE, "white": WHITE}.get(raw.strip().lower())
    if color is None:
        note_fault(f"PL[{shown(raw)}] is no color", node, strict, warnings)
    return color
