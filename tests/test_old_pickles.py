"""Pickles written by version 0.1.0 load, and say what they said then."""

import json
import pathlib
import pickle

import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).parent / "data" / "pickles"

# What each object is asked; the answers in answers.json were given by the version that wrote the pickles.
QUESTIONS = {
    "board": lambda b: [repr(b), b.moves, b.hash, b.ko, b.undo()],
    "batch": lambda b: [b.stones.tolist(), b.to_play.tolist(), b.legal_mask().sum(1).tolist()],
    "rules": lambda all_rules: [[r.name, r.komi, r.ko, r.suicide] for r in all_rules],
    "game": lambda g: [g.moves, g.komi, g.rules.name, g.phase, g.result],
    "game_ing": lambda g: [g.moves, g.komi, g.rules.name, g.phase],
    "game_stopped": lambda g: [g.moves, g.komi, g.rules.name, g.phase],
    "game_cleanup": lambda g: [g.moves, g.komi, g.rules.name, g.phase],
    "score": lambda s: [s.black, s.white, s.result, np.asarray(s.territory).tolist()],
    "playout": lambda r: [r.games, r.black_wins, r.white_wins, r.total_moves],
    "playout_batch": lambda r: [np.asarray(r.black_wins).tolist(), r.mean_score.tolist()],
    "confirm": lambda c: [[int(p) for p in c.dead], c.status(1), np.asarray(c.territory).tolist()],
    "ladder": lambda a: [a.captured, [int(p) for p in a.moves]],
    "estimate": lambda e: [[int(p) for p in e.dead]],
    "illegal": lambda e: [e.reason, str(e)],
    "sgf": lambda c: [len(c), len(list(c[0].main_line)), dict(c[0].root.properties)],
    "endgame": lambda v: [str(v.value), str(v.swing), v.sente],
    "search": lambda r: [int(r.move), int(sum(r.visits))],
}


def plain(value):
    """`value` as JSON gives it back."""
    return json.loads(json.dumps(value, default=lambda o: o.item() if isinstance(o, np.generic) else list(o)))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.pickle")), ids=lambda p: p.name)
def test_a_pickle_of_0_1_0_loads_and_answers_as_then(path):
    name = path.name.split(".")[0]
    answers = json.loads((FOLDER / "answers.json").read_text())
    assert plain(QUESTIONS[name](pickle.loads(path.read_bytes()))) == answers[name]
