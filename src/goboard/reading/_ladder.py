"""What reading a ladder tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Ladder"]


@dataclass(frozen=True)
class Ladder:
    """What `ladder` found for one chain.

    Attributes
    ----------
    attacker_first, defender_first : bool
        Whether the chain is caught when that side moves first.
    moves : list of int
        The attacker's first moves that catch it, as points.
    captured : bool
        Whether it is caught whoever moves first.
    status : str
        "captured", "unsettled" (the first move decides) or "escaped".

    Examples
    --------
    >>> Ladder(attacker_first=True, defender_first=False, moves=[3]).status
    'unsettled'
    """

    attacker_first: bool
    defender_first: bool
    moves: list[int]

    @property
    def captured(self) -> bool:
        """Whether it is caught whoever moves first."""
        return self.attacker_first and self.defender_first

    @property
    def status(self) -> Literal["captured", "unsettled", "escaped"]:
        """Whether it is caught, escapes, or the first move decides."""
        return "captured" if self.captured else "unsettled" if self.attacker_first else "escaped"

    def __setstate__(self, state: Any) -> None:
        # Version 0.1.0 kept these in slots, which pickle as a pair.
        self.__dict__.update(state[1] if isinstance(state, tuple) else state)
