"""The table of subcommands, and the arguments that several of them take."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import Any

from goboard._core import GoboardError

Argument = tuple[tuple[str, ...], dict[str, Any]]
# An argument, or a function that imports a room and returns its arguments.
Arguments = Argument | Callable[[], Iterable[Argument]]
Run = Callable[[Namespace], int | None]
COMMANDS: dict[str, tuple[Run, tuple[Arguments, ...]]] = {}


class UsageError(GoboardError):
    """Arguments that cannot be meant."""


def argument(*names: str, **options: Any) -> Argument:
    """The arguments of `add_argument`."""
    return names, options


def command(*arguments: Arguments) -> Callable[[Run], Run]:
    """Make a function `run(args) -> exit code or None` a subcommand of its name; its docstring is its help."""

    def register(run: Run) -> Run:
        COMMANDS[run.__name__] = run, arguments
        return run

    return register


def whole(least: int) -> Callable[[str], int]:
    """An argparse type: an int of at least `least`."""

    def number(text: str) -> int:
        value = int(text.replace(",", ""))
        if value < least:
            raise argparse.ArgumentTypeError(f"must be {least} or more, not {text}")
        return value

    number.__name__ = "whole number"
    return number


def points(text: str) -> float:
    """An argparse type: a komi."""
    value = float(text)
    if not abs(value) < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of points, not {text}")
    return value


def seconds(text: str) -> float:
    """An argparse type: a time."""
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text}")
    return value


def percent(text: str) -> float:
    """An argparse type: a percentage, as a share."""
    value = float(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"must be 0 to 100, not {text}")
    return value / 100


GAME = argument("game", metavar="GAME.sgf", help="a game record; - reads standard input")
INDEX = argument("--game", dest="index", type=whole(1), default=1, metavar="K", help="the K-th game of the file (default 1)")
MOVE = argument("--move", type=whole(0), metavar="N", help="the position after move N (default: the end of the main line)")
ENCODING = argument("--from-encoding", metavar="NAME", help="how the file is encoded, when it does not say so or says it wrongly")
JSON = argument("--json", action="store_true", help="machine-readable output")
ASCII = argument("--ascii", action="store_true", help="no characters beyond ASCII")
COLOR = argument("--color", choices=("auto", "always", "never"), default="auto", help="colours (default: on a terminal)")
SVG = argument("--svg", metavar="FILE", help="also write a picture")
