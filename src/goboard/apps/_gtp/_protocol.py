"""What every group of GTP commands needs: the table of commands, their errors, and the words of a line."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from goboard._core import BLACK, WHITE, GoboardError

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
NAMES = ("empty", "black", "white")
LONGEST_LINE = 100_000
LONGEST_TIME = float(1 << 53)
NUMBER = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
# Seconds between two checks whether another line has come.
LISTEN = 0.05


class GtpError(GoboardError, ValueError):
    """A command that cannot be carried out; its text is the answer after `?`."""


Answer = str | Iterator[str]
Command = Callable[["Engine", list[str]], Answer]
# By name: the function, and the least and the most arguments.
COMMANDS: dict[str, tuple[Command, int, int | None]] = {}


def command(name: str | None = None, least: int = 0, most: int | None = -1) -> Callable[[Command], Command]:
    """Make a function (engine, args) -> answer the command of its name, or of `name`, with `least` to `most` arguments.

    most: `least` if left out, None for any number. An answer is text, or an iterator over the lines of one that takes its time.
    """

    def register(run: Command) -> Command:
        COMMANDS[name or run.__name__] = run, least, least if most == -1 else most
        return run

    return register


def never() -> bool:
    """Whether another line waits, where lines come one by one."""
    return False


def warn(text: str) -> None:
    print(f"goboard: {text}", file=sys.stderr, flush=True)


def whole(word: str, what: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise GtpError(f"syntax error: invalid {what} {word[:20]}: a whole number is expected")
    return int(word)


def number(word: str, what: str, limit: float = 1e6) -> float:
    if not re.fullmatch(NUMBER, word.lower()) or abs(float(word)) >= limit:
        raise GtpError(f"syntax error: invalid {what} {word[:20]}: a number is expected")
    return float(word)


def decimal(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)


def seconds_of(word: str) -> float:
    seconds = number(word, "time", LONGEST_TIME)
    if seconds < 0:
        raise GtpError("syntax error: times are not negative")
    return seconds


def stones_of(word: str) -> int:
    stones = whole(word, "stones or periods")
    if stones < 0:
        raise GtpError("syntax error: stones and periods are not negative")
    return stones


def color_of(word: str) -> int:
    if word.lower() not in COLORS:
        raise GtpError(f"syntax error: invalid color {word[:20]}: black or white is expected")
    return COLORS[word.lower()]


def flag_of(word: str, key: str) -> bool:
    if word.lower() not in ("true", "false"):
        raise GtpError(f"syntax error: {key} must be true or false, not {word[:20]}")
    return word.lower() == "true"


class Input:
    """The lines of standard input, none kept much longer than LONGEST_LINE, however long they are.

    The file descriptor is read, not `sys.stdin`: a lone carriage return is no line end, and a thread that waits for it holds no lock.
    """

    def __init__(self) -> None:
        self.file = sys.stdin.fileno()
        self.rest = b""
        self.ended = False
        self.reader: threading.Thread | None = None
        self.next: str | None = None

    def __iter__(self) -> Iterator[str]:
        while True:
            if self.reader is None:
                self._read()
            else:
                self.reader.join()
                self.reader = None
            if self.next is None:
                return
            yield self.next

    def waiting(self) -> bool:
        """Whether there is another line, or the end; does not wait for it."""
        if self.reader is None:
            self.reader = threading.Thread(target=self._read, daemon=True)
            self.reader.start()
        self.reader.join(0.001)
        return not self.reader.is_alive()

    def _read(self) -> None:
        kept, self.next = self.rest, None
        while b"\n" not in kept and not self.ended:
            chunk = os.read(self.file, 1 << 16)
            self.ended = not chunk
            # What is cut from the middle of a line is missed by nobody: it is too long to be read.
            kept = kept[: LONGEST_LINE + 1] + chunk if len(kept) > LONGEST_LINE else kept + chunk
        line, _, self.rest = kept.partition(b"\n")
        if kept:
            self.next = line.decode("utf-8", "replace") + "\n"
