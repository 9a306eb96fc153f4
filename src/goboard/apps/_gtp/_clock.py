"""Clocks, and the commands that set them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from goboard._core import BLACK, WHITE
from goboard.apps._gtp._protocol import LONGEST_TIME, GtpError, color_of, command, number, seconds_of, stones_of

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


TIME_SYSTEMS = "none absolute byoyomi canadian fischer fischer-capped"


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


@command(least=3)
def time_settings(engine: Engine, args: list[str]) -> str:
    """`main period stones`; a period without stones is no limit."""
    _set_clocks(engine, seconds_of(args[0]), seconds_of(args[1]), stones_of(args[2]))
    return ""


def _set_clocks(engine: Engine, main: float, period: float = 0, stones: int = 0, periods: int = 0, **others: float) -> None:
    engine.clocks = {color: Clock(main, period, stones, periods, **others) for color in (BLACK, WHITE)}


@command("kgs-time_settings", 1, None)
def kgs_time_settings(engine: Engine, args: list[str]) -> str:
    """none; absolute main; byoyomi main period periods; canadian main period stones."""
    return _time_system(engine, args, TIME_SYSTEMS.split()[:4])


@command("kata-time_settings", 1, None)
def kata_time_settings(engine: Engine, args: list[str]) -> str:
    """Those, and fischer main increment; fischer-capped main increment cap longest, the last two negative for none."""
    return _time_system(engine, args, TIME_SYSTEMS.split())


@command("kata-list_time_settings")
def kata_list_time_settings(engine: Engine, args: list[str]) -> str:
    return TIME_SYSTEMS


def _time_system(engine: Engine, args: list[str], systems: Sequence[str]) -> str:
    system, given = args[0].lower(), args[1:]
    if system not in systems:
        raise GtpError(f"syntax error: time settings must be one of {', '.join(systems)}, not {args[0][:20]}")
    names = {"absolute": "MAIN", "byoyomi": "MAIN PERIOD PERIODS", "canadian": "MAIN PERIOD STONES", "fischer": "MAIN INCREMENT",
             "fischer-capped": "MAIN INCREMENT CAP LONGEST"}.get(system, "")  # fmt: skip
    if len(given) != len(names.split()):
        raise GtpError(f"syntax error: {system} takes {names or 'nothing'}, not {' '.join(given)[:40] or 'nothing'}")
    if system == "none":
        engine.clocks = None
    elif system == "fischer-capped":
        main, increment = map(seconds_of, given[:2])
        cap, longest = (math.inf if limit < 0 else limit for limit in (number(word, "time", LONGEST_TIME) for word in given[2:]))
        if cap < main:
            raise GtpError(f"syntax error: the cap must be negative or at least the main time, not {given[2][:20]}")
        _set_clocks(engine, main, increment=increment, cap=cap, longest=longest)
    elif system == "fischer":
        _set_clocks(engine, seconds_of(given[0]), increment=seconds_of(given[1]))
    elif system == "byoyomi":
        main, period, periods = seconds_of(given[0]), seconds_of(given[1]), stones_of(given[2])
        _set_clocks(engine, main, period if periods else 0, periods=periods)
    elif system == "canadian":
        _set_clocks(engine, seconds_of(given[0]), seconds_of(given[1]), stones_of(given[2]))
    else:
        _set_clocks(engine, seconds_of(given[0]))
    return ""


@command(least=3)
def time_left(engine: Engine, args: list[str]) -> str:
    """`color seconds stones`: of main time with 0 stones, else of the byo-yomi period with so many stones (or periods) to go."""
    color, left, stones = color_of(args[0]), number(args[1], "time", LONGEST_TIME), stones_of(args[2])
    clocks = engine.clocks or {c: Clock(left) for c in (BLACK, WHITE)}
    clocks[color].set_left(left, stones)
    engine.clocks = clocks
    return ""
