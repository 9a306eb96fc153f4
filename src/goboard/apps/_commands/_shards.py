"""What `goboard dataset` takes and does; imported only when it is called, for the planes' sake."""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

import numpy as np

from goboard.learning._features import features
from goboard.learning.dataset import Dataset, write_shards
from goboard.rules._results import DEFAULT_RULES, RecordWarning

ARGUMENTS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("inputs",), dict(nargs="+", metavar="INPUT", help="SGF files, folders, zip or tar archives")),
    (("--out",), dict(required=True, metavar="DIR", help="the folder for the shards")),
    (("--planes",), dict(choices=features.presets, default="alphago_zero", help="which input planes (default alphago_zero)")),
    (("--size",), dict(type=int, default=19, metavar="N", help="games on N by N boards only; 0: all that fit into --pos-len (default 19)")),
    (("--pos-len",), dict(type=int, metavar="L", help="pad the planes to L by L")),
    (("--shard",), dict(type=int, default=8192, metavar="N", help="positions a shard (default 8192)")),
    (("--shuffle",), dict(type=int, default=0, metavar="N", help="mix at least N positions at a time (default: records' order)")),
    (("--symmetry",), dict(choices=("none", "random"), default="none", help="one of the eight symmetries by position")),
    (("--per-game",), dict(type=int, metavar="N", help="at most N positions of a game, drawn at random")),
    (("--rules",), dict(action="append", metavar="NAME", help="games under these rules only; may be repeated")),
    (("--result",), dict(action="append", metavar="KIND", help="score, resign, time, forfeit, draw or unknown; may be repeated")),
    (("--handicap",), dict(type=int, metavar="N", help="games with N handicap stones only")),
    (("--assume-rules",), dict(default=DEFAULT_RULES, metavar="NAME", help="the rules of records that name none, or unknown ones (default japanese)")),
    (("--min-rank",), dict(metavar="RANK", help="both players at least that strong: 5k, 1d, 3p")),
    (("--min-moves",), dict(type=int, default=0, metavar="N", help="games of at least N moves")),
    (("--seed",), dict(type=int, default=0, metavar="N", help="of everything random (default 0)")),
    (("--workers",), dict(type=int, default=0, metavar="N", help="processes that read (default: none but this one)")),
    (("--strict",), dict(action="store_true", help="stop at the first fault instead of counting it")),
    (("--resume",), dict(action="store_true", help="go on where a writer of the same command stopped")),
    (("--json",), dict(action="store_true", help="machine-readable output")),
)  # fmt: skip


def run(args: Any) -> int:
    """`goboard dataset`: writes shards, shows how far it is, and says what was skipped and why."""
    dataset = Dataset(
        args.inputs, args.planes, args.shard, size=args.size or None, pos_len=args.pos_len, rules=args.rules, handicap=args.handicap,
        results=args.result, min_rank=args.min_rank, min_moves=args.min_moves, strict=args.strict, symmetry=args.symmetry,
        shuffle=args.shuffle, per_game=args.per_game, workers=args.workers, seed=args.seed, dtype=np.uint8,
        assume_rules=args.assume_rules,
    )  # fmt: skip
    shown = sys.stderr.isatty()

    def progress(dataset: Dataset) -> None:
        done, files = dataset.state["unit"], max(len(dataset.units), 1)
        filled = 24 * done // files
        sys.stderr.write(
            f"\r[{'#' * filled}{'.' * (24 - filled)}] {done:,} of {files:,} files, {dataset.positions:,} positions, "
            f"{dataset.skipped.total():,} skipped"
        )
        sys.stderr.flush()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)  # said below, in full
        shards = write_shards(dataset, args.out, progress=progress if shown else None, resume=args.resume)
    if shown:
        sys.stderr.write("\n")
    if args.json:
        counts = {"positions": dataset.positions, "games": dataset.games, "shards": shards, "out": args.out, "skipped": dict(dataset.skipped), "warned": dict(dataset.warned)}
        print(json.dumps(counts))
        return 0
    found = (_counted(dataset.positions, "position"), _counted(dataset.games, "game"), _counted(shards, "shard"))
    print(f"{found[0]} of {found[1]}; {found[2]} in {args.out}")
    for reason, count in dataset.skipped.most_common():
        print(f"skipped {count:,}: {reason}" + (" (see --size)" if reason == "another size" else ""))
    for reason, count in dataset.warned.most_common():
        print(f"used {count:,} with: {reason}")
    return 0


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
