"""Rows and queries for KataGo: cpp/dataio/trainingwrite.h says what each number is, and the reader what it asks."""

import json

import numpy as np
import pytest

from goboard import BLACK, WHITE, Rules
from goboard.features import features
from goboard.game import Game
from goboard.katago import query, rows, write_rows


def finished(rules="chinese", size=5, komi=None):
    """Black walls off the left, White the right; two passes, and the count: 10 points each but for the middle column, Black's."""
    game = Game(size, rules, komi)
    for move in ("C5", "D5", "C4", "D4", "C3", "D3", "C2", "D2", "C1", "D1", "pass", "pass"):
        game.play(move)
    game.agree()
    return game


def test_the_arrays_are_what_the_reader_asks():
    made = rows(finished(), pos_len=9)
    n, area = 12, 81
    expected = {
        "binaryInputNCHWPacked": ((n, 22, 11), np.uint8),
        "globalInputNC": ((n, 19), np.float32),
        "policyTargetsNCMove": ((n, 2, area + 1), np.int16),
        "globalTargetsNC": ((n, 80), np.float32),
        "scoreDistrN": ((n, 2 * area + 120), np.int8),
        "valueTargetsNCHW": ((n, 5, 9, 9), np.int8),
        "qValueTargetsNCMove": ((n, 3, area + 1), np.int16),
    }
    assert {name: (array.shape, array.dtype.type) for name, array in made.items()} == expected
    bits = np.unpackbits(made["binaryInputNCHWPacked"], axis=2)
    assert bits.shape[2] == (area + 7) // 8 * 8
    assert not bits[:, :, area:].any()
    assert (made["globalTargetsNC"][:, 63] == 3).all()
    assert not made["globalTargetsNC"][:, 64:].any()


def test_inputs_are_the_planes_before_each_move():
    game = finished()
    made = rows(game, pos_len=7)
    replay = Game(5, "chinese")
    for k, (_, move) in enumerate(game.moves):
        spatial, numbers = features.katago_v7(replay, pos_len=7, packed=True)
        assert np.array_equal(made["binaryInputNCHWPacked"][k], spatial[0])
        assert np.array_equal(made["globalInputNC"][k], numbers[0])
        replay.play(move)


def test_policy_targets_are_this_move_and_the_next():
    made = rows(finished(), pos_len=9)
    policies = made["policyTargetsNCMove"]
    c5, d5 = 2, 3
    assert np.flatnonzero(policies[0, 0]).tolist() == [c5]
    assert np.flatnonzero(policies[0, 1]).tolist() == [d5]
    assert np.flatnonzero(policies[11, 0]).tolist() == [81]
    weights = made["globalTargetsNC"][:, [26, 28]]
    assert (weights[:11] == 1).all()
    assert weights[11].tolist() == [1, 0]
    assert (policies[11, 1] == 1).all()


def test_visits_are_policy_targets():
    game = finished()
    visits = np.zeros((12, 26), int)
    visits[:, 25] = 10
    visits[3, :5] = [100_000, 50_000, 0, 0, 1]
    made = rows(game, visits, pos_len=5)
    assert made["policyTargetsNCMove"][0, 0, 25] == 10
    assert made["policyTargetsNCMove"][3, 0, :5].tolist() == [32767, 16384, 0, 0, 0]
    assert made["globalTargetsNC"][0, 60] == 10
    for bad in (visits[:5], visits.astype(float), -visits, visits * 0):
        with pytest.raises((ValueError, TypeError)):
            rows(game, bad)


def test_values_are_the_end_from_the_mover_s_side():
    """Black has 15 points and White 10: White wins by 2.5 with 7.5 komi."""
    game = finished()
    assert game.result == "W+2.5"
    targets = rows(game, pos_len=5)["globalTargetsNC"]
    for first in range(0, 20, 4):
        assert targets[0, first : first + 4] == pytest.approx([0, 1, 0, -2.5])
        assert targets[1, first : first + 4] == pytest.approx([1, 0, 0, 2.5])
    assert targets[:2, 20].tolist() == [-2.5, 2.5]
    assert targets[:2, 47].tolist() == [-7.5, 7.5]
    assert (targets[:, [25, 27, 33, 34, 36, 40, 48, 62]] == 1).all()
    assert targets[:, 51].tolist() == list(range(12))


def test_temporal_averages_weigh_the_near_more():
    """Each turn weighs `now` of what is left, now = 1 / (1 + area * c), and the end takes the rest."""
    game = finished()
    values = np.tile([0.5, 0.5, 0.0, 0.0], (12, 1))
    values[11] = [1.0, 0.0, 0.0, 4.0]
    targets = rows(game, values=values, pos_len=5)["globalTargetsNC"]
    assert targets[11, 16:20] == pytest.approx([1, 0, 0, 4])
    for at, c in ((4, 0.176), (8, 0.056), (12, 0.016)):
        now = 1 / (1 + 25 * c)
        near = now * 0.5 + (1 - now) * now * 1.0 + (1 - now) ** 2 * 1.0
        assert targets[10, at] == pytest.approx(1 - near)
    # The swings of win less loss, squared, by how many turns away they come.
    assert targets[9, 22] == pytest.approx(2 * 1.0**2)
    for bad in (values[:3], values * 2, np.full((12, 4), np.nan)):
        with pytest.raises(ValueError):
            rows(game, values=bad)


def test_ownership_and_future_boards():
    made = rows(finished(), pos_len=7)
    spatial = made["valueTargetsNCHW"]
    assert spatial[0, 0].tolist() == [[1, 1, 1, -1, -1, 0, 0]] * 5 + [[0] * 7] * 2
    assert spatial[1, 0].tolist() == [[-1, -1, -1, 1, 1, 0, 0]] * 5 + [[0] * 7] * 2
    assert not spatial[:, 1].any()
    assert np.array_equal(spatial[:, 4], spatial[:, 0] * 120)
    assert spatial[0, 2, :5].tolist() == [[0, 0, 1, -1, 0, 0, 0]] * 4 + [[0] * 7]
    assert spatial[0, 3, :5].tolist() == [[0, 0, 1, -1, 0, 0, 0]] * 5


def test_scores_fall_between_two_places_or_on_both():
    made = rows(finished(), pos_len=5)
    middle = 25 + 60
    assert made["scoreDistrN"][0, middle - 3] == 100  # -2.5
    assert made["scoreDistrN"][1, middle + 2] == 100  # 2.5
    whole = rows(finished(komi=3), pos_len=5)["scoreDistrN"]
    assert whole[0, middle + 1 : middle + 3].tolist() == [50, 50]  # 2
    assert (made["scoreDistrN"].sum(axis=1) == 100).all()
    assert (whole.sum(axis=1) == 100).all()


def test_a_group_tax_takes_two_points_from_each_territory():
    game = finished("stone-scoring")
    worth = rows(game, pos_len=5)["valueTargetsNCHW"][0, 4]
    assert worth[:, 2].tolist() == [120] * 5
    assert worth[:, 0].tolist() == [96] * 5  # 8 of 10 points
    assert worth[:, 4].tolist() == [-72] * 5  # 3 of 5


def test_moves_cost_points_under_territory_rules():
    game = finished("japanese", komi=6.5)
    targets = rows(game, pos_len=5)["globalTargetsNC"]
    assert targets[:3, 47].tolist() == [-6.5, 7.5, -6.5]
    assert not targets[:, 48].any()


def test_resignation_has_a_winner_and_no_score():
    game = Game(5, "chinese")
    game.play("C3")
    game.play("B2")
    game.resign(BLACK)
    targets = rows(game, pos_len=5)["globalTargetsNC"]
    assert targets[0, :4].tolist() == [0, 1, 0, 0]
    assert not targets[:, [20, 27, 34]].any()


def test_a_void_game_is_no_result():
    game = Game(5, "chinese")
    game.play("C3")
    made = rows(game, result="Void", pos_len=5)
    assert made["globalTargetsNC"][0, :4].tolist() == [0, 0, 1, 0]
    assert made["scoreDistrN"][0, 84:86].tolist() == [50, 50]


def test_a_record_tells_its_result():
    game = Game.from_sgf("(;SZ[5]RU[Chinese]KM[7.5]RE[B+2.5];B[cc];W[bb])")
    targets = rows(game, ownership=np.full((5, 5), BLACK), pos_len=5)["globalTargetsNC"]
    assert targets[0, [0, 1, 20, 27]].tolist() == [1, 0, 2.5, 1]


def test_the_hash_names_the_game_in_parts_that_floats_hold():
    first, again, other = rows(finished()), rows(finished()), rows(finished(komi=3))
    parts = first["globalTargetsNC"][0, 41:47]
    assert np.array_equal(parts, again["globalTargetsNC"][0, 41:47])
    assert not np.array_equal(parts, other["globalTargetsNC"][0, 41:47])
    assert (parts == parts.astype(np.int64)).all()
    assert (parts < [2**22, 2**22, 2**20] * 2).all()


def test_no_rows_without_a_result():
    game = Game(5, "japanese")
    game.play("C3")
    with pytest.raises(ValueError, match="result"):
        rows(game)
    with pytest.raises(ValueError, match="result"):
        rows(game, result="Both lose")
    with pytest.raises(ValueError, match="pos_len"):
        rows(finished(), pos_len=4)
    with pytest.raises(ValueError, match="ownership"):
        rows(finished(), ownership=np.zeros((4, 4), int))
    with pytest.raises(TypeError):
        rows(game.board)


def test_a_file_of_rows_reads_back(tmp_path):
    made = [rows(finished(), pos_len=9), rows(finished(komi=3), pos_len=9)]
    assert write_rows(tmp_path / "data0.npz", made) == 24
    with np.load(tmp_path / "data0.npz") as file:
        assert set(file.files) == set(made[0])
        for name in file.files:
            assert np.array_equal(file[name], np.concatenate([part[name] for part in made]))
    assert [path.name for path in tmp_path.iterdir()] == ["data0.npz"]
    for bad in ([], [rows(finished(), pos_len=9), rows(finished(), pos_len=7)]):
        with pytest.raises(ValueError):
            write_rows(tmp_path / "bad.npz", bad)


def test_a_query_is_one_line_of_json():
    game = Game((5, 7), "chinese", handicap=[(0, 0), (4, 6)])
    game.play("D3")
    game.pass_()
    line = query(game, "g", analyze_turns="all", maxVisits=100)
    assert "\n" not in line
    told = json.loads(line)
    assert told["initialStones"] == [["B", "A5"], ["B", "G1"]]
    assert told["initialPlayer"] == "W"
    assert told["moves"] == [["W", "D3"], ["B", "pass"]]
    assert (told["boardXSize"], told["boardYSize"]) == (7, 5)
    assert told["analyzeTurns"] == [0, 1, 2]
    assert told["maxVisits"] == 100
    assert told["komi"] == game.komi
    assert "komi" not in told["rules"]
    with pytest.raises(ValueError, match="turns"):
        query(game, "g", analyze_turns=[3])


def test_torch_reads_rows_as_katago_s_reader_does(tmp_path):
    torch = pytest.importorskip("torch")
    write_rows(tmp_path / "a.npz", rows(finished(), pos_len=9))
    with np.load(tmp_path / "a.npz") as npz:
        planes = np.unpackbits(npz["binaryInputNCHWPacked"], axis=2)[:, :, :81].reshape(-1, 22, 9, 9).astype(np.float32)
        assert torch.from_numpy(planes).sum() > 0


@pytest.mark.parametrize("winner, color", [("B", BLACK), ("W", WHITE)])
def test_who_won_is_told_apart(winner, color):
    game = Game(5, "chinese")
    game.play("C3")
    game.play("B2")
    targets = rows(game, result=f"{winner}+R", pos_len=5)["globalTargetsNC"]
    assert targets[0, 0] == (color == BLACK)
    assert targets[1, 0] == (color == WHITE)


@pytest.mark.parametrize(
    "result, value",
    [("B+3.5", [1, 0, 0, 3.5]), ("b+3,5", [1, 0, 0, 3.5]), ("W+Resign", [0, 1, 0, 0]), ("B+T", [1, 0, 0, 0]), ("W+", [0, 1, 0, 0]), ("Draw", [0.5, 0.5, 0, 0]),
     ("0", [0.5, 0.5, 0, 0]), ("Void", [0, 0, 1, 0]), ("W+0.5 ", [0, 1, 0, -0.5])],
)  # fmt: skip
def test_results_that_rows_are_made_of(result, value):
    """From Black's side; SGF FF[4], property RE."""
    game = Game(5, "chinese")
    game.play("C3")
    found = rows(game, result=result, pos_len=5)["globalTargetsNC"][0, :4]
    assert found == pytest.approx(value)
    assert not np.signbit(found[found == 0]).any()


@pytest.mark.parametrize("result", ["?", "", "B+nan", "B+inf", "B+-3", "B+3.5xyz", "B+1000", "Both lose", "B" * 10**6, 5, True, b"B+R", None])
def test_odd_results_are_refused_in_words(result):
    game = Game(5, "chinese")
    game.play("C3")
    with pytest.raises((ValueError, TypeError), match="result") as caught:
        rows(game, result=result, pos_len=5)
    assert len(str(caught.value)) < 300
    if isinstance(result, str) and len(result) < 20:
        game.recorded = result or None
        with pytest.raises((ValueError, TypeError), match="result"):
            rows(game, pos_len=5)


@pytest.mark.parametrize(
    "options",
    [
        {"pos_len": True}, {"pos_len": 5.0}, {"pos_len": 65}, {"pos_len": 4}, {"pos_len": 2**70}, {"ownership": np.full((5, 5), True)}, {"ownership": "x"},
        {"visits": np.ones((1, 26), bool)}, {"visits": "x"}, {"values": [[True, False, False, False]]}, {"values": "x"}, {"values": [[1, 0, 0, float("inf")]]},
    ],
)  # fmt: skip
def test_arguments_of_rows_that_do_not_fit(options):
    game = Game(5, "chinese")
    game.play("C3")
    with pytest.raises((ValueError, TypeError), match=next(iter(options))):
        rows(game, result="B+R", **options)


def test_what_a_query_cannot_hold_is_refused():
    game = finished()
    for bad in (
        lambda: query(game.board, "g"),
        lambda: query(game, None),
        lambda: query(game, True),
        lambda: query(game, "g", analyze_turns=[True]),
        lambda: query(game, "g", analyze_turns=[1.5]),
        lambda: query(game, "g", analyze_turns="some"),
        lambda: query(game, "g", analyze_turns=5),
        lambda: query(game, "g", maxVisits=float("nan")),
        lambda: query(game, "g", what=object()),
    ):
        with pytest.raises((ValueError, TypeError)):
            bad()
    for bad in ([{}], 5, [5], [rows(finished()), {"globalInputNC": 1}]):
        with pytest.raises(TypeError, match="games"):
            write_rows("never.npz", bad)


def test_a_tie_of_ing_rules_is_black_s():
    """Black wins a tie at 8 points: 7.5 to KataGo, in the rules as in the planes."""
    game = Game(9, "ing")
    assert json.loads(query(game, 1))["komi"] == 7.5
    assert json.loads(game.rules.to_katago())["komi"] == 7.5


@pytest.mark.parametrize("name", Rules.presets())
def test_every_preset_reads_back_from_what_katago_is_given(name):
    """Rules as JSON keep what KataGo's own have: scoring, tax, suicide, button, handicap bonus."""
    rules = Rules.preset(name)
    if rules.ko == "natural":
        with pytest.raises(ValueError, match="ko='natural'"):
            rules.to_katago()
        return
    back = Rules.parse(rules.to_katago())
    for field in ("tax", "suicide", "button", "handicap_bonus"):
        if hasattr(rules, field):
            assert getattr(back, field) == getattr(rules, field), field
    assert (back.scoring == "territory") == (rules.scoring == "territory")
    sent = json.loads(query(Game(9, name), "g"))
    assert sent["komi"] in (rules.komi, rules.komi - 0.5)


def test_a_query_of_a_resumed_game_warns():
    game = Game(5, "japanese")
    game.pass_()
    game.pass_()
    game.resume(BLACK)
    with pytest.warns(UserWarning, match="resumed"):
        query(game, "g")
