"""`solve` where no wall of unconditional life closes the surroundings: what four claims, each proven with its zone, add up to."""

import time
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goboard.reading._zones import ZoneProof

__all__ = ["OpenReading", "read_open"]

Fate: TypeAlias = Literal["alive", "dead", "ko", "unknown"]
Stop: TypeAlias = Literal["nodes", "memory", "time", "moves"]

# The share of positions that one claim is given before the next is tried; doubled from round to round.
FIRST_SHARE = 2000


class OpenReading:
    """What was proven about a chain on the whole board.

    Attributes
    ----------
    status : {"alive", "dead", "ko", "unknown"}
        "alive": its owner makes it unconditionally alive, "dead": the other side takes it, both whatever the ko threats and whatever is
        played elsewhere; "ko": each side can get its way if it may retake every ko at once, and is always answered.
    bound : str
        Of an unknown chain: "not alive" (the attacker takes it, at least with ko threats), "not dead" (it lives, at least with ko
        threats), or "".
    proof : ZoneProof or None
        The proof of the status, or of the bound; of a ko that of the owner's claim.
    nodes : int
        Positions looked at, in all claims.
    reason : str or None
        Of an unknown chain, the limit that was met: "nodes", "memory", "time"; or "moves": every move that was considered has failed.
    """

    __slots__ = ("bound", "nodes", "proof", "reason", "status")

    def __init__(self, status: Fate, nodes: int, proof: ZoneProof | None = None, bound: str = "", reason: Stop | None = None) -> None:
        self.status: Fate = status
        self.reason: Stop | None = reason
        self.nodes, self.proof, self.bound = nodes, proof, bound

    def __repr__(self) -> str:
        return f"OpenReading({self.status!r}, nodes={self.nodes})"


def read_open(
    stones: NDArray[np.uint8],
    target: int,
    to_play: int,
    *,
    ko_point: int | None = None,
    max_nodes: int = 1_000_000,
    max_bytes: int = 1 << 30,
    deadline: float | None = None,
) -> OpenReading:
    """The fate of the chain at `target` on the whole board when `to_play` moves first. Limits: `max_nodes` positions of each claim,
    `max_bytes` of memory of all, `deadline` a time of time.monotonic()."""

    def claim(what: str, threats: bool) -> ZoneProof:
        return ZoneProof(
            stones, target, what, to_play, loser_retakes=not threats, winner_retakes=threats, ko_point=ko_point, max_bytes=max_bytes // 4
        )

    dead, alive = claim("capture", False), claim("life", False)
    dead_by_ko, alive_by_ko = claim("capture", True), claim("life", True)
    claims = (dead, alive, dead_by_ko, alive_by_ko)
    going: list[ZoneProof] = list(claims)
    reasons: list[Stop] = []
    share = min(FIRST_SHARE, max_nodes)

    def answer(status: Fate, proof: ZoneProof | None = None, **more: Any) -> OpenReading:
        return OpenReading(status, sum(c.nodes for c in claims), proof, **more)

    while going:
        for c in tuple(going):
            proven = c.run(share, deadline or 0.0)
            if proven and c is dead:
                return answer("dead", dead)
            if proven and c is alive:
                return answer("alive", alive)
            if dead_by_ko.proven and alive_by_ko.proven:
                return answer("ko", alive_by_ko)
            if proven or proven is False or c.reason != "nodes" or share >= max_nodes:
                going.remove(c)
                if not proven:
                    reasons.append(c.reason or "moves")
            # What even threats have not won within reach is not won without.
            if c is dead_by_ko and proven is False and dead in going:
                going.remove(dead)
            if c is alive_by_ko and proven is False and alive in going:
                going.remove(alive)
        share = min(2 * share, max_nodes)
    reason: Stop = "moves"
    stops: tuple[Stop, ...] = ("nodes", "memory", "time")
    for stop in stops:  # the last that happened of these says most
        if stop in reasons:
            reason = stop
    if dead_by_ko.proven:
        return answer("unknown", dead_by_ko, bound="not alive", reason=reason)
    if alive_by_ko.proven:
        return answer("unknown", alive_by_ko, bound="not dead", reason=reason)
    return answer("unknown", reason=reason)
