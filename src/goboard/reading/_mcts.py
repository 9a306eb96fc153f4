"""Monte Carlo tree search: a move, and who owns what, from playouts that grow a tree.

UCT with RAVE (`_tree`) on playouts that answer the last move (`_policy`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, SupportsFloat, TypeAlias

from goboard._core import EMPTY, Board
from goboard.board import _arguments as arguments
from goboard.reading._search_results import MoveInfo, SearchResult
from goboard.reading._uct import DEEPEST, TreeSearch

if TYPE_CHECKING:
    from goboard._core import Move
    from goboard.board._arguments import HasBoard
    from goboard.reading._uct import Limits, Seed

__all__ = ["MoveInfo", "SearchResult", "analyse", "search", "search_steps"]

Limit: TypeAlias = "tuple[int | str, Iterable[Move] | Move, int]"
Details: TypeAlias = Literal["moves", "ownership"] | None
Scoring: TypeAlias = Literal["area", "territory"]

DEFAULT_PLAYOUTS = 10_000
MOST_PLAYOUTS = 1 << 24  # what a float counts one by one
LEARN = 0.15  # the share of the limits that goes by before two passes end the game: until then it is learned what is dead
MARGIN = 0.03  # a move outside settled areas may win so much less


def search(
    board: Board | HasBoard,
    *,
    playouts: int | None = None,
    seconds: SupportsFloat | None = None,
    komi: float = 7.5,
    scoring: Scoring = "area",
    capture_dead: bool = False,
    seed: Seed = None,
    stop_early: bool = False,
    max_nodes: int = 1 << 23,
    allow: Iterable[Limit] = (),
    avoid: Iterable[Limit] = (),
    details: Details = None,
) -> SearchResult:
    """Find a move for the side to play. The GIL is released; Ctrl-C stops it.

    The move is legal under the board's own laws, superko included, does not commit suicide and, unless `allow` names it, does not
    fill an eye (`Board.is_eye`). It is a pass when a pass wins by the count, or when only moves into settled areas are left.

    Parameters
    ----------
    board : Board or Game
        A Game gives its board alone: komi and scoring are said here.
    playouts : int, optional
        The most to play.
    seconds : float, optional
        How long at most; with neither limit, 10,000 playouts. No search plays more than 2**24.
    komi : float
        Added to White, with whatever handicap gives to White.
    scoring : str
        "area" or "territory".
    capture_dead : bool
        Whether what stands on the board counts at the end, so that dead stones have to be captured; else they come off by agreement.
    seed : int, SeedSequence or Generator, optional
        None for a fresh one. Without a limit in seconds the same seed gives the same result, however the position came about (a pass
        before it counts: another one may end the game; so do moves that superko bars).
    stop_early : bool
        Stop when no other move can become the most visited one.
    max_nodes : int
        The tree grows no further; a node is one move, 24 bytes.
    allow, avoid : iterable of (color, moves, depth)
        `avoid`: that side plays none of these moves, points or passes, fewer than `depth` moves from the position on. `allow`: the
        same, and all other moves are avoided, the pass too; one for each side, which then has none in `avoid`. Both bind the tree
        alone: the random games at its ends go anywhere.
    details : str, optional
        "moves" for `SearchResult.moves`, "ownership" for the ownership after each of them as well.

    Returns
    -------
    SearchResult

    Raises
    ------
    TypeError, ValueError
        For arguments out of range; ValueError if `allow` and `avoid` leave no move.

    Examples
    --------
    >>> import goboard
    >>> board = goboard.Board.from_text(".X.|XOX|...".replace("|", chr(10)), to_play=goboard.BLACK)
    >>> found = goboard.mcts.search(board, playouts=200, seed=1, komi=0)
    >>> found.playouts, found.ownership.shape
    (200, (3, 3))
    """
    *_, found = search_steps(
        board, every=float("inf"), playouts=playouts, seconds=seconds, komi=komi, scoring=scoring, capture_dead=capture_dead,
        seed=seed, stop_early=stop_early, max_nodes=max_nodes, allow=allow, avoid=avoid, details=details,
    )  # fmt: skip
    return found


def search_steps(
    board: Board | HasBoard,
    *,
    every: SupportsFloat,
    playouts: int | None = None,
    seconds: SupportsFloat | None = None,
    komi: float = 7.5,
    scoring: Scoring = "area",
    capture_dead: bool = False,
    seed: Seed = None,
    stop_early: bool = False,
    max_nodes: int = 1 << 23,
    allow: Iterable[Limit] = (),
    avoid: Iterable[Limit] = (),
    details: Details = None,
) -> Iterator[SearchResult]:
    """Iterate over what `search` has found after every `every` seconds.

    Parameters
    ----------
    every : float
        Seconds between two results. The rest is as for `search`.

    Yields
    ------
    SearchResult
        The last one is what `search` returns.
    """
    most = MOST_PLAYOUTS
    if playouts is not None:
        most = min(most, arguments.integer(playouts, "playouts", 1, 2**62))
    elif seconds is None:
        most = DEFAULT_PLAYOUTS
    pause = _seconds_of(every)
    limit = float("inf") if seconds is None else _seconds_of(seconds)
    # Our own, before anything of the caller's is read: that may change the board.
    own = _own(board)
    setup = _Setup(own, komi, scoring, capture_dead, max_nodes, allow, avoid, details, seed)
    return _steps(setup, most, limit, pause, bool(stop_early))


class _Setup:
    """The checked arguments of a search, from which a tree is made more than once."""

    def __init__(
        self, board: Board, komi: float, scoring: str, capture_dead: bool, max_nodes: int, allow: Iterable[Limit], avoid: Iterable[Limit],
        details: Details, seed: Seed,
    ) -> None:  # fmt: skip
        self.board = board
        if scoring not in ("area", "territory"):
            raise ValueError(f'scoring must be "area" or "territory", not {scoring!r}')
        self.komi, self.territory, self.capture_dead = arguments.komi(komi), scoring == "territory", bool(capture_dead)
        self.max_nodes = arguments.integer(max_nodes, "max_nodes", 1, 2**30)
        self.limits = _limits_of(board, allow, avoid)
        if details not in (None, "moves", "ownership"):
            raise ValueError(f'details must be None, "moves" or "ownership", not {details!r}')
        self.details = details
        self.key = arguments.seed(seed)

    def tree(self, only: Sequence[bool] | None = None) -> TreeSearch | None:
        """A new tree, at its root only the moves marked in `only`; None if that leaves no move."""
        made = TreeSearch(
            self.board, self.key, self.komi, self.territory, self.capture_dead, self.max_nodes, self.limits, self.details, only
        )
        return made if made.moves() else None


def _own(board: Board | HasBoard) -> Board:
    return arguments.played(board)


def _steps(setup: _Setup, most: int, limit: float, pause: float, stop_early: bool) -> Iterator[SearchResult]:
    board = setup.board
    made = setup.tree()
    if made is None:
        raise ValueError("allow and avoid leave no move to search")
    # Most of the limits; the rest is for the same tree, or for another one when the game looks over.
    made.begin(most - most // 5, 0.8 * limit, LEARN, most // 5 if stop_early else -1)
    while not made.go(pause):
        yield made.result(made.spent)
    spent, found = made.spent, made.result(made.spent)
    owner, dead = made.settled()
    again = None
    if owner is not None and found.move != board.pass_move and owner[found.move] != EMPTY:
        # The move leads into settled area: if something outside does as well, or nothing at all, that is the move.
        worth = [who == EMPTY for who in owner]
        if setup.capture_dead:
            for chain in dead:
                for liberty in board.liberty_points(chain):
                    worth[liberty] = True
        again = setup.tree(worth)
    second = made if again is None else again
    if again is not None:
        again.learn_from(made)
    second.begin(most - found.playouts, limit - spent, 0, 0 if stop_early else -1)
    while not second.go(pause):
        yield second.result(spent + second.spent) if again is None else found
    other = second.result(spent + second.spent)
    if again is not None:
        if other.playouts == 0 or other.win_rate <= found.win_rate - MARGIN:
            other = found
        else:
            other = replace(other, playouts=other.playouts + found.playouts)
    yield other


def analyse(
    board: Board | HasBoard,
    *,
    seconds: SupportsFloat = 1.0,
    komi: float = 7.5,
    scoring: Scoring = "area",
    capture_dead: bool = False,
    seed: Seed = None,
    max_nodes: int = 1 << 23,
    allow: Iterable[Limit] = (),
    avoid: Iterable[Limit] = (),
    details: Details = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[SearchResult]:
    """Iterate over what one search, which goes on and on, has found every `seconds`.

    Parameters
    ----------
    seconds : float
        Between two results.
    stop : callable, optional
        Asked every 0.05 s; once it returns True, the next result comes at once. The rest is as for `search`.

    Yields
    ------
    SearchResult
        Until 2**24 playouts have been played. A change of the board is not noticed.
    """
    pause = _seconds_of(seconds)
    if stop is not None and not callable(stop):
        raise TypeError(f"stop must be a function, not {stop!r}")
    made = _Setup(_own(board), komi, scoring, capture_dead, max_nodes, allow, avoid, details, seed).tree()
    if made is None:
        raise ValueError("allow and avoid leave no move to search")
    return _reports(made, pause, stop)


def _reports(made: TreeSearch, pause: float, stop: Callable[[], bool] | None) -> Iterator[SearchResult]:
    done, spent, learn = 0, 0.0, LEARN
    while done < MOST_PLAYOUTS:
        made.begin(MOST_PLAYOUTS - done, pause, learn)
        while not made.go(0.05):
            if stop is not None and stop():
                break
        spent += made.spent
        found = made.result(spent)
        done = found.playouts
        yield found
        learn = 0


def _limits_of(board: Board, allow: Iterable[Limit], avoid: Iterable[Limit]) -> Limits:
    """(whether these are the only moves, color, moves, depth) of each entry of `allow` and `avoid`, checked."""
    found: list[tuple[bool, int, list[int], int]] = []
    for what, entries in (("allow", allow), ("avoid", avoid)):
        for entry in list(entries):
            try:
                color, given, depth = entry
                moves = [given] if isinstance(given, (str, int)) else list(given)  # type: ignore[arg-type]
            except (TypeError, ValueError):
                raise TypeError(f"{what} must hold (color, moves, depth), not {entry!r}") from None
            color = arguments.color(color, f"a color in {what}")
            depth = arguments.integer(depth, f"a depth in {what}", 1)
            if any(one == color and (listed or what == "allow") for listed, one, _, _ in found):
                raise ValueError(f"a color must have one allow, or any number of avoid, not {what} after another")
            points = [arguments.point(board, move, f"a move in {what}", passes=True) for move in moves]
            found.append((what == "allow", color, points, min(depth, DEEPEST + 1)))
    return found


def _seconds_of(seconds: SupportsFloat) -> float:
    if isinstance(seconds, (bool, str, bytes)) or not hasattr(seconds, "__float__"):
        raise TypeError(f"seconds must be a number, not {seconds!r}")
    if not float(seconds) > 0:
        raise ValueError(f"seconds must be a number above 0, not {seconds!r}")
    return float(seconds)
