"""Dead stones when play stops, against what players, servers and another engine agreed on; and what may never be guessed otherwise."""

import json
import pathlib

import numpy as np
import pytest

import goboard
from goboard import BLACK, WHITE, Board
from goboard.estimate import Judged, estimate

CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / "data" / "dead_cases.jsonl").read_text().splitlines()]
POSITIONS = json.loads((pathlib.Path(__file__).parent / "data" / "life_positions.json").read_text())
ARTICLES = [case for case in POSITIONS if "confirm" in case]


def board_of(rows):
    return Board.from_text("\n".join(rows))


def vertices(board, points):
    return [board.vertex(p) for p in points]


def find(board, wanted):
    return sorted(board.point(v) for v in wanted)


TERRITORIES = """
. . . X O . . . .
. O . X O . . . .
. . . X O . . X .
. . . X O . . . .
. . . X O . . . .
. . . X O . O O .
. . . X O O O X O
. . . X O X X X O
. . . X O . X . O
"""


def test_stones_in_the_other_sides_territory_are_dead():
    board = Board.from_text(TERRITORIES)
    assert vertices(board, goboard.estimate_dead(board)) == ["B8", "H7", "H3", "F2", "G2", "H2", "G1"]


def test_nine_of_ten_agreed_lists():
    hits = sum(goboard.estimate_dead(board := board_of(case["board"])) == find(board, case["dead"]) for case in CASES)
    assert len(CASES) == 62
    assert hits / len(CASES) >= 0.9


# From the test suite of an engine: four groups in seki in the upper right; a server's: one eye each, and no liberty shared; a library's: false eyes.
SEKIS = {
    "dame open": [".X.XO.O.X", "...XOOOX.", ".XXXXXXOO", "XOOOOOXO.", "XO.O.OXOO", "XOOOOOXXX", "XXXO...OO", ".XXXOOOO.", ".X.XO.O.O"],
    "dame filled": [".X.XO.O.X", "...XOOOX.", ".XXXXXXOO", "XOOOOOXO.", "XO.O.OXOO", "XOOOOOXXX", "XXXOXXXOO", ".XXXOOOO.", ".X.XO.O.O"],
    "one shared liberty": next(case["board"] for case in CASES if case["id"] == "ogs-se-patterns-seki_1"),
    "one eye each": next(case["board"] for case in CASES if case["id"] == "ogs-se-patterns-seki_one_eye_each"),
    "false eyes": [
        ".X.OX........", "OXOOX........", ".O.OX........", "OOOX.X.......", "XXXX.........", *["............."] * 8,
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SEKIS)
def test_a_seki_stays(name):
    assert goboard.estimate_dead(board_of(SEKIS[name])) == []


def test_dead_stones_lie_in_territory():
    """The space around dead stones ends at living stones of the other side only."""
    for case in CASES:
        board = board_of(case["board"])
        dead = estimate(board, playouts=100, max_nodes=0).dead
        owner = np.array(board.stones)
        owner.flat[dead] = 0
        cleared = goboard.score(board, "chinese", dead=dead).territory
        assert all(cleared.flat[p] == 3 - board[p] for p in dead), case["id"]


@pytest.mark.parametrize("case", ARTICLES, ids=lambda case: case["id"])
def test_what_article_7_proves_is_not_guessed_otherwise(case):
    board = board_of(case["board"])
    found = estimate(board)
    for chain in goboard.confirm(board, max_nodes=300_000).chains:
        judged = found.chain(chain.points[0])
        if judged.proven and chain.status != "unknown":
            assert (judged.status == "dead") == (chain.status == "dead")
            assert judged.confidence == 1.0
    proven = [point for point in case["confirm"].get("dead", ()) if found.chain(tuple(point)).proven]
    assert all(found.status(tuple(point)) == "dead" for point in proven)


def test_the_verdicts_on_small_boards_are_those_of_confirm():
    rng = np.random.default_rng(7)
    proven = 0
    for _ in range(60):
        board = Board((4, 5), ko="simple")
        for _ in range(int(rng.integers(6, 24))):
            moves = board.legal_moves()
            board.play(int(rng.choice(moves)))
        found = estimate(board, playouts=50)
        for chain in goboard.confirm(board, max_nodes=160_000).chains:
            if chain.status != "unknown":
                proven += 1
                assert (found.status(chain.points[0]) == "dead") == (chain.status == "dead")
    assert proven > 100


def test_unconditional_life_is_never_given_up():
    for case in CASES:
        board = board_of(case["board"])
        alive = set(np.flatnonzero(goboard.pass_alive(board)).tolist())
        assert not alive & set(estimate(board, playouts=20, seed=5, max_nodes=0).dead)


def test_the_same_seed_gives_the_same_answer():
    board = board_of(CASES[-1]["board"])
    first, again, other = estimate(board, seed=3), estimate(board, seed=3), estimate(board, seed=4)
    assert (first.ownership == again.ownership).all()
    assert first.dead == again.dead
    assert (first.ownership != other.ownership).any()
    assert goboard.estimate_dead(board) == goboard.estimate_dead(board)


def test_whose_turn_it_is_and_what_was_played_do_not_matter():
    board = board_of(CASES[3]["board"])
    other = board.copy()
    other.to_play = WHITE
    assert (estimate(board).ownership == estimate(other).ownership).all()


def test_the_board_stays_as_it_was():
    board = Board(5)
    board.play_moves([12, 7, 11])
    before = board.copy()
    estimate(board)
    assert board == before
    assert board.moves == before.moves


def test_an_array_is_a_position_too():
    board = Board.from_text(TERRITORIES)
    assert goboard.estimate_dead(np.array(board.stones)) == goboard.estimate_dead(board)


def test_every_chain_has_a_status_and_a_confidence():
    board = Board.from_text(TERRITORIES)
    found = estimate(board, playouts=300)
    assert sorted(p for chain in found.chains for p in chain.points) == np.flatnonzero(board.stones).tolist()
    assert all(isinstance(chain, Judged) and 0 <= chain.confidence <= 1 for chain in found.chains)
    assert found.status("B8") == "dead"
    assert found.chain("D5").color == BLACK
    assert found.confidence.shape == found.ownership.shape == (9, 9)
    assert found.confidence[0, 3] == np.float32(found.chain("D9").confidence)
    assert found.confidence[0, 0] == 0
    assert abs(found.ownership).max() <= 1
    assert found.playouts == 300
    assert str(found).splitlines()[1] == ".o.XO...."
    assert "7 dead" in repr(found) or "dead stones" in repr(found)


@pytest.mark.parametrize("size", [1, (1, 2), (1, 7), 2, (25, 25), (3, 25)])
def test_an_empty_board_has_no_dead_stones(size):
    assert goboard.estimate_dead(Board(size)) == []


def test_stones_alone_on_the_board_are_not_dead():
    board = Board(9)
    board.play("E5")
    assert goboard.estimate_dead(board) == []


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({"playouts": 1}, ValueError), ({"playouts": "many"}, TypeError), ({"playouts": -4}, ValueError), ({"seed": "x"}, (TypeError, ValueError)),
     ({"max_nodes": -1}, ValueError)],
)  # fmt: skip
def test_arguments_that_cannot_be_meant(arguments, error):
    with pytest.raises(error):
        estimate(Board(3), **arguments)


def test_a_point_without_a_chain():
    with pytest.raises(ValueError, match="empty"):
        estimate(Board(3)).status("B2")


def test_no_board_at_all():
    with pytest.raises((TypeError, ValueError)):
        estimate("XO.")
    with pytest.raises(ValueError, match="liberty"):
        estimate(np.array([[1, 2], [2, 1]]))
