"""Article 7 of the Japanese rules on the positions of its commentary: verdicts confirmed by an independent exact search.

In figure 6 (3) the verdict is on the black group, not on the single black stone in the corner.
"""

import json
import pathlib

import pytest

from goboard import Board, confirm

CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / "data" / "life_articles.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_commentary(case):
    board = Board.from_text("\n".join(case["board"]))
    confirmation = confirm(board, rules="japanese")
    for point in case["dead"]:
        assert confirmation.status(tuple(point)) == "dead"
    for point in case["alive"]:
        assert confirmation.status(tuple(point)) in ("alive", "seki")
