"""A GTP version 2 engine: what a controller (a GUI, a server's client, a match script) talks to.

Protocol: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002; the extensions are those of
GNU Go 3.8, KGS (kgs-*), GoGui (gogui-*, rectangular_boardsize), Leela Zero (lz-*) and KataGo (kata-*).
"""

from __future__ import annotations

import io
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

from goboard._core import Board
from goboard._lazy import attach
from goboard.apps._gtp import _admin, _analysis, _clock, _ending, _params, _play, _position, _records, _setup  # noqa: F401 (their commands)
from goboard.apps._gtp._clock import Clock
from goboard.apps._gtp._protocol import COMMANDS, LONGEST_LINE, Command, GtpError, Input, never, warn
from goboard.apps._gtp._session import Session
from goboard.apps.mcts import SearchResult, search, search_steps
from goboard.board import _arguments as arguments
from goboard.rules._rules import Rules

__all__ = ["Clock", "Engine", "GtpError", "main"]

# Names that this module had before what it does was divided among several.
__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.apps._gtp._protocol": ("COLORS", "NAMES", "command"),
        "goboard.apps._gtp._records": ("LARGEST_FILE",),
    },
)

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# Common commands that refuse more arguments than they take.
STRICT = {"boardsize", "rectangular_boardsize"}


class Engine(Session):
    r"""A GTP engine: a session, the limits of its search, and answers to lines of text.

    Ing rules are played with positional superko, as KataGo does: the ko of the board knows no hot stones. Warnings go to standard
    error, as an answer has no room for them.

    Parameters
    ----------
    size : int or (int, int), default 19
        The board to begin with: a side, or (rows, cols).
    rules : Rules or str, default "chinese"
        Rules, or what `Rules.parse` reads.
    komi : float, optional
        Points for White; the rules' own by default.
    playouts : int or None, default 10000
        Playouts for a move, None for no limit.
    seconds : float, optional
        Seconds for a move. With time settings the clock limits it too.
    resign : float, default 0.05
        `genmove` resigns below this share of won playouts.
    seed : int, optional
        The same seed and commands give the same moves where only `playouts` limits the search; by default every game is different.

    Raises
    ------
    ValueError
        For limits, rules or a size that cannot be used, and where neither `playouts` nor `seconds` limits a move.

    Notes
    -----
    The protocol is Gunnar Farnebäck's "Specification of the Go Text Protocol, version 2, draft 2", 2002.

    Examples
    --------
    >>> engine = Engine(size=9, seed=1)
    >>> engine.answer("7 play black E5")
    '=7\n\n'
    >>> engine.answer("is_legal white E5")
    '= 0\n\n'
    >>> engine.board.vertex(engine.board.last_move)
    'E5'
    """

    def __init__(
        self,
        *,
        size: int | tuple[int, int] = 19,
        rules: Rules | str = "chinese",
        komi: float | None = None,
        playouts: int | None = 10_000,
        seconds: float | None = None,
        resign: float = 0.05,
        seed: int | None = None,
    ) -> None:
        if playouts is None and seconds is None:
            raise ValueError("an engine needs a limit of playouts or of seconds")
        self.playouts = None if playouts is None else arguments.integer(playouts, "playouts", 1)
        self.seconds = None if seconds is None else arguments.real(seconds, "seconds")
        if self.seconds is not None and self.seconds <= 0:
            raise ValueError(f"seconds must be a number above 0, not {arguments.shown(seconds)}")
        self.resign = arguments.real(resign, "resign, a share of won playouts,", 0, 1)
        self.seed = None if seed is None else arguments.integer(seed, "seed", 0)
        self.visits: int | None = None
        self.clocks: dict[int, Clock] | None = None
        self.quitting = False
        self.text = ""  # the arguments of the command that runs, as they stand
        self.waiting: Callable[[], bool] = never
        rules = Rules.parse(rules)
        super().__init__(size, rules, rules.komi if komi is None else arguments.komi(komi))

    def run(self, lines: Iterable[str] | None = None, out: TextIO | None = None) -> None:
        """Answer lines until `quit` or the end of the input.

        Parameters
        ----------
        lines : iterable of str, optional
            The commands; standard input by default.
        out : text file, optional
            Where the responses go; standard output by default.
        """
        sink: TextIO = sys.stdout if out is None else out
        lines = Input() if lines is None else lines
        waiting = getattr(lines, "waiting", None)
        for line in lines:
            for part in self.parts(line, waiting):
                sink.write(part)
                sink.flush()
            if self.quitting:
                break

    def answer(self, line: str) -> str | None:
        """The whole response to a line.

        Parameters
        ----------
        line : str
            A command with its arguments, perhaps after a number.

        Returns
        -------
        str or None
            The response with the two line ends that close it; None for a line that gets none (blank, or a comment).
        """
        return "".join(self.parts(line)) or None

    def parts(self, line: str, waiting: Callable[[], bool] | None = None) -> Iterator[str]:
        """The response to a line, as it comes.

        Parameters
        ----------
        line : str
            A command with its arguments, perhaps after a number.
        waiting : callable, optional
            Whether another line has come: an analysis goes on until then. Without it an analysis ends after one report.

        Yields
        ------
        str
            The parts of the response, the first and the last included.
        """
        words = CONTROL.sub("", line).partition("#")[0].split()
        if not words:
            return
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        begun = False
        try:
            if len(line) > LONGEST_LINE:
                raise GtpError("line too long")
            run, args = _command_of(words)
            self.waiting = waiting or never
            # The argument as it stands, for the names of files: a tab is a space, as the specification has it.
            self.text = CONTROL.sub("", line).partition("#")[0].replace("\t", " ").partition(words[0])[2].strip()
            answer = run(self, args)
            if isinstance(answer, str):
                yield f"={number} {answer}".rstrip() + "\n\n"
                return
            for part in answer:
                yield part if begun else f"={number}\n{part}"
                begun = True
            yield "\n" if begun else f"={number}\n\n"
        except Exception as error:
            # Whatever went wrong, the controller waits for an answer.
            if not isinstance(error, (ValueError, TypeError, LookupError, OSError, MemoryError)):
                traceback.print_exc()
            text = " ".join((str(error) or type(error).__name__).split())
            if begun:
                warn(text)
            yield "\n" if begun else f"?{number} {text}\n\n"

    def search(self, board: Board, *, playouts: int | None = None, seconds: float | None = None, capture_dead: bool = False) -> SearchResult:
        """Search a move on `board` with the engine's settings; playouts: instead of the engine's own limit."""
        settings = self.search_settings()
        settings["capture_dead"] |= capture_dead
        return search(board, playouts=self.playout_limit() if playouts is None else playouts, seconds=seconds, **settings)

    def steps(self, color: int, every: float, **options: Any) -> Iterator[SearchResult]:
        """Search a move of `color`; yields what is found every so many seconds, and at the end."""
        seconds = self.time_limit(color)
        return search_steps(self.turned(color), every=every, playouts=self.playout_limit(), seconds=seconds, **self.search_settings(), **options)

    def search_settings(self) -> dict[str, Any]:
        """Keyword arguments of `goboard.mcts.search` that follow from the game and the seed."""
        return {
            "komi": self.komi + self.game.bonus,
            "scoring": "territory" if self.rules.scoring == "territory" else "area",
            "capture_dead": self.rules.removal == "none",
            "seed": None if self.seed is None else [self.seed, self.board.move_count],
        }

    def playout_limit(self) -> int | None:
        """Playouts for a move. Every search begins with an empty tree: visits are playouts."""
        limits = [limit for limit in (self.playouts, self.visits) if limit is not None]
        return min(limits) if limits else None

    def time_limit(self, color: int) -> float | None:
        """Seconds for the next move of `color`."""
        limit = self.seconds
        if self.clocks:
            # About half of the free points are still to be played, half of them by the other side.
            budget = self.clocks[color].budget(max(10, int((self.board.stones == 0).sum()) / 4))
            limit = budget if limit is None else limit if budget is None else min(limit, budget)
        return limit


def _command_of(words: list[str]) -> tuple[Command, list[str]]:
    """The command that a line names, and the arguments it takes."""
    if not words or words[0] not in COMMANDS:
        raise GtpError("unknown command")
    run, least, most = COMMANDS[words[0]]
    given = len(words) - 1
    if least <= given and (most is None or given <= most):
        return run, words[1:]
    expected = f"{least} argument{'s' * (least != 1)}{' or more' * (most is None)}" if most in (least, None) else f"{least} to {most} arguments"
    fault = f"{words[0]} takes {expected}, not {given}"
    # GNU Go and gomill ignore what stands after the arguments of the common commands; KataGo refuses it.
    if given < least or most is None or "-" in words[0] or words[0] in STRICT:
        raise GtpError(f"syntax error: {fault}")
    warn(f"{fault}: {' '.join(words[most + 1:])[:40]} is ignored")
    return run, words[1 : most + 1]


def main(**options: Any) -> int:
    """A session on standard input and output.

    Parameters
    ----------
    **options
        The keyword arguments of `Engine`.

    Returns
    -------
    int
        The exit code, 0.

    Raises
    ------
    OSError
        If standard input or output is closed.
    """
    engine = Engine(**options)
    if sys.stdin is None or sys.stdout is None:
        raise OSError("a GTP session needs standard input and output")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    engine.run()
    return 0
