"""What the tests of rules, games and scores share: positions, records, and games set up from them."""

import json
import re
from pathlib import Path

import numpy as np

from goboard import BLACK, WHITE, Board
from goboard.game import Game
from goboard.rules import Rules

DATA = Path(__file__).parent / "data"
COLORS = {"B": BLACK, "W": WHITE, "X": BLACK, "O": WHITE}

# Every preset by the letter of its long cycles.
PRESETS = Rules.presets()


def load(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


POSITIONS = {p["id"]: p for p in load("score_positions.json")}
RECORDS = load("games/index.json")


def stones(rows):
    """uint8 array of a diagram: X x # Black, O o White."""
    return np.array([[".XO".find(sign.upper()) for sign in row] for row in rows], np.uint8)


def board(diagram, to_play=BLACK, **options):
    """A Board from a diagram in one string."""
    return Board.from_text(diagram, to_play, **options)


def game(diagram, rules, to_play=BLACK, **options):
    """A Game that starts from a diagram (one string, or rows)."""
    array = stones(diagram.split()) if isinstance(diagram, str) else stones(diagram)
    g = Game(array.shape, rules, **options)
    black, white = (np.flatnonzero(array.ravel() == c).tolist() for c in (BLACK, WHITE))
    g.setup(black, white, to_play)
    return g


def position(name, rules, **options):
    """A Game that starts from one of POSITIONS."""
    p = POSITIONS[name]
    return game(p["board"], rules, COLORS[p["to_play"]], **options)


def stopped(diagram, rules, to_play=BLACK, **options):
    """The same after two passes."""
    g = game(diagram, rules, to_play, **options)
    g.pass_()
    g.pass_()
    assert g.phase == "stopped"
    return g


def sgf_moves(name):
    """(colour, (row, col) or None) of each move in one of the records."""
    text = (DATA / "games" / f"{name}.sgf").read_text(encoding="utf-8")
    moves = re.findall(r";([BW])\[([a-s]{2})?\]", text)
    return [(COLORS[c], ("abcdefghijklmnopqrs".index(p[1]), "abcdefghijklmnopqrs".index(p[0])) if p else None) for c, p in moves]


def replay(g, moves):
    """Play the moves of a record; play goes on after two passes if the record does, as many do."""
    for color, move in moves:
        if g.phase == "stopped" and move is None:
            continue
        if g.phase == "stopped":
            g.resume(3 - color)
        g.play(move, color, out_of_turn=True)
    return g
