"""`goboard life`, and `goboard score` when nobody has named the dead stones."""

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import goboard
from goboard import Board
from goboard.estimate import estimate

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME = str(EXAMPLES / "handicap_9x9.sgf")

# Figure 6 (1) of the commentary on the Japanese rules.
FIGURE = [".X.XO.O", "XXXXOOO", "OOOOO.O", "OO.OOOO"]


def record_of(rows, tmp_path):
    """An SGF file of a position."""
    stones = {"X": "", "O": ""}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                stones[sign] += f"[{chr(97 + c)}{chr(97 + r)}]"
    path = tmp_path / "position.sgf"
    path.write_text(f"(;SZ[{len(rows[0])}:{len(rows)}]AB{stones['X']}AW{stones['O']})")
    return path


def test_what_is_proven_stands_apart_from_what_is_estimated(run):
    code, out, err = run("life", GAME, "--ascii")
    assert (code, err) == (0, "")
    proven, estimated = out.partition("Proven (Article 7)\n")[2].split("\nEstimated (800 playouts)\n")
    assert "alive  Black B4     7 stones  the other side cannot capture it" in proven
    assert "% of the playouts" not in proven
    assert all("of the playouts" in line for line in estimated.splitlines())
    assert " 9 . O . x x x . . . 9" in out


def test_json_tells_every_chain(run):
    told = json.loads(run("life", GAME, "--json")[1])
    assert sorted(told["dead"]) == sorted("B7 C7 C8 D6 D8 D9 E7 E8 E9 F9 G7 H6".split())
    assert sum(len(chain["stones"]) for chain in told["chains"]) == sum(row.count("X") + row.count("O") for row in told["stones"])
    for chain in told["chains"]:
        assert chain["status"] in ("alive", "seki", "dead")
        assert (chain["confidence"] == 1 and "Article 7" in chain["reason"]) if chain["proven"] else chain["reason"] is None


def test_the_statuses_of_small_positions_are_those_of_confirm(run, tmp_path):
    board = Board.from_text("\n".join(FIGURE))
    confirmation = goboard.confirm(board, strict_article8=False)
    told = json.loads(run("life", record_of(FIGURE, tmp_path), "--json")[1])
    assert all(chain["proven"] for chain in told["chains"])
    for chain in told["chains"]:
        assert chain["status"] == confirmation.status(chain["stones"][0])


def test_the_line_of_play_is_told(run, tmp_path):
    # Three in a row with the other side to move: one stone in the middle kills.
    rows = ["OOOOOOO", "OXXXXXO", "OX...XO", "OXXXXXO", "OOOOOOO", ".O.O.O.", "OOOOOOO"]
    out = run("life", record_of(rows, tmp_path), "--ascii")[1]
    dead = [line for line in out.splitlines() if line.startswith("  dead")]
    assert len(dead) == 1 and "the other side captures it" in dead[0] and "W D5" in dead[0]


def test_the_picture_marks_what_is_proven(run, tmp_path):
    path = tmp_path / "life.svg"
    assert run("life", GAME, "--svg", path)[0] == 0
    picture = path.read_text("utf-8")
    ElementTree.fromstring(picture)
    assert "Without a mark: as estimated" in picture


def test_an_earlier_position(run):
    told = json.loads(run("life", GAME, "--move", "10", "--json", "--nodes", "1000")[1])
    assert told["move"] == 10


def test_the_record_may_come_from_standard_input(run, monkeypatch):
    class Input:
        buffer = io.BytesIO(Path(GAME).read_bytes())

    monkeypatch.setattr("sys.stdin", Input)
    assert "standard input: move 58" in run("life", "-", "--ascii")[1]


def test_without_proofs_all_is_estimated(run):
    told = json.loads(run("life", GAME, "--json", "--nodes", "0", "--playouts", "100", "--seed", "5")[1])
    assert not any(chain["proven"] for chain in told["chains"] if len(chain["stones"]) == 1)
    assert (told["playouts"], told["seed"]) == (100, 5)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["life", "nowhere.sgf"], 1, "nowhere.sgf"),
        (["life", GAME, "--move", "99"], 2, "58 moves"),
        (["life", GAME, "--playouts", "1"], 2, "must be 2 or more"),
        (["life", GAME, "--svg", "nowhere/life.svg"], 1, "nowhere"),
    ],
)
def test_life_fails_in_one_line(run, arguments, code, said):
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert said in err
    assert err.count("\n") == 1


def test_score_estimates_the_dead_stones_that_nobody_names(run):
    code, out, err = run("score", GAME, "--ascii")
    assert (code, err) == (0, "")
    assert "12 dead stones, as estimated: say which with --dead POINTS, or --dead none." in out
    assert out.rstrip().endswith("Result: W+40.5")
    told = json.loads(run("score", GAME, "--json")[1])
    assert told["dead_estimated"] is True
    assert told["score"] == "W+40.5"


def test_score_takes_the_word_of_who_names_them(run):
    told = json.loads(run("score", GAME, "--dead", "none", "--json")[1])
    assert (told["dead"], told["dead_estimated"]) == ([], False)
    assert "as estimated" not in run("score", GAME, "--dead", "D9")[1]


def test_score_removes_nothing_where_the_rules_do_not(run):
    told = json.loads(run("score", GAME, "--rules", "tromp-taylor", "--json")[1])
    assert (told["dead"], told["dead_estimated"]) == ([], False)


def test_a_confirmation_of_another_position_is_refused():
    with pytest.raises(ValueError, match="another position"):
        estimate(Board(3), confirmation=goboard.confirm(Board(4)))
