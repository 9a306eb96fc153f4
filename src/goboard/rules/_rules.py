"""`Rules`: what a ruleset decides, one frozen record each; the rulesets in use, and their many names."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from goboard._core import BLACK, EMPTY, WHITE
from goboard.board import _arguments

__all__ = ["Rules", "describe"]

# Every field that takes words, with the words it takes and what they mean.
CHOICES: dict[str, dict[str, str]] = {
    "ko": {
        "simple": "a single stone just taken in a ko may not be retaken on the next move",
        "positional": "no move may recreate a whole-board position that stood before",
        "situational": "no move may recreate a whole-board position that stood before with the same side to move next",
        "natural": "no player may recreate by a play a whole-board position that the same player created by a play before",
        "ing": "hot stones of a fighting ko need an interval play; a disturbing ko may be cycled once",
    },
    "long_cycle": {
        "forbidden": "a move that recreates a whole-board position is refused",
        "no result": "the game ends without result when a whole-board position recurs and both players agree",
        "draw": "the game is a draw when a whole-board position recurs and both players agree",
        "replay": "the game is void and played again when a whole-board position recurs and both players agree",
    },
    "scoring": {
        "area": "living stones and the points that they surround",
        "territory": "surrounded points and prisoners",
        "stones": "the stones that stand on the board at the end",
    },
    "tax": {
        "none": "every surrounded point counts",
        "seki": "surrounded points of groups in seki do not count",
        "all": "surrounded points of groups in seki do not count, and every living group pays for its two eyes",
    },
    "passes": {
        "2": "two passes in succession stop the game",
        "2+2": "two passes stop play, the dead stones come off, two more passes end the game",
        "white last": "two passes stop the game, four in a row end it; each pass hands over a stone, and at the end White hands over the last",
    },
    "resume": {
        "opponent": "the opponent of the player who asks for it moves first",
        "turn": "the player moves first whose turn it is",
        "never": "the game is over after the stop",
    },
    "removal": {
        "agreement": "dead stones come off by agreement",
        "none": "no stone comes off: what stands on the board counts",
    },
    "dispute": {
        "both lose": "who cannot agree and does not ask to resume loses, and so does the opponent",
        "resume": "play goes on until the players agree",
        "all alive": "play goes on; when it begins with two passes again, four in a row, every stone on the board is alive",
        "agreed mover": "play goes on with the side that the players agree on; if they do not, every stone on the board stays and is counted",
        "none": "there is nothing to disagree about",
    },
    "compensation": {
        "none": "White gets nothing for handicap stones",
        "N": "White gets one point for each handicap stone",
        "N-1": "White gets one point for each handicap stone but the first",
    },
    "tie": {"draw": "an equal count is a draw", "black": "Black wins an equal count", "white": "White wins an equal count"},
    "illegal": {
        "refused": "an illegal move is refused",
        "pass": "an illegal move is void and counts as a pass",
        "loss": "an illegal move loses the game",
    },
    "counting": {
        "points": "counted in points",
        "zi": "one side is counted, in zi, against half the board; points between living groups are shared",
        "fill-in": "counted by filling in all stones of two equal sets; points between living groups are shared",
    },
}


@dataclass(frozen=True, repr=False)
class Rules:
    """What a ruleset decides. Equal if all decisions are equal, whatever the name.

    Make one with `Rules.preset` or `Rules.parse`, change it with `with_`. The words that each field takes, and what they mean, are in
    `goboard.rules.CHOICES`; any other value raises ValueError. Komi is in points, added to White; 3 3/4 zi are 7.5.
    """

    name: str = field(default="", compare=False)
    ko: str = "simple"
    long_cycle: str = "no result"
    suicide: bool = False
    scoring: str = "territory"
    tax: str = "seki"
    strict: bool = False  # count Article 8 to the letter: a group that touches an unfilled dame has no territory
    passes: str = "2"
    resume: str = "opponent"
    removal: str = "agreement"
    dispute: str = "resume"
    komi: float = 6.5
    handicap_komi: float = 0.0  # komi of a handicap game
    tie: str = "draw"
    compensation: str = "none"
    button: bool = False  # the first pass takes half a point
    illegal: str = "refused"
    counting: str = "points"
    early_end: bool = False  # the players may agree that the game is over without two passes

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"the name of a ruleset must be a str, not {_arguments.shown(self.name)}")
        if self.compensation == "half zi":  # half a zi off Black's count is one point of the margin
            object.__setattr__(self, "compensation", "N")
        for name, words in CHOICES.items():
            value = getattr(self, name)
            if not isinstance(value, str):
                raise TypeError(f"{name} is one of {', '.join(map(repr, words))}, not {_arguments.shown(value)}")
            if value not in words:
                raise ValueError(f"{name} is one of {', '.join(map(repr, words))}, not {_arguments.shown(value)}")
        for name in ("suicide", "strict", "button", "early_end"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is True or False, not {_arguments.shown(getattr(self, name))}")
        for name in ("komi", "handicap_komi"):
            object.__setattr__(self, name, check_komi(getattr(self, name), name))
        if self.ko != "simple" and self.long_cycle != "forbidden":
            raise ValueError(f"under ko={self.ko!r} nothing recurs: long_cycle must be 'forbidden', not {self.long_cycle!r}")
        if self.scoring == "area" and self.tax == "all":
            # Area less two points for each group is what stands when both sides have filled all but their eyes.
            object.__setattr__(self, "scoring", "stones")
        if self.scoring == "stones" and self.tax == "seki":
            raise ValueError("stones that stand on the board pay no tax for eyes in seki: tax is 'none' or 'all'")
        if self.strict and (self.scoring, self.tax) != ("territory", "seki"):
            raise ValueError("strict is about Article 8: it takes scoring='territory' and tax='seki'")
        if self.removal == "none" and self.resume != "never":
            raise ValueError("where no stone comes off there is nothing to resume for: resume must be 'never'")

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The ruleset of this name, any fields changed: `Rules.preset("chinese", komi=5.5)`.

        Names: `Rules.presets()`, and every spelling that `parse` reads. Raises ValueError for an unknown name or field.
        """
        rules = _by_name(name)
        if rules is None:
            raise ValueError(f"no ruleset is called {name!r}; there are {', '.join(PRESETS)}")
        return rules.with_(**changes)

    @staticmethod
    def presets() -> tuple[str, ...]:
        """The names of all presets."""
        return tuple(PRESETS)

    def with_(self, **changes: Any) -> Rules:
        """These rules, some fields changed. Raises ValueError for an unknown field or value, TypeError for a wrong type."""
        for name in changes:
            if name not in _FIELDS:
                raise ValueError(f"rules have no field {name!r}; the fields are {', '.join(_FIELDS)}")
        return replace(self, **changes) if changes else self

    @classmethod
    def parse(cls, text: str | Mapping[str, Any] | Rules) -> Rules:
        """Rules from what people and programs write.

        Reads the presets' names in the usual spellings, English, Chinese, Japanese and Korean; values of SGF's RU; KataGo's
        shorthands ("chinese-ogs", "tromp-taylor", "nz"), its key list ("koPOSITIONALscoreAREAtaxNONEsui1komi7.5") and its
        JSON, as text or as a mapping. A key left out is Tromp-Taylor's, as in KataGo; fields that KataGo does not have come
        from the preset that agrees with all the keys, else from Japanese or Tromp-Taylor rules by the way of scoring.
        Raises ValueError for anything else, unknown keys and values included.
        """
        if isinstance(text, Rules):
            return text
        if isinstance(text, Mapping):
            try:
                keys = dict(text)
            except Exception as error:
                raise TypeError(f"rules must be a name, KataGo's text or a mapping, not {_arguments.shown(text)}, which fails to be read") from error
            return _from_katago(keys)
        if not isinstance(text, str):
            raise TypeError(f"rules must be a name, KataGo's text or a mapping, not {_arguments.shown(text)}")
        return _parse(str.__str__(text))

    def to_katago(self, komi: bool = True) -> str:
        """These rules as KataGo reads them: its JSON, or its name for them where JSON cannot tell two rulesets apart.

        `komi=False` leaves the komi out, as KataGo's command kata-set-rules wants it. Ties are put into the komi. `parse`
        gives back these rules.
        Raises ValueError, naming the field, for rules that KataGo cannot express.
        """
        keys: dict[str, Any] = {
            "ko": {"simple": "SIMPLE", "situational": "SITUATIONAL", "natural": "SITUATIONAL"}.get(self.ko, "POSITIONAL"),
            "scoring": "TERRITORY" if self.scoring == "territory" else "AREA",
            "tax": self.tax.upper(),
            "suicide": self.suicide,
            "hasButton": self.button,
            "whiteHandicapBonus": {"none": "0"}.get(self.compensation, self.compensation),
            "friendlyPassOk": self.scoring != "territory" and self.removal != "none",
            "komi": self.katago_komi(self.komi),
        }
        read = _from_katago(dict(keys))
        if not komi:
            del keys["komi"]
        if read == self:
            return json.dumps(keys)
        named = _by_name(self.name) if self.name in _KATAGO_NAMES else None
        if named == self and self.ko != "natural":  # KataGo's own "bga" and "french" are situational
            return self.name
        different = [f.name for f in fields(self) if f.compare and getattr(self, f.name) != getattr(read, f.name)]
        raise ValueError(f"KataGo cannot express {', '.join(f'{n}={getattr(self, n)!r}' for n in different)} with {keys}")

    def to_text(self) -> str:
        """These rules as one line that `parse` reads back: the preset's name, or that (or "own") and the fields that differ, as JSON.

        >>> Rules.preset("chinese", komi=5.5).to_text()
        'chinese {"komi": 5.5}'
        """
        base = PRESETS.get(self.name)
        changes = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(base or _DEFAULT, f.name)}
        return (self.name if base else "own") + (f" {json.dumps(changes)}" if changes else "")

    def __repr__(self) -> str:
        base = PRESETS.get(self.name)
        changes = [
            f"{f.name}={getattr(self, f.name)!r}"
            for f in fields(self)
            if f.compare and getattr(self, f.name) != getattr(base if base else _DEFAULT, f.name)
        ]
        if base:
            return f"Rules.preset({', '.join([repr(self.name), *changes])})"
        return f"Rules({', '.join(([f'name={self.name!r}'] if self.name else []) + changes)})"

    def board_ko(self) -> Any:
        """The `ko` of a `Board` for games under these rules."""
        if self.ko == "ing":
            return "none"
        return "positional" if self.long_cycle == "forbidden" and self.ko == "simple" else self.ko

    def winner(self, margin: float) -> int:
        """BLACK, WHITE or EMPTY for a draw, when Black is ahead by `margin` points: a tie is whose the rules say."""
        if margin:
            return BLACK if margin > 0 else WHITE
        return {"draw": EMPTY, "black": BLACK, "white": WHITE}[self.tie]

    def katago_komi(self, komi: float) -> float:
        """`komi` as KataGo has it, which knows no ties with a winner: where there can be a tie, half a point off for whom it goes to."""
        return komi + {"draw": 0.0, "black": -0.5, "white": 0.5}[self.tie] * float(komi).is_integer()

    def bonus(self, handicap: int) -> int:
        """Points that White gets for `handicap` stones (0 or 2 and more)."""
        handicap = _arguments.integer(handicap, "handicap", 0)
        return 0 if handicap < 2 else {"none": 0, "N": handicap, "N-1": handicap - 1}[self.compensation]


def check_komi(komi: Any, what: str = "komi") -> float:
    """Komi as a finite float, or TypeError or ValueError."""
    return _arguments.komi(komi, what)


_FIELDS = tuple(f.name for f in fields(Rules))
_DEFAULT = Rules()

_JAPANESE = Rules("japanese", dispute="both lose")
_CHINESE = Rules(
    "chinese", long_cycle="forbidden", scoring="area", tax="none", komi=7.5, compensation="N", counting="zi",
    early_end=True,
)
_AGA = Rules(
    "aga", ko="situational", long_cycle="forbidden", scoring="area", tax="none", passes="white last", resume="turn",
    dispute="all alive", komi=7.5, handicap_komi=0.5, compensation="N-1",
)
_STONES = Rules("stone-scoring", long_cycle="no result", scoring="stones", tax="all", komi=7.5)

PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        _JAPANESE,
        Rules("korean", long_cycle="replay"),
        _CHINESE,
        _CHINESE.with_(name="chinese-ogs", ko="positional"),
        _CHINESE.with_(name="chinese-kgs", ko="positional"),
        Rules(
            "ing", ko="ing", long_cycle="forbidden", suicide=True, scoring="area", tax="none", passes="2+2", resume="turn",
            komi=8, tie="black", counting="fill-in",
        ),
        _AGA,
        _AGA.with_(name="bga", ko="natural"),
        _AGA.with_(name="french", ko="natural"),
        _AGA.with_(name="aga-button", komi=7.0, button=True),
        Rules(
            "new-zealand", ko="situational", long_cycle="forbidden", suicide=True, scoring="area", tax="none",
            resume="turn", dispute="agreed mover", early_end=True, komi=7,
        ),
        Rules(
            "tromp-taylor", ko="positional", long_cycle="forbidden", suicide=True, scoring="area", tax="none",
            resume="never", removal="none", dispute="none", komi=7.5,
        ),
        _STONES,
        Rules("ancient-territory", tax="all"),
    )
}  # fmt: skip

# Spellings, as `_plain` leaves them.
_ALIASES: dict[str, str] = {
    alias: name
    for name, aliases in {
        "japanese": "japan jp jpn ja j1989 japanese1989 nihonkiin 日本 日本棋院 日本囲碁 日本围棋 日本圍棋 数目法 일본 japanese-ogs japaneseogs japanesenihonkiin japonaises 数目 點目 点目 点目制 日本囲碁規約",
        "korean": "korea kr kor ko baduk 韩国 韓國 韓国 한국",
        "chinese": "china cn chn zh weiqi cwa 中国 中國 数子法 數子法 중국 数子 數子 中国竞赛 chinese2002 chinese-fox chinesefox chinois",
        "chinese-ogs": "chineseogs ogs-chinese ogschinese",
        "chinese-kgs": "chinesekgs kgs-chinese kgschinese",
        "ing": "goe sst ingsst inggoe 应氏 應氏 应氏计点制 應氏計點制 计点制 計點制 計点制 잉 应昌期 應昌期 goeing ings",
        "aga": "american usa americangoassociation 美国 美國",
        "bga": "british britishgoassociation uk",
        "french": "ffg france fr 法国 法國",
        "aga-button": "agabutton button",
        "new-zealand": "nz newzealand nzgs 新西兰 紐西蘭 新西蘭 ニュージーランド",
        "tromp-taylor": "tt tromptaylor logical",
        "stone-scoring": "stonescoring stones ancient ancient-area ancientarea 数棋子 古代",
        "ancient-territory": "ancientterritory",
    }.items()
    for alias in aliases.split()
}
_KATAGO_NAMES = frozenset(PRESETS)
_SUFFIX = re.compile(r"(围棋|圍棋|囲碁)?(规则|規則|規約|规约|規定|规|規|ルール|룰|규칙|方式|式|制)$")


def _plain(name: str) -> str:
    """A name without case, spaces, punctuation, and the word for rules."""
    text = "".join(ch for ch in name.casefold() if ch.isalnum() or ch in "-")
    text = text.removesuffix("rules").removesuffix("rule").removesuffix("ruleset").removesuffix("style").strip("-")
    return _SUFFIX.sub("", text) or text


def _by_name(name: str) -> Rules | None:
    if not isinstance(name, str):
        raise TypeError(f"the name of a ruleset must be a str, not {_arguments.shown(name)}")
    key = name.casefold().strip().replace("_", "-").replace(" ", "-")
    for word in (key, _plain(name), _plain(name).replace("-", "")):
        if word in PRESETS:
            return PRESETS[word]
        if word in _ALIASES:
            return PRESETS[_ALIASES[word]]
    return None


# KataGo's words.
_KATAGO_WORDS: dict[str, dict[str, str]] = {
    "ko": {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"},
    "scoring": {"AREA": "area", "TERRITORY": "territory"},
    "tax": {"NONE": "none", "SEKI": "seki", "ALL": "all"},
    "whiteHandicapBonus": {"0": "none", "N": "N", "N-1": "N-1"},
}
_KEY_LIST = (  # in this order a key never hides a longer one
    ("komi", "komi", r"[-+]?[0-9]+(?:\.[0-9]+)?"),
    ("ko", "ko", "SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT"),
    ("scoring", "scoring", "AREA|TERRITORY"),
    ("score", "scoring", "AREA|TERRITORY"),
    ("tax", "tax", "NONE|SEKI|ALL"),
    ("sui", "suicide", "0|1"),
    ("button", "hasButton", "0|1"),
    ("whb", "whiteHandicapBonus", "N-1|N|0"),
    ("fpok", "friendlyPassOk", "0|1"),
)


def _word(key: str, value: Any) -> str:
    words = _KATAGO_WORDS[key]
    text = str(value).upper() if isinstance(value, (str, int)) and not isinstance(value, bool) else None
    if text not in words:
        raise ValueError(f"{key} is one of {', '.join(words)}, not {_arguments.shown(value)}")
    return words[text]


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{key} is true or false, not {_arguments.shown(value)}")
    return value


def _projection(rules: Rules) -> tuple[Any, ...]:
    """The decisions that KataGo knows, komi apart."""
    return (
        "positional" if rules.ko == "ing" else rules.ko,
        "area" if rules.scoring == "stones" else rules.scoring,
        rules.tax,
        rules.suicide,
        rules.button,
        rules.compensation,
        rules.removal != "none" and rules.scoring != "territory",
    )


def _from_katago(keys: dict[str, Any]) -> Rules:
    keys = {("scoring" if key == "score" else key): value for key, value in keys.items()}
    known = ("ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk", "komi")
    for key in keys:
        if key not in known:
            raise ValueError(f"unknown key {_arguments.shown(key)} of rules; KataGo's keys are {', '.join(known)}")
    ko = _word("ko", keys.get("ko", "POSITIONAL"))
    scoring = _word("scoring", keys.get("scoring", "AREA"))
    territory = scoring == "territory"
    tax = _word("tax", keys.get("tax", "SEKI" if territory else "NONE"))
    suicide = _flag("suicide", keys.get("suicide", True))
    button = _flag("hasButton", keys.get("hasButton", False))
    compensation = _word("whiteHandicapBonus", keys.get("whiteHandicapBonus", "0"))
    friendly = _flag("friendlyPassOk", keys.get("friendlyPassOk", False)) and not territory
    komi = keys.get("komi", 6.5 if territory else 7.0 if button else 7.5)
    if isinstance(komi, str) or komi is None:
        raise ValueError(f"komi must be a number, not {_arguments.shown(komi)}")
    komi = check_komi(komi)

    wanted = (ko, scoring, tax, suicide, button, compensation, friendly)
    for rules in PRESETS.values():
        if _projection(rules) == wanted:
            if rules.tie == "black" and rules.komi.is_integer():
                return rules.with_(komi=komi + 0.5) if (komi + 0.5).is_integer() else rules.with_(komi=komi, tie="draw")
            return rules.with_(komi=komi)
    base = PRESETS["japanese" if territory else "tromp-taylor"]
    changes: dict[str, Any] = dict(
        name="", ko=ko, long_cycle="no result" if ko == "simple" else "forbidden", scoring=scoring, tax=tax, suicide=suicide,
        button=button, compensation=compensation, komi=komi,
    )  # fmt: skip
    if not territory and friendly:
        changes.update(removal="agreement", resume="turn", dispute="resume")
    return base.with_(**changes)


def _from_key_list(text: str) -> Rules | None:
    keys: dict[str, Any] = {}
    rest = text
    while rest:
        for prefix, key, values in _KEY_LIST:
            found = re.match(f"{prefix}({values})", rest, re.IGNORECASE)
            if found:
                break
        else:
            if not keys:
                return None
            raise ValueError(f"rules {text!r} cannot be read from {rest!r} on")
        if key in keys:
            raise ValueError(f"rules {text!r} name {key} twice")
        value: Any = found.group(1).upper()
        if key == "komi":
            value = float(value)
        elif key in ("suicide", "hasButton", "friendlyPassOk"):
            value = value == "1"
        keys[key] = value
        rest = rest[found.end() :].lstrip()
    return _from_katago(keys)


def _from_text(text: str) -> Rules | None:
    """What `Rules.to_text` wrote, or None."""
    name, brace, rest = text.partition("{")
    base = _DEFAULT if name.strip() == "own" else _by_name(name)
    if base is None:
        return None
    try:
        changes = json.loads(brace + rest) if brace else {}
    except (ValueError, RecursionError) as error:
        raise ValueError(f"rules {text!r} are no JSON: {error}") from None
    return base.with_(**changes)


@lru_cache(maxsize=256)
def _parse(text: str) -> Rules:
    stripped = text.strip()
    if not stripped:
        raise ValueError("rules have an empty name")
    bad = next((ch for ch in stripped if not ch.isprintable() and ch not in "\t\r\n"), None)
    if bad is not None:
        raise ValueError(f"rules must be printable text, not {ascii(text[:80])} with {ascii(bad)}")
    if len(stripped) > 1000:
        raise ValueError(f"rules are not {len(stripped)} characters long")
    if stripped[0] == "{":
        try:
            keys = json.loads(stripped)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"rules {text!r} are no JSON: {error}") from None
        return _from_katago(keys)
    rules = _from_text(stripped) if stripped[-1] == "}" or stripped == "own" else _by_name(stripped)
    if rules is None and stripped.isascii():
        rules = _from_key_list(stripped)
    if rules is None:
        near = difflib.get_close_matches(_plain(stripped[:80]), [*PRESETS, *_ALIASES], 1)
        hint = f"; did you mean {_ALIASES.get(near[0], near[0])!r}?" if near else ""
        raise ValueError(f"no ruleset is called {text!r}; there are {', '.join(PRESETS)}, and KataGo's keys and JSON{hint}")
    return rules


def describe(rules: Rules | str) -> str:
    """The rules in words, one line for each decision; raises as `Rules.parse` does."""
    rules = Rules.parse(rules)
    komi = f"{rules.komi:g} points"
    if rules.counting == "zi":
        komi += f" ({rules.komi / 2:g} zi)"
    lines = [f"{rules.name or 'unnamed'} rules: {rules!r}"]
    for name, words in CHOICES.items():
        # What Ing says of repeated positions, his ko rule says.
        if not (name == "tie" and not rules.komi.is_integer() or name == "long_cycle" and rules.ko == "ing"):
            lines.append(f"  {name + ':':<14}{words[getattr(rules, name)]}")
    lines += [
        f"  {'suicide:':<14}{'legal unless it repeats a position' if rules.suicide else 'illegal'}",
        f"  {'komi:':<14}{komi}, {rules.handicap_komi:g} in a handicap game",
    ]
    if rules.ko == "ing" and rules.suicide:
        lines[-2] = f"  {'suicide:':<14}legal for two stones and more"
    if rules.strict:
        lines.append(f"  {'strict:':<14}a group that touches an unfilled dame has no territory (Article 8 to the letter)")
    if rules.button:
        lines.append(f"  {'button:':<14}the first pass takes half a point")
    return "\n".join(lines)
