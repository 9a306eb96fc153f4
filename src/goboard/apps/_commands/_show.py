"""`goboard show`."""

from __future__ import annotations

from argparse import Namespace

from goboard.apps._commands._output import check_writable, print_json, write_file
from goboard.apps._commands._position import introduce, position_json, read_position, style
from goboard.apps._commands._table import ASCII, COLOR, ENCODING, GAME, INDEX, JSON, MOVE, SVG, argument, command, whole
from goboard.records import render


@command(
    GAME, INDEX, MOVE,
    argument("--numbers", nargs="?", type=whole(1), const=True, metavar="K", help="in the picture, number all moves, or the last K"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def show(args: Namespace) -> None:
    """Show a position of a game."""
    at = read_position(args)
    check_writable(args.svg)
    if args.svg:
        write_file(args.svg, render.svg(at.board, numbers=args.numbers, caption=f"Move {at.move} of {len(at.record.moves)}"))
    if args.json:
        print_json(position_json(args, at))
        return
    introduce(at)
    print(render.text(at.board, **style(args)))
