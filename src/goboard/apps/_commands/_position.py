"""Records and positions that the arguments name, and how they are shown."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goboard._core import BLACK, WHITE, Board
from goboard.apps._commands._table import UsageError
from goboard.records import sgf

COLORS = ("nobody", "Black", "White")


@dataclass(slots=True)
class Position:
    """A position of a game record."""

    name: str  # of the file
    tree: sgf.Tree
    record: sgf.Record
    board: Board
    move: int


def printable(text: str) -> str:
    """Text from a file, safe for a terminal: control characters become question marks."""
    return "".join(char if char.isprintable() else "?" for char in text)


def read_games(args: Namespace) -> sgf.Collection:
    """The games of the file that the arguments name; SGF faults name the file."""
    data = sys.stdin.buffer.read() if args.game == "-" else Path(args.game).read_bytes()
    try:
        return sgf.loads(data, encoding=args.from_encoding)
    except sgf.SGFError as error:
        raise ValueError(f"{_named(args)}: {error}") from None


def _named(args: Namespace) -> str:
    return "standard input" if args.game == "-" else str(args.game)


def read_position(args: Namespace) -> Position:
    """The position that the arguments name."""
    games = read_games(args)
    if args.index > len(games):
        raise UsageError(f"--game {args.index}: {args.game} holds {len(games)}")
    tree = games[args.index - 1]
    try:
        record = sgf.record(tree)
        move = len(record.moves) if args.move is None else args.move
        if move > len(record.moves):
            raise UsageError(f"--move {move}: the record has {len(record.moves)} moves")
        board = record.board(move)
    except ValueError as error:
        raise ValueError(f"{_named(args)}: {error}") from None
    record.warnings[:0] = games.warnings
    return Position(_named(args), tree, record, board, move)


def style(args: Namespace) -> dict[str, bool]:
    """unicode= and color= for `render`."""
    unicode = not args.ascii
    try:
        "\u25cf\u2013".encode(sys.stdout.encoding or "ascii")
    except UnicodeError:
        unicode = False
    terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return {"unicode": unicode, "color": args.color == "always" or (args.color == "auto" and terminal)}


def beside(left: str, right: str) -> str:
    """Two diagrams side by side where the terminal is wide enough, else one below the other."""
    pair = left.splitlines(), right.splitlines()
    width, other = (max(map(_shown, lines)) for lines in pair)
    if width + 3 + other > shutil.get_terminal_size().columns:
        return f"{left}\n\n{right}"
    return "\n".join(f"{a}{' ' * (width + 3 - _shown(a))}{b}" for a, b in zip(*pair))


def _shown(line: str) -> int:
    """How many columns a line takes: its characters without colour codes."""
    length, code = 0, False
    for char in line:
        if char == "\x1b":
            code = True
        elif not code:
            length += 1
        elif char == "m":
            code = False
    return length


def warn(warnings: list[str]) -> None:
    """Print what was mended in a record on standard error."""
    for message in warnings[:5]:
        print(f"goboard: warning: {printable(message)}", file=sys.stderr)
    if len(warnings) > 5:
        print(f"goboard: warning: and {len(warnings) - 5} more", file=sys.stderr)


def heading(at: Position) -> str:
    """Which position of which game this is, in two lines."""
    record, board = at.record, at.board
    played = "" if board.last_move is None else f", {COLORS[board.moves[-1][0]]} {board.vertex(board.last_move)}"
    taken = board.captures(BLACK), board.captures(WHITE)
    root = at.tree.root
    players = [f"{who} {root.text(name)}" for who, name in (("Black", "PB"), ("White", "PW")) if root.text(name)]
    facts = [
        *players,
        *([f"{record.rules} rules"] if record.rules else []),
        *([f"komi {record.komi:g}"] if record.komi is not None else []),
        *([f"handicap {record.handicap}"] if record.handicap else []),
        *([f"result {record.result}"] if record.result else []),
    ]
    lines = [
        f"{at.name}: move {at.move} of {len(record.moves)}{played}; {COLORS[board.to_play]} to play; "
        f"prisoners: Black {taken[0]}, White {taken[1]}",
        ", ".join(facts),
    ]
    return "\n".join(printable(line) for line in lines if line)


def introduce(at: Position) -> None:
    """Print first, for people: the record's faults, and which position this is."""
    warn(at.record.warnings)
    print(heading(at))
    print()


def position_json(args: Namespace, at: Position) -> dict[str, Any]:
    """The keys that the JSON output of every command about a position has."""
    record, board = at.record, at.board
    return {
        "file": args.game,
        "shape": list(board.shape),
        "move": at.move,
        "moves": len(record.moves),
        "last_move": None if board.last_move is None else board.vertex(board.last_move),
        "to_play": COLORS[board.to_play].lower(),
        "stones": ["".join(".XO"[stone] for stone in row) for row in board.stones],
        "prisoners": {"black": board.captures(BLACK), "white": board.captures(WHITE)},
        "komi": record.komi,
        "handicap": record.handicap,
        "rules": record.rules,
        "result": record.result,
        "warnings": record.warnings,
    }
