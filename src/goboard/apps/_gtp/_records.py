"""Commands that read and write records."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

import goboard
from goboard._core import BLACK, WHITE, Board
from goboard.apps._gtp._protocol import GtpError, command, decimal, warn, whole
from goboard.apps._gtp._session import ko_of, rules_text
from goboard.records import sgf
from goboard.rules import _results, handicap
from goboard.rules._rules import Rules

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


LARGEST_FILE = 1 << 26


@command(least=1, most=None)
def loadsgf(engine: Engine, args: list[str]) -> str:
    """`loadsgf file [move]`: the position before that move, a number or a vertex; else the last. Komi and rules are the file's.

    What the file does not say stays as it was; what it says and nobody understands is warned about.
    """
    try:
        record, stop = _read(engine.text, len(args) > 1)
        named, faults = _rules_of(record, engine.rules)
        rules = named or engine.rules
        komi, more = _komi_of(record, named, engine.komi)
        count = len(record.moves) if stop is None else _moves_before(record, stop)
        # A record is history: a move that its rules refuse is carried out, and `warnings` says so.
        board = record.board(count, lenient=True, ko=ko_of(rules), suicide=rules.suicide)
        if count < len(record.moves):
            board.to_play = record.moves[count][0]
    except (ValueError, LookupError, OSError) as error:
        raise GtpError(f"cannot load file: {error}") from None
    stones, odd = handicap.of_record(record)
    faults = [*faults, *record.warnings, *odd, *more]
    for fault in faults[:10]:
        warn(fault)
    if len(faults) > 10:
        warn(f"and {len(faults) - 10} more faults of the record")
    # Where the record leaves it open, the moves to come may still be a handicap.
    is_open = record.handicap is None and not stones and not record.black
    engine.take_over(board, rules, komi, None if is_open else stones)
    return ""


def _read(text: str, may_stop: bool) -> tuple[sgf.Record, str | None]:
    """The record that the arguments of loadsgf name, and the word after the file's name, if there is one."""
    path, stop = text, None
    # A name may have spaces in it.
    if may_stop and not os.path.isfile(path):
        path, _, stop = path.rpartition(" ")
        path = path.rstrip()
    if not os.path.isfile(path):
        raise ValueError(f"no file {path[:200]}")
    if os.path.getsize(path) > LARGEST_FILE:
        raise ValueError(f"longer than {LARGEST_FILE} bytes")
    with open(path, "rb") as file:
        return sgf.record(file.read()), stop


def _rules_of(record: sgf.Record, kept: Rules) -> tuple[Rules | None, list[str]]:
    """The rules that a record names, None without, and what is odd about them. kept: those that hold instead."""
    named = (record.rules or "").strip()
    if not named:
        return None, []
    try:
        return Rules.parse(named), []
    except ValueError:
        return None, [f"RU[{named[:40]}] names no known rules; they stay {rules_text(kept)}"]


def _komi_of(record: sgf.Record, rules: Rules | None, kept: float) -> tuple[float, list[str]]:
    """The komi of a record, or that of the rules it names, and what is odd about it. kept: what holds where it says nothing."""
    if record.komi is not None:
        return record.komi, []
    given = (record.komi_text or "").strip()
    if rules is not None and not given:
        terms = _results.terms(record, rules)
        return terms.komi, [note for note in terms.notes if "komi" in note]
    return kept, [f"{f'KM[{given[:40]}] is not understood' if given else 'the record names no komi'}; it stays {decimal(kept)}"]


@command(most=None)
def printsgf(engine: Engine, args: list[str]) -> str:
    """The game so far, as the answer (or for `-`) or into a file."""
    start = engine.game.start
    tree = sgf.from_moves(
        engine.board.shape,
        engine.board.moves,
        black=np.flatnonzero(start.stones.ravel() == BLACK),
        white=np.flatnonzero(start.stones.ravel() == WHITE),
        to_play=start.to_play if start.stones.any() else None,
        komi=engine.komi,
        # Stones that are said to be no handicap would be read as one without HA[0].
        handicap=engine.handicap or engine.game.stated_handicap,
        rules=rules_text(engine.rules),
        properties={"AP": f"goboard:{goboard.__version__}"},
    )
    if engine.text in ("", "-"):
        return sgf.dumps(tree).strip()
    with open(engine.text, "w", encoding="utf-8", newline="\n") as file:
        file.write(sgf.dumps(tree))
    return ""


def _moves_before(record: sgf.Record, stop: str) -> int:
    """How many moves come before the move that `stop` names by its number or its vertex."""
    if stop.isascii() and stop.isdigit():
        return min(max(whole(stop, "move number") - 1, 0), len(record.moves))
    point = Board(record.shape).point(stop)
    for number, (_, move) in enumerate(record.moves):
        if move == point:
            return number
    raise ValueError(f"no move at {stop}")
