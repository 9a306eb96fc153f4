"""`goboard rules`."""

from __future__ import annotations

import dataclasses
from argparse import Namespace

from goboard.apps._commands._output import print_json
from goboard.apps._commands._table import JSON, argument, command


@command(argument("name", nargs="?", metavar="RULES", help="a ruleset; nothing lists them all"), JSON)
def rules(args: Namespace) -> None:
    """List the rulesets, or say what one decides.

    Names are read in the usual spellings, SGF's RU and KataGo's rule strings and JSON among them.
    """
    from goboard.rules._rules import Rules, describe

    if args.name is None:
        named = {name: Rules.preset(name) for name in Rules.presets()}
        if args.json:
            print_json({name: dataclasses.asdict(found) for name, found in named.items()})
        else:
            width = max(map(len, named))
            for name, found in named.items():
                ban = ", no position twice" if found.ko == "simple" and found.long_cycle == "forbidden" else ""
                print(f"{name:<{width}}  {found.scoring} scoring, {found.ko} ko{ban}, komi {found.komi:g}")
        return
    found = Rules.parse(args.name)
    if args.json:
        print_json(dataclasses.asdict(found))
    else:
        print(describe(found))
