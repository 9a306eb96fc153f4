"""A GTP version 2 engine: what a controller (a GUI, a server's client, a match script) talks to.

Protocol: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002; the extensions are those of
GNU Go 3.8, KGS (kgs-*), GoGui (gogui-*, rectangular_boardsize) and KataGo (kata-*).
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

import numpy as np

import goboard
from goboard import handicap, sgf
from goboard._core import BLACK, WHITE, Board
from goboard.mcts import SearchResult, dead_stones, search
from goboard.rules import Rules
from goboard.scoring import Score, score

__all__ = ["Clock", "Engine", "GtpError", "main"]

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
LONGEST_LINE = 100_000
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class GtpError(ValueError):
    """A command that cannot be carried out; its text is the answer after `?`."""


class Clock:
    """One player's time. `left` is what remains, in seconds, of main time, or of the byo-yomi period with `stones` to play."""

    def __init__(self, main: float = 0, period: float = 0, stones: int = 0) -> None:
        self.main, self.period, self.period_stones = main, period, stones
        self.limited = not (period > 0 and stones == 0)
        self.left, self.stones = main, 0
        if main == 0:
            self._next_period()

    def _next_period(self) -> None:
        self.left, self.stones = self.period, self.period_stones

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


def command(name: str | None = None, least: int = 0) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Makes a method (self, args) -> answer the command of its name, or of `name`. Fewer than `least` arguments are an error."""

    def register(run: Callable[..., str]) -> Callable[..., str]:
        COMMANDS[name or run.__name__] = run, least
        return run

    return register


COMMANDS: dict[str, tuple[Callable[..., str], int]] = {}


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
        self.rules = Rules.parse(rules)
        self.komi = self.rules.komi if komi is None else _number(str(komi), "komi")
        self.playouts, self.seconds, self.resign, self.seed = playouts, seconds, resign, seed
        self.clocks: dict[int, Clock] | None = None
        self.quitting = False
        self._new_board(size)

    # The session.

    def run(self, lines: Iterable[str] | None = None, out: TextIO | None = None) -> None:
        """Answer `lines` (standard input) on `out` (standard output) until `quit` or the end of the input."""
        out = sys.stdout if out is None else out
        for line in _lines_of(sys.stdin) if lines is None else lines:
            answer = self.answer(line)
            if answer is not None:
                out.write(answer)
                out.flush()
            if self.quitting:
                break

    def answer(self, line: str) -> str | None:
        """The whole response to a line, its two line ends included; None for a line that gets none."""
        words = CONTROL.sub("", line).partition("#")[0].split()
        if not words:
            return None
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        try:
            if len(line) > LONGEST_LINE:
                raise GtpError("line too long")
            if not words or words[0] not in COMMANDS:
                raise GtpError("unknown command")
            run, least = COMMANDS[words[0]]
            if len(words) - 1 < least:
                raise GtpError(f"syntax error: {words[0]} takes {least} argument{'s' * (least > 1)} or more")
            sign, text = "=", run(self, words[1:])
        except (ValueError, TypeError, LookupError, OSError, MemoryError) as error:
            sign, text = "?", " ".join((str(error) or type(error).__name__).split())
        return f"{sign}{number} {text}".rstrip() + "\n\n" if text else f"{sign}{number}\n\n"

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
        except ValueError as error:
            raise GtpError(f"unacceptable size ({error})") from None
        return ""

    @command(least=2)
    def rectangular_boardsize(self, args: list[str]) -> str:
        return self.boardsize(args)

    @command()
    def clear_board(self, args: list[str]) -> str:
        self._new_board(self.board.shape)
        return ""

    @command(least=1)
    def komi(self, args: list[str]) -> str:
        self.komi = _number(args[0], "komi")
        return ""

    @command()
    def get_komi(self, args: list[str]) -> str:
        return f"{self.komi:g}"

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
        return self._place([self.board.point(p) for p in handicap.fixed_points(self.board.shape, stones)])

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
        while len(points) < stones:
            move = self._search(board, playouts=min(self.playouts or 1000, 1000)).move
            if move == board.pass_move:
                break
            points.append(move)
            board.setup(black=[move], to_play=BLACK)
        return self._place(points)

    @command(least=1)
    def set_free_handicap(self, args: list[str]) -> str:
        self._empty_board()
        points = [self._vertex(word) for word in args]
        if not 2 <= len(points) < self.board.pass_move or self.board.pass_move in points or len(set(points)) < len(points):
            raise GtpError("bad vertex list")
        self._place(points)
        return ""

    # Playing.

    def _vertex(self, word: str) -> int:
        try:
            return self.board.point(word)
        except ValueError:
            raise GtpError(f"invalid vertex {word[:20]}") from None

    @command(least=2)
    def play(self, args: list[str]) -> str:
        color = _color(args[0])
        if args[1].lower() == "resign":
            return ""
        move = self._vertex(args[1])
        reason = self.board.why_illegal(move, color)
        if reason:
            raise GtpError(f"illegal move ({reason})")
        self.board.play(move, color)
        return ""

    @command()
    def undo(self, args: list[str]) -> str:
        if not self.board.move_count:
            raise GtpError("cannot undo")
        self.board.undo()
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

    def _genmove(self, color: int, capture_dead: bool = False) -> str:
        start = time.monotonic()
        found = self._search(self._turned(color), seconds=self._seconds(color), capture_dead=capture_dead)
        if self.clocks:
            self.clocks[color].spend(time.monotonic() - start)
        # Before a fifth of the points is played, a lost game is a handicap game.
        if found.win_rate < self.resign and self.board.move_count > self.board.pass_move // 5:
            return "resign"
        self.board.play(found.move, color)
        return self.board.vertex(found.move)

    def _turned(self, color: int) -> Board:
        board = self.board.copy()
        board.to_play = color
        return board

    def _search(self, board: Board, *, playouts: int | None = None, seconds: float | None = None, capture_dead: bool = False) -> SearchResult:
        return search(
            board,
            playouts=self.playouts if playouts is None else playouts,
            seconds=seconds,
            komi=self.komi + self.rules.bonus(self._handicap()),
            scoring="territory" if self.rules.scoring == "territory" else "area",
            capture_dead=capture_dead or self.rules.removal == "none",
            seed=None if self.seed is None else [self.seed, board.move_count],
        )

    def _handicap(self) -> int:
        """The handicap stones: set, or played by controllers that know no other way, before White's first move."""
        if self.handicap:
            return self.handicap
        moves = self.board.moves
        played = next((i for i, (color, move) in enumerate(moves) if color == WHITE or move == self.board.pass_move), 0)
        return played if played >= 2 and not self.start.stones.any() else 0

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
        main, period, stones = (_whole(word, "time or stones") for word in args[:3])
        if min(main, period, stones) < 0:
            raise GtpError("times and stones are not negative")
        self.clocks = {color: Clock(main, period, stones) for color in (BLACK, WHITE)}
        return ""

    @command("kgs-time_settings", 1)
    def kgs_time_settings(self, args: list[str]) -> str:
        """none; absolute main; byoyomi main period periods; canadian main period stones."""
        system = args[0].lower()
        numbers = [_whole(word, "time or stones") for word in args[1:4]]
        needed = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}.get(system)
        if needed is None or len(numbers) < needed or min(numbers, default=0) < 0:
            raise GtpError("syntax error: none, absolute TIME, byoyomi TIME PERIOD PERIODS or canadian TIME PERIOD STONES")
        if system == "none":
            self.clocks = None
        else:
            main, period, stones = [*numbers, 0, 0][:3]
            self.clocks = {c: Clock(main, period, 1 if system == "byoyomi" else stones) for c in (BLACK, WHITE)}
        return ""

    @command(least=3)
    def time_left(self, args: list[str]) -> str:
        color, left, stones = _color(args[0]), _number(args[1], "time"), _whole(args[2], "stones")
        if self.clocks is None:
            self.clocks = {c: Clock(left) for c in (BLACK, WHITE)}
        self.clocks[color].left, self.clocks[color].stones = left, max(stones, 0)
        return ""

    # The end.

    def _dead(self) -> list[int]:
        if self.rules.removal == "none":
            return []
        return dead_stones(self.board, seed=self.seed)

    def _score(self) -> Score:
        return score(self.board, self.rules, self._dead(), komi=self.komi, handicap=self._handicap())

    @command()
    def final_score(self, args: list[str]) -> str:
        result = self._score().result
        return "0" if result == "Draw" else result

    @command(least=1)
    def final_status_list(self, args: list[str]) -> str:
        """The chains that are alive, seki or dead, one on a line; or the points of black_territory, white_territory, dame."""
        status, final = args[0].lower(), self._score()
        dead = {*final.dead, *final.left}
        chains = [chain.tolist() for chain in self.board.chains()]
        if status in ("alive", "seki", "dead"):
            seki = set(final.seki)
            of = {"alive": lambda p: p not in dead and p not in seki, "seki": seki.__contains__, "dead": dead.__contains__}[status]
            groups = [chain for chain in chains if of(chain[0])]
        elif status in ("black_territory", "white_territory"):
            groups = [np.flatnonzero(final.territory == (BLACK if status[0] == "b" else WHITE)).tolist()]
        elif status == "dame":
            groups = [final.dame]
        else:
            raise GtpError(f"invalid status {status[:20]}: alive, seki, dead, black_territory, white_territory or dame")
        return "\n".join(" ".join(map(self.board.vertex, group)) for group in groups if group)

    @command("kgs-game_over")
    def kgs_game_over(self, args: list[str]) -> str:
        return ""

    # Looking at the game, and records.

    @command()
    def showboard(self, args: list[str]) -> str:
        board = self.board
        taken = f"Black has taken {board.captures(BLACK)}, White {board.captures(WHITE)}"
        return f"\n{board}\n{'BW'[board.to_play - 1]} to play, move {board.move_count + 1}. {taken}. Komi {self.komi:g}."

    @command(least=1)
    def list_stones(self, args: list[str]) -> str:
        points = np.flatnonzero(self.board.stones.ravel() == _color(args[0])).tolist()
        return " ".join(map(self.board.vertex, points))

    @command(least=1)
    def loadsgf(self, args: list[str]) -> str:
        """`loadsgf file [move]`: the position before that move, or the last one. Komi is taken from the file."""
        stop = _whole(args[-1], "move number") if len(args) > 1 and args[-1].isascii() and args[-1].isdigit() else None
        path = " ".join(args[:-1] if stop is not None else args)
        try:
            if not os.path.isfile(path):
                raise ValueError(f"no file {path[:200]}")
            with open(path, "rb") as file:
                record = sgf.record(file.read())
            count = len(record.moves) if stop is None else min(max(stop - 1, 0), len(record.moves))
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


def _ko(rules: Rules) -> str:
    return "positional" if rules.ko == "ing" else rules.board_ko()


def _whole(word: str, what: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise GtpError(f"invalid {what} {word[:20]}: a whole number is expected")
    return int(word)


def _number(word: str, what: str) -> float:
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", word) or abs(float(word)) >= 1e6:
        raise GtpError(f"invalid {what} {word[:20]}: a number is expected")
    return float(word)


def _color(word: str) -> int:
    if word.lower() not in COLORS:
        raise GtpError(f"invalid color {word[:20]}: black or white is expected")
    return COLORS[word.lower()]


def _lines_of(stream: TextIO) -> Iterator[str]:
    """Lines, none much longer than LONGEST_LINE kept, however long they are."""
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line


def main(**options: Any) -> int:
    """A session on standard input and output; `options` are those of `Engine`. Returns the exit code."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    Engine(**options).run()
    return 0
