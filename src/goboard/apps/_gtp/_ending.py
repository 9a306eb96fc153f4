"""Commands about the end of a game: the score, and what is dead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from goboard.apps._gtp._protocol import GtpError, command
from goboard.rules._scoring import score

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


@command()
def final_score(engine: Engine, args: list[str]) -> str:
    result = engine.score().result
    return "0" if result == "Draw" else result


def _statuses(engine: Engine) -> list[str]:
    """What became of each point: a stone is alive, seki or dead, an open point black_territory, white_territory or dame."""
    final = engine.score()
    dead = {*final.dead, *final.left}
    # Area rules know no seki; who is in it does not depend on the rules.
    seki = set(score(engine.board, "japanese", dead).seki)
    owners = [("dame", "black_territory", "white_territory")[owner] for owner in final.territory.ravel().tolist()]
    stones = engine.board.stones.ravel().tolist()
    return [("dead" if p in dead else "seki" if p in seki else "alive") if stones[p] else owners[p] for p in range(len(stones))]


@command(least=1)
def final_status_list(engine: Engine, args: list[str]) -> str:
    """The chains that are alive, seki or dead, one on a line; or the points of black_territory, white_territory, dame."""
    status = args[0].lower()
    if status not in ("alive", "seki", "dead", "black_territory", "white_territory", "dame"):
        raise GtpError(f"syntax error: invalid status {status[:20]}: alive, seki, dead, black_territory, white_territory or dame")
    statuses = _statuses(engine)
    if status in ("alive", "seki", "dead"):
        groups = [chain for chain in map(np.ndarray.tolist, engine.board.chains()) if statuses[chain[0]] == status]
    else:
        groups = [[p for p, found in enumerate(statuses) if found == status]]
    return "\n".join(" ".join(map(engine.board.vertex, group)) for group in groups if group)


@command(least=1)
def final_status(engine: Engine, args: list[str]) -> str:
    point = engine.point(args[0])
    if point == engine.board.pass_move:
        raise GtpError("syntax error: a point is expected")
    return _statuses(engine)[point]


@command("kgs-game_over")
def kgs_game_over(engine: Engine, args: list[str]) -> str:
    return ""
