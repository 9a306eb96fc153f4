"""A GTP version 2 engine: what a controller (a GUI, a server's client, a match script) talks to.

Protocol: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002; the extensions are those of
GNU Go 3.8, KGS (kgs-*), GoGui (gogui-*, rectangular_boardsize), Leela Zero (lz-*) and KataGo (kata-*).
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TextIO

import numpy as np

import goboard
from goboard.board import _arguments as arguments
from goboard.rules import _results
from goboard.rules import handicap
from goboard.records import sgf
from goboard._core import BLACK, WHITE, Board
from goboard.reading._dead_stones import estimate_dead
from goboard.apps.mcts import MoveInfo, SearchResult, analyse, search, search_steps
from goboard.rules._rules import Rules
from goboard.rules._scoring import Score, score

__all__ = ["Clock", "Engine", "GtpError", "main"]

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
NAMES = ("empty", "black", "white")
LONGEST_LINE = 100_000
LARGEST_FILE = 1 << 26
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
TIME_SYSTEMS = "none absolute byoyomi canadian fischer fischer-capped"
# Between two looks at whether another line has come.
LISTEN = 0.05


class GtpError(ValueError):
    """A command that cannot be carried out; its text is the answer after `?`."""


class Clock:
    """One player's time: what is `left`, in seconds, of main time or, in `overtime`, of the period with `stones` still to play.

    main: seconds. Canadian byo-yomi: `stones` moves in every period of `period` seconds. Japanese byo-yomi: `periods` of them, one
    move each; a period that is not used up begins anew, and what a controller then gives as stones are periods. Fischer:
    `increment` seconds more after every move, up to `cap` at most. `longest`: seconds that one move may take at most. A period without
    stones or periods: no limit (GTP 2, time_settings).
    """

    def __init__(
        self,
        main: float = 0,
        period: float = 0,
        stones: int = 0,
        periods: int = 0,
        increment: float = 0,
        cap: float = math.inf,
        longest: float = math.inf,
    ) -> None:
        self.main, self.period, self.increment, self.cap, self.longest = main, period, increment, cap, longest
        self.period_stones, self.periods = 1 if periods else stones, periods
        self.limited = not (period > 0 and self.period_stones == 0)
        self.overtime = False
        self.left, self.stones, self.periods_left = main, 0, periods
        if main <= 0 and self.period_stones:
            self.overtime = True
            self._next_period()

    def _next_period(self) -> None:
        self.left, self.stones = self.period, self.period_stones

    def set_left(self, left: float, stones: int) -> None:
        """What the controller says: the main time that is left and 0, or that of the period and its stones (or periods)."""
        if stones and not self.period_stones:
            raise GtpError("there are no byo-yomi stones with these time settings")
        self.limited = True
        self.left, self.overtime = left, stones > 0
        if self.periods:
            self.stones, self.periods_left = int(stones > 0), min(stones, self.periods) if stones else self.periods
        else:
            self.stones = min(stones, self.period_stones)

    def spend(self, seconds: float) -> None:
        """A move was made."""
        self.left -= seconds
        if not self.period_stones:
            if self.increment:
                self.left = min(max(self.left, 0) + self.increment, self.cap)
            return
        if not self.overtime:
            if self.left > 0:
                return
            # What the main time did not pay for, the first period pays, and the move counts in it.
            self.overtime = True
            self.left, self.stones = self.left + self.period, self.period_stones
        if self.periods:
            while self.left <= 0 and self.periods_left > 1:
                self.left += self.period
                self.periods_left -= 1
            if self.left > 0:
                self._next_period()
            return
        self.stones -= 1
        if self.stones == 0:
            self._next_period()

    def budget(self, moves_to_come: float) -> float | None:
        """Seconds for the next move; None for as long as one likes. `moves_to_come`: a guess, of this player's."""
        if not self.limited:
            return None
        share, most = self.left / max(self.stones if self.overtime else moves_to_come, 1), self.left
        if self.period_stones and not self.overtime:
            share += self.period / self.period_stones
            most += self.period
        share += self.increment
        # What the controller and the line between us take is not ours.
        return max(0.01, min(0.9 * share, most - 0.2, self.longest - 0.2))


Run = Callable[..., Any]


def command(name: str | None = None, least: int = 0, most: int | None = -1) -> Callable[[Run], Run]:
    """Makes a method (self, args) -> answer the command of its name, or of `name`, with `least` to `most` arguments.

    most: `least` if left out, None for any number. An answer is text, or an iterator over the lines of one that takes its time.
    """

    def register(run: Run) -> Run:
        COMMANDS[name or run.__name__] = run, least, least if most == -1 else most
        return run

    return register


COMMANDS: dict[str, tuple[Run, int, int | None]] = {}
# Common commands that refuse more arguments than they take.
STRICT = {"boardsize", "rectangular_boardsize"}


class Engine:
    """The state of a session and the commands that change it.

    size: a side or (rows, cols). rules: Rules, or what `Rules.parse` reads. komi: None for the rules' own. playouts, seconds: the
    limits of a move, None for none; with time settings the clock limits it too. resign: the share of won playouts below
    which genmove resigns. seed: None for another game every time.

    Ing rules are played with positional superko, as KataGo does: the ko of the board knows no hot stones. Warnings go to standard
    error, for an answer has no room for them.
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
        self.rules = Rules.parse(rules)
        self.komi = self.rules.komi if komi is None else arguments.komi(komi)
        self.visits: int | None = None
        self.clocks: dict[int, Clock] | None = None
        self.quitting = False
        self._text = ""
        self._waiting = _never
        self._new_board(size)
        self._warn_of_ing()

    # The session.

    def run(self, lines: Iterable[str] | None = None, out: TextIO | None = None) -> None:
        """Answer `lines` (standard input) on `out` (standard output) until `quit` or the end of the input."""
        out = sys.stdout if out is None else out
        lines = _Input() if lines is None else lines
        waiting = getattr(lines, "waiting", None)
        for line in lines:
            for part in self.parts(line, waiting):
                out.write(part)
                out.flush()
            if self.quitting:
                break

    def answer(self, line: str) -> str | None:
        """The whole response to a line, its two line ends included; None for a line that gets none."""
        return "".join(self.parts(line)) or None

    def parts(self, line: str, waiting: Callable[[], bool] | None = None) -> Iterator[str]:
        """The response to a line, as it comes.

        An analysis goes on until `waiting` says that there is another line; without it, it ends after one report.
        """
        words = CONTROL.sub("", line).partition("#")[0].split()
        if not words:
            return
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        begun = False
        try:
            if len(line) > LONGEST_LINE:
                raise GtpError("line too long")
            if not words or words[0] not in COMMANDS:
                raise GtpError("unknown command")
            run, least, most = COMMANDS[words[0]]
            given = len(words) - 1
            if given < least or most is not None and given > most:
                expected = f"{least} argument{'s' * (least != 1)}{' or more' * (most is None)}" if most in (least, None) else f"{least} to {most} arguments"
                fault = f"{words[0]} takes {expected}, not {given}"
                # GNU Go and gomill ignore what stands after the arguments of the common commands; KataGo refuses it.
                if given < least or most is None or "-" in words[0] or words[0] in STRICT:
                    raise GtpError(f"syntax error: {fault}")
                _warn(f"{fault}: {' '.join(words[most + 1:])[:40]} is ignored")
                words = words[: most + 1]
            self._waiting = waiting or _never
            # The argument as it stands, for the names of files: a tab is a space, as the specification has it.
            self._text = CONTROL.sub("", line).partition("#")[0].replace("\t", " ").partition(words[0])[2].strip()
            answer = run(self, words[1:])
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
                _warn(text)
            yield "\n" if begun else f"?{number} {text}\n\n"

    def _new_board(self, size: int | tuple[int, int]) -> None:
        self.board = Board(size, ko=_ko(self.rules), suicide=self.rules.suicide)
        self.start = self.board.copy()
        self.handicap: int | None = None

    def _stand(self, board: Board, handicap_stones: int | None) -> None:
        """Go on from `board`, whose history starts at the beginning of the game. None: nobody has said what the handicap is."""
        self.board, self.handicap = board, handicap_stones
        self.start = board.copy()
        while self.start.move_count:
            self.start.undo()

    # Administration.

    @command()
    def protocol_version(self, args: list[str]) -> str:
        return "2"

    @command()
    def name(self, args: list[str]) -> str:
        return "goboard"

    @command()
    def version(self, args: list[str]) -> str:
        return goboard.__version__

    @command(least=1)
    def known_command(self, args: list[str]) -> str:
        return "true" if args[0] in COMMANDS else "false"

    @command()
    def list_commands(self, args: list[str]) -> str:
        return "\n".join(sorted(COMMANDS))

    @command()
    def quit(self, args: list[str]) -> str:
        self.quitting = True
        return ""

    @command()
    def cputime(self, args: list[str]) -> str:
        return f"{time.process_time():.3f}"

    @command("gomill-cpu_time")
    def gomill_cpu_time(self, args: list[str]) -> str:
        return self.cputime(args)

    # Setting up.

    @command(least=1, most=2)
    def boardsize(self, args: list[str]) -> str:
        """`boardsize side`, or `boardsize columns rows`; the board is cleared."""
        try:
            cols = _whole(args[0], "size")
            rows = _whole(args[1], "size") if len(args) > 1 else cols
            self._new_board((rows, cols))
        except ValueError:
            raise GtpError("unacceptable size") from None
        return ""

    @command(least=2)
    def rectangular_boardsize(self, args: list[str]) -> str:
        return self.boardsize(args)

    @command()
    def query_boardsize(self, args: list[str]) -> str:
        return " ".join(map(str, dict.fromkeys(self.board.shape[::-1])))

    @command()
    def clear_board(self, args: list[str]) -> str:
        self._new_board(self.board.shape)
        return ""

    @command("komi", 1)
    def set_komi(self, args: list[str]) -> str:
        self.komi = _number(args[0], "komi")
        return ""

    @command()
    def get_komi(self, args: list[str]) -> str:
        return _decimal(self.komi)

    def _set_rules(self, rules: Rules) -> str:
        board = Board.from_array(self.start.stones, self.start.to_play, ko=_ko(rules), suicide=rules.suicide)
        for color, move in self.board.moves:
            try:
                board.play(move, color)
            except ValueError as error:
                raise GtpError(f"the moves played are illegal under these rules: {error}") from None
        board.to_play = self.board.to_play
        self.rules = rules
        self._stand(board, self.handicap)
        self._warn_of_ing()
        return ""

    def _warn_of_ing(self) -> None:
        if self.rules.ko == "ing":
            _warn("Ing's fighting and disturbing ko are not played: positional superko holds instead")

    @command("kgs-rules", 1)
    def kgs_rules(self, args: list[str]) -> str:
        return self._set_rules(Rules.parse({"chinese": "chinese-kgs"}.get(args[0].lower(), args[0])))

    @command("kata-set-rules", 1, None)
    def kata_set_rules(self, args: list[str]) -> str:
        """A name or KataGo's JSON; komi is the command komi's, unless the JSON names it."""
        text = " ".join(args)
        rules = Rules.parse(text)
        self._set_rules(rules)
        if "komi" in text:
            self.komi = rules.komi
        return ""

    @command("kata-get-rules")
    def kata_get_rules(self, args: list[str]) -> str:
        return self.rules.to_katago(komi=False)

    @command("kata-set-rule", 2)
    def kata_set_rule(self, args: list[str]) -> str:
        """One key of KataGo's JSON, the others as they are."""
        key, word = args
        value: Any = {"true": True, "false": False}.get(word.lower(), word)
        text = self.rules.to_katago()
        if text[0] != "{":
            raise GtpError(f"{text} rules have no single keys")
        keys = {**json.loads(text), key: _number(word, "komi") if key == "komi" else value}
        rules = Rules.parse(keys)
        self._set_rules(rules)
        if key == "komi":
            self.komi = rules.komi
        return ""

    # Handicap.

    def _empty_board(self) -> None:
        if self.board.move_count or self.board.stones.any():
            raise GtpError("board not empty")

    def _place(self, points: list[int]) -> str:
        board = Board(self.board.shape, ko=self.board.ko, suicide=self.board.suicide)
        board.setup(black=points, to_play=WHITE)
        self._stand(board, len(points))
        return " ".join(board.vertex(p) for p in points)

    @command(least=1)
    def fixed_handicap(self, args: list[str]) -> str:
        stones = _whole(args[0], "number of stones")
        self._empty_board()
        try:
            return self._place([self.board.point(p) for p in handicap.fixed_points(self.board.shape, stones)])
        except ValueError as error:
            raise GtpError(f"invalid number of stones: {error}") from None

    @command(least=1)
    def place_free_handicap(self, args: list[str]) -> str:
        """The fixed points as far as they go, then what the search likes."""
        stones = _whole(args[0], "number of stones")
        self._empty_board()
        if not 2 <= stones < self.board.pass_move:
            raise GtpError(f"invalid number of stones: 2 to {self.board.pass_move - 1}, not {stones}")
        fixed = min(stones, handicap.max_fixed(self.board.shape))
        board = self.board.copy()
        points = [board.point(p) for p in handicap.fixed_points(board.shape, fixed)] if fixed else []
        board.setup(black=points, to_play=BLACK)
        playouts = min(self.playouts or 1000, 1000, 20_000 // stones)
        while len(points) < stones:
            move = self._search(board, playouts=playouts).move
            if move == board.pass_move:
                break
            points.append(move)
            board.setup(black=[move], to_play=BLACK)
        return self._place(points)

    @command(least=1, most=None)
    def set_free_handicap(self, args: list[str]) -> str:
        self._empty_board()
        try:
            points = [self.board.point(word) for word in args]
        except ValueError:
            raise GtpError("bad vertex list") from None
        if not 2 <= len(points) < self.board.pass_move or self.board.pass_move in points:
            raise GtpError("bad vertex list")
        if len(set(points)) < len(points):
            raise GtpError("repeated vertex")
        self._place(points)
        return ""

    # Playing.

    def _vertex(self, word: str) -> int:
        try:
            return self.board.point(word)
        except ValueError:
            raise GtpError(f"syntax error: invalid vertex {word[:20]}") from None

    @command(least=2)
    def play(self, args: list[str]) -> str:
        color = _color(args[0])
        if args[1].lower() == "resign":
            return ""
        move = self._vertex(args[1])
        if self.board.why_illegal(move, color):
            raise GtpError("illegal move")
        self.board.play(move, color)
        return ""

    @command("goboard-why_illegal", 2)
    def why_illegal(self, args: list[str]) -> str:
        """`goboard-why_illegal color vertex`: occupied, ko, superko, suicide; nothing for a legal move."""
        return self.board.why_illegal(self._vertex(args[1]), _color(args[0])) or ""

    @command("gogui-play_sequence", 2, None)
    def gogui_play_sequence(self, args: list[str]) -> str:
        """`color vertex color vertex ...`: all of them, or none."""
        board = self.board.copy()
        for color, move in self._pairs(args):
            if board.why_illegal(move, color):
                raise GtpError(f"illegal move {board.vertex(move)}")
            board.play(move, color)
        self.board = board
        return ""

    def _pairs(self, args: list[str]) -> list[tuple[int, int]]:
        if len(args) % 2:
            raise GtpError("syntax error: pairs of color and vertex are expected")
        return [(_color(color), self._vertex(word)) for color, word in zip(args[::2], args[1::2])]

    @command()
    def undo(self, args: list[str]) -> str:
        if not self.board.move_count:
            raise GtpError("cannot undo")
        self.board.undo()
        return ""

    @command("gogui-setup", 0, None)
    def gogui_setup(self, args: list[str]) -> str:
        """`color vertex color vertex ...`: these stones and no others."""
        stones: dict[int, int] = {}
        for color, point in self._pairs(args):
            if point == self.board.pass_move or point in stones:
                raise GtpError("bad vertex list")
            stones[point] = color
        board = Board(self.board.shape, ko=self.board.ko, suicide=self.board.suicide)
        board.setup(black=[p for p, c in stones.items() if c == BLACK], white=[p for p, c in stones.items() if c == WHITE])
        self._stand(board, 0)
        return ""

    @command(most=None)
    def set_position(self, args: list[str]) -> str:
        return self.gogui_setup(args)

    @command("gogui-setup_player", 1)
    def gogui_setup_player(self, args: list[str]) -> str:
        self.board.to_play = _color(args[0])
        if not self.board.move_count:
            self.start.to_play = self.board.to_play
        return ""

    @command(least=1)
    def genmove(self, args: list[str]) -> str:
        return self._genmove(_color(args[0]))

    @command("kgs-genmove_cleanup", 1)
    def kgs_genmove_cleanup(self, args: list[str]) -> str:
        """A move that captures dead stones, before it passes."""
        return self._genmove(_color(args[0]), capture_dead=True)

    @command(least=1)
    def reg_genmove(self, args: list[str]) -> str:
        color = _color(args[0])
        return self.board.vertex(self._search(self._turned(color), seconds=self._seconds(color)).move)

    @command("kata-search", 1)
    def kata_search(self, args: list[str]) -> str:
        """What genmove would answer; nothing is played."""
        color = _color(args[0])
        return self._decided(color, self._search(self._turned(color), seconds=self._seconds(color)))

    @command("kata-search_cancellable", 1)
    def kata_search_cancellable(self, args: list[str]) -> str:
        """The same, or `cancelled` when another line comes first."""
        color = _color(args[0])
        for found in self._steps(color, LISTEN):
            if self._waiting():
                return "cancelled"
        return self._decided(color, found)

    def _genmove(self, color: int, capture_dead: bool = False) -> str:
        start = time.monotonic()
        found = self._search(self._turned(color), seconds=self._seconds(color), capture_dead=capture_dead)
        return self._played(color, self._decided(color, found), time.monotonic() - start)

    def _decided(self, color: int, found: SearchResult, may_resign: bool = True) -> str:
        # Before a fifth of the points is played, a lost game is a handicap game.
        if may_resign and found.win_rate < self.resign and self.board.move_count > self.board.pass_move // 5:
            return "resign"
        return self.board.vertex(found.move)

    def _played(self, color: int, move: str, seconds: float) -> str:
        """Carry out what was decided in so many seconds."""
        if self.clocks:
            self.clocks[color].spend(seconds)
        if move != "resign":
            self.board.play(move, color)
        return move

    def _turned(self, color: int) -> Board:
        board = self.board.copy()
        board.to_play = color
        return board

    def _search(self, board: Board, *, playouts: int | None = None, seconds: float | None = None, capture_dead: bool = False) -> SearchResult:
        settings = self._settings()
        settings["capture_dead"] |= capture_dead
        return search(board, playouts=self._limit() if playouts is None else playouts, seconds=seconds, **settings)

    def _steps(self, color: int, every: float, **options: Any) -> Iterator[SearchResult]:
        """The search for a move of `color`, with a look at it `every` so many seconds."""
        seconds = self._seconds(color)
        return search_steps(self._turned(color), every=every, playouts=self._limit(), seconds=seconds, **self._settings(), **options)

    def _limit(self) -> int | None:
        """The playouts of a move. Every search begins with an empty tree: visits are playouts."""
        limits = [limit for limit in (self.playouts, self.visits) if limit is not None]
        return min(limits) if limits else None

    def _settings(self) -> dict[str, Any]:
        return {
            "komi": self.komi + self.rules.bonus(self._handicap()),
            "scoring": "territory" if self.rules.scoring == "territory" else "area",
            "capture_dead": self.rules.removal == "none",
            "seed": None if self.seed is None else [self.seed, self.board.move_count],
        }

    def _handicap(self) -> int:
        """The handicap stones: set, or played by controllers that know no other way, before White's first move."""
        if self.handicap is not None:
            return self.handicap
        moves = self.board.moves
        played = next((i for i, (color, move) in enumerate(moves) if color == WHITE or move == self.board.pass_move), 0)
        return played if played >= 2 and not self.start.stones.any() else 0

    # Analysis.

    @command("lz-analyze", 0, None)
    def lz_analyze(self, args: list[str]) -> Iterator[str]:
        """`[color] [interval] [key value]...`: what the search thinks, every `interval` hundredths of a second, until the next line."""
        return self._analysis(args, lz=True)

    @command("kata-analyze", 0, None)
    def kata_analyze(self, args: list[str]) -> Iterator[str]:
        return self._analysis(args)

    @command(least=0, most=None)
    def analyze(self, args: list[str]) -> Iterator[str]:
        """The name of kata-analyze that Sabaki looks for."""
        return self._analysis(args)

    @command("lz-genmove_analyze", 0, None)
    def lz_genmove_analyze(self, args: list[str]) -> Iterator[str]:
        """genmove, with reports every `interval`, if one is given, and at the end."""
        return self._genmove_analysis(args, lz=True)

    @command("kata-genmove_analyze", 0, None)
    def kata_genmove_analyze(self, args: list[str]) -> Iterator[str]:
        return self._genmove_analysis(args)

    @command(least=0, most=None)
    def genmove_analyze(self, args: list[str]) -> Iterator[str]:
        return self._genmove_analysis(args)

    @command("kata-search_analyze", 0, None)
    def kata_search_analyze(self, args: list[str]) -> Iterator[str]:
        """kata-genmove_analyze, but nothing is played."""
        return self._genmove_analysis(args, play=False)

    @command("kata-search_analyze_cancellable", 0, None)
    def kata_search_analyze_cancellable(self, args: list[str]) -> Iterator[str]:
        """The same, with `play cancelled` when another line comes first."""
        return self._genmove_analysis(args, play=False, cancellable=True)

    @command()
    def stop(self, args: list[str]) -> str:
        """Ends an analysis, as any line does."""
        return ""

    def _analysis(self, args: list[str], lz: bool = False) -> Iterator[str]:
        wish = _wish_of(args, self.board, lz)
        interval = 1.0 if wish.interval is None else max(wish.interval, 0.01)
        board, waiting, begun = self._turned(wish.color), self._waiting, False
        for found in analyse(board, seconds=interval, stop=waiting, **self._settings(), **wish.search()):
            if not begun or not waiting():
                report = wish.report(board, found)
                begun |= bool(report)
                if report:
                    yield report
            if waiting is _never or waiting():
                return
        # The tree is full; the answer goes on until the next line all the same.
        while not waiting():
            time.sleep(LISTEN)

    def _genmove_analysis(self, args: list[str], lz: bool = False, play: bool = True, cancellable: bool = False) -> Iterator[str]:
        wish = _wish_of(args, self.board, lz)
        every = math.inf if wish.interval is None else max(wish.interval, 0.01)
        board, waiting, start, told = self._turned(wish.color), self._waiting, time.monotonic(), 0.0
        for found in self._steps(wish.color, min(every, LISTEN) if cancellable else every, **wish.search()):
            if found.seconds - told >= every:
                told = found.seconds
                if report := wish.report(board, found):
                    yield report
            if cancellable and waiting():
                yield "play cancelled\n"
                return
        move = self._decided(wish.color, found, wish.may_resign)
        report = wish.report(board, found)
        if play:
            self._played(wish.color, move, time.monotonic() - start)
        yield f"{report}play {move}\n"

    @command("goboard-ownership")
    def ownership(self, args: list[str]) -> str:
        """Whose each point is after 2,000 random games: 1 always Black's, -1 always White's; the top row first."""
        owned = goboard.playout(self.board, 2000, seed=self.seed).ownership
        return "\n".join(" ".join(f"{value:.3f}" for value in row) for row in owned.tolist())

    @command("gogui-analyze_commands")
    def gogui_analyze_commands(self, args: list[str]) -> str:
        return "\n".join((
            "dboard/Ownership/goboard-ownership",
            "plist/Dead Stones/final_status_list dead",
            "plist/Legal Moves/all_legal %c",
            "string/Final Score/final_score",
            "string/Why Illegal/goboard-why_illegal %c %p",
            "string/Rules/kata-get-rules",
        ))  # fmt: skip

    # Time.

    def _seconds(self, color: int) -> float | None:
        limit = self.seconds
        if self.clocks:
            # About half of the free points are still to be played, half of them by the other side.
            budget = self.clocks[color].budget(max(10, int((self.board.stones == 0).sum()) / 4))
            limit = budget if limit is None else limit if budget is None else min(limit, budget)
        return limit

    @command(least=3)
    def time_settings(self, args: list[str]) -> str:
        """`main period stones`; a period without stones is no limit."""
        self._set_clocks(_time(args[0]), _time(args[1]), _stones(args[2]))
        return ""

    def _set_clocks(self, *settings: Any, **others: Any) -> None:
        self.clocks = {color: Clock(*settings, **others) for color in (BLACK, WHITE)}

    @command("kgs-time_settings", 1, None)
    def kgs_time_settings(self, args: list[str]) -> str:
        """none; absolute main; byoyomi main period periods; canadian main period stones."""
        return self._time_system(args, TIME_SYSTEMS.split()[:4])

    @command("kata-time_settings", 1, None)
    def kata_time_settings(self, args: list[str]) -> str:
        """Those, and fischer main increment; fischer-capped main increment cap longest, the last two negative for none."""
        return self._time_system(args, TIME_SYSTEMS.split())

    @command("kata-list_time_settings")
    def kata_list_time_settings(self, args: list[str]) -> str:
        return TIME_SYSTEMS

    def _time_system(self, args: list[str], systems: list[str]) -> str:
        system, given = args[0].lower(), args[1:]
        if system not in systems:
            raise GtpError(f"syntax error: time settings must be one of {', '.join(systems)}, not {args[0][:20]}")
        names = {"absolute": "MAIN", "byoyomi": "MAIN PERIOD PERIODS", "canadian": "MAIN PERIOD STONES", "fischer": "MAIN INCREMENT",
                 "fischer-capped": "MAIN INCREMENT CAP LONGEST"}.get(system, "")  # fmt: skip
        if len(given) != len(names.split()):
            raise GtpError(f"syntax error: {system} takes {names or 'nothing'}, not {' '.join(given)[:40] or 'nothing'}")
        if system == "none":
            self.clocks = None
        elif system == "fischer-capped":
            main, increment = map(_time, given[:2])
            cap, longest = (math.inf if limit < 0 else limit for limit in (_number(word, "time", LONGEST_TIME) for word in given[2:]))
            if cap < main:
                raise GtpError(f"syntax error: the cap must be negative or at least the main time, not {given[2][:20]}")
            self._set_clocks(main, increment=increment, cap=cap, longest=longest)
        elif system == "fischer":
            self._set_clocks(_time(given[0]), increment=_time(given[1]))
        elif system == "byoyomi":
            main, period, periods = _time(given[0]), _time(given[1]), _stones(given[2])
            self._set_clocks(main, period if periods else 0, periods=periods)
        elif system == "canadian":
            self._set_clocks(_time(given[0]), _time(given[1]), _stones(given[2]))
        else:
            self._set_clocks(_time(given[0]))
        return ""

    @command(least=3)
    def time_left(self, args: list[str]) -> str:
        """`color seconds stones`: of main time with 0 stones, else of the byo-yomi period with so many stones (or periods) to go."""
        color, left, stones = _color(args[0]), _number(args[1], "time", LONGEST_TIME), _stones(args[2])
        clocks = self.clocks or {c: Clock(left) for c in (BLACK, WHITE)}
        clocks[color].set_left(left, stones)
        self.clocks = clocks
        return ""

    # KataGo's parameters.

    def _params(self) -> dict[str, Any]:
        # KataGo's own numbers for no limit.
        return {
            "maxPlayouts": 1 << 50 if self.playouts is None else self.playouts,
            "maxTime": 1e20 if self.seconds is None else self.seconds,
            "maxVisits": 1 << 50 if self.visits is None else self.visits,
            "resignThreshold": 2 * self.resign - 1,
        }

    @command("kata-list-params")
    def kata_list_params(self, args: list[str]) -> str:
        return " ".join(self._params())

    @command("kata-get-params")
    def kata_get_params(self, args: list[str]) -> str:
        return json.dumps(self._params())

    @command("kata-get-param", 1)
    def kata_get_param(self, args: list[str]) -> str:
        params = self._params()
        if args[0] not in params:
            raise GtpError(f"Invalid parameter: {args[0][:40]}; there are {', '.join(params)}")
        return json.dumps(params[args[0]])

    @command("kata-set-param", 2)
    def kata_set_param(self, args: list[str]) -> str:
        self._set_params({args[0]: args[1]})
        return ""

    @command("kata-set-params", 1, None)
    def kata_set_params(self, args: list[str]) -> str:
        """A JSON object of parameters and values: all of them, or none."""
        try:
            params = json.loads(self._text)
        except (ValueError, RecursionError) as error:
            raise GtpError(f"Could not set params: {error}") from None
        if not isinstance(params, dict):
            raise GtpError("Could not set params: a JSON object is expected")
        self._set_params({key: value if isinstance(value, str) else json.dumps(value) for key, value in params.items()})
        return ""

    def _set_params(self, params: dict[str, str]) -> None:
        known, checked = self._params(), dict[str, Any]()
        for key, word in params.items():
            if key not in known:
                raise GtpError(f"Could not set params: there is no parameter {key[:40]}; there are {', '.join(known)}")
            whole = isinstance(known[key], int)
            least, most = (-1, 1) if key == "resignThreshold" else (1, 1 << 50) if whole else (0, 1e20)
            if not re.fullmatch(r"[+-]?[0-9]{1,17}" if whole else NUMBER, word.lower()) or not least <= float(word) <= most:
                raise GtpError(f"Could not set params: {key} must be {'a whole number' if whole else 'a number'} from {least} to {most}, not {word[:20]}")
            checked[key] = int(word) if whole else float(word)
        if checked.get("maxTime") == 0:
            raise GtpError("Could not set params: maxTime must be above 0")
        self.playouts = checked.get("maxPlayouts", self.playouts)
        self.seconds = checked.get("maxTime", self.seconds)
        self.visits = checked.get("maxVisits", self.visits)
        self.resign = (checked["resignThreshold"] + 1) / 2 if "resignThreshold" in checked else self.resign

    @command("kata-get-models")
    def kata_get_models(self, args: list[str]) -> str:
        """None: this engine has no neural net."""
        return "[]"

    # The end.

    def _dead(self) -> list[int]:
        if self.rules.removal == "none":
            return []
        return estimate_dead(self.board, seed=0 if self.seed is None else self.seed)

    def _score(self) -> Score:
        # The first pass takes the button.
        taker = next((color for color, move in self.board.moves if move == self.board.pass_move), 0) if self.rules.button else 0
        return score(self.board, self.rules, self._dead(), komi=self.komi, handicap=self._handicap(), button=taker)

    @command()
    def final_score(self, args: list[str]) -> str:
        result = self._score().result
        return "0" if result == "Draw" else result

    def _statuses(self) -> list[str]:
        """What became of each point: a stone is alive, seki or dead, an open point black_territory, white_territory or dame."""
        final = self._score()
        dead = {*final.dead, *final.left}
        # Area rules know no seki; who is in it does not depend on the rules.
        seki = set(score(self.board, "japanese", dead).seki)
        owners = [("dame", "black_territory", "white_territory")[owner] for owner in final.territory.ravel().tolist()]
        stones = self.board.stones.ravel().tolist()
        return [("dead" if p in dead else "seki" if p in seki else "alive") if stones[p] else owners[p] for p in range(len(stones))]

    @command(least=1)
    def final_status_list(self, args: list[str]) -> str:
        """The chains that are alive, seki or dead, one on a line; or the points of black_territory, white_territory, dame."""
        status = args[0].lower()
        if status not in ("alive", "seki", "dead", "black_territory", "white_territory", "dame"):
            raise GtpError(f"syntax error: invalid status {status[:20]}: alive, seki, dead, black_territory, white_territory or dame")
        statuses = self._statuses()
        if status in ("alive", "seki", "dead"):
            groups = [chain for chain in map(np.ndarray.tolist, self.board.chains()) if statuses[chain[0]] == status]
        else:
            groups = [[p for p, found in enumerate(statuses) if found == status]]
        return "\n".join(" ".join(map(self.board.vertex, group)) for group in groups if group)

    @command(least=1)
    def final_status(self, args: list[str]) -> str:
        point = self._vertex(args[0])
        if point == self.board.pass_move:
            raise GtpError("syntax error: a point is expected")
        return self._statuses()[point]

    @command("kgs-game_over")
    def kgs_game_over(self, args: list[str]) -> str:
        return ""

    # Looking at the game, and records.

    @command()
    def showboard(self, args: list[str]) -> str:
        board = self.board
        taken = f"Black has taken {board.captures(BLACK)}, White {board.captures(WHITE)}"
        return f"\n{board}\n{'BW'[board.to_play - 1]} to play, move {board.move_count + 1}. {taken}. Komi {_decimal(self.komi)}."

    @command(least=1)
    def list_stones(self, args: list[str]) -> str:
        points = np.flatnonzero(self.board.stones.ravel() == _color(args[0])).tolist()
        return " ".join(map(self.board.vertex, points))

    @command(least=1)
    def color(self, args: list[str]) -> str:
        point = self._vertex(args[0])
        return NAMES[0 if point == self.board.pass_move else self.board[point]]

    @command(least=2)
    def is_legal(self, args: list[str]) -> str:
        return str(int(self.board.is_legal(self._vertex(args[1]), _color(args[0]))))

    @command(least=1)
    def all_legal(self, args: list[str]) -> str:
        return " ".join(self.board.vertex(p) for p in self.board.legal_moves(_color(args[0])).tolist() if p != self.board.pass_move)

    @command(least=1)
    def captures(self, args: list[str]) -> str:
        """How many stones this color has taken."""
        return str(self.board.captures(_color(args[0])))

    def _stone(self, word: str) -> int:
        point = self._vertex(word)
        if point == self.board.pass_move or not self.board[point]:
            raise GtpError("vertex must not be empty")
        return point

    @command(least=1)
    def countlib(self, args: list[str]) -> str:
        return str(self.board.liberties(self._stone(args[0])))

    @command(least=1)
    def findlib(self, args: list[str]) -> str:
        return " ".join(map(self.board.vertex, self.board.liberty_points(self._stone(args[0])).tolist()))

    @command()
    def move_history(self, args: list[str]) -> str:
        """The last move first."""
        return "\n".join(f"{NAMES[color]} {self.board.vertex(move)}" for color, move in reversed(self.board.moves))

    @command()
    def last_move(self, args: list[str]) -> str:
        if not self.board.move_count:
            raise GtpError("no previous move known")
        return self.move_history(args).partition("\n")[0]

    @command(least=1, most=None)
    def loadsgf(self, args: list[str]) -> str:
        """`loadsgf file [move]`: the position before that move, a number or a vertex; else the last. Komi and rules are the file's.

        What the file does not say stays as it was; what it says and nobody understands is warned about.
        """
        # A name may have spaces in it.
        path, stop = self._text, None
        if len(args) > 1 and not os.path.isfile(path):
            path, _, stop = path.rpartition(" ")
            path = path.rstrip()
        try:
            if not os.path.isfile(path):
                raise ValueError(f"no file {path[:200]}")
            if os.path.getsize(path) > LARGEST_FILE:
                raise ValueError(f"longer than {LARGEST_FILE} bytes")
            with open(path, "rb") as file:
                record = sgf.record(file.read())
            rules = self.rules
            named = False
            if record.rules and record.rules.strip():
                try:
                    rules, named = Rules.parse(record.rules), True
                except ValueError:
                    _warn(f"RU[{record.rules[:40]}] names no known rules; they stay {_ru(rules)}")
            terms = _results.terms(record, rules)
            count = len(record.moves) if stop is None else _moves_before(record, stop)
            board = _replayed(record, count, rules)
            if count < len(record.moves):
                board.to_play = record.moves[count][0]
        except (ValueError, LookupError, OSError) as error:
            raise GtpError(f"cannot load file: {error}") from None
        stones, odd = handicap.of_record(record)
        faults = [*record.warnings, *odd]
        if record.komi is not None:
            self.komi = record.komi
        elif named and not (record.komi_text or "").strip():
            self.komi = terms.komi
            faults += [told for told in terms.notes if "komi" in told]
        else:
            given = f"KM[{record.komi_text[:40]}] is not understood" if (record.komi_text or "").strip() else "the record names no komi"
            faults.append(f"{given}; it stays {_decimal(self.komi)}")
        for fault in faults[:10]:
            _warn(fault)
        if len(faults) > 10:
            _warn(f"and {len(faults) - 10} more faults of the record")
        self.rules = rules
        # Where the record leaves it open, the moves to come may still be a handicap.
        self._stand(board, None if record.handicap is None and not stones and not record.black else stones)
        self._warn_of_ing()
        return ""

    @command(most=None)
    def printsgf(self, args: list[str]) -> str:
        """The game so far, as the answer (or for `-`) or into a file."""
        start = self.start
        tree = sgf.from_moves(
            self.board.shape,
            self.board.moves,
            black=np.flatnonzero(start.stones.ravel() == BLACK),
            white=np.flatnonzero(start.stones.ravel() == WHITE),
            to_play=start.to_play if start.stones.any() else None,
            komi=self.komi,
            # Stones that are said to be no handicap would be read as one without HA[0].
            handicap=self._handicap() or self.handicap,
            rules=_ru(self.rules),
            properties={"AP": f"goboard:{goboard.__version__}"},
        )
        if self._text in ("", "-"):
            return sgf.dumps(tree).strip()
        with open(self._text, "w", encoding="utf-8", newline="\n") as file:
            file.write(sgf.dumps(tree))
        return ""


def _ko(rules: Rules) -> Any:
    return "positional" if rules.ko == "ing" else rules.board_ko()


def _never() -> bool:
    """Whether another line waits, where lines come one by one."""
    return False


def _warn(text: str) -> None:
    print(f"goboard: {text}", file=sys.stderr, flush=True)


def _ru(rules: Rules) -> str:
    """Rules as SGF's RU names them: by name, else as KataGo writes them."""
    if rules.name in Rules.presets() and Rules.preset(rules.name).with_(komi=rules.komi) == rules:
        return rules.name
    try:
        return rules.to_katago(komi=False)
    except ValueError:
        base = Rules.preset(rules.name) if rules.name in Rules.presets() else Rules()
        return rules.with_(komi=base.komi).to_text()


def _replayed(record: sgf.Record, count: int, rules: Rules) -> Board:
    """The board after `count` moves of a record, under `rules`.

    A record is history: where a move breaks the rules it is carried out, with a warning, and the history begins anew after it.
    """
    laws: dict[str, Any] = {"ko": _ko(rules), "suicide": rules.suicide}
    try:
        return record.board(count, **laws)
    except sgf.SGFError as error:
        boards = record.boards()
        board = Board.from_array((first := next(boards)).stones, first.to_play, **laws)
        for (color, move), after in zip(record.moves[:count], boards):
            if not board.why_illegal(move, color):
                board.play(move, color)
            if not np.array_equal(board.stones, after.stones):
                board = Board.from_array(after.stones, after.to_play, **laws)
        _warn(f"{error}: carried out; no move before it can be taken back")
        return board


def _moves_before(record: sgf.Record, stop: str) -> int:
    """How many moves come before the move that `stop` names by its number or its vertex."""
    if stop.isascii() and stop.isdigit():
        return min(max(_whole(stop, "move number") - 1, 0), len(record.moves))
    point = Board(record.shape).point(stop)
    for number, (_, move) in enumerate(record.moves):
        if move == point:
            return number
    raise ValueError(f"no move at {stop}")


def _whole(word: str, what: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise GtpError(f"syntax error: invalid {what} {word[:20]}: a whole number is expected")
    return int(word)


NUMBER = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
LONGEST_TIME = float(1 << 53)


def _number(word: str, what: str, limit: float = 1e6) -> float:
    if not re.fullmatch(NUMBER, word.lower()) or abs(float(word)) >= limit:
        raise GtpError(f"syntax error: invalid {what} {word[:20]}: a number is expected")
    return float(word)


def _decimal(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)


def _time(word: str) -> float:
    seconds = _number(word, "time", LONGEST_TIME)
    if seconds < 0:
        raise GtpError("syntax error: times are not negative")
    return seconds


def _stones(word: str) -> int:
    stones = _whole(word, "stones or periods")
    if stones < 0:
        raise GtpError("syntax error: stones and periods are not negative")
    return stones


def _color(word: str) -> int:
    if word.lower() not in COLORS:
        raise GtpError(f"syntax error: invalid color {word[:20]}: black or white is expected")
    return COLORS[word.lower()]


FLAGS = {
    "rootInfo": "root_info", "ownership": "ownership", "ownershipStdev": "ownership_stdev", "movesOwnership": "moves_ownership",
    "movesOwnershipStdev": "moves_ownership_stdev", "pvVisits": "pv_visits", "pvEdgeVisits": "pv_edge_visits",
}  # fmt: skip


class _Wish(NamedTuple):
    """The arguments of an analysis."""

    color: int
    lz: bool
    interval: float | None = None  # seconds
    minmoves: int = 0
    maxmoves: int = 1 << 30
    allow: tuple[tuple[int, list[int], int], ...] = ()
    avoid: tuple[tuple[int, list[int], int], ...] = ()
    may_resign: bool = True
    root_info: bool = False
    ownership: bool = False
    ownership_stdev: bool = False
    moves_ownership: bool = False
    moves_ownership_stdev: bool = False
    pv_visits: bool = False
    pv_edge_visits: bool = False

    def search(self) -> dict[str, Any]:
        """What the search has to know of it."""
        by_move = self.ownership_stdev or self.moves_ownership or self.moves_ownership_stdev
        return {"allow": self.allow, "avoid": self.avoid, "details": "ownership" if by_move else "moves"}

    def report(self, board: Board, found: SearchResult) -> str:
        """What was found, as a line, for the side to move as is KataGo's default; none of nothing, for an empty line ends an answer."""
        visited = sum(info.visits > 0 for info in found.moves)
        shown = found.moves[: min(max(visited, self.minmoves), self.maxmoves)]
        words = [(self._lz if self.lz else self._kata)(board, found, info, order) for order, info in enumerate(shown)]
        sign = 1 if found.color == BLACK else -1
        assert found.root is not None
        if self.root_info:
            words.append(f"rootInfo visits {found.root.visits} {_values(found.root, sign)}")
        if self.ownership:
            words.append("ownership " + _grid(found.ownership, sign))
        if self.ownership_stdev:
            words.append("ownershipStdev " + _grid(found.root.ownership_stdev))
        return " ".join(words) + "\n" if words else ""

    def _lz(self, board: Board, found: SearchResult, info: MoveInfo, order: int) -> str:
        rate, prior, lcb = (round(10_000 * share) for share in (info.win_rate, info.prior, info.lcb))
        move, line = board.vertex(info.move), " ".join(map(board.vertex, info.line))
        return f"info move {move} visits {info.visits} winrate {rate} prior {prior} lcb {lcb} order {order} pv {line}"

    def _kata(self, board: Board, found: SearchResult, info: MoveInfo, order: int) -> str:
        sign = 1 if found.color == BLACK else -1
        # The bound of the win rate, on the scale of the utility.
        utility_lcb = max(info.utility - 2 * (info.win_rate - info.lcb), -1.1)
        text = (
            f"info move {board.vertex(info.move)} visits {info.visits} edgeVisits {info.visits} {_values(info, sign)} "
            f"prior {info.prior:.6f} lcb {info.lcb:.6f} utilityLcb {utility_lcb:.6f} order {order} pv {' '.join(map(board.vertex, info.line))}"
        )
        visits = " ".join(map(str, info.line_visits))
        text += f" pvVisits {visits}" * self.pv_visits + f" pvEdgeVisits {visits}" * self.pv_edge_visits
        if self.moves_ownership:
            text += " movesOwnership " + _grid(info.ownership, sign)
        if self.moves_ownership_stdev:
            text += " movesOwnershipStdev " + _grid(info.ownership_stdev)
        return text


def _values(info: MoveInfo, sign: int) -> str:
    """Rates and scores for the side to move. Playouts are this engine's own play: their mean score is all three of KataGo's."""
    mean = sign * info.mean_score
    return (
        f"utility {info.utility:.6f} winrate {info.win_rate:.6f} scoreMean {mean:.6f} scoreStdev {info.score_stdev:.6f} scoreLead {mean:.6f} "
        f"scoreSelfplay {mean:.6f}"
    )


def _grid(values: Any, sign: int = 1) -> str:
    """The top row first."""
    return " ".join(f"{value:.4f}" for value in (sign * values).ravel().tolist())


def _wish_of(args: list[str], board: Board, lz: bool) -> _Wish:
    """`[color] [interval] [key value]...` as KataGo's GTP_Extensions.md has it."""
    words, given = list(args), dict[str, Any]()
    color = _color(words.pop(0)) if words and words[0].lower() in COLORS else board.to_play
    if words and re.fullmatch(NUMBER, words[0].lower()):
        words.insert(0, "interval")
    limits: dict[str, list[tuple[int, list[int], int]]] = {"allow": [], "avoid": []}
    resigns = True
    while words:
        key = words.pop(0)
        if key in limits:
            if len(words) < 3:
                raise GtpError(f"syntax error: {key} takes a color, vertices with commas between them, and a depth")
            side, names, depth = _color(words.pop(0)), words.pop(0).split(","), _whole(words.pop(0), f"depth of {key}")
            if depth < 1:
                raise GtpError(f"syntax error: the depth of {key} must be 1 or more, not {depth}")
            if not any(names):
                raise GtpError(f"syntax error: {key} names no vertex")
            # Leela Zero's word: not to resign.
            if key == "avoid" and any(name.lower() == "resign" for name in names):
                resigns &= side != color
                names = [name for name in names if name.lower() != "resign"]
            try:
                moves = [board.point(name) for name in names if name]
            except ValueError as error:
                raise GtpError(f"syntax error: {key}: {error}") from None
            limits[key].append((side, moves, depth))
        elif key in ("interval", "minmoves", "maxmoves") or key in FLAGS and not lz:
            if not words:
                raise GtpError(f"syntax error: {key} takes a value")
            name, word = FLAGS.get(key, key), words.pop(0)
            if name in given:
                raise GtpError(f"syntax error: {key} is given twice")
            if key == "interval":
                given[name] = _time(word) / 100
            elif key in FLAGS:
                given[name] = _flag(word, key)
            else:
                given[name] = _whole(word, key)
                if given[name] < 0:
                    raise GtpError(f"syntax error: {key} must be 0 or more, not {word}")
        elif key == "noResultValue" and not lz:
            if words and _flag(words.pop(0), key):
                raise GtpError("noResultValue is not supported: the playouts of this engine end with a result")
        else:
            raise GtpError(f"syntax error: {'lz' if lz else 'kata'} analysis has no key {key[:20]}")
    sides = [side for side, _, _ in limits["allow"]]
    avoided = []
    for side, moves, depth in limits["avoid"]:
        if side in sides:
            # As Leela Zero has it, a pass may be avoided besides; KataGo's allow does so already.
            allowed = next(moves for other, moves, _ in limits["allow"] if other == side)
            if any(move != board.pass_move or move in allowed for move in moves):
                raise GtpError("syntax error: allow and avoid cannot be given for the same color")
        elif moves:
            avoided.append((side, moves, depth))
    if len(set(sides)) < len(sides):
        raise GtpError("syntax error: allow can be given once for a color")
    return _Wish(color, lz, allow=tuple(limits["allow"]), avoid=tuple(avoided), may_resign=resigns, **given)


def _flag(word: str, key: str) -> bool:
    if word.lower() not in ("true", "false"):
        raise GtpError(f"syntax error: {key} must be true or false, not {word[:20]}")
    return word.lower() == "true"


class _Input:
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


def main(**options: Any) -> int:
    """A session on standard input and output; `options` are those of `Engine`. Returns the exit code."""
    engine = Engine(**options)
    if sys.stdin is None or sys.stdout is None:
        raise OSError("a GTP session needs standard input and output")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    engine.run()
    return 0
