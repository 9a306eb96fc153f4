from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from goboard._core import Board, Move
from goboard.reading._locality import Locality

__all__ = ["Ko", "Outcome", "Proof", "Solution", "search", "solve"]

_Side: TypeAlias = Literal["attacker", "owner"]
# A point, "pass", or ("ko-pass", point), point None if the pass is for all kos.
_Played: TypeAlias = int | str | tuple[str, int | None]
_Question: TypeAlias = Literal["capture", "life", "safe", "connect", "remove", "restore", "recur"]
_Status: TypeAlias = Literal["alive", "dead", "seki", "ko", "unknown", "connected", "cut"]

class Ko(NamedTuple):
    winner: _Side
    threats: int | None
    takes_first: _Side | None = None
    @property
    def attacker_threats(self) -> int | None: ...
    @property
    def owner_threats(self) -> int | None: ...

@disjoint_base
class Proof:
    winner: _Side | None
    @property
    def nodes(self) -> int: ...
    def reply(self, line: Sequence[_Played] = ()) -> _Played | None: ...
    def moves(self, line: Sequence[_Played] = ()) -> list[_Played]: ...
    def line(self, most: int = 60) -> list[_Played]: ...
    def takes_first(self) -> _Side | None: ...

class Outcome:
    winner: _Side | None
    reason: Literal["nodes", "memory", "time", "size"] | None
    nodes: int
    @property
    def proof(self) -> Proof | None: ...
    def __init__(self, winner: _Side | None, reason: str | None, nodes: int, proof: Proof | None) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    @property
    def line(self) -> list[_Played]: ...

class Solution:
    status: _Status
    line: list[int]
    nodes: int
    ko: Ko | None
    reason: str | None
    bound: str
    @property
    def proof(self) -> Proof | None: ...
    def __init__(self, status: _Status, nodes: int, outcome: Outcome | None = None, pass_move: int | None = None, ko: Ko | None = None,
                 reason: str | None = None, bound: str = "", asked: tuple[Any, ...] | None = None) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: None  # type: ignore[assignment]

def search(where: Locality, target: int, question: _Question = "capture", *, first: _Side = "attacker", ko: Literal["ban", "marks"] = "ban",
           attacker_threats: int | None = 0, owner_threats: int | None = 0, banned: int | None = None, together: Iterable[int] = (),
           other: int | None = None, points: Iterable[int] = (), old: Sequence[Iterable[int]] = (), standing: Iterable[int] = (),
           prove: _Side | None = None, pass_lifts_all: bool = False, max_nodes: int = 1_000_000, max_bytes: int = 1 << 30,
           seconds: float | None = None) -> Outcome: ...
def solve(board: Any, target: Move, to_play: int | None = None, region: Any = None, max_nodes: int = 1_000_000, *,
          connect: Move = None, max_bytes: int = 1 << 30, seconds: float | None = None) -> Solution: ...
def check_limits(max_nodes: int, max_bytes: int, seconds: float | None) -> None: ...
def chain_of(stones: NDArray[np.uint8], point: int) -> set[int]: ...
