"""Unconditional life (Benson 1976) on positions from the test suites of two Go programs, with and without multi-stone suicide."""

import json
import pathlib

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, pass_alive
from goboard.reading import pass_alive_area

CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / "data" / "pass_alive.jsonl").read_text().splitlines()]
EXACT = [case for case in CASES if "alive_stones_suicide" in case["expect"]]
LOOSE = [case for case in CASES if "overlay_unconditional_area_loose" in case["expect"]]


def colors(rows):
    return np.array([[" XO".find(sign) if sign != "." else 0 for sign in row] for row in rows])


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("case", EXACT, ids=lambda case: case["id"])
def test_stones_and_area(case, suicide):
    board = Board.from_text("\n".join(case["board"]))
    which = "suicide" if suicide else "nosuicide"
    assert pass_alive(board, suicide=suicide).tolist() == colors(case["expect"][f"alive_stones_{which}"]).tolist()
    assert pass_alive_area(board, suicide=suicide).tolist() == colors(case["expect"][f"unconditional_area_{which}"]).tolist()


@pytest.mark.parametrize("case", LOOSE, ids=lambda case: case["id"])
def test_the_area_is_within_the_looser_one(case):
    """The looser rule lets a region hold one EMPTY point away from its owner, ours one point of any kind: ours claims no more."""
    board = Board.from_text("\n".join(case["board"]))
    loose = colors(case["expect"]["overlay_unconditional_area_loose"])
    area, stones = pass_alive_area(board), np.asarray(board)
    assert (loose[area > 0] == area[area > 0]).all()
    # Where the looser rule fills a region with an owner's colour, that owner has unconditionally living stones by ours too.
    for color in (BLACK, WHITE):
        if ((loose == color) & (stones != color)).any():
            assert (pass_alive(board) == color).any()


def test_two_eyes_live_and_one_does_not():
    assert pass_alive(Board.from_text(".X.X.\nXXXXX\n.....")).tolist()[0] == [0, 1, 0, 1, 0]
    assert not pass_alive(Board.from_text(".X...\nXX...\n.....")).any()
