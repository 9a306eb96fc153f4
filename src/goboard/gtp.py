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
from typing import Any, TextIO

import numpy as np

import goboard
from goboard import handicap, sgf
from goboard._core import BLACK, WHITE, Board
from goboard.estimate import estimate_dead
from goboard.mcts import SearchResult, analyse, search
from goboard.rules import Rules, check_komi
from goboard.scoring import Score, score

__all__ = ["Clock", "Engine", "GtpError", "main"]

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
NAMES = ("empty", "black", "white")
LONGEST_LINE = 100_000
LARGEST_FILE = 1 << 26
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class GtpError(ValueError):
    """A command that cannot be carried out; its text is the answer after `?`."""


class Clock:
    """One player's time. `left` is what remains, in seconds, of main time, or of the byo-yomi period with `stones` to play.

    by_period: Japanese byo-yomi, one stone a period; what a controller then gives as stones are periods.
    """

    def __init__(self, main: float = 0, period: float = 0, stones: int = 0, by_period: bool = False) -> None:
        self.main, self.period, self.period_stones, self.by_period = main, period, stones, by_period
        self.limited = not (period > 0 and stones == 0)
        self.left, self.stones = main, 0
        if main == 0:
            self._next_period()

    def _next_period(self) -> None:
        self.left, self.stones = self.period, self.period_stones

    def set_left(self, left: float, stones: int) -> None:
        self.left, self.stones = left, min(stones, 1) if self.by_period else stones

    def spend(self, seconds: float) -> None:
        """A move was made."""
        self.left -= seconds
        if self.stones:
            self.stones -= 1
            if self.stones == 0:
                self._next_period()
        elif self.left <= 0 and self.period_stones:
            self.left, self.stones = self.left + self.period, self.period_stones

    def budget(self, moves_to_come: float) -> float | None:
        """Seconds for the next move; None for as long as one likes. `moves_to_come`: a guess, of this player's."""
        if not self.limited:
            return None
        moves = self.stones if self.stones else moves_to_come
        share = self.left / max(moves, 1)
        if not self.stones and self.period_stones:
            share += self.period / self.period_stones
        # What the controller and the line between us take is not ours.
        return max(0.01, min(0.9 * share, self.left + (self.period if self.period_stones else 0) - 0.2))


Run = Callable[..., Any]


def command(name: str | None = None, least: int = 0) -> Callable[[Run], Run]:
    """Makes a method (self, args) -> answer the command of its name, or of `name`. Fewer than `least` arguments are an error."""

    def register(run: Run) -> Run:
        COMMANDS[name or run.__name__] = run, least
        return run

    return register


COMMANDS: dict[str, tuple[Run, int]] = {}


class Engine:
    """The state of a session and the commands that change it.

    size: a side or (rows, cols). rules: Rules, or what `Rules.parse` reads. komi: None for the rules' own. playouts, seconds: the
    limits of a move, None for none; with time settings the clock limits it too. resign: the share of won playouts below
    which genmove resigns. seed: None for another game every time.

    Ing rules are played with positional superko, as KataGo does: the ko of the board knows no hot stones.
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
        if playouts is not None and playouts < 1:
            raise ValueError(f"playouts must be 1 or more, not {playouts!r}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be a number above 0, not {seconds!r}")
        if not 0 <= resign <= 1:
            raise ValueError(f"resign must be a share of won playouts, 0 to 1, not {resign!r}")
        self.rules = Rules.parse(rules)
        self.komi = self.rules.komi if komi is None else check_komi(komi)
        self.playouts, self.seconds, self.resign, self.seed = playouts, seconds, resign, seed
        self.clocks: dict[int, Clock] | None = None
        self.quitting = False
        self._new_board(size)

    # The session.

    def run(self, lines: Iterable[str] | None = None, out: TextIO | None = None) -> None:
        """Answer `lines` (standard input) on `out` (standard output) until `quit` or the end of the input."""
        out = sys.stdout if out is None else out
        lines = _Input() if lines is None else lines
        # An analysis ends with the next line; of one that is not to be waited for there is one report.
        waiting = getattr(lines, "waiting", lambda: True)
        for line in lines:
            for part in self.parts(line, waiting):
                out.write(part)
                out.flush()
            if self.quitting:
                break

    def answer(self, line: str) -> str | None:
        """The whole response to a line, its two line ends included; None for a line that gets none."""
        return "".join(self.parts(line)) or None

    def parts(self, line: str, waiting: Callable[[], bool] = lambda: True) -> Iterator[str]:
        """The response to a line, as it comes; an analysis goes on until `waiting` says that there is another line."""
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
            run, least = COMMANDS[words[0]]
            if len(words) - 1 < least:
                raise GtpError(f"syntax error: {words[0]} takes {least} argument{'s' * (least > 1)} or more")
            answer = run(self, words[1:])
            if isinstance(answer, str):
                yield f"={number} {answer}".rstrip() + "\n\n"
                return
            for report, due in answer:
                last = waiting()
                if due or (last and not begun):
                    yield report if begun else f"={number}\n{report}"
                    begun = True
                if last:
                    break
            yield "\n"
        except Exception as error:
            # Whatever went wrong, the controller waits for an answer.
            if not isinstance(error, (ValueError, TypeError, LookupError, OSError, MemoryError)):
                traceback.print_exc()
            text = " ".join((str(error) or type(error).__name__).split())
            yield "\n" if begun else f"?{number} {text}\n\n"

    def _new_board(self, size: int | tuple[int, int]) -> None:
        self.board = Board(size, ko=_ko(self.rules), suicide=self.rules.suicide)
        self.start = self.board.copy()
        self.handicap = 0

    def _stand(self, board: Board, handicap_stones: int) -> None:
        """Go on from `board`, whose history starts at the beginning of the game."""
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

    # Setting up.

    @command(least=1)
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
        return ""

    @command("kgs-rules", 1)
    def kgs_rules(self, args: list[str]) -> str:
        return self._set_rules(Rules.parse({"chinese": "chinese-kgs"}.get(args[0].lower(), args[0])))

    @command("kata-set-rules", 1)
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
        key, word = args[0], " ".join(args[1:])
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

    @command(least=1)
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

    @command("gogui-play_sequence", 2)
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

    @command("gogui-setup")
    def gogui_setup(self, args: list[str]) -> str:
        """`color vertex color vertex ...`: these stones and no others."""
        stones: dict[int, int] = {}
        for color, point in self._pairs(args):
            if point == self.board.pass_move or stones.setdefault(point, color) != color:
                raise GtpError("bad vertex list")
        board = Board(self.board.shape, ko=self.board.ko, suicide=self.board.suicide)
        board.setup(black=[p for p, c in stones.items() if c == BLACK], white=[p for p, c in stones.items() if c == WHITE])
        self._stand(board, 0)
        return ""

    @command()
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
        return self._genmove(_color(args[0]))[0]

    @command("kgs-genmove_cleanup", 1)
    def kgs_genmove_cleanup(self, args: list[str]) -> str:
        """A move that captures dead stones, before it passes."""
        return self._genmove(_color(args[0]), capture_dead=True)[0]

    @command(least=1)
    def reg_genmove(self, args: list[str]) -> str:
        color = _color(args[0])
        return self.board.vertex(self._search(self._turned(color), seconds=self._seconds(color)).move)

    def _genmove(self, color: int, capture_dead: bool = False) -> tuple[str, SearchResult]:
        start = time.monotonic()
        found = self._search(self._turned(color), seconds=self._seconds(color), capture_dead=capture_dead)
        if self.clocks:
            self.clocks[color].spend(time.monotonic() - start)
        # Before a fifth of the points is played, a lost game is a handicap game.
        if found.win_rate < self.resign and self.board.move_count > self.board.pass_move // 5:
            return "resign", found
        self.board.play(found.move, color)
        return self.board.vertex(found.move), found

    def _turned(self, color: int) -> Board:
        board = self.board.copy()
        board.to_play = color
        return board

    def _search(self, board: Board, *, playouts: int | None = None, seconds: float | None = None, capture_dead: bool = False) -> SearchResult:
        return search(
            board,
            playouts=self.playouts if playouts is None else playouts,
            seconds=seconds,
            capture_dead=capture_dead or self.rules.removal == "none",
            **self._settings(),
        )

    def _settings(self) -> dict[str, Any]:
        return {
            "komi": self.komi + self.rules.bonus(self._handicap()),
            "scoring": "territory" if self.rules.scoring == "territory" else "area",
            "seed": None if self.seed is None else [self.seed, self.board.move_count],
        }

    def _handicap(self) -> int:
        """The handicap stones: set, or played by controllers that know no other way, before White's first move."""
        if self.handicap:
            return self.handicap
        moves = self.board.moves
        played = next((i for i, (color, move) in enumerate(moves) if color == WHITE or move == self.board.pass_move), 0)
        return played if played >= 2 and not self.start.stones.any() else 0

    # Analysis.

    @command("lz-analyze")
    def lz_analyze(self, args: list[str]) -> Iterator[tuple[str, bool]]:
        """`[color] [interval] [key value]...`: what the search thinks, every `interval` hundredths of a second, until the next line."""
        return self._analyse(args, _lz_report)

    @command("kata-analyze")
    def kata_analyze(self, args: list[str]) -> Iterator[tuple[str, bool]]:
        return self._analyse(args, _kata_report)

    @command("lz-genmove_analyze", 1)
    def lz_genmove_analyze(self, args: list[str]) -> str:
        """The move, after one report of what the search thought."""
        return self._genmove_told(args, _lz_report)

    @command("kata-genmove_analyze", 1)
    def kata_genmove_analyze(self, args: list[str]) -> str:
        return self._genmove_told(args, _kata_report)

    def _genmove_told(self, args: list[str], report: Callable[[Board, SearchResult, bool], str]) -> str:
        move, found = self._genmove(_color(args[0]))
        return f"\n{report(self.board, found, 'ownership' in args[1:])}play {move}"

    @command()
    def stop(self, args: list[str]) -> str:
        """Ends an analysis, as any line does."""
        return ""

    def _analyse(self, args: list[str], report: Callable[[Board, SearchResult, bool], str]) -> Iterator[tuple[str, bool]]:
        """Reports, more often than asked for, so that the search can stop soon; and whether each is due."""
        words = list(args)
        color = _color(words.pop(0)) if words and words[0].lower() in COLORS else self.board.to_play
        if words and words[0].isascii() and words[0].isdigit():
            words.insert(0, "interval")
        if len(words) % 2:
            raise GtpError("syntax error: pairs of key and value are expected")
        keys = dict(zip(words[::2], words[1::2]))
        interval = max(_whole(keys.get("interval", "100"), "interval"), 1) / 100
        board, ownership = self._turned(color), keys.get("ownership", "") == "true"
        found = analyse(board, seconds=min(interval, 0.05), **self._settings())

        def reports() -> Iterator[tuple[str, bool]]:
            told = 0.0
            for result in found:
                due = result.seconds - told >= interval
                told = result.seconds if due else told
                yield report(board, result, ownership), due

        return reports()

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
        main, period, stones = _time(args[0]), _time(args[1]), _whole(args[2], "stones")
        if stones < 0:
            raise GtpError("syntax error: stones are not negative")
        self.clocks = {color: Clock(main, period, stones) for color in (BLACK, WHITE)}
        return ""

    @command("kgs-time_settings", 1)
    def kgs_time_settings(self, args: list[str]) -> str:
        """none; absolute main; byoyomi main period periods; canadian main period stones."""
        system = args[0].lower()
        needed = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(system)
        times = [_time(word) for word in args[1:3]]
        stones = _whole(args[3], "stones or periods") if len(args) > 3 else 0
        if needed is None or len(args) - 1 < needed or stones < 0:
            raise GtpError("syntax error: none, absolute TIME, byoyomi TIME PERIOD PERIODS or canadian TIME PERIOD STONES")
        if system == "none":
            self.clocks = None
        else:
            by_period = system == "byoyomi"
            main, period = [*times, 0.0][:2] if needed > 1 else (times[0], 0.0)
            stones = 0 if needed == 1 else min(stones, 1) if by_period else stones
            self.clocks = {color: Clock(main, period, stones, by_period) for color in (BLACK, WHITE)}
        return ""

    @command(least=3)
    def time_left(self, args: list[str]) -> str:
        color, left, stones = _color(args[0]), _number(args[1], "time"), _whole(args[2], "stones")
        if self.clocks is None:
            self.clocks = {c: Clock(left) for c in (BLACK, WHITE)}
        self.clocks[color].set_left(left, max(stones, 0))
        return ""

    # The end.

    def _dead(self) -> list[int]:
        if self.rules.removal == "none":
            return []
        return estimate_dead(self.board, seed=0 if self.seed is None else self.seed)

    def _score(self) -> Score:
        return score(self.board, self.rules, self._dead(), komi=self.komi, handicap=self._handicap())

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

    @command(least=1)
    def loadsgf(self, args: list[str]) -> str:
        """`loadsgf file [move]`: the position before that move, a number or a vertex; else the last. Komi is taken from the file."""
        path, stop = " ".join(args), None
        if len(args) > 1 and not os.path.isfile(path):
            path, stop = " ".join(args[:-1]), args[-1]
        try:
            if not os.path.isfile(path):
                raise ValueError(f"no file {path[:200]}")
            if os.path.getsize(path) > LARGEST_FILE:
                raise ValueError(f"longer than {LARGEST_FILE} bytes")
            with open(path, "rb") as file:
                record = sgf.record(file.read())
            count = len(record.moves) if stop is None else _moves_before(record, stop)
            board = record.board(count, ko=self.board.ko, suicide=self.board.suicide)
            if count < len(record.moves):
                board.to_play = record.moves[count][0]
        except (ValueError, LookupError, OSError) as error:
            raise GtpError(f"cannot load file: {error}") from None
        if record.komi is not None:
            self.komi = record.komi
        self._stand(board, record.handicap or (len(record.black) if len(record.black) > 1 and not record.white else 0))
        return ""

    @command()
    def printsgf(self, args: list[str]) -> str:
        """The game so far, as the answer or into a file."""
        start = self.start
        tree = sgf.from_moves(
            self.board.shape,
            self.board.moves,
            black=np.flatnonzero(start.stones.ravel() == BLACK),
            white=np.flatnonzero(start.stones.ravel() == WHITE),
            to_play=start.to_play if start.stones.any() else None,
            komi=self.komi,
            handicap=self._handicap() or None,
            rules=self.rules.name or None,
            properties={"AP": f"goboard:{goboard.__version__}"},
        )
        if not args:
            return sgf.dumps(tree).strip()
        with open(" ".join(args), "w", encoding="utf-8", newline="\n") as file:
            file.write(sgf.dumps(tree))
        return ""


def _ko(rules: Rules) -> Any:
    return "positional" if rules.ko == "ing" else rules.board_ko()


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


def _number(word: str, what: str) -> float:
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", word.lower()) or abs(float(word)) >= 1e6:
        raise GtpError(f"syntax error: invalid {what} {word[:20]}: a number is expected")
    return float(word)


def _decimal(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)


def _time(word: str) -> float:
    seconds = _number(word, "time")
    if seconds < 0:
        raise GtpError("syntax error: times are not negative")
    return seconds


def _color(word: str) -> int:
    if word.lower() not in COLORS:
        raise GtpError(f"syntax error: invalid color {word[:20]}: black or white is expected")
    return COLORS[word.lower()]


def _lz_report(board: Board, found: SearchResult, ownership: bool) -> str:
    told = []
    for order, (visits, rate, line) in enumerate(found.candidates):
        share = round(10_000 * rate)
        moves = " ".join(map(board.vertex, line))
        told.append(f"info move {board.vertex(line[0])} visits {visits} winrate {share} prior 0 lcb {share} order {order} pv {moves}")
    return _line_of(told)


def _line_of(told: list[str]) -> str:
    """A report as a line; none of nothing, for an empty line ends an answer."""
    return " ".join(told) + "\n" if told else ""


def _kata_report(board: Board, found: SearchResult, ownership: bool) -> str:
    """Win rates, scores and ownership for the side to move, as KataGo's own default has it."""
    sign = 1 if found.color == BLACK else -1
    lead = sign * found.mean_score
    told = []
    for order, (visits, rate, line) in enumerate(found.candidates):
        moves = " ".join(map(board.vertex, line))
        told.append(
            f"info move {board.vertex(line[0])} visits {visits} utility {2 * rate - 1:.6f} winrate {rate:.6f} scoreMean {lead:.6f} "
            f"scoreLead {lead:.6f} prior 0 lcb {rate:.6f} order {order} pv {moves}"
        )
    if ownership:
        told.append("ownership " + " ".join(f"{sign * value:.4f}" for value in found.ownership.ravel().tolist()))
    return _line_of(told)


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
