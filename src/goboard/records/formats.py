"""Game records of servers that are not SGF: GIB (Tygem), NGF (WBaduk), UGF and UGI (PandaNET), read as if they were.

    games = goboard.sgf.load("game.gib")        # known by its contents, not by its name
    games = goboard.formats.loads(data, "ngf")  # or the format is named

None of the three has a published grammar; what is read here is what the readers of Sabaki, xyz2sgf and sgfutils agree on.
Each becomes SGF text (`to_sgf`) and is then a record like any other. Reading is as tolerant as that of SGF: what cannot be read is left out with a warning, or, with
`strict=True`, refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from goboard.rules import handicap as _handicap
from goboard.records import sgf
from goboard.records._sgf import MOST_WARNINGS, SGFError, shown
from goboard.records._trees import contents

__all__ = ["KINDS", "load", "loads", "recognize", "to_sgf"]

KINDS = ("sgf", "gib", "ngf", "ugf")
LOOKED_AT = 20_000

_SGF = re.compile(r"\s*\(\s*;")
_SIGNS = {
    "gib": re.compile(r"^[ \t]{0,8}\\(?:HS|GS|\[GAME)|^(?:INI|STO) \d+ \d", re.MULTILINE),
    "ngf": re.compile(r"^PM[A-Z]{2}[BW][A-Z]{2}", re.MULTILINE),
    "ugf": re.compile(r"^[ \t]{0,8}\[(?:Header|Data)\][ \t]{0,8}\r?$", re.MULTILINE | re.IGNORECASE),
}


def recognize(text: str) -> str:
    """The format of a text by its contents: "gib", "ngf" or "ugf"; "sgf" for everything else.

    Examples
    --------
    >>> recognize("\\\\HS\\n\\\\[GAMEBLACKNAME=Lee\\\\]\\n\\\\HE\\n\\\\GS\\nINI 0 1 0 &4\\nSTO 0 2 1 15 3\\n\\\\GE")
    'gib'
    """
    if not _SGF.match(text):
        head = text[:LOOKED_AT]
        for kind, sign in _SIGNS.items():
            if sign.search(head):
                return kind
    return "sgf"


def loads(data: bytes | str, kind: str | None = None, strict: bool = False, encoding: str | None = None) -> sgf.Collection:
    """The games of a record as a `goboard.sgf.Collection`.

    Parameters
    ----------
    data : bytes or str
    kind : one of `KINDS`, or None for what `recognize` says
    strict, encoding : as for `goboard.sgf.loads`

    Raises
    ------
    SGFError
        If there is no game in the data; with `strict` for the first fault.
    ValueError, TypeError
        For another `kind`, or data that are neither bytes nor str.
    """
    return sgf.loads(data, strict, encoding, kind)


def load(file: Any, kind: str | None = None, strict: bool = False, encoding: str | None = None) -> sgf.Collection:
    """`loads` of a path or of an open file."""
    return loads(contents(file), kind, strict, encoding)


def to_sgf(text: str, kind: str, strict: bool, warnings: list[str]) -> str:
    """The SGF text of a record in another format; what was left out is added to `warnings`."""

    def fault(line: int, what: str) -> None:
        if strict:
            raise SGFError(what, line, 1)
        if len(warnings) < MOST_WARNINGS:
            warnings.append(f"line {line}: {what}")

    made = {"gib": _gib, "ngf": _ngf, "ugf": _ugf}[kind](text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), fault)
    if not made:
        raise SGFError(f"no game found in what looks like {kind.upper()}")
    return "\n".join(made)


Fault = Callable[[int, str], None]


class _Game:
    """What has been read of a game, and its SGF."""

    def __init__(self) -> None:
        self.size = 19
        self.root: dict[str, str] = {}
        self.stones: dict[str, list[str]] = {"B": [], "W": []}
        self.nodes: list[str] = []
        self.comments: dict[int, str] = {}

    def move(self, color: str, col: int, row: int) -> bool:
        """Adds a move, columns and rows from 0, from the top left; False if there is no such point."""
        if not (0 <= col < self.size and 0 <= row < self.size):
            return False
        self.nodes.append(f"{color}[{sgf.LETTERS[col]}{sgf.LETTERS[row]}]")
        return True

    def pass_(self, color: str) -> None:
        self.nodes.append(f"{color}[]")

    def give_handicap(self, stones: int) -> None:
        points = _handicap.fixed_points((self.size, self.size), stones)
        self.stones["B"] += [sgf.vertex(row * self.size + col, self.size, self.size) for row, col in points]

    def text(self) -> str:
        root = {"FF": "4", "GM": "1", "SZ": str(self.size), **self.root}
        parts = ["(;", *(f"{name}[{sgf.escape(value)}]" for name, value in root.items() if value)]
        for color, stones in self.stones.items():
            if stones:
                parts.append(f"A{color}" + "".join(f"[{at}]" for at in stones))
        parts += [f"C[{sgf.escape(self.comments[0])}]"] if self.comments.get(0) else []
        for number, node in enumerate(self.nodes, 1):
            told = self.comments.get(number)
            parts.append(f";{node}C[{sgf.escape(told)}]" if told else f";{node}")
        return "".join(parts) + ")"


_NAME_AND_RANK = re.compile(r"(.*\S)\s*\(([^()]{1,12})\)\s*")


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text, re.ASCII) else None


# Tygem.

_GIB_INFO = re.compile(r"\\\[GAME(\w{1,20})=(.*)")
_GIB_NAMES = {"NAME": "GN", "PLACE": "PC", "COMMENT": "GC"}
_GIB_SIGNS = {"3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}


def _gib(lines: list[str], fault: Fault) -> list[str]:
    made: list[str] = []
    game = _Game()
    begun = False
    told: set[str] = set()
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if line.startswith("\\HS") and begun:
            made.append(game.text())
            game, begun = _Game(), False
        if found := _GIB_INFO.match(line):
            _gib_header(game, found[1], found[2].strip().removesuffix("\\]"))
            begun = True
            continue
        words = line.split(None, 6)[:6]
        if not words or line[0] == "\\":
            continue
        if words[0] == "INI":
            begun = True
            stones = _number(words[3]) if len(words) > 3 else 0
            if stones is None or not (0 <= stones <= 9):
                fault(number, f"{shown(line)}: the handicap must be 0 to 9 stones")
            elif stones > 1 and not game.stones["B"]:
                game.root["HA"] = str(stones)
                game.give_handicap(stones)
        elif words[0] == "STO":
            begun = True
            point = [_number(word) for word in words[3:6]]
            if len(point) < 3 or None in point or point[0] not in (1, 2) or not game.move("?BW"[point[0]], point[1], point[2]):  # type: ignore[arg-type]
                fault(number, f"{shown(line)} is no move on a board of 19; left out")
        elif words[0] == "SKI":
            begun = True
            color = _number(words[3]) if len(words) > 3 else None
            last = game.nodes[-1][0] if game.nodes else "W"
            game.pass_("?BW"[color] if color in (1, 2) else "W" if last == "B" else "B")
        elif words[0].isalpha() and words[0].isupper() and words[0] not in told and len(told) < 100:
            told.add(words[0])
            fault(number, f"{shown(line)}: lines of this kind are not understood; left out")
    if begun:
        made.append(game.text())
    return made


def _gib_header(game: _Game, key: str, value: str) -> None:
    root = game.root
    if key in ("BLACKNAME", "WHITENAME"):
        color = key[0]
        found = _NAME_AND_RANK.fullmatch(value) if len(value) < 200 else None
        root[f"P{color}"] = found[1] if found else value
        if found:
            root[f"{color}R"] = found[2]
    elif key in ("BLACKNICK", "WHITENICK"):
        root.setdefault(f"P{key[0]}", value)
    elif key == "INFOMAIN":
        _gib_outcome(root, dict(part.partition(":")[::2] for part in value.split(",")), "GRLT", "ZIPSU", "GONGJE")
    elif key == "TAG":
        fields = {part[:1]: part[1:] for part in value.split(",")}
        _gib_outcome(root, fields, "W", "Z", "G")
        if found := re.match(r"(\d{4}):(\d\d):(\d\d)", fields.get("C", "")):
            root.setdefault("DT", "-".join(found.groups()))
    elif key == "DATE":
        if found := re.match(r"(\d{4})-\s?(\d{1,2})-\s?(\d{1,2})", value):
            root["DT"] = f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"
    elif key == "RESULT":
        root.setdefault("RE", value)
    elif key in _GIB_NAMES:
        root[_GIB_NAMES[key]] = value


def _gib_outcome(root: dict[str, str], fields: dict[str, str], outcome: str, margin: str, komi: str) -> None:
    """Result and komi from coded fields; margin and komi are in tenths of a point."""
    sign, tenths, given = fields.get(outcome, ""), _number(fields.get(margin, "")), _number(fields.get(komi, ""))
    if sign in _GIB_SIGNS:
        root["RE"] = _GIB_SIGNS[sign]
    elif sign in ("0", "1") and tenths:
        root["RE"] = f"{'BW'[int(sign)]}+{tenths / 10:g}"
    if given is not None:
        root.setdefault("KM", f"{given / 10:g}")


# WBaduk.

_NGF_MOVE = re.compile(r"PM..([BW])([A-Z])([A-Z])")
_NGF_RANK = re.compile(r"\d{1,2}\s{0,2}(?:DP|[DKP]|\u6bb5|\u7d1a|\u7ea7|\ub2e8|\uae09)[P*?]{0,2}", re.IGNORECASE)


def _ngf(lines: list[str], fault: Fault) -> list[str]:
    game = _Game()
    first = next((number for number, line in enumerate(lines) if line.startswith("PM")), len(lines))
    head = [line.strip() for line in lines[: min(first, 12)]] + [""] * 12
    size = _number(head[1])
    if size is None or not 2 <= size <= 25:
        fault(2, f"{shown(head[1])} is no size of a board; 19 is taken")
        size = 19
    game.size = size
    root = game.root
    root["GN"], root["PC"] = head[0], head[4]
    for color, line in ("W", head[2]), ("B", head[3]):
        name, _, rank = line.rpartition(" ")
        if name.strip() and _NGF_RANK.fullmatch(rank):
            root[f"P{color}"] = name.strip()
            root[f"{color}R"] = rank.rstrip("*?").replace("DP", "p").replace("D", "d").replace("K", "k")
        else:
            root[f"P{color}"] = line
    stones, komi = _number(head[5]), _number(head[7])
    if first < 11:
        fault(first + 1, f"the head has {first} lines, not 12: handicap, komi, date and result may be missing")
        stones = komi = None
        head[8] = head[10] = head[11] = ""
    if stones is not None and stones > 1:
        try:
            game.give_handicap(stones)
            root["HA"] = str(stones)
        except ValueError as error:
            fault(6, f"handicap: {error}")
    if komi is not None:
        # Even games are played with half a point more than the head says.
        root["KM"] = f"{komi + 0.5:g}" if not stones else f"{komi}"
    if found := re.match(r"(\d{4})(\d\d)(\d\d)", head[8]):
        root["DT"] = "-".join(found.groups())
    root["RE"] = _ngf_result(head[10])
    for number, line in enumerate(lines[first:], first + 1):
        if not line.startswith("PM"):
            continue
        found = _NGF_MOVE.match(line)
        if found and found[2] == found[3] == "A":
            game.pass_(found[1])
        elif not (found and game.move(found[1], ord(found[2]) - 66, ord(found[3]) - 66)):
            fault(number, f"{shown(line.strip())} is no move on a board of {size}; left out")
    told = _number(head[11])
    if told is not None and told != len(game.nodes):
        fault(12, f"the head speaks of {told} moves, and there are {len(game.nodes)}")
    return [game.text()] if first < len(lines) else []


def _ngf_result(text: str) -> str:
    """ "White wins by resignation" as SGF writes it; what is not English stays as it is."""
    words = text.lower()
    winner = ""
    if "white win" in words or "black lose" in words:
        winner = "W"
    elif "black win" in words or "white lose" in words:
        winner = "B"
    if not winner:
        return text.rstrip("!").strip()
    if "resign" in words:
        return f"{winner}+R"
    if "time" in words:
        return f"{winner}+T"
    found = re.search(r"\d{1,4}(?:\.\d{1,3})?", words)
    return f"{winner}+{float(found[0]):g}" if found else f"{winner}+"


# PandaNET.

_UGF_NAMES = {"title": "GN", "place": "PC", "copyright": "CP", "writer": "US", "rule": "RU", "rules": "RU", "comment": "GC", "event": "EV"}


def _ugf(lines: list[str], fault: Fault) -> list[str]:
    game = _Game()
    section, from_bottom, stones = "", True, 0
    seen = False
    numbers: dict[int, int] = {}
    text: list[str] | None = None
    node = 0
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if line.startswith("[") and line.endswith("]") and text is None:
            section = line[1:-1].lower()
            seen = seen or section in ("header", "data")
        elif section == "header":
            key, _, value = line.partition("=")
            key, value = key.strip().lower(), value.strip()
            fields = [field.strip() for field in value.split(",", 8)]
            if key == "size":
                size = _number(value)
                if size is None or not 2 <= size <= 25:
                    fault(number, f"{shown(value)} is no size of a board; 19 is taken")
                else:
                    game.size = size
            elif key == "coordinatetype":
                from_bottom = value.upper() == "IGS"
            elif key in ("playerb", "playerw"):
                color = key[-1].upper()
                game.root[f"P{color}"] = fields[0]
                if len(fields) > 1:
                    game.root[f"{color}R"] = fields[1]
            elif key == "hdcp":
                found = _number(fields[0])
                if found is None or found < 0:
                    fault(number, f"{shown(value)} is no handicap")
                else:
                    stones = found
                    if found > 1:
                        game.root["HA"] = str(found)
                if len(fields) > 1:
                    game.root["KM"] = fields[1]
            elif key == "date":
                game.root["DT"] = fields[0].replace("/", "-")
            elif key == "winner":
                how = fields[1] if len(fields) > 1 else ""
                winner = fields[0].upper()[:1]
                game.root["RE"] = f"{winner}+{how}" if winner in ("B", "W") else "0" if winner == "D" else value
            elif key in _UGF_NAMES:
                game.root[_UGF_NAMES[key]] = value
        elif section == "data" and line:
            fields = line.split(",", 4)
            color = fields[1][:1].upper() if len(fields) > 1 else ""
            where = fields[0].strip().upper()
            order = _number(fields[2]) if len(fields) > 2 else None
            if color not in ("B", "W") or len(where) != 2:
                fault(number, f"{shown(line)} is no move; left out")
                continue
            col, row = ord(where[0]) - 65, ord(where[1]) - 65
            row = game.size - 1 - row if from_bottom else row
            if where == "YA" and not (col < game.size and 0 <= row < game.size):
                game.pass_(color)
            elif not game.move(color, col, row):
                fault(number, f"{shown(line)} is no point of a board of {game.size}; left out")
                continue
            elif order == 0 and len(game.stones["B"]) < max(stones, 1) and len(game.nodes) == 1:
                # Handicap stones have number 0, before the first move.
                game.stones[color].append(game.nodes.pop()[2:-1])
                continue
            numbers[order if order is not None else len(game.nodes)] = len(game.nodes)
        elif section in ("figure", "reviewcomment"):
            if line.lower().startswith(".text"):
                text, node = [], numbers.get(_number(line.partition(",")[2].strip()) or 0, 0)
            elif line.lower().startswith(".endtext") and text is not None:
                told = "\n".join(text)
                game.comments[node] = f"{game.comments[node]}\n{told}" if node in game.comments else told
                text = None
            elif text is not None:
                text.append(raw)
    if stones > 1 and not game.stones["B"] and seen:
        try:
            game.give_handicap(stones)
        except ValueError as error:
            fault(1, f"handicap: {error}")
    return [game.text()] if seen else []
