"""`goboard dataset`."""

from __future__ import annotations

import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from goboard.apps._commands._table import Argument, command


def _dataset_arguments() -> Iterable[Argument]:
    from goboard.apps._commands._shards import ARGUMENTS

    return ARGUMENTS


@command(_dataset_arguments)
def dataset(args: Namespace) -> int | None:
    """Write positions of game records as npz shards for training.

    Reads SGF files, folders, and zip or tar archives, - for a record on standard input; what cannot be used is counted with the reason.
    """
    from goboard.apps._commands._shards import run

    if "-" not in args.inputs:
        return run(args)
    with tempfile.TemporaryDirectory() as folder:
        piped = Path(folder) / "standard input.sgf"
        piped.write_bytes(sys.stdin.buffer.read())
        args.inputs = [str(piped) if given == "-" else given for given in args.inputs]
        return run(args)
