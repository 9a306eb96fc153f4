"""Dead lists of 43 finished games from the test suites of two engines, against the dead list or the result that the record states."""

import json
import pathlib

import goboard
from goboard import Board

CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / "data" / "finished_cases.jsonl").read_text().splitlines()]

# White passed 18 times while Black went on playing, so area and territory differ by so much more.
PASSES = {"gnugo regression/games/reading41.sgf": 18}


def right(case):
    """The list is the recorded one, or area scoring with it gives the recorded result: with h handicap stones h more, and one for the last move."""
    board = Board.from_text("\n".join(case["rows"]))
    dead = goboard.estimate_dead(board)
    if case["dead"] is not None and sorted(board.vertex(p) for p in dead) == sorted(case["dead"]):
        return True
    stated = float(case["result"][2:]) * (1 if case["result"][0] == "B" else -1)
    margin = goboard.score(board, "chinese", dead=dead, komi=case["komi"]).margin
    return abs(margin - stated - case["handicap"] - PASSES.get(case["id"], 0)) <= 1


def test_finished_games_come_out_as_recorded():
    wrong = [case["id"] for case in CASES if not right(case)]
    assert len(CASES) == 43
    assert len(wrong) <= 2, wrong


def test_a_placement_in_the_eye_that_a_capture_makes():
    # GNU Go against itself, W+16: Black takes five stones of the bulky five, White places a stone in it.
    case = next(case for case in CASES if "9x9-2" in case["id"])
    assert right(case)
