"""Sessions with known answers: tests/data/gtp_cases.jsonl, one a line.

`lines` are sent as they are; `responses` are what comes back, [status with id, text or null for any]. Comments and blank lines get none.
Lists of vertices are compared as sets: the order is free.
"""

import io
import json
import re
from pathlib import Path

import pytest

from goboard.gtp import Engine

CASES = [json.loads(line) for line in (Path(__file__).parent / "data" / "gtp_cases.jsonl").open(encoding="utf-8")]
VERTICES = re.compile(r"[A-HJ-Z]\d+( [A-HJ-Z]\d+)+")


def session(lines):
    """[(status with id, text)...] of one session."""
    out = io.StringIO()
    Engine(playouts=100, seed=1).run([line + "\n" for line in lines], out)
    answers = out.getvalue()
    assert answers.endswith("\n\n") and "\n\n\n" not in answers
    return [(status, text) for status, _, text in (answer.partition(" ") for answer in answers[:-2].split("\n\n"))]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_session(case):
    answers = session(case["lines"])
    assert [status for status, _ in answers] == [status for status, _ in case["responses"]]
    for (_, text), (_, expected) in zip(answers, case["responses"]):
        if expected is not None and VERTICES.fullmatch(expected):
            assert set(text.split()) == set(expected.split())
        elif expected is not None:
            assert text == expected
