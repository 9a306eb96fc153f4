"""What an exact search is asked, and its limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

from goboard.board import _arguments as arguments

__all__ = ["Query", "check_limits"]

Side: TypeAlias = Literal["attacker", "owner"]
Question: TypeAlias = Literal["capture", "life", "safe", "connect", "remove", "restore", "recur"]

QUESTIONS = ("capture", "connect", "life", "recur", "remove", "restore", "safe")
MOST_STOCK = 14  # of ko threats; a stock without end is None


class Terms(TypedDict, total=False):
    """The fields of a `Query` but for the question, as keywords."""

    first: Side
    ko: Literal["ban", "marks"]
    attacker_threats: int | None
    owner_threats: int | None
    banned: int | None
    together: Iterable[int]
    other: int | None
    points: Iterable[int]
    old: Sequence[Iterable[int]]
    standing: Iterable[int]
    prove: Side | None
    pass_lifts_all: bool
    max_nodes: int
    max_bytes: int
    seconds: float | None


@dataclass(frozen=True)
class Query:
    """What a `search` is asked about its target: the target's color is the owner's, the other side attacks.

    Parameters
    ----------
    question
        "capture" (can the attacker take it?), "life" (can the owner make it unconditionally alive?), "safe" (or such that the owner
        only has to answer?), "connect" (to `other`?), or "recur" (after the capture, are `points` kept free of the owner's new stones?),
        with two quicker questions that settle that in one direction each: "remove" (if the attacker wins) and "restore" (if the owner does).
    first
        Who moves first, "attacker" or "owner".
    ko
        "ban": simple ko, with stocks of ko threats. "marks": the ko rule of Article 7, where a pass names the ko that it lifts.
    attacker_threats, owner_threats
        Ko threats of each side, 0 to 14; None: without end.
    banned
        The point that simple ko bars at the start, or None.
    together
        Points of chains of the owner: to take any of them will do ("capture"), or all must live ("life").
    other
        A stone of the chain to connect with ("connect").
    points
        Where the owner must, or must not, have new stones ("remove", "restore", "recur").
    old
        The owner's other chains there, as lists of points.
    standing
        Points of chains that are taken to stand while the claim of `prove` is examined: to lose one gives the claim up, to take one
        leads to a second search. An answer against the claim then proves nothing.
    prove
        "attacker" or "owner": whose claim `standing` serves ("recur"; the two quicker questions have their own).
    pass_lifts_all
        Whether a pass for ko lifts the marks of all kos ("marks").
    max_nodes, max_bytes, seconds
        Limits: positions, bytes of memory, time (None: no limit).

    Raises
    ------
    ValueError, TypeError
        A question, a ko rule, a stock of threats or a limit out of range.
    """

    question: Question = "capture"
    first: Side = "attacker"
    ko: Literal["ban", "marks"] = "ban"
    attacker_threats: int | None = 0
    owner_threats: int | None = 0
    banned: int | None = None
    together: Iterable[int] = ()
    other: int | None = None
    points: Iterable[int] = ()
    old: Sequence[Iterable[int]] = ()
    standing: Iterable[int] = ()
    prove: Side | None = None
    pass_lifts_all: bool = False
    max_nodes: int = 1_000_000
    max_bytes: int = 1 << 30
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.question not in QUESTIONS:
            raise ValueError(f"unknown question {self.question!r}: expected one of {list(QUESTIONS)}")
        check_limits(self.max_nodes, self.max_bytes, self.seconds)
        for stock in (self.attacker_threats, self.owner_threats):
            if stock is not None and not 0 <= stock <= MOST_STOCK:
                raise ValueError(f"a stock of threats must be 0 to {MOST_STOCK}, or None for one without end, not {stock!r}")
        if self.ko not in ("ban", "marks"):
            raise ValueError(f"ko must be 'ban' or 'marks', not {self.ko!r}")


def check_limits(max_nodes: int, max_bytes: int, seconds: float | None) -> None:
    """Raise ValueError or TypeError unless these are limits."""
    arguments.integer(max_nodes, "max_nodes", 0)
    arguments.integer(max_bytes, "max_bytes", 0)
    if seconds is not None:
        arguments.real(seconds, "seconds", 0)
