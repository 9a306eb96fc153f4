from collections.abc import Sequence

from typing_extensions import disjoint_base

from goboard.reading._locality import Locality
from goboard.reading._query import Query, Side
from goboard.reading._solve import Played, Stop

__all__ = ["Proof"]

@disjoint_base
class Proof:
    winner: Side | None
    @property
    def nodes(self) -> int: ...
    def reply(self, line: Sequence[Played] = ()) -> Played | None: ...
    def moves(self, line: Sequence[Played] = ()) -> list[Played]: ...
    def line(self, most: int = 60) -> list[Played]: ...
    def takes_first(self) -> Side | None: ...

def run(where: Locality, target: int, query: Query, deadline: float) -> tuple[Side | None, Stop | None, int, Proof | None]: ...
