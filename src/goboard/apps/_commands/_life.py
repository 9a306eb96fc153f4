"""`goboard life`."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from goboard.apps._commands._output import check_writable, print_json, write_file
from goboard.apps._commands._position import COLORS, introduce, position_json, read_position, style
from goboard.apps._commands._table import ASCII, COLOR, ENCODING, GAME, INDEX, JSON, MOVE, SVG, argument, command, whole
from goboard.records import render

if TYPE_CHECKING:
    from goboard.reading._article7 import Confirmation
    from goboard.reading._dead_stones import Judged


@command(
    GAME, INDEX, MOVE,
    argument("--nodes", type=whole(0), default=1_000_000, metavar="N", help="positions that the proofs may look at (default 1000000)"),
    argument("-n", "--playouts", type=whole(2), default=800, metavar="N", help="playouts of the estimate (default 800)"),
    argument("--seed", type=whole(0), default=0, metavar="S", help="of the estimate; the same seed gives the same result (default 0)"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def life(args: Namespace) -> None:
    """Say which chains are alive, in seki or dead if play stops here.

    By Article 7 of the Japanese rules of 1989, with the line of play that shows it, where that can be proven;
    for the other chains an estimate from playouts, marked as one.
    """
    from goboard.reading._article7 import confirm
    from goboard.reading._dead_stones import estimate

    at = read_position(args)
    check_writable(args.svg)
    board = at.board
    proof = confirm(board, max_nodes=args.nodes, strict_article8=False)
    found = estimate(board, args.playouts, args.seed, confirmation=proof)
    if args.svg:
        marks = {at: LIFE_MARKS[chain.status] for chain in found.chains if chain.proven for at in chain.points}
        caption = "Proven: circle alive, square in seki, cross dead. Without a mark: as estimated."
        write_file(args.svg, render.svg(board, last_move=False, marks=marks, dead=found.dead, caption=caption))
    if args.json:
        payload = position_json(args, at)
        payload.update(
            dead=[board.vertex(at) for at in found.dead], playouts=found.playouts, seed=args.seed,
            chains=[
                {
                    "color": COLORS[chain.color].lower(), "stones": [board.vertex(at) for at in chain.points], "status": chain.status,
                    "proven": chain.proven, "confidence": round(chain.confidence, 4),
                    "reason": _why(proof, chain) if chain.proven else None,
                }
                for chain in found.chains
            ],
        )  # fmt: skip
        print_json(payload)
        return
    introduce(at)
    print(render.text(board, **style(args), last_move=False, dead=found.dead))
    for title, proven in (("Proven (Article 7)", True), (f"Estimated ({found.playouts} playouts)", False)):
        chains = [chain for chain in found.chains if chain.proven == proven]
        if not chains:
            continue
        print(f"\n{title}")
        for chain in sorted(chains, key=lambda chain: list(LIFE_MARKS).index(chain.status)):
            size = f"{len(chain.points)} stone{'s' * (len(chain.points) > 1)}"
            name = f"{COLORS[chain.color]} {board.vertex(chain.points[0])}"
            reason = _why(proof, chain) if proven else f"{chain.confidence:.0%} of the playouts"
            print(f"  {chain.status:<5}  {name:<9}  {size:>10}  {reason}")


LIFE_MARKS = {"dead": "cross", "seki": "square", "alive": "circle"}


def _why(proof: Confirmation, judged: Judged) -> str:
    """The reason of a proven status, with the line of play that shows it."""
    chain = proof.chain(judged.points[0])
    line = f"; {proof.spell(chain.line, 3 - chain.color)}" if chain.line else ""
    return chain.why + line + ("; it touches neutral points (Article 8)" if judged.status == "seki" else "")
