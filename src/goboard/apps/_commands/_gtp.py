"""`goboard gtp`."""

from __future__ import annotations

from argparse import Namespace

import goboard
from goboard.apps._commands._output import print_json
from goboard.apps._commands._table import UsageError, argument, command, percent, points, seconds, whole


@command(
    argument("--playouts", type=whole(1), metavar="N", help="playouts a move (default 10000, or as many as --seconds leaves time for)"),
    argument("--seconds", type=seconds, metavar="S", help="at most so long for a move; time settings of the controller hold too"),
    argument("--rules", default="chinese", metavar="RULES", help="a ruleset (see goboard rules; default chinese)"),
    argument("--komi", type=points, metavar="KOMI", help="default: that of the rules"),
    argument("--size", type=whole(1), default=19, metavar="N", help="the board to begin with (default 19)"),
    argument("--seed", type=whole(0), metavar="N", help="the same moves again from the same commands, where only --playouts limits the search"),
    argument("--resign", type=percent, metavar="PERCENT", help="resign below this share of won playouts (default 5)"),
    argument("--no-resign", action="store_true", help="play to the end"),
    argument("--json", action="store_true", help="print name, version and commands, machine-readable, and play nothing"),
)  # fmt: skip
def gtp(args: Namespace) -> int | None:
    """Play as a GTP engine on standard input and output.

    For GUIs, servers' clients and match programs: GTP version 2, with the extensions of GNU Go, KGS, GoGui and KataGo
    that matter. The command list_commands lists them.
    """
    from goboard.apps import gtp
    from goboard.apps._gtp._protocol import COMMANDS

    if args.no_resign and args.resign is not None:
        raise UsageError("--resign and --no-resign cannot both be given")
    resign = 0.0 if args.no_resign else 0.05 if args.resign is None else args.resign
    playouts = 10_000 if args.playouts is None and args.seconds is None else args.playouts
    options = {"size": args.size, "rules": args.rules, "komi": args.komi, "playouts": playouts, "seconds": args.seconds, "resign": resign, "seed": args.seed}
    if args.json:
        gtp.Engine(**options)  # the other options are checked all the same
        print_json({"name": "goboard", "version": goboard.__version__, "protocol_version": 2, "commands": sorted(COMMANDS)})
        return None
    return gtp.main(**options)
