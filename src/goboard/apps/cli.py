"""The command `goboard`. Each subcommand is a function in a module of `goboard.apps._commands`; its docstring is its help.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 130 stopped by Ctrl-C. Errors are one line on standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

import goboard

# In the order of the help.
# isort: off
from goboard._lazy import attach
from goboard.apps._commands import _playout, _show, _score, _life, _rules, _convert, _gtp, _dataset, _bench  # noqa: F401 (their commands)
# isort: on
from goboard.apps._commands._output import write_file
from goboard.apps._commands._position import printable
from goboard.apps._commands._table import COMMANDS, Argument, Arguments, UsageError

__all__ = ["COMMANDS", "main", "write_file"]

# Names that this module had before what it does was divided among several.
__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.apps._commands._bench": ("bench",),
        "goboard.apps._commands._convert": ("KINDS", "convert"),
        "goboard.apps._commands._dataset": ("dataset",),
        "goboard.apps._commands._gtp": ("gtp",),
        "goboard.apps._commands._life": ("LIFE_MARKS", "life"),
        "goboard.apps._commands._output": ("Progress", "check_writable", "print_json"),
        "goboard.apps._commands._playout": ("playout",),
        "goboard.apps._commands._position": ("COLORS", "beside", "heading", "position_json", "read_games", "read_position", "style", "warn"),
        "goboard.apps._commands._rules": ("rules",),
        "goboard.apps._commands._score": ("score",),
        "goboard.apps._commands._show": ("show",),
        "goboard.apps._commands._table": ("ASCII", "COLOR", "ENCODING", "GAME", "INDEX", "JSON", "MOVE", "SVG", "argument", "command", "percent", "points", "seconds", "whole"),
    },
)


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser(argv: Sequence[str]) -> Parser:
    """The parser of the command line; the arguments of a command whose room is not named in `argv` may be missing."""
    main_parser = Parser(prog="goboard", description="Go positions and records: playouts, life and death, scores, pictures, datasets, a GTP engine.")
    main_parser.add_argument("--version", action="version", version=f"goboard {goboard.__version__}")
    commands = main_parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (run, arguments) in COMMANDS.items():
        description = (run.__doc__ or name).strip()
        sub = commands.add_parser(name, help=description.splitlines()[0], description=description)
        for names, options in _listed(arguments, name in argv):
            sub.add_argument(*names, **options)
        sub.set_defaults(run=run)
    return main_parser


def _listed(arguments: Sequence[Arguments], asked: bool) -> Iterator[Argument]:
    """The arguments of a command; a function among them asks a room for its own, which is imported only if the command is asked for."""
    for each in arguments:
        if not callable(each):
            yield each
        elif asked:
            yield from each()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process by default.

    Returns
    -------
    int
        The exit code: 0 done, 1 the input cannot be used, 2 wrong usage, 130 stopped by Ctrl-C.

    Examples
    --------
    >>> main(["rules", "octopus"]) == 1
    True
    >>> main(["rules", "tromp-taylor", "--json"])  # doctest: +ELLIPSIS
    {"name": "tromp-taylor", ...
    0
    """
    if sys.stdout is None or sys.stdin is None:
        if sys.stderr is not None:
            print("goboard: standard input and output must be open", file=sys.stderr)
        return 1
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot show is no reason to fail.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        argv = sys.argv[1:] if argv is None else argv
        args = parser(argv).parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    try:
        code: int = args.run(args) or 0
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _fail("stopped", 130)
    except BrokenPipeError:
        # The reader has gone; what Python still holds for it must not fail again at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except UsageError as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error), 1)
    except (ValueError, LookupError, ImportError, MemoryError) as error:
        return _fail(str(error) or "out of memory", 1)


def _fail(message: str, code: int) -> int:
    print("goboard: " + printable(" ".join(message.split())), file=sys.stderr)
    return code
