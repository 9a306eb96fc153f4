"""Boards drawn in text: reads what goboard, KataGo, GNU Go, Leela Zero and Pachi print, and plain rows of signs."""

from __future__ import annotations

import re
from typing import NamedTuple

from goboard.board._arguments import shown
from goboard._core import BLACK, COLOR_NAMES, COLUMN_LETTERS, EMPTY, WHITE

__all__ = ["Diagram", "read"]

MAX_TEXT = 1 << 16  # the largest board with frame and coordinates takes 2,000 characters
MAX_SIDE = 25

SIGNS = {sign: color for signs, color in ((".+,\u00b7\u25aa\u25ab", EMPTY), ("Xx#\u25cf", BLACK), ("Oo\u25cb", WHITE)) for sign in signs}
# `render.text` marks territory so in ASCII; other programs mean stones.
TERRITORY = "bw"
# KataGo's mark of an empty point; elsewhere a black stone.
MARK = "@"


class Diagram(NamedTuple):
    """What a text says: rows of colors from the top; whose turn it is and what (Black, White) have taken, or None where it says nothing."""

    rows: list[list[int]]
    to_play: int | None
    captures: tuple[int, int] | None


_SIDES = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
# `render.text` in color draws the stones of both sides with one sign.
_WHITE_STONE = re.compile("\x1b\\[38;5;231m\u25cf")
_GTP = re.compile(r"\s*=\d*(?=\s|$)")
_FRAME = re.compile(r"[\s|+.'`\-=\u2500-\u257f]*(?:-{2,}|={2,}|\u2500{2,}|\u2550{2,})[\s|+.'`\-=\u2500-\u257f]*$")

# goboard show: the heading ends so; the line after it tells of the game.
_HEADING = re.compile(r"; (Black|White) to play; prisoners: Black (\d+), White (\d+)\s*$")
_TURN = (
    re.compile(r"^\s*Next player: (Black|White)\s*$"),  # KataGo
    re.compile(r"^\s*(Black|White) \([XO]\) to move\b"),  # Leela Zero
    re.compile(r"^\s*([BW]) to play, move \d+\. "),  # goboard gtp
)
_TAKEN_BY = (
    re.compile(r"\b(WHITE|BLACK) \([XO]\) has captured (\d+) stones?\b"),  # GNU Go
    re.compile(r"\b(Black|White) \([XO]\) Prisoners: (\d+)"),  # Leela Zero
)
_TAKEN_FROM = (re.compile(r"^\s*([BW]) stones captured: (\d+)\s*$"),)  # KataGo
_TAKEN_BY_BOTH = (
    re.compile(r"\bCaptures B: (\d+) W: (\d+)"),  # Pachi
    re.compile(r"\bBlack has taken (\d+), White (\d+)\b"),  # goboard gtp
)
_SKIPPED = re.compile(
    r"^\s*(?:MoveNum|HASH|Hash|Ko-Hash|Rules|Game phase|Handicap bonus score|Passes|Move|Komi|Handicap|Black time|White time|Last move):"
)
# What GNU Go writes at the right of two rows.
_BESIDE = re.compile(r"\s+(?:WHITE|BLACK) \([XO]\) has captured \d+ stones?\s*$")


class _Reader:
    def __init__(self) -> None:
        self.rows: list[list[int]] = []
        self.lines: list[int] = []  # of the rows, in the text
        self.labels: list[tuple[int, int, int]] = []  # (row, line, number)
        self.letters: list[tuple[int, int]] = []  # (line, how many)
        self.doubtful: list[tuple[int, int, str]] = []  # (line, column, sign)
        self.stones: set[str] = set()  # signs of stones seen
        self.closed = 0  # the line that closed the diagram
        self.katago = False
        self.to_play: int | None = None
        self.taken: dict[int, int] = {}

    def turn(self, number: int, word: str) -> None:
        color = _SIDES[word.lower()]
        if self.to_play not in (None, color):
            raise ValueError(f"line {number} of the diagram: {COLOR_NAMES[color]} to play, but a line above says {COLOR_NAMES[3 - color]}")
        self.to_play = color

    def take(self, number: int, word: str, count: str, other: bool = False) -> None:
        color = 3 - _SIDES[word.lower()] if other else _SIDES[word.lower()]
        stones = int(count) if len(count) < 10 else 2**31
        if self.taken.setdefault(color, stones) != stones:
            raise ValueError(f"line {number} of the diagram: {COLOR_NAMES[color]} has taken {stones}, but a line above says {self.taken[color]}")

    def facts(self, number: int, line: str) -> bool:
        """Read a line about the game; whether it is one."""
        known = False
        for pattern in _TURN:
            if match := pattern.search(line):
                self.turn(number, match[1])
                known = True
        for patterns, other in ((_TAKEN_BY, False), (_TAKEN_FROM, True)):
            for pattern in patterns:
                for match in pattern.finditer(line):
                    self.take(number, match[1], match[2], other)
                    known = True
        for pattern in _TAKEN_BY_BOTH:
            if match := pattern.search(line):
                self.take(number, "black", match[1])
                self.take(number, "white", match[2])
                known = True
        if _SKIPPED.match(line):
            self.katago = self.katago or "HASH:" in line
            known = True
        return known

    def row(self, number: int, line: str) -> None:
        if self.closed:
            raise ValueError(f"line {number} of the diagram: a row after the end of the board in line {self.closed}: give one board alone")
        end = len(line.rstrip())
        at = len(line) - len(line.lstrip())
        row = len(self.rows)
        label = re.compile(r"\d+").match(line, at)
        if label:
            self.labels.append((row, number, int(label[0]) if len(label[0]) < 3 else 999))
            at = label.end()
        last = re.search(r"\d+$", line[at:end])
        if last and line[at + last.start() - 1 : at + last.start()].strip() and line[at + last.start() - 1] not in ")|":
            # At a stone: a move's number, unless it is the row's.
            last = last if label and last[0] == label[0] else None
        if last:
            self.labels.append((row, number, int(last[0]) if len(last[0]) < 3 else 999))
            end = at + last.start()
        while at < end and line[at].isspace():
            at += 1
        while end > at and line[end - 1].isspace():
            end -= 1
        if at < end and line[at] == "|":
            at += 1
        if at < end and line[end - 1] == "|":
            end -= 1
        self.rows.append(self.points(number, line, at, end))
        self.lines.append(number)

    def points(self, number: int, line: str, at: int, end: int) -> list[int]:
        colors: list[int] = []
        opened = 0  # 1 after a parenthesis, 2 after the sign in it
        for k in range(at, end):
            sign, where = line[k], f"line {number}, column {k + 1} of the diagram"
            if sign == "(" and not opened:
                opened = 1
            elif sign == ")" and opened == 2:
                opened = 0
            elif opened == 2 or (opened == 1 and sign.isspace()) or sign in "()":
                raise ValueError(f"{where}: parentheses must stand around one sign, as in (X)")
            elif sign in SIGNS or sign in TERRITORY or sign == MARK:
                if sign not in SIGNS:
                    self.doubtful.append((number, k + 1, sign))
                color = SIGNS.get(sign, EMPTY)
                if color:
                    self.stones.add(sign)
                colors.append(color)
                opened *= 2
            elif sign in "123456789" and k > at and (line[k - 1] in SIGNS or line[k - 1] == MARK):
                continue  # KataGo numbers the latest moves, behind the stone
            elif not sign.isspace():
                raise ValueError(f"{where}: {sign!r} is not one of . + X O # x o")
        if opened:
            raise ValueError(f"line {number} of the diagram: a parenthesis is not closed")
        if self.rows and len(colors) != len(self.rows[0]):
            raise ValueError(f"line {number} of the diagram has {len(colors)} points, the lines above have {len(self.rows[0])}")
        if not colors:
            raise ValueError(f"line {number} of the diagram has no points")
        if len(colors) > MAX_SIDE or len(self.rows) == MAX_SIDE:
            raise ValueError(f"line {number} of the diagram: a board has at most {MAX_SIDE} rows and columns")
        return colors

    def verify(self) -> None:
        """What can be said of rows, coordinates and doubtful signs once all is read."""
        if not self.rows:
            raise ValueError("the diagram has no rows")
        rows, cols = len(self.rows), len(self.rows[0])
        for row, number, label in self.labels:
            if label != rows - row:
                raise ValueError(
                    f"line {number} of the diagram: the row is numbered {label}, but from the bottom it is row {rows - row} of {rows}"
                )
        for number, letters in self.letters:
            if letters != cols:
                raise ValueError(f"line {number} of the diagram has {letters} column letters, the rows have {cols} points")
        marks = [place for place in self.doubtful if place[2] == MARK]
        for number, column, sign in self.doubtful:
            where = f"line {number}, column {column} of the diagram"
            if sign == MARK and (len(marks) > 1 or not (self.katago or self.stones & set("Xx#\u25cf"))):
                raise ValueError(f"{where}: '@' may be a marked empty point or a black stone: write . or X")
            if sign in TERRITORY and not self.stones & set("XO"):
                raise ValueError(f"{where}: {sign!r} may be territory or a stone: write . or X or O")


def read(text: str) -> Diagram:
    """The board in a text, and what the lines around it say of turn and captures.

    Raises TypeError for what is not a str; ValueError, with the line and the column, for what is not one board, or may be several.
    """
    if not isinstance(text, str):
        raise TypeError(f"a diagram must be a str, not {shown(text)}")
    text = str.__str__(text)
    if len(text) > MAX_TEXT:
        raise ValueError(f"a diagram must have at most {MAX_TEXT} characters, not {len(text)}")
    plain = _ANSI.sub("", _WHITE_STONE.sub("\u25cb", text)).replace("\r\n", "\n").replace("\r", "\n")
    reader = _Reader()
    started = skip = False
    for number, line in enumerate(plain.split("\n"), 1):
        if not started and line.strip():
            started = True
            if prefix := _GTP.match(line):
                line = " " * prefix.end() + line[prefix.end() :]
        if not line.strip():
            skip = False
            continue
        if skip:
            skip = False
            continue
        letters = "".join(line.split()).upper()
        if letters == COLUMN_LETTERS[: len(letters)]:
            reader.letters.append((number, len(letters)))
        elif match := _HEADING.search(line):
            reader.turn(number, match[1])
            reader.take(number, "black", match[2])
            reader.take(number, "white", match[3])
            skip = True
        elif beside := _BESIDE.search(line):
            reader.facts(number, line)
            if line[: beside.start()].strip():
                reader.row(number, line[: beside.start()])
            continue
        elif not (_FRAME.match(line) or reader.facts(number, line)):
            reader.row(number, line)
            continue
        if reader.rows and not reader.closed:
            reader.closed = number
    reader.verify()
    captures = (reader.taken.get(BLACK, 0), reader.taken.get(WHITE, 0)) if reader.taken else None
    return Diagram(reader.rows, reader.to_play, captures)
