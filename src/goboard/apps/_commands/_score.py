"""`goboard score`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from goboard._core import BLACK, WHITE, Board
from goboard.apps._commands._output import check_writable, print_json, write_file
from goboard.apps._commands._position import Position, introduce, position_json, read_position, style
from goboard.apps._commands._table import ASCII, COLOR, ENCODING, GAME, INDEX, JSON, MOVE, SVG, UsageError, argument, command, points
from goboard.records import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goboard.rules._results import Marks, Result
    from goboard.rules._rules import Rules
    from goboard.rules._scoring import Score


@command(
    GAME, INDEX, MOVE,
    argument("--dead", metavar="POINTS", help='the dead stones, a point of each chain: "D4 Q16", or none (default: as marked in the record, else as estimated)'),
    argument("--rules", metavar="RULES", help="a ruleset (see goboard rules; default: the record's, else japanese)"),
    argument("--komi", type=points, metavar="KOMI", help="default: the record's, else that of the rules"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def score(args: Namespace) -> None:
    """Count a finished position under a ruleset.

    Dead stones are those named with --dead; without it those that the players marked (TB, TW), else those that
    goboard.estimate_dead takes for dead. Which, and where marks and estimate differ, is said.
    """
    from goboard.rules import _results
    from goboard.rules._scoring import button_taker, score as count

    at = read_position(args)
    check_writable(args.svg)
    board, record = at.board, at.record
    terms = _results.terms(record, args.rules, args.komi)
    record.warnings += [*terms.warnings, *terms.notes]
    rules = terms.rules
    stones = _dead_stones(args, at, rules)
    done = count(board, rules, stones.dead, komi=terms.komi, handicap=terms.handicap, button=button_taker(board, rules))
    differ = None if stones.marks is None else _differences(board, stones, stones.marks, done)
    if args.svg:
        caption = f"{rules.name} rules: {done.result}"
        write_file(args.svg, render.svg(board, last_move=False, territory=done.territory, dead=done.dead, caption=caption))
    if args.json:
        payload = position_json(args, at)
        payload.update(
            rules=rules.name or rules.to_text(), komi=done.komi, black=done.black, white=done.white, margin=done.margin, score=done.result,
            details=done.details, territory=["".join(".bw"[owner] for owner in row) for row in done.territory],
            dead=[board.vertex(p) for p in done.dead], dead_estimated=stones.source == "estimate", dead_from=stones.source, marks_differ=differ,
            handicap=terms.handicap, compensation=terms.compensation, recorded=terms.result.text, dame=[board.vertex(p) for p in done.dame],
            seki=[board.vertex(p) for p in done.seki],
        )  # fmt: skip
        print_json(payload)
        return
    introduce(at)
    print(render.text(board, **style(args), last_move=False, territory=done.territory, dead=done.dead))
    print("x o: dead; " + ("\u25aa \u25ab" if style(args)["unicode"] else "b w") + ": territory (Black, White)")
    print()
    _print_count(args, at, stones, done, differ, terms.result)


class _DeadStones(NamedTuple):
    """The stones that are counted as dead."""

    dead: list[int]
    source: str  # "marks", "estimate", "named" or "none"
    estimated: list[int]
    marks: Marks | None  # where they come from the players' marks


def _dead_stones(args: Namespace, at: Position, rules: Rules) -> _DeadStones:
    from goboard.reading._dead_stones import estimate_dead

    if args.dead is None and rules.removal != "none":
        marks = at.record.marks
        estimated = estimate_dead(at.board)
        if marks is not None and marks.move <= at.move:
            return _DeadStones(marks.dead(at.board), "marks", estimated, marks)
        return _DeadStones(estimated, "estimate", estimated, None)
    named = "" if args.dead is None or args.dead.strip().lower() == "none" else args.dead
    dead = sorted({int(p) for vertex in named.replace(",", " ").split() for p in _stones_at(at.board, vertex)})
    return _DeadStones(dead, "none" if args.dead is None else "named", [], None)


def _differences(board: Board, stones: _DeadStones, marks: Marks, done: Score) -> dict[str, list[str]]:
    """Where the players' marks, the estimate and the count differ."""
    return {
        "dead_by_marks_only": _vertices(board, set(stones.dead) - set(stones.estimated)),
        "dead_by_estimate_only": _vertices(board, set(stones.estimated) - set(stones.dead)),
        "territory": _vertices(board, {p for p in range(board.pass_move) if _owner(marks, p) != done.territory.flat[p]}),
    }


def _print_count(args: Namespace, at: Position, stones: _DeadStones, done: Score, differ: dict[str, list[str]] | None, recorded: Result) -> None:
    """The count for people: where the dead stones come from, the points, what the record says."""
    from goboard.rules._scoring import explain

    board = at.board
    if differ is not None:
        print(f"Dead by the players' marks (TB, TW): {' '.join(_vertices(board, stones.dead)) or 'none'}.")
        for words, key in (
            ("Dead by these, but not as estimated", "dead_by_marks_only"),
            ("Dead as estimated, but not by the marks", "dead_by_estimate_only"),
            ("Territory of another owner than marked", "territory"),
        ):
            if differ[key]:
                print(f"{words}: {' '.join(differ[key])}.")
        print()
    if stones.source == "estimate":
        dead = f"{len(done.dead)} dead stone{'s' * (len(done.dead) != 1)}" if done.dead else "no dead stones"
        print(f"{dead[0].upper()}{dead[1:]}, as estimated: say which with --dead POINTS, or --dead none.")
        print()
    if [p for _, p in at.record.moves[: at.move][-2:]] != [board.pass_move] * 2 and (args.move is not None or not at.record.result):
        print("Play has not stopped here; the count takes the position as it stands.")
        print()
    print(explain(done).partition("\n\n")[0])
    if args.move is None and recorded.kind in ("score", "draw") and recorded.text not in (done.result, "0" if done.result == "Draw" else None):
        print(f"\nThe record says {recorded.text}: another count, other dead stones, or other terms than these.")


def _vertices(board: Board, points: Iterable[int]) -> list[str]:
    return [board.vertex(at) for at in sorted(points)]


def _owner(marks: Marks, at: int) -> int:
    """Whose territory the players marked a point as."""
    return BLACK if at in marks.black else WHITE if at in marks.white else 0


def _stones_at(board: Board, vertex: str) -> NDArray[np.intp]:
    """The whole chain at a vertex that a person has named as dead."""
    chain = board.chain(vertex)
    if not len(chain):
        raise UsageError(f"--dead {vertex}: no stone is there")
    return chain
