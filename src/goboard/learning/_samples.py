"""The positions of one file of records, as arrays: what a dataset's workers do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from goboard._core import Board, GoboardError
from goboard.board import _arguments as arguments
from goboard.learning._features import features, replay_planes, symmetry_moves
from goboard.learning._sources import NO_RECORDS
from goboard.learning._terms import phase_start, resumptions, rule_terms
from goboard.rules import _results, handicap
from goboard.rules._results import Terms, result_kind
from goboard.rules._rules import Rules

if TYPE_CHECKING:
    from goboard.records import sgf

Rows = dict[str, NDArray[Any]]  # arrays of N rows, by name


class Laws(TypedDict):
    """Under what a record is replayed."""

    ko: Any
    suicide: bool


class DatasetError(GoboardError, ValueError):
    """A record that cannot be used, under `strict`: the message says which file, which game of it and which move."""


RANK = re.compile(r"\s*(\d{1,2}|[初一二三四五六七八九])\s*(k|級|级|d|段|p)", re.IGNORECASE)
DIGITS = {"初": 1, **{digit: n for n, digit in enumerate("一二三四五六七八九", 1)}}


def rank_number(text: str | None) -> int | None:
    """A rank as a number that grows with strength: 30k is -29, 1k is 0, 1d is 1, 9d is 9, 1p is 10. None for other texts."""
    found = RANK.match(text or "")
    if not found:
        return None
    number = DIGITS.get(found[1]) or int(found[1])
    kind = found[2][0].lower()
    return 1 - number if kind in "k級级" else number + 9 if kind == "p" else number


@dataclass(frozen=True)
class Filters:
    """Which games count. Shapes are (rows, cols); None: no matter."""

    shapes: frozenset[tuple[int, int]] | None = None
    max_side: int = 25
    rules: frozenset[str] | None = None
    handicap: tuple[int, int] | None = None
    results: frozenset[str] | None = None
    min_rank: int | None = None
    min_moves: int = 0
    keep: Callable[[sgf.Record, sgf.Node], bool] | None = None

    @classmethod
    def of(
        cls,
        size: object,
        pos_len: int | None,
        rules: str | Iterable[str] | None,
        handicap: int | tuple[int, int] | None,
        results: str | Iterable[str] | None,
        min_rank: str | None,
        min_moves: int,
        keep: Callable[[sgf.Record, sgf.Node], bool] | None,
    ) -> Filters:
        """The filters that the keywords of `Dataset` say."""
        if keep is not None and not callable(keep):
            raise TypeError(f"keep must be a function of the Record and the root Node, not {arguments.shown(keep)}")
        shapes = None if size is None else _shapes(size)
        if shapes is None and pos_len is None:
            raise ValueError("size=None (--size 0) takes boards of every size, which needs a pos_len (--pos-len) for the planes")
        if shapes is not None and pos_len is None and len(shapes) > 1:
            raise ValueError("boards of several sizes need a pos_len for the planes")
        if pos_len is not None:
            large = [max(shape) for shape in shapes or () if max(shape) > pos_len]
            if large:
                raise ValueError(f"pos_len must be at least {max(large)} for boards of size {size!r}, not {pos_len}")
        most = min(pos_len or arguments.MAX_SIDE, arguments.MAX_SIDE)
        return cls(
            shapes, most, _names(rules), _range(handicap), _kinds(results), _rank(min_rank), arguments.integer(min_moves, "min_moves", 0), keep
        )

    def refusal(self, record: sgf.Record, root: sgf.Node, rules: Rules | None) -> str | None:
        """Why a game does not count, or None. rules: those that the record names."""
        if self.shapes is not None and record.shape not in self.shapes:
            return "another size"
        if max(record.shape) > self.max_side:
            return "a larger board"
        if self.rules is not None and (rules is None or rules.name not in self.rules):
            return "other rules"
        if self.handicap is not None and not self.handicap[0] <= handicap.of_record(record)[0] <= self.handicap[1]:
            return "another handicap"
        if self.results is not None and result_kind(record.result) not in self.results:
            return "another result"
        if self.min_rank is not None:
            ranks = [rank_number(root.text(name)) for name in ("BR", "WR")]
            if any(rank is None or rank < self.min_rank for rank in ranks):
                return "a player's rank"
        if len(record.moves) < self.min_moves:
            return "too few moves"
        if self.keep is not None and not self.keep(record, root):
            return "not kept"
        return None


def _shapes(size: object) -> frozenset[tuple[int, int]]:
    several = list(size) if isinstance(size, (set, frozenset, list)) else [size]
    if not several:
        raise ValueError("size must name a board")
    return frozenset(arguments.size(each) for each in several)


def _names(rules: str | Iterable[str] | None) -> frozenset[str] | None:
    if rules is None:
        return None
    return frozenset(Rules.preset(name).name for name in ([rules] if isinstance(rules, str) else rules))


def _range(handicap: int | tuple[int, int] | None) -> tuple[int, int] | None:
    if handicap is None:
        return None
    least, most = (handicap, handicap) if isinstance(handicap, (int, np.integer)) else handicap
    least = arguments.integer(least, "handicap", 0)
    return least, arguments.integer(most, "handicap", least)


def _kinds(results: str | Iterable[str] | None) -> frozenset[str] | None:
    if results is None:
        return None
    kinds = frozenset([results] if isinstance(results, str) else results)
    known = {"score", "resign", "time", "forfeit", "draw", "unknown"}
    if not kinds <= known:
        raise ValueError(f"results are of {', '.join(sorted(known))}, not {', '.join(sorted(map(str, kinds - known)))}")
    return kinds


def _rank(text: str | None) -> int | None:
    if text is None:
        return None
    number = rank_number(text)
    if number is None:
        raise ValueError(f"min_rank must be a rank such as 5k, 1d or 3p, not {text!r}")
    return number


@dataclass(frozen=True)
class Spec:
    """What to make of a game; goes to the workers."""

    planes: str
    options: dict[str, Any]
    pos_len: int | None
    symmetry: str
    per_game: int | None
    strict: bool
    ko: str | None
    suicide: bool | None
    seed: int
    filters: Filters
    assumed: Rules


@dataclass
class Taken:
    """What came out of one file: arrays by name for each game, and what was skipped or warned about, as (reason, detail)."""

    games: list[Rows] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    warned: list[tuple[str, str]] = field(default_factory=list)


def take(spec: Spec, name: str, data: bytes | str, key: tuple[int, ...]) -> Taken:
    """The positions of one file. `key` numbers the file in its epoch: random draws depend on it and the seed."""
    taken = Taken()

    def skip(reason: str, detail: str) -> None:
        if spec.strict:
            raise DatasetError(f"{name}: {detail}")
        taken.skipped.append((reason, f"{name}: {detail}"))

    if data in NO_RECORDS:
        taken.skipped.append((data, f"{name}: {data}"))
        return taken
    if isinstance(data, str):
        skip(data.partition(":")[0], data)
        return taken
    from goboard.records import sgf

    try:
        games, _ = sgf.main_lines(data, strict=spec.strict)
    except ValueError as error:
        skip("no game record", str(error))
        return taken
    for number, line in enumerate(games):
        where = f"game {number + 1}: " if len(games) > 1 else ""
        try:
            record = sgf.record(line, strict=spec.strict)
        except ValueError as error:
            skip("broken record", f"{where}{error}")
            continue
        terms, named = _terms(record, spec)
        if spec.strict and terms.warnings:
            raise DatasetError(f"{name}: {where}{terms.warnings[0]}")
        if refusal := spec.filters.refusal(record, line[0], terms.rules if named else None):
            taken.skipped.append((refusal, f"{name}: {where}{refusal}"))
            continue
        rng = np.random.default_rng([spec.seed, *key, number])
        taken.warned += [(_kind_of_warning(text), f"{name}: {where}{text}") for text in (*terms.warnings, *terms.notes)]
        if not (record.result or "").strip():
            taken.warned.append(("no result", f"{name}: {where}no result"))
        rows, fault = _rows(record, terms, spec, rng)
        if fault is not None:
            skip("illegal move", f"{where}{fault}")
        if len(rows["move"]):
            taken.games.append(rows)
    return taken


def _terms(record: sgf.Record, spec: Spec) -> tuple[Terms, bool]:
    """The terms of a record, and whether it names rules that are known."""
    terms = _results.terms(record)
    named = bool((record.rules or "").strip()) and not any(text.startswith("RU[") for text in terms.warnings)
    if named or spec.assumed == terms.rules:
        return terms, named
    assumed = _results.terms(record, spec.assumed)
    # What was assumed is said all the same.
    said = [[text.replace(_results.DEFAULT_RULES, spec.assumed.name or "other") for text in texts if "rules are taken" in text]
            for texts in (terms.warnings, terms.notes)]  # fmt: skip
    return assumed._replace(warnings=said[0] + assumed.warnings, notes=said[1] + assumed.notes), False


def _kind_of_warning(text: str) -> str:
    """The fault, without what is different from record to record."""
    kinds = {"RU[": "unknown rules", "KM[": "unknown komi", "RE[": "unknown result", "HA[": "a handicap that the stones do not show"}
    return kinds.get(text[:3]) or ("no rules named" if "no rules" in text else "no komi named")


def _rows(record: sgf.Record, terms: Terms, spec: Spec, rng: np.random.Generator) -> tuple[Rows, str | None]:
    """The rows of a game up to the first move that cannot be played, and what is wrong with that one."""
    laws: Laws = {
        "ko": spec.ko or terms.rules.board_ko(),
        "suicide": spec.suicide if spec.suicide is not None else terms.rules.suicide,
    }
    total, error = _playable(record, laws)
    plies = np.arange(total)
    if spec.per_game is not None and spec.per_game < total:
        plies = np.sort(rng.choice(total, spec.per_game, replace=False))
    rows, cols = record.shape
    turns = np.zeros(len(plies), np.int64)
    if spec.symmetry == "random":
        turns = rng.integers(0, 8 if rows == cols or spec.pos_len else 4, len(plies))
    played = np.fromiter(chain.from_iterable(record.moves), np.int64, 2 * len(record.moves)).reshape(-1, 2)
    colors, moves = played[plies].T
    winner = terms.result.winner
    made: Rows = {
        "move": _policy_index(moves, turns, record.shape, spec.pos_len),
        "value": np.where(colors == winner, 1, -1).astype(np.float32) if winner else np.zeros(len(plies), np.float32),
        "has_value": np.full(len(plies), winner is not None),
        "ply": plies,
    }
    if total:
        made.update(_planes(record, terms, spec, laws, played[:total], plies, turns))
    return made, error


def _playable(record: sgf.Record, laws: Laws) -> tuple[int, str | None]:
    """How many moves can be played, and what is wrong with the next."""
    try:
        board = record.board(0, **laws)
        if not record.setups:
            board.play_moves(record.moves)
        else:
            record.board(**laws)
        return len(record.moves), None
    except ValueError as error:
        fault = str(error)
    # The record knows best how to say it, and where.
    count = -1
    try:
        for _ in record.boards(**laws):
            count += 1
    except ValueError as error:
        fault = str(error)
    return max(count, 0), fault


def _planes(record: sgf.Record, terms: Terms, spec: Spec, laws: Laws, played: NDArray[np.int64], plies: NDArray[np.int64], turns: NDArray[np.int64]) -> Rows:
    options = {**spec.options, "pos_len": spec.pos_len}
    if spec.planes != "katago_v7" and not record.setups:
        colors, moves = np.ascontiguousarray(played.T)
        symmetry = np.zeros(len(played), np.int64)
        symmetry[plies] = turns
        return {"planes": replay_planes(record.board(0, **laws), moves, colors, spec.planes, symmetry=symmetry, **options)[0][plies]}
    boards = []
    for number, board in zip(range(len(played)), record.boards(**laws)):
        board.to_play = record.moves[number][0]
        boards.append(board)
    boards = [boards[ply] for ply in plies]
    options = {**options, "symmetry": turns, "packed": True}
    if spec.planes == "katago_v7":
        planes, numbers = _katago(record, terms, boards, plies, options)
        return {"planes": planes, "global": numbers}
    return {"planes": features(boards, spec.planes, **options)}


def _katago(
    record: sgf.Record, terms: Terms, boards: list[Board], plies: NDArray[np.int64], options: dict[str, Any]
) -> tuple[NDArray[Any], NDArray[np.float32]]:
    resumed = resumptions(record.moves, boards[0].pass_move) if boards else []
    made = []
    for board, ply, turn in zip(boards, plies.tolist(), options["symmetry"].tolist()):
        # Stones set up in between leave a board with the moves since alone.
        floor = max(phase_start(resumed, ply) - (ply - board.move_count), 0)
        own = rule_terms(terms.rules, board, terms.komi, terms.compensation, floor)
        made.append(features.katago_v7(board, **{**options, "symmetry": turn}, **own))
    return np.concatenate([planes for planes, _ in made]), np.concatenate([numbers for _, numbers in made])


def _policy_index(moves: NDArray[np.int64], turns: NDArray[np.int64], shape: tuple[int, int], pos_len: int | None) -> NDArray[np.int64]:
    """Moves as indices into a policy of the planes' points and the pass, after each one's symmetry."""
    rows, cols = shape
    turned: NDArray[np.int64] = moves.copy()
    for k in set(turns.tolist()) - {0}:
        turned[turns == k] = symmetry_moves(moves[turns == k], k, shape)
    if pos_len is None:
        return turned
    width = np.where(turns & 4, rows, cols)
    padded: NDArray[np.int64] = np.where(turned == rows * cols, pos_len * pos_len, turned // width * pos_len + turned % width)
    return padded
