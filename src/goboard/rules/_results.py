"""What people and servers write into RE, KM and RU: read to plain values, and written so that they read back.

The one home of these texts: records, datasets, KataGo's rows, the command line and GTP read them here. SGF's own forms are those of
https://www.red-bean.com/sgf/properties.html (RE, KM, RU, HA); the rest is what is found in files.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from goboard._core import BLACK, EMPTY, WHITE
from goboard.rules._rules import Rules

__all__ = ["DEFAULT_RULES", "RecordWarning", "Result", "Terms", "format_result", "komi_text", "read_komi", "read_result", "terms", "winner_of"]

# Under what a record is read that names no rules, or none that are known.
DEFAULT_RULES = "japanese"


class RecordWarning(UserWarning):
    """Something that a record gives cannot be understood, and is not used."""


# Numbers.

# NFKC writes \u00be as 3\u20444 ("\u2044" is the fraction slash), so a mark goes before it.
_VULGAR = re.compile("[\u00bc-\u00be\u2150-\u215e]")
_HAN = dict(zip("〇零一二三四五六七八九兩两壱壹弐貳参參", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 2, 1, 1, 2, 2, 3, 3)))
_HAN_DIGIT = "[" + "".join(_HAN) + "]"
_HAN_FRACTION = re.compile(f"({_HAN_DIGIT}|\\d+)分(?:之|の)?({_HAN_DIGIT}|\\d+)")
_HAN_NUMBER = re.compile(f"({_HAN_DIGIT}?)十({_HAN_DIGIT}?)|({_HAN_DIGIT})(?:点({_HAN_DIGIT}))?")
_NUMBER = re.compile(
    r"(?P<whole>\d+(?:[.,]\d*)?|[.,]\d+)?(?P<exponent>e[+-]?\d)?\s*(?P<unit>子|目|点|집|points?|pts?\.?|moku|p(?![a-z]))?\s*"
    r"(?:[又と&+]|and)?\s*(?:(?P<over>\d+)\s*/\s*(?P<under>\d+)|(?P<half>半|반|half))?"
    r"\s*(?P<after>子|目|点|집|points?|pts?\.?|moku|stones?|zi|p(?![a-z]))?"
)
_FRACTION = re.compile(r"(?P<over>\d+)\s*/\s*(?P<under>\d+)\s*(?P<after>子|目|집|points?|pts?\.?|moku|zi)?")


def _plain(text: str) -> str:
    """Full width made plain, fractions spelled out, lower case, white space in one piece."""
    text = unicodedata.normalize("NFKC", _VULGAR.sub(lambda found: " " + found[0], text)).replace("\u2044", "/").replace("\u2212", "-")
    return " ".join(text.casefold().split())


def _han(text: str) -> str:
    """Numbers in Chinese characters as digits: 六目半 is 6目半, 三又四分之三子 3又3/4子."""

    def value(word: str) -> int:
        return _HAN[word] if word in _HAN else int(word)

    def number(found: re.Match[str]) -> str:
        if found[3] is None:
            return str(10 * _HAN.get(found[1], 1) + _HAN.get(found[2], 0))
        return str(_HAN[found[3]]) + (f".{_HAN[found[4]]}" if found[4] else "")

    text = _HAN_FRACTION.sub(lambda found: f"{value(found[2])}/{value(found[1])}", text)
    return _HAN_NUMBER.sub(number, text)


class _Read(NamedTuple):
    value: Fraction
    unit: str  # "", "zi" or "points"
    rest: str  # the text without it


def _number(text: str) -> _Read | None:
    """The one number that a text names, halves and fractions included; None if it names none or several."""
    found: list[tuple[Fraction, str]] = []
    rest = at = 0
    pieces: list[str] = []
    while at < len(text):
        match = _FRACTION.match(text, at) or _NUMBER.match(text, at)
        assert match is not None  # a number may be empty
        parts = match.groupdict()
        if not (parts.get("whole") or parts.get("over") or parts.get("half")):
            at += 1
            continue
        whole = Fraction((parts.get("whole") or "0").replace(",", ".")) * 10 ** int((parts.get("exponent") or "e0")[1:])
        part = Fraction(0)
        if parts.get("over"):
            if int(parts["under"]) == 0:
                return None
            part = Fraction(int(parts["over"]), int(parts["under"]))
        elif parts.get("half"):
            part = Fraction(1, 2)
        words = {parts.get("unit"), parts.get("after")} - {None}
        unit = "zi" if words & {"子", "zi", "stone", "stones"} else "points" if words else ""
        found.append((whole + part, unit))
        pieces.append(text[rest:at])
        rest = at = match.end()
    if len(found) != 1:
        return None
    pieces.append(text[rest:])
    return _Read(*found[0], " ".join(pieces))


# Komi.

# Komi as servers and old converters wrote it: Fox and SGFC by the hundred, Chinese half-counts by the quarter.
_ODD_KOMI = {275: 5.5, 550: 5.5, 325: 6.5, 650: 6.5, 350: 7.0, 700: 7.0, 375: 7.5, 750: 7.5, 800: 8.0, 2.75: 5.5, 3.25: 6.5, 3.75: 7.5}
_NO_KOMI = re.compile(r"none|no|nil|null|without|no komi|komi ?none|(?:コミ|贴目|貼目|贴子|貼子|덤)?\s?(?:なし|無し|無|无|없음)|不贴目?|不貼目?|不贴子|無コミ|无贴[目子]|定先|コミ無し|무덤")
_REVERSE = re.compile(r"\brev(?:erse[d]?)?\b|逆|倒[贴貼]|反[贴貼]|[白][贴貼]|역덤|역 덤|白(?:コミ出し|がコミ)")
_KOMI_WORDS = re.compile(
    r"\b(?:komi|rev(?:erse[d]?)?|ing|for white|to white|white|points?)\b|[黑黒][贴貼]|先番|コミ(?:出し)?|[贴貼](?:[目子])?|逆|倒|反|[白黑黒]|흑|덤|역|공제|출し|出し|[\s,;:=+()~.。、]"
)


class Komi(NamedTuple):
    value: float | None  # points for White; None: not understood
    note: str  # what there is to say about it


@lru_cache(maxsize=1024)
def read_komi(text: str) -> Komi:
    """The komi that a text names, in points for White: "6.5", "6目半", "2 3/4" (zi: 5.5), "none", "Reverse, 20p", "375" (Fox).

    A number with a unit is what it says, "3.75 points" too; 子 and zi are two points each.
    """
    if len(text) > 200:
        return Komi(None, "is no komi")
    plain = _plain(text)
    if _NO_KOMI.fullmatch(plain.strip(" .()")):
        return Komi(0.0, "is read as 0")
    bare = re.fullmatch(r"([+-]?)((?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?)( points)?", plain, re.ASCII)
    if bare:
        value = float(bare[2].replace(",", ".")) * (-1 if bare[1] == "-" else 1)
        unit, odd = "points" if bare[3] else "", False
    else:
        read = _number(_han(plain))
        if read is None:
            return Komi(None, "is no number")
        value, unit, odd = float(read.value), read.unit, True
        sign = "-" in read.rest.replace("--", "").strip()[:1] or re.search(r"-\s*$", read.rest.split("  ")[0]) is not None
        left = _KOMI_WORDS.sub("", read.rest).replace("-", "")
        if left:
            return Komi(None, "is no number that is understood")
        if unit == "zi":
            value *= 2
        if sign or _REVERSE.search(plain):
            value = -value
    if unit == "" and abs(value) in _ODD_KOMI:
        value = _ODD_KOMI[abs(value)] * (-1 if value < 0 else 1)
        odd = True
    if not abs(value) < (1e6 if unit == "points" else 361.5):
        return Komi(None, "is no komi")
    return Komi(value, f"is read as {value:g}" if odd else "")


def komi_text(komi: float) -> str:
    """A komi as KM has it, so that `read_komi` gives it back."""
    short = f"{komi:g}"
    text = short if float(short) == komi else repr(float(komi))
    return f"{text} points" if abs(komi) in _ODD_KOMI or abs(komi) > 361 else text


def read_handicap(text: str) -> int | None:
    """The number of stones that a text names, or None."""
    plain = _plain(text[:100])
    if _NO_KOMI.fullmatch(plain):
        return 0
    read = _number(_han(plain))
    if read is None or read.value.denominator != 1 or read.value > 361 or "-" in read.rest:
        return None
    return None if re.sub(r"handicap|stones?|[置让讓]|접바둑|점|[\s+.。]", "", read.rest) else int(read.value)


# The players' own marks.


class Marks(NamedTuple):
    """The territory that the players marked at the end (TB, TW): points, and the number of moves before the marks."""

    move: int
    black: list[int]
    white: list[int]

    def dead(self, board: Any) -> list[int]:
        """The stones inside the other side's territory, whole chains, sorted."""
        found: set[int] = set()
        for points, color in ((self.black, WHITE), (self.white, BLACK)):
            for at in points:
                if board[at] == color and at not in found:
                    found.update(int(stone) for stone in board.chain(at))
        return sorted(found)


def read_marks(line: list[Any], moves: list[tuple[int, int]], shape: tuple[int, int]) -> tuple[Marks | None, list[str]]:
    """The marks of the last node of a line that has any, if no stone is played after it, and what is wrong with them."""
    passed = shape[0] * shape[1]
    after = 0
    for node in reversed(line):
        properties = node.properties
        if "TB" in properties or "TW" in properties:
            warnings: list[str] = []
            black, white = (_read_points(properties.get(name, ()), name, shape, warnings) for name in ("TB", "TW"))
            return Marks(len(moves) - after, black, white), warnings
        if "B" in properties or "W" in properties:
            after += 1
            if after > len(moves) or moves[-after][1] != passed:
                break
    return None, []


def _read_points(values: Any, name: str, shape: tuple[int, int], warnings: list[str]) -> list[int]:
    from goboard.records._sgf import point

    rows, cols = shape
    found: dict[int, None] = {}
    for raw in dict.fromkeys(values):
        try:
            if not raw.strip():
                continue  # TW[] is how a program says that there is none
            first, last = (divmod(point(corner, rows, cols), cols) for corner in (raw.split(":") if ":" in raw else (raw, raw)))
            for row in range(first[0], last[0] + 1):
                found.update(dict.fromkeys(range(row * cols + first[1], row * cols + last[1] + 1)))
        except ValueError:
            warnings.append(f"{name}[{_shown(raw)}] names no point; left out")
    return list(found)


# Results.


class Result(NamedTuple):
    """What RE says. winner: BLACK, WHITE, EMPTY for a draw, None where nobody won or the text does not say."""

    winner: int | None
    kind: str  # "score", "resign", "time", "forfeit", "draw", "void", "both lose", "unknown"
    margin: float | None = None  # of a score
    understood: bool = True  # False: there are words that nobody understands

    @property
    def text(self) -> str | None:
        """The result as SGF and `Game` write it; None where it is not known."""
        if self.winner in (BLACK, WHITE):
            how = {"resign": "R", "time": "T", "forfeit": "F"}.get(self.kind, "" if self.margin is None else f"{self.margin:g}")
            return f"{'?BW'[self.winner]}+{how}"
        return {"draw": "0", "void": "Void", "both lose": "Both lose"}.get(self.kind)


_DRAW = re.compile(r"\b(?:draw[n]?|jigo|tie[d]?)\b|持[碁棋]|和棋|和局|平局|ジゴ|引き?分け?|무승부|빅$|비김")
_VOID = re.compile(r"\b(?:void|no[ -]?result|annulled|cancell?ed|replay)\b|[無无][勝胜][負负]|無效|无效|無効|무효|ノーゲーム")
_BOTH = re.compile(r"\bboth (?:players |sides )?los[et]|(?:両者?|兩者?|两者?|双方?|雙方?)(?:とも)?[負负敗败]|쌍방 ?패")
_OPEN = re.compile(r"[?？]+|un ?known|unfinished|not finished|incomplete|suspended|adjourned|in progress|left unfinished|打ち?掛け?|打挂|未完|未終局|未结束|不明|未知|未詳|不詳|封盘|미상|미정|진행중")
_SIDES = {
    BLACK: re.compile(r"(?<![a-z])(?:b|black|blk)(?![a-z])|[黑黒]|흑|先番"),
    WHITE: re.compile(r"(?<![a-z])(?:w|white|wht)(?![a-z])|白|백"),
}  # fmt: skip
_WIN = re.compile(r"\+|\bw[io]ns?\b|\bwinner\b|\bwinning\b|\bbeats?\b|[勝胜贏赢]|かち|勝ち|승|이김")
_LOSE = re.compile(r"\blos[et]s?\b|\bloss\b|[負负敗败輸输]|まけ|패(?!국)")
_GIVES_UP = re.compile(r"\bresign(?:s|ed)?\b|投了|[認认][輸输]|\btimed out\b|\bran out of time\b|\bforfeits?(?:ed)?\b|\bdisqualified\b|弃权|棄権|棄權|기권|反則|反则|犯规|切れ")
_HOW = (
    ("time", re.compile(r"(?:^|\+|\bby |\bon )\s*t(?![a-z])|\btime[d]?\b|\btimeout\b|[時时][間间]|超[時时]|切れ|시간")),
    ("forfeit", re.compile(r"(?:^|\+|\bby )\s*f(?![a-z])|\bforfeit\w*|\bdefault\b|\bdisqualif\w*|反[則则]|犯[規规]|不戦|不戰|不战|[弃棄][权権權]|반칙|기권")),
    ("resign", re.compile(r"(?:^|\+|\bby )\s*(?:r|res)(?![a-z])|\bresign\w*|中押し?|中[盘盤]|投了|[認认][輸输]|불계|不[計计]")),
)  # fmt: skip
_RESULT_WORDS = re.compile(
    r"\b(?:by|win|wins|won|winner|winning|beats?|loses?|lost|loss|on|score|counting|the|is|moku|points?|pts?)\b|[勝胜贏赢負负敗败番のがはにでし方棋局獲获ちかより,.:;=+~。、!]|승|패|으로|로|이|\s"
)


@lru_cache(maxsize=4096)
def _read_result(text: str) -> Result:
    plain = _plain(text)
    if not plain:
        return Result(None, "unknown")
    if _OPEN.fullmatch(plain.strip(" .()")):
        return Result(None, "unknown")
    if plain in ("0", "+0", "b+w", "="):
        return Result(EMPTY, "draw")
    bare = re.sub(r"[(\[（].*?[)\]）]", " ", plain).strip() or plain
    if _BOTH.search(bare):
        return Result(None, "both lose")
    sides = [side for side, words in _SIDES.items() if words.search(bare)]
    if not sides:
        if _VOID.search(bare):
            return Result(None, "void")
        if _DRAW.search(bare) or bare in ("和", "빅"):
            return Result(EMPTY, "draw")
        return Result(None, "unknown", None, False)
    if len(sides) == 2:
        return Result(None, "unknown", None, False)
    side = sides[0]
    said = _SIDES[side].sub(" ", bare, count=1).strip()
    kind = next((kind for kind, words in _HOW if words.search(said)), None)
    # A verb that is the loser's own says who lost, unless the text says that the side wins.
    verb = said.replace("切れ", "") if re.search("[勝胜]|승", said) else said
    wins = _WIN.search(said) is not None
    loses = not wins and (_LOSE.search(verb) is not None or _GIVES_UP.search(said) is not None)
    winner = 3 - side if loses else side
    if kind is not None:
        return Result(winner, kind)
    read = _number(_han(said))
    if read is not None:
        margin = float(read.value * 2 if read.unit == "zi" else read.value)
        left = _RESULT_WORDS.sub("", read.rest)
        return Result(winner, "score", margin, not left) if wins or loses or not left else Result(None, "unknown", None, False)
    left = _RESULT_WORDS.sub("", said)
    if wins or loses or not said:
        return Result(winner, "unknown", None, not left)
    return Result(None, "unknown", None, False)


def read_result(text: str | Result | None) -> Result:
    """What a text in RE says, SGF's own forms and the usual words in English, Chinese, Japanese and Korean.

    >>> read_result("黑中盘胜").text, read_result("白3目半勝ち").text, read_result("Black wins by 3 1/2").text
    ('B+R', 'W+3.5', 'B+3.5')
    """
    if isinstance(text, Result):
        return text
    text = text or ""
    return _read_result(text) if len(text) <= 300 else Result(None, "unknown", None, False)


def winner_of(result: str | None) -> int | None:
    """BLACK, WHITE, 0 for a draw, None if RE does not say."""
    return read_result(result).winner


def result_kind(result: str | None) -> str:
    """ "score", "resign", "time", "forfeit", "draw" or "unknown"."""
    kind = read_result(result).kind
    return kind if kind not in ("void", "both lose") else "unknown"


def format_result(margin: float, winner: int) -> str:
    """ "B+3.5", "W+12", "Draw" """
    return f"{'?BW'[winner]}+{abs(margin):g}" if winner else "Draw"


# What a record is played for.


class Terms(NamedTuple):
    """Under what a record was played, and how it ended: the same answer for everything that reads one."""

    rules: Rules
    komi: float  # points for White
    handicap: int  # stones, 0 or at least 2
    compensation: int  # points that White gets for them
    result: Result
    warnings: list[str]  # what is given and not understood
    notes: list[str]  # what is not given, and what stands for it


def terms(record: Any, rules: Rules | str | None = None, komi: float | None = None) -> Terms:
    """The terms of a `goboard.sgf.Record`. rules, komi: instead of the record's own.

    A record that names no rules, or unknown ones, is read as Japanese; the komi of one that names none is that of the rules.
    """
    from goboard.rules.handicap import of_record

    warnings: list[str] = []
    notes: list[str] = []
    named = (record.rules or "").strip()
    if rules is not None:
        chosen = Rules.parse(rules)
    elif not named:
        chosen = Rules.preset(DEFAULT_RULES)
        notes.append(f"the record names no rules: {DEFAULT_RULES} rules are taken")
    else:
        try:
            chosen = Rules.parse(named)
        except ValueError:
            chosen = Rules.preset(DEFAULT_RULES)
            warnings.append(f"RU[{_shown(named)}] names no known rules: {DEFAULT_RULES} rules are taken")
    handicap, said = of_record(record)
    warnings += said
    if komi is None:
        komi = record.komi
    if komi is None:
        komi = chosen.handicap_komi if handicap else chosen.komi
        given = (record.komi_text or "").strip()
        if given:
            warnings.append(f"KM[{_shown(given)}] is not understood: komi {komi:g} of the rules is taken")
        else:
            notes.append(f"the record names no komi: {komi:g} of the rules is taken")
    result = read_result(record.result)
    if not result.understood:
        understood = f"understood only as {result.text}" if result.text else "not understood"
        warnings.append(f"RE[{_shown(record.result)}] is {understood}")
    return Terms(chosen, float(komi), handicap, chosen.bonus(handicap), result, warnings, notes)


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."
