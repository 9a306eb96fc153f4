"""`features` and `symmetries`: every plane against its definition, which tests/slow_features.py states once more, slowly."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import slow_features as slow
from goboard import BLACK, WHITE, Board, sgf
from goboard.batch import BoardBatch
from goboard.features import features, inverse_symmetry, replay_planes, symmetries, symmetry_moves
from goboard.game import Game
from naive import NaiveBoard

DATA = Path(__file__).parent / "data"
PRESETS = ["alphago_zero", "alphago", "katago_v7"]


def planes_of(sets, shape):
    """Planes out of sets of points."""
    planes = np.zeros((len(sets), shape[0] * shape[1]), np.uint8)
    for plane, points in zip(planes, sets):
        plane[list(points)] = 1
    return planes.reshape(len(sets), *shape)


def names_of(preset):
    return [name for name in features.planes if name.startswith(preset + ".")]


def assert_planes(found, expected, preset, where):
    wrong = [name for name, a, b in zip(names_of(preset), found, expected) if not np.array_equal(a, b)]
    assert found.shape == expected.shape
    assert not wrong, f"{where}: {wrong}"


def random_game(rng, size, ko, suicide, plies):
    """The same random game on both boards; passes are rare, now and then a side moves twice."""
    board, naive = Board(size, ko=ko, suicide=suicide), NaiveBoard(size, ko=ko, suicide=suicide)
    for _ in range(plies):
        legal = board.legal_moves()
        move = int(board.pass_move if rng.random() < 0.04 else rng.choice(legal))
        color = int(rng.integers(1, 3)) if rng.random() < 0.02 else board.to_play
        if board.is_legal(move, color):
            board.play(move, color)
            naive.play(move, color)
    return board, naive


RULESETS = {
    "tromp-taylor": dict(ko="positional", suicide=True),
    "japanese": dict(ko="simple", scoring="territory", tax="seki", komi=6.5),
    "new-zealand": dict(ko="situational", suicide=True, komi=7.0),
    "stone-scoring": dict(ko="simple", tax="all"),
    "button": dict(ko="situational", button=True, komi=7.0),
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_katago_v7_on_random_positions(ruleset):
    """100 positions under each of five rulesets, plane by plane and number by number."""
    terms = RULESETS[ruleset]
    suicide = terms.get("suicide", False)
    rng = np.random.default_rng(len(ruleset))
    for number in range(100):
        size = [(5, 5), (6, 4), (7, 7), (9, 9)][number % 4]
        board, naive = random_game(rng, size, terms["ko"], suicide, int(rng.integers(0, 2 * size[0] * size[1])))
        spatial, numbers = features.katago_v7(board, dtype=np.uint8, **terms)
        bonus = {"bonus": None} if terms.get("scoring") == "territory" else {}
        planes, row = slow.katago_v7(naive, **{**terms, "suicide": suicide, **bonus})
        assert_planes(spatial[0], planes_of(planes, size), "katago_v7", f"{ruleset} {number}\n{board}")
        assert numbers[0] == pytest.approx(row, abs=1e-6), f"{ruleset} {number}"


@pytest.mark.parametrize("encore", [1, 2])
@pytest.mark.parametrize("tax", ["none", "seki"])
def test_katago_v7_in_the_encore(encore, tax):
    rng = np.random.default_rng(5)
    for _ in range(15):
        size = (6, 6)
        board, naive = random_game(rng, size, "simple", False, 40)
        start = rng.integers(0, 3, size)
        blocked, taken = rng.integers(0, 2, size), rng.integers(0, 2, size)
        terms = dict(ko="simple", scoring="territory", tax=tax, encore=encore, bonus=3.0, turns=2, finished=bool(rng.integers(2)))
        spatial, numbers = features.katago_v7(
            board, dtype=np.uint8, encore_stones=start, ko_blocked=blocked, ko_taken=taken, pass_ends=False, **terms
        )
        planes, row = slow.katago_v7(
            naive, encore_stones=start.ravel().tolist(), ko_blocked=np.flatnonzero(blocked), ko_taken=np.flatnonzero(taken), **terms
        )
        row[14] = 0.0
        assert_planes(spatial[0], planes_of(planes, size), "katago_v7", str(board))
        assert numbers[0] == pytest.approx(row, abs=1e-6)


def real_positions(step):
    """(record, number of moves) of recorded games, every `step` moves."""
    for line in (DATA / "sgf_games.jsonl").read_text().splitlines():
        record = sgf.record(json.loads(line)["sgf"])
        if not record.setups:
            for move in range(step // 2, len(record.moves) + 1, step):
                yield record, move


def test_katago_v7_on_real_positions():
    """Positions of recorded games, up to 25x25, under area rules with positional superko barred."""
    seen = 0
    for record, move in list(real_positions(61))[:60]:
        naive = NaiveBoard(record.shape, ko="simple", suicide=True)
        naive.setup(record.black, record.white, to_play=record.to_play)
        board = Board(record.shape, ko="simple", suicide=True)
        board.setup(record.black, record.white, to_play=record.to_play)
        for color, point in record.moves[:move]:
            if not board.is_legal(point, color):
                break
            board.play(point, color)
            naive.play(point, color)
        spatial, numbers = features.katago_v7(board, dtype=np.uint8)
        planes, row = slow.katago_v7(naive, ko="simple", suicide=True)
        assert_planes(spatial[0], planes_of(planes, record.shape), "katago_v7", str(board))
        assert numbers[0] == pytest.approx(row, abs=1e-6)
        seen += 1
    assert seen == 60


@pytest.mark.parametrize("ko", ["simple", "positional"])
def test_alphago_on_random_positions(ko):
    rng = np.random.default_rng(2)
    for number in range(60):
        size = [(5, 5), (6, 4), (7, 7)][number % 3]
        board, naive = random_game(rng, size, ko, number % 2 == 1, int(rng.integers(0, 70)))
        found = features(board, "alphago", dtype=np.uint8)[0]
        assert_planes(found, planes_of(slow.alphago(naive), size), "alphago", f"{number}\n{board}")


@pytest.mark.parametrize("history", [1, 3, 8])
def test_alphago_zero_on_random_positions(history):
    rng = np.random.default_rng(history)
    for _ in range(40):
        size = (5, 4)
        board, naive = random_game(rng, size, "positional", True, int(rng.integers(0, 30)))
        found = features(board, history=history, dtype=np.uint8)[0]
        assert np.array_equal(found, planes_of(slow.alphago_zero(naive, history), size))


def test_alphago_zero_at_the_start():
    """Nothing stood before the first position; the last plane says that Black is to play."""
    planes = features(Board(3))[0]
    assert planes.shape == (17, 3, 3)
    assert not planes[:16].any()
    assert planes[16].all()
    board = Board(3)
    board.play((0, 2))
    planes = features(board)[0]
    assert planes[1].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert planes.sum() == 1


def ladder_cases():
    for line in (DATA / "features_cases.jsonl").read_text().splitlines():
        case = json.loads(line)
        yield pytest.param(case, id=case["id"])


@pytest.mark.parametrize("case", list(ladder_cases()))
def test_cases_with_known_answers(case):
    """Cases from the test suites of Go programs; where from is in the data."""
    board = Board.from_text("\n".join(case["board"]))
    for color in (BLACK, WHITE):
        board.to_play = color
        now, catch = features(board, ["katago_v7.ladder_now", "katago_v7.ladder_catch"])[0]
        for key, kept in (("laddered_in_atari", 1), ("laddered_two_liberties", 2)):
            if key in case:
                meant = np.array([[c == "1" for c in row] for row in case[key]])
                mask = np.vectorize(lambda p, kept=kept: board.liberties(int(p)) == kept)(np.arange(board.pass_move)).reshape(board.shape)
                assert np.array_equal(now.astype(bool) & mask, meant)
        if str(color) in case.get("catching_moves", {}):
            found = {board.vertex(int(p)) for p in np.flatnonzero(catch)}
            assert found == set(case["catching_moves"][str(color)])
        if "laddered" in case:
            assert {v: bool(now.flat[board.point(v)]) for v in case["laddered"]} == case["laddered"]


@pytest.mark.parametrize("rules", ["japanese", "chinese", "aga-button", "tromp-taylor", "ing", "stone-scoring", "new-zealand"])
def test_a_game_tells_its_rules(rules):
    game = Game(5, rules, handicap=[(0, 0), (4, 4)])
    for move in ("C3", "pass", "B2", "D2", "D4"):
        game.play(move)
    _, numbers = features.katago_v7(game)
    row = numbers[0]
    territory, komi = game.rules.scoring == "territory", game.komi - 0.5 * (rules == "ing")
    bonus = {"chinese": 2, "aga-button": 1 + -0.5}.get(rules, 0)
    if territory:
        bonus += 0  # a stone costs a point: two set up and one played by Black, three played by White
    assert game.to_play == BLACK
    assert row[5] == pytest.approx(-(komi + bonus) / 20)
    assert row[9] == territory
    assert row[17] == 0
    assert row[3] == 1  # the fourth last move was the pass
    assert row[8] == game.rules.suicide


def test_the_button_goes_with_the_first_pass():
    game = Game(5, "aga-button")
    assert features.katago_v7(game)[1][0, 17] == 1
    game.pass_()
    assert features.katago_v7(game)[1][0, [14, 17]].tolist() == [0, 0]
    game.pass_()
    assert features.katago_v7(game)[1][0, 14] == 1


def test_a_finished_game_hides_its_moves():
    game = Game(5, "chinese")
    game.play("C3")
    game.resign()
    spatial, numbers = features.katago_v7(game)
    assert not spatial[0, 9:14].any()
    assert numbers[0, :5].tolist() == [0] * 5
    assert spatial[0, 2].sum() == 1


def test_encore_planes_are_zero_outside_the_encore():
    game = Game(7, "japanese")
    for move in ("C3", "D4", "E5"):
        game.play(move)
    spatial, numbers = features.katago_v7(game)
    assert not spatial[0, [7, 8, 18, 19, 20, 21]].any()
    assert not numbers[0, [12, 13]].any()


def test_a_second_pass_in_the_same_position_would_end_a_game_under_simple_ko():
    """KataGo: under simple ko a player who passes where he has passed before ends the phase, even if the last move was none."""
    board = Board.from_text(".XO.\nX.XO\n.XO.\n....", to_play=WHITE, ko="simple")
    for move in ("B3", "pass", "pass"):
        board.play(move)
    assert features.katago_v7(board)[1][0, 14] == 1
    board.play("C3")
    board.play("pass")
    board.play("pass")
    board.play("A1")
    assert features.katago_v7(board)[1][0, 14] == 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("k", range(8))
def test_a_symmetry_of_the_planes_is_the_planes_of_the_symmetric_board(preset, k):
    rng = np.random.default_rng(k)
    board, _ = random_game(rng, (5, 7), "positional", False, 40)
    plain, turned = features(board, preset), features(board, preset, symmetry=k)
    assert np.array_equal(turned, features(board.transform(k), preset))
    assert np.array_equal(turned, symmetries(plain, k, size=(5, 7)))
    padded = features(board, preset, symmetry=k, pos_len=9)
    assert np.array_equal(padded[:, :, : turned.shape[2], : turned.shape[3]], turned)
    assert padded.sum() == turned.sum()


@pytest.mark.parametrize("k", range(8))
def test_planes_policies_ownership_and_moves_turn_together(k):
    board, _ = random_game(np.random.default_rng(1), (4, 6), "positional", False, 9)
    turned = board.transform(k)
    assert np.array_equal(symmetries(board.stones, k, size=(4, 6)), turned.stones)
    mask = symmetries(board.legal_mask(), k, size=(4, 6))
    assert np.array_equal(mask, turned.legal_mask())
    for move in (0, 5, 23, 24):
        image = symmetry_moves(move, k, (4, 6))
        policy = np.eye(25)[move]
        assert symmetries(policy, k, size=(4, 6)).argmax() == image
        assert (image == 24) == (move == 24)
        if move < 24:
            row, col = np.argwhere(symmetries(np.arange(24).reshape(4, 6), k, size=(4, 6)) == move)[0]
            assert image == row * turned.cols + col
    assert np.array_equal(symmetry_moves(np.arange(25), k, (4, 6)), [symmetry_moves(m, k, (4, 6)) for m in range(25)])


@pytest.mark.parametrize("k", range(8))
def test_the_inverse_undoes_a_symmetry(k):
    a = np.arange(25).reshape(5, 5)
    assert np.array_equal(symmetries(symmetries(a, k), inverse_symmetry(k)), a)


def test_symmetries_tell_planes_from_policies():
    assert symmetries(np.zeros((2, 17, 19, 19)), 5).shape == (2, 17, 19, 19)
    policy = np.arange(362)
    assert symmetries(policy, 3)[-1] == 361
    assert symmetries(np.tile(policy, (4, 1)), 3).shape == (4, 362)
    assert symmetries(np.zeros((3, 13, 19)), 4, size=(13, 19)).shape == (3, 19, 13)
    assert symmetries(np.zeros((3, 13, 19)), 4).shape == (3, 19, 13)
    nhwc = np.random.default_rng(0).integers(0, 9, (2, 4, 5, 3))
    turned = symmetries(nhwc, 6, layout="NHWC")
    assert np.array_equal(np.moveaxis(turned, 3, 1), symmetries(np.moveaxis(nhwc, 3, 1), 6, size=(4, 5)))
    for bad in (np.zeros((12, 10)), np.zeros(81), np.zeros((30, 31)), np.float32(3)):
        with pytest.raises(ValueError, match="fits"):
            symmetries(bad, 1)
    with pytest.raises(ValueError):
        symmetries(np.zeros((9, 9)), 8)
    with pytest.raises(ValueError):
        symmetry_moves(26, 1, 5)
    with pytest.raises(TypeError):
        symmetry_moves(2.0, 1, 5)


@pytest.mark.parametrize("preset", PRESETS)
def test_layouts_types_and_packing_say_the_same(preset):
    board, _ = random_game(np.random.default_rng(4), (5, 6), "positional", False, 30)
    plain = features(board, preset)
    assert plain.dtype == np.float32
    for dtype in (np.uint8, np.int8, bool):
        assert np.array_equal(features(board, preset, dtype=dtype), plain)
    assert np.array_equal(np.moveaxis(features(board, preset, layout="NHWC"), 3, 1), plain)
    for pos_len in (None, 6, 9):
        wide = features(board, preset, pos_len=pos_len, dtype=np.uint8)
        bits = features(board, preset, pos_len=pos_len, packed=True)
        assert np.array_equal(bits, np.packbits(wide.reshape(1, wide.shape[1], -1), axis=2))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("ko", ["simple", "positional"])
def test_a_batch_gives_what_its_boards_give(preset, ko):
    batch = BoardBatch(6, (5, 4), ko=ko, threads=3)
    for seed in range(25):
        batch.play_random(seed)
        terms = {"turns": 7, "pass_ends": False} if preset == "katago_v7" else {}
        expected = features(list(batch), preset, **terms)
        assert np.array_equal(features(batch, preset, **terms), expected)
    symmetry = np.arange(6) % 4
    turned = features(batch, preset, symmetry=symmetry)
    for i, k in enumerate(symmetry):
        assert np.array_equal(turned[i], features(batch, preset, symmetry=k)[i])
    assert np.array_equal(batch.features(preset, dtype=np.uint8), features(batch, preset))


def test_single_planes_by_name():
    board, _ = random_game(np.random.default_rng(4), 5, "positional", False, 30)
    names = ["katago_v7.liberties_1", "alphago.empty", "alphago_zero.player_0"]
    found = features(board, names)
    assert found.shape == (1, 3, 5, 5)
    assert np.array_equal(found[0, 1], board.stones == 0)
    assert np.array_equal(found[0, 2], board.stones == board.to_play)
    out = np.zeros((1, 3, 5, 5), np.float32)
    assert features(board, names, out=out) is out
    assert np.array_equal(out, found)


def test_every_plane_has_a_meaning():
    assert [len(names_of(preset)) for preset in PRESETS] == [17, 48, 22]
    assert len(features.globals) == 19
    assert all(isinstance(meaning, str) and meaning for meaning in features.planes.values())
    assert pickle.loads(pickle.dumps(features)) is features


def test_out_is_filled_and_returned():
    board = Board(3)
    for dtype in (np.float32, np.uint8, np.int8, bool):
        out = np.ones((1, 17, 3, 3), dtype)
        assert features(board, out=out) is out
        assert out.sum() == 9
    spatial, numbers = np.ones((1, 22, 3, 3), np.float32), np.ones((1, 19), np.float32)
    made = features.katago_v7(board, out=spatial, out_global=numbers)
    assert made[0] is spatial
    assert made[1] is numbers


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "out, error",
    [
        (np.empty((1, 16, 3, 3), np.float32), ValueError),
        (np.empty((17, 3, 3), np.float32), ValueError),
        (np.empty((1, 17, 3, 3), np.float64), TypeError),
        (np.empty((1, 17, 3, 3), ">f4"), TypeError),
        (np.empty((1, 17, 3, 6), np.float32)[..., ::2], ValueError),
        (np.asfortranarray(np.empty((1, 17, 3, 3), np.float32)), ValueError),
        (np.frombuffer(bytearray(4 * 153 + 1), np.uint8)[1:].view(np.float32).reshape(1, 17, 3, 3), ValueError),
        (np.broadcast_to(np.float32(0), (1, 17, 3, 3)), ValueError),
        (read_only(np.empty((1, 17, 3, 3), np.float32)), ValueError),
        (bytearray(153), TypeError),
    ],
)
def test_an_unfit_out_is_refused(out, error):
    with pytest.raises(error, match="out must"):
        features(Board(3), out=out)


def test_overlapping_outs_are_refused():
    memory = np.zeros(22 * 9 + 19, np.float32)
    with pytest.raises(ValueError, match="overlap"):
        features.katago_v7(Board(3), out=memory[: 22 * 9].reshape(1, 22, 3, 3), out_global=memory[22 * 9 - 19 : 22 * 9].reshape(1, 19))


@pytest.mark.parametrize(
    "positions, options, error",
    [
        ("board", {}, ValueError),
        (None, {}, TypeError),
        ([], {}, ValueError),
        ([Board(3), Board(5)], {}, ValueError),
        ([Board(3), 7], {}, TypeError),
        (Board(3), {"name": "alphastar"}, ValueError),
        (Board(3), {"name": ["alphago.colour"]}, ValueError),
        (Board(3), {"name": []}, ValueError),
        (Board(3), {"history": 0}, ValueError),
        (Board(3), {"history": 9}, ValueError),
        (Board(3), {"symmetry": 8}, ValueError),
        (Board(3), {"symmetry": -1}, ValueError),
        (Board(3), {"symmetry": 1.0}, TypeError),
        (Board(3), {"symmetry": [1, 2]}, ValueError),
        ([Board((2, 3))] * 2, {"symmetry": [0, 4]}, ValueError),
        (Board(3), {"layout": "CHWN"}, ValueError),
        (Board(3), {"dtype": np.float64}, TypeError),
        (Board(3), {"pos_len": 2}, ValueError),
        (Board(3), {"pos_len": 10**9}, ValueError),
        (Board(3), {"packed": True, "layout": "NHWC"}, ValueError),
        (Board(3), {"packed": True, "dtype": np.float32}, TypeError),
        (Board(3), {"komi": 3}, TypeError),
        (Board(3), {"name": "katago_v7", "komi": float("nan")}, ValueError),
        (Board(3), {"name": "katago_v7", "ko": "super"}, ValueError),
        (Board(3), {"name": "katago_v7", "tax": "half"}, ValueError),
        (Board(3), {"name": "katago_v7", "scoring": "stones"}, ValueError),
        (Board(3), {"name": "katago_v7", "encore": 3}, ValueError),
        (Board(3), {"name": "katago_v7", "encore_stones": np.zeros((2, 2), int)}, ValueError),
        (Board(3), {"name": "katago_v7", "encore_stones": np.full((3, 3), 7)}, ValueError),
        (Board(3), {"name": "katago_v7", "colour": 1}, TypeError),
        (BoardBatch(1, 3), {"name": "katago_v7", "ko": "positional"}, ValueError),
        (BoardBatch(1, 3), {"name": "katago_v7", "scoring": "territory"}, ValueError),
    ],
)
def test_bad_arguments_are_refused(positions, options, error):
    with pytest.raises(error):
        features(positions, **options)


def test_no_lanes_give_no_planes():
    assert features(BoardBatch(0, 9)).shape == (0, 17, 9, 9)
    assert features.katago_v7(BoardBatch(0, 9))[1].shape == (0, 19)


def test_the_largest_and_the_smallest_boards():
    for size in (1, (1, 25), 25):
        board = Board(size)
        for preset in PRESETS:
            for k in range(8):
                assert features(board, preset, symmetry=k, pos_len=25).shape[2:] == (25, 25)


@pytest.mark.parametrize("tax", ["seki", "all"])
def test_life_under_a_tax_reckons_with_suicide(tax):
    """Black's eye on the right holds a white stone that is not beside a black one. Only where White may fill eyes by suicide is it not
    vital (KataGo, `calculateAreaForPla` in cpp/game/board.cpp): Black then does not live without moves, and D1, C1 and D2 are dame."""
    board = Board.from_text(". X X X\n. X . .\nX X . O")
    names = ["katago_v7.area_player", "katago_v7.area_opponent"]
    mine, other = features(board, names, scoring="area", tax=tax, suicide=False)[0]
    assert mine.all() and not other.any()
    mine, other = features(board, names, scoring="area", tax=tax, suicide=True)[0]
    assert mine.tolist() == [[0, 1, 1, 1], [0, 1, 0, 0], [1, 1, 0, 0]]
    assert other.tolist() == [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]


def test_a_replay_of_a_long_game_has_the_planes_of_every_position():
    """479 moves, more than are painted between two looks for signals; every position as its Board paints it."""
    (game,) = [game for line in (DATA / "sgf_games.jsonl").read_text("utf-8").splitlines() if (game := json.loads(line))["name"] == "g19g_cn_rr"]
    record = sgf.record(game["sgf"])
    start = record.board(0, ko="simple")
    planes, played = replay_planes(start, [move for _, move in record.moves], [color for color, _ in record.moves], history=2)
    assert played == len(planes) == len(record.moves) == 479
    positions = []
    for (color, _), board in zip(record.moves, record.boards(ko="simple")):
        board.to_play = color
        positions.append(board)
    assert np.array_equal(planes, features(positions, history=2, packed=True))
