"""Where each ruleset says it, and the errors that cite it."""

from __future__ import annotations

from typing import Any

from goboard._core import GoboardError, IllegalMove

__all__ = ["IllegalPlay", "RuleError"]

SIDES = ("nobody", "Black", "White")

# Where each ruleset says it; a ruleset without its own words takes those of "".
ARTICLES: dict[str, dict[str, str]] = {
    "": {
        "turn": "the rule of alternate play",
        "point": "the rule of play",
        "suicide": "the rule of suicide",
        "ko": "the ko rule",
        "repetition": "the ban on repeated positions",
        "stop": "the rule of two passes",
        "end": "the rule of agreement after the stop",
        "resume": "the rule of resumption",
        "confirmed": "the rule of the confirmed result",
        "resign": "the rule of resignation",
        "no result": "the rule of repeated positions",
        "both lose": "the rule of disagreement",
        "forfeit": "the rule of illegal moves",
    },
    "japanese": {
        "turn": "Article 2",
        "point": "Article 3",
        "suicide": "Articles 3 and 4",
        "ko": "Article 6",
        "stop": "Articles 2 and 9-1",
        "end": "Article 9-2",
        "resume": "Article 9-3",
        "confirmed": "Article 10-4",
        "resign": "Article 11",
        "no result": "Article 12",
        "both lose": "Article 13",
        "forfeit": "Article 14",
    },
    "chinese": {
        "turn": "Article 2",
        "point": "Article 2",
        "suicide": "Article 5",
        "ko": "Article 6",
        "repetition": "Article 6",
        "stop": "Article 7",
        "end": "Article 8",
        "resume": "Article 8",
        "resign": "Article 7",
        "no result": "Article 6",
    },
    "ing": {
        "suicide": "the ban on removing a single stone of one's own",
        "ko": "the rule of fighting ko",
        "repetition": "the rule of disturbing ko",
        "stop": "the rule of four passes",
        "end": "the rule of four passes",
    },
    "aga": {
        "turn": "Rule 2",
        "point": "Rule 2",
        "suicide": "Rule 5",
        "ko": "Rule 6",
        "repetition": "Rule 6",
        "stop": "Rule 9",
        "end": "Rule 9",
        "resume": "Rule 10",
        "forfeit": "Rule 8",
        "no result": "Rule 6",
    },
    "tromp-taylor": {
        "turn": "Rule 6",
        "point": "Rule 7",
        "suicide": "Rule 6",
        "ko": "Rule 6",
        "repetition": "Rule 6",
        "stop": "Rule 8",
        "end": "Rule 8",
        "resume": "Rule 8",
        "confirmed": "Rule 10",
        "no result": "Rule 6",
    },
}
_SAME_TEXT = {"korean": "japanese", "chinese-ogs": "chinese", "chinese-kgs": "chinese", "bga": "aga", "french": "aga", "aga-button": "aga"}


def article(ruleset: str, key: str) -> str:
    """The article of a ruleset, by its name, that is about `key`, a key of `ARTICLES[""]`."""
    return ARTICLES.get(_SAME_TEXT.get(ruleset, ruleset), {}).get(key) or ARTICLES[""][key]


class RuleError(GoboardError, ValueError):
    """Something that the rules do not allow now; the game is as it was. `article` says where the rules say so."""

    def __init__(self, article: str, text: str) -> None:
        super().__init__(article, text)
        self.article = article

    def __str__(self) -> str:
        return f"{self.args[1]} ({self.args[0]})"


class IllegalPlay(IllegalMove):
    """A move that the rules of the game refuse: an IllegalMove whose `article` says where the rules say so."""

    def __init__(self, reason: Any, move: Any = None, color: int | None = None, article: str = "", text: str = "") -> None:
        super().__init__(reason, move, color)
        self.args = (reason, move, color, article, text)
        self.article = article

    def __str__(self) -> str:
        return f"{self.move} is illegal for {SIDES[self.color or 0]}: {self.args[4] or self.reason} ({self.article})"
