"""Positions out of game records, streamed as numpy batches or written as npz shards.

    for batch in goboard.dataset.Dataset("games/", batch=256, shuffle=100_000, seed=1, symmetry="random"):
        train(batch["planes"], batch["move"], batch["value"])

Inputs are SGF files, folders, and zip or tar archives. The order depends on the inputs and the seed alone, not on the number of
workers; `Dataset.state` says where a reader stands, and a Dataset with that state goes on from there.
"""

from __future__ import annotations

import json
import os
import re
import tarfile
import warnings
import zipfile
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from goboard.board import _arguments as arguments
from goboard.rules import _results
from goboard.rules import handicap
from goboard.records import sgf
from goboard._core import Board
from goboard.rules._results import RecordWarning, Terms, result_kind, winner_of
from goboard.learning._features import features, replay_planes, rule_terms, symmetry_moves, unpack_planes
from goboard.rules._rules import Rules

__all__ = ["Dataset", "DatasetError", "read_shard", "read_shards", "write_shards"]

ARCHIVES = (".zip", ".tar", ".tgz", ".tbz2", ".txz", ".tar.gz", ".tar.bz2", ".tar.xz")
RECORDS = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
# What lies among records without being one is no fault of theirs.
ASKED = frozenset(("other rules", "another handicap", "another result", "a player's rank", "too few moves", "not kept"))  # by the caller's filters
NO_RECORDS = ("neither an SGF file nor an archive", "not an SGF file")


class DatasetError(ValueError):
    """A record that cannot be used, under `strict`: the message says which file, which game of it and which move."""


# Where records come from


def find_units(inputs: str | os.PathLike | Iterable[str | os.PathLike]) -> list[tuple[str, str]]:
    """The (path, member) pairs that the inputs name, sorted within folders; a member is "" but in zip archives."""
    if isinstance(inputs, (str, os.PathLike)):
        inputs = [inputs]
    units: list[tuple[str, str]] = []
    for given in inputs:
        path = Path(given)
        if not path.exists():
            raise FileNotFoundError(2, "No such file or folder", str(path))
        found = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in found:
            members = [""]
            if file.suffix.lower() == ".zip":
                try:
                    with zipfile.ZipFile(file) as archive:
                        members = [info.filename for info in archive.infolist() if not info.is_dir()]
                except (zipfile.BadZipFile, OSError):
                    members = [""]  # reading it says what is wrong
            units += [(str(file), member) for member in members]
    return units


class _Reader:
    """Reads units to (name, bytes or the reason why not); keeps the last zip archive open."""

    def __init__(self, max_bytes: int):
        self.max_bytes = max_bytes
        self.archive: tuple[str, zipfile.ZipFile] | None = None

    def read(self, path: str, member: str) -> Iterator[tuple[str, bytes | str]]:
        name = f"{path}:{member}" if member else path
        lower = path.lower()
        try:
            if member:
                yield name, self._zip_member(path, member)
            elif lower.endswith(RECORDS):
                yield name, self._bounded(os.path.getsize(path)) or Path(path).read_bytes()
            elif lower.endswith(".zip"):
                with zipfile.ZipFile(path):
                    yield name, "a zip archive without files"
            elif lower.endswith(ARCHIVES):
                yield from self._tar(path)
            else:
                yield name, NO_RECORDS[0]
        except (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, RuntimeError, NotImplementedError, ValueError) as error:
            yield name, f"cannot be read: {error or type(error).__name__}"
        except Exception as error:  # the decompressors of tar files raise errors of their own
            yield name, f"cannot be read: {type(error).__name__}: {error}"

    def _bounded(self, size: int) -> str | None:
        return f"larger than {self.max_bytes} bytes" if size > self.max_bytes else None

    def _zip_member(self, path: str, member: str) -> bytes | str:
        if self.archive is None or self.archive[0] != path:
            self.close()
            self.archive = path, zipfile.ZipFile(path)
        info = self.archive[1].getinfo(member)
        if not member.lower().endswith(RECORDS):
            return NO_RECORDS[1]
        if too_large := self._bounded(info.file_size):
            return too_large
        with self.archive[1].open(info) as file:
            data = file.read(self.max_bytes + 1)
        return self._bounded(len(data)) or data

    def _tar(self, path: str) -> Iterator[tuple[str, bytes | str]]:
        with tarfile.open(path) as archive:
            for info in archive:
                if not info.isfile():
                    continue
                name = f"{path}:{info.name}"
                if not info.name.lower().endswith(RECORDS):
                    yield name, NO_RECORDS[1]
                    continue
                yield name, self._bounded(info.size) or archive.extractfile(info).read()

    def close(self):
        if self.archive is not None:
            self.archive[1].close()
            self.archive = None


# What is taken of them

RANK = re.compile(r"\s*(\d{1,2}|[初一二三四五六七八九])\s*(k|級|级|d|段|p)", re.IGNORECASE)
DIGITS = {"初": 1, **{digit: n for n, digit in enumerate("一二三四五六七八九", 1)}}


def rank_number(text: str | None) -> int | None:
    """A rank as a number that grows with strength: 30k is -29, 1k is 0, 1d is 1, 9d is 9, 1p is 10. None if it is no rank."""
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

    games: list[dict[str, np.ndarray]] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    warned: list[tuple[str, str]] = field(default_factory=list)


def _take(spec: Spec, name: str, data: bytes | str, key: tuple[int, ...]) -> Taken:
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
        taken.warned += [(_kind_of_warning(told), f"{name}: {where}{told}") for told in (*terms.warnings, *terms.notes)]
        if not (record.result or "").strip():
            taken.warned.append(("no result", f"{name}: {where}no result"))
        rows, error = _rows(record, terms, spec, rng)
        if error is not None:
            skip("illegal move", f"{where}{error}")
        if len(rows["move"]):
            taken.games.append(rows)
    return taken


def _terms(record: sgf.Record, spec: Spec) -> tuple[Terms, bool]:
    """The terms of a record, and whether it names rules that are known."""
    terms = _results.terms(record)
    named = bool((record.rules or "").strip()) and not any(told.startswith("RU[") for told in terms.warnings)
    if named or spec.assumed == terms.rules:
        return terms, named
    assumed = _results.terms(record, spec.assumed)
    # What was assumed is said all the same.
    said = [[told.replace(_results.DEFAULT_RULES, spec.assumed.name or "other") for told in texts if "rules are taken" in told]
            for texts in (terms.warnings, terms.notes)]  # fmt: skip
    return assumed._replace(warnings=said[0] + assumed.warnings, notes=said[1] + assumed.notes), False


def _kind_of_warning(told: str) -> str:
    """The fault, without what is different from record to record."""
    kinds = {"RU[": "unknown rules", "KM[": "unknown komi", "RE[": "unknown result", "HA[": "a handicap that the stones do not show"}
    return kinds.get(told[:3]) or ("no rules named" if "no rules" in told else "no komi named")


def _rows(record: sgf.Record, terms: Terms, spec: Spec, rng: np.random.Generator) -> tuple[dict[str, np.ndarray], str | None]:
    """The rows of a game up to the first move that cannot be played, and what is wrong with that one."""
    laws = {
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
    made = {
        "move": _policy_index(moves, turns, record.shape, spec.pos_len),
        "value": np.where(colors == winner, 1, -1).astype(np.float32) if winner else np.zeros(len(plies), np.float32),
        "has_value": np.full(len(plies), winner is not None),
        "ply": plies,
    }
    if total:
        made.update(_planes(record, terms, spec, laws, played[:total], plies, turns))
    return made, error


def _playable(record: sgf.Record, laws: dict[str, Any]) -> tuple[int, str | None]:
    """How many moves can be played, and what is wrong with the next."""
    try:
        board = record.board(0, **laws)
        if not record.setups:
            board.play_moves(record.moves)
        else:
            record.board(**laws)
        return len(record.moves), None
    except ValueError as error:
        told = str(error)
    # The record knows best how to say it, and where.
    count = -1
    try:
        for _ in record.boards(**laws):
            count += 1
    except ValueError as error:
        told = str(error)
    return max(count, 0), told


def _planes(record: sgf.Record, terms: Terms, spec: Spec, laws: dict[str, Any], played: np.ndarray, plies: np.ndarray, turns: np.ndarray):
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
        planes, numbers = _katago(terms, boards, options)
        return {"planes": planes, "global": numbers}
    return {"planes": features(boards, spec.planes, **options)}


def _katago(terms: Terms, boards: list, options: dict) -> tuple[np.ndarray, np.ndarray]:
    made = [
        features.katago_v7(board, **{**options, "symmetry": int(turn)}, **rule_terms(terms.rules, board, terms.komi, terms.compensation))
        for board, turn in zip(boards, options["symmetry"])
    ]
    return np.concatenate([planes for planes, _ in made]), np.concatenate([numbers for _, numbers in made])


def _policy_index(moves: np.ndarray, turns: np.ndarray, shape: tuple[int, int], pos_len: int | None) -> np.ndarray:
    """Moves as indices into a policy of the planes' points and the pass, after each one's symmetry."""
    rows, cols = shape
    turned = moves.copy()
    for k in set(turns.tolist()) - {0}:
        turned[turns == k] = symmetry_moves(moves[turns == k], k, shape)
    if pos_len is None:
        return turned
    width = np.where(turns & 4, rows, cols)
    return np.where(turned == rows * cols, pos_len * pos_len, turned // width * pos_len + turned % width)


# The stream


class Dataset:
    """Positions of many games as batches of numpy arrays. Iterating starts at `state` and goes on for `epochs`.

    inputs: a path or several: SGF files, folders (searched through), zip and tar archives.
    planes: one of `goboard.features.presets`; other `options` go to it (history, ...), for "katago_v7" the rules of each
    record do. batch: positions a batch; the last of an epoch may hold fewer, or is left out with `drop_last`.
    size: a side or (rows, cols), or several; games on other boards are skipped. None: all that fit into `pos_len`, which pads
    the planes and the moves' indices.
    rules (names), handicap (a number or (least, most)), results (of "score", "resign", "time", "forfeit", "draw", "unknown"),
    min_rank ("1d": of both players), min_moves, keep (a function of the Record and the root Node): further filters.
    strict: the first fault of a file raises DatasetError. Else faults are counted in `skipped`, a game is used up to the
    move that cannot be played, and reading goes on; `warned` counts what was used though something in it is not known (no or unknown rules,
    komi, result), `details` says which. At the end of an epoch a RecordWarning tells what was skipped without a filter that asks for it.
    ko, suicide: laws of replay; by default those of the record's rules. assume_rules: those of records that name none, or unknown
    ones. max_bytes: larger files are not read.
    symmetry: "none", or "random" for one of the eight by position. shuffle: files come in random order, and at least that
    many positions are mixed at a time (0: records' order). per_game: at most so many positions of a game, drawn at random.
    workers: processes that read; or executor: a concurrent.futures.Executor. seed: int. epochs: how often, None for ever.

    A batch is a dict of arrays of N rows, C-contiguous, of native types:
    planes: `dtype` (float32, uint8, bool), shape (N, C, rows, cols); move: int64, index of the move played, the pass last;
    value: float32, 1 if the player to move won, -1 if he lost, 0 for a draw or if `has_value` (bool) is False; game, ply: int64,
    number of the game in this epoch's order, and of the move in it. With katago_v7 also global: float32, shape (N, 19).

    Raises FileNotFoundError, ValueError or TypeError for bad arguments, and ValueError while it is read when no batch is left.
    """

    def __init__(
        self,
        inputs: str | os.PathLike | Iterable[str | os.PathLike],
        planes: str = "alphago_zero",
        batch: int = 256,
        *,
        size: Any = 19,
        pos_len: int | None = None,
        rules: str | Iterable[str] | None = None,
        handicap: int | tuple[int, int] | None = None,
        results: str | Iterable[str] | None = None,
        min_rank: str | None = None,
        min_moves: int = 0,
        keep: Callable[[sgf.Record, sgf.Node], bool] | None = None,
        strict: bool = False,
        ko: str | None = None,
        suicide: bool | None = None,
        assume_rules: Rules | str = _results.DEFAULT_RULES,
        max_bytes: int = 16_000_000,
        symmetry: str = "none",
        shuffle: int = 0,
        per_game: int | None = None,
        workers: int = 0,
        executor: Executor | None = None,
        seed: int = 0,
        epochs: int | None = 1,
        dtype: Any = np.float32,
        drop_last: bool = False,
        state: dict[str, Any] | None = None,
        **options: Any,
    ):
        if planes not in features.presets:
            raise ValueError(f"planes must be one of {', '.join(features.presets)}, not {planes!r}")
        for name, value, least in (("batch", batch, 1), ("shuffle", shuffle, 0), ("workers", workers, 0), ("seed", seed, 0),
                                   ("min_moves", min_moves, 0), ("max_bytes", max_bytes, 1)):  # fmt: skip
            if not isinstance(value, (int, np.integer)) or isinstance(value, bool):
                raise TypeError(f"{name} must be an int, not {value!r}")
            if value < least:
                raise ValueError(f"{name} must be at least {least}, not {value!r}")
        if symmetry not in ("none", "random"):
            raise ValueError(f'symmetry must be "none" or "random", not {symmetry!r}')
        if np.dtype(dtype) not in (np.dtype(np.float32), np.dtype(np.uint8), np.dtype(bool)):
            raise TypeError(f"dtype must be float32, uint8 or bool, not {np.dtype(dtype)}")
        per_game = None if per_game is None else arguments.integer(per_game, "per_game", 1)
        epochs = None if epochs is None else arguments.integer(epochs, "epochs", 1)
        strict, drop_last = arguments.flag(strict, "strict"), arguments.flag(drop_last, "drop_last")
        suicide = None if suicide is None else arguments.flag(suicide, "suicide")
        if keep is not None and not callable(keep):
            raise TypeError(f"keep must be a function of the Record and the root Node, not {keep!r}")
        if executor is not None and workers:
            raise ValueError("workers and executor cannot both be given")
        shapes = None if size is None else _shapes(size)
        if shapes is None and pos_len is None:
            raise ValueError("size=None (--size 0) takes boards of every size, which needs a pos_len (--pos-len) for the planes")
        if pos_len is None and len(shapes) > 1:
            raise ValueError("boards of several sizes need a pos_len for the planes")
        if pos_len is not None:
            pos_len = arguments.integer(pos_len, "pos_len", 1, 64)
            large = sorted(shape for shape in shapes or () if max(shape) > pos_len)
            if large:
                raise ValueError(f"pos_len must be at least {max(map(max, large))} for boards of size {size!r}, not {pos_len}")
        _check_options(planes, options, ko, suicide, pos_len, next(iter(shapes or {(5, 5)})))
        self.units = find_units(inputs)
        self.batch, self.shuffle, self.workers, self.executor = int(batch), int(shuffle), int(workers), executor
        self.epochs, self.dtype, self.drop_last, self.max_bytes = epochs, np.dtype(dtype), drop_last, int(max_bytes)
        filters = Filters(
            shapes, min(pos_len or 25, 25), _names(rules), _range(handicap), _kinds(results), _rank(min_rank), int(min_moves), keep
        )
        self.spec = Spec(planes, options, pos_len, symmetry, per_game, strict, ko, suicide, int(seed), filters, Rules.parse(assume_rules))
        self.shape = (pos_len, pos_len) if pos_len else next(iter(shapes))
        self.skipped: Counter[str] = Counter()
        self.warned: Counter[str] = Counter()
        self.details: deque[str] = deque(maxlen=10_000)
        self.games = self.positions = 0
        self._at = _start() if state is None else self._checked(state)

    # A reader's place: `unit` files of this epoch are behind, of the block that starts there `rows` are given away.
    @property
    def state(self) -> dict[str, Any]:
        """Where the reader stands, after the last batch given: plain values, for json or pickle, and for `Dataset(state=...)`."""
        return {**self._at, "units": len(self.units), "seed": self.spec.seed, "shuffle": self.shuffle}

    def _checked(self, state: dict[str, Any]) -> dict[str, int]:
        try:
            at = {name: int(state[name]) for name in _start()}
            same = (state["units"], state["seed"], state["shuffle"]) == (len(self.units), self.spec.seed, self.shuffle)
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"this is no state of a dataset: {state!r}") from None
        if not same:
            raise ValueError("the state is that of other inputs, another seed or another shuffle")
        if min(at.values()) < 0 or at["unit"] > len(self.units):
            raise ValueError(f"this is no state of a dataset: {state!r}")
        return at

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        pool = None
        executor = self.executor
        if executor is None and self.workers:
            executor = pool = ProcessPoolExecutor(self.workers)
        said = False
        try:
            while self.epochs is None or self._at["epoch"] < self.epochs:
                before = self._at["game"], self._at["unit"]
                given = 0
                for batch in self._epoch(executor):
                    given += 1
                    yield batch
                if not given and before == (0, 0):
                    raise ValueError(self._nothing())
                if not said:
                    said = True
                    if told := self._told():
                        warnings.warn(told, RecordWarning, stacklevel=2)
                self._at = {**_start(), "epoch": self._at["epoch"] + 1}
        finally:
            if pool is not None:
                pool.shutdown(cancel_futures=True)

    def _nothing(self) -> str:
        """Why there is no batch."""
        if not self.units:
            return "there is no position in the inputs: they hold no file"
        if self.games:
            return f"there is no batch of {self.batch} positions in the inputs, and drop_last leaves out smaller ones"
        why = ", ".join(f"{count} {reason}" for reason, count in self.skipped.most_common())
        return f"there is no position in the inputs: {len(self.units)} files and members{f' ({why})' if why else ''}"

    def _told(self) -> str:
        """What was skipped but not asked to be, and what was read with a warning, in one line; or ""."""
        unasked = {reason: count for reason, count in self.skipped.items() if reason not in NO_RECORDS and reason not in ASKED}
        told = [f"{sum(unasked.values())} games or files were skipped ({_list(unasked)})"] if unasked else []
        odd = {reason: count for reason, count in self.warned.items() if reason.startswith(("unknown", "a handicap"))}
        if odd:
            told.append(f"of the games used, {_list(odd)}")
        return "; ".join(told) + ("; see `skipped`, `warned` and `details`" if told else "")

    def _epoch(self, executor: Executor | None) -> Iterator[dict[str, np.ndarray]]:
        pending: list[dict[str, np.ndarray]] = []
        size = 0
        for block, after in self._blocks(executor):
            rows = len(block["move"])
            first = self._at["rows"]
            while first < rows:
                part = {name: array[first : first + self.batch - size] for name, array in block.items()}
                first += len(part["move"])
                size += len(part["move"])
                pending.append(part)
                if size == self.batch:
                    self._at["rows"] = first
                    yield self._assembled(pending)
                    pending, size = [], 0
            self._at = {**after, "rows": 0}
        if size and not self.drop_last:
            yield self._assembled(pending)

    def _blocks(self, executor: Executor | None) -> Iterator[tuple[dict[str, np.ndarray], dict[str, int]]]:
        """(rows of a block, the place behind it). A block is whole files with at least `shuffle` positions, mixed."""
        epoch = self._at["epoch"]
        at = dict(self._at)
        block: list[dict[str, np.ndarray]] = []
        size = 0
        for unit, last, taken in self._files(executor, epoch, at["unit"]):
            for reason, detail in taken.skipped:
                self.skipped[reason] += 1
                self.details.append(detail)
            for reason, detail in taken.warned:
                self.warned[reason] += 1
                self.details.append(detail)
            for game in taken.games:
                game["game"] = np.full(len(game["move"]), at["game"], np.int64)
                at["game"] += 1
                self.games += 1
                size += len(game["move"])
                block.append(game)
            if last and size and size >= self.shuffle:
                at["unit"] = unit + 1
                yield self._mixed(block, epoch, unit), dict(at)
                block, size = [], 0
        if size:
            at["unit"] = len(self.units)
            yield self._mixed(block, epoch, len(self.units)), dict(at)

    def _mixed(self, block: list[dict[str, np.ndarray]], epoch: int, unit: int) -> dict[str, np.ndarray]:
        rows = {name: np.concatenate([game[name] for game in block]) for name in block[0]}
        if self.shuffle:
            order = np.random.default_rng([self.spec.seed, epoch, unit, 1]).permutation(len(rows["move"]))
            rows = {name: array[order] for name, array in rows.items()}
        return rows

    def _files(self, executor: Executor | None, epoch: int, first: int) -> Iterator[tuple[int, bool, Taken]]:
        """(unit, whether it is its last file, what was taken of it), in this epoch's order."""
        order = np.arange(len(self.units))
        if self.shuffle:
            order = np.random.default_rng([self.spec.seed, epoch, 0]).permutation(len(self.units))
        reader = _Reader(self.max_bytes)

        def tasks():
            for unit in range(first, len(self.units)):
                path, member = self.units[order[unit]]
                files = reader.read(path, member)
                number, file = 0, next(files, None)
                if file is None:
                    yield unit, True, None
                while file is not None:
                    following = next(files, None)
                    yield unit, following is None, (self.spec, *file, (epoch, int(order[unit]), number))
                    number, file = number + 1, following

        try:
            if executor is None:
                for unit, last, task in tasks():
                    yield unit, last, Taken() if task is None else _take(*task)
                return
            waiting: deque = deque()
            for unit, last, task in tasks():
                waiting.append((unit, last, None if task is None else executor.submit(_take, *task)))
                if len(waiting) >= 2 * max(self.workers, 2) + 2:
                    unit, last, future = waiting.popleft()
                    yield unit, last, Taken() if future is None else future.result()
            while waiting:
                unit, last, future = waiting.popleft()
                yield unit, last, Taken() if future is None else future.result()
        finally:
            reader.close()

    def _assembled(self, parts: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
        rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        rows["planes"] = unpack_planes(rows["planes"], self.shape, self.dtype)
        self.positions += len(rows["move"])
        return {name: np.ascontiguousarray(array) for name, array in rows.items()}

    def __repr__(self) -> str:
        return f"<Dataset: {len(self.units)} files and members, {self.spec.planes}, batch {self.batch}>"


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in counts.items())


def _check_options(planes: str, options: dict[str, Any], ko: str | None, suicide: bool | None, pos_len: int | None, shape: tuple[int, int]) -> None:
    """Raises for options of the planes that `features` does not take, before any file is read."""
    board = Board(shape, ko=ko or "simple", suicide=bool(suicide))
    given = {**options, "pos_len": pos_len, "packed": True}
    if planes != "katago_v7":
        features([board], planes, **given)
        return
    terms = rule_terms(Rules.preset(_results.DEFAULT_RULES), board, 0.0)
    for name in options:
        if name in terms:
            raise ValueError(f"{name} is given by each record's rules, for katago_v7")
    features.katago_v7(board, **{**given, **terms})


def _start() -> dict[str, int]:
    return {"epoch": 0, "unit": 0, "game": 0, "rows": 0}


def _shapes(size: Any) -> frozenset[tuple[int, int]]:
    if isinstance(size, bool):
        raise TypeError(f"size must be sides from 1 to 25 or pairs (rows, cols) of them, not {size!r}")
    several = list(size) if isinstance(size, (set, frozenset, list)) else [size]
    shapes = frozenset((s, s) if isinstance(s, (int, np.integer)) else tuple(s) for s in several)
    for shape in shapes:
        if len(shape) != 2 or not all(isinstance(s, (int, np.integer)) and 1 <= s <= 25 for s in shape):
            raise ValueError(f"size must be sides from 1 to 25 or pairs (rows, cols) of them, not {size!r}")
    if not shapes:
        raise ValueError("size must name a board")
    return shapes


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


# Shards


def write_file(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """An npz file, there whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(draft, "wb") as file:
            np.savez_compressed(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def write_shards(dataset: Dataset, out: str | os.PathLike, *, progress: Callable[[Dataset], None] | None = None, resume: bool = False) -> int:
    """Write a dataset's batches as shard-00000.npz, ... into the folder `out`; returns how many there are then.

    A shard is one batch, its planes bit-packed, with `shape`; `read_shard` unpacks it. A writer that is killed leaves no
    half shard; `resume` goes on where it stopped. progress: called with the dataset after every shard.
    Raises FileExistsError if there are shards and `resume` is not set, OSError.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "state.json"
    count = 0
    if resume and note.exists():
        try:
            told = json.loads(note.read_text(encoding="utf-8"))
            dataset._at = dataset._checked(told)
            count = int(told["shards"])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{note} is no state of this dataset's writer: {error}") from None
    elif any(folder.glob("shard-*.npz")) and not resume:
        raise FileExistsError(17, "There are shards already (resume goes on with them)", str(folder))
    for batch in dataset:
        planes = batch["planes"]
        packed = np.packbits(planes.reshape(*planes.shape[:2], -1).astype(bool), axis=2)
        write_file(folder / f"shard-{count:05d}.npz", {**batch, "planes": packed, "shape": np.array(planes.shape[2:])})
        count += 1
        draft = note.with_name(f".state.json.{os.getpid()}.part")
        draft.write_text(json.dumps({**dataset.state, "shards": count}))
        os.replace(draft, note)
        if progress is not None:
            progress(dataset)
    return count


def read_shard(path: str | os.PathLike, dtype: Any = np.float32) -> dict[str, np.ndarray]:
    """A shard as the batch that it was. Raises ValueError for a file that is none."""
    try:
        with np.load(path, allow_pickle=False) as file:
            rows = {name: file[name] for name in file.files}
        shape = tuple(int(n) for n in rows.pop("shape"))
        rows["planes"] = unpack_planes(rows["planes"], shape, dtype)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no shard of a dataset: {error}") from None
    return rows


def read_shards(folder: str | os.PathLike, dtype: Any = np.float32) -> Iterator[dict[str, np.ndarray]]:
    """The batches of all shards of a folder, in order."""
    for path in sorted(Path(folder).glob("shard-*.npz")):
        yield read_shard(path, dtype)


# The command `goboard dataset`.

ARGUMENTS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("inputs",), dict(nargs="+", metavar="INPUT", help="SGF files, folders, zip or tar archives")),
    (("--out",), dict(required=True, metavar="DIR", help="the folder for the shards")),
    (("--planes",), dict(choices=features.presets, default="alphago_zero", help="which input planes (default alphago_zero)")),
    (("--size",), dict(type=int, default=19, metavar="N", help="games on N by N boards only; 0: all that fit into --pos-len (default 19)")),
    (("--pos-len",), dict(type=int, metavar="L", help="pad the planes to L by L")),
    (("--shard",), dict(type=int, default=8192, metavar="N", help="positions a shard (default 8192)")),
    (("--shuffle",), dict(type=int, default=0, metavar="N", help="mix at least N positions at a time (default: records' order)")),
    (("--symmetry",), dict(choices=("none", "random"), default="none", help="one of the eight symmetries by position")),
    (("--per-game",), dict(type=int, metavar="N", help="at most N positions of a game, drawn at random")),
    (("--rules",), dict(action="append", metavar="NAME", help="games under these rules only; may be repeated")),
    (("--result",), dict(action="append", metavar="KIND", help="score, resign, time, forfeit, draw or unknown; may be repeated")),
    (("--handicap",), dict(type=int, metavar="N", help="games with N handicap stones only")),
    (("--assume-rules",), dict(default=_results.DEFAULT_RULES, metavar="NAME", help="the rules of records that name none, or unknown ones (default japanese)")),
    (("--min-rank",), dict(metavar="RANK", help="both players at least that strong: 5k, 1d, 3p")),
    (("--min-moves",), dict(type=int, default=0, metavar="N", help="games of at least N moves")),
    (("--seed",), dict(type=int, default=0, metavar="N", help="of everything random (default 0)")),
    (("--workers",), dict(type=int, default=0, metavar="N", help="processes that read (default: none but this one)")),
    (("--strict",), dict(action="store_true", help="stop at the first fault instead of counting it")),
    (("--resume",), dict(action="store_true", help="go on where a writer of the same command stopped")),
    (("--json",), dict(action="store_true", help="machine-readable output")),
)  # fmt: skip


def run(args: Any) -> int:
    """`goboard dataset`: writes shards, shows how far it is, and says what was skipped and why."""
    import sys

    dataset = Dataset(
        args.inputs, args.planes, args.shard, size=args.size or None, pos_len=args.pos_len, rules=args.rules, handicap=args.handicap,
        results=args.result, min_rank=args.min_rank, min_moves=args.min_moves, strict=args.strict, symmetry=args.symmetry,
        shuffle=args.shuffle, per_game=args.per_game, workers=args.workers, seed=args.seed, dtype=np.uint8,
        assume_rules=args.assume_rules,
    )  # fmt: skip
    shown = sys.stderr.isatty()

    def progress(dataset: Dataset) -> None:
        done, files = dataset.state["unit"], max(len(dataset.units), 1)
        filled = 24 * done // files
        sys.stderr.write(
            f"\r[{'#' * filled}{'.' * (24 - filled)}] {done:,} of {files:,} files, {dataset.positions:,} positions, "
            f"{dataset.skipped.total():,} skipped"
        )
        sys.stderr.flush()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)  # said below, in full
        shards = write_shards(dataset, args.out, progress=progress if shown else None, resume=args.resume)
    if shown:
        sys.stderr.write("\n")
    if args.json:
        told = {"positions": dataset.positions, "games": dataset.games, "shards": shards, "out": args.out, "skipped": dict(dataset.skipped), "warned": dict(dataset.warned)}
        print(json.dumps(told))
        return 0
    told = (_counted(dataset.positions, "position"), _counted(dataset.games, "game"), _counted(shards, "shard"))
    print(f"{told[0]} of {told[1]}; {told[2]} in {args.out}")
    for reason, count in dataset.skipped.most_common():
        print(f"skipped {count:,}: {reason}" + (" (see --size)" if reason == "another size" else ""))
    for reason, count in dataset.warned.most_common():
        print(f"used {count:,} with: {reason}")
    return 0


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
