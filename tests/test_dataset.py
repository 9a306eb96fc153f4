"""`goboard.dataset`: records become batches; the order depends on inputs and seed alone; nothing is lost without a word."""

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from goboard import Game, katago, sgf
from goboard.apps._commands import _shards as command
from goboard.dataset import Dataset, DatasetError, rank_number, read_shard, read_shards, write_shards
from goboard.features import features, symmetries, symmetry_moves

GAMES = [json.loads(line) for line in (Path(__file__).parent / "data" / "sgf_games.jsonl").read_text().splitlines()]
NINE = [game for game in GAMES if game["size"] == [9, 9]]


@pytest.fixture
def folder(tmp_path):
    """A folder with the 9x9 games, one file each."""
    for game in NINE:
        (tmp_path / f"{game['name']}.sgf").write_text(game["sgf"])
    return tmp_path


def all_rows(dataset):
    """All rows of all batches in order."""
    batches = list(dataset)
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def equal(a, b):
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def test_every_move_of_every_game_is_a_position(folder):
    rows = all_rows(Dataset(folder, size=9, batch=50))
    records = [sgf.record(game["sgf"]) for game in sorted(NINE, key=lambda game: game["name"])]
    assert rows["move"].tolist() == [move for record in records for _, move in record.moves]
    assert rows["game"].tolist() == [i for i, record in enumerate(records) for _ in record.moves]
    assert rows["ply"].tolist() == [ply for record in records for ply in range(len(record.moves))]


def test_the_planes_are_those_of_the_position_before_the_move(folder):
    rows = all_rows(Dataset(folder, size=9, batch=50))
    record = sgf.record(min(NINE, key=lambda game: game["name"])["sgf"])
    for ply in range(0, len(record.moves), 7):
        board = record.board(ply, ko="simple")
        board.to_play = record.moves[ply][0]
        assert np.array_equal(rows["planes"][ply], features(board)[0])


@pytest.mark.parametrize("result, value", [("B+3.5", 1), ("W+R", -1), ("0", 0), ("?", 0), ("Draw", 0)])
def test_the_value_is_the_result_from_the_mover_s_side(tmp_path, result, value):
    (tmp_path / "a.sgf").write_text(f"(;SZ[9]RE[{result}];B[aa];W[bb])")
    rows = all_rows(Dataset(tmp_path, size=9))
    assert rows["value"].tolist() == [value, -value]
    assert rows["has_value"].tolist() == [result != "?"] * 2


def test_batches_are_native_contiguous_and_of_the_size_asked(folder):
    batches = list(Dataset(folder, size=9, batch=64))
    assert all(len(batch["move"]) == 64 for batch in batches[:-1])
    for batch in batches:
        assert batch["planes"].dtype == np.float32
        assert batch["planes"].shape[1:] == (17, 9, 9)
        for array in batch.values():
            assert array.flags.c_contiguous
            assert array.flags.writeable
            assert array.dtype.isnative
    assert len(list(Dataset(folder, size=9, batch=64, drop_last=True))) == len(batches) - 1


def test_torch_takes_batches_without_a_copy(folder):
    torch = pytest.importorskip("torch")
    batch = next(iter(Dataset(folder, size=9)))
    for array in batch.values():
        assert torch.from_numpy(array).data_ptr() == array.ctypes.data


@pytest.mark.parametrize("shuffle", [0, 300])
@pytest.mark.parametrize("planes", ["alphago_zero", "katago_v7"])
def test_the_order_does_not_depend_on_the_workers(folder, shuffle, planes):
    options = dict(size=9, planes=planes, batch=100, shuffle=shuffle, symmetry="random", per_game=20, seed=3, dtype=np.uint8)
    alone = all_rows(Dataset(folder, **options))
    with ThreadPoolExecutor(3) as executor:
        assert equal(alone, all_rows(Dataset(folder, executor=executor, **options)))
    if shuffle and planes == "alphago_zero":
        assert equal(alone, all_rows(Dataset(folder, workers=2, **options)))


def test_a_seed_gives_an_order(folder):
    def order(**options):
        rows = all_rows(Dataset(folder, size=9, dtype=np.uint8, **options))
        return list(zip(rows["game"].tolist(), rows["ply"].tolist(), rows["move"].tolist()))

    assert order(shuffle=200, seed=1) == order(shuffle=200, seed=1)
    assert order(shuffle=200, seed=1) != order(shuffle=200, seed=2)
    assert order(shuffle=200, seed=1) != order()
    moves = sorted(move for _, _, move in order())
    assert sorted(move for _, _, move in order(shuffle=200, seed=1)) == moves
    two = order(shuffle=200, seed=1, epochs=2)
    assert two[: len(moves)] == order(shuffle=200, seed=1)
    assert two[len(moves) :] != two[: len(moves)]
    assert sorted(move for _, _, move in two) == sorted(2 * moves)


@pytest.mark.parametrize("shuffle", [0, 150])
@pytest.mark.parametrize("after", [0, 1, 3, 7])
def test_a_reader_can_be_resumed(folder, shuffle, after):
    options = dict(size=9, batch=60, shuffle=shuffle, symmetry="random", seed=5, epochs=2, dtype=np.uint8)
    whole = list(Dataset(folder, **options))
    first = Dataset(folder, **options)
    stream = iter(first)
    for _ in range(after):
        next(stream)
    state = json.loads(json.dumps(first.state))
    rest = list(Dataset(folder, state=state, **options))
    assert len(rest) == len(whole) - after
    assert all(equal(a, b) for a, b in zip(rest, whole[after:]))


@pytest.mark.parametrize("change", [{"units": 1}, {"seed": 9}, {"unit": 10**6}, {"rows": -1}, {"epoch": "x"}])
def test_a_state_of_something_else_is_refused(folder, change):
    state = {**Dataset(folder, size=9).state, **change}
    with pytest.raises(ValueError, match="state"):
        Dataset(folder, size=9, state=state)
    with pytest.raises(ValueError, match="state"):
        Dataset(folder, size=9, state={})


def test_random_symmetries_turn_planes_and_move_together(folder):
    plain = all_rows(Dataset(folder, size=9, dtype=np.uint8))
    turned = all_rows(Dataset(folder, size=9, dtype=np.uint8, symmetry="random", seed=1))
    seen = set()
    for i in range(0, len(plain["move"]), 11):
        fitting = [k for k in range(8) if np.array_equal(symmetries(plain["planes"][i], k), turned["planes"][i])
                   and symmetry_moves(int(plain["move"][i]), k, 9) == turned["move"][i]]  # fmt: skip
        assert fitting
        seen |= set(fitting)
    assert seen == set(range(8))


def test_boards_of_all_sizes_fit_into_pos_len(tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[3];B[ba];W[])")
    (tmp_path / "b.sgf").write_text("(;SZ[4:2];B[bb])")
    rows = all_rows(Dataset(tmp_path, size=None, pos_len=5))
    assert rows["planes"].shape == (3, 17, 5, 5)
    assert rows["move"].tolist() == [1, 25, 6]
    both = all_rows(Dataset(tmp_path, size=None, pos_len=5, symmetry="random", seed=2))
    assert set(both["move"]) <= set(range(26))


def write_all(tmp_path, texts):
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def test_filters(tmp_path):
    write_all(tmp_path, {
        "a.sgf": "(;SZ[9]RU[Chinese]HA[2]AB[aa][bb]RE[W+R]BR[3d]WR[9p];W[cc];B[dd])",
        "b.sgf": "(;SZ[9]RU[Japanese]RE[B+3.5]BR[5k]WR[1d];B[cc])",
        "c.sgf": "(;SZ[9]RE[0];B[ee])",
        "d.sgf": "(;SZ[13]RE[B+T];B[ee])",
    })  # fmt: skip

    def kept(**options):
        dataset = Dataset(tmp_path, **{"size": 9, **options})
        games = {int(batch["move"][i]) for batch in dataset for i in range(len(batch["move"])) if batch["ply"][i] == 0}
        return games, dict(dataset.skipped)

    c3, e5 = 2 * 9 + 2, 4 * 9 + 4
    assert kept() == ({c3, e5}, {"another size": 1})
    assert kept(rules="chinese") == ({c3}, {"another size": 1, "other rules": 2})
    assert kept(rules=["japanese", "nz"])[1] == {"another size": 1, "other rules": 2}
    assert kept(handicap=0)[1] == {"another size": 1, "another handicap": 1}
    assert kept(handicap=(1, 9))[1] == {"another size": 1, "another handicap": 2}
    assert kept(results=["resign", "draw"])[1] == {"another size": 1, "another result": 1}
    assert kept(min_rank="1d")[1] == {"another size": 1, "a player's rank": 2}
    assert kept(min_moves=2)[1] == {"another size": 1, "too few moves": 2}
    assert kept(keep=lambda record, root: record.handicap == 2)[1] == {"another size": 1, "not kept": 2}
    assert kept(size={9, 13}, pos_len=13)[1] == {}


@pytest.mark.parametrize("text, number", [("30k", -29), ("1k", 0), ("1d", 1), ("9 dan", 9), ("1p", 10), ("七段", 7), ("2級", -1), ("strong", None), (None, None)])  # fmt: skip
def test_ranks(text, number):
    assert rank_number(text) == number


def test_faults_are_counted_with_their_reasons_and_the_good_is_kept(tmp_path):
    write_all(tmp_path, {
        "good.sgf": "(;SZ[9];B[aa];W[bb])",
        "broken.sgf": b"\x00\xff\xfe binary \x80",
        "empty.sgf": "",
        "size.sgf": "(;SZ[99];B[aa])",
        "illegal.sgf": "(;SZ[9];B[aa];W[bb];B[bb];W[cc])",
        "huge.sgf": "(;SZ[9];B[aa]C[" + "x" * 5000 + "])",
        "notes.txt": "not a game",
        "bad.zip": b"PK\x03\x04 not a zip",
        "bad.tar.gz": b"\x1f\x8b not a tar",
        "two.sgf": "(;SZ[9];B[cc])(;SZ[9];B[zz];W[dd])",
    })  # fmt: skip
    (tmp_path / "folder.sgf").mkdir()
    dataset = Dataset(tmp_path, size=9, max_bytes=4000)
    rows = all_rows(dataset)
    assert len(rows["move"]) >= 2 + 2 + 1
    assert dataset.skipped["illegal move"] == 1
    assert dataset.skipped["larger than 4000 bytes"] == 1
    assert dataset.skipped["neither an SGF file nor an archive"] == 1
    assert dataset.skipped["cannot be read"] == 2
    assert dataset.skipped["no game record"] + dataset.skipped["broken record"] >= 3
    illegal = next(detail for detail in dataset.details if "illegal.sgf" in detail)
    assert "move 3" in illegal


def test_strict_stops_at_the_first_fault_and_names_file_game_and_move(tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[aa])(;SZ[9];B[aa];W[aa])")
    with pytest.raises(DatasetError, match=r"a\.sgf: game 2: move 2"):
        list(Dataset(tmp_path, size=9, strict=True))
    with ThreadPoolExecutor(1) as executor, pytest.raises(DatasetError, match=r"a\.sgf: game 2: move 2"):
        list(Dataset(tmp_path, size=9, strict=True, executor=executor))
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[aa])")
    (tmp_path / "readme").write_text("notes are no fault")
    assert len(list(Dataset(tmp_path, size=9, strict=True))) == 1


def test_archives_are_read_like_folders(folder, tmp_path_factory):
    place = tmp_path_factory.mktemp("archives")
    files = sorted(folder.glob("*.sgf"))
    with zipfile.ZipFile(place / "games.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, f"year/{file.name}")
        archive.writestr("notes.txt", "no game")
    for name, mode in (("games.tar", "w"), ("games.tar.gz", "w:gz"), ("games.tgz", "w:gz")):
        with tarfile.open(place / name, mode) as archive:
            for file in files:
                archive.add(file, f"year/{file.name}")
            info = tarfile.TarInfo("notes.txt")
            info.size = 2
            archive.addfile(info, io.BytesIO(b"no"))
    plain = all_rows(Dataset(folder, size=9, dtype=np.uint8))
    for name in ("games.zip", "games.tar", "games.tar.gz", "games.tgz"):
        dataset = Dataset(place / name, size=9, dtype=np.uint8)
        assert equal(all_rows(dataset), plain)
        assert dataset.skipped == {"not an SGF file": 1}
    options = dict(size=9, dtype=np.uint8, shuffle=100, seed=1)
    assert len(all_rows(Dataset(place, **options))["move"]) == 4 * len(plain["move"])


def test_an_archive_that_swells_is_not_read(tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.sgf", b"(" * 10_000_000)
    dataset = Dataset(tmp_path, size=9, max_bytes=1_000_000)
    with pytest.raises(ValueError, match="larger than 1000000 bytes"):
        list(dataset)
    assert dataset.skipped == {"larger than 1000000 bytes": 1}


def test_set_up_stones_and_handicap_are_on_the_board(tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[9]HA[2]AB[gc][cg];W[ee];B[ce])")
    planes = all_rows(Dataset(tmp_path, size=9, dtype=np.uint8))["planes"]
    assert planes[0, 1].sum() == 2
    assert planes[0, 16].sum() == 0
    assert planes[1, 0].sum() == 2


def test_katago_planes_follow_the_rules_of_the_record(tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[9]RU[Japanese]KM[6.5];B[ee];W[cc])")
    rows = all_rows(Dataset(tmp_path, "katago_v7", size=9))
    assert rows["planes"].shape == (2, 22, 9, 9)
    assert rows["global"][:, 9].tolist() == [1, 1]
    assert rows["global"][:, 5] == pytest.approx([-6.5 / 20, 7.5 / 20])


def test_a_dataset_written_and_read_back_reproduces_the_games(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    count = write_shards(Dataset(folder, size=9, batch=128, shuffle=400, seed=2, dtype=np.uint8), out)
    batches = list(read_shards(out, np.uint8))
    assert len(batches) == count == len(list(out.glob("shard-*.npz")))
    rows = {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}
    assert equal(rows, all_rows(Dataset(folder, size=9, batch=128, shuffle=400, seed=2, dtype=np.uint8)))
    games = {}
    for i in np.lexsort((rows["ply"], rows["game"])):
        games.setdefault(int(rows["game"][i]), []).append(int(rows["move"][i]))
    written = sorted(games.values())
    assert written == sorted([move for _, move in sgf.record(game["sgf"]).moves] for game in NINE)


def test_writing_twice_needs_resume(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    write_shards(Dataset(folder, size=9, batch=500), out)
    with pytest.raises(FileExistsError):
        write_shards(Dataset(folder, size=9, batch=500), out)
    count = len(list(out.glob("shard-*.npz")))
    assert write_shards(Dataset(folder, size=9, batch=500), out, resume=True) == count


WRITER = """
import sys
from goboard import dataset
args = sys.argv[1:]
data = dataset.Dataset(args[0], size=9, batch=16, shuffle=100, seed=4, dtype="uint8")
dataset.write_shards(data, args[1], progress=lambda _: print("shard", flush=True), resume=True)
"""


def test_a_killed_writer_leaves_no_half_shard_and_can_be_resumed(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    command = [sys.executable, "-c", WRITER, str(folder), str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    for _ in range(3):
        assert process.stdout.readline() == b"shard\n"
    os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.communicate()
    for shard in out.glob("shard-*.npz"):
        assert len(read_shard(shard)["move"]) == 16
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert [batch["move"].tolist() for batch in read_shards(out)] == [
        batch["move"].tolist() for batch in Dataset(folder, size=9, batch=16, shuffle=100, seed=4)
    ]


def test_what_is_no_shard_is_a_value_error(tmp_path):
    (tmp_path / "shard-00000.npz").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(ValueError, match="not a shard"):
        read_shard(tmp_path / "shard-00000.npz")
    with pytest.raises(FileNotFoundError):
        read_shard(tmp_path / "absent.npz")


@pytest.mark.parametrize(
    "options, error",
    [
        ({"planes": "alphastar"}, ValueError),
        ({"batch": 0}, ValueError),
        ({"batch": 1.5}, TypeError),
        ({"size": 26}, ValueError),
        ({"size": "big"}, (TypeError, ValueError)),
        ({"size": None}, ValueError),
        ({"size": {9, 19}}, ValueError),
        ({"pos_len": 99}, ValueError),
        ({"symmetry": "all"}, ValueError),
        ({"shuffle": -1}, ValueError),
        ({"per_game": 0}, ValueError),
        ({"results": "win"}, ValueError),
        ({"rules": "house"}, ValueError),
        ({"min_rank": "strong"}, ValueError),
        ({"dtype": np.float64}, TypeError),
        ({"epochs": 0}, ValueError),
        ({"workers": -1}, ValueError),
    ],
)
def test_bad_arguments_are_refused(folder, options, error):
    with pytest.raises(error):
        Dataset(folder, **options)


def test_inputs_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        Dataset(tmp_path / "absent")
    with pytest.raises(ValueError, match="no file"):
        list(Dataset(tmp_path))
    with pytest.raises(ValueError, match="no position"):
        list(Dataset(tmp_path, epochs=None))


def test_the_command(folder, tmp_path_factory, capsys):
    out = tmp_path_factory.mktemp("out")
    parser = argparse.ArgumentParser()
    for names, options in command.ARGUMENTS:
        parser.add_argument(*names, **options)
    (folder / "other.sgf").write_text("(;SZ[13];B[aa])")
    assert command.run(parser.parse_args([str(folder), "--out", str(out), "--size", "9", "--shard", "200"])) == 0
    told = capsys.readouterr().out
    total = sum(game["moves"] for game in NINE)
    assert f"{total:,} positions of {len(NINE)} games" in told
    assert "skipped 1: another size" in told
    assert sum(len(batch["move"]) for batch in read_shards(out)) == total


@pytest.mark.parametrize("rules", ["Japanese", "Chinese", "AGA"])
def test_rows_of_a_game_that_was_resumed_are_those_of_the_game(tmp_path, rules):
    """White takes play up again after two passes; KataGo's planes forget the moves before (`Game.resume` and `features.katago_v7`)."""
    text = f"(;SZ[9]RU[{rules}]KM[6]RE[B+R];B[ee];W[cc];B[gg];W[];B[];W[gc];B[cg];W[];B[dd])"
    (tmp_path / "resumed.sgf").write_text(text)
    (batch,) = Dataset(tmp_path, "katago_v7", size=9, dtype=np.uint8)
    game = Game.from_sgf(text)
    assert [ply for ply, _ in game.resumed] == [5]
    rows = katago.rows(game, pos_len=9)
    planes = np.unpackbits(rows["binaryInputNCHWPacked"], axis=2, count=81).reshape(-1, 22, 9, 9)
    assert np.array_equal(batch["planes"], planes)
    assert np.array_equal(batch["global"], rows["globalInputNC"])
    # After the resumption no move is shown at first, then one.
    assert batch["planes"][5, 9:14].sum() == 0 and batch["planes"][6, 9:14].sum() == 1
