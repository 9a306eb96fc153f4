"""`goboard convert`."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from goboard.apps._commands._output import check_writable, write_file
from goboard.apps._commands._position import read_games, read_position, warn
from goboard.apps._commands._table import ENCODING, GAME, INDEX, MOVE, UsageError, argument, command
from goboard.records import render, sgf

KINDS = ("sgf", "svg", "png", "html", "txt", "json")


@command(
    GAME,
    argument(
        "output", nargs="?", default="-", metavar="OUTPUT",
        help="by its ending .sgf, .svg, .png, .html, .txt or .json; - or nothing: SGF on standard output",
    ),
    INDEX, MOVE,
    argument("--to", choices=KINDS, help="the format, whatever the ending says"),
    argument("--encoding", default="utf-8", metavar="NAME", help="of the SGF that is written (default utf-8)"),
    argument("--json", dest="to", action="store_const", const="json", help="the same as --to json"),
    ENCODING,
)  # fmt: skip
def convert(args: Namespace) -> None:
    """Rewrite a record as SGF, SVG, PNG, HTML, text or JSON.

    Clean SGF; a picture (PNG needs the package cairosvg); a page that steps through the game; a diagram.
    SGF and JSON hold every game and variation of the file; the others the main line of one game.
    """
    kind = args.to or (Path(args.output).suffix.lstrip(".").lower() if args.output != "-" else "sgf")
    if kind not in KINDS:
        raise UsageError(f"{args.output}: its ending is none of {', '.join(KINDS)}; say --to")
    if args.output != "-":
        check_writable(args.output)
    made = _made(args, kind)
    data = made.encode("utf-8") if isinstance(made, str) else made
    if args.output == "-":
        sys.stdout.buffer.write(data)
    else:
        write_file(args.output, data)


def _made(args: Namespace, kind: str) -> str | bytes:
    """The file that is asked for; what was mended in the record goes to standard error, unless the file says so itself."""
    if kind == "json":
        return json.dumps(_nodes(read_games(args))) + "\n"
    if kind == "sgf":
        games = read_games(args)
        warn(games.warnings)
        return sgf.dumps(games, args.encoding).encode(sgf.codec(args.encoding))
    at = read_position(args)
    if kind == "html":
        at.record.board()  # the page shows every move: those that are carried out against the rules come into the warnings
    warn(at.record.warnings)
    if kind == "html":
        return render.html(at.tree)
    if kind == "txt":
        return render.text(at.board, unicode=False) + "\n"
    picture = render.svg(at.board)
    return picture if kind == "svg" else render.png(picture, width=1000)


def _nodes(games: sgf.Collection) -> dict[str, Any]:
    """Every node in a flat list, with the number of its parent (-1 for the root): trees may be deeper than JSON nests."""
    payload = []
    for tree in games:
        numbers: dict[sgf.Node | None, int] = {}
        nodes = []
        for number, node in enumerate(tree.nodes()):
            numbers[node] = number
            nodes.append({"parent": numbers.get(node.parent, -1), "properties": node.properties})
        payload.append({"nodes": nodes})
    return {"games": payload, "warnings": games.warnings}
