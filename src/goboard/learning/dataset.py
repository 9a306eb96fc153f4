"""Positions out of game records, streamed as numpy batches or written as npz shards.

    for batch in goboard.dataset.Dataset("games/", batch=256, shuffle=100_000, seed=1, symmetry="random"):
        train(batch["planes"], batch["move"], batch["value"])

Inputs are SGF files, folders, and zip or tar archives. The order depends on the inputs and the seed alone, not on the number of
workers; `Dataset.state` says where a reader stands, and a Dataset with that state goes on from there.
"""

from __future__ import annotations

import json
import os
import warnings
import zipfile
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from goboard._core import Board
from goboard._files import whole_file
from goboard._lazy import attach
from goboard.board import _arguments as arguments
from goboard.learning._features import features, rule_terms, unpack_planes
from goboard.learning._samples import DatasetError, Filters, Rows, Spec, Taken, rank_number, take
from goboard.learning._sources import NO_RECORDS, Reader, find_units
from goboard.rules import _results
from goboard.rules._results import RecordWarning
from goboard.rules._rules import Rules

if TYPE_CHECKING:
    from goboard.records import sgf

__all__ = ["Dataset", "DatasetError", "rank_number", "read_shard", "read_shards", "write_shards"]

# Names that this module had before what it does was divided among several.
__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.learning._samples": ("DIGITS", "RANK"),
        "goboard.learning._sources": ("ARCHIVES",),
        "goboard.rules._results": ("result_kind", "winner_of"),
    },
)

ASKED = frozenset(("other rules", "another handicap", "another result", "a player's rank", "too few moves", "not kept"))  # by the caller's filters


class Dataset:
    """Positions of many games as batches of numpy arrays. Iterating starts at `state` and goes on for `epochs`.

    Parameters
    ----------
    inputs : path, or iterable of paths
        SGF files, folders (searched through), zip and tar archives.
    planes : str
        One of `goboard.features.presets`; further `options` go to it (history, ...). For "katago_v7" each record's rules do.
    batch : int
        Positions a batch; the last of an epoch may hold fewer.
    size : int, (rows, cols), several of these, or None
        Games on other boards are skipped. None: all that fit into `pos_len`.
    pos_len : int, optional
        Pads the planes and the moves' indices to a board of pos_len by pos_len.
    rules, results : str or iterable of str, optional
        Games under these rules; with results of these kinds: "score", "resign", "time", "forfeit", "draw", "unknown".
    handicap : int or (int, int), optional
        Games with so many handicap stones, or from the least to the most.
    min_rank : str, optional
        Of both players: "5k", "1d", "3p".
    min_moves : int
        Games of at least that many moves.
    keep : callable, optional
        A function of the Record and the root Node: whether to use the game.
    strict : bool
        The first fault of a file raises DatasetError. Otherwise faults are counted in `skipped`, a game is used up to the move that cannot
        be played, and reading goes on. `warned` counts what was used though something in it is not known (rules, komi, result),
        `details` says which. At the end of an epoch a RecordWarning says what was skipped without a filter that asks for it.
    ko, suicide : str, bool, optional
        Laws of replay; by default those of the record's rules.
    assume_rules : Rules or str
        The rules of records that name none, or unknown ones.
    max_bytes : int
        Larger files are not read.
    symmetry : {"none", "random"}
        "random": one of the eight for each position.
    shuffle : int
        0: the records' order. Otherwise files come in random order, and at least that many positions are mixed at a time.
    per_game : int, optional
        At most so many positions of a game, drawn at random.
    workers : int
        Processes that read, beside this one.
    executor : concurrent.futures.Executor, optional
        What reads instead of `workers`.
    seed : int
        Of everything random.
    epochs : int or None
        How often the inputs are read; None: without end.
    dtype : dtype
        Of the planes: float32, uint8 or bool.
    drop_last : bool
        Leave out a last batch that is not full.
    state : dict, optional
        Where to begin: what `Dataset.state` gave.

    Yields
    ------
    dict of str to ndarray
        Arrays of N rows, C-contiguous, of native types. planes: `dtype`, shape (N, C, rows, cols); move: int64, index of the move played,
        the pass last; value: float32, 1 if the player to move won, -1 if that player lost, 0 for a draw or if `has_value` (bool) is False; game, ply:
        int64, number of the game in this epoch's order, and of the move in it. With katago_v7 also global: float32, shape (N, 19).

    Raises
    ------
    FileNotFoundError, ValueError, TypeError
        For bad arguments; ValueError while it is read when there is no batch.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> _ = pathlib.Path(folder.name, "game.sgf").write_text("(;SZ[9]RU[Chinese]KM[7]RE[B+R];B[ee];W[cc];B[gg])")
    >>> (batch,) = Dataset(folder.name, size=9)
    >>> batch["planes"].shape, batch["move"].tolist(), batch["value"].tolist()
    ((3, 17, 9, 9), [40, 20, 60], [1.0, -1.0, 1.0])
    >>> folder.cleanup()
    """

    def __init__(
        self,
        inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        planes: str = "alphago_zero",
        batch: int = 256,
        *,
        size: int | tuple[int, int] | Iterable[int | tuple[int, int]] | None = 19,
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
        dtype: DTypeLike = np.float32,
        drop_last: bool = False,
        state: dict[str, int] | None = None,
        **options: Any,
    ):
        planes = arguments.choice(planes, "planes", features.presets)
        symmetry = arguments.choice(symmetry, "symmetry", ("none", "random"))
        self.batch = arguments.integer(batch, "batch", 1)
        self.shuffle = arguments.integer(shuffle, "shuffle", 0)
        self.workers = arguments.integer(workers, "workers", 0)
        self.max_bytes = arguments.integer(max_bytes, "max_bytes", 1)
        self.epochs = None if epochs is None else arguments.integer(epochs, "epochs", 1)
        self.drop_last = arguments.flag(drop_last, "drop_last")
        self.executor, self.dtype = executor, np.dtype(dtype)
        seed, strict = arguments.integer(seed, "seed", 0), arguments.flag(strict, "strict")
        per_game = None if per_game is None else arguments.integer(per_game, "per_game", 1)
        suicide = None if suicide is None else arguments.flag(suicide, "suicide")
        pos_len = None if pos_len is None else arguments.integer(pos_len, "pos_len", 1, 64)
        if self.dtype not in (np.dtype(np.float32), np.dtype(np.uint8), np.dtype(bool)):
            raise TypeError(f"dtype must be float32, uint8 or bool, not {self.dtype}")
        if executor is not None and self.workers:
            raise ValueError("workers and executor cannot both be given")
        filters = Filters.of(size, pos_len, rules, handicap, results, min_rank, min_moves, keep)
        some_shape = next(iter(filters.shapes or {(5, 5)}))
        _check_options(planes, options, ko, suicide, pos_len, some_shape)
        self.spec = Spec(planes, options, pos_len, symmetry, per_game, strict, ko, suicide, seed, filters, Rules.parse(assume_rules))
        self.units = find_units(inputs)
        self.shape = (pos_len, pos_len) if pos_len else some_shape
        self.skipped: Counter[str] = Counter()
        self.warned: Counter[str] = Counter()
        self.details: deque[str] = deque(maxlen=10_000)
        self.games = self.positions = 0
        self._at = _start() if state is None else self._checked(state)

    # A reader's place: `unit` files of this epoch are behind; of the block that starts there, `rows` rows were given.
    @property
    def state(self) -> dict[str, int]:
        """Where the reader stands, after the last batch given: plain values, for json or pickle, and for `Dataset(state=...)`."""
        return {**self._at, "units": len(self.units), "seed": self.spec.seed, "shuffle": self.shuffle}

    def _checked(self, state: dict[str, int]) -> dict[str, int]:
        try:
            at = {name: int(state[name]) for name in _start()}
            same = (state["units"], state["seed"], state["shuffle"]) == (len(self.units), self.spec.seed, self.shuffle)
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"state must be what Dataset.state gave: {state!r}") from None
        if not same:
            raise ValueError("the state is that of other inputs, another seed or another shuffle")
        if min(at.values()) < 0 or at["unit"] > len(self.units):
            raise ValueError(f"state must be what Dataset.state gave: {state!r}")
        return at

    def __iter__(self) -> Iterator[Rows]:
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
                    if report := self._report():
                        warnings.warn(report, RecordWarning, stacklevel=2)
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

    def _report(self) -> str:
        """What was skipped but not asked to be, and what was read with a warning, in one line; or ""."""
        unasked = {reason: count for reason, count in self.skipped.items() if reason not in NO_RECORDS and reason not in ASKED}
        parts = [f"{sum(unasked.values())} games or files were skipped ({_list(unasked)})"] if unasked else []
        odd = {reason: count for reason, count in self.warned.items() if reason.startswith(("unknown", "a handicap"))}
        if odd:
            parts.append(f"of the games used, {_list(odd)}")
        return "; ".join(parts) + ("; see `skipped`, `warned` and `details`" if parts else "")

    def _epoch(self, executor: Executor | None) -> Iterator[Rows]:
        pending: list[Rows] = []
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

    def _blocks(self, executor: Executor | None) -> Iterator[tuple[Rows, dict[str, int]]]:
        """(rows of a block, the place behind it). A block is whole files with at least `shuffle` positions, mixed."""
        epoch = self._at["epoch"]
        at = dict(self._at)
        block: list[Rows] = []
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

    def _mixed(self, block: list[Rows], epoch: int, unit: int) -> Rows:
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
        reader = Reader(self.max_bytes)

        def tasks() -> Iterator[tuple[int, bool, tuple[Spec, str, bytes | str, tuple[int, ...]] | None]]:
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
                    yield unit, last, Taken() if task is None else take(*task)
                return
            waiting: deque[tuple[int, bool, Future[Taken] | None]] = deque()
            for unit, last, task in tasks():
                waiting.append((unit, last, None if task is None else executor.submit(take, *task)))
                if len(waiting) >= 2 * max(self.workers, 2) + 2:
                    unit, last, future = waiting.popleft()
                    yield unit, last, Taken() if future is None else future.result()
            while waiting:
                unit, last, future = waiting.popleft()
                yield unit, last, Taken() if future is None else future.result()
        finally:
            reader.close()

    def _assembled(self, parts: list[Rows]) -> Rows:
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
    board = Board(shape, ko=cast(Any, ko or "simple"), suicide=bool(suicide))
    given = {**options, "pos_len": pos_len, "packed": True}
    if planes != "katago_v7":
        features([board], planes, **given)
        return
    terms = rule_terms(Rules.preset(_results.DEFAULT_RULES), board, 0.0)
    for name in options:
        if name in terms:
            raise ValueError(f"{name} is given by each record's rules, for katago_v7")
    features.katago_v7(board, **cast("dict[str, Any]", {**given, **terms}))


def save_arrays(file: BinaryIO, arrays: Rows) -> None:
    """The arrays as an npz file, compressed."""
    np.savez_compressed(file, **cast("dict[str, Any]", arrays))


def _start() -> dict[str, int]:
    return {"epoch": 0, "unit": 0, "game": 0, "rows": 0}


# Shards


def write_shards(dataset: Dataset, out: str | os.PathLike[str], *, progress: Callable[[Dataset], None] | None = None, resume: bool = False) -> int:
    """Write a dataset's batches as shard-00000.npz, ... into a folder.

    A shard is one batch, its planes bit-packed, with `shape`; `read_shard` unpacks it. A writer that is killed leaves no half shard.

    Parameters
    ----------
    dataset : Dataset
    out : path
        The folder; it is made if it is not there.
    progress : callable, optional
        Called with the dataset after every shard.
    resume : bool
        Go on where an earlier writer stopped.

    Returns
    -------
    int
        How many shards there are then.

    Raises
    ------
    FileExistsError
        If there are shards and `resume` is not set.
    ValueError
        If what there is belongs to another dataset.
    OSError
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "state.json"
    count = 0
    if resume and note.exists():
        try:
            noted = json.loads(note.read_text(encoding="utf-8"))
            dataset._at = dataset._checked(noted)
            count = int(noted["shards"])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{note} is not a state of this dataset's writer: {error}") from None
    elif any(folder.glob("shard-*.npz")) and not resume:
        raise FileExistsError(17, "There are shards already (resume goes on with them)", str(folder))
    for batch in dataset:
        planes = batch["planes"]
        packed = np.packbits(planes.reshape(*planes.shape[:2], -1).astype(bool), axis=2)
        with whole_file(folder / f"shard-{count:05d}.npz") as file:
            save_arrays(file, {**batch, "planes": packed, "shape": np.array(planes.shape[2:])})
        count += 1
        with whole_file(note) as file:
            file.write(json.dumps({**dataset.state, "shards": count}).encode())
        if progress is not None:
            progress(dataset)
    return count


def read_shard(path: str | os.PathLike[str], dtype: DTypeLike = np.float32) -> Rows:
    """A shard as the batch that it was.

    Parameters
    ----------
    path : path
    dtype : dtype
        Of the planes: float32, uint8, int8 or bool.

    Returns
    -------
    dict of str to ndarray
        As `Dataset` yields it.

    Raises
    ------
    ValueError
        For a file that is not a shard.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            rows = {name: file[name] for name in file.files}
        high, wide = (int(n) for n in rows.pop("shape"))
        rows["planes"] = unpack_planes(rows["planes"], (high, wide), dtype)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is not a shard of a dataset: {error}") from None
    return rows


def read_shards(folder: str | os.PathLike[str], dtype: DTypeLike = np.float32) -> Iterator[Rows]:
    """The batches of all shards of a folder, in order: see `read_shard`."""
    for path in sorted(Path(folder).glob("shard-*.npz")):
        yield read_shard(path, dtype)
